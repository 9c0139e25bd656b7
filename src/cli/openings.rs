//! `mankala openings`: a tree of first moves with their values.

use super::prelude::*;
use super::tables;
use crate::files::solved::Solved;
use crate::review::{MOST_EFFORT, MOST_PLIES, Model, Opening, OpeningTask, openings};

/// Size of the tree, and the work for it.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    variant: VariantArgs,
    #[command(flatten)]
    position: PositionArgs,
    /// Number of plies.
    #[arg(long, value_name = "N", default_value_t = OpeningTask::PLIES, value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_PLIES)))]
    plies: u32,
    /// Search effort for each position, in units of 256 steps.
    #[arg(long, value_name = "N", default_value_t = OpeningTask::EFFORT, value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_EFFORT)))]
    effort: u32,
    /// Use the endgame tables in this file, made by `tables build`.
    #[arg(long, value_name = "FILE")]
    tables: Option<PathBuf>,
    /// Random seed, which decides the order of equal moves.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    threads: ThreadArgs,
}

pub(crate) fn run(arguments: &Arguments, catalogue: &Catalogue, output: &mut Output) -> Result {
    let loaded = arguments.variant.load(catalogue)?;
    let game = arguments.position.game(&loaded, output)?;
    let tables = tables::load(arguments.tables.as_ref(), &loaded)?;
    let task = OpeningTask {
        plies: arguments.plies,
        effort: arguments.effort,
        seed: arguments.seed,
        tables: tables.as_ref().map(|(tables, _)| tables),
    };
    let threads = arguments.threads.count(OpeningTask::memory(task.effort), output)?;
    let (model, mut progress) = (Model::of(&loaded), ProgressLine::new());
    let tell = &mut |done, all| progress.say(|| format!("{done} of {all} positions"));
    let found = openings(&game, model, &task, threads, &interrupt::stopped, tell);
    drop(progress);
    let found = interrupt::found(found)?;
    if found.is_empty() {
        output.note("the game is over in this position");
        return Ok(());
    }
    if output.is_json() {
        return found.iter().try_for_each(|it| output.object(&json!(it)));
    }
    table(["move", "player", "South's chances"], found.iter().map(row), output)?;
    let mut words =
        "\nChances are estimates, unless they are proved; they depend on --plies and --effort."
            .to_owned();
    if let Some(known) = Solved::at(&loaded, &game) {
        words += &format!(" {}", known.words());
    }
    output.text(&paragraph(&words, "", output.look().width))
}

/// Returns the cells of a move, indented by the moves before it.
fn row(opening: &Opening) -> [String; 3] {
    let depth = opening.line.len().saturating_sub(1);
    let text = opening.line.last().cloned().unwrap_or_default();
    ["  ".repeat(depth) + &text, opening.side.to_string(), opening.words()]
}
