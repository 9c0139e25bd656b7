//! Any bytes as a request to the engine.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    mankala_fuzz::request(bytes);
});
