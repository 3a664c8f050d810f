//! Wrong command lines, told in the user's language.
//!
//! clap finds what is wrong and says it in English; its kind and context are enough to say it again in our own words.

use clap::Command;
use clap::error::{ContextKind, ContextValue, Error, ErrorKind};
use hueco_say::{Lang, usage};

/// What is wrong with a command line, in one or two lines.
pub(crate) fn explain(error: &Error, lang: Lang) -> String {
    let get = |kind| error.get(kind).map(text).unwrap_or_default();
    let full_argument = get(ContextKind::InvalidArg);
    let argument = option_name(&full_argument).to_owned();
    let value = get(ContextKind::InvalidValue);
    let mut message = match error.kind() {
        ErrorKind::UnknownArgument if argument.starts_with('-') => usage::no_such_option(lang, &argument),
        ErrorKind::UnknownArgument => usage::unexpected_argument(lang, &argument),
        ErrorKind::InvalidSubcommand => usage::no_such_command(lang, get(ContextKind::InvalidSubcommand)),
        ErrorKind::MissingSubcommand | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            usage::which_command(lang, get(ContextKind::ValidSubcommand))
        }
        ErrorKind::InvalidValue => match (value.is_empty(), get(ContextKind::ValidValue)) {
            (true, values) if values.is_empty() => usage::value_missing(lang, &argument),
            (true, values) => usage::value_missing_among(lang, &argument, values),
            (false, values) => usage::value_not_among(lang, &value, &argument, values),
        },
        ErrorKind::ValueValidation => {
            let reason = std::error::Error::source(error).map(ToString::to_string).unwrap_or_default();
            usage::value_wrong(lang, &value, &argument, reason)
        }
        ErrorKind::TooManyValues => usage::values_too_many(lang, &argument),
        ErrorKind::TooFewValues | ErrorKind::WrongNumberOfValues | ErrorKind::NoEquals => {
            usage::value_missing(lang, &argument)
        }
        ErrorKind::ArgumentConflict => match get(ContextKind::PriorArg) {
            other if other.is_empty() || other == full_argument => usage::option_twice(lang, &argument),
            other => usage::option_conflict(lang, &argument, option_name(&other)),
        },
        ErrorKind::MissingRequiredArgument => usage::argument_missing(lang, &full_argument),
        ErrorKind::InvalidUtf8 => usage::not_utf8(lang).to_owned(),
        other => usage::usage_other(lang, format_args!("{other:?}")),
    };
    let suggestions = [ContextKind::SuggestedArg, ContextKind::SuggestedSubcommand, ContextKind::SuggestedValue];
    if let Some(suggestion) = suggestions.into_iter().find_map(|kind| error.get(kind)).and_then(first) {
        message.push_str("; ");
        message.push_str(&usage::did_you_mean(lang, suggestion));
    }
    message
}

/// The unknown option in a command line whose first board may begin with a hyphen.
///
/// A positional board is always a board, so a misspelt option in its place is read as one. Read again with boards that may
/// not begin with a hyphen, the same line shows which option was meant.
pub(crate) fn misspelt_option(root: Command, words: &[std::ffi::OsString], lang: Lang) -> Option<String> {
    let strict = root.mut_subcommands(|command| {
        command.mut_args(|arg| if arg.is_positional() { arg.allow_hyphen_values(false) } else { arg })
    });
    let error = strict.try_get_matches_from(words).err()?;
    let option = error.get(ContextKind::InvalidArg).map(text)?;
    let letter = option.trim_start_matches('-').starts_with(|c: char| c.is_ascii_alphabetic());
    let unknown = error.kind() == ErrorKind::UnknownArgument && option.starts_with('-') && letter;
    (unknown && !option.contains(char::is_whitespace)).then(|| explain(&error, lang))
}

/// `--format` of `--format <FORMAT>`; a positional argument has nothing but its placeholder.
fn option_name(argument: &str) -> &str {
    if argument.starts_with("--") { argument.split_once(" <").map_or(argument, |(name, _)| name) } else { argument }
}

fn text(value: &ContextValue) -> String {
    match value {
        ContextValue::String(text) => text.clone(),
        ContextValue::Strings(texts) => texts.join(", "),
        ContextValue::StyledStr(text) => text.to_string(),
        ContextValue::StyledStrs(texts) => texts.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
        ContextValue::Number(number) => number.to_string(),
        _ => String::new(),
    }
}

/// The first of several suggestions, the likeliest.
fn first(value: &ContextValue) -> Option<String> {
    match value {
        ContextValue::Strings(texts) => texts.first().cloned(),
        other => Some(text(other)).filter(|text| !text.is_empty()),
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

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
                if let Err(error) = commands::root(lang).try_get_matches_from(&words) {
                    let message = explain(&error, lang);
                    prop_assert!(!message.is_empty());
                    prop_assert!(!error.use_stderr() || !message.contains(&usage::usage_other(lang, "")[..20]), "{message}");
                }
                let _ = misspelt_option(commands::root(lang), &words, lang);
            }
        }
    }

    #[test]
    fn a_board_after_the_double_hyphen_is_never_an_option() {
        let words = |text: &str| text.split_whitespace().map(OsString::from).collect::<Vec<_>>();
        let misspelt = |text: &str| misspelt_option(commands::root(Lang::En), &words(text), Lang::En);
        assert_eq!(misspelt("hueco solve -- --fromat"), None);
        assert_eq!(misspelt("hueco solve -1"), None);
        assert!(misspelt("hueco solve --fromat").is_some_and(|text| text.contains("--format")));
    }
}
