//! What a position is to the rest of the crate, and the macro that makes a struct one.

use std::fmt;
use std::hash::Hash;

use crate::kernel::board::{Pits, Side};
use crate::kernel::outcome::Outcome;

/// What every position tells about itself, whatever the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Status {
    /// The player to move; in a finished position the one whose turn it would be.
    pub to_move: Side,
    /// How the game ended, if it is known to be over without looking for moves.
    pub result: Option<Outcome>,
}

impl Status {
    /// The game goes on, with `to_move` next.
    #[must_use]
    pub const fn going(to_move: Side) -> Self {
        Self {
            to_move,
            result: None,
        }
    }
}

/// A position of some game: small, copied freely, and complete but for history.
///
/// It is seen from the player to move. The macro [`position!`](crate::position) implements this trait
/// for a struct with a field `status`.
pub trait Position: Copy + Eq + Hash + fmt::Debug + Send + Sync + 'static {
    /// The seeds of a ring.
    type Pits: Pits;

    /// Whose turn it is, and whether the game is over.
    fn status(&self) -> Status;

    /// Where the status is kept.
    fn status_mut(&mut self) -> &mut Status;

    /// The ring of the player to move and that of the opponent; the second is empty where both share one.
    fn rings(&self) -> [Self::Pits; 2];

    /// Replaces the rings.
    fn set_rings(&mut self, rings: [Self::Pits; 2]);
}

/// Makes a struct with a field `status` a [`Position`](crate::Position), given the fields that hold its rings.
///
/// One field, `position!(MyPosition<P> { ring })`, is a ring that both players share; two,
/// `position!(MyPosition<P> { own, across })`, are the mover's and the opponent's. Other types that the
/// struct has follow that of its pits: `position!(MyPosition<P, X> { ring })`.
#[macro_export]
macro_rules! position {
    ($name:ident<$pits:ident $(, $other:ident)*> { $own:ident $(, $across:ident)? }) => {
        impl<$pits: $crate::kernel::board::Pits $(, $other)*> $crate::variant::Position
            for $name<$pits $(, $other)*>
        $(where
            $other: Copy + Eq + ::std::hash::Hash + ::std::fmt::Debug + Send + Sync + 'static)*
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
            fn rings(&self) -> [$pits; 2] {
                let rings = [self.$own, $pits::default()];
                $(let rings = [rings[0], self.$across];)?
                rings
            }

            #[inline]
            fn set_rings(&mut self, rings: [$pits; 2]) {
                self.$own = rings[0];
                $(self.$across = rings[1];)?
            }
        }
    };
}
