//! Records of games: one JSON object per game, written, read and checked.
//!
//! A file of records begins with a [`FileHeader`]. Every line ends with a checksum, so that a changed byte is
//! detected. Replaying the games verifies that the moves lead to the recorded end.

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use std::borrow::Cow;
use std::fmt::Write as _;
use std::ops::Range;

use super::{MatchSpec, Played, Reason, Shard, seated};
use crate::kernel::Side;
use crate::play::players::PlayerSpec;
use crate::text::checksum::{expect, line, read, seal, sealed};
use crate::variant::Outcome;

/// Settings shared by all games of a match, repeated in every record.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct MatchHeader {
    /// Name of the variant, with its changes.
    pub variant: String,
    /// Digest of all rules, see `Loaded::digest` in the crate `mankala`.
    pub rules: String,
    /// Version of this crate.
    pub version: String,
    /// Players with settings and versions; the first sits South in even games.
    pub players: [String; 2],
    /// Number of games of the whole match.
    pub games: u64,
    /// Random seed.
    pub seed: u64,
    /// Number of random moves at the start of a game.
    pub opening_plies: u32,
    /// Number of moves after which a game is left unfinished.
    pub ply_limit: u32,
    /// Whether each game is played over several rounds. The record of a game lists its rounds instead.
    #[serde(default, skip_serializing_if = "std::ops::Not::not", deserialize_with = "has_rounds")]
    pub rounds: bool,
}

/// Reads `rounds` of a header, or of the record of a game.
fn has_rounds<'de, D: Deserializer<'de>>(input: D) -> Result<bool, D::Error> {
    Ok(Value::deserialize(input)? != false)
}

impl MatchHeader {
    /// Creates the header for a match of a variant with this name and digest.
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

    /// Describes the fields in which another header differs; empty if none do.
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

/// Describes the fields in which the second list differs from the first.
fn differences(own: &[(&str, String)], other: &[(&str, String)]) -> String {
    let differ = own.iter().zip(other).filter(|(own, other)| own != other);
    let differ =
        differ.map(|((name, own), (_, other))| format!("{name} is {other:?}, not {own:?}"));
    differ.collect::<Vec<_>>().join(", ")
}

/// Format name in the header of a file of records.
pub const FORMAT: &str = "mankala match";
/// Version of the format; a change means that older files cannot be resumed.
const FORMAT_VERSION: u32 = 1;

/// First line of a file of records: the format, the match, and the part of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileHeader {
    /// Settings of the match.
    pub header: MatchHeader,
    /// Part of the match in this file.
    pub shard: Shard,
}

/// JSON form of [`FileHeader`].
#[derive(Serialize, Deserialize)]
struct FirstLine<'a> {
    format: Cow<'a, str>,
    format_version: u32,
    #[serde(flatten)]
    header: Cow<'a, MatchHeader>,
    shard: String,
}

impl FileHeader {
    /// Returns the games of this part.
    pub fn games(&self) -> Range<u64> {
        self.shard.games(self.header.games)
    }

    /// Returns the line, without a line feed.
    pub fn line(&self) -> String {
        line(&FirstLine {
            format: FORMAT.into(),
            format_version: FORMAT_VERSION,
            header: Cow::Borrowed(&self.header),
            shard: self.shard.to_string(),
        })
    }

    /// Reads the line; `None` if it is not a file header.
    ///
    /// # Errors
    ///
    /// Returns a message about the invalid header.
    pub fn read(line: &[u8]) -> Result<Option<Self>, String> {
        if !line.starts_with(br#"{"format":"#) {
            return Ok(None);
        }
        expect(line, FORMAT, FORMAT_VERSION)?;
        let first: FirstLine<'_> = read(line, "the first line of a file of games")?;
        let shard = first.shard.parse::<Shard>();
        Ok(Some(Self {
            header: first.header.into_owned(),
            shard: shard.map_err(|error| error.to_string())?,
        }))
    }

    /// Describes the fields in which another header differs; empty if none do.
    pub fn differences(&self, other: &Self) -> String {
        let points = |first: &Self| {
            let mut points = first.header.points();
            points.push(("shard", first.shard.to_string()));
            points
        };
        differences(&points(self), &points(other))
    }
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// Parsed record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// Summary of the game.
    pub played: Played,
    /// Moves in text form.
    pub moves: Vec<String>,
    /// Number of moves played before the end of each round, in a game of several rounds.
    pub rounds: Vec<usize>,
    /// Final position.
    pub position: String,
}

/// Fields of a record that differ between the games of a match.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// Number of the game, from 1.
    pub game: u64,
    /// South's player.
    pub south: String,
    /// North's player.
    pub north: String,
    /// Number of random plies at the start.
    pub opening: u32,
    /// Moves in text form.
    pub moves: Vec<String>,
    /// Number of moves played before the end of each round, in a game of several rounds.
    pub rounds: Option<Vec<usize>>,
    /// Number of plies.
    pub plies: u32,
    /// Result in words; none if the game was cut off.
    pub result: Option<String>,
    /// Reason for the end.
    pub reason: String,
    /// Final position.
    pub position: String,
    /// Checksum of the line.
    #[expect(dead_code, reason = "verified before the line is parsed")]
    pub(crate) check: String,
}

/// Codec of the records of one match.
#[derive(Debug)]
pub struct Codec {
    pub(super) header: MatchHeader,
    /// Header as JSON, without the closing brace.
    head: String,
    /// Players as JSON.
    players: [String; 2],
}

impl Codec {
    /// Creates the codec of the match with this header.
    pub fn new(header: MatchHeader) -> Self {
        let mut head = json(&MatchHeader { rounds: false, ..header.clone() });
        head.pop();
        Self { head, players: header.players.each_ref().map(json), header }
    }

    /// Creates the codec of the match of this record.
    pub(super) fn of(line: &[u8]) -> Result<Self, String> {
        sealed(line)?;
        header_of(line).map(Self::new)
    }

    /// Returns the start of a game's record.
    pub(super) fn begin(&self, game: u64) -> String {
        let seat = |side: Side| &self.players[seated(game, side)];
        format!(
            "{},\"game\":{game},\"south\":{},\"north\":{},",
            self.head,
            seat(Side::South),
            seat(Side::North),
        )
    }

    /// Returns the record of a completed game, without a line feed.
    ///
    /// `moves` and `position` are in text form; `rounds` has the number of moves played before the end of each round.
    pub(super) fn line(
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
        let result = played.result.map_or("null".to_owned(), |outcome| json(&outcome.word()));
        line.push(']');
        if self.header.rounds {
            let _ = write!(line, ",\"rounds\":{}", json(&rounds));
        }
        let _ = write!(
            line,
            ",\"plies\":{},\"result\":{result},\"reason\":\"{}\",\"position\":\"{}\"}}",
            played.plies, played.reason, position
        );
        seal(line)
    }

    /// Reads a record and checks that it is consistent with itself and with the match.
    ///
    /// # Errors
    ///
    /// Returns a message about the invalid record.
    pub fn read(&self, line: &[u8]) -> Result<Record, String> {
        sealed(line)?;
        let Some(tail) = line.strip_prefix(self.head.as_bytes()) else {
            let differences = self.header.differences(&header_of(line)?);
            return Err(match &*differences {
                "" => "expected a record written by this program".to_owned(),
                _ => format!("the game belongs to another match: {differences}"),
            });
        };
        // Earlier versions repeated the setting of the header.
        let tail = tail.strip_prefix(br#","rounds":true"#).unwrap_or(tail);
        let tail = [b"{", tail.strip_prefix(b",").unwrap_or(tail)].concat();
        self.record(serde_json::from_slice(&tail).map_err(|error| wrong(&error))?)
    }

    /// Checks that parsed fields are consistent with each other and with the match, and returns the record.
    ///
    /// # Errors
    ///
    /// Returns a message about the first contradiction.
    pub fn record(&self, row: Row) -> Result<Record, String> {
        let played = played(&row)?;
        self.agrees(&row, &played)?;
        Ok(Record {
            played,
            moves: row.moves,
            rounds: row.rounds.unwrap_or_default(),
            position: row.position,
        })
    }

    /// Checks the fields against the match as far as possible without replaying the game.
    fn agrees(&self, row: &Row, played: &Played) -> Result<(), String> {
        let header = &self.header;
        let seat = |side| &header.players[seated(played.game, side)];
        let limit = header.ply_limit;
        let opening = header.opening_plies.min(limit);
        let points = [
            (played.game < header.games, "the match has fewer games"),
            (
                [&row.south, &row.north] == Side::BOTH.map(seat),
                "the players are on the wrong sides",
            ),
            (
                row.moves.len() as u64 == u64::from(played.plies),
                "the number of plies differs from the number of moves",
            ),
            (
                played.opening == opening || played.opening == played.plies,
                "the opening has the wrong length for this match",
            ),
            (played.opening <= opening && played.plies <= limit, "there are too many plies"),
            (
                (played.reason == Reason::PlyLimit) == played.result.is_none(),
                "a game must have a result, unless it reached the ply limit",
            ),
            (
                row.rounds.is_some() == header.rounds,
                "`rounds` must be present if the match is over rounds, and absent otherwise",
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
    format!("invalid record of a match: {error}")
}

fn header_of(line: &[u8]) -> Result<MatchHeader, String> {
    serde_json::from_slice(line).map_err(|error| wrong(&error))
}

fn played(row: &Row) -> Result<Played, String> {
    let result = row.result.as_deref().map(str::parse::<Outcome>).transpose().map_err(|_| {
        let found = row.result.as_deref().unwrap_or_default();
        format!("expected the result S, N, draw or null, found {found:?}")
    })?;
    let reason = row.reason.parse::<Reason>();
    let reason =
        reason.map_err(|_| format!("{:?} is not a reason for a game to end", row.reason))?;
    Ok(Played { game: row.game, opening: row.opening, plies: row.plies, result, reason })
}
