//! Everything that a ruleset needs, for one `use mankala::prelude::*`.

pub use std::sync::Arc;

pub use crate::any::{AnyGame, AnyVariant};
pub use crate::board::{Direction, Pit, Pits, Pits16, Pits32, Side};
pub use crate::catalogue::Catalogue;
pub use crate::diagram::{Diagram, Fault, Field, FieldKind, Value};
pub use crate::event::{Act, Choice, Event, Note, Observer, Place};
pub use crate::layout::{Layout, Ring, Ways};
pub use crate::render::{Marks, board};
pub use crate::sow::{Landing, Lap, Next, Relay, Skip, Tracks, relay};
pub use crate::spec::{BoardSpec, Faults, Ruleset, SameSeeds};
pub use crate::two_rows::{Rows, TwoRows};
pub use crate::variant::{
    Branching, Choices, Crossing, Decision, Move, Outcome, Position, Refusal, Start, Starts,
    Status, Turn, Variant,
};
