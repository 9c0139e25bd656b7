//! A game in text: its moves, what they do, and its history.

use super::{Ending, Game, Round};
use crate::kernel::board::{Direction, Pit, Side};
use crate::kernel::diagram::Diagram;
use crate::kernel::dice::Dice;
use crate::kernel::event::Event;
use crate::kernel::layout::{Layout, Ways};
use crate::text::notation::{
    Legal, MoveError, exact_move, legal_moves, read_move, settle, write_move, write_position,
};
use crate::text::trace::{Change, Step, trace, untold};
use crate::variant::{AnyPosition, Move, Outcome, Position as _};

/// A legal move as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LegalMove {
    /// The move.
    pub text: String,
    /// The pit where it starts; none where the player passes.
    pub pit: Option<Pit>,
    /// The way in which it is sown, where the rules leave a choice.
    pub direction: Option<Direction>,
    /// The position after it.
    pub after: String,
    /// The result after it, if the game is over then.
    pub result: Option<Outcome>,
}

impl Game {
    /// The shape of the board.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        self.variant.layout()
    }

    /// The player to move.
    #[must_use]
    pub fn to_move(&self) -> Side {
        self.position.status().to_move
    }

    /// The position as a diagram.
    #[must_use]
    pub fn diagram(&self) -> Diagram {
        self.variant.diagram(&self.position)
    }

    /// All seeds of the position, on the board and off it.
    #[must_use]
    pub fn seeds(&self) -> u32 {
        self.diagram().total()
    }

    /// By what search judges the position: the names of its features, and how much more of each the player to move has
    /// than the opponent; none in a game where seeds say enough.
    #[must_use]
    pub fn features(&self) -> Vec<(&'static str, i16)> {
        let features = self.variant.features(&self.position);
        let names = self.variant.feature_names().iter().copied();
        names.zip(features).collect()
    }

    /// The rounds that are over, each with the text of its last position.
    #[must_use]
    pub fn written_rounds(&self) -> Vec<(Round, String)> {
        let written = |round: &Round| (*round, write_position(&*self.variant, &round.position));
        self.rounds().iter().map(written).collect()
    }

    /// The moves played so far, as text.
    #[must_use]
    pub fn record(&self) -> Vec<String> {
        let plies = self.past.iter().zip(self.afters());
        plies
            .map(|((position, mv), after)| write_move(&*self.variant, position, *mv, after))
            .collect()
    }

    /// The legal moves.
    #[must_use]
    pub fn moves(&self) -> Vec<LegalMove> {
        self.moves_until(&|| false).unwrap_or_default()
    }

    /// The legal moves; `None` if `stop` says yes before all are found.
    #[must_use]
    pub fn moves_until(&self, stop: &dyn Fn() -> bool) -> Option<Vec<LegalMove>> {
        let (layout, mover) = (self.layout(), self.to_move());
        let written = |legal: Legal| {
            let start = legal.mv.place();
            let two_ways = layout.ways() == Ways::Both;
            LegalMove {
                text: legal.text,
                pit: start.map(|start| layout.start_pit(mover, start)),
                direction: start.filter(|_| two_ways).map(|start| start.direction),
                after: write_position(&*self.variant, &legal.after),
                result: legal.after.status().result,
            }
        };
        let legal = legal_moves(&*self.variant, &self.position, stop).into_iter();
        let all = legal.map(written).collect();
        (!stop()).then_some(all)
    }

    /// Writes a legal move, given the position right after it.
    #[must_use]
    pub fn write_move(&self, mv: Move, after: AnyPosition) -> String {
        let after = settle(&*self.variant, &self.position, after);
        write_move(&*self.variant, &self.position, mv, &after)
    }

    /// Draws one of the legal moves, each equally likely; `None` if there is none.
    pub fn random_move(&self, dice: &mut Dice) -> Option<String> {
        let (mv, after) = self.variant.draw_move(&self.position, dice, &|| false)?;
        Some(self.write_move(mv, after))
    }

    /// Plays a move and returns it in canonical form.
    ///
    /// # Errors
    ///
    /// A [`MoveError`] if it is not legal; the game stays as it was.
    pub fn play(&mut self, text: &str) -> Result<String, MoveError> {
        self.play_until(text, &|| false)
    }

    /// Plays a move that is looked for until `stop` says yes.
    ///
    /// # Errors
    ///
    /// As [`play`](Self::play); after a stop the error means nothing.
    pub fn play_until(&mut self, text: &str, stop: &dyn Fn() -> bool) -> Result<String, MoveError> {
        let legal = self.read(text, stop)?;
        let after = self.variant.make(&self.position, legal.mv, &mut |_| ());
        self.commit(legal.mv, after.unwrap_or(legal.after));
        Ok(legal.text)
    }

    /// Plays a move given exactly as it is written, as in a record; sooner than [`play`](Self::play), which reads more.
    ///
    /// # Errors
    ///
    /// Why it is no such move, in words; the game stays as it was.
    pub fn follow(&mut self, text: &str) -> Result<(), String> {
        if let Some((mv, after)) = exact_move(&*self.variant, &self.position, text, &|| false) {
            self.commit(mv, after);
            return Ok(());
        }
        Err(match self.read(text, &|| false) {
            Ok(legal) => format!("{text:?} is written {:?}", legal.text),
            Err(error) => error.to_string(),
        })
    }

    /// What a move does, step by step.
    ///
    /// Where a ruleset does not tell its observer of every seed that moves, a last step says so in programs with
    /// debug assertions.
    ///
    /// # Errors
    ///
    /// A [`MoveError`] if it is not legal.
    pub fn trace(&self, text: &str) -> Result<Vec<Step>, MoveError> {
        let legal = self.find(text)?;
        let events = self.events_of(&legal);
        let (layout, before) = (self.layout(), self.diagram());
        let mut steps = trace(layout, &before, &events);
        if cfg!(debug_assertions) {
            steps.extend(self.untold_step(&legal, &before, &events));
        }
        steps.extend(self.repetition_step(&legal));
        Ok(steps)
    }

    /// The events of a move.
    ///
    /// # Errors
    ///
    /// A [`MoveError`] if it is not legal.
    pub fn events(&self, text: &str) -> Result<Vec<Event>, MoveError> {
        Ok(self.events_of(&self.find(text)?))
    }

    /// The number of move sequences of exactly this length.
    #[must_use]
    pub fn perft(&self, depth: u32) -> u64 {
        self.variant.perft(&self.position, depth, &|| false)
    }

    /// Reads a move; a refusal shows the position as this game writes it (`G9`).
    fn read(&self, text: &str, stop: &dyn Fn() -> bool) -> Result<Legal, MoveError> {
        let legal = read_move(&*self.variant, &self.position, text, stop);
        legal.map_err(|error| MoveError {
            position: self.text(),
            ..error
        })
    }

    /// Reads a move as [`read`](Self::read) does, but lists no others where it is written exactly so.
    fn find(&self, text: &str) -> Result<Legal, MoveError> {
        let (variant, position) = (&*self.variant, &self.position);
        let Some((mv, after)) = exact_move(variant, position, text, &|| false) else {
            return self.read(text, &|| false);
        };
        let (text, after) = (text.to_owned(), settle(variant, position, after));
        Ok(Legal { mv, text, after })
    }

    /// What happens in a legal move.
    fn events_of(&self, legal: &Legal) -> Vec<Event> {
        let mut events = Vec::new();
        let tell = &mut |event| events.push(event);
        self.variant.make(&self.position, legal.mv, tell);
        events
    }

    /// Says to the author of a ruleset which seeds moved and were not told; the step shows where they are.
    fn untold_step(&self, legal: &Legal, before: &Diagram, events: &[Event]) -> Option<Step> {
        let after = self.variant.make(&self.position, legal.mv, &mut |_| ())?;
        let diagram = self.variant.diagram(&after);
        let text = untold(self.layout(), before, events, &diagram)?;
        Some(Step {
            text,
            diagram,
            changed: Vec::new(),
            hand: 0,
        })
    }

    /// What happens where a move brings a position back and the rules end the game there.
    fn repetition_step(&self, legal: &Legal) -> Option<Step> {
        if self.recurrence == 0 {
            return None;
        }
        let mut game = self.clone();
        game.commit(legal.mv, legal.after);
        if game.ending() != Some(Ending::Repetition) {
            return None;
        }
        let before = self.variant.diagram(&legal.after);
        Some(come_back(self.layout(), &before, game.diagram()))
    }
}

/// Says that the game is over because a position came back, and what became of it.
fn come_back(layout: &Layout, before: &Diagram, diagram: Diagram) -> Step {
    let pits = layout.paper().into_iter().flat_map(|(_, pits)| pits);
    let change = |pit| Some((pit, Change::between(before.at(pit), diagram.at(pit))?));
    Step {
        text: "the position has come back: the game is over".to_owned(),
        changed: pits.filter_map(change).collect(),
        diagram,
        hand: 0,
    }
}
