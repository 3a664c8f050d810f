//! `hueco quiz`: asks, reads answers line by line, marks and explains them. What is asked is in `hueco_show::quiz`.

use std::io::{self, BufRead, IsTerminal, Write};

use clap::{ArgMatches, Command};
use hueco_jobs::{Quiz, Topic};
use hueco_say::{Lang, Say as _, quiz as said};
use hueco_search::OwnedShown;
use hueco_show::quiz::{Asked, Question, letter};
use hueco_show::trace::state_grid;
use hueco_tiles::Metric;
use serde::Serialize;

use crate::answer::{PROSE_WIDTH, VERSION, wrapped};
use crate::context::Context;
use crate::failure::{Failure, Result};
use crate::options;
use crate::problem::{self, options as problem_options};
use crate::progress::Progress;
use crate::status::Status;

/// The longest answer that is read.
const MAX_ANSWER: u64 = 4096;

pub(crate) fn command(command: Command, lang: Lang) -> Command {
    let number = |name, least, most| options::number(lang, name, least, most);
    command
        .about(said::about_quiz(lang))
        .long_about(said::long_about_quiz(lang))
        .arg(number("questions", 1, 1000).short('n').default_value("5").help(said::option_quiz_questions(lang)))
        .arg(number("seed", 0, u64::MAX).default_value("0").help(said::option_quiz_seed(lang)))
        .arg(options::size(lang, said::option_quiz_size(lang)).default_value("3x3"))
        .args(problem_options(lang, &["size"]))
        .args(options::limits(lang).into_iter().map(|arg| arg.requires("problem")))
        .arg(options::format(lang, &["text", "json"]))
}

#[derive(Serialize)]
struct Score {
    version: u32,
    seed: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<String>,
    questions: usize,
    right: usize,
    answers: Vec<Marked>,
}

#[derive(Serialize)]
struct Marked {
    kind: &'static str,
    algorithm: String,
    heuristic: Option<String>,
    given: Option<String>,
    answer: String,
    right: bool,
}

pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<Status> {
    let lang = context.lang;
    let number = |name| *matches.get_one::<u64>(name).expect("it has a default");
    let size = options::read_size(matches).expect("it has a default");
    let topic = match problem::source(matches, context)? {
        Some(source) => Topic::Problem(source, options::read_limits(matches)),
        None => Topic::Boards(size),
    };
    let quiz = Quiz { topic, seed: number("seed"), questions: number("questions") as usize };
    let made = Progress::silent(context).run(Metric::Single, |events| quiz.run(events));
    let made = made.map_err(|error| problem::failure(&error, lang))?;
    let count = made.questions.len();
    if count < quiz.questions {
        context.note(&said::quiz_fewer(lang, count));
    }
    let json = options::text(matches, "format") == "json";
    let dialogue = Dialogue::new(json, context);
    let mut answers = Vec::with_capacity(count);
    for (number, question) in made.questions.iter().enumerate() {
        dialogue.ask(&text(question, number + 1, count, lang))?;
        let given = dialogue.read()?;
        let right = given.as_deref().is_some_and(|given| question.is_right(given));
        dialogue.say(&verdict(question, given.as_deref(), right, lang))?;
        answers.push(Marked {
            kind: if let Asked::Next { .. } = question.asked { "next" } else { "f" },
            algorithm: question.algorithm.clone(),
            heuristic: question.heuristic.clone(),
            given,
            answer: question.answer(),
            right,
        });
    }
    let right = answers.iter().filter(|answer| answer.right).count();
    dialogue.say(&said::quiz_score(lang, right, count))?;
    if json {
        let mut out = context.out();
        let problem = made.problem().map(str::to_owned);
        let size = problem.is_none().then(|| size.to_string());
        out.json(&Score { version: VERSION, seed: quiz.seed, size, problem, questions: count, right, answers })?;
        out.flush()?;
    }
    Ok(Status::Done)
}

/// Questions and marks: on standard output, or beside the JSON on standard error.
struct Dialogue<'a> {
    context: &'a Context,
    json: bool,
    prompt: bool,
}

impl<'a> Dialogue<'a> {
    fn new(json: bool, context: &'a Context) -> Self {
        Self { context, json, prompt: io::stdin().is_terminal() }
    }

    fn ask(&self, question: &str) -> Result<()> {
        self.write(question, if self.prompt { "\n> " } else { "\n" })
    }

    fn say(&self, text: &str) -> Result<()> {
        self.write(text, "\n\n")
    }

    fn write(&self, text: &str, end: &str) -> Result<()> {
        if !self.json {
            let mut out = self.context.out();
            out.bytes(format!("{text}{end}").as_bytes())?;
            return out.flush();
        }
        if !self.context.quiet {
            // A question that nobody reads is no reason to stop.
            let _ = write!(io::stderr(), "{text}{end}");
        }
        Ok(())
    }

    /// A line without the spaces around it; none where the input has ended.
    fn read(&self) -> Result<Option<String>> {
        let mut bytes = Vec::new();
        let mut input = io::Read::take(io::stdin().lock(), MAX_ANSWER);
        let lang = self.context.lang;
        let name = hueco_say::usage::standard_input(lang);
        input.read_until(b'\n', &mut bytes).map_err(|error| Failure::reading(lang, name, &error))?;
        Ok((!bytes.is_empty()).then(|| String::from_utf8_lossy(&bytes).trim().to_owned()))
    }
}

fn text(question: &Question, number: usize, count: usize, lang: Lang) -> String {
    let method = match &question.heuristic {
        Some(heuristic) => hueco_say::trace::trace_with(lang, &question.algorithm, heuristic),
        None => question.algorithm.clone(),
    };
    let indented = |state: &OwnedShown| {
        let rows = state_grid(&question.domain, state.view());
        rows.into_iter().map(|row| format!("   {row}")).collect::<Vec<_>>()
    };
    let mut lines = vec![said::quiz_heading(lang, number, count)];
    lines.push(wrapped(&said::quiz_method(lang, method), PROSE_WIDTH));
    if let Some(goal) = &question.goal {
        lines.push(said::quiz_goal(lang).to_owned());
        lines.extend(indented(goal));
    }
    match question.asked {
        Asked::Next { .. } => {
            lines.push(said::quiz_waiting(lang).to_owned());
            lines.extend(side_by_side(question));
            lines.push(said::quiz_which(lang).to_owned());
        }
        Asked::Value { of, .. } => {
            let candidate = &question.frontier[of];
            lines.push(format!("{})  g {}", letter(of), candidate.g));
            lines.extend(indented(&candidate.state));
            lines.push(said::quiz_value(lang, letter(of), question.heuristic.as_deref().unwrap_or_default()));
        }
    }
    lines.join("\n")
}

/// The states of the frontier in columns: a letter, the state, g and h.
fn side_by_side(question: &Question) -> Vec<String> {
    let columns: Vec<Vec<String>> = question
        .frontier
        .iter()
        .enumerate()
        .map(|(at, candidate)| {
            let costs = match candidate.h {
                Some(h) => format!("g {} h {h}", candidate.g),
                None => format!("g {}", candidate.g),
            };
            let rows = state_grid(&question.domain, candidate.state.view());
            std::iter::once(format!("{})", letter(at))).chain(rows).chain([costs]).collect()
        })
        .collect();
    let width = columns.iter().flatten().map(|line| line.chars().count()).max().unwrap_or(0) + 3;
    let height = columns.iter().map(Vec::len).max().unwrap_or(0);
    let line = |row: usize| {
        let cells = columns.iter().map(|column| column.get(row).map_or("", String::as_str));
        let line = cells.fold(String::new(), |line, cell| format!("{line}{cell:<width$}"));
        format!("   {}", line.trim_end())
    };
    (0..height).map(line).collect()
}

fn verdict(question: &Question, given: Option<&str>, right: bool, lang: Lang) -> String {
    let first = match given {
        _ if right => said::quiz_right(lang).to_owned(),
        Some(_) => said::quiz_wrong(lang, question.answer()),
        None => said::quiz_no_answer(lang, question.answer()),
    };
    format!("{first} {}", question.because().say(lang))
}
