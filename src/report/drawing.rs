//! Board drawn in SVG: pits with their seeds, houses square, stores at the ends.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::svg::escaped;
use crate::kernel::board::{Pit, Side};
use crate::kernel::diagram::{Diagram, Value};
use crate::kernel::layout::Layout;

/// Distance between pits.
const STEP: f64 = 44.0;
/// Radius of a pit.
const RADIUS: f64 = 19.0;
/// Room at the left for the letters of the rows.
const LETTERS: f64 = 18.0;
/// Width of a store.
const STORE: f64 = 44.0;
/// Maximum number of seeds drawn in a pit; more are shown as a number.
const DRAWN_SEEDS: u8 = 19;

/// Style of a board outside a page.
const STYLE: &str = "\
.mankala text{font:13px system-ui,sans-serif;fill:#7a6a52}.mankala text.count{font-size:15px;font-weight:600;fill:#1c1b19}\
.mankala .wood{fill:#f3e8d6;stroke:#8a6d45;stroke-width:1.5}.mankala .pit{fill:#fffdf8;stroke:#8a6d45;stroke-width:1.2}\
.mankala .seed{fill:#43341f}.mankala .divide{stroke:#8a6d45;stroke-dasharray:3 4}";

/// Returns a position as a part of the page; `title` describes it.
pub(crate) fn board(layout: &Layout, diagram: &Diagram, title: &str) -> String {
    let label = format!("{title}: {}", diagram.write(layout));
    drawn(layout, diagram, ["board", &label, ""])
}

/// Returns a position as a separate picture; `title` is the name of the game.
pub fn standing_alone(layout: &Layout, diagram: &Diagram, title: &str) -> String {
    let label = format!("{title}: {}", diagram.write(layout));
    let pits = layout.drawn().into_iter().flatten();
    let kinds: BTreeSet<Kind> = pits.map(|pit| Kind::of(layout, diagram, pit)).collect();
    let kinds: String = kinds.into_iter().map(Kind::named).collect();
    let begin = format!("<style>{STYLE}</style><defs>{kinds}</defs>");
    drawn(layout, diagram, ["mankala", &label, &begin])
}

/// Draws a position: class of the picture, label, and elements before the board.
fn drawn(layout: &Layout, diagram: &Diagram, [class, label, begin]: [&str; 3]) -> String {
    let rows = layout.drawn();
    let has_store = |value: &Value| matches!(value, Value::Seeds(_));
    let stores = diagram.fields.iter().find(|(_, value)| has_store(value));
    let side_room = if stores.is_some() { STORE + 8.0 } else { 0.0 };
    let left = LETTERS + side_room;
    let [columns, lines] = [rows.first().map_or(0, Vec::len), rows.len()].map(size);
    let gap = 8.0;
    let width = left + columns * STEP + side_room + 4.0;
    let height = lines * STEP + gap + 8.0;
    // HTML knows the namespace of <svg>; a separate file must state it.
    let space = if begin.is_empty() {
        ""
    } else {
        "xmlns=\"http://www.w3.org/2000/svg\" "
    };
    let mut text = format!(
        "<svg {space}class=\"{class}\" viewBox=\"0 0 {width} {height}\" style=\"max-width:{width}px\" role=\"img\" aria-label=\"{}\">{begin}",
        escaped(label)
    );
    let _ = write!(
        text,
        "<rect class=\"wood\" x=\"{LETTERS}\" y=\"1\" width=\"{}\" height=\"{}\" rx=\"14\"/>",
        width - LETTERS - 1.0,
        height - 2.0
    );
    let mut y = 4.0 + STEP / 2.0;
    // Gap between the players; on three rows there are two.
    let gap = if rows.len() == 3 { gap / 2.0 } else { gap };
    let mut above: &[Pit] = &[];
    for row in &rows {
        let meet = border(above, row, [left + 2.0, y - STEP / 2.0 + gap / 2.0]);
        if let Some(line) = meet {
            text.push_str(&line);
            y += gap;
        }
        let name = row
            .first()
            .map_or_else(String::new, |&pit| layout.name(pit));
        let letter = name.chars().next().unwrap_or(' ');
        let _ = write!(text, "<text x=\"6\" y=\"{}\">{letter}</text>", y + 4.0);
        let mut x = left + 2.0 + STEP / 2.0;
        for &pit in row {
            text.push_str(&hole(layout, diagram, pit, [x, y]));
            x += STEP;
        }
        y += STEP;
        above = row;
    }
    if let Some((name, value)) = stores {
        for side in Side::BOTH {
            let x = match side {
                Side::North => LETTERS + 6.0,
                Side::South => width - STORE - 8.0,
            };
            if let Value::Seeds(seeds) = value {
                let seeds = seeds[side];
                text.push_str(&store(name, side, seeds, [x, height]));
            }
        }
    }
    text + "</svg>"
}

/// Returns the line between two rows where the players meet.
fn border(above: &[Pit], below: &[Pit], [left, y]: [f64; 2]) -> Option<String> {
    let meets = |column: &usize| above[*column].owner != below[*column].owner;
    let columns = 0..above.len().min(below.len());
    let (first, last) = (columns.clone().find(meets)?, columns.clone().rfind(meets)?);
    let from = left + 2.0 + size(first) * STEP;
    let to = left - 4.0 + size(last + 1) * STEP;
    Some(format!(
        "<line class=\"divide\" x1=\"{from}\" x2=\"{to}\" y1=\"{y}\" y2=\"{y}\"/>"
    ))
}

/// Converts a number of pits or rows to a length in these.
fn size(number: usize) -> f64 {
    u8::try_from(number).map_or(0.0, f64::from)
}

/// Draws a store with the seeds that a player has off the board.
fn store(name: &str, side: Side, seeds: u8, [x, height]: [f64; 2]) -> String {
    let (tall, middle) = (height - 20.0, height / 2.0);
    let centre = x + STORE / 2.0;
    format!(
        "<rect class=\"pit\" x=\"{x}\" y=\"10\" width=\"{STORE}\" height=\"{tall}\" rx=\"16\"><title>{side}, {}</title></rect>\
         <text class=\"count\" x=\"{centre}\" y=\"{}\" text-anchor=\"middle\">{seeds}</text>",
        escaped(name),
        middle + 5.0
    )
}

/// Returns a pit with its seeds, as a reference to the drawing of its kind.
fn hole(layout: &Layout, diagram: &Diagram, pit: Pit, [x, y]: [f64; 2]) -> String {
    let (seeds, kind) = (diagram.at(pit), Kind::of(layout, diagram, pit));
    let mut text = format!(
        "<use href=\"#{}\" x=\"{x}\" y=\"{y}\"><title>{}: {seeds}</title></use>",
        kind.id(),
        layout.name(pit)
    );
    if kind.seeds.is_none() {
        let _ = write!(
            text,
            "<text class=\"count\" x=\"{x}\" y=\"{}\" text-anchor=\"middle\">{seeds}</text>",
            y + 5.0
        );
    }
    text
}

/// Look of a pit: round or square, with its seeds, or without if there are too many to draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Kind {
    is_house: bool,
    seeds: Option<u8>,
}

impl Kind {
    fn of(layout: &Layout, diagram: &Diagram, pit: Pit) -> Self {
        let seeds = diagram.at(pit);
        Self {
            is_house: layout.house() == Some(pit.spot),
            seeds: (seeds <= DRAWN_SEEDS).then_some(seeds),
        }
    }

    fn id(self) -> String {
        let shape = if self.is_house { "house" } else { "pit" };
        let seeds = self
            .seeds
            .map_or_else(|| "many".to_owned(), |it| it.to_string());
        format!("{shape}-{seeds}")
    }

    /// Returns the pit as an element with a name.
    fn named(self) -> String {
        format!("<g id=\"{}\">{}</g>", self.id(), self.drawn())
    }

    /// Draws the pit around the point 0, 0.
    fn drawn(self) -> String {
        let mut text = if self.is_house {
            let wide = 2.0 * RADIUS;
            format!(
                "<rect class=\"pit\" x=\"-{RADIUS}\" y=\"-{RADIUS}\" width=\"{wide}\" height=\"{wide}\" rx=\"4\"/>"
            )
        } else {
            format!("<circle class=\"pit\" r=\"{RADIUS}\"/>")
        };
        let seeds = self.seeds.unwrap_or(0);
        // As in a sunflower, each seed is a golden angle further, so that any number is spread evenly.
        let golden = std::f64::consts::PI * (3.0 - 5.0_f64.sqrt());
        let size = if seeds > 9 { 2.7 } else { 3.4 };
        let spacing = (RADIUS - size - 1.5) / f64::from(seeds.max(4)).sqrt();
        for seed in 0..seeds {
            let (turn, out) = (golden * f64::from(seed), (f64::from(seed) + 0.5).sqrt());
            let out = if seeds == 1 { 0.0 } else { out * spacing };
            let _ = write!(
                text,
                "<circle class=\"seed\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"{size}\"/>",
                out * turn.cos(),
                out * turn.sin()
            );
        }
        text
    }
}

/// Returns the kinds of pits to which boards refer, once for the page.
pub(crate) fn kinds() -> String {
    let mut text =
        String::from("<svg width=\"0\" height=\"0\" class=\"kinds\" aria-hidden=\"true\"><defs>");
    for is_house in [false, true] {
        for seeds in (0..=DRAWN_SEEDS).map(Some).chain([None]) {
            let kind = Kind { is_house, seeds };
            text.push_str(&kind.named());
        }
    }
    text + "</defs></svg>\n"
}
