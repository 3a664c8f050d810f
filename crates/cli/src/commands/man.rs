//! `hueco man [COMMAND]`: a manual page on standard output, or all of them into a folder.

use std::path::{Path, PathBuf};

use clap::{Arg, ArgMatches, Command, value_parser};
use clap_mangen::Man;
use hueco_say::{Lang, commands as words, options};

use super::COMMANDS;
use crate::context::Context;
use crate::failure::{Failure, Result};
use crate::status::Status;

pub(crate) fn command(command: Command, lang: Lang) -> Command {
    command
        .about(words::about_man(lang))
        .arg(
            Arg::new("command")
                .value_name(words::placeholder_command(lang))
                .value_parser(COMMANDS.iter().map(|entry| entry.name).collect::<Vec<_>>())
                .help(options::option_page(lang)),
        )
        .arg(
            Arg::new("dir")
                .long("dir")
                .value_name(words::placeholder_folder(lang))
                .value_parser(value_parser!(PathBuf))
                .conflicts_with("command")
                .help(options::option_man_dir(lang)),
        )
}

pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<Status> {
    let lang = context.lang;
    if let Some(folder) = matches.get_one::<PathBuf>("dir") {
        return write_all(folder, context);
    }
    let root = super::root(lang);
    let page = match matches.get_one::<String>("command").and_then(|name| root.find_subcommand(name)) {
        Some(command) => page(command.clone(), lang),
        None => page(root, lang),
    };
    let mut out = context.out();
    out.bytes(page.as_bytes())?;
    out.flush()?;
    Ok(Status::Done)
}

fn write_all(folder: &Path, context: &Context) -> Result<Status> {
    let lang = context.lang;
    let write = |path: PathBuf, text: &str| {
        std::fs::write(&path, text).map_err(|error| Failure::writing(lang, &path.display().to_string(), &error))
    };
    let failed = |error| Failure::writing(lang, &folder.display().to_string(), &error);
    std::fs::create_dir_all(folder).map_err(failed)?;
    let root = super::root(lang);
    for command in root.get_subcommands() {
        write(folder.join(format!("hueco-{}.1", command.get_name())), &page(command.clone(), lang))?;
    }
    write(folder.join("hueco.1"), &page(root, lang))?;
    context.note(&words::man_written(lang, COMMANDS.len() + 1, folder.display()));
    Ok(Status::Done)
}

/// One page in roff, its section titles in the user's language.
fn page(command: Command, lang: Lang) -> String {
    let name = match command.get_name() {
        "hueco" => "hueco".to_owned(),
        subcommand => format!("hueco-{subcommand}"),
    };
    let mut roff = Vec::new();
    // Writing to memory does not fail.
    let _ = Man::new(command.display_name(&name)).title(&name).render(&mut roff);
    let titles = [
        ("NAME", words::man_name(lang)),
        ("SYNOPSIS", words::man_synopsis(lang)),
        ("DESCRIPTION", words::man_description(lang)),
        ("OPTIONS", words::man_options(lang)),
        ("EXTRA", words::man_extra(lang)),
        ("VERSION", words::man_version(lang)),
    ];
    let translate = |line: &str| {
        let title = line.strip_prefix(".SH ").map(|title| title.trim_matches('"'));
        let found = titles.iter().find(|(english, _)| Some(*english) == title);
        found.map_or_else(|| format!("{line}\n"), |(_, translated)| format!(".SH {translated}\n"))
    };
    String::from_utf8_lossy(&roff).lines().map(translate).collect()
}
