//! Picture of a tree of nested groups. Leaves with their names are listed one below another; the farther apart two
//! groups are, the farther to the left their lines join.

use super::prelude::*;
use crate::atlas::linkage::Tree;
use mankala_core::text::width::widest;

/// Height of a leaf.
const LEAF: f64 = 14.0;
/// Maximum number of leaves in a part, so that no part is broken by a page of paper.
const PART: usize = 60;
/// Left and right end of the lines.
const LEFT: f64 = 8.0;
const RIGHT: f64 = 210.0;
/// Room for the scale above a part.
const HEAD: f64 = 20.0;

/// Join of two groups: a vertical line, and a horizontal one to each of them.
struct Twig {
    x: f64,
    ends: [[f64; 2]; 2],
}

impl Twig {
    /// Returns the part between two heights; a line that goes on is cut there.
    fn between(&self, from: f64, to: f64) -> String {
        let mut path = String::new();
        let [one, other] = self.ends.map(|[_, y]| y);
        let (high, low) = (one.min(other).max(from), one.max(other).min(to));
        if high < low {
            let _ = write!(path, "M{:.1} {high:.1}V{low:.1}", self.x);
        }
        for [x, y] in self.ends {
            if (from..=to).contains(&y) {
                let _ = write!(path, "M{:.1} {y:.1}H{x:.1}", self.x);
            }
        }
        path
    }
}

/// Draws the tree in parts of equal width; `name` labels a leaf.
pub(super) fn drawn(tree: &Tree, name: impl Fn(usize) -> String, says: &str) -> Markup {
    let count = tree.order.len();
    let names: Vec<String> = tree.order.iter().map(|&leaf| name(leaf)).collect();
    let width = RIGHT + 12.0 + 6.3 * real(widest(names.iter().map(String::as_str)) as u128);
    let top = tree.joins.last().map_or(0.0, |join| join.height);
    let axis = Axis::plain(0.0, if top > 0.0 { top } else { 1.0 });
    let across = |height: f64| RIGHT - (RIGHT - LEFT) * axis.at(height) / 100.0;
    // Place of each leaf and each join.
    let mut places = vec![[RIGHT, 0.0]; count];
    for (row, &leaf) in tree.order.iter().enumerate() {
        places[leaf][1] = LEAF * (real(row as u128) + 0.5);
    }
    let mut twigs: Vec<Twig> = Vec::new();
    for join in &tree.joins {
        let ends = join.parts.map(|part| places[part]);
        let x = across(join.height);
        twigs.push(Twig { x, ends });
        places.push([x, f64::midpoint(ends[0][1], ends[1][1])]);
    }
    let parts = count.div_ceil(PART).max(1);
    let each = count.div_ceil(parts).max(1);
    let leaves: Vec<(usize, &String)> = tree.order.iter().copied().zip(&names).collect();
    html! {
        div.trees {
            @for (part, leaves) in leaves.chunks(each).enumerate() {
                @let from = LEAF * real((part * each) as u128);
                @let to = from + LEAF * real(leaves.len() as u128);
                @let view = format!("0 {:.0} {width:.0} {:.0}", from - HEAD, to - from + HEAD);
                svg.tree viewBox=(view) style={ "max-width:" (format_args!("{width:.0}")) "px" } role="img" aria-label=(says) {
                    @for tick in axis.ticks(4.0) {
                        @let x = across(tick);
                        path.grid d=(format_args!("M{x:.1} {from:.0}V{to:.0}")) {}
                        text x=(tenths(x)) y=(from - 6.0) text-anchor="middle" { ((tick * 1e6).round() / 1e6) }
                    }
                    path.twigs d=(twigs.iter().map(|twig| twig.between(from, to)).collect::<String>()) {}
                    @for (row, (leaf, name)) in leaves.iter().enumerate() {
                        @let y = from + LEAF * (real(row as u128) + 0.5) + 4.0;
                        text.leaf data-v=(leaf) x=(RIGHT + 5.0) y=(tenths(y)) { (name) }
                    }
                }
            }
        }
    }
}
