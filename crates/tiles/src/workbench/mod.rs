//! What owns the tables of a program: pattern databases, distance tables, tables of walking distance, solvers for slides.
//!
//! Tables depend on the board's shape and on the goal, so those of one board serve the next. A [`Workbench`] keeps them, the
//! least recently used going first where its limit on bytes would be exceeded. A command has one, a server has one, and a
//! library user as many as they like: they share nothing.
//!
//! *Nothing but time depends on it.* Which tables a plan uses follows from the plan and from the user's folder alone; what is
//! already held is only not built again.
//!
//! *What counts.* Memory that its tables own. Tables that are mapped from files of the folder are the system's to drop and do
//! not count. The limit is on what is kept; a table being built counts against the limit of the plan that builds it.

mod cache;

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use hueco_search::Budget;

use crate::board::{Board, Shape};
use crate::heuristic::{TableTooLarge, WalkingDistance, WalkingTable};
use crate::metric::Metric;
use crate::multi::{MultiError, MultiSolver};
use crate::optimal::{Prover, Visited};
use crate::pattern::{Partition, PatternSearch, Shelf, Store, Tables};
use crate::problem::Frame;
use crate::space::{DistanceTable, TableError};
use cache::Cache;

/// The tables of a program.
///
/// ```
/// use hueco_tiles::solve::{Plan, solve};
/// use hueco_tiles::{Board, Workbench, parse_board};
///
/// let workbench = Workbench::new(Some(1 << 30));
/// for text in ["8 6 7 / 2 5 4 / 3 0 1", "6 4 7 / 8 5 0 / 3 2 1"] {
///     let board = parse_board(text, None)?;
///     let goal = Board::blank_last(board.shape());
///     // The second board finds the distance table of the first.
///     assert_eq!(solve(&Plan::new(board, goal), &workbench, &mut |_| ())?.length(), Some(31));
/// }
/// assert!(workbench.bytes() > 181_440);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Workbench {
    cache: Cache<Key>,
    /// What the folder was found not to hold: it is not read again for every board.
    absent: Mutex<Vec<(Store, Partition)>>,
    shelf: Option<Shelf>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Key {
    Patterns(Partition),
    Prover(Vec<Partition>),
    Visited,
    Distances { shape: Shape, blank: usize },
    Slides(Board),
    Walking { lines: usize, length: usize, blank: usize },
}

impl Workbench {
    /// An empty one that keeps at most this many bytes; `None`: all it gets.
    pub fn new(limit_bytes: Option<u64>) -> Self {
        Self { cache: Cache::new(limit_bytes.unwrap_or(u64::MAX)), absent: Mutex::new(Vec::new()), shelf: None }
    }

    /// The same with a shelf: pattern databases that are built are also put there, and taken from there.
    #[must_use]
    pub fn with_shelf(self) -> Self {
        Self { shelf: Some(Shelf::default()), ..self }
    }

    /// Its shelf, if it has one.
    pub fn shelf(&self) -> Option<&Shelf> {
        self.shelf.as_ref()
    }

    /// Bytes of the tables that it keeps, and of those it no longer keeps while a search still uses them.
    pub fn bytes(&self) -> u64 {
        self.cache.bytes()
    }

    /// The tables of a partition: held, or built by `make`.
    pub(crate) fn patterns<E>(
        &self,
        partition: &Partition,
        may_wait: impl Fn() -> Result<(), E>,
        make: impl FnOnce() -> Result<Tables, E>,
    ) -> Result<Arc<Patterns>, E> {
        let make = || {
            let patterns = Patterns::new(make()?);
            let bytes = patterns.owned_bytes();
            Ok((patterns, bytes))
        };
        self.cache.get(&Key::Patterns(partition.clone()), may_wait, make)
    }

    /// The tables of partitions, laid out for proofs on large boards: held, or made by `make`.
    pub(crate) fn prover<E>(
        &self,
        partitions: &[Partition],
        may_wait: impl Fn() -> Result<(), E>,
        make: impl FnOnce() -> Result<Prover, E>,
    ) -> Result<Arc<Prover>, E> {
        let make = || {
            let prover = make()?;
            let bytes = prover.bytes();
            Ok((prover, bytes))
        };
        self.cache.get(&Key::Prover(partitions.to_vec()), may_wait, make)
    }

    /// Whether the tables of these partitions are held, laid out for proofs.
    pub(crate) fn holds_prover(&self, partitions: &[Partition]) -> bool {
        self.cache.holds(&Key::Prover(partitions.to_vec()))
    }

    /// The memory of a proof's visited states, for the next proof to use: where memory is slow to be provided by the system, that
    /// is worth more than what it costs to clear it.
    pub(crate) fn keep_visited(&self, visited: Visited) {
        let bytes = visited.touched_bytes();
        self.cache.put(Key::Visited, visited, bytes);
    }

    /// What was kept of the proof before.
    pub(crate) fn take_visited(&self) -> Option<Visited> {
        self.cache.take(&Key::Visited)
    }

    /// Whether a folder was found not to hold the tables of a partition.
    pub(crate) fn is_absent(&self, store: &Store, partition: &Partition) -> bool {
        let absent = self.absent.lock().unwrap_or_else(PoisonError::into_inner);
        absent.iter().any(|(one, two)| (one, two) == (store, partition))
    }

    /// Remembers that a folder does not hold them.
    pub(crate) fn note_absent(&self, store: &Store, partition: &Partition) {
        let mut absent = self.absent.lock().unwrap_or_else(PoisonError::into_inner);
        absent.push((store.clone(), partition.clone()));
    }

    /// The distance table of a small space.
    pub(crate) fn distances(&self, frame: &Frame, budget: &Budget) -> Result<Arc<DistanceTable>, TableError> {
        let (shape, blank) = (frame.shape(), frame.home()[0] as usize);
        let make = || {
            let table = DistanceTable::build(shape, blank, Metric::Single, budget)?;
            let bytes = table.bytes();
            Ok((table, bytes))
        };
        let may_wait = || budget.check().map_err(TableError::Stopped);
        self.cache.get(&Key::Distances { shape, blank }, may_wait, make)
    }

    /// What solves boards with this goal in the fewest slides.
    pub(crate) fn slides(&self, goal: &Board, budget: &Budget) -> Result<Arc<MultiSolver>, MultiError> {
        let make = || {
            let solver = MultiSolver::new(goal, budget)?;
            let bytes = solver.bytes();
            Ok((solver, bytes))
        };
        let may_wait = || budget.check().map_err(|limit| TableError::Stopped(limit).into());
        self.cache.get(&Key::Slides(goal.clone()), may_wait, make)
    }

    /// Walking distance to an arrangement: by label, the cell where it belongs.
    pub(crate) fn walking(&self, frame: &Frame, target: &[u16]) -> Result<WalkingDistance, TableTooLarge> {
        WalkingDistance::with_tables(frame, target, |lines, length, blank| {
            let make = || {
                let table = WalkingTable::new(lines, length, blank)?;
                let bytes = table.bytes() as u64;
                Ok((table, bytes))
            };
            // It takes half a second at most: nobody is kept waiting for long.
            self.cache.get(&Key::Walking { lines, length, blank }, || Ok(()), make)
        })
    }
}

impl Default for Workbench {
    /// Without a limit.
    fn default() -> Self {
        Self::new(None)
    }
}

impl fmt::Debug for Workbench {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let limit = Some(self.cache.limit()).filter(|&limit| limit < u64::MAX);
        f.debug_struct("Workbench").field("bytes", &self.bytes()).field("limit", &limit).finish_non_exhaustive()
    }
}

/// The tables of a partition, and the fast search over them where there is one.
pub(crate) struct Patterns {
    pub(crate) tables: Tables,
    pub(crate) search: Option<PatternSearch>,
}

impl Patterns {
    fn new(tables: Tables) -> Self {
        Self { search: PatternSearch::new(&tables), tables }
    }

    /// Bytes of the tables and of the fast search.
    pub(crate) fn bytes(&self) -> u64 {
        self.tables.bytes() + self.search.as_ref().map_or(0, PatternSearch::bytes)
    }

    /// The same without tables that are mapped from files.
    fn owned_bytes(&self) -> u64 {
        self.bytes() - self.tables.mapped_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(rows: usize, cols: usize) -> Frame {
        Frame::new(&Board::blank_last(Shape::new(rows, cols).unwrap()))
    }

    #[test]
    fn a_workbench_has_a_shelf_where_it_was_asked_for() {
        let (with, without) = (Workbench::new(Some(100)).with_shelf(), Workbench::new(Some(100)));
        assert!(with.shelf().is_some() && without.shelf().is_none());
        // It keeps no more than before.
        let table = with.distances(&frame(2, 3), &Budget::unlimited()).unwrap();
        assert_eq!(with.bytes(), table.bytes());
        drop(table);
        assert_eq!(with.bytes(), 0);
    }

    #[test]
    fn tables_are_made_once_and_two_workbenches_share_nothing() {
        fn is_sync<T: Send + Sync>(_: &T) {}
        let (one, two) = (Workbench::default(), Workbench::new(Some(100)));
        is_sync(&one);
        let budget = Budget::unlimited();
        let table = one.distances(&frame(2, 3), &budget).unwrap();
        assert!(Arc::ptr_eq(&table, &one.distances(&frame(2, 3), &budget).unwrap()));
        assert_eq!(one.bytes(), table.bytes());
        assert_eq!(two.bytes(), 0);
        let other = two.distances(&frame(2, 3), &budget).unwrap();
        assert!(!Arc::ptr_eq(&table, &other));
        // It is larger than the second one may keep: it counts while it is used.
        assert_eq!(two.bytes(), other.bytes());
        drop(other);
        assert_eq!(two.bytes(), 0);
        let goal = Board::blank_last(Shape::new(2, 3).unwrap());
        one.slides(&goal, &budget).unwrap();
        assert!(one.bytes() > table.bytes());
    }

    #[test]
    fn only_memory_of_its_own_counts() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::at(folder.path());
        let partition = Partition::sized(Shape::new(3, 3).unwrap(), 8, &[4, 4]).unwrap();
        let built = Tables::build(&partition, 1, &Budget::unlimited(), &mut |_, _| ()).unwrap();
        for (table, _) in built.groups() {
            store.save(table).unwrap();
        }
        let bytes = |tables: Tables| {
            let workbench = Workbench::default();
            let patterns = workbench.patterns(&partition, || Ok(()), || Ok::<_, ()>(tables)).unwrap();
            assert!(patterns.bytes() >= workbench.bytes());
            workbench.bytes()
        };
        let mapped = Tables::mapped(&partition, &store).unwrap();
        let values = mapped.mapped_bytes();
        assert!(values > 0);
        assert_eq!(bytes(built), bytes(mapped) + values);
    }

    #[test]
    fn what_a_folder_does_not_hold_is_remembered() {
        let workbench = Workbench::default();
        let partition = Partition::sized(Shape::new(3, 3).unwrap(), 8, &[4, 4]).unwrap();
        let (here, there) = (Store::at("here"), Store::at("there"));
        workbench.note_absent(&here, &partition);
        assert!(workbench.is_absent(&here, &partition) && !workbench.is_absent(&there, &partition));
    }
}
