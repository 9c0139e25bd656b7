//! Upper bound on the number of positions of a game, by counting.

use super::stats::ln_choose;
use crate::kernel::FieldKind;
use crate::system::number::real;
use crate::variant::AnyVariant;

impl dyn AnyVariant {
    /// Returns an upper bound on the number of positions, as a decimal logarithm.
    ///
    /// The n seeds of the opening lie in k places: the pits, and both stores if positions count seeds off the board.
    /// That gives C(n + k − 1, k − 1) ways. Each other field multiplies this by its number of states: 4 for a field of
    /// sides, 3 for the swap, 9 for directions. A number has 65 536 states; counted turns have (most + 1)², where
    /// `most` is the highest count for each player. A single pit has one state for each pit of the board and one for
    /// none; one pit of each side has (pits of a side + 1)². A set of pits has a factor of 2 for each pit. Either
    /// player may move.
    pub fn positions_log10(&self) -> f64 {
        let seeds = u64::from(self.diagram(&self.opening()).total());
        let pits = 2 * u64::from(self.layout().pits_a_side());
        let fields = &self.properties().fields;
        let has_store = |kind| kind == FieldKind::Seeds;
        let stores = 2 * fields.iter().filter(|field| has_store(field.kind)).count() as u64;
        let states = fields.iter().map(|field| match field.kind {
            FieldKind::Turns { most } => (f64::from(most) + 1.0).powi(2),
            FieldKind::Seeds => 1.0,
            FieldKind::Sides => 4.0,
            FieldKind::Number => 65_536.0,
            FieldKind::Swap => 3.0,
            FieldKind::Directions => 9.0,
            FieldKind::Pit => real((pits + 1).into()),
            FieldKind::PitEach => real((pits / 2 + 1).into()).powi(2),
            FieldKind::Pits => 2_f64.powf(real(pits.into())),
        });
        let states: f64 = states.map(f64::log10).sum();
        let places = pits + stores;
        ln_choose(seeds + places - 1, places - 1) / std::f64::consts::LN_10 + states + 2_f64.log10()
    }
}
