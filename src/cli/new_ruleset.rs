//! `mankala new-ruleset`: a crate with a new ruleset to start from, and a program with every command.

use super::prelude::*;
use crate::files::spec::is_name;

use super::command::quoted;

/// Name and folder of the new crate.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Name of the ruleset, variant and crate: small letters, digits and hyphens.
    name: String,
    /// New folder for the crate; NAME if left out.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Folder with the sources of mankala.
    ///
    /// If left out: the sources from which this program was built, or else its repository.
    #[arg(long, value_name = "PATH")]
    mankala: Option<PathBuf>,
}

/// Embeds files of the example, each with its path in the new crate.
macro_rules! files {
    ($($path:literal => $example:literal,)*) => {
        [$(($path, include_str!(concat!("../../examples/own_ruleset/", $example))),)*]
    };
}

/// The files of the crate: an example of this repository, so that it is compiled and tested here.
const FILES: [(&str, &str); 7] = files! {
    "src/main.rs" => "main.rs",
    "src/ruleset.rs" => "ruleset.rs",
    "src/ruleset.md" => "ruleset.md",
    "src/tests.rs" => "tests.rs",
    "src/ngombe.toml" => "ngombe.toml",
    "src/snapshots/own_ruleset__tests__ngombe-a-herd-is-caught.snap" =>
        "snapshots/own_ruleset__tests__ngombe-a-herd-is-caught.snap",
    "src/snapshots/own_ruleset__tests__ngombe-nothing-to-sow.snap" =>
        "snapshots/own_ruleset__tests__ngombe-nothing-to-sow.snap",
};

/// Names that cargo reserves for its own folders, and the crate that the new one depends on.
const KEPT: [&str; 5] = ["build", "deps", "examples", "incremental", "mankala"];

pub(crate) fn run(arguments: &Arguments, catalogue: &Catalogue, output: &mut Output) -> Result {
    let name = &*arguments.name;
    if !is_name(name) || !name.starts_with(|first: char| first.is_ascii_lowercase()) {
        misuse!(
            "expected a name of small letters, digits and hyphens that begins with a letter, found {name:?}"
        );
    }
    let is_taken = catalogue.rulesets().any(|taken| taken == name)
        || catalogue.names().any(|taken| taken == name)
        || KEPT.contains(&name);
    if is_taken {
        refuse!("the name {name:?} is taken; choose another");
    }
    let built_from = Path::new(env!("CARGO_MANIFEST_DIR"));
    let repository = env!("CARGO_PKG_REPOSITORY");
    let library = library(arguments.mankala.as_deref(), built_from, repository)?;
    let folder = arguments.out.clone().unwrap_or_else(|| name.into());
    let files = write_folder(&folder, || Ok(files(name, &manifest(name, &library))))?;
    let shown = folder.display().to_string();
    let paths: Vec<&str> = files.iter().map(|(path, _)| &**path).collect();
    output.say(
        &json!({ "name": name, "folder": shown, "files": paths, "mankala": library.1 }),
        format!(
            "{shown}: a crate of {} files, with mankala from {}\n\
             src/ruleset.md states the rules; src/ruleset.rs plays them. Start with:\n  \
             cd {} && cargo test && cargo run -- play {name}",
            files.len(),
            library.1,
            quoted(&shown)
        ),
    )
}

/// Source of mankala for the manifest: its kind (`path` or `git`) and the place.
type Library = (&'static str, String);

/// Returns the given folder, or else the sources of this program, or else their repository.
fn library(given: Option<&Path>, built_from: &Path, repository: &str) -> Result<Library> {
    let path = match given {
        Some(path) => path,
        None if built_from.join("Cargo.toml").is_file() => built_from,
        None if repository.is_empty() => refuse!(
            "the sources of mankala are not in {}; name their folder with `--mankala PATH`",
            built_from.display()
        ),
        None => return Ok(("git", repository.to_owned())),
    };
    let source = format!("--mankala {}", path.display());
    let whole = std::path::absolute(path).of(&source)?;
    if !whole.join("Cargo.toml").is_file() {
        refuse!("{source}: expected the folder of a crate, with a Cargo.toml");
    }
    Ok(("path", whole.to_str().ok_or("expected a path in UTF-8").of(&source)?.to_owned()))
}

/// Returns the files of the crate, with their paths in it.
fn files(name: &str, manifest: &str) -> Vec<(String, String)> {
    let (title, module) = (title(name), name.replace('-', "_"));
    let called = [
        ("examples/own_ruleset", "src"),
        ("own_ruleset", &*module),
        ("ngombe", name),
        ("Ng'ombe", &*title),
    ];
    let named = |text: &str| {
        let rename = |text: String, (old, new): &(&str, &str)| text.replace(old, new);
        called.iter().fold(text.to_owned(), rename)
    };
    let own = [("Cargo.toml", manifest), (".gitignore", "/target\n")];
    let own = own.map(|(path, text)| (path.to_owned(), text.to_owned()));
    own.into_iter().chain(FILES.map(|(path, text)| (named(path), named(text)))).collect()
}

/// Makes a title from a name: `my-game` becomes My game.
fn title(name: &str) -> String {
    let (first, rest) = name.split_at(1);
    first.to_uppercase() + &rest.replace('-', " ")
}

fn manifest(name: &str, (kind, place): &Library) -> String {
    let version = concat!(env!("CARGO_PKG_VERSION_MAJOR"), ".", env!("CARGO_PKG_VERSION_MINOR"));
    let place = toml::Value::from(&**place);
    let mankala = format!("{{ version = \"{version}\", {kind} = {place} }}");
    let minimum = env!("CARGO_PKG_RUST_VERSION");
    format!(
        r#"[package]
name = "{name}"
version = "0.1.0"
edition = "2024"
rust-version = "{minimum}"

# A workspace of its own, also inside the folder of another one.
[workspace]

[dependencies]
# Boards, sowing, players, matches, and the command line.
mankala = {mankala}
# Typed variant files and their JSON Schema.
serde = {{ version = "1", features = ["derive"] }}
schemars = "1"

[dev-dependencies]
# Pins what examples look like.
insta = "1"

[profile.dev]
# Games are played by the thousand, in tests too.
opt-level = 1
"#
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_library_is_found() {
        let (own, gone) = (env!("CARGO_MANIFEST_DIR"), Path::new("/no/such"));
        let here = Path::new(own);
        for (given, built_from, repository, found) in [
            (Some(here), gone, "", Ok(("path", own))),
            (None, here, "https://a.b", Ok(("path", own))),
            (None, gone, "https://a.b", Ok(("git", "https://a.b"))),
            (None, gone, "", Err("`--mankala PATH`")),
            (Some(gone), here, "", Err("with a Cargo.toml")),
        ] {
            match (library(given, built_from, repository), found) {
                (Ok((kind, place)), found) => assert_eq!(Ok((kind, &*place)), found),
                (Err(CommandError::Input(said)), Err(words)) => {
                    assert!(said.contains(words), "{said}");
                }
                other => panic!("{other:?}"),
            }
        }
    }
}
