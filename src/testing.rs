//! Tests for authors of rulesets and variant files, in this crate or another: examples as text for snapshots, and laws
//! that hold for every game.
//!
//! [`pictures`] makes a snapshot of each example: board, trace and board. The sample below uses the crate `insta`,
//! which needs only a name and a text. [`laws`] tries the game in a hundred positions without knowing its rules;
//! `MANKALA_TESTS=full` in the environment tries five times as many. [`counts`] pins the numbers of move sequences, and
//! [`rules_without_example`](crate::files::check::rules_without_example) finds rules that no example shows.
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
//! | `laws` | list of the laws |
//! | `trial` | positions in which they are tried |
//! | `spelling` | parts of written moves, for any rules |
//! | `counts` | numbers of move sequences from the opening |

mod counts;
mod laws;
mod pictures;
mod spelling;
mod trial;

pub use counts::counts;
pub use laws::{Broken, broken_laws, laws};
pub use pictures::{Picture, picture, pictures};
pub use trial::Budget;
