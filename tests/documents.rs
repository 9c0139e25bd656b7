//! The documents are true: links between files lead somewhere, and numbers and promises hold.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::common;

fn text(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn links_between_files_lead_somewhere() {
    for file in [
        "README.md",
        "GLOSSARY.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
        "src/ARCHITECTURE.md",
        "src/FEATURES.md",
        "benches/README.md",
        "docs/arena.md",
        "docs/commands.md",
        "docs/design.md",
        "docs/endings.md",
        "docs/engine.md",
        "docs/export.md",
        "docs/measures.md",
        "docs/mechanisms.md",
        "docs/missing.md",
        "docs/notations.md",
        "docs/openings.md",
        "docs/solving.md",
        "examples/solved.md",
        "examples/records.md",
        "examples/solved/README.md",
        "docs/promises.md",
        "docs/puzzles.md",
        "docs/reconstruction.md",
        "docs/release.md",
        "web/engine/README.md",
        "docs/review.md",
        "docs/runs.md",
        "docs/sources.md",
        "docs/tables.md",
        "docs/variants.md",
        "docs/which.md",
        "examples/dask.md",
        "examples/slurm.md",
        "python/README.md",
        "web/README.md",
    ] {
        let folder = Path::new(file).parent().expect("a file lies in a folder");
        let document = text(file);
        let targets = document.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
        for (target, _) in targets.filter(|(target, _)| !target.contains("://")) {
            let path = Path::new(env!("CARGO_MANIFEST_DIR"))
                .join(folder)
                .join(target.split('#').next().expect("a path"));
            assert!(path.exists(), "{file} links to {target}");
        }
    }
}

/// The trees of dependencies in the documentation are what the commands above them print.
#[test]
fn features_bring_what_the_documentation_says() {
    let document = text("src/FEATURES.md");
    let blocks = document.split("```text\n$ cargo ").skip(1);
    let blocks: Vec<&str> = blocks.filter_map(|rest| rest.split("```").next()).collect();
    assert!(blocks.len() >= 3, "{document}");
    for block in blocks {
        let (command, tree) = block.split_once('\n').expect("a command and its output");
        let output = Command::new(env!("CARGO"))
            .args(command.split(' '))
            .args(["--locked", "--charset", "utf8"])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .output()
            .expect("cargo starts");
        let printed = String::from_utf8(output.stdout).expect("UTF-8");
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert_eq!(printed, tree, "cargo {command}\n{complaint}");
    }
}

/// The package has what the program is made of, and not the pictures that only tests need.
#[test]
fn the_package_has_what_it_takes_and_no_more() {
    let output = Command::new(env!("CARGO"))
        .args(["package", "--list", "--allow-dirty", "--offline"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo starts");
    let packed = String::from_utf8(output.stdout).expect("UTF-8");
    let packed: Vec<&str> = packed.lines().collect();
    for file in ["src/main.rs", "README.md", "variants/kalah.toml", "LICENSE"] {
        assert!(packed.contains(&file), "{file} is missing: {packed:?}");
    }
    // What `new-ruleset` writes is part of the program.
    let example = fs::read_dir("examples/own_ruleset").expect("the example");
    let example = example.map(|file| file.expect("a file").path());
    for file in example.filter(|path| path.is_file()) {
        let file = file.to_str().expect("UTF-8").replace('\\', "/");
        assert!(packed.contains(&&*file), "{file} is missing: {packed:?}");
    }
    let needless = |file: &&&str| ["tests/", "fuzz/"].iter().any(|of| file.starts_with(of));
    assert_eq!(packed.iter().find(needless), None);
}

/// Every promise has its test, and every test of promises is named with what it shows.
#[test]
fn promises_name_their_tests() {
    let page = text("docs/promises.md");
    let named = |line| str::rsplit_once(str::strip_suffix(line, "` |")?, "| `");
    let named: Vec<&str> = page.lines().filter_map(|line| Some(named(line)?.1)).collect();
    for name in &named {
        let (module, test) = name.split_once("::").expect(name);
        let files = ["tests/promises", "tests"].map(|folder| format!("{folder}/{module}.rs"));
        let file = files.iter().find(|file| Path::new(file).exists());
        let code = text(file.expect(name));
        assert!(code.contains(&format!("#[test]\nfn {test}()")), "{name}");
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/promises");
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let module = path.file_stem().expect("a name").to_string_lossy();
        let code = fs::read_to_string(&path).expect("UTF-8");
        for test in code.split("#[test]\nfn ").skip(1) {
            let test = test.split('(').next().expect("a name");
            let name = format!("{module}::{test}");
            assert!(named.contains(&&*name), "{name}");
        }
    }
}

/// Every file of the crate says in its first line what it is for.
#[test]
fn first_lines_say_what_a_file_is_for() {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "rs") {
                let text = fs::read_to_string(&path).expect("UTF-8");
                assert!(text.starts_with("//! "), "{}", path.display());
            }
        }
    }
}

/// Every key of a variant file is described in the schema, so that editors can explain it.
#[test]
fn every_key_is_described() {
    fn check(schema: &serde_json::Value, path: &str) {
        let properties = schema["properties"].as_object().into_iter().flatten();
        for (key, value) in properties {
            let path = format!("{path}.{key}");
            let described = value["description"].as_str().is_some_and(|text| !text.is_empty());
            assert!(described, "{path} has no description");
            check(value, &path);
            check(&value["items"], &path);
        }
    }
    let catalogue = mankala::Catalogue::new();
    for ruleset in catalogue.rulesets() {
        let schema = catalogue.schema(ruleset).expect("a ruleset has a schema");
        assert!(schema["properties"]["rules"].is_object(), "{ruleset}");
        check(&schema, ruleset);
    }
}

/// A file of tests that `tests/main.rs` does not name would never be run.
#[test]
fn every_test_is_part_of_the_program() {
    let main = text("tests/main.rs");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    for file in fs::read_dir(folder).expect("the folder of tests") {
        let path = file.expect("a file").path();
        let stem = path.file_stem().expect("a name").to_str().expect("UTF-8");
        if path.extension().is_some_and(|end| end == "rs") && stem != "main" {
            let module = format!("mod {stem};");
            let is_named = main.lines().any(|line| line == module);
            assert!(is_named, "tests/main.rs does not say {module:?}");
        }
    }
}

/// A book begins with the aim and a turn; every game has both, in few lines that its options make true.
#[test]
fn every_game_has_a_brief_of_a_few_lines() {
    for (name, loaded) in crate::common::variants() {
        let brief = loaded.brief(&loaded.in_words());
        assert!(!brief.aim.is_empty(), "{name} has no aim");
        let lines = brief.turn.len();
        assert!((3..=5).contains(&lines), "{name}: a turn in {lines} lines: {brief:?}");
        for line in brief.aim.iter().chain(&brief.turn) {
            let is_filled_in = !line.contains(['{', '}', '?', '`']);
            assert!(is_filled_in, "{name}: {line}");
        }
        for line in &brief.besides {
            let is_new = !brief.aim.contains(line) && !brief.turn.contains(line);
            assert!(is_new, "{name}: {line}");
        }
        let begins = loaded.book.find("\n## ").map(|at| &loaded.book[at..]);
        assert!(begins.is_some_and(|text| text.starts_with("\n## Aim\n")), "{name}");
    }
}

#[test]
fn the_citation_has_the_version_of_the_program() {
    let version = format!("\nversion: {}\n", env!("CARGO_PKG_VERSION"));
    assert!(text("CITATION.cff").contains(&version), "{version}");
}

#[test]
fn the_number_of_games_is_right() {
    let games = mankala::files::catalogue::embedded().len();
    for readme in ["README.md", "python/README.md"] {
        assert!(text(readme).contains(&format!(" {games} games ")), "{readme}: {games}");
    }
}

/// Checks that a book explains gaps in the numbers of its rules.
#[test]
fn missing_numbers_are_explained() {
    let mut books = std::collections::BTreeMap::new();
    for (_, loaded) in crate::common::variants() {
        books.insert(loaded.ruleset, loaded.book);
    }
    let rulesets = mankala::Catalogue::new().rulesets().count();
    assert_eq!(books.len(), rulesets, "a ruleset has no variant");
    for (ruleset, book) in books {
        let mut numbers = std::collections::BTreeMap::<&str, Vec<u32>>::new();
        for id in mankala::files::spec::rule_ids(book) {
            let digits = id.trim_start_matches(|c: char| c.is_ascii_uppercase());
            if let Ok(number) = digits.parse() {
                let letters = &id[..id.len() - digits.len()];
                numbers.entry(letters).or_default().push(number);
            }
        }
        for (letters, mut numbers) in numbers {
            numbers.sort_unstable();
            let has_gaps = (1..).zip(&numbers).any(|(due, &number)| due != number);
            let explains = |part: &&str| {
                let mut words = part.split(|c: char| !c.is_alphanumeric());
                part.contains("missing") && words.any(|word| word == letters)
            };
            let is_explained = book.split("\n\n").any(|part| explains(&part));
            assert!(!has_gaps || is_explained, "{ruleset}: {letters} {numbers:?}");
        }
    }
}

/// `INSTA_UPDATE=always` writes the table anew.
#[test]
fn the_table_of_sources_has_every_file() {
    let page = text("docs/sources.md");
    let (head, _) = page.split_once("\n| game |").expect("a table");
    let mut table = format!(
        "{head}\n| game | source of the rules | read through | first known | checked |\n|---|---|---|---|---|\n"
    );
    for (name, loaded) in common::variants() {
        let header = &loaded.header;
        let source = &header.sources[0];
        let cell = |text: &str| text.replace('|', "\\|");
        let _ = writeln!(
            table,
            "| `{name}` | {}: {} ({}) | {} | {} | {} |",
            cell(&source.author),
            cell(&source.title),
            source.year,
            cell(source.through.as_deref().unwrap_or("")),
            header.since(),
            header.checked.as_deref().unwrap_or(""),
        );
    }
    if common::is_blessing() {
        fs::write(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/sources.md"), table)
            .expect("written");
    } else {
        assert!(page == table, "docs/sources.md is out of date; INSTA_UPDATE=always writes it");
    }
}
