//! `solve`: a board, by any method, with better solutions as they are found.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use hueco_show::answer::{MovesOf, Solved};
use hueco_show::layers::{LayerCounter, Layers};
use hueco_tiles::heuristic::HeuristicSpec;
use hueco_tiles::solve::{Algorithm, Answer, Batch, Plan, PlanError, Progress as PlanProgress, solve, solve_watched};
use hueco_tiles::space::DistanceTable;
use hueco_tiles::{Board, Metric};
use serde::Serialize;

use crate::error::{JobError, RequestError};
use crate::events::{Events, JobEvent};
use crate::fields::Fields;
use crate::limits::{Allowance, Limits};
use crate::part::UNUSED_BY_PAGES;
use crate::read;
use crate::tuning::Tuning;
use crate::workbench::Workbench;
use crate::write::{self, Bounded};

/// Boards of more cells are improved until their time ends: this long where a request does not say.
const ANYTIME_CELLS: usize = 16;
const ANYTIME: Duration = Duration::from_secs(10);
/// Optimal solutions that are listed at most.
pub(crate) const MOST_LISTED: u64 = 10_000;

/// A board to solve, and how.
#[derive(Clone, Debug, Serialize)]
pub struct Solve {
    /// From here.
    #[serde(serialize_with = "write::display")]
    pub board: Board,
    /// To here; the same shape.
    #[serde(serialize_with = "write::display")]
    pub goal: Board,
    /// The method.
    pub algorithm: Algorithm,
    /// The heuristic; `None`: the method's own choice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub heuristic: Option<HeuristicSpec>,
    /// What tunes the method.
    #[serde(flatten)]
    pub tuning: Tuning,
    /// `auto`: accept only a proven optimum.
    pub optimal: bool,
    /// `auto`: take the first answer.
    pub fast: bool,
    /// What counts as one move.
    pub metric: Metric,
    /// All optimal solutions: counted, and at most this number of them listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub all: Option<usize>,
    /// Whose direction the letters of moves name.
    pub moves_of: MovesOf,
    /// Limits of the run.
    #[serde(flatten)]
    pub limits: Limits,
    /// The distances of all boards, in place of the heuristic.
    #[serde(skip)]
    pub distances: Option<Arc<DistanceTable>>,
    /// The batch that the board is part of.
    #[serde(skip)]
    pub batch: Batch,
    /// Threads that build tables; `None`: as many as search.
    #[serde(skip)]
    pub build_threads: Option<usize>,
    /// Where a proof is saved as it goes, and resumed from. Only a command on the user's own machine has such a file.
    #[serde(skip)]
    pub checkpoint: Option<PathBuf>,
    /// The program ends with this answer: nothing needs to be freed.
    #[serde(skip)]
    pub ends: bool,
}

/// A board, solved or not.
#[derive(Clone, Debug)]
pub struct SolveResult {
    /// What was run.
    pub plan: Plan,
    /// What came of it.
    pub answer: Answer,
    /// Whose direction the letters of moves name.
    pub moves_of: MovesOf,
}

impl Solve {
    /// The fastest path to an answer, with nothing else asked.
    pub fn new(board: Board, goal: Board) -> Self {
        Self {
            board,
            goal,
            algorithm: Algorithm::Auto,
            heuristic: None,
            tuning: Tuning::default(),
            optimal: false,
            fast: false,
            metric: Metric::Single,
            all: None,
            moves_of: MovesOf::Blank,
            limits: Limits::default(),
            distances: None,
            batch: Batch::default(),
            build_threads: None,
            checkpoint: None,
            ends: false,
        }
    }

    pub(crate) fn read(fields: &mut Fields, allowed: &Allowance) -> Result<Self, RequestError> {
        let size = read::size(fields, allowed)?;
        let board = read::required_board(fields, "board", size, allowed)?;
        let goal = read::goal(fields.value("goal").as_ref(), board.shape())?;
        let asked_time = fields.has("seconds");
        let mut limits = Limits::read(fields, allowed)?;
        if !asked_time && board.shape().cells() > ANYTIME_CELLS {
            limits.time = limits.time.map(|time| time.min(ANYTIME));
        }
        let (mut metric, mut all) = (Metric::Single, None);
        if UNUSED_BY_PAGES {
            metric = fields.named("metric", &Metric::ALL)?.unwrap_or(metric);
            all = fields.whole("all", 0, MOST_LISTED)?.map(|most| most as usize);
        }
        let algorithm = fields.text("algorithm")?.map(|name| read::algorithm_of(&name, "algorithm")).transpose()?;
        Ok(Self {
            algorithm: algorithm.unwrap_or(Algorithm::Auto),
            heuristic: read::heuristic(fields)?,
            tuning: Tuning::read(fields, allowed)?,
            optimal: fields.flag("optimal")?,
            fast: fields.flag("fast")?,
            metric,
            all,
            moves_of: read::moves_of(fields)?,
            limits,
            ..Self::new(board, goal)
        })
    }

    /// The plan of this request on a workbench.
    pub fn plan(&self, workbench: &Workbench) -> Plan {
        self.tuning.apply(Plan {
            algorithm: self.algorithm,
            heuristic: self.heuristic.clone(),
            optimal: self.optimal,
            fast: self.fast,
            metric: self.metric,
            every: self.all,
            max_nodes: self.limits.nodes,
            max_bytes: self.limits.bytes,
            timeout: self.limits.time,
            store: workbench.store().cloned(),
            build_threads: self.build_threads,
            distances: self.distances.clone(),
            batch: self.batch,
            checkpoint: self.checkpoint.clone(),
            ends: self.ends,
            ..Plan::new(self.board.clone(), self.goal.clone())
        })
    }

    /// Runs it.
    pub fn run(&self, workbench: &Workbench, events: &mut dyn Events) -> Result<SolveResult, JobError> {
        self.carry_out(workbench, events, |plan, report| solve(plan, workbench.tables(), report))
    }

    /// Runs it, and hands every event of the search to `sink`.
    pub fn record(
        &self,
        workbench: &Workbench,
        events: &mut dyn Events,
        sink: &mut dyn hueco_search::Events,
    ) -> Result<SolveResult, JobError> {
        self.carry_out(workbench, events, |plan, report| solve_watched(plan, workbench.tables(), report, sink))
    }

    /// Runs it, and counts its layers where that is wanted: the search is then observed, as in [`record`](Self::record).
    pub fn run_in_layers(
        &self,
        workbench: &Workbench,
        events: &mut dyn Events,
        wanted: bool,
    ) -> Result<(SolveResult, Option<Layers>), JobError> {
        if !wanted {
            return Ok((self.run(workbench, events)?, None));
        }
        let mut counter = LayerCounter::default();
        let solved = self.record(workbench, events, &mut counter)?;
        Ok((solved, Some(counter.finish())))
    }

    fn carry_out(
        &self,
        workbench: &Workbench,
        events: &mut dyn Events,
        search: impl FnOnce(&Plan, &mut dyn FnMut(&PlanProgress)) -> Result<Answer, PlanError>,
    ) -> Result<SolveResult, JobError> {
        let (cancel, gauge) = (events.cancel(), events.begin_search());
        let plan = Plan { cancel, gauge, ..self.plan(workbench) };
        let answer = search(&plan, &mut |progress| emit(progress, events))?;
        Ok(SolveResult { plan, answer, moves_of: self.moves_of })
    }
}

/// The events of one report of a plan's progress.
fn emit(progress: &PlanProgress, events: &mut dyn Events) {
    if let Some(length) = progress.best {
        let lower_bound = progress.lower_bound;
        events.emit(JobEvent::Better { length, lower_bound, moves: progress.moves.as_ref() });
    }
    events.emit(JobEvent::Progress(&progress.into()));
}

impl SolveResult {
    pub(crate) fn write(&self, out: &mut Bounded) -> Result<(), JobError> {
        out.json(&Solved::new(&self.plan, &self.answer, self.moves_of))
    }
}
