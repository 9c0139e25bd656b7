//! Networks of variants, embedded from `nets/`.

use std::sync::Arc;

use mankala_core::variant::net::Net;

/// Files by their names. The page leaves them out, as they would take a few percent of its size.
const FILES: &[(&str, &str)] = if cfg!(target_family = "wasm") {
    &[]
} else {
    include!(concat!(env!("OUT_DIR"), "/nets.rs"))
};

/// Returns the network of the variants with this digest, if there is one.
pub(crate) fn of(digest: &str) -> Option<Arc<Net>> {
    // Each file begins with the digest, so that the others need not be parsed.
    let is_of = |text: &str| {
        let found = text.strip_prefix("digest = \"");
        found.is_some_and(|found| found.starts_with(digest))
    };
    let (_, text) = FILES.iter().find(|(_, text)| is_of(text))?;
    Net::read(text).ok().map(Arc::new)
}
