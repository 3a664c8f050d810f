//! What stands in the box of a node, and how much room it needs: labels, and the state as a grid of cells or as text.

use hueco_search::{OwnedShown, Shown};

use super::{Mark, Phrase, Tree, TreeNode, Words};
use crate::trace::{CellPlace, Domain, state_rows};

/// Pixels of a character of small text, which is set in a font of equal widths, and of an action.
const SMALL: f64 = 6.7;
const ACTION: f64 = 7.4;
/// Around the contents of a box.
pub(super) const PADDING: f64 = 6.0;
/// A line of small text.
pub(super) const LINE: f64 = 14.0;
/// Between boxes.
pub(super) const GAP: f64 = 14.0;
/// Boards of more cells, or on a wider grid, are not drawn: their nodes have labels alone.
pub(super) const MOST_CELLS: usize = 64;
const WIDEST: u32 = 16;
/// Texts of more lines, or of longer ones, are cut.
const MOST_ROWS: usize = 24;
const LONGEST_ROW: usize = 60;

/// Where the cells of a board stand in a box.
pub(super) struct Grid<'t> {
    pub(super) domain: &'t Domain,
    start: &'t OwnedShown,
    pub(super) cell: f64,
    pub(super) rows: f64,
    pub(super) cols: f64,
    /// Whether states are drawn as a grid.
    pub(super) drawn: bool,
}

impl<'t> Grid<'t> {
    pub(super) fn new(tree: &'t Tree) -> Self {
        let domain = &tree.header.domain;
        let (rows, cols) = match domain {
            Domain::Tiles { rows, cols } => (*rows as u32, *cols as u32),
            Domain::Sums { cells, .. } => {
                let most = |of: fn(&CellPlace) -> u32| cells.iter().map(of).max().map_or(1, |n| n + 1);
                (most(|cell| cell.row), most(|cell| cell.col))
            }
            Domain::Any { .. } => (0, 0),
        };
        let cells = |node: &'t TreeNode| match &node.state {
            Some(OwnedShown::Cells(cells)) => &**cells,
            _ => &[],
        };
        let numbers = tree.nodes.iter().flat_map(cells).filter_map(|cell| cell.number());
        let longest = numbers.map(|number| number.to_string().len()).max().unwrap_or(1);
        let small = (1..=MOST_CELLS).contains(&domain.cells()) && rows <= WIDEST && cols <= WIDEST;
        Self {
            domain,
            start: &tree.header.start,
            cell: (7.4 * longest as f64 + 5.0).max(17.0),
            rows: f64::from(rows),
            cols: f64::from(cols),
            drawn: small,
        }
    }

    /// The column and row of every cell.
    pub(super) fn places(&self) -> Vec<(f64, f64)> {
        match self.domain {
            Domain::Tiles { rows, cols } => {
                (0..rows * cols).map(|at| ((at % cols) as f64, (at / cols) as f64)).collect()
            }
            Domain::Sums { cells, .. } => cells.iter().map(|cell| (f64::from(cell.col), f64::from(cell.row))).collect(),
            Domain::Any { .. } => Vec::new(),
        }
    }

    /// Whether a cell is shaded: the blank, or what was given from the start.
    pub(super) fn is_shaded(&self, at: usize, number: Option<i32>) -> bool {
        match (self.domain, self.start) {
            (Domain::Sums { .. }, OwnedShown::Cells(start)) => start[at].number().is_some(),
            _ => number == Some(0),
        }
    }

    pub(super) fn width(&self) -> f64 {
        self.cell * self.cols
    }

    pub(super) fn height(&self) -> f64 {
        self.cell * self.rows
    }
}

/// The state in a box.
pub(super) enum Picture {
    None,
    Grid,
    Rows(Vec<String>),
}

/// The contents of a box and the size they need.
pub(super) struct Card {
    pub(super) above: String,
    pub(super) picture: Picture,
    pub(super) below: String,
    pub(super) width: f64,
    pub(super) height: f64,
}

impl Card {
    pub(super) fn new(node: &TreeNode, grid: &Grid<'_>, words: &dyn Words) -> Self {
        let examined: Vec<String> = node.examined.iter().map(|number| format!("e{number}")).collect();
        let above = match (&node.mark, node.name()) {
            (_, Some(name)) => format!("{name} {}", examined.join(",")).trim_end().to_owned(),
            (Mark::More(count), None) => words.say(Phrase::More(*count)),
            (_, None) => costs(node),
        };
        let below = below(node, words);
        let picture = match node.state.as_ref().map(OwnedShown::view) {
            Some(Shown::Cells(_)) if grid.drawn => Picture::Grid,
            Some(state @ Shown::Text(_)) => Picture::Rows(cut_rows(state_rows(grid.domain, state))),
            _ => Picture::None,
        };
        let (wide, high) = match &picture {
            Picture::None => (0.0, 0.0),
            Picture::Grid => (grid.width(), grid.height() + 4.0),
            Picture::Rows(rows) => (rows_width(rows), rows.len() as f64 * LINE + 4.0),
        };
        let texts = above.chars().count().max(below.chars().count()) as f64 * SMALL;
        let lines = [&above, &below].into_iter().filter(|text| !text.is_empty()).count() as f64;
        // The action stands right of the line from above and must not reach the next box.
        let action = node.action.as_ref().map_or(0, |action| action.chars().count()) as f64 * ACTION;
        Self {
            above,
            picture,
            below,
            width: (texts.max(wide) + 2.0 * PADDING).max(2.0 * (action - GAP + 8.0)),
            height: lines * LINE + high + 2.0 * PADDING - 2.0,
        }
    }
}

/// How wide rows of text are.
pub(super) fn rows_width(rows: &[String]) -> f64 {
    rows.iter().map(|row| row.chars().count()).max().unwrap_or(0) as f64 * SMALL
}

/// A text of any size, cut to what a box can hold.
fn cut_rows(mut rows: Vec<String>) -> Vec<String> {
    if rows.len() > MOST_ROWS {
        rows.truncate(MOST_ROWS - 1);
        rows.push("…".to_owned());
    }
    rows.iter_mut().for_each(cut_row);
    rows
}

fn cut_row(row: &mut String) {
    cut(row, LONGEST_ROW);
}

/// The first letters of a line, and a mark where more follow.
pub(super) fn cut(row: &mut String, longest: usize) {
    if let Some((at, _)) = row.char_indices().nth(longest) {
        row.truncate(at);
        row.push('…');
    }
}

/// Why a node has nothing more below it: it was pruned, stands elsewhere, or was forgotten.
pub(super) fn fate(node: &TreeNode, words: &dyn Words) -> Option<String> {
    match (&node.mark, node.repeats) {
        (Mark::Pruned(_), Some(id)) => Some(format!("= #{id}")),
        (Mark::Pruned(reason), None) => Some(words.say(Phrase::Pruned(reason))),
        (Mark::Moved, _) => Some(words.say(Phrase::Moved)),
        _ => node.is_forgotten.then(|| words.say(Phrase::Forgotten)),
    }
}

/// The last line of a box: its fate or its costs, and both of a node that was forgotten.
pub(super) fn below(node: &TreeNode, words: &dyn Words) -> String {
    match fate(node, words) {
        Some(fate) if node.is_forgotten => format!("{} {fate}", costs(node)).trim_start().to_owned(),
        Some(fate) => fate,
        None => costs(node),
    }
}

/// g, h and f as far as they are known.
pub(super) fn costs(node: &TreeNode) -> String {
    let known: Vec<String> = costs_of(node).into_iter().filter(|cost| !cost.is_empty()).collect();
    known.join(" ")
}

/// The estimate of a dead end is the largest number there is: no state costs so much.
fn estimate(value: u64) -> String {
    if value >= u32::MAX.into() { "∞".to_owned() } else { value.to_string() }
}

/// g, h and f, each empty where it is not known.
pub(super) fn costs_of(node: &TreeNode) -> [String; 3] {
    [("g", node.g), ("h", node.h), ("f", node.f())]
        .map(|(name, value)| value.map_or_else(String::new, |value| format!("{name}{}", estimate(value))))
}
