//! Any bytes as a position.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    mankala_fuzz::position(bytes);
});
