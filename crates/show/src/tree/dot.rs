//! The tree in Graphviz's language, for other layouts: the same labels, and the same shapes as far as Graphviz has them.

use std::fmt::Write as _;

use super::card::below;
use super::{Mark, Phrase, Tree, Words};
use crate::trace::state_rows;

/// The tree as a DOT graph.
pub fn dot(tree: &Tree, words: &dyn Words) -> String {
    let (title, _) = tree.caption(words);
    let mut out = format!("digraph tree {{\n  label={};\n  labelloc=t;\n", quoted(&title));
    out.push_str("  node [fontname=\"DejaVu Sans Mono\", fontsize=11, shape=box];\n  edge [arrowhead=none];\n");
    for (at, node) in tree.nodes.iter().enumerate() {
        let mut lines = Vec::new();
        lines.extend(node.heading.map(|heading| words.say(Phrase::Heading(heading))));
        let examined = node.examined.iter().map(|number| format!(" e{number}"));
        lines.extend(node.name().map(|name| examined.fold(name, |text, number| text + &number)));
        if let Some(state) = &node.state {
            lines.extend(state_rows(&tree.header.domain, state.view()));
        }
        let style = match &node.mark {
            Mark::Examined => "",
            Mark::Frontier => ", style=rounded",
            Mark::Moved | Mark::Pruned(_) => ", style=dashed",
            Mark::More(_) => ", style=dotted",
        };
        lines.push(match &node.mark {
            Mark::More(count) => words.say(Phrase::More(*count)),
            _ => below(node, words),
        });
        let shape = match &node.mark {
            Mark::Pruned(_) => ", shape=octagon",
            _ if node.is_goal => ", shape=doubleoctagon",
            _ => "",
        };
        let frames = if node.on_path { ", peripheries=2, penwidth=2" } else { "" };
        let _ = writeln!(out, "  n{at} [label={}{style}{shape}{frames}];", quoted(&lines.join("\n")));
        if let Some(parent) = node.parent {
            let bold = if node.on_path && tree.nodes[parent].on_path { ", penwidth=3" } else { "" };
            let action = quoted(node.action.as_deref().unwrap_or(""));
            let _ = writeln!(out, "  n{parent} -> n{at} [label={action}{bold}];");
        }
    }
    out.push_str("}\n");
    out
}

/// A text in Graphviz's quotes; its lines are centred.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
