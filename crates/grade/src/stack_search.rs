//! The search of the `menu` course, and the usual ways to get it wrong.
//!
//! There is one stack. To pop a board is a step. Unless it is the goal, its children are created (blank up, down, left,
//! right), those that were ever pushed before are dropped, and the rest are ordered and pushed, the best one last. The same
//! loop can be run with one [`Mistake`]: if a student's steps are those of the loop with a mistake, that is what is wrong.
//!
//! This is separate from the course program on purpose. It only explains; the marks come from the output of the course
//! program.

use std::collections::VecDeque;
use std::fmt;

use rustc_hash::FxHashSet;
use serde::Serialize;

use crate::board::Board3x3;

/// Options 2, 3 and 4 of the menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Heuristic {
    /// 2, `PIEZAS`: tiles out of place, g.
    Pieces,
    /// 3, `SUMAS`: the sum of the distances, h.
    Sums,
    /// 4, `REGRESOS`: f = g + h, ties broken by the direct reversals, d.
    Reversals,
}

impl Heuristic {
    /// All three, in the order of the menu.
    pub const ALL: [Self; 3] = [Self::Pieces, Self::Sums, Self::Reversals];

    /// The option's number.
    pub fn option(self) -> u8 {
        self as u8 + 2
    }

    /// The option of a number.
    pub fn from_option(option: u64) -> Option<Self> {
        Self::ALL.into_iter().find(|h| u64::from(h.option()) == option)
    }

    /// The title in the file.
    pub fn title(self) -> &'static str {
        ["PIEZAS", "SUMAS", "REGRESOS"][self as usize]
    }
}

/// One rule that is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Mistake {
    /// In a tie the lexicographically smaller board is pushed first.
    TieSmallerFirst,
    /// In a tie the children are pushed as created: up, down, left, right.
    TieAsCreated,
    /// In a tie the child created last is pushed first.
    TieLastCreatedFirst,
    /// The smaller value is pushed first, so the worst child is examined next.
    WorstNext,
    /// g counts the blank.
    BlankInG,
    /// h counts the blank.
    BlankInH,
    /// d does not count the blank as a piece.
    NoBlankInD,
    /// d is ignored.
    DIgnored,
    /// In a tie of f the larger d is pushed first.
    LargerDFirst,
    /// d is added to f.
    DAddedToF,
    /// d considers horizontal neighbours only.
    DInRowsOnly,
    /// d considers vertical neighbours only.
    DInColumnsOnly,
    /// f is g alone.
    OnlyG,
    /// f is h alone.
    OnlyH,
    /// f adds the moves made, not g, to h.
    MovesForG,
    /// Option 2 orders by h.
    SumsForPieces,
    /// Option 3 orders by g.
    PiecesForSums,
    /// Values are measured to the goal with the blank last.
    OtherGoal,
    /// Only children still on the stack are dropped: an examined board is pushed again.
    ForgetsExamined,
    /// Only children already examined are dropped: a board is pushed twice.
    ForgetsPushed,
    /// Only the parent of the board is dropped.
    DropsParentOnly,
    /// Nothing is dropped.
    DropsNothing,
    /// Only the best child is pushed.
    BestChildOnly,
    /// The oldest board comes out first: a queue.
    Queue,
    /// The best of all waiting boards comes out first, not the last one pushed.
    BestOfAll,
    /// Children are not ordered at all.
    NotOrdered,
    /// Only the boards of the path from the start to the goal are recorded.
    PathOnly,
    /// Boards are recorded when pushed, not when popped.
    RecordsPushed,
    /// Dead ends are left out.
    NoDeadEnds,
    /// The start is not recorded.
    NoStart,
    /// The goal is not recorded.
    NoGoal,
    /// The whole order is reversed: values, d and boards.
    Reversed,
}

impl Mistake {
    /// All mistakes, the likeliest first.
    pub const ALL: [Self; 32] = [
        Self::TieSmallerFirst,
        Self::TieAsCreated,
        Self::TieLastCreatedFirst,
        Self::DIgnored,
        Self::NoBlankInD,
        Self::LargerDFirst,
        Self::BlankInG,
        Self::BlankInH,
        Self::WorstNext,
        Self::Reversed,
        Self::PathOnly,
        Self::NoDeadEnds,
        Self::ForgetsExamined,
        Self::ForgetsPushed,
        Self::DropsParentOnly,
        Self::DropsNothing,
        Self::BestChildOnly,
        Self::BestOfAll,
        Self::Queue,
        Self::NotOrdered,
        Self::DAddedToF,
        Self::DInRowsOnly,
        Self::DInColumnsOnly,
        Self::OnlyG,
        Self::OnlyH,
        Self::MovesForG,
        Self::SumsForPieces,
        Self::PiecesForSums,
        Self::OtherGoal,
        Self::RecordsPushed,
        Self::NoStart,
        Self::NoGoal,
    ];
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TieSmallerFirst => {
                "in a tie it pushed the lexicographically smaller board first; the larger one goes first"
            }
            Self::TieAsCreated => {
                "in a tie it pushed the boards as created (up, down, left, right); the lexicographically larger one goes first"
            }
            Self::TieLastCreatedFirst => {
                "in a tie it pushed the board created last first; the lexicographically larger one goes first"
            }
            Self::WorstNext => {
                "it pushed the smaller value first, so that the worst board came next; the larger value goes first"
            }
            Self::BlankInG => "it counted the blank in g; g counts tiles only",
            Self::BlankInH => "it counted the blank in h; h counts tiles only",
            Self::NoBlankInD => "it did not count the blank in d; in d the blank is a piece like any other",
            Self::DIgnored => "it did not use d; in a tie of f the board with the smaller d is pushed first",
            Self::LargerDFirst => "in a tie of f it pushed the larger d first; the smaller d goes first",
            Self::DAddedToF => "it added d to f; d only breaks ties of f",
            Self::DInRowsOnly => "it looked for direct reversals in rows only; columns count too",
            Self::DInColumnsOnly => "it looked for direct reversals in columns only; rows count too",
            Self::OnlyG => "it ordered by g alone; option 4 orders by f = g + h",
            Self::OnlyH => "it ordered by h alone; option 4 orders by f = g + h",
            Self::MovesForG => "it took the moves made for g; g is the number of tiles out of place",
            Self::SumsForPieces => "option 2 ordered by h; it orders by g",
            Self::PiecesForSums => "option 3 ordered by g; it orders by h",
            Self::OtherGoal => "it measured to the goal 1 2 3 / 4 5 6 / 7 8 0; the goal is 0 1 2 / 3 4 5 / 6 7 8",
            Self::ForgetsExamined => {
                "it dropped only boards still on the stack; every board ever pushed is dropped, examined ones too"
            }
            Self::ForgetsPushed => {
                "it dropped only boards already examined; every board ever pushed is dropped, waiting ones too"
            }
            Self::DropsParentOnly => "it dropped only the board before; every board ever pushed is dropped",
            Self::DropsNothing => "it dropped no board; every board ever pushed is dropped",
            Self::BestChildOnly => "it pushed only the best child; all children that are new are pushed",
            Self::Queue => "it took the board pushed first; the board pushed last is examined next",
            Self::BestOfAll => "it took the best of all waiting boards; the board pushed last is examined next",
            Self::NotOrdered => "it did not order the children before pushing them",
            Self::PathOnly => "it recorded only the path from the start to the goal; every popped board is a step",
            Self::RecordsPushed => "it recorded boards as they were pushed; a step is a popped board",
            Self::NoDeadEnds => "it left out dead ends; every popped board is a step",
            Self::NoStart => "it did not record the start; the start is the first step",
            Self::NoGoal => "it did not record the goal; the goal is the last step",
            Self::Reversed => {
                "it pushed the children in exactly the reverse order; the larger value goes first, then the smaller d, then the larger board"
            }
        })
    }
}

/// The mistakes of one program: none, one, or several at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Mistakes(u64);

impl Mistakes {
    /// Whether this is one of them.
    pub fn has(self, mistake: Mistake) -> bool {
        self.0 & (1 << mistake as u64) != 0
    }

    /// These and one more.
    #[must_use]
    pub fn and(self, mistake: Mistake) -> Self {
        Self(self.0 | 1 << mistake as u64)
    }
}

impl From<Option<Mistake>> for Mistakes {
    fn from(mistake: Option<Mistake>) -> Self {
        mistake.map_or(Self::default(), Self::from)
    }
}

impl From<Mistake> for Mistakes {
    fn from(mistake: Mistake) -> Self {
        Self::default().and(mistake)
    }
}

/// A board with its values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Child {
    /// The board.
    pub board: Board3x3,
    /// Tiles out of place.
    pub g: u32,
    /// Sum of the distances.
    pub h: u32,
    /// Twice the direct reversals.
    pub d: u32,
}

impl Child {
    /// g + h.
    pub fn f(&self) -> u32 {
        self.g + self.h
    }
}

/// A board taken from the stack.
#[derive(Clone, Debug)]
pub struct Popped {
    /// The board.
    pub board: Board3x3,
    /// The children pushed, in the order of pushing: the last one is examined next.
    pub pushed: Vec<Child>,
    /// The children dropped.
    pub dropped: Vec<Board3x3>,
}

#[derive(Clone, Copy, Debug)]
struct Waiting {
    child: Child,
    moves: u32,
    /// The popped board it came from, as a position in `popped`.
    parent: Option<usize>,
    /// Its place in the order of creation.
    created: usize,
}

/// The search, one step at a time.
#[derive(Clone, Debug)]
pub struct StackSearch {
    heuristic: Heuristic,
    mistakes: Mistakes,
    waiting: VecDeque<Waiting>,
    pushed: FxHashSet<Board3x3>,
    on_stack: FxHashSet<Board3x3>,
    examined: FxHashSet<Board3x3>,
    popped: Vec<(Board3x3, Option<usize>)>,
    created: usize,
    solved: bool,
}

impl StackSearch {
    /// A search that has not popped its start yet.
    pub fn new(start: Board3x3, heuristic: Heuristic, mistakes: impl Into<Mistakes>) -> Self {
        let mistakes = mistakes.into();
        let child = values(start, mistakes);
        Self {
            heuristic,
            mistakes,
            waiting: VecDeque::from([Waiting { child, moves: 0, parent: None, created: 0 }]),
            pushed: FxHashSet::from_iter([start]),
            on_stack: FxHashSet::from_iter([start]),
            examined: FxHashSet::default(),
            popped: Vec::new(),
            created: 0,
            solved: false,
        }
    }

    /// Boards on the stack, the next one last.
    pub fn waiting(&self) -> impl Iterator<Item = Board3x3> + '_ {
        self.waiting.iter().map(|w| w.child.board)
    }

    /// Whether a board was already popped.
    pub fn has_examined(&self, board: &Board3x3) -> bool {
        self.examined.contains(board)
    }

    /// Pops a board and pushes its children. `None` at the end.
    pub fn step(&mut self) -> Option<Popped> {
        if self.solved {
            return None;
        }
        let taken = self.take()?;
        let board = taken.child.board;
        let parent_board = taken.parent.map(|at| self.popped[at].0);
        self.popped.push((board, taken.parent));
        self.on_stack.remove(&board);
        self.examined.insert(board);
        let mut popped = Popped { board, pushed: Vec::new(), dropped: Vec::new() };
        if board == Board3x3::BLANK_FIRST {
            self.solved = true;
            return Some(popped);
        }
        let mut new = Vec::new();
        for next in board.neighbours() {
            if self.drops(&next, parent_board) {
                popped.dropped.push(next);
                continue;
            }
            self.created += 1;
            let child = values(next, self.mistakes);
            let parent = Some(self.popped.len() - 1);
            new.push(Waiting { child, moves: taken.moves + 1, parent, created: self.created });
        }
        let (heuristic, mistakes) = (self.heuristic, self.mistakes);
        new.sort_by(|a, b| order(heuristic, mistakes, a, b));
        if mistakes.has(Mistake::BestChildOnly) {
            new.drain(..new.len().saturating_sub(1));
        }
        popped.pushed = new.iter().map(|w| w.child).collect();
        self.pushed.extend(new.iter().map(|w| w.child.board));
        self.on_stack.extend(new.iter().map(|w| w.child.board));
        self.waiting.extend(new);
        if mistakes.has(Mistake::BestOfAll) {
            self.waiting.make_contiguous().sort_by(|a, b| order(heuristic, mistakes, a, b));
        }
        Some(popped)
    }

    fn take(&mut self) -> Option<Waiting> {
        loop {
            let is_queue = self.mistakes.has(Mistake::Queue);
            let taken = if is_queue { self.waiting.pop_front()? } else { self.waiting.pop_back()? };
            let is_again = self.mistakes.has(Mistake::ForgetsPushed) && self.examined.contains(&taken.child.board);
            if !is_again {
                return Some(taken);
            }
        }
    }

    fn drops(&self, board: &Board3x3, parent: Option<Board3x3>) -> bool {
        if self.mistakes.has(Mistake::ForgetsExamined) {
            self.on_stack.contains(board)
        } else if self.mistakes.has(Mistake::ForgetsPushed) {
            self.examined.contains(board)
        } else if self.mistakes.has(Mistake::DropsParentOnly) {
            parent == Some(*board)
        } else {
            !self.mistakes.has(Mistake::DropsNothing) && self.pushed.contains(board)
        }
    }

    fn path(&self) -> Vec<Board3x3> {
        let last = self.popped.len().checked_sub(1);
        let mut path: Vec<Board3x3> =
            std::iter::successors(last, |&at| self.popped[at].1).map(|at| self.popped[at].0).collect();
        path.reverse();
        path
    }
}

/// The order of pushing: what compares less is pushed first.
fn order(heuristic: Heuristic, mistakes: Mistakes, a: &Waiting, b: &Waiting) -> std::cmp::Ordering {
    if mistakes.has(Mistake::NotOrdered) {
        return a.created.cmp(&b.created);
    }
    let valued_as = match heuristic {
        Heuristic::Pieces if mistakes.has(Mistake::SumsForPieces) => Heuristic::Sums,
        Heuristic::Sums if mistakes.has(Mistake::PiecesForSums) => Heuristic::Pieces,
        Heuristic::Reversals if mistakes.has(Mistake::OnlyH) => Heuristic::Sums,
        Heuristic::Reversals if mistakes.has(Mistake::OnlyG) => Heuristic::Pieces,
        _ => heuristic,
    };
    let first = |w: &Waiting| match valued_as {
        Heuristic::Pieces => w.child.g,
        Heuristic::Sums => w.child.h,
        Heuristic::Reversals if mistakes.has(Mistake::DAddedToF) => w.child.f() + w.child.d,
        Heuristic::Reversals if mistakes.has(Mistake::MovesForG) => w.moves + w.child.h,
        Heuristic::Reversals => w.child.f(),
    };
    let by_value = first(b).cmp(&first(a));
    let by_value = if mistakes.has(Mistake::WorstNext) { by_value.reverse() } else { by_value };
    let has_d =
        heuristic == Heuristic::Reversals && !mistakes.has(Mistake::DIgnored) && !mistakes.has(Mistake::DAddedToF);
    let by_reversals = match a.child.d.cmp(&b.child.d) {
        _ if !has_d => std::cmp::Ordering::Equal,
        smaller_first if mistakes.has(Mistake::LargerDFirst) => smaller_first.reverse(),
        smaller_first => smaller_first,
    };
    let by_board = if mistakes.has(Mistake::TieSmallerFirst) {
        a.child.board.cmp(&b.child.board)
    } else if mistakes.has(Mistake::TieAsCreated) {
        a.created.cmp(&b.created)
    } else if mistakes.has(Mistake::TieLastCreatedFirst) {
        b.created.cmp(&a.created)
    } else {
        b.child.board.cmp(&a.child.board)
    };
    let right = by_value.then(by_reversals).then(by_board);
    if mistakes.has(Mistake::Reversed) { right.reverse() } else { right }
}

fn values(board: Board3x3, mistakes: Mistakes) -> Child {
    let goal = if mistakes.has(Mistake::OtherGoal) { Board3x3::BLANK_LAST } else { Board3x3::BLANK_FIRST };
    let home = |n: u8| goal.0.iter().position(|&g| g == n).unwrap_or(0);
    let counts = |n: u8, with_blank| n != 0 || mistakes.has(with_blank);
    let (mut g, mut h) = (0, 0);
    for (cell, &n) in board.0.iter().enumerate() {
        let to = home(n);
        g += u32::from(to != cell && counts(n, Mistake::BlankInG));
        if counts(n, Mistake::BlankInH) {
            h += ((to / 3).abs_diff(cell / 3) + (to % 3).abs_diff(cell % 3)) as u32;
        }
    }
    let reversed = |a: usize, b: usize| {
        let (x, y) = (board.0[a], board.0[b]);
        let blank_counts = !mistakes.has(Mistake::NoBlankInD) || (x != 0 && y != 0);
        u32::from(home(x) == b && home(y) == a && blank_counts)
    };
    let rows: u32 = (0..9).filter(|cell| cell % 3 < 2).map(|cell| reversed(cell, cell + 1)).sum();
    let columns: u32 = (0..6).map(|cell| reversed(cell, cell + 3)).sum();
    let in_rows = if mistakes.has(Mistake::DInColumnsOnly) { 0 } else { rows };
    let in_columns = if mistakes.has(Mistake::DInRowsOnly) { 0 } else { columns };
    Child { board, g, h, d: 2 * (in_rows + in_columns) }
}

/// A search with a mistake is given up after this many boards, more than there are.
const MAX_POPPED: usize = 200_000;

/// The steps that a program records, at most `max` of them.
pub fn recorded(start: Board3x3, heuristic: Heuristic, mistakes: impl Into<Mistakes>, max: usize) -> Vec<Board3x3> {
    let mistakes = mistakes.into();
    let mut search = StackSearch::new(start, heuristic, mistakes);
    let mut steps = Vec::new();
    let (pushed, path_only) = (mistakes.has(Mistake::RecordsPushed), mistakes.has(Mistake::PathOnly));
    if pushed {
        steps.push(start);
    }
    for _ in 0..MAX_POPPED {
        if steps.len() >= max {
            break;
        }
        let Some(popped) = search.step() else { break };
        let is_goal = popped.board == Board3x3::BLANK_FIRST;
        let is_left_out = path_only
            || mistakes.has(Mistake::NoStart) && popped.board == start
            || mistakes.has(Mistake::NoGoal) && is_goal
            || mistakes.has(Mistake::NoDeadEnds) && popped.pushed.is_empty() && !is_goal;
        if pushed {
            steps.extend(popped.pushed.iter().map(|child| child.board));
        } else if !is_left_out {
            steps.push(popped.board);
        }
    }
    if path_only {
        steps = search.path();
    }
    steps.truncate(max);
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: Board3x3 = Board3x3([1, 2, 3, 4, 0, 5, 6, 7, 8]);

    #[test]
    fn the_example_of_the_document_is_reproduced() {
        let mut search = StackSearch::new(START, Heuristic::Reversals, None);
        let pushed = search.step().unwrap().pushed;
        let found: Vec<_> = pushed.iter().map(|c| (c.board.to_string(), c.f(), c.d)).collect();
        let expected = [
            ("1 2 3 / 4 7 5 / 6 0 8", 12, 0),
            ("1 2 3 / 4 5 0 / 6 7 8", 12, 0),
            ("1 0 3 / 4 2 5 / 6 7 8", 11, 2),
            ("1 2 3 / 0 4 5 / 6 7 8", 8, 0),
        ];
        assert_eq!(found, expected.map(|(board, f, d)| (board.to_owned(), f, d)));
    }

    #[test]
    fn the_step_counts_of_the_document_are_reproduced() {
        assert_eq!(recorded(START, Heuristic::Reversals, None, usize::MAX).len(), 15);
        assert_eq!(recorded(START, Heuristic::Reversals, Some(Mistake::TieSmallerFirst), usize::MAX).len(), 61);
        let longest = [[5, 2, 1, 3, 6, 4, 7, 8, 0], [1, 8, 6, 2, 7, 3, 0, 5, 4], [1, 8, 3, 6, 2, 4, 5, 0, 7]];
        let steps = longest.iter().zip(Heuristic::ALL).map(|(&b, h)| recorded(Board3x3(b), h, None, usize::MAX).len());
        assert_eq!(steps.collect::<Vec<_>>(), [1839, 1059, 3308]);
    }

    #[test]
    fn every_mistake_is_listed_once_and_changes_the_steps() {
        let listed: FxHashSet<Mistake> = Mistake::ALL.into_iter().collect();
        assert_eq!(listed.len(), Mistake::ALL.len());
        let boards = [START, Board3x3([5, 2, 1, 3, 6, 4, 7, 8, 0]), Board3x3([1, 8, 3, 6, 2, 4, 5, 0, 7])];
        for mistake in Mistake::ALL {
            let differs =
                |&board: &Board3x3, h| recorded(board, h, None, 5000) != recorded(board, h, Some(mistake), 5000);
            assert!(boards.iter().any(|b| Heuristic::ALL.iter().any(|&h| differs(b, h))), "{mistake:?}");
        }
    }
}
