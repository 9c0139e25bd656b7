//! The arguments that name a variant and a position, the same for every command.

use std::path::PathBuf;

use crate::api::unusual_seeds;
use crate::files::catalogue::{COMMAND_LINE, Catalogue, Loaded};
use crate::files::named::{is_path, taken_apart};
use crate::game::Game;
use crate::play::matches::Heading;
use crate::text::diagnostic::{Diagnostic, Diagnostics};
use crate::variant::ruleset::Rounds;
use clap::Args;

use super::Failure;
use super::output::Output;

/// One variant.
#[derive(Debug, Args)]
pub(crate) struct VariantArgs {
    /// A name from `list`, or a path to a .toml file; NAME:key=value,… changes rules.
    ///
    /// What ends in .toml as a whole is a path, colons and equals signs in it too. Behind a name or a path,
    /// changes stand after a colon and between commas: kalah:board.columns=3,setup.seeds=5.
    variant: String,
    /// Change a key of the variant file, like --set board.columns=3.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    set: Vec<String>,
}

impl VariantArgs {
    /// Loads the variant.
    pub(crate) fn load(&self, catalogue: &Catalogue) -> Result<Loaded, Failure> {
        load(catalogue, &self.variant, &self.set)
    }

    /// The variant as it was named.
    pub(crate) fn name(&self) -> &str {
        &self.variant
    }
}

/// The files that a variant was read from, if they are files.
pub(crate) fn files_of(loaded: &Loaded) -> Vec<PathBuf> {
    let own = PathBuf::from(&loaded.origin);
    let inherits = loaded.header.inherits.iter();
    let parent = inherits.map(|parent| own.with_file_name(parent));
    parent.chain([own.clone()]).collect()
}

/// Loads `NAME` or `NAME:key=value,key=value`, with more overrides.
pub(crate) fn load(catalogue: &Catalogue, named: &str, set: &[String]) -> Result<Loaded, Failure> {
    catalogue.load(named, set).map_err(Failure::refused)
}

/// Mistakes about a variant that a flag names: the flag is where they come from.
pub(crate) fn named_by(flag: &str, mut wrong: Diagnostics) -> Diagnostics {
    for mistake in &mut wrong.told {
        if mistake.origin == COMMAND_LINE {
            flag.clone_into(&mut mistake.origin);
        }
    }
    wrong
}

/// Loads a variant that a file names, not a person: by its name only, since whoever wrote the file may open no
/// others.
pub(crate) fn read_held(
    catalogue: &Catalogue,
    named: &str,
    set: &[String],
) -> Result<Loaded, Diagnostics> {
    let (name, _) = taken_apart(named);
    if is_path(name) {
        let message = format!("a file is opened only if you name it yourself: --variant {name}");
        return Err(Diagnostic::new(COMMAND_LINE, message).into());
    }
    catalogue.load(named, set)
}

/// Finds the variant by which games were played, or says why that can't be done.
pub(crate) fn loaded_for(
    catalogue: &Catalogue,
    heading: &Heading,
    named: Option<&str>,
) -> Result<Loaded, String> {
    loaded_with(catalogue, &heading.variant, &heading.rules, named)
}

/// Finds the variant of games, a proof or tables that call it so and give its rules this digest.
///
/// A name that is not that of these rules is refused: nobody has checked anything of the variant it names.
pub(crate) fn loaded_with(
    catalogue: &Catalogue,
    variant: &str,
    rules: &str,
    named: Option<&str>,
) -> Result<Loaded, String> {
    let loaded = match named {
        Some(named) => load(catalogue, named, &[]).map_err(|failure| match failure {
            Failure::Refused(message) | Failure::Usage(message) => message,
            failure => format!("{failure:?}"),
        })?,
        None => read_held(catalogue, variant, &[]).map_err(|_| {
            format!("this program has no variant {variant:?}; --variant names its file")
        })?,
    };
    let digest = loaded.digest();
    if digest != rules {
        return Err(format!(
            "these are other rules: the digest is {rules:?}, that of {} is {digest}",
            named.unwrap_or(variant)
        ));
    }
    let label = loaded.label();
    if label != variant {
        return Err(format!(
            "it names its variant {variant:?}, but these are the rules of {label:?}"
        ));
    }
    Ok(loaded)
}

/// A position of the variant; the opening if none is given.
#[derive(Debug, Args)]
pub(crate) struct PositionArgs {
    /// A position, "ROWS SIDE [FIELD=VALUE …]"; the opening if left out.
    #[arg(long, value_name = "POSITION")]
    position: Option<String>,
}

impl PositionArgs {
    /// Whether a position is given.
    pub(crate) fn is_given(&self) -> bool {
        self.position.is_some()
    }

    /// A game from this position.
    pub(crate) fn game(&self, loaded: &Loaded, output: &mut Output) -> Result<Game, Failure> {
        match &self.position {
            Some(position) => {
                game_from(loaded, position, output).map_err(|failure| failure.about("--position"))
            }
            None => Ok(loaded.game()),
        }
    }
}

/// A game from a written position, with a note if its number of seeds is unusual (`G7`).
pub(crate) fn game_from(
    loaded: &Loaded,
    position: &str,
    output: &mut Output,
) -> Result<Game, Failure> {
    let game = loaded.game_from(position).map_err(Failure::refused)?;
    if let Some(note) = unusual_seeds(loaded, &game) {
        output.note(note);
    }
    Ok(game)
}

/// How rounds follow each other, where they are asked for; a variant that has only one refuses.
pub(crate) fn rounds_of(loaded: &Loaded, asked: bool) -> Result<Option<Rounds>, Failure> {
    if asked && !loaded.rounds.several() {
        return Err(Failure::Refused(format!(
            "--rounds: {} is over with its first round; its file has no section [rounds]",
            loaded.header.name
        )));
    }
    Ok(asked.then_some(loaded.rounds))
}
