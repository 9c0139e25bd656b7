//! Positions as diagrams and moves as text.

use super::{Bao, BaoPosition, CAPTURE, House, NOWHERE};
use crate::kernel::board::{Pit, Pits};
use crate::kernel::diagram::{Diagram, Fault, Field, FieldKind, Value};
use crate::variant::{Move, Start, Status, Variant};

impl<P: Pits> Bao<P> {
    /// The fields of a written position that the variant has.
    pub(super) fn written_fields(&self) -> Vec<Field> {
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

    /// The position as a diagram.
    pub(super) fn drawn(&self, position: &BaoPosition<P>) -> Diagram {
        let mover = position.status.to_move;
        let takasia = (position.takasia != NOWHERE).then_some(Pit {
            owner: mover,
            spot: position.takasia,
        });
        let values = self.written_fields().into_iter().map(|field| {
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

    /// The position that a diagram shows.
    pub(super) fn read(&self, diagram: &Diagram) -> Result<BaoPosition<P>, Fault> {
        let mover = diagram.to_move;
        let (own, across) = self.layout.gather::<P>(mover, &diagram.pits);
        let store = mover.arrange(diagram.seeds("store"));
        if store[0] == 0 && store[1] > 0 && diagram.result.is_none() {
            let message = format!(
                "{mover} is to move with nothing in store while {} has {}",
                mover.other(),
                store[1]
            );
            return Err(Fault::of("store", message));
        }
        let house = mover.arrange(diagram.sides("house"));
        let filled = |ring: P| self.nyumba != NOWHERE && ring.get(self.nyumba) > 0;
        let takasia = match diagram.pits_of("takasia") {
            [] => NOWHERE,
            [pit] => {
                let name = self.layout.name(*pit);
                if pit.owner != mover || pit.spot >= self.columns {
                    return Err(Fault::of(
                        "takasia",
                        format!("expected a front pit of {mover}, who is to move, found {name}"),
                    ));
                }
                if own.get(pit.spot) == 0 {
                    return Err(Fault::of(
                        "takasia",
                        format!("{name} is empty, so it can't be takasia-ed"),
                    ));
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
            status: Status {
                to_move: mover,
                result: diagram.result,
            },
        })
    }

    /// A legal move as it is written (`Z5`).
    pub(super) fn name_of(
        &self,
        position: &BaoPosition<P>,
        mv: Move,
        after: &BaoPosition<P>,
    ) -> String {
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
            text.push_str(if after.takasia == NOWHERE { "*" } else { "**" });
        }
        text
    }

    /// Other ways in which it may be written.
    pub(super) fn other_names_of(&self, position: &BaoPosition<P>, mv: Move) -> Vec<String> {
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
        self.layout.start_name(
            mover,
            Start {
                direction,
                ..mv.start
            },
        )
    }

    /// Whether a capture in this pit leaves no choice of the kichwa (`Z1.4b`).
    const fn forces_side(&self, spot: u8) -> bool {
        spot < 2 || spot >= self.columns - 2
    }
}
