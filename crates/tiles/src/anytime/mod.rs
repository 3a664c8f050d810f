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

use ordering::Weights;
pub use standing::{Standing, Task};

/// Solves as well as the task's limits allow. `tell` hears of every better solution: its length, what is proved, and
/// what was spent.
pub fn solve<'a>(
    task: &'a Task<'a>,
    lower_bound: Cost,
    tell: &'a mut dyn FnMut(Option<Cost>, Cost, &Stats),
) -> Standing<'a> {
    let mut standing = Standing::new(task, lower_bound, tell);
    if let Ok(moves) = crate::construct(task.board, task.goal) {
        standing.offer(moves, "construction");
    }
    if task.board.shape().cells() <= geometry::MOST_CELLS && standing.goes_on() {
        driver::run(&mut standing, &Weights::default());
    }
    standing
}

/// For experiments.
pub fn try_large(task: &Task<'_>, numbers: &[f64], prices: &[f64]) -> (usize, u64) {
    let mut tell = |_: Option<Cost>, _: Cost, _: &Stats| ();
    let mut standing = Standing::new(task, 0, &mut tell);
    let effort = large::Effort {
        side: numbers[0] as usize,
        width: numbers[1] as usize,
        last_width: numbers[2] as usize,
        exponent: numbers[3],
        group: numbers[4] as usize,
        rest: numbers[5] as usize,
        prices: prices.to_vec(),
    };
    large::solve(&mut standing, &effort);
    (standing.length().unwrap_or(0) as usize, standing.stats.generated)
}
