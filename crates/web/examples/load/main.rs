//! Many clients at once: how long a 3x3 board takes, what is refused, and how much memory the server needs.
//!
//! ```sh
//! cargo run --release --package hueco-web --example load -- [CLIENTS] [SECONDS] [PAUSE_MS] [ADDRESS]
//! ```
//! Every client keeps one connection and asks for random boards, one after the other, with a pause in between; a 503 is counted
//! and tried again. Without an address a server is started in this process, and its memory is counted together with
//! that of the clients. On systems other than Linux memory is not reported.

mod http;

use std::time::{Duration, Instant};

use hueco_tiles::{Board, RandomBoards, Shape};
use hueco_web::{Server, Settings};

use http::Client;

/// What one client saw.
#[derive(Default)]
struct Seen {
    /// Microseconds of every answer.
    times: Vec<u32>,
    busy: u64,
    errors: u64,
}

fn main() {
    let mut words = std::env::args().skip(1);
    let mut number = |usual: u64| words.next().map_or(usual, |word| word.parse().expect("a number"));
    let (clients, seconds, pause) = (number(200), number(30), Duration::from_millis(number(100)));
    let address = words.next().unwrap_or_else(own_server);
    let end = Instant::now() + Duration::from_secs(seconds);
    let before = peak_memory();
    let all: Vec<Seen> = std::thread::scope(|scope| {
        let client = |seed| {
            let address = &address;
            scope.spawn(move || client(address, seed, pause, end))
        };
        let threads: Vec<_> = (0..clients).map(client).collect();
        threads.into_iter().map(|thread| thread.join().expect("a client does not panic")).collect()
    });
    let mut times: Vec<u32> = all.iter().flat_map(|seen| &seen.times).copied().collect();
    times.sort_unstable();
    let at = |share: f64| times.get((times.len() as f64 * share) as usize).or(times.last()).copied().unwrap_or(0);
    let sum = |figure: fn(&Seen) -> u64| all.iter().map(figure).sum::<u64>();
    println!("{clients} clients, {seconds} s, pause {} ms", pause.as_millis());
    println!("solved {} ({:.0} a second)", times.len(), times.len() as f64 / seconds.max(1) as f64);
    let [p50, p90, p99, max] = [0.5, 0.9, 0.99, 1.0].map(|share| f64::from(at(share)) / 1000.0);
    println!("milliseconds: median {p50:.2}, p90 {p90:.2}, p99 {p99:.2}, longest {max:.2}");
    println!("busy (503) {}, errors {}", sum(|seen| seen.busy), sum(|seen| seen.errors));
    if let (Some(before), Some(after)) = (before, peak_memory()) {
        println!("peak memory of this process: {before} KiB before, {after} KiB after");
    }
}

fn own_server() -> String {
    let server = Server::bind(Settings::default()).expect("a free port");
    let address = server.address().to_string();
    std::thread::spawn(move || server.run());
    address
}

fn client(address: &str, seed: u64, pause: Duration, end: Instant) -> Seen {
    let mut seen = Seen::default();
    let shape = Shape::new(3, 3).expect("3x3 is a shape");
    let mut boards = RandomBoards::new(&Board::blank_last(shape), seed);
    let mut client = Client::new(address);
    while Instant::now() < end {
        let Some(board) = boards.next() else { break };
        let started = Instant::now();
        match client.ask("POST", "/api/solve", &format!("{{\"board\":\"{board}\"}}")) {
            Some((200, _)) => seen.times.push(started.elapsed().as_micros() as u32),
            Some((503, _)) => seen.busy += 1,
            _ => seen.errors += 1,
        }
        std::thread::sleep(pause);
    }
    seen
}

/// The most memory this process has held, in KiB.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.trim().parse().ok()
}
