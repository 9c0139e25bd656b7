//! Names that many commands use.

pub(super) use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
pub(super) use std::fmt::Display;
pub(super) use std::fs::{self, File};
pub(super) use std::io::BufReader;
pub(super) use std::ops::Range;
pub(super) use std::path::{Path, PathBuf};
pub(super) use std::sync::Arc;
pub(super) use std::time::{Duration, Instant};

pub(super) use clap::{Args, ValueEnum};
pub(super) use serde_json::{Map, Value, json};

pub(super) use super::columns::table;
pub(super) use super::command::CommandLine;
pub(super) use super::file::{
    OfInput as _, OutArgs, Target, open_part, print_or_write, refused, write_folder,
};
pub(super) use super::filter::Filters;
pub(super) use super::memory::ThreadArgs;
pub(super) use super::output::{Output, with_fields};
pub(super) use super::progress::{ProgressLine, ticking};
pub(super) use super::variant::{
    PositionArgs, VariantArgs, files_of, game_at, load, loaded_for, loaded_with, rounds_of,
};
pub(super) use super::{CommandError, Result, check_players, interrupt, program};
pub(super) use crate::atlas::mechanisms::Profile;
pub(super) use crate::atlas::profiled;
pub(super) use crate::files::catalogue::{Catalogue, Loaded};
pub(super) use crate::files::named::taken_apart;
pub(super) use mankala_core::game::Game;
pub(super) use mankala_core::kernel::board::Side;
pub(super) use mankala_core::kernel::dice::Dice;
pub(super) use mankala_core::measure::Measure;
pub(super) use mankala_core::play::matches::{MatchHeader, Shard};
pub(super) use mankala_core::play::players::PlayerSpec;
pub(super) use mankala_core::system::number::real;
pub(super) use mankala_core::text::visible::{visible, visible_json};
pub(super) use mankala_core::text::width::{padded, paragraph, widest};
pub(super) use mankala_core::text::{join, percent, several, without_mark};
pub(super) use mankala_core::variant::sort_by;
