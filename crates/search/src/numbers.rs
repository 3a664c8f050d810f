//! Node numbers by the number of their state, where a problem numbers its states: an entry for every state there is.
//!
//! A bit for each state says whether it was reached, and only where it was is its node of interest. The bits of a space
//! of millions fit into the caches, so most states that are reached again are recognised without waiting for memory.

/// See the head of this file.
#[derive(Clone, Debug)]
pub(crate) struct Numbers {
    reached: Vec<u64>,
    nodes: Vec<u32>,
}

impl Numbers {
    /// Bytes for this many states; more than there are where a problem claims more states than could be numbered.
    pub(crate) fn bytes_for(states: usize) -> u64 {
        let (words, nodes) = (states.div_ceil(64) as u64, states as u64);
        (words * size_of::<u64>() as u64).saturating_add(nodes.saturating_mul(size_of::<u32>() as u64))
    }

    pub(crate) fn new(states: usize) -> Self {
        Self { reached: vec![0; states.div_ceil(64)], nodes: vec![0; states] }
    }

    pub(crate) fn bytes(&self) -> u64 {
        Self::bytes_for(self.nodes.len())
    }

    /// The node of a state, if it was reached.
    #[inline(always)]
    pub(crate) fn find(&self, state: usize) -> Option<u32> {
        let word = self.reached.get(state / 64)?;
        if word >> (state % 64) & 1 == 0 { None } else { self.nodes.get(state).copied() }
    }

    #[inline(always)]
    pub(crate) fn add(&mut self, state: usize, node: u32) {
        self.reached[state / 64] |= 1 << (state % 64);
        self.nodes[state] = node;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_is_found_once_it_was_added() {
        let states = [0, 1, 63, 64, 65, 129];
        let mut numbers = Numbers::new(130);
        assert_eq!(numbers.bytes(), 3 * 8 + 130 * 4);
        for (node, &state) in states.iter().enumerate() {
            assert_eq!(numbers.find(state), None, "{state}");
            numbers.add(state, node as u32 + 7);
        }
        for state in 0..130 {
            let node = states.iter().position(|&added| added == state);
            assert_eq!(numbers.find(state), node.map(|node| node as u32 + 7), "{state}");
        }
        // A state that is added again keeps its bit and has another node.
        numbers.add(64, 99);
        assert_eq!((numbers.find(64), numbers.find(63), numbers.find(192)), (Some(99), Some(9), None));
    }

    #[test]
    fn a_claim_of_too_many_states_is_too_many_bytes() {
        assert_eq!(Numbers::bytes_for(64), 8 + 256);
        assert_eq!(Numbers::bytes_for(usize::MAX), u64::MAX);
    }
}
