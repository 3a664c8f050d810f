//! The children of a layer whose keys begin alike: each different board among them once.

use hueco_search::Limit;

use super::buckets::Buckets;
use super::part::Part;
use super::{BETWEEN_LOOKS, Child, Step};

/// The different boards among the children whose keys fall here.
#[derive(Debug, Default)]
pub(super) struct Shard {
    pub(super) different: Vec<Child>,
    pub(super) backs: Vec<u8>,
    /// By key: half of it above, the place in `different` plus one below.
    slots: Vec<u64>,
    pub(super) counts: Vec<u32>,
    /// By part: where its children end among `different`, and how many of them become boards.
    pub(super) ends: Vec<usize>,
    pub(super) kept: Vec<usize>,
    /// How many of the last bucket become boards.
    pub(super) kept_of_last: usize,
}

impl Shard {
    pub(super) fn bytes(&self) -> usize {
        self.different.capacity() * size_of::<Child>()
            + self.backs.capacity()
            + self.slots.capacity() * 8
            + self.counts.capacity() * 4
    }

    pub(super) fn merge<O>(
        &mut self,
        parts: &[Part],
        own: usize,
        buckets: Buckets,
        step: &Step<'_, O>,
    ) -> Result<(), Limit> {
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
            step.budget.check()?;
        }
        Ok(())
    }

    /// Takes the mark from all that do not become boards, and counts those that do. `last`: the last bucket that is kept.
    pub(super) fn drop_others(&mut self, buckets: Buckets, last: usize) {
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
