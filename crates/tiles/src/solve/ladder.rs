//! Which pattern databases: a ladder from small ones, built in no time, to large ones that prune far more.
//!
//! *When to climb.* Nobody knows how many nodes a board will take, nor how many boards will come. So a rung is left when
//! the searches on it have cost what the next rung costs to build: then at most twice the least possible is spent, whatever
//! comes. Where more boards are known to come, their share is counted in advance: by the mean of those before, or by what
//! is usual. Costs are counted in nodes, so that one thread does the same on every machine.
//!
//! Tables that the user keeps in the folder cost nothing to build: the highest rung found there is taken at once.

use std::sync::{Arc, Mutex, PoisonError};

use super::shelf::{self, Patterns};
use super::{Course, Notice};
use crate::board::Shape;
use crate::cells::Nibbles;
use crate::pattern::{Partition, build_bytes};
use crate::problem::{Frame, Tiles};

/// A rung as it is planned.
struct Planned {
    sizes: &'static [usize],
    /// What building it costs, in nodes of the rung below.
    cost: u64,
    /// What a random board takes on it, in nodes: the mean of some that were measured.
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
        planned(&[7, 8], 600_000_000, LAST),
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
fn ladder(frame: &Frame) -> Vec<(Partition, &'static Planned)> {
    const ONLY: &Planned = &planned(&[], 0, 0);
    let (shape, blank) = (frame.shape(), frame.home()[0] as usize);
    let rungs = rungs(shape);
    if rungs.is_empty() {
        return Partition::auto(shape, blank).into_iter().map(|partition| (partition, ONLY)).collect();
    }
    rungs.iter().filter_map(|rung| Some((Partition::sized(shape, blank, rung.sizes).ok()?, rung))).collect()
}

/// What the searches on a rung have cost so far.
struct Account {
    partition: Partition,
    boards: u64,
    nodes: u64,
}

static ACCOUNTS: Mutex<Vec<Account>> = Mutex::new(Vec::new());

/// Accounts kept: those of the geometries seen first.
const MOST_ACCOUNTS: usize = 64;

fn account<T>(partition: &Partition, change: impl FnOnce(&mut Account) -> T) -> Option<T> {
    let mut accounts = ACCOUNTS.lock().unwrap_or_else(PoisonError::into_inner);
    if !accounts.iter().any(|account| account.partition == *partition) && accounts.len() < MOST_ACCOUNTS {
        accounts.push(Account { partition: partition.clone(), boards: 0, nodes: 0 });
    }
    accounts.iter_mut().find(|account| account.partition == *partition).map(change)
}

/// Databases to search with, and for how many nodes before larger ones are worth building.
pub(super) struct Rung {
    pub(super) patterns: Arc<Patterns>,
    pub(super) allowance: u64,
}

impl Rung {
    /// Puts a search on the account.
    pub(super) fn pay(&self, nodes: u64, finished: bool) {
        account(self.patterns.tables.partition(), |account| {
            account.nodes += nodes;
            account.boards += u64::from(finished);
        });
    }
}

/// A search over boards of one goal needs a few boards before their mean says anything.
const TELLING: u64 = 20;

/// Whether an earlier board of this geometry left databases.
pub(super) fn is_begun(tiles: &Tiles<Nibbles>) -> bool {
    ladder(tiles.frame()).iter().any(|(partition, _)| shelf::left(partition).is_some())
}

/// The largest databases in the folder or at hand, or those that the heuristic `pattern` stands for otherwise.
pub(super) fn usual(frame: &Frame, course: &mut Course<'_>) -> Option<Partition> {
    let ladder = ladder(frame);
    let found = ladder.iter().rev().map(|(partition, _)| partition).find(|partition| {
        let kept = |store: &crate::pattern::Store| store.has_all(partition);
        course.plan.store.as_ref().is_some_and(kept)
    });
    let (shape, blank) = (frame.shape(), frame.home()[0] as usize);
    found.cloned().or_else(|| Partition::auto(shape, blank).ok())
}

/// The rung to search on now. `None` where the limits do not allow any.
pub(super) fn rung(tiles: &Tiles<Nibbles>, course: &mut Course<'_>) -> Option<Rung> {
    let ladder = ladder(tiles.frame());
    // 1. From the highest rung that is there, up as far as it is worth it and the limits allow.
    let found = (0..ladder.len()).rev().find(|&at| shelf::found(&ladder[at].0, course).is_some());
    let lowest = found.unwrap_or(0);
    let mut at = lowest;
    let mut allowance = loop {
        let next = ladder.get(at + 1).filter(|(partition, _)| fits(partition, course));
        let Some((partition, Planned { cost, .. })) = next else { break u64::MAX };
        let (below, planned) = &ladder[at];
        let spent = account(below, |account| {
            let mean = if account.boards >= TELLING { account.nodes / account.boards } else { planned.typical };
            account.nodes.max(mean.saturating_mul(course.plan.boards_to_come))
        });
        let left = cost.saturating_sub(spent.unwrap_or(0));
        if left > 0 {
            break left;
        }
        if *cost >= WORTH_TELLING {
            course.notices.push(Notice::Larger { partition: partition.clone(), bytes: bytes_to_build(partition) });
        }
        at += 1;
    };
    // 2. Built, or the next lower where that fails.
    let patterns = loop {
        match shelf::ready(&ladder.get(at)?.0, course) {
            Ok(patterns) => break patterns,
            Err(_) => at = at.checked_sub(1).filter(|&lower| lower >= lowest)?,
        }
        allowance = u64::MAX;
    };
    patterns.search.as_ref()?;
    Some(Rung { patterns, allowance })
}

/// A build of seconds is told; one of milliseconds is not.
const WORTH_TELLING: u64 = 100_000_000;

fn bytes_to_build(partition: &Partition) -> u64 {
    let patterns = partition.canonical_patterns();
    let table = |pattern| build_bytes(pattern).unwrap_or(u64::MAX);
    patterns.iter().map(table).max().unwrap_or(0)
}

/// Whether the plan's limit on memory allows the building.
fn fits(partition: &Partition, course: &Course<'_>) -> bool {
    course.budget.allow_bytes(bytes_to_build(partition)).is_ok()
}
