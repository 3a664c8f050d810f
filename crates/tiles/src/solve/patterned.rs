//! The heuristic `pattern`, alone or in a `max`: additive pattern databases beside the others.
//!
//! Their tables come from the shelf, so a batch builds them once. IDA* with `pattern` alone, on boards of at most sixteen
//! cells, has a search written for speed that counts the same nodes as the engine's.

use hueco_search::Max;

use super::{Algorithm, Answer, Course, PlanError, informed, ladder, shelf};
use crate::cells::{Cells, Nibbles};
use crate::heuristic::{Additive, AnyHeuristic, PATTERN};
use crate::pattern::Partition;
use crate::problem::Tiles;

/// The methods that are led by a heuristic, with a name that has `pattern` in it.
pub(super) fn patterned<C: Cells>(tiles: &Tiles<C>, name: &str, course: &mut Course<'_>) -> Result<Answer, PlanError> {
    let plan = course.plan;
    let frame = tiles.frame();
    let others = AnyHeuristic::beside_patterns(name, frame, frame.home())?;
    let name = others.name().to_owned();
    let partition = partition(tiles, frame.home(), course)?;
    let patterns = shelf::ready(&partition, course)?;
    let table_bytes = patterns.bytes() + others.table_bytes() as u64;
    let additive = |partition: &Partition, target: &[u16], course: &mut Course<'_>| {
        let patterns = shelf::ready(partition, course)?;
        let additive = Additive::towards(frame, target, patterns.tables.clone());
        Ok::<_, PlanError>(additive.expect("the partition is for this shape and target"))
    };
    let to_goal = Max(additive(&partition, frame.home(), course)?, others.clone());
    let to_start = if plan.algorithm == Algorithm::Nbs {
        let target = tiles.start_positions();
        let partition = self::partition(tiles, &target, course)?;
        Max(additive(&partition, &target, course)?, AnyHeuristic::beside_patterns(&name, frame, &target)?)
    } else {
        to_goal.clone()
    };
    Ok(informed(tiles, &to_goal, &to_start, &name, table_bytes, course))
}

/// IDA* with `pattern` alone, by the search written for it. `None` for partitions that it has no layout for.
pub(super) fn fast(tiles: &Tiles<Nibbles>, course: &mut Course<'_>) -> Result<Option<Answer>, PlanError> {
    let partition = partition(tiles, tiles.frame().home(), course)?;
    let patterns = shelf::ready(&partition, course)?;
    let Some(search) = &patterns.search else { return Ok(None) };
    let threads = course.plan.threads.unwrap_or(1);
    let report = search.ida_star(tiles, threads, course.whole_budget());
    Ok(Some(Answer::of(report, Algorithm::Idastar, Some(PATTERN.to_owned()), patterns.bytes())))
}

/// The partition that the plan names, measured to `target`; else the largest at hand.
fn partition<C: Cells>(tiles: &Tiles<C>, target: &[u16], course: &mut Course<'_>) -> Result<Partition, PlanError> {
    let (frame, blank) = (tiles.frame(), target[0] as usize);
    let Some(text) = &course.plan.partition else {
        return Ok(match ladder::usual(frame, course) {
            Some(partition) if partition.blank() == blank => partition,
            _ => Partition::auto(frame.shape(), blank)?,
        });
    };
    // Tiles are named by their numbers, which the frame turns into labels.
    let home_of = |tile: usize| Some(target[frame.label(tile)? as usize] as usize);
    Ok(Partition::parse(text, frame.shape(), blank, home_of)?)
}
