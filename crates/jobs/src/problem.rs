//! A problem file: what `solve`, `trace` and `tree` do with one.
//!
//! To load a file is to run it, so it is loaded within the limits of the run, and once: whoever asks first loads it.

use std::sync::{Arc, OnceLock};

use hueco_script::{
    Every, HeuristicSpec, Limits as CallLimits, Options, Outcome, ProblemFile, Pulse, ScriptAnswer, ScriptError, State,
    Unproven, drawings, run_reporting,
};
use hueco_search::algorithm::{Algorithm, Settings};
use hueco_search::clock::Instant;
use hueco_search::{Budget, Ending, OwnedShown, Shown, Ties};
use hueco_show::answer::{Counters, VERSION, microseconds};
use hueco_show::layers::{LayerCounter, Layers};
use hueco_show::trace::{End, Header};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::error::{JobError, RequestError, RequestFault};
use crate::events::{Events, JobEvent, Progress};
use crate::fields::{self, Fields};
use crate::limits::{Allowance, Limits};
use crate::read;
use crate::solve::MOST_LISTED;
use crate::tuning::Tuning;
use crate::write::Bounded;

/// What messages call a file that came without a name.
const NAMELESS: &str = "problem.star";
/// The field that holds the text of a file.
pub(crate) const FIELD: &str = "problem";

/// The text of a problem file with its parameters.
#[derive(Clone, Debug)]
pub struct ProblemSource {
    name: String,
    text: String,
    parameters: Vec<(String, String)>,
    loaded: Arc<OnceLock<Result<Arc<ProblemFile>, ScriptError>>>,
    pulse: Arc<Pulse>,
}

impl ProblemSource {
    /// `name` is what messages call the file; `parameters` replace the defaults of its `param` calls.
    pub fn new(name: &str, text: &str, parameters: Vec<(String, String)>) -> Self {
        let (loaded, pulse) = (Arc::default(), Arc::default());
        Self { name: name.to_owned(), text: text.to_owned(), parameters, loaded, pulse }
    }

    /// The pulse of all calls into the file.
    pub fn pulse(&self) -> &Arc<Pulse> {
        &self.pulse
    }

    /// The same file with these parameters too, in place of those of the same name.
    #[must_use]
    pub fn with(&self, parameters: &[(String, String)]) -> Self {
        let is_kept = |(name, _): &&(String, String)| parameters.iter().all(|(other, _)| other != name);
        let kept = self.parameters.iter().filter(is_kept).chain(parameters).cloned().collect();
        Self { pulse: Arc::clone(&self.pulse), ..Self::new(&self.name, &self.text, kept) }
    }

    /// The problem, loaded within a budget by the first who asks.
    pub fn load(&self, budget: &Budget) -> Result<Arc<ProblemFile>, ScriptError> {
        let load = || {
            let Self { name, text, parameters, pulse, .. } = self;
            let usual = CallLimits::default();
            let limits = CallLimits { memory: usual.memory.min(budget.byte_limit()), ..usual };
            let pulse = Arc::clone(pulse);
            ProblemFile::load_watched(name, text, parameters, limits, budget, pulse).map(Arc::new)
        };
        self.loaded.get_or_init(load).clone()
    }

    /// `problem`: the text; `file`: its name; `set`: its parameters.
    pub(crate) fn read(fields: &mut Fields, allowed: &Allowance) -> Result<Self, RequestError> {
        if !allowed.problems {
            return Err(RequestFault::NoProblems.of(FIELD));
        }
        let text = fields.text(FIELD)?.ok_or_else(|| fields::missing(FIELD))?;
        let name = fields.text("file")?.unwrap_or_else(|| NAMELESS.to_owned());
        let Some(set) = fields.value("set") else { return Ok(Self::new(&name, &text, Vec::new())) };
        let Value::Object(set) = set else { return Err(RequestFault::Object.of("set")) };
        let parameter = |(name, value)| match value {
            Value::String(text) => Ok((name, text)),
            Value::Number(number) => Ok((name, number.to_string())),
            _ => Err(RequestFault::Text.of(&format!("set.{name}"))),
        };
        Ok(Self::new(&name, &text, set.into_iter().map(parameter).collect::<Result<_, _>>()?))
    }

    /// What a request writes of it.
    pub(crate) fn fields(&self) -> Map<String, Value> {
        let set = self.parameters.iter().map(|(name, value)| (name.clone(), value.as_str().into()));
        Map::from_iter([
            (FIELD.to_owned(), self.text.as_str().into()),
            ("file".to_owned(), self.name.as_str().into()),
            ("set".to_owned(), Value::Object(set.collect())),
        ])
    }
}

/// A problem file to solve, and how.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The file.
    pub source: ProblemSource,
    /// The algorithm, its heuristic and what tunes it.
    pub options: Options,
    /// Limits of the run.
    pub limits: Limits,
    /// Whether the states of the solution are drawn.
    pub draw: bool,
}

/// A problem, solved or not.
#[derive(Clone, Debug)]
pub struct ProblemResult {
    /// The problem.
    pub file: Arc<ProblemFile>,
    /// What came of it.
    pub answer: ScriptAnswer,
    /// The states of the solution as they are shown, where that was asked for and no limit came first.
    pub drawings: Option<Vec<String>>,
    /// How many of all optimal solutions were to be listed, where all were requested.
    pub listed: Option<usize>,
}

impl Problem {
    pub(crate) fn read(fields: &mut Fields, allowed: &Allowance) -> Result<Self, RequestError> {
        let source = ProblemSource::read(fields, allowed)?;
        let algorithm = fields.text("algorithm")?.map(|name| read::algorithm_of(&name, "algorithm")).transpose()?;
        let heuristic = fields.text("heuristic")?.map(|text| heuristic(&text)).transpose()?;
        let tuning = Tuning::read(fields, allowed)?;
        let (settings, threads) = (tuning.settings(), tuning.threads.unwrap_or(1));
        let every = fields.whole("all", 0, MOST_LISTED)?.map(|most| most as usize);
        let options = Options { algorithm: algorithm.unwrap_or(Algorithm::Auto), heuristic, settings, every, threads };
        Ok(Self { source, options, limits: Limits::read(fields, allowed)?, draw: fields.flag("draw")? })
    }

    /// Runs it.
    pub fn run(&self, events: &mut dyn Events) -> Result<ProblemResult, JobError> {
        self.carry_out(events, None)
    }

    /// Runs it, and hands every event of the search to `sink`.
    pub fn record(
        &self,
        events: &mut dyn Events,
        sink: &mut dyn hueco_search::Events,
    ) -> Result<ProblemResult, JobError> {
        self.carry_out(events, Some(sink))
    }

    /// Runs it, and counts its layers where that is wanted.
    pub fn run_in_layers(
        &self,
        events: &mut dyn Events,
        wanted: bool,
    ) -> Result<(ProblemResult, Option<Layers>), JobError> {
        if !wanted {
            return Ok((self.run(events)?, None));
        }
        let mut counter = LayerCounter::default();
        let solved = self.record(events, &mut counter)?;
        Ok((solved, Some(counter.finish())))
    }

    fn carry_out(
        &self,
        events: &mut dyn Events,
        sink: Option<&mut dyn hueco_search::Events>,
    ) -> Result<ProblemResult, JobError> {
        let (started, gauge) = (Instant::now(), events.begin_search().unwrap_or_default());
        let mut budget = self.limits.gauged(Some(Arc::clone(&gauge)), events);
        let file = self.source.load(&budget)?;
        let mut on_better = |cost| {
            let (generated, lower_bound) = (gauge.count(), gauge.lower_bound().min(cost));
            events.emit(JobEvent::Better { length: cost, lower_bound, moves: None });
            let (elapsed, best) = (started.elapsed(), Some(cost));
            events.emit(JobEvent::Progress(&Progress { elapsed, generated, best, lower_bound, ..Progress::default() }));
        };
        let answer = run_reporting(&file, &self.options, &mut budget, sink, &mut on_better)?;
        let drawings = match answer.path.as_ref().filter(|_| self.draw) {
            Some(path) => drawings(&file, &path.states, &self.limits.budget(events))?,
            None => None,
        };
        Ok(ProblemResult { file, answer, drawings, listed: self.options.every })
    }

    /// The first line of its trace.
    pub fn header(&self, events: &mut dyn Events) -> Result<Header, JobError> {
        let budget = self.limits.budget(events);
        let file = self.source.load(&budget)?;
        Ok(header(&file, file.start(), &self.options, &budget)?)
    }

    /// What a request writes of it.
    pub(crate) fn fields(&self) -> Map<String, Value> {
        with_source(
            &self.source,
            &Written {
                algorithm: self.options.algorithm.name(),
                heuristic: self.options.heuristic.as_ref().map(ToString::to_string),
                settings: self.options.settings.into(),
                draw: self.draw,
                all: self.options.every,
                threads: (self.options.threads > 1).then_some(self.options.threads),
                limits: self.limits,
            },
        )
    }
}

/// The first line of the trace of a search from `start`.
pub(crate) fn header(
    file: &Arc<ProblemFile>,
    start: &State,
    options: &Options,
    budget: &Budget,
) -> Result<Header, ScriptError> {
    let (algorithm, heuristic) = options.resolve(file);
    let states: Vec<State> = std::iter::once(start).chain(file.goal_state()).cloned().collect();
    let written = || states.iter().map(ToString::to_string).collect();
    let mut shown = drawings(file, &states, budget)?.unwrap_or_else(written).into_iter();
    let start = shown.next().unwrap_or_default();
    let Settings { weight, width, depth, ties } = options.settings;
    let used = |by: Algorithm| algorithm == by;
    Ok(Header {
        goal: shown.next().map(|goal| OwnedShown::Text(goal.into())),
        algorithm: Some(algorithm.name().to_owned()),
        heuristic: (heuristic != HeuristicSpec::Blind).then(|| heuristic.to_string()),
        ties: algorithm.has_ties().then(|| ties.name().to_owned()),
        weight: algorithm.uses_weight().then_some(weight),
        width: used(Algorithm::Beam).then_some(width as u64),
        depth: used(Algorithm::Dls).then_some(depth.into()),
        ..Header::any(file.title(), Shown::Text(&start))
    })
}

/// What a request writes of a search beside the file.
#[derive(Serialize)]
struct Written {
    algorithm: &'static str,
    heuristic: Option<String>,
    #[serde(flatten)]
    settings: WrittenSettings,
    draw: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    all: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    threads: Option<usize>,
    #[serde(flatten)]
    limits: Limits,
}

/// Settings as a request writes them.
#[derive(Serialize)]
pub(crate) struct WrittenSettings {
    weight: f64,
    width: usize,
    depth: u32,
    ties: Ties,
}

impl From<Settings> for WrittenSettings {
    fn from(Settings { weight, width, depth, ties }: Settings) -> Self {
        Self { weight: f64::from(weight) / 1000.0, width, depth, ties }
    }
}

/// A file and what else a request writes of it.
pub(crate) fn with_source(source: &ProblemSource, rest: &impl Serialize) -> Map<String, Value> {
    let mut fields = source.fields();
    if let Ok(Value::Object(rest)) = serde_json::to_value(rest) {
        fields.extend(rest);
    }
    fields
}

/// Which heuristic of the file.
pub(crate) fn heuristic(text: &str) -> Result<HeuristicSpec, RequestError> {
    HeuristicSpec::parse(text).ok_or_else(|| RequestFault::FileHeuristic { found: text.to_owned() }.of("heuristic"))
}

/// The object of `solve --problem FILE --format json`. The order of the keys is part of the contract.
#[derive(Serialize)]
pub struct ProblemObject<'a> {
    version: u32,
    problem: &'a str,
    outcome: &'static str,
    optimal: bool,
    length: Option<usize>,
    cost: Option<u32>,
    lower_bound: u32,
    actions: Option<&'a [String]>,
    states: Option<Vec<String>>,
    /// The states as they are shown, where the request asks for that.
    #[serde(skip_serializing_if = "Option::is_none")]
    drawings: Option<&'a [String]>,
    stopped_by: Option<&'static str>,
    algorithm: &'static str,
    heuristic: Option<String>,
    stats: Counters,
    #[serde(flatten)]
    every: Option<EveryObject<'a>>,
}

/// What is reported in addition where all solutions were requested.
#[derive(Serialize)]
struct EveryObject<'a> {
    /// How many optimal solutions there are.
    solutions: u128,
    /// Whether that is all of them.
    complete: bool,
    /// The actions of each; `null` where they are only counted.
    all: Option<Vec<Vec<&'a str>>>,
}

impl ProblemObject<'_> {
    /// The same without the solution itself.
    pub(crate) fn without_path(self) -> Self {
        Self { actions: None, states: None, ..self }
    }
}

impl ProblemResult {
    /// How the search ended.
    pub fn ending(&self) -> Ending {
        match self.answer.outcome {
            Outcome::Solved => Ending::Solved,
            Outcome::Unsolvable => Ending::Unsolvable,
            Outcome::Stopped(limit) => Ending::Stopped(limit),
        }
    }

    /// How it ended, and the limit that stopped it, as programs read them.
    pub fn outcome(&self) -> (&'static str, Option<&'static str>) {
        match self.answer.outcome {
            Outcome::Solved => ("solved", None),
            Outcome::Unsolvable => ("unsolvable", None),
            Outcome::Stopped(limit) => ("stopped", Some(limit.name())),
        }
    }

    /// Why its solution is not called optimal; `None` where it is, or there is none.
    pub fn unproven(&self) -> Option<Unproven> {
        self.answer.unproven(&self.file)
    }

    /// The method: `astar+h`, or `bfs`.
    pub fn method(&self) -> String {
        let algorithm = self.answer.algorithm.name();
        match self.heuristic() {
            Some(heuristic) => format!("{algorithm}+{heuristic}"),
            None => algorithm.to_owned(),
        }
    }

    /// Its counters.
    pub fn counters(&self) -> Counters {
        let ScriptAnswer { stats: search, table_bytes, time, .. } = self.answer;
        Counters { search, table_bytes, seconds: microseconds(time.as_secs_f64()) }
    }

    /// The heuristic that led the search, if one did.
    pub fn heuristic(&self) -> Option<String> {
        let heuristic = &self.answer.heuristic;
        (*heuristic != HeuristicSpec::Blind).then(|| heuristic.to_string())
    }

    /// All optimal solutions, where they were requested; none were found where nothing was solved.
    pub fn every(&self) -> Option<&Every> {
        const NONE: &Every = &Every { count: 0, complete: false, listed: Vec::new() };
        self.listed.map(|_| self.answer.every.as_ref().unwrap_or(NONE))
    }

    /// The last line of its trace.
    pub fn end(&self) -> End {
        let path = self.answer.path.as_ref();
        let length = path.map(|path| path.actions.len() as u64);
        let cost = path.map(|path| path.cost.into());
        End { cost, ..End::new(self.ending(), length, Some(self.answer.optimal), self.answer.stats) }
    }

    /// It as a program reads it.
    pub fn object(&self) -> ProblemObject<'_> {
        let answer = &self.answer;
        let path = answer.path.as_ref();
        let (outcome, stopped_by) = self.outcome();
        ProblemObject {
            version: VERSION,
            problem: self.file.title(),
            outcome,
            optimal: answer.optimal,
            length: path.map(|path| path.actions.len()),
            cost: path.map(|path| path.cost),
            lower_bound: answer.lower_bound,
            actions: path.map(|path| path.actions.as_slice()),
            states: path.map(|path| path.states.iter().map(ToString::to_string).collect()),
            drawings: self.drawings.as_deref(),
            stopped_by,
            algorithm: answer.algorithm.name(),
            heuristic: self.heuristic(),
            stats: self.counters(),
            every: self.every().map(|every| EveryObject {
                solutions: every.count,
                complete: every.complete,
                all: (self.listed != Some(0))
                    .then(|| every.listed.iter().map(|one| one.iter().map(|name| &**name).collect()).collect()),
            }),
        }
    }

    pub(crate) fn write(&self, out: &mut Bounded) -> Result<(), JobError> {
        out.json(&self.object())
    }
}
