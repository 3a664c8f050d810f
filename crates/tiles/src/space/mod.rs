//! Whole spaces: every board that can reach a goal, numbered, enumerated level by level, measured.
//!
//! ```text
//! Ranking (rank.rs)      a board ◀─▶ a number without gaps
//! turns.rs               a vertical move is an addition to that number
//! Shard (shard.rs)       two bits per state: expands one level of a range of numbers
//! enumerate (levels.rs)  all levels, on one or several threads: states at each depth, the deepest boards
//! DistanceTable (table.rs)  a byte per state: the distance of any board, a shortest solution at once; file.rs: in a file
//! ```
//! Everything depends on the shape, the blank's goal cell and the [`Metric`] alone: tiles are known by their labels (see
//! [`crate::cells`]), so one table serves every goal with its blank in the same cell.

mod file;
mod levels;
mod neighbours;
mod rank;
mod shard;
mod table;
mod turns;

use thiserror::Error;

use crate::board::Shape;
use crate::metric::Metric;
use turns::Turns;

pub use file::{Recorder, TableWriter, Width};
pub use levels::{Level, Levels, Options, Walked, enumerate, walk};
pub use rank::{RankTooLarge, Ranking};
pub use shard::{Expanded, Mark, Shard, Visitor};
pub use table::{DistanceTable, TableError};

/// The shape is too large to be enumerated: a word has a bit per cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("spaces of at most {max} cells can be enumerated, {shape} has more", max = Space::MAX_CELLS)]
pub struct SpaceTooLarge {
    /// The shape asked for.
    pub shape: Shape,
}

/// The boards of a shape that can reach a goal, and the moves between them.
#[derive(Clone, Debug)]
pub struct Space {
    ranking: Ranking,
    metric: Metric,
    turns: Turns,
    /// The cells of each row, as read, one bit each.
    rows: Box<[u16]>,
    /// The cells without one to the left, and those without one to the right.
    edges: [u16; 2],
}

impl Space {
    /// The most cells.
    pub const MAX_CELLS: usize = 16;

    /// The space around a goal with its blank in `goal_blank`.
    ///
    /// # Panics
    ///
    /// If the shape has no cell `goal_blank`.
    pub fn new(shape: Shape, goal_blank: usize, metric: Metric) -> Result<Self, SpaceTooLarge> {
        if shape.cells() > Self::MAX_CELLS {
            return Err(SpaceTooLarge { shape });
        }
        let ranking = Ranking::new(shape, goal_blank).map_err(|RankTooLarge { shape }| SpaceTooLarge { shape })?;
        let read = ranking.read_shape();
        let row: u16 = u16::MAX >> (16 - read.cols());
        let rows: Box<[u16]> = (0..read.rows()).map(|r| row << (r * read.cols())).collect();
        let column = |col: usize| (0..read.rows()).fold(0, |cells, r| cells | 1 << (r * read.cols() + col));
        let edges = [column(0), column(read.cols() - 1)];
        Ok(Self { turns: Turns::new(&ranking), ranking, metric, rows, edges })
    }

    /// The numbers of the boards.
    pub fn ranking(&self) -> &Ranking {
        &self.ranking
    }

    /// What counts as one move.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// Bytes that an enumeration takes: two bits per state and what rounding and the tables of moves add. Crossing marks
    /// of several threads come on top.
    pub fn bytes(&self) -> u64 {
        Shard::bytes(self.ranking.orders()) + self.turns.bytes()
    }

    fn turns(&self) -> &Turns {
        &self.turns
    }
}
