//! What is graded, ready to run: a command, or what [`crate::submission`] made of a submitted file.
//!
//! Programs run in a folder of their own, so every path in a command is made absolute first: that of the program, and every
//! argument that names an existing file or folder (`python3 mine.py`, `java -cp classes Menu`).

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::toolbox::{self, Tool};

/// A program that can be started from any folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// Its name, for people.
    pub name: String,
    /// The file to execute, absolute.
    pub path: PathBuf,
    /// Its first arguments.
    pub args: Vec<OsString>,
    /// What it may read when it is isolated, besides the files of the system.
    pub reads: Vec<PathBuf>,
    /// A folder that comes first in its search path: that of its interpreter, where the first one found is a wrapper.
    pub bin: Option<PathBuf>,
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
    /// The interpreter or compiler for this kind of file is not installed.
    #[error("{name} needs {interpreter}, which was not found")]
    NoInterpreter {
        /// The file.
        name: String,
        /// The interpreter or compiler.
        interpreter: String,
    },
    /// It does not compile.
    #[error("{name} does not compile ({compiler}): {message}")]
    DoesNotCompile {
        /// The file.
        name: String,
        /// The compiler.
        compiler: String,
        /// Its first error.
        message: String,
    },
    /// The compiler had to be stopped: it took too long, or too much memory.
    #[error("{name}: the compiler {compiler} was stopped by a limit")]
    CompilerStopped {
        /// The file.
        name: String,
        /// The compiler.
        compiler: String,
    },
    /// The submission is too large to be copied, or cannot be read.
    #[error("{name} cannot be copied: {message}")]
    NotCopied {
        /// The submission.
        name: String,
        /// The reason.
        message: String,
    },
}

impl Program {
    /// The program of a command line: the words after `--`.
    ///
    /// Isolated, it may read its own folder and the folders of the files that its arguments name.
    pub fn from_command(words: &[OsString]) -> Result<Self, ProgramError> {
        let (first, rest) = words.split_first().ok_or(ProgramError::Empty)?;
        let path = find(first).ok_or_else(|| ProgramError::NotFound {
            name: first.to_string_lossy().into_owned(),
            here: Path::new(first).is_file(),
        })?;
        let args: Vec<OsString> = rest.iter().map(absolute_if_here).collect();
        let name = words.iter().map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ");
        let named = args.iter().map(Path::new).filter(|path| path.is_absolute() && path.exists());
        let folder =
            |path: &Path| if path.is_dir() { path.to_owned() } else { path.parent().unwrap_or(path).to_owned() };
        let named: Vec<PathBuf> = named.map(folder).collect();
        let mut program = Self::of_tool(name, toolbox::resolved(path), args);
        program.reads.extend(named);
        Ok(program)
    }

    /// A tool with its arguments.
    pub(crate) fn of_tool(name: String, tool: Tool, args: Vec<OsString>) -> Self {
        let mut reads = tool.reads;
        // A script runs by an interpreter, which may be a wrapper in turn.
        let interpreter = toolbox::interpreter_of(&tool.path).map(toolbox::resolved);
        let bin = interpreter.as_ref().and_then(|tool| tool.path.parent()).map(Path::to_owned);
        reads.extend(interpreter.into_iter().flat_map(|tool| tool.reads));
        Self { name, path: tool.path, args, reads, bin }
    }
}

fn find(word: &OsStr) -> Option<PathBuf> {
    if Path::new(word).components().count() > 1 || word.as_encoded_bytes().starts_with(b".") {
        let path = std::path::absolute(word).ok()?;
        return path.is_file().then_some(path);
    }
    toolbox::in_search_path(word)
}

fn absolute_if_here(word: &OsString) -> OsString {
    let is_option = word.is_empty() || word.as_encoded_bytes().starts_with(b"-");
    match std::path::absolute(word) {
        Ok(path) if !is_option && path.exists() => path.into_os_string(),
        _ => word.clone(),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

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
}
