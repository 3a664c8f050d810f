//! What a server listens on and how much it lets anybody use.
//!
//! Every limit is on the server's side: a request may ask for less, never for more. The memory of all searches together
//! is at most `workers * bytes + quick_workers * quick_bytes`, that of the tables they leave for later ones `table_bytes`, and
//! all else that grows with requests (queues, results,
//! bodies, connections) has a bound of its own. [`Limits::within`] derives all of these from one number, that of the whole server:
//!
//! ```text
//! jobs 1/2 · tables 1/4 · quick answers 1/8 · the rest 1/8: the program, connections, and results that are kept (1/16)
//! ```

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

/// The least memory that a job and a quick answer are worth starting with.
const LEAST_JOB: u64 = 16 << 20;
const LEAST_QUICK: u64 = 4 << 20;

impl Limits {
    /// The same for a server that takes at most this many bytes in all. Fewer searches run at once where their shares would be too
    /// small to be of use.
    #[must_use]
    pub fn within(self, bytes: u64) -> Self {
        let at_once = |workers: usize, share: u64, least: u64| workers.min((share / least).max(1) as usize);
        let (jobs, quick) = (bytes / 2, bytes / 8);
        let workers = at_once(self.workers, jobs, LEAST_JOB);
        let quick_workers = at_once(self.quick_workers, quick, LEAST_QUICK);
        let kept = usize::try_from(bytes / 16).unwrap_or(usize::MAX);
        Self {
            workers,
            bytes: self.bytes.min(jobs / workers as u64),
            quick_workers,
            quick_bytes: self.quick_bytes.min(quick / quick_workers as u64),
            table_bytes: self.table_bytes.min(bytes / 4),
            kept_bytes: self.kept_bytes.min(kept),
            result_bytes: self.result_bytes.min(kept),
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shares_of_a_server_are_at_most_the_whole() {
        for bytes in [32 << 20, 200 << 20, 1 << 30, 64 << 30_u64] {
            for workers in [1, 2, 16, 1024] {
                let limits = Limits { workers, quick_workers: workers, ..Limits::default() }.within(bytes);
                let searches = limits.workers as u64 * limits.bytes + limits.quick_workers as u64 * limits.quick_bytes;
                let all = searches + limits.table_bytes + limits.kept_bytes as u64;
                assert!(all <= bytes - bytes / 16, "{bytes} {limits:?}");
                assert!(limits.bytes >= LEAST_JOB && limits.workers >= 1 && limits.quick_workers >= 1);
            }
        }
        assert_eq!(Limits::default().within(u64::MAX).bytes, Limits::default().bytes);
    }
}
