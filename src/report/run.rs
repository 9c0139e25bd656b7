//! Plays the games of a comparison.

use std::ops::{ControlFlow, Range};
use std::sync::Arc;
use std::time::Duration;

use super::comparison::{Comparison, USUAL_OPENING, Until};
use super::differences::differences;
use super::family_map::card_id;
use super::kept::{Keeping, Known, Pairs, Piece, Results, probed};
use super::prelude::*;
use super::ranking::{rankings, sober};
use crate::files::solved::Solved;
use mankala_core::measure::Looks;
use mankala_core::measure::difference::elo;
use mankala_core::play::matches::{MatchHeader, Played};
use mankala_core::system::clock;

/// Iterations for each legal move of the stronger player in the step that gives `elo_per_doubling`; the weaker player
/// has half as many.
const STEP: u32 = 8;
/// Steps of the whole strength ladder: iterations for each legal move of the stronger player in each step.
const LADDER: [u32; 5] = [2, 4, STEP, 16, 32];

/// Number of games whose moves are examined for averages over the moves: they have thousands of moves.
const FEW_LOOKS: u64 = 64;

/// Number of games in the first piece, which shows how long they take; later pieces aim at [`PIECE_TIME`].
const FIRST_PIECE: u64 = 16;
const PIECE_TIME: Duration = Duration::from_secs(5);
const LARGEST_PIECE: u64 = 1 << 20;

/// Progress of a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ComparisonProgress<'a> {
    /// Variant being played.
    pub variant: &'a str,
    /// Players of the game.
    pub players: [PlayerSpec; 2],
    /// Number of games played so far.
    pub done: u64,
    /// Number of games to play, without those kept before.
    pub all: u64,
}

/// Games to play of a variant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Task {
    Subject(PlayerSpec),
    Judge(PlayerSpec),
    Step(u32),
}

impl Task {
    /// Returns its result before any game.
    fn nothing(self) -> Results {
        match self {
            Self::Step(_) => Results::Pairs(Pairs::default()),
            Self::Subject(_) | Self::Judge(_) => Results::Tally(Box::default()),
        }
    }
}

/// Task for one variant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Match {
    task: Task,
    spec: MatchSpec,
    /// Whether its games are played; games that a subject has are not played again.
    is_played: bool,
}

/// Returns the header that all games of a match share.
fn header(loaded: &Loaded, spec: &MatchSpec) -> MatchHeader {
    MatchHeader::new(loaded.label(), loaded.digest(), spec)
}

/// Returns the size of a piece that takes `time`, given the time that a piece of `size` games took.
fn next_size(size: u64, took: Duration, time: Duration) -> u64 {
    let fitting = (u128::from(size) * time.as_nanos() / took.as_nanos().max(1)) & !1;
    // The time of a few games is a rough guide to that of many.
    let largest = LARGEST_PIECE.min(16 * size);
    u64::try_from(fitting).unwrap_or(largest).clamp(2, largest)
}

impl Comparison {
    /// Returns the maximum number of games of a player.
    fn most(&self) -> u64 {
        self.until.map_or(self.games, |_| Until::MOST.max(self.games))
    }

    fn tasks(&self) -> Vec<Task> {
        let mut tasks: Vec<Task> = self.players.iter().map(|&who| Task::Subject(who)).collect();
        if self.asks(|measure| measure.topic() == Topic::Fair) {
            tasks.extend(self.judges.iter().map(|&judge| Task::Judge(judge)));
        }
        match self.strength {
            Some(_) => tasks.extend(LADDER.map(Task::Step)),
            None if self.asks(|measure| measure == Measure::EloPerDoubling) => {
                tasks.push(Task::Step(STEP));
            }
            None => {}
        }
        tasks
    }

    /// Returns the games of a task for this variant.
    fn spec_of(&self, task: Task, loaded: &Loaded) -> MatchSpec {
        let (players, games, opening_plies) = match task {
            Task::Subject(player) => ([player; 2], self.most(), self.opening_plies(player)),
            Task::Judge(player) => ([player; 2], self.most(), 0),
            Task::Step(effort) => {
                let players = [effort, effort / 2].map(|n| PlayerSpec::Mcts(Effort::EachMove(n)));
                let games = if self.is_timed() { self.most() } else { self.games };
                let games = self.strength.unwrap_or(games.next_multiple_of(2));
                (players, games, self.opening_plies.unwrap_or(USUAL_OPENING))
            }
        };
        MatchSpec {
            opening_plies,
            ply_limit: self.ply_limit,
            rounds: (self.rounds && loaded.rounds.several()).then_some(loaded.rounds),
            ..MatchSpec::new(players, games, self.seed)
        }
    }

    /// Returns the number of games of a task in which a position is probed.
    fn probes_of(&self, task: Task) -> u64 {
        let probing = |measure| matches!(measure, Measure::GreedyTrap | Measure::RealChoice);
        match task {
            Task::Subject(_) if !self.asks(probing) => 0,
            Task::Subject(_) if self.is_timed() => self.most(),
            Task::Subject(_) => self.games,
            Task::Judge(_) | Task::Step(_) => 0,
        }
    }

    /// Plays all games of all variants, each given with its display name; returns `None` once `stop` returns `true`.
    ///
    /// The report is the same on any number of threads, except for players limited by time.
    /// `progress` is called after each game.
    pub fn run(
        &self,
        variants: &[(String, Loaded)],
        stop: &(dyn Fn() -> bool + Sync),
        progress: impl FnMut(ComparisonProgress<'_>),
    ) -> Option<Report> {
        self.report(variants, None, stop, progress)
    }

    /// Like [`run`](Self::run), but keeps games and skips those kept before; also returns `None` if keeping fails.
    ///
    /// The report is the same as if all games were played at once.
    pub fn run_kept(
        &self,
        variants: &[(String, Loaded)],
        mut keeping: Keeping<'_>,
        stop: &(dyn Fn() -> bool + Sync),
        progress: impl FnMut(ComparisonProgress<'_>),
    ) -> Option<Report> {
        self.report(variants, Some(&mut keeping), stop, progress)
    }

    /// Plays and keeps the missing games of one part, without a report; returns `None` if it was stopped.
    pub fn play_part(
        &self,
        variants: &[(String, Loaded)],
        mut keeping: Keeping<'_>,
        stop: &(dyn Fn() -> bool + Sync),
        progress: impl FnMut(ComparisonProgress<'_>),
    ) -> Option<()> {
        self.play(variants, Some(&mut keeping), stop, progress, |_, _, _| {})
    }

    /// Returns all matches to play for these variants, so that known results can be looked up.
    pub fn wanted(&self, variants: &[(String, Loaded)]) -> Known {
        let mut known = Known::default();
        for (_, loaded) in variants {
            let matches = self.matches_of(loaded).into_iter();
            for Match { task, spec, .. } in matches.filter(|it| it.is_played) {
                let (header, probes) = (header(loaded, &spec), self.probes_of(task));
                known.want(header, probes, task.nothing());
            }
        }
        known
    }

    fn matches_of(&self, loaded: &Loaded) -> Vec<Match> {
        let mut matches: Vec<Match> = Vec::new();
        for task in self.tasks() {
            let spec = self.spec_of(task, loaded);
            let same = |other: &Match| matches!(other.task, Task::Subject(_)) && other.spec == spec;
            let of_subject = matches!(task, Task::Judge(_)) && matches.iter().any(same);
            matches.push(Match { task, spec, is_played: !of_subject });
        }
        matches
    }

    /// Plays everything and passes the result of each match to `finish`.
    fn play<'v>(
        &self,
        variants: &'v [(String, Loaded)],
        mut keeping: Option<&mut Keeping<'_>>,
        stop: &(dyn Fn() -> bool + Sync),
        mut progress: impl FnMut(ComparisonProgress<'_>),
        mut finish: impl FnMut(&'v (String, Loaded), &Match, Results),
    ) -> Option<()> {
        let missing = |keeping: &Option<&mut Keeping<'_>>, loaded: &Loaded, spec: &MatchSpec| {
            let whole = || std::iter::once(0..spec.games).collect();
            keeping.as_ref().map_or_else(whole, |keeping| keeping.missing(&header(loaded, spec)))
        };
        let asked_of = |named: &'v (String, Loaded)| {
            let asked = self.matches_of(&named.1).into_iter();
            asked.map(move |asked| (named, asked))
        };
        let matches: Vec<_> = variants.iter().flat_map(asked_of).collect();
        let played = || matches.iter().filter(|(_, asked)| asked.is_played);
        let gaps = played().flat_map(|((_, loaded), it)| missing(&keeping, loaded, &it.spec));
        let all = gaps.map(|games| games.end - games.start).sum::<u64>();
        let (mut done, mut left, begin) = (0, played().count(), clock::now());
        for (named, mut asked) in matches {
            let (variant, loaded) = named;
            let Match { task, spec, .. } = asked;
            if !asked.is_played {
                finish(named, &asked, task.nothing());
                continue;
            }
            let (is_timed, is_step) = (self.is_timed(), matches!(task, Task::Step(_)));
            let until = self.until.filter(|_| is_timed || !is_step);
            let end = until.and_then(|until| {
                // Every match has its share of the remaining time.
                let rest = until.budget?.saturating_sub(begin.elapsed());
                Some(clock::now() + rest / u32::try_from(left).unwrap_or(1).max(1))
            });
            left -= 1;
            let header = header(loaded, &spec);
            let missing = missing(&keeping, loaded, &spec);
            let mut found = match &mut keeping {
                Some(keeping) => keeping.take(&header, task.nothing()),
                None => task.nothing(),
            };
            let players = spec.players;
            let mut tell = || {
                done += 1;
                progress(ComparisonProgress { variant, players, done, all });
            };
            let probes = self.probes_of(task);
            for gap in missing {
                let (mut from, mut size) = (gap.start, if is_timed { 2 } else { FIRST_PIECE });
                while from < gap.end {
                    let whole = gap.end - from;
                    let size_now = match until {
                        Some(_) if is_timed => size.min(whole),
                        Some(_) if from == 0 => self.games.min(whole),
                        Some(_) => Until::STEP.min(whole),
                        None if keeping.is_some() => size.min(whole),
                        None => whole,
                    };
                    let games = from..from + size_now;
                    let begin = clock::now();
                    let looks = self.looks_of(task);
                    let more = self.found(looks, loaded, &spec, games.clone(), stop, &mut tell);
                    if stop() {
                        return None;
                    }
                    let piece = Piece {
                        header: header.clone(),
                        games: [games.start, games.end],
                        probed: probed(probes, &games),
                        found: more,
                    };
                    if let Some(keeping) = &mut keeping
                        && (keeping.keep)(&piece).is_break()
                    {
                        return None;
                    }
                    found.merge(&piece.found);
                    from = games.end;
                    if is_timed && is_step {
                        asked.spec.games = from;
                    }
                    let rest = end.map(|end| end.saturating_duration_since(clock::now()));
                    let is_reached = match (until, &found) {
                        (Some(until), Results::Tally(tally)) => until.is_reached(tally),
                        _ => false,
                    };
                    if is_reached || rest.is_some_and(|rest| rest.is_zero()) {
                        break;
                    }
                    // A piece gets at most a quarter of the remaining time, so that little more is used.
                    let time = rest.map_or(PIECE_TIME, |rest| PIECE_TIME.min(rest / 4));
                    size = next_size(size_now, begin.elapsed(), time);
                }
            }
            finish(named, &asked, found);
        }
        Some(())
    }

    /// Returns the games of a task that are examined; none for a step, whose games only need their results.
    fn looks_of(&self, task: Task) -> Option<Looks> {
        match task {
            Task::Subject(_) | Task::Judge(_) => Some(Looks::usual(self.probes_of(task))),
            Task::Step(_) => None,
        }
    }

    /// Returns the games of a task that are examined if only the asked measures count, or `None` as in
    /// [`looks_of`](Self::looks_of).
    fn few_looks_of(&self, task: Task) -> Option<Looks> {
        let once_a_game = |measure| {
            matches!(
                measure,
                Measure::CapturedPerGame
                    | Measure::CapturesPerGame
                    | Measure::GameTreeLog10
                    | Measure::GreedyTrap
                    | Measure::HandWork
                    | Measure::OneSeedSensitivity
                    | Measure::RealChoice
            )
        };
        let mut looks = self.looks_of(task)?;
        match task {
            Task::Judge(_) => looks.moves = 0,
            Task::Subject(_) if !self.asks(once_a_game) => looks.moves = FEW_LOOKS,
            Task::Subject(_) | Task::Step(_) => {}
        }
        Some(looks)
    }

    /// Plays some games of a match.
    fn found(
        &self,
        looks: Option<Looks>,
        loaded: &Loaded,
        spec: &MatchSpec,
        games: Range<u64>,
        stop: &(dyn Fn() -> bool + Sync),
        tell: &mut dyn FnMut(),
    ) -> Results {
        let (variant, threads) = (Arc::clone(&loaded.variant), self.threads);
        let Some(looks) = looks else {
            let mut pairs = Pairs::default();
            let mut sink = |games: Vec<(Played, String)>| {
                for (played, _record) in &games {
                    tell();
                    pairs.add(played);
                }
                ControlFlow::Continue(())
            };
            variant.play_games(&header(loaded, spec), spec, games, threads, stop, &mut sink);
            return Results::Pairs(pairs);
        };
        Results::Tally(Box::new(variant.tally(spec, games, looks, threads, stop, tell)))
    }

    /// Returns the measures of a variant in the games of the first player, and its fairness in those of the last judge.
    ///
    /// Averages over the moves come from few games, because examining all moves takes longest. Returns `None` once
    /// `stop` returns `true`.
    pub fn numbers(
        &self,
        loaded: &Loaded,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<Vec<(Measure, Number)>> {
        let mut numbers: Vec<(Measure, Number)> = Vec::new();
        let tallied = self.asks(|measure| measure != Measure::EloPerDoubling);
        let matches = self.matches_of(loaded).into_iter();
        for Match { task, spec, .. } in matches.filter(|it| it.is_played) {
            let looks = self.few_looks_of(task);
            if looks.is_some() && !tallied {
                continue;
            }
            let found = self.found(looks, loaded, &spec, 0..spec.games, stop, &mut || ());
            if stop() {
                return None;
            }
            match found {
                Results::Pairs(pairs) => {
                    numbers.push((Measure::EloPerDoubling, Rung::new("", &spec, pairs).elo));
                }
                Results::Tally(tally) => {
                    let subject = Subject::new("", loaded, &spec, *tally);
                    let of_judge = matches!(task, Task::Judge(_));
                    let mut asked = self.shown();
                    asked.retain(|it| {
                        *it != Measure::EloPerDoubling && (!of_judge || it.topic() == Topic::Fair)
                    });
                    numbers.retain(|(measure, _)| !asked.contains(measure));
                    numbers.extend(asked.into_iter().map(|it| (it, subject.number(it))));
                }
            }
        }
        Some(numbers)
    }

    /// Plays or looks up all games and builds the report.
    fn report(
        &self,
        variants: &[(String, Loaded)],
        keeping: Option<&mut Keeping<'_>>,
        stop: &(dyn Fn() -> bool + Sync),
        progress: impl FnMut(ComparisonProgress<'_>),
    ) -> Option<Report> {
        let proved = if self.asks(|measure| measure.topic() == Topic::Fair) {
            Proved::of_each(variants, self.threads, stop)
        } else {
            vec![None; variants.len()]
        };
        let proved = |name: &str| {
            let mut found = variants.iter().zip(&proved);
            found.find_map(|((own, _), proved)| (own == name).then_some(*proved)?)
        };
        let mut report = Report {
            command: String::new(),
            comparison: self.clone(),
            subjects: Vec::new(),
            judged: Vec::new(),
            strength: Vec::new(),
            differences: Vec::new(),
            rankings: Vec::new(),
            sweep: None,
            watched: Vec::new(),
        };
        self.play(variants, keeping, stop, progress, |(name, loaded), asked, found| {
            let spec = &asked.spec;
            let subject = |tally: Box<Tally>| Subject {
                proved: proved(name).filter(|_| spec.rounds.is_none()),
                ..Subject::new(name, loaded, spec, *tally)
            };
            match (asked.task, found) {
                (Task::Step(_), Results::Pairs(pairs)) => {
                    report.strength.push(Rung::new(name, spec, pairs));
                }
                (Task::Judge(_), Results::Tally(_)) if !asked.is_played => {
                    let mut subjects = report.subjects.iter().rev();
                    report.judged.extend(subjects.find(|subject| subject.spec == *spec).cloned());
                }
                (Task::Judge(_), Results::Tally(tally)) => report.judged.push(subject(tally)),
                (_, Results::Tally(tally)) => report.subjects.push(subject(tally)),
                (_, Results::Pairs(_)) => {}
            }
        })?;
        for rung in &report.strength {
            if rung.spec.players[0] == PlayerSpec::Mcts(Effort::EachMove(STEP)) {
                let own = report.subjects.iter_mut().filter(|c| c.variant == rung.variant);
                own.for_each(|subject| subject.set(Measure::EloPerDoubling, rung.elo));
            }
        }
        sober(&mut report);
        report.differences = differences(&report);
        report.rankings = rankings(&report);
        Some(report)
    }
}

impl Subject {
    fn new(name: &str, loaded: &Loaded, spec: &MatchSpec, tally: Tally) -> Self {
        let game = loaded.game();
        // Only a player without chance repeats games; random games may be equal by chance or by the rules.
        let repeats = spec.players[0].repeats();
        let is_one_game = repeats && tally.sample.different() < 2.0;
        let number = |measure| {
            let number = figure(measure, &tally);
            let interval = number.interval.filter(|_| !is_one_game);
            (measure, Number { interval, ..number })
        };
        let mut subject = Self {
            variant: name.to_owned(),
            card: card_id(name),
            header: loaded.header.clone(),
            ruleset: loaded.ruleset,
            profile: Profile::of(loaded),
            label: loaded.label(),
            spec: *spec,
            lead: loaded.variant.properties().lead,
            layout: game.layout().clone(),
            opening: game.diagram(),
            proved: None,
            solved: if spec.rounds.is_none() { Solved::of(loaded) } else { None },
            verdict: Verdict::of(&tally, is_one_game, spec.opening_plies),
            numbers: Measure::iter().map(number).collect(),
            tally,
        };
        if !repeats {
            subject.set(Measure::Effective, subject.number(Measure::Games));
        }
        subject.set(Measure::PositionsLog10, Number::exact(loaded.variant.positions_log10()));
        subject
    }

    fn set(&mut self, measure: Measure, number: Number) {
        if let Some(found) = self.numbers.iter_mut().find(|(name, _)| *name == measure) {
            found.1 = number;
        }
    }
}

impl Rung {
    pub(super) fn new(name: &str, spec: &MatchSpec, found: Pairs) -> Self {
        let (pairs, unfinished) = (found.points, found.unfinished);
        let played = real(pairs.sums.games().into());
        // The score stays a quarter of a point away from 0 and 1, so that its Elo is finite.
        let least = 0.25 / played.max(1.0);
        let elo = |score: f64| elo(score.clamp(least, 1.0 - least));
        let score = pairs.sums.ratio().map(|points| points.in_units(4.0).as_share(played));
        let score = Number::from(score).of_games(pairs.sums.games());
        Self {
            variant: name.to_owned(),
            spec: *spec,
            unfinished,
            score,
            elo: Number {
                value: score.value.map(elo),
                interval: score.interval.map(|ends| ends.map(elo)),
                ..score
            },
            pairs,
        }
    }
}
