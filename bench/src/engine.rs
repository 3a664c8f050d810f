//! The engine on problems that are not tiles, against `pathfinding`.

use std::cell::Cell;

use hueco_search::{BestFirst, Budget, IdaStar, Problem, Report, Search, Ties};
use pathfinding::prelude as peer;

use crate::grid::{self, Grid, Walls};
use crate::measure::{Side, head, rows, take_turns};
use crate::pancake::{self, ours};

const ROUNDS: usize = 7;

fn finish<P: Problem, S: Search<P>>(mut search: S) -> Report<P::Action> {
    search.run(&mut (), &mut Budget::unlimited())
}

/// Counts what a peer's successor function gives out.
fn counted<T>(count: &Cell<u64>, successors: Vec<T>) -> Vec<T> {
    count.set(count.get() + successors.len() as u64);
    successors
}

pub fn run() {
    head("Any problem: ours and `pathfinding`");
    grid_rows();
    pancake_rows();
}

fn grid_rows() {
    let many: Vec<Walls> = (0..40).map(Walls::new).collect();
    let start = grid::peer::Pos(0, 0);
    let count = Cell::new(0);
    let breadth = |walls| finish(BestFirst::breadth_first(&Grid(walls)));
    let a_star = |walls| finish(BestFirst::a_star(&Grid(walls), &grid::Manhattan, Ties::LowH));
    let costs: u32 = many.iter().filter_map(|walls| a_star(walls).cost()).sum();
    assert!(costs > 0, "there is a way");
    let mut sides = [
        Side::new("ours", || many.iter().map(|walls| breadth(walls).stats.generated).sum()),
        Side::new("pathfinding", || {
            count.set(0);
            let solve = |walls: &Walls| {
                count.set(count.get() + 1);
                let steps = |pos: &grid::peer::Pos| {
                    counted(&count, pos.successors(walls)).into_iter().map(|(to, _)| to).collect::<Vec<_>>()
                };
                peer::bfs(&start, steps, |pos| pos.is_goal()).map(|path| path.len() as u32 - 1)
            };
            assert_eq!(many.iter().filter_map(solve).sum::<u32>(), costs);
            count.get()
        }),
    ];
    take_turns(ROUNDS, &mut sides);
    rows("grid BFS", &sides);
    let mut sides = [
        Side::new("ours", || many.iter().map(|walls| a_star(walls).stats.generated).sum()),
        Side::new("pathfinding", || {
            count.set(0);
            let solve = |walls: &Walls| {
                count.set(count.get() + 1);
                let steps = |pos: &grid::peer::Pos| counted(&count, pos.successors(walls));
                peer::astar(&start, steps, |pos| pos.distance(), |pos| pos.is_goal()).map(|(_, cost)| cost)
            };
            assert_eq!(many.iter().filter_map(solve).sum::<u32>(), costs);
            count.get()
        }),
    ];
    take_turns(ROUNDS, &mut sides);
    rows("grid A*", &sides);
}

fn pancake_rows() {
    use pancake::peer::Pile;
    let count = Cell::new(0);
    let near = pancake::shuffled(40, 5);
    let mut sides = [
        Side::new("ours", || finish(BestFirst::breadth_first(&ours::Pancakes(pancake::pack(&near)))).stats.generated),
        Side::new("pathfinding", || {
            count.set(1);
            let steps =
                |pile: &Pile| counted(&count, pile.successors()).into_iter().map(|(to, _)| to).collect::<Vec<_>>();
            assert!(peer::bfs(&Pile(near), steps, Pile::is_sorted).is_some());
            count.get()
        }),
    ];
    take_turns(3, &mut sides);
    rows("pancake BFS", &sides);
    let piles = pancake::piles(10_000, 2);
    let a_star = |pile: &[u8; pancake::SIZE]| {
        finish(BestFirst::a_star(&ours::Pancakes(pancake::pack(pile)), &ours::Gap, Ties::LowH))
    };
    let costs: u32 = piles.iter().filter_map(|pile| a_star(pile).cost()).sum();
    let mut sides = [
        Side::new("ours", || piles.iter().map(|pile| a_star(pile).stats.generated).sum()),
        Side::new("pathfinding", || {
            count.set(0);
            let solve = |&pile: &[u8; pancake::SIZE]| {
                count.set(count.get() + 1);
                let steps = |pile: &Pile| counted(&count, pile.successors());
                peer::astar(&Pile(pile), steps, Pile::gap, Pile::is_sorted).map(|(_, cost)| cost)
            };
            assert_eq!(piles.iter().filter_map(solve).sum::<u32>(), costs);
            count.get()
        }),
    ];
    take_turns(ROUNDS, &mut sides);
    rows("pancake A*", &sides);
    let mut sides = [
        Side::new("ours", || {
            let solve = |pile| finish(IdaStar::ida_star(&ours::Pancakes(pancake::pack(pile)), &ours::Gap));
            piles.iter().map(|pile| solve(pile).stats.generated).sum()
        }),
        Side::new("pathfinding", || {
            count.set(0);
            let solve = |&pile: &[u8; pancake::SIZE]| {
                count.set(count.get() + 1);
                let steps = |pile: &Pile| counted(&count, pile.successors());
                peer::idastar(&Pile(pile), steps, Pile::gap, Pile::is_sorted).map(|(_, cost)| cost)
            };
            assert_eq!(piles.iter().filter_map(solve).sum::<u32>(), costs);
            count.get()
        }),
    ];
    take_turns(ROUNDS, &mut sides);
    rows("pancake IDA*", &sides);
}
