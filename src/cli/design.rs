//! `mankala design`: searches the options of games for rule sets whose measures reach a goal.

use std::sync::Mutex;

use super::prelude::*;
use crate::design::{self, Known, Line, Plan, Work, axis, first_line, read};
use crate::report::Designed;
use mankala_core::measure::condition::Conditions;
use mankala_core::measure::names::Measure;
use mankala_core::system::threads::lock;

use super::records::{Records, or_break};
use super::units;

/// Name of the file with the state.
const STATE: &str = "state.jsonl";

fn hours(text: &str) -> Result<Duration, &'static str> {
    let hours = text.parse::<f64>().ok().filter(|hours| *hours > 0.0 && *hours <= 10_000.0);
    let hours = hours.ok_or("expected a number of hours above 0, like 2 or 0.5")?;
    Ok(Duration::from_secs_f64(3600.0 * hours))
}

/// Goal, games to start from, limits, and where to write the results.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Conditions on measures, like "turns=40..70, fair=±2%, skill>100, comeback>.1".
    ///
    /// Measures are those of `compare --list-measures`. Short names: `fair` is the first player's score, `skill`
    /// is the Elo per doubling, `length` is the turns, and `choice` is the real choice.
    #[arg(long, value_name = "CONDITIONS")]
    goal: Conditions,
    /// Start from this game; the filters below and --all start from several.
    #[arg(long, value_name = "VARIANT", conflicts_with = "all")]
    from: Option<String>,
    /// Start from every variant that matches the filters below.
    #[arg(long)]
    all: bool,
    /// Folder for the state, the variant files, the summary and the page.
    ///
    /// The same command continues a search that was stopped.
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    /// Stop the race after this number of rule sets. Without any limit, it stops after 1000.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    candidates: Option<u64>,
    /// Stop the race after this number of hours, counted from the start of the command.
    #[arg(long, value_name = "H", value_parser = hours, conflicts_with = "budget")]
    hours: Option<Duration>,
    /// Stop the race after this time, such as 30m or 2h.
    #[arg(long, value_name = "TIME", value_parser = units::time)]
    budget: Option<Duration>,
    /// Random seed of the race; the games of --confirm use the next seed.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Player of the race: random, greedy, alphabeta:DEPTH, mcts:ITERATIONS.
    #[arg(long, value_name = "WHO", default_value = "alphabeta:2")]
    player: PlayerSpec,
    /// Stronger player, who plays new games of the best rule sets after the race.
    #[arg(long, value_name = "WHO", default_value = "alphabeta:4")]
    confirm: PlayerSpec,
    /// Number of games of a rule set in the last stage of the race, and again after the race.
    ///
    /// The first stage has a sixteenth of them, the second a quarter. Costly measures use a quarter of a stage's games.
    #[arg(long, value_name = "N", default_value_t = 1024, value_parser = clap::value_parser!(u64).range(64..=10_000_000))]
    games: u64,
    /// Number of rule sets to confirm and to write.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    best: u32,
    /// Two measures for the axes of a grid (the archive), which keeps the best game of each cell.
    #[arg(long, value_name = "MEASURES", num_args = 1..=2, value_delimiter = ',', value_parser = axis, default_value = "seeds_per_move,leader_wins_half")]
    spread: Vec<Measure>,
    /// Leave a game unfinished after N plies; rule sets with more than 5 % of such games are dropped.
    #[arg(long, value_name = "N", default_value_t = mankala_core::play::matches::PLY_LIMIT, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    ply_limit: u32,
    /// Search in this number of independent parts, and join their best rule sets.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
    parts: u32,
    /// Search only one part, like 2/4; `design --parts N --with FOLDER` then joins the parts.
    #[arg(long, value_name = "I/N", default_value_t = Shard::WHOLE, conflicts_with = "parts")]
    shard: Shard,
    /// Also use the state in this folder, such as that of another part.
    #[arg(long, value_name = "FOLDER")]
    with: Vec<PathBuf>,
    /// Change known games at random, without regard to earlier results, for comparison.
    #[arg(long)]
    blind: bool,
    #[command(flatten)]
    threads: ThreadArgs,
    #[command(flatten)]
    filters: Filters,
}

pub(crate) fn run(arguments: &Arguments, catalogue: &Catalogue, output: &mut Output) -> Result {
    let plan = plan(arguments, catalogue)?;
    let need = 2 * plan.player.memory().max(plan.stronger.memory());
    let threads = arguments.threads.count(need, output)?;
    let out = &arguments.out;
    let (mut records, known) = open(arguments, &plan)?;
    let mut failed = None;
    let mut keep = |line: &Line| or_break(records.add([&*line.text()]), &mut failed);
    let so_far = Mutex::new((0, 0));
    let stop = ticking(|| {
        let (candidates, reached) = *lock(&so_far);
        format!("candidates: {candidates}, reaching the goal: {reached}")
    });
    let mut tell = |candidates: u64, reached: usize| *lock(&so_far) = (candidates, reached);
    let mut work = Work {
        catalogue,
        threads,
        known,
        keep: &mut keep,
        tell: &mut tell,
        stop: &stop,
        folder: Some(out),
        program: &program(),
    };
    let goes_on = format!("stopped; the same command continues {}", out.display());
    interrupt::last_words(&format!("note: {goes_on}\n"));
    let done = design::run(&plan, &mut work);
    drop(stop);
    if let Some(failure) = failed {
        return Err(failure);
    }
    records.sync()?;
    let mut designed = done.ok_or(CommandError::Interrupted(goes_on))?;
    interrupt::last_words("");
    if plan.shard != Shard::WHOLE {
        let (shard, count) = (plan.shard, designed.counts.candidates);
        output.note(format!("{}: part {shard}, candidates: {count}", out.display()));
        return Ok(());
    }
    designed.command = command(arguments, designed.counts.candidates);
    write(out, &designed, output)
}

/// Reads the search from the command line.
fn plan(arguments: &Arguments, catalogue: &Catalogue) -> Result<Plan> {
    let filtered = arguments.all || !arguments.filters.words().is_empty();
    let bases = match &arguments.from {
        Some(_) if filtered => misuse!("--from can't be combined with filters"),
        Some(from) => {
            catalogue.load(from, &[]).map_err(CommandError::input)?;
            vec![from.clone()]
        }
        None if filtered => {
            let games = arguments.filters.all(catalogue)?.into_iter();
            games.map(|(game, _)| game.outline.header.name).collect()
        }
        None => misuse!("expected --from VARIANT, --all, or filters like --ruleset wari"),
    };
    let [first, second] = arguments.spread[..] else {
        misuse!("--spread: expected two measures");
    };
    let plan = Plan {
        goal: arguments.goal.clone(),
        spread: [first, second],
        bases,
        player: arguments.player,
        stronger: arguments.confirm,
        seed: arguments.seed,
        games: arguments.games,
        ply_limit: arguments.ply_limit,
        blind: arguments.blind,
        candidates: arguments.candidates,
        budget: arguments.hours.or(arguments.budget),
        parts: arguments.parts,
        shard: arguments.shard,
        best: arguments.best as usize,
    };
    plan.checked().map_err(CommandError::Usage)
}

/// Opens or creates the state in the folder, and reads it and those of other folders.
fn open(arguments: &Arguments, plan: &Plan) -> Result<(Records, Known)> {
    let mut known = Known::default();
    for folder in &arguments.with {
        let path = folder.join(STATE);
        read(BufReader::new(open_part(&path, "a search")?), plan, &mut known).of_file(&path)?;
    }
    let out = &arguments.out;
    let path = out.join(STATE);
    let first = first_line(plan);
    if path.exists() {
        let file = Records::reopen(&path)?;
        let keep = read(&file, plan, &mut known).of_file(&path)?;
        return Ok((Records::go_on(file, &path, keep, &first)?, known));
    }
    if out.is_dir() && fs::read_dir(out).is_ok_and(|mut entries| entries.next().is_some()) {
        return Err(refused(out, "expected a new or empty folder, or the folder of a search"));
    }
    if !out.is_dir() {
        fs::create_dir(out).map_err(|error| match error.kind() {
            std::io::ErrorKind::AlreadyExists => refused(out, "expected a folder, found a file"),
            std::io::ErrorKind::NotFound => refused(out, "the folder above it does not exist"),
            _ => refused(out, error),
        })?;
    }
    let mut place = Target::new(&path, false, &[])?;
    Ok((Records::begin(&mut place, &first)?, known))
}

/// Writes the variant files, the summary and the page.
fn write(out: &Path, designed: &Designed, output: &mut Output) -> Result {
    let json = designed.json();
    let summary = visible_json(&json.to_string()).into_owned() + "\n";
    let (csv, page) = (designed.csv(), designed.page());
    let files = [("summary.json", &summary), ("summary.csv", &csv), ("index.html", &page)];
    let found = designed.best.iter();
    let found = found.filter_map(|best| best.file.as_deref().zip(best.text.as_ref()));
    for (name, text) in found.chain(files) {
        Target::new(&out.join(name), true, &[])?.write(text)?;
    }
    let (words, page) = (designed.words(), out.join("index.html"));
    output.say(&json, format!("{words}\n{}: the results", page.display()))
}

/// Returns the command that reproduces the result, without threads and folders.
fn command(arguments: &Arguments, candidates: u64) -> String {
    let mut line = CommandLine::new("design");
    line.option("--goal", [&arguments.goal.words]);
    line.option("--from", &arguments.from);
    line.filters(&arguments.filters);
    line.option("--candidates", [candidates]);
    line.option("--seed", [arguments.seed]);
    line.option("--player", [arguments.player]);
    line.option("--confirm", [arguments.confirm]);
    line.option("--games", [arguments.games]);
    line.option("--best", [arguments.best]);
    line.flag("--spread", true);
    line.words(&arguments.spread);
    line.option("--ply-limit", [arguments.ply_limit]);
    line.option("--parts", [arguments.parts]);
    line.flag("--all", arguments.all);
    line.flag("--blind", arguments.blind);
    line.finish() + " --out FOLDER"
}
