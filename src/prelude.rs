//! Everything that a ruleset needs, for one `use mankala::prelude::*`.

pub use std::sync::Arc;

pub use crate::any::{AnyGame, AnyVariant};
pub use crate::files::catalogue::Catalogue;
pub use crate::kernel::board::{Direction, Pit, Pits, Pits16, Pits32, Side};
pub use crate::kernel::diagram::{Diagram, Fault, Field, FieldKind, Value};
pub use crate::kernel::event::{Act, Choice, Event, Note, Observer, Place};
pub use crate::kernel::layout::{Layout, Ring, Ways};
pub use crate::kernel::sow::{Landing, Lap, Next, Relay, Skip, Tracks, relay};
pub use crate::ruleset::{BoardSpec, Faults, Ruleset, SameSeeds};
pub use crate::rulesets::two_rows::{Rows, TwoRows};
pub use crate::text::render::{Marks, board};
pub use crate::variant::{
    Branching, Choices, Crossing, Decision, Move, Outcome, Position, Refusal, Start, Starts,
    Status, Turn, Variant,
};
