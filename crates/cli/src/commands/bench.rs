//! `hueco bench FILE`: an instance file through one or several methods; every run a row, every method a total.
//!
//! Rows are printed as they come, so that a long run can be watched, cut short or piped. A length that was proved optimal is
//! compared with the file's `optimal` column: one of the two must be wrong where they differ.

mod print;

use std::collections::BTreeSet;
use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;

use clap::{Arg, ArgMatches, Command, value_parser};
use hueco_say::{Lang, Say, bench as said, commands as words, options as texts, usage};
use hueco_tiles::solve::{Answer, Plan};
use hueco_tiles::{Instance, read_instances};

use self::print::{Printer, Total};
use crate::context::Context;
use crate::failure::{Failure, Result};
use crate::method::{Method, methods};
use crate::options::{self, Asked};
use crate::progress::solve_shown;
use crate::status::Status;

pub(crate) fn command(command: Command, lang: Lang) -> Command {
    let list = words::placeholder_list(lang);
    command
        .about(words::about_bench(lang))
        .after_help(words::after_bench(lang))
        .arg(
            Arg::new("file")
                .value_name(words::placeholder_file(lang))
                .value_parser(value_parser!(PathBuf))
                .required(true)
                .help(texts::option_bench_file(lang)),
        )
        .arg(
            Arg::new("only")
                .long("only")
                .value_name(list)
                .value_delimiter(',')
                .help_heading(words::heading_board(lang))
                .help(texts::option_only(lang)),
        )
        .arg(
            options::number(lang, "limit", 1, options::MANY)
                .help_heading(words::heading_board(lang))
                .help(texts::option_limit(lang)),
        )
        .arg(options::size(lang, texts::option_size(lang)))
        .arg(options::goal(lang))
        .arg(
            Arg::new("method")
                .long("method")
                .short('m')
                .value_name(list)
                .value_parser(move |text: &str| methods(text, lang))
                .conflicts_with_all(["algorithm", "heuristic", "formula"])
                .help_heading(words::heading_method(lang))
                .help(texts::option_method(lang)),
        )
        .args(options::method(lang))
        .args(options::limits(lang))
        .arg(options::format(lang, &["text", "csv", "json"]))
        .arg(options::progress(lang))
}

pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<Status> {
    let instances = chosen(matches, context)?;
    let asked = Asked::read(matches);
    let methods = match matches.get_one::<Vec<Method>>("method") {
        Some(methods) => methods.clone(),
        None => vec![Method { algorithm: asked.algorithm, heuristic: asked.heuristic.clone() }],
    };
    let names: Vec<String> = methods.iter().map(Method::name).collect();
    let mut bench = Bench {
        matches,
        context,
        asked,
        totals: names.iter().cloned().map(Total::new).collect(),
        printer: Printer::new(matches, context, &instances, &names)?,
        agreed: 0,
        status: Status::Done,
    };
    'runs: for (place, instance) in instances.iter().enumerate() {
        let to_come = (instances.len() - place - 1) as u64;
        for (index, method) in methods.iter().enumerate() {
            bench.run(instance, method, index, to_come)?;
            if context.cancelled() {
                break 'runs;
            }
        }
    }
    bench.finish()
}

/// The instances of the file that were asked for.
fn chosen(matches: &ArgMatches, context: &Context) -> Result<Vec<Instance>> {
    let lang = context.lang;
    let path = matches.get_one::<PathBuf>("file").expect("clap requires it");
    let name = path.display().to_string();
    let file = File::open(path).map_err(|error| Failure::reading(lang, &name, &error))?;
    let mut wanted: Option<BTreeSet<&String>> = matches.get_many::<String>("only").map(Iterator::collect);
    let limit = matches.get_one::<u64>("limit").map_or(usize::MAX, |&n| n as usize);
    let mut instances = Vec::new();
    for instance in read_instances(BufReader::new(file), options::read_size(matches)) {
        let instance = instance.map_err(|error| Failure::input(usage::in_file(lang, &name, error.say(lang))))?;
        if wanted.as_mut().is_none_or(|wanted| wanted.remove(&instance.id)) {
            instances.push(instance);
        }
        if instances.len() == limit || wanted.as_ref().is_some_and(BTreeSet::is_empty) {
            break;
        }
    }
    if let Some(id) = wanted.and_then(|wanted| wanted.into_iter().next()).filter(|_| instances.len() < limit) {
        return Err(Failure::input(said::bench_no_such_id(lang, id)));
    }
    if instances.is_empty() {
        return Err(Failure::input(said::bench_empty(lang)));
    }
    Ok(instances)
}

struct Bench<'a> {
    matches: &'a ArgMatches,
    context: &'a Context,
    asked: Asked,
    totals: Vec<Total>,
    printer: Printer<'a>,
    /// Proved lengths that equal the file's.
    agreed: usize,
    status: Status,
}

impl Bench<'_> {
    fn run(&mut self, instance: &Instance, method: &Method, index: usize, boards_to_come: u64) -> Result<()> {
        let lang = self.context.lang;
        let board = instance.board.clone();
        let goal = options::read_goal(self.matches, board.shape(), lang).map_err(Failure::input)?;
        let plan = Plan {
            algorithm: method.algorithm,
            heuristic: method.heuristic.clone(),
            boards_to_come,
            ..self.asked.plan(board, goal, self.context)
        };
        let answer = solve_shown(&plan, self.matches, self.context).map_err(|error| Failure::input(error.say(lang)))?;
        self.totals[index].add(&answer);
        self.printer.row(instance, &method.name(), &answer)?;
        self.compare(instance, &method.name(), &answer);
        self.status = self.status.worse(answer.outcome.into());
        Ok(())
    }

    /// Says so where a length contradicts the file.
    fn compare(&mut self, instance: &Instance, method: &str, answer: &Answer) {
        let (Some(expected), Some(moves)) = (instance.optimal, &answer.moves) else { return };
        let (lang, length) = (self.context.lang, moves.len() as u32);
        let id = &instance.id;
        if answer.optimal && length == expected {
            self.agreed += 1;
        } else if answer.optimal {
            self.context.error(&said::bench_differs(lang, id, method, length, expected));
            self.status = self.status.worse(Status::Internal);
        } else if length < expected {
            self.context.error(&said::bench_shorter(lang, id, method, length, expected));
            self.status = self.status.worse(Status::Internal);
        }
    }

    fn finish(mut self) -> Result<Status> {
        let lang = self.context.lang;
        self.printer.totals(&self.totals)?;
        if self.agreed > 0 && self.status != Status::Internal {
            self.context.note(&said::bench_agrees(lang, self.agreed));
        }
        Ok(self.status)
    }
}
