//! `mankala verify`: checks the games of a file by replaying them, a certificate by its moves, and puzzles by solving
//! them.

use std::io::BufRead as _;

use super::prelude::*;
use crate::report::{GameValue, KEPT, KeptFile, KeptLine as _};
use crate::review::PUZZLES;
use mankala_core::play::matches::{FORMAT, FileHeader, Record, RecordFile};
use mankala_core::search::proof;
use mankala_core::search::tables::TableHeader;
use mankala_core::text::checksum::states;
use mankala_core::variant::ruleset::Rounds;

use super::game_table::TableFile;
use super::kept::{Asked, Checking, line_of};
use super::parquet::is_table;
use super::{certificate, kept, puzzles};

/// File to verify.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// A file from `match`, `compare --keep`, `solve --all --keep`, `merge`, `solve --certificate` or `puzzles`.
    file: PathBuf,
    /// Variant of the games; required only if it is your own .toml file.
    #[arg(long)]
    variant: Option<String>,
}

/// Replays recorded games.
pub(crate) struct Judge {
    loaded: Loaded,
    rounds: Option<Rounds>,
}

impl Judge {
    pub(crate) fn of(
        catalogue: &Catalogue,
        header: &MatchHeader,
        named: Option<&str>,
    ) -> Result<Self, String> {
        let loaded = loaded_for(catalogue, header, named)?;
        Ok(Self { rounds: header.rounds.then_some(loaded.rounds), loaded })
    }

    pub(crate) fn check(&self, record: &Record) -> Result<(), String> {
        let checked = Arc::clone(&self.loaded.variant).verify(record, self.rounds);
        checked.map_err(|message| format!("game {}: {message}", record.played.game))
    }
}

pub(crate) fn run(arguments: &Arguments, catalogue: &Catalogue, output: &mut Output) -> Result {
    let (path, variant) = (&*arguments.file, arguments.variant.as_deref());
    let asked = Asked { path, variant, catalogue };
    let mut file = kept::open(path)?;
    let begin = file.fill_buf().of_file(path)?;
    if states(begin, KEPT) {
        return kept::verify(asked, file, output);
    }
    if states(begin, proof::FORMAT) {
        return certificate::verify(asked, file, output);
    }
    if states(begin, PUZZLES) {
        return puzzles::verify(asked, file, output);
    }
    if states(begin, GameValue::FORMAT) {
        return verify_values(path, file, output);
    }
    if TableHeader::read(&mut &*begin).is_ok() {
        return Err(refused(path, "found endgame tables; `tables verify` checks them"));
    }
    if is_table(begin) {
        let table = TableFile::open(path).of_file(path)?;
        let mut games = Replay::new(asked, &table.first, "row", output)?;
        table.each(&mut |record| games.look(games.games + 1, record))?;
        return games.finish(0);
    }
    let mut records = RecordFile::open(file).of_file(path)?;
    let Some(header) = records.header().cloned() else {
        return Err(refused(
            path,
            "expected a file that this program wrote, found no complete line",
        ));
    };
    let first = records.first().cloned().unwrap_or(FileHeader { header, shard: Shard::WHOLE });
    let mut games = Replay::new(asked, &first, "line", output)?;
    while let Some(record) = line_of(path, records.next_record())? {
        games.look(records.line(), record)?;
    }
    games.finish(records.rest().len())
}

/// Reads all kept values, which need a search to be checked.
fn verify_values(path: &Path, file: BufReader<File>, output: &mut Output) -> Result {
    let mut kept = KeptFile::<_, GameValue>::open(file).of_file(path)?;
    let (mut lines, mut check) = (0_u64, Checking::new(path, "line", output));
    loop {
        interrupt::check()?;
        let Some(read) = line_of(path, kept.next_piece())? else { break };
        lines += 1;
        if let Err(message) = read {
            check.wrong(kept.line(), &message)?;
        }
    }
    let rest = Some((kept.rest().of_file(path)?, "solve --all … --keep"));
    let words =
        format!("values of games, lines: {lines}, {} as kept; not solved again", check.all());
    check.finish(GameValue::FORMAT, json!({ "lines": lines }), &words, rest)
}

/// Games to replay, and the results so far.
struct Replay<'a> {
    check: Checking<'a>,
    judge: Judge,
    progress: ProgressLine,
    games: u64,
    all: u64,
}

impl<'a> Replay<'a> {
    fn new(
        asked: Asked<'a>,
        first: &FileHeader,
        unit: &'static str,
        output: &'a mut Output,
    ) -> Result<Self> {
        let judge = Judge::of(asked.catalogue, &first.header, asked.variant);
        let all = first.games();
        Ok(Self {
            judge: judge.of_file(asked.path)?,
            check: Checking::new(asked.path, unit, output),
            progress: ProgressLine::new(),
            games: 0,
            all: all.end - all.start,
        })
    }

    /// Replays a game, if it could be read, and prints its error.
    fn look(&mut self, number: u64, record: Result<Record, String>) -> Result {
        interrupt::check()?;
        let checked = record.and_then(|record| self.judge.check(&record));
        self.games += 1;
        self.progress.show(self.games, self.all, "");
        checked.or_else(|message| self.check.wrong(number, &message))
    }

    /// Prints the summary; `rest` is the number of bytes after the last complete line.
    fn finish(self, rest: usize) -> Result {
        drop(self.progress);
        let (check, games, all) = (self.check, self.games, self.all);
        let (variant, rules) = (self.judge.loaded.label(), self.judge.loaded.digest());
        let facts = json!({
            "variant": variant,
            "rules": rules,
            "games": games,
            "of": all,
        });
        let words = format!(
            "{games} of {all} games of {} with the rules {rules}, {} as recorded",
            visible(&variant),
            check.all()
        );
        check.finish(FORMAT, facts, &words, Some((rest, "match … --resume")))
    }
}
