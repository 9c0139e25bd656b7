//! `position`: a position with its result and its legal moves, each with the position after it.

use super::given::unusual_seeds;
use super::prelude::*;
use mankala_core::game::{LegalMove, Round};
use mankala_core::kernel::board::Pit;
use mankala_core::kernel::diagram::Value;
use mankala_core::kernel::layout::Layout;
use mankala_core::kernel::start::Start;
use mankala_core::text::notation::ByRule;

/// Position to show.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The game up to now.
    pub game: GameOf,
}

/// A position.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Answer {
    /// Name and changes of the variant, which name it again unless the request gives a text.
    pub variant: String,
    /// The position as text.
    pub position: String,
    /// The result, if the game is over.
    pub result: Option<Outcome>,
    /// The legal moves.
    pub moves: Vec<Choice>,
    /// Kind of the game's end, if it is over.
    pub ending: Option<Ending>,
    /// The board.
    pub board: Board,
    /// Seeds that count for South and North, on the board and off it; after the end, those that the rules award.
    pub holdings: [u16; 2],
    /// Number of moves played.
    pub plies: usize,
    /// Number of times the position has occurred, this one included.
    pub repetitions: usize,
    /// Completed rounds.
    pub rounds: Vec<RoundOver>,
    /// Warnings about the request.
    pub notes: Vec<String>,
}

/// The legal moves of a position, as `mankala moves --json` prints them.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Moves {
    /// The position as text.
    pub position: String,
    /// The result, if the game is over.
    pub result: Option<Outcome>,
    /// The legal moves.
    pub moves: Vec<LegalMove>,
    /// The filled pits of the player to move from which no move starts, if any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub refused: Vec<RefusedPit>,
}

/// A pit from which no move starts, and the reason.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct RefusedPit {
    /// The pit.
    pub pit: String,
    /// The reason and the rule.
    #[serde(flatten)]
    pub by: ByRule,
}

impl Moves {
    /// Lists the legal moves of a game's current position.
    pub fn of(game: &Game) -> Self {
        let moves = game.moves();
        let refused = game.refusals(&moves).into_iter().map(|(pit, by)| RefusedPit { pit, by });
        Self { position: game.text(), result: game.result(), refused: refused.collect(), moves }
    }
}

/// A legal move, and its place on the board.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Choice {
    /// The move and the position after it.
    #[serde(flatten)]
    pub legal: LegalMove,
    /// The pit where it starts; null for a pass.
    pub pit: Option<String>,
    /// `L` or `R` as the mover sees it, if the rules leave a choice.
    pub direction: Option<char>,
}

impl Choice {
    fn new(layout: &Layout, legal: LegalMove) -> Self {
        let letter = |(pit, direction): (Pit, _)| {
            layout.direction_letter(Start { spot: pit.spot, direction })
        };
        Self {
            pit: legal.pit.map(|pit| layout.name(pit)),
            direction: legal.pit.zip(legal.direction).map(letter),
            legal,
        }
    }
}

/// A position as data.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Board {
    /// Player to move.
    pub to_move: Side,
    /// The seeds in each pit.
    pub pits: Ordered<u8>,
    /// The fields beside the pits: seeds in stores, marked pits.
    pub fields: Ordered<Field>,
}

/// Value of a field; in each pair the first item is South's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Field {
    /// Seeds off the board.
    Seeds([u8; 2]),
    /// A flag of each side.
    Sides([bool; 2]),
    /// A number.
    Number(u16),
    /// Numbers of turns made.
    Turns([u8; 2]),
    /// `L` or `R`, once settled.
    Directions([Option<&'static str>; 2]),
    /// Pits.
    Pits(Vec<String>),
    /// `open` where the player to move may swap sides, `next` in the first turn, else `closed`.
    Swap(String),
}

impl Board {
    /// Returns the current board of a game.
    pub fn of(game: &Game) -> Self {
        let (layout, diagram) = (game.layout(), game.diagram());
        let pits = layout.drawn().into_iter().flatten();
        let field = |value: &Value| match value {
            Value::Seeds(seeds) => Field::Seeds(seeds.0),
            Value::Sides(sides) => Field::Sides(sides.0),
            Value::Number(number) => Field::Number(*number),
            Value::Turns(turns) => Field::Turns(turns.0),
            Value::Swap(swap) => Field::Swap(swap.to_string()),
            Value::Directions(directions) => {
                Field::Directions(directions.0.map(|way| Some(way?.letter())))
            }
            Value::Pits(pits) => Field::Pits(pits.iter().map(|&pit| layout.name(pit)).collect()),
        };
        let fields = diagram.fields.iter();
        Self {
            to_move: diagram.to_move,
            pits: pits.map(|pit| (layout.name(pit), diagram.at(pit))).collect(),
            fields: fields.map(|(name, value)| ((*name).to_owned(), field(value))).collect(),
        }
    }
}

/// A round that is over.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct RoundOver {
    /// Number of moves played by its end, in all rounds.
    pub plies: usize,
    /// The position at the end of the round.
    pub position: String,
    /// The result of the round.
    pub result: Outcome,
    /// The seeds of South and North at the end of the round.
    pub holdings: [u16; 2],
    /// The points of South and North after the round, if points are counted.
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
    pub(super) fn answer(&self, work: &Work<'_>) -> Result<Answer, RequestError> {
        let (loaded, game) = self.game.play(work.catalogue, work.stop)?;
        let moves = game.moves_until(work.stop);
        let moves = moves.ok_or_else(|| stopped("while generating legal moves"))?;
        let rounds = game.written_rounds().into_iter();
        Ok(Answer {
            variant: loaded.label(),
            position: game.text(),
            result: game.result(),
            moves: moves.into_iter().map(|legal| Choice::new(game.layout(), legal)).collect(),
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
