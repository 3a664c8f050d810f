//! Searches by closures: no trait to implement.
//!
//! The functions have the signatures of the crate [`pathfinding`](https://docs.rs/pathfinding): to switch, change the `use` line.
//!
//! ```
//! use hueco_search::paths::astar;
//!
//! #[derive(Clone, Debug, Eq, Hash, PartialEq)]
//! struct Pos(i32, i32);
//!
//! // The shortest path of a knight on an endless board.
//! let leaps = |&Pos(x, y): &Pos| {
//!     [(1, 2), (1, -2), (-1, 2), (-1, -2), (2, 1), (2, -1), (-2, 1), (-2, -1)].map(|(a, b)| (Pos(x + a, y + b), 1))
//! };
//! let left = |pos: &Pos| (pos.0.abs_diff(4) + pos.1.abs_diff(6)) / 3;
//! let (path, leaps) = astar(&Pos(1, 1), leaps, left, |pos| *pos == Pos(4, 6)).unwrap();
//! assert_eq!((path.len(), leaps), (5, 4));
//! ```
//!
//! | | |
//! |---|---|
//! | [`astar`], [`dijkstra`], [`idastar`] | a cheapest path, with its cost |
//! | [`bfs`], [`iddfs`], [`dfs`] | a path of the fewest steps; of any length |
//! | [`astar_bag`], [`astar_bag_collect`] | all cheapest paths |
//! | [`Paths`] | any algorithm by name, with limits, counters, proofs, and the best partial path at a limit |
//! | [`Closures`], [`Estimates`] | closures as a [`Problem`](crate::Problem) and a [`Heuristic`](crate::Heuristic): to step, observe, trace, resume |
//!
//! What differs from `pathfinding`: costs are integers, checked ([`PathCost`] shows how to count fractions); a search starts from one
//! state; states must be `Hash` for every search. Which of several cheapest paths is found may differ.
//!
//! # Tracing
//!
//! States that can be written can be shown: this collects every event of a search as text.
//!
//! ```
//! use hueco_search::paths::Closures;
//! use hueco_search::{BestFirst, Budget, EventView, Events, Observed, Search, Stop, Texts};
//! use std::ops::ControlFlow;
//!
//! #[derive(Default)]
//! struct Lines(Vec<String>);
//!
//! impl Events for Lines {
//!     fn on_event(&mut self, event: &EventView<'_>) -> ControlFlow<Stop> {
//!         self.0.push(format!("{:?} {:?}", event.kind, event.state));
//!         ControlFlow::Continue(())
//!     }
//! }
//!
//! let problem = Closures::new(1, |&n: &u32| [(n + 1, 1), (n * 2, 1)], |&n| n == 6);
//! let mut lines = Lines::default();
//! let mut observer = Observed::new(Texts::debug(&problem), &mut lines);
//! let report = BestFirst::breadth_first(&problem).run(&mut observer, &mut Budget::unlimited());
//! assert_eq!(report.cost(), Some(3));
//! assert_eq!(lines.0[0], r#"Created Some(Text("1"))"#);
//! ```

mod bag;
mod builder;
mod closures;
mod cost;
mod functions;

pub use bag::{CheapestPaths, astar_bag, astar_bag_collect};
pub use builder::{Found, PathError, PathReport, Paths};
pub use closures::{Children, Closures, Estimates, Ordinal};
pub use cost::{CostError, PathCost};
pub use functions::{astar, bfs, dfs, dijkstra, idastar, iddfs};
