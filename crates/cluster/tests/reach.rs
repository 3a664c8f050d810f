//! States of any problem, reached on threads and on connected teams: always the same counts.

use std::cell::Cell;
use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use hueco_cluster::{
    Checkpoint, Enumerated, Enumeration, Exploration, Layer, Note, ReachError, ReachEvent, Reached, Resume, Source,
    Team, Trouble, connect, enumerate, explore, reach,
};
use hueco_search::{Budget, Cost, Gauge, Limit, Problem};
use hueco_tiles::cells::{Nibbles, Wide};
use hueco_tiles::problem::Tiles;
use hueco_tiles::{Board, Metric, Order, Shape};

fn goal(rows: usize, cols: usize) -> Board {
    let shape = Shape::new(rows, cols).unwrap();
    let tiles: Vec<u64> = (1..shape.cells() as u64).chain([0]).collect();
    Board::new(shape, &tiles).unwrap()
}

fn small(rows: usize, cols: usize) -> Tiles<Nibbles> {
    Tiles::new(&goal(rows, cols), &goal(rows, cols), Order::default()).unwrap()
}

fn wide(rows: usize, cols: usize) -> Tiles<Wide> {
    Tiles::new(&goal(rows, cols), &goal(rows, cols), Order::default()).unwrap()
}

/// Numbers from 1 on: doubled, or one more, below a bound. No action can be undone, and the odd numbers beyond half the
/// bound are reached by one action alone.
#[derive(Clone, Copy)]
struct Growing {
    bound: u64,
}

impl Problem for Growing {
    type State = u64;
    type Action = bool;
    type Actions = std::vec::IntoIter<(bool, Cost)>;

    fn start(&self) -> u64 {
        1
    }

    fn is_goal(&self, _: &u64) -> bool {
        false
    }

    fn actions(&self, state: &u64, _: Option<bool>) -> Self::Actions {
        let after = |doubles: &bool| if *doubles { state * 2 } else { state + 1 };
        let legal: Vec<_> = [true, false].into_iter().filter(|it| after(it) < self.bound).map(|it| (it, 7)).collect();
        legal.into_iter()
    }

    fn apply(&self, state: &mut u64, doubles: bool) {
        *state = if doubles { *state * 2 } else { *state + 1 };
    }
}

/// What a plain loop in one thread finds.
fn plain(problem: Growing) -> Vec<u64> {
    let (mut seen, mut level, mut depths) = (vec![false; problem.bound as usize], vec![problem.start()], Vec::new());
    seen[problem.start() as usize] = true;
    while !level.is_empty() {
        depths.push(level.len() as u64);
        let mut next = Vec::new();
        for state in level {
            for (action, _) in problem.actions(&state, None) {
                let mut child = state;
                problem.apply(&mut child, action);
                if !std::mem::replace(&mut seen[child as usize], true) {
                    next.push(child);
                }
            }
        }
        level = next;
    }
    depths
}

/// From its start, 0, to all numbers below `bound` in one action, and nowhere from there. The numbers from `bound` to its
/// double are a cycle that cannot be reached.
struct Apart {
    bound: u32,
}

impl Problem for Apart {
    type State = u32;
    type Action = u32;
    type Actions = std::iter::Map<std::ops::Range<u32>, fn(u32) -> (u32, Cost)>;

    fn start(&self) -> u32 {
        0
    }

    fn is_goal(&self, _: &u32) -> bool {
        false
    }

    fn actions(&self, state: &u32, _: Option<u32>) -> Self::Actions {
        let to = match *state {
            0 => 0..self.bound,
            in_cycle if in_cycle >= self.bound => {
                let next = (in_cycle + 1 - self.bound) % self.bound + self.bound;
                next..next + 1
            }
            _ => 0..0,
        };
        to.map(|to| (to, 1))
    }

    fn apply(&self, state: &mut u32, action: u32) {
        *state = action;
    }
}

fn on_threads<P>(problem: P, threads: usize, budget: &Budget, depth: Option<u32>) -> (Reached, Vec<Layer>)
where
    P: Problem<State: serde::Serialize + serde::de::DeserializeOwned + Send> + Send + Sync + 'static,
{
    let mut layers = Vec::new();
    let reached = reach(Team::threads(threads), problem, budget, depth, &mut |layer| layers.push(layer));
    (reached.unwrap().expect("the first worker is here"), layers)
}

/// On teams that are connected through the loopback interface, as processes would be.
fn connected<P>(problem: impl Fn() -> P, processes: usize, threads: usize, budgets: &[Budget]) -> Reached
where
    P: Problem<State: serde::Serialize + serde::de::DeserializeOwned + Send> + Send + Sync + 'static,
{
    let listeners: Vec<_> = (0..processes).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
    let addresses: Vec<String> = listeners.iter().map(|it| it.local_addr().unwrap().to_string()).collect();
    let teams: Vec<_> = listeners
        .into_iter()
        .enumerate()
        .map(|(process, listener)| {
            let (problem, addresses, budget) = (problem(), addresses.clone(), budgets[process].clone());
            std::thread::spawn(move || {
                let never = AtomicBool::new(false);
                let sockets = connect(&listener, &addresses, process, 1, Duration::from_secs(60), &never).unwrap();
                reach(Team::connected(sockets, process, threads).unwrap(), problem, &budget, None, &mut |_| ()).unwrap()
            })
        })
        .collect();
    let results: Vec<Option<Reached>> = teams.into_iter().map(|team| team.join().unwrap()).collect();
    assert!(results[1..].iter().all(Option::is_none), "only the first process returns a result");
    results[0].clone().expect("the first process returns a result")
}

fn unlimited(processes: usize) -> Vec<Budget> {
    vec![Budget::unlimited(); processes]
}

#[test]
fn counts_are_those_of_an_exploration_by_rank() {
    for (rows, cols) in [(2, 3), (3, 3)] {
        let exploration = Exploration {
            shape: Shape::new(rows, cols).unwrap(),
            goal_blank: rows * cols - 1,
            metric: Metric::Single,
            deepest: 0,
            depth: None,
            checkpoint: None,
            spill: None,
            table: None,
        };
        let by_rank = explore(Team::threads(1), &exploration, &Budget::unlimited(), &mut |_| ()).unwrap().unwrap();
        for threads in [1, 2, 3] {
            let gauge = Arc::new(Gauge::default());
            let budget = Budget::unlimited().gauge(Arc::clone(&gauge));
            let (reached, layers) = on_threads(small(rows, cols), threads, &budget, None);
            assert_eq!(reached, Reached { depths: by_rank.depths.clone(), stopped: None });
            assert_eq!(gauge.count(), by_rank.depths.iter().sum::<u64>());
            let reported: Vec<u64> = layers.iter().map(|layer| layer.states).collect();
            assert_eq!(reported, reached.depths);
            assert_eq!(layers.last().map(|layer| layer.reached), Some(by_rank.depths.iter().sum()));
        }
        let expected = Reached { depths: by_rank.depths, stopped: None };
        assert_eq!(connected(|| small(rows, cols), 3, 1, &unlimited(3)), expected);
        assert_eq!(connected(|| wide(rows, cols), 2, 2, &unlimited(2)), expected);
    }
}

/// Looks at the gauge whenever a state is created: how far is it behind?
struct Watched {
    problem: Apart,
    gauge: Arc<Gauge>,
    most_behind: Arc<AtomicU64>,
}

impl Problem for Watched {
    type State = u32;
    type Action = u32;
    type Actions = <Apart as Problem>::Actions;

    fn start(&self) -> u32 {
        self.problem.start()
    }

    fn is_goal(&self, state: &u32) -> bool {
        self.problem.is_goal(state)
    }

    fn actions(&self, state: &u32, last: Option<u32>) -> Self::Actions {
        self.problem.actions(state, last)
    }

    fn apply(&self, state: &mut u32, action: u32) {
        // All numbers below this one are there.
        self.most_behind.fetch_max(u64::from(action).saturating_sub(self.gauge.count()), Ordering::Relaxed);
        self.problem.apply(state, action);
    }
}

#[test]
fn the_gauge_does_not_wait_for_the_end_of_a_slice() {
    let (gauge, most_behind) = (Arc::new(Gauge::default()), Arc::new(AtomicU64::new(0)));
    let budget = Budget::unlimited().gauge(Arc::clone(&gauge));
    let problem =
        Watched { problem: Apart { bound: 10_000 }, gauge: Arc::clone(&gauge), most_behind: Arc::clone(&most_behind) };
    let (reached, _) = on_threads(problem, 1, &budget, None);
    assert_eq!((reached.depths, gauge.count()), (vec![1, 9999], 10_000));
    assert!(most_behind.load(Ordering::Relaxed) <= 256, "{most_behind:?}");
}

#[test]
fn first_levels_of_large_boards_are_counted() {
    let fifteen = [1, 2, 4, 10, 24, 54, 107, 212, 446, 946, 1948, 3938, 7808];
    let twenty_four = [1, 2, 4, 10, 26, 64, 159, 366, 862, 1904, 4538];
    for threads in [1, 2] {
        let (reached, _) = on_threads(small(4, 4), threads, &Budget::unlimited(), Some(12));
        assert_eq!(reached, Reached { depths: fifteen.to_vec(), stopped: Some(Limit::Depth) });
        let (reached, _) = on_threads(wide(5, 5), threads, &Budget::unlimited(), Some(10));
        assert_eq!(reached, Reached { depths: twenty_four.to_vec(), stopped: Some(Limit::Depth) });
    }
}

#[test]
fn actions_need_not_be_reversible() {
    let problem = Growing { bound: 200_000 };
    let expected = Reached { depths: plain(problem), stopped: None };
    assert_eq!(expected.depths.iter().sum::<u64>(), problem.bound - 1);
    for threads in [1, 2, 3] {
        assert_eq!(on_threads(problem, threads, &Budget::unlimited(), None).0, expected);
    }
    assert_eq!(connected(|| problem, 2, 1, &unlimited(2)), expected);
}

#[test]
fn unreachable_states_are_not_counted_and_a_state_may_have_many_children() {
    let bound = 300_000;
    let expected = Reached { depths: vec![1, u64::from(bound) - 1], stopped: None };
    for threads in [1, 3] {
        assert_eq!(on_threads(Apart { bound }, threads, &Budget::unlimited(), None).0, expected);
    }
}

#[test]
fn limits_on_nodes_and_depth_stop_at_the_same_level_on_any_number_of_threads() {
    let whole = on_threads(small(3, 3), 1, &Budget::unlimited(), None).0.depths;
    for threads in [1, 2, 3] {
        for nodes in [0, 1, 2, 3, 1000, 100_000, 181_439, 181_440] {
            let (reached, _) = on_threads(small(3, 3), threads, &Budget::unlimited().max_nodes(nodes), None);
            let levels = whole
                .iter()
                .scan(0, |sum, states| {
                    Some({
                        *sum += states;
                        *sum
                    })
                })
                .take_while(|sum| *sum <= nodes);
            assert_eq!(reached.depths, whole[..levels.count()], "{nodes} on {threads}");
            assert_eq!(reached.stopped, (nodes < 181_440).then_some(Limit::Nodes));
        }
        let (reached, _) = on_threads(small(3, 3), threads, &Budget::unlimited(), Some(0));
        assert_eq!(reached, Reached { depths: vec![1], stopped: Some(Limit::Depth) });
    }
}

#[test]
fn the_memory_limit_of_one_worker_stops_all() {
    let whole = on_threads(small(3, 3), 1, &Budget::unlimited(), None).0.depths;
    let mut levels = Vec::new();
    for bytes in [0, 10_000, 100_000, 1_000_000] {
        for threads in [1, 2] {
            let (reached, _) = on_threads(small(3, 3), threads, &Budget::unlimited().max_bytes(bytes), None);
            assert_eq!(reached.stopped, Some(Limit::Memory), "{bytes} on {threads}");
            assert_eq!(reached.depths, whole[..reached.depths.len()]);
            levels.push(reached.depths.len());
        }
    }
    assert_eq!(levels[..2], [0, 0]);
    assert!(levels.last() > Some(&15), "{levels:?}");
    // 181 440 states of eight bytes and their index fit; messages of a level do not add up.
    for threads in [1, 2] {
        let (reached, _) = on_threads(small(3, 3), threads, &Budget::unlimited().max_bytes(6_000_000), None);
        assert_eq!(reached, Reached { depths: whole.clone(), stopped: None });
    }
    // One process has less than the other.
    let budgets = [Budget::unlimited(), Budget::unlimited().max_bytes(200_000)];
    let reached = connected(|| small(3, 3), 2, 1, &budgets);
    assert_eq!(reached.stopped, Some(Limit::Memory));
    assert_eq!(reached.depths, whole[..reached.depths.len()]);
}

#[test]
fn a_cancel_and_a_timeout_stop_it() {
    let flag = Arc::new(AtomicBool::new(true));
    for (budget, limit) in [
        (Budget::unlimited().cancel(Arc::clone(&flag)), Limit::Interrupt),
        (Budget::unlimited().timeout(Duration::ZERO), Limit::Time),
    ] {
        let (reached, _) = on_threads(wide(5, 5), 2, &budget, None);
        assert_eq!(reached, Reached { depths: vec![], stopped: Some(limit) });
    }
    // In the middle of a run.
    flag.store(false, Ordering::Relaxed);
    let budget = Budget::unlimited().cancel(Arc::clone(&flag));
    let reached = reach(Team::threads(2), wide(5, 5), &budget, None, &mut |layer| {
        flag.store(layer.depth >= 8, Ordering::Relaxed);
    });
    let reached = reached.unwrap().unwrap();
    assert_eq!(reached.stopped, Some(Limit::Interrupt));
    assert!(reached.depths.len() >= 9);
}

/// Numbers as [`Growing`] has them, by a problem that threads cannot share and that fails at one of its numbers.
struct Alone {
    inner: Growing,
    wrong: Option<u64>,
    failed: Cell<bool>,
}

impl Problem for Alone {
    type State = u64;
    type Action = bool;
    type Actions = std::vec::IntoIter<(bool, Cost)>;

    fn start(&self) -> u64 {
        self.inner.start()
    }

    fn is_goal(&self, _: &u64) -> bool {
        false
    }

    fn actions(&self, state: &u64, last: Option<bool>) -> Self::Actions {
        self.failed.set(self.wrong == Some(*state));
        self.inner.actions(state, last)
    }

    fn apply(&self, state: &mut u64, doubles: bool) {
        self.inner.apply(state, doubles);
    }
}

#[derive(Clone, Copy)]
struct Each {
    bound: u64,
    wrong: Option<u64>,
}

impl Source for Each {
    type Problem = Alone;
    type Handle<'s> = Box<Alone>;

    fn problem(&self, _: &Budget) -> Box<Alone> {
        Box::new(Alone { inner: Growing { bound: self.bound }, wrong: self.wrong, failed: Cell::new(false) })
    }

    fn trouble(problem: &Alone) -> Option<Trouble> {
        problem.failed.get().then_some(Trouble::Mistake)
    }
}

const BOUND: u64 = 20_000;

fn enumeration(folder: Option<(&Path, u32, Resume)>) -> Enumeration<Each> {
    let checkpoint = folder.map(|(folder, every, resume)| Checkpoint { folder: folder.to_owned(), every, resume });
    let identity = ("Growing".to_owned(), BOUND);
    Enumeration { source: Each { bound: BOUND, wrong: None }, identity, depth: None, deepest: 3, checkpoint }
}

type Result = std::result::Result<Enumerated<u64>, ReachError<u64>>;

fn run(enumeration: Enumeration<Each>, threads: usize) -> (Result, Vec<Note>) {
    let mut notes = Vec::new();
    let found = enumerate(Team::threads(threads), enumeration, &Budget::unlimited(), &mut |event| {
        if let ReachEvent::Note(note) = event {
            notes.push(note);
        }
    });
    (found.map(|found| found.expect("the first worker is here")), notes)
}

#[test]
fn a_problem_that_cannot_be_shared_is_made_for_each_worker() {
    let expected = run(enumeration(None), 1).0.unwrap();
    assert_eq!(expected.depths, plain(Growing { bound: BOUND }));
    // Thirteen times doubled and one more: no other number needs as many actions.
    assert_eq!((expected.deepest.as_slice(), expected.unit_costs, expected.stopped), (&[16_383][..], false, None));
    for threads in [2, 3] {
        assert_eq!(run(enumeration(None), threads).0.as_ref(), Ok(&expected));
    }
}

#[test]
fn a_mistake_of_the_problem_ends_all_workers_and_names_its_state() {
    for threads in [1, 3] {
        let mut wrong = enumeration(None);
        wrong.source.wrong = Some(1234);
        assert_eq!(run(wrong, threads).0, Err(ReachError::Mistake(1234)));
    }
}

#[test]
fn a_run_is_resumed_with_any_number_of_workers() {
    let expected = run(enumeration(None), 1).0.unwrap();
    for (every, before, after) in [(1, 1, 1), (1, 3, 2), (4, 2, 3), (5, 2, 1)] {
        let folder = tempfile::tempdir().unwrap();
        let at = |resume| enumeration(Some((folder.path(), every, resume)));
        let mut first = at(Resume::Never);
        first.depth = Some(11);
        let part = run(first, before).0.unwrap();
        assert_eq!((&part.depths[..], part.stopped), (&expected.depths[..12], Some(Limit::Depth)));
        assert!(matches!(run(at(Resume::Never), 1).0, Err(ReachError::InUse { .. })));
        let mut other = at(Resume::Always);
        other.identity.1 += 1;
        assert_eq!(
            run(other, 1).0,
            Err(ReachError::OtherRun { folder: folder.path().to_owned(), name: "Growing".to_owned() })
        );
        let (whole, notes) = run(at(Resume::Always), after);
        assert_eq!(notes, [Note::Resumed { level: 12 / every * every }], "every {every}");
        assert_eq!(whole.as_ref(), Ok(&expected));
        // Once more: there is nothing left to do.
        assert_eq!(run(at(Resume::IfPossible), 2).0, Ok(expected.clone()));
        let manifests = fs::read_dir(folder.path()).unwrap().filter(|it| it.as_ref().unwrap().path().is_file());
        assert_eq!(manifests.count(), 3, "the last three are kept");
    }
}

#[test]
fn a_damaged_checkpoint_is_rejected_and_the_one_before_used() {
    let expected = run(enumeration(None), 1).0.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let at = |resume| enumeration(Some((folder.path(), 1, resume)));
    let mut first = at(Resume::Never);
    first.depth = Some(9);
    run(first, 2).0.unwrap();
    let file = folder.path().join("level-00010/00001.states");
    let mut bytes = fs::read(&file).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(&file, bytes).unwrap();
    let (whole, notes) = run(at(Resume::Always), 3);
    assert_eq!(whole, Ok(expected));
    assert!(matches!(notes[0], Note::CheckpointRejected { level: 10, shard: Some(1), .. }), "{notes:?}");
    assert_eq!(notes[1], Note::Resumed { level: 9 });
    // Without its first files nothing is left.
    fs::remove_dir_all(folder.path().join("level-00001")).unwrap();
    let (nothing, notes) = run(at(Resume::Always), 2);
    assert_eq!(nothing, Err(ReachError::NothingToResume { folder: folder.path().to_owned() }));
    assert_eq!(notes.len(), 3, "{notes:?}");
}

/// Panics in the thread that expands a number.
struct Falling {
    at: u64,
}

impl Problem for Falling {
    type State = u64;
    type Action = bool;
    type Actions = std::vec::IntoIter<(bool, Cost)>;

    fn start(&self) -> u64 {
        1
    }

    fn is_goal(&self, _: &u64) -> bool {
        false
    }

    fn actions(&self, state: &u64, last: Option<bool>) -> Self::Actions {
        assert_ne!(*state, self.at, "this thread falls");
        Growing { bound: 10_000 }.actions(state, last)
    }

    fn apply(&self, state: &mut u64, doubles: bool) {
        Growing { bound: 10_000 }.apply(state, doubles);
    }
}

#[test]
fn where_no_checkpoint_of_states_is_intact_a_run_starts_again_from_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let at = |resume| enumeration(Some((folder.path(), 1, resume)));
    let mut first = at(Resume::Never);
    first.depth = Some(4);
    run(first, 2).0.unwrap();
    // What the oldest checkpoint that is kept has added: the others need it, and it is read after what came before.
    for file in fs::read_dir(folder.path().join("level-00003")).unwrap().map(|entry| entry.unwrap().path()) {
        let bytes = fs::read(&file).unwrap();
        fs::write(&file, &bytes[..bytes.len() - 1]).unwrap();
    }
    let (found, notes) = run(at(Resume::IfPossible), 2);
    assert_eq!(found, run(enumeration(None), 1).0);
    let rejected = notes.iter().filter(|note| matches!(note, Note::CheckpointRejected { .. })).count();
    assert_eq!(rejected, 3, "{notes:?}");
}

#[test]
fn a_worker_that_panics_ends_the_run_of_all() {
    for (at, threads) in [(1, 2), (100, 3), (4096, 4)] {
        let (done, result) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            let run = reach(Team::threads(threads), Falling { at }, &Budget::unlimited(), None, &mut |_| ());
            let _ = done.send(run.is_err());
        });
        assert_eq!(result.recv_timeout(Duration::from_secs(60)), Ok(true), "{at} on {threads} threads");
    }
}
