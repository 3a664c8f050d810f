//! Why a command could not do its work: one worded message and an exit status, or a reader that went away.

use std::io;

use hueco_say::{Lang, Say, usage};

use crate::status::Status;

/// What a subcommand returns.
pub(crate) type Result<T> = std::result::Result<T, Failure>;

/// Why a command could not do its work.
#[derive(Debug)]
pub(crate) enum Failure {
    /// A message for the user, and how the program ends.
    Message {
        /// The exit status.
        status: Status,
        /// One sentence, in the user's language.
        message: String,
    },
    /// The reader of our output is gone: nothing is wrong and nothing is left to do.
    ReaderGone,
}

impl Failure {
    /// The command line or the input is wrong.
    pub(crate) fn input(message: impl Into<String>) -> Self {
        Self::Message { status: Status::BadInput, message: message.into() }
    }

    /// The output cannot be written.
    pub(crate) fn writing(lang: Lang, file: &str, error: &io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Self::ReaderGone;
        }
        Self::Message { status: Status::Internal, message: usage::cannot_write(lang, file, error.kind().say(lang)) }
    }

    /// An input file cannot be read.
    pub(crate) fn reading(lang: Lang, file: &str, error: &io::Error) -> Self {
        Self::input(usage::cannot_read(lang, file, error.kind().say(lang)))
    }
}
