//! The heuristic `pattern`, alone or in a `max`: additive pattern databases beside the others.
//!
//! Their tables come from the workbench, so a batch builds them once. IDA* with `pattern` alone, on boards of at most sixteen
//! cells, has a search written for speed that counts the same nodes as the engine's.

use hueco_search::Max;

use super::{Answer, Method, PlanError, Run, informed, ladder};
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
    let partition = partition(tiles, spec.partition(), frame.home(), run)?;
    let patterns = run.patterns(&partition, None)?;
    let table_bytes = patterns.bytes() + others.table_bytes() as u64;
    let additive = |partition: &Partition, target: &[u16], run: &mut Run<'_>| {
        let patterns = run.patterns(partition, None)?;
        let additive = Additive::towards(frame, target, patterns.tables.clone());
        Ok::<_, PlanError>(additive.expect("the partition is for this shape and target"))
    };
    let to_goal = Max(additive(&partition, frame.home(), run)?, others.clone());
    let to_start = if plan.algorithm.estimates_both_ways() {
        let target = tiles.start_positions();
        let partition = self::partition(tiles, spec.partition(), &target, run)?;
        Max(additive(&partition, &target, run)?, AnyHeuristic::beside_patterns(spec, frame, &target, run.workbench)?)
    } else {
        to_goal.clone()
    };
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
