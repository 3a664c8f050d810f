//! One program on one case, within limits.
//!
//! The program starts in an empty folder of its own and a session of its own. Its standard input, output and error
//! are unnamed files, not pipes: a program that reads nothing cannot block us, one that writes without end meets the
//! limit on the size of a file, and a child that outlives it keeps nothing of ours open. While it runs we look now and
//! then at its folder, its processes and its memory. When it ends, or a limit ends it, its whole process group is
//! killed, and then everything else it started.
//!
//! What the grader holds in memory is bounded by [`Limits::output`] for each of the three outputs.

use std::ffi::OsString;
use std::fmt;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde::Serialize;

use crate::program::Program;

#[cfg(unix)]
mod folder;
#[cfg(unix)]
mod processes;
#[cfg(unix)]
mod sandbox;
#[cfg(unix)]
mod supervise;

/// What a program may use on one case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Limits {
    /// Wall-clock time.
    pub timeout: Duration,
    /// Bytes written, in one file or in all together.
    pub output: u64,
    /// Memory in bytes: of one process by the system's own limit, of all together by watching (Linux).
    pub memory: u64,
    /// Processes alive at the same time (Linux).
    pub processes: usize,
    /// Files and folders in its folder.
    pub files: usize,
}

/// The course's minute, and room enough for any honest program.
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
        /// 0 where all went well.
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
        /// What the system said.
        message: String,
        /// What kind of refusal that was.
        #[serde(skip)]
        kind: std::io::ErrorKind,
    },
    /// The evaluator was asked to stop.
    Interrupted,
}

impl Ending {
    /// Whether the program ended by itself, well or badly, and was not stopped.
    pub fn by_itself(&self) -> bool {
        matches!(self, Self::Exited { .. } | Self::Signalled { .. })
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exited { code: 0 } => f.write_str("the program ended well"),
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
            Self::Interrupted => f.write_str("the evaluation was interrupted"),
        }
    }
}

/// The name of a signal that programs usually die of. The numbers are the same on every Unix, but for SIGBUS.
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

/// What stands where a file was expected.
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

/// The file the program was to write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OutputFile {
    /// None was asked for.
    NotAsked,
    /// There is none.
    Missing,
    /// Something else has its name.
    NotAFile(FileKind),
    /// Its contents, up to [`Limits::output`].
    Bytes(Vec<u8>),
}

/// What one run left behind.
#[derive(Clone, Debug)]
pub struct Run {
    /// How it ended.
    pub ending: Ending,
    /// Standard output, up to [`Limits::output`].
    pub stdout: Vec<u8>,
    /// Standard error, up to [`Limits::output`].
    pub stderr: Vec<u8>,
    /// The file asked for.
    pub file: OutputFile,
    /// Names in its folder at the end, in order; at most a hundred.
    pub names: Vec<String>,
    /// Processes it left behind, which were killed (Linux).
    pub left_behind: usize,
    /// Wall-clock time.
    pub time: Duration,
}

/// One run to be made.
#[derive(Clone, Copy, Debug)]
pub struct Errand<'a> {
    /// The program.
    pub program: &'a Program,
    /// Arguments after its own.
    pub args: &'a [OsString],
    /// What it reads.
    pub stdin: &'a [u8],
    /// The file it writes, where it is to write one: a plain name in its folder.
    pub file: Option<&'a str>,
    /// What it may use.
    pub limits: Limits,
    /// Set to stop the run.
    pub interrupt: Option<&'a AtomicBool>,
}

/// The evaluator itself could not do its work; the program is not to blame.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// This system has no process groups and limits as Unix has.
    #[error("grading needs a Unix system: process groups and resource limits")]
    Unsupported,
    /// A temporary folder or file could not be made, or a process not waited for.
    #[error("the evaluator could not {doing}: {source}")]
    System {
        /// What it was about to do.
        doing: Doing,
        /// What the system said.
        source: std::io::Error,
    },
}

/// What the evaluator does for a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Doing {
    /// Making a temporary folder.
    MakeFolder,
    /// Making a temporary file.
    MakeFile,
    /// Writing the program's input.
    WriteInput,
    /// Handing the program its files.
    ShareFile,
    /// Watching the program.
    Watch,
    /// Waiting for its end.
    Wait,
    /// Reading what it wrote.
    ReadOutput,
}

impl fmt::Display for Doing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::MakeFolder => "make a temporary folder",
            Self::MakeFile => "make a temporary file",
            Self::WriteInput => "write the program's input",
            Self::ShareFile => "share a temporary file",
            Self::Watch => "watch the program",
            Self::Wait => "wait for the program",
            Self::ReadOutput => "read the program's output",
        })
    }
}

/// Runs a program once.
#[cfg(unix)]
pub fn run(errand: &Errand<'_>) -> Result<Run, RunError> {
    supervise::run(errand)
}

/// Runs a program once: not on this system.
#[cfg(not(unix))]
pub fn run(_: &Errand<'_>) -> Result<Run, RunError> {
    Err(RunError::Unsupported)
}
