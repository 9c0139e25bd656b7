//! Search over rules: variants of known games whose measures reach a goal.
//!
//! Each generation changes rules of the best games so far, or mixes the rules of two. Candidates race: all play a few
//! games, only promising ones play more. They share random numbers. An archive keeps the best game of each cell of a
//! grid over two measures (MAP-Elites: J.-B. Mouret, J. Clune, *Illuminating search spaces by mapping elites*, 2015).
//! Fresh games, also by a stronger player, then confirm the best.
//!
//! | file | purpose |
//! |---|---|
//! | `space` | rules that may change, and the changes |
//! | `race` | stages of games, and the figures of a candidate |
//! | `archive` | grid of the best games, and the front of games that no other one beats |
//! | `state` | results of a search as lines of a file |
//! | `found` | the best games, with their variant files and their differences from known games |

mod archive;
mod found;
mod race;
mod space;
mod state;

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::path::Path;

use crate::atlas::mechanisms::Profile;
use crate::atlas::profiled;
use crate::files::catalogue::{Catalogue, Loaded};
use crate::report::{ArchiveCell, Best, Designed, Figures, SearchCounts};
use mankala_core::kernel::dice::Dice;
use mankala_core::play::matches::Shard;
use mankala_core::system::clock::{Instant, now};
use mankala_core::system::threads::work_off;

use archive::{Archive, on_front};
use found::{described, simplified};
use race::{Candidate, STAGES, Stage};
pub use race::{Plan, axis};
use space::Space;
pub use state::{Known, Line, first_line, read};

/// Number of candidates of a generation. It does not depend on the number of threads.
const GENERATION: usize = 64;
/// Number of attempts to find a rule set that the ruleset accepts and that is new.
const ATTEMPTS: u32 = 60;
/// Of each generation, one candidate in this many reaches the next stage at most.
const ONE_IN: usize = 4;

/// Helpers of a search.
pub struct Work<'a> {
    /// Catalogue with all games.
    pub catalogue: &'a Catalogue,
    /// Number of threads.
    pub threads: usize,
    /// Results known from an earlier run, or from other parts.
    pub known: Known,
    /// Callback for each new result; it may stop the search.
    pub keep: &'a mut dyn FnMut(&Line) -> ControlFlow<()>,
    /// Callback with the number of candidates and of those that reach the goal so far.
    pub tell: &'a mut dyn FnMut(u64, usize),
    /// Callback that returns `true` if the search should stop.
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// Folder of the variant files, which may inherit from files in it.
    pub folder: Option<&'a Path>,
    /// Name of the program in the variant files.
    pub program: &'a str,
}

#[derive(Default)]
struct SearchResult {
    counts: SearchCounts,
    /// Cells of the archive with their games.
    cells: Vec<([usize; 2], Candidate)>,
    /// Candidates that reached the last stage, best first.
    last: Vec<Candidate>,
}

impl SearchResult {
    fn reached(&self) -> usize {
        self.last.iter().filter(|it| it.misses == 0.0).count()
    }

    fn merge(&mut self, other: Self) {
        self.counts.add(other.counts);
        for (at, candidate) in other.cells {
            archive::put(&mut self.cells, at, candidate);
        }
        for candidate in other.last {
            if !self.last.iter().any(|own| own.digest == candidate.digest) {
                self.last.push(candidate);
            }
        }
        archive::best_first(&mut self.last);
    }
}

/// Child of a generation: a candidate with its game, and the number of attempts that the ruleset refused.
type Child = (Option<(Candidate, Loaded)>, u64);

/// One part of a search.
struct Search<'a, 'w> {
    plan: &'a Plan,
    work: &'a mut Work<'w>,
    space: Space,
    archive: Archive,
    found: SearchResult,
    /// Digests of all candidates so far.
    seen: HashSet<String>,
    /// Figures of the first stage of all candidates so far, to find games that play alike.
    played: HashSet<String>,
}

/// Runs a search or a part of it, and plays fresh games of the best rule sets; returns `None` if it was stopped.
///
/// A part has no best rule sets, as these follow from all parts. The caller adds the command.
pub fn run(plan: &Plan, work: &mut Work<'_>) -> Option<Designed> {
    let known = profiled(work.catalogue);
    let (numbers, candidates) = plan.own_parts();
    let parts = numbers.end() - numbers.start() + 1;
    let each = plan.budget.map(|budget| budget / parts);
    let mut found = SearchResult::default();
    for part in numbers {
        let until = each.map(|each| now() + each);
        let part = search(plan, part, candidates, until, &known, &found, work)?;
        found.merge(part);
    }
    let best = match plan.shard {
        Shard::WHOLE => confirmed(plan, &found, &known, work)?,
        _ => Vec::new(),
    };
    let cell = |(at, it): ([usize; 2], Candidate)| ArchiveCell {
        at,
        game: it.game,
        misses: it.misses,
        stage: it.stage.to_string(),
    };
    let mut designed = Designed {
        command: String::new(),
        goal: plan.goal.clone(),
        measures: plan.measures(),
        behind: plan.games_behind(),
        spread: plan.spread,
        players: [plan.player, plan.stronger],
        games: plan.games,
        seed: plan.seed,
        counts: found.counts,
        reached: found.reached(),
        cells: found.cells.into_iter().map(cell).collect(),
        best,
    };
    designed.sort();
    Some(designed)
}

/// Plays fresh games of the best rule sets, and describes these.
fn confirmed(
    plan: &Plan,
    found: &SearchResult,
    known: &[(Loaded, Profile)],
    work: &mut Work<'_>,
) -> Option<Vec<Best>> {
    let mut simple: Vec<_> = found.last.iter().take(plan.best).map(|own| (own, None)).collect();
    let (catalogue, stop) = (work.catalogue, work.stop);
    work_off(work.threads, simple.iter_mut(), &|(own, simple)| {
        *simple = simplified(plan, own, catalogue, stop);
    });
    if (work.stop)() {
        return None;
    }
    // Different changes can leave the same rules.
    let mut seen = HashSet::new();
    let best = simple.into_iter().filter_map(|(_, simple)| simple);
    let best: Vec<_> = best.filter(|(own, _)| seen.insert(own.digest.clone())).collect();
    let [mut again, mut stronger] = [best.clone(), best.clone()];
    play(plan, Stage::Again, &mut again, work)?;
    play(plan, Stage::Stronger, &mut stronger, work)?;
    // The figures of the race are those of lucky winners.
    let qualities: Vec<&[f64]> = again.iter().map(|(it, _)| &*it.qualities).collect();
    let front = on_front(&qualities);
    let all = best.into_iter().zip(again.into_iter().zip(stronger)).zip(front);
    let digests: HashSet<String> = known.iter().map(|(game, _)| game.digest()).collect();
    let all = all.map(|(((own, loaded), ((again, _), (stronger, _))), front)| {
        let is_known = digests.contains(&own.digest);
        let candidates = [own, again, stronger];
        described(plan, work, known, &loaded, is_known, candidates, front)
    });
    Some(all.collect())
}

/// Runs a part of a search after others; returns `None` if it was stopped.
///
/// The result depends only on the plan, the part and the number of candidates, unless `until` ends the search.
fn search(
    plan: &Plan,
    part: u32,
    candidates: u64,
    until: Option<Instant>,
    known: &[(Loaded, Profile)],
    before: &SearchResult,
    work: &mut Work<'_>,
) -> Option<SearchResult> {
    let base = |base: &String| Some(Candidate::new(base, &work.catalogue.load(base, &[]).ok()?));
    let bases = plan.bases.iter().filter_map(base).collect();
    let mut search = Search {
        plan,
        space: Space::of(work.catalogue, known, &plan.bases),
        work,
        archive: Archive::new(plan.spread, bases),
        found: SearchResult::default(),
        seen: HashSet::new(),
        played: HashSet::new(),
    };
    let mut first = 0;
    loop {
        let late = until.is_some_and(|until| now() >= until);
        let left = candidates.saturating_sub(search.found.counts.candidates);
        // A space without new rule sets ends the search too.
        if late || left == 0 || first > candidates.saturating_add(256).saturating_mul(4) {
            break;
        }
        let children = search.breed(part, first, left)?;
        first += GENERATION as u64;
        search.race(children)?;
        let done = before.counts.candidates + search.found.counts.candidates;
        let reached = before.reached() + search.found.reached();
        (search.work.tell)(done, reached);
    }
    search.found.cells = search.archive.cells;
    archive::best_first(&mut search.found.last);
    Some(search.found)
}

impl Search<'_, '_> {
    /// Makes the next generation: the known games first, then changed ones.
    fn breed(&mut self, part: u32, first: u64, left: u64) -> Option<Vec<(Candidate, Loaded)>> {
        let mut children: Vec<Child> = (0..GENERATION).map(|_| (None, 0)).collect();
        let numbered = children.iter_mut().zip(first..);
        let (plan, work, seen) = (self.plan, &*self.work, &self.seen);
        let (space, archive) = (&self.space, &self.archive);
        work_off(work.threads, numbered, &|(child, number)| {
            let base = usize::try_from(number).unwrap_or(usize::MAX);
            if let Some(base) = plan.bases.get(base) {
                let loaded = work.catalogue.load(base, &[]).ok();
                child.0 = loaded.map(|loaded| (Candidate::new(base, &loaded), loaded));
                return;
            }
            let mut dice = Dice::numbered(plan.seed.wrapping_add(u64::from(part) << 32), number);
            for _ in 0..ATTEMPTS {
                if (work.stop)() {
                    return;
                }
                let parents = archive.parents(plan, &mut dice);
                let Some(changed) = space.changed(&parents, plan.blind, &mut dice) else {
                    continue;
                };
                match work.catalogue.load(&parents[0].game, &changed) {
                    Ok(loaded) => {
                        let candidate = Candidate::new(&parents[0].game, &loaded);
                        if !seen.contains(&candidate.digest) {
                            child.0 = Some((candidate, loaded));
                            return;
                        }
                    }
                    Err(_) => child.1 += 1,
                }
            }
        });
        if (self.work.stop)() {
            return None;
        }
        let mut new = Vec::new();
        for (child, refused) in children {
            self.found.counts.refused += refused;
            if let Some((candidate, loaded)) = child
                && (new.len() as u64) < left
                && self.seen.insert(candidate.digest.clone())
            {
                new.push((candidate, loaded));
            }
        }
        self.found.counts.candidates += new.len() as u64;
        Some(new)
    }

    /// Plays a generation, stage by stage, and puts it into the archive.
    fn race(&mut self, mut children: Vec<(Candidate, Loaded)>) -> Option<()> {
        for stage in STAGES {
            self.found.counts.games += play(self.plan, stage, &mut children, self.work)?;
            if stage == STAGES[0] {
                children.retain(|(candidate, _)| {
                    let is_new = self.played.insert(candidate.play());
                    self.found.counts.alike += u64::from(!is_new);
                    self.found.counts.endless += u64::from(is_new && !candidate.ends());
                    is_new && candidate.ends()
                });
            }
            let is_last = stage == STAGES[STAGES.len() - 1];
            let mut order: Vec<usize> = (0..children.len()).collect();
            order.sort_by(|&a, &b| children[a].0.misses.total_cmp(&children[b].0.misses));
            order.truncate(children.len().div_ceil(ONE_IN));
            let mut next = Vec::new();
            for (place, (candidate, loaded)) in children.into_iter().enumerate() {
                if is_last {
                    self.found.last.push(candidate.clone());
                } else if candidate.hopes && order.contains(&place) {
                    next.push((candidate, loaded));
                    continue;
                }
                self.archive.put(candidate);
            }
            children = next;
        }
        Some(())
    }
}

/// Plays a stage of these candidates, and returns the number of games; `None` if it was stopped.
fn play(
    plan: &Plan,
    stage: Stage,
    children: &mut [(Candidate, Loaded)],
    work: &mut Work<'_>,
) -> Option<u64> {
    let of = |candidate: &Candidate| work.known.get(&candidate.digest, stage);
    let before: Vec<Option<Figures>> = children.iter().map(|(it, _)| of(it)).collect();
    let mut figures = before.clone();
    let missing = children.iter().zip(&mut figures).filter(|(_, figures)| figures.is_none());
    work_off(work.threads, missing, &|((_, loaded), figures)| {
        *figures = plan.figures(stage, loaded, work.stop);
    });
    // Finished candidates are kept even if others were stopped.
    let mut games = 0;
    for (((candidate, _), before), figures) in children.iter_mut().zip(before).zip(figures) {
        let Some(figures) = figures else { continue };
        games += plan.games_of(stage);
        if before.is_none() && (work.keep)(&Line::new(candidate, stage, &figures)).is_break() {
            return None;
        }
        candidate.settle(plan, stage, figures);
    }
    (!(work.stop)()).then_some(games)
}
