//! Statistics of one ply: legal moves, endless moves, and the effects of the chosen move.

use std::ops::ControlFlow;

use crate::kernel::{Act, Event, Swap};
use crate::variant::{AnyPosition, AnyVariant, Choices, Fixed, Move, Poll, TurnError};

/// Effects of one move, summed over its events.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize)]
pub struct Deeds {
    /// Number of laps.
    pub laps: u32,
    /// Number of seeds dropped.
    pub seeds: u32,
    /// Number of seeds captured.
    pub captured: u32,
    /// Number of captures, each from one pit.
    pub captures: u32,
}

/// Choices in a position and effects of the chosen move.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Census {
    /// Number of legal moves.
    pub legal: u32,
    /// Number of starts that are refused because the move never ends (`G3`).
    pub endless: u32,
    /// Number of seeds dropped in all legal moves together.
    pub reading: u32,
    /// Effects of the chosen move.
    pub deeds: Deeds,
}

impl Deeds {
    fn add(&mut self, event: Event) {
        match event {
            Event::Sow(lap) => {
                self.laps += 1;
                self.seeds += u32::from(lap.seeds);
            }
            Event::Move { act: Act::Capture, seeds, .. } => {
                self.captured += u32::from(seeds);
                self.captures += u32::from(seeds > 0);
            }
            Event::Move { .. } | Event::Choice(_) | Event::Mark { .. } => {}
        }
    }
}

/// Generates and counts the moves of a position and records the chosen one. A swap does not count as a move (S3). Once
/// `stop` returns `true` the rest is skipped.
pub fn census(
    variant: &dyn AnyVariant,
    position: &AnyPosition,
    chosen: Move,
    stop: &dyn Fn() -> bool,
) -> Census {
    let (mut census, mut is_seen) = (Census::default(), false);
    let endless = each_legal(variant, position, stop, &mut |mv, _, deeds| {
        census.legal += 1;
        census.reading += deeds.seeds;
        if mv == chosen {
            census.deeds = deeds;
            is_seen = true;
        }
    });
    census.endless = u32::try_from(endless.len()).unwrap_or(u32::MAX);
    if census.legal == 0 && chosen == Move::PASS {
        census.legal = 1;
    }
    if !is_seen {
        let deeds = &mut census.deeds;
        variant.make(position, chosen, &mut |event| deeds.add(event));
    }
    census
}

/// Visits each legal move with the position after it and its effects, except passes and swaps. Returns the starts that
/// are refused because the move never ends (`G3`).
pub(super) fn each_legal(
    variant: &dyn AnyVariant,
    position: &AnyPosition,
    stop: &dyn Fn() -> bool,
    visit: &mut dyn FnMut(Move, &AnyPosition, Deeds),
) -> Vec<Move> {
    let (mut endless, mut legal, mut poll) = (Vec::new(), false, Poll::default());
    for tier in 0..variant.properties().tiers.len() {
        let tier = u8::try_from(tier).unwrap_or(u8::MAX);
        let offer = variant.offer(position, tier);
        let plain = offer.choices == Choices::None;
        for start in offer.starts {
            let first = Move::new(tier, start);
            if plain {
                let (mut deeds, mut fixed) = (Deeds::default(), Fixed::first());
                let tell = &mut |event| deeds.add(event);
                match variant.turn(position, tier, start, &mut fixed, Some(tell)) {
                    Ok(after) => {
                        legal = true;
                        visit(first, &after, deeds);
                    }
                    Err(TurnError::Endless) => endless.push(first),
                    Err(_) => {}
                }
                continue;
            }
            let found = variant.each_way(position, first, &mut |mv, after| {
                // Several moves are found in one run, so each has to be made again by itself.
                let mut deeds = Deeds::default();
                variant.make(position, mv, &mut |event| deeds.add(event));
                legal = true;
                visit(mv, after, deeds);
                poll.step(stop)
            });
            if matches!(found, ControlFlow::Continue(found) if found.endless) {
                endless.push(first);
            }
        }
        if legal {
            break;
        }
    }
    endless
}

/// Returns `true` if census and perft count the same moves, or `stop` returns `true`; called in debug builds only.
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
