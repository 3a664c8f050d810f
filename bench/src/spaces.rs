//! All 2x5 boards, level by level, on one worker: plain, on timely dataflow, and written in differential dataflow.
//!
//! In differential dataflow a space is a few lines: boards with their distance, moved and put together with the start, the
//! least distance of each board kept, until nothing changes. What is general costs: every board and its distance is a
//! record with a time, sorted and merged, where ours is two bits in its place.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use differential_dataflow::input::Input;
use differential_dataflow::operators::iterate::Iterate;
use hueco_cluster::{Exploration, Team, explore};
use hueco_search::Budget;
use hueco_tiles::space::{Options, Space, enumerate};
use hueco_tiles::{Board, Metric, Shape};

use crate::measure::{Side, head, rows, take_turns_by_wall};

pub fn run() {
    let shape = Shape::new(2, 5).expect("a shape");
    let goal = Board::blank_last(shape);
    let plain = || {
        let found = enumerate(&goal, Options::default(), &Budget::unlimited(), &mut |_| ()).expect("small enough");
        found.states()
    };
    let exploration = Exploration {
        shape,
        goal_blank: goal.blank(),
        metric: Metric::Single,
        deepest: 100,
        depth: None,
        checkpoint: None,
        table: None,
        spill: None,
    };
    let timely = || {
        let found = explore(Team::threads(1), &exploration, &Budget::unlimited(), &mut |_| ());
        found.ok().flatten().map_or(0, |walked| walked.depths.iter().sum())
    };
    let mut sides = [
        Side::new("plain", plain),
        Side::new("timely dataflow, one worker", timely),
        Side::new("differential", move || differential(shape)),
    ];
    take_turns_by_wall(3, &mut sides);
    assert!(sides.iter().all(|side| side.nodes == 1_814_400), "all count the same boards");
    head("all 2x5 boards");
    rows("2x5", &sides);
}

/// The boards that differential dataflow finds.
fn differential(shape: Shape) -> u64 {
    let space = Arc::new(Space::new(shape, shape.cells() - 1, Metric::Single).expect("small enough"));
    let found = Arc::new(AtomicU64::new(0));
    let counter = Arc::clone(&found);
    timely::execute(timely::Config::thread(), move |worker| {
        let (space, counter) = (Arc::clone(&space), Arc::clone(&counter));
        let goal = space.ranking().goal();
        let mut input = worker.dataflow::<u32, _, _>(|scope| {
            let (input, start) = scope.new_collection();
            let reached = start.clone().iterate(|scope, inner| {
                let start = start.enter(scope);
                inner
                    .flat_map(move |(rank, distance)| {
                        let (order, blank) = space.ranking().split(rank);
                        let mut next = Vec::with_capacity(4);
                        let _: Option<()> = space.neighbours(order, blank, |_, order, blank| {
                            next.push((space.ranking().join(order, blank), distance + 1));
                            ControlFlow::Continue(())
                        });
                        next
                    })
                    .concat(start)
                    .reduce(|_, distances, least| least.push((*distances[0].0, 1_isize)))
            });
            reached.inspect(move |(_, _, change)| {
                counter.fetch_add(*change as u64, Ordering::Relaxed);
            });
            input
        });
        input.insert((goal, 0_u32));
        input.close();
    })
    .expect("one worker");
    found.load(Ordering::Relaxed)
}
