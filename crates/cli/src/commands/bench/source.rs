//! Where the instances come from: a set of the program, a file, or chance. A name of a set means the set; a path means a file.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{BufReader, ErrorKind};
use std::path::{Path, PathBuf};

use clap::ArgMatches;
use clap::parser::ValueSource;
use hueco_say::{Lang, Say, bench as said, boards, experiment as experiments, usage};
use hueco_tiles::instances::{Form, InstanceError};
use hueco_tiles::{Board, Instance, Set, Shape, read_instances};

use crate::context::Context;
use crate::experiment;
use crate::failure::{Failure, Result};
use crate::options;
use hueco_say::nearest;

/// A set or a file.
pub(super) enum Source {
    /// Part of the program.
    Set(Set),
    /// The user's.
    File(PathBuf),
    /// Drawn, each with its seed.
    Random(Vec<(u64, Board)>),
}

impl Source {
    /// The source that the command line names.
    pub(super) fn read(matches: &ArgMatches, context: &Context) -> Result<Self> {
        let lang = context.lang;
        if let Some(boards) = experiment::random_boards(matches, lang)? {
            return Ok(Self::Random(boards));
        }
        let Some(path) = matches.get_one::<PathBuf>("source") else {
            return Err(Failure::input(format!("{}\n{}", said::bench_which(lang), said::set_list(lang))));
        };
        let Some(set) = path.to_str().and_then(Set::parse) else { return Ok(Self::File(path.clone())) };
        if path.exists() {
            context.note(&said::bench_set_wins(lang, set.name()));
        }
        Ok(Self::Set(set))
    }

    /// Its name in messages.
    pub(super) fn name(&self) -> String {
        match self {
            Self::Set(set) => set.name().to_owned(),
            Self::File(path) => path.display().to_string(),
            Self::Random(_) => "--random".to_owned(),
        }
    }

    /// The set, if it is one.
    pub(super) fn set(&self) -> Option<Set> {
        match self {
            Self::Set(set) => Some(*set),
            Self::File(_) | Self::Random(_) => None,
        }
    }

    /// The instances that were asked for.
    pub(super) fn chosen(&self, matches: &ArgMatches, lang: Lang) -> Result<Vec<Instance>> {
        let ids = matches.get_many::<String>("only");
        let mut wanted: Option<BTreeSet<&str>> = ids.map(|ids| ids.map(|id| id.trim()).collect());
        let limit = matches.get_one::<u64>("limit").map_or(usize::MAX, |&n| n as usize);
        let mut instances = Vec::new();
        for instance in self.instances(options::read_size(matches), lang)? {
            let instance = instance?;
            if wanted.as_mut().is_none_or(|wanted| wanted.remove(instance.id.as_str())) {
                instances.push(instance);
            }
            if instances.len() == limit || wanted.as_ref().is_some_and(BTreeSet::is_empty) {
                break;
            }
        }
        if let Some(id) = wanted.and_then(|wanted| wanted.into_iter().next()).filter(|_| instances.len() < limit) {
            return Err(Failure::input(said::bench_no_such_id(lang, self.name(), id)));
        }
        if instances.is_empty() {
            return Err(Failure::input(said::bench_empty(lang, self.name())));
        }
        Ok(instances)
    }

    fn instances(&self, size: Option<Shape>, lang: Lang) -> Result<Box<dyn Iterator<Item = Result<Instance>>>> {
        let name = self.name();
        match self {
            Self::Set(set) => match size.filter(|&size| size != set.shape()) {
                Some(given) => {
                    let fault = boards::instances_other_size(lang, given, set.shape());
                    Err(Failure::input(usage::in_file(lang, name, fault)))
                }
                None => Ok(Box::new(set.instances().into_iter().map(Ok))),
            },
            Self::File(path) => {
                let file = File::open(path).map_err(|error| unreadable(path, &error, lang))?;
                let in_file = move |fault: InstanceError| usage::in_file(lang, &name, fault.say(lang));
                let worded =
                    move |instance: std::result::Result<_, _>| instance.map_err(|error| Failure::input(in_file(error)));
                Ok(Box::new(read_instances(BufReader::new(file), size).map(worded)))
            }
            Self::Random(boards) => Ok(Box::new(drawn(boards).into_iter().map(Ok))),
        }
    }

    /// The goals of instances: the set's own, or what `--goal` says; without it, files of HOG2 have their own goal too.
    pub(super) fn goals(&self, instances: &[Instance], matches: &ArgMatches, context: &Context) -> Result<Vec<Board>> {
        let is_given = matches.value_source("goal") == Some(ValueSource::CommandLine);
        let has_own = |instance: &Instance| !is_given && instance.form == Form::Hog2 && self.set().is_none();
        if instances.iter().any(has_own) {
            context.note(experiments::bench_hog2(context.lang));
        }
        let goal = |instance: &Instance| match instance.board.shape() {
            shape if has_own(instance) => Ok(Board::blank_first(shape)),
            shape => self.goal(matches, shape, is_given, context.lang),
        };
        instances.iter().map(goal).collect()
    }

    fn goal(&self, matches: &ArgMatches, shape: Shape, is_given: bool, lang: Lang) -> Result<Board> {
        let asked = || options::read_goal(matches, shape, lang).map_err(Failure::input);
        let Self::Set(set) = self else { return asked() };
        if is_given && asked()? != set.goal() {
            return Err(Failure::input(said::bench_goal_of_set(lang, set.name(), set.goal())));
        }
        Ok(set.goal())
    }
}

/// Random boards as instances: the id is the seed and the number of the board, from 1.
fn drawn(boards: &[(u64, Board)]) -> Vec<Instance> {
    let mut numbers = BTreeMap::<u64, usize>::new();
    let instance = |(line, (seed, board)): (usize, &(u64, Board))| {
        let number = numbers.entry(*seed).or_default();
        *number += 1;
        Instance {
            form: Form::Columns,
            line: line + 1,
            id: format!("{seed}-{number}"),
            optimal: None,
            reached: None,
            nodes: None,
            values: BTreeMap::from([("seed".to_owned(), seed.to_string())]),
            board: board.clone(),
        }
    };
    boards.iter().enumerate().map(instance).collect()
}

/// The seed that an instance was drawn from, where it is known.
pub(super) fn seed(instance: &Instance) -> Option<u64> {
    instance.values.get("seed")?.parse().ok()
}

/// A file that is not there may be a misspelt set.
fn unreadable(path: &Path, error: &std::io::Error, lang: Lang) -> Failure {
    let name = path.display().to_string();
    if error.kind() != ErrorKind::NotFound || name.contains(['/', '\\', '.']) {
        return Failure::reading(lang, &name, error);
    }
    let names = Set::ALL.map(|(name, _)| name);
    let hint = match nearest(&name, names) {
        Some(nearest) => usage::did_you_mean(lang, nearest),
        None => said::bench_sets(lang, names.join(", ")),
    };
    Failure::input(format!("{}; {hint}", said::bench_no_source(lang, name)))
}
