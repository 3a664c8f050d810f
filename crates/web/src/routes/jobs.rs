//! Jobs: started, listened to, looked at and cancelled.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use hueco_jobs::Request;
use hueco_say::Lang;
use hueco_show::answer::{VERSION, one_line};
use serde::Serialize;

use crate::fault::Fault;
use crate::queue::{Job, events as stream};
use crate::request::{Answered, JsonBody, Speak, json_text};
use crate::routes::App;

#[derive(Serialize)]
struct Started<'a> {
    version: u32,
    id: &'a str,
    kind: &'a str,
    events: String,
}

pub(super) async fn start(State(app): State<Arc<App>>, JsonBody { bytes, lang }: JsonBody) -> Answered {
    let request = Request::read(&bytes, &app.long).map_err(|error| Fault::request(&error, lang))?;
    let job = app.jobs.start(request, lang)?;
    let id = job.id().as_str();
    let started = Started { version: VERSION, id, kind: job.kind(), events: format!("/api/jobs/{id}/events") };
    let headers =
        [(header::CONTENT_TYPE, "application/json".to_owned()), (header::LOCATION, format!("/api/jobs/{id}"))];
    Ok((StatusCode::ACCEPTED, headers, one_line(&started)).into_response())
}

fn find(app: &App, id: &str, lang: Lang) -> Result<Arc<Job>, Fault> {
    app.jobs.find(id).ok_or_else(|| Fault::not_found(lang))
}

pub(super) async fn look(State(app): State<Arc<App>>, Speak(lang): Speak, Path(id): Path<String>) -> Answered {
    Ok(json_text(find(&app, &id, lang)?.json()))
}

pub(super) async fn cancel(State(app): State<Arc<App>>, Speak(lang): Speak, Path(id): Path<String>) -> Answered {
    let job = find(&app, &id, lang)?;
    app.jobs.cancel(&job);
    Ok(json_text(job.json()))
}

pub(super) async fn events(
    State(app): State<Arc<App>>,
    Speak(lang): Speak,
    Path(id): Path<String>,
) -> Result<Response, Fault> {
    let job = find(&app, &id, lang)?;
    Ok(stream(app, job))
}
