//! Numbers of the machine: a whole one as a floating-point one.

/// Returns a whole number as a floating-point one; above 2^53 it is rounded, which no result here notices.
#[expect(clippy::cast_precision_loss, reason = "results have fewer digits")]
pub const fn real(whole: u128) -> f64 {
    whole as f64
}
