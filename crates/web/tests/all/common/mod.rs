//! A real server on a free port, and a small client that shows exactly what goes over the wire.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread::JoinHandle;
use std::time::Duration;

use hueco_web::{Limits, Server, Settings, Stopper};
use serde_json::Value;

/// Nothing in the tests takes this long; a test that waits for ever should fail instead.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running server; it stops when this is dropped.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    stopper: Stopper,
    thread: Option<JoinHandle<()>>,
}

impl Running {
    pub(crate) fn new() -> Self {
        Self::with(Limits { workers: 2, quick_workers: 2, ..Limits::default() })
    }

    pub(crate) fn with(limits: Limits) -> Self {
        Self::of(Settings { limits, ..Settings::default() })
    }

    pub(crate) fn of(settings: Settings) -> Self {
        let server = Server::bind(settings).unwrap();
        let (address, stopper) = (server.address(), server.stopper());
        let thread = std::thread::spawn(move || server.run().unwrap());
        Self { address, stopper, thread: Some(thread) }
    }

    /// Stops the server and waits for its end.
    pub(crate) fn stop(mut self) {
        self.end();
    }

    fn end(&mut self) {
        self.stopper.stop();
        if let Some(thread) = self.thread.take() {
            let ended = thread.join();
            assert!(ended.is_ok() || std::thread::panicking(), "the server panicked");
        }
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// Sends these bytes and reads the whole answer.
    pub(crate) fn raw(&self, request: &[u8]) -> Response {
        let mut stream = self.connect();
        // A server that refuses may close before all is sent: its answer counts.
        let _ = stream.write_all(request);
        Response::read(&mut BufReader::new(stream))
    }

    pub(crate) fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Response {
        self.raw(request(self.address, method, path, headers, body).as_bytes())
    }

    pub(crate) fn get(&self, path: &str) -> Response {
        self.send("GET", path, &[], "")
    }

    pub(crate) fn delete(&self, path: &str) -> Response {
        self.send("DELETE", path, &[], "")
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Response {
        self.post_text(path, &body.to_string())
    }

    pub(crate) fn post_text(&self, path: &str, body: &str) -> Response {
        self.send("POST", path, &[("content-type", "application/json")], body)
    }

    /// Starts a job: its path.
    pub(crate) fn start(&self, body: &Value) -> String {
        let response = self.post("/api/jobs", body);
        assert_eq!(response.status, 202, "{}", response.text());
        let started = response.json();
        let path = format!("/api/jobs/{}", started["id"].as_str().unwrap());
        assert_eq!(started["events"], format!("{path}/events"));
        path
    }

    /// Listens to a job's events.
    pub(crate) fn listen(&self, job: &str) -> Events {
        let mut stream = self.connect();
        let text = request(self.address, "GET", &format!("{job}/events"), &[], "");
        stream.write_all(text.as_bytes()).unwrap();
        let mut reader = BufReader::new(stream);
        let (status, headers) = head(&mut reader);
        assert_eq!(status, 200);
        assert!(headers.iter().any(|(name, value)| name == "content-type" && value == "text/event-stream"));
        Events { reader, chunk: Vec::new() }
    }

    /// Runs a job to its end: the result.
    pub(crate) fn result(&self, body: &Value) -> Value {
        let (event, data) = self.listen(&self.start(body)).last();
        assert_eq!(event, "result", "{data}");
        data
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.end();
    }
}

fn request(address: SocketAddr, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> String {
    let mut text = format!("{method} {path} HTTP/1.1\r\nconnection: close\r\ncontent-length: {}\r\n", body.len());
    if !headers.iter().any(|(name, _)| *name == "host") {
        write!(text, "host: {address}\r\n").unwrap();
    }
    for (name, value) in headers {
        write!(text, "{name}: {value}\r\n").unwrap();
    }
    format!("{text}\r\n{body}")
}

fn head(reader: &mut impl BufRead) -> (u16, Vec<(String, String)>) {
    let mut line = String::new();
    reader.read_line(&mut line).unwrap();
    let status = line.split(' ').nth(1).and_then(|status| status.parse().ok());
    let status = status.unwrap_or_else(|| panic!("no status in {line:?}"));
    let mut headers = Vec::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).unwrap();
        match line.trim_end().split_once(": ") {
            Some((name, value)) => headers.push((name.to_ascii_lowercase(), value.to_owned())),
            None => return (status, headers),
        }
    }
}

/// An answer.
#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Response {
    fn read(reader: &mut impl BufRead) -> Self {
        let (status, headers) = head(reader);
        let mut body = Vec::new();
        let length = headers.iter().find(|(name, _)| name == "content-length").and_then(|(_, n)| n.parse().ok());
        reader.take(length.unwrap_or(u64::MAX)).read_to_end(&mut body).unwrap();
        Self { status, headers, body }
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub(crate) fn json(&self) -> Value {
        let value: Value = serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("no JSON: {}", self.text()));
        assert_eq!(value["version"], 1);
        value
    }

    /// The code of an error, after a look at its shape.
    pub(crate) fn code(&self) -> String {
        let value = self.json();
        let error = value["error"].as_object().unwrap_or_else(|| panic!("no error: {value}"));
        let keys: Vec<&str> = error.keys().map(String::as_str).collect();
        assert_eq!(keys, ["code", "column", "field", "line", "message"]);
        assert!(!error["message"].as_str().unwrap().is_empty());
        error["code"].as_str().unwrap().to_owned()
    }
}

/// The events of a job.
pub(crate) struct Events {
    reader: BufReader<TcpStream>,
    chunk: Vec<u8>,
}

impl Events {
    /// The next event and its data; `None` after the last.
    pub(crate) fn next(&mut self) -> Option<(String, Value)> {
        let (mut event, mut data) = (String::new(), String::new());
        loop {
            let line = self.line()?;
            if let Some(name) = line.strip_prefix("event: ") {
                name.clone_into(&mut event);
            } else if let Some(text) = line.strip_prefix("data: ") {
                data += text;
            } else if line.is_empty() && !event.is_empty() {
                let value = serde_json::from_str(&data).unwrap_or_else(|_| panic!("no JSON: {data}"));
                return Some((event, value));
            }
        }
    }

    /// The first event of a name.
    pub(crate) fn until(&mut self, name: &str) -> Value {
        loop {
            let (event, data) = self.next().unwrap_or_else(|| panic!("no {name} before the end"));
            if event == name {
                return data;
            }
        }
    }

    /// The last event.
    pub(crate) fn last(mut self) -> (String, Value) {
        let mut last = None;
        while let Some(event) = self.next() {
            last = Some(event);
        }
        last.expect("there is an end")
    }

    /// A line of the stream, its chunks joined.
    fn line(&mut self) -> Option<String> {
        loop {
            if let Some(end) = self.chunk.iter().position(|&byte| byte == b'\n') {
                let line: Vec<u8> = self.chunk.drain(..=end).collect();
                return Some(String::from_utf8(line).unwrap().trim_end().to_owned());
            }
            let mut size = String::new();
            self.reader.read_line(&mut size).unwrap();
            let size = usize::from_str_radix(size.trim(), 16).ok().filter(|&size| size > 0)?;
            let mut bytes = vec![0; size + 2];
            self.reader.read_exact(&mut bytes).unwrap();
            self.chunk.extend_from_slice(&bytes[..size]);
        }
    }
}
