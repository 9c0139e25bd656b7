//! One ply looked at closely: how many moves there were, how many never end, and what the chosen one did.

use std::ops::ControlFlow;

use crate::kernel::diagram::Swap;
use crate::kernel::event::{Act, Event};
use crate::variant::{AnyPosition, AnyVariant, Choices, Fixed, Glance, Move, Refusal, Start};

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

impl Deeds {
    /// Adds what happened.
    fn add(&mut self, event: Event) {
        match event {
            Event::Sow(lap) => {
                self.laps += 1;
                self.seeds += u32::from(lap.seeds);
            }
            Event::Move {
                act: Act::Capture,
                seeds,
                ..
            } => {
                self.captured += u32::from(seeds);
                self.captures += u32::from(seeds > 0);
            }
            Event::Move { .. } | Event::Choice(_) | Event::Mark { .. } => {}
        }
    }
}

/// Generates the moves of a position, counts them, and watches the chosen one. A swap is no move here (S3).
/// Once `stop` says yes the rest is left out.
pub fn census(
    variant: &dyn AnyVariant,
    position: &AnyPosition,
    chosen: Move,
    stop: &dyn Fn() -> bool,
) -> Census {
    let (mut census, mut glance) = (Census::default(), Glance::default());
    let mut is_seen = false;
    for tier in 0..variant.tiers().len() {
        let tier = u8::try_from(tier).unwrap_or(u8::MAX);
        let offer = variant.offer(position, tier);
        let plain = offer.choices == Choices::None;
        for start in offer.starts {
            if plain {
                let deeds = census.try_plain(variant, position, tier, start);
                if let Some(deeds) = deeds.filter(|_| chosen == Move::new(tier, start)) {
                    census.deeds = deeds;
                    is_seen = true;
                }
            } else {
                let first = Move::new(tier, start);
                census.try_every_way(variant, position, first, &mut || glance.step(stop));
            }
        }
        if census.legal > 0 {
            break;
        }
    }
    if census.legal == 0 && chosen == Move::PASS {
        census.legal = 1;
    }
    if !is_seen {
        let deeds = &mut census.deeds;
        variant.make(position, chosen, &mut |event| deeds.add(event));
    }
    census
}

impl Census {
    /// Looks at a start of which there is one move at most, and tells what that did.
    fn try_plain(
        &mut self,
        variant: &dyn AnyVariant,
        position: &AnyPosition,
        tier: u8,
        start: Start,
    ) -> Option<Deeds> {
        let (mut deeds, mut first) = (Deeds::default(), Fixed::first());
        let tell = &mut |event| deeds.add(event);
        match variant.turn(position, tier, start, &mut first, Some(tell)) {
            Ok(_) => {
                self.legal += 1;
                self.reading += deeds.seeds;
                return Some(deeds);
            }
            Err(Refusal::Endless) => self.endless += 1,
            Err(_) => {}
        }
        None
    }

    /// Looks at a start of which there may be several moves.
    fn try_every_way(
        &mut self,
        variant: &dyn AnyVariant,
        position: &AnyPosition,
        first: Move,
        step: &mut dyn FnMut() -> ControlFlow<()>,
    ) {
        let count = &mut |mv, _: &AnyPosition| {
            // Moves are found several in one run, so that each has to be made by itself.
            let mut deeds = Deeds::default();
            variant.make(position, mv, &mut |event| deeds.add(event));
            self.legal += 1;
            self.reading += deeds.seeds;
            step()
        };
        let found = variant.each_way(position, first, count);
        let endless = matches!(found, ControlFlow::Continue(found) if found.endless);
        self.endless += u32::from(endless);
    }
}

/// Whether two ways of counting say the same, unless `stop` says yes; looked at in debug builds only.
pub(super) fn agrees(
    variant: &dyn AnyVariant,
    position: &AnyPosition,
    chosen: Move,
    stop: &dyn Fn() -> bool,
) -> bool {
    let census = census(variant, position, chosen, stop);
    let swaps = u64::from(position.swap() == Swap::Open);
    u64::from(census.legal) + swaps == variant.perft(position, 1, stop) || stop()
}
