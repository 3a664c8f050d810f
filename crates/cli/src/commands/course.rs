//! `hueco course NAME`: the five course programs. What they do is in `hueco_courses`; here are their options, where their
//! input and output come from, and their exit status.
//!
//! They do not go through `hueco_jobs`: there an input is a whole text, while these ask, wait and write as they run.
//!
//! What they print is what their documents say, whatever the language; notes and errors are in the user's.

mod arguments;

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, IsTerminal, Read, Write};
use std::time::Duration;

use clap::parser::ValueSource;
use clap::{ArgMatches, Command};
use hueco_courses::solver::{Detect, Priority};
use hueco_courses::{CourseError, Ending, astar, formal, menu, solver, sums};
use hueco_say::{Lang, Say, courses as said, usage};
use hueco_search::Limit;
use hueco_tiles::solve::Outcome;
use hueco_tiles::{parse_board, parse_goal};

use crate::context::Context;
use crate::failure::{Failure, Result};
use crate::options;
use crate::status::Status;

/// For boards larger than 4x4, where a shortest solution may be out of reach: how long `formal` looks for one.
const TIME_FOR_LARGE_BOARDS: Duration = Duration::from_secs(10);
const LARGEST_WITHOUT: usize = 16;

pub(crate) fn command(command: Command, lang: Lang) -> Command {
    command.about(said::about_course(lang)).subcommand_required(true).subcommands(arguments::programs(lang))
}

pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<Status> {
    let (name, matches) = matches.subcommand().expect("clap requires a program");
    match name {
        "menu" => run_menu(matches, context),
        "solver" => run_solver(matches, context),
        "formal" => run_formal(matches, context),
        "sums" => run_sums(matches, context),
        _ => run_astar(matches, context),
    }
}

fn run_menu(matches: &ArgMatches, context: &Context) -> Result<Status> {
    let lang = context.lang;
    let path = options::text(matches, "output");
    // In place, not renamed at the end: who watches the file sees whole answers as they come.
    let file = File::create(path).map_err(|error| Failure::writing(lang, path, &error))?;
    let mut stdout = output();
    let mut show = |step: &menu::Step| still_read(stdout.write_all(step.say(lang).as_bytes()));
    let show: Option<&mut menu::Show<'_>> = if matches.get_flag("step") { Some(&mut show) } else { None };
    let note = &mut |note: hueco_courses::Note| context.note(&note.say(lang));
    let input = io::stdin().lock();
    let ended = if io::stdin().is_terminal() && io::stderr().is_terminal() {
        menu::converse(input, file, show, note, &mut |turn| talk(&turn, path, lang))
    } else {
        menu::run(input, file, show, note)
    };
    still_read(stdout.flush()).map_err(|error| Failure::writing(lang, usage::standard_output(lang), &error))?;
    ended.map_err(|error| failure(&error, usage::standard_input(lang), path, lang))?;
    Ok(Status::Done)
}

/// Asks a person at a terminal.
fn talk(turn: &menu::Turn, file: &str, lang: Lang) {
    let text = match turn {
        menu::Turn::Option => said::menu_option(lang).to_owned(),
        menu::Turn::Board => said::menu_board(lang).to_owned(),
        menu::Turn::Wrong(error) => said::menu_wrong(lang, error.say(lang)),
        menu::Turn::Written { guide } => said::menu_written(lang, guide.title(), file),
    };
    let mut stderr = io::stderr().lock();
    // Who closed the terminal reads nothing more.
    let _ = stderr.write_all(text.as_bytes()).and_then(|()| stderr.flush());
}

/// The output file is written to its end even where nobody reads the steps any more.
fn still_read(written: io::Result<()>) -> io::Result<()> {
    match written {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

fn run_solver(matches: &ArgMatches, context: &Context) -> Result<Status> {
    let lang = context.lang;
    let input = Input::open(matches.get_one::<String>("file"), lang)?;
    let whole = !input.is_terminal;
    let board = solver::read(input.reader, whole, &mut |note| context.note(&note.say(lang)))
        .map_err(|error| failure(&error, &input.name, "", lang))?;
    let asked = solver::Options {
        priority: if options::text(matches, "priority") == "hamming" { Priority::Hamming } else { Priority::Manhattan },
        detect: if options::text(matches, "detect") == "twin" { Detect::Twin } else { Detect::Formula },
    };
    let mut gave_up = None;
    let mut budget = options::budget(matches, context);
    let ended =
        context.while_searching(|| solver::run(&board, asked, output(), &mut budget, &mut |note| gave_up = Some(note)));
    let ending = ended.map_err(|error| failure(&error, &input.name, usage::standard_output(lang), lang))?;
    match (ending, gave_up) {
        (Ending::Stopped(limit), Some(note)) => {
            Err(Failure::Message { status: stopped(limit), message: note.say(lang) })
        }
        (_, Some(note)) => {
            context.note(&note.say(lang));
            status(ending, lang)
        }
        _ => status(ending, lang),
    }
}

fn run_formal(matches: &ArgMatches, context: &Context) -> Result<Status> {
    let lang = context.lang;
    let board = parse_board(&formal::plain_form(options::text(matches, "board")), None)
        .or_else(|_| options::read_board(matches, None, context))?;
    let goal = parse_goal(&formal::plain_form(options::text(matches, "goal")), board.shape())
        .or_else(|_| options::read_goal(matches, board.shape(), lang).map_err(Failure::input))?;
    let method = formal::Method::parse(options::text(matches, "algorithm")).expect("clap knows the same names");
    let format = if options::text(matches, "format") == "json" { formal::Format::Json } else { formal::Format::Text };
    let mut budget = options::budget(matches, context);
    let large = board.shape().cells() > LARGEST_WITHOUT;
    let usual = large.then_some(TIME_FOR_LARGE_BOARDS);
    if let Some(time) = matches.get_one::<Duration>("timeout").copied().or(usual) {
        budget = budget.timeout(time);
    }
    let ended = context.while_searching(|| formal::run_by(&board, &goal, method, format, output(), &mut budget));
    status(ended.map_err(|error| failure(&error, "", usage::standard_output(lang), lang))?, lang)
}

fn run_sums(matches: &ArgMatches, context: &Context) -> Result<Status> {
    let lang = context.lang;
    let puzzle = match matches.get_one::<String>("file") {
        Some(file) => read_puzzle(Input::open(Some(file), lang)?, lang)?,
        None => sums::cross(),
    };
    let asked = sums::Options {
        tree: matches.get_flag("tree"),
        seed: matches.get_one::<u64>("random").copied(),
        format: if options::text(matches, "format") == "json" { sums::Format::Json } else { sums::Format::Text },
    };
    let mut budget = options::budget(matches, context);
    let note = &mut |note: hueco_courses::Note| context.note(&note.say(lang));
    let ended = context.while_searching(|| sums::run(&puzzle, asked, output(), &mut budget, note));
    status(ended.map_err(|error| failure(&error, "", usage::standard_output(lang), lang))?, lang)
}

fn read_puzzle(mut input: Input, lang: Lang) -> Result<hueco_sums::Puzzle> {
    let mut text = String::new();
    // One byte more than a puzzle may have: the parser then reports that there are too many.
    let read = input.reader.by_ref().take(hueco_sums::MAX_BYTES as u64 + 1).read_to_string(&mut text);
    read.map_err(|error| Failure::reading(lang, &input.name, &error))?;
    hueco_sums::parse(&text).map_err(|error| Failure::input(usage::in_file(lang, &input.name, error.say(lang))))
}

fn run_astar(matches: &ArgMatches, context: &Context) -> Result<Status> {
    let lang = context.lang;
    let failed = |error: CourseError| failure(&error, usage::standard_input(lang), usage::standard_output(lang), lang);
    let parse = |name: &str, word: fn(Lang, String) -> String| {
        parse_board(options::text(matches, name), Some(astar::shape()))
            .map_err(|error| Failure::input(word(lang, error.say(lang))))
    };
    let (initial, goal) = if matches.contains_id("initial") {
        (parse("initial", usage::in_board)?, parse("goal", usage::in_goal)?)
    } else if io::stdin().is_terminal() {
        let mut input = io::stdin().lock();
        let mut ask = |prompt| {
            astar::ask(prompt, &mut input, io::stdout(), &mut |wrong| context.note(&wrong.say(lang))).map_err(failed)
        };
        (ask(astar::INITIAL_PROMPT)?, ask(astar::GOAL_PROMPT)?)
    } else {
        astar::read(io::stdin().lock()).map_err(failed)?
    };
    let estimate = astar::Estimate::parse(options::text(matches, "heuristic")).expect("clap knows the same names");
    let listing = if options::text(matches, "listing") == "2" {
        astar::Listing::Second
    } else if matches.get_flag("never-improve") {
        astar::Listing::FirstLiterally
    } else {
        astar::Listing::First
    };
    let ties = astar::Ties::parse(options::text(matches, "ties")).expect("clap knows the same names");
    // The second listing measures distances, unless another heuristic is named.
    let is_named = matches.value_source("heuristic") == Some(ValueSource::CommandLine);
    let estimate = if listing == astar::Listing::Second && !is_named { astar::Estimate::Manhattan } else { estimate };
    let asked = astar::Options { estimate, trace: matches.get_flag("trace"), listing, ties };
    let mut budget = options::budget(matches, context);
    let ended = context.while_searching(|| astar::run(&initial, &goal, asked, output(), &mut budget));
    status(ended.map_err(failed)?, lang)
}

/// Where a program reads from.
struct Input {
    reader: Box<dyn BufRead>,
    name: String,
    is_terminal: bool,
}

impl Input {
    /// A file, or standard input for `-` and for none.
    fn open(file: Option<&String>, lang: Lang) -> Result<Self> {
        match file.filter(|file| *file != "-") {
            Some(file) => {
                let opened = File::open(file).map_err(|error| Failure::reading(lang, file, &error))?;
                Ok(Self { reader: Box::new(BufReader::new(opened)), name: file.clone(), is_terminal: false })
            }
            None => Ok(Self {
                reader: Box::new(io::stdin().lock()),
                name: usage::standard_input(lang).to_owned(),
                is_terminal: io::stdin().is_terminal(),
            }),
        }
    }
}

fn output() -> impl Write {
    BufWriter::new(io::stdout().lock())
}

fn status(ending: Ending, lang: Lang) -> Result<Status> {
    match ending {
        Ending::Done => Ok(Status::Done),
        Ending::Unsolvable => Ok(Status::Unsolvable),
        Ending::Stopped(limit) => {
            Err(Failure::Message { status: stopped(limit), message: said::course_stopped(lang, limit.say(lang)) })
        }
    }
}

fn stopped(limit: Limit) -> Status {
    Outcome::Stopped(limit).into()
}

fn failure(error: &CourseError, input: &str, output: &str, lang: Lang) -> Failure {
    match error {
        CourseError::Input(error) => Failure::input(error.say(lang)),
        CourseError::Shape(error) => Failure::input(error.say(lang)),
        CourseError::Read(error) => Failure::reading(lang, input, error),
        CourseError::Write(error) => Failure::writing(lang, output, error),
        CourseError::Show(error) => Failure::writing(lang, usage::standard_output(lang), error),
    }
}
