//! Which command a command line names, wrong as it may be: for the hint after an error, and for what was probably meant.

use std::ffi::OsString;

use clap::{Arg, Command};

/// The command that was typed, as far as it is one, and its whole name: `hueco tables build`.
pub(crate) fn typed<'a>(root: &'a Command, words: &[OsString]) -> (&'a Command, String) {
    let (mut command, mut name) = (root, root.get_name().to_owned());
    let mut words = words.iter().skip(1).map_while(|word| word.to_str()).take_while(|word| *word != "--").peekable();
    while let Some(word) = words.next() {
        if let Some(found) = command.find_subcommand(word) {
            command = found;
            name = format!("{name} {word}");
        } else if !word.starts_with('-') {
            break;
        } else {
            let is_command = words.peek().is_some_and(|next| command.find_subcommand(next).is_some());
            let takes_value = match option(command, word) {
                Some(known) => known.get_action().takes_values(),
                // What follows an option that does not exist is its value, unless it is a command.
                None => !is_command,
            };
            if takes_value && !word.contains('=') {
                words.next_if(|next| !next.starts_with('-'));
            }
        }
    }
    (command, name)
}

/// The option of a command that a word names.
fn option<'a>(command: &'a Command, word: &str) -> Option<&'a Arg> {
    let (long, short) = match word.strip_prefix("--") {
        Some(long) => (Some(long), None),
        None => (None, word.chars().nth(1).filter(|_| word.chars().count() == 2)),
    };
    command
        .get_arguments()
        .find(|arg| long.is_some() && arg.get_long() == long || short.is_some() && arg.get_short() == short)
}

#[cfg(test)]
mod tests {
    use hueco_say::Lang;

    use super::*;
    use crate::commands;

    #[test]
    fn the_command_is_found_behind_options() {
        let root = commands::root(Lang::En);
        for (line, name) in [
            ("hueco", "hueco"),
            ("hueco --lang es solve --bad", "hueco solve"),
            ("hueco --lang=es -q tables --quiet build 4x4", "hueco tables build"),
            ("hueco --format json solve", "hueco solve"),
            ("hueco --formt solve", "hueco solve"),
            ("hueco tables bild", "hueco tables"),
            ("hueco --lang solve", "hueco"),
            ("hueco -- solve", "hueco"),
            ("hueco solve verify", "hueco solve"),
            ("hueco help tables build", "hueco help tables build"),
        ] {
            let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
            assert_eq!(typed(&root, &words).1, name, "{line}");
        }
    }
}
