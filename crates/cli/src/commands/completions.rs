//! `hueco completions SHELL`: a completion script on standard output.

use clap::{Arg, ArgMatches, Command, value_parser};
use clap_complete::Shell;
use hueco_say::{Lang, commands as words, options};

use crate::context::Context;
use crate::failure::Result;
use crate::status::Status;

pub(crate) fn command(command: Command, lang: Lang) -> Command {
    command.about(words::about_completions(lang)).after_help(words::after_completions(lang)).arg(
        Arg::new("shell")
            .value_name(words::placeholder_shell(lang))
            .value_parser(value_parser!(Shell))
            .required(true)
            .help(options::option_shell(lang)),
    )
}

pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<Status> {
    let shell = *matches.get_one::<Shell>("shell").expect("clap requires it");
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut visible(&super::root(context.lang)), "hueco", &mut script);
    let mut out = context.out();
    out.bytes(&script)?;
    out.flush()?;
    Ok(Status::Done)
}

/// The command without its hidden options, which the scripts would offer: clap hides them in help pages only.
fn visible(command: &Command) -> Command {
    let shown = Command::new(command.get_name().to_owned())
        .about(command.get_about().cloned().unwrap_or_default())
        .disable_help_flag(true)
        .disable_help_subcommand(true)
        .disable_version_flag(true)
        .args(command.get_arguments().filter(|arg| !arg.is_hide_set()))
        .subcommands(command.get_subcommands().map(visible));
    match command.get_version() {
        Some(version) => shown.version(version.to_owned()),
        None => shown,
    }
}
