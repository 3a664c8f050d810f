//! Every algorithm with every heuristic on one problem file.

use std::time::Duration;

use hueco_script::{HeuristicSpec, Options, Unproven};
use hueco_search::algorithm::{Algorithm, Settings};
use hueco_search::clock::Instant;
use hueco_show::answer::VERSION;
use hueco_show::compare::{Times, TimesRow};
use hueco_show::layers::Layers;
use serde::{Serialize, Serializer};

use crate::compare::{self, algorithms};
use crate::error::{JobError, RequestError, RequestFault};
use crate::events::{Events, JobEvent, Progress, is_cancelled};
use crate::fields::Fields;
use crate::limits::{Allowance, Limits, read_seconds};
use crate::problem::{self, Problem, ProblemObject, ProblemResult, ProblemSource};
use crate::tuning::Tuning;
use crate::write::{self, Bounded};

/// Methods to compare on a problem file.
#[derive(Clone, Debug)]
pub struct ProblemCompare {
    /// The file.
    pub source: ProblemSource,
    /// The algorithms.
    pub algorithms: Vec<Algorithm>,
    /// The heuristics; empty: all that the file has. Each algorithm that uses one runs with every one of them.
    pub heuristics: Vec<HeuristicSpec>,
    /// What tunes the methods.
    pub settings: Settings,
    /// Time of one run.
    pub run_time: Option<Duration>,
    /// A short run is made up to this many times and stays one row; its time is the median.
    pub short_repeats: u64,
    /// Nodes and bytes of one run, and the time of all of them together.
    pub limits: Limits,
    /// How often each method runs, at least once; each run is a row.
    pub repeats: usize,
    /// Whether the layers of each run are counted.
    pub layers: bool,
}

/// A method on a problem.
#[derive(Clone, Debug)]
pub struct ProblemRun {
    /// The method: `astar+h`, or `bfs`.
    pub method: String,
    /// Which repeat of the same, from 0.
    pub repeat: usize,
    /// Its layers, where they are counted.
    pub layers: Option<Layers>,
    /// What came of it.
    pub solved: ProblemResult,
    /// Its times, if it was made several times.
    pub spread: Option<Times>,
}

/// Methods, compared on a problem.
#[derive(Clone, Debug)]
pub struct ProblemCompareResult {
    /// The runs that were made, by method.
    pub runs: Vec<ProblemRun>,
    /// Whether all runs were made.
    pub complete: bool,
}

/// A run as a program reads it: the object of `solve`, and the method.
#[derive(Serialize)]
pub struct ProblemRunObject<'a> {
    method: &'a str,
    #[serde(flatten)]
    solved: ProblemObject<'a>,
    /// Why a solution is not called optimal.
    #[serde(skip_serializing_if = "Option::is_none")]
    unproven: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    spread: Option<TimesRow>,
}

impl ProblemRun {
    /// It as a program reads it.
    pub fn object(&self) -> ProblemRunObject<'_> {
        ProblemRunObject {
            method: &self.method,
            solved: self.solved.object(),
            unproven: self.solved.unproven().map(Unproven::name),
            spread: self.spread.map(TimesRow::from),
        }
    }
}

impl ProblemCompare {
    pub(crate) fn read(fields: &mut Fields, allowed: &Allowance) -> Result<Self, RequestError> {
        let source = ProblemSource::read(fields, allowed)?;
        let algorithms = algorithms(fields)?;
        let heuristics = fields.texts("heuristics")?;
        let heuristics = heuristics.iter().map(|text| problem::heuristic(text)).collect::<Result<Vec<_>, _>>()?;
        let most = allowed.runs;
        if algorithms.len().saturating_mul(heuristics.len().max(1)) > most {
            return Err(RequestFault::TooManyRuns { most }.into());
        }
        let run_time = read_seconds(fields, "run_seconds", allowed)?;
        let short_repeats = compare::read_repeat(fields)?;
        let settings = Tuning::read(fields, allowed)?.settings();
        let limits = compare::limits(fields, allowed, run_time)?;
        Ok(Self {
            source,
            algorithms,
            heuristics,
            settings,
            run_time,
            short_repeats,
            limits,
            repeats: 1,
            layers: false,
        })
    }

    /// Runs every method; `ended` receives each run as it ends.
    pub fn run(
        &self,
        events: &mut dyn Events,
        mut ended: impl FnMut(&ProblemRun),
    ) -> Result<ProblemCompareResult, JobError> {
        let started = Instant::now();
        let mut runs = Vec::new();
        let mut generated = 0_u64;
        let methods = self.methods(events)?;
        let all = methods.len() * self.repeats;
        let turns = (0..self.repeats).flat_map(|repeat| methods.iter().cloned().map(move |options| (repeat, options)));
        for (repeat, options) in turns {
            // All runs together have the request's time, each no more than its own.
            let left = self.limits.time.map(|time| time.saturating_sub(started.elapsed()));
            if left.is_some_and(|left| left.is_zero()) || is_cancelled(events) {
                break;
            }
            let limits = Limits { time: [self.run_time, left].into_iter().flatten().min(), ..self.limits };
            let problem = Problem { source: self.source.clone(), options, limits, draw: false };
            let (mut solved, layers) = problem.run_in_layers(events, self.layers)?;
            generated = generated.saturating_add(solved.answer.stats.generated);
            let spread =
                compare::repeated(self.short_repeats, solved.answer.time, || Ok(problem.run(events)?.answer.time))?;
            if let Some(spread) = spread {
                solved.answer.time = spread.median;
            }
            let run = ProblemRun { method: solved.method(), repeat, layers, solved, spread };
            ended(&run);
            runs.push(run);
            events.emit(JobEvent::Progress(&Progress {
                elapsed: started.elapsed(),
                generated,
                done: Some(runs.len() as f64 / all as f64),
                ..Progress::default()
            }));
        }
        Ok(ProblemCompareResult { complete: runs.len() == all, runs })
    }

    /// Every algorithm with every heuristic; one that uses none once.
    pub fn methods(&self, events: &mut dyn Events) -> Result<Vec<Options>, JobError> {
        let file = self.source.load(&self.limits.budget(events))?;
        let mut heuristics = self.heuristics.clone();
        if heuristics.is_empty() {
            heuristics.extend(file.heuristics().map(|(name, _)| HeuristicSpec::Named(name.to_owned())));
        }
        if heuristics.is_empty() {
            heuristics.push(HeuristicSpec::Blind);
        }
        let mut methods: Vec<Options> = Vec::new();
        for &algorithm in &self.algorithms {
            let used = if algorithm.uses_heuristic() { &heuristics[..] } else { &[HeuristicSpec::Blind] };
            for heuristic in used {
                let method = Options {
                    algorithm,
                    heuristic: Some(heuristic.clone()),
                    settings: self.settings,
                    every: None,
                    threads: 1,
                };
                if !methods.contains(&method) {
                    methods.push(method);
                }
            }
        }
        Ok(methods)
    }
}

impl Serialize for ProblemCompare {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Written {
            algorithms: Vec<&'static str>,
            #[serde(serialize_with = "write::displays")]
            heuristics: Vec<HeuristicSpec>,
            #[serde(
                rename = "run_seconds",
                serialize_with = "write::seconds",
                skip_serializing_if = "Option::is_none"
            )]
            run_time: Option<Duration>,
            repeat: u64,
            #[serde(flatten)]
            settings: problem::WrittenSettings,
            #[serde(flatten)]
            limits: Limits,
        }
        let written = Written {
            algorithms: self.algorithms.iter().map(|algorithm| algorithm.name()).collect(),
            heuristics: self.heuristics.clone(),
            run_time: self.run_time,
            repeat: self.short_repeats,
            settings: self.settings.into(),
            limits: self.limits,
        };
        problem::with_source(&self.source, &written).serialize(serializer)
    }
}

impl ProblemCompareResult {
    /// The runs without their paths: there may be many, and the figures have the length.
    pub(crate) fn write(&self, out: &mut Bounded) -> Result<(), JobError> {
        #[derive(Serialize)]
        struct Compared<'a> {
            version: u32,
            problem: Option<&'a str>,
            rows: Vec<ProblemRunObject<'a>>,
            complete: bool,
        }
        let rows = self.runs.iter().map(|run| {
            let object = run.object();
            ProblemRunObject { solved: object.solved.without_path(), ..object }
        });
        out.json(&Compared {
            version: VERSION,
            problem: self.runs.first().map(|run| run.solved.file.title()),
            rows: rows.collect(),
            complete: self.complete,
        })
    }
}
