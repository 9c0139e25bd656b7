//! Proof of the winner by proof numbers: which claims to try, and how long.

use std::cell::Cell;

use super::certify::{self, Prover, certify};
use super::numbers::Numbers;
use super::solution::{Bounds, Solution, SolverProgress, Task};
use crate::kernel::Side;
use crate::search::proof::{Claim, Next, Step, Vertices};
use crate::variant::{AnyPosition, AnyVariant, Position as _};

/// Positions in the first attempt at a claim; later attempts get more.
const FIRST: u64 = 1 << 14;

/// Status of a claim: proved, refuted, or unknown.
type Known = Option<bool>;

impl Numbers<'_> {
    /// Tries a claim about a game that begins with `root`, for this many positions.
    fn claim(&mut self, root: Step, claim: Claim, nodes: u64) -> Known {
        match self.trail.next(claim.side, root, claim.least) {
            Next::Known(known) => Some(known),
            Next::Open(vertex, need) => self.ask(claim.side, vertex, need, nodes),
        }
    }

    /// Tries the claims of both sides in turn, with growing effort, until both are decided, or one is proved if that is
    /// `enough`.
    fn both(&mut self, root: Step, claims: [Claim; 2], enough: bool) -> [Known; 2] {
        let mut known = [None; 2];
        let mut nodes = FIRST;
        while !(self.poll)(self.nodes, self.depth) {
            for (known, claim) in known.iter_mut().zip(claims) {
                if known.is_none() {
                    *known = self.claim(root, claim, nodes);
                }
            }
            if enough && known.contains(&Some(true)) || !known.contains(&None) {
                break;
            }
            nodes += nodes / 2;
        }
        known
    }

    /// Returns the proved bounds on the winner. If neither side can force a win and one of them not even a draw, also
    /// returns how far each can avoid worse ends.
    fn bounds(&mut self, root: Step, side: Side) -> (Bounds, Option<[Claim; 2]>) {
        let claims = |least| [side, side.other()].map(|side| Claim::new(side, least));
        let proved = |known: Known, bound| known.filter(|&proved| proved).map(|_| bound);
        let [win, loss] = self.both(root, claims(1), true);
        let mut bounds = Bounds { low: proved(win, 1), high: proved(loss, -1) };
        // Without counted seeds, no result is better than a win.
        let [own, other] = claims(-1).map(|claim| self.claim(root, claim, 0) == Some(true));
        if bounds.low.is_some() && other {
            bounds.high = Some(1);
        } else if bounds.high.is_some() && own {
            bounds.low = Some(-1);
        }
        if [win, loss] != [Some(false); 2] {
            return (bounds, None);
        }
        // Neither side can force a win: each may still force a draw.
        let draws = self.both(root, claims(0), false);
        [bounds.low, bounds.high] = draws.map(|known| proved(known, 0));
        let [own, other] = draws.map(|known| i32::from(known == Some(false)));
        let avoided = [Claim::endless(side, other), Claim::endless(side.other(), own)];
        (bounds, (own + other > 0).then_some(avoided))
    }
}

/// Prover that uses the results of a proof-number search.
struct FromNumbers<'f, 'a> {
    numbers: &'f mut Numbers<'a>,
    vertices: &'f mut Vertices<'a>,
    claim: Claim,
    stop: &'f dyn Fn() -> bool,
}

impl<'v> Prover<'v> for FromNumbers<'_, 'v> {
    fn vertices(&mut self) -> &mut Vertices<'v> {
        self.vertices
    }

    fn proves(&mut self, vertex: u32, need: i32, effort: u32) -> Option<bool> {
        let trail = &mut self.numbers.trail;
        trail.forget(0);
        let Step::On { vertex, won: 0 } = trail.step(None, self.vertices.position(vertex)) else {
            return Some(false);
        };
        let nodes = if effort == 0 { 0 } else { 1_u64 << (8 + 2 * effort.min(20)) };
        // A side can avoid the ends that its opponent can't force.
        let Claim { side, endless, .. } = self.claim;
        let (side, need) = if endless { (side.other(), 1 - need) } else { (side, need) };
        let known = self.numbers.ask(side, vertex, need, nodes);
        if effort > 0 && (self.stop)() {
            return None;
        }
        Some(known == Some(!endless))
    }
}

/// Searches for the winner of a position that is not over. The solution stores `seeds`: whether values of this game are
/// margins in seeds.
pub(super) fn prove(
    variant: &dyn AnyVariant,
    position: &AnyPosition,
    seeds: bool,
    task: Task,
    stop: &dyn Fn() -> bool,
    progress: &mut dyn FnMut(&SolverProgress),
) -> Solution {
    let vertices = || Vertices::new(variant, position, variant.diagram(position).total(), stop);
    let (mut trail, mut vertices) = (vertices().uncompared(), vertices());
    let proves = Cell::new(false);
    let mut poll = |nodes, depth| {
        progress(&SolverProgress {
            depth: u32::try_from(depth).unwrap_or(u32::MAX),
            nodes,
            bounds: Bounds::default(),
            proves: proves.get(),
        });
        stop()
    };
    let root = trail.step(None, position);
    let mut numbers = Numbers::new(task.memory, trail, &mut poll);
    let side = position.status().to_move;
    let (bounds, avoided) = numbers.bounds(root, side);
    let avoided = avoided.filter(|_| variant.recurrence() == 0);
    let claims = avoided.map_or_else(|| bounds.claims(side), |claims| claims.to_vec());
    let (nodes, depth) = (numbers.nodes, numbers.depth);
    let mut proofs = Vec::new();
    if task.proofs {
        proves.set(true);
        (numbers.poll)(nodes, depth);
        let first = vertices.step(None, position);
        let most = task.memory / (certify::SIZE + Vertices::SIZE);
        for &claim in &claims {
            let mut found =
                FromNumbers { numbers: &mut numbers, vertices: &mut vertices, claim, stop };
            proofs.extend(certify(&mut found, claim, first, most));
        }
    }
    Solution {
        seeds,
        bounds,
        certain: bounds,
        claims,
        proofs,
        nodes,
        depth: u32::try_from(depth).unwrap_or(u32::MAX),
        memory: numbers.memory(),
        cycles: numbers.cycles,
        endless: avoided.is_some(),
        ..Solution::default()
    }
}
