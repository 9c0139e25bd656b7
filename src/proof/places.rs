//! The places of a game, numbered as they are come to: told apart exactly, and as the rules alone have them.

use std::collections::HashMap;
use std::collections::hash_map::{DefaultHasher, Entry};
use std::hash::Hasher as _;
use std::sync::Arc;

use crate::kernel::board::{Pits as _, Side};
use crate::kernel::pair::{BySide, ByTurn};
use crate::text::notation::settle;
use crate::variant::{AnyPosition, AnyVariant, Position, moves};

/// Where a move leads. All numbers are South's seeds less North's; 1, 0 and −1 where seeds don't count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    /// The game is over, and has come to this.
    End(i32),
    /// It goes on from this place, and so much was won for good.
    On { place: u32, won: i32 },
}

/// A game as its rules have it, whatever its positions are.
pub(crate) trait Ground {
    /// Shows where the moves from a place lead, all or only one of them by its number; how many moves there are.
    fn steps(&mut self, place: u32, only: Option<usize>, steps: &mut Vec<Step>) -> usize;

    /// Who is to move there.
    fn mover(&self, place: u32) -> Side;

    /// What this side comes to from there at least and at most, whatever happens.
    fn limits(&self, place: u32, side: Side) -> [i32; 2];

    /// How many places there are so far.
    fn len(&self) -> usize;
}

/// A way through a game: places are not told apart, and the last ones can be forgotten.
pub(crate) trait Trail: Ground {
    /// A number that stands for the position there; two positions share one about never.
    fn hash(&self, place: u32) -> u64;

    /// Keeps so many places.
    fn forget(&mut self, len: usize);
}

/// What is known of a move by the rules alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Next {
    /// Whether it does: the game is over, or what is left to be won changes nothing.
    Known(bool),
    /// The place that it leads to, and what is needed from there.
    Open(u32, i32),
}

/// What a move leads to for a side that needs so much.
pub(crate) fn next(ground: &dyn Ground, side: Side, step: Step, need: i32) -> Next {
    let turned = |number: i32| match side {
        Side::South => number,
        Side::North => -number,
    };
    match step {
        Step::End(value) => Next::Known(turned(value) >= need),
        Step::On { place, won } => {
            let (need, [least, most]) = (need - turned(won), ground.limits(place, side));
            if least >= need || need > most {
                Next::Known(least >= need)
            } else {
                Next::Open(place, need)
            }
        }
    }
}

/// What seeds are worth at the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Counts {
    /// Nothing: only the result is.
    Result,
    /// The rules say which have been won for good, and what lies on the board is left to be won.
    OnBoard,
    /// All that there are may change hands.
    All(i32),
}

/// The places of a variant.
pub(crate) struct Places<'a> {
    variant: &'a dyn AnyVariant,
    /// The same game played to its last seed, if a majority is the end of this one.
    played_out: Option<Arc<dyn AnyVariant>>,
    counts: Counts,
    positions: Vec<AnyPosition>,
    /// By a hash, or by what follows it where another position has it already; none on a way, where places are not told apart.
    numbers: Option<HashMap<u64, u32>>,
}

impl<'a> Places<'a> {
    /// None so far, of a game that begins with this position.
    pub(crate) fn new(variant: &'a dyn AnyVariant, position: &AnyPosition, seeds: u32) -> Self {
        let counts = if variant.count(None, position).is_none() {
            Counts::Result
        } else if variant.set_aside(position).is_some() {
            Counts::OnBoard
        } else {
            Counts::All(seeds.cast_signed())
        };
        Self {
            variant,
            played_out: variant.played_out(),
            counts,
            positions: Vec::new(),
            numbers: Some(HashMap::new()),
        }
    }

    /// The same for a way through a game.
    pub(crate) fn way(variant: &'a dyn AnyVariant, position: &AnyPosition, seeds: u32) -> Self {
        Self {
            numbers: None,
            ..Self::new(variant, position, seeds)
        }
    }

    /// About how many bytes a place takes.
    pub(crate) const SIZE: usize = 64 + 2 * size_of::<AnyPosition>();

    /// The position there, without the seeds that have been won.
    pub(crate) fn position(&self, place: u32) -> &AnyPosition {
        &self.positions[place as usize]
    }

    /// A position that a game begins with, or that is come to from another.
    pub(crate) fn step(&mut self, before: Option<&AnyPosition>, position: &AnyPosition) -> Step {
        if let Some(outcome) = position.status().result {
            let count = match self.counts {
                Counts::Result => None,
                Counts::OnBoard | Counts::All(_) => self.variant.count(before, position),
            };
            return Step::End(match (count, outcome.winner()) {
                (Some(BySide([south, north])), _) => i32::from(south) - i32::from(north),
                (None, Some(Side::South)) => 1,
                (None, Some(Side::North)) => -1,
                (None, None) => 0,
            });
        }
        let settled = match self.counts {
            Counts::OnBoard => self.variant.set_aside(position),
            Counts::Result | Counts::All(_) => None,
        };
        let (settled, won) = settled.unwrap_or((*position, 0));
        let won = position.status().to_move.arrange(ByTurn([won, -won]))[Side::South];
        Step::On {
            place: self.number(&settled),
            won: i32::from(won),
        }
    }

    fn number(&mut self, position: &AnyPosition) -> u32 {
        let number = u32::try_from(self.positions.len()).unwrap_or(u32::MAX);
        let Some(numbers) = &mut self.numbers else {
            self.positions.push(*position);
            return number;
        };
        let mut hash = hash(self.variant, position);
        loop {
            match numbers.entry(hash) {
                Entry::Vacant(free) => {
                    free.insert(number);
                    self.positions.push(*position);
                    return number;
                }
                Entry::Occupied(taken) if self.positions[*taken.get() as usize] == *position => {
                    return *taken.get();
                }
                Entry::Occupied(_) => hash = hash.wrapping_add(1),
            }
        }
    }
}

/// A number that stands for a position.
fn hash(variant: &dyn AnyVariant, position: &AnyPosition) -> u64 {
    let mut hasher = DefaultHasher::new();
    variant.hash(position, &mut hasher);
    hasher.finish()
}

impl Trail for Places<'_> {
    fn hash(&self, place: u32) -> u64 {
        hash(self.variant, self.position(place))
    }

    fn forget(&mut self, len: usize) {
        debug_assert!(self.numbers.is_none(), "places that are told apart stay");
        self.positions.truncate(len);
    }
}

impl Ground for Places<'_> {
    fn steps(&mut self, place: u32, only: Option<usize>, steps: &mut Vec<Step>) -> usize {
        let before = *self.position(place);
        let moves = moves(self.variant, &before, &|| false);
        let shown = moves.iter().enumerate();
        for (_, (_, after)) in shown.filter(|&(number, _)| only.is_none_or(|only| only == number)) {
            let after = settle(self.variant, &before, *after);
            let step = self.step(Some(&before), &after);
            steps.push(step);
        }
        moves.len()
    }

    fn mover(&self, place: u32) -> Side {
        self.position(place).status().to_move
    }

    fn limits(&self, place: u32, side: Side) -> [i32; 2] {
        let position = self.position(place);
        // All that is left may go to the other, or to this side.
        let left = |position: &AnyPosition| {
            let ByTurn([own, across]) = position.rings();
            i32::from(own.total() + across.total())
        };
        match self.counts {
            Counts::All(seeds) => [-seeds, seeds],
            Counts::OnBoard => [-left(position), left(position)],
            Counts::Result => {
                let game = self.played_out.as_ref();
                let Some((rest, won)) = game.and_then(|game| game.set_aside(position)) else {
                    return [-1, 1];
                };
                let mover = position.status().to_move;
                let won = i32::from(if side == mover { won } else { -won });
                [won - left(&rest), won + left(&rest)].map(i32::signum)
            }
        }
    }

    fn len(&self) -> usize {
        self.positions.len()
    }
}
