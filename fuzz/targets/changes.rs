//! Any bytes as changes of a variant.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    mankala_fuzz::changes(bytes);
});
