//! Nodes of each round of a proof with chosen partitions: what partitions, forbidden words and visited states are worth.
//!
//! `optimal_nodes <folder of tables> <korf24 ids> <drawings> [key=value…]`. A drawing is `.abbb aabbb aaacc dddcc dddcc`, several are
//! separated by `;`, and each is used with its transposition too (`once=1`: without). Keys: `words` (longest forbidden word), `visited` (GiB),
//! `slack`, `threads`, `nodes` (limit per board), `last` (1: with the round in which the solution is found).

use std::sync::Arc;
use std::time::Instant;

use hueco_search::Budget;
use hueco_tiles::optimal::{Deepening, LEAST_SLACK, Prover, Share, Step};
use hueco_tiles::pattern::{BuildError, Partition, Store, Symmetry, Table};
use hueco_tiles::{Frame, Set, Shape};

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let [_, folder, ids, drawings, rest @ ..] = &args[..] else {
        eprintln!("optimal_nodes <folder> <ids> <drawings> [key=value…]");
        return;
    };
    let value = |key: &str, default: f64| {
        let given = rest.iter().find_map(|arg| arg.strip_prefix(key)?.strip_prefix('='));
        given.map_or(default, |text| text.parse().expect("a number"))
    };
    let (store, threads) = (Store::at(folder), value("threads", 1.0) as usize);
    let partitions = partitions(drawings, value("once", 0.0) == 0.0);
    let begun = Instant::now();
    let prover = Prover::with_words(partitions, value("words", 14.0) as usize, threads, &mut |pattern| {
        let table = store.open(&pattern).or_else(|_| {
            let built = Table::build(pattern, threads, &Budget::unlimited(), &mut |_| ())?;
            store.save(&built).expect("a writable folder");
            eprintln!("built {pattern}");
            Ok::<_, BuildError>(built)
        })?;
        Ok(Arc::new(table))
    })
    .expect("tables");
    eprintln!("{} bytes ready in {:.2} s", prover.bytes(), begun.elapsed().as_secs_f64());
    let set = Set::Korf24;
    let share = Share {
        threads,
        visited_bytes: (value("visited", 0.0) * f64::from(1 << 30)) as u64,
        least_slack: value("slack", f64::from(LEAST_SLACK)) as u32,
        most_nodes: None,
    };
    let frame = Frame::new(&set.goal());
    for instance in set.instances().into_iter().filter(|one| ids.split(',').any(|id| id == one.id)) {
        let optimal = instance.optimal.expect("known");
        let mut deepening = Deepening::new(&prover, &frame.labels(&instance.board), 0);
        let first = deepening.bound;
        let mut budget = Budget::unlimited();
        if value("nodes", 0.0) > 0.0 {
            budget = budget.max_nodes(value("nodes", 0.0) as u64);
        }
        let (mut rounds, all) = (Vec::new(), Instant::now());
        while deepening.bound < optimal + value("last", 0.0) as u32 {
            let (begun, before) = (Instant::now(), deepening.stats.generated);
            let step = deepening.step(&prover, share, &mut budget, &mut |_, _| ());
            let nodes = deepening.stats.generated - before;
            rounds.push(format!("{nodes} ({:.1} M/s)", nodes as f64 / begun.elapsed().as_secs_f64() / 1e6));
            match &step {
                Step::Raised | Step::Paused => {}
                Step::Solved(moves) => assert_eq!(moves.len() as u32, optimal),
                Step::Stopped(limit) => rounds.push(format!("{limit:?}")),
            }
            if step != Step::Raised {
                break;
            }
        }
        println!(
            "board {}: {first} to {} of {optimal}, generated {}, expanded {}, {:.2} s: {}",
            instance.id,
            deepening.bound,
            deepening.stats.generated,
            deepening.stats.expanded,
            all.elapsed().as_secs_f64(),
            rounds.join(", ")
        );
    }
}

fn partitions(drawings: &str, both: bool) -> Vec<Partition> {
    let shape = Shape::new(5, 5).expect("a shape");
    let transposed = Symmetry::all().nth(1).expect("the second").cells(shape);
    let mut all = Vec::new();
    for drawing in drawings.split(';') {
        let mut groups = vec![Vec::new(); 4];
        for (cell, letter) in drawing.bytes().filter(|byte| *byte != b' ').enumerate().filter(|(_, byte)| *byte != b'.')
        {
            groups[usize::from(letter - b'a')].push(cell);
        }
        let picture = |group: &Vec<usize>| group.iter().map(|&cell| usize::from(transposed[cell])).collect();
        let turned: Vec<Vec<usize>> = groups.iter().map(picture).collect();
        all.push(Partition::groups(shape, 0, &groups, Some).expect("a partition"));
        if both {
            all.push(Partition::groups(shape, 0, &turned, Some).expect("a partition"));
        }
    }
    all
}
