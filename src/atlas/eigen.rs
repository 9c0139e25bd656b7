//! Eigenvalues of symmetric matrices: all of a small one, the largest of a large one.

use crate::system::number::real;
use crate::variant::sort_by;

/// Symmetric matrix, row by row.
pub(crate) type Matrix = Vec<Vec<f64>>;

/// Maximum number of sweeps over all pairs, more than Jacobi's method has been seen to need.
const TURNS: usize = 60;
/// Number of times that a subspace is multiplied.
const ROUNDS: usize = 120;
/// Dimension of the subspace that yields the first few eigenvectors.
const FOLLOWED: usize = 8;

/// Returns the eigenvalues with their eigenvectors, largest first, by Jacobi rotations.
pub(crate) fn all(mut matrix: Matrix) -> Vec<(f64, Vec<f64>)> {
    let n = matrix.len();
    // Each row becomes an eigenvector.
    let mut vectors: Matrix = (0..n)
        .map(|row| {
            (0..n)
                .map(|column| f64::from(u8::from(row == column)))
                .collect()
        })
        .collect();
    for _ in 0..TURNS {
        let mut turned = false;
        for p in 0..n {
            for q in p + 1..n {
                let off = matrix[p][q];
                let size = (matrix[p][p] * matrix[q][q]).abs().sqrt();
                if off.abs() <= f64::EPSILON * size.max(f64::MIN_POSITIVE) {
                    continue;
                }
                turned = true;
                let theta = (matrix[q][q] - matrix[p][p]) / (2.0 * off);
                let t = theta.signum() / (theta.abs() + theta.hypot(1.0));
                let cos = 1.0 / t.hypot(1.0);
                let sin = t * cos;
                for row in &mut matrix {
                    (row[p], row[q]) = (cos * row[p] - sin * row[q], sin * row[p] + cos * row[q]);
                }
                for rows in [&mut matrix, &mut vectors] {
                    let (before, from_q) = rows.split_at_mut(q);
                    for (a, b) in before[p].iter_mut().zip(&mut from_q[0]) {
                        (*a, *b) = (cos * *a - sin * *b, sin * *a + cos * *b);
                    }
                }
            }
        }
        if !turned {
            break;
        }
    }
    let values = matrix.iter().enumerate().map(|(k, row)| row[k]);
    let mut found: Vec<(f64, Vec<f64>)> = values.zip(vectors).collect();
    sort_by(&mut found, |a, b| b.0.total_cmp(&a.0));
    found
}

/// Returns the two largest eigenvalues with their eigenvectors, by subspace iteration; fewer if the matrix is smaller.
pub(crate) fn greatest_two(matrix: &Matrix) -> Vec<(f64, Vec<f64>)> {
    let n = matrix.len();
    if n <= FOLLOWED {
        return all(matrix.clone()).into_iter().take(2).collect();
    }
    // Any start works that is the same each time and orthogonal to no eigenvector.
    let golden = 0.618_033_988_749_895;
    let begin = |of: usize| {
        let places = 1..=n;
        places
            .map(|place| (real(place as u128) * real(of as u128 + 1) * golden).fract() - 0.5)
            .collect()
    };
    let mut basis: Matrix = (0..FOLLOWED).map(begin).collect();
    for _ in 0..ROUNDS {
        orthonormal(&mut basis);
        basis = basis.iter().map(|vector| times(matrix, vector)).collect();
    }
    orthonormal(&mut basis);
    let images: Matrix = basis.iter().map(|vector| times(matrix, vector)).collect();
    let small = basis
        .iter()
        .map(|own| images.iter().map(|image| dot(own, image)).collect())
        .collect();
    let whole = |(value, parts): (f64, Vec<f64>)| {
        let mut vector = vec![0.0; n];
        for (part, own) in parts.iter().zip(&basis) {
            for (sum, term) in vector.iter_mut().zip(own) {
                *sum += part * term;
            }
        }
        (value, vector)
    };
    all(small).into_iter().take(2).map(whole).collect()
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn times(matrix: &Matrix, vector: &[f64]) -> Vec<f64> {
    matrix.iter().map(|row| dot(row, vector)).collect()
}

/// Makes vectors orthonormal (Gram–Schmidt); a vector that depends on those before it becomes 0.
fn orthonormal(basis: &mut Matrix) {
    for place in 0..basis.len() {
        let (before, rest) = basis.split_at_mut(place);
        let vector = &mut rest[0];
        let was = dot(vector, vector).sqrt();
        // Twice, because little may be left after the first time.
        for _ in 0..2 {
            for other in &*before {
                let common = dot(vector, other);
                for (own, other) in vector.iter_mut().zip(other) {
                    *own -= common * other;
                }
            }
        }
        let length = dot(vector, vector).sqrt();
        let scale = if length > 1e-12 * was {
            1.0 / length
        } else {
            0.0
        };
        for own in vector {
            *own *= scale;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{all, greatest_two, times};

    #[test]
    fn a_matrix_done_by_hand() {
        // (2 − x)² − 1 = 0, and a third direction by itself.
        let matrix = vec![
            vec![2.0, 1.0, 0.0],
            vec![1.0, 2.0, 0.0],
            vec![0.0, 0.0, -5.0],
        ];
        let found = all(matrix);
        for ((value, _), right) in found.iter().zip([3.0, 1.0, -5.0]) {
            assert!((value - right).abs() < 1e-12, "{value}");
        }
        let [a, b, c] = found[0].1[..] else {
            panic!("three numbers")
        };
        assert!((a - b).abs() < 1e-12 && (a * a - 0.5).abs() < 1e-12 && c.abs() < 1e-12);
    }

    /// Path of n points: its Laplacian has the eigenvalues 2 − 2 cos(πk/n).
    #[test]
    fn the_greatest_of_a_path() {
        let n = 30;
        let at = |row: usize, column: usize| match row.abs_diff(column) {
            0 if row == 0 || row == n - 1 => 1.0,
            0 => 2.0,
            1 => -1.0,
            _ => 0.0,
        };
        let matrix: Vec<Vec<f64>> = (0..n)
            .map(|row| (0..n).map(|column| at(row, column)).collect())
            .collect();
        for (k, (value, vector)) in [29.0_f64, 28.0].iter().zip(greatest_two(&matrix)) {
            let right = 2.0 - 2.0 * (std::f64::consts::PI * k / 30.0).cos();
            assert!((value - right).abs() < 1e-6, "{value} {right}");
            for (image, own) in times(&matrix, &vector).iter().zip(&vector) {
                assert!((image - value * own).abs() < 1e-3, "{image} {own}");
            }
        }
    }
}
