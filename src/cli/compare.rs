//! `mankala compare`: the same measurements of several variants, side by side.

use std::collections::BTreeSet;

use crate::text::visible::visible_json;
use crate::{Catalogue, Comparison, Loaded, Measure, PlayerSpec, Report, report};
use clap::{Args, ValueEnum};

use super::file::{OutArgs, Place};
use super::output::Output;
use super::progress::Progress;
use super::threads::threads;
use super::variant::{files_of, load, rounds_of};
use super::{Failure, interrupt};

/// How a report is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, strum::Display)]
#[strum(serialize_all = "lowercase")]
enum Format {
    /// Tables for the terminal.
    Table,
    /// One JSON object.
    Json,
    /// A line for each measure.
    Csv,
    /// A page by itself, with charts.
    Html,
}

/// The measures that one word asks for.
#[derive(Debug, Clone)]
struct Measures {
    word: String,
    measures: Vec<Measure>,
}

/// Reads what `--measures` is given.
fn measures(word: &str) -> Result<Measures, String> {
    let Some(measures) = Measure::named(word) else {
        return Err(
            "expected a group (fair, skill, length, decided, foresight, choice, captures, endings, size), \
             the name of a measure (see --list-measures), dozen or all"
                .to_owned(),
        );
    };
    let word = word.to_owned();
    Ok(Measures { word, measures })
}

/// All measures that were asked for, each once and in order; `None` if none was.
fn chosen(asked: &[Measures]) -> Option<Vec<Measure>> {
    let all = asked
        .iter()
        .flat_map(|asked| asked.measures.iter().copied());
    let all: BTreeSet<Measure> = all.collect();
    (!all.is_empty()).then(|| all.into_iter().collect())
}

/// Which variants, by which games, and how to show it.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Names from `list`, or paths to .toml files; NAME:key=value,… changes rules.
    #[arg(required_unless_present = "list_measures")]
    variants: Vec<String>,
    /// Change a key of all variant files, like --set board.columns=3.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// How many games of each variant each player plays against itself.
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    games: u64,
    /// From which all chance follows.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Who plays: random, greedy, alphabeta:DEPTH, mcts:ITERATIONS; several for a column each.
    #[arg(long = "player", value_name = "WHO", default_value = "random")]
    players: Vec<PlayerSpec>,
    /// Who is asked whether a game is fair, each playing itself from the opening; random and alphabeta:2 to 5 if left out.
    #[arg(long = "judge", value_name = "WHO")]
    judges: Vec<PlayerSpec>,
    /// What is measured: a group (fair, skill, length, decided, foresight, choice, captures, endings, size), a measure, dozen or all;
    /// several separated by commas.
    #[arg(long, value_name = "WHICH", value_delimiter = ',', value_parser = measures)]
    measures: Vec<Measures>,
    /// What to write; the global --json means --format json.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
    #[command(flatten)]
    out: OutArgs,
    /// How many threads play; as many as the machine runs at once if left out. The numbers don't depend on it.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Begin each game of a column with so many random plies, which count in no measure; 0 if left out, 4 for greedy and alphabeta,
    /// which leave little to chance. Judges always begin with the opening.
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(0..=1000))]
    opening_plies: Option<u32>,
    /// Leave a game unfinished after so many plies.
    #[arg(long, value_name = "N", default_value_t = crate::play::matches::PLY_LIMIT, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    ply_limit: u32,
    /// Play games that have several rounds over all of them, to the end of the whole game.
    #[arg(long)]
    rounds: bool,
    /// Climb the whole ladder of strength, N games for each doubling of the effort; takes long, most of all where moves are many.
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "200", value_parser = clap::value_parser!(u64).range(1..=1_000_000), require_equals = true)]
    strength: Option<u64>,
    /// Print the measures with their definitions and sources.
    #[arg(long)]
    list_measures: bool,
}

/// Plays, measures and writes.
pub(crate) fn run(
    arguments: &Arguments,
    catalogue: &Catalogue,
    output: &mut Output,
) -> Result<(), Failure> {
    if arguments.list_measures {
        return list(output);
    }
    let format = match (output.is_json(), arguments.format) {
        (true, Format::Table | Format::Json) => Format::Json,
        (true, other) => {
            return Err(Failure::Usage(format!(
                "--json and --format {other} ask for different things"
            )));
        }
        (false, format) => format,
    };
    let load = |name: &String| Ok((name.clone(), load(catalogue, name, &arguments.set)?));
    let variants = arguments.variants.iter().map(load);
    let variants: Vec<(String, Loaded)> = variants.collect::<Result<_, Failure>>()?;
    let several = |(_, loaded): &(String, Loaded)| loaded.rounds.several();
    if let (true, Some((_, first))) = (arguments.rounds, variants.first())
        && !variants.iter().any(several)
    {
        rounds_of(first, true)?;
    }
    let inputs = variants.iter().flat_map(|(_, loaded)| files_of(loaded));
    let place = arguments.out.place(&inputs.collect::<Vec<_>>())?;
    // One player after another, in both seats.
    let needs = arguments.players.iter().flat_map(|&player| {
        let variants = variants.iter();
        variants.map(move |(_, loaded)| 2 * loaded.variant.memory(player))
    });
    let need = needs.max().unwrap_or(0);
    let comparison = Comparison {
        games: arguments.games,
        seed: arguments.seed,
        players: arguments.players.clone(),
        judges: match &arguments.judges[..] {
            [] => Comparison::usual_judges(),
            judges => judges.to_vec(),
        },
        measures: chosen(&arguments.measures),
        opening_plies: arguments.opening_plies,
        ply_limit: arguments.ply_limit,
        rounds: arguments.rounds,
        threads: threads(arguments.threads, need, output)?,
        strength: arguments.strength,
    };
    let mut progress = Progress::new();
    let report = comparison.run(&variants, interrupt::flag(), |played| {
        let about = format!(", {}, {}", played.variant, played.players[0]);
        progress.show(played.done, played.all, &about);
    });
    drop(progress);
    let Some(mut report) = report else {
        return Err(Failure::Interrupted(
            "stopped; nothing was written".to_owned(),
        ));
    };
    report.command = command(arguments, format);
    let text = match format {
        Format::Table => report.table(),
        Format::Json => visible_json(&report.json().to_string()).into_owned() + "\n",
        Format::Csv => report.csv(),
        Format::Html => report.page(),
    };
    write(place, &report, &text, output)
}

fn write(
    place: Option<Place>,
    report: &Report,
    text: &str,
    output: &mut Output,
) -> Result<(), Failure> {
    let Some(mut place) = place else {
        return output.line(text.strip_suffix('\n').unwrap_or(text));
    };
    place.write(text)?;
    let columns = report.columns.len();
    output.note(format!("{}: {columns} columns", place.name().display()));
    Ok(())
}

fn list(output: &mut Output) -> Result<(), Failure> {
    if output.is_json() {
        let mut measures = report::listed().into_iter();
        return measures.try_for_each(|measure| output.object(&measure));
    }
    output.line(report::explained().trim_end())
}

/// The command that makes the same report again, everything spelled out.
///
/// Threads and the file are left out: they change nothing in what is written.
fn command(arguments: &Arguments, format: Format) -> String {
    let mut words = vec![quoted(&super::program()), "compare".to_owned()];
    words.extend(arguments.variants.iter().map(|name| quoted(name)));
    for set in &arguments.set {
        words.extend(["--set".to_owned(), quoted(set)]);
    }
    let mut option = |name: &str, value: String| words.extend([name.to_owned(), value]);
    option("--games", arguments.games.to_string());
    option("--seed", arguments.seed.to_string());
    for player in &arguments.players {
        option("--player", player.to_string());
    }
    for judge in &arguments.judges {
        option("--judge", judge.to_string());
    }
    for asked in &arguments.measures {
        option("--measures", asked.word.clone());
    }
    if let Some(plies) = arguments.opening_plies {
        option("--opening-plies", plies.to_string());
    }
    option("--ply-limit", arguments.ply_limit.to_string());
    if arguments.rounds {
        words.push("--rounds".to_owned());
    }
    if let Some(games) = arguments.strength {
        words.push(format!("--strength={games}"));
    }
    words.extend(["--format".to_owned(), format.to_string()]);
    words.join(" ")
}

/// A word as a shell wants it.
pub(crate) fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=,+%@".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}
