//! Where a `menu` file goes wrong, and which rule was broken.
//!
//! Bytes decide whether the file is right. To explain a wrong one we find the run and the step of the first different
//! line, replay the right search up to there, and look at what the program took instead. Then every known
//! [`Mistake`] is tried: the one whose search gives the program's steps, best in the whole file, is named.

use super::{Answer, plain};
use crate::board::Nine;
use crate::menu_file::{Expected, Input, Request, Section, Told, read_file};
use crate::stack_search::{Child, Heuristic, Mistake, Popped, StackSearch, recorded};
use crate::why::{DecidedBy, Divergence, Evidence, Failure, Layout, Relation, Why};

/// Judges the file of one case.
pub(super) fn judge(input: &[u8], answer: &Answer, found: &[u8], on_stdout: bool) -> Option<Failure> {
    let failure = plain(&answer.text, found)?;
    let why = match failure.why {
        Why::Empty { .. } if found.is_empty() => Why::Empty { on_stdout },
        Why::NotText => Why::NotText,
        _ => {
            let line = failure.difference.as_ref().map_or(1, |difference| difference.line);
            explain(input, &answer.text, &String::from_utf8_lossy(found), line - 1)
        }
    };
    Some(Failure { why, ..failure })
}

fn explain(input: &[u8], right: &[u8], found: &str, line: usize) -> Why {
    if let Some(layout) = layout(&String::from_utf8_lossy(right), found) {
        return Why::Layout { layout };
    }
    let input = Input::read(input);
    let expected = Expected::of(&input.requests);
    // A teacher's own cases may follow other rules: nothing of what follows would be true of them.
    if expected.text.as_bytes() != right {
        return Why::Text;
    }
    let told = read_file(found, input.requests.len() + input.after_five.len() + 1);
    let run = expected.sections.iter().rposition(|section| section.first_line <= line);
    let beyond = line >= expected.text.lines().count();
    let (Some(run), false) = (run, beyond) else { return extra(&input, &told, expected.sections.len()) };
    let section = &expected.sections[run];
    let Some(theirs) = told.get(run) else {
        return Why::MissingRuns { found: told.len(), expected: expected.sections.len() };
    };
    match (&section.steps, section.request.board) {
        (None, None) => Why::NoBoardYet { heuristic: section.request.heuristic },
        (None, Some(board)) => Why::Unsolvable { board },
        (Some(_), Some(board)) if theirs.is_minus_one() => {
            Why::MinusOne { heuristic: section.request.heuristic, board }
        }
        (Some(steps), Some(board)) => in_a_run(&expected, &told, run, steps, board),
        (Some(_), None) => Why::Text,
    }
}

fn extra(input: &Input, told: &[Told], runs: usize) -> Why {
    let after = Expected::of(&input.after_five);
    let more = told.get(runs..).unwrap_or_default();
    let same = |(told, section): (&Told, &Section)| match &section.steps {
        None => told.is_minus_one(),
        Some(steps) => told.steps.first() == steps.first(),
    };
    if !more.is_empty() && more.len() <= after.sections.len() && more.iter().zip(&after.sections).all(same) {
        Why::RanAfterFive
    } else {
        Why::Extra
    }
}

fn in_a_run(expected: &Expected, told: &[Told], run: usize, steps: &[Nine], board: Nine) -> Why {
    let (request, theirs) = (expected.sections[run].request, &told[run]);
    if theirs.title.as_deref() != Some(request.heuristic.title()) {
        return Why::Title { heuristic: request.heuristic };
    }
    let same = steps.iter().zip(&theirs.steps).take_while(|(a, b)| a == b).count();
    if same == steps.len() && same == theirs.steps.len() {
        return if theirs.number == Some(steps.len() as i64) {
            Why::Text
        } else {
            Why::StepCount { printed: theirs.number, expected: steps.len() }
        };
    }
    let earlier = expected.sections[..run].iter().filter_map(|section| section.request.board);
    match theirs.steps.first() {
        Some(&used) if used != board && earlier.into_iter().any(|old| old == used) => {
            Why::OldBoard { current: board, used }
        }
        _ => Why::Order(Box::new(diverge(expected, told, run, same))),
    }
}

/// Replays the right search to its step `at` (from 0), where the program's board is another.
fn diverge(expected: &Expected, told: &[Told], run: usize, at: usize) -> Divergence {
    let Request { heuristic, board } = expected.sections[run].request;
    let start = board.unwrap_or(Nine::BLANK_FIRST);
    let found = told[run].steps.get(at).copied();
    let mut search = StackSearch::new(start, heuristic, None);
    let popped: Vec<Popped> = std::iter::from_fn(|| search.step()).take(at).collect();
    let next = search.waiting().last().filter(|_| popped.last().is_none_or(|p| p.board != Nine::BLANK_FIRST));
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
    let child = |board: Option<Nine>| siblings.iter().find(|child| Some(child.board) == board);
    let decided_by = match (relation, child(next), child(found)) {
        (Relation::Sibling, Some(right), Some(wrong)) => Some(decided_by(heuristic, right, wrong)),
        _ => None,
    };
    let explained = best_mistake(expected, told, run, at);
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
        mistake: explained.map(|(mistake, _)| mistake),
        evidence: explained.map(|(_, evidence)| evidence),
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

/// The mistake that explains most, the likeliest where several explain as much.
fn best_mistake(expected: &Expected, told: &[Told], run: usize, at: usize) -> Option<(Mistake, Evidence)> {
    let mut best: Option<(Mistake, Evidence)> = None;
    for mistake in Mistake::ALL {
        let Some(evidence) = evidence(expected, told, run, at, mistake) else { continue };
        if best.is_none_or(|(_, so_far)| evidence > so_far) {
            best = Some((mistake, evidence));
        }
    }
    best
}

fn evidence(expected: &Expected, told: &[Told], run: usize, at: usize, mistake: Mistake) -> Option<Evidence> {
    let steps_with = |request: Request, told: &Told| {
        let steps = request.board.map(|board| recorded(board, request.heuristic, Some(mistake), told.steps.len() + 1));
        steps.unwrap_or_default()
    };
    let theirs = &told[run].steps;
    let steps = steps_with(expected.sections[run].request, &told[run]);
    if steps != *theirs {
        let same = steps.iter().zip(theirs).take_while(|(a, b)| a == b).count();
        return (same > at).then_some(Evidence::Steps(same));
    }
    let searched = expected.sections.iter().zip(told).filter(|(section, _)| section.steps.is_some());
    let all = told.len() == expected.sections.len()
        && searched.into_iter().all(|(section, told)| steps_with(section.request, told) == told.steps);
    Some(if all { Evidence::File } else { Evidence::Run })
}

/// Whether two texts have the same words on the same lines, empty lines left out; and then, how they differ.
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

#[cfg(test)]
mod tests {
    use super::*;

    const INPUT: &[u8] = b"1 1 2 3 4 0 5 6 7 8 2 3 4 1 5 2 1 3 6 4 7 8 0 2 3 4 1 2 1 4 3 0 5 6 7 8 4 5 2 3";

    fn right() -> String {
        Expected::of(&Input::read(INPUT).requests).text
    }

    fn why(found: &str) -> Why {
        let answer = Answer::from(right().into_bytes());
        judge(INPUT, &answer, found.as_bytes(), false).expect("a difference").why
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
    fn every_mistake_is_named() {
        for mistake in Mistake::ALL {
            let found = with(mistake, INPUT);
            let Why::Order(divergence) = why(&found) else { panic!("{mistake:?}: {}", why(&found)) };
            let named = divergence.mistake.expect("an explanation");
            // Another name is right where it leads to the very same file.
            assert!(named == mistake || with(named, INPUT) == found, "{mistake:?} is called {named:?}");
            assert!(divergence.step >= 1 && divergence.expected != divergence.found);
            assert!(divergence.to_string().contains("Probably"), "{divergence}");
        }
    }

    #[test]
    fn faults_of_layout_are_named() {
        let layout = |text: &str| match why(text) {
            Why::Layout { layout } => layout,
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
    fn faults_around_the_search_are_named() {
        let right = right();
        assert_eq!(why(&right.replace("SUMAS", "Sumas")), Why::Title { heuristic: Heuristic::Sums });
        let cut = right.find("SUMAS").unwrap();
        assert_eq!(why(&right[..cut]), Why::MissingRuns { found: 1, expected: 7 });
        assert_eq!(why(&format!("{right}hello\n")), Why::Extra);
        let after = Expected::of(&Input::read(INPUT).after_five).text;
        assert_eq!(why(&format!("{right}{after}")), Why::RanAfterFive);
        let steps = Expected::of(&Input::read(INPUT).requests).sections[0].steps.clone().unwrap().len();
        let wrong = right.replacen(&format!("{steps}\n\nSUMAS"), &format!("{}\n\nSUMAS", steps - 1), 1);
        assert_eq!(why(&wrong), Why::StepCount { printed: Some(steps as i64 - 1), expected: steps });
        let minus = format!("-1\n\n{}", &right[cut..]);
        assert!(matches!(why(&minus), Why::MinusOne { heuristic: Heuristic::Pieces, .. }));
    }

    #[test]
    fn faults_with_boards_are_named() {
        let first = b"2 1 1 2 3 4 0 5 6 7 8 2 1 1 2 0 3 4 5 6 7 8 2 5";
        let input = Input::read(first);
        let answer = Answer::from(Expected::of(&input.requests).text.into_bytes());
        let why = |found: &[u8]| judge(first, &answer, found, false).expect("a difference").why;

        let mut old = input.requests.clone();
        old[2].board = old[1].board;
        let used = old[1].board.unwrap();
        assert_eq!(
            why(Expected::of(&old).text.as_bytes()),
            Why::OldBoard { current: input.requests[2].board.unwrap(), used }
        );
        assert_eq!(why(Expected::of(&old[1..]).text.as_bytes()), Why::NoBoardYet { heuristic: Heuristic::Pieces });
        assert_eq!(why(b""), Why::Empty { on_stdout: false });
        assert_eq!(why(b"\xff\xff"), Why::NotText);
    }
}
