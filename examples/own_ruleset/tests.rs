//! The examples match their snapshots, every rule has an example, and the laws of all games hold.
//!
//! `INSTA_UPDATE=always cargo test` updates the snapshots; review them before you commit.

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
