//! How much memory a search may take where `--max-memory` does not say: three quarters of what is free.
//!
//! A best-first search fills memory until it ends. Without a limit the system would end it first, with nothing to show; with
//! one it stops by itself and reports what it knows. Linux shows what is free, in `/proc/meminfo` and, inside a container, in
//! the control group's own files; elsewhere there is no default limit.

use std::fs;

use clap::ArgMatches;

/// The default limit in bytes, where the system shows what is free.
pub fn default_limit() -> Option<u64> {
    let machine = fs::read_to_string("/proc/meminfo").ok().and_then(|text| available(&text));
    let number = |file| fs::read_to_string(file).ok().and_then(|text: String| text.trim().parse::<u64>().ok());
    let group = number("/sys/fs/cgroup/memory.max")
        .zip(number("/sys/fs/cgroup/memory.current"))
        .map(|(most, taken)| most.saturating_sub(taken));
    let free = machine.into_iter().chain(group).min()?;
    Some(free / 4 * 3)
}

/// The bytes of tables that a command may keep: `--max-memory` where it has that option, else the default limit. Processes
/// that solve a batch together have a share each.
pub(crate) fn of_tables(matches: &ArgMatches) -> Option<u64> {
    let number = |name| matches.try_get_one::<u64>(name).ok().flatten().copied();
    let bytes = number("max-memory").or_else(default_limit)?;
    Some(bytes / number("processes").unwrap_or(1).max(1))
}

/// The line `MemAvailable:  123 kB` of `/proc/meminfo`, in bytes.
fn available(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_of_the_free_memory_is_found() {
        assert_eq!(available("MemTotal:  9 kB\nMemFree: 1 kB\nMemAvailable:     1234 kB\n"), Some(1234 * 1024));
        for bad in ["", "MemAvailable: many kB", "MemAvailable: 5 MB", "MemAvailable: 18446744073709551615 kB"] {
            assert_eq!(available(bad), None, "{bad}");
        }
    }
}
