//! How the processes of a run find each other.
//!
//! Every process has a number and knows the addresses of all. It listens at its own and connects to those with smaller
//! numbers, so that each pair has one connection. Both sides then say hello: who they are, of how many, and what they are
//! about to do. Whoever does not say a proper hello is shown the door; a process that is about to do something else is an
//! error that names it, since a typing error on one of ten hosts should not end in a wrong count.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream, ToSocketAddrs};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use thiserror::Error;

const MAGIC: [u8; 8] = *b"hueco-cl";
/// Changes with anything that processes say to each other.
const VERSION: u32 = 1;
const HELLO: usize = 28;
/// How long a connection may take to say hello.
const POLITE: Duration = Duration::from_secs(5);
const PAUSE: Duration = Duration::from_millis(20);

/// Why the processes did not come together.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MeetError {
    /// Nobody can listen at this process's own address.
    #[error("cannot listen at {address}: {kind}")]
    Listen {
        /// The address.
        address: String,
        /// Why.
        kind: ErrorKind,
    },
    /// These processes did not come in time.
    #[error("processes {missing:?} did not come in time")]
    Missing {
        /// Their numbers.
        missing: Vec<usize>,
    },
    /// A process is there, but for another run: another size, goal, number of processes or version.
    #[error("process {process} is about to do something else")]
    OtherRun {
        /// Its number.
        process: usize,
    },
    /// The user stopped it.
    #[error("stopped by the user")]
    Cancelled,
}

/// What a process says first.
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

    /// `None` if that is no hello of ours at all; of another version it is one that agrees with nothing.
    fn parse(bytes: &[u8; HELLO]) -> Option<Self> {
        let number = |at: usize| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
        if bytes[..8] != MAGIC {
            return None;
        }
        let is_ours = number(8) == VERSION;
        let run = u64::from(number(20)) | u64::from(number(24)) << 32;
        Some(Self { process: number(12), processes: if is_ours { number(16) } else { 0 }, run })
    }

    /// Says hello and hears the other's.
    fn exchange(self, stream: &mut TcpStream) -> io::Result<Option<Self>> {
        stream.set_nonblocking(false)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(POLITE))?;
        stream.set_write_timeout(Some(POLITE))?;
        stream.write_all(&self.bytes())?;
        let mut bytes = [0; HELLO];
        stream.read_exact(&mut bytes)?;
        stream.set_read_timeout(None)?;
        stream.set_write_timeout(None)?;
        Ok(Self::parse(&bytes))
    }
}

/// Connects this process, number `process`, with those at all other `addresses`. `listener` listens at its own. `run` must
/// be the same number for all: it stands for what they are about to do. A connection to every other process, by number.
pub fn meet(
    listener: &TcpListener,
    addresses: &[String],
    process: usize,
    run: u64,
    patience: Duration,
    cancel: &AtomicBool,
) -> Result<Vec<Option<TcpStream>>, MeetError> {
    let own = Hello { process: process as u32, processes: addresses.len() as u32, run };
    let until = Instant::now() + patience;
    let mut sockets: Vec<Option<TcpStream>> = addresses.iter().map(|_| None).collect();
    let listening = |kind: ErrorKind| MeetError::Listen { address: addresses[process].clone(), kind };
    listener.set_nonblocking(true).map_err(|error| listening(error.kind()))?;
    loop {
        let missing: Vec<usize> = (0..addresses.len()).filter(|&at| at != process && sockets[at].is_none()).collect();
        if missing.is_empty() {
            return Ok(sockets);
        }
        if cancel.load(Ordering::Relaxed) {
            return Err(MeetError::Cancelled);
        }
        if Instant::now() >= until {
            return Err(MeetError::Missing { missing });
        }
        let mut is_quiet = true;
        for &other in missing.iter().filter(|&&other| other < process) {
            if let Some(mut stream) = connect(&addresses[other]) {
                // Where the other side went away again, it is asked once more.
                if let Ok(Some(hello)) = own.exchange(&mut stream) {
                    if hello != (Hello { process: other as u32, ..own }) {
                        return Err(MeetError::OtherRun { process: other });
                    }
                    sockets[other] = Some(stream);
                    is_quiet = false;
                }
            }
        }
        while let Ok((mut stream, _)) = listener.accept() {
            is_quiet = false;
            let Ok(Some(hello)) = own.exchange(&mut stream) else { continue };
            let other = hello.process as usize;
            if hello != (Hello { process: hello.process, ..own }) {
                return Err(MeetError::OtherRun { process: other });
            }
            if other > process && other < addresses.len() {
                sockets[other] = Some(stream);
            }
        }
        if is_quiet {
            std::thread::sleep(PAUSE);
        }
    }
}

fn connect(address: &str) -> Option<TcpStream> {
    let mut places = address.to_socket_addrs().ok()?;
    places.find_map(|place| TcpStream::connect_timeout(&place, POLITE).ok())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    fn start(count: usize) -> (Vec<TcpListener>, Vec<String>) {
        let listeners: Vec<_> = (0..count).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
        let addresses = listeners.iter().map(|listener| listener.local_addr().unwrap().to_string()).collect();
        (listeners, addresses)
    }

    /// Every process meets the others, saying that its run is the number given for it.
    fn all_meet(runs: &[u64], patience: Duration) -> Vec<Result<usize, MeetError>> {
        let (listeners, addresses) = start(runs.len());
        let addresses = Arc::new(addresses);
        let threads: Vec<_> = listeners
            .into_iter()
            .zip(runs.iter().copied())
            .enumerate()
            .map(|(process, (listener, run))| {
                let addresses = Arc::clone(&addresses);
                std::thread::spawn(move || {
                    let met = meet(&listener, &addresses, process, run, patience, &AtomicBool::new(false));
                    met.map(|sockets| sockets.iter().flatten().count())
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    }

    #[test]
    fn all_meet_all() {
        assert_eq!(all_meet(&[7; 4], Duration::from_secs(30)), vec![Ok(3); 4]);
        assert_eq!(all_meet(&[7], Duration::from_secs(30)), [Ok(0)]);
    }

    #[test]
    fn another_run_is_refused() {
        let met = all_meet(&[7, 8], Duration::from_secs(30));
        assert!(
            met.contains(&Err(MeetError::OtherRun { process: 0 }))
                || met.contains(&Err(MeetError::OtherRun { process: 1 }))
        );
        assert!(met.iter().all(Result::is_err));
    }

    #[test]
    fn strangers_are_shown_the_door_and_the_absent_named() {
        let (listeners, addresses) = start(3);
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
        let met = meet(&listeners[0], &addresses, 0, 7, Duration::from_millis(200), &never);
        assert_eq!(met.unwrap_err(), MeetError::Missing { missing: vec![1, 2] });
        drop(strangers);
        let cancelled = AtomicBool::new(true);
        let met = meet(&listeners[0], &addresses, 0, 7, Duration::from_secs(60), &cancelled);
        assert_eq!(met.unwrap_err(), MeetError::Cancelled);
    }
}
