//! Every write, sync, rename and new file fails in turn, as in the tests of `SQLite`: once, from then on, and with the end of the
//! process. After each fault the next run finds the old state or the new one, and its result is right.

#![cfg(all(target_os = "linux", target_env = "gnu"))]

mod faults;

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use faults::{Faults, Kind};
use hueco_tiles::space::{Shard, Space};
use hueco_tiles::{Metric, Shape};
use serde_json::Value;

const BOARD: &str = "1 2 3 / 0 4 6 / 7 5 8";

/// The exit status of a process that the shim kills.
const KILLED: Option<i32> = Some(99);

fn hueco(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hueco"));
    command.args(arguments).current_dir(folder).stdin(Stdio::null());
    command.env("LC_ALL", "C").env("HUECO_CACHE", folder.join("cache"));
    command
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// What a run without faults prints.
fn sound(faults: &Faults, folder: &Path, arguments: &[&str]) -> Output {
    let output = hueco(folder, arguments).envs(faults.none()).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", text(&output.stderr));
    output
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Temporary files below a folder.
fn unfinished(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut found = Vec::new();
    for path in entries {
        if path.is_dir() {
            found.extend(unfinished(&path));
        } else if path.extension().is_some_and(|end| end == "part") {
            found.push(path.display().to_string());
        }
    }
    found
}

/// Runs a command again and again in a folder that `prepare` sets up, with a fault one operation later each time, until it ends before
/// the fault. `check` looks at what the run printed and at what is left.
fn at_every_operation(
    faults: &Faults,
    arguments: &[&str],
    kinds: &[Kind],
    prepare: impl FnMut(&Path),
    check: impl FnMut(&Path, Kind, &Output),
) {
    at_every_operation_of(faults, arguments, kinds, &[0, 1], prepare, check);
}

/// The same for a command that ends with one of these statuses where an operation fails.
fn at_every_operation_of(
    faults: &Faults,
    arguments: &[&str],
    kinds: &[Kind],
    statuses: &[i32],
    mut prepare: impl FnMut(&Path),
    mut check: impl FnMut(&Path, Kind, &Output),
) {
    for &kind in kinds {
        let mut at = 1;
        loop {
            let folder = tempfile::tempdir().unwrap();
            prepare(folder.path());
            let output = hueco(folder.path(), arguments).envs(faults.variables(kind, at)).output().unwrap();
            if !faults.happened() {
                break;
            }
            let about = || format!("{kind:?} {at}: {} {}", output.status, text(&output.stderr));
            match kind {
                Kind::Kill => assert_eq!(output.status.code(), KILLED, "{}", about()),
                // It ends the process, or the system's library could do without.
                Kind::Alloc => {}
                Kind::Io | Kind::Full => {
                    assert!(output.status.code().is_some_and(|code| statuses.contains(&code)), "{}", about());
                    assert!(!text(&output.stderr).contains("internal error"), "{}", about());
                    let left = unfinished(folder.path());
                    assert!(left.is_empty(), "{} {left:?}", about());
                }
            }
            check(folder.path(), kind, &output);
            // Allocations are many: not each of them, but more and more apart.
            at += if kind == Kind::Alloc { at.div_ceil(2) } else { 1 };
        }
        assert!(at > 4, "{arguments:?} {kind:?}: only {at} operations");
    }
}

const ALL: [Kind; 4] = [Kind::Io, Kind::Full, Kind::Kill, Kind::Alloc];

#[test]
fn a_table_is_whole_or_not_there() {
    let faults = Faults::new();
    let build = ["tables", "build", "3x3", "--pattern", "4-4", "--threads", "1"];
    at_every_operation(
        &faults,
        &build,
        &ALL,
        |_| (),
        |folder, _, output| {
            sound(&faults, folder, &["tables", "verify"]);
            let cache = folder.join("cache");
            let names = || fs::read_dir(&cache).map_or(0, |files| files.filter(|file| is_table(file.as_ref())).count());
            // Whoever is answered that all went well has all tables.
            assert!(output.status.code() != Some(0) || names() == 2, "{}", text(&output.stdout));
            sound(&faults, folder, &build);
            assert_eq!(names(), 2);
        },
    );
}

fn is_table(file: Result<&fs::DirEntry, &std::io::Error>) -> bool {
    file.unwrap().path().extension().is_some_and(|end| end == "pdb")
}

#[test]
fn a_file_of_distances_is_whole_or_the_one_before() {
    let faults = Faults::new();
    let explore = ["explore", "2x3", "--threads", "1", "--table", "distances", "--format", "json"];
    let other = ["explore", "2x3", "--goal", "blank-first", "--threads", "1", "--table", "distances"];
    let (made, old) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let counts = json(&sound(&faults, made.path(), &explore));
    sound(&faults, old.path(), &other);
    let [new, old] = [made, old].map(|folder| fs::read(folder.path().join("distances")).unwrap());
    assert_ne!(new, old);
    at_every_operation(
        &faults,
        &explore,
        &ALL,
        |folder| fs::write(folder.join("distances"), &old).unwrap(),
        |folder, kind, output| {
            let found = fs::read(folder.join("distances")).unwrap();
            assert!(found == new || found == old);
            assert!(output.status.code() != Some(0) || found == new);
            if matches!(kind, Kind::Io | Kind::Full) {
                assert_eq!(json(output), counts, "the count does not depend on the file");
            }
            sound(&faults, folder, &explore);
            assert!(fs::read(folder.join("distances")).unwrap() == new);
        },
    );
}

/// A run with checkpoints that meets a fault counts right if it ends, and the next one counts right from what is left.
fn counts_are_right(explore: &[&str]) {
    let faults = Faults::new();
    let counts = json(&sound(&faults, tempfile::tempdir().unwrap().path(), explore));
    let resume = [explore, &["--resume-or-restart"]].concat();
    // Once from the beginning, and once from the checkpoints of an earlier run.
    for begins in [false, true] {
        let first = [explore, &["--depth", "3"]].concat();
        let prepare = |folder: &Path| {
            if begins {
                assert_eq!(hueco(folder, &first).envs(faults.none()).output().unwrap().status.code(), Some(23));
            }
        };
        at_every_operation(&faults, &resume, &ALL, prepare, |folder, kind, output| {
            if matches!(kind, Kind::Io | Kind::Full) {
                assert_eq!(
                    (output.status.code(), json(output)),
                    (Some(0), counts.clone()),
                    "a checkpoint is lost, not the count"
                );
            }
            assert_eq!(json(&sound(&faults, folder, &resume)), counts);
        });
    }
}

#[test]
fn the_checkpoints_of_boards_are_those_before_or_one_more() {
    counts_are_right(&[
        "explore",
        "2x2",
        "--threads",
        "1",
        "--checkpoint",
        "levels",
        "--checkpoint-every",
        "2",
        "--format",
        "json",
    ]);
}

#[test]
fn the_checkpoints_of_several_threads_are_those_before_or_one_more() {
    let faults = Faults::new();
    let explore = ["explore", "2x2", "--threads", "3", "--checkpoint", "levels", "--format", "json"];
    let explore = [&explore[..], &["--checkpoint-every", "3"]].concat();
    let counts = json(&sound(&faults, tempfile::tempdir().unwrap().path(), &explore));
    let resume = [&explore[..], &["--resume-or-restart"]].concat();
    at_every_operation(
        &faults,
        &resume,
        &Kind::OF_FILES,
        |_| (),
        |folder, kind, output| {
            if kind != Kind::Kill {
                assert_eq!((output.status.code(), json(output)), (Some(0), counts.clone()));
            }
            assert_eq!(json(&sound(&faults, folder, &resume)), counts);
        },
    );
}

/// A few levels of boards that do not fit into the memory, on four shards.
fn spilled(more: &[&'static str]) -> Vec<String> {
    let shape = Shape::new(2, 3).unwrap();
    let space = Space::new(shape, 5, Metric::Single).unwrap();
    let memory = space.bytes() - Shard::bytes(space.ranking().orders()) + 250;
    let explore = ["explore", "2x3", "--threads", "1", "--format", "json", "--depth", "2", "--max-memory"];
    let memory = format!("{memory}B");
    explore.into_iter().chain([memory.as_str()]).chain(more.iter().copied()).map(str::to_owned).collect()
}

/// A run that spills cannot do without what it spills: a fault ends it, or it counts right; the next one counts right.
fn spilled_counts_are_right(explore: &[String], folder_is_left: bool) {
    let faults = Faults::new();
    let explore: Vec<&str> = explore.iter().map(String::as_str).collect();
    let counted = |output: &Output| {
        assert_eq!(output.status.code(), Some(23), "{}", text(&output.stderr));
        json(output)
    };
    let next = |folder: &Path| hueco(folder, &explore).envs(faults.none()).output().unwrap();
    let first = tempfile::tempdir().unwrap();
    let counts = counted(&next(first.path()));
    let files = fs::read_dir(first.path().join("levels")).map_or(0, Iterator::count);
    assert_eq!(files > 0, folder_is_left);
    at_every_operation_of(
        &faults,
        &explore,
        &ALL,
        &[1, 23],
        |_| (),
        |folder, kind, output| {
            match output.status.code() {
                Some(23) => assert_eq!(json(output), counts),
                Some(1) => {
                    assert!(output.stdout.is_empty() && text(&output.stderr).contains("spilled to disk"), "{kind:?}");
                }
                _ => {}
            }
            assert_eq!(counted(&next(folder)), counts);
        },
    );
}

#[test]
fn what_is_spilled_is_whole_or_ends_the_run() {
    spilled_counts_are_right(&spilled(&["--spill", "levels"]), false);
}

#[test]
fn checkpoints_that_were_spilled_are_those_before_or_one_more() {
    spilled_counts_are_right(
        &spilled(&["--checkpoint", "levels", "--checkpoint-every", "1", "--resume-or-restart"]),
        true,
    );
}

#[test]
fn the_checkpoints_of_a_problem_file_are_those_before_or_one_more() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../problems/jugs.star");
    counts_are_right(&[
        "explore",
        "--problem",
        file,
        "--threads",
        "1",
        "--checkpoint",
        "levels",
        "--checkpoint-every",
        "3",
        "--format",
        "json",
    ]);
}

#[test]
fn a_trace_is_whole_or_the_one_before() {
    let faults = Faults::new();
    let solve = ["solve", BOARD, "-a", "astar", "-H", "manhattan", "--trace", "search.jsonl"];
    let other = ["solve", BOARD, "-a", "bfs", "--trace", "search.jsonl"];
    let old = tempfile::tempdir().unwrap();
    sound(&faults, old.path(), &other);
    let old = fs::read(old.path().join("search.jsonl")).unwrap();
    at_every_operation(
        &faults,
        &solve,
        &ALL,
        |folder| fs::write(folder.join("search.jsonl"), &old).unwrap(),
        |folder, _, output| {
            let is_old = fs::read(folder.join("search.jsonl")).unwrap() == old;
            assert!(output.status.code() != Some(0) || !is_old);
            let shown = text(&sound(&faults, folder, &["trace", "show", "search.jsonl"]).stdout);
            assert!(is_old || shown.contains("astar"), "{shown}");
        },
    );
}

#[test]
fn the_checkpoint_of_a_proof_is_the_one_before_or_the_new_one() {
    let faults = Faults::new();
    let board = "11 8 1 16 12 10 / 0 15 3 2 17 4 / 7 13 6 14 5 9";
    let solve = [
        "solve",
        board,
        "--optimal",
        "--checkpoint",
        "proof",
        "--max-memory",
        "64MB",
        "--threads",
        "1",
        "--max-nodes",
        "10000",
        "--format",
        "json",
    ];
    let with_nodes = |nodes: &'static str| [&solve[..10], &[nodes], &solve[11..]].concat();
    let first = tempfile::tempdir().unwrap();
    let stopped = hueco(first.path(), &solve).envs(faults.none()).output().unwrap();
    assert_eq!(stopped.status.code(), Some(22), "{}", text(&stopped.stderr));
    let old = fs::read(first.path().join("proof")).unwrap();
    let is_proven = |output: &Output| {
        let answer = json(output);
        assert_eq!((&answer["length"], &answer["optimal"]), (&54.into(), &true.into()));
    };
    // What a run leaves is resumed by the next: the same file once, since the same happens again. No file is left by a proof that
    // is complete.
    let mut resumed = HashSet::new();
    let mut is_resumed = |folder: &Path| {
        if fs::read(folder.join("proof")).is_ok_and(|left| resumed.insert(left)) {
            is_proven(&sound(&faults, folder, &with_nodes("1000000")));
        }
    };
    // A proof that ends needs no checkpoint: one that could not be written is no matter.
    at_every_operation(
        &faults,
        &solve,
        &ALL,
        |folder| fs::write(folder.join("proof"), &old).unwrap(),
        |folder, kind, output| {
            if matches!(kind, Kind::Io | Kind::Full) {
                is_proven(output);
                assert!(!folder.join("proof").exists(), "nothing is left to be resumed");
            } else {
                is_resumed(folder);
            }
        },
    );
    // A run that does not come to the end of the proof leaves the old file or a newer one.
    let folder = tempfile::tempdir().unwrap();
    let stopped = |nodes| hueco(folder.path(), &with_nodes(nodes)).envs(faults.none()).output().unwrap().status.code();
    assert_eq!(stopped("1000"), Some(22));
    let early = fs::read(folder.path().join("proof")).unwrap();
    assert_eq!(stopped("7000"), Some(22));
    let later = fs::read(folder.path().join("proof")).unwrap();
    assert_ne!(early, later);
    at_every_operation_of(
        &faults,
        &with_nodes("7000"),
        &[Kind::Io, Kind::Full],
        &[22],
        |folder| fs::write(folder.join("proof"), &early).unwrap(),
        |folder, _, _| {
            assert!(folder.join("proof").exists());
            is_resumed(folder);
        },
    );
}

/// A command that writes a file at its end: whatever fails, the file is the one before or the new one.
fn a_file_is_whole_or_the_one_before(command: &[&str], file: &str) {
    let faults = Faults::new();
    let made = tempfile::tempdir().unwrap();
    sound(&faults, made.path(), command);
    let new = fs::read(made.path().join(file)).unwrap();
    at_every_operation(
        &faults,
        command,
        &Kind::OF_FILES,
        |folder| {
            let path = folder.join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "the one before").unwrap();
        },
        |folder, _, output| {
            let found = fs::read(folder.join(file)).unwrap();
            assert!(found == new || found == b"the one before", "{command:?}: {} bytes", found.len());
            assert!(output.status.code() != Some(0) || found == new, "{command:?}");
        },
    );
}

#[test]
fn pictures_and_cases_are_whole_or_those_before() {
    a_file_is_whole_or_the_one_before(&["check", "manhattan", "--size", "2x2", "--svg", "chart.svg"], "chart.svg");
    a_file_is_whole_or_the_one_before(&["tree", BOARD, "-a", "bfs", "-o", "tree.svg"], "tree.svg");
    a_file_is_whole_or_the_one_before(&["grade", "sums", "--write-cases", "cases", "--seed", "1"], "cases/01.out");
}
