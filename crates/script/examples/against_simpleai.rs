//! A* on the 8-puzzle as a problem file, against `simpleai` in Python on the same boards with the same heuristic:
//! `cargo xtask bench script`. Arguments: a Python that has `simpleai`, the peer's program, the problem file.

use std::error::Error;
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Instant;

use hueco_script::{Options, ProblemFile, run};
use hueco_search::{Algorithm, Budget};

const BOARDS: usize = 20;
const ROUNDS: usize = 3;

/// Boards of about as many moves as random ones: a long walk from the goal, steps chosen by a fixed generator.
fn boards() -> Vec<String> {
    let mut seed = 1_u64;
    let mut next = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize
    };
    let mut cells: Vec<char> = "123456780".chars().collect();
    let mut walked = Vec::new();
    for step in 1..=BOARDS * 1000 {
        let blank = cells.iter().position(|&cell| cell == '0').expect("a blank");
        let (row, col) = (blank / 3, blank % 3);
        let around = [
            (row > 0, blank.wrapping_sub(3)),
            (col > 0, blank.wrapping_sub(1)),
            (col < 2, blank + 1),
            (row < 2, blank + 3),
        ];
        let open: Vec<usize> = around.into_iter().filter(|(is_open, _)| *is_open).map(|(_, to)| to).collect();
        cells.swap(blank, open[next() % open.len()]);
        if step % 1000 == 0 {
            walked.push(cells.iter().collect());
        }
    }
    walked
}

/// Seconds, and the length of each solution.
fn ours(name: &str, text: &str, boards: &[String]) -> Result<(f64, Vec<usize>), Box<dyn Error>> {
    let started = Instant::now();
    let mut lengths = Vec::new();
    for board in boards {
        let file = Arc::new(ProblemFile::load(name, text, &[("board".to_owned(), board.clone())])?);
        let options = Options { algorithm: Algorithm::Astar, ..Options::default() };
        let answer = run(&file, &options, &mut Budget::unlimited(), None)?;
        lengths.push(answer.path.ok_or("every board has a solution")?.actions.len());
    }
    Ok((started.elapsed().as_secs_f64(), lengths))
}

fn peers(python: &str, program: &str, boards: &[String]) -> Result<(f64, Vec<usize>), Box<dyn Error>> {
    let mut child = Command::new(python).arg(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    child.stdin.take().ok_or("its standard input")?.write_all(boards.join("\n").as_bytes())?;
    let output = child.wait_with_output()?;
    let text = String::from_utf8(output.stdout)?;
    let mut lines = text.lines();
    let seconds = lines.next().ok_or("the peer printed nothing")?.parse()?;
    let lengths = lines.next().unwrap_or_default().split(' ').map(str::parse).collect::<Result<_, _>>()?;
    Ok((seconds, lengths))
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [python, program, file] = &arguments[..] else { return Err("PYTHON PROGRAM FILE".into()) };
    let (text, boards) = (std::fs::read_to_string(file)?, boards());
    let mut best = (f64::INFINITY, f64::INFINITY);
    for _ in 0..ROUNDS {
        let (seconds, lengths) = ours(file, &text, &boards)?;
        let (peer, same) = peers(python, program, &boards)?;
        assert_eq!(lengths, same, "both are optimal");
        best = (best.0.min(seconds), best.1.min(peer));
    }
    let (ours, peer) = (best.0 * 1e3 / BOARDS as f64, best.1 * 1e3 / BOARDS as f64);
    println!("A* with Manhattan distance on {BOARDS} boards of the 8-puzzle, milliseconds per board");
    println!("problem file {ours:.2}, simpleai {peer:.2}, ratio {:.1}", peer / ours);
    Ok(())
}
