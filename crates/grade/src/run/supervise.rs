//! One run: start, monitor, end, clean up.

use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, ExitStatus};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use rustix::process::Signal;

use super::folder::{Folder, read_at_most};
use super::processes::{self, RunTag};
use super::sandbox::{self, Confinement};
use super::{Ending, Invocation, Limits, Operation, OutputFile, Run, RunError};

/// The longest time between two checks of the clock.
const MAX_SLEEP: Duration = Duration::from_millis(10);
/// The shortest time between two checks of folder, processes and memory.
const CHECK_EVERY: Duration = Duration::from_millis(25);

fn system(operation: Operation) -> impl FnOnce(std::io::Error) -> RunError {
    move |source| RunError::System { operation, source }
}

pub(super) fn run(invocation: &Invocation<'_>) -> Result<Run, RunError> {
    // 1. A folder and three unnamed files.
    let folder = Folder::new().map_err(system(Operation::CreateFolder))?;
    let unnamed = || tempfile::tempfile().map_err(system(Operation::CreateFile));
    let (mut stdin, stdout, stderr) = (unnamed()?, unnamed()?, unnamed()?);
    stdin
        .write_all(invocation.stdin)
        .and_then(|()| stdin.seek(SeekFrom::Start(0)))
        .map_err(system(Operation::WriteInput))?;
    let copy = |file: &File| file.try_clone().map_err(system(Operation::ShareFile));

    // 2. The process, confined.
    let mut tag = RunTag::new();
    let mut command = Command::new(&invocation.program.path);
    command
        .args(&invocation.program.args)
        .args(invocation.args)
        .current_dir(folder.work())
        .env("PWD", folder.work())
        .env("TMPDIR", folder.temporary())
        // Compiled modules would litter the folder of submissions.
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .stdin(stdin)
        .stdout(copy(&stdout)?)
        .stderr(copy(&stderr)?);
    sandbox::confine(&mut command, confinement(&invocation.limits, &tag));
    let started = Instant::now();
    let mut child = match command.spawn() {
        Ok(child) => child,
        Err(error) => return Ok(not_started(&error)),
    };
    let pid = child.id() as i32;

    // 3. Monitor until it ends or has to be stopped. Its group is killed while its number is still reserved.
    let stopped = monitor(invocation, &folder, &mut tag, [&stdout, &stderr], pid, started);
    sandbox::kill_group(pid);
    let status = child.wait().map_err(system(Operation::Wait))?;
    let time = started.elapsed();
    let (left_behind, _) = tag.kill_all();

    // 4. The results. The last check finds what was written since the one before.
    let max = invocation.limits.output;
    let ending = stopped
        .map_err(system(Operation::Monitor))?
        .or_else(|| output_limit(&folder, &invocation.limits, [&stdout, &stderr]))
        .unwrap_or_else(|| ended(status));
    let read = |mut file: File| {
        file.seek(SeekFrom::Start(0)).and_then(|_| read_at_most(file, max)).map_err(system(Operation::ReadOutput))
    };
    Ok(Run {
        ending,
        stdout: read(stdout)?,
        stderr: read(stderr)?,
        file: invocation.file.map_or(OutputFile::NotExpected, |name| folder.read(name, max)),
        names: folder.names(100),
        left_behind,
        time,
    })
}

fn confinement(limits: &Limits, tag: &RunTag) -> Confinement {
    // All tasks of a user count, so this is only a safety net for the monitoring below.
    let tasks = processes::tasks_of_user().map(|now| now + 4 * limits.processes as u64 + 256);
    Confinement { file_bytes: limits.output, memory_bytes: limits.memory, tasks, tag: tag.number() }
}

fn not_started(error: &std::io::Error) -> Run {
    Run {
        ending: Ending::NotStarted { message: error.to_string(), kind: error.kind() },
        stdout: Vec::new(),
        stderr: Vec::new(),
        file: OutputFile::Missing,
        names: Vec::new(),
        left_behind: 0,
        time: Duration::ZERO,
    }
}

/// Waits for the end. `None` if the program ended by itself.
fn monitor(
    invocation: &Invocation<'_>,
    folder: &Folder,
    tag: &mut RunTag,
    outputs: [&File; 2],
    pid: i32,
    started: Instant,
) -> std::io::Result<Option<Ending>> {
    let limits = &invocation.limits;
    let mut sleep = Duration::from_micros(500);
    let mut next_check = started + CHECK_EVERY;
    loop {
        if sandbox::has_ended(pid)? {
            return Ok(None);
        }
        if invocation.interrupt.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Ok(Some(Ending::Interrupted));
        }
        let now = Instant::now();
        if now.duration_since(started) >= limits.timeout {
            return Ok(Some(Ending::TimedOut));
        }
        if now >= next_check {
            let used = tag.usage();
            if used.processes > limits.processes {
                return Ok(Some(Ending::TooManyProcesses));
            }
            if used.memory > limits.memory {
                return Ok(Some(Ending::TooMuchMemory));
            }
            if let Some(ending) = output_limit(folder, limits, outputs) {
                return Ok(Some(ending));
            }
            // Checks never take more than a tenth of the time.
            next_check = Instant::now() + CHECK_EVERY.max(10 * now.elapsed());
        }
        std::thread::sleep(sleep.min(limits.timeout.saturating_sub(started.elapsed())));
        sleep = MAX_SLEEP.min(2 * sleep);
    }
}

/// Whether the output exceeds a limit. The system lets no file grow beyond [`Limits::output`].
fn output_limit(folder: &Folder, limits: &Limits, outputs: [&File; 2]) -> Option<Ending> {
    let written = outputs.map(|file| file.metadata().map_or(0, |metadata| metadata.len()));
    let size = folder.measure(limits.files);
    if size.entries > limits.files || size.too_deep {
        Some(Ending::TooManyFiles)
    } else if size.bytes.saturating_add(written[0]).saturating_add(written[1]) >= limits.output {
        Some(Ending::TooMuchOutput)
    } else {
        None
    }
}

fn ended(status: ExitStatus) -> Ending {
    match (status.code(), status.signal()) {
        (Some(code), _) => Ending::Exited { code },
        (None, Some(signal)) if signal == Signal::XFSZ.as_raw() => Ending::TooMuchOutput,
        (None, signal) => Ending::Signalled { signal: signal.unwrap_or(0) },
    }
}
