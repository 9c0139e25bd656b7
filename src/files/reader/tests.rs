//! The reader agrees with TOML's own deserializer, and reports the location of every error.

use std::collections::BTreeMap;
use std::num::NonZeroU8;

use serde::Deserialize;

use super::*;
use crate::files::tree::{self, Layer};

/// Every kind of type that a ruleset may use.
#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Everything {
    #[serde(rename = "first-letter")]
    letter: char,
    share: f64,
    far: i64,
    some: NonZeroU8,
    pair: (u8, String),
    pits: [u8; 3],
    names: BTreeMap<String, Vec<bool>>,
    kind: Kinds,
    kinds: Vec<Kinds>,
    either: Either,
    inner: Inner,
    absent: Option<Inner>,
    #[serde(default)]
    usual: u16,
    even: Even,
}

#[derive(Debug, Default, PartialEq, Deserialize)]
struct Inner {
    wide: Wide,
    #[serde(flatten)]
    more: BTreeMap<String, i64>,
}

#[derive(Debug, Default, PartialEq, Deserialize)]
struct Wide(u32);

#[derive(Debug, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Kinds {
    Plain,
    Times(u8),
    Both { a: u8, b: bool },
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(untagged)]
enum Either {
    Number(i64),
    Word(String),
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(try_from = "u8")]
struct Even(u8);

impl TryFrom<u8> for Even {
    type Error = String;

    fn try_from(number: u8) -> Result<Self, String> {
        let odd = format!("{number} is odd");
        number.is_multiple_of(2).then_some(Self(number)).ok_or(odd)
    }
}

const RIGHT: [&str; 13] = [
    "first-letter = 'é'",
    "share = 2",
    "far = -9000000000",
    "some = 0x7",
    "pair = [1, 'x']",
    "pits = [1, 2, 3]",
    "names = { a = [true, false], b = [] }",
    "kind = 'plain'",
    "kinds = ['plain', { times = 3 }, { both = { a = 1, b = true } }]",
    "either = 'word'",
    "inner = { wide = 70000, x = 1, y = 2 }",
    "usual = 9",
    "even = 4",
];

/// Returns the value read from a text, and each error with the bytes at its location.
fn reading(text: &str) -> (Option<Everything>, Vec<(String, String)>) {
    let mut mistakes = ErrorList::default();
    let node = Node::whole(tree::read(Layer::Own, text, &mut |_, message| panic!("{message}")));
    let read = read(&node, &[], &mut mistakes);
    let (told, _) = mistakes.told();
    let shown =
        |(place, message): (Location, String)| (text[place.start..place.end].to_owned(), message);
    (read, told.into_iter().map(shown).collect())
}

/// Returns the text with the line of one key replaced.
fn with(line: &str) -> String {
    let key = |line: &str| line.split(' ').next().map(str::to_owned);
    RIGHT.map(|right| if key(right) == key(line) { line } else { right }).join("\n")
}

#[test]
fn types_are_read_as_toml_reads_them() {
    let text = RIGHT.join("\n");
    let (read, mistakes) = reading(&text);
    assert_eq!(mistakes, []);
    assert_eq!(read, Some(toml::from_str(&text).expect("TOML")));
    assert_eq!(reading(&with("usual = 0")).0.map(|read| read.usual), Some(0));
}

#[test]
fn each_wrong_value_is_reported_at_its_place() {
    // A line, the place of its error, and the message.
    for case in [
        "first-letter = 'ab'; 'ab'; expected one letter, found string \"ab\"",
        "share = 'half'; 'half'; expected a number, found string \"half\"",
        "far = 1.5; 1.5; expected a whole number from -9223372036854775808 \
         to 9223372036854775807, found floating point `1.5`",
        "some = 0; 0; expected a nonzero u8, found integer `0`",
        "pair = [1, 2]; 2; expected a string, found integer `2`",
        "pits = [1, 2]; [1, 2]; expected 3 items, found a list of 2",
        "pits = [1, 2, 3, 4]; [1, 2, 3, 4]; expected 3 items, found a list of 4",
        "pits = 3; 3; expected a list of 3 items, found integer `3`",
        "names = { a = [1] }; 1; expected true or false, found integer `1`",
        "kind = 'plane'; 'plane'; unknown value `plane`, did you mean plain? expected one of `plain`, `times`, `both`",
        "kind = 7; 7; expected one of `plain`, `times`, `both`, found integer `7`",
        "kinds = [{ times = 300 }]; 300; expected a whole number from 0 to 255, found integer `300`",
        "kinds = [{ both = { a = 1 } }]; { a = 1 }; missing key `b`",
        "either = [1]; [1]; data did not match any variant of untagged enum Either",
        "inner = { x = 1 }; { x = 1 }; missing key `wide`",
        "even = 3; 3; 3 is odd",
        "usual = 1979-05-27; 1979-05-27; expected a whole number from 0 to 65535, found datetime `1979-05-27`",
    ] {
        let parts: Vec<&str> = case.split("; ").collect();
        let [line, place, message] = parts[..] else {
            panic!("{case}");
        };
        let (read, mistakes) = reading(&with(line));
        assert_eq!(read, None, "{line}");
        assert_eq!(mistakes, [(place.to_owned(), message.to_owned())], "{line}");
    }
}

#[test]
fn missing_keys_are_reported_for_every_item() {
    #[derive(Debug, Deserialize)]
    #[expect(dead_code, reason = "nothing of it is ever handed out")]
    struct Outer {
        list: Vec<Strict>,
        one: Strict,
    }
    #[derive(Debug, Deserialize)]
    #[expect(dead_code, reason = "nothing of it is ever handed out")]
    struct Strict {
        a: u8,
        b: Option<u8>,
        c: Kinds,
    }
    let text = "list = [{}, { a = 1 }, { c = 'plain', b = 'x' }]\nanother = 1";
    let mut mistakes = ErrorList::default();
    let node = Node::whole(tree::read(Layer::Own, text, &mut |_, message| panic!("{message}")));
    assert!(read::<Outer>(&node, &[], &mut mistakes).is_none());
    let (told, more) = mistakes.told();
    let told: Vec<_> = told.iter().map(|(place, message)| (place.start, &**message)).collect();
    assert_eq!(more, 0);
    assert_eq!(
        told,
        [
            (8, "missing key `a`"),
            (8, "missing key `c`"),
            (12, "missing key `c`"),
            (23, "missing key `a`"),
            (42, "expected a whole number from 0 to 255, found string \"x\""),
            (49, "unknown key `another`, expected one of `list`, `one`"),
            // About the whole text, and so without a location.
            (0, "missing key `one`"),
        ]
    );
}
