//! Any bytes as a request of a program.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    mankala_fuzz::request(bytes);
});
