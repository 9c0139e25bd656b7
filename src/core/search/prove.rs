//! Proof of the winner by proof numbers: which claims to try, and how long.

use super::certify::{self, Prover, certify};
use super::numbers::{Ask, Numbers};
use super::solution::{Bounds, Solution, SolverProgress, Task};
use crate::kernel::board::Side;
use crate::search::proof::{Claim, Ground, Next, Step, Trail, Vertices, next};
use crate::variant::{AnyPosition, AnyVariant};

/// Positions in the first attempt at a claim; later attempts get more.
const FIRST: u64 = 1 << 14;

/// Search of one game with its results.
struct Finder<'a> {
    numbers: Numbers,
    trail: &'a mut dyn Trail,
    root: Step,
    poll: &'a mut dyn FnMut(u64, usize) -> bool,
}

/// Status of a claim: proved, refuted, or unknown.
type Known = Option<bool>;

impl Finder<'_> {
    /// Tries a claim for this many positions.
    fn claim(&mut self, claim: Claim, nodes: u64) -> Known {
        match next(&*self.trail, claim.side, self.root, claim.least) {
            Next::Known(known) => Some(known),
            Next::Open(vertex, need) => self.ask(claim.side, vertex, need, nodes),
        }
    }

    fn ask(&mut self, side: Side, vertex: u32, need: i32, nodes: u64) -> Known {
        let mut ask = Ask {
            trail: &mut *self.trail,
            side,
            poll: &mut *self.poll,
        };
        self.numbers.ask(&mut ask, vertex, need, nodes)
    }

    fn stopped(&mut self) -> bool {
        (self.poll)(self.numbers.nodes, self.numbers.depth)
    }

    /// Tries the claims of both sides in turn, with growing effort, until one is proved or both are refuted.
    fn both(&mut self, claims: [Claim; 2]) -> [Known; 2] {
        let mut known = [None; 2];
        let mut nodes = FIRST;
        while !self.stopped() {
            for (known, claim) in known.iter_mut().zip(claims) {
                if known.is_none() {
                    *known = self.claim(claim, nodes);
                }
            }
            if known.contains(&Some(true)) || !known.contains(&None) {
                break;
            }
            nodes += nodes / 2;
        }
        known
    }

    /// Returns the proved bounds on the winner.
    fn bounds(&mut self, side: Side) -> Bounds {
        let claims = |least| [side, side.other()].map(|side| Claim { side, least });
        let proved = |known: Known, bound| known.filter(|&proved| proved).map(|_| bound);
        let [win, loss] = self.both(claims(1));
        let mut bounds = Bounds {
            low: proved(win, 1),
            high: proved(loss, -1),
        };
        // Without counted seeds, no result is better than a win.
        let [own, other] = claims(-1).map(|claim| self.claim(claim, 0) == Some(true));
        if bounds.low.is_some() && other {
            bounds.high = Some(1);
        } else if bounds.high.is_some() && own {
            bounds.low = Some(-1);
        }
        if let [Some(false), Some(false)] = [win, loss] {
            // Neither side can force a win: each may still force a draw.
            for claim in claims(0) {
                let mut known = None;
                let mut nodes = FIRST;
                while known.is_none() && !self.stopped() {
                    known = self.claim(claim, nodes);
                    nodes *= 2;
                }
                let bound = if claim.side == side {
                    &mut bounds.low
                } else {
                    &mut bounds.high
                };
                *bound = proved(known, 0);
            }
        }
        bounds
    }
}

/// Game of a variant from a position, for proof-number search.
pub(super) struct Hunted<'a> {
    position: AnyPosition,
    trail: Vertices<'a>,
    vertices: Vertices<'a>,
}

impl<'a> Hunted<'a> {
    /// Creates the game; no positions are generated yet.
    pub(super) fn new(
        variant: &'a dyn AnyVariant,
        position: &AnyPosition,
        stop: &'a dyn Fn() -> bool,
    ) -> Self {
        let seeds = variant.diagram(position).total();
        Self {
            position: *position,
            trail: Vertices::new(variant, position, seeds, stop).uncompared(),
            vertices: Vertices::new(variant, position, seeds, stop),
        }
    }
}

impl Hunted<'_> {
    fn trail(&mut self) -> &mut dyn Trail {
        &mut self.trail
    }

    /// Starts a path at the beginning of the game.
    fn begin(&mut self) -> Step {
        self.trail.step(None, &self.position)
    }

    /// Starts a path at one of the [`vertices`](Self::vertices).
    fn begin_at(&mut self, vertex: u32) -> Step {
        self.trail.forget(0);
        self.trail.step(None, self.vertices.position(vertex))
    }

    /// Returns the vertices of a proof.
    fn vertices(&mut self) -> &mut dyn Ground {
        &mut self.vertices
    }

    /// Returns the start of the game among the vertices, and the approximate memory of a vertex in bytes.
    fn first(&mut self) -> (Step, usize) {
        let first = self.vertices.step(None, &self.position);
        (first, Vertices::SIZE)
    }
}

/// Prover that uses the results of a proof-number search.
struct FromNumbers<'f, 'a> {
    numbers: &'f mut Numbers,
    hunt: &'f mut Hunted<'a>,
    side: Side,
    stop: &'f dyn Fn() -> bool,
}

impl Prover for FromNumbers<'_, '_> {
    fn ground(&mut self) -> &mut dyn Ground {
        self.hunt.vertices()
    }

    fn proves(&mut self, vertex: u32, need: i32, effort: u32) -> Option<bool> {
        let Step::On { vertex, won: 0 } = self.hunt.begin_at(vertex) else {
            return Some(false);
        };
        let nodes = match effort {
            0 => 0,
            _ => 1_u64 << (8 + 2 * effort.min(20)),
        };
        let mut ask = Ask {
            trail: self.hunt.trail(),
            side: self.side,
            poll: &mut |_, _| (self.stop)(),
        };
        let known = self.numbers.ask(&mut ask, vertex, need, nodes);
        if effort > 0 && (self.stop)() {
            return None;
        }
        Some(known == Some(true))
    }
}

/// Searches for the winner of a position that is not over, with this side to move. The solution stores `seeds`: whether
/// values of this game are margins in seeds.
pub(super) fn prove(
    hunt: &mut Hunted<'_>,
    side: Side,
    seeds: bool,
    task: Task,
    stop: &dyn Fn() -> bool,
    progress: &mut dyn FnMut(&SolverProgress),
) -> Solution {
    let root = hunt.begin();
    let mut poll = |nodes, depth| {
        progress(&SolverProgress {
            depth: u32::try_from(depth).unwrap_or(u32::MAX),
            nodes,
            bounds: Solution::nothing(false).bounds,
        });
        stop()
    };
    let mut finder = Finder {
        numbers: Numbers::new(task.memory),
        trail: hunt.trail(),
        root,
        poll: &mut poll,
    };
    let bounds = finder.bounds(side);
    let mut numbers = finder.numbers;
    let (nodes, depth) = (numbers.nodes, numbers.depth);
    let mut proofs = Vec::new();
    if task.proofs {
        let (first, bytes) = hunt.first();
        let most = task.memory / (certify::SIZE + bytes);
        let mut found = FromNumbers {
            numbers: &mut numbers,
            hunt,
            side,
            stop,
        };
        for claim in bounds.claims(side) {
            found.side = claim.side;
            proofs.extend(certify(&mut found, claim, first, most));
        }
    }
    Solution {
        bounds,
        certain: bounds,
        proofs,
        nodes,
        depth: u32::try_from(depth).unwrap_or(u32::MAX),
        memory: numbers.memory(),
        cycles: numbers.cycles,
        ..Solution::nothing(seeds)
    }
}
