//! Turns the results of a search into a checkable proof: one move in each vertex, without cycles.

use std::collections::HashMap;

use crate::search::proof::{Claim, Next, Proof, Step, Vertices, check};

/// Source of proved results.
pub(super) trait Prover<'v> {
    /// Returns the vertices of the game.
    fn vertices(&mut self) -> &mut Vertices<'v>;

    /// Returns `true` if the claiming side is proved to get `need` from this vertex.
    ///
    /// Effort 0 uses stored results only; higher efforts search longer. `None` if the search is stopped.
    fn proves(&mut self, vertex: u32, need: i32, effort: u32) -> Option<bool>;
}

/// Move of a plan: its number, and the node it leads to.
type PlanMove = (u16, u32);

/// Place where a value is needed.
#[derive(Default)]
struct Node {
    vertex: u32,
    need: i32,
    /// Whether the claiming side is to move.
    own: bool,
    /// Moves to follow: for the claiming side, moves proved to suffice, any of which is enough.
    moves: Vec<PlanMove>,
    /// Number of the chosen move.
    best: u16,
    /// Whether play by the chosen moves is known to end.
    ends: bool,
}

struct Plan<'p, 'v> {
    prover: &'p mut dyn Prover<'v>,
    claim: Claim,
    nodes: Vec<Node>,
    numbers: HashMap<u64, u32>,
    steps: Vec<Step>,
    most: usize,
}

/// Limit on the effort of repeated searches for a result that was proved once.
const HARDEST: u32 = 20;

/// Limit on the effort of searches for further moves.
const WIDEST: u32 = 6;

fn key(vertex: u32, need: i32) -> u64 {
    u64::from(vertex) << 32 | u64::from(need.cast_unsigned())
}

/// Approximate memory of a node in bytes, without its vertex.
pub(super) const SIZE: usize = 160;

/// Writes and checks a proof of a claim that was found to be true.
///
/// Returns `None` if the search is stopped, cannot repeat its proof, or needs more than `most` nodes.
pub(super) fn certify(
    prover: &mut dyn Prover<'_>,
    claim: Claim,
    root: Step,
    most: usize,
) -> Option<Proof> {
    let mut plan =
        Plan { prover, claim, nodes: Vec::new(), numbers: HashMap::new(), steps: Vec::new(), most };
    if let Next::Open(vertex, need) = plan.prover.vertices().next(claim.side, root, claim.least) {
        plan.node(vertex, need);
        plan.grow(0)?;
        let mut effort = 1;
        while !claim.endless && !plan.ends() {
            // The proved moves followed so far form cycles: add other proved moves that lead out of them.
            if !plan.widen(effort)? {
                effort += 1;
            }
            if effort > WIDEST {
                return None;
            }
        }
    }
    let Plan { prover, nodes, numbers, .. } = plan;
    let mut moves = Vec::new();
    let mut choose = |vertex, need| {
        let node = numbers.get(&key(vertex, need));
        let node = node.map(|&node| &nodes[node as usize]);
        let best = node.filter(|node| node.ends).map(|node| node.best);
        let best = best.ok_or_else(|| "no move is planned".to_owned())?;
        moves.push(best);
        Ok(usize::from(best))
    };
    check(prover.vertices(), claim, root, &mut choose, &mut |_| Ok(())).ok()?;
    Some(Proof { claim, moves })
}

impl Plan<'_, '_> {
    /// Returns the node of a vertex, adding it if it is new.
    fn node(&mut self, vertex: u32, need: i32) -> u32 {
        let next = u32::try_from(self.nodes.len()).unwrap_or(u32::MAX);
        let number = *self.numbers.entry(key(vertex, need)).or_insert(next);
        if number == next {
            self.nodes.push(Node {
                vertex,
                need,
                own: self.prover.vertices().mover(vertex) == self.claim.side,
                ..Node::default()
            });
        }
        number
    }

    /// Lists where the moves from a node lead, each with its number; `None` if stopped.
    fn nexts(&mut self, node: usize) -> Option<Vec<(u16, Next)>> {
        let Node { vertex, need, .. } = self.nodes[node];
        let (side, vertices) = (self.claim.side, self.prover.vertices());
        let steps = &mut self.steps;
        steps.clear();
        vertices.steps(vertex, None, steps)?;
        let nexts = (0_u16..).zip(&*steps);
        Some(nexts.map(|(number, &step)| (number, vertices.next(side, step, need))).collect())
    }

    /// Plans moves for all nodes from this one on.
    fn grow(&mut self, from: usize) -> Option<()> {
        let mut node = from;
        while node < self.nodes.len() {
            if self.nodes.len() > self.most {
                return None;
            }
            let nexts = self.nexts(node)?;
            if self.nodes[node].own {
                self.choose(node, &nexts)?;
            } else {
                for (number, next) in nexts {
                    match next {
                        Next::Known(true) => {}
                        Next::Known(false) => return None,
                        Next::Open(vertex, need) => {
                            let to = self.node(vertex, need);
                            self.nodes[node].moves.push((number, to));
                        }
                    }
                }
            }
            node += 1;
        }
        Some(())
    }

    /// Finds a move proved to suffice. Prefers a move that needs no proof, then one that leads to a planned node, then
    /// one with a stored proof, then one that a search can prove.
    fn choose(&mut self, node: usize, nexts: &[(u16, Next)]) -> Option<()> {
        let known = nexts.iter().find(|(_, next)| matches!(next, Next::Known(true)));
        if let Some(&(number, _)) = known {
            (self.nodes[node].best, self.nodes[node].ends) = (number, true);
            return Some(());
        }
        let open = nexts.iter().filter_map(|&(number, ref next)| match *next {
            Next::Open(vertex, need) => Some((number, vertex, need)),
            Next::Known(_) => None,
        });
        let open: Vec<(u16, u32, i32)> = open.collect();
        let there = |&&(_, vertex, need): &&(u16, u32, i32)| {
            let number = self.numbers.get(&key(vertex, need));
            number.is_some_and(|&number| self.claim.endless || number as usize > node)
        };
        let mut found = open.iter().find(there).copied();
        for effort in 0..HARDEST {
            for &(number, vertex, need) in &open {
                if found.is_none() && self.prover.proves(vertex, need, effort)? {
                    found = Some((number, vertex, need));
                }
            }
        }
        let (number, vertex, need) = found?;
        let to = self.node(vertex, need);
        self.nodes[node].moves.push((number, to));
        (self.nodes[node].best, self.nodes[node].ends) = (number, self.claim.endless);
        Some(())
    }

    /// Determines which nodes are sure to end, from the last to the first; returns `true` if the root is.
    fn ends(&mut self) -> bool {
        let mut changed = true;
        while changed {
            changed = false;
            for number in (0..self.nodes.len()).rev() {
                let node = &self.nodes[number];
                if node.ends {
                    continue;
                }
                let mut ends = (node.moves.iter()).map(|&(_, to)| self.nodes[to as usize].ends);
                let best = if node.own {
                    ends.position(|ends| ends)
                } else {
                    ends.all(|ends| ends).then_some(0)
                };
                if let Some(best) = best {
                    let best = node.moves.get(best).map_or(0, |&(number, _)| number);
                    (self.nodes[number].best, self.nodes[number].ends) = (best, true);
                    changed = true;
                }
            }
        }
        self.nodes.first().is_none_or(|root| root.ends)
    }

    /// Adds all other proved moves to nodes that are not sure to end; returns `false` if there are none.
    fn widen(&mut self, effort: u32) -> Option<bool> {
        let before = self.nodes.len();
        let mut more = false;
        for node in 0..before {
            if !self.nodes[node].own || self.nodes[node].ends {
                continue;
            }
            for (number, next) in self.nexts(node)? {
                let has = |&(other, _): &PlanMove| other == number;
                let Next::Open(vertex, need) = next else { continue };
                if self.nodes[node].moves.iter().any(has)
                    || !self.prover.proves(vertex, need, effort)?
                {
                    continue;
                }
                let to = self.node(vertex, need);
                self.nodes[node].moves.push((number, to));
                more = true;
            }
        }
        self.grow(before)?;
        Some(more)
    }
}
