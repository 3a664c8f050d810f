//! Large zeroed memory on huge pages. Everything `unsafe` of proofs on large boards is in this file.
//!
//! Look-ups go all over tables of gigabytes. With pages of 4 KiB most of them would also wait for an address to be
//! translated; on huge pages few do. Memory from the system comes as zeros, page by page when it is first touched, so a
//! table that stays nearly empty costs nearly nothing. Where the system has no such memory, an ordinary vector will do.

#![allow(unsafe_code)]
// Maps are aligned to pages, which is tested.
#![allow(clippy::cast_ptr_alignment)]

use std::sync::atomic::AtomicU64;

use memmap2::MmapMut;

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
            // A request: where there are none, nothing is lost.
            #[cfg(target_os = "linux")]
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
    Mapped(MmapMut),
    Owned(Vec<AtomicU64>),
}

impl Words64 {
    /// This many zeros. `None` if the system has no memory for them.
    pub(super) fn zeroed(length: usize) -> Option<Self> {
        let bytes = length.checked_mul(size_of::<AtomicU64>())?;
        match Bytes::zeroed(bytes)? {
            Bytes::Mapped(map) if map.as_ptr().cast::<AtomicU64>().is_aligned() => Some(Self::Mapped(map)),
            _ => {
                let mut words = Vec::new();
                words.try_reserve_exact(length).ok()?;
                words.resize_with(length, AtomicU64::default);
                Some(Self::Owned(words))
            }
        }
    }

    #[inline]
    pub(super) fn get(&self) -> &[AtomicU64] {
        match self {
            Self::Mapped(map) => {
                // SAFETY: the map is private memory of this process, `map.len()` bytes from `map.as_ptr()`, and lives as long as
                // `self`, which the slice borrows. It is aligned (tested when it was made; a map begins at a page) and every
                // pattern of bits is a valid `AtomicU64`. Nobody else refers to the bytes: the map is never handed out, and
                // the atomics allow writing through a shared reference. The pointer comes from the map's own, which
                // the system gave for reading and writing.
                unsafe {
                    std::slice::from_raw_parts(map.as_ptr().cast::<AtomicU64>(), map.len() / size_of::<AtomicU64>())
                }
            }
            Self::Owned(words) => words,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;

    use super::*;

    #[test]
    fn words_begin_as_zeros_and_keep_what_threads_write() {
        let words = Words64::zeroed(1 << 16).unwrap();
        assert_eq!(words.get().len(), 1 << 16);
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
        assert!((0..1 << 16).all(|at| written(at) == at as u64 % 4 + 1));
    }

    #[test]
    fn bytes_begin_as_zeros() {
        let mut bytes = Bytes::zeroed(100_000).unwrap();
        assert!(bytes.get().iter().all(|&byte| byte == 0));
        bytes.get_mut()[99_999] = 7;
        assert_eq!(bytes.get()[99_999], 7);
        assert_eq!(bytes.get().len(), 100_000);
        assert!(Bytes::zeroed(0).is_some());
    }
}
