//! Requests that are answered while their client waits: a board read, boards drawn at random, a board solved, a problem file
//! described.

use std::sync::Arc;

use axum::extract::State;
use hueco_jobs::Request;
use hueco_say::Lang;

use crate::fault::Fault;
use crate::request::{Answered, JsonBody, QueryPairs, json_text};
use crate::routes::App;

fn read(kind: &str, text: &[u8], app: &App, lang: Lang) -> Result<Request, Fault> {
    Request::read_kind(kind, text, &app.short).map_err(|error| Fault::request(&error, lang))
}

pub(super) async fn parse(State(app): State<Arc<App>>, JsonBody { bytes, lang }: JsonBody) -> Answered {
    Ok(json_text(app.answer_here(&read("parse", &bytes, &app, lang)?, lang)?))
}

pub(super) async fn random(State(app): State<Arc<App>>, QueryPairs { pairs, lang }: QueryPairs) -> Answered {
    let request = Request::read_pairs("random", pairs, &app.short).map_err(|error| Fault::request(&error, lang))?;
    Ok(json_text(app.answer_here(&request, lang)?))
}

pub(super) async fn solve(State(app): State<Arc<App>>, JsonBody { bytes, lang }: JsonBody) -> Answered {
    let request = read("solve", &bytes, &app, lang)?;
    Ok(json_text(app.answer(request, lang).await?))
}

pub(super) async fn describe(State(app): State<Arc<App>>, JsonBody { bytes, lang }: JsonBody) -> Answered {
    let request = read("describe", &bytes, &app, lang)?;
    Ok(json_text(app.answer(request, lang).await?))
}
