//! The folder of pattern databases, and what may be wrong with it: solving still works, bad files are not used, and the
//! user is informed.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Korf's first board: too much for a few milliseconds of Manhattan distance.
const HARD: &str = "14 13 15 7 / 11 12 9 5 / 6 0 2 1 / 4 8 10 3";
const HARD_LENGTH: u64 = 57;

fn command(cache: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hueco"));
    command.args(arguments).env("LC_ALL", "C").env("HUECO_CACHE", cache).stdin(Stdio::null());
    command
}

fn hueco(cache: &Path, arguments: &[&str]) -> Output {
    command(cache, arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn done(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    text(&output.stdout)
}

/// Solves the hard board and returns the notes.
fn solves(cache: &Path) -> String {
    let output = hueco(cache, &["solve", HARD, "--goal", "blank-first", "--format", "json"]);
    let answer: serde_json::Value = serde_json::from_str(&done(&output)).unwrap();
    assert_eq!((&answer["length"], &answer["optimal"]), (&HARD_LENGTH.into(), &true.into()));
    assert_eq!(answer["heuristic"], "pattern");
    text(&output.stderr)
}

fn files(cache: &Path) -> Vec<std::path::PathBuf> {
    let mut files: Vec<_> = fs::read_dir(cache).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

#[test]
fn tables_are_built_listed_verified_used_and_removed() {
    let folder = tempfile::tempdir().unwrap();
    let cache = folder.path().join("new/cache");
    assert_eq!(done(&hueco(&cache, &["tables", "dir"])).trim(), cache.to_str().unwrap());
    assert!(done(&hueco(&cache, &["tables", "list"])).starts_with("No tables"));
    assert_eq!(done(&hueco(&cache, &["tables", "list", "--format", "json"])), "");
    let built = hueco(&cache, &["tables", "build", "4x4", "--goal", "blank-first", "--pattern", "5-5-5"]);
    assert!(text(&built.stderr).contains("Pattern databases 5-5-5 for 4x4 boards"), "memory is announced first");
    assert!(text(&built.stderr).contains("of memory"));
    let names: Vec<String> = done(&built).lines().map(|line| line.split(':').next().unwrap().to_owned()).collect();
    assert_eq!(names.len(), files(&cache).len());
    let again = done(&hueco(&cache, &["tables", "build", "4x4", "--goal", "blank-last", "--pattern", "5-5-5"]));
    assert!(again.lines().all(|line| line.ends_with("already there")), "corners share tables: {again}");
    let listed = done(&hueco(&cache, &["tables", "list", "--format", "json"]));
    for (line, name) in listed.lines().zip(&names) {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!((&line["usable"], &line["rows"], &line["entries"]), (&true.into(), &4.into(), &524_160.into()));
        assert!(names.contains(&line["name"].as_str().unwrap().to_owned()), "{name}");
    }
    assert!(done(&hueco(&cache, &["tables", "verify"])).lines().all(|line| line.contains("intact, 524,160 entries")));
    assert_eq!(solves(&cache), "");
    assert!(done(&hueco(&cache, &["tables", "remove", &names[0]])).contains("removed"));
    assert_eq!(files(&cache).len(), names.len() - 1);
    done(&hueco(&cache, &["tables", "remove", "--all"]));
    assert!(files(&cache).is_empty());
}

/// Something done to a file's bytes.
type Damage = fn(&mut Vec<u8>);

#[test]
fn damaged_files_are_reported_not_used_and_repaired() {
    let folder = tempfile::tempdir().unwrap();
    let cache = folder.path();
    let build = ["tables", "build", "4x4", "--goal", "blank-first", "--pattern", "5-5-5"];
    done(&hueco(cache, &build));
    let path = files(cache).remove(0);
    let whole = fs::read(&path).unwrap();
    let damages: [(&str, Damage); 4] = [
        ("contents have changed", |bytes| bytes[9_000] ^= 1),
        ("bytes, not", |bytes| bytes.truncate(100_000)),
        ("not a file of this kind", |bytes| bytes[3] ^= 1),
        ("not a file of this kind", Vec::clear),
    ];
    for (message, damage) in damages {
        let mut bytes = whole.clone();
        damage(&mut bytes);
        fs::write(&path, &bytes).unwrap();
        let verified = hueco(cache, &["tables", "verify"]);
        assert_eq!(verified.status.code(), Some(2));
        assert!(text(&verified.stdout).contains(message), "{}", text(&verified.stdout));
        let note = solves(cache);
        assert!(note.contains("was not used") && note.contains(message), "{note}");
        let repaired = done(&hueco(cache, &build));
        assert_eq!(repaired.lines().filter(|line| line.contains("built in")).count(), 1, "{repaired}");
        assert_eq!(fs::read(&path).unwrap(), whole);
        assert_eq!(solves(cache), "");
    }
    // An intact file under the name of another is not used.
    let other = files(cache).remove(1);
    fs::copy(&other, &path).unwrap();
    assert!(text(&hueco(cache, &["tables", "verify"]).stdout).contains("for another pattern"));
    assert!(solves(cache).contains("something else than its name says"));
}

#[test]
fn a_folder_that_is_not_writable_does_not_prevent_solving() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    for cache in [&file.join("below"), Path::new("/proc/hueco-tables")] {
        let built = hueco(cache, &["tables", "build", "3x3", "--pattern", "4-4"]);
        assert_eq!(built.status.code(), Some(1));
        assert!(text(&built.stderr).contains("could not be saved"), "{}", text(&built.stderr));
        assert_eq!(solves(cache), "");
    }
}

#[cfg(unix)]
#[test]
fn a_full_disk_is_reported_and_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    // Files of more than 64 KiB cannot be written, as on a disk with no more room than that.
    let script =
        format!("trap '' XFSZ; ulimit -f 128; exec '{}' tables build 4x4 --pattern 5-5-5", env!("CARGO_BIN_EXE_hueco"));
    let output = Command::new("sh").args(["-c", &script]).env("HUECO_CACHE", folder.path()).env("LC_ALL", "C").output();
    let output = output.unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("the disk is full"), "{}", text(&output.stderr));
    assert!(files(folder.path()).is_empty());
    assert_eq!(solves(folder.path()), "");
}

/// Every write of a table and of a trace fails in turn, at each block of the file: what is there afterwards is what was there before,
/// or the whole new file.
#[test]
fn a_write_that_fails_anywhere_leaves_the_old_file_or_the_new_one() {
    let folder = tempfile::tempdir().unwrap();
    let (cache, trace) = (folder.path().join("cache"), folder.path().join("search.jsonl"));
    let table = ["tables", "build", "3x3", "--pattern", "4-4"];
    let trace_path = trace.to_str().unwrap();
    let solve = ["solve", "1 2 3 / 0 4 6 / 7 5 8", "-a", "astar", "-H", "manhattan", "--trace", trace_path];
    for arguments in [&table[..], &solve] {
        let quoted: Vec<String> = arguments.iter().map(|word| format!("'{word}'")).collect();
        let mut statuses = Vec::new();
        for blocks in 0..18 {
            let script = format!(
                "trap '' XFSZ; ulimit -f {blocks}; exec '{}' {}",
                env!("CARGO_BIN_EXE_hueco"),
                quoted.join(" ")
            );
            let output = Command::new("sh")
                .args(["-c", &script])
                .env("HUECO_CACHE", &cache)
                .env("LC_ALL", "C")
                .output()
                .unwrap();
            statuses.push(output.status.code());
            let all: Vec<_> = [folder.path(), &cache].into_iter().filter(|it| it.is_dir()).flat_map(files).collect();
            assert!(all.iter().all(|path| !path.to_string_lossy().ends_with(".part")), "{blocks}: {all:?}");
            assert_eq!(hueco(&cache, &["tables", "verify"]).status.code(), Some(0), "{blocks}");
            if trace.exists() {
                assert_eq!(hueco(&cache, &["trace", "show", trace_path]).status.code(), Some(0), "{blocks}");
            }
        }
        assert_eq!((statuses[0], statuses[17]), (Some(1), Some(0)), "{arguments:?}: {statuses:?}");
    }
}

#[test]
fn killed_and_concurrent_builds_leave_only_intact_files() {
    let folder = tempfile::tempdir().unwrap();
    let cache = folder.path();
    let build = ["tables", "build", "4x4", "--goal", "blank-first", "--pattern", "6-6-3"];
    for wait in [10, 60, 250] {
        let mut child = command(cache, &build).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(wait));
        child.kill().unwrap();
        child.wait().unwrap();
        let verified = hueco(cache, &["tables", "verify"]);
        assert_eq!(verified.status.code(), Some(0), "a file under its own name is intact");
        solves(cache);
    }
    // A process that is killed while it writes leaves a file, which later ones remove once it is old.
    let temporary =
        || files(cache).into_iter().filter(|path| path.extension().is_none_or(|end| end != "pdb")).collect::<Vec<_>>();
    let abandoned = temporary();
    let builders: Vec<_> =
        (0..2).map(|_| command(cache, &build).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()).collect();
    for mut builder in builders {
        assert!(builder.wait().unwrap().success());
    }
    assert!(done(&hueco(cache, &["tables", "verify"])).lines().all(|line| line.contains(": intact")));
    assert_eq!(solves(cache), "");
    assert_eq!(temporary(), abandoned, "no other temporary file is left");
}

#[test]
fn limits_and_bad_arguments_have_their_exit_statuses() {
    let folder = tempfile::tempdir().unwrap();
    let status = |arguments: &[&str]| {
        let output = hueco(folder.path(), arguments);
        assert!(!output.stderr.is_empty());
        output.status.code().unwrap()
    };
    assert_eq!(status(&["tables", "build", "4x4", "--pattern", "7-8", "--max-memory", "1MB"]), 21);
    assert_eq!(status(&["tables", "build", "4x4", "--pattern", "7-8", "--timeout", "1ms"]), 20);
    assert_eq!(status(&["tables", "build", "4x4", "--pattern", "9-6"]), 2);
    assert_eq!(status(&["tables", "build", "4x4", "--pattern", "1,2/2"]), 2);
    assert_eq!(status(&["tables", "build", "4x4", "--goal", "1 2 3"]), 2);
    assert_eq!(status(&["tables", "build", "9x9"]), 2);
    assert_eq!(status(&["tables", "build"]), 2);
    assert_eq!(status(&["tables"]), 2);
    assert_eq!(status(&["tables", "remove"]), 2);
    assert_eq!(status(&["tables", "verify", "nothing"]), 2);
    assert!(files(folder.path()).is_empty());
}
