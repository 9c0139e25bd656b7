//! Texts about a game, from the lists of its rule book and the options in force: a summary, and all rules in words.
//!
//! A rule book begins with two lists under the headings *Aim* and *A turn*. An item may begin with a condition:
//! `` `capture = "always"`: `` or `` `goal != "last"` and `seeds = 4` or … : ``. *And* binds more tightly than
//! *or*. The item is shown for variants that meet its condition. Without a key, only `key = absent` holds. `{key}`
//! stands for a value, `{counts}` as in "2 or 3". Keys are those of `[rules]` unless they name their section, and
//! `rules.first.by` is a key in a table. An item covers a key if its condition determines the value or its text
//! contains it. For rules that a variant sets and no item covers, the sentences *in words* that depend on them follow.
//!
//! The lists under *In words*, one for each of [`HEADINGS`], state all rules. Parentheses at the end of an item hold
//! the identifiers of its rules. Items that several rulesets share stand in books of their own. There `field.turns` is
//! present if written positions have this field, and is the highest number of turns counted; `field.any` is any field.
//! `board.middle` is true if rows have a middle pit. `relay` has the numbers from `relay_from` to `relay_to`.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::{Arc, Mutex};

use schemars::JsonSchema;
use serde::Serialize;

use crate::files::catalogue::{GivenBy, Loaded};
use crate::files::condition::{Item, braces, full, items};
use crate::files::spec::rule_ids;
use mankala_core::kernel::FieldKind;
use mankala_core::rulesets::two_rows;
use mankala_core::system::threads::lock;
use mankala_core::text::visible::visible;
use mankala_core::variant::sections;

/// Headings of the rules in words, after the aim, in this order.
pub const HEADINGS: [&str; 7] =
    ["Board and opening", "A turn", "Captures", "Special cases", "The end", "Rounds", NOTATION];

/// Heading of the words on written positions and moves.
pub const NOTATION: &str = "Notation";

/// Heading in a rule book of the ends that come before all others.
const AT_ONCE: &str = "### Wins at once";

/// Beginnings of sentences that make sense only after the sentence before them.
const LEANING: [&str; 9] = [
    "Then ",
    "But ",
    "This ",
    "That ",
    "If that ",
    "If such ",
    "After such ",
    "Do this ",
    "Go on ",
];

/// Chapter of a text about a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Chapter {
    /// Heading.
    pub title: &'static str,
    /// Sentences, in paragraphs.
    pub lines: Vec<Line>,
}

/// Paragraph of a text about a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Line {
    /// The sentences.
    pub words: String,
    /// Identifiers of the rules that they state.
    pub rules: Vec<String>,
    /// Item of the rule book that they come from, and the keys on which they depend.
    #[serde(skip)]
    pub item: (String, Vec<String>),
}

/// Summary of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Brief {
    /// How to win, line by line.
    pub aim: Vec<String>,
    /// How a turn is played, line by line.
    pub turn: Vec<String>,
    /// Rules that the variant sets and the lines above do not cover, line by line.
    pub besides: Vec<String>,
}

impl Loaded {
    /// Returns the summary of the game; `in_words` are [all its rules](Self::in_words).
    pub fn brief(&self, in_words: &[Chapter]) -> Brief {
        let mut told: Vec<String> = Vec::new();
        let [aim, turn]: [Vec<String>; 2] = ["## Aim", "## A turn"].map(|heading| {
            self.lines(heading, &mut told).into_iter().map(|line| line.words).collect()
        });
        let further = self.values.iter().filter(|written| {
            let is_rule = ["rules.", "rounds."].iter().any(|part| written.key.starts_with(part));
            is_rule && written.given_by != GivenBy::Ruleset && !told.contains(&written.key)
        });
        let further: Vec<&String> = further.map(|written| &written.key).collect();
        let mut besides = Vec::new();
        let chapters = in_words.iter().filter(|chapter| chapter.title != NOTATION);
        // From the end, as a sentence may need the one before it.
        let mut leans = false;
        for line in chapters.rev().flat_map(|chapter| chapter.lines.iter().rev()) {
            let depends = |key: &String| {
                let mut rests = line.item.1.iter().filter_map(|of| of.strip_prefix(&**key));
                rests.any(|rest| rest.is_empty() || rest.starts_with('.'))
            };
            let is_shown = leans || further.iter().any(|&key| depends(key));
            if is_shown && !aim.contains(&line.words) && !turn.contains(&line.words) {
                leans = LEANING.iter().any(|begin| line.words.starts_with(begin));
                besides.push(line.words.clone());
            } else {
                leans = false;
            }
        }
        besides.reverse();
        Brief { aim, turn, besides }
    }

    /// Returns all rules of the game in words.
    pub fn in_words(&self) -> Vec<Chapter> {
        let headings = HEADINGS.map(|title| (title, format!("### {title}")));
        let aim = ("The aim", "## Aim".to_owned());
        let parts = [aim].into_iter().chain(headings).map(|(title, heading)| Chapter {
            title,
            lines: self.lines(&heading, &mut Vec::new()),
        });
        parts.filter(|part| !part.lines.is_empty()).collect()
    }

    /// Returns the sentences that hold for only one of two games, each with its heading, notation aside: of this one,
    /// then of the other.
    pub fn rules_apart(&self, other: &Self) -> [Vec<(&'static str, String)>; 2] {
        let (own, its) = (self.sentences(), other.sentences());
        let only = |some: &[(&'static str, String)], others: &[(&'static str, String)]| {
            let is_new = |line: &str| others.iter().all(|(_, other)| other != line);
            some.iter().filter(|(_, line)| is_new(line)).cloned().collect()
        };
        [only(&own, &its), only(&its, &own)]
    }

    /// Returns the rules in words, each with its heading, notation aside.
    fn sentences(&self) -> Vec<(&'static str, String)> {
        let told = self.in_words().into_iter().filter(|chapter| chapter.title != NOTATION);
        told.flat_map(|it| it.lines.into_iter().map(move |line| (it.title, line.words))).collect()
    }

    /// Returns all rules of the game in words, as Markdown: headings and lists.
    pub fn text_in_words(&self) -> String {
        let mut text = format!("# {}\n", visible(&self.header.title));
        for Chapter { title, lines } in self.in_words() {
            let items = lines.iter().map(|line| format!("- {}\n", line.words));
            let items: String = items.collect();
            let _ = write!(text, "\n## {title}\n\n{items}");
        }
        text
    }

    /// Returns the rule book without the lists for the rules in words.
    pub fn rule_book(&self) -> String {
        let (before, lists) = self.book.split_once("\n## In words\n").unwrap_or((self.book, ""));
        let after = lists.find("\n## ").map_or("", |place| &lists[place..]);
        format!("{before}{after}")
    }

    /// Returns the items under a heading that hold, and adds the keys that they cover to `told`.
    fn lines(&self, heading: &str, told: &mut Vec<String>) -> Vec<Line> {
        let known = rule_ids(self.book);
        let two_rows = (self.value("rules.majority")).map_or("", |_| two_rows::WORDS);
        let books = [self.book, two_rows, sections::WORDS];
        let [own, common, all] = books.map(|book| section(book, heading));
        // Moves as such come before what a ruleset adds to them; the end comes after it.
        let lists = match heading {
            "### Captures" | "### Special cases" => ["", own, common, all],
            "### The end" => [section(two_rows, AT_ONCE), own, common, all],
            "### Notation" => ["", all, common, own],
            _ => ["", common, own, all],
        };
        let lists = lists.map(items_of);
        let items = lists.iter().flat_map(|list| list.iter());
        let holding = items.filter(|item| item.holds(&|key| self.value(key)));
        let line = |item: &Item| {
            let mut keys: Vec<String> = item.keys().collect();
            let words = self.filled_in(&item.words, &mut keys);
            let mut rules = item.rules.clone();
            rules.retain(|id| known.contains(&&**id));
            told.extend(item.tells().map(str::to_owned));
            told.extend_from_slice(&keys[item.keys().count()..]);
            Line { words, rules, item: (item.words.clone(), keys) }
        };
        holding.map(line).collect()
    }

    /// Returns the value of a key, or of a key in a table: of `rules.first.by` if `rules.first` is `{ by = "each" }`.
    /// `board.middle` and `rules.relay` are derived from other keys.
    fn value(&self, key: &str) -> Option<Cow<'_, str>> {
        if let Some(written) = self.values.iter().find(|written| written.key == key) {
            return Some(Cow::Borrowed(&written.value));
        }
        if let Some(name) = key.strip_prefix("field.") {
            let mut fields = self.variant.properties().fields.iter();
            let field = fields.find(|field| name == "any" || field.name == name)?;
            return Some(match field.kind {
                FieldKind::Turns { most } => most.to_string().into(),
                _ => field.name.into(),
            });
        }
        if key == "board.middle" {
            let columns: u8 = self.value("board.columns")?.parse().ok()?;
            return Some(if columns % 2 == 1 { "true" } else { "false" }.into());
        }
        if key == "rules.relay" {
            let [from, to] = ["from", "to"].map(|end| self.value(&format!("rules.relay_{end}")));
            return Some(match (from?, to?) {
                (from, to) if from == to => from,
                (from, to) if to == "255" => format!("{from} or more").into(),
                (from, to) => format!("{from} to {to}").into(),
            });
        }
        let (table, inner) = key.rsplit_once('.')?;
        let table = self.values.iter().find(|written| written.key == table)?;
        let (_, value) = table.value.split_once(&format!(" {inner} = "))?;
        let end = match value.find(']') {
            Some(end) if value.starts_with('[') => end + 1,
            _ => value.find([',', ' '])?,
        };
        Some(Cow::Borrowed(&value[..end]))
    }

    /// Replaces the keys in braces by their values, and adds these keys to `told`.
    fn filled_in(&self, words: &str, told: &mut Vec<String>) -> String {
        let mut text = words.to_owned();
        while let Some(place) = braces(&text) {
            let key = full(&text[place.start + 1..place.end - 1]);
            let last = ["or", "and"][usize::from(key.starts_with("setup."))];
            let value = self.value(&key).unwrap_or("?".into());
            // One seed, but two seeds.
            let noun = text[place.end..].strip_prefix(' ').unwrap_or("");
            let noun = noun.split(|letter: char| !letter.is_alphabetic()).next();
            let one = noun.and_then(|noun| noun.strip_suffix('s'));
            if let Some(one) = one.filter(|_| matches!(&*value, "1" | "[1]")) {
                let end = place.end + 1 + one.len();
                text.replace_range(end..=end, "");
            }
            text.replace_range(place, &in_words(&value, last));
            told.push(key);
        }
        text
    }
}

/// Returns for each of some games the sentences that not all of them share; empty for one that there is not.
pub fn apart_in_words(games: &[Option<Loaded>]) -> Vec<String> {
    let all: Vec<Option<_>> =
        games.iter().map(|game| game.as_ref().map(Loaded::sentences)).collect();
    let is_apart = |line: &&(_, String)| all.iter().flatten().any(|its| !its.contains(line));
    let own = |lines: &Vec<(_, String)>| {
        let lines: Vec<&str> = lines.iter().filter(is_apart).map(|(_, words)| &**words).collect();
        lines.join(" ")
    };
    all.iter().map(|lines| lines.as_ref().map(own).unwrap_or_default()).collect()
}

/// Returns a key in words, such as "seeds in each pit"; most keep their names.
pub fn key_in_words(key: &str) -> String {
    match key {
        "setup.seeds" => "seeds in each pit".to_owned(),
        "board.columns" => "pits in each row".to_owned(),
        _ => key.strip_prefix("rules.").unwrap_or(key).replace(['_', '.'], " "),
    }
}

/// Returns a key with its value in words, such as "3 seeds in each pit" or "capture always".
pub fn setting(key: &str, value: &str) -> String {
    let name = key_in_words(key);
    match value {
        "true" => name,
        "false" => format!("no {name}"),
        "1" if name.contains("s in each") => format!("1 {}", name.replacen("s in", " in", 1)),
        _ if name.contains(" in each") => format!("{value} {name}"),
        _ if value.starts_with('{') => format!("{name} {value}"),
        _ => format!("{name} {}", in_words(value, "or")),
    }
}

/// Formats a value in words: `[2, 3]` is "2 or 3", `even` is "an even number", and strings have no quotes. `last` is
/// the word before the last one of several. Alternatives without a gap are "2 to 12", equal
/// numbers "2 in each pit", and only zeros "none".
fn in_words(value: &str, last: &str) -> String {
    if let "\"even\"" | "\"odd\"" | "\"any\"" = value {
        let article = if value == "\"any\"" { "" } else { "an " };
        return format!("{article}{} number", value.replace('"', ""));
    }
    let inside = |open, close| value.strip_prefix(open)?.strip_suffix(close);
    if let Some(table) = inside("{ ", " }") {
        let lists = table.replace("], ", "; ").replace(" = [", ": ");
        return lists.replace(" = ", " to ").replace([']', '"'], "");
    }
    let items = inside("[", "]").unwrap_or(value).replace('"', "");
    let items: Vec<&str> = items.split(", ").collect();
    let numbers: Vec<u8> = items.iter().flat_map(|item| item.parse()).collect();
    let has_gap = numbers.windows(2).any(|pair| pair[0].checked_add(1) != Some(pair[1]));
    match (&items[..], &numbers[..]) {
        ([], _) => String::new(),
        ([only], _) => only.parse().map_or_else(|_| (*only).to_owned(), grouped),
        ([first, _, rest @ ..], _)
            if last == "and" && rest.len() > 1 && items.iter().all(|it| it == first) =>
        {
            if *first == "0" { "none".to_owned() } else { format!("{first} in each pit") }
        }
        (_, [low, .., high]) if last == "or" && numbers.len() > 3 && !has_gap => {
            format!("{low} to {high}")
        }
        ([others @ .., end], _) => format!("{} {last} {end}", others.join(", ")),
    }
}

/// Formats a number, with a comma if it has five or six digits.
fn grouped(number: u64) -> String {
    match number {
        10_000..1_000_000 => format!("{},{:03}", number / 1000, number % 1000),
        _ => number.to_string(),
    }
}

/// Returns the items of a list, which all games of a ruleset share.
fn items_of(list: &'static str) -> Arc<[Item]> {
    static READ: Mutex<BTreeMap<&str, Arc<[Item]>>> = Mutex::new(BTreeMap::new());
    let mut read = lock(&READ);
    Arc::clone(read.entry(list).or_insert_with(|| items(list).into()))
}

/// Returns the text under a heading, up to the next one.
fn section<'b>(book: &'b str, heading: &str) -> &'b str {
    let text = book.split_once(&format!("\n{heading}\n")).map_or("", |(_, text)| text);
    text.split_once("\n#").map_or(text, |(text, _)| text)
}

/// Returns the keys and the identifiers of rules in all lists of a rule book, for tests of rule books.
pub fn listed(book: &str) -> [Vec<String>; 2] {
    let besides = ["## Aim", "## A turn", AT_ONCE].map(str::to_owned);
    let whole = HEADINGS.map(|title| format!("### {title}"));
    let mut keys = Vec::new();
    let mut rules = Vec::new();
    for heading in besides.iter().chain(&whole) {
        for item in items(section(book, heading)) {
            keys.extend(item.keys());
            let mut rest = &*item.words;
            while let Some(place) = braces(rest) {
                keys.push(full(&rest[place.start + 1..place.end - 1]));
                rest = &rest[place.end..];
            }
            rules.extend(item.rules);
        }
    }
    [keys, rules]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Catalogue;

    #[test]
    fn conditions_are_asked_of_the_options_in_force() {
        let kalah = Catalogue::new().load("kalah", &[]).expect("kalah");
        for (text, holds) in [
            ("always", true),
            (r#"`capture = "always"`: no"#, false),
            (r#"`capture != "always"`: yes"#, true),
            (r#"`setup.seeds = 4` and `capture = "always"`: no"#, false),
            (r#"`setup.seeds = 4` or `capture = "always"`: yes"#, true),
            ("`nothing != 1`: no", false),
            ("`setup.seeds` is a key: no condition", true),
        ] {
            assert_eq!(Item::read(text).holds(&|key| kalah.value(key)), holds, "{text}");
        }
        let mut told = Vec::new();
        let words = kalah.filled_in("with {setup.seeds} and {capture}", &mut told);
        assert_eq!(words, "with 4 and opposite-filled");
        assert_eq!(told, ["setup.seeds", "rules.capture"]);
        let kalah = Catalogue::new().load("kalah:setup.seeds=1", &[]).expect("kalah");
        assert_eq!(kalah.filled_in("{setup.seeds} seeds", &mut told), "1 seed");
        let first = Catalogue::new().load("dabuda-damohoita", &[]).expect("dabuda");
        for (key, value) in [
            ("rules.first.by", Some("\"each\"")),
            ("rules.first.from", Some("[1]")),
            ("rules.first.sown", Some("\"as-ever\"")),
            ("rules.first.seeds", None),
        ] {
            assert_eq!(first.value(key).as_deref(), value, "{key}");
        }
    }

    #[test]
    fn values_are_put_in_words() {
        for (value, words) in [
            ("[2, 3]", "2 or 3"),
            ("[2, 4, 6]", "2, 4 or 6"),
            ("[4]", "4"),
            ("[2, 3, 4, 5]", "2 to 5"),
            ("{ A9 = \"A10\", B8 = \"A9\" }", "A9 to A10, B8 to A9"),
            ("{ back = [2, 0], front = [1, 1] }", "back: 2, 0; front: 1, 1"),
            ("\"even\"", "an even number"),
            ("\"own-row\"", "own-row"),
            ("[0, 0, 0]", "0, 0 or 0"),
            ("10000", "10,000"),
            ("7", "7"),
        ] {
            assert_eq!(in_words(value, "or"), words);
        }
        assert_eq!(in_words("[0, 0, 0, 0]", "and"), "none");
    }
}
