//! Matches: numbered games between two players, identical on any number of threads and machines.
//!
//! A match is a series of pairs. Both games of a pair start from the same random opening, and the players swap seats.
//! The first player sits South in games 0, 2, 4 and so on. A game depends only on the match and its own number. Threads
//! and shards may therefore play any part in any order.

use std::sync::Arc;

use crate::game::{Ending, Game};
use crate::kernel::{Dice, Side};
use crate::play::players::{Player, PlayerSpec};
use crate::variant::sections::Rounds;
use crate::variant::{AnyPosition, AnyVariant, Move, Outcome, Position};

mod lines;
mod parts;
mod record;
mod replay;
mod series;
mod shard;
mod tally;

pub use lines::{Lines, PartError};
pub use parts::{Merge, Part, RecordFile, copy_bytes};
#[cfg(feature = "cli")]
pub use record::Row;
pub use record::{Codec, FORMAT, FileHeader, MatchHeader, Record};
pub use series::play_series;
pub use shard::{Shard, ShardError};
pub use tally::{Score, Tally};

/// Settings of a match of one variant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MatchSpec {
    /// Players; the first sits South in even games.
    pub players: [PlayerSpec; 2],
    /// Number of games.
    pub games: u64,
    /// Random seed.
    pub seed: u64,
    /// Number of random moves at the start of a game.
    pub opening_plies: u32,
    /// Number of moves, including the opening, after which a game is left unfinished (`G6`).
    pub ply_limit: u32,
    /// Rules of rounds, for games over several rounds; `None` for games of one round.
    pub rounds: Option<Rounds>,
}

/// Default limit on the length of a game, in plies.
pub const PLY_LIMIT: u32 = 2000;

/// Number of attempts to draw an opening that does not end the game.
const OPENING_ATTEMPTS: u32 = 1000;

impl MatchSpec {
    /// Creates a match without random openings, with the default limit.
    pub const fn new(players: [PlayerSpec; 2], games: u64, seed: u64) -> Self {
        Self { players, games, seed, opening_plies: 0, ply_limit: PLY_LIMIT, rounds: None }
    }

    fn dice(&self, game: u64) -> Dice {
        Dice::numbered(self.seed, 3 * (game / 2) + 1 + game % 2)
    }
}

/// Returns the index of the player who sits on this side in a game.
pub const fn seated(game: u64, side: Side) -> usize {
    let first = if game.is_multiple_of(2) { 0 } else { 1 };
    first ^ side.index()
}

/// Reason why a game of a match ended.
#[derive(strum::Display, strum::EnumIter, strum::EnumString)]
#[strum(serialize_all = "snake_case")]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Reason {
    /// The board decided, or a player resigned.
    Board,
    /// The player to move had no legal move.
    NoMove,
    /// The position occurred before, and the rules end the game there.
    Repetition,
    /// The limit truncated the game, which is unfinished and never a draw (`G6`).
    PlyLimit,
}

impl From<Ending> for Reason {
    fn from(ending: Ending) -> Self {
        match ending {
            Ending::NoMove => Self::NoMove,
            Ending::Repetition => Self::Repetition,
            Ending::Board | Ending::Resignation => Self::Board,
        }
    }
}

/// Summary of a game of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Played {
    /// Number of the game.
    pub game: u64,
    /// Number of moves of the random opening.
    pub opening: u32,
    /// Total number of moves.
    pub plies: u32,
    /// Result; `None` if unfinished.
    pub result: Option<Outcome>,
    /// Reason why it ended.
    pub reason: Reason,
}

/// Move as a [`Watcher`] sees it.
#[derive(Debug)]
pub struct Ply<'a> {
    /// Variant.
    pub variant: &'a dyn AnyVariant,
    /// Number of moves before this one.
    pub number: u32,
    /// Position before the move.
    pub before: &'a AnyPosition,
    /// Move.
    pub mv: Move,
    /// Position right after the move, not yet checked for repetition or for a lack of moves.
    pub after: &'a AnyPosition,
}

/// Observer of games, one after another; `()` observes nothing, at no cost.
pub trait Watcher {
    /// Called when the game of this number begins.
    fn begin(&mut self, _game: u64, _variant: &dyn AnyVariant, _opening: &AnyPosition) {}

    /// Called for each move, random in the opening or chosen by a player.
    fn ply(&mut self, _ply: &Ply<'_>) {}
}

impl Watcher for () {}

/// Plays a game from its current position to the end, or until it has `ply_limit` moves in all.
///
/// The players sit South and North. Returns `None` if `stop` returned `true`; it is polled after each choice, and by
/// players while they search.
pub fn play_game(
    game: &mut Game,
    seats: &mut [&mut dyn Player; 2],
    dice: &mut Dice,
    ply_limit: u32,
    watcher: &mut dyn Watcher,
    stop: &dyn Fn() -> bool,
) -> Option<Reason> {
    while game.ending().is_none() {
        if game.plies() >= ply_limit as usize {
            if game.variant().has_move(game.position()) {
                return Some(Reason::PlyLimit);
            }
            game.conclude();
            break;
        }
        let chosen = seats[game.position().status().to_move.index()].choose(game, dice, stop);
        // A move chosen after a stop may come from an incomplete search.
        if stop() {
            return None;
        }
        match &chosen {
            Some((mv, after)) => {
                watcher.ply(&Ply {
                    variant: game.variant(),
                    number: u32::try_from(game.plies()).unwrap_or(u32::MAX),
                    before: game.position(),
                    mv: *mv,
                    after,
                });
                game.advance(*mv, after);
            }
            None => game.conclude(),
        }
    }
    Some(game.ending().map_or(Reason::Board, Reason::from))
}

/// Players of a match and their game, reused for all games.
struct Table {
    spec: MatchSpec,
    players: [Box<dyn Player>; 2],
    game: Game,
}

impl Table {
    fn new(variant: Arc<dyn AnyVariant>, spec: MatchSpec) -> Self {
        let mut game = Game::new(variant);
        if let Some(rounds) = spec.rounds {
            game.over_rounds(rounds);
        }
        Self { spec, players: spec.players.map(PlayerSpec::player), game }
    }

    /// Plays the game of this number; `None` if it was stopped.
    fn play(
        &mut self,
        number: u64,
        watcher: &mut dyn Watcher,
        stop: &dyn Fn() -> bool,
    ) -> Option<Played> {
        let opening = self.open(number, stop)?;
        self.show_opening(number, watcher);
        let [first, second] = &mut self.players;
        let seats: &mut [&mut dyn Player; 2] = match seated(number, Side::South) {
            0 => &mut [&mut **first, &mut **second],
            _ => &mut [&mut **second, &mut **first],
        };
        let dice = &mut self.spec.dice(number);
        let reason = play_game(&mut self.game, seats, dice, self.spec.ply_limit, watcher, stop)?;
        Some(Played {
            game: number,
            opening,
            plies: u32::try_from(self.game.plies()).unwrap_or(u32::MAX),
            result: self.game.result(),
            reason,
        })
    }

    /// Plays the random moves of the opening; redraws one that ends the game, up to a limit.
    fn open(&mut self, number: u64, stop: &dyn Fn() -> bool) -> Option<u32> {
        let plies = self.spec.opening_plies.min(self.spec.ply_limit);
        // The games of a pair have one opening, except where a player plays itself.
        let [first, second] = self.spec.players;
        let opening = if first == second { number } else { number / 2 };
        let mut dice = Dice::numbered(self.spec.seed, 3 * opening);
        for _ in 0..OPENING_ATTEMPTS {
            self.game.rewind();
            for _ in 0..plies {
                if stop() {
                    return None;
                }
                match self.game.variant().random_move(self.game.position(), &mut dice, stop) {
                    Some((mv, after)) => self.game.advance(mv, &after),
                    None => break,
                }
            }
            if plies == 0 || self.game.variant().has_move(self.game.position()) {
                break;
            }
        }
        Some(u32::try_from(self.game.plies()).unwrap_or(u32::MAX))
    }

    /// Reports the moves made so far to the watcher.
    fn show_opening(&self, game: u64, watcher: &mut dyn Watcher) {
        let (variant, past) = (self.game.variant(), self.game.past());
        let first = past.first().map_or(self.game.position(), |(position, _)| position);
        watcher.begin(game, variant, first);
        for ((number, (before, mv)), after) in (0..).zip(past).zip(self.game.afters()) {
            watcher.ply(&Ply { variant, number, before, mv: *mv, after });
        }
    }
}
