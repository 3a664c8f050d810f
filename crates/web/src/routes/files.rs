//! The page's files.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::HeaderMap;

use crate::fault::Fault;
use crate::request::{Answered, Speak};
use crate::routes::App;

pub(super) async fn index(State(app): State<Arc<App>>, Speak(lang): Speak, headers: HeaderMap) -> Answered {
    app.page.file("index.html", &headers).ok_or_else(|| Fault::not_found(lang))
}

pub(super) async fn asset(
    State(app): State<Arc<App>>,
    Speak(lang): Speak,
    headers: HeaderMap,
    Path(name): Path<String>,
) -> Answered {
    app.page.file(&format!("assets/{name}"), &headers).ok_or_else(|| Fault::not_found(lang))
}
