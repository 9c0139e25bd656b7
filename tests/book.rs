//! The encyclopedia: every link leads somewhere, every page is complete, and nothing is written if it can't be whole.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use mankala::{Catalogue, Loaded};
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
    parts.map(|rest| rest.split('"').next().unwrap_or_default()).collect()
}

/// Returns the texts of a page between tags, after some part of it and up to another.
fn texts<'p>(page: &'p str, after: &str, before: &str) -> Vec<&'p str> {
    let begun = page.split_once(after).expect("the part begins").1;
    let part = begun.split_once(before).expect("the part ends").0;
    let pieces = part.split('<').filter_map(|piece| piece.split_once('>'));
    pieces.map(|(_, text)| text).filter(|text| !text.is_empty()).collect()
}

/// Levels of puzzles, the easiest first.
const LEVELS: [&str; 5] = ["novice", "easy", "medium", "hard", "master"];

/// Checks the puzzles on a page: some of the game's, the easiest first, each with its board, solution and link.
fn check_puzzles(page: &str, loaded: &Loaded, puzzles: &[Value]) {
    let name = &loaded.header.name;
    let ids = values(page, "id").into_iter();
    let numbers: Vec<&str> = ids.filter_map(|id| id.strip_prefix("puzzle-")).collect();
    assert_eq!(numbers.len(), puzzles.len().min(3), "{name}");
    let mut levels = Vec::new();
    for number in numbers {
        let puzzle = &puzzles[number.parse::<usize>().expect("a number") - 1];
        let [position, line] = [0, 4].map(|at| puzzle[at].as_str().expect("a text"));
        let begin = format!("<section id=\"puzzle-{number}\">");
        let words = texts(page, &begin, "</section>");
        let level = words[0].split_once(", ").expect("a level").1;
        let level = level.split(':').next();
        let place = LEVELS.iter().position(|known| Some(*known) == level);
        levels.push(place.unwrap_or_else(|| panic!("{words:?}")));
        let start = loaded.game_from(position).expect("a position");
        let goal = if puzzle[1] == "win" { "wins" } else { "holds the draw" };
        assert_eq!(
            words[1],
            format!("{} to move: find the only move that {goal}.", start.to_move())
        );
        let section = page.split(&*begin).nth(1).and_then(|rest| rest.split("</section>").next());
        let section = section.expect("the section");
        let (task, solution) = section.split_once("<details>").expect("a solution");
        assert!(task.contains("<svg") && !task.contains(line), "{name} {number}");
        assert!(solution.contains(line) && solution.contains("<svg"), "{name} {number}");
        let address = values(section, "href").pop().expect("a link");
        let sent = address.replace("&amp;", "&").replace("%3D", "=").replace('+', " ");
        assert_eq!(sent, format!("../#v={name}&p={position}&tab=puzzles"));
    }
    assert!(levels.is_sorted(), "{name}: {levels:?}");
}

/// Checks the openings on a page: legal moves, each with a proved or an estimated value.
fn check_openings(page: &str, loaded: &Loaded) {
    let (name, moves) = (&loaded.header.name, loaded.game().moves());
    let cells = texts(page, "id=\"openings\"", "</table>");
    let begin = cells.iter().position(|it| *it == "South's chances");
    let cells = &cells[begin.expect("a table") + 1..];
    assert_eq!(cells.len(), 2 * moves.len().min(12), "{name}");
    for row in cells.chunks(2) {
        assert!(moves.iter().any(|legal| legal.text == row[0]), "{name} {row:?}");
        let is_marked = row[1].starts_with("proved: ") || row[1].ends_with(" %, estimated");
        assert!(is_marked, "{name} {row:?}");
    }
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
    mankala(&[&begin[..], &links, &part].concat()).done().quiet();
    let files = files(&book);
    assert!(files.len() > 15, "{:?}", files.keys());
    let catalogue = Catalogue::new();
    let collected = include_str!("../web/page/puzzles.json");
    let collected: Value = serde_json::from_str(collected).expect("puzzles");
    let mut with_puzzles = 0;
    for (name, page) in &files {
        let Some(game) = name.strip_suffix(".html") else {
            continue;
        };
        assert!(page.starts_with("<!DOCTYPE html><html lang=\"en\">"), "{name}");
        for once in ["<h1>", "<main ", "<footer>", "</title><meta ", "rel=\"canonical\""] {
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
                assert!(id.is_empty() || values(there, "id").contains(&id), "{name}: {link}");
            }
        }
        let Ok(loaded) = catalogue.load(game, &[]) else {
            continue;
        };
        for part in loaded.in_words() {
            assert!(page.contains(part.title), "{name}: {}", part.title);
        }
        assert_eq!(page.matches("<section id=\"example-").count(), loaded.examples.len());
        let begin = "<script type=\"application/ld+json\">";
        let data = page.split(begin).nth(1).expect("structured data");
        let data: Value =
            serde_json::from_str(data.split("</script>").next().unwrap()).expect("JSON");
        assert_eq!(data["name"], loaded.header.title.as_str());
        assert_eq!(data["url"], format!("{site}/{name}"));
        assert!(files["sitemap.xml"].contains(&format!("<loc>{site}/{name}</loc>")));
        // The count after one move is the number of legal moves.
        let moves = loaded.game().moves().len();
        assert!(page.contains(&format!("<th scope=\"row\">1</th><td>{moves}</td>")), "{name}");
        check_openings(page, &loaded);
        let puzzles = collected[game]["puzzles"].as_array();
        with_puzzles += usize::from(puzzles.is_some());
        check_puzzles(page, &loaded, puzzles.map_or(&[], Vec::as_slice));
    }
    assert!(with_puzzles > 2, "{with_puzzles}");
    mankala(&[&begin[..], &part].concat()).refused(&["the folder already exists"]);
}

#[test]
fn games_are_chosen_by_name() {
    let book = folder("book-named").join("book");
    let of = |name: &str| mankala(&["book", name, "kalah", "--out", path(&book)]);
    of("kalah:setup.seeds=3").refused(&["kalah:setup.seeds=3", "expected a name from `list`"]);
    of("awalee").refused(&["awalee"]);
    assert!(!book.exists());
    // By another name.
    of("kalaha").done().quiet();
    let pages = files(&book);
    let games = pages.keys().filter_map(|name| name.strip_suffix(".html"));
    let catalogue = Catalogue::new();
    let games = games.filter(|name| catalogue.load(name, &[]).is_ok());
    assert_eq!(games.collect::<Vec<_>>(), ["kalah"]);
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
