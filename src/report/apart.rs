//! Statements on how a game stands apart: from all others if many are ranked, from the first if a few are compared.

use super::document::End;
use super::prelude::*;

/// Explanation of the statements if many games are ranked.
pub(super) const APART: &str = "More and less: among the tenth of games with the most or the least. Favoured: a score beyond 50 %. \
    The false discovery rate of each of the two is 5 %. Too: according to random as well. \
    Games that are not listed have no sure difference.";

pub(super) const NOTHING_APART: &str = "No game stands apart for sure.";

/// Statement on how a game stands apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Point {
    /// Measure.
    pub measure: Measure,
    /// End of the ranking; for `favoured` the favoured player, the first one being `Most`.
    pub end: End,
    /// Whether it concerns the favoured player instead of the figures of other games.
    pub favoured: bool,
    /// Players whose games show it.
    pub players: Vec<String>,
    /// Statement in words.
    pub words: String,
    /// Players in words, appended to the statement.
    pub by: String,
}

/// Statements on how a game stands apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Apart {
    /// Name of the game.
    pub variant: String,
    /// Game with which it is compared; `None` for all others.
    pub from: Option<String>,
    /// Statements.
    pub points: Vec<Point>,
}

impl Apart {
    /// Returns the statements in words, grouped by players.
    pub fn words(&self) -> String {
        let mut groups: Vec<(&str, Vec<&str>)> = Vec::new();
        for point in &self.points {
            match groups.iter_mut().find(|(by, _)| *by == point.by) {
                Some((_, words)) => words.push(&point.words),
                None => groups.push((&point.by, vec![&point.words])),
            }
        }
        let said = |(by, words): &(&str, Vec<&str>)| format!("{}{by}", words.join(", "));
        join(groups.iter().map(said), "; ")
    }

    /// Returns the statements as a sentence.
    pub fn sentence(&self) -> String {
        let from = self.from.as_deref().unwrap_or("most games");
        format!("{} stands apart from {from}: {}.", self.variant, self.words())
    }
}

/// One measure of a game in the games of one player, with the end of the ranking to which it belongs.
struct Answer<'a> {
    variant: &'a str,
    measure: Measure,
    favoured: bool,
    /// Player of the games; `None` for measures with their own players.
    by: Option<PlayerSpec>,
    player: &'a str,
    /// End of the ranking; `None` if it is not sure.
    end: Option<End>,
}

impl Report {
    /// Returns how each game stands apart. Games with nothing sure and the cells of a sweep are left out.
    pub fn apart(&self) -> Vec<Apart> {
        // A sweep reports the effects of its keys instead.
        if self.sweep.is_some() {
            return Vec::new();
        }
        let answers = self.answers();
        let from = self.differences.first().map(|question| question.variants[1].clone());
        let of = |variant: &str| Apart {
            variant: variant.to_owned(),
            from: from.clone(),
            points: points(answers.iter().filter(|it| it.variant == variant)),
        };
        let found = self.variants().map(|column| of(&column.variant));
        found.filter(|apart| !apart.points.is_empty()).collect()
    }

    /// Returns the answers to every question that compares games.
    fn answers(&self) -> Vec<Answer<'_>> {
        let mut answers = Vec::new();
        // With few games, each is judged in a sentence of its own.
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
            let end = if question.difference.value > 0.0 { End::Most } else { End::Least };
            Answer {
                variant: &question.variants[0],
                measure: question.measure,
                favoured: false,
                by: question.by,
                player: &question.player,
                end: question.is_sure().then_some(end),
            }
        }));
        // A topic with a measure of the dozen needs no other measures: plies are nearly turns, wins nearly the score.
        let dozen = answers.iter().map(|it| it.measure).filter(|measure| measure.is_shown());
        let dozen: Vec<Topic> = dozen.map(Measure::topic).collect();
        answers.retain(|it| it.measure.is_shown() || !dozen.contains(&it.measure.topic()));
        answers
    }
}

/// Returns the sure statements on one game, each once with all its players.
fn points<'a>(answers: impl Iterator<Item = &'a Answer<'a>>) -> Vec<Point> {
    let answers: Vec<&Answer> = answers.collect();
    let mut points: Vec<Point> = Vec::new();
    for answer in &answers {
        let Some(end) = answer.end else { continue };
        let same = |it: &Point| {
            (it.measure, it.favoured, it.end) == (answer.measure, answer.favoured, end)
        };
        let Some(words) = words(answer.measure, answer.favoured, end) else { continue };
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
    /// Returns the player as records state it.
    fn player(&self) -> String {
        match self.by {
            Some(by) if self.player.is_empty() => by.stated(),
            _ => self.player.to_owned(),
        }
    }
}

/// Returns the players in words: `search` only if all searches that were asked agree.
fn by(said: &[PlayerSpec], asked: &[PlayerSpec]) -> String {
    let but_random = |players: &[PlayerSpec]| -> Vec<PlayerSpec> {
        players.iter().filter(|who| **who != PlayerSpec::Random).copied().collect()
    };
    let others = but_random(said);
    let searches = |who: &PlayerSpec| matches!(who, PlayerSpec::AlphaBeta(_) | PlayerSpec::Mcts(_));
    let names = if others == but_random(asked) && others.iter().all(searches) {
        "search".to_owned()
    } else {
        join(&others, " and ")
    };
    match (said.contains(&PlayerSpec::Random), others.is_empty()) {
        (true, true) => " according to random".to_owned(),
        (true, false) => format!(", according to {names} too"),
        (false, false) => format!(" according to {names}"),
        (false, true) => String::new(),
    }
}

/// Returns the words for one end of a measure; `None` if it has no interval.
fn words(measure: Measure, favoured: bool, end: End) -> Option<String> {
    let words = match measure {
        Measure::FirstPlayerScore if favoured => "{second} player favoured",
        Measure::FirstPlayerScore => "better for the {second} player",
        Measure::Unfinished => "{fewer} games cut off",
        Measure::SouthWins => "{fewer} wins of the first player",
        Measure::NorthWins => "{fewer} wins of the second player",
        Measure::Draws => "{fewer} draws",
        Measure::Swaps => "{fewer} swaps",
        Measure::EloPerDoubling => "{less} Elo per doubling",
        Measure::GreedyTrap => "greed costs {less}",
        Measure::Turns => "{fewer} turns",
        Measure::Plies => "{fewer} plies",
        Measure::HandWork => "{less} hand work",
        Measure::Rounds => "{fewer} rounds",
        Measure::LeaderWinsQuarter => "leaders at 1/4 win {less} often",
        Measure::LeaderWinsHalf => "leaders at 1/2 win {less} often",
        Measure::LeaderWinsThreeQuarters => "leaders at 3/4 win {less} often",
        Measure::Comeback => "{fewer} comebacks",
        Measure::LeadChangesPer100Plies => "{fewer} changes of lead",
        Measure::LapsPerMove => "{fewer} laps per move",
        Measure::SeedsPerMove => "{fewer} seeds per move",
        Measure::ReadingLoad => "{less} to count ahead",
        Measure::OneSeedSensitivity => "one seed changes {less}",
        Measure::RealChoice => "{less} real choice",
        Measure::Branching => "{fewer} legal moves",
        Measure::ChoiceShare => "{less} often a choice",
        Measure::CapturedPerGame => "{fewer} seeds captured",
        Measure::CapturesPerGame => "{fewer} captures",
        Measure::CaptureShare => "{fewer} moves that capture",
        Measure::EndlessMoves => "{fewer} endless moves",
        Measure::EndedByBoard => "ends {less} often by the board",
        Measure::EndedByNoMove => "ends {less} often by lack of a move",
        Measure::EndedByRepetition => "ends {less} often by repetition",
        Measure::GameTreeLog10 => "a {smaller} walked tree",
        Measure::Games | Measure::Different | Measure::Effective | Measure::PositionsLog10 => {
            return None;
        }
    };
    // Each word in braces is that for the least; the other one is for the most.
    let pairs = [("fewer", "more"), ("less", "more"), ("second", "first"), ("smaller", "larger")];
    let chosen = |text: String, (least, most): (&str, &str)| {
        let word = if end == End::Least { least } else { most };
        text.replace(&format!("{{{least}}}"), word)
    };
    Some(pairs.into_iter().fold(words.to_owned(), chosen))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `search` needs the agreement of all searches; a player that looks one ply ahead is not a search.
    #[test]
    fn judges_are_named() {
        let [random, greedy] = [PlayerSpec::Random, PlayerSpec::Greedy];
        let [two, three] = [2, 3].map(|depth| PlayerSpec::AlphaBeta(Effort::Count(depth).into()));
        for (said, asked, words) in [
            (&[random][..], &[random][..], " according to random"),
            (&[random], &[random, two], " according to random"),
            (&[random, two], &[random, two], ", according to search too"),
            (&[random, two], &[random, two, three], ", according to alphabeta:2 too"),
            (&[two, three], &[random, two, three], " according to search"),
            (&[three], &[random, two, three], " according to alphabeta:3"),
            (&[random, greedy], &[random, greedy], ", according to greedy too"),
            (&[greedy, two], &[random, greedy, two], " according to greedy and alphabeta:2"),
            (&[], &[], ""),
        ] {
            assert_eq!(by(said, asked), words, "{said:?} of {asked:?}");
        }
    }
}
