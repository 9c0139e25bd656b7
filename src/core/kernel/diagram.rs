//! Diagram of a position of any game: seeds by side and spot, and the fields of its written form.

use std::fmt::Write as _;

use crate::kernel::board::{Direction, Pit, Side};
use crate::kernel::layout::Layout;
use crate::kernel::outcome::Outcome;
use crate::kernel::pair::BySide;

/// Maximum number of seeds in a position (`G7`).
pub const MOST_SEEDS: u16 = 255;

/// Type of a field of written positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::Display)]
pub enum FieldKind {
    /// Seeds of South and of North: `22,22`.
    #[strum(to_string = "seeds of South and of North like 22,22")]
    Seeds,
    /// The sides for which a property holds: `SN`, `S`, `N` or `-`.
    #[strum(to_string = "SN, S, N or -")]
    Sides,
    /// A number.
    #[strum(to_string = "a number from 0 to 65535")]
    Number,
    /// Number of turns that South and North have made, counted up to `most`: `1,0`.
    #[strum(to_string = "the turns made by South and by North like 1,0")]
    Turns {
        /// Largest count; the game does not distinguish higher ones.
        most: u8,
    },
    /// The direction of South and of North, `R,L`; `-` if not settled.
    #[strum(to_string = "the directions of South and of North like R,- or L,R")]
    Directions,
    /// One pit, or `-`.
    #[strum(to_string = "a pit or -")]
    Pit,
    /// Pits in ring order from A1, or `-`.
    #[strum(to_string = "pits separated by commas or -")]
    Pits,
    /// At most one pit of each side, in ring order from A1, or `-`.
    #[strum(to_string = "a pit of each side at most, or -")]
    PitEach,
    /// The state of the swap (S1); not written if closed.
    #[strum(to_string = "open or next")]
    Swap,
}

impl FieldKind {
    /// Returns the value of an omitted field, unless a game sets another.
    pub const fn left_out(self) -> Value {
        match self {
            Self::Seeds => Value::Seeds(BySide([0, 0])),
            Self::Sides => Value::Sides(BySide([false, false])),
            Self::Number => Value::Number(0),
            Self::Turns { most } => Value::Turns(BySide([most, most])),
            Self::Directions => Value::Directions(BySide([None, None])),
            Self::Pit | Self::Pits | Self::PitEach => Value::Pits(Vec::new()),
            Self::Swap => Value::Swap(Swap::Closed),
        }
    }
}

/// State of the swap in a game that has one (S1).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, strum::Display, strum::EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum Swap {
    /// Neither player may swap any more.
    #[default]
    Closed,
    /// The first turn is in progress; after it the other player may swap.
    Next,
    /// The player to move may swap.
    Open,
}

/// Value of a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// Seeds of South and of North.
    Seeds(BySide<u8>),
    /// Whether the property holds for South and for North.
    Sides(BySide<bool>),
    /// A number.
    Number(u16),
    /// Number of turns that South and North have made.
    Turns(BySide<u8>),
    /// The direction of South and of North, if it is settled.
    Directions(BySide<Option<Direction>>),
    /// Pits, at most one for [`FieldKind::Pit`].
    Pits(Vec<Pit>),
    /// The state of the swap.
    Swap(Swap),
}

/// Diagram of a position of any game: seeds by side and spot, and the values of all fields.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagram {
    /// Seeds of South's pits and of North's pits, by spot.
    pub pits: [Vec<u8>; 2],
    /// Player to move.
    pub to_move: Side,
    /// Value of each field of the variant, in order; a diagram that was read holds only the fields written.
    pub fields: Vec<(&'static str, Value)>,
    /// Result, if one is written.
    pub result: Option<Outcome>,
}

impl Diagram {
    /// Returns the value of a field; `None` if there is no such field.
    pub fn value(&self, name: &str) -> Option<&Value> {
        self.fields.iter().find(|(field, _)| *field == name).map(|(_, value)| value)
    }

    /// Returns the seeds in a pit.
    pub fn at(&self, pit: Pit) -> u8 {
        self.pits[pit.owner.index()].get(usize::from(pit.spot)).copied().unwrap_or(0)
    }

    /// Turns the board round: each side gets the pits and fields of the other. The player to move stays.
    pub fn turn(&mut self) {
        self.pits.swap(0, 1);
        for (_, value) in &mut self.fields {
            match value {
                Value::Seeds(pair) | Value::Turns(pair) => *pair = pair.turned(),
                Value::Sides(pair) => *pair = pair.turned(),
                Value::Directions(pair) => *pair = pair.turned(),
                Value::Number(_) | Value::Swap(_) => {}
                Value::Pits(pits) => pits.iter_mut().for_each(|pit| pit.owner = pit.owner.other()),
            }
        }
        self.swap_fields_of_sides();
    }

    /// Swaps the values of fields named for South and for North, such as `claimed-S` and `claimed-N`.
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

    /// Returns the total number of seeds, on the board and off it.
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

    /// Writes the position as one line.
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

/// Error in a diagram that was read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct FieldError {
    /// Field with the error; `None` for the rows.
    pub field: Option<&'static str>,
    /// Message with the value found and the value expected.
    pub message: String,
}

fn write_value(value: &Value, layout: &Layout) -> String {
    match value {
        Value::Seeds(BySide([south, north])) | Value::Turns(BySide([south, north])) => {
            format!("{south},{north}")
        }
        Value::Sides(BySide([false, false])) => "-".to_owned(),
        Value::Sides(sides) => {
            Side::BOTH.into_iter().filter(|&side| sides[side]).map(Side::letter).collect()
        }
        Value::Number(number) => number.to_string(),
        Value::Swap(swap) => swap.to_string(),
        Value::Directions(directions) => {
            directions.0.map(|way| way.map_or("-", Direction::letter)).join(",")
        }
        Value::Pits(pits) if pits.is_empty() => "-".to_owned(),
        Value::Pits(pits) => {
            let mut pits = pits.clone();
            pits.sort_unstable();
            pits.iter().map(|&pit| layout.name(pit)).collect::<Vec<_>>().join(",")
        }
    }
}
