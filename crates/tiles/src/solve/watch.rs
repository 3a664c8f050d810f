//! A plan carried out under watch: the same search, told of event by event.
//!
//! A watcher sees boards, not packed labels: what it is told is unpacked here, into one buffer that is written over each time. The
//! search is the engine's own in every case: the hand-written kernel and the pattern databases of `auto` tell nothing, so they
//! are passed by ([`watched_plan`] says what `auto` becomes). Counts are the same.

use std::borrow::Cow;
use std::ops::ControlFlow;

use hueco_search::{Event, Observer, Origin, Problem, Stop, Told, Watch, What};

use super::{Algorithm, Answer, DEFAULT_HEURISTIC, Plan, PlanError, Progress, Run, carry_out};
use crate::board::Direction;
use crate::cells::Cells;
use crate::problem::Frame;
use crate::workbench::Workbench;

/// Told of everything a search on tiles does: the move of the blank, and the board's numbers row by row.
pub type TilesWatch<'a> = dyn Watch<Direction, [u16]> + 'a;

/// Boards of at most this many cells are searched by A*, larger ones by IDA*, which needs no memory.
const LARGEST_FOR_A_STAR: usize = 9;

/// The plan as it is carried out under watch: `auto`, which chooses among methods that tell nothing, becomes A* up to nine
/// cells and IDA* beyond, with Manhattan distance.
pub fn watched_plan(plan: &Plan) -> Cow<'_, Plan> {
    if plan.algorithm != Algorithm::Auto {
        return Cow::Borrowed(plan);
    }
    let small = plan.board.shape().cells() <= LARGEST_FOR_A_STAR;
    let algorithm = if small { Algorithm::Astar } else { Algorithm::Idastar };
    Cow::Owned(Plan { algorithm, heuristic: Some(DEFAULT_HEURISTIC), ..plan.clone() })
}

/// Carries a plan out, as [`solve`](super::solve) does, and tells `watch` of every event.
///
/// ```
/// use std::ops::ControlFlow;
/// use hueco_search::{Stop, Told, Watch, What};
/// use hueco_tiles::solve::{Plan, solve_watched};
/// use hueco_tiles::{Board, Direction, Workbench, parse_board};
///
/// struct Examined(Vec<Vec<u16>>);
/// impl Watch<Direction, [u16]> for Examined {
///     fn told(&mut self, told: Told<Direction>, board: Option<&[u16]>) -> ControlFlow<Stop> {
///         if told.what == What::Examined {
///             self.0.extend(board.map(<[u16]>::to_vec));
///         }
///         ControlFlow::Continue(())
///     }
/// }
///
/// let board = parse_board("1 2 3 / 4 5 6 / 7 0 8", None)?;
/// let goal = Board::blank_last(board.shape());
/// let mut examined = Examined(Vec::new());
/// solve_watched(&Plan::new(board, goal), &Workbench::default(), &mut |_| (), &mut examined)?;
/// assert_eq!(examined.0, [[1, 2, 3, 4, 5, 6, 7, 0, 8], [1, 2, 3, 4, 5, 6, 7, 8, 0]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve_watched(
    plan: &Plan,
    workbench: &Workbench,
    progress: &mut dyn FnMut(&Progress),
    watch: &mut TilesWatch<'_>,
) -> Result<Answer, PlanError> {
    let plan = watched_plan(plan);
    let frame = Frame::new(&plan.goal);
    let mut run = Run::new(&plan, workbench, progress);
    run.watch = Some(Watched::new(&frame, plan.algorithm, watch));
    carry_out(run)
}

/// The watcher as the engine's observer: unpacks boards.
pub(super) struct Watched<'a> {
    frame: &'a Frame,
    /// From both ends: a solution is where they meet, and that node was expanded like any other.
    both_ends: bool,
    watch: &'a mut TilesWatch<'a>,
    board: Vec<u16>,
    /// The packed board that `board` shows: a node and its children come one after the other and are unpacked once.
    shown: Option<u64>,
}

impl<'a> Watched<'a> {
    fn new(frame: &'a Frame, algorithm: Algorithm, watch: &'a mut TilesWatch<'_>) -> Self {
        let both_ends = matches!(algorithm, Algorithm::Bidirectional | Algorithm::Nbs);
        Self { both_ends, watch, board: vec![0; frame.shape().cells()], shown: None, frame }
    }

    #[inline]
    fn unpack<C: Cells>(&mut self, state: &C) {
        match state.word() {
            Some(word) if self.shown == Some(word) => {}
            Some(mut word) => {
                self.shown = Some(word);
                for number in &mut self.board {
                    *number = self.frame.number((word & 15) as usize);
                    word >>= 4;
                }
            }
            None => {
                for (cell, number) in self.board.iter_mut().enumerate() {
                    *number = self.frame.number(state.get(cell));
                }
            }
        }
    }

    /// Tells of a child with the board after its action, which the search never applied, or has not yet.
    #[inline]
    fn tell_child<P: Problem<Action = Direction, State: Cells>>(
        &mut self,
        told: Told<Direction>,
        origin: &Origin<'_, P>,
    ) -> ControlFlow<Stop> {
        self.unpack(origin.state);
        let (blank, cols) = (origin.state.blank(), self.frame.shape().cols());
        // The action is a legal one, so which way it goes is all there is to ask.
        let from = match origin.action {
            Direction::Up => blank.wrapping_sub(cols),
            Direction::Left => blank.wrapping_sub(1),
            Direction::Right => blank + 1,
            Direction::Down => blank + cols,
        };
        self.board.swap(blank, from);
        let flow = self.watch.told(told, Some(&self.board));
        self.board.swap(blank, from);
        flow
    }
}

impl<P: Problem<Action = Direction, State: Cells>> Observer<P> for Watched<'_> {
    fn event(&mut self, event: Event<'_, P>) -> ControlFlow<Stop> {
        let mut told = Told::of(&event);
        match &event {
            Event::Created { origin: None, root: Some(state), .. } | Event::Examined { state, .. } => {
                self.unpack(*state);
                self.watch.told(told, Some(&self.board))
            }
            Event::Created { origin: Some(origin), .. }
            | Event::Pruned { origin, .. }
            | Event::Improved { origin, .. } => self.tell_child(told, origin),
            Event::Solved { cost, .. } => {
                told.what = What::Solved { cost: *cost, expanded: self.both_ends };
                self.watch.told(told, None)
            }
            Event::Created { .. } | Event::Deepened { .. } => self.watch.told(told, None),
        }
    }
}
