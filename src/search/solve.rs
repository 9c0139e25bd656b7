//! What a game comes to with perfect play, proved: exact, or between bounds where it can't be settled.

use std::sync::Arc;

use super::certify::{self, Prover, certify};
use super::core::{Aim, Asks, Core, Frame, Known, Worth, meet};
use super::margin::Scale;
use super::prove::prove;
use super::score::over;
use super::table::Table;
use super::tables::{Probe, Tables};
use super::whole::{self, Whole};
use crate::game::Game;
use crate::kernel::board::Side;
use crate::proof::{Claim, Ground, Places, Proof};
use crate::text::notation::{Legal, legal_moves};
use crate::variant::{Play, Position, Variant};

/// What is asked of a solver.
#[derive(Debug, Clone, Copy, Default)]
pub struct Task<'a> {
    /// The bytes that the table may take.
    pub memory: usize,
    /// Whether every first move is to be given its value.
    pub moves: bool,
    /// What is known of positions with few seeds, by the rules of the same game.
    pub tables: Option<&'a Tables>,
    /// Whether what proves the bounds is wanted.
    pub proofs: bool,
    /// Whether it is enough to know who wins, and how to look for that: by proof numbers.
    pub numbers: bool,
}

/// What was proved about a value: that it lies between these, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// It is so much at least; nothing if that follows from the board alone.
    pub low: Option<i32>,
    /// It is so much at most.
    pub high: Option<i32>,
}

impl Bounds {
    /// The value, if it is known.
    #[must_use]
    pub fn value(self) -> Option<i32> {
        self.low.filter(|_| self.low == self.high)
    }
}

/// A first move and what it is worth to the player who makes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoveValue {
    /// The move as it is written.
    pub text: String,
    /// Its value.
    pub bounds: Bounds,
}

/// What a solver found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solution {
    /// Whether values are seeds more than the other has at the end; else 1 is a win, 0 a draw and −1 a loss.
    pub seeds: bool,
    /// The value for the player to move.
    pub bounds: Bounds,
    /// A line of best play to the end; empty where the value is not known.
    pub line: Vec<String>,
    /// The value of each first move, if they were asked for.
    pub moves: Vec<MoveValue>,
    /// What proves the bounds, the lower one first, if that was asked for; one is left out where its proof was not found again, or
    /// not in time.
    pub proofs: Vec<Proof>,
    /// Positions looked at.
    pub nodes: u64,
    /// How deep the last search went.
    pub depth: u32,
    /// The bytes of the table.
    pub memory: usize,
    /// Whether positions came back in the course of the search.
    pub cycles: bool,
}

/// How far a solver has come.
#[derive(Debug, Clone, Copy)]
pub struct Progress {
    /// How deep it searches now.
    pub depth: u32,
    /// Positions looked at so far.
    pub nodes: u64,
    /// What is proved so far about the value.
    pub bounds: Bounds,
}

/// The deepest search there is.
const DEEPEST: u8 = 250;
/// How much deeper each search goes than the one before.
const STEP: u8 = 4;
/// A line of best play is not followed for longer.
const LONGEST_LINE: usize = 1000;
/// From this depth on it is tried, where positions come back, whether there are so few of them that all can be settled.
const FEW_FROM: u8 = 14;

/// A position that is to be solved, and what is proved about it.
#[derive(Debug, Clone, Copy)]
struct Root<P> {
    before: P,
    position: P,
    key: u64,
    /// Without what has been won.
    proved: [i32; 2],
    guess: i32,
}

/// A solver at work.
struct Solver<'a, V: Variant> {
    frame: Frame<'a, V>,
    scale: Scale,
    core: Core<V>,
    depth: u8,
    memory: usize,
    /// Whether it was tried to settle every position there is.
    tried: bool,
    /// Every position there is, if there are few.
    whole: Option<Whole>,
}

/// Why a search ended before its end.
struct Stopped;

impl<V: Variant> Solver<'_, V> {
    /// A position as it is searched, and what its player to move has won more than the other.
    fn root(&self, before: V::Position, position: &V::Position) -> (Root<V::Position>, i32) {
        let variant = self.frame.variant;
        let (position, won) = self.scale.settle(variant, position);
        let root = Root {
            before,
            position,
            key: self.scale.key(variant, &position),
            proved: self.frame.limits(self.scale, &position).0,
            guess: self.scale.estimate(variant, &position),
        };
        (root, won)
    }

    /// One search with a window that holds no value: whether it is worth `least` or more.
    fn ask(
        &mut self,
        root: &mut Root<V::Position>,
        depth: u8,
        least: i32,
        asks: Asks,
    ) -> Result<Worth, Stopped> {
        let window = [least - 1, least];
        let (before, position) = (&root.before, &root.position);
        let worth = self.core.node(
            &self.frame,
            before,
            position,
            root.key,
            depth,
            0,
            window,
            asks,
        );
        let worth = worth.ok_or(Stopped)?;
        root.proved = meet(root.proved, worth.proved);
        Ok(worth)
    }

    /// Searches to a depth with estimates for what is unknown, until they say what the value is.
    fn estimate(&mut self, root: &mut Root<V::Position>, depth: u8) -> Result<(), Stopped> {
        self.core.begin();
        let [mut low, mut high] = root.proved;
        let mut guess = root.guess.clamp(low, high);
        while low < high {
            let least = if guess == low { guess + 1 } else { guess };
            let worth = self.ask(root, depth, least, Asks::Nobody)?;
            if worth.value < least {
                high = worth.value.clamp(low, least - 1);
            } else {
                low = worth.value.clamp(least, high);
            }
            [low, high] = [low, high].map(|value| value.clamp(root.proved[0], root.proved[1]));
            guess = worth.value.clamp(low, high);
        }
        root.guess = low;
        Ok(())
    }

    /// Searches for the best bounds that can be proved to a depth, unknown counting against whoever asks.
    fn prove(&mut self, root: &mut Root<V::Position>, depth: u8) -> Result<(), Stopped> {
        self.core.begin();
        let (mut most, mut first) = (root.proved[1], true);
        while root.proved[0] < most {
            let middle = (root.proved[0] + most + 1).div_euclid(2);
            let least = if first { root.guess } else { middle };
            let least = least.clamp(root.proved[0] + 1, most);
            self.ask(root, depth, least, Asks::Mover)?;
            most = most.min(root.proved[1]);
            if root.proved[0] < least {
                most = least - 1;
            }
            first = false;
        }
        self.core.begin();
        let (mut least, mut first) = (root.proved[0], true);
        while least < root.proved[1] {
            let middle = (least + root.proved[1]).div_euclid(2);
            let most = if first { root.guess } else { middle };
            let most = most.clamp(least, root.proved[1] - 1);
            self.ask(root, depth, most + 1, Asks::Other)?;
            least = least.max(root.proved[0]);
            if root.proved[1] > most {
                least = most + 1;
            }
            first = false;
        }
        Ok(())
    }

    /// Searches deeper and deeper until enough is proved, the search is stopped, or nothing more can be had.
    ///
    /// With `least`, it is enough to know whether the position is worth that or more.
    fn settle(
        &mut self,
        root: &mut Root<V::Position>,
        least: Option<i32>,
        told: &mut dyn FnMut(&Self, &Root<V::Position>),
    ) -> Result<(), Stopped> {
        let open = |[low, high]: [i32; 2]| match least {
            Some(least) => low < least && least <= high,
            None => low < high,
        };
        let mut depth = 2;
        while open(root.proved) && depth <= DEEPEST {
            if self.core.cycles && depth >= FEW_FROM && self.enumerate(root) {
                break;
            }
            self.depth = self.depth.max(depth);
            told(self, root);
            match least {
                Some(least) => {
                    self.core.begin();
                    self.ask(root, depth, least, Asks::Nobody)?;
                }
                None => self.estimate(root, depth)?,
            }
            if open(root.proved) && self.core.cycles {
                self.prove(root, depth)?;
            }
            depth += STEP;
        }
        Ok(())
    }

    /// Takes what is proved of a position from among all positions there are, if they are few; then no search
    /// finds out more.
    fn enumerate(&mut self, root: &mut Root<V::Position>) -> bool {
        let most = self.memory / whole::size::<V::Position>();
        if !self.tried {
            self.tried = true;
            self.whole = Whole::of(&self.frame, self.scale, &root.position, most);
        }
        let found = self.whole.as_ref().and_then(|whole| whole.find(root.key));
        if let Some(found) = found {
            root.proved = meet(root.proved, found);
        }
        found.is_some()
    }

    /// What is known of the position after a move, as its player sees it who made the move: how to search it, and
    /// how its values are turned; or its value, where the game is over.
    fn after(&self, position: &V::Position, after: &V::Position) -> After<V::Position> {
        let variant = self.frame.variant;
        let same = position.status().to_move == after.status().to_move;
        let turned = |value: i32| if same { value } else { -value };
        if let Some(outcome) = over(variant, position, after) {
            let value = self.scale.over(variant, Some(position), after, outcome);
            return After::Over(turned(value));
        }
        let (root, won) = self.root(*position, after);
        After::Root(root, same, turned(won))
    }

    /// The value of each move.
    fn moves(
        &mut self,
        position: &V::Position,
        told: &mut dyn FnMut(&Self, &Root<V::Position>),
    ) -> Vec<MoveValue> {
        let legal = legal_moves(self.frame.variant, position);
        let value = |(text, bounds)| MoveValue { text, bounds };
        let mut valued = |legal: Legal<V::Position>| {
            let bounds = match self.after(position, &legal.after) {
                After::Over(value) => Bounds::exactly(value),
                After::Root(mut root, same, won) => {
                    let limits = self.scale.limits(&root.position);
                    // What was proved stays where the search is stopped.
                    let _ = self.settle(&mut root, None, told);
                    let bounds = Bounds::of(root.proved, limits);
                    if same {
                        bounds.plus(won)
                    } else {
                        bounds.turned().plus(won)
                    }
                }
            };
            (legal.text, bounds)
        };
        legal
            .into_iter()
            .map(|legal| value(valued(legal)))
            .collect()
    }

    /// What proves these bounds of a position.
    fn proofs(&mut self, position: &V::Position, bounds: Bounds) -> Vec<Proof> {
        let variant = self.frame.variant;
        let seeds = variant.diagram(position).total();
        let mut places = Places::new(variant, position, seeds);
        let root = places.step(None, position);
        let most = self.memory / (certify::SIZE + Places::<V>::SIZE);
        let mut proofs = Vec::new();
        for claim in bounds.claims(position.status().to_move) {
            let mut sure = Sure {
                solver: &mut *self,
                places: &mut places,
                side: claim.side,
            };
            proofs.extend(certify(&mut sure, claim, root, most));
        }
        proofs
    }

    /// A line of best play from a position of this value, as far as it can be followed.
    fn line(&mut self, mut position: V::Position, mut value: i32) -> Vec<String> {
        let (mut line, mut seen) = (Vec::new(), Vec::new());
        while line.len() < LONGEST_LINE {
            seen.push(position);
            let Some((text, after, left)) = self.best(&position, value, &seen) else {
                break;
            };
            line.push(text);
            let Some(left) = left else { break };
            (position, value) = (after, left);
        }
        line
    }

    /// A move that keeps this value and leads to no position seen before: as it is written, the position after it, and
    /// what that is worth to its player to move if the game goes on.
    fn best(
        &mut self,
        position: &V::Position,
        value: i32,
        seen: &[V::Position],
    ) -> Option<(String, V::Position, Option<i32>)> {
        let legal = legal_moves(self.frame.variant, position);
        // First what the table knows, then what has to be searched.
        for deepest in [1, DEEPEST] {
            for legal in &legal {
                match self.after(position, &legal.after) {
                    After::Over(found) if found == value => {
                        return Some((legal.text.clone(), legal.after, None));
                    }
                    After::Over(_) => {}
                    After::Root(mut root, same, won) => {
                        let to_go = if same { value - won } else { won - value };
                        let least = if same { to_go } else { to_go + 1 };
                        let searched = if deepest == 1 {
                            self.core.begin();
                            self.ask(&mut root, 1, least, Asks::Nobody).map(drop)
                        } else {
                            self.settle(&mut root, Some(least), &mut |_, _| ())
                        };
                        searched.ok()?;
                        let [low, high] = root.proved;
                        let keeps = if same { low >= to_go } else { high <= to_go };
                        if keeps && !seen.contains(&legal.after) {
                            let worth = if same { value } else { -value };
                            return Some((legal.text.clone(), legal.after, Some(worth)));
                        }
                    }
                }
            }
        }
        None
    }
}

/// A solver who is asked what it has proved of places.
struct Sure<'s, 'a, V: Variant> {
    solver: &'s mut Solver<'a, V>,
    places: &'s mut Places<'a, V>,
    side: Side,
}

impl<V: Variant> Prover for Sure<'_, '_, V> {
    fn ground(&mut self) -> &mut dyn Ground {
        self.places
    }

    fn proves(&mut self, place: u32, need: i32, effort: u32) -> Option<bool> {
        let position = *self.places.position(place);
        let own = position.status().to_move == self.side;
        let (mut root, won) = self.solver.root(position, &position);
        // The other comes to as much unless the mover comes to more than its negative.
        let least = if own { need - won } else { 1 - need - won };
        let found = if effort > 0 {
            self.solver.settle(&mut root, Some(least), &mut |_, _| ())
        } else {
            self.solver.core.begin();
            self.solver.ask(&mut root, 1, least, Asks::Nobody).map(drop)
        };
        found.ok()?;
        let [low, high] = root.proved;
        Some(if own { low >= least } else { high < least })
    }
}

/// A position after a move.
enum After<P> {
    /// The game is over, and worth this to the player who made the move.
    Over(i32),
    /// It goes on: how to search it, whether the same player moves again, and what they have won more than the other.
    Root(Root<P>, bool, i32),
}

impl Solution {
    /// Of a position about which nothing is known.
    pub(super) fn nothing(seeds: bool) -> Self {
        Self {
            seeds,
            bounds: Bounds {
                low: None,
                high: None,
            },
            line: Vec::new(),
            moves: Vec::new(),
            proofs: Vec::new(),
            nodes: 0,
            depth: 0,
            memory: 0,
            cycles: false,
        }
    }
}

impl Bounds {
    /// It is this.
    const fn exactly(value: i32) -> Self {
        Self {
            low: Some(value),
            high: Some(value),
        }
    }

    /// What was proved, but for what follows from the board alone.
    fn of([low, high]: [i32; 2], limits: [i32; 2]) -> Self {
        let known = low == high;
        Self {
            low: (known || low > limits[0]).then_some(low),
            high: (known || high < limits[1]).then_some(high),
        }
    }

    /// The same with so much added.
    fn plus(self, more: i32) -> Self {
        let [low, high] = [self.low, self.high].map(|bound| bound.map(|bound| bound + more));
        Self { low, high }
    }

    /// What they say of the side to move, and of the other.
    #[must_use]
    pub fn claims(self, side: Side) -> Vec<Claim> {
        let claim = |side, least| Claim { side, least };
        let low = self.low.map(|low| claim(side, low));
        let high = self.high.map(|high| claim(side.other(), -high));
        low.into_iter().chain(high).collect()
    }

    /// The same for the other player.
    fn turned(self) -> Self {
        let [low, high] = [self.high, self.low].map(|bound| bound.map(|bound| -bound));
        Self { low, high }
    }
}

/// Solves a game's position, as if nothing had been played before.
///
/// Once `stop` says yes, what has been proved so far is the answer.
pub(crate) fn solve<V: Variant>(
    game: &Game<V>,
    task: Task<'_>,
    stop: &dyn Fn() -> bool,
    progress: &mut dyn FnMut(&Progress),
) -> Solution {
    let (variant, position) = (game.variant(), *game.position());
    let scale = Scale::of(variant, &position, variant.diagram(&position).total());
    let seeds = scale != Scale::Result;
    if let Some(outcome) = position.status().result {
        let value = scale.over(variant, None, &position, outcome);
        let bounds = Bounds::exactly(value);
        let claims = bounds.claims(position.status().to_move).into_iter();
        let proof = |claim| Proof {
            claim,
            moves: Vec::new(),
        };
        return Solution {
            bounds,
            proofs: claims.filter(|_| task.proofs).map(proof).collect(),
            ..Solution::nothing(seeds)
        };
    }
    if task.numbers {
        return Solution {
            seeds,
            ..prove(variant, &position, task, stop, progress)
        };
    }
    let mut solution = Solution::nothing(seeds);
    let probe = task
        .tables
        .and_then(|tables| Probe::of(game.shared_variant(), tables));
    let known = probe
        .as_ref()
        .map(|probe| |scale, position: &V::Position| probe.bounds(scale, position));
    let table = Arc::new(Table::new(task.memory));
    solution.memory = table.memory();
    let mut solver = Solver {
        frame: Frame {
            variant,
            aim: Aim::Solve(scale),
            known: known.as_ref().map(|known| known as &Known<'_, _>),
            stop,
        },
        scale,
        core: Core::new(table),
        depth: 0,
        memory: task.memory,
        tried: false,
        whole: None,
    };
    let (mut root, won) = solver.root(position, &position);
    let limits = scale.limits(&root.position);
    let mut told = |solver: &Solver<'_, V>, proved: [i32; 2]| {
        progress(&Progress {
            depth: u32::from(solver.depth),
            nodes: solver.core.nodes,
            bounds: Bounds::of(proved, limits).plus(won),
        });
    };
    // What was proved stays where the search is stopped.
    let _ = solver.settle(&mut root, None, &mut |solver, root| {
        told(solver, root.proved);
    });
    solution.bounds = Bounds::of(root.proved, limits).plus(won);
    if task.moves {
        let proved = root.proved;
        solution.moves = solver.moves(&position, &mut |solver, _| told(solver, proved));
    }
    if let Some(value) = solution.bounds.value() {
        solution.line = solver.line(position, value);
    }
    if task.proofs {
        solution.proofs = solver.proofs(&position, solution.bounds);
    }
    solution.nodes = solver.core.nodes;
    solution.depth = u32::from(solver.depth);
    solution.cycles = solver.core.cycles;
    solution
}
