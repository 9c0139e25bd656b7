//! Any bytes as a transcript.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    mankala_fuzz::transcript(bytes);
});
