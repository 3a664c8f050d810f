//! What a fuzzer runs: any bytes at all as a puzzle file. Stable tests run it over the corpus and over random edits.

use hueco_search::Budget;

use crate::{Method, Options, State, draw, parse, solve};

/// Reads `data` as a puzzle; if it is one, tries every method for a moment. Panics where something is wrong.
pub fn puzzle_file(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let puzzle = match parse(&text) {
        Ok(puzzle) => puzzle,
        Err(error) => {
            assert!(error.line >= 1 && error.column >= 1, "{error}");
            assert!(error.line as usize <= text.lines().count().max(1), "{error}");
            return;
        }
    };
    assert!(!draw(&puzzle, &puzzle.start()).is_empty());
    for (_, method) in Method::ALL {
        for tree in [false, true] {
            let options = Options { method, tree, record: true, ..Options::default() };
            let mut budget = Budget::unlimited().max_nodes(300).max_bytes(1 << 24);
            let answer = solve(&puzzle, &options, &mut budget);
            if let Some(solution) = answer.solution() {
                assert!(puzzle.is_solved_by(solution), "{method:?} gave {solution:?}");
                let state: State = solution.iter().copied().map(Some).collect();
                assert!(!draw(&puzzle, &state).contains('_'));
            }
        }
    }
}
