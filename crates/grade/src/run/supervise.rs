//! Start, watch, end, clear away.

use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, ExitStatus};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use rustix::process::Signal;

use super::folder::{Folder, read_at_most};
use super::processes::{self, Mark};
use super::sandbox::{self, Confines};
use super::{Doing, Ending, Errand, Limits, OutputFile, Run, RunError};

/// Between two looks at the clock, at most.
const NAP: Duration = Duration::from_millis(10);
/// Between two looks at folder, processes and memory, at least.
const WATCH: Duration = Duration::from_millis(25);

fn system(doing: Doing) -> impl FnOnce(std::io::Error) -> RunError {
    move |source| RunError::System { doing, source }
}

pub(super) fn run(errand: &Errand<'_>) -> Result<Run, RunError> {
    // 1. A folder and three unnamed files.
    let folder = Folder::new().map_err(system(Doing::MakeFolder))?;
    let unnamed = || tempfile::tempfile().map_err(system(Doing::MakeFile));
    let (mut stdin, stdout, stderr) = (unnamed()?, unnamed()?, unnamed()?);
    stdin.write_all(errand.stdin).and_then(|()| stdin.seek(SeekFrom::Start(0))).map_err(system(Doing::WriteInput))?;
    let copy = |file: &File| file.try_clone().map_err(system(Doing::ShareFile));

    // 2. The process, confined.
    let mut mark = Mark::new();
    let mut command = Command::new(&errand.program.path);
    command
        .args(&errand.program.args)
        .args(errand.args)
        .current_dir(folder.work())
        .env("PWD", folder.work())
        .env("TMPDIR", folder.temporary())
        // Compiled copies of a student's modules would litter the folder of submissions.
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .stdin(stdin)
        .stdout(copy(&stdout)?)
        .stderr(copy(&stderr)?);
    sandbox::confine(&mut command, confines(&errand.limits, &mark));
    let began = Instant::now();
    let mut child = match command.spawn() {
        Ok(child) => child,
        Err(error) => return Ok(not_started(&error)),
    };
    let pid = child.id() as i32;

    // 3. Watch until it ends or has to be ended. Its group is killed while its number is still taken.
    let stopped = watch(errand, &folder, &mut mark, [&stdout, &stderr], pid, began);
    sandbox::kill_group(pid);
    let status = child.wait().map_err(system(Doing::Wait))?;
    let time = began.elapsed();
    let (left_behind, _) = mark.sweep();

    // 4. What it left. The last look finds what was written too fast to be seen.
    let most = errand.limits.output;
    let ending = stopped
        .map_err(system(Doing::Watch))?
        .or_else(|| over_the_limit(&folder, &errand.limits, [&stdout, &stderr]))
        .unwrap_or_else(|| ended(status));
    let read = |mut file: File| {
        file.seek(SeekFrom::Start(0)).and_then(|_| read_at_most(file, most)).map_err(system(Doing::ReadOutput))
    };
    Ok(Run {
        ending,
        stdout: read(stdout)?,
        stderr: read(stderr)?,
        file: errand.file.map_or(OutputFile::NotAsked, |name| folder.read(name, most)),
        names: folder.names(100),
        left_behind,
        time,
    })
}

fn confines(limits: &Limits, mark: &Mark) -> Confines {
    // A user's tasks are counted together, so this is only a far backstop for the watching below.
    let tasks = processes::tasks_of_user().map(|now| now + 4 * limits.processes as u64 + 256);
    Confines { file_bytes: limits.output, memory_bytes: limits.memory, tasks, mark: mark.number() }
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

/// Waits for the end. `None` where the program ended by itself.
fn watch(
    errand: &Errand<'_>,
    folder: &Folder,
    mark: &mut Mark,
    outputs: [&File; 2],
    pid: i32,
    began: Instant,
) -> std::io::Result<Option<Ending>> {
    let limits = &errand.limits;
    let mut nap = Duration::from_micros(500);
    let mut next_look = began + WATCH;
    loop {
        if sandbox::has_ended(pid)? {
            return Ok(None);
        }
        if errand.interrupt.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Ok(Some(Ending::Interrupted));
        }
        let now = Instant::now();
        if now.duration_since(began) >= limits.timeout {
            return Ok(Some(Ending::TimedOut));
        }
        if now >= next_look {
            let used = mark.look();
            if used.processes > limits.processes {
                return Ok(Some(Ending::TooManyProcesses));
            }
            if used.memory > limits.memory {
                return Ok(Some(Ending::TooMuchMemory));
            }
            if let Some(ending) = over_the_limit(folder, limits, outputs) {
                return Ok(Some(ending));
            }
            // Looking never takes more than a tenth of our time.
            next_look = Instant::now() + WATCH.max(10 * now.elapsed());
        }
        std::thread::sleep(nap.min(limits.timeout.saturating_sub(began.elapsed())));
        nap = NAP.min(2 * nap);
    }
}

/// Whether what was written reaches a limit. The system lets no file grow beyond [`Limits::output`].
fn over_the_limit(folder: &Folder, limits: &Limits, outputs: [&File; 2]) -> Option<Ending> {
    let written = outputs.map(|file| file.metadata().map_or(0, |about| about.len()));
    let holds = folder.measure(limits.files);
    if holds.entries > limits.files || holds.too_deep {
        Some(Ending::TooManyFiles)
    } else if holds.bytes.saturating_add(written[0]).saturating_add(written[1]) >= limits.output {
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
