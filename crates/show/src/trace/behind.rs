//! Writing behind: a file is written by a second thread while the first goes on.
//!
//! ```text
//! search ──bytes──▶ buffer ──full──▶ ▣ ▣ ──▶ thread ──write──▶ file
//!                     ▲                        │
//!                     └──────── empty ◀────────┘
//! ```
//! Copying a trace into a file costs the kernel more than the search and its lines together. It can be done beside them: a full
//! buffer is passed to a thread that owns the file, an empty one comes back. There are only a few buffers, so a search that is
//! faster than the file waits for it.
//!
//! The thread is started when much has been written; until then everything goes straight to the file, so a short trace pays for
//! neither thread nor buffers. An error ends the thread, and whoever writes next is told of it. [`flush`](Write::flush) waits
//! until everything is written and ends the thread too.

use std::io::{self, Write};
use std::mem;
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, sync_channel};
use std::thread::{self, JoinHandle};

/// So many bytes are written here before a thread is started: what is done in a millisecond needs no help.
const FIRST: usize = 1 << 21;

/// Bytes of a buffer.
const BUFFER: usize = 1 << 17;

/// Buffers, the one being filled among them.
const BUFFERS: usize = 4;

/// A writer whose bytes are written by a thread of its own, once they are many.
pub struct Behind<W: Write + Send + 'static> {
    buffer: Vec<u8>,
    place: Place<W>,
}

/// Where the writer is.
enum Place<W> {
    /// Here, with the number of bytes written here.
    Here(W, usize),
    /// With its thread.
    There(Writing<W>),
    /// Nowhere: its thread met an error.
    Gone,
}

/// A thread that writes.
struct Writing<W> {
    full: SyncSender<Vec<u8>>,
    empty: Receiver<Vec<u8>>,
    /// Buffers that were made, the one being filled among them.
    buffers: usize,
    thread: JoinHandle<Option<(W, io::Result<()>)>>,
}

impl<W: Write + Send + 'static> Behind<W> {
    /// Writes to `out`. No thread yet.
    pub fn new(out: W) -> Self {
        Self { buffer: Vec::new(), place: Place::Here(out, 0) }
    }

    /// The writer, when everything is written.
    pub fn into_inner(mut self) -> io::Result<W> {
        self.flush()?;
        match mem::replace(&mut self.place, Place::Gone) {
            Place::Here(out, _) => Ok(out),
            Place::There(_) | Place::Gone => Err(gone()),
        }
    }

    /// Starts the thread.
    #[cold]
    fn start(&mut self) {
        self.place = match mem::replace(&mut self.place, Place::Gone) {
            Place::Here(out, _) => Writing::start(out),
            other => other,
        };
        self.buffer.reserve_exact(BUFFER);
    }

    /// Passes the full buffer on and takes an empty one.
    #[cold]
    fn pass_on(&mut self) -> io::Result<()> {
        let Place::There(writing) = &mut self.place else { return Err(gone()) };
        match writing.exchange(mem::take(&mut self.buffer)) {
            Some(empty) => {
                self.buffer = empty;
                Ok(())
            }
            None => self.wait().and_then(|()| Err(gone())),
        }
    }

    /// Waits until the thread has written what it was given, and ends it.
    fn wait(&mut self) -> io::Result<()> {
        let Writing { full, thread, .. } = match mem::replace(&mut self.place, Place::Gone) {
            Place::There(writing) => writing,
            other => {
                self.place = other;
                return Ok(());
            }
        };
        drop(full);
        let (out, written) = thread.join().ok().flatten().ok_or_else(gone)?;
        // After an error bytes are missing: whatever came behind them would be in the wrong place.
        written?;
        self.place = Place::Here(out, 0);
        Ok(())
    }
}

impl<W: Write + Send + 'static> Writing<W> {
    /// Starts the thread. Where there is none to be had, the writer stays here.
    fn start(out: W) -> Place<W> {
        let (full, to_write) = sync_channel::<Vec<u8>>(BUFFERS);
        let (written, empty) = sync_channel(BUFFERS);
        // The writer follows when there is a thread: one that cannot be started would take it along.
        let (hand_over, taken) = sync_channel::<W>(1);
        let write = move || {
            let mut out = taken.recv().ok()?;
            for mut buffer in to_write {
                if let Err(error) = out.write_all(&buffer) {
                    return Some((out, Err(error)));
                }
                buffer.clear();
                // Nobody takes the last ones back.
                let _ = written.send(buffer);
            }
            Some((out, Ok(())))
        };
        let Ok(thread) = thread::Builder::new().name("trace".to_owned()).spawn(write) else {
            return Place::Here(out, 0);
        };
        match hand_over.send(out) {
            Ok(()) => Place::There(Self { full, empty, buffers: 1, thread }),
            Err(refused) => Place::Here(refused.0, 0),
        }
    }

    /// An empty buffer for a full one; `None` where the thread has ended.
    fn exchange(&mut self, buffer: Vec<u8>) -> Option<Vec<u8>> {
        self.full.send(buffer).ok()?;
        match self.empty.try_recv() {
            Ok(empty) => Some(empty),
            Err(TryRecvError::Empty) if self.buffers < BUFFERS => {
                self.buffers += 1;
                Some(Vec::with_capacity(BUFFER))
            }
            Err(TryRecvError::Empty) => self.empty.recv().ok(),
            Err(TryRecvError::Disconnected) => None,
        }
    }
}

impl<W: Write + Send + 'static> Write for Behind<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.place {
            Place::Here(out, before) if *before < FIRST => {
                let written = out.write(bytes)?;
                *before += written;
                return Ok(written);
            }
            Place::Here(..) => {
                self.start();
                return self.write(bytes);
            }
            Place::Gone => return Err(gone()),
            Place::There(_) => {}
        }
        let taken = bytes.len().min(BUFFER - self.buffer.len());
        self.buffer.extend_from_slice(&bytes[..taken]);
        if self.buffer.len() == BUFFER {
            self.pass_on()?;
        }
        Ok(taken)
    }

    /// Waits until everything is written.
    fn flush(&mut self) -> io::Result<()> {
        if !self.buffer.is_empty() {
            self.pass_on()?;
        }
        self.wait()?;
        match &mut self.place {
            Place::Here(out, _) => out.flush(),
            Place::There(_) | Place::Gone => Err(gone()),
        }
    }
}

/// Whoever drops it unflushed does not need the rest, but may want to do something with the file: nobody writes to it any more.
impl<W: Write + Send + 'static> Drop for Behind<W> {
    fn drop(&mut self) {
        let _ = self.wait();
    }
}

fn gone() -> io::Error {
    io::Error::other("the thread that writes has ended")
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use proptest::prelude::*;

    use super::*;

    /// Notes the bytes and the threads that wrote them; has room for so many.
    #[derive(Clone)]
    struct Noted {
        bytes: Arc<Mutex<Vec<u8>>>,
        threads: Arc<Mutex<Vec<thread::ThreadId>>>,
        room: usize,
    }

    impl Noted {
        fn new(room: usize) -> Self {
            Self { bytes: Arc::default(), threads: Arc::default(), room }
        }

        fn written(&self) -> Vec<u8> {
            self.bytes.lock().expect("nobody panicked").clone()
        }

        fn is_written_here(&self) -> bool {
            self.threads.lock().expect("nobody panicked").iter().all(|&id| id == thread::current().id())
        }
    }

    impl Write for Noted {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let mut written = self.bytes.lock().expect("nobody panicked");
            // A file may take less than it is given.
            let taken = bytes.len().min(50_000).min(self.room - written.len());
            if taken == 0 && !bytes.is_empty() {
                return Err(io::ErrorKind::StorageFull.into());
            }
            written.extend_from_slice(&bytes[..taken]);
            self.threads.lock().expect("nobody panicked").push(thread::current().id());
            Ok(taken)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn bytes(count: usize) -> Vec<u8> {
        (0..count).map(|at| (at * 7 + at / 251) as u8).collect()
    }

    #[test]
    fn short_ones_start_no_thread() {
        let noted = Noted::new(usize::MAX);
        let mut behind = Behind::new(noted.clone());
        behind.write_all(&bytes(FIRST)).unwrap();
        assert_eq!(noted.written().len(), FIRST, "nothing is held back");
        behind.into_inner().unwrap();
        assert!(noted.is_written_here());
    }

    #[test]
    fn long_ones_are_written_elsewhere_and_the_writer_comes_back() {
        let noted = Noted::new(usize::MAX);
        let mut behind = Behind::new(noted.clone());
        let whole = bytes(FIRST + 10 * BUFFER);
        for part in whole.chunks(10_007) {
            behind.write_all(part).unwrap();
        }
        assert_eq!(behind.into_inner().unwrap().written(), whole);
        assert!(!noted.is_written_here());
    }

    #[test]
    fn an_error_in_the_middle_is_told() {
        let noted = Noted::new(FIRST + 3 * BUFFER + 5);
        let mut behind = Behind::new(noted.clone());
        let mut part = || behind.write_all(&bytes(BUFFER / 3));
        // The thread has some buffers in hand when it fails, so the error comes later, but it comes.
        let told = (0..100).find_map(|_| part().err()).expect("the writer has no room");
        assert_eq!(told.kind(), io::ErrorKind::StorageFull);
        assert_eq!(noted.written().len(), noted.room);
    }

    #[test]
    fn an_error_at_the_end_is_told_by_flush() {
        let noted = Noted::new(FIRST + 1);
        let mut behind = Behind::new(noted.clone());
        behind.write_all(&bytes(FIRST)).unwrap();
        behind.write_all(&bytes(2)).unwrap();
        assert_eq!(behind.flush().unwrap_err().kind(), io::ErrorKind::StorageFull);
        assert_eq!(noted.written().len(), noted.room);
    }

    #[test]
    fn a_writer_that_panics_is_an_error() {
        struct Panics(usize);
        impl Write for Panics {
            fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
                self.0 += bytes.len();
                assert!(self.0 <= FIRST, "on purpose");
                Ok(bytes.len())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let mut behind = Behind::new(Panics(0));
        behind.write_all(&bytes(FIRST)).unwrap();
        behind.write_all(&bytes(10)).unwrap();
        assert!(behind.flush().is_err());
        assert!(behind.write_all(&bytes(10)).is_err());
        assert!(behind.into_inner().is_err());
    }

    #[test]
    fn dropped_it_waits_for_its_thread() {
        let noted = Noted::new(usize::MAX);
        let mut behind = Behind::new(noted.clone());
        behind.write_all(&bytes(FIRST)).unwrap();
        behind.write_all(&bytes(3 * BUFFER)).unwrap();
        drop(behind);
        assert_eq!(noted.written().len(), FIRST + 3 * BUFFER);
        assert_eq!(Arc::strong_count(&noted.bytes), 1);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]
        #[test]
        fn order_is_kept(lengths in prop::collection::vec((0_usize..60_000, prop::bool::weighted(0.1)), 0..20)) {
            let noted = Noted::new(usize::MAX);
            let mut behind = Behind::new(noted.clone());
            let whole = bytes(lengths.iter().map(|(length, _)| length).sum());
            let mut at = 0;
            for (length, flush) in lengths {
                behind.write_all(&whole[at..at + length]).unwrap();
                at += length;
                if flush {
                    behind.flush().unwrap();
                    prop_assert_eq!(noted.written().len(), at);
                }
            }
            behind.flush().unwrap();
            prop_assert_eq!(noted.written(), whole);
        }
    }
}
