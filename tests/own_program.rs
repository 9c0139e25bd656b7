//! Rulesets in other crates: their programs have every command, and `new-ruleset` writes such a crate.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use mankala::Catalogue;

use crate::common::run::{Run, folder, mankala, path, run, text};
use crate::serve::Server;

mod two_rows;

/// The program of `examples/own_ruleset`, whose catalogue holds a ruleset and a file of its own.
///
/// It is asked of cargo, which builds it if it is not built yet, so that no old one is tested.
static OWN: LazyLock<PathBuf> = LazyLock::new(|| {
    let profile = if cfg!(debug_assertions) { "test" } else { "release" };
    let folder = Path::new(env!("CARGO_BIN_EXE_mankala")).parent();
    let target = folder.and_then(Path::parent).expect("target/debug");
    let built = Command::new(env!("CARGO"))
        .args(["build", "--quiet", "--offline", "--locked"])
        .args(["--example", "own_ruleset", "--profile", profile])
        .args(["--target-dir", path(target)])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .status();
    assert!(built.expect("cargo starts").success());
    let name = format!("own_ruleset{}", std::env::consts::EXE_SUFFIX);
    let folder = folder.expect("target/debug").join("examples");
    folder.join(name)
});

fn own(arguments: &[&str]) -> Run {
    run(&*OWN, arguments, b"")
}

/// Asks a game of another crate what every game can be asked.
#[test]
fn a_program_of_another_crate_has_every_command() {
    let names = own(&["list", "--json"]).done().quiet().objects();
    let ours = Catalogue::new().names().count();
    assert_eq!(names.len(), ours + 1);
    assert_eq!(text(&names[ours], "name"), "ngombe");

    let show = |part: &[&str]| own(&[&["show", "ngombe"], part].concat()).done().quiet().out;
    let page = show(&[]);
    assert!(page.contains("A last seed that makes exactly 4 wins them."), "{page}");
    let rules = show(&["--rules"]);
    assert!(rules.contains("Number of seeds in a pit that makes a herd"), "{rules}");
    let examples = show(&["--examples"]);
    assert!(examples.contains("a herd is caught"), "{examples}");
    let checked = own(&["check", "ngombe", "--json"]).done().quiet().object();
    assert_eq!(checked["ok"], true);
    let schema = own(&["schema", "ngombe"]).done().quiet().out;
    assert!(schema.contains("Number of seeds in a pit that makes a herd"));

    let moves = own(&["moves", "ngombe", "--json"]).done().quiet().object();
    assert_eq!(moves["moves"].as_array().map(Vec::len), Some(6));
    let applied = own(&["apply", "ngombe", "A1", "--trace"]).done().quiet();
    assert!(applied.out.contains("A4 goes home"), "{applied:?}");
    let counted = own(&["perft", "ngombe", "3", "--json", "--threads", "2"]);
    assert_eq!(counted.done().quiet().object()["variant"], "ngombe");

    let folder = folder("own");
    let game = folder.join("game.txt");
    let play = ["play", "ngombe", "--south", "greedy", "--north", "random"];
    own(&[&play[..], &["--save", path(&game)]].concat()).done();
    let replayed = own(&["replay", path(&game)]).done().quiet().out;
    assert!(replayed.contains("plies"), "{replayed}");

    let games = ["--south", "random", "--north", "random", "--games", "4"];
    let played = own(&[&["match", "ngombe"], &games[..]].concat()).done();
    assert_eq!(played.objects().len(), 4);
    let compared = own(&["compare", "ngombe", "kalah", "--games", "4"]).done();
    assert!(compared.out.contains("ngombe"));
    let compared = own(&["compare", "ngombe", "--games", "4", "--json"]).object();
    assert!(text(&compared, "command").starts_with("own_ruleset compare ngombe "));
    let differing = own(&["diff", "ngombe", "kalah", "--json"]).done().object();
    assert_eq!(differing["rules"]["ruleset"], serde_json::json!(["ngombe", "congkak"]));
    let speed = own(&["speed", "ngombe", "--seconds", "0.02", "--json"]);
    assert_eq!(speed.done().object()["variant"], "ngombe");

    let new = folder.join("mine.toml");
    let from = ["new", "mine", "--from", "ngombe:rules.herd=3"];
    own(&[&from[..], &["--out", path(&new)]].concat()).done();
    own(&["check", path(&new)]).done();
}

#[test]
fn the_page_of_a_program_of_another_crate_opens_its_game() {
    let opens = Server::of(&OWN, &[]).opens();
    assert_eq!(opens["variant"], "ngombe");
    assert_eq!(Server::of(&OWN, &["kalah"]).opens()["variant"], "kalah");
}

/// Help and files speak of the program that was called.
#[test]
fn a_program_of_another_crate_has_its_own_name() {
    let help = own(&["--help"]).done().quiet().out;
    assert!(help.contains("Usage: own_ruleset"), "{help}");
    let misused = own(&["moves"]).misused().err;
    assert!(misused.contains("Usage: own_ruleset moves"), "{misused}");
    let new = own(&["new", "mine", "--from", "ngombe"]).done().out;
    assert!(new.contains("own_ruleset check mine.toml"), "{new}");
    assert!(!new.contains("mankala"), "{new}");
}

/// The files of a folder and of those in it, by path.
fn files_of(folder: &Path) -> Vec<(String, String)> {
    let (mut files, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).expect("a folder") {
            let found = entry.expect("an entry").path();
            if found.is_dir() {
                folders.push(found);
            } else {
                let within = found.strip_prefix(folder).expect("in the folder");
                let text = fs::read_to_string(&found).expect("UTF-8");
                files.push((path(within).replace('\\', "/"), text));
            }
        }
    }
    files.sort();
    files
}

/// The crate is the example of this repository under another name.
#[test]
fn new_ruleset_writes_the_example_under_its_name() {
    let folder = folder("new-ruleset");
    let crate_of = |name: &str| folder.join(name);
    let new = |name: &str| {
        let out = crate_of(name);
        let run = mankala(&["new-ruleset", name, "--out", path(&out)]);
        run.done().quiet()
    };
    let said = new("ngombe").out;
    assert!(said.contains("cargo test"), "{said}");
    // Where it takes the library from is said: without `--mankala` the sources of this very program.
    let sources = env!("CARGO_MANIFEST_DIR");
    assert!(said.contains(&format!("with mankala from {sources}\n")), "{said}");
    // Every file of the example is there, the same but for what it is called.
    let called = |text: &str| {
        let text = text.replace("examples/own_ruleset", "src");
        text.replace("own_ruleset", "ngombe").replace("Ng'ombe", "Ngombe")
    };
    let examples = files_of(Path::new("examples/own_ruleset"));
    // A new crate has the default layout of rustfmt, unlike this repository.
    let examples = examples.into_iter().filter(|(path, _)| path != "rustfmt.toml");
    let examples: Vec<_> = examples.map(|(path, text)| (called(&path), called(&text))).collect();
    assert_eq!(files_of(&crate_of("ngombe").join("src")), examples);

    new("two-herds");
    let files = files_of(&crate_of("two-herds"));
    for (path, text) in &files {
        let old = (path.clone() + text).to_lowercase();
        let old = ["ombe", "own_ruleset"].iter().find(|&&name| old.contains(name));
        assert_eq!(old, None, "{path}: {text}");
    }
    let named = |name: &str| files.iter().find(|(path, _)| path.ends_with(name));
    let (_, toml) = named("src/two-herds.toml").expect("the variant");
    assert!(toml.contains("title = \"Two herds\""), "{toml}");
    // Snapshots are found by the name of the crate as Rust writes it.
    named("/two_herds__tests__two-herds-nothing-to-sow.snap").expect("a snapshot");
    // Cargo understands the manifest, and finds this crate and what it needs.
    fs::copy("Cargo.lock", crate_of("two-herds").join("Cargo.lock")).expect("the same versions");
    let tree = Command::new(env!("CARGO"))
        .args(["tree", "--offline", "--depth", "1", "--prefix", "none"])
        .current_dir(crate_of("two-herds"))
        .output()
        .expect("cargo starts");
    let said = String::from_utf8_lossy(&tree.stderr);
    let tree = String::from_utf8_lossy(&tree.stdout);
    let mut needs = tree.lines();
    let first = needs.next().unwrap_or_default();
    assert!(first.starts_with("two-herds v0.1.0 "), "{tree}{said}");
    let needs: Vec<_> = needs.filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(needs, ["mankala", "schemars", "serde", "insta"]);
}

#[test]
fn new_ruleset_refuses_bad_names_and_folders() {
    let folder = folder("new-ruleset-refused");
    let out = folder.join("mine");
    let new = |name: &str, more: &[&str]| {
        mankala(&[&["new-ruleset", name, "--out", path(&out)], more].concat())
    };
    for name in ["", "Mine", "9men", "-mine", "my game", "../mine"] {
        new(name, &[]).misused();
    }
    for name in ["kalah", "oware", "zanzibar-bao", "mankala", "examples"] {
        new(name, &[]).refused(&[name, "choose another"]);
    }
    new("mine", &["--mankala", "src"]).refused(&["src", "Cargo.toml"]);
    assert_eq!(fs::read_dir(&folder).expect("the folder").count(), 0);
    let made = new("mine", &["--json"]).done().quiet().object();
    assert_eq!(made["files"].as_array().map(Vec::len), Some(9));
    let manifest = fs::read_to_string(out.join("Cargo.toml")).expect("the manifest");
    let sources = made["mankala"].as_str().expect("a path");
    assert_eq!(sources, env!("CARGO_MANIFEST_DIR"));
    let dependency = format!("path = {}", toml::Value::from(sources));
    assert!(manifest.contains(&dependency), "{manifest}");
    // What is there stays as it was.
    fs::write(out.join("Cargo.toml"), "changed").expect("written");
    new("mine", &[]).refused(&[path(&out), "exists"]);
    assert_eq!(fs::read_to_string(out.join("Cargo.toml")).expect("the manifest"), "changed");
    assert_eq!(fs::read_dir(&folder).expect("the folder").count(), 1);
    let nowhere = folder.join("no/such/folder");
    mankala(&["new-ruleset", "mine", "--out", path(&nowhere)]).refused(&[path(&nowhere)]);
}
