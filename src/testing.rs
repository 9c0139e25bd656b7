//! Tests for whoever writes a ruleset or a variant file, in this crate or in another: its examples as
//! text to be pinned, and the laws that hold for every game.
//!
//! With [`pictures`] every example becomes a snapshot of board, trace and board; here with the crate
//! `insta`, which asks for nothing but a name and a text. With [`laws`] the game is tried in a hundred
//! positions, and no line of the test knows its rules; with `MANKALA_TESTS=full` in the environment in
//! five times as many. [`counts`] pins the numbers of move sequences, and
//! [`rules_without_example`](crate::files::check::rules_without_example) finds rules that nothing shows.
//!
//! ```no_run
//! # use mankala::testing;
//! fn mine() -> mankala::Loaded {
//!     mankala::Catalogue::new().load("kalah", &[]).expect("a variant")
//! }
//!
//! #[test]
//! fn examples_look_as_pinned() {
//!     for picture in testing::pictures(&mine()) {
//!         insta::assert_snapshot!(picture.name, picture.text);
//!     }
//! }
//!
//! #[test]
//! fn the_laws_hold() {
//!     testing::laws(&mine());
//! }
//! ```
//!
//! | file | purpose |
//! |---|---|
//! | `pictures` | examples as text |
//! | `laws` | the laws, in a list |
//! | `trial` | positions to try them in |
//! | `spelling` | what written moves say, whatever the rules |
//! | `counts` | move sequences from the opening |

mod counts;
mod laws;
mod pictures;
mod spelling;
mod trial;

pub use counts::counts;
pub use laws::{Broken, broken_laws, laws};
pub use pictures::{Picture, picture, pictures};
pub use trial::Budget;
