//! Vertices of a game by its rules alone, numbered as they are reached and compared exactly.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use crate::kernel::{ByTurn, Side};
use crate::search::margin::Scale;
use crate::text::notation::settle;
use crate::variant::{AnyPosition, AnyVariant, Poll, Position, listed};

/// Lower bound of an unproved vertex.
pub(super) const NOTHING: i32 = i32::MIN;

/// Result of a move. All numbers are South's seeds minus North's, or 1, 0 and −1 if seeds do not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    /// The game is over, with this value.
    End(i32),
    /// The game goes on from this vertex, after this margin was won for good.
    On { vertex: u32, won: i32 },
}

/// Result of a move for a claim, by the rules alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Next {
    /// Whether the move suffices: the game is over, or the remaining seeds change nothing.
    Known(bool),
    /// Place that the move leads to, and the value needed from there.
    Open(u32, i32),
}

/// Vertices of a variant.
pub(crate) struct Vertices<'a> {
    variant: &'a dyn AnyVariant,
    /// Game played to its last seed, if a majority ends this one.
    played_out: Option<Arc<dyn AnyVariant>>,
    scale: Scale,
    positions: Vec<AnyPosition>,
    /// Numbers by hash, or by the next free value after a collision; `None` for a path, whose vertices are not compared.
    numbers: Option<HashMap<u64, u32>>,
    stop: &'a dyn Fn() -> bool,
    poll: Poll,
}

impl<'a> Vertices<'a> {
    /// Creates an empty set of vertices for a game that begins with this position.
    pub(crate) fn new(
        variant: &'a dyn AnyVariant,
        position: &AnyPosition,
        seeds: u32,
        stop: &'a dyn Fn() -> bool,
    ) -> Self {
        Self {
            variant,
            played_out: variant.played_out(),
            scale: Scale::of(variant, position, seeds),
            positions: Vec::new(),
            numbers: Some(HashMap::new()),
            stop,
            poll: Poll::default(),
        }
    }

    /// Stops comparing vertices, for one line of play, whose last vertices can be dropped.
    pub(crate) fn uncompared(self) -> Self {
        Self { numbers: None, ..self }
    }

    /// Approximate memory of a vertex, in bytes.
    pub(crate) const SIZE: usize = 64 + 2 * size_of::<AnyPosition>();

    /// Returns the position of a vertex, without the seeds already won.
    pub(crate) fn position(&self, vertex: u32) -> &AnyPosition {
        &self.positions[vertex as usize]
    }

    /// Adds a position, initial or after a move, and returns it as a step.
    pub(crate) fn step(&mut self, before: Option<&AnyPosition>, position: &AnyPosition) -> Step {
        let mover = position.status().to_move;
        let souths = |movers: i32| mover.arrange(ByTurn([movers, -movers]))[Side::South];
        if let Some(outcome) = position.status().result {
            return Step::End(souths(self.scale.over(self.variant, before, position, outcome)));
        }
        let (settled, won) = self.scale.settle(self.variant, position);
        Step::On { vertex: self.number(&settled), won: souths(won) }
    }

    fn number(&mut self, position: &AnyPosition) -> u32 {
        let number = u32::try_from(self.positions.len()).unwrap_or(u32::MAX);
        let Some(numbers) = &mut self.numbers else {
            self.positions.push(*position);
            return number;
        };
        let mut hash = self.variant.key(position);
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

    /// Returns a hash of a position; collisions are very unlikely.
    pub(crate) fn hash(&self, vertex: u32) -> u64 {
        self.variant.key(self.position(vertex))
    }

    /// Truncates a line of play to this many vertices.
    pub(crate) fn forget(&mut self, len: usize) {
        debug_assert!(self.numbers.is_none(), "compared vertices stay");
        self.positions.truncate(len);
    }

    /// Lists where all moves from a vertex lead, or one of them given by its number, and counts all moves. Returns
    /// `None` if it was stopped; moves may then be missing.
    pub(crate) fn steps(
        &mut self,
        vertex: u32,
        only: Option<usize>,
        steps: &mut Vec<Step>,
    ) -> Option<usize> {
        let (variant, before) = (self.variant, *self.position(vertex));
        let (moves, complete) = listed(variant, &before, &mut self.poll, self.stop);
        let wanted = |&(number, _): &(usize, _)| only.is_none_or(|only| only == number);
        let all = moves.len();
        for (_, (_, after)) in moves.into_iter().enumerate().filter(wanted) {
            steps.push(self.step(Some(&before), &settle(variant, &before, after)));
        }
        complete.then_some(all)
    }

    pub(crate) fn mover(&self, vertex: u32) -> Side {
        self.position(vertex).status().to_move
    }

    /// Returns the limits of a side's value from a vertex.
    fn limits(&self, vertex: u32, side: Side) -> [i32; 2] {
        let position = self.position(vertex);
        let game = self.played_out.as_ref();
        let won_for_good = || game.and_then(|game| game.set_aside(position));
        if self.scale == Scale::Result
            && let Some((rest, won)) = won_for_good()
        {
            let won = i32::from(if side == position.status().to_move { won } else { -won });
            // All remaining seeds may go to either side.
            let left = i32::from(rest.seeds());
            return [won - left, won + left].map(i32::signum);
        }
        self.scale.limits(position)
    }

    /// Returns what a move means for a side that needs `need`.
    pub(crate) fn next(&self, side: Side, step: Step, need: i32) -> Next {
        let turned = |number: i32| match side {
            Side::South => number,
            Side::North => -number,
        };
        match step {
            Step::End(value) => Next::Known(turned(value) >= need),
            Step::On { vertex, won } => {
                let (need, [least, most]) = (need - turned(won), self.limits(vertex, side));
                if least >= need || need > most {
                    Next::Known(least >= need)
                } else {
                    Next::Open(vertex, need)
                }
            }
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.positions.len()
    }

    /// Returns the lower bounds of a side's value, given those of the vertices.
    pub(super) fn proved(self, side: Side, least: Vec<i32>) -> Proved {
        let vertices = self.positions.into_iter().zip(least);
        Proved {
            side,
            scale: self.scale,
            least: vertices.filter(|&(_, least)| least != NOTHING).collect(),
        }
    }
}

/// Lower bounds of a side's value in the positions of a proof.
#[derive(Debug, Clone)]
pub struct Proved {
    side: Side,
    scale: Scale,
    least: HashMap<AnyPosition, i32>,
}

impl Proved {
    /// Returns the side.
    pub const fn side(&self) -> Side {
        self.side
    }

    /// Returns the lower bound in a position; `None` if the proof does not meet it.
    pub fn least(&self, variant: &dyn AnyVariant, position: &AnyPosition) -> Option<i32> {
        let (settled, won) = self.scale.settle(variant, position);
        let won = position.status().to_move.arrange(ByTurn([won, -won]));
        Some(self.least.get(&settled)? + won[self.side])
    }
}
