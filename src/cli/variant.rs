//! The arguments that name a variant and a position, the same for every command.

use crate::text::diagnostic::Diagnostics;
use crate::{AnyGame, Catalogue, Loaded};
use clap::Args;

use super::Failure;
use super::output::Output;

/// One variant.
#[derive(Debug, Args)]
pub(crate) struct VariantArgs {
    /// A name from `list`, or a path to a .toml file; NAME:key=value,… changes rules.
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

    /// The variant's own name, with the changes made to it: `NAME:key=value,key=value`.
    pub(crate) fn label(&self, loaded: &Loaded) -> String {
        let inline = self.variant.split_once(':').map(|(_, inline)| inline);
        let inline = inline.filter(|inline| inline.contains('='));
        let changes = inline
            .into_iter()
            .chain(self.set.iter().map(String::as_str));
        let changes: Vec<&str> = changes.collect();
        if changes.is_empty() {
            return loaded.header.name.clone();
        }
        format!("{}:{}", loaded.header.name, changes.join(","))
    }
}

/// Loads `NAME` or `NAME:key=value,key=value`, with more overrides.
pub(crate) fn load(catalogue: &Catalogue, named: &str, set: &[String]) -> Result<Loaded, Failure> {
    read_variant(catalogue, named, set).map_err(Failure::refused)
}

/// The same, with the mistakes as they were found.
pub(crate) fn read_variant(
    catalogue: &Catalogue,
    named: &str,
    set: &[String],
) -> Result<Loaded, Diagnostics> {
    let (name, inline) = match named.split_once(':') {
        Some((name, inline)) if inline.contains('=') => (name, split_at_commas(inline)),
        _ => (named, Vec::new()),
    };
    let overrides: Vec<String> = inline.into_iter().chain(set.iter().cloned()).collect();
    catalogue.load(name, &overrides)
}

/// Splits at the commas that are not within brackets or quotes.
fn split_at_commas(text: &str) -> Vec<String> {
    let (mut depth, mut quoted) = (0_usize, false);
    let at_comma = |c: char| {
        match c {
            '"' => quoted = !quoted,
            '[' | '{' if !quoted => depth += 1,
            ']' | '}' if !quoted => depth = depth.saturating_sub(1),
            _ => {}
        }
        c == ',' && depth == 0 && !quoted
    };
    text.split(at_comma)
        .map(|part| part.trim().to_owned())
        .collect()
}

/// A position of the variant; the opening if none is given.
#[derive(Debug, Args)]
pub(crate) struct PositionArgs {
    /// A position, "ROWS SIDE [FIELD=VALUE …]"; the opening if left out.
    #[arg(long, value_name = "POSITION")]
    position: Option<String>,
}

impl PositionArgs {
    /// A game from this position.
    pub(crate) fn game(
        &self,
        loaded: &Loaded,
        output: &mut Output,
    ) -> Result<Box<dyn AnyGame>, Failure> {
        match &self.position {
            Some(position) => game_from(loaded, position, output),
            None => Ok(loaded.game()),
        }
    }
}

/// A game from a written position, with a note if its number of seeds is unusual (`G7`).
pub(crate) fn game_from(
    loaded: &Loaded,
    position: &str,
    output: &mut Output,
) -> Result<Box<dyn AnyGame>, Failure> {
    let game = loaded.game_from(position).map_err(Failure::refused)?;
    let usual = loaded.game().seeds();
    if game.seeds() != usual {
        output.note(format!(
            "the position has {} seeds in all, the opening {usual}",
            game.seeds()
        ));
    }
    Ok(game)
}
