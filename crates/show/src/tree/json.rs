//! The tree as one JSON object, for a page or a program that draws it: what the other pictures show, node by node.

use serde::Serialize;

use super::{Head, Mark, Shown, Tree};
use crate::trace::{End, Header, Reason, Root, Value};

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
    side: &'static str,
    bound: Option<u64>,
    board: Option<&'t [Value]>,
}

impl<'t> Node<'t> {
    fn new(shown: &'t Shown) -> Self {
        let (kind, reason, more) = match &shown.mark {
            Mark::Examined => ("examined", None, None),
            Mark::Waiting => ("waiting", None, None),
            Mark::Moved => ("moved", None, None),
            Mark::Dropped(reason) => ("dropped", Some(Reason::name(reason)), None),
            Mark::More(count) => ("more", None, Some(*count)),
        };
        Self {
            parent: shown.parent,
            kind,
            reason,
            repeats: shown.repeats,
            more,
            id: shown.id,
            examined: &shown.examined,
            action: shown.action.as_deref(),
            g: shown.g,
            h: shown.h,
            f: shown.f(),
            on_path: shown.on_path,
            goal: shown.is_goal,
            side: if shown.side == Root::Goal { "backward" } else { "forward" },
            bound: if let Some(Head::Round(bound)) = shown.head { Some(bound) } else { None },
            board: shown.board.as_deref(),
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
