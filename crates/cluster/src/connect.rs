//! How the processes of a run connect.
//!
//! Every process has a number and knows the addresses of all. It listens at its own and dials those with smaller numbers,
//! so that each pair has one connection. Both sides then send a *hello*: their number, the number of processes, and what
//! they are about to do. A connection without a valid hello is dropped. A process that is about to do something else is an
//! error that names it: a typing error on one of ten hosts must not end in a wrong count.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream, ToSocketAddrs};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use thiserror::Error;

const MAGIC: [u8; 8] = *b"hueco-cl";
/// Changes with anything that processes send each other.
const VERSION: u32 = 2;
/// The bytes of a hello.
const HELLO: usize = 28;
/// How long a connection may take to be made and to send its hello.
const HELLO_TIMEOUT: Duration = Duration::from_secs(5);
/// From one round of attempts to the next.
const POLL: Duration = Duration::from_millis(20);

/// Why the processes did not connect.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ConnectError {
    /// This process cannot listen at its own address.
    #[error("cannot listen at {address}: {kind}")]
    Listen {
        /// The address.
        address: String,
        /// The reason.
        kind: ErrorKind,
    },
    /// These processes did not connect in time.
    #[error("processes {missing:?} did not connect in time")]
    Missing {
        /// Their numbers.
        missing: Vec<usize>,
    },
    /// A process has connected, but for another run: another size, goal, number of processes or version.
    #[error("process {process} is about to do something else")]
    OtherRun {
        /// Its number.
        process: usize,
    },
    /// The user stopped it.
    #[error("stopped by the user")]
    Cancelled,
}

/// What a process sends first.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Hello {
    process: u32,
    processes: u32,
    run: u64,
}

impl Hello {
    fn bytes(self) -> [u8; HELLO] {
        let mut bytes = [0; HELLO];
        bytes[..8].copy_from_slice(&MAGIC);
        bytes[8..12].copy_from_slice(&VERSION.to_le_bytes());
        bytes[12..16].copy_from_slice(&self.process.to_le_bytes());
        bytes[16..20].copy_from_slice(&self.processes.to_le_bytes());
        bytes[20..].copy_from_slice(&self.run.to_le_bytes());
        bytes
    }

    /// `None` if these bytes are not a hello. One of another version is valid, but equal to no other.
    fn parse(bytes: &[u8; HELLO]) -> Option<Self> {
        let number = |at: usize| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
        if bytes[..8] != MAGIC {
            return None;
        }
        let is_same_version = number(8) == VERSION;
        let run = u64::from(number(20)) | u64::from(number(24)) << 32;
        Some(Self { process: number(12), processes: if is_same_version { number(16) } else { 0 }, run })
    }

    /// Sends this hello and receives the other side's.
    fn exchange(self, stream: &mut TcpStream) -> io::Result<Option<Self>> {
        stream.set_nonblocking(false)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(HELLO_TIMEOUT))?;
        stream.set_write_timeout(Some(HELLO_TIMEOUT))?;
        stream.write_all(&self.bytes())?;
        let mut bytes = [0; HELLO];
        stream.read_exact(&mut bytes)?;
        stream.set_read_timeout(None)?;
        stream.set_write_timeout(None)?;
        Ok(Self::parse(&bytes))
    }
}

/// Connects this process, number `process`, with those at all other `addresses`. `listener` listens at its own. `run`
/// identifies what they are about to do, and must be the same for all. Returns a connection to every other process, by
/// number.
pub fn connect(
    listener: &TcpListener,
    addresses: &[String],
    process: usize,
    run: u64,
    timeout: Duration,
    cancel: &AtomicBool,
) -> Result<Vec<Option<TcpStream>>, ConnectError> {
    let own = Hello { process: process as u32, processes: addresses.len() as u32, run };
    let deadline = Instant::now() + timeout;
    let mut sockets: Vec<Option<TcpStream>> = addresses.iter().map(|_| None).collect();
    let cannot_listen =
        |error: io::Error| ConnectError::Listen { address: addresses[process].clone(), kind: error.kind() };
    listener.set_nonblocking(true).map_err(cannot_listen)?;
    loop {
        let missing: Vec<usize> = (0..addresses.len()).filter(|&at| at != process && sockets[at].is_none()).collect();
        if missing.is_empty() {
            return Ok(sockets);
        }
        if cancel.load(Ordering::Relaxed) {
            return Err(ConnectError::Cancelled);
        }
        if Instant::now() >= deadline {
            return Err(ConnectError::Missing { missing });
        }
        let mut is_idle = true;
        for &other in missing.iter().filter(|&&other| other < process) {
            if let Some(mut stream) = dial(&addresses[other]) {
                // Where the other side has closed the connection again, the next round dials once more.
                if let Ok(Some(hello)) = own.exchange(&mut stream) {
                    if hello != (Hello { process: other as u32, ..own }) {
                        return Err(ConnectError::OtherRun { process: other });
                    }
                    sockets[other] = Some(stream);
                    is_idle = false;
                }
            }
        }
        while let Ok((mut stream, _)) = listener.accept() {
            is_idle = false;
            let Ok(Some(hello)) = own.exchange(&mut stream) else { continue };
            let other = hello.process as usize;
            if hello != (Hello { process: hello.process, ..own }) {
                return Err(ConnectError::OtherRun { process: other });
            }
            if other > process && other < addresses.len() {
                sockets[other] = Some(stream);
            }
        }
        if is_idle {
            std::thread::sleep(POLL);
        }
    }
}

fn dial(address: &str) -> Option<TcpStream> {
    let mut resolved = address.to_socket_addrs().ok()?;
    resolved.find_map(|address| TcpStream::connect_timeout(&address, HELLO_TIMEOUT).ok())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    fn listen(count: usize) -> (Vec<TcpListener>, Vec<String>) {
        let listeners: Vec<_> = (0..count).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
        let addresses = listeners.iter().map(|listener| listener.local_addr().unwrap().to_string()).collect();
        (listeners, addresses)
    }

    /// One process for each of these runs, connected with the others: the number of connections of each.
    fn connect_all(runs: &[u64]) -> Vec<Result<usize, ConnectError>> {
        let (listeners, addresses) = listen(runs.len());
        let addresses = Arc::new(addresses);
        let threads: Vec<_> = listeners
            .into_iter()
            .zip(runs.iter().copied())
            .enumerate()
            .map(|(process, (listener, run))| {
                let addresses = Arc::clone(&addresses);
                std::thread::spawn(move || {
                    let timeout = Duration::from_secs(30);
                    let connected = connect(&listener, &addresses, process, run, timeout, &AtomicBool::new(false));
                    connected.map(|sockets| sockets.iter().flatten().count())
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    }

    #[test]
    fn every_process_connects_with_every_other() {
        assert_eq!(connect_all(&[7; 4]), vec![Ok(3); 4]);
        assert_eq!(connect_all(&[7]), [Ok(0)]);
    }

    #[test]
    fn a_process_of_another_run_is_an_error() {
        let connected = connect_all(&[7, 8]);
        assert!(
            connected.contains(&Err(ConnectError::OtherRun { process: 0 }))
                || connected.contains(&Err(ConnectError::OtherRun { process: 1 }))
        );
        assert!(connected.iter().all(Result::is_err));
    }

    #[test]
    fn invalid_hellos_are_dropped_and_missing_processes_named() {
        let (listeners, addresses) = listen(3);
        let strangers: Vec<_> = [&b"GET / HTTP/1.1\r\nHost: example.org\r\n\r\n"[..], b"", b"hueco-cl"]
            .into_iter()
            .map(|text| {
                let mut stream = TcpStream::connect(&addresses[0]).unwrap();
                stream.write_all(text).unwrap();
                stream.shutdown(std::net::Shutdown::Write).unwrap();
                stream
            })
            .collect();
        let never = AtomicBool::new(false);
        let connected = connect(&listeners[0], &addresses, 0, 7, Duration::from_millis(200), &never);
        assert_eq!(connected.unwrap_err(), ConnectError::Missing { missing: vec![1, 2] });
        drop(strangers);
        let cancelled = AtomicBool::new(true);
        let connected = connect(&listeners[0], &addresses, 0, 7, Duration::from_secs(60), &cancelled);
        assert_eq!(connected.unwrap_err(), ConnectError::Cancelled);
    }
}
