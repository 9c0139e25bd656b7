//! `play`: a move with everything that happens in it, so that it can be shown seed by seed.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::given::play_move;
use super::position::{Board, RoundOver};
use super::requests::Work;
use super::{GameOf, Refusal};
use crate::game::Ending;
use crate::kernel::event::{Act, Choice, Effect, Event, Place};
use crate::kernel::lap::drops;
use crate::kernel::layout::Layout;
use crate::text::trace::{Keeper, Replay, Step};
use crate::{Game, Outcome, Side};

/// Which move of which game.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The game before the move.
    pub game: GameOf,
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
}

/// A move.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Answer {
    /// Who makes it.
    pub mover: Side,
    /// The move and what comes of it.
    #[serde(flatten)]
    pub ply: Ply,
    /// How the game came to its end, if it did.
    pub ending: Option<Ending>,
    /// The board before it.
    pub before: Board,
    /// The board after it; where another round begins with it, the board on which that begins.
    pub after: Board,
    /// The move step by step: each lap, with the lifting before it, and each capture is one.
    pub steps: Vec<Stage>,
    /// The move event by event: carried out on the board before it, seed by seed, they give the board at the end of the move.
    pub events: Vec<Happening>,
}

/// A move and what comes of it, as `mankala apply --json` prints it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Ply {
    /// The number of the move; 0 before the first.
    pub ply: usize,
    /// The move in canonical form; null before the first.
    #[serde(rename = "move")]
    pub text: Option<String>,
    /// The position after it.
    pub position: String,
    /// The result, once the game is over.
    pub result: Option<Outcome>,
    /// The seeds that count for South and for North; once the game is over, what the rules award.
    pub holdings: [u16; 2],
    /// How many rounds are over, if any are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rounds_over: Option<usize>,
    /// The last of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_round: Option<RoundOver>,
}

impl Ply {
    /// The last move of a game, if one was made.
    #[must_use]
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
    /// What happened, in words.
    pub text: String,
    /// The position after it.
    pub board: String,
    /// The pits that changed, in the order in which they did.
    pub changed: Vec<String>,
    /// Seeds in the hand after it.
    pub hand: u8,
}

impl Stage {
    /// A step on a board.
    #[must_use]
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

/// Where seeds are.
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
    /// Where nobody counts them.
    Nowhere,
}

/// One thing that happens in a move.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Happening {
    /// In words.
    pub text: String,
    /// For programs.
    #[serde(flatten)]
    pub what: What,
}

/// What happens.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum What {
    /// Seeds go from one place to another at once.
    Move {
        /// Why.
        act: Act,
        /// From where.
        from: Spot,
        /// To where.
        to: Spot,
        /// How many.
        seeds: u8,
    },
    /// The seeds in the hand are sown.
    Sow {
        /// Where they fall, one each.
        into: Vec<Spot>,
    },
    /// The player could have stopped.
    Choice {
        /// Whether they went on.
        goes_on: bool,
    },
    /// Something that moves no seeds.
    Mark {
        /// Where.
        at: Spot,
        /// The field of the board that names this pit, or its side, from now on, or no longer; null if none does.
        field: Option<&'static str>,
        /// Whether it is named there from now on.
        named: bool,
    },
    /// The board is turned round: each side has what the other had.
    Swap,
}

impl Happening {
    fn new(replay: &Replay<'_>, event: Event) -> Self {
        let spot = |place| {
            replay
                .keeper(place)
                .map_or(Spot::Nowhere, |keeper| match keeper {
                    Keeper::Pit(pit) => Spot::Pit(replay.layout().name(pit)),
                    Keeper::Hand => Spot::Hand,
                    Keeper::Field(name, side) => Spot::Field { name, side },
                })
        };
        let what = match event {
            Event::Move {
                act,
                from,
                to,
                seeds,
            } => What::Move {
                act,
                from: spot(from),
                to: spot(to),
                seeds,
            },
            Event::Sow(lap) => What::Sow {
                into: drops(replay.layout().ring_len(), lap)
                    .map(|drop| spot(Place::Ring(drop)))
                    .collect(),
            },
            Event::Choice(choice) => What::Choice {
                goes_on: choice == Choice::GoOn,
            },
            Event::Mark { note, .. } if note.effect == Effect::TurnsBoard => What::Swap,
            Event::Mark { note, at } => {
                let (field, named) = match note.effect {
                    Effect::None | Effect::TurnsBoard => (None, false),
                    Effect::Marks(name) => (Some(name), true),
                    Effect::Unmarks(name) => (Some(name), false),
                };
                What::Mark {
                    at: spot(at),
                    field,
                    named,
                }
            }
        };
        let text = replay.describe(event);
        Self { text, what }
    }
}

impl Request {
    pub(super) fn answer(&self, work: &Work<'_>) -> Result<Answer, Refusal> {
        let (_, mut game) = self.game.play(work.catalogue, work.stop)?;
        let before = game.clone();
        let (mover, text) = (
            game.to_move(),
            play_move(&mut game, &self.text, "move", work.stop)?,
        );
        let refuse = |error| Refusal::invalid("move", error);
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
