//! Fields of written positions, each defined once: name, kind, getter and setter.

use std::fmt;
use std::sync::Arc;

use crate::kernel::{Direction, FieldError, FieldKind, Layout, Pit, Side, Swap, Value};

use super::packed::packed;
use super::{AnyPosition, BySide, ByTurn, Position};

/// Fixed direction of each player; `None` if it is not settled yet.
pub type KeptDirections = ByTurn<Option<Direction>>;

/// Pits as bits, by their spot on their owner's side.
pub type Spots = ByTurn<u32>;

/// Declares [`Seen`] with the type of each kind of value.
macro_rules! seen {
    ($($kind:ident($type:ty)),*) => {
        /// Value of a field as the player to move sees it.
        #[derive(Debug, Clone, Copy)]
        #[expect(missing_docs, reason = "named like the kinds of values")]
        pub enum Seen {
            $($kind($type)),*
        }

        $(impl FieldValue for $type {
            fn seen(self) -> Seen {
                Seen::$kind(self)
            }

            fn of(seen: Seen) -> Option<Self> {
                match seen {
                    Seen::$kind(value) => Some(value),
                    _ => None,
                }
            }
        })*
    };
}

/// Type of the values of a field, from the view of the player to move.
pub trait FieldValue: Copy + 'static {
    /// Converts to the common type of all values.
    fn seen(self) -> Seen;

    /// Converts back; `None` if the value has another type.
    fn of(seen: Seen) -> Option<Self>;
}

seen!(
    Counts(ByTurn<u8>),
    Sides(ByTurn<bool>),
    Number(u16),
    Directions(KeptDirections),
    Pits(Spots),
    Swap(Swap)
);

type Get = dyn Fn(&Layout, &AnyPosition) -> Seen + Send + Sync;

/// Function that sets a field in a position; the error is a sentence.
type Set = dyn Fn(&Layout, &mut AnyPosition, Seen) -> Result<(), String> + Send + Sync;

/// Field of the written positions of a game.
#[derive(Clone)]
pub struct Field {
    /// Name.
    pub name: &'static str,
    /// Kind of its values.
    pub kind: FieldKind,
    /// Value of an omitted field.
    pub left_out: Value,
    get: Arc<Get>,
    set: Arc<Set>,
}

impl fmt::Debug for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {:?}", self.name, self.kind)
    }
}

impl Field {
    /// Creates a field from its getter and its setter, both from the view of the player to move.
    ///
    /// The rows are set first, then the fields one by one, in order. The error of the setter is a sentence.
    pub fn new<P: Position, T: FieldValue>(
        name: &'static str,
        kind: FieldKind,
        get: impl Fn(&Layout, &P) -> T + Send + Sync + 'static,
        set: impl Fn(&Layout, &mut P, T) -> Result<(), String> + Send + Sync + 'static,
    ) -> Self {
        Self {
            name,
            kind,
            left_out: kind.left_out(),
            get: Arc::new(move |layout, position| get(layout, &P::unpack(position)).seen()),
            set: Arc::new(move |layout, position, value| {
                let value = T::of(value).ok_or_else(|| format!("expected {kind}"))?;
                let mut changed = P::unpack(position);
                set(layout, &mut changed, value)?;
                *position = packed(&changed);
                Ok(())
            }),
        }
    }

    /// Creates a field for one part of the position, stored in the form in which it is written. `place` returns a
    /// reference to that part.
    pub fn stored<P: Position, T: FieldValue>(
        name: &'static str,
        kind: FieldKind,
        place: impl Fn(&mut P) -> &mut T + Copy + Send + Sync + 'static,
    ) -> Self {
        Self::new(
            name,
            kind,
            move |_, position: &P| *place(&mut { *position }),
            move |_, position: &mut P, value| {
                *place(position) = value;
                Ok(())
            },
        )
    }

    /// Returns the fields whose flag is set: those that this game has.
    pub fn used(all: impl IntoIterator<Item = (bool, Self)>) -> Vec<Self> {
        all.into_iter().filter(|(used, _)| *used).map(|(_, field)| field).collect()
    }

    /// Returns the field with another value for omitted fields.
    #[must_use]
    pub fn or(mut self, left_out: Value) -> Self {
        self.left_out = left_out;
        self
    }

    /// Returns the value in a position, from the view of South and North.
    pub fn value(&self, layout: &Layout, position: &AnyPosition) -> Value {
        let mover = position.status().to_move;
        match (self.get)(layout, position) {
            Seen::Counts(turns) if matches!(self.kind, FieldKind::Turns { .. }) => {
                Value::Turns(mover.arrange(turns))
            }
            Seen::Counts(seeds) => Value::Seeds(mover.arrange(seeds)),
            Seen::Sides(sides) => Value::Sides(mover.arrange(sides)),
            Seen::Number(number) => Value::Number(number),
            Seen::Directions(directions) => Value::Directions(mover.arrange(directions)),
            Seen::Pits(spots) => {
                let BySide([south, north]) = mover.arrange(spots);
                let pits = |owner, bits: u32| {
                    let spots = (0..32).filter(move |spot| bits >> spot & 1 == 1);
                    spots.map(move |spot| Pit { owner, spot })
                };
                let pits = pits(Side::South, south).chain(pits(Side::North, north));
                Value::Pits(pits.collect())
            }
            Seen::Swap(swap) => Value::Swap(swap),
        }
    }

    /// Reports the value in a position as numbers, from the view of the player to move or of the opponent. Of a pair,
    /// the viewer's value comes first. Pits are one number each, 1 if they are in the field.
    #[inline]
    pub fn tell(
        &self,
        layout: &Layout,
        position: &AnyPosition,
        by_mover: bool,
        tell: &mut dyn FnMut(i32),
    ) {
        let seen = |pair: ByTurn<i32>| if by_mover { pair.0 } else { pair.turned().0 };
        let pair = match (self.get)(layout, position) {
            Seen::Counts(counts) => counts.map(i32::from),
            Seen::Sides(sides) => sides.map(i32::from),
            Seen::Number(number) => return tell(number.into()),
            Seen::Directions(directions) => directions.map(|way| match way {
                Some(Direction::Forward) => 1,
                Some(Direction::Backward) => -1,
                None => 0,
            }),
            Seen::Pits(spots) => {
                for pits in seen(spots.map(u32::cast_signed)) {
                    (0..layout.pits_a_side()).for_each(|spot| tell(pits >> spot & 1));
                }
                return;
            }
            // The opening too tells that a swap follows.
            Seen::Swap(_) => return tell(position.swap() as i32),
        };
        seen(pair).into_iter().for_each(tell);
    }

    /// Sets the field in a position whose rows are already set.
    ///
    /// # Errors
    ///
    /// A [`FieldError`] if the position can't have this value, or the value has the wrong kind.
    pub fn set(
        &self,
        layout: &Layout,
        position: &mut AnyPosition,
        value: &Value,
    ) -> Result<(), FieldError> {
        let mover = position.status().to_move;
        let value = match (self.kind, value) {
            (FieldKind::Seeds, Value::Seeds(counts))
            | (FieldKind::Turns { .. }, Value::Turns(counts)) => counts.seen_by(mover).seen(),
            (_, Value::Sides(sides)) => sides.seen_by(mover).seen(),
            (_, Value::Number(number)) => number.seen(),
            (_, Value::Directions(directions)) => directions.seen_by(mover).seen(),
            (_, Value::Pits(pits)) => {
                let mut spots = BySide([0; 2]);
                for pit in pits {
                    spots[pit.owner] |= 1_u32 << (pit.spot & 31);
                }
                spots.seen_by(mover).seen()
            }
            (_, Value::Swap(swap)) => swap.seen(),
            // A pair of counts of the other kind is as wrong as any other type.
            (_, Value::Seeds(_) | Value::Turns(_)) => {
                return Err(self.wrong(format!("expected {}", self.kind)));
            }
        };
        (self.set)(layout, position, value).map_err(|message| self.wrong(message))
    }

    fn wrong(&self, message: String) -> FieldError {
        FieldError { field: Some(self.name), message }
    }
}
