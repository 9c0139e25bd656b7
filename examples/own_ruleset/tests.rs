//! The examples of the file look as pinned, every rule has one, and the laws of all games hold.
//!
//! `INSTA_UPDATE=always cargo test` pins what the examples look like now; read it before it is kept.

use mankala::files::check::rules_without_example;
use mankala::{Loaded, testing};

fn loaded() -> Loaded {
    let loaded = crate::catalogue().load("ngombe", &[]);
    loaded.unwrap_or_else(|errors| panic!("{errors}"))
}

#[test]
fn examples_look_as_pinned() {
    for picture in testing::pictures(&loaded()) {
        insta::assert_snapshot!(picture.name, picture.text);
    }
}

#[test]
fn every_rule_has_an_example() {
    let loaded = loaded();
    let missing = rules_without_example(&loaded, &loaded.examples);
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn the_laws_hold() {
    testing::laws(&loaded());
}
