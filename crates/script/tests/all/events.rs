//! What an observer receives: states and actions as text.

use std::ops::ControlFlow;

use crate::common::{library, load, options};
use hueco_script::{drawings, run};
use hueco_search::{Algorithm, Budget, EventKind, EventView, Events, OwnedEvent, OwnedShown, Side, Stop};

#[derive(Default)]
struct Kept(Vec<OwnedEvent>);

impl Events for Kept {
    fn on_event(&mut self, event: &EventView<'_>) -> ControlFlow<Stop> {
        self.0.push(event.owned());
        ControlFlow::Continue(())
    }
}

fn events(source: &str, set: &[(&str, &str)], algorithm: Algorithm) -> Vec<OwnedEvent> {
    let mut kept = Kept::default();
    let file = load(source, set).expect("it loads");
    let answer = run(&file, &options(algorithm, None), &mut Budget::unlimited(), Some(&mut kept)).expect("it runs");
    let counted = kept.0.iter().filter(|event| matches!(event.kind, EventKind::Created | EventKind::Pruned(_))).count();
    assert_eq!(counted as u64, answer.stats.generated, "{algorithm}");
    kept.0
}

fn text(event: &OwnedEvent) -> &str {
    match &event.state {
        Some(OwnedShown::Text(text)) => text,
        other => panic!("{other:?} is no text"),
    }
}

#[test]
fn states_and_actions_are_texts() {
    let events = events(&library("jugs"), &[], Algorithm::Bfs);
    assert_eq!((text(&events[0]), events[0].action.as_deref()), ("(0, 0)", None));
    let children: Vec<_> = events[2..4].iter().map(|event| (event.action.as_deref().unwrap(), text(event))).collect();
    assert_eq!(children, [("fill 4", "(4, 0)"), ("fill 3", "(0, 3)")]);
    assert!(matches!(events.last().unwrap().kind, EventKind::Solved { .. }));
}

#[test]
fn a_drawing_stands_for_its_state() {
    let events = events(&library("eight"), &[("board", "123456708")], Algorithm::Astar);
    assert_eq!(text(&events[0]), "1 2 3\n4 5 6\n7 . 8");
}

#[test]
fn steps_backward_are_named_by_predecessors() {
    let source = "start = 0\ngoal = 5\ndef actions(s): return [(\"inc\", s + 1)]\ndef predecessors(s): return [(\"undo inc\", s - 1)]\n";
    let events = events(source, &[], Algorithm::Bidirectional);
    let back = events.iter().find(|event| event.side == Side::Backward && event.action.is_some()).expect("one");
    assert_eq!((back.action.as_deref(), text(back)), (Some("undo inc"), "4"));
    let ahead = events.iter().find(|event| event.side == Side::Forward && event.action.is_some()).expect("one");
    assert_eq!((ahead.action.as_deref(), text(ahead)), (Some("inc"), "1"));
}

#[test]
fn the_same_file_gives_the_same_events() {
    for (_, algorithm) in Algorithm::ALL {
        let twice = || events(&library("wolf"), &[], algorithm);
        assert_eq!(twice(), twice(), "{algorithm}");
    }
}

#[test]
fn every_step_has_its_own_name() {
    let source = "start = 1\ndef goal(s): return s > 3000\ndef actions(s): return [(\"to %d\" % t, t) for t in [s + 1, 2 * s, 3 * s]]\n";
    let events = events(source, &[], Algorithm::Bfs);
    let steps: Vec<_> = events.iter().filter_map(|event| Some((event.action.as_deref()?, text(event)))).collect();
    assert!(steps.len() > 1000, "{}", steps.len());
    for (action, state) in steps {
        assert_eq!(action, format!("to {state}"));
    }
}

#[test]
fn states_are_drawn_or_written() {
    let file = load(&library("eight"), &[("board", "123456708")]).expect("it loads");
    let states = [file.start().clone(), file.goal_state().expect("one").clone()];
    let drawn = drawings(&file, &states, &Budget::unlimited()).expect("it draws");
    assert_eq!(drawn, Some(vec!["1 2 3\n4 5 6\n7 . 8".to_owned(), "1 2 3\n4 5 6\n7 8 .".to_owned()]));
    let file = load(&library("jugs"), &[]).expect("it loads");
    assert_eq!(drawings(&file, &[file.start().clone()], &Budget::unlimited()), Ok(Some(vec!["(0, 0)".to_owned()])));
}
