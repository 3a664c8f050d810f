//! Proven optima on boards of 17 to 32 cells: the 24-puzzle, 4x5, 4x6, 3x6, 2x9 and the like.
//!
//! ```text
//! Partitions ──tables──▶ Prover ──────┐            frontier.rs   the states a few moves from the start: tasks
//! (choice.rs, direct.rs)              ▼            descent.rs    depth-first search below a task
//! start ──▶ Deepening: a round for each bound ──▶  words.rs      move sequences that need not be tried
//!           (deepening.rs, rounds.rs)              visited.rs    states that need not be searched again
//! ```
//! It is iterative deepening A*, made to visit few states twice. Short detours are known in advance: sequences of moves for
//! which another has the same effect are forbidden by an automaton. Long ones are recognized by a table of visited
//! states, as large as the memory allows. The estimate is the largest of several sums of pattern databases.
//!
//! A round proves that no solution is as short as its bound. Whoever has a solution of that length from elsewhere needs no
//! further round, and the last one would be the longest: so a good solution first is worth most of the proof.
//!
//! *Counts.* On one thread the nodes of a round are the same on every run. Threads see each other's visited states
//! sooner or later as it happens, so on several the counts differ a little; what is proved does not.
//! `memory.rs` holds everything `unsafe`, except the hints of `prefetch.rs`.

mod choice;
mod deepening;
mod descent;
mod direct;
mod frontier;
mod memory;
mod rank;
mod rounds;
mod state;
#[cfg(test)]
mod tests;
mod visited;
mod words;

use std::sync::Arc;

use hueco_search::{Budget, Cost, Limit, Stats};

use crate::board::{Board, Shape};
use crate::pattern::{BuildError, Partition, PartitionError, Pattern, Table};
use crate::problem::Frame;
pub use deepening::{Deepening, LEAST_SLACK, Share, Step};
use direct::{Direct, Sums, direct_bytes};
use rounds::{Round, RoundEnd};
use state::{MAX_CELLS, Near, around, near};
pub(crate) use visited::Visited;
use words::Words;

/// The longest forbidden words by default. Longer ones prune more and need a larger automaton, which no longer fits the caches.
const LONGEST_WORD: usize = 14;
/// Boards of fewer cells have methods of their own.
const FEWEST_CELLS: usize = 17;

/// The tables for boards of one shape and one goal cell of the blank.
#[derive(Debug)]
pub struct Prover {
    shape: Shape,
    blank: usize,
    partitions: Vec<Partition>,
    sums: Sums,
    words: Arc<Words>,
    near: Near,
    around: [u32; MAX_CELLS],
}

impl Prover {
    /// Whether boards of a shape are served.
    pub fn serves(shape: Shape) -> bool {
        let is_narrow = shape.rows() == 1 || shape.cols() == 1;
        cfg!(target_pointer_width = "64") && (FEWEST_CELLS..=MAX_CELLS).contains(&shape.cells()) && !is_narrow
    }

    /// The partitions for a shape and the blank's goal cell whose tables stay within these bytes; one at least.
    pub fn partitions(shape: Shape, blank: usize, bytes: u64) -> Result<Vec<Partition>, PartitionError> {
        Ok(choice::within(&choice::candidates(shape, blank, bytes)?, bytes))
    }

    /// The first of them alone, and those that share its tables.
    pub fn first_partitions(shape: Shape, blank: usize, bytes: u64) -> Result<Vec<Partition>, PartitionError> {
        let candidates = choice::candidates(shape, blank, bytes)?;
        let bytes = table_bytes(&candidates[..1]);
        Ok(choice::within(&candidates, bytes))
    }

    /// Lays out the tables of partitions, by region, which `make` returns for canonical patterns.
    pub fn new(
        partitions: Vec<Partition>,
        threads: usize,
        make: &mut dyn FnMut(Pattern) -> Result<Arc<Table>, BuildError>,
    ) -> Result<Self, BuildError> {
        Self::with_words(partitions, LONGEST_WORD, threads, make)
    }

    /// The same with more partitions: what is laid out already is shared.
    pub fn extended(
        &self,
        partitions: Vec<Partition>,
        threads: usize,
        make: &mut dyn FnMut(Pattern) -> Result<Arc<Table>, BuildError>,
    ) -> Result<Self, BuildError> {
        Self::made(partitions, Arc::clone(&self.words), threads, &self.sums.tables, make)
    }

    /// The same with forbidden words of at most this length.
    ///
    /// # Panics
    ///
    /// Without a partition.
    pub fn with_words(
        partitions: Vec<Partition>,
        longest_word: usize,
        threads: usize,
        make: &mut dyn FnMut(Pattern) -> Result<Arc<Table>, BuildError>,
    ) -> Result<Self, BuildError> {
        let words = Arc::new(Words::new(partitions[0].shape(), longest_word));
        Self::made(partitions, words, threads, &[], make)
    }

    fn made(
        partitions: Vec<Partition>,
        words: Arc<Words>,
        threads: usize,
        known: &[Arc<Direct>],
        make: &mut dyn FnMut(Pattern) -> Result<Arc<Table>, BuildError>,
    ) -> Result<Self, BuildError> {
        let partitions: Vec<Partition> = partitions.into_iter().map(Partition::by_region).collect();
        let (shape, blank) = (partitions[0].shape(), partitions[0].blank());
        let home = Frame::new(&goal_with_blank(shape, blank)).home().to_vec();
        let no_memory = BuildError::Stopped(Limit::Memory);
        let sums =
            Sums::new(&partitions, &home, |pattern| match known.iter().find(|table| table.pattern() == pattern) {
                Some(known) => Ok(Arc::clone(known)),
                None => Direct::new(&*make(pattern)?, threads).map(Arc::new).ok_or(no_memory),
            })?;
        let near = near(shape);
        Ok(Self { shape, blank, partitions, sums, words, around: around(&near), near })
    }

    /// Whether boards with this goal are served.
    pub fn is_for(&self, goal: &Board) -> bool {
        (goal.shape(), goal.blank()) == (self.shape, self.blank)
    }

    /// Its partitions.
    pub fn sets(&self) -> &[Partition] {
        &self.partitions
    }

    /// Bytes of the tables and the automaton.
    pub fn bytes(&self) -> u64 {
        self.sums.bytes() + self.words.bytes()
    }

    /// A lower bound on the moves from a state, by the labels of its cells.
    pub fn estimate(&self, labels: &[u16]) -> Cost {
        self.sums.estimate(labels, &self.around)
    }

    fn run(&self, round: &Round<'_>, budget: &mut Budget, report: &mut dyn FnMut(u64, f64)) -> (RoundEnd, Stats) {
        match self.partitions.len() {
            1 => round.run::<1>(budget, report),
            2 => round.run::<2>(budget, report),
            3 => round.run::<3>(budget, report),
            4 => round.run::<4>(budget, report),
            5 => round.run::<5>(budget, report),
            6 => round.run::<6>(budget, report),
            7 => round.run::<7>(budget, report),
            _ => round.run::<{ choice::MOST_PARTITIONS }>(budget, report),
        }
    }
}

/// Bytes of the tables of partitions, laid out for a search.
pub fn table_bytes(partitions: &[Partition]) -> u64 {
    let mut patterns: Vec<Pattern> = partitions.iter().flat_map(Partition::canonical_patterns).collect();
    patterns.sort();
    patterns.dedup();
    patterns.iter().map(|pattern| direct_bytes(pattern.shape().cells(), pattern.tiles())).sum()
}

/// A goal with the blank in a cell: labels depend on nothing else.
fn goal_with_blank(shape: Shape, blank: usize) -> Board {
    let number = |cell: usize| match cell.cmp(&blank) {
        std::cmp::Ordering::Less => cell as u64 + 1,
        std::cmp::Ordering::Equal => 0,
        std::cmp::Ordering::Greater => cell as u64,
    };
    let tiles: Vec<u64> = (0..shape.cells()).map(number).collect();
    Board::new(shape, &tiles).expect("every number once")
}
