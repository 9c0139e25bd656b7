//! Endgame tables: what every position with few seeds comes to, where what is won leaves the board.
//!
//! `rules` asks the game; `rank` numbers positions, `build` works out their values, `file` keeps them.

mod build;
mod file;
mod layer;
mod rank;
mod rules;

pub use build::{Build, BuildError, Built, Workers};
pub use file::{Heading, TableError};
pub use layer::Layer;
use rank::Ranks;
pub(crate) use rules::Probe;
pub use rules::Rules;

/// A game with more pits has no tables.
const MOST_PITS: usize = 32;

/// A position as tables see it: nothing was won yet, and who moves sits below.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spread {
    /// The seeds in each pit, the mover's first.
    pub pits: [u8; MOST_PITS],
    /// The pits that are claimed, as bits; see [`Solving::claims`](crate::variant::Solving::claims).
    pub claims: u32,
}

impl Spread {
    /// How many seeds lie in the pits.
    #[must_use]
    pub fn seeds(&self) -> u16 {
        self.pits.iter().map(|&seeds| u16::from(seeds)).sum()
    }
}

/// Where a move leads, as the player sees it who makes it.
#[derive(Debug, Clone, Copy)]
pub enum Step {
    /// The game is over, and they have so many seeds more.
    Over(i16),
    /// The game goes on.
    To {
        /// The position, seen by the player to move in it.
        spread: Spread,
        /// Whether the same player moves again.
        same: bool,
        /// How many seeds more they have won by the move.
        gain: i16,
    },
}

/// A position that is more than its seeds and claimed pits, so that tables don't know it, as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stray(pub String);

/// Tables of a game for positions with up to so many seeds.
#[derive(Debug)]
pub struct Tables {
    ranks: Ranks,
    layers: Vec<Layer>,
}

impl Tables {
    /// The positions by the number of their seeds, from none.
    #[must_use]
    pub fn layers(&self) -> &[Layer] {
        &self.layers
    }

    /// How many pits there are.
    #[must_use]
    pub fn pits(&self) -> u8 {
        self.ranks.pits()
    }

    /// How many positions there are.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.layers.iter().map(Layer::positions).sum()
    }

    /// How many bytes they take.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.layers.iter().map(Layer::length).sum()
    }

    /// How many seeds positions have at most.
    #[must_use]
    pub fn seeds(&self) -> u16 {
        self.ranks.seeds()
    }

    /// What is proved of a position: so many seeds more, at least and at most, are still to be won by the player to move.
    #[must_use]
    pub fn bounds(&self, spread: &Spread) -> Option<[i16; 2]> {
        let seeds = spread.seeds();
        let layer = self.layers.get(usize::from(seeds))?;
        Some(layer.bounds(self.ranks.rank(seeds, spread)?))
    }

    /// The position with so many seeds that has this number, which is below the length of their layer.
    #[must_use]
    pub fn spread(&self, seeds: u16, rank: u64) -> Spread {
        self.ranks.spread(seeds, rank)
    }

    /// The bounds of a position as they follow from those of the positions after its moves.
    ///
    /// # Errors
    ///
    /// A position that is not its seeds alone.
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

/// What no move brings.
const NONE: [i16; 2] = [i16::MIN; 2];

/// The best that two moves bring, at least and at most.
fn better(one: [i16; 2], other: [i16; 2]) -> [i16; 2] {
    [one[0].max(other[0]), one[1].max(other[1])]
}

/// Bounds of a position as the player sees them who made the move there.
fn seen([low, high]: [i16; 2], same: bool, gain: i16) -> [i16; 2] {
    if same {
        [gain + low, gain + high]
    } else {
        [gain - high, gain - low]
    }
}
