//! Names that nearly every request uses.

pub(super) use schemars::JsonSchema;
pub(super) use serde::{Deserialize, Serialize};
pub(super) use serde_json::Value;

pub(super) use super::given::{GameOf, Limit, TEXT, VariantOf, short_enough, stopped, within};
pub(super) use super::progress::{Played, Progress, Work};
pub(super) use super::wire::{Big, RequestError};
pub(super) use crate::atlas::mechanisms::Profile;
pub(super) use crate::files::catalogue::{Catalogue, Loaded};
pub(super) use mankala_core::game::{Ending, Game};
pub(super) use mankala_core::kernel::board::Side;
pub(super) use mankala_core::text::ordered::Ordered;
pub(super) use mankala_core::variant::Outcome;
