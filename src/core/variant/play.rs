//! Methods of every [`Variant`]: legal moves, playing moves, random moves.

use std::ops::ControlFlow;

use super::chooser::{Enumeration, Every};
use super::typed::Typed;
use super::{
    AnyVariant, Choices, Chooser, Fixed, Judging, Move, Notation, Poll, Position, Repeating,
    Solving, Start, Starts, TurnError,
};
use crate::kernel::{Dice, Event, Told};

/// Methods of every variant, with one blanket implementation.
pub trait Play: Notation + Repeating + Judging + Solving {
    /// Calls `visit` for every legal move with the position after it, until it breaks.
    #[inline]
    fn each_move(
        &self,
        position: &Self::Position,
        visit: &mut impl FnMut(Move, &Self::Position) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if position.status().result.is_some() {
            return ControlFlow::Continue(());
        }
        for tier in 0..Self::TIERS.len() as u8 {
            let mut found = false;
            let plain = self.choices(position, tier) == Choices::None;
            for start in self.starts(position, tier) {
                let mv = Move::new(tier, start);
                // Choices are rare, so trying a turn without them first is cheaper than keeping track.
                let mut first = Fixed::first();
                let turn = self.turn(position, tier, start, &mut first, &mut ());
                if !plain && first.asked() != [0, 0] {
                    found |= self.each_way(position, mv, visit)?.legal;
                } else if let Ok(after) = &turn {
                    // By reference: a copy would take a considerable part of the time of a move.
                    found = true;
                    visit(mv, after)?;
                }
            }
            if found {
                return ControlFlow::Continue(());
            }
        }
        match self.pass(position, &mut ()) {
            Some(after) => visit(Move::PASS, &after),
            None => ControlFlow::Continue(()),
        }
    }

    /// Like [`each_move`](Self::each_move), but takes `dyn FnMut`; use it where inlining the visitor does not pay.
    #[inline(never)]
    fn show_moves(
        &self,
        position: &Self::Position,
        mut visit: &mut dyn FnMut(Move, &Self::Position) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.each_move(position, &mut visit)
    }

    /// Calls `visit` for every legal way to complete the move `mv`, until it breaks; earlier tiers are ignored.
    #[inline(never)]
    fn each_way(
        &self,
        position: &Self::Position,
        mv: Move,
        visit: &mut dyn FnMut(Move, &Self::Position) -> ControlFlow<()>,
    ) -> ControlFlow<(), Enumeration> {
        Every::show(mv, visit, &mut |every| self.recount(position, mv.tier, mv.start, every, None))
    }

    /// Evaluates a position for the player to move for search, in hundredths of a seed. Uses the features if the game
    /// has some, else [`Judging::evaluate`].
    #[inline]
    fn judge(&self, position: &Self::Position) -> i32 {
        if Self::FEATURES.is_empty() {
            self.evaluate(position)
        } else {
            self.weights().sum(&self.features(position))
        }
    }

    /// Returns `true` if the player to move has a legal move.
    fn has_move(&self, position: &Self::Position) -> bool {
        self.show_moves(position, &mut |_, _| ControlFlow::Break(())).is_break()
    }

    /// Draws a legal move uniformly at random, and writes the position after it to `after`; `None` if there is none.
    ///
    /// Once `stop` returns `true`, it draws from the moves found so far.
    ///
    /// Tries random starts until one is legal, instead of listing all moves: the distribution is equal, and much less
    /// work is done.
    // Called once a move; what it is called with is known where it is inlined.
    #[inline(always)]
    fn draw_into(
        &self,
        after: &mut Self::Position,
        position: &Self::Position,
        dice: &mut Dice,
        stop: &dyn Fn() -> bool,
    ) -> Option<Move> {
        if position.status().result.is_some() {
            return None;
        }
        for tier in 0..Self::TIERS.len() as u8 {
            let starts = self.starts(position, tier);
            let drawn = match self.choices(position, tier) {
                Choices::None => random_one(self, after, position, tier, starts, dice),
                Choices::OneStop => {
                    random_among(self, after, position, tier, [starts, starts], dice)
                }
                Choices::Any => return draw_from_all(self, after, position, dice, stop),
            };
            if drawn.is_some() {
                return drawn;
            }
        }
        *after = self.pass(position, &mut ())?;
        Some(Move::PASS)
    }

    /// Plays a legal move and reports its events; `None` if it is not a move of this position.
    ///
    /// Moves of earlier tiers are not considered.
    fn make(
        &self,
        position: &Self::Position,
        mv: Move,
        tell: &mut dyn FnMut(Event),
    ) -> Option<Self::Position> {
        if mv == Move::PASS {
            return self.pass(position, &mut Some(tell));
        }
        if usize::from(mv.tier) >= Self::TIERS.len()
            || !self.starts(position, mv.tier).contains(mv.start)
        {
            return None;
        }
        let mut fixed = Fixed::of(mv);
        let turn = self.recount(position, mv.tier, mv.start, &mut fixed, Some(tell));
        turn.ok().filter(|_| fixed.came_up())
    }

    /// Plays a turn: [`Variant::turn`](super::Variant::turn), compiled once for all choosers and callbacks.
    ///
    /// # Errors
    ///
    /// A [`TurnError`] if the start gives no legal move.
    #[inline(never)]
    fn recount(
        &self,
        position: &Self::Position,
        tier: u8,
        start: Start,
        mut chooser: &mut dyn Chooser<Self::Position>,
        mut told: Told<'_>,
    ) -> Result<Self::Position, TurnError> {
        self.turn(position, tier, start, &mut chooser, &mut told)
    }

    /// Converts the game to the type that code above the rules uses.
    fn boxed(self) -> Box<dyn AnyVariant> {
        Box::new(Typed::new(self))
    }
}

impl<V: Notation + Repeating + Judging + Solving> Play for V {}

/// Draws starts until one is a legal move, nearly always the first.
// See draw_into.
#[inline(always)]
fn random_one<V: Play>(
    variant: &V,
    after: &mut V::Position,
    position: &V::Position,
    tier: u8,
    starts: Starts,
    dice: &mut Dice,
) -> Option<Move> {
    if starts.is_empty() {
        return None;
    }
    let start = starts.draw(dice);
    if let Ok(next) = variant.turn(position, tier, start, &mut Fixed::first(), &mut ()) {
        *after = next;
        return Some(Move::new(tier, start));
    }
    let mut others = starts;
    others.remove(start);
    random_among(variant, after, position, tier, [others, Starts::NONE], dice)
}

/// Draws pairs of a start and a number of times to go on, 0 or 1, until one is a legal move.
#[inline(never)]
fn random_among<V: Play>(
    variant: &V,
    after: &mut V::Position,
    position: &V::Position,
    tier: u8,
    mut pool: [Starts; 2],
    dice: &mut Dice,
) -> Option<Move> {
    loop {
        let (plain, all) = (pool[0].len(), pool[0].len() + pool[1].len());
        if all == 0 {
            return None;
        }
        let drawn = dice.below(all);
        let (gone_on, start): (u16, Start) =
            if drawn < plain { (0, pool[0].nth(drawn)) } else { (1, pool[1].nth(drawn - plain)) };
        let mv = Move { gone_on, ..Move::new(tier, start) };
        let mut fixed = Fixed::of(mv);
        match variant.turn(position, tier, start, &mut fixed, &mut ()) {
            Ok(next) if fixed.came_up() => {
                *after = next;
                return Some(mv);
            }
            _ => pool[usize::from(gone_on)].remove(start),
        }
    }
}

/// Draws from all legal moves by reservoir sampling: keeps the n-th with probability 1/n.
fn draw_from_all<V: Play>(
    variant: &V,
    after: &mut V::Position,
    position: &V::Position,
    dice: &mut Dice,
    stop: &dyn Fn() -> bool,
) -> Option<Move> {
    let (mut drawn, mut seen, mut poll) = (None, 0, Poll::default());
    let _ = variant.show_moves(position, &mut |mv, next| {
        seen += 1;
        if dice.below(seen) == 0 {
            drawn = Some(mv);
            *after = *next;
        }
        poll.step(stop)
    });
    drawn
}
