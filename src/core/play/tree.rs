//! Tree of a Monte Carlo search: visits, mean results, proven results.

use std::ops::Range;

use crate::kernel::Side;
use crate::variant::Outcome;

/// Maximum number of nodes of a tree.
pub(super) const MOST_NODES: usize = 400_000;

/// Node of a tree, with the step that leads to it.
#[derive(Debug)]
pub(super) struct Node<T> {
    pub(super) step: T,
    pub(super) to_move: Side,
    pub(super) children: Option<Range<usize>>,
    pub(super) visits: u32,
    /// Sum of results: 1 for South, 0 for North.
    pub(super) south: f64,
    pub(super) proven: Option<Outcome>,
}

/// Tree, whose root is node 0.
#[derive(Debug)]
pub(super) struct Tree<T> {
    pub(super) nodes: Vec<Node<T>>,
    /// Nodes from the root to the current one.
    pub(super) path: Vec<usize>,
}

/// Converts a result to a number: 1 for South, 0 for North, half without a winner.
pub(super) fn score(result: Option<Outcome>) -> f64 {
    match result.and_then(Outcome::winner) {
        Some(Side::South) => 1.0,
        Some(Side::North) => 0.0,
        None => 0.5,
    }
}

/// Converts South's result to that of a side, and back.
pub(super) fn seen_by(side: Side, south: f64) -> f64 {
    match side {
        Side::South => south,
        Side::North => 1.0 - south,
    }
}

impl<T> Node<T> {
    /// Creates a node that was never visited.
    pub(super) fn new(step: T, to_move: Side) -> Self {
        Self { step, to_move, children: None, visits: 0, south: 0.0, proven: None }
    }

    /// Returns the mean result of a side.
    pub(super) fn mean(&self, side: Side) -> f64 {
        seen_by(side, self.south / f64::from(self.visits.max(1)))
    }

    /// Returns the proven result of a side, or the mean result.
    pub(super) fn worth(&self, side: Side) -> f64 {
        match self.proven {
            Some(_) => seen_by(side, score(self.proven)),
            None => self.mean(side),
        }
    }

    fn is_lost_for(&self, side: Side) -> bool {
        self.proven == Some(Outcome::win(side.other()))
    }
}

impl<T> Default for Tree<T> {
    fn default() -> Self {
        Self { nodes: Vec::new(), path: Vec::new() }
    }
}

impl<T> Tree<T> {
    /// Begins a path at the root.
    pub(super) fn start(&mut self) -> usize {
        self.path.clear();
        self.path.push(0);
        0
    }

    /// Returns the children of a node; none if it has not been expanded.
    pub(super) fn children(&self, at: usize) -> &[Node<T>] {
        &self.nodes[self.nodes[at].children.clone().unwrap_or_default()]
    }

    /// Derives the proven result of a node from its children.
    pub(super) fn prove(&mut self, at: usize) {
        let node = &self.nodes[at];
        let mover = node.to_move;
        let Some(children) = node.children.clone().filter(|_| node.proven.is_none()) else {
            return;
        };
        let mut best = Some(Outcome::win(mover.other()));
        for child in &self.nodes[children] {
            match child.proven {
                Some(outcome) if outcome.winner() == Some(mover) => {
                    best = Some(outcome);
                    break;
                }
                Some(Outcome::Draw) => best = best.map(|_| Outcome::Draw),
                Some(_) => {}
                None => best = None,
            }
        }
        self.nodes[at].proven = best;
    }

    /// Propagates South's result, and a proof, from the end of the path to the root.
    pub(super) fn back_up(&mut self, south: f64) {
        let mut proves = true;
        for step in (0..self.path.len()).rev() {
            let at = self.path[step];
            if proves && self.nodes[at].proven.is_none() {
                self.prove(at);
            }
            proves = self.nodes[at].proven.is_some();
            self.nodes[at].visits += 1;
            self.nodes[at].south += south;
        }
    }

    /// Returns the child with the highest bound; skips proven losses of the mover.
    pub(super) fn select(&self, at: usize, bound: impl Fn(&Node<T>) -> f64) -> usize {
        let mover = self.nodes[at].to_move;
        let children = self.nodes[at].children.clone().unwrap_or_default();
        let (mut chosen, mut highest) = (children.start, f64::NEG_INFINITY);
        for index in children {
            let child = &self.nodes[index];
            if child.is_lost_for(mover) {
                continue;
            }
            let bound = bound(child);
            if bound > highest {
                (chosen, highest) = (index, bound);
            }
        }
        chosen
    }

    /// Returns the best child of the root: a proven win, else the most visited one that is not a proven loss.
    pub(super) fn best(&self) -> Option<usize> {
        let root = &self.nodes[0];
        let mover = root.to_move;
        let rank = |node: &Node<T>| {
            let class = match node.proven {
                Some(outcome) if outcome.winner() == Some(mover) => 2,
                _ if node.is_lost_for(mover) => 0,
                _ => 1,
            };
            (class, node.visits)
        };
        let mut children = root.children.clone()?;
        let mut best = children.next()?;
        for child in children {
            let (this, that) = (&self.nodes[child], &self.nodes[best]);
            let (first, second) = (rank(this), rank(that));
            if first > second || first == second && this.mean(mover) > that.mean(mover) {
                best = child;
            }
        }
        Some(best)
    }
}
