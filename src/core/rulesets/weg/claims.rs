//! A turn of `weg`: claimed and closed pits, captures, and the continuation after a lap.

use super::Rules;
use super::options::{
    Again, AlsoClaims, Chain, FirstTouch, FromSingle, Laps, LeftEnd, Opening, Pair, PassedOverIn,
    Places, RightEnds, Sown, Taken, TakenTo, Unmoved,
};
use crate::kernel::drops;
use crate::rulesets::prelude::*;
use crate::rulesets::two_rows::{
    CrossingBack, Hand, InPlay, Marked, Marks, Of, Origin, Turns, TwoRowGame, holding,
};

/// Events of a pit claimed by South or by North.
const CLAIMS: [Note; 2] = [
    Note::new("{mover} claims {pit}").marking("claimed-S"),
    Note::new("{mover} claims {pit}").marking("claimed-N"),
];
/// Event of a closed pit.
const CLOSES: Note = Note::new("{pit} is closed").marking("out");
/// Events of a pit that South or North no longer claims.
const RELEASES: [Note; 2] = [
    Note::new("{pit} is claimed no more").unmarking("claimed-S"),
    Note::new("{pit} is claimed no more").unmarking("claimed-N"),
];
/// Event of a claimed pit that is spared once.
const SPARED: Note = Note::new("nothing is taken from {pit} the first time").marking("touched");

/// State during a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Memory {
    /// The first lap has not ended.
    first: bool,
    /// The move began with a single seed.
    single: bool,
    /// The first lap reached a pit of the opponent.
    crossed: bool,
    /// The move is the first one of the round, which is not sown on.
    opening: bool,
    /// Nothing is claimed in this move.
    quiet: bool,
    /// Last spot of the part before, in a lap sown in parts.
    part_end: Option<u8>,
}

/// Turns of `weg`.
#[derive(Debug, Clone, Copy)]
pub struct Claims {
    rules: Rules,
    /// Pits at the ends of both rows, and those next to them, as bits.
    ends: u32,
    nexts: u32,
    /// The mover's right end pit, as a bit.
    right: u32,
    /// Pits that are never closed, as bits.
    open: u32,
    /// Halves of neutral pits, as bits.
    neutral: u32,
}

impl Claims {
    /// Creates the turns for the rules of a file.
    pub(super) fn new(columns: u8, rules: &Rules) -> Self {
        let both = |row: u32| row | row << columns;
        let last = columns - 1;
        Self {
            rules: *rules,
            ends: both(1 | 1 << last),
            nexts: both(1 << 1 | 1 << last >> 1),
            right: 1 << last,
            open: match rules.right_ends {
                RightEnds::Closable => 0,
                RightEnds::Open => both(1 << last),
            },
            neutral: if rules.neutral { both(0b11 << (columns / 2 - 1)) } else { 0 },
        }
    }

    /// Returns `true` if a pit of the mover, or else of the opponent, may be claimed by its place (`WG2`).
    #[inline]
    const fn is_place(&self, spot: u8, own: bool) -> bool {
        let end = self.ends >> spot & 1 == 1;
        let next = self.nexts >> spot & 1 == 1;
        match self.rules.places {
            Places::Opponents => !own,
            Places::Any => true,
            Places::OpponentsAndOwnEnds => !own || end,
            Places::OpponentsEndsAndOwnMiddle => own != end,
            Places::EndsAndOpponentsNext => end || !own && next,
            Places::OwnMiddle => own && !end,
            Places::Ends => end,
        }
    }
}

impl Turns for Claims {
    const BOOK: [&'static str; 3] = ["WG1", "WG1", ""];
    type Memory = Memory;

    fn first_lap(
        &self,
        hand: &mut Hand<'_, impl Of<Self>>,
        start: Start,
    ) -> Result<Lap, TurnError> {
        let single = hand.play.ring.get(start.spot) == 1;
        hand.play.memory.first = true;
        hand.play.memory.single = single;
        hand.play.memory.quiet = hand.quiet;
        // WG17
        if self.rules.opening == Opening::PlusMinus && hand.before.marks.turns == ByTurn([0, 0]) {
            hand.play.memory.opening = true;
            return Ok(Self::plus_minus(hand, start));
        }
        Ok(self.lift(hand, start.spot, start.direction))
    }

    fn landed(&self, hand: &mut Hand<'_, impl Of<Self>>, lap: Lap, landing: Landing) -> Next {
        let spot = landing.spot;
        if hand.play.memory.first && self.rules.laps == Laps::RelayIfCrossed {
            let theirs = hand.game.rows.all_bits() & !hand.game.own_bits(hand.marks());
            if hand.game.laps.added(lap).filled() & theirs != 0 {
                hand.play.memory.crossed = true;
            }
        }
        if hand.play.parts.left > 0 {
            hand.play.memory.part_end = Some(spot);
        }
        if let Some(part) = hand.next_part(lap, landing) {
            return Next::Sow(part);
        }
        let first = hand.play.memory.first;
        hand.play.memory.first = false;
        // WG14
        if self.rules.closes > 0 && Self::loses(hand, spot) {
            return Next::Stop;
        }
        // WG17
        if hand.play.memory.opening {
            if !hand.quiet {
                self.claims(hand, lap, landing, false);
            }
            return Next::Stop;
        }
        // WG25
        let claimed = hand.marks().all_claimed();
        if (claimed | self.neutral) >> spot & 1 == 1 {
            if claimed >> spot & 1 == 1 {
                self.take_from_claim(hand, spot);
            }
            return Next::Stop;
        }
        let own = hand.owns(spot);
        if !hand.quiet {
            if self.claims(hand, lap, landing, first) {
                // WG23
                let claimed = hand.marks().all_claimed() >> spot & 1 == 1;
                return if claimed {
                    Next::Stop
                } else {
                    Next::Sow(self.lift(hand, spot, lap.direction))
                };
            }
            // WG12
            if self.rules.counts.has(landing.seeds) && self.take(hand, spot, landing.seeds) {
                return Next::Stop;
            }
            // WG14
            if self.rules.closes > 0
                && landing.seeds == self.rules.closes
                && (!own || self.rules.closes_own)
                && self.open >> spot & 1 == 0
            {
                hand.play.marks.out |= 1 << spot;
                hand.observer.note(CLOSES, Place::Ring(spot));
                return Next::Sow(self.lift(hand, spot, lap.direction));
            }
            if landing.was_empty() && own {
                self.take_opposite(hand, spot, lap.direction);
            }
        }
        // WG16
        if first && self.rules.crossing_back == CrossingBack::Barred && hand.play.memory.single {
            hand.bar_crossing_back(lap, spot);
        }
        let goes_on = match self.rules.laps {
            Laps::Relay => true,
            Laps::Single => false,
            Laps::RelayIfCrossed => hand.play.memory.crossed,
        };
        if landing.was_empty() || !goes_on {
            return Next::Stop;
        }
        Next::Sow(self.lift(hand, spot, lap.direction))
    }

    fn starts<P: Pits>(
        &self,
        game: &TwoRowGame<P, Self>,
        position: &Marked<P>,
        starts: Starts,
    ) -> Starts {
        let (ring, marks) = (position.ring, position.marks);
        let mut allowed = starts.without(Starts::new(self.neutral, self.neutral));
        // WG6
        if self.rules.from_single == FromSingle::Barred
            && game.common.sowing.origin != Origin::FirstSeed
        {
            let theirs = !game.own_bits(marks) & !marks.all_claimed() & !marks.out;
            let passed = Marks { out: self.barred(game, marks, true), ..marks };
            for start in starts.iter().filter(|start| ring.get(start.spot) == 1) {
                let next = game.next_in_play(passed, start.spot, start.direction);
                if theirs >> next & 1 == 1 && ring.get(next) + 1 == self.rules.claim {
                    allowed.remove(start);
                }
            }
        }
        // WG15
        if self.rules.left_end == LeftEnd::Kept && ring.get(0) <= 3 {
            let others = allowed.and(Starts::new(!1, !1));
            if !others.is_empty() {
                allowed = others;
            }
        }
        // WG24
        let turns = marks.turns.map(u16::from);
        if self.rules.ranked && turns.own() + turns.other() >= u16::from(game.common.quiet) {
            allowed = ranked(&ring, allowed);
        }
        // WG17
        let first = match self.opened_from(marks) {
            Some(spots) => allowed.and(Starts::both(spots)),
            None => Starts::NONE,
        };
        if first.is_empty() { allowed } else { first }
    }

    #[inline]
    fn bars(&self) -> bool {
        self.rules.from_single == FromSingle::Barred || self.neutral != 0
    }

    #[inline]
    fn nobodys<P: Pits>(&self, _: &TwoRowGame<P, Self>, _: P, marks: Marks) -> u32 {
        self.neutral & !marks.all_claimed()
    }

    #[inline]
    fn choices(&self) -> Choices {
        if self.neutral == 0 { Choices::None } else { Choices::Any }
    }

    fn picked(&self, picks: u32, asked: impl FnOnce() -> bool) -> Option<String> {
        // WG25
        let end = if picks == 0 { "/L" } else { "/R" };
        (self.neutral != 0 && asked()).then(|| end.to_owned())
    }

    #[inline]
    fn passed<P: Pits>(&self, game: &TwoRowGame<P, Self>, play: &InPlay<P, Self::Memory>) -> u32 {
        self.skipped(game, play).unwrap_or_else(|| self.barred(game, play.marks, play.parts.last))
    }

    /// Returns `None` if one seed skips no pit for its number of seeds (`WG22`).
    #[inline]
    fn skipped<P: Pits>(
        &self,
        game: &TwoRowGame<P, Self>,
        play: &InPlay<P, Memory>,
    ) -> Option<u32> {
        let barred = self.barred(game, play.marks, play.parts.last);
        let last = play.parts.last && !self.rules.one_claim;
        if self.rules.passed_over == 0 || last || play.memory.quiet {
            return Some(barred);
        }
        let mut full = holding(&play.ring, self.rules.passed_over);
        if self.rules.passed_over_in == PassedOverIn::Opponents {
            full &= !game.own_bits(play.marks);
        }
        if self.rules.one_claim && play.parts.left < 2 {
            full &= !self.claiming(game, play);
        }
        game.skipped(play, barred, full)
    }

    #[inline]
    fn sown_apart(&self, marks: Marks) -> u8 {
        let kept_out = self.rules.sown == Sown::OwnAndLast && marks.claimed[Player::Other] != 0;
        // WG23
        let replaces = self.rules.one_claim && marks.all_claimed() != 0;
        u8::from(replaces)
            + u8::from(kept_out || self.rules.passed_over > 0 || self.rules.one_claim)
    }

    fn barred_by<P: Pits>(&self, position: &Marked<P>, spot: u8, _: bool) -> &'static str {
        let marks = position.marks;
        if marks.barred >> spot & 1 == 1 {
            "WG16"
        } else if self.neutral >> spot & 1 == 1 {
            "WG25"
        } else if self.opened_from(marks).is_some() {
            "WG17"
        } else if self.rules.left_end == LeftEnd::Kept && spot == 0 {
            "WG15"
        } else if self.rules.ranked {
            "WG24"
        } else if self.rules.from_single == FromSingle::Barred && position.ring.get(spot) == 1 {
            "WG6"
        } else {
            "WG1"
        }
    }
}

/// Returns the starts of the highest rank among these (`WG24`).
#[cold]
fn ranked<P: Pits>(ring: &P, starts: Starts) -> Starts {
    let among = |spots| starts.and(Starts::new(spots, spots));
    let exactly = |seeds| among(holding(ring, seeds));
    let (many, right) = (among(ring.at_least(4)), among(!0b111));
    if !many.is_empty() {
        return many;
    }
    if right.is_empty() {
        let lists = [1, 2].map(exactly);
        return lists.into_iter().find(|list| !list.is_empty()).unwrap_or(starts);
    }
    let twos = right.and(exactly(2));
    match twos.iter().map(|start| start.spot).max() {
        Some(last) if right.and(exactly(1)).is_empty() => among(1 << last),
        _ => right,
    }
}

impl Claims {
    /// Returns the pits from which the next move starts if the opening has a rule on this, as bits (`WG17`).
    fn opened_from(&self, marks: Marks) -> Option<u32> {
        match self.rules.opening {
            Opening::FirstFromRight if marks.turns == ByTurn([0, 0]) => Some(self.right),
            Opening::EachFromAnEnd if marks.turns[Player::Mover] == 0 => Some(self.right | 1),
            Opening::Free
            | Opening::FirstFromRight
            | Opening::EachFromAnEnd
            | Opening::PlusMinus => None,
        }
    }

    /// Returns the pits that no seed of the mover falls in, whatever they hold, as bits; `last` is set for the last seed.
    #[inline]
    fn barred<P: Pits>(&self, game: &TwoRowGame<P, Self>, marks: Marks, last: bool) -> u32 {
        let mut passed = marks.out;
        if self.rules.closes > 0 {
            passed &= game.own_bits(marks);
        }
        // WG7
        match self.rules.sown {
            Sown::Own => passed | marks.claimed[Player::Other],
            Sown::OwnAndLast if !last => passed | marks.claimed[Player::Other],
            Sown::All | Sown::OwnAndLast => passed,
        }
    }

    /// Returns the pits that one of the last two seeds of a lap claims or helps to claim, as bits (`WG23`).
    #[cold]
    fn claiming<P: Pits>(&self, game: &TwoRowGame<P, Self>, play: &InPlay<P, Memory>) -> u32 {
        let among = holding(&play.ring, self.rules.claim - 1);
        let those = |claims: &dyn Fn(u8) -> bool| {
            let spots = Starts::forward(among).iter().map(|start| start.spot);
            spots.filter(|&spot| claims(spot)).fold(0, |bits, spot| bits | 1 << spot)
        };
        match (play.marks.all_claimed() != 0, play.parts.left) {
            (false, 0) => those(&|spot| self.claimable(game, play.marks, spot)),
            (false, _) => 0,
            (true, 0) => play.memory.part_end.map_or(0, |before| {
                let next = game.next_in_play(play.marks, before, Direction::Forward);
                let made = play.ring.get(before) == self.rules.claim;
                u32::from(made && self.replaces(game, play, before)) << next
            }),
            (true, _) => those(&|spot| self.replaces(game, play, spot)),
        }
    }

    /// Returns `true` if the last two seeds of a lap can replace the claimed pit by this one, whatever it holds
    /// (`WG23`).
    #[cold]
    fn replaces<P: Pits>(
        &self,
        game: &TwoRowGame<P, Self>,
        play: &InPlay<P, Memory>,
        spot: u8,
    ) -> bool {
        let next = |spot| game.next_in_play(play.marks, spot, Direction::Forward);
        let lacks_one = |spot| play.ring.get(spot) + 1 == self.rules.claim;
        let mut theirs = Starts::forward(play.marks.claimed[Player::Other]).iter();
        let guarded = theirs.any(|claimed| {
            let guard = next(claimed.spot);
            guard == spot || lacks_one(guard)
        });
        let last = next(spot);
        let free = play.marks.all_claimed() >> last & 1 == 0;
        !guarded && free && lacks_one(last) && self.claimable(game, play.marks, spot)
    }

    /// Lifts a pit and returns its lap, or the first part of it (`WG7`, `WG22`).
    #[inline]
    fn lift(&self, hand: &mut Hand<'_, impl Of<Self>>, spot: u8, direction: Direction) -> Lap {
        if self.rules.unmoved == Unmoved::Safe {
            hand.play.marks.moved |= 1 << spot;
        }
        let seeds = hand.observer.lift(&mut hand.play.ring, spot);
        hand.play.memory.part_end = None;
        let whole = hand.quiet && self.rules.one_claim;
        if self.sown_apart(hand.marks()) > 0 && !whole {
            return hand.first_part(spot, seeds, direction);
        }
        hand.lap_from(spot, seeds, direction)
    }

    /// Takes the seeds that fell in closed pits out of play (`WG14`); `true` if the last one is among them.
    fn loses(hand: &mut Hand<'_, impl Of<Self>>, last: u8) -> bool {
        let closed = hand.marks().out;
        for Start { spot, .. } in Starts::forward(hand.play.ring.filled() & closed) {
            let seeds = hand.play.ring.take(spot);
            hand.play.marks.lost[Player::Mover] += seeds;
            hand.observer.moved(Act::Bank, Place::Ring(spot), Place::Store(1), seeds);
        }
        closed >> last & 1 == 1
    }

    /// Claims the pit of a last seed, and possibly another one (`WG2` to `WG6`); `true` if there was a claim.
    #[inline]
    fn claims(
        &self,
        hand: &mut Hand<'_, impl Of<Self>>,
        lap: Lap,
        landing: Landing,
        first: bool,
    ) -> bool {
        let Landing { spot, seeds } = landing;
        if self.rules.claim == 0 || seeds != self.rules.claim && seeds + 1 != self.rules.claim {
            return false;
        }
        if self.rules.one_claim && hand.marks().all_claimed() != 0 {
            return self.replace(hand, spot);
        }
        let single = first && hand.play.memory.single && !hand.owns(spot);
        if single && self.rules.from_single == FromSingle::ClaimsNothing
            || !self.claimable(hand.game, hand.marks(), spot)
        {
            return false;
        }
        let with = match self.rules.also_claims {
            AlsoClaims::Nothing => None,
            AlsoClaims::Opposite => Some(hand.game.opposite(spot)),
            AlsoClaims::LastButOne => {
                let before = Self::last_but_one(hand, lap);
                before.filter(|&before| {
                    let made = hand.play.ring.get(before);
                    let both = made == self.rules.claim && seeds + 1 == self.rules.claim
                        || made + 1 == self.rules.claim && seeds == self.rules.claim;
                    both && before != spot && self.claimable(hand.game, hand.marks(), before)
                })
            }
        };
        let bull = self.rules.also_claims == AlsoClaims::LastButOne && with.is_some();
        if seeds != self.rules.claim && !bull {
            return false;
        }
        Self::claim(hand, spot);
        if let Some(with) = with
            && (hand.marks().all_claimed() | hand.marks().out) >> with & 1 == 0
        {
            Self::claim(hand, with);
        }
        // WG9
        hand.play.again |= self.rules.again == Again::AfterClaim;
        true
    }

    /// Returns `true` if a pit may be claimed, whatever it holds (`WG2`, `WG5`).
    fn claimable<P: Pits>(&self, game: &TwoRowGame<P, Self>, marks: Marks, spot: u8) -> bool {
        let own = game.own_bits(marks) >> spot & 1 == 1;
        let free = (marks.all_claimed() | marks.out | self.neutral) >> spot & 1 == 0;
        let few = self.rules.claims_each == 0
            || marks.claimed[Player::Mover].count_ones() < u32::from(self.rules.claims_each);
        let moved = self.rules.unmoved == Unmoved::Claimable || marks.moved >> spot & 1 == 1;
        free && few && moved && self.is_place(spot, own)
    }

    /// Replaces the claimed pit by that of the last seed but one (`WG23`); `true` if this is allowed.
    #[cold]
    fn replace(&self, hand: &mut Hand<'_, impl Of<Self>>, last: u8) -> bool {
        let Some(before) = hand.play.memory.part_end else {
            return false;
        };
        let seeds = hand.play.ring.take(last);
        hand.play.ring.add(last, seeds - 1);
        let allowed = hand.next(before, Direction::Forward) == last
            && hand.play.ring.get(before) == self.rules.claim
            && self.replaces(hand.game, hand.play, before);
        hand.play.ring.add(last, 1);
        if allowed {
            let sides = hand.before.status.to_move.arrange(hand.marks().claimed);
            for (note, claimed) in RELEASES.into_iter().zip(sides.0) {
                for Start { spot, .. } in Starts::forward(claimed) {
                    hand.observer.note(note, Place::Ring(spot));
                }
            }
            hand.play.marks.claimed = ByTurn([0, 0]);
            Self::claim(hand, before);
        }
        allowed
    }

    /// Returns the pit of the last seed but one of a lap (`WG3`).
    fn last_but_one(hand: &Hand<'_, impl Of<Self>>, lap: Lap) -> Option<u8> {
        if hand.play.memory.part_end.is_some() {
            return hand.play.memory.part_end;
        }
        let before = usize::from(lap.seeds).checked_sub(2)?;
        drops(hand.game.laps.len(), lap).nth(before)
    }

    /// Claims a pit for the mover.
    fn claim(hand: &mut Hand<'_, impl Of<Self>>, spot: u8) {
        hand.play.marks.claimed[Player::Mover] |= 1 << spot;
        let note = CLAIMS[hand.before.status.to_move.index()];
        hand.observer.note(note, Place::Ring(spot));
    }

    /// Claims one of the neutral pits that nobody has claimed, as the mover chooses (`WG25`).
    #[cold]
    fn claim_neutral(hand: &mut Hand<'_, impl Of<Self>>) {
        let (game, claimed) = (hand.game, hand.marks().all_claimed());
        let right = game.layout.columns() / 2;
        let halves = [right - 1, right].map(|spot| [spot, game.opposite(spot)]);
        let mut free =
            halves.into_iter().filter(|halves| halves.iter().all(|half| claimed >> half & 1 == 0));
        // There is one choice in a move, so it is never refused.
        let picked = hand.chooser.pick(free.clone().count() as u16).unwrap_or(0);
        for half in free.nth(picked.into()).into_iter().flatten() {
            Self::claim(hand, half);
        }
    }

    /// Takes seeds by a last seed in a claimed pit (`WG8`, `WG9`, `WG15`).
    fn take_from_claim(&self, hand: &mut Hand<'_, impl Of<Self>>, spot: u8) {
        let marks = hand.marks();
        let theirs = marks.claimed[Player::Other] >> spot & 1 == 1;
        let takes = if theirs { self.rules.takes } else { self.rules.takes_own };
        let guarded = self.rules.left_end == LeftEnd::Guarded;
        if hand.quiet || takes == 0 || guarded && spot == 0 {
            return;
        }
        let spares = self.rules.first_touch == FirstTouch::TakesNothing && theirs;
        if spares && marks.touched >> spot & 1 == 0 {
            hand.play.marks.touched |= 1 << spot;
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
        let gives = match self.rules.again {
            Again::Never | Again::AfterClaim => false,
            Again::AfterTheirs => theirs,
            Again::AfterOwn => !theirs || their_left_end,
        };
        hand.play.again |= took && gives;
    }

    /// Captures seeds of a pit if there is a place for them (`WG13`); `true` if there is.
    fn take(&self, hand: &mut Hand<'_, impl Of<Self>>, spot: u8, seeds: u8) -> bool {
        let to = match self.rules.taken_to {
            TakenTo::Store => None,
            TakenTo::OwnClaim => {
                let claims = hand.marks().claimed[Player::Mover];
                if claims == 0 {
                    return false;
                }
                Some(claims.trailing_zeros() as u8)
            }
        };
        Self::take_to(hand, spot, seeds, to);
        true
    }

    /// Moves seeds of a pit to another pit, or to the store.
    fn take_to(hand: &mut Hand<'_, impl Of<Self>>, spot: u8, seeds: u8, to: Option<u8>) {
        let place = to.map_or(Place::STORE, Place::Ring);
        if to.is_none() {
            hand.play.captured[Player::Mover] += seeds;
        }
        hand.observer.move_some(Act::Capture, &mut hand.play.ring, spot, place, seeds);
    }

    /// Applies the effect of a last seed in an empty pit of the mover on the opposite pit (`WG10`, `WG11`).
    fn take_opposite(&self, hand: &mut Hand<'_, impl Of<Self>>, last: u8, direction: Direction) {
        let facing = hand.game.opposite(last);
        let marks = hand.marks();
        let closed = marks.all_claimed() | marks.out | self.neutral;
        let free = !closed & !hand.game.own_bits(marks);
        if self.rules.pair != Pair::None
            && free >> facing & 1 == 1
            && hand.play.ring.get(facing) == 3
        {
            if self.rules.pair == Pair::Evened {
                let (ring, to) = (&mut hand.play.ring, Place::Ring(last));
                hand.observer.move_some(Act::Join, ring, facing, to, 1);
            }
            Self::claim(hand, last);
            Self::claim(hand, facing);
            if self.neutral != 0 {
                Self::claim_neutral(hand);
            }
            return;
        }
        let mut spot = last;
        loop {
            let facing = hand.game.opposite(spot);
            let seeds = hand.play.ring.get(facing);
            let takes = free >> facing & 1 == 1 && seeds > 0 && self.rules.opposite.has(seeds);
            if !takes || !self.take(hand, facing, seeds) {
                return;
            }
            if spot == last && self.rules.taken == Taken::OppositeAndLast {
                self.take(hand, last, 1);
            }
            spot = hand.next(spot, direction);
            let empty = hand.owns(spot) && hand.play.ring.get(spot) == 0;
            let claimed = hand.marks().all_claimed() >> spot & 1 == 1;
            if self.rules.chain == Chain::None || !empty || claimed {
                return;
            }
        }
    }

    /// Plays the first move `plus-minus` and returns the lap of the seed that goes opposite (`WG17`).
    #[cold]
    fn plus_minus(hand: &mut Hand<'_, impl Of<Self>>, start: Start) -> Lap {
        let (game, direction) = (hand.game, start.direction);
        let ring = &mut hand.play.ring;
        hand.observer.move_some(Act::Lift, ring, start.spot, Place::Hand, 1);
        let mut giver = start.spot;
        let in_play = (game.rows.all_bits() & !hand.marks().out).count_ones();
        for _ in 0..in_play / 2 {
            giver = hand.next(giver, direction);
            let next = hand.next(giver, direction);
            let ring = &mut hand.play.ring;
            if ring.get(giver) > 0 {
                hand.observer.move_some(Act::Join, ring, giver, Place::Ring(next), 1);
            }
            giver = next;
        }
        Lap { first: game.opposite(start.spot), seeds: 1, direction, skip: Skip::Pits(0) }
    }
}
