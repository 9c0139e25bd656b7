//! A turn of `endodoi`: the starts, and the continuation after each lap.

use super::Rules;
use super::options::{After, By, First, Laps, Reach, Sown, StartPits, Twos, Uncrossed};
use crate::kernel::drops;
use crate::rulesets::prelude::*;
use crate::rulesets::two_rows::{FEW_LEFT, Hand, InPlay, Marked, Of, Turns, TwoRowGame, holding};

/// State during a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Memory {
    /// No pit is skipped because of its number of seeds.
    pub(super) open: bool,
    /// A seed has fallen in a pit of the opponent.
    crossed: bool,
    /// The turn ends with this lap.
    pub(super) once: bool,
    /// The last seed stays in the hand, for the opponent's first pit.
    pub(super) over: bool,
    /// Seeds that would fall in the opponent's pits leave the board.
    bearing_off: bool,
    /// The last seed, put back in its pit, leaves the board.
    gone: bool,
}

/// Event of a last seed before the move has reached a pit of the opponent.
const NOT_CROSSED: Note = Note::new("no seed has crossed, so nothing is captured");

/// Turns of `endodoi`.
#[derive(Debug, Clone, Copy)]
pub struct Turn {
    pub(super) rules: Rules,
    /// Set if the ring lies on the board as three rows.
    pub(super) three_rows: bool,
    /// Number of pits of a row.
    columns: u8,
    /// Set if rules depend on more than the end of a lap.
    watched: bool,
}

impl Turn {
    /// Creates the turns for the rules of a file.
    pub(super) fn new(rules: &Rules, columns: u8, three_rows: bool) -> Self {
        // Naming each key ensures that a new one is considered for `watched`.
        let Rules {
            laps: _,
            side: _,
            taken: _,
            counts: _,
            chain: _,
            grand_slam: _,
            uncrossed,
            after: _,
            passed_over,
            reach: _,
            twos: _,
            first,
            last_seeds: _,
            bearing_off,
            start: _,
            track: _,
            direction: _,
            origin: _,
            singles: _,
            from: _,
            quiet: _,
            stuck: _,
            feeding: _,
            rest: _,
            goal: _,
            majority: _,
            repetition: _,
            max_sown: _,
        } = *rules;
        let over_the_border = |first: First| first.sown == Sown::OverTheBorder;
        Self {
            rules: *rules,
            three_rows,
            columns,
            watched: first.is_some_and(over_the_border)
                || bearing_off
                || passed_over > 0
                || uncrossed != Uncrossed::Captures,
        }
    }
}

impl Turns for Turn {
    const BOOK: [&'static str; 3] = ["EN1", "EN1", "EN15"];
    type Memory = Memory;

    #[inline]
    fn landed(&self, hand: &mut Hand<'_, impl Of<Self>>, lap: Lap, landing: Landing) -> Next {
        if self.rules.start == StartPits::AfterOpponent {
            hand.play.marks.touched = 1 << landing.spot;
        }
        if self.watched
            && let Some(next) = self.watch(hand, lap, landing)
        {
            return next;
        }
        if landing.was_empty() {
            return self.landed_in_empty(hand, landing.spot, lap.direction);
        }
        // EN1
        match self.rules.laps {
            Laps::Relay if !self.watched => hand.relay_from(landing.spot, lap.direction),
            Laps::Relay => Next::Sow(self.lift(hand, landing.spot, lap.direction)),
            Laps::Alternating => Next::Sow(self.lift(hand, landing.spot, lap.direction.turned())),
            Laps::Single => Next::Stop,
        }
    }

    #[inline]
    fn first_lap(
        &self,
        hand: &mut Hand<'_, impl Of<Self>>,
        start: Start,
    ) -> Result<Lap, TurnError> {
        if hand.quiet {
            hand.play.memory.open = true;
        }
        // EN19
        if self.rules.bearing_off && hand.play.ring.at_least(2) & hand.game.rows.all_bits() == 0 {
            hand.play.memory.bearing_off = true;
        }
        let turns = hand.before.marks.turns;
        Ok(match self.rules.first {
            Some(first) if first.is_due(turns) => self.first_move(first.sown, hand, start),
            _ => self.lift(hand, start.spot, start.direction),
        })
    }

    fn starts<P: Pits>(
        &self,
        game: &TwoRowGame<P, Self>,
        position: &Marked<P>,
        starts: Starts,
    ) -> Starts {
        let turns = position.marks.turns;
        // EN20
        if self.rules.start == StartPits::AfterOpponent {
            return starts.and(Starts::both(Self::followed(game, position)));
        }
        // EN12
        if let Some(first) = self.rules.first.filter(|first| first.is_due(turns)) {
            return first.among(starts, self.columns, position.marks.out);
        }
        // EN10
        let reaches = |start: &Start| Self::reaches(game, position, *start);
        let is_free = self.rules.reach == Reach::Free;
        let starts = if is_free { starts } else { starts.iter().filter(reaches).collect() };
        // EN11
        if self.rules.twos == Twos::Free {
            return starts;
        }
        let twos = position.ring.at_least(2) & !position.ring.at_least(3);
        let others = starts.without(Starts::both(twos));
        if !others.is_empty() {
            return others;
        }
        if self.rules.twos == Twos::Last || starts.is_empty() {
            return starts;
        }
        let spots = starts.iter().fold(0, |spots, start| spots | 1 << start.spot);
        let nearest = 1 << game.rows.nearest_to_right(spots);
        starts.and(Starts::both(nearest))
    }

    /// Returns `None` if no other pit is left. The next seed changes the number in its pit, and others are skipped
    /// again.
    fn skipped<P: Pits>(
        &self,
        game: &TwoRowGame<P, Self>,
        play: &InPlay<P, Memory>,
    ) -> Option<u32> {
        let marks = play.marks;
        if self.rules.passed_over == 0 || play.memory.open {
            return Some(marks.out);
        }
        // EN9
        let theirs = game.rows.all_bits() & !game.own_bits(marks);
        let full = holding(&play.ring, self.rules.passed_over);
        game.skipped(play, marks.out, full & theirs)
    }

    #[inline]
    fn finish(&self, hand: &mut Hand<'_, impl Of<Self>>) -> bool {
        // EN14
        let few =
            self.rules.last_seeds > 0 && hand.play.ring.total() <= u16::from(self.rules.last_seeds);
        if few {
            hand.observer.note(FEW_LEFT, Place::STORE);
        }
        few
    }

    fn barred_by<P: Pits>(&self, position: &Marked<P>, spot: u8, _: bool) -> &'static str {
        if self.rules.first.is_some_and(|first| first.is_due(position.marks.turns)) {
            "EN12"
        } else if self.rules.twos != Twos::Free && position.ring.get(spot) == 2 {
            "EN11"
        } else if self.rules.start == StartPits::AfterOpponent {
            "EN20"
        } else if self.rules.reach != Reach::Free {
            "EN10"
        } else {
            "EN1"
        }
    }
}

impl Turn {
    /// Returns the pits from which a turn starts that follows another: the player's own, or the pit after its end
    /// (`EN20`).
    fn followed<P: Pits>(game: &TwoRowGame<P, Self>, position: &Marked<P>) -> u32 {
        let marks = position.marks;
        let ByTurn([own, other]) = marks.turns;
        if own == 0 || other == 0 || marks.touched == 0 {
            return game.own_bits(marks);
        }
        let mut spot = marks.touched.trailing_zeros() as u8;
        for _ in 0..game.laps.len() {
            spot = game.next_in_play(marks, spot, Direction::Forward);
            if position.ring.get(spot) > 0 {
                break;
            }
        }
        1 << spot
    }

    /// Lifts a pit and returns its lap.
    #[inline]
    pub(super) fn lift(
        &self,
        hand: &mut Hand<'_, impl Of<Self>>,
        spot: u8,
        direction: Direction,
    ) -> Lap {
        let seeds = hand.observer.lift(&mut hand.play.ring, spot);
        if hand.play.memory.bearing_off {
            return Self::bear_off(hand, spot, seeds, direction);
        }
        if self.rules.passed_over > 0 {
            return hand.first_part(spot, seeds, direction);
        }
        hand.lap_from(spot, seeds, direction)
    }

    /// Returns the part of a lap that falls in the mover's pits; the other seeds leave the board (`EN19`).
    #[cold]
    fn bear_off(
        hand: &mut Hand<'_, impl Of<Self>>,
        spot: u8,
        seeds: u8,
        direction: Direction,
    ) -> Lap {
        let lap = hand.lap_from(spot, seeds, direction);
        let stay = drops(hand.game.layout.circuit(), lap).take_while(|&spot| hand.owns(spot));
        let stay = u8::try_from(stay.count()).unwrap_or(seeds);
        if stay == seeds {
            return lap;
        }
        hand.play.memory.once = true;
        // A lap needs a seed: if none stays, the last one is put back and banked from there.
        let leave = if stay == 0 { seeds - 1 } else { seeds - stay };
        if leave > 0 {
            hand.play.captured[Player::Mover] += leave;
            hand.observer.moved(Act::Bank, Place::Hand, Place::STORE, leave);
        }
        if stay == 0 {
            hand.play.memory.gone = true;
            return one_seed(spot, direction);
        }
        Lap { seeds: stay, ..lap }
    }

    /// Returns `true` if the first lap from here crosses, or ends across, or in an empty pit (`EN10`).
    fn reaches<P: Pits>(game: &TwoRowGame<P, Self>, position: &Marked<P>, start: Start) -> bool {
        let marks = position.marks;
        let quiet = u16::from(marks.turns[Player::Mover]) + u16::from(marks.turns[Player::Other])
            < u16::from(game.common.quiet);
        let mut play = TwoRowGame::<P, Self>::in_play(position);
        let seeds = play.ring.take(start.spot);
        play.memory.open = quiet;
        // A lap around the ring reaches every pit that is not skipped, in whichever part.
        let lap = game.lap(&play, start.spot, seeds, start.direction);
        let (added, end) = (game.laps.added(lap), game.laps.end(lap));
        let own = game.own_bits(marks);
        let to_empty = play.ring.get(end) == 0 && added.get(end) == 1;
        let across = match game.turns.rules.reach {
            Reach::EndAcrossOrEmpty => 1 << end,
            Reach::Free | Reach::CrossOrEmpty => added.filled(),
        };
        across & !own != 0 || to_empty
    }

    /// Records that a seed has fallen in one of these pits, if one is the opponent's.
    #[inline]
    pub(super) fn see_crossing(hand: &mut Hand<'_, impl Of<Self>>, spots: u32) {
        if spots & !hand.game.own_bits(hand.marks()) != 0 {
            hand.play.memory.crossed = true;
        }
    }

    /// Returns the next step after a lap if it does not depend on where the lap ended.
    #[inline(never)]
    fn watch(
        &self,
        hand: &mut Hand<'_, impl Of<Self>>,
        lap: Lap,
        landing: Landing,
    ) -> Option<Next> {
        Self::see_crossing(hand, hand.game.laps.added(lap).filled());
        if hand.play.memory.gone {
            hand.bank(landing.spot);
            return Some(Next::Stop);
        }
        if self.rules.passed_over > 0
            && let Some(part) = hand.next_part(lap, landing)
        {
            return Some(Next::Sow(part));
        }
        if hand.play.memory.over {
            hand.play.memory.over = false;
            return Some(Next::Sow(Self::over_the_border(hand, landing.spot, lap.direction)));
        }
        hand.play.memory.once.then_some(Next::Stop)
    }

    /// Returns the next step after a last seed in an empty pit.
    #[inline]
    fn landed_in_empty(
        &self,
        hand: &mut Hand<'_, impl Of<Self>>,
        spot: u8,
        direction: Direction,
    ) -> Next {
        // EN7
        let crossed = self.rules.uncrossed == Uncrossed::Captures || hand.play.memory.crossed;
        if !crossed && hand.owns(spot) {
            hand.observer.note(NOT_CROSSED, Place::Ring(spot));
            hand.play.again = self.rules.uncrossed == Uncrossed::MovesAgain;
            return Next::Stop;
        }
        // EN13
        if hand.quiet || !self.capture(hand, spot, direction) {
            return Next::Stop;
        }
        // EN8
        match self.rules.after {
            After::Ends => Next::Stop,
            After::Again => {
                hand.play.again = true;
                Next::Stop
            }
            After::LastMovesOn => {
                // EN19
                let next = hand.next(spot, direction);
                if hand.play.memory.bearing_off && !hand.owns(next) {
                    hand.bank(spot);
                    return Next::Stop;
                }
                let seeds = hand.observer.lift(&mut hand.play.ring, spot);
                let passed = Skip::Pits(self.passed(hand.game, hand.play));
                Next::Sow(hand.game.laps.onward(spot, seeds, direction, passed))
            }
        }
    }

    #[cold]
    pub(super) fn first_move(
        &self,
        sown: Sown,
        hand: &mut Hand<'_, impl Of<Self>>,
        start: Start,
    ) -> Lap {
        let Start { spot, direction } = start;
        if sown != Sown::AsEver {
            hand.play.memory.open = true;
        }
        match sown {
            Sown::AsEver => self.lift(hand, spot, direction),
            Sown::Two => {
                let ring = &mut hand.play.ring;
                let two = ring.get(spot).min(2);
                hand.observer.move_some(Act::Lift, ring, spot, Place::Hand, two);
                hand.lap_from(spot, two, direction)
            }
            Sown::ThreeAndTheRest => {
                let seeds = hand.observer.lift(&mut hand.play.ring, spot);
                let next = hand.next(spot, direction);
                let after = hand.next(next, direction);
                let last = if seeds > 3 { after } else { next };
                Self::drop_at_once(hand, next, seeds.min(4) - 1);
                Self::drop_at_once(hand, after, seeds.max(4) - 4);
                one_seed(last, direction)
            }
            Sown::OverTheBorder => {
                hand.play.memory.once = true;
                let seeds = hand.observer.lift(&mut hand.play.ring, spot);
                let lap = hand.lap_from(spot, seeds, direction);
                if !hand.owns(hand.game.laps.end(lap)) {
                    return lap;
                }
                if seeds == 1 {
                    return Self::over_the_border(hand, spot, direction);
                }
                hand.play.memory.over = true;
                Lap { seeds: seeds - 1, ..lap }
            }
        }
    }

    /// Puts several seeds from the hand in one pit.
    fn drop_at_once(hand: &mut Hand<'_, impl Of<Self>>, spot: u8, seeds: u8) {
        if seeds > 0 {
            hand.play.ring.add(spot, seeds);
            hand.observer.moved(Act::Join, Place::Hand, Place::Ring(spot), seeds);
            Self::see_crossing(hand, 1 << spot);
        }
    }

    /// Returns a lap of one seed into the opponent's first pit after this one.
    pub(super) fn over_the_border(
        hand: &Hand<'_, impl Of<Self>>,
        spot: u8,
        direction: Direction,
    ) -> Lap {
        let mut first = hand.next(spot, direction);
        while hand.owns(first) && first != spot {
            first = hand.next(first, direction);
        }
        one_seed(first, direction)
    }
}

impl First {
    /// Returns `true` if a first move is due after these numbers of turns of the mover and the opponent.
    fn is_due(self, turns: ByTurn<u8>) -> bool {
        match self.by {
            By::Each => turns.own() == 0,
            By::Starter => turns == ByTurn([0, 0]),
        }
    }

    /// Returns the starts of a first move in a row of this length, or all starts if there are none.
    fn among(self, starts: Starts, columns: u8, out: u32) -> Starts {
        let in_play = (0..columns).rev().filter(|spot| out >> spot & 1 == 0);
        let meant = (1..).zip(in_play).filter(|&(number, _)| self.from.has(number));
        let spots = meant.fold(0, |spots, (_, spot)| spots | 1 << spot);
        let meant = starts.and(Starts::both(spots));
        if meant.is_empty() { starts } else { meant }
    }
}

/// Returns a lap of one seed into this pit.
pub(super) const fn one_seed(first: u8, direction: Direction) -> Lap {
    Lap { first, seeds: 1, direction, skip: Skip::Pits(0) }
}
