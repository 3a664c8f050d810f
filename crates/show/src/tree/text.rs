//! The tree as text, a line per node, for a terminal or a plain file:
//!
//! ```text
//! #0  e1  g0 h2 f2  1 2 3 / 4 5 6 / 0 7 8
//! #1      g1 h3 f4  ┠─ U  1 2 3 / 0 5 6 / 4 7 8
//! #2  e2  g1 h1 f2  ┗━ R  1 2 3 / 4 5 6 / 7 0 8
//!         g2          ├─ L  1 2 3 / 4 5 6 / 0 7 8  ✗ = #0
//! #3  e3  g2 h0 f2    ┗━ R  1 2 3 / 4 5 6 / 7 8 0  ★
//! ```
//! Numbers stand in columns, the branches right of them. Heavy lines lead to a solution. What is not drawn below a node is
//! counted in its line. A tree can be deeper than any line is long: from some level on nodes are no longer indented, and `⋯`
//! says so.

use std::fmt::Write as _;

use super::card::{costs_of, cut, fate};
use super::{Mark, Phrase, Tree, TreeNode, Words};
use crate::trace::{plain, state_line};

/// Levels that are indented where lines may have any length, and in the narrowest terminal.
const MOST_LEVELS: usize = 100;
const FEWEST_LEVELS: usize = 4;
/// Letters of a state: a drawing of several lines stands in one.
const LONGEST_STATE: usize = 120;
/// The widest line of the legend where lines may have any length.
const LEGEND: usize = 80;

/// The tree as lines of text. Lines as wide as `width` allows: a terminal breaks longer ones, and a broken branch is hard to follow.
pub fn text(tree: &Tree, words: &dyn Words, width: Option<usize>) -> String {
    let branches = Branches::new(tree);
    let columns = Columns::new(tree);
    let mut contents: Vec<String> = tree.nodes.iter().map(|node| contents(tree, node, words)).collect();
    for (at, parent) in tree.nodes.iter().enumerate().filter_map(|(at, node)| Some((at, stub_below(node)?))) {
        let more = std::mem::take(&mut contents[at]);
        contents[parent].push_str("  ");
        contents[parent].push_str(&more);
    }
    let levels = width.map_or(MOST_LEVELS, |width| levels(tree, &contents, width.saturating_sub(columns.width() + 1)));
    let (title, mut lines) = tree.caption(words);
    lines.insert(0, title);
    lines.extend(legend(tree, words, width.unwrap_or(LEGEND)));
    // What stands left of the branch of a node, for each level above it.
    let mut rails: Vec<&str> = Vec::new();
    let mut waiting: Vec<(usize, usize)> = branches.roots.iter().rev().map(|&root| (root, 0)).collect();
    while let Some((at, depth)) = waiting.pop() {
        let node = &tree.nodes[at];
        if depth == 0 {
            lines.push(String::new());
            lines.extend(node.heading.map(|heading| words.say(Phrase::Heading(heading))));
        }
        rails.truncate(depth.saturating_sub(1));
        let mut line = columns.row(node);
        if depth > levels {
            line.extend(rails[..levels - 2].iter().copied());
            line.push_str("⋯ ");
        } else {
            line.extend(rails.iter().copied());
        }
        if let Some(parent) = node.parent {
            let branch = branches.branch(tree, parent, at);
            line.push_str(branch.joint);
            rails.push(branch.rail);
        }
        line.push_str(&contents[at]);
        lines.push(line.trim_end().to_owned());
        waiting.extend(branches.children[at].iter().rev().map(|&child| (child, depth + 1)));
    }
    lines.iter().map(|line| plain(line) + "\n").collect()
}

/// The most levels that can be indented so that all lines fit: `room` is for the branches and what stands right of them.
fn levels(tree: &Tree, contents: &[String], room: usize) -> usize {
    let mut depth: Vec<usize> = Vec::with_capacity(contents.len());
    let mut levels = MOST_LEVELS;
    for (node, text) in tree.nodes.iter().zip(contents) {
        let own = node.parent.map_or(0, |parent| depth[parent] + 1);
        let most = room.saturating_sub(text.chars().count()) / 2;
        if most < own {
            levels = levels.min(most);
        }
        depth.push(own);
    }
    levels.max(FEWEST_LEVELS)
}

/// The node whose line says what this stub stands for.
fn stub_below(node: &TreeNode) -> Option<usize> {
    node.parent.filter(|_| matches!(node.mark, Mark::More(_)))
}

/// Right of the branch: the action, the state, and what became of the node.
fn contents(tree: &Tree, node: &TreeNode, words: &dyn Words) -> String {
    let mut parts = Vec::new();
    if let Mark::More(count) = node.mark {
        parts.push(format!("… {}", words.say(Phrase::More(count))));
    }
    parts.extend(node.action.as_deref().map(plain));
    if let Some(state) = &node.state {
        let mut line = state_line(&tree.header.domain, state.view());
        cut(&mut line, LONGEST_STATE);
        parts.push(line);
    }
    if let Some(fate) = fate(node, words) {
        parts.push(if matches!(node.mark, Mark::Pruned(_)) { format!("✗ {fate}") } else { fate });
    }
    if node.is_goal {
        parts.push("★".to_owned());
    }
    parts.join("  ")
}

/// What the signs mean, those that the tree has.
fn legend(tree: &Tree, words: &dyn Words, width: usize) -> Vec<String> {
    let any = |test: fn(&TreeNode) -> bool| tree.nodes.iter().any(test);
    let signs = [
        (any(|node| node.id.is_some()), "#4", Phrase::KeyCreated),
        (any(|node| !node.examined.is_empty()), "e3", Phrase::KeyExamination),
        (any(|node| node.h.is_some()), "g h f", Phrase::KeyCosts),
        (any(|node| node.on_path && node.parent.is_some()), "━", Phrase::KeyPath),
        (any(|node| node.is_goal), "★", Phrase::KeyGoal),
        (any(|node| matches!(node.mark, Mark::Pruned(_))), "✗", Phrase::KeyPruned),
    ];
    let mut lines: Vec<String> = Vec::new();
    for (_, sign, phrase) in signs.into_iter().filter(|(there, ..)| *there) {
        let item = format!("{sign} {}", words.say(phrase));
        match lines.last_mut() {
            Some(line) if line.chars().count() + 3 + item.chars().count() <= width => {
                line.push_str(" · ");
                line.push_str(&item);
            }
            _ => lines.push(item),
        }
    }
    lines
}

/// The numbers of a node: order of creation, order of examination, g, h and f.
struct Columns {
    widths: [usize; 5],
}

impl Columns {
    fn new(tree: &Tree) -> Self {
        let mut widths = [0; 5];
        for node in &tree.nodes {
            for (width, cell) in widths.iter_mut().zip(Self::cells(node)) {
                *width = (*width).max(cell.len());
            }
        }
        Self { widths }
    }

    fn cells(node: &TreeNode) -> [String; 5] {
        let examined: Vec<String> = node.examined.iter().map(|number| format!("e{number}")).collect();
        let [g, h, f] = costs_of(node);
        [node.name().unwrap_or_default(), examined.join(","), g, h, f]
    }

    /// Two spaces after each column, one between the costs.
    fn row(&self, node: &TreeNode) -> String {
        let mut row = String::new();
        for (at, (&width, cell)) in self.widths.iter().zip(Self::cells(node)).enumerate() {
            let gap = self.gap(at);
            // A `String` takes everything that is written to it.
            let _ = write!(row, "{cell:<width$}{:gap$}", "");
        }
        row
    }

    fn gap(&self, at: usize) -> usize {
        let has_cost_after = at >= 2 && self.widths[at + 1..].iter().any(|&width| width > 0);
        match self.widths[at] {
            0 => 0,
            _ if has_cost_after => 1,
            _ => 2,
        }
    }

    fn width(&self) -> usize {
        (0..self.widths.len()).map(|at| self.widths[at] + self.gap(at)).sum()
    }
}

/// The lines that lead to a node, and past it to its later siblings.
struct Branch {
    joint: &'static str,
    rail: &'static str,
}

/// Who stands below whom.
struct Branches {
    roots: Vec<usize>,
    children: Vec<Vec<usize>>,
    /// Of each node, the last child on the path to a solution.
    last_on_path: Vec<Option<usize>>,
}

impl Branches {
    fn new(tree: &Tree) -> Self {
        let count = tree.nodes.len();
        let (mut roots, mut children, mut last_on_path) = (Vec::new(), vec![Vec::new(); count], vec![None; count]);
        for (at, node) in tree.nodes.iter().enumerate().filter(|(_, node)| stub_below(node).is_none()) {
            node.parent.map_or(&mut roots, |parent| &mut children[parent]).push(at);
            if let Some(parent) = node.parent.filter(|&parent| node.on_path && tree.nodes[parent].on_path) {
                last_on_path[parent] = Some(at);
            }
        }
        Self { roots, children, last_on_path }
    }

    fn branch(&self, tree: &Tree, parent: usize, at: usize) -> Branch {
        let is_last = self.children[parent].last() == Some(&at);
        let leads = tree.nodes[parent].on_path && tree.nodes[at].on_path;
        let leads_past = self.last_on_path[parent].is_some_and(|last| last > at);
        let joint = match (leads, leads_past, is_last) {
            (true, true, _) => "┣━ ",
            (true, false, false) => "┡━ ",
            (true, false, true) => "┗━ ",
            (false, true, _) => "┠─ ",
            (false, false, false) => "├─ ",
            (false, false, true) => "└─ ",
        };
        let rail = match (leads_past, is_last) {
            (true, _) => "┃ ",
            (false, false) => "│ ",
            (false, true) => "  ",
        };
        Branch { joint, rail }
    }
}
