//! How a problem is shown: its states as cells or text, its actions as text.
//!
//! A domain implements [`Show`]; [`Texts`] does so for every problem whose states and actions can be written.
//! [`Observed`] is the observer that turns events into records with it.

use std::fmt::{Debug, Display, Write as _};
use std::ops::ControlFlow;

use crate::observer::{Event, NodeId, Observer, Side, Stop};
use crate::problem::{Cost, Problem};
use crate::record::{EventKind, EventRecord, Events, Shown};

/// Shows the states and actions of a problem. What it returns is borrowed from its own buffers, which the next call may
/// overwrite.
pub trait Show<P: Problem> {
    /// A state.
    fn state(&mut self, state: &P::State) -> Shown<'_>;

    /// An action of `parent`, and the state after it, which the search has perhaps not built.
    fn child(&mut self, parent: &P::State, action: P::Action) -> (&str, Shown<'_>);

    /// A step backward from `parent`, and the state before it. Where steps backward are actions, it is shown as one.
    fn child_back(&mut self, parent: &P::State, step: P::Action) -> (&str, Shown<'_>) {
        self.child(parent, step)
    }
}

/// Shows states and actions as text.
///
/// ```
/// use hueco_search::{Cost, Problem, Show, Shown, Texts};
///
/// /// From 0 to 3, one to the left or to the right.
/// struct Line;
///
/// impl Problem for Line {
///     type State = i32;
///     type Action = i32;
///     type Actions = std::vec::IntoIter<(i32, Cost)>;
///     fn start(&self) -> i32 { 0 }
///     fn is_goal(&self, place: &i32) -> bool { *place == 3 }
///     fn actions(&self, _: &i32, _: Option<i32>) -> Self::Actions { vec![(-1, 1), (1, 1)].into_iter() }
///     fn apply(&self, place: &mut i32, step: i32) { *place += step; }
/// }
///
/// let mut texts = Texts::new(&Line, |place| format!("at {place}"), |step| format!("{step:+}"));
/// assert_eq!(texts.state(&0), Shown::Text("at 0"));
/// assert_eq!(texts.child(&0, -1), ("-1", Shown::Text("at -1")));
/// ```
pub struct Texts<'p, P: Problem> {
    problem: &'p P,
    write_state: Box<WriteState<'p, P::State>>,
    write_action: Box<WriteAction<'p, P::Action>>,
    state: String,
    action: String,
}

type WriteState<'p, S> = dyn Fn(&S, &mut String) + 'p;
type WriteAction<'p, A> = dyn Fn(A, &mut String) + 'p;

impl<'p, P: Problem> Texts<'p, P> {
    /// States and actions as these functions write them.
    pub fn new(
        problem: &'p P,
        state: impl Fn(&P::State) -> String + 'p,
        action: impl Fn(P::Action) -> String + 'p,
    ) -> Self {
        Self::writing(problem, move |shown, out| *out = state(shown), move |taken, out| *out = action(taken))
    }

    /// States and actions by their `Debug`.
    pub fn debug(problem: &'p P) -> Self
    where
        P::State: Debug,
    {
        // A `String` takes everything that is written to it.
        let state = |state: &P::State, out: &mut String| _ = write!(out, "{state:?}");
        Self::writing(problem, state, |action, out| _ = write!(out, "{action:?}"))
    }

    /// States and actions by their `Display`.
    pub fn display(problem: &'p P) -> Self
    where
        P::State: Display,
        P::Action: Display,
    {
        let state = |state: &P::State, out: &mut String| _ = write!(out, "{state}");
        Self::writing(problem, state, |action, out| _ = write!(out, "{action}"))
    }

    fn writing(
        problem: &'p P,
        state: impl Fn(&P::State, &mut String) + 'p,
        action: impl Fn(P::Action, &mut String) + 'p,
    ) -> Self {
        let (write_state, write_action) = (Box::new(state), Box::new(action));
        Self { problem, write_state, write_action, state: String::new(), action: String::new() }
    }
}

impl<P: Problem> Show<P> for Texts<'_, P> {
    fn state(&mut self, state: &P::State) -> Shown<'_> {
        self.state.clear();
        (self.write_state)(state, &mut self.state);
        Shown::Text(&self.state)
    }

    fn child(&mut self, parent: &P::State, action: P::Action) -> (&str, Shown<'_>) {
        let mut child = parent.clone();
        self.problem.apply(&mut child, action);
        self.state.clear();
        (self.write_state)(&child, &mut self.state);
        self.action.clear();
        (self.write_action)(action, &mut self.action);
        (&self.action, Shown::Text(&self.state))
    }
}

/// An observer that reports every event as a record, with states and actions as `S` shows them.
pub struct Observed<'e, S, E: ?Sized = dyn Events + 'e> {
    show: S,
    events: &'e mut E,
    /// From both ends: a solution is where they meet, and that node was expanded like any other.
    both_ends: bool,
}

impl<'e, S, E: Events + ?Sized> Observed<'e, S, E> {
    /// Reports to `events`.
    pub fn new(show: S, events: &'e mut E) -> Self {
        Self { show, events, both_ends: false }
    }

    /// Reports a solution that the engine does not know to be one, since the search goes on after it.
    pub fn on_solution(&mut self, node: NodeId, cost: Cost) -> ControlFlow<Stop> {
        self.solved(node, cost, true)
    }

    fn solved(&mut self, node: NodeId, cost: Cost, expanded: bool) -> ControlFlow<Stop> {
        let event = EventRecord::new(EventKind::Solved { expanded });
        self.events.on_event(&EventRecord { node: Some(node), g: Some(cost.into()), ..event })
    }
}

impl<P: Problem, S: Show<P>, E: Events + ?Sized> Observer<P> for Observed<'_, S, E> {
    #[inline]
    fn event(&mut self, event: Event<'_, P>) -> ControlFlow<Stop> {
        // 1. What happens to a child is shown in one place, so that a domain's `child` is compiled into it.
        let (kind, node, origin, g, h, side) = match event {
            Event::Created { id, origin: Some(origin), g, h, side, .. } => {
                (EventKind::Created, Some(id), origin, g, Some(h), side)
            }
            Event::Pruned { origin, g, h, reason, side } => {
                (EventKind::Pruned(reason.into()), None, origin, g, h, side)
            }
            Event::Improved { id, origin, g, h, reopened, side } => {
                (EventKind::Improved { reopened }, Some(id), origin, g, Some(h), side)
            }
            // 2. Everything else.
            Event::Created { id, origin: None, root, g, h, side } => {
                self.both_ends |= side == Side::Backward;
                let state = root.map(|root| self.show.state(root));
                let event = EventRecord { node: Some(id), side, state, ..EventRecord::new(EventKind::Created) };
                return self.events.on_event(&EventRecord { g: Some(g.into()), h: Some(h.into()), ..event });
            }
            Event::Examined { id, state, g, h, side } => {
                let state = Some(self.show.state(state));
                let event = EventRecord { node: Some(id), side, state, ..EventRecord::new(EventKind::Examined) };
                return self.events.on_event(&EventRecord { g: Some(g.into()), h: Some(h.into()), ..event });
            }
            Event::Deepened { bound } => {
                let bound = bound.into();
                return self.events.on_event(&EventRecord::new(EventKind::Deepened { bound }));
            }
            Event::Forgotten { id, state, g, h, value } => {
                let event = EventRecord::new(EventKind::Forgotten { value });
                let state = Some(self.show.state(state));
                let (g, h) = (Some(g.into()), Some(h.into()));
                return self.events.on_event(&EventRecord { node: Some(id), state, g, h, ..event });
            }
            Event::Solved { id, cost } => return self.solved(id, cost, self.both_ends),
        };
        let (action, state) = match side {
            Side::Forward => self.show.child(origin.state, origin.action),
            Side::Backward => self.show.child_back(origin.state, origin.action),
        };
        self.events.on_event(&EventRecord {
            kind,
            node,
            parent: Some(origin.parent),
            action: Some(action),
            g: Some(g.into()),
            h: h.map(Into::into),
            side,
            state: Some(state),
        })
    }
}
