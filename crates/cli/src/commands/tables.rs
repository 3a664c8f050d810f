//! `hueco tables`: the pattern databases of the cache folder.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::{Arg, ArgAction, ArgMatches, Command};
use hueco_cluster::{BuildTableError, PeerLost, Team, build_table};
use hueco_say::{Lang, Say, explore as explored, tables as said};
use hueco_tiles::optimal::Prover;
use hueco_tiles::pattern::rank::placements;
use hueco_tiles::pattern::{
    self, BuildError, Partition, PartitionError, PartitionSpec, Pattern, Store, Stored, Table, build_bytes,
    verify as verify_file,
};
use hueco_tiles::{Board, Frame};
use serde::Serialize;

use crate::answer::VERSION;
use crate::cluster::{self, Cluster};
use crate::context::Context;
use crate::failure::{Failure, Result};
use crate::options;
use crate::progress::Progress;
use crate::status::Status;

/// Entries that a thread fills in per second, about: to say beforehand how long a set takes.
const ENTRIES_PER_SECOND: u64 = 6_000_000;
/// Bytes that are enough for every table of a set.
const LARGE: u64 = 8 << 30;

pub(crate) fn command(command: Command, lang: Lang) -> Command {
    let names = |help: &'static str| {
        Arg::new("names").value_name(said::placeholder_tables(lang)).action(ArgAction::Append).num_args(0..).help(help)
    };
    let json = || options::format(lang, &["text", "json"]);
    let subcommands = [
        Command::new("build")
            .about(said::about_build(lang))
            .arg(options::size_positional(lang, said::option_build_size(lang)))
            .arg(options::goal(lang))
            .arg(options::pattern(lang).default_value("auto").help(said::option_pattern(lang)))
            .arg(
                Arg::new("set")
                    .long("set")
                    .value_name(said::placeholder_tables(lang))
                    .value_parser(["pair", "proof"])
                    .conflicts_with("pattern")
                    .help(said::option_table_set(lang)),
            )
            .arg(options::number(lang, "threads", 1, 1024).help(said::option_build_threads(lang)))
            .args(options::limits(lang).into_iter().filter(|arg| arg.get_id() != "max-nodes"))
            .arg(options::progress(lang))
            .arg(
                Arg::new("cluster")
                    .long("cluster")
                    .action(ArgAction::SetTrue)
                    .help_heading(explored::heading_cluster(lang))
                    .help(explored::option_tables_cluster(lang)),
            )
            .args(cluster::args(lang).into_iter().map(|arg| match arg.get_id().as_str() {
                "processes" | "hosts" => arg.requires("cluster"),
                _ => arg,
            }))
            // For members: which of the tables to build.
            .arg(
                Arg::new("table")
                    .long("table")
                    .value_parser(options::counted(lang, 0, 64))
                    .requires("member")
                    .hide(true),
            ),
        Command::new("list").about(said::about_list(lang)).arg(json()),
        Command::new("verify").about(said::about_tables_verify(lang)).arg(names(said::option_table_names(lang))),
        Command::new("remove").about(said::about_remove(lang)).arg(names(said::option_table_names_remove(lang))).arg(
            Arg::new("all")
                .long("all")
                .action(ArgAction::SetTrue)
                .conflicts_with("names")
                .help(said::option_remove_all(lang)),
        ),
        Command::new("dir").about(said::about_dir(lang)),
    ];
    command
        .about(said::about_tables(lang))
        .long_about(said::long_about_tables(lang))
        .after_help(said::examples_tables(lang))
        .subcommand_required(true)
        .subcommands(subcommands)
}

pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<Status> {
    let store = Store::of_user().ok_or_else(|| Failure::input(said::no_folder(context.lang)))?;
    match matches.subcommand() {
        Some(("build", matches)) => build(matches, &store, context),
        Some(("list", matches)) => list(matches, &store, context),
        Some(("verify", matches)) => verify(matches, &store, context),
        Some(("remove", matches)) => remove(matches, &store, context),
        _ => {
            let mut out = context.out();
            out.line(&store.folder().display().to_string())?;
            out.flush()?;
            Ok(Status::Done)
        }
    }
}

fn build(matches: &ArgMatches, store: &Store, context: &Context) -> Result<Status> {
    let lang = context.lang;
    let shape = options::read_size(matches).expect("clap requires it");
    let goal = options::read_goal(matches, shape, lang).map_err(Failure::input)?;
    let partitions = partitions(matches, &goal, lang)?;
    let mut patterns: Vec<Pattern> = Vec::new();
    for pattern in partitions.iter().flat_map(Partition::canonical_patterns) {
        if !patterns.contains(&pattern) {
            patterns.push(pattern);
        }
    }
    if let Some(&table) = matches.get_one::<u64>("table") {
        let pattern = *patterns.get(table as usize).ok_or(Failure::ReaderGone)?;
        return Ok(member(pattern, matches, store, context));
    }
    let needed = patterns.iter().filter_map(|pattern| build_bytes(pattern).ok()).max().unwrap_or(0);
    let bytes: u64 = patterns.iter().map(|pattern| placements(shape.cells(), pattern.tiles())).sum();
    context.note(&if matches.contains_id("set") {
        let threads = Cluster::read(matches, context).threads;
        let time = Duration::from_secs(bytes / ENTRIES_PER_SECOND / threads as u64 + 1);
        let (count, tables) = (partitions.len(), patterns.len());
        said::will_build_set(lang, count, shape, tables, lang.bytes(bytes), lang.bytes(needed), lang.time(time))
    } else {
        said::will_build(lang, &partitions[0], shape, patterns.len(), lang.bytes(bytes), lang.bytes(needed))
    });
    let mut out = context.out();
    for (at, pattern) in patterns.into_iter().enumerate() {
        let line = build_one(at, pattern, matches, store, context)?;
        out.line(&line)?;
        out.flush()?;
    }
    Ok(Status::Done)
}

/// The partitions whose tables are asked for.
fn partitions(matches: &ArgMatches, goal: &Board, lang: Lang) -> Result<Vec<Partition>> {
    let (shape, blank) = (goal.shape(), goal.blank());
    let wrong = |error: PartitionError| Failure::input(error.say(lang));
    if let Some(set) = matches.get_one::<String>("set") {
        if !Prover::serves(shape) {
            return Err(Failure::input(said::set_not_served(lang, shape)));
        }
        return match set.as_str() {
            "pair" => Prover::first_partitions(shape, blank, LARGE).map_err(wrong),
            _ => Prover::partitions(shape, blank, LARGE).map_err(wrong),
        };
    }
    let frame = Frame::new(goal);
    let home_of = |tile| Some(frame.home()[frame.label(tile)? as usize] as usize);
    let spec = matches.get_one::<PartitionSpec>("pattern").expect("it has a default");
    Partition::of(spec, shape, blank, home_of).map(|partition| vec![partition]).map_err(wrong)
}

/// Builds the table of a pattern, the `at`-th, unless its file is there and intact. Returns the line to print.
fn build_one(at: usize, pattern: Pattern, matches: &ArgMatches, store: &Store, context: &Context) -> Result<String> {
    let lang = context.lang;
    if store.open(&pattern).is_ok() {
        return Ok(said::table_there(lang, pattern));
    }
    let started = Instant::now();
    let progress = Progress::of_table(matches, context, pattern.to_string());
    let mut show = |so_far| progress.table(so_far);
    let cluster = Cluster::read(matches, context);
    let saved = if cluster.processes.is_some() {
        let table = format!("--table={at}");
        let mut on_progress = |_, (level, done, entries)| show(pattern::Progress { level, done, entries });
        let built = context.while_searching(|| cluster.supervise("build", Some(&table), &mut on_progress));
        built.and_then(|saved| saved.ok_or_else(|| cluster::late(lang)))
    } else if matches.get_flag("cluster") {
        let team = cluster.team(fingerprint(&pattern))?;
        let built = context.while_searching(|| by_team(team, pattern, matches, store, context, &mut show));
        built.unwrap_or_else(|| Err(internal(BuildTableError::from(PeerLost).say(lang))))
    } else {
        let budget = options::budget(matches, context);
        let built = context.while_searching(|| Table::build(pattern, cluster.threads, &budget, &mut show));
        built.map_err(|error| failed(error, lang)).and_then(|table| save(&table, store, context).map(Some))
    };
    drop(progress);
    // Of several hosts only the first has the table.
    let bytes: Option<u64> = saved?;
    Ok(bytes.map_or_else(
        || said::table_elsewhere(lang, pattern),
        |bytes| said::table_saved(lang, pattern, lang.bytes(bytes), lang.time(started.elapsed())),
    ))
}

/// Runs one of the processes that build a table together.
fn member(pattern: Pattern, matches: &ArgMatches, store: &Store, context: &Context) -> Status {
    Cluster::read(matches, context).run_member(fingerprint(&pattern), |team, report| {
        let mut show = |so_far: pattern::Progress| report((so_far.level, so_far.done, so_far.entries));
        by_team(team, pattern, matches, store, context, &mut show)
    })
}

/// Builds a table on a team and saves it in the process of the first worker, which returns its bytes. `None` if another
/// process was lost.
fn by_team(
    team: Team,
    pattern: Pattern,
    matches: &ArgMatches,
    store: &Store,
    context: &Context,
    show: &mut dyn FnMut(pattern::Progress),
) -> Option<Result<Option<u64>>> {
    match build_table(team, &pattern, &options::budget(matches, context), show) {
        Ok(table) => Some(table.map(|table| save(&table, store, context)).transpose()),
        Err(BuildTableError::Build(error)) => Some(Err(failed(error, context.lang))),
        Err(BuildTableError::PeerLost(_)) => None,
    }
}

/// Identifies the table: processes that build different ones refuse to connect.
fn fingerprint(pattern: &Pattern) -> u64 {
    let shape = pattern.shape();
    [shape.rows() as u64, shape.cols() as u64, pattern.blank() as u64, u64::from(pattern.is_by_region())]
        .into_iter()
        .fold(pattern.homes(), |all, number| all.rotate_left(7) ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

/// Saves a table and returns its bytes.
fn save(table: &Table, store: &Store, context: &Context) -> Result<u64> {
    let lang = context.lang;
    store.save(table).map_err(|error| {
        internal(said::table_not_saved(lang, table.pattern(), store.folder().display(), error.say(lang)))
    })?;
    Ok(table.values().len() as u64)
}

fn internal(message: String) -> Failure {
    Failure::Message { status: Status::Internal, message }
}

fn failed(error: BuildError, lang: Lang) -> Failure {
    match error {
        BuildError::Stopped(limit) => Failure::Message { status: limit.into(), message: error.say(lang) },
        BuildError::Rank(_) => Failure::input(error.say(lang)),
    }
}

/// A file in `list --format json`.
#[derive(Serialize)]
struct Listed {
    version: u32,
    name: String,
    bytes: u64,
    usable: bool,
    rows: Option<usize>,
    cols: Option<usize>,
    blank: Option<usize>,
    homes: Option<Vec<usize>>,
    entries: Option<u64>,
    fault: Option<String>,
}

/// The files of the folder.
fn files(store: &Store, context: &Context) -> Result<Vec<Stored>> {
    let lang = context.lang;
    let folder = store.folder().display().to_string();
    store.list().map_err(|fault| Failure::input(hueco_say::usage::cannot_read(lang, folder, fault.say(lang))))
}

fn list(matches: &ArgMatches, store: &Store, context: &Context) -> Result<Status> {
    let lang = context.lang;
    let files = files(store, context)?;
    let mut out = context.out();
    if options::text(matches, "format") == "json" {
        for file in &files {
            let header = file.header.as_ref().ok();
            out.json(&Listed {
                version: VERSION,
                name: name(file),
                bytes: file.bytes,
                usable: header.is_some(),
                rows: header.map(|header| header.pattern.shape().rows()),
                cols: header.map(|header| header.pattern.shape().cols()),
                blank: header.map(|header| header.pattern.blank()),
                homes: header.map(|header| header.pattern.cells().collect()),
                entries: header.map(|header| header.entries),
                fault: file.header.as_ref().err().map(|fault| fault.say(lang)),
            })?;
        }
    } else if files.is_empty() {
        out.line(&said::folder_empty(lang, store.folder().display()))?;
    } else {
        for file in &files {
            out.line(&described(file, lang))?;
        }
        let bytes = files.iter().map(|file| file.bytes).sum();
        out.line(&said::list_total(lang, files.len(), lang.bytes(bytes)))?;
    }
    out.flush()?;
    Ok(Status::Done)
}

fn described(file: &Stored, lang: Lang) -> String {
    match &file.header {
        Ok(header) => {
            let pattern = header.pattern;
            let bytes = lang.bytes(file.bytes);
            said::list_line(lang, name(file), pattern.shape(), pattern.blank() + 1, pattern.tiles(), bytes)
        }
        Err(fault) => said::list_fault(lang, name(file), fault.say(lang)),
    }
}

/// The name of a file without its extension: that of its pattern.
fn name(file: &Stored) -> String {
    file.path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
}

/// The files that the command line names, in its order, or all files if it names none.
fn named(matches: &ArgMatches, store: &Store, context: &Context) -> Result<Vec<Stored>> {
    let mut files = files(store, context)?;
    let Some(names) = matches.get_many::<String>("names") else { return Ok(files) };
    let mut chosen = Vec::new();
    for wanted in names {
        let wanted = wanted.strip_suffix(".pdb").unwrap_or(wanted);
        let at = files
            .iter()
            .position(|file| name(file) == wanted)
            .ok_or_else(|| Failure::input(said::no_such_table(context.lang, wanted, store.folder().display())))?;
        chosen.push(files.remove(at));
    }
    Ok(chosen)
}

fn verify(matches: &ArgMatches, store: &Store, context: &Context) -> Result<Status> {
    let lang = context.lang;
    let files = named(matches, store, context)?;
    let mut out = context.out();
    let mut status = Status::Done;
    if files.is_empty() {
        out.line(&said::folder_empty(lang, store.folder().display()))?;
    }
    for file in files {
        // An intact file of another pattern is no use under this name.
        let found = verify_file(&file.path).map(|header| (store.path(&header.pattern), header));
        let line = match found {
            Ok((place, header)) if place == file.path => said::verify_good(lang, name(&file), header.entries),
            Ok((_, header)) => {
                status = Status::BadInput;
                said::list_fault(lang, name(&file), said::fault_pattern(lang, header.pattern))
            }
            Err(fault) => {
                status = Status::BadInput;
                said::list_fault(lang, name(&file), fault.say(lang))
            }
        };
        out.line(&line)?;
        out.flush()?;
    }
    Ok(status)
}

fn remove(matches: &ArgMatches, store: &Store, context: &Context) -> Result<Status> {
    let lang = context.lang;
    if matches.get_many::<String>("names").is_none() && !matches.get_flag("all") {
        return Err(Failure::input(said::remove_what(lang)));
    }
    let files = named(matches, store, context)?;
    let mut out = context.out();
    for file in &files {
        let path: &PathBuf = &file.path;
        std::fs::remove_file(path).map_err(|error| Failure::Message {
            status: Status::Internal,
            message: said::cannot_remove(lang, name(file), error.kind().say(lang)),
        })?;
        out.line(&said::removed(lang, name(file), lang.bytes(file.bytes)))?;
    }
    if files.is_empty() {
        out.line(&said::folder_empty(lang, store.folder().display()))?;
    }
    out.flush()?;
    Ok(Status::Done)
}
