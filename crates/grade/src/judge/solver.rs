//! The `solver` course: any optimal solution, in the format of the document.
//!
//! The format is fixed (cells right-aligned, the blank as spaces, an empty line after every board, then two lines of words);
//! spaces at the end of a line do not matter. The enqueued count depends on ties within the queue and is compared only if
//! strict.

use super::path::{Lines, PathProblem, PrintedBoard, line, numbers};
use super::{Answer, compare_text};
use crate::cause::{Cause, Failure, PathFault, Side};

const ENQUEUED: &str = "Número de estados encolados = ";
const MOVES: &str = "Número de movimientos = ";
const UNSOLVABLE: &str = "Sin solución posible";

/// Judges the output of one case.
pub(super) fn judge(input: &[u8], answer: &Answer, found: &[u8], strict: bool) -> Option<Failure> {
    let right = String::from_utf8_lossy(&answer.text);
    let count = |words: &str| right.lines().rev().find_map(|l| l.strip_prefix(words)?.trim().parse::<u64>().ok());
    let Ok(text) = std::str::from_utf8(found) else { return compare_text(&answer.text, found) };
    if text.trim().is_empty() {
        return compare_text(&answer.text, found);
    }
    let mut lines = Lines::new(text);
    if right.trim() == UNSOLVABLE {
        let asks = lines.is_prompt() && text.lines().any(|line| line.trim_end().ends_with(UNSOLVABLE));
        let fault = if asks { PathFault::Prompt } else { PathFault::DoesNotSayUnsolvable };
        let result = lines.expect_words(UNSOLVABLE).and_then(|()| lines.expect_end());
        return result.err().map(|f| Failure { cause: Cause::Path(fault), ..f });
    }
    // The teacher's own cases may have other answers, such as for bad input: those are compared as text.
    let (Some(shortest), Some(enqueued), Some((size, start))) = (count(MOVES), count(ENQUEUED), start(input)) else {
        return compare_text(&answer.text, found);
    };
    if lines.peek().is_some_and(|l| l.trim_end() == UNSOLVABLE) {
        return Some(lines.fault_here(line(&row_text(&start[..size], size)), PathFault::SaysUnsolvable));
    }
    let goal = (1..(size * size) as u32).chain([0]).collect();
    let problem = PathProblem { size, start, goal, shortest: shortest as usize };
    solution(&mut lines, &problem, enqueued, strict).err()
}

fn start(input: &[u8]) -> Option<(usize, Vec<u32>)> {
    let size = *numbers(input, 1).first()? as usize;
    let cells = size.checked_mul(size).filter(|&cells| (4..=1 << 15).contains(&cells))?;
    let mut start = numbers(input, cells + 1);
    start.remove(0);
    (start.len() == cells).then_some((size, start))
}

fn solution(lines: &mut Lines<'_>, problem: &PathProblem, enqueued: u64, strict: bool) -> Result<(), Failure> {
    let size = problem.size;
    let mut boards = Vec::new();
    while !lines.peek().is_some_and(|l| l.starts_with(ENQUEUED.trim_end()) || l.starts_with(MOVES.trim_end())) {
        let first = lines.at;
        let mut cells = Vec::with_capacity(size * size);
        for _ in 0..size {
            let Some(row) = lines.peek().and_then(|l| row_cells(l, size)) else {
                let side = if boards.is_empty() { row_of(&problem.start, size, lines.at - first) } else { Side::Open };
                let fault = if boards.is_empty() && lines.is_prompt() { PathFault::Prompt } else { PathFault::NotARow };
                return Err(lines.fault_here(side, fault));
            };
            cells.extend(row);
            lines.at += 1;
        }
        if lines.peek().is_none_or(|l| !l.trim().is_empty()) {
            return Err(lines.fault_here(line(""), PathFault::NoEmptyLine));
        }
        lines.at += 1;
        boards.push(PrintedBoard { cells, line: first });
    }
    problem.check(lines, &boards, |row| row_text(row, size))?;
    let at = lines.at;
    let printed = lines.expect_number(ENQUEUED, "", enqueued)?;
    if strict && printed != enqueued {
        let fault = PathFault::Enqueued { printed: Some(printed), expected: enqueued };
        return Err(lines.fault(at, line(&format!("{ENQUEUED}{enqueued}")), fault));
    }
    let (at, moves) = (lines.at, boards.len() - 1);
    let printed = lines.expect_number(MOVES, "", moves as u64)?;
    if printed != moves as u64 {
        let fault = PathFault::wrong_number(printed, moves);
        return Err(lines.fault(at, line(&format!("{MOVES}{moves}")), fault));
    }
    lines.expect_end()
}

fn width(size: usize) -> usize {
    (size * size - 1).to_string().len()
}

fn row_of(cells: &[u32], size: usize, row: usize) -> Side {
    line(&row_text(&cells[row * size..(row + 1) * size], size))
}

/// A row as the document prints it.
fn row_text(row: &[u32], size: usize) -> String {
    let width = width(size);
    let cells = row.iter().map(|&n| if n == 0 { " ".repeat(width) } else { format!("{n:>width$}") });
    cells.collect::<Vec<_>>().join(" ").trim_end().to_owned()
}

/// The numbers of a row as the document prints it; 0 for the blank.
fn row_cells(text: &str, size: usize) -> Option<Vec<u32>> {
    let (text, width) = (text.trim_end(), width(size));
    if !text.is_ascii() || text.len() > size * (width + 1) {
        return None;
    }
    let cell = |column: usize| {
        let from = (column * (width + 1)).min(text.len());
        let word = text[from..(from + width).min(text.len())].trim();
        if word.is_empty() { Some(0) } else { word.parse().ok() }
    };
    let cells: Vec<u32> = (0..size).map(cell).collect::<Option<_>>()?;
    (row_text(&cells, size) == text).then_some(cells)
}

#[cfg(test)]
mod tests {
    use super::*;

    const INPUT: &[u8] = b"3\n0 1 3\n4 2 5\n7 8 6\n";
    const RIGHT: &str = "  1 3\n4 2 5\n7 8 6\n\n1   3\n4 2 5\n7 8 6\n\n1 2 3\n4   5\n7 8 6\n\n1 2 3\n4 5\n7 8 6\n\n1 2 3\n4 5 6\n7 8\n\nNúmero de estados encolados = 10\nNúmero de movimientos = 4\n";

    fn fault(found: &str, strict: bool) -> Option<(usize, PathFault)> {
        let failure = judge(INPUT, &Answer::from(RIGHT.as_bytes().to_vec()), found.as_bytes(), strict)?;
        let Cause::Path(fault) = failure.cause else { panic!("{}", failure.cause) };
        Some((failure.difference.expect("a line").line, fault))
    }

    #[test]
    fn rows_are_read_back() {
        for row in [[0, 1, 3], [1, 0, 3], [4, 5, 0]] {
            assert_eq!(row_cells(&row_text(&row, 3), 3), Some(row.to_vec()));
        }
        assert_eq!(row_text(&[1, 0, 12, 15], 4), " 1    12 15");
        assert_eq!(row_cells(" 1    12 15", 4), Some(vec![1, 0, 12, 15]));
        assert_eq!(row_cells("1 0 12 15", 4), None);
        assert_eq!(row_cells("0 1 3", 3), None);
    }

    #[test]
    fn the_solution_of_the_document_is_right() {
        assert_eq!(fault(RIGHT, true), None);
        assert_eq!(fault(&RIGHT.replace("4 5\n", "4 5  \n"), false), None);
        assert_eq!(fault(&RIGHT.replace("= 10", "= 12"), false), None);
    }

    #[test]
    fn every_fault_is_found_with_its_line() {
        let enqueued = PathFault::Enqueued { printed: Some(12), expected: 10 };
        assert_eq!(fault(&RIGHT.replace("= 10", "= 12"), true), Some((21, enqueued)));
        let number = PathFault::CountsBoards { printed: 5 };
        assert_eq!(fault(&RIGHT.replace("= 4", "= 5"), false), Some((22, number)));
        let number = PathFault::WrongNumber { printed: Some(7), made: 4 };
        assert_eq!(fault(&RIGHT.replace("= 4", "= 7"), false), Some((22, number)));
        assert_eq!(fault(&format!("Tamaño del tablero: {RIGHT}"), false), Some((1, PathFault::Prompt)));
        assert_eq!(fault(&RIGHT.replacen("  1 3", "0 1 3", 1), false), Some((1, PathFault::NotARow)));
        assert_eq!(fault(&RIGHT.replacen("7 8 6", "7 6 8", 1), false), Some((3, PathFault::WrongStart)));
        let skipped = RIGHT.replacen("1   3\n4 2 5\n7 8 6\n\n", "", 1);
        assert_eq!(fault(&skipped, false), Some((5, PathFault::IllegalMove { board: 2 })));
        let short = RIGHT.replace("1 2 3\n4 5 6\n7 8\n\n", "");
        assert_eq!(fault(&short, false), Some((14, PathFault::NotAtGoal)));
        let there_and_back = RIGHT.replacen(
            "1   3\n4 2 5\n7 8 6\n\n",
            "1   3\n4 2 5\n7 8 6\n\n  1 3\n4 2 5\n7 8 6\n\n1   3\n4 2 5\n7 8 6\n\n",
            1,
        );
        assert_eq!(fault(&there_and_back, false), Some((17, PathFault::TooLong { moves: 6, shortest: 4 })));
        assert_eq!(fault("Sin solución posible\n", false), Some((1, PathFault::SaysUnsolvable)));
        assert_eq!(fault(&RIGHT.replace("7 8\n\n", "7 8\n"), false), Some((20, PathFault::NoEmptyLine)));
        assert_eq!(fault(&format!("{RIGHT}done\n"), false), Some((23, PathFault::Extra)));
        assert_eq!(fault(&RIGHT.replace("movimientos", "pasos"), false), Some((22, PathFault::Words)));
    }

    #[test]
    fn unsolvable_boards_must_be_reported() {
        let answer = Answer::from("Sin solución posible\n".as_bytes().to_vec());
        let input = b"3 1 2 3 4 5 6 8 7 0";
        assert_eq!(judge(input, &answer, "Sin solución posible".as_bytes(), false), None);
        let failure = judge(input, &answer, RIGHT.as_bytes(), false).unwrap();
        assert_eq!(failure.cause, Cause::Path(PathFault::DoesNotSayUnsolvable));
        for asked in ["N: Sin solución posible\n", "N?\nSin solución posible\n"] {
            let failure = judge(input, &answer, asked.as_bytes(), false).unwrap();
            assert_eq!(failure.cause, Cause::Path(PathFault::Prompt));
        }
        let failure = judge(input, &answer, b"Nota: no hay\n", false).unwrap();
        assert_eq!(failure.cause, Cause::Path(PathFault::DoesNotSayUnsolvable));
        assert_eq!(judge(input, &answer, b"", false).unwrap().cause, Cause::Empty { on_stdout: false });
    }
}
