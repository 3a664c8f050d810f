//! Questions about searches of a problem file.
//!
//! The first is about the file's own start; later searches begin where a random walk from it ends, so that the same seed gives the same
//! questions. A question is asked once: a small problem has fewer than were requested.

use std::collections::HashSet;

use hueco_script::{HeuristicSpec, Options, ProblemFile, RandomWalks, run_from};
use hueco_search::algorithm::{Algorithm, Settings};
use hueco_search::{Budget, Ties};
use hueco_show::quiz::{NODES, Question, TRIES, question};
use hueco_show::trace::Collector;

use crate::error::JobError;
use crate::events::{Events, is_cancelled};
use crate::limits::Limits;
use crate::problem::{ProblemResult, ProblemSource, header};

/// At most `count` questions. None at all is an error.
pub(crate) fn questions(
    source: &ProblemSource,
    limits: &Limits,
    seed: u64,
    count: usize,
    events: &mut dyn Events,
) -> Result<Vec<Question>, JobError> {
    let budget = limits.budget(events);
    let file = source.load(&budget)?;
    let methods = methods(&file);
    let mut walks = RandomWalks::new(&file, seed, &budget);
    let mut start = file.start().clone();
    let mut asked: Vec<Question> = Vec::new();
    let mut known = HashSet::new();
    // Searches since the last new question.
    let mut fruitless = 0;
    while asked.len() < count && fruitless < TRIES {
        if is_cancelled(events) {
            return Err(JobError::Stopped(hueco_search::Limit::Interrupt));
        }
        budget.check().map_err(JobError::Stopped)?;
        let (options, ask_value) = &methods[asked.len() % methods.len()];
        let mut collector = Collector::new(header(&file, &start, options, &budget)?, u64::MAX);
        let mut short: Budget = budget.clone().max_nodes(NODES);
        let answer = run_from(&file, &start, options, &mut short, Some(&mut collector))?;
        let solved = ProblemResult { file: file.clone(), answer, drawings: None, listed: None };
        if let Some(question) = question(&collector.finish(solved.end()), *ask_value)
            && known.insert(format!("{question:?}"))
        {
            asked.push(question);
            fruitless = 0;
        } else {
            fruitless += 1;
        }
        start = walks.state()?;
    }
    if asked.is_empty() { Err(JobError::QuizNothing) } else { Ok(asked) }
}

/// The methods that are asked about, by turns, and whether their question is about f: the file's first two heuristics, and none.
fn methods(file: &ProblemFile) -> Vec<(Options, bool)> {
    let mut names = file.heuristics().map(|(name, _)| HeuristicSpec::Named(name.to_owned()));
    let method = |algorithm, heuristic: &HeuristicSpec| Options {
        algorithm,
        heuristic: Some(heuristic.clone()),
        settings: Settings { ties: Ties::Fifo, ..Settings::default() },
        every: None,
        threads: 1,
    };
    let uniform = (method(Algorithm::Ucs, &HeuristicSpec::Blind), false);
    let Some(first) = names.next() else { return vec![uniform] };
    let second = names.next().unwrap_or_else(|| first.clone());
    vec![
        (method(Algorithm::Astar, &first), false),
        (method(Algorithm::Greedy, &first), false),
        (method(Algorithm::Astar, &second), true),
        uniform,
    ]
}
