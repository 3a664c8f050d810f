//! A class as a teacher grades it: sources that are compiled, programs that hang, the report, the cases as files.
#![cfg(unix)]

use std::path::Path;
use std::process::{Command, Output, Stdio};

fn grade(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hueco"));
    command.arg("grade").args(arguments).current_dir(folder).env("LC_ALL", "C.UTF-8").env("LANG", "C.UTF-8");
    command.args(["--lang", "en"].iter().filter(|_| !arguments.contains(&"--"))).stdin(Stdio::null());
    command.output().unwrap()
}

fn installed(tool: &str) -> bool {
    Command::new(tool).arg("--version").output().is_ok_and(|output| output.status.success())
}

const ANSWER: &str = "-1\\n\\n";

/// A class whose programs answer the one case right, each in its own language.
fn class(folder: &Path) {
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).unwrap();
    std::fs::create_dir(folder.join("eva")).unwrap();
    let c = format!(
        "#include <stdio.h>\nint main(void) {{ fputs(\"{ANSWER}\", fopen(\"puzzle3x3heuristics.txt\", \"w\")); }}\n"
    );
    write("ana.c", &c);
    write("bad.c", "int main(void) { return nothing; }\n");
    write(
        "berta.cpp",
        &format!("#include <fstream>\nint main() {{ std::ofstream(\"puzzle3x3heuristics.txt\") << \"{ANSWER}\"; }}\n"),
    );
    write(
        "carla.java",
        &format!(
            "import java.nio.file.*;\npublic class Puzzle {{ public static void main(String[] a) throws Exception {{ \
             Files.writeString(Path.of(\"puzzle3x3heuristics.txt\"), \"{ANSWER}\"); }} }}\n"
        ),
    );
    write(
        "diego.rs",
        &format!("fn main() {{ std::fs::write(\"puzzle3x3heuristics.txt\", \"{ANSWER}\").unwrap(); }}\n"),
    );
    write("eva/notes.txt", "how I did it\n");
    write("eva/puzzle3x3heuristics.sh", &format!("printf -- '{ANSWER}' > puzzle3x3heuristics.txt\n"));
    write("felix.pas", "program felix; begin end.\n");
    write("gil.sh", "sleep 100\n");
}

#[test]
fn sources_are_compiled_and_programs_that_hang_are_given_up() {
    let folder = tempfile::tempdir().unwrap();
    let submissions = folder.path().join("class");
    std::fs::create_dir(&submissions).unwrap();
    class(&submissions);
    let cases = folder.path().join("cases");
    std::fs::create_dir(&cases).unwrap();
    for name in ["1", "2", "3", "4"] {
        std::fs::write(cases.join(format!("{name}.in")), "2 5\n").unwrap();
    }
    let output = grade(
        folder.path(),
        &["menu", "--dir", "class", "--cases", "cases", "--timeout", "1s", "--format", "json", "--html", "r.html"],
    );
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let class: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let row = |name: &str| class["rows"].as_array().unwrap().iter().find(|row| row["name"] == name).unwrap().clone();
    let tools = [("ana.c", "gcc"), ("berta.cpp", "g++"), ("diego.rs", "rustc"), ("eva", "sh"), ("carla.java", "javac")];
    for (name, tool) in tools {
        // A machine that starts Java slower than a second fails a case of it; the others are quick anywhere.
        if (tool == "sh" || installed(tool)) && tool != "javac" {
            assert_eq!(row(name)["marks"]["score"], 10.0, "{}", row(name));
        } else if installed(tool) {
            assert!(row(name)["not_runnable"].is_null(), "{}", row(name));
        }
    }
    if installed("gcc") {
        let why = row("bad.c")["not_runnable"].as_str().unwrap().to_owned();
        assert!(why.contains("does not compile") && why.contains("nothing") && !why.contains("/tmp"), "{why}");
    }
    if !installed("fpc") {
        let notes = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(notes.contains("fpc is not installed; needed by: felix.pas"), "{notes}");
    }
    let endings = row("gil.sh")["marks"]["verdicts"].clone();
    let endings: Vec<&str> = endings.as_array().unwrap().iter().map(|v| v["ending"].as_str().unwrap()).collect();
    assert_eq!(endings, ["timed_out", "timed_out", "given_up", "given_up"]);
    assert_eq!(row("gil.sh")["marks"]["verdicts"][0]["input"], "2 5\n");
    assert!(class["causes"][0]["cause"].as_str().unwrap().contains("still running after 1 s"), "{}", class["causes"]);

    let html = std::fs::read_to_string(folder.path().join("r.html")).unwrap();
    assert!(html.starts_with("<!doctype html>") && html.contains("gil.sh") && !html.contains("<script"));
}

#[test]
fn cases_are_written_and_read_back() {
    let folder = tempfile::tempdir().unwrap();
    let output = grade(folder.path(), &["solver", "--seed", "3", "--write-cases", "cases"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&output.stderr).contains("10 cases written to cases"));
    let read = |name: &str| std::fs::read_to_string(folder.path().join("cases").join(name)).unwrap();
    assert_eq!(read("01.in"), "3\n0 1 3\n4 2 5\n7 8 6\n");
    assert!(read("01.out").ends_with("Número de movimientos = 4\n"));
    let hueco = env!("CARGO_BIN_EXE_hueco");
    let output = grade(folder.path(), &["solver", "--cases", "cases", "--", hueco, "course", "solver"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.ends_with("Score: 10 out of 10 (cases passed: 10 of 10)\n"), "{text}");
}

#[test]
fn a_common_cause_is_named_for_solver_and_menu() {
    if !installed("python3") {
        return;
    }
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../grade/tests/programs");
    let score = |course: &str, program: &str| {
        let output = grade(&programs, &[course, "--lang", "en", "--", "python3", program]);
        String::from_utf8(output.stdout).unwrap().split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let text = score("solver", "mistakes/solver_weighted.py");
    assert!(text.contains("counts the estimate more than once"), "{text}");
    let text = score("solver", "mistakes/solver_parity_row_from_top.py");
    assert!(text.contains("from the wrong end"), "{text}");
    let text = score("astar", "mistakes/astar_depth_capped.py");
    assert!(text.contains("gives up too early"), "{text}");
    let text = score("menu", "menu_tie.py");
    assert!(text.contains("One cause explains") && text.contains("lexicographically smaller board first"), "{text}");
}
