//! Plain English: comments begin with a verb or a noun, avoid some phrases, and keep sentences short.

use std::fs;
use std::path::{Path, PathBuf};

/// First words of a clause, where a verb or a noun belongs.
const CLAUSES: [&str; 17] = [
    "What",
    "Who",
    "Whoever",
    "Whose",
    "Those",
    "The same",
    "So many",
    "So much",
    "That",
    "Where",
    "In what",
    "By what",
    "In which",
    "From what",
    "From which",
    "Of these",
    "It",
];

/// Phrases that stand for a plainer word.
const AVOIDED: [&str; 14] = [
    "hangs on",
    "is meant",
    "are meant",
    "looked at",
    "comes to",
    "whoever",
    "somebody",
    "so many",
    "told",
    "come to",
    "gone on",
    "whose ever",
    "what becomes of",
    "is said",
];

/// Maximum number of words of a sentence in documentation.
const LONGEST: usize = 25;
/// Maximum number of words of a sentence in an error message.
const LONGEST_MESSAGE: usize = 20;

/// Returns the files below a folder with this extension, or the file itself.
fn files(path: &str, extension: &str) -> Vec<PathBuf> {
    let (mut found, mut open) =
        (Vec::new(), vec![Path::new(env!("CARGO_MANIFEST_DIR")).join(path)]);
    while let Some(path) = open.pop() {
        if path.is_dir() {
            let entries = fs::read_dir(&path).expect("a folder");
            open.extend(entries.map(|entry| entry.expect("an entry").path()));
        } else if path.extension().is_some_and(|it| it == extension) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Returns the files with Rust code, tests included.
fn code() -> Vec<PathBuf> {
    let folders = ["src", "tests", "examples", "benches", "fuzz/src", "python/src"];
    let found = folders.into_iter().flat_map(|folder| files(folder, "rs"));
    found.collect()
}

/// Returns the documentation of the project: doc comments and Markdown, each with its file.
fn documentation() -> Vec<(PathBuf, String)> {
    let comments = files("src", "rs").into_iter().flat_map(|path| {
        let comments = comments(&read(&path));
        comments.into_iter().map(move |text| (path.clone(), text))
    });
    let pages = [
        "README.md",
        "GLOSSARY.md",
        "CONTRIBUTING.md",
        "docs",
        "src",
        "benches",
        "python/README.md",
        "web/README.md",
        "examples",
    ];
    let pages = pages.into_iter().flat_map(|page| files(page, "md"));
    let pages = pages.map(|path| (path.clone(), read(&path)));
    comments.chain(pages).collect()
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the texts of a variant file that people read.
fn descriptions(path: &Path) -> Vec<String> {
    let file: toml::Table = read(path).parse().expect("TOML");
    let lists = ["sources", "rulings"].map(|key| file.get(key).and_then(toml::Value::as_array));
    let tables = lists.into_iter().flatten().flatten();
    let tables = tables.filter_map(toml::Value::as_table).chain([&file]);
    let texts = tables.flat_map(|table| {
        let keys = ["about", "source", "ruled", "note"];
        keys.map(|key| table.get(key).and_then(toml::Value::as_str))
    });
    texts.flatten().map(str::to_owned).collect()
}

/// Returns the string literals of code, without those of its tests.
fn literals(code: &str) -> Vec<String> {
    let code = code.split("#[cfg(test)]").next().unwrap_or_default();
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    let code = lines.collect::<Vec<_>>().join("\n");
    let code = code.replace("'\"'", "''").replace("\\\"", "'");
    code.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

/// Returns the doc comments of a file.
fn comments(code: &str) -> Vec<String> {
    let mut found = vec![String::new()];
    for line in code.lines() {
        let line = line.trim();
        match line.strip_prefix("///").or(line.strip_prefix("//!")) {
            Some(text) => {
                let last = found.last_mut().expect("never empty");
                last.push_str(text.strip_prefix(' ').unwrap_or(text));
                last.push('\n');
            }
            None if found.last().is_some_and(|last| !last.is_empty()) => found.push(String::new()),
            None => {}
        }
    }
    found.retain(|text| !text.trim().is_empty());
    found
}

/// Returns the sentences of running text: without code, tables and headings; a code span counts as one word.
fn sentences(text: &str) -> Vec<String> {
    let mut paragraphs = vec![String::new()];
    let mut in_code = false;
    for line in text.lines() {
        let trimmed = line.trim();
        let is_fence = trimmed.starts_with("```");
        in_code ^= is_fence;
        let is_text = !in_code && !is_fence && !line.starts_with("    ");
        if !is_text || trimmed.is_empty() || trimmed.starts_with(['|', '#', '<']) {
            paragraphs.push(String::new());
            continue;
        }
        let item = ["- ", "* "].iter().find_map(|mark| trimmed.strip_prefix(mark));
        let numbered = trimmed.split_once(". ").filter(|(number, _)| number.parse::<u32>().is_ok());
        let item = item.or(numbered.map(|(_, item)| item));
        if item.is_some() {
            paragraphs.push(String::new());
        }
        let last = paragraphs.last_mut().expect("never empty");
        last.push_str(item.unwrap_or(trimmed));
        last.push(' ');
    }
    let mut found = Vec::new();
    for paragraph in paragraphs {
        // The condition before an item of a rule book is no part of its sentence.
        let item = paragraph.split_once("`: ");
        let item = item.filter(|_| paragraph.starts_with('`'));
        let paragraph = without_code(item.map_or(&paragraph, |(_, words)| words));
        let mut begin = 0;
        for (at, _) in paragraph.match_indices(['.', '!', '?']) {
            // The point in a number or an address is no end.
            if paragraph[at + 1..].starts_with(char::is_whitespace) {
                found.push(paragraph[begin..=at].to_owned());
                begin = at + 1;
            }
        }
        found.push(paragraph[begin..].to_owned());
    }
    found.retain(|sentence| !sentence.trim().is_empty());
    found
}

/// Replaces each code span by one word.
fn without_code(text: &str) -> String {
    let parts = text.split('`').enumerate();
    let plain = parts.map(|(number, part)| if number % 2 == 0 { part } else { "x" });
    plain.collect()
}

fn words(sentence: &str) -> usize {
    sentence.split_whitespace().count()
}

fn begins_with(text: &str, word: &str) -> bool {
    let after = text.strip_prefix(word);
    after.is_some_and(|after| !after.starts_with(char::is_alphanumeric))
}

fn contains(text: &str, phrase: &str) -> bool {
    let mut found = text.match_indices(phrase);
    found.any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + phrase.len()..]);
        !before.ends_with(char::is_alphanumeric) && !after.starts_with(char::is_alphanumeric)
    })
}

#[test]
fn doc_comments_begin_with_a_verb_or_a_noun() {
    for path in code() {
        for comment in comments(&read(&path)) {
            let clause = CLAUSES.iter().find(|clause| begins_with(&comment, clause));
            assert_eq!(clause, None, "{}: {comment}", path.display());
        }
    }
}

#[test]
fn documentation_avoids_roundabout_phrases() {
    let described = files("variants", "toml").into_iter().flat_map(|path| {
        let texts = descriptions(&path);
        texts.into_iter().map(move |text| (path.clone(), text))
    });
    for (path, text) in documentation().into_iter().chain(described) {
        let text = without_code(&text);
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let avoided = AVOIDED.iter().find(|phrase| contains(&text, phrase));
        assert_eq!(avoided, None, "{}: {text:.300}", path.display());
    }
}

/// Checks that at most one sentence in a hundred is too long, of at least this number of sentences.
fn assert_few(long: &[String], all: usize, least: usize) {
    assert!(all > least, "{all}");
    let few = long.len() * 100 <= all;
    assert!(few, "{} of {all}:\n{}", long.len(), long.join("\n"));
}

/// One sentence in a hundred may be longer: most of these list things.
#[test]
fn sentences_of_documentation_are_short() {
    let (mut all, mut long) = (0, Vec::new());
    for (path, text) in documentation() {
        for sentence in sentences(&text) {
            all += 1;
            if words(&sentence) > LONGEST {
                long.push(format!("{}: {sentence}", path.display()));
            }
        }
    }
    assert_few(&long, all, 5000);
}

#[test]
fn sentences_of_errors_are_short() {
    let mut all = 0;
    for path in files("src", "rs") {
        let code = read(&path);
        for attribute in code.split("#[error(").skip(1) {
            let Some(message) = attribute.trim_start().strip_prefix('"') else {
                continue;
            };
            let message = message.split("\")").next().unwrap_or_default();
            for sentence in message.split_inclusive(['.', ';']) {
                all += 1;
                let short = words(sentence) <= LONGEST_MESSAGE;
                assert!(short, "{}: {sentence}", path.display());
            }
        }
    }
    assert!(all > 20, "{all}");
}

/// One sentence in a hundred may be longer.
#[test]
fn sentences_of_messages_are_short() {
    let (mut all, mut long) = (0, Vec::new());
    for path in files("src", "rs") {
        for literal in literals(&read(&path)) {
            let ends = ["\\n", ". ", "; ", ": "];
            let sentences = ends.iter().fold(literal, |text, end| text.replace(end, "\n"));
            for sentence in sentences.replace("\\\n", " ").lines() {
                let words = words(sentence);
                all += usize::from(words > 3);
                if words > LONGEST_MESSAGE {
                    long.push(format!("{}: {sentence}", path.display()));
                }
            }
        }
    }
    assert_few(&long, all, 1500);
}

#[test]
fn sentences_of_descriptions_are_short() {
    let (mut all, mut long) = (0, Vec::new());
    for path in files("variants", "toml") {
        for sentence in descriptions(&path).iter().flat_map(|text| sentences(text)) {
            all += 1;
            if words(&sentence) > LONGEST {
                long.push(format!("{}: {sentence}", path.display()));
            }
        }
    }
    assert_few(&long, all, 3000);
}

#[test]
fn texts_are_read_as_meant() {
    let code = "/// Reads `a. b`, and\n/// more. Then 1.5 seeds.\nfn a() {}\n//! Next.\n";
    let [first, second] = &comments(code)[..] else {
        panic!("two comments");
    };
    assert_eq!(first, "Reads `a. b`, and\nmore. Then 1.5 seeds.\n");
    assert_eq!(sentences(first).len(), 2);
    assert_eq!(sentences("# Head\n\n- One two.\n- Three\n\n```\ncode here\n```\n").len(), 2);
    assert_eq!(second, "Next.\n");
    assert_eq!(literals("f(\"one \\\" two\", '\"', \"three\")"), ["one ' two", "three"]);
    assert!(begins_with("Whose turn", "Whose") && !begins_with("Itself", "It"));
    assert!(contains("it comes to this", "comes to") && !contains("becomes to", "comes to"));
}
