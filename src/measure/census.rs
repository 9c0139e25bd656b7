//! One ply looked at closely: how many moves there were, how many never end, and what the chosen one did.

use std::cell::Cell;

use crate::kernel::event::{Act, Event, Observer};
use crate::play::perft::perft;
use crate::variant::{Choices, Crossing, Decision, Move, Position, Refusal, Variant};

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

/// Goes on at every choice, and notes what the move had done where the chosen one stops.
struct EveryStop<'a, P> {
    met: &'a mut Vec<(Crossing, P)>,
    so_far: &'a Cell<Deeds>,
    wanted: u16,
    reached: Option<Deeds>,
}

impl<P: Position> Choices<P> for EveryStop<'_, P> {
    fn meet(&mut self, crossing: Crossing, position: impl FnOnce() -> P) -> Decision {
        let position = position();
        let again = self.met.iter().any(|(earlier, before)| {
            (earlier.spot, earlier.direction) == (crossing.spot, crossing.direction)
                && *before == position
        });
        if again {
            return Decision::Repeated;
        }
        if crossing.choice == self.wanted {
            self.reached = Some(self.so_far.get());
        }
        self.met.push((crossing, position));
        Decision::GoOn
    }
}

/// Generates the moves of a position once, counts them, and watches the chosen one on the way.
pub fn census<V: Variant>(variant: &V, position: &V::Position, chosen: Move) -> Census {
    let mut census = Census::default();
    let mut met = Vec::new();
    for tier in 0..V::TIERS.len() {
        let tier = u8::try_from(tier).unwrap_or(u8::MAX);
        for start in variant.starts(position, tier) {
            let is_chosen = start == chosen.start;
            let so_far = Cell::new(Deeds::default());
            met.clear();
            let mut choices = EveryStop {
                met: &mut met,
                so_far: &so_far,
                wanted: chosen.choice,
                reached: None,
            };
            let turn = if is_chosen {
                variant.turn(position, tier, start, &mut choices, &mut Counting(&so_far))
            } else {
                variant.turn(position, tier, start, &mut choices, &mut ())
            };
            let reached = choices.reached;
            census.legal += u32::try_from(met.len()).unwrap_or(u32::MAX);
            match turn {
                Ok(turn) => {
                    census.legal += 1;
                    if is_chosen && turn.choice == chosen.choice {
                        census.deeds = so_far.get();
                    }
                }
                Err(Refusal::Endless) => census.endless += 1,
                Err(Refusal::Unfit) => {}
            }
            if let Some(reached) = reached.filter(|_| is_chosen) {
                census.deeds = reached;
            }
        }
        if census.legal > 0 {
            break;
        }
    }
    census
}

/// Whether generating and replaying say the same; looked at in debug builds only.
pub(super) fn agrees<V: Variant>(variant: &V, position: &V::Position, chosen: Move) -> bool {
    let census = census(variant, position, chosen);
    let so_far = Cell::new(Deeds::default());
    variant.make(position, chosen, &mut Counting(&so_far));
    u64::from(census.legal) == perft(variant, position, 1) && census.deeds == so_far.get()
}
