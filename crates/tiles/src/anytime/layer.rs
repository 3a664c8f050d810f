//! One step of a beam, from a layer of boards to the next.
//!
//! 1. **Expand.** Every board tells its children: the key, the score and the origin of each, sixteen bytes, no board.
//!    How many fall into which *bucket* of scores is counted on the way.
//! 2. **Scatter.** The counts tell the score that about `width` children reach. The others are dropped; the rest are
//!    dealt to shards by their keys.
//! 3. **Merge.** Within a shard equal keys are one board. It keeps its first origin, and remembers *every* parent's
//!    direction: none of those ways back will be taken, so no board of the layer before last comes up again. (Boards of
//!    earlier layers do not either: their neighbours were cut off by a score that has become stricter since.)
//! 4. **Build.** The best `width` are marked among all children, and made into boards, each copied from its parent, in
//!    the order of their parents: so memory is read from one end to the other.
//!
//! Parents are split over threads in steps 1, 2 and 4, shards in step 3. Children are taken in the order of their
//! parents and shards in their own, so the result is the same whatever the number of threads.

use std::sync::Mutex;

use hueco_search::Limit;

use super::beam::Layer;
use super::geometry::Geometry;
use super::history::Origin;
use super::ordering::Ordering;
use crate::problem::Sliding;

/// The most buckets of scores; a narrow beam does with fewer.
const MOST_BUCKETS: usize = 4096;
const FEWEST_BUCKETS: usize = 128;
/// Below this width one shard is quicker than several.
const WIDTH_FOR_SHARDS: usize = 4096;
/// A layer of fewer boards is quicker on one thread: to start another may take as long as its part of the work.
const BOARDS_FOR_THREADS: usize = 8192;
const SHARDS: usize = 16;
/// So many for every thread: one that is kept from its work then does less of it.
const PARTS: usize = 4;
/// Boards between two looks at the clock.
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

/// What one thread makes of its part of the parents.
#[derive(Debug, Default)]
struct Part {
    children: Vec<Child>,
    counts: Vec<u32>,
    /// By shard; the origin of a child tells its place among `children` here, not its parent's.
    dealt: Vec<Vec<Child>>,
    /// By child: the directions back from it, if it is kept; else nought.
    marks: Vec<u8>,
}

/// The different boards among the children whose keys fall here.
#[derive(Debug, Default)]
struct Shard {
    different: Vec<Child>,
    backs: Vec<u8>,
    /// By key: half of it above, the place in `different` plus one below.
    slots: Vec<u64>,
    counts: Vec<u32>,
    /// By part: where its children end among `different`, and how many of them become boards.
    ends: Vec<usize>,
    kept: Vec<usize>,
    /// How many of the last bucket become boards.
    kept_of_last: usize,
}

/// Which bucket a score falls into.
#[derive(Clone, Copy, Debug)]
struct Buckets {
    least: i32,
    shift: u32,
    count: usize,
}

impl Buckets {
    fn new(least: i32, most: i32, width: usize) -> Self {
        let range = (most as i64 - least as i64).max(1) as u64;
        let count = (4 * width).next_power_of_two().clamp(FEWEST_BUCKETS, MOST_BUCKETS);
        Self { least, shift: (64 - range.leading_zeros()).saturating_sub(count.ilog2()), count }
    }

    #[inline]
    fn of(self, score: i32) -> usize {
        (((score.saturating_sub(self.least)).max(0) >> self.shift) as usize).min(self.count - 1)
    }
}

/// What every step of a beam is told.
pub(super) struct Step<'a, O> {
    pub(super) geometry: &'a Geometry,
    pub(super) ordering: &'a O,
    pub(super) width: usize,
    pub(super) threads: usize,
    /// Wanted tiles of a child have at most this many steps to go.
    pub(super) reach: u32,
    /// Looks at the clock.
    pub(super) check: &'a (dyn Fn() -> Result<(), Limit> + Sync),
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

/// The least and the greatest score of some boards.
#[derive(Clone, Copy, Debug)]
struct Scores {
    least: i32,
    most: i32,
}

/// What is seen of boards while they are built.
#[derive(Clone, Copy, Debug)]
struct View {
    scores: Scores,
    best: Option<usize>,
    goal: Option<usize>,
}

impl Default for View {
    fn default() -> Self {
        Self { scores: Scores { least: i32::MAX, most: i32::MIN }, best: None, goal: None }
    }
}

impl View {
    #[inline]
    fn take_in(&mut self, place: usize, score: i32, at_goal: bool) {
        if score < self.scores.least {
            (self.scores.least, self.best) = (score, Some(place));
        }
        self.scores.most = self.scores.most.max(score);
        if at_goal {
            self.goal.get_or_insert(place);
        }
    }

    /// The view of all boards, from those of one piece after another.
    fn of_all(views: &[Self], lengths: impl Iterator<Item = usize>) -> Self {
        let (mut all, mut first) = (Self::default(), 0);
        for (view, length) in views.iter().zip(lengths) {
            if view.scores.least < all.scores.least {
                (all.scores.least, all.best) = (view.scores.least, view.best.map(|place| first + place));
            }
            all.scores.most = all.scores.most.max(view.scores.most);
            all.goal = all.goal.or(view.goal.map(|place| first + place));
            first += length;
        }
        all
    }
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
        each(threads, work, |(part, first, nodes)| part.expand(first, nodes, buckets, step))?;
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

    /// Tells every shard how many of its boards in the last bucket are among the best `width`.
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

/// The first bucket at which the counts come to `target`.
fn last_bucket<'a>(counts: impl Iterator<Item = &'a Vec<u32>>, target: usize) -> usize {
    let counts: Vec<&[u32]> = counts.map(Vec::as_slice).collect();
    let buckets = counts.first().map_or(1, |part| part.len());
    let mut below = 0;
    for bucket in 0..buckets {
        below += counts.iter().map(|part| part[bucket] as usize).sum::<usize>();
        if below >= target {
            return bucket;
        }
    }
    buckets - 1
}

impl Part {
    fn bytes(&self) -> usize {
        let children = self.children.capacity() + self.dealt.iter().map(Vec::capacity).sum::<usize>();
        children * size_of::<Child>() + self.counts.capacity() * 4 + self.marks.capacity()
    }

    fn expand<const N: usize, O: Ordering>(
        &mut self,
        first: usize,
        nodes: &[Node<N>],
        buckets: Buckets,
        step: &Step<'_, O>,
    ) -> Result<(), Limit> {
        self.children.clear();
        self.counts.clear();
        self.counts.resize(buckets.count, 0);
        let geometry = step.geometry;
        let mut parent = O::Parent::default();
        for (at, node) in nodes.iter().enumerate() {
            if at % BETWEEN_LOOKS == BETWEEN_LOOKS - 1 {
                (step.check)()?;
            }
            let to = node.blank as usize;
            let mut open = geometry.open(to) & !node.back;
            step.ordering.prepare(&node.cells, &mut parent);
            while open != 0 {
                let direction = open.trailing_zeros() as usize;
                open &= open - 1;
                let from = geometry.beside(to, direction);
                let label = node.cells[from] as usize;
                let distance =
                    node.distance as u32 + geometry.distance(label, to) as u32 - geometry.distance(label, from) as u32;
                if distance > step.reach {
                    continue;
                }
                let score = node.score + step.ordering.change(&parent, &node.cells, Sliding { label, from, to });
                let key = node.key ^ geometry.key(label, from) ^ geometry.key(label, to);
                self.counts[buckets.of(score)] += 1;
                self.children.push(Child { key, score, origin: Origin::new(first + at, direction) });
            }
        }
        Ok(())
    }

    /// Deals the children that are good enough to the shards of their keys.
    fn deal<O>(&mut self, buckets: Buckets, last: usize, shards: usize, step: &Step<'_, O>) -> Result<(), Limit> {
        self.dealt.resize_with(shards, Vec::new);
        for hand in &mut self.dealt {
            hand.clear();
        }
        for (first, some) in self.children.chunks(4 * BETWEEN_LOOKS).enumerate() {
            for (at, child) in some.iter().enumerate().filter(|(_, child)| buckets.of(child.score) <= last) {
                let place = Origin::new(first * 4 * BETWEEN_LOOKS + at, child.origin.direction());
                self.dealt[(child.key >> 60) as usize & (shards - 1)].push(Child { origin: place, ..*child });
            }
            (step.check)()?;
        }
        Ok(())
    }

    /// Marks the children that become boards. `own`: which part this is.
    fn mark(&mut self, own: usize, shards: &[Shard]) {
        self.marks.clear();
        self.marks.resize(self.children.len(), 0);
        for shard in shards {
            let its = if own == 0 { 0 } else { shard.ends[own - 1] }..shard.ends[own];
            for (child, &back) in shard.different[its.clone()].iter().zip(&shard.backs[its]) {
                self.marks[child.origin.parent()] = back;
            }
        }
    }

    fn build<const N: usize, O>(
        &self,
        parents: &[Node<N>],
        boards: &mut [Node<N>],
        origins: &mut [Origin],
        step: &Step<'_, O>,
    ) -> Result<View, Limit> {
        let geometry = step.geometry;
        let mut view = View::default();
        let marked = self.children.iter().zip(&self.marks).filter(|(_, back)| **back != 0);
        for (built, ((child, &back), (board, origin))) in marked.zip(boards.iter_mut().zip(origins)).enumerate() {
            let parent = &parents[child.origin.parent()];
            let to = parent.blank as usize;
            let from = geometry.beside(to, child.origin.direction());
            let label = parent.cells[from] as usize;
            board.cells = parent.cells;
            board.cells[to] = label as u8;
            board.cells[from] = 0;
            board.key = child.key;
            board.score = child.score;
            board.distance = parent.distance + geometry.distance(label, to) - geometry.distance(label, from);
            board.blank = from as u8;
            board.back = back;
            *origin = child.origin;
            view.take_in(built, child.score, board.distance == 0);
            if built % BETWEEN_LOOKS == BETWEEN_LOOKS - 1 {
                (step.check)()?;
            }
        }
        Ok(view)
    }
}

impl Shard {
    fn bytes(&self) -> usize {
        self.different.capacity() * size_of::<Child>()
            + self.backs.capacity()
            + self.slots.capacity() * 8
            + self.counts.capacity() * 4
    }

    fn merge<O>(&mut self, parts: &[Part], own: usize, buckets: Buckets, step: &Step<'_, O>) -> Result<(), Limit> {
        let dealt: usize = parts.iter().map(|part| part.dealt[own].len()).sum();
        let slots = (2 * dealt).next_power_of_two();
        self.slots.clear();
        self.slots.resize(slots, 0);
        self.different.clear();
        self.backs.clear();
        self.counts.clear();
        self.counts.resize(buckets.count, 0);
        self.ends.clear();
        for part in parts {
            self.take_in(&part.dealt[own], buckets, step)?;
            self.ends.push(self.different.len());
        }
        Ok(())
    }

    fn take_in<O>(&mut self, dealt: &[Child], buckets: Buckets, step: &Step<'_, O>) -> Result<(), Limit> {
        for some in dealt.chunks(4 * BETWEEN_LOOKS) {
            for child in some {
                let back = 1 << (3 - child.origin.direction());
                match self.find(child.key) {
                    Ok(place) => self.backs[place] |= back,
                    Err(slot) => {
                        self.different.push(*child);
                        self.backs.push(back);
                        self.slots[slot] = tag(child.key) | self.different.len() as u64;
                        self.counts[buckets.of(child.score)] += 1;
                    }
                }
            }
            (step.check)()?;
        }
        Ok(())
    }

    /// Takes the mark from all that do not become boards, and counts those that do. `last`: the last bucket that is kept.
    fn drop_others(&mut self, buckets: Buckets, last: usize) {
        self.kept.clear();
        let (mut first, mut left_of_last) = (0, self.kept_of_last);
        for &end in &self.ends {
            let mut kept = 0;
            for (child, back) in self.different[first..end].iter().zip(&mut self.backs[first..end]) {
                let bucket = buckets.of(child.score);
                if bucket > last || (bucket == last && left_of_last == 0) {
                    *back = 0;
                    continue;
                }
                left_of_last -= usize::from(bucket == last && left_of_last != usize::MAX);
                kept += 1;
            }
            self.kept.push(kept);
            first = end;
        }
    }

    /// Where a key stands among the different ones, or the slot for it.
    #[inline]
    fn find(&self, key: u64) -> Result<usize, usize> {
        let mut slot = key as usize & (self.slots.len() - 1);
        loop {
            let held = self.slots[slot];
            if held == 0 {
                return Err(slot);
            }
            if held & TAG == tag(key) {
                let place = (held as u32 - 1) as usize;
                if self.different[place].key == key {
                    return Ok(place);
                }
            }
            slot = (slot + 1) & (self.slots.len() - 1);
        }
    }
}

const TAG: u64 = 0xFFFF_FFFF << 32;

#[inline]
fn tag(key: u64) -> u64 {
    key << 8 & TAG
}

/// Does every piece of work, on up to `threads` threads: each takes the next when it has done one.
fn each<T: Send>(
    threads: usize,
    work: impl ExactSizeIterator<Item = T> + Send,
    job: impl Fn(T) -> Result<(), Limit> + Sync,
) -> Result<(), Limit> {
    let threads = threads.min(work.len());
    if threads <= 1 {
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
