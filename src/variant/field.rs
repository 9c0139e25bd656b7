//! Fields of written positions, each defined once: name, kind, getter and setter.

use std::fmt;

use crate::kernel::board::{Direction, Pit, Side};
use crate::kernel::diagram::{FieldError, FieldKind, Value};
use crate::kernel::layout::Layout;

use super::{BySide, ByTurn, Position};

/// Fixed direction of each player; `None` if it is not settled yet.
pub type Ways = ByTurn<Option<Direction>>;

/// Pits as bits, by their spot on their owner's side.
pub type Spots = ByTurn<u32>;

/// Getter of a field, from the view of the player to move.
pub type Get<P, T> = fn(&Layout, &P) -> T;

/// Setter of a field, from the view of the player to move.
///
/// The rows are set first, then the fields one by one, in order. The error is a sentence.
pub type Set<P, T> = fn(&Layout, &mut P, T) -> Result<(), String>;

/// Getter and setter of a field.
enum Access<P> {
    Seeds(Get<P, ByTurn<u8>>, Set<P, ByTurn<u8>>),
    Sides(Get<P, ByTurn<bool>>, Set<P, ByTurn<bool>>),
    Number(Get<P, u16>, Set<P, u16>),
    Turns(Get<P, ByTurn<u8>>, Set<P, ByTurn<u8>>),
    Directions(Get<P, Ways>, Set<P, Ways>),
    Pits(Get<P, Spots>, Set<P, Spots>),
}

/// Shape of a field: everything that does not depend on a position.
#[derive(Debug, Clone)]
pub struct Shape {
    /// Name of the field.
    pub name: &'static str,
    /// Kind of its values.
    pub kind: FieldKind,
    /// Value of an omitted field.
    pub left_out: Value,
}

/// Field of the written positions of a game.
pub struct Field<P> {
    shape: Shape,
    access: Access<P>,
}

impl<P> fmt::Debug for Field<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {:?}", self.shape.name, self.shape.kind)
    }
}

impl<P: Position> Field<P> {
    const fn new(name: &'static str, kind: FieldKind, left_out: Value, access: Access<P>) -> Self {
        let shape = Shape {
            name,
            kind,
            left_out,
        };
        Self { shape, access }
    }

    /// Creates a field for seeds that each player keeps off the board.
    #[must_use]
    pub const fn seeds(
        name: &'static str,
        get: Get<P, ByTurn<u8>>,
        set: Set<P, ByTurn<u8>>,
    ) -> Self {
        let left_out = Value::Seeds(BySide([0, 0]));
        Self::new(name, FieldKind::Seeds, left_out, Access::Seeds(get, set))
    }

    /// Creates a field for a flag of each player.
    #[must_use]
    pub const fn sides(
        name: &'static str,
        get: Get<P, ByTurn<bool>>,
        set: Set<P, ByTurn<bool>>,
    ) -> Self {
        let left_out = Value::Sides(BySide([false, false]));
        Self::new(name, FieldKind::Sides, left_out, Access::Sides(get, set))
    }

    /// Creates a field for a number.
    #[must_use]
    pub const fn number(name: &'static str, get: Get<P, u16>, set: Set<P, u16>) -> Self {
        let left_out = Value::Number(0);
        Self::new(name, FieldKind::Number, left_out, Access::Number(get, set))
    }

    /// Creates a field for the turns made by each player, counted up to `most`, which is also the default.
    #[must_use]
    pub const fn turns(
        name: &'static str,
        most: u8,
        get: Get<P, ByTurn<u8>>,
        set: Set<P, ByTurn<u8>>,
    ) -> Self {
        let left_out = Value::Turns(BySide([most, most]));
        let kind = FieldKind::Turns { most };
        Self::new(name, kind, left_out, Access::Turns(get, set))
    }

    /// Creates a field for the fixed direction of each player.
    #[must_use]
    pub const fn directions(name: &'static str, get: Get<P, Ways>, set: Set<P, Ways>) -> Self {
        let left_out = Value::Directions(BySide([None, None]));
        Self::new(
            name,
            FieldKind::Directions,
            left_out,
            Access::Directions(get, set),
        )
    }

    /// Creates a field for any number of pits.
    #[must_use]
    pub const fn pits(name: &'static str, get: Get<P, Spots>, set: Set<P, Spots>) -> Self {
        let left_out = Value::Pits(Vec::new());
        Self::new(name, FieldKind::Pits, left_out, Access::Pits(get, set))
    }

    /// Creates a field for at most one pit.
    #[must_use]
    pub const fn pit(name: &'static str, get: Get<P, Spots>, set: Set<P, Spots>) -> Self {
        let left_out = Value::Pits(Vec::new());
        Self::new(name, FieldKind::Pit, left_out, Access::Pits(get, set))
    }

    /// Creates a field for at most one pit of each side.
    #[must_use]
    pub const fn pit_each(name: &'static str, get: Get<P, Spots>, set: Set<P, Spots>) -> Self {
        let left_out = Value::Pits(Vec::new());
        Self::new(name, FieldKind::PitEach, left_out, Access::Pits(get, set))
    }

    /// Returns the field with another value for omitted fields.
    #[must_use]
    pub fn or(mut self, left_out: Value) -> Self {
        self.shape.left_out = left_out;
        self
    }

    /// Returns the shape.
    #[must_use]
    pub const fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Returns the value in a position, from the view of South and North.
    #[must_use]
    pub fn value(&self, layout: &Layout, position: &P) -> Value {
        let mover = position.status().to_move;
        match &self.access {
            Access::Seeds(get, _) => Value::Seeds(mover.arrange(get(layout, position))),
            Access::Sides(get, _) => Value::Sides(mover.arrange(get(layout, position))),
            Access::Number(get, _) => Value::Number(get(layout, position)),
            Access::Turns(get, _) => Value::Turns(mover.arrange(get(layout, position))),
            Access::Directions(get, _) => Value::Directions(mover.arrange(get(layout, position))),
            Access::Pits(get, _) => {
                let BySide([south, north]) = mover.arrange(get(layout, position));
                let pits = |owner, bits: u32| {
                    let spots = (0..32).filter(move |spot| bits >> spot & 1 == 1);
                    spots.map(move |spot| Pit { owner, spot })
                };
                Value::Pits(
                    pits(Side::South, south)
                        .chain(pits(Side::North, north))
                        .collect(),
                )
            }
        }
    }

    /// Reports the value in a position as numbers, from the view of the player to move or of the opponent. Of a pair,
    /// the viewer's value comes first. Pits are one number each, 1 if they are in the field.
    #[inline]
    pub fn tell(&self, layout: &Layout, position: &P, by_mover: bool, tell: &mut dyn FnMut(i32)) {
        let seen = |pair: ByTurn<i32>| if by_mover { pair.0 } else { pair.turned().0 };
        let pair = match &self.access {
            Access::Seeds(get, _) | Access::Turns(get, _) => get(layout, position).map(i32::from),
            Access::Sides(get, _) => get(layout, position).map(i32::from),
            Access::Number(get, _) => return tell(get(layout, position).into()),
            Access::Directions(get, _) => get(layout, position).map(|way| match way {
                Some(Direction::Forward) => 1,
                Some(Direction::Backward) => -1,
                None => 0,
            }),
            Access::Pits(get, _) => {
                for pits in seen(get(layout, position).map(u32::cast_signed)) {
                    (0..layout.pits_a_side()).for_each(|spot| tell(pits >> spot & 1));
                }
                return;
            }
        };
        seen(pair).into_iter().for_each(tell);
    }

    /// Sets the field in a position whose rows are already set.
    ///
    /// # Errors
    ///
    /// A [`FieldError`] if the position can't have this value, or the value has the wrong kind.
    pub fn set(&self, layout: &Layout, position: &mut P, value: &Value) -> Result<(), FieldError> {
        let mover = position.status().to_move;
        let set = match (&self.access, value) {
            (Access::Seeds(_, set), Value::Seeds(seeds)) => {
                set(layout, position, seeds.seen_by(mover))
            }
            (Access::Sides(_, set), Value::Sides(sides)) => {
                set(layout, position, sides.seen_by(mover))
            }
            (Access::Number(_, set), Value::Number(number)) => set(layout, position, *number),
            (Access::Turns(_, set), Value::Turns(turns)) => {
                set(layout, position, turns.seen_by(mover))
            }
            (Access::Directions(_, set), Value::Directions(ways)) => {
                set(layout, position, ways.seen_by(mover))
            }
            (Access::Pits(_, set), Value::Pits(pits)) => {
                let mut spots = BySide([0; 2]);
                for pit in pits {
                    spots[pit.owner] |= 1_u32 << (pit.spot & 31);
                }
                set(layout, position, spots.seen_by(mover))
            }
            _ => Err(format!("expected {}", self.shape.kind)),
        };
        set.map_err(|message| FieldError {
            field: Some(self.shape.name),
            message,
        })
    }
}
