//! `mankala reconstruct`: probabilities of unknown rules, and measures of the likely games.

use std::fmt::Write as _;

use serde::Deserialize;

use super::prelude::*;
use crate::atlas::evaluation::{Case, Evaluation, Quality};
use crate::atlas::guess::{
    COMPUTED, Evidence, Known, NONE, Neighbour, Weights, mechanisms, value_of,
};
use crate::atlas::mechanisms::all;
use crate::atlas::places::{coordinates, people_of};
use crate::files::catalogue::Written;
use crate::files::document::INHERITED;
use crate::files::schema::all_values;
use crate::files::unknown::{Gaps, UNKNOWN, without_unknown};
use crate::report::Comparison;
use mankala_core::measure::Wear;
use mankala_core::play::matches::MatchSpec;
use mankala_core::play::players::Effort;
use mankala_core::text::diagnostic::Diagnostics;
use mankala_core::variant::ruleset::BoardSpec;

/// Maximum number of values tried or printed for a rule, and the least probability printed.
const SHOWN: usize = 4;
const LEAST: f64 = 0.02;
/// Number of combinations of options kept while candidates are made.
const KEPT: usize = 200;
/// Number of games named because they count most.
const NEAREST: usize = 6;
/// Key that decides whether a game has rounds.
const ROUNDS: &str = "rounds.kind";
/// Limit of years, before and after Christ.
const FARTHEST: i32 = 10_000;
/// Maximum number of combinations tried that the ruleset may refuse.
const ATTEMPTS: usize = 400;

/// File, and measures of the candidates.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Path of a variant file in which values are "unknown".
    ///
    /// The ruleset, single keys such as `capture` in [rules], or a whole section may be unknown: rules = "unknown".
    #[arg(required_unless_present_any = ["evaluate", "fit"])]
    file: Option<String>,
    /// Number of likely games to measure.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u16).range(0..=20))]
    candidates: u16,
    /// Number of games of each player with each candidate.
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    games: u64,
    /// Random seed.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Players whose games show how often each pit is used (its wear); random, greedy and alphabeta:2 if left out.
    #[arg(long = "player", value_name = "WHO")]
    players: Vec<PlayerSpec>,
    #[command(flatten)]
    threads: ThreadArgs,
    /// Guess the rules of each game of the catalogue from the others, and print the quality of the guesses.
    #[arg(long, conflicts_with_all = ["file", "fit"])]
    evaluate: bool,
    /// Fit the weights of the evidence, and print them.
    #[arg(long, conflicts_with = "file")]
    fit: bool,
}

/// Rule with the probabilities of its values, the largest first.
type Guess = (String, Vec<(String, f64)>);

pub(crate) fn run(arguments: &Arguments, catalogue: &Catalogue, output: &mut Output) -> Result {
    let games = profiled(catalogue);
    let neighbours = games.iter();
    let neighbours: Vec<Neighbour<'_>> =
        neighbours.map(|(game, profile)| Neighbour::new(game, profile)).collect();
    let Some(file) = &arguments.file else {
        return evaluated(arguments.fit, catalogue, &neighbours, output);
    };
    let (origin, text) = catalogue.text_of(file).map_err(CommandError::input)?;
    let gaps = without_unknown(&text).unwrap_or_else(|| Gaps { text, ..Gaps::default() });
    if gaps.is_misdated {
        refuse!(
            "{origin}: expected a year, or a century from -100 to -1 or from 1 to 100, but not both"
        );
    }
    let case = Reconstruction { catalogue, origin, gaps, neighbours: &neighbours };
    let is_open = case.gaps.keys.iter().any(|key| key == "ruleset");
    let found = if is_open { case.by_board()? } else { case.by_options()? };
    for (_, _, loaded) in found.candidates.iter().take(usize::from(arguments.candidates)) {
        check_players(loaded, &arguments.players)?;
    }
    let likely = found.likely(&neighbours);
    if output.is_json() {
        let guesses = found.guesses.iter().map(|(rule, values)| {
            let values = values.iter().map(|(value, p)| json!({ "value": value, "p": p }));
            json!({ "rule": rule, "values": values.collect::<Vec<_>>() })
        });
        let nearest =
            likely.iter().map(|(name, share)| json!({ "variant": name, "weight": share }));
        let object = json!({
            "unknown": guesses.collect::<Vec<_>>(), "nearest": nearest.collect::<Vec<_>>(),
        });
        output.object(&object)?;
    } else {
        output.text(&found.text(&likely))?;
    }
    measured(arguments, &found, output)
}

/// Keys of variant files that are no evidence and are not inherited.
const OTHER_KEYS: [&str; 5] = ["name", "title", "also", "checked", "example"];

/// Evidence in a file whose ruleset is unknown.
#[derive(Deserialize)]
struct Seen {
    #[serde(default)]
    region: String,
    #[serde(default)]
    year: i64,
    #[serde(default)]
    board: SeenBoard,
    #[serde(default)]
    setup: SeenSetup,
}

/// Size of a board in such a file, if it is known.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct SeenBoard {
    rows: Option<Count>,
    columns: Option<Count>,
}

/// Seeds in each pit in such a file, if they are known.
#[derive(Default, Deserialize)]
struct SeenSetup {
    #[serde(default)]
    seeds: Count,
}

/// Number in such a file; 0 is unknown.
#[derive(Default, Deserialize)]
#[serde(try_from = "i64")]
struct Count(u16);

impl TryFrom<i64> for Count {
    type Error = String;

    fn try_from(number: i64) -> Result<Self, String> {
        let found = u16::try_from(number).map(Self);
        found.map_err(|_| {
            let most = u16::MAX;
            format!("expected a positive number up to {most}, found {number}")
        })
    }
}

/// File with unknown values among all games.
struct Reconstruction<'a> {
    catalogue: &'a Catalogue,
    origin: String,
    gaps: Gaps,
    neighbours: &'a [Neighbour<'a>],
}

/// Probabilities of the unknown rules.
struct Estimates {
    guesses: Vec<Guess>,
    /// Share of each neighbour in the estimates.
    shares: Vec<f64>,
    /// Likely games with their probabilities.
    candidates: Vec<(String, f64, Loaded)>,
}

impl Reconstruction<'_> {
    /// Guesses options of a known ruleset.
    fn by_options(&self) -> Result<Estimates> {
        let keys = &self.gaps.keys;
        let loaded = self.filled().map_err(CommandError::input)?;
        let written = loaded.values.iter().map(|written| &*written.key);
        let mut asked: Vec<&str> = written.filter(|key| self.is_unknown(key)).collect();
        // A game of a single round has no keys of rounds.
        if self.is_unknown(ROUNDS) && !asked.contains(&ROUNDS) {
            asked.push(ROUNDS);
        }
        let missed = keys.iter().find(|key| {
            let section = format!("{key}.");
            **key != "year" && !asked.iter().any(|it| it == key || it.starts_with(&section))
        });
        if let Some(key) = missed {
            let known = loaded.values.iter().map(|written| &*written.key);
            let known: Vec<&str> = known.filter(|key| key.starts_with("rules.")).collect();
            let known = known.join(", ");
            refuse!(
                "{}: no guess for the key {key:?}, which the game does not have; expected ruleset, rules or one of {known}",
                self.origin
            );
        }
        if asked.is_empty() {
            refuse!(
                "{}: expected a value \"{UNKNOWN}\", like capture = \"{UNKNOWN}\" in [rules], found none",
                self.origin
            );
        }
        let is_known = |key: &str| !self.is_unknown(key);
        let mut known = Known::of(&loaded, &Profile::of(&loaded), is_known);
        known.years = self.gaps.century.or(known.years);
        let is_asked = |begin: &str| asked.iter().any(|key| key.starts_with(begin));
        known.rows = known.rows.filter(|_| !is_asked("board.rows"));
        known.columns = known.columns.filter(|_| !is_asked("board.columns"));
        known.seeds = known.seeds.filter(|_| !is_asked("setup.") && !is_asked("board."));
        let schema = self.catalogue.schema(loaded.ruleset).unwrap_or_default();
        let evidence = Evidence::new(known, self.neighbours, &is_known);
        let accepts = |key: &str, value: &str| {
            // With several unknown keys, another value of one may fit another value of the other. Rounds need more keys.
            asked.len() > 1 || key == ROUNDS || {
                let change = format!("{key}={value}");
                self.catalogue.parse(&self.origin, &self.gaps.text, &[change]).is_ok()
            }
        };
        let guess = |key: &&str| {
            let missing = (*key == ROUNDS).then_some(NONE);
            let value = |game: &Neighbour<'_>| game.option(key).or(missing).map(str::to_owned);
            let values =
                evidence.guess(all_values(&schema, key), &value, &|value| accepts(key, value));
            ((*key).to_owned(), values)
        };
        let guesses: Vec<Guess> = asked.iter().map(guess).collect();
        let candidates = self.combined(&guesses);
        Ok(Estimates { guesses, shares: evidence.shares(), candidates })
    }

    /// Returns `true` if the file calls this key or its section unknown.
    fn is_unknown(&self, key: &str) -> bool {
        let section = key.split('.').next().unwrap_or_default();
        self.gaps.keys.iter().any(|it| it == key || it == section) && key != COMPUTED
    }

    /// Loads the file with the defaults of unknown keys; if one has none, with the values of a game that fits.
    fn filled(&self) -> Result<Loaded, Diagnostics> {
        let Gaps { text, keys, .. } = &self.gaps;
        let parse = |changes: &[String]| self.catalogue.parse(&self.origin, text, changes);
        let mut wrong = match parse(&[]) {
            Ok(loaded) => return Ok(loaded),
            Err(wrong) => wrong,
        };
        for game in self.neighbours {
            let own = game.loaded.values.iter().filter(|written| self.is_unknown(&written.key));
            let changes: Vec<String> = own.map(Written::assignment).collect();
            let is_full = changes.len() >= keys.iter().filter(|key| key.contains('.')).count();
            if !is_full || changes.is_empty() {
                continue;
            }
            match parse(&changes) {
                Ok(loaded) => return Ok(loaded),
                // The fewest errors are those of the known values.
                Err(fewer) if fewer.told.len() < wrong.told.len() => wrong = fewer,
                Err(_) => {}
            }
        }
        Err(wrong)
    }

    /// Returns the likeliest combinations of options that the ruleset accepts, as if options were independent.
    fn combined(&self, guesses: &[Guess]) -> Vec<(String, f64, Loaded)> {
        let mut combinations: Vec<(Vec<String>, f64)> = vec![(Vec::new(), 1.0)];
        for (key, values) in guesses {
            let longer = combinations.iter().flat_map(|(changes, p)| {
                values.iter().take(SHOWN).filter(|(_, p)| *p > 0.0).map(move |(value, own)| {
                    let change = Some(format!("{key}={value}")).filter(|_| value != NONE);
                    (changes.iter().cloned().chain(change).collect(), p * own)
                })
            });
            let mut longer: Vec<_> = longer.collect();
            sort_by(&mut longer, |a, b| b.1.total_cmp(&a.1));
            longer.truncate(KEPT);
            combinations = longer;
        }
        let loaded = combinations.into_iter().take(ATTEMPTS).filter_map(|(changes, p)| {
            let loaded = self.catalogue.parse(&self.origin, &self.gaps.text, &changes).ok()?;
            Some((loaded.label(), p, loaded))
        });
        loaded.take(20).collect()
    }

    /// Guesses the ruleset and the mechanisms of a board.
    fn by_board(&self) -> Result<Estimates> {
        let table: toml::Table = toml::from_str(&self.gaps.text).of(&self.origin)?;
        let is_of_ruleset = |key: &str| matches!(key, "rules" | "rounds");
        let is_known = |key: &str| {
            INHERITED.contains(&key) && !is_of_ruleset(key) || OTHER_KEYS.contains(&key)
        };
        if let Some(key) = table.keys().find(|key| !is_known(key)) {
            let key = visible(key);
            refuse!("{}: the key `{key}` can't be used while the ruleset is unknown", self.origin);
        }
        let seen: Seen = toml::from_str(&self.gaps.text).of(&self.origin)?;
        let [rows, columns] =
            [seen.board.rows, seen.board.columns].map(|it| it.map(|count| count.0));
        if rows == Some(0) || columns == Some(0) {
            refuse!("{}: expected positive numbers of rows and columns", self.origin);
        }
        let year = i32::try_from(seen.year).ok().filter(|year| year.abs() <= FARTHEST);
        let Some(year) = year else {
            refuse!(
                "{}: expected a year from -{FARTHEST} to {FARTHEST}, found {}",
                self.origin,
                seen.year
            );
        };
        let seeds = Some(seen.setup.seeds.0).filter(|seeds| *seeds > 0);
        let known = Known {
            rows: rows.map(f64::from),
            columns: columns.map(f64::from),
            seeds: seeds.map(f64::from),
            place: coordinates(&seen.region),
            people: people_of(&seen.region).map(str::to_owned),
            years: self.gaps.century.or((year != 0).then_some([year; 2])),
            ..Known::default()
        };
        let evidence = Evidence::new(known, self.neighbours, &|_| false);
        let guess = |value: &dyn Fn(&Neighbour<'_>) -> String| {
            evidence.guess(Vec::new(), &|game| Some(value(game)), &|_| true)
        };
        let ruleset = guess(&|game| game.loaded.ruleset.to_owned());
        let mut guesses = vec![("ruleset".to_owned(), ruleset)];
        for (place, key) in ["board.rows", "board.columns"].into_iter().enumerate() {
            if self.is_unknown(key) {
                let values = guess(&|game| {
                    let BoardSpec { rows, columns } = game.loaded.board;
                    [rows, columns][place].to_string()
                });
                guesses.push((key.to_owned(), values));
            }
        }
        for place in mechanisms() {
            let values = guess(&|game| value_of(game.profile, place));
            // Rules that the game surely lacks would hide the others.
            if values.first().is_some_and(|(value, p)| value != NONE || *p < 0.9) {
                guesses.push((all()[place].name.clone(), values));
            }
        }
        let shares = evidence.shares();
        let near = self.neighbours.iter().zip(shares.iter().copied());
        let mut near: Vec<(&Neighbour<'_>, f64)> = near.filter(|(_, share)| *share > 0.0).collect();
        sort_by(&mut near, |a, b| b.1.total_cmp(&a.1));
        let board = [("board.rows", rows), ("board.columns", columns), ("setup.seeds", seeds)];
        let board = board.into_iter().filter_map(|(key, size)| Some(format!("{key}={}", size?)));
        let board: Vec<String> = board.collect();
        let candidates = near.into_iter().take(ATTEMPTS).filter_map(|(game, share)| {
            let loaded = self.catalogue.load(&game.loaded.header.name, &board).ok()?;
            Some((loaded.label(), share, loaded))
        });
        Ok(Estimates { candidates: candidates.take(20).collect(), guesses, shares })
    }
}

impl Estimates {
    /// Returns the games with the largest shares.
    fn likely(&self, games: &[Neighbour<'_>]) -> Vec<(String, f64)> {
        let named = games.iter().zip(&self.shares);
        let mut near: Vec<(String, f64)> = named
            .map(|(game, share)| (game.loaded.header.name.clone(), *share))
            .filter(|(_, share)| *share > 0.0)
            .collect();
        sort_by(&mut near, |a, b| b.1.total_cmp(&a.1));
        near.truncate(NEAREST);
        near
    }

    fn text(&self, likely: &[(String, f64)]) -> String {
        let mut text = String::from("Probabilities of the unknown rules\n");
        for (rule, values) in &self.guesses {
            let _ = writeln!(text, "  {rule}: {}", listed(plausible(values)));
        }
        let _ = writeln!(text, "\nGames that count most, with their shares\n  {}", listed(likely));
        text
    }
}

/// Returns the values to show: the likeliest one, and a few others that are not too unlikely.
fn plausible(values: &[(String, f64)]) -> Vec<&(String, f64)> {
    let shown = values.iter().take(SHOWN).enumerate();
    let shown = shown.filter(|(place, (_, p))| *place == 0 || *p >= LEAST);
    shown.map(|(_, value)| value).collect()
}

/// Formats names with probabilities.
fn listed<'a>(named: impl IntoIterator<Item = &'a (String, f64)>) -> String {
    let named = named.into_iter();
    let named: Vec<_> = named.map(|(name, p)| format!("{name} {}", percent(*p))).collect();
    named.join(", ")
}

/// Measures the candidates, and prints the wear of their pits under each player.
fn measured(arguments: &Arguments, found: &Estimates, output: &mut Output) -> Result {
    let count = usize::from(arguments.candidates);
    let candidates: Vec<&(String, f64, Loaded)> = found.candidates.iter().take(count).collect();
    if candidates.is_empty() {
        if count > 0 {
            output.note("no likely combination of options makes a valid game");
        }
        return Ok(());
    }
    let players = match &arguments.players[..] {
        [] => vec![
            PlayerSpec::Random,
            PlayerSpec::Greedy,
            PlayerSpec::AlphaBeta(Effort::Count(2).into()),
        ],
        players => players.to_vec(),
    };
    let need = players.iter().map(|player| 2 * player.memory()).max().unwrap_or(0);
    let threads = arguments.threads.count(need, output)?;
    let comparison = Comparison {
        judges: vec![PlayerSpec::Random],
        measures: Some(vec![
            Measure::FirstPlayerScore,
            Measure::Draws,
            Measure::Turns,
            Measure::SeedsPerMove,
            Measure::Comeback,
        ]),
        threads,
        ..Comparison::new(arguments.games, arguments.seed)
    };
    let named: Vec<(String, Loaded)> = candidates
        .iter()
        .enumerate()
        .map(|(place, (_, _, loaded))| {
            let (name, mut loaded) = (format!("candidate {}", place + 1), loaded.clone());
            // A changed game must not pass for the known one.
            loaded.outline.header.title = format!("Candidate {}", place + 1);
            (name, loaded)
        })
        .collect();
    let mut progress = ProgressLine::new();
    let report = comparison.run(&named, &interrupt::stopped, |played| {
        progress.show(played.done, played.all, &format!(", {}", played.variant));
    });
    drop(progress);
    let stopped = || CommandError::Interrupted("stopped during the measures".to_owned());
    let report = report.ok_or_else(stopped)?;
    if !output.is_json() {
        output.line("\nCandidates")?;
        for (place, (label, p, _)) in candidates.iter().enumerate() {
            output.line(format!("  {}: {} {label}", place + 1, percent(*p)))?;
        }
        output.text(&format!("\n{}", report.table()))?;
        output.line("\nWear: liftings and dropped seeds, in per cent of the mean pit")?;
    }
    for (place, (label, p, loaded)) in candidates.iter().enumerate() {
        let mut wears: Vec<Value> = Vec::new();
        for player in &players {
            let spec = MatchSpec {
                opening_plies: comparison.opening_plies(*player),
                ..MatchSpec::new([*player; 2], arguments.games, arguments.seed)
            };
            let wear = Arc::clone(&loaded.variant).wear(&spec, threads, &interrupt::stopped);
            interrupt::check()?;
            if output.is_json() {
                let rows = wear
                    .iter()
                    .map(|row| row.iter().map(|it| [it.lifted, it.sown]).collect::<Vec<_>>());
                wears.push(json!({ "player": player.stated(), "games": arguments.games, "lifted_sown": rows.collect::<Vec<_>>() }));
            } else {
                output.line(format!("  candidate {}, {player}", place + 1))?;
                output.text(&grid(&wear))?;
            }
        }
        if output.is_json() {
            output.object(&json!({ "candidate": label, "p": p, "wear": wears }))?;
        }
    }
    if output.is_json() {
        output.object(&json!(report.json()))?;
    }
    Ok(())
}

/// Formats the wear of pits as on the board: the uses of each pit in per cent of the mean.
fn grid(wear: &[Vec<Wear>]) -> String {
    let uses = |wear: &Wear| real((wear.lifted + wear.sown).into());
    let pits = real(wear.iter().flatten().count().max(1) as u128);
    let mean = (wear.iter().flatten().map(uses).sum::<f64>() / pits).max(1e-9);
    let row = |row: &Vec<Wear>| -> String {
        let cells = row.iter().map(|wear| format!("{:5.0}", 100.0 * uses(wear) / mean));
        format!("  {}\n", cells.collect::<String>())
    };
    wear.iter().map(row).collect()
}

/// Prints the quality of guesses about all games, or fitted weights.
fn evaluated(
    fit: bool,
    catalogue: &Catalogue,
    games: &[Neighbour<'_>],
    output: &mut Output,
) -> Result {
    let evaluation = Evaluation::new(catalogue, games);
    if fit {
        let mut progress = ProgressLine::new();
        let found = evaluation.fit(&interrupt::stopped, &mut |gain| {
            progress.say(|| format!("better than base rates by {}", percent(gain)));
        });
        drop(progress);
        let Some(found) = found else {
            return interrupt::check();
        };
        return output.line(format!("{found:?}"));
    }
    for case in Case::ALL {
        let stop = ticking(|| case.to_string());
        let found = evaluation.quality(case, &Weights::FITTED, &stop);
        drop(stop);
        let Some([all, strangers]) = found else {
            return interrupt::check();
        };
        if output.is_json() {
            let object = |quality: &Quality| {
                json!({
                    "guesses": quality.guesses, "base": quality.base, "brier": quality.brier,
                    "gain": quality.gain(), "calibration": quality.bins,
                })
            };
            output.object(&json!({
                "case": case.to_string(), "all": object(&all), "without_kin": object(&strangers),
            }))?;
        } else {
            output.text(&quality_text(case, &all, &strangers))?;
        }
    }
    Ok(())
}

fn quality_text(case: Case, all: &Quality, strangers: &Quality) -> String {
    let scores = |quality: &Quality| {
        format!(
            "Brier score {:.4}, base rates {:.4}, better by {}",
            quality.brier,
            quality.base,
            percent(quality.gain())
        )
    };
    let mut text = format!(
        "{case}: {} guesses\n  {}\n  without kin: {}\n  probability  mean  holds  values\n",
        all.guesses,
        scores(all),
        scores(strangers)
    );
    for (bin, (count, mean, holds)) in all.bins.iter().enumerate() {
        let range = format!("{}-{} %", 10 * bin, 10 * bin + 10);
        let [mean, holds] = [mean, holds].map(|share| percent(*share));
        let _ = writeln!(text, "  {range:<11}  {mean:>4}  {holds:>5}  {count:>6}");
    }
    text + "\n"
}
