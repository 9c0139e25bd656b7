//! One JSON object a game: how it is written, and what is read of it again.

use serde::{Deserialize, Serialize};
use std::fmt::Write as _;

use super::{MatchSpec, Played, Reason};
use crate::game::Game;
use crate::kernel::board::Side;
use crate::play::players::PlayerSpec;
use crate::text::notation::write_position;
use crate::variant::{Outcome, Variant};

/// What is the same in all games of a match; it stands at the head of every record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Heading {
    /// The variant's name with the changes made to it.
    pub variant: String,
    /// A digest of all its rules, see [`Loaded::digest`](crate::Loaded::digest).
    pub rules: String,
    /// The version of this crate.
    pub version: String,
    /// The players with settings and versions; the first sits South in even games.
    pub players: [String; 2],
    /// How many games the whole match has.
    pub games: u64,
    /// From which all chance follows.
    pub seed: u64,
    /// How many random moves open a game.
    pub opening_plies: u32,
    /// A game with so many moves is left unfinished.
    pub ply_limit: u32,
}

impl Heading {
    /// The heading of a match of a variant with this name and digest.
    #[must_use]
    pub fn new(variant: impl Into<String>, rules: impl Into<String>, spec: &MatchSpec) -> Self {
        Self {
            variant: variant.into(),
            rules: rules.into(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            players: spec.players.map(PlayerSpec::stated),
            games: spec.games,
            seed: spec.seed,
            opening_plies: spec.opening_plies,
            ply_limit: spec.ply_limit,
        }
    }

    /// Says in which points another heading differs; empty if in none.
    #[must_use]
    pub fn differences(&self, other: &Self) -> String {
        let points = |heading: &Self| {
            [
                ("variant", heading.variant.clone()),
                ("rules", heading.rules.clone()),
                ("version", heading.version.clone()),
                ("players", heading.players.join(", ")),
                ("games", heading.games.to_string()),
                ("seed", heading.seed.to_string()),
                ("opening_plies", heading.opening_plies.to_string()),
                ("ply_limit", heading.ply_limit.to_string()),
            ]
        };
        let differ = points(self)
            .into_iter()
            .zip(points(other))
            .filter(|(own, other)| own != other)
            .map(|((name, own), (_, other))| format!("{name} is {other:?} and not {own:?}"));
        differ.collect::<Vec<_>>().join(", ")
    }
}

/// Writes the records of one match.
#[derive(Debug, Clone)]
pub(crate) struct Writer {
    /// The heading as JSON without the closing brace.
    head: String,
    players: [String; 2],
}

impl Writer {
    pub(crate) fn new(heading: &Heading) -> Self {
        let mut head = json(heading);
        head.pop();
        Self {
            head,
            players: heading.players.each_ref().map(json),
        }
    }

    /// The record of a game that was just played, without a line feed.
    pub(crate) fn line<V: Variant>(&self, game: &Game<V>, played: &Played) -> String {
        let seated = |side: Side| &self.players[super::seated(played.game, side)];
        let mut line = String::with_capacity(self.head.len() + 8 * game.plies() + 320);
        line.push_str(&self.head);
        let _ = write!(
            line,
            ",\"game\":{},\"south\":{},\"north\":{},\"opening\":{},\"moves\":[",
            played.game,
            seated(Side::South),
            seated(Side::North),
            played.opening
        );
        let (variant, past) = (game.variant(), game.past());
        let afters = past.iter().skip(1).map(|(position, _)| position);
        let afters = afters.chain([game.position()]);
        for (number, ((position, mv), after)) in past.iter().zip(afters).enumerate() {
            line.push_str(if number == 0 { "\"" } else { ",\"" });
            line.push_str(&variant.write_move(position, *mv, after));
            line.push('"');
        }
        let result = played
            .result
            .map_or("null".to_owned(), |outcome| json(&outcome.word()));
        let _ = write!(
            line,
            "],\"plies\":{},\"result\":{result},\"reason\":\"{}\",\"position\":\"{}\"}}",
            played.plies,
            played.reason,
            write_position(variant, game.position())
        );
        line
    }
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// What is read again of a record.
#[derive(Debug, Deserialize)]
struct Tail {
    game: u64,
    opening: u32,
    plies: u32,
    result: Option<String>,
    reason: String,
}

/// Reads a record.
///
/// # Errors
///
/// What is wrong with it.
pub(crate) fn read(line: &[u8]) -> Result<(Heading, Played), String> {
    let wrong = |error: serde_json::Error| format!("no record of a match: {error}");
    let heading = serde_json::from_slice(line).map_err(wrong)?;
    let tail: Tail = serde_json::from_slice(line).map_err(wrong)?;
    let result = match tail.result.as_deref() {
        None => None,
        Some("S") => Some(Outcome::South),
        Some("N") => Some(Outcome::North),
        Some("draw") => Some(Outcome::Draw),
        Some(other) => {
            return Err(format!(
                "expected a result, S, N, draw or null, found {other:?}"
            ));
        }
    };
    let reason = tail.reason.parse::<Reason>();
    let reason = reason.map_err(|_| format!("{:?} is no reason for a game to end", tail.reason))?;
    let played = Played {
        game: tail.game,
        opening: tail.opening,
        plies: tail.plies,
        result,
        reason,
    };
    Ok((heading, played))
}
