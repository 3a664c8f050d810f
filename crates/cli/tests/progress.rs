//! No long command is silent for longer than a second: `--progress json` as a program reads it, and the line of the terminal as
//! a person does.
//!
//! What is asserted of time is asserted of the stream's own clock: from one line to the next its `seconds` grow by less than
//! one.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// Takes IDA* with Manhattan distance longer than any test.
const HARDEST: &str = "0 12 9 13 / 15 11 10 14 / 3 7 2 5 / 4 8 6 1";
/// Enough for a freeze to show.
const LIMIT: [&str; 2] = ["--timeout", "2500ms"];

fn hueco(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hueco"));
    command.args(arguments).current_dir(folder).env("HUECO_CACHE", folder.join("cache")).env("LC_ALL", "C");
    command.stdin(Stdio::null());
    command
}

fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

/// The lines of progress of a command, which are steady.
fn lines_in(folder: &Path, arguments: &[&str]) -> Vec<Value> {
    let name = if arguments[0] == "tables" { 2 } else { 1 };
    let (name, options) = arguments.split_at(name);
    let output = hueco(folder, &[name, &["--progress", "json"], options].concat()).output().unwrap();
    let text = String::from_utf8(output.stderr.clone()).unwrap();
    let lines: Vec<Value> =
        text.lines().filter(|line| line.starts_with('{')).map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_steady(&lines, &output);
    lines
}

fn lines(arguments: &[&str]) -> Vec<Value> {
    lines_in(folder().path(), arguments)
}

fn limited(arguments: &[&str]) -> Vec<Value> {
    lines(&[arguments, &LIMIT].concat())
}

const DOCS: [&str; 2] = [include_str!("../../../docs/progress.md"), include_str!("../../../docs/progress.es.md")];

fn assert_steady(lines: &[Value], output: &Output) {
    let (mut before, mut pauses) = (0.0, Vec::new());
    for line in lines {
        for key in line.as_object().unwrap().keys() {
            assert!(DOCS.iter().all(|text| text.contains(&format!("`{key}`"))), "{key} is not documented");
        }
        assert_eq!(line["version"], 1);
        for key in ["doing", "seconds", "done", "all", "percent", "seconds_left"] {
            assert!(line.get(key).is_some(), "{key} is missing: {line}");
        }
        let seconds = line["seconds"].as_f64().unwrap();
        assert!(seconds >= before, "{before} s, then {line}");
        pauses.push(seconds - before);
        before = seconds;
    }
    // A line comes every quarter of a second. On a busy machine one may be late, most are not.
    pauses.sort_by(f64::total_cmp);
    let typical = pauses.get(pauses.len() / 2).copied().unwrap_or(f64::INFINITY);
    assert!(typical < 1.0, "{typical} s from line to line: {lines:?}");
    assert!(before >= 1.5, "{before} s is all: {}", String::from_utf8_lossy(&output.stderr));
}

/// The numbers under a key, without those that are null.
fn numbers(lines: &[Value], key: &str) -> Vec<f64> {
    lines.iter().filter_map(|line| line[key].as_f64()).collect()
}

/// Never less than before, and more in the end.
fn assert_grows(lines: &[Value], key: &str) {
    let numbers = numbers(lines, key);
    assert!(numbers.len() >= 5 && numbers.is_sorted(), "{key}: {numbers:?}");
    assert!(numbers.first() < numbers.last(), "{key}: {numbers:?}");
}

/// The same, and more often more than not: it does not wait for the end of something.
fn assert_rises(lines: &[Value], key: &str) {
    assert_grows(lines, key);
    let numbers = numbers(lines, key);
    let rises = numbers.windows(2).filter(|pair| pair[0] < pair[1]).count();
    assert!(2 * rises > numbers.len() - 1, "{key}: {numbers:?}");
}

fn assert_doing(lines: &[Value], doing: &str, keys: &[&str]) {
    for line in lines {
        assert_eq!(line["doing"], doing);
        for key in keys {
            assert!(line.get(key).is_some(), "{key} is missing: {line}");
        }
    }
}

/// A file for `bench`.
fn instances() -> String {
    format!("# columns: id tiles(16)\na {0}\nb {0}\n", HARDEST.replace('/', ""))
}

const SEARCH: [&str; 5] = ["generated", "best", "lower_bound", "building", "round"];

#[test]
fn a_large_board_is_improved_in_sight() {
    let board = hueco(folder().path(), &["random", "--size", "10x10", "--seed", "3"]).output().unwrap().stdout;
    let lines = limited(&["solve", String::from_utf8(board).unwrap().trim()]);
    assert_doing(&lines, "search", &SEARCH);
    assert_rises(&lines, "generated");
    let mut lengths = numbers(&lines, "best");
    lengths.reverse();
    assert!(lengths.len() > 5 && lengths.is_sorted(), "{lengths:?}");
}

#[test]
fn the_kernel_shows_its_nodes_and_bounds() {
    let lines = limited(&["solve", HARDEST, "-a", "idastar", "-H", "manhattan"]);
    assert_doing(&lines, "search", &SEARCH);
    assert_rises(&lines, "generated");
    assert!(numbers(&lines, "lower_bound").iter().all(|bound| *bound >= 40.0));
}

#[test]
fn a_search_with_patterns_shows_its_tables_and_its_nodes() {
    let lines = limited(&["solve", HARDEST, "-a", "idastar", "-H", "pattern", "--pattern", "4-4-4-3"]);
    assert_doing(&lines, "search", &SEARCH);
    assert!(lines.iter().any(|line| line["generated"].as_u64() > Some(0)));
}

#[test]
fn all_solutions_and_fewest_slides_are_searched_in_sight() {
    let lines = limited(&["solve", HARDEST, "--count-only"]);
    assert!(lines.iter().any(|line| line["building"].is_number() || line["generated"].as_u64() > Some(0)));
    limited(&["solve", HARDEST, "--metric", "multi"]);
}

#[test]
fn a_batch_counts_its_boards() {
    let folder = folder();
    fs::write(folder.path().join("boards"), format!("1 2 3 / 4 5 6 / 7 0 8\n# a note\n{HARDEST}\n{HARDEST}\n"))
        .unwrap();
    for threads in ["1", "2"] {
        let arguments = ["solve", "--file", "boards", "-a", "idastar", "-H", "manhattan", "--threads", threads];
        let lines = lines_in(folder.path(), &[&arguments[..], &LIMIT].concat());
        assert_doing(&lines, "search", &SEARCH);
        let last = lines.last().unwrap();
        assert!(last["done"].as_u64().is_some_and(|done| done >= 1), "{last}");
        assert!(last["percent"].as_f64().is_some_and(|percent| percent >= 25.0), "{last}");
    }
}

#[test]
fn bench_and_compare_count_their_runs_by_one_clock() {
    let folder = folder();
    fs::write(folder.path().join("two"), instances()).unwrap();
    let limit = ["--timeout", "1500ms"];
    let bench = ["bench", "two", "-a", "idastar", "-H", "manhattan"];
    let compare = ["compare", HARDEST, "-a", "idastar", "-H", "manhattan,inversion", "--max-nodes", "100G"];
    for command in [&bench[..], &compare] {
        let lines = lines_in(folder.path(), &[command, &limit].concat());
        assert_doing(&lines, "search", &SEARCH);
        let runs: Vec<_> = lines.iter().map(|line| (line["done"].as_u64(), line["all"].as_u64())).collect();
        assert_eq!(runs.first(), Some(&(Some(0), Some(2))));
        assert!(runs.contains(&(Some(1), Some(2))), "{runs:?}");
        let last = lines.last().unwrap();
        assert!(last["seconds"].as_f64() > Some(1.5), "{last}");
        let under_way = lines.iter().filter(|line| line["done"] == 1 && line["seconds"].as_f64() > Some(1.0));
        assert!(under_way.into_iter().all(|line| line["seconds_left"].is_number()), "{last}");
    }
}

#[test]
fn a_check_shows_how_much_of_the_space_is_done() {
    let lines = limited(&["check", "manhattan", "--size", "3x4"]);
    assert_doing(&lines, "levels", &["depth", "states", "reached"]);
    assert_rises(&lines, "done");
    assert!(lines.iter().all(|line| line["all"] == 239_500_800));
}

#[test]
fn an_exploration_shows_percentage_and_time_left() {
    let lines = lines(&["explore", "3x4", "--threads", "2", "--timeout", "6s"]);
    assert_doing(&lines, "levels", &["depth", "states", "reached"]);
    assert_rises(&lines, "done");
    assert_rises(&lines, "percent");
    for line in &lines {
        let (done, percent) = (line["done"].as_f64().unwrap(), line["percent"].as_f64().unwrap());
        assert!((percent - done / 2_395_008.0).abs() < 0.001, "{line}");
        // A level that is finished counts; more than that is known of the one under way.
        assert!(line["reached"].as_f64().unwrap_or(0.0) <= done, "{line}");
        let is_estimated = percent >= 2.0 && line["seconds"].as_f64() >= Some(1.5);
        assert!(!is_estimated || line["seconds_left"].is_number(), "{line}");
    }
}

#[test]
fn an_exploration_in_processes_shows_the_level_under_way() {
    // Each level takes about twice as long as the one before it, so the last one outlasts several reports.
    let lines = lines(&["explore", "5x5", "--depth", "40", "--processes", "2", "--timeout", "5s"]);
    assert_rises(&lines, "done");
    assert!(lines.iter().any(|line| line["done"].as_u64() > line["reached"].as_u64()));
}

#[test]
fn the_first_levels_of_a_large_space_have_no_percentage() {
    let lines = limited(&["explore", "5x5", "--depth", "40", "--max-memory", "4GiB"]);
    assert_rises(&lines, "done");
    assert!(lines.iter().all(|line| line["percent"].is_null() && line["seconds_left"].is_null()));
}

#[test]
fn a_table_is_built_in_sight() {
    let lines = limited(&["tables", "build", "4x4", "--pattern", "7-8"]);
    assert_doing(&lines, "table", &["table", "distance"]);
    // The two tables are built one after the other: the one that was longer in sight.
    let mut tables: Vec<&[Value]> = lines.chunk_by(|one, two| one["table"] == two["table"]).collect();
    tables.sort_by_key(|lines| lines.len());
    let longest = tables.last().copied().unwrap_or_default();
    assert_grows(longest, "done");
    assert_grows(longest, "percent");
}

#[test]
fn a_number_puzzle_shows_its_nodes() {
    let folder = folder();
    let rows = "  _ _ _ _ _\n".repeat(5);
    fs::write(folder.path().join("magic5"), format!("cells\n{rows}\nnumbers 1-25\n\nequal: rows columns diagonals\n"))
        .unwrap();
    let lines = lines_in(folder.path(), &[&["sums", "magic5", "--count-only"], &LIMIT[..]].concat());
    assert_doing(&lines, "search", &SEARCH);
    assert_rises(&lines, "generated");
}

#[cfg(unix)]
#[test]
fn grading_counts_cases_and_programs() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder();
    let lines = lines_in(folder.path(), &["grade", "solver", "-n", "3", "--", "sleep", "0.8"]);
    assert_doing(&lines, "cases", &["case", "passed"]);
    assert_eq!(numbers(&lines, "all"), vec![3.0; lines.len()]);
    assert_eq!((&lines[0]["done"], &lines.last().unwrap()["done"]), (&0.into(), &3.into()));

    let class = folder.path().join("class");
    fs::create_dir(&class).unwrap();
    for name in ["anna", "bob"] {
        let program = class.join(name);
        fs::write(&program, "#!/bin/sh\nsleep 0.9\n").unwrap();
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    }
    let arguments = ["grade", "solver", "-n", "1", "--dir", "class", "--threads", "1"];
    let lines: Vec<Value> = lines_in(folder.path(), &arguments);
    let programs: Vec<Value> = lines.into_iter().filter(|line| line["doing"] == "programs").collect();
    assert_eq!(numbers(&programs, "all"), vec![2.0; programs.len()]);
    let last = programs.last().unwrap();
    assert_eq!((&last["done"], &last["name"], &last["score"]), (&2.into(), &"bob".into(), &0.0.into()));
}

/// On a terminal of this many columns, by util-linux's `script`.
#[cfg(target_os = "linux")]
mod terminal {
    use super::*;

    const SPINNER: &str = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏";
    const CLEAR: &str = "\r\u{1b}[2K";

    fn on_terminal(folder: &Path, columns: u32, term: &str, arguments: &[&str]) -> String {
        let quoted: Vec<String> = arguments.iter().map(|argument| format!("'{argument}'")).collect();
        let command = format!("stty rows 24 cols {columns}; {} {}", env!("CARGO_BIN_EXE_hueco"), quoted.join(" "));
        let mut script = Command::new("script");
        script.args(["-qec", &command, "/dev/null"]).current_dir(folder).stdin(Stdio::null());
        script.env("HUECO_CACHE", folder.join("cache")).env("LC_ALL", "C").env("TERM", term);
        String::from_utf8(script.output().unwrap().stdout).unwrap()
    }

    /// The spinner, the seconds and the rest of every line that was drawn.
    fn frames(text: &str) -> Vec<(char, f64, &str)> {
        let lines = text.split(['\r', '\n']).map(|line| line.trim_start_matches("\u{1b}[2K"));
        lines
            .filter_map(|line| {
                let spinner = line.chars().next().filter(|first| SPINNER.contains(*first))?;
                let (seconds, rest) = line[spinner.len_utf8()..].split_once(" s")?;
                Some((spinner, seconds.trim().replace(',', ".").parse().ok()?, rest.trim_end()))
            })
            .collect()
    }

    fn assert_moves(frames: &[(char, f64, &str)]) {
        assert!(frames.len() >= 10, "{frames:?}");
        for pair in frames.windows(2) {
            let ((spinner, seconds, _), (next, later, _)) = (pair[0], pair[1]);
            assert!(later - seconds < 1.0, "from {seconds} s to {later} s");
            // The same frame is drawn again behind what was written above it.
            assert!(spinner != next || later <= seconds, "the spinner stands still at {later} s");
        }
    }

    #[test]
    fn the_line_moves_and_is_gone_at_the_end() {
        let folder = folder();
        let arguments = [&["solve", HARDEST, "-a", "idastar", "-H", "manhattan"][..], &LIMIT].concat();
        let text = on_terminal(folder.path(), 100, "xterm", &arguments);
        let frames = frames(&text);
        assert_moves(&frames);
        let (_, _, last) = frames.last().unwrap();
        assert!(last.contains("lower bound") && last.contains(" nodes · "), "{last}");
        let (_, answer) = text.rsplit_once(CLEAR).unwrap();
        assert!(answer.starts_with("Stopped by the limit on time"), "{answer}");
        assert!(!answer.contains(|c| SPINNER.contains(c)), "{answer}");
    }

    #[test]
    fn rows_are_written_above_the_line() {
        let folder = folder();
        fs::write(folder.path().join("two"), instances()).unwrap();
        let bench = ["bench", "two", "-a", "idastar", "-H", "manhattan", "--timeout", "1s"];
        let text = on_terminal(folder.path(), 100, "xterm", &bench);
        assert_moves(&frames(&text));
        assert!(text.contains("run 1 of 2") && text.contains("run 2 of 2"), "{text}");
        for row in ["a ", "b "] {
            assert!(text.contains(&format!("{CLEAR} {row}")), "{text:?}");
        }
    }

    #[test]
    fn a_narrow_terminal_gets_whole_numbers_in_spanish_too() {
        let folder = folder();
        let solve = ["solve", HARDEST, "-a", "idastar", "-H", "manhattan", "--lang", "es", "--timeout", "1s"];
        let text = on_terminal(folder.path(), 32, "xterm", &solve);
        let frames = frames(&text);
        assert!(frames.iter().any(|(_, _, rest)| rest.starts_with(" · cota inferior ")), "{frames:?}");
        assert!(frames.iter().all(|(_, _, rest)| !rest.contains("nodos")), "{frames:?}");
    }

    #[test]
    fn a_terminal_that_cannot_draw_over_a_line_gets_none() {
        let folder = folder();
        let solve = ["solve", HARDEST, "-a", "idastar", "-H", "manhattan", "--timeout", "500ms"];
        let text = on_terminal(folder.path(), 100, "dumb", &solve);
        assert!(text.contains("Stopped by") && !text.contains('\u{1b}') && frames(&text).is_empty(), "{text:?}");
    }
}
