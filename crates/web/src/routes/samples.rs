//! Something to begin with: sample puzzles, the library of problem files, and an input for each course program.

use axum::extract::Path;
use hueco_courses::sums::CROSS;
use hueco_show::answer::VERSION;
use serde::Serialize;

use crate::fault::Fault;
use crate::request::{Answered, Speak, json};

/// Files of a folder of the project, by their names. The crate has links to the folders, so that its package holds them too.
macro_rules! samples {
    ($folder:literal, $ending:literal: $($name:literal),+) => {
        [$(Sample { name: $name, text: include_str!(concat!("../../", $folder, "/", $name, $ending)) }),+]
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

#[derive(Serialize)]
struct Puzzles {
    version: u32,
    puzzles: &'static [Sample],
}

pub(super) async fn puzzles() -> Answered {
    Ok(json(&Puzzles { version: VERSION, puzzles: &PUZZLES }))
}

#[derive(Serialize)]
struct Problems {
    version: u32,
    problems: &'static [Sample],
}

pub(super) async fn problems() -> Answered {
    Ok(json(&Problems { version: VERSION, problems: &PROBLEMS }))
}

/// The inputs of the courses' own examples, or like them.
const EXAMPLES: [(&str, &str); 5] = [
    ("menu", "1\n1 2 3\n4 0 5\n6 7 8\n2\n3\n4\n5\n"),
    ("solver", "3\n0 1 3\n4 2 5\n7 8 6\n"),
    ("formal", "1 2 3 / 0 4 5 / 7 8 6\n"),
    ("sums", CROSS),
    ("astar", "2 8 3\n1 6 4\n7 5 0\n\n1 2 3\n8 0 4\n7 6 5\n"),
];

#[derive(Serialize)]
struct Example {
    version: u32,
    input: &'static str,
}

pub(super) async fn example(Speak(lang): Speak, Path(name): Path<String>) -> Answered {
    let found = EXAMPLES.iter().find(|(program, _)| *program == name);
    let (_, input) = found.ok_or_else(|| Fault::not_found(lang))?;
    Ok(json(&Example { version: VERSION, input }))
}
