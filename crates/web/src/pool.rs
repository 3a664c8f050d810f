//! A fixed number of threads and a queue with a fixed number of places. A search blocks its thread, so searches never run
//! where requests are read.
//!
//! A task may never end: a single operation of a problem file's interpreter cannot be interrupted, and some take years. Such a task
//! can be *given up*: another thread takes the place of its thread, which ends with its task, if ever. Threads cannot be
//! killed, so each task that was given up keeps a core busy; as many are given up as there are threads, and no more.

use std::collections::{BTreeMap, VecDeque};
use std::panic::{self, AssertUnwindSafe};
use std::time::{Duration, Instant};

use hueco_search::threads::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use hueco_search::threads::thread;

/// No place was free.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Full;

/// Threads that do one kind of task, in the order in which the tasks came. A running task is known by its sign.
pub(crate) struct Pool<T, S = ()> {
    queue: Arc<Queue<T, S>>,
}

struct Queue<T, S> {
    name: String,
    work: Box<dyn Fn(T) + Send + Sync>,
    sign: fn(&T) -> S,
    waiting: Mutex<Waiting<T, S>>,
    came: Condvar,
    ended: Condvar,
    places: usize,
    workers: usize,
}

struct Waiting<T, S> {
    tasks: VecDeque<T>,
    /// What each thread does, and since when, by the number of the thread.
    running: BTreeMap<usize, (S, Instant)>,
    /// Threads that wait for a task.
    idle: usize,
    /// Threads that were started.
    started: usize,
    closed: bool,
}

impl<T: Send + 'static, S: Send + 'static> Queue<T, S> {
    fn lock(&self) -> MutexGuard<'_, Waiting<T, S>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next task for a thread; `None` once the pool is closed.
    fn next(&self, thread: usize) -> Option<T> {
        let mut waiting = self.lock();
        waiting.idle += 1;
        let mut waiting =
            self.came.wait_while(waiting, |w| w.tasks.is_empty() && !w.closed).unwrap_or_else(PoisonError::into_inner);
        waiting.idle -= 1;
        let task = waiting.tasks.pop_front()?;
        waiting.running.insert(thread, ((self.sign)(&task), Instant::now()));
        Some(task)
    }

    /// Does tasks until the pool is closed, or until its task was given up.
    fn serve(&self, thread: usize) {
        while let Some(task) = self.next(thread) {
            // A task that panics is the task's fault: the thread takes the next.
            let _ = panic::catch_unwind(AssertUnwindSafe(|| (self.work)(task)));
            if self.lock().running.remove(&thread).is_none() {
                return;
            }
            self.ended.notify_all();
        }
    }

    /// One thread more.
    fn start(self: &Arc<Self>, waiting: &mut Waiting<T, S>) {
        let (queue, number) = (Arc::clone(self), waiting.started);
        let spawned = thread::Builder::new().name(format!("{}-{number}", self.name)).spawn(move || queue.serve(number));
        waiting.started += usize::from(spawned.is_ok());
    }
}

impl<T: Send + 'static, S: Send + 'static> Pool<T, S> {
    /// `workers` threads that do `work`, and `places` for tasks that wait for one; `sign` makes the sign of a task.
    pub(crate) fn new(
        name: &str,
        workers: usize,
        places: usize,
        sign: fn(&T) -> S,
        work: impl Fn(T) + Send + Sync + 'static,
    ) -> Self {
        let (tasks, running) = (VecDeque::new(), BTreeMap::new());
        let waiting = Mutex::new(Waiting { tasks, running, idle: 0, started: 0, closed: false });
        let (name, work, workers) = (name.to_owned(), Box::new(work), workers.max(1));
        let (came, ended) = (Condvar::new(), Condvar::new());
        let queue = Arc::new(Queue { name, work, sign, waiting, came, ended, places, workers });
        let mut waiting = queue.lock();
        for _ in 0..workers {
            queue.start(&mut waiting);
        }
        drop(waiting);
        Self { queue }
    }

    /// Takes a task, unless as many wait as may. A task that an idle thread will take at once needs no place.
    pub(crate) fn submit(&self, task: T) -> Result<(), Full> {
        let mut waiting = self.queue.lock();
        if waiting.closed || waiting.tasks.len() >= self.queue.places + waiting.idle {
            return Err(Full);
        }
        waiting.tasks.push_back(task);
        drop(waiting);
        self.queue.came.notify_one();
        Ok(())
    }

    /// Takes back tasks that still wait.
    pub(crate) fn remove(&self, which: impl Fn(&T) -> bool) {
        self.queue.lock().tasks.retain(|task| !which(task));
    }

    /// Gives up running tasks, by their sign and the time since they began, and lets other threads take the places of theirs.
    pub(crate) fn give_up(&self, is_stuck: impl Fn(&S, Duration) -> bool) -> Vec<S> {
        let mut waiting = self.queue.lock();
        let mut stuck = Vec::new();
        while waiting.started < 2 * self.queue.workers && !waiting.closed {
            let mut running = waiting.running.iter();
            let Some((&thread, _)) = running.find(|(_, (sign, begun))| is_stuck(sign, begun.elapsed())) else { break };
            stuck.extend(waiting.running.remove(&thread).map(|(sign, _)| sign));
            self.queue.start(&mut waiting);
        }
        stuck
    }

    /// Forgets what waits, takes nothing more, and returns when the running tasks have ended, or have not within this time.
    pub(crate) fn close(&self, patience: Duration) {
        let mut waiting = self.queue.lock();
        waiting.closed = true;
        waiting.tasks.clear();
        drop(waiting);
        self.queue.came.notify_all();
        let runs = |waiting: &mut Waiting<T, S>| !waiting.running.is_empty();
        drop(self.queue.ended.wait_timeout_while(self.queue.lock(), patience, runs));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[test]
    fn the_queue_has_its_places_and_no_more() {
        let (started, running) = mpsc::channel();
        let (release, gate) = mpsc::channel::<()>();
        let gate = Mutex::new(gate);
        let pool = Pool::new(
            "test",
            1,
            2,
            |_| (),
            move |number: u32| {
                started.send(number).unwrap();
                gate.lock().unwrap().recv().unwrap();
            },
        );
        while pool.queue.lock().idle == 0 {
            std::thread::yield_now();
        }
        assert_eq!(pool.submit(1), Ok(()));
        assert_eq!(running.recv(), Ok(1));
        assert_eq!([pool.submit(2), pool.submit(3), pool.submit(4)], [Ok(()), Ok(()), Err(Full)]);
        pool.remove(|&number| number == 2);
        assert_eq!(pool.submit(5), Ok(()));
        for _ in 0..3 {
            release.send(()).unwrap();
        }
        assert_eq!([running.recv(), running.recv()], [Ok(3), Ok(5)]);
        pool.close(Duration::from_secs(60));
        assert_eq!(pool.submit(6), Err(Full));
    }

    #[test]
    fn a_panic_does_not_take_the_thread() {
        let (done, finished) = mpsc::channel();
        let pool = Pool::new(
            "test",
            1,
            8,
            |_| (),
            move |number: u32| {
                assert!(number != 1, "this one is meant to fail");
                done.send(number).unwrap();
            },
        );
        assert_eq!([pool.submit(1), pool.submit(2)], [Ok(()), Ok(())]);
        assert_eq!(finished.recv(), Ok(2));
        pool.close(Duration::from_secs(60));
    }

    #[test]
    fn a_task_that_never_ends_is_given_up_and_another_thread_takes_its_place() {
        let (started, running) = mpsc::channel();
        let (release, gate) = mpsc::channel::<()>();
        let gate = Mutex::new(gate);
        let pool = Pool::new(
            "test",
            1,
            8,
            |number| *number,
            move |number: u32| {
                started.send(number).unwrap();
                if number < 10 {
                    gate.lock().unwrap().recv().unwrap();
                }
            },
        );
        assert_eq!(pool.submit(1), Ok(()));
        assert_eq!(running.recv(), Ok(1));
        assert_eq!(pool.submit(11), Ok(()));
        assert_eq!([7, 1].map(|stuck| pool.give_up(|&number, _| number == stuck)), [vec![], vec![1]]);
        assert_eq!(running.recv(), Ok(11));
        // One thread was given up for one that there is: no more.
        assert_eq!(pool.submit(2), Ok(()));
        assert_eq!(running.recv(), Ok(2));
        assert!(pool.give_up(|_, _| true).is_empty());
        pool.close(Duration::from_millis(20));
        assert_eq!(pool.submit(12), Err(Full));
        release.send(()).unwrap();
        release.send(()).unwrap();
    }
}
