//! Clock: the system's, or the host's in WebAssembly, where the standard library has none.

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub(crate) use std::time::Instant;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub(crate) use web_time::Instant;

/// Returns the current time; `Instant::now` would trap in WebAssembly.
#[expect(clippy::disallowed_methods, reason = "the one place that asks")]
pub(crate) fn now() -> Instant {
    Instant::now()
}
