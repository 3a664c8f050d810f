//! What a student handed in, made ready to run: found, copied, compiled.
//!
//! ```text
//! ana.py · luis.cpp · eva/ ──copy──▶ a folder of its own ──which file?──▶ interpreter, or compiler ──▶ Program
//! ```
//! The copy keeps submissions apart: a program sees its own files, not its neighbours'. Links are not copied, since one may
//! point anywhere. Compilers run as the programs do, within limits and isolated: a source may include any file.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::cases::Course;
use crate::program::{Program, ProgramError};
use crate::run::{Ending, Invocation, Limits, RunError, run};
use crate::toolbox::{Tool, Toolbox, is_executable};

mod java;

/// A program, and the folder in which it was built, removed with this value.
#[derive(Debug)]
pub struct Built {
    /// The program.
    pub program: Program,
    _folder: Option<tempfile::TempDir>,
}

impl From<Program> for Built {
    fn from(program: Program) -> Self {
        Self { program, _folder: None }
    }
}

/// How submissions are built.
#[derive(Clone, Copy)]
pub struct Builder<'a> {
    /// The course: its document names a file.
    pub course: Course,
    /// Where compilers are looked up.
    pub toolbox: &'a Toolbox,
    /// Whether compilers are isolated.
    pub isolated: bool,
    /// Set to stop.
    pub interrupt: Option<&'a AtomicBool>,
}

/// The most bytes and files of a submission.
const MAX_BYTES: u64 = 64 << 20;
const MAX_FILES: usize = 2000;
/// What a compiler may use.
const COMPILING: Limits =
    Limits { timeout: Duration::from_secs(60), output: 64 << 20, memory: 4 << 30, processes: 128, files: 5000 };

/// What is done with a file, by its ending.
enum Language {
    /// An interpreter and its first arguments.
    Interpreted(&'static [&'static str], &'static [&'static str]),
    /// Compilers, the likeliest first, and their arguments before the files; whether all files of the folder belong together.
    Compiled(&'static [&'static str], &'static [&'static str], bool),
    /// Java: classes, which another program runs.
    Java,
}

/// The language of an ending.
fn language(ending: &str) -> Option<Language> {
    use Language::{Compiled, Interpreted, Java};
    Some(match ending {
        "py" => Interpreted(&["python3", "python"], &[]),
        "jar" => Interpreted(&["java"], &["-XX:-UsePerfData", "-jar"]),
        "js" => Interpreted(&["node", "nodejs"], &[]),
        "rb" => Interpreted(&["ruby"], &[]),
        "pl" => Interpreted(&["perl"], &[]),
        "sh" => Interpreted(&["sh"], &[]),
        "java" => Java,
        "c" => Compiled(&["gcc", "cc", "clang"], &["-O2", "-w"], true),
        "cpp" | "cc" | "cxx" => Compiled(&["g++", "c++", "clang++"], &["-O2", "-w", "-std=c++17"], true),
        "pas" | "pp" => Compiled(&["fpc"], &["-O2", "-v0e"], false),
        "f" | "for" | "f90" | "f95" => Compiled(&["gfortran"], &["-O2", "-w"], false),
        "rs" => Compiled(&["rustc"], &["-O", "--edition", "2021", "-A", "warnings"], false),
        _ => return None,
    })
}

impl Builder<'_> {
    /// Makes a submitted file or folder ready to run.
    pub fn build(&self, submitted: &Path) -> Result<Result<Built, ProgramError>, RunError> {
        let name = submitted.file_name().unwrap_or(submitted.as_os_str()).to_string_lossy().into_owned();
        let folder = match tempfile::Builder::new().prefix("hueco-build-").tempdir() {
            Ok(folder) => folder,
            Err(source) => {
                return Err(RunError::System { operation: crate::run::Operation::CreateFolder, source });
            }
        };
        let copied = folder.path().join("source");
        let copy = Copy::default().all(submitted, &copied);
        if let Err(error) = copy {
            return Ok(Err(ProgramError::NotCopied { name, message: error.to_string() }));
        }
        let file = match self.choose(&name, &copied) {
            Ok(file) => file,
            Err(error) => return Ok(Err(error)),
        };
        let program = self.program(&name, &file, folder.path())?;
        Ok(program.map(|mut program| {
            program.reads.push(folder.path().to_owned());
            Built { program, _folder: Some(folder) }
        }))
    }

    /// The file of a submission that is run or compiled.
    fn choose(&self, name: &str, copied: &Path) -> Result<PathBuf, ProgramError> {
        let mut files: Vec<PathBuf> = fs::read_dir(copied).into_iter().flatten().flatten().map(|e| e.path()).collect();
        files.retain(|path| path.is_file());
        files.sort();
        let runs = |path: &&PathBuf| is_executable(path) || language(&ending(path)).is_some();
        let nothing = || match &files[..] {
            [only] if only.file_name() == Some(OsStr::new(name)) => ProgramError::UnknownKind { name: name.to_owned() },
            _ => ProgramError::NothingInFolder { name: name.to_owned() },
        };
        let document = match self.course {
            Course::Menu => "puzzle3x3heuristics",
            other => other.name(),
        };
        let is_run = |path: &&PathBuf| path.file_name() == Some(OsStr::new("run")) && is_executable(path);
        let of_stem = |stem: &str| {
            let has_stem = |path: &&PathBuf| path.file_stem().is_some_and(|own| own.eq_ignore_ascii_case(stem));
            files.iter().find(|path| has_stem(path) && runs(path))
        };
        let chosen = files.iter().find(is_run).or_else(|| of_stem(document)).or_else(|| of_stem("main"));
        let chosen = chosen.or_else(|| of_stem(self.course.name())).or_else(|| {
            let mut candidates = files.iter().filter(runs);
            // Several files of one program: the one that says where it begins. Else there must be one alone.
            let java = files.iter().find(|path| ending(path) == "java" && java::has_main(path));
            java.or_else(|| candidates.next().filter(|_| candidates.next().is_none()))
        });
        chosen.cloned().ok_or_else(nothing)
    }

    fn program(&self, name: &str, file: &Path, folder: &Path) -> Result<Result<Program, ProgramError>, RunError> {
        let missing =
            |names: &[&str]| ProgramError::NoInterpreter { name: name.to_owned(), interpreter: names[0].to_owned() };
        match language(&ending(file)) {
            None => {
                let tool = Tool { path: file.to_owned(), reads: Vec::new() };
                Ok(Ok(Program::of_tool(name.to_owned(), tool, Vec::new())))
            }
            Some(Language::Interpreted(tools, before)) => {
                let Some(tool) = self.toolbox.find(tools) else { return Ok(Err(missing(tools))) };
                let args = before.iter().map(OsString::from).chain([file.into()]).collect();
                Ok(Ok(Program::of_tool(name.to_owned(), tool, args)))
            }
            Some(Language::Compiled(tools, before, together)) => {
                let Some(compiler) = self.toolbox.find(tools) else { return Ok(Err(missing(tools))) };
                self.compiled(name, file, folder, &compiler, before, together)
            }
            Some(Language::Java) => self.java(name, file, folder),
        }
    }

    fn compiled(
        &self,
        name: &str,
        file: &Path,
        folder: &Path,
        compiler: &Tool,
        before: &[&str],
        together: bool,
    ) -> Result<Result<Program, ProgramError>, RunError> {
        let executable = folder.join("program");
        let output: Vec<OsString> = if ending(file) == "pas" || ending(file) == "pp" {
            vec![format!("-o{}", executable.display()).into()]
        } else {
            vec!["-o".into(), executable.clone().into()]
        };
        let sources = if together { siblings(file) } else { vec![file.to_owned()] };
        let mut args: Vec<OsString> = before.iter().map(OsString::from).chain(output).collect();
        args.extend(sources.into_iter().map(PathBuf::into_os_string));
        if together {
            args.push("-lm".into());
        }
        let tool = Tool { path: executable, reads: Vec::new() };
        let ready = || Program::of_tool(name.to_owned(), tool, Vec::new());
        Ok(self.compile(name, compiler, args, folder)?.map(|()| ready()))
    }

    fn java(&self, name: &str, file: &Path, folder: &Path) -> Result<Result<Program, ProgramError>, RunError> {
        let tools = [self.toolbox.find(&["javac"]), self.toolbox.find(&["java"])];
        let [Some(compiler), Some(machine)] = tools else {
            let interpreter = "javac".to_owned();
            return Ok(Err(ProgramError::NoInterpreter { name: name.to_owned(), interpreter }));
        };
        let main = java::renamed(file).unwrap_or_else(|| file.to_owned());
        let classes = folder.join("classes");
        let mut args: Vec<OsString> = ["-J-Xmx512m", "-nowarn", "-encoding", "UTF-8", "-d"].map(OsString::from).into();
        args.push(classes.clone().into());
        args.extend(siblings(&main).into_iter().map(PathBuf::into_os_string));
        let class = java::main_class(&main);
        let run = ["-XX:-UsePerfData".into(), "-cp".into(), classes.into_os_string(), class.into()];
        let compiled = self.compile(name, &compiler, args, folder)?;
        Ok(compiled.map(|()| Program::of_tool(name.to_owned(), machine, run.into())))
    }

    fn compile(
        &self,
        name: &str,
        compiler: &Tool,
        args: Vec<OsString>,
        folder: &Path,
    ) -> Result<Result<(), ProgramError>, RunError> {
        let program = Program::of_tool(name.to_owned(), compiler.clone(), args);
        let run = run(&Invocation {
            limits: COMPILING,
            interrupt: self.interrupt,
            isolated: self.isolated,
            builds_in: Some(folder),
            ..Invocation::new(&program, b"")
        })?;
        let (name, compiler) =
            (name.to_owned(), compiler.path.file_name().unwrap_or_default().to_string_lossy().into_owned());
        Ok(match run.ending {
            Ending::Exited { code: 0 } => Ok(()),
            Ending::Exited { .. } | Ending::Signalled { .. } => {
                let message = first_error(&[run.stderr, run.stdout].concat(), folder);
                Err(ProgramError::DoesNotCompile { name, compiler, message })
            }
            _ => Err(ProgramError::CompilerStopped { name, compiler }),
        })
    }
}

fn ending(path: &Path) -> String {
    path.extension().and_then(OsStr::to_str).unwrap_or_default().to_ascii_lowercase()
}

/// The files beside `file` with the same ending, itself first.
fn siblings(file: &Path) -> Vec<PathBuf> {
    let folder = file.parent().unwrap_or(file);
    let others = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut others: Vec<PathBuf> =
        others.filter(|path| path != file && path.is_file() && ending(path) == ending(file)).collect();
    others.sort();
    std::iter::once(file.to_owned()).chain(others).collect()
}

/// The first line of a compiler's output that says `error`, or its first; without the folder's path.
fn first_error(output: &[u8], folder: &Path) -> String {
    let text = String::from_utf8_lossy(output).replace(&format!("{}/source/", folder.display()), "");
    let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty());
    let is_error = |line: &&str| line.to_ascii_lowercase().contains("error");
    lines().find(is_error).or_else(|| lines().next()).unwrap_or_default().chars().take(300).collect()
}

/// A copy in progress.
#[derive(Default)]
struct Copy {
    files: usize,
    bytes: u64,
}

impl Copy {
    /// Copies a file into a new folder, or a folder as that folder.
    fn all(&mut self, from: &Path, to: &Path) -> io::Result<()> {
        if from.is_dir() {
            return self.folder(from, to, 0);
        }
        fs::create_dir(to)?;
        self.file(from, &to.join(from.file_name().unwrap_or_default()))
    }

    fn folder(&mut self, from: &Path, to: &Path, depth: usize) -> io::Result<()> {
        if depth > 16 {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        fs::create_dir(to)?;
        for entry in fs::read_dir(from)? {
            let entry = entry?;
            let (kind, name) = (entry.file_type()?, entry.file_name());
            let is_skipped = name.as_encoded_bytes().starts_with(b".") || name == "__pycache__";
            if kind.is_dir() && !is_skipped {
                self.folder(&entry.path(), &to.join(name), depth + 1)?;
            } else if kind.is_file() && !is_skipped {
                self.file(&entry.path(), &to.join(name))?;
            }
        }
        Ok(())
    }

    fn file(&mut self, from: &Path, to: &Path) -> io::Result<()> {
        self.files += 1;
        self.bytes = self.bytes.saturating_add(fs::metadata(from)?.len());
        if self.files > MAX_FILES || self.bytes > MAX_BYTES {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        fs::copy(from, to).map(|_| ())
    }
}
