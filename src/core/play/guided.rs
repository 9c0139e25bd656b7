//! Tree search that asks its caller for the values of positions, in many games at a time.

use super::evaluated::{Evaluated, EvaluationError, GAMES_A_PIECE, checked_priors, checked_values};
use super::tree::{MOST_NODES, Node, Tree, score, seen_by};
use crate::learn::{Batch, Pool, Trial, Trials};
use crate::system::number::real;

/// Settings of a search.
#[derive(Debug, Clone, Copy)]
pub struct GuidedSpec {
    /// Number of simulations for each game.
    pub simulations: u32,
    /// Weight of the priors, for values from −1 to 1.
    pub exploration: f32,
    /// Share of the noise in the priors of the root, from 0 to 1.
    pub noise: f32,
}

/// Monte Carlo tree search with priors (PUCT) in all games of a batch.
///
/// A simulation follows the actions with the highest bounds to a new position, which the caller evaluates. It ends
/// without an evaluation where the game is over. Results are proven upwards, as in
/// [`Mcts`](super::players::Mcts), and proven losses are not visited again. Once the root is proven, its best action
/// gets all visits that are left.
///
/// Its values do not depend on the number of threads.
pub struct Guided {
    rules: Trials,
    spec: GuidedSpec,
    games: Vec<Searched>,
    /// Games whose positions wait for an evaluation.
    asked: Vec<usize>,
    pool: Pool,
}

/// Search in one game.
struct Searched {
    root: Trial,
    tree: Tree<Choice>,
    /// Simulations left.
    left: u32,
    /// Position at the end of the path, to be evaluated.
    leaf: Option<Trial>,
    /// Random numbers, one for each action, or none.
    noise: Vec<f32>,
}

struct Choice {
    action: u8,
    prior: f32,
}

impl Guided {
    /// Starts a search in each game of a batch; games that are over are left alone.
    ///
    /// `noise` holds positive random numbers, one for each action of each game, or nothing. Divided by the sum over the
    /// open actions, they are mixed with the priors of the root.
    pub fn new(batch: &Batch, spec: GuidedSpec, noise: &[f32]) -> Self {
        let (rules, trials, pool) = batch.trials();
        let mut noise = noise.chunks(rules.actions());
        // Stands for the choice that leads to the root.
        let (action, prior) = (0, 1.0);
        let begin = |root: Trial| Searched {
            leaf: (!root.is_over()).then(|| root.clone()),
            tree: Tree {
                nodes: vec![Node::new(Choice { action, prior }, root.to_move())],
                path: vec![0],
            },
            left: if root.is_over() { 0 } else { spec.simulations },
            root,
            noise: noise.next().unwrap_or_default().to_vec(),
        };
        Self {
            games: trials.into_iter().map(begin).collect(),
            asked: Vec::new(),
            rules,
            spec,
            pool,
        }
    }

    /// Writes how often each action of each game was visited, and the value of each game for the player to move.
    pub fn tell(&self, visits: &mut [i32], values: &mut [f32]) {
        let rows = visits.chunks_mut(self.rules.actions()).zip(values);
        for (game, (row, value)) in self.games.iter().zip(rows) {
            for child in game.tree.children(0) {
                row[usize::from(child.step.action)] = child.visits.cast_signed();
            }
            let root = &game.tree.nodes[0];
            if root.visits > 0 {
                *value = (2.0 * root.worth(root.to_move) - 1.0) as f32;
            }
        }
    }
}

impl Evaluated for Guided {
    fn shape(&self) -> [usize; 2] {
        self.rules.shape()
    }

    fn size(&self) -> usize {
        let nodes = self.games.iter().map(|game| game.tree.nodes.capacity());
        nodes.sum::<usize>() * size_of::<Node<Choice>>()
    }

    fn walk(&mut self, stop: &(dyn Fn() -> bool + Sync)) -> usize {
        let (rules, exploration) = (&self.rules, f64::from(self.spec.exploration));
        let pieces = self.games.chunks_mut(GAMES_A_PIECE).collect();
        self.pool.work_off(pieces, &|games: &mut [Searched]| {
            for game in games {
                game.walk(rules, exploration, stop);
            }
        });
        let games = self.games.iter().enumerate();
        let asked = games.filter_map(|(number, game)| game.leaf.as_ref().map(|_| number));
        self.asked = asked.collect();
        self.asked.len()
    }

    fn show(&self, observations: &mut [i32], masks: &mut [i8]) {
        let leaves = self.asked.iter().filter_map(|&game| self.games[game].leaf.as_ref());
        self.rules.show_all(leaves, observations, masks);
    }

    fn receive(&mut self, priors: &[f32], values: &[f32]) -> Result<(), EvaluationError> {
        let actions = self.rules.actions();
        checked_values(values)?;
        checked_priors(priors, actions)?;
        for (&game, (priors, &value)) in self.asked.iter().zip(priors.chunks(actions).zip(values)) {
            self.games[game].receive(&self.rules, priors, value, self.spec.noise);
        }
        Ok(())
    }
}

impl Searched {
    /// Runs simulations up to a position to evaluate, or to the last one.
    fn walk(&mut self, rules: &Trials, exploration: f64, stop: &dyn Fn() -> bool) {
        while self.leaf.is_none() && self.left > 0 && !stop() {
            if self.tree.nodes[0].proven.is_some()
                && let Some(best) = self.tree.best()
            {
                self.tree.nodes[best].visits += std::mem::take(&mut self.left);
                break;
            }
            self.left -= 1;
            let (mut trial, mut at) = (self.root.clone(), self.tree.start());
            while self.tree.nodes[at].proven.is_none() && self.tree.nodes[at].children.is_some() {
                at = self.select(at, exploration);
                self.tree.path.push(at);
                rules.act(&mut trial, self.tree.nodes[at].step.action);
            }
            let node = &mut self.tree.nodes[at];
            node.to_move = trial.to_move();
            node.proven = node.proven.or(trial.result());
            match node.proven {
                Some(outcome) => self.tree.back_up(score(Some(outcome))),
                None => self.leaf = Some(trial),
            }
        }
    }

    /// Selects the action to visit next. One that was never visited counts as good as its position.
    fn select(&self, at: usize, exploration: f64) -> usize {
        let node = &self.tree.nodes[at];
        let mover = node.to_move;
        let weight = exploration * f64::from(node.visits).sqrt();
        self.tree.select(at, |child| {
            let worth = if child.visits == 0 { node } else { child }.worth(mover);
            // Results lie between 0 and 1.
            2.0 * worth + weight * f64::from(child.step.prior) / f64::from(1 + child.visits)
        })
    }

    /// Expands the position at the end of the path, and propagates its value.
    fn receive(&mut self, rules: &Trials, priors: &[f32], value: f32, noise: f32) {
        let (Some(leaf), Some(&at)) = (self.leaf.take(), self.tree.path.last()) else { return };
        let open = rules.list(&leaf);
        let start = self.tree.nodes.len();
        if start + open.len() <= MOST_NODES {
            let share = shares(&open, priors);
            let mixed = shares(&open, &self.noise);
            let noise = if at == 0 && !self.noise.is_empty() { noise } else { 0.0 };
            let side = leaf.to_move();
            let node = |(&action, (prior, random)): (&u8, (f32, f32))| {
                Node::new(Choice { action, prior: prior + noise * (random - prior) }, side)
            };
            let children = open.iter().zip(share.into_iter().zip(mixed));
            self.tree.nodes.extend(children.map(node));
            self.tree.nodes[at].children = Some(start..self.tree.nodes.len());
        }
        let south = f64::midpoint(1.0, value.into());
        self.tree.back_up(seen_by(leaf.to_move(), south));
    }
}

/// Divides the weights of the open actions by their sum; if that is 0, all are equal.
fn shares(open: &[u8], weights: &[f32]) -> Vec<f32> {
    let weight =
        |&action: &u8| weights.get(usize::from(action)).map_or(0.0, |&weight| f64::from(weight));
    let sum: f64 = open.iter().map(weight).sum();
    let equal = 1.0 / real(open.len() as u128);
    let share = |action| {
        if sum > 0.0 { weight(action) / sum } else { equal }
    };
    open.iter().map(|action| share(action) as f32).collect()
}
