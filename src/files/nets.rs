//! Networks of variants, embedded from `src/files/nets/`.

/// Files by their names. The page leaves them out, as they would take a few percent of its size.
const FILES: &[(&str, &str)] =
    if cfg!(target_family = "wasm") { &[] } else { include!(concat!(env!("OUT_DIR"), "/nets.rs")) };

/// Returns the file of the network for rules of this digest, if there is one.
pub(crate) fn file(digest: &str) -> Option<&'static str> {
    // Each file begins with the digest, so that the others need not be read.
    let begin = format!("digest = \"{digest}\"\n");
    FILES.iter().find(|(_, text)| text.starts_with(&begin)).map(|&(_, text)| text)
}

pub(crate) fn names() -> Vec<&'static str> {
    FILES.iter().map(|(name, _)| name.trim_end_matches(".toml")).collect()
}
