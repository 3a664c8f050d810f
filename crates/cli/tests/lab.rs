//! `check`, `compare` and the experiments of `bench` as processes: pictures, keys, standard input, interrupts; headers, layers,
//! repeats and seeds.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn hueco(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hueco"));
    command.args(arguments).env("LC_ALL", "C").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(arguments: &[&str]) -> Output {
    hueco(arguments).output().unwrap()
}

fn lines(output: &Output) -> Vec<Value> {
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The lines of an experiment without the first, which has its facts.
fn rows(output: &Output) -> Vec<Value> {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut lines = lines(output);
    assert_eq!(lines.remove(0)["kind"], "header");
    lines
}

fn of_kind<'a>(rows: &'a [Value], kind: &str) -> Vec<&'a Value> {
    rows.iter().filter(|row| row["kind"] == kind).collect()
}

/// The comments of CSV, and its rows by column.
fn csv(output: &Output) -> (Vec<String>, Vec<BTreeMap<String, String>>) {
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    let (comments, rows): (Vec<&str>, Vec<&str>) = text.lines().partition(|line| line.starts_with('#'));
    let names: Vec<&str> = rows[0].split(',').collect();
    let row = |line: &&str| {
        assert_eq!(line.split(',').count(), names.len(), "{line}");
        names.iter().map(|name| (*name).to_owned()).zip(line.split(',').map(str::to_owned)).collect()
    };
    (comments.into_iter().map(str::to_owned).collect(), rows[1..].iter().map(row).collect())
}

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

/// The picture that a command writes, in a language.
fn picture(arguments: &[&str], lang: &str) -> String {
    drawn(arguments, lang, 0)
}

/// The same of a command that ends with this status.
fn drawn(arguments: &[&str], lang: &str, status: i32) -> String {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("picture.svg");
    let output = run(&[arguments, &["--lang", lang, "--svg", file.to_str().unwrap()]].concat());
    assert_eq!(output.status.code(), Some(status), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(!output.stdout.is_empty(), "the words come too");
    std::fs::read_to_string(file).unwrap()
}

#[test]
fn pictures_speak_both_languages() {
    let check = ["check", "misplaced-blank", "--size", "2x3"];
    for (lang, words) in [("en", ["too large", "exact", "boards"]), ("es", ["demasiado grande", "exacta", "tableros"])]
    {
        let svg = picture(&check, lang);
        assert!(words.iter().all(|word| svg.contains(word)), "{svg}");
    }
    assert!(!picture(&["check", "manhattan", "--size", "2x3"], "en").contains("too large"));

    let one = ["compare", "8 6 7 / 2 5 4 / 3 0 1", "-a", "bfs,astar", "-H", "manhattan", "--max-nodes", "20k"];
    for (lang, words) in [("en", ["stopped by a limit: nodes", "length 31, optimal"]), ("es", ["parado", "óptima"])] {
        let svg = picture(&one, lang);
        assert!(words.iter().all(|word| svg.contains(word)), "{svg}");
    }

    let many =
        ["compare", "--random", "9", "--size", "3x3", "-a", "bfs,astar", "-H", "manhattan", "--max-nodes", "50k"];
    let svg = picture(&many, "en");
    assert!(svg.contains("astar+manhattan") && svg.contains("stopped)") && svg.contains("9 boards"), "{svg}");
    assert_eq!(svg, picture(&many, "en"), "the same boards, the same picture");
}

/// The pictures of the documents are what the command draws.
#[test]
fn the_documents_show_what_the_command_draws() {
    let check = ["check", "direct-reversals", "--size", "3x3"];
    let methods = ["-a", "bfs,astar,idastar", "-H", "misplaced,manhattan,linear-conflict", "--max-nodes", "50k"];
    let compare = [&["compare", "--random", "100", "--size", "3x3"], &methods[..]].concat();
    let methods = "bfs,astar+misplaced,astar+manhattan,idastar+manhattan";
    let bench = ["bench", "--random", "40", "--size", "3x3", "-m", methods, "--max-nodes", "50k", "--quiet"];
    // A limit stops some runs of the bench.
    for (name, arguments, status) in [("check", &check[..], 0), ("compare", &compare, 0), ("bench-nodes", &bench, 22)] {
        for (lang, ending) in [("en", "svg"), ("es", "es.svg")] {
            let file = format!("{}/../../docs/pictures/{name}.{ending}", env!("CARGO_MANIFEST_DIR"));
            let shown = std::fs::read_to_string(&file).unwrap();
            assert!(drawn(arguments, lang, status) == shown, "{file}: made by `hueco {}`", arguments.join(" "));
        }
    }
}

#[test]
fn a_picture_that_cannot_be_written_is_reported() {
    let output = run(&["check", "manhattan", "--size", "2x2", "--svg", "no/such/folder/x.svg"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("no/such/folder/x.svg"));
}

#[test]
fn every_key_is_always_there() {
    let found: Vec<Value> = [
        &["check", "manhattan", "--size", "2x2", "--format", "json"][..],
        &["check", "misplaced-blank", "--size", "2x2", "--format", "json"],
        &["check", "manhattan", "--size", "3x3", "--format", "json", "--max-memory", "10"],
    ]
    .into_iter()
    .map(|arguments| lines(&run(arguments)).remove(0))
    .collect();
    assert!(found.iter().all(|object| keys(object) == keys(&found[0])));
    assert_eq!(found[1]["counterexample"]["distance"], 1);
    assert_eq!((&found[2]["stopped_by"], &found[2]["admissible"]), (&"memory".into(), &Value::Null));

    let arguments =
        ["compare", "1 2 3 / 4 5 6 / 0 7 8", "-a", "bfs,astar,dls", "-H", "blind", "--depth", "1", "--format", "json"];
    let rows = rows(&run(&arguments));
    assert_eq!(rows.len(), 6);
    assert!(rows[..3].iter().all(|row| keys(row) == keys(&rows[0]) && row["kind"] == "run"));
    assert!(rows[3..].iter().all(|row| keys(row) == keys(&rows[3]) && row["kind"] == "total"));
    assert_eq!((&rows[2]["outcome"], &rows[2]["stopped_by"]), (&"stopped".into(), &"depth".into()));
    assert_eq!(rows[5]["stopped"]["depth"], 1);
}

#[test]
fn boards_come_by_standard_input_and_a_bad_one_is_reported() {
    let fed = |input: &[u8]| {
        let mut child = hueco(&["compare", "-", "-a", "bfs", "--format", "csv"]).stdin(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(input).unwrap();
        child.wait_with_output().unwrap()
    };
    let output = fed(b"1 2 3 / 4 5 6 / 7 0 8\n1 2 / 0 3\n");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(csv(&output).1.len(), 2);
    let output = fed(b"1 2 3 / 4 5 6 / 7 0 8\n1 2 / 3\n");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("line 2"));
    assert_eq!(fed(b"").status.code(), Some(2));
}

const RANDOM: [&str; 7] = ["--random", "3", "--size", "3x3", "--seeds", "4..5", "--max-memory=1GiB"];

#[test]
fn results_begin_with_what_is_needed_to_repeat_them() {
    for command in ["bench", "compare"] {
        let arguments = [&[command], &RANDOM[..], &["-a", "bfs", "--format", "json"]].concat();
        let output = run(&arguments);
        let header = &lines(&output)[0];
        assert_eq!(
            keys(header),
            // In the order of the alphabet, since a map was read.
            [
                "command",
                "commit",
                "cores",
                "cpu",
                "hueco",
                "kind",
                "max_bytes",
                "max_nodes",
                "os",
                "seeds",
                "timeout",
                "version"
            ]
        );
        assert_eq!(header["command"], format!("hueco {}", arguments.join(" ")));
        assert_eq!((&header["seeds"], &header["max_bytes"]), (&serde_json::json!([4, 5]), &(1_u64 << 30).into()));
        assert!(header["hueco"].as_str().unwrap().starts_with(env!("CARGO_PKG_VERSION")));
        let comments = csv(&run(&[&arguments[..arguments.len() - 1], &["csv"]].concat())).0;
        assert!(comments.contains(&"# seeds: 4 5".to_owned()), "{comments:?}");
        assert!(comments.iter().all(|line| line.starts_with("# ") && line.contains(": ")), "{comments:?}");
        assert_eq!(
            run(&arguments).stdout.split(|byte| *byte == b'\n').next(),
            output.stdout.split(|byte| *byte == b'\n').next()
        );
    }
}

/// The sums of a column by run.
fn sums(layers: &[BTreeMap<String, String>], column: &str) -> BTreeMap<(String, String), u64> {
    let mut sums = BTreeMap::new();
    for row in layers {
        *sums.entry((row["id"].clone(), row["method"].clone())).or_default() += row[column].parse::<u64>().unwrap();
    }
    sums
}

#[test]
fn the_layers_of_a_run_add_up_to_its_counters() {
    let methods = "bfs,astar+manhattan,idastar+manhattan,iddfs,dps+manhattan,rbfs+manhattan,bfhs+manhattan,ibex+manhattan,\
                   smastar+manhattan,nbs+manhattan,arastar+manhattan,beam+manhattan,wastar+manhattan";
    // A beam that a limit stops has not reported the layer under way, so it is kept narrow.
    let limits = ["--max-nodes", "20k", "--width", "100", "-m", methods, "--format"];
    let arguments = |more: &[&'static str]| [&["bench"], &RANDOM[..2], &["--size", "3x3"], &limits[..], more].concat();
    let (_, plain) = csv(&run(&arguments(&["csv"])));
    let (_, layers) = csv(&run(&arguments(&["csv", "--layers"])));
    for column in ["generated", "expanded"] {
        let sums = sums(&layers, column);
        assert_eq!(sums.len(), plain.len());
        for row in &plain {
            let run = (row["id"].clone(), row["method"].clone());
            assert_eq!(sums[&run].to_string(), row[column], "{run:?}, {column}");
        }
    }
    let by = |algorithm: &str| {
        let own = layers.iter().filter(|row| row["algorithm"] == algorithm);
        own.map(|row| row["by"].as_str()).collect::<BTreeSet<_>>().into_iter().collect::<Vec<_>>()
    };
    assert_eq!((by("astar"), by("idastar"), by("bfs")), (vec!["f"], vec!["bound"], vec!["f"]));
    let rows = lines(&run(&arguments(&["json", "--layers"])));
    assert_eq!(of_kind(&rows, "layer").len(), layers.len());
    assert_eq!(of_kind(&rows, "board").len(), plain.len());
}

/// The kernel for 4x4 reports no events, so layers are the generic search's: the same nodes.
#[test]
fn the_layers_of_a_published_board_add_up_to_the_published_nodes() {
    let arguments =
        ["bench", "korf15", "--only", "79", "-a", "idastar", "-H", "manhattan", "--layers", "--format", "csv"];
    let (_, layers) = csv(&run(&arguments));
    let bounds: Vec<&str> = layers.iter().map(|row| row["layer"].as_str()).collect();
    assert_eq!(bounds, ["28", "30", "32", "34", "36", "38", "40", "42"]);
    assert_eq!(sums(&layers, "generated").into_values().collect::<Vec<u64>>(), [540_860]);
}

#[test]
fn repeats_are_rows_of_their_own_and_totals_count_once() {
    for command in ["bench", "compare"] {
        let arguments = [&[command], &RANDOM[..], &["-a", "astar", "-H", "manhattan", "--format", "json"]].concat();
        let once = rows(&run(&arguments));
        let thrice = rows(&run(&[&arguments[..], &["--repeat", "3"]].concat()));
        let kind = if command == "bench" { "board" } else { "run" };
        let repeats: Vec<&Value> = of_kind(&thrice, kind).into_iter().map(|row| &row["repeat"]).collect();
        assert_eq!(repeats.len(), 18);
        assert_eq!(repeats[..6], [1, 2, 3, 1, 2, 3]);
        let generated = |rows: &[Value]| match command {
            "bench" => of_kind(rows, "total")[0]["stats"]["generated"].clone(),
            _ => of_kind(rows, "total")[0]["generated"].clone(),
        };
        assert_eq!(generated(&once), generated(&thrice));
        let spreads: Vec<_> = of_kind(&thrice, "spread").iter().map(|row| (&row["over"], &row["of"])).collect();
        assert_eq!(spreads.len(), 3, "{spreads:?}");
        assert_eq!(spreads[0], (&"repeats".into(), &"seconds".into()));
        let seeds = of_kind(&thrice, "spread")[2];
        assert_eq!((&seeds["over"], &seeds["of"], &seeds["count"]), (&"seeds".into(), &"generated".into(), &2.into()));
        assert_eq!(of_kind(&thrice, "spread")[0]["count"], 3);
        assert!(seeds["min"].as_f64() < seeds["max"].as_f64());
    }
}

#[test]
fn experiments_on_a_problem_file() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../problems/hanoi.star");
    let parameters = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cmd/hanoi.txt");
    let bench = ["bench", parameters, "--problem", file, "--format", "json"];
    let rows_of = |more: &[&str]| rows(&run(&[&bench[..], more].concat()));
    assert_eq!(of_kind(&rows_of(&["--repeat", "2"]), "problem").len(), 4);
    let layered = rows_of(&["--layers"]);
    let sum: u64 = of_kind(&layered, "layer").iter().map(|row| row["generated"].as_u64().unwrap()).sum();
    assert_eq!(of_kind(&layered, "total")[0]["stats"]["generated"], sum);
    let compare = ["compare", "--problem", file, "-a", "bfs,astar", "--format", "csv"];
    let (comments, rows) = csv(&run(&[&compare[..], &["--repeat", "2"]].concat()));
    assert_eq!(rows.iter().map(|row| row["repeat"].as_str()).collect::<Vec<_>>(), ["1", "1", "1", "2", "2", "2"]);
    assert!(comments.last().unwrap().starts_with("# command: hueco compare --problem "), "{comments:?}");
}

/// The charts of a bench, in a language.
fn bench_picture(chart: &str, lang: &str) -> String {
    let limits = ["-m", "bfs,astar+manhattan", "--max-nodes", "20k", "--quiet"];
    // The most severe ending: some boards need more nodes.
    drawn(&[&["bench"], &RANDOM[..], &limits[..], &["--chart", chart]].concat(), lang, 22)
}

#[test]
fn charts_of_a_bench_say_what_was_not_solved() {
    let nodes = bench_picture("nodes", "en");
    for words in ["bfs (", "of 6 not solved)", "astar+manhattan", "Arrow: a limit stopped", "shortest solution found"] {
        assert!(nodes.contains(words), "{words}: {nodes}");
    }
    assert_eq!(nodes, bench_picture("nodes", "en"), "the same boards, the same picture");
    let cactus = bench_picture("cactus", "es");
    for words in ["Tableros resueltos en un tiempo, 6 tableros", "sin resolver", "tiempo de una ejecución", "resueltos"]
    {
        assert!(cactus.contains(words), "{words}: {cactus}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_check_reports_what_it_knows() {
    let arguments = ["check", "manhattan", "--size", "3x4", "--threads", "1", "--format", "json", "--progress", "json"];
    let mut child = hueco(&arguments).spawn().unwrap();
    let mut progress = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    progress.read_line(&mut line).unwrap();
    assert_eq!(serde_json::from_str::<Value>(&line).unwrap()["all"], 239_500_800);
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let reader = std::thread::spawn(move || progress.lines().count());
    let output = child.wait_with_output().unwrap();
    reader.join().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let found = &lines(&output)[0];
    assert_eq!((&found["stopped_by"], &found["admissible"]), (&"interrupt".into(), &Value::Null));
}
