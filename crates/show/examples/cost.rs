//! What recording costs: A* on random 3x3 boards and on a hard one, unwatched and recorded in several ways. As the command does,
//! each recording makes a file of its own. Of many runs of each board the quickest counts, since the machine has other things to
//! do too. The figures are the ratios; "the bytes alone" is the kernel's part, a finished trace written to a new file.
//!
//! Instructions do not depend on the load: with `instructions` the hard board is run under valgrind's callgrind, which sees all
//! but the kernel's part.
//!
//! ```sh
//! cargo run --release --package hueco-show --example cost -- [FOLDER]
//! cargo run --release --package hueco-show --example cost -- instructions
//! ```

use std::fs::{self, File};
use std::hint::black_box;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use hueco_show::trace::{End, Header, Recorder};
use hueco_tiles::heuristic::Named;
use hueco_tiles::solve::{Algorithm, Plan, solve, solve_watched};
use hueco_tiles::{Board, RandomBoards, Workbench, parse_board, parse_shape};

type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

/// A way to run a plan: how long it takes.
type Way = fn(&Plan, &Path) -> Outcome<Duration>;

const WAYS: [(&str, Way); 6] = [
    ("unwatched", |plan, _| {
        timed(|| Ok(solve(plan, &Workbench::default(), &mut |_| ()).map(|answer| drop(black_box(answer)))?))
    }),
    ("recorded, lines thrown away", |plan, _| timed(|| record(plan, io::sink()).map(|_| ()))),
    ("an empty file made", |_, path| timed_with(path, || Ok(File::create(path).map(drop)?))),
    ("the bytes alone, 32 KiB a time", |plan, path| copied(plan, path, 1 << 15)),
    ("the bytes alone, 1 MiB a time", |plan, path| copied(plan, path, 1 << 20)),
    ("recorded to a file", |plan, path| timed_with(path, || record(plan, File::create(path)?).map(|_| ()))),
];

/// The ways whose instructions are counted: `WAYS[0]` and the one that makes a file of the events.
const COUNTED: [usize; 3] = [0, 1, 5];

fn main() -> Outcome<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["instructions"] => instructions(),
        // One way alone, for a count from outside.
        ["counted", way, runs] => {
            let (plan, path) = (hard()?, scratch(&std::env::temp_dir()));
            let (_, way) = WAYS[way.parse::<usize>()?];
            (0..runs.parse()?).try_for_each(|_: u64| way(&plan, &path).map(drop))
        }
        ref rest => tables(&rest.first().map_or_else(std::env::temp_dir, PathBuf::from)),
    }
}

fn scratch(folder: &Path) -> PathBuf {
    folder.join(format!("hueco-cost-{}.jsonl", std::process::id()))
}

fn plan(board: Board) -> Plan {
    let goal = Board::blank_last(board.shape());
    Plan { algorithm: Algorithm::Astar, ..Plan::new(board, goal) }
}

/// One of the two 3x3 boards that take 31 moves.
fn hard() -> Outcome<Plan> {
    Ok(plan(parse_board("8 6 7 / 2 5 4 / 3 0 1", None)?))
}

/// How many more instructions a recorded search takes. What the program does besides, it does without a search too.
fn instructions() -> Outcome<()> {
    let (_, events) = record(&hard()?, io::sink())?;
    let mut unwatched = None;
    for way in COUNTED {
        let count = collected(way, 1)? - collected(way, 0)?;
        let ratio = count as f64 / *unwatched.get_or_insert(count) as f64;
        println!("{:32} {count:12} {:7.1} per event {ratio:6.2}x", WAYS[way].0, count as f64 / events as f64);
    }
    Ok(())
}

/// Instructions of a run of this program.
fn collected(way: usize, runs: u64) -> Outcome<u64> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(std::env::current_exe()?)
        .args(["counted", &way.to_string(), &runs.to_string()])
        .output()?;
    let text = String::from_utf8(output.stderr)?;
    let line = text.lines().find(|line| line.contains("Collected")).ok_or("valgrind collected nothing")?;
    Ok(line.rsplit(' ').next().unwrap_or_default().parse()?)
}

fn tables(folder: &Path) -> Outcome<()> {
    let path = scratch(folder);
    let goal = Board::blank_last(parse_shape("3x3")?);
    let random: Vec<Plan> = RandomBoards::new(&goal, 1).take(200).map(plan).collect();
    let hard = hard()?;
    let long = Plan { heuristic: Some(Named::Misplaced.into()), ..hard.clone() };
    table("200 random boards", &random, 7, &path)?;
    table("one hard board", &[hard], 101, &path)?;
    table("the same, led by misplaced tiles", &[long], 15, &path)
}

fn table(title: &str, plans: &[Plan], runs: usize, path: &Path) -> Outcome<()> {
    let (mut events, mut bytes) = (0, 0);
    for plan in plans {
        let (trace, recorded) = record(plan, Vec::new())?;
        events += recorded;
        bytes += trace.len();
    }
    println!("{title}: {events} events, {bytes} bytes");
    let mut unwatched = None;
    for (name, way) in WAYS {
        let mut whole = Duration::ZERO;
        for plan in plans {
            let mut quickest = Duration::MAX;
            for _ in 0..runs {
                quickest = quickest.min(way(plan, path)?);
            }
            whole += quickest;
        }
        let unwatched = *unwatched.get_or_insert(whole);
        let ratio = whole.as_secs_f64() / unwatched.as_secs_f64();
        let each = whole.as_secs_f64() * 1e9 / events as f64;
        println!("  {name:32} {:8.2} ms {each:7.1} ns an event {ratio:6.2}x", whole.as_secs_f64() * 1e3);
    }
    Ok(())
}

fn record<W: Write>(plan: &Plan, out: W) -> Outcome<(W, u64)> {
    let mut recorder = Recorder::new(out, &Header::tiles(plan), u64::MAX)?;
    let answer = solve_watched(plan, &Workbench::default(), &mut |_| (), &mut recorder)?;
    let (out, recorded) = recorder.finish(End::tiles(&answer))?;
    Ok((out, recorded.events))
}

/// The kernel's part: a trace, made before, written in pieces.
fn copied(plan: &Plan, path: &Path, piece: usize) -> Outcome<Duration> {
    let (trace, _) = record(plan, Vec::new())?;
    timed_with(path, || {
        let mut file = File::create(path)?;
        trace.chunks(piece).try_for_each(|piece| file.write_all(piece))?;
        Ok(())
    })
}

/// The time of a run that makes a file, which is removed after it.
fn timed_with(path: &Path, run: impl FnOnce() -> Outcome<()>) -> Outcome<Duration> {
    let time = timed(run)?;
    fs::remove_file(path)?;
    Ok(time)
}

fn timed(run: impl FnOnce() -> Outcome<()>) -> Outcome<Duration> {
    let started = Instant::now();
    run()?;
    Ok(started.elapsed())
}
