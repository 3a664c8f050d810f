//! What is there: the system, our rights on it, and the programs that the tests need. A program counts when it runs.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::system::System;
use crate::steps::{Done, printed};

/// Names of browsers that the tests can drive, as they are found on a `PATH`.
const BROWSERS: [&str; 6] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "microsoft-edge",
    "microsoft-edge-stable",
];

/// Where else browsers are put.
const PLACES: [&str; 6] = [
    "/snap/bin/chromium",
    "/opt/google/chrome/chrome",
    "/opt/microsoft/msedge/msedge",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
];

/// Ends well where Python is new enough and can make an environment of its own; Debian packs that apart.
const PYTHON: &str = "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))";

/// Whether packages can be installed without a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rights {
    Root,
    /// sudo asks for no password.
    Sudo,
    /// A person must be asked.
    Asks,
}

/// A machine as the tests see it.
#[derive(Debug)]
pub(super) struct Machine {
    pub(super) system: System,
    pub(super) rights: Rights,
    /// Node's major version.
    pub(super) node: Option<u32>,
    pub(super) npm: bool,
    pub(super) browser: Option<PathBuf>,
    pub(super) python: bool,
}

/// The system and our rights on it, without a look at any program.
pub(super) fn system_and_rights() -> (System, Rights) {
    (system(), rights())
}

impl Machine {
    /// Looks at this machine.
    pub(super) fn look() -> Self {
        let version = |program: &str| printed(Command::new(program).arg("--version"));
        Self {
            system: system(),
            rights: rights(),
            node: version("node").as_deref().and_then(major),
            npm: version("npm").is_some(),
            browser: browser(),
            python: printed(Command::new("python3").args(["-c", PYTHON]).stderr(Stdio::null())).is_some(),
        }
    }
}

fn system() -> System {
    if cfg!(target_os = "macos") {
        return System::Mac;
    }
    System::of(&std::fs::read_to_string("/etc/os-release").unwrap_or_default())
}

fn rights() -> Rights {
    if printed(Command::new("id").arg("-u")).is_some_and(|user| user.trim() == "0") {
        return Rights::Root;
    }
    let sudo = Command::new("sudo").args(["-n", "true"]).stdin(Stdio::null()).stderr(Stdio::null()).status();
    if sudo.is_ok_and(|status| status.success()) { Rights::Sudo } else { Rights::Asks }
}

/// 20 of `v20.1.0`.
fn major(version: &str) -> Option<u32> {
    version.trim().trim_start_matches('v').split('.').next()?.parse().ok()
}

/// An error where `CHROMIUM` names a browser that does not run: no other is taken in its place.
pub(super) fn check_named_browser() -> Done {
    match named_browser() {
        Some(named) if !runs(&named) => Err(format!("CHROMIUM names {}, which does not run", named.display())),
        _ => Ok(()),
    }
}

fn named_browser() -> Option<PathBuf> {
    std::env::var_os("CHROMIUM").map(PathBuf::from)
}

/// The browser that `CHROMIUM` names, or the first that is installed.
fn browser() -> Option<PathBuf> {
    if let Some(named) = named_browser() {
        return Some(named);
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let on_path = BROWSERS.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    on_path.chain(PLACES.iter().map(PathBuf::from)).find(|browser| runs(browser))
}

/// Some systems have a script in a browser's place that only says where to get one.
fn runs(browser: &Path) -> bool {
    browser.is_file()
        && printed(Command::new(browser).arg("--version").stdin(Stdio::null()).stderr(Stdio::null())).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_has_a_major_part() {
        assert_eq!(major("v20.20.2\n"), Some(20));
        assert_eq!(major("18.19"), Some(18));
        assert_eq!(major("newest"), None);
    }

    #[test]
    fn what_does_not_run_is_no_browser() {
        assert!(!runs(Path::new("/nowhere/chromium")));
        assert!(!runs(Path::new("/etc/passwd")));
    }
}
