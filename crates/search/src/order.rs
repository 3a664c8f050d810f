//! In which order a best-first search takes its nodes, and what it keeps of each: decided where a search is compiled, so that a
//! node has no field, and the loop no test, that its search does not need.
//!
//! | order | takes first | tests for the goal | keeps of a node, beside state and parent |
//! |---|---|---|---|
//! | [`ByValue`] | the lowest priority value | when a node is taken | g, its action, the next of its bucket |
//! | [`InOrder`] | the node created first | when a node is taken | g, its action |
//! | `Cheapest` | the lowest priority value | when a node is taken | g, the next of its bucket |
//! | `Shortest` | the node created first | when a node is created | nothing |
//!
//! The last two are for whoever wants the states of a path and nothing else (`paths/`).

use crate::index::{Index, Table};
use crate::priority::Priority;
use crate::tagged::Tagged;

/// See the head of this module. There are no orders but those here.
pub trait Order: sealed::Sealed {
    /// Whether nodes are taken in the order in which they were created: then the frontier is the number of the next, and the
    /// first path to a state is kept.
    const IN_ORDER: bool = false;
    /// Whether nodes are tested for the goal when they are created.
    const EARLY: bool = false;
    /// Whether nodes may be expanded by the batch, so that successors are computed ahead (`batch.rs`).
    const BATCH: bool = false;
    /// The priority, where there is no choice.
    const PRIORITY: Option<Priority> = None;
    /// The entry that follows a node's in the frontier.
    type Next: Word;
    /// The cost of the path to a node, and whether it was expanded.
    type Toll: Word;
    /// How a state that was reached before is found.
    type Table: Table;
    /// The action that led to a node.
    type Kept<A>: Kept<A>;
}

mod sealed {
    pub trait Sealed {}
}

/// A number that is kept, or not.
pub trait Word: Copy {
    /// Keeps it.
    fn new(number: u32) -> Self;

    /// The number; 0 where it was not kept.
    fn get(self) -> u32;
}

impl Word for u32 {
    #[inline(always)]
    fn new(number: u32) -> Self {
        number
    }

    #[inline(always)]
    fn get(self) -> u32 {
        self
    }
}

impl Word for () {
    #[inline(always)]
    fn new(_: u32) -> Self {}

    #[inline(always)]
    fn get(self) -> u32 {
        0
    }
}

/// An action that is kept, or not.
pub trait Kept<A> {
    /// An action; the root has none.
    fn new(action: Option<A>) -> Self;

    /// The action, where there is one and it was kept.
    fn action(&self) -> Option<A>
    where
        A: Copy;
}

impl<A> Kept<A> for Option<A> {
    #[inline(always)]
    fn new(action: Option<A>) -> Self {
        action
    }

    #[inline(always)]
    fn action(&self) -> Option<A>
    where
        A: Copy,
    {
        *self
    }
}

impl<A> Kept<A> for () {
    fn new(_: Option<A>) -> Self {}

    fn action(&self) -> Option<A>
    where
        A: Copy,
    {
        None
    }
}

/// By priority value.
#[derive(Clone, Copy, Debug)]
pub struct ByValue;

impl sealed::Sealed for ByValue {}
impl Order for ByValue {
    type Next = u32;
    type Toll = u32;
    type Table = Index;
    type Kept<A> = Option<A>;
}

/// In the order of creation.
#[derive(Clone, Copy, Debug)]
pub struct InOrder;

impl sealed::Sealed for InOrder {}
impl Order for InOrder {
    const IN_ORDER: bool = true;
    const PRIORITY: Option<Priority> = Some(Priority { g: 0, h: 0 });
    type Next = ();
    type Toll = u32;
    type Table = Index;
    type Kept<A> = Option<A>;
}

/// By priority value, without actions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cheapest;

impl sealed::Sealed for Cheapest {}
impl Order for Cheapest {
    const PRIORITY: Option<Priority> = Some(Priority { g: 1, h: 1 });
    type Next = u32;
    type Toll = u32;
    type Table = Tagged;
    type Kept<A> = ();
}

/// In the order of creation, without actions, and tested when created.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shortest;

impl sealed::Sealed for Shortest {}
impl Order for Shortest {
    const IN_ORDER: bool = true;
    const EARLY: bool = true;
    const BATCH: bool = true;
    const PRIORITY: Option<Priority> = Some(Priority { g: 0, h: 0 });
    type Next = ();
    type Toll = ();
    type Table = Tagged;
    type Kept<A> = ();
}
