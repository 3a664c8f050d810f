//! Which processes belong to a run, even if they try to escape.
//!
//! A child that calls `setsid` leaves its process group, and when its parent ends, nothing in the process tree shows where
//! it came from. Limits, however, are inherited by everything a process starts and cannot be raised without privilege. So
//! each run is tagged with a number of its own as the limit for real-time processing (`RLIMIT_RTTIME`, in microseconds:
//! tens of thousands of years, no restriction), and on Linux `/proc/PID/limits` shows it for every process. Other systems
//! show no limits: there only the process group is killed.

use std::time::Duration;

/// What the processes of a run use in total.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Usage {
    /// The number of live processes.
    pub(super) processes: usize,
    /// Their private memory in bytes. Pages shared by `fork` count for each.
    pub(super) memory: u64,
}

/// The tag of one run.
#[derive(Debug)]
pub(super) struct RunTag {
    number: Option<u64>,
    /// Processes known not to belong to the run, so that monitoring costs little on a busy machine.
    #[cfg(target_os = "linux")]
    unrelated: std::collections::HashSet<i32>,
}

/// How long [`RunTag::kill_all`] tries, against a program that starts processes faster than they are usage.
const KILL_TIMEOUT: Duration = Duration::from_secs(5);

#[cfg(target_os = "linux")]
mod linux {
    use std::fs;
    use std::sync::Once;
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::time::{Duration, Instant};

    use super::super::sandbox;
    use super::{KILL_TIMEOUT, RunTag, Usage};

    const HIGHEST: u64 = 1 << 60;

    impl RunTag {
        /// A tag that no other run has, in this grader or another one on this machine.
        pub(in super::super) fn new() -> Self {
            static RUNS: AtomicU64 = AtomicU64::new(1);
            static ADOPT: Once = Once::new();
            ADOPT.call_once(sandbox::adopt_orphans);
            let run = RUNS.fetch_add(1, Ordering::Relaxed) % (1 << 20);
            let own = (u64::from(std::process::id()) << 20) + run;
            let number = sandbox::highest_tag().min(HIGHEST).checked_sub(own).filter(|&tag| tag > HIGHEST / 2);
            Self { number, unrelated: all().collect() }
        }

        /// The number for the first process.
        pub(in super::super) fn number(&self) -> Option<u64> {
            self.number
        }

        /// What the run uses at the moment.
        pub(in super::super) fn usage(&mut self) -> Usage {
            let Some(tag) = self.number else { return Usage::default() };
            let mut usage = Usage::default();
            for pid in all() {
                if self.unrelated.contains(&pid) {
                    continue;
                }
                match tag_of(pid) {
                    Some(its_tag) if its_tag == tag => {
                        usage.processes += 1;
                        usage.memory += private_bytes(pid);
                    }
                    // A child of ours that was just forked has no tag yet.
                    Some(_) if parent_of(pid) != Some(std::process::id()) => {
                        self.unrelated.insert(pid);
                    }
                    _ => {}
                }
            }
            usage
        }

        /// Kills all processes with the tag. Returns how many there were, and whether all are dead.
        pub(in super::super) fn kill_all(&self) -> (usize, bool) {
            let Some(tag) = self.number else { return (0, true) };
            let (mut killed, started) = (std::collections::HashSet::new(), Instant::now());
            loop {
                let mut alive = 0;
                for pid in all().filter(|&pid| tag_of(pid) == Some(tag)) {
                    if is_dead(pid) {
                        sandbox::reap(pid);
                    } else {
                        sandbox::kill(pid);
                        killed.insert(pid);
                        alive += 1;
                    }
                }
                if alive == 0 || started.elapsed() > KILL_TIMEOUT {
                    return (killed.len(), alive == 0);
                }
                std::thread::sleep(Duration::from_millis(1));
            }
        }
    }

    /// How many tasks (threads) our user has; `None` for the superuser, whose tasks are not limited.
    pub(in super::super) fn tasks_of_user() -> Option<u64> {
        let user = sandbox::user();
        if user == 0 {
            return None;
        }
        let uid = format!("{user}");
        let threads = |status: String| {
            let field = |name| status.lines().find_map(|line| line.strip_prefix(name)?.split_whitespace().next());
            (field("Uid:") == Some(uid.as_str())).then(|| field("Threads:")?.parse::<u64>().ok()).flatten()
        };
        Some(all().filter_map(|pid| threads(fs::read_to_string(format!("/proc/{pid}/status")).ok()?)).sum())
    }

    /// How long a process waited for a free core.
    pub(in super::super) fn waited(pid: i32) -> Duration {
        let nanoseconds = || fs::read_to_string(format!("/proc/{pid}/schedstat")).ok()?.split(' ').nth(1)?.parse().ok();
        Duration::from_nanos(nanoseconds().unwrap_or(0))
    }

    fn all() -> impl Iterator<Item = i32> {
        let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
        entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok())
    }

    fn tag_of(pid: i32) -> Option<u64> {
        let limits = fs::read_to_string(format!("/proc/{pid}/limits")).ok()?;
        let line = limits.lines().find_map(|line| line.strip_prefix("Max realtime timeout"))?;
        let hard = line.split_whitespace().nth(1)?;
        Some(hard.parse().unwrap_or(u64::MAX))
    }

    /// State and parent. They come after the name, which may contain anything.
    fn stat(pid: i32) -> Option<(char, u32)> {
        let stat = fs::read(format!("/proc/{pid}/stat")).ok()?;
        let after = stat.iter().rposition(|&byte| byte == b')')?;
        let mut fields = std::str::from_utf8(&stat[after + 1..]).ok()?.split_whitespace();
        Some((fields.next()?.chars().next()?, fields.next()?.parse().ok()?))
    }

    fn parent_of(pid: i32) -> Option<u32> {
        stat(pid).map(|(_, parent)| parent)
    }

    fn is_dead(pid: i32) -> bool {
        stat(pid).is_none_or(|(state, _)| matches!(state, 'Z' | 'X'))
    }

    fn private_bytes(pid: i32) -> u64 {
        let pages = || {
            let statm = fs::read_to_string(format!("/proc/{pid}/statm")).ok()?;
            let mut fields = statm.split_whitespace().skip(1).map(str::parse::<u64>);
            let (resident, shared) = (fields.next()?.ok()?, fields.next()?.ok()?);
            Some(resident.saturating_sub(shared))
        };
        pages().unwrap_or(0) * sandbox::page_bytes()
    }
}

#[cfg(target_os = "linux")]
pub(super) use linux::{tasks_of_user, waited};

#[cfg(not(target_os = "linux"))]
impl RunTag {
    pub(super) fn new() -> Self {
        Self { number: None }
    }

    pub(super) fn number(&self) -> Option<u64> {
        self.number
    }

    pub(super) fn usage(&mut self) -> Usage {
        Usage::default()
    }

    pub(super) fn kill_all(&self) -> (usize, bool) {
        let _ = KILL_TIMEOUT;
        (0, true)
    }
}

#[cfg(not(target_os = "linux"))]
pub(super) fn waited(_: i32) -> Duration {
    Duration::ZERO
}

#[cfg(not(target_os = "linux"))]
pub(super) fn tasks_of_user() -> Option<u64> {
    None
}
