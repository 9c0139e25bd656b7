//! Sentences of the rules in words, their rules and their examples, in a table for each ruleset.
//!
//! A sentence is true of the games in which it stands. Each has an example there that cites one of its rules. Options
//! are changed to other values that make the sentence false: an example fails then, in bold. Sentences without such an
//! example have a reason, in italics.

use std::cell::OnceCell;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::thread;

use mankala::files::brief::{HEADINGS, NOTATION};
use mankala::files::catalogue::Written;
use mankala::files::check::holding;
use mankala::files::schema::alternatives;
use mankala::files::spec::Example;
use mankala::{Catalogue, Loaded};
use serde_json::Value;

use crate::common::{pinned, variants};

/// Most examples that a row of the table names.
const MOST_EXAMPLES: usize = 3;

/// Most games in which a sentence is tried with values near to its own, before others are.
const MOST_GAMES: usize = 2;

/// Sentences for which no example is known, and the reason.
const UNSHOWN: [(&str, &str); 2] = [
    (
        "all moves of the next player would be endless or too long",
        "no game played at random has ended in this way",
    ),
    (
        "The game also ends when the player to move has seeds but no legal move.",
        "in these games a player with seeds can nearly always move",
    ),
];

/// Sentence of a ruleset: its chapter, and its text in the rule book.
type Place = (usize, String);

/// Row of the table.
#[derive(Default)]
struct Row<'a> {
    rules: Vec<String>,
    /// Games in which the sentence stands, each with its words there, and the keys on which it depends.
    games: Vec<(&'a Loaded, String)>,
    keys: Vec<String>,
}

/// Position of a chapter in the text.
fn chapter(title: &str) -> usize {
    let known = HEADINGS.iter().position(|heading| *heading == title);
    known.map_or(0, |index| index + 1)
}

/// The sentences of each ruleset, in the order of the chapters.
fn rows() -> BTreeMap<&'static str, BTreeMap<Place, Row<'static>>> {
    let mut found = BTreeMap::<&str, BTreeMap<Place, Row<'_>>>::new();
    for (_, loaded) in variants() {
        let rows = found.entry(loaded.ruleset).or_default();
        for part in loaded.in_words() {
            for line in part.lines {
                let (words, keys) = line.item;
                let row = rows.entry((chapter(part.title), words)).or_default();
                for (all, more) in [(&mut row.rules, line.rules), (&mut row.keys, keys)] {
                    for one in more {
                        if !all.contains(&one) {
                            all.push(one);
                        }
                    }
                }
                if row.games.last().is_none_or(|(game, _)| game.header.name != loaded.header.name) {
                    row.games.push((loaded, line.words));
                }
            }
        }
    }
    found
}

/// The examples of a game that cite one of these rules.
fn citing<'a>(loaded: &'a Loaded, rules: &'a [String]) -> impl Iterator<Item = &'a Example> {
    let cites = |example: &&Example| example.rules.iter().any(|id| rules.contains(id));
    loaded.examples.iter().filter(cites)
}

/// Returns why no example of a sentence need fail.
fn reason(place: &Place, row: &Row<'_>, changes: &Changes) -> Option<&'static str> {
    let all = |of: &dyn Fn(&String) -> bool| row.keys.iter().all(of);
    // Keys that the ruleset lacks, and the size of the board.
    let is_fixed = |key: &String| {
        let mut own = changes.known.keys().filter(|own| key.starts_with(*own));
        own.all(|own| own.starts_with("board."))
    };
    if row.games.len() == changes.games.len() && all(&is_fixed) {
        return Some("so in every game of the ruleset");
    }
    if all(&|key| key.starts_with("field.")) {
        return Some("describes a field of positions");
    }
    // `rounds.rs` tests how rounds follow each other.
    let is_on_rounds = place.0 == chapter("Rounds") || all(&|key| key.starts_with("rounds."));
    is_on_rounds.then_some("between rounds")
}

/// Other values of a key, as they are written.
fn others(schema: &Value, key: &str, value: &str) -> Vec<String> {
    let mut all = match value {
        "true" => vec!["false".to_owned()],
        "false" => vec!["true".to_owned()],
        _ => alternatives(schema, key),
    };
    match value.parse() {
        Ok(toml::Value::Integer(it)) => {
            all.extend([it - 1, it + 1, 0, 2, it / 100].map(|it| it.to_string()));
        }
        Ok(toml::Value::Array(mut list)) => {
            if let Some(toml::Value::Integer(first)) = list.first_mut() {
                *first += 1;
            }
            list.reverse();
            all.push(toml::Value::Array(list).to_string());
        }
        Ok(toml::Value::Table(table)) => {
            for (inner, of) in &table {
                for other in others(schema, &format!("{key}.{inner}"), &of.to_string()) {
                    let mut table = table.clone();
                    table[inner] = other.parse().expect("a value");
                    all.push(toml::Value::Table(table).to_string());
                }
            }
        }
        _ => {}
    }
    all.retain(|other| other != value);
    all
}

/// Game with other values.
struct Changed {
    loaded: Loaded,
    /// Items of the rule book that its words state, with these words.
    told: BTreeSet<(String, String)>,
    /// Examples that hold there: without the fields of positions that only one of the two games has, and with them.
    held: [OnceCell<Vec<String>>; 2],
}

impl Changed {
    /// Returns whether an example fails.
    fn breaks(&self, before: &Loaded, example: &Example, with_fields: bool) -> bool {
        let held = self.held[usize::from(with_fields)]
            .get_or_init(|| held(before, self.loaded.clone(), with_fields));
        !held.contains(&example.name)
    }
}

/// The examples of a game that hold in a changed one.
fn held(before: &Loaded, mut changed: Loaded, with_fields: bool) -> Vec<String> {
    let [old, new] = [before, &changed].map(|game| {
        let fields = game.variant.properties().fields.iter();
        fields.map(|field| field.name).collect::<Vec<_>>()
    });
    let shared = |word: &&str| {
        let (name, _) = word.split_once('=').unwrap_or_default();
        with_fields || old.contains(&name) == new.contains(&name)
    };
    let plain = |text: &str| {
        let words = text.split(' ').filter(shared);
        words.collect::<Vec<_>>().join(" ")
    };
    for example in &mut changed.examples {
        example.position = example.position.as_deref().map(plain);
        if let Some(after) = example.after.take() {
            let result = after.split_once("result=");
            example.result = Some(result.map_or("none", |(_, word)| word).to_owned());
        }
    }
    let held = holding(&changed, &|| false).into_iter();
    let held = held.filter(|(example, game)| {
        let mut written = before.examples.iter();
        let written = written.find(|written| written.name == example.name);
        let after = written.and_then(|written| written.after.as_deref());
        after.is_none_or(|after| plain(after) == plain(&game.text()))
    });
    held.map(|(example, _)| example.name.clone()).collect()
}

/// The games of a ruleset with other values, each made once.
struct Changes {
    catalogue: Catalogue,
    schema: Value,
    games: Vec<&'static Loaded>,
    /// The values of each key in these games.
    known: BTreeMap<String, BTreeSet<String>>,
    made: BTreeMap<(String, Vec<String>), Result<Changed, Vec<String>>>,
}

impl Changes {
    fn new(ruleset: &str) -> Self {
        let catalogue = Catalogue::new();
        let games = variants().map(|(_, loaded)| loaded);
        let games: Vec<_> = games.filter(|game| game.ruleset == ruleset).collect();
        let mut known = BTreeMap::<_, BTreeSet<_>>::new();
        for Written { key, value, .. } in games.iter().flat_map(|game| &game.values) {
            known.entry(key.clone()).or_default().insert(value.clone());
        }
        Self {
            schema: catalogue.schema(ruleset).expect("a schema"),
            catalogue,
            games,
            known,
            made: BTreeMap::new(),
        }
    }

    /// Returns the game with these changes, or the messages of its errors.
    fn of(&mut self, loaded: &Loaded, changes: &[String]) -> &Result<Changed, Vec<String>> {
        let name = &loaded.header.name;
        let entry = self.made.entry((name.clone(), changes.to_vec()));
        entry.or_insert_with(|| match self.catalogue.load(name, changes) {
            Ok(loaded) => {
                let lines = loaded.in_words().into_iter().flat_map(|part| part.lines);
                Ok(Changed {
                    told: lines.map(|line| (line.item.0, line.words)).collect(),
                    held: Default::default(),
                    loaded,
                })
            }
            Err(errors) => Err(errors.told.into_iter().map(|it| it.message).collect()),
        })
    }

    /// Returns the changes of a key; if `wide`, also those to values of other games, and pairs where the first needs a
    /// second.
    fn lists(&mut self, loaded: &Loaded, written: &Written, wide: bool) -> Vec<Vec<String>> {
        let Written { key, value, .. } = written;
        let near = others(&self.schema, key, value);
        let far = self.known[key].iter().filter(|far| wide && *far != value);
        let values = near.iter().chain(far);
        let mut all: Vec<_> = values.map(|it| vec![format!("{key}={it}")]).collect();
        let first = if wide { all.clone() } else { Vec::new() };
        for change in first {
            let Err(errors) = self.of(loaded, &change) else {
                continue;
            };
            let errors = errors.clone();
            for with in &loaded.values {
                let (_, short) = with.key.split_once('.').expect("a section");
                let (start, value) = (format!("{}: ", with.key), format!(" {short} = "));
                let is_named =
                    errors.iter().any(|error| error.starts_with(&start) || error.contains(&value));
                if is_named && with.key != *key {
                    let values = self.known[&with.key].iter();
                    let second = values.map(|value| format!("{}={value}", with.key));
                    all.extend(second.map(|second| vec![change[0].clone(), second]));
                }
            }
        }
        all
    }
}

/// Finds an example that fails once an option makes the sentence false, if possible one that cites a rule of the
/// sentence.
fn broken<'a>(
    place: &Place,
    row: &'a Row<'_>,
    changes: &mut Changes,
    wide: bool,
) -> Option<(&'a str, &'a Example)> {
    let is_notation = place.0 == chapter(NOTATION);
    // Any option may give positions a field.
    let has_field = row.keys.iter().any(|key| key.starts_with("field."));
    let mut other = None;
    let is_tried = |game: &&(&'a Loaded, _)| wide || citing(game.0, &row.rules).next().is_some();
    let most = if wide { usize::MAX } else { MOST_GAMES };
    for (loaded, words) in row.games.iter().filter(is_tried).take(most) {
        let told = (place.1.clone(), words.clone());
        for written in &loaded.values {
            let key = &*written.key;
            let depends = |of: &String| of == key || of.starts_with(&format!("{key}."));
            if !(row.keys.iter().any(depends) || has_field && key.starts_with("rules.")) {
                continue;
            }
            for list in changes.lists(loaded, written, wide) {
                let Ok(game) = changes.of(loaded, &list) else {
                    continue;
                };
                if game.told.contains(&told) {
                    continue;
                }
                let fails = |example: &&Example| game.breaks(loaded, example, is_notation);
                // The first of those that cite most of its rules.
                let shared = |example: &&Example| {
                    let shared = row.rules.iter().filter(|id| example.rules.contains(id));
                    Reverse(shared.count())
                };
                let name = &*loaded.header.name;
                let cited = citing(loaded, &row.rules).filter(fails);
                if let Some(example) = cited.min_by_key(shared) {
                    return Some((name, example));
                }
                let example = loaded.examples.iter().find(fails);
                other = other.or(example.map(|example| (name, example)));
                if wide && other.is_some() {
                    return other;
                }
            }
        }
    }
    other
}

/// The table of a ruleset; the sentences without an example, and those with neither a failing example nor a reason.
fn table((ruleset, rows): (&&str, &BTreeMap<Place, Row<'_>>)) -> (String, [Vec<String>; 2]) {
    let mut changes = Changes::new(ruleset);
    let mut text = format!("# Sentences of the ruleset {ruleset}\n");
    let (mut without, mut unbroken) = (Vec::new(), Vec::new());
    let mut last = None;
    for (place, row) in rows {
        if last != Some(place.0) {
            let title = place.0.checked_sub(1).map_or("The aim", |it| HEADINGS[it]);
            let _ = write!(text, "\n## {title}\n\n");
            last = Some(place.0);
        }
        let cited = row.games.iter().flat_map(|(game, _)| {
            let examples = citing(game, &row.rules).take(1);
            examples.map(|example| format!("{} {}", game.header.name, example.name))
        });
        let cited: Vec<String> = cited.take(MOST_EXAMPLES).collect();
        let of = |list: &[String]| {
            let game = &row.games[0].0.header.name;
            format!("{ruleset}: {} {list:?} {game}", place.1)
        };
        if cited.is_empty() {
            without.push(of(&row.rules));
        }
        let reason = reason(place, row, &changes);
        let mut failing = broken(place, row, &mut changes, false);
        if failing.is_none() && reason.is_none() {
            failing = broken(place, row, &mut changes, true);
        }
        let bold = failing.map(|(game, example)| format!("{game} {}", example.name));
        let mut shown: Vec<String> = bold.iter().map(|it| format!("**{it}**")).collect();
        if bold.is_none() {
            match reason {
                Some(reason) => shown.push(format!("*{reason}*")),
                None => unbroken.push(of(&row.keys)),
            }
        }
        let room = MOST_EXAMPLES - usize::from(bold.is_some());
        let others = cited.into_iter().filter(|it| bold.as_ref() != Some(it));
        shown.extend(others.take(room));
        let _ = writeln!(text, "- {} ({}): {}", place.1, row.rules.join(", "), shown.join("; "));
    }
    (text, [without, unbroken])
}

#[test]
fn every_sentence_has_rules_and_examples() {
    let rows = rows();
    let (mut without, mut unbroken) = (Vec::new(), Vec::new());
    thread::scope(|scope| {
        let start = |rows| scope.spawn(move || table(rows));
        let running: Vec<_> = rows.iter().map(start).collect();
        for (ruleset, running) in rows.keys().zip(running) {
            let (text, [none, kept]) = running.join().expect("a table");
            pinned("sentences", ruleset, &text);
            without.extend(none);
            unbroken.extend(kept);
        }
    });
    let excused = |line: &String| UNSHOWN.iter().any(|(words, _)| line.contains(words));
    let (known, without): (Vec<String>, _) = without.into_iter().partition(excused);
    assert!(without.is_empty(), "no example shows\n{}", without.join("\n"));
    for (words, reason) in UNSHOWN {
        assert!(known.iter().any(|line| line.contains(words)), "{words} ({reason})");
    }
    assert!(unbroken.is_empty(), "no example fails if this is false\n{}", unbroken.join("\n"));
}
