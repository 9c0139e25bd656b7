//! Generates lists of the files in `variants/`, `src/files/nets/` and `web/page/`, which are embedded in the program,
//! and the part of the table of solved games that is.

use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    variants();
    list("src/files/nets", "include_str!", "nets.rs");
    list("web/page", "include_bytes!", "page.rs");
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

/// Writes the rules, the unit, the value, the best move and the winner of each solved game, without the other columns.
fn solved(table: &str, to: &str) {
    let table = read(&source(table));
    let mut rows = table.lines().map(|row| row.split(',').collect::<Vec<_>>());
    let names = rows.next().expect("a line of names");
    let columns = ["rules", "unit", "value", "best", "winner"].map(|column| {
        let place = names.iter().position(|name| *name == column);
        place.expect("a column of this name")
    });
    let rows = rows.map(|row| columns.map(|column| row[column]));
    let rows = rows.filter(|[.., winner]| !winner.is_empty());
    write(to, rows.map(|row| row.join(",") + "\n").collect());
}

/// Returns the text in quotes after a key at the beginning of a line.
fn value<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    text.lines().find_map(|line| line.strip_prefix(key)?.split('"').nth(1))
}

/// Returns the ruleset of a variant file, which it may inherit.
fn ruleset(text: &str) -> String {
    match (value(text, "ruleset = "), value(text, "inherits = ")) {
        (None, Some(parent)) => ruleset(&read(&source(&format!("variants/{parent}.toml")))),
        (own, _) => own.unwrap_or_default().to_owned(),
    }
}

/// Writes the names of the variant files, then their heads, their keys and their examples, divided by zeros.
///
/// Texts that resemble each other stand close together, so that the engine of the page compresses better.
fn variants() {
    let mut files = Vec::new();
    collect(&source("variants"), &mut files);
    let mut texts: Vec<_> = files.iter().map(|file| (file, read(file))).collect();
    texts.sort_by_cached_key(|(file, text)| {
        let region = value(text, "region = ").unwrap_or_default();
        let country = region.split([',', '(']).next().unwrap_or_default();
        let group = format!("{} {}", ruleset(text), country.trim_end());
        (group, (*file).clone())
    });
    let name = |file: &Path| file.file_name().expect("a name").display().to_string();
    let names = texts.iter().map(|(file, _)| name(file));
    let parts: Vec<_> = texts.iter().map(|(_, text)| parts(text)).collect();
    let parts = [0, 1, 2].map(|part| parts.iter().map(move |parts| parts[part].to_owned()));
    let all: Vec<String> = names.chain(parts.into_iter().flatten()).collect();
    write("variants.txt", all.join("\0"));
}

/// Divides a variant file into head, keys and examples.
fn parts(text: &str) -> [&str; 3] {
    let (text, examples) = text.split_at(text.find("[[example]]").unwrap_or(text.len()));
    let tables = ["[board]", "[setup]", "[rules]", "[rounds]"];
    let first = tables.iter().filter_map(|table| text.find(table)).min();
    let (head, keys) = text.split_at(first.unwrap_or(text.len()));
    [head, keys, examples]
}

/// Writes a list of the files in a folder, each with the macro that includes it, by path.
fn list(folder: &str, include: &str, to: &str) {
    let folder = source(folder);
    let mut files = Vec::new();
    collect(&folder, &mut files);
    files.sort();
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
