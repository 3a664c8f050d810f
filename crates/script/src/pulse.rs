//! Whether calls into a problem file come to an end, seen from another thread.
//!
//! A call looks at its limits every thousand ticks, but a single operation of the interpreter can take forever: to compare two
//! tuples that were built as `t = (t, t)` fifty times takes 2^50 steps and not one tick. Nothing inside the call can end that, so
//! whoever runs files keeps an eye on their pulse and gives up on a call that has outlived its limits.

use std::sync::atomic::{AtomicU64, Ordering};

/// Counts the calls into a file.
#[derive(Debug, Default)]
pub struct Pulse {
    begun: AtomicU64,
    ended: AtomicU64,
}

/// A call that is open until this is dropped.
pub(crate) struct Beat<'p>(&'p Pulse);

impl Pulse {
    /// A call begins.
    #[inline]
    pub(crate) fn begin(&self) -> Beat<'_> {
        self.begun.fetch_add(1, Ordering::Relaxed);
        Beat(self)
    }

    /// A number that changes whenever a call begins or ends, as long as one is open.
    pub fn open_call(&self) -> Option<u64> {
        let (ended, begun) = (self.ended.load(Ordering::Relaxed), self.begun.load(Ordering::Relaxed));
        (begun != ended).then(|| begun.wrapping_add(ended))
    }
}

impl Drop for Beat<'_> {
    #[inline]
    fn drop(&mut self) {
        self.0.ended.fetch_add(1, Ordering::Relaxed);
    }
}
