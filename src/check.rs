//! Plays the examples of a variant and says which do not come out as written, and which rules have none.

use std::sync::Arc;

use crate::any::AnyGame;
use crate::catalogue::Loaded;
use crate::spec::{Example, rule_ids};

/// Plays one example to its end.
///
/// # Errors
///
/// What was found and what the example expects.
pub fn play_example(loaded: &Loaded, example: &Example) -> Result<Box<dyn AnyGame>, String> {
    let variant = Arc::clone(&loaded.variant);
    let mut game = match &example.position {
        Some(position) => variant
            .game_from(position)
            .map_err(|error| error.to_string())?,
        None => variant.game(),
    };
    if let Some(legal) = &example.legal {
        let found: Vec<String> = game
            .moves()
            .into_iter()
            .map(|written| written.text)
            .collect();
        let mut expected: Vec<&str> = legal.split_whitespace().collect();
        expected.sort_unstable();
        let mut sorted: Vec<&str> = found.iter().map(String::as_str).collect();
        sorted.sort_unstable();
        if sorted != expected {
            return Err(format!(
                "expected the legal moves {legal:?}, found {:?}",
                found.join(" ")
            ));
        }
    }
    for text in example
        .illegal
        .iter()
        .flat_map(|illegal| illegal.split_whitespace())
    {
        if game.boxed_clone().play(text).is_ok() {
            return Err(format!("{text} is legal, the example says that it is not"));
        }
    }
    for text in &example.moves {
        game.play(text).map_err(|error| error.to_string())?;
    }
    if let Some(after) = &example.after {
        let found = game.text();
        if found != *after {
            return Err(format!(
                "expected the position {after:?} after the moves, found {found:?}"
            ));
        }
    }
    if let Some(expected) = &example.result {
        let found = game.result().map_or("none", |result| result.word());
        if found != expected {
            return Err(format!("expected the result {expected}, found {found}"));
        }
    }
    if example.moves.is_empty()
        && example.legal.is_none()
        && example.illegal.is_none()
        && example.result.is_none()
    {
        return Err("the example plays and expects nothing".to_owned());
    }
    Ok(game)
}

/// What is wrong with the examples of a variant, each with the example's name.
#[must_use]
pub fn wrong_examples(loaded: &Loaded) -> Vec<(String, String)> {
    let ids = rule_ids(&loaded.book);
    let mut wrong = Vec::new();
    for example in &loaded.examples {
        let mut note = |message: String| wrong.push((example.name.clone(), message));
        for rule in &example.rules {
            if !ids.contains(&rule.as_str()) {
                note(format!(
                    "the rule book of {} has no rule {rule:?}",
                    loaded.ruleset
                ));
            }
        }
        if let Err(message) = play_example(loaded, example) {
            note(message);
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
    rule_ids(&loaded.book)
        .into_iter()
        .filter(|id| !shown(id))
        .collect()
}
