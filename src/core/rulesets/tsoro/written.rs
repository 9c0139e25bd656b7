//! Positions as diagrams and moves as text.

use super::turn::EXTRA;
use super::{DirectionRule, FirstPhase, Singles, StartPits, TsoroGame};
use crate::kernel::Value;
use crate::rulesets::four_rows::FourRows;
use crate::rulesets::prelude::*;

impl<P: Pits> Notation for TsoroGame<P> {
    fn refused_by(&self, position: &FourRows<P>, refused: IllegalMove) -> Option<&'static str> {
        Some(match refused {
            IllegalMove::Endless => "G3",
            IllegalMove::OtherDirection(_) => "TS3",
            IllegalMove::Barred(_) if self.gambits(position) != 0 => "TS7",
            IllegalMove::Barred(_) if self.rules.start == StartPits::Rearmost => "TS22",
            IllegalMove::Barred(spot)
                if self.rules.start == StartPits::Fullest
                    && self.fullest(position.own) >> spot & 1 == 0 =>
            {
                "TS21"
            }
            // A pit that may start in other positions.
            IllegalMove::Barred(spot)
                if self.rules.singles == Singles::Free || position.own.get(spot) > 1 =>
            {
                match self.rules.first_phase {
                    _ if self.is_first_phase(position) => "TS20",
                    FirstPhase::SmallPits => "TS21",
                    FirstPhase::None => "TS6",
                }
            }
            IllegalMove::Barred(_) => "TS5",
            _ => "TS2",
        })
    }

    fn fields(&self) -> Vec<Field> {
        let chooses = self.rules.direction == DirectionRule::FirstClockwiseThenOwnChoice;
        // A position that omits its stop pits has those of the opening.
        let stops = FourRows::<P>::marked("stop");
        let usual = stops.value(&self.layout, &self.opening.pack());
        let has_stops = self.opening.extra.pits != ByTurn([0; 2]);
        // In a position that omits its turns, first turns are over and the limit is far.
        let turns = FourRows::<P>::turns(self.counted).or(Value::Turns(BySide([1; 2])));
        Field::used([
            (true, FourRows::<P>::captured()),
            (self.counted > 0, turns),
            (chooses, FourRows::<P>::directions()),
            (has_stops, stops.or(usual)),
        ])
    }

    /// Writes a legal move (`TS19`).
    fn write_move(&self, position: &FourRows<P>, mv: Move, _: &FourRows<P>) -> String {
        let start = self.layout.start_name(position.status.to_move, mv.start);
        let Chosen { to, extra, stop } = self.chosen(position, mv);
        format!("{start}{to}{}{stop}", taken(&extra))
    }

    /// Returns other accepted spellings of a legal move: further pits in another order, and forced directions.
    fn other_spellings(&self, position: &FourRows<P>, mv: Move, _: &FourRows<P>) -> Vec<String> {
        let pit = self.layout.start_name(position.status.to_move, mv.start);
        let mut starts = vec![pit.clone()];
        if self.layout.directions() != Directions::Both {
            let letter = self.layout.direction_letter(mv.start);
            starts.push(format!("{pit}{letter}"));
        }
        let Chosen { to, extra, stop } = self.chosen(position, mv);
        let mut names = Vec::new();
        for order in orders(extra) {
            for start in &starts {
                names.push(format!("{start}{to}{}{stop}", taken(&order)));
            }
        }
        names
    }
}

impl<P: Pits> TsoroGame<P> {
    /// Returns the choices of a move, as text.
    fn chosen(&self, position: &FourRows<P>, mv: Move) -> Chosen {
        if self.choices(position, mv.tier) == Choices::None {
            return Chosen::default();
        }
        let mut seen = Seen::default();
        self.make(position, mv, &mut |event| seen.see(event));
        let mover = position.status.to_move;
        let name = |owner, spot| self.layout.name(Pit { owner, spot });
        let to = seen.to.map(|spot| format!(">{}", name(mover, spot)));
        let extra = seen.extra.iter().map(|&spot| name(mover.other(), spot));
        let stop = seen.stopped.then(|| format!("!{}", seen.sowings));
        Chosen {
            to: to.unwrap_or_default(),
            extra: extra.collect(),
            stop: stop.unwrap_or_default(),
        }
    }
}

/// Choices of a move, as text.
#[derive(Default)]
struct Chosen {
    /// Pit that receives the seeds of a gambit.
    to: String,
    /// Further pits.
    extra: Vec<String>,
    /// Number of sowings after which the move was stopped.
    stop: String,
}

/// Writes the further pits.
fn taken(extra: &[String]) -> String {
    if extra.is_empty() { String::new() } else { format!("x{}", extra.join(",")) }
}

fn orders(list: Vec<String>) -> Vec<Vec<String>> {
    if list.len() < 2 {
        return vec![list];
    }
    let mut found = Vec::new();
    for index in 0..list.len() {
        let mut rest = list.clone();
        let first = rest.remove(index);
        found.extend(orders(rest).into_iter().map(|mut order| {
            order.insert(0, first.clone());
            order
        }));
    }
    found
}

/// Choices of a move, as events report them.
#[derive(Default)]
struct Seen {
    to: Option<u8>,
    extra: Vec<u8>,
    sowings: u32,
    stopped: bool,
}

impl Seen {
    fn see(&mut self, event: Event) {
        match event {
            Event::Mark { note, at } if note == EXTRA => self.extra.push(at.spot()),
            Event::Move { act: Act::Join, to, .. } => self.to = Some(to.spot()),
            Event::Sow(_) => self.sowings += 1,
            Event::Choice(Choice::Stop) => self.stopped = true,
            _ => {}
        }
    }
}
