//! One run: start, monitor, end, clean up.

use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, ExitStatus};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use rustix::process::Signal;

use super::folder::{Folder, read_at_most};
#[cfg(target_os = "linux")]
use super::isolation::Jail;
use super::processes::{self, RunTag};
#[cfg(not(target_os = "linux"))]
use super::sandbox::Jail;
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
    // 1. A folder and three files for the standard streams.
    let folder = Folder::new().map_err(system(Operation::CreateFolder))?;
    let stream = |name| folder.stream(name).map_err(system(Operation::CreateFile));
    let (mut stdin, stdout, stderr) = (stream("stdin")?, stream("stdout")?, stream("stderr")?);
    stdin
        .write_all(invocation.stdin)
        .and_then(|()| stdin.seek(SeekFrom::Start(0)))
        .map_err(system(Operation::WriteInput))?;
    let copy = |file: &File| file.try_clone().map_err(system(Operation::ShareFile));

    // 2. The process, confined.
    let mut tag = RunTag::new();
    let mut command = Command::new(&invocation.program.path);
    set_environment(&mut command, invocation, &folder);
    command
        .args(&invocation.program.args)
        .args(invocation.args)
        .current_dir(invocation.builds_in.map_or_else(|| folder.work(), Path::to_owned))
        .stdin(stdin)
        .stdout(copy(&stdout)?)
        .stderr(copy(&stderr)?);
    let jail = jail(invocation, &folder).map_err(system(Operation::Isolate))?;
    sandbox::confine(&mut command, confinement(&invocation.limits, &tag), jail);
    let started = Instant::now();
    let mut child = match command.spawn() {
        Ok(child) => child,
        Err(error) => return Ok(not_started(&error)),
    };
    let pid = child.id() as i32;

    // 3. Monitor until it ends or has to be stopped. Its group is killed while its number is still reserved.
    let stopped = monitor(invocation, &folder, &mut tag, [&stdout, &stderr], pid, started);
    let waited = processes::waited(pid);
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
    let (stdout, stderr) = (read(stdout)?, read(stderr)?);
    let ending = if ran_out_of_memory(&ending, &stderr) { Ending::TooMuchMemory } else { ending };
    Ok(Run {
        ending,
        stdout,
        stderr,
        file: invocation.file.map_or(OutputFile::NotExpected, |name| folder.read(name, max)),
        names: folder.names(100),
        left_behind,
        time,
        waited,
    })
}

/// What a program inherits. The grader's own variables may hold secrets, so an isolated program gets those alone that say
/// how to run programs.
fn set_environment(command: &mut Command, invocation: &Invocation<'_>, folder: &Folder) {
    const KEPT: [&str; 12] = [
        "PATH",
        "LANG",
        "LC_ALL",
        "LC_CTYPE",
        "LC_MESSAGES",
        "TZ",
        "JAVA_HOME",
        "CLASSPATH",
        "PYTHONPATH",
        "LD_LIBRARY_PATH",
        "DYLD_LIBRARY_PATH",
        "NODE_PATH",
    ];
    if invocation.isolated {
        let kept: Vec<_> = KEPT.iter().filter_map(|name| Some((name, std::env::var_os(name)?))).collect();
        command.env_clear().envs(kept).env("HOME", folder.work());
    }
    if let Some(bin) = &invocation.program.bin {
        let others = std::env::var_os("PATH").unwrap_or_default();
        let folders = std::iter::once(bin.clone()).chain(std::env::split_paths(&others));
        if let Ok(path) = std::env::join_paths(folders) {
            command.env("PATH", path);
        }
    }
    command
        .env("PWD", folder.work())
        .env("TMPDIR", folder.temporary())
        // Compiled modules would litter the folder of submissions.
        .env("PYTHONDONTWRITEBYTECODE", "1");
}

#[cfg(target_os = "linux")]
fn jail(invocation: &Invocation<'_>, folder: &Folder) -> std::io::Result<Option<Jail>> {
    if !invocation.isolated {
        return Ok(None);
    }
    let [stdin, stdout, stderr] = folder.streams();
    let reads = [invocation.program.reads.clone(), vec![stdin]].concat();
    let builds_in = invocation.builds_in.map(Path::to_owned);
    let writes: Vec<_> = [folder.work(), folder.temporary(), stdout, stderr].into_iter().chain(builds_in).collect();
    Jail::new(&reads, &writes).map(Some)
}

#[cfg(not(target_os = "linux"))]
#[allow(clippy::unnecessary_wraps, reason = "on Linux it can fail")]
fn jail(_: &Invocation<'_>, _: &Folder) -> std::io::Result<Option<Jail>> {
    Ok(None)
}

/// Whether a program that ended by itself says that it had no memory left: the system's limit makes allocations fail, and
/// most languages then end the program with a status like any other.
fn ran_out_of_memory(ending: &Ending, stderr: &[u8]) -> bool {
    const SIGNS: [&[u8]; 6] = [
        b"MemoryError",
        b"std::bad_alloc",
        b"OutOfMemoryError",
        b"Cannot allocate memory",
        b"out of memory",
        b"memory allocation of ",
    ];
    let failed = matches!(ending, Ending::Exited { code } if *code != 0) || matches!(ending, Ending::Signalled { .. });
    let end = &stderr[stderr.len().saturating_sub(4096)..];
    failed && SIGNS.iter().any(|sign| end.windows(sign.len()).any(|window| window.eq_ignore_ascii_case(sign)))
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
        waited: Duration::ZERO,
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
    let mut on_slow = invocation.on_slow;
    loop {
        if sandbox::has_ended(pid)? {
            return Ok(None);
        }
        if invocation.interrupt.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Ok(Some(Ending::Interrupted));
        }
        let now = Instant::now();
        if let Some((after, called)) = on_slow
            && now.duration_since(started) >= after
        {
            sandbox::slow_down(pid);
            called();
            on_slow = None;
        }
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
