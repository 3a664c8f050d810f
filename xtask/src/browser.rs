//! The page in a real browser: its types, then its tests (`crates/web/browser`).
//!
//! They need Node, Chromium and three npm packages. On a build machine (CI=true) with Debian's packages what is missing is
//! installed; anywhere else the run ends with the command that installs it. Nothing is skipped.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{Done, root, run};

/// The oldest Node whose test runner does what the tests ask of it.
const NODE: u32 = 20;

/// Where the tests look for the browser, unless `CHROMIUM` names another.
const CHROMIUM: &str = "/usr/bin/chromium";

/// The type check and the browser tests, against the release binary.
pub(crate) fn test() -> Done {
    node()?;
    chromium()?;
    packages()?;
    run("the page's types hold", program("node_modules/.bin/tsc").args(["--project", "tsconfig.json"]))?;
    let mut tests = program("node");
    tests.args(["--test", "--test-concurrency=2", "--test-reporter=spec"]).env("HUECO", binary());
    run("the page works in a browser", &mut tests)
}

fn folder() -> PathBuf {
    root().join("crates/web/browser")
}

/// A command inside the tests' folder.
fn program(name: &str) -> Command {
    let path = folder().join(name);
    let mut command = if path.is_file() { Command::new(path) } else { Command::new(name) };
    command.current_dir(folder());
    command
}

fn binary() -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    target.join("release/hueco")
}

fn node() -> Done {
    let version = || {
        let output = Command::new("node").arg("--version").output().ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        text.trim_start_matches('v').split('.').next()?.parse::<u32>().ok()
    };
    if version().is_none() {
        debian("Node is not there", &["nodejs", "npm"])?;
    }
    match version() {
        Some(major) if major >= NODE => Ok(()),
        Some(major) => Err(format!("the page's tests need Node {NODE} or newer; this is {major}: https://nodejs.org")),
        None => Err("Node was installed and does not run".to_owned()),
    }
}

fn chromium() -> Done {
    let there = std::env::var_os("CHROMIUM").map_or_else(|| CHROMIUM.into(), PathBuf::from).is_file();
    if there { Ok(()) } else { debian("Chromium is not there", &["chromium", "fonts-liberation"]) }
}

/// The npm packages, exactly as the lock file names them.
fn packages() -> Done {
    let [wanted, got] = ["package-lock.json", "node_modules/.package-lock.json"].map(|name| folder().join(name));
    let age = |path: &Path| path.metadata().and_then(|data| data.modified()).ok();
    if age(&got).is_some_and(|got| age(&wanted).is_some_and(|wanted| got >= wanted)) {
        return Ok(());
    }
    if is_build_machine() {
        return run("installing what is missing", program("npm").args(["ci", "--no-audit", "--no-fund"]));
    }
    Err("the page's tests need their npm packages: (cd crates/web/browser && npm ci)".to_owned())
}

/// Installs Debian packages on a build machine; elsewhere says how.
fn debian(what: &str, packages: &[&str]) -> Done {
    let names = packages.join(" ");
    let install = format!("apt-get update && apt-get install --yes {names}");
    if !(is_build_machine() && Path::new("/etc/debian_version").is_file()) {
        return Err(format!("{what}, and the page's tests need it: {install}"));
    }
    let install = if is_root() { install } else { format!("sudo sh -c '{install}'") };
    run(
        "installing what is missing",
        Command::new("sh").args(["-c", &install]).env("DEBIAN_FRONTEND", "noninteractive"),
    )
}

pub(crate) fn is_build_machine() -> bool {
    std::env::var_os("CI").is_some_and(|value| value == "true")
}

fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}
