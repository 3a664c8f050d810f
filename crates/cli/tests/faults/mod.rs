//! Faults of the disk, one operation after the other: `shim.c` is compiled and preloaded before a program that knows nothing of it.

#![cfg(target_env = "gnu")]
// Each test that uses this is a program of its own, and none needs everything.
#![allow(dead_code)]

use std::path::{Path, PathBuf};
use std::process::Command;

/// What happens to an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// It fails; the next one succeeds.
    Io,
    /// From there on every one fails, as on a full disk.
    Full,
    /// The process is killed there.
    Kill,
    /// An allocation fails, which ends the process.
    Alloc,
}

impl Kind {
    /// Those of file operations.
    pub(crate) const OF_FILES: [Self; 3] = [Self::Io, Self::Full, Self::Kill];

    fn name(self) -> &'static str {
        match self {
            Self::Io => "io",
            Self::Full => "full",
            Self::Kill => "kill",
            Self::Alloc => "alloc",
        }
    }
}

/// The compiled shim.
pub(crate) struct Faults {
    folder: tempfile::TempDir,
}

impl Faults {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/faults/shim.c");
        let compiled =
            Command::new("cc").args(["-O1", "-shared", "-fPIC", source, "-o"]).arg(shim(folder.path())).status();
        assert!(compiled.unwrap().success());
        Self { folder }
    }

    /// The variables that let an operation of a process fail.
    pub(crate) fn variables(&self, kind: Kind, at: u64) -> [(&'static str, String); 4] {
        let _ = std::fs::remove_file(self.mark());
        let text = |path: PathBuf| path.to_str().unwrap().to_owned();
        [
            ("LD_PRELOAD", text(shim(self.folder.path()))),
            ("FAULT_KIND", kind.name().to_owned()),
            ("FAULT_AT", at.to_string()),
            ("FAULT_MARK", text(self.mark())),
        ]
    }

    /// The variables of a process that meets no fault, and does not wait for the disk either.
    pub(crate) fn none(&self) -> [(&'static str, String); 4] {
        self.variables(Kind::Io, 0)
    }

    /// Whether the process that got the variables last came to that operation.
    pub(crate) fn happened(&self) -> bool {
        self.mark().exists()
    }

    fn mark(&self) -> PathBuf {
        self.folder.path().join("mark")
    }
}

fn shim(folder: &Path) -> PathBuf {
    folder.join("shim.so")
}
