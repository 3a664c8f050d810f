//! Records of events: they hold what the engine reports, with states and actions as the domain shows them.

use std::ops::ControlFlow;

use hueco_search::{
    BestFirst, Bidirectional, Budget, CellValue, Cost, EventKind, EventView, Events, NodeId, Observed, OwnedEvent,
    OwnedShown, Problem, Reason, Reversible, Search, Shown, Side, Stop, Texts,
};

/// From 0 to `goal` by steps of one and of two.
struct Stairs {
    goal: i32,
}

impl Problem for Stairs {
    type State = i32;
    type Action = i32;
    type Actions = std::vec::IntoIter<(i32, Cost)>;

    fn start(&self) -> i32 {
        0
    }

    fn is_goal(&self, step: &i32) -> bool {
        *step == self.goal
    }

    fn actions(&self, _: &i32, _: Option<i32>) -> Self::Actions {
        vec![(1, 1), (2, 1), (-1, 1), (-2, 1)].into_iter()
    }

    fn apply(&self, step: &mut i32, by: i32) {
        *step += by;
    }
}

impl Reversible for Stairs {
    fn goal(&self) -> i32 {
        self.goal
    }

    fn inverse(&self, by: i32) -> i32 {
        -by
    }
}

/// Keeps events, up to a limit.
struct Kept {
    events: Vec<OwnedEvent>,
    limit: usize,
}

impl Events for Kept {
    fn on_event(&mut self, event: &EventView<'_>) -> ControlFlow<Stop> {
        self.events.push(event.owned());
        if self.events.len() < self.limit { ControlFlow::Continue(()) } else { ControlFlow::Break(Stop) }
    }
}

fn kept<S: Search<Stairs>>(problem: &Stairs, mut search: S, limit: usize) -> (Vec<OwnedEvent>, u64) {
    let mut kept = Kept { events: Vec::new(), limit };
    let texts = Texts::new(problem, |step| format!("step {step}"), |by| format!("{by:+}"));
    let report = search.run(&mut Observed::new(texts, &mut kept), &mut Budget::unlimited());
    (kept.events, report.stats.generated)
}

#[test]
fn a_record_holds_node_parent_action_costs_and_state() {
    let problem = Stairs { goal: 2 };
    let (events, generated) = kept(&problem, BestFirst::breadth_first(&problem), usize::MAX);
    let text = |text: &str| Some(OwnedShown::Text(text.into()));
    let root = &events[0];
    assert_eq!((&root.kind, root.node, root.parent, &root.action), (&EventKind::Created, Some(NodeId(0)), None, &None));
    assert_eq!(root.state, text("step 0"));
    let child = &events[3];
    assert_eq!((&child.kind, child.node, child.parent), (&EventKind::Created, Some(NodeId(2)), Some(NodeId(0))));
    assert_eq!((child.action.as_deref(), &child.state, child.g), (Some("+2"), &text("step 2"), Some(1)));
    let pruned = events.iter().find(|event| matches!(event.kind, EventKind::Pruned(_))).expect("the way back");
    assert_eq!(pruned.kind, EventKind::Pruned(Reason::Duplicate(Some(NodeId(2)))));
    assert_eq!((pruned.node, pruned.action.as_deref(), &pruned.state), (None, Some("+1"), &text("step 2")));
    let last = events.last().expect("a solution");
    assert_eq!((&last.kind, last.node, last.g), (&EventKind::Solved { expanded: false }, Some(NodeId(2)), Some(1)));
    let made = |event: &&OwnedEvent| matches!(event.kind, EventKind::Created | EventKind::Pruned(_));
    assert_eq!(events.iter().filter(made).count() as u64, generated);
}

#[test]
fn where_two_searches_meet_the_node_was_expanded() {
    let problem = Stairs { goal: 7 };
    let (events, _) = kept(&problem, Bidirectional::breadth_first(&problem), usize::MAX);
    assert!(events.iter().any(|event| event.side == Side::Backward && event.state.is_some()));
    assert!(events.iter().any(|event| event.kind == EventKind::Solved { expanded: true }));
}

#[test]
fn who_receives_events_can_stop_the_search() {
    let problem = Stairs { goal: 100 };
    let (events, _) = kept(&problem, BestFirst::breadth_first(&problem), 5);
    assert_eq!(events.len(), 5);
}

#[test]
fn an_empty_cell_is_no_number() {
    let cells = [CellValue::new(-3), CellValue::EMPTY, CellValue::new(0)];
    assert_eq!(cells.map(CellValue::number), [Some(-3), None, Some(0)]);
    let owned = Shown::Cells(&cells).owned();
    assert_eq!(owned.view(), Shown::Cells(&cells));
    assert_eq!(format!("{:?}", cells[1]), "None");
}
