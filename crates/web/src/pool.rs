//! A fixed number of threads and a queue with a fixed number of places. A search blocks its thread, so searches never run
//! where requests are read.

use std::collections::VecDeque;
use std::panic::{self, AssertUnwindSafe};

use hueco_search::threads::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use hueco_search::threads::thread::{self, JoinHandle};

/// No place was free.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Full;

/// Threads that do one kind of task, in the order in which the tasks came.
pub(crate) struct Pool<T> {
    queue: Arc<Queue<T>>,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

struct Queue<T> {
    waiting: Mutex<Waiting<T>>,
    came: Condvar,
    places: usize,
}

struct Waiting<T> {
    tasks: VecDeque<T>,
    /// Threads that wait for a task.
    idle: usize,
    closed: bool,
}

impl<T> Queue<T> {
    fn lock(&self) -> MutexGuard<'_, Waiting<T>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next task; `None` once the pool is closed.
    fn next(&self) -> Option<T> {
        let mut waiting = self.lock();
        waiting.idle += 1;
        let mut waiting =
            self.came.wait_while(waiting, |w| w.tasks.is_empty() && !w.closed).unwrap_or_else(PoisonError::into_inner);
        waiting.idle -= 1;
        waiting.tasks.pop_front()
    }
}

impl<T: Send + 'static> Pool<T> {
    /// `workers` threads that do `work`, and `places` for tasks that wait for one.
    pub(crate) fn new(name: &str, workers: usize, places: usize, work: impl Fn(T) + Send + Sync + 'static) -> Self {
        let waiting = Waiting { tasks: VecDeque::new(), idle: 0, closed: false };
        let queue = Arc::new(Queue { waiting: Mutex::new(waiting), came: Condvar::new(), places });
        let work = Arc::new(work);
        let start = |number| {
            let (queue, work) = (Arc::clone(&queue), Arc::clone(&work));
            let run = move || {
                while let Some(task) = queue.next() {
                    // A task that panics is the task's fault: the thread takes the next.
                    let _ = panic::catch_unwind(AssertUnwindSafe(|| work(task)));
                }
            };
            thread::Builder::new().name(format!("{name}-{number}")).spawn(run).ok()
        };
        let threads = (0..workers.max(1)).filter_map(start).collect();
        Self { queue, threads: Mutex::new(threads) }
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

    /// Forgets what waits, takes nothing more, and returns when the running tasks have ended.
    pub(crate) fn close(&self) {
        {
            let mut waiting = self.queue.lock();
            waiting.closed = true;
            waiting.tasks.clear();
        }
        self.queue.came.notify_all();
        let threads = std::mem::take(&mut *self.threads.lock().unwrap_or_else(PoisonError::into_inner));
        for thread in threads {
            // A thread cannot panic: its tasks are caught.
            let _ = thread.join();
        }
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
        let pool = Pool::new("test", 1, 2, move |number: u32| {
            started.send(number).unwrap();
            gate.lock().unwrap().recv().unwrap();
        });
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
        pool.close();
        assert_eq!(pool.submit(6), Err(Full));
    }

    #[test]
    fn a_panic_does_not_take_the_thread() {
        let (done, finished) = mpsc::channel();
        let pool = Pool::new("test", 1, 8, move |number: u32| {
            assert!(number != 1, "this one is meant to fail");
            done.send(number).unwrap();
        });
        assert_eq!([pool.submit(1), pool.submit(2)], [Ok(()), Ok(())]);
        assert_eq!(finished.recv(), Ok(2));
        pool.close();
    }
}
