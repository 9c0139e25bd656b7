//! What every test file needs: all variants, loaded.

use mankala::files::catalogue::EMBEDDED;
use mankala::{Catalogue, Loaded};

/// Every embedded variant with its name, so that a new one is tested unasked.
pub(crate) fn variants() -> impl Iterator<Item = (&'static str, Loaded)> {
    EMBEDDED.iter().map(|&(name, _)| {
        let loaded = Catalogue::new().load(name, &[]);
        (
            name,
            loaded.unwrap_or_else(|errors| panic!("{name}:\n{errors}")),
        )
    })
}
