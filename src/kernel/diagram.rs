//! A position of any game as it is drawn: seeds by side and spot, and the fields of its written form.

use std::fmt::Write as _;

use crate::kernel::board::{Direction, Pit, Side};
use crate::kernel::layout::Layout;
use crate::kernel::outcome::Outcome;
use crate::kernel::pair::BySide;

/// The most seeds a position may hold (`G7`).
pub const MOST_SEEDS: u16 = 255;

/// What a field of written positions holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::Display)]
pub enum FieldKind {
    /// Seeds of South and of North: `22,22`.
    #[strum(to_string = "seeds of South and of North like 22,22")]
    Seeds,
    /// The sides for which something is true: `SN`, `S`, `N` or `-`.
    #[strum(to_string = "SN, S, N or -")]
    Sides,
    /// A number.
    #[strum(to_string = "a number from 0 to 65535")]
    Number,
    /// How many turns South and North have made, counted up to `most`: `1,0`.
    #[strum(to_string = "the turns made by South and by North like 1,0")]
    Turns {
        /// So many and more are the same to the game.
        most: u8,
    },
    /// The direction of South and of North, `R,L`, `-` where it is not settled.
    #[strum(to_string = "the directions of South and of North like R,- or L,R")]
    Directions,
    /// One pit, or `-`.
    #[strum(to_string = "a pit or -")]
    Pit,
    /// Pits in ring order from A1, or `-`.
    #[strum(to_string = "pits separated by commas or -")]
    Pits,
    /// The same, with at most one pit of each side.
    #[strum(to_string = "a pit of each side at most, or -")]
    PitEach,
    /// The state of the swap (S1); not written where it is closed.
    #[strum(to_string = "open or next")]
    Swap,
}

/// The state of the swap, in a game that has one (S1).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, strum::Display, strum::EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum Swap {
    /// Nobody may swap any more.
    #[default]
    Closed,
    /// The first turn goes on; when it is over the other player may swap.
    Next,
    /// The player to move may swap.
    Open,
}

/// The value of a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// Seeds of South and of North.
    Seeds(BySide<u8>),
    /// Whether it is true for South and for North.
    Sides(BySide<bool>),
    /// A number.
    Number(u16),
    /// How many turns South and North have made.
    Turns(BySide<u8>),
    /// The direction of South and of North, if it is settled.
    Directions(BySide<Option<Direction>>),
    /// Pits, at most one for [`FieldKind::Pit`].
    Pits(Vec<Pit>),
    /// The state of the swap.
    Swap(Swap),
}

/// A position of any game, as it is drawn: seeds by side and spot, and the values of all fields.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagram {
    /// Seeds of South's pits and of North's pits, by spot.
    pub pits: [Vec<u8>; 2],
    /// The player to move.
    pub to_move: Side,
    /// A value for each field of the variant, in order; in one that was read, for those that were written.
    pub fields: Vec<(&'static str, Value)>,
    /// The result, if one is written.
    pub result: Option<Outcome>,
}

impl Diagram {
    /// The value of a field; `None` where there is no such field.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<&Value> {
        self.fields
            .iter()
            .find(|(field, _)| *field == name)
            .map(|(_, value)| value)
    }

    /// The seeds in a pit.
    #[must_use]
    pub fn at(&self, pit: Pit) -> u8 {
        self.pits[pit.owner.index()]
            .get(usize::from(pit.spot))
            .copied()
            .unwrap_or(0)
    }

    /// Turns the board round: each side has what the other had. The player to move stays.
    pub fn turn(&mut self) {
        self.pits.swap(0, 1);
        for (_, value) in &mut self.fields {
            match value {
                Value::Seeds(pair) | Value::Turns(pair) => *pair = pair.turned(),
                Value::Sides(pair) => *pair = pair.turned(),
                Value::Directions(pair) => *pair = pair.turned(),
                Value::Number(_) | Value::Swap(_) => {}
                Value::Pits(pits) => pits
                    .iter_mut()
                    .for_each(|pit| pit.owner = pit.owner.other()),
            }
        }
        self.swap_fields_of_sides();
    }

    /// Swaps the values of fields that are named for South and for North, `claimed-S` and `claimed-N`.
    fn swap_fields_of_sides(&mut self) {
        let names: Vec<&str> = self.fields.iter().map(|(name, _)| *name).collect();
        for (south, name) in names.iter().enumerate() {
            let Some(common) = name.strip_suffix("-S") else {
                continue;
            };
            let norths = |other: &&str| other.strip_suffix("-N") == Some(common);
            if let Some(north) = names.iter().position(norths) {
                let value = self.fields[north].1.clone();
                self.fields[north].1 = std::mem::replace(&mut self.fields[south].1, value);
            }
        }
    }

    /// All seeds of the position, on the board and off it.
    #[must_use]
    pub fn total(&self) -> u32 {
        let board = self.pits.iter().flatten().map(|&seeds| u32::from(seeds));
        let off = self.fields.iter().map(|(_, value)| match value {
            Value::Seeds(seeds) => seeds.0.map(u32::from).iter().sum(),
            Value::Sides(_)
            | Value::Number(_)
            | Value::Turns(_)
            | Value::Directions(_)
            | Value::Pits(_)
            | Value::Swap(_) => 0,
        });
        board.sum::<u32>() + off.sum::<u32>()
    }

    /// The position as one line.
    #[must_use]
    pub fn write(&self, layout: &Layout) -> String {
        let mut text = String::with_capacity(96);
        for (index, (_, pits)) in layout.paper().into_iter().enumerate() {
            text.push_str(if index == 0 { "" } else { "/" });
            for (column, pit) in pits.into_iter().enumerate() {
                let comma = if column == 0 { "" } else { "," };
                let _ = write!(text, "{comma}{}", self.at(pit));
            }
        }
        text.push(' ');
        text.push(self.to_move.letter());
        let closed = |value: &Value| *value == Value::Swap(Swap::Closed);
        for (name, value) in self.fields.iter().filter(|(_, value)| !closed(value)) {
            let _ = write!(text, " {name}={}", write_value(value, layout));
        }
        if let Some(result) = self.result {
            let _ = write!(text, " result={result}");
        }
        text
    }
}

/// What is wrong with a diagram that was read, and in which field.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct FieldError {
    /// The field; the rows if there is none.
    pub field: Option<&'static str>,
    /// What was found and what was expected.
    pub message: String,
}

fn write_value(value: &Value, layout: &Layout) -> String {
    match value {
        Value::Seeds(BySide([south, north])) | Value::Turns(BySide([south, north])) => {
            format!("{south},{north}")
        }
        Value::Sides(BySide([false, false])) => "-".to_owned(),
        Value::Sides(sides) => {
            let letters = Side::BOTH.into_iter().filter(|&side| sides[side]);
            letters.map(Side::letter).collect()
        }
        Value::Number(number) => number.to_string(),
        Value::Swap(swap) => swap.to_string(),
        Value::Directions(ways) => ways
            .0
            .map(|way| way.map_or("-", Direction::letter))
            .join(","),
        Value::Pits(pits) if pits.is_empty() => "-".to_owned(),
        Value::Pits(pits) => {
            let mut pits = pits.clone();
            pits.sort_unstable();
            pits.iter()
                .map(|&pit| layout.name(pit))
                .collect::<Vec<_>>()
                .join(",")
        }
    }
}
