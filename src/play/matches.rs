//! Matches: numbered games between two players, the same on any number of threads and machines.
//!
//! A match is a series of pairs. Both games of a pair start from the same random opening, and the players
//! change seats: the first player sits South in games 0, 2, 4 … Everything about a game follows from
//! the match and the game's number alone, so threads and shards may play any part of it in any order.

use std::sync::Arc;

use crate::game::{Ending, Game};
use crate::kernel::board::Side;
use crate::kernel::dice::Dice;
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

pub(crate) use lines::Lines;
pub use lines::PartError;
pub(crate) use parts::copy_bytes;
pub use parts::{Merge, Part, RecordFile};
#[cfg(feature = "cli")]
pub(crate) use record::Row;
use record::Writer;
pub use record::{FORMAT, FileHeading, Heading, Reader, Record};
pub use series::play_series;
pub use shard::{Shard, ShardError};
pub use tally::{Score, Tally};

/// A match of one variant: who plays how many games, and what chance they are given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MatchSpec {
    /// The two players; the first sits South in even games.
    pub players: [PlayerSpec; 2],
    /// How many games.
    pub games: u64,
    /// From which all chance follows.
    pub seed: u64,
    /// How many random moves are made before the players take over.
    pub opening_plies: u32,
    /// A game with so many moves is left unfinished (`G6`), the opening's included.
    pub ply_limit: u32,
    /// How rounds follow each other where a game is played over several; a game is one round where this is not given.
    pub rounds: Option<Rounds>,
}

/// The usual limit to the length of a game.
pub const PLY_LIMIT: u32 = 2000;

/// How often an opening that ends the game is drawn anew before it is taken as it is.
const OPENING_ATTEMPTS: u32 = 1000;

impl MatchSpec {
    /// A match without random openings, with the usual limit.
    #[must_use]
    pub const fn new(players: [PlayerSpec; 2], games: u64, seed: u64) -> Self {
        Self {
            players,
            games,
            seed,
            opening_plies: 0,
            ply_limit: PLY_LIMIT,
            rounds: None,
        }
    }

    /// The dice for the opening of a pair of games; of each game, where a player plays itself and seats mean nothing.
    fn opening_dice(&self, game: u64) -> Dice {
        let alone = self.players[0] == self.players[1];
        let opening = if alone { game } else { game / 2 };
        Dice::numbered(self.seed, 3 * opening)
    }

    /// The dice for the players of a game.
    fn dice(&self, game: u64) -> Dice {
        Dice::numbered(self.seed, 3 * (game / 2) + 1 + game % 2)
    }
}

/// Which of the two players, 0 or 1, sits on this side in a game.
#[must_use]
pub const fn seated(game: u64, side: Side) -> usize {
    let first = if game.is_multiple_of(2) { 0 } else { 1 };
    first ^ side.index()
}

/// Why a game came to its end.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    strum::Display,
    strum::EnumIter,
    strum::EnumString,
)]
#[strum(serialize_all = "snake_case")]
pub enum Reason {
    /// By what lies on the board.
    Board,
    /// The player to move had no legal move.
    NoMove,
    /// The position had come up before, and the rules end the game there.
    Repetition,
    /// It was cut off by the limit and is unfinished, never a draw (`G6`).
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

/// How a game of a match went, in numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Played {
    /// The number of the game.
    pub game: u64,
    /// How many of its moves were the random opening.
    pub opening: u32,
    /// How many moves it had in all.
    pub plies: u32,
    /// The result; `None` if it is unfinished.
    pub result: Option<Outcome>,
    /// Why it ended.
    pub reason: Reason,
}

/// A move as a [`Watcher`] sees it.
#[derive(Debug)]
pub struct Ply<'a> {
    /// The variant that is played.
    pub variant: &'a dyn AnyVariant,
    /// How many moves were made before it.
    pub number: u32,
    /// The position it is made in.
    pub before: &'a AnyPosition,
    /// The move.
    pub mv: Move,
    /// The position right after it, before anyone looked whether it repeats or leaves no move.
    pub after: &'a AnyPosition,
}

/// Someone who watches games, one after another; `()` watches nothing at no cost.
pub trait Watcher {
    /// The game of this number begins.
    fn begin(&mut self, _game: u64, _variant: &dyn AnyVariant, _opening: &AnyPosition) {}

    /// A move was chosen, by chance in the opening or by a player.
    fn ply(&mut self, _ply: &Ply<'_>) {}
}

impl Watcher for () {}

/// Plays a game on from where it stands to its end, or until `ply_limit` moves have been made in all.
///
/// The players sit South and North. Returns `None` if the game was broken off because `stop` said so; it is
/// asked after each choice, and by players while they think.
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
        // What was chosen in a hurry is no move of this player.
        if stop() {
            return None;
        }
        match chosen {
            Some((mv, after)) => {
                watcher.ply(&Ply {
                    variant: game.variant(),
                    number: u32::try_from(game.plies()).unwrap_or(u32::MAX),
                    before: game.position(),
                    mv,
                    after: &after,
                });
                game.advance(mv, after);
            }
            None => game.conclude(),
        }
    }
    Some(game.ending().map_or(Reason::Board, Reason::from))
}

/// The two players of a match with a board between them, ready for any of its games.
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
        Self {
            spec,
            players: spec.players.map(PlayerSpec::player),
            game,
        }
    }

    /// Plays the game of this number; `None` if it was broken off.
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
        let limit = self.spec.ply_limit;
        let reason = play_game(&mut self.game, seats, dice, limit, watcher, stop)?;
        Some(Played {
            game: number,
            opening,
            plies: u32::try_from(self.game.plies()).unwrap_or(u32::MAX),
            result: self.game.result(),
            reason,
        })
    }

    /// Makes the random moves of the opening; one that ends the game is drawn anew, for a time.
    fn open(&mut self, number: u64, stop: &dyn Fn() -> bool) -> Option<u32> {
        let plies = self.spec.opening_plies.min(self.spec.ply_limit);
        let mut dice = self.spec.opening_dice(number);
        for _ in 0..OPENING_ATTEMPTS {
            self.game.rewind();
            for _ in 0..plies {
                if stop() {
                    return None;
                }
                let drawn = self
                    .game
                    .variant()
                    .draw_move(self.game.position(), &mut dice, stop);
                match drawn {
                    Some((mv, after)) => self.game.advance(mv, after),
                    None => break,
                }
            }
            if plies == 0 || self.game.variant().has_move(self.game.position()) {
                break;
            }
        }
        Some(u32::try_from(self.game.plies()).unwrap_or(u32::MAX))
    }

    /// Shows the moves made so far.
    fn show_opening(&self, game: u64, watcher: &mut dyn Watcher) {
        let (variant, past) = (self.game.variant(), self.game.past());
        let first = past
            .first()
            .map_or(self.game.position(), |(position, _)| position);
        watcher.begin(game, variant, first);
        for ((number, (before, mv)), after) in (0..).zip(past).zip(self.game.afters()) {
            let mv = *mv;
            watcher.ply(&Ply {
                variant,
                number,
                before,
                mv,
                after,
            });
        }
    }
}
