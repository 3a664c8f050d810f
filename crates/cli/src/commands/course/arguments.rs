//! The options of the course programs.

use clap::{Arg, ArgAction, Command};
use hueco_courses::{astar, formal, menu};
use hueco_say::{Lang, commands as words, courses as said, options as texts};

use crate::options;

/// Every program with its options.
pub(super) fn programs(lang: Lang) -> [Command; 5] {
    [menu(lang), solver(lang), formal(lang), sums(lang), astar(lang)]
}

fn menu(lang: Lang) -> Command {
    Command::new("menu")
        .about(said::about_course_menu(lang))
        .after_help(said::after_course_menu(lang))
        .arg(
            Arg::new("output")
                .long("output")
                .short('o')
                .value_name(words::placeholder_file(lang))
                .default_value(menu::OUTPUT_FILE)
                .help(said::option_course_output(lang)),
        )
        .arg(flag("step", said::option_course_step(lang)))
}

fn solver(lang: Lang) -> Command {
    Command::new("solver")
        .about(said::about_course_solver(lang))
        .after_help(said::after_course_solver(lang))
        .arg(file(lang, said::option_course_file(lang)))
        .arg(chosen(lang, "priority", &["manhattan", "hamming"], said::option_course_priority(lang)))
        .arg(chosen(lang, "detect", &["formula", "twin"], said::option_course_detect(lang)))
        .args(limits(lang, &["max-memory"]))
}

fn formal(lang: Lang) -> Command {
    Command::new("formal")
        .about(said::about_course_formal(lang))
        .arg(options::board(lang, texts::option_one_board(lang)).required(true))
        .arg(options::goal(lang))
        .arg(
            chosen(lang, "algorithm", &formal::Method::ALL.map(|(name, _)| name), said::option_formal_algorithm(lang))
                .short('a'),
        )
        .args(limits(lang, &["timeout", "max-memory"]))
        .arg(options::format(lang, &["text", "json"]))
}

fn sums(lang: Lang) -> Command {
    Command::new("sums")
        .about(said::about_course_sums(lang))
        .arg(file(lang, said::option_course_puzzle(lang)))
        .arg(flag("tree", said::option_course_tree(lang)))
        .arg(
            Arg::new("random")
                .long("random")
                .allow_negative_numbers(true)
                .value_name(hueco_say::options::placeholder_seed(lang))
                .value_parser(options::counted(lang, 0, u64::MAX))
                .help(said::option_course_random(lang)),
        )
        .args(limits(lang, &["max-memory"]))
        .arg(options::format(lang, &["text", "json"]))
}

fn astar(lang: Lang) -> Command {
    let board = |name: &'static str, other, help| {
        let value = words::placeholder_board(lang);
        Arg::new(name).long(name).value_name(value).allow_hyphen_values(true).requires(other).help(help)
    };
    Command::new("astar")
        .about(said::about_course_astar(lang))
        .after_help(said::after_course_astar(lang))
        .arg(board("initial", "goal", said::option_course_initial(lang)))
        .arg(board("goal", "initial", said::option_course_goal(lang)))
        .arg(
            chosen(lang, "heuristic", &astar::Estimate::ALL.map(|(name, _)| name), said::option_course_heuristic(lang))
                .short('H'),
        )
        .arg(flag("trace", said::option_course_trace(lang)))
        .arg(chosen(lang, "listing", &["1", "2"], said::option_astar_listing(lang)))
        .arg(flag("never-improve", said::option_never_improve(lang)).conflicts_with("listing"))
        .arg(
            chosen(lang, "ties", &astar::Ties::ALL.map(|(name, _)| name), said::option_astar_ties(lang))
                .conflicts_with("listing"),
        )
}

fn flag(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).action(ArgAction::SetTrue).help(help)
}

fn file(lang: Lang, help: &'static str) -> Arg {
    Arg::new("file").value_name(words::placeholder_file(lang)).help(help)
}

/// One of several names; the first is the default.
fn chosen(lang: Lang, name: &'static str, names: &[&'static str], help: &'static str) -> Arg {
    Arg::new(name)
        .long(name)
        .value_name(words::placeholder_name(lang))
        .value_parser(names.to_vec())
        .default_value(names[0])
        .help(help)
}

/// Some of the limits.
fn limits(lang: Lang, names: &'static [&'static str]) -> impl Iterator<Item = Arg> {
    options::limits(lang).into_iter().filter(|arg| names.contains(&arg.get_id().as_str()))
}
