//! `formal`: the state-space model of the course, name by name, and what it says of a board.
//!
//! | in the document | here |
//! |---|---|
//! | `tEstado` with `celdas`, `fila`, `col` | [`State`] with [`State::celdas`], [`State::fila`], [`State::col`] |
//! | `crearEstado` | [`State::create`] |
//! | `puzle_inicial`, `puzle_final` | the boards given to [`Model::new`] |
//! | `estadoInicial`, `estadoObjetivo`, also `estadoFinal` | the fields of [`Model`] |
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

use hueco_search::{BestFirst, Budget, DepthFirst, Ending as Searched, IdaStar, Limit, Search, Ties};
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

/// Which search finds the solution. The document leaves it open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Method {
    /// A shortest one: A* on small boards, IDA* on larger ones.
    #[default]
    Astar,
    /// A shortest one, blindly.
    Bfs,
    /// Any one, depth-first; usually far too long.
    Dfs,
}

impl Method {
    /// Every method with its name.
    pub const ALL: [(&'static str, Self); 3] = [("astar", Self::Astar), ("bfs", Self::Bfs), ("dfs", Self::Dfs)];

    /// The method of a name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(known, _)| *known == name).map(|&(_, method)| method)
    }
}

/// A board in the forms that the document prints: with N*N for the blank where there is no 0, and as
/// `{ {1,2,3}, {4,5,6}, {9,8,7} }`. Other texts stay as they are.
///
/// ```
/// use hueco_courses::formal::plain_form;
///
/// assert_eq!(plain_form("{ {1,2,3}, {4,5,6}, {9,8,7} }"), "1 2 3 / 4 5 6 / 0 8 7");
/// assert_eq!(plain_form("1 2 3 / 9 4 5 / 7 8 6"), "1 2 3 / 0 4 5 / 7 8 6");
/// assert_eq!(plain_form("blank-last"), "blank-last");
/// ```
pub fn plain_form(text: &str) -> String {
    let rows: Vec<&str> = if text.trim_start().starts_with('{') {
        let inner = text.trim().trim_start_matches('{').trim_end_matches('}');
        inner
            .split('}')
            .map(|row| row.trim_matches([' ', ',', '{', '\n', '\t']))
            .filter(|row| !row.is_empty())
            .collect()
    } else {
        text.split('/').collect()
    };
    let words = |row: &str| row.replace(',', " ").split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let mut cells: Vec<Vec<String>> = rows.into_iter().map(words).collect();
    let numbers: Option<Vec<usize>> = cells.iter().flatten().map(|word| word.parse().ok()).collect();
    let Some(numbers) = numbers.filter(|numbers| !numbers.is_empty()) else { return text.to_owned() };
    if numbers.contains(&0) {
        return if text.contains('{') { joined(&cells) } else { text.to_owned() };
    }
    let last = numbers.len().to_string();
    cells.iter_mut().flatten().filter(|word| **word == last).for_each(|word| "0".clone_into(word));
    joined(&cells)
}

fn joined(cells: &[Vec<String>]) -> String {
    cells.iter().map(|row| row.join(" ")).collect::<Vec<_>>().join(" / ")
}

/// What the model says of a board and a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// The start.
    pub state: State,
    /// The goal.
    pub goal: State,
    /// How the solution was found.
    pub method: Method,
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
        Self::by(board, goal, Method::default(), budget)
    }

    /// The same, with the solution found in this way.
    pub fn by(board: &Board, goal: &Board, method: Method, budget: &mut Budget) -> Result<Self, CourseError> {
        let model = Model::new(board, goal)?;
        let state = model.start.clone();
        let operators = Operator::ALL.map(|operator| (operator, apply_operator(operator, &state)));
        let is_goal = model.start == model.goal;
        let mut account = Self {
            state,
            goal: model.goal.clone(),
            method,
            operators: operators.into(),
            is_goal,
            unsolvable: None,
            solution: None,
            stopped: None,
        };
        match solvability(board, goal)? {
            Solvability::Unsolvable(why) => account.unsolvable = Some(why),
            Solvability::Solvable => match found(&model, board, goal, method, budget)? {
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

/// A solution by a method.
fn found(
    model: &Model,
    board: &Board,
    goal: &Board,
    method: Method,
    budget: &mut Budget,
) -> Result<Result<Vec<Operator>, Limit>, CourseError> {
    let report = match method {
        Method::Astar => return shortest(model, board, goal, budget),
        Method::Bfs => BestFirst::breadth_first(model).run(&mut (), budget),
        Method::Dfs => DepthFirst::plain(model).run(&mut (), budget),
    };
    Ok(solution(report.ending, report.solution.map(|found| found.actions)))
}

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
    output: impl Write,
    budget: &mut Budget,
) -> Result<Ending, CourseError> {
    run_by(board, goal, Method::default(), format, output, budget)
}

/// The same, with the solution found in this way.
pub fn run_by(
    board: &Board,
    goal: &Board,
    method: Method,
    format: Format,
    mut output: impl Write,
    budget: &mut Budget,
) -> Result<Ending, CourseError> {
    let account = Account::by(board, goal, method, budget)?;
    let written = match format {
        Format::Text => text::write_text(&account, &mut output),
        Format::Json => text::write_json(&account, &mut output),
    };
    written.and_then(|()| output.flush()).map_err(CourseError::Write)?;
    Ok(account.stopped.map_or(Ending::Done, Ending::Stopped))
}
