//! Files with random changes: none may crash, none may hang.

use std::sync::Arc;
use std::time::Duration;

use hueco_script::{Limits, Options, ProblemFile, run};
use hueco_search::{Algorithm, Budget};

use crate::common::library;

const FILES: [&str; 16] = [
    "bridges",
    "eight",
    "grid",
    "hanoi",
    "jugs",
    "lights",
    "missionaries",
    "pancakes",
    "pegs",
    "queens",
    "romania",
    "sokoban",
    "topspin",
    "wolf",
    "words",
    "cube",
];

/// What is put into a file: what a person mistypes, and what is meant to break something.
const PIECES: [&str; 40] = [
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    "\n",
    "    ",
    "\"",
    "'",
    "#",
    "+",
    "-",
    "*",
    "%",
    "<<",
    "//",
    "not ",
    "lambda: ",
    "0",
    "1000000000",
    "-1",
    "None",
    "True",
    "[]",
    "()",
    "s",
    "start",
    "goal",
    "actions(s)",
    "range(1000000000)",
    " * 1000000",
    "fail()",
    "return ",
    "for x in range(1000000000): ",
    "def f(x): return f(x)\n",
    "\u{0}",
    "é",
];

struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound.max(1) as u64) as usize
    }
}

fn mutated(text: &str, random: &mut Random) -> String {
    let mut text = text.to_owned();
    for _ in 0..=random.below(4) {
        let place = |random: &mut Random| {
            let mut at = random.below(text.len() + 1);
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            at
        };
        let (a, b) = (place(random), place(random));
        let (from, to) = (a.min(b), a.max(b));
        let near = text[from..].char_indices().nth(1 + random.below(8)).map_or(text.len(), |(at, _)| from + at);
        match random.below(5) {
            0 => text.replace_range(from..near, ""),
            1 => text.insert_str(from, PIECES[random.below(PIECES.len())]),
            2 => text.replace_range(from..near, PIECES[random.below(PIECES.len())]),
            3 => {
                let copy = text[from..to.min(from + 200).max(from)].to_owned();
                let at = place(random);
                text.insert_str(at, &copy);
            }
            _ => {
                let line = text.lines().nth(random.below(text.lines().count())).unwrap_or_default().to_owned();
                text = text.replacen(&line, "", 1);
            }
        }
    }
    text
}

/// Loads and solves mutated files; how many of them still load and how many still run.
fn try_mutations(seeds: std::ops::Range<u64>) -> (usize, usize) {
    let limits = Limits { load_steps: 200_000, call_steps: 50_000, memory: 32 << 20, ..Limits::default() };
    let (mut loaded, mut ran) = (0, 0);
    for seed in seeds {
        let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        let text = mutated(&library(FILES[random.below(FILES.len())]), &mut random);
        let budget = || Budget::unlimited().timeout(Duration::from_secs(10));
        let Ok(file) = ProblemFile::load_within("p.star", &text, &[], limits, &budget()) else { continue };
        loaded += 1;
        let algorithm = Algorithm::ALL[random.below(Algorithm::ALL.len())].1;
        let options = Options { algorithm, ..Options::default() };
        let mut budget = budget().max_nodes(2000).max_bytes(64 << 20);
        ran += usize::from(run(&Arc::new(file), &options, &mut budget, None).is_ok());
    }
    (loaded, ran)
}

#[test]
fn mutated_files_crash_nothing() {
    let (loaded, ran) = try_mutations(0..400);
    assert!(loaded > 20 && ran > 5, "{loaded} {ran}");
}

#[test]
#[ignore = "it takes a few minutes"]
fn ten_thousand_mutated_files_crash_nothing() {
    try_mutations(1_000_000..1_010_000);
}
