//! Openings: a tree of first moves with their values, proved or as winning chances.

use std::cell::Cell;
use std::collections::HashMap;

use serde::Serialize;

use super::exact::{Known, MEMORY, Tables, known};
use super::{Engine, MOST_EFFORT, Model};
use mankala_core::game::Game;
use mankala_core::kernel::board::Side;
use mankala_core::kernel::dice::Dice;
use mankala_core::play::players::proven;
use mankala_core::system::threads::work_off;
use mankala_core::text::notation::write_position;
use mankala_core::variant::{AnyPosition, Position as _, sort_by};

/// Numbers of moves that a position keeps, by its depth; deeper ones keep the last number.
const WIDTHS: [usize; 5] = [32, 3, 2, 2, 1];

/// Most plies of a tree.
pub const MOST_PLIES: u32 = 20;

/// Settings of a tree of openings.
#[derive(Debug, Clone, Copy)]
pub struct OpeningTask<'a> {
    /// Number of plies.
    pub plies: u32,
    /// Work for each position, in polls of 256 steps.
    pub effort: u32,
    /// Random seed, which decides the order of equal moves.
    pub seed: u64,
    /// Endgame tables for the solver.
    pub tables: Option<&'a Tables>,
}

impl OpeningTask<'_> {
    /// Default number of plies.
    pub const PLIES: u32 = 3;
    /// Default work: a tree has few positions, and their values matter more than those of a review.
    pub const EFFORT: u32 = 4096;

    /// Returns the size of the solver's table in bytes, 2 kB for each poll.
    fn solver(effort: u32) -> usize {
        let grown = 2048 * effort.min(MOST_EFFORT / 16) as usize;
        grown.max(MEMORY)
    }

    /// Returns the memory that a thread takes, in bytes.
    pub fn memory(effort: u32) -> usize {
        Engine::memory() + Self::solver(effort)
    }
}

/// Move of the tree.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Opening {
    /// Moves from the first position on, up to this one.
    pub line: Vec<String>,
    /// Mover.
    pub side: Side,
    /// Expected points of the mover: 1 for a win, ½ for a draw.
    pub chance: f64,
    /// Whether the result with best play is proved.
    pub proved: bool,
    /// Final margin of the mover in seeds with best play; null if it is not proved.
    pub margin: Option<i32>,
    /// Position after the move.
    pub position: String,
}

#[derive(Debug, Clone, Copy)]
struct Value {
    points: f64,
    proved: bool,
    margin: Option<i32>,
}

impl Value {
    /// Lowers an estimate to what is known.
    fn limit(&mut self, most: f64) {
        if !self.proved {
            self.points = self.points.min(most);
        }
    }

    /// Returns the value for the opponent.
    fn turned(self) -> Self {
        Self { points: 1.0 - self.points, margin: self.margin.map(|margin| -margin), ..self }
    }
}

/// Move of a node.
#[derive(Debug)]
struct Choice {
    text: String,
    value: Value,
    after: AnyPosition,
    /// Node of the position after the move.
    next: Option<usize>,
}

/// Position of the tree, which several lines may reach.
#[derive(Debug)]
struct Node {
    position: AnyPosition,
    /// Legal moves, the best first.
    choices: Vec<Choice>,
    /// Number of moves that are kept.
    width: usize,
}

/// Finds a tree of first moves; `None` if stopped. It does not depend on the number of threads.
///
/// Each position counts as the start of a game. The moves come in the order of the tree, the best first. `tell` receives
/// the number of positions done and of those known so far.
pub fn openings(
    game: &Game,
    model: Model,
    task: &OpeningTask<'_>,
    threads: usize,
    stop: &(dyn Fn() -> bool + Sync),
    tell: &mut dyn FnMut(usize, usize),
) -> Option<Vec<Opening>> {
    let (mut nodes, mut places, mut begin) = (Vec::new(), HashMap::new(), 0);
    node(*game.position(), 0, &mut nodes, &mut places);
    for depth in 1..=task.plies as usize {
        let all = nodes.len();
        for done in (begin..all).step_by(threads.max(1)) {
            let end = all.min(done + threads.max(1));
            work_off(threads, nodes[done..end].iter_mut(), &|node| {
                let game = Game::from_position(game.shared_variant(), node.position);
                node.choices = choices(&game, model, task, stop);
            });
            tell(end, all);
        }
        if stop() {
            return None;
        }
        if depth == task.plies as usize {
            break;
        }
        for at in begin..all {
            for index in 0..nodes[at].kept().len() {
                let after = nodes[at].choices[index].after;
                if after.status().result.is_none() {
                    let next = node(after, depth, &mut nodes, &mut places);
                    // A position that an earlier ply has reached keeps the value of its search.
                    nodes[at].choices[index].next = Some(next).filter(|&next| next >= all);
                }
            }
        }
        begin = all;
    }
    let most = model.opening(game.position()).map_or(1.0, |(points, _)| points);
    back_up(&mut nodes, most);
    let mut found = Vec::new();
    list(game, &nodes, 0, &[], &mut found);
    Some(found)
}

/// Returns the node of a position, a new one if needed.
fn node(
    position: AnyPosition,
    depth: usize,
    nodes: &mut Vec<Node>,
    places: &mut HashMap<AnyPosition, usize>,
) -> usize {
    *places.entry(position).or_insert_with(|| {
        nodes.push(Node {
            position,
            choices: Vec::new(),
            width: WIDTHS[depth.min(WIDTHS.len() - 1)],
        });
        nodes.len() - 1
    })
}

/// Values the legal moves of a position, the best first: by proofs where the solver finds them, else by a search.
fn choices(
    game: &Game,
    model: Model,
    task: &OpeningTask<'_>,
    stop: &dyn Fn() -> bool,
) -> Vec<Choice> {
    if game.result().is_some() {
        return Vec::new();
    }
    let polls = Cell::new(task.effort / 2);
    let memory = OpeningTask::solver(task.effort);
    let (mut known, _) = known(game, memory, task.tables, &polls, stop);
    let mut dice = Dice::seeded(task.seed);
    dice.shuffle(&mut known);
    let searched = if known.iter().all(|known| known.proved.is_some()) {
        Vec::new()
    } else {
        polls.set(task.effort - task.effort / 2 + polls.get());
        Engine::default().values(game, &mut dice, &polls, stop)
    };
    if stop() {
        return Vec::new();
    }
    let choice = |Known { mv, after, proved }| {
        let value = if let Some((points, margin)) = proved {
            Value { points, proved: true, margin }
        } else {
            let found = searched.iter().find(|(found, _)| *found == mv);
            let value = found.map_or(0, |&(_, value)| value);
            let (points, proved) = (model.points(game, value), proven(value).is_some());
            Value { points, proved, margin: None }
        };
        let mut next = game.clone();
        next.commit(mv, &after);
        Choice { text: game.write_move(mv, after), value, after: *next.position(), next: None }
    };
    let mut choices: Vec<Choice> = known.into_iter().map(choice).collect();
    if let Some((points, solved)) = model.opening(game.position()) {
        for choice in &mut choices {
            let margin = solved.margin.filter(|_| solved.best == Some(&choice.text));
            // In a lost position every move loses.
            if !choice.value.proved && (points <= 0.0 || solved.best == Some(&choice.text)) {
                choice.value = Value { points, proved: true, margin };
            }
            choice.value.limit(points);
        }
    }
    sort(&mut choices);
    choices
}

/// Sorts moves, the best first; a proved move comes before others of the same value.
fn sort(choices: &mut [Choice]) {
    let key = |choice: &Choice| {
        let Value { points, proved, margin } = choice.value;
        // A loss without a known margin may be the largest.
        let unknown = if proved && points <= 0.0 { i32::MIN } else { 0 };
        (points, (margin.unwrap_or(unknown), proved))
    };
    sort_by(choices, |a, b| {
        let ((a, more), (b, less)) = (key(a), key(b));
        b.total_cmp(&a).then(less.cmp(&more))
    });
}

impl Node {
    fn kept(&self) -> &[Choice] {
        &self.choices[..self.width.min(self.choices.len())]
    }

    /// Returns the value for the player to move; `None` without a move.
    fn value(&self) -> Option<Value> {
        let (kept, all) = (self.kept(), &self.choices[..]);
        // If all kept moves are proved, any other move may be better.
        let is_open = kept.iter().any(|choice| !choice.value.proved);
        let counted = if is_open { kept } else { all };
        let points = counted.iter().map(|choice| choice.value.points).max_by(f64::total_cmp)?;
        let is_won = |choice: &Choice| choice.value.proved && choice.value.points >= 1.0;
        let margins: Option<Vec<i32>> = all.iter().map(|choice| choice.value.margin).collect();
        Some(Value {
            points,
            proved: all.iter().any(is_won) || all.iter().all(|choice| choice.value.proved),
            margin: margins.and_then(|margins| margins.into_iter().max()),
        })
    }
}

/// Gives each move the value of the position after it, from the leaves up; proofs stay. No first move is worth more than
/// `most`.
fn back_up(nodes: &mut [Node], most: f64) {
    for at in (0..nodes.len()).rev() {
        let mover = nodes[at].position.status().to_move;
        for index in 0..nodes[at].kept().len() {
            let Choice { next, value, .. } = &nodes[at].choices[index];
            if let Some(next) = next.filter(|_| !value.proved).map(|next| &nodes[next])
                && let Some(value) = next.value()
            {
                let same = next.position.status().to_move == mover;
                nodes[at].choices[index].value = if same { value } else { value.turned() };
            }
        }
        let kept = nodes[at].kept().len();
        for choice in nodes[at].choices.iter_mut().filter(|_| at == 0) {
            choice.value.limit(most);
        }
        sort(&mut nodes[at].choices[..kept]);
    }
}

/// Lists the moves from a node on, each before those that follow it.
fn list(game: &Game, nodes: &[Node], at: usize, before: &[String], found: &mut Vec<Opening>) {
    for choice in nodes[at].kept() {
        let line = [before, std::slice::from_ref(&choice.text)].concat();
        found.push(Opening {
            line: line.clone(),
            side: nodes[at].position.status().to_move,
            chance: choice.value.points,
            proved: choice.value.proved,
            margin: choice.value.margin,
            position: write_position(game.variant(), &choice.after),
        });
        if let Some(next) = choice.next {
            list(game, nodes, next, &line, found);
        }
    }
}
