//! A heuristic against the truth, over every board of a shape that can reach the goal.
//!
//! - *Admissible*: no estimate is larger than the true distance.
//! - *Consistent*: no move lowers the estimate by more than one, h(s) ≤ 1 + h(s'), and the goal's is 0. What is
//!   consistent is admissible.
//!
//! The space is walked level by level, two bits per state (see [`space`](crate::space)): a level's states are known to be
//! that far from the goal, so no table of distances is needed. Each is unranked from its number, its estimate is
//! computed and counted by distance, and its moves are tried: `tally.rs`. From these counts come all the figures: the errors,
//! their mean, how often the estimate is exact. 3x4 boards, 239,500,800 of them, take 80 MB and some tens of seconds.
//!
//! *Which counterexample.* The board fewest moves from the goal, and of these the first by [rank](crate::space::Ranking):
//! the order of its tiles in a dictionary of the goal's, then the blank's cell. The same for moves, in the order up, left,
//! right, down. So the answer is the same on any number of threads.

mod tally;

use std::collections::BTreeMap;

use hueco_search::{Budget, Cost, Heuristic, IdaStar, Limit, Max, Problem, Quality, Search};
use thiserror::Error;

use crate::IS_SMALL;
use crate::board::{Board, Direction};
use crate::cells::Nibbles;
use crate::heuristic::{Additive, AnyHeuristic, HeuristicError, HeuristicSpec, LinearConflict, Named};
use crate::metric::Metric;
use crate::mixed::Mixed;
use crate::pattern::{BuildError, Partition, PartitionError, PartitionSpec, Tables};
use crate::problem::{Order, Tiles};
use crate::space::{DistanceTable, Level, Space, SpaceTooLarge, walk};
use crate::workbench::Workbench;
use tally::{EXAMPLES, Tally};

/// Why a heuristic cannot be checked.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CheckError {
    /// The shape cannot be enumerated.
    #[error(transparent)]
    Space(#[from] SpaceTooLarge),
    /// The heuristic needs a table that is too large, or its parts do not fit beside a state.
    #[error(transparent)]
    Heuristic(#[from] HeuristicError),
    /// The partition of the heuristic `pattern` is wrong for this shape.
    #[error(transparent)]
    Partition(#[from] PartitionError),
    /// The tables of the heuristic `pattern` were not built.
    #[error(transparent)]
    Build(#[from] BuildError),
}

/// A board whose estimate is larger than its distance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overestimate {
    /// The board.
    pub board: Board,
    /// Its true distance.
    pub distance: Cost,
    /// Its estimate; [`Cost::MAX`] where the heuristic says that there is no solution.
    pub estimate: Cost,
    /// A shortest solution; `None` only if a limit came before it was found.
    pub solution: Option<Vec<Direction>>,
}

/// A move that lowers the estimate by more than one, or a goal whose estimate is not 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inconsistency {
    /// The board before the move.
    pub board: Board,
    /// The move of the blank.
    pub direction: Direction,
    /// The board after it.
    pub after: Board,
    /// The distance of the board before.
    pub distance: Cost,
    /// The estimate before.
    pub estimate: Cost,
    /// The estimate after.
    pub estimate_after: Cost,
}

/// Boards of one distance and one estimate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Examples {
    /// Their distance.
    pub distance: Cost,
    /// Their estimate.
    pub estimate: Cost,
    /// A few of them, the smallest ranks.
    pub boards: Vec<Board>,
}

/// What a check found. Complete unless `stopped`: then it knows the levels that were finished.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// Distances are measured to this board.
    pub goal: Board,
    /// The heuristic's name.
    pub heuristic: String,
    /// What the heuristic claims of itself.
    pub claim: Quality,
    /// By distance: the estimates in increasing order, each with its number of states.
    pub levels: Vec<Vec<(Cost, u64)>>,
    /// A few boards of each distance and estimate.
    pub examples: Vec<Examples>,
    /// Moves that were tried, both ways of each.
    pub moves: u64,
    /// Moves that lower the estimate by more than one.
    pub broken_moves: u64,
    /// The smallest board whose estimate is too large.
    pub overestimate: Option<Overestimate>,
    /// The smallest move that lowers the estimate by more than one.
    pub inconsistency: Option<Inconsistency>,
    /// The limit that stopped it.
    pub stopped: Option<Limit>,
    /// Bytes of bits and tables.
    pub bytes: u64,
}

/// Checks a heuristic over all boards that can reach `goal`. `progress` is called after every level. Pattern databases
/// without a partition are those that the library recommends.
///
/// ```
/// use hueco_search::Budget;
/// use hueco_tiles::check::check;
/// use hueco_tiles::{Board, Shape};
///
/// let goal = Board::blank_last(Shape::new(3, 3)?);
/// let found = check(&"direct-reversals".parse()?, &goal, 1, &Budget::unlimited(), &mut |_| ())?;
/// assert_eq!((found.states(), found.admissible()), (181_440, Some(false)));
/// let smallest = found.overestimate.expect("it overestimates");
/// assert_eq!((smallest.distance, smallest.estimate), (1, 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check(
    spec: &HeuristicSpec,
    goal: &Board,
    threads: usize,
    budget: &Budget,
    progress: &mut dyn FnMut(Level),
) -> Result<Check, CheckError> {
    let space = Space::new(goal.shape(), goal.blank(), Metric::Single)?;
    let tiles = Tiles::<Nibbles>::new(goal, goal, Order::ULRD).expect("goal and goal have one shape");
    let frame = tiles.frame();
    let mut checking = Checking { space, tiles: &tiles, threads: threads.max(1), budget, progress };
    let (name, workbench) = (spec.to_string(), Workbench::default());
    if spec.has_pattern() {
        let others = AnyHeuristic::beside_patterns(spec, frame, frame.home(), &workbench)?;
        let home_of = |tile| Some(frame.home()[frame.label(tile)? as usize] as usize);
        let partition = spec.partition().unwrap_or(&PartitionSpec::Auto);
        let partition = Partition::of(partition, goal.shape(), goal.blank(), home_of)?;
        let tables = Tables::build(&partition, threads, budget, &mut |_, _| ())?;
        let bytes = tables.bytes() + others.table_bytes() as u64;
        let additive = Additive::new(frame, tables).expect("the partition is for this goal");
        return Ok(if IS_SMALL {
            checking.run(&others.with_patterns::<Nibbles>(additive), name, bytes)
        } else {
            checking.run(&Max(additive, others), name, bytes)
        });
    }
    let heuristic = AnyHeuristic::new(spec, frame, frame.home(), &workbench)?;
    let bytes = heuristic.table_bytes() as u64;
    Ok(checking.run(&heuristic, name, bytes))
}

/// The same for a table of distances, which should be exact everywhere. `None` if it is for other boards, another goal cell
/// of the blank, or another metric.
pub fn check_table(
    table: &DistanceTable,
    goal: &Board,
    threads: usize,
    budget: &Budget,
    progress: &mut dyn FnMut(Level),
) -> Option<Check> {
    let space = Space::new(goal.shape(), goal.blank(), Metric::Single).ok()?;
    let tiles = Tiles::<Nibbles>::new(goal, goal, Order::ULRD).ok()?;
    if !table.serves(tiles.frame()) || table.space().metric() != Metric::Single {
        return None;
    }
    let mut checking = Checking { space, tiles: &tiles, threads: threads.max(1), budget, progress };
    Some(checking.run(table, "distance".to_owned(), table.bytes()))
}

/// A check about to begin.
struct Checking<'a> {
    space: Space,
    tiles: &'a Tiles<Nibbles>,
    threads: usize,
    budget: &'a Budget,
    progress: &'a mut dyn FnMut(Level),
}

impl Checking<'_> {
    fn run<H: Heuristic<Tiles<Nibbles>> + Sync>(&mut self, heuristic: &H, name: String, table_bytes: u64) -> Check {
        let Self { space, tiles, budget, .. } = self;
        let mut found = Check {
            goal: tiles.frame().board(&tiles.start()),
            heuristic: name,
            claim: heuristic.quality(),
            levels: Vec::new(),
            examples: Vec::new(),
            moves: 0,
            broken_moves: 0,
            overestimate: None,
            inconsistency: None,
            stopped: None,
            bytes: space.bytes() + table_bytes,
        };
        if let Err(limit) = budget.allow_bytes(found.bytes) {
            found.stopped = Some(limit);
            return found;
        }
        let mut tallies: Vec<_> = (0..self.threads).map(|_| Tally::new(heuristic, tiles, space.ranking())).collect();
        let walked = walk(space, 0, &mut tallies, budget, &mut |level, tallies| {
            found.take(tallies, tiles);
            (self.progress)(level);
        });
        found.stopped = walked.stopped;
        if let Some(overestimate) = &mut found.overestimate {
            overestimate.solution = solution(&overestimate.board, &found.goal, budget);
        }
        found
    }
}

/// A shortest solution, always the same one.
fn solution(board: &Board, goal: &Board, budget: &Budget) -> Option<Vec<Direction>> {
    let mut budget = budget.clone().max_nodes(u64::MAX);
    let report = if IS_SMALL {
        let tiles = Tiles::<Mixed>::new(board, goal, Order::ULRD).ok()?;
        let (frame, conflicts) = (tiles.frame(), Named::LinearConflict.into());
        let heuristic = AnyHeuristic::new(&conflicts, frame, frame.home(), &Workbench::default()).ok()?;
        IdaStar::ida_star(&tiles, &heuristic).run(&mut (), &mut budget)
    } else {
        let tiles = Tiles::<Nibbles>::new(board, goal, Order::ULRD).ok()?;
        let heuristic = LinearConflict::new(tiles.frame());
        IdaStar::ida_star(&tiles, &heuristic).run(&mut (), &mut budget)
    };
    report.solution.map(|solution| solution.actions)
}

impl Check {
    /// Adds a finished level.
    fn take<H: Heuristic<Tiles<Nibbles>>>(&mut self, tallies: &mut [Tally<'_, H>], tiles: &Tiles<Nibbles>) {
        let distance = self.levels.len() as Cost;
        let mut level = BTreeMap::new();
        for tally in &mut *tallies {
            for (estimate, states) in tally.take_counts() {
                *level.entry(estimate).or_insert(0) += states;
            }
            self.moves += std::mem::take(&mut tally.moves);
            self.broken_moves += std::mem::take(&mut tally.broken);
        }
        self.levels.push(level.into_iter().collect());
        let frame = tiles.frame();
        let board = |rank, tally: &Tally<'_, H>| tally.ranking().board(frame, rank);
        let mut firsts: Vec<_> = tallies.iter_mut().flat_map(|tally| std::mem::take(&mut tally.firsts)).collect();
        firsts.sort_unstable();
        self.examples.extend(firsts.chunk_by(|(one, _), (other, _)| one == other).map(|equal| Examples {
            distance,
            estimate: equal[0].0,
            boards: equal.iter().take(EXAMPLES as usize).map(|&(_, rank)| board(rank, &tallies[0])).collect(),
        }));
        if self.overestimate.is_none() {
            let smallest = tallies.iter().filter_map(|tally| Some((tally.over?, tally))).min_by_key(|(over, _)| *over);
            self.overestimate = smallest.map(|((rank, estimate), tally)| Overestimate {
                board: board(rank, tally),
                distance,
                estimate,
                solution: None,
            });
        }
        if self.inconsistency.is_none() {
            let smallest = tallies.iter().filter_map(|tally| Some((tally.drop?, tally)));
            self.inconsistency = smallest.min_by_key(|(drop, _)| drop.rank).map(|(drop, tally)| {
                let before = board(drop.rank, tally);
                let mut after = before.clone();
                after.slide(drop.direction);
                Inconsistency {
                    board: before,
                    direction: drop.direction,
                    after,
                    distance,
                    estimate: drop.estimate,
                    estimate_after: drop.after,
                }
            });
        }
        for tally in tallies {
            tally.next_level();
        }
    }

    /// The states that were checked.
    pub fn states(&self) -> u64 {
        self.counted().map(|(_, _, states)| states).sum()
    }

    /// The largest distance that was checked.
    pub fn radius(&self) -> Cost {
        (self.levels.len() as Cost).saturating_sub(1)
    }

    /// Distance, estimate and number of states, by distance and then by estimate.
    pub fn counted(&self) -> impl Iterator<Item = (Cost, Cost, u64)> + '_ {
        let levels = (0..).zip(&self.levels);
        levels.flat_map(|(distance, level)| level.iter().map(move |&(estimate, states)| (distance, estimate, states)))
    }

    /// Whether no estimate is larger than the distance; `None` if it was stopped before one was found.
    pub fn admissible(&self) -> Option<bool> {
        verdict(self.overestimate.is_some(), self.stopped.is_some())
    }

    /// Whether no move lowers the estimate by more than one and the goal's is 0; `None` if it was stopped before one was
    /// found.
    pub fn consistent(&self) -> Option<bool> {
        let goal = self.levels.first().is_some_and(|level| level.iter().any(|&(estimate, _)| estimate > 0));
        verdict(self.inconsistency.is_some() || goal, self.stopped.is_some())
    }

    /// The errors, distance less estimate, in increasing order, each with its number of states. Below 0 are the
    /// estimates that are too large.
    pub fn errors(&self) -> Vec<(i64, u64)> {
        let mut errors = BTreeMap::new();
        for (distance, estimate, states) in self.counted() {
            *errors.entry(i64::from(distance) - i64::from(estimate)).or_insert(0) += states;
        }
        errors.into_iter().collect()
    }

    /// The states whose estimate is larger than the distance.
    pub fn overestimates(&self) -> u64 {
        self.counted().filter(|(distance, estimate, _)| estimate > distance).map(|(_, _, states)| states).sum()
    }

    /// The states whose estimate is the distance.
    pub fn exact(&self) -> u64 {
        self.counted().filter(|(distance, estimate, _)| estimate == distance).map(|(_, _, states)| states).sum()
    }

    /// The mean of what `value` makes of distance and estimate.
    fn mean(&self, value: impl Fn(Cost, Cost) -> i64) -> f64 {
        let sum: i128 = self.counted().map(|(d, e, states)| i128::from(value(d, e)) * i128::from(states)).sum();
        sum as f64 / self.states().max(1) as f64
    }

    /// The mean distance.
    pub fn mean_distance(&self) -> f64 {
        self.mean(|distance, _| distance.into())
    }

    /// The mean estimate.
    pub fn mean_estimate(&self) -> f64 {
        self.mean(|_, estimate| estimate.into())
    }

    /// The mean of the errors without their sign.
    pub fn mean_error(&self) -> f64 {
        self.mean(|distance, estimate| distance.abs_diff(estimate).into())
    }

    /// By how much the estimate is too small at most.
    pub fn largest_underestimate(&self) -> Cost {
        self.counted().map(|(distance, estimate, _)| distance.saturating_sub(estimate)).max().unwrap_or(0)
    }

    /// By how much the estimate is too large at most.
    pub fn largest_overestimate(&self) -> Cost {
        self.counted().map(|(distance, estimate, _)| estimate.saturating_sub(distance)).max().unwrap_or(0)
    }
}

/// A counterexample settles it; without one only a complete check does.
fn verdict(counterexample: bool, stopped: bool) -> Option<bool> {
    match (counterexample, stopped) {
        (true, _) => Some(false),
        (false, true) => None,
        (false, false) => Some(true),
    }
}
