//! The two files of the `menu` course: the input with its options, and the output.
//!
//! They are parsed for explanations only: the marks come from comparing bytes. A student's file may contain anything, so
//! parsing stops at the first thing that makes no sense, and never keeps more than requested.

use crate::board::Board3x3;
use crate::stack_search::{Heuristic, recorded};

/// Option 2, 3 or 4, with its board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// The option.
    pub heuristic: Heuristic,
    /// The current board; none before the first option 1.
    pub board: Option<Board3x3>,
}

/// What an input requests.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Input {
    /// Up to option 5, or to the end, or to the first thing that makes no sense.
    pub requests: Vec<Request>,
    /// What would follow if option 5 did not end the program.
    pub after_five: Vec<Request>,
}

impl Input {
    /// Parses an input.
    pub fn read(text: &[u8]) -> Self {
        let text = String::from_utf8_lossy(text);
        let mut numbers = text.split_whitespace().map(|word| word.parse::<u64>().ok());
        let mut input = Self::default();
        let (mut board, mut has_ended) = (None, false);
        while let Some(Some(option)) = numbers.next() {
            match (option, Heuristic::from_option(option)) {
                (1, _) => {
                    let cells: Option<Vec<u64>> = numbers.by_ref().take(9).collect();
                    let Some(read) = cells.and_then(|cells| Board3x3::new(&cells)) else { break };
                    board = Some(read);
                }
                (5, _) => has_ended = true,
                (_, Some(heuristic)) if has_ended => input.after_five.push(Request { heuristic, board }),
                (_, Some(heuristic)) => input.requests.push(Request { heuristic, board }),
                _ => break,
            }
        }
        input
    }
}

/// What the file should contain for one request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// The request.
    pub request: Request,
    /// Its first line in the file, from 0.
    pub first_line: usize,
    /// The steps; none if `-1` should be written.
    pub steps: Option<Vec<Board3x3>>,
}

/// The file for an input, section by section.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expected {
    /// One section per request.
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
            let solvable = request.board.filter(|board| board.reaches(&Board3x3::BLANK_FIRST));
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

/// One search in a student's file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FoundRun {
    /// The title, if there is one.
    pub title: Option<String>,
    /// The boards.
    pub steps: Vec<Board3x3>,
    /// The number at the end, or -1.
    pub number: Option<i64>,
}

impl FoundRun {
    /// Whether it is only `-1`.
    pub fn is_minus_one(&self) -> bool {
        self.title.is_none() && self.steps.is_empty() && self.number == Some(-1)
    }
}

/// The most steps that are read of one search.
const MAX_STEPS: usize = 200_000;

/// Reads at most `max` searches of a student's file, up to the first line that makes no sense.
pub fn read_file(text: &str, max: usize) -> Vec<FoundRun> {
    let mut runs: Vec<FoundRun> = Vec::new();
    let mut is_open = false;
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    while let Some(line) = lines.next() {
        let numbers = numbers_of(line);
        let is_title = numbers.is_none();
        if is_title || !is_open {
            if runs.len() == max {
                break;
            }
            runs.push(FoundRun::default());
            is_open = true;
        }
        let Some(run) = runs.last_mut() else { break };
        match numbers.as_deref() {
            None => run.title = Some(line.chars().take(40).collect()),
            Some([number]) => {
                run.number = Some(*number);
                is_open = false;
            }
            Some(first) => {
                let rest = lines.by_ref().take(2).map(numbers_of);
                let rows: Option<Vec<Vec<i64>>> = std::iter::once(Some(first.to_vec())).chain(rest).collect();
                match rows.and_then(|rows| board_of(&rows)) {
                    Some(board) if run.steps.len() < MAX_STEPS => run.steps.push(board),
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

fn board_of(rows: &[Vec<i64>]) -> Option<Board3x3> {
    let three_by_three = rows.len() == 3 && rows.iter().all(|row| row.len() == 3);
    let cells: Option<Vec<u64>> = rows.concat().into_iter().map(|n| u64::try_from(n).ok()).collect();
    if three_by_three { Board3x3::new(&cells?) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_and_boards_are_parsed() {
        let input = Input::read(b"2\t1 0 1 2\n3 4 5 6 7 8\n\n3 5 4");
        let goal = Some(Board3x3::BLANK_FIRST);
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
    fn parsing_stops_at_the_first_error() {
        for text in
            ["2 7 3", "2 x 3", "2 1 0 0 0 0 0 0 0 0 0 3", "2 1 2 3", "2 99999999999999999999999 3", "2 \u{fffd}"]
        {
            assert_eq!(Input::read(text.as_bytes()).requests.len(), 1, "{text}");
        }
    }

    #[test]
    fn a_written_file_is_read_back() {
        let input = Input::read(b"4 1 1 2 3 4 0 5 6 7 8 2 3 4");
        let expected = Expected::of(&input.requests);
        let found = read_file(&expected.text, 100);
        assert_eq!(found.len(), 4);
        assert!(found[0].is_minus_one());
        for (found, section) in found.iter().zip(&expected.sections).skip(1) {
            assert_eq!(Some(&found.steps), section.steps.as_ref());
            assert_eq!(found.title.as_deref(), Some(section.request.heuristic.title()));
            assert_eq!(found.number, Some(found.steps.len() as i64));
            assert_eq!(expected.text.lines().nth(section.first_line), Some(section.request.heuristic.title()));
        }
    }

    #[test]
    fn only_a_part_of_a_huge_file_is_read() {
        assert_eq!(read_file(&"-1\n".repeat(100_000), 7).len(), 7);
        assert_eq!(read_file(&"1 2 3\n4 5\n".repeat(100), 7).len(), 1);
    }
}
