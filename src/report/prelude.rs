//! Names that many parts of a report use.

pub(super) use std::fmt::Write as _;

pub(super) use maud::{Markup, html};

pub(super) use super::document::{Report, Subject};
pub(super) use super::shown;
pub(super) use super::svg::{Axis, Strip, breakable, look, table, tenths};
pub(super) use crate::measure::figures::Number;
pub(super) use crate::measure::names::{Measure, Topic};
pub(super) use crate::play::players::PlayerSpec;
pub(super) use crate::system::number::real;
pub(super) use crate::text::visible::visible_lines;
pub(super) use crate::variant::sort_by;
