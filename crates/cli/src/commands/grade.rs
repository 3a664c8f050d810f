//! `hueco grade COURSE -- PROGRAM`: the grader, for one program or for a folder of them.
//!
//! ```text
//! options ──▶ cases ──▶ Exam (answers by the course programs) ──▶ Marks or a Class ──▶ text · json · csv · html
//!                        └▶ a folder of cases
//! ```
//! The exit status says whether the grading was carried out, not how well the program did: a script that grades a class must
//! be able to distinguish a bad program from a bad command line.

mod answers;
mod class;
mod data;
mod html;
mod text;
mod write;

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use hueco_grade::cases::{Case, from_folder, generate};
use hueco_grade::exam::default_parallelism;
use hueco_grade::{Course, Exam, ExamError, Isolation, JudgeOptions, Limits, Program, RunError, Verdict};
use hueco_say::{Lang, Say, commands as words, grade as said};

use self::answers::CoursePrograms;
use crate::context::{Context, Out};
use crate::failure::{Failure, Result};
use crate::options;
use crate::progress::{Part, Progress};
use crate::status::Status;

const MAX_CASES: u64 = 10_000;

pub(crate) fn command(command: Command, lang: Lang) -> Command {
    command
        .about(said::about_grade(lang))
        .long_about(said::long_about_grade(lang))
        .after_help(said::after_grade(lang))
        .args(program_args(lang))
        .args(case_args(lang))
        .args(limit_args(lang))
        .arg(options::format(lang, &["text", "json", "csv"]))
        .arg(
            Arg::new("html")
                .long("html")
                .value_name(words::placeholder_file(lang))
                .value_parser(value_parser!(PathBuf))
                .help(said::option_html(lang)),
        )
        .arg(options::progress(lang))
}

/// Which programs to grade.
fn program_args(lang: Lang) -> [Arg; 4] {
    [
        Arg::new("course")
            .value_name(said::placeholder_course(lang))
            .value_parser(Course::ALL.map(Course::name))
            .required(true)
            .help(said::option_course(lang)),
        Arg::new("program")
            .value_name(said::placeholder_program(lang))
            .value_parser(value_parser!(OsString))
            .num_args(1..)
            .last(true)
            .required_unless_present_any(["dir", "write-cases"])
            .conflicts_with("dir")
            .help(said::option_program(lang)),
        Arg::new("dir")
            .long("dir")
            .value_name(words::placeholder_folder(lang))
            .value_parser(value_parser!(PathBuf))
            .help(said::option_submissions(lang)),
        options::number(lang, "threads", 1, 1024).alias("jobs").help(said::option_grade_threads(lang)),
    ]
}

/// On which cases, and how strictly.
fn case_args(lang: Lang) -> Vec<Arg> {
    let args = [
        options::number(lang, "count", 1, MAX_CASES)
            .short('n')
            .default_value("10")
            .conflicts_with("cases")
            .help(said::option_grade_count(lang)),
        options::number(lang, "seed", 0, u64::MAX)
            .default_value("0")
            .conflicts_with("cases")
            .help(said::option_grade_seed(lang)),
        Arg::new("cases")
            .long("cases")
            .value_name(words::placeholder_folder(lang))
            .value_parser(value_parser!(PathBuf))
            .help(said::option_cases(lang)),
        Arg::new("write-cases")
            .long("write-cases")
            .value_name(words::placeholder_folder(lang))
            .value_parser(value_parser!(PathBuf))
            .help(said::option_write_cases(lang)),
        Arg::new("strict").long("strict").action(ArgAction::SetTrue).help(said::option_strict(lang)),
        Arg::new("output-name")
            .long("output-name")
            .value_name(words::placeholder_file(lang))
            .default_value(hueco_courses::menu::OUTPUT_FILE)
            .help(said::option_output_name(lang)),
    ];
    args.map(|arg| arg.help_heading(said::heading_cases(lang))).into()
}

/// What a program may use on one case.
fn limit_args(lang: Lang) -> Vec<Arg> {
    let args = [
        options::duration(lang, "timeout").default_value("60s").help(said::option_grade_timeout(lang)),
        options::bytes(lang, "max-memory").default_value("2GiB").help(said::option_grade_memory(lang)),
        options::bytes(lang, "max-output").default_value("16MiB").help(said::option_grade_output(lang)),
        options::number(lang, "give-up-after", 0, MAX_CASES).default_value("2").help(said::option_give_up_after(lang)),
        Arg::new("isolation")
            .long("isolation")
            .value_name(words::placeholder_name(lang))
            .value_parser(["on", "off"])
            .default_value("on")
            .help(said::option_isolation(lang)),
    ];
    args.map(|arg| arg.help_heading(said::heading_limits_of_a_case(lang))).into()
}

/// What the command line requests.
struct Request {
    course: Course,
    /// `None` if the cases come from a folder.
    seed: Option<u64>,
    strict: bool,
    limits: Limits,
    /// Cases at a time.
    threads: usize,
    /// Where a report is written.
    html: Option<PathBuf>,
    isolated: bool,
}

pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<Status> {
    let lang = context.lang;
    let request = Request::read(matches);
    note_unused(matches, request.course, context);
    let words: Vec<OsString> = matches.get_many("program").into_iter().flatten().cloned().collect();
    let program = match matches.get_one::<PathBuf>("dir") {
        None if !words.is_empty() => {
            Some(Program::from_command(&words).map_err(|error| Failure::input(error.say(lang)))?)
        }
        _ => None,
    };
    let judge_options = JudgeOptions { file: options::text(matches, "output-name").to_owned(), strict: request.strict };
    let cases = request.cases(matches, lang)?;
    let progress = Progress::of_parts(matches, context, Part::Case, Some(cases.len() as u64));
    let exam = context.while_searching(|| {
        Exam::new(request.course, cases, &CoursePrograms { context }, judge_options, request.limits)
    });
    let exam = match exam {
        Err(ExamError::NoAnswer { .. }) if context.cancelled() => return Ok(Status::Interrupted),
        exam => exam.map_err(|error| failed(&error, lang))?,
    };
    let give_up_after = *matches.get_one::<u64>("give-up-after").expect("it has a default") as usize;
    let exam = exam.with_give_up_after(give_up_after).with_isolation(request.isolated);
    let mut out = context.out();
    if let Some(folder) = matches.get_one::<PathBuf>("write-cases") {
        let count = write::cases(&exam, folder, lang)?;
        context.note(&said::cases_written(lang, count, folder.display()));
        if program.is_none() && !matches.contains_id("dir") {
            return Ok(Status::Done);
        }
    }
    if request.isolated {
        note_isolation(context);
    }
    let interrupted = if let Some(program) = program {
        grade_one(&exam, &program, &request, matches, context, progress, &mut out)?
    } else {
        drop(progress);
        class::run(&exam, &request, matches, context, &mut out)?
    };
    out.flush()?;
    Ok(if interrupted { Status::Interrupted } else { Status::Done })
}

impl Request {
    fn read(matches: &ArgMatches) -> Self {
        let course = Course::from_name(options::text(matches, "course")).expect("clap knows the courses");
        let number = |name| *matches.get_one::<u64>(name).expect("it has a default");
        Self {
            course,
            seed: (!matches.contains_id("cases")).then(|| number("seed")),
            strict: matches.get_flag("strict"),
            limits: Limits {
                timeout: *matches.get_one::<Duration>("timeout").expect("it has a default"),
                memory: number("max-memory"),
                output: number("max-output"),
                ..Limits::default()
            },
            threads: matches.get_one::<u64>("threads").map_or_else(default_parallelism, |&threads| threads as usize),
            html: matches.get_one::<PathBuf>("html").cloned(),
            isolated: options::text(matches, "isolation") == "on",
        }
    }

    fn cases(&self, matches: &ArgMatches, lang: Lang) -> Result<Vec<Case>> {
        if let Some(folder) = matches.get_one::<PathBuf>("cases") {
            return from_folder(folder).map_err(|error| Failure::input(error.say(lang)));
        }
        let count = *matches.get_one::<u64>("count").expect("it has a default");
        Ok(generate(self.course, self.seed.unwrap_or(0), count as usize, self.strict))
    }
}

/// The message for a command line that has its program in the wrong place, or none.
pub(crate) fn misuse(error: &clap::Error, lang: Lang) -> Option<String> {
    let argument = match error.get(ContextKind::InvalidArg)? {
        ContextValue::String(argument) => argument.clone(),
        ContextValue::Strings(arguments) => arguments.join(" "),
        _ => return None,
    };
    match error.kind() {
        ErrorKind::UnknownArgument if !argument.starts_with('-') => Some(said::program_after_dashes(lang, argument)),
        ErrorKind::MissingRequiredArgument if argument == format!("<{}>...", said::placeholder_program(lang)) => {
            Some(said::program_missing(lang).to_owned())
        }
        _ => None,
    }
}

/// Says what this system cannot keep programs from.
fn note_isolation(context: &Context) {
    let (lang, isolation) = (context.lang, Isolation::of_this_system());
    let lacks = [
        (isolation.files, said::not_isolated_files(lang)),
        (isolation.network, said::not_isolated_network(lang)),
        (isolation.signals, said::not_isolated_signals(lang)),
    ];
    let lacks: Vec<&str> = lacks.into_iter().filter(|(has, _)| !has).map(|(_, words)| words).collect();
    if !lacks.is_empty() {
        context.note(&said::not_isolated(lang, lacks.join("; ")));
    }
}

/// Notes options that have no effect for this course.
fn note_unused(matches: &ArgMatches, course: Course, context: &Context) {
    let given = |name| matches.value_source(name) == Some(ValueSource::CommandLine);
    if course != Course::Menu && given("output-name") {
        context.note(&said::output_name_unused(context.lang, course));
    }
    if course == Course::Sums && (given("count") || given("seed")) {
        context.note(said::count_unused(context.lang));
    }
}

/// The failure for an error of the user, or of the grader.
fn failed(error: &ExamError, lang: Lang) -> Failure {
    let status = match error {
        ExamError::Run(RunError::System { .. }) => Status::Internal,
        _ => Status::BadInput,
    };
    Failure::Message { status, message: error.say(lang) }
}

/// Grades one program. Returns whether it was interrupted.
fn grade_one(
    exam: &Exam,
    program: &Program,
    request: &Request,
    matches: &ArgMatches,
    context: &Context,
    progress: Progress<'_>,
    out: &mut Out,
) -> Result<bool> {
    let lang = context.lang;
    let table = (options::text(matches, "format") == "text").then(|| text::Cases::new(exam, lang));
    if let Some(table) = &table {
        out.line(&table.header())?;
    }
    let mut written = Ok(());
    let on_verdict = |verdict: &Verdict| {
        progress.case(&verdict.case, verdict.passed);
        if let (Some(table), true) = (&table, written.is_ok()) {
            written = out.line(&table.row(verdict)).and_then(|()| out.flush());
            if written.is_err() {
                context.stop();
            }
        }
    };
    let marks = context.while_searching(|| exam.grade(program, request.threads, Some(&context.cancel), on_verdict));
    drop(progress);
    written?;
    let marks = marks.map_err(|error| failed(&error.into(), lang))?;
    if let Some(file) = &request.html {
        write::report(file, &html::one(&marks, request, lang), lang)?;
    }
    match options::text(matches, "format") {
        "json" => out.line(&data::json(&marks, request, lang))?,
        "csv" => data::csv(&marks, request, lang).iter().try_for_each(|line| out.line(line))?,
        _ => text::details(&marks, request, lang).iter().try_for_each(|line| out.line(line))?,
    }
    Ok(marks.interrupted)
}
