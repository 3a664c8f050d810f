//! `hueco explore RxC`: every board of a size, counted by its distance from the goal.

mod print;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use hueco_cluster::{Checkpoint, Event, ExploreError, Job, Layer, Note, Reached, Resume, Team, reach};
use hueco_say::{Lang, Say, commands as words, explore as said, options as texts};
use hueco_search::{Budget, Gauge, Limit};
use hueco_tiles::space::{Level, Ranking, Shard, Space, Walked, Width};
use hueco_tiles::{Board, Metric, Nibbles, Order, Tiles, Wide};
use serde::{Deserialize, Serialize};

use crate::cluster::{self, Cluster};
use crate::context::Context;
use crate::failure::{Failure, Result};
use crate::options;
use crate::progress::Progress;
use crate::status::Status;

/// How often a member says how far it is.
const BETWEEN_COUNTS: Duration = Duration::from_millis(250);

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
        .arg(options::size_positional(lang, said::option_explore_size(lang)))
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
    let asked = Asked::read(matches, context)?;
    let run = asked.job.fingerprint() ^ u64::from(asked.by_set);
    if asked.cluster.member().is_some() {
        return Ok(asked.cluster.be_member(run, |team, remark| asked.member(team, remark)));
    }
    let mut no_table = None;
    let gauge = Arc::new(Gauge::default());
    let progress = asked.progress(&gauge);
    let walked = if asked.cluster.processes.is_some() {
        asked.watched(&progress, &gauge, &mut no_table)?
    } else {
        let team = asked.cluster.team(run)?;
        let budget = asked.budget.clone().gauge(gauge);
        let mut event = |event| match event {
            Event::Level(level) => progress.level(level),
            Event::Note(Note::NoTable { fault }) => no_table = Some(fault.say(context.lang)),
            Event::Note(note) => context.note(&note.say(context.lang)),
        };
        let walked = context.while_searching(|| asked.explore(team, &budget, &mut event));
        walked.map_err(|error| asked.failure(&error))?
    };
    drop(progress);
    // Of several hosts only the first has something to tell.
    let Some(walked) = walked else { return Ok(Status::Done) };
    print::print(&asked, &walked)?;
    if let (Some(why), Some((file, _))) = (no_table, &asked.job.table) {
        let message = said::table_not_written(context.lang, file.display(), why);
        return Err(Failure::Told { status: Status::Internal, message });
    }
    Ok(walked.stopped.map_or(Status::Done, Status::from))
}

/// What the command line asks for.
struct Asked<'a> {
    matches: &'a ArgMatches,
    context: &'a Context,
    goal: Board,
    job: Job,
    budget: Budget,
    cluster: Cluster<'a>,
    /// A set of the boards seen so far, in place of two bits for every board: for the first levels of large spaces.
    by_set: bool,
}

/// What a member says on the way.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Remark {
    Level {
        depth: u32,
        states: u64,
        reached: u64,
        all: u64,
    },
    /// The states it has counted itself.
    Count(u64),
    Note(String),
    NoTable(String),
}

/// What a member has found; of the first one something.
#[derive(Serialize, Deserialize)]
struct Found {
    depths: Vec<u64>,
    deepest: Vec<u64>,
    stopped: Option<String>,
}

impl<'a> Asked<'a> {
    fn read(matches: &'a ArgMatches, context: &'a Context) -> Result<Self> {
        let shape = options::read_size(matches).expect("clap requires it");
        let goal = options::read_goal(matches, shape, context.lang).map_err(Failure::input)?;
        let number = |name| matches.get_one::<u64>(name).copied();
        let path = |name| matches.get_one::<PathBuf>(name).cloned();
        let resume = match (matches.get_flag("again"), matches.get_flag("resume")) {
            (true, _) => Resume::IfAny,
            (false, true) => Resume::Must,
            (false, false) => Resume::No,
        };
        let checkpoint = path("checkpoint").map(|folder| {
            let every = number("checkpoint-every").map_or(1, |levels| levels as u32);
            Checkpoint { folder, every, resume }
        });
        let cluster = Cluster::read(matches, context);
        let mut budget = options::budget(matches, context);
        let is_limited = number("max-memory").is_some();
        if let (Some(processes), false) = (cluster.processes, is_limited) {
            let share = budget.byte_limit() / processes as u64;
            budget = budget.max_bytes(share);
        }
        let job = Job {
            shape,
            goal_blank: goal.blank(),
            metric: Metric::parse(options::text(matches, "metric")).expect("clap knows the same names"),
            deepest: number("deepest").unwrap_or(0) as usize,
            depth: number("depth").map(|depth| depth as u32),
            checkpoint,
            table: path("table")
                .map(|file| (file, if options::text(matches, "bits") == "2" { Width::TwoBits } else { Width::Byte })),
            spill: path("spill"),
        };
        let mut asked = Self { matches, context, goal, job, budget, cluster, by_set: false };
        asked.find_room(is_limited)?;
        Ok(asked)
    }

    /// Where shards go that do not fit the memory of a process: nowhere unless the user has said how much there is.
    fn find_room(&mut self, is_limited: bool) -> Result<()> {
        let lang = self.context.lang;
        let space = Space::new(self.job.shape, self.job.goal_blank, self.job.metric);
        let is_plain = self.job.checkpoint.is_none() && self.job.spill.is_none() && self.job.table.is_none();
        let may_be_set = self.job.depth.is_some() && is_plain && self.job.metric == Metric::Single;
        let space = match space {
            Ok(space) => space,
            Err(_) if may_be_set => {
                self.by_set = true;
                return Ok(());
            }
            Err(error) => return Err(Failure::input(error.say(lang))),
        };
        let processes = self.cluster.processes.unwrap_or(1) as u64;
        let distances = self.job.table.as_ref().map_or(0, |(_, width)| width.bytes(space.ranking().states()));
        let planes = Shard::bytes(space.ranking().orders());
        // Processes share the boards; the tables of moves each has for itself.
        let needed = space.bytes() - planes + (planes + distances) / processes;
        let allowed = self.budget.byte_limit();
        if needed <= allowed || self.job.checkpoint.is_some() {
            return Ok(());
        }
        if may_be_set && !is_limited {
            self.by_set = true;
            return Ok(());
        }
        if self.job.table.is_some() || !is_limited && self.job.spill.is_none() {
            let message = said::too_little_memory(lang, lang.bytes(needed), lang.bytes(allowed));
            return Err(Failure::Told { status: Status::Memory, message });
        }
        let folder = self.job.spill.clone().unwrap_or_else(std::env::temp_dir);
        if self.cluster.member().is_none() {
            self.context.note(&said::laid_down(lang, lang.bytes(needed), lang.bytes(allowed), folder.display()));
        }
        // Each process has its own: nobody else reads what it lays down.
        self.job.spill = Some(folder.join(format!("hueco-explore-{}", std::process::id())));
        Ok(())
    }

    /// Percentages are of all boards, where they are counted to the last.
    fn progress(&self, gauge: &Arc<Gauge>) -> Progress<'a> {
        let states = Ranking::new(self.job.shape, self.job.goal_blank).ok().map(|ranking| ranking.states());
        let to_the_end = self.job.depth.is_none();
        Progress::of_levels(self.matches, self.context, gauge, states.filter(|_| !self.by_set), to_the_end)
    }

    fn explore(
        &self,
        team: Team,
        budget: &Budget,
        tell: &mut dyn FnMut(Event),
    ) -> std::result::Result<Option<Walked>, ExploreError> {
        if !self.by_set {
            return hueco_cluster::explore(team, &self.job, budget, tell);
        }
        let mut layer = |Layer { depth, states, reached }| {
            tell(Event::Level(Level { depth, states, reached, all: 0 }));
        };
        let (goal, depth) = (&self.goal, self.job.depth);
        let walked = |Reached { depths, stopped }| Walked { depths, deepest: Vec::new(), stopped };
        let reached = if goal.shape().cells() <= Nibbles::CELLS {
            let tiles = Tiles::<Nibbles>::new(goal, goal, Order::ULRD).expect("goal and goal have one shape");
            reach(team, tiles, budget, depth, &mut layer)?
        } else {
            let tiles = Tiles::<Wide>::new(goal, goal, Order::ULRD).expect("goal and goal have one shape");
            reach(team, tiles, budget, depth, &mut layer)?
        };
        Ok(reached.map(walked))
    }

    /// One of the members.
    fn member(&self, team: Team, remark: &(dyn Fn(Remark) + Sync)) -> Option<Result<Option<Found>>> {
        let gauge = Arc::new(Gauge::default());
        let budget = self.budget.clone().gauge(Arc::clone(&gauge));
        let mut tell = |event| {
            remark(match event {
                Event::Level(Level { depth, states, reached, all }) => Remark::Level { depth, states, reached, all },
                Event::Note(Note::NoTable { fault }) => Remark::NoTable(fault.say(self.context.lang)),
                Event::Note(note) => Remark::Note(note.say(self.context.lang)),
            });
        };
        let explored = std::thread::scope(|scope| {
            let (end, ended) = channel::<()>();
            scope.spawn(move || {
                while ended.recv_timeout(BETWEEN_COUNTS) == Err(RecvTimeoutError::Timeout) {
                    remark(Remark::Count(gauge.count()));
                }
            });
            let explored = self.explore(team, &budget, &mut tell);
            drop(end);
            explored
        });
        match explored {
            Err(ExploreError::Lost(_)) => None,
            Err(error) => Some(Err(self.failure(&error))),
            Ok(walked) => Some(Ok(walked.map(|Walked { depths, deepest, stopped }| {
                let stopped = stopped.map(|limit| limit.name().to_owned());
                Found { depths, deepest, stopped }
            }))),
        }
    }

    /// All members, watched.
    fn watched(&self, progress: &Progress<'_>, gauge: &Gauge, no_table: &mut Option<String>) -> Result<Option<Walked>> {
        let mut counts = vec![0; self.cluster.processes.unwrap_or(1)];
        let mut remark = |member: usize, remark| match remark {
            Remark::Count(count) => gauge.add(count.wrapping_sub(std::mem::replace(&mut counts[member], count))),
            Remark::Level { depth, states, reached, all } => progress.level(Level { depth, states, reached, all }),
            Remark::Note(text) => self.context.note(&text),
            Remark::NoTable(why) => *no_table = Some(why),
        };
        let watch = || self.cluster.watch("explore", None, &mut remark);
        let found: Option<Found> = self.context.while_searching(watch)?;
        Ok(found.map(|Found { depths, deepest, stopped }| Walked {
            depths,
            deepest,
            stopped: stopped.as_deref().and_then(Limit::parse),
        }))
    }

    /// What an error means to the user.
    fn failure(&self, error: &ExploreError) -> Failure {
        let status = match error {
            ExploreError::Lost(_) | ExploreError::Spill(_) => Status::Internal,
            ExploreError::Stopped(limit) => (*limit).into(),
            ExploreError::Space(_)
            | ExploreError::InUse { .. }
            | ExploreError::OtherRun { .. }
            | ExploreError::NothingToResume { .. } => Status::BadInput,
        };
        Failure::Told { status, message: error.say(self.context.lang) }
    }
}
