//! The list of rulesets. A new one is a module in `rulesets/`, a file in `variants/`, and a line here.

use crate::catalogue::Catalogue;

/// Declares the modules and registers their rulesets, in this order.
macro_rules! rulesets {
    ($($module:ident :: $ruleset:ident),* $(,)?) => {
        $(pub mod $module;)*

        /// Adds every ruleset of this crate to a catalogue.
        pub(crate) fn register_all(catalogue: Catalogue) -> Catalogue {
            catalogue$(.with::<$module::$ruleset>())*
        }
    };
}

mod rows;

rulesets! {
    zanzibar::Zanzibar,
    tanzanian::Tanzanian,
    kingulu::Kingulu,
    catalan::Catalan,
    kalah::Kalah,
    oware::Oware,
    toguz::Toguz,
}
