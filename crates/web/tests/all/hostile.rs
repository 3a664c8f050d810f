//! Requests that no browser of ours would send.

use std::io::{Read, Write};
use std::time::Duration;

use crate::common::Running;
use hueco_web::fuzz::Target;
use hueco_web::{Limits, Page, Settings};
use proptest::prelude::*;

#[test]
fn every_answer_carries_the_headers() {
    let server = Running::new();
    for path in ["/", "/api/about", "/none", "/api/jobs/0/events"] {
        let answer = server.get(path);
        let policy = answer.header("content-security-policy").unwrap();
        assert!(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"), "{path}");
        assert!(!policy.contains("unsafe"), "{path}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"), "{path}");
        assert_eq!(answer.header("referrer-policy"), Some("no-referrer"), "{path}");
        assert_eq!(answer.header("cross-origin-opener-policy"), Some("same-origin"), "{path}");
        assert_eq!(answer.header("cross-origin-resource-policy"), Some("same-origin"), "{path}");
        assert!(answer.header("access-control-allow-origin").is_none(), "{path}");
        assert!(answer.header("cache-control").is_some(), "{path}");
    }
}

#[test]
fn other_names_are_not_served() {
    let server = Running::of(Settings { hosts: vec!["puzzle.example".to_owned()], ..Settings::default() });
    let port = server.address.port();
    let with = |host: &str| server.send("GET", "/api/about", &[("host", host)], "").status;
    for host in ["localhost", "127.0.0.1", &format!("localhost:{port}"), "puzzle.example", "PUZZLE.example:80", "[::1]"]
    {
        assert_eq!(with(host), 200, "{host}");
    }
    for host in ["evil.example", "localhost.evil.example", "10.1.2.3", "evil@localhost", "puzzle.example.evil"] {
        let answer = server.send("GET", "/api/about?lang=es", &[("host", host)], "");
        assert_eq!((answer.status, answer.code().as_str()), (421, "bad_host"), "{host}");
        assert!(answer.text().contains("nombre"));
    }
    assert_eq!(server.raw(b"GET /api/about HTTP/1.1\r\nconnection: close\r\n\r\n").status, 421);
    let two = b"GET / HTTP/1.1\r\nhost: localhost\r\nhost: evil.example\r\nconnection: close\r\n\r\n";
    assert_eq!(server.raw(two).status, 421);
    let absolute = b"GET http://evil.example/ HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
    assert_eq!(server.raw(absolute).status, 421);
}

#[test]
fn changes_must_come_from_the_own_page() {
    let server = Running::new();
    let own = format!("http://{}", server.address);
    let body = r#"{"board":"1 2 3 / 4 5 6 / 7 0 8"}"#;
    let with = |headers: &[(&str, &str)]| {
        let all: Vec<_> = headers.iter().copied().chain([("content-type", "application/json")]).collect();
        server.send("POST", "/api/solve", &all, body)
    };
    assert_eq!(with(&[("origin", &own)]).status, 200);
    assert_eq!(with(&[]).status, 200);
    for origin in ["http://evil.example", "null", "http://localhost:1", "https://127.0.0.1"] {
        let answer = with(&[("origin", origin)]);
        assert_eq!((answer.status, answer.code().as_str()), (403, "bad_origin"), "{origin}");
    }
    assert_eq!(with(&[("sec-fetch-site", "cross-site")]).status, 403);
    // What a form of another site can send.
    for content_type in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"] {
        let answer = server.send("POST", "/api/solve", &[("content-type", content_type)], body);
        assert_eq!((answer.status, answer.code().as_str()), (415, "not_json"), "{content_type}");
    }
}

#[test]
fn there_is_no_way_out_of_the_page() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/page");
    for page in [Page::Embedded, Page::Folder(folder.into())] {
        let server = Running::of(Settings { page, ..Settings::default() });
        for path in [
            "/../Cargo.toml",
            "/assets/../../Cargo.toml",
            "/assets/..%2f..%2fCargo.toml",
            "/assets/%2e%2e/%2e%2e/Cargo.toml",
            "/assets/..%5c..%5cCargo.toml",
            "/assets//etc/passwd",
            "/assets/%2fetc%2fpasswd",
            "/assets/app.js%00.png",
            "/assets/./app.js",
            "/assets/.",
            "/assets/",
            "/assets",
            "/%2e%2e/src/lib.rs",
        ] {
            let answer = server.get(path);
            assert!(matches!(answer.status, 400 | 404), "{path}: {}", answer.status);
            assert!(!answer.text().contains("[package]") && !answer.text().contains("root:"), "{path}");
        }
    }
}

#[test]
fn large_and_slow_bodies_are_refused() {
    let limits = Limits { body_bytes: 1000, body_time: Duration::from_millis(200), ..Limits::default() };
    let server = Running::with(limits);
    let large = format!("{{\"text\":\"{}\"}}", " ".repeat(2000));
    let answer = server.post_text("/api/parse", &large);
    assert_eq!((answer.status, answer.code().as_str()), (413, "body_large"));
    let head = "POST /api/parse HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\nconnection: close\r\n";
    let chunked = format!("{head}transfer-encoding: chunked\r\n\r\n{:x}\r\n{large}\r\n0\r\n\r\n", large.len());
    assert_eq!(server.raw(chunked.as_bytes()).code(), "body_large");
    let slow = format!("{head}content-length: 500\r\n\r\n{{");
    let answer = server.raw(slow.as_bytes());
    assert_eq!((answer.status, answer.code().as_str()), (408, "body_slow"));
}

#[test]
fn a_head_that_does_not_come_is_not_waited_for() {
    let server = Running::with(Limits { head_time: Duration::from_millis(200), ..Limits::default() });
    for start in ["", "GET / HT", "GET / HTTP/1.1\r\nhost: localhost\r\n"] {
        let mut stream = server.connect();
        stream.write_all(start.as_bytes()).unwrap();
        let mut rest = Vec::new();
        // Closed with or without a word, but closed.
        let _ = stream.read_to_end(&mut rest);
        assert!(rest.is_empty() || rest.starts_with(b"HTTP/1.1 4"), "{start:?}");
    }
}

#[test]
fn deep_and_odd_json_is_refused() {
    let server = Running::new();
    for body in [
        "[".repeat(100_000),
        "{\"a\":".repeat(50_000),
        format!("{{\"text\":{}1{}}}", "[".repeat(100_000), "]".repeat(100_000)),
        "{\"text\":\"\\ud800\"}".to_owned(),
        "\u{feff}{}".to_owned(),
        String::new(),
        "null".to_owned(),
    ] {
        let answer = server.post_text("/api/parse", &body);
        assert_eq!((answer.status, answer.code().as_str()), (400, "bad_json"));
    }
    // A number beyond every range is JSON, but no board.
    let answer = server.post_text("/api/parse", "{\"text\":1e999999}");
    assert_eq!((answer.status, answer.code().as_str()), (400, "bad_board"));
    let shown = server.post_text("/api/parse", "{\"<script>\\u0007\":1,\"text\":\"0 1 2 3\"}");
    assert!(!shown.text().contains('\u{7}'));
}

#[test]
fn connections_have_a_limit_and_come_back() {
    let limits = Limits { connections: 4, head_time: Duration::from_millis(300), ..Limits::default() };
    let server = Running::with(limits);
    let held: Vec<_> = (0..4).map(|_| server.connect()).collect();
    // No place is free until those that say nothing are let go.
    assert_eq!(server.get("/api/about").status, 200);
    drop(held);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_bytes_are_answered_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let server = server();
        let mut stream = server.connect();
        let _ = stream.write_all(&bytes);
        let _ = stream.shutdown(std::net::Shutdown::Write);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        prop_assert!(answer.is_empty() || answer.starts_with(b"HTTP/1.1 4"));
        prop_assert_eq!(server.get("/api/about").status, 200);
    }

    #[test]
    fn any_body_is_answered(choice in any::<u8>(), body in proptest::collection::vec(any::<u8>(), 0..100)) {
        server_for_bodies().body(&[&[choice], &body[..]].concat());
    }

    #[test]
    fn any_path_is_answered(path in "/(api|assets)?[!-~]{0,40}") {
        let status = server().get(&path).status;
        prop_assert!(matches!(status, 200 | 400 | 404 | 405), "{path}: {status}");
    }

    #[test]
    fn any_text_is_a_board_or_an_error(text in "\\PC{0,60}") {
        let status = server().post("/api/parse", &serde_json::json!({"text": text})).status;
        prop_assert!(matches!(status, 200 | 400));
    }
}

/// One server for all cases.
fn server() -> &'static Running {
    static SERVER: std::sync::OnceLock<Running> = std::sync::OnceLock::new();
    SERVER.get_or_init(Running::new)
}

/// One more, with limits so short that any request is answered soon.
fn server_for_bodies() -> &'static Target {
    static SERVER: std::sync::OnceLock<Target> = std::sync::OnceLock::new();
    SERVER.get_or_init(Target::new)
}

fn corpus(target: &str, send: impl Fn(&[u8])) {
    let folder = format!("{}/tests/corpus/{target}", env!("CARGO_MANIFEST_DIR"));
    let mut seeds = 0;
    for entry in std::fs::read_dir(&folder).unwrap() {
        let data = std::fs::read(entry.unwrap().path()).unwrap();
        // Cut anywhere, a seed is a new case.
        (0..data.len()).step_by(7).chain([data.len()]).for_each(|end| send(&data[..end]));
        seeds += 1;
    }
    assert!(seeds >= 5, "{folder} has {seeds} seeds");
}

#[test]
fn bodies_of_the_corpus_are_answered() {
    corpus("http_body", |data| server_for_bodies().body(data));
}

#[test]
fn requests_of_the_corpus_are_answered_or_refused() {
    corpus("http", |data| server_for_bodies().bytes(data));
}
