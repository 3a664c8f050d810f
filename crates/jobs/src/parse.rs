//! `parse`: a board's text, read; whether it can reach its goal, and why not.

use hueco_show::answer::VERSION;
use hueco_tiles::{Board, Solvability, Why, solvability};
use serde::Serialize;

use crate::error::{JobError, RequestError};
use crate::fields::Fields;
use crate::limits::Allowance;
use crate::read;
use crate::words::Words;
use crate::write::{self, Bounded};

/// A board to read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Parse {
    /// The board.
    #[serde(rename = "text", serialize_with = "write::display")]
    pub board: Board,
    /// Its goal; the same shape.
    #[serde(serialize_with = "write::display")]
    pub goal: Board,
}

/// A board, and why it cannot reach its goal if it cannot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseResult {
    /// The board.
    pub board: Board,
    /// Its goal.
    pub goal: Board,
    /// Why there is no solution.
    pub unsolvable: Option<Why>,
}

#[derive(Serialize)]
struct Parsed<'a> {
    version: u32,
    rows: usize,
    cols: usize,
    board: &'a [u16],
    goal: &'a [u16],
    solvable: bool,
    why: Option<String>,
}

impl Parse {
    pub(crate) fn read(fields: &mut Fields, allowed: &Allowance) -> Result<Self, RequestError> {
        let size = read::size(fields, allowed)?;
        let board = read::required_board(fields, "text", size, allowed)?;
        let goal = read::goal(fields.value("goal").as_ref(), board.shape())?;
        Ok(Self { board, goal })
    }

    /// Computes whether the board can reach its goal.
    pub fn run(&self) -> Result<ParseResult, JobError> {
        let unsolvable = match solvability(&self.board, &self.goal).map_err(hueco_tiles::solve::PlanError::from)? {
            Solvability::Solvable => None,
            Solvability::Unsolvable(why) => Some(why),
        };
        Ok(ParseResult { board: self.board.clone(), goal: self.goal.clone(), unsolvable })
    }
}

impl ParseResult {
    pub(crate) fn write(&self, out: &mut Bounded, words: &dyn Words) -> Result<(), JobError> {
        let shape = self.board.shape();
        out.json(&Parsed {
            version: VERSION,
            rows: shape.rows(),
            cols: shape.cols(),
            board: self.board.tiles(),
            goal: self.goal.tiles(),
            solvable: self.unsolvable.is_none(),
            why: self.unsolvable.as_ref().map(|why| words.unsolvable(why)),
        })
    }
}
