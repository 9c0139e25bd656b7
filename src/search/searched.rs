//! The search of one game as a solver sees it, with positions as numbers.

use std::cell::OnceCell;
use std::sync::Arc;

use super::bygone::Bygone;
use super::certify;
use super::core::{Aim, Core, Frame, Known};
use super::margin::Scale;
use super::table::Table;
use super::whole::Whole;
use super::worth::{Asks, Worth, meet};
use crate::proof::{Ground, Places, Step};
use crate::text::notation::legal_moves;
use crate::variant::score::Judge;
use crate::variant::{AnyPosition, AnyVariant, Position};

/// A position that is to be solved, and what is proved about it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Root {
    before: u32,
    position: u32,
    key: u64,
    /// What it can be worth at all, or as far as that is asked. All numbers are without what has been won.
    pub(super) limits: [i32; 2],
    pub(super) proved: [i32; 2],
    pub(super) guess: i32,
}

impl Root {
    /// More is proved, of which no more is taken than is asked.
    pub(super) fn learn(&mut self, proved: [i32; 2]) {
        let [least, most] = self.limits;
        self.proved = meet(self.proved, proved.map(|bound| bound.clamp(least, most)));
    }
}

/// A position after a move.
pub(super) enum After {
    /// The game is over, and worth this to the player who made the move.
    Over(i32),
    /// It goes on: how to search it, whether the same player moves again, and what they have won more than the other.
    Root(Root, bool, i32),
}

/// The search of a game. Positions are numbered as they are come to.
pub(super) struct Searched<'a> {
    /// The game that is asked about, and what its values are.
    asked: &'a dyn AnyVariant,
    asked_scale: Scale,
    /// The game that is searched: where a majority is the end, the same played on, in which positions are alike whatever was won.
    frame: Frame<'a>,
    scale: Scale,
    core: Core,
    positions: Vec<AnyPosition>,
    places: Places<'a>,
    memory: usize,
    /// Every position there is, if there are few, once that was tried.
    whole: OnceCell<Option<Whole>>,
}

impl<'a> Searched<'a> {
    /// The search of a position, of which something may be known beforehand, with a table of so many bytes. `played_out` is the same
    /// game [played to its last seed](Solving::played_out), if it is over before.
    pub(super) fn new(
        asked: &'a dyn AnyVariant,
        played_out: Option<&'a dyn AnyVariant>,
        position: &AnyPosition,
        known: Option<&'a Known<'a>>,
        memory: usize,
        stop: &'a dyn Fn() -> bool,
    ) -> Self {
        let seeds = asked.diagram(position).total();
        let variant = played_out.unwrap_or(asked);
        let scale = Scale::of(variant, position, seeds);
        Self {
            asked,
            asked_scale: Scale::of(asked, position, seeds),
            frame: Frame {
                variant,
                recurs: variant.recurrence() > 0,
                aim: Aim::Solve(scale),
                judge: Judge::Plain,
                known,
                bygone: Bygone::default(),
                stop,
            },
            scale,
            core: Core::new(Arc::new(Table::new(memory))),
            positions: vec![*position],
            places: Places::new(asked, position, seeds),
            memory,
            whole: OnceCell::new(),
        }
    }

    fn at(&self, position: u32) -> &AnyPosition {
        &self.positions[position as usize]
    }

    fn number(&mut self, position: AnyPosition) -> u32 {
        self.positions.push(position);
        u32::try_from(self.positions.len() - 1).unwrap_or(u32::MAX)
    }

    /// How to search a position, and what its player to move has won more than the other.
    fn root(&mut self, before: u32, position: &AnyPosition) -> (Root, i32) {
        let variant = self.frame.variant;
        let (settled, won) = self.scale.settle(variant, position);
        let key = self.frame.key(self.scale, &settled);
        let mut limits = self.scale.limits(&settled);
        if self.asked_scale == Scale::Result {
            // By how much somebody wins is not asked.
            limits = limits.map(|bound| bound.clamp(-1 - won, 1 - won));
        }
        let mut root = Root {
            before,
            position: self.number(settled),
            key,
            limits,
            proved: limits,
            guess: self
                .scale
                .estimate(variant.lead(), variant.evaluate(&settled)),
        };
        root.learn(self.frame.limits(self.scale, &settled, key).0);
        (root, won)
    }
}

impl Searched<'_> {
    /// The position that the search was made for: its number, how to search it, and what its player to move has won more than
    /// the other.
    pub(super) fn first(&mut self) -> (u32, (Root, i32)) {
        let position = *self.at(0);
        (0, self.root(0, &position))
    }

    /// The legal moves of a position as they are written, and the positions after them.
    pub(super) fn legal(&mut self, position: u32) -> Vec<(String, u32)> {
        let legal = legal_moves(self.asked, self.at(position), self.frame.stop);
        let legal = legal.into_iter();
        legal
            .map(|legal| (legal.text, self.number(legal.after)))
            .collect()
    }

    /// What is known of the position after a move, as its player sees it who made the move.
    pub(super) fn after(&mut self, position: u32, after: u32) -> After {
        let variant = self.asked;
        let (before, reached) = (*self.at(position), *self.at(after));
        let same = before.status().to_move == reached.status().to_move;
        let turned = |value: i32| if same { value } else { -value };
        if let Some(outcome) = variant.outcome(&before, &reached) {
            let scale = self.asked_scale;
            let value = scale.over(variant, Some(&before), &reached, outcome);
            return After::Over(turned(value));
        }
        let (root, won) = self.root(position, &reached);
        After::Root(root, same, turned(won))
    }

    /// Whether a position is one of these.
    pub(super) fn is_among(&self, position: u32, others: &[u32]) -> bool {
        let position = self.at(position);
        others.iter().any(|&other| self.at(other) == position)
    }

    /// The game goes on from a position that it has come to: where the rules look at repetition it counts from now on that it was
    /// there.
    pub(super) fn leave(&mut self, position: u32) {
        let variant = self.frame.variant;
        // Where the third time counts, a second one may still be part of a proof.
        if variant.recurrence() != 2 {
            return;
        }
        let (settled, _) = self.scale.settle(variant, self.at(position));
        let key = self.scale.key(variant, &settled);
        let again = self.scale.again(variant, &settled);
        let side = settled.status().to_move;
        self.frame.bygone.add(key, side, settled.seeds(), again);
        self.whole.take();
    }

    /// The game has not begun.
    pub(super) fn return_to_start(&mut self) {
        // Where nothing was left, what is known of all positions still holds.
        if !self.frame.bygone.is_empty() {
            self.frame.bygone = Bygone::default();
            self.whole.take();
        }
    }

    /// Begins a search whose unproved results are not those of earlier ones.
    pub(super) fn begin(&mut self) {
        self.core.begin();
    }

    /// Searches a position; `None` when the search is stopped.
    pub(super) fn node(
        &mut self,
        root: &Root,
        depth: u8,
        window: [i32; 2],
        asks: Asks,
    ) -> Option<Worth> {
        let [before, position] =
            [root.before, root.position].map(|place| &self.positions[place as usize]);
        self.core.node(
            &self.frame,
            before,
            position,
            root.key,
            depth,
            0,
            window,
            asks,
        )
    }

    /// What is proved of a position from among all positions there are, if they are few. They are gone through once, from the first
    /// position that is asked for.
    pub(super) fn whole(&self, root: &Root) -> Option<[i32; 2]> {
        let settled = self.whole.get_or_init(|| {
            Whole::of(&self.frame, self.scale, self.at(root.position), self.memory)
        });
        settled.as_ref()?.find(root.key)
    }

    /// Positions looked at so far.
    pub(super) fn nodes(&self) -> u64 {
        self.core.nodes
    }

    /// Whether positions came back.
    pub(super) fn cycles(&self) -> bool {
        self.core.cycles
    }

    /// The bytes of the table.
    pub(super) fn memory(&self) -> usize {
        self.core.table.memory()
    }

    /// Where the game begins among its [`places`](Self::places), and how many of them a proof may need.
    pub(super) fn ground(&mut self) -> (Step, usize) {
        let root = self.places.step(None, &self.positions[0]);
        (root, self.memory / (certify::SIZE + Places::SIZE))
    }

    /// The places that the rules lead to.
    pub(super) fn places(&mut self) -> &mut dyn Ground {
        &mut self.places
    }

    /// How to search one of them, and what its player to move has won more than the other.
    pub(super) fn root_at(&mut self, place: u32) -> (Root, i32) {
        let position = *self.places.position(place);
        let before = self.number(position);
        self.root(before, &position)
    }

    /// Forgets what [`root_at`](Self::root_at) gave, and all positions since.
    pub(super) fn forget(&mut self, root: &Root) {
        self.positions.truncate(root.before as usize);
    }
}
