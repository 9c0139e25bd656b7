//! Any bytes as a changed variant and its moves.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    mankala_fuzz::game(bytes);
});
