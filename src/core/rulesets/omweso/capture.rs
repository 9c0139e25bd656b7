//! State of a move in progress, and captures by a last seed.

use super::{Fallback, Needs, OmwesoGame, On, Takes};
use crate::rulesets::four_rows::FourRows;
use crate::rulesets::prelude::*;

/// State of a move in progress: both rings, and the events that matter later in the move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct InPlay<P> {
    pub(super) own: P,
    pub(super) across: P,
    /// Pit that was lifted last.
    pub(super) lifted: u8,
    /// Captured ends of the opponent's front row, as two bits (`OM24`).
    pub(super) ends: u8,
    /// Whether the mover's closed pits are passed over.
    pub(super) shut: bool,
    /// Whether back pits capture (`OM19`).
    pub(super) back: bool,
    /// Whether captured seeds were laid down (`OM17`).
    pub(super) laid: bool,
    /// Pits where the player has declined to go clockwise since the last capture (`OM15`).
    pub(super) declined: u32,
    /// Whether the move continued after a last seed in an empty pit; it then ends unless it captures (`OM6`).
    pub(super) gone_on: bool,
}

/// Capture by a last seed: two pits of the opponent, and the seeds taken from each.
#[derive(Debug, Clone, Copy)]
pub(super) struct Prey {
    pub(super) spots: [u8; 2],
    pub(super) seeds: [u8; 2],
}

impl Prey {
    const NONE: Self = Self { spots: [0; 2], seeds: [0; 2] };

    #[inline]
    pub(super) const fn is_none(self) -> bool {
        self.seeds[0] == 0 && self.seeds[1] == 0
    }
}

/// Captures of one turn.
pub(super) struct Captures<'a, P: Pits> {
    pub(super) game: &'a OmwesoGame<P>,
    pub(super) before: &'a FourRows<P>,
    /// Whether captures are forbidden in this turn (`OM13`).
    quiet: bool,
}

impl<'a, P: Pits> Captures<'a, P> {
    #[inline]
    pub(super) fn new(game: &'a OmwesoGame<P>, before: &'a FourRows<P>) -> Self {
        Self { game, before, quiet: before.extra.turns[Player::Mover] < game.rules.quiet }
    }

    /// Returns the capture by a last seed at its landing (`OM7`); with `back` also in the back row (`OM19`).
    #[inline]
    pub(super) fn prey(&self, play: &InPlay<P>, landing: Landing, back: bool) -> Prey {
        let (game, spot, empty) = (self.game, landing.spot, landing.was_empty());
        let fits = match game.rules.on {
            On::Filled => !empty,
            On::Empty => empty,
            On::AnyButThin | On::Any => true,
            On::BeforeLap => false,
        };
        if !fits || self.quiet {
            return Prey::NONE;
        }
        let prey = if game.rows.in_front(spot) {
            self.opposite(play, spot)
        } else if back {
            let facing = game.rows.back_facing_back(spot);
            Prey { spots: [facing; 2], seeds: [0, self.across(play, facing)] }
        } else {
            return Prey::NONE;
        };
        // OM7
        let thin = prey.seeds[0] < 2 && prey.seeds[1] < 2;
        if empty && game.rules.on == On::AnyButThin && thin { Prey::NONE } else { prey }
    }

    /// Returns the capture by a pit before it is lifted (`OM27`).
    pub(super) fn prey_before(&self, play: &InPlay<P>, spot: u8) -> Prey {
        if self.quiet || !self.game.rows.in_front(spot) {
            return Prey::NONE;
        }
        self.opposite(play, spot)
    }

    /// Returns the seeds that a capture by this front pit takes.
    #[inline]
    fn opposite(&self, play: &InPlay<P>, spot: u8) -> Prey {
        let rows = &self.game.rows;
        let spots = [rows.facing(spot), rows.facing_back(spot)];
        let there = spots.map(|spot| self.across(play, spot));
        Prey { spots, seeds: self.taken_of(play, there) }
    }

    /// Returns the seeds taken from the front pit and the back pit opposite, by their contents (`OM8`, `OM9`, `OM12`).
    #[inline]
    fn taken_of(&self, play: &InPlay<P>, [front, back]: [u8; 2]) -> [u8; 2] {
        let rules = &self.game.rules;
        let needed = match rules.needs {
            Needs::Both => front > 0 && back > 0,
            Needs::Front => front > 0,
            Needs::FrontTwo => front > 1,
            Needs::Any => front > 0 || back > 0,
        };
        if needed {
            let back = if rules.takes == Takes::Both { back } else { 0 };
            return [front, back];
        }
        let enough = back > u8::from(rules.needs == Needs::FrontTwo);
        let falls_back = rules.fallback == Fallback::BackWhenFrontRowEmpty && enough;
        if falls_back && self.front_is_empty(play) { [0, back] } else { [0, 0] }
    }

    /// Returns the seeds in a pit of the opponent; 0 if it is closed (`OM21`).
    #[inline]
    fn across(&self, play: &InPlay<P>, spot: u8) -> u8 {
        if self.before.extra.pits.other() >> spot & 1 == 1 { 0 } else { play.across.get(spot) }
    }

    /// Returns `true` if the opponent's front row is empty, apart from closed pits.
    fn front_is_empty(&self, play: &InPlay<P>) -> bool {
        let filled = play.across.filled() & !self.before.extra.pits.other();
        filled & self.game.rows.front_bits() == 0
    }

    /// Returns `true` if this lap captures, if sown now.
    #[inline]
    pub(super) fn would_capture(&self, play: &InPlay<P>, lap: Lap) -> bool {
        let (_, landing) = self.game.laps.sow(play.own, lap);
        let back = play.back && self.game.stays_back(lap);
        !self.prey(play, landing, back).is_none()
    }

    /// Returns `true` if the first lap from this start captures, if the pit is lifted now.
    #[inline]
    pub(super) fn would_capture_from(&self, mut play: InPlay<P>, start: Start) -> bool {
        let Start { spot, direction } = start;
        let seeds = play.own.take(spot);
        let shut = play.shut && self.game.marks.closed >> spot & 1 == 0;
        let lap = self.game.lap_lifted(spot, seeds, direction, shut);
        self.would_capture(&play, lap)
    }
}

impl<P: Pits> OmwesoGame<P> {
    /// Returns `true` if no seed of a lap falls in the front row (`OM19`).
    pub(super) fn stays_back(&self, lap: Lap) -> bool {
        let (sown, _) = self.laps.sow(P::default(), lap);
        self.rows.front_is_empty(sown)
    }
}
