//! A position on two rows: seeds, what was won, and the marks that only some games make.

use std::fmt;
use std::hash::Hash;

use super::Rows;
use crate::kernel::board::{Direction, Pit, Pits, Side};
use crate::kernel::layout::Layout;
use crate::variant::{Field, Packed, Spots, Status};

/// What a position holds besides seeds: nothing, or [`Marks`].
///
/// Games without marks are plain: one lap a turn, counterclockwise, from any filled pit of one's own. They are
/// compiled for themselves, and what a plain game can't have costs them nothing. Every other game has marks,
/// though it may never make one.
pub trait Extra: Packed + Eq + Hash + Default + fmt::Debug + Send + Sync + 'static {
    /// Whether there are marks at all.
    const MARKED: bool;

    /// The marks; none where there are none.
    fn marks(self) -> Marks;

    /// Replaces the marks, where there are any.
    fn set(&mut self, marks: Marks);

    /// Changes the marks where they are, if there are any.
    fn change(&mut self, change: impl FnOnce(&mut Marks));
}

impl Extra for () {
    const MARKED: bool = false;

    #[inline]
    fn marks(self) -> Marks {
        Marks::default()
    }

    #[inline]
    fn set(&mut self, _marks: Marks) {}

    #[inline]
    fn change(&mut self, _change: impl FnOnce(&mut Marks)) {}
}

/// What some games have to remember of a round. Pits are bits of the ring as the mover sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Marks {
    /// Pits that the mover has claimed, and those that the opponent has.
    pub claimed: [u32; 2],
    /// Pits that are out of play.
    pub out: u32,
    /// Pits that are not owned by the player in whose row they lie.
    pub strange: u32,
    /// Pits from which a move or a lap has started in this round.
    pub moved: u32,
    /// Pits from which the player to move may not start.
    pub barred: u32,
    /// Claimed pits in which a last seed of the player who has not claimed them has fallen.
    pub touched: u32,
    /// Seeds that went out of play, those lost by the mover's moves first.
    pub lost: [u8; 2],
    /// How many turns each has had, the mover first, as far as the game asks.
    pub turns: [u8; 2],
    /// The direction that each keeps to, the mover first, if it is settled.
    pub ways: [Option<Direction>; 2],
    /// Whether the mover did not begin the round.
    pub second: bool,
    /// Whether this is a second move of the mover's, after which there is none.
    pub again: bool,
    /// Who has earned the middle pits, which are settled at the end of the round, the mover first.
    pub earned: [bool; 2],
}

crate::packed_fields!(Marks {
    claimed: [u32; 2],
    out: u32,
    strange: u32,
    moved: u32,
    barred: u32,
    touched: u32,
    lost: [u8; 2],
    turns: [u8; 2],
    ways: [Option<Direction>; 2],
    second: bool,
    again: bool,
    earned: [bool; 2],
});

impl Extra for Marks {
    const MARKED: bool = true;

    #[inline]
    fn marks(self) -> Marks {
        self
    }

    #[inline]
    fn set(&mut self, marks: Marks) {
        *self = marks;
    }

    #[inline]
    fn change(&mut self, change: impl FnOnce(&mut Marks)) {
        change(self);
    }
}

/// Bits of a ring of twice `half` spots as the other player sees them.
#[must_use]
#[expect(
    clippy::inline_always,
    reason = "a few instructions, also where code is made small"
)]
#[inline(always)]
pub const fn turned_bits(bits: u32, half: u8) -> u32 {
    if half >= 16 {
        return bits.rotate_right(16);
    }
    bits >> half | (bits & ((1 << half) - 1)) << half
}

impl Marks {
    /// The marks as the other player sees them, on a ring of twice `half` spots.
    #[must_use]
    #[inline]
    pub const fn turned(self, half: u8) -> Self {
        Self {
            claimed: [
                turned_bits(self.claimed[1], half),
                turned_bits(self.claimed[0], half),
            ],
            out: turned_bits(self.out, half),
            strange: turned_bits(self.strange, half),
            moved: turned_bits(self.moved, half),
            barred: turned_bits(self.barred, half),
            touched: turned_bits(self.touched, half),
            lost: [self.lost[1], self.lost[0]],
            turns: [self.turns[1], self.turns[0]],
            ways: [self.ways[1], self.ways[0]],
            second: !self.second,
            again: false,
            earned: [self.earned[1], self.earned[0]],
        }
    }

    /// The pits that either player has claimed.
    #[must_use]
    #[inline]
    pub const fn all_claimed(self) -> u32 {
        self.claimed[0] | self.claimed[1]
    }
}

/// A position of a game in which every seed lies in a row or was won.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TwoRows<P, X = ()> {
    /// Both rows, the mover's first.
    pub ring: P,
    /// Seeds won, the mover's first.
    pub captured: [u8; 2],
    /// What else the game has to remember.
    pub extra: X,
    /// Whose turn it is, and the result.
    pub status: Status,
}

crate::position!(TwoRows<P, X> { ring; captured, extra });

impl<P: Pits> TwoRows<P> {
    /// A position from its parts.
    #[must_use]
    #[inline]
    pub const fn new(ring: P, captured: [u8; 2], status: Status) -> Self {
        Self {
            ring,
            captured,
            extra: (),
            status,
        }
    }
}

impl<P: Pits, X: Extra> TwoRows<P, X> {
    /// The field of its written form: the seeds that each player has won.
    #[must_use]
    pub fn captured() -> Field<Self> {
        Field::seeds(
            "captured",
            |_, position| position.captured,
            |_, position, captured| {
                position.captured = captured;
                Ok(())
            },
        )
    }

    /// The same where what was won lies in stores of the ring, each after its owner's last pit.
    #[must_use]
    pub fn stored() -> Field<Self> {
        /// The spots of the stores, the mover's first.
        const fn stores(layout: &Layout) -> [u8; 2] {
            let columns = layout.columns();
            [columns, columns + layout.ring_half()]
        }
        Field::seeds(
            "captured",
            |layout, position: &Self| stores(layout).map(|store| position.ring.get(store)),
            |layout, position, captured| {
                for (store, seeds) in stores(layout).into_iter().zip(captured) {
                    position.ring.add(store, seeds);
                }
                Ok(())
            },
        )
    }

    /// The same number of seeds in every pit, South to move.
    #[must_use]
    pub fn opening(rows: &Rows<P>, seeds: u8) -> Self {
        Self {
            ring: rows.filled_with(seeds),
            captured: [0, 0],
            extra: X::default(),
            status: Status::going(Side::South),
        }
    }

    /// The seeds on each side, won ones included, `[south, north]`.
    #[must_use]
    pub fn holdings(&self, rows: &Rows<P>) -> [u16; 2] {
        let [own, across] = rows.totals(self.ring);
        let [first, second] = self.captured.map(u16::from);
        self.status.to_move.arrange([own + first, across + second])
    }
}

/// Which marks a game makes, so that its positions are written with them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a field of its own")]
pub struct Written {
    /// `captured` is what lies in the stores of the ring.
    pub stores: bool,
    /// `lost`: seeds that went out of play.
    pub lost: bool,
    /// `claimed-S`, `claimed-N`: pits that are claimed.
    pub claimed: bool,
    /// `touched`: claimed pits in which a last seed of the other player has fallen.
    pub touched: bool,
    /// `out`: pits out of play.
    pub out: bool,
    /// `owned-S`, `owned-N`: all pits of each player, where the border has moved.
    pub owned: bool,
    /// `moved`: pits from which has been moved in this round.
    pub moved: bool,
    /// `back`: pits from which the player to move may not start.
    pub barred: bool,
    /// `turns`: how many turns each has had.
    pub turns: bool,
    /// `dir`: the direction that each keeps to.
    pub ways: bool,
    /// `starter`: who began the round, if it was not South.
    pub starter: bool,
    /// `again`: whether this is a second move, after which there is none.
    pub again: bool,
    /// `middle`: who has earned the middle pits, which are settled at the end of the round.
    pub earned: bool,
}

/// Ring bits as pits by owner of the row, mover's first, and back.
fn to_spots(layout: &Layout, bits: u32) -> Spots {
    let (columns, half) = (layout.columns(), layout.ring_half());
    let row = (1_u32 << columns) - 1;
    [bits & row, bits >> half & row]
}

fn to_bits(layout: &Layout, [own, across]: Spots) -> u32 {
    own | across << layout.ring_half()
}

/// The rows as bits, the mover's and the opponent's.
fn rows(layout: &Layout) -> [u32; 2] {
    let row = (1_u32 << layout.columns()) - 1;
    [row, row << layout.ring_half()]
}

/// The fields of positions with marks, as a pair `[mover, opponent]` is not how they are written: South's come first.
macro_rules! marked_pits {
    ($name:literal, |$marks:ident| $bits:expr) => {
        Field::pits(
            $name,
            |layout, position: &TwoRows<P, X>| {
                #[allow(unused_mut, reason = "only set has to change it")]
                let mut $marks = position.extra.marks();
                to_spots(layout, *$bits)
            },
            |layout, position: &mut TwoRows<P, X>, spots| {
                let mut $marks = position.extra.marks();
                *$bits = to_bits(layout, spots);
                position.extra.set($marks);
                Ok(())
            },
        )
    };
}

/// The field that names the pits that a side has claimed.
macro_rules! claimed_by {
    ($name:literal, $side:expr) => {
        Field::pits(
            $name,
            |layout, position: &TwoRows<P, X>| {
                let index = usize::from(position.status.to_move != $side);
                to_spots(layout, position.extra.marks().claimed[index])
            },
            |layout, position: &mut TwoRows<P, X>, spots| {
                let index = usize::from(position.status.to_move != $side);
                let mut marks = position.extra.marks();
                let bits = to_bits(layout, spots);
                // South's are set first: what the opening has claimed is not there.
                if $side == Side::South {
                    marks.claimed[1 - index] = 0;
                }
                if let Some(pit) = first_pit(layout, position, bits & marks.claimed[1 - index]) {
                    return Err(format!("{pit} is claimed by both players"));
                }
                marks.claimed[index] = bits;
                position.extra.set(marks);
                Ok(())
            },
        )
    };
}

/// The field that names the pits of a side, where the border between the players has moved; no pits where it has not.
macro_rules! owned_by {
    ($name:literal, $side:expr) => {
        Field::pits(
            $name,
            |layout, position: &TwoRows<P, X>| {
                let strange = position.extra.marks().strange;
                if strange == 0 {
                    return [0, 0];
                }
                let index = usize::from(position.status.to_move != $side);
                to_spots(layout, rows(layout)[index] ^ strange)
            },
            |layout, position: &mut TwoRows<P, X>, spots| {
                let index = usize::from(position.status.to_move != $side);
                let bits = to_bits(layout, spots);
                let [own, across] = rows(layout);
                let strange = rows(layout)[index] ^ bits;
                let mut marks = position.extra.marks();
                if bits == 0 {
                    return Ok(());
                }
                if marks.strange != 0 && marks.strange != strange {
                    return Err("every pit has one owner".to_owned());
                }
                marks.strange = strange & (own | across);
                position.extra.set(marks);
                Ok(())
            },
        )
    };
}

/// The name of the lowest of these pits.
fn first_pit<P: Pits, X: Extra>(
    layout: &Layout,
    position: &TwoRows<P, X>,
    bits: u32,
) -> Option<String> {
    let [own, across] = to_spots(layout, bits);
    let mover = position.status.to_move;
    let lowest = |owner, bits: u32| {
        let spot = u8::try_from(bits.trailing_zeros()).unwrap_or(0);
        (bits != 0).then(|| layout.name(Pit { owner, spot }))
    };
    lowest(mover, own).or_else(|| lowest(mover.other(), across))
}

impl Written {
    /// Whether positions have marks at all.
    #[must_use]
    pub fn any(self) -> bool {
        self != Self::default()
    }

    /// The fields of the written positions, `captured` first; turns are counted as far as `counted`.
    #[must_use]
    pub fn fields<P: Pits, X: Extra>(self, counted: u8) -> Vec<Field<TwoRows<P, X>>> {
        let mut fields = vec![if self.stores {
            TwoRows::stored()
        } else {
            TwoRows::captured()
        }];
        if self.lost {
            fields.push(Field::seeds(
                "lost",
                |_, position: &TwoRows<P, X>| position.extra.marks().lost,
                |_, position, lost| {
                    position.extra.change(|marks| marks.lost = lost);
                    Ok(())
                },
            ));
        }
        if self.claimed {
            fields.push(claimed_by!("claimed-S", Side::South));
            fields.push(claimed_by!("claimed-N", Side::North));
        }
        if self.touched {
            fields.push(marked_pits!("touched", |marks| &mut marks.touched));
        }
        if self.earned {
            fields.push(Field::sides(
                "middle",
                |_, position: &TwoRows<P, X>| position.extra.marks().earned,
                |_, position, earned| {
                    position.extra.change(|marks| marks.earned = earned);
                    Ok(())
                },
            ));
        }
        if self.out {
            fields.push(marked_pits!("out", |marks| &mut marks.out));
        }
        if self.owned {
            fields.push(owned_by!("owned-S", Side::South));
            fields.push(owned_by!("owned-N", Side::North));
        }
        if self.moved {
            fields.push(marked_pits!("moved", |marks| &mut marks.moved));
        }
        if self.barred {
            fields.push(marked_pits!("back", |marks| &mut marks.barred));
        }
        if self.turns {
            fields.push(Field::turns(
                "turns",
                counted,
                |_, position: &TwoRows<P, X>| position.extra.marks().turns,
                |_, position, turns| {
                    position.extra.change(|marks| marks.turns = turns);
                    Ok(())
                },
            ));
        }
        if self.ways {
            fields.push(Field::directions(
                "dir",
                |_, position: &TwoRows<P, X>| position.extra.marks().ways,
                |_, position, ways| {
                    position.extra.change(|marks| marks.ways = ways);
                    Ok(())
                },
            ));
        }
        if self.starter {
            fields.push(Field::sides(
                "starter",
                |_, position: &TwoRows<P, X>| {
                    let second = position.extra.marks().second;
                    [!second, second]
                },
                |_, position, sides| {
                    let mut marks = position.extra.marks();
                    marks.second = match sides {
                        [true, true] => return Err("one player began the round".to_owned()),
                        [own, across] => across || !own && position.status.to_move == Side::North,
                    };
                    position.extra.set(marks);
                    Ok(())
                },
            ));
        }
        if self.again {
            fields.push(Field::number(
                "again",
                |_, position: &TwoRows<P, X>| u16::from(position.extra.marks().again),
                |_, position, again| {
                    if again > 1 {
                        return Err("0 or 1".to_owned());
                    }
                    position.extra.change(|marks| marks.again = again == 1);
                    Ok(())
                },
            ));
        }
        fields
    }
}
