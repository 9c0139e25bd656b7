//! Endgame tables: the value of every position with few seeds, for games in which won seeds leave the board.
//!
//! `rules` adapts the game, `rank` numbers positions, `build` computes their values, `file` stores them.

mod build;
mod file;
mod layer;
mod rank;
mod rules;

pub use build::{Build, BuildError, Built, Workers};
pub use file::{TableError, TableHeader};
pub use layer::Layer;
use rank::Ranks;
pub(crate) use rules::Probe;
pub use rules::Rules;

/// Maximum number of pits of a game with tables.
const MOST_PITS: usize = 32;

/// Position in a table: no seeds are won yet, and the mover sits below.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spread {
    /// Seeds in each pit, the mover's first.
    pub pits: [u8; MOST_PITS],
    /// The pits that are claimed, as bits; see [`Solving::claims`](crate::variant::Solving::claims).
    pub claims: u32,
}

impl Spread {
    /// Counts the seeds in the pits.
    pub fn seeds(&self) -> u16 {
        self.pits.iter().map(|&seeds| u16::from(seeds)).sum()
    }
}

/// Result of a move, from the mover's side.
#[derive(Debug, Clone, Copy)]
pub enum Step {
    /// The game is over, with this margin in seeds.
    Over(i16),
    /// The game goes on.
    To {
        /// Position after the move, seen by its player to move.
        spread: Spread,
        /// Whether the same player moves again.
        same: bool,
        /// Gain of the mover over the opponent in won seeds.
        gain: i16,
    },
}

/// Position (as text) that tables cannot hold, because it has more state than its seeds and claimed pits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stray(pub String);

/// Endgame tables of a game, up to a number of seeds.
#[derive(Debug)]
pub struct Tables {
    ranks: Ranks,
    layers: Vec<Layer>,
}

impl Tables {
    /// Returns the layers by number of seeds, from zero.
    pub fn layers(&self) -> &[Layer] {
        &self.layers
    }

    /// Returns the number of pits.
    pub fn pits(&self) -> u8 {
        self.ranks.pits
    }

    /// Returns the number of positions.
    pub fn positions(&self) -> u64 {
        self.layers.iter().map(Layer::positions).sum()
    }

    /// Returns the size in bytes.
    pub fn bytes(&self) -> u64 {
        self.layers.iter().map(Layer::length).sum()
    }

    /// Returns the maximum number of seeds in a position.
    pub fn seeds(&self) -> u16 {
        self.ranks.seeds()
    }

    /// Returns the proved lower and upper bound of the margin in seeds that the player to move will still win.
    pub fn bounds(&self, spread: &Spread) -> Option<[i16; 2]> {
        Some(self.layers.get(usize::from(spread.seeds()))?.bounds(self.rank(spread)?))
    }

    /// Returns the rank of a position among those with as many seeds; `None` if it is not in the tables.
    pub fn rank(&self, spread: &Spread) -> Option<u64> {
        let seeds = spread.seeds();
        (seeds <= self.seeds()).then_some(&self.ranks)?.rank(seeds, spread)
    }

    /// Returns the position with this many seeds and this rank, which must be less than the size of their layer.
    pub fn spread(&self, seeds: u16, rank: u64) -> Spread {
        self.ranks.spread(seeds, rank)
    }

    /// Derives the bounds of a position from those of the positions after its moves.
    ///
    /// # Errors
    ///
    /// Returns the first position with more state than its seeds.
    pub fn derived(&self, rules: &Rules, spread: &Spread) -> Result<[i16; 2], Stray> {
        let (mut best, mut missing) = (NONE, false);
        rules.show(spread, &mut |step| match step {
            Step::Over(value) => best = better(best, [value, value]),
            Step::To { spread, same, gain } => match self.bounds(&spread) {
                Some(bounds) => best = better(best, seen(bounds, same, gain)),
                None => missing = true,
            },
        })?;
        let most = spread.seeds().cast_signed();
        Ok(if missing { [-most, most] } else { best })
    }
}

/// Bounds without any move.
const NONE: [i16; 2] = [i16::MIN; 2];

/// Returns the better of two moves' lower and upper bounds.
pub(super) fn better(one: [i16; 2], other: [i16; 2]) -> [i16; 2] {
    [one[0].max(other[0]), one[1].max(other[1])]
}

/// Converts bounds of a position to those of the player who moved there.
pub(super) fn seen([low, high]: [i16; 2], same: bool, gain: i16) -> [i16; 2] {
    if same { [gain + low, gain + high] } else { [gain - high, gain - low] }
}
