//! The command line: which task, and with what. A word that a task does not know is an error, never ignored.

use std::path::PathBuf;

/// What `cargo xtask` prints for help.
pub(crate) const HELP: &str = "\
cargo xtask TASK

  test [--no-browser]       every test: the crates, the documentation's examples, the Python package, the page in a browser, the
                            archive of `dist`, and the acceptance check where its folder is there. Installs what the machine
                            lacks where it may; --no-browser leaves out the page, and needs neither Node nor a browser
  lint                      format, clippy, the models compile, documentation, the declared rust-version; every warning is an error
  browser                   the page alone: its types and its tests in a browser
  dist [--binary FILE]      target/dist/hueco-VERSION-TARGET.tar.gz: the program, completions, man pages, licences;
                            FILE is used instead of a new release build
  site [--test]             target/site: the page without a server, a folder for any web host; --test also runs the page's
                            tests on it, from a plain file server
  python                    the Python package alone: built, its types and its tests, the notebooks
  wheel                     target/wheels/hueco-VERSION-cp310-abi3-PLATFORM.whl: the Python package, for every Python from 3.10
  package                   every crate as it would be published, each built from its package alone
  bench [NAME...]           the benchmarks against peers (a few minutes, on a quiet machine)
  fuzz [TARGET [SECONDS]]   each fuzz target for a minute, or one of them (needs a nightly toolchain)
  soak MINUTES [--binary FILE]
                            server, batches and whole spaces under mixed load, processes killed meanwhile; every
                            solution is replayed, and the server's memory is reported; FILE as for dist
  models                    pool, tables and parallel searches under a model checker, which runs their threads in many orders
  sanitize                  the crates with unsafe code under AddressSanitizer (needs a nightly toolchain)
  miri                      the small tests of unsafe code in an interpreter that checks every access (installs Miri)
  audit                     advisories, licences and sources of the dependencies (installs cargo-deny)
  mutants CRATE [--every N] [FILE...]
                            mutation testing of one crate, or of some of its files, by name: budget.rs; --every 10 tries one
                            mutant of ten (installs cargo-mutants)
";

/// A task with its arguments.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Task {
    Help,
    Test { browser: bool },
    Lint,
    Browser,
    Dist { binary: Option<PathBuf> },
    Site { test: bool },
    Python,
    Wheel,
    Package,
    Bench { names: Vec<String> },
    Fuzz { target: Option<String>, seconds: u32 },
    Soak { minutes: u32, binary: Option<PathBuf> },
    Models,
    Sanitize,
    Miri,
    Audit,
    Mutants { arguments: Vec<String> },
}

impl Task {
    /// The task that the words after `cargo xtask` name.
    pub(crate) fn parse(words: &[String]) -> Result<Self, String> {
        let mut words = words.iter().map(String::as_str);
        let name = words.next().ok_or("expected a task")?;
        let task = match name {
            "help" | "--help" | "-h" => Self::Help,
            "test" => match words.next() {
                None => Self::Test { browser: true },
                Some("--no-browser") => Self::Test { browser: false },
                Some(other) => return Err(unknown(name, other)),
            },
            "lint" => Self::Lint,
            "browser" => Self::Browser,
            "dist" => match words.next() {
                None => Self::Dist { binary: None },
                Some("--binary") => {
                    Self::Dist { binary: Some(words.next().ok_or("expected a file after --binary")?.into()) }
                }
                Some(other) => return Err(unknown(name, other)),
            },
            "site" => match words.next() {
                None => Self::Site { test: false },
                Some("--test") => Self::Site { test: true },
                Some(other) => return Err(unknown(name, other)),
            },
            "python" => Self::Python,
            "wheel" => Self::Wheel,
            "package" => Self::Package,
            "bench" => Self::Bench { names: words.by_ref().map(str::to_owned).collect() },
            "fuzz" => {
                let target = words.next().map(str::to_owned);
                let seconds = words.next().unwrap_or("60");
                let seconds = seconds.parse().map_err(|_| format!("expected a number of seconds, not `{seconds}`"))?;
                Self::Fuzz { target, seconds }
            }
            "soak" => {
                let minutes = words.next().ok_or("expected a number of minutes, for example: cargo xtask soak 10")?;
                let minutes = minutes.parse().map_err(|_| format!("expected a number of minutes, not `{minutes}`"))?;
                let binary = match words.next() {
                    None => None,
                    Some("--binary") => Some(words.next().ok_or("expected a file after --binary")?.into()),
                    Some(other) => return Err(unknown(name, other)),
                };
                Self::Soak { minutes, binary }
            }
            "models" => Self::Models,
            "sanitize" => Self::Sanitize,
            "miri" => Self::Miri,
            "audit" => Self::Audit,
            "mutants" => {
                let arguments: Vec<String> = words.by_ref().map(str::to_owned).collect();
                if arguments.is_empty() {
                    return Err("expected a crate, for example: cargo xtask mutants hueco-search".to_owned());
                }
                Self::Mutants { arguments }
            }
            other => return Err(format!("unknown task `{other}`")),
        };
        match words.next() {
            None => Ok(task),
            Some(other) => Err(unknown(name, other)),
        }
    }
}

fn unknown(task: &str, word: &str) -> String {
    format!("`{task}` has no argument `{word}`")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Task, String> {
        Task::parse(&line.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn a_task_has_its_arguments() {
        assert_eq!(parse("test"), Ok(Task::Test { browser: true }));
        assert_eq!(parse("test --no-browser"), Ok(Task::Test { browser: false }));
        assert_eq!(parse("dist --binary a/hueco"), Ok(Task::Dist { binary: Some("a/hueco".into()) }));
        assert_eq!(parse("site"), Ok(Task::Site { test: false }));
        assert_eq!(parse("site --test"), Ok(Task::Site { test: true }));
        assert_eq!(parse("bench ida15 spaces"), Ok(Task::Bench { names: vec!["ida15".into(), "spaces".into()] }));
        assert_eq!(parse("fuzz board 5"), Ok(Task::Fuzz { target: Some("board".into()), seconds: 5 }));
        assert_eq!(parse("soak 10"), Ok(Task::Soak { minutes: 10, binary: None }));
        assert_eq!(parse("soak 1 --binary a"), Ok(Task::Soak { minutes: 1, binary: Some("a".into()) }));
        let arguments = vec!["a".to_owned(), "budget.rs".to_owned()];
        assert_eq!(parse("mutants a budget.rs"), Ok(Task::Mutants { arguments }));
        assert_eq!(parse("fuzz"), Ok(Task::Fuzz { target: None, seconds: 60 }));
    }

    #[test]
    fn an_unknown_word_is_an_error() {
        let wrong = ["", "tets", "test --nobrowser", "test --no-browser x", "lint -x", "dist --check", "dist --binary"];
        for line in wrong.into_iter().chain(["fuzz board soon", "mutants", "audit now", "soak", "soak long"]) {
            assert!(parse(line).is_err(), "{line}");
        }
        assert_eq!(parse("test --fast").unwrap_err(), "`test` has no argument `--fast`");
    }

    #[test]
    fn the_help_names_every_task() {
        for task in [
            "test", "lint", "browser", "dist", "site", "python", "wheel", "package", "bench", "fuzz", "soak", "models",
            "sanitize", "miri", "audit", "mutants",
        ] {
            assert!(HELP.lines().any(|line| line.trim_start().split(' ').next() == Some(task)), "{task}");
        }
    }
}
