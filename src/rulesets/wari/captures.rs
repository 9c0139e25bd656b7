//! What a turn of `wari` does: what is captured before the lap, in it and after it.

use super::Rules;
use super::options::{
    Before, Chain, FacingSingles, FromSingle, OnlySingles, Opening, Side, Taker, Unmoved, Where,
};
use crate::kernel::board::{Direction, Pits};
use crate::kernel::event::{Observer, Tell};
use crate::kernel::lap::{Landing, Lap};
use crate::kernel::sow::Next;
use crate::rulesets::two_rows::{
    CrossingBack, Extra, GrandSlam, Hand, InPlay, Origin, Taking, Turns, TwoRowGame, TwoRows,
    Whose, origin_in,
};
use crate::variant::{Chooser, Refusal, Start, Starts};

/// What follows the lap of a turn.
#[derive(Debug, Clone, Copy)]
pub struct Captures {
    taking: Taking,
    place: Where,
    before: Before,
    from_single: FromSingle,
    facing_singles: FacingSingles,
    crossing_back: CrossingBack,
    opening: Opening,
    unmoved: Unmoved,
    most: u8,
    only_singles: OnlySingles,
    /// Whether there is nothing to a turn but a lap, and perhaps a capture that begins at the pit of its last seed.
    plain: bool,
}

impl Captures {
    /// The captures that the rules of a file tell of.
    pub(super) fn new(rules: &Rules) -> Self {
        Self {
            taking: Taking {
                counts: rules.counts,
                first: match rules.side {
                    Side::Opponent | Side::OpponentFirst => Whose::OPPONENTS,
                    Side::Own => Whose::OWN,
                    Side::Any => Whose::ANY,
                },
                further: match rules.side {
                    Side::Opponent => Whose::OPPONENTS,
                    Side::Own => Whose::OWN,
                    Side::Any | Side::OpponentFirst => Whose::ANY,
                },
                back: matches!(rules.chain, Chain::Back | Chain::Both),
                onward: matches!(rules.chain, Chain::Onward | Chain::Both),
                most: u8::MAX,
                opposite: false,
                spares_unmoved: rules.unmoved == Unmoved::Safe,
                for_owner: rules.taker == Taker::Owner,
                grand_slam: rules.grand_slam,
            },
            place: rules.r#where,
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
                && rules.from_single == FromSingle::Captures
                && rules.crossing_back == CrossingBack::Free
                && rules.opening != Opening::EachPitOnce
                && rules.unmoved == Unmoved::Takeable
                && rules.most == 0,
        }
    }

    /// Whether turns are plain, and nothing else is asked of a position but where its seeds lie.
    pub(super) fn needs_no_marks(&self) -> bool {
        self.plain
            && self.opening == Opening::Free
            && self.facing_singles == FacingSingles::Free
            && self.only_singles == OnlySingles::Played
            && self.taking.is_plain()
    }

    /// Whether a lap is sown in parts, none of which comes to a pit twice: which pits are full changes on the way.
    const fn in_parts(&self) -> bool {
        self.most > 0
    }
}

impl Turns for Captures {
    const BOOK: [&'static str; 3] = ["W2", "W1", "W13"];

    #[inline]
    fn first_lap<P: Pits, X: Extra, C: Chooser<TwoRows<P, X>>, O: Observer>(
        &self,
        hand: &mut Hand<'_, P, X, Self, C, O>,
        start: Start,
    ) -> Result<Lap, Refusal> {
        if !self.plain {
            return self.prepared_lap(hand, start);
        }
        let seeds = hand.observer.lift(&mut hand.play.ring, start.spot);
        Ok(hand.lap_from(start.spot, seeds, start.direction))
    }

    #[expect(
        clippy::inline_always,
        reason = "so that what is in play stays in registers"
    )]
    #[inline(always)]
    fn landed<P: Pits, X: Extra, C: Chooser<TwoRows<P, X>>, O: Observer>(
        &self,
        hand: &mut Hand<'_, P, X, Self, C, O>,
        lap: Lap,
        landing: Landing,
    ) -> Next {
        if !X::MARKED || self.plain {
            // W3
            if !hand.quiet && self.taking.has(landing.seeds, hand.owns(landing.spot)) {
                self.taking.take(hand, landing.spot, lap.direction);
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
            Origin::PassedOver => 1 << origin_in(play.memory),
            Origin::Sown | Origin::FirstSeed | Origin::FirstSeedUnlessSingle => 0,
        };
        if game.rows.all_bits() & !full & !start == 0 {
            out
        } else {
            full
        }
    }

    fn ends_with<P: Pits, X: Extra>(
        &self,
        game: &TwoRowGame<P, X, Self>,
        ring: P,
        _extra: X,
        _moved: bool,
    ) -> bool {
        let several = ring.at_least(2) & game.rows.all_bits();
        self.only_singles == OnlySingles::Ends && several == 0
    }

    #[inline]
    fn refuses(&self) -> bool {
        self.taking.grand_slam == GrandSlam::Illegal || self.before == Before::SinglesTakeOpposite
    }

    #[inline]
    fn bars(&self) -> bool {
        self.facing_singles == FacingSingles::Barred || self.opening == Opening::EachPitOnce
    }

    fn barred_by<P: Pits, X: Extra>(
        &self,
        game: &TwoRowGame<P, X, Self>,
        position: &TwoRows<P, X>,
        spot: u8,
        was_played: bool,
    ) -> &'static str {
        let crosses_back = position.extra.marks().barred >> spot & 1 == 1;
        let faces_single = position.ring.get(game.opposite(spot)) == 1;
        match self.facing_singles {
            _ if was_played && self.taking.grand_slam == GrandSlam::Illegal => "W7",
            _ if was_played => "W8",
            _ if crosses_back => "W9",
            FacingSingles::Barred if faces_single => "W9",
            _ if self.opening != Opening::Free => "W10",
            _ => "W2",
        }
    }
}

impl Captures {
    /// The first lap, or its first part, where more happens than lifting a pit.
    #[inline(never)]
    fn prepared_lap<P: Pits, X: Extra, C: Chooser<TwoRows<P, X>>, O: Observer>(
        &self,
        hand: &mut Hand<'_, P, X, Self, C, O>,
        start: Start,
    ) -> Result<Lap, Refusal> {
        if !hand.quiet {
            self.capture_before(hand, start.spot);
        }
        if self.unmoved == Unmoved::Safe || self.opening == Opening::EachPitOnce {
            hand.mark(|marks| marks.moved |= 1 << start.spot);
        }
        let seeds = hand.observer.lift(&mut hand.play.ring, start.spot);
        // W8: the pit itself may have been captured.
        if seeds == 0 {
            return Err(Refusal::Unfit);
        }
        Ok(if self.in_parts() {
            hand.first_part(start.spot, seeds, start.direction)
        } else {
            hand.lap_from(start.spot, seeds, start.direction)
        })
    }

    /// Captures before the seeds are lifted (`W8`).
    fn capture_before<P: Pits, X: Extra, C: Chooser<TwoRows<P, X>>, O: Observer>(
        &self,
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
            if self.taking.may_take(hand.marks(), opposite) {
                hand.capture(opposite);
            }
        }
    }

    /// What follows a lap, or a part of one, where more is to be looked at than the pit of the last seed.
    #[inline(never)]
    fn landed_otherwise<P: Pits, X: Extra, C: Chooser<TwoRows<P, X>>, O: Observer>(
        &self,
        hand: &mut Hand<'_, P, X, Self, C, O>,
        lap: Lap,
        landing: Landing,
    ) -> Next {
        let in_parts = hand.in_parts();
        let single = lap.seeds == 1 && !in_parts;
        // W9
        let idle = single && self.from_single == FromSingle::CapturesNothing;
        let captures = !hand.quiet && !idle;
        if self.place == Where::Passing && captures {
            self.capture_in_passing(hand, lap);
        }
        if in_parts && let Some(next) = hand.next_part(lap, landing) {
            return Next::Sow(next);
        }
        if captures {
            let pits = self.captured(hand, landing, lap.direction);
            if pits != 0 {
                self.taking
                    .take_all(hand, pits, landing.spot, lap.direction);
            }
        }
        // W9
        if single && self.crossing_back == CrossingBack::Barred {
            hand.bar_crossing_back(lap, landing.spot);
        }
        Next::Stop
    }

    /// Captures the pits that a part of a lap has brought to one of the numbers (`W4`).
    fn capture_in_passing<P: Pits, X: Extra, C: Chooser<TwoRows<P, X>>, O: Observer>(
        &self,
        hand: &mut Hand<'_, P, X, Self, C, O>,
        lap: Lap,
    ) {
        let (own, marks) = (hand.game.own_bits(hand.marks()), hand.marks());
        let taker = |spot: u8| {
            let own = own >> spot & 1 == 1;
            let taken = self.taking.first.has(own) && self.taking.may_take(marks, spot);
            taken.then_some(usize::from(self.taking.for_owner && !own))
        };
        hand.take_passing(lap, None, self.taking.counts, taker);
    }

    /// The pits that are captured after the lap, as bits (`W4`).
    fn captured<P: Pits, X: Extra, C: Chooser<TwoRows<P, X>>, O: Observer>(
        &self,
        hand: &Hand<'_, P, X, Self, C, O>,
        landing: Landing,
        direction: Direction,
    ) -> u32 {
        let (game, ring, extra) = (hand.game, hand.play.ring, hand.play.extra);
        let next = hand.next(landing.spot, direction);
        let first = match self.place {
            Where::Next => next,
            _ => landing.spot,
        };
        match self.place {
            Where::Last | Where::Next if self.taking.takes(hand, first) => {
                self.taking.chain(game, ring, extra, first, direction)
            }
            Where::Last | Where::Next | Where::Passing => 0,
            Where::EveryIfReached if hand.owns(landing.spot) && hand.owns(next) => 0,
            Where::Every | Where::EveryIfReached => {
                let filled = hand.play.ring.filled() & hand.game.rows.all_bits();
                let taken = |start: &Start| self.taking.takes(hand, start.spot);
                let taken = Starts::forward(filled).iter().filter(taken);
                taken.fold(0, |pits, start| pits | 1 << start.spot)
            }
        }
    }
}
