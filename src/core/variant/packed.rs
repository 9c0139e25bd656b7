//! One type for the positions of all games: the rings, the status, and the other fields as bits.

use super::{ByTurn, Position, Status};
use crate::kernel::{Direction, Pits, Pits32, Side, Swap};

/// Position of any game, in the form that shared code stores.
///
/// Created by [`Position::pack`] and read by [`Position::unpack`]. Equal positions stay equal when packed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct AnyPosition {
    rings: ByTurn<Pits32>,
    rest: Bits,
    status: Status,
    /// State of the swap rule, unknown to rulesets. `Closed` except in the first two turns of a game with this rule.
    swap: Swap,
}

/// Number of words for the fields of a position besides rings and status.
const WORDS: usize = 5;

/// Fields of a position besides rings and status, as bits without gaps.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Bits([u64; WORDS]);

impl AnyPosition {
    /// Creates a position from its parts; the swap is closed.
    #[inline]
    pub fn new<P: Pits>(rings: ByTurn<P>, rest: Bits, status: Status) -> Self {
        Self { rings: rings.map(P::wide), rest, status, swap: Swap::Closed }
    }

    /// Returns the state of the swap (S1).
    #[inline]
    pub const fn swap(&self) -> Swap {
        self.swap
    }

    /// Sets the state of the swap.
    #[inline]
    pub const fn set_swap(&mut self, swap: Swap) {
        self.swap = swap;
    }

    /// Returns the rings in the ring type of the game.
    #[inline]
    pub fn narrow<P: Pits>(&self) -> ByTurn<P> {
        self.rings.map(P::narrow)
    }

    /// Counts the seeds on the board.
    #[inline]
    pub fn seeds(&self) -> u16 {
        let ByTurn([own, across]) = self.rings;
        own.plus(across).total()
    }

    /// Converts a value for the player to move here to one for the player to move in `before`.
    #[inline]
    pub fn seen_from(&self, before: &Self, number: i32) -> i32 {
        if self.status.to_move == before.status.to_move { number } else { -number }
    }

    /// Returns the fields besides rings and status.
    #[inline]
    pub const fn rest(&self) -> Bits {
        self.rest
    }
}

impl Position for AnyPosition {
    type Pits = Pits32;

    #[inline]
    fn status(&self) -> Status {
        self.status
    }

    #[inline]
    fn status_mut(&mut self) -> &mut Status {
        &mut self.status
    }

    #[inline]
    fn rings(&self) -> ByTurn<Pits32> {
        self.rings
    }

    #[inline]
    fn set_rings(&mut self, rings: ByTurn<Pits32>) {
        self.rings = rings;
    }

    #[inline]
    fn pack(&self) -> AnyPosition {
        *self
    }

    #[inline]
    fn unpack(packed: &AnyPosition) -> Self {
        *packed
    }
}

/// Packs a position outside of searches. A debug build unpacks it again, to detect wrongly packed fields.
#[inline]
pub(super) fn packed<P: Position>(position: &P) -> AnyPosition {
    let packed = position.pack();
    debug_assert_eq!(P::unpack(&packed), *position, "unpacked from {packed:?}");
    packed
}

/// Writer of consecutive fields. Their offsets are constants once a game is compiled.
#[derive(Debug, Default)]
pub struct Packer {
    bits: Bits,
    at: u32,
}

impl Packer {
    /// Writes the lowest `bits` bits of a number, 32 at most.
    #[inline]
    fn push(&mut self, number: u32, bits: u32) {
        let (word, shift) = ((self.at / u64::BITS) as usize, self.at % u64::BITS);
        self.bits.0[word] |= u64::from(number) << shift;
        if shift + bits > u64::BITS {
            self.bits.0[word + 1] |= u64::from(number) >> (u64::BITS - shift);
        }
        self.at += bits;
    }

    /// Writes a field.
    #[must_use]
    #[inline]
    pub fn with<T: Packed>(mut self, field: T) -> Self {
        field.pack(&mut self);
        self
    }

    /// Returns the fields written so far.
    #[inline]
    pub const fn bits(self) -> Bits {
        self.bits
    }
}

/// Reader of fields, in the order in which they were written.
#[derive(Debug)]
pub struct Unpacker {
    bits: Bits,
    at: u32,
}

impl Unpacker {
    /// Creates a reader at the first field.
    #[inline]
    pub const fn new(bits: Bits) -> Self {
        Self { bits, at: 0 }
    }

    /// Reads a number of `bits` bits, 32 at most.
    #[inline]
    fn pull(&mut self, bits: u32) -> u32 {
        let (word, shift) = ((self.at / u64::BITS) as usize, self.at % u64::BITS);
        let mut number = self.bits.0[word] >> shift;
        if shift + bits > u64::BITS {
            number |= self.bits.0[word + 1] << (u64::BITS - shift);
        }
        self.at += bits;
        (number & ((1 << bits) - 1)) as u32
    }

    /// Reads a field.
    #[inline]
    pub fn field<T: Packed>(&mut self) -> T {
        T::unpack(self)
    }
}

/// Field of a position with a fixed number of bits; equal values have equal bits.
pub trait Packed: Copy {
    /// Writes the field.
    fn pack(self, packer: &mut Packer);

    /// Reads the field.
    fn unpack(unpacker: &mut Unpacker) -> Self;
}

impl Packed for () {
    #[inline]
    fn pack(self, _: &mut Packer) {}

    #[inline]
    fn unpack(_: &mut Unpacker) -> Self {}
}

/// Implements [`Packed`] for types that convert to a number and back.
macro_rules! packed {
    ($($type:ty: $bits:expr, $to:expr, $from:expr;)*) => {$(
        impl Packed for $type {
            #[inline]
            fn pack(self, packer: &mut Packer) {
                packer.push($to(self), $bits);
            }

            #[inline]
            fn unpack(unpacker: &mut Unpacker) -> Self {
                $from(unpacker.pull($bits))
            }
        }
    )*};
}

packed! {
    bool: 1, u32::from, |bits| bits != 0;
    u8: 8, u32::from, |bits| bits as u8;
    u16: 16, u32::from, |bits| bits as u16;
    u32: 32, |bits| bits, |bits| bits;
    Side: 1, |side| side as u32, |bits| [Self::South, Self::North][bits as usize & 1];
    Direction: 1, |way| way as u32, |bits| [Self::Forward, Self::Backward][bits as usize & 1];
}

impl<T: Packed + Default> Packed for Option<T> {
    #[inline]
    fn pack(self, packer: &mut Packer) {
        self.is_some().pack(packer);
        self.unwrap_or_default().pack(packer);
    }

    #[inline]
    fn unpack(unpacker: &mut Unpacker) -> Self {
        let is_some: bool = unpacker.field();
        is_some.then_some(unpacker.field())
    }
}

impl<T: Packed> Packed for ByTurn<T> {
    #[inline]
    fn pack(self, packer: &mut Packer) {
        self.0.pack(packer);
    }

    #[inline]
    fn unpack(unpacker: &mut Unpacker) -> Self {
        Self(unpacker.field())
    }
}

impl<T: Packed, const COUNT: usize> Packed for [T; COUNT] {
    #[inline]
    fn pack(self, packer: &mut Packer) {
        for item in self {
            item.pack(packer);
        }
    }

    #[inline]
    fn unpack(unpacker: &mut Unpacker) -> Self {
        std::array::from_fn(|_| unpacker.field())
    }
}

/// Implements [`Packed`](crate::variant::Packed) for a struct, given all its fields.
#[macro_export]
macro_rules! packed_fields {
    ($name:ident { $($field:ident),* $(,)? }) => {
        impl $crate::variant::Packed for $name {
            #[inline]
            fn pack(self, packer: &mut $crate::variant::Packer) {
                let Self { $($field),* } = self;
                $($crate::variant::Packed::pack($field, packer);)*
            }

            #[inline]
            fn unpack(unpacker: &mut $crate::variant::Unpacker) -> Self {
                Self { $($field: unpacker.field()),* }
            }
        }
    };
}

#[doc(inline)]
pub use packed_fields;
