//! Wrong command lines, explained in the user's language.
//!
//! clap finds what is wrong and says it in English; its kind and context are enough to say it again in our own words. What
//! was probably meant is chosen here, among everything that could stand in that place: clap's own list is in another order.

use std::ffi::OsString;

use clap::Command;
use clap::error::{ContextKind, ContextValue, Error, ErrorKind};
use hueco_say::{Lang, commands as names, problems, suggested, usage};

use crate::commands::grade;
use crate::typed::typed;

/// What is wrong with a command line, and where to read more.
pub(crate) fn report(error: &Error, root: &Command, words: &[OsString], lang: Lang) -> String {
    let (command, name) = typed(root, words);
    let message = misspelt_option(root, words, lang)
        .or_else(|| (name == "hueco grade").then(|| grade::misuse(error, lang)).flatten())
        .unwrap_or_else(|| explain(error, (command, &name), words, lang));
    with_help(&message, root, words, lang)
}

/// A message with where to read more.
pub(crate) fn with_help(message: &str, root: &Command, words: &[OsString], lang: Lang) -> String {
    format!("{message}\n{}", usage::see_help(lang, typed(root, words).1))
}

/// What is wrong with a command line, in one line.
fn explain(error: &Error, typed: (&Command, &str), words: &[OsString], lang: Lang) -> String {
    let command = typed.0;
    let get = |kind| error.get(kind).map(text).unwrap_or_default();
    let full_argument = get(ContextKind::InvalidArg);
    let argument = option_name(&full_argument).to_owned();
    let value = get(ContextKind::InvalidValue);
    match error.kind() {
        ErrorKind::UnknownArgument if argument.starts_with('-') => unknown_option(&argument, typed, words, lang),
        ErrorKind::UnknownArgument if command.get_positionals().any(|arg| arg.get_id() == "board") => {
            usage::unexpected_argument_quotes(lang, &argument)
        }
        ErrorKind::UnknownArgument => usage::unexpected_argument(lang, &argument),
        ErrorKind::InvalidSubcommand => {
            let name = get(ContextKind::InvalidSubcommand);
            let names = command.get_subcommands().map(Command::get_name);
            suggested(usage::no_such_command(lang, &name), &name, names, lang)
        }
        ErrorKind::MissingSubcommand | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            usage::which_command(lang, get(ContextKind::ValidSubcommand))
        }
        ErrorKind::InvalidValue => {
            let values = error.get(ContextKind::ValidValue).map(texts).unwrap_or_default();
            match (value.is_empty(), values.join(", ")) {
                (true, all) if all.is_empty() => usage::value_missing(lang, &argument),
                (true, all) => usage::value_missing_among(lang, &argument, all),
                (false, all) => {
                    let message = usage::value_not_among(lang, &value, &argument, all);
                    suggested(message, &value, values.iter().map(String::as_str), lang)
                }
            }
        }
        ErrorKind::ValueValidation => {
            let reason = std::error::Error::source(error).map(ToString::to_string).unwrap_or_default();
            // A problem file has heuristics of its own; those of boards are no help.
            let of_file = words.iter().filter_map(|word| word.to_str()).any(|word| word.starts_with("--problem"));
            let names_heuristics = ["--heuristic", names::placeholder_heuristic(lang)].contains(&argument.as_str());
            let reason =
                if of_file && names_heuristics { problems::heuristics_of_files(lang).to_owned() } else { reason };
            usage::value_wrong(lang, &value, &argument, reason)
        }
        ErrorKind::TooManyValues => usage::values_too_many(lang, &argument),
        ErrorKind::TooFewValues | ErrorKind::WrongNumberOfValues | ErrorKind::NoEquals => {
            usage::value_missing(lang, &argument)
        }
        ErrorKind::ArgumentConflict => {
            let one = if argument.is_empty() { get(ContextKind::InvalidSubcommand) } else { argument };
            match get(ContextKind::PriorArg) {
                other if other.is_empty() || other == full_argument => usage::option_twice(lang, one),
                other => usage::option_conflict(lang, one, option_name(&other)),
            }
        }
        ErrorKind::MissingRequiredArgument => usage::argument_missing(lang, &full_argument),
        ErrorKind::InvalidUtf8 => usage::not_utf8(lang).to_owned(),
        other => usage::usage_other(lang, format_args!("{other:?}")),
    }
}

/// An option that the command does not have, or that stands before it. Of `-format` clap sees the `f` alone, the user does
/// not.
fn unknown_option(option: &str, (command, name): (&Command, &str), words: &[OsString], lang: Lang) -> String {
    let is_short = !option.starts_with("--");
    let whole = words.iter().filter_map(|word| word.to_str()).find(|word| is_short && word.starts_with(option));
    let option = whole.unwrap_or(option);
    let visible = command.get_arguments().filter(|arg| !arg.is_hide_set());
    let options: Vec<String> = visible.filter_map(|arg| Some(format!("--{}", arg.get_long()?))).collect();
    let typed = format!("--{}", option.trim_start_matches('-'));
    if options.iter().any(|known| known == option) {
        return usage::option_before_command(lang, option, name);
    }
    let message = usage::no_such_option(lang, option);
    // The hyphens are no part of the slip: a name of one letter is too short to be like another.
    match typed.chars().count() {
        0..5 => message,
        _ => suggested(message, &typed, options.iter().map(String::as_str), lang),
    }
}

/// The unknown option in a command line whose first board may begin with a hyphen.
///
/// A positional board is always a board, so a misspelt option in its place is read as one. Read again with boards that may
/// not begin with a hyphen, the same line shows which option was meant.
pub(crate) fn misspelt_option(root: &Command, words: &[OsString], lang: Lang) -> Option<String> {
    let strict = without_hyphens(root.clone());
    let error = strict.try_get_matches_from(words).err()?;
    let option = error.get(ContextKind::InvalidArg).map(text)?;
    let letter = option.trim_start_matches('-').starts_with(|c: char| c.is_ascii_alphabetic());
    let unknown = error.kind() == ErrorKind::UnknownArgument && option.starts_with('-') && letter;
    let (command, name) = typed(root, words);
    (unknown && !option.contains(char::is_whitespace)).then(|| explain(&error, (command, &name), words, lang))
}

/// A command whose positional values may not begin with a hyphen.
fn without_hyphens(command: Command) -> Command {
    command
        .mut_args(|arg| if arg.is_positional() { arg.allow_hyphen_values(false) } else { arg })
        .mut_subcommands(without_hyphens)
}

/// `--format` of `--format <FORMAT>`, `BOARD` of `[BOARD]`, `<BOARD>` or `<BOARD>...`.
fn option_name(argument: &str) -> &str {
    if argument.starts_with('-') {
        return argument.split_once(" <").map_or(argument, |(name, _)| name);
    }
    let one = argument.trim_end_matches("...");
    let inside = |open, close| one.strip_prefix(open)?.strip_suffix(close);
    inside('[', ']').or_else(|| inside('<', '>')).unwrap_or(argument)
}

fn text(value: &ContextValue) -> String {
    texts(value).join(", ")
}

fn texts(value: &ContextValue) -> Vec<String> {
    match value {
        ContextValue::String(text) => vec![text.clone()],
        ContextValue::Strings(texts) => texts.clone(),
        ContextValue::StyledStr(text) => vec![text.to_string()],
        ContextValue::StyledStrs(texts) => texts.iter().map(ToString::to_string).collect(),
        ContextValue::Number(number) => vec![number.to_string()],
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::commands;

    fn word() -> impl Strategy<Value = String> {
        let known = "solve verify random bench completions man help --lang es --goal --size 3x3 --file - -- --format json \
                     --formt -a astar -H -q -h --timeout 5s --weight 1.5 --optimal --fast --moves tile -1 --only a,b bash";
        let known: Vec<String> = known.split_whitespace().map(str::to_owned).collect();
        prop_oneof![4 => prop::sample::select(known), 1 => "\\PC{0,8}", 1 => "-{0,2}[a-z0-9=/ ]{0,8}"]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]

        #[test]
        fn every_wrong_command_line_is_explained(words in prop::collection::vec(word(), 0..7)) {
            let words: Vec<OsString> = std::iter::once("hueco".to_owned()).chain(words).map(OsString::from).collect();
            for (_, lang) in Lang::ALL {
                let root = commands::root(lang);
                if let Err(error) = root.clone().try_get_matches_from(&words) {
                    let message = report(&error, &root, &words, lang);
                    prop_assert!(!message.is_empty());
                    prop_assert!(!error.use_stderr() || !message.contains(&usage::usage_other(lang, "")[..20]), "{message}");
                }
            }
        }
    }

    #[test]
    fn what_was_meant_is_the_nearest_of_all_that_could_stand_there() {
        let root = commands::root(Lang::En);
        for (line, hint) in [
            ("hueco sovle", "Did you mean `solve`?\nSee `hueco --help`."),
            ("hueco tabels", "Did you mean `tables`?\nSee `hueco --help`."),
            ("hueco tables bild 4x4", "Did you mean `build`?\nSee `hueco tables --help`."),
            ("hueco help tables lits", "Did you mean `list`?\nSee `hueco help tables --help`."),
            ("hueco --lang en solve x --fromat json", "Did you mean `--format`?\nSee `hueco solve --help`."),
            ("hueco solve x -format json", "Did you mean `--format`?\nSee `hueco solve --help`."),
            ("hueco --format json solve x", "goes after it: `hueco solve --format`\nSee `hueco solve --help`."),
            ("hueco solve x --format jsno", "Did you mean `json`?\nSee `hueco solve --help`."),
            ("hueco solve x -a idstar", "Did you mean `idastar`?\nSee `hueco solve --help`."),
            ("hueco compare x -a bfs,gredy", "Did you mean `greedy`?\nSee `hueco compare --help`."),
            ("hueco compare x -H blind,max(blind,misplacd)", "Did you mean `misplaced`?\nSee `hueco compare --help`."),
            ("hueco solve x --metirc multi", "Did you mean `--metric`?\nSee `hueco solve --help`."),
            ("hueco man --dir x solve", "solve cannot be used with --dir\nSee `hueco man solve --help`."),
        ] {
            let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
            let error = root.clone().try_get_matches_from(&words).unwrap_err();
            let message = report(&error, &root, &words, Lang::En);
            assert!(message.ends_with(hint), "{line}: {message}");
        }
    }

    #[test]
    fn a_board_after_the_double_hyphen_is_never_an_option() {
        let words = |text: &str| text.split_whitespace().map(OsString::from).collect::<Vec<_>>();
        let root = commands::root(Lang::En);
        let misspelt = |text: &str| misspelt_option(&root, &words(text), Lang::En);
        assert_eq!(misspelt("hueco solve -- --fromat"), None);
        assert_eq!(misspelt("hueco solve -1"), None);
        assert!(misspelt("hueco solve --fromat").is_some_and(|text| text.contains("--format")));
    }
}
