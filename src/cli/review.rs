//! `mankala review`: winning chances, mistakes and accuracy of a game.

use std::fs::File;
use std::io::{BufRead as _, BufReader};

use clap::Args;
use serde_json::json;

use super::columns::table;
use super::file::refused;
use super::output::Output;
use super::progress::Progress;
use super::replay::{Source, opening, play_ply, resign};
use super::variant::loaded_for;
use super::{Failure, interrupt};
use crate::files::catalogue::{Catalogue, Loaded};
use crate::game::Game;
use crate::kernel::board::Side;
use crate::play::matches::RecordFile;
use crate::review::{EFFORT, Grade, Model, Review, Reviewed, review};

/// Game to review.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// A transcript or a file of games from `match`; - reads a transcript from standard input.
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
    /// Search effort for each position, in units of 256 steps.
    #[arg(long, value_name = "N", default_value_t = EFFORT, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    effort: u32,
}

/// Reviews the game and prints each move with the chances of South before and after it.
pub(crate) fn run(
    arguments: &Arguments,
    catalogue: &Catalogue,
    output: &mut Output,
) -> Result<(), Failure> {
    let (loaded, game) = match recorded(arguments, catalogue)? {
        Some(found) => found,
        None => written(arguments, catalogue, output)?,
    };
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
    let Some(found) = found else {
        return Ok(());
    };
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

/// Reads a game from a file of records; `None` if the file is a transcript.
fn recorded(
    arguments: &Arguments,
    catalogue: &Catalogue,
) -> Result<Option<(Loaded, Game)>, Failure> {
    let path = arguments.file.as_ref();
    let refuse = |error: &dyn std::fmt::Display| refused(path, error);
    if arguments.file == "-" {
        return Ok(None);
    }
    let mut file = BufReader::new(File::open(path).map_err(|error| refuse(&error))?);
    if file.fill_buf().map_err(|error| refuse(&error))?.first() != Some(&b'{') {
        return Ok(None);
    }
    let mut records = RecordFile::open(file).map_err(|error| refuse(&error))?;
    let Some(heading) = records.heading().cloned() else {
        return Ok(None);
    };
    let loaded = loaded_for(catalogue, &heading, arguments.variant.as_deref());
    let loaded = loaded.map_err(|error| refuse(&error))?;
    while let Some(record) = records.next_record().map_err(|error| refuse(&error))? {
        interrupt::check()?;
        if record.played.game != arguments.game {
            continue;
        }
        let mut game = loaded.game();
        if heading.rounds {
            game.over_rounds(loaded.rounds);
        }
        for text in &record.moves {
            game.play(text).map_err(|error| refuse(&error))?;
        }
        return Ok(Some((loaded, game)));
    }
    Err(refuse(&format!("the file has no game {}", arguments.game)))
}

/// Reads a transcript.
fn written(
    arguments: &Arguments,
    catalogue: &Catalogue,
    output: &mut Output,
) -> Result<(Loaded, Game), Failure> {
    let source = Source {
        file: &arguments.file,
        variant: arguments.variant.as_deref(),
        named_with: "--variant",
        set: &arguments.set,
    };
    let (loaded, transcript) = source.read(catalogue, output)?;
    let mut game = opening(&loaded, &transcript, output)?;
    for (number, ply) in (1..).zip(&transcript.plies) {
        interrupt::check()?;
        play_ply(&mut game, number, ply, &arguments.file)?;
    }
    resign(&mut game, &transcript, output);
    Ok((loaded, game))
}

/// Prints a line for each move, the number of moves of each grade, and the accuracy.
fn print(found: &Review, output: &mut Output) -> Result<(), Failure> {
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
