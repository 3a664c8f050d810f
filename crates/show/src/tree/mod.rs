//! The search tree of a trace, as a picture.
//!
//! ```text
//! Trace ──build──▶ Tree ──place──▶ boxes ──▶ svg · dot · json
//!                  (what is drawn,           (`Words` says what stands in the picture, in the reader's language)
//!                   what is left out)
//! ```
//! Any trace can be drawn, also one that a student's program wrote. A node that was reached again at a lower cost stands in both
//! places; a search in rounds has one tree a round, side by side; one from both ends has two.

mod build;
mod dot;
mod json;
mod layout;
mod svg;

use crate::trace::{Contents, End, Header, Reason, Root};

pub use dot::dot;
pub use json::json;
pub use layout::{Placed, Sized, place};
pub use svg::svg;

/// How much of a tree is drawn. The way to a solution always is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// At most this many nodes.
    pub nodes: usize,
    /// Down to this depth.
    pub depth: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { nodes: 500, depth: usize::MAX }
    }
}

/// What became of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mark {
    /// It was examined.
    Examined,
    /// It was kept and never examined.
    Waiting,
    /// It was reached again at a lower cost, and stands there.
    Moved,
    /// It was dropped.
    Dropped(Reason),
    /// No node: so many below its parent are not drawn.
    More(u64),
}

/// What stands above a root where there are several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Head {
    /// A round with this bound.
    Round(u64),
    /// The search from this end.
    From(Root),
}

/// A node of a drawn tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// The node above it, which comes before it in [`Tree::nodes`].
    pub parent: Option<usize>,
    /// What became of it.
    pub mark: Mark,
    /// Its number in the trace, in order of creation; dropped ones have none.
    pub id: Option<u64>,
    /// Its places in the order of examination, from 1.
    pub examined: Vec<u64>,
    /// The action that led to it.
    pub action: Option<Box<str>>,
    /// Cost from the root.
    pub g: Option<u64>,
    /// Estimate to the goal.
    pub h: Option<u64>,
    /// Its board.
    pub board: Option<Contents>,
    /// Whether it lies on the way to a solution.
    pub on_path: bool,
    /// Whether a solution ends here.
    pub is_goal: bool,
    /// The node that it repeats, by its number.
    pub repeats: Option<u64>,
    /// What stands above it.
    pub head: Option<Head>,
    /// The end it was reached from.
    pub side: Root,
}

impl Shown {
    /// g + h.
    pub fn f(&self) -> Option<u64> {
        Some(self.g?.saturating_add(self.h?))
    }

    /// Its number with the mark of its side: `#12`, or `#12'` from the goal.
    pub fn name(&self) -> Option<String> {
        let stroke = if self.side == Root::Goal { "'" } else { "" };
        self.id.map(|id| format!("#{id}{stroke}"))
    }
}

/// A tree, cut to what is drawn. Parents come before their children, and children stand in order of creation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    /// What was searched, and how.
    pub header: Header,
    /// What it came to.
    pub end: Option<End>,
    /// The nodes.
    pub nodes: Vec<Shown>,
    /// Nodes of the whole tree, dropped ones included.
    pub whole: u64,
}

/// Something that a picture says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phrase<'a> {
    /// The title: the method.
    Title {
        /// The algorithm, if the trace names it.
        algorithm: Option<&'a str>,
        /// The heuristic.
        heuristic: Option<&'a str>,
    },
    /// The goal.
    Goal(&'a str),
    /// What it came to.
    Outcome(&'a End),
    /// How much of the tree is drawn, where that is not all.
    Drawn {
        /// Nodes in the picture.
        drawn: u64,
        /// Nodes in all.
        whole: u64,
    },
    /// Legend: an examined node.
    KeyExamined,
    /// Legend: a node that was never examined.
    KeyWaiting,
    /// Legend: a node on the way to the solution.
    KeyPath,
    /// Legend: where a solution ends.
    KeyGoal,
    /// Legend: a dropped child.
    KeyDropped,
    /// Legend: a node that was reached at a lower cost elsewhere.
    KeyMoved,
    /// Legend: `#4`.
    KeyCreated,
    /// Legend: `e3`.
    KeyExamination,
    /// Legend: g, h and f.
    KeyCosts,
    /// A stub: so many more.
    More(u64),
    /// Why a child was dropped, as short as can be.
    Dropped(&'a Reason),
    /// A node that stands elsewhere.
    Moved,
    /// What stands above a root.
    Head(Head),
}

/// The words of a picture, in one language.
pub trait Words {
    /// A phrase.
    fn say(&self, phrase: Phrase<'_>) -> String;
}
