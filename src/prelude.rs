//! Everything that a ruleset needs, for one `use mankala::prelude::*`.

pub use std::sync::Arc;

pub use crate::files::catalogue::Catalogue;
pub use crate::game::Game;
pub use crate::kernel::board::{Direction, Pit, Pits, Pits16, Pits32, PitsInHalves, Side};
pub use crate::kernel::event::{Act, Choice, Effect, Event, Note, Observer, Place, Tell};
pub use crate::kernel::layout::{Layout, Ring, Ways};
pub use crate::kernel::sow::{Landing, Lap, LapTable, Next, Skip, Sown, relay};
pub use crate::ruleset::{BoardSpec, Faults, MaxSown, Rounds, Ruleset, SameSeeds, Sections};
pub use crate::rulesets::four_rows::{FourRows, Memory, OwnRows, Setup};
pub use crate::rulesets::two_rows::{Rows, TwoRows, majority};
pub use crate::text::render::{Marks, board};
pub use crate::variant::{
    AnyVariant, BySide, ByTurn, Choices, Chooser, Decision, Field, Judging, Lead, Move, Notation,
    Outcome, Play, Player, Position, Refusal, Repeating, Solving, Spots, Start, Starts, Status,
    Variant, by_front_rows,
};
pub use crate::{by_pits, position, two_row_rules};
