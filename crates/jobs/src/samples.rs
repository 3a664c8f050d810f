//! Something to begin with, as JSON: sample puzzles, the library of problem files, and an input for each course program.

use hueco_courses::sums::CROSS;
use hueco_show::answer::{VERSION, one_line};
use serde::Serialize;

/// Files of a folder of the project, by their names. The crate has links to the folders, so that its package holds them too.
macro_rules! samples {
    ($folder:literal, $ending:literal: $($name:literal),+) => {
        [$(Sample { name: $name, text: include_str!(concat!("../", $folder, "/", $name, $ending)) }),+]
    };
}

#[derive(Serialize)]
struct Sample {
    name: &'static str,
    text: &'static str,
}

const PUZZLES: [Sample; 7] =
    samples!["puzzles", ".sums": "cross", "crosssums", "impossible", "magic3", "magic4", "ring6", "triangle"];

const PROBLEMS: [Sample; 16] = samples![
    "problems", ".star": "bridges", "cube", "eight", "grid", "hanoi", "jugs", "lights", "missionaries", "pancakes", "pegs", "queens", "romania", "sokoban", "topspin", "wolf", "words"
];

/// The sample number puzzles.
pub fn puzzles() -> String {
    #[derive(Serialize)]
    struct Puzzles {
        version: u32,
        puzzles: &'static [Sample],
    }
    one_line(&Puzzles { version: VERSION, puzzles: &PUZZLES })
}

/// The library of problem files.
pub fn problems() -> String {
    #[derive(Serialize)]
    struct Problems {
        version: u32,
        problems: &'static [Sample],
    }
    one_line(&Problems { version: VERSION, problems: &PROBLEMS })
}

/// The inputs of the courses' own examples, or like them.
const EXAMPLES: [(&str, &str); 5] = [
    ("menu", "1\n1 2 3\n4 0 5\n6 7 8\n2\n3\n4\n5\n"),
    ("solver", "3\n0 1 3\n4 2 5\n7 8 6\n"),
    ("formal", "1 2 3 / 0 4 5 / 7 8 6\n"),
    ("sums", CROSS),
    ("astar", "2 8 3\n1 6 4\n7 5 0\n\n1 2 3\n8 0 4\n7 6 5\n"),
];

/// An input for a course program, if there is a program of this name.
pub fn example(program: &str) -> Option<String> {
    #[derive(Serialize)]
    struct Example {
        version: u32,
        input: &'static str,
    }
    let (_, input) = EXAMPLES.iter().find(|(name, _)| *name == program)?;
    Some(one_line(&Example { version: VERSION, input }))
}
