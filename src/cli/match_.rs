//! `mankala match`: games between two players, each as a JSON object or as a row of a table.

use std::io;

use super::prelude::*;
use mankala_core::play::matches::{
    FileHeader, MatchSpec, PLY_LIMIT, Part, Played, RecordFile, Tally,
};

use super::exec::{self, ExecArgs};
use super::records::{Records, Sink, or_break};
use super::summary::{self, Repeats};

/// Players, number of games, and output.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    variant: VariantArgs,
    /// Player of South in the first game: random, greedy, alphabeta:6, mcts:200ms, exec:COMMAND …
    ///
    /// COMMAND starts a program that chooses its moves by answering the request `choose` of `engine`.
    #[arg(long, value_name = "WHO", value_parser = exec::player)]
    south: PlayerSpec,
    /// Player of North in the first game; the players change seats after each game.
    #[arg(long, value_name = "WHO", value_parser = exec::player)]
    north: PlayerSpec,
    #[command(flatten)]
    exec: ExecArgs,
    /// Number of games; they come in pairs that start from the same opening.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000_000))]
    games: u64,
    /// Random seed: the same seed gives the same games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Format: JSON Lines, or Parquet, which --resume can't continue.
    #[arg(long, value_name = "FORMAT", default_value = "jsonl")]
    format: Format,
    #[command(flatten)]
    out: OutArgs,
    /// Open each pair of games with K random moves.
    #[arg(long, value_name = "K", default_value_t = 0)]
    opening_plies: u32,
    /// Leave a game unfinished after N moves; it never counts as a draw.
    #[arg(long, value_name = "N", default_value_t = PLY_LIMIT, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    ply_limit: u32,
    /// Play games of several rounds to the end of the last round.
    #[arg(long)]
    rounds: bool,
    #[command(flatten)]
    threads: ThreadArgs,
    /// Play only one part of the match, like 2/4; `merge` joins the parts.
    #[arg(long, value_name = "I/N", default_value_t = Shard::WHOLE)]
    shard: Shard,
    /// Continue the match in the --out file.
    #[arg(long, requires = "out", conflicts_with = "force")]
    resume: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// JSON Lines.
    Jsonl,
    /// Apache Parquet.
    Parquet,
}

/// Games that are still to be played, and counts of those that are over.
type SoFar<'a> = (&'a mut Range<u64>, &'a mut Tally, &'a mut Repeats);

impl Arguments {
    /// The hint in the message of a stopped match.
    fn goes_on(&self) -> Option<String> {
        let path = self.out.out.as_deref().filter(|_| self.format == Format::Jsonl)?;
        Some(format!("--resume continues {}", path.display()))
    }

    /// Opens the destination of the games; skips and counts those that a resumed file holds.
    fn sink<'p>(
        &self,
        loaded: &Loaded,
        first: &FileHeader,
        so_far: SoFar<'_>,
        place: &'p mut Option<Target>,
    ) -> Result<Box<dyn Sink + 'p>> {
        if self.format == Format::Parquet {
            if self.resume {
                misuse!(
                    "--resume can't continue a Parquet file, which is written whole or not at all"
                );
            }
            *place = self.out.place(&files_of(loaded))?;
            return super::game_table::begin(place.as_mut(), first);
        }
        Ok(Box::new(match &self.out.out {
            Some(path) if self.resume && path.exists() => resume(path, first, so_far)?,
            Some(path) => {
                let place = place.insert(Target::new(path, self.out.force, &files_of(loaded))?);
                Records::begin(place, &first.line())?
            }
            None => Records::to(io::stdout(), Path::new("standard output")),
        }))
    }
}

pub(crate) fn run(arguments: &Arguments, catalogue: &Catalogue, output: &mut Output) -> Result {
    let loaded = arguments.variant.load(catalogue)?;
    let players = [arguments.south, arguments.north];
    check_players(&loaded, &players)?;
    let spec = MatchSpec {
        opening_plies: arguments.opening_plies,
        ply_limit: arguments.ply_limit,
        rounds: rounds_of(&loaded, arguments.rounds)?,
        ..MatchSpec::new(players, arguments.games, arguments.seed)
    };
    let rounds = spec.rounds.is_some();
    (arguments.exec).prepare(&players.map(PlayerSpec::name), &loaded, rounds, catalogue)?;
    let first = FileHeader {
        header: MatchHeader::new(loaded.label(), loaded.digest(), &spec),
        shard: arguments.shard,
    };
    let (header, mut games) = (&first.header, first.games());
    let need = players.map(PlayerSpec::memory);
    let threads = arguments.threads.count(need.into_iter().sum(), output)?;
    let (mut tally, mut repeats) = (Tally::default(), Repeats::new(header));
    let mut place = None;
    let so_far = (&mut games, &mut tally, &mut repeats);
    let mut records = arguments.sink(&loaded, &first, so_far, &mut place)?;
    if let Some(player) = players.iter().find(|player| !player.is_reproducible()) {
        output.note(match player {
            PlayerSpec::Own(_) => format!("games of {player} may differ from run to run"),
            _ => format!("{player} is limited by time, so its games differ from run to run"),
        });
    }
    let mut progress = ProgressLine::new();
    let (mut played, wanted) = (0, games.end - games.start);
    let mut failed = None;
    let mut sink = |finished: Vec<(Played, String)>| {
        for (played, line) in &finished {
            tally.add(played);
            repeats.add_line(played.game, line);
        }
        played += finished.len() as u64;
        progress.show(played, wanted, "");
        or_break(records.add(&finished), &mut failed)
    };
    if let Some(goes_on) = arguments.goes_on() {
        interrupt::last_words(&format!("note: stopped; {goes_on}\n"));
    }
    loaded.variant.play_games(header, &spec, games, threads, &exec::stopped, &mut sink);
    drop(progress);
    match failed {
        Some(failure) => return Err(failure),
        None => records.finish(played < wanted)?,
    }
    let goes_on = arguments.goes_on().map(|goes_on| format!("; {goes_on}")).unwrap_or_default();
    let stopped = format!("stopped after {played} of {wanted} games{goes_on}");
    if let Some(why) = exec::failure() {
        refuse!("{why}\n{stopped}");
    }
    if arguments.out.out.is_some() {
        summary::print(header, &tally, &repeats, output)?;
    } else {
        output.aside(&summary::text(header, &tally, &repeats));
    }
    if played < wanted {
        interrupt::last_words("");
        return Err(CommandError::Interrupted(stopped));
    }
    Ok(())
}

/// Continues a file, skipping its games.
fn resume(path: &Path, first: &FileHeader, (games, tally, repeats): SoFar<'_>) -> Result<Records> {
    let file = Records::reopen(path)?;
    let part = RecordFile::open(&file).and_then(|records| {
        Part::read(records, |record| {
            repeats.add(record);
            Ok(())
        })
    });
    let part = part.of_file(path)?;
    let (next, keep) = part.resume(first).of_file(path)?;
    games.start = next;
    *tally = part.tally;
    Records::go_on(file, path, keep, &first.line())
}
