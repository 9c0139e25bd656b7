//! Zanzibar Bao and its relatives: four rows, seeds that enter one by one, a house.
//!
#![doc = include_str!("zanzibar.md")]

use crate::rulesets::four_rows::OwnRows;
use crate::rulesets::prelude::*;
use crate::variant::position;

mod file;
mod starts;
mod takasia;
mod turn;
mod written;

pub use file::{EndChoice, House, Rules, Setup, TakasaAtHouse, TakasaFrom, Zanzibar};

/// Tier of moves that begin with a capture.
const CAPTURE: u8 = 0;
/// Tier of takasa in namua, and of takasa from the front row in mtaji.
const TAKASA: u8 = 1;
/// Tier of takasa from the back row in mtaji.
const TAKASA_BACK: u8 = 2;
/// Marks a pit that may not be emptied in the next move (`Z4.1`).
const TAKASIAED: Note = Note::new("{pit} is takasia-ed").marking("takasia");
/// Stands for no pit.
const NOWHERE: u8 = u8::MAX;

/// Game of the Bao family with its tables.
#[derive(Debug, Clone)]
pub struct Bao<P: Pits> {
    layout: Layout,
    laps: LapTable<P>,
    columns: u8,
    rows: OwnRows<P>,
    opening: BaoPosition<P>,
    rules: Rules,
    /// Spot of the house, or `NOWHERE`.
    nyumba: u8,
    weights: Weights,
}

/// Position from the mover's point of view.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BaoPosition<P> {
    /// Mover's ring.
    own: P,
    /// Opponent's ring, with their numbering.
    across: P,
    /// Seeds in store.
    store: ByTurn<u8>,
    /// Ownership of the houses, mover first.
    house: ByTurn<bool>,
    /// Mover's pit that is takasia-ed, or `NOWHERE`.
    takasia: u8,
    status: Status,
}

position!(BaoPosition<P> { own, across; store, house, takasia });

impl<P: Pits> Bao<P> {
    fn new(columns: u8, setup: &Setup, rules: &Rules) -> Self {
        let nyumba = if rules.house == House::None { NOWHERE } else { rules.house_pit - 1 };
        let house_spot = (nyumba != NOWHERE).then_some(nyumba);
        let ring = P::of(setup.front.iter().chain(setup.back.iter().rev()).copied());
        let owned = rules.house == House::Owned && ring.get(rules.house_pit - 1) > 0;
        Self {
            layout: Layout::new(4, columns, Ring::Own, Directions::Both).with_house(house_spot),
            laps: LapTable::new(2 * columns, Directions::Both, &[Skip::Nothing]),
            columns,
            rows: OwnRows::new(columns),
            opening: BaoPosition {
                own: ring,
                across: ring,
                store: ByTurn([setup.store; 2]),
                house: ByTurn([owned; 2]),
                takasia: NOWHERE,
                status: Status::going(Side::South),
            },
            rules: rules.clone(),
            nyumba,
            weights: Weights::of(include_str!("zanzibar/weights.toml"), Self::FEATURES),
        }
    }

    /// Returns `true` if the house rules apply to the player with this flag (`Z2.5a`, `B1`).
    #[inline]
    fn has_house(&self, owned: bool) -> bool {
        owned || self.rules.house == House::Permanent
    }

    /// Returns the mover's filled front pits that face filled ones, as bits (`Z1.4`).
    #[inline]
    fn fronts_facing(&self, own: P, across: P) -> u32 {
        let front = self.rows.front_bits();
        own.filled() & self.rows.mirrored(across.filled() & front) & front
    }

    /// Returns the features of the mover from this point of view; `tempo` is the value of `mtaji_tempo`.
    #[inline]
    fn features_of(&self, position: &BaoPosition<P>, tempo: i16) -> [i16; 15] {
        let [front, back, filled, ones, several, exposed] =
            self.rows.features_of(position.own, position.across);
        if position.store[Player::Mover] > 0 || position.store[Player::Other] > 0 {
            let house = i16::from(position.house[Player::Mover]);
            let housed = if position.house[Player::Mover] {
                i16::from(position.own.get(self.nyumba))
            } else {
                0
            };
            return [
                front, back, filled, ones, several, exposed, house, housed, 0, 0, 0, 0, 0, 0, 0,
            ];
        }
        let threats = self.mtaji_captures(position).len() as i16;
        [0, 0, 0, 0, 0, 0, 0, 0, tempo, front, back, filled, ones, exposed, threats]
    }

    /// Returns the direction in which a capture in this pit is sown, given that of the lap (`Z1.4a`–`Z1.4c`).
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

    /// Returns the kichwa from which captured seeds are sown in this direction (`Z1.4a`).
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

    const TIERS: &'static [&'static str] =
        &["captures", "takasa (from the front row)", "takasa from the back row"];

    layout_and_opening!();

    #[inline]
    fn starts(&self, position: &BaoPosition<P>, tier: u8) -> Starts {
        match (position.store[Player::Mover] > 0, tier) {
            (true, CAPTURE) => self.namua_captures(position),
            (true, TAKASA) => self.namua_takasas(position),
            (true, _) => Starts::NONE,
            // With uneven stores a player can run out of seeds first: they have no move.
            (false, _) if position.store[Player::Other] > 0 => Starts::NONE,
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
        chooser: &mut impl Chooser<BaoPosition<P>>,
        observer: &mut impl Observer,
    ) -> Result<BaoPosition<P>, TurnError> {
        let captures = tier == CAPTURE;
        let mut after = self.carry_out(position, captures, start, chooser, observer)?;
        if self.rules.takasia
            && !captures
            && position.store[Player::Mover] == 0
            && after.status.result.is_none()
        {
            after.takasia = self.takasia_of(&after);
            if after.takasia != NOWHERE {
                observer.note(TAKASIAED, Place::Across(after.takasia));
            }
        }
        Ok(after)
    }

    #[inline]
    fn choices(&self, position: &BaoPosition<P>, tier: u8) -> Choices {
        let namua = position.store[Player::Mover] > 0;
        match self.rules.house {
            _ if self.rules.end_choice == EndChoice::Every => Choices::Any,
            House::Permanent if namua => Choices::Any,
            // A move can play the house once, as the house is then lost.
            House::Owned if namua && position.house[Player::Mover] => {
                let may_stop =
                    tier == CAPTURE || self.rules.takasa_at_house == TakasaAtHouse::MayStop;
                if may_stop { Choices::OneStop } else { Choices::None }
            }
            _ => Choices::None,
        }
    }

    fn possible(&self) -> Possible {
        let any_end = self.rules.end_choice == EndChoice::Every;
        Possible::moves(Starts::ALL, any_end || self.rules.house != House::None)
    }

    fn ended(&self, position: &BaoPosition<P>) -> Option<Outcome> {
        // Z1.2, G9
        let empty = position.rings().map(|ring| self.rows.front_is_empty(ring));
        by_loss(position.status.to_move, empty)
    }

    fn stuck(&self, _: Option<&BaoPosition<P>>, position: &BaoPosition<P>) -> Outcome {
        // Z1.1, Z1.5a
        Outcome::win(position.status.to_move.other())
    }

    fn holdings(&self, position: &BaoPosition<P>) -> BySide<u16> {
        let rows = ByTurn([position.own.total(), position.across.total()]);
        position.status.to_move.arrange(rows + position.store.map(u16::from))
    }
}

impl<P: Pits> Repeating for Bao<P> {}

impl<P: Pits> Judging for Bao<P> {
    // An empty front row loses, whatever the seed counts are.
    const LEAD: Lead = Lead::Evaluation;

    const FEATURES: &'static [&'static str] = &[
        "tempo",
        "namua_front",
        "namua_back",
        "namua_filled",
        "namua_ones",
        "namua_several",
        "namua_exposed",
        "house",
        "housed",
        "mtaji_tempo",
        "mtaji_front",
        "mtaji_back",
        "mtaji_filled",
        "mtaji_ones",
        "mtaji_exposed",
        "mtaji_threats",
    ];

    #[inline]
    fn features(&self, position: &BaoPosition<P>) -> Features {
        let other = BaoPosition {
            own: position.across,
            across: position.own,
            store: position.store.turned(),
            house: position.house.turned(),
            takasia: NOWHERE,
            status: position.status,
        };
        compared(self.features_of(position, 1), self.features_of(&other, 0))
    }

    #[inline]
    fn weights(&self) -> &Weights {
        &self.weights
    }
}

impl<P: Pits> Solving for Bao<P> {}
