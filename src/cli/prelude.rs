//! Names that many commands use.

pub(super) use clap::Args;
pub(super) use serde_json::{Value, json};

pub(super) use super::file::{OutArgs, Target, print_or_write, refused};
pub(super) use super::output::Output;
pub(super) use super::progress::ProgressLine;
pub(super) use super::variant::{PositionArgs, VariantArgs, files_of, load};
pub(super) use super::{CommandError, Result, interrupt};
pub(super) use crate::files::catalogue::{Catalogue, Loaded};
pub(super) use crate::game::Game;
pub(super) use crate::text::visible::visible;
