//! Which pattern databases: a ladder from small ones, built in no time, to large ones that prune far more.
//!
//! *When to climb.* Nobody knows how many nodes a board will take, nor how many boards will come. So a rung is left when
//! the searches on it have cost what the next rung costs to build: then at most twice the least possible is spent, whatever
//! comes. Where more boards are known to come, their share is counted in advance. Costs are counted in nodes, so that one
//! thread does the same on every machine.
//!
//! Tables that the user keeps in the folder cost nothing to build: the highest rung found there is taken at once.

use std::sync::{Arc, Mutex, PoisonError};

use super::shelf::{self, Patterns};
use super::{Course, Notice};
use crate::cells::Nibbles;
use crate::pattern::{Partition, build_bytes};
use crate::problem::{Frame, Tiles};

/// The rungs for boards of so many cells: the sizes of the patterns, and what building them costs in nodes of the rung below.
fn rungs(cells: usize) -> &'static [(&'static [usize], u64)] {
    match cells {
        16 => &[(&[4, 4, 4, 3], 0), (&[5, 5, 5], 2_500_000), (&[6, 6, 3], 5_000_000), (&[7, 8], 600_000_000)],
        15 => &[(&[4, 4, 3, 3], 0), (&[5, 5, 4], 2_500_000), (&[6, 6, 2], 8_000_000), (&[7, 7], 150_000_000)],
        14 => &[(&[4, 4, 3, 2], 0), (&[5, 5, 3], 2_500_000), (&[7, 6], 20_000_000)],
        _ => &[],
    }
}

/// The partitions of a ladder, lowest first, with what each costs.
fn ladder(frame: &Frame) -> Vec<(Partition, u64)> {
    let (shape, blank) = (frame.shape(), frame.home()[0] as usize);
    let rungs = rungs(shape.cells());
    if rungs.is_empty() {
        return Partition::auto(shape, blank).into_iter().map(|partition| (partition, 0)).collect();
    }
    let sized = |&(sizes, cost): &(&[usize], u64)| Some((Partition::sized(shape, blank, sizes).ok()?, cost));
    rungs.iter().filter_map(sized).collect()
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
    // 1. The highest rung that is there.
    let mut at = (0..ladder.len()).rev().find(|&at| shelf::found(&ladder[at].0, course).is_some());
    if at.is_none() {
        shelf::ready(&ladder.first()?.0, course).ok()?;
        at = Some(0);
    }
    // 2. One higher, if it is worth it and the limits allow it.
    let mut at = at?;
    let allowance = loop {
        let next = ladder.get(at + 1).filter(|(partition, _)| fits(partition, course));
        let Some((partition, cost)) = next else { break u64::MAX };
        let spent = account(&ladder[at].0, |account| {
            let mean = if account.boards >= TELLING { account.nodes / account.boards } else { 0 };
            account.nodes.max(mean.saturating_mul(course.plan.boards_to_come))
        });
        let left = cost.saturating_sub(spent.unwrap_or(0));
        if left > 0 {
            break left;
        }
        if *cost >= WORTH_TELLING {
            course.notices.push(Notice::Larger { partition: partition.clone(), bytes: bytes_to_build(partition) });
        }
        if shelf::ready(partition, course).is_err() {
            break u64::MAX;
        }
        at += 1;
    };
    let patterns = shelf::left(&ladder[at].0)?;
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
