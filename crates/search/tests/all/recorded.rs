//! Counts are a promise: the same problem gives the same nodes in the same order, today and in the next version, and papers cite them.
//! `recorded.txt` has what every algorithm did when it was written: how it ended, every counter, the bytes it held at most, and a
//! digest of its events and of what it showed on the way. Whoever changes a line of it does so on purpose and says why in the
//! changelog.

use std::fmt::{Debug, Write as _};
use std::ops::ControlFlow;

use crate::common::graph::{Case, Graph, oddities};
use crate::common::method::{Method, Task, with_search};
use crate::common::pancakes::{Gap, Pancakes};
use crate::common::record::Record;
use crate::memory::Boxed;
use hueco_search::{Budget, Cost, Heuristic, Problem, Quality, Reversible, Search};

/// More than most of these searches need. The others end here, so the limit is recorded too.
const NODES: u64 = 3_000;

/// The steps after which the frontier, the closed set and the path are recorded.
const LOOKS: [usize; 5] = [1, 2, 7, 30, 150];

/// FNV-1a over texts.
struct Digest(u64);

impl Digest {
    fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    fn add(&mut self, value: &impl Debug) {
        let text = format!("{value:?};");
        for byte in text.bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
    }
}

/// One line: what a search reports, and digests of what it emits and shows.
struct Line;

impl<P: Reversible> Task<P> for Line
where
    P::State: Debug,
{
    type Output = String;

    fn perform<S: Search<P>>(self, mut search: S) -> String {
        let mut record = Record::default();
        let mut budget = Budget::unlimited().max_nodes(NODES);
        let (mut shown, mut steps) = (Digest::new(), 0);
        let ending = loop {
            if let ControlFlow::Break(ending) = search.step(&mut record, &mut budget) {
                break ending;
            }
            steps += 1;
            if LOOKS.contains(&steps) {
                look(&search, &mut shown);
            }
        };
        look(&search, &mut shown);
        let mut events = Digest::new();
        record.events.iter().for_each(|event| events.add(event));
        let report = search.report();
        let cost = report.cost().map_or_else(|| "-".to_owned(), |cost| cost.to_string());
        let s = report.stats;
        format!(
            "{ending:?} cost {cost} bound {} generated {} expanded {} examined {} reopened {} evaluated {} bytes {} \
             events {:016x} shown {:016x}",
            report.lower_bound,
            s.generated,
            s.expanded,
            s.examined,
            s.reopened,
            s.evaluated,
            s.peak_bytes,
            events.0,
            shown.0
        )
    }
}

fn look<P: Problem, S: Search<P>>(search: &S, shown: &mut Digest)
where
    P::State: Debug,
{
    shown.add(&search.frontier());
    shown.add(&search.closed());
    shown.add(&search.path());
    let report = search.report();
    shown.add(&(report.lower_bound, report.stats));
}

/// Half of the gaps, rounded up where the top pancake is odd: admissible, and not consistent.
struct HalfGap;

impl Heuristic<Pancakes<7>> for HalfGap {
    type Memo = Cost;

    fn memo(&self, problem: &Pancakes<7>, stack: &[u8; 7]) -> Cost {
        let gaps = Gap.memo(problem, stack);
        if stack[0] % 2 == 1 { gaps.div_ceil(2) } else { gaps / 2 }
    }

    fn estimate(&self, memo: &Cost, _: Cost) -> Option<Cost> {
        Some(*memo)
    }

    fn quality(&self) -> Quality {
        Quality::Admissible
    }
}

/// A graph of sixty nodes by a small generator of numbers: costs from 0 to 9, estimates of some quarters of the distance.
fn tangle(name: &'static str, seed: u64) -> Case {
    let mut last = seed;
    let mut below = |most: u64| {
        last = last.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (last >> 33) % most
    };
    let edges: Vec<_> = (0..140).map(|_| (below(60) as u16, below(60) as u16, below(10) as Cost)).collect();
    let shares: Vec<_> = (0..60).map(|_| below(5) as u32).collect();
    let graph = Graph::new(60, 0, 59, &edges);
    Case::with_shares(name, graph, &shares)
}

fn lines() -> String {
    let mut lines = String::new();
    let mut methods = Method::all();
    methods.push(Method::WholeTree);
    let mut cases: Vec<Case> = oddities();
    cases.retain(|case| {
        ["weighted grid", "free steps", "dead ends known", "inconsistent", "inadmissible"].contains(&case.name)
    });
    cases.extend([tangle("tangle 1", 1), tangle("tangle 2", 2), tangle("tangle 3", 3)]);
    for &method in &methods {
        for case in &cases {
            let line = with_search(method, &case.graph, &case.to_goal, &case.to_start, Line);
            let _ = writeln!(lines, "{method:?}, {}: {line}", case.name);
        }
        for number in [1234, 4000] {
            let pancakes = Pancakes::<7>::number(number);
            let line = with_search(method, &pancakes, &Gap, &hueco_search::Blind, Line);
            let _ = writeln!(lines, "{method:?}, pancakes {number}: {line}");
            let line = with_search(method, &pancakes, &HalfGap, &hueco_search::Blind, Line);
            let _ = writeln!(lines, "{method:?}, pancakes {number} by half: {line}");
        }
        let line = with_search(method, &Boxed(Pancakes::number(321)), &hueco_search::Blind, &hueco_search::Blind, Line);
        let _ = writeln!(lines, "{method:?}, boxed pancakes: {line}");
    }
    lines
}

// The bytes are those of a machine with 64 bits.
#[cfg(target_pointer_width = "64")]
#[test]
fn every_algorithm_does_what_it_did() {
    let (recorded, now) = (include_str!("recorded.txt"), lines());
    if recorded != now {
        let file = concat!(env!("CARGO_TARGET_TMPDIR"), "/recorded.txt");
        std::fs::write(file, &now).expect("the lines of today");
        let both = recorded.lines().zip(now.lines()).find(|(before, after)| before != after);
        panic!("first difference, recorded and now: {both:#?}\nall lines of today: {file}");
    }
}
