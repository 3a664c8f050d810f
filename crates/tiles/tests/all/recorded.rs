//! What plans came to when `recorded.txt` was written: lengths, bounds, counters, and the bytes of nodes and tables, and the first 80 moves. A line with `?` is a
//! plan, the line below it its answer without its time. Counts are promised to be the same in every version; whoever changes one does so on
//! purpose and says so in the changelog.

use std::fmt::Write as _;

use hueco_search::Ties;
use hueco_tiles::heuristic::HEURISTICS;
use hueco_tiles::solve::{Algorithm, Plan, solve};
use hueco_tiles::{Board, Direction, Metric, RandomBoards, Workbench, parse_board, parse_shape};

/// Ends what would take long.
const NODES: u64 = 20_000;

fn of(board: &str, goal: &str) -> Plan {
    let board = parse_board(board, None).expect("a board");
    let goal = match goal {
        "" => Board::blank_last(board.shape()),
        goal => parse_board(goal, None).expect("a board"),
    };
    Plan { threads: Some(1), max_nodes: Some(NODES), ..Plan::new(board, goal) }
}

/// The first random board of this size and seed.
fn random(size: &str, seed: u64, plan: impl FnOnce(Plan) -> Plan) -> Plan {
    let goal = Board::blank_last(parse_shape(size).expect("a shape"));
    let board = RandomBoards::new(&goal, seed).next().expect("a board");
    plan(Plan { threads: Some(1), max_nodes: Some(NODES), ..Plan::new(board, goal) })
}

const FAR: &str = "8 6 7 / 2 5 4 / 3 0 1";
const SPIRAL: (&str, &str) = ("2 8 3 / 1 6 4 / 7 0 5", "1 2 3 / 8 0 4 / 7 6 5");
const NEAR: &str = "1 2 3 4 / 5 6 0 8 / 9 11 7 12 / 13 10 14 15";
const SQUARE: &str = "5 1 3 4 / 2 6 8 12 / 9 10 7 11 / 14 13 15 0";
const FLAT: &str = "6 1 2 3 4 / 7 8 9 5 0";
const WIDE: &str = "1 2 3 4 5 / 6 7 8 9 10 / 11 17 12 13 15 / 16 18 0 14 20 / 21 22 23 19 24";

fn plans() -> Vec<Plan> {
    let mut plans = Vec::new();
    for (_, algorithm) in Algorithm::ALL {
        for plan in [of(FAR, ""), of(SPIRAL.0, SPIRAL.1), of(NEAR, ""), of(SQUARE, ""), of(FLAT, ""), of(WIDE, "")] {
            plans.push(Plan { algorithm, ..plan });
        }
        // Slides of several tiles, where the algorithm has them.
        plans.push(Plan { algorithm, metric: Metric::Multi, ..of(SPIRAL.0, SPIRAL.1) });
    }
    for name in HEURISTICS {
        for algorithm in [Algorithm::Astar, Algorithm::Idastar] {
            let heuristic = Some(name.parse().expect("a heuristic"));
            plans.push(Plan { algorithm, heuristic: heuristic.clone(), ..of(FAR, "") });
            plans.push(Plan { algorithm, heuristic, ..of(SPIRAL.0, SPIRAL.1) });
        }
    }
    for plan in [of(FAR, ""), of(SPIRAL.0, SPIRAL.1), of(SQUARE, "")] {
        plans.push(Plan { every: Some(2), max_nodes: Some(1_000_000), ..plan.clone() });
        plans.push(Plan { optimal: true, max_nodes: Some(1_000_000), ..plan.clone() });
        plans.push(Plan { ties: Ties::Fifo, algorithm: Algorithm::Astar, ..plan.clone() });
        plans.push(Plan { max_bytes: Some(100_000), algorithm: Algorithm::Astar, ..plan });
    }
    for size in ["3x3", "5x5"] {
        plans.push(random(size, 6, |plan| Plan { metric: Metric::Multi, ..plan }));
    }
    for size in ["4x4", "5x5", "3x8", "7x7", "2x12", "12x12"] {
        plans.push(random(size, 1, |plan| Plan { fast: true, ..plan }));
        plans.push(random(size, 2, |plan| Plan { max_nodes: Some(200_000), ..plan }));
        plans.push(random(size, 3, |plan| Plan { algorithm: Algorithm::Beam, width: 50, ..plan }));
        plans.push(random(size, 4, |plan| Plan { algorithm: Algorithm::Greedy, ..plan }));
    }
    plans
}

fn asked(plan: &Plan) -> String {
    let Plan { board, goal, algorithm, heuristic, metric, every, optimal, fast, ties, max_nodes, max_bytes, .. } = plan;
    let by = heuristic.as_ref().map(ToString::to_string);
    format!(
        "{board} to {goal} by {algorithm} {by:?} {metric:?} {ties:?} every {every:?} optimal {optimal} fast {fast} \
         within {max_nodes:?} {max_bytes:?}"
    )
}

fn answered(plan: &Plan) -> String {
    let answer = match solve(plan, &Workbench::default(), &mut |_| {}) {
        Ok(answer) => answer,
        Err(error) => return format!("{error:?}"),
    };
    let letters =
        |moves: &Vec<Direction>| moves.iter().take(80).map(|direction| direction.letter()).collect::<String>();
    let moves = answer.moves.as_ref().map(letters).unwrap_or_default();
    let every = answer.every.as_ref().map(|every| (every.count, every.listed.len()));
    format!(
        "{:?} optimal {} length {:?} at least {} all {every:?} within {:?} {:?} {:?} tables {} {:?} {moves}",
        answer.outcome,
        answer.optimal,
        answer.length(),
        answer.lower_bound,
        answer.within,
        answer.method,
        answer.stats,
        answer.table_bytes,
        answer.notices
    )
}

#[test]
fn plans_come_to_what_they_did() {
    let recorded = include_str!("recorded.txt");
    let mut now = String::new();
    for plan in plans() {
        let _ = writeln!(now, "? {}\n{}", asked(&plan), answered(&plan));
    }
    if recorded != now {
        let file = concat!(env!("CARGO_TARGET_TMPDIR"), "/recorded-plans.txt");
        std::fs::write(file, &now).expect("the answers of today");
        let both = recorded.lines().zip(now.lines()).find(|(before, after)| before != after);
        panic!("first difference, recorded and now: {both:#?}\nall answers of today: {file}");
    }
    assert!(now.lines().count() > 400, "the plans are there");
}
