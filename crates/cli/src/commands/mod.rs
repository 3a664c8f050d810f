//! The subcommands: one file each, one line each in [`COMMANDS`].

mod bench;
mod check;
mod compare;
mod completions;
mod course;
mod explore;
pub(crate) mod grade;
mod help;
mod man;
mod play;
mod quiz;
mod random;
mod serve;
mod solve;
mod sums;
mod tables;
mod trace;
mod tree;
mod verify;

use clap::{Arg, ArgAction, ArgMatches, Command};
use hueco_say::{Lang, commands as words, options};

use crate::context::Context;
use crate::failure::Result;
use crate::pages;
use crate::status::Status;

pub use play::fuzz_records;

/// A subcommand: how it is called and what it does.
pub(crate) struct Subcommand {
    /// Its name.
    pub(crate) name: &'static str,
    /// Its options and help, without a name.
    command: fn(Command, Lang) -> Command,
    /// Its work.
    pub(crate) run: fn(&ArgMatches, &Context) -> Result<Status>,
}

/// Every subcommand, in the order of the help page.
pub(crate) const COMMANDS: &[Subcommand] = &[
    Subcommand { name: "solve", command: solve::command, run: solve::run },
    Subcommand { name: "play", command: play::command, run: play::run },
    Subcommand { name: "verify", command: verify::command, run: verify::run },
    Subcommand { name: "random", command: random::command, run: random::run },
    Subcommand { name: "bench", command: bench::command, run: bench::run },
    Subcommand { name: "compare", command: compare::command, run: compare::run },
    Subcommand { name: "check", command: check::command, run: check::run },
    Subcommand { name: "explore", command: explore::command, run: explore::run },
    Subcommand { name: "course", command: course::command, run: course::run },
    Subcommand { name: "sums", command: sums::command, run: sums::run },
    Subcommand { name: "tree", command: tree::command, run: tree::run },
    Subcommand { name: "trace", command: trace::command, run: trace::run },
    Subcommand { name: "quiz", command: quiz::command, run: quiz::run },
    Subcommand { name: "grade", command: grade::command, run: grade::run },
    Subcommand { name: "tables", command: tables::command, run: tables::run },
    Subcommand { name: "serve", command: serve::command, run: serve::run },
    Subcommand { name: "completions", command: completions::command, run: completions::run },
    Subcommand { name: "man", command: man::command, run: man::run },
    Subcommand { name: "help", command: help::command, run: help::run },
];

/// The commands that are followed by the name of another.
pub(crate) const NAMING: [&str; 2] = ["help", "man"];

/// The whole command, in `lang`.
pub(crate) fn root(lang: Lang) -> Command {
    with_commands(COMMANDS.iter(), lang)
}

/// The command with this subcommand alone: to read a right command line, the others need not be made.
pub(crate) fn with_one(entry: &Subcommand, lang: Lang) -> Command {
    with_commands(std::iter::once(entry), lang)
}

fn with_commands<'a>(entries: impl Iterator<Item = &'a Subcommand>, lang: Lang) -> Command {
    let version = Arg::new("version")
        .long("version")
        .short('V')
        .display_order(993)
        .action(ArgAction::Version)
        .help(options::option_version(lang));
    let commands = entries.map(|entry| (entry.command)(Command::new(entry.name), lang)).collect::<Vec<_>>();
    let names: Vec<Command> = commands.iter().map(name_only).collect();
    let commands = commands.into_iter().map(|command| match command.get_name() {
        name if NAMING.contains(&name) => command.subcommands(names.clone()),
        _ => command,
    });
    let root = Command::new("hueco")
        .bin_name("hueco")
        .version(env!("CARGO_PKG_VERSION"))
        .about(words::about_hueco(lang))
        .after_help(format!("{}\n\n{}", pages::environment(lang), words::more_help(lang)))
        .subcommand_required(true)
        .args(pages::common(lang))
        .arg(version)
        .subcommands(commands);
    pages::translate(root, lang)
}

/// A command and those below it, as words of `help` and `man`: shells complete them, and misspelt ones are recognized.
fn name_only(command: &Command) -> Command {
    Command::new(command.get_name().to_owned())
        .about(command.get_about().cloned().unwrap_or_default())
        .subcommands(command.get_subcommands().map(name_only))
}

/// The command that the words after `help` or `man` name, and its name with its parents'.
fn named<'a>(root: &'a Command, matches: &ArgMatches) -> (&'a Command, Vec<&'a str>) {
    let (mut command, mut path, mut matches) = (root, vec![root.get_name()], matches);
    while let Some((name, below)) = matches.subcommand() {
        command = command.find_subcommand(name).expect("clap knows the same commands");
        path.push(command.get_name());
        matches = below;
    }
    (command, path)
}
