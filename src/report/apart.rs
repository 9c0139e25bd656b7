//! In what a game stands apart, in words that the numbers support: from all others where many are ranked, from the first where a few are
//! compared.

use super::document::{End, Report};
use crate::measure::names::{Measure, Topic};
use crate::measure::verdict::Verdict;
use crate::play::players::PlayerSpec;

/// How the words are to be read where many games are ranked.
pub(super) const APART: &str = "More and less are said of a game in the tenth with the most or the least, favoured of a score beyond 50 %, and only where \
    few of all that is said is chance: the false discovery rate is 5 % for each of the two. Too means by random as well. Of games that are \
    not here nothing is sure enough.";

/// What is said instead of all words.
pub(super) const NOTHING_APART: &str = "Nothing is sure that would set a game apart.";

/// One thing in which a game stands apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Point {
    /// What was measured.
    pub measure: Measure,
    /// Whether it has more or less of it; for `favoured` whom it favours, the first player being `Most`.
    pub end: End,
    /// Whether this is about who is favoured, not about the others' figures.
    pub favoured: bool,
    /// Whose games say so.
    pub players: Vec<String>,
    /// What it is, in words.
    pub words: &'static str,
    /// Who says so, in words that follow.
    pub by: String,
}

/// In what a game stands apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Apart {
    /// The game.
    pub variant: String,
    /// The game that it is compared with; `None` if with all others.
    pub from: Option<String>,
    /// In what.
    pub points: Vec<Point>,
}

impl Apart {
    /// All of it in words; what the same players say stands together.
    #[must_use]
    pub fn words(&self) -> String {
        let mut groups: Vec<(&str, Vec<&str>)> = Vec::new();
        for point in &self.points {
            match groups.iter_mut().find(|(by, _)| *by == point.by) {
                Some((_, words)) => words.push(point.words),
                None => groups.push((&point.by, vec![point.words])),
            }
        }
        let said = |(by, words): &(&str, Vec<&str>)| format!("{}{by}", words.join(", "));
        groups.iter().map(said).collect::<Vec<_>>().join("; ")
    }

    /// The same as a sentence.
    #[must_use]
    pub fn sentence(&self) -> String {
        let from = self.from.as_deref().unwrap_or("most games");
        format!(
            "{} stands apart from {from}: {}.",
            self.variant,
            self.words()
        )
    }
}

/// What the games of one player say of a game in one question.
struct Answer<'a> {
    variant: &'a str,
    measure: Measure,
    favoured: bool,
    /// Who plays; `None` in what is measured by players of its own.
    by: Option<PlayerSpec>,
    player: &'a str,
    /// Nothing where nothing is sure.
    end: Option<End>,
}

impl Report {
    /// In what each game stands apart; games of which nothing is sure are left out, and so are the cells of a sweep.
    #[must_use]
    pub fn apart(&self) -> Vec<Apart> {
        // A sweep is about what the keys do.
        if self.sweep.is_some() {
            return Vec::new();
        }
        let answers = self.answers();
        let from = self.differences.first();
        let from = from.map(|question| question.variants[1].clone());
        let of = |variant: &str| Apart {
            variant: variant.to_owned(),
            from: from.clone(),
            points: points(answers.iter().filter(|it| it.variant == variant)),
        };
        let found = self.variants().map(|column| of(&column.variant));
        found.filter(|apart| !apart.points.is_empty()).collect()
    }

    /// Everything that was asked of each game beside others.
    fn answers(&self) -> Vec<Answer<'_>> {
        let mut answers = Vec::new();
        // Few are judged each by itself, in a sentence of its own.
        let judged = self.judged.iter().filter(|_| !self.rankings.is_empty());
        answers.extend(judged.map(|judge| Answer {
            variant: &judge.variant,
            measure: Measure::FirstPlayerScore,
            favoured: true,
            by: Some(judge.spec.players[0]),
            player: "",
            end: match judge.verdict {
                Verdict::First => Some(End::Most),
                Verdict::Second => Some(End::Least),
                _ => None,
            },
        }));
        for ranking in &self.rankings {
            answers.extend(ranking.places.iter().map(|place| Answer {
                variant: &place.variant,
                measure: ranking.measure,
                favoured: false,
                by: ranking.by,
                player: &ranking.player,
                end: place.end,
            }));
        }
        answers.extend(self.differences.iter().map(|question| {
            let end = if question.difference.value > 0.0 {
                End::Most
            } else {
                End::Least
            };
            Answer {
                variant: &question.variants[0],
                measure: question.measure,
                favoured: false,
                by: question.by,
                player: &question.player,
                end: question.is_sure().then_some(end),
            }
        }));
        // A question that one of the dozen answers needs no words on the others: plies are nearly turns, wins nearly the score.
        let dozen: Vec<Topic> = answers
            .iter()
            .filter(|it| it.measure.is_shown())
            .map(|it| it.measure.topic())
            .collect();
        answers.retain(|it| it.measure.is_shown() || !dozen.contains(&it.measure.topic()));
        answers
    }
}

/// What is sure of one game: each thing once, with all who say it.
fn points<'a>(answers: impl Iterator<Item = &'a Answer<'a>>) -> Vec<Point> {
    let answers: Vec<&Answer> = answers.collect();
    let mut points: Vec<Point> = Vec::new();
    for answer in &answers {
        let Some(end) = answer.end else { continue };
        let same = |it: &Point| {
            (it.measure, it.favoured, it.end) == (answer.measure, answer.favoured, end)
        };
        let Some(words) = words(answer.measure, answer.favoured, end) else {
            continue;
        };
        if points.iter().any(same) {
            continue;
        }
        let asked = || {
            let all = answers.iter();
            all.filter(|it| (it.measure, it.favoured) == (answer.measure, answer.favoured))
        };
        let said = || asked().filter(|it| it.end == Some(end));
        let by = by(
            &said().filter_map(|it| it.by).collect::<Vec<_>>(),
            &asked().filter_map(|it| it.by).collect::<Vec<_>>(),
        );
        points.push(Point {
            measure: answer.measure,
            end,
            favoured: answer.favoured,
            players: said().map(|it| it.player()).collect(),
            words,
            by,
        });
    }
    points
}

impl Answer<'_> {
    /// Who played, as it is stated.
    fn player(&self) -> String {
        match self.by {
            Some(by) if self.player.is_empty() => by.stated(),
            _ => self.player.to_owned(),
        }
    }
}

/// Who says so of those who were asked: `search` only where every search that was asked does.
fn by(said: &[PlayerSpec], asked: &[PlayerSpec]) -> String {
    let but_random = |players: &[PlayerSpec]| -> Vec<PlayerSpec> {
        let others = players.iter().filter(|who| **who != PlayerSpec::Random);
        others.copied().collect()
    };
    let others = but_random(said);
    let searches = |who: &PlayerSpec| matches!(who, PlayerSpec::AlphaBeta(_) | PlayerSpec::Mcts(_));
    let names = if others == but_random(asked) && others.iter().all(searches) {
        "search".to_owned()
    } else {
        let names: Vec<String> = others.iter().map(PlayerSpec::to_string).collect();
        names.join(" and ")
    };
    match (said.contains(&PlayerSpec::Random), others.is_empty()) {
        (true, true) => " by random".to_owned(),
        (true, false) => format!(", by {names} too"),
        (false, false) => format!(" by {names}"),
        (false, true) => String::new(),
    }
}

/// What it is to have more of a measure, and less; `None` for what has no interval.
fn words(measure: Measure, favoured: bool, end: End) -> Option<&'static str> {
    let [more, less] = match measure {
        Measure::FirstPlayerScore if favoured => {
            ["first player favoured", "second player favoured"]
        }
        Measure::FirstPlayerScore => [
            "better for the first player",
            "better for the second player",
        ],
        Measure::Unfinished => ["more games cut off", "fewer games cut off"],
        Measure::SouthWins => [
            "more wins of the first player",
            "fewer wins of the first player",
        ],
        Measure::NorthWins => [
            "more wins of the second player",
            "fewer wins of the second player",
        ],
        Measure::Draws => ["more draws", "fewer draws"],
        Measure::Swaps => ["more swaps", "fewer swaps"],
        Measure::EloPerDoubling => ["more Elo a doubling", "less Elo a doubling"],
        Measure::GreedyTrap => ["greed costs more", "greed costs less"],
        Measure::Turns => ["more turns", "fewer turns"],
        Measure::Plies => ["more plies", "fewer plies"],
        Measure::HandWork => ["more hand work", "less hand work"],
        Measure::Rounds => ["more rounds", "fewer rounds"],
        Measure::LeaderWinsQuarter => [
            "leaders at 1/4 win more often",
            "leaders at 1/4 win less often",
        ],
        Measure::LeaderWinsHalf => [
            "leaders at 1/2 win more often",
            "leaders at 1/2 win less often",
        ],
        Measure::LeaderWinsThreeQuarters => [
            "leaders at 3/4 win more often",
            "leaders at 3/4 win less often",
        ],
        Measure::Comeback => ["more comebacks", "fewer comebacks"],
        Measure::LeadChangesPer100Plies => ["more changes of lead", "fewer changes of lead"],
        Measure::LapsPerMove => ["more laps a move", "fewer laps a move"],
        Measure::SeedsPerMove => ["more seeds a move", "fewer seeds a move"],
        Measure::ReadingLoad => ["more to count ahead", "less to count ahead"],
        Measure::OneSeedSensitivity => ["one seed changes more", "one seed changes less"],
        Measure::RealChoice => ["more real choice", "less real choice"],
        Measure::Branching => ["more legal moves", "fewer legal moves"],
        Measure::ChoiceShare => ["more often a choice", "less often a choice"],
        Measure::CapturedPerGame => ["more seeds captured", "fewer seeds captured"],
        Measure::CapturesPerGame => ["more captures", "fewer captures"],
        Measure::CaptureShare => ["more moves that capture", "fewer moves that capture"],
        Measure::EndlessMoves => ["more endless moves", "fewer endless moves"],
        Measure::EndedByBoard => [
            "ends more often by the board",
            "ends less often by the board",
        ],
        Measure::EndedByNoMove => [
            "ends more often for want of a move",
            "ends less often for want of a move",
        ],
        Measure::EndedByRepetition => [
            "ends more often by repetition",
            "ends less often by repetition",
        ],
        Measure::GameTreeLog10 => ["a larger walked tree", "a smaller walked tree"],
        Measure::Games | Measure::Different | Measure::Effective | Measure::PositionsLog10 => {
            return None;
        }
    };
    Some(match end {
        End::Most => more,
        End::Least => less,
    })
}

#[cfg(test)]
mod tests {
    use super::by;
    use crate::play::players::{Effort, PlayerSpec};

    /// Search is said only where all search that was asked says so; a player who looks one ply ahead is no search.
    #[test]
    fn who_says_so_is_told() {
        let [random, greedy] = [PlayerSpec::Random, PlayerSpec::Greedy];
        let [two, three] = [2, 3].map(|depth| PlayerSpec::AlphaBeta(Effort::Count(depth).into()));
        for (said, asked, words) in [
            (&[random][..], &[random][..], " by random"),
            (&[random], &[random, two], " by random"),
            (&[random, two], &[random, two], ", by search too"),
            (
                &[random, two],
                &[random, two, three],
                ", by alphabeta:2 too",
            ),
            (&[two, three], &[random, two, three], " by search"),
            (&[three], &[random, two, three], " by alphabeta:3"),
            (&[random, greedy], &[random, greedy], ", by greedy too"),
            (
                &[greedy, two],
                &[random, greedy, two],
                " by greedy and alphabeta:2",
            ),
            (&[], &[], ""),
        ] {
            assert_eq!(by(said, asked), words, "{said:?} of {asked:?}");
        }
    }
}
