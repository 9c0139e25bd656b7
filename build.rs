//! Lists the files of `variants/` for embedding, so that adding one is adding a file.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=variants");
    let root = env::var("CARGO_MANIFEST_DIR").expect("set by cargo");
    let folder = Path::new(&root).join("variants");
    let entries = fs::read_dir(&folder).expect("the folder variants");
    let mut files: Vec<_> = entries
        .map(|entry| entry.expect("a file in variants").path())
        .collect();
    files.retain(|file| {
        file.extension()
            .is_some_and(|extension| extension == "toml")
    });
    files.sort();
    let mut list = String::from("&[\n");
    for file in files {
        let stem = file
            .file_stem()
            .and_then(|stem| stem.to_str())
            .expect("a plain file name");
        let path = file.to_str().expect("a plain path");
        writeln!(list, "    ({stem:?}, include_str!({path:?})),").expect("written to memory");
    }
    list.push_str("]\n");
    let out = Path::new(&env::var("OUT_DIR").expect("set by cargo")).join("variants.rs");
    fs::write(out, list).expect("the list of variants");
}
