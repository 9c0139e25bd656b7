//! What everybody gets for a [`Variant`]: legal moves, playing, drawing at random, positions as diagrams.

use std::ops::ControlFlow;

use super::chooser::Every;
use super::{Choices, Fixed, Move, Position, Start, Starts, Variant};
use crate::kernel::diagram::{Diagram, FieldError};
use crate::kernel::dice::Dice;
use crate::kernel::event::Observer;

/// What can be done with any variant; nobody implements this but the blanket implementation here.
pub trait Play: Variant {
    /// Shows every legal move with the position after it, until the visitor breaks off.
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
            // Where nothing is to be chosen, nothing has to be kept while a move is played.
            let plain = self.choices(position, tier) == Choices::None;
            for start in self.starts(position, tier) {
                let mv = Move::new(tier, start);
                if plain {
                    let turn = self.turn(position, tier, start, &mut Fixed::first(), &mut ());
                    if let Ok(after) = turn {
                        found = true;
                        visit(mv, &after)?;
                    }
                } else {
                    found |= Every::show(mv, visit, |every| {
                        self.turn(position, tier, start, every, &mut ())
                    })?;
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

    /// Whether the player to move has a legal move.
    fn has_move(&self, position: &Self::Position) -> bool {
        self.each_move(position, &mut |_, _| ControlFlow::Break(()))
            .is_break()
    }

    /// Whether a tier holds a legal move, earlier tiers not looked at.
    fn tier_has_move(&self, position: &Self::Position, tier: u8) -> bool {
        let mut starts = self.starts(position, tier).iter();
        starts.any(|start| {
            self.turn(position, tier, start, &mut Fixed::first(), &mut ())
                .is_ok()
        })
    }

    /// One of the legal moves, each equally likely, with the position after it; `None` if there is none.
    ///
    /// Plays starts until one is found to be legal, instead of all to choose from: the same
    /// distribution, a fraction of the work.
    #[expect(
        clippy::inline_always,
        reason = "a copy of the position it returns costs as much as the move"
    )]
    #[inline(always)]
    fn draw_move(
        &self,
        position: &Self::Position,
        dice: &mut Dice,
    ) -> Option<(Move, Self::Position)> {
        if position.status().result.is_some() {
            return None;
        }
        for tier in 0..Self::TIERS.len() as u8 {
            let starts = self.starts(position, tier);
            let drawn = match self.choices(position, tier) {
                Choices::None => draw_one(self, position, tier, starts, dice),
                Choices::OneStop => draw_among(self, position, tier, [starts, starts], dice),
                Choices::Any => return draw_from_all(self, position, dice),
            };
            if drawn.is_some() {
                return drawn;
            }
        }
        let after = self.pass(position, &mut ())?;
        Some((Move::PASS, after))
    }

    /// Carries out a legal move with an observer watching; `None` if it is no move of this position.
    ///
    /// That an earlier tier holds a move is not looked at.
    fn make(
        &self,
        position: &Self::Position,
        mv: Move,
        observer: &mut impl Observer,
    ) -> Option<Self::Position> {
        if mv == Move::PASS {
            return self.pass(position, observer);
        }
        if usize::from(mv.tier) >= Self::TIERS.len()
            || !self.starts(position, mv.tier).contains(mv.start)
        {
            return None;
        }
        let mut fixed = Fixed::of(mv);
        let turn = self.turn(position, mv.tier, mv.start, &mut fixed, observer);
        turn.ok().filter(|_| fixed.came_up())
    }

    /// The position as a diagram.
    fn diagram(&self, position: &Self::Position) -> Diagram {
        let (layout, status) = (self.layout(), position.status());
        let [own, across] = position.rings();
        let fields = self.fields();
        let fields = fields.iter();
        Diagram {
            pits: layout.spread(status.to_move, own, across),
            to_move: status.to_move,
            fields: fields
                .map(|field| (field.name(), field.value(layout, position)))
                .collect(),
            result: status.result,
        }
    }

    /// The position that a diagram shows; the board has the right shape and at most 255 seeds.
    ///
    /// # Errors
    ///
    /// A [`FieldError`] that names the field and says what is wrong with it.
    fn read_diagram(&self, diagram: &Diagram) -> Result<Self::Position, FieldError> {
        let layout = self.layout();
        let mut position = self.opening();
        let (own, across) = layout.gather(diagram.to_move, &diagram.pits);
        position.set_rings([own, across]);
        position.status_mut().to_move = diagram.to_move;
        position.status_mut().result = diagram.result;
        for field in self.fields() {
            let value = diagram.value(field.name());
            let value = value.cloned().unwrap_or_else(|| field.kind().default());
            field.set(layout, &mut position, &value)?;
        }
        Ok(position)
    }
}

impl<V: Variant> Play for V {}

/// Draws starts until one is a legal move; nearly always the first is.
#[expect(clippy::inline_always, reason = "see draw_move")]
#[inline(always)]
fn draw_one<V: Variant>(
    variant: &V,
    position: &V::Position,
    tier: u8,
    starts: Starts,
    dice: &mut Dice,
) -> Option<(Move, V::Position)> {
    if starts.is_empty() {
        return None;
    }
    let start = starts.draw(dice);
    if let Ok(after) = variant.turn(position, tier, start, &mut Fixed::first(), &mut ()) {
        return Some((Move::new(tier, start), after));
    }
    let mut others = starts;
    others.remove(start);
    draw_among(variant, position, tier, [others, Starts::NONE], dice)
}

/// Draws pairs of a start and how often to go on, never or once, until one is a legal move.
#[inline(never)]
fn draw_among<V: Variant>(
    variant: &V,
    position: &V::Position,
    tier: u8,
    mut pool: [Starts; 2],
    dice: &mut Dice,
) -> Option<(Move, V::Position)> {
    loop {
        let (plain, all) = (pool[0].len(), pool[0].len() + pool[1].len());
        if all == 0 {
            return None;
        }
        let drawn = dice.below(all);
        let (gone_on, start): (u16, Start) = if drawn < plain {
            (0, pool[0].nth(drawn))
        } else {
            (1, pool[1].nth(drawn - plain))
        };
        let mv = Move {
            gone_on,
            ..Move::new(tier, start)
        };
        let mut fixed = Fixed::of(mv);
        match variant.turn(position, tier, start, &mut fixed, &mut ()) {
            Ok(after) if fixed.came_up() => return Some((mv, after)),
            _ => pool[usize::from(gone_on)].remove(start),
        }
    }
}

/// Draws from all legal moves, keeping the n-th with a chance of one in n.
fn draw_from_all<V: Variant>(
    variant: &V,
    position: &V::Position,
    dice: &mut Dice,
) -> Option<(Move, V::Position)> {
    let (mut drawn, mut seen) = (None, 0);
    let _ = variant.each_move(position, &mut |mv, after| {
        seen += 1;
        if dice.below(seen) == 0 {
            drawn = Some((mv, *after));
        }
        ControlFlow::Continue(())
    });
    drawn
}

#[cfg(test)]
mod tests {
    use super::{Start, Starts};
    use crate::kernel::dice::Dice;

    #[test]
    fn every_start_is_drawn_equally_often() {
        let mut dice = Dice::seeded(1);
        for starts in [
            Starts::forward(0b1),
            Starts::forward(0b1010_0110),
            Starts::forward(0b1_0000_0010),
            Starts::new(0xffff, 0xffff),
            Starts::new(0x8000_0001, 0x8001_0f00),
        ] {
            let all: Vec<Start> = starts.iter().collect();
            let mut counts = vec![0_u32; all.len()];
            for _ in 0..1000 * starts.len() {
                let drawn = starts.draw(&mut dice);
                let place = all.iter().position(|&start| start == drawn);
                counts[place.expect("a start of the set")] += 1;
            }
            let fair = |count: &u32| (850..1150).contains(count);
            assert!(counts.iter().all(fair), "{starts:?}: {counts:?}");
        }
    }
}
