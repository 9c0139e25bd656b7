//! Board drawn in SVG: pits with their seeds, houses square, stores at the ends.

use maud::PreEscaped;

use super::prelude::*;
use mankala_core::kernel::{Diagram, Pit, Side, Value};

/// Distance between pits.
const STEP: f64 = 44.0;
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
pub(crate) fn board(layout: &Layout, diagram: &Diagram, title: &str) -> Markup {
    drawn(layout, diagram, title, None)
}

/// Returns a position as a separate picture; `title` is the name of the game.
pub fn standing_alone(layout: &Layout, diagram: &Diagram, title: &str) -> String {
    let pits = layout.drawn().into_iter().flatten();
    let kinds: BTreeSet<Kind> = pits.map(|pit| Kind::of(layout, diagram, pit)).collect();
    let begin =
        html! { style { (PreEscaped(STYLE)) } defs { @for kind in kinds { (kind.named()) } } };
    visible_lines(&drawn(layout, diagram, title, Some(&begin)).into_string()).into_owned()
}

/// Draws a position; `begin` are the elements before the board of a separate picture.
fn drawn(layout: &Layout, diagram: &Diagram, title: &str, begin: Option<&Markup>) -> Markup {
    let rows = layout.drawn();
    let stores = diagram.fields.iter().find_map(|(name, value)| match value {
        Value::Seeds(seeds) => Some((name, seeds)),
        _ => None,
    });
    let side_room = if stores.is_some() { STORE + 8.0 } else { 0.0 };
    let left = LETTERS + side_room;
    let [columns, lines] = [rows.first().map_or(0, Vec::len), rows.len()].map(size);
    let gap = 8.0;
    let width = left + columns * STEP + side_room + 4.0;
    let height = lines * STEP + gap + 8.0;
    // Gap between the players; on three rows there are two.
    let gap = if rows.len() == 3 { gap / 2.0 } else { gap };
    let mut y = 4.0 + STEP / 2.0;
    let mut above: &[Pit] = &[];
    let mut placed = Vec::new();
    for row in &rows {
        let meet = border(above, row, [left + 2.0, y - STEP / 2.0 + gap / 2.0]);
        if meet.is_some() {
            y += gap;
        }
        placed.push((row, meet, y));
        y += STEP;
        above = row;
    }
    let letter =
        |row: &[Pit]| row.first().and_then(|&pit| layout.name(pit).chars().next()).unwrap_or(' ');
    // HTML knows the namespace of <svg>; a separate file must state it.
    let space = begin.map(|_| "http://www.w3.org/2000/svg");
    let class = if begin.is_some() { "mankala" } else { "board" };
    let label = format!("{title}: {}", diagram.write(layout));
    html! {
        svg xmlns=[space] class=(class) viewBox={ "0 0 " (width) " " (height) } style={ "max-width:" (width) "px" }
            role="img" aria-label=(label) {
            @if let Some(begin) = begin { (begin) }
            rect.wood x=(LETTERS) y="1" width=(width - LETTERS - 1.0) height=(height - 2.0) rx="14" {}
            @for (row, meet, y) in placed {
                @if let Some([from, to, y]) = meet { line.divide x1=(from) x2=(to) y1=(y) y2=(y) {} }
                text x="6" y=(y + 4.0) { (letter(row)) }
                @for (column, &pit) in row.iter().enumerate() {
                    (hole(layout, diagram, pit, [left + 2.0 + STEP / 2.0 + size(column) * STEP, y]))
                }
            }
            @if let Some((name, seeds)) = stores {
                (store(name, Side::South, seeds[Side::South], [width - STORE - 8.0, height]))
                (store(name, Side::North, seeds[Side::North], [LETTERS + 6.0, height]))
            }
        }
    }
}

/// Returns the line between two rows where the players meet: its ends and its height.
fn border(above: &[Pit], below: &[Pit], [left, y]: [f64; 2]) -> Option<[f64; 3]> {
    let meets = |column: &usize| above[*column].owner != below[*column].owner;
    let columns = 0..above.len().min(below.len());
    let (first, last) = (columns.clone().find(meets)?, columns.clone().rfind(meets)?);
    let from = left + 2.0 + size(first) * STEP;
    let to = left - 4.0 + size(last + 1) * STEP;
    Some([from, to, y])
}

/// Converts a number of pits or rows to a length in these.
fn size(number: usize) -> f64 {
    u8::try_from(number).map_or(0.0, f64::from)
}

/// Draws a store with the seeds that a player has off the board.
fn store(name: &str, side: Side, seeds: u8, [x, height]: [f64; 2]) -> Markup {
    html! {
        rect.pit x=(x) y="10" width=(STORE) height=(height - 20.0) rx="16" { title { (side) ", " (name) } }
        text.count x=(x + STORE / 2.0) y=(height / 2.0 + 5.0) text-anchor="middle" { (seeds) }
    }
}

/// Returns a pit with its seeds, as a reference to the drawing of its kind.
fn hole(layout: &Layout, diagram: &Diagram, pit: Pit, [x, y]: [f64; 2]) -> Markup {
    let (seeds, kind) = (diagram.at(pit), Kind::of(layout, diagram, pit));
    html! {
        use href={ "#" (kind.id()) } x=(x) y=(y) { title { (layout.name(pit)) ": " (seeds) } }
        @if kind.seeds.is_none() { text.count x=(x) y=(y + 5.0) text-anchor="middle" { (seeds) } }
    }
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
        let seeds = self.seeds.map_or_else(|| "many".to_owned(), |it| it.to_string());
        format!("{shape}-{seeds}")
    }

    /// Draws the pit around the point 0, 0, as an element with a name.
    fn named(self) -> Markup {
        let seeds = self.seeds.unwrap_or(0);
        // As in a sunflower, each seed is a golden angle further, so that any number is spread evenly.
        let golden = std::f64::consts::PI * (3.0 - 5.0_f64.sqrt());
        let size = if seeds > 9 { 2.7 } else { 3.4 };
        let spacing = (RADIUS - size - 1.5) / f64::from(seeds.max(4)).sqrt();
        let place = |seed: u8| {
            let (turn, out) = (golden * f64::from(seed), (f64::from(seed) + 0.5).sqrt());
            let out = if seeds == 1 { 0.0 } else { out * spacing };
            [out * turn.cos(), out * turn.sin()]
        };
        html! {
            g #(self.id()) {
                @if self.is_house { rect.pit x=(-RADIUS) y=(-RADIUS) width=(2.0 * RADIUS) height=(2.0 * RADIUS) rx="4" {} }
                @else { circle.pit r=(RADIUS) {} }
                @for [x, y] in (0..seeds).map(place) { circle.seed cx=(tenths(x)) cy=(tenths(y)) r=(size) {} }
            }
        }
    }
}

/// Returns the kinds of pits to which boards refer, once for the page.
pub(crate) fn kinds() -> Markup {
    let seeds = || (0..=DRAWN_SEEDS).map(Some).chain([None]);
    html! {
        svg.kinds width="0" height="0" aria-hidden="true" {
            defs { @for is_house in [false, true] { @for seeds in seeds() { (Kind { is_house, seeds }.named()) } } }
        }
        "\n"
    }
}
