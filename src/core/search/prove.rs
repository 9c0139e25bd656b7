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
            Next::Open(vertex, need) => {
                let mut ask = Ask {
                    trail: &mut *self.trail,
                    side: claim.side,
                    poll: &mut *self.poll,
                };
                self.numbers.ask(&mut ask, vertex, need, nodes)
            }
        }
    }

    fn stopped(&mut self) -> bool {
        (self.poll)(self.numbers.nodes, self.numbers.depth)
    }

    /// Tries the claims of both sides in turn, with growing effort, until both are decided, or one is proved if that is
    /// `enough`.
    fn both(&mut self, claims: [Claim; 2], enough: bool) -> [Known; 2] {
        let mut known = [None; 2];
        let mut nodes = FIRST;
        while !self.stopped() {
            for (known, claim) in known.iter_mut().zip(claims) {
                if known.is_none() {
                    *known = self.claim(claim, nodes);
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
    fn bounds(&mut self, side: Side) -> (Bounds, Option<[Claim; 2]>) {
        let claims = |least| [side, side.other()].map(|side| Claim::new(side, least));
        let proved = |known: Known, bound| known.filter(|&proved| proved).map(|_| bound);
        let [win, loss] = self.both(claims(1), true);
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
        if [win, loss] != [Some(false); 2] {
            return (bounds, None);
        }
        // Neither side can force a win: each may still force a draw.
        let draws = self.both(claims(0), false);
        [bounds.low, bounds.high] = draws.map(|known| proved(known, 0));
        let [own, other] = draws.map(|known| i32::from(known == Some(false)));
        let avoided = [
            Claim::endless(side, other),
            Claim::endless(side.other(), own),
        ];
        (bounds, (own + other > 0).then_some(avoided))
    }
}

/// Game of a variant from a position, for proof-number search.
pub(super) struct Hunted<'a> {
    position: AnyPosition,
    /// Whether the rules consider repetition.
    recurs: bool,
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
            recurs: variant.recurrence() > 0,
            trail: Vertices::new(variant, position, seeds, stop).uncompared(),
            vertices: Vertices::new(variant, position, seeds, stop),
        }
    }
}

/// Prover that uses the results of a proof-number search.
struct FromNumbers<'f, 'a> {
    numbers: &'f mut Numbers,
    hunt: &'f mut Hunted<'a>,
    claim: Claim,
    stop: &'f dyn Fn() -> bool,
}

impl Prover for FromNumbers<'_, '_> {
    fn ground(&mut self) -> &mut dyn Ground {
        &mut self.hunt.vertices
    }

    fn proves(&mut self, vertex: u32, need: i32, effort: u32) -> Option<bool> {
        let hunt = &mut *self.hunt;
        hunt.trail.forget(0);
        let start = hunt.trail.step(None, hunt.vertices.position(vertex));
        let Step::On { vertex, won: 0 } = start else {
            return Some(false);
        };
        let nodes = match effort {
            0 => 0,
            _ => 1_u64 << (8 + 2 * effort.min(20)),
        };
        // A side can avoid the ends that its opponent can't force.
        let Claim { side, endless, .. } = self.claim;
        let (side, need) = if endless {
            (side.other(), 1 - need)
        } else {
            (side, need)
        };
        let mut ask = Ask {
            trail: &mut hunt.trail,
            side,
            poll: &mut |_, _| (self.stop)(),
        };
        let known = self.numbers.ask(&mut ask, vertex, need, nodes);
        if effort > 0 && (self.stop)() {
            return None;
        }
        Some(known == Some(!endless))
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
    let root = hunt.trail.step(None, &hunt.position);
    let mut poll = |nodes, depth| {
        progress(&SolverProgress {
            depth: u32::try_from(depth).unwrap_or(u32::MAX),
            nodes,
            bounds: Bounds::default(),
        });
        stop()
    };
    let mut finder = Finder {
        numbers: Numbers::new(task.memory),
        trail: &mut hunt.trail,
        root,
        poll: &mut poll,
    };
    let (bounds, avoided) = finder.bounds(side);
    let avoided = avoided.filter(|_| !hunt.recurs);
    let mut numbers = finder.numbers;
    let claims = avoided.map_or_else(|| bounds.claims(side), |claims| claims.to_vec());
    let (nodes, depth) = (numbers.nodes, numbers.depth);
    let mut proofs = Vec::new();
    if task.proofs {
        let first = hunt.vertices.step(None, &hunt.position);
        let most = task.memory / (certify::SIZE + Vertices::SIZE);
        for &claim in &claims {
            let mut found = FromNumbers {
                numbers: &mut numbers,
                hunt,
                claim,
                stop,
            };
            proofs.extend(certify(&mut found, claim, first, most));
        }
    }
    Solution {
        bounds,
        certain: bounds,
        claims,
        proofs,
        nodes,
        depth: u32::try_from(depth).unwrap_or(u32::MAX),
        memory: numbers.memory(),
        cycles: numbers.cycles,
        endless: avoided.is_some(),
        seeds,
        ..Solution::default()
    }
}
