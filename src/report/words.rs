//! Results of a comparison in sentences, and explanations of its names.

use super::document::{End, Rank};
use super::prelude::*;
use mankala_core::measure::walk::leader_wins;

/// Maximum number of variants named at each end of a ranking.
const NAMED: usize = 5;

impl Report {
    /// Returns the answers: one or two sentences on each variant if a few are compared, else some on all together.
    pub fn headlines(&self) -> Vec<String> {
        // The effects of keys stand with the grids of a sweep.
        if self.sweep.is_some() {
            return Vec::new();
        }
        if !self.rankings.is_empty() {
            let rankings = self.rankings.iter().map(Ranking::sentence);
            let subjects = self.variants().map(|subject| (subject.variant.clone(), subject));
            let fair = Self::proved(subjects).into_iter().chain(self.fairness_of_all());
            return fair.chain(rankings).collect();
        }
        self.said(0)
    }

    /// Returns more sentences on each variant if a few are compared.
    pub fn details(&self) -> Vec<String> {
        if self.sweep.is_some() || !self.rankings.is_empty() {
            return Vec::new();
        }
        self.said(1)
    }

    /// Returns the first or the second paragraph on each variant, where there is one.
    fn said(&self, which: usize) -> Vec<String> {
        let said = self.variants().map(|subject| self.told(subject)[which].clone());
        said.filter(|said| !said.is_empty()).collect()
    }

    /// Returns the question of a topic. If there are judges, the other measures of fairness are only counts in the
    /// games of each subject.
    pub(super) fn about(&self, topic: Topic) -> &'static str {
        match topic {
            Topic::Fair if !self.judged.is_empty() => "counts in the games of each column",
            topic => topic.about(),
        }
    }

    /// Returns the topic with its question.
    pub(super) fn heading(&self, topic: Topic) -> String {
        format!("{topic}: {}", self.about(topic))
    }

    /// Returns a sentence on the proved values of named variants; `None` if there are none.
    pub(super) fn proved<'a>(named: impl Iterator<Item = (String, &'a Subject)>) -> Option<String> {
        let proved = named.filter_map(|(name, subject)| {
            let [value, _] = subject.perfect()?;
            Some(format!("{name}: {value}"))
        });
        let proved: Vec<String> = proved.collect();
        (!proved.is_empty()).then(|| format!("Proved with perfect play. {}.", proved.join("; ")))
    }

    /// Returns a sentence on how many variants favour each player; `None` if they were not judged.
    fn fairness_of_all(&self) -> Option<String> {
        let said = |subject: &Subject| -> Vec<Verdict> {
            self.judges_of(subject).map(|judge| judge.verdict).collect()
        };
        let said: Vec<Vec<Verdict>> = self.variants().map(said).collect();
        if self.judged.is_empty() {
            return None;
        }
        let some = |verdict: Verdict| said.iter().filter(|said| said.contains(&verdict)).count();
        let even = said.iter().filter(|said| said.iter().all(|&it| it == Verdict::Even)).count();
        let first = said.iter().filter(|said| said.contains(&Verdict::First));
        let both = first.filter(|said| said.contains(&Verdict::Second));
        let (all, both) = (said.len(), both.count());
        let [first, second] = [Verdict::First, Verdict::Second].map(some);
        Some(format!(
            "Of {all} variants, at least one judge finds that {first} favour the first player and {second} the second; {both} are in both groups. All judges find {even} even. About one in twenty of these verdicts may be due to chance."
        ))
    }

    /// Returns each kind of player with its explanation, and the players of Elo per doubling.
    pub(super) fn players_named(&self) -> Vec<(String, String)> {
        let mut players: Vec<PlayerSpec> = self.comparison.players.clone();
        if !self.judged.is_empty() {
            players.extend(&self.comparison.judges);
        }
        players.extend(self.strength.iter().flat_map(|rung| rung.spec.players));
        let mut seen = BTreeSet::new();
        players.retain(|player| seen.insert(player.name()));
        let row = |player: PlayerSpec| (player.name().to_owned(), about(player).to_owned());
        let mut names: Vec<(String, String)> = players.into_iter().map(row).collect();
        if self.strength.iter().any(Rung::is_step) {
            let said = format!("{}, in all rows", Rung::STEP);
            names.push((Measure::EloPerDoubling.label().to_owned(), said));
        }
        names
    }
}

fn about(player: PlayerSpec) -> &'static str {
    match player {
        PlayerSpec::Random => {
            "plays each legal move with equal probability, which shows the rules without any skill"
        }
        PlayerSpec::Greedy => "plays the move with the best value right after it",
        PlayerSpec::AlphaBeta(_) => {
            "searches to the depth (in plies) in its name and plays the best move, or one of the best at random; compare odd depths with odd ones, even depths with even ones"
        }
        PlayerSpec::Mcts(Effort::EachMove(_)) => {
            "plays as many random games per legal move, on average, as its name says; better moves get more of them"
        }
        PlayerSpec::Mcts(_) => {
            "plays as many random games as its name says; better moves get more of them"
        }
        PlayerSpec::Own(_) => "is not a player of this program",
    }
}

impl Ranking {
    /// Returns a sentence on the variants that surely stand at the ends.
    pub fn sentence(&self) -> String {
        let player = without_version(&self.player, self.by);
        format!("{} by {player}, {}", self.measure.label(), self.ends())
    }

    /// Returns the mean and the variants at the ends, without the name of the measure.
    pub(super) fn ends(&self) -> String {
        let measure = self.measure;
        let named = |end: End| {
            let found = self.at(end);
            let shown = |place: &&Rank| {
                let value = shown::bare(measure, place.shrunk.value);
                format!("{} ({value})", place.variant)
            };
            let mut names: Vec<String> = found.iter().take(NAMED).map(shown).collect();
            match found.len() {
                0 => names.push("none for sure".to_owned()),
                more if more > NAMED => names.push(format!("and {} more", more - NAMED)),
                _ => {}
            }
            names.join(", ")
        };
        let mean = shown::bare(measure, self.mean);
        let [most, least] = [End::Most, End::Least].map(named);
        format!("{mean} on average; in the tenth with the most: {most}; with the least: {least}.")
    }
}

impl Compared {
    /// Returns the player for readers, without its version.
    pub(super) fn who(&self) -> String {
        without_version(&self.player, self.by)
    }

    /// Returns the answer as a sentence.
    pub fn sentence(&self) -> String {
        let ([variant, first], label) = (&self.variants, self.measure.label().to_lowercase());
        if let Some(ratio) = self.ratio {
            let (value, half) = (ratio.value, (ratio.high - ratio.low) / 2.0);
            let doubt = if self.is_sure() { "" } else { " The difference is not significant." };
            return format!(
                "A game of {variant} has {value:.2} ± {half:.2} times as many {label} as one of {first} ({}).{doubt}",
                self.who()
            );
        }
        let difference = shown::signed(self.measure, self.difference.value);
        let ends = shown::ends(self.measure, &self.difference);
        format!("{variant} minus {first}, {label}: {difference} ({ends})")
    }
}

impl Subject {
    /// Returns how often the leader at this time would win games of the same lengths decided by coin flips, one a ply.
    pub fn coin_flips(&self, measure: Measure) -> Option<f64> {
        let quarters = match measure {
            Measure::LeaderWinsQuarter => 1,
            Measure::LeaderWinsHalf => 2,
            Measure::LeaderWinsThreeQuarters => 3,
            _ => return None,
        };
        leader_wins(quarters, self.tally.plies.survival().endings())
    }
}

/// Returns the range of some numbers, `100` or `100 to 200`, and whether they are all the same.
pub(super) fn range(numbers: impl Iterator<Item = u64> + Clone) -> (String, bool) {
    let least = numbers.clone().min().unwrap_or(0);
    let most = numbers.max().unwrap_or(0);
    if least == most { (least.to_string(), true) } else { (format!("{least} to {most}"), false) }
}

/// Explanation of rankings.
pub(super) const RANKED: &str = "Rankings: values are shrunk towards the mean of all variants, uncertain values more strongly (Morris 1983). A variant \
    is named if a one-sided test places it in the tenth at that end. The false discovery rate over all rankings is 5 % \
    (Benjamini and Hochberg 1995). The same rate applies to verdicts that favour a side.";

/// Returns the explanation of verdicts on fairness.
pub(super) fn band() -> String {
    let [low, high] = EVEN.map(|end| 100.0 * end);
    format!(
        "Each judge plays itself from the opening. Even: the 90 % interval of the first player's score lies within {low:.0}–{high:.0} %. \
         Favours: the 95 % interval does not include 50 %. Undecided: neither. A verdict holds only for its judge."
    )
}

/// Returns the topics with the measures shown, without those that have a table of judges.
pub(super) fn topics(report: &Report) -> Vec<(Topic, Vec<Measure>)> {
    let mut shown = report.comparison.shown();
    if !report.judged.is_empty() {
        // These stand with the judges.
        shown.retain(|measure| !matches!(measure, Measure::FirstPlayerScore | Measure::Draws));
    }
    let topics = Topic::iter().map(|topic| {
        let measures = shown.iter().copied().filter(|measure| measure.topic() == topic);
        (topic, measures.collect::<Vec<_>>())
    });
    topics.filter(|(_, measures)| !measures.is_empty()).collect()
}
