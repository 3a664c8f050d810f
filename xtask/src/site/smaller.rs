//! A module made smaller: by `wasm-opt`, which knows more of WebAssembly than the compiler. It comes as an npm package
//! (`crates/wasm/package.json`).

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::needs;
use crate::steps::{Done, root, step};

/// What every browser of the last years understands, and the compiler uses.
const FEATURES: [&str; 6] = [
    "--enable-bulk-memory",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
];

/// What makes modules smaller.
pub(super) struct Smaller {
    node: PathBuf,
    program: PathBuf,
}

impl Smaller {
    /// With its npm package.
    pub(super) fn ready() -> Result<Self, String> {
        let folder = root().join("crates/wasm");
        let node = needs::for_site(&folder)?;
        Ok(Self { node, program: folder.join("node_modules/binaryen/bin/wasm-opt") })
    }

    /// Writes the smaller module of a module.
    pub(super) fn write(&self, from: &Path, to: &Path) -> Done {
        let mut command = Command::new(&self.node);
        command.arg(&self.program).args(FEATURES).args(["-Oz", "--strip-debug", "--strip-producers", "-o"]);
        step("the module is made smaller", command.arg(to).arg(from))
    }
}
