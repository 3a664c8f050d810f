//! Tables on a terminal, printed row by row: the widths are fixed before the first row is known.

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
    fn columns_line_up() {
        let table = Table::new(vec![("n.º", 1, Align::Right), ("método", 3, Align::Left), ("x", 4, Align::Right)]);
        assert_eq!(table.header(), "n.º  método     x");
        assert_eq!(table.row(&["7".into(), "bfs".into(), "12".into()]), "  7  bfs       12");
    }
}
