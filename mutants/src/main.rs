//! Mutation testing: small changes to a crate, made on purpose, each of which some test should notice.
//!
//! cargo-mutants lists the changes. It would build a program for each of them, which takes seconds to minutes, and there are thousands.
//! Here hundreds of mutants are built together: a function with mutants becomes a `match` over the number of the mutant in force,
//! with one arm for each changed body and one for the original. A variable of the environment selects the arm, so a mutant costs as
//! much time as its tests.
//!
//! 1. `list.rs` asks cargo-mutants for the mutants of a crate, or of some of its files, and forms groups.
//! 2. `tree.rs` copies the project: its own files are never changed.
//! 3. `weave.rs` writes a group's mutants into the copy; `compile.rs` builds it. What does not compile is set aside.
//! 4. `trial.rs` runs every test once, to see how long it takes and which functions it reaches. Then every mutant meets the tests that
//!    reach its function, the fastest first, until one fails.
//! 5. What was set aside (constants, `const fn`, bodies whose arms have different types) is built alone.
//! 6. `report.rs` prints what became of them, file by file, and every survivor.
//!
//! Left out: examples in the documentation, and tests of other crates.

mod compile;
mod list;
mod report;
mod tree;
mod trial;
mod weave;

use std::process::ExitCode;

use list::Mutant;
use report::{Fate, Report};
use tree::Tree;
use trial::{Suite, Test};

/// Why the run could not go on.
type Fault = Box<dyn std::error::Error>;

/// One build has about this many mutants: more make the compiler slow, fewer make more builds.
const GROUP: usize = 200;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let Some(asked) = Asked::parse(&words) else {
        eprintln!("usage: hueco-mutants CRATE [--every N] [FILE...]");
        return ExitCode::from(2);
    };
    match run(&asked) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(fault) => {
            eprintln!("mutants: {fault}");
            ExitCode::from(2)
        }
    }
}

/// Which mutants are tried.
struct Asked<'a> {
    package: &'a str,
    /// A sample: one mutant out of this number; 1 means all.
    every: usize,
    /// Ends of paths; none means all.
    files: &'a [String],
}

impl<'a> Asked<'a> {
    fn parse(words: &'a [String]) -> Option<Self> {
        match words {
            [package, option, every, files @ ..] if option == "--every" => {
                let every = every.parse().ok().filter(|&every| every > 0)?;
                Some(Self { package, every, files })
            }
            [package, files @ ..] if !files.iter().any(|file| file.starts_with('-')) => {
                Some(Self { package, every: 1, files })
            }
            _ => None,
        }
    }
}

/// Whether no mutant survives.
fn run(asked: &Asked) -> Result<bool, Fault> {
    let tree = Tree::copy(asked.package)?;
    let mutants = list::mutants(asked, &tree)?;
    println!("{} mutants", mutants.len());
    let mut report = Report::default();
    for group in list::groups(&mutants, GROUP) {
        let (suite, alone) = together(&tree, group, &mut report)?;
        one_by_one(&tree, suite, &alone, &mut report)?;
    }
    report.print(&mutants);
    Ok(report.survivors().next().is_none())
}

/// Tries a group of mutants in one program. Returns the tests, and the mutants that must be built alone.
fn together<'a>(tree: &Tree, group: &'a [Mutant], report: &mut Report) -> Result<(Suite, Vec<&'a Mutant>), Fault> {
    let mut woven: Vec<&Mutant> = group.iter().filter(|mutant| mutant.function.is_some()).collect();
    let mut alone: Vec<&Mutant> = group.iter().filter(|mutant| mutant.function.is_none()).collect();
    loop {
        let weave = weave::weave(tree, &woven)?;
        match compile::build(tree)? {
            Ok(programs) => {
                println!("{} mutants in one program, {} alone", woven.len(), alone.len());
                let suite = Suite::survey(tree, programs)?;
                for (mutant, fate) in suite.try_all(&woven, Test::reaches) {
                    report.add(mutant, fate);
                }
                tree.restore()?;
                return Ok((suite, alone));
            }
            Err(errors) => {
                let refused = weave.refused(&errors);
                if refused.is_empty() {
                    return Err(format!("the program with mutants does not compile:\n{}", errors[0].text).into());
                }
                let (out, kept) = woven.iter().partition(|mutant| refused.contains(&mutant.number));
                woven = kept;
                alone.extend::<Vec<_>>(out);
            }
        }
    }
}

/// Builds each mutant by itself, and tries it.
fn one_by_one(tree: &Tree, mut suite: Suite, mutants: &[&Mutant], report: &mut Report) -> Result<(), Fault> {
    for mutant in mutants {
        tree.write(&mutant.file, &mutant.applied(&tree.original(&mutant.file)?))?;
        match compile::build(tree)? {
            Err(_) => report.add(mutant, Fate::NoProgram),
            Ok(programs) => {
                suite.replace(programs);
                for (mutant, fate) in suite.try_all(&[mutant], |_, _| true) {
                    report.add(mutant, fate);
                }
            }
        }
        tree.restore()?;
    }
    Ok(())
}
