//! Citations of sources, as plain text and for BibTeX.

use std::fmt::Write as _;

use super::spec::Source;
use mankala_core::text::like::letters;

/// Authors with several words that are not persons.
const ORGANISATIONS: [&str; 8] = [
    "Analog Games",
    "Digital Ludeme Project",
    "Mancala World",
    "Mind Sports Games",
    "Oware Society",
    "Sierra Leone Heritage",
    "World Nomad Games",
    "Česká federace mankalových her",
];

impl Source {
    /// Returns the source as an entry of a bibliography in BibTeX, under a key such as [`Self::key`].
    pub fn bibtex(&self, key: &str) -> String {
        let authors = self.authors().map(|author| {
            // BibTeX takes the last word of an author without braces for the family name.
            let is_person = !ORGANISATIONS.contains(&author);
            let [open, close] = if is_person { ["", ""] } else { ["{", "}"] };
            format!("{open}{}{close}", escaped(author))
        });
        let authors = authors.collect::<Vec<_>>().join(" and ");
        let publisher = self.publisher.as_deref();
        let journal = publisher.and_then(journal);
        let kind = if journal.is_some() { "article" } else { "misc" };
        let mut entry = format!("@{kind}{{{key}");
        let mut field = |name: &str, value: &str| {
            let _ = write!(entry, ",\n  {name} = {{{value}}}");
        };
        field("author", &authors);
        field("title", &format!("{{{}}}", escaped(&self.title)));
        field("year", &self.year.to_string());
        let pages = |pages: &str| match escaped(pages) {
            pages if pages.contains("--") => pages,
            pages => pages.replace('-', "--"),
        };
        let through = |work: &str| format!("Read through {}", escaped(work));
        for (name, value) in [
            ("howpublished", publisher.filter(|_| journal.is_none()).map(escaped)),
            ("journal", journal.map(|[name, ..]| escaped(name))),
            ("volume", journal.map(|[_, volume, _]| volume.to_owned())),
            ("number", journal.map(|[.., it]| it.to_owned()).filter(|it| !it.is_empty())),
            ("pages", self.pages.as_deref().map(pages)),
            ("doi", self.doi.as_deref().map(verbatim)),
            ("note", self.through.as_deref().map(through)),
            ("url", self.url.as_deref().map(verbatim)),
        ] {
            if let Some(value) = value {
                field(name, &value);
            }
        }
        entry.push_str("\n}\n");
        entry
    }

    fn authors(&self) -> impl Iterator<Item = &str> {
        self.author.split([',', ';']).flat_map(|names| names.split(" and ")).map(str::trim)
    }

    /// Returns a key for BibTeX: the last name of the first author, the year, and the first long word of the title. The
    /// name of an organisation stays whole. BibTeX reads only ASCII in keys.
    pub fn key(&self) -> String {
        let letters = |text: &str| letters(text).replace(|c: char| !c.is_ascii(), "");
        let first = self.authors().next().unwrap_or_default();
        let last = if ORGANISATIONS.contains(&first) {
            first
        } else {
            first.split_whitespace().next_back().unwrap_or_default()
        };
        let last = Some(letters(last)).filter(|last| !last.is_empty());
        let last = last.unwrap_or_else(|| "anonymous".to_owned());
        let word = self.title.split_whitespace().map(letters).find(|word| word.chars().count() > 3);
        format!("{last}{}{}", self.year, word.unwrap_or_default())
    }
}

/// Reads a journal, a volume and a number, which may be empty, like `Man 27` or `ICGA Journal 23 (3)`.
fn journal(publisher: &str) -> Option<[&str; 3]> {
    let (rest, number) = match publisher.strip_suffix(')') {
        Some(rest) => rest.rsplit_once('(')?,
        None => (publisher, ""),
    };
    let (name, volume) = rest.trim_end().rsplit_once(' ')?;
    // A larger number is a year.
    let is_volume = |text: &str| text.parse::<u16>().is_ok_and(|volume| volume < 1000);
    let is_number = number.is_empty() || is_volume(number);
    // A volume or a chapter of a book.
    let is_part = ["vol.", "volume", "no.", "chapter", "part"].iter().any(|it| name.ends_with(it));
    (is_volume(volume) && is_number && !is_part).then_some([name, volume, number])
}

/// Escapes the characters that have a meaning in LaTeX.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' | '%' | '$' | '#' | '_' => out.extend(['\\', c]),
            // BibTeX counts escaped braces too.
            '{' => out.push_str("\\textbraceleft{}"),
            '}' => out.push_str("\\textbraceright{}"),
            '\\' => out.push_str("\\textbackslash{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            _ => out.push(c),
        }
    }
    out
}

/// Encodes the braces of an address, which BibTeX takes as it stands.
fn verbatim(address: &str) -> String {
    address.replace('{', "%7B").replace('}', "%7D")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(author: &str) -> Source {
        Source {
            author: author.to_owned(),
            title: "Mancala & 100 % {more}".to_owned(),
            year: 1999,
            publisher: None,
            pages: Some("5-7".to_owned()),
            doi: None,
            url: Some("https://example.org/a_b".to_owned()),
            through: Some("the Ludii portal".to_owned()),
            note: None,
        }
    }

    #[test]
    fn special_characters_are_escaped() {
        let mut source = source("A. Doe, B. de Roe and C. Poe");
        source.doi = Some("10.1000/a_{b}".to_owned());
        let entry = source.bibtex(&source.key());
        assert_eq!(
            entry,
            "@misc{doe1999mancala,\n  author = {A. Doe and B. de Roe and C. Poe},\n  title = {{Mancala \\& 100 \\% \\textbraceleft{}more\\textbraceright{}}},\n  \
             year = {1999},\n  pages = {5--7},\n  doi = {10.1000/a_%7Bb%7D},\n  note = {Read through the Ludii portal},\n  \
             url = {https://example.org/a_b}\n}\n"
        );
    }

    #[test]
    fn journals_have_volumes() {
        for (publisher, fields) in [
            ("ICGA Journal 23 (3)", "journal = {ICGA Journal},\n  volume = {23},\n  number = {3},"),
            ("Man 27", "journal = {Man},\n  volume = {27},\n  pages"),
            ("Museum for 1894", "howpublished = {Museum for 1894}"),
            ("A. Publisher, vol. 2", "howpublished = {A. Publisher, vol. 2}"),
        ] {
            let source = Source { publisher: Some(publisher.to_owned()), ..source("A. Doe") };
            let entry = source.bibtex("key");
            assert!(entry.contains(fields), "{entry}");
            assert_eq!(entry.starts_with("@article{"), fields.starts_with("journal"), "{entry}");
        }
        assert_eq!(source("Ngô Quý Sơn").key(), "son1999mancala");
    }

    #[test]
    fn names_of_organisations_stay_whole() {
        let entry = source("Mancala World and A. Doe").bibtex("key");
        assert!(entry.contains("author = {{Mancala World} and A. Doe}"), "{entry}");
    }

    #[test]
    fn keys_name_the_first_author() {
        assert_eq!(source("A. Doe, B. de Roe and C. Poe").key(), "doe1999mancala");
        assert_eq!(source("Alex de Voogt").key(), "voogt1999mancala");
        assert_eq!(source("Mancala World").key(), "mancalaworld1999mancala");
        assert_eq!(source("").key(), "anonymous1999mancala");
    }
}
