//! What comes up to be chosen within the moves of a position, held against what the variant announces.

use crate::kernel::board::Direction;
use crate::kernel::sow::Endless;
use crate::variant::{Choices, Chooser, Decision, Play, Position, Variant};

/// Goes on once, and counts what it is asked.
#[derive(Debug, Default)]
struct Counting {
    stops: usize,
    picks: usize,
}

impl<P> Chooser<P> for Counting {
    fn stop(&mut self, _spot: u8, _way: Direction, _stopped: impl FnOnce() -> P) -> Decision {
        self.stops += 1;
        if self.stops == 1 {
            Decision::GoOn
        } else {
            Decision::Stop
        }
    }

    fn pick(&mut self, options: u16) -> Result<u16, Endless> {
        if options < 2 {
            return Ok(0);
        }
        self.picks += 1;
        Err(Endless)
    }
}

/// What was asked that was not announced.
fn too_much(announced: Choices, asked: &Counting) -> Option<&'static str> {
    match (announced, asked) {
        (Choices::Any, _) => None,
        (_, Counting { picks: 1.., .. }) => Some("something to pick"),
        (Choices::None, Counting { stops: 1.., .. }) => Some("a place to stop"),
        (Choices::OneStop, Counting { stops: 2.., .. }) => Some("more than one place to stop"),
        _ => None,
    }
}

/// A choice that comes up where [`Variant::choices`] says that none of its kind does, in words.
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
            let mut asked = Counting::default();
            let _ = variant.turn(position, tier, start, &mut asked, &mut ());
            if let Some(too_much) = too_much(announced, &asked) {
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
