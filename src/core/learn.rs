//! Numeric interface for machine learning: actions, observations and batches of games.
//!
//! An *action* is a number. First come the starts of moves as the player to move sees them: the own pits from A1 on,
//! then the opponent's. If seeds may be sown both ways, the list repeats for moves backward. Then comes a pass, and
//! then [`BASE`] digits. If a start leaves several continuations, the player selects one by the digits of its index in
//! [`legal_moves`](crate::text::notation::legal_moves).
//!
//! An *observation* is a row of named numbers, as one player sees them. It holds the seeds in the own and the
//! opponent's pits, the turn, and the other fields of a written position.
//!
//! A [`Scope`] leaves out actions that are never legal, and adds repetitions to observations.

mod actions;
mod batch;
mod history;
mod pool;
mod saved;
mod shown;
mod sight;
mod space;
mod state;
mod trial;
mod view;

pub use actions::{Actions, BASE, Illegal, Open, Scope};
pub use batch::{Batch, WAIT};
pub(crate) use pool::Pool;
pub use sight::Sight;
pub use space::{Pending, Space};
pub use state::Terms;
pub use trial::{Trial, Trials};
pub use view::View;
