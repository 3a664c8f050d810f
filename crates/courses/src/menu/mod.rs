//! `menu`: the 3x3 puzzle with three heuristics, chosen by numbered options, written to a file that is compared byte for
//! byte.
//!
//! ```text
//! 1 and nine integers   a new start board          (writes nothing)
//! 2, 3, 4               search with g, h, or f, d  (writes every state taken from the stack, and how many)
//! 5                     the end
//! ```
//! The goal is always `0 1 2 / 3 4 5 / 6 7 8`. The search is the engine's stack search, led by [`Guide`]; every state
//! that is popped is a step, dead ends included. Steps go to the output as they come, so a run takes no more memory than
//! one search, however long the input is.

mod guide;
mod step;

use std::io::{self, BufRead, BufWriter, Write};
use std::ops::ControlFlow;

use hueco_search::{Budget, Event, Observer, Search, StackSearch, Stop};
use hueco_tiles::{Board, Nibbles, Order, Shape, Solvability, Tiles, solvability};

pub use guide::{Guide, Values};
pub use step::{Child, Step};

use crate::error::{CourseError, Ending, Expected, Fault, InputError, Note};
use crate::words::Words;
use guide::Measures;
use step::Stepper;

/// The name of the output file.
pub const OUTPUT_FILE: &str = "puzzle3x3heuristics.txt";

const CELLS: usize = 9;

/// Shows a step of a search; an error ends the run.
pub type Show<'a> = dyn FnMut(&Step) -> io::Result<()> + 'a;

/// Runs the menu: options from `input`, the output file's contents to `output`, which should be empty.
///
/// `show`, where given, receives every step: what `--step` prints. Notes for a person go to `note`. Whatever the result,
/// everything that was written has been flushed.
///
/// ```
/// let mut file = Vec::new();
/// let ending = hueco_courses::menu::run(&b"1  1 0 2 3 4 5 6 7 8  3 5"[..], &mut file, None, &mut |_| {})?;
/// assert_eq!(String::from_utf8_lossy(&file), "SUMAS\n\n1 0 2\n3 4 5\n6 7 8\n\n0 1 2\n3 4 5\n6 7 8\n\n2\n\n");
/// # assert_eq!(ending, hueco_courses::Ending::Done);
/// # Ok::<(), hueco_courses::CourseError>(())
/// ```
pub fn run(
    input: impl BufRead,
    output: impl Write,
    show: Option<&mut Show<'_>>,
    note: &mut dyn FnMut(Note),
) -> Result<Ending, CourseError> {
    let mut session = Session { output: BufWriter::new(output), board: None, show, note };
    let ended = session.options(&mut Words::new(input));
    let flushed = session.output.flush().map_err(CourseError::Write);
    ended.and(flushed).map(|()| Ending::Done)
}

/// What a person at a terminal is asked, or told of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turn {
    /// An option is expected.
    Option,
    /// Nine numbers are expected.
    Board,
    /// The answer was wrong: it is ignored to the end of its line, and asked for again.
    Wrong(InputError),
    /// A search was written.
    Written {
        /// Its heuristic.
        guide: Guide,
    },
}

/// The same with a person at a terminal, who is asked through `talk` and asked again after a wrong answer.
///
/// The output file is the same as that of [`run`] with the right answers alone.
pub fn converse(
    input: impl BufRead,
    output: impl Write,
    show: Option<&mut Show<'_>>,
    note: &mut dyn FnMut(Note),
    talk: &mut dyn FnMut(Turn),
) -> Result<Ending, CourseError> {
    let mut session = Session { output: BufWriter::new(output), board: None, show, note };
    let ended = session.answers(&mut Words::new(input), talk);
    let flushed = session.output.flush().map_err(CourseError::Write);
    ended.and(flushed).map(|()| Ending::Done)
}

/// The goal of every search.
pub fn goal() -> Board {
    Board::blank_first(Shape::new(3, 3).expect("3x3 is a shape"))
}

/// A run of the menu.
struct Session<'a, 's, W: Write> {
    output: BufWriter<W>,
    board: Option<Board>,
    show: Option<&'a mut Show<'s>>,
    note: &'a mut dyn FnMut(Note),
}

impl<W: Write> Session<'_, '_, W> {
    /// Reads options and obeys them.
    fn options(&mut self, words: &mut Words<impl BufRead>) -> Result<(), CourseError> {
        while let Some(word) = words.next()? {
            match word.number(1, 5, Expected::Choice)? {
                1 => {
                    let numbers = words.cells(CELLS)?;
                    self.board = Some(Board::new(goal().shape(), &numbers).expect("every number was checked"));
                }
                5 => return Ok(()),
                option => {
                    let guide = Guide::of_option(option).expect("2, 3 and 4 are heuristics");
                    self.search(guide)?;
                    // Who watches the file sees whole answers.
                    self.output.flush().map_err(CourseError::Write)?;
                }
            }
        }
        (self.note)(Note::EndedWithoutFive { at: words.place() });
        Ok(())
    }

    /// Asks for options and boards until each is right.
    fn answers(&mut self, words: &mut Words<impl BufRead>, talk: &mut dyn FnMut(Turn)) -> Result<(), CourseError> {
        loop {
            talk(Turn::Option);
            let Some(word) = words.next()? else {
                (self.note)(Note::EndedWithoutFive { at: words.place() });
                return Ok(());
            };
            match word.number(1, 5, Expected::Choice) {
                Err(wrong) => {
                    talk(Turn::Wrong(wrong));
                    words.skip_line()?;
                }
                Ok(1) => self.board = Some(typed_board(words, talk)?),
                Ok(5) => return Ok(()),
                Ok(option) => {
                    let guide = Guide::of_option(option).expect("2, 3 and 4 are heuristics");
                    self.search(guide)?;
                    self.output.flush().map_err(CourseError::Write)?;
                    talk(Turn::Written { guide });
                }
            }
        }
    }

    /// Writes what one heuristic does with the current board.
    fn search(&mut self, guide: Guide) -> Result<(), CourseError> {
        let Some(board) = &self.board else { return self.no_answer() };
        let goal = goal();
        if let Solvability::Unsolvable(why) = solvability(board, &goal).expect("both are 3x3") {
            (self.note)(Note::Unsolvable { guide, board: board.clone(), why });
            return self.no_answer();
        }
        let tiles = Tiles::new(board, &goal, Order::UDLR).expect("both are 3x3");
        let measures = Measures::new(&tiles, guide);
        let mut search = StackSearch::new(&tiles, &measures, |a, b| measures.order(&a, &b));
        let stepper = self.show.as_deref_mut().map(|show| Stepper::new(&tiles, &measures, show));
        let mut record = Record { output: &mut self.output, steps: 0, stepper, failed: Ok(()) };
        record.failed = write!(record.output, "{}\n\n", guide.title()).map_err(CourseError::Write);
        if record.failed.is_ok() {
            search.run(&mut record, &mut Budget::unlimited());
        }
        let Record { steps, stepper, failed, .. } = record;
        failed?;
        if let Some(mut stepper) = stepper {
            stepper.finish().map_err(CourseError::Show)?;
        }
        write!(self.output, "{steps}\n\n").map_err(CourseError::Write)
    }

    fn no_answer(&mut self) -> Result<(), CourseError> {
        self.output.write_all(b"-1\n\n").map_err(CourseError::Write)
    }
}

/// A board, asked for until it is right. An input that ends inside it is an error.
fn typed_board(words: &mut Words<impl BufRead>, talk: &mut dyn FnMut(Turn)) -> Result<Board, CourseError> {
    loop {
        talk(Turn::Board);
        match words.cells(CELLS) {
            Ok(numbers) => return Ok(Board::new(goal().shape(), &numbers).expect("every number was checked")),
            Err(CourseError::Input(wrong)) if !matches!(wrong.fault, Fault::Ended { .. }) => {
                talk(Turn::Wrong(wrong));
                words.skip_line()?;
            }
            Err(error) => return Err(error),
        }
    }
}

/// Writes every state that is taken from the stack.
struct Record<'a, 's, W: Write> {
    output: &'a mut BufWriter<W>,
    steps: u64,
    stepper: Option<Stepper<'a, 's>>,
    failed: Result<(), CourseError>,
}

impl<W: Write> Record<'_, '_, W> {
    /// Three lines of three numbers and an empty line.
    fn write_board(&mut self, state: Nibbles) -> io::Result<()> {
        let mut text = *b"0 0 0\n0 0 0\n0 0 0\n\n";
        for cell in 0..CELLS {
            text[2 * cell] += guide::number(state, cell);
        }
        self.output.write_all(&text)
    }
}

impl<W: Write> Observer<Tiles<Nibbles>> for Record<'_, '_, W> {
    fn event(&mut self, event: Event<'_, Tiles<Nibbles>>) -> ControlFlow<Stop> {
        if let Event::Examined { state, .. } = &event {
            self.steps += 1;
            self.failed = self.write_board(**state).map_err(CourseError::Write);
        }
        if self.failed.is_ok()
            && let Some(stepper) = &mut self.stepper
        {
            self.failed = stepper.event(&event).map_err(CourseError::Show);
        }
        if self.failed.is_err() { ControlFlow::Break(Stop) } else { ControlFlow::Continue(()) }
    }
}
