//! Whole spaces, counted level by level: all boards of a size, all states of a problem file.

use std::sync::Arc;

use hueco::explored::{ExploredBoards, ExploredStates, enumeration};
use hueco_cluster::{Exploration, ExploreError, ReachError, Team, enumerate, explore};
use hueco_jobs::{Allowance, JobError, Request, RequestFault};
use hueco_say::{Lang, Say};
use hueco_script::{ProblemFile, ScriptProblem};
use hueco_show::answer::one_line;
use hueco_tiles::Metric;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::Value;

use crate::detach::detached;
use crate::errors::{exception, failed, language, refused};
use crate::fields::{fields, text};
use crate::source::{asked, budget};
use crate::workbench::cores;

/// Boards of the last level that can be asked for.
const MOST_DEEPEST: u64 = 1_000_000;

/// What is asked beside what is counted: the last level, how many of the deepest, the limits.
struct Asked {
    depth: Option<u32>,
    deepest: usize,
    threads: usize,
    limits: hueco_jobs::Problem,
}

impl Asked {
    /// From the arguments, without those that `taken` names.
    fn read(py: Python<'_>, arguments: &Bound<'_, PyDict>, taken: &[&str], lang: Lang) -> PyResult<Self> {
        let rest = arguments.copy()?;
        for name in taken {
            if rest.contains(name)? {
                rest.del_item(name)?;
            }
        }
        let deepest = match rest.get_item("deepest")?.filter(|value| !value.is_none()) {
            Some(value) => {
                rest.del_item("deepest")?;
                let fault = RequestFault::Whole { least: 0, most: MOST_DEEPEST };
                let number = value.extract::<u64>().ok().filter(|number| *number <= MOST_DEEPEST);
                number.ok_or_else(|| refused(py, fault.of("deepest"), lang))? as usize
            }
            None => 0,
        };
        let depth = rest.get_item("depth")?.is_some_and(|value| !value.is_none());
        let limits = asked(py, &rest, lang)?;
        let depth = depth.then_some(limits.options.settings.depth);
        let threads = fields(&rest, lang)?.get("threads").and_then(Value::as_u64).map_or_else(cores, |n| n as usize);
        Ok(Self { depth, deepest, threads, limits })
    }
}

/// All boards of a size, counted by their distance from the goal.
#[pyfunction]
pub(crate) fn explore_boards(py: Python<'_>, arguments: &Bound<'_, PyDict>, lang: &str) -> PyResult<String> {
    let lang = language(lang)?;
    let mut map = fields(arguments, lang)?;
    let named = ["size", "goal"].into_iter().filter_map(|name| Some((name.to_owned(), map.remove(name)?)));
    let read = Request::read_kind("random", &text(named.collect()), &Allowance::unlimited());
    let Request::Random(of) = read.map_err(|error| refused(py, error, lang))? else { unreachable!("its kind") };
    let board = [("board".to_owned(), of.goal.to_string().into())];
    let metric = map.remove("metric").map(|metric| ("metric".to_owned(), metric));
    let read = Request::read_kind("solve", &text(board.into_iter().chain(metric).collect()), &Allowance::unlimited());
    let metric = match read.map_err(|error| refused(py, error, lang))? {
        Request::Solve(hueco_jobs::Search::Tiles(solve)) => solve.metric,
        _ => Metric::Single,
    };
    let asked = Asked::read(py, arguments, &["size", "goal", "metric"], lang)?;
    let exploration = Exploration {
        shape: of.size,
        goal_blank: of.goal.blank(),
        metric,
        deepest: asked.deepest,
        depth: asked.depth,
        checkpoint: None,
        table: None,
        spill: None,
    };
    let explored = exploration.clone();
    let done = detached(py, move |cancel| {
        let budget = budget(&asked.limits, Some(cancel));
        explore(Team::threads(asked.threads), &exploration, &budget, &mut |_| ())
    })?;
    match done {
        Ok(walked) => Ok(one_line(&ExploredBoards::new(&explored, &of.goal, &walked.unwrap_or_default()))),
        Err(error) => {
            let class = if matches!(error, ExploreError::Stopped(_)) { "LimitError" } else { "HuecoError" };
            Err(exception(py, class, error.say(lang), ("bad_size", Some("size"), None)))
        }
    }
}

/// All states that a problem file can reach.
pub(crate) fn states(
    py: Python<'_>,
    file: &Arc<ProblemFile>,
    arguments: &Bound<'_, PyDict>,
    lang: Lang,
) -> PyResult<String> {
    let asked = Asked::read(py, arguments, &[], lang)?;
    let enumeration = enumeration(file, asked.depth, asked.deepest, None);
    let done = detached(py, move |cancel| {
        let budget = budget(&asked.limits, Some(cancel));
        enumerate(Team::threads(asked.threads), enumeration, &budget, &mut |_| ())
    })?;
    match done {
        Ok(Some(found)) => Ok(one_line(&ExploredStates::new(file, &found))),
        Ok(None) => unreachable!("only another host than the first has no result"),
        Err(ReachError::Mistake(state)) => {
            Err(failed(py, &JobError::Script(ScriptProblem::mistake_at(file, &state)), lang))
        }
        Err(error) => Err(exception(py, "HuecoError", error.say(lang), ("bad_problem", None, None))),
    }
}
