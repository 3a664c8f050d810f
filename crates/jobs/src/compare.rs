//! `compare`: every algorithm with every heuristic, on one board or many.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use hueco_search::Gauge;
use hueco_search::clock::Instant;
use hueco_show::answer::VERSION;
use hueco_show::compare::{Limits as RunLimits, Method, Run, RunRow, Times, Total, TotalRow, combined};
use hueco_tiles::Board;
use hueco_tiles::heuristic::{HeuristicSpec, Named};
use hueco_tiles::solve::{Algorithm, Answer, Building};
use serde::Serialize;
use serde_json::Value;

use crate::error::{JobError, RequestError, RequestFault};
use crate::events::{Events, JobEvent, Progress, is_cancelled};
use crate::fields::{self, Fields};
use crate::limits::{Allowance, Limits, read_seconds};
use crate::random::Random;
use crate::read;
use crate::solve::Solve;
use crate::tuning::Tuning;
use crate::words::Words;
use crate::workbench::Workbench;
use crate::write::{self, Bounded};

/// What a run may use where the request limits neither its nodes nor its time: enough for any 3x3 board, and an end for the
/// others.
pub const DEFAULT_NODES: u64 = 10_000_000;

/// The most runs of one method on one board.
const MOST_REPEATS: u64 = 100;

/// A longer run is not repeated: what else the machine does changes its time little.
const SHORT: Duration = Duration::from_millis(50);

/// The algorithms where a request names none.
pub const DEFAULT_ALGORITHMS: [Algorithm; 4] =
    [Algorithm::Bfs, Algorithm::Greedy, Algorithm::Astar, Algorithm::Idastar];

/// The heuristics where a request names none.
pub const DEFAULT_HEURISTICS: [Named; 3] = [Named::Misplaced, Named::Manhattan, Named::LinearConflict];

/// Methods to compare, and on what.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Compare {
    /// The boards.
    #[serde(serialize_with = "write::displays")]
    pub boards: Vec<Board>,
    /// The goal of each board: boards may differ in shape.
    #[serde(serialize_with = "write::displays")]
    pub goals: Vec<Board>,
    /// The algorithms.
    pub algorithms: Vec<Algorithm>,
    /// The heuristics; each algorithm that uses one runs with every one of them.
    pub heuristics: Vec<HeuristicSpec>,
    /// What tunes the methods.
    #[serde(flatten)]
    pub tuning: Tuning,
    /// Time of one run.
    #[serde(rename = "run_seconds", serialize_with = "write::seconds", skip_serializing_if = "Option::is_none")]
    pub run_time: Option<Duration>,
    /// A short run is made up to this many times and stays one row; its time is the median.
    #[serde(rename = "repeat")]
    pub short_repeats: u64,
    /// Nodes and bytes of one run, and the time of all of them together.
    #[serde(flatten)]
    pub limits: Limits,
    /// How often each method runs on each board, at least once; each run is a row.
    #[serde(skip)]
    pub repeats: usize,
    /// Whether the layers of each run are counted. A run is then observed, which takes time of its own.
    #[serde(skip)]
    pub layers: bool,
}

/// Methods, compared.
#[derive(Clone, Debug)]
pub struct CompareResult {
    /// The boards.
    pub boards: Vec<Board>,
    /// The methods.
    pub methods: Vec<Method>,
    /// What each run may use.
    pub limits: RunLimits,
    /// The figures of each run, by board, then by repeat, then by method.
    pub runs: Vec<Run>,
    /// Their answers without moves, in the same order.
    pub answers: Vec<Answer>,
    /// Whether all runs were made.
    pub complete: bool,
}

#[derive(Serialize)]
struct Compared<'a> {
    version: u32,
    methods: &'a [String],
    rows: Vec<RunRow<'a>>,
    /// A row for each method.
    totals: Vec<TotalRow<'a>>,
    complete: bool,
    svg: String,
}

impl Compare {
    pub(crate) fn read(fields: &mut Fields, allowed: &Allowance) -> Result<Self, RequestError> {
        let (boards, goals) = boards_and_goals(fields, allowed)?;
        let algorithms = algorithms(fields)?;
        let heuristics = heuristics(fields)?;
        let most = allowed.runs;
        if boards.len().saturating_mul(combined(&algorithms, &heuristics).len()) > most {
            return Err(RequestFault::TooManyRuns { most }.into());
        }
        let run_time = read_seconds(fields, "run_seconds", allowed)?;
        let short_repeats = read_repeat(fields)?;
        let tuning = Tuning::read(fields, allowed)?;
        let limits = limits(fields, allowed, run_time)?;
        Ok(Self {
            boards,
            goals,
            algorithms,
            heuristics,
            tuning,
            run_time,
            short_repeats,
            limits,
            repeats: 1,
            layers: false,
        })
    }

    /// Every algorithm with every heuristic; one that uses none once.
    pub fn methods(&self) -> Vec<Method> {
        combined(&self.algorithms, &self.heuristics)
    }

    /// What each run may use.
    pub fn run_limits(&self) -> RunLimits {
        RunLimits {
            nodes: self.limits.nodes.unwrap_or(u64::MAX),
            bytes: self.limits.bytes.unwrap_or(u64::MAX),
            time: self.run_time,
        }
    }

    /// Runs every method on every board. Repeats take turns with the methods, so that what slows the machine for a while slows all
    /// of them.
    pub fn run(&self, workbench: &Workbench, events: &mut dyn Events) -> Result<CompareResult, JobError> {
        let methods = self.methods();
        let (mut runs, mut answers) = (Vec::new(), Vec::new());
        let all = self.boards.len() * methods.len() * self.repeats;
        let mut part = Part { started: Instant::now(), generated: 0, ended: 0, all };
        'boards: for (number, (board, goal)) in self.boards.iter().zip(&self.goals).enumerate() {
            let turns =
                (0..self.repeats).flat_map(|repeat| methods.iter().enumerate().map(move |method| (repeat, method)));
            for (repeat, (index, method)) in turns {
                // All runs together have the request's time, each no more than its own.
                let left = self.limits.time.map(|time| time.saturating_sub(part.started.elapsed()));
                if left.is_some_and(|left| left.is_zero()) || is_cancelled(events) {
                    break 'boards;
                }
                let solve = Solve {
                    algorithm: method.algorithm,
                    heuristic: method.heuristic.clone(),
                    tuning: self.tuning.clone(),
                    limits: Limits { time: [self.run_time, left].into_iter().flatten().min(), ..self.limits },
                    ..Solve::new(board.clone(), goal.clone())
                };
                let (solved, layers) = solve.run_in_layers(workbench, &mut Within { part, events }, self.layers)?;
                let (answer, layers) = (solved.answer, layers.as_ref());
                let again = || Ok(solve.run(workbench, &mut Within { part, events })?.answer.time);
                let times = repeated(self.short_repeats, answer.time, again)?;
                let run = Run { repeat, ..Run::new(number, index, &answer).repeated(times) };
                part.generated = part.generated.saturating_add(run.generated);
                part.ended += 1;
                events.emit(JobEvent::Run { board, method, answer: &answer, run: &run, layers });
                events.emit(JobEvent::Progress(&part.progress(0, None)));
                runs.push(run);
                // There may be many, and the figures have the length.
                answers.push(Answer { moves: None, ..answer });
            }
        }
        let complete = part.ended == part.all;
        let limits = self.run_limits();
        Ok(CompareResult { boards: self.boards.clone(), methods, limits, runs, answers, complete })
    }
}

/// How much of a comparison is done.
#[derive(Clone, Copy)]
struct Part {
    started: Instant,
    /// Nodes of the runs that ended.
    generated: u64,
    ended: usize,
    all: usize,
}

impl Part {
    fn progress(&self, generated: u64, building: Option<Building>) -> Progress {
        Progress {
            elapsed: self.started.elapsed(),
            generated: self.generated.saturating_add(generated),
            building,
            done: Some(self.ended as f64 / self.all as f64),
            ..Progress::default()
        }
    }
}

/// The events of one run as those of the whole comparison: the length and the bound are those of the run under way.
struct Within<'a> {
    part: Part,
    events: &'a mut dyn Events,
}

impl Events for Within<'_> {
    fn emit(&mut self, event: JobEvent<'_>) {
        if let JobEvent::Progress(progress) = event {
            let whole = self.part.progress(progress.generated, progress.building);
            let (best, lower_bound) = (progress.best, progress.lower_bound);
            self.events.emit(JobEvent::Progress(&Progress { best, lower_bound, ..whole }));
        }
    }

    fn begin_search(&mut self) -> Option<Arc<Gauge>> {
        self.events.begin_search()
    }

    fn cancel(&self) -> Option<Arc<AtomicBool>> {
        self.events.cancel()
    }
}

impl CompareResult {
    /// The names of the methods.
    pub fn names(&self) -> Vec<String> {
        self.methods.iter().map(Method::name).collect()
    }

    pub(crate) fn write(&self, out: &mut Bounded, words: &dyn Words) -> Result<(), JobError> {
        let names = self.names();
        let total = |index: usize| Total::of(self.runs.iter().filter(move |run| run.method == index));
        let rows = self.runs.iter().zip(&self.answers);
        out.json(&Compared {
            version: VERSION,
            methods: &names,
            rows: rows
                .map(|(run, answer)| RunRow::new(&self.boards[run.board], &self.methods[run.method], answer, run))
                .collect(),
            totals: names
                .iter()
                .enumerate()
                .map(|(index, name)| TotalRow::new(name, &total(index), self.limits))
                .collect(),
            complete: self.complete,
            svg: words.comparison_chart(&self.boards, &names, &self.runs),
        })
    }
}

/// `boards`: a list, or `board`: one; or `random`: how many, of which size, from which seed. `goal` is the goal of all of them,
/// `goals` has one for each.
fn boards_and_goals(fields: &mut Fields, allowed: &Allowance) -> Result<(Vec<Board>, Vec<Board>), RequestError> {
    let goal = fields.value("goal");
    if fields.has("random") {
        let mut random = fields.object("random")?;
        let size = read::size(&mut random, allowed)?.ok_or_else(|| fields::missing("size"))?;
        let drawn =
            Random { goal: read::goal(goal.as_ref(), size)?, ..Random::of_size(size, allowed.boards, &mut random)? };
        random.finish()?;
        let boards: Vec<Board> = drawn.boards().collect();
        let goals = vec![drawn.goal; boards.len()];
        return Ok((boards, goals));
    }
    let most = allowed.boards;
    let size = read::size(fields, allowed)?;
    let boards = match fields.value("boards") {
        Some(Value::Array(boards)) if !boards.is_empty() && boards.len() <= most => boards,
        Some(_) => return Err(RequestFault::Boards { most }.of("boards")),
        None => vec![fields.value("board").ok_or(RequestFault::NoBoards)?],
    };
    let read_board = |board: &Value| read::board(board, "boards", size, allowed);
    let boards = boards.iter().map(read_board).collect::<Result<Vec<_>, _>>()?;
    let goals = match fields.value("goals") {
        None => vec![goal; boards.len()],
        Some(Value::Array(goals)) if goals.len() == boards.len() => goals.into_iter().map(Some).collect(),
        Some(_) => return Err(RequestFault::Boards { most: boards.len() }.of("goals")),
    };
    let goals = boards.iter().zip(&goals).map(|(board, goal)| read::goal(goal.as_ref(), board.shape()));
    let goals = goals.collect::<Result<Vec<_>, _>>()?;
    Ok((boards, goals))
}

/// The times of a short run and of its repetitions: the first allocates memory and fills caches for the others.
pub(crate) fn repeated(
    repeat: u64,
    first: Duration,
    mut again: impl FnMut() -> Result<Duration, JobError>,
) -> Result<Option<Times>, JobError> {
    let mut times = vec![first];
    let mut together = first;
    while together < SHORT && (times.len() as u64) < repeat {
        let time = again()?;
        together += time;
        times.push(time);
    }
    Ok(Times::of(times))
}

/// `repeat`: how many times a short run is made.
pub(crate) fn read_repeat(fields: &mut Fields) -> Result<u64, RequestError> {
    Ok(fields.whole("repeat", 1, MOST_REPEATS)?.unwrap_or(1))
}

/// The limits of a run, with an end where the request names none.
pub(crate) fn limits(
    fields: &mut Fields,
    allowed: &Allowance,
    run_time: Option<Duration>,
) -> Result<Limits, RequestError> {
    let asked = fields.has("nodes") || run_time.is_some();
    let limits = Limits::read(fields, allowed)?;
    Ok(if asked { limits } else { Limits { nodes: Some(DEFAULT_NODES.min(allowed.nodes())), ..limits } })
}

pub(crate) fn algorithms(fields: &mut Fields) -> Result<Vec<Algorithm>, RequestError> {
    let named = fields.texts("algorithms")?;
    if named.is_empty() {
        return Ok(DEFAULT_ALGORITHMS.into());
    }
    named.iter().map(|name| read::algorithm_of(name, "algorithms")).collect()
}

fn heuristics(fields: &mut Fields) -> Result<Vec<HeuristicSpec>, RequestError> {
    let (named, formulas) = (fields.texts("heuristics")?, fields.texts("formulas")?);
    if named.is_empty() && formulas.is_empty() {
        return Ok(DEFAULT_HEURISTICS.map(HeuristicSpec::from).into());
    }
    let named = named.iter().map(|text| read::heuristic_of(text));
    named.chain(formulas.iter().map(|text| read::formula_of(text))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_adds_the_run_under_way_and_names_the_table_that_it_builds() {
        let part = Part { started: Instant::now(), generated: 10, ended: 1, all: 4 };
        let building = Some(Building { tiles: 7, done: 1, entries: 2 });
        let progress = part.progress(5, building);
        assert_eq!((progress.generated, progress.building, progress.done), (15, building, Some(0.25)));
    }
}
