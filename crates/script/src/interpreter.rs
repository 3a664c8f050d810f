//! Calls into a problem file, through heaps that live for a batch of them.
//!
//! What a call allocates stays in the interpreter's heap until the whole heap is dropped, and a new evaluator costs as much
//! as many calls. So a heap and its evaluator serve a batch of calls: a *session*. They borrow from each other, which a struct
//! cannot hold; the frame of a suspended `async` block can. A session is such a block: it waits for a question on the desk,
//! answers it, and ends when its heap is full.

use std::cell::{Cell, RefCell};
use std::future::poll_fn;
use std::pin::Pin;
use std::rc::Rc;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use hueco_search::{Budget, Cost, Limit};
use starlark::environment::Module;
use starlark::eval::Evaluator;
use starlark::values::Value;
use starlark::values::list::ListRef;
use starlark::values::tuple::TupleRef;

use crate::error::{Expected, Mistake, Position, ScriptError};
use crate::limits::{Halt, Watch};
use crate::load::{FunctionId, ProblemFile, place, set_limits};
use crate::nesting::is_too_deep;
use crate::parameters::Parameters;
use crate::state::State;

/// Bytes of a heap after which a session ends.
const SESSION: usize = 1 << 20;
/// Actions of a state.
pub(crate) const MOST_ACTIONS: usize = 1 << 20;
/// The largest cost of an action, and the largest estimate.
const LARGEST_COST: i32 = 1_000_000_000;
/// Characters of a value in a message.
const SHORT: usize = 60;

/// Why a call has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// The file is wrong.
    Mistake(ScriptError),
    /// A limit of the search ended the call.
    Limit(Limit),
}

/// What is asked of the file.
#[derive(Clone, Copy, Debug)]
enum Question {
    /// Successors or predecessors, with their names or without.
    Steps { names: bool },
    /// Whether it is so.
    Truth,
    /// An estimate.
    Estimate,
    /// A text.
    Text,
    /// Another state.
    State,
}

#[derive(Debug)]
enum Answer {
    Steps,
    Truth(bool),
    Estimate(Option<Cost>),
    Text(String),
    State(State),
}

/// A step from a state: where it leads, and its cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    pub(crate) state: State,
    pub(crate) cost: Cost,
}

/// The names of steps, one after the other in one text.
#[derive(Debug, Default)]
pub(crate) struct Names {
    text: String,
    ends: Vec<usize>,
}

impl Names {
    pub(crate) fn clear(&mut self) {
        self.text.clear();
        self.ends.clear();
    }

    fn push(&mut self, name: &str) {
        self.text.push_str(name);
        self.ends.push(self.text.len());
    }

    pub(crate) fn get(&self, at: usize) -> Option<&str> {
        let begin = if at == 0 { 0 } else { *self.ends.get(at - 1)? };
        self.text.get(begin..*self.ends.get(at)?)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.ends.len()).filter_map(|at| self.get(at))
    }
}

/// What lies between the interpreter and its session.
struct Desk {
    question: Cell<Option<(Question, FunctionId)>>,
    state: RefCell<State>,
    answer: Cell<Option<Result<Answer, Failure>>>,
    steps: RefCell<Vec<Step>>,
    names: RefCell<Names>,
}

type Session = Pin<Box<dyn Future<Output = ()>>>;

/// Answers questions about states by calling the functions of a file.
pub(crate) struct Interpreter {
    file: Arc<ProblemFile>,
    desk: Rc<Desk>,
    watch: Rc<Watch>,
    session: RefCell<Option<Session>>,
}

impl Interpreter {
    pub(crate) fn new(file: Arc<ProblemFile>) -> Self {
        let desk = Desk {
            question: Cell::new(None),
            state: RefCell::new(file.start.clone()),
            answer: Cell::new(None),
            steps: RefCell::default(),
            names: RefCell::default(),
        };
        let watch = Rc::new(Watch::new(file.limits.call_steps, None));
        Self { file, desk: Rc::new(desk), watch, session: RefCell::new(None) }
    }

    pub(crate) fn file(&self) -> &Arc<ProblemFile> {
        &self.file
    }

    /// From now on calls end at the limits of this budget too.
    pub(crate) fn obey(&self, budget: &Budget) {
        self.watch.obey(budget);
    }

    /// The steps that a function returns, in place of what `into` holds.
    pub(crate) fn steps(&self, function: FunctionId, state: &State, into: &mut Vec<Step>) -> Result<(), Failure> {
        into.clear();
        std::mem::swap(&mut *self.desk.steps.borrow_mut(), into);
        let answer = self.ask(Question::Steps { names: false }, function, state);
        std::mem::swap(&mut *self.desk.steps.borrow_mut(), into);
        answer.map(|_| ())
    }

    /// The same with their names.
    pub(crate) fn named_steps(
        &self,
        function: FunctionId,
        state: &State,
        into: &mut Vec<Step>,
        names: &mut Names,
    ) -> Result<(), Failure> {
        into.clear();
        std::mem::swap(&mut *self.desk.steps.borrow_mut(), into);
        std::mem::swap(&mut *self.desk.names.borrow_mut(), names);
        let answer = self.ask(Question::Steps { names: true }, function, state);
        std::mem::swap(&mut *self.desk.steps.borrow_mut(), into);
        std::mem::swap(&mut *self.desk.names.borrow_mut(), names);
        answer.map(|_| ())
    }

    /// The names of the steps that a function returns.
    pub(crate) fn names(&self, function: FunctionId, state: &State) -> Result<Names, Failure> {
        let mut names = Names::default();
        self.named_steps(function, state, &mut Vec::new(), &mut names)?;
        Ok(names)
    }

    pub(crate) fn truth(&self, function: FunctionId, state: &State) -> Result<bool, Failure> {
        match self.ask(Question::Truth, function, state)? {
            Answer::Truth(truth) => Ok(truth),
            other => unreachable!("{other:?} is no truth value"),
        }
    }

    pub(crate) fn estimate(&self, function: FunctionId, state: &State) -> Result<Option<Cost>, Failure> {
        match self.ask(Question::Estimate, function, state)? {
            Answer::Estimate(estimate) => Ok(estimate),
            other => unreachable!("{other:?} is no estimate"),
        }
    }

    pub(crate) fn text(&self, function: FunctionId, state: &State) -> Result<String, Failure> {
        match self.ask(Question::Text, function, state)? {
            Answer::Text(text) => Ok(text),
            other => unreachable!("{other:?} is no text"),
        }
    }

    pub(crate) fn state(&self, function: FunctionId, state: &State) -> Result<State, Failure> {
        match self.ask(Question::State, function, state)? {
            Answer::State(state) => Ok(state),
            other => unreachable!("{other:?} is no state"),
        }
    }

    fn ask(&self, question: Question, function: FunctionId, state: &State) -> Result<Answer, Failure> {
        self.desk.question.set(Some((question, function)));
        self.desk.state.borrow_mut().clone_from(state);
        let mut slot = self.session.borrow_mut();
        let session = slot.get_or_insert_with(|| {
            Box::pin(serve(Arc::clone(&self.file), Rc::clone(&self.desk), Rc::clone(&self.watch)))
        });
        let open = self.file.pulse.begin();
        let done = session.as_mut().poll(&mut Context::from_waker(Waker::noop()));
        drop(open);
        if done.is_ready() {
            *slot = None;
        }
        self.desk.answer.take().expect("a session answers before it waits or ends")
    }
}

/// A session: one heap, one evaluator, many calls.
async fn serve(file: Arc<ProblemFile>, desk: Rc<Desk>, watch: Rc<Watch>) {
    Module::with_temp_heap_async(async move |module| {
        let memory = file.limits.memory + SESSION as u64;
        let parameters = Parameters { memory, ..Parameters::default() };
        let heap = module.heap();
        let functions: Vec<Value<'_>> =
            file.functions.iter().map(|function| heap.access_owned_frozen_value(&function.value)).collect();
        let mut eval = Evaluator::new(&module);
        eval.extra = Some(&parameters);
        set_limits(&mut eval, file.limits, memory, &watch);
        let mut clerk = Clerk { file: &file, desk: &desk, watch: &watch, known: None, buffer: Vec::new() };
        loop {
            let waiting = poll_fn(|_| desk.question.take().map_or(Poll::Pending, Poll::Ready));
            let (question, function) = waiting.await;
            let answer = clerk.answer(question, function, functions[function.0], &mut eval);
            desk.answer.set(Some(answer));
            if heap.allocated_bytes() > SESSION {
                return;
            }
        }
    })
    .await;
}

/// Who answers within a session.
struct Clerk<'a, 'v> {
    file: &'a ProblemFile,
    desk: &'a Desk,
    watch: &'a Watch,
    /// The last state that was asked about: often several questions are about one state.
    known: Option<(State, Value<'v>)>,
    buffer: Vec<u8>,
}

impl<'v> Clerk<'_, 'v> {
    fn answer(
        &mut self,
        question: Question,
        function: FunctionId,
        value: Value<'v>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> Result<Answer, Failure> {
        let argument = self.argument(eval);
        self.watch.begin();
        let result = eval.eval_function(value, &[argument], &[]).map_err(|error| self.failed(&error, function))?;
        let wrong = |expected| {
            let (function, state) = (self.file.function(function).name.clone(), self.written());
            Mistake::WrongResult { function, state, expected, found: shortened(result) }
        };
        let answer = match question {
            Question::Steps { names } => return self.steps(result, function, names).map(|()| Answer::Steps),
            // Usually a `return` that was forgotten.
            Question::Truth if result.is_none() => Err(wrong(Expected::Truth)),
            Question::Truth => Ok(Answer::Truth(result.to_bool())),
            Question::Estimate if result.is_none() => Ok(Answer::Estimate(None)),
            Question::Estimate => {
                let estimate = result.unpack_i32().filter(|estimate| (0..=LARGEST_COST).contains(estimate));
                estimate.map(|h| Answer::Estimate(Some(h as Cost))).ok_or_else(|| wrong(Expected::Estimate))
            }
            Question::Text => {
                let text = result.unpack_str().map(|text| Answer::Text(text.to_owned()));
                text.ok_or_else(|| wrong(Expected::Text))
            }
            Question::State => State::pack(result, &mut self.buffer).map(Answer::State).map_err(Mistake::from),
        };
        answer.map_err(|mistake| self.mistaken(mistake, function))
    }

    /// The state that is asked about, as a value.
    fn argument(&mut self, eval: &Evaluator<'v, '_, '_>) -> Value<'v> {
        let state = self.desk.state.borrow();
        if let Some((known, value)) = &self.known
            && *known == *state
        {
            return *value;
        }
        let value = state.unpack(eval.heap());
        self.known = Some((state.clone(), value));
        value
    }

    fn steps(&mut self, result: Value<'v>, function: FunctionId, with_names: bool) -> Result<(), Failure> {
        let items = ListRef::from_value(result).map(ListRef::content);
        let Some(items) = items.or_else(|| TupleRef::from_value(result).map(TupleRef::content)) else {
            let (name, state) = (self.file.function(function).name.clone(), self.written());
            let (expected, found) = (Expected::Actions, shortened(result));
            return Err(self.mistaken(Mistake::WrongResult { function: name, state, expected, found }, function));
        };
        if items.len() > MOST_ACTIONS {
            let (name, state) = (self.file.function(function).name.clone(), self.written());
            let (found, limit) = (items.len(), MOST_ACTIONS);
            return Err(self.mistaken(Mistake::TooManyActions { function: name, state, found, limit }, function));
        }
        let (mut steps, mut names) = (self.desk.steps.borrow_mut(), self.desk.names.borrow_mut());
        steps.clear();
        names.clear();
        for (at, &item) in items.iter().enumerate() {
            let (name, step) = step(item, &mut self.buffer).map_err(|wrong| {
                let mistake = match wrong {
                    Wrong::Item(expected) => {
                        let (function, state) = (self.file.function(function).name.clone(), self.written());
                        Mistake::WrongItem { function, state, item: at + 1, expected, found: shortened(item) }
                    }
                    Wrong::State(mistake) => mistake,
                };
                self.mistaken(mistake, function)
            })?;
            steps.push(step);
            if with_names {
                names.push(name);
            }
        }
        Ok(())
    }

    fn written(&self) -> String {
        cut(&self.desk.state.borrow().to_string())
    }

    /// A wrong result stands where its function is defined.
    fn mistaken(&self, mistake: Mistake, function: FunctionId) -> Failure {
        self.mistake_at(self.file.function(function).at, mistake)
    }

    fn mistake_at(&self, at: Position, mistake: Mistake) -> Failure {
        Failure::Mistake(ScriptError::new(self.file.name.clone(), Some(at), mistake))
    }

    fn failed(&self, error: &starlark::Error, function: FunctionId) -> Failure {
        let at = place(error, &self.file.edited).unwrap_or(self.file.function(function).at);
        match self.watch.take_halt() {
            Some(Halt::Search(limit)) => Failure::Limit(limit),
            Some(Halt::Steps(steps)) => self.mistake_at(at, Mistake::Steps(steps)),
            None => self.mistake_at(at, Mistake::of(error, self.file.limits)),
        }
    }
}

/// What is wrong with an item.
enum Wrong {
    Item(Expected),
    State(Mistake),
}

fn step<'v>(item: Value<'v>, buffer: &mut Vec<u8>) -> Result<(&'v str, Step), Wrong> {
    let parts = TupleRef::from_value(item).map(TupleRef::content).unwrap_or_default();
    let (name, state, cost) = match *parts {
        [name, state] => (name, state, None),
        [name, state, cost] => (name, state, Some(cost)),
        _ => return Err(Wrong::Item(Expected::Action)),
    };
    let name = name.unpack_str().ok_or(Wrong::Item(Expected::Action))?;
    let cost = match cost {
        None => 1,
        Some(cost) => {
            let cost = cost.unpack_i32().filter(|cost| (0..=LARGEST_COST).contains(cost));
            cost.ok_or(Wrong::Item(Expected::Cost))? as Cost
        }
    };
    let state = State::pack(state, buffer).map_err(|why| Wrong::State(why.into()))?;
    Ok((name, Step { state, cost }))
}

fn shortened(value: Value<'_>) -> String {
    if is_too_deep(value, true) { value.get_type().to_owned() } else { cut(&value.to_repr()) }
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(SHORT) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
