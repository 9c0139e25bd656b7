//! The traits of games for a game on two rows, and the notation of moves.

use crate::rulesets::prelude::*;
use std::fmt::Write as _;

use super::game::total_of;
use super::moves::FEEDING;
use super::{
    Feeding, From, Goal, Marked, Marks, Player, Repetition, Stuck, Turns, TwoRowGame, stopped_after,
};
use crate::variant::Fixed;

impl<P: Pits, T: Turns> Variant for TwoRowGame<P, T> {
    type Position = Marked<P>;

    const TIERS: &'static [&'static str] =
        &["moves that leave the opponent seeds", "moves that leave the opponent none"];

    layout_and_opening!();

    #[inline]
    fn starts(&self, position: &Marked<P>, tier: u8) -> Starts {
        let may_leave_none = matches!(self.feeding(), Feeding::IfPossible | Feeding::Always);
        if tier != FEEDING && !(may_leave_none && self.must_feed(position)) {
            return Starts::NONE;
        }
        self.base_starts(position)
    }

    // Turns take long here, so copying the result costs little, and the program gets smaller.
    #[inline(never)]
    fn turn(
        &self,
        position: &Marked<P>,
        tier: u8,
        start: Start,
        chooser: &mut impl Chooser<Marked<P>>,
        observer: &mut impl Observer,
    ) -> Result<Marked<P>, TurnError> {
        let (play, over) = self.play_out(position, start, chooser, observer)?;
        let other_moves = T::STORES || !play.again;
        if other_moves && !over && self.goes_on(position, &play) {
            if play.again {
                observer.note(Note::MOVES_AGAIN, Place::STORE);
            }
            return Ok(self.passed_on(position, &play));
        }
        self.conclude(position, tier, play, over, observer)
    }

    #[inline]
    fn choices(&self, _: &Marked<P>, _: u8) -> Choices {
        if self.common.ending.feeding == Feeding::OneSeed {
            return Choices::Any;
        }
        self.turns.choices()
    }

    fn pass(&self, position: &Marked<P>, observer: &mut impl Observer) -> Option<Marked<P>> {
        let others = self.after_pass(position);
        if self.common.ending.stuck != Stuck::Passes || !self.has_legal_move(&others) {
            return None;
        }
        observer.note(Note::PASS, Place::Hand);
        Some(others)
    }

    fn possible(&self) -> Possible {
        let any = self.common.sowing.from == From::AnyPit || self.written.owned;
        let pits = if any { self.rows.all_bits() } else { self.own_bits(Marks::default()) };
        let choices =
            self.turns.choices() != Choices::None || self.common.ending.feeding == Feeding::OneSeed;
        Possible {
            pass: self.common.ending.stuck == Stuck::Passes,
            ..Possible::moves(self.common.sowing.ways(&self.rows, pits), choices)
        }
    }

    fn ended(&self, position: &Marked<P>) -> Option<Outcome> {
        self.over(position)
    }

    fn stuck(&self, _: Option<&Marked<P>>, position: &Marked<P>) -> Outcome {
        self.outcome(position, Player::Mover, Player::Other)
    }

    fn holdings(&self, position: &Marked<P>) -> BySide<u16> {
        let marks = position.marks;
        let own =
            self.own_bits(marks) & !marks.claimed[Player::Other] | marks.claimed[Player::Mover];
        let rows = ByTurn([own, self.rows.all_bits() & !own]);
        let won = self.won(position.ring, position.captured);
        let held = rows.map(|bits| total_of(position.ring, bits)) + won.map(u16::from);
        position.status.to_move.arrange(held)
    }
}

impl<P: Pits, T: Turns> Notation for TwoRowGame<P, T> {
    fn refused_by(&self, position: &Marked<P>, refused: IllegalMove) -> Option<&'static str> {
        let [start, way, feeding] = T::BOOK;
        let is_start = |spot| {
            let starts = self.common.sowing.starts(&self.rows, position);
            let barred = position.marks.barred >> spot & 1 == 1;
            barred || starts.iter().any(|start| start.spot == spot)
        };
        let rule = match refused {
            IllegalMove::Unfit(_) if self.must_feed(position) => feeding,
            IllegalMove::Unfit(spot) => self.turns.barred_by(position, spot, true),
            IllegalMove::Barred(spot) if is_start(spot) => {
                self.turns.barred_by(position, spot, false)
            }
            IllegalMove::Barred(_) | IllegalMove::NoStart => start,
            IllegalMove::OtherDirection(_) => way,
            IllegalMove::Later => feeding,
            IllegalMove::Endless => "",
        };
        (!rule.is_empty()).then_some(rule)
    }

    fn fields(&self) -> Vec<Field> {
        self.written.fields::<P>(self.counted())
    }

    fn write_move(&self, position: &Marked<P>, mv: Move, _: &Marked<P>) -> String {
        let mut name = self.layout.start_name(position.status.to_move, mv.start);
        // Omit a direction that the rules force.
        let starts = self.starts(position, mv.tier);
        let other = Start { direction: mv.start.direction.turned(), ..mv.start };
        if !starts.contains(other) && name.ends_with(['L', 'R']) {
            name.pop();
        }
        let asked = || {
            let mut chooser = Fixed::of(mv);
            let _ = self.play_out(position, mv.start, &mut chooser, &mut ());
            chooser.asked()[1] > 0
        };
        if let Some(picked) = self.turns.picked(mv.picks, asked) {
            name += &picked;
        } else if self.turns.choices() != Choices::None
            && let Some(sowings) = stopped_after(self, position, mv)
        {
            let _ = write!(name, "!{sowings}");
        }
        if self.gives(position) {
            let from = Starts::forward(self.givers(&position.ring, position.marks));
            if let Some(start) = from.iter().nth(mv.picks as usize) {
                let pit = self.layout.start_name(position.status.to_move, start);
                name = format!("{name}+{}", pit.trim_end_matches(['L', 'R']));
            }
        }
        name
    }

    fn other_spellings(&self, position: &Marked<P>, mv: Move, after: &Marked<P>) -> Vec<String> {
        let name = self.write_move(position, mv, after);
        let (start_name, chosen) =
            name.split_at(name.find(['*', '!', '+', '/']).unwrap_or(name.len()));
        if start_name.ends_with(['L', 'R']) {
            return Vec::new();
        }
        let pit = self.layout.start_pit(position.status.to_move, mv.start);
        let start = Start { spot: pit.spot, ..mv.start };
        let letter = self.layout.direction_letter(start);
        vec![format!("{start_name}{letter}{chosen}")]
    }
}

impl<P: Pits, T: Turns> Repeating for TwoRowGame<P, T> {
    fn recurrence(&self) -> usize {
        match self.common.ending.repetition {
            Repetition::None => 0,
            Repetition::OwnRows | Repetition::Nobodys | Repetition::Draw => 2,
        }
    }

    fn repeated(&self, position: &mut Marked<P>) -> Option<Outcome> {
        Some(self.end_by_repetition(position))
    }
}

impl<P: Pits, T: Turns> Judging for TwoRowGame<P, T> {
    const LEAD: Lead = Lead::Won;
}

impl<P: Pits, T: Turns> Solving for TwoRowGame<P, T> {
    #[inline]
    fn never_returns(&self, before: &Marked<P>, after: &Marked<P>) -> bool {
        let [before, after] = [before, after].map(|position| {
            let ByTurn([own, across]) = self.won(position.ring, position.captured);
            own + across
        });
        self.turns.keeps_won() && after > before
    }

    fn count(&self, _: Option<&Marked<P>>, position: &Marked<P>) -> Option<BySide<u16>> {
        // Seeds won after a majority do not count.
        let counts = self.common.ending.goal == Goal::Most && !self.common.ending.majority;
        let mover = position.status.to_move;
        let is_over = (self.turns).ends_with(self, position.ring, position.marks, false);
        let emptied = self.stuck_by_emptiness(position, Player::Mover);
        let stuck = emptied.filter(|_| !is_over).unwrap_or(Player::Mover);
        let rest = self.common.ending.rest;
        counts.then(|| mover.arrange(self.shares(rest, position, stuck, Player::Other)))
    }

    #[inline]
    fn set_aside(&self, position: &Marked<P>) -> Option<(Marked<P>, i16)> {
        if self.common.ending.majority || !self.turns.keeps_won() {
            return None;
        }
        let mut rest = *position;
        if T::STORES {
            for player in Player::BOTH {
                rest.ring.take(self.store(player));
            }
        } else {
            rest.captured = ByTurn([0, 0]);
        }
        // The beginner of the round matters only in games that write it.
        if !self.written.starter {
            rest.marks.second = false;
        }
        let ByTurn([own, other]) = self.won(position.ring, position.captured).map(i16::from);
        Some((rest, own - other))
    }

    fn count_repeated(&self, position: &Marked<P>) -> Option<BySide<u16>> {
        // A draw says nothing about seeds.
        let counts = self.common.ending.repetition != Repetition::Draw;
        counts.then(|| position.status.to_move.arrange(self.won_by_repetition(position)))
    }

    fn played_out(&self) -> Option<Self> {
        let mut game = self.clone();
        game.common.ending.majority = false;
        // Seeds in claimed pits count for a majority, but can still be captured.
        let by_seeds = self.common.ending.repetition != Repetition::Draw;
        let for_good = self.turns.keeps_won() && !self.written.claimed && by_seeds;
        let ends = self.common.ending.majority && self.common.ending.goal == Goal::Most && for_good;
        ends.then_some(game)
    }
}
