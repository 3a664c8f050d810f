//! One program on one case, within limits.
//!
//! The program starts in an empty folder and a session of its own, isolated as far as the system can (see [`Isolation`]).
//! Its standard input, output and error are files, not pipes: a program that reads nothing cannot block the grader, one that writes without end meets the limit on
//! the size of a file, and a child that outlives it keeps nothing open. While it runs, its folder, processes and memory
//! are checked now and then. When it ends or is stopped by a limit, its process group is killed, and then everything else
//! it started.
//!
//! The grader's own memory is bounded by [`Limits::output`] for each of the three outputs.

use std::ffi::OsString;
use std::fmt;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde::Serialize;

use crate::program::Program;

#[cfg(unix)]
mod folder;
mod isolation;
#[cfg(unix)]
mod processes;
#[cfg(unix)]
mod sandbox;
#[cfg(unix)]
mod supervise;

pub use isolation::Isolation;

/// What a program may use on one case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Limits {
    /// Wall-clock time.
    pub timeout: Duration,
    /// Bytes written, in one file or in all together.
    pub output: u64,
    /// Memory in bytes: of one process by a limit of the system, of all together by monitoring (Linux).
    pub memory: u64,
    /// Processes alive at the same time (Linux).
    pub processes: usize,
    /// Files and folders in its folder.
    pub files: usize,
}

/// The course's minute, and enough of everything else for any honest program.
impl Default for Limits {
    fn default() -> Self {
        Self { timeout: Duration::from_secs(60), output: 16 << 20, memory: 2 << 30, processes: 128, files: 1000 }
    }
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case", tag = "ending")]
pub enum Ending {
    /// By itself, with this status.
    Exited {
        /// 0 for success.
        code: i32,
    },
    /// By a signal: it crashed.
    Signalled {
        /// The signal's number.
        signal: i32,
    },
    /// It ran longer than [`Limits::timeout`].
    TimedOut,
    /// It wrote more than [`Limits::output`].
    TooMuchOutput,
    /// It used more than [`Limits::memory`].
    TooMuchMemory,
    /// It started more than [`Limits::processes`].
    TooManyProcesses,
    /// It created more than [`Limits::files`], or folders nested too deep.
    TooManyFiles,
    /// It could not be started.
    NotStarted {
        /// The system's message.
        message: String,
        /// The kind of error.
        #[serde(skip)]
        kind: std::io::ErrorKind,
    },
    /// The grader was interrupted.
    Interrupted,
    /// It was not run, because the program had run out of time in too many cases before this one.
    GivenUp,
}

impl Ending {
    /// Whether the program ended by itself, successfully or not, and was not stopped.
    pub fn by_itself(&self) -> bool {
        matches!(self, Self::Exited { .. } | Self::Signalled { .. })
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exited { code: 0 } => f.write_str("the program ended successfully"),
            Self::Exited { code } => write!(f, "the program ended with status {code}"),
            Self::Signalled { signal } => match signal_name(*signal) {
                Some(name) => write!(f, "the program crashed: signal {signal} ({name})"),
                None => write!(f, "the program crashed: signal {signal}"),
            },
            Self::TimedOut => f.write_str("the program did not end in time"),
            Self::TooMuchOutput => f.write_str("the program wrote too much"),
            Self::TooMuchMemory => f.write_str("the program used too much memory"),
            Self::TooManyProcesses => f.write_str("the program started too many processes"),
            Self::TooManyFiles => f.write_str("the program created too many files"),
            Self::NotStarted { message, .. } => write!(f, "the program could not be started: {message}"),
            Self::Interrupted => f.write_str("the grading was interrupted"),
            Self::GivenUp => f.write_str("not run: the program ran out of time in cases before"),
        }
    }
}

/// The name of a common signal. The numbers are the same on every Unix, except for SIGBUS.
pub fn signal_name(signal: i32) -> Option<&'static str> {
    let bus = if cfg!(any(target_os = "linux", target_os = "android")) { 7 } else { 10 };
    Some(match signal {
        4 => "SIGILL",
        6 => "SIGABRT",
        8 => "SIGFPE",
        9 => "SIGKILL",
        11 => "SIGSEGV",
        13 => "SIGPIPE",
        15 => "SIGTERM",
        signal if signal == bus => "SIGBUS",
        _ => return None,
    })
}

/// What has the name of the expected file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum FileKind {
    /// A symbolic link. It is not followed.
    Link,
    /// A folder.
    Folder,
    /// A named pipe.
    Pipe,
    /// A socket or a device.
    Special,
}

impl fmt::Display for FileKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Link => "a symbolic link",
            Self::Folder => "a folder",
            Self::Pipe => "a named pipe",
            Self::Special => "a socket or a device",
        })
    }
}

/// The file that the program should write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OutputFile {
    /// None is expected.
    NotExpected,
    /// There is none.
    Missing,
    /// Something else has its name.
    NotAFile(FileKind),
    /// Its contents, up to [`Limits::output`].
    Bytes(Vec<u8>),
}

/// The result of one run.
#[derive(Clone, Debug)]
pub struct Run {
    /// How it ended.
    pub ending: Ending,
    /// Standard output, up to [`Limits::output`].
    pub stdout: Vec<u8>,
    /// Standard error, up to [`Limits::output`].
    pub stderr: Vec<u8>,
    /// The expected file.
    pub file: OutputFile,
    /// Names in its folder at the end, sorted; at most a hundred.
    pub names: Vec<String>,
    /// Processes it left behind, which were killed (Linux).
    pub left_behind: usize,
    /// Wall-clock time.
    pub time: Duration,
    /// How long it waited for a free core (Linux).
    pub waited: Duration,
}

/// What is called once when a program has run for a while.
pub type OnSlow<'a> = dyn Fn() + Sync + 'a;

/// One program to run on one input.
#[derive(Clone, Copy)]
pub struct Invocation<'a> {
    /// The program.
    pub program: &'a Program,
    /// Further arguments.
    pub args: &'a [OsString],
    /// Its standard input.
    pub stdin: &'a [u8],
    /// The file it should write, if any: a plain name in its folder.
    pub file: Option<&'a str>,
    /// Its limits.
    pub limits: Limits,
    /// Set to stop the run.
    pub interrupt: Option<&'a AtomicBool>,
    /// Whether it is kept from everything that [`Isolation`] lists, as far as the system can.
    pub isolated: bool,
    /// A folder besides its own in which it may write: where a compiler builds.
    pub builds_in: Option<&'a Path>,
    /// Called after a time, from which on the program has a lower priority.
    pub on_slow: Option<(Duration, &'a OnSlow<'a>)>,
}

impl<'a> Invocation<'a> {
    /// A program on an input, isolated, within the default limits.
    pub fn new(program: &'a Program, stdin: &'a [u8]) -> Self {
        Self {
            program,
            args: &[],
            stdin,
            file: None,
            limits: Limits::default(),
            interrupt: None,
            isolated: true,
            builds_in: None,
            on_slow: None,
        }
    }
}

/// The grader itself failed; the program is not to blame.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// This system has no process groups and limits as Unix has.
    #[error("grading needs a Unix system: process groups and resource limits")]
    Unsupported,
    /// An operation of the grader failed.
    #[error("the grader could not {operation}: {source}")]
    System {
        /// The operation.
        operation: Operation,
        /// The system's error.
        source: std::io::Error,
    },
}

/// What the grader does for a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// Creating a temporary folder.
    CreateFolder,
    /// Creating a temporary file.
    CreateFile,
    /// Writing the program's input.
    WriteInput,
    /// Passing the program its files.
    ShareFile,
    /// Isolating the program.
    Isolate,
    /// Monitoring the program.
    Monitor,
    /// Waiting for its end.
    Wait,
    /// Reading what it wrote.
    ReadOutput,
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::CreateFolder => "create a temporary folder",
            Self::CreateFile => "create a temporary file",
            Self::WriteInput => "write the program's input",
            Self::ShareFile => "pass the program its files",
            Self::Isolate => "isolate the program",
            Self::Monitor => "monitor the program",
            Self::Wait => "wait for the program",
            Self::ReadOutput => "read the program's output",
        })
    }
}

/// Runs a program once.
#[cfg(unix)]
pub fn run(invocation: &Invocation<'_>) -> Result<Run, RunError> {
    supervise::run(invocation)
}

/// Runs a program once; not supported on this system.
#[cfg(not(unix))]
pub fn run(_: &Invocation<'_>) -> Result<Run, RunError> {
    Err(RunError::Unsupported)
}
