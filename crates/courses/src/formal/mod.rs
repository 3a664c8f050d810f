//! `formal`: the state-space model of the course, name by name, and what it says of a board.
//!
//! | in the document | here |
//! |---|---|
//! | `tEstado` with `celdas`, `fila`, `col` | [`State`] with [`State::celdas`], [`State::fila`], [`State::col`] |
//! | `crearEstado` | [`State::create`] |
//! | `estadoInicial`, `estadoObjetivo` | the fields of [`Model`] |
//! | `testObjetivo`, `iguales` | [`Model::is_goal`](hueco_search::Problem::is_goal), `==` |
//! | `NUM_OPERADORES` | [`NUM_OPERATORS`] |
//! | `ARRIBA` = 1, `ABAJO` = 2, `IZQUIERDA` = 3, `DERECHA` = 4 | [`Operator`] |
//! | `esValido(op, s)` | [`is_valid`] |
//! | `aplicaOperador(op, s)` | [`apply_operator`], a new state |
//! | the search, written once | every search of [`hueco_search`], on [`Model`] as on any [`Problem`](hueco_search::Problem) |
//!
//! The document's point is the last line: the search knows nothing of tiles, so another problem needs another state type
//! and nothing else. [`Model`] shows it: it is the document's state, unpacked and slow, under the engine's A*.

mod model;
mod operator;
mod text;

use std::io::Write;

use hueco_search::{BestFirst, Budget, Ending as Searched, IdaStar, Limit, Search, Ties};
use hueco_tiles::heuristic::{LinearConflict, WalkingDistance};
use hueco_tiles::{Board, Cells, Nibbles, Order, Solvability, Tiles, Why, Wide, solvability};

pub use model::{Model, RowsAndColumns, State, apply_operator, is_valid};
pub use operator::{NUM_OPERATORS, Operator};

use crate::error::{CourseError, Ending};

/// How to write what the model says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Format {
    /// Lines with the document's names.
    #[default]
    Text,
    /// One JSON object.
    Json,
}

/// What the model says of a board and a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// The start.
    pub state: State,
    /// Every operator, with the state it leads to where it is valid.
    pub operators: Vec<(Operator, Option<State>)>,
    /// Whether the start is the goal.
    pub is_goal: bool,
    /// Why the goal cannot be reached, if it cannot.
    pub unsolvable: Option<Why>,
    /// The operators of a shortest solution, if one was found. Each costs 1.
    pub solution: Option<Vec<Operator>>,
    /// The limit that came before a solution, if one did.
    pub stopped: Option<Limit>,
}

impl Account {
    /// Of this board and goal. Whether the goal can be reached is decided by parity, before any search.
    pub fn new(board: &Board, goal: &Board, budget: &mut Budget) -> Result<Self, CourseError> {
        let model = Model::new(board, goal)?;
        let state = model.start.clone();
        let operators = Operator::ALL.map(|operator| (operator, apply_operator(operator, &state)));
        let is_goal = model.start == model.goal;
        let mut account =
            Self { state, operators: operators.into(), is_goal, unsolvable: None, solution: None, stopped: None };
        match solvability(board, goal)? {
            Solvability::Unsolvable(why) => account.unsolvable = Some(why),
            Solvability::Solvable => match shortest(&model, board, goal, budget)? {
                Ok(solution) => account.solution = Some(solution),
                Err(limit) => account.stopped = Some(limit),
            },
        }
        Ok(account)
    }

    /// Path cost: the sum of the steps' costs, 1 each.
    pub fn cost(&self) -> Option<usize> {
        self.solution.as_ref().map(Vec::len)
    }
}

/// Boards of at most this many cells are solved in the document's own state type.
const SMALL: usize = 9;

/// A shortest solution: by A* on the model where the board is small, by IDA* on packed states where it is not, since A*
/// keeps every state.
fn shortest(
    model: &Model,
    board: &Board,
    goal: &Board,
    budget: &mut Budget,
) -> Result<Result<Vec<Operator>, Limit>, CourseError> {
    let cells = board.shape().cells();
    if cells <= SMALL {
        let report = BestFirst::a_star(model, &RowsAndColumns, Ties::LowH).run(&mut (), budget);
        return Ok(solution(report.ending, report.solution.map(|found| found.actions)));
    }
    let report = if cells <= Nibbles::CELLS {
        deepen(&Tiles::<Nibbles>::new(board, goal, Order::UDLR)?, budget)
    } else {
        deepen(&Tiles::<Wide>::new(board, goal, Order::UDLR)?, budget)
    };
    let operators = |moves: Vec<_>| moves.into_iter().map(Operator::of_direction).collect();
    Ok(solution(report.ending, report.solution.map(|found| operators(found.actions))))
}

fn deepen<C: Cells>(tiles: &Tiles<C>, budget: &mut Budget) -> hueco_search::Report<hueco_tiles::Direction> {
    match WalkingDistance::new(tiles.frame()) {
        Ok(heuristic) => IdaStar::ida_star(tiles, &heuristic).run(&mut (), budget),
        // Its tables grow with the board; this heuristic needs none.
        Err(_) => IdaStar::ida_star(tiles, &LinearConflict::new(tiles.frame())).run(&mut (), budget),
    }
}

fn solution(ending: Searched, operators: Option<Vec<Operator>>) -> Result<Vec<Operator>, Limit> {
    match (ending, operators) {
        (_, Some(operators)) => Ok(operators),
        (Searched::Stopped(limit), None) => Err(limit),
        (_, None) => unreachable!("parity says that there is a solution"),
    }
}

/// Writes what the model says of a board and a goal.
pub fn run(
    board: &Board,
    goal: &Board,
    format: Format,
    mut output: impl Write,
    budget: &mut Budget,
) -> Result<Ending, CourseError> {
    let account = Account::new(board, goal, budget)?;
    let written = match format {
        Format::Text => text::write_text(&account, &mut output),
        Format::Json => text::write_json(&account, &mut output),
    };
    written.and_then(|()| output.flush()).map_err(CourseError::Write)?;
    Ok(account.stopped.map_or(Ending::Done, Ending::Stopped))
}
