//! The compilers and interpreters of this machine: found once, with the folders they must be able to read.
//!
//! Some are wrappers that find the real one each time they run (pyenv, rustup): those are asked once for what they stand for,
//! since a wrapper costs a tenth of a second in every case, and an isolated program cannot read the user's folders.

use std::collections::HashMap;
use std::env;
use std::ffi::OsStr;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;

/// A compiler or an interpreter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tool {
    /// The file to execute.
    pub path: PathBuf,
    /// Folders that it reads, besides the system's.
    pub reads: Vec<PathBuf>,
}

/// What was found so far.
#[derive(Debug, Default)]
pub struct Toolbox {
    found: Mutex<HashMap<String, Option<Tool>>>,
}

impl Toolbox {
    /// The first of these that is installed.
    pub fn find(&self, names: &[&str]) -> Option<Tool> {
        names.iter().find_map(|name| {
            let mut found = self.found.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            found.entry((*name).to_owned()).or_insert_with(|| in_search_path(OsStr::new(name)).map(resolved)).clone()
        })
    }
}

/// A program of the search path.
pub(crate) fn in_search_path(name: &OsStr) -> Option<PathBuf> {
    let folders = env::var_os("PATH")?;
    let candidates = env::split_paths(&folders).map(|folder| folder.join(name));
    candidates.filter_map(|path| std::path::absolute(path).ok()).find(|path| is_executable(path))
}

/// What a file that is executed really is, and what it reads.
pub(crate) fn resolved(path: PathBuf) -> Tool {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let answer = |program: &Path, args: &[&str]| {
        let output = Command::new(program).args(args).stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
    };
    if name.starts_with("python") {
        const ASK: &str = "import sys; print(sys.executable); print(sys.base_prefix); print(sys.prefix)";
        let lines = answer(&path, &["-c", ASK]).unwrap_or_default();
        let lines: Vec<PathBuf> = lines.lines().map(PathBuf::from).collect();
        if let [executable, prefixes @ ..] = &lines[..]
            && is_executable(executable)
        {
            let reads = prefixes.iter().cloned().chain(folders_of(executable)).collect();
            return Tool { path: executable.clone(), reads };
        }
    }
    if name == "rustc"
        && let Some(root) = answer(&path, &["--print", "sysroot"]).map(|text| PathBuf::from(text.trim()))
        && is_executable(&root.join("bin/rustc"))
    {
        return Tool { path: root.join("bin/rustc"), reads: vec![root] };
    }
    let reads = folders_of(&path);
    Tool { path, reads }
}

/// The folder of an executable file and, if it is the `bin` of an installation, the installation.
fn folders_of(path: &Path) -> Vec<PathBuf> {
    let real = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let mut folders = Vec::new();
    for path in [path, real.as_path()] {
        let Some(folder) = path.parent() else { continue };
        // `/bin` is no installation of its own, nor is the `bin` of a user: everything would be readable.
        let is_everything =
            |root: &Path| root.parent().is_none() || env::var_os("HOME").is_some_and(|home| root == home);
        let is_installation =
            |root: &Path| folder.ends_with("bin") && root.join("lib").is_dir() && !is_everything(root);
        folders.push(folder.parent().filter(|root| is_installation(root)).unwrap_or(folder).to_owned());
    }
    folders.dedup();
    folders
}

/// The interpreter that the first line of a script names.
pub(crate) fn interpreter_of(script: &Path) -> Option<PathBuf> {
    let mut start = Vec::new();
    fs::File::open(script).ok()?.take(256).read_to_end(&mut start).ok()?;
    let line = start.strip_prefix(b"#!")?.split(|&byte| byte == b'\n').next()?;
    let line = String::from_utf8_lossy(line).into_owned();
    let mut words = line.split_whitespace().filter(|word| !word.starts_with('-'));
    let first = words.next()?;
    if Path::new(first).file_name() == Some(OsStr::new("env")) {
        return in_search_path(OsStr::new(words.next()?));
    }
    Some(PathBuf::from(first))
}

#[cfg(unix)]
pub(crate) fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(path).is_ok_and(|about| about.is_file() && about.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
pub(crate) fn is_executable(path: &Path) -> bool {
    path.is_file()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_tool_is_found_once_and_is_no_wrapper() {
        let toolbox = Toolbox::default();
        assert_eq!(toolbox.find(&["no-such-tool-anywhere"]), None);
        let shell = toolbox.find(&["no-such-tool-anywhere", "sh"]).unwrap();
        assert!(shell.path.is_absolute() && !shell.reads.is_empty());
        if let Some(python) = toolbox.find(&["python3"]) {
            let mut start = [0; 2];
            fs::File::open(&python.path).unwrap().read_exact(&mut start).unwrap();
            assert_ne!(&start, b"#!", "{}", python.path.display());
        }
    }

    #[test]
    fn the_whole_system_is_no_installation() {
        assert!(!folders_of(Path::new("/bin/sh")).contains(&PathBuf::from("/")));
    }

    #[test]
    fn the_first_line_of_a_script_names_its_interpreter() {
        let folder = tempfile::tempdir().unwrap();
        let script = folder.path().join("script");
        fs::write(&script, "#!/bin/sh -e\n").unwrap();
        assert_eq!(interpreter_of(&script), Some(PathBuf::from("/bin/sh")));
        fs::write(&script, "#!/usr/bin/env sh\n").unwrap();
        assert_eq!(interpreter_of(&script), in_search_path(OsStr::new("sh")));
        fs::write(&script, "plain text\n").unwrap();
        assert_eq!(interpreter_of(&script), None);
    }
}
