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
    let in_browser = env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm");
    let entry = |file: &PathBuf| {
        let name = file.strip_prefix(&folder).expect("a file in the folder");
        let name = name.to_str().expect("a path in UTF-8").replace('\\', "/");
        let path = file.to_str().expect("a path in UTF-8");
        if in_browser && include == "include_str!" {
            let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{path}: {error}"));
            format!("    ({name:?}, {:?}),\n", without_command(&text))
        } else {
            format!("    ({name:?}, {include}({path:?})),\n")
        }
    };
    let entries: String = files.iter().map(entry).collect();
    fs::write(out.join(to), format!("&[\n{entries}]\n")).expect("the list is written");
}

/// Returns the text of a variant without the sentence about a command, which the page would not show either.
fn without_command(text: &str) -> String {
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    let (first, _) = first.split_once(" `mankala ").unwrap_or((first, ""));
    format!("{first}\n{rest}")
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
