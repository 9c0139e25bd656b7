//! Games in numbers, for programs that learn to play: actions, observations, and many games at a time.
//!
//! An *action* is a number. First come the starts of moves as the player to move sees them: the own pits from A1 on, then the
//! opponent's; where seeds may be sown two ways the same again for the moves backward; then a pass. Behind these stand [`BASE`]
//! digits: where a start leaves several ways to go on, the same player chooses among them, listed in the order of
//! [`legal_moves`](crate::text::notation::legal_moves), by the digits of their number.
//!
//! An *observation* is a row of numbers with a name each, as one player sees them: the seeds in the own pits and in the
//! opponent's, whether that player is to move, and what else a written position tells.

mod actions;
mod batch;
mod history;
mod pool;
mod seat;
mod sight;
mod view;

pub use actions::{Actions, BASE, Open};
pub use batch::{Batch, Illegal};
pub use seat::Terms;
pub use sight::Sight;
pub use view::View;
