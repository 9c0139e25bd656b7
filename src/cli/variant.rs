//! Arguments that name a variant and a position, shared by the commands.

use std::path::PathBuf;

use crate::api::unusual_seeds;
use crate::files::catalogue::{COMMAND_LINE, Catalogue, Loaded};
use crate::files::named::{is_path, taken_apart};
use clap::Args;
use mankala_core::game::Game;
use mankala_core::play::matches::MatchHeader;
use mankala_core::text::diagnostic::{Diagnostic, Diagnostics};
use mankala_core::variant::ruleset::Rounds;

use super::command::quoted;
use super::file::OfInput as _;
use super::output::Output;
use super::{CommandError, Result};

/// One variant.
#[derive(Debug, Args)]
pub(crate) struct VariantArgs {
    /// A name from `list`, or a path to a .toml file; NAME:key=value,… changes rules.
    ///
    /// An argument that ends in .toml is a path, even with colons and equals signs. Changes follow a name or path after
    /// a colon, separated by commas: kalah:board.columns=3,setup.seeds=5.
    variant: String,
    /// Override a key of the variant, like --set board.columns=3.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    set: Vec<String>,
}

impl VariantArgs {
    /// Returns the variant with all changes as a word of another command.
    pub(crate) fn spelled(&self, loaded: &Loaded) -> String {
        let (named, _) = taken_apart(&self.variant);
        let label = loaded.label();
        let changes = label.strip_prefix(&loaded.header.name).unwrap_or_default();
        let name = if is_path(named) { named } else { &loaded.header.name };
        quoted(&format!("{name}{changes}"))
    }

    pub(crate) fn load(&self, catalogue: &Catalogue) -> Result<Loaded> {
        load(catalogue, &self.variant, &self.set)
    }

    /// Returns the argument if no option changes it.
    pub(crate) fn word(&self) -> Option<&str> {
        self.set.is_empty().then_some(&self.variant)
    }

    /// Returns the variant as the user named it; with `--set`, its name and all changes.
    pub(crate) fn name(&self, loaded: &Loaded) -> String {
        if self.set.is_empty() { self.variant.clone() } else { loaded.label() }
    }
}

/// Returns the files of a variant, if it comes from files.
pub(crate) fn files_of(loaded: &Loaded) -> Vec<PathBuf> {
    let own = PathBuf::from(&loaded.origin);
    let parent = loaded.header.inherits.iter().map(|parent| own.with_file_name(parent));
    parent.chain([own.clone()]).collect()
}

/// Loads `NAME` or `NAME:key=value,key=value`, with more changes.
pub(crate) fn load(catalogue: &Catalogue, named: &str, set: &[String]) -> Result<Loaded> {
    catalogue.load(named, set).map_err(CommandError::input)
}

/// Loads a variant that a file names, by name only: the author of the file must not make the program open other files.
pub(crate) fn read_held(
    catalogue: &Catalogue,
    named: &str,
    set: &[String],
) -> Result<Loaded, Diagnostics> {
    let (name, _) = taken_apart(named);
    if is_path(name) {
        let message =
            format!("found the path of a variant; to open the file, use --variant {name}");
        return Err(Diagnostic::new(COMMAND_LINE, message).into());
    }
    catalogue.load(named, set)
}

pub(crate) fn loaded_for(
    catalogue: &Catalogue,
    header: &MatchHeader,
    named: Option<&str>,
) -> Result<Loaded, String> {
    loaded_with(catalogue, &header.variant, &header.rules, named)
}

/// Finds the variant with this name and digest, for games, a proof or tables.
///
/// Refuses a name that differs from that of the rules, as the claim about the name is unchecked.
pub(crate) fn loaded_with(
    catalogue: &Catalogue,
    variant: &str,
    rules: &str,
    named: Option<&str>,
) -> Result<Loaded, String> {
    let loaded = match named {
        Some(named) => catalogue.load(named, &[]).map_err(|wrong| wrong.to_string())?,
        None => read_held(catalogue, variant, &[])
            .map_err(|_| format!("unknown variant {variant:?}; name its file with --variant"))?,
    };
    let digest = loaded.digest();
    if digest != rules {
        return Err(format!(
            "the rules differ: expected the digest {rules:?}, that of {} is {digest}",
            named.unwrap_or(variant)
        ));
    }
    let label = loaded.label();
    if label != variant {
        return Err(format!(
            "the file names the variant {variant:?}, but its rules are those of {label:?}"
        ));
    }
    Ok(loaded)
}

/// A position of the variant; the opening if none is given.
#[derive(Debug, Args)]
pub(crate) struct PositionArgs {
    /// A position, "ROWS SIDE [FIELD=VALUE …]"; the opening if left out.
    #[arg(long, value_name = "POSITION")]
    pub(crate) position: Option<String>,
}

impl PositionArgs {
    pub(crate) fn game(&self, loaded: &Loaded, output: &mut Output) -> Result<Game> {
        game_at(loaded, self.position.as_deref(), output).of("--position")
    }
}

/// Starts a game from a written position or the opening, with a note if its number of seeds is unusual (`G7`).
pub(crate) fn game_at(
    loaded: &Loaded,
    position: Option<&str>,
    output: &mut Output,
) -> Result<Game> {
    let game = loaded.game_at(position).map_err(CommandError::input)?;
    if let Some(note) = unusual_seeds(loaded, &game) {
        output.note(note);
    }
    Ok(game)
}

/// Returns the rules of rounds if `asked`; refuses a variant with only one round.
pub(crate) fn rounds_of(loaded: &Loaded, asked: bool) -> Result<Option<Rounds>> {
    if asked && !loaded.rounds.several() {
        refuse!(
            "--rounds: {} has only one round, as its file has no section [rounds]",
            loaded.header.name
        );
    }
    Ok(asked.then_some(loaded.rounds))
}
