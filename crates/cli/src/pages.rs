//! Help pages in the user's language.
//!
//! clap writes its own headings, placeholders and remarks in English. This pass over the finished command tree replaces
//! them all: headings and the template by name, `[default: …]` and the possible values by the same words put into the
//! help text itself, the usage line by its translation.

use clap::builder::styling::Styles;
use clap::{Arg, ArgAction, Command};
use hueco_say::{Lang, commands, options};

/// The whole command tree in `lang`.
pub(crate) fn translate(root: Command, lang: Lang) -> Command {
    let mut root = dress(root, lang);
    // Global options reach the subcommands, and usage lines know the program's name, only after this.
    root.build();
    translate_usage(root, lang)
}

fn dress(command: Command, lang: Lang) -> Command {
    let header = *Styles::styled().get_header();
    let usage = commands::heading_usage(lang);
    let template = format!("{{about-with-newline}}\n{header}{usage}{header:#} {{usage}}\n\n{{all-args}}{{after-help}}");
    command
        .help_template(template)
        .disable_help_flag(true)
        .disable_help_subcommand(true)
        .disable_version_flag(true)
        .max_term_width(100)
        .subcommand_help_heading(commands::heading_commands(lang))
        .subcommand_value_name(commands::placeholder_command(lang))
        .mut_args(|arg| dress_argument(arg, lang))
        .mut_subcommands(|subcommand| dress(subcommand, lang))
}

/// The variables that the command reads, as the end of a help page.
pub(crate) fn environment(lang: Lang) -> String {
    let header = *Styles::styled().get_header();
    let heading = format!("{header}{}{header:#}", commands::heading_environment(lang));
    let variable = |(name, meaning)| format!("  {name:<14}  {meaning}");
    let lines = std::iter::once(heading).chain(commands::environment(lang).into_iter().map(variable));
    lines.collect::<Vec<_>>().join("\n")
}

/// The options that every command has.
pub(crate) fn common(lang: Lang) -> [Arg; 3] {
    let languages = Lang::ALL.map(|(name, _)| name);
    [
        Arg::new("lang")
            .long("lang")
            .value_name(commands::placeholder_lang(lang))
            .value_parser(languages)
            .display_order(990)
            .help(options::option_lang(lang))
            .global(true),
        Arg::new("quiet")
            .display_order(991)
            .long("quiet")
            .short('q')
            .action(ArgAction::SetTrue)
            .help(options::option_quiet(lang))
            .global(true),
        Arg::new("help")
            .display_order(992)
            .long("help")
            .short('h')
            .action(ArgAction::Help)
            .help(options::option_help(lang))
            .global(true),
    ]
}

fn dress_argument(arg: Arg, lang: Lang) -> Arg {
    // As it is: hundreds of plain texts need not be searched for styles at every start.
    let mut help = arg.get_help().map(|help| help.ansi().to_string()).unwrap_or_default();
    let values: Vec<String> = arg.get_possible_values().iter().map(|value| value.get_name().to_owned()).collect();
    let takes_values = arg.get_action().takes_values();
    if takes_values && !values.is_empty() && !arg.is_hide_possible_values_set() {
        help = format!("{help} {}", options::option_values(lang, values.join(", ")));
    }
    let defaults: Vec<_> = arg.get_default_values().iter().map(|value| value.to_string_lossy()).collect();
    if takes_values && !defaults.is_empty() {
        help = format!("{help} {}", options::option_default(lang, defaults.join(", ")));
    }
    // What is only in the long help follows the short one.
    let more = arg.get_long_help().map(|more| format!("{help}\n{}", more.ansi()));
    let arg = if let Some(more) = more { arg.long_help(more) } else { arg };
    let heading = match arg.get_help_heading() {
        Some(heading) => heading.to_owned(),
        None if arg.is_positional() => commands::heading_arguments(lang).to_owned(),
        None => commands::heading_options(lang).to_owned(),
    };
    arg.help(help).help_heading(heading).hide_possible_values(takes_values).hide_default_value(takes_values)
}

fn translate_usage(mut command: Command, lang: Lang) -> Command {
    let usage = command.render_usage().to_string();
    let usage = usage.trim_start_matches("Usage:").trim().replace("[OPTIONS]", commands::placeholder_options(lang));
    // A second form of the command stands below the first.
    let indent = " ".repeat(commands::heading_usage(lang).chars().count() + 1);
    let usage = usage.lines().map(str::trim).collect::<Vec<_>>().join(&format!("\n{indent}"));
    command.override_usage(usage).mut_subcommands(|subcommand| translate_usage(subcommand, lang))
}
