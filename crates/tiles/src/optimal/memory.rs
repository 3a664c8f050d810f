//! Large zeroed memory on huge pages. Everything `unsafe` of proofs on large boards is in this file.
//!
//! Look-ups go all over tables of gigabytes. With pages of 4 KiB most of them would also wait for an address to be
//! translated; on huge pages few do. Memory from the system comes as zeros, page by page when it is first touched, so a
//! table that stays nearly empty costs nearly nothing. Where the system has no such memory, an ordinary vector will do.

#![allow(unsafe_code)]
// Maps are aligned to pages, which is tested.
#![allow(clippy::cast_ptr_alignment)]

use std::sync::atomic::{AtomicU64, Ordering};

use memmap2::{MmapMut, MmapRaw};

/// Bytes, zeros at first.
#[derive(Debug)]
pub(super) enum Bytes {
    Mapped(MmapMut),
    Owned(Vec<u8>),
}

impl Bytes {
    /// This many zeros. `None` if the system has no memory for them.
    pub(super) fn zeroed(length: usize) -> Option<Self> {
        if let Ok(map) = MmapMut::map_anon(length.max(1)) {
            // A request: where there are none, nothing is lost. Miri has maps, but nothing to advise.
            #[cfg(all(target_os = "linux", not(miri)))]
            let _ = map.advise(memmap2::Advice::HugePage);
            return Some(Self::Mapped(map));
        }
        let mut bytes = Vec::new();
        bytes.try_reserve_exact(length).ok()?;
        bytes.resize(length, 0);
        Some(Self::Owned(bytes))
    }

    #[inline]
    pub(super) fn get(&self) -> &[u8] {
        match self {
            Self::Mapped(map) => map,
            Self::Owned(bytes) => bytes,
        }
    }

    pub(super) fn get_mut(&mut self) -> &mut [u8] {
        match self {
            Self::Mapped(map) => map,
            Self::Owned(bytes) => bytes,
        }
    }
}

/// Words that threads read and write at once, zeros at first.
#[derive(Debug)]
pub(super) enum Words64 {
    /// Bytes of an aligned map: see [`Words64::get`].
    Mapped(MmapRaw),
    Owned(Vec<AtomicU64>),
}

impl Words64 {
    /// This many zeros. `None` if the system has no memory for them.
    pub(super) fn zeroed(length: usize) -> Option<Self> {
        let bytes = length.checked_mul(size_of::<AtomicU64>())?;
        match Bytes::zeroed(bytes)? {
            Bytes::Mapped(map) if map.as_ptr().cast::<AtomicU64>().is_aligned() => Some(Self::Mapped(map.into())),
            _ => {
                let mut words = Vec::new();
                words.try_reserve_exact(length).ok()?;
                words.resize_with(length, AtomicU64::default);
                Some(Self::Owned(words))
            }
        }
    }

    /// Zeros again, the first `length` of them.
    pub(super) fn clear(&self, length: usize, threads: usize) {
        let share = length.div_ceil(threads.max(1)).max(1);
        std::thread::scope(|scope| {
            for words in self.get()[..length].chunks(share) {
                scope.spawn(move || words.iter().for_each(|word| word.store(0, Ordering::Relaxed)));
            }
        });
    }

    #[inline]
    pub(super) fn get(&self) -> &[AtomicU64] {
        match self {
            Self::Mapped(map) => {
                // SAFETY: the map is private memory of this process, `map.len()` bytes from `map.as_ptr()`, and lives as long as
                // `self`, which the slice borrows. It is aligned (tested when it was made; a map begins at a page) and every
                // pattern of bits is a valid `AtomicU64`. Nobody else refers to the bytes: the map is never handed out, and
                // the atomics allow writing through a shared reference. The pointer is the system's own, for reading and writing:
                // one of a slice of the bytes would be for reading alone, which Miri notices.
                unsafe {
                    std::slice::from_raw_parts(map.as_mut_ptr().cast::<AtomicU64>(), map.len() / size_of::<AtomicU64>())
                }
            }
            Self::Owned(words) => words,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Miri takes its time.
    const WORDS: usize = if cfg!(miri) { 1 << 8 } else { 1 << 16 };
    const BYTES: usize = if cfg!(miri) { 5000 } else { 100_000 };

    #[test]
    fn words_begin_as_zeros_and_keep_what_threads_write() {
        let words = Words64::zeroed(WORDS).unwrap();
        assert_eq!(words.get().len(), WORDS);
        assert!(words.get().iter().all(|word| word.load(Ordering::Relaxed) == 0));
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let words = &words;
                scope.spawn(move || {
                    for word in words.get().iter().skip(thread).step_by(4) {
                        word.fetch_add(thread as u64 + 1, Ordering::Relaxed);
                    }
                });
            }
        });
        let written = |at: usize| words.get()[at].load(Ordering::Relaxed);
        assert!((0..WORDS).all(|at| written(at) == at as u64 % 4 + 1));
        words.clear(WORDS / 2, 3);
        assert!((0..WORDS).all(|at| (written(at) == 0) == (at < WORDS / 2)));
    }

    #[test]
    fn bytes_begin_as_zeros() {
        let mut bytes = Bytes::zeroed(BYTES).unwrap();
        assert!(bytes.get().iter().all(|&byte| byte == 0));
        bytes.get_mut()[BYTES - 1] = 7;
        assert_eq!(bytes.get()[BYTES - 1], 7);
        assert_eq!(bytes.get().len(), BYTES);
        assert!(Bytes::zeroed(0).is_some());
    }
}
