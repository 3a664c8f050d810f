//! A batch over several processes prints the same as without them, whatever happens to one of them.

#![cfg(target_os = "linux")]

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

fn hueco(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hueco"));
    command.args(arguments).env("LC_ALL", "C").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn fed(arguments: &[&str], input: &str) -> Output {
    let mut child = hueco(arguments).stdin(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    let feeder = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().unwrap();
    feeder.join().unwrap().unwrap();
    output
}

/// The output without times.
fn without_times(text: &str) -> String {
    let line = |line: &str| match serde_json::from_str::<serde_json::Value>(line) {
        Ok(mut value) => {
            if let Some(stats) = value.get_mut("stats").and_then(serde_json::Value::as_object_mut) {
                assert!(stats.remove("seconds").is_some());
            }
            value.to_string()
        }
        Err(_) if line.starts_with("Time:") || line.starts_with("Tiempo:") => String::new(),
        Err(_) => line.to_owned(),
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// Standard output, standard error, and the exit status.
fn result(output: &Output) -> (String, String, Option<i32>) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (without_times(&text(&output.stdout)), text(&output.stderr), output.status.code())
}

const MIXED: &str = "\
1 2 3 / 4 5 6 / 7 0 8
no board at all

1 2 3 / 4 5 6 / 8 7 0
# a comment
8 6 7 / 2 5 4 / 3 0 1
1 2 / 3 0
1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 15 14 0
2 5 3 / 1 7 6 / 4 8 0
1 1 / 2 0
5 1 2 4 / 9 6 3 8 / 13 10 7 11 / 0 14 15 12
0 1 2 3 4 5
1 2 3 / 4 5 6 / 0 7 8
12";

#[test]
fn a_batch_is_answered_as_without_processes() {
    let cases: [&[&str]; 6] = [
        &["--format", "json"],
        &["--format", "text"],
        &["--format", "text", "--lang", "es", "--boards"],
        &["--format", "json", "--lang", "es", "-a", "astar", "-H", "manhattan", "--max-nodes", "60"],
        &["--format", "text", "--quiet", "-a", "bfs", "--weight", "3", "--goal", "blank-first", "--max-nodes", "3k"],
        &["--format", "json", "-a", "bfs", "--weight", "3", "--size", "3x3"],
    ];
    for arguments in cases {
        let plain = result(&fed(&[&["solve", "-"], arguments].concat(), MIXED));
        assert!(plain.0.lines().count() > 9, "{}", plain.0);
        for processes in ["1", "2", "3"] {
            let farmed = fed(&[&["solve", "-", "--processes", processes], arguments].concat(), MIXED);
            assert_eq!(result(&farmed), plain, "{arguments:?} in {processes}");
        }
    }
}

#[test]
fn a_file_is_answered_as_without_processes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("boards -- solve.txt");
    let boards = fed(&["random", "--size", "3x3", "--count", "200", "--seed", "7"], "");
    fs::write(&path, &boards.stdout).unwrap();
    let path = path.to_str().unwrap();
    let plain = result(&fed(&["solve", "--format", "json", "--file", path], ""));
    assert_eq!(plain.0.lines().count(), 200);
    let farmed =
        fed(&["--lang=en", "solve", "--format", "json", "--processes=2", "--threads", "2", "--file", path], "");
    assert_eq!(result(&farmed), plain);
    // A `--` does not end the options of the processes.
    let plain = result(&fed(&["solve", "--format", "json", "--", "-"], "1 2 / 3 0\n"));
    assert_eq!(result(&fed(&["solve", "--format", "json", "--processes", "2", "--", "-"], "1 2 / 3 0\n")), plain);
}

#[test]
fn inputs_without_boards_and_missing_files_are_errors() {
    for (arguments, input) in [
        (&["solve", "-"][..], ""),
        (&["solve", "-"], "\n\n"),
        (&["solve", "-", "--format", "json"], "nonsense"),
        (&["solve", "--file", "/no/such/file"], ""),
        (&["solve"], ""),
    ] {
        let farmed = fed(&[arguments, &["--processes", "2"]].concat(), input);
        assert_eq!(result(&farmed), result(&fed(arguments, input)), "{arguments:?}");
        assert_eq!(farmed.status.code(), Some(2));
    }
}

#[test]
fn processes_are_for_batches() {
    let board = "1 2 3 / 4 5 6 / 7 0 8";
    for (lang, words) in [("en", "--processes is for batches"), ("es", "--processes es para lotes")] {
        let (printed, noted, status) = result(&fed(&["solve", board, "--processes", "2", "--lang", lang], ""));
        assert_eq!((printed.as_str(), status), ("", Some(2)));
        assert!(noted.contains(words), "{noted}");
    }
    for count in ["0", "-1", "1025", "many"] {
        assert_eq!(fed(&["solve", "-", "--processes", count], "").status.code(), Some(2), "{count}");
    }
    let help = String::from_utf8(fed(&["solve", "--help"], "").stdout).unwrap();
    assert!(help.contains("--processes") && !help.contains("farm-process"));
}

#[test]
fn an_answer_comes_before_the_next_line_is_read() {
    let arguments = ["solve", "-", "--format", "json", "--size", "2x2", "--processes", "2"];
    let mut child = hueco(&arguments).stdin(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    for (board, outcome) in [("1 2 3 0\n", "solved"), ("1 2\n", "error"), ("2 1 3 0\n", "unsolvable")] {
        stdin.write_all(board.as_bytes()).unwrap();
        let mut answer = String::new();
        stdout.read_line(&mut answer).unwrap();
        assert!(answer.contains(&format!("\"{outcome}\"")), "{answer}");
    }
    drop(stdin);
    assert_eq!(child.wait().unwrap().code(), Some(2));
}

/// Boards that take a good part of a second each, and the arguments to solve them.
fn slow_batch(count: &str) -> (String, Vec<&'static str>) {
    let boards = fed(&["random", "--size", "4x4", "--count", count, "--seed", "3"], "").stdout;
    let arguments = vec!["solve", "-", "--format", "json", "-a", "idastar", "-H", "manhattan", "--max-nodes", "3M"];
    (String::from_utf8(boards).unwrap(), arguments)
}

/// The processes that one has started and that still run.
fn children(parent: u32) -> Vec<u32> {
    let is_child = |process: &u32| state(*process).is_some_and(|(state, of)| of == parent && state != 'Z');
    let numbers = fs::read_dir("/proc").unwrap().flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    numbers.filter(is_child).collect()
}

/// Whether a process runs, sleeps or is a zombie, and its parent.
fn state(process: u32) -> Option<(char, u32)> {
    let text = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let mut fields = text.rsplit_once(") ")?.1.split(' ');
    Some((fields.next()?.chars().next()?, fields.next()?.parse().ok()?))
}

fn signal(name: &str, process: u32) {
    assert!(Command::new("kill").args([name, &process.to_string()]).status().unwrap().success());
}

fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(began.elapsed() < Duration::from_secs(60), "{what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// A running batch: all of its input is written, and both processes are at work.
fn start_batch(arguments: &[&str], input: &str) -> (Child, Vec<u32>) {
    let mut child = hueco(arguments).args(["--processes", "2"]).stdin(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let mut processes = Vec::new();
    wait_until("two processes are started", || {
        processes = children(child.id());
        processes.len() == 2
    });
    (child, processes)
}

#[test]
fn boards_of_a_killed_process_are_solved_again() {
    let (boards, arguments) = slow_batch("14");
    let plain = result(&fed(&arguments, &boards));
    assert_eq!(plain.0.lines().count(), 14);
    let (mut child, _) = start_batch(&arguments, &boards);
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let mut printed = String::new();
    let mut struck = Vec::new();
    for name in ["-KILL", "-TERM"] {
        // After each answer, one of the processes that are running. One that was struck may still be listed while it dies.
        stdout.read_line(&mut printed).unwrap();
        wait_until("another one is at work", || {
            let other = children(child.id()).into_iter().find(|process| !struck.contains(process));
            other.inspect(|process| struck.push(*process)).is_some()
        });
        signal(name, struck[struck.len() - 1]);
    }
    stdout.read_to_string(&mut printed).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((without_times(&printed), output.status.code()), (plain.0, plain.2));
    let noted = String::from_utf8(output.stderr).unwrap();
    assert!(noted.contains("was killed by signal 9; its boards are solved again"), "{noted}");
}

#[test]
fn no_process_outlives_the_one_that_started_it() {
    let (boards, arguments) = slow_batch("14");
    let (mut child, processes) = start_batch(&arguments, &boards);
    signal("-KILL", child.id());
    child.wait().unwrap();
    for process in processes {
        wait_until("the process ends", || state(process).is_none_or(|(state, _)| state == 'Z'));
    }
}

#[test]
fn an_interrupt_ends_all_and_prints_the_answers_in_order() {
    let (boards, arguments) = slow_batch("40");
    let (mut child, processes) = start_batch(&arguments, &boards);
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let mut printed = String::new();
    stdout.read_line(&mut printed).unwrap();
    signal("-INT", child.id());
    stdout.read_to_string(&mut printed).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let answers: Vec<serde_json::Value> = printed.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(answers.len() < 40);
    for (answer, board) in answers.iter().zip(boards.lines()) {
        assert_eq!(
            answer["board"].to_string(),
            format!("[{}]", board.replace(" / ", " ").replace(' ', ",")),
            "in order"
        );
    }
    for process in processes {
        wait_until("the process ends", || state(process).is_none_or(|(state, _)| state == 'Z'));
    }
}

#[test]
fn an_interrupt_ends_a_batch_that_waits_for_input() {
    let arguments = ["solve", "-", "--format", "json", "--size", "2x2", "--processes", "2"];
    let mut child = hueco(&arguments).stdin(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"1 2 3 0\n").unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    stdout.read_line(&mut String::new()).unwrap();
    signal("-INT", child.id());
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let (boards, arguments) = slow_batch("14");
    let (mut child, _) = start_batch(&arguments, &boards);
    drop(child.stdout.take());
    assert_eq!(child.wait().unwrap().code(), Some(0));
}
