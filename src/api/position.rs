//! `position`: a position with its legal moves, what each leads to, and its result.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::given::{stopped, unusual_seeds};
use super::requests::Work;
use super::{GameOf, Refusal};
use crate::game::LegalMove;
use crate::game::{Ending, Round};
use crate::kernel::diagram::{Diagram, Value};
use crate::kernel::layout::Layout;
use crate::kernel::start::Start;
use crate::text::ordered::Ordered;
use crate::{Game, Outcome, Pit, Side};

/// Which position.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The game as far as it was played.
    pub game: GameOf,
}

/// A position.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Answer {
    /// What the variant can be named again by, if it is no text.
    pub variant: String,
    /// The position as text.
    pub position: String,
    /// The result, once the game is over.
    pub result: Option<Outcome>,
    /// The legal moves.
    pub moves: Vec<Choice>,
    /// How the game came to its end, once it is over.
    pub ending: Option<Ending>,
    /// What lies on the board.
    pub board: Board,
    /// The seeds that count for South and for North, on the board and off it; once the game is over, what the rules award.
    pub holdings: [u16; 2],
    /// How many moves have been played.
    pub plies: usize,
    /// How often the position has come up, this time included.
    pub repetitions: usize,
    /// The rounds that are over.
    pub rounds: Vec<RoundOver>,
    /// What may be a mistake of whoever asks.
    pub notes: Vec<String>,
}

/// The legal moves of a position, as `mankala moves --json` prints them.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Moves {
    /// The position as text.
    pub position: String,
    /// The result, once the game is over.
    pub result: Option<Outcome>,
    /// The legal moves.
    pub moves: Vec<Lead>,
}

impl Moves {
    /// The legal moves of the position in which a game is.
    #[must_use]
    pub fn of(game: &Game) -> Self {
        Self {
            position: game.text(),
            result: game.result(),
            moves: game.moves().iter().map(Lead::from).collect(),
        }
    }
}

/// A legal move and what it leads to.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Lead {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// The position after it.
    pub after: String,
    /// The result after it, if the game is over then.
    pub result: Option<Outcome>,
}

impl From<&LegalMove> for Lead {
    fn from(legal: &LegalMove) -> Self {
        Self {
            text: legal.text.clone(),
            after: legal.after.clone(),
            result: legal.result,
        }
    }
}

/// A legal move, and where on the board it is made.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Choice {
    /// The move and what it leads to.
    #[serde(flatten)]
    pub lead: Lead,
    /// The pit where it starts; null where the player passes.
    pub pit: Option<String>,
    /// `L` or `R` as its player sees it, where the rules leave a choice.
    pub direction: Option<char>,
}

impl Choice {
    fn new(layout: &Layout, legal: &LegalMove) -> Self {
        let letter = |(pit, direction): (Pit, _)| {
            let spot = pit.spot;
            layout.direction_letter(Start { spot, direction })
        };
        Self {
            lead: legal.into(),
            pit: legal.pit.map(|pit| layout.name(pit)),
            direction: legal.pit.zip(legal.direction).map(letter),
        }
    }
}

/// What lies on a board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Board {
    /// The player to move.
    pub to_move: Side,
    /// The seeds in each pit.
    pub pits: Ordered<u8>,
    /// What the game knows besides: seeds in stores, marked pits.
    pub fields: Ordered<Field>,
}

/// Something that a game knows besides the seeds in its pits; of two items the first is South's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Field {
    /// Seeds off the board.
    Seeds([u8; 2]),
    /// Whether it is true.
    Sides([bool; 2]),
    /// A number.
    Number(u16),
    /// How many turns have been made.
    Turns([u8; 2]),
    /// `L` or `R`, if it is settled.
    Directions([Option<&'static str>; 2]),
    /// Pits.
    Pits(Vec<String>),
    /// `open` where the player to move may swap sides, `next` in the first turn, else `closed`.
    Swap(String),
}

impl Board {
    /// The board of a game as it is now.
    #[must_use]
    pub fn of(game: &Game) -> Self {
        Self::new(game.layout(), &game.diagram())
    }

    /// A position as it is drawn.
    pub(super) fn new(layout: &Layout, diagram: &Diagram) -> Self {
        let pits = layout.drawn().into_iter().flatten();
        let field = |value: &Value| match value {
            Value::Seeds(seeds) => Field::Seeds(seeds.0),
            Value::Sides(sides) => Field::Sides(sides.0),
            Value::Number(number) => Field::Number(*number),
            Value::Turns(turns) => Field::Turns(turns.0),
            Value::Swap(swap) => Field::Swap(swap.to_string()),
            Value::Directions(ways) => Field::Directions(ways.0.map(|way| Some(way?.letter()))),
            Value::Pits(pits) => Field::Pits(pits.iter().map(|&pit| layout.name(pit)).collect()),
        };
        let fields = diagram.fields.iter();
        Self {
            to_move: diagram.to_move,
            pits: pits
                .map(|pit| (layout.name(pit), diagram.at(pit)))
                .collect(),
            fields: fields
                .map(|(name, value)| ((*name).to_owned(), field(value)))
                .collect(),
        }
    }
}

/// A round that is over.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct RoundOver {
    /// How many moves had been played by its end, in all rounds.
    pub plies: usize,
    /// The position at its end.
    pub position: String,
    /// Its result.
    pub result: Outcome,
    /// The seeds of South and of North at its end.
    pub holdings: [u16; 2],
    /// What both had after it, where points are counted.
    pub points: [u32; 2],
}

impl From<(Round, String)> for RoundOver {
    fn from((round, position): (Round, String)) -> Self {
        Self {
            plies: round.plies,
            position,
            result: round.end.result,
            holdings: round.end.seeds.0,
            points: round.points.0,
        }
    }
}

impl Request {
    pub(super) fn answer(&self, work: &Work<'_>) -> Result<Answer, Refusal> {
        let (loaded, game) = self.game.play(work.catalogue, work.stop)?;
        let moves = game.moves_until(work.stop);
        let moves = moves.ok_or_else(|| stopped("while legal moves were looked for"))?;
        let rounds = game.written_rounds().into_iter();
        Ok(Answer {
            variant: loaded.label(),
            position: game.text(),
            result: game.result(),
            moves: moves
                .iter()
                .map(|legal| Choice::new(game.layout(), legal))
                .collect(),
            ending: game.ending(),
            board: Board::of(&game),
            holdings: game.holdings().0,
            plies: game.plies(),
            repetitions: game.repetitions(),
            rounds: rounds.map(RoundOver::from).collect(),
            notes: unusual_seeds(&loaded, &game).into_iter().collect(),
        })
    }
}
