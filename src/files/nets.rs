//! Networks of variants, embedded from `nets/`.

use mankala_core::play::players::{PlayerSpec, Search};
use mankala_core::variant::net::Net;
use mankala_core::variant::score::Judge;

use crate::files::catalogue::Loaded;

/// Files by their names. The page leaves them out, as they would take a few percent of its size.
const FILES: &[(&str, &str)] = if cfg!(target_family = "wasm") {
    &[]
} else {
    include!(concat!(env!("OUT_DIR"), "/nets.rs"))
};

/// Returns the network for the rules of a variant, if there is one.
pub(crate) fn of(loaded: &Loaded) -> Option<Net> {
    Net::read(text(loaded)?, loaded.variant.layout()).ok()
}

/// Returns the file of the network for the rules of a variant.
fn text(loaded: &Loaded) -> Option<&'static str> {
    // Each file begins with the digest, so that the others need not be read.
    let digest = format!("digest = \"{}\"\n", loaded.digest());
    let file = FILES.iter().find(|(_, text)| text.starts_with(&digest));
    file.map(|&(_, text)| text)
}

impl Loaded {
    /// Checks that there is a network for this variant if a player asks for it.
    ///
    /// # Errors
    ///
    /// A message with the variants that have networks.
    pub fn check_players(&self, players: &[PlayerSpec]) -> Result<(), String> {
        let net = |player: &&PlayerSpec| {
            matches!(
                player,
                PlayerSpec::AlphaBeta(Search {
                    judge: Judge::Net,
                    ..
                })
            )
        };
        let Some(player) = players.iter().find(net).filter(|_| text(self).is_none()) else {
            return Ok(());
        };
        let names = FILES.iter().map(|(name, _)| name.trim_end_matches(".toml"));
        let names: Vec<&str> = names.collect();
        Err(format!(
            "{player}: {} has no network; only these variants have one: {}",
            self.label(),
            names.join(", ")
        ))
    }
}
