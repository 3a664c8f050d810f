//! A text becomes a [`ProblemFile`]: parsed, evaluated once, frozen, and checked name by name.
//!
//! ```text
//! text ──parse──▶ syntax tree ──guards──▶ evaluated module ──freeze──▶ ProblemFile: start, goal, functions, claims
//! ```
//! The parser and the compiler recurse as deeply as the text nests, so both run on a thread with a large stack, and
//! what nests deeper than any person writes is refused.

use std::collections::BTreeMap;
use std::hash::BuildHasher as _;
use std::rc::Rc;
use std::sync::Arc;

use hueco_search::{Budget, Quality};
use rustc_hash::FxBuildHasher;
use starlark::codemap::Span;
use starlark::environment::{FrozenModule, Module};
use starlark::eval::Evaluator;
use starlark::syntax::ast::{AssignTargetP, AstExpr, AstStmt, StmtP};
use starlark::syntax::{AstModule, Dialect, DialectTypes};
use starlark::values::list::ListRef;
use starlark::values::tuple::TupleRef;
use starlark::values::{OwnedFrozenValue, Value};

use crate::edit::Edited;
use crate::error::{Expected, Mistake, Position, ScriptError};
use crate::guard::{globals, guard_operators};
use crate::heuristic::HeuristicSpec;
use crate::limits::{Halt, Limits, Watch};
use crate::nesting::{DEEPEST, is_too_deep, too_deep};
use crate::parameters::Parameters;
use crate::pulse::Pulse;
use crate::state::{NoState, State};

/// Bytes of stack for each byte of a file: one level of nesting takes at least a byte of text.
const STACK_PER_BYTE: usize = 1024;
const LEAST_STACK: usize = 64 << 20;
/// What the parser says of wrong indentation.
const INDENTATION: [&str; 2] = ["indentation", "tabs are not allowed"];

/// A problem that was read from a file.
#[derive(Debug)]
pub struct ProblemFile {
    pub(crate) name: String,
    title: String,
    pub(crate) start: State,
    pub(crate) goal: Goal,
    pub(crate) actions: FunctionId,
    pub(crate) predecessors: Option<FunctionId>,
    pub(crate) draw: Option<FunctionId>,
    pub(crate) heuristics: Vec<Estimator>,
    pub(crate) abstractions: Vec<FunctionId>,
    pub(crate) functions: Vec<Function>,
    pub(crate) limits: Limits,
    parameters: BTreeMap<String, String>,
    pub(crate) edited: Edited,
    pub(crate) pulse: Arc<Pulse>,
}

/// What is a goal.
#[derive(Debug)]
pub(crate) enum Goal {
    State(State),
    Test(FunctionId),
}

/// The number of a function among those of its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FunctionId(pub(crate) usize);

/// A function of the file that a search calls.
#[derive(Debug)]
pub(crate) struct Function {
    pub(crate) name: String,
    pub(crate) at: Position,
    pub(crate) value: OwnedFrozenValue,
}

/// A heuristic of the file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Estimator {
    pub(crate) function: FunctionId,
    pub(crate) quality: Quality,
}

impl ProblemFile {
    /// Reads a problem file. `name` is what messages call it; `parameters` are what `param` returns in place of its
    /// defaults.
    pub fn load(name: &str, source: &str, parameters: &[(String, String)]) -> Result<Self, ScriptError> {
        Self::load_within(name, source, parameters, Limits::default(), &Budget::unlimited())
    }

    /// The same within limits: those of a call, and the time and the cancel flag of a budget.
    pub fn load_within(
        name: &str,
        source: &str,
        parameters: &[(String, String)],
        limits: Limits,
        budget: &Budget,
    ) -> Result<Self, ScriptError> {
        Self::load_watched(name, source, parameters, limits, budget, Arc::default())
    }

    /// The same with a pulse that another thread reads while calls are open.
    pub fn load_watched(
        name: &str,
        source: &str,
        parameters: &[(String, String)],
        limits: Limits,
        budget: &Budget,
        pulse: Arc<Pulse>,
    ) -> Result<Self, ScriptError> {
        if source.len() > limits.file {
            let mistake = Mistake::FileTooLarge { bytes: source.len(), limit: limits.file };
            return Err(ScriptError::new(name.to_owned(), Some(Position::START), mistake));
        }
        let set = parameters.iter().cloned().collect();
        let parameters = Parameters { set, memory: limits.memory, loading: true, ..Parameters::default() };
        let budget = budget.clone();
        let open = Arc::clone(&pulse);
        let _open = open.begin();
        let load = move || Loader { name, limits }.load(source, &parameters, budget, pulse);
        on_large_stack(source.len() * STACK_PER_BYTE + LEAST_STACK, load)
            .unwrap_or_else(|why| Err(ScriptError::new(name.to_owned(), None, Mistake::Internal(why))))
    }

    /// The name of the file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The title, or the name of the file without its ending.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The start.
    pub fn start(&self) -> &State {
        &self.start
    }

    /// The goal, where it is one state.
    pub fn goal_state(&self) -> Option<&State> {
        match &self.goal {
            Goal::State(goal) => Some(goal),
            Goal::Test(_) => None,
        }
    }

    /// The parameters that the file has, with their values.
    pub fn parameters(&self) -> &BTreeMap<String, String> {
        &self.parameters
    }

    /// A number that identifies the problem: its text and the values of its parameters.
    pub fn fingerprint(&self) -> u64 {
        FxBuildHasher.hash_one((self.edited.original(), &self.parameters))
    }

    /// The heuristics by name, with what is claimed of them, in the order of the file.
    pub fn heuristics(&self) -> impl Iterator<Item = (&str, Quality)> {
        self.heuristics.iter().map(|known| (self.function(known.function).name.as_str(), known.quality))
    }

    /// Whether every part of a heuristic is claimed to be admissible, or is so by construction.
    pub(crate) fn claims_admissible(&self, heuristic: &HeuristicSpec) -> bool {
        match heuristic {
            HeuristicSpec::Blind | HeuristicSpec::Add(_) => true,
            HeuristicSpec::Named(name) => {
                self.heuristics().all(|(known, quality)| known != name || quality != Quality::Inadmissible)
            }
            HeuristicSpec::Max(parts) => parts.iter().all(|part| self.claims_admissible(part)),
        }
    }

    /// The abstractions by name, in the order of the file.
    pub fn abstractions(&self) -> impl Iterator<Item = &str> {
        self.abstractions.iter().map(|known| self.function(*known).name.as_str())
    }

    /// Whether it can be searched from both ends.
    pub fn has_predecessors(&self) -> bool {
        self.predecessors.is_some() && self.goal_state().is_some()
    }

    /// Whether it draws its states.
    pub fn has_draw(&self) -> bool {
        self.draw.is_some()
    }

    pub(crate) fn function(&self, id: FunctionId) -> &Function {
        &self.functions[id.0]
    }

    /// An error of what was asked, not of the file.
    pub(crate) fn misuse(&self, mistake: Mistake) -> ScriptError {
        ScriptError::new(self.name.clone(), None, mistake)
    }
}

/// Runs `work` on a thread with a stack of this size.
#[cfg(not(target_arch = "wasm32"))]
fn on_large_stack<T: Send>(bytes: usize, work: impl FnOnce() -> T + Send) -> Result<T, String> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(bytes).spawn_scoped(scope, work);
        let thread = thread.map_err(|why| why.to_string())?;
        thread.join().map_err(|_| "it panicked".to_owned())
    })
}

/// There are no threads here, and a page's worker that runs out of stack takes nothing with it.
#[cfg(target_arch = "wasm32")]
fn on_large_stack<T>(_: usize, work: impl FnOnce() -> T) -> Result<T, String> {
    Ok(work())
}

/// What loading needs at every step.
#[derive(Clone, Copy)]
struct Loader<'a> {
    name: &'a str,
    limits: Limits,
}

impl Loader<'_> {
    fn load(
        self,
        source: &str,
        parameters: &Parameters,
        budget: Budget,
        pulse: Arc<Pulse>,
    ) -> Result<ProblemFile, ScriptError> {
        // 1. The text.
        if let Some(at) = too_deep(source) {
            return Err(self.at(at, Mistake::NestedTooDeeply { limit: DEEPEST }));
        }
        let dialect = Dialect {
            enable_load: false,
            enable_f_strings: true,
            enable_top_level_stmt: true,
            enable_keyword_only_arguments: true,
            enable_types: DialectTypes::ParseOnly,
            ..Dialect::Standard
        };
        let parse = |text: &str| AstModule::parse(self.name, text.to_owned(), &dialect);
        let ast = parse(source).map_err(|error| self.unparsed(&error, source))?;
        self.check_depth(&ast)?;
        let places = places(&ast);
        let edited = Edited::new(source, &ast);
        let mut ast = parse(&edited.text).map_err(|error| self.error(&error, &edited))?;
        guard_operators(&mut ast);
        // 2. Its evaluation, once.
        let watch = Rc::new(Watch::new(self.limits.load_steps, Some(budget)));
        let (start, module) = Module::with_temp_heap(|module| {
            let start = {
                let mut eval = Evaluator::new(&module);
                eval.extra = Some(parameters);
                self.limit(&mut eval, &watch);
                let failed = |error: starlark::Error| match watch.take_halt() {
                    Some(halt) => self.halted(halt, &error, &edited),
                    None => self.error(&error, &edited),
                };
                watch.begin();
                eval.eval_module(ast, &globals()).map_err(failed)?;
                let value = module.get("start").ok_or_else(|| self.missing("start"))?;
                self.start(value, &mut eval, places.at("start"), failed)?
            };
            self.check_values(&module, &places)?;
            let frozen = module.freeze();
            let failed = |error: starlark::values::FreezeError| Mistake::Internal(error.err_msg);
            let module = frozen.map_err(|error| self.at(Position::START, failed(error)))?;
            Ok((start, module))
        })?;
        // 3. Its names.
        if let Some(name) = parameters.set.keys().find(|name| !parameters.asked.borrow().contains_key(*name)) {
            let known = parameters.asked.borrow().keys().cloned().collect();
            let mistake = Mistake::UnknownParameter { name: name.clone(), known };
            return Err(ScriptError::new(self.name.to_owned(), None, mistake));
        }
        let parameters = parameters.asked.take();
        Contract { loader: self, module: &module, places, functions: Vec::new() }
            .check(start, parameters, edited, pulse)
    }

    fn limit(self, eval: &mut Evaluator<'_, '_, '_>, watch: &Rc<Watch>) {
        set_limits(eval, self.limits, self.limits.memory, watch);
    }

    fn start<'v>(
        self,
        value: Value<'v>,
        eval: &mut Evaluator<'v, '_, '_>,
        at: Position,
        failed: impl Fn(starlark::Error) -> ScriptError,
    ) -> Result<State, ScriptError> {
        let value = if is_function(value) { eval.eval_function(value, &[], &[]).map_err(failed)? } else { value };
        State::pack(value, &mut Vec::new()).map_err(|why| self.at(at, why.into()))
    }

    fn at(self, at: Position, mistake: Mistake) -> ScriptError {
        ScriptError::new(self.name.to_owned(), Some(at), mistake)
    }

    fn missing(self, name: &'static str) -> ScriptError {
        self.at(Position::START, Mistake::Missing(name))
    }

    /// An error of the text as it was written.
    fn unparsed(self, error: &starlark::Error, source: &str) -> ScriptError {
        let begin = error.span().map(|span| span.resolve_span().begin);
        let at = begin.map_or(Position::START, |begin| position(begin.line, begin.column));
        let mistake = Mistake::of(error, self.limits);
        let at = match &mistake {
            Mistake::Syntax(words) if INDENTATION.iter().any(|part| words.contains(part)) => indented_line(source, at),
            _ => at,
        };
        self.at(at, mistake)
    }

    /// An error of the text with its guards.
    fn error(self, error: &starlark::Error, edited: &Edited) -> ScriptError {
        self.at(place(error, edited).unwrap_or(Position::START), Mistake::of(error, self.limits))
    }

    fn halted(self, halt: Halt, error: &starlark::Error, edited: &Edited) -> ScriptError {
        let mistake = match halt {
            Halt::Steps(steps) => Mistake::Steps(steps),
            Halt::Search(limit) => Mistake::Stopped(limit),
        };
        self.at(place(error, edited).unwrap_or(Position::START), mistake)
    }

    /// Freezing recurses over what the names stand for.
    fn check_values(self, module: &Module<'_>, places: &Places) -> Result<(), ScriptError> {
        for name in module.names() {
            if module.get(&name).is_some_and(|value| is_too_deep(value, false)) {
                return Err(self.at(places.at(&name), Mistake::ValueTooDeep));
            }
        }
        Ok(())
    }

    fn check_depth(self, ast: &AstModule) -> Result<(), ScriptError> {
        let mut deepest = None;
        measure_statement(ast.statement(), DEEPEST, &mut deepest);
        let Some(span) = deepest else { return Ok(()) };
        let begin = ast.file_span(span).resolve_span().begin;
        Err(self.at(position(begin.line, begin.column), Mistake::NestedTooDeeply { limit: DEEPEST }))
    }
}

/// Looks for the first statement or expression below `left` levels.
fn measure_statement(statement: &AstStmt, left: usize, deepest: &mut Option<Span>) {
    if deepest.is_some() {
        return;
    }
    if left == 0 {
        *deepest = Some(statement.span);
        return;
    }
    statement.visit_stmt(|inner| measure_statement(inner, left - 1, deepest));
    // Of the expressions of inner statements it is enough to know how deep they are in themselves.
    if !matches!(statement.node, StmtP::Statements(_)) {
        statement.visit_expr(|inner| measure_expression(inner, DEEPEST, deepest));
    }
}

fn measure_expression(expression: &AstExpr, left: usize, deepest: &mut Option<Span>) {
    if deepest.is_some() {
        return;
    }
    if left == 0 {
        *deepest = Some(expression.span);
        return;
    }
    expression.visit_expr(|inner| measure_expression(inner, left - 1, deepest));
}

pub(crate) fn set_limits(eval: &mut Evaluator<'_, '_, '_>, limits: Limits, memory: u64, watch: &Rc<Watch>) {
    // Collecting recurses over values of any depth, and a value may be kept between calls.
    eval.disable_gc();
    let asked = Rc::clone(watch);
    eval.set_check_cancelled(Box::new(move || asked.ends()));
    // Each is set once, on a new evaluator, and none is zero.
    let _ = eval.set_max_callstack_size(limits.depth);
    let _ = eval.set_max_heap_size(memory as usize);
}

/// From 1, where the parser counts from 0.
fn position(line: usize, column: usize) -> Position {
    Position { line: line as u32 + 1, column: column as u32 + 1 }
}

/// The lexer finds wrong indentation before it reads the line, at the end of the one above: the next line with code is meant.
fn indented_line(source: &str, at: Position) -> Position {
    let ended = source.lines().nth(at.line as usize - 1).is_some_and(|line| line.chars().count() < at.column as usize);
    let has_code = |line: &str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
    let below = source.lines().skip(at.line as usize).position(has_code).filter(|_| ended);
    below.map_or(at, |below| Position { line: at.line + 1 + below as u32, column: 1 })
}

/// Where an error happened.
pub(crate) fn place(error: &starlark::Error, edited: &Edited) -> Option<Position> {
    Some(edited.position(error.span()?.span.begin().get() as usize))
}

/// Whether a value can be called.
fn is_function(value: Value<'_>) -> bool {
    matches!(value.get_type(), "function" | "native_function")
}

/// Where the names of the file are defined.
struct Places(BTreeMap<String, Position>);

impl Places {
    fn at(&self, name: &str) -> Position {
        self.0.get(name).copied().unwrap_or(Position::START)
    }
}

/// The places of all names of the module, each where it is defined last.
fn places(ast: &AstModule) -> Places {
    fn look(statement: &AstStmt, ast: &AstModule, found: &mut BTreeMap<String, Position>) {
        let name = match &statement.node {
            StmtP::Statements(_) | StmtP::If(..) | StmtP::IfElse(..) | StmtP::For(_) => {
                return statement.visit_stmt(|inner| look(inner, ast, found));
            }
            StmtP::Def(def) => &def.name,
            StmtP::Assign(assign) => match &assign.lhs.node {
                AssignTargetP::Identifier(name) => name,
                _ => return,
            },
            _ => return,
        };
        let begin = ast.file_span(name.span).resolve_span().begin;
        found.insert(name.node.ident.clone(), position(begin.line, begin.column));
    }
    let mut found = BTreeMap::new();
    look(ast.statement(), ast, &mut found);
    Places(found)
}

impl From<NoState> for Mistake {
    fn from(why: NoState) -> Self {
        match why {
            NoState::Unhashable(found) => Self::Unhashable { found },
            NoState::Deep => Self::StateTooDeep,
            NoState::Large => Self::StateTooLarge,
        }
    }
}

/// The names of a module against what is expected of them.
struct Contract<'a> {
    loader: Loader<'a>,
    module: &'a FrozenModule,
    places: Places,
    functions: Vec<Function>,
}

impl Contract<'_> {
    fn check(
        mut self,
        start: State,
        parameters: BTreeMap<String, String>,
        edited: Edited,
        pulse: Arc<Pulse>,
    ) -> Result<ProblemFile, ScriptError> {
        let goal = self.value("goal").ok_or_else(|| self.loader.missing("goal"))?;
        let goal = if is_function(goal.value()) {
            Goal::Test(self.function("goal", goal)?)
        } else {
            let packed = State::pack(goal.value(), &mut Vec::new());
            let wrong = |why: NoState| match goal.value().get_type() {
                "list" => Mistake::GoalIsAList,
                _ => why.into(),
            };
            Goal::State(packed.map_err(|why| self.loader.at(self.places.at("goal"), wrong(why)))?)
        };
        let actions = self.value("actions").ok_or_else(|| self.loader.missing("actions"))?;
        let actions = self.function("actions", actions)?;
        let draw = self.optional_function("draw")?;
        let mut predecessors = self.optional_function("predecessors")?;
        if self.truth("reversible")? && predecessors.is_none() {
            predecessors = Some(actions);
        }
        let title = match self.value("title") {
            None => {
                self.loader.name.rsplit(['/', '\\']).next().unwrap_or_default().trim_end_matches(".star").to_owned()
            }
            Some(title) => title.unpack_str().ok_or_else(|| self.wrong("title", Expected::Text, &title))?.to_owned(),
        };
        let heuristics = self.heuristics()?;
        let abstractions = self.prefixed(|name| name.starts_with("abstraction_"))?;
        Ok(ProblemFile {
            name: self.loader.name.to_owned(),
            title,
            start,
            goal,
            actions,
            predecessors,
            draw,
            heuristics,
            abstractions,
            functions: self.functions,
            limits: self.loader.limits,
            parameters,
            edited,
            pulse,
        })
    }

    fn value(&self, name: &str) -> Option<OwnedFrozenValue> {
        self.module.get_option(name).ok().flatten()
    }

    fn wrong(&self, name: &str, expected: Expected, found: &OwnedFrozenValue) -> ScriptError {
        let found = found.value().get_type().to_owned();
        self.loader.at(self.places.at(name), Mistake::WrongKind { name: name.to_owned(), expected, found })
    }

    fn function(&mut self, name: &str, value: OwnedFrozenValue) -> Result<FunctionId, ScriptError> {
        if !is_function(value.value()) {
            return Err(self.wrong(name, Expected::Function, &value));
        }
        self.functions.push(Function { name: name.to_owned(), at: self.places.at(name), value });
        Ok(FunctionId(self.functions.len() - 1))
    }

    fn optional_function(&mut self, name: &str) -> Result<Option<FunctionId>, ScriptError> {
        self.value(name).map(|value| self.function(name, value)).transpose()
    }

    fn truth(&self, name: &str) -> Result<bool, ScriptError> {
        let Some(value) = self.value(name) else { return Ok(false) };
        value.unpack_bool().ok_or_else(|| self.wrong(name, Expected::Truth, &value))
    }

    /// Functions whose names are of a kind, in the order of the file.
    fn prefixed(&mut self, kind: impl Fn(&str) -> bool) -> Result<Vec<FunctionId>, ScriptError> {
        let mut names: Vec<String> = self.places.0.keys().filter(|name| kind(name)).cloned().collect();
        names.sort_by_key(|name| self.places.at(name));
        let mut found = Vec::new();
        for name in names {
            found.extend(self.optional_function(&name)?);
        }
        Ok(found)
    }

    fn heuristics(&mut self) -> Result<Vec<Estimator>, ScriptError> {
        let functions = self.prefixed(|name| name == "h" || name.starts_with("h_"))?;
        let all = functions.into_iter().map(|function| Estimator { function, quality: Quality::Inadmissible });
        let mut all: Vec<Estimator> = all.collect();
        for (list, quality) in [("admissible", Quality::Admissible), ("consistent", Quality::Consistent)] {
            for name in self.names(list)? {
                let claimed = all.iter_mut().find(|known| self.functions[known.function.0].name == name);
                let Some(claimed) = claimed else {
                    return Err(self.loader.at(self.places.at(list), Mistake::ClaimOfNothing { list, name }));
                };
                claimed.quality = claimed.quality.max(quality);
            }
        }
        Ok(all)
    }

    /// A list of names.
    fn names(&self, list: &'static str) -> Result<Vec<String>, ScriptError> {
        let Some(value) = self.value(list) else { return Ok(Vec::new()) };
        let items = ListRef::from_value(value.value()).map(ListRef::content);
        let items = items.or_else(|| TupleRef::from_value(value.value()).map(TupleRef::content));
        let names = items.and_then(|items| items.iter().map(|item| item.unpack_str().map(str::to_owned)).collect());
        names.ok_or_else(|| self.wrong(list, Expected::Names, &value))
    }
}
