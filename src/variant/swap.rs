//! The swap rule, or pie rule: after the first turn, the other player may take over the beginner's side.

use std::hash::Hasher;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::any::{AnyVariant, Offer, Visit, VisitFacts, Wish, best_static_value, show_facts};
use super::score::Judge;
use super::{
    AnyPosition, Features, Fixed, Found, Lead, Move, Outcome, Playout, Poll, Position as _,
    Refusal, Refused, Shape, Start,
};
use crate::kernel::diagram::{FieldError, FieldKind, Swap, Value};
use crate::kernel::dice::Dice;
use crate::kernel::event::{Event, Note, Place};
use crate::kernel::layout::Layout;
use crate::kernel::pair::BySide;

/// Name of the field in written positions.
const FIELD: &str = "swap";

/// Any game, with the swap rule added.
pub(crate) struct Swapping {
    game: Arc<dyn AnyVariant>,
    /// Fields of the game, followed by the state of the swap.
    fields: Vec<Shape>,
}

impl Swapping {
    /// Adds the swap rule to a game.
    pub(crate) fn new(game: Arc<dyn AnyVariant>) -> Self {
        let mut fields = game.fields().to_vec();
        fields.push(Shape {
            name: FIELD,
            kind: FieldKind::Swap,
            left_out: Value::Swap(Swap::Closed),
        });
        Self { game, fields }
    }

    /// Sets the state of the swap in a position after a move (S1).
    fn reached(before: &AnyPosition, mut after: AnyPosition) -> AnyPosition {
        let same = before.status().to_move == after.status().to_move;
        let next = match before.swap() {
            _ if after.status().result.is_some() => Swap::Closed,
            Swap::Next if same => Swap::Next,
            Swap::Next => Swap::Open,
            Swap::Open | Swap::Closed => Swap::Closed,
        };
        after.set_swap(next);
        after
    }

    /// Turns the board round (S2). A position is seen from the player to move, so only that player changes.
    fn swapped(position: &AnyPosition) -> AnyPosition {
        let mut after = *position;
        let status = after.status_mut();
        status.to_move = status.to_move.other();
        after.set_swap(Swap::Closed);
        after
    }

    /// Returns `true` if a position is the opening, with any player to move and any state of the swap.
    fn opens(&self, position: &AnyPosition) -> bool {
        let mut opening = self.game.opening();
        opening.status_mut().to_move = position.status().to_move;
        opening.set_swap(position.swap());
        opening == *position
    }

    /// Returns `true` if the player to move may swap; this requires that the board has not ended the game (G9).
    fn is_open(&self, position: &AnyPosition) -> bool {
        let over = position.status().result.is_some();
        position.swap() == Swap::Open && !over && self.game.ended(position).is_none()
    }

    /// Returns `true` if the swap no longer matters.
    fn is_closed(position: &AnyPosition) -> bool {
        position.swap() == Swap::Closed
    }
}

impl AnyVariant for Swapping {
    fn layout(&self) -> &Layout {
        self.game.layout()
    }

    fn tiers(&self) -> &'static [&'static str] {
        self.game.tiers()
    }

    fn lead(&self) -> Lead {
        self.game.lead()
    }

    fn position_size(&self) -> usize {
        self.game.position_size()
    }

    fn opening(&self) -> AnyPosition {
        let mut opening = self.game.opening();
        opening.set_swap(Swap::Next);
        opening
    }

    fn show_moves(&self, position: &AnyPosition, visit: &mut Visit<'_>) -> ControlFlow<()> {
        if Self::is_closed(position) {
            return self.game.show_moves(position, visit);
        }
        let open = self.is_open(position);
        self.game.show_moves(position, &mut |mv, after| match mv {
            // A player who may swap need not pass.
            Move::PASS if open => ControlFlow::Continue(()),
            _ => visit(mv, &Self::reached(position, *after)),
        })?;
        if open {
            visit(Move::SWAP, &Self::swapped(position))?;
        }
        ControlFlow::Continue(())
    }

    fn each_way(
        &self,
        position: &AnyPosition,
        mv: Move,
        visit: &mut Visit<'_>,
    ) -> ControlFlow<(), Found> {
        self.game.each_way(position, mv, &mut |mv, after| {
            visit(mv, &Self::reached(position, *after))
        })
    }

    fn offer(&self, position: &AnyPosition, tier: u8) -> Offer {
        self.game.offer(position, tier)
    }

    fn random_move(
        &self,
        position: &AnyPosition,
        dice: &mut Dice,
        stop: &dyn Fn() -> bool,
    ) -> Option<(Move, AnyPosition)> {
        if !self.is_open(position) {
            let (mv, after) = self.game.random_move(position, dice, stop)?;
            return Some((mv, Self::reached(position, after)));
        }
        let (mut drawn, mut seen, mut poll) = (None, 0, Poll::default());
        let _ = self.show_moves(position, &mut |mv, after| {
            seen += 1;
            if dice.below(seen) == 0 {
                drawn = Some((mv, *after));
            }
            poll.step(stop)
        });
        drawn
    }

    fn make(
        &self,
        position: &AnyPosition,
        mv: Move,
        tell: &mut dyn FnMut(Event),
    ) -> Option<AnyPosition> {
        let open = self.is_open(position);
        match mv {
            Move::SWAP | Move::PASS if open => (mv == Move::SWAP).then(|| {
                tell(Event::Mark {
                    note: Note::SWAP,
                    at: Place::Hand,
                });
                Self::swapped(position)
            }),
            Move::SWAP => None,
            _ => {
                let after = self.game.make(position, mv, tell)?;
                Some(Self::reached(position, after))
            }
        }
    }

    fn turn(
        &self,
        position: &AnyPosition,
        tier: u8,
        start: Start,
        fixed: &mut Fixed,
        tell: Option<&mut dyn FnMut(Event)>,
    ) -> Result<AnyPosition, Refusal> {
        let after = self.game.turn(position, tier, start, fixed, tell)?;
        Ok(Self::reached(position, after))
    }

    fn ended(&self, position: &AnyPosition) -> Option<Outcome> {
        self.game.ended(position)
    }

    fn stuck(&self, before: Option<&AnyPosition>, position: &AnyPosition) -> Outcome {
        self.game.stuck(before, position)
    }

    fn recurrence(&self) -> usize {
        self.game.recurrence()
    }

    fn never_returns(&self, before: &AnyPosition, after: &AnyPosition) -> bool {
        self.game.never_returns(before, after)
    }

    fn repeated(&self, position: &mut AnyPosition) -> Option<Outcome> {
        self.game.repeated(position)
    }

    fn holdings(&self, position: &AnyPosition) -> BySide<u16> {
        self.game.holdings(position)
    }

    fn count(&self, before: Option<&AnyPosition>, position: &AnyPosition) -> Option<BySide<u16>> {
        self.game.count(before, position)
    }

    /// A swap changes the owner of won seeds, so they count until it is closed.
    fn set_aside(&self, position: &AnyPosition) -> Option<(AnyPosition, i16)> {
        if Self::is_closed(position) {
            self.game.set_aside(position)
        } else {
            None
        }
    }

    fn exact_key(&self, position: &AnyPosition) -> Option<u64> {
        if Self::is_closed(position) {
            self.game.exact_key(position)
        } else {
            None
        }
    }

    fn count_repeated(&self, position: &AnyPosition) -> Option<BySide<u16>> {
        self.game.count_repeated(position)
    }

    fn played_out(&self) -> Option<Arc<dyn AnyVariant>> {
        Some(Arc::new(Self::new(self.game.played_out()?)))
    }

    fn claims(&self, position: &AnyPosition) -> u32 {
        self.game.claims(position)
    }

    fn with_claims(&self, pits: u32) -> Option<AnyPosition> {
        self.game.with_claims(pits)
    }

    fn evaluate(&self, position: &AnyPosition) -> i32 {
        self.game.evaluate(position)
    }

    fn estimate(&self, position: &AnyPosition, judge: Judge) -> i32 {
        self.game.estimate(position, judge)
    }

    fn feature_names(&self) -> &'static [&'static str] {
        self.game.feature_names()
    }

    fn features(&self, position: &AnyPosition) -> Features {
        self.game.features(position)
    }

    fn fields(&self) -> &[Shape] {
        &self.fields
    }

    fn value(&self, field: usize, position: &AnyPosition) -> Value {
        if field < self.game.fields().len() {
            return self.game.value(field, position);
        }
        // The opening is recognized without the field, see `set_value`.
        Value::Swap(match position.swap() {
            Swap::Next if self.opens(position) => Swap::Closed,
            swap => swap,
        })
    }

    fn set_value(
        &self,
        field: usize,
        position: &mut AnyPosition,
        value: &Value,
    ) -> Result<(), FieldError> {
        if field < self.game.fields().len() {
            return self.game.set_value(field, position, value);
        }
        let Value::Swap(swap) = *value else {
            return Err(FieldError {
                field: Some(FIELD),
                message: format!("expected {}", FieldKind::Swap),
            });
        };
        let opens = swap == Swap::Closed && self.opens(position);
        position.set_swap(if opens { Swap::Next } else { swap });
        Ok(())
    }

    fn tell_fields(&self, position: &AnyPosition, by_mover: bool, tell: &mut dyn FnMut(i32)) {
        self.game.tell_fields(position, by_mover, tell);
        tell(position.swap() as i32);
    }

    fn write_move(&self, position: &AnyPosition, mv: Move, after: &AnyPosition) -> String {
        self.game.write_move(position, mv, after)
    }

    fn other_spellings(
        &self,
        position: &AnyPosition,
        mv: Move,
        after: &AnyPosition,
    ) -> Vec<String> {
        self.game.other_spellings(position, mv, after)
    }

    fn refused_by(&self, position: &AnyPosition, refused: Refused) -> Option<&'static str> {
        self.game.refused_by(position, refused)
    }

    fn key(&self, position: &AnyPosition) -> u64 {
        // Any odd factor works, as few positions are not closed.
        let state = u64::from(position.swap() as u8).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.game.key(position) ^ state
    }

    fn hash(&self, position: &AnyPosition, hasher: &mut dyn Hasher) {
        self.game.hash(position, hasher);
        if !Self::is_closed(position) {
            hasher.write_u8(position.swap() as u8);
        }
    }

    fn perft(&self, position: &AnyPosition, depth: u32, stop: &dyn Fn() -> bool) -> u64 {
        if depth == 0 || Self::is_closed(position) {
            return self.game.perft(position, depth, stop);
        }
        let (mut sequences, mut poll) = (0, Poll::default());
        let _ = self.show_moves(position, &mut |_, after| {
            sequences += self.perft(after, depth - 1, stop);
            poll.step(stop)
        });
        sequences
    }

    fn playout(
        &self,
        position: &AnyPosition,
        dice: &mut Dice,
        limit: u32,
        stop: &dyn Fn() -> bool,
    ) -> Playout {
        let (mut position, mut before, mut plies) = (*position, None, 0);
        while plies < limit && !Self::is_closed(&position) {
            let Some((_, after)) = self.random_move(&position, dice, stop) else {
                break;
            };
            before = Some(position);
            position = after;
            plies += 1;
        }
        if position.status().result.is_none() && !self.has_move(&position) && plies < limit {
            let result = Some(self.stuck(before.as_ref(), &position));
            return Playout { plies, result };
        }
        let rest = self.game.playout(&position, dice, limit - plies, stop);
        Playout {
            plies: plies + rest.plies,
            ..rest
        }
    }

    fn best_static_value(
        &self,
        position: &AnyPosition,
        ply: u32,
        enough: i32,
        judge: Judge,
        poll: &mut Poll,
        stop: &dyn Fn() -> bool,
    ) -> Option<i32> {
        if Self::is_closed(position) {
            return (self.game).best_static_value(position, ply, enough, judge, poll, stop);
        }
        best_static_value(self, position, ply, enough, judge, poll, stop)
    }

    fn show_facts(
        &self,
        position: &AnyPosition,
        wish: Wish,
        visit: &mut VisitFacts<'_>,
    ) -> ControlFlow<()> {
        if Self::is_closed(position) {
            return self.game.show_facts(position, wish, visit);
        }
        show_facts(self, position, wish, visit)
    }

    fn has_move(&self, position: &AnyPosition) -> bool {
        self.is_open(position) || self.game.has_move(position)
    }
}
