//! All optimal solutions, and solutions of the fewest slides.
//!
//! Both need a method of their own: an ordinary search ends at its first solution, and its heuristics count single moves.
//! Small spaces have complete tables that answer at once; elsewhere it is IDA* with the strongest bound there is
//! (pattern databases up to sixteen cells).

use hueco_search::{Cost, Ending, Heuristic, Limit, Max, Problem, Report, Solution, Stats};

use super::auto::{self, unproven};
use super::{Answer, Every, Method, Notice, Outcome, PlanError, Run, UsedHeuristic, ladder};
use crate::board::Direction;
use crate::cells::{Cells, Nibbles, Wide};
use crate::heuristic::{Additive, HeuristicSpec, LinearConflict, Named};
use crate::multi::{MultiError, Slide};
use crate::problem::Tiles;
use hueco_search::{AllOptimal, all_optimal};

/// Up to this many cells a complete table is built for all solutions: two million states at most.
const TABLE_CELLS: usize = 10;

/// All solutions of the fewest single moves.
pub(super) fn all_solutions(run: &mut Run<'_>) -> Result<Answer, PlanError> {
    let plan = run.plan;
    if plan.board.shape().cells() <= Nibbles::CELLS {
        return small(&Tiles::new(&plan.board, &plan.goal, plan.order)?, run);
    }
    let tiles = Tiles::<Wide>::new(&plan.board, &plan.goal, plan.order)?;
    let conflict = LinearConflict::new(tiles.frame());
    let Ok(walking) = run.workbench.walking(tiles.frame(), tiles.frame().home()) else {
        return Ok(listed(&tiles, &conflict, HeuristicSpec::from(Named::LinearConflict), conflict.bytes() as u64, run));
    };
    let bytes = (walking.bytes() + conflict.bytes()) as u64;
    Ok(listed(&tiles, &Max(walking, conflict), HeuristicSpec::walking_and_conflict(), bytes, run))
}

fn small(tiles: &Tiles<Nibbles>, run: &mut Run<'_>) -> Result<Answer, PlanError> {
    if tiles.frame().shape().cells() <= TABLE_CELLS
        && let Ok(table) = run.distances(tiles.frame())
    {
        let mut answer = listed(tiles, &*table, UsedHeuristic::Distance, table.bytes(), run);
        // The table counts what would take too long to list.
        if let (Some(every), Some(count)) = (&mut answer.every, table.count_optimal(&tiles.start()))
            && answer.outcome != Outcome::Stopped(Limit::Interrupt)
        {
            (every.count, every.complete) = (count, true);
        }
        return Ok(answer);
    }
    let Some(partition) = ladder::usual(tiles.frame(), run) else {
        let conflict = LinearConflict::new(tiles.frame());
        return Ok(listed(tiles, &conflict, HeuristicSpec::from(Named::LinearConflict), conflict.bytes() as u64, run));
    };
    let patterns = run.patterns(&partition, None)?;
    let additive = Additive::new(tiles.frame(), patterns.tables.clone()).expect("the partition is this board's");
    Ok(listed(tiles, &additive, HeuristicSpec::Pattern(None), patterns.tables.bytes(), run))
}

fn listed<C: Cells, H: Heuristic<Tiles<C>>>(
    tiles: &Tiles<C>,
    heuristic: &H,
    used: impl Into<UsedHeuristic>,
    table_bytes: u64,
    run: &mut Run<'_>,
) -> Answer {
    let most = run.plan.every.unwrap_or(0);
    // The first of them is the answer's own solution, listed or not.
    let all = all_optimal(tiles, heuristic, most.max(1), run.whole_budget()).expect("these bounds are admissible");
    let slide = |direction| Slide { direction, cells: 1 };
    let first = all.listed.first().cloned();
    let every = every(&all, most, |actions: &Vec<Direction>| actions.iter().copied().map(slide).collect());
    let mut answer = Answer::of(report(&all, first), Method::ida_star(used), table_bytes);
    answer.every = Some(every);
    answer
}

fn every<A>(all: &AllOptimal<A>, most: usize, slides: impl Fn(&Vec<A>) -> Vec<Slide>) -> Every {
    let listed = all.listed.iter().take(most).map(slides).collect();
    Every { count: all.count, complete: all.ending == Ending::Solved, listed }
}

/// What was found as a report of its first solution. A limit that came after it still stopped the listing.
fn report<A>(all: &AllOptimal<A>, first: Option<Vec<Direction>>) -> Report<Direction> {
    Report {
        ending: all.ending,
        solution: first.map(|actions| Solution { actions, cost: all.cost }),
        lower_bound: all.cost,
        stats: all.stats,
    }
}

/// A solution of the fewest slides, or all of them.
pub(super) fn fewest_slides(run: &mut Run<'_>) -> Result<Answer, PlanError> {
    let plan = run.plan;
    let large = plan.board.shape().cells() > Nibbles::CELLS;
    if large && plan.timeout.is_none() && !plan.optimal {
        run.deadline = run.started.checked_add(auto::DEFAULT_TIME / 2);
    }
    let solver = match run.slides() {
        Ok(solver) => solver,
        Err(MultiError::Shape(shape)) => return Err(shape.into()),
        Err(MultiError::TooLarge(_)) => return joined(0, Stats::default(), Limit::Memory, run),
        Err(MultiError::Table(_)) => return joined(0, Stats::default(), Limit::Time, run),
    };
    let steps = |slides: &[Slide]| slides.iter().flat_map(|slide| slide.steps()).collect::<Vec<_>>();
    let budget = run.whole_budget();
    let found = match plan.every {
        Some(most) => solver.all(&plan.board, most.max(1), budget).map(|all| {
            let every = every(&all, most, Vec::clone);
            let first = all.listed.first().cloned();
            (report(&all, first.as_deref().map(steps)), first, Some(every))
        }),
        None => solver.solve(&plan.board, budget).map(|found| {
            let slides = found.solution.map(|solution| solution.actions);
            let solution =
                slides.as_deref().map(|slides| Solution { cost: slides.len() as Cost, actions: steps(slides) });
            let report = Report { ending: found.ending, solution, lower_bound: found.lower_bound, stats: found.stats };
            (report, slides, None)
        }),
    };
    let (report, slides, every) = found.expect("the shapes agree: parity has compared them");
    if let (None, Ending::Stopped(limit)) = (&slides, report.ending) {
        return joined(report.lower_bound, report.stats, limit, run);
    }
    let method = solver.bound().map_or(Method::Table, |bound| Method::ida_star(UsedHeuristic::Slides(bound)));
    let mut answer = Answer::of(report, method, solver.bytes());
    (answer.slides, answer.every) = (slides, every);
    Ok(answer)
}

/// No proof in this metric within the limits: a solution by single moves, neighbouring moves along one line joined.
fn joined(bound: Cost, earlier: Stats, limit: Limit, run: &mut Run<'_>) -> Result<Answer, PlanError> {
    let plan = run.plan;
    run.deadline = plan.timeout.and_then(|time| run.started.checked_add(time));
    let mut answer = if plan.board.shape().cells() <= Nibbles::CELLS {
        auto::anytime(&Tiles::<Nibbles>::new(&plan.board, &plan.goal, plan.order)?, run)
    } else {
        auto::anytime(&Tiles::<Wide>::new(&plan.board, &plan.goal, plan.order)?, run)
    };
    let moves = answer.moves.clone().unwrap_or_default();
    let slides: Vec<Slide> =
        moves.chunk_by(|one, two| one == two).map(|run| Slide { direction: run[0], cells: run.len() as u16 }).collect();
    // A slide is at most as many single moves as a line has tiles to pass.
    let shape = plan.board.shape();
    let longest = (shape.rows().max(shape.cols()) - 1) as Cost;
    answer.lower_bound = bound.max(answer.lower_bound.div_ceil(longest));
    answer.optimal = answer.moves.is_some() && slides.len() == answer.lower_bound as usize;
    answer.stats += earlier;
    answer.slides = answer.moves.is_some().then_some(slides);
    if answer.moves.is_some() && !answer.optimal {
        let asked_for_proof = plan.optimal || plan.every.is_some();
        answer.outcome = if asked_for_proof { Outcome::Stopped(limit) } else { unproven(limit, run) };
    }
    run.notices.push(Notice::Joined);
    Ok(answer)
}
