//! What can be wrong with a problem file, and where.

use std::fmt;

use hueco_search::Limit;
use starlark::ErrorKind;
use thiserror::Error;

use crate::limits::Limits;

/// A mistake in a problem file, or in what was asked of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptError {
    /// The name of the file.
    pub file: String,
    /// Where it is wrong; `None` where the file is right and the request is not.
    pub at: Option<Position>,
    /// What is wrong.
    pub mistake: Box<Mistake>,
}

impl ScriptError {
    pub(crate) fn new(file: impl Into<String>, at: Option<Position>, mistake: Mistake) -> Self {
        Self { file: file.into(), at, mistake: Box::new(mistake) }
    }

    /// The limit of the search that ended the loading of the file, if that is what happened.
    pub fn limit(&self) -> Option<Limit> {
        if let Mistake::Stopped(limit) = *self.mistake { Some(limit) } else { None }
    }
}

/// A place in a file, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The line.
    pub line: u32,
    /// The column, in characters.
    pub column: u32,
}

impl Position {
    /// The beginning of the file.
    pub const START: Self = Self { line: 1, column: 1 };
}

impl fmt::Display for ScriptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, at, mistake } = self;
        match at {
            Some(Position { line, column }) => write!(f, "{file}:{line}:{column}: {mistake}"),
            None => write!(f, "{file}: {mistake}"),
        }
    }
}

impl std::error::Error for ScriptError {}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Mistake {
    /// The file is longer than a problem file may be.
    #[error("the file has {bytes} bytes; at most {limit} are allowed")]
    FileTooLarge {
        /// Its length.
        bytes: usize,
        /// The limit.
        limit: usize,
    },
    /// Expressions or blocks within one another, too many.
    #[error("nested too deeply: at most {limit} levels are allowed")]
    NestedTooDeeply {
        /// The limit.
        limit: usize,
    },
    /// It cannot be parsed; the parser's words.
    #[error("{0}")]
    Syntax(String),
    /// An error while it ran; the interpreter's words.
    #[error("{0}")]
    Evaluation(String),
    /// A name that every problem file defines is missing.
    #[error("`{0}` is missing: a problem file defines `start`, `goal` and `actions`")]
    Missing(&'static str),
    /// A name stands for a value of the wrong kind.
    #[error("`{name}` is of type {found}; expected {expected}")]
    WrongKind {
        /// The name.
        name: String,
        /// What it should be.
        expected: Expected,
        /// The type of its value.
        found: String,
    },
    /// `admissible` or `consistent` names something that is no heuristic of the file.
    #[error("`{list}` names `{name}`, which is no heuristic of this file")]
    ClaimOfNothing {
        /// Which list.
        list: &'static str,
        /// What it names.
        name: String,
    },
    /// A state contains a value without a hash.
    #[error("a state contains a value of type {found}, which is not hashable; use a tuple")]
    Unhashable {
        /// Its type.
        found: String,
    },
    /// The goal is a list, probably of several goals.
    #[error("`goal` is a list; expected a state or a function")]
    GoalIsAList,
    /// A value has too many others within one another, or is too large to be written.
    #[error("a value is nested too deeply, or too large to be written")]
    ValueTooDeep,
    /// A state has tuples within tuples, too many.
    #[error("a state is nested too deeply")]
    StateTooDeep,
    /// A state takes too many bytes.
    #[error("a state is too large")]
    StateTooLarge,
    /// A function returned something else than it should.
    #[error("`{function}({state})` returned {found}; expected {expected}")]
    WrongResult {
        /// The function.
        function: String,
        /// Its argument.
        state: String,
        /// What it should return.
        expected: Expected,
        /// What it returned, shortened.
        found: String,
    },
    /// One of the actions that a function returned is wrong.
    #[error("item {item} of `{function}({state})` is {found}; expected {expected}")]
    WrongItem {
        /// The function.
        function: String,
        /// Its argument.
        state: String,
        /// Which item, from 1.
        item: usize,
        /// What it should be.
        expected: Expected,
        /// What it is, shortened.
        found: String,
    },
    /// More actions in a state than a search can number.
    #[error("`{function}({state})` returned {found} items; at most {limit} are allowed")]
    TooManyActions {
        /// The function.
        function: String,
        /// Its argument.
        state: String,
        /// How many.
        found: usize,
        /// The limit.
        limit: usize,
    },
    /// The costs of a solution add up to more than can be counted.
    #[error("the costs add up to {0}, which is too much; use a larger unit")]
    CostTooLarge(u64),
    /// A function returned another result for the same state.
    #[error("`{function}({state})` does not always return the same")]
    Unsteady {
        /// The function.
        function: String,
        /// Its argument.
        state: String,
    },
    /// A call took too many steps.
    #[error("a call took more than {0} steps")]
    Steps(u64),
    /// A call took too much memory.
    #[error("a call took more than {0} bytes of memory")]
    Memory(u64),
    /// A text is longer than any text may be.
    #[error("a text is longer than {0} bytes")]
    TextTooLong(u64),
    /// A limit of the search ended it while the file was loaded.
    #[error("stopped by a limit while the file was loaded: {0}")]
    Stopped(Limit),
    /// Too many calls within one another.
    #[error("more than {0} calls within one another")]
    CallDepth(usize),
    /// A parameter has a value of the wrong kind.
    #[error("the parameter `{name}` is {value:?}; expected {expected}")]
    WrongParameter {
        /// Its name.
        name: String,
        /// Its value.
        value: String,
        /// What it should be.
        expected: Expected,
    },
    /// A parameter was set that the file does not have.
    #[error("there is no parameter `{name}`; there are: {}", list(known))]
    UnknownParameter {
        /// Its name.
        name: String,
        /// Those it has.
        known: Vec<String>,
    },
    /// `param` was called while a search ran.
    #[error("`param` can only be called while the file is loaded: keep its value in a name of its own")]
    LateParameter,
    /// A heuristic was asked for that the file does not have.
    #[error("there is no heuristic `{name}`; there are: {}", list(known))]
    UnknownHeuristic {
        /// Its name.
        name: String,
        /// Those it has.
        known: Vec<String>,
    },
    /// A search from both ends needs a goal state and predecessors.
    #[error("a search from both ends needs a goal state, and `reversible = True` or `predecessors`")]
    OneWay,
    /// A search found nothing, and a heuristic that is not claimed to be admissible called states dead ends.
    #[error(
        "no solution was found, but `{function}({state})` returned None, a dead end, which is not claimed to be right"
    )]
    UnclaimedDeadEnd {
        /// The heuristic.
        function: String,
        /// The first state that it called a dead end.
        state: String,
    },
    /// All optimal solutions were requested with a heuristic that may exceed the true distance.
    #[error("all optimal solutions need an admissible heuristic; `{heuristic}` is not one, or not claimed to be")]
    NotAdmissible {
        /// The heuristic.
        heuristic: String,
    },
    /// `predecessors` or `reversible` does not agree with `actions`.
    #[error("no action leads from {from} to {to} at cost {cost}, though that is a predecessor")]
    NoWayForward {
        /// The predecessor.
        from: String,
        /// The state.
        to: String,
        /// The cost of the step.
        cost: u32,
    },
    /// An abstraction loses an action, so that its table is no lower bound.
    #[error(
        "`{abstraction}` loses an action: {from} leads to {to}, but not so the states they are mapped to, {from_image} and {to_image}"
    )]
    NotAnAbstraction {
        /// The abstraction.
        abstraction: String,
        /// A state.
        from: String,
        /// A successor of it.
        to: String,
        /// What the first is mapped to.
        from_image: String,
        /// What the second is mapped to.
        to_image: String,
    },
    /// A sum of abstractions counts an action more than once, so that it is no lower bound.
    #[error(
        "`{heuristic}` counts an action twice: in {state}, `{action}` costs {cost}, but its images cost {sum} together"
    )]
    PaidTwice {
        /// The sum.
        heuristic: String,
        /// A state.
        state: String,
        /// An action of it.
        action: String,
        /// Its cost.
        cost: u32,
        /// The costs of its images, added up.
        sum: u32,
    },
    /// The interpreter failed.
    #[error("the interpreter failed: {0}")]
    Internal(String),
}

/// What was expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Expected {
    /// A function of a state.
    #[error("a function of a state")]
    Function,
    /// A state, or a function without arguments that returns one.
    #[error("a state (numbers, texts, True, False, None, and tuples of them) or a function without arguments")]
    StateOrMaker,
    /// A state, or a function of a state.
    #[error("a state or a function of a state")]
    StateOrTest,
    /// A text.
    #[error("a text")]
    Text,
    /// True or False.
    #[error("True or False")]
    Truth,
    /// A list of names.
    #[error("a list of names of heuristics")]
    Names,
    /// A list of actions.
    #[error("a list of (name, state) or (name, state, cost)")]
    Actions,
    /// An action.
    #[error("(name, state) or (name, state, cost), the name a text")]
    Action,
    /// A cost.
    #[error("a cost that is a whole number from 0 to 1000000000")]
    Cost,
    /// An estimate.
    #[error("a whole number from 0 to 1000000000, or None for a dead end")]
    Estimate,
    /// A whole number.
    #[error("a whole number")]
    Number,
    /// A number.
    #[error("a number")]
    Float,
    /// A value that a parameter can have.
    #[error("a number or a text")]
    NumberOrText,
}

fn list(names: &[String]) -> String {
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

impl Mistake {
    /// What the interpreter says is wrong.
    pub(crate) fn of(error: &starlark::Error, limits: Limits) -> Self {
        match error.kind() {
            ErrorKind::Other(inner) | ErrorKind::Native(inner) | ErrorKind::Value(inner)
                if inner.downcast_ref::<Self>().is_some() =>
            {
                inner.downcast_ref::<Self>().expect("just seen").clone()
            }
            ErrorKind::StackOverflow(_) => Self::CallDepth(limits.depth),
            // The interpreter's own check of its heap has no type.
            ErrorKind::Other(inner) if inner.to_string().starts_with("Heap memory limit") => {
                Self::Memory(limits.memory)
            }
            ErrorKind::Parser(_) => Self::Syntax(plain(error)),
            _ => Self::Evaluation(plain(error)),
        }
    }
}

/// The interpreter's words, in one line and without the source.
fn plain(error: &starlark::Error) -> String {
    let text = error.without_diagnostic().to_string();
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    text.strip_prefix("Parse error: ").map_or(text.clone(), str::to_owned)
}
