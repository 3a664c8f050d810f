//! Tables at hand: what earlier boards have left, what the user's folder holds, and what is built now.
//!
//! Tables depend on the board's shape and the blank's goal cell alone, so those of one board serve the next. The shelf is
//! the process's: it keeps the few that were used last, and whoever needs one that another thread is building waits for it,
//! as long as its own limits allow. The lock is never held while something is built, so what is there is found at once.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
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

/// The things used last, and whether one more is being made.
struct Shelf<T> {
    places: Mutex<Places<T>>,
    made: Condvar,
}

struct Places<T> {
    /// The newest at the end.
    things: Vec<Arc<T>>,
    making: bool,
}

/// Things kept of each kind. A ladder of databases has four rungs.
const PLACES: usize = 5;
/// How often who waits looks at its own limits.
const BETWEEN_LOOKS: Duration = Duration::from_millis(10);

impl<T> Places<T> {
    fn find(&self, is_it: impl Fn(&T) -> bool) -> Option<Arc<T>> {
        self.things.iter().find(|thing| is_it(thing)).cloned()
    }
}

impl<T> Shelf<T> {
    const fn new() -> Self {
        Self { places: Mutex::new(Places { things: Vec::new(), making: false }), made: Condvar::new() }
    }

    fn lock(&self) -> MutexGuard<'_, Places<T>> {
        self.places.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn find(&self, is_it: impl Fn(&T) -> bool) -> Option<Arc<T>> {
        self.lock().find(is_it)
    }

    /// The thing, or what `make` makes of it while nobody else makes one. Who has to wait for that asks `may_wait` again and
    /// again, and gives up with its error.
    fn find_or<E>(
        &self,
        is_it: impl Fn(&T) -> bool,
        may_wait: impl Fn() -> Result<(), E>,
        make: impl FnOnce() -> Result<Arc<T>, E>,
    ) -> Result<Arc<T>, E> {
        let mut places = self.lock();
        loop {
            if let Some(thing) = places.find(&is_it) {
                return Ok(thing);
            }
            if !places.making {
                break;
            }
            may_wait()?;
            places = self.made.wait_timeout(places, BETWEEN_LOOKS).unwrap_or_else(PoisonError::into_inner).0;
        }
        places.making = true;
        drop(places);
        let turn = Turn { shelf: self };
        let thing = make()?;
        let mut places = self.lock();
        if places.things.len() == PLACES {
            places.things.remove(0);
        }
        places.things.push(Arc::clone(&thing));
        drop((places, turn));
        Ok(thing)
    }
}

/// The turn to make something. It ends when this is dropped, also by an error or a panic.
struct Turn<'a, T> {
    shelf: &'a Shelf<T>,
}

impl<T> Drop for Turn<'_, T> {
    fn drop(&mut self) {
        self.shelf.lock().making = false;
        self.shelf.made.notify_all();
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
    let budget = course.whole_budget().clone();
    let map = || {
        let store = course.plan.store.as_ref().ok_or(())?;
        let mut absent = ABSENT.lock().unwrap_or_else(PoisonError::into_inner);
        if absent.iter().any(|(one, two)| (one, two) == (store, partition)) {
            return Err(());
        }
        let mapped =
            if store.has_files(partition) { Tables::mapped(partition, store).map_err(Some) } else { Err(None) };
        mapped.map(Patterns::new).map_err(|fault| {
            absent.push((store.clone(), partition.clone()));
            course.notices.extend(fault.map(Notice::Table));
        })
    };
    PATTERNS.find_or(|patterns| patterns.tables.partition() == partition, || budget.check().map_err(drop), map).ok()
}

/// The tables of a partition: at hand, from the folder, or built in memory.
pub(super) fn ready(partition: &Partition, course: &mut Course<'_>) -> Result<Arc<Patterns>, BuildError> {
    let budget = course.whole_budget().clone();
    let may_wait = || budget.check().map_err(BuildError::Stopped);
    PATTERNS.find_or(|patterns| patterns.tables.partition() == partition, may_wait, || build(partition, course))
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
                moves: None,
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
    DISTANCES.find_or(|table| table.serves(frame), || budget.check().map_err(TableError::Stopped), build)
}

/// What solves boards with the plan's goal in the fewest slides.
pub(super) fn slides(course: &mut Course<'_>) -> Result<Arc<MultiSolver>, MultiError> {
    let budget = course.whole_budget().clone();
    let goal = &course.plan.goal;
    let may_wait = || budget.check().map_err(|limit| TableError::Stopped(limit).into());
    SLIDES.find_or(|solver| solver.goal() == goal, may_wait, || Ok(Arc::new(MultiSolver::new(goal, &budget)?)))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::mpsc;

    use hueco_search::{Budget, Limit};

    use super::*;

    #[test]
    fn who_waits_gives_up_when_its_own_limits_say_so() {
        let shelf: Shelf<u32> = Shelf::new();
        let (begun, building) = mpsc::channel();
        let (finish, told) = mpsc::channel::<()>();
        let shelf = &shelf;
        std::thread::scope(|scope| {
            let builder = scope.spawn(move || {
                let make = || {
                    begun.send(()).unwrap();
                    told.recv().unwrap();
                    Ok::<_, Limit>(Arc::new(7))
                };
                shelf.find_or(|&thing| thing == 7, || Ok(()), make)
            });
            building.recv().unwrap();
            // Nobody waits to learn that a thing is not there.
            assert_eq!(shelf.find(|&thing| thing == 7), None);
            let wait = |budget: &Budget| {
                shelf.find_or(|&thing| thing == 7, || budget.check(), || unreachable!("another makes it"))
            };
            let flag = Arc::new(AtomicBool::new(true));
            assert_eq!(wait(&Budget::unlimited().cancel(Arc::clone(&flag))), Err(Limit::Interrupt));
            assert_eq!(wait(&Budget::unlimited().timeout(Duration::from_millis(30))), Err(Limit::Time));
            flag.store(false, Ordering::Relaxed);
            let patient = scope.spawn(move || wait(&Budget::unlimited().cancel(flag)));
            finish.send(()).unwrap();
            assert_eq!(builder.join().unwrap(), Ok(Arc::new(7)));
            assert_eq!(patient.join().unwrap(), Ok(Arc::new(7)));
        });
    }

    #[test]
    fn an_error_or_a_panic_gives_the_turn_back() {
        let shelf: Shelf<u32> = Shelf::new();
        let may_wait = || Err(Limit::Interrupt);
        assert_eq!(shelf.find_or(|_| true, may_wait, || Err(Limit::Memory)), Err(Limit::Memory));
        let panicking = std::panic::AssertUnwindSafe(|| shelf.find_or(|_| true, may_wait, || panic!("as meant")));
        assert!(std::panic::catch_unwind(panicking).is_err());
        assert_eq!(shelf.find_or(|_| true, may_wait, || Ok(Arc::new(1))), Ok(Arc::new(1)));
        for number in 2..10 {
            shelf.find_or(|&thing| thing == number, may_wait, || Ok(Arc::new(number))).unwrap();
        }
        assert_eq!(shelf.lock().things.len(), PLACES);
    }
}
