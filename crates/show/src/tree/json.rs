//! The tree as one JSON object, for a page or a program that draws it: what the other pictures show, node by node.

use hueco_search::Side;
use serde::Serialize;

use super::{Heading, Mark, Tree, TreeNode};
use crate::trace::{End, Header, StateJson};

#[derive(Serialize)]
struct Object<'t> {
    version: u32,
    search: &'t Header,
    end: Option<&'t End>,
    whole: u64,
    nodes: Vec<Node<'t>>,
}

#[derive(Serialize)]
struct Node<'t> {
    parent: Option<usize>,
    kind: &'static str,
    reason: Option<&'t str>,
    repeats: Option<u64>,
    more: Option<u64>,
    id: Option<u64>,
    examined: &'t [u64],
    action: Option<&'t str>,
    g: Option<u64>,
    h: Option<u64>,
    f: Option<u64>,
    on_path: bool,
    goal: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    forgotten: bool,
    side: &'static str,
    bound: Option<u64>,
    board: Option<StateJson<'t>>,
}

impl<'t> Node<'t> {
    fn new(node: &'t TreeNode) -> Self {
        let (kind, reason, more) = match &node.mark {
            Mark::Examined => ("examined", None, None),
            Mark::Frontier => ("waiting", None, None),
            Mark::Moved => ("moved", None, None),
            Mark::Pruned(reason) => ("dropped", Some(reason.name()), None),
            Mark::More(count) => ("more", None, Some(*count)),
        };
        Self {
            parent: node.parent,
            kind,
            reason,
            repeats: node.repeats,
            more,
            id: node.id,
            examined: &node.examined,
            action: node.action.as_deref(),
            g: node.g,
            h: node.h,
            f: node.f(),
            on_path: node.on_path,
            goal: node.is_goal,
            forgotten: node.is_forgotten,
            side: if node.side == Side::Backward { "backward" } else { "forward" },
            bound: if let Some(Heading::Round(bound)) = node.heading { Some(bound) } else { None },
            board: node.state.as_ref().map(|state| StateJson(state.view())),
        }
    }
}

/// The tree as one line of JSON.
pub fn json(tree: &Tree) -> String {
    let object = Object {
        version: 1,
        search: &tree.header,
        end: tree.end.as_ref(),
        whole: tree.whole,
        nodes: tree.nodes.iter().map(Node::new).collect(),
    };
    let mut text = serde_json::to_string(&object).unwrap_or_default();
    text.push('\n');
    text
}
