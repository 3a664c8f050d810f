//! Complete distance tables as files: a byte a state, or two bits.
//!
//! ```text
//! 0   magic "huecodst"       24  bits a state (u32)     44  CRC-32 of bytes 0 to 44 (u32)
//! 8   version (u32)          28  radius (u32)           48  the contents, by rank
//! 12  rows, columns, blank's goal cell, metric (u16 each)   32  states (u64)   40  CRC-32 of the contents (u32)
//! ```
//! All numbers are little-endian. With two bits a state has its distance modulo 3, or 3 where the goal cannot be reached:
//! neighbours are never more than one apart, so that tells which of them are nearer, and the distance itself is the number
//! of steps downhill.
//!
//! Several writers fill one file: each has a range of orders, which begins at a whole byte. The file has another name until
//! the header is written and everything is synced.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use hueco_search::Cost;
use thiserror::Error;

use super::table::{DistanceTable, Distances};
use super::{Ranking, Space, Visitor};
use crate::board::Shape;
use crate::metric::Metric;

const MAGIC: [u8; 8] = *b"huecodst";
const VERSION: u32 = 1;
const HEADER: usize = 48;
const CHECKED: usize = 44;
/// Two bits of a state that cannot be reached, in a byte that has four of them.
const NEVER: u8 = u8::MAX;

/// How much of a distance is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// A byte a state.
    Byte = 8,
    /// Two bits a state: the distance modulo 3.
    TwoBits = 2,
}

impl Width {
    /// Bytes of this many states.
    pub fn bytes(self, states: u64) -> u64 {
        match self {
            Self::Byte => states,
            Self::TwoBits => states.div_ceil(4),
        }
    }
}

/// Why a file is not used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum TableFault {
    /// The system does not let it be read.
    #[error("it cannot be read: {0}")]
    Unreadable(ErrorKind),
    /// It is no table of distances, or its header is damaged.
    #[error("it is no table of distances, or its header is damaged")]
    NotATable,
    /// Another version of the format.
    #[error("it has version {found} of the format; version {VERSION} is needed")]
    OtherVersion {
        /// Its version.
        found: u32,
    },
    /// It is not as long as its header says.
    #[error("it is cut short")]
    Short,
    /// Its contents are not what was written.
    #[error("its contents have changed since they were written")]
    Altered,
}

impl From<io::Error> for TableFault {
    fn from(error: io::Error) -> Self {
        if error.kind() == ErrorKind::UnexpectedEof { Self::Short } else { Self::Unreadable(error.kind()) }
    }
}

/// The distances of a range of orders, while a space is enumerated.
#[derive(Clone, Debug)]
pub struct Recorder {
    width: Width,
    cells: u64,
    orders: Range<u64>,
    /// The level that is being told.
    pub depth: Cost,
    values: Vec<u8>,
}

impl Recorder {
    /// Nothing known yet. With two bits a state a range should begin at a multiple of four orders.
    pub fn new(space: &Space, orders: Range<u64>, width: Width) -> Self {
        let cells = space.ranking().read_shape().cells() as u64;
        let bytes = width.bytes((orders.end - orders.start) * cells);
        Self { width, cells, orders, depth: 0, values: vec![NEVER; bytes as usize] }
    }

    /// The first order.
    pub fn first(&self) -> u64 {
        self.orders.start
    }

    /// The bytes of what is known.
    pub fn bytes(&self) -> u64 {
        self.values.len() as u64
    }

    /// The checksum of what is known.
    pub fn crc(&self) -> crc32fast::Hasher {
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(&self.values);
        hasher
    }
}

impl Visitor for Recorder {
    #[inline]
    fn visit(&mut self, order: u64, blanks: u16) {
        let first = ((order - self.orders.start) * self.cells) as usize;
        let mut rest = blanks;
        while rest != 0 {
            let state = first + rest.trailing_zeros() as usize;
            rest &= rest - 1;
            match self.width {
                Width::Byte => self.values[state] = self.depth as u8,
                Width::TwoBits => {
                    let (byte, shift) = (&mut self.values[state / 4], 2 * (state % 4));
                    *byte = *byte & !(3 << shift) | ((self.depth % 3) as u8) << shift;
                }
            }
        }
    }
}

/// A file that is being filled.
#[derive(Clone, Debug)]
pub struct Filling {
    path: PathBuf,
}

impl Filling {
    /// A file that will get this name.
    pub fn new(path: &Path) -> Self {
        Self { path: path.to_owned() }
    }

    fn part(&self) -> PathBuf {
        let mut name = self.path.file_name().unwrap_or_default().to_owned();
        name.push(".part");
        self.path.with_file_name(name)
    }

    /// Makes room, under another name. To be called once, before anything is written.
    pub fn begin(&self, space: &Space, width: Width) -> io::Result<()> {
        let bytes = width.bytes(space.ranking().states());
        File::create(self.part())?.set_len(HEADER as u64 + bytes)
    }

    /// Writes what a recorder knows to its place.
    pub fn write(&self, recorder: &Recorder) -> io::Result<()> {
        let start = recorder.width.bytes(recorder.orders.start * recorder.cells);
        let mut file = File::options().write(true).open(self.part())?;
        file.seek(SeekFrom::Start(HEADER as u64 + start))?;
        file.write_all(&recorder.values)?;
        file.sync_all()
    }

    /// Writes the header and gives the file its name. `crc` is over all recorders' values, in order.
    pub fn finish(&self, space: &Space, width: Width, radius: Cost, crc: u32) -> io::Result<()> {
        let mut file = File::options().write(true).open(self.part())?;
        file.write_all(&header(space, width, radius, crc))?;
        file.sync_all()?;
        fs::rename(self.part(), &self.path)
    }

    /// Removes what was written so far.
    pub fn give_up(&self) {
        let _ = fs::remove_file(self.part());
    }
}

fn header(space: &Space, width: Width, radius: Cost, crc: u32) -> [u8; HEADER] {
    let ranking = space.ranking();
    let shape = ranking.shape();
    let mut bytes = [0; HEADER];
    bytes[..8].copy_from_slice(&MAGIC);
    bytes[8..12].copy_from_slice(&VERSION.to_le_bytes());
    let metric = usize::from(space.metric() == Metric::Multi);
    let about = [shape.rows(), shape.cols(), ranking.goal_blank(), metric];
    for (place, number) in bytes[12..20].chunks_exact_mut(2).zip(about) {
        place.copy_from_slice(&(number as u16).to_le_bytes());
    }
    bytes[24..28].copy_from_slice(&(width as u32).to_le_bytes());
    bytes[28..32].copy_from_slice(&radius.to_le_bytes());
    bytes[32..40].copy_from_slice(&ranking.states().to_le_bytes());
    bytes[40..44].copy_from_slice(&crc.to_le_bytes());
    let check = crc32fast::hash(&bytes[..CHECKED]);
    bytes[CHECKED..].copy_from_slice(&check.to_le_bytes());
    bytes
}

impl DistanceTable {
    /// Reads a file that an enumeration has written. All of it is tested before anything is used.
    pub fn open(path: &Path) -> Result<Self, TableFault> {
        let mut file = File::open(path)?;
        let length = file.metadata()?.len();
        let mut bytes = [0; HEADER];
        file.read_exact(&mut bytes)?;
        let number = |at: usize| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
        let short = |at: usize| usize::from(u16::from_le_bytes([bytes[at], bytes[at + 1]]));
        if bytes[..8] != MAGIC {
            return Err(TableFault::NotATable);
        }
        if number(8) != VERSION {
            return Err(TableFault::OtherVersion { found: number(8) });
        }
        let width = [Width::Byte, Width::TwoBits].into_iter().find(|&width| width as u32 == number(24));
        let metric = [Metric::Single, Metric::Multi].get(short(18)).copied();
        let shape = Shape::new(short(12), short(14)).ok();
        let (Some(width), Some(metric), Some(shape)) = (width, metric, shape) else {
            return Err(TableFault::NotATable);
        };
        if short(16) >= shape.cells() || shape.cells() > Space::MAX_CELLS || Ranking::new(shape, 0).is_err() {
            return Err(TableFault::NotATable);
        }
        let space = Space::new(shape, short(16), metric).map_err(|_| TableFault::NotATable)?;
        let radius = number(28);
        if bytes != header(&space, width, radius, number(40)) || radius >= NEVER.into() {
            return Err(TableFault::NotATable);
        }
        let expected = width.bytes(space.ranking().states());
        if length != HEADER as u64 + expected {
            return Err(TableFault::Short);
        }
        let mut values = Vec::with_capacity(expected as usize);
        file.read_to_end(&mut values)?;
        if values.len() as u64 != expected || crc32fast::hash(&values) != number(40) {
            return Err(TableFault::Altered);
        }
        let distances = match width {
            Width::Byte => Distances::Bytes(values),
            Width::TwoBits => Distances::Thirds(values),
        };
        Ok(Self::of(space, distances, radius))
    }
}

#[cfg(test)]
mod tests {
    use hueco_search::Budget;

    use super::*;
    use crate::space::{Mark, Shard};

    /// The file of a space, written by two recorders, and the table that is built in memory.
    fn written(path: &Path, shape: Shape, blank: usize, metric: Metric, width: Width) -> DistanceTable {
        let space = Space::new(shape, blank, metric).unwrap();
        let orders = space.ranking().orders();
        let middle = orders / 8 * 4;
        let mut recorders = [0..middle, middle..orders].map(|orders| Recorder::new(&space, orders, width));
        let mut shard = Shard::new(&space, 0..orders);
        shard.mark(Mark::goal(&space), 0);
        let mut depth = 0;
        loop {
            struct Both<'a>(&'a mut [Recorder; 2], u64);
            impl Visitor for Both<'_> {
                fn visit(&mut self, order: u64, blanks: u16) {
                    self.0[usize::from(order >= self.1)].visit(order, blanks);
                }
            }
            for recorder in &mut recorders {
                recorder.depth = depth;
            }
            let mut both = Both(&mut recorders, middle);
            let found = shard.expand(&space, depth, 0, &mut both, &mut |_| (), &Budget::unlimited()).unwrap();
            if found.states == 0 {
                break;
            }
            depth += 1;
        }
        // Of an earlier round.
        let _ = fs::remove_file(path);
        let filling = Filling::new(path);
        filling.begin(&space, width).unwrap();
        let mut crc = crc32fast::Hasher::new();
        for recorder in &recorders {
            filling.write(recorder).unwrap();
            crc.combine(&recorder.crc());
        }
        assert!(!path.exists(), "it has its name only when it is complete");
        filling.finish(&space, width, depth - 1, crc.finalize()).unwrap();
        DistanceTable::build(shape, blank, metric, &Budget::unlimited()).unwrap()
    }

    #[test]
    fn what_is_written_is_read_in_both_widths() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table");
        for (rows, cols, blank, metric) in
            [(3, 3, 8, Metric::Single), (2, 4, 3, Metric::Multi), (4, 2, 0, Metric::Single), (1, 4, 1, Metric::Single)]
        {
            for width in [Width::Byte, Width::TwoBits] {
                let shape = Shape::new(rows, cols).unwrap();
                let built = written(&path, shape, blank, metric, width);
                let read = DistanceTable::open(&path).unwrap();
                assert_eq!(read.radius(), built.radius());
                for rank in 0..built.space().ranking().states() {
                    assert_eq!(read.distance_of(rank), built.distance_of(rank), "{shape} {rank}");
                }
            }
        }
    }

    #[test]
    fn no_changed_byte_goes_unnoticed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table");
        written(&path, Shape::new(2, 3).unwrap(), 5, Metric::Single, Width::TwoBits);
        let whole = fs::read(&path).unwrap();
        for at in (0..HEADER).chain([HEADER, whole.len() - 1]) {
            let mut changed = whole.clone();
            changed[at] ^= 2;
            fs::write(&path, changed).unwrap();
            let fault = DistanceTable::open(&path).map(|_| ()).unwrap_err();
            let expected = match at {
                8..12 => TableFault::OtherVersion { found: VERSION ^ 2 << (8 * (at - 8)) },
                HEADER.. => TableFault::Altered,
                _ => TableFault::NotATable,
            };
            assert_eq!(fault, expected, "byte {at}");
        }
        for length in [0, HEADER - 1, HEADER, whole.len() - 1] {
            fs::write(&path, &whole[..length]).unwrap();
            assert_eq!(DistanceTable::open(&path).map(|_| ()).unwrap_err(), TableFault::Short, "{length}");
        }
    }
}
