//! Checks the examples of a variant: reports those that fail, and the rules without an example.

use std::collections::HashSet;
use std::ops::Range;

use crate::files::catalogue::{Catalogue, Loaded};
use crate::files::document::Document;
use crate::files::mistakes::MOST_TOLD;
use crate::files::spec::{Example, rule_ids};
use mankala_core::game::Game;
use mankala_core::text::diagnostic::Diagnostics;
use mankala_core::text::notation::{PositionError, differences, range_of};

/// Maximum number of reported differences between two positions.
const MOST_DIFFERENCES: usize = 5;

/// Failed expectation of an example.
struct Wrong {
    /// Key with the expectation; empty if the example as a whole is wrong.
    key: &'static str,
    /// Index in that key's list.
    item: Option<usize>,
    /// Range of bytes in that key's text.
    part: Option<Range<usize>>,
    message: String,
}

impl Wrong {
    fn at(key: &'static str, message: impl Into<String>) -> Self {
        Self { key, item: None, part: None, message: message.into() }
    }

    /// Creates the error of an example that was interrupted.
    fn stopped(key: &'static str) -> Self {
        Self::at(key, "stopped before the example was played")
    }

    fn position(key: &'static str, error: PositionError) -> Self {
        Self { part: Some(error.span), ..Self::at(key, format!("bad position: {}", error.message)) }
    }
}

/// Returns the examples that pass under the rules in force, each with its final game; stops once `stop` returns
/// `true`.
pub fn holding<'a>(loaded: &'a Loaded, stop: &dyn Fn() -> bool) -> Vec<(&'a Example, Game)> {
    let played = |example| Some((example, try_example(loaded, example, stop).ok()?));
    loaded.examples.iter().take_while(|_| !stop()).filter_map(played).collect()
}

fn begin(loaded: &Loaded, example: &Example) -> Result<Game, Wrong> {
    loaded.game_at(example.position.as_deref()).map_err(|error| Wrong::position("position", error))
}

fn play_moves(game: &mut Game, example: &Example, stop: &dyn Fn() -> bool) -> Result<(), Wrong> {
    for (index, text) in example.moves.iter().enumerate() {
        if stop() {
            return Err(Wrong::stopped("moves"));
        }
        game.play_until(text, stop).map_err(|error| Wrong {
            item: Some(index),
            ..Wrong::at("moves", error.to_string())
        })?;
    }
    Ok(())
}

fn try_example(loaded: &Loaded, example: &Example, stop: &dyn Fn() -> bool) -> Result<Game, Wrong> {
    let mut game = begin(loaded, example)?;
    if let Some(legal) = &example.legal {
        let moves = game.moves_until(stop).ok_or_else(|| Wrong::stopped("legal"))?;
        let mut found: Vec<&str> = moves.iter().map(|written| &*written.text).collect();
        let mut expected: Vec<&str> = legal.split_whitespace().collect();
        found.sort_unstable();
        expected.sort_unstable();
        if found != expected {
            let message = format!("the legal moves are {:?}", found.join(" "));
            let illegal = legal.split_whitespace().find(|word| !found.contains(word));
            return Err(Wrong {
                part: illegal.map(|word| range_of(word, legal)),
                ..Wrong::at("legal", message)
            });
        }
    }
    if let Some(illegal) = &example.illegal {
        for text in illegal.split_whitespace() {
            if stop() {
                return Err(Wrong::stopped("illegal"));
            }
            if game.clone().play_until(text, stop).is_ok() {
                return Err(Wrong {
                    part: Some(range_of(text, illegal)),
                    ..Wrong::at("illegal", format!("{text} is legal"))
                });
            }
        }
    }
    play_moves(&mut game, example, stop)?;
    if let Some(after) = &example.after {
        check_after(loaded, &game, after)?;
    }
    if let Some(expected) = &example.result {
        let found = result(&game);
        if found != expected {
            return Err(Wrong::at("result", format!("the result is {found:?}")));
        }
    }
    if expects_nothing(example) {
        return Err(Wrong::at("", "no expectations; add `after`, `legal`, `illegal` or `result`"));
    }
    Ok(game)
}

/// Returns the result of a game as written in examples.
fn result(game: &Game) -> &'static str {
    game.result().map_or("none", |result| result.word())
}

/// Returns `true` if an example asserts nothing, so that only an illegal move can make it fail.
fn expects_nothing(example: &Example) -> bool {
    let expected = [&example.legal, &example.illegal, &example.after, &example.result];
    expected.into_iter().all(Option::is_none)
}

/// Compares the final position of an example with the expected one.
fn check_after(loaded: &Loaded, game: &Game, after: &str) -> Result<(), Wrong> {
    let found = game.text();
    if found == after {
        return Ok(());
    }
    loaded.game_from(after).map_err(|error| Wrong::position("after", error))?;
    let differ = differences(game.layout(), after, &found);
    let mut told: Vec<&str> = differ.iter().map(|(_, message)| &**message).collect();
    let more = told.len().saturating_sub(MOST_DIFFERENCES);
    told.truncate(MOST_DIFFERENCES);
    let what = match (told.is_empty(), more) {
        (true, _) => "the position is not in canonical form".to_owned(),
        (false, 0) => told.join("; "),
        (false, _) => format!("{}; and {more} more", told.join("; ")),
    };
    Err(Wrong {
        part: differ.into_iter().map(|(part, _)| part).next(),
        ..Wrong::at("after", format!("{what}\n  the moves lead to {found}"))
    })
}

/// Returns the errors of a variant's examples; stops once `stop` returns `true`.
pub fn wrong_examples(loaded: &Loaded, stop: &dyn Fn() -> bool) -> Diagnostics {
    let ids = rule_ids(loaded.book);
    let mut wrong = Diagnostics::default();
    // Parsed again only if there is an error, and once.
    let mut document = None;
    let mut names = HashSet::new();
    for (index, example) in loaded.examples.iter().enumerate() {
        if stop() {
            break;
        }
        let mut note = |found: Wrong| {
            if wrong.told.len() == MOST_TOLD {
                wrong.more += 1;
                return;
            }
            let document =
                document.get_or_insert_with(|| Document::new(&loaded.origin, &loaded.text));
            let Wrong { message, .. } = &found;
            let message = format!("example {:?}: {message}", example.name);
            let place = document.place_in_list("example", index, found.key, found.item, found.part);
            let mut diagnostic = document.diagnostic(place, message);
            diagnostic.example = Some(example.name.as_str().into());
            wrong.told.push(diagnostic);
        };
        if !names.insert(&example.name) {
            note(Wrong::at("name", "an earlier example has the same name"));
        }
        for (item, rule) in example.rules.iter().enumerate() {
            if !ids.contains(&rule.as_str()) {
                let book = loaded.ruleset;
                let message =
                    format!("unknown rule {rule:?}: the rule book of {book} does not contain it");
                note(Wrong { item: Some(item), ..Wrong::at("rules", message) });
            }
        }
        if let Err(found) = try_example(loaded, example, stop) {
            note(found);
        }
    }
    wrong
}

/// Missing expectation of an example.
pub struct Lack {
    /// Index of the example.
    pub index: usize,
    /// Missing key: `after`, or `result` if there are no moves.
    pub key: &'static str,
    /// Value found by playing the example.
    pub value: String,
    /// Game at the start of the example.
    pub start: Game,
    /// Game after its moves.
    pub end: Game,
}

/// Returns the missing expectations of all examples that can be played.
pub fn lacks(loaded: &Loaded) -> Vec<Lack> {
    let examples = loaded.examples.iter().enumerate();
    let lack = |(index, example): (usize, &Example)| {
        let moved = !example.moves.is_empty();
        let ends_open = moved && example.after.is_none() && example.result.is_none();
        if !expects_nothing(example) && !ends_open {
            return None;
        }
        let start = begin(loaded, example).ok()?;
        let mut end = start.clone();
        play_moves(&mut end, example, &|| false).ok()?;
        let (key, value) =
            if moved { ("after", end.text()) } else { ("result", result(&end).to_owned()) };
        Some(Lack { index, key, value, start, end })
    };
    examples.filter_map(lack).collect()
}

/// Returns warnings about a file without errors.
pub fn remarks(catalogue: &Catalogue, loaded: &Loaded) -> Vec<String> {
    let mut remarks = Vec::new();
    if loaded.examples.is_empty() {
        remarks.push("no examples: nothing checks that the rules are as intended".to_owned());
    }
    let usual = loaded.game().seeds();
    for example in &loaded.examples {
        let Ok(start) = begin(loaded, example) else { continue };
        // Fewer seeds make an example shorter.
        if start.seeds() > usual {
            let (name, found) = (&example.name, start.seeds());
            remarks.push(format!("example {name:?} has {found} seeds, the opening has {usual}"));
        }
    }
    let name = &loaded.header.name;
    let other = catalogue.names().any(|held| held == name) && {
        // A file may differ from the variant of its name in comments or line ends only.
        let held = catalogue.load(name, &[]);
        held.map_or(true, |held| held.digest() != loaded.digest())
    };
    if other {
        remarks.push(format!("another variant is named {name}; give this one another name"));
    }
    remarks
}

/// Returns the rules of the rule book that no example shows, in the order of the book.
pub fn rules_without_example<'a>(loaded: &'a Loaded, examples: &[Example]) -> Vec<&'a str> {
    let shown =
        |id: &&str| examples.iter().any(|example| example.rules.iter().any(|rule| rule == id));
    rule_ids(loaded.book).into_iter().filter(|id| !shown(id)).collect()
}
