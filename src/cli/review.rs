//! `mankala review`: winning chances, mistakes and accuracy of games.

use std::io::BufRead as _;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use super::game_table::Out;
use super::output::Format;
use super::parquet::{Kind, Writer, is_table};
use super::prelude::*;
use super::recorded::Recorded;
use super::replay::{OfFile, told_result};
use super::{certificate, tables};
use crate::api::transcript::false_winner;
use crate::files::solved::Solved;
use crate::report::{known_words, review_csv, review_page};
use crate::review::{
    Certified, EFFORT, Engine, Grade, MOST_EFFORT, Model, Review, ReviewTask, Reviewed, Tables,
    review, review_all,
};
use mankala_core::kernel::pair::BySide;
use mankala_core::play::matches::seated;
use mankala_core::system::threads::lock;

/// Number of games that are reviewed before their rows are written.
const GAMES: usize = 256;

/// Columns of a Parquet table with a row a ply; `docs/review.md` describes it.
const COLUMNS: [(&str, Kind); 11] = [
    ("game", Kind::Number),
    ("ply", Kind::Number),
    ("side", Kind::Text),
    ("move", Kind::Text),
    ("best", Kind::Text),
    ("line", Kind::Texts),
    ("before", Kind::Real),
    ("after", Kind::Real),
    ("judgement", Kind::Text),
    ("proved", Kind::Truth),
    ("reason", Kind::SomeText),
];

/// Reviews of the next games of a file, with their numbers; `None` at the end.
type Rows<'a> = dyn FnMut() -> Result<Option<Vec<(u64, Review)>>> + 'a;

/// Games to review.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// A transcript, a file of games from `match`, or moves in another notation; - reads standard input.
    file: String,
    /// Number of the game in a file from `match`.
    ///
    /// If left out: all games for JSON, CSV and Parquet, else game 0.
    #[arg(long, value_name = "N")]
    game: Option<u64>,
    #[command(flatten)]
    of: OfFile,
    /// Search effort for each position, in units of 256 steps.
    #[arg(long, value_name = "N", default_value_t = EFFORT, value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_EFFORT)))]
    effort: u32,
    /// Use the endgame tables in this file, made by `tables build`.
    #[arg(long, value_name = "FILE")]
    tables: Option<PathBuf>,
    /// Use the bounds that this certificate of `solve` proves.
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Format of the review; the global --json means --format json.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
    #[command(flatten)]
    out: OutArgs,
    #[command(flatten)]
    threads: ThreadArgs,
}

/// Reviews one game, or all games of a file for a table.
pub(crate) fn run(arguments: &Arguments, catalogue: &Catalogue, output: &mut Output) -> Result {
    let format = arguments.format.or_json(output)?;
    if matches!(format, Format::Table | Format::Json) && arguments.out.out.is_some() {
        misuse!("--out needs --format html, csv or parquet");
    }
    let mut games = Games::open(arguments, catalogue, output)?;
    let mut inputs = files_of(&games.loaded);
    inputs.push(PathBuf::from(&arguments.file));
    inputs.extend(arguments.tables.iter().chain(&arguments.certificate).cloned());
    let mut place = arguments.out.place(&inputs)?;
    match format {
        Format::Csv | Format::Parquet => {
            let threads = arguments.threads.count(Engine::memory(), output)?;
            let mut rows = games.rows(arguments, threads);
            if format == Format::Parquet {
                return write_table(place.as_mut(), &mut rows);
            }
            let mut text = review_csv([], true);
            while let Some(found) = rows()? {
                text += &review_csv(found.iter().map(|(game, found)| (*game, found)), false);
            }
            drop(rows);
            print_or_write(&text, place, output)
        }
        Format::Json => {
            let threads = arguments.threads.count(Engine::memory(), output)?;
            let (variant, rules) = (games.loaded.label(), games.loaded.digest());
            let known = games.known.map(Solved::json);
            let header = json!({ "variant": variant, "rules": rules, "known": known });
            let mut rows = games.rows(arguments, threads);
            while let Some(found) = rows()? {
                for (game, found) in &found {
                    output.object(&object(&header, *game, found))?;
                }
            }
            Ok(())
        }
        Format::Table | Format::Html => {
            let number = arguments.game.unwrap_or(0);
            let found = games.next_from(Some(number))?;
            let (_, game) = found.ok_or_else(|| games.missing(number))?;
            let found = one(&game, &games.task(arguments.effort))?;
            let heading = games.heading(number);
            if format == Format::Html {
                let title = &games.loaded.header.title;
                let heading = heading.map_or_else(String::new, |heading| heading + ". ");
                let about = format!("{heading}Length and result: {}.", told_result(&game));
                let command = command(arguments, format);
                let page = review_page(title, &about, games.known, &game, &found, &command);
                return print_or_write(&page, place, output);
            }
            if let Some(heading) = heading {
                output.line(format!("{heading}; --game shows another.\n"))?;
            }
            if let Some(known) = games.known {
                output.text(&paragraph(&known_words(known), "", output.look().width))?;
                output.line("")?;
            }
            print(&found, &game, output)
        }
    }
}

/// Returns the command that reproduces the review, with all options that change it.
fn command(arguments: &Arguments, format: Format) -> String {
    let OfFile { variant, set, from } = &arguments.of;
    let mut line = CommandLine::new("review");
    line.words([&arguments.file]);
    line.option("--game", arguments.game);
    line.option("--variant", variant);
    line.option("--set", set);
    line.option("--from", from);
    line.option("--effort", [arguments.effort]);
    let paths = |path: &Option<PathBuf>| path.as_ref().map(|path| path.display().to_string());
    line.option("--tables", paths(&arguments.tables));
    line.option("--certificate", paths(&arguments.certificate));
    line.option("--format", [format]);
    line.finish()
}

/// Reviews a game, with progress by plies.
fn one(game: &Game, task: &ReviewTask<'_>) -> Result<Review> {
    let plies = game.plies().saturating_sub(task.opening);
    let mut progress = ProgressLine::new();
    let mut tell = |done| progress.say(|| format!("{done} of {plies} plies"));
    interrupt::found(review(game, task, &interrupt::stopped, &mut tell))
}

fn object(header: &Value, game: u64, found: &Review) -> Value {
    let mut object = header.clone();
    object["game"] = game.into();
    object["plies"] = json!(found.plies);
    let BySide([south, north]) = found.accuracy;
    object["accuracy"] = json!({ "S": south, "N": north });
    object["turning_point"] = json!(found.turning_point);
    object
}

/// The games of a file: that of a transcript, or those of a match.
struct Games {
    name: String,
    loaded: Loaded,
    /// Number of random plies at the start of each game, which are not reviewed.
    opening: usize,
    tables: Option<Tables>,
    proofs: Vec<Certified>,
    /// Known value of the opening, if the games begin with it.
    known: Option<&'static Solved>,
    input: Input,
}

enum Input {
    Transcript(Option<Box<Game>>),
    Match(Box<Recorded>),
}

impl Games {
    /// Opens a file of records or a transcript, which its first byte tells apart.
    fn open(arguments: &Arguments, catalogue: &Catalogue, output: &mut Output) -> Result<Self> {
        let source = arguments.of.source(&arguments.file, catalogue);
        let name = source.name().to_owned();
        let mut input = source.open()?;
        let begin = input.fill_buf().of(&name)?;
        if is_table(begin) {
            refuse!(
                "{name}: expected a transcript or JSON Lines from `match`, found a Parquet file"
            );
        }
        let is_match = begin.starts_with(b"{");
        let (loaded, mut first, opening, input) = if is_match && source.from.is_none() {
            let games = Recorded::open(
                &name,
                Box::new(input),
                (source.variant, source.set),
                source.catalogue,
            )?;
            let (loaded, opening) = (games.loaded.clone(), games.header.opening_plies as usize);
            (loaded, games.loaded.game(), opening, Input::Match(Box::new(games)))
        } else {
            let (loaded, transcript, game) =
                source.play(input, &mut |_, _, _, _, _| Ok(()), output)?;
            if let Some(note) = false_winner(&game, &transcript) {
                output.note(note);
            }
            (loaded, game.clone(), 0, Input::Transcript(Some(Box::new(game))))
        };
        let tables = tables::load(arguments.tables.as_ref(), &loaded)?;
        let proofs = arguments.certificate.as_deref().map(|file| certificate::load(file, &loaded));
        first.rewind();
        Ok(Self {
            known: Solved::at(&loaded, &first).filter(|_| opening == 0),
            tables: tables.map(|(tables, _)| tables),
            proofs: proofs.transpose()?.unwrap_or_default(),
            name,
            loaded,
            opening,
            input,
        })
    }

    fn task(&self, effort: u32) -> ReviewTask<'_> {
        ReviewTask {
            opening: self.opening,
            tables: self.tables.as_ref(),
            proofs: &self.proofs,
            ..ReviewTask::new(Model::of(&self.loaded), effort)
        }
    }

    /// Returns the number and the players of a game of a match.
    fn heading(&self, number: u64) -> Option<String> {
        let Input::Match(games) = &self.input else { return None };
        let [south, north] = Side::BOTH.map(|side| &games.header.players[seated(number, side)]);
        Some(format!("Game {number}, counted from 0: {south} is South, {north} is North"))
    }

    fn missing(&self, number: u64) -> CommandError {
        match &self.input {
            Input::Match(games) => games.missing(number),
            Input::Transcript(_) => {
                CommandError::Input(format!("{}: the file has no game {number}", self.name))
            }
        }
    }

    /// Returns the next game, or the one with this number; a transcript is game 0.
    fn next_from(&mut self, wanted: Option<u64>) -> Result<Option<(u64, Game)>> {
        match &mut self.input {
            Input::Transcript(game) => {
                let game = game.take().filter(|_| wanted.is_none_or(|wanted| wanted == 0));
                Ok(game.map(|game| (0, *game)))
            }
            Input::Match(games) => games.next_from(wanted),
        }
    }

    /// Returns the reviews of all games, or of the one that is asked for.
    fn rows<'a>(&'a mut self, arguments: &'a Arguments, threads: usize) -> Box<Rows<'a>> {
        let (progress, done) = (Mutex::new(ProgressLine::new()), AtomicU64::new(0));
        Box::new(move || {
            let (mut numbers, mut games) = (Vec::new(), Vec::new());
            while games.len() < GAMES
                && let Some((number, game)) = self.next_from(arguments.game)?
            {
                numbers.push(number);
                games.push(game);
            }
            if games.is_empty() {
                let is_missing = done.load(Ordering::Relaxed) == 0;
                return match arguments.game.filter(|_| is_missing) {
                    Some(number) => Err(self.missing(number)),
                    None => Ok(None),
                };
            }
            let tell = || {
                let done = 1 + done.fetch_add(1, Ordering::Relaxed);
                lock(&progress).say(|| format!("{done} games"));
            };
            let stop = &interrupt::stopped;
            let task = self.task(arguments.effort);
            let games: Vec<_> = games.into_iter().map(|game| (task, game)).collect();
            let found = review_all(&games, threads, stop, &tell);
            Ok(Some(numbers.into_iter().zip(interrupt::found(found)?).collect()))
        })
    }
}

/// Prints a line for each move, the result, and a line for each player.
fn print(found: &Review, game: &Game, output: &mut Output) -> Result {
    let titles = ["ply", "player", "move", "South's chances", "grade", "best line"];
    table(titles, found.plies.iter().map(row), output)?;
    output.line("")?;
    output.line(told_result(game))?;
    for words in Side::BOTH.into_iter().filter_map(|side| found.words(side)) {
        output.line(words)?;
    }
    if let Some(ply) = found.turning_point {
        let of = found.plies.iter().find(|reviewed| reviewed.ply == ply);
        let mv = of.map(|of| format!(", {}'s {}", of.side, of.text)).unwrap_or_default();
        output.line(format!("The turning point is ply {ply}{mv}."))?;
    }
    output.line("Each row is a search of its own; compare numbers only within a row.")?;
    output.line(
        "A ply is one move of one player. Moves that lose no chances give an accuracy of 100 %.",
    )
}

/// Returns the cells of a move: number, mover, move, chances of South, verdict, and the best line after a low grade.
fn row(ply: &Reviewed) -> [String; 6] {
    let line = if ply.grade > Grade::Good { ply.line.join(" ") } else { String::new() };
    [
        ply.ply.to_string(),
        ply.side.to_string(),
        ply.text.clone(),
        ply.chances(),
        ply.verdict(),
        line,
    ]
}

/// Writes the plies of all games to `place` or standard output.
fn write_table(place: Option<&mut Target>, rows: &mut Rows<'_>) -> Result {
    let mut writer = Writer::begin(Out::to(place)?, COLUMNS.to_vec())?;
    while let Some(found) = rows()? {
        let plies = found.iter().flat_map(|(game, review)| {
            review.plies.iter().map(move |ply| {
                let mut row = json!(ply);
                row["game"] = (*game).into();
                row["side"] = ply.side.to_string().into();
                row
            })
        });
        writer.objects(&plies.collect::<Vec<_>>())?;
    }
    let version = format!("mankala version {}", env!("CARGO_PKG_VERSION"));
    writer.finish(("mankala review", "1"), &version)?.close()
}
