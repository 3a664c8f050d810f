//! The server's pool: a task that was taken is done, once, and closing ends.

use std::time::Duration;

use shuttle::sync::atomic::{AtomicUsize, Ordering};
use shuttle::sync::{Arc, Mutex, mpsc};
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

/// A task that never ends is given up while others are taken back, and another thread does what is left. It ends in the end, and so does
/// its thread.
pub fn a_task_that_never_ends_is_replaced() {
    let (done, finished) = mpsc::channel();
    let (open, gate) = mpsc::channel();
    let gate = Mutex::new(gate);
    let work = move |task: usize| {
        if task == 0 {
            gate.lock().unwrap().recv().unwrap();
        }
        done.send(task).unwrap();
    };
    let pool = Arc::new(Pool::new("model", 1, 3, |&task| task, work));
    for task in 0..3 {
        assert_eq!(pool.submit(task), Ok(()));
    }
    let client = {
        let pool = Arc::clone(&pool);
        thread::spawn(move || pool.remove(|&task| task == 1))
    };
    while pool.give_up(|&task, _| task == 0).is_empty() {
        thread::yield_now();
    }
    client.join().unwrap();
    let mut seen = finished.recv().unwrap();
    if seen == 1 {
        seen = finished.recv().unwrap();
    }
    assert_eq!(seen, 2);
    // One thread took the place of another, and there is no more than one for each.
    assert!(pool.give_up(|_, _| true).is_empty());
    open.send(()).unwrap();
    assert_eq!(finished.recv(), Ok(0));
    pool.close(PATIENCE);
    assert!(finished.try_recv().is_err(), "nothing is done twice");
}

/// A task is given up as it ends. Whichever comes first, one thread is left to do the others, one after the other.
pub fn a_task_that_ends_as_it_is_given_up_leaves_one_thread() {
    let (done, finished) = mpsc::channel();
    let (running, most) = (AtomicUsize::new(0), Arc::new(AtomicUsize::new(0)));
    let seen = Arc::clone(&most);
    let work = move |task: usize| {
        if task > 0 {
            let now = running.fetch_add(1, Ordering::SeqCst) + 1;
            seen.fetch_max(now, Ordering::SeqCst);
            thread::yield_now();
            running.fetch_sub(1, Ordering::SeqCst);
        }
        done.send(task).unwrap();
    };
    let pool = Arc::new(Pool::new("model", 1, 4, |&task| task, work));
    for task in 0..4 {
        assert_eq!(pool.submit(task), Ok(()));
    }
    assert!(pool.give_up(|&task, _| task == 0).len() <= 1);
    let mut all: Vec<usize> = (0..4).map(|_| finished.recv().unwrap()).collect();
    all.sort_unstable();
    assert_eq!((all, most.load(Ordering::SeqCst)), (vec![0, 1, 2, 3], 1));
    pool.close(PATIENCE);
}
