//! How a checked file begins.
//!
//! ```text
//! 0             magic, eight bytes
//! 8             version (u32)
//! 12            the fields of the format
//! checked       CRC-32 of everything before (u32)
//! …             zeros
//! length        the contents
//! ```
//! All numbers are little-endian. The version is checked before the CRC-32, since another version may have other fields.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::Path;

use super::FileFault;

/// A file format: how its files begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    /// The first eight bytes.
    pub magic: [u8; 8],
    /// The version of the layout.
    pub version: u32,
    /// The bytes of magic, version and fields: where the header's CRC-32 stands.
    pub checked: usize,
    /// The bytes of the whole header: where the contents begin.
    pub length: usize,
}

impl Format {
    /// A header to be filled with fields, in order.
    pub fn header(&self) -> HeaderWriter {
        let mut bytes = Vec::with_capacity(self.length);
        bytes.extend(self.magic);
        bytes.extend(self.version.to_le_bytes());
        HeaderWriter { format: *self, bytes }
    }

    /// Opens a file and reads its header.
    pub fn open(&self, path: &Path) -> Result<(File, Fields), FileFault> {
        let mut file = File::open(path)?;
        let mut bytes = vec![0; self.length];
        match file.read_exact(&mut bytes) {
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => return Err(FileFault::BadHeader),
            read => read?,
        }
        let fields = self.fields(bytes, file.metadata()?.len())?;
        Ok((file, fields))
    }

    /// The fields of a header, of a file of this many bytes.
    pub(crate) fn fields(&self, header: Vec<u8>, file_bytes: u64) -> Result<Fields, FileFault> {
        let mut fields = Fields { format: *self, header, file_bytes, at: 0 };
        if fields.bytes() != self.magic {
            return Err(FileFault::BadHeader);
        }
        let found = fields.u32();
        if found != self.version {
            return Err(FileFault::OtherVersion { expected: self.version, found });
        }
        let crc = crc32fast::hash(&fields.header[..self.checked]).to_le_bytes();
        if fields.header[self.checked..][..crc.len()] != crc {
            return Err(FileFault::BadHeader);
        }
        Ok(fields)
    }
}

/// A header that is being written.
#[derive(Clone, Debug)]
pub struct HeaderWriter {
    format: Format,
    bytes: Vec<u8>,
}

impl HeaderWriter {
    /// Appends a number of two bytes.
    #[must_use]
    pub fn u16(self, number: u16) -> Self {
        self.bytes(&number.to_le_bytes())
    }

    /// Appends a number of four bytes.
    #[must_use]
    pub fn u32(self, number: u32) -> Self {
        self.bytes(&number.to_le_bytes())
    }

    /// Appends a number of eight bytes.
    #[must_use]
    pub fn u64(self, number: u64) -> Self {
        self.bytes(&number.to_le_bytes())
    }

    /// Appends bytes.
    #[must_use]
    pub fn bytes(mut self, bytes: &[u8]) -> Self {
        self.bytes.extend(bytes);
        self
    }

    /// The whole header: with its CRC-32, and zeros up to the contents.
    ///
    /// # Panics
    ///
    /// If the fields are not those of the format.
    pub fn finish(mut self) -> Vec<u8> {
        assert_eq!(self.bytes.len(), self.format.checked, "all fields of the format, and no others");
        let crc = crc32fast::hash(&self.bytes);
        self.bytes.extend(crc.to_le_bytes());
        self.bytes.resize(self.format.length, 0);
        self.bytes
    }
}

/// The fields of a header that is intact, read in order. That this library wrote it is not taken for granted: every value
/// must still be checked.
#[derive(Clone, Debug)]
pub struct Fields {
    format: Format,
    header: Vec<u8>,
    file_bytes: u64,
    at: usize,
}

impl Fields {
    /// The next two bytes as a number.
    pub fn u16(&mut self) -> u16 {
        u16::from_le_bytes(self.bytes())
    }

    /// The next four bytes as a number.
    pub fn u32(&mut self) -> u32 {
        u32::from_le_bytes(self.bytes())
    }

    /// The next eight bytes as a number.
    pub fn u64(&mut self) -> u64 {
        u64::from_le_bytes(self.bytes())
    }

    /// The next bytes.
    ///
    /// # Panics
    ///
    /// If the format has no more fields.
    pub fn bytes<const N: usize>(&mut self) -> [u8; N] {
        let fields = &self.header[..self.format.checked];
        let bytes = fields[self.at..][..N].try_into().expect("a slice of that length");
        self.at += N;
        bytes
    }

    /// Checks that the file has exactly this many bytes of contents.
    pub fn expect_contents(&self, bytes: u64) -> Result<(), FileFault> {
        let (expected, found) = (bytes.saturating_add(self.format.length as u64), self.file_bytes);
        if expected == found { Ok(()) } else { Err(FileFault::Length { expected, found }) }
    }

    /// Whether these are exactly the bytes of this header, zeros included.
    pub fn is(&self, header: &[u8]) -> bool {
        self.header == header
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    const FORMAT: Format = Format { magic: *b"huecotst", version: 3, checked: 29, length: 40 };

    fn header() -> Vec<u8> {
        FORMAT.header().u16(0x0102).u32(0x0304_0506).u64(0x0708_090A_0B0C_0D0E).bytes(b"abc").finish()
    }

    fn fault(header: &[u8]) -> Option<FileFault> {
        FORMAT.fields(header.to_vec(), 45).err()
    }

    #[test]
    fn what_was_written_is_read() {
        let header = header();
        assert_eq!((header.len(), &header[..8], &header[33..]), (40, &b"huecotst"[..], &[0; 7][..]));
        let mut fields = FORMAT.fields(header.clone(), 45).unwrap();
        assert_eq!((fields.u16(), fields.u32(), fields.u64()), (0x0102, 0x0304_0506, 0x0708_090A_0B0C_0D0E));
        assert_eq!(fields.bytes(), *b"abc");
        assert_eq!(fields.expect_contents(5), Ok(()));
        assert_eq!(fields.expect_contents(6), Err(FileFault::Length { expected: 46, found: 45 }));
        assert!(fields.is(&header) && !fields.is(&header[..39]));
    }

    #[test]
    fn a_header_with_any_other_byte_is_refused() {
        for at in 0..33 {
            let mut other = header();
            other[at] ^= 1;
            let expected = match at {
                8..12 => {
                    let found = u32::from_le_bytes([other[8], other[9], other[10], other[11]]);
                    FileFault::OtherVersion { expected: 3, found }
                }
                _ => FileFault::BadHeader,
            };
            assert_eq!(fault(&other), Some(expected), "{at}");
        }
        assert_eq!(fault(&header()), None);
    }

    #[test]
    fn a_file_without_a_header_is_distinguished_from_one_that_cannot_be_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let opened = || FORMAT.open(&path).map(|(_, mut fields)| (fields.u16(), fields.expect_contents(2)));
        assert_eq!(opened(), Err(FileFault::Missing));
        fs::write(&path, [header(), vec![1, 2]].concat()).unwrap();
        assert_eq!(opened(), Ok((0x0102, Ok(()))));
        fs::write(&path, &header()[..39]).unwrap();
        assert_eq!(opened(), Err(FileFault::BadHeader));
        assert!(matches!(FORMAT.open(folder.path()), Err(FileFault::Unreadable(_))));
    }
}
