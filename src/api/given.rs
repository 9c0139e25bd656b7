//! Parts that requests share: a variant, a game, limits.

use std::borrow::Cow;
use std::fmt;
use std::time::Duration;

use schemars::JsonSchema;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde::{Deserialize, Serialize};

use super::limits::{LONGEST_WORD, MOST_CHANGES, MOST_MOVES};
use super::wire::RequestError;
use crate::files::catalogue::{COMMAND_LINE, Catalogue, LARGEST_FILE, Loaded};
use crate::files::named::{is_path, taken_apart};
use mankala_core::game::Game;
use mankala_core::play::players::LONGEST_TIME;
use mankala_core::system::clock;

/// Name in messages for a text that came with a request.
pub(crate) const TEXT: &str = "the text";

/// A variant, by name or as a text.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum VariantOf {
    /// A name, a title or another name of the game; `NAME:key=value,…` changes rules.
    Named(String),
    /// A name or a text, with changes.
    Given(TextOf),
}

/// A variant by name or as a text, with changes.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct TextOf {
    /// The name; left out if there is a text.
    pub name: Option<String>,
    /// The text of a variant file.
    pub text: Option<String>,
    /// Changes, each like `board.columns=3`.
    pub set: Vec<String>,
}

impl<'de> Deserialize<'de> for VariantOf {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Read;

        impl<'de> Visitor<'de> for Read {
            type Value = VariantOf;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the name of a variant, or an object with a name or a text")
            }

            fn visit_str<E>(self, name: &str) -> Result<VariantOf, E> {
                Ok(VariantOf::Named(name.to_owned()))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<VariantOf, A::Error> {
                TextOf::deserialize(MapAccessDeserializer::new(map)).map(VariantOf::Given)
            }
        }

        deserializer.deserialize_any(Read)
    }
}

/// Returns the text of a variant unless it is too long.
pub(crate) fn checked_text<'a>(text: &'a str, field: &str) -> Result<&'a str, RequestError> {
    short_enough(text, usize::try_from(LARGEST_FILE).unwrap_or(usize::MAX), field)
}

/// Returns a text unless it is too long.
pub(crate) fn short_enough<'a>(
    text: &'a str,
    most: usize,
    field: &str,
) -> Result<&'a str, RequestError> {
    at_most(text.len(), most, "bytes", field)?;
    Ok(text)
}

/// Refuses a number in a field unless it is from 1 to `most`.
pub(crate) fn within(found: u64, most: u64, field: &str) -> Result<(), RequestError> {
    if (1..=most).contains(&found) {
        return Ok(());
    }
    Err(RequestError::invalid(field, format!("expected a number from 1 to {most}, found {found}")))
}

/// Refuses more items in a field than a limit.
pub(crate) fn at_most(
    found: usize,
    most: usize,
    what: &str,
    field: &str,
) -> Result<(), RequestError> {
    if found > most {
        let message = format!("expected at most {most} {what}, found {found}");
        return Err(RequestError::new(super::Kind::TooLarge, message).of(field));
    }
    Ok(())
}

impl VariantOf {
    pub(crate) fn of_text(text: String) -> Self {
        Self::Given(TextOf { text: Some(text), ..TextOf::default() })
    }

    pub(crate) fn changed(&self, changes: Vec<String>) -> Self {
        let mut given = match self {
            Self::Named(name) => TextOf { name: Some(name.clone()), ..TextOf::default() },
            Self::Given(given) => given.clone(),
        };
        given.set.extend(changes);
        Self::Given(given)
    }

    /// Reads the variant; `field` is its path in the request.
    pub(crate) fn load(&self, catalogue: &Catalogue, field: &str) -> Result<Loaded, RequestError> {
        match self {
            Self::Named(name) => load_named(catalogue, name, &[], field),
            Self::Given(TextOf { name, text, set }) => {
                at_most(set.len(), MOST_CHANGES, "changes", &format!("{field}.set"))?;
                for (index, change) in set.iter().enumerate() {
                    short_enough(change, LONGEST_WORD, &format!("{field}.set[{index}]"))?;
                }
                match (name, text) {
                    (Some(name), None) => {
                        load_named(catalogue, name, set, &format!("{field}.name"))
                    }
                    (None, Some(text)) => {
                        let text_field = format!("{field}.text");
                        let read = catalogue.parse(TEXT, checked_text(text, &text_field)?, set);
                        read.map_err(|wrong| RequestError::mistaken(&text_field, &wrong))
                    }
                    _ => Err(RequestError::invalid(field, "expected either a name or a text")),
                }
            }
        }
    }
}

/// Loads `NAME` or `NAME:key=value,…`, with more changes. Refuses paths, as no request opens a file.
fn load_named(
    catalogue: &Catalogue,
    named: &str,
    set: &[String],
    field: &str,
) -> Result<Loaded, RequestError> {
    let (name, changes) = taken_apart(short_enough(named, LONGEST_WORD, field)?);
    if is_path(name) {
        let message =
            "expected the name of a variant, found a path; send the text of a file instead";
        return Err(RequestError::invalid(field, message));
    }
    at_most(changes.len(), MOST_CHANGES, "changes", field)?;
    let changes = changes.into_iter().map(str::to_owned);
    let changes: Vec<String> = changes.chain(set.iter().cloned()).collect();
    let read = catalogue.load(name, &changes);
    read.map_err(|wrong| RequestError::mistaken(field, &wrong.renamed(COMMAND_LINE, field)))
}

/// A game: a variant, the first position, and the moves.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GameOf {
    /// The variant.
    pub variant: VariantOf,
    /// The first position; the opening if left out.
    #[serde(default)]
    pub position: Option<String>,
    /// The moves from there, at most 10000.
    #[serde(default)]
    pub moves: Vec<String>,
    /// Whether the game goes on after its first round, if the variant has several.
    #[serde(default)]
    pub rounds: bool,
}

impl GameOf {
    pub(crate) fn play(
        &self,
        catalogue: &Catalogue,
        stop: &dyn Fn() -> bool,
    ) -> Result<(Loaded, Game), RequestError> {
        let loaded = self.variant.load(catalogue, "game.variant")?;
        let position = self.position.as_deref();
        short_enough(position.unwrap_or_default(), LONGEST_WORD, "game.position")?;
        let game = loaded.game_at(position);
        let mut game = game.map_err(|error| RequestError::invalid("game.position", error))?;
        if self.rounds {
            if !loaded.rounds.several() {
                let message = format!("{} has only one round", loaded.header.name);
                return Err(RequestError::invalid("game.rounds", message));
            }
            game.over_rounds(loaded.rounds);
        }
        at_most(self.moves.len(), MOST_MOVES, "moves", "game.moves")?;
        for (index, text) in self.moves.iter().enumerate() {
            if stop() {
                return Err(stopped(format!("after {index} moves of the game")));
            }
            play_move(&mut game, text, &format!("game.moves[{index}]"), stop)?;
        }
        Ok((loaded, game))
    }
}

/// Plays the move in a field, and returns it in canonical form.
pub(crate) fn play_move(
    game: &mut Game,
    text: &str,
    field: &str,
    stop: &dyn Fn() -> bool,
) -> Result<String, RequestError> {
    game.play_until(short_enough(text, LONGEST_WORD, field)?, stop).map_err(|error| {
        if stop() {
            return stopped(format!("while looking for {field} among the legal moves"));
        }
        RequestError { refused: error.refused.clone(), ..RequestError::invalid(field, error) }
    })
}

pub(crate) fn stopped(when: impl Into<Cow<'static, str>>) -> RequestError {
    RequestError::new(super::Kind::Stopped, format!("stopped {}", when.into()))
}

/// A note on a position whose number of seeds differs from the opening's (`G7`).
pub(crate) fn unusual_seeds(loaded: &Loaded, game: &Game) -> Option<String> {
    let (found, usual) = (game.seeds(), loaded.game().seeds());
    (found != usual).then(|| format!("seeds in the position: {found}; in the opening: {usual}"))
}

/// Limits on a request.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Limit {
    /// Time in milliseconds, at most an hour; an hour if left out.
    #[schemars(range(min = 1, max = 3_600_000))]
    pub ms: Option<u32>,
    /// Search depth in plies, for players that search.
    #[schemars(range(min = 1, max = 60))]
    pub depth: Option<u32>,
}

impl Limit {
    /// Returns the callback of [`stop`](Self::stop) for work that has no limit of depth, as `why` says.
    pub(crate) fn stop_by_time<'a>(
        self,
        why: &str,
        stop: &'a (dyn Fn() -> bool + Sync),
    ) -> Result<impl Fn() -> bool + Sync + 'a, RequestError> {
        if self.depth.is_some() {
            return Err(RequestError::invalid("limit.depth", format!("{why}; expected only `ms`")));
        }
        self.stop(stop)
    }

    /// Returns a callback that is true once the time is over or `stop` is true.
    pub(crate) fn stop(
        self,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<impl Fn() -> bool + Sync + '_, RequestError> {
        let time = self.ms.unwrap_or(LONGEST_TIME);
        within(time.into(), LONGEST_TIME.into(), "limit.ms")?;
        let end = clock::now() + Duration::from_millis(time.into());
        Ok(move || stop() || clock::now() >= end)
    }
}
