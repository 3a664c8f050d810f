//! `astar`: A* on 3x3 from any start to any goal, showing each state it explores.
//!
//! Among states of equal f the one that came to the queue first is explored first. A state that is reached again by a
//! shorter path is improved, from the closed set too. That matters with `misplaced-blank`, which counts the blank's cell
//! like any other: it exceeds the distance by one at most and is inconsistent, and a search that never improves a queued
//! state can lose shortest paths with it. This one does not, because all solutions of one board have the same parity: a
//! longer one is longer by two at least. See [`MisplacedBlank`].

use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;

use hueco_search::Stop;
use hueco_search::{self as engine, BestFirst, Budget, Cost, Event, Heuristic, Limit, Observer, Report, Search};
use hueco_tiles::heuristic::{Manhattan, Misplaced, MisplacedBlank};
use hueco_tiles::{Board, Cells, Direction, Nibbles, Order, Shape, Tiles, Wide, solvability};

use crate::error::{CourseError, Ending, InputError};
use crate::words::Words;

mod listing;

const CELLS: usize = 9;

/// What is added to the moves made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Estimate {
    /// Tiles out of place, the blank not counted: admissible.
    #[default]
    Misplaced,
    /// The sum of the tiles' distances to their places in the given goal.
    Manhattan,
    /// Cells that differ, the blank's included, as the document's drawing counts: inadmissible.
    MisplacedBlank,
}

impl Estimate {
    /// Every estimate with its name.
    pub const ALL: [(&'static str, Self); 3] =
        [("misplaced", Self::Misplaced), ("manhattan", Self::Manhattan), ("misplaced-blank", Self::MisplacedBlank)];

    /// The estimate of a name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(n, _)| *n == name).map(|&(_, estimate)| estimate)
    }
}

/// Which search: the document has two listings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Listing {
    /// The first, with the better path kept.
    #[default]
    First,
    /// The first as it is written: a board that waits in the queue is never improved.
    FirstLiterally,
    /// The second as it is written: a heap of tuples, and boards are marked when they are taken from it.
    Second,
}

/// Which of equal priorities comes first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Ties {
    /// The first in the queue.
    #[default]
    Fifo,
    /// The last in the queue.
    Lifo,
    /// The smaller board, compared row by row.
    State,
}

impl Ties {
    /// Every one with its name.
    pub const ALL: [(&'static str, Self); 3] = [("fifo", Self::Fifo), ("lifo", Self::Lifo), ("state", Self::State)];

    /// The one of a name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(known, _)| *known == name).map(|&(_, ties)| ties)
    }
}

/// How to search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Options {
    /// The heuristic.
    pub estimate: Estimate,
    /// Whether to write each state that is explored.
    pub trace: bool,
    /// The listing.
    pub listing: Listing,
    /// Ties of the first listing.
    pub ties: Ties,
}

/// Boards of this program are 3x3.
pub fn shape() -> Shape {
    Shape::new(3, 3).expect("3x3 is a shape")
}

/// Reads the initial and the goal board, nine integers each and nothing else, without a word to the user.
pub fn read(input: impl BufRead) -> Result<(Board, Board), CourseError> {
    let mut words = Words::new(input);
    let (initial, goal) = (read_board(&mut words)?, read_board(&mut words)?);
    words.end()?;
    Ok((initial, goal))
}

fn read_board(words: &mut Words<impl BufRead>) -> Result<Board, CourseError> {
    Ok(Board::new(shape(), &words.cells(CELLS)?).expect("every number was checked"))
}

/// Asks for one board at a terminal until it is given: nine integers on one line. A line is an answer: any other one gets
/// `Invalid Input`, on `remark` what is wrong with it, and the prompt again.
pub fn ask(
    prompt: &str,
    mut input: impl BufRead,
    mut output: impl Write,
    remark: &mut dyn FnMut(InputError),
) -> Result<Board, CourseError> {
    let mut ask = |text: &str| write!(output, "{text}").and_then(|()| output.flush()).map_err(CourseError::Write);
    ask(prompt)?;
    loop {
        let mut line = Vec::new();
        let read = io::Read::take(&mut input, LONGEST_LINE).read_until(b'\n', &mut line);
        let ended = read.map_err(CourseError::Read)? == 0;
        let mut words = Words::new(&line[..]);
        let wrong = match read_board(&mut words).and_then(|board| words.end().map(|()| board)) {
            Ok(board) => return Ok(board),
            Err(CourseError::Input(wrong)) => wrong,
            Err(other) => return Err(other),
        };
        if ended {
            return Err(wrong.into());
        }
        ask("Invalid Input\n")?;
        remark(wrong);
        ask(prompt)?;
    }
}

/// The longest line that is read in one go, in bytes.
const LONGEST_LINE: u64 = 4096;

/// The prompt for the start.
pub const INITIAL_PROMPT: &str = "Enter initial board: ";
/// The prompt for the goal.
pub const GOAL_PROMPT: &str = "Enter goal board: ";

/// What a search came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// The moves of the blank.
    Path(Vec<Direction>),
    /// The goal cannot be reached.
    Nothing,
    /// A limit came first.
    Stopped(Limit),
}

/// A board taken from the queue, with its moves so far and its estimate; an error ends the search.
pub type Explored<'a> = dyn FnMut(&Board, Cost, Cost) -> io::Result<()> + 'a;

/// Searches, calling `explored` with each board as it is taken from the queue. Boards of any shape are searched, though the
/// course has 3x3 alone.
///
/// ```
/// use hueco_courses::astar::{Estimate, Found, search};
/// use hueco_search::Budget;
/// use hueco_tiles::parse_board;
///
/// let initial = parse_board("2 8 3 / 1 6 4 / 7 5 0", None)?;
/// let goal = parse_board("1 2 3 / 8 0 4 / 7 6 5", None)?;
/// let found = search(&initial, &goal, Estimate::Misplaced, &mut |_, _, _| Ok(()), &mut Budget::unlimited())?;
/// assert!(matches!(found, Found::Path(moves) if moves.len() == 6));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn search(
    initial: &Board,
    goal: &Board,
    estimate: Estimate,
    explored: &mut Explored<'_>,
    budget: &mut Budget,
) -> Result<Found, CourseError> {
    if !solvability(initial, goal)?.is_solvable() {
        return Ok(Found::Nothing);
    }
    if goal.shape().cells() <= Nibbles::CELLS {
        packed(&Tiles::<Nibbles>::new(initial, goal, Order::UDLR)?, estimate, explored, budget)
    } else {
        packed(&Tiles::<Wide>::new(initial, goal, Order::UDLR)?, estimate, explored, budget)
    }
}

fn packed<C: Cells>(
    tiles: &Tiles<C>,
    estimate: Estimate,
    explored: &mut Explored<'_>,
    budget: &mut Budget,
) -> Result<Found, CourseError> {
    let frame = tiles.frame();
    let mut trace = Trace { tiles, explored, failed: Ok(()) };
    let report = match estimate {
        Estimate::Misplaced => a_star(tiles, &Misplaced::new(frame), &mut trace, budget),
        Estimate::Manhattan => a_star(tiles, &Manhattan::new(frame), &mut trace, budget),
        Estimate::MisplacedBlank => a_star(tiles, &MisplacedBlank::new(frame), &mut trace, budget),
    };
    trace.failed.map_err(CourseError::Write)?;
    Ok(match (report.ending, report.solution) {
        (_, Some(solution)) => Found::Path(solution.actions),
        (engine::Ending::Stopped(limit), None) => Found::Stopped(limit),
        (_, None) => Found::Nothing,
    })
}

fn a_star<C: Cells, H: Heuristic<Tiles<C>>>(
    tiles: &Tiles<C>,
    heuristic: &H,
    trace: &mut Trace<'_, '_, C>,
    budget: &mut Budget,
) -> Report<Direction> {
    BestFirst::a_star(tiles, heuristic, engine::Ties::Fifo).run(trace, budget)
}

/// Reports each board that is taken from the queue.
struct Trace<'a, 'e, C> {
    tiles: &'a Tiles<C>,
    explored: &'a mut Explored<'e>,
    failed: io::Result<()>,
}

impl<C: Cells> Observer<Tiles<C>> for Trace<'_, '_, C> {
    fn event(&mut self, event: Event<'_, Tiles<C>>) -> ControlFlow<Stop> {
        if let Event::Examined { state, g, h, .. } = event {
            self.failed = (self.explored)(&self.tiles.frame().board(state), g, h);
        }
        if self.failed.is_err() { ControlFlow::Break(Stop) } else { ControlFlow::Continue(()) }
    }
}

/// Searches and writes what the course says.
///
/// Listings that are followed literally have 3x3 boards alone.
pub fn run(
    initial: &Board,
    goal: &Board,
    options: Options,
    mut output: impl Write,
    budget: &mut Budget,
) -> Result<Ending, CourseError> {
    let mut explored = |board: &Board, _, _| {
        if !options.trace {
            return Ok(());
        }
        writeln!(output, "Exploring state in A*:")?;
        write_board(board, &mut output)
    };
    let is_plain = options.listing == Listing::First && options.ties == Ties::Fifo;
    let found = if is_plain {
        search(initial, goal, options.estimate, &mut explored, budget)?
    } else {
        listing::search(initial, goal, options, &mut explored)?
    };
    let ending = match &found {
        Found::Path(_) => Ending::Done,
        Found::Nothing => Ending::Unsolvable,
        Found::Stopped(limit) => Ending::Stopped(*limit),
    };
    write_answer(initial, &found, &mut output).and_then(|()| output.flush()).map_err(CourseError::Write)?;
    Ok(ending)
}

fn write_answer(initial: &Board, found: &Found, output: &mut impl Write) -> io::Result<()> {
    let moves = match found {
        Found::Path(moves) => moves,
        Found::Nothing => return writeln!(output, "No solution"),
        Found::Stopped(_) => return Ok(()),
    };
    writeln!(output, "solution found!")?;
    let mut board = initial.clone();
    write_board(&board, output)?;
    for &direction in moves {
        board.slide(direction);
        write_board(&board, output)?;
    }
    let names: Vec<&str> = moves.iter().map(|&direction| name(direction)).collect();
    writeln!(output, "{}", names.join(" "))?;
    writeln!(output, "solution {} moves", moves.len())
}

/// Its rows and an empty line.
fn write_board(board: &Board, output: &mut impl Write) -> io::Result<()> {
    for row in board.tiles().chunks(board.shape().cols()) {
        let row: Vec<String> = row.iter().map(u16::to_string).collect();
        writeln!(output, "{}", row.join(" "))?;
    }
    writeln!(output)
}

/// Where the blank goes, as the course calls it.
fn name(direction: Direction) -> &'static str {
    match direction {
        Direction::Up => "up",
        Direction::Down => "down",
        Direction::Left => "left",
        Direction::Right => "right",
    }
}
