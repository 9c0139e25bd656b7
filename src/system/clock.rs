//! The clock: the system's, or in WebAssembly that of the host, since the standard library has none there.

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub(crate) use std::time::Instant;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub(crate) use web_time::Instant;

/// The time now; `Instant::now` would trap in WebAssembly.
#[expect(clippy::disallowed_methods, reason = "the one place that asks")]
pub(crate) fn now() -> Instant {
    Instant::now()
}
