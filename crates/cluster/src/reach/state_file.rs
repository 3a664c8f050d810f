//! One file of a checkpoint: states of one worker, in the order in which they were found.
//!
//! ```text
//! 0   magic "huecoset"      20  level (u32)            32  states (u64)             52  CRC-32 of bytes 0 to 52 (u32)
//! 8   version (u32)         24  worker (u32)           40  bytes of contents (u64)  56  the contents: each state with
//! 12  problem (u64)         28  workers (u32)          48  CRC-32 of the contents       its length (u32) before it
//! ```
//! All numbers are little-endian. A file is used only if it belongs to this problem, level and worker, has the length that
//! its header says and the checksum that the manifest says.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use hueco_tiles::file::{FileFault, Format};
use serde::{Deserialize, Serialize};

const FORMAT: Format = Format { magic: *b"huecoset", version: 1, checked: 52, length: 56 };
const BUFFER: usize = 1 << 16;
/// No state takes more bytes.
const LARGEST: u32 = 1 << 28;

/// Which file of a run it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FileId {
    pub(super) problem: u64,
    pub(super) level: u32,
    pub(super) worker: u32,
    pub(super) workers: u32,
}

/// What a manifest lists of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Written {
    pub(super) states: u64,
    /// How many of them are not of the last level.
    pub(super) older: u64,
    pub(super) bytes: u64,
    pub(super) crc: u32,
}

impl FileId {
    fn header(&self, written: &Written) -> Vec<u8> {
        let header = FORMAT.header().u64(self.problem).u32(self.level).u32(self.worker).u32(self.workers);
        header.u64(written.states).u64(written.bytes).u32(written.crc).finish()
    }
}

/// Writes a file, synced. `encoded` appends the bytes of the next state to a buffer, until it returns false.
pub(super) fn write(path: &Path, id: FileId, mut encoded: impl FnMut(&mut Vec<u8>) -> bool) -> io::Result<Written> {
    let mut file = BufWriter::with_capacity(BUFFER, File::create(path)?);
    file.write_all(&[0; FORMAT.length])?;
    let (mut hasher, mut written, mut state) = (crc32fast::Hasher::new(), Written::default(), Vec::new());
    while encoded(&mut state) {
        let length = (state.len() as u32).to_le_bytes();
        for bytes in [&length[..], &state] {
            hasher.update(bytes);
            file.write_all(bytes)?;
            written.bytes += bytes.len() as u64;
        }
        written.states += 1;
        state.clear();
    }
    written.crc = hasher.finalize();
    let mut file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.seek(SeekFrom::Start(0))?;
    file.write_all(&id.header(&written))?;
    file.sync_all()?;
    Ok(written)
}

/// A file that must be what was written, read from front to back in as many parts as its reader likes.
pub(super) struct StateFile<'a> {
    path: PathBuf,
    file: Option<BufReader<File>>,
    written: &'a Written,
    hasher: crc32fast::Hasher,
    /// How many states and bytes have been read.
    states: u64,
    bytes: u64,
}

impl<'a> StateFile<'a> {
    /// Opens the file that has this id and this header.
    pub(super) fn open(path: PathBuf, id: FileId, written: &'a Written) -> Result<Self, FileFault> {
        let (file, fields) = FORMAT.open(&path)?;
        if !fields.is(&id.header(written)) {
            return Err(FileFault::OtherContents);
        }
        fields.expect_contents(written.bytes)?;
        let file = Some(BufReader::with_capacity(BUFFER, file));
        Ok(Self { path, file, written, hasher: crc32fast::Hasher::new(), states: 0, bytes: 0 })
    }

    /// Closes the file until it is read again: a process may only have a limited number of files open at once.
    pub(super) fn close(&mut self) {
        self.file = None;
    }

    /// Reads on until this number of states has been read in all. They are passed on before all is known to be intact: with an error
    /// they must be dropped.
    pub(super) fn read_to<E>(
        &mut self,
        states: u64,
        mut each: impl FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<Result<(), E>, FileFault> {
        let file = match &mut self.file {
            Some(file) => file,
            none => {
                let mut file = File::open(&self.path)?;
                file.seek(SeekFrom::Start(self.bytes + FORMAT.length as u64))?;
                none.insert(BufReader::with_capacity(BUFFER, file))
            }
        };
        let mut state = Vec::new();
        while self.states < states {
            let mut length = [0; 4];
            file.read_exact(&mut length)?;
            self.hasher.update(&length);
            let length = u32::from_le_bytes(length);
            self.bytes += 4 + u64::from(length);
            if length > LARGEST || self.bytes > self.written.bytes {
                return Err(FileFault::Altered);
            }
            state.resize(length as usize, 0);
            file.read_exact(&mut state)?;
            self.hasher.update(&state);
            self.states += 1;
            if let Err(stopped) = each(&state) {
                return Ok(Err(stopped));
            }
        }
        Ok(Ok(()))
    }

    /// Checks, when all states have been read, that they are what was written.
    pub(super) fn finish(self) -> Result<(), FileFault> {
        if self.hasher.finalize() == self.written.crc { Ok(()) } else { Err(FileFault::Altered) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: FileId = FileId { problem: 7, level: 3, worker: 1, workers: 2 };

    fn read_all(path: &Path, id: FileId, written: &Written) -> Result<Vec<Vec<u8>>, FileFault> {
        let mut states = Vec::new();
        let mut file = StateFile::open(path.to_owned(), id, written)?;
        // In parts, closed in between or not.
        for end in [7, 7, 12, written.states] {
            let read = file.read_to(end, |state| {
                states.push(state.to_vec());
                Ok::<(), ()>(())
            });
            read.map(|_| ())?;
            if end == 7 {
                file.close();
            }
        }
        file.finish()?;
        Ok(states)
    }

    #[test]
    fn states_come_back_and_whatever_is_changed_is_noticed() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("00001.states");
        let states: Vec<Vec<u8>> = (0..30_u8).map(|number| vec![number; number as usize % 7]).collect();
        let mut left = states.iter();
        let written = write(&path, ID, |into| left.next().map(|state| into.extend(state)).is_some()).expect("written");
        assert_eq!(written.states, 30);
        assert_eq!(read_all(&path, ID, &written), Ok(states));
        assert_eq!(read_all(&path, FileId { level: 4, ..ID }, &written), Err(FileFault::OtherContents));
        let bytes = std::fs::read(&path).expect("it is there");
        for at in (0..bytes.len()).step_by(13) {
            let mut damaged = bytes.clone();
            damaged[at] ^= 0x10;
            std::fs::write(&path, damaged).expect("writable");
            assert!(read_all(&path, ID, &written).is_err(), "byte {at}");
        }
        std::fs::write(&path, &bytes[..bytes.len() - 1]).expect("writable");
        assert!(matches!(read_all(&path, ID, &written), Err(FileFault::Length { .. })));
    }
}
