//! Where a `menu` file goes wrong, and which rule was broken.
//!
//! Bytes decide whether the file is right. To explain a wrong one, the search and the step of the first different line are
//! found, the right search is replayed up to there, and its next board is compared with the program's. Then every known
//! [`Mistake`] is tried: the one that reproduces most of the program's steps is named.

use super::{Answer, compare_text, is_question};
use crate::board::Board3x3;
use crate::cause::{Cause, DecidedBy, Divergence, Evidence, Failure, Layout, PathFault, Relation};
use crate::menu_file::{Expected, FoundRun, Input, Request, Section, read_file};
use crate::stack_search::{Child, Heuristic, Mistake, Popped, StackSearch, recorded};

/// Judges the file of one case.
pub(super) fn judge(input: &[u8], answer: &Answer, found: &[u8], on_stdout: bool) -> Option<Failure> {
    let failure = compare_text(&answer.text, found)?;
    let cause = match failure.cause {
        Cause::Empty { .. } if found.is_empty() => Cause::Empty { on_stdout },
        Cause::NotText => Cause::NotText,
        _ => {
            let line = failure.difference.as_ref().map_or(1, |difference| difference.line);
            explain(input, &answer.text, &String::from_utf8_lossy(found), line - 1)
        }
    };
    Some(Failure { cause, ..failure })
}

fn explain(input: &[u8], right: &[u8], found: &str, line: usize) -> Cause {
    if let Some(layout) = layout(&String::from_utf8_lossy(right), found) {
        return Cause::Layout { layout };
    }
    if found.lines().nth(line).is_some_and(|line| is_question(line) && !is_title(line)) {
        return Cause::Path(PathFault::Prompt);
    }
    let input = Input::read(input);
    let expected = Expected::of(&input.requests);
    // The teacher's own cases may follow other rules, to which these explanations do not apply.
    if expected.text.as_bytes() != right {
        return Cause::Text;
    }
    let runs = read_file(found, input.requests.len() + input.after_five.len() + 1);
    let run = expected.sections.iter().rposition(|section| section.first_line <= line);
    let is_beyond = line >= expected.text.lines().count();
    let (Some(run), false) = (run, is_beyond) else { return explain_extra(&input, &runs, expected.sections.len()) };
    let section = &expected.sections[run];
    let Some(found) = runs.get(run) else {
        return Cause::MissingRuns { found: runs.len(), expected: expected.sections.len() };
    };
    let heuristic = section.request.heuristic;
    match (&section.steps, section.request.board) {
        (None, _) if found.title.is_some() && found.steps.is_empty() && found.number == Some(-1) => {
            Cause::TitleBeforeMinusOne { heuristic }
        }
        (None, None) => Cause::NoBoardYet { heuristic },
        (None, Some(board)) => Cause::Unsolvable { board },
        (Some(_), Some(board)) if found.is_minus_one() => Cause::MinusOne { heuristic, board },
        (Some(steps), Some(board)) => explain_run(&expected, &runs, run, steps, board),
        (Some(_), None) => Cause::Text,
    }
}

/// Whether a line is a title, perhaps with something after it.
fn is_title(line: &str) -> bool {
    let line = line.trim_start().to_uppercase();
    Heuristic::ALL.iter().any(|heuristic| line.starts_with(heuristic.title()))
}

fn explain_extra(input: &Input, found: &[FoundRun], expected: usize) -> Cause {
    let after = Expected::of(&input.after_five);
    let more = found.get(expected..).unwrap_or_default();
    let same = |(found, section): (&FoundRun, &Section)| match &section.steps {
        None => found.is_minus_one(),
        Some(steps) => found.steps.first() == steps.first(),
    };
    if !more.is_empty() && more.len() <= after.sections.len() && more.iter().zip(&after.sections).all(same) {
        Cause::RanAfterFive
    } else {
        Cause::Extra
    }
}

fn explain_run(expected: &Expected, runs: &[FoundRun], run: usize, steps: &[Board3x3], board: Board3x3) -> Cause {
    let (request, found) = (expected.sections[run].request, &runs[run]);
    if found.title.as_deref() != Some(request.heuristic.title()) {
        return Cause::Title { heuristic: request.heuristic };
    }
    let same = steps.iter().zip(&found.steps).take_while(|(a, b)| a == b).count();
    if same == steps.len() && same == found.steps.len() {
        return if found.number == Some(steps.len() as i64) {
            Cause::Text
        } else {
            Cause::StepCount { printed: found.number, expected: steps.len() }
        };
    }
    let earlier = expected.sections[..run].iter().filter_map(|section| section.request.board);
    match found.steps.first() {
        Some(&used) if used != board && earlier.into_iter().any(|old| old == used) => {
            Cause::OldBoard { current: board, used }
        }
        _ => Cause::Order(Box::new(divergence(expected, runs, run, same))),
    }
}

/// Replays the right search to its step `at` (from 0), where the program's board differs.
fn divergence(expected: &Expected, runs: &[FoundRun], run: usize, at: usize) -> Divergence {
    let Request { heuristic, board } = expected.sections[run].request;
    let start = board.unwrap_or(Board3x3::BLANK_FIRST);
    let found = runs[run].steps.get(at).copied();
    let mut search = StackSearch::new(start, heuristic, None);
    let popped: Vec<Popped> = std::iter::from_fn(|| search.step()).take(at).collect();
    let next = search.waiting().last().filter(|_| popped.last().is_none_or(|p| p.board != Board3x3::BLANK_FIRST));
    let parent = popped.iter().rev().find(|p| p.pushed.iter().any(|child| Some(child.board) == next));
    let before = popped.last().map(|p| p.board);
    let siblings = parent.map_or(&[][..], |p| &p.pushed);
    let relation = match found {
        None => Relation::Ended,
        Some(_) if next.is_none() => Relation::AfterTheGoal,
        Some(found) if siblings.iter().any(|child| child.board == found) && !search.has_examined(&found) => {
            Relation::Sibling
        }
        Some(found) if search.has_examined(&found) => Relation::Examined,
        Some(found) if search.waiting().any(|waiting| waiting == found) => Relation::Waiting,
        Some(found) if before.is_some_and(|b| b.neighbours().any(|n| n == found)) => Relation::Neighbour,
        Some(_) => Relation::Unreachable,
    };
    let child = |board: Option<Board3x3>| siblings.iter().find(|child| Some(child.board) == board);
    let decided_by = match (relation, child(next), child(found)) {
        (Relation::Sibling, Some(right), Some(wrong)) => Some(decided_by(heuristic, right, wrong)),
        _ => None,
    };
    let explained = best_mistake(expected, runs, run, at);
    Divergence {
        run: run + 1,
        heuristic,
        start,
        step: at + 1,
        parent: parent.map(|p| p.board),
        children: siblings.to_vec(),
        expected: next,
        found,
        relation,
        decided_by,
        mistake: explained.map(|(mistake, ..)| mistake),
        and: None,
        evidence: explained.map(|(_, evidence, _)| evidence),
        unsure: explained.is_some_and(|(.., unsure)| unsure),
    }
}

fn decided_by(heuristic: Heuristic, right: &Child, wrong: &Child) -> DecidedBy {
    let value = |child: &Child| match heuristic {
        Heuristic::Pieces => child.g,
        Heuristic::Sums => child.h,
        Heuristic::Reversals => child.f(),
    };
    if value(right) != value(wrong) {
        DecidedBy::Value
    } else if heuristic == Heuristic::Reversals && right.d != wrong.d {
        DecidedBy::Reversals
    } else {
        DecidedBy::Board
    }
}

/// Steps beyond the first wrong one that a mistake must explain before it is named without a doubt.
const THIN: usize = 3;

/// The mistake that explains most, the likeliest of several that explain as much, and whether that is in doubt.
fn best_mistake(expected: &Expected, runs: &[FoundRun], run: usize, at: usize) -> Option<(Mistake, Evidence, bool)> {
    let mut best: Option<(Mistake, Evidence, bool)> = None;
    for mistake in Mistake::ALL {
        let Some(evidence) = evidence(expected, runs, run, at, mistake) else { continue };
        let is_thin = matches!(evidence, Evidence::Steps(steps) if steps < at + THIN);
        match &mut best {
            Some((_, so_far, unsure)) if evidence == *so_far => *unsure = true,
            Some((_, so_far, _)) if evidence < *so_far => {}
            _ => best = Some((mistake, evidence, is_thin)),
        }
    }
    best
}

fn evidence(expected: &Expected, runs: &[FoundRun], run: usize, at: usize, mistake: Mistake) -> Option<Evidence> {
    let steps_with = |request: Request, found: &FoundRun| {
        let steps = request.board.map(|board| recorded(board, request.heuristic, Some(mistake), found.steps.len() + 1));
        steps.unwrap_or_default()
    };
    let found = &runs[run].steps;
    let steps = steps_with(expected.sections[run].request, &runs[run]);
    if steps != *found {
        let same = steps.iter().zip(found).take_while(|(a, b)| a == b).count();
        return (same > at).then_some(Evidence::Steps(same));
    }
    let searched = expected.sections.iter().zip(runs).filter(|(section, _)| section.steps.is_some());
    let all = runs.len() == expected.sections.len()
        && searched.into_iter().all(|(section, found)| steps_with(section.request, found) == found.steps);
    Some(if all { Evidence::File } else { Evidence::Run })
}

/// How the layout of two texts differs that have the same words on the same lines, apart from empty lines.
fn layout(right: &str, found: &str) -> Option<Layout> {
    let bare = found.trim_start_matches('\u{feff}');
    let words = |text| str::lines(text).filter(|l| !l.trim().is_empty()).map(str::split_whitespace);
    let (mut a, mut b) = (words(right), words(bare));
    let same = loop {
        match (a.next(), b.next()) {
            (None, None) => break true,
            (Some(a), Some(b)) if a.clone().eq(b.clone()) => {}
            _ => break false,
        }
    };
    if !same || right.trim().is_empty() && found.is_empty() {
        return None;
    }
    Some(if bare.len() < found.len() {
        Layout::ByteOrderMark
    } else if found.contains('\r') {
        Layout::CarriageReturns
    } else if after_minus_one(found) == right && found != right {
        Layout::AfterMinusOne
    } else if right.trim_end() == found.trim_end() {
        if found.len() < right.len() { Layout::BreaksMissingAtEnd } else { Layout::BreaksTooManyAtEnd }
    } else if found.lines().any(|line| line.ends_with([' ', '\t'])) {
        Layout::TrailingSpaces
    } else if right.split_whitespace().count() > 0
        && right.lines().filter(|l| !l.is_empty()).eq(found.lines().filter(|l| !l.is_empty()))
    {
        Layout::EmptyLines
    } else {
        Layout::Spacing
    })
}

/// The text with exactly one empty line after every `-1`.
fn after_minus_one(found: &str) -> String {
    let mut text = String::new();
    let mut lines = found.lines().peekable();
    while let Some(line) = lines.next() {
        text.push_str(line);
        text.push('\n');
        if line == "-1" {
            while lines.next_if(|next| next.is_empty()).is_some() {}
            text.push('\n');
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const INPUT: &[u8] = b"1 1 2 3 4 0 5 6 7 8 2 3 4 1 5 2 1 3 6 4 7 8 0 2 3 4 1 2 1 4 3 0 5 6 7 8 4 5 2 3";

    fn right() -> String {
        Expected::of(&Input::read(INPUT).requests).text
    }

    fn cause(found: &str) -> Cause {
        let answer = Answer::from(right().into_bytes());
        judge(INPUT, &answer, found.as_bytes(), false).expect("a difference").cause
    }

    /// The file of a program with one mistake.
    fn with(mistake: Mistake, input: &[u8]) -> String {
        let run = |request: Request| {
            let steps = recorded(request.board.expect("a board"), request.heuristic, Some(mistake), 4000);
            let boards: Vec<String> = steps.iter().map(|step| step.rows().join("\n") + "\n\n").collect();
            format!("{}\n\n{}{}\n\n", request.heuristic.title(), boards.concat(), steps.len())
        };
        Input::read(input).requests.into_iter().map(run).collect::<Vec<_>>().concat()
    }

    #[test]
    fn the_right_file_is_right() {
        assert_eq!(judge(INPUT, &Answer::from(right().into_bytes()), right().as_bytes(), false), None);
    }

    #[test]
    fn every_mistake_is_recognized() {
        for mistake in Mistake::ALL {
            let found = with(mistake, INPUT);
            let Cause::Order(divergence) = cause(&found) else { panic!("{mistake:?}: {}", cause(&found)) };
            let named = divergence.mistake.expect("an explanation");
            // Another mistake is right if it leads to the same file.
            assert!(named == mistake || with(named, INPUT) == found, "{mistake:?} is called {named:?}");
            assert!(divergence.step >= 1 && divergence.expected != divergence.found);
            let words = if divergence.unsure { "Perhaps" } else { "Probably" };
            assert!(divergence.to_string().contains(words), "{divergence}");
        }
    }

    #[test]
    fn wrong_layouts_are_recognized() {
        let layout = |text: &str| match cause(text) {
            Cause::Layout { layout } => layout,
            other => panic!("{other}"),
        };
        let right = right();
        assert_eq!(layout(&right.replace('\n', "\r\n")), Layout::CarriageReturns);
        assert_eq!(layout(&format!("\u{feff}{right}")), Layout::ByteOrderMark);
        assert_eq!(layout(right.trim_end()), Layout::BreaksMissingAtEnd);
        assert_eq!(layout(&format!("{right}\n")), Layout::BreaksTooManyAtEnd);
        assert_eq!(layout(&right.replace("1 2 3\n", "1 2 3 \n")), Layout::TrailingSpaces);
        assert_eq!(layout(&right.replace("1 2 3", "1  2 3")), Layout::Spacing);
        assert_eq!(layout(&right.replace("\n\n", "\n")), Layout::EmptyLines);
    }

    #[test]
    fn faults_outside_the_search_are_recognized() {
        let right = right();
        assert_eq!(cause(&right.replace("SUMAS", "Sumas")), Cause::Title { heuristic: Heuristic::Sums });
        assert_eq!(cause(&right.replace("SUMAS", "SUMAS:")), Cause::Title { heuristic: Heuristic::Sums });
        assert_eq!(cause(&format!("Opción: {right}")), Cause::Path(PathFault::Prompt));
        assert_eq!(cause(&right.replace("SUMAS", "¿Opción?\nSUMAS")), Cause::Path(PathFault::Prompt));
        let cut = right.find("SUMAS").unwrap();
        assert_eq!(cause(&right[..cut]), Cause::MissingRuns { found: 1, expected: 7 });
        assert_eq!(cause(&format!("{right}hello\n")), Cause::Extra);
        let after = Expected::of(&Input::read(INPUT).after_five).text;
        assert_eq!(cause(&format!("{right}{after}")), Cause::RanAfterFive);
        let steps = Expected::of(&Input::read(INPUT).requests).sections[0].steps.clone().unwrap().len();
        let wrong = right.replacen(&format!("{steps}\n\nSUMAS"), &format!("{}\n\nSUMAS", steps - 1), 1);
        assert_eq!(cause(&wrong), Cause::StepCount { printed: Some(steps as i64 - 1), expected: steps });
        let minus = format!("-1\n\n{}", &right[cut..]);
        assert!(matches!(cause(&minus), Cause::MinusOne { heuristic: Heuristic::Pieces, .. }));
    }

    #[test]
    fn wrong_boards_are_recognized() {
        let first = b"2 1 1 2 3 4 0 5 6 7 8 2 1 1 2 0 3 4 5 6 7 8 2 5";
        let input = Input::read(first);
        let answer = Answer::from(Expected::of(&input.requests).text.into_bytes());
        let cause = |found: &[u8]| judge(first, &answer, found, false).expect("a difference").cause;

        let mut old = input.requests.clone();
        old[2].board = old[1].board;
        let used = old[1].board.unwrap();
        assert_eq!(
            cause(Expected::of(&old).text.as_bytes()),
            Cause::OldBoard { current: input.requests[2].board.unwrap(), used }
        );
        assert_eq!(cause(Expected::of(&old[1..]).text.as_bytes()), Cause::NoBoardYet { heuristic: Heuristic::Pieces });
        let right = Expected::of(&input.requests).text;
        let layout = |text: &str| matches!(cause(text.as_bytes()), Cause::Layout { layout: Layout::AfterMinusOne });
        assert!(layout(&right.replacen("-1\n\n", "-1\n", 1)) && layout(&right.replacen("-1\n\n", "-1\n\n\n", 1)));
        let titled = right.replacen("-1\n", "PIEZAS\n\n-1\n", 1);
        assert_eq!(cause(titled.as_bytes()), Cause::TitleBeforeMinusOne { heuristic: Heuristic::Pieces });
        assert_eq!(cause(b""), Cause::Empty { on_stdout: false });
        assert_eq!(cause(b"\xff\xff"), Cause::NotText);
    }
}
