//! The propagating search: after every placement, draw what conclusions can be drawn cheaply, and only then guess again.
//!
//! Every empty cell keeps the set of numbers it can still take. A placement shrinks the sets of other cells until
//! nothing more follows:
//!
//! * *bounds*: in a sum that must reach 34, a cell can hold nothing for which the other cells, at their smallest or
//!   largest, cannot make up the rest;
//! * *pairs*: when two cells of an exact sum are open, each number of one needs its partner in the other;
//! * *sets*: where the cells of a sum differ and few sets of numbers make it, only numbers of sets that are still
//!   possible stay, and a number that all of them need has to go somewhere;
//! * *different*: a number that is placed leaves the other cells of its line; more cells than numbers for them is a
//!   contradiction, as many cells as numbers means that every number has a place.
//!
//! When a set is empty the placement was wrong. The next guess is made in the cell with the fewest numbers left, where a
//! wrong one costs least. Changes are kept on a trail, so going back costs what was changed and nothing is copied.
//!
//! Numbers are tried in ascending order, which can be a bad one: a large magic square begun with 1, 2, 3 has no end. Where
//! one solution is enough, [`First`] therefore runs it by turns with others in shuffled orders, in turns that grow twice as
//! long each time. It is as deterministic as the rest, and whichever ends first has the answer.
//!
//! [`Propagating::next`] resumes where it stopped, so solutions come one by one, in a fixed order.

use std::ops::ControlFlow;

use hueco_search::{
    Budget, CellValue, EventKind, EventRecord, EventView, Events, Limit, NodeId, Reason, Shown, Stats, Stop,
};

use crate::bits::Bits;
use crate::infer::{Mark, Store};
use crate::model::Model;
use crate::order;
use crate::puzzle::{CellId, Placement, Puzzle};

/// What the search came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// A solution: the contents of all cells.
    Solution(Vec<i64>),
    /// There are no more.
    NoMore,
    /// A limit; the search can be resumed with another budget.
    Stopped(Limit),
    /// As many nodes as were asked for; see [`Propagating::pause_after`].
    Paused,
}

/// A guess: a cell, and what is left to try there.
struct Frame<const W: usize> {
    variable: u16,
    left: Bits<W>,
    /// With a seed: the key of the order.
    key: u64,
    /// What to go back to before each try.
    mark: Mark,
    /// The node whose children these are, by its place among those that survived.
    id: NodeId,
}

/// A propagating search in progress. `W` words of 64 numbers.
struct Engine<const W: usize> {
    model: Model,
    store: Store<W>,
    frames: Vec<Frame<W>>,
    seed: Option<u64>,
    start: Vec<i64>,
    /// The cells' names, for observers of events.
    names: Box<[Box<str>]>,
    begun: bool,
    /// Generated nodes at which to pause.
    pause: u64,
    stats: Stats,
}

/// A propagating search in progress.
pub struct Propagating(Width);

/// How many words the sets take: chosen by the count of different numbers.
enum Width {
    One(Engine<1>),
    Two(Engine<2>),
    Sixteen(Engine<16>),
}

macro_rules! with_engine {
    ($self:expr, $engine:ident => $body:expr) => {
        match $self {
            Width::One($engine) => $body,
            Width::Two($engine) => $body,
            Width::Sixteen($engine) => $body,
        }
    };
}

impl Propagating {
    /// A search for the solutions of `puzzle`. With a seed, numbers are tried in an order derived from the seed.
    pub fn new(puzzle: &Puzzle, seed: Option<u64>) -> Self {
        Self(match puzzle.numbers().len() {
            0..=64 => Width::One(Engine::new(puzzle, seed)),
            65..=128 => Width::Two(Engine::new(puzzle, seed)),
            _ => Width::Sixteen(Engine::new(puzzle, seed)),
        })
    }

    /// The next solution, the end, or a limit.
    ///
    /// `events` receives every node that survives its conclusions, created and examined in one go, and every placement that was
    /// refuted.
    pub fn next(&mut self, budget: &mut Budget, events: Option<&mut dyn Events>) -> Found {
        with_engine!(&mut self.0, engine => engine.next(budget, events))
    }

    /// Pauses the search when it has generated this many nodes in all. Another call lets it continue.
    pub fn pause_after(&mut self, nodes: u64) {
        with_engine!(&mut self.0, engine => engine.pause = nodes);
    }

    /// The cells in the order in which they were filled, on the way to the solution that was found last.
    pub fn route(&self) -> Vec<(i64, CellId)> {
        with_engine!(&self.0, engine => engine.route())
    }

    /// Counters: generated are placements tried, and the start; examined are those that survived.
    pub fn stats(&self) -> Stats {
        with_engine!(&self.0, engine => engine.stats)
    }
}

/// The nodes of the first turn.
const FIRST_TURN: u64 = 2000;

/// A search for one solution, by turns in several orders.
pub struct First<'a> {
    puzzle: &'a Puzzle,
    ascending: Propagating,
    shuffled: Option<Propagating>,
    turn: u64,
    /// The nodes of searches that were given up.
    spent: Stats,
}

impl<'a> First<'a> {
    /// A search for one solution of `puzzle`.
    pub fn new(puzzle: &'a Puzzle) -> Self {
        let ascending = Propagating::new(puzzle, None);
        Self { puzzle, ascending, shuffled: None, turn: 0, spent: Stats::default() }
    }

    /// A solution, the proof that there is none, or a limit.
    pub fn next(&mut self, budget: &mut Budget) -> Found {
        loop {
            let nodes = FIRST_TURN << (self.turn / 2).min(40);
            let found = if self.turn.is_multiple_of(2) {
                self.ascending.pause_after(2 * nodes);
                self.ascending.next(budget, None)
            } else {
                let shuffled = self.shuffled.get_or_insert_with(|| Propagating::new(self.puzzle, Some(self.turn)));
                shuffled.pause_after(nodes);
                let limit = budget.byte_limit();
                *budget = std::mem::take(budget).max_bytes(limit.saturating_sub(self.ascending.stats().peak_bytes));
                let found = shuffled.next(budget, None);
                *budget = std::mem::take(budget).max_bytes(limit);
                // No room for a second search is no reason to end the first.
                if found == Found::Stopped(Limit::Memory) { Found::Paused } else { found }
            };
            if found != Found::Paused {
                return found;
            }
            if let Some(given_up) = self.shuffled.take() {
                self.spent += given_up.stats();
            }
            self.turn += 1;
        }
    }

    /// The route of the solution that was found.
    pub fn route(&self) -> Vec<(i64, CellId)> {
        self.shuffled.as_ref().unwrap_or(&self.ascending).route()
    }

    /// Counters of all turns together.
    pub fn stats(&self) -> Stats {
        let shuffled = self.shuffled.as_ref().map_or(Stats::default(), Propagating::stats);
        let peak_bytes = self.ascending.stats().peak_bytes + self.spent.peak_bytes.max(shuffled.peak_bytes);
        Stats { peak_bytes, ..self.ascending.stats() + self.spent + shuffled }
    }
}

impl<const W: usize> Engine<W> {
    fn new(puzzle: &Puzzle, seed: Option<u64>) -> Self {
        let model = Model::new(puzzle);
        let start = puzzle.start().into_iter().map(|value| value.unwrap_or(0)).collect();
        let names = puzzle.cells().iter().map(|cell| cell.name.as_str().into()).collect();
        let store = Store::new(&model);
        let (frames, stats) = (Vec::new(), Stats::default());
        Self { store, model, frames, seed, start, names, begun: false, pause: u64::MAX, stats }
    }

    fn next(&mut self, budget: &mut Budget, mut events: Option<&mut dyn Events>) -> Found {
        if !self.begun {
            match self.begin(budget, &mut events) {
                Ok(true) => return self.solution(events),
                Ok(false) => {}
                Err(limit) => return Found::Stopped(limit),
            }
        }
        loop {
            let Some(frame) = self.frames.last_mut() else { return Found::NoMore };
            self.store.undo(frame.mark);
            if frame.left.is_empty() {
                self.frames.pop();
                continue;
            }
            if self.stats.generated >= self.pause {
                return Found::Paused;
            }
            if self.model.is_heavy
                && let Err(limit) = budget.check()
            {
                return Found::Stopped(limit);
            }
            if let Err(limit) = budget.spend().and_then(|()| self.store.make_room(budget, &mut self.stats)) {
                return Found::Stopped(limit);
            }
            let number = match self.seed {
                None => frame.left.lowest(),
                Some(_) => frame.left.iter().min_by_key(|&n| order::rank(frame.key, n as u16)).unwrap_or_default(),
            };
            frame.left.remove(number);
            self.stats.generated += 1;
            let (variable, parent) = (frame.variable, frame.id);
            let refuted = self.store.place(&self.model, variable, number).is_err();
            let mut flow = ControlFlow::Continue(());
            if let Some(events) = &mut events {
                let placement =
                    Placement { number: self.model.values[number], cell: self.model.cells[variable as usize] };
                flow = self.report_tried(*events, placement, parent, refuted);
            }
            if !refuted && self.examine(&mut events) {
                return self.solution(events);
            }
            if flow.is_break() {
                return Found::Stopped(Limit::Interrupt);
            }
        }
    }

    /// The start: what follows from the rules alone. True if that is already everything.
    fn begin(&mut self, budget: &mut Budget, events: &mut Option<&mut dyn Events>) -> Result<bool, Limit> {
        budget.check()?;
        self.store.make_room(budget, &mut self.stats)?;
        budget.spend()?;
        self.begun = true;
        self.stats.generated = 1;
        let refuted = self.store.begin(&self.model).is_err();
        let mut flow = ControlFlow::Continue(());
        if let Some(events) = events {
            flow = self.report(*events, self.event(EventKind::Created, self.next_id()));
        }
        if refuted {
            return Ok(false);
        }
        let solved = self.examine(events);
        if flow.is_break() && !solved { Err(Limit::Interrupt) } else { Ok(solved) }
    }

    /// Takes a node that survived: true if it is a solution, else its children wait in a frame.
    fn examine(&mut self, events: &mut Option<&mut dyn Events>) -> bool {
        let id = self.next_id();
        if let Some(events) = events {
            // An observer that wants to stop does so when the node is created.
            let _ = self.report(*events, self.event(EventKind::Examined, id));
        }
        self.stats.examined += 1;
        let Some(variable) = self.store.most_constrained(&self.model) else { return true };
        self.stats.expanded += 1;
        let key = self.seed.map_or(0, |seed| order::node_key(seed, self.store.contents()));
        let left = self.store.domain(variable);
        self.frames.push(Frame { variable, left, key, mark: self.store.mark(), id });
        false
    }

    /// The number of the next node that survives.
    fn next_id(&self) -> NodeId {
        NodeId::after(self.stats.examined)
    }

    /// An event about the node that was just placed: as deep as there are guesses.
    fn event(&self, kind: EventKind<&'static str>, id: NodeId) -> EventView<'static> {
        EventRecord { node: Some(id), g: Some(self.frames.len() as u64), ..EventRecord::new(kind) }
    }

    /// Reports an event with the contents of all cells.
    fn report(&self, events: &mut dyn Events, event: EventView<'_>) -> ControlFlow<Stop> {
        events.on_event(&EventRecord { state: Some(Shown::Cells(&self.cells())), ..event })
    }

    /// Reports a placement: a new node, or one that contradicts the rules. The state of that one is its parent's with the one
    /// number more; what followed from it is undone.
    #[cold]
    fn report_tried(
        &mut self,
        events: &mut dyn Events,
        placement: Placement,
        parent: NodeId,
        refuted: bool,
    ) -> ControlFlow<Stop> {
        let mut event = self.event(EventKind::Created, self.next_id());
        if refuted {
            event = EventRecord { kind: EventKind::Pruned(Reason::DeadEnd), node: None, ..event };
            if let Some(frame) = self.frames.last() {
                self.store.undo(frame.mark);
            }
        }
        let mut cells = self.cells();
        cells[placement.cell.index()] = CellValue::new(placement.number as i32);
        let action = format!("{}={}", self.names[placement.cell.index()], placement.number);
        let (action, state, parent) = (Some(&*action), Some(Shown::Cells(&cells)), Some(parent));
        events.on_event(&EventRecord { parent, action, state, ..event })
    }

    /// The contents of all cells.
    fn cells(&self) -> Vec<CellValue> {
        let mut cells: Vec<CellValue> = self.start.iter().map(|&number| CellValue::new(number as i32)).collect();
        for (cell, number) in self.model.cells.iter().zip(self.store.contents()) {
            cells[cell.index()] = match number.checked_sub(1) {
                Some(number) => CellValue::new(self.model.values[number as usize] as i32),
                None => CellValue::EMPTY,
            };
        }
        cells
    }

    fn solution(&self, events: Option<&mut dyn Events>) -> Found {
        if let Some(events) = events {
            let kind = EventKind::Solved { expanded: false };
            let _ = events.on_event(&self.event(kind, NodeId::after(self.stats.examined.saturating_sub(1))));
        }
        let mut filled = self.start.clone();
        for (cell, number) in self.model.cells.iter().zip(self.store.contents()) {
            filled[cell.index()] = self.model.values[number as usize - 1];
        }
        Found::Solution(filled)
    }

    fn route(&self) -> Vec<(i64, CellId)> {
        self.store
            .filled()
            .map(|(variable, number)| (self.model.values[number], self.model.cells[variable as usize]))
            .collect()
    }
}
