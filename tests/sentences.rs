//! Sentences of the rules in words, their rules and their examples, in a table for each ruleset.
//!
//! A sentence is true of the games in which it stands. Each has an example there that cites one of its rules. If
//! options decide whether a sentence holds, an example fails once one of them has another value. That example is in bold;
//! `unbroken.snap` lists the sentences without such an example. Sentences on rounds and rows are not tried.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::thread;

use mankala::files::brief::HEADINGS;
use mankala::files::check::holding;
use mankala::files::schema::alternatives;
use mankala::files::spec::Example;
use mankala::{Catalogue, Loaded};
use serde_json::Value;

use crate::common::{pinned, variants};

/// Most examples that a row of the table names.
const MOST_EXAMPLES: usize = 3;

/// Sentences for which no example is known, and the reason.
const UNSHOWN: [(&str, &str); 5] = [
    (
        "all moves of the next player would be endless or too long",
        "no game played at random has ended in this way",
    ),
    (
        "The game also ends when the player to move has seeds but no legal move.",
        "in these games a player with seeds can nearly always move",
    ),
    (
        "tsoro: The game is a draw if a position occurs a third time",
        "the games with examples of a third occurrence say more in this sentence",
    ),
    (
        "weg: When a position occurs again with the same player to move",
        "no short line of play repeats a position in the games with this sentence",
    ),
    (
        "When a position occurs again, claims do not count: ",
        "no short line of play repeats a position in the games with this rule",
    ),
];

/// Keys that don't change the moves within a round, or can't be changed alone: no example of a game fails.
const FIXED: [&str; 2] = ["rounds.", "board.rows"];

/// Sentence of a ruleset: its chapter, and its text in the rule book.
type Place = (usize, String);

/// Row of the table.
#[derive(Default)]
struct Row<'a> {
    rules: Vec<String>,
    /// Games in which the sentence stands, and the keys on which it depends.
    games: Vec<&'a Loaded>,
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
                if row
                    .games
                    .last()
                    .is_none_or(|game| game.header.name != loaded.header.name)
                {
                    row.games.push(loaded);
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

/// Other values of a key, as they are written.
fn others(schema: &Value, key: &str, value: &str) -> Vec<String> {
    let words = match value {
        "true" => vec!["false".to_owned()],
        "false" => vec!["true".to_owned()],
        _ => alternatives(schema, key),
    };
    let number = value.parse::<i64>().ok();
    let beside = number.into_iter().flat_map(|it| [it - 1, it + 1, 0, 2]);
    // Lists of numbers: one without the last, and one with another first.
    let list = (value.strip_prefix('[')).and_then(|list| list.strip_suffix(']'));
    let items: Vec<&str> = list.unwrap_or_default().split(", ").collect();
    let first = items[0].parse::<i64>().ok();
    let changed = first.map(|first| {
        let items: Vec<String> = [(first + 1).to_string()]
            .into_iter()
            .chain(items[1..].iter().map(|&item| item.to_owned()))
            .collect();
        format!("[{}]", items.join(", "))
    });
    let reversed: Vec<&str> = items.iter().rev().copied().collect();
    let reversed = list.map(|_| format!("[{}]", reversed.join(", ")));
    let fewer = (items.len() > 1).then(|| format!("[{}]", items[..items.len() - 1].join(", ")));
    let values = words.into_iter().chain(beside.map(|it| it.to_string()));
    let values = values.chain(changed).chain(fewer).chain(reversed);
    values.filter(|other| value != other).collect()
}

/// An example that fails once an option makes the sentence false, if possible one that cites a rule of the sentence.
fn broken<'a>(place: &Place, row: &'a Row<'_>, schema: &Value) -> Option<(&'a str, &'a Example)> {
    let catalogue = Catalogue::new();
    let mut other = None;
    for loaded in &row.games {
        let spoken = |game: &Loaded| {
            let parts = game.in_words().into_iter();
            let lines = parts.flat_map(|part| part.lines.into_iter());
            let here = lines.filter(|line| line.item.0 == place.1);
            here.map(|line| line.words).collect::<Vec<_>>()
        };
        let told = spoken(loaded);
        for written in &loaded.values {
            let key = &*written.key;
            let depends = |of: &String| of == key || of.starts_with(&format!("{key}."));
            if !row.keys.iter().any(depends) {
                continue;
            }
            for value in others(schema, key, &written.value) {
                let Ok(changed) = catalogue.load(&loaded.header.name, &[format!("{key}={value}")])
                else {
                    continue;
                };
                if spoken(&changed) == told {
                    continue;
                }
                let held: Vec<String> = (holding(&changed, &|| false).into_iter())
                    .map(|(example, _)| example.name.clone())
                    .collect();
                let cited = citing(loaded, &row.rules);
                let failing = cited.filter(|example| !held.contains(&example.name));
                // The first of those that cite most of its rules.
                let shared = |example: &&Example| {
                    let shared = row.rules.iter().filter(|id| example.rules.contains(id));
                    Reverse(shared.count())
                };
                if let Some(example) = failing.min_by_key(shared) {
                    return Some((&loaded.header.name, example));
                }
                let mut all = loaded.examples.iter();
                let example = all.find(|example| !held.contains(&example.name));
                other = other.or(example.map(|example| (&*loaded.header.name, example)));
            }
        }
    }
    other
}

/// The table of a ruleset; the sentences without an example; those that depend on options, and those of them for which
/// no example fails.
fn table(
    ruleset: &str,
    rows: &BTreeMap<Place, Row<'_>>,
) -> (String, Vec<String>, usize, Vec<String>) {
    let schema = Catalogue::new().schema(ruleset).expect("a schema");
    let mut text = format!("# Sentences of the ruleset {ruleset}\n");
    let (mut without, mut depending, mut unbroken) = (Vec::new(), 0, Vec::new());
    let mut last = None;
    for (place, row) in rows {
        if last != Some(place.0) {
            let title = place.0.checked_sub(1).map_or("The aim", |it| HEADINGS[it]);
            let _ = write!(text, "\n## {title}\n\n");
            last = Some(place.0);
        }
        let depends = |key: &String| {
            !key.starts_with("field.") && !FIXED.iter().any(|fixed| key.starts_with(fixed))
        };
        let failing = if row.keys.iter().any(depends) {
            depending += 1;
            let failing = broken(place, row, &schema);
            if failing.is_none() {
                unbroken.push(format!(
                    "{ruleset}: {} {:?} {}",
                    place.1, row.keys, row.games[0].header.name
                ));
            }
            failing
        } else {
            None
        };
        let cited = row.games.iter().flat_map(|game| {
            let examples = citing(game, &row.rules).take(1);
            examples.map(|example| format!("{} {}", game.header.name, example.name))
        });
        let cited: Vec<String> = cited.take(MOST_EXAMPLES).collect();
        if cited.is_empty() {
            let game = &row.games[0].header.name;
            without.push(format!("{ruleset}: {} {:?} {game}", place.1, row.rules));
        }
        let bold = failing.map(|(game, example)| format!("{game} {}", example.name));
        let mut shown: Vec<String> = bold.iter().map(|it| format!("**{it}**")).collect();
        let room = MOST_EXAMPLES - shown.len();
        let others = cited.into_iter().filter(|it| bold.as_ref() != Some(it));
        shown.extend(others.take(room));
        let _ = writeln!(
            text,
            "- {} ({}): {}",
            place.1,
            row.rules.join(", "),
            shown.join("; ")
        );
    }
    (text, without, depending, unbroken)
}

#[test]
fn every_sentence_has_rules_and_examples() {
    let rows = rows();
    let tables = thread::scope(|scope| {
        let start =
            |ruleset: &'static str, rows| scope.spawn(move || (ruleset, table(ruleset, rows)));
        let running: Vec<_> = rows
            .iter()
            .map(|(&ruleset, rows)| start(ruleset, rows))
            .collect();
        let ends = running
            .into_iter()
            .map(|running| running.join().expect("a table"));
        ends.collect::<Vec<_>>()
    });
    let (mut without, mut depending, mut unbroken) = (Vec::new(), 0, Vec::new());
    for (ruleset, (text, none, number, kept)) in tables {
        pinned("sentences", ruleset, &text);
        without.extend(none);
        depending += number;
        unbroken.extend(kept);
    }
    let excused = |line: &String| UNSHOWN.iter().any(|(words, _)| line.contains(words));
    let (known, without): (Vec<String>, _) = without.into_iter().partition(excused);
    assert!(
        without.is_empty(),
        "no example shows\n{}",
        without.join("\n")
    );
    for (words, reason) in UNSHOWN {
        assert!(
            known.iter().any(|line| line.contains(words)),
            "{words} ({reason})"
        );
    }
    let number = unbroken.len();
    let list = format!(
        "{number} of {depending} sentences\n{}\n",
        unbroken.join("\n")
    );
    pinned("sentences", "unbroken", &list);
    assert!(100 * number < 10 * depending, "{list}");
}
