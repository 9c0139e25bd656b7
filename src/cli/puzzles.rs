//! `mankala puzzles`: positions with one right move, proved by the solver; and files of them.

use std::ops::RangeInclusive;
use std::sync::Mutex;

use super::filter::between;
use super::kept::{Asked, Checking};
use super::lines::next_bytes;
use super::pager::page;
use super::prelude::*;
use crate::review::{
    Level, PUZZLES, Puzzle, PuzzleHeader, Value as PuzzleValue, puzzle_memory, puzzles,
};
use mankala_core::system::threads::lock;

/// Maximum size of a line, in bytes.
const LONGEST: usize = 1 << 20;

/// Number of puzzles, and where to write them.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    variant: VariantArgs,
    /// Number of puzzles.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    count: u32,
    /// Puzzles of this level: easy, or easy..hard.
    ///
    /// The level names the weakest player that finds the solution. Novice is `greedy`, easy `alphabeta:1` or 2, medium
    /// 3 or 4, hard 5 to 7. Master is a stronger player, or none.
    #[arg(long, value_name = "LEVELS", value_parser = levels)]
    difficulty: Option<RangeInclusive<Level>>,
    /// Random seed: the same seed gives the same puzzles.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    out: OutArgs,
    #[command(flatten)]
    threads: ThreadArgs,
}

/// Parses `easy` or an inclusive range `easy..hard`.
fn levels(text: &str) -> Result<RangeInclusive<Level>, &'static str> {
    between(text).ok_or(
        "expected novice, easy, medium, hard or master, \
         or a range like easy..hard with the easier level first",
    )
}

pub(crate) fn run(arguments: &Arguments, catalogue: &Catalogue, output: &mut Output) -> Result {
    let loaded = arguments.variant.load(catalogue)?;
    let mut place = arguments.out.place(&files_of(&loaded))?;
    let threads = arguments.threads.count(puzzle_memory(), output)?;
    let (count, seed) = (arguments.count as usize, arguments.seed);
    let levels = arguments.difficulty.clone().unwrap_or(Level::ALL);
    let so_far = Mutex::new([0, 0]);
    let stop = ticking(|| {
        let [made, games] = *lock(&so_far);
        format!("{made} of {count} puzzles in {games} games")
    });
    let found = puzzles(&loaded, &levels, count, seed, threads, &stop, &mut |found| {
        *lock(&so_far) = [found.puzzles.len() as u64, found.games];
    });
    drop(stop);
    let found = interrupt::found(found)?;
    let (made, games) = (found.puzzles.len(), found.games);
    if made == 0 {
        return Err(CommandError::Input(found.nothing()));
    }
    if made < count {
        let others = match found.others {
            0 => String::new(),
            others => format!(", and {others} of other levels"),
        };
        output.note(format!("found only {made} of {count} puzzles in {games} games{others}"));
    }
    let difficulty = &arguments.difficulty;
    let difficulty = difficulty.as_ref().map(|it| format!("{}..{}", it.start(), it.end()));
    // A person sees boards, a pipe gets the file.
    if place.is_none() && !output.is_json() && output.look().columns.is_some() {
        let name = arguments.variant.spelled(&loaded);
        let mut again = format!("puzzles {name} --count {count} --seed {seed}");
        if let Some(levels) = &difficulty {
            again += &format!(" --difficulty {levels}");
        }
        return show(&found.puzzles, &loaded, &again, output);
    }
    let mut text = PuzzleHeader::new(&loaded, seed, difficulty, made).line() + "\n";
    for puzzle in &found.puzzles {
        text += &puzzle.line(&loaded).map_err(CommandError::Input)?;
        text.push('\n');
    }
    let Some(place) = &mut place else {
        return output.text(&text);
    };
    place.write(&text)?;
    let (name, variant) = (place.name().display().to_string(), loaded.label());
    output.say(
        &json!({
            "file": name,
            "format": PUZZLES,
            "variant": variant,
            "puzzles": made,
            "games": games,
        }),
        format!(
            "{}: {} of {} from {}",
            visible(&name),
            several(made, "puzzle"),
            visible(&variant),
            several(games, "game")
        ),
    )
}

/// Draws each puzzle as a board, and lists the solutions after the last one; `again` is the command.
fn show(puzzles: &[Puzzle], loaded: &Loaded, again: &str, output: &mut Output) -> Result {
    let look = output.look();
    let mut text = String::new();
    let mut solutions = look.told("", "Solutions, of which only the longest line is shown:");
    for (number, puzzle) in (1..).zip(puzzles) {
        let game = loaded.game_from(&puzzle.position).map_err(CommandError::input)?;
        text.push_str(&look.told("", &question(puzzle, number, puzzles.len())));
        text.push_str(&format!("\n{}\n{}\n", look.board(&game, &[]), look.score(&game)));
        let line = puzzle.solution.first().map_or_else(String::new, |line| line.join(" "));
        let (level, solver) = (Level::of(puzzle.difficulty.as_deref()), puzzle.difficulty.as_ref());
        let solver = solver.map_or("no computer player up to alphabeta:8 finds it", |it| it);
        let level = format!("{level}: {solver}");
        let themes = [&[level], &*puzzle.themes].concat().join(", ");
        solutions.push_str(&look.told(&format!("  {number}. "), &format!("{line} ({themes})")));
    }
    let program = program();
    let more = format!(
        "In brackets: the level, the weakest computer player that finds it, and the themes. To try puzzles: \
         {program} {again} --out FILE, then {program} play --puzzles FILE."
    );
    page(&format!("{text}{solutions}\n{}", paragraph(&more, "", look.width)), output)
}

/// Formats the question of a puzzle.
pub(super) fn question(puzzle: &Puzzle, number: usize, of: usize) -> String {
    let aim = match puzzle.value {
        PuzzleValue::Draw => "holds the draw",
        _ => "wins",
    };
    format!("Puzzle {number} of {of}: which move of {} {aim}? Only one does.", puzzle.side)
}

/// File of puzzles that is read line by line.
pub(super) struct PuzzleFile {
    file: BufReader<File>,
    pub(super) header: PuzzleHeader,
    pub(super) loaded: Loaded,
}

impl PuzzleFile {
    /// Reads the header and finds its variant, or the named one.
    pub(super) fn open(asked: Asked<'_>, mut file: BufReader<File>) -> Result<Self> {
        let Asked { path, variant, catalogue } = asked;
        let first = next_bytes(&mut file, LONGEST).of_file(path)?;
        let (first, _) = first.unwrap_or_default();
        let header = PuzzleHeader::read(&first).of_file(path)?;
        let loaded = loaded_with(catalogue, &header.variant, &header.rules, variant);
        Ok(Self { file, header, loaded: loaded.of_file(path)? })
    }

    /// Reads the next puzzle or the error in its line; `None` at the end.
    pub(super) fn next_puzzle(&mut self) -> std::io::Result<Option<Result<Puzzle, String>>> {
        let line = next_bytes(&mut self.file, LONGEST)?;
        Ok(line.map(|(line, _)| Puzzle::read(&line)))
    }
}

/// Solves every puzzle of a file, and prints the wrong lines.
pub(super) fn verify(asked: Asked<'_>, file: BufReader<File>, output: &mut Output) -> Result {
    let path = asked.path;
    let mut file = PuzzleFile::open(asked, file)?;
    let (mut found, mut progress) = (0, ProgressLine::new());
    let mut check = Checking::new(path, "line", output);
    let mut keys = HashSet::new();
    while let Some(puzzle) = file.next_puzzle().of_file(path)? {
        found += 1;
        let check_one = |puzzle: Puzzle| {
            puzzle.check(&file.loaded, &interrupt::stopped)?;
            let is_new = keys.insert(puzzle.key(&file.loaded));
            is_new.then_some(()).ok_or_else(|| "an earlier puzzle has the same position".to_owned())
        };
        let checked = puzzle.and_then(check_one);
        interrupt::check()?;
        progress.say(|| format!("{found} of {} puzzles", file.header.puzzles));
        if let Err(message) = checked {
            check.wrong(found as u64 + 1, &message)?;
        }
    }
    drop(progress);
    let (variant, rules, puzzles) = (&file.header.variant, &file.header.rules, file.header.puzzles);
    let facts = json!({
        "variant": variant,
        "rules": rules,
        "puzzles": found,
        "of": puzzles,
    });
    let words = format!(
        "{found} of {puzzles} puzzles of {} with the rules {rules}, {} proved",
        visible(variant),
        check.all()
    );
    if found > 0 {
        check.finish(PUZZLES, facts, &words, None)?;
    }
    if found == puzzles {
        return Ok(());
    }
    Err(refused(path, format!("number of puzzles: expected {puzzles}, found {found}")))
}
