//! Answers in plain English on each game of a comparison: its length, when it is decided, who has the advantage, and
//! whether thinking pays.

use super::document::{Compared, Report, Subject};
use crate::measure::names::Measure;
use crate::measure::verdict::Verdict;
use crate::play::players::{Effort, PlayerSpec};
use crate::variant::sort_by;

/// Shares of games in words.
const PARTS: [(f64, &str); 16] = [
    (0.01, "almost no game"),
    (0.05, "one game in twenty"),
    (0.1, "one game in ten"),
    (0.2, "one game in five"),
    (0.25, "one game in four"),
    (0.333, "one game in three"),
    (0.4, "two games in five"),
    (0.5, "one game in two"),
    (0.6, "three games in five"),
    (0.667, "two games in three"),
    (0.75, "three games in four"),
    (0.8, "four games in five"),
    (0.85, "six games in seven"),
    (0.9, "nine games in ten"),
    (0.95, "nineteen games in twenty"),
    (0.99, "almost every game"),
];

const NUMBERS: [&str; 9] = [
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
    if (0.95..=1.05).contains(&ratio) {
        return "about as long as".to_owned();
    }
    let per_cent = 100.0 * (ratio - 1.0).abs();
    if (0.6..1.0).contains(&ratio) {
        return format!("{per_cent:.0} % shorter than");
    }
    if (1.0..1.7).contains(&ratio) {
        return format!("{per_cent:.0} % longer than");
    }
    if ratio < 1.0 {
        return format!("{:.0} % as long as", 100.0 * ratio);
    }
    let whole = (2_u8..=10).zip(NUMBERS).find(|(whole, _)| {
        let whole = f64::from(*whole);
        (whole - 0.3..whole + 0.4).contains(&ratio)
    });
    let Some((whole, words)) = whole else {
        return format!("{ratio:.1} times as long as");
    };
    let off = ratio - f64::from(whole);
    let nearly = match off {
        below if below < -0.05 => "nearly ",
        above if above > 0.05 => "more than ",
        _ => "",
    };
    format!("{nearly}{words} as long as")
}

/// Returns a share of games in words.
fn part(share: f64) -> &'static str {
    let off = |(part, _): &&(f64, &str)| (part - share).abs();
    let nearest = PARTS.iter().min_by(|a, b| off(a).total_cmp(&off(b)));
    nearest.map_or("", |(_, words)| words)
}

/// Returns a share in whole per cent.
fn per_cent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}

impl Report {
    /// Returns the answers on a variant, a paragraph of a few sentences.
    pub(super) fn in_short(&self, subject: &Subject) -> String {
        let sentences = [
            self.lasting(subject),
            Self::deciding(subject),
            self.fairness(subject),
            Self::thinking(subject),
        ];
        let sentences: Vec<String> = sentences.into_iter().flatten().collect();
        if sentences.is_empty() {
            return String::new();
        }
        let rounds = if subject.is_over_rounds() {
            " over rounds"
        } else {
            ""
        };
        format!("{}{rounds}: {}", subject.variant, sentences.join(" "))
    }

    /// Returns a sentence on the length of a game, relative to the first variant.
    fn lasting(&self, subject: &Subject) -> Option<String> {
        self.comparison
            .asks(|measure| measure == Measure::Turns)
            .then_some(())?;
        let number = subject.number(Measure::Turns);
        let (turns, by) = (number.value?, subject.conditions());
        if let Some(least) = number.at_least {
            let (cut, all) = (subject.tally.unfinished, subject.tally.games());
            return Some(format!(
                "{}, a game lasts at least {least:.0} turns: {cut} of {all} games were cut off after {} plies.",
                played(subject),
                subject.spec.ply_limit
            ));
        }
        let asked = |it: &&Compared| {
            it.measure == Measure::Turns && it.variants[0] == subject.variant && it.player == by
        };
        let Some(question) = self.differences.iter().find(asked) else {
            return Some(format!(
                "{}, a game lasts {turns:.0} turns.",
                played(subject)
            ));
        };
        let first = &question.variants[1];
        let other = turns - question.difference.value;
        let by = played(subject);
        Some(match question.ratio.filter(|_| question.is_sure()) {
            Some(ratio) => format!(
                "{by}, a game lasts {} one of {first} ({turns:.0} turns against {other:.0}).",
                times_as_long(ratio.value)
            ),
            None => format!(
                "{by}, a game lasts {turns:.0} turns, one of {first} {other:.0}; this difference may be chance."
            ),
        })
    }

    /// Returns a sentence on when a game is decided.
    fn deciding(subject: &Subject) -> Option<String> {
        let number = subject.number(Measure::LeaderWinsHalf);
        let (share, [low, high]) = (number.value?, number.interval?);
        (high - low < 0.2).then(|| {
            let (words, per_cent) = (part(share), per_cent(share));
            let of = if subject.tally.unfinished > 0 {
                "Of the finished games, the"
            } else {
                "The"
            };
            format!("{of} player who leads at half-time wins {words} ({per_cent}).")
        })
    }

    /// Returns a sentence on what twice the effort gains.
    fn thinking(subject: &Subject) -> Option<String> {
        let number = subject.number(Measure::EloPerDoubling);
        let (elo, [low, _]) = (number.value?, number.interval?);
        let share = 1.0 / (1.0 + 10_f64.powf(-elo / 400.0));
        Some(if low > 0.0 {
            let share = per_cent(share);
            format!("Twice the thinking time raises a player's score from 50 % to {share}.")
        } else {
            "So few games do not show whether it pays to think twice as long.".to_owned()
        })
    }

    /// Returns a statement on the fairness of a variant; `None` if it was not judged.
    pub fn fairness(&self, subject: &Subject) -> Option<String> {
        let judges: Vec<&Subject> = self.judges_of(subject).collect();
        if judges.is_empty() {
            return None;
        }
        let perfect = match (subject.solved, subject.proved) {
            (Some(solved), _) => Some(solved.words()),
            (None, proved) => {
                proved.map(|it| format!("With perfect play {} (proved).", it.words()))
            }
        };
        let weak = weakness(&judges).map_or_else(String::new, |weak| format!("; {weak}"));
        let found = format!("{}{weak}.", judged(&judges));
        Some(perfect.map_or_else(|| found.clone(), |perfect| format!("{perfect} {found}")))
    }
}

/// Returns by whom the games of a subject were played.
fn played(subject: &Subject) -> String {
    match subject.spec.players[0] {
        PlayerSpec::Random => "With random moves".to_owned(),
        player => format!("Between two players {player}"),
    }
}

/// Returns the verdicts of all judges together as a sentence without its full stop.
///
/// Judges whose games are all the same, or mostly cut off, say nothing.
fn judged(judges: &[&Subject]) -> String {
    let is_cut = |judge: &&&Subject| judge.tally.unfinished > judge.tally.finished();
    let says = |judge: &&&Subject| judge.verdict != Verdict::OneGame && !is_cut(judge);
    let heard: Vec<&Subject> = judges.iter().filter(says).copied().collect();
    let of = |wanted: Verdict| {
        let found = heard.iter().filter(move |judge| judge.verdict == wanted);
        found.map(|judge| judge.spec.players[0].to_string())
    };
    let given = |verdict: Verdict| of(verdict).next().is_some();
    let all = |verdict: Verdict| of(verdict).count() == heard.len();
    let names = |verdict: Verdict| of(verdict).collect::<Vec<_>>().join(" and ");
    if judges.iter().all(|judge| is_cut(&judge)) {
        return "Most games were cut off, so they do not show who has the advantage".to_owned();
    }
    if heard.is_empty() {
        let players = judges.iter().filter(|judge| !is_cut(judge));
        let players: Vec<String> = players.map(|it| it.spec.players[0].to_string()).collect();
        return format!(
            "All games of {} are the same, so they do not show who has the advantage",
            players.join(" and ")
        );
    }
    let scores = heard.iter().filter_map(|judge| {
        let score = judge.number(Measure::FirstPlayerScore).value?;
        Some((score, judge.spec.players[0]))
    });
    let mut scores: Vec<(f64, PlayerSpec)> = scores.collect();
    sort_by(&mut scores, |a, b| a.0.total_cmp(&b.0));
    let (Some((least, low)), Some((most, high))) = (scores.first(), scores.last()) else {
        return String::new();
    };
    let range = match (per_cent(*least), per_cent(*most)) {
        (least, most) if least == most => least,
        (least, most) => format!("{least} ({low}) to {most} ({high})"),
    };
    let shown = |side: &str, verdict: Verdict| {
        let who = match names(verdict) {
            _ if all(verdict) && heard.len() > 1 => {
                "in the games of every player tested".to_owned()
            }
            names => format!("in games of {names}"),
        };
        format!("The {side} player has the advantage {who}: the first player scores {range}")
    };
    match (given(Verdict::First), given(Verdict::Second)) {
        (true, true) => {
            format!("The players tested disagree: the first player scores {range}")
        }
        (true, false) => shown("first", Verdict::First),
        (false, true) => shown("second", Verdict::Second),
        _ if all(Verdict::Even) => format!(
            "Both sides have the same chance in the games of {}: the first player scores {range}",
            names(Verdict::Even)
        ),
        _ if all(Verdict::RandomOpening) => {
            "These games begin with random moves, so they do not show who has the advantage"
                .to_owned()
        }
        _ => format!(
            "No advantage was found: the first player scores {range}, and more games would show whether there is one"
        ),
    }
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
        0 => "only random play was tested".to_owned(),
        1 => "the players do not look ahead".to_owned(),
        plies => format!("the players look at most {plies} plies ahead"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

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
            [0.0, 0.22, 0.52, 0.777, 0.97, 1.0].map(part),
            [
                "almost no game",
                "one game in five",
                "one game in two",
                "four games in five",
                "nineteen games in twenty",
                "almost every game"
            ]
        );
    }
}
