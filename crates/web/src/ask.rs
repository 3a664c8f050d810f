//! From the fields of a request to boards, goals and plans, as `options.rs` of the command does from its words: the same
//! names, the same defaults, and on top the server's limits.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use hueco_say::{Lang, Say, fault_in_goal, serve, unknown_algorithm, usage};
use hueco_search::Ties;
use hueco_show::answer::MovesOf;
use hueco_tiles::heuristic::{Formula, HeuristicError, HeuristicSpec};
use hueco_tiles::pattern::Store;
use hueco_tiles::solve::{Algorithm, Plan};
use hueco_tiles::{Board, Metric, Order, ParseError, Position, Shape, Workbench, parse_board, parse_goal, parse_shape};
use serde_json::Value;

use crate::fault::Fault;
use crate::fields::Fields;
use crate::lists;

/// Boards of more cells are improved until their time ends: this long where a request does not say.
const ANYTIME_CELLS: usize = 16;
const ANYTIME: Duration = Duration::from_secs(10);
/// Optimal solutions that are listed at most.
const MOST_LISTED: u64 = 10_000;
/// The shortest time that can be asked for.
pub(crate) const SHORTEST: f64 = 0.001;

/// What one search may use.
#[derive(Clone, Debug)]
pub(crate) struct Allowance {
    /// Cells of its boards.
    pub(crate) cells: usize,
    /// Time.
    pub(crate) time: Duration,
    /// Generated nodes.
    pub(crate) nodes: u64,
    /// Bytes.
    pub(crate) bytes: u64,
    /// Bytes of its result.
    pub(crate) result_bytes: usize,
    /// Pattern databases of the user.
    pub(crate) store: Option<Store>,
    /// The server's tables.
    pub(crate) workbench: Arc<Workbench>,
}

/// `size`: `3x3`.
pub(crate) fn size(fields: &mut Fields, allowed: &Allowance) -> Result<Option<Shape>, Fault> {
    let Some(text) = fields.text("size")? else { return Ok(None) };
    shape(&text, allowed, fields.lang).map(Some)
}

/// A size that the server takes.
pub(crate) fn shape(text: &str, allowed: &Allowance, lang: Lang) -> Result<Shape, Fault> {
    let shape = parse_shape(text).map_err(|error| Fault::bad("bad_size", error.say(lang)).field("size"))?;
    fits(shape, allowed, lang).map(|()| shape)
}

fn fits(shape: Shape, allowed: &Allowance, lang: Lang) -> Result<(), Fault> {
    if shape.cells() <= allowed.cells {
        return Ok(());
    }
    Err(Fault::bad("too_large", serve::board_too_large(lang, shape, shape.cells(), allowed.cells)))
}

/// A board: a text as on the command line, a list of numbers row by row, or a list of rows.
pub(crate) fn board(fields: &mut Fields, name: &str, size: Option<Shape>, allowed: &Allowance) -> Result<Board, Fault> {
    let value = fields.value(name).ok_or_else(|| fields.missing(name))?;
    read_board(value, name, size, allowed, fields.lang)
}

/// The same from a value.
pub(crate) fn read_board(
    value: Value,
    name: &str,
    size: Option<Shape>,
    allowed: &Allowance,
    lang: Lang,
) -> Result<Board, Fault> {
    let board = match value {
        Value::String(text) => parse_board(&text, size).map_err(|error| in_text("bad_board", &error, lang))?,
        Value::Array(values) => {
            lists::board(&values, name, size, lang).map_err(|message| Fault::bad("bad_board", message).field(name))?
        }
        _ => return Err(Fault::bad("bad_board", serve::board_expected(lang, name)).field(name)),
    };
    fits(board.shape(), allowed, lang).map(|()| board)
}

fn in_text(code: &'static str, error: &ParseError, lang: Lang) -> Fault {
    Fault::bad(code, error.say(lang)).at(error.at)
}

/// The goal for boards of this shape: a name, a board's text, or lists; `blank-last` where nothing is said.
pub(crate) fn goal(fields: &mut Fields, shape: Shape) -> Result<Board, Fault> {
    let value = fields.value("goal");
    read_goal(value, shape, fields.lang)
}

/// The same, which is left for another reader.
pub(crate) fn peek_goal(fields: &Fields, shape: Shape) -> Result<Board, Fault> {
    read_goal(fields.peek("goal").cloned(), shape, fields.lang)
}

/// The same from a value.
pub(crate) fn read_goal(value: Option<Value>, shape: Shape, lang: Lang) -> Result<Board, Fault> {
    match value {
        None => Ok(Board::blank_last(shape)),
        Some(Value::String(text)) => parse_goal(&text, shape)
            .map_err(|error| Fault::bad("bad_goal", fault_in_goal(&text, &error, lang)).at(error.at).field("goal")),
        Some(Value::Array(values)) => lists::board(&values, "goal", Some(shape), lang)
            .map_err(|message| Fault::bad("bad_goal", usage::in_goal(lang, message)).field("goal")),
        Some(_) => Err(Fault::bad("bad_goal", serve::board_expected(lang, "goal")).field("goal")),
    }
}

/// `algorithm`: a name; `auto` where nothing is said.
fn algorithm(fields: &mut Fields) -> Result<Algorithm, Fault> {
    let name = fields.text("algorithm")?;
    name.map_or(Ok(Algorithm::Auto), |name| algorithm_name("algorithm", &name, fields.lang))
}

/// An algorithm by its name in a field.
pub(crate) fn algorithm_name(field: &str, name: &str, lang: Lang) -> Result<Algorithm, Fault> {
    Algorithm::parse(name).ok_or_else(|| Fault::wrong(field, unknown_algorithm(name, lang)))
}

/// `heuristic`: a known name or `max(a,b)`; or `formula`: the user's own.
pub(crate) fn heuristic(fields: &mut Fields) -> Result<Option<HeuristicSpec>, Fault> {
    let (text, formula) = (fields.text("heuristic")?, fields.text("formula")?);
    match (text, formula) {
        (None, None) => Ok(None),
        (Some(text), None) => read_heuristic(&text, fields.lang).map(Some),
        (None, Some(formula)) => read_formula(&formula, fields.lang).map(Some),
        (Some(_), Some(_)) => Err(Fault::wrong("formula", serve::heuristic_or_formula(fields.lang))),
    }
}

/// The heuristic of a text.
pub(crate) fn read_heuristic(text: &str, lang: Lang) -> Result<HeuristicSpec, Fault> {
    text.parse().map_err(|error: HeuristicError| Fault::bad("bad_heuristic", error.say(lang)).field("heuristic"))
}

/// A formula as a heuristic. A message about it has its column.
pub(crate) fn read_formula(text: &str, lang: Lang) -> Result<HeuristicSpec, Fault> {
    text.parse::<Formula>().map(HeuristicSpec::from).map_err(|error| {
        let at = Position { line: 1, column: error.at + 1 };
        Fault::bad("bad_formula", error.say(lang)).at(at).field("formula")
    })
}

/// `seconds`, `nodes` and `bytes`: at most what is allowed.
pub(crate) fn limits(fields: &mut Fields, allowed: &Allowance) -> Result<Allowance, Fault> {
    let seconds = fields.decimal("seconds", SHORTEST, allowed.time.as_secs_f64())?;
    Ok(Allowance {
        time: seconds.map_or(allowed.time, Duration::from_secs_f64),
        nodes: fields.whole("nodes", 1, allowed.nodes)?.unwrap_or(allowed.nodes),
        bytes: fields.whole("bytes", 1, allowed.bytes)?.unwrap_or(allowed.bytes),
        ..allowed.clone()
    })
}

/// A board to solve and how: all fields of `solve`.
pub(crate) fn plan(fields: &mut Fields, allowed: &Allowance) -> Result<(Plan, MovesOf), Fault> {
    let size = size(fields, allowed)?;
    let board = board(fields, "board", size, allowed)?;
    let goal = goal(fields, board.shape())?;
    plan_for(board, goal, fields, allowed)
}

/// The same for a board and a goal that are known.
pub(crate) fn plan_for(
    board: Board,
    goal: Board,
    fields: &mut Fields,
    allowed: &Allowance,
) -> Result<(Plan, MovesOf), Fault> {
    let asked_time = fields.has("seconds");
    let share = limits(fields, allowed)?;
    let anytime = !asked_time && board.shape().cells() > ANYTIME_CELLS;
    let plan = Plan {
        algorithm: algorithm(fields)?,
        heuristic: heuristic(fields)?,
        optimal: fields.flag("optimal")?,
        fast: fields.flag("fast")?,
        max_nodes: Some(share.nodes),
        max_bytes: Some(share.bytes),
        timeout: Some(if anytime { share.time.min(ANYTIME) } else { share.time }),
        store: share.store,
        ..Plan::new(board, goal)
    };
    let mut plan = tuned(fields, plan)?;
    plan.metric = fields.named("metric", &Metric::ALL)?.unwrap_or(plan.metric);
    plan.every = fields.whole("all", 0, MOST_LISTED)?.map(|most| most as usize);
    Ok((plan, moves_of(fields)?))
}

/// `moves_of`: whose direction the letters name.
pub(crate) fn moves_of(fields: &mut Fields) -> Result<MovesOf, Fault> {
    let readings = [MovesOf::Blank, MovesOf::Tile].map(|reading| (reading.name(), reading));
    Ok(fields.named("moves_of", &readings)?.unwrap_or(MovesOf::Blank))
}

/// What tunes a method: `weight`, `width`, `depth`, `ties`, `order`. One thread, as every search here.
pub(crate) fn tuned(fields: &mut Fields, plan: Plan) -> Result<Plan, Fault> {
    let mut plan = Plan { threads: Some(1), build_threads: Some(1), ..plan };
    if let Some(weight) = fields.decimal("weight", 1.0, 1000.0)? {
        plan.weight = (weight * 1000.0).round() as u32;
    }
    if let Some(width) = fields.whole("width", 1, 10_000_000)? {
        plan.width = width as usize;
    }
    if let Some(depth) = fields.whole("depth", 0, 1_000_000)? {
        plan.depth = depth as u32;
    }
    if let Some(ties) = fields.named("ties", &Ties::ALL)? {
        plan.ties = ties;
    }
    if let Some(order) = fields.text("order")? {
        let wrong = || Fault::wrong("order", usage::order_expected(fields.lang));
        plan.order = Order::parse(&order).ok_or_else(wrong)?;
    }
    Ok(plan)
}

/// The plan, ended by a flag.
pub(crate) fn cancellable(plan: Plan, cancel: &Arc<AtomicBool>) -> Plan {
    Plan { cancel: Some(Arc::clone(cancel)), ..plan }
}
