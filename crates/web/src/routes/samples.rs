//! Something to begin with: sample puzzles, and an input for each course program.

use axum::extract::Path;
use hueco_courses::sums::CROSS;
use hueco_show::answer::VERSION;
use serde::Serialize;

use crate::fault::Fault;
use crate::request::{Answered, Speak, json};

macro_rules! puzzles {
    ($($name:literal),+) => {
        [$(Puzzle { name: $name, text: include_str!(concat!("../../../../puzzles/", $name, ".sums")) }),+]
    };
}

#[derive(Serialize)]
struct Puzzle {
    name: &'static str,
    text: &'static str,
}

const PUZZLES: [Puzzle; 7] = puzzles!["cross", "crosssums", "impossible", "magic3", "magic4", "ring6", "triangle"];

#[derive(Serialize)]
struct Puzzles {
    version: u32,
    puzzles: &'static [Puzzle],
}

pub(super) async fn puzzles() -> Answered {
    Ok(json(&Puzzles { version: VERSION, puzzles: &PUZZLES }))
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
