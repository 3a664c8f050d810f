//! `cargo xtask test`: first what the machine must have, then every test.
//!
//! The page, the archive and the acceptance check are tried with the program that cargo builds for the command's own
//! tests: a second build in another profile would double the time. Nothing of it depends on the profile, its page least
//! of all. Everything is built without what only helps a later build or a debugger.

use std::path::PathBuf;
use std::process::Command;
use std::time::Instant;

use crate::background::Background;
use crate::steps::{Done, cargo, root, step, target};
use crate::{browser, dist, needs, python};

/// Everything but the lints. Without `browser` the page is left out.
pub(crate) fn run(browser: bool) -> Done {
    let started = Instant::now();
    // Its modules are a second build of everything, for another target.
    let mut left_out = vec!["the page without a server (cargo xtask site --test)"];
    let tools = if browser {
        Some(needs::for_page_and_tests()?)
    } else {
        println!("xtask: --no-browser: the page is left out, neither its types nor its tests in a browser are checked");
        left_out.push("the page (--no-browser)");
        needs::for_tests()?;
        None
    };
    // Examples are left out: the lints compile them, and linking them all takes minutes.
    let kinds = ["--lib", "--bins", "--tests"];
    step("all tests are built", tests(&kinds).arg("--no-run"))?;
    // Many of the crates' tests wait for processes, and the browser for pages: what needs the cores runs beside them.
    let examples = Background::start("the documentation's examples hold", "doc.log", tests(&["--doc"]))?;
    let package = python::start(&target())?;
    step("all tests pass", &mut tests(&kinds))?;
    let contract = acceptance()?;
    if contract.is_none() {
        left_out.push("the acceptance check (its folder is not beside the project)");
    }
    if let Some(tools) = tools {
        browser::test(&tools, &binary())?;
    }
    dist::test(&binary())?;
    examples.finish()?;
    package.finish()?;
    contract.map_or(Ok(()), Background::finish)?;
    let without = left_out.join(" and ");
    println!("\nxtask: every test passed, without {without}, in {:.0} s", started.elapsed().as_secs_f64());
    Ok(())
}

/// The program that is tried, where `cargo test` and `cargo build` put it.
pub(crate) fn binary() -> PathBuf {
    target().join("debug/hueco")
}

/// The tests of the crates, of some kinds.
fn tests(kinds: &[&str]) -> Command {
    let mut command = cargo(&["test", "--workspace"]);
    // A first build is a tenth shorter, and its tests run faster. Dependencies are built without both anyway, so they
    // are shared with the user's own builds.
    command.args(kinds).env("CARGO_INCREMENTAL", "0").env("CARGO_PROFILE_DEV_DEBUG", "0");
    command
}

/// The contract as a script, where the folder with it lies beside the project.
fn acceptance() -> Result<Option<Background>, String> {
    let script = root().join("../shared/acceptance.py");
    if !script.is_file() {
        println!("\nxtask: {} is not there: the acceptance check is left out", script.display());
        return Ok(None);
    }
    let mut command = Command::new("python3");
    command.arg(script).arg(binary());
    Background::start("the contract holds", "acceptance.log", command).map(Some)
}
