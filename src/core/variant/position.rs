//! The trait of positions, and the macro that implements it for a struct.

use std::fmt;
use std::hash::Hash;

use super::{AnyPosition, ByTurn};
use crate::kernel::{Outcome, Pits, Side};

/// Player to move and result of a position, in every game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Status {
    /// Player to move; in a finished position, the one whose turn it would be.
    pub to_move: Side,
    /// Result, if the game is known to be over without looking for moves.
    pub result: Option<Outcome>,
}

impl Status {
    /// Creates the status of a game in progress.
    pub const fn going(to_move: Side) -> Self {
        Self { to_move, result: None }
    }
}

/// Position of some game: small, `Copy`, and complete except for the history.
///
/// The player to move comes first. The macro [`position!`](crate::position) implements this trait for a struct with a
/// field `status`.
pub trait Position: Copy + Eq + Hash + fmt::Debug + Send + Sync + 'static {
    /// Type of the seeds of a ring.
    type Pits: Pits;

    /// Returns the player to move and the result.
    fn status(&self) -> Status;

    /// Returns a mutable reference to the status.
    fn status_mut(&mut self) -> &mut Status;

    /// Returns both rings; the second is empty if the players share one.
    fn rings(&self) -> ByTurn<Self::Pits>;

    /// Replaces the rings.
    fn set_rings(&mut self, rings: ByTurn<Self::Pits>);

    /// Converts the position to the type shared by all games.
    fn pack(&self) -> AnyPosition;

    /// Converts a packed position of this game back.
    fn unpack(packed: &AnyPosition) -> Self;
}

/// Implements [`Position`](crate::Position) for a struct with a field `status`, given all its other fields: first its
/// rings, then the rest, which are [`Packed`](crate::variant::Packed).
///
/// One ring, `position!(MyPosition<P> { ring; captured })`, is shared by both players; two, `position!(MyPosition<P> {
/// own, across; captured })`, are the mover's and the opponent's. Other type parameters of the struct follow that of
/// its pits: `position!(MyPosition<P, X> { ring; captured, extra })`.
#[macro_export]
macro_rules! position {
    ($name:ident<$pits:ident $(, $other:ident)*> { $own:ident $(, $across:ident)? $(; $($field:ident),* $(,)?)? }) => {
        impl<$pits: $crate::kernel::board::Pits $(, $other)*> $crate::variant::Position
            for $name<$pits $(, $other)*>
        $(where
            $other: $crate::variant::Packed + Eq + ::std::hash::Hash + ::std::fmt::Debug + Send + Sync + 'static)*
        {
            type Pits = $pits;

            #[inline]
            fn status(&self) -> $crate::variant::Status {
                self.status
            }

            #[inline]
            fn status_mut(&mut self) -> &mut $crate::variant::Status {
                &mut self.status
            }

            #[inline]
            fn rings(&self) -> $crate::variant::ByTurn<$pits> {
                let rings = [self.$own, $pits::default()];
                $(let rings = [rings[0], self.$across];)?
                $crate::variant::ByTurn(rings)
            }

            #[inline]
            fn set_rings(&mut self, rings: $crate::variant::ByTurn<$pits>) {
                self.$own = rings.0[0];
                $(self.$across = rings.0[1];)?
            }

            #[inline]
            fn pack(&self) -> $crate::variant::AnyPosition {
                // All fields are named, so none can be forgotten.
                let Self { $own: _, $($across: _,)? $($($field,)*)? status } = *self;
                let packer = $crate::variant::Packer::default()$($(.with($field))*)?;
                $crate::variant::AnyPosition::new($crate::variant::Position::rings(self), packer.bits(), status)
            }

            #[inline]
            fn unpack(packed: &$crate::variant::AnyPosition) -> Self {
                let rings = packed.narrow();
                #[allow(unused_mut, unused_variables, reason = "a position may be its rings alone")]
                let mut rest = $crate::variant::Unpacker::new(packed.rest());
                Self {
                    $own: rings.0[0],
                    $($across: rings.0[1],)?
                    $($($field: rest.field(),)*)?
                    status: $crate::variant::Position::status(packed),
                }
            }
        }
    };
}

#[doc(inline)]
pub use position;
