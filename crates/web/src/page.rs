//! The page's files. They are part of the program; `hueco serve --page FOLDER` reads them from a folder instead, at every
//! request, so that whoever changes the page only reloads it.
//!
//! `/` is `index.html` and `/assets/NAME` is the file `assets/NAME`. Names are looked up in a list, never joined to a path that
//! was not in it: there is no way outside.
//!
//! The embedded `index.html` names its files `/assets/vVERSION/NAME`, with a version that changes when any of them does. A browser
//! keeps those for ever and asks, with its tag, only whether `index.html` still holds (`no-cache`): a reload is one request, and
//! there is never an old module beside a new one.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

/// A file of the page.
struct File {
    name: &'static str,
    /// Changes when the contents do.
    tag: &'static str,
    bytes: &'static [u8],
    /// Compressed, where that is smaller.
    gzip: Option<&'static [u8]>,
}

const FILES: &[File] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// What the files contain, in sixteen digits.
const VERSION: &str = include_str!(concat!(env!("OUT_DIR"), "/version"));

/// How long a browser keeps a file: until it has asked again, or a year.
const ASK: &str = "no-cache";
const KEEP: &str = "public, max-age=31536000, immutable";

/// Where the page's files come from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Page {
    /// From the program itself.
    #[default]
    Embedded,
    /// From a folder, read at every request.
    Folder(PathBuf),
}

impl Page {
    /// From a folder, if it holds a page.
    pub fn in_folder(folder: &Path) -> Option<Self> {
        folder.join("index.html").is_file().then(|| Self::Folder(folder.to_path_buf()))
    }

    /// The answer to a request for a file; `None` where there is no such file.
    pub(crate) fn file(&self, name: &str, request: &HeaderMap) -> Option<Response> {
        match self {
            Self::Embedded => {
                let (name, cache) = unversioned(name);
                FILES.iter().find(|file| file.name == name).map(|file| embedded(file, cache, request))
            }
            Self::Folder(folder) => {
                if !is_plain(name) {
                    return None;
                }
                let root = folder.canonicalize().ok()?;
                let path = root.join(name).canonicalize().ok()?;
                // A link inside the folder must not lead outside either.
                let bytes = path.starts_with(&root).then(|| std::fs::read(&path).ok())??;
                Some(answer(name, Body::from(bytes), "no-store"))
            }
        }
    }
}

/// Plain parts only: letters, digits, `-`, `_` and dots that do not come first.
fn is_plain(name: &str) -> bool {
    name.split('/').all(|part| {
        !part.is_empty()
            && !part.starts_with('.')
            && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte))
    })
}

/// The name of a file without the version, and how long it is kept. A page that was opened before the program was replaced asks
/// for files of another version: it gets those of today, and keeps none of them.
fn unversioned(name: &str) -> (Cow<'_, str>, &'static str) {
    let versioned = name.strip_prefix("assets/v").and_then(|rest| rest.split_once('/'));
    match versioned
        .filter(|(version, _)| version.len() == VERSION.len() && version.bytes().all(|b| b.is_ascii_hexdigit()))
    {
        Some((version, rest)) => (format!("assets/{rest}").into(), if version == VERSION { KEEP } else { ASK }),
        None => (name.into(), ASK),
    }
}

fn embedded(file: &File, cache: &'static str, request: &HeaderMap) -> Response {
    let gzip = file.gzip.filter(|_| accepts_gzip(request));
    // Two encodings are two representations: each has a tag of its own.
    let tag = if gzip.is_some() { format!("\"{}-gz\"", file.tag) } else { format!("\"{}\"", file.tag) };
    let known = request
        .get_all(header::IF_NONE_MATCH)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .any(|known| known.trim().trim_start_matches("W/") == tag);
    let mut response = if known {
        let mut response = StatusCode::NOT_MODIFIED.into_response();
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
        response
    } else {
        answer(file.name, Body::from(gzip.unwrap_or(file.bytes)), cache)
    };
    let headers = response.headers_mut();
    if gzip.is_some() && !known {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    response
}

fn accepts_gzip(request: &HeaderMap) -> bool {
    let refused = |parameters: &str| {
        let weight = parameters.trim().strip_prefix("q=").and_then(|weight| weight.trim().parse::<f32>().ok());
        weight == Some(0.0)
    };
    request
        .get_all(header::ACCEPT_ENCODING)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .any(|coding| match coding.split_once(';') {
            Some((name, parameters)) => name.trim() == "gzip" && !refused(parameters),
            None => coding.trim() == "gzip",
        })
}

fn answer(name: &str, body: Body, cache: &'static str) -> Response {
    let headers = [(header::CONTENT_TYPE, content_type(name)), (header::CACHE_CONTROL, cache)];
    (headers, body).into_response()
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("json" | "webmanifest") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("webp") => "image/webp",
        Some("ico") => "image/x-icon",
        Some("woff2") => "font/woff2",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(name: header::HeaderName, value: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(name, HeaderValue::from_static(value))])
    }

    /// The folder that the embedded page is made of.
    fn source() -> Page {
        Page::in_folder(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/page"))).unwrap()
    }

    #[test]
    fn a_folder_without_a_page_is_none() {
        assert_eq!(Page::in_folder(Path::new(env!("CARGO_MANIFEST_DIR"))), None);
        assert!(source().file("index.html", &HeaderMap::new()).is_some());
    }

    #[test]
    fn only_plain_names_are_looked_up() {
        for name in ["index.html", "views/play.js", "a-b_c.min.css"] {
            assert!(is_plain(name), "{name}");
        }
        for name in ["", "/etc/passwd", "../Cargo.toml", "a//b", "a/../b", ".git", "a/.b", "a\\b", "a%2fb", "C:", "a/"]
        {
            assert!(!is_plain(name), "{name}");
            assert!(source().file(name, &HeaderMap::new()).is_none());
            assert!(Page::Embedded.file(name, &HeaderMap::new()).is_none());
        }
    }

    #[test]
    fn a_known_tag_needs_no_body() {
        let first = Page::Embedded.file("index.html", &HeaderMap::new()).unwrap();
        assert_eq!(first.status(), StatusCode::OK);
        let tag = first.headers()[header::ETAG].clone();
        let again = Page::Embedded.file("index.html", &HeaderMap::from_iter([(header::IF_NONE_MATCH, tag)])).unwrap();
        assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
        let other = Page::Embedded.file("index.html", &with(header::IF_NONE_MATCH, "\"0\"")).unwrap();
        assert_eq!(other.status(), StatusCode::OK);
    }

    #[test]
    fn what_the_index_names_is_kept_for_ever() {
        let cache = |name: &str| {
            let found = Page::Embedded.file(name, &HeaderMap::new()).unwrap();
            found.headers()[header::CACHE_CONTROL].to_str().unwrap().to_owned()
        };
        let index = FILES.iter().find(|file| file.name == "index.html").unwrap();
        let text = std::str::from_utf8(index.bytes).unwrap();
        let app = format!("assets/v{VERSION}/app.js");
        assert!(text.contains(&app) && !text.contains("\"assets/app.js"), "{text}");
        assert_eq!((cache(&app).as_str(), cache("index.html").as_str()), (KEEP, ASK));
        assert_eq!(cache("assets/v0123456789abcdef/app.js"), ASK);
        assert!(Page::Embedded.file("assets/v0123/app.js", &HeaderMap::new()).is_none());
    }

    #[test]
    fn a_browser_says_whether_it_unpacks() {
        assert!(accepts_gzip(&with(header::ACCEPT_ENCODING, "gzip, deflate, br")));
        assert!(accepts_gzip(&with(header::ACCEPT_ENCODING, "br;q=1.0, gzip;q=0.8")));
        assert!(!accepts_gzip(&with(header::ACCEPT_ENCODING, "gzip;q=0")));
        assert!(!accepts_gzip(&with(header::ACCEPT_ENCODING, "identity")));
        assert!(!accepts_gzip(&HeaderMap::new()));
    }
}
