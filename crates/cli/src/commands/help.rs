//! `hueco help [COMMAND…]`: a command's help page. Written here because clap's own is in English only.
//!
//! The commands that can be named are subcommands of this one: see [`super::named`].

use clap::{ArgMatches, Command};
use hueco_say::{Lang, commands as words};

use crate::context::Context;
use crate::failure::Result;
use crate::status::Status;

pub(crate) fn command(command: Command, lang: Lang) -> Command {
    command.about(words::about_help(lang))
}

pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<Status> {
    let root = super::root(context.lang);
    let (wanted, _) = super::named(&root, matches);
    let mut wanted = wanted.clone();
    // As `--help` does: the short form where there is no long one.
    let is_long = wanted.get_long_about().is_some()
        || wanted.get_after_long_help().is_some()
        || wanted.get_arguments().any(|argument| argument.get_long_help().is_some());
    let page = if is_long { wanted.render_long_help() } else { wanted.render_help() };
    let mut out = context.out();
    out.bytes(page.to_string().as_bytes())?;
    out.flush()?;
    Ok(Status::Done)
}
