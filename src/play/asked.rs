//! What comes up within the moves of a position, held against what the variant announces.

use std::ops::ControlFlow;

use crate::variant::{Choices, Fixed, Move, Play, Position, Variant};

/// What was asked that was not announced.
fn too_much(announced: Choices, [stops, picks]: [u32; 2]) -> Option<&'static str> {
    match (announced, stops, picks) {
        (Choices::Any, ..) => None,
        (_, _, 1..) => Some("something to pick"),
        (Choices::None, 1.., _) => Some("a place to stop"),
        (Choices::OneStop, 2.., _) => Some("more than one place to stop"),
        _ => None,
    }
}

/// A choice that comes up where [`Variant::choices`] says that none of its kind does, in words; or a start without a move where
/// [`Variant::starts_are_moves`] says that there is none.
///
/// Such a choice is never made: the moves behind it are not found, or not drawn.
pub fn unannounced<V: Variant>(variant: &V, position: &V::Position) -> Option<String> {
    let status = position.status();
    if status.result.is_some() {
        return None;
    }
    for tier in 0..V::TIERS.len() as u8 {
        let announced = variant.choices(position, tier);
        for start in variant.starts(position, tier) {
            let mut once = Fixed::of(Move {
                gone_on: 1,
                ..Move::new(tier, start)
            });
            let _ = variant.recount(position, tier, start, &mut once, &mut |_| ());
            let any = &mut |_, _: &V::Position| ControlFlow::Break(());
            if variant.starts_are_moves(position, tier)
                && variant
                    .each_way(position, Move::new(tier, start), any)
                    .is_continue()
            {
                let start = variant.layout().start_name(status.to_move, start);
                return Some(format!(
                    "{start} gives no move, and `Variant::starts_are_moves` says that each start does"
                ));
            }
            if let Some(too_much) = too_much(announced, once.asked()) {
                let start = variant.layout().start_name(status.to_move, start);
                return Some(format!(
                    "{too_much} comes up in the move {start}, and `Variant::choices` says {announced:?}"
                ));
            }
        }
        // Tiers after one that holds a move do not count.
        if variant.tier_has_move(position, tier) {
            return None;
        }
    }
    None
}
