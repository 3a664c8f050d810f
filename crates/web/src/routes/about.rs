//! What this server can do and how much it allows.

use std::sync::Arc;

use axum::extract::State;
use hueco_jobs::Capacity;

use crate::request::{Answered, json_text};
use crate::routes::App;

pub(super) async fn about(State(app): State<Arc<App>>) -> Answered {
    let limits = &app.limits;
    let capacity = Capacity {
        quick_time: limits.quick_time,
        jobs: limits.workers,
        waiting: limits.queue,
        body_bytes: limits.body_bytes,
    };
    Ok(json_text(hueco_jobs::about(&app.long, &capacity)))
}

/// The whole API, for programs that read such a document.
const OPENAPI: &str = include_str!("../openapi.json");

pub(super) async fn openapi() -> Answered {
    Ok(json_text(OPENAPI))
}
