//! IDA* with Manhattan distance on a few of Korf's 15-puzzle instances: the generic engine and the 4x4 kernel against a
//! plain C program, if there is a compiler.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use hueco_search::{Budget, IdaStar, Search};
use hueco_tiles::heuristic::Manhattan;
use hueco_tiles::kernel;

use crate::astar15::korf;
use crate::measure::{Side, head, rows, take_turns_by_wall};

const YARDSTICK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/yardstick/ida15.c");
const ROUNDS: usize = 15;

/// Korf's 12, 42, 55, 79 and 97.
const BOARDS: [[u64; 16]; 5] = [
    [14, 1, 9, 6, 4, 8, 12, 5, 7, 2, 3, 0, 10, 11, 13, 15],
    [4, 5, 7, 2, 9, 14, 12, 13, 0, 3, 6, 11, 8, 1, 15, 10],
    [13, 8, 14, 3, 9, 1, 0, 7, 15, 5, 4, 10, 12, 2, 6, 11],
    [0, 1, 9, 7, 11, 13, 5, 3, 14, 12, 4, 2, 8, 6, 10, 15],
    [9, 14, 5, 7, 8, 15, 1, 2, 10, 4, 13, 6, 12, 0, 11, 3],
];

/// Compiles the C program into the folder of temporary files, if there is a compiler.
fn yardstick() -> Option<std::path::PathBuf> {
    assert!(Path::new(YARDSTICK).exists(), "{YARDSTICK} is missing");
    let program = std::env::temp_dir().join(format!("hueco-ida15-{}", std::process::id()));
    let built = Command::new("cc").args(["-O3", "-march=native", "-o"]).arg(&program).arg(YARDSTICK).status();
    built.is_ok_and(|status| status.success()).then_some(program)
}

/// Runs the C program on all boards; it says on each line how many nodes it generated.
fn in_c(program: &Path) -> u64 {
    let mut child =
        Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it was just built");
    let mut boards = String::new();
    for (id, board) in BOARDS.iter().enumerate() {
        let tiles: Vec<String> = board.iter().map(u64::to_string).collect();
        boards += &format!("{id} {}\n", tiles.join(" "));
    }
    child.stdin.take().expect("piped").write_all(boards.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    let text = String::from_utf8_lossy(&output.stdout);
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split(' ').nth(2)?.parse::<u64>().ok())
        .sum()
}

pub fn run() {
    head("IDA* + Manhattan on five of Korf's 15-puzzles: the kernel, the generic engine, plain C");
    let program = yardstick();
    let mut sides = vec![
        Side::new("4x4 kernel", || {
            let solve = |board| kernel::ida_star_4x4(&korf(board), &mut Budget::unlimited()).stats.generated;
            BOARDS.iter().map(solve).sum()
        }),
        Side::new("generic engine", || {
            let solve = |board| {
                let tiles = korf(board);
                let manhattan = Manhattan::new(tiles.frame());
                IdaStar::ida_star(&tiles, &manhattan).run(&mut (), &mut Budget::unlimited()).stats.generated
            };
            BOARDS.iter().map(solve).sum()
        }),
    ];
    match &program {
        Some(program) => sides.push(Side::new("plain C", || in_c(program))),
        None => println!("(no C compiler here: ours alone)"),
    }
    take_turns_by_wall(ROUNDS, &mut sides);
    rows("15-puzzle", &sides);
    assert!(sides.iter().all(|side| side.nodes == sides[0].nodes), "all count the same nodes");
    drop(sides);
    if let Some(program) = program {
        let _ = std::fs::remove_file(program);
    }
}
