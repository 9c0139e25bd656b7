//! Probabilities of unknown rules: the values of other games, weighted by their nearness in whatever is known.
//!
//! A game counts with the weight exp(−e). Its e is the sum of differences in board, place, year and known mechanisms,
//! each times a fitted weight. The base rates of all games count as a prior (Dirichlet). If nothing is near, the answer
//! is therefore the base rate. `docs/reconstruction.md` has the fit and its evaluation.

use std::collections::BTreeMap;

use super::mechanisms::{Block, Profile, Value, all};
use super::places::{coordinates, first_place, kilometres};
use crate::files::catalogue::Loaded;
use mankala_core::system::number::real;

/// Number of kinds of evidence.
const KINDS: usize = 8;
/// Number of bins of probabilities.
pub const BINS: usize = 10;
/// Mass of the even distribution that is added to base rates.
const EVEN: f64 = 0.5;
/// Value of a game without a mechanism.
pub const NONE: &str = "none";

/// Weights of the kinds of evidence and of the prior.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Weights {
    /// Weights of rows, columns, seeds, distance, another place, years, another year, and each different mechanism.
    pub kinds: [f64; KINDS],
    /// Weight of the base rates.
    pub prior: f64,
}

impl Weights {
    /// Weights if no rule is known, fitted by `reconstruct --fit`.
    pub const BOARD: Self = Self {
        kinds: [2.5, 5.0, 6.0, 3.125, 0.313, 0.064, 1.25, 0.0],
        prior: 0.04,
    };
    /// Weights if some rules are known, fitted likewise.
    pub const RULES: Self = Self {
        kinds: [1.25, 2.0, 3.906, 1.024, 0.781, 0.064, 0.625, 1.094],
        prior: 0.005,
    };

    /// Returns the weight of a game with these differences.
    fn of(&self, differences: &[f64; KINDS]) -> f64 {
        let sum: f64 = self.kinds.iter().zip(differences).map(|(a, b)| a * b).sum();
        (-sum).exp()
    }
}

/// Known facts about a game.
#[derive(Debug, Clone, Default)]
pub struct Known {
    /// Number of rows.
    pub rows: Option<f64>,
    /// Number of columns.
    pub columns: Option<f64>,
    /// Mean number of seeds per pit.
    pub seeds: Option<f64>,
    /// Name of the place, and its latitude and longitude.
    pub place: Option<(&'static str, [f64; 2])>,
    /// Year of the first description.
    pub year: Option<u16>,
    /// Values of mechanisms by their index in [`all`].
    pub mechanisms: BTreeMap<usize, String>,
}

impl Known {
    /// Returns everything that is known about a game; `is_known` leaves out mechanisms.
    pub fn of(loaded: &Loaded, profile: &Profile, is_known: impl Fn(usize) -> bool) -> Self {
        let size = |name: &str| match profile.get(name) {
            Some(Value::Size { value, .. }) if *value > 0.0 => Some(*value),
            _ => None,
        };
        let header = &loaded.header;
        let known = mechanisms().filter(|&place| is_known(place));
        Self {
            rows: size("rows"),
            columns: size("columns"),
            seeds: size("seeds"),
            place: place_of(&header.region),
            year: Some(header.since()).filter(|year| *year > 0),
            mechanisms: known
                .map(|place| (place, value_of(profile, place)))
                .collect(),
        }
    }

    /// Returns the differences from another game, each from 0 to 1, and the number of different mechanisms.
    fn differences(&self, other: &Self) -> [f64; KINDS] {
        /// Distance, number of years, and ratios from which on things count as unrelated.
        const FAR: f64 = 3000.0;
        const LONG: f64 = 100.0;
        let ratio = |a: Option<f64>, b: Option<f64>, most: f64| match (a, b) {
            (Some(a), Some(b)) => ((a / b).ln().abs() / most.ln()).min(1.0),
            _ => 0.0,
        };
        let yes = |is: bool| f64::from(u8::from(is));
        let place = match (self.place, other.place) {
            (Some((name, at)), Some((other, there))) => {
                [(kilometres(at, there) / FAR).min(1.0), yes(name != other)]
            }
            (Some(_), None) => [1.0, 1.0],
            (None, _) => [0.0, 0.0],
        };
        let years = match (self.year, other.year) {
            (Some(a), Some(b)) => [(f64::from(a.abs_diff(b)) / LONG).min(1.0), yes(a != b)],
            _ => [0.0, 0.0],
        };
        let mechanisms = self.mechanisms.iter();
        let different =
            mechanisms.filter(|(place, value)| other.mechanisms.get(place) != Some(value));
        [
            ratio(self.rows, other.rows, 2.0),
            ratio(self.columns, other.columns, 4.0),
            ratio(self.seeds, other.seeds, 6.0),
            place[0],
            place[1],
            years[0],
            years[1],
            real(different.count() as u128),
        ]
    }

    /// Returns the weights that fit this knowledge.
    fn weights(&self) -> Weights {
        if self.mechanisms.is_empty() {
            Weights::BOARD
        } else {
            Weights::RULES
        }
    }
}

/// Returns the first known place of a region with its coordinates.
pub fn place_of(region: &str) -> Option<(&'static str, [f64; 2])> {
    Some((first_place(region)?, coordinates(region)?))
}

/// Returns the mechanisms that count as rules: neither parts of others nor the board.
pub fn mechanisms() -> impl Iterator<Item = usize> {
    let is_rule = |place: &usize| {
        let mechanism = &all()[*place];
        mechanism.parent.is_none() && mechanism.block != Block::Board
    };
    (0..all().len()).filter(is_rule)
}

/// Returns the value of a mechanism as a word.
pub fn value_of(profile: &Profile, place: usize) -> String {
    profile
        .at(place)
        .map_or_else(|| NONE.to_owned(), ToString::to_string)
}

/// Game with what is known about it.
pub struct Neighbour<'a> {
    /// Game.
    pub loaded: &'a Loaded,
    /// Mechanisms.
    pub profile: &'a Profile,
    known: Known,
}

impl<'a> Neighbour<'a> {
    /// Describes a game.
    pub fn new(loaded: &'a Loaded, profile: &'a Profile) -> Self {
        let known = Known::of(loaded, profile, |_| true);
        Self {
            loaded,
            profile,
            known,
        }
    }

    /// Returns the value of a key in its file or its defaults.
    pub fn option(&self, key: &str) -> Option<&str> {
        let written = self.loaded.values.iter().find(|written| written.key == key);
        written.map(|written| &*written.value)
    }

    /// Returns `true` if both inherit from the same game, or one from the other.
    fn is_kin(&self, other: &Self) -> bool {
        let family = |it: &Self| {
            let header = &it.loaded.header;
            header
                .inherits
                .clone()
                .unwrap_or_else(|| header.name.clone())
        };
        family(self) == family(other)
    }
}

/// Returns the weight of each game for what is known about another.
pub fn weights(known: &Known, games: &[Neighbour<'_>]) -> Vec<f64> {
    let weights = known.weights();
    let of = |game: &Neighbour<'_>| weights.of(&known.differences(&game.known));
    games.iter().map(of).collect()
}

/// Returns the probability of each value of an unknown rule, the largest first, from the values of games with weights.
pub fn posterior<'a>(
    known: &Known,
    values: impl Iterator<Item = (&'a str, f64)>,
) -> Vec<(String, f64)> {
    let mut sums: BTreeMap<&str, (f64, f64)> = BTreeMap::new();
    for (value, weight) in values {
        let (count, sum) = sums.entry(value).or_default();
        *count += 1.0;
        *sum += weight;
    }
    let tallies: Vec<(f64, f64)> = sums.values().copied().collect();
    let (_, posterior) = mixed(&tallies, known.weights().prior);
    let named = sums.keys().map(|value| (*value).to_owned());
    let mut found: Vec<(String, f64)> = named.zip(posterior).collect();
    mankala_core::variant::sort_by(&mut found, |a, b| {
        b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0))
    });
    found
}

/// Returns the base rates and the posterior of values, from the number and the weight of the games with each.
fn mixed(tallies: &[(f64, f64)], prior: f64) -> (Vec<f64>, Vec<f64>) {
    let kinds = real(tallies.len().max(1) as u128);
    let count: f64 = tallies.iter().map(|(count, _)| count).sum();
    let weight: f64 = tallies.iter().map(|(_, weight)| weight).sum();
    let base = tallies
        .iter()
        .map(|(own, _)| (own + EVEN / kinds) / (count + EVEN));
    let base: Vec<f64> = base.collect();
    let posterior = tallies
        .iter()
        .zip(&base)
        .map(|((_, own), base)| (own + prior * base) / (weight + prior));
    let posterior = posterior.collect();
    (base, posterior)
}

/// Knowledge in which rules are guessed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::Display, strum::EnumIter)]
pub enum Case {
    /// Mechanisms, if only board, place and year are known.
    #[strum(serialize = "all mechanisms unknown, ruleset unknown")]
    Board,
    /// A mechanism, if all others are known.
    #[strum(serialize = "one mechanism unknown, ruleset unknown")]
    Mechanism,
    /// Options of `[rules]`, if only board, place, year and ruleset are known.
    #[strum(serialize = "all options unknown, ruleset known")]
    Options,
    /// An option of `[rules]`, if everything else is known.
    #[strum(serialize = "one option unknown, ruleset known")]
    Option,
}

impl Case {
    /// Returns `true` if mechanisms are guessed, and not options of a ruleset.
    fn is_of_mechanisms(self) -> bool {
        matches!(self, Self::Board | Self::Mechanism)
    }

    /// Returns `true` if the other rules are known.
    fn knows_rules(self) -> bool {
        matches!(self, Self::Mechanism | Self::Option)
    }

    /// Returns the weights of this case.
    pub fn weights(self) -> Weights {
        if self.knows_rules() {
            Weights::RULES
        } else {
            Weights::BOARD
        }
    }
}

/// Quality of guesses about games left out one at a time.
#[derive(Debug, Clone, Copy, Default)]
pub struct Quality {
    /// Number of guesses.
    pub guesses: u32,
    /// Mean Brier score of the base rates: the sum of squared errors over all values.
    pub base: f64,
    /// Mean Brier score of the guesses.
    pub brier: f64,
    /// Calibration: for each bin of probabilities the number of values, the mean probability and the share that holds.
    pub bins: [(u32, f64, f64); BINS],
}

impl Quality {
    /// Returns the share of the base rates' Brier score that is saved.
    pub fn gain(&self) -> f64 {
        1.0 - self.brier / self.base
    }

    fn add(&mut self, tallies: &[(f64, f64)], own: usize, prior: f64) {
        let (base, posterior) = mixed(tallies, prior);
        let is = |value: usize| f64::from(u8::from(value == own));
        let score = |guess: &[f64]| -> f64 {
            guess
                .iter()
                .enumerate()
                .map(|(value, p)| (p - is(value)).powi(2))
                .sum()
        };
        self.guesses += 1;
        self.base += score(&base);
        self.brier += score(&posterior);
        for (value, p) in posterior.into_iter().enumerate() {
            let above = (1..BINS).filter(|bin| p >= real(*bin as u128) / real(BINS as u128));
            let (count, sum, holds) = &mut self.bins[above.count()];
            *count += 1;
            *sum += p;
            *holds += is(value);
        }
    }

    /// Turns sums into means.
    fn finished(mut self) -> Self {
        let guesses = f64::from(self.guesses.max(1));
        self.base /= guesses;
        self.brier /= guesses;
        for (count, sum, holds) in &mut self.bins {
            let of = f64::from((*count).max(1));
            *sum /= of;
            *holds /= of;
        }
        self
    }
}

/// Rule that is hidden: its value in each game as a number, and the mechanisms that depend on it.
struct Hidden {
    values: Vec<Option<usize>>,
    kinds: usize,
    mechanisms: Vec<usize>,
}

/// All games compared with each other, to hide the rules of each in turn.
pub struct Evaluation<'a> {
    games: &'a [Neighbour<'a>],
    /// Differences of each pair.
    apart: Vec<Vec<[f64; KINDS]>>,
    /// Number of the value of each mechanism in each game.
    numbers: Vec<Vec<Option<usize>>>,
    mechanisms: Vec<Hidden>,
    options: Vec<Hidden>,
}

impl<'a> Evaluation<'a> {
    /// Compares all games.
    pub fn new(games: &'a [Neighbour<'a>]) -> Self {
        let row = |a: &Neighbour<'_>| {
            games
                .iter()
                .map(|b| a.known.differences(&b.known))
                .collect()
        };
        let mut numbers = vec![Vec::new(); all().len()];
        let of_mechanisms = mechanisms().map(|place| {
            let value = |game: &Neighbour<'_>| game.known.mechanisms.get(&place).cloned();
            hidden(games.iter().map(value), vec![place])
        });
        let of_mechanisms: Vec<Hidden> = of_mechanisms.collect();
        for hidden in &of_mechanisms {
            numbers[hidden.mechanisms[0]].clone_from(&hidden.values);
        }
        let mut keys: Vec<(&str, &str)> = Vec::new();
        for game in games {
            let written = game.loaded.values.iter().map(|written| &*written.key);
            let rules = written.filter(|key| key.starts_with("rules.") && *key != "rules.max_sown");
            keys.extend(rules.map(|key| (game.loaded.ruleset, key)));
        }
        keys.sort_unstable();
        keys.dedup();
        let options = keys.into_iter().map(|(ruleset, key)| {
            let value = |game: &Neighbour<'_>| {
                let own = game.loaded.ruleset == ruleset;
                own.then(|| game.option(key)).flatten().map(str::to_owned)
            };
            hidden(games.iter().map(value), depending(key).collect())
        });
        Self {
            games,
            apart: games.iter().map(row).collect(),
            numbers,
            // Rules that are the same everywhere are no question.
            mechanisms: of_mechanisms
                .into_iter()
                .filter(|it| it.kinds > 1)
                .collect(),
            options: options.filter(|it| it.kinds > 1).collect(),
        }
    }

    /// Guesses the rules of each game from the others; `no_kin` leaves out games that inherit from the same one.
    pub fn quality(&self, case: Case, weights: &Weights, no_kin: bool) -> Quality {
        let all = if case.is_of_mechanisms() {
            &self.mechanisms
        } else {
            &self.options
        };
        let mut quality = Quality::default();
        let again = weights.kinds[KINDS - 1].exp();
        for (own, game) in self.games.iter().enumerate() {
            let weight = |other: usize| {
                let is_out = other == own || no_kin && game.is_kin(&self.games[other]);
                let mut differences = self.apart[own][other];
                if !case.knows_rules() {
                    differences[KINDS - 1] = 0.0;
                }
                (!is_out).then(|| weights.of(&differences))
            };
            let near: Vec<(usize, f64)> = (0..self.games.len())
                .filter_map(|other| Some((other, weight(other)?)))
                .collect();
            for hidden in all {
                let Some(value) = hidden.values[own] else {
                    continue;
                };
                let mut tallies = vec![(0.0, 0.0); hidden.kinds];
                for &(other, weight) in &near {
                    let Some(theirs) = hidden.values[other] else {
                        continue;
                    };
                    let (count, sum) = &mut tallies[theirs];
                    *count += 1.0;
                    // Mechanisms that depend on the hidden rule are unknown too.
                    *sum += if case.knows_rules() {
                        let differs = hidden.mechanisms.iter().filter(|place| {
                            self.numbers[**place][own] != self.numbers[**place][other]
                        });
                        differs.fold(weight, |weight, _| weight * again)
                    } else {
                        weight
                    };
                }
                if tallies.iter().any(|(count, _)| *count > 0.0) {
                    quality.add(&tallies, value, weights.prior);
                }
            }
        }
        quality.finished()
    }

    /// Fits weights by leave-one-out: changes one at a time as long as the mean gain of the two cases grows. `None` once
    /// `stop` returns `true`.
    pub fn fit(&self, cases: [Case; 2], stop: &dyn Fn() -> bool) -> Option<Weights> {
        const FACTORS: [f64; 4] = [0.5, 0.8, 1.25, 2.0];
        let gain = |weights: &Weights| -> f64 {
            cases
                .iter()
                .map(|case| self.quality(*case, weights, false).gain())
                .sum()
        };
        let mut best = cases[0].weights();
        let mut most = gain(&best);
        loop {
            let before = most;
            for kind in 0..=KINDS {
                for factor in FACTORS {
                    if stop() {
                        return None;
                    }
                    let mut next = best;
                    let weight = next.kinds.get_mut(kind).unwrap_or(&mut next.prior);
                    *weight = (*weight * factor * 1000.0).round() / 1000.0;
                    let found = gain(&next);
                    if found > most {
                        (best, most) = (next, found);
                    }
                }
            }
            if most - before < 0.001 {
                return Some(best);
            }
        }
    }
}

/// Returns the mechanisms that depend on a key.
pub fn depending(key: &str) -> impl Iterator<Item = usize> {
    mechanisms().filter(move |&place| all()[place].keys().any(|it| it == key))
}

/// Numbers the values of a rule.
fn hidden(values: impl Iterator<Item = Option<String>>, mechanisms: Vec<usize>) -> Hidden {
    let mut known: BTreeMap<String, usize> = BTreeMap::new();
    let mut number = |value: String| {
        let next = known.len();
        *known.entry(value).or_insert(next)
    };
    let values = values.map(|value| value.map(&mut number)).collect();
    Hidden {
        values,
        kinds: known.len(),
        mechanisms,
    }
}
