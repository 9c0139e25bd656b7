//! Embeds the files of `variants/` and of `web/page/`, packed, so that adding one is adding a file.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let root = env::var("CARGO_MANIFEST_DIR").expect("set by cargo");
    let out = env::var("OUT_DIR").expect("set by cargo");
    variants(Path::new(&root), Path::new(&out));
    #[cfg(feature = "cli")]
    page::embed(Path::new(&root), Path::new(&out));
}

/// What lies in a folder, in order.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries =
        fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut entries: Vec<_> = entries
        .map(|entry| entry.expect("something in a folder").path())
        .collect();
    entries.sort();
    entries
}

/// So many variant files are packed together.
const PACK: usize = 32;

/// The files by name with their places, and the packs, as the module `files::embedded` has them.
fn variants(root: &Path, out: &Path) {
    println!("cargo::rerun-if-changed=variants");
    let mut files = entries(&root.join("variants"));
    files.retain(|file| {
        file.extension()
            .is_some_and(|extension| extension == "toml")
    });
    let texts: BTreeMap<String, String> =
        files.iter().map(|file| (name(file), read(file))).collect();
    // Those of a ruleset say much in the same words.
    let mut alike: Vec<&String> = texts.keys().collect();
    alike.sort_by_key(|name| (ruleset(&texts, name), *name));
    let (mut places, mut packs) = (BTreeMap::new(), String::new());
    let mut count = 0;
    for (number, together) in alike.chunks(PACK).enumerate() {
        let mut whole = String::new();
        for name in together {
            let start = whole.len();
            whole.push_str(&texts[*name]);
            places.insert(*name, (number, [start, whole.len()]));
        }
        let pack = pack(&whole, &out.join(format!("pack-{number}")));
        writeln!(packs, "    {pack},").expect("written to memory");
        count = number + 1;
    }
    let mut list = String::new();
    for file in &files {
        let name = name(file);
        let (number, span) = &places[&name];
        writeln!(
            list,
            "    Embedded {{ name: {name:?}, pack: {number}, span: {span:?} }},"
        )
        .expect("written to memory");
    }
    let list = format!("(&[\n{list}], [\n{packs}])\n");
    fs::write(out.join("variants.rs"), list).expect("the list of variants");
    fs::write(out.join("packs.rs"), count.to_string()).expect("the number of packs");
}

/// The name of the variant in a file.
fn name(file: &Path) -> String {
    let stem = file.file_stem().and_then(|stem| stem.to_str());
    stem.expect("a plain file name").to_owned()
}

/// A file as text.
fn read(file: &Path) -> String {
    fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// The ruleset of a file, as it says itself or where it inherits from.
fn ruleset<'t>(texts: &'t BTreeMap<String, String>, name: &str) -> Option<&'t str> {
    let says = |name: &str, key: &str| {
        let mut lines = texts.get(name)?.lines();
        let value =
            lines.find_map(|line| line.strip_prefix(key)?.trim_start().strip_prefix('='))?;
        Some(value.trim().trim_matches('"'))
    };
    says(name, "ruleset").or_else(|| says(says(name, "inherits")?, "ruleset"))
}

/// Writes a text packed; what Rust calls it.
fn pack(text: &str, packed: &Path) -> String {
    let small = miniz_oxide::deflate::compress_to_vec(text.as_bytes(), 10);
    fs::write(packed, small).expect("a packed file");
    let packed = packed.to_str().expect("a plain path");
    format!("include_bytes!({packed:?})")
}

/// The page that `serve` shows, in the form in which it is sent: compressed with gzip.
#[cfg(feature = "cli")]
mod page {
    use std::fmt::Write as _;

    use super::{Path, PathBuf, entries, fs};

    pub(super) fn embed(root: &Path, out: &Path) {
        println!("cargo::rerun-if-changed=web/page");
        let folder = root.join("web/page");
        let mut files = Vec::new();
        collect(&folder, &mut files);
        let mut list = String::from("&[\n");
        for (number, file) in files.iter().enumerate() {
            let name = file.strip_prefix(&folder).expect("a file in it");
            let name = name.to_str().expect("a plain path").replace('\\', "/");
            let sent = out.join(format!("page-{number}.gz"));
            let content = fs::read(file).unwrap_or_else(|error| panic!("{name}: {error}"));
            fs::write(&sent, gzip(&content)).expect("a compressed file");
            let sent = sent.to_str().expect("a plain path");
            writeln!(list, "    ({name:?}, include_bytes!({sent:?})),").expect("written to memory");
        }
        list.push_str("]\n");
        fs::write(out.join("page.rs"), list).expect("the list of files");
    }

    /// The files of a folder and of those in it.
    fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
        for entry in entries(folder) {
            if entry.is_dir() {
                collect(&entry, files);
            } else {
                files.push(entry);
            }
        }
    }

    /// The content of a file as RFC 1952 has it, without a name and a time.
    fn gzip(content: &[u8]) -> Vec<u8> {
        let mut file = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255];
        file.extend(miniz_oxide::deflate::compress_to_vec(content, 10));
        file.extend(crc32(content).to_le_bytes());
        let length = u32::try_from(content.len()).expect("less than 4 GB");
        file.extend(length.to_le_bytes());
        file
    }

    fn crc32(content: &[u8]) -> u32 {
        let shifted = |crc: u32| (crc >> 1) ^ (0xedb8_8320 * (crc & 1));
        let add = |crc: u32, byte: &u8| (0..8).fold(crc ^ u32::from(*byte), |crc, _| shifted(crc));
        !content.iter().fold(!0, add)
    }
}
