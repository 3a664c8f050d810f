//! The states of one layer of breadth-first heuristic search, in as few bytes as they can be recognised with.
//!
//! A 15-puzzle board costs its 8 bytes and 5 to 6.25 bytes of a dense [`Index`]. Its cost takes 4 more only in a layer whose costs
//! differ. What a node needs until it is expanded (relay, memo, action) lies apart, in [`Links`], whose memory is released
//! as the layer is expanded.
//! Everything is in small segments, so that growing copies nothing and no more than a segment lies idle.

use std::hash::Hash;

use crate::budget::Budget;
use crate::index::{Index, Place, Table as _};
use crate::observer::NodeId;
use crate::problem::Cost;
use crate::reached::hash;
use crate::report::Limit;
use crate::segmented::Segmented;

/// A segment holds 2^9 states.
const BITS: u32 = 9;
/// Places of a layer have 31 bits.
const MOST: usize = 1 << 31;

/// What a node needs until it is expanded.
pub(crate) struct Link<A, M> {
    pub(crate) relay: u32,
    pub(crate) memo: M,
    pub(crate) action: A,
}

/// The links of a round, in the order in which its nodes were created.
pub(crate) type Links<A, M> = Segmented<Link<A, M>, BITS>;

/// The costs of a layer.
enum Costs {
    /// Of all its states.
    Same(Cost),
    /// Of each of them.
    Each(Segmented<Cost, BITS>),
}

/// The states of a layer with their costs. The number of a node is that of the layer's first, plus its place.
pub(crate) struct Layer<S> {
    pub(crate) first: u64,
    index: Index<true>,
    states: Segmented<S, BITS>,
    costs: Costs,
    heap_bytes: u64,
}

impl<S: Eq + Hash> Layer<S> {
    pub(crate) fn new(first: u64) -> Self {
        let (index, states, costs) = (Index::default(), Segmented::new(), Costs::Same(0));
        Self { first, index, states, costs, heap_bytes: 0 }
    }

    /// The number of the node at a place.
    pub(crate) fn id(&self, place: usize) -> NodeId {
        NodeId::after(self.first + place as u64)
    }

    pub(crate) fn len(&self) -> usize {
        self.states.len()
    }

    pub(crate) fn bytes(&self) -> u64 {
        let costs = if let Costs::Each(costs) = &self.costs { costs.bytes() } else { 0 };
        self.index.bytes() + self.states.bytes() + costs + self.heap_bytes
    }

    /// Whether there is room for one more state of cost `g`.
    #[inline]
    pub(crate) fn has_room(&self, g: Cost) -> bool {
        let fits = match &self.costs {
            Costs::Same(same) => *same == g,
            Costs::Each(costs) => costs.spare() > 0,
        };
        fits && self.states.spare() > 0 && self.states.len() < self.index.capacity()
    }

    /// Makes room for one more state of cost `g`. `claim` is asked for bytes before they are added; `budget` can end the growth of a
    /// large index.
    #[cold]
    pub(crate) fn make_room(
        &mut self,
        g: Cost,
        budget: &Budget,
        claim: &mut impl FnMut(u64) -> Result<(), Limit>,
    ) -> Result<(), Limit> {
        match &mut self.costs {
            Costs::Same(same) if self.states.len() == 0 => *same = g,
            Costs::Same(same) if *same == g => {}
            Costs::Same(same) => {
                let mut costs = Segmented::new();
                for _ in 0..self.states.len() {
                    if costs.spare() == 0 {
                        claim(costs.growth())?;
                        costs.grow();
                    }
                    costs.push(*same);
                }
                self.costs = Costs::Each(costs);
            }
            Costs::Each(_) => {}
        }
        if let Costs::Each(costs) = &mut self.costs
            && costs.spare() == 0
        {
            claim(costs.growth())?;
            costs.grow();
        }
        if self.states.spare() == 0 {
            claim(self.states.growth())?;
            self.states.grow();
        }
        if self.index.capacity() <= self.states.len() {
            if self.states.len() >= MOST {
                return Err(Limit::Memory);
            }
            claim(self.index.growth())?;
            let states = &self.states;
            self.index.grow(states.len(), |place| hash(&states[place as usize]), budget)?;
        }
        Ok(())
    }

    /// The place of a state, or where in the index it belongs.
    #[inline]
    pub(crate) fn find(&self, state: &S) -> Result<usize, Place> {
        self.index.find(hash(state), |place| self.states[place as usize] == *state).map(|place| place as usize)
    }

    /// Adds a state where [`Layer::find`] said it belongs. There must be room for its cost.
    pub(crate) fn add(&mut self, place: Place, state: S, heap_bytes: usize, g: Cost) {
        self.index.add(place, self.states.len() as u32);
        self.states.push(state);
        if let Costs::Each(costs) = &mut self.costs {
            costs.push(g);
        }
        self.heap_bytes += heap_bytes as u64;
    }

    /// The state was reached at a lower cost, for which there must be room.
    pub(crate) fn improve(&mut self, place: usize, g: Cost) {
        if let Costs::Each(costs) = &mut self.costs {
            costs[place] = g;
        }
    }

    pub(crate) fn state(&self, place: usize) -> &S {
        &self.states[place]
    }

    pub(crate) fn g(&self, place: usize) -> Cost {
        match &self.costs {
            Costs::Same(g) => *g,
            Costs::Each(costs) => costs[place],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_are_kept_where_they_differ() {
        let mut layer = Layer::new(5);
        let add = |layer: &mut Layer<u64>, state: u64, g: Cost| {
            layer.make_room(g, &Budget::unlimited(), &mut |_| Ok(())).unwrap();
            let place = layer.find(&state).expect_err("not added yet");
            layer.add(place, state, 0, g);
        };
        (0..3000).for_each(|state| add(&mut layer, state, 7));
        let same = layer.bytes();
        assert_eq!((layer.len(), layer.g(2999), layer.id(3)), (3000, 7, NodeId(8)));
        add(&mut layer, 3000, 6);
        assert!(layer.bytes() >= same + 3001 * 4);
        assert_eq!((layer.g(0), layer.g(2999), layer.g(3000)), (7, 7, 6));
        layer.improve(1, 2);
        assert_eq!((layer.find(&1).ok(), layer.g(1), layer.find(&3001).is_err()), (Some(1), 2, true));
    }

    #[test]
    fn a_refused_claim_changes_nothing() {
        let mut layer = Layer::new(0);
        assert_eq!(layer.make_room(1, &Budget::unlimited(), &mut |_| Err(Limit::Memory)), Err(Limit::Memory));
        layer.make_room(1, &Budget::unlimited(), &mut |_| Ok(())).unwrap();
        let place = layer.find(&1_u64).expect_err("not added yet");
        layer.add(place, 1, 0, 1);
        assert_eq!(layer.make_room(2, &Budget::unlimited(), &mut |_| Err(Limit::Memory)), Err(Limit::Memory));
        assert_eq!((layer.len(), layer.g(0), layer.find(&1).ok()), (1, 1, Some(0)));
    }

    #[test]
    fn what_was_claimed_and_what_states_own_is_what_it_holds() {
        let (mut layer, mut held) = (Layer::new(0), 0);
        // The second cost differs, so that both get one of their own.
        for (state, owned, g) in [(1_u64, 1000, 7), (2, 30, 6)] {
            layer
                .make_room(g, &Budget::unlimited(), &mut |bytes| {
                    held += bytes;
                    Ok(())
                })
                .unwrap();
            assert_eq!(layer.bytes(), held);
            let place = layer.find(&state).expect_err("not added yet");
            layer.add(place, state, owned, g);
            held += owned as u64;
            assert_eq!(layer.bytes(), held);
        }
    }

    /// Every claim is refused once, wherever it comes.
    #[test]
    fn there_is_room_once_every_claim_was_granted_and_not_before() {
        let mut layer = Layer::new(0);
        let make_room = |layer: &mut Layer<u64>, g: Cost| {
            for granted in 0.. {
                let mut left = granted;
                let claimed = layer.make_room(g, &Budget::unlimited(), &mut |_| {
                    left -= 1;
                    if left < 0 { Err(Limit::Memory) } else { Ok(()) }
                });
                assert_eq!(layer.has_room(g), claimed.is_ok(), "{} states, {granted} claims", layer.len());
                if claimed.is_ok() {
                    break;
                }
            }
        };
        for state in 0..3000 {
            // A child of the first cost may turn out to be known after there was made room for it.
            make_room(&mut layer, 7);
            let g = if state < 8 { 7 } else { 6 };
            make_room(&mut layer, g);
            let place = layer.find(&state).expect_err("not added yet");
            layer.add(place, state, 0, g);
        }
    }
}
