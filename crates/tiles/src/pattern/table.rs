//! Tables in memory, and what is needed to walk from one placement to the next without ranking it again.

use std::sync::{Arc, OnceLock};

use hueco_search::Budget;

use super::build::{BuildError, Progress, build, by_order};
use super::geometry::Pattern;
use super::map::Mapping;
use super::partition::Partition;
use super::rank::{Ranking, Turns};

/// The distances of one canonical pattern.
#[derive(Debug)]
pub struct Table {
    pattern: Pattern,
    values: Values,
}

#[derive(Debug)]
enum Values {
    Owned(Vec<u8>),
    Mapped(Mapping),
}

impl Table {
    pub(super) fn owned(pattern: Pattern, values: Vec<u8>) -> Self {
        Self { pattern, values: Values::Owned(values) }
    }

    /// A table of values that several builders made, set by set (see [`Part`](super::build::Part)). `None` if there are
    /// not as many as the pattern has entries.
    pub fn assembled(pattern: Pattern, values: &[u8]) -> Option<Self> {
        let ranking = Ranking::new(pattern.shape().cells(), pattern.tiles()).ok()?;
        (values.len() == ranking.entries()).then(|| Self::owned(pattern, by_order(values, ranking.sets())))
    }

    pub(super) fn mapped(pattern: Pattern, mapping: Mapping) -> Self {
        Self { pattern, values: Values::Mapped(mapping) }
    }

    /// Builds the table of a canonical pattern.
    pub fn build(
        pattern: Pattern,
        threads: usize,
        budget: &Budget,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Self, BuildError> {
        Ok(Self::owned(pattern, build(&pattern, threads, budget, progress)?))
    }

    /// The pattern.
    pub fn pattern(&self) -> Pattern {
        self.pattern
    }

    /// The distances, by [`Ranking::index`].
    #[inline]
    pub fn values(&self) -> &[u8] {
        match &self.values {
            Values::Owned(values) => values,
            Values::Mapped(mapping) => mapping.values(),
        }
    }

    /// Whether its bytes are a file's.
    pub fn is_mapped(&self) -> bool {
        matches!(self.values, Values::Mapped(_))
    }

    /// Whether a tile move never changes the distance by more than one. It holds where the other cells are always
    /// connected: then nothing is lost by leaving out the blank's region.
    pub fn is_consistent(&self) -> bool {
        let (shape, tiles) = (self.pattern.shape(), self.pattern.tiles());
        tiles + 1 == shape.cells() || (tiles == 1 && shape.rows() > 1 && shape.cols() > 1)
    }
}

/// How to go from placement to placement: the numbering, the sets' masks and the maps of orders.
#[derive(Debug)]
pub struct Numbering {
    ranking: Ranking,
    masks: Box<[u64]>,
    /// Made when they are first asked for: the fast search does not need them, and for eight tiles they take a while.
    turns: OnceLock<Turns>,
    order_bits: u32,
}

impl Numbering {
    fn new(ranking: Ranking) -> Self {
        let order_bits = usize::BITS - (ranking.orders() - 1).leading_zeros();
        Self { masks: ranking.masks().collect(), turns: OnceLock::new(), ranking, order_bits }
    }

    /// The numbering.
    pub fn ranking(&self) -> &Ranking {
        &self.ranking
    }

    /// The maps of orders.
    #[inline]
    pub fn turns(&self) -> &Turns {
        self.turns.get_or_init(|| self.ranking.turns())
    }

    /// A placement in one word: the set's rank above, the order's below.
    pub fn pack(&self, cells: &[u8]) -> u32 {
        let index = self.ranking.index(cells);
        let (order, set) = (index / self.ranking.sets(), index % self.ranking.sets());
        (set << self.order_bits | order) as u32
    }

    /// The table index of a packed placement.
    #[inline]
    pub fn index(&self, packed: u32) -> usize {
        let (set, order) = self.unpack(packed);
        order * self.ranking.sets() + set
    }

    /// The packed placement after the tile in cell `from` went to the free cell `to`.
    #[inline]
    pub fn step(&self, packed: u32, from: u8, to: u8) -> u32 {
        let (set, order) = self.unpack(packed);
        let below = |mask: u64, cell: u8| (mask & ((1 << cell) - 1)).count_ones() as usize;
        let before = self.masks[set];
        let after = before ^ 1 << from ^ 1 << to;
        let (i, j) = (below(before, from), below(after, to));
        let order = if i == j { order } else { self.turns().after(i, j, order) };
        (self.ranking.set(after) << self.order_bits | order) as u32
    }

    #[inline]
    fn unpack(&self, packed: u32) -> (usize, usize) {
        ((packed >> self.order_bits) as usize, (packed & ((1 << self.order_bits) - 1)) as usize)
    }

    fn bytes(&self) -> u64 {
        size_of_val(&*self.masks) as u64 + Turns::bytes(self.ranking.tiles())
    }
}

/// The tables of a partition, ready for use.
#[derive(Clone, Debug)]
pub struct Tables {
    partition: Partition,
    /// By group of the partition.
    groups: Vec<(Arc<Table>, Arc<Numbering>)>,
}

impl Tables {
    /// Builds every table in memory.
    pub fn build(
        partition: &Partition,
        threads: usize,
        budget: &Budget,
        progress: &mut dyn FnMut(Pattern, Progress),
    ) -> Result<Self, BuildError> {
        let make = |pattern: Pattern| {
            Table::build(pattern, threads, budget, &mut |so_far| progress(pattern, so_far)).map(Arc::new)
        };
        Self::gather(partition, make)
    }

    /// The tables that `make` gives for the partition's canonical patterns.
    pub(super) fn gather<E: From<BuildError>>(
        partition: &Partition,
        mut make: impl FnMut(Pattern) -> Result<Arc<Table>, E>,
    ) -> Result<Self, E> {
        let mut tables: Vec<Arc<Table>> = Vec::new();
        let mut numberings: Vec<Arc<Numbering>> = Vec::new();
        let mut groups = Vec::new();
        for pattern in partition.patterns().map(|pattern| pattern.canonical().0) {
            let table = match tables.iter().find(|table| table.pattern == pattern) {
                Some(table) => Arc::clone(table),
                None => make(pattern)?,
            };
            let known = numberings.iter().find(|known| known.ranking.tiles() == pattern.tiles());
            let numbering = if let Some(known) = known {
                Arc::clone(known)
            } else {
                let ranking = Ranking::new(pattern.shape().cells(), pattern.tiles()).map_err(BuildError::from)?;
                Arc::new(Numbering::new(ranking))
            };
            tables.push(Arc::clone(&table));
            numberings.push(Arc::clone(&numbering));
            groups.push((table, numbering));
        }
        Ok(Self { partition: partition.clone(), groups })
    }

    /// The partition.
    pub fn partition(&self) -> &Partition {
        &self.partition
    }

    /// By group of the partition: its table and how to walk in it.
    pub fn groups(&self) -> &[(Arc<Table>, Arc<Numbering>)] {
        &self.groups
    }

    /// Bytes of the tables, mapped ones included; shared ones count once.
    pub fn bytes(&self) -> u64 {
        self.different().map(|(table, numbering)| table.values().len() as u64 + numbering.bytes()).sum()
    }

    /// Bytes that are mapped from files.
    pub fn mapped_bytes(&self) -> u64 {
        self.different().filter(|(table, _)| table.is_mapped()).map(|(table, _)| table.values().len() as u64).sum()
    }

    /// The groups with different tables.
    fn different(&self) -> impl Iterator<Item = &(Arc<Table>, Arc<Numbering>)> {
        let is_new = |at: usize| !self.groups[..at].iter().any(|(table, _)| Arc::ptr_eq(table, &self.groups[at].0));
        self.groups.iter().enumerate().filter(move |&(at, _)| is_new(at)).map(|(_, group)| group)
    }
}
