//! Every kind of request with many of its fields, right and wrong, and what came back when `recorded.txt` was written: a line with `?`
//! is a request, the line below it the answer or the error, times left out. Front ends and other programs rely on these answers; whoever
//! changes one does so on purpose and says so in the changelog.

mod common;

use std::fmt::Write as _;

use common::Marked;
use hueco_jobs::{Allowance, Events, JobError, JobEvent, Request, Workbench, run};
use serde_json::Value;

/// What a run emits, by kind; progress comes when it comes.
#[derive(Default)]
struct Emitted {
    lines: Vec<String>,
}

impl Events for Emitted {
    fn emit(&mut self, event: JobEvent<'_>) {
        match event {
            JobEvent::Level(level) => self.lines.push(format!("{level:?}")),
            JobEvent::Run { method, answer, .. } => self.lines.push(format!("{method:?} {:?}", answer.length())),
            _ => {}
        }
    }
}

/// A result without what differs from run to run.
fn without_times(value: &mut Value) {
    match value {
        Value::Object(map) => {
            map.retain(|name, _| !["seconds", "spread", "produced_by"].contains(&name.as_str()));
            map.values_mut().for_each(without_times);
        }
        Value::Array(list) => list.iter_mut().for_each(without_times),
        _ => {}
    }
}

/// An answer is one line of JSON, or several.
fn shown(answer: &str) -> String {
    let line = |line: &str| match serde_json::from_str::<Value>(line) {
        Ok(mut value) => {
            without_times(&mut value);
            value.to_string()
        }
        Err(_) => line.to_owned(),
    };
    answer.lines().map(line).collect::<Vec<_>>().join("\\n")
}

/// What a server like ours allows.
fn allowed() -> Allowance {
    Allowance { cells: 100, random_boards: 20, boards: 5, ..Allowance::unlimited() }
}

fn answered(request: &str) -> Result<String, String> {
    let request = Request::read(request.as_bytes(), &allowed())
        .map_err(|error| format!("refused: {} at {:?}: {error}", error.code(), error.position()))?;
    let failed = |error: JobError| format!("failed: {error}");
    let mut emitted = Emitted::default();
    let outcome = run(&request, &Workbench::default(), &mut emitted).map_err(failed)?;
    let answer = outcome.json(&Marked, 1 << 20).map_err(failed)?;
    let written = serde_json::to_string(&request).map_err(|error| error.to_string())?;
    Ok(format!("{} read as {written} emitted {}", shown(&answer), emitted.lines.join(", ")))
}

#[test]
fn every_request_is_answered_as_it_was() {
    let recorded = include_str!("recorded.txt");
    let mut now = String::new();
    for request in recorded.lines().filter_map(|line| line.strip_prefix("? ")) {
        let (Ok(answer) | Err(answer)) = answered(request);
        let _ = writeln!(now, "? {request}\n{answer}");
    }
    if recorded != now {
        let file = concat!(env!("CARGO_TARGET_TMPDIR"), "/recorded.txt");
        std::fs::write(file, &now).expect("the answers of today");
        let both = recorded.lines().zip(now.lines()).find(|(before, after)| before != after);
        panic!("first difference, recorded and now: {both:#?}\nall answers of today: {file}");
    }
    assert!(now.lines().count() > 150, "the requests are there");
}
