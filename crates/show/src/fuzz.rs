//! What a fuzzer does with arbitrary bytes: the reader of traces takes them without a panic, and what it accepts can be counted,
//! compared with itself and drawn. A plain function, so that the stable tests run it too.

use crate::trace::{compare, read};
use crate::tree::{Limits, Phrase, Tree, Words, dot, json, svg, text};

/// A picture without words.
struct Silent;

impl Words for Silent {
    fn say(&self, _: Phrase<'_>) -> String {
        "<&>".to_owned()
    }
}

/// Reads `data` as a trace. Panics where something is wrong.
pub fn trace(data: &[u8]) {
    match read(data) {
        Ok(trace) => {
            let counters = trace.counters();
            assert!(counters.expanded <= counters.examined);
            assert!(compare(&trace, &trace).difference.is_none());
            for limits in [Limits::default(), Limits { nodes: 3, depth: 2 }] {
                let tree = Tree::new(&trace, limits);
                assert!(svg(&tree, &Silent).ends_with("</svg>\n"));
                assert!(dot(&tree, &Silent).ends_with("}\n") && json(&tree).ends_with("}\n"));
                for width in [None, Some(0), Some(80)] {
                    assert!(!text(&tree, &Silent, width).contains(|c: char| c.is_control() && c != '\n'));
                }
            }
        }
        Err(error) => assert!(error.line >= 1 && error.column >= 1, "{error}"),
    }
}
