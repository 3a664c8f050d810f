//! The benchmark room: our figure, a peer's figure and their ratio, taken in one run on one machine.
//!
//! ```text
//! cargo run --release --manifest-path bench/Cargo.toml -- engine     any problem: BFS, A*, IDA* against `pathfinding`
//! cargo run --release --manifest-path bench/Cargo.toml -- closures   closures: A*, BFS against `pathfinding`
//! cargo run --release --manifest-path bench/Cargo.toml -- boards3    A* on random 3x3 boards against `pathfinding`
//! cargo run --release --manifest-path bench/Cargo.toml -- astar15    A* on the 15-puzzle: speed and bytes per state
//! cargo run --release --manifest-path bench/Cargo.toml -- ida15      IDA* on the 15-puzzle against a plain C program
//! cargo run --release --manifest-path bench/Cargo.toml -- observer   what a search pays for being observable
//! cargo run --release --manifest-path bench/Cargo.toml -- spaces     all 2x5 boards against differential dataflow
//! cargo run --release --manifest-path bench/Cargo.toml -- threads    A* and IDA* on two threads against one
//! cargo run --release --manifest-path bench/Cargo.toml -- all        all of these
//! ```
//!
//! # How to read the tables
//!
//! A wall time says little by itself: it changes with the machine, its clock and whatever else runs on it. So every time
//! stands beside that of a peer that did the same work in the same minute. The two take turns, several times, and of
//! each the best time counts: what disturbs a run only ever makes it slower. The *ratio* is the peer's time divided by
//! ours: above 1 we are faster. Expect it to vary by a tenth between runs.
//!
//! Searches are compared by the time for a *generated node*, or by the whole job where both sides do the same job. A
//! library that leaves out the move back generates fewer nodes for the same job, so by the node it looks slower than it
//! is; by the job nothing is hidden.
//!
//! Each problem is written as a user of each library would write it: packed states and an incremental heuristic for
//! ours, because its traits ask for them; arrays or tuples, successors in a `Vec` and the estimate from scratch for
//! `pathfinding`, because that is what its examples do. Where a second variant is in the table it gives the peer our
//! packed state.
//!
//! Instruction counts (`observer`, under valgrind's callgrind where it is installed) do not vary at all.

mod astar15;
mod boards3;
mod closures;
mod engine;
mod grid;
mod ida15;
mod measure;
mod natural;
mod observer;
mod pancake;
mod random;
mod spaces;
mod threads;

fn main() {
    let names: [(&str, fn()); 8] = [
        ("engine", engine::run),
        ("closures", closures::run),
        ("boards3", boards3::run),
        ("astar15", astar15::run),
        ("ida15", ida15::run),
        ("observer", observer::run),
        ("spaces", spaces::run),
        ("threads", threads::run),
    ];
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let chosen = arguments.first().map_or("", String::as_str);
    match names.iter().find(|(name, _)| *name == chosen) {
        Some((_, run)) => run(),
        None if chosen == "all" => names.iter().for_each(|(_, run)| run()),
        None if chosen == "counted" => observer::counted(&arguments[1..]),
        None => {
            let names: Vec<&str> = names.iter().map(|(name, _)| *name).collect();
            eprintln!("usage: hueco-bench {}|all", names.join("|"));
            std::process::exit(2);
        }
    }
}
