//! Tables that a host keeps from one visit to the next where there is no folder: a browser's storage.
//!
//! The host gives the bytes of files before a run, and takes those of tables that were built after it. As with a folder, bytes
//! that are not intact are not used; unlike there, only time depends on it: a table that the host has is not built again.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::file;
use super::geometry::Pattern;
use super::table::Table;
use crate::file::FileFault;

/// Tables of a host.
#[derive(Debug, Default)]
pub struct Shelf {
    tables: Mutex<Vec<Kept>>,
}

#[derive(Debug)]
struct Kept {
    table: Arc<Table>,
    /// Whether the host has it.
    is_kept: bool,
}

impl Shelf {
    fn lock(&self) -> MutexGuard<'_, Vec<Kept>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts the table of a file there, if it is intact.
    pub fn give(&self, bytes: &[u8]) -> Result<(), FileFault> {
        let table = Arc::new(file::from_bytes(bytes)?);
        self.lock().push(Kept { table, is_kept: true });
        Ok(())
    }

    /// The tables that were built since the last call: the name of each and the bytes of its file.
    pub fn take(&self) -> Vec<(String, Vec<u8>)> {
        let mut tables = self.lock();
        let new = tables.iter_mut().filter(|kept| !kept.is_kept);
        new.map(|kept| {
            kept.is_kept = true;
            (kept.table.pattern().to_string(), file::to_bytes(&kept.table))
        })
        .collect()
    }

    /// The table of a canonical pattern, if it is there.
    pub(super) fn find(&self, pattern: &Pattern) -> Option<Arc<Table>> {
        self.lock().iter().find(|kept| kept.table.pattern() == *pattern).map(|kept| Arc::clone(&kept.table))
    }

    /// A table was built.
    pub(super) fn add(&self, table: &Arc<Table>) {
        self.lock().push(Kept { table: Arc::clone(table), is_kept: false });
    }
}

#[cfg(test)]
mod tests {
    use hueco_search::Budget;

    use super::*;
    use crate::board::Shape;
    use crate::pattern::{Partition, Sources, TableEvent, Tables};

    fn events(shelf: &Shelf) -> Vec<TableEvent> {
        let partition = Partition::sized(Shape::new(3, 3).unwrap(), 0, &[4, 4]).unwrap();
        let sources = Sources { store: None, shelf: Some(shelf), keep: false, threads: 1 };
        let (_, notes) = Tables::ready(&partition, &sources, &Budget::unlimited(), &mut |_, _| ()).unwrap();
        notes.into_iter().map(|note| note.event).collect()
    }

    #[test]
    fn tables_are_taken_once_and_not_built_again() {
        let (first, next) = (Shelf::default(), Shelf::default());
        assert_eq!(events(&first), [TableEvent::Built; 2]);
        assert_eq!(events(&first), [TableEvent::Mapped; 2]);
        let files = first.take();
        assert_eq!((files.len(), first.take().len()), (2, 0));
        for (_, bytes) in &files {
            next.give(bytes).unwrap();
        }
        assert_eq!(events(&next), [TableEvent::Mapped; 2]);
        assert!(next.take().is_empty());
    }

    #[test]
    fn what_is_not_intact_is_refused() {
        let shelf = Shelf::default();
        events(&shelf);
        let (_, mut bytes) = shelf.take().remove(0);
        assert_eq!(shelf.give(&bytes[..100]), Err(FileFault::BadHeader));
        assert!(matches!(shelf.give(&bytes[..bytes.len() - 1]), Err(FileFault::Length { .. })));
        *bytes.last_mut().unwrap() ^= 1;
        assert_eq!(shelf.give(&bytes), Err(FileFault::Altered));
        assert_eq!(shelf.give(&[]), Err(FileFault::BadHeader));
    }
}
