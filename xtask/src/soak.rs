//! `cargo xtask soak MINUTES`: the server, batches and whole spaces under mixed load, with processes killed and stopped meanwhile.
//!
//! Every solution is replayed here, on a board that was made here, by code that shares nothing with the program. What is reported at
//! the end: requests answered, answers verified, and the server's memory at the start, at most, at the end and when idle again.
//! A wrong answer, a wrong count or a server that ends is a failure.

mod boards;
#[path = "../../crates/web/examples/load/http.rs"]
mod http;

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use boards::{Numbers, Puzzle};
use http::Client;

use crate::steps::{Done, cargo, step, target};

/// The memory that the server may take.
const MEMORY_MIB: u64 = 200;
/// Clients at the same time.
const CLIENTS: u64 = 6;
/// How long after the load the server is looked at once more.
const IDLE: Duration = Duration::from_secs(5);
/// States of all 2x5 boards.
const STATES: &str = "\"states\":1814400,";

/// What all threads count.
#[derive(Default)]
struct Tally {
    requests: AtomicU64,
    refused: AtomicU64,
    verified: AtomicU64,
    batches: AtomicU64,
    spaces: AtomicU64,
    kills: AtomicU64,
    wrong: Mutex<Vec<String>>,
}

impl Tally {
    fn add(counter: &AtomicU64) {
        counter.fetch_add(1, Ordering::Relaxed);
    }

    fn wrong(&self, what: String) {
        self.wrong.lock().expect("no thread panics").push(what);
    }
}

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
    let mut memory = Vec::new();
    std::thread::scope(|scope| {
        let (tally, binary, folder, address) = (&tally, &binary, &folder, &address);
        for seed in 0..CLIENTS {
            scope.spawn(move || client(address, seed, end, tally));
        }
        scope.spawn(move || batches(binary, end, tally));
        scope.spawn(move || spaces(binary, folder, end, tally));
        while Instant::now() < end {
            std::thread::sleep(Duration::from_secs(1));
            memory.extend(resident_mib(server.id()));
        }
    });
    std::thread::sleep(IDLE);
    let idle = resident_mib(server.id());
    let is_alive = server.try_wait().is_ok_and(|status| status.is_none());
    let _ = server.kill();
    let _ = server.wait();
    report(&tally, &memory, idle, is_alive)
}

fn report(tally: &Tally, memory: &[u64], idle: Option<u64>, is_alive: bool) -> Done {
    let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
    let mib = |value: Option<&u64>| value.map_or("?".to_owned(), u64::to_string);
    println!("\nxtask: soak");
    println!("requests answered       {}", count(&tally.requests));
    println!("refused, queue full     {}", count(&tally.refused));
    println!("solutions replayed      {}", count(&tally.verified));
    println!("batches of 20 boards    {}", count(&tally.batches));
    println!("whole spaces counted    {}", count(&tally.spaces));
    println!("processes killed        {}", count(&tally.kills));
    println!("server MiB, after 30 s  {}", mib(memory.get(30.min(memory.len().saturating_sub(1)))));
    println!("server MiB, at most     {}", mib(memory.iter().max()));
    println!("server MiB, at the end  {}", mib(memory.last()));
    println!("server MiB, idle again  {}", mib(idle.as_ref()));
    println!("server MiB, allowed     {MEMORY_MIB}");
    let wrong = tally.wrong.lock().expect("no thread panics");
    match (wrong.first(), is_alive) {
        (Some(first), _) => Err(format!("{} wrong, the first: {first}", wrong.len())),
        (None, false) => Err("the server ended".to_owned()),
        (None, true) if memory.iter().max().is_some_and(|&most| most > MEMORY_MIB) => {
            Err("the server took more memory than it may".to_owned())
        }
        (None, true) => Ok(()),
    }
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

/// One client: quick answers, jobs that are waited for or cancelled, and requests that make no sense.
fn client(address: &str, seed: u64, end: Instant, tally: &Tally) {
    let mut numbers = Numbers::new(seed);
    let mut client = Client::new(address);
    while Instant::now() < end {
        let (rows, cols) = [(3, 3), (4, 4), (3, 4), (5, 5)][numbers.below(4)];
        let puzzle = Puzzle::random(rows, cols, &mut numbers);
        match numbers.below(10) {
            0 => {
                let status = client.ask("POST", "/api/solve", "{\"board\":\"1 2").map(|(status, _)| status);
                Tally::add(&tally.requests);
                if status.is_some_and(|status| status != 400) {
                    tally.wrong(format!("half a request is answered with {status:?}"));
                }
            }
            1..=3 => job(&mut client, &puzzle, &mut numbers, tally),
            _ => {
                let body = format!("{{\"board\":\"{puzzle}\",\"seconds\":0.5}}");
                let answer = client.ask("POST", "/api/solve", &body);
                judge(answer, &puzzle, tally);
            }
        }
    }
}

/// A job that fills its memory, waited for or cancelled halfway.
fn job(client: &mut Client, puzzle: &Puzzle, numbers: &mut Numbers, tally: &Tally) {
    let algorithm = ["astar", "auto", "bidirectional", "idastar"][numbers.below(4)];
    let body = format!("{{\"kind\":\"solve\",\"board\":\"{puzzle}\",\"algorithm\":\"{algorithm}\",\"seconds\":2}}");
    let Some((status, started)) = client.ask("POST", "/api/jobs", &body) else { return };
    Tally::add(&tally.requests);
    let Some(id) = field(&started, "id").filter(|_| status < 300) else {
        Tally::add(&tally.refused);
        return;
    };
    let path = format!("/api/jobs/{id}");
    let is_cancelled = numbers.below(4) == 0;
    for look in 0..400 {
        std::thread::sleep(Duration::from_millis(20));
        if is_cancelled && look == 10 {
            let _ = client.ask("DELETE", &path, "");
            Tally::add(&tally.requests);
            return;
        }
        let Some((_, state)) = client.ask("GET", &path, "") else { return };
        if matches!(field(&state, "state").as_deref(), Some("done" | "failed" | "cancelled")) {
            return judge(Some((200, state)), puzzle, tally);
        }
    }
}

/// An answer is a solution that leads to the goal, or says that there is none yet.
fn judge(answer: Option<(u16, String)>, puzzle: &Puzzle, tally: &Tally) {
    let Some((status, text)) = answer else { return };
    Tally::add(&tally.requests);
    match (status, field(&text, "moves")) {
        (200, Some(moves)) if puzzle.is_solved_by(&moves) => Tally::add(&tally.verified),
        (200, Some(moves)) => tally.wrong(format!("{moves} does not solve {puzzle}")),
        (200, None) if text.contains("\"stopped\"") => {}
        (503, _) => Tally::add(&tally.refused),
        _ => tally.wrong(format!("{puzzle} is answered with {status}: {text}")),
    }
}

/// The text of a field of a JSON object.
fn field(json: &str, name: &str) -> Option<String> {
    let rest = json.split(&format!("\"{name}\":\"")).nth(1)?;
    rest.split('"').next().map(str::to_owned)
}

/// Batches of boards through the command.
fn batches(binary: &Path, end: Instant, tally: &Tally) {
    let mut numbers = Numbers::new(1000);
    while Instant::now() < end {
        let puzzles: Vec<Puzzle> = (0..20).map(|_| Puzzle::random(4, 4, &mut numbers)).collect();
        let input = puzzles.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
        let mut command = Command::new(binary);
        command.args(["solve", "-", "--format", "json", "--max-memory", "400MiB"]);
        let Ok(mut child) = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn() else { continue };
        if let Some(mut stdin) = child.stdin.take() {
            let _ = stdin.write_all(input.as_bytes());
        }
        let Ok(output) = child.wait_with_output() else { continue };
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        if text.lines().count() != puzzles.len() {
            tally.wrong(format!("a batch has {} answers", text.lines().count()));
        }
        for (puzzle, line) in puzzles.iter().zip(text.lines()) {
            match field(line, "moves") {
                Some(moves) if puzzle.is_solved_by(&moves) => Tally::add(&tally.verified),
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
        let Ok(child) = command.spawn() else { continue };
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
