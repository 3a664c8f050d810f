//! A problem file that never ends: the program ends it, and itself.
//!
//! Calls into a file look at their limits themselves, but not inside a single operation of the interpreter (see `Pulse`). A thread
//! of its own looks whether a call is still open some time after its limits; then nothing is left but to end the process.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use clap::ArgMatches;
use hueco_say::{Lang, Say, problems as said};
use hueco_script::Pulse;
use hueco_search::Limit;

use crate::context::{self, Context};
use crate::status::Status;

/// From one look to the next.
const POLL: Duration = Duration::from_millis(100);
/// How long a call may stay open beyond its limits. Most calls notice them within a millisecond.
const GRACE: Duration = Duration::from_secs(1);

/// Watches the calls of a file until the program ends.
pub(super) fn watch(file: String, pulse: Arc<Pulse>, matches: &ArgMatches, context: &Context) {
    let timeout = matches.try_get_one::<Duration>("timeout").ok().flatten().copied();
    let (cancel, lang) = (Arc::clone(&context.cancel), context.lang);
    let watch = Watch { pulse, cancel, timeout, cancelled: None, last: None };
    // Without another thread nothing is watched, which is no reason not to do the work.
    let _ = std::thread::Builder::new().name("watch".to_owned()).spawn(move || watch.until_stuck(&file, lang));
}

struct Watch {
    pulse: Arc<Pulse>,
    cancel: Arc<AtomicBool>,
    timeout: Option<Duration>,
    /// When the cancel flag was first seen.
    cancelled: Option<Instant>,
    /// The call that was open at the last look, and since when nothing has changed.
    last: Option<(u64, Instant)>,
}

impl Watch {
    fn until_stuck(mut self, file: &str, lang: Lang) {
        loop {
            std::thread::sleep(POLL);
            if let Some(limit) = self.outlived() {
                context::error(lang, &said::never_ends(lang, file, limit.say(lang)));
                std::process::exit(Status::from(limit).code());
            }
        }
    }

    /// The limit that the open call has outlived. A run takes no longer than its time limit, so a call does not either.
    fn outlived(&mut self) -> Option<Limit> {
        let open = self.pulse.open_call();
        let since = match (open, self.last) {
            (None, _) => {
                self.last = None;
                return None;
            }
            (Some(open), Some((last, since))) if open == last => since,
            (Some(open), _) => {
                self.last = Some((open, Instant::now()));
                return None;
            }
        };
        if self.cancel.load(Ordering::Relaxed) {
            let cancelled = *self.cancelled.get_or_insert_with(Instant::now);
            return (cancelled.max(since).elapsed() > GRACE).then_some(Limit::Interrupt);
        }
        self.timeout.filter(|timeout| since.elapsed() > *timeout + GRACE).map(|_| Limit::Time)
    }
}
