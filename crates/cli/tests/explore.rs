//! Whole spaces through the command: on threads, processes and hosts, with processes killed and stopped, checkpoints
//! damaged and disks full. The counts are always the same.

#![cfg(target_os = "linux")]

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

fn hueco(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hueco"));
    command.args(arguments).env("LC_ALL", "C").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(arguments: &[&str]) -> Output {
    hueco(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn json(output: &Output) -> Value {
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The counts of 2x5 boards, on one thread.
fn expected() -> Value {
    json(&run(&["explore", "2x5", "--threads", "1", "--format", "json"]))
}

#[test]
fn threads_and_processes_count_the_same() {
    let one = expected();
    assert_eq!((one["states"].as_u64(), one["radius"].as_u64()), (Some(1_814_400), Some(55)));
    assert_eq!(one["mean_depth"].as_f64(), Some(34.728_709));
    for how in [&["--threads", "2"][..], &["--processes", "3"], &["--processes", "2", "--threads", "2"]] {
        assert_eq!(json(&run(&[&["explore", "2x5", "--format", "json"], how].concat())), one, "{how:?}");
    }
}

/// A run on three processes that reports its progress, so that it can be disturbed at a chosen level.
fn supervised(folder: &Path, more: &[&str]) -> Child {
    let checkpoint = folder.to_str().unwrap();
    let mut arguments = vec!["explore", "2x5", "--processes", "3", "--format", "json", "--progress", "json"];
    arguments.extend(["--checkpoint", checkpoint]);
    arguments.extend(more);
    hueco(&arguments).spawn().unwrap()
}

/// Reads the progress of a run until it has finished a level.
fn until_level(errors: &mut impl BufRead, level: u64) {
    for line in errors.lines().map(Result::unwrap) {
        let progress: Result<Value, _> = serde_json::from_str(&line);
        if progress.is_ok_and(|progress| progress["depth"] == level) {
            return;
        }
    }
    panic!("it ended before level {level}");
}

/// The processes that a process has started.
fn members(of: u32) -> Vec<u32> {
    let list = fs::read_to_string(format!("/proc/{of}/task/{of}/children")).unwrap_or_default();
    list.split_whitespace().map(|number| number.parse().unwrap()).collect()
}

fn send(signal: &str, process: u32) {
    assert!(Command::new("kill").args([signal, &process.to_string()]).status().unwrap().success());
}

#[test]
fn a_run_recovers_from_members_that_are_killed_or_stopped() {
    let expected = expected();
    for (level, member, signal, message) in
        [(3, 0, "-KILL", "by signal 9"), (29, 2, "-KILL", "by signal 9"), (41, 1, "-STOP", "silent for too long")]
    {
        let folder = tempfile::tempdir().unwrap();
        let mut child = supervised(folder.path(), &["--patience", "3s"]);
        let mut errors = BufReader::new(child.stderr.take().unwrap());
        until_level(&mut errors, level);
        send(signal, members(child.id())[member]);
        let mut rest = String::new();
        errors.read_to_string(&mut rest).unwrap();
        let output = child.wait_with_output().unwrap();
        assert!(rest.contains(message), "{rest}");
        assert!(rest.contains("Resumed at level"), "{rest}");
        assert_eq!(json(&output), expected);
    }
}

#[test]
fn members_that_are_stopped_again_and_again_are_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = supervised(folder.path(), &["--patience", "2s", "--restarts", "30"]);
    let mut errors = BufReader::new(child.stderr.take().unwrap());
    for level in [5, 12, 20] {
        until_level(&mut errors, level);
        send("-STOP", members(child.id())[level as usize % 3]);
    }
    let mut rest = String::new();
    errors.read_to_string(&mut rest).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(rest.contains("silent for too long") && rest.contains("Resumed at level"), "{rest}");
    assert_eq!(json(&output), expected());
}

#[test]
fn members_that_spill_their_boards_are_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let how = ["--patience", "2s", "--max-memory", "700KiB", "--checkpoint-every", "5"];
    let mut child = supervised(folder.path(), &how);
    let mut errors = BufReader::new(child.stderr.take().unwrap());
    // Marks of other members' boards are files only where boards are spilled.
    let is_spilled = |level: u64| {
        let files = fs::read_dir(folder.path().join(format!("level-{level:05}"))).unwrap();
        files.into_iter().any(|file| file.unwrap().path().extension().is_some_and(|end| end == "marks"))
    };
    for (level, member, signal) in [(16, 0, "-KILL"), (31, 1, "-STOP")] {
        until_level(&mut errors, level);
        assert!(is_spilled(level / 5 * 5), "level {level}");
        send(signal, members(child.id())[member]);
    }
    let mut rest = String::new();
    errors.read_to_string(&mut rest).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(rest.contains("silent for too long") && rest.contains("Resumed at level"), "{rest}");
    assert_eq!(json(&output), expected());
}

#[test]
fn too_many_losses_end_the_run() {
    let mut child = supervised(tempfile::tempdir().unwrap().path(), &["--restarts", "0"]);
    let mut errors = BufReader::new(child.stderr.take().unwrap());
    until_level(&mut errors, 5);
    send("-KILL", members(child.id())[1]);
    let mut rest = String::new();
    errors.read_to_string(&mut rest).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.is_empty());
    assert!(rest.contains("a process was lost"), "{rest}");
}

#[test]
fn no_member_outlives_the_run() {
    let mut child = supervised(tempfile::tempdir().unwrap().path(), &[]);
    let mut errors = BufReader::new(child.stderr.take().unwrap());
    until_level(&mut errors, 5);
    let members = members(child.id());
    assert_eq!(members.len(), 3);
    send("-KILL", child.id());
    child.wait().unwrap();
    let until = Instant::now() + Duration::from_secs(30);
    let is_running =
        |member: &u32| fs::read_to_string(format!("/proc/{member}/stat")).is_ok_and(|stat| !stat.contains(") Z "));
    while members.iter().any(is_running) {
        assert!(Instant::now() < until, "a member still runs");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn an_interrupt_ends_all_and_prints_what_was_counted() {
    let mut child = supervised(tempfile::tempdir().unwrap().path(), &[]);
    let mut errors = BufReader::new(child.stderr.take().unwrap());
    until_level(&mut errors, 10);
    send("-INT", child.id());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let printed: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&printed["stopped_by"], &printed["radius"]), (&"interrupt".into(), &Value::Null));
    let (depths, all) =
        (printed["depths"].as_array().unwrap().clone(), expected()["depths"].as_array().unwrap().clone());
    assert!(depths.len() > 10);
    assert_eq!(depths, all[..depths.len()]);
}

#[test]
fn a_stopped_member_does_not_extend_the_time_of_a_run() {
    let folder = tempfile::tempdir().unwrap();
    // Nobody would miss the member for an hour.
    let mut child = supervised(folder.path(), &["--patience", "1h", "--timeout", "10s"]);
    let mut errors = BufReader::new(child.stderr.take().unwrap());
    until_level(&mut errors, 10);
    send("-STOP", members(child.id())[1]);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(20));
    let printed: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&printed["stopped_by"], &printed["radius"]), (&"time".into(), &Value::Null));
    let (depths, all) =
        (printed["depths"].as_array().unwrap().clone(), expected()["depths"].as_array().unwrap().clone());
    assert!(depths.len() > 10);
    assert_eq!(depths, all[..depths.len()]);
    // The levels before those that a resumed run counts itself are not reported again, so they are not known.
    let mut child = supervised(folder.path(), &["--patience", "1h", "--timeout", "10s", "--resume"]);
    let mut errors = BufReader::new(child.stderr.take().unwrap());
    until_level(&mut errors, depths.len() as u64 + 2);
    send("-STOP", members(child.id())[1]);
    let mut rest = String::new();
    errors.read_to_string(&mut rest).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stdout.len()), (Some(20), 0));
    assert!(rest.contains("sent no result in time"), "{rest}");
}

#[test]
fn the_first_levels_are_a_set_unless_bits_on_disk_suit_better() {
    let counted = |arguments: &[&str]| {
        let output = run(&[&["explore", "--format", "json"], arguments].concat());
        let depths = serde_json::from_slice::<Value>(&output.stdout).unwrap()["depths"].clone();
        (output.status.code(), depths.as_array().unwrap().len(), text(&output.stderr))
    };
    // A set that suffices.
    let (status, levels, errors) = counted(&["4x4", "--depth", "12", "--max-memory", "10MiB"]);
    assert_eq!((status, levels, errors.as_str()), (Some(23), 13, ""));
    // Few boards in all: their bits are small.
    let (status, levels, errors) = counted(&["2x5", "--depth", "40", "--max-memory", "700KiB", "--processes", "2"]);
    assert_eq!((status, levels), (Some(23), 41), "{errors}");
    assert!(errors.contains("they are spilled to"), "{errors}");
    // Terabytes of bits.
    let (status, levels, errors) = counted(&["4x4", "--depth", "40", "--max-memory", "10MiB", "--threads", "2"]);
    assert_eq!(status, Some(21), "{errors}");
    assert!(levels > 12, "{levels}");
    assert!(errors.contains("No more boards fit in memory") && errors.contains("--spill FOLDER"), "{errors}");
}

#[test]
fn a_run_is_resumed_with_another_number_of_workers_and_damage_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let checkpoint = folder.path().to_str().unwrap();
    let whole = expected();
    let start = ["explore", "2x5", "--format", "json", "--checkpoint", checkpoint];
    let part = run(&[&start[..], &["--depth", "30", "--threads", "2"]].concat());
    assert_eq!(part.status.code(), Some(23));
    let again = run(&start);
    assert_eq!(again.status.code(), Some(2));
    assert!(
        text(&again.stderr).contains("has checkpoints of a run of 2x5 boards, the last of level 31"),
        "{}",
        text(&again.stderr)
    );
    let file = folder.path().join("level-00031/00017.bits");
    let mut bytes = fs::read(&file).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(&file, bytes).unwrap();
    let rest = run(&[&start[..], &["--resume", "--processes", "3"]].concat());
    assert_eq!(json(&rest), whole);
    let notes = text(&rest.stderr);
    assert!(notes.contains("level 31 is not used: shard 17: its contents have changed"), "{notes}");
    assert!(notes.contains("Resumed at level 30"), "{notes}");
    // Once more, from the last level: there is nothing left to do, and the output is the same.
    assert_eq!(json(&run(&[&start[..], &["--resume", "--threads", "1"]].concat())), whole);
}

/// What a process that has ended, and was not waited for, has read in all.
fn bytes_read(child: &Child) -> u64 {
    let (stat, io) = (format!("/proc/{}/stat", child.id()), format!("/proc/{}/io", child.id()));
    let until = Instant::now() + Duration::from_secs(60);
    while !fs::read_to_string(&stat).unwrap().contains(") Z ") {
        assert!(Instant::now() < until, "it does not end");
        std::thread::sleep(Duration::from_millis(5));
    }
    let io = fs::read_to_string(io).unwrap();
    io.lines().find_map(|line| line.strip_prefix("rchar: ")?.parse().ok()).unwrap()
}

#[test]
fn a_resumed_run_reads_its_checkpoint_once() {
    let folder = tempfile::tempdir().unwrap();
    let checkpoint = folder.path().to_str().unwrap();
    let start = ["explore", "2x5", "--threads", "2", "--checkpoint", checkpoint, "--checkpoint-every", "5"];
    assert_eq!(run(&[&start[..], &["--depth", "9"]].concat()).status.code(), Some(23));
    let files = fs::read_dir(folder.path().join("level-00010")).unwrap();
    let size: u64 = files.map(|file| file.unwrap().metadata().unwrap().len()).sum();
    let mut child =
        hueco(&[&start[..], &["--resume", "--depth", "11"]].concat()).stdout(Stdio::null()).spawn().unwrap();
    let read = bytes_read(&child);
    assert_eq!(child.wait().unwrap().code(), Some(23));
    assert!((size..size + size / 2).contains(&read), "{read} bytes of {size}");
}

/// Where a checkpoint has the states of several levels, those of the last one are kept apart from those before.
#[test]
fn a_resumed_run_on_a_problem_file_reads_its_checkpoint_once() {
    let folder = tempfile::tempdir().unwrap();
    let checkpoint = folder.path().to_str().unwrap();
    let how = |more: &[&'static str]| {
        let start = ["--checkpoint", checkpoint, "--checkpoint-every", "3", "--threads", "1", "--depth", "5"];
        stacks(EIGHT, &[&start[..], more].concat()).into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    let started = |more: &[&'static str]| hueco(&how(more).iter().map(String::as_str).collect::<Vec<_>>());
    let counted = started(&[]).output().unwrap();
    assert_eq!(counted.status.code(), Some(23), "{}", text(&counted.stderr));
    let files = [3, 6].map(|level| folder.path().join(format!("level-{level:05}/00000.states")));
    let size: u64 = files.iter().map(|file| file.metadata().unwrap().len()).sum();
    let mut child = started(&["--resume"]).stdout(Stdio::null()).spawn().unwrap();
    let read = bytes_read(&child);
    assert_eq!(child.wait().unwrap().code(), Some(23));
    assert!((size..size + size / 2).contains(&read), "{read} bytes of {size}");
}

#[test]
fn where_no_checkpoint_is_intact_a_run_can_start_again() {
    let folder = tempfile::tempdir().unwrap();
    let checkpoint = folder.path().to_str().unwrap();
    let start = ["explore", "2x4", "--format", "json", "--threads", "2", "--checkpoint", checkpoint];
    assert_eq!(run(&[&start[..], &["--depth", "9"]].concat()).status.code(), Some(23));
    let damage = |level: u32| fs::write(folder.path().join(format!("level-{level:05}.json")), "damaged").unwrap();
    (9..=10).for_each(damage);
    let third = run(&[&start[..], &["--resume", "--depth", "9", "--checkpoint-every", "100"]].concat());
    assert!(text(&third.stderr).contains("Resumed at level 8"), "{}", text(&third.stderr));
    damage(8);
    let none = run(&[&start[..], &["--resume"]].concat());
    assert_eq!(none.status.code(), Some(2));
    assert!(text(&none.stderr).contains("--resume-or-restart"), "{}", text(&none.stderr));
    let again = json(&run(&[&start[..], &["--resume-or-restart"]].concat()));
    assert_eq!(again["states"].as_u64(), Some(20_160));
}

#[test]
fn a_full_disk_costs_the_checkpoint_not_the_count() {
    let folder = tempfile::tempdir().unwrap();
    // Files of more than 4 KiB cannot be written, as on a disk with no more room than that.
    let script = format!(
        "trap '' XFSZ; ulimit -f 8; exec '{}' explore 2x5 --processes 2 --format json --checkpoint '{}'",
        env!("CARGO_BIN_EXE_hueco"),
        folder.path().display()
    );
    let output = Command::new("sh").args(["-c", &script]).env("LC_ALL", "C").output().unwrap();
    assert_eq!(json(&output), expected());
    assert!(text(&output.stderr).contains("No checkpoint of level 1: the disk is full"), "{}", text(&output.stderr));
    assert!(fs::read_dir(folder.path()).unwrap().all(|entry| entry.unwrap().path().is_dir()), "no level is complete");
    // A run that must spill cannot continue, and prints nothing.
    let script = script.replace("--checkpoint", "--max-memory 700KiB --threads 1 --spill");
    let output = Command::new("sh").args(["-c", &script]).env("LC_ALL", "C").output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    assert!(output.stdout.is_empty());
    assert!(text(&output.stderr).contains("spilled to disk: the disk is full"), "{}", text(&output.stderr));
}

#[test]
fn hosts_connect_and_those_of_another_run_are_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let hosts = folder.path().join("hosts.txt");
    // Ports that were free a moment ago.
    let addresses = || {
        let free: Vec<_> = (0..2).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
        let lines = free.iter().map(|it| it.local_addr().unwrap().to_string()).collect::<Vec<_>>();
        fs::write(&hosts, format!("# two\n{}\n", lines.join("\n"))).unwrap();
    };
    let start = |process: &str, size: &str| {
        let file = hosts.to_str().unwrap();
        let arguments =
            ["explore", size, "--hosts", file, "--process", process, "--format", "json", "--patience", "60s"];
        hueco(&arguments).spawn().unwrap()
    };
    addresses();
    let both = [start("1", "2x5"), start("0", "2x5")].map(|child| child.wait_with_output().unwrap());
    assert_eq!(json(&both[1]), expected());
    assert_eq!((both[0].status.code(), both[0].stdout.len()), (Some(0), 0));
    addresses();
    let both = [start("0", "2x5"), start("1", "3x3")].map(|child| child.wait_with_output().unwrap());
    for output in both {
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stderr).contains("belongs to another run"), "{}", text(&output.stderr));
    }
    let output = run(&["explore", "2x3", "--hosts", hosts.to_str().unwrap(), "--process", "2"]);
    assert!(text(&output.stderr).contains("expected 0 to 1"), "{}", text(&output.stderr));
}

#[test]
fn boards_that_exceed_the_memory_are_spilled_and_nothing_is_left() {
    let folder = tempfile::tempdir().unwrap();
    let spill = folder.path().to_str().unwrap();
    let how = ["--max-memory", "700KiB", "--spill", spill, "--processes", "2"];
    let output = run(&[&["explore", "2x5", "--format", "json"], &how[..]].concat());
    assert_eq!(json(&output), expected());
    assert!(text(&output.stderr).contains("they are spilled to"), "{}", text(&output.stderr));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn tables_built_by_several_processes_are_equal_to_those_of_one() {
    let folder = tempfile::tempdir().unwrap();
    let build = |name: &str, how: &[&str]| {
        let cache = folder.path().join(name);
        let arguments = [&["tables", "build", "3x4", "--pattern", "5-4-2"], how].concat();
        let output = hueco(&arguments).env("HUECO_CACHE", &cache).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        let mut files: Vec<_> = fs::read_dir(&cache).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.sort();
        files.iter().map(|file| (file.file_name().unwrap().to_owned(), fs::read(file).unwrap())).collect::<Vec<_>>()
    };
    let single = build("single", &["--threads", "1"]);
    assert_eq!(single.len(), 3);
    assert!(build("threads", &["--cluster", "--threads", "3"]) == single);
    assert!(build("processes", &["--cluster", "--processes", "3"]) == single);
    assert!(build("both", &["--cluster", "--processes", "2", "--threads", "2"]) == single);
}

/// The command that counts all stacks of pancakes like this one.
fn stacks<'a>(stack: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&["explore", "--problem", "../../problems/pancakes.star", "--format", "json", "--set", stack], more].concat()
}

const SEVEN: &str = "stack=1 2 3 4 5 6 7";
const EIGHT: &str = "stack=1 2 3 4 5 6 7 8";

#[test]
fn the_states_of_a_problem_file_are_counted_alike_on_threads_processes_and_hosts() {
    let one = json(&run(&stacks(SEVEN, &["--threads", "1"])));
    assert_eq!(
        (one["states"].as_u64(), one["radius"].as_u64(), &one["unit_costs"]),
        (Some(5040), Some(8), &true.into())
    );
    assert_eq!(one["depths"], serde_json::json!([1, 6, 30, 149, 543, 1357, 1903, 1016, 35]));
    for how in [&["--threads", "2"][..], &["--processes", "2"], &["--processes", "2", "--threads", "2"]] {
        assert_eq!(json(&run(&stacks(SEVEN, how))), one, "{how:?}");
    }
    let folder = tempfile::tempdir().unwrap();
    let hosts = folder.path().join("hosts.txt");
    let free: Vec<_> = (0..2).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
    let lines = free.iter().map(|it| it.local_addr().unwrap().to_string()).collect::<Vec<_>>();
    fs::write(&hosts, lines.join("\n")).unwrap();
    drop(free);
    let start = |process: &str| {
        let how = ["--hosts", hosts.to_str().unwrap(), "--process", process, "--patience", "60s"];
        hueco(&stacks(SEVEN, &how)).spawn().unwrap()
    };
    let both = [start("1"), start("0")].map(|child| child.wait_with_output().unwrap());
    assert_eq!(json(&both[1]), one);
    assert_eq!((both[0].status.code(), both[0].stdout.len()), (Some(0), 0));
}

#[test]
fn a_run_on_a_problem_file_recovers_from_a_killed_member_and_is_resumed() {
    let (one, folder) = (json(&run(&stacks(EIGHT, &["--threads", "2"]))), tempfile::tempdir().unwrap());
    let checkpoint = folder.path().to_str().unwrap();
    let how = ["--progress", "json", "--processes", "2", "--checkpoint", checkpoint];
    let mut child = hueco(&stacks(EIGHT, &how)).spawn().unwrap();
    let mut errors = BufReader::new(child.stderr.take().unwrap());
    until_level(&mut errors, 2);
    send("-KILL", members(child.id())[1]);
    let mut rest = String::new();
    errors.read_to_string(&mut rest).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(rest.contains("by signal 9") && rest.contains("Resumed at level"), "{rest}");
    assert_eq!(json(&output), one);
    let again = run(&stacks(EIGHT, &["--checkpoint", checkpoint]));
    assert_eq!(again.status.code(), Some(2));
    assert!(text(&again.stderr).contains("has checkpoints of “Pancakes”"), "{}", text(&again.stderr));
    let resumed = run(&stacks(EIGHT, &["--checkpoint", checkpoint, "--resume", "--threads", "3"]));
    assert_eq!(json(&resumed), one);
}

#[test]
fn a_mistake_of_a_problem_file_has_its_place_also_in_another_process() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("late.star");
    let text_of = "start = 0\ngoal = -1\ndef actions(s):\n    if s == 700:\n        return [1][2]\n    return [(\"a\", s + 1), (\"b\", s + 7)]\n";
    fs::write(&file, text_of).unwrap();
    let name = file.to_str().unwrap();
    for how in [&["--threads", "1"][..], &["--processes", "3"]] {
        let output = run(&[&["explore", "--problem", name], how].concat());
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
        let message = text(&output.stderr);
        assert!(message.contains("late.star:5:16: Index `2` is out of bound"), "{message}");
    }
    let output = run(&["explore", "--problem", name, "--max-nodes", "50", "--format", "csv"]);
    assert_eq!(output.status.code(), Some(22));
    assert!(text(&output.stdout).starts_with("depth,states\n0,1\n1,2\n2,3\n"), "{}", text(&output.stdout));
}
