//! The encyclopedia: every link leads somewhere, every page is complete, and nothing is written if it can't be whole.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use mankala::Catalogue;
use serde_json::Value;

use crate::common::run::{folder, mankala, path};

/// Reads all files of a book.
fn files(book: &Path) -> BTreeMap<String, String> {
    let entries = fs::read_dir(book).expect("a folder").flatten();
    let file = |entry: fs::DirEntry| {
        let name = entry.file_name().to_string_lossy().into_owned();
        (name, fs::read_to_string(entry.path()).expect("a text"))
    };
    entries.map(file).collect()
}

/// Returns the values of an attribute.
fn values<'p>(page: &'p str, attribute: &str) -> Vec<&'p str> {
    let begin = format!(" {attribute}=\"");
    let parts = page.split(&*begin).skip(1);
    parts
        .map(|rest| rest.split('"').next().unwrap_or_default())
        .collect()
}

#[test]
fn pages_are_complete_and_links_lead_somewhere() {
    let folder = folder("book");
    let book = folder.join("book");
    let site = "https://example.org/book";
    let part = ["--region", "caribbean"];
    let begin = ["book", "--out", path(&book)];
    mankala(&[&begin[..], &["--region", "nowhere"]].concat()).refused(&["no variant matches"]);
    assert!(!book.exists());
    let links = ["--board", "../", "--site", site];
    mankala(&[&begin[..], &links, &part].concat())
        .done()
        .quiet();
    let files = files(&book);
    assert!(files.len() > 15, "{:?}", files.keys());
    let catalogue = Catalogue::new();
    for (name, page) in &files {
        let Some(game) = name.strip_suffix(".html") else {
            continue;
        };
        assert!(
            page.starts_with("<!DOCTYPE html><html lang=\"en\">"),
            "{name}"
        );
        for once in [
            "<h1>",
            "<main ",
            "<footer>",
            "</title><meta ",
            "rel=\"canonical\"",
        ] {
            assert_eq!(page.matches(once).count(), 1, "{name}: {once}");
        }
        assert!(!page.contains("<script>"), "{name}");
        let ids = values(page, "id");
        for link in values(page, "href") {
            if let Some(id) = link.strip_prefix('#') {
                // Pits of boards are drawings, named in the page.
                assert!(ids.contains(&id), "{name}: #{id}");
            } else if !link.starts_with("http") && !link.starts_with("../") {
                let (file, id) = link.split_once('#').unwrap_or((link, ""));
                let there = files.get(file).unwrap_or_else(|| panic!("{name}: {link}"));
                assert!(
                    id.is_empty() || values(there, "id").contains(&id),
                    "{name}: {link}"
                );
            }
        }
        let Ok(loaded) = catalogue.load(game, &[]) else {
            continue;
        };
        for part in loaded.in_words() {
            assert!(page.contains(part.title), "{name}: {}", part.title);
        }
        assert_eq!(
            page.matches("<section id=\"example-").count(),
            loaded.examples.len()
        );
        let begin = "<script type=\"application/ld+json\">";
        let data = page.split(begin).nth(1).expect("structured data");
        let data: Value =
            serde_json::from_str(data.split("</script>").next().unwrap()).expect("JSON");
        assert_eq!(data["name"], loaded.header.title.as_str());
        assert_eq!(data["url"], format!("{site}/{name}"));
        assert!(files["sitemap.xml"].contains(&format!("<loc>{site}/{name}</loc>")));
        // The count after one move is the number of legal moves.
        let moves = loaded.game().moves().len();
        assert!(
            page.contains(&format!("<th scope=\"row\">1</th><td>{moves}</td>")),
            "{name}"
        );
    }
    mankala(&[&begin[..], &part].concat()).refused(&["the folder already exists"]);
}

#[test]
fn addresses_that_run_code_are_refused() {
    let book = folder("book-refused").join("book");
    for (flag, address) in [
        ("--board", "javascript:alert(1)"),
        ("--board", ""),
        ("--board", "data:text/html,x"),
        ("--site", "../"),
        ("--site", "ftp://example.org"),
        ("--site", "https://"),
    ] {
        let run = mankala(&["book", "--out", path(&book), flag, address]);
        let run = run.misused();
        assert!(run.err.contains("expected a"), "{flag} {address}: {run:?}");
        assert!(!book.exists());
    }
}
