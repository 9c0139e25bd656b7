//! Eigenvalues of symmetric matrices.

use mankala_core::variant::sort_by;

/// Symmetric matrix, row by row.
pub(crate) type Matrix = Vec<Vec<f64>>;

/// Returns a square matrix, given the value in each row and column.
pub(crate) fn square(size: usize, at: impl Fn(usize, usize) -> f64) -> Matrix {
    let row = |row: usize| (0..size).map(|column| at(row, column)).collect();
    (0..size).map(row).collect()
}

/// Returns a symmetric matrix, given the value in each row and column from the diagonal on.
pub(crate) fn symmetric(size: usize, at: impl Fn(usize, usize) -> f64) -> Matrix {
    let mut matrix = square(size, |_, _| 0.0);
    for (row, column) in (0..size).flat_map(|row| (row..size).map(move |column| (row, column))) {
        matrix[row][column] = at(row, column);
        matrix[column][row] = matrix[row][column];
    }
    matrix
}

/// Maximum number of sweeps over all pairs, more than Jacobi's method has been seen to need.
const TURNS: usize = 60;

/// Returns the eigenvalues with their eigenvectors, largest first, by Jacobi rotations.
pub(crate) fn all(mut matrix: Matrix) -> Vec<(f64, Vec<f64>)> {
    let n = matrix.len();
    // Each row becomes an eigenvector.
    let mut vectors = square(n, |row, column| f64::from(u8::from(row == column)));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_matrix_done_by_hand() {
        // (2 − x)² − 1 = 0, and a third direction by itself.
        let matrix = vec![vec![2.0, 1.0, 0.0], vec![1.0, 2.0, 0.0], vec![0.0, 0.0, -5.0]];
        let found = all(matrix);
        for ((value, _), right) in found.iter().zip([3.0, 1.0, -5.0]) {
            assert!((value - right).abs() < 1e-12, "{value}");
        }
        let [a, b, c] = found[0].1[..] else { panic!("three numbers") };
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
        let matrix = square(n, at);
        for (k, (value, vector)) in [29.0_f64, 28.0].iter().zip(all(matrix.clone())) {
            let right = 2.0 - 2.0 * (std::f64::consts::PI * k / 30.0).cos();
            assert!((value - right).abs() < 1e-9, "{value} {right}");
            for (row, own) in matrix.iter().zip(&vector) {
                let image: f64 = row.iter().zip(&vector).map(|(a, b)| a * b).sum();
                assert!((image - value * own).abs() < 1e-9, "{image} {own}");
            }
        }
    }
}
