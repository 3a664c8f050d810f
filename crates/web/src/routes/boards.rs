//! Boards: read, drawn at random, and solved while the request waits.

use std::sync::Arc;

use axum::extract::State;
use hueco_say::{Say, why_unsolvable};
use hueco_show::answer::{Solved, VERSION, one_line};
use hueco_tiles::solve::solve as carry_out;
use hueco_tiles::{Board, RandomBoards, Solvability, solvability};
use serde::Serialize;

use crate::ask::{self, cancellable};
use crate::fault::Fault;
use crate::request::{Addressed, Answered, Asked, json, json_text};
use crate::routes::App;

/// Random boards of one request.
const MOST_BOARDS: u64 = 1000;

#[derive(Serialize)]
struct Parsed<'a> {
    version: u32,
    rows: usize,
    cols: usize,
    board: &'a [u16],
    goal: &'a [u16],
    solvable: bool,
    why: Option<String>,
}

pub(super) async fn parse(State(app): State<Arc<App>>, Asked(mut fields): Asked) -> Answered {
    let lang = fields.lang;
    let size = ask::size(&mut fields, &app.long)?;
    let board = ask::board(&mut fields, "text", size, &app.long)?;
    let goal = ask::goal(&mut fields, board.shape())?;
    fields.finish()?;
    let solvable = solvability(&board, &goal).map_err(|error| Fault::bad("bad_goal", error.say(lang)))?;
    let why = match solvable {
        Solvability::Solvable => None,
        Solvability::Unsolvable(why) => Some(why_unsolvable(&why, lang)),
    };
    let shape = board.shape();
    Ok(json(&Parsed {
        version: VERSION,
        rows: shape.rows(),
        cols: shape.cols(),
        board: board.tiles(),
        goal: goal.tiles(),
        solvable: why.is_none(),
        why,
    }))
}

#[derive(Serialize)]
struct Drawn<'a> {
    version: u32,
    rows: usize,
    cols: usize,
    boards: Vec<&'a [u16]>,
}

pub(super) async fn random(State(app): State<Arc<App>>, Addressed(mut fields): Addressed) -> Answered {
    let shape = ask::size(&mut fields, &app.long)?.ok_or_else(|| fields.missing("size"))?;
    let goal = ask::goal(&mut fields, shape)?;
    let seed = fields.whole("seed", 0, u64::MAX)?.unwrap_or(0);
    let count = fields.whole("count", 1, MOST_BOARDS)?.unwrap_or(1);
    fields.finish()?;
    let boards: Vec<Board> = RandomBoards::new(&goal, seed).take(count as usize).collect();
    Ok(json(&Drawn {
        version: VERSION,
        rows: shape.rows(),
        cols: shape.cols(),
        boards: boards.iter().map(Board::tiles).collect(),
    }))
}

pub(super) async fn solve(State(app): State<Arc<App>>, Asked(mut fields): Asked) -> Answered {
    let lang = fields.lang;
    let (plan, moves_of) = ask::plan(&mut fields, &app.short)?;
    fields.finish()?;
    let workbench = Arc::clone(&app.short.workbench);
    let text = app.compute(lang, move |cancel| {
        let plan = cancellable(plan, cancel);
        let answer =
            carry_out(&plan, &workbench, &mut |_| ()).map_err(|error| Fault::bad("bad_plan", error.say(lang)))?;
        Ok(one_line(&Solved::new(&plan, &answer, moves_of)))
    });
    Ok(json_text(text.await?))
}
