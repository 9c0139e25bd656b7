//! What a turn of `wari` does: what is captured before the lap, in it and after it.

use super::Rules;
use super::options::{
    Before, Chain, FacingSingles, FromSingle, GrandSlam, OnlySingles, Opening, Side, Taker,
    Unmoved, Where,
};
use crate::kernel::board::{Direction, Pits};
use crate::kernel::event::{Note, Observer, Place, Tell};
use crate::kernel::lap::{Landing, Lap, Skip, drops};
use crate::kernel::sow::Next;
use crate::rulesets::two_rows::{
    Counts, CrossingBack, Extra, Hand, InPlay, Origin, Rows, Turns, TwoRowGame, TwoRows,
};
use crate::variant::{Chooser, Refusal, Start, Starts};

/// A capture of all seeds takes nothing.
const GRAND_SLAM: Note = Note::new("that would take everything, so it takes nothing");
/// A capture of all seeds leaves a pit.
const LEAVES_ONE: Note = Note::new("that would take everything, so {pit} is left");

/// In the memory of a move: it may not be made.
const REFUSED: u32 = 1 << 8;
/// In the memory of a move: the hand is sown in several parts. How many seeds are left is in the lowest byte, the
/// pit that the move started from above [`START`].
const PARTS: u32 = 1 << 9;
/// In the memory of a move: from this bit on, the pit that it started from.
const START: u32 = 16;

/// What follows the lap of a turn.
#[derive(Debug, Clone, Copy)]
pub struct Captures {
    counts: Counts,
    side: Side,
    place: Where,
    chain: Chain,
    taker: Taker,
    grand_slam: GrandSlam,
    before: Before,
    from_single: FromSingle,
    facing_singles: FacingSingles,
    crossing_back: CrossingBack,
    opening: Opening,
    unmoved: Unmoved,
    most: u8,
    only_singles: OnlySingles,
    /// Whether only the pit of the last seed decides if there is a capture, and nothing happens before.
    plain: bool,
}

impl Captures {
    /// The captures that the rules of a file tell of.
    pub(super) fn new(rules: &Rules) -> Self {
        Self {
            counts: rules.counts,
            side: rules.side,
            place: rules.r#where,
            chain: rules.chain,
            taker: rules.taker,
            grand_slam: rules.grand_slam,
            before: rules.before_sowing,
            from_single: rules.from_single,
            facing_singles: rules.facing_singles,
            crossing_back: rules.crossing_back,
            opening: rules.opening,
            unmoved: rules.unmoved,
            most: rules.most,
            only_singles: rules.only_singles,
            plain: rules.r#where == Where::Last
                && rules.before_sowing == Before::Nothing
                && rules.from_single == FromSingle::Captures,
        }
    }

    /// Whether pits of this owner are captured (`W3`), the first one or those of a chain.
    #[inline]
    const fn takes_from(self, own: bool, first: bool) -> bool {
        match self.side {
            Side::Opponent => !own,
            Side::Own => own,
            Side::Any => true,
            Side::OpponentFirst => !own || !first,
        }
    }

    /// Whether a lap is sown in parts, none of which comes to a pit twice: what a pit holds when it gets a seed matters.
    const fn in_parts(self) -> bool {
        self.most > 0 || matches!(self.place, Where::Passing)
    }
}

impl Turns for Captures {
    const RELAYS: bool = false;

    #[inline]
    fn first_lap<P: Pits, X: Extra, C: Chooser<TwoRows<P, X>>, O: Observer>(
        &self,
        hand: &mut Hand<'_, P, X, Self, C, O>,
        start: Start,
    ) -> Result<Lap, Refusal> {
        if X::MARKED || !self.plain {
            return Ok(self.prepared_lap(hand, start));
        }
        let seeds = hand.observer.lift(&mut hand.play.ring, start.spot);
        Ok(hand.lap_from(start.spot, seeds, start.direction))
    }

    #[inline]
    fn landed<P: Pits, X: Extra, C: Chooser<TwoRows<P, X>>, O: Observer>(
        &self,
        hand: &mut Hand<'_, P, X, Self, C, O>,
        lap: Lap,
        landing: Landing,
    ) -> Next {
        // W3
        if !X::MARKED && self.plain {
            let own = hand.game.rows.own_bits() >> landing.spot & 1 == 1;
            if self.counts.has(landing.seeds) && self.takes_from(own, true) {
                let pits = self.chained(hand, landing.spot, lap.direction);
                self.capture(hand, pits, landing.spot, lap.direction);
            }
            return Next::Stop;
        }
        self.landed_otherwise(hand, lap, landing)
    }

    fn starts<P: Pits, X: Extra>(
        &self,
        game: &TwoRowGame<P, X, Self>,
        position: &TwoRows<P, X>,
        starts: Starts,
    ) -> Starts {
        let mut spots = u32::MAX;
        // W9
        if self.facing_singles == FacingSingles::Barred {
            let ring = position.ring;
            for Start { spot, .. } in starts {
                if ring.get(game.opposite(spot)) == 1 {
                    spots &= !(1 << spot);
                }
            }
        }
        // W10
        let marks = position.extra.marks();
        match self.opening {
            Opening::Free => {}
            Opening::EachPitOnce => {
                let left = game.own_bits(marks) & !marks.out & !marks.moved;
                if left != 0 {
                    spots &= left;
                }
            }
            Opening::FirstFromRight => {
                let right = 1_u32 << (game.layout.columns() - 1);
                if marks.turns == [0, 0] && position.ring.filled() & right != 0 {
                    spots &= right;
                }
            }
        }
        starts.and(Starts::new(spots, spots))
    }

    fn passed<P: Pits, X: Extra>(&self, game: &TwoRowGame<P, X, Self>, play: &InPlay<P, X>) -> u32 {
        let out = play.extra.marks().out;
        if self.most == 0 {
            return out;
        }
        // W12: where all pits are full there is no limit.
        let full = out | play.ring.at_least(self.most);
        let start = match game.sowing.origin {
            Origin::PassedOver => 1 << (play.memory >> START),
            Origin::Sown | Origin::FirstSeed | Origin::FirstSeedUnlessSingle => 0,
        };
        if game.rows.all_bits() & !full & !start == 0 {
            out
        } else {
            full
        }
    }

    fn ends_with<P: Pits>(&self, rows: &Rows<P>, ring: P) -> bool {
        self.only_singles == OnlySingles::Ends && ring.at_least(2) & rows.all_bits() == 0
    }

    #[inline]
    fn stands<P: Pits, X: Extra>(&self, play: &InPlay<P, X>) -> bool {
        play.memory & REFUSED == 0
    }

    #[inline]
    fn refuses(&self) -> bool {
        self.grand_slam == GrandSlam::Illegal
    }
}

impl Captures {
    /// The first lap, or its first part, where more happens than lifting a pit.
    #[inline(never)]
    fn prepared_lap<P: Pits, X: Extra, C: Chooser<TwoRows<P, X>>, O: Observer>(
        &self,
        hand: &mut Hand<'_, P, X, Self, C, O>,
        start: Start,
    ) -> Lap {
        if !hand.quiet {
            self.capture_before(hand, start.spot);
        }
        if self.unmoved == Unmoved::Safe || self.opening == Opening::EachPitOnce {
            hand.mark(|marks| marks.moved |= 1 << start.spot);
        }
        let seeds = hand.observer.lift(&mut hand.play.ring, start.spot);
        if !self.in_parts() {
            return hand.lap_from(start.spot, seeds, start.direction);
        }
        hand.play.memory = u32::from(start.spot) << START;
        let passed = self.passed_by(hand);
        let part = Self::part(hand, seeds, passed);
        // The first seed falls where the options of sowing say.
        hand.lap_from(start.spot, part, start.direction)
    }

    /// How many of the seeds are sown in the next part of a lap: no pit gets two.
    fn part<P: Pits, X: Extra, C: Chooser<TwoRows<P, X>>, O: Observer>(
        hand: &mut Hand<'_, P, X, Self, C, O>,
        seeds: u8,
        passed: u32,
    ) -> u8 {
        let open = (hand.game.rows.all_bits() & !passed).count_ones();
        let part = seeds.min(u8::try_from(open.max(1)).unwrap_or(u8::MAX));
        let left = seeds - part;
        if left > 0 || hand.play.memory & PARTS != 0 {
            let start = hand.play.memory >> START << START;
            hand.play.memory = start | PARTS | u32::from(left);
        }
        part
    }

    /// The pits that the laps of a move pass over, that of the start among them if it is.
    fn passed_by<P: Pits, X: Extra, C: Chooser<TwoRows<P, X>>, O: Observer>(
        self,
        hand: &Hand<'_, P, X, Self, C, O>,
    ) -> u32 {
        let passed = self.passed(hand.game, &hand.play);
        match hand.game.sowing.origin {
            Origin::PassedOver => passed | 1 << (hand.play.memory >> START),
            Origin::Sown | Origin::FirstSeed | Origin::FirstSeedUnlessSingle => passed,
        }
    }

    /// Captures before the seeds are lifted (`W8`).
    fn capture_before<P: Pits, X: Extra, C: Chooser<TwoRows<P, X>>, O: Observer>(
        self,
        hand: &mut Hand<'_, P, X, Self, C, O>,
        start: u8,
    ) {
        let ring = hand.play.ring;
        let singles = ring.filled() & !ring.at_least(2);
        let takers = match self.before {
            Before::Nothing => 0,
            Before::SingleTakesOpposite => singles & 1 << start,
            Before::SinglesTakeOpposite => singles & hand.game.own_bits(hand.marks()),
        };
        for Start { spot, .. } in Starts::forward(takers) {
            let opposite = hand.game.opposite(spot);
            if self.may_take(hand, opposite) {
                hand.capture(opposite);
            }
        }
    }

    /// Whether nothing forbids to capture a pit (`W11`).
    fn may_take<P: Pits, X: Extra, C, O>(
        self,
        hand: &Hand<'_, P, X, Self, C, O>,
        spot: u8,
    ) -> bool {
        self.unmoved == Unmoved::Takeable || hand.play.extra.marks().moved >> spot & 1 == 1
    }

    /// Whether a pit is captured by what it holds and by whose it is (`W3`).
    #[inline]
    fn takes<P: Pits, X: Extra, C: Chooser<TwoRows<P, X>>, O: Observer>(
        self,
        hand: &Hand<'_, P, X, Self, C, O>,
        spot: u8,
        first: bool,
    ) -> bool {
        self.counts.has(hand.play.ring.get(spot))
            && self.takes_from(hand.owns(spot), first)
            && self.may_take(hand, spot)
    }

    /// The pit after this one, those out of play passed over.
    #[inline]
    fn step<P: Pits, X: Extra, C: Chooser<TwoRows<P, X>>, O: Observer>(
        hand: &Hand<'_, P, X, Self, C, O>,
        spot: u8,
        way: Direction,
    ) -> u8 {
        let mut next = hand.game.laps.next(spot, way);
        if X::MARKED {
            while next != spot && hand.marks().out >> next & 1 == 1 {
                next = hand.game.laps.next(next, way);
            }
        }
        next
    }

    /// What follows a lap, or a part of one, where more is to be looked at than the pit of the last seed.
    #[inline(never)]
    fn landed_otherwise<P: Pits, X: Extra, C: Chooser<TwoRows<P, X>>, O: Observer>(
        &self,
        hand: &mut Hand<'_, P, X, Self, C, O>,
        lap: Lap,
        landing: Landing,
    ) -> Next {
        let in_parts = hand.play.memory & PARTS != 0;
        let single = lap.seeds == 1 && !in_parts;
        // W9
        let idle = single && self.from_single == FromSingle::CapturesNothing;
        let captures = !hand.quiet && !idle;
        if self.place == Where::Passing && captures {
            self.capture_in_passing(hand, lap);
        }
        if in_parts && let Some(next) = self.next_part(hand, lap, landing) {
            return Next::Sow(next);
        }
        if captures {
            let pits = self.captured(hand, landing, lap.direction);
            if pits != 0 {
                self.capture(hand, pits, landing.spot, lap.direction);
            }
        }
        // W9
        if single && self.crossing_back == CrossingBack::Barred {
            hand.bar_crossing_back(lap, landing.spot);
        }
        Next::Stop
    }

    /// The next part of a lap, if seeds are left in the hand.
    fn next_part<P: Pits, X: Extra, C: Chooser<TwoRows<P, X>>, O: Observer>(
        self,
        hand: &mut Hand<'_, P, X, Self, C, O>,
        lap: Lap,
        landing: Landing,
    ) -> Option<Lap> {
        let left = (hand.play.memory & 0xff) as u8;
        if left == 0 {
            return None;
        }
        let passed = self.passed_by(hand);
        let seeds = Self::part(hand, left, passed);
        Some(Lap {
            first: hand.game.laps.next(landing.spot, lap.direction),
            seeds,
            direction: lap.direction,
            skip: if passed == 0 {
                Skip::Nothing
            } else {
                Skip::Pits(passed)
            },
        })
    }

    /// Captures the pits that a part of a lap has brought to one of the numbers (`W4`).
    fn capture_in_passing<P: Pits, X: Extra, C: Chooser<TwoRows<P, X>>, O: Observer>(
        self,
        hand: &mut Hand<'_, P, X, Self, C, O>,
        lap: Lap,
    ) {
        for spot in drops(hand.game.laps.len(), lap) {
            if self.takes(hand, spot, true) {
                self.capture_pit(hand, spot);
            }
        }
    }

    /// The pits that are captured after the lap, as bits (`W4`).
    fn captured<P: Pits, X: Extra, C: Chooser<TwoRows<P, X>>, O: Observer>(
        self,
        hand: &Hand<'_, P, X, Self, C, O>,
        landing: Landing,
        direction: Direction,
    ) -> u32 {
        let next = Self::step(hand, landing.spot, direction);
        match self.place {
            Where::Last if self.takes(hand, landing.spot, true) => {
                self.chained(hand, landing.spot, direction)
            }
            Where::Next if self.takes(hand, next, true) => self.chained(hand, next, direction),
            Where::Passing | Where::Last | Where::Next => 0,
            Where::EveryIfReached if hand.owns(landing.spot) && hand.owns(next) => 0,
            Where::Every | Where::EveryIfReached => {
                let filled = hand.play.ring.filled() & hand.game.rows.all_bits();
                let taken = |start: &Start| self.takes(hand, start.spot, true);
                let taken = Starts::forward(filled).iter().filter(taken);
                taken.fold(0, |pits, start| pits | 1 << start.spot)
            }
        }
    }

    /// A captured pit and those of its chain, as bits (`W5`).
    fn chained<P: Pits, X: Extra, C: Chooser<TwoRows<P, X>>, O: Observer>(
        self,
        hand: &Hand<'_, P, X, Self, C, O>,
        first: u8,
        direction: Direction,
    ) -> u32 {
        let back = direction.turned();
        let ways: &[Direction] = match self.chain {
            Chain::None => &[],
            Chain::Back => &[back],
            Chain::Onward => &[direction],
            Chain::Both => &[back, direction],
        };
        let mut pits = 1_u32 << first;
        for &way in ways {
            let mut spot = Self::step(hand, first, way);
            while pits >> spot & 1 == 0 && self.takes(hand, spot, false) {
                pits |= 1 << spot;
                spot = Self::step(hand, spot, way);
            }
        }
        pits
    }

    /// Captures pits in the order of the chain, unless it is a grand slam (`W7`).
    #[inline(never)]
    fn capture<P: Pits, X: Extra, C: Chooser<TwoRows<P, X>>, O: Observer>(
        self,
        hand: &mut Hand<'_, P, X, Self, C, O>,
        pits: u32,
        last: u8,
        direction: Direction,
    ) {
        let game = hand.game;
        let theirs = game.rows.all_bits() & !game.own_bits(hand.marks());
        let theirs = theirs & hand.play.ring.filled();
        let mut pits = pits;
        if theirs != 0 && theirs & !pits == 0 {
            match self.grand_slam {
                GrandSlam::Captures => {}
                GrandSlam::CapturesNothing => {
                    hand.observer.note(GRAND_SLAM, Place::Ring(last));
                    return;
                }
                GrandSlam::Illegal => {
                    hand.play.memory |= REFUSED;
                    return;
                }
                GrandSlam::LeavesRightmost => {
                    let left = theirs & theirs.wrapping_neg();
                    if theirs != left {
                        pits &= !left;
                        let spot = u8::try_from(left.trailing_zeros()).unwrap_or(0);
                        hand.observer.note(LEAVES_ONE, Place::Ring(spot));
                    }
                }
                GrandSlam::Again => hand.play.again = true,
            }
        }
        let way = match self.chain {
            Chain::Onward => direction,
            Chain::None | Chain::Back | Chain::Both => direction.turned(),
        };
        let mut spot = last;
        while pits != 0 {
            if pits >> spot & 1 == 1 {
                self.capture_pit(hand, spot);
                pits &= !(1 << spot);
            }
            spot = game.laps.next(spot, way);
        }
    }

    /// Captures one pit for its taker (`W6`).
    #[inline]
    fn capture_pit<P: Pits, X: Extra, C: Chooser<TwoRows<P, X>>, O: Observer>(
        self,
        hand: &mut Hand<'_, P, X, Self, C, O>,
        spot: u8,
    ) {
        let player = match self.taker {
            Taker::Mover => 0,
            Taker::Owner => usize::from(!hand.owns(spot)),
        };
        hand.capture_for(player, spot);
    }
}
