//! `which`: the next question about an unknown game, and the likeliest games.

use std::collections::BTreeSet;

use super::prelude::*;
use crate::atlas::places::parts_around;
use crate::atlas::profiled;
use crate::atlas::which::{Answer as Known, Finder, Question as Asked};

/// Number of likely games in the answer.
const NEAREST: usize = 3;

/// Maximum length of a question or an answer, in bytes.
const LONGEST: usize = 1000;

/// Answers so far.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The answered questions.
    #[serde(default)]
    pub given: Vec<Given>,
}

/// Answered question.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Given {
    /// The question as it was asked.
    pub question: String,
    /// The answer, or several separated by commas; empty if unknown.
    #[serde(default)]
    pub answer: String,
}

/// Next question and likeliest games.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Answer {
    /// The question expected to tell most; null if all are answered.
    pub next: Option<Question>,
    /// The three likeliest games.
    pub candidates: Vec<Candidate>,
    /// Whether a game fits the answers.
    pub fits: bool,
}

/// Question with its answers.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Question {
    /// The question.
    pub question: String,
    /// The possible answers.
    pub answers: Vec<String>,
    /// If the answers are places: larger ones, which are understood too.
    pub wider: BTreeSet<&'static str>,
    /// The expected information, in bits.
    pub gain: f64,
}

/// Likely game.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Candidate {
    /// Its name.
    pub variant: String,
    /// Its title.
    pub title: String,
    /// Place where it is played.
    pub region: String,
    /// Its chance, from 0 to 1.
    pub chance: f64,
    /// The questions whose answers do not fit the game, with the answers for it.
    pub differs: Vec<Given>,
}

impl Request {
    pub(super) fn answer(&self, work: &Work<'_>) -> Result<Answer, RequestError> {
        let games = profiled(work.catalogue);
        let finder = Finder::new(&games);
        let mut given: Vec<Known> = Vec::new();
        for (index, Given { question, answer }) in self.given.iter().enumerate() {
            let field = |name| format!("given[{index}].{name}");
            for (name, text) in [("question", question), ("answer", answer)] {
                short_enough(text, LONGEST, &field(name))?;
            }
            let unknown = |name, text: &str| {
                RequestError::invalid(field(name), format!("unknown {name} {text:?}"))
            };
            let place = finder.questions.iter().position(|it| it.ask == *question);
            let place = place.ok_or_else(|| unknown("question", question))?;
            if given.iter().any(|known| known.question == place) {
                let message = "the question is answered twice";
                return Err(RequestError::invalid(field("question"), message));
            }
            let among = if answer.trim().is_empty() {
                Some(BTreeSet::new())
            } else {
                finder.questions[place].read(answer)
            };
            let among = among.ok_or_else(|| unknown("answer", answer))?;
            given.push(Known { question: place, among });
        }
        let next = finder.next(&given).map(|(place, gain)| {
            let question = &finder.questions[place];
            Question {
                question: question.ask.clone(),
                answers: question.answers.clone(),
                wider: wider(question),
                gain,
            }
        });
        Ok(Answer {
            next,
            candidates: Candidate::nearest(&games, &finder, &given),
            fits: !finder.is_unknown(&given),
        })
    }
}

/// Returns the places that contain answers of a question about places.
fn wider(question: &Asked) -> BTreeSet<&'static str> {
    let named = question.answers.iter().filter(|_| question.places);
    let mut around: BTreeSet<_> = named.flat_map(|name| parts_around(name)).collect();
    around.retain(|part| !question.answers.iter().any(|answer| answer == part));
    around
}

impl Candidate {
    /// Returns the likeliest games after these answers.
    pub(crate) fn nearest(
        games: &[(Loaded, Profile)],
        finder: &Finder,
        given: &[Known],
    ) -> Vec<Self> {
        let candidate = |(place, chance): (usize, f64)| {
            let header = &games[place].0.header;
            let differs = finder.misfits(place, given).into_iter().map(|question| {
                let question = &finder.questions[question];
                Given { question: question.ask.clone(), answer: question.right(place) }
            });
            Self {
                variant: header.name.clone(),
                title: header.title.clone(),
                region: header.region.clone(),
                chance,
                differs: differs.collect(),
            }
        };
        finder.candidates(given).into_iter().take(NEAREST).map(candidate).collect()
    }
}
