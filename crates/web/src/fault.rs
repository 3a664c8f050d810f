//! Why a request has no answer: a status, a code for programs and a sentence for people.
//!
//! ```text
//! {"version":1,"error":{"code":"bad_board","message":"column 5: …","line":1,"column":5,"field":null}}
//! ```

use std::time::Duration;

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use hueco_jobs::{ErrorObject, JobError, RequestError};
use hueco_say::{Lang, Say, serve};
use hueco_show::answer::one_line;

/// How soon a client that met a full queue may try again.
const RETRY: Duration = Duration::from_secs(1);

/// Why a request has no answer.
#[derive(Clone, Debug)]
pub(crate) struct Fault {
    status: StatusCode,
    error: ErrorObject,
}

impl Fault {
    /// Something is wrong with what was asked.
    pub(crate) fn bad(code: &'static str, message: impl Into<String>) -> Self {
        Self::of(StatusCode::BAD_REQUEST, code, message)
    }

    /// A request that cannot be run.
    pub(crate) fn request(error: &RequestError, lang: Lang) -> Self {
        Self { status: StatusCode::BAD_REQUEST, error: ErrorObject::request(error, error.say(lang)) }
    }

    /// A run without a result.
    pub(crate) fn job(error: &JobError, lang: Lang) -> Self {
        let status = match error.code() {
            "internal" => StatusCode::INTERNAL_SERVER_ERROR,
            "stopped" => StatusCode::UNPROCESSABLE_ENTITY,
            _ => StatusCode::BAD_REQUEST,
        };
        Self { status, error: ErrorObject::job(error, error.say(lang)) }
    }

    /// Any other.
    pub(crate) fn of(status: StatusCode, code: &'static str, message: impl Into<String>) -> Self {
        Self { status, error: ErrorObject::new(code, message) }
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
        self.error.answer()
    }

    /// The error alone as JSON.
    pub(crate) fn error_json(&self) -> String {
        one_line(&self.error)
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
