//! The folder where tables are kept, and the one call that makes a partition's tables ready: from there, or built.
//!
//! Solving never depends on the folder. Whatever is wrong with it or with a file is reported in [`Note`]s; the table is then
//! built in memory.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use etcetera::BaseStrategy;
use hueco_search::Budget;

use super::build::{BuildError, Progress};
use super::file::{self, Header};
use super::geometry::Pattern;
use super::partition::Partition;
use super::shelf::Shelf;
use super::table::{Table, Tables};
use crate::file::{FileFault, SaveError};

/// Names the folder instead of the system's custom.
pub const VARIABLE: &str = "HUECO_CACHE";
const EXTENSION: &str = "pdb";

/// A folder of table files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Store {
    folder: PathBuf,
}

/// A file of a [`Store`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    /// Where.
    pub path: PathBuf,
    /// Its length.
    pub bytes: u64,
    /// What it says of itself, or what is wrong with it. Its contents were not read.
    pub header: Result<Header, FileFault>,
}

impl Store {
    /// The user's: the folder named by `HUECO_CACHE`, else `hueco` in the system's cache folder. `None` without a home.
    pub fn of_user() -> Option<Self> {
        Self::of(std::env::var_os(VARIABLE).as_deref())
    }

    fn of(variable: Option<&OsStr>) -> Option<Self> {
        match variable {
            Some(folder) if !folder.is_empty() => Some(Self::at(folder)),
            _ => Some(Self::at(etcetera::choose_base_strategy().ok()?.cache_dir().join("hueco"))),
        }
    }

    /// This folder. It need not exist.
    pub fn at(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into() }
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Where the table of a canonical pattern is kept.
    pub fn path(&self, pattern: &Pattern) -> PathBuf {
        self.folder.join(format!("{pattern}.{EXTENSION}"))
    }

    /// Maps the table of a canonical pattern.
    pub fn open(&self, pattern: &Pattern) -> Result<Table, FileFault> {
        file::open(&self.path(pattern), pattern)
    }

    /// Whether the file of a canonical pattern is there and has the right header and length.
    pub fn has(&self, pattern: &Pattern) -> bool {
        file::header(&self.path(pattern)).is_ok_and(|header| header.pattern == *pattern)
    }

    /// Whether every table of a partition seems to be there.
    pub fn has_all(&self, partition: &Partition) -> bool {
        partition.canonical_patterns().iter().all(|pattern| self.has(pattern))
    }

    /// Whether there is a file for every table of a partition, good or not.
    pub(crate) fn has_files(&self, partition: &Partition) -> bool {
        partition.canonical_patterns().iter().all(|pattern| self.path(pattern).exists())
    }

    /// Keeps a table.
    pub fn save(&self, table: &Table) -> Result<(), SaveError> {
        file::save(&self.path(&table.pattern()), table)
    }

    /// Every table file, by name. A folder that is not there has none.
    pub fn list(&self) -> Result<Vec<Stored>, FileFault> {
        let entries = match fs::read_dir(&self.folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(error.into()),
        };
        let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        paths.retain(|path| path.extension() == Some(OsStr::new(EXTENSION)));
        paths.sort();
        let stored = |path: PathBuf| {
            let bytes = fs::metadata(&path).map_or(0, |data| data.len());
            Stored { bytes, header: file::header(&path), path }
        };
        Ok(paths.into_iter().map(stored).collect())
    }
}

/// What happened to a table on its way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The canonical pattern.
    pub pattern: Pattern,
    /// What happened.
    pub event: TableEvent,
}

/// What may happen to a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableEvent {
    /// Its file was mapped, or a host had it.
    Mapped,
    /// It was built.
    Built,
    /// Its file is no good, so it was built.
    Rebuilt(FileFault),
    /// Its file is no good, so it was not used.
    Unusable(FileFault),
    /// It was written to its file.
    Kept,
    /// It could not be written to its file.
    NotKept(SaveError),
}

/// Where tables come from and where they go.
#[derive(Clone, Copy, Debug)]
pub struct Sources<'a> {
    /// The folder to look in.
    pub store: Option<&'a Store>,
    /// Tables that a host keeps.
    pub shelf: Option<&'a Shelf>,
    /// Whether tables that are built go there.
    pub keep: bool,
    /// Threads of a build.
    pub threads: usize,
}

impl Tables {
    /// Maps the tables of a partition; nothing is built. Where a file is missing or no good, the note says which.
    pub fn mapped(partition: &Partition, store: &Store) -> Result<Self, Note> {
        let open = |pattern: Pattern| {
            let unusable = |fault| Note { pattern, event: TableEvent::Unusable(fault) };
            store.open(&pattern).map(Arc::new).map_err(unusable)
        };
        let tables = partition.canonical_patterns().into_iter().map(open).collect::<Result<Vec<_>, _>>()?;
        let find = |pattern| {
            let table = tables.iter().find(|table| table.pattern() == pattern);
            Ok::<_, BuildError>(Arc::clone(table.expect("every canonical pattern was opened")))
        };
        Ok(Self::gather(partition, find).expect("the patterns of a partition can be numbered"))
    }

    /// Makes the tables of a partition ready: mapped from the store where it has them, else built, and kept if asked.
    /// The notes say what happened to each, in order. `progress` follows builds.
    pub fn ready(
        partition: &Partition,
        sources: &Sources<'_>,
        budget: &Budget,
        progress: &mut dyn FnMut(Pattern, Progress),
    ) -> Result<(Self, Vec<Note>), BuildError> {
        let mut notes = Vec::new();
        let mut note = |pattern, event| notes.push(Note { pattern, event });
        let make = |pattern: Pattern| -> Result<Arc<Table>, BuildError> {
            if let Some(table) = sources.shelf.and_then(|shelf| shelf.find(&pattern)) {
                note(pattern, TableEvent::Mapped);
                return Ok(table);
            }
            let fault = match sources.store.map(|store| store.open(&pattern)) {
                Some(Ok(table)) => {
                    note(pattern, TableEvent::Mapped);
                    return Ok(Arc::new(table));
                }
                Some(Err(FileFault::Missing)) | None => None,
                Some(Err(fault)) => Some(fault),
            };
            let table = Table::build(pattern, sources.threads, budget, &mut |so_far| progress(pattern, so_far))?;
            note(pattern, fault.map_or(TableEvent::Built, TableEvent::Rebuilt));
            if let Some(store) = sources.store.filter(|_| sources.keep) {
                let kept = store.save(&table);
                note(pattern, kept.map_or_else(TableEvent::NotKept, |()| TableEvent::Kept));
            }
            let table = Arc::new(table);
            if let Some(shelf) = sources.shelf {
                shelf.add(&table);
            }
            Ok(table)
        };
        let tables = Self::gather(partition, make)?;
        Ok((tables, notes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Shape;

    fn partition() -> Partition {
        Partition::sized(Shape::new(3, 3).unwrap(), 0, &[4, 4]).unwrap()
    }

    fn ready(store: &Store, keep: bool) -> (Tables, Vec<TableEvent>) {
        let sources = Sources { store: Some(store), shelf: None, keep, threads: 1 };
        let (tables, notes) = Tables::ready(&partition(), &sources, &Budget::unlimited(), &mut |_, _| ()).unwrap();
        (tables, notes.into_iter().map(|note| note.event).collect())
    }

    #[test]
    fn tables_are_kept_found_and_mended() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::at(folder.path().join("tables"));
        assert_eq!(store.list(), Ok(vec![]));
        let (built, events) = ready(&store, false);
        assert_eq!(events, [TableEvent::Built; 2]);
        assert!(!store.folder().exists());
        assert_eq!(ready(&store, true).1, [TableEvent::Built, TableEvent::Kept, TableEvent::Built, TableEvent::Kept]);
        let (mapped, events) = ready(&store, true);
        assert_eq!(events, [TableEvent::Mapped; 2]);
        for (one, two) in built.groups().iter().zip(mapped.groups()) {
            assert_eq!(one.0.values(), two.0.values());
        }
        assert!(store.has_all(&partition()));
        let listed = store.list().unwrap();
        assert_eq!(listed.len(), 2);
        assert!(listed.iter().all(|stored| stored.header.is_ok() && stored.bytes == 4096 + 3024));
        // One file is damaged: it alone is built again and replaced.
        let mut bytes = fs::read(&listed[0].path).unwrap();
        bytes[5000] ^= 4;
        fs::write(&listed[0].path, &bytes).unwrap();
        let (mended, mut events) = ready(&store, true);
        events.sort_by_key(|event| format!("{event:?}"));
        assert_eq!(events, [TableEvent::Kept, TableEvent::Mapped, TableEvent::Rebuilt(FileFault::Altered)]);
        assert_eq!(mended.groups()[0].0.values(), built.groups()[0].0.values());
        assert_eq!(ready(&store, true).1, [TableEvent::Mapped; 2]);
    }

    #[test]
    fn a_folder_that_cannot_be_written_hinders_nobody() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("file"), "").unwrap();
        let store = Store::at(folder.path().join("file/below"));
        let (tables, events) = ready(&store, true);
        assert_eq!(tables.groups().len(), 2);
        let kept = |event: &&TableEvent| matches!(event, TableEvent::Kept);
        assert_eq!(events.iter().filter(kept).count(), 0);
        assert_eq!(events.iter().filter(|event| matches!(event, TableEvent::NotKept(_))).count(), 2);
    }

    #[test]
    fn the_folder_is_the_named_one_or_the_systems() {
        assert_eq!(Store::of(Some(OsStr::new("here"))), Some(Store::at("here")));
        let custom = Store::of(None);
        assert_eq!(Store::of(Some(OsStr::new(""))), custom);
        assert!(custom.is_none_or(|store| store.folder().ends_with("hueco")));
    }
}
