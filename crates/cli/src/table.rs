//! Tables on a terminal, at most [`WIDTH`] wide: printed row by row with widths that are fixed before the first row is known,
//! or fitted to rows that are all known.

/// The widest line of a table.
const WIDTH: usize = 100;
/// The widest first column; a longer name has a line of its own.
const WIDEST_NAME: usize = 48;

/// Which side of its column a text keeps to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Align {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// Titles and widths of columns.
pub(crate) struct Table {
    columns: Vec<(&'static str, usize, Align)>,
}

impl Table {
    /// Columns with a title and the least width each. A wider title widens its column; a wider cell shifts its row.
    pub(crate) fn new(columns: Vec<(&'static str, usize, Align)>) -> Self {
        let widen =
            |(title, width, align): (&'static str, usize, Align)| (title, width.max(title.chars().count()), align);
        Self { columns: columns.into_iter().map(widen).collect() }
    }

    /// The titles.
    pub(crate) fn header(&self) -> String {
        self.row(&self.columns.iter().map(|(title, ..)| (*title).to_owned()).collect::<Vec<_>>())
    }

    /// One row.
    pub(crate) fn row(&self, cells: &[String]) -> String {
        let cells = self.columns.iter().zip(cells).map(|(&(_, width, align), cell)| match align {
            Align::Left => format!("{cell:<width$}"),
            Align::Right => format!("{cell:>width$}"),
        });
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    }
}

/// A table whose columns are as wide as what is in them, and no narrower than they say.
///
/// Columns that do not fit go to another table below, which repeats the first column.
pub(crate) fn fitted(columns: &[(&'static str, usize, Align)], rows: &[Vec<String>]) -> Vec<String> {
    let cells = |index: usize| rows.iter().map(move |row| row[index].chars().count());
    let width = |index: usize| {
        let (title, least, _) = columns[index];
        let widest = if index == 0 { WIDEST_NAME } else { WIDTH };
        cells(index).filter(|&cell| cell <= widest).max().unwrap_or(0).max(least).max(title.chars().count())
    };
    let widths: Vec<usize> = (0..columns.len()).map(width).collect();
    let mut lines = Vec::new();
    for part in parts(&widths) {
        if !lines.is_empty() {
            lines.push(String::new());
        }
        let table = Table::new(part.iter().map(|&i| (columns[i].0, widths[i], columns[i].2)).collect());
        lines.push(table.header());
        for row in rows {
            let mut cells: Vec<String> = part.iter().map(|&i| row[i].clone()).collect();
            if cells[0].chars().count() > WIDEST_NAME {
                let name: Vec<char> = std::mem::take(&mut cells[0]).chars().collect();
                lines.extend(name.chunks(WIDTH).map(String::from_iter));
            }
            lines.push(table.row(&cells));
        }
    }
    lines
}

/// The columns of each table, the first column always among them: as few tables as possible, and all about equally wide.
fn parts(widths: &[usize]) -> Vec<Vec<usize>> {
    let room = WIDTH.saturating_sub(widths[0]);
    let filled = |enough: usize| {
        let mut parts: Vec<Vec<usize>> = vec![vec![0]];
        let mut used = 0;
        for (index, width) in widths.iter().enumerate().skip(1) {
            if used > 0 && (used >= enough || used + 2 + width > room) {
                parts.push(vec![0]);
                used = 0;
            }
            used += 2 + width;
            parts.last_mut().expect("there is one part at least").push(index);
        }
        parts
    };
    let fewest = filled(room);
    let whole: usize = widths[1..].iter().map(|width| 2 + width).sum();
    let even = filled(whole.div_ceil(fewest.len()));
    if even.len() == fewest.len() { even } else { fewest }
}

/// A field of a CSV line; `max(a,b)` needs quotes.
pub(crate) fn csv_field(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_with_commas_are_quoted() {
        assert_eq!(csv_field("max(a,b)"), "\"max(a,b)\"");
        assert_eq!(csv_field("a\"b"), "\"a\"\"b\"");
        assert_eq!(csv_field("bfs"), "bfs");
    }

    #[test]
    fn a_fitted_table_is_never_wider_than_a_hundred_columns() {
        let columns: Vec<(&'static str, usize, Align)> =
            ["method", "solved", "stopped by", "length", "generated", "expanded", "memory", "time"]
                .map(|title| (title, 0, Align::Right))
                .into();
        let row = |name: &str| {
            let mut row = vec!["1,234,567,890,123".to_owned(); columns.len()];
            row[0] = name.to_owned();
            row
        };
        let rows = [row("bfs"), row("idastar+linear-conflict"), row(&"q".repeat(250))];
        let lines = fitted(&columns, &rows);
        assert!(lines.iter().all(|line| line.chars().count() <= WIDTH), "{lines:#?}");
        let count = |text: &str| lines.iter().map(|line| line.matches(text).count()).sum::<usize>();
        assert_eq!(count("1,234,567,890,123"), 7 * 3);
        assert_eq!((count("method"), count("memory"), count("q")), (2, 1, 2 * 250));
        assert_eq!(parts(&[20, 30, 30, 10, 10]), [vec![0, 1, 2], vec![0, 3, 4]]);
        assert_eq!(parts(&[20, 10, 10, 10, 10]), [vec![0, 1, 2, 3, 4]]);
        let narrow = fitted(&columns[..3], &rows.map(|row| row[..3].to_vec()));
        assert_eq!(narrow.iter().filter(|line| line.contains("method")).count(), 1);
    }

    #[test]
    fn columns_line_up() {
        let table = Table::new(vec![("n.º", 1, Align::Right), ("método", 3, Align::Left), ("x", 4, Align::Right)]);
        assert_eq!(table.header(), "n.º  método     x");
        assert_eq!(table.row(&["7".into(), "bfs".into(), "12".into()]), "  7  bfs       12");
    }
}
