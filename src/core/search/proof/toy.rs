//! Random graph games with few vertices, and their winners by retrograde analysis.

use super::vertices::{Ground, Step, Trail};
use crate::kernel::board::Side;
use crate::kernel::dice::Dice;

/// Player to move and moves of each vertex.
pub(crate) struct Graph(pub(crate) Vec<(Side, Vec<Step>)>);

/// Path through a graph.
pub(crate) struct Path<'a> {
    pub(crate) graph: &'a Graph,
    pub(crate) vertices: Vec<u32>,
}

impl Graph {
    /// Draws a graph with this many vertices; one move in `ending` ends the game.
    pub(crate) fn draw(vertices: u32, ending: u32, dice: &mut Dice) -> Self {
        let mut step = || match dice.below(ending) {
            0 => Step::End(dice.below(3).cast_signed() - 1),
            _ => Step::On {
                vertex: dice.below(vertices),
                won: 0,
            },
        };
        let mut moves = || (0..3).map(|_| step()).collect::<Vec<_>>();
        let mut nodes: Vec<_> = (0..vertices).map(|_| (Side::South, moves())).collect();
        for (side, steps) in &mut nodes {
            *side = [Side::South, Side::North][dice.below(2) as usize];
            steps.truncate(1 + dice.below(3) as usize);
        }
        Self(nodes)
    }

    /// Returns the vertices from which a side can force a value.
    pub(crate) fn sure(&self, side: Side, least: i32) -> Vec<bool> {
        let mut sure = vec![false; self.0.len()];
        loop {
            let next = self.0.iter().map(|(mover, steps)| {
                let mut does = steps.iter().map(|step| match *step {
                    Step::End(value) if side == Side::South => value >= least,
                    Step::End(value) => -value >= least,
                    Step::On { vertex, .. } => sure[vertex as usize],
                });
                if *mover == side {
                    does.any(|does| does)
                } else {
                    does.all(|does| does)
                }
            });
            let next: Vec<bool> = next.collect();
            if next == sure {
                return sure;
            }
            sure = next;
        }
    }
}

/// Lists all moves, or one of them, and returns their number.
fn show(from: &[Step], only: Option<usize>, steps: &mut Vec<Step>) -> usize {
    match only {
        Some(only) => steps.extend(from.get(only)),
        None => steps.extend(from),
    }
    from.len()
}

impl Ground for Graph {
    fn steps(&mut self, vertex: u32, only: Option<usize>, steps: &mut Vec<Step>) -> Option<usize> {
        Some(show(&self.0[vertex as usize].1, only, steps))
    }

    fn mover(&self, vertex: u32) -> Side {
        self.0[vertex as usize].0
    }

    fn limits(&self, _place: u32, _side: Side) -> [i32; 2] {
        [-1, 1]
    }

    fn len(&self) -> usize {
        self.0.len()
    }
}

impl Ground for Path<'_> {
    fn steps(&mut self, vertex: u32, only: Option<usize>, steps: &mut Vec<Step>) -> Option<usize> {
        let from = &self.graph.0[self.vertices[vertex as usize] as usize].1;
        let begin = steps.len();
        let all = show(from, only, steps);
        for step in &mut steps[begin..] {
            if let Step::On { vertex, .. } = step {
                let slot = self.vertices.len() as u32;
                self.vertices.push(std::mem::replace(vertex, slot));
            }
        }
        Some(all)
    }

    fn mover(&self, vertex: u32) -> Side {
        self.graph.mover(self.vertices[vertex as usize])
    }

    fn limits(&self, _place: u32, _side: Side) -> [i32; 2] {
        [-1, 1]
    }

    fn len(&self) -> usize {
        self.vertices.len()
    }
}

impl Trail for Path<'_> {
    fn hash(&self, vertex: u32) -> u64 {
        u64::from(self.vertices[vertex as usize])
    }

    fn forget(&mut self, len: usize) {
        self.vertices.truncate(len);
    }
}
