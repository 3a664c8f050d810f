//! Tables at hand: what earlier boards have left, what the user's folder holds, and what is built now.
//!
//! Tables depend on the board's shape and the blank's goal cell alone, so those of one board serve the next. The shelf is
//! the process's: it keeps the few that were used last, and whoever needs one that another thread is building waits for it.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::{Building, Course, Notice, Progress};
use crate::board::Shape;
use crate::metric::Metric;
use crate::multi::{MultiError, MultiSolver};
use crate::pattern::{BuildError, Note, Partition, Pattern, PatternSearch, Sources, Store, TableEvent, Tables};
use crate::problem::Frame;
use crate::space::{DistanceTable, TableError};

/// The tables of a partition, and the fast search over them where there is one.
pub(super) struct Patterns {
    pub(super) tables: Tables,
    pub(super) search: Option<PatternSearch>,
}

impl Patterns {
    fn new(tables: Tables) -> Arc<Self> {
        Arc::new(Self { search: PatternSearch::new(&tables), tables })
    }

    /// Bytes of the tables and of the fast search.
    pub(super) fn bytes(&self) -> u64 {
        self.tables.bytes() + self.search.as_ref().map_or(0, PatternSearch::bytes)
    }
}

/// The things used last, the newest at the end.
struct Shelf<T> {
    places: Mutex<Vec<Arc<T>>>,
}

/// Things kept of each kind. A ladder of databases has four rungs.
const PLACES: usize = 5;

impl<T> Shelf<T> {
    const fn new() -> Self {
        Self { places: Mutex::new(Vec::new()) }
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Arc<T>>> {
        self.places.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn find(&self, is_it: impl Fn(&T) -> bool) -> Option<Arc<T>> {
        self.lock().iter().find(|thing| is_it(thing)).cloned()
    }

    /// The thing, or what `make` makes of it while nobody else does.
    fn find_or<E>(&self, is_it: impl Fn(&T) -> bool, make: impl FnOnce() -> Result<Arc<T>, E>) -> Result<Arc<T>, E> {
        let mut places = self.lock();
        if let Some(thing) = places.iter().find(|thing| is_it(thing)) {
            return Ok(Arc::clone(thing));
        }
        let thing = make()?;
        if places.len() == PLACES {
            places.remove(0);
        }
        places.push(Arc::clone(&thing));
        Ok(thing)
    }
}

static PATTERNS: Shelf<Patterns> = Shelf::new();
static DISTANCES: Shelf<DistanceTable> = Shelf::new();
static SLIDES: Shelf<MultiSolver> = Shelf::new();

/// The tables of a partition, if an earlier board left them.
pub(super) fn left(partition: &Partition) -> Option<Arc<Patterns>> {
    PATTERNS.find(|patterns| patterns.tables.partition() == partition)
}

/// What the folder was found not to hold: it is not asked for every board.
static ABSENT: Mutex<Vec<(Store, Partition)>> = Mutex::new(Vec::new());

/// The tables of a partition, if they are at hand or in the folder. Nothing is built.
pub(super) fn found(partition: &Partition, course: &mut Course<'_>) -> Option<Arc<Patterns>> {
    let map = || {
        let store = course.plan.store.as_ref().ok_or(())?;
        let mut absent = ABSENT.lock().unwrap_or_else(PoisonError::into_inner);
        if absent.iter().any(|(one, two)| (one, two) == (store, partition)) {
            return Err(());
        }
        let mapped = if store.has_all(partition) { Tables::mapped(partition, store).map_err(Some) } else { Err(None) };
        mapped.map(Patterns::new).map_err(|fault| {
            absent.push((store.clone(), partition.clone()));
            course.notices.extend(fault.map(Notice::Table));
        })
    };
    PATTERNS.find_or(|patterns| patterns.tables.partition() == partition, map).ok()
}

/// The tables of a partition: at hand, from the folder, or built in memory.
pub(super) fn ready(partition: &Partition, course: &mut Course<'_>) -> Result<Arc<Patterns>, BuildError> {
    PATTERNS.find_or(|patterns| patterns.tables.partition() == partition, || build(partition, course))
}

fn build(partition: &Partition, course: &mut Course<'_>) -> Result<Arc<Patterns>, BuildError> {
    let threads = course.plan.build_threads.unwrap_or_else(|| course.threads());
    let sources = Sources { store: course.plan.store.as_ref(), keep: false, threads };
    let budget = course.whole_budget().clone();
    let (started, progress) = (course.started, &mut course.progress);
    let mut told = Instant::now();
    let mut tell = |pattern: Pattern, so_far: crate::pattern::Progress| {
        if told.elapsed() >= BETWEEN_REPORTS {
            told = Instant::now();
            let building = Building { tiles: pattern.tiles(), done: so_far.done, entries: so_far.entries };
            progress(&Progress {
                elapsed: started.elapsed(),
                generated: 0,
                best: None,
                lower_bound: 0,
                building: Some(building),
            });
        }
    };
    let (tables, notes) = Tables::ready(partition, &sources, &budget, &mut tell)?;
    let told = |note: &Note| matches!(note.event, TableEvent::Rebuilt(_));
    course.notices.extend(notes.into_iter().filter(told).map(Notice::Table));
    Ok(Patterns::new(tables))
}

const BETWEEN_REPORTS: Duration = Duration::from_millis(100);

/// The complete distance table of a small space.
pub(super) fn distances(frame: &Frame, course: &mut Course<'_>) -> Result<Arc<DistanceTable>, TableError> {
    let (shape, blank): (Shape, usize) = (frame.shape(), frame.home()[0] as usize);
    let budget = course.whole_budget().clone();
    let build = || Ok(Arc::new(DistanceTable::build(shape, blank, Metric::Single, &budget)?));
    DISTANCES.find_or(|table| table.serves(frame), build)
}

/// What solves boards with the plan's goal in the fewest slides.
pub(super) fn slides(course: &mut Course<'_>) -> Result<Arc<MultiSolver>, MultiError> {
    let budget = course.whole_budget().clone();
    let goal = &course.plan.goal;
    SLIDES.find_or(|solver| solver.goal() == goal, || Ok(Arc::new(MultiSolver::new(goal, &budget)?)))
}
