//! Probabilities of unknown rules, estimated from games that are near in whatever is known.
//!
//! Games are similar if they differ little in board, place, people, year and known rules. A regression with these
//! similarities estimates each value of a rule. `docs/reconstruction.md` has the formulas, the fit and the evaluation.

use std::collections::BTreeMap;

use super::mechanisms::{Block, Profile, Value, all};
use super::places::{coordinates, kilometres, people_of};
use super::regression::{Regression, probabilities};
use crate::files::catalogue::Loaded;
use mankala_core::system::number::real;
use mankala_core::variant::sort_by;

/// Mass of the even distribution that is added to base rates.
const EVEN: f64 = 0.5;
/// Value of a game without a mechanism.
pub const NONE: &str = "none";

/// Weights of the evidence, and the other parameters of the model.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Weights {
    /// Log ratio of the rows, of the columns and of the seeds per pit.
    pub board: [f64; 3],
    /// Distance.
    pub distance: f64,
    /// Another people, or an unknown one.
    pub people: f64,
    /// Another year, thus another source.
    pub year: f64,
    /// Each different mechanism.
    pub mechanism: f64,
    /// Each different option of games with the same ruleset.
    pub option: f64,
    /// Similarity of games that does not depend on the ruleset, compared with that within a ruleset.
    pub any_ruleset: f64,
    /// Variance of values that the evidence does not explain.
    pub noise: f64,
    /// Share of the base rates in each guess.
    pub base: f64,
    /// Power of the probabilities: above 1 it favours the likelier values.
    pub power: f64,
}

impl Weights {
    /// Weights found by `reconstruct --fit`.
    pub const FITTED: Self = Self {
        board: [0.125, 0.25, 0.4],
        distance: 0.313,
        people: 0.08,
        year: 0.0625,
        mechanism: 0.1,
        option: 0.1,
        any_ruleset: 1.875,
        noise: 0.489,
        base: 0.006,
        power: 1.25,
    };

    pub(super) fn all(&mut self) -> [&mut f64; 12] {
        let [rows, columns, seeds] = &mut self.board;
        [
            rows,
            columns,
            seeds,
            &mut self.distance,
            &mut self.people,
            &mut self.year,
            &mut self.mechanism,
            &mut self.option,
            &mut self.any_ruleset,
            &mut self.noise,
            &mut self.base,
            &mut self.power,
        ]
    }

    /// Returns the similarity of two games: one part by their mechanisms, and one by their options within a ruleset.
    pub(super) fn similarity(&self, apart: &Apart) -> f64 {
        let board = self.board.iter().zip(apart.board);
        let sum = board.map(|(weight, by)| weight * by).sum::<f64>()
            + self.distance * apart.distance
            + self.people * apart.people
            + self.year * apart.year;
        let mut rules = self.any_ruleset * (-self.mechanism * apart.mechanisms).exp();
        if apart.same_ruleset {
            rules += (-self.option * apart.options).exp();
        }
        (-sum).exp() * rules
    }

    /// Returns the probabilities of values from their estimates and base rates. Values that `accepts` refuses get 0,
    /// unless it refuses all.
    pub(super) fn posterior(
        &self,
        estimate: &[f64],
        base: &[f64],
        accepts: &dyn Fn(usize) -> bool,
    ) -> Vec<f64> {
        let mut open: Vec<bool> = (0..estimate.len()).map(accepts).collect();
        if !open.contains(&true) {
            open.fill(true);
        }
        let found = probabilities(estimate, &open);
        let mixed = found.iter().zip(base).zip(open).map(|((found, base), open)| {
            let base = if open { *base } else { 0.0 };
            ((1.0 - self.base) * found + self.base * base).powf(self.power)
        });
        let mixed: Vec<f64> = mixed.collect();
        let sum: f64 = mixed.iter().sum();
        mixed.into_iter().map(|p| p / sum).collect()
    }
}

/// Differences of two games; those of board, place, people and year are from 0 to 1.
#[derive(Debug, Clone, Copy)]
pub(super) struct Apart {
    pub(super) board: [f64; 3],
    pub(super) distance: f64,
    pub(super) people: f64,
    pub(super) year: f64,
    /// Number of different mechanisms.
    pub(super) mechanisms: f64,
    /// Number of different options.
    pub(super) options: f64,
    /// Whether both are known to have the same ruleset.
    pub(super) same_ruleset: bool,
}

/// Known facts about a game.
#[derive(Debug, Clone, Default)]
pub struct Known {
    /// Name of the ruleset.
    pub ruleset: Option<&'static str>,
    /// Number of rows.
    pub rows: Option<f64>,
    /// Number of columns.
    pub columns: Option<f64>,
    /// Mean number of seeds per pit.
    pub seeds: Option<f64>,
    /// Latitude and longitude of the place.
    pub place: Option<[f64; 2]>,
    /// People who play it.
    pub people: Option<String>,
    /// First and last possible year of the first description; years before Christ are negative.
    pub years: Option<[i32; 2]>,
    /// Values of mechanisms by their index in [`all`].
    pub mechanisms: BTreeMap<usize, String>,
    /// Values of keys of the ruleset.
    pub options: BTreeMap<String, String>,
}

impl Known {
    /// Returns everything that is known about a game. `is_known` leaves out keys, and with them the mechanisms that
    /// depend on them.
    pub fn of(loaded: &Loaded, profile: &Profile, is_known: impl Fn(&str) -> bool) -> Self {
        let size = |name: &str| match profile.get(name) {
            Some(Value::Size { value, .. }) if *value > 0.0 => Some(*value),
            _ => None,
        };
        let header = &loaded.header;
        let known = mechanisms().filter(|&place| all()[place].keys().all(|key| is_known(&key)));
        let options = loaded.values.iter().filter(|written| {
            let key = &*written.key;
            !key.starts_with("board.") && key != COMPUTED && is_known(key)
        });
        Self {
            ruleset: Some(loaded.ruleset),
            rows: size("rows"),
            columns: size("columns"),
            seeds: size("seeds"),
            place: coordinates(&header.region),
            people: people_of(&header.region).map(str::to_owned),
            years: Some(header.since()).filter(|year| *year > 0).map(|year| [year.into(); 2]),
            mechanisms: known.map(|place| (place, value_of(profile, place))).collect(),
            options: options.map(|written| (written.key.clone(), written.value.clone())).collect(),
        }
    }

    /// Leaves out what is unknown about another game.
    fn limited(&self, to: &Self, is_known: &dyn Fn(&str) -> bool) -> Self {
        let mut known = self.clone();
        known.mechanisms.retain(|place, _| to.mechanisms.contains_key(place));
        known.options.retain(|key, _| is_known(key));
        Self {
            ruleset: to.ruleset.and(self.ruleset),
            rows: to.rows.and(self.rows),
            columns: to.columns.and(self.columns),
            seeds: to.seeds.and(self.seeds),
            place: to.place.and(self.place),
            people: to.people.as_ref().and(known.people),
            years: to.years.and(self.years),
            ..known
        }
    }

    /// Returns the differences from another game.
    pub(super) fn apart(&self, other: &Self) -> Apart {
        /// Distance and ratios from which on things count as unrelated.
        const FAR: f64 = 3000.0;
        let ratio = |a: Option<f64>, b: Option<f64>, most: f64| match (a, b) {
            (Some(a), Some(b)) => ((a / b).ln().abs() / most.ln()).min(1.0),
            _ => 0.0,
        };
        let yes = |is: bool| f64::from(u8::from(is));
        let same_ruleset = self.ruleset.is_some() && self.ruleset == other.ruleset;
        let own = self.options.iter().filter(|_| same_ruleset);
        let different = own.filter(|(key, value)| other.options.get(*key) != Some(value));
        let theirs = other.options.keys().filter(|_| same_ruleset);
        let more = theirs.filter(|key| !self.options.contains_key(*key));
        let mechanisms = self.mechanisms.iter();
        let mechanisms =
            mechanisms.filter(|(place, value)| other.mechanisms.get(place) != Some(value));
        Apart {
            board: [
                ratio(self.rows, other.rows, 2.0),
                ratio(self.columns, other.columns, 4.0),
                ratio(self.seeds, other.seeds, 6.0),
            ],
            distance: match (self.place, other.place) {
                (Some(at), Some(there)) => (kilometres(at, there) / FAR).min(1.0),
                (None, None) => 0.0,
                _ => 1.0,
            },
            people: yes(self.people.is_none() || self.people != other.people),
            year: match (self.years, other.years) {
                (Some([from, to]), Some([since, until])) => yes(to < since || until < from),
                _ => 0.0,
            },
            mechanisms: real(mechanisms.count() as u128),
            options: real((different.count() + more.count()) as u128),
            same_ruleset,
        }
    }
}

/// Key whose value follows from the others.
pub const COMPUTED: &str = "rules.max_sown";

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
    profile.at(place).map_or_else(|| NONE.to_owned(), ToString::to_string)
}

/// Game with what is known about it.
pub struct Neighbour<'a> {
    /// Game.
    pub loaded: &'a Loaded,
    /// Mechanisms.
    pub profile: &'a Profile,
    pub(super) known: Known,
}

impl<'a> Neighbour<'a> {
    /// Describes a game.
    pub fn new(loaded: &'a Loaded, profile: &'a Profile) -> Self {
        let known = Known::of(loaded, profile, |_| true);
        Self { loaded, profile, known }
    }

    /// Returns the value of a key in its file or its defaults.
    pub fn option(&self, key: &str) -> Option<&str> {
        let written = self.loaded.values.iter().find(|written| written.key == key);
        written.map(|written| &*written.value)
    }

    /// Returns `true` if both inherit from the same game, or one from the other.
    pub(super) fn is_kin(&self, other: &Self) -> bool {
        let family = |it: &Self| {
            let header = &it.loaded.header;
            header.inherits.clone().unwrap_or_else(|| header.name.clone())
        };
        family(self) == family(other)
    }
}

/// Games as evidence about another one.
pub struct Evidence<'a> {
    games: &'a [Neighbour<'a>],
    known: Known,
    others: Vec<Known>,
    /// Similarity of each game.
    near: Vec<f64>,
    /// Weight of each game in guesses to which all of them contribute.
    weights: Vec<f64>,
}

impl<'a> Evidence<'a> {
    /// Compares the games with another one in what is known about it; `is_known` tells for which keys.
    pub fn new(known: Known, games: &'a [Neighbour<'a>], is_known: &dyn Fn(&str) -> bool) -> Self {
        let others = games.iter().map(|game| game.known.limited(&known, is_known));
        let others: Vec<Known> = others.collect();
        let near = others.iter().map(|other| Weights::FITTED.similarity(&known.apart(other)));
        let mut evidence = Self { games, near: near.collect(), known, others, weights: Vec::new() };
        evidence.weights = evidence.weights_of(&(0..games.len()).collect::<Vec<_>>());
        evidence
    }

    /// Returns the weights of some of the games in guesses from these alone.
    fn weights_of(&self, rows: &[usize]) -> Vec<f64> {
        let model = Weights::FITTED;
        let similarity = |row: usize, column: usize| {
            let [row, column] = [rows[row], rows[column]];
            model.similarity(&self.others[row].apart(&self.others[column]))
        };
        let near: Vec<f64> = rows.iter().map(|&row| self.near[row]).collect();
        Regression::new(rows.len(), similarity, model.noise).weights(&near)
    }

    /// Returns the share of each game in the estimates. Games of another ruleset have none, if the ruleset is known.
    pub fn shares(&self) -> Vec<f64> {
        let own = |game: &Neighbour<'_>| {
            self.known.ruleset.is_none_or(|ruleset| ruleset == game.loaded.ruleset)
        };
        let weights = self.games.iter().zip(&self.weights);
        let weights = weights.map(|(game, weight)| if own(game) { weight.max(0.0) } else { 0.0 });
        let weights: Vec<f64> = weights.collect();
        let sum: f64 = weights.iter().sum();
        weights.into_iter().map(|weight| weight / sum.max(1e-9)).collect()
    }

    /// Returns the probability of each value of an unknown rule, the largest first. `value` is that of a game.
    ///
    /// Possible values are those offered and those of the known ruleset; `accepts` may refuse some of them.
    pub fn guess(
        &self,
        offered: Vec<String>,
        value: &dyn Fn(&Neighbour<'_>) -> Option<String>,
        accepts: &dyn Fn(&str) -> bool,
    ) -> Vec<(String, f64)> {
        let rule = Rule::new(self.games, self.known.ruleset, offered, value);
        let has_all = rule.rows.len() == self.games.len();
        let weights = if has_all { self.weights.clone() } else { self.weights_of(&rule.rows) };
        let mut estimate = vec![0.0; rule.names.len()];
        for (class, weight) in rule.classes.iter().zip(weights) {
            estimate[*class] += weight;
        }
        let base = rule.base_rates(&[]);
        let accepts = |class: usize| accepts(&rule.names[class]);
        let posterior = Weights::FITTED.posterior(&estimate, &base, &accepts);
        let mut found: Vec<(String, f64)> = rule.names.iter().cloned().zip(posterior).collect();
        sort_by(&mut found, |a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        found
    }
}

/// Rule with its value in each game.
pub(super) struct Rule {
    /// Games with the rule: the first ones are those of the ruleset, the others have the same key with one of the same
    /// values.
    pub(super) rows: Vec<usize>,
    /// Number of the value in each row.
    pub(super) classes: Vec<usize>,
    /// Number of games of the ruleset.
    pub(super) own: usize,
    /// Values.
    pub(super) names: Vec<String>,
    /// Number of values that are possible even if no game of the ruleset has them.
    offered: usize,
}

impl Rule {
    pub(super) fn new(
        games: &[Neighbour<'_>],
        ruleset: Option<&str>,
        offered: Vec<String>,
        value: &dyn Fn(&Neighbour<'_>) -> Option<String>,
    ) -> Self {
        let mut rule = Self {
            rows: Vec::new(),
            classes: Vec::new(),
            own: 0,
            offered: offered.len(),
            names: offered,
        };
        let is_own =
            |game: &Neighbour<'_>| ruleset.is_none_or(|ruleset| game.loaded.ruleset == ruleset);
        for foreign in [false, true] {
            for (row, game) in games.iter().enumerate() {
                if is_own(game) == foreign {
                    continue;
                }
                let Some(value) = value(game) else { continue };
                let known = rule.names.iter().position(|name| *name == value);
                if known.is_none() && foreign {
                    continue;
                }
                rule.classes.push(known.unwrap_or(rule.names.len()));
                rule.rows.push(row);
                if known.is_none() {
                    rule.names.push(value);
                }
            }
            if !foreign {
                rule.own = rule.rows.len();
            }
        }
        rule
    }

    /// Returns the share of each value in the games of the ruleset, except those left out. Only values that are neither
    /// offered nor found in one of these games have 0: they are not possible.
    pub(super) fn base_rates(&self, left_out: &[usize]) -> Vec<f64> {
        let mut rates = vec![0.0; self.names.len()];
        for (item, class) in self.classes[..self.own].iter().enumerate() {
            if !left_out.contains(&item) {
                rates[*class] += 1.0;
            }
        }
        let is_possible = |class: usize, rate: f64| class < self.offered || rate > 0.0;
        let possible = rates.iter().enumerate().filter(|&(class, &rate)| is_possible(class, rate));
        let even = EVEN / real(possible.count().max(1) as u128);
        for (class, rate) in rates.iter_mut().enumerate() {
            if is_possible(class, *rate) {
                *rate += even;
            }
        }
        let sum: f64 = rates.iter().sum();
        rates.into_iter().map(|rate| rate / sum.max(1e-9)).collect()
    }
}

/// Returns the mechanisms that depend on a key.
pub fn depending(key: &str) -> impl Iterator<Item = usize> {
    mechanisms().filter(move |&place| all()[place].keys().any(|it| it == key))
}
