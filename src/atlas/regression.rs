//! Regression with a kernel (a Gaussian process): estimates an item from similar ones.

use super::eigen::symmetric;
use mankala_core::system::number::{inverse, product};

/// Inverse of the matrix of similarities, with noise on its diagonal, which is large.
pub(super) struct Regression(Vec<Vec<f64>>);

impl Regression {
    /// Inverts the similarities of a number of items. `noise` is the variance of what similarity does not explain.
    pub(super) fn new(size: usize, similarity: impl Fn(usize, usize) -> f64, noise: f64) -> Self {
        Self(inverse(symmetric(size, |column, row| {
            similarity(row, column) + if row == column { noise } else { 0.0 }
        })))
    }

    /// Returns the weight of each item in the estimate of another one with these similarities to them.
    pub(super) fn weights(&self, near: &[f64]) -> Vec<f64> {
        self.0.iter().map(|row| product(row, near)).collect()
    }

    /// Estimates the class of an item from the others: each class gets a number near 1 if it is likely, else near 0.
    /// `together` lists the items that are left out with it, itself included.
    pub(super) fn left_out(
        &self,
        classes: &[usize],
        kinds: usize,
        item: usize,
        together: &[usize],
    ) -> Vec<f64> {
        // The errors of the items left out solve a system with their part of the inverse.
        let part = |&row: &usize| together.iter().map(|&column| self.0[row][column]).collect();
        let part = inverse(together.iter().map(part).collect());
        let own = together.iter().position(|&other| other == item).expect("the item is left out");
        let mut estimate = vec![0.0; kinds];
        estimate[classes[item]] = 1.0;
        for (&row, factor) in together.iter().zip(&part[own]) {
            for (value, &class) in self.0[row].iter().zip(classes) {
                estimate[class] -= factor * value;
            }
        }
        estimate
    }
}

/// Returns the probabilities next to an estimate: the closest numbers that are not negative and sum to 1. Values that
/// are not open get 0.
pub(super) fn probabilities(estimate: &[f64], open: &[bool]) -> Vec<f64> {
    let allowed = estimate.iter().zip(open);
    let mut sorted: Vec<f64> = allowed.filter_map(|(value, open)| open.then_some(*value)).collect();
    sorted.sort_by(|a, b| b.total_cmp(a));
    let (mut sum, mut count, mut excess) = (0.0, 0.0, f64::NEG_INFINITY);
    for value in sorted {
        sum += value;
        count += 1.0;
        let next = (sum - 1.0) / count;
        if value <= next {
            break;
        }
        excess = next;
    }
    let closest =
        |(value, open): (&f64, &bool)| if *open { (value - excess).max(0.0) } else { 0.0 };
    estimate.iter().zip(open).map(closest).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const NEAR: [[f64; 3]; 3] = [[1.0, 0.5, 0.2], [0.5, 1.0, 0.3], [0.2, 0.3, 1.0]];

    /// An item left out is estimated as by a regression that never had it.
    #[test]
    fn items_left_out_have_no_influence() {
        let all = Regression::new(3, |a, b| NEAR[a][b], 0.1);
        let found = all.left_out(&[0, 1, 1], 2, 0, &[0]);
        let others = Regression::new(2, |a, b| NEAR[a + 1][b + 1], 0.1);
        let sum: f64 = others.weights(&[0.5, 0.2]).iter().sum();
        assert!(found[0].abs() < 1e-12 && (found[1] - sum).abs() < 1e-12, "{found:?}");
        let found = all.left_out(&[0, 1, 1], 2, 0, &[0, 1]);
        let last = Regression::new(1, |_, _| 1.0, 0.1);
        assert!((found[1] - last.weights(&[0.2])[0]).abs() < 1e-12, "{found:?}");
    }

    /// By hand: 0.2 is taken from each of the two largest of 0.9, 0.5 and −0.1.
    #[test]
    fn probabilities_are_the_closest_ones() {
        let is = |found: Vec<f64>, expected: [f64; 3]| {
            assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12), "{found:?}");
        };
        is(probabilities(&[0.9, 0.5, -0.1], &[true; 3]), [0.7, 0.3, 0.0]);
        is(probabilities(&[0.9, 0.5, -0.1], &[false, true, true]), [0.0, 0.8, 0.2]);
    }
}
