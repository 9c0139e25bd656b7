//! Texts that the build script packed into the program.

/// Unpacks a text.
pub(crate) fn unpacked(packed: &[u8]) -> String {
    let text = miniz_oxide::inflate::decompress_to_vec(packed);
    let text = text.ok().and_then(|text| String::from_utf8(text).ok());
    text.expect("what the build script packed")
}
