//! Differences between two written positions.

use std::ops::Range;

use crate::kernel::Layout;

/// Compares a position with the expected one; returns byte ranges of the expected one, each with a message.
///
/// Both must be positions of this board. Positions that differ only in spelling may yield no difference.
pub fn differences(layout: &Layout, expected: &str, found: &str) -> Vec<(Range<usize>, String)> {
    let mut differ = Vec::new();
    let mut note = |part: &str, message: String| differ.push((range_of(part, expected), message));
    let (expected_rows, expected_rest) = expected.split_once(' ').unwrap_or((expected, ""));
    let (found_rows, found_rest) = found.split_once(' ').unwrap_or((found, ""));
    let rows = expected_rows.split('/').zip(found_rows.split('/'));
    for ((row, other_row), (_, pits)) in rows.zip(layout.paper()) {
        for ((seeds, other), pit) in row.split(',').zip(other_row.split(',')).zip(pits) {
            if seeds != other {
                let pit = layout.name(pit);
                note(seeds, format!("{pit}: expected {seeds}, found {other}"));
            }
        }
    }
    let (side, fields) = expected_rest.split_once(' ').unwrap_or((expected_rest, ""));
    let (other_side, other_fields) = found_rest.split_once(' ').unwrap_or((found_rest, ""));
    if side != other_side {
        note(side, format!("expected {side} to move, found {other_side}"));
    }
    let name = |field: &str| field.split('=').next().unwrap_or("").to_owned();
    let named = |fields: &'_ str, wanted: &str| {
        let mut fields = fields.split(' ');
        fields.find(|field| name(field) == wanted).map(str::to_owned)
    };
    for field in fields.split(' ').filter(|field| !field.is_empty()) {
        match named(other_fields, &name(field)) {
            Some(other) if other == field => {}
            Some(other) => note(field, format!("expected {field}, found {other}")),
            None => note(field, format!("expected {field}, found no {}", name(field))),
        }
    }
    for other in other_fields.split(' ').filter(|field| !field.is_empty()) {
        if named(fields, &name(other)).is_none() {
            let end = &expected[expected.len()..];
            note(end, format!("expected no {}, found {other}", name(other)));
        }
    }
    differ
}

/// Returns the byte range of a part within its text.
pub fn range_of(part: &str, text: &str) -> Range<usize> {
    let start = part.as_ptr() as usize - text.as_ptr() as usize;
    start..start + part.len()
}
