//! `hueco help [COMMAND]`: a command's help page. Written here because clap's own speaks English only.

use clap::{Arg, ArgMatches, Command};
use hueco_say::{Lang, commands as words, options};

use super::COMMANDS;
use crate::context::Context;
use crate::failure::Result;
use crate::status::Status;

pub(crate) fn command(command: Command, lang: Lang) -> Command {
    command.about(words::about_help(lang)).arg(
        Arg::new("command")
            .value_name(words::placeholder_command(lang))
            .value_parser(COMMANDS.iter().map(|entry| entry.name).collect::<Vec<_>>())
            .help(options::option_command(lang)),
    )
}

pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<Status> {
    let mut root = super::root(context.lang);
    let wanted = matches.get_one::<String>("command");
    let page = match wanted.and_then(|name| root.find_subcommand_mut(name)) {
        Some(command) => command.render_long_help(),
        None => root.render_help(),
    };
    let mut out = context.out();
    out.bytes(page.to_string().as_bytes())?;
    out.flush()?;
    Ok(Status::Done)
}
