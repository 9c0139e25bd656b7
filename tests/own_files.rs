//! An embedder's own variant files: found by name, inherited from, and told apart from those of the crate.

use mankala::Catalogue;
use mankala::files::catalogue::embedded;
use serde_json::json;

use crate::common::run::{folder, mankala, path};

/// A file that changes one number of Kalah.
const QUICK: &str = r#"
name = "quick-kalah"
title = "Quick Kalah"
inherits = "kalah"
region = "a kitchen table"
year = 2026
about = "Kalah with two seeds a pit."

[[sources]]
author = "nobody"
title = "a test"
year = 2026

[setup]
seeds = 2
"#;

/// An heir that says nothing of itself but its names and its year.
const BARE: &str = "name = \"bare\"\ntitle = \"Bare\"\ninherits = \"kalah\"\nyear = 2026\n";

#[test]
fn an_own_file_is_found_by_the_name_in_it() {
    let catalogue = Catalogue::new().with_file(QUICK);
    let names: Vec<&str> = catalogue.names().collect();
    assert_eq!(names.len(), embedded().len() + 1);
    assert_eq!(names.last(), Some(&"quick-kalah"));
    let loaded = catalogue.load("quick-kalah", &[]).expect("in order");
    assert_eq!(loaded.origin, "quick-kalah.toml");
    assert_eq!(loaded.header.title, "Quick Kalah");
    assert_eq!(loaded.game().seeds(), 24);
    assert!(Catalogue::new().load("quick-kalah", &[]).is_err());
}

#[test]
fn an_own_file_can_be_inherited_from() {
    let parent = embedded().into_iter().find(|(name, _)| *name == "kalah");
    let parent = parent.expect("kalah").1;
    let parent = parent.replace("name = \"kalah\"", "name = \"my-kalah\"");
    let child = QUICK.replace("inherits = \"kalah\"", "inherits = \"my-kalah\"");
    // The order in which they are given makes no difference.
    let catalogue = Catalogue::new().with_file(child).with_file(parent);
    let loaded = catalogue.load("quick-kalah", &[]).expect("in order");
    let origins: Vec<&str> = loaded.values.iter().map(|value| &*value.origin).collect();
    assert!(origins.contains(&"my-kalah.toml"), "{origins:?}");
    assert!(origins.contains(&"quick-kalah.toml"), "{origins:?}");
}

/// A file that states no source has none; what is said of its parent is marked as such, and stays where scripts expect it.
#[test]
fn inherited_header_keys_are_marked() {
    let catalogue = Catalogue::new().with_file(BARE).with_file(QUICK);
    let load = |name: &str| catalogue.load(name, &[]).expect("in order");
    let (kalah, bare, quick) = (load("kalah"), load("bare"), load("quick-kalah"));
    assert_eq!(bare.header.inherited, ["region", "about", "sources", "rulings"]);
    assert_eq!(bare.header.whose("sources"), Some("kalah"));
    assert_eq!(bare.header.region, kalah.header.region);
    for own in [&kalah, &quick] {
        // Rulings on inherited rules stay the parent's.
        assert!(own.header.inherited.iter().all(|key| key == "rulings"));
        assert_eq!(own.header.of_whom("region", "here"), "here");
    }
    let changed = catalogue.load("bare", &["region=\"here\"".to_owned()]);
    assert_eq!(changed.expect("in order").header.whose("region"), None);
    let outlines = catalogue.outlines();
    let outlines: Vec<_> = outlines.into_iter().map(|it| it.expect("in order")).collect();
    let heirs = outlines.iter().filter(|it| it.header.inherited.iter().any(|key| key == "sources"));
    assert_eq!(heirs.count(), 1);

    let folder = folder("heir");
    let file = folder.join("bare.toml");
    std::fs::write(&file, BARE).expect("a file");
    let page = mankala(&["show", path(&file)]).done().out;
    for part in [
        "(inherited from kalah)",
        "Source   (inherited from kalah) ",
        "Where    (inherited from kalah) ",
        "First    2026",
    ] {
        assert!(page.contains(part), "{part:?} in {page}");
    }
    let object = mankala(&["show", path(&file), "--json"]).done().object();
    assert_eq!(object["header"]["inherited"], json!(["region", "about", "sources", "rulings"]));
    assert!(mankala(&["show", "kalah", "--json"]).done().object()["header"]["inherited"].is_null());
}

#[test]
fn an_own_file_takes_the_place_of_one_with_its_name() {
    let own = QUICK.replace("quick-kalah", "oware");
    let catalogue = Catalogue::new().with_file(own);
    assert_eq!(catalogue.names().count(), embedded().len());
    let loaded = catalogue.load("oware", &[]).expect("in order");
    assert_eq!((loaded.ruleset, &*loaded.origin), ("congkak", "oware.toml"));
    let again =
        catalogue.with_file(QUICK.replace("quick-kalah", "oware").replace("= 2\n", "= 3\n"));
    let loaded = again.load("oware", &[]).expect("in order");
    assert_eq!(loaded.game().seeds(), 36);
}

#[test]
fn errors_in_own_files_are_reported_when_loading() {
    let misspelt = QUICK.replace("seeds = 2", "sedes = 2");
    let nameless = QUICK.replace("quick-kalah", "Quick Kalah");
    let catalogue =
        Catalogue::new().with_file(misspelt).with_file(nameless).with_file("= not TOML =");
    let names: Vec<&str> = catalogue.names().skip(embedded().len()).collect();
    assert_eq!(names.len(), 3);
    assert_eq!(names[0], "quick-kalah");
    for (name, part) in names.iter().zip(["unknown key `sedes`", "lowercase letters", "error: "]) {
        let Err(errors) = catalogue.load(name, &[]) else {
            panic!("{name} is in order");
        };
        let message = errors.to_string();
        assert!(message.contains(part), "{message}");
        assert!(message.contains(&format!("--> {name}.toml:")), "{message}");
    }
}

#[test]
fn messages_about_names_list_own_files() {
    let catalogue = Catalogue::new().with_file(QUICK);
    let Err(errors) = catalogue.load("quick-kalha", &[]) else {
        panic!("there is no such variant");
    };
    assert!(errors.to_string().contains("quick-kalah"), "{errors}");
}
