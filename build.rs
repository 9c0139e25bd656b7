//! Generates lists of the files in `variants/`, `src/files/nets/` and `web/page/`, which are embedded in the program.

use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    list("variants", "include_str!", "variants.rs");
    list("src/files/nets", "include_str!", "nets.rs");
    list("web/page", "include_bytes!", "page.rs");
}

/// Writes a list of the files in a folder, each with the macro that includes it.
fn list(folder: &str, include: &str, to: &str) {
    println!("cargo::rerun-if-changed={folder}");
    let [root, out] = ["CARGO_MANIFEST_DIR", "OUT_DIR"]
        .map(|name| PathBuf::from(env::var_os(name).expect("set by cargo")));
    let folder = root.join(folder);
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
    fs::write(out.join(to), format!("&[\n{entries}]\n")).expect("the list is written");
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
