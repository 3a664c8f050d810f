//! What the server's files name of other crates, as little of it as they need: requests that are no searches, a fault without words,
//! and the channel that wakes listeners.

use hueco_search::threads::sync::Arc;
use hueco_search::threads::sync::atomic::{AtomicBool, Ordering};
use hueco_search::{Gauge, Limit};
use shuttle::thread;

use crate::queue::Gate;

/// Of `hueco-say`: the languages.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Lang {
    En,
}

pub(crate) struct Workbench;

/// What a run does.
pub(crate) enum Request {
    /// It ends after this many steps, or when it is cancelled.
    Steps(usize),
    UntilCancelled,
    /// It looks at nothing before the gate is opened.
    Stuck(Gate),
}

impl Request {
    pub(crate) fn kind(&self) -> &'static str {
        "model"
    }
}

pub(crate) enum JobError {
    #[expect(dead_code, reason = "its words are those of a crate that is not here")]
    Stopped(Limit),
}

pub(crate) struct JobEvent<'a>(&'a str);

pub(crate) enum Message {
    Progress(String),
    Better(String),
}

pub(crate) struct Feed<'a>(&'a Request);

impl<'a> Feed<'a> {
    pub(crate) fn new(request: &'a Request) -> Self {
        Self(request)
    }

    pub(crate) fn message(&self, event: &JobEvent<'_>) -> Option<Message> {
        let text = event.0.to_owned();
        Some(if matches!(self.0, Request::Steps(_)) { Message::Better(text) } else { Message::Progress(text) })
    }
}

pub(crate) trait Events {
    fn emit(&mut self, event: JobEvent<'_>);
    fn begin_search(&mut self) -> Option<Arc<Gauge>>;
    fn cancel(&self) -> Option<Arc<AtomicBool>>;
}

pub(crate) struct Outcome;

impl Outcome {
    pub(crate) fn json(&self, _: &Lang, _: usize) -> Result<String, JobError> {
        Ok("1".to_owned())
    }
}

pub(crate) fn run(request: &Request, _: &Workbench, events: &mut impl Events) -> Result<Outcome, JobError> {
    events.begin_search();
    let cancel = events.cancel().expect("a job can be cancelled");
    let mut left = match request {
        Request::Steps(steps) => *steps,
        Request::UntilCancelled => usize::MAX,
        Request::Stuck(gate) => {
            gate.wait();
            0
        }
    };
    while left > 0 {
        if cancel.load(Ordering::Relaxed) {
            return Err(JobError::Stopped(Limit::Interrupt));
        }
        if left < 3 {
            events.emit(JobEvent("step"));
        }
        thread::yield_now();
        left -= 1;
    }
    Ok(Outcome)
}

pub(crate) fn alive(state: &str, _: f64, generated: u64) -> String {
    format!("{state} {generated}")
}

/// Of `getrandom`: bytes of which no two runs are the same.
pub(crate) fn fill(bytes: &mut [u8; 16]) -> Result<(), ()> {
    static LAST: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(0);
    let number = LAST.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    bytes[8..].copy_from_slice(&number.to_be_bytes());
    Ok(())
}

/// Of `hueco-show`.
pub(crate) mod answer {
    pub(crate) const VERSION: u32 = 1;
}

pub(crate) mod fault {
    use super::{JobError, Lang};

    #[derive(Clone, Debug)]
    pub(crate) struct Fault;

    impl Fault {
        pub(crate) fn internal(_: Lang) -> Self {
            Self
        }

        pub(crate) fn busy(_: Lang) -> Self {
            Self
        }

        pub(crate) fn job(_: &JobError, _: Lang) -> Self {
            Self
        }

        pub(crate) fn json(&self) -> String {
            "{}".to_owned()
        }

        pub(crate) fn error_json(&self) -> String {
            "{}".to_owned()
        }
    }
}

pub(crate) mod idle_memory {
    pub(crate) struct IdleMemory;

    impl IdleMemory {
        pub(crate) fn after_search(&self) {}
    }
}

pub(crate) mod settings {
    use std::time::Duration;

    pub(crate) struct Limits {
        pub(crate) workers: usize,
        pub(crate) queue: usize,
        pub(crate) time: Duration,
        pub(crate) result_bytes: usize,
        pub(crate) kept_results: usize,
        pub(crate) kept_bytes: usize,
        pub(crate) kept_for: Duration,
    }
}

/// Of `tokio`: a value whose changes wake those who wait.
pub(crate) mod sync {
    pub(crate) mod watch {
        use shuttle::sync::{Arc, Condvar, Mutex};

        pub(crate) struct Sender<T>(Arc<Shared<T>>);

        struct Shared<T> {
            /// The value, and how often it was changed.
            value: Mutex<(T, u64)>,
            changed: Condvar,
        }

        pub(crate) struct Receiver<T> {
            shared: Arc<Shared<T>>,
            seen: u64,
        }

        impl<T> Sender<T> {
            pub(crate) fn new(value: T) -> Self {
                Self(Arc::new(Shared { value: Mutex::new((value, 0)), changed: Condvar::new() }))
            }

            pub(crate) fn send_modify(&self, modify: impl FnOnce(&mut T)) {
                let mut value = self.0.value.lock().unwrap();
                modify(&mut value.0);
                value.1 += 1;
                self.0.changed.notify_all();
            }

            pub(crate) fn subscribe(&self) -> Receiver<T> {
                let seen = self.0.value.lock().unwrap().1;
                Receiver { shared: Arc::clone(&self.0), seen }
            }
        }

        impl<T> Receiver<T> {
            pub(crate) fn borrow_and_update(&mut self) {
                self.seen = self.shared.value.lock().unwrap().1;
            }

            pub(crate) fn changed(&mut self) {
                let value = self.shared.value.lock().unwrap();
                drop(self.shared.changed.wait_while(value, |value| value.1 == self.seen).unwrap());
            }
        }
    }
}
