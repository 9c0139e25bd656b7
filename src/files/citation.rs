//! Citations of sources, as plain text and for BibTeX.

use std::fmt::Write as _;

use super::spec::Source;

impl Source {
    /// Returns the source as an entry of a bibliography in BibTeX.
    #[must_use]
    pub fn bibtex(&self, key: &str) -> String {
        let authors = self.author.replace(", ", " and ");
        let mut entry = format!("@misc{{{key}");
        let mut field = |name: &str, value: &str| {
            let _ = write!(entry, ",\n  {name} = {{{value}}}");
        };
        field("author", &escaped(&authors));
        field("title", &format!("{{{}}}", escaped(&self.title)));
        field("year", &self.year.to_string());
        let text = [
            ("howpublished", &self.publisher),
            ("pages", &self.pages),
            ("doi", &self.doi),
            ("note", &self.through),
        ];
        for (name, value) in text {
            let Some(value) = value else { continue };
            match name {
                "note" => field(name, &format!("Read through {}", escaped(value))),
                "pages" => field(name, &escaped(value).replace('-', "--")),
                _ => field(name, &escaped(value)),
            }
        }
        if let Some(url) = &self.url {
            field("url", url);
        }
        entry.push_str("\n}\n");
        entry
    }

    /// Returns a key for BibTeX: the last name of the first author, and the year.
    #[must_use]
    pub fn key(&self) -> String {
        let first = self.author.split([',', ';']).next().unwrap_or_default();
        let first = first.split(" and ").next().unwrap_or_default();
        let last = first.split_whitespace().next_back().unwrap_or("anonymous");
        let letters = last.chars().filter(|c| c.is_alphanumeric());
        format!(
            "{}{}",
            letters.collect::<String>().to_lowercase(),
            self.year
        )
    }
}

/// Escapes the characters that have a meaning in LaTeX.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => out.extend(['\\', c]),
            '\\' => out.push_str("\\textbackslash{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            _ => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::Source;

    fn source(author: &str) -> Source {
        Source {
            author: author.to_owned(),
            title: "Mancala & 100 % more".to_owned(),
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
        let entry = source("A. Doe, B. de Roe and C. Poe").bibtex("doe1999");
        assert_eq!(
            entry,
            "@misc{doe1999,\n  author = {A. Doe and B. de Roe and C. Poe},\n  title = {{Mancala \\& 100 \\% more}},\n  \
             year = {1999},\n  pages = {5--7},\n  note = {Read through the Ludii portal},\n  \
             url = {https://example.org/a_b}\n}\n"
        );
    }

    #[test]
    fn keys_name_the_first_author() {
        assert_eq!(source("A. Doe, B. de Roe and C. Poe").key(), "doe1999");
        assert_eq!(source("Alex de Voogt").key(), "voogt1999");
        assert_eq!(source("").key(), "anonymous1999");
    }
}
