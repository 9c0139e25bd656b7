//! What a turn of `weg` does: which pits a last seed claims or closes, what it takes, and how the turn goes on.

use super::Rules;
use super::options::{
    Again, AlsoClaims, Chain, FirstTouch, FromSingle, Laps, LeftEnd, Opening, Pair, Places,
    RightEnds, Sown, Taken, TakenTo, Unmoved,
};
use crate::kernel::board::{Direction, Pits, Side};
use crate::kernel::event::{Act, Note, Observer, Place, Tell};
use crate::kernel::lap::{Landing, Lap, Skip, drops};
use crate::kernel::sow::Next;
use crate::rulesets::two_rows::{
    Counts, CrossingBack, Extra, Hand, InPlay, Marks, Origin, Turns, TwoRowGame, TwoRows,
};
use crate::variant::{Chooser, Refusal, Start, Starts};

/// A pit is claimed by South, or by North.
const CLAIMS: [Note; 2] = [
    Note::new("{pit} is {mover}'s from now on").marking("claimed-S"),
    Note::new("{pit} is {mover}'s from now on").marking("claimed-N"),
];
/// A pit is closed.
const CLOSES: Note = Note::new("{pit} is closed").marking("out");
/// A claimed pit is spared once.
const SPARED: Note = Note::new("nothing is taken from {pit} the first time").marking("touched");

/// In the memory of a move: its first lap has not ended.
const FIRST: u32 = 1;
/// In the memory of a move: it began with a single seed.
const SINGLE: u32 = 1 << 1;
/// In the memory of a move: its first lap came to a pit of the opponent.
const CROSSED: u32 = 1 << 2;
/// In the memory of a move: the last seed of the lap is still in the hand.
const HELD: u32 = 1 << 3;
/// In the memory of a move: it is the first one of the round, which is not sown on.
const OPENING: u32 = 1 << 4;
/// In the memory of a move: the lap was sown in two parts.
const PARTED: u32 = 1 << 5;
/// In the memory of a move: what is not about one lap.
const FLAGS: u32 = ((1 << LIFTED) - 1) & !PARTED;
/// In the memory of a move: from this bit on, the pit from which a lap in two parts was lifted.
const LIFTED: u32 = 8;
/// In the memory of a move: from this bit on, the pit where the first part of a lap ended.
const PART_END: u32 = 16;

/// What follows the laps of a turn.
#[derive(Debug, Clone, Copy)]
pub struct Claims {
    claim: u8,
    places: Places,
    also: AlsoClaims,
    each: u8,
    unmoved: Unmoved,
    from_single: FromSingle,
    sown: Sown,
    takes: [u8; 2],
    first_touch: FirstTouch,
    again: Again,
    laps: Laps,
    opposite: Counts,
    taken: Taken,
    chain: Chain,
    pair: Pair,
    counts: Counts,
    taken_to: TakenTo,
    closes: u8,
    left_end: LeftEnd,
    crossing_back: CrossingBack,
    opening: Opening,
    /// The pits at the ends of both rows, and those next to them, as bits.
    ends: u32,
    nexts: u32,
    /// The pits that are never closed, as bits.
    open: u32,
}

impl Claims {
    /// What the rules of a file tell of.
    pub(super) fn new(columns: u8, rules: &Rules) -> Self {
        let both = |row: u32| row | row << columns;
        let last = columns - 1;
        Self {
            claim: rules.claim,
            places: rules.places,
            also: rules.also_claims,
            each: rules.claims_each,
            unmoved: rules.unmoved,
            from_single: rules.from_single,
            sown: rules.sown,
            takes: [rules.takes_own, rules.takes],
            first_touch: rules.first_touch,
            again: rules.again,
            laps: rules.laps,
            opposite: rules.opposite,
            taken: rules.taken,
            chain: rules.chain,
            pair: rules.pair,
            counts: rules.counts,
            taken_to: rules.taken_to,
            closes: rules.closes,
            left_end: rules.left_end,
            crossing_back: rules.crossing_back,
            opening: rules.opening,
            ends: both(1 | 1 << last),
            nexts: both(1 << 1 | 1 << last >> 1),
            open: match rules.right_ends {
                RightEnds::Closable => 0,
                RightEnds::Open => both(1 << last),
            },
        }
    }

    /// Whether a pit that is the mover's own or not lies where pits may be claimed (`WG2`).
    #[inline]
    const fn is_place(&self, spot: u8, own: bool) -> bool {
        let end = self.ends >> spot & 1 == 1;
        let next = self.nexts >> spot & 1 == 1;
        match self.places {
            Places::Opponents => !own,
            Places::Any => true,
            Places::OpponentsAndOwnEnds => !own || end,
            Places::OpponentsEndsAndOwnMiddle => own != end,
            Places::EndsAndOpponentsNext => end || !own && next,
            Places::OwnMiddle => own && !end,
        }
    }
}

impl Turns for Claims {
    const BOOK: [&'static str; 3] = ["WG1", "WG1", ""];

    fn first_lap<P: Pits, X: Extra, C: Chooser<TwoRows<P, X>>, O: Observer>(
        &self,
        hand: &mut Hand<'_, P, X, Self, C, O>,
        start: Start,
    ) -> Result<Lap, Refusal> {
        let single = hand.play.ring.get(start.spot) == 1;
        hand.play.memory = FIRST | if single { SINGLE } else { 0 };
        // WG17
        if self.opening == Opening::PlusMinus && hand.before.extra.marks().turns == [0, 0] {
            hand.play.memory |= OPENING;
            return Ok(Self::plus_minus(hand, start));
        }
        Ok(self.lift(hand, start.spot, start.direction))
    }

    fn landed<P: Pits, X: Extra, C: Chooser<TwoRows<P, X>>, O: Observer>(
        &self,
        hand: &mut Hand<'_, P, X, Self, C, O>,
        lap: Lap,
        landing: Landing,
    ) -> Next {
        let spot = landing.spot;
        if hand.play.memory & FIRST != 0 && self.laps == Laps::RelayIfCrossed {
            let theirs = hand.game.rows.all_bits() & !hand.game.own_bits(hand.marks());
            if hand.game.laps.added(lap).filled() & theirs != 0 {
                hand.play.memory |= CROSSED;
            }
        }
        if hand.play.memory & HELD != 0 {
            return Next::Sow(Self::last_of_lap(hand, lap, spot));
        }
        let first = hand.play.memory & FIRST != 0;
        hand.play.memory &= !FIRST;
        // WG14
        if self.closes > 0 && Self::loses(hand, spot) {
            return Next::Stop;
        }
        // WG17
        if hand.play.memory & OPENING != 0 {
            if !hand.quiet {
                self.claims(hand, lap, landing, false);
            }
            return Next::Stop;
        }
        if hand.marks().all_claimed() >> spot & 1 == 1 {
            self.take_from_claim(hand, spot);
            return Next::Stop;
        }
        let own = hand.owns(spot);
        if !hand.quiet {
            if self.claims(hand, lap, landing, first) {
                return Next::Stop;
            }
            // WG12
            if self.counts.has(landing.seeds) && self.take(hand, spot, landing.seeds) {
                return Next::Stop;
            }
            // WG14
            if self.closes > 0 && landing.seeds == self.closes && !own && self.open >> spot & 1 == 0
            {
                hand.mark(|marks| marks.out |= 1 << spot);
                hand.observer.note(CLOSES, Place::Ring(spot));
                return Next::Sow(self.lift(hand, spot, lap.direction));
            }
            if landing.was_empty() && own {
                self.take_opposite(hand, spot, lap.direction);
            }
        }
        // WG16
        if first && self.crossing_back == CrossingBack::Barred && hand.play.memory & SINGLE != 0 {
            hand.bar_crossing_back(lap, spot);
        }
        let goes_on = match self.laps {
            Laps::Relay => true,
            Laps::Single => false,
            Laps::RelayIfCrossed => hand.play.memory & CROSSED != 0,
        };
        if landing.was_empty() || !goes_on {
            return Next::Stop;
        }
        Next::Sow(self.lift(hand, spot, lap.direction))
    }

    fn starts<P: Pits, X: Extra>(
        &self,
        game: &TwoRowGame<P, X, Self>,
        position: &TwoRows<P, X>,
        starts: Starts,
    ) -> Starts {
        let (ring, marks) = (position.ring, position.extra.marks());
        let mut allowed = starts;
        // WG6
        if self.from_single == FromSingle::Barred && moves_on(game.sowing.origin) {
            let theirs = !game.own_bits(marks) & !marks.all_claimed() & !marks.out;
            let passed = self.passed_by(game, marks, false);
            for start in starts.iter().filter(|start| ring.get(start.spot) == 1) {
                let mut next = game.laps.next(start.spot, start.direction);
                while passed >> next & 1 == 1 && next != start.spot {
                    next = game.laps.next(next, start.direction);
                }
                if theirs >> next & 1 == 1 && ring.get(next) + 1 == self.claim {
                    allowed.remove(start);
                }
            }
        }
        // WG15
        if self.left_end == LeftEnd::Kept && ring.get(0) <= 3 {
            let others = allowed.and(Starts::new(!1, !1));
            if !others.is_empty() {
                allowed = others;
            }
        }
        // WG17
        if self.opening == Opening::FirstFromRight && marks.turns == [0, 0] {
            let right = 1 << (game.layout.columns() - 1);
            let first = allowed.and(Starts::new(right, right));
            if !first.is_empty() {
                allowed = first;
            }
        }
        allowed
    }

    #[inline]
    fn bars(&self) -> bool {
        self.from_single == FromSingle::Barred
    }

    #[inline]
    fn passed<P: Pits, X: Extra>(&self, game: &TwoRowGame<P, X, Self>, play: &InPlay<P, X>) -> u32 {
        self.passed_by(game, play.extra.marks(), play.memory & HELD != 0)
    }

    fn barred_by<P: Pits, X: Extra>(
        &self,
        _game: &TwoRowGame<P, X, Self>,
        position: &TwoRows<P, X>,
        spot: u8,
        _was_played: bool,
    ) -> &'static str {
        let marks = position.extra.marks();
        if marks.barred >> spot & 1 == 1 {
            "WG16"
        } else if self.opening == Opening::FirstFromRight && marks.turns == [0, 0] {
            "WG17"
        } else if self.left_end == LeftEnd::Kept && spot == 0 {
            "WG15"
        } else if self.from_single == FromSingle::Barred && position.ring.get(spot) == 1 {
            "WG6"
        } else {
            "WG1"
        }
    }
}

/// Whether a single seed leaves its pit.
const fn moves_on(origin: Origin) -> bool {
    !matches!(origin, Origin::FirstSeed)
}

impl Claims {
    /// The pits that a lap of the mover passes over, as bits; `held` says if its last seed is kept for later.
    #[inline]
    fn passed_by<P: Pits, X: Extra>(
        &self,
        game: &TwoRowGame<P, X, Self>,
        marks: Marks,
        held: bool,
    ) -> u32 {
        let mut passed = marks.out;
        if self.closes > 0 {
            passed &= game.own_bits(marks);
        }
        // WG7
        match self.sown {
            Sown::Own => passed | marks.claimed[1],
            Sown::OwnAndLast if held => passed | marks.claimed[1],
            Sown::All | Sown::OwnAndLast => passed,
        }
    }

    /// Lifts a pit; its lap, without the last seed where that one may fall elsewhere (`WG7`).
    #[inline]
    fn lift<P: Pits, X: Extra, C: Chooser<TwoRows<P, X>>, O: Observer>(
        &self,
        hand: &mut Hand<'_, P, X, Self, C, O>,
        spot: u8,
        direction: Direction,
    ) -> Lap {
        if self.unmoved == Unmoved::Safe {
            hand.mark(|marks| marks.moved |= 1 << spot);
        }
        let seeds = hand.observer.lift(&mut hand.play.ring, spot);
        let held = self.sown == Sown::OwnAndLast && seeds > 1 && hand.marks().claimed[1] != 0;
        if self.sown == Sown::OwnAndLast {
            hand.play.memory &= FLAGS;
        }
        if held {
            hand.play.memory |= HELD | u32::from(spot) << LIFTED;
        }
        let lap = hand.lap_from(spot, seeds, direction);
        Lap {
            seeds: seeds - u8::from(held),
            ..lap
        }
    }

    /// The last seed of a lap, which may fall in a pit that the opponent has claimed (`WG7`).
    #[cold]
    fn last_of_lap<P: Pits, X: Extra, C: Chooser<TwoRows<P, X>>, O: Observer>(
        hand: &mut Hand<'_, P, X, Self, C, O>,
        lap: Lap,
        spot: u8,
    ) -> Lap {
        hand.play.memory &= !HELD;
        hand.play.memory |= PARTED | u32::from(spot) << PART_END;
        let mut passed = hand.game.turns.passed(hand.game, &hand.play);
        if hand.game.sowing.origin == Origin::PassedOver {
            passed |= 1 << (hand.play.memory >> LIFTED & 31);
        }
        Lap {
            first: hand.game.laps.next(spot, lap.direction),
            seeds: 1,
            direction: lap.direction,
            skip: Skip::Pits(passed),
        }
    }

    /// Takes the seeds that fell in closed pits out of play (`WG14`); whether the last one did.
    fn loses<P: Pits, X: Extra, C: Chooser<TwoRows<P, X>>, O: Observer>(
        hand: &mut Hand<'_, P, X, Self, C, O>,
        last: u8,
    ) -> bool {
        let closed = hand.marks().out;
        for Start { spot, .. } in Starts::forward(hand.play.ring.filled() & closed) {
            let seeds = hand.play.ring.take(spot);
            hand.mark(|marks| marks.lost[0] += seeds);
            let from = Place::Ring(spot);
            hand.observer.moved(Act::Bank, from, Place::Store(1), seeds);
        }
        closed >> last & 1 == 1
    }

    /// Claims the pit of a last seed, and one with it, if it can be (`WG2` to `WG6`); whether it was.
    #[inline]
    fn claims<P: Pits, X: Extra, C: Chooser<TwoRows<P, X>>, O: Observer>(
        &self,
        hand: &mut Hand<'_, P, X, Self, C, O>,
        lap: Lap,
        landing: Landing,
        first: bool,
    ) -> bool {
        let Landing { spot, seeds } = landing;
        if self.claim == 0 || seeds != self.claim && seeds + 1 != self.claim {
            return false;
        }
        let single = first && hand.play.memory & SINGLE != 0 && !hand.owns(spot);
        if single && self.from_single == FromSingle::ClaimsNothing || !self.claimable(hand, spot) {
            return false;
        }
        let with = match self.also {
            AlsoClaims::Nothing => None,
            AlsoClaims::Opposite => Some(hand.game.opposite(spot)),
            AlsoClaims::LastButOne => {
                let before = Self::last_but_one(hand, lap);
                before.filter(|&before| {
                    let made = hand.play.ring.get(before);
                    let both = made == self.claim && seeds + 1 == self.claim
                        || made + 1 == self.claim && seeds == self.claim;
                    both && before != spot && self.claimable(hand, before)
                })
            }
        };
        let bull = self.also == AlsoClaims::LastButOne && with.is_some();
        if seeds != self.claim && !bull {
            return false;
        }
        Self::claim(hand, spot);
        if let Some(with) = with
            && (hand.marks().all_claimed() | hand.marks().out) >> with & 1 == 0
        {
            Self::claim(hand, with);
        }
        true
    }

    /// Whether a pit that no one has claimed may be, whatever it holds (`WG2`, `WG5`).
    fn claimable<P: Pits, X: Extra, C: Chooser<TwoRows<P, X>>, O: Observer>(
        &self,
        hand: &Hand<'_, P, X, Self, C, O>,
        spot: u8,
    ) -> bool {
        let marks = hand.marks();
        let free = (marks.all_claimed() | marks.out) >> spot & 1 == 0;
        let few = self.each == 0 || marks.claimed[0].count_ones() < u32::from(self.each);
        let moved = self.unmoved == Unmoved::Claimable || marks.moved >> spot & 1 == 1;
        free && few && moved && self.is_place(spot, hand.owns(spot))
    }

    /// The pit of the last seed but one of a lap (`WG3`).
    fn last_but_one<P: Pits, X: Extra, C: Chooser<TwoRows<P, X>>, O: Observer>(
        hand: &Hand<'_, P, X, Self, C, O>,
        lap: Lap,
    ) -> Option<u8> {
        if hand.play.memory & PARTED != 0 {
            return Some((hand.play.memory >> PART_END & 31) as u8);
        }
        let before = usize::from(lap.seeds).checked_sub(2)?;
        drops(hand.game.laps.len(), lap).nth(before)
    }

    /// Claims a pit for the mover.
    fn claim<P: Pits, X: Extra, C: Chooser<TwoRows<P, X>>, O: Observer>(
        hand: &mut Hand<'_, P, X, Self, C, O>,
        spot: u8,
    ) {
        hand.mark(|marks| marks.claimed[0] |= 1 << spot);
        let note = match hand.before.status.to_move {
            Side::South => CLAIMS[0],
            Side::North => CLAIMS[1],
        };
        hand.observer.note(note, Place::Ring(spot));
    }

    /// What a last seed in a claimed pit takes (`WG8`, `WG9`, `WG15`).
    fn take_from_claim<P: Pits, X: Extra, C: Chooser<TwoRows<P, X>>, O: Observer>(
        &self,
        hand: &mut Hand<'_, P, X, Self, C, O>,
        spot: u8,
    ) {
        let marks = hand.marks();
        let theirs = marks.claimed[1] >> spot & 1 == 1;
        let takes = self.takes[usize::from(theirs)];
        let guarded = self.left_end == LeftEnd::Guarded;
        if hand.quiet || takes == 0 || guarded && spot == 0 {
            return;
        }
        let spares = self.first_touch == FirstTouch::TakesNothing && theirs;
        if spares && marks.touched >> spot & 1 == 0 {
            hand.mark(|marks| marks.touched |= 1 << spot);
            hand.observer.note(SPARED, Place::Ring(spot));
            return;
        }
        let seeds = takes.min(hand.play.ring.get(spot));
        let took = if theirs {
            self.take(hand, spot, seeds)
        } else {
            Self::take_to(hand, spot, seeds, None);
            true
        };
        let their_left_end = guarded && spot == hand.game.rows.beyond();
        let gives = match self.again {
            Again::Never => false,
            Again::AfterTheirs => theirs,
            Again::AfterOwn => !theirs || their_left_end,
        };
        hand.play.again |= took && gives;
    }

    /// Captures so many seeds of a pit, if there is somewhere to put them (`WG13`); whether it did.
    fn take<P: Pits, X: Extra, C: Chooser<TwoRows<P, X>>, O: Observer>(
        &self,
        hand: &mut Hand<'_, P, X, Self, C, O>,
        spot: u8,
        seeds: u8,
    ) -> bool {
        let to = match self.taken_to {
            TakenTo::Store => None,
            TakenTo::OwnClaim => {
                let claims = hand.marks().claimed[0];
                if claims == 0 {
                    return false;
                }
                Some(claims.trailing_zeros() as u8)
            }
        };
        Self::take_to(hand, spot, seeds, to);
        true
    }

    /// Takes so many seeds of a pit to another, or to the store.
    fn take_to<P: Pits, X: Extra, C: Chooser<TwoRows<P, X>>, O: Observer>(
        hand: &mut Hand<'_, P, X, Self, C, O>,
        spot: u8,
        seeds: u8,
        to: Option<u8>,
    ) {
        let left = hand.play.ring.take(spot) - seeds;
        hand.play.ring.add(spot, left);
        let place = if let Some(to) = to {
            hand.play.ring.add(to, seeds);
            Place::Ring(to)
        } else {
            hand.play.captured[0] += seeds;
            Place::STORE
        };
        let from = Place::Ring(spot);
        hand.observer.moved(Act::Capture, from, place, seeds);
    }

    /// What a last seed in an own empty pit does to what lies opposite (`WG10`, `WG11`).
    fn take_opposite<P: Pits, X: Extra, C: Chooser<TwoRows<P, X>>, O: Observer>(
        &self,
        hand: &mut Hand<'_, P, X, Self, C, O>,
        last: u8,
        direction: Direction,
    ) {
        let facing = hand.game.opposite(last);
        let marks = hand.marks();
        let free = !(marks.all_claimed() | marks.out) & !hand.game.own_bits(marks);
        if self.pair != Pair::None && free >> facing & 1 == 1 && hand.play.ring.get(facing) == 3 {
            if self.pair == Pair::Evened {
                hand.play.ring.take(facing);
                hand.play.ring.add(facing, 2);
                hand.play.ring.add(last, 1);
                let (from, to) = (Place::Ring(facing), Place::Ring(last));
                hand.observer.moved(Act::Join, from, to, 1);
            }
            Self::claim(hand, last);
            Self::claim(hand, facing);
            return;
        }
        let mut spot = last;
        loop {
            let facing = hand.game.opposite(spot);
            let seeds = hand.play.ring.get(facing);
            let takes = free >> facing & 1 == 1 && seeds > 0 && self.opposite.has(seeds);
            if !takes || !self.take(hand, facing, seeds) {
                return;
            }
            if spot == last && self.taken == Taken::OppositeAndLast {
                self.take(hand, last, 1);
            }
            spot = hand.next(spot, direction);
            let empty = hand.owns(spot) && hand.play.ring.get(spot) == 0;
            let claimed = hand.marks().all_claimed() >> spot & 1 == 1;
            if self.chain == Chain::None || !empty || claimed {
                return;
            }
        }
    }

    /// The first move that makes fours, threes and fives (`WG17`); its lap is the seed that goes opposite.
    #[cold]
    fn plus_minus<P: Pits, X: Extra, C: Chooser<TwoRows<P, X>>, O: Observer>(
        hand: &mut Hand<'_, P, X, Self, C, O>,
        start: Start,
    ) -> Lap {
        let (game, direction) = (hand.game, start.direction);
        let seeds = hand.play.ring.take(start.spot);
        hand.play.ring.add(start.spot, seeds - 1);
        let from = Place::Ring(start.spot);
        hand.observer.moved(Act::Lift, from, Place::Hand, 1);
        let mut giver = start.spot;
        let in_play = (game.rows.all_bits() & !hand.marks().out).count_ones();
        for _ in 0..in_play / 2 {
            giver = hand.next(giver, direction);
            let next = hand.next(giver, direction);
            let seeds = hand.play.ring.take(giver);
            if seeds > 0 {
                hand.play.ring.add(giver, seeds - 1);
                hand.play.ring.add(next, 1);
                let (from, to) = (Place::Ring(giver), Place::Ring(next));
                hand.observer.moved(Act::Join, from, to, 1);
            }
            giver = next;
        }
        Lap {
            first: game.opposite(start.spot),
            seeds: 1,
            direction,
            skip: Skip::Pits(0),
        }
    }
}
