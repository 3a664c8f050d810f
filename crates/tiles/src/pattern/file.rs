//! Table files.
//!
//! ```text
//! 0     magic "huecopdb"        28  entries (u64)                    72  CRC-32 of bytes 0 to 72
//! 8     format version (u32)    36  CRC-32 of the contents (u32)     …   zeros
//! 12    rows, columns,          40  blake3 of the contents           4096  the contents, one byte per entry
//!       blank's goal cell,
//!       tiles (u16 each)        all numbers little-endian
//! 20    tiles' goal cells (u64 mask)
//! ```
//! Version 2 is for tables by region (`pockets.rs`); all else is the same. The CRC-32 is checked whenever a file is opened, the blake3
//! hash on request ([`verify`]). A file that is short, altered, of another version or for another pattern is never used. How a file is
//! written is in [`crate::file`].

use std::io::Write;
use std::path::Path;

use super::geometry::Pattern;
use super::map::Mapping;
use super::rank::{Ranking, placements};
use super::table::Table;
use crate::board::Shape;
use crate::file::{Fields, FileFault, Format, SaveError, replace};

/// The version changes with the layout of the header and with the numbering of the entries. The contents begin at a whole
/// page, so that they are aligned in memory.
const FORMAT: Format = Format { magic: *b"huecopdb", version: 1, checked: 72, length: 4096 };
/// Tables by region.
const BY_REGION: Format = Format { version: 2, ..FORMAT };

/// What the header of a file says.
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

    fn bytes(&self) -> Vec<u8> {
        let shape = self.pattern.shape();
        let format = if self.pattern.is_by_region() { BY_REGION } else { FORMAT };
        format
            .header()
            .u16(shape.rows() as u16)
            .u16(shape.cols() as u16)
            .u16(self.pattern.blank() as u16)
            .u16(self.pattern.tiles() as u16)
            .u64(self.pattern.homes())
            .u64(self.entries)
            .u32(self.crc)
            .bytes(&self.blake3)
            .finish()
    }

    fn parse(mut fields: Fields, by_region: bool) -> Result<Self, FileFault> {
        let (rows, cols, blank) = (fields.u16(), fields.u16(), usize::from(fields.u16()));
        // The number of tiles is the number of their goal cells.
        let _ = fields.u16();
        let (homes, entries, crc, blake3) = (fields.u64(), fields.u64(), fields.u32(), fields.bytes());
        let shape = Shape::new(rows.into(), cols.into()).map_err(|_| FileFault::BadHeader)?;
        let (cells, tiles) = (shape.cells(), homes.count_ones() as usize);
        let fits = Ranking::check(cells, tiles).is_ok() && blank < cells && homes >> blank & 1 == 0;
        if !fits || homes.checked_shr(cells as u32).unwrap_or(0) != 0 || entries != placements(cells, tiles) {
            return Err(FileFault::BadHeader);
        }
        fields.expect_contents(entries)?;
        Ok(Self { pattern: Pattern::new(shape, blank, homes).by_region(by_region), entries, crc, blake3 })
    }
}

/// What `read` reads by the format of either kind of table, and whether it is by region.
fn either<T>(read: impl Fn(&Format) -> Result<T, FileFault>) -> Result<(T, bool), FileFault> {
    match read(&FORMAT) {
        Err(FileFault::OtherVersion { found, .. }) if found == BY_REGION.version => Ok((read(&BY_REGION)?, true)),
        plain => Ok((plain?, false)),
    }
}

/// Reads the header of a file; its contents are not read.
pub fn header(path: &Path) -> Result<Header, FileFault> {
    let ((_, fields), by_region) = either(|format| format.open(path))?;
    Header::parse(fields, by_region)
}

fn map(path: &Path) -> Result<(Header, Mapping), FileFault> {
    let ((file, fields), by_region) = either(|format| format.open(path))?;
    let header = Header::parse(fields, by_region)?;
    let mapping = Mapping::new(&file, FORMAT.length + header.entries as usize, FORMAT.length)?;
    Ok((header, mapping))
}

/// Maps the table of a canonical pattern, if the file holds it and is intact.
pub fn open(path: &Path, pattern: &Pattern) -> Result<Table, FileFault> {
    let (header, mapping) = map(path)?;
    if header.pattern != *pattern {
        return Err(FileFault::OtherContents);
    }
    if crc32fast::hash(mapping.values()) != header.crc {
        return Err(FileFault::Altered);
    }
    Ok(Table::mapped(*pattern, mapping))
}

/// Reads a whole file and checks both of its checksums.
pub fn verify(path: &Path) -> Result<Header, FileFault> {
    let (header, mapping) = map(path)?;
    let values = mapping.values();
    let is_intact = crc32fast::hash(values) == header.crc && blake3::hash(values) == header.blake3;
    if is_intact { Ok(header) } else { Err(FileFault::Altered) }
}

/// Writes a table to `path`, whose folder is created if need be.
pub fn save(path: &Path, table: &Table) -> Result<(), SaveError> {
    let header = Header::of(table);
    replace(path, &|file| {
        // Two large writes: a buffer would gain nothing.
        file.write_all(&header.bytes())?;
        file.write_all(table.values())
    })
}

/// A table as the bytes of a file, for whoever keeps files elsewhere than in a folder.
pub fn to_bytes(table: &Table) -> Vec<u8> {
    let mut bytes = Header::of(table).bytes();
    bytes.extend_from_slice(table.values());
    bytes
}

/// The table that the bytes of a file hold, if they are intact.
pub fn from_bytes(bytes: &[u8]) -> Result<Table, FileFault> {
    let (head, values) = bytes.split_at_checked(FORMAT.length).ok_or(FileFault::BadHeader)?;
    let (fields, by_region) = either(|format| format.fields(head.to_vec(), bytes.len() as u64))?;
    let header = Header::parse(fields, by_region)?;
    if crc32fast::hash(values) != header.crc {
        return Err(FileFault::Altered);
    }
    Ok(Table::owned(header.pattern, values.to_vec()))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::ErrorKind;

    use hueco_search::Budget;

    use super::*;
    use crate::pattern::partition::Partition;

    const HEADER: usize = FORMAT.length;
    const CHECKED: usize = FORMAT.checked;

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
    fn the_file_is_laid_out_as_documented() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table");
        let table = table();
        save(&path, &table).unwrap();
        let mut expected = b"huecopdb".to_vec();
        expected.extend([1, 0, 0, 0, 2, 0, 3, 0, 0, 0, 3, 0]);
        expected.extend(table.pattern().homes().to_le_bytes());
        expected.extend(120_u64.to_le_bytes());
        expected.extend(crc32fast::hash(table.values()).to_le_bytes());
        expected.extend(blake3::hash(table.values()).as_bytes());
        expected.extend(crc32fast::hash(&expected).to_le_bytes());
        expected.resize(4096, 0);
        expected.extend(table.values());
        assert!(fs::read(&path).unwrap() == expected);
    }

    #[test]
    fn a_table_by_region_is_never_taken_for_another() {
        let folder = tempfile::tempdir().unwrap();
        let plain = table();
        let pattern = plain.pattern().by_region(true);
        let by_region = Table::build(pattern, 1, &Budget::unlimited(), &mut |_| ()).unwrap();
        let path = folder.path().join("table");
        for (saved, other) in [(&by_region, &plain), (&plain, &by_region)] {
            save(&path, saved).unwrap();
            assert_eq!(header(&path).unwrap().pattern, saved.pattern());
            assert_eq!(verify(&path).unwrap().pattern, saved.pattern());
            assert_eq!(open(&path, &saved.pattern()).unwrap().values(), saved.values());
            assert_eq!(open(&path, &other.pattern()).unwrap_err(), FileFault::OtherContents);
            assert_eq!(from_bytes(&to_bytes(saved)).unwrap().pattern(), saved.pattern());
        }
    }

    #[test]
    fn what_is_written_is_read_back() {
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
        // A removed file stays readable for those who mapped it.
        fs::remove_file(&path).unwrap();
        assert_eq!(read.values(), table.values());
    }

    #[test]
    fn every_changed_byte_is_noticed() {
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
                    8..12 => kind(FileFault::OtherVersion { expected: 0, found: 0 }),
                    HEADER.. => kind(FileFault::Altered),
                    _ => kind(FileFault::BadHeader),
                };
                assert_eq!(reading(&changed), expected, "byte {at}");
            }
        }
        for length in [0, 1, 71, HEADER - 1] {
            assert_eq!(reading(&whole[..length]), kind(FileFault::BadHeader), "{length} bytes");
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
    fn impossible_headers_are_refused() {
        let header = Header::of(&table());
        let sealed = |change: &dyn Fn(&mut [u8])| {
            let mut bytes = header.bytes();
            change(&mut bytes);
            let crc = crc32fast::hash(&bytes[..CHECKED]);
            bytes[CHECKED..CHECKED + 4].copy_from_slice(&crc.to_le_bytes());
            let length = bytes.len() as u64 + header.entries;
            FORMAT.fields(bytes, length).and_then(|fields| Header::parse(fields, false))
        };
        assert_eq!(sealed(&|_| ()), Ok(header));
        assert_eq!(sealed(&|bytes| bytes[12..16].fill(255)), Err(FileFault::BadHeader));
        assert_eq!(sealed(&|bytes| bytes[16..18].fill(255)), Err(FileFault::BadHeader));
        assert_eq!(sealed(&|bytes| bytes[20..28].fill(255)), Err(FileFault::BadHeader));
        assert_eq!(sealed(&|bytes| bytes[20..28].fill(0)), Err(FileFault::BadHeader));
        assert_eq!(sealed(&|bytes| bytes[28..36].fill(255)), Err(FileFault::BadHeader));
    }

    #[test]
    fn a_file_for_another_pattern_is_not_used() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table");
        let table = table();
        save(&path, &table).unwrap();
        let other = Partition::sized(Shape::new(2, 3).unwrap(), 1, &[3]).unwrap().canonical_patterns()[0];
        assert_eq!(open(&path, &other).unwrap_err(), FileFault::OtherContents);
    }

    #[test]
    fn a_folder_that_cannot_be_created_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("file"), "").unwrap();
        let below = folder.path().join("file/table");
        assert!(matches!(save(&below, &table()), Err(SaveError::ReadOnly | SaveError::Io(ErrorKind::AlreadyExists))));
        assert!(open(&below, &table().pattern()).is_err());
    }

    #[test]
    fn concurrent_writers_do_not_disturb_each_other() {
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
