//! Memory that searches have freed, returned to the system.
//!
//! The allocator of most Linux systems keeps what is freed for whoever asks next, for each thread its own. After a search of a
//! gigabyte the server would hold that gigabyte as long as it runs, beside what the next search on another thread takes. A thread of
//! its own asks for it back, once a second while there is something to return.
#![allow(unsafe_code)]

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

/// From one return to the next, at least: it walks through all that is free.
const PAUSE: Duration = Duration::from_secs(1);

/// Returns memory until it is dropped.
pub(crate) struct IdleMemory {
    shared: Arc<Shared>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

#[derive(Default)]
struct Shared {
    /// A search has ended since the last return.
    is_due: AtomicBool,
    closed: Mutex<bool>,
    closing: Condvar,
}

impl IdleMemory {
    /// Starts the thread. Without one nothing is returned, which is no reason not to serve.
    pub(crate) fn new() -> Self {
        let shared = Arc::new(Shared::default());
        let own = Arc::clone(&shared);
        let thread = std::thread::Builder::new().name("memory".to_owned()).spawn(move || own.run());
        Self { shared, thread: Mutex::new(thread.ok()) }
    }

    /// A search has ended.
    pub(crate) fn after_search(&self) {
        self.shared.is_due.store(true, Ordering::Relaxed);
    }

    /// Ends the thread.
    pub(crate) fn close(&self) {
        *self.shared.closed.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.shared.closing.notify_all();
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(thread) = thread {
            // It cannot panic.
            let _ = thread.join();
        }
    }
}

impl Shared {
    fn run(&self) {
        let mut closed = self.closed.lock().unwrap_or_else(PoisonError::into_inner);
        while !*closed {
            closed = self.closing.wait_timeout(closed, PAUSE).unwrap_or_else(PoisonError::into_inner).0;
            if self.is_due.swap(false, Ordering::Relaxed) {
                give_back();
            }
        }
    }
}

/// Returns what is free to the system.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn give_back() {
    unsafe extern "C" {
        fn malloc_trim(keep: usize) -> std::ffi::c_int;
    }
    // SAFETY: a function of the C library that Rust's allocator uses here. It may be called from any thread at any time, takes its own
    // locks, and changes nothing that is in use.
    unsafe {
        malloc_trim(0);
    }
}

/// Other allocators return memory by themselves.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
fn give_back() {}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    #[test]
    fn what_was_freed_in_small_blocks_is_returned() {
        let resident = || {
            let text = std::fs::read_to_string("/proc/self/statm").unwrap();
            text.split_whitespace().nth(1).and_then(|pages| pages.parse::<u64>().ok()).unwrap() * 4096
        };
        let taken = std::thread::spawn(move || {
            // Too small to be blocks of the system's own. The last one keeps what lies before it from being returned by itself.
            let mut blocks: Vec<Box<[u8]>> = (0..2_000_000).map(|_| vec![1; 100].into()).collect();
            let last = blocks.pop();
            let taken = resident();
            drop(blocks);
            (taken, last)
        });
        let (taken, last) = taken.join().unwrap();
        give_back();
        let left = resident();
        assert!(left + (100 << 20) < taken, "{left} of {taken} bytes");
        drop(last);
    }
}
