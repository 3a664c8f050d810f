//! The course programs as processes: files, standard input, exit statuses, the same output in every language.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn run(folder: &Path, arguments: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hueco"));
    command.arg("course").args(arguments).current_dir(folder).env("LC_ALL", "C");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // A program that ends before it has read everything closes the pipe: that is no failure here.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn here(arguments: &[&str], input: &str) -> (i32, String, String) {
    let output = run(Path::new("."), arguments, input);
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn menu_writes_its_file_to_the_given_path() {
    let folder = tempfile::tempdir().unwrap();
    let input = "2\n1 1 0 2 3 4 5 6 7 8\n3\n5\n";
    let expected = "-1\n\nSUMAS\n\n1 0 2\n3 4 5\n6 7 8\n\n0 1 2\n3 4 5\n6 7 8\n\n2\n\n";
    for (arguments, file) in [
        (&["menu"][..], "puzzle3x3heuristics.txt"),
        (&["menu", "--output", "other.txt"], "other.txt"),
        (&["menu", "--step", "--lang", "es", "-o", "steps.txt"], "steps.txt"),
    ] {
        let output = run(folder.path(), arguments, input);
        assert_eq!(output.status.code(), Some(0));
        assert_eq!(std::fs::read_to_string(folder.path().join(file)).unwrap(), expected);
        assert!(output.stderr.is_empty());
        assert_eq!(output.stdout.is_empty(), file != "steps.txt");
    }
    let output = run(folder.path(), &["menu", "--output", "no/such/folder"], input);
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn menu_leaves_what_was_written_before_an_error_and_empties_an_older_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("puzzle3x3heuristics.txt");
    std::fs::write(&file, "older").unwrap();
    let output = run(folder.path(), &["menu"], "2 1 1 2 x");
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains("line 1, column 9") && message.contains("“x” is not an integer"), "{message}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "-1\n\n");
    run(folder.path(), &["menu"], "");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "");
}

#[test]
fn solver_reads_a_file_or_standard_input() {
    let folder = tempfile::tempdir().unwrap();
    let text = "3\n0 1 3\n4 2 5\n7 8 6\n";
    std::fs::write(folder.path().join("board.txt"), text).unwrap();
    let file = run(folder.path(), &["solver", "board.txt"], "");
    let (code, stdout, _) = here(&["solver", "--lang", "es", "--detect", "twin"], text);
    assert_eq!((file.status.code(), code), (Some(0), 0));
    assert_eq!(String::from_utf8(file.stdout).unwrap(), stdout);
    assert!(stdout.ends_with("Número de estados encolados = 10\nNúmero de movimientos = 4\n"), "{stdout}");
    let (code, stdout, stderr) = here(&["solver"], "2 2 1 3 0");
    assert_eq!((code, stdout.as_str()), (10, "Sin solución posible\n"));
    assert!(stderr.contains("no solution") && stderr.contains("inversions: 1"), "{stderr}");
    // What follows the board is ignored, as the document's own client does, with a note.
    let (code, stdout, stderr) = here(&["solver"], "2 1 2 3 0 1");
    assert_eq!((code, stdout.ends_with("Número de movimientos = 0\n")), (0, true));
    assert!(stderr.contains("line 1, column 11"), "{stderr}");
}

#[test]
fn solver_gives_up_at_its_memory_limit_and_names_solve() {
    let hard = "4 0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1";
    for (lang, words) in [("en", "stopped by the limit on memory"), ("es", "detenido por el límite de memoria")] {
        let (code, stdout, stderr) = here(&["solver", "--max-memory", "1MiB", "--lang", lang], hard);
        assert_eq!((code, stdout.as_str()), (21, ""));
        assert!(stderr.contains(words) && stderr.contains("hueco solve"), "{stderr}");
    }
}

#[test]
fn formal_sums_and_astar() {
    let (code, stdout, _) = here(&["formal", "1 2 3 / 0 4 5 / 7 8 6"], "");
    assert!(code == 0 && stdout.ends_with("Solución: DERECHA DERECHA ABAJO\nCoste del camino: 3\n"), "{stdout}");
    assert_eq!(here(&["formal", "1 2 3 / 0 4 5 / 7 8 6", "--goal", "1 2 / 3 0"], "").0, 2);
    let puzzle = "cells\n  A B\nnumbers 1 2\nA - B = 1\n";
    let (code, stdout, _) = here(&["sums", "-"], puzzle);
    assert!(code == 0 && stdout.ends_with("[2, 1]\nColocar 1 En la casilla 1\nColocar 2 En la casilla 0\n2   1\n"));
    assert_eq!(here(&["sums", "-"], "cells\n  A B\nnumbers 1 2\nA + Z = 1\n").0, 2);
    let (code, stdout, stderr) = here(&["astar"], "2 8 3 1 6 4 7 5 0\n1 2 3 8 0 4 7 6 5\n");
    assert!(code == 0 && stdout.ends_with("left up up left down right\nsolution 6 moves\n") && stderr.is_empty());
    let (code, stdout, _) = here(&["astar"], "1 2 3 0 4 5 7 8 6 1 2 3 8 0 4 7 6 5");
    assert_eq!((code, stdout.as_str()), (10, "No solution\n"));
    assert_eq!(here(&["astar"], "1 2 3 0 4 5 7 8 6 1 2 3 8 0 4 7 6 6").0, 2);
    assert_eq!(here(&["astar", "--initial", "1 2 3 / 0 4 5 / 7 8 6"], "").0, 2);
    assert_eq!(here(&["astar", "--initial", "1 2 / 3 0", "--goal", "1 2 / 3 0"], "").0, 2);
}
