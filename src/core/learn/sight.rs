//! Positions as numbers, as one player sees them.

use std::sync::Arc;

use crate::kernel::{ByTurn, FieldKind, Pit, Pits, Ring, Side};
use crate::variant::{AnyPosition, AnyVariant, Position};

/// Observation space of a variant.
#[derive(Debug, Clone)]
pub struct Sight {
    pub(super) variant: Arc<dyn AnyVariant>,
    /// Spot of the opponent's first pit, if both players share a ring.
    beyond: Option<u8>,
}

impl Sight {
    /// Creates the observations of a variant.
    pub fn of(variant: Arc<dyn AnyVariant>) -> Self {
        let layout = variant.layout();
        Self { beyond: (layout.ring() != Ring::Own).then(|| layout.ring_half()), variant }
    }

    /// Returns the name of each number; pits are named from South's side.
    pub fn names(&self) -> Vec<String> {
        let layout = self.variant.layout();
        let spots = 0..layout.pits_a_side();
        let owner = Side::South;
        let row: Vec<String> = spots.map(|spot| layout.name(Pit { owner, spot })).collect();
        let pits = |before: &str| {
            let own = row.iter().map(|pit| format!("{before}own {pit}"));
            let other = row.iter().map(|pit| format!("{before}other {pit}"));
            own.chain(other).collect::<Vec<_>>()
        };
        let mut names = pits("");
        names.push("to move".to_owned());
        for field in &self.variant.properties().fields {
            let name = field.name;
            match field.kind {
                FieldKind::Number | FieldKind::Swap => names.push(name.to_owned()),
                FieldKind::Pit | FieldKind::Pits | FieldKind::PitEach => {
                    names.extend(pits(&format!("{name} ")));
                }
                FieldKind::Seeds
                | FieldKind::Turns { .. }
                | FieldKind::Sides
                | FieldKind::Directions => {
                    names.extend(["own", "other"].map(|whose| format!("{whose} {name}")));
                }
            }
        }
        names
    }

    /// Writes a position as a side sees it, one number per name.
    #[inline]
    pub fn write(&self, position: &AnyPosition, side: Side, numbers: &mut [i32]) {
        let pits = usize::from(self.variant.layout().pits_a_side());
        let by_mover = position.status().to_move == side;
        let ByTurn([ring, across]) = position.rings();
        let (ring, across) = (ring.bytes(), across.bytes());
        let own = ring.as_ref();
        let together = by_mover && self.beyond.map(usize::from) == Some(pits);
        if together && let Some(all) = numbers.get_mut(..own.len()) {
            // Both rows at once. Extra values go into the room behind them, which is overwritten below.
            fill(all, own);
        } else {
            let other = self.beyond.map_or(across.as_ref(), |beyond| &own[usize::from(beyond)..]);
            let (first, second) = if by_mover { (own, other) } else { (other, own) };
            fill(&mut numbers[..pits], first);
            fill(&mut numbers[pits..2 * pits], second);
        }
        let (_, rest) = numbers.split_at_mut(2 * pits);
        let mut rest = rest.iter_mut();
        let mut tell = |told: i32| {
            if let Some(number) = rest.next() {
                *number = told;
            }
        };
        tell(by_mover.into());
        let properties = self.variant.properties();
        for field in &properties.fields {
            field.tell(&properties.layout, position, by_mover, &mut tell);
        }
    }
}

#[inline]
fn fill(numbers: &mut [i32], seeds: &[u8]) {
    for (number, &seeds) in numbers.iter_mut().zip(seeds) {
        *number = i32::from(seeds);
    }
}
