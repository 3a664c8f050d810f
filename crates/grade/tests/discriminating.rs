//! Exams distinguish right programs from wrong ones: on seeds 0 to 19 every mistake fails two cases at least, and nothing else does.
//!
//! The programs in `programs/mistakes` run many cases in one process; each is given the cases that are about its mistake, since
//! two failed cases are enough.
#![cfg(unix)]

mod common;

use std::collections::HashMap;
use std::time::Duration;

use hueco_grade::cases::{Case, Topic, generate};
use hueco_grade::judge::judge;
use hueco_grade::menu_file::Input;
use hueco_grade::path_search::{Packed, Rules, SearchMistake, is_solvable, search};
use hueco_grade::run::{Ending, Invocation, OutputFile, Run, run};
use hueco_grade::stack_search::{Mistake, recorded};
use hueco_grade::{Answer, Course, JudgeOptions, Limits};

const SEEDS: std::ops::Range<u64> = 0..20;

/// What a program prints for each of these inputs, in one process.
fn outputs(name: &str, inputs: &[String]) -> Option<Vec<Vec<u8>>> {
    let mut program = common::program(&format!("mistakes/{name}.py"))?;
    program.args.push("--batch".into());
    let stdin = serde_json::to_vec(inputs).unwrap();
    let limits = Limits { timeout: Duration::from_secs(60), ..Limits::default() };
    let run = run(&Invocation { limits, ..Invocation::new(&program, &stdin) }).unwrap();
    assert_eq!(run.ending, Ending::Exited { code: 0 }, "{name}: {}", String::from_utf8_lossy(&run.stderr));
    let outputs: Vec<String> = serde_json::from_slice(&run.stdout).unwrap();
    Some(outputs.into_iter().map(String::into_bytes).collect())
}

fn as_run(stdout: Vec<u8>) -> Run {
    Run {
        ending: Ending::Exited { code: 0 },
        stdout,
        stderr: Vec::new(),
        file: OutputFile::NotExpected,
        names: Vec::new(),
        left_behind: 0,
        time: Duration::ZERO,
        waited: Duration::ZERO,
    }
}

/// As much of the right answer as the judge reads: the number of moves, or that there is no solution.
fn answer(course: Course, input: &[u8]) -> Answer {
    let text = String::from_utf8_lossy(input);
    let numbers: Vec<u32> = text.split_whitespace().map(|word| word.parse().unwrap()).collect();
    let (start, goal) = match course {
        Course::Astar => (Packed::new(&numbers[..9]), Packed::new(&numbers[9..])),
        _ => (Packed::new(&numbers[1..]), Packed::blank_last(numbers[0] as usize)),
    };
    let (start, goal) = (start.unwrap(), goal.unwrap());
    let moves =
        is_solvable(start, goal).then(|| search(start, goal, Rules::default(), 100_000).expect("not hard").moves);
    let text = match (course, moves) {
        (Course::Astar, Some(moves)) => format!("solution {moves} moves\n"),
        (Course::Astar, None) => "No solution\n".to_owned(),
        (_, Some(moves)) => format!("Número de estados encolados = 1\nNúmero de movimientos = {moves}\n"),
        (_, None) => "Sin solución posible\n".to_owned(),
    };
    Answer::from(text.into_bytes())
}

/// The exams of all seeds, with the right answers.
fn exams(course: Course) -> Vec<Vec<(Case, Answer)>> {
    let mut known: HashMap<Vec<u8>, Answer> = HashMap::new();
    let mut answered = |case: Case| {
        let answer = known.entry(case.stdin.clone()).or_insert_with(|| answer(course, &case.stdin));
        let answer = answer.clone();
        (case, answer)
    };
    SEEDS.map(|seed| generate(course, seed, 10, false).into_iter().map(&mut answered).collect()).collect()
}

/// How many cases of each exam a program fails, of those with such topics.
fn failed(course: Course, exams: &[Vec<(Case, Answer)>], name: &str, topics: &[Topic]) -> Option<Vec<usize>> {
    let is_about = |(case, _): &&(Case, Answer)| topics.contains(&case.about);
    let cases = || exams.iter().flatten().filter(is_about);
    let mut inputs: Vec<String> = cases().map(|(case, _)| String::from_utf8(case.stdin.clone()).unwrap()).collect();
    inputs.sort();
    inputs.dedup();
    let outputs = outputs(name, &inputs)?;
    let fails = |(case, answer): &(Case, Answer)| {
        let at = inputs.binary_search(&String::from_utf8(case.stdin.clone()).unwrap()).unwrap();
        judge(course, case, answer, &as_run(outputs[at].clone()), &JudgeOptions::default()).is_some()
    };
    Some(exams.iter().map(|exam| exam.iter().filter(is_about).filter(|&case| fails(case)).count()).collect())
}

fn every_mistake_fails(course: Course, mistakes: &[(&str, &[Topic])]) {
    let exams = exams(course);
    for (mistake, topics) in mistakes {
        let name = format!("{course}_{mistake}");
        let Some(failed) = failed(course, &exams, &name, topics) else { return };
        assert!(failed.iter().all(|&count| count >= 2), "{name}: {failed:?}");
    }
    let right = failed_by_the_right_one(course, &exams);
    assert!(right.iter().all(|&count| count == 0), "{right:?}");
}

fn failed_by_the_right_one(course: Course, exams: &[Vec<(Case, Answer)>]) -> Vec<usize> {
    let all: Vec<Topic> = exams[0].iter().map(|(case, _)| case.about).collect();
    failed(course, exams, &format!("{course}_right"), &all).unwrap_or_default()
}

const SEARCH: &[Topic] = &[Topic::Long, Topic::Tricky];
const PARITY: &[Topic] =
    &[Topic::Unsolvable, Topic::Small, Topic::Large, Topic::Short, Topic::Example, Topic::Long, Topic::Tricky];
const FORM: &[Topic] = &[Topic::Example, Topic::Small, Topic::Short, Topic::AlreadySolved];

#[test]
fn every_wrong_solver_fails() {
    let mistakes: [(&str, &[Topic]); 12] = [
        ("weighted", SEARCH),
        ("greedy", SEARCH),
        ("marks_when_generated", SEARCH),
        ("blank_counted", SEARCH),
        ("depth_capped", SEARCH),
        ("parity_no_row", PARITY),
        ("parity_row_always", PARITY),
        ("parity_row_from_top", PARITY),
        ("parity_counts_blank", PARITY),
        ("counts_boards", FORM),
        ("other_goal", FORM),
        ("wraps_rows", SEARCH),
    ];
    every_mistake_fails(Course::Solver, &mistakes);
}

#[test]
fn every_wrong_astar_fails() {
    let mistakes: [(&str, &[Topic]); 12] = [
        ("weighted", SEARCH),
        ("greedy", SEARCH),
        ("marks_when_generated", SEARCH),
        ("blank_counted", SEARCH),
        ("depth_capped", SEARCH),
        ("parity_no_goal", PARITY),
        ("parity_row_always", PARITY),
        ("parity_counts_blank", PARITY),
        ("counts_boards", FORM),
        ("other_goal", FORM),
        ("wraps_rows", SEARCH),
        ("tile_directions", FORM),
    ];
    every_mistake_fails(Course::Astar, &mistakes);
}

#[test]
fn the_chosen_boards_reveal_every_mistake_with_any_ties() {
    let exam = generate(Course::Solver, 3, 10, false);
    let goal = Packed::blank_last(3).unwrap();
    for case in exam.iter().filter(|case| SEARCH.contains(&case.about)) {
        let text = String::from_utf8(case.stdin.clone()).unwrap();
        let numbers: Vec<u32> = text.split_whitespace().skip(1).map(|word| word.parse().unwrap()).collect();
        let board = Packed::new(&numbers).unwrap();
        let shortest = search(board, goal, Rules::default(), 5_000).expect("not hard").moves;
        assert!(shortest >= 20, "{text}");
        for mistake in SearchMistake::ALL {
            let is_hidden = case.about == Topic::Tricky && mistake == SearchMistake::BlankCounted;
            assert!(is_hidden || mistake.is_revealed(board, goal, shortest), "{mistake:?}: {text}");
        }
    }
}

#[test]
fn every_wrong_menu_fails() {
    for seed in SEEDS {
        let cases = generate(Course::Menu, seed, 10, false);
        for mistake in Mistake::ALL {
            let reveals = |case: &&Case| {
                Input::read(&case.stdin).requests.iter().any(|request| {
                    let Some(board) = request.board else { return false };
                    let right = recorded(board, request.heuristic, None, usize::MAX);
                    recorded(board, request.heuristic, Some(mistake), right.len() + 1) != right
                })
            };
            let count = cases.iter().filter(reveals).take(2).count();
            assert!(count == 2, "seed {seed}, {mistake:?}: {count}");
        }
    }
}
