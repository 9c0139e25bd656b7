//! Numbers with a unit on the command line: times and sizes.

use std::time::Duration;

use mankala_core::text::join;

/// Parses a number with a unit, given the value of each unit.
fn measured(text: &str, units: &[(&str, u64)], example: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|letter: char| !letter.is_ascii_digit());
    let unit = units.iter().find(|(unit, _)| *unit == &text[digits.len()..]);
    let number = digits.parse::<u64>().ok();
    let is_number = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
    let read = number.zip(unit).and_then(|(number, (_, each))| number.checked_mul(*each));
    if is_number && unit.is_some() && read.is_none() {
        return Err("the number is too large".to_owned());
    }
    read.filter(|&read| read > 0).ok_or_else(|| {
        let units = join(units.iter().map(|&(unit, _)| unit), ", ");
        format!("expected a whole number above 0 and a unit ({units}), like {example}")
    })
}

pub(super) fn time(text: &str) -> Result<Duration, String> {
    let units = [("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000)];
    measured(text, &units, "30s").map(Duration::from_millis)
}

pub(super) fn bytes(text: &str) -> Result<usize, String> {
    let units = [("K", 1 << 10), ("M", 1 << 20), ("G", 1 << 30)];
    let read = measured(text, &units, "512M")?;
    usize::try_from(read)
        .ok()
        .filter(|&read| read <= 1 << 40)
        .ok_or_else(|| "expected at most 1024G".to_owned())
}
