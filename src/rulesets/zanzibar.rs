//! # Bao: the rule book of the ruleset `zanzibar`
//!
//! Bao la Kiswahili is played on four rows, two to each player, with one house among the pits of
//! each front row. Seeds enter one by one (the *namua* stage), then all is sown from the board (the
//! *mtaji* stage). Whoever empties the opponent's front row, or leaves him without a move, has won.
//!
//! Rules marked G hold for every game, Z for Zanzibar Bao, B for Bao la Kiswahili in a widespread
//! simpler description, J for the beginners' Bao la Kujifunza. A variant file chooses among them.
//!
//! ## Common ground
//!
//! - **G1** South moves first. Left and right are the owner's own, sitting at his side.
//! - **G2** A sowing drops one seed in each following pit; the pit the seeds came from is not
//!   skipped. A pit counts as filled or empty by what it held just before the last seed fell.
//! - **G3** A move that sows more than `max_sown` seeds, or comes back to a state it has passed, never
//!   ends and is illegal. The seed put in from the store is not counted.
//! - **G4** Captures come before takasa, and the front row before the back row, but only if at least one
//!   such move is legal.
//! - **G5** A player to move without a legal move ends the game; here he has lost.
//! - **G9** A position that is given without a result and is over by its rules has no moves: with one
//!   front row empty its owner has lost, with both the player to move.
//!
//! ## Board and goal
//!
//! - **Z0** Pits are numbered from the owner's left; A1 faces a8. A player's front and back row form one
//!   ring; clockwise runs A1…A8 B8…B1. The end pits of the front row are its *kichwa*, their
//!   neighbours the *kimbi*, the fifth pit from the left is the house, the *nyumba*.
//! - **Z1.1** The goal is to empty the opponent's front row or to leave him without a move.
//! - **Z1.2** A player whose front row is empty loses at once, also in the middle of a move. It is looked
//!   at after each seed dropped and each capture, not while a pit is lifted. The sowing in progress is
//!   carried to its end and the move stops there.
//!
//! ## Sowing and capturing
//!
//! - **Z1.3** Seeds are sown one by one in one direction along the own two rows.
//! - **Z1.4** A sowing that ends in a filled pit of the front row facing a filled pit captures, in a capture
//!   move: the opponent's seeds are lifted and sown at once, the first into a kichwa.
//! - **Z1.4a** From the left kichwa they are sown clockwise, from the right one counterclockwise.
//! - **Z1.4b** A capture in the left kichwa or kimbi is sown from the left kichwa, one in the right kichwa or
//!   kimbi from the right one, also in the middle of a move.
//! - **Z1.4c** Otherwise the player chooses the side if the capture opens a namua move, and the hand keeps its
//!   direction later on.
//! - **Z1.5** The move ends when a sowing ends in an empty pit.
//! - **Z1.5a** An endless move is illegal (G3). If every capture is endless, takasa is allowed; if nothing finite
//!   is left, the player to move has lost.
//! - **Z1.6** *Endelea*: a sowing that ends in a filled pit without a capture is taken up whole and sown on from the
//!   next pit.
//! - **Z1.7** A move that does not begin with a capture is *takasa* and captures nothing at all.
//! - **Z1.7c** A player who can capture must.
//!
//! ## Namua
//!
//! - **Z2.1** Each player starts with six seeds in the house and two in each of the two pits to its right, and 22
//!   in store.
//! - **Z2.2** Each move of the namua stage begins with a seed from the store; the stage is that of the position
//!   before the move, and lasts for the whole move.
//! - **Z2.3** The seed is put in a filled front pit that faces a filled one, and captures there.
//! - **Z2.3b** If that pit is no kichwa or kimbi, the player chooses the kichwa to sow from.
//! - **Z2.3c** A player who can capture so must.
//! - **Z2.4** Else he puts the seed in a filled front pit, lifts the pit and sows it: takasa. It never starts in the
//!   back row.
//! - **Z2.4a** If a kichwa is the only filled front pit, takasa can't go from it towards the back row.
//! - **Z2.4b** Takasa does not start from the owned house with six or more seeds (before the one from the store)
//!   unless it is the only filled front pit; then two seeds are taken out and sown, and the house stays owned.
//! - **Z2.4c** Takasa does not start from a single seed (before the one from the store), unless no front pit has
//!   more or the house is still owned.
//!
//! ## The house
//!
//! - **Z2.5a** Both houses are owned at first. A house is lost when it is emptied, by a sowing or a capture; both
//!   are lost at the first capture in mtaji.
//! - **Z2.5b** In namua, in an owned house with six seeds or more, the last one included: a takasa ends there; a capture
//!   move, if it can't capture there, may be stopped (`5R`) or the house is played, that is sown on (`5R>`).
//!
//! ## Mtaji
//!
//! - **Z3.2** In mtaji the house is a pit like any other for sowing; who owns it matters for takasia only.
//! - **Z3.3** No move starts from a single seed.
//! - **Z3.4** A capture move starts from a pit of 2 to 15 seeds in either row whose first sowing captures; it is
//!   never takasa. The hand keeps its direction, kichwa and kimbi apart.
//! - **Z3.5** Takasa may start with any number of seeds from two on.
//! - **Z3.5a** It starts from the front row if it can, else from the back row.
//! - **Z3.5b** If a kichwa is the only filled front pit, no move goes from it towards the back row.
//!
//! ## Takasia
//!
//! - **Z4.1** After a takasa in mtaji, if the opponent has no capture but a takasa, and the mover threatens exactly
//!   one of his front pits, that pit is *takasia-ed* for the opponent's next move: he may not start from it.
//! - **Z4.1a** Not so if it is the only filled front pit, or the only one there with two or more seeds.
//! - **Z4.1b** A sowing that ends in it without a capture ends the move.
//! - **Z4.1c** An owned house is never takasia-ed.
//!
//! ## Written moves
//!
//! - **Z5** Pit, then L or R: in a namua capture the kichwa chosen (left out where it is forced), else the way the
//!   hand moves over the pits as the owner sees it. `>` the house is played, `*` takasa, `**` takasa that makes a takasia.
//!   In namua the row letter is left out.
//! - **Z6** There are no draws and no rule about repeated positions.
//!
//! ## Bao la Kiswahili in the simpler description
//!
//! - **B1** The house is never lost (`house = "permanent"`).
//! - **B2** Its rules hold in namua only.
//! - **B3** Whenever a sowing ends in the full house in namua without a capture, the player stops or plays it, in takasa
//!   too (`takasa_at_house = "may-stop"`), each time it comes up: `5R`, `5R>`, `5R>>`.
//! - **B4** Takasa may start from any filled front pit (`takasa_from = "any-filled"`). A full house that is the only
//!   filled front pit gives two seeds.
//! - **B5** There is no limit of 15 seeds (`capture_below = 256`) and no takasia.
//! - **B6** Sixteen seeds or more pass their own start, and may capture thanks to seeds of their own.
//!
//! ## Bao la Kujifunza
//!
//! - **J** The mtaji stage alone: two seeds in each pit, no store, no house, no takasia.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::board::{Direction, Pit, Pits, Pits16, Pits32, Side};
use crate::any::AnyVariant;
use crate::event::{Act, Choice, Event, Note, Observer, Place};
use crate::layout::{Layout, Ring, Ways};
use crate::diagram::{Diagram, Fault, Field, FieldKind, Value};
use crate::sow::{Landing, Lap, Next, Relay, Skip, Tracks, relay};
use crate::spec::{BoardSpec, Faults, Ruleset};
use crate::variant::{
    Branching, Choices, Crossing, Decision, Lead, Move, Outcome, Position, Refusal, Start, Starts, Status, Turn,
    Variant, Wanted,
};

/// What a variant file says under `[setup]`: the same for both sides.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// Seeds in the front row, from the owner's left to his right.
    pub front: Vec<u8>,
    /// Seeds in the back row, from the owner's left to his right.
    pub back: Vec<u8>,
    /// Seeds in each player's store, entered one a move in the namua stage.
    pub store: u8,
}

/// What a variant file says under `[rules]`.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// A move that would sow more seeds than this counts as endless and is illegal (G3).
    #[schemars(range(min = 1))]
    pub max_sown: u32,
    /// A capture move of the mtaji stage starts from fewer seeds than this (Z3.4); 256 is no limit.
    #[schemars(range(min = 2, max = 256))]
    pub capture_below: u16,
    /// Whether a takasa can forbid the opponent to empty a threatened pit (Z4.1).
    pub takasia: bool,
    /// Whether there are houses, and whether they can be lost (Z2.5a).
    pub house: House,
    /// Which pit of the front row is the house, from the owner's left (Z0).
    #[schemars(range(min = 1, max = 16))]
    pub house_pit: u8,
    /// A house with so many seeds is full, so that its rules hold (Z2.4b, Z2.5b).
    #[schemars(range(min = 2, max = 255))]
    pub house_full: u8,
    /// What a takasa does that ends in the full house (Z2.5b).
    pub takasa_at_house: TakasaAtHouse,
    /// From which front pits a takasa of the namua stage may start (Z2.4).
    pub takasa_from: TakasaFrom,
}

/// Whether there are houses, and whether they can be lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum House {
    /// No pit is a house.
    None,
    /// Owned at the start and lost when emptied, or with the first capture in mtaji.
    Owned,
    /// Never lost.
    Permanent,
}

/// What a takasa does that ends in the full house.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TakasaAtHouse {
    /// It ends there.
    Stops,
    /// The player stops, or plays the house and goes on.
    MayStop,
}

/// From which front pits a takasa of the namua stage may start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TakasaFrom {
    /// Not from a full house, nor from a single seed, with the exceptions of Z2.4b and Z2.4c.
    Sparing,
    /// From any filled pit.
    AnyFilled,
}

/// The ruleset, as the catalogue knows it.
#[derive(Debug, Clone, Copy)]
pub struct Zanzibar;

impl Ruleset for Zanzibar {
    type Setup = Setup;
    type Rules = Rules;
    const NAME: &'static str = "zanzibar";
    const SOURCE: &'static str = include_str!("zanzibar.rs");

    fn variant(board: &BoardSpec, setup: &Setup, rules: &Rules) -> Result<Box<dyn AnyVariant>, Faults> {
        let mut faults = Faults::default();
        faults.check(board.rows == 4, "board.rows", format_args!("this ruleset has 4 rows, not {}", board.rows));
        let columns = board.columns;
        faults.check(
            (4..=16).contains(&columns),
            "board.columns",
            format_args!("a row has 4 to 16 pits here, not {columns}"),
        );
        for (key, row) in [("setup.front", &setup.front), ("setup.back", &setup.back)] {
            faults.check(
                row.len() == usize::from(columns),
                key,
                format_args!("{} numbers for a row of {columns} pits", row.len()),
            );
        }
        let a_side = setup.front.iter().chain(&setup.back).map(|&seeds| u32::from(seeds)).sum::<u32>();
        let total = 2 * (a_side + u32::from(setup.store));
        faults.check(total <= 255, "setup", format_args!("{total} seeds in all, the most is 255 (G7)"));
        faults.check(rules.max_sown > 0, "rules.max_sown", format_args!("must be at least 1"));
        faults.check(
            (2..=256).contains(&rules.capture_below),
            "rules.capture_below",
            format_args!("must be from 2 to 256 (256 is no limit), not {}", rules.capture_below),
        );
        faults.check(
            (1..=columns).contains(&rules.house_pit),
            "rules.house_pit",
            format_args!("must be a pit of the front row, 1 to {columns}, not {}", rules.house_pit),
        );
        faults.check(rules.house_full >= 2, "rules.house_full", format_args!("must be at least 2"));
        faults.none()?;
        if columns <= 8 {
            Ok(Box::new(Bao::<Pits16>::new(columns, setup, rules)))
        } else {
            Ok(Box::new(Bao::<Pits32>::new(columns, setup, rules)))
        }
    }
}

/// The tier of moves that begin with a capture.
const CAPTURE: u8 = 0;
/// The tier of takasa in namua, and of takasa from the front row in mtaji.
const TAKASA: u8 = 1;
/// The tier of takasa from the back row in mtaji.
const TAKASA_BACK: u8 = 2;
/// No pit.
const NOWHERE: u8 = u8::MAX;

/// A game of the Bao family with its tables.
#[derive(Debug, Clone)]
pub struct Bao<P> {
    layout: Layout,
    tracks: Tracks<P>,
    columns: u8,
    front: P,
    opening: BaoPosition<P>,
    max_sown: u32,
    capture_below: u16,
    takasia: bool,
    house: House,
    /// The spot of the house, or `NOWHERE`.
    nyumba: u8,
    full: u8,
    takasa_at_house: TakasaAtHouse,
    takasa_from: TakasaFrom,
}

/// A position, as the player to move sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BaoPosition<P> {
    /// The mover's ring.
    own: P,
    /// The opponent's ring, counted as he counts it.
    across: P,
    /// Seeds in store, mover's first.
    store: [u8; 2],
    /// Who owns his house, mover first.
    house: [bool; 2],
    /// The mover's pit that is takasia-ed, or `NOWHERE`.
    takasia: u8,
    status: Status,
}

impl<P: Pits> Position for BaoPosition<P> {
    #[inline]
    fn status(&self) -> Status {
        self.status
    }

    #[inline]
    fn status_mut(&mut self) -> &mut Status {
        &mut self.status
    }
}

/// A move in progress.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Hand<P> {
    own: P,
    across: P,
    house: [bool; 2],
    /// How often the house was played.
    plays: u16,
    /// Whose front row was emptied in the course of the move: 0 the mover's, 1 the opponent's.
    emptied: Option<u8>,
}

impl<P: Pits> Relay for Hand<P> {
    type Pits = P;

    #[inline]
    fn ring(&mut self) -> &mut P {
        &mut self.own
    }
}

impl<P: Pits> Bao<P> {
    fn new(columns: u8, setup: &Setup, rules: &Rules) -> Self {
        let nyumba = if rules.house == House::None { NOWHERE } else { rules.house_pit - 1 };
        let house_spot = (nyumba != NOWHERE).then_some(nyumba);
        let mut ring = P::default();
        let row = setup.front.iter().chain(setup.back.iter().rev());
        for (spot, &seeds) in (0..).zip(row) {
            ring.put(spot, seeds);
        }
        let owned = rules.house == House::Owned && ring.get(rules.house_pit - 1) > 0;
        Self {
            layout: Layout::new(4, columns, Ring::Own, Ways::Both).with_house(house_spot),
            tracks: Tracks::new(2 * columns),
            columns,
            front: P::range(0, columns),
            opening: BaoPosition {
                own: ring,
                across: ring,
                store: [setup.store; 2],
                house: [owned; 2],
                takasia: NOWHERE,
                status: Status::going(Side::South),
            },
            max_sown: rules.max_sown,
            capture_below: rules.capture_below,
            takasia: rules.takasia,
            house: rules.house,
            nyumba,
            full: rules.house_full,
            takasa_at_house: rules.takasa_at_house,
            takasa_from: rules.takasa_from,
        }
    }

    /// Whether the house rules hold for the player with this flag (`Z2.5a`, `B1`).
    #[inline]
    fn has_house(&self, owned: bool) -> bool {
        owned || self.house == House::Permanent
    }

    /// The front pit that faces this one (`Z0`).
    #[inline]
    const fn facing(&self, spot: u8) -> u8 {
        self.columns - 1 - spot
    }

    /// The spots of the front row, as bits.
    #[inline]
    const fn front_bits(&self) -> u32 {
        (1 << self.columns) - 1
    }

    /// The first `columns` bits in reverse: a front row as the opponent counts it.
    #[inline]
    const fn mirrored(&self, bits: u32) -> u32 {
        bits.reverse_bits() >> (32 - self.columns)
    }

    /// The mover's filled front pits that face filled ones, as bits (`Z1.4`).
    #[inline]
    fn fronts_facing(&self, own: P, across: P) -> u32 {
        own.filled() & self.mirrored(across.filled() & self.front_bits()) & self.front_bits()
    }

    /// The kichwa from which a capture in this pit is sown, given the way the hand moves (`Z1.4a`–`Z1.4c`).
    #[inline]
    const fn side_of(&self, spot: u8, direction: Direction) -> Direction {
        if spot < 2 {
            Direction::Forward
        } else if spot >= self.columns - 2 {
            Direction::Backward
        } else {
            direction
        }
    }

    /// The kichwa where seeds enter that are sown in this direction (`Z1.4a`).
    #[inline]
    const fn kichwa(&self, direction: Direction) -> u8 {
        match direction {
            Direction::Forward => 0,
            Direction::Backward => self.columns - 1,
        }
    }

    /// Starts in both directions, but not from a lone kichwa towards the back row (`Z2.4a`, `Z3.5b`).
    #[inline]
    fn both_ways(&self, spots: u32, front: u32) -> Starts {
        let left_end = 1;
        let right_end = 1 << (self.columns - 1);
        let forward = if front == right_end { spots & !right_end } else { spots };
        let backward = if front == left_end { spots & !left_end } else { spots };
        Starts::new(forward, backward)
    }

    /// Captures that open a namua move (`Z2.3`): by the kichwa sown from.
    #[inline]
    fn namua_captures(&self, position: &BaoPosition<P>) -> Starts {
        let spots = self.fronts_facing(position.own, position.across);
        let left = 0b11;
        let right = 0b11 << (self.columns - 2);
        Starts::new(spots & !right, spots & !left)
    }

    /// Takasa in namua (`Z2.4`, `B4`).
    #[inline]
    fn namua_takasas(&self, position: &BaoPosition<P>) -> Starts {
        let front = position.own.filled() & self.front_bits();
        let mut spots = front;
        if self.takasa_from == TakasaFrom::Sparing {
            let owned = self.has_house(position.house[0]);
            let several = position.own.at_least(2) & self.front_bits();
            // Z2.4c
            if several != 0 && !owned {
                spots = several;
            }
            // Z2.4b
            let nyumba = 1_u32.checked_shl(u32::from(self.nyumba)).unwrap_or(0);
            if owned && front != nyumba && position.own.get(self.nyumba) >= self.full {
                spots &= !nyumba;
            }
        }
        self.both_ways(spots, front)
    }

    /// Mtaji starts whose first sowing captures (`Z3.4`, `B6`).
    #[inline]
    fn mtaji_captures(&self, position: &BaoPosition<P>) -> Starts {
        let targets = self.fronts_facing(position.own, position.across);
        let front = position.own.filled() & self.front_bits();
        let ring = 2 * self.columns;
        let mut starts = Starts::NONE;
        let mut spots = position.own.at_least(2) & !self.barred(position);
        while spots != 0 {
            let spot = spots.trailing_zeros() as u8;
            spots &= spots - 1;
            let seeds = position.own.get(spot);
            if u16::from(seeds) >= self.capture_below {
                continue;
            }
            for direction in [Direction::Forward, Direction::Backward] {
                let captures = if seeds < ring {
                    let end = self.tracks.end(self.tracks.onward(spot, seeds, direction, Skip::Nothing));
                    targets >> end & 1 == 1
                } else {
                    self.captures_around(position, Start { spot, direction }, seeds)
                };
                if captures {
                    starts.insert(Start { spot, direction });
                }
            }
        }
        // Z3.5b
        let allowed = self.both_ways(u32::MAX, front);
        starts.and(allowed)
    }

    /// Whether a first sowing that passes its own start captures (`B6`).
    #[cold]
    fn captures_around(&self, position: &BaoPosition<P>, start: Start, seeds: u8) -> bool {
        let mut own = position.own;
        own.take(start.spot);
        let lap = self.tracks.onward(start.spot, seeds, start.direction, Skip::Nothing);
        let (_, landing) = self.tracks.sow(own, lap);
        landing.spot < self.columns
            && !landing.was_empty()
            && position.across.get(self.facing(landing.spot)) > 0
    }

    /// The pit from which a takasia forbids to start (`Z4.1`), as a bit.
    #[inline]
    fn barred(&self, position: &BaoPosition<P>) -> u32 {
        1_u32.checked_shl(u32::from(position.takasia)).unwrap_or(0)
    }

    /// Takasa in mtaji from the front or the back row (`Z3.5`): what does not capture.
    #[inline]
    fn mtaji_takasas(&self, position: &BaoPosition<P>, back: bool) -> Starts {
        let front = position.own.filled() & self.front_bits();
        let row = if back { self.front_bits() << self.columns } else { self.front_bits() };
        let spots = position.own.at_least(2) & row & !self.barred(position);
        let capturing = self.mtaji_captures(position);
        self.both_ways(spots, front).without(capturing)
    }

    /// Carries a move out, takasia apart.
    #[inline]
    fn carry_out(
        &self,
        position: &BaoPosition<P>,
        captures: bool,
        start: Start,
        choices: &mut impl Choices<BaoPosition<P>>,
        observer: &mut impl Observer,
    ) -> Result<Turn<BaoPosition<P>>, Refusal> {
        // Z2.2: the stage is that of the position before the move.
        let namua = position.store[0] > 0;
        let mut hand = Hand {
            own: position.own,
            across: position.across,
            house: position.house,
            plays: 0,
            emptied: None,
        };
        let first = if namua {
            self.enter(&mut hand, captures, start, observer)
        } else {
            let seeds = hand.own.take(start.spot);
            observer.see(|| Event::moved(Act::Lift, Place::Ring(start.spot), Place::Hand, seeds));
            self.lose_house(&mut hand, start.spot, observer);
            self.onward(&mut hand, start.spot, seeds, start.direction)
        };
        relay(&self.tracks, self.max_sown, &mut hand, first, observer, |hand, lap, landing, observer| {
            self.landed(position, namua, captures, hand, lap, landing, choices, observer)
        })?;
        Ok(Turn { position: self.after(position, &hand), choice: hand.plays })
    }

    /// The first lap of a namua move: a seed is entered, then the opponent's pit or the own one is sown.
    #[inline]
    fn enter(&self, hand: &mut Hand<P>, captures: bool, start: Start, observer: &mut impl Observer) -> Lap {
        let Start { spot, direction } = start;
        let before = hand.own.get(spot);
        let lone = hand.own.filled() & self.front_bits() == 1 << spot;
        hand.own.put(spot, 1);
        observer.see(|| Event::moved(Act::Enter, Place::Store, Place::Ring(spot), 1));
        if captures {
            // Z2.3
            return self.capture(hand, true, spot, direction, observer);
        }
        // Z2.4b, B4
        let spares = spot == self.nyumba && self.has_house(hand.house[0]) && lone && before >= self.full;
        let seeds = if spares { 2 } else { before + 1 };
        let mut rest = hand.own.take(spot);
        rest -= seeds;
        hand.own.put(spot, rest);
        observer.see(|| Event::moved(Act::Lift, Place::Ring(spot), Place::Hand, seeds));
        if !spares {
            self.lose_house(hand, spot, observer);
        }
        self.onward(hand, spot, seeds, direction)
    }

    /// Lifts the seeds that face this pit and sows them from a kichwa (`Z1.4`).
    #[inline]
    fn capture(
        &self,
        hand: &mut Hand<P>,
        namua: bool,
        spot: u8,
        direction: Direction,
        observer: &mut impl Observer,
    ) -> Lap {
        let facing = self.facing(spot);
        let seeds = hand.across.take(facing);
        observer.see(|| Event::moved(Act::Capture, Place::Across(facing), Place::Hand, seeds));
        // Z2.5a
        if !namua && hand.house != [false; 2] {
            hand.house = [false; 2];
            observer.see(|| Event::mark(Note::HouseLost, Place::Ring(self.nyumba)));
        } else if facing == self.nyumba && hand.house[1] {
            hand.house[1] = false;
            observer.see(|| Event::mark(Note::HouseLost, Place::Across(facing)));
        }
        // Z1.2
        if hand.across.only(self.front).is_empty() {
            hand.emptied = Some(1);
            observer.see(|| Event::mark(Note::RowEmpty, Place::Across(facing)));
        }
        let turned = self.side_of(spot, direction);
        if turned != direction {
            observer.see(|| Event::mark(Note::Turn(turned), Place::Ring(spot)));
        }
        Lap { first: self.kichwa(turned), seeds, direction: turned, skip: Skip::Nothing }
    }

    /// The house is lost when it is emptied (`Z2.5a`).
    #[inline]
    fn lose_house(&self, hand: &mut Hand<P>, spot: u8, observer: &mut impl Observer) {
        if spot == self.nyumba && hand.house[0] {
            hand.house[0] = false;
            observer.see(|| Event::mark(Note::HouseLost, Place::Ring(spot)));
        }
    }

    /// The lap from a pit that has just been lifted; its first seed may leave the front row empty (`Z1.2`).
    #[inline]
    fn onward(&self, hand: &mut Hand<P>, spot: u8, seeds: u8, direction: Direction) -> Lap {
        let lap = self.tracks.onward(spot, seeds, direction, Skip::Nothing);
        if lap.first >= self.columns && hand.own.only(self.front).is_empty() {
            hand.emptied = Some(0);
        }
        lap
    }

    /// What follows when a lap has ended.
    #[expect(clippy::too_many_arguments, reason = "the one closure of the relay, spelled out")]
    #[inline]
    fn landed(
        &self,
        before: &BaoPosition<P>,
        namua: bool,
        captures: bool,
        hand: &mut Hand<P>,
        lap: Lap,
        landing: Landing,
        choices: &mut impl Choices<BaoPosition<P>>,
        observer: &mut impl Observer,
    ) -> Next {
        let spot = landing.spot;
        // Z1.2, Z1.5
        if hand.emptied.is_some() || landing.was_empty() {
            return Next::Stop;
        }
        // Z1.4, Z1.7
        if captures && spot < self.columns && hand.across.get(self.facing(spot)) > 0 {
            return Next::Sow(self.capture(hand, namua, spot, lap.direction, observer));
        }
        // Z4.1b
        if spot == before.takasia {
            observer.see(|| Event::mark(Note::EndsInTakasia, Place::Ring(spot)));
            return Next::Stop;
        }
        // Z2.5b, B2, B3
        if namua && spot == self.nyumba && landing.seeds >= self.full && self.has_house(hand.house[0]) {
            if !captures && self.takasa_at_house == TakasaAtHouse::Stops {
                observer.see(|| Event::mark(Note::EndsInHouse, Place::Ring(spot)));
                return Next::Stop;
            }
            let crossing = Crossing { choice: hand.plays, spot, direction: lap.direction };
            match choices.meet(crossing, || self.after(before, hand)) {
                Decision::Repeated => return Next::Endless,
                Decision::Stop => {
                    observer.see(|| Event::Choice(Choice::Stop));
                    return Next::Stop;
                }
                Decision::GoOn => {
                    observer.see(|| Event::Choice(Choice::GoOn));
                    hand.plays += 1;
                }
            }
        }
        // Z1.6
        let seeds = hand.own.take(spot);
        observer.see(|| Event::moved(Act::Lift, Place::Ring(spot), Place::Hand, seeds));
        self.lose_house(hand, spot, observer);
        Next::Sow(self.onward(hand, spot, seeds, lap.direction))
    }

    /// The position when the move has ended here, seen by the opponent.
    #[inline]
    fn after(&self, before: &BaoPosition<P>, hand: &Hand<P>) -> BaoPosition<P> {
        let mover = before.status.to_move;
        let result = hand.emptied.map(|row| Outcome::win(if row == 0 { mover.other() } else { mover }));
        BaoPosition {
            own: hand.across,
            across: hand.own,
            store: [before.store[1], before.store[0].saturating_sub(1)],
            house: [hand.house[1], hand.house[0]],
            takasia: NOWHERE,
            status: Status { to_move: mover.other(), result },
        }
    }

    /// Whether this tier holds a finite move, takasia not looked at.
    fn goes(&self, position: &BaoPosition<P>, tier: u8) -> bool {
        let captures = tier == CAPTURE;
        let mut starts = self.starts(position, tier);
        starts.any(|start| self.carry_out(position, captures, start, &mut Wanted(0), &mut ()).is_ok())
    }

    /// The pit of the player to move that the takasa just made has takasia-ed, if any (`Z4.1`).
    #[inline]
    fn takasia_of(&self, position: &BaoPosition<P>) -> u8 {
        let threatener = BaoPosition { own: position.across, across: position.own, ..*position };
        // No capture at all is by far the most frequent case.
        let threats = self.mtaji_captures(&threatener);
        if threats.is_empty() {
            return NOWHERE;
        }
        self.threatened(position, &threatener, threats)
    }

    #[inline(never)]
    fn threatened(&self, position: &BaoPosition<P>, threatener: &BaoPosition<P>, threats: Starts) -> u8 {
        if self.goes(position, CAPTURE) {
            return NOWHERE;
        }
        let mut pits = 0_u32;
        for start in threats {
            let seeds = threatener.own.get(start.spot);
            let lap = self.tracks.onward(start.spot, seeds, start.direction, Skip::Nothing);
            let pit = 1 << self.facing(self.tracks.end(lap));
            if pits & pit == 0 && self.carry_out(threatener, true, start, &mut Wanted(0), &mut ()).is_ok() {
                pits |= pit;
            }
        }
        if pits.count_ones() != 1 {
            return NOWHERE;
        }
        let front = position.own.filled() & self.front_bits();
        let several = position.own.at_least(2) & self.front_bits();
        let spot = pits.trailing_zeros() as u8;
        // Z4.1a, Z4.1c
        let exempt = front == pits || several == pits || (spot == self.nyumba && self.has_house(position.house[0]));
        let takasa = || self.goes(position, TAKASA) || self.goes(position, TAKASA_BACK);
        if exempt || !takasa() { NOWHERE } else { spot }
    }
}

impl<P: Pits> Variant for Bao<P> {
    type Position = BaoPosition<P>;

    const TIERS: &'static [&'static str] = &["captures", "takasa (from the front row)", "takasa from the back row"];

    // An empty front row loses, whoever has more seeds.
    const LEAD: Lead = Lead::Evaluation;

    fn layout(&self) -> &Layout {
        &self.layout
    }

    fn opening(&self) -> BaoPosition<P> {
        self.opening
    }

    #[inline]
    fn starts(&self, position: &BaoPosition<P>, tier: u8) -> Starts {
        match (position.store[0] > 0, tier) {
            (true, CAPTURE) => self.namua_captures(position),
            (true, TAKASA) => self.namua_takasas(position),
            (true, _) => Starts::NONE,
            // Uneven stores can leave a player with nothing to enter: he has no move.
            (false, _) if position.store[1] > 0 => Starts::NONE,
            (false, CAPTURE) => self.mtaji_captures(position),
            (false, tier) => self.mtaji_takasas(position, tier == TAKASA_BACK),
        }
    }

    #[inline]
    fn turn(
        &self,
        position: &BaoPosition<P>,
        tier: u8,
        start: Start,
        choices: &mut impl Choices<BaoPosition<P>>,
        observer: &mut impl Observer,
    ) -> Result<Turn<BaoPosition<P>>, Refusal> {
        let captures = tier == CAPTURE;
        let mut turn = self.carry_out(position, captures, start, choices, observer)?;
        if self.takasia && !captures && position.store[0] == 0 && turn.position.status.result.is_none() {
            let spot = self.takasia_of(&turn.position);
            turn.position.takasia = spot;
            if spot != NOWHERE {
                observer.see(|| Event::mark(Note::Takasia, Place::Across(spot)));
            }
        }
        Ok(turn)
    }

    #[inline]
    fn branching(&self, position: &BaoPosition<P>, tier: u8) -> Branching {
        let namua = position.store[0] > 0;
        match self.house {
            House::Permanent if namua => Branching::Many,
            // The house can be played once in a move: it is lost by that.
            House::Owned if namua && position.house[0] => {
                let may_stop = tier == CAPTURE || self.takasa_at_house == TakasaAtHouse::MayStop;
                if may_stop { Branching::Two } else { Branching::One }
            }
            _ => Branching::One,
        }
    }

    fn ended(&self, position: &BaoPosition<P>) -> Option<Outcome> {
        // Z1.2, G9
        let mover = position.status.to_move;
        if position.own.only(self.front).is_empty() {
            Some(Outcome::win(mover.other()))
        } else if position.across.only(self.front).is_empty() {
            Some(Outcome::win(mover))
        } else {
            None
        }
    }

    fn stuck(&self, _before: Option<&BaoPosition<P>>, position: &BaoPosition<P>) -> Outcome {
        // Z1.1, Z1.5a
        Outcome::win(position.status.to_move.other())
    }

    fn holdings(&self, position: &BaoPosition<P>) -> [u16; 2] {
        let own = position.own.total() + u16::from(position.store[0]);
        let across = position.across.total() + u16::from(position.store[1]);
        position.status.to_move.arrange([own, across])
    }

    fn fields(&self) -> Vec<Field> {
        let mut fields = Vec::new();
        let mut field = |wanted: bool, name, kind| {
            if wanted {
                fields.push(Field { name, kind });
            }
        };
        field(self.opening.store[0] > 0, "store", FieldKind::Seeds);
        field(self.house == House::Owned, "house", FieldKind::Sides);
        field(self.takasia, "takasia", FieldKind::Pit);
        fields
    }

    fn diagram(&self, position: &BaoPosition<P>) -> Diagram {
        let mover = position.status.to_move;
        let takasia = (position.takasia != NOWHERE).then_some(Pit { owner: mover, spot: position.takasia });
        let values = self.fields().into_iter().map(|field| {
            let value = match field.name {
                "store" => Value::Seeds(mover.arrange(position.store)),
                "house" => Value::Sides(mover.arrange(position.house)),
                _ => Value::Pits(takasia.into_iter().collect()),
            };
            (field.name, value)
        });
        Diagram {
            pits: self.layout.spread(mover, position.own, position.across),
            to_move: mover,
            fields: values.collect(),
            result: position.status.result,
        }
    }

    fn read_diagram(&self, diagram: &Diagram) -> Result<BaoPosition<P>, Fault> {
        let mover = diagram.to_move;
        let (own, across) = self.layout.gather::<P>(mover, &diagram.pits);
        let store = mover.arrange(diagram.seeds("store"));
        if store[0] == 0 && store[1] > 0 && diagram.result.is_none() {
            let message = format!("{mover} is to move with nothing in store while {} has {}", mover.other(), store[1]);
            return Err(Fault::of("store", message));
        }
        let house = mover.arrange(diagram.sides("house"));
        let filled = |ring: P| self.nyumba != NOWHERE && ring.get(self.nyumba) > 0;
        let takasia = match diagram.pits_of("takasia") {
            [] => NOWHERE,
            [pit] => {
                let name = self.layout.name(*pit);
                if pit.owner != mover || pit.spot >= self.columns {
                    return Err(Fault::of("takasia", format!("expected a front pit of {mover}, who is to move, found {name}")));
                }
                if own.get(pit.spot) == 0 {
                    return Err(Fault::of("takasia", format!("{name} is empty, so it can't be takasia-ed")));
                }
                pit.spot
            }
            _ => return Err(Fault::of("takasia", "at most one pit can be takasia-ed")),
        };
        Ok(BaoPosition {
            own,
            across,
            store,
            house: [house[0] && filled(own), house[1] && filled(across)],
            takasia,
            status: Status { to_move: mover, result: diagram.result },
        })
    }

    fn write_move(&self, position: &BaoPosition<P>, mv: Move, after: &BaoPosition<P>) -> String {
        let captures = self.tier_of(position, mv) == Some(CAPTURE);
        let mut text = self.long_name(position, mv, captures);
        if position.store[0] > 0 {
            text.remove(0);
            if captures && self.forces_side(mv.start.spot) {
                text.pop();
            }
        }
        text.push_str(&">".repeat(usize::from(mv.choice)));
        if !captures {
            text.push_str(if after.takasia == NOWHERE {
                "*"
            } else {
                "**"
            });
        }
        text
    }

    fn other_spellings(&self, position: &BaoPosition<P>, mv: Move, _after: &BaoPosition<P>) -> Vec<String> {
        if position.store[0] == 0 {
            return Vec::new();
        }
        let plays = ">".repeat(usize::from(mv.choice));
        let captures = self.tier_of(position, mv) == Some(CAPTURE);
        let full = self.long_name(position, mv, captures);
        let mut spellings = vec![format!("{full}{plays}"), format!("{}{plays}", &full[1..])];
        if captures && self.forces_side(mv.start.spot) {
            spellings.push(format!("{}{plays}", &full[..full.len() - 1]));
        }
        spellings
    }
}

impl<P: Pits> Bao<P> {
    /// Pit and direction letter, with nothing left out (`Z5`).
    ///
    /// In a namua capture the letter names the kichwa that is sown from, else the way the hand moves.
    fn long_name(&self, position: &BaoPosition<P>, mv: Move, captures: bool) -> String {
        let mover = position.status.to_move;
        let direction = if captures && position.store[0] > 0 {
            mv.start.direction.turned()
        } else {
            mv.start.direction
        };
        self.layout.start_name(mover, Start { direction, ..mv.start })
    }

    /// Whether a capture in this pit leaves no choice of the kichwa (`Z1.4b`).
    const fn forces_side(&self, spot: u8) -> bool {
        spot < 2 || spot >= self.columns - 2
    }
}
