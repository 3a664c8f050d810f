//! `random`: uniform random boards that can reach a goal, the same for the same seed everywhere.

use hueco_show::answer::VERSION;
use hueco_tiles::{Board, RandomBoards, Shape};
use serde::Serialize;

use crate::error::{JobError, RequestError};
use crate::fields::{self, Fields};
use crate::limits::Allowance;
use crate::read;
use crate::write::{self, Bounded};

/// Boards to draw.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Random {
    /// Their shape.
    #[serde(serialize_with = "write::display")]
    pub size: Shape,
    /// The goal that they can reach.
    #[serde(serialize_with = "write::display")]
    pub goal: Board,
    /// The seed.
    pub seed: u64,
    /// How many.
    pub count: usize,
}

/// The boards that were drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RandomResult {
    /// Their shape.
    pub size: Shape,
    /// In order.
    pub boards: Vec<Board>,
}

#[derive(Serialize)]
struct Drawn<'a> {
    version: u32,
    rows: usize,
    cols: usize,
    boards: Vec<&'a [u16]>,
}

impl Random {
    pub(crate) fn read(fields: &mut Fields, allowed: &Allowance) -> Result<Self, RequestError> {
        let size = read::size(fields, allowed)?.ok_or_else(|| fields::missing("size"))?;
        Self::of_size(size, allowed.random_boards, fields)
    }

    /// The same where the size is known: at most `most` boards.
    pub(crate) fn of_size(size: Shape, most: usize, fields: &mut Fields) -> Result<Self, RequestError> {
        Ok(Self {
            size,
            goal: read::goal(fields.value("goal").as_ref(), size)?,
            seed: fields.whole("seed", 0, u64::MAX)?.unwrap_or(0),
            count: fields.whole("count", 1, most as u64)?.unwrap_or(1) as usize,
        })
    }

    /// The boards one by one.
    pub fn boards(&self) -> impl Iterator<Item = Board> {
        RandomBoards::new(&self.goal, self.seed).take(self.count)
    }

    /// Draws them all.
    pub fn run(&self) -> RandomResult {
        RandomResult { size: self.size, boards: self.boards().collect() }
    }
}

impl RandomResult {
    pub(crate) fn write(&self, out: &mut Bounded) -> Result<(), JobError> {
        out.json(&Drawn {
            version: VERSION,
            rows: self.size.rows(),
            cols: self.size.cols(),
            boards: self.boards.iter().map(Board::tiles).collect(),
        })
    }
}
