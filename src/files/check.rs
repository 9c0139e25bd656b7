//! Plays the examples of a variant and says which do not come out as written, and which rules have none.

use crate::any::AnyGame;
use crate::files::catalogue::Loaded;
use crate::files::spec::{Example, rule_ids};
use crate::text::diagnostic::Diagnostic;

/// What an example says that does not hold.
struct Wrong {
    /// The key that says it; none where the example as a whole is wrong.
    key: &'static str,
    /// Which item of that key's list.
    item: Option<usize>,
    message: String,
}

impl Wrong {
    fn at(key: &'static str, message: impl Into<String>) -> Self {
        Self {
            key,
            item: None,
            message: message.into(),
        }
    }
}

/// Plays one example to its end.
///
/// # Errors
///
/// What was found and what the example expects.
pub fn play_example(loaded: &Loaded, example: &Example) -> Result<Box<dyn AnyGame>, String> {
    try_example(loaded, example).map_err(|wrong| wrong.message)
}

fn try_example(loaded: &Loaded, example: &Example) -> Result<Box<dyn AnyGame>, Wrong> {
    let mut game = match &example.position {
        Some(position) => loaded
            .game_from(position)
            .map_err(|error| Wrong::at("position", error.to_string()))?,
        None => loaded.game(),
    };
    if let Some(legal) = &example.legal {
        let moves = game.moves();
        let mut found: Vec<&str> = moves.iter().map(|written| &*written.text).collect();
        let mut expected: Vec<&str> = legal.split_whitespace().collect();
        found.sort_unstable();
        expected.sort_unstable();
        if found != expected {
            let message = format!("the legal moves are {:?}", found.join(" "));
            return Err(Wrong::at("legal", message));
        }
    }
    for text in example
        .illegal
        .iter()
        .flat_map(|illegal| illegal.split_whitespace())
    {
        if game.boxed_clone().play(text).is_ok() {
            return Err(Wrong::at("illegal", format!("{text} is legal")));
        }
    }
    for (index, text) in example.moves.iter().enumerate() {
        game.play(text).map_err(|error| Wrong {
            item: Some(index),
            ..Wrong::at("moves", error.to_string())
        })?;
    }
    if let Some(after) = &example.after
        && game.text() != *after
    {
        let message = format!("the position after the moves is {:?}", game.text());
        return Err(Wrong::at("after", message));
    }
    if let Some(expected) = &example.result {
        let found = game.result().map_or("none", |result| result.word());
        if found != expected {
            return Err(Wrong::at("result", format!("the result is {found:?}")));
        }
    }
    if example.moves.is_empty()
        && example.legal.is_none()
        && example.illegal.is_none()
        && example.result.is_none()
    {
        return Err(Wrong::at("", "the example plays and expects nothing"));
    }
    Ok(game)
}

/// What is wrong with the examples of a variant, each with the example's name.
#[must_use]
pub fn wrong_examples(loaded: &Loaded) -> Vec<(String, Diagnostic)> {
    let ids = rule_ids(loaded.book);
    let mut wrong = Vec::new();
    for (index, example) in loaded.examples.iter().enumerate() {
        let mut note = |Wrong { key, item, message }: Wrong| {
            let message = format!("example {:?}: {message}", example.name);
            let diagnostic = loaded.mistake_in_example(index, key, item, message);
            wrong.push((example.name.clone(), diagnostic));
        };
        for (item, rule) in example.rules.iter().enumerate() {
            if !ids.contains(&rule.as_str()) {
                let book = loaded.ruleset;
                let message = format!("the rule book of {book} has no rule {rule:?}");
                note(Wrong {
                    item: Some(item),
                    ..Wrong::at("rules", message)
                });
            }
        }
        if let Err(found) = try_example(loaded, example) {
            note(found);
        }
    }
    wrong
}

/// The rules of the rule book that none of these examples shows, in the order of the book.
#[must_use]
pub fn rules_without_example<'a>(loaded: &'a Loaded, examples: &[Example]) -> Vec<&'a str> {
    let shown = |id: &&str| {
        examples
            .iter()
            .any(|example| example.rules.iter().any(|rule| rule == id))
    };
    rule_ids(loaded.book)
        .into_iter()
        .filter(|id| !shown(id))
        .collect()
}
