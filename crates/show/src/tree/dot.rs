//! The tree in Graphviz's language, for whoever wants to lay it out otherwise: the same labels, and the same shapes as far as
//! Graphviz has them.

use std::fmt::Write as _;

use super::svg::board_text;
use super::{Mark, Phrase, Tree, Words};

/// The tree as a DOT graph.
pub fn dot(tree: &Tree, words: &impl Words) -> String {
    let header = &tree.header;
    let title =
        words.say(Phrase::Title { algorithm: header.algorithm.as_deref(), heuristic: header.heuristic.as_deref() });
    let mut out = format!("digraph tree {{\n  label={};\n  labelloc=t;\n", quoted(&title));
    out.push_str("  node [fontname=\"DejaVu Sans Mono\", fontsize=11, shape=box];\n  edge [arrowhead=none];\n");
    for (at, shown) in tree.nodes.iter().enumerate() {
        let mut lines = Vec::new();
        lines.extend(shown.head.map(|head| words.say(Phrase::Head(head))));
        let examined = shown.examined.iter().map(|number| format!(" e{number}"));
        lines.extend(shown.name().map(|name| examined.fold(name, |text, number| text + &number)));
        if let Some(board) = &shown.board {
            lines.extend(board_text(&header.domain, board).split(" / ").map(str::to_owned));
        }
        let costs: Vec<String> = [("g", shown.g), ("h", shown.h), ("f", shown.f())]
            .into_iter()
            .filter_map(|(name, value)| Some(format!("{name}{}", value?)))
            .collect();
        let style = match &shown.mark {
            Mark::Examined => "",
            Mark::Waiting => ", style=rounded",
            Mark::Moved | Mark::Dropped(_) => ", style=dashed",
            Mark::More(_) => ", style=dotted",
        };
        lines.push(match &shown.mark {
            Mark::Dropped(reason) => {
                shown.repeats.map_or_else(|| words.say(Phrase::Dropped(reason)), |id| format!("= #{id}"))
            }
            Mark::Moved => words.say(Phrase::Moved),
            Mark::More(count) => words.say(Phrase::More(*count)),
            _ => costs.join(" "),
        });
        let shape = match &shown.mark {
            Mark::Dropped(_) => ", shape=octagon",
            _ if shown.is_goal => ", shape=doubleoctagon",
            _ => "",
        };
        let frames = if shown.on_path { ", peripheries=2, penwidth=2" } else { "" };
        let _ = writeln!(out, "  n{at} [label={}{style}{shape}{frames}];", quoted(&lines.join("\n")));
        if let Some(parent) = shown.parent {
            let bold = if shown.on_path && tree.nodes[parent].on_path { ", penwidth=3" } else { "" };
            let action = quoted(shown.action.as_deref().unwrap_or(""));
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
