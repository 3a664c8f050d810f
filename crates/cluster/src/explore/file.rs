//! One file of a level: the bits of a shard, or the marks on their way to it.
//!
//! ```text
//! 0   magic "huecolvl"      24  level (u32)            44  CRC-32 of the contents (u32)
//! 8   version (u32)         28  shard, shards (u32)    48  CRC-32 of bytes 0 to 48 (u32)
//! 12  what (u32)            36  numbers (u64)          52  the contents: 16-bit words of both planes, or marks of two 64-bit numbers
//! 16  rows, columns, blank's goal cell, metric (u16 each)
//! ```
//! All numbers are little-endian. A file is read into place only if all of it fits: it belongs to this run, this level and
//! this shard, is as long as it says, and its checksum is the one that the marker has.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::Path;

use hueco_tiles::pattern::SaveError;
use serde::{Deserialize, Serialize};
use thiserror::Error;

const MAGIC: [u8; 8] = *b"huecolvl";
const VERSION: u32 = 1;
const HEADER: usize = 52;
const CHECKED: usize = 48;
/// Bytes that are turned at once.
const BUFFER: usize = 1 << 16;

/// Why a file of a checkpoint is not used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error, Serialize, Deserialize)]
pub enum FileFault {
    /// There is none.
    #[error("it is missing")]
    Missing,
    /// The system does not let it be read.
    #[error("it cannot be read")]
    Unreadable,
    /// It is not a file of a checkpoint, or its header is damaged.
    #[error("it is no file of a checkpoint, or its header is damaged")]
    NotOurs,
    /// It is of another version, run, level or shard.
    #[error("it belongs to something else")]
    Other,
    /// It is not as long as it says.
    #[error("it is cut short")]
    Short,
    /// Its contents are not what was written.
    #[error("its contents have changed since they were written")]
    Altered,
}

impl From<io::Error> for FileFault {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            ErrorKind::NotFound | ErrorKind::NotADirectory => Self::Missing,
            ErrorKind::UnexpectedEof => Self::Short,
            _ => Self::Unreadable,
        }
    }
}

/// Why a file of a checkpoint was not written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error, Serialize, Deserialize)]
pub enum SaveFault {
    /// The folder cannot be made or written to.
    #[error("the folder cannot be written to")]
    ReadOnly,
    /// The disk, or a quota, is full.
    #[error("the disk is full")]
    Full,
    /// Something else.
    #[error("it cannot be written")]
    Other,
}

impl From<io::Error> for SaveFault {
    fn from(error: io::Error) -> Self {
        match SaveError::from(error) {
            SaveError::ReadOnly => Self::ReadOnly,
            SaveError::Full => Self::Full,
            SaveError::Io(_) => Self::Other,
        }
    }
}

/// What a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    Bits = 0,
    Marks = 1,
}

/// What a file is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Label {
    pub(super) what: What,
    /// Rows, columns, the blank's goal cell, the metric.
    pub(super) space: [u16; 4],
    pub(super) level: u32,
    pub(super) shard: u32,
    pub(super) shards: u32,
}

impl Label {
    fn header(&self, numbers: u64, crc: u32) -> [u8; HEADER] {
        let mut bytes = [0; HEADER];
        bytes[..8].copy_from_slice(&MAGIC);
        bytes[8..12].copy_from_slice(&VERSION.to_le_bytes());
        bytes[12..16].copy_from_slice(&(self.what as u32).to_le_bytes());
        for (place, number) in bytes[16..24].chunks_exact_mut(2).zip(self.space) {
            place.copy_from_slice(&number.to_le_bytes());
        }
        for (place, number) in bytes[24..36].chunks_exact_mut(4).zip([self.level, self.shard, self.shards]) {
            place.copy_from_slice(&number.to_le_bytes());
        }
        bytes[36..44].copy_from_slice(&numbers.to_le_bytes());
        bytes[44..48].copy_from_slice(&crc.to_le_bytes());
        let check = crc32fast::hash(&bytes[..CHECKED]);
        bytes[CHECKED..].copy_from_slice(&check.to_le_bytes());
        bytes
    }
}

/// A file that is being written.
pub(super) struct Writing {
    label: Label,
    file: BufWriter<File>,
    hasher: crc32fast::Hasher,
    numbers: u64,
}

impl Writing {
    pub(super) fn new(path: &Path, label: Label) -> io::Result<Self> {
        let mut file = BufWriter::with_capacity(BUFFER, File::create(path)?);
        file.write_all(&[0; HEADER])?;
        Ok(Self { label, file, hasher: crc32fast::Hasher::new(), numbers: 0 })
    }

    pub(super) fn words(&mut self, words: &[u16]) -> io::Result<()> {
        let mut bytes = Vec::with_capacity(BUFFER);
        for words in words.chunks(BUFFER / 2) {
            bytes.clear();
            bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));
            self.bytes(&bytes)?;
        }
        self.numbers += words.len() as u64;
        Ok(())
    }

    pub(super) fn marks(&mut self, marks: &[u64]) -> io::Result<()> {
        let mut bytes = Vec::with_capacity(BUFFER);
        for some in marks.chunks(BUFFER / 8) {
            bytes.clear();
            bytes.extend(some.iter().flat_map(|mark| mark.to_le_bytes()));
            self.bytes(&bytes)?;
        }
        self.numbers += marks.len() as u64;
        Ok(())
    }

    fn bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.hasher.update(bytes);
        self.file.write_all(bytes)
    }

    /// Ends the file; its checksum. A file that must outlive a crash is synced.
    pub(super) fn finish(self, is_durable: bool) -> io::Result<u32> {
        let crc = self.hasher.finalize();
        let mut file = self.file.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.seek(SeekFrom::Start(0))?;
        file.write_all(&self.label.header(self.numbers, crc))?;
        if is_durable {
            file.sync_all()?;
        }
        Ok(crc)
    }
}

/// A file whose header fits, about to be read.
pub(super) struct Reading {
    file: BufReader<File>,
    hasher: crc32fast::Hasher,
    crc: u32,
    /// The numbers of the file.
    pub(super) numbers: u64,
}

impl Reading {
    /// Opens the file that has this label and this checksum.
    pub(super) fn new(path: &Path, label: Label, crc: u32) -> Result<Self, FileFault> {
        let file = File::open(path)?;
        let length = file.metadata()?.len();
        let mut file = BufReader::with_capacity(BUFFER, file);
        let mut header = [0; HEADER];
        file.read_exact(&mut header)?;
        let number = |at: usize| u32::from_le_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]]);
        if header[..8] != MAGIC || number(CHECKED) != crc32fast::hash(&header[..CHECKED]) {
            return Err(FileFault::NotOurs);
        }
        let numbers = u64::from(number(36)) | u64::from(number(40)) << 32;
        if header != label.header(numbers, number(44)) {
            return Err(FileFault::Other);
        }
        let width = if label.what == What::Bits { 2 } else { 8 };
        if numbers.checked_mul(width).and_then(|bytes| bytes.checked_add(HEADER as u64)) != Some(length) {
            return Err(FileFault::Short);
        }
        if number(44) != crc {
            return Err(FileFault::Altered);
        }
        Ok(Self { file, hasher: crc32fast::Hasher::new(), crc, numbers })
    }

    fn fill<'a>(&mut self, buffer: &'a mut [u8]) -> Result<&'a [u8], FileFault> {
        self.file.read_exact(buffer)?;
        self.hasher.update(buffer);
        Ok(buffer)
    }

    /// The next words.
    pub(super) fn words(&mut self, into: &mut [u16]) -> Result<(), FileFault> {
        let mut buffer = vec![0; BUFFER];
        for words in into.chunks_mut(BUFFER / 2) {
            let bytes = self.fill(&mut buffer[..2 * words.len()])?;
            for (word, bytes) in words.iter_mut().zip(bytes.chunks_exact(2)) {
                *word = u16::from_le_bytes([bytes[0], bytes[1]]);
            }
        }
        Ok(())
    }

    /// All marks, some at a time.
    pub(super) fn marks(&mut self, each: &mut dyn FnMut([u64; 2])) -> Result<(), FileFault> {
        let mut buffer = vec![0; BUFFER];
        let mut left = self.numbers;
        while left > 0 {
            let some = left.min(BUFFER as u64 / 8);
            left -= some;
            let bytes = self.fill(&mut buffer[..8 * some as usize])?;
            let number = |bytes: &[u8]| u64::from_le_bytes(bytes.try_into().expect("eight bytes"));
            for mark in bytes.chunks_exact(16) {
                each([number(&mark[..8]), number(&mark[8..])]);
            }
        }
        Ok(())
    }

    /// Whether all that was read is what was written.
    pub(super) fn finish(self) -> Result<(), FileFault> {
        if self.hasher.finalize() == self.crc { Ok(()) } else { Err(FileFault::Altered) }
    }
}
