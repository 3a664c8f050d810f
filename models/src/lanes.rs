//! The lanes of the search with pattern databases (`tiles/src/pattern/search`): several threads take tasks from one opener and fuel from
//! one budget.
//!
//! Lanes, crews and rounds are the project's own; instead of boards they search a small tree. Whatever the order of the threads, path,
//! counts and what is left of the budget must be those of one thread.

#[allow(dead_code)]
#[path = "../../crates/tiles/src/pattern/search/crew.rs"]
mod crew;
#[allow(dead_code)]
#[path = "../../crates/tiles/src/pattern/search/descent.rs"]
mod descent;
#[allow(dead_code)]
#[path = "../../crates/tiles/src/pattern/search/lane.rs"]
mod lane;
#[allow(dead_code)]
#[path = "../../crates/tiles/src/pattern/search/rounds.rs"]
mod rounds;

use hueco_search::{Budget, Limit};

use crate::board::Direction;
use lane::Counts;
use rounds::Cut;

/// What the project's files need of the module that they are in. Here a node is a number, and its two children are `2 n + 1` and
/// `2 n + 2`; the sums of a child decide whether it is pruned.
trait Lookup: Sync {
    type SumState: Copy + Send + Sync;
    type Step: Copy + Send;
    const LANES: usize;
    const NO_STEP: Self::Step;
    fn is_reflected(&self) -> bool;
    fn prefetch<const SECOND: bool>(
        &self,
        state: &Self::SumState,
        label: usize,
        blank_move: BlankMove,
        to: usize,
    ) -> Self::Step;
    fn read(&self, state: &Self::SumState, step: &mut Self::Step) -> i32;
    fn apply(state: &mut Self::SumState, step: &Self::Step);
}

/// A tree that is cut off at the bound, with gaps; this many searches take turns on a thread.
struct Tree<const LANES: usize>;

impl<const LANES: usize> Lookup for Tree<LANES> {
    type SumState = u64;
    type Step = u64;
    const LANES: usize = LANES;
    const NO_STEP: u64 = 0;

    fn is_reflected(&self) -> bool {
        true
    }

    fn prefetch<const SECOND: bool>(&self, parent: &u64, _: usize, which: BlankMove, _: usize) -> u64 {
        // The second sum has gaps of its own.
        2 * parent + 1 + u64::from(which.cell) + if SECOND { 1000 } else { 0 }
    }

    fn read(&self, _: &u64, child: &mut u64) -> i32 {
        let (is_second, number) = (*child >= 1000, *child % 1000);
        if number % if is_second { 7 } else { 5 } == 3 { 9 } else { 0 }
    }

    fn apply(parent: &mut u64, child: &u64) {
        *parent = *child % 1000;
    }
}

#[derive(Clone, Copy)]
struct BlankMove {
    cell: u8,
}

struct BlankMoves {
    cell: u8,
    count: u8,
    out: [BlankMove; 4],
}

impl BlankMoves {
    fn out(&self) -> &[BlankMove] {
        &self.out[..self.count as usize]
    }
}

#[derive(Clone, Copy)]
struct Node<H> {
    board: u64,
    first: H,
    second: H,
    depth: u32,
    direction: u8,
    blank_moves: u8,
}

impl<H: Copy> Node<H> {
    fn child<L: Lookup<SumState = H>>(&self, moves: &BlankMoves, at: usize, first: &L::Step, second: &L::Step) -> Self {
        let mut child = *self;
        child.apply::<L>(moves, at, first, second);
        child
    }

    fn apply<L: Lookup<SumState = H>>(&mut self, _: &BlankMoves, at: usize, first: &L::Step, second: &L::Step) {
        L::apply(&mut self.first, first);
        L::apply(&mut self.second, second);
        self.board = 2 * self.board + 1 + at as u64;
        self.depth += 1;
        self.direction = at as u8;
    }
}

struct Search<'a, L> {
    lookup: &'a L,
    blank_moves: Vec<BlankMoves>,
    goal: u64,
}

struct Outcome {
    counts: Counts,
    end: End,
}

enum End {
    Exhausted,
    Goal(Vec<Direction>),
    Stopped(Limit),
}

/// How deep the tree is.
const BOUND: i32 = 4;
/// Children in three places, the last of them pruned, and none.
const GOALS: [u64; 4] = [9, 16, 29, 1000];

/// What a round came to: generated, expanded, over, how it ended, and what is left of the budget.
type Result = (Counts, std::result::Result<Option<Vec<Direction>>, Limit>, u64);

fn run<const LANES: usize>(goal: u64, depth: u32, threads: usize, nodes: u64) -> Result {
    let moves = BlankMoves { cell: 0, count: 2, out: [0, 1, 0, 0].map(|cell| BlankMove { cell }) };
    let search = Search { lookup: &Tree::<LANES>, blank_moves: vec![moves], goal };
    let root = Node { board: 0, first: 0, second: 0, depth: 0, direction: 0, blank_moves: 0 };
    let mut cut = Cut { depth, nodes: if threads > 1 { u64::MAX } else { 0 } };
    let mut budget = Budget::unlimited().max_nodes(nodes);
    let Outcome { counts, end } = rounds::round(&search, &root, BOUND, threads, &mut cut, &mut budget);
    let end = match end {
        End::Exhausted => Ok(None),
        End::Goal(path) => Ok(Some(path)),
        End::Stopped(limit) => Err(limit),
    };
    (counts, end, budget.nodes_left())
}

/// One thread and several come to the same.
fn is_the_same<const LANES: usize>(nodes: u64) {
    for goal in GOALS {
        for (depth, threads) in [(1, 2), (2, 2), (2, 3)] {
            let (mut one, mut several) = (run::<LANES>(goal, 0, 1, nodes), run::<LANES>(goal, depth, threads, nodes));
            if one.1.is_err() {
                // How far over the bound it looked is of no use then, and not the same.
                (one.0.over, several.0.over) = (0, 0);
            }
            assert_eq!(several, one, "goal {goal}, cut at {depth}, {threads} threads, {nodes} nodes");
        }
    }
}

/// Tasks are handed from the opener to lanes that take turns.
pub fn lanes_count_as_on_one_thread() {
    is_the_same::<2>(1000);
}

/// Tasks are handed from the opener to one recursion per thread.
pub fn recursions_count_as_on_one_thread() {
    is_the_same::<1>(1000);
}

/// At a limit on nodes the rest is searched in order, and the fuel is spent to the last node.
pub fn a_limit_is_met_as_on_one_thread() {
    for nodes in [4, 11] {
        is_the_same::<1>(nodes);
        is_the_same::<2>(nodes);
    }
}
