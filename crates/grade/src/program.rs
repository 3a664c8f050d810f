//! What is graded: a command, or a file that a student submitted.
//!
//! Programs run in a folder of their own, so every path in a command is made absolute first: that of the program, and every
//! argument that names an existing file or folder (`python3 mine.py`, `java -cp classes Menu`).

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// A program that can be started from any folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// Its name, for people.
    pub name: String,
    /// The file to execute, absolute.
    pub path: PathBuf,
    /// Its first arguments.
    pub args: Vec<OsString>,
}

/// Why there is nothing to run.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ProgramError {
    /// An empty command.
    #[error("no program was given")]
    Empty,
    /// No such file, and no such program in the search path.
    #[error("there is no program {name}")]
    NotFound {
        /// As given.
        name: String,
        /// Whether the current folder has such a file, so that `./` was probably forgotten.
        here: bool,
    },
    /// A file that cannot be executed and has no extension of a known language.
    #[error("{name} is not executable and of no known kind")]
    UnknownKind {
        /// The file.
        name: String,
    },
    /// A folder without a program to run.
    #[error("the folder {name} has no executable run and no main file")]
    NothingInFolder {
        /// The folder.
        name: String,
    },
    /// The interpreter for this kind of file is not installed.
    #[error("{name} needs {interpreter}, which was not found")]
    NoInterpreter {
        /// The file.
        name: String,
        /// The interpreter.
        interpreter: String,
    },
}

/// Extension, interpreter and its arguments, for files that are not executable.
const INTERPRETERS: [(&str, &str, &[&str]); 7] = [
    ("py", "python3", &[]),
    ("jar", "java", &["-jar"]),
    ("java", "java", &[]),
    ("js", "node", &[]),
    ("rb", "ruby", &[]),
    ("pl", "perl", &[]),
    ("sh", "sh", &[]),
];

impl Program {
    /// The program of a command line: the words after `--`.
    pub fn from_command(words: &[OsString]) -> Result<Self, ProgramError> {
        let (first, rest) = words.split_first().ok_or(ProgramError::Empty)?;
        let path = find(first).ok_or_else(|| ProgramError::NotFound {
            name: first.to_string_lossy().into_owned(),
            here: Path::new(first).is_file(),
        })?;
        let args = rest.iter().map(absolute_if_here).collect();
        let name = words.iter().map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ");
        Ok(Self { name, path, args })
    }

    /// The program in a file or folder that was submitted: an executable file, a file in a known language, or a folder
    /// with an executable `run` or with one file called `main` that is either.
    pub fn from_submission(path: &Path) -> Result<Self, ProgramError> {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        if !path.is_dir() {
            return Self::from_file(name, path);
        }
        let run = path.join("run");
        if is_executable(&run) {
            return Ok(Self { name, path: run, args: Vec::new() });
        }
        let mut mains: Vec<PathBuf> = fs::read_dir(&path).into_iter().flatten().flatten().map(|e| e.path()).collect();
        mains.retain(|path| path.is_file() && path.file_stem().is_some_and(|stem| stem.eq_ignore_ascii_case("main")));
        mains.sort();
        let mut tried: Vec<_> = mains.into_iter().map(|main| Self::from_file(name.clone(), main)).collect();
        match tried.iter().position(Result::is_ok) {
            Some(first) => tried.swap_remove(first),
            None => Err(tried.pop().and_then(Result::err).unwrap_or(ProgramError::NothingInFolder { name })),
        }
    }

    fn from_file(name: String, path: PathBuf) -> Result<Self, ProgramError> {
        if is_executable(&path) {
            return Ok(Self { name, path, args: Vec::new() });
        }
        let extension = path.extension().and_then(OsStr::to_str).unwrap_or_default().to_ascii_lowercase();
        let Some((_, interpreter, before)) = INTERPRETERS.iter().find(|(known, ..)| *known == extension) else {
            return Err(ProgramError::UnknownKind { name });
        };
        let Some(runs) = find(OsStr::new(interpreter)) else {
            return Err(ProgramError::NoInterpreter { name, interpreter: (*interpreter).to_owned() });
        };
        let args = before.iter().map(OsString::from).chain([path.into_os_string()]).collect();
        Ok(Self { name, path: runs, args })
    }
}

fn find(word: &OsStr) -> Option<PathBuf> {
    if Path::new(word).components().count() > 1 || word.as_encoded_bytes().starts_with(b".") {
        let path = std::path::absolute(word).ok()?;
        return path.is_file().then_some(path);
    }
    let folders = env::var_os("PATH")?;
    let candidates = env::split_paths(&folders).map(|folder| folder.join(word));
    candidates.filter_map(|path| std::path::absolute(path).ok()).find(|path| is_executable(path))
}

fn absolute_if_here(word: &OsString) -> OsString {
    let is_option = word.is_empty() || word.as_encoded_bytes().starts_with(b"-");
    match std::path::absolute(word) {
        Ok(path) if !is_option && path.exists() => path.into_os_string(),
        _ => word.clone(),
    }
}

#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(path).is_ok_and(|about| about.is_file() && about.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(path: &Path) -> bool {
    path.is_file()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    fn words(text: &str) -> Vec<OsString> {
        text.split_whitespace().map(OsString::from).collect()
    }

    #[test]
    fn commands_become_absolute() {
        let program = Program::from_command(&words("sh -c Cargo.toml nowhere")).unwrap();
        assert!(program.path.is_absolute());
        assert_eq!(program.args[0], "-c");
        assert!(Path::new(&program.args[1]).is_absolute());
        assert_eq!(program.args[2], "nowhere");
        assert_eq!(program.name, "sh -c Cargo.toml nowhere");
    }

    #[test]
    fn missing_programs_are_named() {
        assert_eq!(Program::from_command(&[]), Err(ProgramError::Empty));
        let not_found = |name: &str, here| Err(ProgramError::NotFound { name: name.to_owned(), here });
        assert_eq!(Program::from_command(&words("./no-such")), not_found("./no-such", false));
        assert_eq!(Program::from_command(&words("Cargo.toml")), not_found("Cargo.toml", true));
    }

    #[test]
    fn submissions_may_be_files_or_folders() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("ana"), "#!/bin/sh\n").unwrap();
        fs::set_permissions(at("ana"), fs::Permissions::from_mode(0o755)).unwrap();
        fs::write(at("berta.sh"), "exit 0\n").unwrap();
        fs::write(at("notes.txt"), "no program\n").unwrap();
        fs::create_dir(at("carla")).unwrap();
        fs::write(at("carla/main.sh"), "exit 0\n").unwrap();
        fs::create_dir(at("diego")).unwrap();

        assert_eq!(Program::from_submission(&at("ana")).unwrap().path, at("ana"));
        let berta = Program::from_submission(&at("berta.sh")).unwrap();
        assert_eq!((berta.name.as_str(), berta.args), ("berta.sh", vec![at("berta.sh").into_os_string()]));
        let carla = Program::from_submission(&at("carla")).unwrap();
        assert_eq!((carla.name.as_str(), carla.args), ("carla", vec![at("carla/main.sh").into_os_string()]));
        assert_eq!(
            Program::from_submission(&at("notes.txt")),
            Err(ProgramError::UnknownKind { name: "notes.txt".to_owned() })
        );
        assert_eq!(
            Program::from_submission(&at("diego")),
            Err(ProgramError::NothingInFolder { name: "diego".to_owned() })
        );
    }
}
