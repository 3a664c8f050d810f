//! The project's own tasks. `cargo xtask test` is the test command: everything that must hold, on a fresh machine.
//!
//! Each step is one command, printed before it runs; the first that fails ends the run with its status. What a step
//! needs and does not find is said with the command that installs it: nothing is skipped silently.

mod beside;
mod browser;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;

use beside::Beside;

const HELP: &str = "\
cargo xtask TASK

  test       format, lints, all tests, documentation, the page in a browser, and the acceptance check where its folder is there
  browser    the page alone: its types and its tests in Chromium, with the release binary that is there
  bench      the benchmarks against peers (a few minutes, on a quiet machine); names select some
  fuzz       each fuzz target for a minute, or `fuzz TARGET SECONDS` (needs a nightly toolchain)
  sanitize   the tests of the crates with unsafe code under AddressSanitizer (needs a nightly toolchain)
  audit      known advisories against the lock file (installs cargo-audit)
  mutants    mutation testing of one crate: `mutants hueco-search` (installs cargo-mutants)
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let rest: Vec<&str> = arguments.iter().skip(1).map(String::as_str).collect();
    let done = match arguments.first().map(String::as_str) {
        Some("test") => test(),
        Some("browser") => browser::test(),
        Some("bench") => bench(&rest),
        Some("fuzz") => fuzz(&rest),
        Some("sanitize") => sanitize(),
        Some("audit") => audit(),
        Some("mutants") => mutants(&rest),
        _ => {
            print!("{HELP}");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("xtask: {message}");
            ExitCode::FAILURE
        }
    }
}

type Done = Result<(), String>;

/// Everything the tests need, on a fresh machine.
fn test() -> Done {
    let started = Instant::now();
    cargo("the format is rustfmt's", &["fmt", "--all", "--check"], &[])?;
    for outside in ["bench", "fuzz"] {
        let manifest = format!("{outside}/Cargo.toml");
        cargo("the format is rustfmt's", &["fmt", "--manifest-path", &manifest, "--check"], &[])?;
    }
    let release = Beside::cargo("the release builds", &["build", "--release", "--package", "hueco"], &[])?;
    cargo("no lint speaks", &["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"], &[])?;
    // The examples are left out: lints have compiled them, and to link them all takes minutes.
    cargo("all tests pass", &["test", "--workspace", "--lib", "--bins", "--tests"], &[])?;
    release.done()?;
    // The browser's tests mostly wait for the page: there is room beside them.
    let examples = Beside::cargo("the documentation's examples hold", &["test", "--workspace", "--doc"], &[])?;
    let no_warnings = ("RUSTDOCFLAGS", "-D warnings");
    let pages =
        Beside::cargo("the documentation has no warnings", &["doc", "--workspace", "--no-deps"], &[no_warnings])?;
    browser::test()?;
    examples.done()?;
    pages.done()?;
    acceptance()?;
    println!("\nxtask: all of it held, in {:.0} s", started.elapsed().as_secs_f64());
    Ok(())
}

/// The contract as a script, where the folder with it lies beside the project.
fn acceptance() -> Done {
    let script = root().join("../shared/acceptance.py");
    if !script.is_file() {
        println!("\nxtask: the acceptance check is not here ({}); it is left out", script.display());
        return Ok(());
    }
    run("the contract holds", Command::new("python3").arg(script).arg("target/release/hueco"))
}

fn bench(names: &[&str]) -> Done {
    let mut arguments = vec!["run", "--release", "--manifest-path", "bench/Cargo.toml", "--"];
    arguments.extend(names);
    cargo("benchmarks", &arguments, &[])
}

fn fuzz(arguments: &[&str]) -> Done {
    installed("cargo-fuzz")?;
    let seconds = format!("-max_total_time={}", arguments.get(1).unwrap_or(&"60"));
    let targets = match arguments.first() {
        Some(&target) => vec![target.to_owned()],
        None => fuzz_targets()?,
    };
    for target in targets {
        cargo("fuzzing", &["+nightly", "fuzz", "run", &target, "--", &seconds], &[])?;
    }
    Ok(())
}

fn fuzz_targets() -> Result<Vec<String>, String> {
    let folder = root().join("fuzz/fuzz_targets");
    let entries = std::fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut targets: Vec<String> =
        entries.filter_map(|entry| Some(entry.ok()?.path().file_stem()?.to_str()?.to_owned())).collect();
    targets.sort();
    Ok(targets)
}

fn sanitize() -> Done {
    let flags = ("RUSTFLAGS", "-Zsanitizer=address");
    let target = "x86_64-unknown-linux-gnu";
    let crates = ["--package", "hueco-grade", "--package", "hueco-tiles"];
    let mut arguments = vec!["+nightly", "test", "--lib", "--target", target, "--target-dir", "target/sanitize"];
    arguments.extend(crates);
    cargo("no sanitizer speaks", &arguments, &[flags])
}

fn audit() -> Done {
    installed("cargo-audit")?;
    cargo("no advisory is known", &["audit"], &[])
}

fn mutants(arguments: &[&str]) -> Done {
    installed("cargo-mutants")?;
    let package = arguments.first().ok_or("which crate? for example: cargo xtask mutants hueco-search")?;
    cargo("every mutant is caught", &["mutants", "--package", package], &[])
}

/// Installs a cargo tool that is not there.
fn installed(tool: &str) -> Done {
    let there =
        std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()).any(|folder| folder.join(tool).is_file());
    if there { Ok(()) } else { cargo("installing what is missing", &["install", "--locked", tool], &[]) }
}

fn cargo(what: &str, arguments: &[&str], environment: &[(&str, &str)]) -> Done {
    run(what, &mut cargo_command(arguments, environment))
}

/// Every step builds in the same environment: in another, all would be built again.
fn cargo_command(arguments: &[&str], environment: &[(&str, &str)]) -> Command {
    let mut command = Command::new("cargo");
    command.args(arguments).envs(environment.iter().copied()).current_dir(root());
    if browser::is_build_machine() {
        // What helps the next build of a changed crate, or a debugger, costs the first build a tenth.
        command.env("CARGO_INCREMENTAL", "0").env("CARGO_PROFILE_DEV_DEBUG", "0");
        // And to optimise across crates takes a third of a release that is used only to be tried.
        command.env("CARGO_PROFILE_RELEASE_LTO", "off").env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16");
    }
    command
}

fn run(what: &str, command: &mut Command) -> Done {
    println!("\nxtask: {what}: {command:?}");
    let started = Instant::now();
    if command.get_current_dir().is_none() {
        command.current_dir(root());
    }
    let status = command.status().map_err(|error| format!("{command:?}: {error}"))?;
    if status.success() {
        println!("xtask: {what}: yes, in {:.0} s", started.elapsed().as_secs_f64());
        Ok(())
    } else {
        Err(format!("{what}: no ({status})"))
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}
