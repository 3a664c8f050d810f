//! Heuristics of a problem file: its functions, tables of its abstractions, sums of tables, and the largest of several.
//!
//! A sum of tables is a lower bound if no action is paid for twice: what its images cost in the simpler spaces adds up to no more than the
//! action itself. That cannot be proved of a file, so it is checked for every child that a search creates.

use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;
use std::sync::Arc;

use hueco_search::{Budget, Cost, Heuristic, Problem, Quality};

use crate::abstraction::Table;
use crate::error::{Mistake, ScriptError};
use crate::interpreter::{Failure, Step};
use crate::load::{FunctionId, ProblemFile};
use crate::problem::{Ordinal, ScriptProblem};
use crate::space::{TableError, further};
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
    /// The sum of several abstractions, by name.
    Add(Vec<String>),
}

/// The parts of a list: commas inside parentheses belong to a part.
fn listed(text: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0_usize;
    let outside = move |c: char| {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        c == ',' && depth == 0
    };
    text.split(outside)
}

impl HeuristicSpec {
    /// `blind`, the name of a function, `add(abstraction_a,abstraction_b,…)`, or `max(a,b,…)` of these. `None` if it is none of them.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        if let Some(inner) = text.strip_prefix("max(") {
            let parts = listed(inner.strip_suffix(')')?).map(|part| match Self::parse(part)? {
                // One level is enough: the largest of the largest is the largest.
                Self::Max(_) => None,
                part => Some(part),
            });
            return parts.collect::<Option<_>>().map(Self::Max);
        }
        if let Some(inner) = text.strip_prefix("add(") {
            let parts = inner.strip_suffix(')')?.split(',').map(|part| match Self::parse(part)? {
                Self::Named(name) if name.starts_with(ABSTRACTION) => Some(name),
                _ => None,
            });
            let parts = parts.collect::<Option<Vec<String>>>()?;
            // Twice the same would pay for every action twice.
            let once = |(at, name): (usize, &String)| !parts[..at].contains(name);
            return parts.iter().enumerate().all(once).then_some(Self::Add(parts));
        }
        let is_name = text.chars().all(|c| c.is_alphanumeric() || c == '_') && !text.is_empty();
        is_name.then(|| if text == "blind" { Self::Blind } else { Self::Named(text.to_owned()) })
    }

    /// Whether a part has a name that only a problem file gives: `h`, `h_…` or `abstraction_…`.
    pub fn names_functions(&self) -> bool {
        match self {
            Self::Blind => false,
            Self::Named(name) => name == "h" || name.starts_with("h_") || name.starts_with(ABSTRACTION),
            Self::Add(_) => true,
            Self::Max(parts) => parts.iter().any(Self::names_functions),
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
            Self::Add(parts) => write!(f, "add({})", parts.join(",")),
            Self::Max(parts) => {
                let parts: Vec<String> = parts.iter().map(ToString::to_string).collect();
                write!(f, "max({})", parts.join(","))
            }
        }
    }
}

/// How the names of abstractions begin.
const ABSTRACTION: &str = "abstraction_";

/// One function that estimates, or the sum of tables, often of one. Threads share the tables.
#[derive(Clone)]
enum Part {
    Function(FunctionId),
    Sum(Arc<[Table]>),
}

impl Part {
    fn tables(&self) -> &[Table] {
        match self {
            Self::Function(_) => &[],
            Self::Sum(tables) => tables,
        }
    }
}

/// What the tables know of a state: its image in each, and the distance of that.
type Images = Rc<[Image]>;
type Image = (State, Option<Cost>);

/// What is known of the parent whose children are being created.
struct Parent {
    state: State,
    images: Images,
    /// By table of a sum of several: the steps of the image.
    steps: Vec<Vec<Step>>,
}

/// What of a heuristic threads share.
#[derive(Clone)]
pub(crate) struct Shared {
    parts: Vec<Part>,
    quality: Quality,
}

impl Shared {
    /// The heuristic on a problem of the same file.
    pub(crate) fn on(self, problem: &ScriptProblem) -> Guide<'_> {
        Guide { parts: self.parts, quality: self.quality, ..Guide::blind(problem) }
    }
}

/// A heuristic that is ready to estimate.
pub struct Guide<'p> {
    problem: &'p ScriptProblem,
    parts: Vec<Part>,
    quality: Quality,
    parent: RefCell<Option<Parent>>,
    /// The first state that a function called a dead end.
    dead_end: RefCell<Option<(FunctionId, State)>>,
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
        let (parent, dead_end) = (RefCell::new(None), RefCell::new(None));
        Self { problem, parts: Vec::new(), quality: Quality::Consistent, parent, dead_end }
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
            HeuristicSpec::Add(names) => {
                let mut tables = Vec::new();
                for name in names {
                    let taken = tables.iter().map(Table::bytes).sum();
                    tables.push(self.table(name, taken, budget)?);
                }
                self.parts.push(Part::Sum(tables.into()));
                return Ok(());
            }
            HeuristicSpec::Named(name) => name,
        };
        if let Some(known) = file.heuristics.iter().find(|known| file.function(known.function).name == *name) {
            self.quality = self.quality.min(known.quality);
            self.parts.push(Part::Function(known.function));
            return Ok(());
        }
        let table = self.table(name, 0, budget)?;
        self.parts.push(Part::Sum([table].into()));
        Ok(())
    }

    /// The table of an abstraction, built within what the others, and `taken` bytes, leave of the budget.
    fn table(&self, name: &str, taken: u64, budget: &Budget) -> Result<Table, TableError> {
        let file = self.problem.file();
        if let Some(known) = file.abstractions.iter().find(|known| file.function(**known).name == name) {
            let taken = self.table_bytes() + taken;
            let left = budget.clone().max_bytes(budget.byte_limit().saturating_sub(taken));
            return Table::build(self.problem, *known, &left);
        }
        let known = file.heuristics().map(|(name, _)| name).chain(file.abstractions()).map(str::to_owned).collect();
        Err(TableError::Failed(Failure::Mistake(
            file.misuse(Mistake::UnknownHeuristic { name: name.to_owned(), known }),
        )))
    }

    /// Bytes of its tables.
    pub fn table_bytes(&self) -> u64 {
        self.tables().map(Table::bytes).sum()
    }

    /// What is known of it.
    pub fn quality(&self) -> Quality {
        self.quality
    }

    /// What makes it doubtful that there is no solution: a dead end that the file does not claim to be one.
    pub(crate) fn doubt(&self) -> Option<ScriptError> {
        let dead_end = self.dead_end.borrow();
        let (function, state) = dead_end.as_ref().filter(|_| self.quality == Quality::Inadmissible)?;
        let function = self.problem.file().function(*function);
        let mistake = Mistake::UnclaimedDeadEnd { function: function.name.clone(), state: state.to_string() };
        Some(ScriptError::new(self.problem.file().name.clone(), Some(function.at), mistake))
    }

    /// What of it other threads need.
    pub(crate) fn share(&self) -> Shared {
        Shared { parts: self.parts.clone(), quality: self.quality }
    }

    /// The estimate of a state. `None`: there is no solution from it.
    pub(crate) fn of(&self, state: &State) -> Result<Option<Cost>, Failure> {
        let mut largest = 0;
        for part in &self.parts {
            let estimate = match part {
                Part::Function(function) => self.problem.interpreter().estimate(*function, state)?,
                Part::Sum(tables) => tables.iter().try_fold(Some(0_u32), |sum, table| {
                    let (_, distance) = table.look(self.problem, state)?;
                    Ok(sum.zip(distance).map(|(sum, distance)| further(sum, distance)))
                })?,
            };
            let Some(estimate) = estimate else {
                if let Part::Function(function) = part {
                    self.dead_end.borrow_mut().get_or_insert_with(|| (*function, state.clone()));
                }
                return Ok(None);
            };
            largest = largest.max(estimate);
        }
        Ok(Some(largest))
    }

    fn memo_of(&self, state: &State) -> Estimate {
        let estimate = if self.problem.has_failed() { Ok(Some(0)) } else { self.of(state) };
        Estimate::new(self.problem.unless_failed(estimate, Some(0)))
    }

    fn tables(&self) -> impl Iterator<Item = &Table> {
        self.parts.iter().flat_map(Part::tables)
    }

    fn has_tables(&self) -> bool {
        self.tables().next().is_some()
    }

    fn images(&self, state: &State) -> Result<Images, Failure> {
        self.tables().map(|table| table.look(self.problem, state)).collect()
    }

    /// What is known of a parent, once.
    fn look_at_parent(&self, state: &State) -> Result<(), Failure> {
        if self.parent.borrow().as_ref().is_some_and(|known| known.state == *state) {
            return Ok(());
        }
        let images = self.images(state)?;
        let (mut steps, mut first) = (Vec::new(), 0);
        for tables in self.parts.iter().map(Part::tables) {
            for (image, _) in images[first..first + tables.len()].iter().filter(|_| tables.len() > 1) {
                let mut of_image = Vec::new();
                self.problem.interpreter().steps(self.problem.file().actions, image, &mut of_image)?;
                steps.push(of_image);
            }
            first += tables.len();
        }
        *self.parent.borrow_mut() = Some(Parent { state: state.clone(), images, steps });
        Ok(())
    }

    /// Where an action loses more than it costs, its image is no action: the table is no lower bound. Where the images of an action in the
    /// tables of a sum cost more than it does, the sum is none.
    fn check_step(&self, before: &State, action: Ordinal, after: &State, cost: Cost) -> Result<(), Failure> {
        self.look_at_parent(before)?;
        let parent = self.parent.borrow();
        let parent = parent.as_ref().expect("just looked at");
        let to = self.images(after)?;
        let lost = |((_, from), (_, to)): (&Image, &Image)| match (from, to) {
            (Some(from), Some(to)) => *from > to.saturating_add(cost),
            (None, Some(_)) => true,
            (_, None) => false,
        };
        if let Some(at) = parent.images.iter().zip(to.iter()).position(lost) {
            return Err(self.violation(at, before, after));
        }
        let (mut steps, mut first) = (parent.steps.iter(), 0);
        for tables in self.parts.iter().map(Part::tables) {
            let mut sum = 0_u32;
            let summed = if tables.len() > 1 { tables.len() } else { 0 };
            for (at, steps) in (first..first + summed).zip(steps.by_ref()) {
                // To stay where it is costs an image nothing.
                if parent.images[at].0 != to[at].0 {
                    let leading = steps.iter().filter(|step| step.state == to[at].0).map(|step| step.cost);
                    let Some(cost) = leading.min() else { return Err(self.violation(at, before, after)) };
                    sum = sum.saturating_add(cost);
                }
            }
            if sum > cost {
                return Err(self.paid_twice(tables, before, action, cost, sum));
            }
            first += tables.len();
        }
        Ok(())
    }

    fn paid_twice(&self, tables: &[Table], from: &State, action: Ordinal, cost: Cost, sum: Cost) -> Failure {
        let file = self.problem.file();
        let names: Vec<&str> = tables.iter().map(|table| file.function(table.abstraction()).name.as_str()).collect();
        let action = match self.problem.action_name(from, action) {
            Ok(name) => name,
            Err(error) => return Failure::Mistake(error),
        };
        let heuristic = format!("add({})", names.join(","));
        let mistake = Mistake::PaidTwice { heuristic, state: from.to_string(), action, cost, sum };
        let at = tables.first().map(|table| file.function(table.abstraction()).at);
        Failure::Mistake(ScriptError::new(file.name.clone(), at, mistake))
    }

    fn violation(&self, at: usize, from: &State, to: &State) -> Failure {
        let function = self.tables().nth(at).map(Table::abstraction).expect("as many tables as values");
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
        match self.images(goal)?.iter().position(|(_, distance)| *distance != Some(0)) {
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
            self.problem.unless_failed(self.check_step(before, action, &after, cost), ());
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
        for text in [
            "blind",
            "h",
            "h_pairs",
            "abstraction_x",
            "max(h,h_2)",
            "max(h)",
            "add(abstraction_a,abstraction_b)",
            "max(h,add(abstraction_a,abstraction_b))",
            "max(add(abstraction_a,abstraction_b),h,blind)",
        ] {
            assert_eq!(HeuristicSpec::parse(text).expect("a heuristic").to_string(), text);
        }
        assert_eq!(HeuristicSpec::parse(" max( h , blind ) ").expect("two").to_string(), "max(h,blind)");
        let sums =
            ["add()", "add(h,abstraction_a)", "add(abstraction_a,abstraction_a)", "add(max(h))", "add(abstraction_a"];
        for text in ["", "max(", "max()", "max(h", "max(h,)", "max(max(h))", "a b", "h;"].into_iter().chain(sums) {
            assert_eq!(HeuristicSpec::parse(text), None, "{text}");
        }
    }

    #[test]
    fn functions_of_a_file_are_known_by_their_names() {
        let names_functions = |text: &str| HeuristicSpec::parse(text).expect("a heuristic").names_functions();
        for text in ["h", "h_2", "abstraction_a", "add(abstraction_a)", "max(manhattan,h)"] {
            assert!(names_functions(text), "{text}");
        }
        for text in ["blind", "manhattan", "hx", "max(blind,manhattan)"] {
            assert!(!names_functions(text), "{text}");
        }
    }
}
