//! `mankala compare`: measures several variants in the same way, side by side.

use super::prelude::*;
use crate::report::{self, Comparison, Factor, Report, Sweep, Until};

use super::keep::{KeepArgs, ResultCache};
use super::output::{Format, text_format};
use super::sweep;
use super::units;

/// Maximum number of variants whose games are followed on the page.
const WATCHED: usize = 12;

/// A word of `--measures`, and the measures that it selects.
type Measures = (String, Vec<Measure>);

/// Parses a value of `--measures`.
fn measures(word: &str) -> Result<Measures, String> {
    let measures = Measure::named(word).map(|measures| (word.to_owned(), measures));
    measures.ok_or_else(|| {
        format!(
            "{}expected a group (fair, skill, length, decided, foresight, choice, captures, endings, size), \
             the name of a measure (see --list-measures), dozen or all",
            Measure::hint(word)
        )
    })
}

/// Parses a value of `--until` into hundredths of a percentage point.
fn points(text: &str) -> Result<u32, &'static str> {
    let digits = text.trim().trim_start_matches('±').trim_end_matches('%');
    let points = digits.trim().parse::<f64>().ok();
    let points = points.filter(|points| (0.05..=50.0).contains(points));
    let points = points.ok_or("expected 0.05 to 50 percentage points, like ±2")?;
    #[expect(clippy::cast_sign_loss, reason = "5 to 5000")]
    Ok((100.0 * points).round() as u32)
}

/// Variants, games and format of a comparison.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Names from `list`, or paths to .toml files; NAME:key=value,… changes rules.
    variants: Vec<String>,
    /// Compare every variant that matches the filters below.
    #[arg(long, conflicts_with_all = ["variants", "set", "sweep"])]
    all: bool,
    /// Override a key of all variants, like --set board.columns=3.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Set a key to each of these values in turn; several keys make a grid.
    ///
    /// Example: --sweep setup.seeds=2..8 --sweep rules.capture=always,never. Combinations that the ruleset refuses are
    /// listed and left blank.
    #[arg(long, value_name = "KEY=VALUES", value_parser = sweep::factor)]
    sweep: Vec<Factor>,
    /// Number of games that each player plays against itself, per variant [default: 1000].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    games: Option<u64>,
    /// Play on until the interval of the first player's score is this narrow, in percentage points: ±2.
    ///
    /// Each player plays --games games first. The report states how many were needed.
    #[arg(long, value_name = "POINTS", value_parser = points, conflicts_with_all = ["keep", "shard"])]
    until: Option<u32>,
    /// Time for all games together, such as 10m.
    ///
    /// Every player gets an equal share and plays until it is over, or until --until is reached. The numbers of games
    /// then depend on the machine; the report states them.
    #[arg(long, value_name = "TIME", value_parser = units::time, conflicts_with_all = ["keep", "shard"])]
    budget: Option<Duration>,
    /// Random seed.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Player that plays against itself: random, greedy, alphabeta:DEPTH or mcts:ITERATIONS; repeat to compare several.
    #[arg(long = "player", value_name = "WHO", default_value = "random")]
    players: Vec<PlayerSpec>,
    /// Players that measure fairness by self-play from the opening.
    ///
    /// If left out: random and alphabeta:2 to 5.
    #[arg(long = "judge", value_name = "WHO")]
    judges: Vec<PlayerSpec>,
    /// Measures to report: groups, single measures, dozen or all, separated by commas.
    ///
    /// Groups: fair, skill, length, decided, foresight, choice, captures, endings, size. The dozen, a short selection,
    /// is the default.
    #[arg(long, value_name = "WHICH", value_delimiter = ',', value_parser = measures)]
    measures: Vec<Measures>,
    /// Format of the report; the global --json means --format json.
    #[arg(long, value_parser = text_format(), default_value_t = Format::Table)]
    format: Format,
    #[command(flatten)]
    out: OutArgs,
    #[command(flatten)]
    keep: KeepArgs,
    #[command(flatten)]
    threads: ThreadArgs,
    /// Start each game with K random plies, which no measure counts.
    ///
    /// If left out: 0, but 4 for greedy and alphabeta. Judges always start from the opening.
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(0..=1000))]
    opening_plies: Option<u32>,
    /// Leave a game unfinished after N plies.
    #[arg(long, value_name = "N", default_value_t = mankala_core::play::matches::PLY_LIMIT, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    ply_limit: u32,
    /// Play games of several rounds to the end of the last round.
    #[arg(long)]
    rounds: bool,
    /// Measure how much strength each doubling of the effort adds, with N games per doubling.
    ///
    /// This takes long, especially in games with many moves.
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "200", value_parser = clap::value_parser!(u64).range(1..=1_000_000), require_equals = true)]
    strength: Option<u64>,
    /// Print the measures with their definitions and sources.
    #[arg(long)]
    list_measures: bool,
    #[command(flatten)]
    filters: Filters,
}

impl Arguments {
    fn games(&self) -> u64 {
        self.games.unwrap_or(1000)
    }
}

pub(crate) fn run(arguments: &Arguments, catalogue: &Catalogue, output: &mut Output) -> Result {
    if arguments.list_measures {
        return list(output);
    }
    if let (Some(_), Some(_), None) = (arguments.games, arguments.budget, arguments.until) {
        misuse!("expected either --games or --budget; with --until, both");
    }
    let format = arguments.format.or_json(output)?;
    let (variants, sweep) = variants(arguments, catalogue, output)?;
    let several = |(_, loaded): &(String, Loaded)| loaded.rounds.several();
    if let (true, Some((_, first))) = (arguments.rounds, variants.first())
        && !variants.iter().any(several)
    {
        rounds_of(first, true)?;
    }
    let inputs = variants.iter().flat_map(|(_, loaded)| files_of(loaded));
    let mut inputs: Vec<_> = inputs.chain(arguments.filters.kept.clone()).collect();
    let kept = arguments.keep.keep.as_deref();
    if kept.is_some() && kept == arguments.out.out.as_deref() {
        misuse!("--keep and --out name the same file");
    }
    // The players take turns, each in both seats.
    let need = arguments.players.iter().map(|player| 2 * player.memory()).max().unwrap_or(0);
    // Each once and in order.
    let asked = arguments.measures.iter().flat_map(|(_, measures)| measures);
    let asked: BTreeSet<Measure> = asked.copied().collect();
    let comparison = Comparison {
        games: arguments.games(),
        seed: arguments.seed,
        players: arguments.players.clone(),
        judges: match &arguments.judges[..] {
            [] => Comparison::usual_judges(),
            judges => judges.to_vec(),
        },
        measures: (!asked.is_empty()).then(|| asked.into_iter().collect()),
        opening_plies: arguments.opening_plies,
        ply_limit: arguments.ply_limit,
        rounds: arguments.rounds,
        threads: arguments.threads.count(need, output)?,
        strength: arguments.strength,
        until: (arguments.until.is_some() || arguments.budget.is_some())
            .then_some(Until { half: arguments.until, budget: arguments.budget }),
    };
    for (_, loaded) in &variants {
        for players in [&comparison.players, &comparison.judges] {
            check_players(loaded, players)?;
        }
    }
    // Created first, as --out must not name the same file.
    let open = |name| ResultCache::open(name, comparison.wanted(&variants), &inputs, output);
    let cache = kept.map(open).transpose()?;
    inputs.extend(kept.map(Path::to_owned));
    let place = arguments.out.place(&inputs)?;
    let Some(mut report) = played(arguments, &comparison, &variants, cache, output)? else {
        return Ok(());
    };
    report.command = command(arguments, format);
    report.sweep = sweep;
    if format == Format::Html
        && variants.len() <= WATCHED
        && !arguments.rounds
        && report.sweep.is_none()
    {
        let watched = comparison.watch(&variants, &interrupt::stopped);
        let stopped = || CommandError::Interrupted("stopped; nothing was written".to_owned());
        report.watched = watched.ok_or_else(stopped)?;
    }
    let text = match format {
        Format::Table => report.table(),
        Format::Json => visible_json(&report.json().to_string()).into_owned() + "\n",
        Format::Csv => report.csv(),
        Format::Html | Format::Parquet => report.page(),
    };
    write(place, &report, &text, output)
}

/// Plays the games; returns `None` if they are only one part of the comparison.
fn played(
    arguments: &Arguments,
    comparison: &Comparison,
    variants: &[Named],
    cache: Option<ResultCache>,
    output: &mut Output,
) -> Result<Option<Report>> {
    let KeepArgs { keep, shard } = &arguments.keep;
    let (stop, mut progress) = (&interrupt::stopped, ProgressLine::new());
    let tell = |played: report::ComparisonProgress<'_>| {
        let about = format!(", {}, {}", played.variant, played.players[0]);
        if comparison.until.is_some() {
            progress.say(|| format!("{} games{}", played.done, visible(&about)));
        } else {
            progress.show(played.done, played.all, &about);
        }
    };
    let (Some(kept), Some(name)) = (cache, keep) else {
        let stopped = || CommandError::Interrupted("stopped; nothing was written".to_owned());
        return comparison.run(variants, stop, tell).ok_or_else(stopped).map(Some);
    };
    if *shard == Shard::WHOLE {
        let report =
            kept.play(*shard, |keeping| comparison.run_kept(variants, keeping, stop, tell));
        return report.map(Some);
    }
    kept.play(*shard, |keeping| comparison.play_part(variants, keeping, stop, tell))?;
    output.note(format!("wrote part {shard} to {}", name.display()));
    Ok(None)
}

/// A variant with the name given by the user.
type Named = (String, Loaded);

/// Loads the variants, or those of a sweep's grid.
fn variants(
    arguments: &Arguments,
    catalogue: &Catalogue,
    output: &mut Output,
) -> Result<(Vec<Named>, Option<Sweep>)> {
    let (variants, set, sweep) = (&arguments.variants, &arguments.set, &arguments.sweep);
    let filtered = !arguments.filters.words().is_empty();
    if filtered && !(variants.is_empty() && set.is_empty() && sweep.is_empty()) {
        misuse!("filters of variants can't be combined with names, --set or --sweep");
    }
    if !sweep.is_empty() {
        let (variants, sweep) = sweep::variants(catalogue, variants, set, sweep, output)?;
        return Ok((variants, Some(sweep)));
    }
    if arguments.all || filtered {
        let named = |(loaded, _): (Loaded, _)| (loaded.header.name.clone(), loaded);
        return Ok((arguments.filters.all(catalogue)?.into_iter().map(named).collect(), None));
    }
    if variants.is_empty() {
        misuse!("expected variants, --all, or filters like --rows 4");
    }
    if let Some(again) = (1..variants.len()).find(|&it| variants[..it].contains(&variants[it])) {
        misuse!("{} is named twice", visible(&variants[again]));
    }
    let load = |name: &String| Ok((name.clone(), load(catalogue, name, set)?));
    Ok((variants.iter().map(load).collect::<Result<_>>()?, None))
}

fn write(place: Option<Target>, report: &Report, text: &str, output: &mut Output) -> Result {
    let Some(mut place) = place else {
        return output.line(text.strip_suffix('\n').unwrap_or(text));
    };
    place.write(text)?;
    let variants = several(report.variants().count(), "variant");
    output.note(format!("{}: {variants}", place.name().display()));
    Ok(())
}

fn list(output: &mut Output) -> Result {
    if output.is_json() {
        return report::listed().into_iter().try_for_each(|measure| output.object(&measure));
    }
    output.line(report::explained().trim_end())
}

/// Returns the command that reproduces the report, with all options.
///
/// Threads and output file are left out, as they do not change the report.
fn command(arguments: &Arguments, format: Format) -> String {
    let mut line = CommandLine::new("compare");
    line.words(&arguments.variants);
    line.flag("--all", arguments.all);
    line.filters(&arguments.filters);
    line.option("--set", &arguments.set);
    let swept = arguments.sweep.iter();
    line.option("--sweep", swept.map(|it| format!("{}={}", it.key, it.values.join(","))));
    let is_timed = arguments.until.is_none() && arguments.budget.is_some();
    line.option("--games", (!is_timed).then(|| arguments.games()));
    line.option("--until", arguments.until.map(|half| f64::from(half) / 100.0));
    line.option("--budget", arguments.budget.map(|it| format!("{}ms", it.as_millis())));
    line.option("--seed", [arguments.seed]);
    line.option("--player", &arguments.players);
    line.option("--judge", &arguments.judges);
    line.option("--measures", arguments.measures.iter().map(|(word, _)| word));
    line.option("--opening-plies", arguments.opening_plies);
    line.option("--ply-limit", [arguments.ply_limit]);
    line.flag("--rounds", arguments.rounds);
    line.words(arguments.strength.map(|games| format!("--strength={games}")));
    line.option("--format", [format]);
    line.finish()
}
