//! Names that most rulesets use; the prelude of the crate `mankala` has the public ones too.

pub(super) use schemars::JsonSchema;
pub(super) use serde::{Deserialize, Serialize};

/// Implements the methods of [`Variant`] that return a field of the same name.
macro_rules! layout_and_opening {
    () => {
        fn layout(&self) -> &Layout {
            &self.layout
        }

        fn opening(&self) -> Self::Position {
            self.opening
        }
    };
}
pub(super) use layout_and_opening;

pub use crate::kernel::{
    Act, BySide, ByTurn, Choice, Direction, Directions, Effect, Event, FieldKind, Landing, Lap,
    LapTable, Layout, Next, Note, Observer, Pit, Pits, Pits16, Pits32, PitsInHalves, Place, Player,
    Ring, Side, Skip, relay,
};
pub use crate::variant::ruleset::{
    BoardSpec, Conflicts, MaxSown, Rounds, Ruleset, SameSeeds, Sections, by_pits,
};
pub use crate::variant::sections::keys;
pub(super) use crate::variant::sections::{conflicts, options};
pub use crate::variant::{
    AnyVariant, Choices, Chooser, Decision, Features, Field, IllegalMove, Judging, Lead, Move,
    Notation, Outcome, Play, Position, Possible, Repeating, Solving, Spots, Start, Starts, Status,
    TurnError, Variant, Weights, by_loss, compared, may_stop,
};
