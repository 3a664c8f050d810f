//! What became of the mutants.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

use crate::list::Mutant;

/// How a mutant ended.
pub(crate) enum Fate {
    /// A test failed.
    Caught { by: String },
    /// A test did not end.
    NeverEnds { by: String },
    /// It does not compile.
    NoProgram,
    /// All tests that it met passed.
    Survived { met: usize },
    /// A test could not be started.
    Untried { why: String },
}

impl fmt::Display for Fate {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Caught { by } => write!(out, "caught by {by}"),
            Self::NeverEnds { by } => write!(out, "never ends {by}"),
            Self::NoProgram => write!(out, "no program"),
            Self::Survived { met } => write!(out, "SURVIVED {met} tests"),
            Self::Untried { why } => write!(out, "UNTRIED: {why}"),
        }
    }
}

/// Fates by the number of the mutant.
#[derive(Default)]
pub(crate) struct Report {
    fates: BTreeMap<usize, Fate>,
}

impl Report {
    pub(crate) fn add(&mut self, mutant: &Mutant, fate: Fate) {
        self.fates.insert(mutant.number, fate);
    }

    /// The numbers of those that nothing caught.
    pub(crate) fn survivors(&self) -> impl Iterator<Item = usize> {
        let alive = self.fates.iter().filter(|(_, fate)| matches!(fate, Fate::Survived { .. } | Fate::Untried { .. }));
        alive.map(|(&number, _)| number)
    }

    /// A table of files, and every survivor.
    pub(crate) fn print(&self, mutants: &[Mutant]) {
        println!("\n| file | mutants | caught | never end | no program | survived |\n|---|---|---|---|---|---|");
        let mut files: BTreeMap<&Path, [usize; 4]> = BTreeMap::new();
        for (mutant, fate) in mutants.iter().filter_map(|mutant| Some((mutant, self.fates.get(&mutant.number)?))) {
            let column = match fate {
                Fate::Caught { .. } => 0,
                Fate::NeverEnds { .. } => 1,
                Fate::NoProgram => 2,
                Fate::Survived { .. } | Fate::Untried { .. } => 3,
            };
            files.entry(&mutant.file).or_default()[column] += 1;
        }
        for (file, [caught, endless, no_program, survived]) in files {
            let all = caught + endless + no_program + survived;
            println!("| `{}` | {all} | {caught} | {endless} | {no_program} | {survived} |", file.display());
        }
        println!();
        for number in self.survivors() {
            println!("{}: {}", self.fates[&number], mutants[number - 1].name);
        }
    }
}
