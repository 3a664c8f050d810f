//! Heuristics of a problem file: its functions, tables of its abstractions, and the largest of several.

use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;

use hueco_search::{Budget, Cost, Heuristic, Problem, Quality};

use crate::abstraction::Table;
use crate::error::{Mistake, ScriptError};
use crate::interpreter::Failure;
use crate::load::{FunctionId, ProblemFile};
use crate::problem::{Ordinal, ScriptProblem};
use crate::space::TableError;
use crate::state::State;

/// Which heuristic, by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HeuristicSpec {
    /// None: every estimate is 0.
    Blind,
    /// A function `h…` or `abstraction_…` of the file.
    Named(String),
    /// The largest of several.
    Max(Vec<HeuristicSpec>),
}

impl HeuristicSpec {
    /// `blind`, the name of a function, or `max(a,b,…)`. `None` if it is none of these.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        if let Some(inner) = text.strip_prefix("max(") {
            let parts = inner.strip_suffix(')')?.split(',').map(|part| match Self::parse(part)? {
                // One level is enough: the largest of the largest is the largest.
                Self::Max(_) => None,
                part => Some(part),
            });
            return parts.collect::<Option<_>>().map(Self::Max);
        }
        let is_name = text.chars().all(|c| c.is_alphanumeric() || c == '_') && !text.is_empty();
        is_name.then(|| if text == "blind" { Self::Blind } else { Self::Named(text.to_owned()) })
    }

    /// Whether every part has a name that only a problem file gives: `h`, `h_…` or `abstraction_…`.
    pub fn names_functions(&self) -> bool {
        match self {
            Self::Blind => false,
            Self::Named(name) => name == "h" || name.starts_with("h_") || name.starts_with("abstraction_"),
            Self::Max(parts) => parts.iter().all(Self::names_functions),
        }
    }

    /// The default of informed methods: `h` if the file has it, else none.
    pub fn default_of(file: &ProblemFile) -> Self {
        let has = file.heuristics().any(|(name, _)| name == "h");
        if has { Self::Named("h".to_owned()) } else { Self::Blind }
    }
}

impl fmt::Display for HeuristicSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Blind => f.write_str("blind"),
            Self::Named(name) => f.write_str(name),
            Self::Max(parts) => {
                f.write_str("max(")?;
                for (at, part) in parts.iter().enumerate() {
                    let comma = if at > 0 { "," } else { "" };
                    write!(f, "{comma}{part}")?;
                }
                f.write_str(")")
            }
        }
    }
}

/// One function that estimates.
enum Part {
    Function(FunctionId),
    Table(Table),
}

/// The values of the tables for one state.
type Values = Rc<[Option<Cost>]>;

/// A heuristic that is ready to estimate.
pub struct Guide<'p> {
    problem: &'p ScriptProblem,
    parts: Vec<Part>,
    quality: Quality,
    /// The tables' values of the parent whose children are being created.
    parent: RefCell<Option<(State, Values)>>,
}

/// An estimate, in four bytes: the largest number stands for a dead end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Estimate(Cost);

impl Estimate {
    fn new(estimate: Option<Cost>) -> Self {
        Self(estimate.unwrap_or(Cost::MAX))
    }

    fn get(self) -> Option<Cost> {
        (self.0 != Cost::MAX).then_some(self.0)
    }
}

impl<'p> Guide<'p> {
    /// Knows nothing.
    pub fn blind(problem: &'p ScriptProblem) -> Self {
        Self { problem, parts: Vec::new(), quality: Quality::Consistent, parent: RefCell::new(None) }
    }

    /// Makes a heuristic ready; tables are built within the budget.
    pub(crate) fn new(problem: &'p ScriptProblem, spec: &HeuristicSpec, budget: &Budget) -> Result<Self, TableError> {
        let mut guide = Self::blind(problem);
        guide.add(spec, budget)?;
        Ok(guide)
    }

    fn add(&mut self, spec: &HeuristicSpec, budget: &Budget) -> Result<(), TableError> {
        let file = self.problem.file();
        let name = match spec {
            HeuristicSpec::Blind => return Ok(()),
            HeuristicSpec::Max(parts) => return parts.iter().try_for_each(|part| self.add(part, budget)),
            HeuristicSpec::Named(name) => name,
        };
        if let Some(known) = file.heuristics.iter().find(|known| file.function(known.function).name == *name) {
            self.quality = self.quality.min(known.quality);
            self.parts.push(Part::Function(known.function));
            return Ok(());
        }
        if let Some(known) = file.abstractions.iter().find(|known| file.function(**known).name == *name) {
            let left = budget.clone().max_bytes(budget.byte_limit().saturating_sub(self.table_bytes()));
            self.parts.push(Part::Table(Table::build(self.problem, *known, &left)?));
            return Ok(());
        }
        let known = file.heuristics().map(|(name, _)| name).chain(file.abstractions()).map(str::to_owned).collect();
        Err(TableError::Failed(Failure::Mistake(file.misuse(Mistake::UnknownHeuristic { name: name.clone(), known }))))
    }

    /// Bytes of its tables.
    pub fn table_bytes(&self) -> u64 {
        let tables = self.parts.iter().filter_map(|part| match part {
            Part::Table(table) => Some(table.bytes()),
            Part::Function(_) => None,
        });
        tables.sum()
    }

    /// What is known of it.
    pub fn quality(&self) -> Quality {
        self.quality
    }

    /// The estimate of a state. `None`: there is no solution from it.
    pub(crate) fn of(&self, state: &State) -> Result<Option<Cost>, Failure> {
        let mut largest = 0;
        for part in &self.parts {
            let estimate = match part {
                Part::Function(function) => self.problem.interpreter().estimate(*function, state)?,
                Part::Table(table) => table.estimate(self.problem, state)?,
            };
            match estimate {
                Some(estimate) => largest = largest.max(estimate),
                None => return Ok(None),
            }
        }
        Ok(Some(largest))
    }

    fn memo_of(&self, state: &State) -> Estimate {
        let estimate = if self.problem.has_failed() { Ok(Some(0)) } else { self.of(state) };
        Estimate::new(self.problem.unless_failed(estimate, Some(0)))
    }

    fn has_tables(&self) -> bool {
        self.parts.iter().any(|part| matches!(part, Part::Table(_)))
    }

    fn tables(&self, state: &State) -> Result<Values, Failure> {
        let tables = self.parts.iter().filter_map(|part| match part {
            Part::Table(table) => Some(table.estimate(self.problem, state)),
            Part::Function(_) => None,
        });
        tables.collect()
    }

    /// Where an action loses more than it costs, its image is no action: the table is no lower bound.
    fn check_step(&self, before: &State, after: &State, cost: Cost) -> Result<(), Failure> {
        let known = self.parent.borrow().as_ref().filter(|known| known.0 == *before).map(|known| Rc::clone(&known.1));
        let from = if let Some(known) = known {
            known
        } else {
            let tables = self.tables(before)?;
            *self.parent.borrow_mut() = Some((before.clone(), Rc::clone(&tables)));
            tables
        };
        let to = self.tables(after)?;
        let lost = |(from, to): (&Option<Cost>, &Option<Cost>)| match (from, to) {
            (Some(from), Some(to)) => *from > to.saturating_add(cost),
            (None, Some(_)) => true,
            (_, None) => false,
        };
        match from.iter().zip(to.iter()).position(lost) {
            Some(at) => Err(self.violation(at, before, after)),
            None => Ok(()),
        }
    }

    fn violation(&self, at: usize, from: &State, to: &State) -> Failure {
        let tables = self.parts.iter().filter_map(|part| match part {
            Part::Table(table) => Some(table.abstraction()),
            Part::Function(_) => None,
        });
        let function = tables.into_iter().nth(at).expect("as many tables as values");
        let image = |state: &State| {
            let image = self.problem.interpreter().state(function, state);
            image.map_or_else(|_| String::new(), |image| image.to_string())
        };
        let (from_image, to_image) = (image(from), image(to));
        let function = self.problem.file().function(function);
        let (abstraction, at) = (function.name.clone(), function.at);
        let mistake =
            Mistake::NotAnAbstraction { abstraction, from: from.to_string(), to: to.to_string(), from_image, to_image };
        Failure::Mistake(ScriptError::new(self.problem.file().name.clone(), Some(at), mistake))
    }

    /// A goal's image must be an abstract goal.
    pub(crate) fn check_goal(&self, goal: &State) -> Result<(), Failure> {
        let estimates = self.tables(goal)?;
        match estimates.iter().position(|estimate| *estimate != Some(0)) {
            Some(at) => Err(self.violation(at, goal, goal)),
            None => Ok(()),
        }
    }
}

impl<P: Problem<State = State, Action = Ordinal>> Heuristic<P> for Guide<'_> {
    type Memo = Estimate;

    fn memo(&self, _: &P, state: &State) -> Estimate {
        self.memo_of(state)
    }

    fn advance(&self, problem: &P, _: &Estimate, before: &State, action: Ordinal) -> Estimate {
        let mut after = before.clone();
        problem.apply(&mut after, action);
        let memo = self.memo_of(&after);
        if self.has_tables() && !self.problem.has_failed() {
            let cost = problem.actions(before, None).nth(action.index()).map_or(0, |step| step.1);
            self.problem.unless_failed(self.check_step(before, &after, cost), ());
        }
        memo
    }

    fn estimate(&self, memo: &Estimate, _: Cost) -> Option<Cost> {
        memo.get()
    }

    fn quality(&self) -> Quality {
        self.quality
    }
}

#[cfg(test)]
mod tests {
    use super::HeuristicSpec;

    #[test]
    fn names_are_read_and_written() {
        for text in ["blind", "h", "h_pairs", "abstraction_x", "max(h,h_2)", "max(h)"] {
            assert_eq!(HeuristicSpec::parse(text).expect("a heuristic").to_string(), text);
        }
        assert_eq!(HeuristicSpec::parse(" max( h , blind ) ").expect("two").to_string(), "max(h,blind)");
        for text in ["", "max(", "max()", "max(h", "max(h,)", "max(max(h))", "a b", "h;"] {
            assert_eq!(HeuristicSpec::parse(text), None, "{text}");
        }
    }
}
