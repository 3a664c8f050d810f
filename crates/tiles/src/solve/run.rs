//! A plan being carried out: its limits, its tables, and the observer of its progress.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use hueco_search::clock::Instant;
use hueco_search::{Budget, Ending, Event, Limit, Observer, Problem, Report, Search, Stop};

use super::watch::Watched;
use super::{Building, Notice, Plan, Progress};
use crate::IS_SMALL;
use crate::board::Direction;
use crate::cells::Cells;
use crate::mixed::Mixed;
use crate::multi::{MultiError, MultiSolver};
use crate::optimal::Prover;
use crate::pattern::{BuildError, Note, Partition, Pattern, Sources, TableEvent, Tables};
use crate::problem::{Frame, ShapeMismatch, Tiles};
use crate::space::{DistanceTable, TableError};
use crate::workbench::{Patterns, Workbench};

/// How often a long search or build reports its progress.
const BETWEEN_REPORTS: Duration = Duration::from_millis(100);

/// A plan being carried out.
pub(super) struct Run<'a> {
    pub(super) plan: &'a Plan,
    pub(super) workbench: &'a Workbench,
    pub(super) started: Instant,
    pub(super) budget: Budget,
    pub(super) deadline: Option<Instant>,
    pub(super) progress: &'a mut dyn FnMut(&Progress),
    pub(super) notices: Vec<Notice>,
    /// Who follows every event, if anybody.
    pub(super) watch: Option<Watched<'a>>,
}

impl<'a> Run<'a> {
    /// Begins now.
    pub(super) fn new(plan: &'a Plan, workbench: &'a Workbench, progress: &'a mut dyn FnMut(&Progress)) -> Self {
        let mut budget = Budget::unlimited();
        if let Some(nodes) = plan.max_nodes {
            budget = budget.max_nodes(nodes);
        }
        if let Some(bytes) = plan.max_bytes {
            budget = budget.max_bytes(bytes);
        }
        if let Some(flag) = &plan.cancel {
            budget = budget.cancel(Arc::<AtomicBool>::clone(flag));
        }
        if let Some(gauge) = &plan.gauge {
            budget = budget.gauge(Arc::clone(gauge));
        }
        let started = Instant::now();
        let deadline = plan.timeout.and_then(|time| started.checked_add(time));
        Self { plan, workbench, started, budget, deadline, progress, notices: Vec::new(), watch: None }
    }

    /// The plan's problem, packed as boards of every size are.
    pub(super) fn mixed(&self) -> Result<Tiles<Mixed>, ShapeMismatch> {
        Tiles::new(&self.plan.board, &self.plan.goal, self.plan.order)
    }

    /// Threads of a method that may use all cores.
    pub(super) fn threads(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.plan.threads.unwrap_or_else(cores).max(1)
    }

    /// The budget with the plan's own deadline.
    pub(super) fn whole_budget(&mut self) -> &mut Budget {
        if let Some(deadline) = self.deadline {
            self.budget = std::mem::take(&mut self.budget).deadline(deadline);
        }
        &mut self.budget
    }

    /// Runs a search to its end or the plan's limits, with reports of its progress.
    pub(super) fn search<P, S>(&mut self, search: &mut S) -> Report<Direction>
    where
        P: Problem<Action = Direction, State: Cells>,
        S: Search<P>,
    {
        loop {
            let pause = Instant::now() + BETWEEN_REPORTS;
            let slice_end = self.deadline.map_or(pause, |deadline| deadline.min(pause));
            self.budget = std::mem::take(&mut self.budget).deadline(slice_end);
            let report = match &mut self.watch {
                watch if IS_SMALL => search.run(&mut Perhaps(watch.as_mut()), &mut self.budget),
                None => search.run(&mut (), &mut self.budget),
                Some(watch) => search.run(watch, &mut self.budget),
            };
            let expired = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
            if report.ending != Ending::Stopped(Limit::Time) || expired {
                return report;
            }
            (self.progress)(&Progress {
                elapsed: self.started.elapsed(),
                generated: report.stats.generated,
                best: report.cost(),
                moves: None,
                lower_bound: report.lower_bound,
                building: None,
                round: None,
            });
        }
    }

    /// The same for a search that may improve its solution: every better one is reported, with its moves.
    pub(super) fn improve<P, S>(&mut self, search: &mut S) -> Report<Direction>
    where
        P: Problem<Action = Direction, State: Cells>,
        S: Search<P>,
    {
        let mut best: Option<Arc<[Direction]>> = None;
        loop {
            let pause = Instant::now() + BETWEEN_REPORTS;
            let slice_end = self.deadline.map_or(pause, |deadline| deadline.min(pause));
            self.budget = std::mem::take(&mut self.budget).deadline(slice_end);
            let mut watch = UntilBetter { watch: self.watch.as_mut(), found: false, stopped: false };
            let report = search.run(&mut watch, &mut self.budget);
            let (found, stopped) = (watch.found, watch.stopped);
            if found && let Some(solution) = &report.solution {
                best = Some(Arc::from(&*solution.actions));
            }
            let expired = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
            let goes_on = match report.ending {
                Ending::Stopped(Limit::Time) => !expired,
                Ending::Stopped(Limit::Interrupt) => found && !stopped,
                _ => false,
            };
            if goes_on || found {
                (self.progress)(&Progress {
                    elapsed: self.started.elapsed(),
                    generated: report.stats.generated,
                    best: report.cost(),
                    moves: best.clone(),
                    lower_bound: report.lower_bound,
                    building: None,
                    round: None,
                });
            }
            if !goes_on {
                return report;
            }
        }
    }

    /// The same for the last search of the plan.
    pub(super) fn search_last<P, S>(&mut self, mut search: S) -> Report<Direction>
    where
        P: Problem<Action = Direction, State: Cells>,
        S: Search<P>,
    {
        let report = self.search(&mut search);
        self.leave(search);
        report
    }

    /// The same for the last search of the plan, which may improve its solution.
    pub(super) fn improve_last<P, S>(&mut self, mut search: S) -> Report<Direction>
    where
        P: Problem<Action = Direction, State: Cells>,
        S: Search<P>,
    {
        let report = self.improve(&mut search);
        self.leave(search);
        report
    }

    /// Frees what the last search held, unless the program ends with its answer.
    fn leave<S>(&self, search: S) {
        if self.plan.ends {
            std::mem::forget(search);
        }
    }

    /// The tables of a partition: held, from the user's folder, or built in memory, with a notice if that is worth one.
    pub(super) fn patterns(
        &mut self,
        partition: &Partition,
        notice: Option<Notice>,
    ) -> Result<Arc<Patterns>, BuildError> {
        let budget = self.whole_budget().clone();
        let may_wait = || budget.check().map_err(BuildError::Stopped);
        self.workbench.patterns(partition, may_wait, || {
            self.notices.extend(notice);
            self.build(partition, &budget)
        })
    }

    /// The tables of a partition, if the user's folder has them. Nothing is built.
    pub(super) fn mapped(&mut self, partition: &Partition) -> Option<Arc<Patterns>> {
        let (workbench, store) = (self.workbench, self.plan.store.as_ref()?);
        if workbench.is_absent(store, partition) {
            return None;
        }
        if !store.has_files(partition) {
            workbench.note_absent(store, partition);
            return None;
        }
        let budget = self.whole_budget();
        // An error without a note: another thread maps them, and there is no time to wait.
        let may_wait = || budget.check().map_err(|_| None);
        let patterns = workbench.patterns(partition, may_wait, || Tables::mapped(partition, store).map_err(Some));
        patterns
            .inspect_err(|note| {
                if let Some(note) = note {
                    workbench.note_absent(store, partition);
                    self.notices.push(Notice::Table(note.clone()));
                }
            })
            .ok()
    }

    fn build(&mut self, partition: &Partition, budget: &Budget) -> Result<Tables, BuildError> {
        let threads = self.plan.build_threads.unwrap_or_else(|| self.threads());
        let sources = Sources { store: self.plan.store.as_ref(), shelf: self.workbench.shelf(), keep: false, threads };
        let (started, progress) = (self.started, &mut *self.progress);
        let mut last = Instant::now();
        let mut report = |pattern: Pattern, so_far: crate::pattern::Progress| {
            if last.elapsed() >= BETWEEN_REPORTS {
                last = Instant::now();
                let building = Building { tiles: pattern.tiles(), done: so_far.done, entries: so_far.entries };
                progress(&Progress {
                    elapsed: started.elapsed(),
                    generated: 0,
                    best: None,
                    moves: None,
                    lower_bound: 0,
                    building: Some(building),
                    round: None,
                });
            }
        };
        let (tables, notes) = Tables::ready(partition, &sources, budget, &mut report)?;
        let is_notable = |note: &Note| matches!(note.event, TableEvent::Rebuilt(_));
        self.notices.extend(notes.into_iter().filter(is_notable).map(Notice::Table));
        Ok(tables)
    }

    /// The tables of partitions, laid out for proofs on large boards: held, or from the user's folder, or built in memory.
    /// What `known` has laid out is shared.
    pub(super) fn prover(
        &mut self,
        partitions: &[Partition],
        known: Option<&Prover>,
    ) -> Result<Arc<Prover>, BuildError> {
        let budget = self.whole_budget().clone();
        let may_wait = || budget.check().map_err(BuildError::Stopped);
        let workbench = self.workbench;
        workbench.prover(partitions, may_wait, || {
            let threads = self.plan.build_threads.unwrap_or_else(|| self.threads());
            let make = &mut |pattern| Ok(Arc::clone(&self.build(&Partition::alone(pattern), &budget)?.groups()[0].0));
            match known {
                Some(known) => known.extended(partitions.to_vec(), threads, make),
                None => Prover::new(partitions.to_vec(), threads, make),
            }
        })
    }

    /// The distance table of a small space.
    pub(super) fn distances(&mut self, frame: &Frame) -> Result<Arc<DistanceTable>, TableError> {
        let workbench = self.workbench;
        workbench.distances(frame, self.whole_budget())
    }

    /// What solves boards with the plan's goal in the fewest slides.
    pub(super) fn slides(&mut self) -> Result<Arc<MultiSolver>, MultiError> {
        let (workbench, goal) = (self.workbench, &self.plan.goal);
        workbench.slides(goal, self.whole_budget())
    }
}

/// Somebody who watches, or nobody.
struct Perhaps<'w, 'a>(Option<&'w mut Watched<'a>>);

impl<P: Problem<Action = Direction, State: Cells>> Observer<P> for Perhaps<'_, '_> {
    #[inline]
    fn event(&mut self, event: Event<'_, P>) -> ControlFlow<Stop> {
        self.0.as_mut().map_or(ControlFlow::Continue(()), |watch| watched(watch, event))
    }
}

/// Not part of every place that has an event.
#[inline(never)]
fn watched<P>(watch: &mut Watched<'_>, event: Event<'_, P>) -> ControlFlow<Stop>
where
    P: Problem<Action = Direction, State: Cells>,
{
    watch.event(event)
}

/// Stops a search at each better solution.
struct UntilBetter<'w, 'a> {
    watch: Option<&'w mut Watched<'a>>,
    found: bool,
    /// Whether whoever watches wants to stop.
    stopped: bool,
}

impl<P: Problem<Action = Direction, State: Cells>> Observer<P> for UntilBetter<'_, '_> {
    fn event(&mut self, event: Event<'_, P>) -> ControlFlow<Stop> {
        let flow = Perhaps(self.watch.as_deref_mut()).event(event);
        self.stopped |= flow.is_break();
        if let Event::Solved { .. } = event {
            self.found = true;
            return ControlFlow::Break(Stop);
        }
        flow
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use hueco_search::{Seen, Stats};

    use super::*;
    use crate::board::{Board, Shape};
    use crate::cells::Nibbles;
    use crate::problem::Tiles;

    /// A search that has nothing to do and says when it is freed.
    struct Freed<'a>(&'a Cell<bool>);

    impl Drop for Freed<'_> {
        fn drop(&mut self) {
            self.0.set(true);
        }
    }

    impl Search<Tiles<Nibbles>> for Freed<'_> {
        fn step<O: Observer<Tiles<Nibbles>>>(&mut self, _: &mut O, _: &mut Budget) -> ControlFlow<Ending> {
            ControlFlow::Break(Ending::Stopped(Limit::Time))
        }

        fn report(&self) -> Report<Direction> {
            Report { ending: Ending::Stopped(Limit::Time), solution: None, lower_bound: 0, stats: Stats::default() }
        }

        fn frontier(&self) -> Vec<Seen<Nibbles>> {
            Vec::new()
        }

        fn closed(&self) -> Vec<Seen<Nibbles>> {
            Vec::new()
        }
    }

    #[test]
    fn what_the_last_search_held_is_left_if_the_program_ends() {
        let board = Board::blank_last(Shape::new(2, 2).unwrap());
        for ends in [false, true] {
            let plan = Plan { ends, timeout: Some(Duration::ZERO), ..Plan::new(board.clone(), board.clone()) };
            let (workbench, freed) = (Workbench::default(), Cell::new(false));
            let mut silent = |_: &Progress| ();
            let mut run = Run::new(&plan, &workbench, &mut silent);
            run.search_last(Freed(&freed));
            assert_eq!(freed.get(), !ends);
            freed.set(false);
            run.improve_last(Freed(&freed));
            assert_eq!(freed.get(), !ends);
        }
    }
}
