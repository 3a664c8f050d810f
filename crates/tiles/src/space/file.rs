//! Distance tables as files: one byte per state, or two bits.
//!
//! ```text
//! 0   magic "huecodst"                 24  bits per state (u32)   40  CRC-32 of the contents (u32)
//! 8   version (u32)                    28  radius (u32)           44  CRC-32 of bytes 0 to 44 (u32)
//! 12  rows, columns, blank's goal      32  states (u64)           48  the contents, by rank
//!     cell, metric (u16 each), 0 (u32)                            all numbers little-endian
//! ```
//! Two bits hold the distance modulo 3, or 3 if the goal cannot be reached. The distances of neighbours differ by at most
//! one, so that is enough to see which of them are nearer to the goal, and the distance is the number of steps there.
//!
//! Several writers, in several processes, fill one file: each has a range of orders that begins at a whole byte. The file
//! has a temporary name until its header is written and everything is synced. The writer that creates it chooses the name, which
//! no other run has, and the others are given it.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use hueco_search::Cost;

use super::table::{DistanceTable, Distances};
use super::{Ranking, Space, Visitor};
use crate::board::Shape;
use crate::file::{FileFault, Format, publish, temporary};
use crate::metric::Metric;

const FORMAT: Format = Format { magic: *b"huecodst", version: 1, checked: 44, length: 48 };
/// A state that cannot be reached; with two bits per state, four of them.
const NEVER: u8 = u8::MAX;

/// How much of each distance a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// One byte per state.
    Byte = 8,
    /// Two bits per state: the distance modulo 3.
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

/// The distances of a range of orders, while a space is enumerated.
#[derive(Clone, Debug)]
pub struct Recorder {
    width: Width,
    cells: u64,
    orders: Range<u64>,
    /// The level whose states are being visited.
    pub depth: Cost,
    values: Vec<u8>,
}

impl Recorder {
    /// No distance is known yet. With two bits per state the range should begin at a multiple of four orders.
    pub fn new(space: &Space, orders: Range<u64>, width: Width) -> Self {
        let cells = space.ranking().read_shape().cells() as u64;
        let bytes = width.bytes((orders.end - orders.start) * cells);
        Self { width, cells, orders, depth: 0, values: vec![NEVER; bytes as usize] }
    }

    /// The first order.
    pub fn first(&self) -> u64 {
        self.orders.start
    }

    /// The bytes of the distances.
    pub fn bytes(&self) -> u64 {
        self.values.len() as u64
    }

    /// The checksum of the distances.
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

/// A table file that several recorders write to.
#[derive(Debug)]
pub struct TableWriter {
    path: PathBuf,
    temporary: PathBuf,
    /// The file, locked, where this writer has created it and it has not got its name yet.
    created: Option<File>,
}

impl TableWriter {
    /// Creates a file that will have this name, at its full size. It is removed with the writer unless it is finished.
    pub fn create(path: &Path, space: &Space, width: Width) -> io::Result<Self> {
        let (temporary, file) = temporary(path)?;
        let this = Self { path: path.to_owned(), temporary, created: Some(file) };
        let bytes = width.bytes(space.ranking().states());
        this.created.as_ref().map_or(Ok(()), |file| file.set_len(FORMAT.length as u64 + bytes))?;
        Ok(this)
    }

    /// The file's name for now: another process that is to write to it needs it.
    pub fn name(&self) -> String {
        self.temporary.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// Another writer to the file that has this name for now.
    pub fn join(path: &Path, name: &str) -> Self {
        Self { path: path.to_owned(), temporary: path.with_file_name(name), created: None }
    }

    /// Writes the distances of a recorder to their place.
    pub fn write(&self, recorder: &Recorder) -> io::Result<()> {
        let start = recorder.width.bytes(recorder.orders.start * recorder.cells);
        let mut file = File::options().write(true).open(&self.temporary)?;
        file.seek(SeekFrom::Start(FORMAT.length as u64 + start))?;
        file.write_all(&recorder.values)?;
        file.sync_all()
    }

    /// Writes the header and gives the file its name. `crc` is over all recorders' distances, in order.
    pub fn finish(mut self, space: &Space, width: Width, radius: Cost, crc: u32) -> io::Result<()> {
        let mut file = File::options().write(true).open(&self.temporary)?;
        file.write_all(&header(space, width, radius, crc))?;
        file.sync_all()?;
        publish(&self.temporary, &self.path)?;
        self.created = None;
        Ok(())
    }
}

impl Drop for TableWriter {
    fn drop(&mut self) {
        if self.created.is_some() {
            let _ = fs::remove_file(&self.temporary);
        }
    }
}

fn header(space: &Space, width: Width, radius: Cost, crc: u32) -> Vec<u8> {
    let ranking = space.ranking();
    let shape = ranking.shape();
    FORMAT
        .header()
        .u16(shape.rows() as u16)
        .u16(shape.cols() as u16)
        .u16(ranking.goal_blank() as u16)
        .u16(u16::from(space.metric() == Metric::Multi))
        .u32(0)
        .u32(width as u32)
        .u32(radius)
        .u64(ranking.states())
        .u32(crc)
        .finish()
}

impl DistanceTable {
    /// Reads a file that an enumeration has written. All of it is checked before anything is used.
    pub fn open(path: &Path) -> Result<Self, FileFault> {
        let (mut file, mut fields) = FORMAT.open(path)?;
        let (rows, cols, blank) = (fields.u16(), fields.u16(), usize::from(fields.u16()));
        let metric = [Metric::Single, Metric::Multi].get(usize::from(fields.u16())).copied();
        let _ = fields.u32();
        let bits = fields.u32();
        let (radius, _, crc) = (fields.u32(), fields.u64(), fields.u32());
        let width = [Width::Byte, Width::TwoBits].into_iter().find(|&width| width as u32 == bits);
        let shape = Shape::new(rows.into(), cols.into()).ok();
        let (Some(width), Some(metric), Some(shape)) = (width, metric, shape) else {
            return Err(FileFault::BadHeader);
        };
        if blank >= shape.cells() || shape.cells() > Space::MAX_CELLS || Ranking::new(shape, 0).is_err() {
            return Err(FileFault::BadHeader);
        }
        let space = Space::new(shape, blank, metric).map_err(|_| FileFault::BadHeader)?;
        if !fields.is(&header(&space, width, radius, crc)) || radius >= NEVER.into() {
            return Err(FileFault::BadHeader);
        }
        let bytes = width.bytes(space.ranking().states());
        fields.expect_contents(bytes)?;
        let mut values = Vec::with_capacity(bytes as usize);
        file.read_to_end(&mut values)?;
        if values.len() as u64 != bytes || crc32fast::hash(&values) != crc {
            return Err(FileFault::Altered);
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
    use std::sync::Arc;

    use hueco_search::Budget;

    use super::*;
    use crate::board::Board;
    use crate::cells::{Cells as _, Nibbles};
    use crate::problem::Frame;
    use crate::solve::{Plan, PlanError, solve};
    use crate::space::{Mark, Shard};
    use crate::workbench::Workbench;

    const HEADER: usize = FORMAT.length;

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
        // There may be one from an earlier call.
        let _ = fs::remove_file(path);
        let writer = TableWriter::create(path, &space, width).unwrap();
        let other = TableWriter::join(path, &writer.name());
        let mut crc = crc32fast::Hasher::new();
        for (recorder, writer) in recorders.iter().zip([&other, &writer]) {
            writer.write(recorder).unwrap();
            crc.combine(&recorder.crc());
        }
        assert!(!path.exists(), "a file has its name only when it is complete");
        writer.finish(&space, width, depth - 1, crc.finalize()).unwrap();
        DistanceTable::build(shape, blank, metric, &Budget::unlimited()).unwrap()
    }

    #[test]
    fn the_header_is_laid_out_as_documented() {
        let space = Space::new(Shape::new(2, 3).unwrap(), 4, Metric::Multi).unwrap();
        let mut expected = b"huecodst".to_vec();
        expected.extend([1, 0, 0, 0, 2, 0, 3, 0, 4, 0, 1, 0, 0, 0, 0, 0, 2, 0, 0, 0, 17, 0, 0, 0]);
        expected.extend(360_u64.to_le_bytes());
        expected.extend(0xdead_beef_u32.to_le_bytes());
        expected.extend(crc32fast::hash(&expected).to_le_bytes());
        assert_eq!(header(&space, Width::TwoBits, 17, 0xdead_beef), expected);
    }

    #[test]
    fn what_is_written_is_read_back_in_both_widths() {
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
    fn runs_that_write_the_same_file_do_not_meet() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table");
        let shape = Shape::new(2, 3).unwrap();
        let started = |blank: usize, width: Width| {
            let space = Space::new(shape, blank, Metric::Single).unwrap();
            let recorder = Recorder::new(&space, 0..space.ranking().orders(), width);
            (TableWriter::create(&path, &space, width).unwrap(), space, recorder)
        };
        let found = || DistanceTable::open(&path).map(|table| table.space().ranking().goal_blank());
        let (first, first_space, first_recorder) = started(5, Width::Byte);
        first.write(&first_recorder).unwrap();
        // The others begin while the first is not done; one of them gives up.
        let (second, second_space, second_recorder) = started(0, Width::TwoBits);
        let (third, _, _) = started(1, Width::Byte);
        let crc = |recorder: &Recorder| recorder.crc().finalize();
        first.finish(&first_space, Width::Byte, 0, crc(&first_recorder)).unwrap();
        assert_eq!(found(), Ok(5));
        drop(third);
        second.write(&second_recorder).unwrap();
        second.finish(&second_space, Width::TwoBits, 0, crc(&second_recorder)).unwrap();
        assert_eq!(found(), Ok(0));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing else is left");
    }

    #[test]
    fn every_changed_byte_is_noticed() {
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
                8..12 => FileFault::OtherVersion { expected: 1, found: 1 ^ 2 << (8 * (at - 8)) },
                HEADER.. => FileFault::Altered,
                _ => FileFault::BadHeader,
            };
            assert_eq!(fault, expected, "byte {at}");
        }
        let opened = |length: usize| {
            fs::write(&path, &whole[..length]).unwrap();
            DistanceTable::open(&path).map(|_| ()).unwrap_err()
        };
        for length in [0, HEADER - 1] {
            assert_eq!(opened(length), FileFault::BadHeader, "{length} bytes");
        }
        for length in [HEADER, whole.len() - 1] {
            let (expected, found) = (whole.len() as u64, length as u64);
            assert_eq!(opened(length), FileFault::Length { expected, found });
        }
    }

    /// Contents of the forger's, checksums made right.
    fn forged(path: &Path, values: impl Fn(usize) -> u8, width: Width, radius: Cost) -> DistanceTable {
        let space = Space::new(Shape::new(2, 3).unwrap(), 5, Metric::Single).unwrap();
        let bytes = width.bytes(space.ranking().states()) as usize;
        let contents: Vec<u8> = (0..bytes).map(values).collect();
        let mut file = header(&space, width, radius, crc32fast::hash(&contents));
        file.extend(contents);
        fs::write(path, file).unwrap();
        DistanceTable::open(path).unwrap()
    }

    #[test]
    fn a_forged_file_leads_nowhere() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table");
        let right = DistanceTable::build(Shape::new(2, 3).unwrap(), 5, Metric::Single, &Budget::unlimited()).unwrap();
        let far = (0..360).find(|&rank| right.distance_of(rank) == Some(21)).unwrap();
        let goal = Board::blank_last(Shape::new(2, 3).unwrap());
        let board = right.space().ranking().board(&Frame::new(&goal), far);
        let labels = Nibbles::pack(&right.space().ranking().unrank(far));
        assert_eq!(right.solve(&labels).map(|moves| moves.len()), Some(21));
        // All boards are equally far; the way ends at once, but not at the goal; there is always one that is nearer.
        let forgeries = [
            forged(&path, |_| 7, Width::Byte, 21),
            forged(&path, |_| 0, Width::Byte, 21),
            forged(&path, |rank| 1 - u8::from(rank % 6 == 0), Width::Byte, 21),
            forged(&path, |_| 0b0110_0100, Width::TwoBits, 254),
            forged(&path, |_| 0, Width::TwoBits, 21),
            forged(&path, |_| NEVER, Width::TwoBits, 21),
        ];
        for (number, table) in forgeries.into_iter().enumerate() {
            assert_eq!(table.solve(&labels), None, "{number}");
            assert_eq!(table.slides(&labels), None, "{number}");
            assert_eq!(table.count_optimal(&labels), None, "{number}");
            let plan = Plan { distances: Some(Arc::new(table)), ..Plan::new(board.clone(), goal.clone()) };
            let answer = solve(&plan, &Workbench::default(), &mut |_| ());
            assert_eq!(answer.unwrap_err(), PlanError::WrongTable, "{number}");
        }
    }
}
