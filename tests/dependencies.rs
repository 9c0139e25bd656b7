//! What the project depends on is what `deny.toml` allows, and compiles with the Rust that is promised.

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

use serde_json::Value;
use toml::Table;

fn table(file: &str) -> Table {
    let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{file}: {error}"));
    text.parse()
        .unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// The crates of `Cargo.lock`, for every system.
fn locked() -> Vec<Table> {
    let lock = table("Cargo.lock");
    let crates = lock["package"].as_array().expect("a list").iter();
    crates
        .map(|each| each.as_table().expect("a crate").clone())
        .collect()
}

/// What cargo knows of the crates that are needed on this system.
fn known() -> Vec<Value> {
    let cargo = |arguments: &[&str]| {
        let run = Command::new(env!("CARGO")).args(arguments).output();
        let run = run.expect("cargo starts");
        let said = String::from_utf8_lossy(&run.stderr);
        assert!(run.status.success(), "{said}");
        String::from_utf8(run.stdout).expect("UTF-8")
    };
    let version = cargo(&["version", "--verbose"]);
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    let host = host.expect("a system");
    let wanted = ["metadata", "--format-version=1", "--locked"];
    let known = cargo(&[&wanted[..], &["--filter-platform", host]].concat());
    let known: Value = serde_json::from_str(&known).expect("JSON");
    let known = known["packages"].as_array().expect("a list").clone();
    assert!(known.len() > 40, "{} crates", known.len());
    known
}

/// Whether a licence, written as SPDX expressions are, can be had by what is allowed.
fn is_allowed(licence: &str, allowed: &[&str]) -> bool {
    let spaced = licence.replace('/', " OR ");
    let spaced = spaced.replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut words = &words[..];
    either(&mut words, allowed) && words.is_empty()
}

/// `A OR B`, where `AND` binds more closely.
fn either(words: &mut &[&str], allowed: &[&str]) -> bool {
    let mut fits = both(words, allowed);
    while let ["OR", rest @ ..] = *words {
        *words = rest;
        fits |= both(words, allowed);
    }
    fits
}

/// `A AND B`.
fn both(words: &mut &[&str], allowed: &[&str]) -> bool {
    let mut fits = one(words, allowed);
    while let ["AND", rest @ ..] = *words {
        *words = rest;
        fits &= one(words, allowed);
    }
    fits
}

/// A name, perhaps with an exception, or an expression in brackets.
fn one(words: &mut &[&str], allowed: &[&str]) -> bool {
    match *words {
        ["(", rest @ ..] => {
            *words = rest;
            let fits = either(words, allowed);
            let closed = words.split_first().is_some_and(|(&word, _)| word == ")");
            *words = words.get(1..).unwrap_or_default();
            fits && closed
        }
        [name, "WITH", exception, rest @ ..] => {
            *words = rest;
            allowed.contains(&format!("{name} WITH {exception}").as_str())
        }
        [name, rest @ ..] => {
            *words = rest;
            allowed.contains(name)
        }
        [] => false,
    }
}

#[test]
fn licences_are_read_as_they_are_meant() {
    let allowed = |licence| is_allowed(licence, &["MIT", "Zlib", "A WITH B"]);
    for fine in [
        "MIT",
        "Other/MIT",
        "A OR MIT",
        "(A OR MIT) AND Zlib",
        "A AND B OR Zlib",
        "A WITH B",
    ] {
        assert!(allowed(fine), "{fine}");
    }
    for wrong in [
        "",
        "A",
        "MIT AND A",
        "MIT WITH B",
        "A WITH C",
        "(MIT OR Zlib) AND A",
        "(MIT",
        "MIT A",
    ] {
        assert!(!allowed(wrong), "{wrong}");
    }
}

#[test]
fn every_licence_is_allowed() {
    let deny = table("deny.toml");
    let allowed = deny["licenses"]["allow"].as_array().expect("a list");
    let allowed: Vec<&str> = allowed.iter().filter_map(toml::Value::as_str).collect();
    for each in known() {
        let licence = each["license"].as_str().unwrap_or_default();
        let name = &each["name"];
        assert!(is_allowed(licence, &allowed), "{name} is under {licence:?}");
    }
}

/// Two versions of a crate are in the program only where `deny.toml` says why.
#[test]
fn no_crate_is_there_twice() {
    let mut versions: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for each in locked() {
        let [name, version] = ["name", "version"].map(|key| each[key].as_str().expect(key));
        versions
            .entry(name.to_owned())
            .or_default()
            .push(version.to_owned());
    }
    versions.retain(|_, versions| versions.len() > 1);
    let deny = table("deny.toml");
    for skipped in deny["bans"]["skip"].as_array().expect("a list") {
        let named = skipped["crate"].as_str().expect("a crate");
        assert!(
            skipped["reason"]
                .as_str()
                .is_some_and(|why| !why.is_empty())
        );
        let (name, version) = named.split_once('@').expect("crate@version");
        let found = versions.get_mut(name);
        let found = found.unwrap_or_else(|| panic!("{named} is there once, so it needs no word"));
        found.retain(|found| !format!("{found}.").starts_with(&format!("{version}.")));
        if found.len() == 1 {
            versions.remove(name);
        }
    }
    assert!(versions.is_empty(), "{versions:?}");
}

/// Crates come from a registry, each with the sum of its bytes.
#[test]
fn every_crate_is_what_it_was() {
    for each in locked() {
        let name = each["name"].as_str().expect("a name");
        if name == "mankala" || name.starts_with("mankala-") {
            continue;
        }
        let source = each.get("source").and_then(toml::Value::as_str);
        assert!(
            source.is_some_and(|from| from.starts_with("registry+")),
            "{name}: {source:?}"
        );
        assert!(each.contains_key("checksum"), "{name}");
    }
}

/// No crate asks for a newer Rust than `rust-version` promises; clippy sees to the code itself.
#[test]
fn no_crate_needs_a_newer_rust() {
    let number = |version: &str| -> Vec<u32> {
        let parts = version.split('.').map(str::parse);
        parts
            .collect::<Result<_, _>>()
            .unwrap_or_else(|error| panic!("{version}: {error}"))
    };
    let promised = env!("CARGO_PKG_RUST_VERSION");
    for each in known() {
        let needed = each["rust_version"].as_str().unwrap_or("1.0");
        assert!(
            number(needed) <= number(promised),
            "{} needs Rust {needed}",
            each["name"]
        );
    }
}
