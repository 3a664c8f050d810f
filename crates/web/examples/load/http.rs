//! A client that asks one thing after the other over one connection. `cargo xtask soak` uses this file too.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) struct Client {
    address: String,
    connection: Option<BufReader<TcpStream>>,
}

impl Client {
    pub(crate) fn new(address: &str) -> Self {
        Self { address: address.to_owned(), connection: None }
    }

    /// The status and the body of an answer; `None`, and a new connection next time, where there is none.
    pub(crate) fn ask(&mut self, method: &str, path: &str, body: &str) -> Option<(u16, String)> {
        let answer = self.exchange(method, path, body);
        if answer.is_none() {
            self.connection = None;
        }
        answer
    }

    fn exchange(&mut self, method: &str, path: &str, body: &str) -> Option<(u16, String)> {
        if self.connection.is_none() {
            let stream = TcpStream::connect(&self.address).ok()?;
            stream.set_nodelay(true).ok()?;
            stream.set_read_timeout(Some(PATIENCE)).ok()?;
            self.connection = Some(BufReader::new(stream));
        }
        let reader = self.connection.as_mut()?;
        let length = body.len();
        let head = format!("{method} {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n");
        reader.get_mut().write_all(format!("{head}content-length: {length}\r\n\r\n{body}").as_bytes()).ok()?;
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let status = line.split(' ').nth(1)?.parse().ok()?;
        let mut length = 0;
        loop {
            line.clear();
            reader.read_line(&mut line).ok()?;
            match line.trim_end().split_once(": ") {
                Some((name, value)) if name.eq_ignore_ascii_case("content-length") => length = value.parse().ok()?,
                Some(_) => {}
                None => break,
            }
        }
        let mut bytes = vec![0; length];
        reader.read_exact(&mut bytes).ok()?;
        Some((status, String::from_utf8_lossy(&bytes).into_owned()))
    }
}
