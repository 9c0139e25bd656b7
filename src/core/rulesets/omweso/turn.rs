//! A turn: laps, captures and choices.

use super::capture::{Captures, InPlay, Prey};
use super::{
    FIRST, FilledFront, FirstLap, LastInEmpty, OmwesoGame, On, Origin, Reserve, Resow, Turning,
};
use crate::kernel::drops;
use crate::rulesets::four_rows::FourRows;
use crate::rulesets::prelude::*;

/// Marks that seeds captured clockwise are sown clockwise again (`OM16`).
pub(super) const AGAIN: Note = Note::new("clockwise again from {pit}");
/// Marks that a lap is sown on clockwise from here (`OM15`).
pub(super) const CLOCKWISE: Note = Note::new("clockwise from {pit}");
/// Marks that the player declines to go clockwise from here (`OM15`).
pub(super) const NOT_CLOCKWISE: Note = Note::new("not clockwise from {pit}");
/// Marks that a closed pit comes into play (`OM22`).
const OPENED: Note = Note::new("{pit} is in play").unmarking("out");
/// Marks the capture of both ends of the opponent's front row (`OM24`).
const BOTH_ENDS: Note = Note::new("{mover} has captured both ends and wins").marking("ends");

/// Move in progress, with its chooser and observer.
struct Hand<'a, P: Pits, C, O> {
    captures: &'a Captures<'a, P>,
    /// Whether the move ends after its first lap (`OM20`).
    single: bool,
    play: &'a mut InPlay<P>,
    chooser: &'a mut C,
    observer: &'a mut O,
}

impl<P: Pits, C: Chooser<FourRows<P>>, O: Observer> Hand<'_, P, C, O> {
    /// Decides how the move continues after a lap.
    #[inline]
    fn landed(&mut self, lap: Lap, landing: Landing) -> Next {
        let (game, spot) = (self.captures.game, landing.spot);
        // OM20, OM24
        if self.single || self.captures.game.wins(*self.play) {
            return Next::Stop;
        }
        // OM27
        if game.rules.on == On::BeforeLap {
            let next = game.laps.next(spot, lap.direction);
            if self.play.own.get(next) == 0 {
                return Next::Stop;
            }
            return Next::Sow(self.lift(next, lap.direction));
        }
        self.play.back = self.play.back && game.stays_back(lap);
        let prey = self.captures.prey(self.play, landing, self.play.back);
        if !prey.is_none() {
            let seeds = self.take(prey, Place::Hand);
            return self.sow_captured(lap, spot, seeds);
        }
        // OM6
        if self.play.gone_on {
            return Next::Stop;
        }
        if landing.was_empty() {
            return self.go_on_from_empty(lap, spot);
        }
        let ends = match game.rules.filled_front {
            FilledFront::Relays => false,
            FilledFront::Ends => game.rows.in_front(spot),
            FilledFront::EndsInBothRows => true,
        };
        if ends {
            return Next::Stop;
        }
        let direction = match self.may_turn(lap, spot) {
            Ok(true) => Direction::Forward,
            Ok(false) => lap.direction,
            Err(endless) => return endless,
        };
        Next::Sow(self.lift(spot, direction))
    }

    /// Lifts a pit and returns the lap of its seeds.
    #[inline]
    fn lift(&mut self, spot: u8, direction: Direction) -> Lap {
        let game = self.captures.game;
        // OM27
        if game.rules.on == On::BeforeLap {
            let behind = game.rows.behind(spot);
            let prey = self.captures.prey_before(self.play, spot);
            let seeds = self.take(prey, Place::Ring(behind));
            self.play.own.add(behind, seeds);
        }
        let seeds = self.observer.lift(&mut self.play.own, spot);
        self.play.lifted = spot;
        game.lap_lifted(spot, seeds, direction, self.play.shut)
    }

    /// Brings the closed pits into play if the move starts from one (`OM22`).
    #[inline]
    fn open(&mut self, start: u8) {
        let closed = self.captures.game.marks.closed;
        if self.play.shut && closed >> start & 1 == 1 {
            self.play.shut = false;
            for Start { spot, .. } in Starts::forward(closed) {
                self.observer.note(OPENED, Place::Ring(spot));
            }
        }
    }

    /// Continues after a last seed in an empty pit that captures nothing (`OM6`).
    #[inline]
    fn go_on_from_empty(&mut self, lap: Lap, spot: u8) -> Next {
        if self.captures.game.rules.last_in_empty == LastInEmpty::Stays {
            return Next::Stop;
        }
        let onward = self.round(spot, lap.direction);
        let filled = |&pit: &u8| pit != spot && self.play.own.get(pit) > 0;
        let Some(first) = drops(self.captures.game.laps.len(), onward).find(filled) else {
            return Next::Stop;
        };
        self.play.gone_on = true;
        let seeds = self.observer.lift(&mut self.play.own, spot);
        Next::Sow(Lap { first, seeds, ..onward })
    }

    /// Returns a lap of exactly one round, from the pit after this one to this one.
    fn round(&self, spot: u8, way: Direction) -> Lap {
        let (game, shut) = (self.captures.game, self.play.shut);
        game.lap(spot, game.laps.len(), way, false, shut)
    }

    /// Returns the player's decision to go clockwise from a filled pit where a lap ends; `false` if forbidden (`OM15`).
    #[inline]
    fn may_turn(&mut self, lap: Lap, spot: u8) -> Result<bool, Next> {
        let (game, direction) = (self.captures.game, Direction::Forward);
        let pits = game.marks.reverse & !self.play.declined;
        if game.rules.turning == Turning::AtStart
            || lap.direction == direction
            || pits >> spot & 1 == 0
            || !self.captures.would_capture_from(*self.play, Start { spot, direction })
        {
            return Ok(false);
        }
        let picked = self.chooser.pick(2).map_err(|_| Next::Endless)?;
        let note = [NOT_CLOCKWISE, CLOCKWISE][usize::from(picked)];
        self.observer.note(note, Place::Ring(spot));
        self.play.declined |= 1 << spot;
        Ok(picked == 1)
    }

    /// Moves captured seeds to the hand or a pit and returns their number.
    #[inline]
    fn take(&mut self, prey: Prey, to: Place) -> u8 {
        let mut seeds = 0;
        for (spot, taken) in prey.spots.into_iter().zip(prey.seeds) {
            if taken > 0 {
                let across = &mut self.play.across;
                seeds += self.observer.capture(across, Place::Across(spot), to);
                // OM24
                self.play.ends |= u8::from(spot == 0);
                self.play.ends |= u8::from(spot == self.captures.game.columns - 1) << 1;
            }
        }
        if self.captures.game.wins(*self.play) {
            self.observer.note(BOTH_ENDS, Place::Ring(0));
        }
        self.play.declined = 0;
        self.play.gone_on = false;
        seeds
    }

    /// Returns the nearest empty pit behind this one, against the direction; the pit itself if none is empty.
    fn gap_behind(&self, spot: u8, way: Direction) -> u8 {
        let empty = |&pit: &u8| self.play.own.get(pit) == 0;
        let behind = self.round(spot, way.turned());
        let gap = drops(self.captures.game.laps.len(), behind).find(empty);
        gap.unwrap_or(spot)
    }

    /// Continues after a capture, with the lap of the captured seeds (`OM10`, `OM11`).
    #[inline]
    fn sow_captured(&mut self, lap: Lap, spot: u8, seeds: u8) -> Next {
        let game = self.captures.game;
        let first_seed = game.rules.origin == Origin::FirstSeed;
        let (from, into) = match game.rules.resow {
            Resow::LapStart => (self.play.lifted, first_seed),
            Resow::LapOrigin => (self.play.lifted, true),
            Resow::Next => (spot, false),
            Resow::AfterGap => (self.gap_behind(spot, lap.direction), false),
            Resow::OwnBack if game.rows.in_front(spot) => (game.rows.behind(spot), first_seed),
            Resow::WithOwn | Resow::OwnBack | Resow::LaidBehind => (spot, first_seed),
        };
        let with_it = match game.rules.resow {
            Resow::WithOwn => true,
            Resow::OwnBack => seeds == 1 && self.play.own.get(from) > 0,
            Resow::LapStart
            | Resow::LapOrigin
            | Resow::Next
            | Resow::AfterGap
            | Resow::LaidBehind => false,
        };
        let more = if with_it { self.observer.lift(&mut self.play.own, from) } else { 0 };
        let shut = self.play.shut;
        let onward = |way| game.lap(from, seeds + more, way, into, shut);
        if game.is_chosen() || lap.direction == Direction::Backward {
            return Next::Sow(onward(lap.direction));
        }
        let directions = [Direction::Backward, Direction::Forward].map(onward);
        self.after_clockwise(from, directions)
    }

    /// Continues after a clockwise capture: the captured seeds are sown counterclockwise, or clockwise again if
    /// that captures (`OM16`), or they are laid down (`OM17`).
    #[cold]
    fn after_clockwise(&mut self, from: u8, [usual, again]: [Lap; 2]) -> Next {
        if self.captures.game.wins(*self.play) {
            return Next::Sow(usual);
        }
        let captures_again = self.captures.would_capture(self.play, again);
        let others = self.others(from, usual.seeds, captures_again);
        let options = 1 + u16::from(captures_again) + others.len() as u16;
        let Ok(picked) = self.chooser.pick(options) else {
            return Next::Endless;
        };
        let place = Place::Ring(from);
        if picked == 0 {
            self.observer.note(Note::TURN, place);
            return Next::Sow(usual);
        }
        let Some(other) = (picked - 1).checked_sub(u16::from(captures_again)) else {
            self.observer.note(AGAIN, place);
            return Next::Sow(again);
        };
        self.play.own.add(from, usual.seeds);
        self.observer.moved(Act::Join, Place::Hand, place, usual.seeds);
        self.play.laid = true;
        let Start { spot, direction } = others.nth(u32::from(other));
        self.open(spot);
        Next::Sow(self.lift(spot, direction))
    }

    /// Returns the starts from which the move may go on after the captured seeds are laid down (`OM17`).
    fn others(&self, from: u8, seeds: u8, captures_again: bool) -> Starts {
        let (game, play) = (self.captures.game, &*self.play);
        if !game.rules.lay_down {
            return Starts::NONE;
        }
        let mut laid = *play;
        laid.own.add(from, seeds);
        let starts = game.starting(self.captures.before, laid.own, laid.shut);
        let clockwise = starts.and(Starts::forward(!(1 << play.lifted))).iter();
        let captures = |start: &Start| self.captures.would_capture_from(laid, *start);
        let mut others: Starts = clockwise.filter(captures).collect();
        if others.is_empty() && play.laid && !captures_again {
            others = starts.and(Starts::backward(!(1 << from)));
        }
        others
    }
}

impl<P: Pits> Variant for OmwesoGame<P> {
    type Position = FourRows<P>;

    const TIERS: &'static [&'static str] = &["moves that the rules put first", "other moves"];

    layout_and_opening!();

    #[inline]
    fn starts(&self, position: &FourRows<P>, tier: u8) -> Starts {
        if tier == FIRST { self.first_starts(position) } else { self.all_starts(position) }
    }

    // A turn takes long, so the call costs little and saves code size.
    #[inline(never)]
    fn turn(
        &self,
        position: &FourRows<P>,
        tier: u8,
        start: Start,
        chooser: &mut impl Chooser<FourRows<P>>,
        observer: &mut impl Observer,
    ) -> Result<FourRows<P>, TurnError> {
        let position = &self.lay_reserve(position, start, chooser, observer)?;
        let captures = Captures::new(self, position);
        let mut play = self.in_play(position, tier);
        let Start { spot, direction } = start;
        // OM14, OM15
        let clockwise = !self.is_chosen() && direction == Direction::Forward;
        let must_capture = tier == FIRST && self.rules.first_lap == FirstLap::MustCapture;
        if (clockwise || must_capture) && !captures.would_capture_from(play, start) {
            return Err(TurnError::Unfit);
        }
        let set = self.set_move(position, tier, spot);
        let single = set.is_some();
        let mut hand = Hand { captures: &captures, single, play: &mut play, chooser, observer };
        hand.open(spot);
        let lap = hand.lift(spot, direction);
        let lap = set.map_or(lap, |first| Lap { first, direction: Direction::Forward, ..lap });
        let max_sown = self.rules.max_sown;
        let landed = |play: &mut _, observer: &mut _, lap, landing| {
            let mut hand = Hand { captures: &captures, single, play, chooser, observer };
            hand.landed(lap, landing)
        };
        play = relay(&self.laps, max_sown, play, |play| &mut play.own, observer, lap, landed)?;
        Ok(self.after(position, play, direction))
    }

    #[inline]
    fn choices(&self, position: &FourRows<P>, tier: u8) -> Choices {
        // OM15 to OM17, OM29: a move has choices only if seeds go clockwise, or with a reserve.
        let anywhere = self.rules.turning == Turning::InAnyLap || self.may_lay(position);
        if anywhere || self.marks.reverse != 0 && self.has_clockwise_start(position, tier) {
            Choices::Any
        } else {
            Choices::None
        }
    }

    fn possible(&self) -> Possible {
        // OM3, OM15
        let clockwise = if self.is_chosen() { u32::MAX } else { self.marks.reverse };
        let turns = self.rules.turning == Turning::InAnyLap || self.marks.reverse != 0;
        let choices = turns || self.rules.reserve == Reserve::OneEach;
        Possible::moves(Starts::new(clockwise, u32::MAX), choices)
    }

    fn ended(&self, position: &FourRows<P>) -> Option<Outcome> {
        let mut lost = position.rings().map(|ring| self.has_lost(ring));
        // OM24
        lost[Player::Mover] |= position.extra.won;
        // OM25
        by_loss(position.status.to_move, lost).or_else(|| position.by_limit(self.rules.limit))
    }

    fn stuck(&self, _: Option<&FourRows<P>>, position: &FourRows<P>) -> Outcome {
        // OM23
        Outcome::win(position.status.to_move.other())
    }

    fn holdings(&self, position: &FourRows<P>) -> BySide<u16> {
        position.holdings()
    }
}

impl<P: Pits> OmwesoGame<P> {
    /// Returns `true` if the mover wins by capturing both ends of the opponent's front row (`OM24`).
    #[inline]
    const fn wins(&self, play: InPlay<P>) -> bool {
        self.rules.both_ends_win && play.ends == 0b11
    }

    /// Returns the state at the start of a move.
    #[inline]
    pub(super) fn in_play(&self, position: &FourRows<P>, tier: u8) -> InPlay<P> {
        InPlay {
            own: position.own,
            across: position.across,
            lifted: 0,
            ends: 0,
            shut: Self::is_shut(position) && (tier == FIRST || !self.opens_when_needed()),
            back: self.rules.back_captures && self.is_first_turn(position),
            laid: false,
            declined: 0,
            gone_on: false,
        }
    }

    /// Returns the position after a move that ends here, from the opponent's point of view.
    #[inline]
    fn after(&self, before: &FourRows<P>, play: InPlay<P>, direction: Direction) -> FourRows<P> {
        let mut extra = before.extra;
        if !play.shut {
            extra.pits[Player::Mover] = 0;
        }
        extra.turns[Player::Mover] = self.counted.min(extra.turns[Player::Mover] + 1);
        extra.directions[Player::Mover] = self.is_kept().then_some(direction);
        extra = extra.turned();
        extra.won = self.wins(play);
        let mut after = FourRows {
            own: play.across,
            across: play.own,
            captured: before.captured.turned(),
            extra,
            status: Status::going(before.status.to_move.other()),
        };
        after.status.result = self.ended(&after);
        after
    }
}
