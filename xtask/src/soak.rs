//! `cargo xtask soak MINUTES`: the server, batches and whole spaces under mixed load, with processes killed and stopped meanwhile.
//!
//! Every solution is replayed here, on a board that was made here, by code that shares nothing with the program; what else is asked
//! has an answer that is known or that must agree with itself (`judge.rs`). What is reported at the end: requests answered, answers
//! verified, and the server's memory at the start, at most, at the end and when idle again. A wrong answer, none, a wrong count, a job
//! that never ends or a server that ends is a failure, and so is a kind of work of which nothing was verified.

mod boards;
mod client;
#[path = "../../crates/web/examples/load/http.rs"]
mod http;
mod judge;
mod tally;

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use boards::{Numbers, Puzzle};
use judge::field;
use tally::{Memory, Tally};

use crate::steps::{Done, cargo, step, target};

/// The memory that the server may take.
const MEMORY_MIB: u64 = 200;
/// Clients at the same time.
const CLIENTS: u64 = 6;
/// How long after the load the server is looked at once more.
const IDLE: Duration = Duration::from_secs(5);
/// States of all 2x5 boards.
const STATES: &str = "\"states\":1814400,";

/// Runs for some minutes with `binary`, or with a new release.
pub(crate) fn run(minutes: u32, binary: Option<PathBuf>) -> Done {
    let binary = if let Some(binary) = binary {
        binary
    } else {
        step("the release builds", &mut cargo(&["build", "--release", "--locked", "--package", "hueco"]))?;
        target().join("release/hueco")
    };
    let folder = target().join("xtask/soak");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let (mut server, address) = serve(&binary)?;
    let (tally, end) = (Tally::default(), Instant::now() + Duration::from_secs(60 * u64::from(minutes)));
    let mut loaded = Vec::new();
    std::thread::scope(|scope| {
        let (tally, binary, folder, address) = (&tally, &binary, &folder, &address);
        for seed in 0..CLIENTS {
            scope.spawn(move || client::run(address, seed, end, tally));
        }
        scope.spawn(move || batches(binary, end, tally));
        scope.spawn(move || spaces(binary, folder, end, tally));
        while Instant::now() < end {
            std::thread::sleep(Duration::from_secs(1));
            loaded.extend(resident_mib(server.id()));
        }
    });
    std::thread::sleep(IDLE);
    let memory = Memory { loaded, idle: resident_mib(server.id()), allowed: MEMORY_MIB };
    let is_alive = server.try_wait().is_ok_and(|status| status.is_none());
    let _ = server.kill();
    let _ = server.wait();
    tally.print(&memory);
    tally.verdict(&memory, is_alive)
}

/// Starts a server; its address is on the first line that it prints.
fn serve(binary: &Path) -> Result<(Child, String), String> {
    let mut command = Command::new(binary);
    command.args(["serve", "--port", "0", "--lang", "en", "--max-memory", &format!("{MEMORY_MIB}MiB")]);
    let mut server =
        command.stdout(Stdio::piped()).spawn().map_err(|error| format!("{}: {error}", binary.display()))?;
    let mut line = String::new();
    let read = server.stdout.take().map(|out| BufReader::new(out).read_line(&mut line));
    let port = line.split("localhost:").nth(1).and_then(|rest| rest.split('/').next());
    match (read, port) {
        (Some(Ok(_)), Some(port)) => Ok((server, format!("127.0.0.1:{port}"))),
        _ => Err(format!("the server printed `{}`", line.trim_end())),
    }
}

/// Batches of boards through the command.
fn batches(binary: &Path, end: Instant, tally: &Tally) {
    let mut numbers = Numbers::new(1000);
    while Instant::now() < end {
        let puzzles: Vec<Puzzle> = (0..20).map(|_| Puzzle::random(4, 4, &mut numbers)).collect();
        let input = puzzles.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
        let mut command = Command::new(binary);
        command.args(["solve", "-", "--format", "json", "--max-memory", "400MiB"]);
        let mut child = match command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn() {
            Ok(child) => child,
            Err(error) => return tally.wrong(format!("a batch does not start: {error}")),
        };
        if let Some(mut stdin) = child.stdin.take() {
            let _ = stdin.write_all(input.as_bytes());
        }
        let output = match child.wait_with_output() {
            Ok(output) => output,
            Err(error) => return tally.wrong(format!("a batch is not read: {error}")),
        };
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        if text.lines().count() != puzzles.len() {
            tally.wrong(format!("a batch has {} answers", text.lines().count()));
        }
        for (puzzle, line) in puzzles.iter().zip(text.lines()) {
            match field(line, "moves") {
                Some(moves) if puzzle.is_solved_by(&moves) => {}
                moves => tally.wrong(format!("{puzzle} in a batch: {moves:?}")),
            }
        }
        Tally::add(&tally.batches);
    }
}

/// Whole spaces on processes that are killed and stopped now and then.
fn spaces(binary: &Path, folder: &Path, end: Instant, tally: &Tally) {
    let mut numbers = Numbers::new(2000);
    let mut run = 0;
    while Instant::now() < end {
        run += 1;
        let checkpoints = folder.join(format!("space-{run}"));
        let mut command = Command::new(binary);
        command.args([
            "explore",
            "2x5",
            "--processes",
            "3",
            "--patience",
            "2s",
            "--restarts",
            "1000",
            "--format",
            "json",
        ]);
        command.arg("--quiet").arg("--checkpoint").arg(&checkpoints).stdout(Stdio::piped());
        let child = match command.spawn() {
            Ok(child) => child,
            Err(error) => return tally.wrong(format!("a space does not start: {error}")),
        };
        let id = child.id();
        std::thread::scope(|scope| {
            let output = scope.spawn(|| child.wait_with_output());
            for _ in 0..4 {
                std::thread::sleep(Duration::from_millis(300 + numbers.below(1500) as u64));
                if output.is_finished() {
                    break;
                }
                kill_a_member(id, &mut numbers, tally);
            }
            let text = output.join().ok().and_then(Result::ok);
            let text = text.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
            if !text.contains(STATES) {
                tally.wrong(format!("2x5 boards: {text}"));
            }
        });
        Tally::add(&tally.spaces);
        let _ = fs::remove_dir_all(&checkpoints);
    }
}

fn kill_a_member(parent: u32, numbers: &mut Numbers, tally: &Tally) {
    let list = fs::read_to_string(format!("/proc/{parent}/task/{parent}/children")).unwrap_or_default();
    let members: Vec<&str> = list.split_whitespace().collect();
    if members.is_empty() {
        return;
    }
    let (member, signal) = (members[numbers.below(members.len())], ["-KILL", "-STOP"][numbers.below(2)]);
    let _ = Command::new("kill").args([signal, member]).stderr(Stdio::null()).status();
    Tally::add(&tally.kills);
}

/// The memory that a process holds, in MiB. Only Linux says.
fn resident_mib(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok().map(|kib| kib / 1024)
}
