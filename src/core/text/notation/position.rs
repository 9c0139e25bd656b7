//! Notation of positions, read and written.

use std::ops::Range;
use std::str::FromStr;

use crate::kernel::{
    BySide, Diagram, FieldError, FieldKind, Layout, MOST_SEEDS, Pit, Swap, Value, WordError,
};
use crate::text::notation::range_of;
use crate::text::underline::underline;
use crate::variant::{AnyPosition, AnyVariant, Position};

/// Error in a written position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("bad position: {message}\n{}", underline(.text, .span, "  "))]
pub struct PositionError {
    /// Text of the position.
    pub text: String,
    /// Byte range of the error.
    pub span: Range<usize>,
    /// Found and expected values, in words.
    pub message: String,
}

impl Diagram {
    /// Reads a position from one line.
    ///
    /// # Errors
    ///
    /// Returns a [`PositionError`] that marks the invalid part and states what was expected.
    pub fn read(
        layout: &Layout,
        fields: &[(&'static str, FieldKind)],
        text: &str,
    ) -> Result<Self, PositionError> {
        Reader { layout, fields, text }.read()
    }
}

struct Reader<'a> {
    layout: &'a Layout,
    fields: &'a [(&'static str, FieldKind)],
    text: &'a str,
}

impl Reader<'_> {
    fn error(&self, part: &str, message: impl Into<String>) -> PositionError {
        PositionError {
            text: self.text.to_owned(),
            span: range_of(part, self.text),
            message: message.into(),
        }
    }

    fn read(&self) -> Result<Diagram, PositionError> {
        let mut words = self.text.split(' ');
        let rows = words.next().unwrap_or("");
        let pits = self.read_rows(rows)?;
        let Some(side) = words.next() else {
            let end = &self.text[self.text.len()..];
            return Err(self.error(end, "expected the player to move, S or N, after the rows"));
        };
        let to_move = self.word(side)?;
        let mut diagram = Diagram { pits, to_move, fields: Vec::new(), result: None };
        let unknown = |word: &str, found: &str| {
            self.error(word, format!("expected {}, found {found:?}", self.field_names()))
        };
        let mut seen: Vec<&str> = Vec::new();
        for word in words {
            let Some((name, value)) = word.split_once('=') else {
                return Err(unknown(word, word));
            };
            if seen.contains(&name) {
                return Err(self.error(word, format!("found {name} twice")));
            }
            seen.push(name);
            if name == "result" {
                diagram.result = Some(self.word(value)?);
            } else if let Some(&(name, kind)) = self.fields.iter().find(|field| field.0 == name) {
                diagram.fields.push((name, self.read_value(kind, value)?));
            } else {
                return Err(unknown(word, name));
            }
        }
        let total = diagram.total();
        if total > u32::from(MOST_SEEDS) {
            let most = format!("a position holds at most {MOST_SEEDS} (G7)");
            return Err(self.error(rows, format!("{total} seeds in all; {most}")));
        }
        Ok(diagram)
    }

    fn field_names(&self) -> String {
        let names = self.fields.iter().map(|field| field.0).chain(["result"]);
        let names: Vec<String> = names.map(|name| format!("{name}=…")).collect();
        names.join(" or ")
    }

    fn read_rows(&self, text: &str) -> Result<[Vec<u8>; 2], PositionError> {
        let side = usize::from(self.layout.pits_a_side());
        let mut pits = [vec![0; side], vec![0; side]];
        let paper = self.layout.paper();
        let (expected, found) = (paper.len(), text.split('/').count());
        if found != expected {
            let message = format!("expected {expected} rows separated by /, found {found}");
            return Err(self.error(text, message));
        }
        for (row, (letter, places)) in text.split('/').zip(paper) {
            let (expected, found) = (places.len(), row.split(',').count());
            if found != expected {
                let message = format!(
                    "expected {expected} pits separated by commas in row {letter}, found {found}"
                );
                return Err(self.error(row, message));
            }
            for (number, pit) in row.split(',').zip(places) {
                pits[pit.owner.index()][usize::from(pit.spot)] = self.read_seeds(number)?;
            }
        }
        Ok(pits)
    }

    fn read_seeds(&self, text: &str) -> Result<u8, PositionError> {
        number(text).ok_or_else(|| {
            let expected = format!("expected a number of seeds from 0 to {MOST_SEEDS}");
            self.error(text, format!("{expected}, found {text:?}"))
        })
    }

    /// Reads one of a few words.
    fn word<T: FromStr<Err = WordError>>(&self, text: &str) -> Result<T, PositionError> {
        text.parse().map_err(|error: WordError| self.error(text, error.to_string()))
    }

    fn read_value(&self, kind: FieldKind, text: &str) -> Result<Value, PositionError> {
        let expected = || self.expected(kind, text);
        match kind {
            FieldKind::Seeds => (self.pair(kind, text, |it| self.read_seeds(it))).map(Value::Seeds),
            FieldKind::Sides => match text {
                "SN" => Ok(Value::Sides(BySide([true, true]))),
                "S" => Ok(Value::Sides(BySide([true, false]))),
                "N" => Ok(Value::Sides(BySide([false, true]))),
                "-" => Ok(Value::Sides(BySide([false, false]))),
                _ => Err(expected()),
            },
            FieldKind::Number => number(text).map(Value::Number).ok_or_else(expected),
            FieldKind::Swap => match text.parse() {
                Ok(swap) if swap != Swap::Closed => Ok(Value::Swap(swap)),
                _ => Err(expected()),
            },
            FieldKind::Turns { most } => {
                // The game treats all numbers from `most` on alike.
                let turns = |text: &str| {
                    let turns = number(text).map(|turns: u16| turns.min(most.into()) as u8);
                    turns.ok_or_else(|| self.expected(kind, text))
                };
                self.pair(kind, text, turns).map(Value::Turns)
            }
            FieldKind::Directions => {
                let letter = |letter: &str| match letter {
                    "-" => Ok(None),
                    letter => letter.parse().map(Some).map_err(|_| expected()),
                };
                self.pair(kind, text, letter).map(Value::Directions)
            }
            FieldKind::Pit | FieldKind::Pits | FieldKind::PitEach if text == "-" => {
                Ok(Value::Pits(Vec::new()))
            }
            FieldKind::Pit => Ok(Value::Pits(vec![self.read_pit(text)?])),
            FieldKind::Pits | FieldKind::PitEach => {
                let mut pits = Vec::new();
                for name in text.split(',') {
                    let pit = self.read_pit(name)?;
                    if pits.contains(&pit) {
                        return Err(self.error(name, format!("{name} is named twice")));
                    }
                    pits.push(pit);
                }
                Ok(Value::Pits(pits))
            }
        }
    }

    /// Reads two values separated by a comma, South's first.
    fn pair<T>(
        &self,
        kind: FieldKind,
        text: &str,
        read: impl Fn(&str) -> Result<T, PositionError>,
    ) -> Result<BySide<T>, PositionError> {
        let (south, north) = text.split_once(',').ok_or_else(|| self.expected(kind, text))?;
        Ok(BySide([read(south)?, read(north)?]))
    }

    fn expected(&self, kind: FieldKind, text: &str) -> PositionError {
        self.error(text, format!("expected {kind}, found {text:?}"))
    }

    fn read_pit(&self, name: &str) -> Result<Pit, PositionError> {
        self.layout.named(name).ok_or_else(|| {
            let last = self.layout.paper().last().map_or('A', |row| row.0);
            let last = format!("{last}{}", self.layout.columns());
            let expected = format!("expected a pit from A1 to {last} or in lower case");
            self.error(name, format!("{expected}, found {name:?}"))
        })
    }
}

/// Reads a number, which has no sign.
fn number<N: FromStr>(text: &str) -> Option<N> {
    text.parse().ok().filter(|_| !text.starts_with('+'))
}

/// Position read from text.
#[derive(Debug, Clone)]
pub struct Given {
    /// Position; its result is set if it is over, whether or not the text says so (`G9`).
    pub position: AnyPosition,
    /// Canonical text of the position, with a result only if one was written.
    pub text: String,
    /// Whether it is over because the player to move has no legal move (`G5`).
    pub stuck: bool,
}

/// Reads a position of a variant; one that is over by the rules gets its result (`G9`).
///
/// # Errors
///
/// Returns a [`PositionError`] that marks the invalid part and states what was expected.
pub fn read_position(variant: &dyn AnyVariant, text: &str) -> Result<Given, PositionError> {
    let fields = &variant.properties().fields;
    let fields: Vec<_> = fields.iter().map(|field| (field.name, field.kind)).collect();
    let diagram = Diagram::read(variant.layout(), &fields, text)?;
    let position = variant.read_diagram(&diagram).map_err(|fault| at_its_field(fault, text))?;
    Ok(give(variant, position))
}

/// Converts an error of a variant to one that marks the field or the rows.
fn at_its_field(fault: FieldError, text: &str) -> PositionError {
    let word = fault.field.and_then(|field| {
        let prefix = format!("{field}=");
        text.split(' ').find(|word| word.starts_with(&prefix))
    });
    let word = word.unwrap_or_else(|| text.split(' ').next().unwrap_or(""));
    PositionError { text: text.to_owned(), span: range_of(word, text), message: fault.message }
}

/// Prepares a position to start a game: every game begins here, and a position that is over gets its result (`G9`).
pub fn give(variant: &dyn AnyVariant, mut position: AnyPosition) -> Given {
    let diagram = variant.diagram(&position);
    let result = diagram.result.or_else(|| variant.ended(&position));
    position.status_mut().result = result;
    let stuck = result.is_none() && !variant.has_move(&position);
    if stuck {
        position.status_mut().result = Some(variant.stuck(None, &position));
    }
    Given { position, text: diagram.write(variant.layout()), stuck }
}

/// Writes a position of a variant.
pub fn write_position(variant: &dyn AnyVariant, position: &AnyPosition) -> String {
    variant.diagram(position).write(variant.layout())
}
