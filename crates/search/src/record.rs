//! An event without its problem's types: the one record that is written to a trace, drawn, compared and asked about.
//!
//! ```text
//! search ──Event<P>──▶ Observed ──EventRecord──▶ Events: a file, a trace in memory, a page
//!                         ▲
//!               the domain's `Show`: states as cells or text, actions as text
//! ```
//! An [`Observer`](crate::Observer) knows the problem, so a program that shows searches of several problems would need one
//! for each. An [`EventRecord`] knows only how its domain shows a state and an action. While a search runs it borrows both
//! ([`EventView`]); kept, it owns them ([`OwnedEvent`]). A record can also come from another program, so all that an
//! engine always knows may be missing in it.

use std::ops::ControlFlow;

use crate::observer::{NodeId, Pruned, Side, Stop};

/// What a cell of a grid holds: a number, or nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CellValue(i32);

impl CellValue {
    /// Nothing.
    pub const EMPTY: Self = Self(i32::MIN);

    /// A number. (`i32::MIN` is none: it stands for an empty cell.)
    #[inline]
    pub const fn new(number: i32) -> Self {
        Self(number)
    }

    /// The number, if there is one.
    #[inline]
    pub const fn number(self) -> Option<i32> {
        if self.0 == i32::MIN { None } else { Some(self.0) }
    }
}

impl std::fmt::Debug for CellValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.number().fmt(f)
    }
}

/// A state as its domain shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shown<'a> {
    /// What the cells of a grid hold, in reading order.
    Cells(&'a [CellValue]),
    /// A text, of one line or several.
    Text(&'a str),
}

impl Shown<'_> {
    /// A copy that owns what it shows.
    pub fn owned(self) -> OwnedShown {
        match self {
            Self::Cells(cells) => OwnedShown::Cells(cells.into()),
            Self::Text(text) => OwnedShown::Text(text.into()),
        }
    }
}

/// A state as its domain shows it, owned.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum OwnedShown {
    /// What the cells of a grid hold, in reading order.
    Cells(Box<[CellValue]>),
    /// A text, of one line or several.
    Text(Box<str>),
}

impl OwnedShown {
    /// The same, borrowed.
    pub fn view(&self) -> Shown<'_> {
        match self {
            Self::Cells(cells) => Shown::Cells(cells),
            Self::Text(text) => Shown::Text(text),
        }
    }
}

/// Why a child was pruned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason<Text> {
    /// Its state was reached before at no greater cost; the node, where it is known.
    Duplicate(Option<NodeId>),
    /// Its state lies on the path to it.
    Cycle,
    /// g + h is over the bound of the round; the bound, where it is known.
    Bound(Option<u64>),
    /// It lies below the depth limit.
    Depth,
    /// The heuristic says that there is no solution from it.
    DeadEnd,
    /// Its state waits for the next layer of a beam already.
    Waiting,
    /// The beam was full of better ones.
    Width,
    /// It cannot be part of a better solution than the one found.
    Worse,
    /// No reason is known, or one in another program's words.
    Other(Option<Text>),
}

impl<Text: AsRef<str>> Reason<Text> {
    /// Its name in a trace; empty where no reason is known.
    pub fn name(&self) -> &str {
        match self {
            Self::Duplicate(_) => "duplicate",
            Self::Cycle => "cycle",
            Self::Bound(_) => "bound",
            Self::Depth => "depth",
            Self::DeadEnd => "dead-end",
            Self::Waiting => "waiting",
            Self::Width => "width",
            Self::Worse => "worse",
            Self::Other(name) => name.as_ref().map_or("", AsRef::as_ref),
        }
    }
}

impl<Text> Reason<Text> {
    fn map<'t, Other>(&'t self, text: impl FnOnce(&'t Text) -> Other) -> Reason<Other> {
        match self {
            Self::Duplicate(of) => Reason::Duplicate(*of),
            Self::Cycle => Reason::Cycle,
            Self::Bound(bound) => Reason::Bound(*bound),
            Self::Depth => Reason::Depth,
            Self::DeadEnd => Reason::DeadEnd,
            Self::Waiting => Reason::Waiting,
            Self::Width => Reason::Width,
            Self::Worse => Reason::Worse,
            Self::Other(name) => Reason::Other(name.as_ref().map(text)),
        }
    }
}

impl<Text> From<Pruned> for Reason<Text> {
    #[inline(always)]
    fn from(pruned: Pruned) -> Self {
        match pruned {
            Pruned::Duplicate(id) => Self::Duplicate(Some(id)),
            Pruned::Cycle => Self::Cycle,
            Pruned::Bound(bound) => Self::Bound(Some(bound.into())),
            Pruned::Depth => Self::Depth,
            Pruned::DeadEnd => Self::DeadEnd,
            Pruned::Waiting => Self::Waiting,
            Pruned::Width => Self::Width,
            Pruned::Worse => Self::Worse,
        }
    }
}

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventKind<Text> {
    /// A node was created and kept.
    Created,
    /// A node was taken and tested for the goal.
    Examined,
    /// A child was created and dropped; it has no number.
    Pruned(Reason<Text>),
    /// A known node was reached again at a lower cost.
    Improved {
        /// Whether it goes back from the closed set to the frontier.
        reopened: bool,
    },
    /// A round or a layer begins; about no node.
    Deepened {
        /// The bound.
        bound: u64,
    },
    /// A node was dropped from memory.
    Forgotten {
        /// The lowest f known below it; `None`: it leads nowhere, or nothing is known of it.
        value: Option<u64>,
    },
    /// A solution ends at the node.
    Solved {
        /// Whether the node was expanded all the same: where two searches meet, or all solutions are wanted.
        expanded: bool,
    },
}

impl<Text> EventKind<Text> {
    fn map<'t, Other>(&'t self, text: impl FnOnce(&'t Text) -> Other) -> EventKind<Other> {
        match self {
            Self::Created => EventKind::Created,
            Self::Examined => EventKind::Examined,
            Self::Pruned(reason) => EventKind::Pruned(reason.map(text)),
            Self::Improved { reopened } => EventKind::Improved { reopened: *reopened },
            Self::Deepened { bound } => EventKind::Deepened { bound: *bound },
            Self::Forgotten { value } => EventKind::Forgotten { value: *value },
            Self::Solved { expanded } => EventKind::Solved { expanded: *expanded },
        }
    }

    /// Its name in a trace.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Created => "created",
            Self::Examined => "examined",
            Self::Pruned(_) => "pruned",
            Self::Improved { .. } => "improved",
            Self::Deepened { .. } => "deepened",
            Self::Forgotten { .. } => "forgotten",
            Self::Solved { .. } => "solved",
        }
    }
}

/// An event: what happened to which node. Costs are wider than [`Cost`](crate::Cost), since a record may be another
/// program's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EventRecord<Text, State> {
    /// What happened.
    pub kind: EventKind<Text>,
    /// The node, where it has a number.
    pub node: Option<NodeId>,
    /// The node it was created from.
    pub parent: Option<NodeId>,
    /// The action that led to it.
    pub action: Option<Text>,
    /// Cost from the root; of a solution its cost.
    pub g: Option<u64>,
    /// Estimate to the goal, where one was asked for.
    pub h: Option<u64>,
    /// The end it was reached from.
    pub side: Side,
    /// The state of the node or the child.
    pub state: Option<State>,
}

/// An event while the search runs: it borrows what the domain shows.
pub type EventView<'a> = EventRecord<&'a str, Shown<'a>>;

/// An event that was kept.
pub type OwnedEvent = EventRecord<Box<str>, OwnedShown>;

impl<Text, State> EventRecord<Text, State> {
    /// An event of which nothing but its kind is known.
    pub const fn new(kind: EventKind<Text>) -> Self {
        Self { kind, node: None, parent: None, action: None, g: None, h: None, side: Side::Forward, state: None }
    }

    /// g + h.
    pub fn f(&self) -> Option<u64> {
        Some(self.g?.saturating_add(self.h?))
    }
}

impl EventView<'_> {
    /// A copy that owns what it shows.
    pub fn owned(&self) -> OwnedEvent {
        EventRecord {
            kind: self.kind.map(|text| (*text).into()),
            node: self.node,
            parent: self.parent,
            action: self.action.map(Into::into),
            g: self.g,
            h: self.h,
            side: self.side,
            state: self.state.map(Shown::owned),
        }
    }
}

impl OwnedEvent {
    /// The same, borrowed.
    pub fn view(&self) -> EventView<'_> {
        EventRecord {
            kind: self.kind.map(|text| &**text),
            node: self.node,
            parent: self.parent,
            action: self.action.as_deref(),
            g: self.g,
            h: self.h,
            side: self.side,
            state: self.state.as_ref().map(OwnedShown::view),
        }
    }
}

/// Receives every event of a search, in order, whatever is searched.
pub trait Events {
    /// One event. `Break` ends the search as an interrupt would; it can be resumed.
    fn on_event(&mut self, event: &EventView<'_>) -> ControlFlow<Stop>;
}
