//! Any bytes as a move.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    mankala_fuzz::moves(bytes);
});
