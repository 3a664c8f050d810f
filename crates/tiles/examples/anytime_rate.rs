//! How long the solutions of an anytime run are: the mean over the boards of an instance file, or over random boards.
//!
//! `anytime_rate <instance file | RxC> <seconds> [boards] [threads]`. The budget is wall-clock time; on a busy machine
//! give it in nodes instead (`20M`), and see how much user time that took.

use std::time::{Duration, Instant};

use hueco_tiles::solve::{Plan, solve};
use hueco_tiles::{Board, RandomBoards, Workbench, parse_shape, read_instances};

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let [_, source, seconds, rest @ ..] = &args[..] else {
        eprintln!("anytime_rate <instance file | RxC> <seconds> [boards] [threads]");
        return;
    };
    let number = |at: usize, default: usize| rest.get(at).map_or(default, |text| text.parse().expect("a number"));
    let (count, threads) = (number(0, 10), number(1, 1));
    let (timeout, nodes) = match seconds.strip_suffix('M') {
        Some(millions) => (None, Some(millions.parse::<u64>().expect("a number") * 1_000_000)),
        None => (Some(Duration::from_secs_f64(seconds.parse().expect("seconds"))), None),
    };
    let (mut length, mut bound, mut distance, mut first, mut theirs, mut late) = (0, 0, 0, 0.0_f64, 0, 0.0_f64);
    let boards = boards(source, count);
    let workbench = Workbench::default();
    let begin = cpu();
    for (board, goal, other) in &boards {
        let mut plan = Plan::new(board.clone(), goal.clone());
        plan.timeout = timeout;
        plan.max_nodes = nodes;
        plan.threads = Some(threads);
        let clock = Instant::now();
        let mut first_at = None;
        let answer = solve(&plan, &workbench, &mut |progress| {
            if progress.best.is_some() {
                first_at.get_or_insert(progress.elapsed.as_secs_f64());
            }
        })
        .expect("a plan");
        late = late.max(clock.elapsed().as_secs_f64());
        let moves = answer.moves.map_or(0, |moves| moves.len());
        eprintln!("{moves} {other:?} {} {:.2}", answer.lower_bound, clock.elapsed().as_secs_f64());
        length += moves;
        bound += answer.lower_bound as usize;
        distance += manhattan(board, goal);
        theirs += other.unwrap_or(0);
        first = first.max(first_at.unwrap_or(f64::INFINITY));
    }
    let mean = |sum: usize| sum as f64 / boards.len() as f64;
    println!(
        "{} boards: mean {:.2}, known {:.2}, bound {:.2}, {:.3} x Manhattan, first within {first:.3} s, longest run \
         {late:.2} s, user {:.2} s a board",
        boards.len(),
        mean(length),
        mean(theirs),
        mean(bound),
        length as f64 / distance as f64,
        (cpu() - begin) / boards.len() as f64
    );
}

/// User seconds of this process so far.
fn cpu() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let ticks = stat.rsplit(')').next().and_then(|rest| rest.split_whitespace().nth(11)?.parse::<f64>().ok());
    ticks.unwrap_or(0.0) / 100.0
}

fn manhattan(board: &Board, goal: &Board) -> usize {
    let tiles = 1..board.shape().cells() as u16;
    tiles.map(|tile| board.shape().distance(board.position(tile), goal.position(tile))).sum()
}

/// Boards with their goals and the lengths that are known of them.
fn boards(source: &str, count: usize) -> Vec<(Board, Board, Option<usize>)> {
    if let Ok(shape) = parse_shape(source) {
        let goal = Board::blank_last(shape);
        return RandomBoards::new(&goal, 1).take(count).map(|board| (board, goal.clone(), None)).collect();
    }
    let file = std::io::BufReader::new(std::fs::File::open(source).expect("an instance file"));
    let known = |instance: &hueco_tiles::Instance| {
        let theirs = instance.values.get("dca_len").and_then(|text| text.parse().ok());
        theirs.or(instance.optimal.map(|length| length as usize))
    };
    let read = read_instances(file, None).take(count).map(|instance| {
        let instance = instance.expect("an instance");
        let shape = instance.board.shape();
        let goal = if shape.cells() == 25 { Board::blank_first(shape) } else { Board::blank_last(shape) };
        (instance.board.clone(), goal, known(&instance))
    });
    read.collect()
}
