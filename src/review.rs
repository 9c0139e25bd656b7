//! Review of a game: the chances of each player, the quality of each move, and the accuracy of each player.
//!
//! The values come from a search with a fixed number of steps for each position, so every machine finds the same. Near
//! the end of the game the solver replaces it, and its values are exact.

use std::cell::Cell;

use serde::Serialize;

use crate::game::Game;
use crate::kernel::board::Side;
use crate::kernel::dice::Dice;
use crate::kernel::pair::BySide;
use crate::play::players::{
    AlphaBeta, Effort, LONGEST_TIME, Player as _, Search, Valuation, proven,
};
use crate::variant::{AnyPosition, Move, Outcome};

mod accuracy;
mod exact;
mod reason;
mod win;

pub use accuracy::accuracies;
pub use win::Model;

/// Default work for each position, in polls of 256 steps each: about 25 milliseconds.
pub const EFFORT: u32 = 2048;

/// Quality of a move.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    strum::Display,
    strum::EnumIter,
    Serialize,
    schemars::JsonSchema,
)]
#[strum(serialize_all = "lowercase")]
#[serde(rename_all = "lowercase")]
pub enum Grade {
    /// No other move has a higher value.
    Best,
    /// The move loses little.
    Good,
    /// The move loses at least 5 % of a point.
    Inaccuracy,
    /// The move loses at least 10 % of a point.
    Mistake,
    /// The move loses at least 15 % of a point.
    Blunder,
}

impl Grade {
    /// Least losses of the lower grades, on a scale from −1 (a loss) to 1 (a win).
    const LEAST: [(f64, Self); 3] = [
        (0.3, Self::Blunder),
        (0.2, Self::Mistake),
        (0.1, Self::Inaccuracy),
    ];

    /// Grades a move by the expected points with the best move and with this one, each from 0 to 1.
    #[must_use]
    pub fn of(best: f64, played: f64) -> Self {
        let loss = 2.0 * (best - played);
        let lower = Self::LEAST.iter().find(|(least, _)| loss >= *least);
        let other = if loss > 0.0 { Self::Good } else { Self::Best };
        lower.map_or(other, |&(_, grade)| grade)
    }
}

/// A move of the game, compared with the best one.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Reviewed {
    /// Number of the ply, from 1.
    pub ply: usize,
    /// Mover.
    pub side: Side,
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// The best move.
    pub best: String,
    /// Expected points of the mover with the best move: 1 for a win, ½ for a draw.
    pub before: f64,
    /// Expected points of the mover with the move made.
    pub after: f64,
    /// Quality of the move.
    pub grade: Grade,
    /// Whether both values are proved.
    pub proved: bool,
    /// The reason for a low grade, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// Review of a whole game.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Review {
    /// Accuracy of South and North in percent; null for a player who did not move.
    pub accuracy: BySide<Option<f64>>,
    /// The ply after which the winner was always more likely to win; null without a winner.
    pub turning_point: Option<usize>,
    /// Moves, in order.
    pub plies: Vec<Reviewed>,
}

/// Legal move with the position right after it and the expected points of its player.
#[derive(Debug, Clone, Copy)]
struct Valued {
    mv: Move,
    after: AnyPosition,
    points: f64,
    proved: bool,
}

/// Reviews a game from its first move on; `None` if stopped.
///
/// `tell` receives the number of plies that are done.
#[must_use]
pub fn review(
    played: &Game,
    model: Model,
    effort: u32,
    stop: &dyn Fn() -> bool,
    tell: &mut dyn FnMut(usize),
) -> Option<Review> {
    let mut engine = Engine::new(effort);
    let mut exact = exact::endings(played, effort, stop);
    let mut game = played.clone();
    game.rewind();
    let mut plies = Vec::new();
    for (number, &(_, mv)) in played.past().iter().enumerate() {
        let valued = match exact.remove(&number) {
            Some(valued) => valued,
            None => engine.values(&game, model, stop),
        };
        if stop() {
            return None;
        }
        let made = valued.iter().find(|other| other.mv == mv)?;
        let best = valued
            .iter()
            .rev()
            .max_by(|a, b| a.points.total_cmp(&b.points))?;
        // Of equal moves, the one that was made is as good as any.
        let best = if best.points > made.points {
            best
        } else {
            made
        };
        let grade = Grade::of(best.points, made.points);
        let reason = (grade > Grade::Good).then(|| reason::reason(&game, made, best, stop));
        plies.push(Reviewed {
            ply: number + 1,
            side: game.to_move(),
            text: game.write_move(mv, made.after),
            best: game.write_move(best.mv, best.after),
            before: best.points,
            after: made.points,
            grade,
            proved: made.proved && best.proved,
            reason: reason.flatten(),
        });
        let after = made.after;
        game.commit(mv, &after);
        tell(number + 1);
    }
    Some(Review {
        accuracy: accuracies(&plies),
        turning_point: turning_point(&plies, played.result()),
        plies,
    })
}

/// Returns the ply after which the winner was always more likely to win.
fn turning_point(plies: &[Reviewed], result: Option<Outcome>) -> Option<usize> {
    let winner = result?.winner()?;
    let behind = |ply: &&Reviewed| {
        let points = if ply.side == winner {
            ply.before
        } else {
            1.0 - ply.before
        };
        points <= 0.5
    };
    plies.iter().rev().find(behind).map(|ply| ply.ply)
}

/// Search that values all moves of a position with a fixed amount of work.
#[derive(Debug)]
pub struct Engine {
    player: AlphaBeta,
    effort: u32,
}

impl Engine {
    /// Creates a search with this number of polls for each position.
    #[must_use]
    pub fn new(effort: u32) -> Self {
        Self {
            player: AlphaBeta::new(Self::search()),
            effort,
        }
    }

    /// Returns the memory that a search takes, in bytes.
    #[must_use]
    pub fn memory() -> usize {
        AlphaBeta::memory(Self::search())
    }

    fn search() -> Search {
        // The time limit is never reached: the number of polls ends the search.
        Effort::Milliseconds(LONGEST_TIME).into()
    }

    /// Returns each legal move, with the position right after it and its value in hundredths of a seed.
    pub fn weigh(&mut self, game: &Game, stop: &dyn Fn() -> bool) -> Vec<(Move, AnyPosition, i32)> {
        let polls = Cell::new(0);
        let limited = || {
            polls.set(polls.get() + 1);
            polls.get() > self.effort || stop()
        };
        let weighed = self
            .player
            .weigh(game, &mut Dice::seeded(1), &limited, &mut |_| ());
        let values = weighed
            .moves
            .into_iter()
            .map(|(mv, after, valuation)| match valuation {
                Valuation::Value(value) => (mv, after, value),
                Valuation::Sampled { .. } => unreachable!("alpha-beta search samples nothing"),
            });
        values.collect()
    }

    fn values(&mut self, game: &Game, model: Model, stop: &dyn Fn() -> bool) -> Vec<Valued> {
        let values = self.weigh(game, stop).into_iter();
        let moves = values.map(|(mv, after, value)| Valued {
            mv,
            after,
            points: model.points(game, value),
            proved: proven(value).is_some(),
        });
        moves.collect()
    }
}
