//! Which pattern databases: a ladder from small ones, built in no time, to large ones that prune far more.
//!
//! *When to climb.* How many nodes a board will take is not known beforehand. So a rung is left when the search on it has
//! cost what the next rung costs to build: then at most twice the least possible is spent. The other boards of a batch share
//! the cost of building, so what they usually take counts as spent already, or what they did take where that is more.
//! Costs are counted in nodes.
//!
//! The rungs of a board follow from its plan and from the user's folder, not from the tables that earlier boards left behind:
//! so its counts are the same wherever it stands in a batch, and on any number of threads.
//!
//! Tables that the user keeps in the folder cost nothing to build: the highest rung found there is the first.

use std::sync::Arc;

use super::{Notice, Run};
use crate::board::Shape;
use crate::cells::Nibbles;
use crate::pattern::{Partition, build_bytes};
use crate::problem::{Frame, Tiles};
use crate::workbench::Patterns;

/// A rung as it is planned.
struct Planned {
    sizes: &'static [usize],
    /// What building it costs, in nodes of the rung below.
    cost: u64,
    /// What a random board takes on it on average, in nodes, as measured.
    typical: u64,
}

const fn planned(sizes: &'static [usize], cost: u64, typical: u64) -> Planned {
    Planned { sizes, cost, typical }
}

/// The rungs for boards of a shape.
fn rungs(shape: Shape) -> &'static [Planned] {
    const LAST: u64 = 0;
    const SIXTEEN: &[Planned] = &[
        planned(&[4, 4, 4, 3], 0, 5_000_000),
        planned(&[5, 5, 5], 2_500_000, 1_300_000),
        planned(&[6, 6, 3], 5_000_000, 500_000),
        planned(&[7, 7, 1], 90_000_000, 90_000),
        // Somewhat more than it costs: the hardest boards known take up to 122 million nodes on 7-7-1.
        planned(&[7, 8], 200_000_000, LAST),
    ];
    // On two rows 6-6-3 took more nodes than 5-5-5.
    const TWO_BY_EIGHT: &[Planned] = &[planned(&[5, 5, 5], 0, 45_000_000), planned(&[7, 8], 600_000_000, LAST)];
    const FIFTEEN: &[Planned] = &[
        planned(&[4, 4, 3, 3], 0, 30_000_000),
        planned(&[5, 5, 4], 2_500_000, 3_500_000),
        planned(&[6, 6, 2], 8_000_000, 1_500_000),
        planned(&[7, 7], 150_000_000, LAST),
    ];
    const FOURTEEN: &[Planned] = &[planned(&[5, 5, 3], 0, 25_000_000), planned(&[7, 6], 20_000_000, LAST)];
    match (shape.cells(), shape.rows().min(shape.cols())) {
        (16, 2) => TWO_BY_EIGHT,
        (16, _) => SIXTEEN,
        (15, _) => FIFTEEN,
        (14, _) => FOURTEEN,
        _ => &[],
    }
}

/// The partitions of a ladder, lowest first, as they are planned.
fn partitions(frame: &Frame) -> Vec<(Partition, &'static Planned)> {
    const ONLY: &Planned = &planned(&[], 0, 0);
    let (shape, blank) = (frame.shape(), frame.home()[0] as usize);
    let rungs = rungs(shape);
    if rungs.is_empty() {
        return Partition::auto(shape, blank).into_iter().map(|partition| (partition, ONLY)).collect();
    }
    rungs.iter().filter_map(|rung| Some((Partition::sized(shape, blank, rung.sizes).ok()?, rung))).collect()
}

/// The largest databases in the folder, or those that the heuristic `pattern` stands for otherwise.
pub(super) fn usual(frame: &Frame, run: &Run<'_>) -> Option<Partition> {
    let partitions = partitions(frame);
    let kept = |partition: &Partition| run.plan.store.as_ref().is_some_and(|store| store.has_all(partition));
    let found = partitions.into_iter().rev().map(|(partition, _)| partition).find(kept);
    found.or_else(|| Partition::auto(frame.shape(), frame.home()[0] as usize).ok())
}

/// Databases to search with, and for how many nodes before larger ones are worth building.
pub(super) struct Rung {
    pub(super) patterns: Arc<Patterns>,
    pub(super) allowance: u64,
}

/// A board's way up.
pub(super) struct Ladder {
    partitions: Vec<(Partition, &'static Planned)>,
    /// The first rung: the highest one in the user's folder.
    lowest: usize,
    at: usize,
    /// Nodes of this board's search on the rung.
    spent: u64,
}

impl Ladder {
    pub(super) fn new(tiles: &Tiles<Nibbles>, run: &mut Run<'_>) -> Self {
        let partitions = partitions(tiles.frame());
        let lowest = (0..partitions.len()).rev().find(|&at| run.mapped(&partitions[at].0).is_some()).unwrap_or(0);
        Self { partitions, lowest, at: lowest, spent: 0 }
    }

    /// The search on the rung took this many nodes.
    pub(super) fn pay(&mut self, nodes: u64) {
        self.spent += nodes;
    }

    /// The rung to search on now: as high as it is worth it and the limits allow. `None` where they allow none.
    pub(super) fn rung(&mut self, run: &mut Run<'_>) -> Option<Rung> {
        // 1. Up to the first that the searches do not pay for yet.
        let batch = run.plan.batch;
        let mut allowance = loop {
            let next = self.partitions.get(self.at + 1).filter(|(partition, _)| fits(partition, run));
            let Some((_, Planned { cost, .. })) = next else { break u64::MAX };
            let others = self.partitions[self.at].1.typical.saturating_mul(batch.others).max(batch.nodes);
            let left = cost.saturating_sub(others.saturating_add(self.spent));
            if left > 0 {
                break left;
            }
            (self.at, self.spent) = (self.at + 1, 0);
        };
        // 2. Built, or the next lower where that fails.
        let patterns = loop {
            let (partition, Planned { cost, .. }) = self.partitions.get(self.at)?;
            let larger = || Notice::Larger { partition: partition.clone(), bytes: bytes_to_build(partition) };
            let notice = (self.at > self.lowest && *cost >= WORTH_A_NOTICE).then(larger);
            match run.patterns(partition, notice) {
                Ok(patterns) => break patterns,
                Err(_) => self.at = self.at.checked_sub(1).filter(|&lower| lower >= self.lowest)?,
            }
            allowance = u64::MAX;
        };
        patterns.search.as_ref()?;
        Some(Rung { patterns, allowance })
    }
}

/// A build of seconds is worth a notice; one of milliseconds is not.
const WORTH_A_NOTICE: u64 = 100_000_000;

fn bytes_to_build(partition: &Partition) -> u64 {
    let patterns = partition.canonical_patterns();
    let table = |pattern| build_bytes(pattern).unwrap_or(u64::MAX);
    patterns.iter().map(table).max().unwrap_or(0)
}

/// Whether the plan's limit on memory allows the building.
fn fits(partition: &Partition, run: &Run<'_>) -> bool {
    run.budget.allow_bytes(bytes_to_build(partition)).is_ok()
}
