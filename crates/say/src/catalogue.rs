//! The macro that makes a catalogue, and the list of all messages.
//!
//! `messages!` turns each entry into a function of the language and the placeholders:
//!
//! ```text
//! messages! {
//!     fault_row_length(row, found: numbers, expected) {
//!         en: "row {row} has {found}; expected {expected}",
//!         es: "la fila {row} tiene {found} y debería tener {expected}",
//!     }
//! }
//! boards::fault_row_length(Lang::En, 2, 1, 3)     row 2 has 1 number; expected 3
//! ```
//! Placeholders are passed to `format!` by name, so the compiler refuses a text that names an unknown one *and* a text
//! that forgets one. A placeholder with a noun of [`counted`](crate::counted) takes a number and puts the noun behind it,
//! in the right form. What the compiler cannot see (an empty text, a Spanish text left in English, a noun in the wrong
//! form) the tests below do.

use crate::Lang;

/// One message, as it stands in the catalogue.
#[derive(Clone, Copy, Debug)]
pub struct Message {
    /// The function's name.
    pub key: &'static str,
    /// The English text, with its placeholders in braces.
    pub en: &'static str,
    /// The Spanish text.
    pub es: &'static str,
    /// The placeholders that are numbers with their nouns.
    pub counted: &'static [&'static str],
    /// The message with one number for all that it counts, and `…` for everything else.
    pub sample: fn(Lang, u64) -> String,
}

macro_rules! messages {
    ($($key:ident $(($($arg:ident $(: $noun:ident)?),+))? { en: $en:literal, es: $es:literal $(,)? })+) => {
        $(messages!(@one $key $(($($arg $(: $noun)?),+))? $en, $es);)+

        /// Every message of this topic.
        pub const ALL: &[$crate::Message] = &[$($crate::Message {
            key: stringify!($key),
            en: $en,
            es: $es,
            counted: &[$($($(messages!(@name $arg $noun),)?)+)?],
            sample: |lang, number| {
                let _ = number;
                $key(lang $($(, messages!(@sample number $arg $($noun)?))+)?).into()
            },
        }),+];
    };
    (@name $arg:ident $noun:ident) => { stringify!($arg) };
    (@sample $number:ident $arg:ident) => { "…" };
    (@sample $number:ident $arg:ident $noun:ident) => { $number };
    (@type) => { impl std::fmt::Display };
    (@type $noun:ident) => { impl $crate::counted::Count };
    (@text $lang:ident $arg:ident) => { $arg };
    (@text $lang:ident $arg:ident $noun:ident) => { $crate::counted::$noun($lang, $arg) };
    (@one $key:ident $en:literal, $es:literal) => {
        #[doc = concat!("```text\n", $en, "\n```")]
        pub fn $key(lang: $crate::Lang) -> &'static str {
            match lang {
                $crate::Lang::En => $en,
                $crate::Lang::Es => $es,
            }
        }
    };
    (@one $key:ident ($($arg:ident $(: $noun:ident)?),+) $en:literal, $es:literal) => {
        #[doc = concat!("```text\n", $en, "\n```")]
        #[allow(clippy::too_many_arguments, reason = "a message has as many placeholders as it has figures to report")]
        pub fn $key(lang: $crate::Lang, $($arg: messages!(@type $($noun)?)),+) -> String {
            match lang {
                $crate::Lang::En => format!($en, $($arg = messages!(@text lang $arg $($noun)?)),+),
                $crate::Lang::Es => format!($es, $($arg = messages!(@text lang $arg $($noun)?)),+),
            }
        }
    };
}
pub(crate) use messages;

/// Every message of every topic.
pub fn all() -> impl Iterator<Item = &'static Message> {
    use crate::{
        answers, bench, boards, check, commands, compare, courses, experiment, explore, farm, files, formulas, grade,
        limits, options, play, problems, progress, python, quiz, requests, serve, sums, tables, trace, tree, usage,
        verify,
    };
    let topics = [
        answers::ALL,
        bench::ALL,
        boards::ALL,
        check::ALL,
        commands::ALL,
        compare::ALL,
        courses::ALL,
        experiment::ALL,
        explore::ALL,
        farm::ALL,
        files::ALL,
        formulas::ALL,
        limits::ALL,
        options::ALL,
        play::ALL,
        problems::ALL,
        progress::ALL,
        python::ALL,
        quiz::ALL,
        requests::ALL,
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
    use crate::counted;

    /// Words that are the same in both languages.
    const ALIKE: &[&str] = &["error_prefix", "layer_f"];
    /// Words that are wrong before "1" and before "2", and after "1 move" and after "2 moves".
    const BEFORE_ONE: &str = "all these those are were first las los todas todos estas estos primeras primeros son eran \
                              fueron esperaban contaron miraron hicieron mostraron faltan quedan caben suman";
    const BEFORE_SEVERAL: &str = "this is was la el este esta es era fue primera primer esperaba falta queda cabe suma";
    const AFTER_ONE: &str = "are were have do agree fit need take son eran fueron tienen coinciden caben terminaron";
    const AFTER_SEVERAL: &str = "is was has does agrees fits needs takes es era fue tiene coincide cabe terminó";

    fn placeholders(text: &str) -> BTreeSet<&str> {
        text.split('{').skip(1).filter_map(|rest| rest.split(['}', ':']).next()).collect()
    }

    /// The words of each clause.
    fn clauses(text: &str) -> impl Iterator<Item = Vec<&str>> {
        let words = |clause| str::split_whitespace(clause).collect();
        text.split([',', ';', ':', '.', '(', ')', '·', '`', '"']).map(words)
    }

    fn is_one_of(words: &str, word: Option<&&str>) -> bool {
        word.is_some_and(|word| words.split(' ').any(|listed| listed.eq_ignore_ascii_case(word)))
    }

    #[test]
    fn every_message_is_whole_in_both_languages() {
        for message in all() {
            let Message { key, en, es, .. } = message;
            assert!(!en.trim().is_empty() && !es.trim().is_empty(), "{key} is empty");
            assert_eq!(placeholders(en), placeholders(es), "{key} has other placeholders in Spanish");
            let is_words = en
                .split('{')
                .any(|part| part.rsplit('}').next().is_some_and(|rest| rest.contains(char::is_alphabetic)));
            assert!(en != es || !is_words || ALIKE.contains(key), "{key} is not translated: {en}");
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

    /// The words next to a number agree with it, whether it is 0, 1 or 2.
    #[test]
    fn every_counted_message_agrees_with_its_number() {
        let (mut counted, mut wrong) = (0, Vec::new());
        for message in all().filter(|message| !message.counted.is_empty()) {
            counted += 1;
            for (_, lang) in Lang::ALL {
                for number in [0, 1, 2] {
                    let text = (message.sample)(lang, number);
                    let (before, after) =
                        if number == 1 { (BEFORE_ONE, AFTER_ONE) } else { (BEFORE_SEVERAL, AFTER_SEVERAL) };
                    let mut found = 0;
                    let mut agrees = true;
                    for words in clauses(&text) {
                        for i in (0..words.len()).filter(|&i| words[i] == number.to_string()) {
                            found += 1;
                            let last = i.checked_sub(1).and_then(|i| words.get(i));
                            agrees &= !is_one_of(before, last) && !is_one_of(after, words.get(i + 2));
                        }
                    }
                    if !agrees || found < message.counted.len() {
                        wrong.push(text);
                    }
                }
            }
        }
        assert!(counted > 40, "{counted}");
        assert_eq!(wrong, Vec::<String>::new());
    }

    /// A noun that follows a placeholder would be wrong for one or for several: it belongs to the placeholder. Only sizes,
    /// as in "3x3 boards", are no numbers.
    #[test]
    fn nouns_belong_to_their_numbers() {
        let plurals: BTreeSet<&str> = counted::ALL
            .iter()
            .flat_map(|noun| [noun.en, noun.es])
            .flat_map(|[one, many]| many.split(' ').filter(move |word| one.split(' ').all(|single| single != *word)))
            .collect();
        let is_number = |word: &str| word.starts_with('{') && !["{shape}", "{size}"].contains(&word);
        let is_loose = |words: Vec<&str>| {
            (0..words.len())
                .filter(|&i| is_number(words[i]))
                .any(|i| words[i + 1..].iter().take(2).any(|word| plurals.contains(word)))
        };
        let texts = all().flat_map(|message| [message.en, message.es]);
        let wrong: Vec<&str> = texts.filter(|text| clauses(text).any(is_loose)).collect();
        assert_eq!(wrong, Vec::<&str>::new());
    }
}
