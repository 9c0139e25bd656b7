//! Prepares what the program embeds: the variant files as one text, lists of the files in `src/files/nets/` and
//! `web/page/`, and the columns that it needs of the table of solved games.

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
fn write(name: &str, text: impl AsRef<[u8]>) {
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("set by cargo"));
    fs::write(out.join(name), text).expect("the file is written");
}

/// Reads a text.
fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Writes the rules, the unit, the bounds, the best move and the winner of each solved game, without the other columns.
fn solved(table: &str, to: &str) {
    let table = read(&source(table));
    let mut rows = table.lines().map(fields);
    let names = rows.next().expect("a line of names");
    let columns = ["rules", "unit", "low", "high", "best", "winner"].map(|column| {
        let place = names.iter().position(|name| *name == column);
        place.expect("a column of this name")
    });
    let rows = rows.map(|row| columns.map(|column| row[column].clone()));
    let rows = rows.filter(|[.., winner]| !winner.is_empty());
    write(to, rows.map(|row| row.join("\t") + "\n").collect::<String>());
}

/// Splits a line of a table at its commas, except those between quotation marks, as in `"A3xb6,b5"`.
fn fields(row: &str) -> Vec<String> {
    let mut is_quoted = false;
    let fields = row.split(|letter| {
        is_quoted ^= letter == '"';
        letter == ',' && !is_quoted
    });
    fields.map(|field| field.trim_matches('"').to_owned()).collect()
}

/// Writes the names and the texts of the variant files, divided by zeros, in the order of the files.
fn variants() {
    let mut files = Vec::new();
    collect(&source("variants"), &mut files);
    files.retain(|file| file.extension().is_some_and(|extension| extension == "toml"));
    files.sort();
    let name = |file: &Path| file.file_stem().expect("a name").display().to_string();
    let pieces: Vec<String> = files.iter().flat_map(|file| [name(file), read(file)]).collect();
    let text = pieces.join("\0");
    #[cfg(feature = "compact")]
    let text = compressed(text.as_bytes()).expect("writing to memory succeeds");
    write("variants", text);
}

/// Compresses a text for a download.
#[cfg(feature = "compact")]
fn compressed(text: &[u8]) -> std::io::Result<Vec<u8>> {
    // Order and memory of the model, as `src/files/shelf.rs` has them.
    let writer = ppmd_rust::Ppmd7Encoder::new(Vec::new(), 10, 1 << 24);
    let mut writer = writer.map_err(std::io::Error::other)?;
    std::io::Write::write_all(&mut writer, text)?;
    writer.finish(true)
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
