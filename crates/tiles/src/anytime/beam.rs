//! Beam search: layer by layer, the best `width` boards of each.
//!
//! Fast rather than general: boards are rows of bytes, a child is sixteen bytes until it is kept, and what is best is
//! found by counting, not by sorting (`layer/`). The path to the goal is found through the origins of every layer
//! (`history.rs`). Same board, width and ordering: same result, whatever the number of threads.

use hueco_search::{Budget, Limit};

use super::geometry::Geometry;
use super::history::{History, Origin};
use super::layer::{Layers, Node, Step};
use super::ordering::Ordering;
use crate::IS_SMALL;
use crate::board::Direction;

/// What a beam may do.
#[derive(Clone, Debug)]
pub struct Options {
    /// Boards kept in a layer.
    pub width: usize,
    /// Threads; the result is the same whatever their number.
    pub threads: usize,
    /// Only a solution of at most this many moves is of use: what cannot lead to one is cut off.
    pub longest: u32,
    /// At most this many children in all.
    pub max_nodes: u64,
    /// What a move costs: the best board of all layers is the one with the least score plus the price of its moves.
    pub price: i32,
    /// Layers for which to continue without a better one.
    pub patience: u32,
}

/// How a beam ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// All wanted tiles are home.
    Goal,
    /// No board is left, or none that can be in time.
    Empty,
    /// Patience.
    Idle,
    /// A limit.
    Stopped(Limit),
}

/// What a beam came to.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// How it ended.
    pub end: End,
    /// At the goal: the moves to it. Else: the moves to the best-scored board of all layers.
    pub moves: Vec<Direction>,
    /// Children generated.
    pub generated: u64,
    /// Boards expanded.
    pub expanded: u64,
    /// Layers completed.
    pub layers: u32,
    /// The most bytes held.
    pub peak_bytes: u64,
}

/// Searches from `start` (labels by cell) until all wanted tiles are home. The clock, the cancel flag and the byte limit
/// are the budget's.
///
/// ```
/// use hueco_search::Budget;
/// use hueco_tiles::anytime::beam::{End, Options, search};
/// use hueco_tiles::anytime::geometry::Geometry;
/// use hueco_tiles::anytime::ordering::{Convex, Weights};
/// use hueco_tiles::{Board, Frame, RandomBoards, Shape, replay};
///
/// let goal = Board::blank_last(Shape::new(5, 5)?);
/// let board = RandomBoards::new(&goal, 1).next().expect("a board");
/// let frame = Frame::new(&goal);
/// let geometry = Geometry::new(goal.shape(), frame.home());
/// let convex = Convex::new(goal.shape(), frame.home(), Weights::default());
/// let options = Options { width: 500, ..Options::default() };
/// let outcome = search(&geometry, &convex, &frame.labels(&board), &options, &Budget::unlimited());
/// assert_eq!(outcome.end, End::Goal);
/// assert_eq!(replay(&board, &outcome.moves)?, goal);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn search<O: Ordering>(
    geometry: &Geometry,
    ordering: &O,
    start: &[u16],
    options: &Options,
    budget: &Budget,
) -> Outcome {
    search_watched(geometry, ordering, start, options, budget, &mut |_| ())
}

/// The boards of one layer.
pub trait Layer {
    /// How many there are.
    fn boards(&self) -> usize;

    /// The labels of one of them by cell; more may follow, past the board's last cell.
    fn board(&self, at: usize) -> &[u8];
}

/// The same, and every layer is shown, from the start's on.
pub fn search_watched<O: Ordering>(
    geometry: &Geometry,
    ordering: &O,
    start: &[u16],
    options: &Options,
    budget: &Budget,
    watch: &mut dyn FnMut(&dyn Layer),
) -> Outcome {
    match geometry.stride() {
        16 if !IS_SMALL => run::<16, O>(geometry, ordering, start, options, budget, watch),
        25 => run::<25, O>(geometry, ordering, start, options, budget, watch),
        36 if !IS_SMALL => run::<36, O>(geometry, ordering, start, options, budget, watch),
        49 if !IS_SMALL => run::<49, O>(geometry, ordering, start, options, budget, watch),
        64 => run::<64, O>(geometry, ordering, start, options, budget, watch),
        100 => run::<100, O>(geometry, ordering, start, options, budget, watch),
        144 if !IS_SMALL => run::<144, O>(geometry, ordering, start, options, budget, watch),
        _ => run::<256, O>(geometry, ordering, start, options, budget, watch),
    }
}

/// About how many bytes a beam needs.
pub fn bytes_for(geometry: &Geometry, width: usize) -> u64 {
    let buffers = match geometry.stride() {
        16 => Layers::<16>::bytes_for(width),
        25 => Layers::<25>::bytes_for(width),
        36 => Layers::<36>::bytes_for(width),
        49 => Layers::<49>::bytes_for(width),
        64 => Layers::<64>::bytes_for(width),
        100 => Layers::<100>::bytes_for(width),
        144 => Layers::<144>::bytes_for(width),
        _ => Layers::<256>::bytes_for(width),
    };
    buffers + (HISTORY_LAYERS * width * size_of::<Origin>()) as u64 + (1 << 20)
}

/// A history holds about as much as this many whole layers.
const HISTORY_LAYERS: usize = 24;

impl Options {
    /// The widest beam.
    pub const WIDEST: usize = Origin::MOST;
}

impl Default for Options {
    fn default() -> Self {
        Self { width: 10_000, threads: 1, longest: u32::MAX, max_nodes: u64::MAX, price: 0, patience: u32::MAX }
    }
}

fn run<const N: usize, O: Ordering>(
    geometry: &Geometry,
    ordering: &O,
    start: &[u16],
    options: &Options,
    budget: &Budget,
    watch: &mut dyn FnMut(&dyn Layer),
) -> Outcome {
    let mut cells = [0; N];
    for (cell, &label) in cells.iter_mut().zip(start) {
        *cell = label as u8;
    }
    let node = Node {
        key: geometry.key_of(&cells),
        score: ordering.score(&cells),
        distance: geometry.distances(&cells) as u16,
        blank: start.iter().position(|&label| label == 0).expect("a board has a blank") as u8,
        back: 0,
        cells,
    };
    let width = options.width.clamp(1, Options::WIDEST);
    let mut beam = Running {
        layers: Layers::new(node, width, options.threads),
        history: History::default(),
        best: Best { value: node.score as i64, layer: 0, moves: Vec::new() },
        outcome: Outcome { end: End::Goal, moves: Vec::new(), generated: 1, expanded: 0, layers: 0, peak_bytes: 0 },
    };
    if node.distance == 0 {
        return beam.outcome;
    }
    beam.outcome.end = loop {
        watch(&beam.layers);
        if let Some(end) = beam.step(geometry, ordering, width, options, budget) {
            break end;
        }
    };
    if beam.outcome.end != End::Goal {
        beam.outcome.moves = beam.best.moves;
    }
    beam.outcome
}

struct Running<const N: usize> {
    layers: Layers<N>,
    history: History,
    best: Best,
    outcome: Outcome,
}

/// The best board so far: its score and the price of its moves, its layer, and the moves.
struct Best {
    value: i64,
    layer: u32,
    moves: Vec<Direction>,
}

impl<const N: usize> Running<N> {
    /// One layer on; `Some` at the end.
    fn step<O: Ordering>(
        &mut self,
        geometry: &Geometry,
        ordering: &O,
        width: usize,
        options: &Options,
        budget: &Budget,
    ) -> Option<End> {
        let boards = self.layers.nodes.len();
        if boards == 0 {
            return Some(End::Empty);
        }
        let Some(reach) = options.longest.checked_sub(self.outcome.layers + 1) else { return Some(End::Empty) };
        if let Err(limit) = self.may_go_on(boards, width, options, budget) {
            return Some(End::Stopped(limit));
        }
        let step = Step { geometry, ordering, width, threads: options.threads, reach, budget };
        let stepped = match self.history.clear_beside(options.threads, || self.layers.step(&step)) {
            Ok(stepped) => stepped,
            Err(limit) => return Some(End::Stopped(limit)),
        };
        self.history.push(stepped.origins);
        let outcome = &mut self.outcome;
        outcome.generated += stepped.generated;
        outcome.expanded += boards as u64;
        outcome.layers += 1;
        outcome.peak_bytes = outcome.peak_bytes.max(self.layers.bytes() + self.history.bytes());
        if let Some(place) = stepped.goal {
            outcome.moves = self.history.way_to(place);
            return Some(End::Goal);
        }
        let layer = outcome.layers;
        if let Some((place, score)) = stepped.best {
            let value = score as i64 + options.price as i64 * layer as i64;
            if value < self.best.value {
                self.best = Best { value, layer, moves: self.history.way_to(place) };
            }
        }
        (layer - self.best.layer >= options.patience).then_some(End::Idle)
    }

    /// Whether the limits leave room for another layer, before it is begun.
    fn may_go_on(&self, boards: usize, width: usize, options: &Options, budget: &Budget) -> Result<(), Limit> {
        budget.check()?;
        // A board has at most three children, the first four.
        let children = 3 * boards as u64 + 1;
        if self.outcome.generated + children > options.max_nodes {
            return Err(Limit::Nodes);
        }
        let next = (3 * boards).min(width);
        let needed = Layers::<N>::bytes_for(next).max(self.layers.bytes()) + (next * size_of::<Origin>()) as u64;
        budget.allow_bytes(self.history.bytes() + needed)
    }
}
