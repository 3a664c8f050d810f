//! Programs that hang, fork, flood, crash or escape must affect neither the grader nor the next case.
#![cfg(unix)]

mod common;

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use hueco_grade::run::{FileKind, Invocation, OutputFile, Run, run};
use hueco_grade::{Ending, Limits, Program};

const FILE: &str = "puzzle3x3heuristics.txt";

fn limits() -> Limits {
    Limits { timeout: Duration::from_secs(10), output: 1 << 20, memory: 1 << 30, processes: 40, files: 200 }
}

fn run_with(name: &str, limits: Limits, stdin: &[u8]) -> Option<Run> {
    let program = common::program(name)?;
    let invocation = Invocation { file: Some(FILE), limits, ..Invocation::new(&program, stdin) };
    Some(run(&invocation).expect("the grader works"))
}

fn run_bad(name: &str) -> Option<Run> {
    run_with(name, limits(), b"2 5\n")
}

/// The number of live processes with these words on their command line.
#[cfg(target_os = "linux")]
fn alive(words: &str) -> usize {
    let command = |entry: std::fs::DirEntry| std::fs::read(entry.path().join("cmdline")).ok();
    let lines = std::fs::read_dir("/proc").unwrap().flatten().filter_map(command);
    lines.filter(|line| String::from_utf8_lossy(line).replace('\0', " ").contains(words)).count()
}

#[test]
fn a_program_that_hangs_and_ignores_signals_is_stopped() {
    let limits = Limits { timeout: Duration::from_millis(500), ..limits() };
    let run = run_with("bad/hangs.sh", limits, b"").unwrap();
    assert_eq!(run.ending, Ending::TimedOut);
    assert!(run.time >= limits.timeout);
    assert_eq!(run.file, OutputFile::Missing);
    #[cfg(target_os = "linux")]
    assert_eq!(alive("bad/hangs.sh"), 0);
}

#[test]
fn a_run_can_be_interrupted() {
    let program = common::program("bad/late.sh").unwrap();
    let flag = AtomicBool::new(false);
    let invocation = Invocation { limits: limits(), interrupt: Some(&flag), ..Invocation::new(&program, b"") };
    std::thread::scope(|scope| {
        let running = scope.spawn(|| run(&invocation).unwrap());
        std::thread::sleep(Duration::from_millis(100));
        flag.store(true, Ordering::Relaxed);
        assert_eq!(running.join().unwrap().ending, Ending::Interrupted);
    });
}

#[test]
fn a_right_answer_does_not_end_a_run() {
    let limits = Limits { timeout: Duration::from_millis(500), ..limits() };
    let run = run_with("bad/late.sh", limits, b"").unwrap();
    assert_eq!(run.ending, Ending::TimedOut);
    assert_eq!(run.file, OutputFile::Bytes(b"-1\n\n".to_vec()));
}

#[test]
#[cfg(target_os = "linux")]
fn too_many_processes_are_stopped() {
    assert_eq!(run_bad("bad/forks.sh").unwrap().ending, Ending::TooManyProcesses);
    assert_eq!(alive("bad/forks.sh"), 0);
}

#[test]
#[cfg(target_os = "linux")]
fn a_fork_bomb_of_sessions_is_stopped() {
    let Some(run) = run_bad("bad/bomb.py") else { return };
    assert_eq!(run.ending, Ending::TooManyProcesses);
    assert!(run.left_behind > 0);
    assert_eq!(alive("bad/bomb.py"), 0);
}

#[test]
#[cfg(target_os = "linux")]
fn children_that_escape_are_killed() {
    let Some(run) = run_bad("bad/escapes.py") else { return };
    assert_eq!(run.ending, Ending::Exited { code: 0 });
    assert_eq!(run.file, OutputFile::Bytes(b"-1\n\n".to_vec()));
    assert_eq!(run.left_behind, 3);
    assert_eq!(alive("sleep 61.5"), 0);
}

#[test]
fn a_crash_is_reported() {
    let run = run_bad("bad/crashes.sh").unwrap();
    assert_eq!(run.ending, Ending::Signalled { signal: 11 });
    assert_eq!(run.file, OutputFile::Bytes(b"-1\n".to_vec()));
}

#[test]
fn a_program_may_read_and_write_nothing() {
    // More input than any pipe holds.
    let run = run_with("bad/nothing.sh", limits(), &vec![b' '; 4 << 20]).unwrap();
    assert_eq!(run.ending, Ending::Exited { code: 0 });
    assert_eq!((run.file, run.stdout.len(), run.names.len()), (OutputFile::Missing, 0, 0));
}

#[test]
fn a_program_may_close_its_input() {
    let run = run_with("bad/deaf.sh", limits(), &vec![b' '; 4 << 20]).unwrap();
    assert_eq!(run.ending, Ending::Exited { code: 0 });
    assert_eq!(run.file, OutputFile::Bytes(b"-1\n\n".to_vec()));
}

#[test]
fn floods_are_stopped_and_bounded() {
    for name in ["bad/gigabytes_out.sh", "bad/gigabytes_err.sh", "bad/gigabytes_file.py"] {
        let Some(run) = run_bad(name) else { continue };
        assert_eq!(run.ending, Ending::TooMuchOutput, "{name}");
        assert!(run.stdout.len() as u64 <= limits().output && run.stderr.len() as u64 <= limits().output, "{name}");
        assert!(
            matches!(&run.file, OutputFile::Bytes(b) if b.len() as u64 <= limits().output) || !name.contains("file")
        );
    }
}

#[test]
fn too_many_files_are_stopped() {
    assert_eq!(run_bad("bad/many_files.sh").unwrap().ending, Ending::TooManyFiles);
}

#[test]
fn deep_folders_are_stopped_and_removed() {
    let before = left_folders();
    let Some(run) = run_bad("bad/deep.py") else { return };
    assert_eq!(run.ending, Ending::TooManyFiles);
    assert!(left_folders().iter().all(|name| before.contains(name) || !has_deep_folder(name)));
}

fn left_folders() -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(std::env::temp_dir()).unwrap().flatten().map(|entry| entry.path());
    entries.filter(|path| path.file_name().is_some_and(|n| n.to_string_lossy().starts_with("hueco-grade-"))).collect()
}

fn has_deep_folder(root: &Path) -> bool {
    root.join("work/closed").exists()
}

#[test]
#[cfg(target_os = "linux")]
fn the_memory_of_all_processes_is_limited() {
    let Some(run) = run_with("bad/memory.py", Limits { memory: 300 << 20, ..limits() }, b"") else { return };
    assert_eq!(run.ending, Ending::TooMuchMemory);
}

#[test]
#[cfg(target_os = "linux")]
fn the_memory_of_one_process_is_limited_by_the_system() {
    let Some(run) = run_with("bad/memory.py", Limits { memory: 64 << 20, ..limits() }, b"") else { return };
    assert!(matches!(run.ending, Ending::Exited { code: 1 } | Ending::TooMuchMemory), "{:?}", run.ending);
}

#[test]
fn links_pipes_and_folders_are_not_read() {
    for (name, kind) in
        [("bad/link.sh", FileKind::Link), ("bad/pipe.sh", FileKind::Pipe), ("bad/folder.sh", FileKind::Folder)]
    {
        let run = run_bad(name).unwrap();
        assert_eq!(run.ending, Ending::Exited { code: 0 }, "{name}");
        assert_eq!(run.file, OutputFile::NotAFile(kind), "{name}");
    }
    assert_eq!(run_bad("bad/bytes.sh").unwrap().file, OutputFile::Bytes(vec![0xff, 0xfe, 0x80, b'\n']));
}

#[test]
fn every_run_starts_in_an_empty_folder_without_a_terminal() {
    for _ in 0..2 {
        let run = run_bad("bad/nosy.sh").unwrap();
        assert_eq!(String::from_utf8_lossy(&run.stdout), "");
        assert_eq!(run.names, ["left-over"]);
    }
}

#[test]
fn a_program_that_cannot_start_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let text = folder.path().join("text");
    std::fs::write(&text, "no program\n").unwrap();
    let program = Program { name: "text".to_owned(), path: text, args: Vec::new(), reads: Vec::new(), bin: None };
    let invocation = Invocation { limits: limits(), ..Invocation::new(&program, b"") };
    assert!(matches!(run(&invocation).unwrap().ending, Ending::NotStarted { .. }));
}
