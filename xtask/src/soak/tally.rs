//! What all threads count, and whether it is enough.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use super::client::Kind;
use super::judge::Finding;
use crate::steps::Done;

/// What all threads count.
#[derive(Default)]
pub(super) struct Tally {
    requests: AtomicU64,
    refused: AtomicU64,
    /// By kind of request.
    verified: [AtomicU64; Kind::ALL.len()],
    pub(super) batches: AtomicU64,
    pub(super) spaces: AtomicU64,
    pub(super) kills: AtomicU64,
    wrong: Mutex<Vec<String>>,
}

/// What the server held, in MiB: each second under load, and when idle again.
pub(super) struct Memory {
    pub(super) loaded: Vec<u64>,
    pub(super) idle: Option<u64>,
    pub(super) allowed: u64,
}

impl Tally {
    pub(super) fn add(counter: &AtomicU64) {
        counter.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn wrong(&self, what: String) {
        self.wrong.lock().expect("no thread panics").push(what);
    }

    /// A request of a kind was answered, or was not.
    pub(super) fn found(&self, kind: Kind, finding: Finding) {
        match finding {
            Finding::Right => Self::add(&self.verified[kind as usize]),
            Finding::Open => {}
            Finding::Refused => Self::add(&self.refused),
            Finding::Wrong(what) => return self.wrong(format!("{}: {what}", kind.name())),
        }
        Self::add(&self.requests);
    }

    /// Every count that must not be 0, with its name.
    fn counts(&self) -> Vec<(String, u64)> {
        let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        let mut counts = vec![("requests answered".to_owned(), count(&self.requests))];
        counts
            .extend(Kind::ALL.map(|kind| (format!("{} verified", kind.name()), count(&self.verified[kind as usize]))));
        counts.push(("batches of 20 boards".to_owned(), count(&self.batches)));
        counts.push(("whole spaces counted".to_owned(), count(&self.spaces)));
        counts.push(("processes killed".to_owned(), count(&self.kills)));
        counts
    }

    pub(super) fn print(&self, Memory { loaded, idle, allowed }: &Memory) {
        let mib = |value: Option<&u64>| value.map_or("?".to_owned(), u64::to_string);
        println!("\nxtask: soak");
        for (name, count) in self.counts() {
            println!("{name:<32}{count}");
        }
        println!("{:<32}{}", "refused, queue full", self.refused.load(Ordering::Relaxed));
        println!("{:<32}{}", "server MiB, after 30 s", mib(loaded.get(30.min(loaded.len().saturating_sub(1)))));
        println!("{:<32}{}", "server MiB, at most", mib(loaded.iter().max()));
        println!("{:<32}{}", "server MiB, at the end", mib(loaded.last()));
        println!("{:<32}{}", "server MiB, idle again", mib(idle.as_ref()));
        println!("{:<32}{allowed}", "server MiB, allowed");
    }

    /// Whether nothing was wrong, and something was done of everything.
    pub(super) fn verdict(&self, memory: &Memory, is_alive: bool) -> Done {
        let wrong = self.wrong.lock().expect("no thread panics");
        if let Some(first) = wrong.first() {
            return Err(format!("{} wrong, the first: {first}", wrong.len()));
        }
        if !is_alive {
            return Err("the server ended".to_owned());
        }
        // Only Linux says what a process holds, and which processes it started.
        let is_watched = cfg!(target_os = "linux");
        let mut counts = self.counts();
        if !is_watched {
            counts.pop();
        }
        if let Some((name, _)) = counts.iter().find(|(_, count)| *count == 0) {
            return Err(format!("nothing was done: {name} 0"));
        }
        match memory.loaded.iter().max() {
            None if is_watched => Err("the server's memory was never seen".to_owned()),
            Some(&most) if most > memory.allowed => Err("the server took more memory than it may".to_owned()),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn memory(loaded: &[u64]) -> Memory {
        Memory { loaded: loaded.to_vec(), idle: None, allowed: 200 }
    }

    /// One of everything.
    fn full() -> Tally {
        let tally = Tally::default();
        for kind in Kind::ALL {
            tally.found(kind, Finding::Right);
        }
        for counter in [&tally.batches, &tally.spaces, &tally.kills] {
            Tally::add(counter);
        }
        tally
    }

    #[test]
    fn something_must_be_done_of_everything() {
        assert_eq!(full().verdict(&memory(&[100]), true), Ok(()));
        assert!(Tally::default().verdict(&memory(&[100]), true).is_err());
        for missing in Kind::ALL {
            let mut tally = full();
            tally.verified[missing as usize] = AtomicU64::new(0);
            assert!(tally.verdict(&memory(&[100]), true).is_err_and(|error| error.contains(missing.name())));
        }
        for clear in [|tally: &mut Tally| tally.batches = 0.into(), |tally: &mut Tally| tally.spaces = 0.into()] {
            let mut tally = full();
            clear(&mut tally);
            assert!(tally.verdict(&memory(&[100]), true).is_err());
        }
        for finding in [Finding::Open, Finding::Refused] {
            let tally = Tally::default();
            for kind in Kind::ALL {
                tally.found(kind, finding.clone());
            }
            assert!(tally.verdict(&memory(&[100]), true).is_err());
        }
    }

    #[test]
    fn what_is_wrong_or_too_large_is_a_failure() {
        assert!(full().verdict(&memory(&[100]), false).is_err());
        assert!(full().verdict(&memory(&[100, 201, 100]), true).is_err());
        assert_eq!(full().verdict(&memory(&[]), true).is_err(), cfg!(target_os = "linux"));
        let tally = full();
        tally.found(Kind::Check, Finding::Wrong("not admissible".to_owned()));
        assert!(tally.verdict(&memory(&[100]), true).is_err_and(|error| error.contains("not admissible")));
    }
}
