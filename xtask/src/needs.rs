//! What a machine must have before the first compilation: Node, npm, a browser and Python.
//!
//! [`Machine`] looks at what is there, [`plan`] decides from that alone, and this file carries the plan out. System
//! packages are installed where that needs no question: on Debian, as root or with a sudo that asks for no password.
//! Anywhere else the task ends at once with the one command to type. What only concerns the project's own folders, npm
//! packages and a newer Node than the system's, is always fetched.

mod machine;
mod system;

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::browser;
use crate::steps::{Done, step, target};
use machine::{Machine, Rights};
use system::System;

/// The oldest Node that the tests' browser driver runs on.
const NODE: u32 = 20;

/// The Node that is fetched where the system's is older.
const OWN_NODE: &str = "node@22";

/// One thing that the system must provide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Need {
    Node,
    Npm,
    Browser,
    Python,
}

impl Need {
    const PAGE: [Self; 3] = [Self::Node, Self::Npm, Self::Browser];
    const TESTS: [Self; 1] = [Self::Python];

    fn name(self) -> &'static str {
        match self {
            Self::Node => "Node 20 or newer",
            Self::Npm => "npm",
            Self::Browser => "a browser (Chromium, Chrome or Edge; the variable CHROMIUM may name one)",
            Self::Python => "Python 3.10 or newer, with its module venv",
        }
    }
}

/// What to do about the needs that are not met.
#[derive(Debug, PartialEq, Eq)]
enum Plan {
    /// Nothing is missing.
    Ready,
    /// Run this in a shell.
    Install(String),
    /// End, with this sentence.
    Stop(String),
}

/// The programs that the page's tests run with.
pub(crate) struct Tools {
    pub(crate) node: PathBuf,
    pub(crate) browser: PathBuf,
}

/// For all tests.
pub(crate) fn for_page_and_tests() -> Result<Tools, String> {
    let needs: Vec<Need> = Need::PAGE.into_iter().chain(Need::TESTS).collect();
    machine::check_named_browser()?;
    tools(&meet(&needs)?)
}

/// For the page's tests alone.
pub(crate) fn for_page() -> Result<Tools, String> {
    machine::check_named_browser()?;
    tools(&meet(&Need::PAGE)?)
}

/// Node alone, with the npm packages of a folder: for the page without a server.
pub(crate) fn for_site(packages: &Path) -> Result<PathBuf, String> {
    let node = node(&meet(&[Need::Node, Need::Npm])?)?;
    npm_packages(packages)?;
    Ok(node)
}

/// For all tests but the page's.
pub(crate) fn for_tests() -> Done {
    meet(&Need::TESTS).map(|_| ())
}

/// What became of Debian packages that one task needs.
pub(crate) enum Packages {
    Installed,
    /// A person must type this command.
    MustAsk(String),
    /// The system has no such packages.
    Unknown,
}

/// Installs Debian packages where that needs no question. `what` they provide is named.
pub(crate) fn packages(what: &str, packages: &str) -> Result<Packages, String> {
    let (system, rights) = machine::system_and_rights();
    let command = system.install_debian(packages, rights == Rights::Root);
    match (command, rights) {
        (None, _) => Ok(Packages::Unknown),
        (Some(command), Rights::Asks) => Ok(Packages::MustAsk(command)),
        (Some(command), _) => install(what, &command).map(|()| Packages::Installed),
    }
}

fn install(what: &str, command: &str) -> Done {
    let mut shell = Command::new("sh");
    step(&format!("{what} is installed"), shell.args(["-c", command]).env("DEBIAN_FRONTEND", "noninteractive"))
}

/// The machine with everything that is needed on it.
fn meet(needs: &[Need]) -> Result<Machine, String> {
    let machine = Machine::look();
    let command = match plan(&machine, needs) {
        Plan::Ready => return Ok(machine),
        Plan::Stop(message) => return Err(message),
        Plan::Install(command) => command,
    };
    install("what is missing", &command)?;
    let machine = Machine::look();
    match missing(&machine, needs).as_slice() {
        [] => Ok(machine),
        still => Err(format!("still missing after the installation: {}", names(still))),
    }
}

/// What of `needs` the machine does not meet. An old Node is no system's matter while npm can fetch a newer one.
fn missing(machine: &Machine, needs: &[Need]) -> Vec<Need> {
    let met = |need: &Need| match need {
        Need::Node => machine.node.is_some(),
        Need::Npm => machine.npm,
        Need::Browser => machine.browser.is_some(),
        Need::Python => machine.python,
    };
    needs.iter().copied().filter(|need| !met(need)).collect()
}

/// Decides, from the machine alone.
fn plan(machine: &Machine, needs: &[Need]) -> Plan {
    let missing = missing(machine, needs);
    if missing.is_empty() {
        return Plan::Ready;
    }
    let is_root = machine.rights == Rights::Root;
    if machine.system == System::Debian && machine.rights != Rights::Asks {
        return Plan::Install(machine.system.install(&missing, is_root));
    }
    let mut message = format!(
        "the tests need what this machine does not have: {}.\nInstall it with:\n\n    {}\n",
        names(&missing),
        machine.system.install(&missing, is_root),
    );
    if missing.iter().any(|need| Need::PAGE.contains(need)) {
        message
            .push_str("\nTo test everything but the page, without Node and a browser: cargo xtask test --no-browser\n");
    }
    Plan::Stop(message)
}

fn names(needs: &[Need]) -> String {
    needs.iter().map(|need| need.name()).collect::<Vec<_>>().join("; ")
}

/// The page's tools, with what npm fetches for the project alone.
fn tools(machine: &Machine) -> Result<Tools, String> {
    let browser = machine.browser.clone().ok_or("no browser was found")?;
    let node = node(machine)?;
    npm_packages(&browser::folder())?;
    Ok(Tools { node, browser })
}

fn node(machine: &Machine) -> Result<PathBuf, String> {
    if machine.node.is_some_and(|version| version >= NODE) { Ok("node".into()) } else { own_node() }
}

/// A Node of the project's own, below `target`, where the system's is too old.
fn own_node() -> Result<PathBuf, String> {
    let folder = target().join("xtask/node");
    let node = folder.join("node_modules/node/bin/node");
    if !node.is_file() {
        std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let mut npm = Command::new("npm");
        npm.args(["install", "--no-audit", "--no-fund", "--no-save", "--prefix"]).arg(&folder).arg(OWN_NODE);
        step(&format!("Node is older than {NODE}: a newer one is fetched"), &mut npm)?;
    }
    Ok(node)
}

/// The npm packages of a folder, exactly as its lock file names them.
fn npm_packages(folder: &Path) -> Done {
    let [wanted, got] = ["package-lock.json", "node_modules/.package-lock.json"].map(|name| folder.join(name));
    let age = |path: &Path| path.metadata().and_then(|data| data.modified()).ok();
    if age(&got).is_some_and(|got| age(&wanted).is_some_and(|wanted| got >= wanted)) {
        return Ok(());
    }
    let mut npm = Command::new("npm");
    npm.args(["ci", "--no-audit", "--no-fund"]).current_dir(folder);
    step("the npm packages are fetched", &mut npm)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bare(system: System, rights: Rights) -> Machine {
        Machine { system, rights, node: None, npm: false, browser: None, python: false }
    }

    fn all() -> Vec<Need> {
        Need::PAGE.into_iter().chain(Need::TESTS).collect()
    }

    #[test]
    fn a_machine_with_everything_is_left_alone() {
        let machine = Machine {
            node: Some(22),
            npm: true,
            browser: Some("/usr/bin/google-chrome".into()),
            python: true,
            ..bare(System::Debian, Rights::Root)
        };
        assert_eq!(plan(&machine, &all()), Plan::Ready);
    }

    #[test]
    fn debian_installs_everything_at_once_where_it_may() {
        let Plan::Install(command) = plan(&bare(System::Debian, Rights::Root), &all()) else { panic!("root may") };
        for package in ["nodejs", "npm", "chromium", "python3"] {
            assert!(command.split_whitespace().any(|word| word == package), "{command}");
        }
        assert!(!command.contains("sudo"), "{command}");
        let Plan::Install(command) = plan(&bare(System::Debian, Rights::Sudo), &all()) else { panic!("sudo may") };
        assert_eq!(command.matches("sudo").count(), 2, "{command}");
    }

    #[test]
    fn whoever_must_be_asked_gets_one_command() {
        let Plan::Stop(message) = plan(&bare(System::Debian, Rights::Asks), &all()) else { panic!("it must ask") };
        let commands: Vec<&str> = message.lines().filter(|line| line.starts_with("    ")).collect();
        assert_eq!(commands.len(), 1, "{message}");
        assert!(commands[0].trim_start().starts_with("sudo apt-get"), "{message}");
        assert!(message.contains("--no-browser"), "{message}");
    }

    #[test]
    fn another_system_is_never_changed() {
        for system in
            [System::Ubuntu, System::Fedora, System::Arch, System::Suse, System::Alpine, System::Mac, System::Other]
        {
            for rights in [Rights::Root, Rights::Sudo, Rights::Asks] {
                assert!(matches!(plan(&bare(system, rights), &all()), Plan::Stop(_)), "{system:?} {rights:?}");
            }
        }
    }

    #[test]
    fn only_what_is_missing_is_installed() {
        let machine = Machine { node: Some(18), npm: true, python: true, ..bare(System::Debian, Rights::Root) };
        assert_eq!(missing(&machine, &all()), [Need::Browser]);
        let Plan::Install(command) = plan(&machine, &all()) else { panic!("root may") };
        assert!(
            command.contains("chromium") && !command.contains("nodejs") && !command.contains("python"),
            "{command}"
        );
    }

    #[test]
    fn without_the_page_only_python_is_needed() {
        let Plan::Stop(message) = plan(&bare(System::Debian, Rights::Asks), &Need::TESTS) else {
            panic!("it must ask")
        };
        assert!(
            message.contains("python3") && !message.contains("chromium") && !message.contains("--no-browser"),
            "{message}"
        );
    }
}
