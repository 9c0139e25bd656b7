//! Free memory of the system.

use std::fs;

/// Returns the bytes of memory that this program may still take, or `None` if the system does not report them.
pub fn free() -> Option<u64> {
    let read = |path: &str| fs::read_to_string(path).ok();
    let listed = |path: &str, name: &str| number(&read(path)?, name);
    let kilobytes = listed("/proc/meminfo", "MemAvailable:");
    let machine = kilobytes.and_then(|kilobytes| kilobytes.checked_mul(1024));
    // The limits of the user (`ulimit -v`) and of a service or container.
    let program = listed("/proc/self/limits", "Max address space");
    let groups = read("/proc/self/cgroup").unwrap_or_default();
    let group = groups.lines().find_map(|line| line.strip_prefix("0::/"));
    let own = format!("{}/memory.max", group.unwrap_or_default());
    let groups = [&*own, "memory.max", "memory/memory.limit_in_bytes"]
        .map(|file| read(&format!("/sys/fs/cgroup/{file}"))?.trim().parse().ok());
    [machine, program].into_iter().chain(groups).flatten().min()
}

/// Reads the number after a name at the beginning of a line.
fn number(table: &str, name: &str) -> Option<u64> {
    let rest = table.lines().find_map(|line| line.strip_prefix(name))?;
    rest.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_follow_their_names() {
        let table = "MemTotal:       24609432 kB\nMemAvailable:   23120000 kB\n";
        assert_eq!(number(table, "MemAvailable:"), Some(23_120_000));
        let table = "Max address space         unlimited            unlimited            bytes\n";
        assert_eq!(number(table, "Max address space"), None);
        assert_eq!(number("", "MemAvailable:"), None);
    }
}
