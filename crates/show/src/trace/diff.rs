//! Where two searches part, and why.
//!
//! Both traces are walked in step. A node of one is paired with the node of the other that was created at the same step, so
//! numbers need not agree, only what was done. The first step at which something else happens is the difference; what happens
//! there, and right after it, gives the reason: the same children in another order, a node of equal f, another estimate.
//!
//! A program that records less is not penalized: kinds of events that one trace has none of are skipped in the other,
//! and fields that one leaves out are not compared.

use hueco_search::{EventKind, NodeId, OwnedEvent, OwnedShown};

use super::{Domain, Header, Trace, state_line};

/// What a header can say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// The kind of puzzle and its cells.
    Domain,
    /// The start.
    Start,
    /// The goal.
    Goal,
    /// The method.
    Algorithm,
    /// The heuristic.
    Heuristic,
    /// Which of equals comes first.
    Ties,
    /// The order of children.
    Order,
    /// The weight.
    Weight,
    /// The beam's width.
    Width,
    /// The depth limit.
    Depth,
    /// Whether duplicates are kept.
    Tree,
    /// The seed.
    Seed,
}

/// A setting that both headers name, differently.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unequal {
    /// Which.
    pub setting: Setting,
    /// What the first says.
    pub a: String,
    /// What the second says.
    pub b: String,
}

/// Why two searches part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// They begin at different boards.
    Start,
    /// The same children, in another order.
    SuccessorOrder,
    /// Two nodes of the same value, and each takes another.
    TieBreak {
        /// The value.
        value: u64,
    },
    /// They take nodes of different values.
    Choice {
        /// The value of the first's.
        a: Option<u64>,
        /// The value of the second's.
        b: Option<u64>,
    },
    /// Another h for the same board.
    Estimate {
        /// The first's.
        a: u64,
        /// The second's.
        b: u64,
    },
    /// Another g for the same board.
    Cost {
        /// The first's.
        a: u64,
        /// The second's.
        b: u64,
    },
    /// One keeps a child that the other drops.
    Dropping,
    /// Both drop a child, for other reasons.
    Reason,
    /// One reaches a known node at a lower cost and notes it, the other does not.
    Improvement,
    /// One creates a child that the other leaves out.
    Children {
        /// Whether it is the board that the parent came from.
        way_back: bool,
    },
    /// One sees a solution where the other continues.
    GoalTest,
    /// Another bound for the next round.
    Bound {
        /// The first's.
        a: u64,
        /// The second's.
        b: u64,
    },
    /// One begins a new round or layer where the other continues.
    Rounds,
    /// One forgets a node that the other keeps.
    Memory,
    /// One ends where the other continues.
    Ends,
}

/// Which of the two traces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The first.
    A,
    /// The second.
    B,
}

/// The first step at which two searches part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The event of the first trace; none where it ends.
    pub a: Option<usize>,
    /// The event of the second.
    pub b: Option<usize>,
    /// Why.
    pub why: Why,
}

/// What comparing two traces came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compared {
    /// Settings that differ.
    pub settings: Vec<Unequal>,
    /// Steps at which they agree.
    pub agreed: u64,
    /// Kinds of events that only one of them records: they were skipped.
    pub passed_over: Vec<&'static str>,
    /// Where they part.
    pub difference: Option<Difference>,
    /// A trace that was cut before the other's end, where they agree up to there.
    pub cut: Option<Place>,
}

/// Compares two traces.
pub fn compare(a: &Trace, b: &Trace) -> Compared {
    let mut walk = Walk::new(a, b);
    let settings = settings(a, b);
    let mut agreed = 0;
    loop {
        let (x, y) = (walk.next_a(), walk.next_b());
        let (ea, eb) = (x.map(|x| &a.events[x]), y.map(|y| &b.events[y]));
        let (why, cut) = match (ea, eb) {
            (None, None) => (None, None),
            (Some(ea), Some(eb)) => match walk.unlike(ea, eb) {
                None => {
                    agreed += 1;
                    walk.advance();
                    continue;
                }
                why => (why, None),
            },
            (None, Some(_)) if is_cut(a) => (None, Some(Place::A)),
            (Some(_), None) if is_cut(b) => (None, Some(Place::B)),
            _ => (Some(Why::Ends), None),
        };
        let difference = why.map(|why| Difference { a: x, b: y, why });
        return Compared { settings, agreed, passed_over: walk.passed_over, difference, cut };
    }
}

fn is_cut(trace: &Trace) -> bool {
    trace.end.as_ref().is_some_and(|end| end.cut)
}

/// Two traces walked in step.
struct Walk<'a> {
    a: &'a Trace,
    b: &'a Trace,
    at: (usize, usize),
    passed_over: Vec<&'static str>,
    /// For each node of the first trace its pair in the second, and the other way round.
    pairs: (Vec<Option<NodeId>>, Vec<Option<NodeId>>),
}

impl<'a> Walk<'a> {
    fn new(a: &'a Trace, b: &'a Trace) -> Self {
        let has = |trace: &Trace, name: &str| trace.events.iter().any(|event| event.kind.name() == name);
        let only_one = |name: &&str| has(a, name) != has(b, name) && !is_cut(a) && !is_cut(b);
        let passed_over =
            ["pruned", "improved", "deepened", "forgotten", "examined"].into_iter().filter(only_one).collect();
        let pairs = (vec![None; a.nodes().len()], vec![None; b.nodes().len()]);
        Self { a, b, at: (0, 0), passed_over, pairs }
    }

    fn compared(&self, event: &OwnedEvent) -> bool {
        !self.passed_over.contains(&event.kind.name())
    }

    fn next_a(&mut self) -> Option<usize> {
        self.at.0 += self.a.events[self.at.0..].iter().take_while(|event| !self.compared(event)).count();
        (self.at.0 < self.a.events.len()).then_some(self.at.0)
    }

    fn next_b(&mut self) -> Option<usize> {
        self.at.1 += self.b.events[self.at.1..].iter().take_while(|event| !self.compared(event)).count();
        (self.at.1 < self.b.events.len()).then_some(self.at.1)
    }

    /// The events here are alike: their nodes are a pair.
    fn advance(&mut self) {
        let (ea, eb) = (&self.a.events[self.at.0], &self.b.events[self.at.1]);
        if let (EventKind::Created, Some(x), Some(y)) = (&ea.kind, ea.node, eb.node) {
            self.pairs.0[x.index()] = Some(y);
            self.pairs.1[y.index()] = Some(x);
        }
        self.at = (self.at.0 + 1, self.at.1 + 1);
    }

    /// Why two events are not alike, if they are not.
    fn unlike(&self, ea: &OwnedEvent, eb: &OwnedEvent) -> Option<Why> {
        use EventKind::{Created, Deepened, Examined, Forgotten, Improved, Pruned, Solved};
        match (&ea.kind, &eb.kind) {
            (Created | Pruned(_) | Improved { .. }, Created | Pruned(_) | Improved { .. }) => self.children(ea, eb),
            (Examined, Examined) => self.choice(ea.node, eb.node),
            (Solved { .. }, Solved { .. }) => (!self.paired(ea.node, eb.node)).then_some(Why::GoalTest),
            (Solved { .. }, _) | (_, Solved { .. }) => Some(Why::GoalTest),
            (Deepened { bound: x }, Deepened { bound: y }) => (x != y).then_some(Why::Bound { a: *x, b: *y }),
            (Deepened { .. }, _) | (_, Deepened { .. }) => Some(Why::Rounds),
            (Forgotten { .. }, Forgotten { .. }) => (!self.paired(ea.node, eb.node)).then_some(Why::Memory),
            (Forgotten { .. }, _) | (_, Forgotten { .. }) => Some(Why::Memory),
            (Examined, _) => Some(Why::Children { way_back: is_way_back(self.b, eb) }),
            (_, Examined) => Some(Why::Children { way_back: is_way_back(self.a, ea) }),
        }
    }

    fn paired(&self, x: Option<NodeId>, y: Option<NodeId>) -> bool {
        x.and_then(|x| self.pairs.0[x.index()]) == y
    }

    /// Two nodes that were taken.
    fn choice(&self, x: Option<NodeId>, y: Option<NodeId>) -> Option<Why> {
        if self.paired(x, y) {
            return None;
        }
        let (a, b) = (x.and_then(|x| value(self.a, x)), y.and_then(|y| value(self.b, y)));
        Some(match (a, b) {
            (Some(a), Some(b)) if a == b => Why::TieBreak { value: a },
            _ => Why::Choice { a, b },
        })
    }

    /// Two children, kept or dropped.
    fn children(&self, ea: &OwnedEvent, eb: &OwnedEvent) -> Option<Why> {
        if ea.parent.is_some() != eb.parent.is_some() {
            return Some(Why::Children { way_back: false });
        }
        if ea.parent.is_some() && !self.paired(ea.parent, eb.parent) {
            return self.choice(ea.parent, eb.parent);
        }
        if !same_state(self.a, ea, self.b, eb) {
            return Some(if ea.parent.is_none() { Why::Start } else { self.order(ea, eb) });
        }
        match (ea.g, eb.g, ea.h, eb.h) {
            (Some(a), Some(b), ..) if a != b => return Some(Why::Cost { a, b }),
            (.., Some(a), Some(b)) if a != b => return Some(Why::Estimate { a, b }),
            _ => {}
        }
        match (&ea.kind, &eb.kind) {
            (EventKind::Pruned(a), EventKind::Pruned(b)) => {
                let stated = !a.name().is_empty() && !b.name().is_empty();
                (stated && a.name() != b.name()).then_some(Why::Reason)
            }
            (EventKind::Created, EventKind::Created) | (EventKind::Improved { .. }, EventKind::Improved { .. }) => None,
            (EventKind::Improved { .. }, _) | (_, EventKind::Improved { .. }) => Some(Why::Improvement),
            _ => Some(Why::Dropping),
        }
    }

    /// Two different children of the same node: in another order, or one is left out.
    fn order(&self, ea: &OwnedEvent, eb: &OwnedEvent) -> Why {
        let later_in_a = siblings(self.a, self.at.0, ea).any(|other| same_state(self.a, other, self.b, eb));
        let later_in_b = siblings(self.b, self.at.1, eb).any(|other| same_state(self.a, ea, self.b, other));
        match (later_in_a, later_in_b) {
            (false, true) => Why::Children { way_back: is_way_back(self.b, eb) },
            (true, false) => Why::Children { way_back: is_way_back(self.a, ea) },
            _ => Why::SuccessorOrder,
        }
    }
}

/// The events about children of the same node, from `at` on.
fn siblings<'t>(trace: &'t Trace, at: usize, event: &OwnedEvent) -> impl Iterator<Item = &'t OwnedEvent> {
    let parent = event.parent;
    trace.events[at..]
        .iter()
        .take_while(|event| event.kind != EventKind::Examined)
        .filter(move |other| other.parent == parent)
}

/// Whether a child is the board that its parent came from.
fn is_way_back(trace: &Trace, event: &OwnedEvent) -> bool {
    let grandparent = event.parent.and_then(|parent| trace.node(parent).parent);
    let before: Option<&OwnedShown> = grandparent.and_then(|node| trace.node(node).state.as_ref());
    before.is_some() && before == trace.state_of(event)
}

fn same_state(a: &Trace, ea: &OwnedEvent, b: &Trace, eb: &OwnedEvent) -> bool {
    match (a.state_of(ea), b.state_of(eb)) {
        (Some(x), Some(y)) => x == y,
        _ => ea.action.is_none() || eb.action.is_none() || ea.action == eb.action,
    }
}

/// What the method takes nodes by, in thousandths for a weighted search; f where the trace does not name a method.
fn value(trace: &Trace, node: NodeId) -> Option<u64> {
    let node = trace.node(node);
    match trace.header.algorithm.as_deref() {
        Some("greedy" | "beam" | "stack") => node.h,
        Some("ucs" | "bfs") => node.g,
        _ => Some(node.g?.saturating_add(node.h.unwrap_or(0))),
    }
}

/// What both headers say, and differently.
fn settings(a: &Trace, b: &Trace) -> Vec<Unequal> {
    let (a, b) = (&a.header, &b.header);
    let mut unequal = Vec::new();
    let mut note = |setting, a: Option<String>, b: Option<String>| {
        if let (Some(a), Some(b)) = (a, b)
            && a != b
        {
            unequal.push(Unequal { setting, a, b });
        }
    };
    let state = |header: &Header, state: &OwnedShown| state_line(&header.domain, state.view());
    note(Setting::Domain, Some(domain(&a.domain)), Some(domain(&b.domain)));
    note(Setting::Start, Some(state(a, &a.start)), Some(state(b, &b.start)));
    let goal = |header: &Header| header.goal.as_ref().map(|goal| state(header, goal));
    note(Setting::Goal, goal(a), goal(b));
    note(Setting::Algorithm, a.algorithm.clone(), b.algorithm.clone());
    note(Setting::Heuristic, a.heuristic.clone(), b.heuristic.clone());
    note(Setting::Ties, a.ties.clone(), b.ties.clone());
    note(Setting::Order, a.order.clone(), b.order.clone());
    let number = |number: Option<u64>| number.map(|number| number.to_string());
    let weight = |weight: Option<u32>| weight.map(|weight| (f64::from(weight) / 1000.0).to_string());
    note(Setting::Weight, weight(a.weight), weight(b.weight));
    note(Setting::Width, number(a.width), number(b.width));
    note(Setting::Depth, number(a.depth), number(b.depth));
    let tree = |tree: Option<bool>| Some(tree.unwrap_or(false).to_string());
    note(Setting::Tree, tree(a.tree), tree(b.tree));
    note(Setting::Seed, number(a.seed), number(b.seed));
    unequal
}

/// A domain in a few words.
fn domain(domain: &Domain) -> String {
    match domain {
        Domain::Tiles { rows, cols } => format!("tiles {rows}x{cols}"),
        Domain::Sums { cells, .. } => {
            format!("sums {}", cells.iter().map(|cell| cell.name.as_str()).collect::<Vec<_>>().join(" "))
        }
        Domain::Any { problem } => problem.clone(),
    }
}
