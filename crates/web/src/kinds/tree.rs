//! `tree`: the tree of a search, as a picture or node by node.

use hueco_say::answers;
use hueco_show::answer::{VERSION, one_line};
use hueco_show::tree::{Limits, Tree, json, svg};

use super::too_large;
use super::trace::Watched;
use crate::ask::Allowance;
use crate::fault::Fault;
use crate::fields::Fields;
use crate::jobs::{Teller, Work};

/// Nodes drawn where a request does not say, and at most.
const USUAL_NODES: u64 = 500;
const MOST_NODES: u64 = 5000;

pub(super) fn prepare(fields: &mut Fields, allowed: &Allowance) -> Result<Work, Fault> {
    let (lang, limit) = (fields.lang, allowed.result_bytes);
    let as_svg = fields.named("format", &[("svg", true), ("json", false)])?.unwrap_or(true);
    let drawn = Limits {
        nodes: fields.whole("draw_nodes", 1, MOST_NODES)?.unwrap_or(USUAL_NODES) as usize,
        depth: fields.whole("draw_depth", 0, u64::MAX)?.map_or(usize::MAX, |depth| depth as usize),
    };
    let watched = Watched::read(fields, allowed)?;
    Ok(Box::new(move |teller: &Teller<'_>| {
        let trace = watched.collect(teller, lang)?;
        if trace.nodes().len() == 0 {
            // Parity alone says that there is no solution: nothing was searched.
            return Err(Fault::bad("unsolvable", answers::unsolvable(lang)));
        }
        let tree = Tree::new(&trace, drawn);
        let (name, value) = if as_svg { ("svg", one_line(&svg(&tree, &lang))) } else { ("tree", json(&tree)) };
        if value.len() > limit {
            return Err(too_large(limit, lang));
        }
        Ok(format!(r#"{{"version":{VERSION},"{name}":{}}}"#, value.trim_end()))
    }))
}
