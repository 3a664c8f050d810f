//! `sums`: numbers placed in a cross by blind breadth-first search, with the full record of the search.
//!
//! ```text
//!       [A]
//!   [B] [C]  5        row:    B + C + 5 = 9
//!        4            column: A + C + 4 = 9
//! ```
//! The record is the point: which states are *created*, in order, and which are *examined*. With `tree` a state that is
//! reached again counts as a new one, as in the tree the course draws; without it such states are recognised.
//!
//! Any other puzzle of the same kind works as well: see [`hueco_sums`].

use std::io::Write;

use hueco_search::{self as engine, Budget};
use hueco_sums::{Answer, Method, Puzzle, States, draw, parse, solve};
use serde::Serialize;

use crate::error::{CourseError, Ending, Note};

/// The puzzle of the course, as a file.
pub const CROSS: &str = "\
cells
  . A .
  B C 5
  . 4 .
numbers 1 2 3
row:    B + C + 5 = 9
column: A + C + 4 = 9
";

/// The puzzle of the course.
pub fn cross() -> Puzzle {
    parse(CROSS).expect("the course's own puzzle is legal")
}

/// How to write the record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Format {
    /// The document's words.
    #[default]
    Text,
    /// One JSON object.
    Json,
}

/// How to search and what to write.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Options {
    /// Keep states that are reached again.
    pub tree: bool,
    /// Shuffle the numbers at each node, by this seed.
    pub seed: Option<u64>,
    /// The format.
    pub format: Format,
}

/// Searches breadth-first and writes the record, the solution and the route to it.
///
/// A puzzle without a solution is reported as such. A limit ends the search; what was found until then is written.
///
/// Where memory ends it, `note` points to a method that needs little.
pub fn run(
    puzzle: &Puzzle,
    options: Options,
    mut output: impl Write,
    budget: &mut Budget,
    note: &mut dyn FnMut(Note),
) -> Result<Ending, CourseError> {
    let asked = hueco_sums::Options {
        method: Method::Bfs,
        tree: options.tree,
        seed: options.seed,
        record: true,
        ..hueco_sums::Options::default()
    };
    let answer = solve(puzzle, &asked, budget);
    let written = match options.format {
        Format::Text => write_text(puzzle, &answer, &mut output),
        Format::Json => write_json(puzzle, &answer, &mut output),
    };
    written.and_then(|()| output.flush()).map_err(CourseError::Write)?;
    Ok(match answer.ending {
        engine::Ending::Stopped(limit) => {
            if limit == engine::Limit::Memory {
                note(Note::UsePropagation);
            }
            Ending::Stopped(limit)
        }
        engine::Ending::Solved | engine::Ending::Unsolvable => Ending::Done,
    })
}

fn write_text(puzzle: &Puzzle, answer: &Answer, output: &mut impl Write) -> std::io::Result<()> {
    writeln!(output, "Iniciando creación del árbol")?;
    writeln!(output, "Aplicando operadores y realizando bitácora de desarrollo:")?;
    write_states(puzzle, &answer.created, output)?;
    writeln!(output, "Buscando ruta solución:")?;
    write_states(puzzle, &answer.examined, output)?;
    let Some(solution) = answer.solution() else {
        return match answer.ending {
            engine::Ending::Stopped(_) => Ok(()),
            _ => writeln!(output, "NO HAY SOLUCIÓN"),
        };
    };
    let filled: Vec<Option<i64>> = solution.iter().copied().map(Some).collect();
    writeln!(output, "SOLUCIÓN ENCONTRADA, DETENIENDO PROCESO:")?;
    writeln!(output, "{}", list(&filled))?;
    for step in &answer.route {
        writeln!(output, "Colocar {} En la casilla {}", step.number, step.cell.index())?;
    }
    output.write_all(draw(puzzle, &filled).as_bytes())
}

fn write_states(puzzle: &Puzzle, states: &States, output: &mut impl Write) -> std::io::Result<()> {
    states.iter().try_for_each(|state| writeln!(output, "Node Value {}", list(&puzzle.listed(&state))))
}

/// `[0, 0, 0, 5, 4]`; an empty cell is `_` where 0 is a number of the puzzle.
fn list(state: &[Option<i64>]) -> String {
    let cells: Vec<String> =
        state.iter().map(|cell| cell.map_or("_".to_owned(), |number| number.to_string())).collect();
    format!("[{}]", cells.join(", "))
}

/// The object of `--format json`.
#[derive(Serialize)]
struct Object<'a> {
    created: Vec<Vec<Option<i64>>>,
    examined: Vec<Vec<Option<i64>>>,
    solution: Option<&'a [i64]>,
    route: Option<Vec<Placed<'a>>>,
}

#[derive(Serialize)]
struct Placed<'a> {
    number: i64,
    cell: &'a str,
}

fn write_json(puzzle: &Puzzle, answer: &Answer, output: &mut impl Write) -> std::io::Result<()> {
    let states = |states: &States| states.iter().map(|state| puzzle.listed(&state)).collect();
    let route = answer.route.iter().map(|step| Placed { number: step.number, cell: puzzle.name(step.cell) });
    let object = Object {
        created: states(&answer.created),
        examined: states(&answer.examined),
        solution: answer.solution(),
        route: answer.solution().map(|_| route.collect()),
    };
    serde_json::to_writer(&mut *output, &object)?;
    writeln!(output)
}
