//! The macro that makes a catalogue, and the list of all messages.
//!
//! `messages!` turns each entry into a function of the language and the placeholders:
//!
//! ```text
//! messages! {
//!     board_twice(number, first, again) {
//!         en: "{number} stands in {first} and again in {again}",
//!         es: "el {number} está en {first} y otra vez en {again}",
//!     }
//! }
//! boards::board_twice(Lang::Es, 5, "…", "…")
//! ```
//! Placeholders are passed to `format!` by name, so the compiler refuses a text that names an unknown one *and* a text
//! that forgets one. What the compiler cannot see (an empty text, a Spanish text left in English) the tests below do.

/// One message, as it stands in the catalogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Message {
    /// The function's name.
    pub key: &'static str,
    /// The English text, with its placeholders in braces.
    pub en: &'static str,
    /// The Spanish text.
    pub es: &'static str,
}

macro_rules! messages {
    ($($key:ident $(($($arg:ident),+))? { en: $en:literal, es: $es:literal $(,)? })+) => {
        $(messages!(@one $key $(($($arg),+))? $en, $es);)+

        /// Every message of this topic.
        pub const ALL: &[$crate::Message] =
            &[$($crate::Message { key: stringify!($key), en: $en, es: $es }),+];
    };
    (@one $key:ident $en:literal, $es:literal) => {
        #[doc = concat!("```text\n", $en, "\n```")]
        pub fn $key(lang: $crate::Lang) -> &'static str {
            match lang {
                $crate::Lang::En => $en,
                $crate::Lang::Es => $es,
            }
        }
    };
    (@one $key:ident ($($arg:ident),+) $en:literal, $es:literal) => {
        #[doc = concat!("```text\n", $en, "\n```")]
        #[allow(clippy::too_many_arguments, reason = "a message has as many placeholders as it has figures to tell")]
        pub fn $key(lang: $crate::Lang, $($arg: impl std::fmt::Display),+) -> String {
            match lang {
                $crate::Lang::En => format!($en, $($arg = $arg),+),
                $crate::Lang::Es => format!($es, $($arg = $arg),+),
            }
        }
    };
}
pub(crate) use messages;

/// Every message of every topic.
pub fn all() -> impl Iterator<Item = &'static Message> {
    use crate::{
        answers, bench, boards, check, commands, compare, courses, explore, farm, files, formulas, grade, limits,
        options, progress, quiz, serve, sums, tables, trace, tree, usage, verify,
    };
    let topics = [
        answers::ALL,
        bench::ALL,
        boards::ALL,
        check::ALL,
        commands::ALL,
        compare::ALL,
        courses::ALL,
        explore::ALL,
        farm::ALL,
        files::ALL,
        formulas::ALL,
        limits::ALL,
        options::ALL,
        progress::ALL,
        quiz::ALL,
        serve::ALL,
        sums::ALL,
        tables::ALL,
        trace::ALL,
        tree::ALL,
        usage::ALL,
        verify::ALL,
    ];
    let grading = [grade::ALL, grade::faults::ALL, grade::mistakes::ALL];
    topics.into_iter().chain(grading).flatten()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Words that are the same in both languages.
    const ALIKE: &[&str] = &["error_prefix"];

    fn placeholders(text: &str) -> BTreeSet<&str> {
        text.split('{').skip(1).filter_map(|rest| rest.split(['}', ':']).next()).collect()
    }

    #[test]
    fn every_message_is_whole_in_both_languages() {
        for message in all() {
            let Message { key, en, es } = message;
            assert!(!en.trim().is_empty() && !es.trim().is_empty(), "{key} is empty");
            assert_eq!(placeholders(en), placeholders(es), "{key} has other placeholders in Spanish");
            assert!(en != es || ALIKE.contains(key), "{key} is not translated: {en}");
            assert_eq!(en.ends_with('.'), es.ends_with('.'), "{key} ends otherwise in Spanish");
        }
    }

    #[test]
    fn no_key_is_used_twice() {
        let mut seen = BTreeSet::new();
        for message in all() {
            assert!(seen.insert(message.key), "{} stands in two topics", message.key);
        }
    }
}
