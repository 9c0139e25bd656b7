//! The swap rule, or pie rule: after the first turn, the other player may take over the beginner's side.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::any::{AnyVariant, Facts, Offer, Properties, Tell, Visit, VisitFacts, Wish};
use super::score::Judge;
use super::{
    AnyPosition, Enumeration, Features, Field, Fixed, IllegalMove, Move, Outcome, Playout, Poll,
    Position as _, Start, TurnError,
};
use crate::kernel::{BySide, Dice, Event, FieldKind, Note, Place, Swap};

/// Any game, with the swap rule added.
pub struct Swapping {
    game: Arc<dyn AnyVariant>,
    properties: Properties,
}

impl Swapping {
    /// Adds the swap rule to a game.
    pub fn new(game: Arc<dyn AnyVariant>) -> Self {
        let mut properties = game.properties().clone();
        let opening = properties.opening;
        properties.opening.set_swap(Swap::Next);
        properties.possible.pass = true;
        // The opening is recognized without the field.
        let opens = move |position: &AnyPosition| {
            let mut opening = opening;
            opening.status_mut().to_move = position.status().to_move;
            opening.set_swap(position.swap());
            opening == *position
        };
        properties.fields.push(Field::new(
            "swap",
            FieldKind::Swap,
            move |_, position: &AnyPosition| match position.swap() {
                Swap::Next if opens(position) => Swap::Closed,
                swap => swap,
            },
            move |_, position: &mut AnyPosition, swap| {
                let opens = swap == Swap::Closed && opens(position);
                position.set_swap(if opens { Swap::Next } else { swap });
                Ok(())
            },
        ));
        Self { game, properties }
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

/// Implements methods in which the swap rule changes nothing.
macro_rules! as_in_game {
    ($($method:ident($($name:ident: $type:ty),*) -> $answer:ty;)*) => {$(
        fn $method(&self, $($name: $type),*) -> $answer {
            self.game.$method($($name),*)
        }
    )*};
}

impl AnyVariant for Swapping {
    as_in_game! {
        learn(file: &'static str) -> ();
        offer(position: &AnyPosition, tier: u8) -> Offer;
        ended(position: &AnyPosition) -> Option<Outcome>;
        stuck(before: Option<&AnyPosition>, position: &AnyPosition) -> Outcome;
        never_returns(before: &AnyPosition, after: &AnyPosition) -> bool;
        repeated(position: &mut AnyPosition) -> Option<Outcome>;
        holdings(position: &AnyPosition) -> BySide<u16>;
        count(before: Option<&AnyPosition>, position: &AnyPosition) -> Option<BySide<u16>>;
        count_repeated(position: &AnyPosition) -> Option<BySide<u16>>;
        claims(position: &AnyPosition) -> u32;
        with_claims(pits: u32) -> Option<AnyPosition>;
        estimate(position: &AnyPosition, judge: Judge) -> i32;
        features(position: &AnyPosition) -> Features;
        write_move(position: &AnyPosition, mv: Move, after: &AnyPosition) -> String;
        other_spellings(position: &AnyPosition, mv: Move, after: &AnyPosition) -> Vec<String>;
        refused_by(position: &AnyPosition, refused: IllegalMove) -> Option<&'static str>;
    }

    fn properties(&self) -> &Properties {
        &self.properties
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
    ) -> ControlFlow<(), Enumeration> {
        self.game
            .each_way(position, mv, &mut |mv, after| visit(mv, &Self::reached(position, *after)))
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

    fn make(&self, position: &AnyPosition, mv: Move, tell: &mut Tell<'_>) -> Option<AnyPosition> {
        // A player who may swap need not pass.
        if mv.place().is_none() && self.is_open(position) {
            return (mv == Move::SWAP).then(|| {
                let (note, at) = (Note::SWAP, Place::Hand);
                tell(Event::Mark { note, at });
                Self::swapped(position)
            });
        }
        Some(Self::reached(position, self.game.make(position, mv, tell)?))
    }

    fn turn(
        &self,
        position: &AnyPosition,
        tier: u8,
        start: Start,
        fixed: &mut Fixed,
        tell: Option<&mut dyn FnMut(Event)>,
    ) -> Result<AnyPosition, TurnError> {
        Ok(Self::reached(position, self.game.turn(position, tier, start, fixed, tell)?))
    }

    /// A swap changes the owner of won seeds, so they count until it is closed.
    fn set_aside(&self, position: &AnyPosition) -> Option<(AnyPosition, i16)> {
        Self::is_closed(position).then(|| self.game.set_aside(position))?
    }

    fn exact_key(&self, position: &AnyPosition) -> Option<u64> {
        Self::is_closed(position).then(|| self.game.exact_key(position))?
    }

    fn in_reach(&self, position: &AnyPosition) -> u16 {
        if Self::is_closed(position) { self.game.in_reach(position) } else { 0 }
    }

    fn played_out(&self) -> Option<Arc<dyn AnyVariant>> {
        Some(Arc::new(Self::new(self.game.played_out()?)))
    }

    fn key(&self, position: &AnyPosition) -> u64 {
        // Any odd factor works, as few positions are not closed.
        let state = u64::from(position.swap() as u8).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.game.key(position) ^ state
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
        if position.status().result.is_none()
            && !(self as &dyn AnyVariant).has_move(&position)
            && plies < limit
        {
            return Playout { plies, result: Some(self.stuck(before.as_ref(), &position)) };
        }
        let rest = self.game.playout(&position, dice, limit - plies, stop);
        Playout { plies: plies + rest.plies, ..rest }
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
        let mut best = None;
        let _ = self.show_moves(position, &mut |_, after| {
            let variant: &dyn AnyVariant = self;
            let value = variant.static_value(position, after, ply + 1, judge);
            best = best.max(Some(after.seen_from(position, value)));
            if best >= Some(enough) { ControlFlow::Break(()) } else { poll.step(stop) }
        });
        best
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
        self.show_moves(position, &mut |mv, after| {
            if after.status().result.is_some() {
                return visit(mv, after, Facts::default());
            }
            let (mut after, mut facts) = (*after, Facts::default());
            let (judge, aside, keyed) = match wish {
                Wish::Estimate { judge, keyed } => (judge, false, keyed),
                Wish::Settle { aside } => (Judge::Plain, aside, true),
            };
            if aside && let Some((rest, won)) = self.set_aside(&after) {
                (after, facts.won) = (rest, won.into());
            }
            let exact = aside.then(|| self.exact_key(&after)).flatten();
            if keyed {
                facts.key = exact.unwrap_or_else(|| self.key(&after));
            }
            facts.value = self.estimate(&after, judge);
            visit(mv, &after, facts)
        })
    }
}
