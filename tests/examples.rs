//! Every example of every variant, as a picture that is pinned; and every rule with an example.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use mankala::files::check::{rules_without_example, wrong_examples};
use mankala::files::spec::{Example, rule_ids};
use mankala::{Loaded, testing};

use crate::common;

/// Folder of the snapshots, relative to this file; one snapshot for all examples of a variant.
const SNAPSHOTS: &str = "snapshots/examples";

#[test]
fn examples_look_as_pinned() {
    common::each_variant(|name, loaded| {
        let pictures = testing::pictures(loaded).into_iter();
        let pictures = pictures.map(|picture| format!("=== {}\n\n{}", picture.name, picture.text));
        let pictures = pictures.collect::<Vec<_>>().join("\n");
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path(SNAPSHOTS);
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        let same = settings.bind(|| {
            catch_unwind(AssertUnwindSafe(|| {
                insta::assert_snapshot!(name, pictures);
            }))
        });
        assert!(
            same.is_ok(),
            "the examples of {name} look otherwise than pinned: {}",
            common::BLESS
        );
    });
}

#[test]
fn every_snapshot_belongs_to_a_variant() {
    let names: BTreeSet<&str> = common::variants().map(|(name, _)| name).collect();
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    for file in fs::read_dir(tests.join(SNAPSHOTS)).expect("the folder of snapshots") {
        let path = file.expect("a file").path();
        let stem = path.file_stem().and_then(|stem| stem.to_str());
        let is_new = path.extension().is_some_and(|end| end == "new");
        assert!(
            is_new || stem.is_some_and(|stem| names.contains(stem)),
            "{} belongs to no variant",
            path.display()
        );
    }
}

#[test]
fn examples_come_out_as_written() {
    common::each_variant(|_, loaded| assert_eq!(wrong_examples(loaded, &|| false).told, []));
}

/// A ruleset's files together show all its rules: no single file plays by all of them.
#[test]
fn every_rule_has_an_example() {
    let mut shown: BTreeMap<&str, (&Loaded, Vec<Example>)> = BTreeMap::new();
    for (_, loaded) in common::variants() {
        let (_, examples) = shown.entry(loaded.ruleset).or_insert_with(|| (loaded, Vec::new()));
        examples.extend(loaded.examples.iter().cloned());
    }
    let mut missing = Vec::new();
    for (ruleset, (loaded, examples)) in &shown {
        let ids = rule_ids(loaded.book);
        assert!(!ids.is_empty(), "the rule book of {ruleset} has no rules");
        for (index, id) in ids.iter().enumerate() {
            assert!(!ids[..index].contains(id), "{ruleset} has two rules {id}");
        }
        let without = rules_without_example(loaded, examples).into_iter();
        missing.extend(without.map(|id| format!("{ruleset} {id}")));
    }
    assert!(missing.is_empty(), "rules without an example: {missing:?}");
}

#[test]
fn files_are_called_like_their_variants() {
    for (stem, loaded) in common::variants() {
        assert_eq!(loaded.header.name, stem);
    }
}

/// Whatever an example is called, its picture has a name of its own that any folder takes.
#[test]
fn pictures_have_good_file_names() {
    let (_, kalah) = common::variants().find(|(name, _)| *name == "kalah").expect("kalah");
    let (mut loaded, plain) = (kalah.clone(), kalah.examples[0].clone());
    let long = "long ".repeat(100);
    let names = ["A move: again!", "a/move\\again?", "two.five", "ēé", "", " ", &long];
    let called = |&name: &&str| Example { name: name.to_owned(), ..plain.clone() };
    loaded.examples = names.iter().map(called).collect();
    let pictures = testing::pictures(&loaded);
    let found: Vec<&str> = pictures.iter().map(|picture| &*picture.name).collect();
    let long = format!("kalah-{}", &"long-".repeat(12));
    assert_eq!(
        found,
        [
            "kalah-a-move-again",
            "kalah-a-move-again-2",
            "kalah-two.five",
            "kalah-example",
            "kalah-example-2",
            "kalah-example-3",
            &long,
        ]
    );
}
