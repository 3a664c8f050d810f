//! Which partitions a proof looks up, for a board of any shape and goal and for the memory there is.
//!
//! Tables of six tiles are the largest that stay within 256 MB by digits up to 5x5; a larger board gets smaller patterns.
//! The more partitions, the more nodes are pruned, if they differ: those for 5x5 and 4x5 are chosen by measurement, with the example
//! `optimal_partitions` (`docs/notebook/twenty-four-puzzle.md`). On a square, a partition and its transposition share tables.

use crate::board::Shape;
use crate::pattern::rank::{MAX_ENTRIES, placements};
use crate::pattern::{Partition, PartitionError, Pattern, Symmetry};

use super::direct::direct_bytes;
use super::table_bytes;

/// The most bytes of one table by digits.
const LARGEST_TABLE: u64 = 256 << 20;
/// The most partitions that are looked up.
pub(super) const MOST_PARTITIONS: usize = 8;

/// The partitions of 5x5 with the blank in the first cell, each to be used with its transposition too. The first is that of Korf
/// and Felner; the others prune most of what it leaves.
const FIVE_BY_FIVE: [&str; 4] = [
    ".abbb aabbb aaacc dddcc dddcc",
    ".aaab aaccb acccb dddcb dddbb",
    ".aaaa aabbb ccbbb ccddd ccddd",
    ".abbb aabcb aabcc daccc ddddd",
];

/// The partitions of 4x5 with the blank in the first cell.
const FOUR_BY_FIVE: [&str; 8] = [
    ".aaab aaabb cccbb dcccb",
    ".abbc aabbb aabdd adddd",
    ".aabb aacbb aaddb ddddb",
    ".aabc aaaac dddcc dddcc",
    ".abcd aabdd abbdd aabbd",
    ".aabb aabbb acbcd acccc",
    ".aabb aaabb ccadb ccccb",
    ".abbb aabbb aaccc daccc",
];

/// All partitions for a shape and the blank's goal cell, the most useful first, with patterns of a size that the bytes allow.
pub(super) fn candidates(shape: Shape, blank: usize, bytes: u64) -> Result<Vec<Partition>, PartitionError> {
    let by_region = |partitions: Vec<Partition>| partitions.into_iter().map(Partition::by_region).collect();
    if let Some(known) = drawn(shape, blank, bytes) {
        return known.map(by_region);
    }
    let (cells, tiles) = (shape.cells(), shape.cells() - 1);
    let fits = |&size: &usize| {
        let table = direct_bytes(cells, size);
        let all = table.saturating_mul(tiles.div_ceil(size) as u64);
        table <= LARGEST_TABLE && all <= bytes && placements(cells, size) <= MAX_ENTRIES
    };
    let largest = (1..=6.min(tiles)).rfind(fits).unwrap_or(3);
    let mut sizes = vec![largest; tiles / largest];
    if !tiles.is_multiple_of(largest) {
        sizes.push(tiles % largest);
    }
    Partition::several(shape, blank, &sizes).map(by_region)
}

/// As many of the candidates as have tables within these bytes, by digits; one at least.
pub(super) fn within(candidates: &[Partition], bytes: u64) -> Vec<Partition> {
    let mut chosen: Vec<Partition> = Vec::new();
    let mut tables: Vec<Pattern> = Vec::new();
    for partition in candidates.iter().take(MOST_PARTITIONS) {
        let new: Vec<Pattern> =
            partition.canonical_patterns().into_iter().filter(|one| !tables.contains(one)).collect();
        let all = tables.iter().chain(&new).map(|table| direct_bytes(table.shape().cells(), table.tiles()));
        if chosen.is_empty() || all.sum::<u64>() <= bytes {
            tables.extend(new);
            chosen.push(partition.clone());
        }
    }
    chosen
}

/// The partitions chosen by measurement: for these shapes, the blank in a corner, and memory for the tables of the first.
fn drawn(shape: Shape, blank: usize, bytes: u64) -> Option<Result<Vec<Partition>, PartitionError>> {
    let (drawings, rows): (&[&str], usize) = match (shape.rows(), shape.cols()) {
        (5, 5) => (&FIVE_BY_FIVE, 5),
        (4, 5) | (5, 4) => (&FOUR_BY_FIVE, 4),
        _ => return None,
    };
    let upright = Shape::new(rows, shape.cells() / rows).ok()?;
    // On a square two symmetries take the first cell to a corner: one, and after it the transposition.
    let fits =
        |symmetry: &Symmetry| symmetry.shape(upright) == shape && usize::from(symmetry.cells(upright)[0]) == blank;
    let pictures: Vec<Vec<u8>> = Symmetry::all().filter(fits).map(|symmetry| symmetry.cells(upright)).collect();
    let drawn = drawings.iter().flat_map(|drawing| pictures.iter().map(move |picture| (drawing, picture)));
    let partitions = drawn.map(|(drawing, picture)| {
        let mut groups = vec![0; 4];
        for (cell, letter) in drawing.bytes().filter(|&byte| byte != b' ').enumerate() {
            if letter != b'.' {
                groups[usize::from(letter - b'a')] |= 1 << picture[cell];
            }
        }
        Partition::of_masks(shape, blank, groups)
    });
    let partitions: Result<Vec<Partition>, PartitionError> = partitions.collect();
    let is_any = |all: &Vec<Partition>| !all.is_empty() && table_bytes(&all[..1]) <= bytes;
    partitions.map(|all| Some(all).filter(is_any)).transpose()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_candidate_holds_every_tile_once() {
        for (rows, cols) in [(5, 5), (4, 5), (5, 4), (4, 6), (3, 6), (2, 9), (3, 7), (5, 6), (2, 16)] {
            let shape = Shape::new(rows, cols).unwrap();
            for blank in 0..shape.cells() {
                let candidates = candidates(shape, blank, 1 << 30).unwrap();
                for partition in &candidates {
                    let all = partition.patterns().fold(1_u64 << blank, |all, pattern| {
                        assert_eq!(all & pattern.homes(), 0);
                        all | pattern.homes()
                    });
                    assert_eq!(all.count_ones() as usize, shape.cells(), "{shape}, blank in {blank}");
                }
                assert!(candidates.len() >= 2);
            }
        }
    }

    #[test]
    fn ten_tables_serve_eight_partitions_of_5x5_and_two_the_first_pair() {
        let shape = Shape::new(5, 5).unwrap();
        let tables = |partitions: &[Partition]| {
            let mut all: Vec<Pattern> = partitions.iter().flat_map(Partition::canonical_patterns).collect();
            all.sort();
            all.dedup();
            all
        };
        let first = tables(&candidates(shape, 0, 1 << 30).unwrap());
        for corner in [0, 4, 20, 24] {
            let candidates = candidates(shape, corner, 1 << 30).unwrap();
            assert_eq!(candidates.len(), 8);
            assert_eq!(tables(&candidates), first, "corners share tables");
            assert_eq!(tables(&candidates[..2]).len(), 2);
            assert_eq!(within(&candidates, 500 << 20), candidates[..2]);
            assert_eq!(within(&candidates, 1), candidates[..1]);
        }
        assert_eq!(first.len(), 10);
    }

    #[test]
    fn partitions_of_4x5_serve_all_corners_of_4x5_and_5x4() {
        let tables = |rows, cols, blank| {
            let partitions = candidates(Shape::new(rows, cols).unwrap(), blank, 1 << 30).unwrap();
            assert_eq!(partitions.len(), MOST_PARTITIONS);
            let mut all: Vec<Pattern> = partitions.iter().flat_map(Partition::canonical_patterns).collect();
            all.sort();
            all.dedup();
            all
        };
        let first = tables(4, 5, 0);
        for (rows, cols, corner) in [(4, 5, 4), (4, 5, 15), (4, 5, 19), (5, 4, 0), (5, 4, 3), (5, 4, 16), (5, 4, 19)] {
            assert_eq!(tables(rows, cols, corner), first, "{rows}x{cols}, blank in {corner}");
        }
        assert!(first.iter().all(|table| [1, 6].contains(&table.tiles())));
    }

    #[test]
    fn little_memory_means_small_patterns() {
        let largest = |bytes| {
            let all = candidates(Shape::new(5, 5).unwrap(), 0, bytes).unwrap();
            assert!(table_bytes(&all[..1]) <= bytes);
            all[0].patterns().map(|pattern| pattern.tiles()).max()
        };
        assert_eq!(largest(1 << 30), Some(6));
        assert_eq!(largest(100 << 20), Some(5));
        assert_eq!(largest(10 << 20), Some(4));
        assert_eq!(largest(1 << 20), Some(3));
    }
}
