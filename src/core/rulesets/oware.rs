//! Specialized, fast implementation of Oware, Awari and similar files of `wari` without rarer options.

use crate::rulesets::prelude::*;
use crate::rulesets::two_rows::{
    Feeding, GrandSlam, Repetition, Rest, Rows, Setup, TAKES_NOTHING, TwoRows, majority,
};
use crate::rulesets::wari::options::{Chain, Rules};

/// Tier of moves that leave the opponent seeds, if feeding is required.
const FEEDING: u8 = 0;

/// Game of Oware with its tables.
#[derive(Debug, Clone)]
pub struct Oware<P: Pits> {
    layout: Layout,
    laps: LapTable<P>,
    rows: Rows<P>,
    rules: Rules,
    /// Pits that can be captured, as bits.
    takeable: u32,
    /// `Skip::Origin` if a lap skips its start (`OW1`).
    skip: Skip,
    opening: TwoRows<P>,
}

impl<P: Pits> Oware<P> {
    /// Builds the tables for a file without rarer options.
    pub(super) fn new(columns: u8, setup: &Setup, rules: &Rules) -> Self {
        let (rows, sowing) = (Rows::new(columns, 0), rules.common().sowing);
        let whose = rules.side.first();
        let row = |own, pits| if whose.has(own) { pits } else { 0 };
        Self {
            layout: Layout::new(2, columns, Ring::Shared, Directions::Forward),
            laps: LapTable::new(2 * columns, Directions::Forward, &[sowing.skip()]),
            takeable: row(true, rows.own_bits()) | row(false, rows.all_bits() & !rows.own_bits()),
            rows,
            rules: *rules,
            skip: sowing.skip(),
            opening: setup.opening(columns, false),
        }
    }

    /// Returns `true` if a pit with this number of seeds can be captured (`OW2`).
    #[inline]
    const fn takes(&self, pit: Landing) -> bool {
        // One comparison, as two branches are predicted less often.
        self.rules.counts.has(pit.seeds) as u32 & self.takeable >> pit.spot == 1
    }

    /// Sows a pit and captures (`OW1` to `OW3`).
    // Inlined so that the state of the move stays in registers.
    #[inline(always)]
    fn play(
        &self,
        position: &TwoRows<P>,
        start: Start,
        observer: &mut impl Observer,
    ) -> TwoRows<P> {
        let mut after = *position;
        let lap = Lap {
            seeds: observer.lift(&mut after.ring, start.spot),
            first: start.spot + 1,
            direction: Direction::Forward,
            skip: self.skip,
        };
        let (ring, last) = self.laps.sow(after.ring, lap);
        after.ring = ring;
        observer.sown(lap);
        if self.takes(last) {
            self.capture(&mut after, last.spot, observer);
        }
        after
    }

    /// Captures the pit of the last seed and those before it, unless it is a grand slam (`OW2`, `OW3`).
    // Inlined so that the state of the move stays in registers.
    #[inline(always)]
    fn capture(&self, after: &mut TwoRows<P>, last: u8, observer: &mut impl Observer) {
        let mut pits = self.chain(after.ring, last);
        let theirs = after.ring.filled() & !self.rows.own_bits();
        if theirs & !pits == 0 && theirs != 0 && self.rules.grand_slam != GrandSlam::Captures {
            observer.note(TAKES_NOTHING, Place::Ring(last));
            return;
        }
        let mut spot = last;
        while pits >> spot & 1 == 1 {
            let pit = Place::Ring(spot);
            after.captured[Player::Mover] += observer.capture(&mut after.ring, pit, Place::STORE);
            pits &= !(1 << spot);
            spot = self.laps.next(spot, Direction::Backward);
        }
    }

    /// Returns this pit and the pits captured with it without a gap, as bits (`OW2`).
    #[inline(never)]
    fn chain(&self, ring: P, last: u8) -> u32 {
        let mut pits = 1 << last;
        if self.rules.chain == Chain::None {
            return pits;
        }
        let mut spot = self.laps.next(last, Direction::Backward);
        let takes = |spot| self.takes(Landing { spot, seeds: ring.get(spot) });
        while pits >> spot & 1 == 0 && takes(spot) {
            pits |= 1 << spot;
            spot = self.laps.next(spot, Direction::Backward);
        }
        pits
    }

    /// Returns `true` if moves that leave the opponent seeds take precedence (`OW4`, `AW1`).
    #[inline]
    fn must_feed(&self, position: &TwoRows<P>) -> bool {
        match self.rules.feeding {
            Feeding::None | Feeding::OneSeed => false,
            Feeding::Always => true,
            Feeding::Required | Feeding::IfPossible => self.rows.across_is_empty(position.ring),
        }
    }

    /// Returns `true` if the player to move has seeds, and a move that feeds the opponent if required (`OW4`).
    fn can_move(&self, position: &TwoRows<P>) -> bool {
        let starts = self.starts(position, FEEDING);
        if self.rules.feeding != Feeding::Required || !self.must_feed(position) {
            return !starts.is_empty();
        }
        let feeds = |start| !self.rows.across_is_empty(self.play(position, start, &mut ()).ring);
        starts.iter().any(feeds)
    }

    /// Returns the position from the other player's view.
    #[inline]
    fn turned(&self, after: &TwoRows<P>, result: Option<Outcome>) -> TwoRows<P> {
        TwoRows {
            ring: after.ring.turned(self.rows.columns()),
            // Both bytes at once: the next move reads them together, so two writes would delay it.
            captured: ByTurn(u16::from_ne_bytes(after.captured.0).swap_bytes().to_ne_bytes()),
            status: Status { to_move: after.status.to_move.other(), result },
            ..*after
        }
    }

    /// Returns the players who get the rest of each row if the player to move is stuck, from that player's view (`OW4`,
    /// `AW2`). `None` if neither player gets it.
    fn takers(&self, position: &TwoRows<P>) -> Option<ByTurn<Player>> {
        match self.rules.rest {
            Rest::OwnRow => Some(ByTurn(Player::BOTH)),
            Rest::Unfed if self.rows.own_is_empty(position.ring) => Some(ByTurn(Player::BOTH)),
            Rest::Other | Rest::LastMover | Rest::Unfed => Some(ByTurn([Player::Other; 2])),
            Rest::Nobody | Rest::Divided => None,
        }
    }

    /// Counts the final seeds of each side if the player to move is stuck.
    fn shares(&self, position: &TwoRows<P>) -> BySide<u16> {
        let mut counts = position.captured.map(u16::from);
        let rows = self.rows.totals(position.ring);
        if let Some(takers) = self.takers(position) {
            for player in Player::BOTH {
                counts[takers[player]] += rows[player];
            }
        }
        position.status.to_move.arrange(counts)
    }

    /// Returns the position after a move that may have ended the game.
    #[inline(never)]
    fn conclude(
        &self,
        before: &TwoRows<P>,
        tier: u8,
        mut after: TwoRows<P>,
        observer: &mut impl Observer,
    ) -> Result<TwoRows<P>, TurnError> {
        // OW4, AW1
        let fed = !self.rows.across_is_empty(after.ring);
        if !fed && tier == FEEDING && self.must_feed(before) {
            return Err(TurnError::Unfit);
        }
        // OW5
        let mut result = None;
        if self.rules.majority && after.captured != before.captured {
            result = majority(after.ring, after.captured, after.status.to_move);
        }
        // OW4, AW2
        let next = self.turned(&after, result);
        if result.is_some() || self.can_move(&next) {
            return Ok(next);
        }
        result = Some(Outcome::by_count(self.shares(&next)));
        if let Some(takers) = self.takers(&next) {
            let takers = takers.turned().map(Player::other);
            let swept = self.rows.sweep(after.ring, takers, observer);
            after.ring = P::default();
            after.captured = after.captured + swept;
        }
        Ok(self.turned(&after, result))
    }
}

impl<P: Pits> Variant for Oware<P> {
    type Position = TwoRows<P>;

    const TIERS: &'static [&'static str] =
        &["moves that leave the opponent seeds", "moves that leave the opponent none"];

    layout_and_opening!();

    #[inline]
    fn starts(&self, position: &TwoRows<P>, tier: u8) -> Starts {
        let may_leave_none = matches!(self.rules.feeding, Feeding::IfPossible | Feeding::Always);
        if tier != FEEDING && !(may_leave_none && self.must_feed(position)) {
            return Starts::NONE;
        }
        Starts::forward(position.ring.filled_in_first_half() & self.rows.own_bits())
    }

    // Called once a move; a copy of its result costs as much as the move.
    #[inline(always)]
    fn turn(
        &self,
        position: &TwoRows<P>,
        tier: u8,
        start: Start,
        _: &mut impl Chooser<TwoRows<P>>,
        observer: &mut impl Observer,
    ) -> Result<TwoRows<P>, TurnError> {
        let after = self.play(position, start, observer);
        let decided = self.rules.majority
            && after.captured != position.captured
            && majority(after.ring, after.captured, after.status.to_move).is_some();
        // Nearly always both players have seeds, and the game goes on.
        if !decided && !self.rows.one_is_empty(after.ring) {
            return Ok(self.turned(&after, None));
        }
        // A variable of its own, as otherwise the position of the moves above would be in memory, not in registers.
        let after = self.conclude(position, tier, after, observer)?;
        Ok(after)
    }

    fn possible(&self) -> Possible {
        Possible::moves(Starts::forward(self.rows.own_bits()), false)
    }

    fn ended(&self, position: &TwoRows<P>) -> Option<Outcome> {
        // OW5, OW4, AW2, G9
        let decided = || majority(position.ring, position.captured, position.status.to_move);
        let decided = self.rules.majority.then(decided).flatten();
        let over = || !self.can_move(position);
        decided.or_else(|| over().then(|| self.stuck(None, position)))
    }

    fn stuck(&self, _: Option<&TwoRows<P>>, position: &TwoRows<P>) -> Outcome {
        Outcome::by_count(self.shares(position))
    }

    fn holdings(&self, position: &TwoRows<P>) -> BySide<u16> {
        position.holdings(&self.rows)
    }
}

impl<P: Pits> Notation for Oware<P> {
    fn refused_by(&self, _: &TwoRows<P>, refused: IllegalMove) -> Option<&'static str> {
        match refused {
            IllegalMove::NoStart | IllegalMove::Barred(_) => Some("W2"),
            IllegalMove::OtherDirection(_) => Some("W1"),
            // Only feeding makes a move unfit.
            IllegalMove::Unfit(_) | IllegalMove::Later => Some("W13"),
            IllegalMove::Endless => None,
        }
    }

    fn fields(&self) -> Vec<Field> {
        vec![TwoRows::<P>::captured()]
    }
}

impl<P: Pits> Repeating for Oware<P> {
    fn recurrence(&self) -> usize {
        match self.rules.repetition {
            Repetition::None => 0,
            Repetition::OwnRows | Repetition::Nobodys | Repetition::Draw => 2,
        }
    }

    fn repeated(&self, position: &mut TwoRows<P>) -> Option<Outcome> {
        // OW6, AW3
        let result = self.count_repeated(position).map(Outcome::by_count);
        if self.rules.repetition == Repetition::OwnRows {
            let rows = self.rows.sweep(position.ring, ByTurn(Player::BOTH), &mut ());
            position.ring = P::default();
            position.captured = position.captured + rows;
        }
        result
    }
}

impl<P: Pits> Judging for Oware<P> {
    const LEAD: Lead = Lead::Won;
}

impl<P: Pits> Solving for Oware<P> {
    #[inline]
    fn starts_are_moves(&self, position: &TwoRows<P>, _: u8) -> bool {
        !self.must_feed(position)
    }

    #[inline]
    fn never_returns(&self, before: &TwoRows<P>, after: &TwoRows<P>) -> bool {
        let [before, after] = [before, after].map(|position| position.captured.map(u16::from));
        after.own() + after.other() > before.own() + before.other()
    }

    fn count(&self, _: Option<&TwoRows<P>>, position: &TwoRows<P>) -> Option<BySide<u16>> {
        // Seeds won after a majority do not count.
        (!self.rules.majority).then(|| self.shares(position))
    }

    #[inline]
    fn set_aside(&self, position: &TwoRows<P>) -> Option<(TwoRows<P>, i16)> {
        (!self.rules.majority).then(|| position.set_aside())
    }

    #[inline]
    fn exact_key(&self, position: &TwoRows<P>) -> Option<u64> {
        self.rows.number(position.ring)
    }

    fn count_repeated(&self, position: &TwoRows<P>) -> Option<BySide<u16>> {
        if self.rules.repetition == Repetition::OwnRows {
            return Some(self.holdings(position));
        }
        Some(position.status.to_move.arrange(position.captured.map(u16::from)))
    }

    fn played_out(&self) -> Option<Self> {
        let mut game = self.clone();
        game.rules.majority = false;
        self.rules.majority.then_some(game)
    }
}
