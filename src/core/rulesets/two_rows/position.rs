//! Positions on two rows: seeds on the board, seeds won, and marks that only some games use.

use crate::rulesets::prelude::*;
use std::fmt;
use std::hash::Hash;

use super::Rows;
use crate::variant::Packed;

/// State of a round that only some games need. Pits are bits of the ring as the mover sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Marks {
    /// Pits claimed by the mover and by the opponent.
    pub claimed: ByTurn<u32>,
    /// Pits out of play.
    pub out: u32,
    /// Pits not owned by the player in whose row they lie.
    pub strange: u32,
    /// Pits from which a move or a lap has started in this round.
    pub moved: u32,
    /// Pits from which the player to move may not start.
    pub barred: u32,
    /// Claimed pits in which a last seed of the other player has fallen, the pit in which the last turn ended, or the
    /// locked pits.
    pub touched: u32,
    /// Seeds out of play, those lost by the mover's moves first.
    pub lost: ByTurn<u8>,
    /// Number of turns of each player, as far as the game counts them.
    pub turns: ByTurn<u8>,
    /// Fixed direction of each player, if it is settled.
    pub directions: ByTurn<Option<Direction>>,
    /// Set if the mover did not begin the round.
    pub second: bool,
    /// Set if this is the mover's second move, after which there is no third.
    pub again: bool,
    /// Players who have earned the middle pits, which are settled at the end of the round.
    pub earned: ByTurn<bool>,
}

crate::variant::packed_fields!(Marks {
    claimed,
    out,
    strange,
    moved,
    barred,
    touched,
    lost,
    turns,
    directions,
    second,
    again,
    earned,
});

/// Returns the bits of a ring of twice `half` spots from the other player's view.
// A few instructions, also where code is made small.
#[inline(always)]
pub const fn turned_bits(bits: u32, half: u8) -> u32 {
    if half >= 16 {
        return bits.rotate_right(16);
    }
    bits >> half | (bits & ((1 << half) - 1)) << half
}

impl Marks {
    /// Returns the marks from the other player's view, on a ring of twice `half` spots.
    #[must_use]
    #[inline]
    pub const fn turned(self, half: u8) -> Self {
        Self {
            claimed: ByTurn([
                turned_bits(self.claimed.other(), half),
                turned_bits(self.claimed.own(), half),
            ]),
            out: turned_bits(self.out, half),
            strange: turned_bits(self.strange, half),
            moved: turned_bits(self.moved, half),
            barred: turned_bits(self.barred, half),
            touched: turned_bits(self.touched, half),
            lost: self.lost.turned(),
            turns: self.turns.turned(),
            directions: self.directions.turned(),
            second: !self.second,
            again: false,
            earned: self.earned.turned(),
        }
    }

    /// Returns the pits claimed by either player.
    #[inline]
    pub const fn all_claimed(self) -> u32 {
        self.claimed.own() | self.claimed.other()
    }
}

/// Position of a game with marks.
pub type Marked<P> = TwoRows<P, Marks>;

/// Position of a game in which every seed lies in a row or was won.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TwoRows<P, X = ()> {
    /// Both rows, the mover's first.
    pub ring: P,
    /// Seeds won.
    pub captured: ByTurn<u8>,
    /// Other state of the game.
    pub marks: X,
    /// Player to move and result.
    pub status: Status,
}

crate::variant::position!(TwoRows<P, X> { ring; captured, marks });

impl<P: Pits> TwoRows<P> {
    /// Creates a position from its parts.
    #[inline]
    pub const fn new(ring: P, captured: ByTurn<u8>, status: Status) -> Self {
        Self { ring, captured, marks: (), status }
    }
}

impl<P: Pits, X> TwoRows<P, X>
where
    X: Packed + Default + Eq + Hash + fmt::Debug + Send + Sync + 'static,
{
    /// Returns the field of the seeds won by each player.
    pub fn captured() -> Field {
        Field::stored("captured", FieldKind::Seeds, |position: &mut Self| &mut position.captured)
    }

    /// Returns the opening with the same number of seeds in every pit and South to move.
    pub fn opening(rows: &Rows<P>, seeds: u8) -> Self {
        Self {
            ring: rows.filled_with(seeds),
            captured: ByTurn([0, 0]),
            marks: X::default(),
            status: Status::going(Side::South),
        }
    }

    /// Returns the position without the seeds won, and the lead in these of the player to move.
    #[inline]
    pub fn set_aside(&self) -> (Self, i16) {
        let ByTurn([own, across]) = self.captured.map(i16::from);
        (Self { captured: ByTurn([0, 0]), ..*self }, own - across)
    }

    /// Counts the seeds of each side, including those won.
    pub fn holdings(&self, rows: &Rows<P>) -> BySide<u16> {
        self.status.to_move.arrange(rows.totals(self.ring) + self.captured.map(u16::from))
    }
}

/// Returns the spots of a ring that lie after the last pit of each player.
pub const fn store_spots(layout: &Layout) -> ByTurn<u8> {
    let columns = layout.columns();
    ByTurn([columns, columns + layout.ring_half()])
}

/// Returns a field of the seeds in the [`store_spots`].
pub fn stored<Q: Position>(name: &'static str) -> Field {
    Field::new(
        name,
        FieldKind::Seeds,
        |layout, position: &Q| store_spots(layout).map(|store| position.rings().own().get(store)),
        |layout, position: &mut Q, seeds| {
            let mut rings = position.rings();
            for (store, seeds) in store_spots(layout).0.into_iter().zip(seeds.0) {
                rings[Player::Mover].add(store, seeds);
            }
            position.set_rings(rings);
            Ok(())
        },
    )
}

/// Marks of a game that appear in its written positions.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Written {
    /// `captured`: seeds in the stores of the ring.
    pub stores: bool,
    /// `lost`: seeds out of play.
    pub lost: bool,
    /// `claimed-S`, `claimed-N`: claimed pits.
    pub claimed: bool,
    /// `touched`: claimed pits in which a last seed of the other player has fallen.
    pub touched: bool,
    /// `out`: pits out of play.
    pub out: bool,
    /// `owned-S`, `owned-N`: all pits of each player, if the border has moved.
    pub owned: bool,
    /// `moved`: pits from which a move or a lap has started in this round.
    pub moved: bool,
    /// `closed`: pits that were played and are closed.
    pub closed: bool,
    /// `locked`: pits that are locked because they were not filled.
    pub locked: bool,
    /// `back`: pits from which the player to move may not start.
    pub barred: bool,
    /// `ended`: the pit in which the last turn ended.
    pub ended: bool,
    /// `dir`: fixed direction of each player.
    pub directions: bool,
    /// `starter`: player who began the round, if not South.
    pub starter: bool,
    /// `again`: set for a second move, after which there is no third.
    pub again: bool,
    /// `middle`: players who have earned the middle pits, which are settled at the end of the round.
    pub earned: bool,
}

/// Converts ring bits to pits by the owner of the row.
fn to_spots(layout: &Layout, bits: u32) -> Spots {
    let (columns, half) = (layout.columns(), layout.ring_half());
    let row = (1_u32 << columns) - 1;
    ByTurn([bits & row, bits >> half & row])
}

fn to_bits(layout: &Layout, ByTurn([own, across]): Spots) -> u32 {
    own | across << layout.ring_half()
}

/// Returns the rows as bits.
fn rows(layout: &Layout) -> ByTurn<u32> {
    let row = (1_u32 << layout.columns()) - 1;
    ByTurn([row, row << layout.ring_half()])
}

/// Creates a field of marked pits, written with South's pits first.
fn marked_pits<P: Pits>(name: &'static str, bits: fn(&mut Marks) -> &mut u32) -> Field {
    Field::new(
        name,
        FieldKind::Pits,
        move |layout, position: &Marked<P>| to_spots(layout, *bits(&mut { position.marks })),
        move |layout, position: &mut Marked<P>, spots| {
            *bits(&mut position.marks) = to_bits(layout, spots);
            Ok(())
        },
    )
}

/// Creates the field of the pits that a side has claimed.
fn claimed_by<P: Pits>(name: &'static str, side: Side) -> Field {
    let player = move |position: &Marked<P>| Player::owner(position.status.to_move == side);
    Field::new(
        name,
        FieldKind::Pits,
        move |layout, position: &Marked<P>| {
            to_spots(layout, position.marks.claimed[player(position)])
        },
        move |layout, position: &mut Marked<P>, spots| {
            let (player, bits) = (player(position), to_bits(layout, spots));
            // South's field is set first, and clears the claims of the opening.
            if side == Side::South {
                position.marks.claimed[player.other()] = 0;
            }
            let both = bits & position.marks.claimed[player.other()];
            if let Some(pit) = first_pit(layout, position, both) {
                return Err(format!("{pit} is claimed by both players"));
            }
            position.marks.claimed[player] = bits;
            Ok(())
        },
    )
}

/// Creates the field of the pits of a side, which is empty unless the border between the players has moved.
fn owned_by<P: Pits>(name: &'static str, side: Side) -> Field {
    let row = move |layout: &Layout, position: &Marked<P>| {
        rows(layout)[Player::owner(position.status.to_move == side)]
    };
    Field::new(
        name,
        FieldKind::Pits,
        move |layout, position: &Marked<P>| match position.marks.strange {
            0 => ByTurn([0, 0]),
            strange => to_spots(layout, row(layout, position) ^ strange),
        },
        move |layout, position: &mut Marked<P>, spots| {
            let bits = to_bits(layout, spots);
            let strange = row(layout, position) ^ bits;
            if bits == 0 {
                return Ok(());
            }
            let marks = &mut position.marks;
            if marks.strange != 0 && marks.strange != strange {
                return Err("every pit must have exactly one owner".to_owned());
            }
            let ByTurn([own, across]) = rows(layout);
            marks.strange = strange & (own | across);
            Ok(())
        },
    )
}

/// Creates the field of the player who began the round.
fn starter<P: Pits>() -> Field {
    Field::new(
        "starter",
        FieldKind::Sides,
        |_, position: &Marked<P>| {
            let second = position.marks.second;
            ByTurn([!second, second])
        },
        |_, position: &mut Marked<P>, sides| {
            position.marks.second = match sides.0 {
                [true, true] => return Err("only one player can begin a round".to_owned()),
                [own, across] => across || !own && position.status.to_move == Side::North,
            };
            Ok(())
        },
    )
}

/// Creates the field of a second move.
fn again<P: Pits>() -> Field {
    Field::new(
        "again",
        FieldKind::Number,
        |_, position: &Marked<P>| u16::from(position.marks.again),
        |_, position: &mut Marked<P>, again| {
            if again > 1 {
                return Err("expected 0 or 1".to_owned());
            }
            position.marks.again = again == 1;
            Ok(())
        },
    )
}

/// Returns the name of the first of these pits, the mover's before the opponent's.
fn first_pit<P: Pits>(layout: &Layout, position: &Marked<P>, bits: u32) -> Option<String> {
    let ByTurn([own, across]) = to_spots(layout, bits);
    let mover = position.status.to_move;
    let lowest = |owner, bits: u32| {
        let spot = u8::try_from(bits.trailing_zeros()).unwrap_or(0);
        (bits != 0).then(|| layout.name(Pit { owner, spot }))
    };
    lowest(mover, own).or_else(|| lowest(mover.other(), across))
}

impl Written {
    /// Returns the fields of written positions, `captured` first, with turns that are counted up to `most`.
    pub fn fields<P: Pits>(self, most: u8) -> Vec<Field> {
        let captured =
            if self.stores { stored::<Marked<P>>("captured") } else { Marked::<P>::captured() };
        let lost = Field::stored("lost", FieldKind::Seeds, |position: &mut Marked<P>| {
            &mut position.marks.lost
        });
        let earned = Field::stored("middle", FieldKind::Sides, |position: &mut Marked<P>| {
            &mut position.marks.earned
        });
        let turned = FieldKind::Turns { most };
        let turns =
            Field::stored("turns", turned, |position: &mut Marked<P>| &mut position.marks.turns);
        let directions = Field::stored("dir", FieldKind::Directions, |position: &mut Marked<P>| {
            &mut position.marks.directions
        });
        let pits = marked_pits::<P>;
        Field::used([
            (true, captured),
            (self.lost, lost),
            (self.claimed, claimed_by::<P>("claimed-S", Side::South)),
            (self.claimed, claimed_by::<P>("claimed-N", Side::North)),
            (self.touched, pits("touched", |marks| &mut marks.touched)),
            (self.earned, earned),
            (self.out, pits("out", |marks| &mut marks.out)),
            (self.owned, owned_by::<P>("owned-S", Side::South)),
            (self.owned, owned_by::<P>("owned-N", Side::North)),
            (self.moved, pits("moved", |marks| &mut marks.moved)),
            (self.closed, pits("closed", |marks| &mut marks.moved)),
            (self.locked, pits("locked", |marks| &mut marks.touched)),
            (self.barred, pits("back", |marks| &mut marks.barred)),
            (self.ended, pits("ended", |marks| &mut marks.touched)),
            (most > 0, turns),
            (self.directions, directions),
            (self.starter, starter::<P>()),
            (self.again, again::<P>()),
        ])
    }
}
