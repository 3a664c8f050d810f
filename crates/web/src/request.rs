//! What a handler receives of a request: the language, and its body or the pairs of its address.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use hueco_say::{Lang, serve};

use crate::fault::Fault;
use crate::guard;
use crate::routes::App;

/// What a handler returns.
pub(crate) type Answered = Result<Response, Fault>;

/// The language of a request.
pub(crate) struct Speak(pub(crate) Lang);

impl<S: Sync> FromRequestParts<S> for Speak {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self(guard::language(&parts.uri, &parts.headers)))
    }
}

/// The body of a request, which must be JSON.
pub(crate) struct JsonBody {
    pub(crate) bytes: Bytes,
    /// The language of messages.
    pub(crate) lang: Lang,
}

impl FromRequest<Arc<App>> for JsonBody {
    type Rejection = Fault;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self, Fault> {
        let lang = guard::language(request.uri(), request.headers());
        if !is_json(request.headers()) {
            // A form of another site can send texts, but not this type: it would have to ask first.
            return Err(Fault::of(StatusCode::UNSUPPORTED_MEDIA_TYPE, "not_json", serve::json_expected(lang)));
        }
        Ok(Self { bytes: read(request.into_body(), app, lang).await?, lang })
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let value = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    value.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case("application/json")
}

/// A body within its limits of size and time.
async fn read(body: Body, app: &App, lang: Lang) -> Result<Bytes, Fault> {
    let limit = app.limits.body_bytes;
    let whole = tokio::time::timeout(app.limits.body_time, Limited::new(body, limit).collect()).await;
    let whole = whole.map_err(|_| Fault::of(StatusCode::REQUEST_TIMEOUT, "body_slow", serve::body_too_slow(lang)))?;
    let bytes = whole.map_err(|error| {
        if error.is::<LengthLimitError>() {
            let message = serve::body_too_large(lang, limit);
            Fault::of(StatusCode::PAYLOAD_TOO_LARGE, "body_large", message)
        } else {
            Fault::bad("body_broken", serve::body_broken(lang))
        }
    })?;
    Ok(bytes.to_bytes())
}

/// The pairs of a request's address, after `?`.
pub(crate) struct QueryPairs {
    pub(crate) pairs: BTreeMap<String, String>,
    /// The language of messages.
    pub(crate) lang: Lang,
}

impl<S: Send + Sync> FromRequestParts<S> for QueryPairs {
    type Rejection = Fault;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Fault> {
        let lang = guard::language(&parts.uri, &parts.headers);
        let query = Query::<BTreeMap<String, String>>::from_request_parts(parts, state).await;
        let Query(mut pairs) = query.map_err(|_| Fault::bad("bad_query", serve::bad_query(lang)))?;
        pairs.remove("lang");
        Ok(Self { pairs, lang })
    }
}

/// A text that is JSON already as the answer.
pub(crate) fn json_text(text: impl Into<Body>) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], text.into()).into_response()
}
