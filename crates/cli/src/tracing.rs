//! `--trace FILE`: the search is recorded while it runs.
//!
//! The trace is written beside its place under another name and moved there when it is whole, so a file of that name is always a
//! whole trace. What is no plain file, such as a pipe, is written to as it is.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use clap::{Arg, ArgMatches};
use hueco_jobs::{JobError, Problem, ProblemResult, Solve, SolveResult, Sums, SumsResult};
use hueco_say::{Lang, commands as words, trace as said};
use hueco_show::trace::{End, Header, Recorded, Recorder};
use hueco_tiles::Metric;
use hueco_tiles::file::publish;
use hueco_tiles::solve::{Algorithm, watched_plan};

use crate::context::Context;
use crate::failure::{Failure, Result};
use crate::options;
use crate::progress::Progress;

/// Events in a trace where the command line does not say: some hundred megabytes.
const USUAL_LIMIT: &str = "1_000_000";

/// `--trace` and `--trace-limit`.
pub(crate) fn options(lang: Lang, help: &'static str) -> [Arg; 2] {
    let args = [
        Arg::new("trace")
            .long("trace")
            .value_name(words::placeholder_file(lang))
            .value_parser(clap::value_parser!(PathBuf))
            .help(help),
        options::number(lang, "trace-limit", 0, options::MANY)
            .default_value(USUAL_LIMIT)
            .requires("trace")
            .help(said::option_trace_limit(lang)),
    ];
    args.map(|arg| arg.help_heading(words::heading_output(lang)))
}

/// One trace is one search: refuses `--trace` where many boards are read.
pub(crate) fn one_board_only(matches: &ArgMatches, lang: Lang) -> Result<()> {
    let many = matches.contains_id("file") || options::text(matches, "board") == "-";
    let traced = matches.get_one::<PathBuf>("trace").is_some();
    if traced && many { Err(Failure::input(said::trace_one_board(lang))) } else { Ok(()) }
}

/// Solves a board, recorded if `--trace` says so.
pub(crate) fn solve(
    request: &Solve,
    matches: &ArgMatches,
    context: &Context,
    progress: &Progress<'_>,
) -> Result<std::result::Result<SolveResult, JobError>> {
    let workbench = &context.workbench;
    let Some(path) = matches.get_one::<PathBuf>("trace") else {
        return Ok(progress.run(request.metric, |events| request.run(workbench, events)));
    };
    note_auto(request, context);
    let mut trace = TraceFile::create(path, &Header::tiles(&request.plan(workbench)), matches, context.lang)?;
    let solved = progress.run(request.metric, |events| request.record(workbench, events, &mut trace.recorder));
    match &solved {
        Ok(solved) => trace.finish(End::tiles(&solved.answer), context)?,
        Err(_) => trace.drop(),
    }
    Ok(solved)
}

/// Says which method `auto` is while its events are recorded.
pub(crate) fn note_auto(request: &Solve, context: &Context) {
    if request.algorithm == Algorithm::Auto {
        let plan = request.plan(&context.workbench);
        let watched = watched_plan(&plan);
        let heuristic = watched.heuristic.as_ref().map(ToString::to_string).unwrap_or_default();
        context.note(&said::trace_auto(context.lang, watched.algorithm.name(), heuristic));
    }
}

/// Solves a puzzle, recorded if `--trace` says so.
pub(crate) fn sums(
    request: &Sums,
    matches: &ArgMatches,
    context: &Context,
    progress: &Progress<'_>,
) -> Result<SumsResult> {
    let Some(path) = matches.get_one::<PathBuf>("trace") else {
        return Ok(progress.run(Metric::Single, |events| request.run(events)));
    };
    let header = Header::sums(request.puzzle.puzzle(), &request.options);
    let mut trace = TraceFile::create(path, &header, matches, context.lang)?;
    let solved = progress.run(Metric::Single, |events| request.record(events, &mut trace.recorder));
    trace.finish(End::sums(&solved.answer), context)?;
    Ok(solved)
}

/// Solves a problem file, recorded if `--trace` says so.
pub(crate) fn problem(
    request: &Problem,
    matches: &ArgMatches,
    context: &Context,
    progress: &Progress<'_>,
) -> Result<std::result::Result<ProblemResult, JobError>> {
    let Some(path) = matches.get_one::<PathBuf>("trace") else {
        return Ok(progress.run(Metric::Single, |events| request.run(events)));
    };
    let header = match progress.run(Metric::Single, |events| request.header(events)) {
        Ok(header) => header,
        Err(error) => return Ok(Err(error)),
    };
    let mut trace = TraceFile::create(path, &header, matches, context.lang)?;
    let solved = progress.run(Metric::Single, |events| request.record(events, &mut trace.recorder));
    match &solved {
        Ok(solved) => trace.finish(solved.end(), context)?,
        Err(_) => trace.drop(),
    }
    Ok(solved)
}

/// A trace being written.
struct TraceFile<'a> {
    path: &'a Path,
    /// Where it is written until it is whole.
    beside: Option<PathBuf>,
    recorder: Recorder<File>,
}

impl<'a> TraceFile<'a> {
    fn create(path: &'a Path, header: &Header, matches: &ArgMatches, lang: Lang) -> Result<Self> {
        let limit = *matches.get_one::<u64>("trace-limit").expect("it has a default");
        let beside = beside(path);
        let open = || Recorder::new(File::create(beside.as_deref().unwrap_or(path))?, header, limit);
        let recorder = open().map_err(|error| failure(lang, path, &error))?;
        Ok(Self { path, beside, recorder })
    }

    fn finish(self, end: End, context: &Context) -> Result<()> {
        let Self { path, beside, recorder } = self;
        let written = recorder.finish(end).and_then(|(file, recorded)| {
            if let Some(beside) = &beside {
                // What has the name must be there after a crash, too.
                file.sync_all()?;
                publish(beside, path)?;
            }
            Ok(recorded)
        });
        let recorded = written.map_err(|error| {
            remove(beside.as_deref());
            failure(context.lang, path, &error)
        })?;
        note_cut(recorded, context);
        Ok(())
    }

    fn drop(self) {
        remove(self.beside.as_deref());
    }
}

fn note_cut(recorded: Recorded, context: &Context) {
    if recorded.is_cut() {
        let lang = context.lang;
        context.note(&said::trace_was_cut(lang, lang.number(recorded.written()), recorded.events));
    }
}

/// A name in the same folder; none for what is there and no plain file.
fn beside(path: &Path) -> Option<PathBuf> {
    if fs::metadata(path).is_ok_and(|data| !data.is_file()) {
        return None;
    }
    let name = path.file_name()?.to_string_lossy().into_owned();
    Some(path.with_file_name(format!(".{name}.{}.part", std::process::id())))
}

fn remove(file: Option<&Path>) {
    if let Some(file) = file {
        // Whatever is left there is no trace, and nobody waits for it.
        let _ = fs::remove_file(file);
    }
}

fn failure(lang: Lang, path: &Path, error: &io::Error) -> Failure {
    Failure::writing(lang, &path.display().to_string(), error)
}
