//! Places of a game by its rules alone, numbered as they are reached and compared exactly.

use std::collections::HashMap;
use std::collections::hash_map::{DefaultHasher, Entry};
use std::hash::Hasher as _;
use std::sync::Arc;

use crate::kernel::board::{Pits as _, Side};
use crate::kernel::pair::{BySide, ByTurn};
use crate::text::notation::settle;
use crate::variant::{AnyPosition, AnyVariant, Poll, Position, listed};

/// Result of a move. All numbers are South's seeds minus North's, or 1, 0 and −1 if seeds do not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    /// The game is over, with this value.
    End(i32),
    /// The game goes on from this place, after this margin was won for good.
    On { place: u32, won: i32 },
}

/// Game graph by the rules, for any type of positions.
pub(crate) trait Ground {
    /// Lists where all moves from a place lead, or one of them given by its number, and counts all moves. Returns
    /// `None` if it was stopped; moves may then be missing.
    fn steps(&mut self, place: u32, only: Option<usize>, steps: &mut Vec<Step>) -> Option<usize>;

    /// Returns the player to move in a place.
    fn mover(&self, place: u32) -> Side;

    /// Returns the limits of a side's value from a place.
    fn limits(&self, place: u32, side: Side) -> [i32; 2];

    /// Returns the number of places so far.
    fn len(&self) -> usize;
}

/// Path through a game: places are not compared, and the last ones can be dropped.
pub(crate) trait Trail: Ground {
    /// Returns a hash of the position; collisions are very unlikely.
    fn hash(&self, place: u32) -> u64;

    /// Truncates the path to this many places.
    fn forget(&mut self, len: usize);
}

/// Result of a move for a claim, by the rules alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Next {
    /// Whether the move suffices: the game is over, or the remaining seeds change nothing.
    Known(bool),
    /// Place that the move leads to, and the value needed from there.
    Open(u32, i32),
}

/// Returns what a move means for a side that needs `need`.
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

/// Meaning of seeds at the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Counts {
    /// Only the result counts.
    Result,
    /// Won seeds are known by the rules, and those on the board are still to be won.
    OnBoard,
    /// All seeds, of this total, may change hands.
    All(i32),
}

/// Places of a variant.
pub(crate) struct Places<'a> {
    variant: &'a dyn AnyVariant,
    /// Game played to its last seed, if a majority ends this one.
    played_out: Option<Arc<dyn AnyVariant>>,
    counts: Counts,
    positions: Vec<AnyPosition>,
    /// Numbers by hash, or by the next free value after a collision; `None` for a path, whose places are not compared.
    numbers: Option<HashMap<u64, u32>>,
    stop: &'a dyn Fn() -> bool,
    poll: Poll,
}

impl<'a> Places<'a> {
    /// Creates an empty set of places for a game that begins with this position.
    pub(crate) fn new(
        variant: &'a dyn AnyVariant,
        position: &AnyPosition,
        seeds: u32,
        stop: &'a dyn Fn() -> bool,
    ) -> Self {
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
            stop,
            poll: Poll::default(),
        }
    }

    /// Creates the places of one line of play, which are not compared.
    pub(crate) fn line(
        variant: &'a dyn AnyVariant,
        position: &AnyPosition,
        seeds: u32,
        stop: &'a dyn Fn() -> bool,
    ) -> Self {
        Self {
            numbers: None,
            ..Self::new(variant, position, seeds, stop)
        }
    }

    /// Approximate memory of a place, in bytes.
    pub(crate) const SIZE: usize = 64 + 2 * size_of::<AnyPosition>();

    /// Returns the position of a place, without the seeds already won.
    pub(crate) fn position(&self, place: u32) -> &AnyPosition {
        &self.positions[place as usize]
    }

    /// Adds a position, initial or after a move, and returns it as a step.
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
    fn steps(&mut self, place: u32, only: Option<usize>, steps: &mut Vec<Step>) -> Option<usize> {
        let (variant, before) = (self.variant, *self.position(place));
        let (moves, complete) = listed(variant, &before, &mut self.poll, self.stop);
        let wanted = |&(number, _): &(usize, _)| only.is_none_or(|only| only == number);
        let all = moves.len();
        for (_, (_, after)) in moves.into_iter().enumerate().filter(wanted) {
            let after = settle(variant, &before, after);
            let step = self.step(Some(&before), &after);
            steps.push(step);
        }
        complete.then_some(all)
    }

    fn mover(&self, place: u32) -> Side {
        self.position(place).status().to_move
    }

    fn limits(&self, place: u32, side: Side) -> [i32; 2] {
        let position = self.position(place);
        // All remaining seeds may go to either side.
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
