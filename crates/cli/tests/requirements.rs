//! The table of requirements in `docs/courses`: every command shows what its row says.
#![cfg(unix)]

use std::path::{Path, PathBuf};
use std::process::Command;

/// One row: its number, the command, and what it shows; nothing where it cannot be run here.
struct Row {
    number: usize,
    command: String,
    shows: Option<String>,
}

fn rows(page: &str) -> Vec<Row> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/courses").join(page);
    let text = std::fs::read_to_string(path).unwrap();
    let row = |line: &str| {
        // A bar inside a cell is escaped.
        let line = line.replace("\\|", "\0");
        let cells: Vec<String> = line.split('|').map(|cell| cell.trim().replace('\0', "|")).collect();
        let number = cells.get(1)?.parse().ok()?;
        let code = |cell: &String| cell.strip_prefix('`')?.strip_suffix('`').map(str::to_owned);
        Some(Row { number, command: code(&cells[3])?, shows: code(&cells[4]) })
    };
    text.lines().filter_map(row).collect()
}

#[test]
fn both_pages_have_the_same_87_rows() {
    let (english, spanish) = (rows("requirements.md"), rows("requirements.es.md"));
    assert_eq!(english.iter().map(|row| row.number).collect::<Vec<_>>(), (1..=87).collect::<Vec<_>>());
    for (en, es) in english.iter().zip(&spanish) {
        assert_eq!((en.number, &en.command, &en.shows), (es.number, &es.command, &es.shows));
    }
    assert_eq!(english.len(), spanish.len());
    assert!(english.iter().filter(|row| row.shows.is_none()).count() <= 3);
}

#[test]
fn every_command_shows_its_requirement() {
    let program = PathBuf::from(env!("CARGO_BIN_EXE_hueco"));
    let others = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::iter::once(program.parent().unwrap().to_owned()).chain(std::env::split_paths(&others));
    let path = std::env::join_paths(folders).unwrap();
    for row in rows("requirements.md") {
        let Some(shows) = row.shows else { continue };
        let folder = tempfile::tempdir().unwrap();
        let output = Command::new("sh")
            .args(["-c", &row.command])
            .current_dir(folder.path())
            .env("PATH", &path)
            .env("LC_ALL", "C.UTF-8")
            .env("HUECO_LANG", "en")
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        assert!(text.contains(&shows), "{}: `{}` does not show `{shows}`:\n{text}", row.number, row.command);
    }
}
