//! What a fuzzer does with arbitrary bytes: as a problem file they are loaded or refused, and whatever loads is searched for a moment;
//! read as a graph they become a file whose answers are compared with a plain search. Plain functions, so that the stable tests run
//! them too.

mod graphs;

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

use hueco_search::{Algorithm, Budget};
use starlark::environment::Module;

pub use graphs::graphs;

use crate::instances::read_parameters;
use crate::limits::Limits;
use crate::load::ProblemFile;
use crate::run::{Options, Outcome, run};
use crate::state::State;

/// Loads `data` as a problem file and, if it is one, runs an algorithm of each family on it. Panics where something is wrong.
pub fn problem_file(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let limits = Limits { load_steps: 100_000, call_steps: 10_000, memory: 4 << 20, depth: 50, file: 1 << 14 };
    let within = || Budget::unlimited().max_nodes(200).max_bytes(8 << 20).timeout(Duration::from_secs(1));
    let file = match ProblemFile::load_within("fuzz.star", &text, &[], limits, &within()) {
        Ok(file) => Arc::new(file),
        Err(error) => {
            assert!(error.at.is_none_or(|at| at.line >= 1 && at.column >= 1), "{error}");
            return;
        }
    };
    for algorithm in [Algorithm::Auto, Algorithm::Idastar, Algorithm::Bidirectional, Algorithm::Beam] {
        let options = Options { algorithm, ..Options::default() };
        match run(&file, &options, &mut within(), None) {
            Ok(answer) => assert_eq!(answer.path.is_some(), answer.outcome == Outcome::Solved),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}

/// The packed bytes of a state, as a checkpoint or another process would send them: what is taken writes itself, and is the only state
/// with these bytes.
pub fn state(data: &[u8]) {
    if let Some(state) = State::from_bytes(data) {
        assert_eq!(state.bytes(), data);
        assert!(!state.to_string().is_empty());
        let again = Module::with_temp_heap(|module| State::pack(state.unpack(module.heap()), &mut Vec::new()));
        assert_eq!(again.as_ref(), Ok(&state), "{state}");
    }
}

/// Lines of parameters: what is read, written as names and values, is read as the same; a mistake has a place in the text.
pub fn parameters(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let mut lines = match read_parameters(text) {
        Ok(lines) => lines,
        Err(error) => {
            assert!((1..=text.lines().count() as u32).contains(&error.at.line) && error.at.column >= 1, "{error}");
            return;
        }
    };
    assert!(lines.is_sorted_by(|before, after| before.line < after.line), "{lines:?}");
    // A name in the line of columns may have quotes, and a value anywhere may not.
    lines.retain(|line| line.set.iter().all(|(name, _)| !name.contains('"')));
    let mut written = String::new();
    for (number, line) in (1..).zip(&mut lines) {
        line.line = number;
        let _ = write!(written, "id=\"{}\"", line.id);
        if let Some(cost) = line.optimal {
            let _ = write!(written, " optimal={cost}");
        }
        for (name, value) in &line.set {
            let _ = write!(written, " \"{name}\"=\"{value}\"");
        }
        written.push('\n');
    }
    assert_eq!(read_parameters(&written), Ok(lines), "{written}");
}
