//! A state-space search engine that knows no puzzle: implement one small trait, get every algorithm.
//!
//! A [`Problem`] says where a search starts, what can be done in a state and what is a goal. The engine does the rest: the
//! algorithms, limits on nodes, time and memory, exact counters, and events that cost nothing without an observer. Every
//! search can be advanced one expansion at a time, inspected, stopped and resumed.
//!
//! # A problem of your own
//!
//! Two jugs hold three and five litres. Measure four.
//!
//! ```
//! use hueco_search::{BestFirst, Budget, Cost, DepthFirst, Problem, Search, Ties};
//!
//! struct Jugs;
//!
//! #[derive(Clone, Copy, Debug, PartialEq, Eq)]
//! enum Do { FillSmall, FillLarge, EmptySmall, EmptyLarge, SmallToLarge, LargeToSmall }
//!
//! impl Problem for Jugs {
//!     type State = (u8, u8); // litres in the small jug, in the large one
//!     type Action = Do;
//!     type Actions = std::iter::Map<std::array::IntoIter<Do, 6>, fn(Do) -> (Do, Cost)>;
//!
//!     fn start(&self) -> (u8, u8) { (0, 0) }
//!     fn is_goal(&self, (_, large): &(u8, u8)) -> bool { *large == 4 }
//!     fn actions(&self, _: &(u8, u8), _: Option<Do>) -> Self::Actions {
//!         use Do::*;
//!         [FillSmall, FillLarge, EmptySmall, EmptyLarge, SmallToLarge, LargeToSmall].into_iter().map(|act| (act, 1))
//!     }
//!     fn apply(&self, (small, large): &mut (u8, u8), action: Do) {
//!         let (there, back) = ((*small).min(5 - *large), (*large).min(3 - *small));
//!         match action {
//!             Do::FillSmall => *small = 3,
//!             Do::FillLarge => *large = 5,
//!             Do::EmptySmall => *small = 0,
//!             Do::EmptyLarge => *large = 0,
//!             Do::SmallToLarge => (*small, *large) = (*small - there, *large + there),
//!             Do::LargeToSmall => (*small, *large) = (*small + back, *large - back),
//!         }
//!     }
//! }
//!
//! let mut budget = Budget::unlimited();
//! let wide = BestFirst::breadth_first(&Jugs).run(&mut (), &mut budget);
//! let deep = DepthFirst::iterative_deepening(&Jugs).run(&mut (), &mut budget);
//! let cheap = BestFirst::uniform_cost(&Jugs, Ties::Fifo).run(&mut (), &mut budget);
//! for report in [wide, deep, cheap] {
//!     assert_eq!(report.cost(), Some(6));
//!     assert!(report.is_optimal());
//! }
//! ```
//!
//! With a [`Heuristic`] the informed searches run on it too, and with [`Reversible`] or [`Backward`] those from
//! both ends. [`laws`] checks that a problem and its heuristics keep what they promise.
//!
//! # Closures
//!
//! Without a trait: [`paths`] has functions with the signatures of the crate `pathfinding`, and a builder for everything else.
//!
//! ```
//! use hueco_search::Algorithm;
//! use hueco_search::paths::{Paths, bfs};
//!
//! let pour = |&(small, large): &(u8, u8)| {
//!     let (there, back) = (small.min(5 - large), large.min(3 - small));
//!     [(3, large), (small, 5), (0, large), (small, 0), (small - there, large + there), (small + back, large - back)]
//! };
//! let path = bfs(&(0, 0), pour, |&(_, large)| large == 4).unwrap();
//! assert_eq!(path.len(), 7);
//!
//! let search = Paths::from((0, 0)).successors(|jugs: &_| pour(jugs).map(|after| (after, 1u32)));
//! let report = search.success(|&(_, large)| large == 4).max_nodes(1000).run(Algorithm::Iddfs).unwrap();
//! assert_eq!(report.solution.unwrap().cost, 6);
//! ```
//!
//! # The algorithms
//!
//! | name | cheapest solution? | memory | use it |
//! |---|---|---|---|
//! | [`BestFirst::breadth_first`] | if all steps cost the same | every state reached | on small spaces, to know everything |
//! | [`BestFirst::uniform_cost`] | yes | every state reached | where costs differ and nothing is known of the goal |
//! | [`BestFirst::a_star`] | if h is admissible | every state reached | first, while memory lasts |
//! | [`BestFirst::weighted_a_star`] | within the weight, if h is admissible | fewer states | for a good answer soon, with a guarantee |
//! | [`Anytime::dps`] | within the weight, if h is admissible | fewer states | the same, where the trade of g against h is not known |
//! | [`Anytime::ara_star`] | at its end, if h is admissible | every state reached | for an answer soon, and better ones while time lasts |
//! | [`Anytime::awa_star`] | the same | the same | the same, without rounds |
//! | [`BestFirst::greedy`] | no | fewer still | for any answer at once |
//! | [`IdaStar::ida_star`] | if h is admissible | one path | where A* runs out of memory and few states are reached twice |
//! | [`Ibex::new`] | if h is admissible | one path | where IDA* would, and f has many values |
//! | [`Rbfs::new`] | if h is admissible | one path and its siblings | the same, in best-first order |
//! | [`Bfhs::new`] | if h is admissible | a few layers | where A* runs out of memory and states are reached by many paths |
//! | [`SmaStar::new`] | if h is admissible and the memory holds the path | as much as it is given | where A* runs out of memory and some is there |
//! | [`EveryOptimal::every_optimal`] | yes: every one of them | one path | to list or count all optimal solutions |
//! | [`DepthFirst::plain`] | no | every state entered | to see why not |
//! | [`DepthFirst::depth_limited`] | no | one path | where the depth is known |
//! | [`DepthFirst::iterative_deepening`] | if all steps cost the same | one path | where there is no heuristic and no memory |
//! | [`Bidirectional::breadth_first`] | yes | the states near both ends | with one known goal and no heuristic |
//! | [`Bidirectional::dvcbs`] | if both h are admissible | the states near both ends | with a very weak heuristic |
//! | [`Bidirectional::nbs`] | if both h are admissible | the states near both ends | with a weak heuristic |
//! | [`Beam::new`] | no | the width times the depth | on spaces too large for anything else |
//! | [`StackSearch::by_estimate`] | no | every state reached | to see a heuristic lead a search that cannot change its mind |
//!
//! A [`Report`] says how a search ended, what it found, and what it proved: [`Report::is_optimal`] is true only where the
//! solution costs no more than the proved lower bound.
//!
//! # Limits
//!
//! A [`Budget`] is passed to every call and never stored, so a search that a limit stopped resumes under another.
//!
//! ```
//! # use hueco_search::{Cost, Problem};
//! # /// Steps of +1 and *2 from 1 to a number.
//! # struct Reach(u32);
//! # impl Problem for Reach {
//! #     type State = u32;
//! #     type Action = char;
//! #     type Actions = std::vec::IntoIter<(char, Cost)>;
//! #     fn start(&self) -> u32 { 1 }
//! #     fn is_goal(&self, number: &u32) -> bool { *number == self.0 }
//! #     fn actions(&self, number: &u32, _: Option<char>) -> Self::Actions {
//! #         let steps = if *number < self.0 { vec![('+', 1), ('*', 1)] } else { vec![] };
//! #         steps.into_iter()
//! #     }
//! #     fn apply(&self, number: &mut u32, step: char) {
//! #         *number = if step == '+' { *number + 1 } else { *number * 2 };
//! #     }
//! # }
//! use hueco_search::{BestFirst, Budget, Ending, Limit, Search};
//!
//! let problem = Reach(1000); // from 1 to 1000 by adding one and doubling
//! let mut search = BestFirst::breadth_first(&problem);
//!
//! let report = search.run(&mut (), &mut Budget::unlimited().max_nodes(100));
//! assert_eq!(report.ending, Ending::Stopped(Limit::Nodes));
//! assert_eq!(report.stats.generated, 100);
//!
//! let report = search.run(&mut (), &mut Budget::unlimited());
//! assert_eq!(report.ending, Ending::Solved);
//! assert_eq!(report.cost(), Some(14));
//! ```
//!
//! # One step at a time
//!
//! ```
//! # use hueco_search::{Cost, Problem};
//! # struct Line;
//! # impl Problem for Line {
//! #     type State = i32;
//! #     type Action = i32;
//! #     type Actions = std::vec::IntoIter<(i32, Cost)>;
//! #     fn start(&self) -> i32 { 0 }
//! #     fn is_goal(&self, place: &i32) -> bool { *place == 3 }
//! #     fn actions(&self, _: &i32, _: Option<i32>) -> Self::Actions { vec![(-1, 1), (1, 1)].into_iter() }
//! #     fn apply(&self, place: &mut i32, step: i32) { *place += step; }
//! # }
//! use hueco_search::{BestFirst, Budget, Search};
//! use std::ops::ControlFlow;
//!
//! let problem = Line; // from 0 to 3, one to the left or to the right
//! let mut search = BestFirst::breadth_first(&problem);
//! let mut budget = Budget::unlimited();
//!
//! let _ = search.step(&mut (), &mut budget); // creates the start
//! let _ = search.step(&mut (), &mut budget); // examines it, creates its children
//! let states = |seen: Vec<hueco_search::Seen<i32>>| seen.into_iter().map(|node| node.state).collect::<Vec<_>>();
//! assert_eq!(states(search.frontier()), [-1, 1]);
//! assert_eq!(states(search.closed()), [0]);
//!
//! let _ = search.step(&mut (), &mut budget); // examines -1
//! assert_eq!(states(search.frontier()), [1, -2]);
//!
//! while search.step(&mut (), &mut budget) == ControlFlow::Continue(()) {}
//! assert_eq!(search.report().cost(), Some(3));
//! ```
//!
//! # Observing
//!
//! An [`Observer`] receives an event for every node that is created, pruned, improved or examined, in order. It can also
//! stop the search. To record a search, or to draw its tree, whatever the problem, see [`Observed`]: it turns events into
//! [`EventRecord`]s, with states and actions as text.
//!
//! ```
//! # use hueco_search::{Cost, Problem};
//! # struct Line;
//! # impl Problem for Line {
//! #     type State = i32;
//! #     type Action = i32;
//! #     type Actions = std::vec::IntoIter<(i32, Cost)>;
//! #     fn start(&self) -> i32 { 0 }
//! #     fn is_goal(&self, place: &i32) -> bool { *place == 3 }
//! #     fn actions(&self, _: &i32, _: Option<i32>) -> Self::Actions { vec![(-1, 1), (1, 1)].into_iter() }
//! #     fn apply(&self, place: &mut i32, step: i32) { *place += step; }
//! # }
//! use hueco_search::{BestFirst, Budget, Event, Observer, Search, Stop};
//! use std::ops::ControlFlow;
//!
//! #[derive(Default)]
//! struct Counts { created: u64, pruned: u64, examined: u64 }
//!
//! impl<P: Problem> Observer<P> for Counts {
//!     fn event(&mut self, event: Event<'_, P>) -> ControlFlow<Stop> {
//!         match event {
//!             Event::Created { .. } => self.created += 1,
//!             Event::Pruned { .. } => self.pruned += 1,
//!             Event::Examined { .. } => self.examined += 1,
//!             _ => {}
//!         }
//!         ControlFlow::Continue(())
//!     }
//! }
//!
//! let mut counts = Counts::default();
//! let report = BestFirst::breadth_first(&Line).run(&mut counts, &mut Budget::unlimited());
//! assert_eq!(report.stats.generated, counts.created + counts.pruned);
//! assert_eq!(report.stats.examined, counts.examined);
//! ```

pub mod algorithm;
pub mod anytime;
mod ara_star;
mod awa_star;
mod batch;
pub mod beam;
pub mod best_first;
pub mod bfhs;
pub mod bidirectional;
pub mod budget;
pub mod clock;
mod cover;
pub mod depth_first;
mod dps;
pub mod every;
mod expansion;
mod frontier;
pub mod gauge;
mod hash;
pub mod hda_star;
pub mod heuristic;
pub mod ibex;
pub mod ida_star;
mod index;
pub mod laws;
mod layer;
mod nodes;
mod numbers;
pub mod observer;
pub mod order;
pub mod parallel_ida_star;
pub mod paths;
mod policy;
mod priority;
pub mod problem;
pub mod rbfs;
mod reached;
pub mod record;
pub mod report;
pub mod search;
mod segmented;
pub mod show;
pub mod sma_star;
pub mod solutions;
pub mod stack;
mod tagged;
pub mod tasks;
#[doc(hidden)]
pub mod threads;

pub use algorithm::{Algorithm, UnknownName};
pub use anytime::Anytime;
pub use beam::Beam;
pub use best_first::BestFirst;
pub use bfhs::Bfhs;
pub use bidirectional::Bidirectional;
pub use budget::{Budget, allocated};
pub use depth_first::DepthFirst;
pub use every::{AllOptimal, EveryOptimal, Inadmissible, all_optimal};
pub use gauge::Gauge;
pub use hda_star::hda_star;
pub use heuristic::{Blind, Heuristic, Max, Quality};
pub use ibex::Ibex;
pub use ida_star::IdaStar;
pub use observer::{Event, NodeId, Observer, Origin, Pruned, Side, Stop};
pub use parallel_ida_star::parallel_ida_star;
pub use priority::Priority;
pub use problem::{Backward, Cost, Problem, Reversible, StateNumber};
pub use rbfs::Rbfs;
pub use record::{CellValue, EventKind, EventRecord, EventView, Events, OwnedEvent, OwnedShown, Reason, Shown};
pub use report::{Ending, Limit, Report, Solution, Stats, Ties};
pub use search::{Path, Search, Seen};
pub use show::{Observed, Show, Texts};
pub use sma_star::SmaStar;
pub use solutions::Solutions;
pub use stack::{Child, StackSearch};

/// The README's example is a test like any other.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
