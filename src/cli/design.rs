//! `mankala design`: searches the options of games for rule sets whose measures reach a goal.

use std::collections::HashSet;
use std::fs;

use super::prelude::*;
use crate::atlas::distance::apart;
use crate::design::{
    Candidate, Known, Line, Plan, STAGES, SearchResult, Stage, Work, first_line, on_front, play,
    read, search,
};
use crate::files::brief::NOTATION;
use crate::report::{ArchiveCell, Best, Designed, deciles};
use mankala_core::measure::names::Measure;

use super::command::CommandLine;
use super::file::open_part;
use super::filter::{Conditions, conditions};
use super::like;
use super::new::designed;
use super::records::{Records, or_break};
use super::units;

/// Name of the file with the state.
const STATE: &str = "state.jsonl";
/// Number of candidates if there is no limit.
const USUAL: u64 = 1000;

fn axis(name: &str) -> Result<Measure, String> {
    let measure = name.parse::<Measure>().ok();
    let measure = measure.filter(|&measure| deciles(measure).is_some());
    measure.ok_or_else(|| {
        "expected a measure of the dozen in random games, like turns or seeds_per_move".to_owned()
    })
}

fn hours(text: &str) -> Result<Duration, String> {
    let hours = text
        .parse::<f64>()
        .ok()
        .filter(|hours| *hours > 0.0 && *hours <= 10_000.0);
    let hours =
        hours.ok_or_else(|| "expected a number of hours above 0, like 2 or 0.5".to_owned())?;
    Ok(Duration::from_secs_f64(3600.0 * hours))
}

/// Goal, games to start from, limits, and where to write the results.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Conditions on measures, like "turns=40..70, fair=±2%, skill>100, comeback>.1".
    ///
    /// Measures are those of `compare --list-measures`. Short names: `fair` is the first player's score, `skill`
    /// is the Elo per doubling, `length` is the turns, and `choice` is the real choice.
    #[arg(long, value_name = "CONDITIONS", value_parser = conditions)]
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
    #[arg(long, value_name = "MEASURES", num_args = 2, value_delimiter = ',', value_parser = axis, default_value = "seeds_per_move,leader_wins_half")]
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
    let games: Vec<Loaded> = like::games(catalogue);
    let need = 2 * plan.player.memory().max(plan.stronger.memory());
    let threads = arguments.threads.count(need, output)?;
    let out = &arguments.out;
    let (mut records, known) = open(arguments, &plan)?;
    let mut failed = None;
    let mut keep = |line: &Line| or_break(records.add([&*line.text()]), &mut failed);
    let mut progress = ProgressLine::new();
    let mut tell = |candidates: u64, reached: usize| {
        progress.say(|| format!("candidates: {candidates}, reaching the goal: {reached}"));
    };
    let mut work = Work {
        catalogue,
        games: &games,
        threads,
        known,
        keep: &mut keep,
        tell: &mut tell,
        stop: &interrupt::stopped,
    };
    let goes_on = format!("stopped; the same command continues {}", out.display());
    interrupt::last_words(&format!("note: {goes_on}\n"));
    let done = raced(arguments, &plan, &mut work).and_then(|mut found| {
        if arguments.shard != Shard::WHOLE {
            return Some((found, Vec::new()));
        }
        let best = confirmed(arguments, &plan, &mut found, &mut work)?;
        Some((found, best))
    });
    drop(progress);
    if let Some(failure) = failed {
        return Err(failure);
    }
    records.sync()?;
    let (found, best) = done.ok_or(CommandError::Interrupted(goes_on))?;
    interrupt::last_words("");
    if arguments.shard != Shard::WHOLE {
        let (shard, count) = (arguments.shard, found.counts.candidates);
        output.note(format!(
            "{}: part {shard}, candidates: {count}",
            out.display()
        ));
        return Ok(());
    }
    write(arguments, &plan, catalogue, &games, found, best, output)
}

/// Reads the search from the command line.
fn plan(arguments: &Arguments, catalogue: &Catalogue) -> Result<Plan> {
    let filtered = arguments.all || !arguments.filters.words().is_empty();
    let bases = match &arguments.from {
        Some(_) if filtered => {
            misuse!("--from can't be combined with filters");
        }
        Some(from) => {
            catalogue.load(from, &[]).map_err(CommandError::input)?;
            vec![from.clone()]
        }
        None if filtered => {
            let (games, mistakes) = arguments.filters.names(catalogue)?;
            if !mistakes.is_empty() {
                return Err(CommandError::Input(mistakes.join("\n")));
            }
            games
        }
        None => {
            misuse!("expected --from VARIANT, --all, or filters like --ruleset wari");
        }
    };
    if bases.is_empty() {
        refuse!("no variant matches all filters");
    }
    let [first, second] = arguments.spread[..] else {
        misuse!("--spread: expected two measures");
    };
    if first == second {
        misuse!("--spread: expected two different measures");
    }
    for who in [arguments.player, arguments.confirm] {
        if !who.is_reproducible() {
            misuse!("expected a player without a time limit, found {who}");
        }
        if who.uses_net() {
            misuse!("expected a player without a network, found {who}: changed rules have none");
        }
    }
    Ok(Plan {
        goal: arguments.goal.all.clone(),
        spread: [first, second],
        bases,
        player: arguments.player,
        stronger: arguments.confirm,
        seed: arguments.seed,
        games: arguments.games.next_multiple_of(2),
        ply_limit: arguments.ply_limit,
        blind: arguments.blind,
    })
}

/// Opens or creates the state in the folder, and reads it and those of other folders.
fn open(arguments: &Arguments, plan: &Plan) -> Result<(Records, Known)> {
    let mut known = Known::default();
    for folder in &arguments.with {
        let path = folder.join(STATE);
        let file = open_part(&path, "a search")?;
        read(BufReader::new(file), plan, &mut known).map_err(|error| refused(&path, error))?;
    }
    let out = &arguments.out;
    let path = out.join(STATE);
    let first = first_line(plan);
    if path.exists() {
        let file = Records::reopen(&path)?;
        let keep = read(&file, plan, &mut known).map_err(|error| refused(&path, error))?;
        return Ok((Records::go_on(file, &path, keep, &first)?, known));
    }
    if out.is_dir() && fs::read_dir(out).is_ok_and(|mut entries| entries.next().is_some()) {
        return Err(refused(
            out,
            "expected a new or empty folder, or the folder of a search",
        ));
    }
    fs::create_dir_all(out).map_err(|error| refused(out, error))?;
    let mut place = Target::new(&path, false, &[])?;
    Ok((Records::begin(&mut place, &first)?, known))
}

/// Runs the race, or one part of it.
fn raced(arguments: &Arguments, plan: &Plan, work: &mut Work<'_>) -> Option<SearchResult> {
    let (number, of) = arguments.shard.parts();
    let parts = of.max(arguments.parts);
    let budget = arguments.hours.or(arguments.budget);
    let all = match (arguments.candidates, budget) {
        (Some(candidates), _) => candidates,
        (None, Some(_)) => u64::MAX,
        (None, None) => USUAL,
    };
    let mut found = SearchResult::default();
    let numbers = if of > 1 { number..=number } else { 1..=parts };
    let each = budget.map(|budget| budget / (numbers.end() - numbers.start() + 1));
    for part in numbers {
        let until = each.map(|each| Instant::now() + each);
        let candidates = match all {
            u64::MAX => all,
            all => all.div_ceil(u64::from(parts)),
        };
        found.merge(search(plan, part, candidates, until, work)?);
    }
    Some(found)
}

/// Rule set with its figures of the race, of fresh games, and of those by a stronger player.
type Confirmed = (Loaded, Candidate, [Candidate; 2]);

/// Plays fresh games of the best rule sets.
fn confirmed(
    arguments: &Arguments,
    plan: &Plan,
    found: &mut SearchResult,
    work: &mut Work<'_>,
) -> Option<Vec<Confirmed>> {
    let best = found.last.iter().take(arguments.best as usize);
    let load = |candidate: &Candidate| {
        let loaded = work.catalogue.load(&candidate.game, &[]).ok()?;
        Some((candidate.clone(), loaded))
    };
    let best: Vec<(Candidate, Loaded)> = best.filter_map(load).collect();
    let [mut again, mut stronger] = [best.clone(), best.clone()];
    play(plan, Stage::Again, &mut again, work)?;
    play(plan, Stage::Stronger, &mut stronger, work)?;
    let fresh = again.into_iter().zip(stronger);
    let all = best.into_iter().zip(fresh);
    Some(
        all.map(|((own, loaded), ((again, _), (stronger, _)))| (loaded, own, [again, stronger]))
            .collect(),
    )
}

/// Returns the nearest known game with the differences from it in words.
fn nearest(own: &Loaded, games: &[(&Loaded, Profile)]) -> Option<(String, String)> {
    let profile = Profile::of(own);
    let mut near: Vec<_> = games
        .iter()
        .map(|(game, known)| (apart(known, &profile), *game, known))
        .collect();
    let (name, _) = taken_apart(&own.header.name);
    // Of equally near games, the one that was changed comes first.
    sort_by(&mut near, |a, b| {
        let other = |it: &Loaded| it.header.name != name;
        let first = || other(a.1).cmp(&other(b.1));
        a.0.distance.total_cmp(&b.0.distance).then_with(first)
    });
    let (_, game, _) = near.into_iter().next()?;
    let title = game.header.title.clone();
    let rules = |loaded: &Loaded| -> Vec<String> {
        let chapters = loaded.in_words().into_iter();
        let told = chapters.filter(|chapter| chapter.title != NOTATION);
        told.flat_map(|chapter| chapter.lines)
            .map(|line| line.words)
            .collect()
    };
    let [was, is] = [game, own].map(rules);
    let only = |some: &[String], others: &[String]| {
        let only = some.iter().filter(|line| !others.contains(line));
        only.cloned().collect::<Vec<_>>().join(" ")
    };
    let words = [
        (format!("Unlike {title}: "), only(&is, &was)),
        (
            format!("Rules of {title} that do not hold: "),
            only(&was, &is),
        ),
    ];
    let words = words.into_iter().filter(|(_, words)| !words.is_empty());
    let words: Vec<String> = words.map(|(before, words)| before + &words).collect();
    let differs = match &words[..] {
        [] => format!("The rules of {title}."),
        words => words.join(" "),
    };
    Some((title, differs))
}

/// Writes the variant files, the summary and the page.
fn write(
    arguments: &Arguments,
    plan: &Plan,
    catalogue: &Catalogue,
    games: &[Loaded],
    found: SearchResult,
    confirmed: Vec<Confirmed>,
    output: &mut Output,
) -> Result {
    let out = &arguments.out;
    let known: Vec<(&Loaded, Profile)> =
        games.iter().map(|game| (game, Profile::of(game))).collect();
    let digests: HashSet<String> = games.iter().map(Loaded::digest).collect();
    let measures = plan.measures();
    let qualities: Vec<&[f64]> = found.last.iter().map(|it| &*it.qualities).collect();
    let front = on_front(&qualities);
    let mut best = Vec::new();
    for (place, (loaded, own, fresh)) in confirmed.into_iter().enumerate() {
        let (near, differs) = nearest(&loaded, &known).unwrap_or_default();
        let is_known = digests.contains(&own.digest);
        let name = format!("{}-{}", loaded.header.name, &own.digest[..6]);
        let title = if is_known {
            loaded.header.title.clone()
        } else {
            format!("{}, {}", loaded.header.title, &own.digest[..6])
        };
        let [again, mut stronger] = fresh.map(|it| it.figures);
        if let Some(elo) = measures
            .iter()
            .position(|it| *it == Measure::EloPerDoubling)
        {
            stronger[elo] = again[elo];
        }
        let figures = [own.figures, again, stronger];
        let file = (!is_known).then(|| format!("{name}.toml"));
        if let Some(file) = &file {
            let about = format!("Found by a search for {}. {differs}", arguments.goal.words);
            let text = designed(
                [&name, &title, &about],
                catalogue,
                [Path::new(&own.game), out],
                &loaded,
            );
            Target::new(&out.join(file), true, &[])?.write(&text)?;
        }
        let game = loaded.game();
        best.push(Best {
            game: own.game,
            file,
            title,
            near,
            differs,
            front: front.get(place).copied().unwrap_or_default(),
            figures,
            layout: game.layout().clone(),
            opening: game.diagram(),
        });
    }
    let cell = |(at, it): ([usize; 2], Candidate)| ArchiveCell {
        at,
        game: it.game,
        misses: it.misses,
        stage: it.stage.to_string(),
    };
    let last = found.last.iter();
    let reached = last.filter(|it| it.misses == 0.0 && it.stage == STAGES[2]);
    let mut designed = Designed {
        command: command(arguments, found.counts.candidates),
        goal: arguments.goal.words.clone(),
        conditions: plan.goal.clone(),
        measures,
        spread: plan.spread,
        players: [plan.player, plan.stronger].map(PlayerSpec::stated),
        games: plan.games,
        seed: plan.seed,
        counts: found.counts,
        reached: reached.count(),
        cells: found.cells.into_iter().map(cell).collect(),
        best,
    };
    designed.sort();
    let json = designed.json();
    for (name, text) in [
        (
            "summary.json",
            visible_json(&json.to_string()).into_owned() + "\n",
        ),
        ("summary.csv", designed.csv()),
        ("index.html", designed.page()),
    ] {
        Target::new(&out.join(name), true, &[])?.write(&text)?;
    }
    if output.is_json() {
        return output.object(&json);
    }
    output.line(designed.words())?;
    let page = out.join("index.html");
    output.line(format!("{}: the results", Path::new(&page).display()))
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
    let spread: Vec<String> = arguments.spread.iter().map(Measure::to_string).collect();
    line.option("--spread", [spread.join(",")]);
    line.option("--ply-limit", [arguments.ply_limit]);
    line.option("--parts", [arguments.parts]);
    line.flag("--all", arguments.all);
    line.flag("--blind", arguments.blind);
    line.finish() + " --out FOLDER"
}
