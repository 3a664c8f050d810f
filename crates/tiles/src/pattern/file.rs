//! Table files: written once, under another name until they are complete, and never trusted.
//!
//! ```text
//! 0     magic "huecopdb"        28  entries (u64)                    72  CRC-32 of bytes 0 to 72
//! 8     format version (u32)    36  CRC-32 of the contents (u32)     …   zeros
//! 12    rows, columns,          40  blake3 of the contents           4096  the contents, one byte an entry
//!       blank's goal cell,
//!       tiles (u16 each)        all numbers little-endian
//! 20    tiles' goal cells (u64 mask)
//! ```
//! The CRC-32 is tested whenever a file is opened, the blake3 hash when someone asks ([`verify`]). A file that is short,
//! altered, of another version or for another pattern is reported as such and never used.
//!
//! A new file is written beside its place under a name of its own, synced, and renamed: whoever looks sees the old file,
//! the new one or none. Two processes that build the same table write two files of the same bytes; the later rename wins
//! and nothing is lost. What a killed process leaves is its temporary file, which the next one to write removes.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use thiserror::Error;

use super::geometry::Pattern;
use super::map::Mapping;
use super::rank::{Ranking, placements};
use super::table::Table;
use crate::board::Shape;

const MAGIC: [u8; 8] = *b"huecopdb";
/// The version of the format. It changes with the layout of the header and with the numbering of the entries.
pub const VERSION: u32 = 1;
/// Where the contents begin: a whole page, so that they are aligned in memory.
const HEADER: usize = 4096;
const CHECKED: usize = 72;

/// Why a file is not used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum FileFault {
    /// There is none.
    #[error("there is no such file")]
    Missing,
    /// The system does not let it be read.
    #[error("it cannot be read: {0}")]
    Unreadable(ErrorKind),
    /// It does not begin as table files do, or its header is damaged.
    #[error("it is no table file, or its header is damaged")]
    NotATable,
    /// Another version of the format.
    #[error("it has version {found} of the format; version {VERSION} is needed")]
    OtherVersion {
        /// Its version.
        found: u32,
    },
    /// It is for another shape, goal cell of the blank, or tiles.
    #[error("it is for another pattern, {found}")]
    OtherPattern {
        /// Its pattern.
        found: Pattern,
    },
    /// It is shorter or longer than its header says.
    #[error("it has {found} bytes, not {expected}")]
    Length {
        /// The bytes it should have.
        expected: u64,
        /// The bytes it has.
        found: u64,
    },
    /// Its contents are not what was written.
    #[error("its contents have changed since they were written")]
    Altered,
}

impl From<io::Error> for FileFault {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            ErrorKind::NotFound | ErrorKind::NotADirectory => Self::Missing,
            ErrorKind::UnexpectedEof => Self::NotATable,
            kind => Self::Unreadable(kind),
        }
    }
}

/// Why a file was not written. The table itself is not concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SaveError {
    /// The folder does not exist and cannot be made, or may not be written to.
    #[error("the folder cannot be written to")]
    ReadOnly,
    /// The disk, or a quota, is full.
    #[error("the disk is full")]
    Full,
    /// Something else.
    #[error("it cannot be written: {0}")]
    Io(ErrorKind),
}

impl From<io::Error> for SaveError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem | ErrorKind::NotADirectory => Self::ReadOnly,
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => Self::Full,
            kind => Self::Io(kind),
        }
    }
}

/// What a file says of itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// Its pattern.
    pub pattern: Pattern,
    /// Its entries: one byte each.
    pub entries: u64,
    crc: u32,
    blake3: [u8; 32],
}

impl Header {
    fn of(table: &Table) -> Self {
        let values = table.values();
        Self {
            pattern: table.pattern(),
            entries: values.len() as u64,
            crc: crc32fast::hash(values),
            blake3: blake3::hash(values).into(),
        }
    }

    fn bytes(&self) -> [u8; HEADER] {
        let (shape, number) = (self.pattern.shape(), |value: usize| (value as u16).to_le_bytes());
        let mut bytes = [0; HEADER];
        bytes[..8].copy_from_slice(&MAGIC);
        bytes[8..12].copy_from_slice(&VERSION.to_le_bytes());
        bytes[12..14].copy_from_slice(&number(shape.rows()));
        bytes[14..16].copy_from_slice(&number(shape.cols()));
        bytes[16..18].copy_from_slice(&number(self.pattern.blank()));
        bytes[18..20].copy_from_slice(&number(self.pattern.tiles()));
        bytes[20..28].copy_from_slice(&self.pattern.homes().to_le_bytes());
        bytes[28..36].copy_from_slice(&self.entries.to_le_bytes());
        bytes[36..40].copy_from_slice(&self.crc.to_le_bytes());
        bytes[40..72].copy_from_slice(&self.blake3);
        let crc = crc32fast::hash(&bytes[..CHECKED]);
        bytes[CHECKED..CHECKED + 4].copy_from_slice(&crc.to_le_bytes());
        bytes
    }

    fn parse(bytes: &[u8; HEADER]) -> Result<Self, FileFault> {
        let take = |from: usize, length: usize| {
            bytes[from..from + length].iter().rev().fold(0, |number: u64, &byte| number << 8 | u64::from(byte))
        };
        if bytes[..8] != MAGIC {
            return Err(FileFault::NotATable);
        }
        if take(8, 4) != u64::from(VERSION) {
            return Err(FileFault::OtherVersion { found: take(8, 4) as u32 });
        }
        if take(CHECKED, 4) != u64::from(crc32fast::hash(&bytes[..CHECKED])) {
            return Err(FileFault::NotATable);
        }
        // From here on the header is as it was written; that it was written by this library is not taken for granted.
        let shape = Shape::new(take(12, 2) as usize, take(14, 2) as usize).map_err(|_| FileFault::NotATable)?;
        let (blank, homes, entries) = (take(16, 2) as usize, take(20, 8), take(28, 8));
        let cells = shape.cells();
        let tiles = homes.count_ones() as usize;
        let fits = Ranking::check(cells, tiles).is_ok() && blank < cells && homes >> blank & 1 == 0;
        if !fits || homes.checked_shr(cells as u32).unwrap_or(0) != 0 || entries != placements(cells, tiles) {
            return Err(FileFault::NotATable);
        }
        let mut blake3 = [0; 32];
        blake3.copy_from_slice(&bytes[40..72]);
        Ok(Self { pattern: Pattern::new(shape, blank, homes), entries, crc: take(36, 4) as u32, blake3 })
    }

    fn read(file: &mut File) -> Result<Self, FileFault> {
        let mut bytes = [0; HEADER];
        file.read_exact(&mut bytes)?;
        let header = Self::parse(&bytes)?;
        let (expected, found) = (HEADER as u64 + header.entries, file.metadata()?.len());
        if expected == found { Ok(header) } else { Err(FileFault::Length { expected, found }) }
    }
}

/// What a file says of itself; its contents are not read.
pub fn header(path: &Path) -> Result<Header, FileFault> {
    Header::read(&mut File::open(path)?)
}

fn map(path: &Path) -> Result<(Header, Mapping), FileFault> {
    let mut file = File::open(path)?;
    let header = Header::read(&mut file)?;
    let mapping = Mapping::new(&file, HEADER + header.entries as usize, HEADER)?;
    Ok((header, mapping))
}

/// Maps the table of a canonical pattern, if the file is that and whole.
pub fn open(path: &Path, pattern: &Pattern) -> Result<Table, FileFault> {
    let (header, mapping) = map(path)?;
    if header.pattern != *pattern {
        return Err(FileFault::OtherPattern { found: header.pattern });
    }
    if crc32fast::hash(mapping.values()) != header.crc {
        return Err(FileFault::Altered);
    }
    Ok(Table::mapped(*pattern, mapping))
}

/// Reads a whole file and tests both of its checksums.
pub fn verify(path: &Path) -> Result<Header, FileFault> {
    let (header, mapping) = map(path)?;
    let values = mapping.values();
    let is_whole = crc32fast::hash(values) == header.crc && blake3::hash(values) == header.blake3;
    if is_whole { Ok(header) } else { Err(FileFault::Altered) }
}

/// The end of a temporary file's name.
const PART: &str = ".part";
/// Temporary files that nobody holds and that are older than this were left by a process that was killed.
const ABANDONED: Duration = Duration::from_secs(600);

/// Writes a table to `path`, whose folder is made if need be.
pub fn save(path: &Path, table: &Table) -> Result<(), SaveError> {
    let header = Header::of(table);
    place(path, &|file| {
        // The contents go in large pieces, so that nothing but the header is worth a buffer.
        file.write_all(&header.bytes())?;
        file.write_all(table.values())
    })
}

/// Makes a file of what `write` writes: beside its place, synced, then renamed. Nothing is left where that fails.
fn place(path: &Path, write: &dyn Fn(&mut File) -> io::Result<()>) -> Result<(), SaveError> {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let (Some(folder), Some(name)) = (path.parent(), path.file_name().and_then(|name| name.to_str())) else {
        return Err(SaveError::Io(ErrorKind::InvalidInput));
    };
    fs::create_dir_all(folder)?;
    remove_abandoned(folder);
    let (process, number) = (std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed));
    let part = folder.join(format!(".{name}.{process}.{number}{PART}"));
    let mut file = OpenOptions::new().write(true).create_new(true).open(&part)?;
    // Where a file system knows no locks, age alone tells abandoned files.
    let _ = file.try_lock();
    let placed = write(&mut file).and_then(|()| file.sync_all()).and_then(|()| fs::rename(&part, path));
    if let Err(error) = placed {
        let _ = fs::remove_file(&part);
        return Err(error.into());
    }
    // The name outlives a crash only if the folder is synced too; where that cannot be done the file is just built again.
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
    Ok(())
}

/// Removes temporary files that a killed process left in a folder. How many there were.
pub fn remove_abandoned(folder: &Path) -> usize {
    let Ok(entries) = fs::read_dir(folder) else { return 0 };
    let is_part = |path: &PathBuf| {
        path.file_name().and_then(|name| name.to_str()).is_some_and(|n| n.starts_with('.') && n.ends_with(PART))
    };
    let is_abandoned = |path: &PathBuf| {
        let old = fs::metadata(path).and_then(|data| data.modified()).ok().and_then(|time| time.elapsed().ok());
        let held = File::open(path).map(|file| matches!(file.try_lock(), Err(TryLockError::WouldBlock)));
        old.is_some_and(|age| age >= ABANDONED) && matches!(held, Ok(false))
    };
    let parts = entries.filter_map(|entry| Some(entry.ok()?.path())).filter(is_part).filter(is_abandoned);
    parts.filter(|path| fs::remove_file(path).is_ok()).count()
}

#[cfg(test)]
mod tests {
    use hueco_search::Budget;

    use super::*;
    use crate::pattern::partition::Partition;

    fn table() -> Table {
        let partition = Partition::sized(Shape::new(2, 3).unwrap(), 0, &[3]).unwrap();
        let pattern = partition.canonical_patterns()[0];
        Table::build(pattern, 1, &Budget::unlimited(), &mut |_| ()).unwrap()
    }

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<_> =
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn what_is_written_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/er/table");
        let table = table();
        assert_eq!(open(&path, &table.pattern()).unwrap_err(), FileFault::Missing);
        save(&path, &table).unwrap();
        save(&path, &table).unwrap();
        let read = open(&path, &table.pattern()).unwrap();
        assert_eq!(read.values(), table.values());
        assert!(read.is_mapped());
        assert_eq!(verify(&path).unwrap().pattern, table.pattern());
        assert_eq!(names(path.parent().unwrap()), ["table"]);
        // Removed or replaced, the bytes stay with those who mapped them.
        fs::remove_file(&path).unwrap();
        assert_eq!(read.values(), table.values());
    }

    #[test]
    fn no_changed_byte_goes_unnoticed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table");
        let table = table();
        save(&path, &table).unwrap();
        let whole = fs::read(&path).unwrap();
        let reading = |bytes: &[u8]| {
            fs::write(&path, bytes).unwrap();
            let opened = open(&path, &table.pattern()).map(|_| ());
            assert!(opened.is_ok() || verify(&path).is_err());
            opened.map_err(|fault| std::mem::discriminant(&fault))
        };
        let kind = |fault: FileFault| Err(std::mem::discriminant(&fault));
        for at in (0..CHECKED + 4).chain([HEADER, HEADER + 17, whole.len() - 1]) {
            for flip in [1, 0x80] {
                let mut changed = whole.clone();
                changed[at] ^= flip;
                let expected = match at {
                    8..12 => kind(FileFault::OtherVersion { found: 0 }),
                    HEADER.. => kind(FileFault::Altered),
                    _ => kind(FileFault::NotATable),
                };
                assert_eq!(reading(&changed), expected, "byte {at}");
            }
        }
        for length in [0, 1, 71, HEADER - 1] {
            assert_eq!(reading(&whole[..length]), kind(FileFault::NotATable), "{length} bytes");
        }
        for length in [HEADER, HEADER + 1, whole.len() - 1] {
            assert_eq!(reading(&whole[..length]), kind(FileFault::Length { expected: 0, found: 0 }), "{length} bytes");
        }
        let mut longer = whole.clone();
        longer.push(0);
        assert_eq!(reading(&longer), kind(FileFault::Length { expected: 0, found: 0 }));
        assert_eq!(reading(&whole), Ok(()));
    }

    #[test]
    fn headers_that_lie_are_refused() {
        let header = Header::of(&table());
        let sealed = |change: &dyn Fn(&mut [u8; HEADER])| {
            let mut bytes = header.bytes();
            change(&mut bytes);
            let crc = crc32fast::hash(&bytes[..CHECKED]);
            bytes[CHECKED..CHECKED + 4].copy_from_slice(&crc.to_le_bytes());
            Header::parse(&bytes)
        };
        assert_eq!(sealed(&|_| ()), Ok(header));
        assert_eq!(sealed(&|bytes| bytes[12..16].fill(255)), Err(FileFault::NotATable));
        assert_eq!(sealed(&|bytes| bytes[16..18].fill(255)), Err(FileFault::NotATable));
        assert_eq!(sealed(&|bytes| bytes[20..28].fill(255)), Err(FileFault::NotATable));
        assert_eq!(sealed(&|bytes| bytes[20..28].fill(0)), Err(FileFault::NotATable));
        assert_eq!(sealed(&|bytes| bytes[28..36].fill(255)), Err(FileFault::NotATable));
    }

    #[test]
    fn a_file_for_another_pattern_is_not_used() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table");
        let table = table();
        save(&path, &table).unwrap();
        let other = Partition::sized(Shape::new(2, 3).unwrap(), 1, &[3]).unwrap().canonical_patterns()[0];
        assert_eq!(open(&path, &other).unwrap_err(), FileFault::OtherPattern { found: table.pattern() });
    }

    #[test]
    fn a_full_disk_leaves_the_old_file_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table");
        save(&path, &table()).unwrap();
        let before = fs::read(&path).unwrap();
        let full = place(&path, &|file| {
            file.write_all(&before[..100])?;
            Err(ErrorKind::StorageFull.into())
        });
        assert_eq!(full, Err(SaveError::Full));
        assert_eq!(fs::read(&path).unwrap(), before);
        assert_eq!(names(folder.path()), ["table"]);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_system_says_when_a_disk_is_full() {
        let written = OpenOptions::new().write(true).open("/dev/full").and_then(|mut file| file.write_all(&[0; 9000]));
        assert_eq!(written.map_err(SaveError::from), Err(SaveError::Full));
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_told() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("file"), "").unwrap();
        let below = folder.path().join("file/table");
        assert!(matches!(save(&below, &table()), Err(SaveError::ReadOnly | SaveError::Io(ErrorKind::AlreadyExists))));
        assert!(open(&below, &table().pattern()).is_err());
    }

    #[test]
    fn what_a_killed_process_left_is_removed_later_and_what_is_held_stays() {
        let folder = tempfile::tempdir().unwrap();
        let old = std::time::SystemTime::now() - 2 * ABANDONED;
        let part = |name: &str, age: Option<std::time::SystemTime>| {
            let file = File::create(folder.path().join(name)).unwrap();
            if let Some(time) = age {
                file.set_modified(time).unwrap();
            }
            file
        };
        drop(part(".a.1.0.part", Some(old)));
        drop(part(".young.1.0.part", None));
        let held = part(".held.1.0.part", Some(old));
        held.lock().unwrap();
        drop(part("other", Some(old)));
        assert_eq!(remove_abandoned(folder.path()), 1);
        assert_eq!(names(folder.path()), [".held.1.0.part", ".young.1.0.part", "other"]);
    }

    #[test]
    fn two_builders_at_once_do_not_hurt_each_other() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table");
        let table = table();
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..10 {
                        save(&path, &table).unwrap();
                        assert_eq!(open(&path, &table.pattern()).unwrap().values(), table.values());
                    }
                });
            }
        });
        assert_eq!(names(folder.path()), ["table"]);
    }
}
