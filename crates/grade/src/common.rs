//! One cause over all cases of a program.
//!
//! A single case often fits several mistakes. Here all cases are read together: a mistake is the cause if a search with it gives
//! what the program wrote in every case, those that passed included. If no single mistake does, two at once are tried.
//! What explains all failed cases, at least two of them, and has no rival is sure; anything less is said to be likely.

use serde::Serialize;

use crate::cases::{Case, Course};
use crate::cause::{Cause, Failure, PathFault};
use crate::exam::{Exam, Verdict};
use crate::menu_file::{FoundRun, Input, read_file};
use crate::path_search::{Packed, ParityMistake, Rules, SearchMistake, is_solvable, search};
use crate::run::{Ending, OutputFile, Run};
use crate::stack_search::{Mistake, Mistakes, recorded};

/// What an output shows of the program's search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Clue {
    /// Nothing.
    #[default]
    None,
    /// It is right.
    Right,
    /// `menu`: the searches of the file.
    Runs(Vec<FoundRun>),
    /// `solver`, `astar`: a solution of this many moves.
    Moves(usize),
    /// `solver`, `astar`: the program says that there is no solution.
    SaysUnsolvable,
    /// `solver`, `astar`: there is no solution, and the program does not say so.
    SaysSolvable,
}

impl Clue {
    pub(crate) fn of(course: Course, case: &Case, run: &Run, failure: Option<&Failure>) -> Self {
        match (course, &run.file, failure.map(|failure| &failure.cause)) {
            (Course::Menu, OutputFile::Bytes(bytes), Some(Cause::Order(_))) => {
                let requests = Input::read(&case.stdin).requests.len();
                Self::Runs(read_file(&String::from_utf8_lossy(bytes), requests + 1))
            }
            (_, _, Some(Cause::Path(PathFault::TooLong { moves, .. }))) => Self::Moves(*moves),
            (_, _, Some(Cause::Path(PathFault::SaysUnsolvable))) => Self::SaysUnsolvable,
            (_, _, Some(Cause::Path(PathFault::DoesNotSayUnsolvable))) => Self::SaysSolvable,
            _ => Self::None,
        }
    }
}

/// What is wrong with a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case", tag = "what")]
pub enum What {
    /// `menu`: rules of the search, one or two at once.
    Order {
        /// The mistakes.
        mistakes: Vec<Mistake>,
    },
    /// `solver`, `astar`: the search.
    Search {
        /// The mistake.
        mistake: SearchMistake,
    },
    /// `solver`, `astar`: the formula that says whether there is a solution.
    Parity {
        /// The mistake.
        mistake: ParityMistake,
    },
    /// `solver`, `astar`: no solution is found beyond a number of moves.
    DepthLimit {
        /// The longest solution that it found.
        found: usize,
        /// The shortest that it did not find.
        missed: usize,
    },
    /// The same fault in several cases.
    Fault {
        /// In the first of them.
        cause: Box<Cause>,
    },
    /// The same ending in several cases.
    Ended {
        /// The ending.
        #[serde(flatten)]
        ending: Ending,
    },
}

/// The cause that explains most.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CommonCause {
    /// What is wrong.
    #[serde(flatten)]
    pub what: What,
    /// Other mistakes that would explain as much.
    pub or: Vec<What>,
    /// Failed cases that it explains.
    pub explained: usize,
    /// Failed cases.
    pub failed: usize,
    /// Whether it explains all of them, and nothing else does.
    pub sure: bool,
}

/// The common cause of an exam's failed cases.
pub(crate) fn cause(exam: &Exam, verdicts: &[Verdict]) -> Option<CommonCause> {
    let failed = verdicts.iter().filter(|verdict| !verdict.passed).count();
    if failed == 0 {
        return None;
    }
    let cases = || exam.questions().iter().map(|(case, _)| case).zip(verdicts);
    let explained = match exam.course() {
        Course::Menu => order(&cases().collect::<Vec<_>>()),
        Course::Solver | Course::Astar => path(exam, verdicts),
        Course::Sums => Vec::new(),
    };
    let same = same_fault(verdicts);
    let best = explained.iter().chain(&same).map(|(_, count)| *count).max()?;
    let mut rivals = explained.into_iter().chain(same).filter(|(_, count)| *count == best).map(|(what, _)| what);
    let what = rivals.next()?;
    // A fault that is the same in all cases is no rival of the mistake behind it.
    let or: Vec<What> = rivals.filter(|other| !matches!(other, What::Fault { .. } | What::Ended { .. })).collect();
    let sure = best == failed && best > 1 && or.is_empty();
    Some(CommonCause { what, or, explained: best, failed, sure })
}

/// The mistakes that explain most searches of a `menu` program, with the number of failed cases they explain.
fn order(cases: &[(&Case, &Verdict)]) -> Vec<(What, usize)> {
    let failed: Vec<_> = cases.iter().filter(|(_, verdict)| matches!(verdict.clue, Clue::Runs(_))).collect();
    let passed: Vec<_> = cases.iter().filter(|(_, verdict)| verdict.clue == Clue::Right).collect();
    let explains = |mistakes: Mistakes| failed.iter().filter(|(case, verdict)| writes(mistakes, case, verdict)).count();
    let fits_passed = |mistakes: Mistakes| passed.iter().all(|(case, _)| changes_nothing(mistakes, case));
    let mut best: Vec<(Vec<Mistake>, usize)> = Vec::new();
    let mut offer = |mistakes: Vec<Mistake>| {
        let set = mistakes.iter().fold(Mistakes::default(), |set, &mistake| set.and(mistake));
        let (count, so_far) = (explains(set), best.first().map_or(1, |(_, count)| *count));
        if count < so_far || !fits_passed(set) {
            return;
        }
        if count > so_far {
            best.clear();
        }
        best.push((mistakes, count));
    };
    for mistake in Mistake::ALL {
        offer(vec![mistake]);
    }
    if best_count(&best) < failed.len() {
        let begins: Vec<Mistake> =
            Mistake::ALL.into_iter().filter(|&mistake| failed.iter().any(|(_, v)| is_named(v, mistake))).collect();
        let mut offer_pairs = Vec::new();
        for &first in &begins {
            offer_pairs
                .extend(Mistake::ALL.into_iter().filter(|&other| other != first).map(|other| vec![first, other]));
        }
        let single = best_count(&best);
        for mut pair in offer_pairs {
            pair.sort_by_key(|&mistake| Mistake::ALL.iter().position(|&m| m == mistake));
            let set = Mistakes::from(pair[0]).and(pair[1]);
            let count = explains(set);
            if count > single && count >= best_count(&best) && fits_passed(set) {
                if count > best_count(&best) {
                    best.clear();
                }
                if !best.iter().any(|(known, _)| *known == pair) {
                    best.push((pair, count));
                }
            }
        }
    }
    best.into_iter().map(|(mistakes, count)| (What::Order { mistakes }, count)).collect()
}

fn best_count(best: &[(Vec<Mistake>, usize)]) -> usize {
    best.first().map_or(0, |(_, count)| *count)
}

/// Whether the case's own explanation, found by its first difference alone, names this mistake.
fn is_named(verdict: &Verdict, mistake: Mistake) -> bool {
    let cause = verdict.failure.as_ref().map(|failure| &failure.cause);
    matches!(cause, Some(Cause::Order(divergence)) if divergence.mistake == Some(mistake))
}

/// Whether a program with these mistakes writes what this one wrote.
pub(crate) fn writes(mistakes: Mistakes, case: &Case, verdict: &Verdict) -> bool {
    let Clue::Runs(found) = &verdict.clue else { return false };
    let requests = Input::read(&case.stdin).requests;
    requests.len() == found.len()
        && requests.iter().zip(found).all(|(request, found)| match request.board {
            Some(board) => recorded(board, request.heuristic, mistakes, found.steps.len() + 1) == found.steps,
            None => found.is_minus_one(),
        })
}

/// Whether a program with these mistakes still passes the case.
fn changes_nothing(mistakes: Mistakes, case: &Case) -> bool {
    Input::read(&case.stdin).requests.iter().filter_map(|request| Some((request.board?, request.heuristic))).all(
        |(board, heuristic)| {
            let right = recorded(board, heuristic, None, usize::MAX);
            recorded(board, heuristic, mistakes, right.len() + 1) == right
        },
    )
}

/// A case of `solver` or `astar`: the boards, the length of the shortest solution, what the program found.
struct Observed {
    start: Packed,
    goal: Packed,
    shortest: Option<usize>,
    clue: Clue,
}

fn path(exam: &Exam, verdicts: &[Verdict]) -> Vec<(What, usize)> {
    let observed: Vec<Observed> = exam
        .questions()
        .iter()
        .zip(verdicts)
        .filter_map(|((case, answer), verdict)| {
            let (start, goal) = boards(exam.course(), &case.stdin)?;
            let shortest = shortest(&String::from_utf8_lossy(&answer.text));
            Some(Observed { start, goal, shortest, clue: verdict.clue.clone() })
        })
        .collect();
    let mut found = Vec::new();
    let count = |is: fn(&Clue) -> bool| observed.iter().filter(|o| is(&o.clue)).count();
    let too_long = count(|clue| matches!(clue, Clue::Moves(_)));
    if too_long > 0 {
        let fits = |mistake: &SearchMistake| mistake.variants().into_iter().any(|rules| fits(&observed, rules));
        let mistakes = SearchMistake::ALL.into_iter().filter(fits);
        found.extend(mistakes.map(|mistake| (What::Search { mistake }, too_long)));
    }
    let misjudged = count(|clue| matches!(clue, Clue::SaysUnsolvable | Clue::SaysSolvable));
    if misjudged > 0 {
        let fits = |mistake: &ParityMistake| observed.iter().all(|o| o.agrees(*mistake));
        let mistakes = ParityMistake::ALL.into_iter().filter(fits);
        found.extend(mistakes.map(|mistake| (What::Parity { mistake }, misjudged)));
        found.extend(depth_limit(&observed).map(|what| (what, misjudged)));
    }
    found
}

/// Whether a search by these rules finds what the program found.
fn fits(observed: &[Observed], rules: Rules) -> bool {
    const MAX_BOARDS: usize = 60_000;
    let (failed, passed): (Vec<_>, Vec<_>) =
        observed.iter().filter(|o| o.shortest.is_some()).partition(|o| matches!(o.clue, Clue::Moves(_)));
    failed.into_iter().chain(passed.into_iter().filter(|o| o.clue == Clue::Right)).all(|o| {
        let moves = if let Clue::Moves(moves) = o.clue { Some(moves) } else { o.shortest };
        search(o.start, o.goal, rules, MAX_BOARDS).map(|found| found.moves) == moves
    })
}

impl Observed {
    fn agrees(&self, mistake: ParityMistake) -> bool {
        let is_wrong = mistake.says_solvable(self.start, self.goal) != is_solvable(self.start, self.goal);
        match self.clue {
            Clue::Right | Clue::Moves(_) => !is_wrong,
            Clue::SaysUnsolvable | Clue::SaysSolvable => is_wrong,
            Clue::None | Clue::Runs(_) => true,
        }
    }
}

fn depth_limit(observed: &[Observed]) -> Option<What> {
    if observed.iter().any(|o| o.clue == Clue::SaysSolvable) {
        return None;
    }
    let lengths = |clue: Clue| observed.iter().filter(move |o| o.clue == clue).filter_map(|o| o.shortest);
    let (found, missed) = (lengths(Clue::Right).max()?, lengths(Clue::SaysUnsolvable).min()?);
    (found < missed).then_some(What::DepthLimit { found, missed })
}

/// The boards of an input.
fn boards(course: Course, input: &[u8]) -> Option<(Packed, Packed)> {
    let text = String::from_utf8_lossy(input);
    let numbers: Vec<u32> = text.split_whitespace().take(32).map_while(|word| word.parse().ok()).collect();
    if course == Course::Astar {
        return Some((Packed::new(numbers.get(..9)?)?, Packed::new(numbers.get(9..18)?)?));
    }
    let size = *numbers.first()? as usize;
    Some((Packed::new(numbers.get(1..=size.checked_mul(size)?)?)?, Packed::blank_last(size)?))
}

/// The moves that a right answer prints.
fn shortest(answer: &str) -> Option<usize> {
    let number = |line: &str| {
        let of_solver = line.strip_prefix("Número de movimientos = ");
        of_solver.or_else(|| line.strip_prefix("solution ")?.strip_suffix(" moves"))?.trim().parse().ok()
    };
    answer.lines().rev().find_map(number)
}

/// The fault or the ending that most failed cases have, if there are several.
fn same_fault(verdicts: &[Verdict]) -> Option<(What, usize)> {
    let failed: Vec<&Verdict> = verdicts.iter().filter(|verdict| !verdict.passed).collect();
    let count = |of: &Verdict| failed.iter().filter(|other| key(other) == key(of)).count();
    let (of, count) = failed.iter().rev().map(|verdict| (*verdict, count(verdict))).max_by_key(|&(_, count)| count)?;
    if count < 2 && failed.len() > 1 {
        return None;
    }
    let what = match (&of.ending, of.failure.as_ref().map(|failure| &failure.cause)) {
        (Ending::GivenUp, _) => What::Ended { ending: Ending::TimedOut },
        (ending, Some(cause)) if has_crashed(of) || *cause == Cause::Stopped => What::Ended { ending: ending.clone() },
        // A search in the wrong order has a step of its own in every case.
        (_, Some(Cause::Order(_)) | None) => return None,
        (_, Some(cause)) => What::Fault { cause: Box::new(cause.clone()) },
    };
    Some((what, count))
}

/// Whether a program failed before it could write its answer. Wrong boards say more than how it ended.
fn has_crashed(verdict: &Verdict) -> bool {
    let cause = verdict.failure.as_ref().map(|failure| &failure.cause);
    verdict.ending != Ending::Exited { code: 0 } && !matches!(cause, Some(Cause::Order(_) | Cause::Path(_)))
}

/// What two faults of one kind have in common.
fn key(verdict: &Verdict) -> String {
    let kind = |debug: String| debug.split([' ', '(', '{']).next().unwrap_or_default().to_owned();
    match verdict.failure.as_ref().map(|failure| &failure.cause) {
        Some(Cause::Stopped) if verdict.ending == Ending::GivenUp => kind(format!("{:?}", Ending::TimedOut)),
        Some(Cause::Stopped) | None => kind(format!("{:?}", verdict.ending)),
        _ if has_crashed(verdict) => kind(format!("{:?}", verdict.ending)),
        Some(Cause::Layout { layout }) => format!("{layout:?}"),
        Some(Cause::Path(fault)) => kind(format!("{fault:?}")),
        Some(cause) => kind(format!("{cause:?}")),
    }
}
