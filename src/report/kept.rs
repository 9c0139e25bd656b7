//! Finished games of a comparison, kept in a file, so that what was played once is not played again.
//!
//! The first line says what the file is. Each other line is a [`Piece`]: what some games of one match came to, with the whole
//! heading of that match, so that a line speaks for itself and pieces may stand in any order. Counts are whole numbers, and add up to the
//! same whatever pieces they came in. Every line ends with a checksum.

use std::collections::HashMap;
use std::io::Read;
use std::ops::{ControlFlow, Range};

use serde::{Deserialize, Serialize};

use crate::measure::tally::{Series, Tally};
use crate::play::matches::{Heading, Lines, MatchSpec, PartError, Played, Shard, seated};
use crate::play::players::PlayerSpec;
use crate::text::checksum::{seal, sealed};
use crate::variant::Outcome;
use crate::variant::sections::Rounds;

/// What a file of kept games calls itself.
pub const KEPT: &str = "mankala comparison";
/// The version of the format. It changes when a file of before can't be read.
const KEPT_VERSION: u32 = 1;
/// How each line begins that is not the first.
const PIECE: &[u8] = br#"{"match":{"variant":"#;

/// Pairs of games from one opening, seats swapped.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pairs {
    /// The first player's quarters of a point in each pair; pairs with an unfinished game are left out.
    pub points: Series,
    /// Games that the ply limit cut off.
    pub unfinished: u64,
    /// The half points of the first game of a pair whose second one is still to come.
    #[serde(skip)]
    first: Option<u64>,
}

impl Pairs {
    /// Adds a game; games come in order.
    pub(super) fn add(&mut self, played: &Played) {
        self.unfinished += u64::from(played.result.is_none());
        let points = played.result.map(|result| points(result, played.game));
        if played.game.is_multiple_of(2) {
            self.first = points;
        } else if let (Some(first), Some(second)) = (self.first.take(), points) {
            self.points.add(played.game / 2, first + second);
        }
    }
}

/// The half points of the first player of a match in a game.
fn points(result: Outcome, game: u64) -> u64 {
    match result.winner().map(|side| seated(game, side)) {
        Some(0) => 2,
        Some(_) => 0,
        None => 1,
    }
}

/// What some games of a match came to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Found {
    /// Games of a player against itself, measured.
    Tally(Box<Tally>),
    /// Games of two players of different strength, of which only points are counted.
    Pairs(Pairs),
}

impl Found {
    /// Adds other games of the same match.
    pub(super) fn merge(&mut self, other: &Self) {
        match (self, other) {
            (Self::Tally(own), Self::Tally(other)) => own.merge(other),
            (Self::Pairs(own), Self::Pairs(other)) => {
                own.points.merge(&other.points);
                own.unfinished += other.unfinished;
            }
            _ => {}
        }
    }

    /// Whether it can be of so many games.
    fn is_of(&self, games: u64) -> bool {
        match self {
            Self::Tally(tally) => tally.is_of(games),
            Self::Pairs(pairs) => {
                let counted = u128::from(pairs.points.sums.games()) * 2;
                counted <= u128::from(games) && pairs.unfinished <= games
            }
        }
    }

    /// Whether both are of the same kind.
    fn is_like(&self, other: &Self) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other)
    }
}

/// What some games of one match came to: a line of the file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Piece {
    /// The match.
    #[serde(rename = "match")]
    pub heading: Heading,
    /// The first of its games, and the one behind the last.
    pub games: [u64; 2],
    /// In how many of these games, from the first of them on, a position was looked into.
    pub probed: u64,
    /// What they came to.
    pub found: Found,
}

impl Piece {
    /// The line, without a line feed.
    #[must_use]
    pub fn line(&self) -> String {
        seal(serde_json::to_string(self).unwrap_or_default())
    }

    /// Its games.
    #[must_use]
    pub const fn range(&self) -> Range<u64> {
        self.games[0]..self.games[1]
    }

    fn read(line: &[u8]) -> Result<Self, String> {
        sealed(line)?;
        let piece: Self = serde_json::from_slice(line)
            .map_err(|error| format!("no games of a comparison: {error}"))?;
        let [from, to] = piece.games;
        let is_right = from < to
            && to <= piece.heading.games
            && from.is_multiple_of(2)
            && piece.probed <= to - from
            && piece.found.is_of(to - from);
        if !is_right || piece.line().as_bytes() != line {
            return Err(
                "no games of a comparison: the numbers are not those that this program writes"
                    .to_owned(),
            );
        }
        Ok(piece)
    }
}

/// The first line as JSON.
#[derive(Serialize, Deserialize)]
struct First {
    format: String,
    #[serde(default)]
    format_version: u32,
    #[serde(default)]
    version: String,
}

/// The first line of a file of games that this version of the program has played, without a line feed.
#[must_use]
pub fn first_line() -> String {
    first_of(env!("CARGO_PKG_VERSION"))
}

pub(super) fn first_of(version: &str) -> String {
    let first = First {
        format: KEPT.to_owned(),
        format_version: KEPT_VERSION,
        version: version.to_owned(),
    };
    seal(serde_json::to_string(&first).unwrap_or_default())
}

/// Whether a file that begins with these bytes says that it is one of kept games.
#[must_use]
pub fn is_kept(begin: &[u8]) -> bool {
    begin.starts_with(format!("{{\"format\":\"{KEPT}\"").as_bytes())
}

/// A file of kept games that is read piece by piece.
#[derive(Debug)]
pub struct KeptFile<R> {
    lines: Lines<R>,
    /// The version of the program that wrote it; `None` if the file is empty.
    version: Option<String>,
}

impl<R: Read> KeptFile<R> {
    /// Begins to read.
    ///
    /// # Errors
    ///
    /// A [`PartError`] if it does not begin as such a file does.
    pub fn open(input: R) -> Result<Self, PartError> {
        let mut lines = Lines::new(input);
        let version = if lines.advance()? {
            let line = lines.line();
            let first = serde_json::from_slice::<First>(line).ok();
            let first = first.filter(|first| first.format == KEPT);
            let Some(first) = first else {
                let message = format!("expected a file of format {KEPT:?} {KEPT_VERSION}");
                return Err(lines.wrong(message));
            };
            if first.format_version != KEPT_VERSION {
                return Err(lines.wrong(format!(
                    "expected a file of format {KEPT:?} {KEPT_VERSION}, found {}",
                    first.format_version
                )));
            }
            sealed(line).map_err(|message| lines.wrong(message))?;
            if first_of(&first.version).as_bytes() != line {
                return Err(lines.wrong("something in this line is not known"));
            }
            Some(first.version)
        } else {
            None
        };
        Ok(Self { lines, version })
    }

    /// The version of the program that wrote it; `None` if there is no line.
    #[must_use]
    pub fn version(&self) -> Option<&str> {
        self.version.as_deref()
    }

    /// The number of the line read last, from 1.
    #[must_use]
    pub fn line(&self) -> u64 {
        self.lines.number()
    }

    /// The bytes of whole lines so far.
    #[must_use]
    pub fn end(&self) -> u64 {
        self.lines.end()
    }

    /// How many bytes stand behind the last line feed, known behind the last piece.
    ///
    /// # Errors
    ///
    /// If they can't be the beginning of a line that was not written to its end.
    pub fn rest(&self) -> Result<usize, PartError> {
        let rest = self.lines.rest();
        let first = first_line();
        let due = match self.version {
            None => first.as_bytes(),
            Some(_) => PIECE,
        };
        if due.starts_with(rest) || rest.starts_with(due) {
            return Ok(rest.len());
        }
        Err(PartError::Parts(format!(
            "it ends with {} bytes that are no beginning of a line of a comparison",
            rest.len()
        )))
    }

    /// The next piece; `None` behind the last one.
    ///
    /// # Errors
    ///
    /// A [`PartError`] if the line is none. After that the next line can be read.
    pub fn next_piece(&mut self) -> Result<Option<Piece>, PartError> {
        if self.version.is_none() || !self.lines.advance()? {
            return Ok(None);
        }
        let piece = Piece::read(self.lines.line());
        piece.map(Some).map_err(|message| self.lines.wrong(message))
    }
}

/// A match that a comparison plays, as far as it was played before.
#[derive(Debug, Clone)]
struct Held {
    /// In so many of its first games a position is looked into.
    probes: u64,
    /// Which games are there, in order.
    games: Vec<Range<u64>>,
    /// What they came to; empty as long as there are none.
    found: Found,
}

/// What is there already of the matches that a comparison plays.
#[derive(Debug, Clone, Default)]
pub struct Known {
    matches: HashMap<Heading, Held>,
}

/// What was found in a file beside what was looked for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Others {
    /// Lines of games that were played by rules which have changed since.
    pub outdated: u64,
    /// Lines of other games than those that are compared.
    pub foreign: u64,
}

impl Known {
    /// Something is wanted of this match.
    pub(super) fn want(&mut self, heading: Heading, probes: u64, empty: Found) {
        let held = Held {
            probes,
            games: Vec::new(),
            found: empty,
        };
        self.matches.entry(heading).or_insert(held);
    }

    /// Takes from a file what is wanted; the rest is looked at and left where it is.
    ///
    /// # Errors
    ///
    /// A [`PartError`] with the first line that is wrong, or if another version of the program wrote the file.
    pub fn read<R: Read>(&mut self, file: &mut KeptFile<R>) -> Result<Others, PartError> {
        let own = env!("CARGO_PKG_VERSION");
        if let Some(version) = file.version().filter(|&version| version != own) {
            return Err(PartError::Parts(format!(
                "version {version:?} of this program played these games, and this is version {own}: numbers of two versions don't mix"
            )));
        }
        let mut others = Others::default();
        while let Some(piece) = file.next_piece()? {
            if self.add(&piece) {
                continue;
            }
            let apart = |wanted: &Heading| {
                wanted.variant == piece.heading.variant
                    && Heading {
                        rules: wanted.rules.clone(),
                        ..piece.heading.clone()
                    } == *wanted
            };
            if !self.matches.contains_key(&piece.heading) && self.matches.keys().any(apart) {
                others.outdated += 1;
            } else {
                others.foreign += 1;
            }
        }
        Ok(others)
    }

    /// Adds a piece if it is wanted and not there yet.
    fn add(&mut self, piece: &Piece) -> bool {
        let Some(held) = self.matches.get_mut(&piece.heading) else {
            return false;
        };
        let range = piece.range();
        let at = held.games.partition_point(|games| games.end <= range.start);
        let is_free = held
            .games
            .get(at)
            .is_none_or(|games| games.start >= range.end);
        if piece.probed != probed(held.probes, &range)
            || !is_free
            || !held.found.is_like(&piece.found)
        {
            return false;
        }
        held.games.insert(at, range);
        held.found.merge(&piece.found);
        true
    }

    /// The games of a part of a match that are missing.
    fn missing(&self, heading: &Heading, shard: Shard) -> Vec<Range<u64>> {
        let held = self.matches.get(heading);
        let games = held.map_or(&[][..], |held| &held.games);
        let wanted = shard.games(heading.games);
        let (mut missing, mut due) = (Vec::new(), wanted.start);
        for there in games {
            missing.push(due..there.start.min(wanted.end));
            due = due.max(there.end);
        }
        missing.push(due..wanted.end);
        missing.retain(|games| !games.is_empty());
        missing
    }

    /// How many games are missing of this part of all that is wanted.
    #[must_use]
    pub fn lacks(&self, shard: Shard) -> u64 {
        let matches = self.matches.keys();
        let missing = matches.flat_map(|heading| self.missing(heading, shard));
        missing.map(|games| games.end - games.start).sum()
    }

    /// How many games are there.
    #[must_use]
    pub fn games(&self) -> u64 {
        let games = self.matches.values().flat_map(|held| &held.games);
        games.map(|games| games.end - games.start).sum()
    }
}

impl Piece {
    /// The match that is played by a variant with such rounds, and in how many of its games a position is looked into at least.
    ///
    /// # Errors
    ///
    /// If this program has no such players.
    pub fn spec(&self, rounds: Rounds) -> Result<(MatchSpec, u64), String> {
        let heading = &self.heading;
        let player = |stated: &String| {
            let (name, _) = stated.split_once(' ').unwrap_or((stated, ""));
            let player = name.parse::<PlayerSpec>().ok();
            let player = player.filter(|player| player.stated() == *stated);
            player.ok_or_else(|| format!("this program has no player {stated:?}"))
        };
        let [first, second] = &heading.players;
        let spec = MatchSpec {
            opening_plies: heading.opening_plies,
            ply_limit: heading.ply_limit,
            rounds: heading.rounds.then_some(rounds),
            ..MatchSpec::new(
                [player(first)?, player(second)?],
                heading.games,
                heading.seed,
            )
        };
        let probes = match self.probed {
            0 => 0,
            probed => self.games[0] + probed,
        };
        Ok((spec, probes))
    }
}

/// In how many of these games, from the first of them on, a position is looked into, if it is in so many of the match.
pub(super) fn probed(probes: u64, games: &Range<u64>) -> u64 {
    probes.clamp(games.start, games.end) - games.start
}

/// Where a comparison keeps what it plays.
pub struct Keeping<'a> {
    /// What is there already.
    pub known: Known,
    /// The part of all games that is played here.
    pub shard: Shard,
    /// Is given each piece as soon as it is played, and may break off.
    pub keep: &'a mut dyn FnMut(&Piece) -> ControlFlow<()>,
}

impl Keeping<'_> {
    /// Takes out what is there of a match.
    pub(super) fn take(&mut self, heading: &Heading, empty: Found) -> Found {
        let held = self.known.matches.remove(heading);
        held.map_or(empty, |held| held.found)
    }

    /// The games of this part of a match that are missing.
    pub(super) fn missing(&self, heading: &Heading) -> Vec<Range<u64>> {
        self.known.missing(heading, self.shard)
    }
}
