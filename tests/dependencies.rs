//! Dependencies: only those that `deny.toml` allows, and that compile with the promised Rust version.

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

use serde_json::Value;
use spdx::{Expression, LicenseReq, Licensee, ParseMode};
use toml::Table;

fn table(file: &str) -> Table {
    let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{file}: {error}"));
    text.parse().unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// The crates of `Cargo.lock`, for every system.
fn locked() -> Vec<Table> {
    let lock = table("Cargo.lock");
    let crates = lock["package"].as_array().expect("a list").iter();
    crates.map(|each| each.as_table().expect("a crate").clone()).collect()
}

/// Returns cargo's metadata of the crates that this system needs.
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

#[test]
fn every_licence_is_allowed() {
    let deny = table("deny.toml");
    let names = deny["licenses"]["allow"].as_array().expect("a list").iter();
    let names = names.map(|name| name.as_str().expect("a licence"));
    let allowed: Result<Vec<Licensee>, _> = names.map(Licensee::parse).collect();
    let allowed = allowed.expect("licences by their SPDX names");
    let fits = |term: &LicenseReq| allowed.iter().any(|licence| licence.satisfies(term));
    for each in known() {
        let licence = each["license"].as_str().unwrap_or_default();
        let expression = Expression::parse_mode(licence, ParseMode::LAX);
        let is_allowed = expression.is_ok_and(|expression| expression.evaluate(fits));
        assert!(is_allowed, "{} is under {licence:?}", each["name"]);
    }
}

/// Two versions of a crate are in the program only where `deny.toml` says why.
#[test]
fn no_crate_is_there_twice() {
    let mut versions: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for each in locked() {
        let [name, version] = ["name", "version"].map(|key| each[key].as_str().expect(key));
        versions.entry(name.to_owned()).or_default().push(version.to_owned());
    }
    versions.retain(|_, versions| versions.len() > 1);
    let deny = table("deny.toml");
    for skipped in deny["bans"]["skip"].as_array().expect("a list") {
        let named = skipped["crate"].as_str().expect("a crate");
        assert!(skipped["reason"].as_str().is_some_and(|why| !why.is_empty()));
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
        assert!(source.is_some_and(|from| from.starts_with("registry+")), "{name}: {source:?}");
        assert!(each.contains_key("checksum"), "{name}");
    }
}

/// No crate asks for a newer Rust than `rust-version` promises; clippy sees to the code itself.
#[test]
fn no_crate_needs_a_newer_rust() {
    let number = |version: &str| -> Vec<u32> {
        let parts = version.split('.').map(str::parse);
        parts.collect::<Result<_, _>>().unwrap_or_else(|error| panic!("{version}: {error}"))
    };
    let promised = env!("CARGO_PKG_RUST_VERSION");
    for each in known() {
        let needed = each["rust_version"].as_str().unwrap_or("1.0");
        assert!(number(needed) <= number(promised), "{} needs Rust {needed}", each["name"]);
    }
}
