//! `hueco explore RxC`: every board of a size, counted by its distance from the goal. `problem.rs`: the states of a problem file.

mod members;
mod print;
mod problem;
mod storage;

use std::path::PathBuf;
use std::sync::Arc;

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use hueco_cluster::{Checkpoint, Event, Exploration, ExploreError, Layer, Note, Reached, Resume, Team, reach};
use hueco_say::{Lang, Say, commands as words, explore as said, options as texts};
use hueco_search::{Budget, Gauge, Limit};
use hueco_tiles::space::{Level, Ranking, Shard, Space, Walked, Width};
use hueco_tiles::{Board, Metric, Nibbles, Order, Tiles, Wide};
use serde::{Deserialize, Serialize};

use self::members::{MemberProgress, Reports, Supervised, while_counting};
use self::storage::prefers_set;
use crate::cluster::{self, Cluster};
use crate::context::Context;
use crate::failure::{Failure, Result};
use crate::options;
use crate::problem::{options as problem_options, source as problem_source};
use crate::progress::Progress;
use crate::status::Status;

/// Options that do not go with a problem file.
const ONLY_BOARDS: [&str; 6] = ["size", "goal", "metric", "spill", "table", "bits"];

pub(crate) fn command(command: Command, lang: Lang) -> Command {
    let folder = |name: &'static str| {
        let folder = words::placeholder_folder(lang);
        Arg::new(name).long(name).value_name(folder).value_parser(value_parser!(PathBuf))
    };
    let disk = [
        folder("checkpoint").help(said::option_checkpoint(lang)),
        options::number(lang, "checkpoint-every", 1, 1_000_000)
            .default_value("1")
            .requires("checkpoint")
            .help(said::option_checkpoint_every(lang)),
        Arg::new("resume")
            .long("resume")
            .action(ArgAction::SetTrue)
            .requires("checkpoint")
            .help(said::option_resume(lang)),
        Arg::new("resume-or-restart")
            .long("resume-or-restart")
            .action(ArgAction::SetTrue)
            .requires("checkpoint")
            .conflicts_with("resume")
            .help(said::option_resume_or_restart(lang)),
        folder("spill").help(said::option_spill(lang)),
        Arg::new("table")
            .long("table")
            .value_name(words::placeholder_file(lang))
            .value_parser(value_parser!(PathBuf))
            .conflicts_with_all(["checkpoint", "spill"])
            .help(said::option_table(lang)),
        Arg::new("bits")
            .long("bits")
            .value_name(words::placeholder_number(lang))
            .value_parser(["8", "2"])
            .default_value("8")
            .requires("table")
            .help(said::option_table_bits(lang)),
    ];
    command
        .about(said::about_explore(lang))
        .long_about(said::long_about_explore(lang))
        .after_help(said::after_explore(lang))
        .after_long_help(format!("{}\n\n{}", said::examples_explore(lang), said::after_explore(lang)))
        .arg(
            options::size_positional(lang, said::option_explore_size(lang))
                .required(false)
                .required_unless_present("problem"),
        )
        .args(problem_options(lang, &ONLY_BOARDS))
        .arg(options::goal(lang))
        .arg(
            Arg::new("metric")
                .long("metric")
                .value_name(words::placeholder_name(lang))
                .value_parser(Metric::ALL.map(|(name, _)| name))
                .default_value(Metric::Single.name())
                .help_heading(words::heading_board(lang))
                .help(texts::option_metric(lang)),
        )
        .arg(options::threads(lang).help_heading(said::heading_cluster(lang)).help(said::option_explore_threads(lang)))
        .args(cluster::args(lang))
        .args(disk.map(|arg| arg.help_heading(said::heading_disk(lang))))
        .args(options::limits(lang))
        .arg(
            options::number(lang, "depth", 0, 1_000_000)
                .help_heading(words::heading_limits(lang))
                .help(said::option_explore_depth(lang)),
        )
        .arg(
            options::number(lang, "deepest", 0, 1_000_000)
                .default_value("20")
                .help_heading(words::heading_output(lang))
                .help(said::option_deepest(lang)),
        )
        .arg(options::format(lang, &["text", "json", "csv"]))
        .arg(options::progress(lang))
}

pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<Status> {
    if let Some(source) = problem_source(matches, context)? {
        return problem::run(&source, matches, context);
    }
    let request = Request::read(matches, context)?;
    let run = request.exploration.fingerprint() ^ u64::from(request.as_set);
    if request.cluster.member().is_some() {
        return Ok(request.cluster.run_member(run, |team, progress| request.member(team, progress)));
    }
    let mut table_failure = None;
    let gauge = Arc::new(Gauge::default());
    let progress = request.progress(&gauge);
    let walked = if request.cluster.processes.is_some() {
        request.supervised(&progress, &gauge, &mut table_failure)?
    } else {
        let team = request.cluster.team(run)?;
        let budget = request.budget.clone().gauge(gauge);
        let mut on_event = |event| match event {
            Event::Level(level) => progress.level(level),
            Event::Note(Note::TableNotWritten { error }) => table_failure = Some(error.say(context.lang)),
            Event::Note(note) => context.note(&note.say(context.lang)),
        };
        let walked = context.while_searching(|| request.explore(team, &budget, &mut on_event));
        walked.map_err(|error| request.failure(&error))?
    };
    drop(progress);
    // Of several hosts only the first has a result.
    let Some(walked) = walked else { return Ok(Status::Done) };
    print::print(&request, &walked)?;
    if request.as_set && walked.stopped == Some(Limit::Memory) {
        request.note_spilling();
    }
    if let (Some(reason), Some((file, _))) = (table_failure, &request.exploration.table) {
        let message = said::table_not_written(context.lang, file.display(), reason);
        return Err(Failure::Message { status: Status::Internal, message });
    }
    Ok(walked.stopped.map_or(Status::Done, Status::from))
}

/// Where and when checkpoints are written. Members that are restarted resume what there is.
fn read_checkpoint(matches: &ArgMatches) -> Option<Checkpoint> {
    let may_restart = matches.get_flag("again") || matches.get_flag("resume-or-restart");
    let resume = match (may_restart, matches.get_flag("resume")) {
        (true, _) => Resume::IfPossible,
        (false, true) => Resume::Always,
        (false, false) => Resume::Never,
    };
    let folder = matches.get_one::<PathBuf>("checkpoint").cloned()?;
    let every = matches.get_one::<u64>("checkpoint-every").map_or(1, |&levels| levels as u32);
    Some(Checkpoint { folder, every, resume })
}

/// The limits of one process. Local processes share the memory that is free; a limit of the user's is for each of them.
fn budget_of_process(matches: &ArgMatches, context: &Context, cluster: &Cluster<'_>) -> Budget {
    let budget = options::budget(matches, context);
    let is_limited = matches.get_one::<u64>("max-memory").is_some();
    match cluster.processes {
        Some(processes) if !is_limited => {
            let share = budget.byte_limit() / processes as u64;
            budget.max_bytes(share)
        }
        _ => budget,
    }
}

/// What the command line requests.
struct Request<'a> {
    matches: &'a ArgMatches,
    context: &'a Context,
    goal: Board,
    exploration: Exploration,
    budget: Budget,
    cluster: Cluster<'a>,
    /// Whether to keep a set of the boards reached so far instead of two bits for every board: for the first levels of
    /// large spaces.
    as_set: bool,
}

/// The result of the first member.
#[derive(Serialize, Deserialize)]
struct Found {
    depths: Vec<u64>,
    deepest: Vec<u64>,
    stopped: Option<String>,
}

impl<'a> Request<'a> {
    fn read(matches: &'a ArgMatches, context: &'a Context) -> Result<Self> {
        let shape = options::read_size(matches).expect("clap requires it");
        let goal = options::read_goal(matches, shape, context.lang).map_err(Failure::input)?;
        let number = |name| matches.get_one::<u64>(name).copied();
        let path = |name| matches.get_one::<PathBuf>(name).cloned();
        let cluster = Cluster::read(matches, context);
        let is_limited = number("max-memory").is_some();
        let budget = budget_of_process(matches, context, &cluster);
        let exploration = Exploration {
            shape,
            goal_blank: goal.blank(),
            metric: Metric::parse(options::text(matches, "metric")).expect("clap knows the same names"),
            deepest: number("deepest").unwrap_or(0) as usize,
            depth: number("depth").map(|depth| depth as u32),
            checkpoint: read_checkpoint(matches),
            table: path("table")
                .map(|file| (file, if options::text(matches, "bits") == "2" { Width::TwoBits } else { Width::Byte })),
            spill: path("spill"),
        };
        let mut request = Self { matches, context, goal, exploration, budget, cluster, as_set: false };
        request.choose_storage(is_limited)?;
        Ok(request)
    }

    /// Decides where boards are kept (`storage.rs`).
    fn choose_storage(&mut self, is_limited: bool) -> Result<()> {
        let lang = self.context.lang;
        let space = Space::new(self.exploration.shape, self.exploration.goal_blank, self.exploration.metric);
        let is_plain = self.exploration.checkpoint.is_none()
            && self.exploration.spill.is_none()
            && self.exploration.table.is_none();
        let can_be_set = self.exploration.depth.is_some() && is_plain && self.exploration.metric == Metric::Single;
        let space = match space {
            Ok(space) => space,
            Err(_) if can_be_set => {
                self.as_set = true;
                return Ok(());
            }
            Err(error) => return Err(Failure::input(error.say(lang))),
        };
        let processes = self.cluster.processes.unwrap_or(1) as u64;
        let distances = self.exploration.table.as_ref().map_or(0, |(_, width)| width.bytes(space.ranking().states()));
        let planes = Shard::bytes(space.ranking().orders());
        // The processes share the boards; each has its own tables of moves.
        let needed = space.bytes() - planes + (planes + distances) / processes;
        let allowed = self.budget.byte_limit();
        if needed <= allowed || self.exploration.checkpoint.is_some() {
            return Ok(());
        }
        let goal_blank = self.exploration.goal_blank;
        if let Some(depth) = self.exploration.depth.filter(|_| can_be_set)
            && (!is_limited
                || prefers_set(self.exploration.shape, goal_blank, depth, planes, allowed.saturating_mul(processes)))
        {
            self.as_set = true;
            return Ok(());
        }
        if self.exploration.table.is_some() || !is_limited && self.exploration.spill.is_none() {
            let message = said::too_little_memory(lang, lang.bytes(needed), lang.bytes(allowed));
            return Err(Failure::Message { status: Status::Memory, message });
        }
        let folder = self.exploration.spill.clone().unwrap_or_else(std::env::temp_dir);
        if self.cluster.member().is_none() {
            self.context.note(&said::spills(lang, lang.bytes(needed), lang.bytes(allowed), folder.display()));
        }
        // Each process spills to a folder of its own.
        self.exploration.spill = Some(folder.join(format!("hueco-explore-{}", std::process::id())));
        Ok(())
    }

    /// Says what a set that has filled the memory could be replaced by, if anything.
    fn note_spilling(&self) {
        let Exploration { shape, goal_blank, .. } = self.exploration;
        if let Ok(ranking) = Ranking::new(shape, goal_blank) {
            let lang = self.context.lang;
            self.context.note(&said::set_is_full(lang, lang.bytes(Shard::bytes(ranking.orders()))));
        }
    }

    /// Percentages are of all boards, and shown only if every board is counted.
    fn progress(&self, gauge: &Arc<Gauge>) -> Progress<'a> {
        let states =
            Ranking::new(self.exploration.shape, self.exploration.goal_blank).ok().map(|ranking| ranking.states());
        let to_the_end = self.exploration.depth.is_none();
        Progress::of_levels(self.matches, self.context, gauge, states.filter(|_| !self.as_set), to_the_end)
    }

    fn explore(
        &self,
        team: Team,
        budget: &Budget,
        on_event: &mut dyn FnMut(Event),
    ) -> std::result::Result<Option<Walked>, ExploreError> {
        if !self.as_set {
            return hueco_cluster::explore(team, &self.exploration, budget, on_event);
        }
        let mut layer = |Layer { depth, states, reached }| {
            on_event(Event::Level(Level { depth, states, reached, all: 0 }));
        };
        let (goal, depth) = (&self.goal, self.exploration.depth);
        let walked = |Reached { depths, stopped }| Walked { depths, deepest: Vec::new(), stopped };
        let reached = if goal.shape().cells() <= Nibbles::CELLS {
            let tiles = Tiles::<Nibbles>::new(goal, goal, Order::ULRD).expect("a board and itself have the same shape");
            reach(team, tiles, budget, depth, &mut layer)?
        } else {
            let tiles = Tiles::<Wide>::new(goal, goal, Order::ULRD).expect("a board and itself have the same shape");
            reach(team, tiles, budget, depth, &mut layer)?
        };
        Ok(reached.map(walked))
    }

    /// Runs one of the members.
    fn member(&self, team: Team, progress: &(dyn Fn(MemberProgress) + Sync)) -> Option<Result<Option<Found>>> {
        let lang = self.context.lang;
        let gauge = Arc::new(Gauge::default());
        let budget = self.budget.clone().gauge(Arc::clone(&gauge));
        let mut on_event = |event| {
            progress(match event {
                Event::Level(Level { depth, states, reached, all }) => {
                    MemberProgress::Level { depth, states, reached, all }
                }
                Event::Note(Note::TableNotWritten { error }) => MemberProgress::TableNotWritten(error.say(lang)),
                Event::Note(note) => MemberProgress::Note(note.say(lang)),
            });
        };
        let explored = while_counting(&gauge, progress, || self.explore(team, &budget, &mut on_event));
        match explored {
            Err(ExploreError::PeerLost(_)) => None,
            Err(error) => Some(Err(self.failure(&error))),
            Ok(walked) => Some(Ok(walked.map(|Walked { depths, deepest, stopped }| {
                let stopped = stopped.map(|limit| limit.name().to_owned());
                Found { depths, deepest, stopped }
            }))),
        }
    }

    /// Runs all members, supervised.
    fn supervised(
        &self,
        progress: &Progress<'_>,
        gauge: &Gauge,
        table_failure: &mut Option<String>,
    ) -> Result<Option<Walked>> {
        let mut reports = Reports::new(self.context, progress, gauge);
        let supervised = reports.supervise::<Option<Found>>(&self.cluster)?;
        *table_failure = reports.table_failure;
        Ok(match supervised {
            Supervised::Done(found) => found.map(|Found { depths, deepest, stopped }| Walked {
                depths,
                deepest,
                stopped: stopped.as_deref().and_then(Limit::parse),
            }),
            Supervised::Late(depths) => Some(Walked { depths, deepest: Vec::new(), stopped: Some(Limit::Time) }),
        })
    }

    /// The message and exit status of an error.
    fn failure(&self, error: &ExploreError) -> Failure {
        let status = match error {
            ExploreError::PeerLost(_) | ExploreError::Spill(_) => Status::Internal,
            ExploreError::Stopped(limit) => (*limit).into(),
            ExploreError::Space(_)
            | ExploreError::InUse { .. }
            | ExploreError::OtherRun { .. }
            | ExploreError::NothingToResume { .. } => Status::BadInput,
        };
        Failure::Message { status, message: error.say(self.context.lang) }
    }
}
