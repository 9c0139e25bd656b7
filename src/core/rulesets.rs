//! List of rulesets. To add one, create a module in `rulesets/` and a file in `variants/`, and name the module here.

use crate::variant::ruleset::Register;

pub mod four_rows;
pub mod kalah;
pub mod oware;
pub mod prelude;
pub mod two_rows;

/// Declares the modules and registers their rulesets, in this order.
macro_rules! rulesets {
    ($($module:ident :: $ruleset:ident),* $(,)?) => {
        $(pub mod $module;)*

        /// Adds every ruleset of this crate to a list.
        pub fn register(list: &mut impl Register) {
            $(list.add::<$module::$ruleset>();)*
        }
    };
}

rulesets! {
    zanzibar::Zanzibar,
    tanzanian::Tanzanian,
    kingulu::Kingulu,
    catalan::Catalan,
    tsoro::Tsoro,
    congkak::Congkak,
    wari::Wari,
    namnam::Namnam,
    weg::Weg,
    endodoi::Endodoi,
    pussa::Pussa,
    toguz::Toguz,
    omweso::Omweso,
    quan::Quan,
    katro::Katro,
    okwe::Okwe,
    pere::Pere,
    tchela::Tchela,
}
