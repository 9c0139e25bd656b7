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

use crate::kernel::board::{Direction, Pits, Side};
use crate::kernel::diagram::{Diagram, Fault, Field};
use crate::kernel::event::{Event, Note, Observer, Place};
use crate::kernel::layout::{Layout, Ring, Ways};
use crate::kernel::sow::{Skip, Tracks};
use crate::position;
use crate::variant::{
    Branching, Choices, Lead, Move, Outcome, Refusal, Start, Starts, Status, Turn, Variant,
};

mod file;
mod starts;
mod takasia;
mod turn;
mod written;

pub use file::{House, Rules, Setup, TakasaAtHouse, TakasaFrom, Zanzibar};

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
pub struct Bao<P: Pits> {
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

position!(BaoPosition<P: Pits>);

impl<P: Pits> Bao<P> {
    fn new(columns: u8, setup: &Setup, rules: &Rules) -> Self {
        let nyumba = if rules.house == House::None {
            NOWHERE
        } else {
            rules.house_pit - 1
        };
        let house_spot = (nyumba != NOWHERE).then_some(nyumba);
        let mut ring = P::default();
        let row = setup.front.iter().chain(setup.back.iter().rev());
        for (spot, &seeds) in (0..).zip(row) {
            ring.put(spot, seeds);
        }
        let owned = rules.house == House::Owned && ring.get(rules.house_pit - 1) > 0;
        Self {
            layout: Layout::new(4, columns, Ring::Own, Ways::Both).with_house(house_spot),
            tracks: Tracks::new(2 * columns, Ways::Both, &[Skip::Nothing]),
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
}

impl<P: Pits> Variant for Bao<P> {
    type Position = BaoPosition<P>;

    const TIERS: &'static [&'static str] = &[
        "captures",
        "takasa (from the front row)",
        "takasa from the back row",
    ];

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
        if self.takasia
            && !captures
            && position.store[0] == 0
            && turn.position.status.result.is_none()
        {
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
                if may_stop {
                    Branching::Two
                } else {
                    Branching::One
                }
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
        self.written_fields()
    }

    fn diagram(&self, position: &BaoPosition<P>) -> Diagram {
        self.drawn(position)
    }

    fn read_diagram(&self, diagram: &Diagram) -> Result<BaoPosition<P>, Fault> {
        self.read(diagram)
    }

    fn write_move(&self, position: &BaoPosition<P>, mv: Move, after: &BaoPosition<P>) -> String {
        self.name_of(position, mv, after)
    }

    fn other_spellings(
        &self,
        position: &BaoPosition<P>,
        mv: Move,
        _after: &BaoPosition<P>,
    ) -> Vec<String> {
        self.other_names_of(position, mv)
    }
}
