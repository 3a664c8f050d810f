//! Which methods an object has. Three ways to write a problem are understood; what an object has decides which it is.
//!
//! | | hueco | aima-python | simpleai |
//! |---|---|---|---|
//! | start | `start` | `initial` | `initial_state` |
//! | goal | `is_goal(s)`, or `goal` | `goal_test(s)` | `is_goal(s)` |
//! | actions | `actions(s)`: `(name, state)`, `(name, state, cost)` | `actions(s)`, `result(s, a)` | `actions(s)`, `result(s, a)` |
//! | costs | in the tuples | `path_cost(c, s, a, s2)` | `cost(s, a, s2)` |
//! | estimates | `h(s)`, `h_…(s)` | `h(node)`, of `node.state` | `heuristic(s)` |
//!
//! Methods are looked up once, before the search.

use std::sync::Arc;

use hueco_say::{Lang, python as said};
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;

use super::fault::Fault;
use super::state::State;
use crate::errors::exception;

/// How children are computed.
pub(crate) enum Children {
    /// Actions come with their states.
    Whole,
    /// `result(state, action)` computes the state.
    Results {
        /// It.
        result: Py<PyAny>,
        /// What an action costs; 1 where the object does not say.
        cost: Cost,
    },
}

/// How the cost of an action is computed.
pub(crate) enum Cost {
    /// It is 1.
    One,
    /// `path_cost(0, state, action, next)`.
    Path(Py<PyAny>),
    /// `cost(state, action, next)`.
    Step(Py<PyAny>),
}

/// What is a goal.
pub(crate) enum Goal {
    /// This state.
    State(State),
    /// What this function says.
    Test(Py<PyAny>),
}

/// What leads to a state.
pub(crate) enum Back {
    /// What its actions lead to: every action can be undone at the same cost.
    Same,
    /// What `predecessors(state)` returns.
    Function(Py<PyAny>),
}

/// What an object offers.
pub(crate) struct Protocol {
    pub(crate) object: Py<PyAny>,
    pub(crate) title: String,
    pub(crate) start: State,
    pub(crate) actions: Py<PyAny>,
    pub(crate) children: Children,
    pub(crate) goal: Goal,
    /// The goal state and what leads to it, where both are known.
    pub(crate) back: Option<(State, Back)>,
    pub(crate) draw: Option<Py<PyAny>>,
    /// Whether heuristics are handed a node rather than a state.
    pub(crate) by_node: bool,
}

impl Protocol {
    /// Shows Python's collector what it refers to.
    pub(crate) fn visit(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.object)?;
        visit.call(&self.actions)?;
        if let Children::Results { result, cost } = &self.children {
            visit.call(result)?;
            if let Cost::Path(function) | Cost::Step(function) = cost {
                visit.call(function)?;
            }
        }
        if let Goal::Test(test) = &self.goal {
            visit.call(test)?;
        }
        if let Some((_, Back::Function(function))) = &self.back {
            visit.call(function)?;
        }
        self.draw.as_ref().map_or(Ok(()), |draw| visit.call(draw))
    }

    /// Looks at an object.
    pub(crate) fn read(object: &Bound<'_, PyAny>, fault: &Arc<Fault>, lang: Lang) -> PyResult<Self> {
        let py = object.py();
        let refuse =
            |message: &str| exception(py, "ProblemError", message.to_owned(), ("bad_problem", Some("problem"), None));
        let state = |value| State::new(value, fault, lang);
        let result = method(object, "result")?;
        let start = match (&result, attribute(object, "start")?) {
            (_, Some(start)) => called(start)?,
            (None, None) => return Err(refuse(said::start_missing(lang))),
            (Some(_), None) => match (attribute(object, "initial")?, attribute(object, "initial_state")?) {
                (Some(start), _) | (None, Some(start)) => start,
                (None, None) => return Err(refuse(said::start_missing(lang))),
            },
        };
        let goal_value = attribute(object, "goal")?;
        let goal_state = match &goal_value {
            Some(value) if !value.is_callable() => Some(value.clone()),
            _ => None,
        };
        let test = match method(object, "is_goal")? {
            Some(test) => Some(test),
            None => method(object, "goal_test")?,
        };
        let test = test.or_else(|| goal_value.clone().filter(PyAnyMethods::is_callable));
        let goal = match (test, &goal_state) {
            (Some(test), _) => Goal::Test(test.unbind()),
            (None, Some(value)) => Goal::State(state(value.clone())?),
            (None, None) => return Err(refuse(said::goal_missing(lang))),
        };
        let back = match method(object, "predecessors")? {
            Some(function) => Some(Back::Function(function.unbind())),
            None => {
                attribute(object, "reversible")?.is_some_and(|is| is.is_truthy().unwrap_or(false)).then_some(Back::Same)
            }
        };
        let back = match (back, goal_state) {
            (Some(back), Some(goal)) => Some((state(goal)?, back)),
            _ => None,
        };
        let path_cost = method(object, "path_cost")?;
        let cost = match (path_cost, method(object, "cost")?) {
            (Some(path), _) => Cost::Path(path.unbind()),
            (None, Some(step)) => Cost::Step(step.unbind()),
            (None, None) => Cost::One,
        };
        let by_node = result.is_some() && method(object, "goal_test")?.is_some();
        let title = match attribute(object, "title")? {
            Some(title) if !title.is_callable() => title.str()?.to_string_lossy().into_owned(),
            _ => object.get_type().name()?.to_string_lossy().into_owned(),
        };
        let actions = method(object, "actions")?.ok_or_else(|| refuse(said::no_actions_method(lang)))?;
        Ok(Self {
            object: object.clone().unbind(),
            title,
            start: state(start)?,
            actions: actions.unbind(),
            children: match result {
                Some(result) => Children::Results { result: result.unbind(), cost },
                None => Children::Whole,
            },
            goal,
            back,
            draw: method(object, "draw")?.map(Bound::unbind),
            by_node,
        })
    }
}

/// An attribute that is there and not `None`.
pub(crate) fn attribute<'py>(object: &Bound<'py, PyAny>, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
    Ok(object.getattr_opt(name)?.filter(|value| !value.is_none()))
}

/// A method.
pub(crate) fn method<'py>(object: &Bound<'py, PyAny>, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
    Ok(attribute(object, name)?.filter(PyAnyMethods::is_callable))
}

/// A value, or what a function without arguments returns.
fn called(value: Bound<'_, PyAny>) -> PyResult<Bound<'_, PyAny>> {
    if value.is_callable() { value.call0() } else { Ok(value) }
}
