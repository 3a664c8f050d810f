//! The command as a process: standard input, closed pipes, interrupts, exit statuses.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Output, Stdio};

use serde_json::Value;

const HARDEST: &str = "0 12 9 13 / 15 11 10 14 / 3 7 2 5 / 4 8 6 1";

fn hueco(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hueco"));
    command.args(arguments).env("LC_ALL", "C").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn fed(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = hueco(arguments).stdin(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    child.wait_with_output().unwrap()
}

fn lines(output: &Output) -> Vec<Value> {
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn standard_input_is_answered_line_by_line_in_order() {
    let input = b"1 2 3 / 4 5 6 / 7 0 8\nnonsense\n1 2 3 / 4 5 6 / 8 7 0\n\n2\n1 2 / 3 0\n";
    let output = fed(&["solve", "-", "--format", "json"], input);
    let answers = lines(&output);
    let outcomes: Vec<_> = answers.iter().map(|answer| answer["outcome"].as_str().unwrap()).collect();
    assert_eq!(outcomes, ["solved", "error", "unsolvable", "error", "solved"]);
    assert_eq!(answers[1]["line"], 2);
    assert_eq!(answers[3]["line"], 5);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn an_answer_comes_before_the_next_line_is_read() {
    let mut child = hueco(&["solve", "-", "--format", "json", "--size", "2x2"]).stdin(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    for board in ["1 2 3 0\n", "1 2 0 3\n"] {
        stdin.write_all(board.as_bytes()).unwrap();
        let mut answer = String::new();
        stdout.read_line(&mut answer).unwrap();
        assert!(answer.contains("\"solved\""), "{answer}");
    }
    drop(stdin);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn bytes_that_are_no_text_are_an_error_of_their_line() {
    let output = fed(&["solve", "-", "--format", "json"], b"1 2 / 3 0\n1 \xff / 3 0\n1 2 / 0 3\n");
    let outcomes: Vec<_> = lines(&output).iter().map(|answer| answer["outcome"].to_string()).collect();
    assert_eq!(outcomes, ["\"solved\"", "\"error\"", "\"solved\""]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn every_key_is_there_in_the_order_of_the_contract() {
    let keys = |text: &str| -> Vec<String> {
        text.split('"')
            .skip(1)
            .step_by(2)
            .filter(|word| text.contains(&format!("\"{word}\":")))
            .map(str::to_owned)
            .collect()
    };
    let wanted = "version rows cols board goal outcome optimal length lower_bound moves moves_of stopped_by algorithm \
                  heuristic stats generated expanded examined reopened evaluated peak_bytes table_bytes seconds";
    for board in ["1 2 3 / 4 5 6 / 7 0 8", "1 2 3 / 4 5 6 / 8 7 0"] {
        let output = hueco(&["solve", board, "--format", "json"]).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert_eq!(keys(&text), wanted.split_whitespace().collect::<Vec<_>>(), "{text}");
    }
}

#[test]
fn a_closed_pipe_is_no_error() {
    for arguments in
        [&["random", "--size", "4x4", "--count", "1000000"][..], &["solve", "--help"], &["completions", "zsh"]]
    {
        let mut child = hueco(arguments).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = hueco(&["random", "--size", "3x3"]).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("disk is full"));
}

#[test]
fn arguments_that_are_no_text_are_reported() {
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt;
        let output = hueco(&["solve"]).arg(std::ffi::OsStr::from_bytes(b"1 \xff / 3 0")).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(!output.stderr.is_empty());
    }
}

#[cfg(unix)]
#[test]
fn the_version_names_commit_target_and_compiler() {
    let printed = |option| String::from_utf8(hueco(&[option]).output().unwrap().stdout).unwrap();
    let version = printed("--version");
    assert_eq!(version, printed("-V"));
    let start = concat!("hueco ", env!("CARGO_PKG_VERSION"), " (");
    let build = version.strip_prefix(start).and_then(|rest| rest.strip_suffix(")\n")).unwrap();
    let parts: Vec<&str> = build.split(", ").collect();
    let (commit, [target, compiler]) = parts.split_last_chunk().unwrap();
    assert!(target.starts_with(std::env::consts::ARCH) && target.matches('-').count() >= 2, "{version}");
    assert!(compiler.strip_prefix("rustc ").unwrap().starts_with(|first: char| first.is_ascii_digit()), "{version}");
    // A package of the source has no commit; a checkout has one, with its date.
    if let [commit] = commit {
        let (commit, date) = commit.split_once(' ').unwrap();
        assert!(commit.len() >= 7 && commit.bytes().all(|digit| digit.is_ascii_hexdigit()), "{version}");
        assert!(date.len() == 10 && date.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-'), "{version}");
    } else {
        assert!(commit.is_empty(), "{version}");
    }
}

fn interrupt(child: &Child) {
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
}

/// Waits until the search says that it is under way.
#[cfg(unix)]
fn searching(arguments: &[&str]) -> (Child, impl Read) {
    let mut child = hueco(arguments).args(["--progress", "json"]).spawn().unwrap();
    let mut stderr = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    stderr.read_line(&mut line).unwrap();
    assert!(line.contains("\"generated\""), "{line}");
    (child, stderr)
}

#[cfg(unix)]
#[test]
fn an_interrupt_gives_what_is_known_so_far() {
    let (child, mut stderr) = searching(&["solve", HARDEST, "-a", "astar", "-H", "manhattan", "--format", "json"]);
    interrupt(&child);
    let drain = std::thread::spawn(move || stderr.read_to_end(&mut Vec::new()));
    let output = child.wait_with_output().unwrap();
    drain.join().unwrap().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let answer = &lines(&output)[0];
    assert_eq!((&answer["outcome"], &answer["stopped_by"]), (&"stopped".into(), &"interrupt".into()));
}

#[cfg(unix)]
#[test]
fn an_interrupt_while_waiting_for_input_ends_at_once() {
    let mut child = hueco(&["solve", "-", "--format", "json", "--size", "2x2"]).stdin(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"1 2 3 0\n").unwrap();
    let mut answer = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut answer).unwrap();
    interrupt(&child);
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

#[test]
fn limits_have_their_own_statuses() {
    let status = |arguments: &[&str]| hueco(arguments).output().unwrap().status.code();
    assert_eq!(status(&["solve", HARDEST, "-a", "astar", "-H", "manhattan", "--max-nodes", "10k"]), Some(22));
    assert_eq!(status(&["solve", HARDEST, "-a", "astar", "-H", "manhattan", "--timeout", "50ms"]), Some(20));
    assert_eq!(status(&["solve", HARDEST, "-a", "dls", "--depth", "5"]), Some(23));
    assert_eq!(status(&["solve", HARDEST, "-a", "beam", "--width", "1"]), Some(24));
    assert_eq!(status(&["solve", "1 2 3 / 4 5 6 / 8 7 0"]), Some(10));
    assert_eq!(status(&["solve", "1 2 3 / 4 5 6 / 7 8 0"]), Some(0));
}

/// The lines of an experiment, without the facts at their head.
fn rows(output: &Output) -> Vec<Value> {
    let mut lines = lines(output);
    assert_eq!(lines.remove(0)["kind"], "header");
    lines
}

fn bench(arguments: &[&str]) -> Output {
    let mut command = hueco(&["bench"]);
    command.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cmd/batch.in")).args(arguments).output().unwrap()
}

#[test]
fn bench_runs_every_instance_through_every_method() {
    let output = bench(&["instances.txt", "-m", "bfs,astar+max(manhattan,inversion)", "--format", "json"]);
    assert_eq!(output.status.code(), Some(0));
    let rows = rows(&output);
    let of_kind = |kind: &str| rows.iter().filter(|row| row["kind"] == kind).collect::<Vec<_>>();
    assert_eq!(of_kind("board").len() + of_kind("total").len(), rows.len());
    let ran: Vec<_> = of_kind("board").into_iter().map(|row| (&row["id"], &row["length"])).collect();
    let wanted = [("a", 1), ("a", 1), ("b", 2), ("b", 2), ("c", 2), ("c", 2)];
    assert_eq!(ran.len(), wanted.len());
    assert!(
        ran.iter().zip(wanted).all(|((id, length), wanted)| (*id, *length) == (&wanted.0.into(), &wanted.1.into()))
    );
    let totals = of_kind("total");
    assert_eq!(totals.len(), 2);
    assert_eq!(totals[1]["method"], "astar+max(manhattan,inversion)");
    assert_eq!((&totals[1]["boards"], &totals[1]["solved"], &totals[1]["length"]), (&3.into(), &3.into(), &5.into()));
    let generated: u64 = rows.iter().take(6).step_by(2).map(|row| row["stats"]["generated"].as_u64().unwrap()).sum();
    assert_eq!(totals[0]["stats"]["generated"], generated);
    // `optimal` is whether it was proved; the figure of the file is elsewhere, and nothing where the file has none.
    assert!(of_kind("board").iter().all(|row| row["optimal"].is_boolean()));
    assert!(totals.iter().all(|row| row.get("optimal").is_none() && row["proved"] == 3));
    assert_eq!((&rows[2]["published"]["optimal"], &rows[4]["published"]["optimal"]), (&2.into(), &Value::Null));
}

#[test]
fn stats_of_bench_are_those_of_solve() {
    let keys = |row: &Value| row["stats"].as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    let solved = hueco(&["solve", "1 2 3 / 4 5 6 / 7 0 8", "--format", "json"]).output().unwrap();
    let rows = rows(&bench(&["instances.txt", "-a", "bfs", "--format", "json"]));
    assert!(rows.iter().all(|row| keys(row) == keys(&lines(&solved)[0])));
}

/// The rows of CSV without quotes and without comments, by column.
fn table(output: &Output) -> Vec<BTreeMap<String, String>> {
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let mut rows = lines.map(|line| line.split(',').map(str::to_owned).collect::<Vec<_>>());
    let header = rows.next().unwrap();
    rows.map(|row| {
        assert_eq!(row.len(), header.len(), "{row:?}");
        header.iter().cloned().zip(row).collect()
    })
    .collect()
}

#[test]
fn sets_bring_their_goal_and_their_published_figures() {
    let method = ["-a", "idastar", "-H", "manhattan", "--threads", "1", "--format", "csv"];
    let output = bench(&[&["korf15", "--only", "12, 42,79"][..], &method].concat());
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let rows = table(&output);
    let found: Vec<_> =
        rows.iter().map(|row| [&row["id"], &row["length"], &row["generated"]].map(String::as_str)).collect();
    assert_eq!(found, [["12", "45", "546344"], ["42", "42", "877823"], ["79", "42", "540860"]]);
    for row in &rows {
        assert_eq!((&row["length"], &row["generated"]), (&row["published_optimal"], &row["published_nodes"]));
        assert_eq!((row["optimal"].as_str(), row["contradicts"].as_str()), ("true", "false"));
    }
    let row = |arguments: &[&str]| table(&bench(&[arguments, &["--fast", "--format", "csv"]].concat())).remove(0);
    let network = row(&["deepcubea48", "--only", "2"]);
    assert_eq!(
        [&network["published_optimal"], &network["published_reached"], &network["published_nodes"]],
        ["", "277", "21496437"]
    );
    assert_eq!(row(&["deepcubea35", "--limit", "1"])["published_reached"], "128");
    assert_eq!(row(&["korf24", "--only", "50"])["published_optimal"], "113");
    assert_eq!(row(&["hardest15", "--only", "17"])["published_optimal"], "80");
}

#[test]
fn bench_says_when_a_length_differs_from_the_file() {
    let output = bench(&["wrong.txt", "-a", "bfs"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("instance b, bfs: length 2 was proven optimal"));
    let output = bench(&["instances.txt", "-a", "bfs"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&output.stderr).contains("all 2 proven lengths equal the published optima"));
}

#[test]
fn bench_chooses_instances() {
    let ids = |arguments: &[&str]| -> Vec<String> {
        let output = bench(&[arguments, &["instances.txt", "-a", "bfs", "--format", "csv"]].concat());
        table(&output).into_iter().map(|row| row["id"].clone()).collect()
    };
    assert_eq!(ids(&["--only", "c,a"]), ["a", "c"]);
    assert_eq!(ids(&["--limit", "2"]), ["a", "b"]);
    assert_eq!(bench(&["instances.txt", "--only", "d"]).status.code(), Some(2));
    assert_eq!(bench(&["boards.txt"]).status.code(), Some(2));
}

#[test]
fn manual_pages_are_written_for_every_command() {
    let folder = tempfile::tempdir().unwrap();
    let output = hueco(&["man", "--lang", "es", "--dir"]).arg(folder.path()).output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    let page = std::fs::read_to_string(folder.path().join("hueco-solve.1")).unwrap();
    for title in ["NOMBRE", "SINOPSIS", "DESCRIPCIÓN", "NOTAS", "ENTORNO"] {
        assert!(page.contains(&format!(".SH {title}\n")), "{title}");
    }
    for english in ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXTRA", "possible values", "default:"] {
        assert!(!page.contains(english), "{english}");
    }
    for name in ["hueco", "hueco-tables", "hueco-tables-build", "hueco-course-menu", "hueco-trace-diff", "hueco-man"] {
        let page = std::fs::read_to_string(folder.path().join(format!("{name}.1"))).unwrap();
        assert!(page.contains(&format!(".TH {name} 1")), "{name}");
    }
    let index = std::fs::read_to_string(folder.path().join("hueco-tables.1")).unwrap();
    assert!(index.contains("hueco\\-tables\\-build(1)"), "{index}");
    let pages = std::fs::read_dir(folder.path()).unwrap().count();
    assert!(String::from_utf8_lossy(&output.stderr).contains(&format!("{pages} páginas")));
    assert!(!folder.path().join("hueco-help-solve.1").exists(), "what stands below `help` has pages of its own");
}

#[test]
fn nested_commands_have_help_and_manual_pages() {
    let printed = |arguments: &[&str]| String::from_utf8(hueco(arguments).output().unwrap().stdout).unwrap();
    for (arguments, usage) in [
        (&["help", "tables", "build"][..], "Usage: hueco tables build [OPTIONS] <RxC>"),
        (&["help", "course", "menu"], "Usage: hueco course menu [OPTIONS]"),
        (&["help", "trace", "diff", "--lang", "es"], "Uso: hueco trace diff [OPCIONES] <ARCHIVO> <ARCHIVO>"),
        (&["man", "tables", "build"], ".TH hueco-tables-build 1"),
        (&["man", "course", "menu"], "\nhueco\\-course\\-menu \\- "),
    ] {
        let page = printed(arguments);
        assert!(page.contains(usage), "{arguments:?}: {page}");
    }
    assert_eq!(printed(&["help", "tables", "build"]), printed(&["tables", "build", "--help"]));
}

#[test]
fn help_and_manual_name_the_environment() {
    let printed = |arguments: &[&str]| String::from_utf8(hueco(arguments).output().unwrap().stdout).unwrap();
    for page in [printed(&["--help"]), printed(&["help"]), printed(&["man"]), printed(&["man", "tables", "build"])] {
        let section = page.split_once("Environment:").or_else(|| page.split_once(".SH ENVIRONMENT")).unwrap().1;
        for name in ["HUECO_CACHE", "XDG_CACHE_HOME", "NO_COLOR", "TERM", "LANG", "LC_ALL", "LC_MESSAGES"] {
            assert!(section.contains(name), "{name}: {page}");
        }
    }
}

#[test]
fn internal_options_are_shown_nowhere() {
    let mut pages = vec![hueco(&["completions", "zsh"]).output().unwrap()];
    for shell in ["bash", "elvish", "fish", "powershell"] {
        pages.push(hueco(&["completions", shell]).output().unwrap());
    }
    for command in [&["solve"][..], &["explore"], &["tables", "build"]] {
        pages.push(hueco(&[&["help"], command].concat()).output().unwrap());
        pages.push(hueco(&[&["man"], command].concat()).output().unwrap());
    }
    for output in pages {
        let page = String::from_utf8(output.stdout).unwrap();
        assert!(page.contains("max-memory") || page.contains("max\\-memory"), "{page}");
        for option in ["farm-process", "farm\\-process", "--member", "--again", "\\-member", "\\-again"] {
            assert!(!page.contains(option), "{option}: {page}");
        }
    }
}

#[cfg(unix)]
#[test]
fn shells_complete_names_that_are_not_the_only_values() {
    let script = hueco(&["completions", "bash"]).output().unwrap().stdout;
    let script = String::from_utf8(script).unwrap();
    let offered = |words: &str| {
        let ask = format!(
            "{script}\nCOMP_WORDS=({words} ''); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); \
             _hueco hueco '' \"${{COMP_WORDS[-2]}}\"; echo \"${{COMPREPLY[@]}}\""
        );
        let output = Command::new("bash").args(["-c", &ask]).output().unwrap();
        String::from_utf8(output.stdout).unwrap().trim_end().to_owned()
    };
    let heuristics = "blind misplaced misplaced-blank manhattan direct-reversals linear-conflict inversion walking-distance \
                      pattern";
    assert_eq!(offered("hueco solve -H"), heuristics);
    assert_eq!(offered("hueco compare --heuristic"), heuristics);
    assert_eq!(offered("hueco explore --goal"), "blank-last blank-first");
    assert!(offered("hueco tree -a").starts_with("auto bfs dfs"));
    assert!(offered("hueco bench x -m").ends_with("arastar awastar hdastar dvcbs"));
    assert!(offered("hueco help tables").ends_with("build list verify remove dir"));
    for value in ["max(blind,manhattan)", "manhattan"] {
        let output = hueco(&["solve", "1 2 / 3 0", "-a", "astar", "-H", value]).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{value}");
    }
}

#[test]
fn algorithms_are_understood_in_every_spelling_in_use() {
    for (spelling, name) in [
        ("A*", "astar"),
        ("IDA*", "idastar"),
        ("ASTAR", "astar"),
        ("Astar", "astar"),
        ("WA*", "wastar"),
        ("BFS", "bfs"),
    ] {
        let output = hueco(&["solve", "1 2 3 / 4 5 6 / 0 7 8", "-a", spelling, "--format", "json"]).output().unwrap();
        assert_eq!(lines(&output)[0]["algorithm"], name, "{spelling}");
    }
    let output = hueco(&["compare", "1 2 3 / 4 5 6 / 0 7 8", "-a", "A*,Bfs", "--format", "json"]).output().unwrap();
    assert_eq!((&rows(&output)[0]["algorithm"], output.status.code()), (&"astar".into(), Some(0)));
    let output = bench(&["instances.txt", "-m", "IDA*+manhattan", "--format", "json"]);
    assert_eq!(rows(&output)[0]["algorithm"], "idastar");
    let output = sums("cross.sums --method DFS --format json");
    assert_eq!(lines(&output)[0]["method"], "dfs");
}

#[test]
fn tables_fit_a_hundred_columns() {
    for arguments in [
        "compare|8 6 7 / 2 5 4 / 3 0 1|-H|misplaced,max(inversion,linear-conflict)|--max-nodes|1000",
        "compare|--random|3|--size|3x3|--max-nodes|1k|--formula|max(manhattan, misplaced) + min(conflicts, reversals) * 2",
        "check|max(inversion,walking-distance)|--size|2x4",
        "explore|2x4",
    ] {
        for lang in ["en", "es"] {
            let arguments: Vec<&str> = arguments.split('|').chain(["--lang", lang]).collect();
            let output = hueco(&arguments).output().unwrap();
            let text = String::from_utf8(output.stdout).unwrap();
            // Rows, not sentences: those end with a full stop.
            let widest =
                text.lines().filter(|line| !line.ends_with('.')).max_by_key(|line| line.chars().count()).unwrap();
            assert!(widest.chars().count() <= 100, "{widest}");
        }
    }
}

#[test]
fn a_bound_of_nothing_is_not_mentioned() {
    for lang in ["en", "es"] {
        for options in ["-a|bfs|--max-nodes|10", "-a|beam|--formula|2*manhattan", "-a|greedy|-H|misplaced-blank"] {
            let board = ["solve", "8 6 7 / 2 5 4 / 3 0 1", "--lang", lang];
            let arguments: Vec<&str> = board.into_iter().chain(options.split('|')).collect();
            let text = String::from_utf8(hueco(&arguments).output().unwrap().stdout).unwrap();
            let verdict = text.lines().next().unwrap();
            assert!(!verdict.split([' ', '.']).any(|word| word == "0"), "{verdict}");
        }
    }
}

#[test]
fn a_short_time_is_not_nothing() {
    for arguments in [&["solve", "1 2 3 / 4 5 6 / 0 7 8", "-a", "astar"][..], &["compare", "1 2 3 / 4 5 6 / 0 7 8"]] {
        let text = String::from_utf8(hueco(arguments).output().unwrap().stdout).unwrap();
        assert!(!text.contains("0.000"), "{text}");
        assert!(["µs", "ms", " s"].iter().any(|unit| text.contains(unit)), "{text}");
    }
}

const PUZZLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../puzzles");

fn sums(arguments: &str) -> Output {
    let arguments: Vec<&str> = std::iter::once("sums").chain(arguments.split_whitespace()).collect();
    hueco(&arguments).current_dir(PUZZLES).output().unwrap()
}

#[test]
fn a_number_puzzle_lists_what_was_created_and_examined() {
    for (tree, created, examined) in [("--tree", 82, 51), ("", 34, 31)] {
        let output = sums(&format!("cross.sums --method bfs --format json {tree}"));
        let answer = &lines(&output)[0];
        assert_eq!(answer["created"].as_array().map(Vec::len), Some(created));
        assert_eq!(answer["examined"].as_array().map(Vec::len), Some(examined));
        assert_eq!(answer["solution"].to_string(), "[2,1,3,5,4]");
        let route = r#"[{"cell":"B","number":1},{"cell":"A","number":2},{"cell":"C","number":3}]"#;
        assert_eq!(answer["route"].to_string(), route);
        assert_eq!(output.status.code(), Some(0));
    }
}

#[test]
fn every_key_of_a_number_puzzle_is_always_there() {
    let wanted = "version title cells outcome stopped_by count complete solution solutions route created examined method \
                  stats";
    for (arguments, status) in [
        ("cross.sums", 0),
        ("magic3.sums --all --states yes", 0),
        ("impossible.sums -m dfs", 10),
        ("magic4.sums -m bfs --max-nodes 10", 22),
    ] {
        let output = sums(&format!("{arguments} --format json"));
        assert_eq!(output.status.code(), Some(status), "{arguments}");
        let text = String::from_utf8(output.stdout).unwrap();
        let mut rest = text.as_str();
        for key in wanted.split_whitespace() {
            let at = rest.find(&format!("\"{key}\":")).unwrap_or_else(|| panic!("{arguments}: no {key} in {rest}"));
            rest = &rest[at..];
        }
    }
}

#[test]
fn the_limits_of_a_number_puzzle_have_their_own_statuses() {
    for (arguments, status, stopped_by) in [
        ("--method bfs --max-memory 4MiB", 21, "memory"),
        ("--method bfs --max-memory 4MiB --states no", 21, "memory"),
        ("--method dfs --timeout 20ms --states no", 20, "time"),
        ("--count-only --max-nodes 1k", 22, "nodes"),
        ("--all --max-memory 100KB", 21, "memory"),
    ] {
        let output = sums(&format!("magic4.sums --format json {arguments}"));
        assert_eq!(output.status.code(), Some(status), "{arguments}");
        let answer = &lines(&output)[0];
        assert_eq!((&answer["outcome"], &answer["stopped_by"]), (&"stopped".into(), &stopped_by.into()), "{arguments}");
        assert_eq!(answer["complete"], false);
    }
    let answer = &lines(&sums("magic4.sums --all --max-memory 100KB --format json"))[0];
    let found = answer["solutions"].as_array().unwrap();
    assert!(!found.is_empty() && answer["count"] == found.len());
}

#[test]
fn a_number_puzzle_comes_by_standard_input() {
    let cross = std::fs::read(format!("{PUZZLES}/cross.sums")).unwrap();
    let output = fed(&["sums", "-", "--count-only", "--format", "json"], &cross);
    assert_eq!((&lines(&output)[0]["count"], &lines(&output)[0]["complete"]), (&1.into(), &true.into()));
    for (input, message) in [
        (&b"cells\n A \xff\n"[..], "standard input:2:4: this is not UTF-8 text"),
        (b"cells\n A B\nnumbers 1", "standard input:3:1: empty cells: 2; numbers to place: only 1"),
        (&vec![b'#'; (1 << 20) + 1], "standard input: more than 1,048,576 bytes of text"),
    ] {
        let output = fed(&["sums", "-"], input);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && stderr.contains(message), "{stderr}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_count_reports_what_was_found() {
    // Nothing outside shows when the search is under way: where the signal came too early, wait longer.
    let answers = [200, 1000, 5000].into_iter().map(|wait| {
        let file = format!("{PUZZLES}/magic4.sums");
        let child = hueco(&["sums", &file, "-m", "dfs", "--tree", "--count-only", "--states", "no"]).spawn().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(wait));
        interrupt(&child);
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130));
        String::from_utf8(output.stdout).unwrap()
    });
    let printed = answers.into_iter().find(|text| !text.is_empty()).unwrap_or_default();
    assert!(printed.contains("Stopped by an interrupt") && printed.contains("Nodes:"), "{printed}");
}

/// Answers without what a clock measured.
fn without_time(output: &Output) -> Vec<serde_json::Value> {
    let mut answers = lines(output);
    for answer in &mut answers {
        answer["stats"]["seconds"] = serde_json::Value::Null;
    }
    answers
}

#[test]
fn the_same_board_counts_the_same_on_every_run() {
    let board = "14 13 15 7 / 11 12 9 5 / 6 0 2 1 / 4 8 10 3";
    let cache = tempfile::tempdir().unwrap();
    let run = |threads: &str| {
        let arguments = ["solve", board, "--goal", "blank-first", "--threads", threads, "--format", "json"];
        without_time(&hueco(&arguments).env("HUECO_CACHE", cache.path()).output().unwrap())
    };
    let first = run("2");
    assert_eq!((&first[0]["optimal"], &first[0]["length"]), (&true.into(), &57.into()));
    for threads in ["2", "2", "2", "2", "1"] {
        assert_eq!(run(threads), first);
    }
}

#[test]
fn a_batch_counts_the_same_on_every_run() {
    let cache = tempfile::tempdir().unwrap();
    let boards = hueco(&["random", "--size", "4x4", "--seed", "3", "--count", "8"]).output().unwrap().stdout;
    let file = cache.path().join("boards.txt");
    std::fs::write(&file, &boards).unwrap();
    let from_file = |threads: &str| {
        let path = file.to_str().unwrap();
        let arguments = ["solve", "--file", path, "--threads", threads, "--format", "json"];
        without_time(&hueco(&arguments).env("HUECO_CACHE", cache.path()).output().unwrap())
    };
    let first = from_file("2");
    assert_eq!(first.len(), 8);
    assert!(first.iter().all(|answer| answer["optimal"] == true));
    assert_eq!(from_file("2"), first);
    // On one thread boards are solved one after the other.
    assert_eq!(from_file("1"), first);
    // Where the number of boards is not known beforehand, databases grow with the boards before.
    let piped = |_| without_time(&fed(&["solve", "-", "--threads", "2", "--format", "json"], &boards));
    let [one, two] = [0, 1].map(piped);
    assert_eq!(one, two);
    let lengths = |answers: &[serde_json::Value]| answers.iter().map(|answer| answer["length"].clone()).collect();
    let (piped, filed): (Vec<_>, Vec<_>) = (lengths(&one), lengths(&first));
    assert_eq!(piped, filed);
}

#[test]
fn a_problem_file_that_never_ends_inside_one_operation_is_ended() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("endless.star");
    let twice = "def twice(n):\n    t = ()\n    for i in range(n): t = (t, t)\n    return t\n";
    let source =
        format!("{twice}start = 0\ngoal = 1\ndef actions(s): return [(\"a\", 1)] if {{twice(60): 1}} else []\n");
    std::fs::write(&file, source).unwrap();
    let output = hueco(&["solve", "--problem", file.to_str().unwrap(), "--timeout", "200ms"]).output().unwrap();
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(20), "{message}");
    assert!(message.contains("inside a single operation that does not end"), "{message}");
}

/// A 4x5 board on which a proof takes some rounds with small tables.
const FOUR_BY_FIVE: &str = "13 16 17 3 6 / 7 1 15 5 8 / 12 14 4 0 11 / 18 10 2 9 19";

fn proof(checkpoint: &std::path::Path) -> Command {
    let file = checkpoint.to_str().unwrap();
    let mut command = hueco(&["solve", FOUR_BY_FIVE, "--optimal", "--format", "json", "--checkpoint", file]);
    command.args(["--threads", "1", "--max-memory", "32MiB", "--progress", "none"]);
    command
}

#[test]
fn a_proof_that_is_killed_resumes_with_the_same_length_and_count() {
    let folder = tempfile::tempdir().unwrap();
    let whole = lines(&proof(&folder.path().join("whole")).output().unwrap());
    let file = folder.path().join("killed");
    let mut child = proof(&file).spawn().unwrap();
    // The first checkpoint is written when the rounds begin, and each round writes another.
    let begun = std::time::Instant::now();
    while !file.exists() && begun.elapsed().as_secs() < 60 {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    std::thread::sleep(std::time::Duration::from_millis(100));
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(file.exists(), "it was killed on its way");
    let resumed = proof(&file).output().unwrap();
    assert_eq!(resumed.status.code(), Some(0));
    let resumed = lines(&resumed);
    for key in ["length", "optimal", "lower_bound"] {
        assert_eq!(resumed[0][key], whole[0][key], "{key}");
    }
    assert_eq!(resumed[0]["optimal"], true);
    assert_eq!(resumed[0]["stats"]["generated"], whole[0]["stats"]["generated"]);
    assert!(!file.exists(), "a complete proof leaves nothing to be resumed");
}
