//! What the recorder writes, byte by byte, against the same lines made the slow way; and in which blocks.

use std::io::{self, Write};

use hueco_search::{CellValue, EventKind, EventRecord, Events, NodeId, OwnedEvent, OwnedShown, Reason, Shown, Side};
use hueco_show::trace::{Domain, End, Header, Recorder};
use hueco_tiles::heuristic::Named;
use hueco_tiles::solve::Plan;
use hueco_tiles::{Board, parse_shape};
use proptest::prelude::*;

fn header(shape: &str) -> Header {
    let goal = Board::blank_last(parse_shape(shape).expect("a shape"));
    let plan = Plan { heuristic: Some(Named::Manhattan.into()), ..Plan::new(goal.clone(), goal) };
    let header = Header::tiles(&plan);
    assert!(matches!(header.domain, Domain::Tiles { .. }) && header.has_estimate());
    header
}

/// A line as `docs/trace.md` describes it, put together by `format!`.
fn expected(event: &OwnedEvent) -> String {
    let more = match &event.kind {
        EventKind::Pruned(reason) => match reason {
            Reason::Duplicate(Some(NodeId(of))) => format!(r#","reason":"duplicate","of":{of}"#),
            Reason::Bound(Some(bound)) => format!(r#","reason":"bound","bound":{bound}"#),
            Reason::Other(None) => String::new(),
            Reason::Other(Some(name)) => format!(r#","reason":{}"#, json(name)),
            reason => format!(r#","reason":"{}""#, reason.name()),
        },
        EventKind::Deepened { bound } => format!(r#","bound":{bound}"#),
        EventKind::Forgotten { value: Some(value) } => format!(r#","value":{value}"#),
        EventKind::Improved { reopened: true } => r#","reopened":true"#.to_owned(),
        EventKind::Solved { expanded: true } => r#","expanded":true"#.to_owned(),
        _ => String::new(),
    };
    let field = |name: &str, value: Option<u64>| value.map_or(String::new(), |value| format!(r#","{name}":{value}"#));
    let mut line = format!(r#"{{"event":"{}""#, event.kind.name());
    line += &field("id", event.node.map(|id| id.0.into()));
    line += &field("parent", event.parent.map(|id| id.0.into()));
    line += &event.action.as_ref().map_or(String::new(), |action| format!(r#","action":{}"#, json(action)));
    line += &field("g", event.g);
    line += &field("h", event.h);
    line += if event.side == Side::Backward { r#","side":"backward""# } else { "" };
    line += &more;
    let state = event.state.as_ref().map(|state| match state {
        OwnedShown::Cells(cells) => {
            let numbers: Vec<Option<i32>> = cells.iter().map(|cell| cell.number()).collect();
            serde_json::to_string(&numbers).expect("numbers")
        }
        OwnedShown::Text(text) => json(text),
    });
    line += &state.map_or(String::new(), |state| format!(r#","board":{state}"#));
    line + "}\n"
}

fn json(text: &str) -> String {
    serde_json::to_string(text).expect("text")
}

fn number() -> impl Strategy<Value = u32> {
    prop_oneof![0_u32..10, 0_u32..100, 0_u32..1000, 0_u32..100_000, any::<u32>()]
}

fn wide() -> impl Strategy<Value = u64> {
    prop_oneof![number().prop_map(u64::from), any::<u64>()]
}

fn text() -> impl Strategy<Value = Box<str>> {
    prop_oneof![Just("U".into()), Just("".into()), "[a-z \\x00-\\x1f\"\\\\é€\n]{0,20}".prop_map(Into::into)]
}

fn reason() -> impl Strategy<Value = Reason<Box<str>>> {
    prop_oneof![
        prop::option::of(number()).prop_map(|of| Reason::Duplicate(of.map(NodeId))),
        prop::option::of(wide()).prop_map(Reason::Bound),
        Just(Reason::Cycle),
        Just(Reason::Depth),
        Just(Reason::DeadEnd),
        Just(Reason::Waiting),
        Just(Reason::Width),
        Just(Reason::Worse),
        prop::option::of(text()).prop_map(Reason::Other),
    ]
}

/// Any event, with its state if it has one.
fn event(state: impl Strategy<Value = OwnedShown>) -> impl Strategy<Value = OwnedEvent> {
    let kind = prop_oneof![
        Just(EventKind::Created),
        Just(EventKind::Examined),
        reason().prop_map(EventKind::Pruned),
        any::<bool>().prop_map(|reopened| EventKind::Improved { reopened }),
        wide().prop_map(|bound| EventKind::Deepened { bound }),
        prop::option::of(wide()).prop_map(|value| EventKind::Forgotten { value }),
        any::<bool>().prop_map(|expanded| EventKind::Solved { expanded }),
    ];
    let node = || prop::option::of(number().prop_map(NodeId));
    let side = prop_oneof![Just(Side::Forward), Just(Side::Backward)];
    let costs = (prop::option::of(wide()), prop::option::of(wide()));
    (kind, node(), node(), prop::option::of(text()), costs, side, prop::option::of(state)).prop_map(
        |(kind, node, parent, action, (g, h), side, state)| EventRecord {
            kind,
            node,
            parent,
            action,
            g,
            h,
            side,
            state,
        },
    )
}

fn board(cells: i32) -> impl Strategy<Value = OwnedShown> {
    let shuffled = Just((0..cells).collect::<Vec<i32>>()).prop_shuffle();
    shuffled.prop_map(|numbers| OwnedShown::Cells(numbers.into_iter().map(CellValue::new).collect()))
}

/// Cells of a number puzzle, and texts.
fn other_state() -> impl Strategy<Value = OwnedShown> {
    let cell = prop_oneof![
        Just(CellValue::EMPTY),
        (-1000..1000).prop_map(CellValue::new),
        any::<i32>().prop_map(CellValue::new)
    ];
    prop_oneof![
        prop::collection::vec(cell, 0..12).prop_map(|cells| OwnedShown::Cells(cells.into())),
        text().prop_map(OwnedShown::Text),
    ]
}

/// Notes how much is written to it at a time.
#[derive(Default)]
struct Blocks {
    bytes: Vec<u8>,
    lengths: Vec<usize>,
}

impl Write for Blocks {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes.extend_from_slice(bytes);
        self.lengths.push(bytes.len());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Records the events over and over; checks every line, and that blocks are few and begin where large pages do.
fn check(header: &Header, events: &[OwnedEvent], rounds: usize) {
    let mut recorder = Recorder::new(Blocks::default(), header, u64::MAX).expect("it takes everything");
    let mut lines = String::new();
    for _ in 0..rounds {
        for event in events {
            assert!(recorder.on_event(&event.view()).is_continue());
            assert_eq!(event.view().owned(), *event);
            lines += &expected(event);
        }
    }
    let (blocks, recorded) = recorder.finish(End::default()).expect("it takes everything");
    assert_eq!(recorded.written() as usize, rounds * events.len());
    let text = String::from_utf8(blocks.bytes).expect("text");
    let (_, events) = text.split_once('\n').expect("a header");
    assert!(events.starts_with(&lines), "{events}\n{lines}");
    assert_eq!(events[lines.len()..].lines().count(), 1, "the last line");
    let (last, whole) = blocks.lengths.split_last().expect("one block at least");
    assert!(whole.iter().all(|length| length % (1 << 17) == 0), "{whole:?}");
    assert!(last + whole.iter().sum::<usize>() == text.len());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn every_line(events in prop::collection::vec(event(board(9)), 1..20)) {
        check(&header("3x3"), &events, 1);
    }

    #[test]
    fn long_traces(events in prop::collection::vec(event(board(16)), 1..20)) {
        check(&header("4x4"), &events, 500);
    }

    #[test]
    fn cells_and_texts_of_other_problems(events in prop::collection::vec(event(other_state()), 1..20)) {
        let header = Header { heuristic: Some("h".to_owned()), ..Header::any("\"Any\"", Shown::Text("\n")) };
        check(&header, &events, 100);
    }
}

/// A line of the largest board is longer than a block.
#[test]
fn the_largest_board() {
    let board = OwnedShown::Cells((0..1 << 15).rev().map(CellValue::new).collect());
    let event = |id, state| EventRecord {
        node: Some(NodeId(id)),
        g: Some(7),
        h: Some(u64::MAX),
        side: Side::Backward,
        state,
        ..EventRecord::new(EventKind::Examined)
    };
    check(&header("128x256"), &[event(1, Some(board)), event(u32::MAX, None)], 9);
}

/// A text of any length, all of it escaped, has room.
#[test]
fn a_long_text() {
    let text: Box<str> = "\u{1}".repeat(200_000).into();
    let event = EventRecord {
        action: Some(text.clone()),
        state: Some(OwnedShown::Text(text)),
        ..EventRecord::new(EventKind::Created)
    };
    check(&Header::any("", Shown::Text("")), &[event], 2);
}
