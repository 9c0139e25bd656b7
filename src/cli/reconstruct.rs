//! `mankala reconstruct`: probabilities of unknown rules, and measures of the likely games.

use std::fmt::Write as _;

use serde::Deserialize;

use super::prelude::*;
use crate::atlas::evaluation::{Case, Evaluation, Quality};
use crate::atlas::guess::{
    COMPUTED, Evidence, Known, NONE, Neighbour, Weights, mechanisms, value_of,
};
use crate::atlas::mechanisms::all;
use crate::atlas::places::{all_places, coordinates, people_of};
use crate::files::brief::{apart_in_words, setting};
use crate::files::catalogue::Written;
use crate::files::document::{Document, INHERITED};
use crate::files::named::at_commas;
use crate::files::schema::all_values;
use crate::files::tree::Node;
use crate::files::unknown::{Gaps, UNKNOWN, without_unknown};
use crate::report::Comparison;
use mankala_core::measure::Wear;
use mankala_core::play::matches::MatchSpec;
use mankala_core::play::players::Effort;
use mankala_core::text::diagnostic::Diagnostics;
use mankala_core::text::like::{hint, likest};
use mankala_core::variant::ruleset::BoardSpec;

/// Maximum number of values tried or printed for a rule, and the least probability printed.
const SHOWN: usize = 4;
const LEAST: f64 = 0.02;
/// Number of combinations of options kept while candidates are made.
const KEPT: usize = 200;
/// Number of games named because they count most, or because they are left out.
const NEAREST: usize = 6;
/// Key that decides whether a game has rounds.
const ROUNDS: &str = "rounds.kind";
/// Keys that only games of the catalogue must have, with values that are no evidence.
const HEADER: [&str; 6] = ["name=game", "title=Game", "region=", "year=0", "about=", "sources=[]"];
/// Keys that are no evidence about a board.
const NO_EVIDENCE: [&str; 9] =
    ["name", "title", "also", "checked", "example", "attested", "about", "sources", "rulings"];

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
    let gaps = without_unknown(&text);
    let document = Document::new(&origin, &text);
    let (neighbours, wanted) = (&neighbours[..], arguments.candidates.into());
    let case = Reconstruction { catalogue, origin, gaps, document, neighbours, wanted };
    case.check(output)?;
    let is_missing = |key: &&str| case.document.get(key).is_none();
    let is_open = case.gaps.keys.iter().any(|key| key == "ruleset")
        || ["ruleset", "inherits"].iter().all(is_missing);
    let found = if is_open { case.by_board()? } else { case.by_options()? };
    for (_, _, loaded) in &found.candidates {
        check_players(loaded, &arguments.players)?;
    }
    if output.is_json() {
        let guesses = found.guesses.iter().map(|(rule, values)| {
            let values = values.iter().map(|(value, p)| json!({ "value": value, "p": p }));
            json!({ "rule": rule, "values": values.collect::<Vec<_>>() })
        });
        let nearest = found.near.iter().take(NEAREST);
        let nearest = nearest.map(|(name, share)| json!({ "variant": name, "weight": share }));
        let left_out = found.left_out.iter();
        let left_out =
            left_out.map(|(name, p, why)| json!({ "candidate": name, "p": p, "reason": why }));
        let object = json!({
            "unknown": guesses.collect::<Vec<_>>(), "nearest": nearest.collect::<Vec<_>>(),
            "left_out": left_out.collect::<Vec<_>>(),
        });
        output.object(&object)?;
    } else {
        output.text(&found.text(output.look().width))?;
    }
    measured(arguments, &found, output)
}

/// Evidence in a file whose ruleset is unknown.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Seen {
    region: String,
    year: u16,
    board: SeenBoard,
    setup: SeenSetup,
}

/// Size of a board in such a file, if it is known.
#[derive(Default, Deserialize)]
struct SeenBoard {
    rows: Option<u8>,
    columns: Option<u8>,
}

/// Seeds in each pit in such a file, if they are known.
#[derive(Default, Deserialize)]
struct SeenSetup {
    seeds: Option<u8>,
}

/// File with unknown values among all games.
struct Reconstruction<'a> {
    catalogue: &'a Catalogue,
    origin: String,
    gaps: Gaps,
    /// The file itself.
    document: Document,
    neighbours: &'a [Neighbour<'a>],
    /// Number of candidates.
    wanted: usize,
}

/// Game or combination of options with its probability, and the result of making a game of it.
type Tried<T> = (String, f64, T);

/// Probabilities of the unknown rules.
struct Estimates {
    guesses: Vec<Guess>,
    /// Rules in words of the likeliest values of each option; empty for mechanisms.
    said: Vec<Vec<String>>,
    /// Games with their shares in the estimates, the largest first.
    near: Vec<(String, f64)>,
    /// Likeliest games.
    candidates: Vec<Tried<Loaded>>,
    /// Candidates that are likelier but impossible, with the reasons.
    left_out: Vec<Tried<String>>,
}

impl Reconstruction<'_> {
    /// Refuses the value of a key, or the whole file if it has no such key.
    fn refused(&self, key: &str, message: impl Into<String>) -> CommandError {
        CommandError::input(self.document.diagnostic(self.document.place(key), message))
    }

    /// Refuses a wrong century or an unknown place, and suggests a known people for a misspelt one.
    fn check(&self, output: &mut Output) -> Result {
        let written = |key| self.document.get(key).filter(|it| it.as_str() != Some(UNKNOWN));
        if written("century").is_some() && (self.gaps.years.is_none() || written("year").is_some())
        {
            let message = match written("year") {
                Some(_) => "expected a year or a century, found both",
                None => "expected a century from -100 to -1 or from 1 to 100",
            };
            return Err(self.refused("century", message));
        }
        let region = self.document.get("region").and_then(Node::as_str).unwrap_or_default();
        let places = region.split('(').next().unwrap_or_default();
        let is_place = |part: &str| all_places().any(|name| name.eq_ignore_ascii_case(part));
        let mut places = places.split(',').map(str::trim).flat_map(|part| {
            let single = if is_place(part) { "," } else { " and " };
            part.split(single).map(str::trim)
        });
        let is_unknown = |place: &&str| !place.is_empty() && coordinates(place).is_none();
        if let Some(place) = places.find(is_unknown)
            && region != UNKNOWN
        {
            let mut hint = hint(place, all_places());
            if hint.is_empty() {
                hint = format!("expected a country, a part of the world or \"{UNKNOWN}\"");
            }
            let message = format!("unknown place {place:?}; {}", hint.trim_end());
            if coordinates(region).is_none() {
                return Err(self.refused("region", message));
            }
            output.note(message);
        }
        let games = self.neighbours.iter();
        let known = games.filter_map(|game| people_of(&game.loaded.header.region));
        if let Some(people) = people_of(region)
            && let [like, ..] = likest(people, known)[..]
            && like != people
        {
            output.note(format!("no game of the people {people:?} is known; did you mean {like}?"));
        }
        Ok(())
    }

    /// Loads the file with changes, and with values for missing keys that describe a game.
    fn parse(&self, changes: &[String]) -> Result<Loaded, Diagnostics> {
        let inherits = self.document.get("inherits").is_some();
        let is_missing = |set: &&&str| {
            let key = set.split('=').next().unwrap_or_default();
            let written = self.document.get(key).filter(|it| it.as_str() != Some(UNKNOWN));
            written.is_none() && !(inherits && INHERITED.contains(&key))
        };
        let missing = HEADER.iter().filter(is_missing).map(|set| (*set).to_owned());
        let changes: Vec<String> = missing.chain(changes.iter().cloned()).collect();
        self.catalogue.parse(&self.origin, &self.gaps.text, &changes)
    }

    /// Returns the games with a share in the estimates, the largest first.
    fn ranked(&self, evidence: &Evidence<'_>) -> Vec<(String, f64)> {
        let named = self.neighbours.iter().map(|game| game.loaded.header.name.clone());
        let near = named.zip(evidence.shares()).filter(|(_, share)| *share > 0.0);
        let mut near: Vec<_> = near.collect();
        sort_by(&mut near, |a, b| b.1.total_cmp(&a.1));
        near
    }

    /// Returns as many possible games as wanted, and the likelier candidates that are impossible.
    fn tried(
        &self,
        likely: impl Iterator<Item = Tried<Result<Loaded, Diagnostics>>>,
    ) -> (Vec<Tried<Loaded>>, Vec<Tried<String>>) {
        let (mut candidates, mut left_out) = (Vec::new(), Vec::new());
        for (name, p, loaded) in likely {
            match loaded {
                _ if candidates.len() == self.wanted => break,
                Ok(loaded) => candidates.push((name, p, loaded)),
                Err(_) if p < LEAST => {}
                Err(wrong) => {
                    let why = wrong.told.into_iter().next().map(|first| first.message);
                    left_out.push((name, p, why.unwrap_or_default()));
                }
            }
        }
        (candidates, left_out)
    }

    /// Guesses options of a known ruleset.
    fn by_options(&self) -> Result<Estimates> {
        let loaded = self.filled().map_err(CommandError::input)?;
        let written = loaded.values.iter().map(|written| &*written.key);
        let mut asked: Vec<&str> = written.filter(|key| self.is_unknown(key)).collect();
        // A game of a single round has no keys of rounds.
        if self.is_unknown(ROUNDS) && !asked.contains(&ROUNDS) {
            asked.push(ROUNDS);
        }
        let missed = self.gaps.keys.iter().find(|key| {
            let section = format!("{key}.");
            !["year", "century"].contains(&&***key)
                && !NO_EVIDENCE.contains(&&***key)
                && !asked.iter().any(|it| it == key || it.starts_with(&section))
        });
        if let Some(key) = missed {
            let known = loaded.values.iter().map(|written| &*written.key);
            let known = join(known.filter(|key| key.starts_with("rules.")), ", ");
            let message = format!(
                "no guess for the key {key:?}, which the game does not have; expected ruleset, rules or one of {known}"
            );
            return Err(self.refused(key, message));
        }
        if asked.is_empty() {
            let message = format!(
                "expected a value \"{UNKNOWN}\", like capture = \"{UNKNOWN}\" in [rules], found none"
            );
            return Err(self.refused("rules", message));
        }
        let is_known = |key: &str| !self.is_unknown(key);
        let mut known = Known::of(&loaded, &Profile::of(&loaded), is_known);
        known.years = self.gaps.years.or(known.years);
        let is_asked = |begin: &str| asked.iter().any(|key| key.starts_with(begin));
        known.rows = known.rows.filter(|_| !is_asked("board.rows"));
        known.columns = known.columns.filter(|_| !is_asked("board.columns"));
        known.seeds = known.seeds.filter(|_| !is_asked("setup.") && !is_asked("board."));
        let schema = self.catalogue.schema(loaded.ruleset).unwrap_or_default();
        let evidence = Evidence::new(known, self.neighbours, &is_known);
        let accepts = |key: &str, value: &str| {
            // With several unknown keys, another value of one may fit another value of the other. Rounds need more keys.
            asked.len() > 1 || key == ROUNDS || self.parse(&[format!("{key}={value}")]).is_ok()
        };
        let guess = |key: &&str| {
            let missing = (*key == ROUNDS).then_some(NONE);
            let value = |game: &Neighbour<'_>| game.option(key).or(missing).map(str::to_owned);
            let values =
                evidence.guess(all_values(&schema, key), &value, &|value| accepts(key, value));
            ((*key).to_owned(), values)
        };
        let guesses: Vec<Guess> = asked.iter().map(guess).collect();
        let said = guesses.iter().map(|(key, values)| {
            // Other unknown keys have their likeliest values.
            let likeliest =
                guesses.iter().filter_map(|(other, all)| Some((other, &all.first()?.0)));
            let games = values.iter().take(SHOWN).map(|(value, _)| {
                let all = likeliest.clone().map(|it| if it.0 == key { (key, value) } else { it });
                let all = all.filter(|(_, value)| *value != NONE);
                let set: Vec<String> = all.map(|(key, value)| format!("{key}={value}")).collect();
                self.parse(&set).ok()
            });
            apart_in_words(&games.collect::<Vec<_>>())
        });
        let said = said.collect();
        let combinations = combined(&guesses).into_iter();
        let (candidates, left_out) = self.tried(combinations.map(|(options, p)| {
            // A game without rounds has no keys of them.
            let set = options.iter().filter(|option| option.rsplit('=').next() != Some(NONE));
            let loaded = self.parse(&set.cloned().collect::<Vec<_>>());
            (options.join(", "), p, loaded)
        }));
        Ok(Estimates { guesses, said, near: self.ranked(&evidence), candidates, left_out })
    }

    /// Returns `true` if the file calls this key or its section unknown.
    fn is_unknown(&self, key: &str) -> bool {
        let section = key.split('.').next().unwrap_or_default();
        self.gaps.keys.iter().any(|it| it == key || it == section) && key != COMPUTED
    }

    /// Loads the file with the defaults of unknown keys; if one has none, with the values of a game that fits.
    fn filled(&self) -> Result<Loaded, Diagnostics> {
        let mut wrong = match self.parse(&[]) {
            Ok(loaded) => return Ok(loaded),
            Err(wrong) => wrong,
        };
        for game in self.neighbours {
            let own = game.loaded.values.iter().filter(|written| self.is_unknown(&written.key));
            let changes: Vec<String> = own.map(Written::assignment).collect();
            let keys = self.gaps.keys.iter().filter(|key| key.contains('.'));
            let is_full = changes.len() >= keys.count();
            if !is_full || changes.is_empty() {
                continue;
            }
            match self.parse(&changes) {
                Ok(loaded) => return Ok(loaded),
                // The fewest errors are those of the known values.
                Err(fewer) if fewer.told.len() < wrong.told.len() => wrong = fewer,
                Err(_) => {}
            }
        }
        Err(wrong)
    }

    /// Guesses the ruleset and the mechanisms of a board.
    fn by_board(&self) -> Result<Estimates> {
        let mut document = Document::new(&self.origin, &self.gaps.text);
        let section = ["rules", "rounds"].into_iter().find(|key| document.get(key).is_some());
        if let Some(key) = section {
            let message = format!("the key `{key}` can't be used while the ruleset is unknown");
            return Err(self.refused(key, message));
        }
        let seen = document.header::<Seen>(&NO_EVIDENCE);
        let (Some(Seen { region, year, board, setup }), true) = (seen, document.is_right()) else {
            return Err(CommandError::input(document.diagnostics()));
        };
        let sizes = [
            ("board.rows", board.rows),
            ("board.columns", board.columns),
            ("setup.seeds", setup.seeds),
        ];
        if let Some((key, _)) = sizes.iter().find(|(_, size)| *size == Some(0)) {
            return Err(self.refused(key, "expected a positive number, found 0"));
        }
        let [rows, columns, seeds] = sizes.map(|(_, size)| size.map(f64::from));
        let known = Known {
            rows,
            columns,
            seeds,
            place: coordinates(&region),
            people: people_of(&region).map(str::to_owned),
            years: self.gaps.years.or((year != 0).then_some([year.into(); 2])),
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
        let board = sizes.into_iter().filter_map(|(key, size)| Some(format!("{key}={}", size?)));
        let board: Vec<String> = board.collect();
        let near = self.ranked(&evidence);
        let (candidates, left_out) = self.tried(near.iter().map(|(name, share)| {
            let loaded = self.catalogue.load(name, &board);
            (loaded.as_ref().map_or_else(|_| name.clone(), Loaded::label), *share, loaded)
        }));
        Ok(Estimates { guesses, said: Vec::new(), near, candidates, left_out })
    }
}

/// Returns the likeliest combinations of options, each as `key=value`, as if options were independent.
fn combined(guesses: &[Guess]) -> Vec<(Vec<String>, f64)> {
    let mut combinations: Vec<(Vec<String>, f64)> = vec![(Vec::new(), 1.0)];
    for (key, values) in guesses {
        let longer = combinations.iter().flat_map(|(options, p)| {
            values.iter().take(SHOWN).filter(|(_, p)| *p > 0.0).map(move |(value, own)| {
                let option = format!("{key}={value}");
                (options.iter().cloned().chain([option]).collect(), p * own)
            })
        });
        let mut longer: Vec<_> = longer.collect();
        sort_by(&mut longer, |a, b| b.1.total_cmp(&a.1));
        longer.truncate(KEPT);
        combinations = longer;
    }
    combinations
}

impl Estimates {
    fn text(&self, width: usize) -> String {
        let mut text = String::from("Probabilities of the unknown rules\n");
        if self.said.is_empty() {
            for (rule, values) in &self.guesses {
                let _ = writeln!(text, "  {rule}: {}", listed(plausible(values)));
            }
            let _ = writeln!(text, "  To read what one of them means: {} show NAME", program());
        }
        for ((rule, values), said) in self.guesses.iter().zip(&self.said) {
            let _ = writeln!(text, "  {rule}");
            for ((value, p), said) in plausible(values).into_iter().zip(said) {
                let said = if said.is_empty() { value } else { &format!("{value}: {said}") };
                text += &paragraph(said, &format!("    {:>5}  ", percent(*p)), width);
            }
        }
        let likely = listed(self.near.iter().take(NEAREST));
        let _ = writeln!(text, "\nGames that count most, with their shares\n  {likely}");
        if !self.left_out.is_empty() {
            let left_out = several(self.left_out.len(), "likely candidate");
            let _ = writeln!(text, "\nImpossible here, so left out: {left_out}");
            for (name, p, why) in self.left_out.iter().take(NEAREST) {
                let _ = writeln!(text, "  {} {}: {why}", percent(*p), settings(name));
            }
        }
        text
    }
}

/// Returns the options of a candidate in words; a game of the catalogue keeps its name.
fn settings(label: &str) -> String {
    let options = at_commas(label).into_iter().map(|option| match option.split_once('=') {
        Some((key, value)) if !key.contains(':') => setting(key, value),
        _ => option.to_owned(),
    });
    join(options, ", ")
}

/// Returns the values to show: the likeliest one, and a few others that are not too unlikely.
fn plausible(values: &[(String, f64)]) -> Vec<&(String, f64)> {
    let shown = values.iter().take(SHOWN).enumerate();
    let shown = shown.filter(|(place, (_, p))| *place == 0 || *p >= LEAST);
    shown.map(|(_, value)| value).collect()
}

/// Formats names with probabilities.
fn listed<'a>(named: impl IntoIterator<Item = &'a (String, f64)>) -> String {
    let named = named.into_iter().map(|(name, p)| format!("{name} {}", percent(*p)));
    join(named, ", ")
}

/// Measures the candidates, and prints the wear of their pits under each player.
fn measured(arguments: &Arguments, found: &Estimates, output: &mut Output) -> Result {
    let candidates = &found.candidates;
    if candidates.is_empty() {
        if arguments.candidates > 0 {
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
        .map(|(place, (label, _, loaded))| {
            let mut loaded = loaded.clone();
            // A game of the catalogue, perhaps on another board.
            if *label == loaded.label() {
                return (label.clone(), loaded);
            }
            // A changed game must not pass for the known one.
            loaded.outline.header.title = format!("Candidate {}", place + 1);
            (format!("candidate {}", place + 1), loaded)
        })
        .collect();
    let mut progress = ProgressLine::new();
    let report = comparison.run(&named, &interrupt::stopped, |played| {
        progress.show(played.done, played.all, &format!(", {}", played.variant));
    });
    drop(progress);
    let stopped = || CommandError::Interrupted("stopped during the measures".to_owned());
    let mut report = report.ok_or_else(stopped)?;
    report.command = command(arguments);
    if !output.is_json() {
        output.line("\nCandidates")?;
        let mut read = String::new();
        for (place, (label, p, loaded)) in candidates.iter().enumerate() {
            let header = &loaded.header;
            let mut line = format!("  {}: {} {}", place + 1, percent(*p), settings(label));
            // A game of the catalogue, perhaps on another board.
            if *label == loaded.label() {
                let [title, region] = [&header.title, &header.region].map(|it| visible(it));
                line = format!("  {}: {} {title} ({label}), {region}", place + 1, percent(*p));
                if read.is_empty() {
                    let name = super::command::quoted(label);
                    read = format!("To read its rules: {} show {name} --whole", program());
                }
            }
            output.text(&paragraph(line.trim_start(), "  ", output.look().width))?;
        }
        if !read.is_empty() {
            output.line(format!("  {read}"))?;
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
                output.line(format!("  {}, {player}", named[place].0))?;
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

/// Returns the command that reproduces the result, without threads.
fn command(arguments: &Arguments) -> String {
    let mut line = CommandLine::new("reconstruct");
    line.words(&arguments.file);
    line.option("--candidates", [arguments.candidates]);
    line.option("--games", [arguments.games]);
    line.option("--seed", [arguments.seed]);
    line.option("--player", &arguments.players);
    line.finish()
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
