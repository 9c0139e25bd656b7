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
    let paper = layout.paper();
    let half = paper.len() / 2;
    let mut text = String::new();
    let numbers = |text: &mut String, side: Side| {
        let columns = 1..=layout.columns();
        let numbers: Vec<u8> = if side == Side::South {
            columns.collect()
        } else {
            columns.rev().collect()
        };
        text.push_str("   ");
        for number in numbers {
            let _ = write!(text, "{number:>4} ");
        }
        let _ = writeln!(text, "  {}", beside(layout, diagram, side));
    };
    numbers(&mut text, Side::North);
    for (index, (letter, pits)) in paper.iter().enumerate() {
        if index == half {
            let _ = writeln!(
                text,
                "    {}",
                "-".repeat(5 * usize::from(layout.columns()) - 1)
            );
        }
        let _ = write!(text, " {letter} ");
        for &pit in pits {
            text.push_str(&cell(layout, diagram, pit, marks));
        }
        text.push('\n');
    }
    numbers(&mut text, Side::South);
    text.lines()
        .map(str::trim_end)
        .collect::<Vec<_>>()
        .join("\n")
        + "\n"
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
