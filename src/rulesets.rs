//! The list of rulesets. A new one is a module in `rulesets/`, a file in `variants/`, and a line here.

use crate::registry::{Entry, Registered};

/// Declares the modules and registers their rulesets, in this order.
macro_rules! rulesets {
    ($($module:ident :: $ruleset:ident),* $(,)?) => {
        $(pub mod $module;)*

        /// Every ruleset of this crate.
        pub(crate) fn all() -> Vec<Box<dyn Entry>> {
            vec![$(Registered::<$module::$ruleset>::boxed()),*]
        }
    };
}

rulesets! {
    zanzibar::Zanzibar,
    tanzanian::Tanzanian,
    kingulu::Kingulu,
    catalan::Catalan,
    kalah::Kalah,
    oware::Oware,
    toguz::Toguz,
}
