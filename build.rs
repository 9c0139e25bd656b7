//! Embeds the files of `variants/` and of `web/page/`, packed, so that adding one is adding a file.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let root = env::var("CARGO_MANIFEST_DIR").expect("set by cargo");
    let out = env::var("OUT_DIR").expect("set by cargo");
    variants(Path::new(&root), Path::new(&out));
    for (file, name) in [
        ("src/api/schema.json", "api-schema"),
        ("src/files/schemas.json", "schemas"),
    ] {
        schema(&Path::new(&root).join(file), &Path::new(&out).join(name));
    }
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
const PACK: usize = 16;

/// The files by name with their places, and the packs, as the module `files::embedded` has them.
fn variants(root: &Path, out: &Path) {
    println!("cargo::rerun-if-changed=variants");
    let mut files = entries(&root.join("variants"));
    files.retain(|file| {
        file.extension()
            .is_some_and(|extension| extension == "toml")
    });
    let (mut list, mut packs) = (String::new(), String::new());
    let mut count = 0;
    for (number, together) in files.chunks(PACK).enumerate() {
        let mut texts = String::new();
        for file in together {
            let stem = file
                .file_stem()
                .and_then(|stem| stem.to_str())
                .expect("a plain file name");
            let text = fs::read_to_string(file)
                .unwrap_or_else(|error| panic!("{}: {error}", file.display()));
            let (start, end) = (texts.len(), texts.len() + text.len());
            texts.push_str(&text);
            writeln!(
                list,
                "    Embedded {{ name: {stem:?}, pack: {number}, span: [{start}, {end}] }},"
            )
            .expect("written to memory");
        }
        let pack = pack(&texts, &out.join(format!("pack-{number}")));
        writeln!(packs, "    {pack},").expect("written to memory");
        count = number + 1;
    }
    let list = format!("(&[\n{list}], [\n{packs}])\n");
    fs::write(out.join("variants.rs"), list).expect("the list of variants");
    fs::write(out.join("packs.rs"), count.to_string()).expect("the number of packs");
}

/// Pinned schemas, as the module has them that hands them out.
fn schema(file: &Path, packed: &Path) {
    println!("cargo::rerun-if-changed={}", file.display());
    let text =
        fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let pack = pack(&text, packed);
    fs::write(packed.with_extension("rs"), pack).expect("where the schema is");
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
