//! Pattern databases by many workers, byte for byte those of one.
//!
//! Every worker has a [`Part`] of the table: neighbouring sets of cells. Before a level it is lent the blocks of other
//! workers from which a tile can move into its own: whole sets of orders as bits, so the post carries blocks, not states.
//! At the end the first worker is sent all values, part after part, and has the table.

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

use crate::post::Post;
use crate::team::{Lost, Team};

/// Values in a parcel.
const VALUES: usize = 1 << 20;
/// Words of bits that are sent before the post is let move.
const BETWEEN_STEPS: usize = 1 << 16;

/// Why there is no table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum TableLost {
    /// A limit, or a pattern whose placements cannot be numbered.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// A process was lost.
    #[error(transparent)]
    Lost(#[from] Lost),
}

/// What workers send each other.
#[derive(Clone, Debug, Serialize, Deserialize)]
enum Parcel {
    /// Blocks that a worker needs at every level.
    Wants(u64, Vec<u32>),
    /// A block's bits.
    Bits(u32, Vec<u64>),
    /// Values of the table, from a place on.
    Values(u64, Vec<u8>),
}

/// What came of a worker's part of a level.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
enum Word {
    Known(u64),
    Found { entries: u64, is_alive: bool },
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

impl From<Stopped> for TableLost {
    fn from(stopped: Stopped) -> Self {
        Self::Build(BuildError::Stopped(match stopped {
            Stopped::Time => Limit::Time,
            Stopped::Memory => Limit::Memory,
            Stopped::Interrupt => Limit::Interrupt,
        }))
    }
}

/// Builds the table of a canonical pattern on the workers of a team. The process with the first worker gets it, the others
/// get `None`. `tell` hears of every level there.
///
/// ```
/// use hueco_cluster::{Team, build_table};
/// use hueco_search::Budget;
/// use hueco_tiles::Shape;
/// use hueco_tiles::pattern::{Partition, Table};
///
/// let pattern = Partition::sized(Shape::new(3, 3)?, 8, &[4, 4])?.canonical_patterns()[0];
/// let table = build_table(Team::threads(3), &pattern, &Budget::unlimited(), &mut |_| ())?.expect("the first is here");
/// let alone = Table::build(pattern, 1, &Budget::unlimited(), &mut |_| ())?;
/// assert_eq!(table.values(), alone.values());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn build_table(
    team: Team,
    pattern: &Pattern,
    budget: &Budget,
    tell: &mut dyn FnMut(Progress),
) -> Result<Option<Table>, TableLost> {
    let ranking = Ranking::new(pattern.shape().cells(), pattern.tiles()).map_err(BuildError::from)?;
    let needed = build_bytes(pattern).map_err(BuildError::from)? / (team.workers() / team.workers_here()) as u64;
    budget.allow_bytes(needed).map_err(BuildError::Stopped)?;
    let (sender, told) = channel();
    let sender = Mutex::new(team.is_first().then_some(sender));
    let (workers, pattern, budget) = (team.workers(), *pattern, budget.clone());
    let cut = Cut { sets: ranking.sets(), workers, orders: ranking.orders() };
    let work = move |worker: &mut Worker| {
        let sender = if worker.index() == 0 { sender.lock().ok().and_then(|mut it| it.take()) } else { None };
        let mut tell = |progress| {
            if let Some(sender) = &sender {
                // Nobody listens any more only if the build was given up.
                let _ = sender.send(progress);
            }
        };
        build(worker, &pattern, &cut, &budget, &mut tell)
    };
    let results = team.run(work, || told.iter().for_each(tell))?;
    let mut values = None;
    for result in results {
        values = values.or(result?);
    }
    Ok(values.and_then(|values| Table::assembled(pattern, &values)))
}

/// Which worker has which sets.
#[derive(Clone, Copy)]
struct Cut {
    sets: usize,
    workers: usize,
    orders: usize,
}

impl Cut {
    fn of(&self, worker: usize) -> Range<usize> {
        let start = |worker: usize| self.sets * worker / self.workers;
        start(worker)..start(worker + 1)
    }

    fn owner(&self, set: usize) -> usize {
        (0..self.workers).find(|&worker| self.of(worker).contains(&set)).unwrap_or(0)
    }
}

/// One worker's build; the values of all sets, in the first.
fn build(
    worker: &mut Worker,
    pattern: &Pattern,
    cut: &Cut,
    budget: &Budget,
    tell: &mut dyn FnMut(Progress),
) -> Result<Option<Vec<u8>>, TableLost> {
    let mut post = Post::<Parcel, Word>::new(worker);
    let own = cut.of(post.index());
    let mut part = Part::new(pattern, own.clone())?;
    let borrowers = borrowers(&mut post, &part, cut);
    let entries = (cut.sets * cut.orders) as u64;
    let mut done = 0;
    for word in post.agree(Word::Known(part.known()))? {
        if let Word::Known(known) = word {
            done += known;
        }
    }
    for level in 1.. {
        tell(Progress { level, done, entries });
        lend(&mut post, &part, &borrowers);
        for parcel in post.delivered() {
            if let Parcel::Bits(block, bits) = parcel {
                part.borrow(block, &bits);
            }
        }
        let word = match part.level(level, 1, budget) {
            Ok(entries) => Word::Found { entries, is_alive: part.is_alive() },
            Err(limit) => Word::Stopped(limit.into()),
        };
        let mut goes_on = false;
        for word in post.agree(word)? {
            match word {
                Word::Stopped(stopped) => return Err(stopped.into()),
                Word::Found { entries, is_alive } => {
                    done += entries;
                    goes_on |= is_alive;
                }
                Word::Known(_) => {}
            }
        }
        if !goes_on {
            break;
        }
    }
    Ok(gather(&mut post, cut, &part.into_values()))
}

/// Tells every worker which of its blocks this one needs; by borrower, which of this one's blocks it needs.
fn borrowers(post: &mut Post<'_, Parcel, Word>, part: &Part, cut: &Cut) -> Vec<(usize, Vec<u32>)> {
    let mut wants: Vec<Vec<u32>> = vec![Vec::new(); cut.workers];
    for (block, set) in part.guests() {
        wants[cut.owner(set)].push(block);
    }
    let own = post.index() as u64;
    for (owner, blocks) in wants.into_iter().enumerate().filter(|(_, blocks)| !blocks.is_empty()) {
        post.send(owner, Parcel::Wants(own, blocks));
    }
    let wants = post.delivered().into_iter().filter_map(|parcel| match parcel {
        Parcel::Wants(borrower, blocks) => Some((borrower as usize, blocks)),
        Parcel::Bits(..) | Parcel::Values(..) => None,
    });
    wants.collect()
}

/// Sends the bits of this level to those who need them.
fn lend(post: &mut Post<'_, Parcel, Word>, part: &Part, borrowers: &[(usize, Vec<u32>)]) {
    let mut sent = 0;
    for (borrower, blocks) in borrowers {
        for &block in blocks {
            let Some(bits) = part.lent(block) else { continue };
            sent += bits.len();
            post.send(*borrower, Parcel::Bits(block, bits.to_vec()));
            if sent > BETWEEN_STEPS {
                sent = 0;
                post.step();
            }
        }
    }
}

/// All values, in the first worker: one worker after the other sends its own, so that few are on their way at a time.
fn gather(post: &mut Post<'_, Parcel, Word>, cut: &Cut, own: &[u8]) -> Option<Vec<u8>> {
    let mut all = (post.index() == 0).then(|| {
        let mut all = vec![0; cut.sets * cut.orders];
        all[..own.len()].copy_from_slice(own);
        all
    });
    for worker in 1..cut.workers {
        if worker == post.index() {
            let start = cut.of(worker).start * cut.orders;
            for (at, values) in own.chunks(VALUES).enumerate() {
                post.send(0, Parcel::Values((start + at * VALUES) as u64, values.to_vec()));
                post.step();
            }
        }
        for parcel in post.delivered() {
            if let (Parcel::Values(start, values), Some(all)) = (parcel, &mut all) {
                all[start as usize..][..values.len()].copy_from_slice(&values);
            }
        }
    }
    all
}
