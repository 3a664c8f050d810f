//! Why a request has no answer: a status, a code for programs and a sentence for people.
//!
//! ```text
//! {"version":1,"error":{"code":"bad_board","message":"column 5: …","line":1,"column":5,"field":null}}
//! ```

use std::time::Duration;

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use hueco_jobs::{JobError, RequestError};
use hueco_say::{Lang, Say, serve};
use hueco_show::answer::{VERSION, one_line};
use hueco_tiles::Position;
use serde::Serialize;

/// How soon a client that met a full queue may try again.
const RETRY: Duration = Duration::from_secs(1);

/// Why a request has no answer.
#[derive(Clone, Debug)]
pub(crate) struct Fault {
    status: StatusCode,
    code: &'static str,
    message: String,
    at: Option<Position>,
    field: Option<String>,
}

#[derive(Serialize)]
struct Object<'a> {
    version: u32,
    error: ErrorObject<'a>,
}

/// The error alone.
#[derive(Serialize)]
struct ErrorObject<'a> {
    code: &'a str,
    message: &'a str,
    line: Option<usize>,
    column: Option<usize>,
    field: Option<&'a str>,
}

impl Fault {
    /// Something is wrong with what was asked.
    pub(crate) fn bad(code: &'static str, message: impl Into<String>) -> Self {
        Self::of(StatusCode::BAD_REQUEST, code, message)
    }

    /// A request that cannot be run.
    pub(crate) fn request(error: &RequestError, lang: Lang) -> Self {
        let (at, field) = (error.position(), error.field.clone());
        Self { at, field, ..Self::bad(error.code(), error.say(lang)) }
    }

    /// A run without a result.
    pub(crate) fn job(error: &JobError, lang: Lang) -> Self {
        let status = match error.code() {
            "internal" => StatusCode::INTERNAL_SERVER_ERROR,
            "stopped" => StatusCode::UNPROCESSABLE_ENTITY,
            _ => StatusCode::BAD_REQUEST,
        };
        let (at, field) = (error.position(), error.field().map(str::to_owned));
        Self { at, field, ..Self::of(status, error.code(), error.say(lang)) }
    }

    /// Any other.
    pub(crate) fn of(status: StatusCode, code: &'static str, message: impl Into<String>) -> Self {
        Self { status, code, message: message.into(), at: None, field: None }
    }

    /// There is nothing under this address.
    pub(crate) fn not_found(lang: Lang) -> Self {
        Self::of(StatusCode::NOT_FOUND, "not_found", serve::not_found(lang))
    }

    /// Everything that may wait is waiting.
    pub(crate) fn busy(lang: Lang) -> Self {
        Self::of(StatusCode::SERVICE_UNAVAILABLE, "busy", serve::busy(lang))
    }

    /// A fault of the program.
    pub(crate) fn internal(lang: Lang) -> Self {
        Self::of(StatusCode::INTERNAL_SERVER_ERROR, "internal", serve::internal(lang))
    }

    /// As one line of JSON.
    pub(crate) fn json(&self) -> String {
        one_line(&Object { version: VERSION, error: self.object() })
    }

    /// The error alone as JSON.
    pub(crate) fn error_json(&self) -> String {
        one_line(&self.object())
    }

    fn object(&self) -> ErrorObject<'_> {
        ErrorObject {
            code: self.code,
            message: &self.message,
            line: self.at.map(|at| at.line),
            column: self.at.map(|at| at.column),
            field: self.field.as_deref(),
        }
    }
}

impl IntoResponse for Fault {
    fn into_response(self) -> Response {
        let mut response = (self.status, [(header::CONTENT_TYPE, "application/json")], self.json()).into_response();
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(RETRY.as_secs()));
        }
        response
    }
}
