//! The door of closures against `pathfinding`: the same closures on both sides, written as users of `pathfinding` write them.
//!
//! By the job: both sides find a path of the same cost from the same start. (By the node little can be said here: the two
//! create different nodes.)

use std::cell::Cell;
use std::hash::Hash;

use hueco_search::paths as ours;
use pathfinding::prelude as peer;

use crate::grid::{Walls, peer::Pos};
use crate::measure::{Side, head, rows, take_turns};
use crate::natural::{self, Natural};
use crate::pancake::{self, peer::Pile};

const ROUNDS: usize = 7;

/// What to find: many starts, the same closures for all.
struct Job<'a, N, F, H, G> {
    name: &'a str,
    rounds: usize,
    starts: &'a [N],
    successors: F,
    estimate: H,
    is_goal: G,
}

impl<N, F, H, G> Job<'_, N, F, H, G>
where
    N: Clone + Eq + Hash,
    F: Fn(&N, usize) -> Vec<(N, u32)>,
    H: Fn(&N) -> u32,
    G: Fn(&N) -> bool,
{
    fn a_star(&self) {
        let count = Cell::new(0);
        let count = &count;
        let steps = |number| move |state: &N| self.counted(count, state, number);
        let sum = |solve: &dyn Fn(usize, &N) -> Option<(Vec<N>, u32)>| {
            count.set(0);
            self.starts.iter().enumerate().filter_map(|(number, start)| solve(number, start)).map(|found| found.1).sum()
        };
        let ours = |number, start: &N| ours::astar(start, steps(number), &self.estimate, &self.is_goal);
        let peer = |number, start: &N| peer::astar(start, steps(number), &self.estimate, &self.is_goal);
        self.compare("A*", count, &|| sum(&ours), &|| sum(&peer));
    }

    fn breadth_first(&self) {
        let count = Cell::new(0);
        let count = &count;
        let steps = |number| {
            move |state: &N| self.counted(count, state, number).into_iter().map(|(to, _)| to).collect::<Vec<_>>()
        };
        let sum = |solve: &dyn Fn(usize, &N) -> Option<Vec<N>>| {
            count.set(0);
            self.starts
                .iter()
                .enumerate()
                .filter_map(|(number, start)| solve(number, start))
                .map(|path| path.len() as u32)
                .sum()
        };
        let ours = |number, start: &N| ours::bfs(start, steps(number), &self.is_goal);
        let peer = |number, start: &N| peer::bfs(start, steps(number), &self.is_goal);
        self.compare("BFS", count, &|| sum(&ours), &|| sum(&peer));
    }

    fn counted(&self, count: &Cell<u64>, state: &N, number: usize) -> Vec<(N, u32)> {
        let successors = (self.successors)(state, number);
        count.set(count.get() + successors.len() as u64);
        successors
    }

    fn compare(&self, algorithm: &str, count: &Cell<u64>, ours: &dyn Fn() -> u32, peer: &dyn Fn() -> u32) {
        assert_eq!(ours(), peer(), "both find shortest paths");
        let side = |job: &'_ dyn Fn() -> u32| {
            std::hint::black_box(job());
            count.get()
        };
        let mut sides = [Side::new("ours", || side(ours)), Side::new("pathfinding", || side(peer))];
        take_turns(self.rounds, &mut sides);
        rows(&format!("{} {algorithm}", self.name), &sides);
    }
}

pub fn run() {
    head("Closures: ours and `pathfinding`, the same closures");
    let many: Vec<Walls> = (0..40).map(Walls::new).collect();
    let grid = Job {
        name: "grid",
        rounds: ROUNDS,
        starts: &[Pos(0, 0); 40],
        successors: |pos: &Pos, number: usize| pos.successors(&many[number]),
        estimate: |pos: &Pos| pos.distance(),
        is_goal: |pos: &Pos| pos.is_goal(),
    };
    grid.a_star();
    grid.breadth_first();
    let successors = |pile: &Pile, _: usize| pile.successors();
    let piles: Vec<Pile> = pancake::piles(5000, 2).into_iter().map(Pile).collect();
    let pancakes = Job {
        name: "pancake",
        rounds: ROUNDS,
        starts: &piles,
        successors,
        estimate: Pile::gap,
        is_goal: Pile::is_sorted,
    };
    pancakes.a_star();
    let near = [Pile(pancake::shuffled(40, 5))];
    Job { rounds: 3, starts: &near, ..pancakes }.breadth_first();
    let successors = |board: &Natural, _: usize| board.successors();
    let (estimate, is_goal) = (Natural::distance, Natural::is_goal);
    let boards = natural::boards(300);
    let boards = Job { name: "3x3", rounds: ROUNDS, starts: &boards, successors, estimate, is_goal };
    boards.a_star();
    Job { rounds: 3, starts: &boards.starts[..20], ..boards }.breadth_first();
}
