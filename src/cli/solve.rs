//! `mankala solve`: the value of a position with perfect play.

pub(crate) mod all;

use std::cell::Cell;

use super::prelude::*;
use crate::files::solved::{SINGLE_ROUND, Solved};
use crate::report::{ENDLESS_GAME, winner_of};
use clap::ArgGroup;
use mankala_core::search::{Bounds, Method, Solution, Task};

use super::certificate::{self, ENDLESS, outcome};
use super::speed::in_units;
use super::units::{bytes, time};
use super::{memory, tables};
use all::ManyArgs;

/// Position, options and limits.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("written").multiple(true))]
pub(crate) struct Arguments {
    /// A name from `list`, or a path to a .toml file; NAME:key=value,… changes rules.
    #[arg(required_unless_present = "all")]
    variant: Option<String>,
    /// Override a key of the variant, like --set board.columns=3.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    set: Vec<String>,
    #[command(flatten)]
    position: PositionArgs,
    /// Also print the value of each legal move.
    #[arg(long)]
    moves: bool,
    /// Time limit, like 30s, 5m or 2h; when it is reached, print the bounds proved so far.
    ///
    /// With --certificate, the last quarter is left for writing the proof.
    #[arg(long, value_name = "TIME", value_parser = time)]
    budget: Option<Duration>,
    /// Maximum size of the transposition table, like 512M or 4G.
    #[arg(long, value_name = "BYTES", default_value = "512M", value_parser = bytes)]
    memory: usize,
    /// Use the endgame tables in this file, made by `tables build`.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["proof", "certificate"])]
    tables: Option<PathBuf>,
    /// Find only the winner, by proof-number search.
    ///
    /// This is faster in games that are not won by the number of seeds.
    #[arg(long, conflicts_with = "moves")]
    proof: bool,
    /// Write a certificate of the proof to this file, for `verify`.
    #[arg(long, value_name = "FILE", group = "written")]
    certificate: Option<PathBuf>,
    #[command(flatten)]
    many: ManyArgs,
}

pub(crate) fn run(arguments: &Arguments, catalogue: &Catalogue, output: &mut Output) -> Result {
    memory::check(arguments.memory, "--memory")?;
    interrupt::wait_for_the_answer();
    let name = match &arguments.variant {
        Some(_) if arguments.many.is_given() => misuse!(
            "--keep, --out, --certificates, --format and filters need --all instead of a variant"
        ),
        Some(name) => name,
        None => return all::run(arguments, catalogue, output),
    };
    let loaded = load(catalogue, name, &arguments.set)?;
    let game = arguments.position.game(&loaded, output)?;
    let (tables, digest) = tables::load(arguments.tables.as_ref(), &loaded)?.unzip();
    let place = arguments.certificate.as_ref().map(|path| {
        Target::new(path, arguments.many.out.force, &files_of(&loaded)).of("--certificate")
    });
    let mut place = place.transpose()?;
    let begin = Instant::now();
    let proves = Cell::new(place.is_none());
    let is_late =
        |budget: Duration| begin.elapsed() >= if proves.get() { budget } else { budget / 4 * 3 };
    let task = Task {
        memory: arguments.memory,
        moves: arguments.moves,
        tables: tables.as_ref(),
        proofs: place.is_some(),
        method: if arguments.proof { Method::Numbers } else { Method::Margin },
    };
    interrupt::last_words("note: stopped; there was no time to print the bounds\n");
    let mut progress = ProgressLine::new();
    let stop = || interrupt::stopped() || arguments.budget.is_some_and(is_late);
    let solution = game.solve(task, &stop, &mut |far| {
        proves.set(proves.get() || far.proves);
        progress.say(|| {
            let nodes = in_units(real(far.nodes.into()));
            format!("depth {}, {nodes} nodes, {}", far.depth, words(far.bounds))
        });
    });
    proves.set(place.is_none());
    let was_stopped = stop();
    drop(progress);
    interrupt::last_words("");
    let seconds = begin.elapsed().as_secs_f64();
    let file = arguments.tables.as_ref().zip(digest);
    let file = file.map(|(file, digest)| [file.display().to_string(), digest]);
    let known = Solved::at(&loaded, &game).filter(|_| solution.bounds.value().is_none());
    if output.is_json() {
        let mut object = object(name, &game.text(), &solution, seconds);
        if let Some(known) = known {
            object["known"] = known.json();
        }
        if let Some([file, digest]) = file {
            object["tables"] = json!({ "file": file, "digest": digest });
        }
        output.object(&object)?;
    } else {
        print(&solution, seconds, output)?;
        let Bounds { low, high } = solution.bounds;
        let winner = winner_of(low, high).or(solution.endless.then_some(ENDLESS_GAME));
        let open = low.or(high).is_none() && !solution.endless;
        // A known winner is no news if the search found one.
        if let Some(known) = known.filter(|it| it.margin.is_some() || winner.is_none()) {
            output.note(known.words());
        } else if loaded.rounds.several() && !open {
            output.note(SINGLE_ROUND);
        }
        if open && !was_stopped {
            let other = if arguments.proof {
                "a search without --proof"
            } else {
                "a larger --memory, or --tables,"
            };
            output.note(format!(
                "repeated positions keep this search from a value; more time does not help, but {other} may"
            ));
        } else if open && !arguments.proof {
            output.note("with --proof the search finds only the winner, which is often quicker");
        }
        if let Some([file, digest]) = file {
            let file = visible(&file);
            output
                .line(format!("the result relies on the endgame tables {file}, digest {digest}"))?;
        }
    }
    if let Some(place) = &mut place {
        certificate::write(&loaded, &game, &solution, place, output)?;
    }
    if interrupt::stopped() {
        return Err(CommandError::Interrupted(
            "stopped; the bounds proved so far are shown".to_owned(),
        ));
    }
    Ok(())
}

/// Formats a value or the known bounds.
fn words(bounds: Bounds) -> String {
    match (bounds.value(), bounds.low, bounds.high) {
        (Some(value), _, _) => value.to_string(),
        (None, None, None) => "nothing is proved yet".to_owned(),
        (None, Some(low), None) => format!("{low} or more"),
        (None, None, Some(high)) => format!("{high} or less"),
        (None, Some(low), Some(high)) => format!("between {low} and {high}"),
    }
}

fn object(variant: &str, position: &str, solution: &Solution, seconds: f64) -> Value {
    let bounds = solution.bounds;
    let mut object = json!({
        "variant": variant,
        "position": position,
        "unit": if solution.seeds { "seeds" } else { "result" },
        "value": bounds.value(),
        "low": bounds.low,
        "high": bounds.high,
        "line": solution.line,
    });
    if !solution.moves.is_empty() {
        let each = |of: &dyn Fn(Bounds) -> Value| -> Value {
            let found = solution.moves.iter().map(|found| (found.text.clone(), of(found.bounds)));
            found.collect::<Map<_, _>>().into()
        };
        object["moves"] = each(&|bounds| bounds.value().into());
        object["bounds"] = each(&|Bounds { low, high }| json!({ "low": low, "high": high }));
    }
    if solution.endless {
        object["endless"] = true.into();
    }
    object["nodes"] = solution.nodes.into();
    object["seconds"] = seconds.into();
    object
}

/// Returns the value or the known bounds in words; `seeds` if values are margins.
fn result(seeds: bool, bounds: Bounds) -> String {
    match outcome(seeds, bounds) {
        _ if bounds.value() == Some(0) => "a draw".to_owned(),
        Some(words) => format!("the player to move {words}"),
        None => format!("not solved: {} for the player to move", words(bounds)),
    }
}

fn print(solution: &Solution, seconds: f64, output: &mut Output) -> Result {
    let bounds = solution.bounds;
    if solution.endless {
        output.line(ENDLESS)?;
        if bounds != Bounds::default() {
            let ends = words(bounds);
            output.line(format!("ends that can be forced: {ends} for the player to move"))?;
        }
    } else {
        output.line(result(solution.seeds, bounds))?;
    }
    let width = widest(solution.moves.iter().map(|found| &*found.text));
    for found in &solution.moves {
        let words = outcome(solution.seeds, found.bounds).unwrap_or_else(|| words(found.bounds));
        output.line(format!("  {}  {words}", padded(&found.text, width)))?;
    }
    if !solution.line.is_empty() {
        output.line(format!("best play: {}", solution.line.join(" ")))?;
    }
    let (nodes, memory) = (real(solution.nodes.into()), real(solution.memory as u128));
    let [nodes, memory] = [nodes, memory].map(in_units);
    output.line(format!(
        "{nodes} nodes, depth {}, {seconds:.2} s, a table of {memory}B",
        solution.depth
    ))
}
