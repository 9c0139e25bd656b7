//! Names that many parts of a report use.

pub(super) use std::collections::BTreeSet;
pub(super) use std::fmt::Write as _;

pub(super) use maud::{Markup, html};
pub(super) use serde_json::{Map, Value, json};
pub(super) use strum::IntoEnumIterator;

pub(super) use super::document::{
    Compared, Ranking, Report, Rung, Subject, VERSION, without_version,
};
pub(super) use super::grid::Sweep;
pub(super) use super::shown;
pub(super) use super::solved::Proved;
pub(super) use super::svg::{Axis, INK, Look, Strip, breakable, look, table, tenths, with_code};
pub(super) use crate::atlas::mechanisms::Profile;
pub(super) use crate::files::catalogue::Loaded;
pub(super) use mankala_core::kernel::layout::Layout;
pub(super) use mankala_core::measure::figures::{Number, figure};
pub(super) use mankala_core::measure::names::{LITERATURE, Measure, Topic};
pub(super) use mankala_core::measure::stats::Estimate;
pub(super) use mankala_core::measure::tally::Tally;
pub(super) use mankala_core::measure::verdict::{EVEN, Verdict};
pub(super) use mankala_core::play::matches::MatchSpec;
pub(super) use mankala_core::play::players::{Effort, PlayerSpec};
pub(super) use mankala_core::system::number::real;
pub(super) use mankala_core::text::join;
pub(super) use mankala_core::text::visible::visible_lines;
pub(super) use mankala_core::variant::sort_by;
