//! The memory map of a table file. Everything `unsafe` of pattern databases is in this file.
//!
//! *Why the map is sound.* A map is a slice whose bytes another process could change or cut off; Rust's rules allow
//! neither. Table files are therefore never written in place: a file gets its name by a rename when it is complete, is
//! replaced by renaming another over it and removed by unlinking, and both leave the old bytes to those who mapped them.
//! Nothing in this crate truncates or writes a file under a table's name. What is left is someone else's deliberate
//! writing into the cache folder while a search runs. Against a file that was changed *before*, length and checksum are
//! tested when it is opened; the values are plain bytes, for which every pattern of bits is valid, and an index is always
//! tested against the length, so even then no memory but the map is touched.

#![allow(unsafe_code)]

use std::fs::File;
use std::io;

use memmap2::{Mmap, MmapOptions};

/// Bytes of a file that stay where they are: in the system's cache, shared by all who map them.
#[derive(Debug)]
pub(super) struct Mapping {
    map: Mmap,
    skip: usize,
}

impl Mapping {
    /// Maps a whole file of `length` bytes, of which the first `skip` are not values.
    pub(super) fn new(file: &File, length: usize, skip: usize) -> io::Result<Self> {
        let mut options = MmapOptions::new();
        options.len(length);
        // SAFETY: the file is a table file, which nobody writes in place; see above.
        let map = unsafe { options.map(file)? };
        // Random reads all over a large table: with huge pages the way to a byte is short. Read from the disk, a file
        // comes in pieces of that size. Where the system has none, nothing is lost.
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        Ok(Self { map, skip })
    }

    /// The values.
    #[inline]
    pub(super) fn values(&self) -> &[u8] {
        &self.map[self.skip..]
    }
}
