//! An exam: cases with their right answers, and the marks that programs get for it.
//!
//! The right answers come from an answer key, once, before any program runs. One program is graded case by case. A folder
//! of programs is graded several at a time, the cases of each one after the other, so that two cases of one program never
//! compete. The order of the results does not depend on which was first.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use serde::Serialize;
use thiserror::Error;

use crate::cases::{Case, Course, Part, Topic};
use crate::cause::Failure;
use crate::judge::{Answer, JudgeOptions, judge};
use crate::program::{Program, ProgramError};
use crate::run::{Ending, Invocation, Limits, RunError, run};

/// Knows the right answers. It is not asked about cases that have one.
pub trait AnswerKey {
    /// The right output for a case, or why there is none.
    fn answer(&self, course: Course, case: &Case) -> Result<Answer, String>;
}

impl<F: Fn(Course, &Case) -> Result<Answer, String>> AnswerKey for F {
    fn answer(&self, course: Course, case: &Case) -> Result<Answer, String> {
        self(course, case)
    }
}

/// Why there is no exam, or no result.
#[derive(Debug, Error)]
pub enum ExamError {
    /// There are no cases.
    #[error("there are no cases")]
    NoCases,
    /// The name of the output file is not a plain name.
    #[error("{name} is not a plain file name")]
    FileName {
        /// As given.
        name: String,
    },
    /// The right output of a case is not known.
    #[error("case {case}: the right output is not known: {message}")]
    NoAnswer {
        /// Its name.
        case: String,
        /// The reason.
        message: String,
    },
    /// The folder of submissions could not be read.
    #[error("{path}: {source}")]
    Unreadable {
        /// The folder.
        path: String,
        /// The system's error.
        source: std::io::Error,
    },
    /// The grader itself failed.
    #[error(transparent)]
    Run(#[from] RunError),
}

/// Cases with their answers, and how programs are run and judged.
#[derive(Clone, Debug)]
pub struct Exam {
    course: Course,
    questions: Vec<(Case, Answer)>,
    judge_options: JudgeOptions,
    limits: Limits,
}

/// The result of one case.
#[derive(Clone, Debug, Serialize)]
pub struct Verdict {
    /// The case's name.
    pub case: String,
    /// What it is about.
    pub about: Topic,
    /// The part of the output that is judged.
    pub part: Part,
    /// Whether the output is right.
    pub passed: bool,
    /// How the program ended.
    #[serde(flatten)]
    pub ending: Ending,
    /// Wall-clock time.
    pub seconds: f64,
    /// Processes the program left behind, which were killed.
    pub left_behind: usize,
    /// What is wrong.
    pub failure: Option<Failure>,
    /// The last line of standard error, if the case failed: usually the reason of a crash.
    pub last_words: Option<String>,
}

/// The result of one program.
#[derive(Clone, Debug, Serialize)]
pub struct Marks {
    /// The program.
    pub program: String,
    /// The course.
    pub course: Course,
    /// The number of cases passed.
    pub passed: usize,
    /// The number of cases.
    pub count: usize,
    /// Out of ten: passed * 10 / count, rounded to hundredths.
    pub score: f64,
    /// Whether the grading was interrupted, so that cases are missing.
    pub interrupted: bool,
    /// The cases, in order.
    pub verdicts: Vec<Verdict>,
}

impl Marks {
    /// The first case that failed.
    pub fn first_failed(&self) -> Option<&Verdict> {
        self.verdicts.iter().find(|verdict| !verdict.passed)
    }
}

/// One row of the table of a class.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// The name of the submitted file or folder.
    pub name: String,
    /// Its result.
    #[serde(flatten)]
    pub result: RowResult,
}

/// The result of a submission.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RowResult {
    /// It was run.
    Marks(Marks),
    /// It could not be run.
    NotRunnable(#[serde(serialize_with = "as_text")] ProgramError),
}

fn as_text<S: serde::Serializer>(error: &ProgramError, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(error)
}

/// A class.
#[derive(Clone, Debug, Serialize)]
pub struct Class {
    /// The course.
    pub course: Course,
    /// Whether the grading was interrupted, so that rows or cases are missing.
    pub interrupted: bool,
    /// One per submission, by name.
    pub rows: Vec<Row>,
}

impl Exam {
    /// An exam of these cases. Answers that a case does not have come from the key.
    pub fn new(
        course: Course,
        cases: Vec<Case>,
        key: &impl AnswerKey,
        judge_options: JudgeOptions,
        limits: Limits,
    ) -> Result<Self, ExamError> {
        if cases.is_empty() {
            return Err(ExamError::NoCases);
        }
        let mut names = Path::new(&judge_options.file).components();
        let is_plain = matches!((names.next(), names.next()), (Some(std::path::Component::Normal(_)), None));
        if !is_plain || judge_options.file.contains('\0') {
            return Err(ExamError::FileName { name: judge_options.file });
        }
        let mut questions = Vec::with_capacity(cases.len());
        for mut case in cases {
            let answer = match case.answer.take() {
                Some(text) => Answer::from(text),
                None => key
                    .answer(course, &case)
                    .map_err(|message| ExamError::NoAnswer { case: case.name.clone(), message })?,
            };
            questions.push((case, answer));
        }
        Ok(Self { course, questions, judge_options, limits })
    }

    /// The cases with their right answers.
    pub fn questions(&self) -> &[(Case, Answer)] {
        &self.questions
    }

    /// Grades one program. `on_verdict` is called for each case as soon as it is judged.
    pub fn grade(
        &self,
        program: &Program,
        interrupt: Option<&AtomicBool>,
        mut on_verdict: impl FnMut(&Verdict),
    ) -> Result<Marks, RunError> {
        let mut verdicts = Vec::with_capacity(self.questions.len());
        for (case, answer) in &self.questions {
            let verdict = self.run_case(program, case, answer, interrupt)?;
            if verdict.ending == Ending::Interrupted {
                break;
            }
            on_verdict(&verdict);
            verdicts.push(verdict);
        }
        let (passed, count) = (verdicts.iter().filter(|v| v.passed).count(), self.questions.len());
        let score = (passed as f64 * 1000.0 / count as f64).round() / 100.0;
        let (program, interrupted) = (program.name.clone(), verdicts.len() < count);
        Ok(Marks { program, course: self.course, passed, count, score, interrupted, verdicts })
    }

    fn run_case(
        &self,
        program: &Program,
        case: &Case,
        answer: &Answer,
        interrupt: Option<&AtomicBool>,
    ) -> Result<Verdict, RunError> {
        let file = (self.course == Course::Menu).then_some(self.judge_options.file.as_str());
        let run =
            run(&Invocation { program, args: &case.args, stdin: &case.stdin, file, limits: self.limits, interrupt })?;
        let failure = judge(self.course, case, answer, &run, &self.judge_options);
        Ok(Verdict {
            case: case.name.clone(),
            about: case.about,
            part: case.part,
            passed: failure.is_none(),
            seconds: (run.time.as_secs_f64() * 1000.0).round() / 1000.0,
            left_behind: run.left_behind,
            last_words: failure.as_ref().and_then(|_| crate::judge::last_line(&run.stderr)),
            ending: run.ending,
            failure,
        })
    }

    /// Grades every [submission](submissions) of a folder, `parallelism` at a time. `on_row` is called for each row as soon
    /// as it is ready, in no particular order; the rows of the result are sorted by name.
    pub fn grade_folder(
        &self,
        folder: &Path,
        parallelism: usize,
        interrupt: Option<&AtomicBool>,
        on_row: impl Fn(&Row) + Sync,
    ) -> Result<Class, ExamError> {
        let submissions = submissions(folder)?;
        let rows: Vec<Mutex<Option<Result<Row, RunError>>>> = submissions.iter().map(|_| Mutex::new(None)).collect();
        let next = AtomicUsize::new(0);
        let work = || {
            while let Some(at) = Some(next.fetch_add(1, Ordering::Relaxed)).filter(|&at| at < submissions.len()) {
                if interrupt.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
                    return;
                }
                let row = self.row(&submissions[at], interrupt);
                if let Ok(row) = &row {
                    on_row(row);
                }
                *rows[at].lock().unwrap_or_else(std::sync::PoisonError::into_inner) = Some(row);
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..parallelism.clamp(1, submissions.len().max(1)) {
                scope.spawn(work);
            }
        });
        let graded =
            rows.into_iter().filter_map(|row| row.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner));
        let rows: Vec<Row> = graded.collect::<Result<_, _>>()?;
        let is_incomplete = |row: &Row| matches!(&row.result, RowResult::Marks(marks) if marks.interrupted);
        let interrupted = rows.len() < submissions.len() || rows.iter().any(is_incomplete);
        Ok(Class { course: self.course, interrupted, rows })
    }

    fn row(&self, submission: &Path, interrupt: Option<&AtomicBool>) -> Result<Row, RunError> {
        let name = submission.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let result = match Program::from_submission(submission) {
            Ok(program) => RowResult::Marks(self.grade(&program, interrupt, |_| {})?),
            Err(error) => RowResult::NotRunnable(error),
        };
        Ok(Row { name, result })
    }
}

/// What was handed in: everything in a folder, by name, except names that begin with a dot and Python's cache.
pub fn submissions(folder: &Path) -> Result<Vec<PathBuf>, ExamError> {
    let unreadable = |source| ExamError::Unreadable { path: folder.display().to_string(), source };
    let mut submissions = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        let name = entry.file_name();
        if !name.as_encoded_bytes().starts_with(b".") && name != "__pycache__" {
            submissions.push(entry.path());
        }
    }
    submissions.sort();
    Ok(submissions)
}

/// How many programs run at a time by default: half the cores, so that none is slowed down by the others.
pub fn default_parallelism() -> usize {
    std::thread::available_parallelism().map_or(1, |cores| cores.get().div_ceil(2))
}
