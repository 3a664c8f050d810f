//! IBEX, as budgeted tree search (Helmert, Lattimore, Lelis, Orseau and Sturtevant, 2019): IDA* that grows by nodes, not by f.
//!
//! IDA* raises its bound to the next value of f. Where f has many values, a round may add a node or two, and a search of n
//! nodes takes n rounds: n² nodes in all. This search wants every round to be at least twice as large as the last one
//! and at most eight times, and looks for a bound that makes it so:
//!
//! ```text
//! a whole round at the proved lower bound ── grew enough? ──yes──▶ again, at the next bound
//!        ▲                                        │ no
//!        │                                        ▼
//!        │     bounds further and further away: +1, +2, +4, …   each round stopped once it is eight times the last whole one
//!        │                                        ▼
//!        └── right size, or one value left ◀── bisect between what was finished and what was stopped
//! ```
//! A round that ends proves that no solution costs less than the least f over its bound. A bound may lie beyond the cheapest
//! solution; so a round goes on after a goal, for cheaper ones alone, and the search ends when its best solution costs no
//! more than what is proved. With an admissible heuristic that is a cheapest solution, after O(n log C) expansions where
//! IDA* may need n², in the memory of one path. Like IDA* it walks in circles where there is no solution.
//!
//! The rounds are those of [`DepthFirst`]; a meter between it and the observer counts them.

use std::ops::ControlFlow;

use crate::budget::Budget;
use crate::depth_first::DepthFirst;
use crate::every::EverySolution;
use crate::heuristic::{Heuristic, Quality};
use crate::observer::{Event, Observer, Stop};
use crate::problem::{Cost, Problem};
use crate::report::{Ending, INTERRUPTED, Limit, Report, Solution};
use crate::search::{Path, Search, Seen};

/// A round is large enough at this many times the last one.
const LEAST_GROWTH: u64 = 2;
/// A round is stopped at this many times the last one.
const MOST_GROWTH: u64 = 8;
/// The largest cost stands for all that are larger: no round is bounded by it.
const LARGEST: u64 = Cost::MAX as u64 - 1;
const UNKNOWN: u64 = u64::MAX;

/// Why a round is searched.
#[derive(Clone, Copy, Debug)]
enum Stage {
    /// At the proved lower bound, to its end.
    Whole,
    /// For a bound that is too large: this far from the lower bound.
    Reaching(u64),
    /// Between the lower bound and one that is too large.
    Bisecting,
}

/// The round in progress.
#[derive(Clone, Copy, Debug)]
struct Round {
    /// States entered.
    entered: u64,
    /// It is stopped at this many.
    limit: u64,
    /// The f of the root, and the largest that was entered.
    root_f: u64,
    largest_f: u64,
}

/// Passes events on and counts what a round enters.
struct Meter<'o, O> {
    observer: &'o mut O,
    round: &'o mut Round,
    /// Whether the observer wants to stop.
    stopped: bool,
}

impl<P: Problem, O: Observer<P>> Observer<P> for Meter<'_, O> {
    #[inline]
    fn event(&mut self, event: Event<'_, P>) -> ControlFlow<Stop> {
        let flow = self.observer.event(event);
        self.stopped |= flow.is_break();
        if let Event::Examined { g, h, .. } = event {
            let f = g as u64 + h as u64;
            if self.round.entered == 0 {
                self.round.root_f = f;
            }
            self.round.entered += 1;
            self.round.largest_f = self.round.largest_f.max(f);
            if self.round.entered >= self.round.limit {
                return ControlFlow::Break(Stop);
            }
        }
        flow
    }
}

/// Budgeted tree search in progress.
pub struct Ibex<'a, P: Problem, H: Heuristic<P>> {
    rounds: DepthFirst<'a, P, H, EverySolution>,
    admissible: bool,
    stage: Stage,
    round: Round,
    /// No solution has a lower f (proved where the heuristic is admissible).
    lower: u64,
    /// A round of this bound is too large; `UNKNOWN` before one was.
    upper: u64,
    /// The size of the last whole round, by which the next ones are measured.
    size: u64,
    best: Option<Solution<P::Action>>,
    finished: Option<Ending>,
}

impl<'a, P: Problem, H: Heuristic<P>> Ibex<'a, P, H> {
    /// IBEX: cheapest if the heuristic is admissible.
    pub fn new(problem: &'a P, heuristic: &'a H) -> Self {
        Self {
            rounds: DepthFirst::new(problem, heuristic, EverySolution, 0, false),
            admissible: heuristic.quality() >= Quality::Admissible,
            stage: Stage::Whole,
            round: Round { entered: 0, limit: UNKNOWN, root_f: 0, largest_f: 0 },
            lower: 0,
            upper: UNKNOWN,
            size: 0,
            best: None,
            finished: None,
        }
    }

    fn best_cost(&self) -> u64 {
        self.best.as_ref().map_or(UNKNOWN, |best| best.cost as u64)
    }

    /// Starts a round. Nothing that costs as much as the best solution is looked for.
    fn start(&mut self, stage: Stage, bound: u64, limit: u64) {
        self.stage = stage;
        self.round = Round { entered: 0, limit, root_f: 0, largest_f: 0 };
        self.rounds.restart(bound.min(LARGEST).min(self.best_cost().saturating_sub(1)) as Cost);
    }

    /// A round ended, by itself or at its limit: what it proved, and the next one.
    fn conclude(&mut self, exhausted: bool, budget: &Budget) {
        let nodes = self.round.entered;
        if exhausted {
            self.upper = self.round.largest_f.max(self.lower);
        } else {
            let proved = self.rounds.over_bound().unwrap_or(UNKNOWN).min(self.best_cost());
            self.lower = self.lower.max(proved);
            self.finished = match proved {
                UNKNOWN => Some(Ending::Unsolvable),
                _ if self.best_cost() <= self.lower => Some(Ending::Solved),
                _ if self.lower > LARGEST => Some(Ending::Stopped(Limit::Depth)),
                _ => None,
            };
            if self.admissible {
                budget.prove(self.lower.min(Cost::MAX as u64) as Cost);
            }
        }
        if self.finished.is_some() {
            return;
        }
        let (least, most) = (self.size.saturating_mul(LEAST_GROWTH), self.size.saturating_mul(MOST_GROWTH));
        match self.stage {
            Stage::Whole if nodes >= least => {
                self.size = nodes;
                return self.start(Stage::Whole, self.lower, UNKNOWN);
            }
            Stage::Whole => {
                self.upper = UNKNOWN;
                return self.start(Stage::Reaching(1), self.lower.saturating_add(1), most);
            }
            Stage::Reaching(far) if nodes < least && self.upper > self.lower => {
                let far = far.saturating_mul(2);
                return self.start(Stage::Reaching(far), self.lower.saturating_add(far), most);
            }
            _ => {}
        }
        if self.upper <= self.lower || (least <= nodes && nodes < most) {
            self.size = nodes.max(least);
            self.start(Stage::Whole, self.lower, UNKNOWN);
        } else {
            let bound = self.lower + (self.upper - self.lower) / 2;
            self.start(Stage::Bisecting, bound, most);
        }
    }

    /// Runs until something ends: a goal, a round, the search, or a limit; or if `ONE` for one step.
    fn advance<O: Observer<P>, const ONE: bool>(
        &mut self,
        observer: &mut O,
        budget: &mut Budget,
    ) -> ControlFlow<Ending> {
        if let Some(ending) = self.finished {
            return ControlFlow::Break(ending);
        }
        let mut meter = Meter { observer, round: &mut self.round, stopped: false };
        let flow =
            if ONE { self.rounds.step(&mut meter, budget) } else { self.rounds.advance_to_end(&mut meter, budget) };
        let stopped = meter.stopped;
        self.lower = self.lower.max(self.round.root_f);
        let exhausted = self.round.entered >= self.round.limit;
        match flow {
            ControlFlow::Break(Ending::Solved) if self.is_better() => {
                self.best = self.rounds.last_solution();
                let cost = self.best_cost();
                self.rounds.tighten(cost.saturating_sub(1) as Cost);
                if cost <= self.lower {
                    self.finished = Some(Ending::Solved);
                } else if exhausted {
                    self.conclude(true, budget);
                }
            }
            ControlFlow::Break(Ending::Stopped(Limit::Interrupt)) if exhausted => self.conclude(true, budget),
            ControlFlow::Break(Ending::Stopped(limit)) if limit != Limit::Depth => {
                return ControlFlow::Break(Ending::Stopped(limit));
            }
            ControlFlow::Break(_) => self.conclude(false, budget),
            ControlFlow::Continue(()) => {}
        }
        match self.finished {
            Some(ending) => ControlFlow::Break(ending),
            None if stopped => ControlFlow::Break(INTERRUPTED),
            None => ControlFlow::Continue(()),
        }
    }

    /// Whether the rounds found a solution since the last one was noted. A round that ends after one says "solved" too.
    fn is_better(&self) -> bool {
        self.rounds.last_solution().is_some_and(|found| (found.cost as u64) < self.best_cost())
    }
}

impl<P: Problem, H: Heuristic<P>> Search<P> for Ibex<'_, P, H> {
    fn step<O: Observer<P>>(&mut self, observer: &mut O, budget: &mut Budget) -> ControlFlow<Ending> {
        self.advance::<O, true>(observer, budget)
    }

    fn run<O: Observer<P>>(&mut self, observer: &mut O, budget: &mut Budget) -> Report<P::Action> {
        loop {
            if let ControlFlow::Break(ending) = self.advance::<O, false>(observer, budget) {
                return Report { ending, ..self.report() };
            }
        }
    }

    fn path(&self) -> Option<Path<P::State, P::Action>> {
        self.rounds.path()
    }

    fn report(&self) -> Report<P::Action> {
        let lower = if self.admissible { self.lower.min(Cost::MAX as u64) as Cost } else { 0 };
        let lower_bound = self.best.as_ref().map_or(lower, |best| lower.min(best.cost));
        let ending = self.finished.unwrap_or(INTERRUPTED);
        Report { ending, solution: self.best.clone(), lower_bound, stats: self.rounds.report().stats }
    }

    fn frontier(&self) -> Vec<Seen<P::State>> {
        self.rounds.frontier()
    }

    fn closed(&self) -> Vec<Seen<P::State>> {
        self.rounds.closed()
    }
}
