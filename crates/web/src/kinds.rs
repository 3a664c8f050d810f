//! Kinds of jobs, one file each: fields of a request become work, and the work's result is the command's own JSON.
//!
//! All that can be wrong with a request is told before the job starts.

mod check;
mod compare;
mod course;
mod quiz;
mod solve;
mod sums;
mod trace;
mod tree;

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use axum::http::StatusCode;
use hueco_say::{Lang, Say, serve};
use hueco_search::{Budget, Limit};
use serde::Serialize;

use crate::ask::Allowance;
use crate::fault::Fault;
use crate::fields::Fields;
use crate::jobs::Work;

/// A kind of job.
#[derive(Clone, Copy)]
pub(crate) struct Kind {
    name: &'static str,
    prepare: fn(&mut Fields, &Allowance) -> Result<Work, Fault>,
}

/// Every kind with its name.
pub(crate) const KINDS: &[(&str, Kind)] = &[
    ("solve", Kind { name: "solve", prepare: solve::prepare }),
    ("trace", Kind { name: "trace", prepare: trace::prepare }),
    ("tree", Kind { name: "tree", prepare: tree::prepare }),
    ("compare", Kind { name: "compare", prepare: compare::prepare }),
    ("check", Kind { name: "check", prepare: check::prepare }),
    ("sums", Kind { name: "sums", prepare: sums::prepare }),
    ("course", Kind { name: "course", prepare: course::prepare }),
    ("quiz", Kind { name: "quiz", prepare: quiz::prepare }),
];

impl Kind {
    pub(crate) fn name(self) -> &'static str {
        self.name
    }

    /// Reads the fields of this kind.
    pub(crate) fn prepare(self, fields: &mut Fields, allowed: &Allowance) -> Result<Work, Fault> {
        (self.prepare)(fields, allowed)
    }
}

/// A result as JSON, given up as soon as it is too large.
fn result(value: &impl Serialize, allowed: &Allowance, lang: Lang) -> Result<String, Fault> {
    let limit = allowed.result_bytes;
    let mut text = Bounded { bytes: Vec::new(), limit };
    match serde_json::to_writer(&mut text, value) {
        Ok(()) => String::from_utf8(text.bytes).map_err(|_| Fault::internal(lang)),
        Err(error) if error.is_io() => Err(too_large(limit, lang)),
        Err(_) => Err(Fault::internal(lang)),
    }
}

/// The result has more bytes than are kept.
pub(crate) fn too_large(limit: usize, lang: Lang) -> Fault {
    Fault::bad("result_large", serve::result_too_large(lang, limit))
}

/// A limit ended the work before there was anything to show.
fn stopped(limit: Limit, lang: Lang) -> Fault {
    let message = hueco_say::courses::course_stopped(lang, limit.say(lang));
    Fault::of(StatusCode::UNPROCESSABLE_ENTITY, "stopped", message)
}

/// Bytes up to a limit; one more is an error.
struct Bounded {
    bytes: Vec<u8>,
    limit: usize,
}

impl io::Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if bytes.len() > self.limit - self.bytes.len() {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The sum of a figure.
fn sum_of<T>(items: &[T], figure: impl Fn(&T) -> u64) -> u64 {
    items.iter().map(figure).fold(0, u64::saturating_add)
}

/// What is allowed, as a budget of the engine.
fn budget(allowed: &Allowance, cancel: &Arc<AtomicBool>) -> Budget {
    Budget::unlimited()
        .max_nodes(allowed.nodes)
        .max_bytes(allowed.bytes)
        .timeout(allowed.time)
        .cancel(Arc::clone(cancel))
}
