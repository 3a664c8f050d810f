//! The order in which numbers are tried. Without a seed it is ascending. With one, every node has an order of its own,
//! derived from the seed and the node's contents alone: no generator is carried along, so the order at a node does not
//! depend on how the search came there, and is the same on every machine.

/// One round of a well-spread mixing function (`SplitMix64`'s finaliser).
#[inline]
pub(crate) fn mix(value: u64) -> u64 {
    let value = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}

/// A node's key: its seed and the numbers in its cells, 0 for an empty one.
pub(crate) fn node_key(seed: u64, contents: impl Iterator<Item = u16>) -> u64 {
    contents.fold(mix(seed), |key, number| mix(key ^ u64::from(number)))
}

/// The place of a number in a node's order: lower comes first.
#[inline]
pub(crate) fn rank(key: u64, number: u16) -> (u64, u16) {
    (mix(key ^ (u64::from(number) << 32)), number)
}
