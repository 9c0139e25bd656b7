//! Player by Monte Carlo tree search.

use std::ops::{ControlFlow, Range};

use super::{Effort, Player, Valuation, Weighed};
use crate::game::Game;
use crate::kernel::board::Side;
use crate::kernel::dice::Dice;
use crate::system::clock;
use crate::variant::{AnyPosition, AnyVariant, Move, Outcome, Poll, Position};

/// Monte Carlo tree search with upper confidence bounds (UCT).
///
/// - Each iteration descends the tree, plays one random game from the leaf and propagates its result back. A random
///   game that is not over after 500 moves counts as a draw.
/// - Exact results are proven upwards: a position with a winning move is won, one with only losing moves is lost.
///   Proven losses are not visited again, and the search ends when the root is proven.
/// - The most visited move is played.
/// - The tree is rebuilt for each move and holds at most 400 000 positions; then leaves are no longer expanded.
/// - If the rules end a game by repetition, positions in the tree that occurred in the game or on the path get that
///   result. Random games ignore repetition.
#[derive(Debug)]
pub struct Mcts {
    effort: Effort,
    nodes: Vec<Node>,
    path: Vec<usize>,
}

/// Maximum number of positions in a tree.
const MOST_NODES: usize = 400_000;
/// Maximum length of a random game, in plies.
const LONGEST_PLAYOUT: u32 = 500;
/// Exploration constant of UCT.
const EXPLORATION: f64 = 1.0;

#[derive(Debug)]
struct Node {
    position: AnyPosition,
    mv: Option<Move>,
    children: Option<Range<usize>>,
    visits: u32,
    /// Sum of results: 1 for South, 0 for North.
    south: f64,
    proven: Option<Outcome>,
}

impl Node {
    fn new(mv: Option<Move>, position: AnyPosition) -> Self {
        Self {
            position,
            mv,
            children: None,
            visits: 0,
            south: 0.0,
            proven: position.status().result,
        }
    }

    fn mean(&self, side: Side) -> f64 {
        seen_by(side, self.south / f64::from(self.visits.max(1)))
    }

    fn is_lost_for(&self, side: Side) -> bool {
        self.proven == Some(Outcome::win(side.other()))
    }
}

/// Converts a result to a number: 1 for South, 0 for North, half without a winner.
fn score(result: Option<Outcome>) -> f64 {
    match result.and_then(Outcome::winner) {
        Some(Side::South) => 1.0,
        Some(Side::North) => 0.0,
        None => 0.5,
    }
}

/// Converts South's result to that of a side.
fn seen_by(side: Side, south: f64) -> f64 {
    match side {
        Side::South => south,
        Side::North => 1.0 - south,
    }
}

impl Mcts {
    /// Creates a player with this limit per move.
    pub fn new(effort: Effort) -> Self {
        Self {
            effort,
            nodes: Vec::new(),
            path: Vec::new(),
        }
    }

    /// Returns the maximum memory for the tree in bytes, in a game with up to 32 moves per position.
    pub fn memory(effort: Effort) -> usize {
        let most = match effort {
            Effort::Count(iterations) => 32 * (iterations as usize + 1),
            // More than 64 moves are rare, and `MOST_NODES` limits them too.
            Effort::EachMove(iterations) => 32 * (64 * iterations as usize + 1),
            Effort::Milliseconds(_) => MOST_NODES,
        };
        // A growing vector doubles its capacity.
        most.min(MOST_NODES).next_power_of_two() * size_of::<Node>()
    }

    /// Runs one iteration: selection, random game, propagation.
    fn iterate(&mut self, game: &Game, dice: &mut Dice, stop: &dyn Fn() -> bool) {
        self.path.clear();
        self.path.push(0);
        let mut at = 0;
        let score = loop {
            if let Some(outcome) = self.nodes[at].proven {
                break score(Some(outcome));
            }
            if self.nodes[at].children.is_none() {
                if self.nodes[at].visits == 0 && at != 0 || self.nodes.len() >= MOST_NODES {
                    break self.sample(game, at, dice, stop);
                }
                if self.expand(game, at, dice, stop).is_break() {
                    return;
                }
                self.prove(at);
                continue;
            }
            at = self.select(at);
            self.path.push(at);
        };
        let mut proves = self.nodes[at].proven.is_some();
        for step in (0..self.path.len()).rev() {
            let at = self.path[step];
            if proves && self.nodes[at].proven.is_none() {
                self.prove(at);
                proves = self.nodes[at].proven.is_some();
            }
            self.nodes[at].visits += 1;
            self.nodes[at].south += score;
        }
    }

    /// Plays a random game from a leaf; if there is no move, the leaf is proven.
    fn sample(&mut self, game: &Game, at: usize, dice: &mut Dice, stop: &dyn Fn() -> bool) -> f64 {
        let variant = game.variant();
        let position = self.nodes[at].position;
        if !variant.has_move(&position) {
            let outcome = self.stuck(variant, &position);
            self.nodes[at].proven = Some(outcome);
            return score(Some(outcome));
        }
        score(
            variant
                .playout(&position, dice, LONGEST_PLAYOUT, stop)
                .result,
        )
    }

    /// Returns the result if the last position of the path has no move.
    fn stuck(&self, variant: &dyn AnyVariant, position: &AnyPosition) -> Outcome {
        let before = self.path.len().checked_sub(2).map(|step| self.path[step]);
        variant.stuck(before.map(|at| &self.nodes[at].position), position)
    }

    /// Adds the positions after each move, in random order.
    ///
    /// If stopped, keeps those found so far at the root, and none elsewhere.
    fn expand(
        &mut self,
        game: &Game,
        at: usize,
        dice: &mut Dice,
        stop: &dyn Fn() -> bool,
    ) -> ControlFlow<()> {
        let position = self.nodes[at].position;
        let start = self.nodes.len();
        let (nodes, mut poll) = (&mut self.nodes, Poll::default());
        let flow = game.variant().show_moves(&position, &mut |mv, after| {
            nodes.push(Node::new(Some(mv), *after));
            poll.step(stop)
        });
        if flow.is_break() && at != 0 {
            nodes.truncate(start);
            return flow;
        }
        if game.variant().recurrence() > 0 {
            for child in start..self.nodes.len() {
                let after = self.nodes[child].position;
                let on_path = self.path.iter().any(|&at| self.nodes[at].position == after);
                if self.nodes[child].proven.is_none() {
                    self.nodes[child].proven = if on_path {
                        game.variant().repeated(&mut { after })
                    } else {
                        game.repeated(&after)
                    };
                }
            }
        }
        dice.shuffle(&mut self.nodes[start..]);
        self.nodes[at].children = Some(start..self.nodes.len());
        if start == self.nodes.len() {
            self.nodes[at].proven = Some(self.stuck(game.variant(), &position));
        }
        flow
    }

    /// Derives the proven result of a position from its children.
    fn prove(&mut self, at: usize) {
        let node = &self.nodes[at];
        let mover = node.position.status().to_move;
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

    /// Selects the child to visit next.
    fn select(&self, at: usize) -> usize {
        let node = &self.nodes[at];
        let mover = node.position.status().to_move;
        let children = node.children.clone().unwrap_or_default();
        let spread = f64::from(node.visits.max(1)).ln();
        let (mut chosen, mut highest) = (children.start, f64::NEG_INFINITY);
        for index in children {
            let child = &self.nodes[index];
            if child.is_lost_for(mover) {
                continue;
            }
            if child.visits == 0 {
                return index;
            }
            let bound = child.mean(mover) + EXPLORATION * (spread / f64::from(child.visits)).sqrt();
            if bound > highest {
                (chosen, highest) = (index, bound);
            }
        }
        chosen
    }

    /// Returns the move to play: a proven win, else the most visited move that is not a proven loss.
    fn decide(&self) -> Option<(Move, AnyPosition)> {
        let root = &self.nodes[0];
        let mover = root.position.status().to_move;
        let children = &self.nodes[root.children.clone()?];
        let rank = |node: &Node| {
            let class = match node.proven {
                Some(outcome) if outcome.winner() == Some(mover) => 2,
                _ if node.is_lost_for(mover) => 0,
                _ => 1,
            };
            (class, node.visits)
        };
        let mut best = children.first()?;
        for child in children {
            let (this, that) = (rank(child), rank(best));
            if this > that || this == that && child.mean(mover) > best.mean(mover) {
                best = child;
            }
        }
        best.mv.map(|mv| (mv, best.position))
    }
}

impl Player for Mcts {
    fn choose(
        &mut self,
        game: &Game,
        dice: &mut Dice,
        stop: &dyn Fn() -> bool,
    ) -> Option<(Move, AnyPosition)> {
        let deadline = self.effort.time().map(|time| clock::now() + time);
        self.nodes.clear();
        self.nodes.push(Node::new(None, *game.position()));
        self.path.clear();
        self.path.push(0);
        if self.expand(game, 0, dice, stop).is_continue() {
            self.prove(0);
        }
        let moves = self.nodes.len() - 1;
        let mut iterations = 0;
        let enough = match self.effort {
            Effort::Count(count) => Some(count),
            Effort::EachMove(count) => {
                Some(count.saturating_mul(u32::try_from(moves).unwrap_or(u32::MAX)))
            }
            Effort::Milliseconds(_) => None,
        };
        while moves > 1 && self.nodes[0].proven.is_none() {
            let done = match (enough, deadline) {
                (Some(enough), _) => iterations >= enough,
                (_, Some(deadline)) => iterations > 0 && clock::now() >= deadline,
                _ => true,
            };
            if done || stop() {
                break;
            }
            self.iterate(game, dice, stop);
            iterations += 1;
        }
        self.decide()
    }

    fn weigh(
        &mut self,
        game: &Game,
        dice: &mut Dice,
        stop: &dyn Fn() -> bool,
        _told: &mut dyn FnMut(&Weighed),
    ) -> Weighed {
        let choice = self.choose(game, dice, stop);
        let root = &self.nodes[0];
        let mover = root.position.status().to_move;
        let children = &self.nodes[root.children.clone().unwrap_or_default()];
        let valuation = |node: &Node| Valuation::Sampled {
            score: match node.proven {
                Some(outcome) => seen_by(mover, score(Some(outcome))),
                None => node.mean(mover),
            },
            visits: node.visits,
        };
        Weighed {
            choice,
            depth: None,
            moves: children
                .iter()
                .filter_map(|node| Some((node.mv?, node.position, valuation(node))))
                .collect(),
        }
    }
}
