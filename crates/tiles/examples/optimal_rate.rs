//! How long proofs of optimal solutions take on boards of more than sixteen cells.
//!
//! `optimal_rate <folder of tables> <korf24 ids, comma separated | RxC:count> [threads] [GiB] [seconds per board]`. Every round is
//! reported on standard error; tables that the folder lacks are built and kept there.

use std::time::{Duration, Instant};

use hueco_search::Budget;
use hueco_tiles::optimal::Prover;
use hueco_tiles::pattern::{Partition, Store, Table};
use hueco_tiles::solve::{Plan, solve};
use hueco_tiles::{Board, RandomBoards, Set, Workbench, parse_shape};

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let [_, folder, boards, rest @ ..] = &args[..] else {
        eprintln!("optimal_rate <folder> <korf24 ids | RxC:count> [threads] [GiB] [seconds]");
        return;
    };
    let number = |at: usize, default: f64| rest.get(at).map_or(default, |text| text.parse().expect("a number"));
    let (threads, bytes) = (number(0, 2.0) as usize, (number(1, 8.0) * f64::from(1 << 30)) as u64);
    let timeout = rest.get(2).map(|text| Duration::from_secs_f64(text.parse().expect("seconds")));
    let workbench = Workbench::default();
    let (mut seconds, mut solved) = (0.0, 0);
    for (name, board, goal, published) in chosen(boards) {
        keep_tables(&goal, &Store::at(folder), bytes, threads);
        let mut plan = Plan::new(board, goal);
        (plan.optimal, plan.threads, plan.max_bytes, plan.timeout) = (true, Some(threads), Some(bytes), timeout);
        plan.store = Some(Store::at(folder));
        let mut bound = 0;
        let mut best = None;
        let answer = solve(&plan, &workbench, &mut |progress| {
            if (progress.lower_bound, progress.best) != (bound, best) {
                (bound, best) = (progress.lower_bound, progress.best);
                let (elapsed, nodes) = (progress.elapsed.as_secs_f64(), progress.generated);
                eprintln!("  {elapsed:.2} s: {nodes} nodes, bound {bound}, best {best:?}");
            }
        })
        .expect("a plan");
        let time = answer.time.as_secs_f64();
        seconds += time;
        solved += u32::from(answer.optimal);
        println!(
            "{name}: {:?} bound {} optimal {} published {published:?} generated {} expanded {} in {time:.2} s, {:.1} M/s, by {}",
            answer.length(),
            answer.lower_bound,
            answer.optimal,
            answer.stats.generated,
            answer.stats.expanded,
            answer.stats.generated as f64 / time / 1e6,
            answer.method.algorithm(),
        );
    }
    println!("{solved} proved, {seconds:.2} s");
}

fn keep_tables(goal: &Board, store: &Store, bytes: u64, threads: usize) {
    let partitions = Prover::partitions(goal.shape(), goal.blank(), bytes / 8 * 5).expect("partitions");
    for pattern in partitions.iter().flat_map(Partition::canonical_patterns) {
        if !store.has(&pattern) {
            let begun = Instant::now();
            let table = Table::build(pattern, threads, &Budget::unlimited(), &mut |_| ()).expect("a table");
            eprintln!("built {pattern} in {:.1} s", begun.elapsed().as_secs_f64());
            store.save(&table).expect("a writable folder");
        }
    }
}

fn chosen(boards: &str) -> Vec<(String, Board, Board, Option<u32>)> {
    if let Some((shape, count)) = boards.split_once(':') {
        let shape = parse_shape(shape).expect("a shape");
        let goal = Board::blank_last(shape);
        let random = RandomBoards::new(&goal, 1).take(count.parse().expect("a count"));
        return random.enumerate().map(|(at, board)| (at.to_string(), board, goal.clone(), None)).collect();
    }
    let ids: Vec<&str> = boards.split(',').collect();
    let set = Set::Korf24;
    let is_chosen = |id: &str| boards == "all" || ids.contains(&id);
    let instances = set.instances().into_iter().filter(|one| is_chosen(&one.id));
    instances.map(|one| (one.id, one.board, set.goal(), one.optimal)).collect()
}
