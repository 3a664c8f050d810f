//! A problem file through one algorithm, and what came of it.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use hueco_search::algorithm::{Algorithm, Settings, run as run_algorithm};
use hueco_search::clock::Instant;
use hueco_search::hda_star::{Worker, hda_star_with};
use hueco_search::{
    Bidirectional, Budget, Cost, Ending, Events, Limit, Observed, Problem, Quality, Report, Search, Stats,
};

use crate::error::{Mistake, ScriptError};
use crate::every::{Every, every};
use crate::heuristic::{Estimate, Guide, HeuristicSpec};
use crate::interpreter::Failure;
use crate::load::ProblemFile;
use crate::problem::{Attentive, BackwardScript, Ordinal, ScriptProblem};
use crate::show::Picture;
use crate::space::TableError;
use crate::state::State;

/// How to solve.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The algorithm; `auto`: A* where there is a heuristic, else uniform cost.
    pub algorithm: Algorithm,
    /// The heuristic; `None`: `h` if the file has it and the algorithm is informed.
    pub heuristic: Option<HeuristicSpec>,
    /// Weight, width, depth and ties.
    pub settings: Settings,
    /// All optimal solutions, this many of them listed; `None`: one solution. They need an algorithm that proves the optimum, so it is
    /// A* or uniform cost whatever the algorithm.
    pub every: Option<usize>,
    /// Threads of `hdastar`, unless its events are recorded. The other algorithms run on one.
    pub threads: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self { algorithm: Algorithm::Auto, heuristic: None, settings: Settings::default(), every: None, threads: 1 }
    }
}

impl Options {
    /// A search whose solution is proved to be a cheapest one: led by `h` if the file claims that it is admissible.
    pub fn proving(file: &ProblemFile) -> Self {
        let usual = HeuristicSpec::default_of(file);
        let heuristic = if file.claims_admissible(&usual) { usual } else { HeuristicSpec::Blind };
        Self { heuristic: Some(heuristic), ..Self::default() }
    }

    /// The algorithm and the heuristic that are used on a file.
    pub fn resolve(&self, file: &ProblemFile) -> (Algorithm, HeuristicSpec) {
        let mut heuristic = self.heuristic.clone().unwrap_or_else(|| HeuristicSpec::default_of(file));
        if self.every.is_some() && self.heuristic.is_none() && !file.claims_admissible(&heuristic) {
            heuristic = HeuristicSpec::Blind;
        }
        let algorithm = match self.algorithm {
            _ if self.every.is_some() && heuristic == HeuristicSpec::Blind => Algorithm::Ucs,
            _ if self.every.is_some() => Algorithm::Astar,
            Algorithm::Auto if heuristic == HeuristicSpec::Blind => Algorithm::Ucs,
            Algorithm::Auto => Algorithm::Astar,
            algorithm => algorithm,
        };
        (algorithm, if algorithm.uses_heuristic() { heuristic } else { HeuristicSpec::Blind })
    }
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// There is a solution.
    Solved,
    /// Proved: there is none.
    Unsolvable,
    /// Stopped by a limit without a solution.
    Stopped(Limit),
}

/// A solution, in the file's own words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// The names of its actions.
    pub actions: Vec<String>,
    /// The states on it, one more than actions.
    pub states: Vec<State>,
    /// The sum of the costs.
    pub cost: Cost,
}

/// What came of a run.
#[derive(Clone, Debug)]
pub struct ScriptAnswer {
    /// How it ended.
    pub outcome: Outcome,
    /// Whether the solution is proved to be a cheapest one. The claims of the file count.
    pub optimal: bool,
    /// The best solution found.
    pub path: Option<Path>,
    /// No solution costs less than this (proved).
    pub lower_bound: Cost,
    /// The algorithm that ran.
    pub algorithm: Algorithm,
    /// The heuristic that led it.
    pub heuristic: HeuristicSpec,
    /// All optimal solutions, where they were requested and there are any.
    pub every: Option<Every>,
    /// Whether the solution costs less than a claim of the file allows.
    pub refuted: bool,
    /// Counters.
    pub stats: Stats,
    /// Bytes of the tables of abstractions.
    pub table_bytes: u64,
    /// Wall-clock time.
    pub time: Duration,
}

/// Solves a problem file. `events` receives every event, with states and actions as text.
pub fn run(
    file: &Arc<ProblemFile>,
    options: &Options,
    budget: &mut Budget,
    events: Option<&mut dyn Events>,
) -> Result<ScriptAnswer, ScriptError> {
    run_from(file, file.start(), options, budget, events)
}

/// The same; `on_better` receives the cost of each solution of an algorithm that improves its solution as it runs. The gauge of the
/// budget shows what is proved by then.
pub fn run_reporting(
    file: &Arc<ProblemFile>,
    options: &Options,
    budget: &mut Budget,
    events: Option<&mut dyn Events>,
    on_better: &mut dyn FnMut(Cost),
) -> Result<ScriptAnswer, ScriptError> {
    solve(file, file.start(), options, budget, events, on_better)
}

/// The same from another state of the problem.
pub fn run_from(
    file: &Arc<ProblemFile>,
    start: &State,
    options: &Options,
    budget: &mut Budget,
    events: Option<&mut dyn Events>,
) -> Result<ScriptAnswer, ScriptError> {
    solve(file, start, options, budget, events, &mut |_| ())
}

fn solve(
    file: &Arc<ProblemFile>,
    start: &State,
    options: &Options,
    budget: &mut Budget,
    events: Option<&mut dyn Events>,
    on_better: &mut dyn FnMut(Cost),
) -> Result<ScriptAnswer, ScriptError> {
    let started = Instant::now();
    let (algorithm, heuristic) = options.resolve(file);
    if algorithm.needs_predecessors() && !file.has_predecessors() {
        return Err(file.misuse(Mistake::OneWay));
    }
    let problem = ScriptProblem::starting_at(Arc::clone(file), start.clone());
    problem.obey(budget);
    let mut answer = ScriptAnswer {
        outcome: Outcome::Unsolvable,
        optimal: false,
        path: None,
        lower_bound: 0,
        algorithm,
        heuristic,
        every: None,
        refuted: false,
        stats: Stats::default(),
        table_bytes: 0,
        time: Duration::ZERO,
    };
    let guide = match problem.guide(&answer.heuristic, budget)? {
        Ok(guide) => guide,
        Err(limit) => {
            return Ok(ScriptAnswer { outcome: Outcome::Stopped(limit), time: started.elapsed(), ..answer });
        }
    };
    answer.table_bytes = guide.table_bytes();
    let unfit = || file.misuse(Mistake::NotAdmissible { heuristic: answer.heuristic.to_string() });
    if options.every.is_some() && guide.quality() == Quality::Inadmissible {
        return Err(unfit());
    }
    let mut run = Run { problem: &problem, guide: &guide, algorithm, settings: &options.settings, budget };
    let report = match events {
        // In a browser no thread can be started.
        None if !cfg!(target_arch = "wasm32") && algorithm == Algorithm::Hdastar && options.threads > 1 => {
            run.search_on_threads(options.threads)
        }
        events => run.search(events.map(|events| Observed::new(Picture::new(&problem), events)), on_better),
    }?;
    if let (Ending::Unsolvable, Some(doubt)) = (report.ending, guide.doubt()) {
        return Err(doubt);
    }
    answer.stats = report.stats;
    answer.lower_bound = report.lower_bound;
    answer.optimal = report.is_optimal();
    answer.outcome = match (report.ending, &report.solution) {
        (Ending::Solved, _) | (_, Some(_)) => Outcome::Solved,
        (Ending::Unsolvable, None) => Outcome::Unsolvable,
        (Ending::Stopped(limit), None) => Outcome::Stopped(limit),
    };
    if let Some(solution) = report.solution {
        // The names are worth more than the last moments of a time limit.
        problem.obey(&Budget::unlimited());
        let path = path(&problem, &solution.actions, solution.cost)?;
        let goal = path.states.last().expect("a path has a state");
        guide.check_goal(goal).map_err(|failure| problem.error(failure))?;
        answer.path = Some(path);
    }
    // A solution that costs less than the bound refutes a claim of the file: nothing is proved.
    answer.refuted = answer.path.as_ref().is_some_and(|path| path.cost < answer.lower_bound);
    if answer.refuted || answer.outcome == Outcome::Unsolvable {
        (answer.lower_bound, answer.optimal) = (0, false);
    }
    if let (Some(most), Some(path)) = (options.every, &answer.path) {
        if !answer.optimal {
            return Err(unfit());
        }
        problem.obey(budget);
        match every(&problem, &guide, path.cost, most, budget, &mut answer.stats) {
            Ok((every, limit)) => {
                answer.every = Some(every);
                answer.outcome = limit.map_or(answer.outcome, Outcome::Stopped);
            }
            Err(TableError::Limit(limit)) => answer.outcome = Outcome::Stopped(limit),
            Err(TableError::Failed(failure)) => return Err(problem.error(failure)),
        }
    }
    answer.time = started.elapsed();
    Ok(answer)
}

/// The names and states of a sequence of actions.
fn path(problem: &ScriptProblem, ordinals: &[Ordinal], cost: Cost) -> Result<Path, ScriptError> {
    let mut state = problem.start();
    let (mut actions, mut states) = (Vec::new(), vec![state.clone()]);
    let mut sum = 0_u64;
    for &ordinal in ordinals {
        sum += problem.actions(&state, None).nth(ordinal.index()).map_or(0, |step| u64::from(step.1));
        actions.push(problem.action_name(&state, ordinal)?);
        problem.apply(&mut state, ordinal);
        states.push(state.clone());
    }
    if let Some(limit) = problem.finish()? {
        return Err(problem.file().misuse(Mistake::Stopped(limit)));
    }
    // The engine's costs end at some number; beyond it nothing it says of them is true.
    if sum != u64::from(cost) {
        return Err(problem.file().misuse(Mistake::CostTooLarge(sum)));
    }
    Ok(Path { actions, states, cost })
}

/// A search about to run.
struct Run<'r> {
    problem: &'r ScriptProblem,
    guide: &'r Guide<'r>,
    algorithm: Algorithm,
    settings: &'r Settings,
    budget: &'r mut Budget,
}

impl<'r> Run<'r> {
    /// A* on several threads: each makes a problem of its own from the file, and they share the tables.
    ///
    /// Which worker makes a mistake first is a matter of chance, and it may be in a state that A* never reaches. So after a
    /// mistake one thread searches again, and what it reports counts.
    fn search_on_threads(&mut self, threads: usize) -> Result<Report<Ordinal>, ScriptError> {
        let (file, start) = (self.problem.file(), self.problem.start());
        let (heuristic, quality, limits) = (self.guide.share(), self.guide.quality(), self.budget.clone());
        let failures = Mutex::new(Vec::new());
        let work = |worker: Worker<'_, State, Ordinal, Estimate>| {
            let own = ScriptProblem::starting_at(Arc::clone(file), start.clone());
            own.obey(&limits);
            let finished = worker.run_while(&own, &heuristic.clone().on(&own), || !own.has_failed());
            failures.lock().unwrap_or_else(PoisonError::into_inner).extend(own.take_failure());
            finished
        };
        let report = hda_star_with(self.problem, quality, threads, work, self.budget);
        let failures = failures.into_inner().unwrap_or_else(PoisonError::into_inner);
        let mut limit = self.problem.finish()?;
        for failure in failures {
            match failure {
                Failure::Mistake(_) => return self.search(None, &mut |_| ()),
                Failure::Limit(of_call) => limit = limit.or(Some(of_call)),
            }
        }
        // What the workers' heuristics called dead ends is gone with them.
        if report.ending == Ending::Unsolvable && quality == Quality::Inadmissible {
            return self.search(None, &mut |_| ());
        }
        Ok(match limit {
            None => report,
            Some(limit) => Report { ending: Ending::Stopped(limit), ..report },
        })
    }

    fn search(
        &mut self,
        watch: Option<Observed<'_, Picture<'r>>>,
        on_better: &mut dyn FnMut(Cost),
    ) -> Result<Report<Ordinal>, ScriptError> {
        let Self { problem, guide, algorithm, settings, .. } = *self;
        let on_better = algorithm.is_anytime().then_some(on_better);
        let mut observer = Attentive { problem, watch, on_better };
        let report = match (algorithm, BackwardScript::new(problem)) {
            (Algorithm::Bidirectional, Some(backward)) => {
                Bidirectional::breadth_first(&backward).run(&mut observer, self.budget)
            }
            (Algorithm::Nbs, Some(backward)) => {
                let blind = Guide::blind(problem);
                Bidirectional::nbs(&backward, guide, &blind).run(&mut observer, self.budget)
            }
            (Algorithm::Dvcbs, Some(backward)) => {
                let blind = Guide::blind(problem);
                Bidirectional::dvcbs(&backward, guide, &blind).run(&mut observer, self.budget)
            }
            _ => {
                let report = run_algorithm(algorithm, settings, problem, guide, &mut observer, self.budget);
                report.map_err(|_| problem.file().misuse(Mistake::OneWay))?
            }
        };
        Ok(match problem.finish()? {
            None => report,
            // What was found and proved before the call that was stopped still counts.
            Some(limit) => Report { ending: Ending::Stopped(limit), ..report },
        })
    }
}
