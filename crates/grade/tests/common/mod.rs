//! What the tests share: where the programs are, and how to run them.

use std::path::{Path, PathBuf};

use hueco_grade::Program;

/// Python; without it, a message and `None`.
fn python() -> Option<PathBuf> {
    let found = ["/usr/bin/python3", "/usr/local/bin/python3"].iter().map(PathBuf::from).find(|path| path.exists());
    let found = found.or_else(|| Program::from_command(&["python3".into()]).ok().map(|program| program.path));
    if found.is_none() {
        eprintln!("skipped: this test needs python3");
    }
    found
}

/// A program in the folder `programs`, with the interpreter for its extension.
pub(crate) fn program(name: &str) -> Option<Program> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs").join(name);
    assert!(file.exists(), "{}", file.display());
    let path =
        if file.extension().is_some_and(|extension| extension == "py") { python()? } else { PathBuf::from("/bin/sh") };
    let mut program = Program::from_command(&[path.into_os_string(), file.into_os_string()]).ok()?;
    name.clone_into(&mut program.name);
    // Some import the right program, which is in the folder above theirs.
    program.reads.push(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs"));
    Some(program)
}
