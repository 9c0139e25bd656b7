//! Names that many parts of a report use.

pub(super) use std::collections::BTreeSet;
pub(super) use std::fmt::Write as _;

pub(super) use maud::{Markup, html};
pub(super) use serde_json::{Value, json};
pub(super) use strum::IntoEnumIterator;

pub(super) use super::document::{Compared, Ranking, Report, Subject};
pub(super) use super::grid::Sweep;
pub(super) use super::proved::Proved;
pub(super) use super::shown;
pub(super) use super::svg::{Axis, INK, Strip, breakable, look, table, tenths, with_code};
pub(super) use crate::atlas::mechanisms::Profile;
pub(super) use crate::files::catalogue::Loaded;
pub(super) use crate::kernel::layout::Layout;
pub(super) use crate::measure::figures::Number;
pub(super) use crate::measure::names::{Measure, Topic};
pub(super) use crate::measure::stats::Estimate;
pub(super) use crate::measure::tally::Tally;
pub(super) use crate::measure::verdict::{EVEN, Verdict};
pub(super) use crate::play::matches::MatchSpec;
pub(super) use crate::play::players::{Effort, PlayerSpec};
pub(super) use crate::system::number::real;
pub(super) use crate::text::visible::visible_lines;
pub(super) use crate::variant::sort_by;
