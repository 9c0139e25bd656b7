//! Quality of [guesses](super::guess) about rules, each hidden in turn and guessed from the other games.

use std::cell::RefCell;
use std::collections::HashMap;

use serde_json::Value;

use super::guess::{Apart, COMPUTED, Neighbour, Rule, Weights, depending, mechanisms};
use super::regression::Regression;
use crate::files::catalogue::Catalogue;
use crate::files::schema::all_values;
use mankala_core::system::number::real;

/// Number of bins of probabilities.
pub const BINS: usize = 10;

/// Knowledge in which rules are guessed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::Display)]
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
    /// All cases.
    pub const ALL: [Self; 4] = [Self::Board, Self::Mechanism, Self::Options, Self::Option];

    /// Returns `true` if mechanisms are guessed, and not options of a ruleset.
    fn is_of_mechanisms(self) -> bool {
        matches!(self, Self::Board | Self::Mechanism)
    }

    /// Returns `true` if the other rules are known.
    fn knows_rules(self) -> bool {
        matches!(self, Self::Mechanism | Self::Option)
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

    fn add(&mut self, base: &[f64], posterior: &[f64], own: usize) {
        let is = |value: usize| f64::from(u8::from(value == own));
        let score = |guess: &[f64]| -> f64 {
            guess.iter().enumerate().map(|(value, p)| (p - is(value)).powi(2)).sum()
        };
        self.guesses += 1;
        self.base += score(base);
        self.brier += score(posterior);
        for (value, &p) in posterior.iter().enumerate() {
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

struct Hidden<'a> {
    rule: Rule,
    /// Key of an option.
    key: &'a str,
    /// Mechanisms that depend on the rule, or the mechanism itself.
    mechanisms: Vec<usize>,
}

/// All games compared with each other, to hide the rules of each in turn.
pub struct Evaluation<'a> {
    catalogue: &'a Catalogue,
    games: &'a [Neighbour<'a>],
    /// Differences of each pair.
    apart: Vec<Vec<Apart>>,
    mechanisms: Vec<Hidden<'a>>,
    options: Vec<Hidden<'a>>,
    /// Whether a ruleset accepts a game with another value, by game, option and value.
    accepted: RefCell<HashMap<[usize; 3], bool>>,
}

impl<'a> Evaluation<'a> {
    /// Compares all games.
    pub fn new(catalogue: &'a Catalogue, games: &'a [Neighbour<'a>]) -> Self {
        let row = |a: &Neighbour<'_>| games.iter().map(|b| a.known.apart(&b.known)).collect();
        let of_mechanisms = mechanisms().map(|place| {
            let value = |game: &Neighbour<'_>| game.known.mechanisms.get(&place).cloned();
            Hidden {
                rule: Rule::new(games, None, Vec::new(), &value),
                key: "",
                mechanisms: vec![place],
            }
        });
        let mut keys: Vec<(&str, &str)> = Vec::new();
        for game in games {
            let written = game.loaded.values.iter().map(|written| &*written.key);
            let rules = written.filter(|key| key.starts_with("rules.") && *key != COMPUTED);
            keys.extend(rules.map(|key| (game.loaded.ruleset, key)));
        }
        keys.sort_unstable();
        keys.dedup();
        let schemas = catalogue.rulesets();
        let schemas: HashMap<&str, Value> =
            schemas.filter_map(|name| Some((name, catalogue.schema(name)?))).collect();
        let options = keys.into_iter().map(|(ruleset, key)| {
            let value = |game: &Neighbour<'_>| game.option(key).map(str::to_owned);
            let offered = schemas.get(ruleset).map(|schema| all_values(schema, key));
            Hidden {
                rule: Rule::new(games, Some(ruleset), offered.unwrap_or_default(), &value),
                key,
                mechanisms: depending(key).collect(),
            }
        });
        // Rules that are the same everywhere are no question.
        let differs = |hidden: &Hidden<'_>| {
            let classes = &hidden.rule.classes[..hidden.rule.own];
            classes.iter().any(|class| *class != classes[0])
        };
        Self {
            catalogue,
            games,
            apart: games.iter().map(row).collect(),
            mechanisms: of_mechanisms.filter(differs).collect(),
            options: options.filter(differs).collect(),
            accepted: RefCell::default(),
        }
    }

    /// Guesses the rules of each game from the others, and again without games that inherit from the same one. `None`
    /// once `stop` returns `true`.
    pub fn quality(
        &self,
        case: Case,
        weights: &Weights,
        stop: &dyn Fn() -> bool,
    ) -> Option<[Quality; 2]> {
        let mut qualities = [Quality::default(); 2];
        let all = if case.is_of_mechanisms() { &self.mechanisms } else { &self.options };
        // Without known rules, the similarities of all games are the same for each mechanism.
        let mut kept = None;
        for (number, hidden) in all.iter().enumerate() {
            let rule = &hidden.rule;
            let similarity =
                |a: usize, b: usize| weights.similarity(&self.apart(hidden, case, a, b));
            let regression = match kept.take() {
                Some(kept) if case == Case::Board => kept,
                _ => Regression::new(rule.rows.len(), similarity, weights.noise),
            };
            for item in 0..rule.own {
                if stop() {
                    return None;
                }
                let own = &self.games[rule.rows[item]];
                let others = 0..rule.rows.len();
                let kin = others.filter(|&other| own.is_kin(&self.games[rule.rows[other]]));
                for (quality, mut left_out) in qualities.iter_mut().zip([vec![item], kin.collect()])
                {
                    if left_out.iter().filter(|&&it| it < rule.own).count() == rule.own {
                        continue;
                    }
                    let base = rule.base_rates(&left_out);
                    let is_possible = |class: usize| base[class] > 0.0;
                    // Games of other rulesets count only with possible values.
                    let foreign = (rule.own..rule.rows.len()).filter(|&other| {
                        !is_possible(rule.classes[other]) && !left_out.contains(&other)
                    });
                    let foreign: Vec<usize> = foreign.collect();
                    left_out.extend(foreign);
                    let kinds = rule.names.len();
                    let estimate = regression.left_out(&rule.classes, kinds, item, &left_out);
                    let accepts = |class: usize| {
                        is_possible(class)
                            && (case != Case::Option
                                || class == rule.classes[item]
                                || self.accepts(rule.rows[item], number, class))
                    };
                    let posterior = weights.posterior(&estimate, &base, &accepts);
                    quality.add(&base, &posterior, rule.classes[item]);
                }
            }
            kept = Some(regression);
        }
        Some(qualities.map(Quality::finished))
    }

    /// Returns the differences of two rows of a rule in what is known in a case.
    fn apart(&self, hidden: &Hidden<'_>, case: Case, a: usize, b: usize) -> Apart {
        let rule = &hidden.rule;
        let [one, other] = [a, b].map(|item| rule.rows[item]);
        let mut apart = self.apart[one][other];
        apart.same_ruleset &= !case.is_of_mechanisms();
        if !case.knows_rules() {
            (apart.mechanisms, apart.options) = (0.0, 0.0);
            return apart;
        }
        // Mechanisms that depend on the hidden rule are unknown too.
        let [one, other] = [one, other].map(|game| &self.games[game].known.mechanisms);
        let different = hidden.mechanisms.iter().filter(|place| one.get(place) != other.get(place));
        apart.mechanisms -= real(different.count() as u128);
        if apart.same_ruleset && rule.classes[a] != rule.classes[b] {
            apart.options -= 1.0;
        }
        apart
    }

    /// Returns `true` if the ruleset accepts another value of an option in a game.
    fn accepts(&self, game: usize, option: usize, class: usize) -> bool {
        let load = || {
            let Hidden { key, rule, .. } = &self.options[option];
            let change = format!("{key}={}", rule.names[class]);
            self.catalogue.load(&self.games[game].loaded.header.name, &[change]).is_ok()
        };
        *self.accepted.borrow_mut().entry([game, option, class]).or_insert_with(load)
    }

    /// Fits the weights by leave-one-out: changes one at a time as long as the mean gain of all cases grows. `tell`
    /// receives the gain after each attempt. `None` once `stop` returns `true`.
    pub fn fit(&self, stop: &dyn Fn() -> bool, tell: &mut dyn FnMut(f64)) -> Option<Weights> {
        const FACTORS: [f64; 4] = [0.5, 0.8, 1.25, 2.0];
        let gain = |weights: &Weights| -> Option<f64> {
            let mut sum = 0.0;
            for case in Case::ALL {
                sum += self.quality(case, weights, stop)?[0].gain();
            }
            Some(sum / real(Case::ALL.len() as u128))
        };
        let mut best = Weights::FITTED;
        let mut most = gain(&best)?;
        loop {
            let before = most;
            for place in 0..best.all().len() {
                for factor in FACTORS {
                    let mut next = best;
                    let weight = &mut *next.all()[place];
                    *weight = (*weight * factor * 1000.0).round() / 1000.0;
                    let found = gain(&next)?;
                    if found > most {
                        (best, most) = (next, found);
                    }
                    tell(most);
                }
            }
            let is_worth = most - before >= 0.001;
            if !is_worth {
                return Some(best);
            }
        }
    }
}
