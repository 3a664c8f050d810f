//! Sliding tiles: boards of any shape and any goal, and everything from a first answer to a proven optimum.
//!
//! # Solving
//!
//! A [`Plan`](solve::Plan) says what to solve and how; [`solve`](solve::solve) carries it out on a [`Workbench`], which keeps the
//! tables that one board leaves for the next.
//!
//! ```
//! use hueco_tiles::solve::{Outcome, Plan, solve};
//! use hueco_tiles::{Board, Workbench, moves_text, parse_board};
//!
//! let workbench = Workbench::default();
//! let board = parse_board("8 6 7 / 2 5 4 / 3 0 1", None)?;
//! let goal = Board::blank_last(board.shape());
//! let answer = solve(&Plan::new(board, goal), &workbench, &mut |_| ())?;
//! assert_eq!(answer.outcome, Outcome::Solved);
//! assert!(answer.optimal);
//! assert_eq!(moves_text(answer.moves.as_deref().unwrap_or_default()).len(), 31);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! With nothing else asked, boards of up to sixteen cells get a proven optimum. Larger ones get a first solution at once,
//! then shorter ones until the time limit, with the proven lower bound beside them.
//!
//! # Choosing the method
//!
//! ```
//! use hueco_tiles::heuristic::HeuristicSpec;
//! use hueco_tiles::solve::{Algorithm, Plan, solve};
//! use hueco_tiles::{Board, Workbench, parse_board};
//!
//! let board = parse_board("1 2 3 / 4 5 6 / 0 7 8", None)?;
//! let mut plan = Plan::new(board.clone(), Board::blank_last(board.shape()));
//! plan.algorithm = Algorithm::Astar;
//! plan.heuristic = Some("max(manhattan,misplaced)".parse::<HeuristicSpec>()?);
//! plan.max_nodes = Some(1_000_000);
//! let answer = solve(&plan, &Workbench::default(), &mut |_| ())?;
//! assert_eq!((answer.length(), answer.stats.expanded), (Some(2), 2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # As a problem of the engine
//!
//! [`Tiles`] is a [`Problem`](hueco_search::Problem) like any other, so every search of the engine runs on it, one step at a
//! time or with an observer.
//!
//! ```
//! use hueco_search::{BestFirst, Budget, Search, Ties};
//! use hueco_tiles::heuristic::Manhattan;
//! use hueco_tiles::{Board, Nibbles, Order, Tiles, parse_board};
//!
//! let board = parse_board("1 2 3 / 4 5 6 / 0 7 8", None)?;
//! let goal = Board::blank_last(board.shape());
//! let tiles = Tiles::<Nibbles>::new(&board, &goal, Order::default())?;
//! let manhattan = Manhattan::new(tiles.frame());
//! let report = BestFirst::a_star(&tiles, &manhattan, Ties::Fifo).run(&mut (), &mut Budget::unlimited());
//! assert_eq!(report.cost(), Some(2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What is where
//!
//! | for | see |
//! |---|---|
//! | boards and their text | [`parse_board`], [`parse_goal`], [`read_boards`], [`lists`] |
//! | whether a goal can be reached, and why not | [`solvability`] |
//! | replaying and inverting moves | [`replay`], [`invert`], [`parse_moves`] |
//! | uniform random boards, the same for the same seed | [`RandomBoards`] |
//! | any solution at once, on any size | [`construct()`] |
//! | shorter and shorter solutions while time lasts | [`anytime`] |
//! | heuristics, and formulas of your own | [`heuristic`] |
//! | a heuristic against the true distances of a whole space | [`check`] |
//! | pattern databases | [`pattern`] |
//! | distances of every board of a small shape | [`space`] |
//! | moves of whole segments | [`multi`] |
//! | the standard benchmark instances | [`Set`], [`read_instances`] |

pub mod anytime;
pub mod board;
pub mod cells;
pub mod check;
pub mod construct;
pub mod file;
#[doc(hidden)]
pub mod fuzz;
pub mod heuristic;
pub mod instances;
pub mod kernel;
pub mod lists;
pub mod metric;
mod mixed;
pub mod moves;
pub mod multi;
pub mod optimal;
pub mod parity;
pub mod parse;
pub mod pattern;
mod prefetch;
pub mod problem;
pub mod random;
pub mod read;
pub mod sets;
pub mod solve;
pub mod space;
mod text;
pub mod workbench;

pub use board::{Board, Direction, Shape};
pub use cells::{Cells, Nibbles, Wide};
pub use construct::construct;
pub use instances::{Instance, read_instances};
pub use metric::Metric;
pub use moves::{invert, moves_text, parse_moves, replay};
pub use parity::{Solvability, Why, inversions, solvability};
pub use parse::{Layout, ParseError, Position, parse_board, parse_goal, parse_layout, parse_shape};
pub use problem::{Frame, Order, Tiles};
pub use random::RandomBoards;
pub use read::read_boards;
pub use sets::Set;
pub use text::UnknownName;
pub use workbench::Workbench;

/// The README's example is a test like any other.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

/// A page fetches the whole program before it solves anything, so there one compiled search serves every observer, every size of
/// board and every heuristic, except where speed counts most; and what no page asks for is left out: threads, tables in files,
/// all solutions, fewest slides, proofs beyond sixteen cells. Nodes are counted alike everywhere; they take more memory there.
const IS_SMALL: bool = cfg!(target_arch = "wasm32");
