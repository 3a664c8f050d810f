//! A menu on the screen: one row for each action, and where not all fit, how many there are above and below.

/// The rows that a menu has at least.
pub(super) const LEAST: u16 = 3;

/// Which part of a menu the screen shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Window {
    /// The first entry that is shown, and the one after the last.
    first: usize,
    end: usize,
    entries: usize,
}

/// What a row of a menu has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Row {
    Entry(usize),
    /// So many entries are above, or below.
    Above(usize),
    Below(usize),
}

impl Window {
    /// The part with the chosen entry, in this many rows.
    pub(super) fn new(entries: usize, chosen: usize, rows: u16) -> Self {
        let rows = usize::from(rows.max(LEAST));
        let (first, end) = if entries <= rows {
            (0, entries)
        } else if chosen + 1 < rows {
            // At either end one row says that there is more; between them, two do.
            (0, rows - 1)
        } else if chosen + rows > entries {
            (entries + 1 - rows, entries)
        } else {
            (chosen + 3 - rows, chosen + 1)
        };
        Self { first, end, entries }
    }

    /// The rows, from the top.
    pub(super) fn rows(self) -> impl Iterator<Item = Row> {
        let above = (self.first > 0).then_some(Row::Above(self.first));
        let below = (self.end < self.entries).then_some(Row::Below(self.entries - self.end));
        above.into_iter().chain((self.first..self.end).map(Row::Entry)).chain(below)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(entries: usize, chosen: usize, rows: u16) -> Vec<Row> {
        Window::new(entries, chosen, rows).rows().collect()
    }

    #[test]
    fn a_menu_that_does_not_fit_says_how_much_is_hidden() {
        use Row::{Above, Below, Entry};
        assert_eq!(shown(3, 2, 3), [Entry(0), Entry(1), Entry(2)]);
        assert_eq!(shown(6, 0, 4), [Entry(0), Entry(1), Entry(2), Below(3)]);
        assert_eq!(shown(6, 2, 4), [Entry(0), Entry(1), Entry(2), Below(3)]);
        assert_eq!(shown(6, 3, 4), [Above(3), Entry(3), Entry(4), Entry(5)]);
        assert_eq!(shown(9, 4, 4), [Above(3), Entry(3), Entry(4), Below(4)]);
        assert_eq!(shown(9, 8, 4), [Above(6), Entry(6), Entry(7), Entry(8)]);
    }

    #[test]
    fn the_chosen_entry_is_always_shown_and_nothing_is_lost() {
        for entries in 1..12 {
            for (chosen, rows) in (0..entries).flat_map(|chosen| (3..9).map(move |rows| (chosen, rows))) {
                let shown = shown(entries, chosen, rows);
                assert!(shown.len() <= usize::from(rows), "{entries} {chosen} {rows}: {shown:?}");
                assert!(shown.contains(&Row::Entry(chosen)), "{entries} {chosen} {rows}: {shown:?}");
                let count = |row: &Row| match *row {
                    Row::Entry(_) => 1,
                    Row::Above(hidden) | Row::Below(hidden) => hidden,
                };
                assert_eq!(shown.iter().map(count).sum::<usize>(), entries, "{entries} {chosen} {rows}: {shown:?}");
            }
        }
    }
}
