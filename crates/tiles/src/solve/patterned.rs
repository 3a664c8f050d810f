//! The heuristic `pattern`, alone or in a `max`: additive pattern databases beside the others.
//!
//! Their tables come from the workbench, so a batch builds them once. IDA* with `pattern` alone, on boards of at most sixteen
//! cells, has a search written for speed that counts the same nodes as the engine's.

use hueco_search::Max;

use super::{Answer, Method, PlanError, Run, informed, ladder};
use crate::IS_SMALL;
use crate::cells::{Cells, Nibbles};
use crate::heuristic::{Additive, AnyHeuristic, HeuristicSpec};
use crate::pattern::{Partition, PartitionSpec};
use crate::problem::Tiles;

/// The methods that are led by a heuristic, with one that has pattern databases in it.
pub(super) fn patterned<C: Cells>(
    tiles: &Tiles<C>,
    spec: &HeuristicSpec,
    run: &mut Run<'_>,
) -> Result<Answer, PlanError> {
    let plan = run.plan;
    let frame = tiles.frame();
    let others = AnyHeuristic::beside_patterns(spec, frame, frame.home(), run.workbench)?;
    let additive = |target: &[u16], run: &mut Run<'_>| {
        let partition = partition(tiles, spec.partition(), target, run)?;
        let patterns = run.patterns(&partition, None)?;
        let additive = Additive::towards(frame, target, patterns.tables.clone());
        Ok::<_, PlanError>((additive.expect("the partition is for this shape and target"), patterns.bytes()))
    };
    let (patterns, bytes) = additive(frame.home(), run)?;
    let table_bytes = bytes + others.table_bytes() as u64;
    let backward = if plan.algorithm.estimates_both_ways() {
        let target = tiles.start_positions();
        let others = AnyHeuristic::beside_patterns(spec, frame, &target, run.workbench)?;
        Some((additive(&target, run)?.0, others))
    } else {
        None
    };
    if IS_SMALL {
        let joined = |(patterns, others): (Additive, AnyHeuristic)| others.with_patterns::<C>(patterns);
        let to_goal = joined((patterns, others));
        let to_start = backward.map_or_else(|| to_goal.clone(), joined);
        return Ok(informed(tiles, &to_goal, &to_start, spec.clone().into(), table_bytes, run));
    }
    let to_goal = Max(patterns, others);
    let to_start = backward.map_or_else(|| to_goal.clone(), |(patterns, others)| Max(patterns, others));
    Ok(informed(tiles, &to_goal, &to_start, spec.clone().into(), table_bytes, run))
}

/// IDA* with `pattern` alone, by the search written for it. `None` for partitions that it has no layout for.
pub(super) fn fast(
    tiles: &Tiles<Nibbles>,
    partition: Option<&PartitionSpec>,
    run: &mut Run<'_>,
) -> Result<Option<Answer>, PlanError> {
    let spec = HeuristicSpec::Pattern(partition.cloned());
    let partition = self::partition(tiles, partition, tiles.frame().home(), run)?;
    let patterns = run.patterns(&partition, None)?;
    let Some(search) = &patterns.search else { return Ok(None) };
    let threads = run.plan.threads.unwrap_or(1);
    let report = search.ida_star(tiles, threads, run.whole_budget());
    Ok(Some(Answer::of(report, Method::ida_star(spec), patterns.bytes())))
}

/// The partition, measured to `target`; where none is named, the largest available.
fn partition<C: Cells>(
    tiles: &Tiles<C>,
    spec: Option<&PartitionSpec>,
    target: &[u16],
    run: &mut Run<'_>,
) -> Result<Partition, PlanError> {
    let (frame, blank) = (tiles.frame(), target[0] as usize);
    let Some(spec) = spec else {
        return Ok(match ladder::usual(frame, run) {
            Some(partition) if partition.blank() == blank => partition,
            _ => Partition::auto(frame.shape(), blank)?,
        });
    };
    // Tiles are named by their numbers, which the frame turns into labels.
    let home_of = |tile: usize| Some(target[frame.label(tile)? as usize] as usize);
    Ok(Partition::of(spec, frame.shape(), blank, home_of)?)
}
