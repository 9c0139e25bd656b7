//! Games on graphs: what follows from each position is given.

use mankala::Dice;
use mankala::prelude::*;

/// Target of a move.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Next {
    /// The game ends with this result for South: 1, 0 or −1.
    End(i32),
    /// The game goes on from this vertex.
    On(u8),
}

use self::Next::{End, On};

/// Graph whose first vertex begins a game.
#[derive(Debug, Clone)]
pub(crate) struct Graph {
    /// Player to move in each vertex, and the moves.
    pub(crate) vertices: Vec<(Side, Vec<Next>)>,
    /// South's lead in each vertex, in hundredths of a seed; 0 where it is missing. The last move leads to the number
    /// after that of the last vertex.
    pub(crate) leads: Vec<i32>,
    /// South's result where a position comes back; `None` if that ends no game.
    pub(crate) repeated: Option<i32>,
}

/// Returns a side's result, given South's.
pub(crate) fn seen_by(side: Side, south: i32) -> i32 {
    match side {
        Side::South => south,
        Side::North => -south,
    }
}

fn outcome(south: i32) -> Outcome {
    match south {
        1 => Outcome::South,
        0 => Outcome::Draw,
        _ => Outcome::North,
    }
}

impl Graph {
    pub(crate) fn new(vertices: Vec<(Side, Vec<Next>)>) -> Self {
        Self { vertices, leads: Vec::new(), repeated: None }
    }

    /// Draws a graph with this many vertices; one move in `ending` ends the game.
    pub(crate) fn draw(vertices: u32, ending: u32, dice: &mut Dice) -> Self {
        let mut next = || match dice.below(ending) {
            0 => End(dice.below(3).cast_signed() - 1),
            _ => On(dice.below(vertices) as u8),
        };
        let mut moves = || (0..3).map(|_| next()).collect::<Vec<_>>();
        let mut nodes: Vec<_> = (0..vertices).map(|_| (Side::South, moves())).collect();
        for (side, moves) in &mut nodes {
            *side = Side::BOTH[dice.below(2) as usize];
            moves.truncate(1 + dice.below(3) as usize);
        }
        Self::new(nodes)
    }

    /// Returns the vertices from which a side can force a value.
    pub(crate) fn sure(&self, side: Side, least: i32) -> Vec<bool> {
        let endless = self.repeated.map(|south| seen_by(side, south) >= least);
        let mut sure = vec![endless.unwrap_or(false); self.vertices.len()];
        loop {
            let next = self.vertices.iter().map(|(owner, moves)| {
                let mut does = moves.iter().map(|&next| match next {
                    End(south) => seen_by(side, south) >= least,
                    On(vertex) => sure[usize::from(vertex)],
                });
                if *owner == side { does.any(|does| does) } else { does.all(|does| does) }
            });
            let next: Vec<bool> = next.collect();
            if next == sure {
                return sure;
            }
            sure = next;
        }
    }

    /// Returns the game on this graph.
    pub(crate) fn variant(&self) -> Arc<dyn AnyVariant> {
        let layout = Layout::new(2, 8, Ring::Shared, Directions::Forward);
        let graph = self.clone();
        Arc::from(OnGraph { layout, graph }.boxed())
    }

    /// Starts a game on this graph.
    pub(crate) fn game(&self) -> Game {
        Game::new(self.variant())
    }
}

struct OnGraph {
    layout: Layout,
    graph: Graph,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Vertex<P> {
    ring: P,
    number: u8,
    status: Status,
}

mankala::position!(Vertex<P> { ring; number });

impl Variant for OnGraph {
    type Position = Vertex<Pits16>;

    fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Four seeds lie on the board, and stay there.
    fn opening(&self) -> Self::Position {
        let mut ring = Pits16::default();
        ring.add(0, 4);
        Vertex { ring, number: 0, status: Status::going(self.graph.vertices[0].0) }
    }

    /// A move starts from the spot of its number.
    fn starts(&self, position: &Self::Position, _tier: u8) -> Starts {
        let (_, moves) = &self.graph.vertices[usize::from(position.number)];
        Starts::forward((1 << moves.len()) - 1)
    }

    /// A round that the other player began goes the same way with the players exchanged, except for the result.
    fn turn(
        &self,
        position: &Self::Position,
        _tier: u8,
        start: Start,
        _chooser: &mut impl Chooser<Self::Position>,
        _observer: &mut impl Observer,
    ) -> Result<Self::Position, TurnError> {
        let (side, moves) = &self.graph.vertices[usize::from(position.number)];
        let mut after = *position;
        match moves[usize::from(start.spot)] {
            End(south) => {
                after.number += 1;
                after.status.result = Some(outcome(south));
            }
            On(vertex) => {
                after.number = vertex;
                if self.graph.vertices[usize::from(vertex)].0 != *side {
                    after.status.to_move = after.status.to_move.other();
                }
            }
        }
        Ok(after)
    }

    fn stuck(&self, _before: Option<&Self::Position>, _position: &Self::Position) -> Outcome {
        unreachable!("every vertex has a move")
    }

    fn holdings(&self, _position: &Self::Position) -> BySide<u16> {
        BySide([4, 0])
    }
}

impl Notation for OnGraph {}

impl Repeating for OnGraph {
    fn recurrence(&self) -> usize {
        if self.graph.repeated.is_some() { 2 } else { 0 }
    }

    fn repeated(&self, _position: &mut Self::Position) -> Option<Outcome> {
        self.graph.repeated.map(outcome)
    }
}

impl Judging for OnGraph {
    const LEAD: Lead = Lead::Evaluation;

    fn evaluate(&self, position: &Self::Position) -> i32 {
        let lead = self.graph.leads.get(usize::from(position.number));
        seen_by(position.status.to_move, lead.copied().unwrap_or(0))
    }
}

impl Solving for OnGraph {}
