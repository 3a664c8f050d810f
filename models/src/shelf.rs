//! The tables that a workbench keeps: made once, also where several need them at once, where making fails, and where room is short.

use shuttle::sync::Arc;
use shuttle::sync::atomic::{AtomicUsize, Ordering};
use shuttle::thread;

use crate::cache::Cache;

/// Several threads need the same table: one makes it, the others wait and are woken.
pub fn a_table_is_made_once() {
    let cache: Arc<Cache<u32>> = Arc::new(Cache::new(100));
    let made = Arc::new(AtomicUsize::new(0));
    let user = |key: u32| {
        let (cache, made) = (Arc::clone(&cache), Arc::clone(&made));
        thread::spawn(move || {
            let make = || {
                made.fetch_add(1, Ordering::SeqCst);
                thread::yield_now();
                Ok((key, 10))
            };
            *cache.get(&key, || Ok::<(), ()>(()), make).unwrap()
        })
    };
    let users = [(1, user(1)), (1, user(1)), (2, user(2))];
    for (key, user) in users {
        assert_eq!(user.join().unwrap(), key);
    }
    assert_eq!((made.load(Ordering::SeqCst), cache.bytes()), (2, 20));
}

/// Whoever fails to make a table leaves the turn to another, who is woken.
pub fn a_failure_leaves_the_turn() {
    let cache: Arc<Cache<u32>> = Arc::new(Cache::new(100));
    let user = |fails: bool| {
        let cache = Arc::clone(&cache);
        thread::spawn(move || {
            let make = || {
                thread::yield_now();
                if fails { Err(()) } else { Ok((7_u32, 10)) }
            };
            cache.get(&7, || Ok(()), make).map(|table| *table)
        })
    };
    let [failing, one, other] = [user(true), user(false), user(false)];
    assert!(matches!(failing.join().unwrap(), Ok(7) | Err(())));
    assert_eq!((one.join().unwrap(), other.join().unwrap(), cache.bytes()), (Ok(7), Ok(7), 10));
}

/// Where there is room for one table, two users of different tables still get theirs, and what is counted is what is in use.
pub fn tables_that_do_not_fit_are_dropped() {
    let cache: Arc<Cache<u32>> = Arc::new(Cache::new(10));
    let user = |key: u32| {
        let cache = Arc::clone(&cache);
        thread::spawn(move || {
            for _ in 0..2 {
                let table = cache.get(&key, || Ok::<(), ()>(()), || Ok((key, 10))).unwrap();
                assert_eq!(*table, key);
                assert!((10..=20).contains(&cache.bytes()));
            }
        })
    };
    let users = [user(1), user(2)];
    for user in users {
        user.join().unwrap();
    }
    assert_eq!(cache.bytes(), 10);
}
