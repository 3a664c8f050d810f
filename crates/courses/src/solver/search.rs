//! The `Solver` that the course asks for, over the engine's A* with duplicates kept.
//!
//! Two ways to know that a board cannot be solved: by formula, before any search; or by searching the board and its twin
//! in step, one expansion each in turn, since exactly one of the two can be solved. The second shows the idea and costs a
//! second search.

use std::ops::ControlFlow;

use hueco_search::{self as engine, BestFirst, Budget, Cost, Heuristic, Search, Ties};
use hueco_tiles::heuristic::{Manhattan, Misplaced};
use hueco_tiles::{Cells, Direction, Nibbles, Order, Tiles, Wide, solvability};

use super::board::Board;
use crate::error::Ending;

/// What is added to the moves made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Priority {
    /// The sum of distances.
    #[default]
    Manhattan,
    /// Tiles out of place.
    Hamming,
}

/// How unsolvable boards are detected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Detect {
    /// By parity, before any search.
    #[default]
    Formula,
    /// By searching the twin as well.
    Twin,
}

/// How to solve.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Options {
    /// The priority.
    pub priority: Priority,
    /// How unsolvable boards are detected.
    pub detect: Detect,
}

/// A board and its shortest solution.
///
/// | in the course | here |
/// |---|---|
/// | constructor from a board | [`Solver::new`] |
/// | is it solvable | [`Solver::is_solvable`] |
/// | number of moves | [`Solver::moves`], `None` if unsolvable |
/// | solution | [`Solver::solution`], the boards from the start to the goal |
///
/// ```
/// use hueco_courses::solver::{Board, Solver};
///
/// let solver = Solver::new(&Board::from_rows(&[[0, 1, 3], [4, 2, 5], [7, 8, 6]])?);
/// assert!(solver.is_solvable());
/// assert_eq!((solver.moves(), solver.enqueued()), (Some(4), 10));
/// assert!(solver.solution().unwrap().last().unwrap().is_goal());
///
/// let solver = Solver::new(&Board::from_rows(&[[1, 2, 3], [4, 5, 6], [8, 7, 0]])?);
/// assert!(!solver.is_solvable());
/// assert_eq!(solver.moves(), None);
/// # Ok::<(), hueco_courses::solver::MatrixError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solver {
    board: Board,
    ending: Ending,
    moves: Option<Vec<Direction>>,
    enqueued: u64,
}

impl Solver {
    /// The most memory that [`Solver::new`] takes: one gibibyte.
    pub const USUAL_BYTES: u64 = 1 << 30;

    /// Solves with Manhattan priority, within [`Solver::USUAL_BYTES`].
    pub fn new(board: &Board) -> Self {
        Self::with(board, Options::default(), &mut Budget::unlimited().max_bytes(Self::USUAL_BYTES))
    }

    /// Solves within a budget. A twin takes half of its memory.
    pub fn with(board: &Board, options: Options, budget: &mut Budget) -> Self {
        let goal = board.goal();
        let solvable = || solvability(board.as_tiles(), &goal).expect("one shape").is_solvable();
        if options.detect == Detect::Formula && !solvable() {
            return Self { board: board.clone(), ending: Ending::Unsolvable, moves: None, enqueued: 0 };
        }
        if goal.shape().cells() <= Nibbles::CELLS {
            Self::search::<Nibbles>(board, options, budget)
        } else {
            Self::search::<Wide>(board, options, budget)
        }
    }

    fn search<C: Cells>(board: &Board, options: Options, budget: &mut Budget) -> Self {
        let tiles = |board: &Board| Tiles::<C>::new(board.as_tiles(), &board.goal(), Order::UDLR).expect("one shape");
        let problem = tiles(board);
        let twin = (options.detect == Detect::Twin).then(|| tiles(&board.twin()));
        let report = match options.priority {
            Priority::Manhattan => a_star(&problem, twin.as_ref(), &Manhattan::new(problem.frame()), budget),
            Priority::Hamming => a_star(&problem, twin.as_ref(), &Misplaced::new(problem.frame()), budget),
        };
        let ending = match report.ending {
            engine::Ending::Solved => Ending::Done,
            engine::Ending::Unsolvable => Ending::Unsolvable,
            engine::Ending::Stopped(limit) => Ending::Stopped(limit),
        };
        let moves = report.solution.map(|solution| solution.actions);
        Self { board: board.clone(), ending, moves, enqueued: report.stats.generated }
    }

    /// How it ended: done, unsolvable, or stopped by a limit.
    pub fn ending(&self) -> Ending {
        self.ending
    }

    /// Whether the board can be solved. True of a search that a limit stopped, if that was asked by formula.
    pub fn is_solvable(&self) -> bool {
        self.ending != Ending::Unsolvable
    }

    /// The moves of a shortest solution; `None` if there is none, or a limit came first.
    pub fn moves(&self) -> Option<Cost> {
        self.moves.as_ref().map(|moves| moves.len() as Cost)
    }

    /// The boards of a shortest solution, from the start to the goal.
    pub fn solution(&self) -> Option<impl Iterator<Item = Board> + '_> {
        let mut board = self.board.as_tiles().clone();
        let start = self.board.clone();
        self.moves.as_ref().map(|moves| {
            let later = moves.iter().map(move |&direction| {
                board.slide(direction);
                Board::try_from(board.clone()).expect("a move keeps the shape")
            });
            std::iter::once(start).chain(later)
        })
    }

    /// States that were put into the board's own queue, the start included. A twin's are not counted.
    pub fn enqueued(&self) -> u64 {
        self.enqueued
    }
}

/// Searches a board, and its twin in step where there is one: whichever is solved first settles both.
fn a_star<C: Cells, H: Heuristic<Tiles<C>>>(
    board: &Tiles<C>,
    twin: Option<&Tiles<C>>,
    heuristic: &H,
    budget: &mut Budget,
) -> engine::Report<Direction> {
    let mut search = BestFirst::a_star(board, heuristic, Ties::Fifo).keep_duplicates();
    let Some(twin) = twin else { return search.run(&mut (), budget) };
    let mut other = BestFirst::a_star(twin, heuristic, Ties::Fifo).keep_duplicates();
    let bytes = budget.byte_limit();
    *budget = std::mem::take(budget).max_bytes(bytes / 2);
    let ending = loop {
        if let ControlFlow::Break(ending) = search.step(&mut (), budget) {
            break ending;
        }
        match other.step(&mut (), budget) {
            ControlFlow::Continue(()) => {}
            ControlFlow::Break(engine::Ending::Solved) => break engine::Ending::Unsolvable,
            ControlFlow::Break(ending) => break ending,
        }
    };
    *budget = std::mem::take(budget).max_bytes(bytes);
    engine::Report { ending, ..search.report() }
}
