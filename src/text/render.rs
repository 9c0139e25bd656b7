//! Boards for people to look at.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};

use crate::kernel::board::{Pit, Side};
use crate::kernel::diagram::{Diagram, Value};
use crate::kernel::layout::Layout;
use crate::text::trace::Change;

/// What is drawn specially.
#[derive(Debug, Clone, Copy, Default)]
pub struct Marks<'a> {
    /// Pits that changed: starred, and told apart by what happened to them where colour is wanted.
    ///
    /// What comes later in the list counts.
    pub changed: &'a [(Pit, Change)],
    /// Whether to use the escape codes of terminals.
    pub colour: bool,
}

/// The board with its pits, named rows and numbered columns, and what lies off the board beside it.
#[must_use]
pub fn board(layout: &Layout, diagram: &Diagram, marks: Marks<'_>) -> String {
    let rows = layout.drawn();
    let mut text = String::new();
    let [north, south] = [Side::North, Side::South].map(|side| beside(layout, diagram, side));
    let numbers = |row: Option<&Vec<Pit>>| -> String {
        let pits = row.into_iter().flatten();
        pits.map(|pit| format!("{:>4} ", layout.number(pit.spot)))
            .collect()
    };
    let _ = writeln!(text, "   {}  {north}", numbers(rows.first()));
    for (index, row) in rows.iter().enumerate() {
        let above = index.checked_sub(1).map(|above| &rows[above]);
        text.push_str(&border(layout, above, row));
        let letters =
            [row.first(), row.last()].map(|pit| pit.map_or(' ', |&pit| letter(layout, pit)));
        let _ = write!(text, " {} ", letters[0]);
        for &pit in row {
            text.push_str(&cell(layout, diagram, pit, marks));
        }
        if letters[0] != letters[1] {
            let _ = write!(text, " {}", letters[1]);
        }
        text.push('\n');
    }
    let _ = writeln!(text, "   {}  {south}", numbers(rows.last()));
    text.lines()
        .map(str::trim_end)
        .collect::<Vec<_>>()
        .join("\n")
        + "\n"
}

/// The letter of the row in which a pit lies.
fn letter(layout: &Layout, pit: Pit) -> char {
    layout.name(pit).chars().next().unwrap_or(' ')
}

/// What stands between a row and the one above it: a line where the players meet, and the numbers of pits that lie next to others
/// of their player. Nothing where it would be numbers alone, which stand at the edge of the board.
fn border(layout: &Layout, above: Option<&Vec<Pit>>, row: &[Pit]) -> String {
    let Some(above) = above else {
        return String::new();
    };
    let columns = above.iter().zip(row);
    let meet = columns.map(|(above, below)| above.owner != below.owner);
    let meet: Vec<bool> = meet.collect();
    if !meet.contains(&true) {
        return String::new();
    }
    let mut line = String::from("   ");
    for (column, &meets) in meet.iter().enumerate() {
        // Of two pits of one player the one in the row where both players have pits is the one to be numbered.
        let mixed = |row: &[Pit]| row.iter().any(|pit| pit.owner != row[0].owner);
        let pit = if mixed(row) {
            row[column]
        } else {
            above[column]
        };
        line += &if meets {
            let joined = column > 0 && meet[column - 1];
            format!("{}----", if joined { '-' } else { ' ' })
        } else {
            format!("{:>4} ", layout.number(pit.spot))
        };
    }
    line + "\n"
}

/// One pit: a dot where it is empty, in brackets if it is a house, with a star if it changed.
fn cell(layout: &Layout, diagram: &Diagram, pit: Pit, marks: Marks<'_>) -> String {
    let seeds = diagram.at(pit);
    let number = if seeds == 0 {
        "·".to_owned()
    } else {
        seeds.to_string()
    };
    let house = layout.house() == Some(pit.spot);
    let shown = if house {
        format!("[{number}]")
    } else {
        format!("{number} ")
    };
    let changed = marks.changed.iter().rev().find(|(other, _)| *other == pit);
    let star = if changed.is_some() { '*' } else { ' ' };
    // The closing bracket takes the place of the blank before the star.
    let width = 4;
    let padded = format!("{shown:>width$}{star}");
    match (marks.colour, changed, seeds) {
        (true, Some((_, change)), _) => paint(&padded, style(*change)),
        (true, None, 0) => paint(&padded, Style::new().dimmed()),
        _ => padded,
    }
}

/// Styles that differ in brightness and lines too, for those who do not tell these colours apart.
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

/// What is said beside a player's row: who they are, what they have off the board, whether they are to move.
fn beside(layout: &Layout, diagram: &Diagram, side: Side) -> String {
    let mut text = side.to_string();
    for (name, value) in &diagram.fields {
        let said = match value {
            Value::Seeds(seeds) => Some(format!("{name} {}", seeds[side.index()])),
            Value::Sides(sides) => sides[side.index()].then(|| format!("{name} owned")),
            // What both sides share is said once.
            Value::Number(number) => (side == Side::South).then(|| format!("{name} {number}")),
            Value::Turns(made) => Some(format!("{name} {}", made[side.index()])),
            Value::Directions(ways) => {
                ways[side.index()].map(|way| format!("{name} {}", way.letter()))
            }
            Value::Pits(pits) => {
                let own = pits.iter().filter(|pit| pit.owner == side);
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
