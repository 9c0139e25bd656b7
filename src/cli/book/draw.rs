//! Pictures of the book: boards, and the map of the world.

use maud::{Markup, html};

use crate::report::board_on_page;
use mankala_core::game::Game;

/// Outline of the land, in half degrees, as the page with the board has it.
const LAND: &str = include_str!("../../../web/page/land.js");

/// Part of the world on the map: west, north, width and height in degrees.
const WORLD: [f64; 4] = [-128.0, 63.0, 284.0, 102.0];

/// Returns the position as a picture; `title` describes it for people who can't see it.
pub(super) fn board(game: &Game, title: &str) -> Markup {
    board_on_page(game.layout(), &game.diagram(), title)
}

/// Returns the file of the map, which all pages share.
pub(super) fn world() -> String {
    let land = LAND.split('"').nth(1).unwrap_or_default();
    let [west, north, width, height] = WORLD;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{west} {} {width} {height}\"><style>path{{fill:#d8d0c0}}\
         @media (prefers-color-scheme:dark){{path{{fill:#4a463e}}}}</style><path transform=\"scale(.5)\" d=\"{land}\"/></svg>\n",
        -north
    )
}

/// Place on the map: its coordinates, number of games, words, and address.
pub(super) type Spot = ([f64; 2], usize, String, Option<String>);

/// Draws the map with these places.
pub(super) fn map(label: &str, spots: &[Spot]) -> Markup {
    let [west, north, width, height] = WORLD;
    let view = format!("{west} {} {width} {height}", -north);
    let role = if spots.iter().any(|(.., link)| link.is_some()) { "group" } else { "img" };
    html! {
        svg.world viewBox=(view) role=(role) aria-label=(label) {
            image href="world.svg" x=(west) y=(-north) width=(width) height=(height) {}
            @for ([lat, long], games, words, link) in spots {
                @let size = 1.3 + 0.45 * f64::from(u32::try_from(*games).unwrap_or(0)).sqrt();
                @let dot = html! { circle cx=(long) cy=(-lat) r=(format!("{size:.1}")) { title { (words) } } };
                @match link {
                    Some(link) => a href=(link) aria-label=(words) { (dot) },
                    None => (dot),
                }
            }
        }
    }
}
