//! What the recorder writes, byte by byte, against the same lines made the slow way; and in which pieces.

use std::io::{self, Write};

use hueco_search::{NodeId, Pruned, Side, Told, Watch, What};
use hueco_show::trace::{Domain, End, Header, Recorder};
use hueco_tiles::heuristic::Named;
use hueco_tiles::solve::Plan;
use hueco_tiles::{Board, Direction, parse_shape};
use proptest::prelude::*;

fn header(shape: &str) -> Header {
    let goal = Board::blank_last(parse_shape(shape).expect("a shape"));
    let plan = Plan { heuristic: Some(Named::Manhattan.into()), ..Plan::new(goal.clone(), goal) };
    let header = Header::tiles(&plan);
    assert!(matches!(header.domain, Domain::Tiles { .. }) && header.has_estimate());
    header
}

/// A line as `docs/trace.md` describes it, put together by `format!`.
fn expected(told: &Told<Direction>, board: Option<&[u16]>) -> String {
    let (name, more) = match told.what {
        What::Created => ("created", String::new()),
        What::Examined => ("examined", String::new()),
        What::Pruned(reason) => (
            "pruned",
            match reason {
                Pruned::Duplicate(NodeId(of)) => format!(r#","reason":"duplicate","of":{of}"#),
                Pruned::Bound(bound) => format!(r#","reason":"bound","bound":{bound}"#),
                Pruned::Cycle => r#","reason":"cycle""#.to_owned(),
                Pruned::Depth => r#","reason":"depth""#.to_owned(),
                Pruned::DeadEnd => r#","reason":"dead-end""#.to_owned(),
                Pruned::Waiting => r#","reason":"waiting""#.to_owned(),
                Pruned::Width => r#","reason":"width""#.to_owned(),
                Pruned::Worse => r#","reason":"worse""#.to_owned(),
            },
        ),
        What::Improved { reopened } => ("improved", if reopened { r#","reopened":true"# } else { "" }.to_owned()),
        What::Deepened { bound } => ("deepened", format!(r#","bound":{bound}"#)),
        What::Solved { expanded, .. } => ("solved", if expanded { r#","expanded":true"# } else { "" }.to_owned()),
    };
    let field = |name: &str, value: Option<u32>| value.map_or(String::new(), |value| format!(r#","{name}":{value}"#));
    let mut line = format!(r#"{{"event":"{name}""#);
    line += &field("id", told.id.map(|id| id.0));
    line += &field("parent", told.parent.map(|id| id.0));
    line += &told.action.map_or(String::new(), |action| format!(r#","action":"{}""#, action.letter()));
    if !matches!(told.what, What::Deepened { .. }) {
        line += &field("g", Some(told.g));
        line += &field("h", told.h);
        line += if told.side == Side::Backward { r#","side":"backward""# } else { "" };
    }
    line += &more;
    if let Some(board) = board {
        let numbers: Vec<String> = board.iter().map(u16::to_string).collect();
        line += r#","board":["#;
        line += &numbers.join(",");
        line += "]";
    }
    line + "}\n"
}

fn number() -> impl Strategy<Value = u32> {
    prop_oneof![0_u32..10, 0_u32..100, 0_u32..1000, 0_u32..100_000, any::<u32>()]
}

fn told() -> impl Strategy<Value = Told<Direction>> {
    let reason = prop_oneof![
        number().prop_map(|of| Pruned::Duplicate(NodeId(of))),
        number().prop_map(Pruned::Bound),
        Just(Pruned::Cycle),
        Just(Pruned::Depth),
        Just(Pruned::DeadEnd),
        Just(Pruned::Waiting),
        Just(Pruned::Width),
        Just(Pruned::Worse),
    ];
    let what = prop_oneof![
        Just(What::Created),
        Just(What::Examined),
        reason.prop_map(What::Pruned),
        any::<bool>().prop_map(|reopened| What::Improved { reopened }),
        number().prop_map(|bound| What::Deepened { bound }),
        any::<bool>().prop_map(|expanded| What::Solved { cost: 3, expanded }),
    ];
    let node = || prop::option::of(number().prop_map(NodeId));
    let action = prop::option::of(prop::sample::select(&Direction::ALL[..]));
    let side = prop_oneof![Just(Side::Forward), Just(Side::Backward)];
    (what, node(), node(), action, number(), prop::option::of(number()), side)
        .prop_map(|(what, id, parent, action, g, h, side)| Told { what, id, parent, action, g, h, side })
}

/// Notes how much it is given at a time.
#[derive(Default)]
struct Pieces {
    bytes: Vec<u8>,
    lengths: Vec<usize>,
}

impl Write for Pieces {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes.extend_from_slice(bytes);
        self.lengths.push(bytes.len());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Records the events over and over; checks every line, and that the pieces are few and begin where large pages do.
fn check(shape: &str, events: &[(Told<Direction>, Option<Vec<u16>>)], rounds: usize) {
    let mut recorder = Recorder::new(Pieces::default(), &header(shape), u64::MAX).expect("it takes everything");
    let mut lines = String::new();
    for _ in 0..rounds {
        for (told, board) in events {
            assert!(recorder.told(*told, board.as_deref()).is_continue());
            lines += &expected(told, board.as_deref());
        }
    }
    let (pieces, recorded) = recorder.finish(End::default()).expect("it takes everything");
    assert_eq!(recorded.written as usize, rounds * events.len());
    let text = String::from_utf8(pieces.bytes).expect("text");
    let (_, events) = text.split_once('\n').expect("a header");
    assert!(events.starts_with(&lines), "{events}\n{lines}");
    assert_eq!(events[lines.len()..].lines().count(), 1, "the last line");
    let (last, whole) = pieces.lengths.split_last().expect("one piece at least");
    assert!(whole.iter().all(|length| length % (1 << 17) == 0), "{whole:?}");
    assert!(last + whole.iter().sum::<usize>() == text.len());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn every_line(events in prop::collection::vec((told(), prop::option::of(Just((0..9).collect::<Vec<u16>>()).prop_shuffle())), 1..20)) {
        check("3x3", &events, 1);
    }

    #[test]
    fn long_traces(events in prop::collection::vec((told(), prop::option::of(Just((0..16).collect::<Vec<u16>>()).prop_shuffle())), 1..20)) {
        check("4x4", &events, 500);
    }
}

/// A line of the largest board is longer than a piece.
#[test]
fn the_largest_board() {
    let board: Vec<u16> = (0..1 << 15).rev().collect();
    let told = |id| Told::new(What::Examined, Some(NodeId(id)), 7, Some(u32::MAX), Side::Backward);
    check("128x256", &[(told(1), Some(board)), (told(u32::MAX), None)], 9);
}
