//! Which processes belong to a run, whatever they did to get away.
//!
//! A child that calls `setsid` leaves its process group, and when its parent ends nothing in the process tree tells
//! where it came from. Limits, however, are inherited by everything a process starts and cannot be raised again
//! without privilege. So each run gets a number of its own as the limit for real-time processing (`RLIMIT_RTTIME`, in
//! microseconds: tens of thousands of years, it hinders nobody), and on Linux `/proc/PID/limits` shows it for every
//! process. Elsewhere there is no such window: there only the process group is ended.

use std::time::Duration;

/// What the processes of a run use together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Use {
    /// Living processes.
    pub(super) processes: usize,
    /// Their private memory, in bytes. Pages shared by `fork` count for each.
    pub(super) memory: u64,
}

/// The mark of one run.
#[derive(Debug)]
pub(super) struct Mark {
    number: Option<u64>,
    /// Processes already seen to be of no concern, so that watching costs little on a busy machine.
    #[cfg(target_os = "linux")]
    strangers: std::collections::HashSet<i32>,
}

/// How long [`Mark::sweep`] goes on against a program that starts processes faster than they can be found.
const SWEEP: Duration = Duration::from_secs(5);

#[cfg(target_os = "linux")]
mod linux {
    use std::fs;
    use std::sync::Once;
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::time::{Duration, Instant};

    use super::super::sandbox;
    use super::{Mark, SWEEP, Use};

    const HIGHEST: u64 = 1 << 60;

    impl Mark {
        /// A mark no other run has, here or in another evaluator on this machine.
        pub(in super::super) fn new() -> Self {
            static RUNS: AtomicU64 = AtomicU64::new(1);
            static ADOPT: Once = Once::new();
            ADOPT.call_once(sandbox::adopt_orphans);
            let run = RUNS.fetch_add(1, Ordering::Relaxed) % (1 << 20);
            let own = (u64::from(std::process::id()) << 20) + run;
            let number = sandbox::highest_mark().min(HIGHEST).checked_sub(own).filter(|&mark| mark > HIGHEST / 2);
            Self { number, strangers: all().collect() }
        }

        /// The number to give to the first process.
        pub(in super::super) fn number(&self) -> Option<u64> {
            self.number
        }

        /// What the run uses now.
        pub(in super::super) fn look(&mut self) -> Use {
            let Some(mark) = self.number else { return Use::default() };
            let mut found = Use::default();
            for pid in all() {
                if self.strangers.contains(&pid) {
                    continue;
                }
                match mark_of(pid) {
                    Some(its) if its == mark => {
                        found.processes += 1;
                        found.memory += private_bytes(pid);
                    }
                    // A process that has just been forked off by us still has no mark.
                    Some(_) if parent_of(pid) != Some(std::process::id()) => {
                        self.strangers.insert(pid);
                    }
                    _ => {}
                }
            }
            found
        }

        /// Kills whatever still carries the mark. Says how many living processes there were, and whether all are gone.
        pub(in super::super) fn sweep(&self) -> (usize, bool) {
            let Some(mark) = self.number else { return (0, true) };
            let (mut killed, began) = (std::collections::HashSet::new(), Instant::now());
            loop {
                let mut alive = 0;
                for pid in all().filter(|&pid| mark_of(pid) == Some(mark)) {
                    if is_dead(pid) {
                        sandbox::reap(pid);
                    } else {
                        sandbox::kill(pid);
                        killed.insert(pid);
                        alive += 1;
                    }
                }
                if alive == 0 || began.elapsed() > SWEEP {
                    return (killed.len(), alive == 0);
                }
                std::thread::sleep(Duration::from_millis(1));
            }
        }
    }

    /// How many tasks (threads) our user has, where the system limits them: not for the superuser.
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

    fn all() -> impl Iterator<Item = i32> {
        let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
        entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok())
    }

    fn mark_of(pid: i32) -> Option<u64> {
        let limits = fs::read_to_string(format!("/proc/{pid}/limits")).ok()?;
        let line = limits.lines().find_map(|line| line.strip_prefix("Max realtime timeout"))?;
        let hard = line.split_whitespace().nth(1)?;
        Some(hard.parse().unwrap_or(u64::MAX))
    }

    /// State and parent, from behind the name, which may hold anything.
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
pub(super) use linux::tasks_of_user;

#[cfg(not(target_os = "linux"))]
impl Mark {
    pub(super) fn new() -> Self {
        Self { number: None }
    }

    pub(super) fn number(&self) -> Option<u64> {
        self.number
    }

    pub(super) fn look(&mut self) -> Use {
        Use::default()
    }

    pub(super) fn sweep(&self) -> (usize, bool) {
        let _ = SWEEP;
        (0, true)
    }
}

#[cfg(not(target_os = "linux"))]
pub(super) fn tasks_of_user() -> Option<u64> {
    None
}
