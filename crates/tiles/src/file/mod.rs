//! Checked files: what all binary files of this project have in common.
//!
//! ```text
//! header.rs    how a file begins: magic, version, fields, and a CRC-32 of them; checked before anything is used
//! replace.rs   a new file: written under a temporary name, synced, renamed
//! ```
//! A format is a [`Format`]; what its fields mean, and how its contents are checked, is the business of those who write it:
//! pattern databases ([`crate::pattern`]), distance tables ([`crate::space`]), and the checkpoints of a cluster run.
//!
//! No file is trusted. One that is short, altered, of another version or about something else is a [`FileFault`], never a
//! wrong answer. A name always refers to a complete file: readers see the old one, the new one or none.

mod header;
mod replace;

use std::io::{self, ErrorKind};

use serde::{Deserialize, Serialize};
use thiserror::Error;

pub use header::{Fields, Format, HeaderWriter};
pub(crate) use replace::temporary;
pub use replace::{publish, remove_abandoned, replace};

/// Why a file is not used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error, Serialize, Deserialize)]
pub enum FileFault {
    /// There is no such file.
    #[error("there is no such file")]
    Missing,
    /// The system does not allow it to be read. The kind of error does not cross process boundaries.
    #[error("it cannot be read: {0}")]
    Unreadable(#[serde(skip, default = "unknown")] ErrorKind),
    /// It does not begin as such files do, or its header is damaged.
    #[error("it is not a file of this kind, or its header is damaged")]
    BadHeader,
    /// Another version of the format.
    #[error("it has version {found} of the format, not {expected}")]
    OtherVersion {
        /// The version that can be read.
        expected: u32,
        /// The version of the file.
        found: u32,
    },
    /// It is intact, but about something else than it should be.
    #[error("it holds something else than its name says")]
    OtherContents,
    /// It is shorter or longer than its header says.
    #[error("it has {found} bytes, not {expected}")]
    Length {
        /// The bytes it should have.
        expected: u64,
        /// The bytes it has.
        found: u64,
    },
    /// Its contents are not what was written.
    #[error("its contents have changed since they were written")]
    Altered,
}

impl From<io::Error> for FileFault {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            ErrorKind::NotFound | ErrorKind::NotADirectory => Self::Missing,
            // The length was checked when the file was opened: it was cut since.
            ErrorKind::UnexpectedEof => Self::Altered,
            kind => Self::Unreadable(kind),
        }
    }
}

/// Why a file was not written. What it was to hold is not affected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error, Serialize, Deserialize)]
pub enum SaveError {
    /// The folder does not exist and cannot be created, or is not writable.
    #[error("the folder is not writable")]
    ReadOnly,
    /// The disk, or a quota, is full.
    #[error("the disk is full")]
    Full,
    /// Another error. Its kind does not cross process boundaries.
    #[error("it cannot be written: {0}")]
    Io(#[serde(skip, default = "unknown")] ErrorKind),
}

impl From<io::Error> for SaveError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem | ErrorKind::NotADirectory => Self::ReadOnly,
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => Self::Full,
            kind => Self::Io(kind),
        }
    }
}

fn unknown() -> ErrorKind {
    ErrorKind::Other
}
