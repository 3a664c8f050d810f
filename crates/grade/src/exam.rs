//! An exam: cases with their right answers, and the marks that programs get for it.
//!
//! The right answers come from an answer key, once, before any program runs. Programs and their cases run several at a time
//! (`schedule.rs`), each in a folder of its own; the order of the results does not depend on which was first.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde::Serialize;
use thiserror::Error;

use crate::cases::{Case, Course, Part, Topic};
use crate::cause::{Cause, Evidence, Failure};
use crate::common::{self, Clue, CommonCause, What};
use crate::judge::{Answer, JudgeOptions, judge};
use crate::program::{Program, ProgramError};
use crate::run::{Ending, Invocation, Limits, OnSlow, Run, RunError, run};
use crate::schedule::{self, Graded, Plan, Report};
use crate::stack_search::Mistakes;
use crate::submission::{Builder, Built};
use crate::toolbox::Toolbox;

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
    give_up_after: usize,
    isolated: bool,
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
    /// The input, if the case failed, so that it can be repeated.
    pub input: Option<String>,
    /// Further arguments, if the case failed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub arguments: Vec<String>,
    /// What the output shows of the program's search.
    #[serde(skip)]
    pub clue: Clue,
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
    /// The one cause that explains the failed cases best, if there is one.
    pub cause: Option<CommonCause>,
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
        Ok(Self { course, questions, judge_options, limits, give_up_after: 0, isolated: true })
    }

    /// Stops running a program that ran out of time in this many cases; 0 never does.
    #[must_use]
    pub fn with_give_up_after(self, cases: usize) -> Self {
        Self { give_up_after: cases, ..self }
    }

    /// Whether programs are isolated, as far as the system can; they are unless this says otherwise.
    #[must_use]
    pub fn with_isolation(self, isolated: bool) -> Self {
        Self { isolated, ..self }
    }

    /// The cases with their right answers.
    pub fn questions(&self) -> &[(Case, Answer)] {
        &self.questions
    }

    /// The course.
    pub fn course(&self) -> Course {
        self.course
    }

    pub(crate) fn limits(&self) -> Limits {
        self.limits
    }

    pub(crate) fn give_up_after(&self) -> usize {
        self.give_up_after
    }

    /// Grades one program, `parallelism` cases at a time. `on_verdict` is called for each case in order, as soon as it is
    /// judged.
    pub fn grade(
        &self,
        program: &Program,
        parallelism: usize,
        interrupt: Option<&AtomicBool>,
        mut on_verdict: impl FnMut(&Verdict),
    ) -> Result<Marks, RunError> {
        let plan = Plan { exam: self, places: parallelism, interrupt };
        let build = |_| Ok(Ok(Built::from(program.clone())));
        let mut graded = schedule::run(plan, 1, &build, |_, report| {
            if let Report::Verdict(verdict) = report {
                on_verdict(verdict);
            }
        })?;
        let verdicts = graded.pop().flatten().and_then(Result::ok).unwrap_or_default();
        Ok(self.marks(&program.name, verdicts))
    }

    fn marks(&self, program: &str, mut verdicts: Vec<Verdict>) -> Marks {
        let (passed, count) = (verdicts.iter().filter(|v| v.passed).count(), self.questions.len());
        let score = (passed as f64 * 1000.0 / count as f64).round() / 100.0;
        let interrupted = verdicts.len() < count;
        let cause = common::cause(self, &verdicts);
        self.apply(cause.as_ref(), &mut verdicts);
        Marks { program: program.to_owned(), course: self.course, passed, count, score, interrupted, cause, verdicts }
    }

    /// Where the common cause explains a case too, that case names no other.
    fn apply(&self, cause: Option<&CommonCause>, verdicts: &mut [Verdict]) {
        let Some(CommonCause { what: What::Order { mistakes }, or, .. }) = cause else { return };
        let set = mistakes.iter().fold(Mistakes::default(), |set, &mistake| set.and(mistake));
        for ((case, _), verdict) in self.questions.iter().zip(verdicts) {
            if !common::writes(set, case, verdict) {
                continue;
            }
            if let Some(Failure { cause: Cause::Order(divergence), .. }) = &mut verdict.failure {
                divergence.mistake = mistakes.first().copied();
                divergence.and = mistakes.get(1).copied();
                divergence.evidence = Some(Evidence::File);
                divergence.unsure = !or.is_empty();
            }
        }
    }

    /// Runs one case. Returns also whether the program waited long for a core.
    pub(crate) fn run_case(
        &self,
        program: &Program,
        case: usize,
        interrupt: Option<&AtomicBool>,
        on_slow: Option<(Duration, &OnSlow<'_>)>,
    ) -> Result<(Verdict, bool), RunError> {
        let (case, answer) = &self.questions[case];
        let file = (self.course == Course::Menu).then_some(self.judge_options.file.as_str());
        let run = run(&Invocation {
            args: &case.args,
            file,
            limits: self.limits,
            interrupt,
            isolated: self.isolated,
            on_slow,
            ..Invocation::new(program, &case.stdin)
        })?;
        let failure = judge(self.course, case, answer, &run, &self.judge_options);
        let was_starved = run.waited > self.limits.timeout / 5;
        Ok((Self::verdict(case, failure, &run, self.course), was_starved))
    }

    fn verdict(case: &Case, failure: Option<Failure>, run: &Run, course: Course) -> Verdict {
        let failed = failure.is_some();
        Verdict {
            case: case.name.clone(),
            about: case.about,
            part: case.part,
            passed: !failed,
            seconds: (run.time.as_secs_f64() * 1000.0).round() / 1000.0,
            left_behind: run.left_behind,
            last_words: failure.as_ref().and_then(|_| crate::judge::last_words(&run.stderr)),
            ending: run.ending.clone(),
            clue: if failed { Clue::of(course, case, run, failure.as_ref()) } else { Clue::Right },
            input: failed.then(|| String::from_utf8_lossy(&case.stdin).into_owned()),
            arguments: case.args.iter().filter(|_| failed).map(|arg| arg.to_string_lossy().into_owned()).collect(),
            failure,
        }
    }

    /// The verdict of a case on which a program was not run.
    pub(crate) fn not_run(&self, case: usize) -> Verdict {
        let case = &self.questions[case].0;
        Verdict {
            case: case.name.clone(),
            about: case.about,
            part: case.part,
            passed: false,
            ending: Ending::GivenUp,
            seconds: 0.0,
            left_behind: 0,
            failure: Some(Failure { difference: None, cause: Cause::Stopped }),
            last_words: None,
            input: Some(String::from_utf8_lossy(&case.stdin).into_owned()),
            arguments: case.args.iter().map(|arg| arg.to_string_lossy().into_owned()).collect(),
            clue: Clue::None,
        }
    }

    /// Grades every [submission](submissions) of a folder, `parallelism` cases at a time. `on_row` is called for each row as
    /// soon as it is ready, in no particular order; the rows of the result are sorted by name.
    pub fn grade_folder(
        &self,
        folder: &Path,
        parallelism: usize,
        interrupt: Option<&AtomicBool>,
        mut on_row: impl FnMut(&Row),
    ) -> Result<Class, ExamError> {
        let submissions = submissions(folder)?;
        let name = |at: usize| submissions[at].file_name().unwrap_or_default().to_string_lossy().into_owned();
        let toolbox = Toolbox::default();
        let builder = Builder { course: self.course, toolbox: &toolbox, isolated: self.isolated, interrupt };
        let build = |at: usize| builder.build(&submissions[at]);
        let plan = Plan { exam: self, places: parallelism, interrupt };
        let row = |at: usize, graded: &Graded| Row {
            name: name(at),
            result: match graded {
                Ok(verdicts) => RowResult::Marks(self.marks(&name(at), verdicts.clone())),
                Err(error) => RowResult::NotRunnable(error.clone()),
            },
        };
        let mut rows: Vec<Option<Row>> = submissions.iter().map(|_| None).collect();
        let graded = schedule::run(plan, submissions.len(), &build, |at, report| {
            if let Report::Program(graded) = report {
                let row = row(at, graded);
                on_row(&row);
                rows[at] = Some(row);
            }
        })?;
        for (at, graded) in graded.iter().enumerate() {
            if let (None, Some(graded)) = (&rows[at], graded) {
                rows[at] = Some(row(at, graded));
            }
        }
        let rows: Vec<Row> = rows.into_iter().flatten().collect();
        let is_incomplete = |row: &Row| matches!(&row.result, RowResult::Marks(marks) if marks.interrupted);
        let interrupted = rows.len() < submissions.len() || rows.iter().any(is_incomplete);
        Ok(Class { course: self.course, interrupted, rows })
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

/// How many cases run at a time by default: one on each core.
pub fn default_parallelism() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}
