//! A board drawn in its shape: every cell in its row and column, numbers right-aligned to the widest one, three spaces
//! between columns, no spaces at the end of a line.

use crate::puzzle::Puzzle;

const GAP: usize = 3;

/// The board with these contents; an empty cell is drawn as `_`. Lines end with `\n`.
pub fn draw(puzzle: &Puzzle, state: &[Option<i64>]) -> String {
    let texts: Vec<String> =
        state.iter().map(|value| value.map_or_else(|| "_".to_string(), |value| value.to_string())).collect();
    let width = texts.iter().map(String::len).max().unwrap_or(1);
    let mut drawing = String::new();
    let mut line = String::new();
    let mut row = 0;
    for (cell, text) in puzzle.cells().iter().zip(&texts) {
        while row < cell.row {
            drawing.push_str(&line);
            drawing.push('\n');
            line.clear();
            row += 1;
        }
        let end = cell.column as usize * (width + GAP) + width;
        let spaces = end - line.len() - text.len();
        line.extend(std::iter::repeat_n(' ', spaces));
        line.push_str(text);
    }
    drawing.push_str(&line);
    drawing.push('\n');
    drawing
}
