//! The `menu` course's two texts: the input with its options, and the output file.
//!
//! Both are read here for explanations only: the marks come from comparing bytes. A student's file may hold anything,
//! so reading stops at what makes no sense and never keeps more than asked for.

use crate::board::Nine;
use crate::stack_search::{Heuristic, recorded};

/// Option 2, 3 or 4, with the board it found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// Which option.
    pub heuristic: Heuristic,
    /// The board at that time; none before the first option 1.
    pub board: Option<Nine>,
}

/// What an input asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Input {
    /// Up to option 5, or to the end, or to the first thing that makes no sense.
    pub requests: Vec<Request>,
    /// What would follow if option 5 did not end the run.
    pub after_five: Vec<Request>,
}

impl Input {
    /// Reads an input.
    pub fn read(text: &[u8]) -> Self {
        let text = String::from_utf8_lossy(text);
        let mut numbers = text.split_whitespace().map(|word| word.parse::<u64>().ok());
        let mut input = Self::default();
        let (mut board, mut ended) = (None, false);
        while let Some(Some(option)) = numbers.next() {
            match (option, Heuristic::from_option(option)) {
                (1, _) => {
                    let cells: Option<Vec<u64>> = numbers.by_ref().take(9).collect();
                    let Some(read) = cells.and_then(|cells| Nine::new(&cells)) else { break };
                    board = Some(read);
                }
                (5, _) => ended = true,
                (_, Some(heuristic)) if ended => input.after_five.push(Request { heuristic, board }),
                (_, Some(heuristic)) => input.requests.push(Request { heuristic, board }),
                _ => break,
            }
        }
        input
    }
}

/// What the file should hold for one request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// The request.
    pub request: Request,
    /// Its first line in the file, from 0.
    pub first_line: usize,
    /// The steps; none where `-1` is to be written.
    pub steps: Option<Vec<Nine>>,
}

/// The file an input should give, section by section.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expected {
    /// One section a request.
    pub sections: Vec<Section>,
    /// The whole text.
    pub text: String,
}

impl Expected {
    /// The file for these requests.
    pub fn of(requests: &[Request]) -> Self {
        let mut expected = Self::default();
        let mut line = 0;
        for &request in requests {
            let solvable = request.board.filter(|board| board.reaches(&Nine::BLANK_FIRST));
            let steps = solvable.map(|board| recorded(board, request.heuristic, None, usize::MAX));
            let before = expected.text.len();
            match &steps {
                None => expected.text.push_str("-1\n\n"),
                Some(steps) => {
                    expected.text.push_str(request.heuristic.title());
                    expected.text.push_str("\n\n");
                    for step in steps {
                        expected.text.push_str(&step.rows().join("\n"));
                        expected.text.push_str("\n\n");
                    }
                    expected.text.push_str(&steps.len().to_string());
                    expected.text.push_str("\n\n");
                }
            }
            expected.sections.push(Section { request, first_line: line, steps });
            line += expected.text[before..].matches('\n').count();
        }
        expected
    }
}

/// One run as a student's file tells it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Told {
    /// The title, if there is one.
    pub title: Option<String>,
    /// The boards.
    pub steps: Vec<Nine>,
    /// The number at the end, or -1.
    pub number: Option<i64>,
}

impl Told {
    /// Only `-1`.
    pub fn is_minus_one(&self) -> bool {
        self.title.is_none() && self.steps.is_empty() && self.number == Some(-1)
    }
}

/// Boards read of one run, at most.
const MOST_STEPS: usize = 200_000;

/// Reads at most `most` runs of a student's file, up to the first line that fits nowhere.
pub fn read_file(text: &str, most: usize) -> Vec<Told> {
    let mut runs: Vec<Told> = Vec::new();
    let mut open = false;
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    while let Some(line) = lines.next() {
        let numbers = numbers_of(line);
        let is_title = numbers.is_none();
        if is_title || !open {
            if runs.len() == most {
                break;
            }
            runs.push(Told::default());
            open = true;
        }
        let Some(run) = runs.last_mut() else { break };
        match numbers.as_deref() {
            None => run.title = Some(line.chars().take(40).collect()),
            Some([number]) => {
                run.number = Some(*number);
                open = false;
            }
            Some(first) => {
                let rest = lines.by_ref().take(2).map(numbers_of);
                let rows: Option<Vec<Vec<i64>>> = std::iter::once(Some(first.to_vec())).chain(rest).collect();
                match rows.and_then(|rows| board_of(&rows)) {
                    Some(board) if run.steps.len() < MOST_STEPS => run.steps.push(board),
                    _ => break,
                }
            }
        }
    }
    runs
}

fn numbers_of(line: &str) -> Option<Vec<i64>> {
    line.split_whitespace().take(10).map(|word| word.parse().ok()).collect()
}

fn board_of(rows: &[Vec<i64>]) -> Option<Nine> {
    let three_by_three = rows.len() == 3 && rows.iter().all(|row| row.len() == 3);
    let cells: Option<Vec<u64>> = rows.concat().into_iter().map(|n| u64::try_from(n).ok()).collect();
    if three_by_three { Nine::new(&cells?) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_options_and_boards() {
        let input = Input::read(b"2\t1 0 1 2\n3 4 5 6 7 8\n\n3 5 4");
        let goal = Some(Nine::BLANK_FIRST);
        assert_eq!(
            input.requests,
            [
                Request { heuristic: Heuristic::Pieces, board: None },
                Request { heuristic: Heuristic::Sums, board: goal }
            ]
        );
        assert_eq!(input.after_five, [Request { heuristic: Heuristic::Reversals, board: goal }]);
    }

    #[test]
    fn what_makes_no_sense_ends_the_reading() {
        for text in
            ["2 7 3", "2 x 3", "2 1 0 0 0 0 0 0 0 0 0 3", "2 1 2 3", "2 99999999999999999999999 3", "2 \u{fffd}"]
        {
            assert_eq!(Input::read(text.as_bytes()).requests.len(), 1, "{text}");
        }
    }

    #[test]
    fn a_written_file_reads_back() {
        let input = Input::read(b"4 1 1 2 3 4 0 5 6 7 8 2 3 4");
        let expected = Expected::of(&input.requests);
        let told = read_file(&expected.text, 100);
        assert_eq!(told.len(), 4);
        assert!(told[0].is_minus_one());
        for (told, section) in told.iter().zip(&expected.sections).skip(1) {
            assert_eq!(Some(&told.steps), section.steps.as_ref());
            assert_eq!(told.title.as_deref(), Some(section.request.heuristic.title()));
            assert_eq!(told.number, Some(told.steps.len() as i64));
            assert_eq!(expected.text.lines().nth(section.first_line), Some(section.request.heuristic.title()));
        }
    }

    #[test]
    fn a_huge_file_is_read_in_part() {
        assert_eq!(read_file(&"-1\n".repeat(100_000), 7).len(), 7);
        assert_eq!(read_file(&"1 2 3\n4 5\n".repeat(100), 7).len(), 1);
    }
}
