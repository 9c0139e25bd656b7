//! Control characters in the output.

use mankala::text::visible::{visible, visible_json, visible_lines};

#[test]
fn control_characters_are_shown() {
    let clipboard = "a\u{1b}]52;c;cm0=\u{7}b\u{9b}1mc\u{202e}d\r\n\te";
    let shown = r"a\u{1b}]52;c;cm0=\u{7}b\u{9b}1mc\u{202e}d\r\n\te";
    assert_eq!(visible(clipboard), shown);
    assert_eq!(visible_lines("a\u{1b}[2J\n\tb\r"), "a\\u{1b}[2J\n\tb\\r");
}

#[test]
fn json_with_escapes_is_the_same_json() {
    let text = "a\u{7f}\u{9b}1m\u{202e}\u{1b}\n";
    let json = serde_json::json!([text]).to_string();
    let shown = visible_json(&json);
    assert_eq!(shown, r#"["a\u007f\u009b1m\u202e\u001b\n"]"#);
    assert_eq!(serde_json::from_str::<[String; 1]>(&shown).unwrap(), [text]);
}

#[test]
fn ordinary_text_stays() {
    let plain = "Ng'ombe, Тоғызқұмалақ, مانكالا, 播棋 – “e\u{301}”";
    assert_eq!(visible(plain), plain);
}
