//! Mutants and tests meet.

use std::collections::BTreeSet;
use std::fs::File;
use std::os::unix::process::CommandExt as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::Fault;
use crate::list::Mutant;
use crate::report::Fate;
use crate::tree::Tree;
use crate::weave::{IN_FORCE, REACHED};

/// Trials at once.
const THREADS: usize = 2;
/// How long a mutant may take: this multiple of the original's time, and at least this long.
const PATIENCE: (u32, Duration) = (6, Duration::from_secs(5));
/// Address space of a test, in KiB: a mutant may ask for memory without end.
const MEMORY: &str = "8000000";

/// One test of one program.
pub(crate) struct Test {
    program: usize,
    name: String,
    takes: Duration,
    /// Numbers of the functions that it runs.
    reached: BTreeSet<usize>,
}

impl Test {
    pub(crate) fn reaches(&self, mutant: &Mutant) -> bool {
        mutant.function.as_ref().is_some_and(|function| self.reached.contains(&function.number))
    }
}

/// The tests of a crate, the fastest first.
pub(crate) struct Suite {
    programs: Vec<PathBuf>,
    folder: PathBuf,
    tests: Vec<Test>,
}

enum Ending {
    Passed,
    Ignored,
    Failed,
    NeverEnds,
}

impl Suite {
    /// Runs every test on the program as it is.
    pub(crate) fn survey(tree: &Tree, programs: Vec<PathBuf>) -> Result<Self, Fault> {
        let mut suite = Self { programs, folder: tree.folder(), tests: Vec::new() };
        let reached = tree.results().join("reached");
        for program in 0..suite.programs.len() {
            let output = Command::new(&suite.programs[program]).args(["--list", "--format", "terse"]).output()?;
            let listed = String::from_utf8(output.stdout)?;
            for name in listed.lines().filter_map(|line| line.strip_suffix(": test")) {
                let _ = std::fs::remove_file(&reached);
                let mut test =
                    Test { program, name: name.to_owned(), takes: Duration::from_secs(60), reached: BTreeSet::new() };
                let started = Instant::now();
                match suite.run(&test, |command| command.env(REACHED, &reached))? {
                    Ending::Passed => {}
                    Ending::Ignored => continue,
                    Ending::Failed | Ending::NeverEnds => return Err(format!("{name} fails without a mutant").into()),
                }
                test.takes = started.elapsed();
                let numbers = std::fs::read_to_string(&reached).unwrap_or_default();
                test.reached = numbers.lines().filter_map(|line| line.parse().ok()).collect();
                suite.tests.push(test);
            }
        }
        suite.tests.sort_by_key(|test| test.takes);
        Ok(suite)
    }

    /// The same tests in programs that were built again.
    pub(crate) fn replace(&mut self, programs: Vec<PathBuf>) {
        self.programs = programs;
    }

    /// What becomes of each mutant if it meets the tests that `meets` selects.
    pub(crate) fn try_all<'a>(
        &self,
        mutants: &[&'a Mutant],
        meets: impl Fn(&Test, &Mutant) -> bool + Sync,
    ) -> Vec<(&'a Mutant, Fate)> {
        let next = AtomicUsize::new(0);
        let fates = Mutex::new(Vec::new());
        std::thread::scope(|scope| {
            for _ in 0..THREADS {
                scope.spawn(|| {
                    while let Some(mutant) = mutants.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let fate = self.meet(mutant, &meets);
                        println!("{fate}: {}", mutant.name);
                        fates.lock().expect("no trial panics").push((*mutant, fate));
                    }
                });
            }
        });
        fates.into_inner().expect("no trial panics")
    }

    fn meet(&self, mutant: &Mutant, meets: impl Fn(&Test, &Mutant) -> bool) -> Fate {
        let tests = self.tests.iter().filter(|test| meets(test, mutant));
        let mut met = 0;
        for test in tests {
            met += 1;
            match self.run(test, |command| command.env(IN_FORCE, mutant.number.to_string())) {
                Ok(Ending::Passed | Ending::Ignored) => {}
                Ok(Ending::Failed) => return Fate::Caught { by: test.name.clone() },
                Ok(Ending::NeverEnds) => return Fate::NeverEnds { by: test.name.clone() },
                Err(fault) => return Fate::Untried { why: fault.to_string() },
            }
        }
        Fate::Survived { met }
    }

    fn run(&self, test: &Test, with: impl Fn(&mut Command) -> &mut Command) -> Result<Ending, Fault> {
        let mut command = Command::new("sh");
        command.args(["-c", "ulimit -v \"$0\"; exec \"$@\"", MEMORY]).arg(&self.programs[test.program]);
        command.args(["--exact", &test.name]).current_dir(&self.folder).process_group(0);
        command.envs([("CI", "true"), ("INSTA_UPDATE", "no"), ("PROPTEST_DISABLE_FAILURE_PERSISTENCE", "1")]);
        let printed = self.folder.join(format!("printed-{:?}", std::thread::current().id()));
        let output = File::create(&printed)?;
        with(&mut command).stdin(Stdio::null()).stdout(output).stderr(Stdio::null());
        let mut child = command.spawn()?;
        let last = Instant::now() + PATIENCE.1.max(test.takes * PATIENCE.0);
        loop {
            if let Some(status) = child.try_wait()? {
                if !status.success() {
                    return Ok(Ending::Failed);
                }
                // A name that the program does not know would pass too.
                let printed = std::fs::read_to_string(&printed)?;
                return match (printed.contains("ok. 1 passed"), printed.contains("1 ignored")) {
                    (true, _) => Ok(Ending::Passed),
                    (_, true) => Ok(Ending::Ignored),
                    _ => Err(format!("{} was not run", test.name).into()),
                };
            }
            if Instant::now() > last {
                let group = format!("-{}", child.id());
                Command::new("kill").args(["-9", "--", &group]).status()?;
                child.wait()?;
                return Ok(Ending::NeverEnds);
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}
