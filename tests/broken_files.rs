//! Messages about variant files with errors, which are part of the interface. Each file of `tests/broken/` has one kind
//! of error, named in its first line, and a snapshot of the output of `mankala check`.

use std::fs;
use std::path::Path;
use std::process::Command;

use mankala::Catalogue;

/// Runs the program in the folder of the crate, so that paths in messages are the same everywhere.
fn complaint(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_mankala"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("the program runs");
    let complaint = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(output.status.code(), Some(1), "{arguments:?}: {complaint}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "", "{arguments:?}");
    without_lists(&complaint)
}

/// The list of all rulesets grows: only that it is there matters.
fn without_lists(text: &str) -> String {
    let catalogue = Catalogue::new();
    let rulesets: Vec<String> = catalogue.rulesets().map(|name| format!("`{name}`")).collect();
    text.replace(&rulesets.join(", "), "(every ruleset)")
}

fn settings(description: &str) -> insta::Settings {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("snapshots/broken");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.set_description(description);
    settings
}

#[test]
fn files() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/broken");
    let files = fs::read_dir(folder).expect("the folder of broken files");
    let mut stems: Vec<String> = files
        .map(|file| file.expect("a file").path())
        .map(|path| path.file_stem().expect("a name").to_str().expect("UTF-8").to_owned())
        .collect();
    stems.sort();
    assert!(stems.len() > 30, "only {} broken files were found", stems.len());
    for stem in stems {
        let path = format!("tests/broken/{stem}.toml");
        let bytes = fs::read(&path).expect("a file");
        let text = String::from_utf8_lossy(&bytes);
        let purpose = text.lines().next().and_then(|line| line.strip_prefix("# "));
        let said = complaint(&["check", &path]);
        settings(purpose.unwrap_or("A file with nothing in it."))
            .bind(|| insta::assert_snapshot!(&*stem, said));
    }
}

#[test]
fn overrides() {
    let wrong = [
        ("unknown-key", "rules.hause=owned"),
        ("unknown-section", "rule.house=owned"),
        ("misspelt-value", "rules.house=ownd"),
        ("wrong-type", "rules.takasia=perhaps"),
        ("out-of-range", "setup.store=300"),
        ("row-of-wrong-length", "setup.front=[1, 2]"),
        ("no-value", "rules.house"),
        ("no-key", "=owned"),
        ("empty", ""),
        ("broken-value", "setup.front=[1, 2"),
        ("key-only", "rules.house="),
        ("no-section", "year.house=owned"),
    ];
    for (name, set) in wrong {
        let said = complaint(&["moves", "zanzibar-bao", "--set", set]);
        settings(&format!("--set {set}"))
            .bind(|| insta::assert_snapshot!(format!("override-{name}"), said));
    }
}

#[test]
fn names_and_paths() {
    let wrong = [
        ("unknown-name", "zanzibar-boa"),
        ("empty-name", ""),
        ("missing-file", "no/such/file.toml"),
        ("folder", "tests/broken"),
        ("rust-file", "src/lib.rs"),
    ];
    for (name, path) in wrong {
        let said = complaint(&["check", path]);
        settings(&format!("check {path:?}"))
            .bind(|| insta::assert_snapshot!(format!("path-{name}"), said));
    }
}
