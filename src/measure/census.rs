//! One ply looked at closely: how many moves there were, how many never end, and what the chosen one did.

use std::cell::Cell;
use std::ops::ControlFlow;

use crate::kernel::event::{Act, Event, Observer};
use crate::play::perft::perft;
use crate::variant::{Choices, Every, Move, Play, Refusal, Variant};

/// What a move did, added up from its events.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Deeds {
    /// How many laps it had.
    pub laps: u32,
    /// How many seeds were dropped.
    pub seeds: u32,
    /// How many seeds were captured.
    pub captured: u32,
    /// From how many pits, one after another.
    pub captures: u32,
}

/// What there was to choose from in a position, and what the chosen move did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Census {
    /// The legal moves.
    pub legal: u32,
    /// The starts that gave a move without end instead (`G3`).
    pub endless: u32,
    /// The seeds dropped in all legal moves together.
    pub reading: u32,
    /// What the chosen move did.
    pub deeds: Deeds,
}

/// Adds up events as they come.
struct Counting<'a>(&'a Cell<Deeds>);

impl Observer for Counting<'_> {
    #[inline]
    fn see(&mut self, event: impl FnOnce() -> Event) {
        let mut deeds = self.0.get();
        match event() {
            Event::Sow(lap) => {
                deeds.laps += 1;
                deeds.seeds += u32::from(lap.seeds);
            }
            Event::Move {
                act: Act::Capture,
                seeds,
                ..
            } => {
                deeds.captured += u32::from(seeds);
                deeds.captures += u32::from(seeds > 0);
            }
            Event::Move { .. } | Event::Choice(_) | Event::Mark { .. } => return,
        }
        self.0.set(deeds);
    }
}

/// Generates the moves of a position, counts them, and watches the chosen one.
pub fn census<V: Variant>(variant: &V, position: &V::Position, chosen: Move) -> Census {
    let mut census = Census::default();
    let so_far = Cell::new(Deeds::default());
    for tier in 0..V::TIERS.len() {
        let tier = u8::try_from(tier).unwrap_or(u8::MAX);
        let plain = variant.choices(position, tier) == Choices::None;
        for start in variant.starts(position, tier) {
            let mut count = |mv: Move, _: &V::Position| {
                census.legal += 1;
                // Moves with choices are found several in one run, so that each has to be made by itself.
                if !plain {
                    so_far.set(Deeds::default());
                    variant.make(position, mv, &mut Counting(&so_far));
                }
                census.reading += so_far.get().seeds;
                ControlFlow::Continue(())
            };
            let mut endless = false;
            let _ = Every::show(Move::new(tier, start), &mut count, |every| {
                so_far.set(Deeds::default());
                let turn = if plain {
                    variant.turn(position, tier, start, every, &mut Counting(&so_far))
                } else {
                    variant.turn(position, tier, start, every, &mut ())
                };
                endless |= matches!(turn, Err(Refusal::Endless));
                turn
            });
            census.endless += u32::from(endless);
        }
        if census.legal > 0 {
            break;
        }
    }
    if census.legal == 0 && chosen == Move::PASS {
        census.legal = 1;
    }
    so_far.set(Deeds::default());
    variant.make(position, chosen, &mut Counting(&so_far));
    census.deeds = so_far.get();
    census
}

/// Whether two ways of counting say the same; looked at in debug builds only.
pub(super) fn agrees<V: Variant>(variant: &V, position: &V::Position, chosen: Move) -> bool {
    let census = census(variant, position, chosen);
    u64::from(census.legal) == perft(variant, position, 1)
}
