//! Search for an unknown game by questions: the most informative one comes first, and wrong answers are tolerated.
//!
#![doc = include_str!("../../docs/which.md")]

use std::collections::BTreeSet;

use serde::Deserialize;

use super::mechanisms::Profile;
use super::places::{known_places, lies_in};
use crate::files::catalogue::Loaded;
use mankala_core::kernel::dice::Dice;
use mankala_core::system::number::real;
use mankala_core::text::join;
use mankala_core::variant::sort_by;

/// Assumed share of wrong answers.
const WRONG: f64 = 0.1;

/// Number of trials for each game in an evaluation.
const TRIALS: u64 = 20;

/// Number of equal parts in which a share is drawn.
const SHARES: u32 = 1 << 20;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    question: Vec<Asked>,
}

/// Question in the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    ask: String,
    #[serde(default)]
    places: bool,
    #[serde(default)]
    answers: Vec<Possible>,
}

/// Answer in the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Possible {
    say: String,
    #[serde(default, rename = "if")]
    when: Vec<String>,
}

impl Possible {
    /// Returns `true` if one of the alternatives holds for a game.
    fn holds(&self, profile: &Profile) -> bool {
        let has = |name: &str| profile.has(name).unwrap_or_else(|error| panic!("{error}"));
        let holds = |condition: &str| match condition.strip_prefix('!') {
            Some(name) => !has(name),
            None => has(condition),
        };
        let all = |alternative: &String| alternative.split(" & ").all(holds);
        self.when.is_empty() || self.when.iter().any(all)
    }
}

/// Question, its answers, and the answer for each game.
pub struct Question {
    /// Question in words.
    pub ask: String,
    /// Possible answers in words.
    pub answers: Vec<String>,
    /// Whether the answers are places, so that larger places are answers too.
    pub places: bool,
    /// Indexes of the right answers for each game: several if it is played in several places.
    pub of: Vec<Vec<usize>>,
}

/// Answer to a question: one of some possible answers, or none of them known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// Index of the question.
    pub question: usize,
    /// Indexes of answers, one of which is right; empty for "don't know".
    pub among: BTreeSet<usize>,
}

/// Questions about a set of games.
pub struct Finder {
    /// Questions.
    pub questions: Vec<Question>,
    games: usize,
}

/// Success of questions about known games.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Evaluation {
    /// Number of searches.
    pub trials: u64,
    /// Share of searches after which the game is the first candidate.
    pub first: f64,
    /// Share of searches after which the game is one of the first three candidates.
    pub among_three: f64,
    /// Mean chance of the first three candidates, by the program's own estimate.
    pub chance_of_three: f64,
}

impl Question {
    fn new(asked: Asked, games: &[(Loaded, Profile)]) -> Self {
        let (ask, places, answers) = (asked.ask, asked.places, asked.answers);
        if places {
            let found = games.iter().map(|(loaded, _)| {
                let mut apart: Vec<&str> = Vec::new();
                // Of a place and one in it, the first is the answer; a person may name either.
                for place in known_places(&loaded.header.region) {
                    let is_near = |other: &&str| lies_in(place, other) || lies_in(other, place);
                    if !apart.iter().any(is_near) {
                        apart.push(place);
                    }
                }
                if apart.is_empty() {
                    apart.push("nowhere in particular");
                }
                apart
            });
            let found: Vec<Vec<&str>> = found.collect();
            let names: BTreeSet<&str> = found.iter().flatten().copied().collect();
            let place = |name: &&str| names.iter().position(|other| other == name);
            let of = found.iter().map(|found| found.iter().filter_map(place).collect()).collect();
            let answers = names.iter().map(|&name| name.to_owned()).collect();
            return Self { ask, answers, places, of };
        }
        let answer = |(_, profile): &(Loaded, Profile)| {
            let holding = answers.iter().position(|answer| answer.holds(profile));
            vec![holding.unwrap_or(answers.len() - 1)]
        };
        Self {
            ask,
            of: games.iter().map(answer).collect(),
            answers: answers.into_iter().map(|answer| answer.say).collect(),
            places,
        }
    }

    /// Returns the answers that a text names: numbers from 1 on, answers or their beginnings, or a place around places.
    /// Several are separated by commas or "or".
    pub fn read(&self, text: &str) -> Option<BTreeSet<usize>> {
        let whole = self.named(text.trim());
        if whole.is_some() {
            return whole;
        }
        let parts = text.split(',').flat_map(|part| part.split(" or "));
        let found = parts.map(|part| self.named(part.trim()));
        let found: Option<Vec<BTreeSet<usize>>> = found.collect();
        found.map(|found| found.into_iter().flatten().collect())
    }

    fn named(&self, text: &str) -> Option<BTreeSet<usize>> {
        if let Ok(number) = text.parse::<usize>() {
            let place = number.checked_sub(1)?;
            return (place < self.answers.len()).then(|| [place].into());
        }
        let fits = |fit: &dyn Fn(&str) -> bool| -> BTreeSet<usize> {
            let answers = (0..).zip(&self.answers);
            let fitting = answers.filter(|(_, answer)| !text.is_empty() && fit(answer));
            fitting.map(|(place, _)| place).collect()
        };
        let small = text.to_lowercase();
        if self.places {
            // A place stands for those in it, and perhaps for a larger one that a source names instead.
            let near = |place: &str| lies_in(place, text) || lies_in(text, place);
            return Some(fits(&near)).filter(|found| !found.is_empty());
        }
        let same = fits(&|answer| answer.to_lowercase() == small);
        let begun = || fits(&|answer| answer.to_lowercase().starts_with(&small));
        let found = if same.is_empty() { begun() } else { same };
        Some(found).filter(|found| found.len() == 1)
    }
}

impl Finder {
    /// Prepares the questions about these games.
    ///
    /// # Panics
    ///
    /// If `questions.toml` names no mechanism; a test reads all questions.
    pub fn new(games: &[(Loaded, Profile)]) -> Self {
        let file: File = toml::from_str(include_str!("questions.toml")).expect("valid TOML");
        let questions = file.question.into_iter();
        Self {
            questions: questions.map(|asked| Question::new(asked, games)).collect(),
            games: games.len(),
        }
    }

    /// Returns the chance of each game after these answers.
    pub fn chances(&self, given: &[Answer]) -> Vec<f64> {
        let mut chances = vec![1.0 / real(self.games as u128); self.games];
        for Answer { question, among } in given.iter().filter(|given| !given.among.is_empty()) {
            let question = &self.questions[*question];
            let right = real(among.len() as u128);
            let wrong = real(question.answers.len().saturating_sub(among.len()).max(1) as u128);
            for (chance, right_ones) in chances.iter_mut().zip(&question.of) {
                // An answer of several kinds is as likely as one of them.
                *chance *=
                    if meets(among, right_ones) { (1.0 - WRONG) / right } else { WRONG / wrong };
            }
        }
        let sum: f64 = chances.iter().sum();
        chances.into_iter().map(|chance| chance / sum).collect()
    }

    /// Returns the games by their chance, the likeliest first.
    pub fn candidates(&self, given: &[Answer]) -> Vec<(usize, f64)> {
        let mut games: Vec<_> = self.chances(given).into_iter().enumerate().collect();
        sort_by(&mut games, |a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        games
    }

    /// Returns the most informative open question, with the information that its answer is expected to give, in bits.
    pub fn next(&self, given: &[Answer]) -> Option<(usize, f64)> {
        let chances = self.chances(given);
        let open = |place: &usize| given.iter().all(|given| given.question != *place);
        let open = (0..self.questions.len()).filter(open);
        let gains = open.map(|place| (place, self.questions[place].gain(&chances)));
        gains
            .filter(|(_, gain)| *gain > 1e-6)
            .max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)))
    }

    /// Returns the questions that a game answers differently.
    pub fn misfits(&self, game: usize, given: &[Answer]) -> Vec<usize> {
        let known = given.iter().filter(|given| !given.among.is_empty());
        let wrong =
            known.filter(|given| !meets(&given.among, &self.questions[given.question].of[game]));
        wrong.map(|given| given.question).collect()
    }

    /// Returns `true` if too many answers are wrong for the likeliest game, so that no game fits.
    pub fn is_unknown(&self, given: &[Answer]) -> bool {
        let known = given.iter().filter(|given| !given.among.is_empty()).count();
        let best = self.candidates(given).first().map_or(0, |(game, _)| *game);
        let wrong = self.misfits(best, given).len();
        wrong >= 2 && 3 * wrong > known
    }

    /// Asks about every game many times, with this share of wrong answers; `None` if stopped.
    pub fn evaluate(
        &self,
        questions: usize,
        wrong: f64,
        seed: u64,
        stop: &dyn Fn() -> bool,
    ) -> Option<Evaluation> {
        let (mut first, mut among_three, mut chance) = (0_u32, 0_u32, 0.0);
        let trials = self.games as u64 * TRIALS;
        for trial in 0..trials {
            if stop() {
                return None;
            }
            let game = (trial / TRIALS) as usize;
            let mut dice = Dice::numbered(seed, trial);
            let mut given = Vec::new();
            while given.len() < questions
                && let Some((place, _)) = self.next(&given)
            {
                let answer = self.questions[place].answered(game, wrong, &mut dice);
                given.push(Answer { question: place, among: [answer].into() });
            }
            let candidates = self.candidates(&given);
            let rank = candidates.iter().position(|(place, _)| *place == game);
            first += u32::from(rank == Some(0));
            among_three += u32::from(rank.is_some_and(|rank| rank < 3));
            chance += candidates.iter().take(3).map(|(_, chance)| chance).sum::<f64>();
        }
        let all = real(trials.into());
        Some(Evaluation {
            trials,
            first: f64::from(first) / all,
            among_three: f64::from(among_three) / all,
            chance_of_three: chance / all,
        })
    }
}

/// Returns `true` if one of the answers is right.
fn meets(among: &BTreeSet<usize>, right: &[usize]) -> bool {
    right.iter().any(|answer| among.contains(answer))
}

impl Question {
    /// Returns the chance of each answer, if these are the chances of the games.
    pub fn shares(&self, chances: &[f64]) -> Vec<f64> {
        let mut shares = vec![0.0; self.answers.len()];
        for (right, chance) in self.of.iter().zip(chances) {
            for answer in right {
                shares[*answer] += chance / real(right.len() as u128);
            }
        }
        shares
    }

    /// Returns the right answers for a game in words.
    pub fn right(&self, game: usize) -> String {
        join(self.of[game].iter().map(|&answer| &self.answers[answer]), " or ")
    }

    /// Returns the expected information of the answer, in bits: its entropy without that of errors.
    fn gain(&self, chances: &[f64]) -> f64 {
        let count = self.answers.len();
        if count < 2 {
            return 0.0;
        }
        let share = self.shares(chances);
        let each = WRONG / real(count as u128 - 1);
        let bits = |chance: f64| {
            if chance > 0.0 { -chance * chance.log2() } else { 0.0 }
        };
        let heard = share.iter().map(|&share| bits((1.0 - WRONG) * share + each * (1.0 - share)));
        heard.sum::<f64>() - bits(1.0 - WRONG) - real(count as u128 - 1) * bits(each)
    }

    /// Returns the answer for a game, or with this chance another one.
    fn answered(&self, game: usize, wrong: f64, dice: &mut Dice) -> usize {
        let right = self.of[game][0];
        let others = u32::try_from(self.answers.len() - 1).unwrap_or(u32::MAX);
        if others == 0 || f64::from(dice.below(SHARES)) >= wrong * f64::from(SHARES) {
            return right;
        }
        let other = dice.below(others) as usize;
        if other < right { other } else { other + 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Catalogue;
    use crate::atlas::profiled;

    fn finder() -> (Vec<String>, Finder) {
        let games = profiled(&Catalogue::new());
        let names = games.iter().map(|(loaded, _)| loaded.header.name.clone());
        (names.collect(), Finder::new(&games))
    }

    /// No answer is there in vain, as every one holds for some game.
    #[test]
    fn every_answer_holds_for_some_game() {
        let (_, finder) = finder();
        for question in &finder.questions {
            for (place, answer) in question.answers.iter().enumerate() {
                let mut right = question.of.iter().flatten();
                assert!(right.any(|&it| it == place), "{}: {answer}", question.ask);
                let read = question.read(answer).unwrap_or_default();
                assert!(read.contains(&place), "{answer}");
                assert!(question.places || read.len() == 1, "{answer}");
            }
        }
    }

    /// The rules of Kalah are known well enough to answer for it by hand.
    #[test]
    fn kalah_is_found_in_spite_of_a_wrong_answer() {
        let (names, finder) = finder();
        let given = |words: &[&str]| -> Vec<Answer> {
            let answer = |words: &&str| {
                let mut questions = finder.questions.iter().enumerate();
                let found = questions.find_map(|(place, it)| Some((place, it.read(words)?)));
                let (question, among) = found.unwrap_or_else(|| panic!("{words}"));
                Answer { question, among }
            };
            words.iter().map(answer).collect()
        };
        let right = [
            "two rows",
            "six pits",
            "four seeds",
            "always counterclockwise",
            "yes, and a last seed there gives another turn",
            "seeds opposite are won, and the last seed too",
            "United States",
        ];
        // Other games of the United States have the same answers, so no game is likelier than Kalah.
        let kalah = |given: &[Answer]| {
            let found = finder.candidates(given);
            let mut likeliest = found.iter().filter(|(_, chance)| *chance >= found[0].1);
            likeliest.find(|(game, _)| names[*game] == "kalah").expect("Kalah").0
        };
        let right_ones = given(&right);
        assert!(finder.misfits(kalah(&right_ones), &right_ones).is_empty());
        let mut wrong = right;
        wrong[0] = "three rows";
        let wrong = given(&wrong);
        assert_eq!(finder.misfits(kalah(&wrong), &wrong).len(), 1);
        assert!(!finder.is_unknown(&wrong));
    }

    #[test]
    fn each_place_of_a_game_is_a_right_answer() {
        let (names, finder) = finder();
        let game = names.iter().position(|name| name == "mangala-ii");
        let game = game.expect("played in Turkey, Greece and Ukraine");
        let mut questions = finder.questions.iter();
        let question = questions.position(|it| it.places).expect("a question");
        for place in ["Turkey", "Greece", "Ukraine"] {
            let among = finder.questions[question].read(place).expect("a place");
            let given = [Answer { question, among }];
            assert!(finder.misfits(game, &given).is_empty(), "{place}");
        }
    }

    /// A right answer helps the right game; no answer changes no chance.
    #[test]
    fn chances_add_up_and_no_answer_changes_none() {
        let (_, finder) = finder();
        let before = finder.chances(&[]);
        let skipped = Answer { question: 0, among: [].into() };
        assert_eq!(finder.chances(std::slice::from_ref(&skipped)), before);
        let (question, gain) = finder.next(&[]).expect("a question");
        assert!(gain > 1.0);
        let right = finder.questions[question].of[7][0];
        let after = finder.chances(&[Answer { question, among: [right].into() }]);
        assert!((after.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        assert!(after[7] > before[7]);
        assert_ne!(finder.next(&[skipped]).map(|(place, _)| place), Some(0));
    }
}
