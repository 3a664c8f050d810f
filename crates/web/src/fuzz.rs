//! What a fuzzer sends to a server that runs: any bytes as a request, and any bytes as the body of a right one. A plain type, so that the
//! stable tests use it too.

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::time::Duration;

use crate::routes::routes;
use crate::server::{Server, Stopper};
use crate::settings::{Limits, Settings};

/// An answer takes this long at most; one that never comes is a failure.
const PATIENCE: Duration = Duration::from_secs(60);

/// A small server of its own. It stops when this is dropped.
pub struct Target {
    address: SocketAddr,
    stopper: Stopper,
}

impl Target {
    /// Starts it.
    pub fn new() -> Self {
        let limits = Limits {
            workers: 1,
            quick_workers: 1,
            time: Duration::from_millis(200),
            quick_time: Duration::from_millis(100),
            ..Limits::default()
        };
        let server = Server::bind(Settings { limits, ..Settings::default() }).expect("a free port");
        let (address, stopper) = (server.address(), server.stopper());
        std::thread::spawn(move || server.run().expect("it serves"));
        Self { address, stopper }
    }

    /// Any bytes: they are answered with an error of the client's, or not at all.
    pub fn bytes(&self, data: &[u8]) {
        let status = status(&self.answer(data, true));
        assert!(status.is_none_or(|status| status < 500), "{status:?}");
    }

    /// The first byte chooses an address that takes a body, the rest is the body: it is answered, and never by a fault of the server's.
    pub fn body(&self, data: &[u8]) {
        let (choice, body) = data.split_first().map_or((0, data), |(choice, body)| (usize::from(*choice), body));
        let posts: Vec<&str> = routes().filter(|route| route.0 == "POST").map(|route| route.1).collect();
        let path = posts[choice % posts.len()];
        let head = format!(
            "POST {path} HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
            self.address,
            body.len()
        );
        let answer = self.answer(&[head.as_bytes(), body].concat(), false);
        let text = String::from_utf8_lossy(&answer).into_owned();
        assert!(status(&answer).is_some_and(|status| status < 500 || status == 503), "{path}: {text}");
    }

    /// Sends a request and reads what comes. The server waits for more of one that is not complete, unless it `ends`; and who ends one
    /// that is complete does not want the answer.
    fn answer(&self, request: &[u8], ends: bool) -> Vec<u8> {
        let mut stream = TcpStream::connect(self.address).expect("it accepts connections");
        stream.set_read_timeout(Some(PATIENCE)).expect("a socket has a timeout");
        // Whoever refuses may close before all is sent: the answer counts.
        let _ = stream.write_all(request);
        if ends {
            let _ = stream.shutdown(Shutdown::Write);
        }
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        answer
    }
}

impl Default for Target {
    fn default() -> Self {
        Self::new()
    }
}

impl Drop for Target {
    fn drop(&mut self) {
        self.stopper.stop();
    }
}

fn status(answer: &[u8]) -> Option<u16> {
    std::str::from_utf8(answer.strip_prefix(b"HTTP/1.1 ")?.get(..3)?).ok()?.parse().ok()
}
