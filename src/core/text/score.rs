//! Score of a position as text: seeds won, seeds on the board, and the sum.

use std::fmt;

use crate::kernel::{Act, BySide, Diagram, Event, Layout, Place, Side, Value};

/// Field of seeds that lie on the board: those in the end spaces of Ô ăn quan.
const END_SPACES: &str = "ends";

/// The seeds of both sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Score {
    /// Seeds off the board: won, or still to be entered.
    pub off: BySide<u16>,
    /// Seeds on the board that count for a side.
    pub on: BySide<u16>,
    /// Set if the game is over; `on` then holds the seeds that were left at the end.
    pub is_final: bool,
    /// Seeds in the front rows of a board with four rows; an empty front row ends many games.
    pub front: Option<BySide<u16>>,
}

impl Score {
    /// Returns the score of a position, given the seeds held by each side ([`Game::holdings`](crate::Game::holdings)).
    pub fn new(layout: &Layout, diagram: &Diagram, holdings: BySide<u16>) -> Self {
        let mut off = BySide([0; 2]);
        for (name, value) in &diagram.fields {
            if let Value::Seeds(seeds) = value
                && *name != END_SPACES
            {
                off = off + seeds.map(u16::from);
            }
        }
        // Off-board seeds that do not count are not part of the score.
        let off = BySide(Side::BOTH).map(|side| off[side].min(holdings[side]));
        let row = |side: Side| -> u16 {
            let front = diagram.pits[side.index()].iter().take(usize::from(layout.columns()));
            front.map(|&seeds| u16::from(seeds)).sum()
        };
        Self {
            off,
            on: BySide(Side::BOTH).map(|side| holdings[side] - off[side]),
            is_final: false,
            front: (layout.rows() == 4).then(|| BySide(Side::BOTH).map(row)),
        }
    }

    /// Returns the score with the last move's final sweep undone, so that the swept seeds count as on the board.
    #[must_use]
    pub fn before_sweep(mut self, mover: Side, last: &[Event]) -> Self {
        for event in last {
            let Event::Move { act: Act::Sweep, to, seeds, .. } = *event else {
                continue;
            };
            let taker = match to {
                Place::StoreAcross(_) => mover.other(),
                _ => mover,
            };
            let swept = u16::from(seeds).min(self.off[taker]);
            self.off[taker] -= swept;
            self.on[taker] += swept;
        }
        self.is_final = true;
        self
    }
}

/// Describes a completed round, such as `Round 1 is over: South 30, North 18.`, with the points if they are counted.
pub fn told_round(number: usize, seeds: BySide<u16>, points: Option<BySide<u32>>) -> String {
    let BySide([south, north]) = seeds;
    let mut told = format!("Round {number} is over: South {south}, North {north}.");
    if let Some(BySide([south, north])) = points {
        told += &format!(" Points: South {south}, North {north}.");
    }
    told
}

impl fmt::Display for Score {
    /// Formats the score like `South 24 + 3 on the board = 27, North 21`, or `+ 3 left` after the end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rest = if self.is_final { "left" } else { "on the board" };
        for side in Side::BOTH {
            let (off, on) = (self.off[side], self.on[side]);
            let comma = if side == Side::South { "" } else { ", " };
            write!(f, "{comma}{side} ")?;
            match (off, on, self.front) {
                (0, on, Some(_)) => write!(f, "{on}")?,
                (off, 0, _) => write!(f, "{off}")?,
                (off, on, _) => write!(f, "{off} + {on} {rest} = {}", off + on)?,
            }
            if let Some(front) = self.front {
                write!(f, " ({} in the front row)", front[side])?;
            }
        }
        Ok(())
    }
}
