//! The search itself: alpha-beta over legal moves with a table, for whatever positions are worth.

use std::hint::black_box;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::margin::Scale;
use super::score::{self, PROVEN, at_rest, estimate, seen_from};
use super::table::{AGES, Bound, Found, NO_MOVE, Table, WIDEST};
use super::tables::Probe;
use crate::variant::{Move, Play, Position, Variant, key};

/// What a search is after.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Aim {
    /// Evaluations at a depth, wins by their distance.
    Play {
        /// The value is that of plain search to the same depth: nothing is reduced, and the table answers for this depth only.
        exact: bool,
    },
    /// What the game comes to, on this scale. What is unknown at a depth is estimated, and never passes for proved.
    Solve(Scale),
}

/// Who asks, where unknown is to count against them: then values are proved bounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Asks {
    /// Nobody: what is unknown is estimated.
    Nobody,
    /// The player to move: unknown is the least that it can be.
    Mover,
    /// The other player: unknown is the most.
    Other,
}

impl Asks {
    /// The same for a position after a move.
    const fn after(self, same: bool) -> Self {
        match self {
            Self::Mover if !same => Self::Other,
            Self::Other if !same => Self::Mover,
            asks => asks,
        }
    }
}

/// What stays the same during a search.
pub(crate) struct Frame<'a, V> {
    pub(crate) variant: &'a V,
    pub(crate) aim: Aim,
    /// What is known of positions with few seeds.
    pub(crate) tables: Option<&'a Probe<'a, V>>,
    /// Asked now and then; once it says yes the search ends where it is.
    pub(crate) stop: &'a dyn Fn() -> bool,
}

impl<V: Variant> Frame<'_, V> {
    /// Whether what the table holds, and so what is found, hangs on the order in which moves are looked at: repetitions
    /// end games, and values are to be the same for ever. Then order and table are used in the plainest way.
    fn ways_matter(&self) -> bool {
        self.aim == (Aim::Play { exact: true }) && self.variant.recurrence() > 0
    }

    /// What is proved of a position that is searched, without looking at its moves, and whether it is all that can be.
    #[inline]
    pub(super) fn limits(&self, scale: Scale, position: &V::Position) -> ([i32; 2], bool) {
        let probed = self
            .tables
            .and_then(|tables| tables.bounds(scale, position));
        match probed {
            Some(bounds) => (bounds, true),
            None => (scale.limits(position), false),
        }
    }
}

/// What a position is worth to its player to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Worth {
    /// Exact within the window that was asked about, else a bound.
    pub(crate) value: i32,
    /// What is proved whatever the depth; nothing where that is not asked.
    pub(super) proved: [i32; 2],
}

impl Worth {
    /// It is worth this, and nothing is proved.
    const fn of(value: i32) -> Self {
        let proved = [-WIDEST, WIDEST];
        Self { value, proved }
    }

    /// It is worth this.
    const fn exactly(value: i32) -> Self {
        let proved = [value, value];
        Self { value, proved }
    }

    /// The same for whoever made the move that led here, and what it gained them.
    const fn before(self, same: bool, gain: i32) -> Self {
        let [low, high] = self.proved;
        if same {
            Self {
                value: self.value + gain,
                proved: [low + gain, high + gain],
            }
        } else {
            Self {
                value: gain - self.value,
                proved: [gain - high, gain - low],
            }
        }
    }
}

/// A move with the position after it, all as the player sees it who makes it.
#[derive(Debug, Clone, Copy)]
struct Candidate<P> {
    mv: Move,
    after: P,
    key: u64,
    promise: i32,
    /// What the move wins for good.
    gain: i32,
    /// Whether the same player moves again.
    same: bool,
    /// Its place in the order in which moves are found.
    index: u8,
    /// What is known of it.
    known: Worth,
    /// Whether the game is over with it.
    over: bool,
}

impl<P> Candidate<P> {
    /// Whether the same player moves again and has won something by it.
    const fn is_free(&self) -> bool {
        self.same && self.gain > 0
    }
}

/// How often, in nodes, to look whether to go on.
const GLANCE: u64 = 512;
/// Moves are remembered by where they start.
const STARTS: usize = 128;
/// Beyond this, scores of moves that were good elsewhere are halved.
const MOST_HISTORY: i32 = 1 << 12;

/// How much is hoped of starts that were good in other positions of a ply, in hundredths of a seed.
const KILLERS: [i32; 2] = [120, 80];
/// How much is hoped of another move of the same player's, in hundredths of a seed.
const AGAIN: i32 = 600;

/// The number of a move's start.
const fn start_of(mv: Move) -> u8 {
    (mv.start.spot << 1 | mv.start.direction as u8) & 127
}

/// What a search needs besides: its table, and lists that are used again.
#[derive(Debug)]
pub(crate) struct Core<V: Variant> {
    pub(super) table: Arc<Table>,
    /// A list of moves for each ply, reused.
    lists: Vec<Vec<Candidate<V::Position>>>,
    /// Starts that were good in other positions of a ply.
    killers: Vec<[u8; 2]>,
    /// How good each start was anywhere.
    history: [i32; STARTS],
    /// Keys of the positions of the game, sorted, where the rules look at repetition.
    pub(crate) past: Vec<u64>,
    /// The positions on the way from the root: their keys, and how many seeds they hold.
    way: Vec<(u64, u16)>,
    /// The number of this search in the table.
    age: u8,
    /// Whether a position came back on the way.
    pub(super) cycles: bool,
    pub(crate) nodes: u64,
}

impl<V: Variant> Core<V> {
    /// A search with this table.
    pub(crate) fn new(table: Arc<Table>) -> Self {
        Self {
            table,
            lists: Vec::new(),
            killers: Vec::new(),
            history: [0; STARTS],
            past: Vec::new(),
            way: Vec::new(),
            age: 0,
            cycles: false,
            nodes: 0,
        }
    }

    /// Begins a search whose unproved results are not those of earlier ones.
    pub(crate) fn begin(&mut self) {
        // Two numbers, as both players may be asked about the same position.
        self.age = (self.age + 2) % AGES;
        self.way.clear();
        for killers in &mut self.killers {
            *killers = [NO_MOVE; 2];
        }
    }

    /// Forgets everything that was found out before.
    pub(crate) fn forget(&mut self) {
        self.age = 0;
        self.history = [0; STARTS];
        if let Some(table) = Arc::get_mut(&mut self.table) {
            table.clear();
        }
    }

    /// The value of a move for the player who makes it, given the position it leads to.
    pub(crate) fn after(
        &mut self,
        frame: &Frame<'_, V>,
        before: &V::Position,
        after: &V::Position,
        depth: u32,
        [alpha, beta]: [i32; 2],
    ) -> Option<i32> {
        let status = after.status();
        if let Some(outcome) = status.result {
            let side = before.status().to_move;
            return Some(score::of_outcome(outcome, side, 1));
        }
        let same = before.status().to_move == status.to_move;
        let window = if same { [alpha, beta] } else { [-beta, -alpha] };
        let (key, depth) = (key(after), u8::try_from(depth).unwrap_or(u8::MAX));
        let worth = self.node(frame, before, after, key, depth, 1, window, Asks::Nobody)?;
        Some(worth.before(same, 0).value)
    }

    /// What is known of a position without search, and its value at full depth.
    fn at_rest(
        frame: &Frame<'_, V>,
        before: &V::Position,
        position: &V::Position,
        ply: u32,
        asks: Asks,
        proved: [i32; 2],
    ) -> Worth {
        let Aim::Solve(scale) = frame.aim else {
            return Worth::of(at_rest(frame.variant, before, position, ply));
        };
        let value = match asks {
            Asks::Mover => proved[0],
            Asks::Other => proved[1],
            Asks::Nobody => scale
                .estimate(frame.variant, position)
                .clamp(proved[0], proved[1]),
        };
        Worth { value, proved }
    }

    /// The number of a search in the table, by who asks.
    const fn age_for(&self, asks: Asks) -> u8 {
        match asks {
            Asks::Other => self.age + 1,
            Asks::Nobody | Asks::Mover => self.age,
        }
    }

    /// What a remembered value may be used for here.
    #[inline]
    fn answers(&self, aim: Aim, found: &Found, depth: u8, asks: Asks) -> bool {
        match aim {
            Aim::Play { exact: true } => found.depth == depth,
            Aim::Play { exact: false } => found.depth >= depth,
            Aim::Solve(_) => found.depth >= depth && found.age == self.age_for(asks),
        }
    }

    /// What a position is worth to its player to move; `None` when the search is stopped.
    ///
    /// The position is not over, and won seeds are set aside where they are in this search.
    #[expect(clippy::too_many_arguments, reason = "what a node is, said once")]
    pub(super) fn node(
        &mut self,
        frame: &Frame<'_, V>,
        before: &V::Position,
        position: &V::Position,
        key: u64,
        depth: u8,
        ply: u32,
        [alpha, beta]: [i32; 2],
        asks: Asks,
    ) -> Option<Worth> {
        let variant = frame.variant;
        let mut proved = [-WIDEST, WIDEST];
        let solves = matches!(frame.aim, Aim::Solve(_));
        let mut looked_up = false;
        if let Aim::Solve(scale) = frame.aim {
            (proved, looked_up) = frame.limits(scale, position);
            self.cycles |= looked_up && proved[0] < proved[1];
        }
        if depth == 0 || looked_up {
            return Some(Self::at_rest(frame, before, position, ply, asks, proved));
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(GLANCE) && (frame.stop)() {
            return None;
        }
        let seeds = if solves { seeds_of(position) } else { 0 };
        if solves {
            if asks == Asks::Nobody && self.comes_back(key, seeds) {
                self.cycles = true;
                return Some(Self::at_rest(frame, before, position, ply, asks, proved));
            }
        } else if variant.recurrence() > 0 && self.came_up(key) {
            let outcome = variant.repeated(&mut { *position });
            if let Some(outcome) = outcome {
                let side = position.status().to_move;
                return Some(Worth::of(score::of_outcome(outcome, side, ply)));
            }
        }
        if depth == 1 && !solves && !frame.ways_matter() {
            // Looking is faster than looking it up.
            let best = Self::look_once(frame, position, ply, beta);
            return Some(best.unwrap_or_else(|| Self::stuck(frame, before, position, ply)));
        }
        let known = self.table.find(key).unwrap_or(Found::NOTHING);
        if solves {
            proved = meet(proved, known.proved);
            if let Some(value) = decides(proved, alpha, beta) {
                return Some(Worth { value, proved });
            }
        }
        if self.answers(frame.aim, &known, depth, asks)
            && let Some(value) = decided_by(&known, ply, alpha, beta)
        {
            return Some(Worth { value, proved });
        }
        self.way.push((key, seeds));
        let hint = (proved, known.best);
        let found = self.look(frame, position, hint, depth, ply, [alpha, beta], asks)?;
        self.way.pop();
        let Some((worth, best)) = found else {
            return Some(Self::stuck(frame, before, position, ply));
        };
        let value = worth.value;
        let bound = if value >= beta {
            Bound::Least
        } else if value <= alpha {
            Bound::Most
        } else {
            Bound::Exact
        };
        let found = Found {
            proved: worth.proved,
            value: to_table(value, ply),
            bound,
            depth,
            best,
            age: self.age_for(asks),
        };
        self.table.keep(key, found);
        Some(worth)
    }

    /// Looks at the positions one move away without any search, until one is good enough: what the best is worth.
    fn look_once(
        frame: &Frame<'_, V>,
        position: &V::Position,
        ply: u32,
        beta: i32,
    ) -> Option<Worth> {
        let mut best = None;
        let _ = frame.variant.show_moves(position, &mut |_, after| {
            let value = at_rest(frame.variant, position, after, ply + 1);
            let value = seen_from(position, after, value);
            best = best.max(Some(value));
            if value >= beta {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        best.map(Worth::of)
    }

    /// Searches the moves, until one is good enough: what the best is worth, and which one that is; nothing within if
    /// there is none. `None` when the search is stopped.
    #[expect(clippy::too_many_arguments, reason = "as node")]
    #[expect(clippy::option_option, reason = "stopped, or without a move")]
    fn look(
        &mut self,
        frame: &Frame<'_, V>,
        position: &V::Position,
        (mut proved, hint): ([i32; 2], u8),
        depth: u8,
        ply: u32,
        [mut alpha, beta]: [i32; 2],
        asks: Asks,
    ) -> Option<Option<(Worth, u8)>> {
        let mut list = self.list(frame, position, hint, depth, ply, beta);
        let (mut value, mut best) = (i32::MIN, None);
        if let Some((place, worth)) = self.cutoff(frame, &list, depth, ply, beta) {
            (value, best) = (worth.value, Some(list[place]));
            proved[0] = proved[0].max(worth.proved[0]);
        }
        // The most that any move so far may bring.
        let mut most = -WIDEST;
        for place in 0..list.len() {
            if value >= beta {
                break;
            }
            bring_best(&mut list[place..]);
            let candidate = list[place];
            let window = [alpha, beta];
            let worth =
                self.candidate(frame, position, &candidate, place, depth, ply, window, asks)?;
            if worth.value > value {
                (value, best) = (worth.value, Some(candidate));
                alpha = alpha.max(value);
            }
            proved[0] = proved[0].max(worth.proved[0]);
            most = most.max(worth.proved[1]);
        }
        list.clear();
        self.lists[ply as usize] = list;
        let Some(best) = best else {
            return Some(None);
        };
        if value >= beta {
            self.praise(best.mv, depth, ply);
        } else {
            proved[1] = proved[1].min(most).max(proved[0]);
        }
        if matches!(frame.aim, Aim::Solve(_)) {
            value = value.clamp(proved[0], proved[1]);
        }
        Some(Some((Worth { value, proved }, best.index)))
    }

    /// What a player without a move has come to.
    fn stuck(
        frame: &Frame<'_, V>,
        before: &V::Position,
        position: &V::Position,
        ply: u32,
    ) -> Worth {
        let outcome = frame.variant.stuck(Some(before), position);
        match frame.aim {
            Aim::Solve(scale) => {
                Worth::exactly(scale.over(frame.variant, Some(before), position, outcome))
            }
            Aim::Play { .. } => {
                Worth::of(score::of_outcome(outcome, position.status().to_move, ply))
            }
        }
    }

    /// A move that is already known to be good enough, and what it brings; what is proved first.
    fn cutoff(
        &self,
        frame: &Frame<'_, V>,
        list: &[Candidate<V::Position>],
        depth: u8,
        ply: u32,
        beta: i32,
    ) -> Option<(usize, Worth)> {
        let solves = matches!(frame.aim, Aim::Solve(_));
        if !solves {
            if depth < 3 {
                return None;
            }
            return list.iter().enumerate().find_map(|(place, candidate)| {
                let found = self.table.find(candidate.key).filter(|_| !candidate.over)?;
                let same = candidate.same;
                let bound = if same { Bound::Least } else { Bound::Most };
                let fits = found.bound == bound || found.bound == Bound::Exact;
                if !fits || !self.answers(frame.aim, &found, depth - 1, Asks::Nobody) {
                    return None;
                }
                let value = from_table(found.value, ply + 1);
                let worth = Worth::of(value).before(same, 0);
                (worth.value >= beta).then_some((place, worth))
            });
        }
        let place = list
            .iter()
            .position(|candidate| candidate.known.proved[0] >= beta)?;
        let known = list[place].known;
        Some((
            place,
            Worth {
                value: known.proved[0],
                ..known
            },
        ))
    }

    /// What a move brings the player who makes it.
    #[expect(clippy::too_many_arguments, reason = "as node")]
    fn candidate(
        &mut self,
        frame: &Frame<'_, V>,
        position: &V::Position,
        candidate: &Candidate<V::Position>,
        place: usize,
        depth: u8,
        ply: u32,
        [alpha, beta]: [i32; 2],
        asks: Asks,
    ) -> Option<Worth> {
        if candidate.over {
            return Some(candidate.known);
        }
        let solves = matches!(frame.aim, Aim::Solve(_));
        if solves {
            let [low, high] = candidate.known.proved;
            if high <= alpha || low == high {
                return Some(Worth {
                    value: high,
                    proved: [low, high],
                });
            }
            if depth == 1 && !candidate.is_free() {
                let value = match asks {
                    Asks::Nobody => candidate.known.value,
                    Asks::Mover => low,
                    Asks::Other => high,
                };
                return Some(Worth {
                    value,
                    proved: [low, high],
                });
            }
        }
        let after = &candidate.after;
        let (same, gain) = (candidate.same, candidate.gain);
        let mut search = |depth: u8, alpha: i32, beta: i32| {
            let window = if same {
                [alpha - gain, beta - gain]
            } else {
                [gain - beta, gain - alpha]
            };
            let asks = asks.after(same);
            let (key, ply) = (candidate.key, ply + 1);
            let worth = self.node(frame, position, after, key, depth, ply, window, asks)?;
            Some(worth.before(same, gain))
        };
        // A move that wins seeds and gives another one costs no depth: there are only so many of them.
        if candidate.is_free() && solves {
            return search(depth, alpha, beta);
        }
        if place == 0 || beta - alpha <= 1 && frame.aim != (Aim::Play { exact: false }) {
            return search(depth - 1, alpha, beta);
        }
        // The first move is taken to be best: the others only have to be shown to be no better.
        let reduced = match frame.aim {
            Aim::Play { exact: false } if depth >= 3 && !same => {
                1 + u8::from(place >= 3 && depth >= 6)
            }
            _ => 0,
        };
        let mut worth = search(depth - 1 - reduced, alpha, alpha + 1)?;
        if reduced > 0 && worth.value > alpha {
            worth = search(depth - 1, alpha, alpha + 1)?;
        }
        if worth.value > alpha && worth.value < beta {
            worth = search(depth - 1, alpha, beta)?;
        }
        Some(worth)
    }

    /// Remembers a move that was good enough.
    fn praise(&mut self, mv: Move, depth: u8, ply: u32) {
        let start = start_of(mv);
        let killers = &mut self.killers[ply as usize];
        if killers[0] != start {
            *killers = [start, killers[0]];
        }
        let score = &mut self.history[usize::from(start)];
        *score += i32::from(depth) * i32::from(depth);
        if *score > MOST_HISTORY {
            for score in &mut self.history {
                *score /= 2;
            }
        }
    }

    /// The legal moves, each with what it promises; only up to one that is known to be good enough without any search.
    fn list(
        &mut self,
        frame: &Frame<'_, V>,
        position: &V::Position,
        best: u8,
        depth: u8,
        ply: u32,
        beta: i32,
    ) -> Vec<Candidate<V::Position>> {
        let (variant, row) = (frame.variant, ply as usize);
        if self.lists.len() <= row {
            self.lists.resize_with(row + 1, Vec::new);
            self.killers.resize(row + 1, [NO_MOVE; 2]);
        }
        let mut list = std::mem::take(&mut self.lists[row]);
        let killers = self.killers[row];
        let history = &self.history;
        let solves = matches!(frame.aim, Aim::Solve(_));
        // Whether the table is asked about the moves, or the game's past is.
        let keyed = depth > 2 || variant.recurrence() > 0;
        let mut index = 0_u8;
        let side = position.status().to_move;
        let cut = variant.show_moves(position, &mut |mv, after| {
            let status = after.status();
            let same = side == status.to_move;
            let start = start_of(mv);
            // Of moves that give another one those from the last pits first: they leave the others as they were.
            let again = if frame.ways_matter() {
                0
            } else {
                AGAIN * i32::from(same) + i32::from(mv.start.spot)
            };
            let often = history[usize::from(start)] / (MOST_HISTORY / 64);
            let mut candidate = Candidate {
                mv,
                after: *after,
                key: 0,
                promise: i32::MAX,
                gain: 0,
                same,
                index,
                known: Worth::of(0),
                over: status.result.is_some(),
            };
            match (frame.aim, status.result) {
                (Aim::Play { .. }, Some(outcome)) => {
                    let value = score::of_outcome(outcome, side, ply + 1);
                    candidate.known = Worth::of(value);
                    candidate.promise = value;
                }
                (Aim::Play { .. }, None) => {
                    if keyed {
                        candidate.key = key(after);
                    }
                    candidate.promise =
                        seen_from(position, after, estimate(variant, after)) + often + again;
                    if let Some(place) = killers.iter().position(|&killer| killer == start) {
                        candidate.promise += KILLERS[place];
                    }
                }
                (Aim::Solve(scale), Some(outcome)) => {
                    let value = scale.over(variant, Some(position), after, outcome);
                    candidate.known = Worth::exactly(value).before(same, 0);
                    candidate.promise = 100 * candidate.known.value;
                }
                (Aim::Solve(scale), None) => {
                    let (settled, gain) = scale.settle(variant, after);
                    candidate.gain = if same { gain } else { -gain };
                    candidate.after = settled;
                    candidate.key = scale.key(variant, &settled);
                    let (proved, _) = frame.limits(scale, &settled);
                    let value = scale.estimate(variant, &settled);
                    let value = value.clamp(proved[0], proved[1]);
                    candidate.known = Worth { value, proved }.before(same, candidate.gain);
                    candidate.promise = again;
                }
            }
            let enough = solves && candidate.known.proved[0] >= beta;
            list.push(candidate);
            index = index.saturating_add(1);
            if enough {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        if solves && cut.is_continue() {
            self.approach(&list);
            self.look_up(&mut list);
        } else if keyed && !solves {
            self.approach(&list);
        }
        if let Some(best) = list.get_mut(usize::from(best)) {
            best.promise = i32::MAX;
        }
        list
    }

    /// Asks for what the table knows of all candidates before any is looked at: each may have to come from far away.
    fn approach(&self, list: &[Candidate<V::Position>]) {
        let going_on = list.iter().filter(|candidate| !candidate.over);
        black_box(going_on.fold(0, |all, candidate| all ^ self.table.approach(candidate.key)));
    }

    /// Adds what the table knows of each candidate.
    fn look_up(&self, list: &mut [Candidate<V::Position>]) {
        for candidate in list.iter_mut().filter(|candidate| !candidate.over) {
            let Worth {
                mut value,
                mut proved,
            } = candidate.known;
            if let Some(found) = self.table.find(candidate.key) {
                let found = Worth {
                    value,
                    proved: found.proved,
                };
                proved = meet(proved, found.before(candidate.same, candidate.gain).proved);
            }
            value = value.clamp(proved[0], proved[1]);
            candidate.known = Worth { value, proved };
            candidate.promise += 100 * value;
        }
    }

    /// Whether a position came up in the game or on the way from the root.
    fn came_up(&self, key: u64) -> bool {
        self.way.iter().any(|&(other, _)| other == key) || self.past.binary_search(&key).is_ok()
    }

    /// Whether a position with so many seeds was on the way: none of them has left the board since.
    fn comes_back(&self, key: u64, seeds: u16) -> bool {
        let way = self.way.iter().rev();
        way.take_while(|&&(_, then)| then == seeds)
            .any(|&(other, _)| other == key)
    }
}

/// The seeds on the board.
#[inline]
pub(super) fn seeds_of<P: Position>(position: &P) -> u16 {
    use crate::kernel::board::Pits;
    let [own, across] = position.rings();
    own.total() + across.total()
}

/// What two pairs of bounds come to.
#[inline]
pub(super) fn meet(a: [i32; 2], b: [i32; 2]) -> [i32; 2] {
    [a[0].max(b[0]), a[1].min(b[1])]
}

/// The value where bounds answer what is asked.
#[inline]
fn decides([low, high]: [i32; 2], alpha: i32, beta: i32) -> Option<i32> {
    if low >= beta {
        Some(low)
    } else if high <= alpha {
        Some(high)
    } else {
        (low == high).then_some(low)
    }
}

/// The value where what was found at a depth answers what is asked.
#[inline]
fn decided_by(found: &Found, ply: u32, alpha: i32, beta: i32) -> Option<i32> {
    let value = from_table(found.value, ply);
    let decides = match found.bound {
        Bound::None => false,
        Bound::Exact => true,
        Bound::Least => value >= beta,
        Bound::Most => value <= alpha,
    };
    decides.then_some(value)
}

/// Brings the most promising candidate to the front; the first of equals.
#[inline]
fn bring_best<P>(list: &mut [Candidate<P>]) {
    let mut best = 0;
    for place in 1..list.len() {
        if list[place].promise > list[best].promise {
            best = place;
        }
    }
    list.swap(0, best);
}

/// Distances in the table count from the position itself, those in the search from the root.
fn to_table(value: i32, ply: u32) -> i32 {
    let ply = i32::try_from(ply).unwrap_or(0);
    match value {
        value if value > PROVEN => value + ply,
        value if value < -PROVEN => value - ply,
        value => value,
    }
}

/// The way back.
fn from_table(value: i32, ply: u32) -> i32 {
    let ply = i32::try_from(ply).unwrap_or(0);
    match value {
        value if value > PROVEN => value - ply,
        value if value < -PROVEN => value + ply,
        value => value,
    }
}
