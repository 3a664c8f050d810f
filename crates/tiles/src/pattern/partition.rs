//! Which tiles go together: the patterns of a board, disjoint, so that their distances add up.
//!
//! Larger patterns know more and take more memory: a table of k tiles on n cells has n!/(n-k)! bytes. The library
//! chooses the largest that stay within a limit for the board's size ([`Partition::auto`]); sizes can be asked for
//! (`7-8`, [`Partition::sized`]), and so can the tiles themselves ([`Partition::groups`]).
//!
//! Tiles that belong near each other hinder each other most, so groups are compact: for the well-known partitions of the
//! 4x4 board with the blank in a corner as in the literature (Felner, Korf and Hanan 2004), else cut from a walk through
//! the board in bands of two lines.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::geometry::{Pattern, Symmetry, picture};
use super::rank::{MAX_CELLS, MAX_TILES, RankError, Ranking, placements};
use crate::board::Shape;
use crate::text::serde_as_text;

/// The most patterns of a partition. A search carries a word for each, and one for each reflected.
pub const MAX_GROUPS: usize = 12;

/// Why there is no such partition.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PartitionError {
    /// A pattern has too many tiles or entries, or the board too many cells.
    #[error(transparent)]
    Rank(#[from] RankError),
    /// The blank's goal cell is not on the board.
    #[error("the blank's cell {cell} is not on a {shape} board")]
    Blank {
        /// The board's shape.
        shape: Shape,
        /// The cell.
        cell: usize,
    },
    /// A tile that the board has not.
    #[error("tile {tile} is not on the board; expected 1 to {largest}")]
    OutOfRange {
        /// The tile.
        tile: usize,
        /// The largest tile.
        largest: usize,
    },
    /// A tile in two groups, or twice in one.
    #[error("tile {tile} is named twice; groups may not overlap")]
    Twice {
        /// The tile.
        tile: usize,
    },
    /// No group, or one without a tile.
    #[error("a group has no tile")]
    Empty,
    /// More than [`MAX_GROUPS`].
    #[error("at most {MAX_GROUPS} groups are possible, not {groups}")]
    TooManyGroups {
        /// How many.
        groups: usize,
    },
    /// Sizes that need more tiles than the board has.
    #[error("the sizes add up to {sum}; the board has {tiles} tiles")]
    Sizes {
        /// The sum of the sizes asked for.
        sum: usize,
        /// The board's tiles.
        tiles: usize,
    },
    /// A text that names no partition.
    #[error("{text:?} names no partition; expected auto, sizes such as 6-6-3, or tiles such as 1,2,5/3,4,7")]
    Unknown {
        /// The text.
        text: String,
    },
}

/// Which partition, before the board is known: `auto`, sizes (`6-6-3`), or tiles by number (`1,2,5/3,4,7`).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum PartitionSpec {
    /// What the library recommends.
    Auto,
    /// The sizes of the groups, two at least; the library chooses the tiles.
    Sizes(Vec<usize>),
    /// The tiles of each group; no group is empty.
    Groups(Vec<Vec<usize>>),
}

impl FromStr for PartitionSpec {
    type Err = PartitionError;

    fn from_str(text: &str) -> Result<Self, PartitionError> {
        let text = text.trim();
        let unknown = || PartitionError::Unknown { text: text.chars().take(80).collect() };
        let numbers = |text: &str, mark: char| -> Result<Vec<usize>, PartitionError> {
            text.split(mark).map(|word| word.trim().parse().map_err(|_| unknown())).collect()
        };
        if text.eq_ignore_ascii_case("auto") {
            return Ok(Self::Auto);
        }
        if text.contains('-') {
            return numbers(text, '-').map(Self::Sizes);
        }
        text.split('/').map(|group| numbers(group, ',')).collect::<Result<_, _>>().map(Self::Groups)
    }
}

impl fmt::Display for PartitionSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let joined =
            |numbers: &[usize], mark: &str| numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(mark);
        match self {
            Self::Auto => f.write_str("auto"),
            Self::Sizes(sizes) => f.write_str(&joined(sizes, "-")),
            Self::Groups(groups) => {
                f.write_str(&groups.iter().map(|group| joined(group, ",")).collect::<Vec<_>>().join("/"))
            }
        }
    }
}

serde_as_text!(PartitionSpec);

/// Disjoint patterns of one board. Tiles in none of them are not counted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Partition {
    shape: Shape,
    blank: usize,
    homes: Vec<u64>,
    by_region: bool,
}

impl Partition {
    /// The partition of a board of this shape with the blank's goal cell; `home_of` is the goal cell of a tile.
    pub fn of(
        spec: &PartitionSpec,
        shape: Shape,
        blank: usize,
        home_of: impl Fn(usize) -> Option<usize>,
    ) -> Result<Self, PartitionError> {
        match spec {
            PartitionSpec::Auto => Self::auto(shape, blank),
            PartitionSpec::Sizes(sizes) => Self::sized(shape, blank, sizes),
            PartitionSpec::Groups(groups) => Self::groups(shape, blank, groups, home_of),
        }
    }

    /// The partition the library recommends for a shape and the blank's goal cell.
    pub fn auto(shape: Shape, blank: usize) -> Result<Self, PartitionError> {
        let cells = shape.cells();
        if cells > MAX_CELLS {
            return Err(RankError::Cells { cells }.into());
        }
        let limit = match cells {
            0..=9 => 400_000,
            10 => 40_000,
            11..=12 => 700_000,
            13..=16 => 6_000_000,
            17..=25 => 130_000_000,
            _ => 2_000_000,
        };
        let largest = (1..=MAX_TILES.min(cells - 1)).rfind(|&tiles| placements(cells, tiles) <= limit).unwrap_or(1);
        let mut sizes = vec![largest; (cells - 1) / largest];
        if !(cells - 1).is_multiple_of(largest) {
            sizes.push((cells - 1) % largest);
        }
        Self::sized(shape, blank, &sizes)
    }

    /// A partition with groups of these sizes, compact ones chosen by the library.
    pub fn sized(shape: Shape, blank: usize, sizes: &[usize]) -> Result<Self, PartitionError> {
        check(shape, blank)?;
        let tiles = shape.cells() - 1;
        let sum = sizes.iter().fold(0, |sum: usize, &size| sum.saturating_add(size));
        if sum > tiles {
            return Err(PartitionError::Sizes { sum, tiles });
        }
        let mut homes = Vec::with_capacity(sizes.len().min(MAX_GROUPS + 1));
        if let Some(known) = known(shape, blank, sizes) {
            homes.extend(known);
        } else {
            homes = cut(walk(shape, true), blank, sizes);
        }
        Self::checked(shape, blank, homes)
    }

    /// Different partitions with groups of these sizes: that of [`Partition::sized`] first, then others that are cut from walks
    /// from other corners and along the other side.
    pub fn several(shape: Shape, blank: usize, sizes: &[usize]) -> Result<Vec<Self>, PartitionError> {
        let mut all = vec![Self::sized(shape, blank, sizes)?];
        for is_longer in [true, false] {
            for symmetry in Symmetry::all().filter(|symmetry| symmetry.shape(shape) == shape) {
                let cells = symmetry.cells(shape);
                let walk = walk(shape, is_longer).into_iter().map(|cell| usize::from(cells[cell])).collect();
                let other = Self::checked(shape, blank, cut(walk, blank, sizes))?;
                let is_same = |one: &Self| other.homes.iter().all(|group| one.homes.contains(group));
                if !all.iter().any(is_same) {
                    all.push(other);
                }
            }
        }
        Ok(all)
    }

    /// Groups of tiles given by their numbers; `home_of` returns the goal cell of a tile.
    pub fn groups(
        shape: Shape,
        blank: usize,
        groups: &[Vec<usize>],
        home_of: impl Fn(usize) -> Option<usize>,
    ) -> Result<Self, PartitionError> {
        check(shape, blank)?;
        let largest = shape.cells() - 1;
        let (mut all, mut homes) = (0_u64, Vec::new());
        for group in groups {
            let mut mask = 0;
            for &tile in group {
                let known = (1..=largest).contains(&tile).then(|| home_of(tile)).flatten();
                let home = known.filter(|&home| home < shape.cells() && home != blank);
                let home = home.ok_or(PartitionError::OutOfRange { tile, largest })?;
                if all >> home & 1 == 1 {
                    return Err(PartitionError::Twice { tile });
                }
                all |= 1 << home;
                mask |= 1 << home;
            }
            homes.push(mask);
        }
        Self::checked(shape, blank, homes)
    }

    /// Groups given by the goal cells of their tiles, as masks that do not overlap and leave the blank's cell out.
    pub(crate) fn of_masks(shape: Shape, blank: usize, homes: Vec<u64>) -> Result<Self, PartitionError> {
        check(shape, blank)?;
        debug_assert!(homes.iter().fold(1 << blank, |all, &group| all + group).count_ones() as usize <= shape.cells());
        Self::checked(shape, blank, homes)
    }

    fn checked(shape: Shape, blank: usize, homes: Vec<u64>) -> Result<Self, PartitionError> {
        if homes.is_empty() || homes.contains(&0) {
            return Err(PartitionError::Empty);
        }
        if homes.len() > MAX_GROUPS {
            return Err(PartitionError::TooManyGroups { groups: homes.len() });
        }
        for mask in &homes {
            Ranking::check(shape.cells(), mask.count_ones() as usize)?;
        }
        Ok(Self { shape, blank, homes, by_region: false })
    }

    /// The same with tables by region: see [`Pattern::is_by_region`].
    #[must_use]
    pub fn by_region(self) -> Self {
        Self { by_region: true, ..self }
    }

    /// A canonical pattern alone.
    pub(crate) fn alone(pattern: Pattern) -> Self {
        let (shape, blank, homes) = (pattern.shape(), pattern.blank(), vec![pattern.homes()]);
        Self { shape, blank, homes, by_region: pattern.is_by_region() }
    }

    /// Rows and columns.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The blank's goal cell.
    pub fn blank(&self) -> usize {
        self.blank
    }

    /// Its patterns.
    pub fn patterns(&self) -> impl Iterator<Item = Pattern> + '_ {
        self.homes.iter().map(|&homes| Pattern::new(self.shape, self.blank, homes).by_region(self.by_region))
    }

    /// The different canonical patterns whose tables it needs.
    pub fn canonical_patterns(&self) -> Vec<Pattern> {
        let mut patterns = Vec::new();
        for pattern in self.patterns().map(|pattern| pattern.canonical().0) {
            if !patterns.contains(&pattern) {
                patterns.push(pattern);
            }
        }
        patterns
    }

    /// Bytes of its tables.
    pub fn table_bytes(&self) -> u64 {
        self.canonical_patterns().iter().map(|pattern| placements(self.shape.cells(), pattern.tiles())).sum()
    }

    /// A symmetry of the board that keeps the blank's cell and gives other groups: the transposition where it can be.
    pub fn reflection(&self) -> Option<Symmetry> {
        let gives_others = |symmetry: &Symmetry| {
            let cells = symmetry.cells(self.shape);
            symmetry.shape(self.shape) == self.shape
                && cells[self.blank] as usize == self.blank
                && self.homes.iter().any(|&homes| !self.homes.contains(&picture(homes, &cells)))
        };
        Symmetry::all().find(gives_others)
    }

    /// A second partition with the same tables: its picture under [`Partition::reflection`], group by group.
    pub fn reflected(&self) -> Option<Self> {
        let cells = self.reflection()?.cells(self.shape);
        Some(Self { homes: self.homes.iter().map(|&homes| picture(homes, &cells)).collect(), ..*self })
    }
}

/// `6-6-3`
impl fmt::Display for Partition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, mask) in self.homes.iter().enumerate() {
            write!(f, "{}{}", if at == 0 { "" } else { "-" }, mask.count_ones())?;
        }
        Ok(())
    }
}

fn check(shape: Shape, blank: usize) -> Result<(), PartitionError> {
    if shape.cells() > MAX_CELLS {
        return Err(RankError::Cells { cells: shape.cells() }.into());
    }
    if blank >= shape.cells() { Err(PartitionError::Blank { shape, cell: blank }) } else { Ok(()) }
}

/// Groups of these sizes, cut from a walk in order.
fn cut(walk: Vec<usize>, blank: usize, sizes: &[usize]) -> Vec<u64> {
    let mut walk = walk.into_iter().filter(|&cell| cell != blank);
    sizes.iter().map(|&size| walk.by_ref().take(size).fold(0, |mask, cell| mask | 1_u64 << cell)).collect()
}

/// The cells in bands of two lines along the longer side, or the shorter, there and back, so that groups cut from it are
/// compact.
fn walk(shape: Shape, is_longer: bool) -> Vec<usize> {
    let along_rows = (shape.rows() <= shape.cols()) == is_longer;
    let (lines, length) = if along_rows { (shape.rows(), shape.cols()) } else { (shape.cols(), shape.rows()) };
    let cell = |line: usize, at: usize| {
        if along_rows { line * shape.cols() + at } else { at * shape.cols() + line }
    };
    let mut walk = Vec::with_capacity(shape.cells());
    let mut first = 0;
    for band in 0.. {
        // Three lines that are left make one band: a single line would be the worst of groups.
        let width = if lines - first == 3 { 3 } else { 2.min(lines - first) };
        if width == 0 {
            break;
        }
        for step in 0..length {
            let at = if band % 2 == 0 { step } else { length - 1 - step };
            walk.extend((first..first + width).map(|line| cell(line, at)));
        }
        first += width;
    }
    walk
}

/// The partitions of the literature: 4x4 and 5x5, blank in a corner. Masks are for the blank in cell 0. 7-7-1 is 7-8 without one
/// tile of the eight, of all the one that is missed least (see the notebook).
fn known(shape: Shape, blank: usize, sizes: &[usize]) -> Option<Vec<u64>> {
    let mask = |cells: &[usize]| cells.iter().fold(0_u64, |mask, &cell| mask | 1 << cell);
    let groups = match sizes {
        [6, 6, 3] => vec![mask(&[3, 6, 7, 10, 11, 15]), mask(&[1, 2, 4, 5, 8, 9]), mask(&[12, 13, 14])],
        [5, 5, 5] => vec![mask(&[9, 12, 13, 14, 15]), mask(&[3, 6, 7, 10, 11]), mask(&[1, 2, 4, 5, 8])],
        [7, 7, 1] => vec![mask(&[1, 2, 3, 4, 5, 6, 7]), mask(&[8, 9, 10, 11, 13, 14, 15]), mask(&[12])],
        [7, 8] => vec![mask(&[1, 2, 3, 4, 5, 6, 7]), mask(&[8, 9, 10, 11, 12, 13, 14, 15])],
        [6, 6, 6, 6] => vec![
            mask(&[1, 2, 5, 6, 7, 12]),
            mask(&[3, 4, 8, 9, 13, 14]),
            mask(&[10, 11, 15, 16, 20, 21]),
            mask(&[17, 18, 19, 22, 23, 24]),
        ],
        _ => return None,
    };
    let side = if sizes.len() == 4 { 5 } else { 4 };
    let is_square = (shape.rows(), shape.cols()) == (side, side);
    let to_corner = |symmetry: &Symmetry| symmetry.cells(shape)[0] as usize == blank;
    let symmetry = is_square.then(|| Symmetry::all().find(to_corner)).flatten()?;
    Some(groups.into_iter().map(|mask| picture(mask, &symmetry.cells(shape))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(rows: usize, cols: usize) -> Shape {
        Shape::new(rows, cols).unwrap()
    }

    #[test]
    fn every_shape_has_a_partition_or_a_reason() {
        for rows in 1..=8 {
            for cols in 1..=12 {
                let Ok(shape) = Shape::new(rows, cols) else { continue };
                for blank in 0..shape.cells() {
                    match Partition::auto(shape, blank) {
                        Ok(partition) => {
                            let all = partition.patterns().fold(0, |all, p| {
                                assert_eq!(all & p.homes(), 0);
                                all | p.homes()
                            });
                            assert_eq!(all.count_ones() as usize, shape.cells() - 1, "{shape}: {partition}");
                            assert!(partition.table_bytes() < 520 << 20);
                        }
                        Err(PartitionError::TooManyGroups { .. }) => assert!(shape.cells() > 36),
                        Err(PartitionError::Rank(RankError::Cells { cells })) => assert!(cells > MAX_CELLS),
                        Err(other) => panic!("{shape}: {other}"),
                    }
                }
            }
        }
        let named = |rows, cols| Partition::auto(shape(rows, cols), 0).unwrap().to_string();
        assert_eq!(named(4, 4), "6-6-3");
        assert_eq!(named(3, 3), "8");
        assert_eq!(named(5, 5), "6-6-6-6");
    }

    #[test]
    fn corners_share_tables_and_reflect() {
        for sizes in [&[6, 6, 3][..], &[5, 5, 5], &[7, 7, 1], &[7, 8]] {
            let all = [0, 3, 12, 15].map(|blank| Partition::sized(shape(4, 4), blank, sizes).unwrap());
            let tables = all.clone().map(|partition| {
                let mut tables = partition.canonical_patterns();
                tables.sort();
                tables
            });
            assert!(tables.iter().all(|set| *set == tables[0]));
            for partition in all {
                let reflected = partition.reflected().unwrap();
                let mut set = reflected.canonical_patterns();
                set.sort();
                assert_eq!(set, tables[0]);
            }
        }
        assert!(Partition::auto(shape(3, 4), 0).unwrap().reflected().is_none());
    }

    #[test]
    fn wrong_groups_have_a_type() {
        let parse = |text: &str| Partition::of(&text.parse()?, shape(3, 3), 0, Some);
        assert_eq!(parse("1,2,3/4,5").unwrap().to_string(), "3-2");
        assert_eq!(parse("4-4").unwrap().to_string(), "4-4");
        assert_eq!(parse("auto").unwrap().to_string(), "8");
        assert_eq!(parse("1,2/2"), Err(PartitionError::Twice { tile: 2 }));
        assert_eq!(parse("9"), Err(PartitionError::OutOfRange { tile: 9, largest: 8 }));
        assert_eq!(parse("0"), Err(PartitionError::OutOfRange { tile: 0, largest: 8 }));
        assert_eq!(parse("5-4"), Err(PartitionError::Sizes { sum: 9, tiles: 8 }));
        assert_eq!(parse("0-4"), Err(PartitionError::Empty));
        assert!(matches!(parse("1,x"), Err(PartitionError::Unknown { .. })));
        assert!(matches!(parse("18446744073709551615-4"), Err(PartitionError::Sizes { .. })));
        assert_eq!(
            Partition::sized(shape(4, 4), 16, &[1]),
            Err(PartitionError::Blank { shape: shape(4, 4), cell: 16 })
        );
        assert!(matches!(Partition::sized(shape(4, 4), 0, &[9, 6]), Err(PartitionError::Rank(_))));
    }
}
