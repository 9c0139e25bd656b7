//! `mankala match`: games between two players, one JSON object a game.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::{ControlFlow, Range};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::play::matches::{Heading, PLY_LIMIT, Part, Shard, Tally};
use crate::{Catalogue, MatchSpec, PlayerSpec};
use clap::Args;

use super::Failure;
use super::output::Output;
use super::summary;
use super::variant::VariantArgs;

/// Who plays how many games, and where they go.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    variant: VariantArgs,
    /// The player who sits South in the first game: random, greedy, alphabeta:6, mcts:200ms …
    #[arg(long, value_name = "WHO")]
    south: PlayerSpec,
    /// The player who sits North in the first game; they change seats after each game.
    #[arg(long, value_name = "WHO")]
    north: PlayerSpec,
    /// How many games; two at a time start from the same opening.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000_000))]
    games: u64,
    /// From which all chance follows: the same seed, the same games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Write the games to this file, and the summary to standard output.
    #[arg(long, value_name = "FILE")]
    out: Option<String>,
    /// Open each pair of games with so many random moves.
    #[arg(long, value_name = "K", default_value_t = 0)]
    opening_plies: u32,
    /// Leave a game unfinished after so many moves; it is counted apart, never as a draw.
    #[arg(long, value_name = "N", default_value_t = PLY_LIMIT, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    ply_limit: u32,
    /// How many threads play; the games are the same with any number. As many as there are cores if left out.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Play one part of the match only, like 2/4; `merge` joins the parts.
    #[arg(long, value_name = "I/N", default_value_t = Shard::WHOLE)]
    shard: Shard,
    /// Go on where the file ends.
    #[arg(long, requires = "out")]
    resume: bool,
}

/// Plays, writes and sums up.
pub(crate) fn run(
    arguments: &Arguments,
    catalogue: &Catalogue,
    output: &mut Output,
) -> Result<(), Failure> {
    let loaded = arguments.variant.load(catalogue)?;
    let players = [arguments.south, arguments.north];
    let spec = MatchSpec {
        opening_plies: arguments.opening_plies,
        ply_limit: arguments.ply_limit,
        ..MatchSpec::new(players, arguments.games, arguments.seed)
    };
    if let Some(player) = players.iter().find(|player| !player.is_reproducible()) {
        output.note(format!(
            "{player} is limited by time, so its games differ from run to run"
        ));
    }
    let heading = Heading::new(loaded.label(), loaded.digest(), &spec);
    let mut games = arguments.shard.games(arguments.games);
    let mut tally = Tally::default();
    let mut records = match &arguments.out {
        Some(path) => Records::open(path, arguments.resume, &heading, &mut games, &mut tally)?,
        None => Records::to(Box::new(io::stdout()), "standard output"),
    };
    let threads = arguments.threads.map_or_else(
        || std::thread::available_parallelism().map_or(1, usize::from),
        usize::from,
    );
    let stop = stopped_by_signal()?;
    let mut progress = Progress::new(&games);
    let mut failed = None;
    let mut sink = |played, line: String| {
        tally.add(&played);
        progress.tell();
        match records.add(&line) {
            Ok(()) => ControlFlow::Continue(()),
            Err(failure) => {
                failed = Some(failure);
                ControlFlow::Break(())
            }
        }
    };
    loaded
        .variant
        .play_games(&heading, &spec, games.clone(), threads, &stop, &mut sink);
    progress.clear();
    match failed {
        Some(failure) => return Err(failure),
        None => records.flush()?,
    }
    if arguments.out.is_some() {
        summary::print(&heading, &tally, output)?;
    } else {
        output.aside(&summary::text(&heading, &tally));
    }
    let (played, wanted) = (progress.played, games.end - games.start);
    if played < wanted {
        return Err(Failure::Interrupted(format!(
            "stopped after {played} of {wanted} games{}",
            match &arguments.out {
                Some(path) => format!("; --resume goes on with {path}"),
                None => String::new(),
            }
        )));
    }
    Ok(())
}

/// A flag that Ctrl-C sets; a second Ctrl-C ends the program at once.
pub(crate) fn stopped_by_signal() -> Result<Arc<AtomicBool>, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    })
    .map_err(|error| Failure::Refused(format!("Ctrl-C can't be watched: {error}")))?;
    Ok(stop)
}

/// How often finished games are handed to the file, and progress is shown.
const OFTEN: Duration = Duration::from_millis(200);
/// How much text may wait for that.
const MUCH: usize = 1 << 16;

/// Where records go: whole lines only.
struct Records {
    out: Box<dyn Write>,
    name: String,
    waiting: String,
    written: Instant,
}

impl Records {
    fn to(out: Box<dyn Write>, name: &str) -> Self {
        Self {
            out,
            name: name.to_owned(),
            waiting: String::new(),
            written: Instant::now(),
        }
    }

    /// Opens a file; one that holds games is gone on with, if that is wanted.
    fn open(
        path: &str,
        resume: bool,
        heading: &Heading,
        games: &mut Range<u64>,
        tally: &mut Tally,
    ) -> Result<Self, Failure> {
        let refuse = |error: &dyn std::fmt::Display| Failure::Refused(format!("{path}: {error}"));
        // What a pipe or a device held before can't be read.
        let special = std::fs::metadata(path).is_ok_and(|file| !file.is_file());
        if special {
            return Err(refuse(
                &"this is no plain file; leave --out away to print the games",
            ));
        }
        let mut options = OpenOptions::new();
        let options = options.read(true).write(true).create(true).truncate(false);
        let mut file: File = options.open(path).map_err(|error| refuse(&error))?;
        if resume {
            let part = Part::read(&file, Some(heading)).map_err(|error| refuse(&error))?;
            let (next, keep) = part.resume(games).map_err(|error| refuse(&error))?;
            file.set_len(keep)
                .and_then(|()| file.seek(SeekFrom::Start(keep)))
                .map_err(|error| refuse(&error))?;
            games.start = next;
            *tally = part.tally;
        } else if file.read(&mut [0]).map_err(|error| refuse(&error))? > 0 {
            return Err(refuse(
                &"the file is not empty; --resume goes on with it, or choose another",
            ));
        }
        Ok(Self::to(Box::new(file), path))
    }

    fn add(&mut self, line: &str) -> Result<(), Failure> {
        self.waiting.push_str(line);
        self.waiting.push('\n');
        if self.waiting.len() >= MUCH || self.written.elapsed() >= OFTEN {
            self.flush()?;
        }
        Ok(())
    }

    fn flush(&mut self) -> Result<(), Failure> {
        self.written = Instant::now();
        let done = self.out.write_all(self.waiting.as_bytes());
        self.waiting.clear();
        done.and_then(|()| self.out.flush())
            .map_err(|error| match error.kind() {
                io::ErrorKind::BrokenPipe => Failure::Closed,
                _ => Failure::Refused(format!("{}: {error}", self.name)),
            })
    }
}

/// How far the games are, on a terminal.
struct Progress {
    shown: bool,
    begin: Instant,
    last: Instant,
    played: u64,
    wanted: u64,
}

impl Progress {
    fn new(games: &Range<u64>) -> Self {
        let now = Instant::now();
        Self {
            shown: Output::shows_progress(),
            begin: now,
            last: now,
            played: 0,
            wanted: games.end - games.start,
        }
    }

    /// Another game is over.
    fn tell(&mut self) {
        self.played += 1;
        if !self.shown || self.last.elapsed() < OFTEN {
            return;
        }
        self.last = Instant::now();
        #[expect(clippy::cast_precision_loss, reason = "shown without decimals")]
        let (played, left) = (self.played as f64, (self.wanted - self.played) as f64);
        let rate = played / self.begin.elapsed().as_secs_f64();
        let _ = write!(
            io::stderr(),
            "\r{} of {} games, {rate:.1} a second, {:.0} s left \x1b[K",
            self.played,
            self.wanted,
            left / rate
        );
    }

    fn clear(&self) {
        if self.shown {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}
