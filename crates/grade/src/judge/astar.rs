//! The `astar` course: an optimal solution with its directions, between any two boards.
//!
//! Programs of this course prompt for their boards and may trace what they explore. Prompts, traces and differences in
//! empty lines do not matter unless strict.

use super::path::{Lines, PathProblem, PrintedBoard, direction, line, numbers};
use super::{Answer, compare_text};
use crate::cause::{Cause, Failure, PathFault, Side};

const FOUND: &str = "solution found!";
const NONE: &str = "No solution";
const EXPLORING: &str = "Exploring state in A*:";
const PROMPTS: [&str; 2] = ["Enter initial board:", "Enter goal board:"];

/// Judges the output of one case.
pub(super) fn judge(input: &[u8], answer: &Answer, found: &[u8], strict: bool) -> Option<Failure> {
    let right = String::from_utf8_lossy(&answer.text);
    let Ok(text) = std::str::from_utf8(found) else { return compare_text(&answer.text, found) };
    if text.trim().is_empty() {
        return compare_text(&answer.text, found);
    }
    let boards = numbers(input, 18);
    let moves = right.lines().rev().find_map(|l| l.strip_prefix("solution ")?.strip_suffix(" moves")?.parse().ok());
    // The lines of prompts stay, so that line numbers stay right.
    let text = PROMPTS.iter().filter(|_| !strict).fold(text.to_owned(), |text, prompt| text.replace(prompt, ""));
    let mut lines = Lines::new(&text);
    if !strict {
        skip_traces(&mut lines);
    }
    if right.trim() == NONE {
        let result = expect_words(&mut lines, NONE).and_then(|()| lines.expect_end());
        return result.err().map(|f| Failure { cause: Cause::Path(PathFault::DoesNotSayUnsolvable), ..f });
    }
    let (Some(shortest), 18) = (moves, boards.len()) else { return compare_text(&answer.text, found) };
    if lines.peek().map(str::trim) == Some(NONE) {
        return Some(lines.fault_here(line(FOUND), PathFault::SaysUnsolvable));
    }
    let problem = PathProblem { size: 3, start: boards[..9].to_vec(), goal: boards[9..].to_vec(), shortest };
    solution(&mut lines, &problem, strict).err()
}

fn expect_words(lines: &mut Lines<'_>, words: &str) -> Result<(), Failure> {
    if lines.peek().is_some_and(|l| l.trim() == words) {
        lines.at += 1;
        return Ok(());
    }
    lines.expect_words(words).map_err(|failure| match failure.cause {
        Cause::Path(PathFault::Words) if lines.is_prompt() && !is_trace(lines) => {
            Failure { cause: Cause::Path(PathFault::Prompt), ..failure }
        }
        _ => failure,
    })
}

fn is_trace(lines: &Lines<'_>) -> bool {
    lines.peek().is_some_and(|l| l.trim() == EXPLORING)
}

fn skip_traces(lines: &mut Lines<'_>) {
    lines.skip_empty();
    while is_trace(lines) {
        lines.at += 1;
        while lines.peek().is_some_and(|l| l.trim().is_empty() || row_cells(l, false).is_some()) {
            lines.at += 1;
        }
    }
}

fn row_text(row: &[u32]) -> String {
    row.iter().map(u32::to_string).collect::<Vec<_>>().join(" ")
}

fn row_cells(text: &str, strict: bool) -> Option<Vec<u32>> {
    let cells: Vec<u32> = text.split_whitespace().take(4).map(|word| word.parse().ok()).collect::<Option<_>>()?;
    (cells.len() == 3 && (!strict || row_text(&cells) == text)).then_some(cells)
}

fn solution(lines: &mut Lines<'_>, problem: &PathProblem, strict: bool) -> Result<(), Failure> {
    expect_words(lines, FOUND)?;
    let mut boards: Vec<PrintedBoard> = Vec::new();
    loop {
        if !strict {
            lines.skip_empty();
        }
        if lines.peek().is_none_or(|l| row_cells(l, strict).is_none()) {
            break;
        }
        let first = lines.at;
        let mut cells = Vec::new();
        for _ in 0..3 {
            let row = lines.peek().and_then(|l| row_cells(l, strict));
            cells.extend(row.ok_or_else(|| lines.fault_here(Side::Open, PathFault::NotARow))?);
            lines.at += 1;
        }
        if strict && lines.peek() != Some("") {
            return Err(lines.fault_here(line(""), PathFault::NoEmptyLine));
        }
        lines.at += usize::from(strict);
        boards.push(PrintedBoard { cells, line: first });
    }
    problem.check(lines, &boards, row_text)?;
    let directions: Vec<&str> = boards.windows(2).filter_map(|p| direction(&p[0].cells, &p[1].cells, 3)).collect();
    check_directions(lines, &directions)?;
    if !strict {
        lines.skip_empty();
    }
    let at = lines.at;
    let printed = lines.expect_number("solution ", " moves", directions.len() as u64)?;
    if printed != directions.len() as u64 {
        let fault = PathFault::wrong_number(printed, directions.len());
        return Err(lines.fault(at, line(&format!("solution {} moves", directions.len())), fault));
    }
    lines.expect_end()
}

fn check_directions(lines: &mut Lines<'_>, directions: &[&str]) -> Result<(), Failure> {
    // If the start is the goal, there are no directions; an empty line for them is optional.
    if directions.is_empty() {
        lines.skip_empty();
        return Ok(());
    }
    let printed: Vec<&str> = lines.peek().unwrap_or_default().split_whitespace().collect();
    if printed == directions {
        lines.at += 1;
        return Ok(());
    }
    let opposite = |direction: &&str| match *direction {
        "up" => "down",
        "down" => "up",
        "left" => "right",
        _ => "left",
    };
    if printed.iter().copied().eq(directions.iter().map(opposite)) {
        return Err(lines.fault_here(line(&directions.join(" ")), PathFault::TileDirections));
    }
    let same = printed.iter().zip(directions).take_while(|(a, b)| a == b).count();
    Err(lines.fault_here(line(&directions.join(" ")), PathFault::WrongDirection { position: same + 1 }))
}

#[cfg(test)]
mod tests {
    use super::*;

    const INPUT: &[u8] = b"1 2 3 4 5 6 0 7 8\n1 2 3 4 5 6 7 8 0\n";
    const RIGHT: &str = "solution found!\n1 2 3\n4 5 6\n0 7 8\n\n1 2 3\n4 5 6\n7 0 8\n\n1 2 3\n4 5 6\n7 8 0\n\nright right\nsolution 2 moves\n";

    fn fault(found: &str, strict: bool) -> Option<(usize, PathFault)> {
        let failure = judge(INPUT, &Answer::from(RIGHT.as_bytes().to_vec()), found.as_bytes(), strict)?;
        let Cause::Path(fault) = failure.cause else { panic!("{}", failure.cause) };
        Some((failure.difference.expect("a line").line, fault))
    }

    #[test]
    fn prompts_and_traces_matter_only_if_strict() {
        assert_eq!(fault(RIGHT, true), None);
        let prompts = format!("Enter initial board: Enter goal board: {RIGHT}");
        assert_eq!(fault(&prompts, false), None);
        assert_eq!(fault(&prompts, true), Some((1, PathFault::Prompt)));
        let traced = format!("Exploring state in A*:\n1 2 3\n4 5 6\n0 7 8\n\n{RIGHT}");
        assert_eq!(fault(&traced, false), None);
        assert_eq!(fault(&traced, true), Some((1, PathFault::Words)));
    }

    #[test]
    fn every_fault_is_found_with_its_line() {
        let wrong = RIGHT.replace("right right", "right left");
        assert_eq!(fault(&wrong, false), Some((14, PathFault::WrongDirection { position: 2 })));
        let number = PathFault::CountsBoards { printed: 3 };
        assert_eq!(fault(&RIGHT.replace("2 moves", "3 moves"), false), Some((15, number)));
        let skipped = RIGHT.replace("1 2 3\n4 5 6\n7 0 8\n\n", "");
        assert_eq!(fault(&skipped, false), Some((6, PathFault::IllegalMove { board: 2 })));
        assert_eq!(fault("No solution\n", false), Some((1, PathFault::SaysUnsolvable)));
    }

    #[test]
    fn unsolvable_and_solved_boards_are_judged() {
        let answer = Answer::from(b"No solution\n".to_vec());
        assert_eq!(judge(INPUT, &answer, b"No solution\n", true), None);
        assert_eq!(
            judge(INPUT, &answer, RIGHT.as_bytes(), false).unwrap().cause,
            Cause::Path(PathFault::DoesNotSayUnsolvable)
        );
        let already = "solution found!\n1 2 3\n4 5 6\n7 8 0\n\n\nsolution 0 moves\n";
        let input = b"1 2 3 4 5 6 7 8 0 1 2 3 4 5 6 7 8 0";
        assert_eq!(judge(input, &Answer::from(already.as_bytes().to_vec()), already.as_bytes(), true), None);
    }
}
