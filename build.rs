//! Generates lists of the files in `variants/`, `src/files/nets/` and `web/page/`, which are embedded in the program,
//! and the part of the table of solved games that is.

use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    // Texts of one ruleset and country follow each other, so that the engine of the page compresses better.
    list("variants", "include_str!", "variants.rs", &|file| {
        let text = read(file);
        let region = value(&text, "region = ").unwrap_or_default();
        let country = region.split([',', '(']).next().unwrap_or_default();
        format!("{} {}", ruleset(&text), country.trim_end())
    });
    list("src/files/nets", "include_str!", "nets.rs", &|_| {
        String::new()
    });
    list("web/page", "include_bytes!", "page.rs", &|_| String::new());
    solved("examples/solved/values.csv", "solved.csv");
}

/// Returns a path within the package, of which a change runs this program again.
fn source(path: &str) -> PathBuf {
    println!("cargo::rerun-if-changed={path}");
    PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("set by cargo")).join(path)
}

/// Writes a file to be included.
fn write(name: &str, text: String) {
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("set by cargo"));
    fs::write(out.join(name), text).expect("the file is written");
}

/// Reads a text.
fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Writes the rules, the unit, the value and the winner of each solved game, without the other columns.
fn solved(table: &str, to: &str) {
    let table = read(&source(table));
    let mut rows = table.lines().map(|row| row.split(',').collect::<Vec<_>>());
    let names = rows.next().expect("a line of names");
    let columns = ["rules", "unit", "value", "winner"].map(|column| {
        let place = names.iter().position(|name| *name == column);
        place.expect("a column of this name")
    });
    let rows = rows.map(|row| columns.map(|column| row[column]));
    let rows = rows.filter(|[.., winner]| !winner.is_empty());
    write(to, rows.map(|row| row.join(",") + "\n").collect());
}

/// Returns the text in quotes after a key at the beginning of a line.
fn value<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    text.lines()
        .find_map(|line| line.strip_prefix(key)?.split('"').nth(1))
}

/// Returns the ruleset of a variant file, which it may inherit.
fn ruleset(text: &str) -> String {
    match (value(text, "ruleset = "), value(text, "inherits = ")) {
        (None, Some(parent)) => ruleset(&read(&source(&format!("variants/{parent}.toml")))),
        (own, _) => own.unwrap_or_default().to_owned(),
    }
}

/// Writes a list of the files in a folder, each with the macro that includes it, by group and path.
fn list(folder: &str, include: &str, to: &str, group: &dyn Fn(&Path) -> String) {
    let folder = source(folder);
    let mut files = Vec::new();
    collect(&folder, &mut files);
    files.sort_by_cached_key(|file| (group(file), file.clone()));
    let entry = |file: &PathBuf| {
        let name = file.strip_prefix(&folder).expect("a file in the folder");
        let [name, file] = [name, file].map(|path| path.to_str().expect("a path in UTF-8"));
        let name = name.replace('\\', "/");
        format!("    ({name:?}, {include}({file:?})),\n")
    };
    let entries: String = files.iter().map(entry).collect();
    write(to, format!("&[\n{entries}]\n"));
}

/// Collects the files of a folder, recursively.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let entries =
        fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    for entry in entries {
        let path = entry.expect("an entry of the folder").path();
        if path.is_dir() {
            collect(&path, files);
        } else {
            files.push(path);
        }
    }
}
