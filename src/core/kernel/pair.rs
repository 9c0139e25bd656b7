//! Pairs that say whose they are: South's and North's, or the mover's and the opponent's.

use std::ops::{Add, Index, IndexMut};

use serde::Serialize;

use crate::kernel::board::Side;

/// A player, identified by whose turn it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Player {
    /// The player who moves.
    Mover,
    /// The opponent.
    Other,
}

impl Player {
    /// Both players, the mover first.
    pub const BOTH: [Self; 2] = [Self::Mover, Self::Other];

    /// Returns the mover if `own`, else the opponent.
    #[inline]
    pub const fn owner(own: bool) -> Self {
        if own { Self::Mover } else { Self::Other }
    }

    /// Returns the opponent of this player.
    #[must_use]
    #[inline]
    pub const fn other(self) -> Self {
        match self {
            Self::Mover => Self::Other,
            Self::Other => Self::Mover,
        }
    }

    /// Returns the side of this player, given the side of the mover.
    #[inline]
    pub const fn side(self, mover: Side) -> Side {
        match self {
            Self::Mover => mover,
            Self::Other => mover.other(),
        }
    }
}

/// Defines a pair type: an array of two items, indexed by the side or player to whom each item belongs.
macro_rules! pair {
    ($(#[$doc:meta])* $pair:ident by $key:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize)]
        #[serde(transparent)]
        pub struct $pair<T>(pub [T; 2]);

        impl<T> $pair<T> {
            /// Changes both in the same way.
            #[inline]
            pub fn map<U>(self, mut change: impl FnMut(T) -> U) -> $pair<U> {
                // Compiles faster than `map` of an array.
                let [first, second] = self.0;
                $pair([change(first), change(second)])
            }

            /// Returns the pair as the opponent sees it, each item where the other was.
            #[must_use]
            #[inline]
            pub const fn turned(self) -> Self
            where
                T: Copy,
            {
                Self([self.0[1], self.0[0]])
            }
        }

        impl<T: Add<Output = T>> Add for $pair<T> {
            type Output = Self;

            #[inline]
            fn add(self, more: Self) -> Self {
                let (Self([a, b]), Self([c, d])) = (self, more);
                Self([a + c, b + d])
            }
        }

        impl<T> Index<$key> for $pair<T> {
            type Output = T;

            #[inline]
            fn index(&self, key: $key) -> &T {
                &self.0[key as usize]
            }
        }

        impl<T> IndexMut<$key> for $pair<T> {
            #[inline]
            fn index_mut(&mut self, key: $key) -> &mut T {
                &mut self.0[key as usize]
            }
        }
    };
}

pair! {
    /// A pair of what is South's and what is North's.
    BySide by Side
}

pair! {
    /// A pair of what is the mover's and what is the opponent's.
    ByTurn by Player
}

impl Side {
    /// Arranges a pair by sides, for a mover on this side; [`BySide::seen_by`] is the way back.
    pub fn arrange<T>(self, pair: ByTurn<T>) -> BySide<T> {
        let ByTurn([own, other]) = pair;
        BySide(match self {
            Self::South => [own, other],
            Self::North => [other, own],
        })
    }
}

impl<T> BySide<T> {
    /// Returns the pair as it is where this side moves.
    #[inline]
    pub fn seen_by(self, mover: Side) -> ByTurn<T> {
        ByTurn(mover.arrange(ByTurn(self.0)).0)
    }
}

impl<T: Copy> ByTurn<T> {
    /// Returns what is the mover's.
    #[inline]
    pub const fn own(self) -> T {
        self.0[0]
    }

    /// Returns what is the opponent's.
    #[inline]
    pub const fn other(self) -> T {
        self.0[1]
    }
}
