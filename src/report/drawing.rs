//! A board drawn in SVG: pits with their seeds, houses square, stores at the ends.

use std::fmt::Write as _;

use super::svg::escaped;
use crate::kernel::board::{Pit, Side};
use crate::kernel::diagram::{Diagram, Value};
use crate::kernel::layout::Layout;

/// The distance from pit to pit.
const STEP: f64 = 44.0;
/// The radius of a pit.
const RADIUS: f64 = 19.0;
/// Room at the left for the letters of the rows.
const LETTERS: f64 = 18.0;
/// The width of a store.
const STORE: f64 = 44.0;
/// Above this a pit shows a number instead of seeds.
const DRAWN_SEEDS: u8 = 19;

/// The position on its board; `title` is what it is called.
pub(super) fn board(layout: &Layout, diagram: &Diagram, title: &str) -> String {
    let rows = layout.paper();
    let has_store = |value: &Value| matches!(value, Value::Seeds(_));
    let stores = diagram.fields.iter().find(|(_, value)| has_store(value));
    let side_room = if stores.is_some() { STORE + 8.0 } else { 0.0 };
    let left = LETTERS + side_room;
    let [columns, lines] = [f64::from(layout.columns()), f64::from(layout.rows())];
    let gap = 8.0;
    let width = left + columns * STEP + side_room + 4.0;
    let height = lines * STEP + gap + 8.0;
    let mut text = format!(
        "<svg class=\"board\" viewBox=\"0 0 {width} {height}\" style=\"max-width:{width}px\" role=\"img\" aria-label=\"{}\">",
        escaped(&format!("{title} at the start: {}", diagram.write(layout)))
    );
    let _ = write!(
        text,
        "<rect class=\"wood\" x=\"{LETTERS}\" y=\"1\" width=\"{}\" height=\"{}\" rx=\"14\"/>",
        width - LETTERS - 1.0,
        height - 2.0
    );
    let middle = height / 2.0;
    let _ = write!(
        text,
        "<line class=\"divide\" x1=\"{}\" x2=\"{}\" y1=\"{middle}\" y2=\"{middle}\"/>",
        left + 4.0,
        left + columns * STEP - 2.0
    );
    let half = rows.len() / 2;
    let mut y = 4.0 + STEP / 2.0;
    for (index, (letter, pits)) in rows.iter().enumerate() {
        if index == half {
            y += gap;
        }
        let _ = write!(text, "<text x=\"6\" y=\"{}\">{letter}</text>", y + 4.0);
        let mut x = left + 2.0 + STEP / 2.0;
        for &pit in pits {
            text.push_str(&hole(layout, diagram, pit, [x, y]));
            x += STEP;
        }
        y += STEP;
    }
    if let Some((name, value)) = stores {
        for side in Side::BOTH {
            let x = match side {
                Side::North => LETTERS + 6.0,
                Side::South => width - STORE - 8.0,
            };
            if let Value::Seeds(seeds) = value {
                let seeds = seeds[side.index()];
                text.push_str(&store(name, side, seeds, [x, height]));
            }
        }
    }
    text + "</svg>"
}

/// A store: what a player has off the board.
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

/// A pit with its seeds.
fn hole(layout: &Layout, diagram: &Diagram, pit: Pit, [x, y]: [f64; 2]) -> String {
    let seeds = diagram.at(pit);
    let name = format!("<title>{}: {seeds}</title>", layout.name(pit));
    let mut text = if layout.house() == Some(pit.spot) {
        let (corner, wide) = ([x - RADIUS, y - RADIUS], 2.0 * RADIUS);
        format!(
            "<rect class=\"pit\" x=\"{}\" y=\"{}\" width=\"{wide}\" height=\"{wide}\" rx=\"4\">{name}</rect>",
            corner[0], corner[1]
        )
    } else {
        format!("<circle class=\"pit\" cx=\"{x}\" cy=\"{y}\" r=\"{RADIUS}\">{name}</circle>")
    };
    if seeds > DRAWN_SEEDS {
        let _ = write!(
            text,
            "<text class=\"count\" x=\"{x}\" y=\"{}\" text-anchor=\"middle\">{seeds}</text>",
            y + 5.0
        );
        return text;
    }
    // Like the seeds of a sunflower: each a golden angle further, so that any number lies evenly.
    let golden = std::f64::consts::PI * (3.0 - 5.0_f64.sqrt());
    let size = if seeds > 9 { 2.7 } else { 3.4 };
    let spacing = (RADIUS - size - 1.5) / f64::from(seeds.max(4)).sqrt();
    for seed in 0..seeds {
        let (turn, out) = (golden * f64::from(seed), (f64::from(seed) + 0.5).sqrt());
        let out = if seeds == 1 { 0.0 } else { out * spacing };
        let _ = write!(
            text,
            "<circle class=\"seed\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"{size}\"/>",
            x + out * turn.cos(),
            y + out * turn.sin()
        );
    }
    text
}
