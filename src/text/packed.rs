//! Texts that the build script packed into the program.

/// Unpacks a text of so many bytes.
pub(crate) fn unpacked(packed: &[u8], length: usize) -> String {
    let text = miniz_oxide::inflate::decompress_to_vec_with_limit(packed, length);
    let text = text.ok().and_then(|text| String::from_utf8(text).ok());
    text.expect("what the build script packed")
}
