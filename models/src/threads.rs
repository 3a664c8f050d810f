//! The server's pool: a task that was taken is done, once, and closing ends.

use std::time::Duration;

use shuttle::sync::atomic::{AtomicUsize, Ordering};
use shuttle::sync::{Arc, mpsc};
use shuttle::thread;

use crate::pool::{Full, Pool};

/// More than any order of the threads takes.
const PATIENCE: Duration = Duration::from_secs(60);

/// Two clients hand in tasks while two threads work: each that was taken is done once, and nobody sleeps while a task waits.
pub fn every_task_is_done_once() {
    let (done, finished) = mpsc::channel();
    let pool = Arc::new(Pool::new("model", 2, 2, |_| (), move |task: usize| done.send(task).unwrap()));
    let client = |first: usize| {
        let pool = Arc::clone(&pool);
        thread::spawn(move || (first..first + 2).filter(|&task| pool.submit(task).is_ok()).collect::<Vec<_>>())
    };
    let clients = [client(0), client(10)];
    let mut taken: Vec<usize> = clients.into_iter().flat_map(|client| client.join().unwrap()).collect();
    // With a thread that slept through its task, this would wait for ever.
    let mut seen: Vec<usize> = taken.iter().map(|_| finished.recv().unwrap()).collect();
    taken.sort_unstable();
    seen.sort_unstable();
    assert_eq!(seen, taken);
    pool.close(PATIENCE);
    assert_eq!(pool.submit(99), Err(Full));
    assert!(finished.try_recv().is_err(), "nothing is done twice");
}

/// Whoever closes the pool waits for what runs, whatever comes in meanwhile; then nothing runs any more.
pub fn closing_ends_everything() {
    let (running, done) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let (counted, ended) = (Arc::clone(&running), Arc::clone(&done));
    let work = move |_: usize| {
        counted.fetch_add(1, Ordering::SeqCst);
        thread::yield_now();
        counted.fetch_sub(1, Ordering::SeqCst);
        ended.fetch_add(1, Ordering::SeqCst);
    };
    let pool = Arc::new(Pool::new("model", 2, 1, |_| (), work));
    let client = {
        let pool = Arc::clone(&pool);
        thread::spawn(move || (0..3).filter(|&task| pool.submit(task).is_ok()).count())
    };
    pool.close(PATIENCE);
    assert_eq!(running.load(Ordering::SeqCst), 0);
    let all = done.load(Ordering::SeqCst);
    assert!(client.join().unwrap() >= all);
    assert_eq!(done.load(Ordering::SeqCst), all, "a task was done after the pool was closed");
}
