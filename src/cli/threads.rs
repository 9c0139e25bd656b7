//! How many threads play: as many as are wanted, and no more than there is memory for.
//!
//! Games never depend on it. What players remember is never made smaller for want of memory, because that would change their moves.

use std::fs;

use super::Failure;
use super::output::Output;

/// The number of threads for players that need so many bytes each in all: as many as are asked for, or as the
/// machine runs at once.
///
/// They get half of the memory that is free: others want some too. One thread may have all of it.
pub(crate) fn threads(
    wanted: Option<u16>,
    need: usize,
    output: &mut Output,
) -> Result<usize, Failure> {
    let wanted = match wanted {
        Some(wanted) => usize::from(wanted),
        None => std::thread::available_parallelism().map_or(1, usize::from),
    };
    let (need, Some(free)) = (need as u64, free()) else {
        return Ok(wanted);
    };
    let [needed, there] = [need, free].map(|bytes| format!("{} MB", bytes.div_ceil(1_000_000)));
    if need > free {
        return Err(Failure::Refused(format!(
            "these players need up to {needed} of memory, and {there} are free"
        )));
    }
    let fit = (free / 2).checked_div(need).unwrap_or(u64::MAX).max(1);
    let fit = usize::try_from(fit).unwrap_or(usize::MAX);
    if fit < wanted {
        output.note(format!(
            "players need up to {needed} of memory a thread, and {there} are free: \
             they play on {fit} of {wanted} threads"
        ));
    }
    Ok(wanted.min(fit))
}

/// The bytes of memory that this program may still take, where the system says so.
fn free() -> Option<u64> {
    let read = |path: &str| fs::read_to_string(path).ok();
    // Kilobytes, in a table of all kinds of memory.
    let machine = read("/proc/meminfo")
        .as_deref()
        .and_then(|table| 1024_u64.checked_mul(number(table, "MemAvailable:")?));
    // What the user allows to a program (`ulimit -v`), and to a service or a container.
    let program = read("/proc/self/limits")
        .as_deref()
        .and_then(|table| number(table, "Max address space"));
    let group = read("/proc/self/cgroup");
    let group = group
        .iter()
        .flat_map(|groups| groups.lines())
        .find_map(|line| line.strip_prefix("0::/"));
    let own = format!("{}/memory.max", group.unwrap_or_default());
    let groups = [&*own, "memory.max", "memory/memory.limit_in_bytes"];
    let groups = groups.map(|file| {
        let limit = read(&format!("/sys/fs/cgroup/{file}"))?;
        limit.trim().parse().ok()
    });
    let known = [machine, program].into_iter().chain(groups);
    known.flatten().min()
}

/// The number behind a name at the beginning of a line.
fn number(table: &str, name: &str) -> Option<u64> {
    let rest = table.lines().find_map(|line| line.strip_prefix(name))?;
    rest.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn numbers_stand_behind_their_names() {
        let table = "MemTotal:       24609432 kB\nMemAvailable:   23120000 kB\n";
        assert_eq!(number(table, "MemAvailable:"), Some(23_120_000));
        let table = "Max address space         unlimited            unlimited            bytes\n";
        assert_eq!(number(table, "Max address space"), None);
        assert_eq!(number("", "MemAvailable:"), None);
    }
}
