//! Fewest slides: by a complete table where the space is small, by IDA* elsewhere.

use hueco_search::{Budget, Ending, Heuristic, IdaStar, Report, Search, Solution, Stats};
use thiserror::Error;

use super::{MultiTiles, SegmentWalking, Slide, SlidePatterns};
use crate::board::Board;
use crate::cells::{Cells, Nibbles, Wide};
use crate::heuristic::TableTooLarge;
use crate::metric::Metric;
use crate::parity::solvability;
use crate::problem::{Frame, Order, ShapeMismatch};
use crate::space::{DistanceTable, TableError};
use hueco_search::{AllOptimal, all_optimal};

/// Why boards of this shape cannot be solved in this metric.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum MultiError {
    /// The lower bound's table would be too large.
    #[error(transparent)]
    TooLarge(#[from] TableTooLarge),
    /// The complete table could not be built.
    #[error(transparent)]
    Table(#[from] TableError),
    /// Board and goal differ in shape.
    #[error(transparent)]
    Shape(#[from] ShapeMismatch),
}

/// Solves boards with one goal in the fewest slides. What it needs is built once and serves every board.
#[derive(Clone, Debug)]
pub struct MultiSolver {
    goal: Board,
    frame: Frame,
    method: Method,
}

/// A lower bound on the number of slides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SlideBound {
    /// [`SegmentWalking`].
    SegmentWalking,
    /// [`SlidePatterns`].
    SlidePatterns,
}

impl SlideBound {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::SegmentWalking => "segment-walking",
            Self::SlidePatterns => "slide-patterns",
        }
    }
}

#[derive(Clone, Debug)]
enum Method {
    Table(Box<DistanceTable>),
    Walking(Box<SegmentWalking>),
    Patterns(Box<SlidePatterns>),
}

impl MultiSolver {
    /// Up to this many cells a complete table is built at once.
    pub const TABLE_CELLS: usize = 10;

    /// Up to this many cells pattern databases take longer to build than they save.
    pub const WALKING_CELLS: usize = 12;

    /// For this goal. `budget` limits the building of tables.
    pub fn new(goal: &Board, budget: &Budget) -> Result<Self, MultiError> {
        if goal.shape().cells() <= Self::TABLE_CELLS {
            return Self::by_table(goal, budget);
        }
        let frame = Frame::new(goal);
        let walking = SegmentWalking::new(&frame)?;
        let method = if goal.shape().cells() <= Self::WALKING_CELLS {
            Method::Walking(Box::new(walking))
        } else {
            let patterns = SlidePatterns::new(&frame, walking.clone(), budget).map_err(TableError::Stopped)?;
            patterns.map_or_else(|| Method::Walking(Box::new(walking)), |patterns| Method::Patterns(Box::new(patterns)))
        };
        Ok(Self { goal: goal.clone(), frame, method })
    }

    /// By a complete table, however long it takes to build.
    pub fn by_table(goal: &Board, budget: &Budget) -> Result<Self, MultiError> {
        let table = DistanceTable::build(goal.shape(), goal.blank(), Metric::Multi, budget)?;
        Ok(Self { goal: goal.clone(), frame: Frame::new(goal), method: Method::Table(Box::new(table)) })
    }

    /// The goal.
    pub fn goal(&self) -> &Board {
        &self.goal
    }

    /// Bytes of the tables.
    pub fn bytes(&self) -> u64 {
        match &self.method {
            Method::Table(table) => table.bytes(),
            Method::Walking(walking) => walking.bytes(),
            Method::Patterns(patterns) => patterns.bytes(),
        }
    }

    /// The lower bound of its IDA*; a complete table needs none.
    pub fn bound(&self) -> Option<SlideBound> {
        match self.method {
            Method::Table(_) => None,
            Method::Walking(_) => Some(SlideBound::SegmentWalking),
            Method::Patterns(_) => Some(SlideBound::SlidePatterns),
        }
    }

    /// The complete table, if there is one.
    pub fn table(&self) -> Option<&DistanceTable> {
        match &self.method {
            Method::Table(table) => Some(table),
            Method::Walking(_) | Method::Patterns(_) => None,
        }
    }

    /// A solution of the fewest slides, or how far a limit let it come.
    pub fn solve(&self, board: &Board, budget: &mut Budget) -> Result<Report<Slide>, MultiError> {
        let report = |ending, solution: Option<Solution<Slide>>| Report {
            ending,
            lower_bound: solution.as_ref().map_or(0, |solution| solution.cost),
            solution,
            stats: Stats::default(),
        };
        if !solvability(board, &self.goal)?.is_solvable() {
            return Ok(report(Ending::Unsolvable, None));
        }
        Ok(match &self.method {
            Method::Table(table) => {
                let slides = table.slides(&Nibbles::pack(&self.frame.labels(board)));
                let solution = slides.map(|actions| Solution { cost: actions.len() as u32, actions });
                report(if solution.is_some() { Ending::Solved } else { Ending::Unsolvable }, solution)
            }
            Method::Patterns(patterns) => self.search::<Nibbles, _>(&**patterns, board, budget)?,
            Method::Walking(walking) if self.fits_a_word() => self.search::<Nibbles, _>(&**walking, board, budget)?,
            Method::Walking(walking) => self.search::<Wide, _>(&**walking, board, budget)?,
        })
    }

    /// All solutions of the fewest slides, counted, the first `max` of them listed.
    pub fn all(&self, board: &Board, max: usize, budget: &mut Budget) -> Result<AllOptimal<Slide>, MultiError> {
        if !solvability(board, &self.goal)?.is_solvable() {
            let (ending, listed, stats) = (Ending::Unsolvable, Vec::new(), Stats::default());
            return Ok(AllOptimal { ending, cost: 0, count: 0, listed, stats });
        }
        match &self.method {
            Method::Table(table) => self.list::<Nibbles, _>(&**table, board, max, budget),
            Method::Patterns(patterns) => self.list::<Nibbles, _>(&**patterns, board, max, budget),
            Method::Walking(walking) if self.fits_a_word() => self.list::<Nibbles, _>(&**walking, board, max, budget),
            Method::Walking(walking) => self.list::<Wide, _>(&**walking, board, max, budget),
        }
    }

    fn fits_a_word(&self) -> bool {
        self.goal.shape().cells() <= Nibbles::CELLS
    }

    fn search<C: Cells, H: Heuristic<MultiTiles<C>>>(
        &self,
        heuristic: &H,
        board: &Board,
        budget: &mut Budget,
    ) -> Result<Report<Slide>, MultiError> {
        let problem = MultiTiles::<C>::new(board, &self.goal, Order::ULRD)?;
        Ok(IdaStar::ida_star(&problem, heuristic).run(&mut (), budget))
    }

    fn list<C: Cells, H: Heuristic<MultiTiles<C>>>(
        &self,
        heuristic: &H,
        board: &Board,
        max: usize,
        budget: &mut Budget,
    ) -> Result<AllOptimal<Slide>, MultiError> {
        let problem = MultiTiles::<C>::new(board, &self.goal, Order::ULRD)?;
        Ok(all_optimal(&problem, heuristic, max, budget).expect("these bounds are admissible"))
    }
}
