//! Positions as diagrams and moves as text.

use super::turn::{AGAIN, CLOCKWISE, NOT_CLOCKWISE};
use super::{FirstLap, OmwesoGame, Reserve};
use crate::kernel::Value;
use crate::rulesets::four_rows::FourRows;
use crate::rulesets::prelude::*;

/// Writer of the choices of a move (`OM16`, `OM17`): `+` for seeds sown clockwise, `-` for the choice against it.
/// `/B1L` stands for seeds laid down and another pit played instead.
struct Choices<'a, P: Pits> {
    game: &'a OmwesoGame<P>,
    mover: Side,
    text: String,
    /// Set when captured seeds have just been laid down.
    laid: bool,
    /// Pit that was lifted after that.
    lifted: Option<u8>,
}

impl<P: Pits> Choices<'_, P> {
    fn see(&mut self, event: Event) {
        match event {
            Event::Mark { note: AGAIN | CLOCKWISE, .. } => self.text.push('+'),
            Event::Mark { note: Note::TURN | NOT_CLOCKWISE, .. } => self.text.push('-'),
            Event::Move { act: Act::Join, .. } => self.laid = true,
            Event::Move { act: Act::Lift, from: Place::Ring(spot), .. } if self.laid => {
                self.lifted = Some(spot);
            }
            Event::Sow(lap) => {
                if let Some(spot) = self.lifted.take() {
                    let start = Start { spot, direction: lap.direction };
                    self.text.push('/');
                    self.text += &self.game.start_name(self.mover, start);
                    self.laid = false;
                }
            }
            _ => {}
        }
    }
}

impl<P: Pits> Notation for OmwesoGame<P> {
    fn refused_by(&self, position: &FourRows<P>, refused: IllegalMove) -> Option<&'static str> {
        let first = self.is_first_turn(position);
        Some(match refused {
            IllegalMove::Endless => "G3",
            IllegalMove::Later if first && !self.marks.set_moves.is_empty() => "OM20",
            IllegalMove::Later if first && self.marks.first_move != 0 => "OM18",
            IllegalMove::Later if self.rules.first_lap == FirstLap::MustCapture => "OM14",
            IllegalMove::Later => "OM22",
            IllegalMove::OtherDirection(_) => "OM3",
            IllegalMove::Barred(spot)
                if Self::is_shut(position) && self.marks.closed >> spot & 1 == 1 =>
            {
                "OM21"
            }
            IllegalMove::NoStart | IllegalMove::Barred(_) => "OM4",
            IllegalMove::Unfit(_) => "OM15",
        })
    }

    fn fields(&self) -> Vec<Field> {
        // In a position that omits its turns, first turns are over and the limit is far.
        let turns = Value::Turns(BySide([self.quiet_or_set; 2]));
        let turns = FourRows::<P>::turns(self.counted).or(turns);
        Field::used([
            (self.marks.closed != 0, FourRows::<P>::out()),
            (self.counted > 0, turns),
            (self.is_kept(), FourRows::<P>::directions()),
            (self.rules.reserve != Reserve::None, FourRows::<P>::aside("reserve")),
            (self.rules.both_ends_win, FourRows::<P>::won("ends")),
        ])
    }

    fn write_move(&self, position: &FourRows<P>, mv: Move, _: &FourRows<P>) -> String {
        let mover = position.status.to_move;
        let mut text = self.start_name(mover, mv.start);
        if self.may_lay(position) {
            // OM29
            if mv.picks > 0 || self.must_lay(position, mv.start) {
                text.insert(0, '+');
            }
            return text;
        }
        let mut choices = Choices { game: self, mover, text, laid: false, lifted: None };
        if mv.picks > 0 {
            self.make(position, mv, &mut |event| choices.see(event));
        }
        // OM16: a `-` is written only if a `+` follows.
        choices.text.truncate(choices.text.trim_end_matches('-').len());
        choices.text
    }

    fn other_spellings(&self, position: &FourRows<P>, mv: Move, _: &FourRows<P>) -> Vec<String> {
        // OM3: a forced direction may be written.
        let spelling = self.name_of(position.status.to_move, mv.start, true);
        let forced = !self.has_letter(mv.start);
        forced.then_some(spelling).into_iter().collect()
    }
}

impl<P: Pits> OmwesoGame<P> {
    /// Returns `true` if a start is written with its direction: a chosen one, or a clockwise exception (`OM3`).
    fn has_letter(&self, start: Start) -> bool {
        self.is_chosen() || start.direction == Direction::Forward
    }

    /// Writes a start, with its direction where it has one.
    fn start_name(&self, mover: Side, start: Start) -> String {
        self.name_of(mover, start, self.has_letter(start))
    }

    /// Writes a start, with its direction or without.
    fn name_of(&self, owner: Side, start: Start, with_letter: bool) -> String {
        let letter = with_letter.then(|| self.layout.direction_letter(start));
        let mut name = self.layout.name(Pit { owner, spot: start.spot });
        name.extend(letter);
        name
    }
}
