//! FNV-1a checksums, and files of JSON lines that end with their checksum.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// Checksum of no bytes.
pub const NOTHING: u64 = 0xcbf2_9ce4_8422_2325;

/// Extends a checksum by more bytes.
pub fn add(sum: u64, bytes: &[u8]) -> u64 {
    let step = |sum: u64, &byte: &u8| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.iter().fold(sum, step)
}

/// Key that precedes the checksum of a line.
const SEAL: &str = ",\"check\":\"";

/// Appends a checksum to a JSON object.
pub fn seal(mut object: String) -> String {
    object.pop();
    let sum = add(NOTHING, object.as_bytes());
    object.push_str(&format!("{SEAL}{sum:016x}\"}}"));
    object
}

/// Verifies the checksum at the end of a line, and returns the object without it.
///
/// # Errors
///
/// Returns a message if the checksum is missing or wrong.
pub fn sealed(line: &[u8]) -> Result<Vec<u8>, String> {
    if line.ends_with(b"\r") {
        return Err("the line ends with CR LF, expected LF alone".to_owned());
    }
    let length = SEAL.len() + 16 + 2;
    let split = line.split_at_checked(line.len().saturating_sub(length));
    match split {
        Some((object, seal)) if seal.starts_with(SEAL.as_bytes()) => {
            let sum = add(NOTHING, object);
            if seal[SEAL.len()..] == *format!("{sum:016x}\"}}").as_bytes() {
                return Ok([object, b"}"].concat());
            }
            Err("the line was changed: its checksum does not match".to_owned())
        }
        _ => Err("expected a line with a checksum at its end, from `match`, `puzzles`, `merge`, `solve --certificate` or --keep".to_owned()),
    }
}

/// Returns the line of a value, without a line feed.
pub fn line(value: &impl Serialize) -> String {
    seal(serde_json::to_string(value).unwrap_or_default())
}

/// Reads a value from its [`line()`].
///
/// # Errors
///
/// Returns a message if the checksum is wrong, or if the line is not that of a value; `what` describes values.
pub fn read<T: Serialize + DeserializeOwned>(from: &[u8], what: &str) -> Result<T, String> {
    let object = sealed(from)?;
    let read: T =
        serde_json::from_slice(&object).map_err(|error| format!("expected {what}: {error}"))?;
    if line(&read).as_bytes() != from {
        return Err(format!("expected {what}: unknown or reordered entries"));
    }
    Ok(read)
}

/// Returns `true` if a file that begins with these bytes states this format.
pub fn states(begin: &[u8], format: &str) -> bool {
    begin.starts_with(format!("{{\"format\":\"{format}\"").as_bytes())
}

/// Verifies the format that the first line of a file states.
///
/// # Errors
///
/// Returns a message with both formats.
pub fn expect(first: &[u8], format: &str, version: u32) -> Result<(), String> {
    #[derive(Deserialize)]
    struct Stated {
        format: String,
        #[serde(default)]
        format_version: u32,
    }
    let expected = format!("expected a file of format {format:?}, version {version}");
    let stated: Stated = serde_json::from_slice(first).map_err(|_| expected.clone())?;
    let found = (&*stated.format, stated.format_version);
    if found != (format, version) {
        return Err(format!("{expected}; found {:?}, version {}", found.0, found.1));
    }
    Ok(())
}
