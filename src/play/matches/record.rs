//! One JSON object a game: how it is written, how it is read again, and whether it is true.
//!
//! A file of records begins with a [`FileHeading`]. Every line ends with a checksum of what stands
//! before it, so that a byte that was changed is noticed; whether the moves lead where a record says they do
//! is found by playing them again.

use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fmt::Write as _;
use std::ops::Range;

use super::{MatchSpec, Played, Reason, Shard, seated};
use crate::kernel::board::Side;
use crate::play::players::PlayerSpec;
use crate::text::checksum::{seal, sealed};
use crate::variant::Outcome;

/// What is the same in all games of a match; it stands at the head of every record.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
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
    /// Whether each game is played over rounds.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rounds: bool,
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
            rounds: spec.rounds.is_some(),
        }
    }

    /// Says in which points another heading differs; empty if in none.
    #[must_use]
    pub fn differences(&self, other: &Self) -> String {
        differences(&self.points(), &other.points())
    }

    fn points(&self) -> Vec<(&'static str, String)> {
        vec![
            ("variant", self.variant.clone()),
            ("rules", self.rules.clone()),
            ("version", self.version.clone()),
            ("players", self.players.join(", ")),
            ("games", self.games.to_string()),
            ("seed", self.seed.to_string()),
            ("opening_plies", self.opening_plies.to_string()),
            ("ply_limit", self.ply_limit.to_string()),
            ("rounds", self.rounds.to_string()),
        ]
    }
}

/// Says in which points the second differs from the first.
fn differences(own: &[(&str, String)], other: &[(&str, String)]) -> String {
    let differ = own.iter().zip(other).filter(|(own, other)| own != other);
    let differ =
        differ.map(|((name, own), (_, other))| format!("{name} is {other:?} and not {own:?}"));
    differ.collect::<Vec<_>>().join(", ")
}

/// What a file of records calls itself.
pub const FORMAT: &str = "mankala match";
/// The version of the format. It changes when a file of before can't be gone on with.
const FORMAT_VERSION: u32 = 1;

/// The first line of a file of records: what it is, of which match, and which part of that.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileHeading {
    /// The match.
    pub heading: Heading,
    /// The part of it.
    pub shard: Shard,
}

/// The same as JSON.
#[derive(Serialize, Deserialize)]
struct FirstLine<'a> {
    format: Cow<'a, str>,
    format_version: u32,
    #[serde(flatten)]
    heading: Cow<'a, Heading>,
    shard: String,
}

/// What is the same in the first lines of all formats and versions.
#[derive(Deserialize)]
struct Format {
    format: String,
    #[serde(default)]
    format_version: u32,
}

impl FileHeading {
    /// The games of this part.
    #[must_use]
    pub fn games(&self) -> Range<u64> {
        self.shard.games(self.heading.games)
    }

    /// The line, without a line feed.
    #[must_use]
    pub fn line(&self) -> String {
        seal(json(&FirstLine {
            format: FORMAT.into(),
            format_version: FORMAT_VERSION,
            heading: Cow::Borrowed(&self.heading),
            shard: self.shard.to_string(),
        }))
    }

    /// Reads the line; `None` if it is something else.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub(crate) fn read(line: &[u8]) -> Result<Option<Self>, String> {
        if !line.starts_with(br#"{"format":"#) {
            return Ok(None);
        }
        let wrong = |error: serde_json::Error| format!("no heading of a file of games: {error}");
        let found: Format = serde_json::from_slice(line).map_err(wrong)?;
        if (&*found.format, found.format_version) != (FORMAT, FORMAT_VERSION) {
            return Err(format!(
                "expected a file of format {FORMAT:?} {FORMAT_VERSION}, found {:?} {}",
                found.format, found.format_version
            ));
        }
        sealed(line)?;
        let first: FirstLine<'_> = serde_json::from_slice(line).map_err(wrong)?;
        let shard = first.shard.parse::<Shard>();
        let read = Self {
            heading: first.heading.into_owned(),
            shard: shard.map_err(|error| error.to_string())?,
        };
        if read.line().as_bytes() != line {
            return Err("no heading of a file of games: something in it is not known".to_owned());
        }
        Ok(Some(read))
    }

    /// Says in which points another heading differs; empty if in none.
    #[must_use]
    pub fn differences(&self, other: &Self) -> String {
        let points = |first: &Self| {
            let mut points = first.heading.points();
            points.push(("shard", first.shard.to_string()));
            points
        };
        differences(&points(self), &points(other))
    }
}

/// Writes the records of one match.
#[derive(Debug, Clone)]
pub(crate) struct Writer {
    /// The heading as JSON without the closing brace.
    head: String,
    players: [String; 2],
    /// Whether games are played over rounds.
    rounds: bool,
}

impl Writer {
    pub(crate) fn new(heading: &Heading) -> Self {
        let mut head = json(heading);
        head.pop();
        Self {
            head,
            players: heading.players.each_ref().map(json),
            rounds: heading.rounds,
        }
    }

    /// How the record of a game begins.
    pub(super) fn begin(&self, game: u64) -> String {
        let seat = |side: Side| &self.players[seated(game, side)];
        format!(
            "{},\"game\":{game},\"south\":{},\"north\":{},",
            self.head,
            seat(Side::South),
            seat(Side::North),
        )
    }

    /// The record of a game that was just played, without a line feed: given its moves and its last position as they are written, and
    /// after how many moves each round was over.
    pub(crate) fn line(
        &self,
        played: &Played,
        moves: &[String],
        rounds: &[usize],
        position: &str,
    ) -> String {
        let mut line = self.begin(played.game);
        line.reserve(8 * played.plies as usize + 240);
        let _ = write!(line, "\"opening\":{},\"moves\":[", played.opening);
        for (number, mv) in moves.iter().enumerate() {
            line.push_str(if number == 0 { "\"" } else { ",\"" });
            line.push_str(mv);
            line.push('"');
        }
        let result = played
            .result
            .map_or("null".to_owned(), |outcome| json(&outcome.word()));
        line.push(']');
        if self.rounds {
            let _ = write!(line, ",\"rounds\":{}", json(&rounds));
        }
        let _ = write!(
            line,
            ",\"plies\":{},\"result\":{result},\"reason\":\"{}\",\"position\":\"{}\"}}",
            played.plies, played.reason, position
        );
        seal(line)
    }
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// A record, read again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// The game in numbers.
    pub played: Played,
    /// Its moves.
    pub moves: Vec<String>,
    /// After how many of them each round was over, in a game over rounds.
    pub rounds: Vec<usize>,
    /// The position at its end.
    pub position: String,
}

/// A record without what is the same in all games of a match.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Row {
    pub(crate) game: u64,
    pub(crate) south: String,
    pub(crate) north: String,
    pub(crate) opening: u32,
    pub(crate) moves: Vec<String>,
    #[serde(default)]
    pub(crate) rounds: Option<Vec<usize>>,
    pub(crate) plies: u32,
    pub(crate) result: Option<String>,
    pub(crate) reason: String,
    pub(crate) position: String,
    /// The checksum of its line.
    #[expect(dead_code, reason = "it was looked at before the line was read")]
    pub(crate) check: String,
}

/// Reads the records of one match.
#[derive(Debug)]
pub struct Reader {
    pub(super) heading: Heading,
    writer: Writer,
}

impl Reader {
    /// A reader of the match with this heading.
    #[must_use]
    pub fn new(heading: Heading) -> Self {
        let writer = Writer::new(&heading);
        Self { heading, writer }
    }

    /// A reader of the match that this record is of.
    pub(super) fn of(line: &[u8]) -> Result<Self, String> {
        sealed(line)?;
        heading_of(line).map(Self::new)
    }

    /// How the record of a game begins.
    pub(super) fn begin(&self, game: u64) -> String {
        self.writer.begin(game)
    }

    /// Reads a record, whose numbers have to agree with one another and with the match.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub fn read(&self, line: &[u8]) -> Result<Record, String> {
        sealed(line)?;
        let Some(tail) = line.strip_prefix(self.writer.head.as_bytes()) else {
            let differences = self.heading.differences(&heading_of(line)?);
            return Err(match &*differences {
                "" => "no record that this program wrote".to_owned(),
                _ => format!("the game is of another match: {differences}"),
            });
        };
        let tail = [b"{", tail.strip_prefix(b",").unwrap_or(tail)].concat();
        self.record(serde_json::from_slice(&tail).map_err(|error| wrong(&error))?)
    }

    /// Takes a record that was read, whose numbers have to agree with one another and with the match.
    pub(crate) fn record(&self, row: Row) -> Result<Record, String> {
        let played = played(&row)?;
        self.agrees(&row, &played)?;
        Ok(Record {
            played,
            moves: row.moves,
            rounds: row.rounds.unwrap_or_default(),
            position: row.position,
        })
    }

    /// Whether a record can be one of this match, as far as can be told without playing.
    fn agrees(&self, row: &Row, played: &Played) -> Result<(), String> {
        let heading = &self.heading;
        let seat = |side| &heading.players[seated(played.game, side)];
        let limit = heading.ply_limit;
        let opening = heading.opening_plies.min(limit);
        let points = [
            (played.game < heading.games, "there are not so many games"),
            (
                [&row.south, &row.north] == Side::BOTH.map(seat),
                "the players sit on other sides in this game",
            ),
            (
                row.moves.len() as u64 == u64::from(played.plies),
                "plies are not the number of moves",
            ),
            (
                played.opening == opening || played.opening == played.plies,
                "the opening has another length in this match",
            ),
            (
                played.opening <= opening && played.plies <= limit,
                "there are too many plies",
            ),
            (
                (played.reason == Reason::PlyLimit) == played.result.is_none(),
                "a game without a result is one that met the limit",
            ),
            (
                row.rounds.is_some() == heading.rounds,
                "games over rounds tell when each was over, others don't",
            ),
            (
                played.reason != Reason::PlyLimit || played.plies == limit,
                "the game ends before the limit",
            ),
        ];
        match points.iter().find(|(holds, _)| !holds) {
            Some((_, message)) => Err(format!("game {}: {message}", played.game)),
            None => Ok(()),
        }
    }
}

fn wrong(error: &serde_json::Error) -> String {
    format!("no record of a match: {error}")
}

fn heading_of(line: &[u8]) -> Result<Heading, String> {
    serde_json::from_slice(line).map_err(|error| wrong(&error))
}

fn played(row: &Row) -> Result<Played, String> {
    let result = match row.result.as_deref() {
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
    let reason = row.reason.parse::<Reason>();
    let reason = reason.map_err(|_| format!("{:?} is no reason for a game to end", row.reason))?;
    Ok(Played {
        game: row.game,
        opening: row.opening,
        plies: row.plies,
        result,
        reason,
    })
}
