//! The tasks that are run now and then, each by a tool made for it. A cargo tool that is not there is installed.

use std::path::PathBuf;
use std::process::Command;

use crate::steps::{Done, cargo, root, step, target};

/// Every crate packed as for a registry, and built from its package alone.
pub(crate) fn package() -> Done {
    // The Python package is packed by `cargo xtask wheel`.
    let crates = ["package", "--workspace", "--exclude", "xtask", "--exclude", "hueco-python"];
    step("every package is complete", &mut cargo(&crates))
}

/// The benchmarks against peers; `names` selects some. `script` and `python` have peers in Python.
pub(crate) fn bench(names: &[String]) -> Done {
    if names == ["script"] {
        return bench_script();
    }
    if names == ["python"] {
        return bench_python();
    }
    let mut command = cargo(&["run", "--release", "--manifest-path", "bench/Cargo.toml", "--"]);
    step("the benchmarks run", command.args(names))
}

/// Python with the peers, in an environment of its own under `target`.
fn python_with_peers() -> Result<PathBuf, String> {
    let folder = target().join("bench-python");
    let python = folder.join("bin/python");
    if !python.is_file() {
        step("Python has an environment", Command::new("python3").args(["-m", "venv"]).arg(&folder))?;
    }
    let peers = ["-m", "pip", "install", "--quiet", "simpleai==0.8.3", "aima3==1.0.11"];
    step("the peers are installed", Command::new(&python).args(peers))?;
    Ok(python)
}

/// The Python package, from its wheel, against the peers and the program.
fn bench_python() -> Done {
    let python = python_with_peers()?;
    let wheel = crate::python::wheel()?;
    let install = ["-m", "pip", "install", "--quiet", "--force-reinstall"];
    step("the wheel is installed", Command::new(&python).args(install).arg(wheel))?;
    step("the program builds", &mut cargo(&["build", "--release", "--package", "hueco"]))?;
    let mut command = Command::new(&python);
    command.arg(root().join("bench/peers/python.py")).arg(target().join("release/hueco"));
    step("the benchmark runs", &mut command)
}

/// A problem file against `simpleai`.
fn bench_script() -> Done {
    let python = python_with_peers()?;
    let mut command = cargo(&["run", "--release", "--package", "hueco-script", "--example", "against_simpleai", "--"]);
    command.arg(python).arg(root().join("bench/peers/simpleai_eight.py")).arg(root().join("problems/eight.star"));
    step("the benchmark runs", &mut command)
}

/// One fuzz target, or each of them, for some seconds.
pub(crate) fn fuzz(target: Option<&str>, seconds: u32) -> Done {
    installed("cargo-fuzz")?;
    let targets = match target {
        Some(target) => vec![target.to_owned()],
        None => fuzz_targets()?,
    };
    for target in targets {
        let found = root().join("fuzz/corpus").join(&target);
        std::fs::create_dir_all(&found).map_err(|error| format!("{}: {error}", found.display()))?;
        let mut command = cargo(&["+nightly", "fuzz", "run", &target]);
        // What is found goes to the first folder; the seeds of the crates are read only.
        command.arg(found).args(seeds(&target)).args(["--", &format!("-max_total_time={seconds}")]);
        step("no input breaks it", &mut command)?;
    }
    Ok(())
}

/// The folder of a target's seeds, which the stable tests run.
fn seeds(target: &str) -> Option<PathBuf> {
    let crates = std::fs::read_dir(root().join("crates")).ok()?.filter_map(|entry| Some(entry.ok()?.path()));
    let name = target.strip_prefix("course_").unwrap_or(target);
    crates.map(|folder| folder.join("tests/corpus").join(name)).find(|folder| folder.is_dir())
}

fn fuzz_targets() -> Result<Vec<String>, String> {
    let folder = root().join("fuzz/fuzz_targets");
    let entries = std::fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut targets: Vec<String> =
        entries.filter_map(|entry| Some(entry.ok()?.path().file_stem()?.to_str()?.to_owned())).collect();
    targets.sort();
    Ok(targets)
}

/// The crates whose tests run under a sanitizer: those with `unsafe` code of their own. Not among them: the server's, whose one call
/// returns memory to the system, since the sanitizer has an allocator of its own. All crates that read anything run under it in
/// [`fuzz`].
const SANITIZED: [&str; 4] = ["hueco-search", "hueco-tiles", "hueco-grade", "hueco-wasm"];

/// The crates' own tests under `AddressSanitizer`.
pub(crate) fn sanitize() -> Done {
    let mut command = cargo(&["+nightly", "test", "--lib", "--target", "x86_64-unknown-linux-gnu"]);
    command.args(["--target-dir", "target/sanitize"]);
    command.args(SANITIZED.iter().flat_map(|package| ["--package", package]));
    step("the sanitizer finds nothing", command.env("RUSTFLAGS", "-Zsanitizer=address"))
}

/// The modules of `tiles` that are `unsafe` or stand on what is, and whose tests end within minutes under Miri. It knows neither
/// the map of a file (`pattern/map.rs`) nor a new process (`grade`): these are for the sanitizer.
const UNDER_MIRI: [&str; 3] = ["optimal::memory", "optimal::visited", "prefetch"];

/// The test of threads that share memory without a lock. A seed decides when they take turns, and how old a value is that a load finds.
const BETWEEN_THREADS: &str = "optimal::visited::tests::between_threads_what_comes_later_never_counts";

/// The seeds, and no check of borrows, which the step before makes: it takes most of the time.
const IN_MANY_ORDERS: &str = "-Zmiri-many-seeds=0..8 -Zmiri-disable-stacked-borrows";

/// Chosen tests under Miri, an interpreter that checks every access to memory.
pub(crate) fn miri() -> Done {
    let mut rustup = Command::new("rustup");
    rustup.args(["component", "add", "--toolchain", "nightly", "miri", "rust-src"]);
    step("Miri is installed", &mut rustup)?;
    let test = ["+nightly", "miri", "test", "--lib", "--target-dir", "target/miri", "--package"];
    let mut memory = cargo(&test);
    memory.args(["hueco-tiles", "--"]).args(UNDER_MIRI.map(|module| format!("{module}::")));
    step("Miri finds nothing in the memory of searches", &mut memory)?;
    let mut threads = cargo(&test);
    threads.args(["hueco-tiles", "--", BETWEEN_THREADS, "--exact"]).env("MIRIFLAGS", IN_MANY_ORDERS);
    step("threads share what was visited, however old a value they find", &mut threads)?;
    let mut host = cargo(&test);
    host.args(["hueco-wasm", "--", "host::"]);
    step("Miri finds nothing where the module meets the page", &mut host)
}

/// The models of `models/`: what happens where threads meet, in thousands of orders.
pub(crate) fn models() -> Done {
    let mut command = cargo(&["test", "--manifest-path", "models/Cargo.toml"]);
    step("threads agree in every order that was tried", &mut command)
}

/// What `deny.toml` asks of the dependencies. Advisories come last: they alone are fetched.
pub(crate) fn audit() -> Done {
    installed("cargo-deny")?;
    let check = ["deny", "--workspace", "check", "--hide-inclusion-graph"];
    let mut kinds = cargo(&check);
    step("licences, versions and sources are as deny.toml asks", kinds.args(["licenses", "bans", "sources"]))?;
    step("the advisories are fetched", &mut cargo(&["deny", "fetch", "db"])).map_err(|fault| {
        format!(
            "{fault}. Licences, versions and sources are right; whether a dependency has a known fault was NOT checked"
        )
    })?;
    step("no dependency has a known fault", cargo(&check).arg("advisories"))
}

/// Mutation testing of one crate by its own tests, as `mutants/` does it; cargo-mutants lists the mutants.
pub(crate) fn mutants(arguments: &[String]) -> Done {
    installed("cargo-mutants")?;
    let mut tests = cargo(&["test", "--manifest-path", "mutants/Cargo.toml"]);
    step("what writes the mutants works", &mut tests)?;
    let mut run = cargo(&["run", "--manifest-path", "mutants/Cargo.toml", "--"]);
    step("no mutant survives", run.args(arguments))
}

/// Installs a cargo tool that is not there.
fn installed(tool: &str) -> Done {
    let path = std::env::var_os("PATH").unwrap_or_default();
    if std::env::split_paths(&path).any(|folder| folder.join(tool).is_file()) {
        return Ok(());
    }
    step(&format!("{tool} is installed"), &mut cargo(&["install", "--locked", tool]))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A name that fits no test would be left out in silence.
    #[test]
    fn what_runs_under_miri_is_there() {
        for module in UNDER_MIRI {
            let file = root().join("crates/tiles/src").join(module.replace("::", "/")).with_extension("rs");
            let text = std::fs::read_to_string(&file).expect(module);
            assert!(text.contains("#[test]"), "{module}");
        }
        let (module, test) = BETWEEN_THREADS.split_once("::tests::").unwrap();
        assert!(UNDER_MIRI.contains(&module));
        let file = root().join("crates/tiles/src").join(module.replace("::", "/")).with_extension("rs");
        assert!(std::fs::read_to_string(file).unwrap().contains(&format!("fn {test}()")));
    }
}
