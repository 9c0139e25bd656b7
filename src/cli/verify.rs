//! `mankala verify`: checks the games of a file by replaying them, a certificate by its moves, and puzzles by solving
//! them.

use std::io::BufRead as _;

use super::prelude::*;
use crate::report::KEPT;
use crate::review::PUZZLES;
use mankala_core::play::matches::{FORMAT, FileHeader, MatchHeader, PartError, Record, RecordFile};
use mankala_core::search::proof;
use mankala_core::text::checksum::states;
use mankala_core::variant::AnyVariant;
use mankala_core::variant::ruleset::Rounds;

use super::game_table::TableFile;
use super::parquet::is_table;
use super::variant::loaded_for;
use super::{certificate, kept, puzzles};

/// File to verify.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// A file from `match`, `compare --keep`, `merge`, `solve --certificate` or `puzzles`.
    file: PathBuf,
    /// Variant of the games; required only if it is your own .toml file.
    #[arg(long)]
    variant: Option<String>,
}

/// Replays recorded games.
pub(crate) struct Judge {
    variant: Arc<dyn AnyVariant>,
    rounds: Option<Rounds>,
    /// Label of the variant, and digest of its rules.
    told: [String; 2],
}

impl Judge {
    /// Finds the variant of the games.
    pub(crate) fn of(
        catalogue: &Catalogue,
        header: &MatchHeader,
        named: Option<&str>,
    ) -> Result<Self, String> {
        let loaded = loaded_for(catalogue, header, named)?;
        Ok(Self {
            rounds: header.rounds.then_some(loaded.rounds),
            told: [loaded.label(), loaded.digest()],
            variant: loaded.variant,
        })
    }

    pub(crate) fn check(&self, record: &Record) -> Result<(), String> {
        let checked = Arc::clone(&self.variant).verify(record, self.rounds);
        checked.map_err(|message| format!("game {}: {message}", record.played.game))
    }
}

/// Replays every game of the file, and prints the wrong lines.
pub(crate) fn run(arguments: &Arguments, catalogue: &Catalogue, output: &mut Output) -> Result {
    let refuse = |error: &dyn std::fmt::Display| refused(&arguments.file, error);
    let mut file = kept::open(&arguments.file)?;
    let variant = arguments.variant.as_deref();
    let begin = file.fill_buf().map_err(|error| refuse(&error))?;
    if states(begin, KEPT) {
        return kept::verify(&arguments.file, file, variant, catalogue, output);
    }
    if states(begin, proof::FORMAT) {
        return certificate::verify(&arguments.file, file, variant, catalogue, output);
    }
    if states(begin, PUZZLES) {
        return puzzles::verify(&arguments.file, file, variant, catalogue, output);
    }
    if is_table(begin) {
        let table = TableFile::open(&arguments.file).map_err(|message| refuse(&message))?;
        let mut games = Replay::new(arguments, table.first(), "row", catalogue, output)?;
        table.each(&mut |record| games.look(games.games + 1, record))?;
        return games.finish(0);
    }
    let mut records = RecordFile::open(file).map_err(|error| refuse(&error))?;
    let Some(header) = records.header().cloned() else {
        return Err(refuse(&"expected a file of games, found no complete line"));
    };
    let first = records.first().cloned().unwrap_or(FileHeader {
        header,
        shard: Shard::WHOLE,
    });
    let mut games = Replay::new(arguments, &first, "line", catalogue, output)?;
    loop {
        let record = match records.next_record() {
            Ok(None) => break,
            Ok(Some(record)) => Ok(record),
            Err(PartError::Line { message, .. }) => Err(message),
            Err(error) => return Err(refuse(&error)),
        };
        games.look(records.line(), record)?;
    }
    games.finish(records.rest().len())
}

/// Games to replay, and the results so far.
struct Replay<'a> {
    file: &'a Path,
    judge: Judge,
    output: &'a mut Output,
    progress: ProgressLine,
    /// Unit of the file in messages: `line` or `row`.
    place: &'static str,
    games: u64,
    all: u64,
    lies: u64,
}

impl<'a> Replay<'a> {
    fn new(
        arguments: &'a Arguments,
        first: &FileHeader,
        place: &'static str,
        catalogue: &Catalogue,
        output: &'a mut Output,
    ) -> Result<Self> {
        let judge = Judge::of(catalogue, &first.header, arguments.variant.as_deref());
        let judge = judge.map_err(|message| refused(&arguments.file, message))?;
        let all = first.games();
        Ok(Self {
            file: &arguments.file,
            judge,
            output,
            progress: ProgressLine::new(),
            place,
            games: 0,
            all: all.end - all.start,
            lies: 0,
        })
    }

    /// Replays a game, if it could be read, and prints its error.
    fn look(&mut self, number: u64, record: Result<Record, String>) -> Result {
        interrupt::check()?;
        let checked = record.and_then(|record| self.judge.check(&record));
        self.games += 1;
        self.progress.show(self.games, self.all, "");
        let Err(message) = checked else { return Ok(()) };
        self.lies += 1;
        kept::tell_wrong(self.place, number, &message, self.output)
    }

    /// Prints the summary; `rest` is the number of bytes after the last complete line.
    fn finish(self, rest: usize) -> Result {
        let Self {
            file,
            judge,
            output,
            place,
            games,
            all,
            lies,
            progress,
        } = self;
        drop(progress);
        let [variant, rules] = judge.told;
        if output.is_json() {
            output.object(&json!({
                "file": file.to_string_lossy(),
                "format": FORMAT,
                "variant": variant,
                "rules": rules,
                "games": games,
                "of": all,
                "lies": lies,
                "unfinished_bytes": rest,
            }))?;
        } else {
            let found = if lies == 0 {
                "all as recorded"
            } else {
                "not all as recorded"
            };
            output.line(format!(
                "{}: {games} of {all} games of {} with the rules {rules}, {found}",
                visible(&file.display().to_string()),
                visible(&variant)
            ))?;
        }
        kept::tell_truncated(rest, "match … --resume", output);
        kept::judged(file, place, lies)
    }
}
