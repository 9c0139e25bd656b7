//! Networks of variants, embedded from `nets/`.

use mankala_core::variant::net::Net;

use crate::files::catalogue::Loaded;

/// Files by their names. The page leaves them out, as they would take a few percent of its size.
const FILES: &[(&str, &str)] = if cfg!(target_family = "wasm") {
    &[]
} else {
    include!(concat!(env!("OUT_DIR"), "/nets.rs"))
};

/// Returns the network for the rules of a variant, if there is one.
pub(crate) fn of(loaded: &Loaded) -> Option<Net> {
    // Each file begins with the digest, so that the others need not be read.
    let digest = format!("digest = \"{}\"\n", loaded.digest());
    let (_, text) = FILES.iter().find(|(_, text)| text.starts_with(&digest))?;
    Net::read(text, loaded.variant.layout()).ok()
}
