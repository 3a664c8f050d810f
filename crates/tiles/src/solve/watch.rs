//! A plan carried out under observation: the same search, reported event by event.
//!
//! Records show boards, not packed labels: they are unpacked here, into one buffer that is overwritten each time. The search is the
//! engine's own in every case: the hand-written kernel and the pattern databases of `auto` report no events, so they are
//! not used ([`watched_plan`] says what `auto` becomes). Counts are the same.

use std::borrow::Cow;

use hueco_search::{CellValue, Events, Observed, Problem, Show, Shown};

use super::{Algorithm, Answer, DEFAULT_HEURISTIC, Plan, PlanError, Progress, Run, carry_out};
use crate::board::Direction;
use crate::cells::Cells;
use crate::problem::Frame;
use crate::workbench::Workbench;

/// Boards of at most this many cells are searched by A*, larger ones by IDA*, which needs no memory.
const LARGEST_FOR_A_STAR: usize = 9;

/// The plan as it is carried out under observation: `auto`, which chooses among methods that report no events, becomes A* up to
/// nine cells and IDA* beyond, with Manhattan distance.
pub fn watched_plan(plan: &Plan) -> Cow<'_, Plan> {
    if plan.algorithm != Algorithm::Auto {
        return Cow::Borrowed(plan);
    }
    let small = plan.board.shape().cells() <= LARGEST_FOR_A_STAR;
    let algorithm = if small { Algorithm::Astar } else { Algorithm::Idastar };
    Cow::Owned(Plan { algorithm, heuristic: Some(DEFAULT_HEURISTIC), ..plan.clone() })
}

/// Carries a plan out, as [`solve`](super::solve) does, and reports every event. A board is shown as its numbers row by row,
/// an action by the letter of the blank's move.
///
/// ```
/// use std::ops::ControlFlow;
/// use hueco_search::{CellValue, EventKind, EventView, Events, Shown, Stop};
/// use hueco_tiles::solve::{Plan, solve_watched};
/// use hueco_tiles::{Board, Workbench, parse_board};
///
/// struct Examined(Vec<Vec<CellValue>>);
/// impl Events for Examined {
///     fn on_event(&mut self, event: &EventView<'_>) -> ControlFlow<Stop> {
///         if let (EventKind::Examined, Some(Shown::Cells(cells))) = (event.kind, event.state) {
///             self.0.push(cells.to_vec());
///         }
///         ControlFlow::Continue(())
///     }
/// }
///
/// let board = parse_board("1 2 3 / 4 5 6 / 7 0 8", None)?;
/// let goal = Board::blank_last(board.shape());
/// let mut examined = Examined(Vec::new());
/// solve_watched(&Plan::new(board, goal), &Workbench::default(), &mut |_| (), &mut examined)?;
/// let boards = [[1, 2, 3, 4, 5, 6, 7, 0, 8], [1, 2, 3, 4, 5, 6, 7, 8, 0]];
/// assert_eq!(examined.0, boards.map(|board| board.map(CellValue::new)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve_watched(
    plan: &Plan,
    workbench: &Workbench,
    progress: &mut dyn FnMut(&Progress),
    events: &mut dyn Events,
) -> Result<Answer, PlanError> {
    let plan = watched_plan(plan);
    let frame = Frame::new(&plan.goal);
    let mut run = Run::new(&plan, workbench, progress);
    run.watch = Some(Observed::new(ShowBoards::new(&frame), events));
    carry_out(run)
}

/// The observer of a plan's search.
pub(super) type Watched<'a> = Observed<'a, ShowBoards>;

/// Shows packed boards.
pub(super) struct ShowBoards {
    cols: usize,
    /// By label: the tile's number. At least sixteen, so that a label of four bits needs no check.
    numbers: Box<[CellValue]>,
    cells: Box<[CellValue]>,
    /// The key of the board in `cells`, once the tile of `moved` is back: a node and its children come one after the other,
    /// and are unpacked once.
    unpacked: Option<u64>,
    /// The cells that the last child differs in.
    moved: (usize, usize),
}

impl ShowBoards {
    fn new(frame: &Frame) -> Self {
        let count = frame.shape().cells();
        let mut numbers = vec![CellValue::EMPTY; count.max(16)];
        for (label, number) in numbers.iter_mut().take(count).enumerate() {
            *number = CellValue::new(frame.number(label).into());
        }
        Self {
            cols: frame.shape().cols(),
            numbers: numbers.into(),
            cells: vec![CellValue::EMPTY; count].into(),
            unpacked: None,
            moved: (0, 0),
        }
    }

    #[inline(always)]
    fn unpack<C: Cells>(&mut self, state: &C) {
        let key = state.key();
        if key.is_some() && key == self.unpacked {
            let (tile, blank) = self.moved;
            self.cells.swap(tile, blank);
            return;
        }
        self.unpacked = key;
        match (state.word(), self.numbers.first_chunk::<16>()) {
            (Some(mut word), Some(numbers)) => {
                for cell in &mut self.cells {
                    *cell = numbers[(word & 15) as usize];
                    word >>= 4;
                }
            }
            _ => {
                for (at, cell) in self.cells.iter_mut().enumerate() {
                    *cell = self.numbers[state.get(at)];
                }
            }
        }
    }
}

impl<P: Problem<Action = Direction, State: Cells>> Show<P> for ShowBoards {
    #[inline(always)]
    fn state(&mut self, state: &P::State) -> Shown<'_> {
        self.unpack(state);
        self.moved = (0, 0);
        Shown::Cells(&self.cells)
    }

    #[inline(always)]
    fn child(&mut self, parent: &P::State, action: Direction) -> (&str, Shown<'_>) {
        self.unpack(parent);
        let blank = parent.blank();
        // The action is legal, so its direction is all there is to ask.
        let (letter, tile) = match action {
            Direction::Up => ("U", blank.wrapping_sub(self.cols)),
            Direction::Left => ("L", blank.wrapping_sub(1)),
            Direction::Right => ("R", blank + 1),
            Direction::Down => ("D", blank + self.cols),
        };
        self.cells.swap(tile, blank);
        self.moved = (tile, blank);
        (letter, Shown::Cells(&self.cells))
    }
}
