//! IDA* with pattern databases on boards of at most 16 cells, written for speed.
//!
//! It does what the engine's IDA* does with [`Additive`](crate::heuristic::Additive) and counts the same: children in the
//! same order, the reflected sum only if the first is within the bound, siblings after the goal not counted. It is fast
//! by how it looks up (`direct.rs`, `ranked.rs`):
//!
//! * A node carries for each of the two sums a word with the cell of every tile. A move changes four bits of it.
//! * The index of a table is cut from that word, or ranked from it in a few operations; no chain of tables is followed.
//! * A node prefetches the entries of all its children before it reads any, so that they are loaded together.
//! * Where the tables are far larger than the caches, several searches take turns on a thread: while one waits for
//!   the memory the others continue (`lane.rs`, `crew.rs`). Where they are not, a search is a plain recursion (`descent.rs`).
//!
//! `rounds.rs` cuts a round into tasks for lanes and threads.

mod crew;
mod descent;
mod direct;
mod lane;
mod ranked;
mod rounds;

use hueco_search::{Budget, Cost, Ending, Limit, Problem, Report, Solution, Stats};

use super::geometry::inverse;
use super::table::Tables;
use crate::board::{Direction, Shape};
use crate::cells::{Cells, Nibbles};
use crate::problem::Tiles;
use direct::Direct;
use lane::Counts;
use ranked::Ranked;
use rounds::Cut;

/// The tables of a partition, laid out for the fast search.
#[derive(Debug)]
pub struct PatternSearch {
    shape: Shape,
    blank: usize,
    layout: Layout,
}

#[derive(Debug)]
enum Layout {
    Six(Direct<6>),
    Five(Direct<5>),
    Four(Direct<4>),
    Two(Ranked<2>),
    Three(Ranked<3>),
}

impl PatternSearch {
    /// Lays the tables out. `None` where only the engine's own IDA* will do: boards of more than 16 cells, and
    /// partitions of four groups or more with one of more than six tiles.
    pub fn new(tables: &Tables) -> Option<Self> {
        let partition = tables.partition();
        let (shape, blank) = (partition.shape(), partition.blank());
        if shape.cells() > Nibbles::CELLS {
            return None;
        }
        let direct = Direct::new(tables).map(Layout::Four);
        let direct = direct.or_else(|| Direct::new(tables).map(Layout::Five));
        let direct = direct.or_else(|| Direct::new(tables).map(Layout::Six));
        let ranked = direct.or_else(|| Ranked::new(tables).map(Layout::Two));
        let layout = ranked.or_else(|| Ranked::new(tables).map(Layout::Three))?;
        Some(Self { shape, blank, layout })
    }

    /// Bytes it holds beside the tables.
    pub fn bytes(&self) -> u64 {
        match &self.layout {
            Layout::Six(direct) => direct.bytes(),
            Layout::Five(direct) => direct.bytes(),
            Layout::Four(direct) => direct.bytes(),
            Layout::Two(ranked) => ranked.bytes(),
            Layout::Three(ranked) => ranked.bytes(),
        }
    }

    /// Whether a problem has the shape and the blank's goal cell that the tables are for.
    pub fn serves(&self, tiles: &Tiles<Nibbles>) -> bool {
        (tiles.frame().shape(), tiles.frame().home()[0] as usize) == (self.shape, self.blank)
    }

    /// IDA* from the start of `tiles` to its goal, within `budget`. On any number of threads path and counts are those of
    /// the engine's IDA*, unless the clock or an interruption ends it.
    ///
    /// The board should be solvable: on an unsolvable one the bound rises until the budget ends.
    ///
    /// # Panics
    ///
    /// If [`PatternSearch::serves`] is false.
    pub fn ida_star(&self, tiles: &Tiles<Nibbles>, threads: usize, budget: &mut Budget) -> Report<Direction> {
        assert!(self.serves(tiles), "the tables are for another shape or goal cell of the blank");
        match &self.layout {
            Layout::Six(lookup) => deepen(lookup, tiles, threads, budget),
            Layout::Five(lookup) => deepen(lookup, tiles, threads, budget),
            Layout::Four(lookup) => deepen(lookup, tiles, threads, budget),
            Layout::Two(ranked) => deepen(&ranked.view(), tiles, threads, budget),
            Layout::Three(ranked) => deepen(&ranked.view(), tiles, threads, budget),
        }
    }
}

/// How the tables are looked up. There are two sums; each has its own picture of the board.
trait Lookup: Sync {
    /// What a node carries for a sum.
    type SumState: Copy + Send + Sync;
    /// What a move changes of it.
    type Step: Copy + Send;

    /// Searches that take turns on a thread; one if nothing has to be waited for.
    const LANES: usize;

    /// Whether there is a second sum.
    fn is_reflected(&self) -> bool;

    /// From scratch, and the sum.
    fn sum_state(&self, second: bool, labels: &[u16]) -> (Self::SumState, i32);

    /// What changes when the tile `label` goes from the blank's next cell to the blank's, `to`. Prefetches the entries
    /// that the sum needs.
    fn prefetch<const SECOND: bool>(
        &self,
        state: &Self::SumState,
        label: usize,
        blank_move: BlankMove,
        to: usize,
    ) -> Self::Step;

    /// The sum after a step.
    fn read(&self, state: &Self::SumState, step: &mut Self::Step) -> i32;

    /// Takes the step.
    fn apply(state: &mut Self::SumState, step: &Self::Step);

    /// No change.
    const NO_STEP: Self::Step;

    /// The pictures of the board, by cell.
    fn cells(&self) -> [[u8; Nibbles::CELLS]; 2];
}

/// For each of the two sums, by cell: the cell in its picture of the board; by label: the label that stands for it.
struct Pictures {
    cells: [[u8; Nibbles::CELLS]; 2],
    labels: [[u8; Nibbles::CELLS]; 2],
    is_reflected: bool,
}

impl Pictures {
    /// The second picture is the board before the reflection that made the second partition from the first.
    fn new(tables: &Tables) -> Self {
        let partition = tables.partition();
        let (shape, blank) = (partition.shape(), partition.blank());
        let mut this = Self { cells: [[0; 16]; 2], labels: [[0; 16]; 2], is_reflected: false };
        let plain: Vec<u8> = (0..shape.cells() as u8).collect();
        let reflected = partition.reflection().map(|symmetry| inverse(&symmetry.cells(shape)));
        this.is_reflected = reflected.is_some();
        for (at, picture) in [&plain, reflected.as_ref().unwrap_or(&plain)].into_iter().enumerate() {
            this.cells[at][..picture.len()].copy_from_slice(picture);
            for label in 1..shape.cells() {
                this.labels[at][label] = label_of(blank, picture[home_of(blank, label)] as usize) as u8;
            }
        }
        this
    }
}

/// The cell where a label belongs: labels are counted row by row, without the blank.
fn home_of(blank: usize, label: usize) -> usize {
    if label <= blank { label - 1 } else { label }
}

/// The label of the tile that belongs in a cell other than the blank's.
fn label_of(blank: usize, home: usize) -> usize {
    if home < blank { home + 1 } else { home }
}

/// A move of the blank out of a cell.
#[derive(Clone, Copy, Debug, Default)]
struct BlankMove {
    /// The blank's next cell.
    cell: u8,
    direction: u8,
    /// Where the moves out of the next cell are.
    next: u8,
    /// For each sum: the moved tile's cells before and after, one `xor` the other.
    change: [u8; 2],
}

/// The moves out of a cell but the one back, in the order in which children are created.
#[derive(Clone, Copy, Debug, Default)]
struct BlankMoves {
    cell: u8,
    count: u8,
    out: [BlankMove; 4],
}

impl BlankMoves {
    #[inline(always)]
    fn out(&self) -> &[BlankMove] {
        &self.out[..self.count as usize & 7]
    }
}

/// By the blank's cell and its last move (none, or 1 + direction).
fn blank_moves(tiles: &Tiles<Nibbles>, pictures: &[[u8; Nibbles::CELLS]; 2]) -> Vec<BlankMoves> {
    let shape = tiles.frame().shape();
    let mut all = Vec::with_capacity(shape.cells() * 5);
    for blank in 0..shape.cells() {
        // Only the blank's place matters here.
        let mut labels: Vec<u16> = (0..shape.cells() as u16).collect();
        labels.swap(0, blank);
        let board = Nibbles::pack(&labels);
        for last in std::iter::once(None).chain(Direction::ALL.into_iter().map(Some)) {
            let mut blank_moves = BlankMoves { cell: blank as u8, ..BlankMoves::default() };
            for (direction, _) in tiles.actions(&board, last) {
                let cell = shape.neighbour(blank, direction).expect("a legal move stays on the board");
                blank_moves.out[blank_moves.count as usize] = BlankMove {
                    cell: cell as u8,
                    direction: direction as u8,
                    next: (cell * 5 + 1 + direction as usize) as u8,
                    change: pictures.map(|cells| cells[cell] ^ cells[blank]),
                };
                blank_moves.count += 1;
            }
            all.push(blank_moves);
        }
    }
    all
}

/// A state and its two sums' parts.
#[derive(Clone, Copy)]
struct Node<H> {
    board: u64,
    first: H,
    second: H,
    /// Moves from the root.
    depth: u32,
    /// The last of them.
    direction: u8,
    /// Where its moves are.
    blank_moves: u8,
}

impl<H: Copy> Node<H> {
    /// The child by one of the moves.
    #[inline(always)]
    fn child<L: Lookup<SumState = H>>(
        &self,
        blank_moves: &BlankMoves,
        at: usize,
        first: &L::Step,
        second: &L::Step,
    ) -> Self {
        let mut child = *self;
        child.apply::<L>(blank_moves, at, first, second);
        child
    }

    /// Becomes that child.
    #[inline(always)]
    fn apply<L: Lookup<SumState = H>>(
        &mut self,
        blank_moves: &BlankMoves,
        at: usize,
        first: &L::Step,
        second: &L::Step,
    ) {
        let blank_move = &blank_moves.out[at & 3];
        let label = self.board >> (4 * blank_move.cell) & 15;
        self.board ^= label << (4 * blank_move.cell) ^ label << (4 * blank_moves.cell);
        L::apply(&mut self.first, first);
        L::apply(&mut self.second, second);
        self.depth += 1;
        self.direction = blank_move.direction;
        self.blank_moves = blank_move.next;
    }
}

/// What all rounds have in common.
struct Search<'a, L> {
    lookup: &'a L,
    blank_moves: Vec<BlankMoves>,
    goal: u64,
}

impl<'a, L: Lookup> Search<'a, L> {
    fn new(lookup: &'a L, tiles: &Tiles<Nibbles>) -> Self {
        let blank_moves = blank_moves(tiles, &lookup.cells());
        let goal = word(tiles.frame().home().iter().enumerate().map(|(label, &home)| (home as usize, label)));
        Self { lookup, blank_moves, goal }
    }

    /// The start, and the larger of its sums.
    fn root(&self, tiles: &Tiles<Nibbles>) -> (Node<L::SumState>, i32) {
        let labels = tiles.start_labels();
        let board = word(labels.iter().enumerate().map(|(cell, &label)| (cell, label as usize)));
        let ((first, sum), (second, second_sum)) =
            (self.lookup.sum_state(false, labels), self.lookup.sum_state(true, labels));
        let blank_moves = 5 * tiles.start().blank() as u8;
        let root = Node { board, first, second, depth: 0, direction: 0, blank_moves };
        (root, if self.lookup.is_reflected() { sum.max(second_sum) } else { sum })
    }
}

/// A board in one word, four bits per cell, from cells and their labels.
fn word(labels: impl Iterator<Item = (usize, usize)>) -> u64 {
    labels.fold(0, |word, (cell, label)| word | (label as u64) << (4 * cell))
}

/// Round after round, until one finds the goal or a limit strikes.
fn deepen<L: Lookup>(lookup: &L, tiles: &Tiles<Nibbles>, threads: usize, budget: &mut Budget) -> Report<Direction> {
    let search = Search::new(lookup, tiles);
    let (root, mut bound) = search.root(tiles);
    let mut stats = Stats::default();
    let report = |ending, solution: Option<Vec<Direction>>, bound: i32, mut stats: Stats| {
        stats.evaluated = stats.generated;
        stats.examined = stats.expanded + u64::from(solution.is_some());
        let solution = solution.map(|actions| Solution { cost: actions.len() as Cost, actions });
        Report { ending, solution, lower_bound: bound as Cost, stats }
    };
    if let Err(limit) = budget.spend() {
        return report(Ending::Stopped(limit), None, 0, stats);
    }
    stats.generated = 1;
    if root.board == search.goal {
        return report(Ending::Solved, Some(Vec::new()), 0, stats);
    }
    let mut cut = Cut::default();
    loop {
        budget.prove(bound as Cost);
        let round = rounds::round(&search, &root, bound, threads, &mut cut, budget);
        stats.generated += round.counts.generated;
        stats.expanded += round.counts.expanded;
        match round.end {
            End::Goal(path) => return report(Ending::Solved, Some(path), bound, stats),
            End::Stopped(limit) => return report(Ending::Stopped(limit), None, bound, stats),
            // Nothing was pruned: the tree has an end, as it can have on a single line, and no goal in it.
            End::Exhausted if round.counts.over == i32::MAX => return report(Ending::Unsolvable, None, bound, stats),
            End::Exhausted => bound += round.counts.over,
        }
    }
}

/// What a round came to.
struct Outcome {
    counts: Counts,
    end: End,
}

enum End {
    /// No solution within the bound.
    Exhausted,
    Goal(Vec<Direction>),
    Stopped(Limit),
}
