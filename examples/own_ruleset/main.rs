//! A ruleset in its own crate: all commands of mankala, with Ng'ombe among the games.

use std::process::ExitCode;

use mankala::Catalogue;

mod ruleset;
#[cfg(test)]
mod tests;

fn main() -> ExitCode {
    mankala::cli::run(catalogue())
}

/// Returns the games of mankala and this one.
fn catalogue() -> Catalogue {
    let catalogue = Catalogue::new().with::<ruleset::Mine>();
    catalogue.with_file(include_str!("ngombe.toml"))
}
