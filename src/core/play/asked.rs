//! Checks that a variant announces the choices that come up within its moves.

use std::ops::ControlFlow;

use crate::game::Game;
use crate::variant::{AnyPosition, Choices, Fixed, Move};

/// Describes a choice that exceeds the announced ones.
fn too_much(announced: Choices, [stops, picks]: [u32; 2]) -> Option<&'static str> {
    match (announced, stops, picks) {
        (Choices::Any, ..) => None,
        (_, _, 1..) => Some("a pick"),
        (Choices::None, 1.., _) => Some("a place to stop"),
        (Choices::OneStop, 2.., _) => Some("more than one place to stop"),
        _ => None,
    }
}

impl Game {
    /// Describes a choice that comes up in a move although [`Variant::choices`](crate::Variant::choices) excludes it.
    /// Also reports a move that [`Variant::possible`](crate::Variant::possible) excludes, and a start without a move if
    /// [`Solving::starts_are_moves`](crate::variant::Solving::starts_are_moves) excludes such starts.
    ///
    /// Unannounced choices are never made, so the moves behind them are neither found nor drawn.
    pub fn unannounced(&self) -> Option<String> {
        let (variant, position) = (self.variant(), self.position());
        if self.result().is_some() {
            return None;
        }
        let possible = variant.properties().possible;
        for tier in 0..variant.properties().tiers.len() as u8 {
            let offer = variant.offer(position, tier);
            for start in offer.starts {
                let name = || self.layout().start_name(self.to_move(), start);
                let mut once = Fixed::of(Move { gone_on: 1, ..Move::new(tier, start) });
                let _ = variant.turn(position, tier, start, &mut once, None);
                let any = &mut |_, _: &AnyPosition| ControlFlow::Break(());
                let mut directions = || variant.each_way(position, Move::new(tier, start), any);
                if offer.sure && directions().is_continue() {
                    return Some(format!(
                        "{} gives no move, and `Solving::starts_are_moves` says that each start does",
                        name()
                    ));
                }
                let asked = once.asked() != [0, 0];
                let known = possible.starts.contains(start) && (possible.choices || !asked);
                if !known && directions().is_break() {
                    return Some(format!(
                        "{} is legal, but `Variant::possible` excludes it",
                        name()
                    ));
                }
                if let Some(too_much) = too_much(offer.choices, once.asked()) {
                    let announced = offer.choices;
                    return Some(format!(
                        "{too_much} comes up in the move {}, but `Variant::choices` returns {announced:?}",
                        name()
                    ));
                }
            }
            // Tiers after one that holds a move do not count.
            if variant.tier_has_move(position, tier) {
                break;
            }
        }
        let passes = !possible.pass && variant.pass(position).is_some();
        passes.then(|| "a pass is legal, but `Variant::possible` excludes it".to_owned())
    }
}
