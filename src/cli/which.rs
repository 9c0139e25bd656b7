//! `mankala which`: finds an unknown game by questions.

use std::io::{self, IsTerminal as _};

use super::filter::Game;
use super::lines::{Line, next_line};
use super::new;
use super::prelude::*;
use crate::api::which::{Candidate, Given};
use crate::atlas::which::{Answer, Finder, Question};
use mankala_core::text::like::hint;

/// Chance from which a game is named: one that is not 0 % when rounded.
const LEAST: f64 = 0.005;

/// Maximum number of answers that are listed; others may be typed.
const LISTED: usize = 12;

/// Maximum length of an answer, in bytes.
const LONGEST: usize = 1000;

/// Answers known before, and number of questions.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Give this answer in advance, such as "four rows" or Ghana; repeat to give several.
    #[arg(long, value_name = "ANSWER")]
    yes: Vec<String>,
    /// Rule this answer out in advance; repeat to rule out several.
    #[arg(long, value_name = "ANSWER")]
    no: Vec<String>,
    /// Maximum number of questions.
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u8).range(0..=50))]
    questions: u8,
    /// Measure how often the questions find a known game.
    #[arg(long, conflicts_with_all = ["yes", "no"])]
    evaluate: bool,
    /// Share of wrong answers in the evaluation.
    #[arg(long, value_name = "SHARE", default_value_t = 0.0, requires = "evaluate", value_parser = share)]
    wrong: f64,
    /// Random seed of the evaluation.
    #[arg(long, default_value_t = 1, requires = "evaluate")]
    seed: u64,
}

fn share(text: &str) -> Result<f64, &'static str> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or("expected a share from 0 to 1, like 0.1")
}

struct Search<'a> {
    games: &'a [Game],
    finder: Finder,
    given: Vec<Answer>,
}

/// Asks line by line, then prints the likeliest games.
pub(crate) fn run(arguments: &Arguments, catalogue: &Catalogue, output: &mut Output) -> Result {
    let games = profiled(catalogue);
    let finder = Finder::new(&games);
    if arguments.evaluate {
        return evaluate(arguments, &finder, output);
    }
    let mut search = Search { games: &games, finder, given: Vec::new() };
    search.know("--yes", &arguments.yes, true)?;
    search.know("--no", &arguments.no, false)?;
    search.ask(arguments.questions, output)?;
    search.answer(catalogue, output)
}

fn evaluate(arguments: &Arguments, finder: &Finder, output: &mut Output) -> Result {
    let (questions, wrong) = (arguments.questions, arguments.wrong);
    let stop = ticking(|| "asking about every game".to_owned());
    let found = finder.evaluate(questions.into(), wrong, arguments.seed, &stop);
    drop(stop);
    let found = interrupt::found(found)?;
    let facts = json!({
        "questions": questions,
        "wrong": wrong,
        "trials": found.trials,
        "first": found.first,
        "among_three": found.among_three,
        "chance_of_three": found.chance_of_three,
    });
    let [first, three, chance, wrong] =
        [found.first, found.among_three, found.chance_of_three, wrong].map(|share| 100.0 * share);
    let words = format!(
        "{} searches of {questions} questions, {wrong:.0} % of the answers wrong\n\
         the game is the first candidate: {first:.1} %\n\
         the game is one of three candidates: {three:.1} %\n\
         mean estimated chance of the three: {chance:.1} %",
        found.trials
    );
    output.say(&facts, words)
}

impl Search<'_> {
    /// Adds answers that the command line gives.
    fn know(&mut self, flag: &str, answers: &[String], is_right: bool) -> Result {
        for text in answers {
            let mut questions = self.finder.questions.iter().enumerate();
            let typed =
                |question: &Question| question.read(text).filter(|_| text.parse::<u32>().is_err());
            let found = questions.find_map(|(place, it)| Some((place, typed(it)?)));
            let Some((question, among)) = found else {
                let all = self.finder.questions.iter().flat_map(|it| &it.answers);
                let hint = hint(text, all.map(String::as_str));
                let expected = "expected an answer to a question, like \"four rows\" or Ghana";
                refuse!("{flag}: unknown answer {text:?}; {hint}{expected}");
            };
            let all = 0..self.finder.questions[question].answers.len();
            let among = if is_right {
                among
            } else {
                all.filter(|answer| !among.contains(answer)).collect()
            };
            let mut given = self.given.iter_mut();
            match given.find(|given| given.question == question) {
                // Two answers to the same question narrow it down.
                Some(given) => {
                    given.among = &given.among & &among;
                    if given.among.is_empty() {
                        refuse!("{flag}: {text:?} contradicts another answer");
                    }
                }
                None => self.given.push(Answer { question, among }),
            }
        }
        Ok(())
    }

    /// Asks questions until there are enough answers, or the input ends.
    fn ask(&mut self, most: u8, output: &mut Output) -> Result {
        let mut input = io::stdin().lock();
        for number in 1..=most {
            interrupt::check()?;
            let Some((place, gain)) = self.finder.next(&self.given) else {
                break;
            };
            let listed = self.listed(place);
            let question = &self.finder.questions[place];
            if output.is_json() {
                output.object(
                    &json!({ "question": question.ask, "answers": question.answers, "gain": gain }),
                )?;
            } else {
                let mut text = format!("{number}. {}\n", question.ask);
                if listed.len() < question.answers.len() {
                    let listed = listed.iter().map(|&answer| &*question.answers[answer]);
                    let (count, listed) = (question.answers.len(), join(listed, ", "));
                    let some = format!("One of {count} answers, such as {listed}.");
                    text += &paragraph(&some, "   ", output.look().width);
                } else {
                    for (number, answer) in (1..).zip(&question.answers) {
                        text += &format!("   {number}: {answer}\n");
                    }
                }
                if number == 1 {
                    text += "   Type words or the number of an answer, or press Enter if you don't know.\n";
                }
                output.text(&text)?;
            }
            loop {
                if !output.is_json() && io::stdin().is_terminal() {
                    output.text("> ")?;
                }
                output.flush()?;
                let line = next_line(&mut input, LONGEST)?;
                interrupt::check()?;
                let question = &self.finder.questions[place];
                let text = match line {
                    None => return Ok(()),
                    Some(Line::Whole(text) | Line::TooLong(text)) => text,
                };
                let text = text.trim();
                if ["q", "quit"].contains(&text) {
                    return Ok(());
                }
                let skips = ["", "?", "-", "don't know", "dont know", "unknown", "skip"];
                let among = if skips.contains(&&*text.to_lowercase()) {
                    Some(BTreeSet::new())
                } else {
                    question.read(text)
                };
                if let Some(among) = among {
                    self.given.push(Answer { question: place, among });
                    break;
                }
                let shown: String = text.chars().take(40).collect();
                let hint = hint(text, question.answers.iter().map(String::as_str));
                let message = format!(
                    "{hint}expected an answer or its number, from 1 to {}, an empty line to skip the question, or q to stop, found {shown:?}",
                    question.answers.len(),
                );
                // In a pipe nobody can correct it.
                if !io::stdin().is_terminal() {
                    refuse!("question {number}: {message}");
                }
                output.note(message);
            }
        }
        Ok(())
    }

    /// Returns the answers to list: all, or the likeliest in their order.
    fn listed(&self, place: usize) -> Vec<usize> {
        let question = &self.finder.questions[place];
        let share = question.shares(&self.finder.chances(&self.given));
        let mut order: Vec<usize> = (0..share.len()).collect();
        sort_by(&mut order, |&a, &b| share[b].total_cmp(&share[a]));
        order.truncate(LISTED);
        order.sort_unstable();
        order
    }

    /// Prints the likeliest games, and if none fits, a file to start from.
    fn answer(&self, catalogue: &Catalogue, output: &mut Output) -> Result {
        let nearest = Candidate::nearest(self.games, &self.finder, &self.given);
        let is_unknown = self.finder.is_unknown(&self.given);
        let draft = nearest.first().filter(|_| is_unknown).and_then(|game| {
            let mut games = self.games.iter().map(|(loaded, _)| loaded);
            let loaded = games.find(|loaded| loaded.header.name == game.variant)?;
            Some(new::draft(catalogue, loaded))
        });
        if output.is_json() {
            return output.object(&json!({
                "fits": !is_unknown,
                "candidates": nearest,
                "draft": draft,
            }));
        }
        let width = output.look().width;
        let nearest: Vec<_> = nearest.into_iter().filter(|game| game.chance >= LEAST).collect();
        if nearest.is_empty() {
            return output.line("\nThese answers fit too many games. Answer more questions; a larger --questions allows more of them.");
        }
        let others = self.finder.candidates(&self.given).into_iter().skip(nearest.len());
        let [first, last] =
            [nearest.first(), nearest.last()].map(|it| it.map_or(0.0, |it| it.chance));
        let tied = others.filter(|(_, chance)| *chance >= last).count();
        let none_fits = is_unknown || nearest.iter().all(|game| !game.differs.is_empty());
        let all_tied = tied > 0 && first <= last;
        output.line(if is_unknown {
            "\nNo game fits these answers. The nearest:".to_owned()
        } else if none_fits {
            "\nNo game fits all answers. The nearest:".to_owned()
        } else if all_tied {
            let fitting = tied + nearest.len();
            format!("\n{fitting} games fit these answers equally well, among them:")
        } else if nearest.len() == 1 {
            "\nThe most likely game:".to_owned()
        } else {
            "\nThe most likely games:".to_owned()
        })?;
        for game in &nearest {
            let title = format!(
                "{:>3.0} %  {} ({}), {}",
                100.0 * game.chance,
                visible(&game.title),
                game.variant,
                visible(&game.region)
            );
            output.line(title)?;
            for Given { question, answer } in &game.differs {
                output.text(&paragraph(
                    &format!("{question} Here: {answer}."),
                    "       - ",
                    width,
                ))?;
            }
        }
        let rest = 1.0 - nearest.iter().map(|game| game.chance).sum::<f64>();
        let others = self.games.len().saturating_sub(nearest.len());
        if others > 0 {
            let tied = if tied == 0 || all_tied && !none_fits {
                String::new()
            } else {
                let fit = if tied == 1 { "fits" } else { "fit" };
                format!("; {tied} of them {fit} as well as the last one above")
            };
            output
                .line(format!("{:>3.0} %  other games: {others}{tied}", 100.0 * rest.max(0.0)))?;
        }
        let (program, name) = (program(), nearest.first().map_or("", |game| &game.variant));
        let whose = if nearest.len() > 1 { "the rules of the first" } else { "its rules" };
        match draft {
            Some(draft) => output.text(&format!("\nA variant file to start from:\n\n{draft}")),
            None => output.line(format!("\nTo read {whose}: {program} show {name} --whole")),
        }
    }
}
