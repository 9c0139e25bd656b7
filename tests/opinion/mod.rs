//! Second opinions: each ruleset once more, naively, straight from its rule book.
//!
//! Nothing here uses the library. Positions and moves go in and out as text, seeds are
//! dropped one at a time, and a move that never ends is sown until it repeats itself, or to
//! the limit. The point is that a mistake in the engine would have to be made twice, in two ways.

pub mod catalan;
pub mod congkak;
pub mod endodoi;
pub mod katro;
pub mod kingulu;
pub mod namnam;
pub mod okwe;
pub mod omweso;
pub mod oware;
pub mod pere;
pub mod pussa;
pub mod quan;
pub mod tanzanian;
pub mod tchela;
pub mod toguz;
pub mod tsoro;
pub mod two_rows;
pub mod wari;
pub mod weg;
pub mod zanzibar;

/// Answers of a second opinion for one position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opinion {
    /// `S`, `N` or `draw` where the game is over.
    pub result: Option<String>,
    /// Every legal move with the text of the position after it, in no particular order.
    pub moves: Vec<(String, String)>,
}

/// A written position taken apart: rows from the top down, side to move, fields by name.
#[derive(Debug, Clone)]
pub struct Sheet {
    pub rows: Vec<Vec<u32>>,
    pub side: char,
    pub fields: Vec<(String, String)>,
}

impl Sheet {
    /// Takes a well-formed position apart; panics on anything else, which only a test can see.
    pub fn read(text: &str) -> Self {
        let mut words = text.split(' ');
        let rows = words.next().expect("rows").split('/');
        let rows =
            rows.map(|row| row.split(',').map(|n| n.parse().expect("number")).collect()).collect();
        let side = words.next().expect("side").chars().next().expect("side");
        let fields = words
            .map(|word| word.split_once('=').expect("field=value"))
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .collect();
        Self { rows, side, fields }
    }

    /// The value of a field, if it is written.
    pub fn field(&self, name: &str) -> Option<&str> {
        self.fields.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// A field of the form `S,N`, zero where it is left out.
    pub fn pair(&self, name: &str) -> [u32; 2] {
        let Some((south, north)) = self.field(name).and_then(|value| value.split_once(',')) else {
            return [0, 0];
        };
        [south.parse().expect("number"), north.parse().expect("number")]
    }

    /// The position as one line again.
    pub fn write(&self) -> String {
        let rows: Vec<String> = self
            .rows
            .iter()
            .map(|row| row.iter().map(u32::to_string).collect::<Vec<_>>().join(","))
            .collect();
        let mut text = format!("{} {}", rows.join("/"), self.side);
        for (name, value) in &self.fields {
            text.push_str(&format!(" {name}={value}"));
        }
        text
    }
}

/// Notices a move that returns to the state of an earlier lap, so that it never ends (Brent's method).
#[derive(Debug)]
pub struct Laps<T> {
    earlier: Option<T>,
    laps: u32,
}

impl<T: Clone + PartialEq> Laps<T> {
    pub fn new() -> Self {
        Self { earlier: None, laps: 0 }
    }

    /// Whether the state, which decides all later laps, is an earlier one.
    pub fn repeat(&mut self, state: &T) -> bool {
        if self.earlier.as_ref() == Some(state) {
            return true;
        }
        self.laps += 1;
        if self.laps.is_power_of_two() {
            self.earlier = Some(state.clone());
        }
        false
    }
}
