//! A sum that stands for bytes: if one of them changes, so does the sum (FNV-1a).

/// The sum of nothing.
pub(crate) const NOTHING: u64 = 0xcbf2_9ce4_8422_2325;

/// The sum with more bytes behind it.
pub(crate) fn add(sum: u64, bytes: &[u8]) -> u64 {
    let step = |sum: u64, &byte: &u8| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.iter().fold(sum, step)
}
