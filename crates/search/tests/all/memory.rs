//! Memory limits: kept by every search, to the byte of its own account.

use crate::common::method::{Method, Task, with_search};
use crate::common::pancakes::{Gap, Pancakes};
use hueco_search::{Blind, Budget, Cost, Ending, Heuristic, Limit, Problem, Report, Reversible, Search, SmaStar};

struct Run(Vec<u64>);

impl<P: Reversible> Task<P> for Run {
    type Output = Vec<Report<P::Action>>;
    fn perform<S: Search<P>>(self, mut search: S) -> Self::Output {
        self.0.into_iter().map(|bytes| search.run(&mut (), &mut Budget::unlimited().max_bytes(bytes))).collect()
    }
}

/// What all searches of this problem do under all limits.
fn check<P: Reversible, H: Heuristic<P>>(problem: &P, to_goal: &H, methods: &[Method]) {
    for &method in methods {
        let run = |limits: Vec<u64>| with_search(method, problem, to_goal, &Blind, Run(limits));
        let whole = run(vec![u64::MAX]).remove(0);
        assert_eq!(whole.ending, Ending::Solved, "{method:?}");
        let peak = whole.stats.peak_bytes;
        assert!(run(vec![peak])[0] == whole, "{method:?} needs no more than its peak");
        // A search that is given a little more again and again keeps each limit and comes to the same end.
        // (What it holds when it is made, before it does anything, is a few kilobytes.)
        let made = run(vec![0]).remove(0).stats.peak_bytes;
        assert!(made < 16 << 10, "{method:?}");
        let limits: Vec<u64> = (0..20).map(|part| made.max(peak * part / 20)).chain([peak - 1, peak]).collect();
        let reports = run(limits.clone());
        for (limit, report) in limits.iter().zip(&reports) {
            if report.ending == Ending::Stopped(Limit::Memory) {
                assert!(report.stats.peak_bytes <= *limit, "{method:?} holds {} of {limit}", report.stats.peak_bytes);
            }
        }
        assert_eq!(reports[20].ending, Ending::Stopped(Limit::Memory), "{method:?} did not need its peak of {peak}");
        assert!(reports[21] == whole, "{method:?} {whole:?}", whole = whole.stats);
        // From the beginning with that limit, likewise.
        for limit in limits {
            let report = run(vec![limit]).remove(0);
            assert!(report.stats.peak_bytes <= limit, "{method:?} holds {} of {limit}", report.stats.peak_bytes);
        }
    }
}

fn methods() -> Vec<Method> {
    let slow = |method: &Method| {
        // SMA* is another search with another limit.
        matches!(method, Method::DepthLimited(_) | Method::IterativeDeepening | Method::Beam(1) | Method::SmaStar(_))
    };
    Method::all().into_iter().filter(|method| !slow(method)).collect()
}

#[test]
fn limits_are_kept_on_pancakes() {
    check(&Pancakes::<7>::number(1234), &Gap, &methods());
}

/// Pancakes again, each stack in a box of its own.
pub(crate) struct Boxed(pub(crate) Pancakes<6>);

impl Problem for Boxed {
    type State = Box<[u8]>;
    type Action = u8;
    type Actions = std::vec::IntoIter<(u8, Cost)>;

    fn start(&self) -> Box<[u8]> {
        Box::new(self.0.start())
    }

    fn is_goal(&self, stack: &Box<[u8]>) -> bool {
        stack.is_sorted()
    }

    fn actions(&self, _: &Box<[u8]>, last: Option<u8>) -> Self::Actions {
        self.0.actions(&self.0.start, last)
    }

    fn apply(&self, stack: &mut Box<[u8]>, flip: u8) {
        stack[..flip as usize].reverse();
    }

    /// Far more than it is, so that it outweighs everything else.
    fn heap_bytes(&self, _: &Box<[u8]>) -> usize {
        1000
    }
}

impl Reversible for Boxed {
    fn goal(&self) -> Box<[u8]> {
        Box::new(Pancakes::<6>::sorted())
    }

    fn inverse(&self, flip: u8) -> u8 {
        flip
    }
}

#[test]
fn limits_are_kept_where_states_own_memory() {
    check(&Boxed(Pancakes::number(321)), &Blind, &methods());
}

/// SMA* is bounded by its memory, not stopped by it.
#[test]
fn sma_star_answers_within_any_limit_that_holds_the_path() {
    let problem = Pancakes::<6>::number(321);
    let whole = SmaStar::new(&problem, &Blind).run(&mut (), &mut Budget::unlimited());
    let mut forgot = false;
    for kilobytes in [10, 12, 16, 24, 48, 96] {
        let limit = kilobytes << 10;
        let report = SmaStar::new(&problem, &Blind).run(&mut (), &mut Budget::unlimited().max_bytes(limit));
        assert!(report.stats.peak_bytes <= limit, "{} of {limit}", report.stats.peak_bytes);
        assert_eq!((report.cost(), report.is_optimal()), (whole.cost(), true), "{limit}");
        forgot |= report.stats.generated > whole.stats.generated;
    }
    assert!(forgot, "the limits were felt");
    let report = SmaStar::new(&problem, &Blind).run(&mut (), &mut Budget::unlimited().max_bytes(1000));
    assert_eq!((report.ending, report.stats.generated), (Ending::Stopped(Limit::Memory), 0));
}
