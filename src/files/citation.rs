//! Citations of sources, as plain text and for BibTeX.

use std::fmt::Write as _;

use super::spec::Source;

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
        let mut entry = format!("@misc{{{key}");
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
            ("howpublished", self.publisher.as_deref().map(escaped)),
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
    /// name of an organisation stays whole.
    pub fn key(&self) -> String {
        let letters = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).collect::<String>();
        let first = self.authors().next().unwrap_or_default();
        let last = if ORGANISATIONS.contains(&first) {
            first
        } else {
            first.split_whitespace().next_back().unwrap_or("anonymous")
        };
        let word = self.title.split_whitespace().map(letters).find(|word| word.chars().count() > 3);
        format!("{}{}{}", letters(last), self.year, word.unwrap_or_default()).to_lowercase()
    }
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
