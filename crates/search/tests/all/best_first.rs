//! What a best-first search promises whatever its storage looks like: it can be stopped anywhere and resumed, its
//! limits are exact, and ties are broken as declared.

use std::ops::ControlFlow;

use hueco_search::{
    BestFirst, Budget, Cost, Ending, Event, Heuristic, Limit, Observer, Priority, Problem, Pruned, Quality, Report,
    Search, StateNumber, Stop, Ties,
};

const SIDE: u32 = 24;

/// A torus whose steps cost 1 to 4, by cell and direction, so that cells are reached again at lower costs.
#[derive(Debug)]
struct Torus {
    side: u32,
    goal: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Step(u32);

struct Steps {
    cell: u32,
    next: u32,
}

impl Iterator for Steps {
    type Item = (Step, Cost);

    fn next(&mut self) -> Option<(Step, Cost)> {
        let step = self.next;
        self.next += 1;
        let cost = 1 + self.cell.wrapping_mul(2_654_435_761).wrapping_add(step * 40_503).rotate_left(9) % 4;
        (step < 4).then_some((Step(step), cost))
    }
}

impl Problem for Torus {
    type State = u32;
    type Action = Step;
    type Actions = Steps;

    fn start(&self) -> u32 {
        0
    }

    fn is_goal(&self, cell: &u32) -> bool {
        *cell == self.goal
    }

    fn actions(&self, cell: &u32, _: Option<Step>) -> Steps {
        Steps { cell: *cell, next: 0 }
    }

    fn apply(&self, cell: &mut u32, step: Step) {
        let side = self.side;
        let (row, col) = (*cell / side, *cell % side);
        let (row, col) = match step.0 {
            0 => ((row + side - 1) % side, col),
            1 => (row, (col + side - 1) % side),
            2 => (row, (col + 1) % side),
            _ => ((row + 1) % side, col),
        };
        *cell = row * side + col;
    }
}

/// Admissible and far from consistent: the distance for some cells, nothing for others, so that nodes are reopened.
struct Patchy;

impl Heuristic<Torus> for Patchy {
    type Memo = u32;

    fn memo(&self, torus: &Torus, cell: &u32) -> u32 {
        let side = torus.side;
        let apart = |a: u32, b: u32| a.abs_diff(b).min(side - a.abs_diff(b));
        let distance = apart(cell / side, torus.goal / side) + apart(cell % side, torus.goal % side);
        if cell.is_multiple_of(3) { distance } else { distance / 4 }
    }

    fn estimate(&self, distance: &u32, _: Cost) -> Option<Cost> {
        Some(*distance)
    }

    fn quality(&self) -> Quality {
        Quality::Admissible
    }
}

/// Writes everything down, and breaks off after every `k` events where `k` is given.
#[derive(Default)]
struct Log {
    lines: Vec<String>,
    stop_every: Option<usize>,
}

impl Observer<Torus> for Log {
    fn event(&mut self, event: Event<'_, Torus>) -> ControlFlow<Stop> {
        self.lines.push(format!("{event:?}"));
        match self.stop_every {
            Some(k) if self.lines.len().is_multiple_of(k) => ControlFlow::Break(Stop),
            _ => ControlFlow::Continue(()),
        }
    }
}

const SETTINGS: [(Priority, Ties); 7] = [
    (Priority { g: 0, h: 0 }, Ties::Fifo),
    (Priority { g: 1, h: 0 }, Ties::Lifo),
    (Priority { g: 1, h: 1 }, Ties::Fifo),
    (Priority { g: 1, h: 1 }, Ties::Lifo),
    (Priority { g: 1, h: 1 }, Ties::LowH),
    (Priority { g: 2, h: 3 }, Ties::LowH),
    (Priority { g: 900, h: 1000 }, Ties::LowH),
];

fn search(torus: &Torus, (priority, ties): (Priority, Ties)) -> BestFirst<'_, Torus, Patchy> {
    BestFirst::new(torus, &Patchy, priority, ties)
}

fn whole(torus: &Torus, setting: (Priority, Ties)) -> (Report<Step>, Vec<String>) {
    let mut log = Log::default();
    let report = search(torus, setting).run(&mut log, &mut Budget::unlimited());
    (report, log.lines)
}

/// One with a goal and one without: it does not exist.
const TORI: [Torus; 2] = [Torus { side: SIDE, goal: 9 * SIDE + 13 }, Torus { side: SIDE, goal: SIDE * SIDE }];

#[test]
fn stopping_after_every_few_nodes_changes_nothing() {
    for torus in &TORI {
        for setting in SETTINGS {
            let (expected, events) = whole(torus, setting);
            for k in [1, 2, 3, 7, 64, 1000] {
                let (mut log, mut search) = (Log::default(), search(torus, setting));
                let mut nodes = 0;
                let report = loop {
                    let report = search.run(&mut log, &mut Budget::unlimited().max_nodes(k));
                    if report.ending != Ending::Stopped(Limit::Nodes) {
                        break report;
                    }
                    nodes += k;
                    assert_eq!(report.stats.generated, nodes, "exactly {k} more");
                };
                assert_eq!(report, expected, "{setting:?}, by {k}");
                assert_eq!(log.lines, events, "{setting:?}, by {k}");
            }
        }
    }
}

#[test]
fn an_observer_may_break_off_at_any_event() {
    let torus = &TORI[0];
    for setting in SETTINGS {
        let (expected, events) = whole(torus, setting);
        for k in [1, 2, 5] {
            let mut log = Log { stop_every: Some(k), ..Log::default() };
            let mut search = search(torus, setting);
            let report = loop {
                let report = search.run(&mut log, &mut Budget::unlimited());
                if report.ending != Ending::Stopped(Limit::Interrupt) {
                    break report;
                }
            };
            assert_eq!(report, expected, "{setting:?}, by {k}");
            assert_eq!(log.lines, events, "{setting:?}, by {k}");
        }
    }
}

#[test]
fn a_memory_limit_is_kept_and_can_be_raised() {
    for torus in &TORI {
        for setting in SETTINGS {
            let (expected, events) = whole(torus, setting);
            let (mut log, mut search) = (Log::default(), search(torus, setting));
            let mut limit = 0;
            let mut stops = 0;
            let report = loop {
                let report = search.run(&mut log, &mut Budget::unlimited().max_bytes(limit));
                assert!(report.stats.peak_bytes <= limit, "{} of {limit} bytes", report.stats.peak_bytes);
                if report.ending != Ending::Stopped(Limit::Memory) {
                    break report;
                }
                stops += 1;
                limit += 200;
            };
            assert!(stops > 10, "the limit was felt");
            assert_eq!(report, expected, "{setting:?}");
            assert_eq!(log.lines, events, "{setting:?}");
        }
    }
}

#[test]
fn nodes_are_reopened_and_the_cost_is_still_the_cheapest() {
    let torus = &TORI[0];
    let cheapest = whole(torus, (Priority { g: 1, h: 0 }, Ties::Lifo)).0;
    assert!(cheapest.is_optimal());
    for ties in [Ties::Fifo, Ties::Lifo, Ties::LowH] {
        let (report, events) = whole(torus, (Priority { g: 1, h: 1 }, ties));
        assert_eq!(report.cost(), cheapest.cost());
        assert!(report.is_optimal());
        let reopened = events.iter().filter(|line| line.contains("reopened: true")).count();
        assert_eq!(report.stats.reopened, reopened as u64);
        assert!(reopened > 0, "the heuristic is inconsistent enough");
    }
}

/// What an event was, with the node's number, g and h.
#[derive(Clone, Copy)]
enum Seen {
    Waits(u32, Cost, Cost),
    Examined(u32),
}

struct Order(Vec<Seen>);

impl Observer<Torus> for Order {
    fn event(&mut self, event: Event<'_, Torus>) -> ControlFlow<Stop> {
        match event {
            Event::Created { id, g, h, .. } | Event::Improved { id, g, h, .. } => self.0.push(Seen::Waits(id.0, g, h)),
            Event::Examined { id, .. } => self.0.push(Seen::Examined(id.0)),
            Event::Pruned { reason, .. } => assert!(matches!(reason, Pruned::Duplicate(_))),
            _ => {}
        }
        ControlFlow::Continue(())
    }
}

#[test]
fn ties_are_broken_as_declared() {
    for torus in &TORI {
        for (priority, ties) in SETTINGS {
            let mut order = Order(Vec::new());
            search(torus, (priority, ties)).run(&mut order, &mut Budget::unlimited());
            // Everything that waits, in the order in which it came: number, value, h.
            let mut waiting: Vec<(u32, u64, Cost)> = Vec::new();
            for seen in order.0 {
                match seen {
                    Seen::Waits(id, g, h) => {
                        waiting.retain(|entry| entry.0 != id);
                        waiting.push((id, priority.g as u64 * g as u64 + priority.h as u64 * h as u64, h));
                    }
                    Seen::Examined(id) => {
                        let next = match ties {
                            Ties::Fifo => waiting.iter().min_by_key(|entry| entry.1),
                            Ties::Lifo => waiting.iter().rev().min_by_key(|entry| entry.1),
                            Ties::LowH => waiting.iter().rev().min_by_key(|entry| (entry.1, entry.2)),
                        };
                        assert_eq!(next.map(|entry| entry.0), Some(id), "{priority:?}, {ties:?}");
                        waiting.retain(|entry| entry.0 != id);
                    }
                }
            }
        }
    }
}

/// A running number made from all that was seen, in order.
#[derive(Default)]
struct Fingerprint(u64);

impl Observer<Torus> for Fingerprint {
    fn event(&mut self, event: Event<'_, Torus>) -> ControlFlow<Stop> {
        let (kind, id, g, h) = match event {
            Event::Created { id, g, h, .. } => (1, id.0, g, h),
            Event::Improved { id, g, h, .. } => (2, id.0, g, h),
            Event::Examined { id, g, h, .. } => (3, id.0, g, h),
            Event::Pruned { reason: Pruned::Duplicate(id), g, h, .. } => (4, id.0, g, h.unwrap_or(0)),
            _ => (5, 0, 0, 0),
        };
        for number in [kind, id, g, h] {
            self.0 = (self.0 ^ number as u64).wrapping_mul(0x0100_0000_01b3);
        }
        ControlFlow::Continue(())
    }
}

/// Enough states for children to be prefetched.
#[test]
fn a_large_search_can_be_stopped_anywhere_too() {
    let torus = Torus { side: 620, goal: u32::MAX };
    let mut expected = Fingerprint::default();
    let uniform = || BestFirst::uniform_cost(&torus, Ties::Fifo);
    let whole = uniform().run(&mut expected, &mut Budget::unlimited());
    assert_eq!(whole.ending, Ending::Unsolvable);
    assert_eq!(whole.stats.expanded - whole.stats.reopened, 620 * 620);
    for k in [11, 100_003] {
        let (mut seen, mut search) = (Fingerprint::default(), uniform());
        let report = loop {
            let report = search.run(&mut seen, &mut Budget::unlimited().max_nodes(k));
            if report.ending != Ending::Stopped(Limit::Nodes) {
                break report;
            }
        };
        assert_eq!((report, seen.0), (whole.clone(), expected.0), "by {k}");
    }
}

/// The same torus, whose cells have numbers.
#[derive(Debug)]
struct Numbered(Torus);

impl Problem for Numbered {
    type State = u32;
    type Action = Step;
    type Actions = Steps;

    fn start(&self) -> u32 {
        self.0.start()
    }

    fn is_goal(&self, cell: &u32) -> bool {
        self.0.is_goal(cell)
    }

    fn actions(&self, cell: &u32, last: Option<Step>) -> Steps {
        self.0.actions(cell, last)
    }

    fn apply(&self, cell: &mut u32, step: Step) {
        self.0.apply(cell, step);
    }

    fn number(&self, cell: &u32) -> Option<StateNumber> {
        Some(StateNumber { number: *cell as usize, states: (self.0.side * self.0.side) as usize })
    }
}

/// A running hash of the events as they would be printed.
#[derive(Default)]
struct Digest(u64, u64);

impl<P: Problem + std::fmt::Debug> Observer<P> for Digest
where
    P::State: std::fmt::Debug,
{
    fn event(&mut self, event: Event<'_, P>) -> ControlFlow<Stop> {
        for byte in format!("{event:?}").bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        self.1 += 1;
        ControlFlow::Continue(())
    }
}

#[test]
fn numbered_states_change_nothing_but_the_memory() {
    let plain = Torus { side: 150, goal: 150 * 80 + 75 };
    let numbered = Numbered(Torus { ..plain });
    for priority in [Priority { g: 0, h: 0 }, Priority { g: 1, h: 0 }] {
        let mut by_hash = Digest::default();
        let mut hashed = BestFirst::new(&plain, &hueco_search::Blind, priority, Ties::Fifo);
        let mut expected = hashed.run(&mut by_hash, &mut Budget::unlimited());
        let mut by_number = Digest::default();
        let mut search = BestFirst::new(&numbered, &hueco_search::Blind, priority, Ties::Fifo);
        // Stopped and resumed on the way, before and after the numbers take over.
        for nodes in [100, 5_000, 10_000] {
            let stopped = search.run(&mut by_number, &mut Budget::unlimited().max_nodes(nodes));
            assert_eq!(stopped.ending, Ending::Stopped(Limit::Nodes));
        }
        let mut found = search.run(&mut by_number, &mut Budget::unlimited());
        assert_ne!(found.stats.peak_bytes, expected.stats.peak_bytes, "the numbers did take over");
        (found.stats.peak_bytes, expected.stats.peak_bytes) = (0, 0);
        assert_eq!(found, expected);
        assert_eq!((by_number.0, by_number.1), (by_hash.0, by_hash.1));
        // Where the table of all states is too large for the limit, hashing goes on.
        let tight = Budget::unlimited().max_bytes(400_000);
        let report = BestFirst::new(&numbered, &hueco_search::Blind, priority, Ties::Fifo).run(&mut (), &mut { tight });
        assert!(report.stats.peak_bytes <= 400_000);
    }
}

#[test]
fn a_restarted_search_does_what_a_new_one_does() {
    // Large, small, large: memory of every size is taken over, also from a search that was left half-way.
    let tori = [(40, 820), (9, 40), (70, 2_485), (24, 300)].map(|(side, goal)| Torus { side, goal });
    for setting in SETTINGS {
        let mut again = search(&tori[0], setting);
        let stopped = again.run(&mut (), &mut Budget::unlimited().max_nodes(777));
        assert_eq!(stopped.ending, Ending::Stopped(Limit::Nodes));
        for torus in &tori {
            again.restart(torus, &Patchy);
            let (mut log, mut expected) = (Log::default(), Log::default());
            let report = again.run(&mut log, &mut Budget::unlimited());
            let new = search(torus, setting).run(&mut expected, &mut Budget::unlimited());
            assert_eq!(log.lines, expected.lines);
            let counted = |report: &Report<Step>| (report.ending, report.lower_bound, report.cost());
            assert_eq!(counted(&report), counted(&new));
            assert_eq!((report.stats.generated, report.stats.reopened), (new.stats.generated, new.stats.reopened));
        }
    }
}
