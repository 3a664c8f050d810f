//! States in writing: in one line, in several, and as JSON.

use std::collections::BTreeMap;

use hueco_search::{CellValue, Shown};
use serde::{Serialize, Serializer};

use super::Domain;

/// A grid with more columns is not drawn.
const WIDEST: u32 = 100;

fn cell_text(cell: CellValue) -> String {
    cell.number().map_or_else(|| "_".to_owned(), |number| number.to_string())
}

fn joined(cells: &[CellValue], between: &str) -> String {
    cells.iter().copied().map(cell_text).collect::<Vec<_>>().join(between)
}

/// A state in one line: rows separated by `/`, the list of a number puzzle's cells, or a text. Control characters are escaped.
pub fn state_line(domain: &Domain, state: Shown<'_>) -> String {
    match (state, domain) {
        (Shown::Cells(cells), Domain::Sums { .. }) => format!("[{}]", joined(cells, ", ")),
        _ => state_rows(domain, state).join(" / "),
    }
}

/// A state line by line. Control characters are escaped.
pub fn state_rows(domain: &Domain, state: Shown<'_>) -> Vec<String> {
    match (state, domain) {
        (Shown::Cells(cells), Domain::Tiles { cols, .. }) => {
            cells.chunks((*cols).max(1)).map(|row| joined(row, " ")).collect()
        }
        (Shown::Cells(cells), _) => vec![joined(cells, " ")],
        (Shown::Text(text), _) => text.lines().map(plain).collect(),
    }
}

/// A state to look at: cells in columns, `_` for an empty one or the blank; or the lines of a text.
pub fn state_grid(domain: &Domain, state: Shown<'_>) -> Vec<String> {
    let Shown::Cells(cells) = state else { return state_rows(domain, state) };
    let text = |cell: &CellValue| match (cell.number(), domain) {
        (Some(0), Domain::Tiles { .. }) | (None, _) => "_".to_owned(),
        (Some(number), _) => number.to_string(),
    };
    let texts: Vec<String> = cells.iter().map(text).collect();
    let width = texts.iter().map(String::len).max().unwrap_or(0);
    let row = |row: Vec<&str>| {
        let cells: Vec<String> = row.iter().map(|text| format!("{text:>width$}")).collect();
        cells.join(" ").trim_end().to_owned()
    };
    match domain {
        Domain::Sums { cells: places, .. } if places.iter().all(|place| place.col < WIDEST) => {
            let mut rows: BTreeMap<u32, Vec<&str>> = BTreeMap::new();
            for (place, text) in places.iter().zip(&texts) {
                let columns = rows.entry(place.row).or_default();
                columns.resize(columns.len().max(place.col as usize + 1), "");
                columns[place.col as usize] = text;
            }
            rows.into_values().map(row).collect()
        }
        Domain::Tiles { cols, .. } => {
            texts.chunks((*cols).max(1)).map(|texts| row(texts.iter().map(String::as_str).collect())).collect()
        }
        _ => vec![row(texts.iter().map(String::as_str).collect())],
    }
}

/// A text that a terminal or a picture can show.
pub(crate) fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_control() { out.extend(c.escape_debug()) } else { out.push(c) }
    }
    out
}

/// A state as it stands in a trace: a list of numbers, null where a cell is empty, or a text.
pub struct StateJson<'a>(pub Shown<'a>);

impl Serialize for StateJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Shown::Cells(cells) => serializer.collect_seq(cells.iter().map(|cell| cell.number())),
            Shown::Text(text) => serializer.serialize_str(text),
        }
    }
}
