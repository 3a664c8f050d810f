//! A copy of the project, in which mutants are written. Only files that differ are written, so that cargo builds no more than it must.
//! Once it is made, the project can change without harm to the run.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{fs, io};

use crate::Fault;

pub(crate) struct Tree {
    copy: PathBuf,
    results: PathBuf,
    package: String,
    /// Files with mutants, and their text without.
    changed: RefCell<BTreeMap<PathBuf, String>>,
}

impl Tree {
    /// Copies every file that git tracks or would track.
    pub(crate) fn copy(package: &str) -> Result<Self, Fault> {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let project = here.parent().ok_or("this crate is in no project")?;
        let results = project.join("target/mutants");
        let tree =
            Self { copy: results.join("tree"), results, package: package.to_owned(), changed: RefCell::default() };
        let mut command = Command::new("git");
        command.args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"]).current_dir(project);
        let listed = String::from_utf8(command.output()?.stdout)?;
        for file in listed.split_terminator('\0').map(Path::new) {
            let original = project.join(file);
            if let Ok(target) = fs::read_link(&original) {
                tree.link(file, &target)?;
            } else if original.is_file() {
                tree.store(file, &fs::read(original)?)?;
            }
        }
        Ok(tree)
    }

    pub(crate) fn root(&self) -> &Path {
        &self.copy
    }

    pub(crate) fn package(&self) -> &str {
        &self.package
    }

    /// The crate's folder in the copy, where its tests run.
    pub(crate) fn folder(&self) -> PathBuf {
        self.copy.join("crates").join(self.package.trim_start_matches("hueco-"))
    }

    /// Where results are written.
    pub(crate) fn results(&self) -> &Path {
        &self.results
    }

    /// A file without mutants.
    pub(crate) fn original(&self, file: &Path) -> io::Result<String> {
        match self.changed.borrow().get(file) {
            Some(text) => Ok(text.clone()),
            None => fs::read_to_string(self.copy.join(file)),
        }
    }

    /// Writes a file with mutants.
    pub(crate) fn write(&self, file: &Path, text: &str) -> io::Result<()> {
        let original = self.original(file)?;
        self.changed.borrow_mut().insert(file.to_path_buf(), original);
        self.store(file, text.as_bytes())
    }

    /// Removes all mutants.
    pub(crate) fn restore(&self) -> io::Result<()> {
        let changed = self.changed.take();
        changed.iter().try_for_each(|(file, text)| self.store(file, text.as_bytes()))
    }

    fn link(&self, file: &Path, target: &Path) -> io::Result<()> {
        let path = self.copy.join(file);
        if fs::read_link(&path).is_ok_and(|present| present == target) {
            return Ok(());
        }
        fs::create_dir_all(path.parent().unwrap_or(&self.copy))?;
        let _ = fs::remove_file(&path);
        std::os::unix::fs::symlink(target, path)
    }

    fn store(&self, file: &Path, bytes: &[u8]) -> io::Result<()> {
        let path = self.copy.join(file);
        if fs::read(&path).is_ok_and(|present| present == bytes) {
            return Ok(());
        }
        fs::create_dir_all(path.parent().unwrap_or(&self.copy))?;
        fs::write(path, bytes)
    }
}
