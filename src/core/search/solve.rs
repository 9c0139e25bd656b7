//! Solver: proves the value of a game with perfect play, exactly or between bounds.

use super::certify::{self, Prover, certify};
use super::frame::Known;
use super::margin::Scale;
use super::prove::prove;
use super::score::{Asks, meet};
use super::solution::{Bounds, Method, MoveValue, Solution, SolverProgress, Task};
use super::solver::{After, Root, Solver, Stopped};
use super::tables::Probe;
use crate::game::Game;
use crate::search::proof::{Claim, Proof, Vertices};
use crate::text::notation::{Legal, legal_moves};
use crate::variant::{AnyPosition, Position as _};

const DEEPEST: u8 = 250;
/// Depth increments between searches: small at first, as many positions are solved early. From [`DEEP`] on, ten games of
/// `examples/solved` took fewer nodes with the larger one.
const STEPS: [u8; 2] = [4, 6];
const DEEP: u8 = 14;
const LONGEST_LINE: usize = 1000;
/// Depth from which the solver tries to analyse all reachable positions at once, if positions recur.
const FEW_FROM: u8 = 14;

impl Solver<'_> {
    /// Searches to a depth with estimates for unknown values, until the estimated value is exact.
    fn estimate(&mut self, root: &mut Root, depth: u8) -> Result<(), Stopped> {
        self.core.begin();
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
            self.core.begin();
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

    /// Searches up to a depth until enough is proved, the search is stopped, or no progress is possible.
    ///
    /// With `least`, it is enough to know whether the value is at least that.
    fn settle(
        &mut self,
        root: &mut Root,
        least: Option<i32>,
        deepest: u8,
        told: &mut dyn FnMut(&Self, &Root),
    ) -> Result<(), Stopped> {
        let open = |[low, high]: [i32; 2]| match least {
            Some(least) => low < least && least <= high,
            None => low < high,
        };
        let mut depth = 2;
        while open(root.proved) && depth <= deepest {
            if self.core.cycles && depth >= FEW_FROM && self.enumerate(root, false) {
                return Ok(());
            }
            self.depth = self.depth.max(depth);
            told(self, root);
            match least {
                Some(least) => {
                    self.core.begin();
                    self.ask(root, depth, least, Asks::Nobody)?;
                }
                None => self.estimate(root, depth)?,
            }
            if open(root.proved) && self.core.cycles {
                self.prove(root, depth)?;
            }
            depth += STEPS[usize::from(depth >= DEEP)];
        }
        if open(root.proved) && self.core.cycles && deepest == DEEPEST {
            self.enumerate(root, true);
        }
        Ok(())
    }

    /// Applies the bounds from the analysis of all reachable positions, if there are few of these; after that, further
    /// search proves nothing more.
    fn enumerate(&mut self, root: &mut Root, patient: bool) -> bool {
        let found = self.whole(root, patient);
        if let Some([found, certain]) = found {
            root.learn(certain);
            self.certain.get_or_insert(root.proved);
            root.learn(found);
        }
        found.is_some()
    }

    fn legal(&self, position: &AnyPosition) -> Vec<Legal> {
        legal_moves(self.asked, position, self.frame.stop)
    }

    fn moves(
        &mut self,
        position: &AnyPosition,
        told: &mut dyn FnMut(&Self, &Root),
    ) -> Vec<MoveValue> {
        let legal = self.legal(position).into_iter();
        self.leave(position);
        let valued = |Legal { text, after, .. }| {
            let bounds = match self.after(position, &after) {
                After::Break(value) => Bounds::exactly(value),
                After::Continue((mut root, same, won)) => {
                    // Proved bounds remain valid if the search is stopped.
                    let _ = self.settle(&mut root, None, DEEPEST, told);
                    let won = if same { won } else { -won };
                    let bounds = self.bounds(root.proved, root.limits, won);
                    if same { bounds } else { bounds.turned() }
                }
            };
            MoveValue { text, bounds }
        };
        let all = legal.map(valued).collect();
        self.return_to_start();
        all
    }

    /// Returns proofs of these claims for the initial position.
    fn proofs(&mut self, position: &AnyPosition, claims: &[Claim]) -> Vec<Proof> {
        let root = self.vertices.step(None, position);
        let most = self.memory / (certify::SIZE + Vertices::SIZE);
        let mut proofs = Vec::new();
        for &claim in claims {
            proofs.extend(certify(&mut Sure { solver: &mut *self, claim }, claim, root, most));
        }
        proofs
    }

    /// Returns a line of best play from a position of this value, as far as possible.
    fn line(&mut self, mut position: AnyPosition, mut value: i32) -> Vec<String> {
        let (mut line, mut seen) = (Vec::new(), Vec::new());
        while line.len() < LONGEST_LINE {
            seen.push(position);
            self.leave(&position);
            let Some((mv, left)) = self.best(&position, value, &seen) else { break };
            line.push(mv.text);
            let Some(left) = left else { break };
            (position, value) = (mv.after, left);
        }
        self.return_to_start();
        line
    }

    /// Finds a move that keeps this value and does not lead to a seen position.
    ///
    /// Also returns the value of the position after it for its player to move if the game goes on.
    fn best(
        &mut self,
        position: &AnyPosition,
        value: i32,
        seen: &[AnyPosition],
    ) -> Option<(Legal, Option<i32>)> {
        let legal = self.legal(position);
        // Try table entries first, then search.
        for deepest in [1, DEEPEST] {
            for mv in &legal {
                match self.after(position, &mv.after) {
                    After::Break(found) if found == value => return Some((mv.clone(), None)),
                    After::Break(_) => {}
                    After::Continue((mut root, same, won)) => {
                        let to_go = if same { value - won } else { won - value };
                        let least = if same { to_go } else { to_go + 1 };
                        self.try_out(&mut root, least, deepest).ok()?;
                        let [low, high] = root.proved;
                        let keeps = if same { low >= to_go } else { high <= to_go };
                        if keeps && !seen.contains(&mv.after) {
                            return Some((mv.clone(), Some(if same { value } else { -value })));
                        }
                    }
                }
            }
        }
        None
    }

    /// Searches up to a depth whether a value is at least `least`; at depth 1, looks it up.
    fn try_out(&mut self, root: &mut Root, least: i32, deepest: u8) -> Result<(), Stopped> {
        if deepest > 1 {
            return self.settle(root, Some(least), deepest, &mut |_, _| ());
        }
        self.core.begin();
        self.ask(root, 1, least, Asks::Nobody).map(drop)
    }
}

/// Prover that uses the results of the solver.
struct Sure<'s, 'a> {
    solver: &'s mut Solver<'a>,
    claim: Claim,
}

impl<'v> Prover<'v> for Sure<'_, 'v> {
    fn vertices(&mut self) -> &mut Vertices<'v> {
        &mut self.solver.vertices
    }

    fn proves(&mut self, vertex: u32, need: i32, effort: u32) -> Option<bool> {
        let own = self.solver.vertices.mover(vertex) == self.claim.side;
        let position = self.solver.vertices.position(vertex);
        let (mut root, won) = self.solver.root(position, position);
        // The opponent gets `need` unless the mover gets more than its negative.
        let least = if own { need - won } else { 1 - need - won };
        if self.claim.endless {
            let open = self.solver.certain(&root);
            return Some(
                open.is_some_and(|[low, high]| if own { high >= least } else { low < least }),
            );
        }
        // An open value could be searched for ever, while that of another move is proved soon.
        let deepest = if effort == 0 { 1 } else { DEEPEST.min(4 << effort.min(6)) };
        self.solver.try_out(&mut root, least, deepest).ok()?;
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
        let (variant, position) = (self.variant(), self.position());
        let scale = Scale::of(variant, position, self.seeds());
        let seeds = scale != Scale::Result;
        if let Some(outcome) = self.result() {
            let value = scale.over(variant, None, position, outcome);
            return Solution {
                seeds,
                bounds: Bounds::exactly(value),
                certain: Bounds::exactly(value),
                ..Solution::default()
            };
        }
        if task.method == Method::Numbers {
            return prove(variant, position, seeds, task, stop, progress);
        }
        let rules = task.tables.map(|tables| (tables, self.shared_variant().for_tables()));
        let probe = rules.and_then(|(tables, rules)| Probe::of(rules.ok()?, tables));
        let known = probe
            .as_ref()
            .map(|probe| |scale, position: &AnyPosition| probe.bounds(scale, position));
        let known = known.as_ref().map(|known| known as &Known<'_>);
        let played_out = variant.played_out();
        let mut solver = Solver::new(variant, played_out.as_deref(), position, known, task, stop);
        solver.search_out(position, task, seeds, progress)
    }
}

impl Solver<'_> {
    /// Answers all questions of a task about the initial position.
    fn search_out(
        &mut self,
        position: &AnyPosition,
        task: Task<'_>,
        seeds: bool,
        progress: &mut dyn FnMut(&SolverProgress),
    ) -> Solution {
        let mut solution = Solution { seeds, ..Solution::default() };
        let (mut root, won) = self.root(position, position);
        let limits = root.limits;
        let mut told = |solver: &Self, proved: [i32; 2], proves| {
            progress(&SolverProgress {
                depth: u32::from(solver.depth),
                nodes: solver.core.nodes,
                bounds: solver.bounds(proved, limits, won),
                proves,
            });
        };
        let search = &mut |solver: &Self, root: &Root| told(solver, root.proved, false);
        // Proved bounds remain valid if the search is stopped.
        let _ = self.settle(&mut root, None, DEEPEST, search);
        let [low, high] = root.proved.map(|bound| bound + won);
        // A player who can force a win has no need of endless play.
        let is_open = low < high && low <= 0 && 0 <= high;
        solution.endless = is_open && self.is_endless(&root);
        solution.bounds = self.bounds(root.proved, limits, won);
        solution.certain = self.bounds(self.certain.unwrap_or(root.proved), limits, won);
        if task.moves {
            let told = &mut |solver: &Self, _: &Root| told(solver, root.proved, false);
            solution.moves = self.moves(position, told);
            solution.bound_moves();
        }
        if let Some(value) = solution.bounds.value() {
            solution.line = self.line(*position, value);
        }
        let side = position.status().to_move;
        solution.claims = if solution.endless {
            vec![Claim::endless(side, high), Claim::endless(side.other(), -low)]
        } else {
            solution.certain.claims(side)
        };
        if task.proofs {
            told(self, root.proved, true);
            solution.proofs = self.proofs(position, &solution.claims);
        }
        solution.nodes = self.core.nodes;
        solution.memory = self.core.table.memory();
        solution.depth = u32::from(self.depth);
        solution.cycles = self.core.cycles;
        solution
    }
}
