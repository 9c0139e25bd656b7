//! Player by Monte Carlo tree search.

use std::ops::ControlFlow;

use super::{Chosen, Effort, Player, Valuation, Weighed};
use crate::game::Game;
use crate::kernel::Dice;
use crate::play::tree::{MOST_NODES, Node, Tree, score};
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
    tree: Tree<Step>,
}

/// Maximum length of a random game, in plies.
const LONGEST_PLAYOUT: u32 = 500;
/// Exploration constant of UCT.
const EXPLORATION: f64 = 1.0;

/// Move to a position, unless it is the root.
#[derive(Debug)]
struct Step {
    mv: Option<Move>,
    position: AnyPosition,
}

fn node(mv: Option<Move>, position: AnyPosition) -> Node<Step> {
    let status = position.status();
    Node { proven: status.result, ..Node::new(Step { mv, position }, status.to_move) }
}

impl Mcts {
    /// Creates a player with this limit per move.
    pub fn new(effort: Effort) -> Self {
        Self { effort, tree: Tree::default() }
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
        most.min(MOST_NODES).next_power_of_two() * size_of::<Node<Step>>()
    }

    /// Runs one iteration: selection, random game, propagation.
    fn iterate(&mut self, game: &Game, dice: &mut Dice, stop: &dyn Fn() -> bool) {
        let mut at = self.tree.start();
        let score = loop {
            let node = &self.tree.nodes[at];
            if let Some(outcome) = node.proven {
                break score(Some(outcome));
            }
            if node.children.is_none() {
                if node.visits == 0 && at != 0 || self.tree.nodes.len() >= MOST_NODES {
                    break self.sample(game, at, dice, stop);
                }
                if self.expand(game, at, dice, stop).is_break() {
                    return;
                }
                self.tree.prove(at);
                continue;
            }
            at = self.select(at);
            self.tree.path.push(at);
        };
        self.tree.back_up(score);
    }

    /// Plays a random game from a leaf; if there is no move, the leaf is proven.
    fn sample(&mut self, game: &Game, at: usize, dice: &mut Dice, stop: &dyn Fn() -> bool) -> f64 {
        let variant = game.variant();
        let position = self.tree.nodes[at].step.position;
        if !variant.has_move(&position) {
            let outcome = self.stuck(variant, &position);
            self.tree.nodes[at].proven = Some(outcome);
            return score(Some(outcome));
        }
        score(variant.playout(&position, dice, LONGEST_PLAYOUT, stop).result)
    }

    /// Returns the result if the last position of the path has no move.
    fn stuck(&self, variant: &dyn AnyVariant, position: &AnyPosition) -> Outcome {
        let before = self.tree.path.iter().nth_back(1);
        variant.stuck(before.map(|&at| &self.tree.nodes[at].step.position), position)
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
        let position = self.tree.nodes[at].step.position;
        let start = self.tree.nodes.len();
        let (nodes, mut poll) = (&mut self.tree.nodes, Poll::default());
        let flow = game.variant().show_moves(&position, &mut |mv, after| {
            nodes.push(node(Some(mv), *after));
            poll.step(stop)
        });
        if flow.is_break() && at != 0 {
            nodes.truncate(start);
            return flow;
        }
        if game.variant().recurrence() > 0 {
            for child in start..self.tree.nodes.len() {
                let after = self.tree.nodes[child].step.position;
                let on_path =
                    self.tree.path.iter().any(|&at| self.tree.nodes[at].step.position == after);
                if self.tree.nodes[child].proven.is_none() {
                    self.tree.nodes[child].proven = if on_path {
                        game.variant().repeated(&mut { after })
                    } else {
                        game.repeated(&after)
                    };
                }
            }
        }
        dice.shuffle(&mut self.tree.nodes[start..]);
        self.tree.nodes[at].children = Some(start..self.tree.nodes.len());
        if start == self.tree.nodes.len() {
            self.tree.nodes[at].proven = Some(self.stuck(game.variant(), &position));
        }
        flow
    }

    /// Selects the child to visit next, by UCT.
    fn select(&self, at: usize) -> usize {
        let node = &self.tree.nodes[at];
        let mover = node.to_move;
        let spread = f64::from(node.visits.max(1)).ln();
        self.tree.select(at, |child| match child.visits {
            0 => f64::INFINITY,
            visits => child.mean(mover) + EXPLORATION * (spread / f64::from(visits)).sqrt(),
        })
    }
}

impl Player for Mcts {
    fn choose(&mut self, game: &Game, dice: &mut Dice, stop: &dyn Fn() -> bool) -> Chosen {
        let deadline = self.effort.time().map(|time| clock::now() + time);
        self.tree.nodes.clear();
        self.tree.nodes.push(node(None, *game.position()));
        self.tree.start();
        if self.expand(game, 0, dice, stop).is_continue() {
            self.tree.prove(0);
        }
        let moves = self.tree.nodes.len() - 1;
        let mut iterations = 0;
        let enough = match self.effort {
            Effort::Count(count) => Some(count),
            Effort::EachMove(count) => {
                Some(count.saturating_mul(u32::try_from(moves).unwrap_or(u32::MAX)))
            }
            Effort::Milliseconds(_) => None,
        };
        while moves > 1 && self.tree.nodes[0].proven.is_none() {
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
        let Step { mv, position } = self.tree.nodes[self.tree.best()?].step;
        mv.map(|mv| (mv, position))
    }

    fn weigh(
        &mut self,
        game: &Game,
        dice: &mut Dice,
        stop: &dyn Fn() -> bool,
        _told: &mut dyn FnMut(&Weighed),
    ) -> Weighed {
        let choice = self.choose(game, dice, stop);
        let valuation = |node: &Node<Step>| Valuation::Sampled {
            score: node.worth(game.to_move()),
            visits: node.visits,
        };
        Weighed {
            choice,
            depth: None,
            moves: (self.tree.children(0).iter())
                .filter_map(|node| Some((node.step.mv?, node.step.position, valuation(node))))
                .collect(),
        }
    }
}
