//! What stands before every route: who may ask, and the headers that a browser receives with every answer.
//!
//! - **Names.** A page of another site can make its own name point to 127.0.0.1 and then read this server as if it were
//!   that site ("DNS rebinding"). Its requests still carry the site's name in `Host`, so only known names are served:
//!   this machine's own, the bound address, and those of `--allow-host`. An address made of digits cannot be rebound.
//! - **Origin.** What changes something (`POST`, `DELETE`) must come from a page of this server, or from a program that is no
//!   browser and sends no `Origin`.
//! - **Headers.** Scripts, styles and connections come from this server alone; nothing may frame it; types are not guessed.

use std::net::{IpAddr, SocketAddr};
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt;
use hueco_say::{Lang, serve};

use crate::fault::Fault;

const HEADERS: [(HeaderName, &str); 9] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; \
         connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-embedder-policy"), "require-corp"),
    (HeaderName::from_static("origin-agent-cluster"), "?1"),
    (
        HeaderName::from_static("permissions-policy"),
        "camera=(), microphone=(), geolocation=(), payment=(), usb=(), display-capture=()",
    ),
];

/// The names a server goes by.
#[derive(Clone, Debug)]
pub(crate) struct Names {
    bound: SocketAddr,
    others: Arc<[String]>,
}

impl Names {
    pub(crate) fn new(bound: SocketAddr, others: &[String]) -> Self {
        Self { bound, others: others.iter().map(|name| name.trim_end_matches('.').to_ascii_lowercase()).collect() }
    }

    fn knows(&self, authority: &Authority) -> bool {
        let host = authority.host();
        let digits = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
        if let Ok(ip) = digits.parse::<IpAddr>() {
            return ip.is_loopback() || self.bound.ip().is_unspecified() || ip == self.bound.ip();
        }
        let name = host.trim_end_matches('.').to_ascii_lowercase();
        name == "localhost" || name.ends_with(".localhost") || self.others.contains(&name)
    }

    /// Whether every name that a request calls this server by is one of its own.
    fn accepts(&self, uri: &Uri, headers: &HeaderMap) -> bool {
        let Some(host) = only(headers, &header::HOST).and_then(|value| value.parse::<Authority>().ok()) else {
            return false;
        };
        let plain = !host.as_str().contains('@');
        plain && self.knows(&host) && uri.authority().is_none_or(|authority| *authority == host)
    }
}

/// A header's value, if it is there once.
fn only<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    let mut values = headers.get_all(name).iter();
    values.next().filter(|_| values.next().is_none())?.to_str().ok()
}

/// Whether a request that changes something comes from this server's own page, or from no browser at all.
fn is_ours(headers: &HeaderMap) -> bool {
    if only(headers, &HeaderName::from_static("sec-fetch-site")).is_some_and(|site| site == "cross-site") {
        return false;
    }
    if !headers.contains_key(header::ORIGIN) {
        return true;
    }
    let origin = only(headers, &header::ORIGIN).and_then(|origin| origin.parse::<Uri>().ok());
    let host = only(headers, &header::HOST);
    origin.is_some_and(|origin| origin.authority().map(Authority::as_str) == host)
}

/// The language of a request: `?lang=`, else the first of `Accept-Language` that is spoken here.
pub(crate) fn language(uri: &Uri, headers: &HeaderMap) -> Lang {
    let asked = uri.query().into_iter().flat_map(|query| query.split('&')).find_map(|pair| pair.strip_prefix("lang="));
    if let Some(lang) = asked.and_then(Lang::parse) {
        return lang;
    }
    let accepted = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let mut best = (Lang::En, 0.0);
    for range in accepted.split(',') {
        let (name, weight) = range.split_once(";q=").unwrap_or((range, "1"));
        let name = name.trim().split('-').next().unwrap_or_default().to_ascii_lowercase();
        let weight = weight.trim().parse::<f32>().unwrap_or(0.0);
        if let Some(lang) = Lang::parse(&name)
            && weight > best.1
        {
            best = (lang, weight);
        }
    }
    best.0
}

/// Stands before every route.
pub(crate) async fn guard(State(names): State<Names>, request: Request, next: Next) -> Response {
    let lang = language(request.uri(), request.headers());
    let changes = !matches!(*request.method(), Method::GET | Method::HEAD);
    let mut response = if !names.accepts(request.uri(), request.headers()) {
        Fault::of(StatusCode::MISDIRECTED_REQUEST, "bad_host", serve::bad_host(lang)).into_response()
    } else if changes && !is_ours(request.headers()) {
        Fault::of(StatusCode::FORBIDDEN, "bad_origin", serve::bad_origin(lang)).into_response()
    } else {
        // A panic must not take the connection and its other requests with it.
        let answered = AssertUnwindSafe(next.run(request)).catch_unwind().await;
        answered.unwrap_or_else(|_| Fault::internal(lang).into_response())
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        let pair = |&(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value));
        let mut map = HeaderMap::new();
        for (name, value) in pairs.iter().map(pair) {
            map.append(name, value);
        }
        map
    }

    fn accepts(bound: &str, host: &'static str) -> bool {
        let names = Names::new(bound.parse().unwrap(), &["Puzzle.Example.".to_owned()]);
        names.accepts(&Uri::from_static("/"), &headers(&[("host", host)]))
    }

    #[test]
    fn only_its_own_names_are_served() {
        for host in
            ["127.0.0.1:80", "localhost", "LOCALHOST:9", "[::1]:80", "a.localhost", "puzzle.example:8", "127.1.2.3"]
        {
            assert!(accepts("127.0.0.1:80", host), "{host}");
        }
        for host in [
            "evil.example",
            "127.0.0.1.evil.example",
            "10.0.0.1",
            "localhost.evil.example",
            "user@localhost",
            "",
            "a b",
        ] {
            assert!(!accepts("127.0.0.1:80", host), "{host}");
        }
        assert!(accepts("0.0.0.0:80", "10.0.0.1:80") && !accepts("0.0.0.0:80", "evil.example"));
        assert!(accepts("10.0.0.1:80", "10.0.0.1:80") && !accepts("10.0.0.1:80", "10.0.0.2:80"));
    }

    #[test]
    fn two_names_or_none_are_refused() {
        let names = Names::new("127.0.0.1:80".parse().unwrap(), &[]);
        let home = Uri::from_static("/");
        assert!(!names.accepts(&home, &HeaderMap::new()));
        assert!(!names.accepts(&home, &headers(&[("host", "localhost"), ("host", "localhost")])));
        let elsewhere = Uri::from_static("http://evil.example/");
        assert!(!names.accepts(&elsewhere, &headers(&[("host", "localhost")])));
    }

    #[test]
    fn changes_come_from_the_own_page() {
        let with = |origin| is_ours(&headers(&[("host", "localhost:8000"), ("origin", origin)]));
        assert!(with("http://localhost:8000") && with("https://localhost:8000"));
        assert!(!with("http://localhost:8001") && !with("http://evil.example") && !with("null") && !with(""));
        assert!(is_ours(&headers(&[("host", "localhost:8000")])));
        assert!(!is_ours(&headers(&[("host", "localhost:8000"), ("sec-fetch-site", "cross-site")])));
    }

    #[test]
    fn the_language_is_asked_for_or_accepted() {
        let of = |uri, accepted| language(&Uri::from_static(uri), &headers(&[("accept-language", accepted)]));
        assert_eq!(of("/?lang=es", "en"), Lang::Es);
        assert_eq!(of("/?a=b&lang=en", "es"), Lang::En);
        assert_eq!(of("/?lang=fr", "es-MX,es;q=0.9,en;q=0.8"), Lang::Es);
        assert_eq!(of("/", "de,en;q=0.5,es;q=0.7"), Lang::Es);
        assert_eq!(of("/", "de;q=x,*"), Lang::En);
    }
}
