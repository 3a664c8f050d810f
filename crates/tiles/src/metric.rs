//! What counts as one move.

use std::fmt;
use std::str::FromStr;

use crate::text::{UnknownName, serde_as_text};

/// What counts as one move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Metric {
    /// One tile goes one step.
    #[default]
    Single,
    /// The blank goes any number of cells along its row or column: the tiles between slide together.
    Multi,
}

impl Metric {
    /// Both with their names.
    pub const ALL: [(&'static str, Self); 2] = [("single", Self::Single), ("multi", Self::Multi)];

    /// `single` or `multi`.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].0
    }

    /// The metric of a name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(known, _)| *known == name).map(|&(_, metric)| metric)
    }
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Metric {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        Self::parse(text).ok_or_else(|| UnknownName::among(text, &Self::ALL))
    }
}

serde_as_text!(Metric);
