//! Where the boards of a run are kept. All its processes and hosts must agree, so it follows from the command line alone.
//!
//! Two bits for every board, in memory, are the fastest. Where they do not fit, the first levels are kept as a set of boards, and
//! a whole space is spilled to disk if the user has set a limit. Between the two: some levels and a limit. Bits on disk take as
//! long for one level as for any other, so the set is chosen if it certainly suffices, and also if the bits would fill a disk.

use hueco_tiles::Shape;

/// An upper bound on the bytes that a board takes in a set, its place in the index and the growth of both included.
const SET_BYTES: u64 = 96;
/// Bits beyond this are spilled only to a folder that the user has named.
const SPILLED_UNASKED: u64 = 64 << 30;

/// Whether a set is to hold the boards of the first levels, rather than bits on disk that take `spilled` bytes. All processes
/// together may take `allowed` bytes.
pub(super) fn prefers_set(shape: Shape, goal_blank: usize, depth: u32, spilled: u64, allowed: u64) -> bool {
    spilled > SPILLED_UNASKED || most_boards(shape, goal_blank, depth).saturating_mul(SET_BYTES) <= allowed
}

/// There are no more boards than this within `depth` moves of the goal: as many as walks of the blank that never turn back.
fn most_boards(shape: Shape, goal_blank: usize, depth: u32) -> u64 {
    let (rows, cols) = (shape.rows(), shape.cols());
    // Up, left, right, down, so that a step and the step back add up to three.
    let step = |cell: usize, direction: usize| match direction {
        0 if cell >= cols => Some(cell - cols),
        1 if !cell.is_multiple_of(cols) => Some(cell - 1),
        2 if cell % cols + 1 < cols => Some(cell + 1),
        3 if cell / cols + 1 < rows => Some(cell + cols),
        _ => None,
    };
    // By cell and last direction: the walks that end so.
    let mut walks = vec![[0_u64; 4]; shape.cells()];
    for (next, direction) in (0..4).filter_map(|direction| Some((step(goal_blank, direction)?, direction))) {
        walks[next][direction] = 1;
    }
    let mut boards: u64 = 1;
    for _ in 0..depth {
        let level = walks.iter().flatten().fold(0, |sum: u64, &walks| sum.saturating_add(walks));
        boards = boards.saturating_add(level);
        if level == 0 || boards == u64::MAX {
            break;
        }
        let mut longer = vec![[0_u64; 4]; shape.cells()];
        for (cell, ending) in walks.iter().enumerate() {
            for (last, &walks) in ending.iter().enumerate() {
                for direction in (0..4).filter(|direction| direction + last != 3) {
                    if let Some(next) = step(cell, direction) {
                        longer[next][direction] = longer[next][direction].saturating_add(walks);
                    }
                }
            }
        }
        walks = longer;
    }
    boards
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(rows: usize, cols: usize) -> Shape {
        Shape::new(rows, cols).unwrap()
    }

    #[test]
    fn no_level_has_more_boards_than_walks() {
        // What breadth-first search counts from the goal whose blank is in the last corner.
        let levels: [&[u64]; 2] =
            [&[1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286], &[1, 2, 4, 10, 24, 54, 107, 212, 446, 946]];
        for (shape, levels) in [shape(3, 3), shape(4, 4)].into_iter().zip(levels) {
            let mut boards = 0;
            for (depth, states) in (0..).zip(levels) {
                boards += states;
                assert!(most_boards(shape, shape.cells() - 1, depth) >= boards, "{shape} {depth}");
            }
        }
        assert_eq!((0..5).map(|depth| most_boards(shape(4, 4), 15, depth)).collect::<Vec<u64>>(), [1, 3, 7, 17, 41]);
        assert_eq!(most_boards(shape(1, 4), 3, 1000), 4, "a walk in a row ends");
        assert_eq!(most_boards(shape(5, 5), 24, 1_000_000), u64::MAX);
    }

    #[test]
    fn a_set_that_suffices_and_bits_that_fill_a_disk_mean_a_set() {
        let (ten, small, huge) = (10 << 20, 60 << 20, 2 << 40);
        assert!(prefers_set(shape(3, 4), 11, 12, small, ten));
        assert!(!prefers_set(shape(3, 4), 11, 40, small, ten));
        assert!(prefers_set(shape(4, 4), 15, 40, huge, ten));
    }
}
