//! A tree as text: a line per node, branches that say where a node hangs, lines that fit.

use std::fmt::Write as _;

use hueco_show::trace::{Trace, read};
use hueco_show::tree::{Limits, Terms, Tree, text};

fn trace(lines: &str) -> Trace {
    let header = r#"{"version":1,"domain":"any","problem":"Letters","start":"s"}"#;
    read(format!("{header}\n{lines}").as_bytes()).expect("a trace")
}

/// What stands below the caption and the legend.
fn rows(trace: &Trace, limits: Limits, width: Option<usize>) -> Vec<String> {
    let text = text(&Tree::new(trace, limits), &Terms, width);
    let (_, rows) = text.split_once("\n\n").expect("an empty line above the first root");
    rows.lines().map(str::to_owned).collect()
}

/// A child of each kind, and the solution below the second of three.
const SMALL: &str = r#"{"event":"created","id":0,"g":0,"h":2,"board":"s"}
{"event":"examined","id":0}
{"event":"created","id":1,"parent":0,"action":"a","g":1,"h":9,"board":"sa"}
{"event":"created","id":2,"parent":0,"action":"b","g":1,"h":1,"board":"sb"}
{"event":"created","id":3,"parent":0,"action":"c","g":1,"h":12,"board":"sc"}
{"event":"examined","id":2}
{"event":"pruned","parent":2,"action":"x","g":2,"reason":"duplicate","of":0,"board":"s"}
{"event":"created","id":4,"parent":2,"action":"y","g":2,"h":0,"board":"two\nlines"}
{"event":"pruned","parent":2,"action":"z","g":2,"h":7,"reason":"dead-end","board":"no\u001bway"}
{"event":"examined","id":4}
{"event":"solved","id":4}
"#;

#[test]
fn every_node_has_its_line_and_its_branch() {
    assert_eq!(
        rows(&trace(SMALL), Limits::default(), None),
        [
            "#0  e1  g0 h2  f2   s",
            "#1      g1 h9  f10  ┠─ a  sa",
            "#2  e2  g1 h1  f2   ┡━ b  sb",
            "        g2          │ ┠─ x  s  ✗ = #0",
            "#4  e3  g2 h0  f2   │ ┡━ y  two / lines  ★",
            r"        g2 h7  f9   │ └─ z  no\u{1b}way  ✗ dead-end",
            "#3      g1 h12 f13  └─ c  sc",
        ]
    );
}

#[test]
fn what_is_not_drawn_is_counted_where_it_hangs() {
    let limits = Limits { nodes: 3, depth: usize::MAX };
    assert_eq!(
        rows(&trace(SMALL), limits, None),
        ["#0  e1  g0 h2 f2  s  … +2", "#2  e2  g1 h1 f2  ┗━ b  sb  … +2", "#4  e3  g2 h0 f2    ┗━ y  two / lines  ★",]
    );
    let tree = text(&Tree::new(&trace(SMALL), limits), &Terms, None);
    assert!(tree.starts_with("Letters\nnodes: 3 of 7\n#4 created · e3 examined · g h f costs · ━ path · ★ solved\n\n"));
}

#[test]
fn rounds_stand_below_each_other_under_their_headings() {
    let lines = r#"{"event":"created","id":0,"g":0,"h":2,"board":"s"}
{"event":"deepened","bound":2}
{"event":"examined","id":0}
{"event":"pruned","parent":0,"action":"a","g":1,"h":2,"reason":"bound","bound":3,"board":"sa"}
{"event":"deepened","bound":3}
{"event":"examined","id":0}
"#;
    let expected =
        ["bound 2", "#0  e1  g0 h2 f2  s", "        g1 h2 f3  └─ a  sa  ✗ bound", "", "bound 3", "#0  e2  g0 h2 f2  s"];
    assert_eq!(rows(&trace(lines), Limits::default(), None), expected);
}

/// A path of 20,000 nodes, all of which are drawn.
#[test]
fn lines_of_a_deep_tree_keep_to_a_width() {
    let mut lines = String::from("{\"event\":\"created\",\"id\":0,\"g\":0,\"board\":\"s\"}\n");
    for id in 1..20_000 {
        let parent = id - 1;
        writeln!(lines, r#"{{"event":"created","id":{id},"parent":{parent},"action":"a","board":"s{id}"}}"#)
            .expect("a text");
    }
    lines += "{\"event\":\"solved\",\"id\":19999}\n";
    let trace = trace(&lines);
    for (width, most) in [(Some(80), 80), (Some(50), 50), (None, 240)] {
        let rows = rows(&trace, Limits::default(), width);
        assert_eq!(rows.len(), 20_000);
        assert!(rows.iter().all(|row| row.chars().count() <= most), "{width:?}");
        assert!(rows[3].ends_with("    ┗━ a  s3") && !rows[3].contains('⋯'), "{}", rows[3]);
        assert!(rows[19_999].ends_with("⋯ ┗━ a  s19999  ★"), "{}", rows[19_999]);
    }
}
