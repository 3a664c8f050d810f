//! One file of a level: the bits of a shard, or marks that are not in them yet.
//!
//! ```text
//! 0   magic "huecolvl"      24  level (u32)            44  CRC-32 of the contents (u32)
//! 8   version (u32)         28  shard, shards (u32)    48  CRC-32 of bytes 0 to 48 (u32)
//! 12  contents (u32)        36  numbers (u64)          52  the contents: the 16-bit words of both planes, or marks of two
//! 16  rows, columns, blank's goal cell, metric (u16 each)  64-bit numbers each
//! ```
//! All numbers are little-endian. A file is used only if it belongs to this run, level and shard, has the length that its
//! header says and the checksum that the manifest says.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::Path;

use hueco_search::{Budget, Limit};
use hueco_tiles::file::{FileFault, Format, SaveError};

const FORMAT: Format = Format { magic: *b"huecolvl", version: 1, checked: 48, length: 52 };
/// Bytes that are converted at once. Between them limits are checked: a file can have gigabytes.
const BUFFER: usize = 1 << 16;
/// Bytes that are synced at once, since a sync cannot be ended by a limit.
const SYNC_EVERY: u64 = 1 << 26;

/// Why a file was not read or written to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ended<E> {
    Limit(Limit),
    Fault(E),
}

impl<E> From<Limit> for Ended<E> {
    fn from(limit: Limit) -> Self {
        Self::Limit(limit)
    }
}

impl<E: From<io::Error>> From<io::Error> for Ended<E> {
    fn from(error: io::Error) -> Self {
        Self::Fault(error.into())
    }
}

impl From<FileFault> for Ended<FileFault> {
    fn from(fault: FileFault) -> Self {
        Self::Fault(fault)
    }
}

impl From<SaveError> for Ended<SaveError> {
    fn from(error: SaveError) -> Self {
        Self::Fault(error)
    }
}

/// What a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Contents {
    /// Both planes of a shard, as 16-bit words.
    Bits = 0,
    /// Marks, as two 64-bit numbers each.
    Marks = 1,
}

impl Contents {
    fn bytes_per_number(self) -> u64 {
        match self {
            Self::Bits => 2,
            Self::Marks => 8,
        }
    }
}

/// Which file of a run it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FileId {
    pub(super) contents: Contents,
    /// Rows, columns, the blank's goal cell, the metric.
    pub(super) space: [u16; 4],
    pub(super) level: u32,
    pub(super) shard: u32,
    pub(super) shards: u32,
}

impl FileId {
    fn header(&self, numbers: u64, crc: u32) -> Vec<u8> {
        let mut header = FORMAT.header().u32(self.contents as u32);
        for number in self.space {
            header = header.u16(number);
        }
        header.u32(self.level).u32(self.shard).u32(self.shards).u64(numbers).u32(crc).finish()
    }
}

/// A file that is being written.
pub(super) struct LevelWriter {
    id: FileId,
    file: BufWriter<File>,
    /// Whether it must survive a crash.
    is_durable: bool,
    /// Bytes since the last sync.
    unsynced: u64,
    hasher: crc32fast::Hasher,
    numbers: u64,
}

impl LevelWriter {
    /// A file that must survive a crash is synced.
    pub(super) fn create(path: &Path, id: FileId, is_durable: bool) -> io::Result<Self> {
        let mut file = BufWriter::with_capacity(BUFFER, File::create(path)?);
        file.write_all(&[0; FORMAT.length])?;
        Ok(Self { id, file, is_durable, unsynced: 0, hasher: crc32fast::Hasher::new(), numbers: 0 })
    }

    pub(super) fn write_words(&mut self, words: &[u16], budget: &Budget) -> Result<(), Ended<SaveError>> {
        self.write(words, u16::to_le_bytes, budget)
    }

    pub(super) fn write_marks(&mut self, marks: &[u64], budget: &Budget) -> Result<(), Ended<SaveError>> {
        self.write(marks, u64::to_le_bytes, budget)
    }

    fn write<T: Copy, const N: usize>(
        &mut self,
        numbers: &[T],
        encode: impl Fn(T) -> [u8; N],
        budget: &Budget,
    ) -> Result<(), Ended<SaveError>> {
        let mut bytes = Vec::with_capacity(BUFFER);
        for chunk in numbers.chunks(BUFFER / N) {
            budget.check()?;
            bytes.clear();
            bytes.extend(chunk.iter().flat_map(|&number| encode(number)));
            self.hasher.update(&bytes);
            self.file.write_all(&bytes)?;
            self.unsynced += bytes.len() as u64;
            if self.is_durable && self.unsynced >= SYNC_EVERY {
                self.unsynced = 0;
                self.file.flush()?;
                self.file.get_ref().sync_data()?;
            }
        }
        self.numbers += numbers.len() as u64;
        Ok(())
    }

    /// Completes the file and returns its checksum.
    pub(super) fn finish(self) -> io::Result<u32> {
        let crc = self.hasher.finalize();
        let mut file = self.file.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.seek(SeekFrom::Start(0))?;
        file.write_all(&self.id.header(self.numbers, crc))?;
        if self.is_durable {
            file.sync_all()?;
        }
        Ok(crc)
    }
}

/// A file with the right header, about to be read.
pub(super) struct LevelReader {
    file: BufReader<File>,
    hasher: crc32fast::Hasher,
    crc: u32,
    /// How many numbers the file holds.
    pub(super) numbers: u64,
}

impl LevelReader {
    /// Opens the file that has this id and this checksum.
    pub(super) fn open(path: &Path, id: FileId, crc: u32) -> Result<Self, FileFault> {
        let (file, fields) = FORMAT.open(path)?;
        let mut last_fields = fields.clone();
        let _: [u8; 24] = last_fields.bytes();
        let (numbers, own_crc) = (last_fields.u64(), last_fields.u32());
        if !fields.is(&id.header(numbers, own_crc)) {
            return Err(FileFault::OtherContents);
        }
        fields.expect_contents(numbers.saturating_mul(id.contents.bytes_per_number()))?;
        if own_crc != crc {
            return Err(FileFault::Altered);
        }
        let file = BufReader::with_capacity(BUFFER, file);
        Ok(Self { file, hasher: crc32fast::Hasher::new(), crc, numbers })
    }

    fn fill<'a>(&mut self, buffer: &'a mut [u8]) -> Result<&'a [u8], FileFault> {
        self.file.read_exact(buffer)?;
        self.hasher.update(buffer);
        Ok(buffer)
    }

    /// Reads the next words.
    pub(super) fn read_words(&mut self, into: &mut [u16], budget: &Budget) -> Result<(), Ended<FileFault>> {
        let mut buffer = vec![0; BUFFER];
        for words in into.chunks_mut(BUFFER / 2) {
            budget.check()?;
            let bytes = self.fill(&mut buffer[..2 * words.len()])?;
            for (word, bytes) in words.iter_mut().zip(bytes.chunks_exact(2)) {
                *word = u16::from_le_bytes([bytes[0], bytes[1]]);
            }
        }
        Ok(())
    }

    /// Reads all marks.
    pub(super) fn read_marks(
        &mut self,
        each: &mut dyn FnMut([u64; 2]) -> Result<(), FileFault>,
        budget: &Budget,
    ) -> Result<(), Ended<FileFault>> {
        let mut buffer = vec![0; BUFFER];
        let mut left = self.numbers;
        while left > 0 {
            budget.check()?;
            let count = left.min(BUFFER as u64 / 8);
            left -= count;
            let bytes = self.fill(&mut buffer[..8 * count as usize])?;
            let number = |bytes: &[u8]| u64::from_le_bytes(bytes.try_into().expect("eight bytes"));
            for mark in bytes.chunks_exact(16) {
                each([number(&mark[..8]), number(&mark[8..])])?;
            }
        }
        Ok(())
    }

    /// Checks that what was read is what was written.
    pub(super) fn finish(self) -> Result<(), FileFault> {
        if self.hasher.finalize() == self.crc { Ok(()) } else { Err(FileFault::Altered) }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn the_header_is_laid_out_as_documented() {
        let id = FileId { contents: Contents::Marks, space: [3, 4, 11, 1], level: 17, shard: 2, shards: 64 };
        let header = id.header(0x1_0000_0002, 0xdead_beef);
        let mut expected = b"huecolvl".to_vec();
        expected.extend([1, 0, 0, 0, 1, 0, 0, 0, 3, 0, 4, 0, 11, 0, 1, 0]);
        expected.extend([17, 0, 0, 0, 2, 0, 0, 0, 64, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 0xef, 0xbe, 0xad, 0xde]);
        expected.extend(crc32fast::hash(&expected).to_le_bytes());
        assert_eq!(header, expected);
    }

    #[test]
    fn a_limit_ends_reading_and_writing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("bits");
        let id = FileId { contents: Contents::Bits, space: [3, 4, 11, 1], level: 1, shard: 0, shards: 1 };
        let (unlimited, over) = (Budget::unlimited(), Budget::unlimited().timeout(Duration::ZERO));
        let mut file = LevelWriter::create(&path, id, true).unwrap();
        assert_eq!(file.write_words(&[1, 2], &over), Err(Ended::Limit(Limit::Time)));
        assert_eq!(file.write_marks(&[1, 2], &over), Err(Ended::Limit(Limit::Time)));
        file.write_words(&[3, 4, 5, 6, 7, 8, 9, 10], &unlimited).unwrap();
        let crc = file.finish().unwrap();
        let open = || LevelReader::open(&path, id, crc).unwrap();
        assert_eq!(open().read_words(&mut [0; 8], &over), Err(Ended::Limit(Limit::Time)));
        assert_eq!(open().read_marks(&mut |_| panic!("nothing is read"), &over), Err(Ended::Limit(Limit::Time)));
        let mut words = [0; 8];
        let mut whole = open();
        whole.read_words(&mut words, &unlimited).unwrap();
        whole.finish().unwrap();
        assert_eq!(words, [3, 4, 5, 6, 7, 8, 9, 10]);
    }
}
