//! Values that take long to make, kept by key under one limit on bytes.
//!
//! * A value is made once: a caller that needs one that is being made waits for it, as long as its own limits allow. Values of
//!   different keys are made at the same time; no lock is held meanwhile.
//! * Where the limit would be exceeded, the least recently used go first. A value larger than the limit is not kept.
//! * A value that is in use is not freed by its eviction; it counts in [`Cache::bytes`] until its last user drops it.

use std::any::Any;
use std::time::Duration;

use hueco_search::threads::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};

/// How often a waiting thread checks its own limits.
const BETWEEN_CHECKS: Duration = Duration::from_millis(10);

type Value = dyn Any + Send + Sync;

pub(super) struct Cache<K> {
    state: Mutex<State<K>>,
    changed: Condvar,
    limit: u64,
}

struct State<K> {
    /// The least recently used first.
    kept: Vec<Entry<K>>,
    being_made: Vec<K>,
    /// What was evicted, or never kept, and may still be in use.
    evicted: Vec<(Weak<Value>, u64)>,
}

struct Entry<K> {
    key: K,
    value: Arc<Value>,
    bytes: u64,
}

impl<K: Clone + Eq> Cache<K> {
    /// Keeps at most this many bytes.
    pub(super) fn new(limit: u64) -> Self {
        let state = State { kept: Vec::new(), being_made: Vec::new(), evicted: Vec::new() };
        Self { state: Mutex::new(state), changed: Condvar::new(), limit }
    }

    /// The value of a key, kept or made now. `make` also says how many bytes it takes. A caller that waits for another to
    /// make it asks `may_wait` again and again, and returns its error. A key stands for values of one type.
    pub(super) fn get<T: Any + Send + Sync, E>(
        &self,
        key: &K,
        may_wait: impl Fn() -> Result<(), E>,
        make: impl FnOnce() -> Result<(T, u64), E>,
    ) -> Result<Arc<T>, E> {
        let mut state = self.lock();
        loop {
            if let Some(value) = state.take_out(key) {
                return Ok(value);
            }
            if !state.being_made.contains(key) {
                break;
            }
            may_wait()?;
            state = self.changed.wait_timeout(state, BETWEEN_CHECKS).unwrap_or_else(PoisonError::into_inner).0;
        }
        state.being_made.push(key.clone());
        drop(state);
        let turn = Turn { cache: self, key };
        let (value, bytes) = make()?;
        let value = Arc::new(value);
        self.lock().keep(key.clone(), Arc::clone(&value) as Arc<Value>, bytes, self.limit);
        drop(turn);
        Ok(value)
    }

    /// Keeps a value of a key that has none, if there is room for it beside all others.
    pub(super) fn put<T: Any + Send + Sync>(&self, key: K, value: T, bytes: u64) {
        let mut state = self.lock();
        let is_there = state.kept.iter().any(|entry| entry.key == key);
        if !is_there && bytes <= self.limit.saturating_sub(state.kept_bytes()) {
            state.kept.push(Entry { key, value: Arc::new(value), bytes });
        }
    }

    /// Takes a value out that nobody else uses: from now on it is the caller's.
    pub(super) fn take<T: Any + Send + Sync>(&self, key: &K) -> Option<T> {
        let mut state = self.lock();
        let at = state.kept.iter().position(|entry| entry.key == *key)?;
        let value = state.kept.remove(at).value;
        Arc::into_inner(value.downcast::<T>().expect("a key stands for values of one type"))
    }

    /// Whether the value of a key is kept.
    pub(super) fn holds(&self, key: &K) -> bool {
        self.lock().kept.iter().any(|entry| entry.key == *key)
    }

    /// Bytes of all that is kept, and of what was evicted but is still in use.
    pub(super) fn bytes(&self) -> u64 {
        let mut state = self.lock();
        state.forget_dropped();
        let in_use: u64 = state.evicted.iter().map(|(_, bytes)| bytes).sum();
        state.kept_bytes() + in_use
    }

    /// The limit.
    pub(super) fn limit(&self) -> u64 {
        self.limit
    }

    fn lock(&self) -> MutexGuard<'_, State<K>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K: Eq> State<K> {
    /// A kept value, which becomes the most recently used one.
    fn take_out<T: Any + Send + Sync>(&mut self, key: &K) -> Option<Arc<T>> {
        let at = self.kept.iter().position(|entry| entry.key == *key)?;
        self.kept[at..].rotate_left(1);
        let value = Arc::clone(&self.kept.last()?.value);
        Some(value.downcast().expect("a key stands for values of one type"))
    }

    fn keep(&mut self, key: K, value: Arc<Value>, bytes: u64, limit: u64) {
        self.forget_dropped();
        if bytes > limit {
            self.evicted.push((Arc::downgrade(&value), bytes));
            return;
        }
        while self.kept_bytes() > limit - bytes {
            let Entry { value, bytes, .. } = self.kept.remove(0);
            self.evicted.push((Arc::downgrade(&value), bytes));
        }
        self.kept.push(Entry { key, value, bytes });
    }

    fn kept_bytes(&self) -> u64 {
        self.kept.iter().map(|entry| entry.bytes).sum()
    }

    fn forget_dropped(&mut self) {
        self.evicted.retain(|(value, _)| value.strong_count() > 0);
    }
}

/// The turn to make a value. It ends when this is dropped, also by an error or a panic.
struct Turn<'a, K: Clone + Eq> {
    cache: &'a Cache<K>,
    key: &'a K,
}

impl<K: Clone + Eq> Drop for Turn<'_, K> {
    fn drop(&mut self) {
        self.cache.lock().being_made.retain(|key| key != self.key);
        self.cache.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Barrier;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::mpsc;

    use hueco_search::{Budget, Limit};

    use super::*;

    /// A value that has to be made now, of ten bytes.
    fn make(cache: &Cache<u32>, key: u32) -> Arc<u32> {
        let mut made = false;
        let value = cache.get(
            &key,
            || Ok::<(), ()>(()),
            || {
                made = true;
                Ok((key, 10))
            },
        );
        assert!(made, "{key} was there");
        value.unwrap()
    }

    /// Whether a value is kept; it becomes the most recently used one.
    fn is_kept(cache: &Cache<u32>, key: u32) -> bool {
        cache.get::<u32, ()>(&key, || Ok(()), || Err(())).is_ok()
    }

    #[test]
    fn the_least_recently_used_goes_first() {
        let cache = Cache::new(30);
        for key in [1, 2, 3] {
            make(&cache, key);
        }
        assert!(is_kept(&cache, 1));
        make(&cache, 4);
        assert!(!is_kept(&cache, 2), "3 and 1 were used after it");
        assert!(is_kept(&cache, 3) && is_kept(&cache, 1) && is_kept(&cache, 4));
        make(&cache, 5);
        assert!(!is_kept(&cache, 3) && is_kept(&cache, 1));
    }

    #[test]
    fn bytes_stay_within_the_limit_and_count_what_is_in_use() {
        let cache = Cache::new(25);
        let first = make(&cache, 1);
        assert_eq!(cache.bytes(), 10);
        make(&cache, 2);
        make(&cache, 3);
        assert_eq!(cache.bytes(), 30, "two are kept, and the first is still in use");
        drop(first);
        assert_eq!(cache.bytes(), 20);
        // One that is larger than the limit takes no other's place.
        let large = cache.get(&9, || Ok::<(), ()>(()), || Ok((9_u32, 26))).unwrap();
        assert_eq!(cache.bytes(), 46);
        drop(large);
        assert_eq!(cache.bytes(), 20);
        assert!(is_kept(&cache, 2) && is_kept(&cache, 3) && !is_kept(&cache, 9));
        assert_eq!(Cache::<u32>::new(0).bytes(), 0);
    }

    #[test]
    fn values_of_different_keys_are_made_at_the_same_time() {
        let cache = Cache::new(u64::MAX);
        // Each waits for the other while it is made: with one turn for all this would never end.
        let both = Barrier::new(2);
        let make = |key: u32| {
            cache.get(
                &key,
                || Ok::<(), ()>(()),
                || {
                    both.wait();
                    Ok((key, 1))
                },
            )
        };
        std::thread::scope(|scope| {
            let other = scope.spawn(|| make(1));
            assert_eq!(make(2), Ok(Arc::new(2)));
            assert_eq!(other.join().unwrap(), Ok(Arc::new(1)));
        });
    }

    #[test]
    fn a_waiting_thread_gives_up_by_its_own_limits() {
        let cache: Cache<u32> = Cache::new(100);
        let (begun, building) = mpsc::channel();
        let (finish, finished) = mpsc::channel::<()>();
        let cache = &cache;
        std::thread::scope(|scope| {
            let builder = scope.spawn(move || {
                cache.get(
                    &7,
                    || Ok::<(), Limit>(()),
                    || {
                        begun.send(()).unwrap();
                        finished.recv().unwrap();
                        Ok((7_u32, 1))
                    },
                )
            });
            building.recv().unwrap();
            let wait =
                |budget: &Budget| cache.get::<u32, _>(&7, || budget.check(), || unreachable!("another makes it"));
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
    fn an_error_or_a_panic_returns_the_turn() {
        let cache: Cache<u32> = Cache::new(100);
        let may_wait = || Err(Limit::Interrupt);
        assert_eq!(cache.get::<u32, _>(&1, may_wait, || Err(Limit::Memory)), Err(Limit::Memory));
        let panicking = || cache.get::<u32, _>(&1, may_wait, || panic!("as meant"));
        assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(panicking)).is_err());
        assert_eq!(cache.get(&1, may_wait, || Ok((1_u32, 1))), Ok(Arc::new(1)));
    }
}
