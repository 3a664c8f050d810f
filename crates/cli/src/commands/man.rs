//! `hueco man [COMMAND…]`: a manual page on standard output, or all of them into a folder.
//!
//! The commands that can be named are subcommands of this one: see [`super::named`].

use std::path::{Path, PathBuf};

use clap::{Arg, ArgMatches, Command, value_parser};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};
use hueco_say::{Lang, commands as words, options};

use crate::context::Context;
use crate::failure::{Failure, Result};
use crate::status::Status;
use crate::whole;

pub(crate) fn command(command: Command, lang: Lang) -> Command {
    command.about(words::about_man(lang)).after_help(words::after_man(lang)).args_conflicts_with_subcommands(true).arg(
        Arg::new("dir")
            .long("dir")
            .value_name(words::placeholder_folder(lang))
            .value_parser(value_parser!(PathBuf))
            .help(options::option_man_dir(lang)),
    )
}

pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<Status> {
    let lang = context.lang;
    let root = super::root(lang);
    if let Some(folder) = matches.get_one::<PathBuf>("dir") {
        return write_all(&root, folder, context);
    }
    let (wanted, path) = super::named(&root, matches);
    let mut out = context.out();
    out.bytes(page(wanted, &path.join("-"), lang).as_bytes())?;
    out.flush()?;
    Ok(Status::Done)
}

fn write_all(root: &Command, folder: &Path, context: &Context) -> Result<Status> {
    let lang = context.lang;
    std::fs::create_dir_all(folder).map_err(|error| Failure::writing(lang, &folder.display().to_string(), &error))?;
    let mut commands = Vec::new();
    collect(root, root.get_name().to_owned(), &mut commands);
    for (name, command) in &commands {
        whole::write(&folder.join(format!("{name}.1")), page(command, name, lang), lang)?;
    }
    context.note(&words::man_written(lang, commands.len(), folder.display()));
    Ok(Status::Done)
}

/// A command and all below it, each with the name of its page. What stands below `help` and `man` are the same commands.
fn collect<'a>(command: &'a Command, name: String, commands: &mut Vec<(String, &'a Command)>) {
    if !super::NAMING.contains(&command.get_name()) {
        for below in command.get_subcommands() {
            collect(below, format!("{name}-{}", below.get_name()), commands);
        }
    }
    commands.push((name, command));
}

/// One page in roff, its section titles in the user's language.
fn page(command: &Command, name: &str, lang: Lang) -> String {
    let mut command = command.clone().display_name(name);
    if command.get_name() == name {
        // The page has a section for the environment.
        command = command.after_help(words::more_help(lang));
    }
    let mut roff = Vec::new();
    // Writing to memory does not fail.
    let _ = Man::new(command).title(name).source(concat!("hueco ", env!("CARGO_PKG_VERSION"))).render(&mut roff);
    let titles = [
        ("NAME", words::man_name(lang)),
        ("SYNOPSIS", words::man_synopsis(lang)),
        ("DESCRIPTION", words::man_description(lang)),
        ("OPTIONS", words::man_options(lang)),
        (words::heading_commands(lang), words::man_commands(lang)),
        ("EXTRA", words::man_extra(lang)),
        ("VERSION", words::man_version(lang)),
    ];
    let mut environment = Some(environment(lang));
    let mut lines = Vec::new();
    for line in String::from_utf8_lossy(&roff).lines() {
        let title = line.strip_prefix(".SH ").map(|title| title.trim_matches('"'));
        if let Some("EXTRA" | "VERSION") = title {
            lines.extend(environment.take());
        }
        let translated = titles.iter().find(|(given, _)| Some(*given) == title);
        lines.push(translated.map_or_else(|| line.to_owned(), |(_, translated)| format!(".SH {translated}")));
    }
    lines.extend(environment);
    lines.join("\n") + "\n"
}

/// The section about variables.
fn environment(lang: Lang) -> String {
    let mut roff = Roff::new();
    roff.control("SH", [words::man_environment(lang)]);
    for (name, meaning) in words::environment(lang) {
        roff.control("TP", []).text([bold(name)]).text([roman(meaning)]);
    }
    roff.to_roff().trim_end().to_owned()
}
