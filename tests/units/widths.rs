//! Lines and cells of a certain width.

use mankala::text::width::{cut, padded, paragraph, width_of};

#[test]
fn lines_are_filled_and_no_wider() {
    for (text, hang, width, lines) in [
        ("a b c d", "", 3, "a b\nc d\n"),
        ("one two", "1. ", 6, "1. one\n   two\n"),
        ("toowideforit b", "", 4, "toowideforit\nb\n"),
        ("one-two", "", 4, "one-two\n"),
        ("  ", "  ", 4, ""),
        ("a", "", 0, "a\n"),
        ("\u{1b}c\u{202e}d", "", 4, "\\u{1b}c\\u{202e}d\n"),
        // Two letters of two columns each, and two letters with an accent each in four characters.
        ("播棋 a", "", 5, "播棋\na\n"),
        ("e\u{301}e\u{301} a", "", 4, "e\u{301}e\u{301} a\n"),
        ("a b", "棋 ", 4, "棋 a\n   b\n"),
    ] {
        assert_eq!(paragraph(text, hang, width), lines, "{text}");
    }
}

#[test]
fn cells_are_as_wide_as_shown() {
    for (text, shown) in
        [("播棋播棋", "播… "), ("播棋", "播棋"), ("e\u{301}bc", "e\u{301}bc "), ("abcde", "abc…")]
    {
        let cell = padded(&cut(text, 4), 4);
        assert_eq!((width_of(&cell), &*cell), (4, shown));
    }
}
