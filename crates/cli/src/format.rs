//! `--format`: for people, or for one of two kinds of programs.

use clap::ArgMatches;

use crate::options;

/// What is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    /// Words and tables.
    Text,
    /// One object per line.
    Json,
    /// One row per line, the names of the columns first.
    Csv,
}

impl Format {
    /// The format that `--format` names.
    pub(crate) fn read(matches: &ArgMatches) -> Self {
        match options::text(matches, "format") {
            "json" => Self::Json,
            "csv" => Self::Csv,
            _ => Self::Text,
        }
    }

    /// Its name.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Json => "json",
            Self::Csv => "csv",
        }
    }
}
