//! Near-optimal solutions for boards of every size, better and better while time lasts.

pub mod beam;
mod driver;
pub mod geometry;
mod history;
mod large;
mod layer;
pub mod learned;
pub mod ordering;
mod standing;
mod window;
mod windows;

use hueco_search::{Cost, Stats};

use crate::construct::construct_while;
use learned::Shipped;
pub use standing::{Standing, Task};

/// Solves as well as the task's limits allow. `tell` hears of every better solution: its length, what is proved, and
/// what was spent.
pub fn solve<'a>(
    task: &'a Task<'a>,
    lower_bound: Cost,
    tell: &'a mut dyn FnMut(Option<Cost>, Cost, &Stats),
) -> Standing<'a> {
    let mut standing = Standing::new(task, lower_bound, tell);
    let constructed = construct_while(task.board, task.goal, &|| task.budget.check().is_ok());
    if let Ok(Some(moves)) = constructed {
        standing.offer(moves, "construction");
    }
    driver::run(&mut standing, &Shipped);
    standing
}
