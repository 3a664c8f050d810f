//! A record of events that can be compared, counted, and broken off at any event.

use std::ops::ControlFlow;

use hueco_search::{Cost, Event, Observer, Origin, Problem, Pruned, Side, Stop};

/// An event without its references.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Recorded<S, A> {
    Created { id: u32, origin: Option<(u32, S, A)>, root: Option<S>, g: Cost, h: Cost, side: Side },
    Pruned { origin: (u32, S, A), g: Cost, h: Option<Cost>, reason: Pruned, side: Side },
    Improved { id: u32, origin: (u32, S, A), g: Cost, h: Cost, reopened: bool, side: Side },
    Examined { id: u32, state: S, g: Cost, h: Cost, side: Side },
    Deepened { bound: Cost },
    Forgotten { id: u32, state: S, g: Cost, h: Cost, value: Option<u64> },
    Solved { id: u32, cost: Cost },
}

/// Keeps every event; breaks off after every `break_every`-th one.
#[derive(Debug)]
pub(crate) struct Record<P: Problem> {
    pub(crate) events: Vec<Recorded<P::State, P::Action>>,
    pub(crate) break_every: Option<usize>,
}

impl<P: Problem> Default for Record<P> {
    fn default() -> Self {
        Self { events: Vec::new(), break_every: None }
    }
}

impl<P: Problem> Observer<P> for Record<P> {
    fn event(&mut self, event: Event<'_, P>) -> ControlFlow<Stop> {
        let flat = |origin: Origin<'_, P>| (origin.parent.0, origin.state.clone(), origin.action);
        self.events.push(match event {
            Event::Created { id, origin, root, g, h, side } => {
                Recorded::Created { id: id.0, origin: origin.map(flat), root: root.cloned(), g, h, side }
            }
            Event::Pruned { origin, g, h, reason, side } => {
                Recorded::Pruned { origin: flat(origin), g, h, reason, side }
            }
            Event::Improved { id, origin, g, h, reopened, side } => {
                Recorded::Improved { id: id.0, origin: flat(origin), g, h, reopened, side }
            }
            Event::Examined { id, state, g, h, side } => {
                Recorded::Examined { id: id.0, state: state.clone(), g, h, side }
            }
            Event::Deepened { bound } => Recorded::Deepened { bound },
            Event::Forgotten { id, state, g, h, value } => {
                Recorded::Forgotten { id: id.0, state: state.clone(), g, h, value }
            }
            Event::Solved { id, cost } => Recorded::Solved { id: id.0, cost },
        });
        match self.break_every {
            Some(every) if self.events.len().is_multiple_of(every) => ControlFlow::Break(Stop),
            _ => ControlFlow::Continue(()),
        }
    }
}
