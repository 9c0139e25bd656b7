//! Finished games of a comparison, kept in a file so that they are not played again.
//!
//! The first line states the format. Each other line is a [`Piece`]: the results of some games of one match, with the
//! whole header of that match. Pieces may therefore be in any order. Counts are whole numbers, so sums do not depend on
//! the pieces. Every line ends with a checksum.

use std::collections::HashMap;
use std::io::Read;
use std::marker::PhantomData;
use std::ops::{ControlFlow, Range};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::document::Rung;
use mankala_core::measure::figures::{Number, figure};
use mankala_core::measure::names::Measure;
use mankala_core::measure::tally::{Series, Tally};
use mankala_core::play::matches::{
    Lines, MatchHeader, MatchSpec, PartError, Played, Shard, seated,
};
use mankala_core::play::players::PlayerSpec;
use mankala_core::text::checksum;
use mankala_core::variant::Outcome;
use mankala_core::variant::sections::Rounds;

/// Name of the format.
pub const KEPT: &str = "mankala comparison";

/// Line of a file of kept results. Each line ends with a checksum.
pub trait KeptLine: Serialize + DeserializeOwned {
    /// Name of the file's format.
    const FORMAT: &'static str;
    /// Version of the format. It changes when older files can't be read.
    const FORMAT_VERSION: u32 = 1;
    /// Beginning of each line but the first.
    const BEGIN: &'static [u8];
    /// Content of a line in words.
    const WHAT: &'static str;

    /// Returns `true` if the numbers fit together.
    fn is_right(&self) -> bool;

    /// Reads a line.
    ///
    /// # Errors
    ///
    /// A message on why the line is wrong.
    fn read(line: &[u8]) -> Result<Self, String> {
        let read: Self = checksum::read(line, Self::WHAT)?;
        if !read.is_right() {
            return Err(format!("expected {}: the numbers are inconsistent", Self::WHAT));
        }
        Ok(read)
    }
}

/// Pairs of games from one opening, with seats swapped.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pairs {
    /// First player's quarters of a point in each pair; pairs with an unfinished game are left out.
    pub points: Series,
    /// Number of games cut off by the ply limit.
    pub unfinished: u64,
    /// Half points of the first game of a pair whose second one is still to come.
    #[serde(skip)]
    first: Option<u64>,
}

impl Pairs {
    /// Adds a game. Games must be added in order.
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

/// Returns the half points of the match's first player in a game.
fn points(result: Outcome, game: u64) -> u64 {
    match result.winner().map(|side| seated(game, side)) {
        Some(0) => 2,
        Some(_) => 0,
        None => 1,
    }
}

/// Results of some games of a match.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Results {
    /// Games of a player against itself, measured.
    Tally(Box<Tally>),
    /// Games of two players of different strength, of which only points are counted.
    Pairs(Pairs),
}

impl Results {
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

    /// Returns `true` if the counts fit this number of games.
    fn is_of(&self, games: u64) -> bool {
        match self {
            Self::Tally(tally) => tally.is_of(games),
            Self::Pairs(pairs) => {
                let counted = u128::from(pairs.points.sums.games()) * 2;
                counted <= u128::from(games) && pairs.unfinished <= games
            }
        }
    }
}

/// Results of some games of one match: a line of the file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Piece {
    /// Match.
    #[serde(rename = "match")]
    pub header: MatchHeader,
    /// First of its games, and the one after the last.
    pub games: [u64; 2],
    /// Number of these games, from the first one on, in which a position was probed.
    pub probed: u64,
    /// Results.
    pub found: Results,
}

impl Piece {
    /// Returns the line without a line feed.
    pub fn line(&self) -> String {
        checksum::line(self)
    }

    /// Returns the range of its games.
    pub const fn range(&self) -> Range<u64> {
        self.games[0]..self.games[1]
    }
}

impl KeptLine for Piece {
    const FORMAT: &'static str = KEPT;
    const BEGIN: &'static [u8] = br#"{"match":{"variant":"#;
    const WHAT: &'static str = "games of a comparison";

    fn is_right(&self) -> bool {
        let [from, to] = self.games;
        from < to
            && to <= self.header.games
            && from.is_multiple_of(2)
            && self.probed <= to - from
            && self.found.is_of(to - from)
    }
}

#[derive(Serialize, Deserialize)]
struct First {
    format: String,
    format_version: u32,
    version: String,
}

/// Returns the first line of a file written by this version of the program, without a line feed.
pub fn first_line<L: KeptLine>() -> String {
    first_of::<L>(env!("CARGO_PKG_VERSION"))
}

pub(super) fn first_of<L: KeptLine>(version: &str) -> String {
    checksum::line(&First {
        format: L::FORMAT.to_owned(),
        format_version: L::FORMAT_VERSION,
        version: version.to_owned(),
    })
}

/// File of kept results that is read line by line.
#[derive(Debug)]
pub struct KeptFile<R, L = Piece> {
    lines: Lines<R>,
    /// Version of the program that wrote it; `None` if the file is empty.
    version: Option<String>,
    of: PhantomData<L>,
}

impl<R: Read, L: KeptLine> KeptFile<R, L> {
    /// Opens a file and reads its first line.
    ///
    /// # Errors
    ///
    /// A [`PartError`] if the first line is not that of such a file.
    pub fn open(input: R) -> Result<Self, PartError> {
        let mut lines = Lines::new(input);
        let version = if lines.advance()? {
            let line = lines.line();
            let first = checksum::expect(line, L::FORMAT, L::FORMAT_VERSION)
                .and_then(|()| checksum::read::<First>(line, "the first line of the file"));
            Some(first.map_err(|message| lines.wrong(message))?.version)
        } else {
            None
        };
        Ok(Self { lines, version, of: PhantomData })
    }

    /// Returns the version of the program that wrote it; `None` if there is no line.
    pub fn version(&self) -> Option<&str> {
        self.version.as_deref()
    }

    /// Returns the number of the line read last, from 1.
    pub fn line(&self) -> u64 {
        self.lines.number()
    }

    /// Returns the number of bytes in the whole lines read so far.
    pub fn end(&self) -> u64 {
        self.lines.end()
    }

    /// Returns the number of bytes after the last line feed; call it after the last piece.
    ///
    /// # Errors
    ///
    /// If they can't be the beginning of a truncated line.
    pub fn rest(&self) -> Result<usize, PartError> {
        let rest = self.lines.rest();
        let first = first_line::<L>();
        let due = if self.version.is_some() { L::BEGIN } else { first.as_bytes() };
        if due.starts_with(rest) || rest.starts_with(due) {
            return Ok(rest.len());
        }
        Err(PartError::Parts(format!(
            "the last {} bytes are not the beginning of a line of {}",
            rest.len(),
            L::FORMAT
        )))
    }

    /// Returns the next line; `None` after the last one.
    ///
    /// # Errors
    ///
    /// A [`PartError`] if the line is wrong. The next line can be read after that.
    pub fn next_piece(&mut self) -> Result<Option<L>, PartError> {
        if self.version.is_none() || !self.lines.advance()? {
            return Ok(None);
        }
        L::read(self.lines.line()).map(Some).map_err(|message| self.lines.wrong(message))
    }
}

/// Match of a comparison, with the games played before.
#[derive(Debug, Clone)]
struct Held {
    /// Number of its first games in which a position is probed.
    probes: u64,
    /// Kept games, in order.
    games: Vec<Range<u64>>,
    /// Results; empty if there are no games.
    found: Results,
}

/// Kept results of the matches of a comparison.
#[derive(Debug, Clone, Default)]
pub struct Known {
    matches: HashMap<MatchHeader, Held>,
}

/// Lines of a file that are not used.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Others {
    /// Lines of games played by rules that have changed since.
    pub outdated: u64,
    /// Lines of games that the comparison does not play.
    pub foreign: u64,
}

impl Known {
    pub(super) fn want(&mut self, header: MatchHeader, probes: u64, empty: Results) {
        self.matches.entry(header).or_insert(Held { probes, games: Vec::new(), found: empty });
    }

    /// Reads the games that are looked for from a file; other lines are checked and counted.
    ///
    /// # Errors
    ///
    /// A [`PartError`] with the first wrong line, or if another version of the program wrote the file.
    pub fn read<R: Read>(&mut self, file: &mut KeptFile<R>) -> Result<Others, PartError> {
        let own = env!("CARGO_PKG_VERSION");
        if let Some(version) = file.version().filter(|&version| version != own) {
            return Err(PartError::Parts(format!(
                "these games were played by version {version:?}, this is version {own}; results of different versions cannot be combined"
            )));
        }
        let mut others = Others::default();
        while let Some(piece) = file.next_piece()? {
            if self.add(&piece) {
                continue;
            }
            let apart = |wanted: &MatchHeader| {
                wanted.variant == piece.header.variant
                    && MatchHeader { rules: wanted.rules.clone(), ..piece.header.clone() }
                        == *wanted
            };
            if !self.matches.contains_key(&piece.header) && self.matches.keys().any(apart) {
                others.outdated += 1;
            } else {
                others.foreign += 1;
            }
        }
        Ok(others)
    }

    /// Adds a piece if it is looked for and not there yet.
    fn add(&mut self, piece: &Piece) -> bool {
        let Some(held) = self.matches.get_mut(&piece.header) else { return false };
        let range = piece.range();
        let at = held.games.partition_point(|games| games.end <= range.start);
        let is_free = held.games.get(at).is_none_or(|games| games.start >= range.end);
        let is_like = std::mem::discriminant(&held.found) == std::mem::discriminant(&piece.found);
        if piece.probed != probed(held.probes, &range) || !is_free || !is_like {
            return false;
        }
        held.games.insert(at, range);
        held.found.merge(&piece.found);
        true
    }

    /// Returns the missing games in a part of a match.
    fn missing(&self, header: &MatchHeader, shard: Shard) -> Vec<Range<u64>> {
        let held = self.matches.get(header);
        let games = held.map_or(&[][..], |held| &held.games);
        let wanted = shard.games(header.games);
        let (mut missing, mut due) = (Vec::new(), wanted.start);
        for there in games {
            missing.push(due..there.start.min(wanted.end));
            due = due.max(there.end);
        }
        missing.push(due..wanted.end);
        missing.retain(|games| !games.is_empty());
        missing
    }

    /// Returns the number of missing games in a part of all games.
    pub fn lacks(&self, shard: Shard) -> u64 {
        let missing = self.matches.keys().flat_map(|header| self.missing(header, shard));
        missing.map(|games| games.end - games.start).sum()
    }
}

impl Piece {
    /// Returns the match of a variant with these rounds, and the least number of its games that are probed.
    ///
    /// # Errors
    ///
    /// If this program lacks one of the players.
    pub fn spec(&self, rounds: Rounds) -> Result<(MatchSpec, u64), String> {
        let header = &self.header;
        let player = |stated: &String| {
            let (name, _) = stated.split_once(' ').unwrap_or((stated, ""));
            let player = name.parse::<PlayerSpec>().ok();
            let player = player.filter(|player| player.stated() == *stated);
            player.ok_or_else(|| format!("unknown player {stated:?}"))
        };
        let [first, second] = &header.players;
        let spec = MatchSpec {
            opening_plies: header.opening_plies,
            ply_limit: header.ply_limit,
            rounds: header.rounds.then_some(rounds),
            ..MatchSpec::new([player(first)?, player(second)?], header.games, header.seed)
        };
        let probes = if self.probed > 0 { self.games[0] + self.probed } else { 0 };
        Ok((spec, probes))
    }
}

/// Returns the number of these games, from the first one on, in which a position is probed, given that of the match.
pub(super) fn probed(probes: u64, games: &Range<u64>) -> u64 {
    probes.clamp(games.start, games.end) - games.start
}

/// Results kept by a comparison, and where new ones go.
pub struct Keeping<'a> {
    /// Results that are there already.
    pub known: Known,
    /// Part of all games that is played here.
    pub shard: Shard,
    /// Callback for each piece that has been played; it may stop the comparison.
    pub keep: &'a mut dyn FnMut(&Piece) -> ControlFlow<()>,
}

impl Keeping<'_> {
    /// Removes and returns the results of a match.
    pub(super) fn take(&mut self, header: &MatchHeader, empty: Results) -> Results {
        let held = self.known.matches.remove(header);
        held.map_or(empty, |held| held.found)
    }

    /// Returns the missing games in this part of a match.
    pub(super) fn missing(&self, header: &MatchHeader) -> Vec<Range<u64>> {
        self.known.missing(header, self.shard)
    }
}

/// Results of all matches in a file, in order; each piece is a whole match.
#[derive(Debug, Clone, Default)]
pub struct KeptFigures(Vec<Piece>);

impl KeptFigures {
    /// Reads a file.
    ///
    /// # Errors
    ///
    /// A [`PartError`] with the first wrong line.
    pub fn read<R: Read>(file: &mut KeptFile<R>) -> Result<Self, PartError> {
        let (mut own, mut places) = (Self::default(), HashMap::new());
        while let Some(piece) = file.next_piece()? {
            let place = places.entry(piece.header.clone()).or_insert(own.0.len());
            match own.0.get_mut(*place) {
                Some(whole) => whole.found.merge(&piece.found),
                None => own.0.push(piece),
            }
        }
        Ok(own)
    }

    /// Returns a measure of a variant with these rules, in single rounds, from the first match that has it.
    pub fn get(&self, variant: &str, rules: &str, measure: Measure) -> Option<Number> {
        let mut own = self.0.iter().filter(|Piece { header, .. }| {
            header.variant == variant && header.rules == rules && !header.rounds
        });
        own.find_map(|piece| match &piece.found {
            Results::Tally(tally) => Some(figure(measure, tally)).filter(|it| it.value.is_some()),
            Results::Pairs(pairs) => {
                elo(piece, pairs).filter(|_| measure == Measure::EloPerDoubling)
            }
        })
    }
}

/// Returns the Elo gained in a match if `elo_per_doubling` is measured by it.
fn elo(piece: &Piece, pairs: &Pairs) -> Option<Number> {
    let (spec, _) = piece.spec(Rounds::default()).ok()?;
    let rung = Rung::new("", &spec, pairs.clone());
    Some(rung.elo).filter(|elo| elo.value.is_some() && rung.is_step())
}
