//! Clock: the system's, or the host's in WebAssembly, where the standard library has none.

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use std::time::Instant;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use web_time::Instant;

/// Returns the current time; `Instant::now` would trap in WebAssembly.
#[expect(clippy::disallowed_methods, reason = "the one place that asks")]
pub fn now() -> Instant {
    Instant::now()
}

/// Returns the processor time of this program; on systems that do not measure it, the time since the first call. A busy
/// machine does not shorten limits of processor time.
#[cfg(feature = "cli")]
pub fn worked() -> std::time::Duration {
    #[cfg(unix)]
    {
        use nix::time::{ClockId, clock_gettime};
        clock_gettime(ClockId::CLOCK_PROCESS_CPUTIME_ID).map_or_else(|_| since(), Into::into)
    }
    #[cfg(not(unix))]
    since()
}

/// Returns the time since the first call.
#[cfg(feature = "cli")]
fn since() -> std::time::Duration {
    static FIRST: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(now);
    FIRST.elapsed()
}
