//! A round of tasks on several threads, with the result and the counts of one.
//!
//! Tasks are handed out in order, so when one finds a goal, all before it are done or running. Those are finished; the
//! others end. The first of the tasks that found a goal counts, with all before it: that is what one thread would have
//! done. At a limit on nodes the tasks behind the first unfinished one are dropped, what they spent goes back, and the
//! rest is done in order by one thread until the limit is really met. Time and interruption end a round wherever it
//! is, and everything that was done counts. A thread that panics ends the round for all, and the caller panics.

use crate::budget::Budget;
use crate::report::{Limit, Stats};
use crate::threads::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use crate::threads::sync::{Arc, Mutex, PoisonError};
use crate::threads::{OnPanic, thread};

/// The tasks of a round.
pub trait Tasks: Sync {
    /// What leads to a goal.
    type Path: Send;

    /// How many there are.
    fn count(&self) -> usize;

    /// Does one. It pays for every node it counts.
    fn run(&self, task: usize, budget: &mut Budget) -> Done<Self::Path>;
}

/// A node above the subtrees that a round is cut into. A task counts those since the one before it, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Above {
    /// Its children follow.
    Expanded,
    /// It was created.
    Generated,
}

/// Counts and pays for nodes above a task.
pub fn pay(nodes: &[Above], stats: &mut Stats, budget: &mut Budget) -> Result<(), Limit> {
    for node in nodes {
        match node {
            Above::Expanded => stats.expanded += 1,
            Above::Generated => {
                budget.spend()?;
                stats.generated += 1;
            }
        }
    }
    Ok(())
}

/// What a task, or a round of them, came to.
#[derive(Clone, Debug)]
pub struct Done<T> {
    /// Counters.
    pub stats: Stats,
    /// The least value over the bound that was met; `u64::MAX` if none was.
    pub over: u64,
    /// How it ended.
    pub end: End<T>,
}

/// How a task ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End<T> {
    /// There is no goal in it.
    Exhausted,
    /// This leads to a goal.
    Goal(T),
    /// A limit came first.
    Stopped(Limit),
}

impl<T> Done<T> {
    fn nothing() -> Self {
        Self { stats: Stats::default(), over: u64::MAX, end: End::Exhausted }
    }

    /// This, and then `next`.
    fn then(&mut self, next: Self) {
        self.stats += next.stats;
        self.over = self.over.min(next.over);
        self.end = next.end;
    }
}

/// What threads see of each other.
struct Board {
    /// The next task to hand out.
    next: AtomicUsize,
    /// The first task that found a goal.
    first_goal: AtomicUsize,
    /// By thread: the task that it works on, and the flag that ends it.
    running: Vec<(AtomicUsize, Arc<AtomicBool>)>,
    is_stopped: AtomicBool,
}

impl Board {
    /// Ends what comes after the first goal.
    fn found(&self, task: usize) {
        let first = self.first_goal.fetch_min(task, Ordering::SeqCst).min(task);
        for (running, flag) in &self.running {
            if running.load(Ordering::SeqCst) > first {
                flag.store(true, Ordering::SeqCst);
            }
        }
    }

    fn stop(&self) {
        self.is_stopped.store(true, Ordering::SeqCst);
        for (_, flag) in &self.running {
            flag.store(true, Ordering::SeqCst);
        }
    }

    /// The next task for a thread, unless the round is over.
    fn hand(&self, thread: usize) -> Option<usize> {
        let task = self.next.fetch_add(1, Ordering::SeqCst);
        self.running[thread].0.store(task, Ordering::SeqCst);
        let is_over = self.is_stopped.load(Ordering::SeqCst) || self.first_goal.load(Ordering::SeqCst) < task;
        (!is_over).then_some(task)
    }
}

/// Runs all tasks in order, to the first goal or limit.
pub fn in_order<T: Tasks>(tasks: &T, from: usize, budget: &mut Budget) -> Done<T::Path> {
    let mut all = Done::nothing();
    for task in from..tasks.count() {
        all.then(tasks.run(task, budget));
        if all.end_is_final() {
            break;
        }
    }
    all
}

impl<T> Done<T> {
    fn end_is_final(&self) -> bool {
        !matches!(self.end, End::Exhausted)
    }
}

/// Runs the tasks of a round on some threads.
pub fn in_threads<T: Tasks>(tasks: &T, threads: usize, budget: &mut Budget) -> Done<T::Path> {
    let threads = threads.clamp(1, tasks.count().max(1));
    // In a browser no thread can be started, and a program is fetched before it runs: there nothing is compiled for it.
    if cfg!(target_arch = "wasm32") || threads == 1 {
        return in_order(tasks, 0, budget);
    }
    let shared = budget.share();
    let board = Board {
        next: AtomicUsize::new(0),
        first_goal: AtomicUsize::new(usize::MAX),
        running: (0..threads).map(|_| (AtomicUsize::new(0), Arc::default())).collect(),
        is_stopped: AtomicBool::new(false),
    };
    let done: Mutex<Vec<Option<Done<T::Path>>>> = Mutex::new((0..tasks.count()).map(|_| None).collect());
    thread::scope(|scope| {
        for thread in 0..threads {
            let (board, shared, done) = (&board, &shared, &done);
            scope.spawn(move || {
                let _alarm = OnPanic(|| board.stop());
                let mut budget = shared.part(threads).cancel(Arc::clone(&board.running[thread].1));
                while let Some(task) = board.hand(thread).filter(|&task| task < tasks.count()) {
                    let one = tasks.run(task, &mut budget);
                    match one.end {
                        End::Exhausted => {}
                        End::Goal(_) => board.found(task),
                        End::Stopped(_) if board.first_goal.load(Ordering::SeqCst) < task => {}
                        End::Stopped(_) => board.stop(),
                    }
                    done.lock().unwrap_or_else(PoisonError::into_inner)[task] = Some(one);
                }
                shared.put_back(&budget);
            });
        }
    });
    shared.end();
    merged(tasks, done.into_inner().unwrap_or_else(PoisonError::into_inner), budget)
}

/// What one thread would have done.
fn merged<T: Tasks>(tasks: &T, done: Vec<Option<Done<T::Path>>>, budget: &mut Budget) -> Done<T::Path> {
    // 1. The limit that ended the round: a thread that was ended by another reports an interruption, the last of all.
    let stopped = |one: &Done<T::Path>| match one.end {
        End::Stopped(limit) => Some(limit),
        _ => None,
    };
    let first_goal = done.iter().position(|one| one.as_ref().is_some_and(|one| matches!(one.end, End::Goal(_))));
    let last = first_goal.unwrap_or(done.len());
    let limit = done[..last].iter().flatten().filter_map(stopped).min();
    // 2. Time and interruption: everything counts.
    if let Some(limit) = limit.filter(|&limit| limit != Limit::Nodes) {
        let mut all = Done::nothing();
        for one in done.into_iter().flatten() {
            all.then(one);
        }
        all.end = End::Stopped(limit);
        return all;
    }
    // 3. Else the tasks in order, up to the goal or to the first that is unfinished; the others return what they spent.
    let mut all = Done::nothing();
    let mut rest = done.into_iter();
    let mut finished = 0;
    let mut unfinished = 0;
    for one in rest.by_ref() {
        match one {
            Some(one) if stopped(&one).is_none() => {
                all.then(one);
                finished += 1;
                if all.end_is_final() {
                    break;
                }
            }
            one => {
                unfinished += one.map_or(0, |one| one.stats.generated);
                break;
            }
        }
    }
    unfinished += rest.flatten().map(|one| one.stats.generated).sum::<u64>();
    budget.give_back(unfinished);
    if !all.end_is_final() && finished < tasks.count() {
        all.then(in_order(tasks, finished, budget));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A task that panics, between others that end at a limit alone.
    struct Faulty {
        is_begun: AtomicBool,
        interrupted: AtomicUsize,
    }

    impl Tasks for Faulty {
        type Path = ();

        fn count(&self) -> usize {
            3
        }

        fn run(&self, task: usize, budget: &mut Budget) -> Done<()> {
            if task == 1 {
                while !self.is_begun.load(Ordering::SeqCst) {
                    thread::yield_now();
                }
                panic!("a fault of the program");
            }
            self.is_begun.store(true, Ordering::SeqCst);
            let limit = loop {
                if let Err(limit) = budget.spend() {
                    break limit;
                }
            };
            self.interrupted.fetch_add(usize::from(limit == Limit::Interrupt), Ordering::SeqCst);
            Done { end: End::Stopped(limit), ..Done::nothing() }
        }
    }

    #[test]
    fn a_task_that_panics_ends_the_others() {
        let tasks = Faulty { is_begun: AtomicBool::new(false), interrupted: AtomicUsize::new(0) };
        let run = || in_threads(&tasks, 2, &mut Budget::unlimited().max_nodes(1 << 32));
        assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)).is_err());
        assert_eq!(tasks.interrupted.into_inner(), 1, "the first task was ended, the last was never begun");
    }
}
