//! Something to begin with: sample puzzles, the library of problem files, and an input for each course program.

use axum::extract::Path;

use crate::fault::Fault;
use crate::request::{Answered, Speak, json_text};

pub(super) async fn puzzles() -> Answered {
    Ok(json_text(hueco_jobs::puzzles()))
}

pub(super) async fn problems() -> Answered {
    Ok(json_text(hueco_jobs::problems()))
}

pub(super) async fn example(Speak(lang): Speak, Path(name): Path<String>) -> Answered {
    hueco_jobs::example(&name).map(json_text).ok_or_else(|| Fault::not_found(lang))
}
