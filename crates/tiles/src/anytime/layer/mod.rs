//! One step of a beam, from a layer of boards to the next.
//!
//! 1. **Expand.** Every board lists its children: the key, the score and the origin of each, sixteen bytes, no board.
//!    How many fall into which *bucket* of scores is counted on the way.
//! 2. **Scatter.** The counts give the score that about `width` children reach. The others are dropped; the rest are
//!    dealt to shards by their keys.
//! 3. **Merge.** Within a shard equal keys are one board. It keeps its first origin, and remembers *every* parent's
//!    direction: none of those ways back will be taken, so no board of the layer before last comes up again. (Boards of
//!    earlier layers do not either: their neighbours were cut off by a score that has become stricter since.)
//! 4. **Build.** The best `width` are marked among all children, and made into boards, each copied from its parent, in
//!    the order of their parents: so memory is read from one end to the other.
//!
//! Threads take one part of the parents after another in steps 1, 2 and 4 (`part.rs`), and shards in step 3 (`shard.rs`).
//! Children are taken in the order of their parents and shards in their own, so the result is the same whatever the
//! number of threads.

mod buckets;
mod part;
mod shard;

use std::sync::Mutex;

use hueco_search::{Budget, Limit};

use super::beam::Layer;
use super::geometry::Geometry;
use super::history::Origin;
use super::ordering::Ordering;
use crate::IS_SMALL;
use buckets::{Buckets, last_bucket};
use part::{Part, Scores, View};
use shard::Shard;

/// Below this width one shard is quicker than several.
const WIDTH_FOR_SHARDS: usize = 4096;
/// A layer of fewer boards is quicker on one thread: to start another may take as long as its part of the work.
const BOARDS_FOR_THREADS: usize = 8192;
const SHARDS: usize = 16;
/// Parts per thread: a thread that is kept from its work then does fewer of them.
const PARTS: usize = 4;
/// Boards between two readings of the clock.
const BETWEEN_LOOKS: usize = 4096;

/// A board of a layer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<const N: usize> {
    pub(super) key: u64,
    pub(super) score: i32,
    /// The steps that the wanted tiles have to go.
    pub(super) distance: u16,
    pub(super) blank: u8,
    /// A bit for each direction that leads back.
    pub(super) back: u8,
    pub(super) cells: [u8; N],
}

#[derive(Clone, Copy, Debug)]
struct Child {
    key: u64,
    score: i32,
    origin: Origin,
}

/// What every step of a beam needs.
pub(super) struct Step<'a, O> {
    pub(super) geometry: &'a Geometry,
    pub(super) ordering: &'a O,
    pub(super) width: usize,
    pub(super) threads: usize,
    /// Wanted tiles of a child have at most this many steps to go.
    pub(super) reach: u32,
    /// The clock, and who watches.
    pub(super) budget: &'a Budget,
}

/// The buffers of a beam, kept from one step to the next.
#[derive(Debug)]
pub(super) struct Layers<const N: usize> {
    pub(super) nodes: Vec<Node<N>>,
    next: Vec<Node<N>>,
    parts: Vec<Part>,
    shards: Vec<Shard>,
    /// Of `nodes`.
    scores: Scores,
    /// Children for every different board, in the step before: how many more than `width` to deal.
    repeats: f64,
}

/// What a step came to.
pub(super) struct Stepped {
    pub(super) generated: u64,
    /// The boards' origins.
    pub(super) origins: Vec<Origin>,
    /// The first board at the goal.
    pub(super) goal: Option<usize>,
    /// The first board with the least score, and that score.
    pub(super) best: Option<(usize, i32)>,
}

impl<const N: usize> Layers<N> {
    pub(super) fn new(start: Node<N>, width: usize, threads: usize) -> Self {
        let shards = if width < WIDTH_FOR_SHARDS { 1 } else { SHARDS };
        let parts = if width < WIDTH_FOR_SHARDS || threads == 1 { 1 } else { PARTS * threads };
        Self {
            scores: Scores { least: start.score, most: start.score },
            nodes: vec![start],
            next: Vec::new(),
            parts: std::iter::repeat_with(Part::default).take(parts).collect(),
            shards: std::iter::repeat_with(Shard::default).take(shards).collect(),
            repeats: 1.2,
        }
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> u64 {
        let parts: usize = self.parts.iter().map(Part::bytes).sum();
        let shards: usize = self.shards.iter().map(Shard::bytes).sum();
        let nodes = (self.nodes.capacity() + self.next.capacity()) * size_of::<Node<N>>();
        (parts + shards + nodes) as u64
    }

    /// About how many bytes a beam of `width` needs, its history aside.
    pub(super) fn bytes_for(width: usize) -> u64 {
        // Two layers, children generated (2.2 a board, at twice the room) and dealt, different ones with their slots.
        let a_board = 2 * size_of::<Node<N>>() + 5 * size_of::<Child>() + 3 * size_of::<Child>() + 33 + 3 + 32;
        (width * a_board) as u64
    }

    /// Goes on to the next layer. Nothing has changed where a limit came first.
    pub(super) fn step<O: Ordering>(&mut self, step: &Step<'_, O>) -> Result<Stepped, Limit> {
        let threads = if self.nodes.len() < BOARDS_FOR_THREADS { 1 } else { step.threads };
        // 1. Expand.
        let Scores { least, most } = self.scores;
        let margin = (most - least) / 4 + 64;
        let buckets = Buckets::new(least.saturating_sub(margin), most.saturating_add(margin), step.width);
        let nodes = &self.nodes;
        let share = nodes.len().div_ceil(self.parts.len()).max(1);
        let work = self.parts.iter_mut().enumerate().map(|(at, part)| {
            let first = (at * share).min(nodes.len());
            (part, first, &nodes[first..(first + share).min(nodes.len())])
        });
        each(threads, work, |(part, first, nodes)| {
            part.expand(first, nodes, buckets, step)?;
            step.budget.count(part.children.len() as u64);
            Ok(())
        })?;
        let generated: usize = self.parts.iter().map(|part| part.children.len()).sum();

        // 2. Scatter.
        let target = (step.width as f64 * self.repeats * 1.05) as usize + 16;
        let last = last_bucket(self.parts.iter().map(|part| &part.counts), target);
        let shards = self.shards.len();
        each(threads, self.parts.iter_mut(), |part| part.deal(buckets, last, shards, step))?;

        // 3. Merge.
        let parts = &self.parts;
        each(threads, self.shards.iter_mut().enumerate(), |(at, shard)| shard.merge(parts, at, buckets, step))?;
        let dealt: usize = self.parts.iter().flat_map(|part| &part.dealt).map(Vec::len).sum();
        let different: usize = self.shards.iter().map(|shard| shard.different.len()).sum();
        let kept = self.cut(step.width);
        if different > 0 {
            self.repeats = (dealt as f64 / different as f64).min(3.0);
        }

        // 4. Build.
        each(threads, self.shards.iter_mut(), |shard| {
            shard.drop_others(buckets, kept.last);
            Ok(())
        })?;
        let (blank_node, nodes, shards) = (self.nodes[0], &self.nodes, &self.shards);
        let mut origins = vec![Origin::new(0, 0); kept.boards];
        // What the layer before last left is written over, not cleared first: that would take a pass of its own.
        self.next.reserve_exact(kept.boards.saturating_sub(self.next.len()));
        self.next.resize(kept.boards, blank_node);
        let mut views = vec![View::default(); self.parts.len()];
        let lengths = |at: usize| shards.iter().map(|shard| shard.kept[at]).sum::<usize>();
        let (mut boards_left, mut origins_left) = (&mut self.next[..], &mut origins[..]);
        let mut work = Vec::with_capacity(self.parts.len());
        for (at, (part, view)) in self.parts.iter_mut().zip(&mut views).enumerate() {
            let (boards, more_boards) = boards_left.split_at_mut(lengths(at));
            let (its_origins, more_origins) = origins_left.split_at_mut(lengths(at));
            (boards_left, origins_left) = (more_boards, more_origins);
            work.push((at, part, boards, its_origins, view));
        }
        each(threads, work.into_iter(), |(at, part, boards, origins, view)| {
            part.mark(at, shards);
            *view = part.build(nodes, boards, origins, step)?;
            Ok(())
        })?;
        let view = View::of_all(&views, (0..self.parts.len()).map(lengths));
        std::mem::swap(&mut self.nodes, &mut self.next);
        self.scores = view.scores;
        let best = view.best.map(|place| (place, view.scores.least));
        Ok(Stepped { generated: generated as u64, origins, goal: view.goal, best })
    }

    /// Sets for every shard how many of its boards in the last bucket are among the best `width`.
    fn cut(&mut self, width: usize) -> Kept {
        let different: usize = self.shards.iter().map(|shard| shard.different.len()).sum();
        if different <= width {
            for shard in &mut self.shards {
                shard.kept_of_last = usize::MAX;
            }
            return Kept { boards: different, last: usize::MAX };
        }
        let last = last_bucket(self.shards.iter().map(|shard| &shard.counts), width);
        let below = |shard: &Shard| shard.counts[..last].iter().map(|&count| count as usize).sum::<usize>();
        let mut left = width - self.shards.iter().map(below).sum::<usize>();
        for shard in &mut self.shards {
            shard.kept_of_last = left.min(shard.counts[last] as usize);
            left -= shard.kept_of_last;
        }
        Kept { boards: width - left, last }
    }
}

impl<const N: usize> Layer for Layers<N> {
    fn boards(&self) -> usize {
        self.nodes.len()
    }

    fn board(&self, at: usize) -> &[u8] {
        &self.nodes[at].cells
    }
}

struct Kept {
    boards: usize,
    /// The bucket of the worst of them.
    last: usize,
}

/// Does every piece of work, on up to `threads` threads: each takes the next when it has done one.
fn each<T: Send>(
    threads: usize,
    work: impl ExactSizeIterator<Item = T> + Send,
    job: impl Fn(T) -> Result<(), Limit> + Sync,
) -> Result<(), Limit> {
    let threads = threads.min(work.len());
    if IS_SMALL || threads <= 1 {
        return work.into_iter().try_for_each(job);
    }
    let work = Mutex::new(work);
    let next = || work.lock().expect("to take a piece of work cannot fail").next();
    let some = || std::iter::from_fn(next).try_for_each(&job);
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(some)).collect();
        let own = some();
        let joined = others.into_iter().map(|other| other.join().expect("a thread of the beam ended well"));
        joined.fold(own, Result::and)
    })
}
