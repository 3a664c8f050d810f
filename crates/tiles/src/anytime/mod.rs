//! Near-optimal solutions for boards of every size, better and better while time lasts.
//!
//! A shortest solution of a random 5x5 board takes hours to find; of a 7x7 board nobody knows one. But a solution a few
//! moves in a hundred longer takes a second. An anytime run starts from a solution by construction and looks for shorter
//! ones, until a limit ends it or the length meets what is proved:
//!
//! ```text
//! construct ─▶ windows, if large ─▶ beams from both ends, wider and wider ─▶ windows over the best solution
//!              (large.rs)            (driver.rs, beam.rs)    └ proof.rs          (windows.rs)
//! ```
//!
//! * A **beam** (`beam.rs`, `layer/`, `history.rs`) goes layer by layer and keeps the best boards of each.
//! * What is best is said by an **ordering** (`ordering.rs`). It need not be a bound. This is the seam for better ones: all
//!   else asks for a [`Toward`](ordering::Toward), which makes orderings towards any board. The one that is used has
//!   learned from boards that were solved (`neighbours`).
//! * A **window** (`window.rs`) is a rectangle of a board, searched as a board of its own: so boards of any size are
//!   searched with boards of bytes.
//! * The **run** (`run.rs`) holds the best solution, what is proved and what is left of time, nodes and memory.
//!   Every solution is replayed on its way in.
//!
//! Clocks choose widths, for a run that has only time to keep to; with a limit on nodes, nodes do, and the same plan
//! gives the same answer on every machine.

pub mod beam;
mod driver;
pub mod geometry;
mod history;
mod large;
mod layer;
pub mod neighbours;
pub mod ordering;
mod proof;
mod run;
mod window;
mod windows;

use hueco_search::Cost;

use crate::board::Shape;
use crate::construct::construct_while;
pub use ordering::OrderingKind;
use ordering::Shipped;
pub use run::{AnytimeRun, Finder, OnImprovement, Task};

/// Boards of at most this many cells are constructed in a few milliseconds.
const SURELY_CONSTRUCTED: usize = 400;

/// The ordering of beams over whole boards of a shape. Windows of boards too large for that go by [`OrderingKind::Convex`].
pub fn ordering_kind(shape: Shape) -> OrderingKind {
    if neighbours::serves(shape) { OrderingKind::Neighbours } else { OrderingKind::Convex }
}

/// Solves as well as the task's limits allow. `on_improvement` is called for every better solution: its moves, what is
/// proved, and what was spent.
pub fn solve<'a>(task: &'a Task<'a>, lower_bound: Cost, on_improvement: OnImprovement<'a>) -> AnytimeRun<'a> {
    let mut run = AnytimeRun::new(task, lower_bound, on_improvement);
    // A small board always gets an answer, even by a clock that has run out: it takes less time than to look why.
    let is_small = task.board.shape().cells() <= SURELY_CONSTRUCTED;
    let constructed = construct_while(task.board, task.goal, &|| is_small || task.budget.check().is_ok());
    if let Ok(Some(moves)) = constructed {
        run.offer(moves, Finder::Construction);
    }
    driver::improve(&mut run, &Shipped);
    run
}
