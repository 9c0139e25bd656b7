//! Boards drawn as text.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};

use crate::kernel::{Diagram, Layout, Pit, Side, Swap, Value};
use crate::text::trace::Change;
use crate::text::width::{widest, width_of};

/// Options for drawing a board.
#[derive(Debug, Clone, Copy, Default)]
pub struct Marks<'a> {
    /// Changed pits: starred, and styled by their change if `colour` is set.
    ///
    /// Later entries take precedence.
    pub changed: &'a [(Pit, Change)],
    /// Whether to use terminal escape codes.
    pub colour: bool,
    /// Maximum width, in columns: words beside the board are wrapped to it.
    pub columns: Option<usize>,
}

/// Draws the board with named rows and numbered columns, and the off-board seeds beside it.
pub fn board(layout: &Layout, diagram: &Diagram, marks: Marks<'_>) -> String {
    let rows = layout.drawn();
    let numbers = |row: Option<&Vec<Pit>>| -> String {
        let pits = row.into_iter().flatten();
        let cells = pits.map(|pit| format!("{:>4} ", layout.number(pit.spot)));
        cells.collect::<Vec<_>>().concat()
    };
    let edge = |side: Side, row: Option<&Vec<Pit>>| {
        let words = beside(layout, diagram, side);
        with_words(&format!("   {}", numbers(row)), &words, side, marks.columns)
    };
    let mut lines = edge(Side::North, rows.first());
    for (index, row) in rows.iter().enumerate() {
        let above = index.checked_sub(1).map(|above| &rows[above]);
        lines.extend(above.and_then(|above| border(layout, above, row)));
        let letters =
            [row.first(), row.last()].map(|pit| pit.map_or(' ', |&pit| letter(layout, pit)));
        let mut line = format!(" {} ", letters[0]);
        for &pit in row {
            line += &cell(layout, diagram, pit, marks);
        }
        if letters[0] != letters[1] {
            line += &format!(" {}", letters[1]);
        }
        lines.push(line);
    }
    lines.extend(edge(Side::South, rows.last()));
    let lines: Vec<&str> = lines.iter().map(|line| line.trim_end()).collect();
    lines.join("\n") + "\n"
}

/// Appends words to a row of numbers. Words that do not fit get lines of their own, away from the board: above it for
/// North, below it for South.
fn with_words(numbers: &str, words: &str, side: Side, columns: Option<usize>) -> Vec<String> {
    let beside = width_of(numbers) + 2;
    let columns = columns.unwrap_or(usize::MAX);
    let parts: Vec<String> = words.split_inclusive(", ").map(str::to_owned).collect();
    let has_room = beside + widest(parts.iter().map(|part| part.trim_end())) <= columns;
    let indent = if has_room { beside } else { 3 };
    let mut lines: Vec<String> = Vec::new();
    for part in parts {
        match lines.last_mut() {
            Some(line) if indent + width_of(line) + width_of(part.trim_end()) <= columns => {
                line.push_str(&part);
            }
            _ => lines.push(part),
        }
    }
    let first = match side {
        Side::North => lines.len().saturating_sub(1),
        Side::South => 0,
    };
    for (number, line) in lines.iter_mut().enumerate() {
        let before =
            if has_room && number == first { format!("{numbers}  ") } else { " ".repeat(indent) };
        line.insert_str(0, &before);
    }
    if !has_room {
        let place = if side == Side::North { lines.len() } else { 0 };
        lines.insert(place, numbers.to_owned());
    }
    lines
}

/// Returns the letter of a pit's row.
fn letter(layout: &Layout, pit: Pit) -> char {
    layout.name(pit).chars().next().unwrap_or(' ')
}

/// Returns the line between a row and the row above it: a rule where the players meet, else pit numbers.
///
/// `None` if it would contain numbers alone, which are at the edge of the board.
fn border(layout: &Layout, above: &[Pit], row: &[Pit]) -> Option<String> {
    let columns = above.iter().zip(row);
    let meet = columns.map(|(above, below)| above.owner != below.owner);
    let meet: Vec<bool> = meet.collect();
    if !meet.contains(&true) {
        return None;
    }
    let mut line = String::from("   ");
    for (column, &meets) in meet.iter().enumerate() {
        // Of two pits of one player, number the one in the row in which both players have pits.
        let mixed = |row: &[Pit]| row.iter().any(|pit| pit.owner != row[0].owner);
        let pit = if mixed(row) { row[column] } else { above[column] };
        line += &if meets {
            let joined = column > 0 && meet[column - 1];
            format!("{}----", if joined { '-' } else { ' ' })
        } else {
            format!("{:>4} ", layout.number(pit.spot))
        };
    }
    Some(line)
}

/// Draws a pit: a dot if empty, brackets for a house, a star if changed.
fn cell(layout: &Layout, diagram: &Diagram, pit: Pit, marks: Marks<'_>) -> String {
    let seeds = diagram.at(pit);
    let number = if seeds == 0 { "·".to_owned() } else { seeds.to_string() };
    let house = layout.house() == Some(pit.spot);
    let shown = if house { format!("[{number}]") } else { format!("{number} ") };
    let changed = marks.changed.iter().rev().find(|(other, _)| *other == pit);
    let star = if changed.is_some() { '*' } else { ' ' };
    // The closing bracket replaces the blank before the star.
    let width = 4;
    let padded = format!("{shown:>width$}{star}");
    match (marks.colour, changed, seeds) {
        (true, Some((_, change)), _) => paint(&padded, style(*change)),
        (true, None, 0) => paint(&padded, Style::new().dimmed()),
        _ => padded,
    }
}

/// Returns a style; the styles also differ in brightness and underlining, for readers who cannot distinguish the
/// colours.
fn style(change: Change) -> Style {
    match change {
        Change::Grew => AnsiColor::Cyan.on_default().bold(),
        Change::Lifted => Style::new().dimmed().underline(),
        Change::Captured => AnsiColor::Yellow.on_default().bold().underline(),
    }
}

fn paint(text: &str, style: Style) -> String {
    let trimmed = text.trim_start();
    let blanks = &text[..text.len() - trimmed.len()];
    format!("{blanks}{style}{trimmed}{style:#}")
}

/// Fields of pits that belong to the player in whose row they do not lie.
const ACROSS: [&str; 2] = ["tuzdik", "reserved"];

/// Returns the words for a field whose name alone would say too little.
fn words_for<'a>(name: &'a str, value: &Value) -> &'a str {
    match name {
        "back" => "may not start at",
        "debt" => "owes",
        "dir" => "direction",
        "ends" if matches!(value, Value::Sides(_)) => "captured both ends",
        "ends" => "end space",
        "out" => "out of play",
        "quan" => "mandarin not captured",
        "sown" => "has sown",
        "starter" => "began",
        // They are counted up to a limit.
        "turns" => "turns counted",
        name => name,
    }
}

/// Returns the name of a field without its side, such as `debt` and South for `debt-S`.
fn of_side(field: &str) -> (&str, Option<Side>) {
    let sides = [("-S", Side::South), ("-N", Side::North)].into_iter();
    let mut named = sides.filter_map(|(end, side)| Some((field.strip_suffix(end)?, Some(side))));
    named.next().unwrap_or((field, None))
}

/// Describes a player beside the row: side, off-board seeds, and whether to move.
fn beside(layout: &Layout, diagram: &Diagram, side: Side) -> String {
    let mut text = side.to_string();
    for (field, value) in &diagram.fields {
        let (field, owner) = of_side(field);
        let name = words_for(field, value);
        let said = match value {
            Value::Seeds(seeds) => Some(format!("{name} {}", seeds[side])),
            Value::Sides(sides) => {
                sides[side].then(|| format!("{name}{}", if name == field { " owned" } else { "" }))
            }
            // Values shared by both sides are shown once.
            Value::Swap(swap) => (*swap == Swap::Open && diagram.to_move == side)
                .then(|| "may swap sides".to_owned()),
            Value::Number(number) => match (field, number) {
                ("again" | "debt", 0) => None,
                ("again", _) => (diagram.to_move == side).then(|| "makes a second move".to_owned()),
                _ => (side == owner.unwrap_or(Side::South)).then(|| format!("{name} {number}")),
            },
            Value::Turns(made) => Some(format!("{name} {}", made[side])),
            Value::Directions(directions) => {
                directions[side].map(|way| format!("{name} {}", way.letter()))
            }
            Value::Pits(pits) => {
                let is_across = ACROSS.contains(&field);
                let owns = |pit: &&Pit| match owner {
                    Some(owner) => owner == side,
                    None => (pit.owner == side) != is_across,
                };
                let own = pits.iter().filter(owns);
                let names: Vec<String> = own.map(|&pit| layout.name(pit)).collect();
                (!names.is_empty()).then(|| format!("{name} {}", names.join(" ")))
            }
        };
        if let Some(said) = said {
            let _ = write!(text, ", {said}");
        }
    }
    match diagram.result {
        None if diagram.to_move == side => text.push_str(", to move"),
        Some(result) if result.winner() == Some(side) => text.push_str(", has won"),
        Some(result) if result.winner().is_none() => text.push_str(", drawn"),
        _ => {}
    }
    text
}
