//! `play`: a move with all its events, so that it can be shown seed by seed.

use super::given::play_move;
use super::position::{Board, RoundOver};
use super::prelude::*;
use mankala_core::kernel::event::{Act, Choice, Effect, Event, Place};
use mankala_core::kernel::lap::drops;
use mankala_core::kernel::layout::Layout;
use mankala_core::text::trace::{Keeper, Replay, Step};

/// Game and move.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The game before the move.
    pub game: GameOf,
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
}

/// The move, step by step.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Answer {
    /// The mover.
    pub mover: Side,
    /// The move and the position after it.
    #[serde(flatten)]
    pub ply: Ply,
    /// Kind of the game's end, if the game is over.
    pub ending: Option<Ending>,
    /// The board before the move.
    pub before: Board,
    /// The board after the move; if it ends a round, the board at the start of the next one.
    pub after: Board,
    /// The move in steps: each lap, with the lifting before it, and each capture is a step.
    pub steps: Vec<Stage>,
    /// The move in events. Applied to the board before the move, they give the board at its end.
    pub events: Vec<Happening>,
}

/// Move and position after it, as `mankala apply --json` prints them.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Ply {
    /// Number of the move; 0 before the first.
    pub ply: usize,
    /// The move in canonical form; null before the first.
    #[serde(rename = "move")]
    pub text: Option<String>,
    /// The position after the move.
    pub position: String,
    /// The result, if the game is over.
    pub result: Option<Outcome>,
    /// Seeds that count for South and North; after the end of the game, those that the rules award.
    pub holdings: [u16; 2],
    /// Number of rounds that are over, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rounds_over: Option<usize>,
    /// The last of these rounds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_round: Option<RoundOver>,
}

impl Ply {
    /// Describes the current position of a game, and the move `text` before it.
    pub fn of(game: &Game, text: Option<&str>) -> Self {
        let mut rounds = game.written_rounds();
        Self {
            ply: game.plies(),
            text: text.map(str::to_owned),
            position: game.text(),
            result: game.result(),
            holdings: game.holdings().0,
            rounds_over: (!rounds.is_empty()).then_some(rounds.len()),
            last_round: rounds.pop().map(RoundOver::from),
        }
    }
}

/// A step of a move, as `mankala apply --trace --json` prints it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Stage {
    /// Description in words.
    pub text: String,
    /// The position after the step.
    pub board: String,
    /// The pits that changed, in order.
    pub changed: Vec<String>,
    /// Seeds in the hand after the step.
    pub hand: u8,
}

impl Stage {
    /// Converts a step on a board.
    pub fn new(layout: &Layout, step: &Step) -> Self {
        let changed = step.changed.iter();
        Self {
            text: step.text.clone(),
            board: step.diagram.write(layout),
            changed: changed.map(|&(pit, _)| layout.name(pit)).collect(),
            hand: step.hand,
        }
    }
}

/// Place of seeds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Spot {
    /// In a pit.
    Pit(String),
    /// In the hand.
    Hand,
    /// In a player's part of a field of the board.
    Field {
        /// The field.
        name: &'static str,
        /// The player.
        side: Side,
    },
    /// Out of the game, counted for neither player.
    Nowhere,
}

/// An event in a move.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Happening {
    /// Description in words.
    pub text: String,
    /// Description for programs.
    #[serde(flatten)]
    pub what: What,
}

/// Kind of an event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum What {
    /// Seeds move from one place to another at once.
    Move {
        /// The reason.
        act: Act,
        /// The place they leave.
        from: Spot,
        /// The place they reach.
        to: Spot,
        /// The number of seeds.
        seeds: u8,
    },
    /// The seeds in the hand are sown.
    Sow {
        /// The places of the seeds in order, one each.
        into: Vec<Spot>,
    },
    /// The player may stop, and decides.
    Choice {
        /// Whether the player goes on.
        goes_on: bool,
    },
    /// An event that moves no seeds.
    Mark {
        /// The place.
        at: Spot,
        /// The field of the board that begins or ceases to name this pit or its side; null if none.
        field: Option<&'static str>,
        /// Whether the field names it from now on.
        named: bool,
    },
    /// The board is turned round, and the sides change hands.
    Swap,
}

impl Happening {
    fn new(replay: &Replay<'_>, event: Event) -> Self {
        let spot = |place| match replay.keeper(place) {
            Some(Keeper::Pit(pit)) => Spot::Pit(replay.layout().name(pit)),
            Some(Keeper::Hand) => Spot::Hand,
            Some(Keeper::Field(name, side)) => Spot::Field { name, side },
            None => Spot::Nowhere,
        };
        let what = match event {
            Event::Move { act, from, to, seeds } => {
                What::Move { act, from: spot(from), to: spot(to), seeds }
            }
            Event::Sow(lap) => What::Sow {
                into: drops(replay.layout().circuit(), lap)
                    .map(|drop| spot(Place::Ring(drop)))
                    .collect(),
            },
            Event::Choice(choice) => What::Choice { goes_on: choice == Choice::GoOn },
            Event::Mark { note, .. } if note.effect == Effect::TurnsBoard => What::Swap,
            Event::Mark { note, at } => {
                let (field, named) = match note.effect {
                    Effect::None | Effect::TurnsBoard => (None, false),
                    Effect::Marks(name) => (Some(name), true),
                    Effect::Unmarks(name) => (Some(name), false),
                };
                What::Mark { at: spot(at), field, named }
            }
        };
        Self { text: replay.describe(event), what }
    }
}

impl Request {
    pub(super) fn answer(&self, work: &Work<'_>) -> Result<Answer, RequestError> {
        let (_, mut game) = self.game.play(work.catalogue, work.stop)?;
        let before = game.clone();
        let (mover, text) = (game.to_move(), play_move(&mut game, &self.text, "move", work.stop)?);
        let refuse = |error| RequestError::invalid("move", error);
        let steps = before.trace(&text).map_err(refuse)?;
        let events = before.events(&text).map_err(refuse)?;
        let layout = before.layout();
        let mut replay = Replay::new(layout, &before.diagram());
        let happening = |event| {
            let happening = Happening::new(&replay, event);
            replay.apply(event);
            happening
        };
        Ok(Answer {
            mover,
            ply: Ply::of(&game, Some(&text)),
            ending: game.ending(),
            before: Board::of(&before),
            events: events.into_iter().map(happening).collect(),
            steps: steps.iter().map(|step| Stage::new(layout, step)).collect(),
            after: Board::of(&game),
        })
    }
}
