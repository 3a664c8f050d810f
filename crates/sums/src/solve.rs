//! The ONE place where methods chosen at run time meet types: a puzzle, [`Options`] and a budget go in, an [`Answer`]
//! comes out.
//!
//! What was created and examined is recorded only when asked for; the record counts towards the limit on memory.

use std::collections::HashSet;
use std::ops::ControlFlow;

use hueco_search::best_first::BestFirst;
use hueco_search::depth_first::DepthFirst;
use hueco_search::{
    Budget, CellValue, Cost, Ending, Event, EventKind, EventView, Events, Limit, Observed, Observer, Search, Shown,
    Stats, Stop,
};

use crate::IS_SMALL;
use crate::problem::{Contents, Placing, ShowPlacing};
use crate::propagate::{First, Found, Propagating};
use crate::puzzle::{Placement, Puzzle, State};

/// How to search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Method {
    /// Blind breadth-first search: what the course teaches.
    Bfs,
    /// Blind depth-first search.
    Dfs,
    /// The propagating search.
    #[default]
    Propagate,
}

impl Method {
    /// Every method with its name.
    pub const ALL: [(&'static str, Self); 3] = [("bfs", Self::Bfs), ("dfs", Self::Dfs), ("propagate", Self::Propagate)];

    /// The method of a name, in capitals or not.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(n, _)| n.eq_ignore_ascii_case(name)).map(|&(_, method)| method)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bfs => "bfs",
            Self::Dfs => "dfs",
            Self::Propagate => "propagate",
        }
    }
}

/// Which solutions are wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Wanted {
    /// The first one; the search ends there.
    #[default]
    First,
    /// All of them, or as many as the given limit.
    All {
        /// At most this many.
        at_most: Option<u64>,
    },
    /// Only how many there are (counting ends at the given limit); the first one is kept.
    Count {
        /// At most this many.
        at_most: Option<u64>,
    },
}

impl Wanted {
    fn at_most(self) -> u64 {
        match self {
            Self::First => 1,
            Self::All { at_most } | Self::Count { at_most } => at_most.unwrap_or(u64::MAX).max(1),
        }
    }
}

/// What to do, apart from the limits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The method.
    pub method: Method,
    /// Blind methods: keep states that are reached again, so that the whole search tree is made.
    pub tree: bool,
    /// Shuffles the numbers at each node; the cells stay in order.
    pub seed: Option<u64>,
    /// Which solutions.
    pub wanted: Wanted,
    /// Whether to record the states in order of creation and of examination.
    pub record: bool,
}

/// States in the order in which they came, each the contents of all cells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct States {
    width: usize,
    contents: Vec<Option<i32>>,
}

impl States {
    /// How many.
    pub fn len(&self) -> usize {
        self.contents.len().checked_div(self.width).unwrap_or(0)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.contents.is_empty()
    }

    /// The states, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = State> + '_ {
        self.contents.chunks_exact(self.width.max(1)).map(|state| state.iter().map(|v| v.map(i64::from)).collect())
    }

    fn push(&mut self, cells: impl ExactSizeIterator<Item = Option<i32>>) {
        self.width = cells.len();
        self.contents.extend(cells);
    }

    fn bytes(&self) -> u64 {
        (self.contents.capacity() * size_of::<Option<i32>>()) as u64
    }
}

/// What a search came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// `Solved`: there is a solution, and all that was wanted was done. `Unsolvable`: proved that there is none.
    /// `Stopped`: a limit came first; what was found until then is here.
    pub ending: Ending,
    /// Solutions found, each once.
    pub count: u64,
    /// Whether `count` is proved to be all there are.
    pub complete: bool,
    /// The solutions: all that were found, or the first one if only a count was wanted.
    pub solutions: Vec<Vec<i64>>,
    /// How the first solution comes about, in order of application.
    pub route: Vec<Placement>,
    /// States in order of creation, if recorded: the start first.
    pub created: States,
    /// States in order of examination, if recorded.
    pub examined: States,
    /// Counters.
    pub stats: Stats,
}

impl Answer {
    /// The first solution.
    pub fn solution(&self) -> Option<&[i64]> {
        self.solutions.first().map(Vec::as_slice)
    }
}

/// Solves a puzzle.
///
/// ```
/// use hueco_search::Budget;
/// use hueco_sums::{Method, Options, parse, solve};
///
/// let cross = parse("cells\n  . A .\n  B C 5\n  . 4 .\nnumbers 1 2 3\nB + C + 5 = 9\nA + C + 4 = 9\n")?;
/// let options = Options { method: Method::Bfs, record: true, ..Options::default() };
/// let answer = solve(&cross, &options, &mut Budget::unlimited());
/// assert_eq!(answer.solution(), Some(&[2, 1, 3, 5, 4][..]));
/// assert_eq!((answer.created.len(), answer.examined.len()), (34, 31));
/// # Ok::<(), hueco_sums::ParseError>(())
/// ```
pub fn solve(puzzle: &Puzzle, options: &Options, budget: &mut Budget) -> Answer {
    if *options == (Options { wanted: Wanted::First, ..Options::default() }) {
        first(puzzle, budget)
    } else {
        search(puzzle, options, budget, None)
    }
}

/// Solves a puzzle as [`solve`] does, and reports every event. A state is shown as what all cells hold, an action as a cell and
/// its number, such as `A=1`. The propagating search runs in its one order, not by turns in several.
pub fn solve_watched(puzzle: &Puzzle, options: &Options, budget: &mut Budget, events: &mut dyn Events) -> Answer {
    search(puzzle, options, budget, Some(events))
}

fn search(puzzle: &Puzzle, options: &Options, budget: &mut Budget, events: Option<&mut dyn Events>) -> Answer {
    if options.method == Method::Propagate {
        propagating(puzzle, options, budget, events)
    } else if IS_SMALL {
        blind::<Box<[u16]>>(puzzle, options, budget, events)
    } else if Placing::<u64>::fits(puzzle) {
        blind::<u64>(puzzle, options, budget, events)
    } else if Placing::<u128>::fits(puzzle) {
        blind::<u128>(puzzle, options, budget, events)
    } else {
        blind::<Box<[u16]>>(puzzle, options, budget, events)
    }
}

/// Solutions as they come in.
struct Collected {
    wanted: Wanted,
    count: u64,
    solutions: Vec<Vec<i64>>,
}

impl Collected {
    fn new(wanted: Wanted) -> Self {
        Self { wanted, count: 0, solutions: Vec::new() }
    }

    fn push(&mut self, solution: Vec<i64>) {
        self.count += 1;
        if self.count == 1 || matches!(self.wanted, Wanted::All { .. }) {
            self.solutions.push(solution);
        }
    }

    fn enough(&self) -> bool {
        self.count >= self.wanted.at_most()
    }

    fn bytes(&self) -> u64 {
        let each = self.solutions.first().map_or(0, |solution| size_of_val::<[i64]>(solution));
        (self.solutions.len() * each + self.solutions.capacity() * size_of::<Vec<i64>>()) as u64
    }

    fn ending(&self, stopped: Option<Limit>) -> Ending {
        match stopped {
            Some(limit) => Ending::Stopped(limit),
            None if self.count == 0 && !self.enough() => Ending::Unsolvable,
            None => Ending::Solved,
        }
    }
}

fn first(puzzle: &Puzzle, budget: &mut Budget) -> Answer {
    let mut search = First::new(puzzle);
    let mut answer = Answer {
        ending: Ending::Solved,
        count: 0,
        complete: false,
        solutions: Vec::new(),
        route: Vec::new(),
        created: States::default(),
        examined: States::default(),
        stats: Stats::default(),
    };
    match search.next(budget) {
        Found::Solution(solution) => {
            answer.count = 1;
            answer.solutions.push(solution);
            answer.route = search.route().into_iter().map(|(number, cell)| Placement { number, cell }).collect();
        }
        Found::Stopped(limit) => answer.ending = Ending::Stopped(limit),
        Found::NoMore | Found::Paused => {
            answer.ending = Ending::Unsolvable;
            answer.complete = true;
        }
    }
    answer.stats = search.stats();
    answer
}

/// Records the states of a propagating search, and passes everything on. Each state is created and examined in one go, so
/// one record serves for both.
struct Recorder<'a, 'e> {
    states: Option<&'a mut States>,
    /// Bytes that the record may take, and whether they were used up.
    limit: u64,
    full: bool,
    events: Option<&'a mut (dyn Events + 'e)>,
}

impl Events for Recorder<'_, '_> {
    fn on_event(&mut self, event: &EventView<'_>) -> ControlFlow<Stop> {
        if let (Some(states), EventKind::Examined, Some(Shown::Cells(cells))) =
            (&mut self.states, event.kind, event.state)
        {
            self.full |= 2 * states.bytes() > self.limit;
            if !self.full {
                states.push(cells.iter().copied().map(CellValue::number));
            }
        }
        match &mut self.events {
            Some(events) => events.on_event(event),
            None => ControlFlow::Continue(()),
        }
    }
}

fn propagating(puzzle: &Puzzle, options: &Options, budget: &mut Budget, mut events: Option<&mut dyn Events>) -> Answer {
    let mut search = Propagating::new(puzzle, options.seed);
    let mut collected = Collected::new(options.wanted);
    let mut states = States::default();
    let mut route = Vec::new();
    let mut extra_bytes = 0;
    let byte_limit = budget.byte_limit();
    let mut stopped = None;
    let mut complete = false;
    while !collected.enough() {
        let found = if options.record || events.is_some() {
            let limit = byte_limit.saturating_sub(collected.bytes());
            let (states, events) = (options.record.then_some(&mut states), events.as_deref_mut());
            let mut recorder = Recorder { states, limit, full: false, events };
            let found = search.next(budget, Some(&mut recorder));
            if recorder.full { Found::Stopped(Limit::Memory) } else { found }
        } else {
            search.next(budget, None)
        };
        match found {
            Found::Solution(solution) => {
                if collected.count == 0 {
                    route = search.route().into_iter().map(|(number, cell)| Placement { number, cell }).collect();
                }
                collected.push(solution);
            }
            Found::NoMore => {
                complete = true;
                break;
            }
            Found::Paused => {}
            Found::Stopped(limit) => {
                stopped = Some(limit);
                break;
            }
        }
        extra_bytes = collected.bytes() + 2 * states.bytes();
        if search.stats().peak_bytes + extra_bytes > byte_limit {
            stopped = Some(Limit::Memory);
            break;
        }
    }
    let mut stats = search.stats();
    stats.peak_bytes += extra_bytes;
    Answer {
        ending: collected.ending(stopped),
        count: collected.count,
        complete,
        solutions: collected.solutions,
        route,
        created: states.clone(),
        examined: states,
        stats,
    }
}

/// Observes a blind search: records states, and collects solutions where the search itself does not end at one.
struct Blind<'a, 'p, 'e, C> {
    problem: &'a Placing<'p, C>,
    record: bool,
    created: States,
    examined: States,
    collected: Collected,
    /// Solutions already counted, where the tree meets each several times.
    known: Option<HashSet<C>>,
    observed: Option<Observed<'e, ShowPlacing<'a, 'p, C>>>,
}

impl<C: Contents> Blind<'_, '_, '_, C> {
    fn bytes(&self) -> u64 {
        let known = self.known.as_ref().map_or(0, |known| known.capacity() * (size_of::<C>() + 1));
        self.created.bytes() + self.examined.bytes() + self.collected.bytes() + known as u64
    }
}

impl<'p, C: Contents> Observer<Placing<'p, C>> for Blind<'_, 'p, '_, C> {
    fn event(&mut self, event: Event<'_, Placing<'p, C>>) -> ControlFlow<Stop> {
        if let Some(observed) = &mut self.observed {
            observed.event(event)?;
        }
        let narrow = |state: State| state.into_iter().map(|number| number.map(|number| number as i32));
        match event {
            Event::Created { origin, root, .. } if self.record => {
                let mut state = root.map(|root| self.problem.state(root)).unwrap_or_default();
                if let Some(origin) = origin {
                    let (number, cell) = self.problem.placed(origin.action);
                    state = self.problem.state(origin.state);
                    state[cell.index()] = Some(number);
                }
                self.created.push(narrow(state));
            }
            Event::Examined { state, id, g, .. } => {
                if self.record {
                    self.examined.push(narrow(self.problem.state(state)));
                }
                if let Some(solution) = self.problem.solution(state)
                    && self.known.as_mut().is_none_or(|known| known.insert(state.clone()))
                {
                    self.collected.push(solution);
                    if let (Some(observed), true) = (&mut self.observed, self.collected.wanted != Wanted::First) {
                        observed.on_solution(id, g)?;
                    }
                    if self.collected.wanted != Wanted::First && self.collected.enough() {
                        return ControlFlow::Break(Stop);
                    }
                }
            }
            _ => {}
        }
        ControlFlow::Continue(())
    }
}

fn blind<C: Contents>(
    puzzle: &Puzzle,
    options: &Options,
    budget: &mut Budget,
    events: Option<&mut dyn Events>,
) -> Answer {
    let first = options.wanted == Wanted::First;
    let problem = Placing::<C>::new(puzzle, options.seed, first);
    match (options.method, options.tree) {
        (Method::Dfs, false) => observe(&problem, DepthFirst::plain(&problem), options, budget, events),
        // No path is longer than there are cells to fill: the limit cuts nothing off, and nothing is remembered.
        (Method::Dfs, true) => {
            let depth = puzzle.empty_cells().len() as Cost;
            observe(&problem, DepthFirst::depth_limited(&problem, depth), options, budget, events)
        }
        (_, false) => observe(&problem, BestFirst::breadth_first(&problem), options, budget, events),
        (_, true) => observe(&problem, BestFirst::breadth_first(&problem).keep_duplicates(), options, budget, events),
    }
}

fn observe<'p, C, S>(
    problem: &Placing<'p, C>,
    mut search: S,
    options: &Options,
    budget: &mut Budget,
    events: Option<&mut dyn Events>,
) -> Answer
where
    C: Contents,
    S: Search<Placing<'p, C>>,
{
    let mut blind = Blind {
        problem,
        record: options.record,
        created: States::default(),
        examined: States::default(),
        collected: Collected::new(options.wanted),
        known: (options.tree && options.wanted != Wanted::First).then(HashSet::default),
        observed: events.map(|events| Observed::new(ShowPlacing::new(problem), events)),
    };
    let byte_limit = budget.byte_limit();
    let ending = loop {
        // What is recorded is memory too: the search has the rest.
        *budget = std::mem::take(budget).max_bytes(byte_limit.saturating_sub(blind.bytes()));
        if let ControlFlow::Break(ending) = search.step(&mut blind, budget) {
            break ending;
        }
    };
    *budget = std::mem::take(budget).max_bytes(byte_limit);
    let report = search.report();
    let mut stats = report.stats;
    stats.peak_bytes += blind.bytes();
    let collected = blind.collected;
    let place = |action| {
        let (number, cell) = problem.placed(action);
        Placement { number, cell }
    };
    let route = match (report.solution, collected.solutions.first()) {
        (Some(solution), _) => solution.actions.into_iter().map(place).collect(),
        (None, Some(filled)) => problem.first_route(filled).into_iter().map(place).collect(),
        (None, None) => Vec::new(),
    };
    let enough = options.wanted != Wanted::First && collected.enough();
    let stopped = match ending {
        Ending::Stopped(limit) if !enough => Some(limit),
        _ => None,
    };
    Answer {
        ending: collected.ending(stopped),
        count: collected.count,
        complete: ending == Ending::Unsolvable,
        solutions: collected.solutions,
        route,
        created: blind.created,
        examined: blind.examined,
        stats,
    }
}
