//! Results as JSON: the command's own objects, the same from every front end, given up as soon as they are too large.

use std::fmt::Display;
use std::io;
use std::time::Duration;

use serde::{Serialize, Serializer};

use crate::error::JobError;

/// A value as its text.
pub(crate) fn display<T: Display, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

/// Values as their texts.
pub(crate) fn displays<T: Display, S: Serializer>(values: &[T], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(values.iter().map(ToString::to_string))
}

/// A time in seconds.
#[allow(clippy::ref_option, reason = "serde hands over a reference to the field")]
pub(crate) fn seconds<S: Serializer>(time: &Option<Duration>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(time.unwrap_or_default().as_secs_f64())
}

/// Bytes up to a limit; one more is an error.
pub(crate) struct Bounded {
    bytes: Vec<u8>,
    limit: usize,
}

impl Bounded {
    pub(crate) fn new(limit: usize) -> Self {
        Self { bytes: Vec::new(), limit }
    }

    /// Appends a value as JSON.
    pub(crate) fn json(&mut self, value: &impl Serialize) -> Result<(), JobError> {
        let limit = self.limit;
        serde_json::to_writer(self, value).map_err(|_| JobError::TooLarge { limit })
    }

    /// Appends a text that is JSON already.
    pub(crate) fn text(&mut self, text: &str) -> Result<(), JobError> {
        io::Write::write_all(self, text.as_bytes()).map_err(|_| JobError::TooLarge { limit: self.limit })
    }

    /// What was written. JSON is text.
    pub(crate) fn finish(self) -> String {
        String::from_utf8(self.bytes).expect("JSON is UTF-8")
    }
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
