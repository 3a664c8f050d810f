//! Stopping and going on: whatever stops a search, wherever, it loses nothing and repeats nothing.

use crate::common::graph::{Case, Graph, any_case, oddities};
use crate::common::method::{Method, Task, with_search};
use crate::common::record::{Record, Recorded};
use hueco_search::{Budget, Ending, Limit, Report, Search};
use proptest::prelude::*;
use std::ops::ControlFlow;

/// Where searches that walk in circles are stopped for good.
const END: u64 = 600;

type Outcome = (Report<u16>, Vec<Recorded<u16, u16>>);

/// How a search is interrupted.
#[derive(Clone, Copy, Debug)]
enum Interruption {
    None,
    /// One step at a time.
    Steps,
    /// A fresh budget of a number of nodes again and again.
    Nodes(u64),
    /// The observer breaks off at every so-manieth event.
    Breaks(usize),
    /// Inspected after every step, which may change nothing.
    Looks,
}

impl Task<Graph> for Interruption {
    type Output = Outcome;

    fn perform<S: Search<Graph>>(self, mut search: S) -> Outcome {
        let mut record = Record::default();
        let mut budget = Budget::unlimited().max_nodes(END);
        let report = match self {
            Self::None => search.run(&mut record, &mut budget),
            Self::Steps | Self::Looks => loop {
                if let ControlFlow::Break(ending) = search.step(&mut record, &mut budget) {
                    break Report { ending, ..search.report() };
                }
                if matches!(self, Self::Looks) {
                    let (open, closed) = (search.frontier(), search.closed());
                    assert!(open.iter().chain(&closed).all(|seen| seen.state < 100));
                    let report = search.report();
                    let solved = report.solution.is_some() && report.ending == Ending::Solved;
                    assert!(solved || report.ending != Ending::Solved);
                }
            },
            Self::Nodes(count) => loop {
                let left = END - search.report().stats.generated;
                let report = search.run(&mut record, &mut Budget::unlimited().max_nodes(left.min(count)));
                if report.ending != Ending::Stopped(Limit::Nodes) || report.stats.generated == END {
                    break report;
                }
            },
            Self::Breaks(every) => {
                record.break_every = Some(every);
                loop {
                    let before = record.events.len();
                    let report = search.run(&mut record, &mut budget);
                    if report.ending != Ending::Stopped(Limit::Interrupt) {
                        break report;
                    }
                    assert!(record.events.len() > before, "a resumed search emits something");
                }
            }
        };
        // An ended search stays ended, and emits nothing more.
        if !matches!(report.ending, Ending::Stopped(Limit::Nodes)) {
            let events = record.events.len();
            assert_eq!(search.run(&mut record, &mut Budget::unlimited()), report);
            assert_eq!(record.events.len(), events);
        }
        (report, record.events)
    }
}

fn check(case: &Case, counts: &[u64], breaks: &[usize]) {
    for method in Method::all() {
        let outcome = |how: Interruption| with_search(method, &case.graph, &case.to_goal, &case.to_start, how);
        let whole = outcome(Interruption::None);
        let interruptions = [Interruption::None, Interruption::Steps, Interruption::Looks].into_iter();
        let interruptions = interruptions.chain(counts.iter().map(|&count| Interruption::Nodes(count)));
        for interruption in interruptions.chain(breaks.iter().map(|&every| Interruption::Breaks(every))) {
            let part = outcome(interruption);
            assert_eq!(part.0, whole.0, "{} by {method:?}, {interruption:?}, {case:?}", case.name);
            let parted = part.1.iter().zip(&whole.1).position(|(a, b)| a != b);
            assert_eq!(parted, None, "{} by {method:?}, {interruption:?}", case.name);
            assert_eq!(part.1.len(), whole.1.len(), "{} by {method:?}, {interruption:?}", case.name);
        }
    }
}

#[test]
fn the_oddities() {
    for case in oddities() {
        check(&case, &[1, 2, 3, 7], &[1, 2, 3, 5, 11]);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_graph(case in any_case(), count in 1..9u64, every in 1..9usize) {
        check(&case, &[count], &[every]);
    }
}
