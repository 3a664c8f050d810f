//! Pattern databases built by many workers, byte for byte equal to those of one.
//!
//! Every worker builds a [`Part`] of the table: neighbouring sets of cells. Before each level it receives the blocks of
//! other workers from which a tile can move into its own. A block is a whole set of orders as bits, so messages carry
//! blocks, not states. At the end the first worker receives all values, part after part, and has the table.

use std::ops::Range;
use std::sync::Mutex;
use std::sync::mpsc::channel;

use hueco_search::{Budget, Limit};
use hueco_tiles::pattern::build::Part;
use hueco_tiles::pattern::rank::Ranking;
use hueco_tiles::pattern::{BuildError, Pattern, Progress, Table, build_bytes};
use serde::{Deserialize, Serialize};
use thiserror::Error;
use timely::worker::Worker;

use crate::messages::Messenger;
use crate::team::{Alarm, PeerLost, Team};

/// Values per message.
const VALUES: usize = 1 << 20;
/// 64-bit words between two flushes.
const FLUSH_EVERY: usize = 1 << 16;

/// Why there is no table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BuildTableError {
    /// A limit, or a pattern whose placements cannot be numbered.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// A process was lost.
    #[error(transparent)]
    PeerLost(#[from] PeerLost),
}

/// What workers send each other.
#[derive(Clone, Debug, Serialize, Deserialize)]
enum Message {
    /// The blocks that a worker needs at every level, and the worker.
    Request(u64, Vec<u32>),
    /// A block and its bits.
    Bits(u32, Vec<u64>),
    /// The index of the first value, and values.
    Values(u64, Vec<u8>),
}

/// What a worker broadcasts about its part.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
enum Report {
    /// Entries that are known before the first level.
    Known(u64),
    /// Entries found in a level, and whether there may be more.
    Found {
        entries: u64,
        is_alive: bool,
    },
    Stopped(Stopped),
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
enum Stopped {
    Time,
    Memory,
    Interrupt,
}

impl From<Limit> for Stopped {
    fn from(limit: Limit) -> Self {
        match limit {
            Limit::Time => Self::Time,
            Limit::Interrupt => Self::Interrupt,
            Limit::Nodes | Limit::Memory | Limit::Depth | Limit::Width => Self::Memory,
        }
    }
}

impl From<Stopped> for BuildTableError {
    fn from(stopped: Stopped) -> Self {
        Self::Build(BuildError::Stopped(match stopped {
            Stopped::Time => Limit::Time,
            Stopped::Memory => Limit::Memory,
            Stopped::Interrupt => Limit::Interrupt,
        }))
    }
}

/// Builds the table of a canonical pattern on the workers of a team. The process with the first worker returns it and
/// receives progress; the others return `None`.
///
/// ```
/// use hueco_cluster::{Team, build_table};
/// use hueco_search::Budget;
/// use hueco_tiles::Shape;
/// use hueco_tiles::pattern::{Partition, Table};
///
/// let pattern = Partition::sized(Shape::new(3, 3)?, 8, &[4, 4])?.canonical_patterns()[0];
/// let table = build_table(Team::threads(3), &pattern, &Budget::unlimited(), &mut |_| ())?.expect("the first worker is here");
/// let alone = Table::build(pattern, 1, &Budget::unlimited(), &mut |_| ())?;
/// assert_eq!(table.values(), alone.values());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn build_table(
    team: Team,
    pattern: &Pattern,
    budget: &Budget,
    on_progress: &mut dyn FnMut(Progress),
) -> Result<Option<Table>, BuildTableError> {
    let ranking = Ranking::new(pattern.shape().cells(), pattern.tiles()).map_err(BuildError::from)?;
    let needed = build_bytes(pattern).map_err(BuildError::from)? / (team.workers() / team.workers_here()) as u64;
    budget.allow_bytes(needed).map_err(BuildError::Stopped)?;
    let (sender, progress) = channel();
    let sender = Mutex::new(team.is_first().then_some(sender));
    let (workers, pattern, budget) = (team.workers(), *pattern, budget.clone());
    let shares = Shares { sets: ranking.sets(), workers, orders: ranking.orders() };
    let work = move |worker: &mut Worker, alarm: &Alarm| {
        let sender = if worker.index() == 0 { sender.lock().ok().and_then(|mut it| it.take()) } else { None };
        let emit = |progress| {
            if let Some(sender) = &sender {
                // It fails only if the caller has given up the build.
                let _ = sender.send(progress);
            }
        };
        build(&mut TableMessenger::new(worker, alarm), &pattern, &shares, &budget, &emit)
    };
    let results = team.run(work, || progress.into_iter().for_each(on_progress))?;
    let mut values = None;
    for result in results {
        values = values.or(result?);
    }
    Ok(values.and_then(|values| Table::assembled(pattern, &values)))
}

/// Which worker owns which sets of cells.
#[derive(Clone, Copy)]
struct Shares {
    sets: usize,
    workers: usize,
    orders: usize,
}

impl Shares {
    fn of(&self, worker: usize) -> Range<usize> {
        let start = |worker: usize| self.sets * worker / self.workers;
        start(worker)..start(worker + 1)
    }

    fn owner(&self, set: usize) -> usize {
        (0..self.workers).find(|&worker| self.of(worker).contains(&set)).unwrap_or(0)
    }
}

/// One worker's part of the build. The first worker returns the values of all sets.
fn build(
    messenger: &mut TableMessenger<'_>,
    pattern: &Pattern,
    shares: &Shares,
    budget: &Budget,
    emit: &dyn Fn(Progress),
) -> Result<Option<Vec<u8>>, BuildTableError> {
    let mut part = Part::new(pattern, shares.of(messenger.index()))?;
    let requests = exchange_requests(messenger, &part, shares);
    let entries = (shares.sets * shares.orders) as u64;
    let mut done = 0;
    for report in messenger.all_gather(Report::Known(part.known()))? {
        if let Report::Known(known) = report {
            done += known;
        }
    }
    for level in 1.. {
        emit(Progress { level, done, entries });
        send_blocks(messenger, &part, &requests);
        for message in messenger.receive_round() {
            if let Message::Bits(block, bits) = message {
                part.borrow(block, &bits);
            }
        }
        let report = match part.level(level, 1, budget) {
            Ok(entries) => Report::Found { entries, is_alive: part.is_alive() },
            Err(limit) => Report::Stopped(limit.into()),
        };
        let mut is_any_alive = false;
        for report in messenger.all_gather(report)? {
            match report {
                Report::Stopped(stopped) => return Err(stopped.into()),
                Report::Found { entries, is_alive } => {
                    done += entries;
                    is_any_alive |= is_alive;
                }
                Report::Known(_) => {}
            }
        }
        if !is_any_alive {
            break;
        }
    }
    Ok(gather_values(messenger, shares, &part.into_values()))
}

type TableMessenger<'w> = Messenger<'w, Message, Report>;

/// Requests from every worker the blocks that this one needs. Returns, by worker, the blocks of this one that it needs.
fn exchange_requests(messenger: &mut TableMessenger<'_>, part: &Part, shares: &Shares) -> Vec<(usize, Vec<u32>)> {
    let mut needed: Vec<Vec<u32>> = vec![Vec::new(); shares.workers];
    for (block, set) in part.guests() {
        needed[shares.owner(set)].push(block);
    }
    let own = messenger.index() as u64;
    for (owner, blocks) in needed.into_iter().enumerate().filter(|(_, blocks)| !blocks.is_empty()) {
        messenger.send(owner, Message::Request(own, blocks));
    }
    let requests = messenger.receive_round().into_iter().filter_map(|message| match message {
        Message::Request(worker, blocks) => Some((worker as usize, blocks)),
        Message::Bits(..) | Message::Values(..) => None,
    });
    requests.collect()
}

/// Sends the bits of this level to the workers that need them.
fn send_blocks(messenger: &mut TableMessenger<'_>, part: &Part, requests: &[(usize, Vec<u32>)]) {
    let mut sent = 0;
    for (worker, blocks) in requests {
        for &block in blocks {
            let Some(bits) = part.lent(block) else { continue };
            sent += bits.len();
            messenger.send(*worker, Message::Bits(block, bits.to_vec()));
            if sent > FLUSH_EVERY {
                sent = 0;
                messenger.flush();
            }
        }
    }
}

/// Returns all values in the first worker. The others send theirs one after the other, so that few are in transit.
fn gather_values(messenger: &mut TableMessenger<'_>, shares: &Shares, own: &[u8]) -> Option<Vec<u8>> {
    let mut all = messenger.is_first().then(|| {
        let mut all = vec![0; shares.sets * shares.orders];
        all[..own.len()].copy_from_slice(own);
        all
    });
    for worker in 1..shares.workers {
        if worker == messenger.index() {
            let start = shares.of(worker).start * shares.orders;
            for (at, values) in own.chunks(VALUES).enumerate() {
                messenger.send(0, Message::Values((start + at * VALUES) as u64, values.to_vec()));
                messenger.flush();
            }
        }
        for message in messenger.receive_round() {
            if let (Message::Values(start, values), Some(all)) = (message, &mut all) {
                all[start as usize..][..values.len()].copy_from_slice(&values);
            }
        }
    }
    all
}
