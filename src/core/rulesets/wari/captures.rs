//! A turn of `wari`: captures before, during and after the lap.

use super::Rules;
use super::options::{
    Before, Chain, FacingSingles, FromSingle, OnlySingles, Opening, Opposite, Taker, Unmoved, Used,
    Where,
};
use crate::rulesets::prelude::*;
use crate::rulesets::two_rows::{
    CrossingBack, GrandSlam, Hand, InPlay, Marked, Marks, Of, Taking, Turns, TwoRowGame,
};

/// Turns of `wari`.
#[derive(Debug, Clone, Copy)]
pub struct Captures {
    rules: Rules,
    taking: Taking,
    /// Number of pits of a row.
    columns: u8,
    /// Number of seeds at which a pit is no longer locked; 0 if none is (`W16`).
    full: u8,
}

impl Captures {
    /// Creates the turns for the rules of a file; `full` is the number of seeds of a full pit if others are locked.
    pub(super) fn new(rules: &Rules, columns: u8, full: Option<u8>) -> Self {
        let equal = rules.opposite == Opposite::Equal;
        Self {
            rules: *rules,
            columns,
            full: full.unwrap_or(0),
            taking: Taking {
                counts: rules.counts,
                first: rules.side.first(),
                further: rules.side.further(),
                back: matches!(rules.chain, Chain::Back | Chain::Both),
                onward: matches!(rules.chain, Chain::Onward | Chain::Both),
                most: rules.chain_limit.saturating_add(1),
                opposite: equal,
                equal,
                spares_unmoved: rules.unmoved == Unmoved::Safe,
                spares_locked: full.is_some(),
                for_owner: rules.taker == Taker::Owner,
                grand_slam: rules.grand_slam,
            },
        }
    }

    /// Returns `true` if laps are sown in parts that reach no pit twice, as pits become full during a lap.
    const fn in_parts(&self) -> bool {
        self.rules.most > 0
    }
}

impl Turns for Captures {
    const BOOK: [&'static str; 3] = ["W2", "W1", "W13"];
    type Memory = ();

    fn first_lap(
        &self,
        hand: &mut Hand<'_, impl Of<Self>>,
        start: Start,
    ) -> Result<Lap, TurnError> {
        if !hand.quiet {
            self.capture_before(hand, start.spot);
        }
        let written = hand.game.written;
        if written.moved || written.closed {
            hand.play.marks.moved |= 1 << start.spot;
        }
        let seeds = self.lift(hand, start.spot)?;
        Ok(if self.in_parts() {
            hand.first_part(start.spot, seeds, start.direction)
        } else {
            hand.lap_from(start.spot, seeds, start.direction)
        })
    }

    fn landed(&self, hand: &mut Hand<'_, impl Of<Self>>, lap: Lap, landing: Landing) -> Next {
        let in_parts = hand.in_parts();
        let single = lap.seeds == 1 && !in_parts;
        // W9
        let idle = single && self.rules.from_single == FromSingle::CapturesNothing;
        let captures = !hand.quiet && !idle;
        // W18
        if self.rules.used == Used::Closed {
            let own = hand.game.own_bits(hand.marks());
            hand.play.marks.moved &= own | !hand.game.laps.added(lap).filled();
        }
        // W16
        if self.full > 0 {
            hand.play.marks.touched &= !hand.play.ring.at_least(self.full);
        }
        if self.rules.r#where == Where::Passing && captures {
            self.capture_in_passing(hand, lap);
        }
        if in_parts && let Some(next) = hand.next_part(lap, landing) {
            return Next::Sow(next);
        }
        if captures {
            let pits = self.captured(hand, landing, lap.direction);
            if pits != 0 {
                self.taking.take_all(hand, pits, landing.spot, lap.direction);
            }
        }
        // W9
        if single && self.rules.crossing_back == CrossingBack::Barred {
            hand.bar_crossing_back(lap, landing.spot);
        }
        Next::Stop
    }

    fn starts<P: Pits>(
        &self,
        game: &TwoRowGame<P, Self>,
        position: &Marked<P>,
        starts: Starts,
    ) -> Starts {
        let mut spots = u32::MAX;
        // W9
        if self.rules.facing_singles == FacingSingles::Barred {
            let ring = position.ring;
            for Start { spot, .. } in starts {
                if ring.get(game.opposite(spot)) == 1 {
                    spots &= !(1 << spot);
                }
            }
        }
        // W18
        if self.rules.used == Used::Closed {
            spots &= !position.marks.moved;
        }
        // W16
        if self.full > 0 {
            spots &= !position.marks.touched;
        }
        // W10
        let marks = position.marks;
        match self.rules.opening {
            Opening::Free => {}
            Opening::EachPitOnce => {
                let left = game.own_bits(marks) & !marks.out & !marks.moved;
                if left != 0 {
                    spots &= left;
                }
            }
            Opening::FirstFromRight => {
                let right = 1_u32 << (game.layout.columns() - 1);
                if marks.turns == ByTurn([0, 0]) && position.ring.filled() & right != 0 {
                    spots &= right;
                }
            }
        }
        starts.and(Starts::both(spots))
    }

    fn passed<P: Pits>(&self, game: &TwoRowGame<P, Self>, play: &InPlay<P, Self::Memory>) -> u32 {
        let out = play.marks.out;
        if self.rules.most == 0 {
            return out;
        }
        // W12: there is no limit if all pits are full.
        let full = play.ring.at_least(self.rules.most);
        game.skipped(play, out, full).unwrap_or(out)
    }

    fn ends_with<P: Pits>(&self, game: &TwoRowGame<P, Self>, ring: P, _: Marks, _: bool) -> bool {
        let several = ring.at_least(2) & game.rows.all_bits();
        // W17, W21
        self.rules.only_singles == OnlySingles::Ends && several == 0
            || self.rules.last_seeds > 0 && ring.total() <= u16::from(self.rules.last_seeds)
    }

    #[inline]
    fn refuses(&self) -> bool {
        self.taking.grand_slam == GrandSlam::Illegal
            || self.rules.before_sowing == Before::SinglesTakeOpposite
    }

    #[inline]
    fn bars(&self) -> bool {
        self.rules.facing_singles == FacingSingles::Barred
            || self.rules.opening == Opening::EachPitOnce
            || self.rules.used == Used::Closed
            || self.full > 0
    }

    #[inline]
    fn choices(&self) -> Choices {
        if self.rules.lifted > 0 { Choices::Any } else { Choices::None }
    }

    fn picked(&self, picks: u32, _: impl FnOnce() -> bool) -> Option<String> {
        // W19
        (self.rules.lifted > 0).then(|| format!("*{}", picks + 1))
    }

    fn barred_by<P: Pits>(&self, position: &Marked<P>, spot: u8, was_played: bool) -> &'static str {
        let crosses_back = position.marks.barred >> spot & 1 == 1;
        let locked = self.full > 0 && position.marks.touched >> spot & 1 == 1;
        let faces_single = position.ring.get(2 * self.columns - 1 - spot) == 1;
        match self.rules.facing_singles {
            _ if was_played && self.taking.grand_slam == GrandSlam::Illegal => "W7",
            _ if was_played => "W8",
            _ if crosses_back => "W9",
            _ if locked => "W16",
            _ if self.rules.used == Used::Closed && position.marks.moved >> spot & 1 == 1 => "W18",
            FacingSingles::Barred if faces_single => "W9",
            _ if self.rules.opening != Opening::Free => "W10",
            _ => "W2",
        }
    }
}

impl Captures {
    /// Lifts the seeds of a pit, or as many as the player chooses (`W19`).
    fn lift(&self, hand: &mut Hand<'_, impl Of<Self>>, spot: u8) -> Result<u8, TurnError> {
        let seeds = hand.play.ring.get(spot);
        let most = seeds.saturating_sub(1).min(self.rules.lifted);
        let lifted = if self.rules.lifted == 0 {
            seeds
        } else if most > 0 {
            1 + hand.chooser.pick(most.into())? as u8
        } else {
            0
        };
        // W8: the pit itself may have been captured.
        if lifted == 0 {
            return Err(TurnError::Unfit);
        }
        hand.observer.move_some(Act::Lift, &mut hand.play.ring, spot, Place::Hand, lifted);
        Ok(lifted)
    }

    /// Captures before the seeds are lifted (`W8`).
    fn capture_before(&self, hand: &mut Hand<'_, impl Of<Self>>, start: u8) {
        let ring = hand.play.ring;
        let singles = ring.filled() & !ring.at_least(2);
        let takers = match self.rules.before_sowing {
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

    /// Captures the pits in which a part of a lap has made one of the numbers (`W4`).
    fn capture_in_passing(&self, hand: &mut Hand<'_, impl Of<Self>>, lap: Lap) {
        let (own, marks) = (hand.game.own_bits(hand.marks()), hand.marks());
        let taker = |spot: u8| {
            let own = own >> spot & 1 == 1;
            let taken = self.taking.first.has(own) && self.taking.may_take(marks, spot);
            taken.then_some(Player::owner(!self.taking.for_owner || own))
        };
        hand.take_passing(lap, None, self.taking.counts, taker);
    }

    /// Returns the pits captured after the lap, as bits (`W4`).
    fn captured(
        &self,
        hand: &Hand<'_, impl Of<Self>>,
        landing: Landing,
        direction: Direction,
    ) -> u32 {
        let (game, ring, marks) = (hand.game, hand.play.ring, hand.play.marks);
        let next = hand.next(landing.spot, direction);
        let first = match self.rules.r#where {
            Where::Next => next,
            Where::LastOrNext if !self.taking.takes(hand, landing.spot) => next,
            _ => landing.spot,
        };
        match self.rules.r#where {
            Where::Last | Where::Next | Where::LastOrNext if self.taking.takes(hand, first) => {
                self.taking.chain(game, ring, marks, first, direction)
            }
            Where::Last | Where::Next | Where::LastOrNext | Where::Passing => 0,
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
