//! Game in text form: moves, steps and history.

use schemars::JsonSchema;
use serde::Serialize;

use super::{Ending, Game, Round};
use crate::kernel::{Diagram, Dice, Direction, Directions, Event, Layout, Pit, Side};
use crate::text::notation::{
    ByRule, Legal, MoveError, exact_move, legal_moves, read_move, settle, write_move,
    write_position,
};
use crate::text::trace::{Change, Step, trace, untold};
use crate::variant::{AnyPosition, Move, Outcome, Position as _};

/// A legal move and the position after it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LegalMove {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// Starting pit; `None` for a pass.
    #[serde(skip)]
    pub pit: Option<Pit>,
    /// Sowing direction, if the rules leave a choice.
    #[serde(skip)]
    pub direction: Option<Direction>,
    /// The position after the move.
    pub after: String,
    /// The result after the move, if the game is over.
    pub result: Option<Outcome>,
}

impl Game {
    /// Returns the shape of the board.
    pub fn layout(&self) -> &Layout {
        self.variant.layout()
    }

    /// Returns the player to move.
    pub fn to_move(&self) -> Side {
        self.position.status().to_move
    }

    /// Returns the position as a diagram.
    pub fn diagram(&self) -> Diagram {
        self.variant.diagram(&self.position)
    }

    /// Counts the seeds of the position, on and off the board.
    pub fn seeds(&self) -> u32 {
        self.diagram().total()
    }

    /// Returns the features that the search evaluates by name, each as the mover's lead over the opponent.
    ///
    /// Empty for games that are evaluated by seeds alone.
    pub fn features(&self) -> Vec<(&'static str, i16)> {
        let features = self.variant.features(&self.position);
        self.variant.properties().feature_names.iter().copied().zip(features).collect()
    }

    /// Returns the completed rounds, each with the text of its last position.
    pub fn written_rounds(&self) -> Vec<(Round, String)> {
        let written = |round: &Round| (*round, write_position(&*self.variant, &round.position));
        self.rounds().iter().map(written).collect()
    }

    /// Returns the moves played so far as text.
    pub fn record(&self) -> Vec<String> {
        let plies = self.past.iter().zip(self.afters());
        plies
            .map(|((position, mv), after)| write_move(&*self.variant, position, *mv, after))
            .collect()
    }

    /// Returns the legal moves.
    pub fn moves(&self) -> Vec<LegalMove> {
        self.moves_until(&|| false).unwrap_or_default()
    }

    /// Returns the legal moves, or `None` if `stop` returns `true` before all are found.
    pub fn moves_until(&self, stop: &dyn Fn() -> bool) -> Option<Vec<LegalMove>> {
        let (layout, mover) = (self.layout(), self.to_move());
        let written = |legal: Legal| {
            let start = legal.mv.place();
            let two_ways = layout.directions() == Directions::Both;
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

    /// Explains why none of the legal moves starts from a filled pit of the mover, by the name of the pit.
    pub fn refusals(&self, legal: &[LegalMove]) -> Vec<(String, ByRule)> {
        let (layout, diagram) = (self.layout(), self.diagram());
        let is_start = |pit: &Pit| legal.iter().any(|legal| legal.pit == Some(*pit));
        let pits =
            layout.drawn().into_iter().flatten().filter(|pit| {
                pit.owner == diagram.to_move && diagram.at(*pit) > 0 && !is_start(pit)
            });
        let why = |name: String| Some((self.read(&name, &|| false).err()?.refused?, name));
        pits.filter_map(|pit| why(layout.name(pit))).map(|(by, name)| (name, *by)).collect()
    }

    /// Writes a legal move, given the position right after it.
    pub fn write_move(&self, mv: Move, after: AnyPosition) -> String {
        let after = settle(&*self.variant, &self.position, after);
        write_move(&*self.variant, &self.position, mv, &after)
    }

    /// Draws a legal move uniformly at random; `None` if there is none.
    pub fn random_move(&self, dice: &mut Dice) -> Option<String> {
        let (mv, after) = self.variant.random_move(&self.position, dice, &|| false)?;
        Some(self.write_move(mv, after))
    }

    /// Plays a move and returns its canonical notation.
    ///
    /// # Errors
    ///
    /// Returns a [`MoveError`] if the move is not legal; the game is unchanged.
    pub fn play(&mut self, text: &str) -> Result<String, MoveError> {
        self.play_until(text, &|| false)
    }

    /// Plays a move; the search for it ends when `stop` returns `true`.
    ///
    /// # Errors
    ///
    /// As for [`play`](Self::play). After a stop the error has no meaning.
    pub fn play_until(&mut self, text: &str, stop: &dyn Fn() -> bool) -> Result<String, MoveError> {
        let legal = self.meant(text, stop)?;
        self.commit(legal.mv, &legal.after);
        Ok(legal.text)
    }

    /// Returns the legal move that a text means, with the position right after it.
    ///
    /// # Errors
    ///
    /// Returns an error if the text means no legal move or several.
    pub fn meant(&self, text: &str, stop: &dyn Fn() -> bool) -> Result<Legal, MoveError> {
        let legal = self.read(text, stop)?;
        let after = self.variant.make(&self.position, legal.mv, &mut |_| ());
        Ok(Legal { after: after.unwrap_or(legal.after), ..legal })
    }

    /// Plays a move in canonical notation, as in a record; faster than [`play`](Self::play), which accepts more forms.
    ///
    /// # Errors
    ///
    /// Returns a message that explains why the move is not accepted; the game is unchanged.
    pub fn follow(&mut self, text: &str) -> Result<(), String> {
        if let Some((mv, after)) = exact_move(&*self.variant, &self.position, text, &|| false) {
            self.commit(mv, &after);
            return Ok(());
        }
        Err(match self.read(text, &|| false) {
            Ok(legal) => format!("{text:?} is written {:?}", legal.text),
            Err(error) => error.to_string(),
        })
    }

    /// Returns the steps of a move.
    ///
    /// With debug assertions, a last step reports seeds that moved without an event.
    ///
    /// # Errors
    ///
    /// Returns a [`MoveError`] if the move is not legal.
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

    /// Returns the events of a move.
    ///
    /// # Errors
    ///
    /// Returns a [`MoveError`] if the move is not legal.
    pub fn events(&self, text: &str) -> Result<Vec<Event>, MoveError> {
        Ok(self.events_of(&self.find(text)?))
    }

    /// Counts the move sequences of exactly this length.
    pub fn perft(&self, depth: u32) -> u64 {
        self.variant.perft(&self.position, depth, &|| false)
    }

    /// Reads a move; an error shows the position in the form of this game (`G9`).
    fn read(&self, text: &str, stop: &dyn Fn() -> bool) -> Result<Legal, MoveError> {
        let legal = read_move(&*self.variant, &self.position, text, stop);
        legal.map_err(|error| MoveError { position: self.text(), ..error })
    }

    /// Reads a move like [`read`](Self::read), but skips listing the legal moves if the text is canonical.
    fn find(&self, text: &str) -> Result<Legal, MoveError> {
        let (variant, position) = (&*self.variant, &self.position);
        let Some((mv, after)) = exact_move(variant, position, text, &|| false) else {
            return self.read(text, &|| false);
        };
        let (text, after) = (text.to_owned(), settle(variant, position, after));
        Ok(Legal { mv, text, after })
    }

    fn events_of(&self, legal: &Legal) -> Vec<Event> {
        let mut events = Vec::new();
        self.variant.make(&self.position, legal.mv, &mut |event| events.push(event));
        events
    }

    /// Returns a step that shows which seeds moved without an event, for authors of rulesets.
    fn untold_step(&self, legal: &Legal, before: &Diagram, events: &[Event]) -> Option<Step> {
        let after = self.variant.make(&self.position, legal.mv, &mut |_| ())?;
        let diagram = self.variant.diagram(&after);
        let text = untold(self.layout(), before, events, &diagram)?;
        Some(Step { text, diagram, changed: Vec::new(), hand: 0 })
    }

    /// Returns the step that reports an ending by repetition and the seeds it awards, if the move causes one.
    fn repetition_step(&self, legal: &Legal) -> Option<Step> {
        if self.recurrence == 0 {
            return None;
        }
        let mut game = self.clone();
        game.commit(legal.mv, &legal.after);
        if game.ending() != Some(Ending::Repetition) {
            return None;
        }
        let (before, diagram) = (self.variant.diagram(&legal.after), game.diagram());
        let pits = self.layout().paper().into_iter();
        let pits = pits.flat_map(|(_, pits)| pits);
        let change = |pit| Some((pit, Change::between(before.at(pit), diagram.at(pit))?));
        Some(Step {
            text: "the position is repeated: the game is over".to_owned(),
            changed: pits.filter_map(change).collect(),
            diagram,
            hand: 0,
        })
    }
}
