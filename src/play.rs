//! Games that play themselves: counting moves, random games, players, matches, and how fast all that is.

mod asked;
pub mod matches;
pub mod perft;
pub mod players;
pub mod speed;
