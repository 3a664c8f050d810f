//! The typed errors of the libraries, worded.
//!
//! Libraries count cells from 0; people count from 1, row by row.

use hueco_search::Limit;
use hueco_tiles::board::{BoardError, Shape, ShapeError};
use hueco_tiles::problem::ShapeMismatch;

use crate::{Lang, boards, limits};

/// Something that can be told to a person.
pub trait Say {
    /// It, in words.
    fn say(&self, lang: Lang) -> String;
}

impl Say for ShapeError {
    fn say(&self, lang: Lang) -> String {
        match self {
            Self::TooSmall { rows, cols } => boards::shape_too_small(lang, rows, cols),
            Self::TooLarge { rows, cols } => {
                boards::shape_too_large(lang, rows, cols, lang.number(Shape::MAX_CELLS as u64))
            }
        }
    }
}

impl Say for BoardError {
    fn say(&self, lang: Lang) -> String {
        match self {
            Self::Count { shape, found } => boards::board_count(lang, shape, shape.cells(), found),
            Self::OutOfRange { cell, number, largest } => boards::board_out_of_range(lang, cell + 1, number, largest),
            Self::Twice { number, first, again } => boards::board_twice(lang, number, first + 1, again + 1),
        }
    }
}

impl Say for ShapeMismatch {
    fn say(&self, lang: Lang) -> String {
        boards::shape_mismatch(lang, self.board, self.goal)
    }
}

/// What stopped a search: "the limit on time (--timeout)".
impl Say for Limit {
    fn say(&self, lang: Lang) -> String {
        let words = match self {
            Self::Nodes => limits::stopped_by_nodes,
            Self::Time => limits::stopped_by_time,
            Self::Memory => limits::stopped_by_memory,
            Self::Depth => limits::stopped_by_depth,
            Self::Width => limits::stopped_by_width,
            Self::Interrupt => limits::stopped_by_interrupt,
        };
        words(lang).to_owned()
    }
}
