//! Positions and moves as text, both ways.
//!
//! A position is one line, `ROWS SIDE [FIELD=VALUE …]`: the rows as South sees them from the top
//! down, the player to move, and what the game knows besides. A pit is its row letter, capital for
//! South, and its number from the owner's left. Reading is strict and says where it stumbled; what is
//! written reads back to the same position.

use std::fmt::{self, Write as _};
use std::ops::Range;

use crate::board::{Pit, Side};
use crate::layout::Layout;
use crate::perft::moves;
use crate::variant::{Move, Outcome, Position, Variant};

/// The most seeds a position may hold (`G7`).
pub const MOST_SEEDS: u16 = 255;

/// A field of written positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// What it holds.
    pub kind: FieldKind,
}

/// What a field of written positions holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldKind {
    /// Seeds of South and of North: `22,22`.
    Seeds,
    /// The sides for which something is true: `SN`, `S`, `N` or `-`.
    Sides,
    /// One pit, or `-`.
    Pit,
    /// Pits in ring order from A1, or `-`.
    Pits,
}

/// The value of a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// Seeds of South and of North.
    Seeds([u8; 2]),
    /// Whether it is true for South and for North.
    Sides([bool; 2]),
    /// Pits, at most one for [`FieldKind::Pit`].
    Pits(Vec<Pit>),
}

impl FieldKind {
    /// The value of a field that is left out.
    const fn default(self) -> Value {
        match self {
            Self::Seeds => Value::Seeds([0, 0]),
            Self::Sides => Value::Sides([false, false]),
            Self::Pit | Self::Pits => Value::Pits(Vec::new()),
        }
    }
}

/// A position of any game, as it is drawn: seeds by side and spot, and the values of all fields.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagram {
    /// Seeds of South's pits and of North's pits, by spot.
    pub pits: [Vec<u8>; 2],
    /// The player to move.
    pub to_move: Side,
    /// A value for each field of the variant, in order.
    pub fields: Vec<(&'static str, Value)>,
    /// The result, if one is written.
    pub result: Option<Outcome>,
}

impl Diagram {
    fn value(&self, name: &str) -> Option<&Value> {
        self.fields
            .iter()
            .find(|(field, _)| *field == name)
            .map(|(_, value)| value)
    }

    /// The seeds of a field, `[south, north]`; none where there is no such field.
    #[must_use]
    pub fn seeds(&self, name: &str) -> [u8; 2] {
        match self.value(name) {
            Some(Value::Seeds(seeds)) => *seeds,
            _ => [0, 0],
        }
    }

    /// The sides of a field, `[south, north]`; neither where there is no such field.
    #[must_use]
    pub fn sides(&self, name: &str) -> [bool; 2] {
        match self.value(name) {
            Some(Value::Sides(sides)) => *sides,
            _ => [false, false],
        }
    }

    /// The pits of a field; none where there is no such field.
    #[must_use]
    pub fn pits_of(&self, name: &str) -> &[Pit] {
        match self.value(name) {
            Some(Value::Pits(pits)) => pits,
            _ => &[],
        }
    }

    /// The seeds in a pit.
    #[must_use]
    pub fn at(&self, pit: Pit) -> u8 {
        self.pits[pit.owner.index()]
            .get(usize::from(pit.spot))
            .copied()
            .unwrap_or(0)
    }

    /// All seeds of the position, on the board and off it.
    #[must_use]
    pub fn total(&self) -> u32 {
        let board = self.pits.iter().flatten().map(|&seeds| u32::from(seeds));
        let off = self.fields.iter().map(|(_, value)| match value {
            Value::Seeds(seeds) => u32::from(seeds[0]) + u32::from(seeds[1]),
            Value::Sides(_) | Value::Pits(_) => 0,
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
        for (name, value) in &self.fields {
            let _ = write!(text, " {name}={}", write_value(value, layout));
        }
        if let Some(result) = self.result {
            let _ = write!(text, " result={result}");
        }
        text
    }

    /// Reads one line.
    ///
    /// # Errors
    ///
    /// A [`PositionError`] that marks what could not be read and says what was expected.
    pub fn read(layout: &Layout, fields: &[Field], text: &str) -> Result<Self, PositionError> {
        Reader {
            layout,
            fields,
            text,
        }
        .read()
    }
}

/// What is wrong with a diagram that was read, and in which field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The field; the rows if there is none.
    pub field: Option<&'static str>,
    /// What was found and what was expected.
    pub message: String,
}

impl Fault {
    /// A fault of one field.
    pub fn of(field: &'static str, message: impl Into<String>) -> Self {
        Self {
            field: Some(field),
            message: message.into(),
        }
    }
}

/// A written position that can't be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct PositionError {
    /// The text.
    pub text: String,
    /// The bytes of the text that are wrong.
    pub span: Range<usize>,
    /// What was found and what was expected.
    pub message: String,
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "bad position: {}", self.message)?;
        f.write_str(&underline(&self.text, &self.span, "  "))
    }
}

/// A line of text with a row of carets below a part of it; long lines are cut around that part.
#[must_use]
pub fn underline(text: &str, span: &Range<usize>, indent: &str) -> String {
    const AROUND: usize = 60;
    let clean = |c: char| if c.is_control() { ' ' } else { c };
    let before: Vec<char> = text
        .get(..span.start)
        .unwrap_or(text)
        .chars()
        .map(clean)
        .collect();
    let marked: Vec<char> = text
        .get(span.clone())
        .unwrap_or("")
        .chars()
        .map(clean)
        .collect();
    let after: Vec<char> = text
        .get(span.end..)
        .unwrap_or("")
        .chars()
        .map(clean)
        .collect();
    let cut_before = before.len().saturating_sub(AROUND);
    let cut_marked = marked.len().min(2 * AROUND);
    let cut_after = after.len().min(AROUND);
    let ellipsis = |cut: bool| if cut { "…" } else { "" };
    let line: String = before[cut_before..]
        .iter()
        .chain(&marked[..cut_marked])
        .collect();
    let rest: String = if cut_marked < marked.len() {
        String::new()
    } else {
        after[..cut_after].iter().collect()
    };
    let head = ellipsis(cut_before > 0);
    let tail = ellipsis(cut_marked < marked.len() || cut_after < after.len());
    let spaces = " ".repeat(head.chars().count() + before.len() - cut_before);
    let carets = "^".repeat(cut_marked.max(1));
    format!("{indent}{head}{line}{rest}{tail}\n{indent}{spaces}{carets}")
}

fn write_value(value: &Value, layout: &Layout) -> String {
    match value {
        Value::Seeds([south, north]) => format!("{south},{north}"),
        Value::Sides([false, false]) => "-".to_owned(),
        Value::Sides(sides) => {
            let letters = Side::BOTH.into_iter().filter(|side| sides[side.index()]);
            letters.map(Side::letter).collect()
        }
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

/// Reads one position.
struct Reader<'a> {
    layout: &'a Layout,
    fields: &'a [Field],
    text: &'a str,
}

impl Reader<'_> {
    fn error(&self, part: &str, message: impl Into<String>) -> PositionError {
        let start = part.as_ptr() as usize - self.text.as_ptr() as usize;
        let span = start..start + part.len();
        PositionError {
            text: self.text.to_owned(),
            span,
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
        let to_move = match side {
            "S" => Side::South,
            "N" => Side::North,
            _ => {
                return Err(self.error(
                    side,
                    format!("expected the player to move, S or N, found {side:?}"),
                ));
            }
        };
        let defaults = self
            .fields
            .iter()
            .map(|field| (field.name, field.kind.default()));
        let mut diagram = Diagram {
            pits,
            to_move,
            fields: defaults.collect(),
            result: None,
        };
        let mut seen: Vec<&str> = Vec::new();
        for word in words {
            let Some((name, value)) = word.split_once('=') else {
                return Err(self.error(
                    word,
                    format!("expected {}, found {word:?}", self.field_names()),
                ));
            };
            if seen.contains(&name) {
                return Err(self.error(word, format!("{name} is written twice")));
            }
            seen.push(name);
            if name == "result" {
                diagram.result = Some(self.read_result(value)?);
            } else if let Some(index) = self.fields.iter().position(|field| field.name == name) {
                diagram.fields[index].1 = self.read_value(self.fields[index].kind, value)?;
            } else {
                return Err(self.error(
                    word,
                    format!("expected {}, found {name:?}", self.field_names()),
                ));
            }
        }
        if diagram.total() > u32::from(MOST_SEEDS) {
            let total = diagram.total();
            return Err(self.error(
                rows,
                format!("{total} seeds in all, a position holds at most {MOST_SEEDS} (G7)"),
            ));
        }
        Ok(diagram)
    }

    fn field_names(&self) -> String {
        let names = self.fields.iter().map(|field| field.name).chain(["result"]);
        names
            .map(|name| format!("{name}=…"))
            .collect::<Vec<_>>()
            .join(", ")
    }

    fn read_rows(&self, text: &str) -> Result<[Vec<u8>; 2], PositionError> {
        let side = usize::from(self.layout.pits_a_side());
        let mut pits = [vec![0; side], vec![0; side]];
        let paper = self.layout.paper();
        let found = text.split('/').count();
        if found != paper.len() {
            return Err(self.error(
                text,
                format!(
                    "expected {} rows separated by /, found {found}",
                    paper.len()
                ),
            ));
        }
        for (row, (letter, places)) in text.split('/').zip(paper) {
            let found = row.split(',').count();
            if found != places.len() {
                let expected = places.len();
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
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        match text.parse() {
            Ok(seeds) if digits => Ok(seeds),
            _ => Err(self.error(
                text,
                format!("expected a number of seeds from 0 to {MOST_SEEDS}, found {text:?}"),
            )),
        }
    }

    fn read_result(&self, text: &str) -> Result<Outcome, PositionError> {
        let outcomes = [Outcome::South, Outcome::North, Outcome::Draw];
        outcomes
            .into_iter()
            .find(|outcome| outcome.word() == text)
            .ok_or_else(|| {
                self.error(
                    text,
                    format!("expected a result, S, N or draw, found {text:?}"),
                )
            })
    }

    fn read_value(&self, kind: FieldKind, text: &str) -> Result<Value, PositionError> {
        match kind {
            FieldKind::Seeds => {
                let Some((south, north)) = text.split_once(',') else {
                    return Err(self.error(
                        text,
                        format!("expected seeds of South and of North like 22,22, found {text:?}"),
                    ));
                };
                Ok(Value::Seeds([
                    self.read_seeds(south)?,
                    self.read_seeds(north)?,
                ]))
            }
            FieldKind::Sides => match text {
                "SN" => Ok(Value::Sides([true, true])),
                "S" => Ok(Value::Sides([true, false])),
                "N" => Ok(Value::Sides([false, true])),
                "-" => Ok(Value::Sides([false, false])),
                _ => Err(self.error(text, format!("expected SN, S, N or -, found {text:?}"))),
            },
            FieldKind::Pit | FieldKind::Pits if text == "-" => Ok(Value::Pits(Vec::new())),
            FieldKind::Pit => Ok(Value::Pits(vec![self.read_pit(text)?])),
            FieldKind::Pits => {
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

    fn read_pit(&self, name: &str) -> Result<Pit, PositionError> {
        self.layout.named(name).ok_or_else(|| {
            let last = self.layout.paper().last().map_or('A', |row| row.0);
            let columns = self.layout.columns();
            self.error(name, format!("expected a pit from A1 to {last}{columns} or the same in small letters, found {name:?}"))
        })
    }
}

/// A position that was read.
#[derive(Debug, Clone)]
pub struct Given<P> {
    /// The position; its result is set if it is over, whether or not the text said so (`G9`).
    pub position: P,
    /// The same in canonical form, with a result only if one was written.
    pub text: String,
    /// All its seeds, on the board and off it.
    pub seeds: u32,
}

/// Reads a position of a variant; one that is over by its rules gets its result (`G9`).
///
/// # Errors
///
/// A [`PositionError`] that marks what could not be read and says what was expected.
pub fn read_position<V: Variant>(
    variant: &V,
    text: &str,
) -> Result<Given<V::Position>, PositionError> {
    let diagram = Diagram::read(variant.layout(), &variant.fields(), text)?;
    let mut position = variant.read_diagram(&diagram).map_err(|fault| {
        let word = fault.field.and_then(|field| {
            let prefix = format!("{field}=");
            text.split(' ').find(|word| word.starts_with(&prefix))
        });
        let word = word.unwrap_or_else(|| text.split(' ').next().unwrap_or(""));
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        PositionError {
            text: text.to_owned(),
            span: start..start + word.len(),
            message: fault.message,
        }
    })?;
    position.status_mut().result = diagram.result;
    let text = write_position(variant, &position);
    let result = diagram.result.or_else(|| variant.ended(&position));
    position.status_mut().result = result;
    if result.is_none() && !variant.has_move(&position) {
        position.status_mut().result = Some(variant.stuck(None, &position));
    }
    Ok(Given {
        position,
        text,
        seeds: diagram.total(),
    })
}

/// Writes a position of a variant.
pub fn write_position<V: Variant>(variant: &V, position: &V::Position) -> String {
    variant.diagram(position).write(variant.layout())
}

/// A move that can't be played.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct MoveError {
    /// The move as it was written.
    pub text: String,
    /// Why it is refused.
    pub reason: String,
    /// The position it was to be played in.
    pub position: String,
    /// The legal moves.
    pub legal: Vec<String>,
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text: String = self
            .text
            .chars()
            .take(40)
            .map(|c| if c.is_control() { ' ' } else { c })
            .collect();
        writeln!(f, "{text:?} {}", self.reason)?;
        writeln!(f, "  position: {}", self.position)?;
        match self.legal.as_slice() {
            [] => f.write_str("  legal:    none, the game is over"),
            legal => write!(f, "  legal:    {}", legal.join(" ")),
        }
    }
}

/// A move together with all that is said about it.
#[derive(Debug, Clone)]
pub struct Legal<P> {
    /// The move.
    pub mv: Move,
    /// As it is written.
    pub text: String,
    /// The position after it, with the result if the game is over.
    pub after: P,
}

/// The position after a move with its result worked out, also where the opponent has no legal move.
pub fn settle<V: Variant>(
    variant: &V,
    before: &V::Position,
    mut after: V::Position,
) -> V::Position {
    if after.status().result.is_none() && !variant.has_move(&after) {
        after.status_mut().result = Some(variant.stuck(Some(before), &after));
    }
    after
}

/// All legal moves, written, with the positions after them: by pit, then L before R, then by choice.
pub fn legal_moves<V: Variant>(variant: &V, position: &V::Position) -> Vec<Legal<V::Position>> {
    let written = |(mv, after): (Move, V::Position)| {
        let after = settle(variant, position, after);
        let text = variant.write_move(position, mv, &after);
        Legal { mv, text, after }
    };
    let mut legal: Vec<_> = moves(variant, position).into_iter().map(written).collect();
    legal.sort_by_cached_key(|legal| {
        let letters = |c: &char| c.is_ascii_alphanumeric();
        let start: String = legal.text.chars().take_while(letters).collect();
        (legal.mv.start.spot, start, legal.mv.choice)
    });
    legal
}

/// Reads a move: marks that the position implies may be left out, a direction that the rules force may be given.
///
/// # Errors
///
/// A [`MoveError`] that says why the move is refused and lists the legal ones.
pub fn read_move<V: Variant>(
    variant: &V,
    position: &V::Position,
    text: &str,
) -> Result<Legal<V::Position>, MoveError> {
    let legal = legal_moves(variant, position);
    let bare = text.trim_end_matches('*');
    let stars = text.len() - bare.len();
    let means = |legal: &Legal<V::Position>| {
        legal.text.trim_end_matches('*') == bare
            || variant
                .other_spellings(position, legal.mv, &legal.after)
                .iter()
                .any(|other| other == bare)
    };
    let reason = match legal.iter().position(means) {
        Some(index) => {
            let written = &legal[index].text;
            if stars <= written.len() - written.trim_end_matches('*').len() {
                return Ok(legal.into_iter().nth(index).expect("the index of a move"));
            }
            format!("has a mark that does not hold here, the move is {written}")
        }
        None => why_not(variant, position, bare, &legal),
    };
    Err(MoveError {
        text: text.to_owned(),
        reason,
        position: write_position(variant, position),
        legal: legal.into_iter().map(|legal| legal.text).collect(),
    })
}

/// Says why a text is no legal move.
fn why_not<V: Variant>(
    variant: &V,
    position: &V::Position,
    bare: &str,
    legal: &[Legal<V::Position>],
) -> String {
    let status = position.status();
    if let Some(result) = status.result {
        return format!("can't be played, the game is over (result={result})");
    }
    let longer = legal
        .iter()
        .filter(|legal| !bare.is_empty() && legal.text.starts_with(bare));
    let longer: Vec<&str> = longer.map(|legal| legal.text.as_str()).collect();
    if longer.len() > 1 {
        return format!("is ambiguous, it could be {}", longer.join(" or "));
    }
    if let [only] = longer[..] {
        return format!("is not complete, did you mean {only}?");
    }
    let layout = variant.layout();
    let pit_name: String = bare
        .chars()
        .take_while(char::is_ascii_alphanumeric)
        .collect();
    let pit_name = pit_name.trim_end_matches(['L', 'R']);
    let in_front = format!(
        "{}{pit_name}",
        if status.to_move == Side::South {
            'A'
        } else {
            'a'
        }
    );
    let Some(pit) = layout.named(pit_name).or_else(|| layout.named(&in_front)) else {
        return "is not the name of a move".to_owned();
    };
    let name = layout.name(pit);
    if pit.owner != status.to_move {
        return format!("starts from {name}, which is not {}'s pit", status.to_move);
    }
    if variant.diagram(position).at(pit) == 0 {
        return format!("starts from {name}, which is empty");
    }
    let mut endless = false;
    for tier in 0..u8::try_from(V::TIERS.len()).unwrap_or(u8::MAX) {
        for start in variant
            .starts(position, tier)
            .filter(|start| start.spot == pit.spot)
        {
            let letter = layout.direction_letter(start);
            if bare.contains(['L', 'R']) && !bare.contains(letter) {
                continue;
            }
            match variant.turn(
                position,
                tier,
                start,
                &mut crate::variant::Wanted(0),
                &mut (),
            ) {
                Ok(_) if !legal.iter().any(|legal| legal.mv.start == start) => {
                    let first = (0..tier).find(|&earlier| variant.tier_has_move(position, earlier));
                    let first = first.map_or("other moves", |tier| V::TIERS[usize::from(tier)]);
                    return format!("is illegal: {first} come first");
                }
                Err(crate::variant::Refusal::Endless) => endless = true,
                _ => {}
            }
        }
    }
    if endless {
        return "is illegal: the move would never end (G3)".to_owned();
    }
    format!("is illegal: the rules allow no such move from {name} here")
}
