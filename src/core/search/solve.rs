//! Solver: proves the value of a game with perfect play, exactly or between bounds.

use super::certify::{Prover, certify};
use super::frame::Known;
use super::margin::Scale;
use super::prove::{Hunted, prove};
use super::score::{Asks, Score, meet};
use super::searched::{After, Root, Searched};
use super::solution::{Bounds, Method, MoveValue, Solution, SolverProgress, Task};
use super::tables::Probe;
use crate::game::Game;
use crate::kernel::board::Side;
use crate::search::proof::{Claim, Ground, Proof};
use crate::variant::AnyPosition;

/// Maximum depth of a search.
const DEEPEST: u8 = 250;
/// Depth increments between searches: small at first, as many positions are solved early. From [`DEEP`] on, ten games of
/// `examples/solved` took fewer nodes with the larger one.
const STEPS: [u8; 2] = [4, 6];
const DEEP: u8 = 14;
/// Maximum length of a line of best play.
const LONGEST_LINE: usize = 1000;
/// Depth from which the solver tries to analyse all reachable positions at once, if positions recur.
const FEW_FROM: u8 = 14;

/// Solver at work.
struct Solver<'s, 'a> {
    search: &'s mut Searched<'a>,
    depth: u8,
    /// Bounds of the first position before an analysis of repetitions improved them.
    certain: Option<[i32; 2]>,
}

/// Error of a stopped search.
struct Stopped;

impl Solver<'_, '_> {
    /// Runs a null-window search, which only tells whether the value is at least `least`.
    fn ask(
        &mut self,
        root: &mut Root,
        depth: u8,
        least: i32,
        asks: Asks,
    ) -> Result<Score, Stopped> {
        let window = [least - 1, least];
        let score = self.search.node(root, depth, window, asks).ok_or(Stopped)?;
        root.learn(score.proved);
        Ok(score)
    }

    /// Searches to a depth with estimates for unknown values, until the estimated value is exact.
    fn estimate(&mut self, root: &mut Root, depth: u8) -> Result<(), Stopped> {
        self.search.core.begin();
        let [mut low, mut high] = root.proved;
        let mut guess = root.guess.clamp(low, high);
        while low < high {
            let least = if guess == low { guess + 1 } else { guess };
            let score = self.ask(root, depth, least, Asks::Nobody)?;
            if score.value < least {
                high = score.value.clamp(low, least - 1);
            } else {
                low = score.value.clamp(least, high);
            }
            [low, high] = [low, high].map(|value| value.clamp(root.proved[0], root.proved[1]));
            guess = score.value.clamp(low, high);
        }
        root.guess = low;
        Ok(())
    }

    /// Searches for the best bounds provable at a depth, scoring unknown values pessimistically for each side in turn.
    fn prove(&mut self, root: &mut Root, depth: u8) -> Result<(), Stopped> {
        for asks in [Asks::Mover, Asks::Other] {
            self.search.core.begin();
            let ([mut low, mut high], more) = (root.proved, i32::from(asks == Asks::Other));
            let mut first = Some(root.guess + more);
            while low < high {
                let middle = low + (high - low + 1 + more) / 2;
                let least = first.take().unwrap_or(middle).clamp(low + 1, high);
                self.ask(root, depth, least, asks)?;
                [low, high] = meet([low, high], root.proved);
                // The search of one player says nothing about the bound of the other.
                if asks == Asks::Mover && low < least {
                    high = high.min(least - 1);
                } else if asks == Asks::Other && high >= least {
                    low = low.max(least);
                }
            }
        }
        Ok(())
    }

    /// Searches with increasing depth until enough is proved, the search is stopped, or no progress is possible.
    ///
    /// With `least`, it is enough to know whether the value is at least that.
    fn settle(
        &mut self,
        root: &mut Root,
        least: Option<i32>,
        told: &mut dyn FnMut(&Self, &Root),
    ) -> Result<(), Stopped> {
        let open = |[low, high]: [i32; 2]| match least {
            Some(least) => low < least && least <= high,
            None => low < high,
        };
        let mut depth = 2;
        while open(root.proved) && depth <= DEEPEST {
            if self.search.core.cycles && depth >= FEW_FROM && self.enumerate(root, false) {
                return Ok(());
            }
            self.depth = self.depth.max(depth);
            told(self, root);
            match least {
                Some(least) => {
                    self.search.core.begin();
                    self.ask(root, depth, least, Asks::Nobody)?;
                }
                None => self.estimate(root, depth)?,
            }
            if open(root.proved) && self.search.core.cycles {
                self.prove(root, depth)?;
            }
            depth += STEPS[usize::from(depth >= DEEP)];
        }
        if open(root.proved) && self.search.core.cycles {
            self.enumerate(root, true);
        }
        Ok(())
    }

    /// Applies the bounds from the analysis of all reachable positions, if there are few of these; after that, further
    /// search proves nothing more.
    fn enumerate(&mut self, root: &mut Root, patient: bool) -> bool {
        let found = self.search.whole(root, patient);
        if let Some([found, certain]) = found {
            root.learn(certain);
            self.certain.get_or_insert(root.proved);
            root.learn(found);
        }
        found.is_some()
    }

    fn moves(&mut self, position: u32, told: &mut dyn FnMut(&Self, &Root)) -> Vec<MoveValue> {
        let legal = self.search.legal(position).into_iter();
        self.search.leave(position);
        let valued = |(text, after)| {
            let bounds = match self.search.after(position, after) {
                After::Over(value) => Bounds::exactly(value),
                After::Root(mut root, same, won) => {
                    // Proved bounds remain valid if the search is stopped.
                    let _ = self.settle(&mut root, None, told);
                    let won = if same { won } else { -won };
                    let bounds = self.search.bounds(root.proved, root.limits, won);
                    if same { bounds } else { bounds.turned() }
                }
            };
            MoveValue { text, bounds }
        };
        let all = legal.map(valued).collect();
        self.search.return_to_start();
        all
    }

    /// Returns proofs of these claims for the initial position.
    fn proofs(&mut self, claims: &[Claim]) -> Vec<Proof> {
        let (root, most) = self.search.ground();
        let mut proofs = Vec::new();
        for &claim in claims {
            let solver = &mut *self;
            proofs.extend(certify(&mut Sure { solver, claim }, claim, root, most));
        }
        proofs
    }

    /// Returns a line of best play from a position of this value, as far as possible.
    fn line(&mut self, mut position: u32, mut value: i32) -> Vec<String> {
        let (mut line, mut seen) = (Vec::new(), Vec::new());
        while line.len() < LONGEST_LINE {
            seen.push(position);
            self.search.leave(position);
            let Some((text, after, left)) = self.best(position, value, &seen) else {
                break;
            };
            line.push(text);
            let Some(left) = left else { break };
            (position, value) = (after, left);
        }
        self.search.return_to_start();
        line
    }

    /// Finds a move that keeps this value and does not lead to a seen position.
    ///
    /// Returns its notation, the position after it, and the value of that position for its player to move if the game
    /// goes on.
    fn best(
        &mut self,
        position: u32,
        value: i32,
        seen: &[u32],
    ) -> Option<(String, u32, Option<i32>)> {
        let legal = self.search.legal(position);
        // Try table entries first, then search.
        for deepest in [1, DEEPEST] {
            for (text, after) in &legal {
                match self.search.after(position, *after) {
                    After::Over(found) if found == value => {
                        return Some((text.clone(), *after, None));
                    }
                    After::Over(_) => {}
                    After::Root(mut root, same, won) => {
                        let to_go = if same { value - won } else { won - value };
                        let least = if same { to_go } else { to_go + 1 };
                        let searched = if deepest == 1 {
                            self.search.core.begin();
                            self.ask(&mut root, 1, least, Asks::Nobody).map(drop)
                        } else {
                            self.settle(&mut root, Some(least), &mut |_, _| ())
                        };
                        searched.ok()?;
                        let [low, high] = root.proved;
                        let keeps = if same { low >= to_go } else { high <= to_go };
                        if keeps && !self.search.is_among(*after, seen) {
                            let score = if same { value } else { -value };
                            return Some((text.clone(), *after, Some(score)));
                        }
                    }
                }
            }
        }
        None
    }
}

/// Prover that uses the results of the solver.
struct Sure<'t, 's, 'a> {
    solver: &'t mut Solver<'s, 'a>,
    claim: Claim,
}

impl Prover for Sure<'_, '_, '_> {
    fn ground(&mut self) -> &mut dyn Ground {
        &mut self.solver.search.vertices
    }

    fn proves(&mut self, vertex: u32, need: i32, effort: u32) -> Option<bool> {
        let own = self.ground().mover(vertex) == self.claim.side;
        let (mut root, won) = self.solver.search.root_at(vertex);
        // The opponent gets `need` unless the mover gets more than its negative.
        let least = if own { need - won } else { 1 - need - won };
        if self.claim.endless {
            self.solver.search.forget(&root);
            let open = self.solver.search.certain(&root);
            return Some(
                open.is_some_and(|[low, high]| if own { high >= least } else { low < least }),
            );
        }
        let found = if effort > 0 {
            self.solver.settle(&mut root, Some(least), &mut |_, _| ())
        } else {
            self.solver.search.core.begin();
            self.solver.ask(&mut root, 1, least, Asks::Nobody).map(drop)
        };
        self.solver.search.forget(&root);
        found.ok()?;
        let [low, high] = root.proved;
        Some(if own { low >= least } else { high < least })
    }
}

impl Game {
    /// Solves the position with perfect play, ignoring the moves played before; see [`Solution`].
    ///
    /// Calls `progress` before each search to a depth. Once `stop` returns `true`, the bounds proved so far are
    /// returned.
    pub fn solve(
        &self,
        task: Task<'_>,
        stop: &dyn Fn() -> bool,
        progress: &mut dyn FnMut(&SolverProgress),
    ) -> Solution {
        let (variant, position, side) = (self.variant(), self.position(), self.to_move());
        let scale = Scale::of(variant, position, self.seeds());
        let seeds = scale != Scale::Result;
        if let Some(outcome) = self.result() {
            let value = scale.over(variant, None, position, outcome);
            return Solution {
                bounds: Bounds::exactly(value),
                certain: Bounds::exactly(value),
                seeds,
                ..Solution::default()
            };
        }
        if task.method == Method::Numbers {
            let mut hunted = Hunted::new(variant, position, stop);
            return prove(&mut hunted, side, seeds, task, stop, progress);
        }
        let rules = task
            .tables
            .map(|tables| (tables, self.shared_variant().for_tables()));
        let probe = rules.and_then(|(tables, rules)| Probe::of(rules.ok()?, tables));
        let known = probe
            .as_ref()
            .map(|probe| |scale, position: &AnyPosition| probe.bounds(scale, position));
        let known = known.as_ref().map(|known| known as &Known<'_>);
        let played_out = variant.played_out();
        let mut search = Searched::new(variant, played_out.as_deref(), position, known, task, stop);
        search_out(&mut search, task, side, seeds, progress)
    }
}

/// Answers all questions of a task about the position of a search.
fn search_out(
    search: &mut Searched<'_>,
    task: Task<'_>,
    side: Side,
    seeds: bool,
    progress: &mut dyn FnMut(&SolverProgress),
) -> Solution {
    let mut solution = Solution {
        seeds,
        ..Solution::default()
    };
    let (first, (mut root, won)) = search.first();
    let mut solver = Solver {
        search,
        depth: 0,
        certain: None,
    };
    let limits = root.limits;
    let mut told = |solver: &Solver<'_, '_>, proved: [i32; 2]| {
        progress(&SolverProgress {
            depth: u32::from(solver.depth),
            nodes: solver.search.core.nodes,
            bounds: solver.search.bounds(proved, limits, won),
        });
    };
    // Proved bounds remain valid if the search is stopped.
    let _ = solver.settle(&mut root, None, &mut |solver, root| {
        told(solver, root.proved);
    });
    let [low, high] = root.proved.map(|bound| bound + won);
    // A player who can force a win has no need of endless play.
    let is_open = low < high && low <= 0 && 0 <= high;
    solution.endless = is_open && solver.search.is_endless(&root);
    solution.bounds = solver.search.bounds(root.proved, limits, won);
    let certain = solver.certain.unwrap_or(root.proved);
    solution.certain = solver.search.bounds(certain, limits, won);
    if task.moves {
        let proved = root.proved;
        solution.moves = solver.moves(first, &mut |solver, _| told(solver, proved));
    }
    if let Some(value) = solution.bounds.value() {
        solution.line = solver.line(first, value);
    }
    solution.claims = if solution.endless {
        let other = side.other();
        vec![Claim::endless(side, high), Claim::endless(other, -low)]
    } else {
        solution.certain.claims(side)
    };
    if task.proofs {
        solution.proofs = solver.proofs(&solution.claims);
    }
    solution.nodes = solver.search.core.nodes;
    solution.memory = solver.search.core.table.memory();
    solution.depth = u32::from(solver.depth);
    solution.cycles = solver.search.core.cycles;
    solution
}
