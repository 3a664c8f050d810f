//! A Rust that builds for WebAssembly: the one at hand, or the one that Debian packs for its browsers.
//!
//! A Rust from rustup fetches the target's library in seconds. Where that cannot be had, Debian's `rustc-web` is a recent Rust
//! beside the usual one; it comes without the library, but with its source, from which cargo builds it.

use std::path::Path;
use std::process::Command;

use crate::needs::{self, Packages};
use crate::steps::{cargo, printed, root, step};

pub(super) const TARGET: &str = "wasm32-unknown-unknown";

/// What builds for the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Toolchain {
    /// The one that runs this task.
    Own,
    /// Debian's, with the target's library built from source.
    Debian,
}

const RUSTC: &str = "/usr/bin/rustc";
const CARGO: &str = "/usr/bin/cargo";
const LINKER: &str = "/usr/bin/wasm-ld-19";
const PACKAGES: &str = "rustc-web cargo-web rust-web-src lld-19";

/// The oldest Rust that builds the project: `rust-version` in `Cargo.toml`.
const OLDEST: [u32; 2] = [1, 89];

impl Toolchain {
    /// The first that is there, or that can be installed.
    pub(super) fn find() -> Result<Self, String> {
        if has_library() {
            return Ok(Self::Own);
        }
        let added = step("the target is added", Command::new("rustup").args(["target", "add", TARGET]));
        if added.is_ok() && has_library() {
            return Ok(Self::Own);
        }
        let by_rustup = format!("With a Rust from rustup, type:\n\n    rustup target add {TARGET}\n");
        if debian_is_there() {
            return Ok(Self::Debian);
        }
        match needs::packages("a Rust for WebAssembly", PACKAGES)? {
            Packages::Installed if debian_is_there() => Ok(Self::Debian),
            Packages::Installed => {
                Err(format!("{PACKAGES} are installed, but {RUSTC} is older than {OLDEST:?}.\n{by_rustup}"))
            }
            Packages::MustAsk(command) => Err(format!(
                "this Rust cannot build for {TARGET}.\n{by_rustup}\nWith Debian's packages:\n\n    {command}\n"
            )),
            Packages::Unknown => Err(format!("this Rust cannot build for {TARGET}.\n{by_rustup}")),
        }
    }

    /// A cargo command that builds for the target.
    pub(super) fn cargo(self, arguments: &[&str]) -> Command {
        if self == Self::Own {
            return cargo(arguments);
        }
        let mut command = Command::new(CARGO);
        command.args(arguments).arg("-Zbuild-std=std,panic_abort").current_dir(root());
        command.env("RUSTC", RUSTC).env("RUSTC_BOOTSTRAP", "1");
        command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", LINKER);
        // What rustup has set for the programs that this task is one of.
        for name in ["RUSTUP_TOOLCHAIN", "CARGO", "RUSTDOC"] {
            command.env_remove(name);
        }
        command
    }
}

/// Whether the Rust at hand has the target's library.
fn has_library() -> bool {
    let library = printed(Command::new("rustc").args(["--print", "target-libdir", "--target", TARGET]));
    library.is_some_and(|folder| Path::new(folder.trim()).is_dir())
}

fn debian_is_there() -> bool {
    let runs = |program: &str, what: &str| {
        printed(Command::new(program).arg("--version")).filter(|text| text.starts_with(what))
    };
    let source = || {
        let root = printed(Command::new(RUSTC).args(["--print", "sysroot"]))?;
        Path::new(root.trim()).join("lib/rustlib/src/rust/library/std").is_dir().then_some(())
    };
    let version = runs(RUSTC, "rustc ").as_deref().and_then(version);
    version.is_some_and(|version| version >= OLDEST)
        && runs(CARGO, "cargo ").is_some()
        && Path::new(LINKER).exists()
        && source().is_some()
}

/// 1.96 of `rustc 1.96.0 (…)`.
fn version(text: &str) -> Option<[u32; 2]> {
    let mut parts = text.strip_prefix("rustc ")?.split('.').map(|part| part.parse().ok());
    Some([parts.next()??, parts.next()??])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_numbers() {
        assert_eq!(version("rustc 1.96.0 (abc 2026-05-25) (built from a source tarball)\n"), Some([1, 96]));
        assert!(version("rustc 1.100.0") > version("rustc 1.89.1"));
        assert_eq!(version("cargo 1.2"), None);
    }

    #[test]
    fn the_oldest_rust_is_the_one_that_the_workspace_declares() {
        let manifest = std::fs::read_to_string(crate::steps::root().join("Cargo.toml")).unwrap();
        assert!(manifest.contains(&format!("rust-version = \"{}.{}\"", OLDEST[0], OLDEST[1])), "{OLDEST:?}");
    }
}
