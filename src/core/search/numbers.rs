//! Proof-number search (df-pn) for the winner of a game.

use super::table::{Table, WRITTEN};
use crate::kernel::Side;
use crate::search::proof::{Next, Vertices};

/// Proof and refutation numbers: how many positions must be decided to prove a claim, or to refute it.
#[derive(Debug, Clone, Copy)]
struct NodeNumbers {
    proof: u32,
    refutation: u32,
    /// Index on the path, from 1, of a repeated position without which the refutation does not hold. 0 if the path
    /// became too long.
    since: u32,
}

/// Infinite number: a proved claim cannot be refuted, and vice versa.
const NEVER: u32 = (1 << 28) - 1;
/// Value of `since` for results that do not depend on the path.
const ALWAYS: u32 = u32::MAX;
/// Maximum length of a path.
const LONGEST: usize = 1000;
/// Number of positions between two calls of the callback.
const POLL_NODES: u64 = 256;
/// Odd multiplier with well-mixed bits.
const ODD: u64 = 0x9e37_79b9_7f4a_7c15;

impl NodeNumbers {
    const UNKNOWN: Self = Self::new([1, 1], ALWAYS);
    const PROVED: Self = Self::new([0, NEVER], ALWAYS);

    const fn new([proof, refutation]: [u32; 2], since: u32) -> Self {
        Self { proof, refutation, since }
    }

    const fn refuted(since: u32) -> Self {
        Self::new([NEVER, 0], since)
    }

    const fn is_decided(self) -> bool {
        self.proof == 0 || self.refutation == 0
    }
}

/// Returns the two numbers of an entry.
fn numbers(word: u64) -> [u32; 2] {
    [word, word >> 28].map(|word| word as u32 & NEVER)
}

/// Returns the retention priority of an entry: highest for proofs, then refutations; more effort adds to it.
fn weight(word: u64) -> i32 {
    let effort = (word >> 56) as u32 & 31;
    let [proof, refutation] = numbers(word);
    effort.cast_signed() + 8 * i32::from(proof == 0) + 4 * i32::from(refutation == 0)
}

/// Position after a move.
struct Kid {
    vertex: u32,
    need: i32,
    key: u64,
    numbers: NodeNumbers,
}

impl Kid {
    const fn number(&self, proof: bool) -> u32 {
        if proof { self.numbers.proof } else { self.numbers.refutation }
    }
}

/// Search of one game.
pub(super) struct Numbers<'a> {
    table: Table,
    pub(super) trail: Vertices<'a>,
    /// Claiming side.
    side: Side,
    /// Callback that receives the number of positions and the longest path now and then; it returns `true` to stop.
    pub(super) poll: &'a mut dyn FnMut(u64, usize) -> bool,
    /// Keys of the positions on the path.
    path: Vec<u64>,
    pub(super) nodes: u64,
    /// Length of the longest path.
    pub(super) depth: usize,
    /// Whether a position recurred on the path.
    pub(super) cycles: bool,
    /// Number of positions at which to stop.
    limit: u64,
    halted: bool,
}

impl<'a> Numbers<'a> {
    /// Creates a search with a table of at most this many bytes.
    pub(super) fn new(
        bytes: usize,
        trail: Vertices<'a>,
        poll: &'a mut dyn FnMut(u64, usize) -> bool,
    ) -> Self {
        Self {
            table: Table::growing(bytes),
            trail,
            side: Side::South,
            poll,
            path: Vec::new(),
            nodes: 0,
            depth: 0,
            cycles: false,
            limit: 0,
            halted: false,
        }
    }

    pub(super) fn memory(&self) -> usize {
        self.table.memory()
    }

    /// Returns `true` if a side is proved to get `need` from a vertex, `false` if no proof can exist.
    ///
    /// `None` if still undecided after this many more positions.
    pub(super) fn ask(&mut self, side: Side, vertex: u32, need: i32, nodes: u64) -> Option<bool> {
        self.side = side;
        (self.limit, self.halted) = (self.nodes + nodes, nodes == 0);
        self.path.clear();
        let key = self.key(vertex, need);
        let known = self.known(key, 0);
        let numbers = if known.is_decided() || self.halted {
            known
        } else {
            self.look(vertex, need, key, [NEVER, NEVER], 0)
        };
        // A refutation that rests on the limit of the path is none.
        let is_sure = numbers.proof == 0 || numbers.refutation == 0 && numbers.since == ALWAYS;
        is_sure.then_some(numbers.proof == 0)
    }

    /// Returns the stored numbers of a position on this path.
    fn known(&self, key: u64, path: u64) -> NodeNumbers {
        let stored = |key| self.table.find(key).map(numbers);
        let plain =
            stored(key).map_or(NodeNumbers::UNKNOWN, |found| NodeNumbers::new(found, ALWAYS));
        if plain.is_decided() {
            return plain;
        }
        match stored(on_path(key, path)) {
            Some([since, 0]) => NodeNumbers::refuted(since),
            _ => plain,
        }
    }

    /// Stores numbers that took about 2^`effort` positions to find.
    fn store(&mut self, key: u64, [proof, refutation]: [u32; 2], effort: u32) {
        let word = WRITTEN
            | u64::from(proof.min(NEVER))
            | u64::from(refutation.min(NEVER)) << 28
            | u64::from(effort.min(31)) << 56;
        self.table.replace(key, word, weight);
        if self.table.is_crowded() {
            self.table.grow();
        }
    }

    /// Searches a position until its proof or refutation number reaches a threshold.
    fn look(
        &mut self,
        vertex: u32,
        need: i32,
        key: u64,
        [most_proof, most_refutation]: [u32; 2],
        path: u64,
    ) -> NodeNumbers {
        let begin = self.nodes;
        self.nodes += 1;
        self.halted |= self.nodes >= self.limit
            || self.nodes.is_multiple_of(POLL_NODES) && (self.poll)(self.nodes, self.depth);
        let (own, floor) = (self.trail.mover(vertex) == self.side, self.trail.len());
        self.path.push(key);
        self.depth = self.depth.max(self.path.len());
        let below = (path ^ key).rotate_left(23).wrapping_mul(ODD);
        let Some(mut kids) = self.kids(vertex, need, own, below) else {
            // Some moves are missing, so nothing is kept.
            self.halted = true;
            self.path.pop();
            self.trail.forget(floor);
            return NodeNumbers::UNKNOWN;
        };
        let mut numbers = loop {
            let numbers = sum(&kids, own);
            if numbers.proof >= most_proof || numbers.refutation >= most_refutation || self.halted {
                break numbers;
            }
            let open = kids.iter().filter(|kid| !kid.numbers.is_decided()).count() as u32;
            let number = |kid: &usize| kids[*kid].number(own);
            let Some(best) = (0..kids.len()).min_by_key(number) else { break numbers };
            let others = (0..kids.len()).filter(|&kid| kid != best);
            let second = others.map(|kid| number(&kid)).min().unwrap_or(NEVER);
            // Exceed the second best a little, to avoid switching between two similar moves.
            let second = (second + second / 4 + 1).min(NEVER);
            let besides = open.saturating_sub(1);
            let most = if own {
                [most_proof.min(second), most_refutation - besides]
            } else {
                [most_proof - besides, most_refutation.min(second)]
            };
            let Kid { vertex, need, key, .. } = kids[best];
            kids[best].numbers = self.look(vertex, need, key, most, below);
        };
        self.path.pop();
        self.trail.forget(floor);
        // A refutation that rests on not returning to this position holds on every path to it.
        if numbers.refutation == 0 && numbers.since > self.path.len() as u32 {
            numbers.since = ALWAYS;
        }
        let effort = (self.nodes - begin).ilog2();
        if numbers.refutation == 0 && numbers.since != ALWAYS {
            self.store(on_path(key, path), [numbers.since, 0], effort);
        } else {
            self.store(key, [numbers.proof, numbers.refutation], effort);
        }
        numbers
    }

    /// Lists the positions after all moves whose result the rules leave open. If the known result of one move decides
    /// the claim, lists only the position after that move. `None` if stopped.
    fn kids(&mut self, vertex: u32, need: i32, own: bool, path: u64) -> Option<Vec<Kid>> {
        let (mut steps, mut kids) = (Vec::new(), Vec::new());
        self.trail.steps(vertex, None, &mut steps)?;
        for step in steps {
            let (vertex, need) = match self.trail.next(self.side, step, need) {
                Next::Open(vertex, need) => (vertex, need),
                Next::Known(known) if known != own => continue,
                Next::Known(known) => {
                    let refuted = NodeNumbers::refuted(ALWAYS);
                    let numbers = if known { NodeNumbers::PROVED } else { refuted };
                    let (vertex, key) = (0, 0);
                    return Some(vec![Kid { vertex, need, key, numbers }]);
                }
            };
            let key = self.key(vertex, need);
            let before = self.path.iter().position(|&other| other == key);
            let numbers = match before {
                Some(before) => {
                    self.cycles = true;
                    NodeNumbers::refuted(before as u32 + 1)
                }
                None if self.path.len() >= LONGEST => NodeNumbers::refuted(0),
                None => self.known(key, path),
            };
            kids.push(Kid { vertex, need, key, numbers });
        }
        Some(kids)
    }

    /// Returns the table key of a claim about a position.
    fn key(&self, vertex: u32, need: i32) -> u64 {
        let claim = u64::from(need.cast_unsigned()) << 1 | u64::from(self.side == Side::South);
        let mixed = (self.trail.hash(vertex) ^ claim.wrapping_mul(ODD)).wrapping_mul(ODD);
        mixed ^ mixed >> 29
    }
}

/// Returns the table key of a position reached by one path.
fn on_path(key: u64, path: u64) -> u64 {
    (key ^ path.rotate_left(31)).wrapping_mul(ODD) ^ 1
}

/// Sums up the numbers of the positions after the moves. If all positions must be shown, the sum is the largest number
/// plus one for each other open position, because they share most of the work.
fn sum(kids: &[Kid], own: bool) -> NodeNumbers {
    let easy = kids.iter().map(|kid| kid.number(own)).min().unwrap_or(NEVER);
    let open = (kids.iter().map(|kid| kid.number(!own))).filter(|&number| number > 0);
    let (most, count) = open.fold((0, 0), |(most, count), number| (number.max(most), count + 1));
    let hard = if most == 0 || most == NEVER { most } else { (most + count - 1).min(NEVER - 1) };
    let since = kids.iter().filter(|kid| kid.numbers.refutation == 0).map(|kid| kid.numbers.since);
    let (numbers, since) =
        if own { ([easy, hard], since.min()) } else { ([hard, easy], since.max()) };
    NodeNumbers::new(numbers, since.unwrap_or(ALWAYS))
}
