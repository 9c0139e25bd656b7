//! How many positions a game can have at most, by counting.

use super::stats::ln_choose;
use crate::kernel::diagram::FieldKind;
use crate::system::number::real;
use crate::variant::AnyVariant;

impl dyn AnyVariant {
    /// An upper bound of the number of positions, as a decimal logarithm.
    ///
    /// The n seeds of the opening lie in k places, the pits and, where a written position counts seeds off the board, both
    /// sides' stores: C(n + k − 1, k − 1) ways. Each other field multiplies that by its states: 4 for a
    /// field that names sides, one for each pit and one for none where it names a pit, the same
    /// in each row by itself where it names one of each side, 2 for each pit where it names any number of them, 3 for the swap,
    /// one more than the turns that count, for each side. Either player may be to move.
    #[must_use]
    pub fn positions_log10(&self) -> f64 {
        let seeds = u64::from(self.diagram(&self.opening()).total());
        let pits = 2 * u64::from(self.layout().pits_a_side());
        let fields = self.fields();
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
