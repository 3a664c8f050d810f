//! The ONE place where names chosen at run time meet types: a [`Plan`] goes in, an [`Answer`] comes out.
//!
//! ```text
//! Plan ─▶ shapes agree? ─▶ parity: solvable? ─▶ packing (one word, or wide) ─▶ algorithm ─▶ heuristic ─▶ search ─▶ Answer
//!                                                        └─ auto (auto.rs): chooses, and keeps improving
//! ```
//! Manhattan distance on packed boards is compiled into each search; every other heuristic goes through
//! [`AnyHeuristic`], whose memo is a few plain words. IDA* with Manhattan on 4x4 boards has the hand-written
//! [`kernel`].

mod auto;
pub(crate) mod checkpoint;
mod every;
mod exact;
mod ladder;
mod method;
mod patterned;
mod plan;
mod proven;
mod run;
mod watch;

use std::time::Duration;

use hueco_search::{
    Anytime, Beam, BestFirst, Bfhs, Bidirectional, DepthFirst, Ending, Heuristic, Ibex, IdaStar, Problem as _, Quality,
    Rbfs, Report, SmaStar, StackSearch, Stats, hda_star, parallel_ida_star,
};
use thiserror::Error;

use crate::IS_SMALL;
use crate::board::{Direction, Shape};
use crate::cells::{Cells, Nibbles, Wide};
use crate::file::FileFault;
use crate::heuristic::{AnyHeuristic, HeuristicError, HeuristicSpec, Manhattan, Named};
use crate::kernel;
use crate::metric::Metric;
use crate::optimal::Prover;
use crate::parity::{Solvability, solvability};
use crate::pattern::{BuildError, PartitionError};
use crate::problem::{ShapeMismatch, Tiles};
use crate::space::DistanceTable;
use crate::workbench::Workbench;

use run::Run;

pub use hueco_search::Algorithm;
pub use method::{Method, UsedHeuristic};
pub use plan::{Answer, Batch, Building, Every, Notice, Outcome, Plan, Progress, RoundProgress};
pub use watch::{solve_watched, watched_plan};

/// The heuristic of a method that needs one when the plan names none.
pub const DEFAULT_HEURISTIC: HeuristicSpec = HeuristicSpec::Named(Named::Manhattan);

/// Why a plan cannot be carried out.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlanError {
    /// Board and goal differ in shape.
    #[error(transparent)]
    Shape(#[from] ShapeMismatch),
    /// The heuristic's table would be too large for this shape, or its parts do not fit beside a state.
    #[error(transparent)]
    Heuristic(#[from] HeuristicError),
    /// The partition of the heuristic `pattern` is wrong for this board.
    #[error(transparent)]
    Partition(#[from] PartitionError),
    /// The tables of the heuristic `pattern` could not be built.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// All solutions, and fewest slides, are found by methods of their own.
    #[error("all solutions and fewest slides go with the method auto only")]
    OnlyAuto,
    /// A table of distances is for other boards, another goal cell of the blank or another metric.
    #[error(
        "the table of distances is for {shape} boards with the blank's goal in cell {blank}, or for another metric"
    )]
    OtherTable {
        /// The table's boards.
        shape: Shape,
        /// Its goal cell of the blank, from 1.
        blank: usize,
    },
    /// A table of distances, read from a file with right checksums, does not hold distances.
    #[error("the table of distances contradicts itself")]
    WrongTable,
    /// The checkpoint is no good, or is another board's.
    #[error("the checkpoint cannot be resumed: {0}")]
    Checkpoint(FileFault),
    /// A table of distances leads to the goal only.
    #[error("a table of distances leads to the goal only; nbs searches from both ends")]
    TableBothEnds,
}

/// Carries a plan out, with the tables of a workbench. `progress` is called now and then, and for every better solution.
///
/// Moves and counts follow from the plan and from the tables in its folder alone, except where a clock decides: a plan with a
/// time limit, and `auto` on boards that it improves while time lasts.
///
/// ```
/// use hueco_tiles::solve::{Plan, solve};
/// use hueco_tiles::{Board, Workbench, parse_board};
///
/// let board = parse_board("8 6 7 / 2 5 4 / 3 0 1", None)?;
/// let goal = Board::blank_last(board.shape());
/// let answer = solve(&Plan::new(board, goal), &Workbench::default(), &mut |_| ())?;
/// assert!(answer.optimal);
/// assert_eq!(answer.moves.map(|moves| moves.len()), Some(31));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve(plan: &Plan, workbench: &Workbench, progress: &mut dyn FnMut(&Progress)) -> Result<Answer, PlanError> {
    carry_out(Run::new(plan, workbench, progress))
}

fn carry_out(mut run: Run<'_>) -> Result<Answer, PlanError> {
    let (plan, started) = (run.plan, run.started);
    let counts_all = plan.every.is_some() || plan.metric == Metric::Multi;
    if counts_all && (IS_SMALL || plan.algorithm != Algorithm::Auto) {
        return Err(PlanError::OnlyAuto);
    }
    let mut answer = if let Solvability::Unsolvable(_) = solvability(&plan.board, &plan.goal)? {
        Answer::unsolvable(plan)
    } else if !IS_SMALL && plan.metric == Metric::Multi {
        every::fewest_slides(&mut run)?
    } else if !IS_SMALL && plan.every.is_some() {
        every::all_solutions(&mut run)?
    } else if plan.board.shape().cells() <= Nibbles::CELLS {
        let tiles = Tiles::<Nibbles>::new(&plan.board, &plan.goal, plan.order)?;
        small(&tiles, &mut run)?
    } else {
        let tiles = Tiles::<Wide>::new(&plan.board, &plan.goal, plan.order)?;
        let insists = plan.algorithm == Algorithm::Auto && plan.optimal && run.watch.is_none();
        if !IS_SMALL && insists && Prover::serves(plan.board.shape()) {
            proven::proven(&tiles, &mut run)?
        } else {
            any_size(&tiles, &mut run)?
        }
    };
    answer.time = started.elapsed();
    answer.notices = run.notices;
    Ok(answer)
}

/// Boards of at most 16 cells: the hot pairs first, then like any other.
fn small(tiles: &Tiles<Nibbles>, run: &mut Run<'_>) -> Result<Answer, PlanError> {
    if !IS_SMALL && let Some(table) = &run.plan.distances {
        return by_table(tiles, table, run);
    }
    if run.plan.algorithm == Algorithm::Auto && !run.plan.fast {
        return Ok(exact::exact(tiles, run));
    }
    let spec = run.plan.heuristic.clone().unwrap_or(DEFAULT_HEURISTIC);
    if let HeuristicSpec::Pattern(partition) = &spec
        && run.plan.algorithm == Algorithm::Idastar
        && run.watch.is_none()
        && let Some(answer) = patterned::fast(tiles, partition.as_ref(), run)?
    {
        return Ok(answer);
    }
    if spec == HeuristicSpec::Named(Named::Manhattan) && run.plan.algorithm.uses_heuristic() {
        if run.plan.algorithm == Algorithm::Idastar && run.watch.is_none() && kernel::serves(tiles) {
            let threads = run.plan.threads.unwrap_or(1);
            let report = kernel::ida_star_4x4_on_threads(tiles, threads, run.whole_budget());
            return Ok(Answer::of(report, Method::ida_star(spec), 0));
        }
        let to_goal = Manhattan::new(tiles.frame());
        if !IS_SMALL {
            let to_start = Manhattan::towards(tiles.frame(), &tiles.start_positions());
            return Ok(informed(tiles, &to_goal, &to_start, spec.into(), 0, run));
        }
        // The hot ones: `exact.rs` has them too.
        let report = match run.plan.algorithm {
            Algorithm::Astar => run.search(&mut BestFirst::a_star(tiles, &to_goal, run.plan.ties)),
            Algorithm::Idastar => run.search(&mut IdaStar::ida_star(tiles, &to_goal)),
            _ => return any_size(tiles, run),
        };
        return Ok(Answer::of(report, Method::search(run.plan.algorithm, Some(spec.into())), 0));
    }
    any_size(tiles, run)
}

/// The methods that are led by a heuristic, with the true distance for it; `auto` is A*.
///
/// The table may come from a file, and a checksum does not say who wrote it: it must lead to the goal, and what the search
/// proves must be as long as it says.
fn by_table(tiles: &Tiles<Nibbles>, table: &DistanceTable, run: &mut Run<'_>) -> Result<Answer, PlanError> {
    let plan = run.plan;
    if !table.serves(tiles.frame()) || table.space().metric() != Metric::Single {
        let ranking = table.space().ranking();
        return Err(PlanError::OtherTable { shape: ranking.shape(), blank: ranking.goal_blank() + 1 });
    }
    if plan.algorithm.estimates_both_ways() {
        return Err(PlanError::TableBothEnds);
    }
    if plan.algorithm != Algorithm::Auto && !plan.algorithm.uses_heuristic() {
        return any_size(tiles, run);
    }
    let length = table.solve(&tiles.start()).ok_or(PlanError::WrongTable)?.len();
    let answer = informed(tiles, table, table, UsedHeuristic::Distance, table.bytes(), run);
    let is_wrong = answer.outcome == Outcome::Unsolvable || answer.optimal && answer.length() != Some(length);
    if is_wrong { Err(PlanError::WrongTable) } else { Ok(answer) }
}

/// Any packing, any method, any heuristic.
fn any_size<C: Cells>(tiles: &Tiles<C>, run: &mut Run<'_>) -> Result<Answer, PlanError> {
    if run.plan.algorithm == Algorithm::Auto {
        return Ok(auto::anytime(tiles, run));
    }
    if IS_SMALL {
        return by_name(&run.mixed()?, run);
    }
    by_name(tiles, run)
}

/// Any method that has a name.
fn by_name<C: Cells>(tiles: &Tiles<C>, run: &mut Run<'_>) -> Result<Answer, PlanError> {
    let plan = run.plan;
    let blind = |report| Ok(Answer::of(report, Method::search(plan.algorithm, None), 0));
    match plan.algorithm {
        Algorithm::Bfs => blind(run.search_last(BestFirst::breadth_first(tiles))),
        Algorithm::Ucs => blind(run.search_last(BestFirst::uniform_cost(tiles, plan.ties))),
        Algorithm::Dfs => blind(run.search_last(DepthFirst::plain(tiles))),
        Algorithm::Dls => blind(run.search_last(DepthFirst::depth_limited(tiles, plan.depth))),
        Algorithm::Iddfs => blind(run.search_last(DepthFirst::iterative_deepening(tiles))),
        Algorithm::Bidirectional => blind(run.search_last(Bidirectional::breadth_first(tiles))),
        _ => {
            let spec = plan.heuristic.clone().unwrap_or(DEFAULT_HEURISTIC);
            if spec.has_pattern() {
                return patterned::patterned(tiles, &spec, run);
            }
            let to_goal = AnyHeuristic::new(&spec, tiles.frame(), tiles.frame().home(), run.workbench)?;
            let table_bytes = to_goal.table_bytes() as u64;
            let to_start = if plan.algorithm.estimates_both_ways() {
                AnyHeuristic::new(&spec, tiles.frame(), &tiles.start_positions(), run.workbench)?
            } else {
                to_goal.clone()
            };
            Ok(informed(tiles, &to_goal, &to_start, spec.into(), table_bytes, run))
        }
    }
}

/// The methods that are led by a heuristic; `auto` is A*.
fn informed<C: Cells, H: Heuristic<Tiles<C>, Memo: Send + Sync> + Sync>(
    tiles: &Tiles<C>,
    to_goal: &H,
    to_start: &H,
    heuristic: UsedHeuristic,
    table_bytes: u64,
    run: &mut Run<'_>,
) -> Answer {
    let plan = run.plan;
    let algorithm = if plan.algorithm == Algorithm::Auto { Algorithm::Astar } else { plan.algorithm };
    // A search that is watched is stepped by one thread.
    let threads = if run.watch.is_none() && !IS_SMALL { plan.threads.unwrap_or(1) } else { 1 };
    // The last ones are compiled for one observer, not for two: they are not the hot ones.
    let report = match algorithm {
        Algorithm::Greedy => run.search_last(BestFirst::greedy(tiles, to_goal, plan.ties)),
        Algorithm::Wastar => run.search_last(BestFirst::weighted_a_star(tiles, to_goal, plan.weight, plan.ties)),
        Algorithm::Idastar if !IS_SMALL && threads > 1 => {
            parallel_ida_star(tiles, to_goal, threads, run.whole_budget())
        }
        Algorithm::Hdastar if !IS_SMALL && threads > 1 => hda_star(tiles, to_goal, threads, run.whole_budget()),
        Algorithm::Idastar => run.search_last(IdaStar::ida_star(tiles, to_goal)),
        Algorithm::Nbs => run.search_last(Bidirectional::nbs(tiles, to_goal, to_start)),
        Algorithm::Dvcbs => run.search_last(Bidirectional::dvcbs(tiles, to_goal, to_start)),
        Algorithm::Beam => run.search_last(Beam::new(tiles, to_goal, plan.width)),
        Algorithm::Stack => run.search_last(StackSearch::by_estimate(tiles, to_goal)),
        Algorithm::Rbfs => run.improve_last(Rbfs::new(tiles, to_goal)),
        Algorithm::Smastar => run.improve_last(SmaStar::new(tiles, to_goal)),
        Algorithm::Bfhs => run.improve_last(Bfhs::new(tiles, to_goal)),
        Algorithm::Ibex => run.improve_last(Ibex::new(tiles, to_goal)),
        Algorithm::Dps => run.improve_last(Anytime::dps(tiles, to_goal, plan.weight, plan.ties)),
        Algorithm::Arastar => run.improve_last(Anytime::ara_star(tiles, to_goal, plan.weight, plan.ties)),
        Algorithm::Awastar => run.improve_last(Anytime::awa_star(tiles, to_goal, plan.weight, plan.ties)),
        _ => run.search_last(BestFirst::a_star(tiles, to_goal, plan.ties)),
    };
    let mut answer = Answer::of(report, Method::search(algorithm, Some(heuristic)), table_bytes);
    if algorithm.is_bounded() && to_goal.quality() >= Quality::Admissible && answer.moves.is_some() {
        answer.within = Some(plan.weight);
    }
    if let (true, Some(_), Outcome::Stopped(limit)) = (algorithm.is_anytime(), &answer.moves, answer.outcome) {
        answer.outcome = auto::unproven(limit, run);
    }
    answer
}

impl Answer {
    fn unsolvable(plan: &Plan) -> Self {
        Self {
            outcome: Outcome::Unsolvable,
            optimal: false,
            moves: None,
            lower_bound: 0,
            method: Method::search(plan.algorithm, None),
            within: None,
            slides: None,
            every: None,
            stats: Stats::default(),
            table_bytes: 0,
            time: Duration::ZERO,
            notices: Vec::new(),
        }
    }

    fn of(report: Report<Direction>, method: Method, table_bytes: u64) -> Self {
        let outcome = match report.ending {
            Ending::Solved => Outcome::Solved,
            Ending::Unsolvable => Outcome::Unsolvable,
            Ending::Stopped(limit) => Outcome::Stopped(limit),
        };
        Self {
            outcome,
            optimal: report.is_optimal(),
            lower_bound: report.lower_bound,
            moves: report.solution.map(|solution| solution.actions),
            method,
            within: None,
            slides: None,
            every: None,
            stats: report.stats,
            table_bytes,
            time: Duration::ZERO,
            notices: Vec::new(),
        }
    }
}
