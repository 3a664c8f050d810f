//! What a server listens on and how much it lets anybody use.
//!
//! Every limit is on the server's side: a request may ask for less, never for more. The memory of all searches together
//! is at most `workers * bytes + quick_workers * quick_bytes`, that of the tables they leave for later ones `table_bytes`, and
//! all else that grows with requests (queues, results,
//! bodies, connections) has a bound of its own.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

use hueco_tiles::pattern::Store;

use crate::page::Page;

/// What a server listens on, what it serves and how much it allows.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The address; port 0 takes any free one.
    pub address: SocketAddr,
    /// Names, beside the address and `localhost`, by which browsers may call this server.
    pub hosts: Vec<String>,
    /// The page's files.
    pub page: Page,
    /// Pattern databases of the user.
    pub store: Option<Store>,
    /// How much is allowed.
    pub limits: Limits,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            address: SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 0),
            hosts: Vec::new(),
            page: Page::default(),
            store: None,
            limits: Limits::default(),
        }
    }
}

/// How much is allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Cells of a board.
    pub cells: usize,
    /// Jobs that run at the same time.
    pub workers: usize,
    /// Jobs that wait.
    pub queue: usize,
    /// Time of a job.
    pub time: Duration,
    /// Generated nodes of a job.
    pub nodes: u64,
    /// Memory of a job, by the search's own account.
    pub bytes: u64,
    /// Requests answered at once that are computed at the same time.
    pub quick_workers: usize,
    /// Requests answered at once that wait.
    pub quick_queue: usize,
    /// Time of a request that is answered at once.
    pub quick_time: Duration,
    /// Memory of a request that is answered at once.
    pub quick_bytes: u64,
    /// Memory of tables that are kept for later searches.
    pub table_bytes: u64,
    /// Bytes of one result.
    pub result_bytes: usize,
    /// Results that are kept for whoever asks again.
    pub kept_results: usize,
    /// Bytes of all kept results.
    pub kept_bytes: usize,
    /// How long a result is kept.
    pub kept_for: Duration,
    /// Bytes of a request's body.
    pub body_bytes: usize,
    /// Time for a request's head, and for the next request on an open connection.
    pub head_time: Duration,
    /// Time for a request's body.
    pub body_time: Duration,
    /// How long a connection may take nothing of what is sent to it.
    pub write_time: Duration,
    /// Connections at the same time.
    pub connections: usize,
    /// How long a stop waits for open connections.
    pub stop_time: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            cells: 100,
            workers: cores.clamp(2, 16),
            queue: 32,
            time: Duration::from_secs(60),
            nodes: 2_000_000_000,
            bytes: 1 << 30,
            quick_workers: cores.clamp(2, 16),
            quick_queue: 1024,
            quick_time: Duration::from_secs(2),
            quick_bytes: 256 << 20,
            table_bytes: 1 << 30,
            result_bytes: 16 << 20,
            kept_results: 64,
            kept_bytes: 64 << 20,
            kept_for: Duration::from_secs(300),
            body_bytes: 1 << 20,
            head_time: Duration::from_secs(15),
            body_time: Duration::from_secs(10),
            write_time: Duration::from_secs(30),
            connections: 1024,
            stop_time: Duration::from_secs(5),
        }
    }
}
