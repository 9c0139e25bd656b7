//! Alpha-beta search that asks its caller for the values of positions, in many games at a time.

use super::evaluated::{Evaluated, EvaluationError, GAMES_A_PIECE, checked_values};
use super::tree::{score, seen_by};
use crate::learn::{Batch, Pool, Trial, Trials};

/// Value of a win by the first action. Any win is worth more than any evaluation.
const WIN: f32 = 2.0;
/// Amount by which a win is worth less for each action before it.
const LATER: f32 = 1e-3;

/// Alpha-beta search to a fixed depth in all games of a batch.
///
/// The caller evaluates the positions after all actions of a position together, except games that are over. These values
/// decide at the full depth. Nearer to the root they order the actions, the best first. Priors are ignored. The results
/// do not depend on the number of threads.
pub struct Lookahead {
    rules: Trials,
    depth: u32,
    games: Vec<Searched>,
    pool: Pool,
}

/// Search in one game: the nodes from the root to the current one, and what became of the root.
struct Searched {
    /// Position to search, until the search begins.
    root: Option<Trial>,
    path: Vec<Node>,
    /// Whether the children of the last node wait for their evaluation.
    asks: bool,
    found: Option<(u8, f32)>,
}

/// Position on the path, with all positions after it.
struct Node {
    /// Action that led here.
    action: u8,
    /// Whether the player of that action moves again.
    same: bool,
    /// Positions after the actions to search; the last one is the next.
    children: Vec<Child>,
    /// Value of an action that wins.
    win: f32,
    /// Lowest and highest value that matter to the player to move.
    window: [f32; 2],
    /// Best action so far, and its value.
    best: Option<(u8, f32)>,
}

/// Position after an action.
struct Child {
    action: u8,
    after: Trial,
    /// Value for the player of the action: final if the game is over.
    value: f32,
    over: bool,
    /// Whether the same player moves again.
    same: bool,
}

impl Lookahead {
    /// Starts a search of `depth` actions, at least one, in each game of a batch; games that are over are left alone.
    pub fn new(batch: &Batch, depth: u32) -> Self {
        let (rules, trials, pool) = batch.trials();
        let begin = |root: Trial| Searched {
            root: (!root.is_over()).then_some(root),
            path: Vec::new(),
            asks: false,
            found: None,
        };
        Self { games: trials.into_iter().map(begin).collect(), rules, depth, pool }
    }

    /// Writes the best action of each game, −1 if it is over, and its value for the player to move.
    pub fn tell(&self, actions: &mut [i64], values: &mut [f32]) {
        for (game, (action, value)) in self.games.iter().zip(actions.iter_mut().zip(values)) {
            *action = game.found.map_or(-1, |(action, _)| action.into());
            *value = game.found.map_or(0.0, |(_, value)| value.clamp(-1.0, 1.0));
        }
    }
}

impl Evaluated for Lookahead {
    fn shape(&self) -> [usize; 2] {
        self.rules.shape()
    }

    fn size(&self) -> usize {
        let nodes = || self.games.iter().flat_map(|game| &game.path);
        let children = nodes().map(|node| node.children.capacity());
        children.sum::<usize>() * size_of::<Child>() + nodes().count() * size_of::<Node>()
    }

    fn walk(&mut self, stop: &(dyn Fn() -> bool + Sync)) -> usize {
        let (rules, depth) = (&self.rules, self.depth);
        let pieces = self.games.chunks_mut(GAMES_A_PIECE).collect();
        self.pool.work_off(pieces, &|games: &mut [Searched]| {
            for game in games {
                game.walk(rules, depth, stop);
            }
        });
        self.games.iter().flat_map(Searched::asked).count()
    }

    fn show(&self, observations: &mut [i32], masks: &mut [i8]) {
        let asked = self.games.iter().flat_map(Searched::asked).map(|child| &child.after);
        self.rules.show_all(asked, observations, masks);
    }

    fn receive(&mut self, _: &[f32], values: &[f32]) -> Result<(), EvaluationError> {
        checked_values(values)?;
        let mut values = values.iter();
        for game in self.games.iter_mut().filter(|game| game.asks) {
            let children = game.path.last_mut().map(|node| &mut node.children);
            let children = children.into_iter().flatten();
            for (child, &value) in children.filter(|child| !child.over).zip(values.by_ref()) {
                child.value = if child.same { value } else { 0.0 - value };
            }
            game.begin();
        }
        Ok(())
    }
}

impl Searched {
    /// Adds a position to the path, and asks for the values of the positions after it.
    fn enter(&mut self, rules: &Trials, position: &Trial, mut node: Node) {
        let mover = position.to_move();
        let win = self.path.last().map_or(WIN, |node| node.win - LATER);
        let child = |action| {
            let mut after = position.clone();
            rules.act(&mut after, action);
            let result = after.result();
            let own = 2.0 * seen_by(mover, score(result)) - 1.0;
            Child {
                action,
                value: own as f32 * win,
                over: result.is_some(),
                same: after.to_move() == mover,
                after,
            }
        };
        node.win = win;
        node.window[1] = node.window[1].min(win);
        node.children = rules.list(position).into_iter().map(child).collect();
        let [alpha, beta] = node.window;
        let is_won = |child: &Child| child.over && child.value >= beta;
        let is_decided = alpha >= beta || node.children.iter().any(is_won);
        self.path.push(node);
        self.asks = true;
        if is_decided || self.asked().next().is_none() {
            self.begin();
        }
    }

    /// Returns the positions that wait for their evaluation.
    fn asked(&self) -> impl Iterator<Item = &Child> {
        let node = self.path.last().filter(|_| self.asks);
        node.into_iter().flat_map(|node| &node.children).filter(|child| !child.over)
    }

    /// Orders the actions of the last position, the best last; of equal ones, the first stays nearest to the end.
    fn begin(&mut self) {
        self.asks = false;
        if let Some(node) = self.path.last_mut() {
            node.children.reverse();
            node.children.sort_by(|one, other| one.value.total_cmp(&other.value));
        }
    }

    /// Searches up to positions to evaluate, or to the end.
    fn walk(&mut self, rules: &Trials, depth: u32, stop: &dyn Fn() -> bool) {
        if stop() {
            return;
        }
        if let Some(root) = self.root.take() {
            self.enter(rules, &root, Node::new(0, false, [-WIN, WIN]));
        }
        while !self.asks && !stop() {
            let is_full = self.path.len() >= depth as usize;
            let Some(node) = self.path.last_mut() else { break };
            let [alpha, beta] = node.window;
            match node.children.pop().filter(|_| alpha < beta) {
                Some(child) if child.over || is_full => node.meet(child.action, child.value),
                Some(child) => {
                    let window = if child.same { [alpha, beta] } else { [-beta, -alpha] };
                    self.enter(rules, &child.after, Node::new(child.action, child.same, window));
                }
                None => self.leave(),
            }
        }
    }

    /// Leaves the last position of the path, and passes its value on.
    fn leave(&mut self) {
        let Some(node) = self.path.pop() else { return };
        let Some(parent) = self.path.last_mut() else {
            self.found = node.best;
            return;
        };
        // If even a win comes too late to matter, no action was searched.
        let value = node.best.map_or(node.window[1], |(_, value)| value);
        parent.meet(node.action, if node.same { value } else { 0.0 - value });
    }
}

impl Node {
    const fn new(action: u8, same: bool, window: [f32; 2]) -> Self {
        Self { action, same, children: Vec::new(), win: WIN, window, best: None }
    }

    /// Takes the value of an action into account.
    fn meet(&mut self, action: u8, value: f32) {
        if self.best.is_none_or(|(_, best)| value > best) {
            self.best = Some((action, value));
            self.window[0] = self.window[0].max(value);
        }
    }
}
