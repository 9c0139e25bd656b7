//! `mankala review`: winning chances, mistakes and accuracy of a game.

use std::io::BufRead as _;

use clap::Args;
use serde_json::json;

use super::columns::table;
use super::output::Output;
use super::progress::Progress;
use super::replay::Source;
use super::variant::loaded_for;
use super::{Failure, Result, interrupt};
use crate::files::catalogue::{Catalogue, Loaded};
use crate::game::Game;
use crate::kernel::board::Side;
use crate::play::matches::RecordFile;
use crate::review::{EFFORT, Grade, MOST_EFFORT, Model, Review, Reviewed, review};

/// Game to review.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// A transcript or a file of games from `match`; - reads standard input.
    file: String,
    /// Number of the game in a file from `match`.
    #[arg(long, value_name = "N", default_value_t = 0)]
    game: u64,
    /// The variant; if left out, the one that the file names.
    #[arg(long)]
    variant: Option<String>,
    /// Override a key of the variant of a transcript.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Work for each position: search this many times 256 steps.
    #[arg(long, value_name = "N", default_value_t = EFFORT, value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_EFFORT)))]
    effort: u32,
}

/// Reviews the game and prints each move with the chances of South before and after it.
pub(crate) fn run(
    arguments: &Arguments,
    catalogue: &Catalogue,
    output: &mut Output,
) -> Result {
    let (loaded, game) = game(arguments, catalogue, output)?;
    let mut progress = Progress::new();
    let plies = game.plies();
    let mut tell = |done| progress.say(|| format!("{done} of {plies} plies"));
    let model = Model::of(&loaded);
    let found = review(
        &game,
        model,
        arguments.effort,
        &interrupt::stopped,
        &mut tell,
    );
    drop(progress);
    interrupt::check()?;
    let found = found.ok_or_else(|| Failure::Refused("the review was stopped".to_owned()))?;
    if output.is_json() {
        for ply in &found.plies {
            output.object(&json!(ply))?;
        }
        let Review {
            accuracy,
            turning_point,
            ..
        } = &found;
        return output.object(&json!({ "accuracy": accuracy, "turning_point": turning_point }));
    }
    print(&found, output)
}

/// Reads the game from a file of records or a transcript, which its first byte tells apart.
fn game(
    arguments: &Arguments,
    catalogue: &Catalogue,
    output: &mut Output,
) -> Result<(Loaded, Game)> {
    let source = Source {
        file: &arguments.file,
        variant: arguments.variant.as_deref(),
        named_with: "--variant",
        set: &arguments.set,
    };
    let mut input = source.open()?;
    let first = input.fill_buf().map_err(|error| source.refused(error))?;
    if first.first() != Some(&b'{') {
        let show = &mut |_: &Game, _, _: &str, _: &str, _: &mut Output| Ok(());
        let (loaded, _, game) = source.play(input, catalogue, show, output)?;
        return Ok((loaded, game));
    }
    let mut records = RecordFile::open(input).map_err(|error| source.refused(error))?;
    let header = records.header().cloned();
    let header = header.ok_or_else(|| source.refused("expected a file of games"))?;
    let loaded = loaded_for(catalogue, &header, source.variant);
    let loaded = loaded.map_err(|error| source.refused(error))?;
    while let Some(record) = records.next_record().map_err(|error| source.refused(error))? {
        interrupt::check()?;
        if record.played.game != arguments.game {
            continue;
        }
        let mut game = loaded.game();
        if header.rounds {
            game.over_rounds(loaded.rounds);
        }
        for text in &record.moves {
            game.follow(text).map_err(|error| source.refused(error))?;
        }
        return Ok((loaded, game));
    }
    Err(source.refused(format!("the file has no game {}", arguments.game)))
}

/// Prints a line for each move, the number of moves of each grade, and the accuracy.
fn print(found: &Review, output: &mut Output) -> Result {
    let rows: Vec<[String; 5]> = found.plies.iter().map(row).collect();
    table(&rows, output)?;
    output.line("")?;
    let grades = [Grade::Inaccuracy, Grade::Mistake, Grade::Blunder];
    for side in Side::BOTH {
        let Some(accuracy) = found.accuracy[side] else {
            continue;
        };
        let count = |grade| {
            let own = found
                .plies
                .iter()
                .filter(|ply| (ply.side, ply.grade) == (side, grade));
            (own.count(), grade)
        };
        let counts = grades
            .map(count)
            .into_iter()
            .filter(|&(count, _)| count > 0);
        let counts = counts.map(|(count, grade)| format!(", {}", counted(count, grade)));
        let counts: String = counts.collect();
        output.line(format!("{side}: accuracy {accuracy:.0} %{counts}"))?;
    }
    if let Some(ply) = found.turning_point {
        output.line(format!("The turning point is ply {ply}."))?;
    }
    Ok(())
}

/// Returns the cells of a move: number, mover, move, chances of South, and the verdict.
fn row(ply: &Reviewed) -> [String; 5] {
    let south = |points: f64| {
        100.0
            * if ply.side == Side::South {
                points
            } else {
                1.0 - points
            }
    };
    let (before, after) = (south(ply.before), south(ply.after));
    let chances = format!("{before:.0} → {after:.0} %");
    let verdict = match ply.grade {
        Grade::Best => String::new(),
        Grade::Good => "good".to_owned(),
        lower => {
            let reason = ply.reason.clone();
            let reason = reason.unwrap_or_else(|| format!("{} is better", ply.best));
            format!("{lower}: {reason}")
        }
    };
    let proved = if ply.proved { " (proved)" } else { "" };
    [
        ply.ply.to_string(),
        ply.side.to_string(),
        ply.text.clone(),
        chances + proved,
        verdict,
    ]
}

fn counted(count: usize, grade: Grade) -> String {
    match (count, grade) {
        (1, Grade::Inaccuracy) => "1 inaccuracy".to_owned(),
        (_, Grade::Inaccuracy) => format!("{count} inaccuracies"),
        (1, _) => format!("1 {grade}"),
        (_, _) => format!("{count} {grade}s"),
    }
}
