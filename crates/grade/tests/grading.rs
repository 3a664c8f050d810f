//! Whole exams: right programs score ten, and for wrong ones the broken rule is found.
#![cfg(unix)]

mod common;
#[path = "common/reference.rs"]
mod reference;

use std::path::Path;
use std::time::Duration;

use hueco_grade::cases::{Part, from_folder, generate};
use hueco_grade::cause::{Evidence, PathFault, Side};
use hueco_grade::judge::judge;
use hueco_grade::run::{Invocation, OutputFile, run};
use hueco_grade::stack_search::Mistake;
use hueco_grade::{Cause, Course, Ending, Exam, ExamError, JudgeOptions, Limits, Marks, Program, RowResult};

fn limits() -> Limits {
    Limits { timeout: Duration::from_secs(20), ..Limits::default() }
}

fn exam(course: Course, seed: u64, count: usize, strict: bool) -> Exam {
    let judge_options = JudgeOptions { strict, ..JudgeOptions::default() };
    Exam::new(course, generate(course, seed, count, strict), &reference::answer, judge_options, limits()).unwrap()
}

fn marks(exam: &Exam, program: &Program) -> Marks {
    exam.grade(program, 2, None, |_| {}).unwrap()
}

#[test]
fn the_reference_agrees_with_the_documents() {
    assert!(
        reference::solver(3, &[0, 1, 3, 4, 2, 5, 7, 8, 6]).ends_with("encolados = 10\nNúmero de movimientos = 4\n")
    );
    let text = reference::solver(3, &[8, 1, 3, 4, 0, 2, 7, 6, 5]);
    assert!(text.ends_with("encolados = 137\nNúmero de movimientos = 14\n"), "{text}");
}

#[test]
fn right_programs_score_ten() {
    let strict = [(Course::Menu, "menu.py", true), (Course::Menu, "menu.py", false)];
    let lenient =
        [(Course::Solver, "solver.py", false), (Course::Astar, "astar.py", false), (Course::Sums, "sums.py", true)];
    for (course, name, strict) in strict.into_iter().chain(lenient) {
        let Some(program) = common::program(name) else { return };
        let marks = marks(&exam(course, 1, 10, strict), &program);
        assert_eq!((marks.score, marks.passed), (10.0, marks.count), "{:?}", marks.first_failed());
    }
}

#[test]
fn the_golden_cases_score_ten() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../courses/tests/golden/menu");
    let Some(program) = common::program("menu.py") else { return };
    let cases = from_folder(Path::new(folder)).expect(folder);
    // The answers are in the folder: the key is not used.
    let no_key = |_: Course, case: &hueco_grade::Case| Err(format!("asked about {}", case.name));
    let exam = Exam::new(Course::Menu, cases, &no_key, JudgeOptions::default(), limits()).unwrap();
    let marks = marks(&exam, &program);
    assert_eq!((marks.count, marks.score), (11, 10.0), "{:?}", marks.first_failed());
    // The explanations use a separate search, which must produce the same files.
    for (case, answer) in exam.questions() {
        assert_eq!(reference::answer(Course::Menu, case).unwrap(), *answer, "{}", case.name);
    }
}

#[test]
fn the_first_difference_and_the_broken_rule_are_found() {
    let exam = exam(Course::Menu, 1, 10, false);
    let wrong = [
        ("menu_tie.py", Mistake::TieSmallerFirst),
        ("menu_no_d.py", Mistake::DIgnored),
        ("menu_blank_not_in_d.py", Mistake::NoBlankInD),
        ("menu_blank_in_g.py", Mistake::BlankInG),
        ("menu_path.py", Mistake::PathOnly),
        ("menu_forgets.py", Mistake::ForgetsPushed),
    ];
    for (name, mistake) in wrong {
        let Some(program) = common::program(name) else { return };
        let (mut failed, mut named, mut best) = (0, 0, None);
        for (case, answer) in exam.questions() {
            let file = Some("puzzle3x3heuristics.txt");
            let invocation = Invocation { file, limits: limits(), ..Invocation::new(&program, &case.stdin) };
            let run = run(&invocation).unwrap();
            let failure = judge(Course::Menu, case, answer, &run, &JudgeOptions::default());
            let OutputFile::Bytes(found) = run.file else { panic!("{name}: no file") };
            assert_eq!(failure.is_none(), found == answer.text);
            let Some(failure) = failure else { continue };
            assert_eq!(serde_json::to_value(&failure).unwrap()["why"]["why"], "order");
            // The line is the first that differs, and both sides are quoted.
            let (found, right) = (String::from_utf8(found).unwrap(), String::from_utf8(answer.text.clone()).unwrap());
            let (found, right): (Vec<&str>, Vec<&str>) = (found.split('\n').collect(), right.split('\n').collect());
            let difference = failure.difference.as_ref().unwrap();
            let at = difference.line - 1;
            let side = |lines: &[&str]| lines.get(at).map_or(Side::End, |l| Side::Line((*l).to_owned()));
            assert_eq!(found[..at], right[..at]);
            assert_ne!(side(&found), side(&right));
            assert_eq!((&difference.expected, &difference.found), (&side(&right), &side(&found)));
            // The rule.
            let Cause::Order(divergence) = &failure.cause else { panic!("{name}, {}: {}", case.name, failure.cause) };
            assert!(divergence.mistake.is_some(), "{name}, {}: {divergence}", case.name);
            failed += 1;
            if divergence.mistake == Some(mistake) {
                named += 1;
                best = best.max(divergence.evidence);
            }
        }
        // A likelier mistake may explain a short search too; the others decide.
        assert!(failed > 0 && 2 * named >= failed, "{name}: {named} of {failed}");
        assert_eq!(best, Some(Evidence::File), "{name}");
    }
}

#[test]
fn an_endless_search_is_explained() {
    let Some(program) = common::program("bad/loops.py") else { return };
    let mut cases = generate(Course::Menu, 0, 1, false);
    cases[0].stdin = b"1 1 2 3 4 0 5 6 7 8 4 5".to_vec();
    let limits = Limits { output: 1 << 20, ..limits() };
    let exam = Exam::new(Course::Menu, cases, &reference::answer, JudgeOptions::default(), limits).unwrap();
    let verdict = marks(&exam, &program).verdicts.remove(0);
    assert_eq!((verdict.ending, verdict.passed), (Ending::TooMuchOutput, false));
    let Cause::Order(divergence) = verdict.failure.unwrap().cause else { panic!("no divergence") };
    assert_eq!(divergence.mistake, Some(Mistake::ForgetsExamined), "{divergence}");
}

#[test]
fn the_enqueued_count_of_a_solver_matters_only_if_strict() {
    let Some(program) = common::program("solver.py") else { return };
    let marks = marks(&exam(Course::Solver, 1, 10, true), &program);
    assert!(marks.passed < 10);
    for failure in marks.verdicts.iter().filter_map(|v| v.failure.as_ref()) {
        assert!(matches!(failure.cause, Cause::Path(PathFault::Enqueued { .. })), "{}", failure.cause);
    }
}

#[test]
fn sums_may_keep_duplicate_states() {
    let Some(mut program) = common::program("sums.py") else { return };
    program.args.push("--tree".into());
    let marks = marks(&exam(Course::Sums, 0, 10, true), &program);
    assert_eq!((marks.count, marks.score), (5, 10.0), "{:?}", marks.first_failed());
    assert_eq!(marks.verdicts[0].part, Part::Created);
}

#[test]
fn a_class_is_graded_in_order_and_bad_programs_affect_no_other() {
    let class = tempfile::tempdir().unwrap();
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let copy = |from: &str, to: &str| std::fs::copy(here.join(from), class.path().join(to)).unwrap();
    copy("bad/nothing.sh", "ana.sh");
    copy("bad/forks.sh", "berta.sh");
    copy("menu.py", "carla.py");
    copy("bad/gigabytes_out.sh", "diego.sh");
    std::fs::create_dir(class.path().join("eva")).unwrap();
    copy("menu.py", "eva/main.py");
    copy("bad/crashes.sh", "felix.sh");
    std::fs::write(class.path().join("gil.txt"), "my program does not work\n").unwrap();
    std::fs::write(class.path().join(".hidden"), "").unwrap();

    let cases = generate(Course::Menu, 4, 2, false);
    let limits = Limits { timeout: Duration::from_secs(5), output: 1 << 20, processes: 30, ..Limits::default() };
    let exam = Exam::new(Course::Menu, cases, &reference::answer, JudgeOptions::default(), limits).unwrap();
    let mut rows_seen = 0;
    let graded = exam.grade_folder(class.path(), 3, None, |_| rows_seen += 1).unwrap();
    assert_eq!((rows_seen, graded.interrupted), (7, false));

    let summary: Vec<(String, Option<f64>)> = graded
        .rows
        .iter()
        .map(|row| match &row.result {
            RowResult::Marks(marks) => (row.name.clone(), Some(marks.score)),
            RowResult::NotRunnable(_) => (row.name.clone(), None),
        })
        .collect();
    let expected = [
        ("ana.sh", Some(0.0)),
        ("berta.sh", Some(0.0)),
        ("carla.py", Some(10.0)),
        ("diego.sh", Some(0.0)),
        ("eva", Some(10.0)),
        ("felix.sh", Some(0.0)),
        ("gil.txt", None),
    ];
    let python = common::program("menu.py").is_some();
    for (found, (name, score)) in summary.iter().zip(expected) {
        assert_eq!(found.0, name);
        assert!(found.1 == score || (!python && score == Some(10.0)), "{found:?}");
    }
    let first = |at: usize| match &graded.rows[at].result {
        RowResult::Marks(marks) => marks.first_failed().unwrap().clone(),
        RowResult::NotRunnable(error) => panic!("{error}"),
    };
    assert!(matches!(first(0).failure.unwrap().cause, Cause::NoFile { on_stdout: false, .. }));
    #[cfg(target_os = "linux")]
    assert_eq!(first(1).ending, Ending::TooManyProcesses);
    assert_eq!(first(3).ending, Ending::TooMuchOutput);
    assert_eq!(first(3).failure.unwrap().cause, Cause::Stopped);
    assert_eq!(first(5).ending, Ending::Signalled { signal: 11 });

    let json = serde_json::to_value(&graded).unwrap();
    assert_eq!(json["course"], "menu");
    assert_eq!(json["rows"][2]["name"], "carla.py");
    assert_eq!(json["rows"][5]["marks"]["verdicts"][0]["ending"], "signalled");
    assert_eq!(json["rows"][6]["not_runnable"], "gil.txt is not executable and of no known kind");
}

#[test]
fn exams_without_cases_or_with_a_bad_file_name_are_errors() {
    let new = |cases, file: &str| {
        let judge_options = JudgeOptions { file: file.to_owned(), strict: false };
        Exam::new(Course::Menu, cases, &reference::answer, judge_options, limits())
    };
    assert!(matches!(new(Vec::new(), "out.txt"), Err(ExamError::NoCases)));
    for name in ["../out.txt", "/etc/passwd", "", "a/b", ".."] {
        assert!(matches!(new(generate(Course::Menu, 0, 1, false), name), Err(ExamError::FileName { .. })), "{name}");
    }
}
