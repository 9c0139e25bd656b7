//! Notations of other programs, read and written. `docs/notations.md` describes them.
//!
//! A notation only writes moves. To read one, all legal moves are written, and the one with this text is taken.

mod joseki;
mod lists;
mod playstrategy;

use crate::kernel::{BySide, Diagram, Event, Layout, Pit, Place, Side, Value, drops};
use crate::text::notation::{Legal, legal_moves};
use crate::variant::{AnyPosition, AnyVariant, Position as _};

/// Notation of another program.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    strum::Display,
    strum::EnumIter,
    strum::EnumString,
    strum::VariantNames,
)]
#[strum(serialize_all = "lowercase")]
pub enum Foreign {
    /// PlayStrategy: squares of the first and the last pit.
    PlayStrategy,
    /// Tournaments of toguz: numbers of the first pit and of the one in which the last seed falls.
    ///
    /// Pits are counted from their owner's left. `x` marks a new tuzdik.
    Toguz,
    /// The Kalah Game Protocol: number of the pit.
    Kgp,
    /// Abstract Play: square of the pit.
    AbstractPlay,
    /// Aalina, Aualé and the Oware of OpenSpiel: letter of the pit, capital for South.
    Aalina,
    /// Actions of OpenSpiel: number of the pit.
    ///
    /// In Oware it counts from 0 for the player to move, in Kalah from 1 around the board.
    OpenSpiel,
    /// Bao of the program bao-la-kiswahili-game: kind, stage, row, pit, direction, kichwa and choice.
    Joseki,
}

/// Words of lists of moves that are no moves.
const OTHER_WORDS: [&str; 9] = ["1-0", "0-1", "1/2-1/2", "0,5", "1", "0", "-", "*", "move"];

/// Move as other notations see it.
struct Made<'a> {
    layout: &'a Layout,
    /// Pit from which the seeds are taken.
    start: Pit,
    /// Pit in which the last seed falls; `None` if it is a store.
    end: Option<Pit>,
    /// Whether the first lap begins in its own pit; `None` if a single seed is sown.
    begins_at_start: Option<bool>,
    /// Whether the move makes a tuzdik.
    makes_tuzdik: bool,
}

impl<'a> Made<'a> {
    /// Describes a move; `None` for a pass and a swap.
    fn new(variant: &'a dyn AnyVariant, position: &AnyPosition, legal: &Legal) -> Option<Self> {
        let (layout, mover) = (variant.layout(), position.status().to_move);
        let start = layout.start_pit(mover, legal.mv.place()?);
        let pit = |spot| layout.pit(mover, Place::Ring(spot));
        let (mut begins_at_start, mut last, mut laps) = (None, None, 0);
        variant.make(position, legal.mv, &mut |event| {
            if let Event::Sow(lap) = event {
                let spots: Vec<u8> = drops(layout.circuit(), lap).collect();
                if laps == 0 && spots.len() > 1 {
                    begins_at_start = Some(pit(spots[0]) == Some(start));
                }
                laps += 1;
                last = spots.last().copied();
            }
        });
        let [before, after] =
            [position, &legal.after].map(|it| variant.diagram(it).value(TUZDIK).cloned());
        Some(Self {
            layout,
            start,
            end: last.and_then(pit),
            begins_at_start,
            makes_tuzdik: before != after,
        })
    }

    /// Returns `true` if seeds are sown into stores.
    fn has_stores(&self) -> bool {
        self.layout.ring_len() > 2 * self.layout.columns()
    }

    /// Returns `true` if the move may be one of a game that the notation is for.
    fn is_of(&self, notation: Foreign) -> bool {
        let (has_stores, begins) = (self.has_stores(), self.begins_at_start);
        match notation {
            Foreign::PlayStrategy | Foreign::AbstractPlay => !has_stores,
            Foreign::Toguz => begins != Some(false) && !has_stores,
            Foreign::Kgp => has_stores,
            Foreign::Aalina => begins != Some(true) && !has_stores,
            Foreign::OpenSpiel => begins != Some(true),
            Foreign::Joseki => false,
        }
    }

    /// Returns the name of a pit as on a chessboard: the column on the screen as a letter, then 1 for South, 2 for North.
    fn square(&self, pit: Pit) -> String {
        let column = match pit.owner {
            Side::South => pit.spot,
            Side::North => self.layout.columns() - 1 - pit.spot,
        };
        let row = 1 + pit.owner.index();
        format!("{}{row}", char::from(b'a' + column))
    }

    /// Returns the numbers of the first and the last pit, with a mark for a new tuzdik.
    fn toguz(&self) -> Option<String> {
        let [start, end] = [self.start, self.end?].map(|pit| 1 + pit.spot);
        let mark = if self.makes_tuzdik { "x" } else { "" };
        (self.layout.columns() < 10).then(|| format!("{start}{end}{mark}"))
    }

    /// Returns the letter of the first pit.
    fn letter(&self) -> String {
        let first = match self.start.owner {
            Side::South => b'A',
            Side::North => b'a',
        };
        char::from(first + self.start.spot).to_string()
    }

    /// Returns the number of the first pit. In Kalah, the stores are numbered too.
    fn action(&self) -> String {
        let (columns, pit) = (self.layout.columns(), self.start);
        let number = match pit.owner {
            _ if !self.has_stores() => pit.spot,
            Side::South => 1 + pit.spot,
            Side::North => 2 + columns + pit.spot,
        };
        number.to_string()
    }
}

/// Name of the field of won pits.
const TUZDIK: &str = "tuzdik";

/// Creates a diagram from the seeds of South and North by spot, the seeds won, and the player to move.
fn diagram(pits: [Vec<u8>; 2], captured: [u8; 2], to_move: Side) -> Diagram {
    Diagram {
        pits,
        to_move,
        fields: vec![("captured", Value::Seeds(BySide(captured)))],
        result: None,
    }
}

/// Returns the seeds won by South and by North.
fn captured(diagram: &Diagram) -> Option<[u8; 2]> {
    match diagram.value("captured") {
        Some(Value::Seeds(won)) => Some(won.0),
        _ => None,
    }
}

impl Foreign {
    /// Returns the games that the notation is for.
    pub fn games(self) -> &'static str {
        match self {
            Self::PlayStrategy => "Oware, Toguz Kumalak and Bestemshe",
            Self::Toguz => "Toguz Kumalak and Bestemshe",
            Self::Kgp => "Kalah",
            Self::AbstractPlay => "Oware and Toguz Kumalak",
            Self::Aalina => "Oware",
            Self::OpenSpiel => "Oware and Kalah",
            Self::Joseki => "Bao",
        }
    }

    /// Writes a legal move; `None` if the notation can't.
    pub fn write_move(
        self,
        variant: &dyn AnyVariant,
        position: &AnyPosition,
        legal: &Legal,
    ) -> Option<String> {
        if self == Self::Joseki {
            return joseki::write_move(variant, position, legal);
        }
        let made = Made::new(variant, position, legal)?;
        if made.layout.rows() != 2 || !made.is_of(self) {
            return None;
        }
        match self {
            Self::PlayStrategy => playstrategy::write_move(&made),
            Self::Toguz => made.toguz(),
            Self::Kgp => Some((1 + made.start.spot).to_string()),
            Self::AbstractPlay => Some(made.square(made.start)),
            Self::Aalina => Some(made.letter()),
            Self::OpenSpiel => Some(made.action()),
            Self::Joseki => None,
        }
    }

    /// Reads a move.
    ///
    /// # Errors
    ///
    /// Returns a message with the moves that are legal, in this notation.
    pub fn read_move(
        self,
        variant: &dyn AnyVariant,
        position: &AnyPosition,
        text: &str,
    ) -> Result<Legal, String> {
        let legal = legal_moves(variant, position, &|| false).into_iter();
        let written = legal.map(|legal| (self.write_move(variant, position, &legal), legal));
        let written: Vec<_> = written.filter_map(|(text, legal)| Some((text?, legal))).collect();
        let means = |text: &str, written: &str| match self {
            Self::PlayStrategy => playstrategy::means(text, written),
            // The mark may be Cyrillic.
            Self::Toguz => text.replace(['X', 'х', 'Х'], "x") == written,
            Self::Joseki => joseki::means(text, written),
            _ => text == written,
        };
        let mut found = written.iter().filter(|(written, _)| means(text, written));
        if let (Some((_, legal)), None) = (found.next(), found.next()) {
            return Ok(legal.clone());
        }
        if written.is_empty() {
            let games = self.games();
            return Err(format!(
                "the notation {self} is for {games}; this game or position has none of its moves"
            ));
        }
        let all: Vec<&str> = written.iter().map(|(text, _)| &**text).collect();
        let all = all.join(" ");
        Err(format!("expected a move of the notation {self}: {all}; found {text:?}"))
    }

    /// Splits a text into a first position, if there is one, and moves.
    pub fn split(self, text: &str) -> (Option<&str>, Vec<&str>) {
        let text = text.trim();
        let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
        let (position, moves) =
            if self.is_position(first) { (Some(first.trim()), rest) } else { (None, text) };
        if self == Self::Aalina {
            return (position, lists::moves(moves));
        }
        // A number with a period may touch the move.
        let word = |word: &'_ str| word.rfind('.').map_or(0, |period| period + 1);
        // Some programs add the seeds won in brackets.
        let words = lists::outside(moves).flat_map(str::split_whitespace);
        let words = words.map(|text| &text[word(text)..]);
        let is_move = |word: &&str| !word.is_empty() && !self.other_words().contains(word);
        (position, words.filter(is_move).collect())
    }

    fn other_words(self) -> &'static [&'static str] {
        // Pits are plain numbers.
        if matches!(self, Self::Kgp | Self::OpenSpiel) { &["move"] } else { &OTHER_WORDS }
    }

    fn is_position(self, line: &str) -> bool {
        match self {
            Self::PlayStrategy => line.contains('/') && line.contains(' '),
            Self::Kgp => line.starts_with('<'),
            Self::Aalina => line.matches('-').count() > 4,
            _ => false,
        }
    }

    /// Reads a position; `None` if it is not one of this notation and board.
    pub fn read_position(self, layout: &Layout, text: &str) -> Option<String> {
        let columns = usize::from(layout.columns());
        let diagram = match self {
            Self::PlayStrategy => playstrategy::read(layout, text),
            Self::Kgp => lists::read_kgp(columns, text),
            Self::Aalina => lists::read_aalina(columns, text),
            _ => None,
        };
        let is_whole =
            |it: &Diagram| layout.rows() == 2 && it.pits.iter().all(|row| row.len() == columns);
        diagram.filter(is_whole).map(|diagram| diagram.write(layout))
    }

    /// Writes a position; `None` if the notation can't.
    pub fn write_position(
        self,
        variant: &dyn AnyVariant,
        position: &AnyPosition,
    ) -> Option<String> {
        let (layout, diagram) = (variant.layout(), variant.diagram(position));
        let captured = captured(&diagram).filter(|_| layout.rows() == 2)?;
        let others = |(name, _): &&(&str, Value)| *name != "captured" && *name != TUZDIK;
        if diagram.fields.iter().any(|field| others(&field)) {
            return None;
        }
        match self {
            Self::PlayStrategy => Some(playstrategy::write(layout, &diagram, captured)),
            Self::Kgp => lists::write_kgp(diagram),
            Self::Aalina => lists::write_aalina(&diagram, captured),
            _ => None,
        }
    }

    /// Returns the text between two moves.
    pub fn gap(self) -> &'static str {
        if self == Self::Aalina { "" } else { " " }
    }
}
