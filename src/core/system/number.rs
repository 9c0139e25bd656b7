//! Numbers of the machine: a whole one as a floating-point one, and vectors and matrices of these.

/// Returns a whole number as a floating-point one; above 2^53 it is rounded, which no result here notices.
#[expect(clippy::cast_precision_loss, reason = "results have fewer digits")]
pub const fn real(whole: u128) -> f64 {
    whole as f64
}

/// Returns the scalar product of two vectors.
pub fn product(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(x, y)| x * y).sum()
}

/// Inverts a symmetric positive definite matrix, which needs no exchange of rows.
pub fn inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    for pivot in 0..matrix.len() {
        let factor = matrix[pivot][pivot].recip();
        matrix[pivot][pivot] = 1.0;
        matrix[pivot].iter_mut().for_each(|entry| *entry *= factor);
        let row = matrix[pivot].clone();
        for (at, other) in matrix.iter_mut().enumerate() {
            if at != pivot {
                let factor = std::mem::take(&mut other[pivot]);
                other.iter_mut().zip(&row).for_each(|(entry, of)| *entry -= factor * of);
            }
        }
    }
    matrix
}
