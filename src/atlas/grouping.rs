//! Tests by permutation: whether distances differ between groups, and whether two kinds of distances go together.
//!
//! M. J. Anderson, *A new method for non-parametric multivariate analysis of variance*, Austral Ecology 26 (2001),
//! 32–46. N. Mantel, *The detection of disease clustering and a generalized regression approach*, Cancer Research 27
//! (1967), 209–220.

use std::collections::BTreeMap;

use super::plane::{correlation, pairs};
use mankala_core::kernel::dice::Dice;
use mankala_core::system::number::real;

/// Share by which a permuted sum may miss an equal one, because of rounding.
const ROUNDING: f64 = 1e-9;

/// Result of a permutational analysis of variance.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
pub struct Permanova {
    /// Variance between groups over variance within groups, each by its degrees of freedom.
    pub pseudo_f: f64,
    /// Share of the sum of squared distances that lies between groups.
    pub r2: f64,
    /// Share of permutations with a pseudo-F as large, the given order included.
    pub p: f64,
}

/// Result of a Mantel test.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
pub struct Mantel {
    /// Pearson's correlation of the distances over all pairs.
    pub r: f64,
    /// Share of permutations with a correlation as large, the given order included.
    pub p: f64,
}

/// Tests whether distances within groups are smaller than between them. `None` if there are fewer than two groups, as
/// many groups as things, or no distances, or once `stop` returns `true`.
pub fn permanova(
    distances: &[Vec<f64>],
    groups: &[usize],
    permutations: u32,
    dice: &mut Dice,
    stop: &dyn Fn() -> bool,
) -> Option<Permanova> {
    let mut sizes: BTreeMap<usize, u32> = BTreeMap::new();
    for group in groups {
        *sizes.entry(*group).or_default() += 1;
    }
    let last = *sizes.keys().last()?;
    let mut shares = vec![0.0; last + 1];
    for (group, size) in &sizes {
        shares[*group] = 1.0 / f64::from(*size);
    }
    let squares: Vec<f64> = pairs(groups.len()).map(|(i, j)| distances[i][j].powi(2)).collect();
    let n = real(groups.len() as u128);
    let count = real(sizes.len() as u128);
    let total = squares.iter().sum::<f64>() / n;
    if count < 2.0 || count >= n || total <= 0.0 {
        return None;
    }
    let within = |groups: &[usize]| -> f64 {
        let own = pairs(groups.len()).zip(&squares).filter(|((i, j), _)| groups[*i] == groups[*j]);
        own.map(|((i, _), square)| square * shares[groups[i]]).sum()
    };
    let given = within(groups);
    let mut mixed = groups.to_vec();
    let p = share_as_large(permutations, stop, || {
        dice.shuffle(&mut mixed);
        within(&mixed) <= given * (1.0 + ROUNDING)
    })?;
    Some(Permanova {
        pseudo_f: ((total - given) / (count - 1.0)) / (given / (n - count)),
        r2: (total - given) / total,
        p,
    })
}

/// Tests whether two kinds of distances between the same things have a positive correlation. `None` once `stop` returns
/// `true`.
pub fn mantel(
    one: &[Vec<f64>],
    other: &[Vec<f64>],
    permutations: u32,
    dice: &mut Dice,
    stop: &dyn Fn() -> bool,
) -> Option<Mantel> {
    let listed =
        |matrix: &[Vec<f64>]| -> Vec<f64> { pairs(one.len()).map(|(i, j)| matrix[i][j]).collect() };
    let (first, second) = (listed(one), listed(other));
    // Permutations change neither means nor variances, only this sum.
    let size: f64 = first.iter().zip(&second).map(|(a, b)| (a * b).abs()).sum();
    let product = |order: &[usize]| -> f64 {
        pairs(one.len()).zip(&first).map(|((i, j), a)| a * other[order[i]][order[j]]).sum()
    };
    let mut order: Vec<usize> = (0..one.len()).collect();
    let given = product(&order);
    let p = share_as_large(permutations, stop, || {
        dice.shuffle(&mut order);
        product(&order) >= given - ROUNDING * size
    })?;
    Some(Mantel { r: correlation(&first, &second), p })
}

/// Returns the share of permutations for which `is_as_large`, counting the given order as one of them.
fn share_as_large(
    permutations: u32,
    stop: &dyn Fn() -> bool,
    mut is_as_large: impl FnMut() -> bool,
) -> Option<f64> {
    let mut count = 1_u32;
    for _ in 0..permutations {
        if stop() {
            return None;
        }
        count += u32::from(is_as_large());
    }
    Some(f64::from(count) / (f64::from(permutations) + 1.0))
}

/// Returns a random choice of at most `most` things of each kind, in their order.
pub fn thinned(kinds: &[&str], most: usize, dice: &mut Dice) -> Vec<usize> {
    let mut order: Vec<usize> = (0..kinds.len()).collect();
    dice.shuffle(&mut order);
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    order.retain(|&place| {
        let count = counts.entry(kinds[place]).or_default();
        *count += 1;
        *count <= most
    });
    order.sort_unstable();
    order
}
