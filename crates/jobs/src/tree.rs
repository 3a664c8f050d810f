//! `tree`: the tree of a search, as a picture or node by node.

use hueco_show::answer::{VERSION, one_line};
use hueco_show::tree::{Limits as Drawn, Tree as Built, json, svg};
use serde::{Serialize, Serializer};

use crate::error::{JobError, RequestError};
use crate::events::Events;
use crate::fields::Fields;
use crate::limits::Allowance;
use crate::search::SearchResult;
use crate::trace::Trace;
use crate::words::Words;
use crate::workbench::Workbench;
use crate::write::Bounded;

/// Nodes drawn where a request does not say, and at most.
const DEFAULT_NODES: u64 = 500;
const MOST_NODES: u64 = 5000;

/// A tree to draw.
#[derive(Clone, Debug)]
pub struct Tree {
    /// The search.
    pub trace: Trace,
    /// How much of the tree.
    pub drawn: Drawn,
    /// As a picture; else node by node.
    pub as_svg: bool,
}

/// A tree.
#[derive(Clone, Debug)]
pub struct TreeResult {
    /// The tree, cut to what is drawn.
    pub tree: Built,
    /// What the search found.
    pub found: SearchResult,
    /// As a picture; else node by node.
    pub as_svg: bool,
}

impl Tree {
    pub(crate) fn read(fields: &mut Fields, allowed: &Allowance) -> Result<Self, RequestError> {
        Ok(Self {
            as_svg: fields.named("format", &[("svg", true), ("json", false)])?.unwrap_or(true),
            drawn: Drawn {
                nodes: fields.whole("draw_nodes", 1, MOST_NODES)?.unwrap_or(DEFAULT_NODES) as usize,
                depth: fields.whole("draw_depth", 0, u64::MAX)?.map_or(usize::MAX, |depth| depth as usize),
            },
            trace: Trace::read(fields, allowed)?,
        })
    }

    /// Runs the search and builds its tree from the events, in memory.
    pub fn run(&self, workbench: &Workbench, events: &mut dyn Events) -> Result<TreeResult, JobError> {
        let (trace, found) = self.trace.collect(workbench, events)?;
        if trace.nodes().len() == 0 {
            return Err(JobError::NothingSearched);
        }
        Ok(TreeResult { tree: Built::new(&trace, self.drawn), found, as_svg: self.as_svg })
    }
}

impl Serialize for Tree {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = self.trace.fields();
        map.insert("format".to_owned(), if self.as_svg { "svg" } else { "json" }.into());
        map.insert("draw_nodes".to_owned(), self.drawn.nodes.into());
        if self.drawn.depth != usize::MAX {
            map.insert("draw_depth".to_owned(), self.drawn.depth.into());
        }
        map.serialize(serializer)
    }
}

impl TreeResult {
    pub(crate) fn write(&self, out: &mut Bounded, words: &dyn Words) -> Result<(), JobError> {
        let (name, value) =
            if self.as_svg { ("svg", one_line(&svg(&self.tree, words))) } else { ("tree", json(&self.tree)) };
        out.text(&format!(r#"{{"version":{VERSION},"{name}":"#))?;
        out.text(value.trim_end())?;
        out.text("}")
    }
}
