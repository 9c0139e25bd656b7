//! Positions as diagrams and moves as text.

use super::{Bao, BaoPosition, CAPTURE, EndChoice, House, NOWHERE};
use crate::rulesets::prelude::*;

impl<P: Pits> Notation for Bao<P> {
    fn refused_by(&self, position: &BaoPosition<P>, refused: IllegalMove) -> Option<&'static str> {
        let namua = position.store[Player::Mover] > 0;
        let front = position.own.filled() & self.rows.front_bits();
        let alone = front.is_power_of_two();
        let several = |spot| position.own.get(spot) > 1;
        Some(match refused {
            IllegalMove::Endless => "G3",
            IllegalMove::Later => "G4",
            // There are captures, but not from this kichwa.
            IllegalMove::OtherDirection(_)
                if namua && self.fronts_facing(position.own, position.across) != 0 =>
            {
                "Z1.4b"
            }
            IllegalMove::OtherDirection(_) | IllegalMove::Unfit(_) if alone && namua => "Z2.4a",
            IllegalMove::OtherDirection(_) | IllegalMove::Unfit(_) if alone => "Z3.5b",
            IllegalMove::Barred(spot) if !namua && Self::barred(position) >> spot & 1 == 1 => {
                "Z4.1"
            }
            IllegalMove::Barred(spot) if !namua && !several(spot) && !self.rules.single_starts => {
                "Z3.3"
            }
            IllegalMove::Barred(spot) if namua && spot < self.columns => {
                let is_house = spot == self.nyumba && self.has_house(position.house[Player::Mover]);
                if is_house && position.own.get(spot) >= self.rules.house_full {
                    "Z2.4b"
                } else if several(spot) {
                    "Z2.4"
                } else {
                    "Z2.4c"
                }
            }
            _ if namua => "Z2.4",
            _ => "Z3.4",
        })
    }

    fn fields(&self) -> Vec<Field> {
        let store = Field::new(
            "store",
            FieldKind::Seeds,
            |_, position: &BaoPosition<P>| position.store,
            set_store::<P>,
        );
        let house = Field::new(
            "house",
            FieldKind::Sides,
            |_, position: &BaoPosition<P>| position.house,
            |layout, position: &mut BaoPosition<P>, owned| {
                let filled = |ring: P| layout.house().is_some_and(|spot| ring.get(spot) > 0);
                let ByTurn([own, across]) = owned;
                position.house =
                    ByTurn([own && filled(position.own), across && filled(position.across)]);
                Ok(())
            },
        );
        let takasia = Field::new(
            "takasia",
            FieldKind::Pit,
            |_, position: &BaoPosition<P>| {
                ByTurn([1_u32.checked_shl(position.takasia.into()).unwrap_or(0), 0])
            },
            set_takasia::<P>,
        );
        Field::used([
            (self.opening.store[Player::Mover] > 0, store),
            (self.rules.house == House::Owned, house),
            (self.rules.takasia, takasia),
        ])
    }

    /// Writes a legal move (`Z5`).
    fn write_move(&self, position: &BaoPosition<P>, mv: Move, after: &BaoPosition<P>) -> String {
        let captures = mv.tier == CAPTURE;
        let mut text = self.long_name(position, mv, captures);
        if position.store[Player::Mover] > 0 {
            text.remove(0);
            if captures && self.forces_side(mv.start.spot) {
                text.pop();
            }
        }
        text.push_str(&self.choices_of(position, mv));
        if !captures {
            text.push_str(if after.takasia == NOWHERE { "*" } else { "**" });
        }
        text
    }

    fn other_spellings(
        &self,
        position: &BaoPosition<P>,
        mv: Move,
        _: &BaoPosition<P>,
    ) -> Vec<String> {
        if position.store[Player::Mover] == 0 {
            return Vec::new();
        }
        let plays = self.choices_of(position, mv);
        let captures = mv.tier == CAPTURE;
        let full = self.long_name(position, mv, captures);
        let mut spellings = vec![format!("{full}{plays}"), format!("{}{plays}", &full[1..])];
        if captures && self.forces_side(mv.start.spot) {
            spellings.push(format!("{}{plays}", &full[..full.len() - 1]));
        }
        spellings
    }
}

impl<P: Pits> Bao<P> {
    /// Writes the choices within a move: `>` for each sowing of the house, then `/` and a letter for each chosen end
    /// (`Z5`, `D1`).
    fn choices_of(&self, position: &BaoPosition<P>, mv: Move) -> String {
        let mut text = ">".repeat(usize::from(mv.gone_on));
        if self.rules.end_choice == EndChoice::FromStore {
            return text;
        }
        let mut from_store = mv.tier == CAPTURE && position.store[Player::Mover] > 0;
        let (mut chosen, mut letters) = (false, String::new());
        self.make(position, mv, &mut |event| match event {
            Event::Move { act: Act::Capture, from, .. } => {
                chosen = !from_store && !self.forces_side(self.rows.facing(from.spot()));
                from_store = false;
            }
            Event::Sow(lap) if std::mem::take(&mut chosen) => letters.push(match lap.direction {
                Direction::Forward => 'L',
                Direction::Backward => 'R',
            }),
            _ => {}
        });
        if !letters.is_empty() {
            text = format!("{text}/{letters}");
        }
        text
    }

    /// Writes a pit with its direction letter, with nothing left out (`Z5`).
    ///
    /// In a namua capture the letter names the kichwa, otherwise the direction of sowing.
    fn long_name(&self, position: &BaoPosition<P>, mv: Move, captures: bool) -> String {
        let mover = position.status.to_move;
        let direction = if captures && position.store[Player::Mover] > 0 {
            mv.start.direction.turned()
        } else {
            mv.start.direction
        };
        self.layout.start_name(mover, Start { direction, ..mv.start })
    }

    /// Returns `true` if a capture in this pit leaves no choice of the kichwa (`Z1.4b`).
    pub(super) const fn forces_side(&self, spot: u8) -> bool {
        spot < 2 || spot >= self.columns - 2
    }
}

/// Sets the stores; rejects an empty store of the mover beside a filled one (`G5`).
fn set_store<P: Pits>(
    _: &Layout,
    position: &mut BaoPosition<P>,
    store: ByTurn<u8>,
) -> Result<(), String> {
    let mover = position.status.to_move;
    if store.own() == 0 && store.other() > 0 && position.status.result.is_none() {
        return Err(format!(
            "{mover} is to move but has an empty store, while {} has {} in store",
            mover.other(),
            store.other()
        ));
    }
    position.store = store;
    Ok(())
}

/// Sets the pit that is takasia-ed: a filled front pit of the player to move.
fn set_takasia<P: Pits>(
    layout: &Layout,
    position: &mut BaoPosition<P>,
    ByTurn([own, across]): Spots,
) -> Result<(), String> {
    let mover = position.status.to_move;
    position.takasia = NOWHERE;
    for (spots, owner) in [(own, mover), (across, mover.other())] {
        for Start { spot, .. } in Starts::forward(spots) {
            let name = layout.name(Pit { owner, spot });
            if owner != mover || spot >= layout.columns() {
                return Err(format!(
                    "expected a front pit of {mover}, who is to move, found {name}"
                ));
            }
            if position.own.get(spot) == 0 {
                return Err(format!("{name} is empty, so it can't be takasia-ed"));
            }
            position.takasia = spot;
        }
    }
    Ok(())
}
