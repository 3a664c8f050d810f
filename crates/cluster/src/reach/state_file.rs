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
use std::path::Path;

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

/// Reads a file that must be what was written. Its states are passed on before all is known to be intact: with an error they
/// must be dropped.
pub(super) fn read<E>(
    path: &Path,
    id: FileId,
    written: &Written,
    mut each: impl FnMut(&[u8]) -> Result<(), E>,
) -> Result<Result<(), E>, FileFault> {
    let (file, fields) = FORMAT.open(path)?;
    if !fields.is(&id.header(written)) {
        return Err(FileFault::OtherContents);
    }
    fields.expect_contents(written.bytes)?;
    let mut file = BufReader::with_capacity(BUFFER, file);
    let (mut hasher, mut state) = (crc32fast::Hasher::new(), Vec::new());
    for _ in 0..written.states {
        let mut length = [0; 4];
        file.read_exact(&mut length)?;
        hasher.update(&length);
        let length = u32::from_le_bytes(length);
        if length > LARGEST {
            return Err(FileFault::Altered);
        }
        state.resize(length as usize, 0);
        file.read_exact(&mut state)?;
        hasher.update(&state);
        if let Err(stopped) = each(&state) {
            return Ok(Err(stopped));
        }
    }
    if hasher.finalize() == written.crc { Ok(Ok(())) } else { Err(FileFault::Altered) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: FileId = FileId { problem: 7, level: 3, worker: 1, workers: 2 };

    fn read_all(path: &Path, id: FileId, written: &Written) -> Result<Vec<Vec<u8>>, FileFault> {
        let mut states = Vec::new();
        let read = read(path, id, written, |state| {
            states.push(state.to_vec());
            Ok::<(), ()>(())
        });
        read.map(|_| states)
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
