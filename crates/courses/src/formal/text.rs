//! What the model says, as lines with the document's names or as one JSON object.

use std::io::{self, Write};

use hueco_tiles::Why;
use serde::Serialize;

use super::{Account, Method, State};

pub(super) fn write_text(account: &Account, output: &mut impl Write) -> io::Result<()> {
    let state = &account.state;
    write_state("celdas", state, output)?;
    write_state("estadoFinal", &account.goal, output)?;
    for (operator, successor) in &account.operators {
        let valid = if successor.is_some() { "sí" } else { "no" };
        let rule = operator.rule(state.shape());
        writeln!(output, "{} {operator:<9}  esValido: {valid}  {rule}: {}", operator.number(), operator.words())?;
        match successor {
            Some(after) => {
                let numbers: Vec<u16> = after.numbers().collect();
                write_matrix(numbers.chunks(after.shape().cols()).map(<[u16]>::to_vec), after, output)?;
                write_vectors(after, output)?;
            }
            None => writeln!(output)?,
        }
    }
    writeln!(output, "testObjetivo: {}", if account.is_goal { "sí" } else { "no" })?;
    write_solution(account, output)
}

fn write_solution(account: &Account, output: &mut impl Write) -> io::Result<()> {
    match account.unsolvable {
        Some(Why::Parity { swaps, blank_distance, board_inversions, goal_inversions }) => {
            writeln!(output, "Objetivo alcanzable: no")?;
            writeln!(output, "  inversiones: {board_inversions}; las del objetivo: {goal_inversions}")?;
            return writeln!(
                output,
                "  intercambios hasta el objetivo: {swaps}; pasos del hueco hasta su sitio: {blank_distance}; \
                 uno es par y el otro impar"
            );
        }
        Some(Why::Order { place, found, expected }) => {
            writeln!(output, "Objetivo alcanzable: no")?;
            return writeln!(output, "  la pieza número {place} es {found}; la del objetivo es {expected}");
        }
        None => writeln!(output, "Objetivo alcanzable: sí")?,
    }
    let Some(solution) = &account.solution else { return Ok(()) };
    let names: Vec<&str> = solution.iter().map(|operator| operator.name()).collect();
    let how = match account.method {
        Method::Astar => "",
        Method::Bfs => " (en anchura)",
        Method::Dfs => " (en profundidad, no mínima)",
    };
    writeln!(output, "Solución{how}: {}", names.join(" "))?;
    writeln!(output, "Coste del camino: {}", solution.len())
}

/// The three tables of a state, the blank as the last number.
fn write_state(name: &str, state: &State, output: &mut impl Write) -> io::Result<()> {
    writeln!(output, "{name}")?;
    write_matrix(state.celdas().map(<[u16]>::to_vec), state, output)?;
    write_vectors(state, output)
}

fn write_vectors(state: &State, output: &mut impl Write) -> io::Result<()> {
    writeln!(output, "fila = {}", joined(state.fila()))?;
    writeln!(output, "col  = {}\n", joined(state.col()))
}

/// Rows with right-aligned numbers, and an empty line.
fn write_matrix(rows: impl Iterator<Item = Vec<u16>>, state: &State, output: &mut impl Write) -> io::Result<()> {
    let width = state.shape().cells().to_string().len();
    for row in rows {
        let row: Vec<String> = row.iter().map(|number| format!("{number:>width$}")).collect();
        writeln!(output, "{}", row.join(" "))?;
    }
    writeln!(output)
}

fn joined(numbers: &[u16]) -> String {
    numbers.iter().map(u16::to_string).collect::<Vec<_>>().join(" ")
}

/// The object of `--format json`.
#[derive(Serialize)]
struct Object<'a> {
    celdas: Vec<&'a [u16]>,
    fila: &'a [u16],
    col: &'a [u16],
    operators: Vec<Applied>,
    is_goal: bool,
    solvable: bool,
    solution: Option<Vec<u32>>,
    cost: Option<usize>,
}

#[derive(Serialize)]
struct Applied {
    number: u32,
    name: &'static str,
    valid: bool,
    successor: Option<Vec<u16>>,
}

pub(super) fn write_json(account: &Account, output: &mut impl Write) -> io::Result<()> {
    let operators = account.operators.iter().map(|(operator, successor)| Applied {
        number: operator.number(),
        name: operator.name(),
        valid: successor.is_some(),
        successor: successor.as_ref().map(|after| after.numbers().collect()),
    });
    let object = Object {
        celdas: account.state.celdas().collect(),
        fila: account.state.fila(),
        col: account.state.col(),
        operators: operators.collect(),
        is_goal: account.is_goal,
        solvable: account.unsolvable.is_none(),
        solution: account.solution.as_ref().map(|solution| solution.iter().map(|&operator| operator.into()).collect()),
        cost: account.cost(),
    };
    serde_json::to_writer(&mut *output, &object)?;
    writeln!(output)
}
