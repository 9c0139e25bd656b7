//! Any bytes as a file of kept games.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    mankala_fuzz::kept_file(bytes);
});
