//! The search tree of a trace, as a picture.
//!
//! ```text
//! Trace ──build──▶ Tree ──place──▶ boxes ──▶ svg · dot · json · text
//!                  (what is drawn,           (`Words` supplies what stands in the picture, in the reader's language)
//!                   what is left out)
//! ```
//! Any trace can be drawn, also one that a student's program wrote. A node that was reached again at a lower cost stands in both
//! places; a search in rounds has one tree per round, side by side; one from both ends has two.

mod build;
mod card;
mod dot;
mod json;
mod layout;
mod svg;
mod terms;
mod text;

use hueco_search::{OwnedShown, Reason, Side};

use crate::trace::{Domain, End, Header, state_line};

pub use dot::dot;
pub use json::json;
pub use layout::{Placed, Sized, place};
pub use svg::svg;
pub use terms::Terms;
pub use text::text;

/// How much of a tree is drawn. The path to a solution always is.
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
    Frontier,
    /// It was reached again at a lower cost, and stands there.
    Moved,
    /// It was pruned.
    Pruned(Reason<Box<str>>),
    /// No node: this many below its parent are not drawn.
    More(u64),
}

/// What stands above a root where there are several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heading {
    /// A round with this bound.
    Round(u64),
    /// The search from this end.
    From(Side),
}

/// A node of a drawn tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeNode {
    /// The node above it, which comes before it in [`Tree::nodes`].
    pub parent: Option<usize>,
    /// What became of it.
    pub mark: Mark,
    /// Its number in the trace, in order of creation; pruned ones have none.
    pub id: Option<u64>,
    /// Its places in the order of examination, from 1.
    pub examined: Vec<u64>,
    /// The action that led to it.
    pub action: Option<Box<str>>,
    /// Cost from the root.
    pub g: Option<u64>,
    /// Estimate to the goal.
    pub h: Option<u64>,
    /// Its state.
    pub state: Option<OwnedShown>,
    /// Whether it lies on the path to a solution.
    pub on_path: bool,
    /// Whether a solution ends here.
    pub is_goal: bool,
    /// Whether the search dropped it from memory.
    pub is_forgotten: bool,
    /// The node that it repeats, by its number.
    pub repeats: Option<u64>,
    /// What stands above it.
    pub heading: Option<Heading>,
    /// The end it was reached from.
    pub side: Side,
}

impl TreeNode {
    /// g + h.
    pub fn f(&self) -> Option<u64> {
        Some(self.g?.saturating_add(self.h?))
    }

    /// Its number with the mark of its side: `#12`, or `#12'` from the goal.
    pub fn name(&self) -> Option<String> {
        let stroke = if self.side == Side::Backward { "'" } else { "" };
        self.id.map(|id| format!("#{id}{stroke}"))
    }
}

/// A tree, cut to what is drawn. Parents come before their children, and children stand in order of creation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    /// What was searched, and how.
    pub header: Header,
    /// The outcome.
    pub end: Option<End>,
    /// The nodes.
    pub nodes: Vec<TreeNode>,
    /// Nodes of the whole tree, pruned ones included.
    pub whole: u64,
}

impl Tree {
    /// The nodes that are drawn, without the stubs for the others.
    pub fn drawn(&self) -> u64 {
        self.nodes.iter().filter(|node| !matches!(node.mark, Mark::More(_))).count() as u64
    }

    /// What stands above the picture: the title, then the goal, the outcome and how much is drawn, each where it is known.
    fn caption(&self, words: &dyn Words) -> (String, Vec<String>) {
        let Header { domain, goal, algorithm, heuristic, .. } = &self.header;
        let problem = match domain {
            Domain::Any { problem } => Some(problem.as_str()),
            _ => None,
        };
        let (algorithm, heuristic) = (algorithm.as_deref(), heuristic.as_deref());
        let title = words.say(Phrase::Title { problem, algorithm, heuristic });
        let mut lines = Vec::new();
        if let Some(goal) = goal.as_ref().filter(|_| domain.cells() <= card::MOST_CELLS) {
            lines.push(words.say(Phrase::Goal(&state_line(domain, goal.view()))));
        }
        lines.extend(self.end.as_ref().map(|end| words.say(Phrase::Outcome(end))).filter(|text| !text.is_empty()));
        if self.drawn() < self.whole {
            lines.push(words.say(Phrase::Drawn { drawn: self.drawn(), whole: self.whole }));
        }
        (title, lines)
    }
}

/// Something that a picture says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phrase<'a> {
    /// The title: the problem and the method.
    Title {
        /// The problem, where it has a title.
        problem: Option<&'a str>,
        /// The algorithm, if the trace names it.
        algorithm: Option<&'a str>,
        /// The heuristic.
        heuristic: Option<&'a str>,
    },
    /// The goal.
    Goal(&'a str),
    /// The outcome.
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
    KeyFrontier,
    /// Legend: a node on the path to the solution.
    KeyPath,
    /// Legend: where a solution ends.
    KeyGoal,
    /// Legend: a pruned child.
    KeyPruned,
    /// Legend: a node that was reached at a lower cost elsewhere.
    KeyMoved,
    /// Legend: `#4`.
    KeyCreated,
    /// Legend: `e3`.
    KeyExamination,
    /// Legend: g, h and f.
    KeyCosts,
    /// A stub: this many more.
    More(u64),
    /// Why a child was pruned, in a word or two.
    Pruned(&'a Reason<Box<str>>),
    /// A node that stands elsewhere.
    Moved,
    /// A node that was dropped from memory.
    Forgotten,
    /// What stands above a root.
    Heading(Heading),
}

/// The words of a picture, in one language. [`Terms`] has the terms of the trace format.
pub trait Words {
    /// A phrase.
    fn say(&self, phrase: Phrase<'_>) -> String;
}
