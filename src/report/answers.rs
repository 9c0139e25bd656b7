//! Answers in plain English on each game of a comparison: its length, when it is decided, who has the advantage, and
//! whether thinking pays.

use super::prelude::*;
use super::words::range;
use crate::files::endings::{rarely_ends, repetition_note};
use crate::files::solved::perfect_play;
use mankala_core::text::percent;

/// Simple shares of games in words.
const PARTS: [(f64, &str); 20] = [
    (0.01, "almost no game"),
    (0.05, "one game in twenty"),
    (0.1, "one game in ten"),
    (1.0 / 6.0, "one game in six"),
    (0.2, "one game in five"),
    (0.25, "one game in four"),
    (0.3, "three games in ten"),
    (1.0 / 3.0, "one game in three"),
    (0.4, "two games in five"),
    (0.5, "one game in two"),
    (0.6, "three games in five"),
    (2.0 / 3.0, "two games in three"),
    (0.7, "seven games in ten"),
    (0.75, "three games in four"),
    (0.8, "four games in five"),
    (5.0 / 6.0, "five games in six"),
    (6.0 / 7.0, "six games in seven"),
    (0.9, "nine games in ten"),
    (0.95, "nineteen games in twenty"),
    (0.99, "almost every game"),
];
/// Largest distance from a share at which a simple one stands for it: two per cent, and a rounding error.
const NEAR: f64 = 0.0201;

/// Multiples from two on in words.
const TIMES: [&str; 9] = [
    "twice",
    "three times",
    "four times",
    "five times",
    "six times",
    "seven times",
    "eight times",
    "nine times",
    "ten times",
];

/// Returns how long something lasts relative to another, such as "nearly three times as long as".
fn times_as_long(ratio: f64) -> String {
    let per_cent = 100.0 * (ratio - 1.0).abs();
    match ratio {
        ..0.6 => return format!("{:.0} % as long as", 100.0 * ratio),
        ..0.95 => return format!("{per_cent:.0} % shorter than"),
        ..=1.05 => return "about as long as".to_owned(),
        ..1.7 => return format!("{per_cent:.0} % longer than"),
        _ => {}
    }
    let mut multiples = (2_u8..).map(f64::from).zip(TIMES);
    let Some((whole, words)) = multiples.find(|(it, _)| (it - 0.3..it + 0.4).contains(&ratio))
    else {
        return format!("{ratio:.1} times as long as");
    };
    let nearly = match ratio - whole {
        below if below < -0.05 => "nearly ",
        above if above > 0.05 => "more than ",
        _ => "",
    };
    format!("{nearly}{words} as long as")
}

/// Returns a share of games in words; `None` if no simple one is near.
fn part(share: f64) -> Option<&'static str> {
    let off = |(part, _): &&(f64, &str)| (part - share).abs();
    match share {
        ..=0.0 => Some("no game"),
        1.0.. => Some("every game"),
        _ => {
            let nearest = PARTS.iter().min_by(|a, b| off(a).total_cmp(&off(b)));
            nearest.filter(|it| off(it) <= NEAR).map(|(_, words)| *words)
        }
    }
}

/// Returns a number of turns, rounded.
fn in_turns(turns: f64) -> String {
    let number = format!("{turns:.0}");
    let unit = if number == "1" { "turn" } else { "turns" };
    format!("{number} {unit}")
}

/// Gain in Elo that is not worth twice the effort.
const LITTLE: f64 = 20.0;

/// Number of sentences on each game with which a report begins; the others are details.
const SHORT: usize = 2;

impl Report {
    /// Returns the answers on a variant as two paragraphs: in short, and the details.
    pub(super) fn told(&self, subject: &Subject) -> [String; 2] {
        let mut said = self.advantage(subject);
        let grounds = said.split_off(said.len().min(1));
        said.extend(self.lasting(subject));
        let often = Some(&*subject.label).filter(|name| rarely_ends(name));
        said.extend(often.and_then(repetition_note));
        said.extend(Self::deciding(subject));
        said.extend(Self::thinking(subject));
        said.extend(grounds);
        let rounds = subject.over_rounds();
        let (short, details) = said.split_at(said.len().min(SHORT));
        [short, details].map(|sentences| match sentences {
            [] => String::new(),
            _ => format!("{}{rounds}: {}", subject.variant, sentences.join(" ")),
        })
    }

    /// Returns a sentence on the length of a game, relative to the first variant.
    fn lasting(&self, subject: &Subject) -> Option<String> {
        self.comparison.asks(|measure| measure == Measure::Turns).then_some(())?;
        let number = subject.number(Measure::Turns);
        let (turns, by) = (number.value?, played(subject));
        if let Some(least) = number.at_least {
            let (cut, all) = (subject.tally.unfinished, subject.tally.games());
            return Some(format!(
                "{by}, a game lasts at least {}: {cut} of {all} games were cut off after {} plies.",
                in_turns(least),
                subject.spec.ply_limit
            ));
        }
        let n = behind(&[subject]);
        let asked = |it: &&Compared| {
            it.measure == Measure::Turns
                && it.variants[0] == subject.variant
                && it.player == subject.conditions()
        };
        let Some(question) = self.differences.iter().find(asked) else {
            return Some(format!("{by}, a game lasts {} ({n}).", in_turns(turns)));
        };
        let first = &question.variants[1];
        let other = turns - question.difference.value;
        Some(match question.ratio.filter(|_| question.is_sure()) {
            Some(ratio) => format!(
                "{by}, a game lasts {} one of {first} ({} against {other:.0}; {n}).",
                times_as_long(ratio.value),
                in_turns(turns)
            ),
            None => format!(
                "{by}, a game lasts {}, and one of {first} lasts {other:.0} ({n}); this difference may be chance.",
                in_turns(turns)
            ),
        })
    }

    /// Returns a sentence on when a game is decided.
    fn deciding(subject: &Subject) -> Option<String> {
        let number = subject.number(Measure::LeaderWinsHalf);
        let (share, [low, high], n) = (number.value?, number.interval?, number.n);
        (high - low < 0.2).then(|| {
            let (words, share) = (part(share), percent(share));
            let (of, games) = match subject.tally.unfinished {
                0 => ("The", " of the games"),
                _ => ("Of the finished games, the", ""),
            };
            let wins = words.map_or_else(
                || format!("{share}{games} (n = {n})"),
                |words| format!("{words} ({share}; n = {n})"),
            );
            format!("{of} player who leads at half-time wins {wins}.")
        })
    }

    /// Returns a sentence on what twice the effort gains.
    fn thinking(subject: &Subject) -> Option<String> {
        Self::gained(&subject.number(Measure::EloPerDoubling))
    }

    /// Returns a sentence on an Elo gained by twice the effort.
    fn gained(number: &Number) -> Option<String> {
        let (elo, [low, high]) = (number.value?, number.interval?);
        let (share, n) = (1.0 / (1.0 + 10_f64.powf(-elo / 400.0)), number.n);
        let n = format!("(n = {n} pairs of games)");
        Some(match high.round() {
            _ if low > 0.0 => {
                let share = percent(share);
                format!("A tree search with twice the playouts scores {share} instead of 50 % {n}.")
            }
            ..=0.0 => format!("It does not pay to think twice as long {n}."),
            most if most <= LITTLE => {
                format!("It does not pay to think twice as long, or gains at most {most} Elo {n}.")
            }
            most => format!(
                "So few games do not show whether it pays to think twice as long; it gains at most {most} Elo {n}."
            ),
        })
    }

    /// Returns a statement on the fairness of a variant; `None` if it was not judged.
    pub fn fairness(&self, subject: &Subject) -> Option<String> {
        let said = self.advantage(subject);
        (!said.is_empty()).then(|| said.join(" "))
    }

    /// Returns a sentence on who has the advantage, and those on its grounds; none if the variant was not judged.
    fn advantage(&self, subject: &Subject) -> Vec<String> {
        let judges: Vec<&Subject> = self.judges_of(subject).collect();
        if judges.is_empty() {
            return Vec::new();
        }
        let (found, score) = judged(&judges);
        let mut said = match (subject.perfect(), score) {
            (Some([value, source]), Some(score)) => vec![
                format!(
                    "With perfect play {value}; in games of the players tested, the first player scores {score}."
                ),
                format!("Perfect play: {source}."),
            ],
            (Some(value), None) => vec![perfect_play(value), found],
            (None, _) => vec![found],
        };
        said.extend(weakness(&judges));
        said
    }
}

impl Subject {
    /// Returns the value with perfect play and its source, if they are known.
    pub(super) fn perfect(&self) -> Option<[String; 2]> {
        let proved = || Some([self.proved?.words(), "proved".to_owned()]);
        self.solved.map(|it| [it.value(), it.source.to_owned()]).or_else(proved)
    }
}

/// Returns the number of games behind the scores of some subjects: `n = 100 each`.
fn behind(subjects: &[&Subject]) -> String {
    let games = subjects.iter().map(|subject| subject.tally.finished());
    let (games, is_same) = range(games);
    let each = if is_same && subjects.len() > 1 { " each" } else { "" };
    format!("n = {games}{each}")
}

/// Returns by whom the games of a subject were played.
fn played(subject: &Subject) -> String {
    match subject.spec.players[0] {
        PlayerSpec::Random => "With random moves".to_owned(),
        player => format!("Between two {player} players"),
    }
}

/// Minimum number of games of which it is worth telling that they show no advantage.
const FEW: u64 = 30;

/// Returns the verdicts of all judges together as a sentence, and their scores.
///
/// Judges whose games are all the same, or mostly cut off, say nothing.
fn judged(judges: &[&Subject]) -> (String, Option<String>) {
    let is_cut = |judge: &&&Subject| judge.tally.unfinished > judge.tally.finished();
    let says = |judge: &&&Subject| judge.verdict != Verdict::OneGame && !is_cut(judge);
    let heard: Vec<&Subject> = judges.iter().filter(says).copied().collect();
    let of = |wanted: Verdict| {
        let found = heard.iter().filter(move |judge| judge.verdict == wanted);
        found.map(|judge| judge.spec.players[0])
    };
    let given = |verdict: Verdict| of(verdict).next().is_some();
    let all = |verdict: Verdict| of(verdict).count() == heard.len();
    let names = |verdict: Verdict| join(of(verdict), " and ");
    if judges.iter().all(|judge| is_cut(&judge)) {
        let words = "Most games were cut off, so they do not show who has the advantage.";
        return (words.to_owned(), None);
    }
    if judges.iter().all(|judge| judge.tally.finished() == 1) {
        return ("A single game does not show who has the advantage.".to_owned(), None);
    }
    if heard.is_empty() {
        let players = judges.iter().filter(|judge| !is_cut(judge)).map(|it| it.spec.players[0]);
        let words = format!(
            "All games of {} are the same, so they do not show who has the advantage.",
            join(players, " and ")
        );
        return (words, None);
    }
    let scores = heard.iter().filter_map(|judge| {
        Some((judge.number(Measure::FirstPlayerScore).value?, judge.spec.players[0]))
    });
    let mut scores: Vec<(f64, PlayerSpec)> = scores.collect();
    sort_by(&mut scores, |a, b| a.0.total_cmp(&b.0));
    let (Some((least, low)), Some((most, high))) = (scores.first(), scores.last()) else {
        return (String::new(), None);
    };
    let n = behind(&heard);
    let range = match (percent(*least), percent(*most)) {
        (least, most) if least == most => format!("{least} ({n})"),
        (least, most) => format!("{least} ({low}) to {most} ({high}; {n})"),
    };
    let shown = |side: &str, verdict: Verdict| {
        let (tested, found) = (heard.len(), of(verdict).count());
        if 2 * found < tested {
            let show = if found == 1 { "shows" } else { "show" };
            let others = match of(Verdict::Undecided).count() {
                0 => "the others show none".to_owned(),
                open => {
                    let who = if open + found == tested {
                        "the others".to_owned()
                    } else {
                        names(Verdict::Undecided)
                    };
                    format!("for {who}, too few games were played to tell")
                }
            };
            return format!(
                "Of {tested} players tested, only {} {show} an advantage, for the {side} player; {others}. \
                 The first player scores {range}.",
                names(verdict)
            );
        }
        let who = match names(verdict) {
            _ if all(verdict) && heard.len() > 1 => {
                "in the games of every player tested".to_owned()
            }
            names => format!("in games of {names}"),
        };
        format!("The {side} player has the advantage {who}: the first player scores {range}.")
    };
    let words = match (given(Verdict::First), given(Verdict::Second)) {
        (true, true) => {
            format!("The players tested disagree: the first player scores {range}.")
        }
        (true, false) => shown("first", Verdict::First),
        (false, true) => shown("second", Verdict::Second),
        _ if all(Verdict::Even) => format!(
            "Both sides have the same chance in the games of {}: the first player scores {range}.",
            names(Verdict::Even)
        ),
        _ if all(Verdict::RandomOpening) => {
            "These games begin with random moves, so they do not show who has the advantage."
                .to_owned()
        }
        _ if heard.iter().all(|judge| judge.tally.finished() < FEW) => format!(
            "These games are too few to show who has the advantage: the first player scores {range}."
        ),
        _ => format!(
            "No advantage was found: the first player scores {range}. More games would show whether there is one."
        ),
    };
    (words, Some(range))
}

/// Returns how far the judges look ahead; `None` if that can't be stated.
fn weakness(judges: &[&Subject]) -> Option<String> {
    let depth = |judge: &&Subject| match judge.spec.players[0] {
        PlayerSpec::Random => Some(0),
        PlayerSpec::Greedy => Some(1),
        PlayerSpec::AlphaBeta(asked) => match asked.effort {
            Effort::Count(depth) => Some(depth),
            _ => None,
        },
        _ => None,
    };
    let depths: Option<Vec<u32>> = judges.iter().map(depth).collect();
    Some(match depths?.into_iter().max()? {
        0 => "Only random play was judged for fairness.".to_owned(),
        1 => "The players do not look ahead.".to_owned(),
        plies => format!("The players look at most {plies} plies ahead."),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gains_of_twice_the_effort_are_put_in_words() {
        let told = |value, low, high| {
            let (value, interval) = (Some(value), Some([low, high]));
            let number = Number { value, interval, ..Number::default() };
            Report::gained(&number.of_games(50)).unwrap_or_default()
        };
        assert!(told(100.0, 60.0, 140.0).contains("scores 64 % instead of 50 % (n = 50 pairs"));
        assert!(
            told(-0.0, -0.0, 0.0).starts_with("It does not pay to think twice as long (n = 50")
        );
        assert!(told(3.0, -6.0, 12.0).contains("as long, or gains at most 12 Elo (n = 50"));
        assert!(told(30.0, -60.0, 120.0).starts_with("So few games do not show"));
    }

    #[test]
    fn ratios_and_shares_are_put_in_words() {
        let said = [0.4, 0.8, 1.0, 1.25, 1.9, 2.72, 3.2, 12.34].map(times_as_long);
        assert_eq!(
            said,
            [
                "40 % as long as",
                "20 % shorter than",
                "about as long as",
                "25 % longer than",
                "nearly twice as long as",
                "nearly three times as long as",
                "more than three times as long as",
                "12.3 times as long as",
            ]
        );
        assert_eq!(
            [0.0, 0.001, 0.21, 0.52, 0.7, 0.83, 0.86, 0.97, 0.999, 1.0].map(part),
            [
                "no game",
                "almost no game",
                "one game in five",
                "one game in two",
                "seven games in ten",
                "five games in six",
                "six games in seven",
                "nineteen games in twenty",
                "almost every game",
                "every game"
            ]
            .map(Some)
        );
        assert_eq!([0.075, 0.45, 0.56].map(part), [None; 3], "no simple share is near");
        assert_eq!([1.2, 12.0].map(in_turns), ["1 turn", "12 turns"]);
    }
}
