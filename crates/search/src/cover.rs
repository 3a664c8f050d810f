//! Levels of a front, and which of them to expand: the least cover (DVCBS: Shperberg, Felner, Sturtevant, Shimony and
//! Hayoun, 2019).
//!
//! ```text
//! forward, by g     0   3   5        a pair of levels must be expanded on one side or the other if its costs
//!                     ╲ │ ╱ │        leave room for a solution within the bound. The cover with the fewest
//! backward, by g    0   1   4        nodes is a prefix of the levels ahead, and one of those back.
//! ```

use std::collections::BTreeMap;

use crate::observer::{NodeId, Side};
use crate::problem::Cost;

/// Bytes of a level beside its nodes.
const LEVEL_BYTES: u64 = 64;
/// Nodes of a new level.
const FIRST: usize = 4;

/// Nodes by g. One that was reached at a lower cost since, or expanded, is dropped when it is met.
#[derive(Default)]
pub(crate) struct Levels {
    levels: BTreeMap<Cost, Vec<NodeId>>,
    bytes: u64,
}

impl Levels {
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Bytes that one more node of this cost asks for.
    pub(crate) fn growth(&self, g: Cost) -> u64 {
        match self.levels.get(&g) {
            None => LEVEL_BYTES + (FIRST * size_of::<NodeId>()) as u64,
            Some(level) if level.len() == level.capacity() => (2 * level.capacity() * size_of::<NodeId>()) as u64,
            Some(_) => 0,
        }
    }

    pub(crate) fn push(&mut self, g: Cost, id: NodeId) {
        let bytes = &mut self.bytes;
        let level = self.levels.entry(g).or_insert_with(|| {
            *bytes += LEVEL_BYTES + (FIRST * size_of::<NodeId>()) as u64;
            Vec::with_capacity(FIRST)
        });
        if level.len() == level.capacity() {
            *bytes += (level.capacity() * size_of::<NodeId>()) as u64;
            level.reserve_exact(level.capacity());
        }
        level.push(id);
    }

    /// The last node of a level that is there; without one, the level is dropped.
    pub(crate) fn last(&mut self, g: Cost, is_there: impl Fn(NodeId) -> bool) -> Option<NodeId> {
        let level = self.levels.get_mut(&g)?;
        while let Some(&id) = level.last() {
            if is_there(id) {
                return Some(id);
            }
            level.pop();
        }
        self.bytes -= LEVEL_BYTES + (level.capacity() * size_of::<NodeId>()) as u64;
        self.levels.remove(&g);
        None
    }

    /// The lowest level with a node that is there.
    pub(crate) fn least(&mut self, is_there: impl Fn(NodeId, Cost) -> bool) -> Option<Cost> {
        loop {
            let (&g, _) = self.levels.first_key_value()?;
            if self.last(g, |id| is_there(id, g)).is_some() {
                return Some(g);
            }
        }
    }

    /// All nodes, the lowest g first.
    pub(crate) fn nodes(&self) -> impl Iterator<Item = NodeId> {
        self.levels.values().flatten().copied()
    }
}

/// The level to expand next, of the cover with the fewest nodes: the highest level of its side. If the cover has levels on both
/// sides, the smaller of the two highest. `most` is the largest sum of costs of a pair. `None` if there is no such pair.
pub(crate) fn next_level(ahead: &Levels, back: &Levels, most: Cost) -> Option<(Side, Cost)> {
    let (&least, _) = back.levels.first_key_value()?;
    let mut rest: Vec<(Cost, u64)> = back.levels.iter().map(|(&g, level)| (g, level.len() as u64)).collect();
    let mut rest_sum: u64 = rest.iter().map(|(_, count)| count).sum();
    let (mut sum, mut last) = (0, None);
    let mut fewest = (u64::MAX, None, None);
    for (&g, level) in ahead.levels.range(..=most.checked_sub(least)?) {
        // The levels ahead before this one, and those back that make a pair with this one.
        while let Some(&(other, count)) = rest.last()
            && other > most - g
        {
            rest_sum -= count;
            rest.pop();
        }
        if sum + rest_sum < fewest.0 {
            fewest = (sum + rest_sum, last, rest.last().copied());
        }
        sum += level.len() as u64;
        last = Some((g, level.len() as u64));
    }
    if last.is_some() && sum < fewest.0 {
        fewest = (sum, last, None);
    }
    match (fewest.1, fewest.2) {
        (Some((g, count)), Some((_, other))) if count <= other => Some((Side::Forward, g)),
        (_, Some((g, _))) => Some((Side::Backward, g)),
        (Some((g, _)), None) => Some((Side::Forward, g)),
        (None, None) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn levels(counts: &[(Cost, u32)]) -> Levels {
        let mut levels = Levels::default();
        for &(g, count) in counts {
            for id in 0..count {
                let (before, growth) = (levels.bytes(), levels.growth(g));
                levels.push(g, NodeId(id));
                assert!(levels.bytes() <= before + growth);
            }
        }
        levels
    }

    #[test]
    fn the_cover_has_the_fewest_nodes() {
        // All pairs: the smaller side.
        assert_eq!(next_level(&levels(&[(1, 5)]), &levels(&[(1, 4)]), 2), Some((Side::Backward, 1)));
        assert_eq!(next_level(&levels(&[(1, 4)]), &levels(&[(1, 5)]), 2), Some((Side::Forward, 1)));
        // No pair within the bound.
        assert_eq!(next_level(&levels(&[(1, 4)]), &levels(&[(2, 5)]), 2), None);
        assert_eq!(next_level(&levels(&[(3, 4)]), &levels(&[]), 2), None);
        // The pairs are 0-0, 0-2 and 3-0: level 0 of each side covers them, with 3 nodes in place of 12 or 51.
        let (ahead, back) = (levels(&[(0, 2), (3, 10)]), levels(&[(0, 1), (2, 50)]));
        assert_eq!(next_level(&ahead, &back, 3), Some((Side::Backward, 0)));
        // The same pairs, and 6 nodes in place of 13 or 7.
        let (ahead, back) = (levels(&[(0, 3), (3, 10)]), levels(&[(0, 3), (2, 4)]));
        assert_eq!(next_level(&ahead, &back, 3), Some((Side::Forward, 0)));
    }

    #[test]
    fn of_covers_with_as_many_nodes_the_first_counts() {
        // One level on each side, with as many nodes: the level back, which is looked at first.
        assert_eq!(next_level(&levels(&[(1, 4)]), &levels(&[(1, 4)]), 2), Some((Side::Backward, 1)));
        // Level 0 of each side covers all pairs, with 1 node each: then the level ahead.
        let (ahead, back) = (levels(&[(0, 1), (3, 10)]), levels(&[(0, 1), (2, 50)]));
        assert_eq!(next_level(&ahead, &back, 3), Some((Side::Forward, 0)));
        // The same with one node less to choose from: levels 0 and 3 ahead have as many as level 0 of each side.
        let (ahead, back) = (levels(&[(0, 1), (3, 1)]), levels(&[(0, 1), (2, 50)]));
        assert_eq!(next_level(&ahead, &back, 3), Some((Side::Forward, 0)));
        // Both levels back, or level 0 of each side: 7 nodes each.
        let (ahead, back) = (levels(&[(0, 2), (3, 10)]), levels(&[(0, 5), (2, 2)]));
        assert_eq!(next_level(&ahead, &back, 3), Some((Side::Backward, 2)));
    }

    #[test]
    fn bytes_are_asked_for_where_a_level_grows() {
        let mut levels = Levels::default();
        let node = size_of::<NodeId>() as u64;
        for count in 0..17 {
            let asked = match count {
                0 => LEVEL_BYTES + 4 * node,
                4 | 8 | 16 => 2 * count * node,
                _ => 0,
            };
            assert_eq!(levels.growth(7), asked, "{count}");
            levels.push(7, NodeId(count as u32));
        }
        // A level that grew has twice as much room; the old one was given back.
        assert_eq!(levels.bytes(), LEVEL_BYTES + 32 * node);
        levels.push(9, NodeId(99));
        assert_eq!(levels.bytes(), 2 * LEVEL_BYTES + 36 * node);
        assert_eq!((levels.last(7, |_| false), levels.bytes()), (None, LEVEL_BYTES + 4 * node));
    }

    #[test]
    fn what_is_not_there_is_dropped() {
        let mut some = levels(&[(1, 3), (4, 2)]);
        assert_eq!(some.last(1, |id| id.0 < 2), Some(NodeId(1)));
        assert_eq!(some.least(|_, g| g == 4), Some(4));
        assert_eq!((some.nodes().count(), some.last(4, |_| false), some.bytes()), (2, None, 0));
    }
}
