//! What counts as one move.

use std::fmt;

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
    /// Both names.
    pub const NAMES: [&'static str; 2] = ["single", "multi"];

    /// `single` or `multi`.
    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// The metric of a name.
    pub fn parse(name: &str) -> Option<Self> {
        [Self::Single, Self::Multi].into_iter().find(|metric| metric.name() == name)
    }
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
