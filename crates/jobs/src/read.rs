//! Fields that several requests share: boards, goals, heuristics, and what tunes a method. The names and the defaults are the
//! command's.

use hueco_show::answer::MovesOf;
use hueco_tiles::heuristic::{Formula, HeuristicSpec};
use hueco_tiles::solve::Algorithm;
use hueco_tiles::{Board, Shape, parse_board, parse_goal, parse_shape};
use serde_json::Value;

use crate::error::{RequestError, RequestFault};
use crate::fields::{self, Fields};
use crate::limits::Allowance;
use crate::lists;

/// Threads that can be asked for.
const MOST_THREADS: u64 = 1024;

/// `size`: `3x3`.
pub(crate) fn size(fields: &mut Fields, allowed: &Allowance) -> Result<Option<Shape>, RequestError> {
    let Some(text) = fields.text("size")? else { return Ok(None) };
    let shape = parse_shape(&text).map_err(|error| RequestFault::Size(error).of("size"))?;
    fits(shape, allowed).map(|()| Some(shape))
}

fn fits(shape: Shape, allowed: &Allowance) -> Result<(), RequestError> {
    let limit = allowed.cells;
    if shape.cells() <= limit { Ok(()) } else { Err(RequestFault::TooLarge { shape, limit }.into()) }
}

/// A board that must be there.
pub(crate) fn required_board(
    fields: &mut Fields,
    name: &str,
    size: Option<Shape>,
    allowed: &Allowance,
) -> Result<Board, RequestError> {
    let value = fields.value(name).ok_or_else(|| fields::missing(name))?;
    board(&value, name, size, allowed)
}

/// A board: a text as on the command line, a list of numbers row by row, or a list of rows.
pub(crate) fn board(
    value: &Value,
    name: &str,
    size: Option<Shape>,
    allowed: &Allowance,
) -> Result<Board, RequestError> {
    let board = match value {
        // A text has positions of its own.
        Value::String(text) => parse_board(text, size).map_err(RequestFault::Board)?,
        Value::Array(values) => lists::board(values, size).map_err(|fault| fault.of(name))?,
        _ => return Err(RequestFault::BoardExpected.of(name)),
    };
    fits(board.shape(), allowed).map(|()| board)
}

/// The goal of boards of a shape: a name, a board's text, or a list; `blank-last` where it is missing.
pub(crate) fn goal(value: Option<&Value>, shape: Shape) -> Result<Board, RequestError> {
    let goal = match value {
        None => return Ok(Board::blank_last(shape)),
        Some(Value::String(text)) => {
            parse_goal(text, shape).map_err(|error| RequestFault::Goal { text: text.clone(), error })
        }
        Some(Value::Array(values)) => {
            lists::board(values, Some(shape)).map_err(|fault| RequestFault::GoalList(Box::new(fault)))
        }
        Some(_) => Err(RequestFault::GoalExpected),
    };
    goal.map_err(|fault| fault.of("goal"))
}

/// `heuristic`: a name, `max(a,b)`, `pattern(7-8)`; or `formula`: the user's own.
pub(crate) fn heuristic(fields: &mut Fields) -> Result<Option<HeuristicSpec>, RequestError> {
    match (fields.text("heuristic")?, fields.text("formula")?) {
        (None, None) => Ok(None),
        (Some(name), None) => heuristic_of(&name).map(Some),
        (None, Some(text)) => formula_of(&text).map(Some),
        (Some(_), Some(_)) => Err(RequestFault::HeuristicOrFormula.of("formula")),
    }
}

/// The heuristic of a text.
pub(crate) fn heuristic_of(text: &str) -> Result<HeuristicSpec, RequestError> {
    text.parse().map_err(|error| RequestFault::Heuristic(error).of("heuristic"))
}

/// The formula of a text.
pub(crate) fn formula_of(text: &str) -> Result<HeuristicSpec, RequestError> {
    let formula: Formula = text.parse().map_err(|error| RequestFault::Formula(error).of("formula"))?;
    Ok(HeuristicSpec::Formula(formula))
}

/// The algorithm of a text in a field.
pub(crate) fn algorithm_of(text: &str, field: &str) -> Result<Algorithm, RequestError> {
    Algorithm::parse(text).ok_or_else(|| RequestFault::Algorithm { found: fields::shortened(text) }.of(field))
}

/// `moves_of`: whose direction the letters name.
pub(crate) fn moves_of(fields: &mut Fields) -> Result<MovesOf, RequestError> {
    let readings = [MovesOf::Blank, MovesOf::Tile].map(|reading| (reading.name(), reading));
    Ok(fields.named("moves_of", &readings)?.unwrap_or(MovesOf::Blank))
}

/// `threads`, where they are the request's to choose.
pub(crate) fn threads(fields: &mut Fields, allowed: &Allowance) -> Result<Option<usize>, RequestError> {
    match allowed.threads {
        Some(threads) => Ok(Some(threads)),
        None => Ok(fields.whole("threads", 1, MOST_THREADS)?.map(|threads| threads as usize)),
    }
}
