//! Which language to speak, and how numbers are written in it.
//!
//! The order is the one of every Unix program: an explicit choice, else the first of `LC_ALL`, `LC_MESSAGES` and `LANG`
//! that is set and not empty. A locale that begins with `es` is Spanish; every other one, and none, is English.

use std::time::Duration;

/// A language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Spanish.
    Es,
}

impl Lang {
    /// Both, with their names on the command line.
    pub const ALL: [(&'static str, Self); 2] = [("en", Self::En), ("es", Self::Es)];

    /// The language of a name (`en`, `es`).
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(n, _)| *n == name).map(|&(_, lang)| lang)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Es => "es",
        }
    }

    /// The language of a locale such as `es_MX.UTF-8`.
    pub fn of_locale(locale: &str) -> Self {
        let language = locale.split(['_', '.', '@', '-']).next().unwrap_or_default();
        if language.eq_ignore_ascii_case("es") { Self::Es } else { Self::En }
    }

    /// The language that the environment asks for; `variable` looks a name up.
    pub fn of_environment(variable: impl Fn(&str) -> Option<String>) -> Self {
        ["LC_ALL", "LC_MESSAGES", "LANG"]
            .into_iter()
            .filter_map(variable)
            .find(|value| !value.is_empty())
            .map_or(Self::En, |locale| Self::of_locale(&locale))
    }

    /// A whole number in groups of three digits: `36,302,808` in English, `36 302 808` in Spanish.
    pub fn number(self, number: u64) -> String {
        let digits = number.to_string();
        let separator = match self {
            Self::En => ',',
            Self::Es => ' ',
        };
        let mut grouped = String::with_capacity(digits.len() * 4 / 3);
        for (i, digit) in digits.chars().enumerate() {
            if i > 0 && (digits.len() - i).is_multiple_of(3) {
                grouped.push(separator);
            }
            grouped.push(digit);
        }
        grouped
    }

    /// A number with `places` decimals: `1.5` in English, `1,5` in Spanish.
    pub fn decimal(self, number: f64, places: usize) -> String {
        let text = format!("{number:.places$}");
        match self {
            Self::En => text,
            Self::Es => text.replace('.', ","),
        }
    }

    /// A span of time, to the millisecond below a minute: `0.128 s`, `2 min 5 s`.
    pub fn time(self, time: Duration) -> String {
        let seconds = time.as_secs();
        match seconds {
            0..60 => format!("{} s", self.decimal(time.as_secs_f64(), 3)),
            60..3600 => format!("{} min {} s", seconds / 60, seconds % 60),
            _ => format!("{} h {} min", seconds / 3600, seconds / 60 % 60),
        }
    }

    /// An amount of memory in binary units: `1.5 MiB`.
    pub fn bytes(self, bytes: u64) -> String {
        const UNITS: [&str; 5] = ["KiB", "MiB", "GiB", "TiB", "PiB"];
        if bytes < 1024 {
            return format!("{bytes} B");
        }
        let mut amount = bytes as f64 / 1024.0;
        let mut unit = 0;
        while amount >= 1023.95 && unit + 1 < UNITS.len() {
            amount /= 1024.0;
            unit += 1;
        }
        format!("{} {}", self.decimal(amount, 1), UNITS[unit])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_chooses() {
        let with = |pairs: &'static [(&str, &str)]| {
            Lang::of_environment(|name| pairs.iter().find(|(n, _)| *n == name).map(|(_, v)| (*v).to_owned()))
        };
        assert_eq!(with(&[]), Lang::En);
        assert_eq!(with(&[("LANG", "es_MX.UTF-8")]), Lang::Es);
        assert_eq!(with(&[("LC_ALL", "C"), ("LANG", "es_ES")]), Lang::En);
        assert_eq!(with(&[("LC_ALL", ""), ("LC_MESSAGES", "es"), ("LANG", "de_DE")]), Lang::Es);
        assert_eq!(with(&[("LANG", "est_EE")]), Lang::En);
    }

    #[test]
    fn numbers_are_grouped() {
        assert_eq!(Lang::En.number(0), "0");
        assert_eq!(Lang::En.number(999), "999");
        assert_eq!(Lang::En.number(36_302_808_031), "36,302,808,031");
        assert_eq!(Lang::Es.number(1_000), "1 000");
        assert_eq!(Lang::En.number(u64::MAX), "18,446,744,073,709,551,615");
    }

    #[test]
    fn amounts_have_units() {
        assert_eq!(Lang::En.bytes(1023), "1023 B");
        assert_eq!(Lang::En.bytes(1536), "1.5 KiB");
        assert_eq!(Lang::Es.bytes(64 << 20), "64,0 MiB");
        assert_eq!(Lang::En.bytes((1 << 20) - 1), "1.0 MiB");
        assert_eq!(Lang::En.bytes(u64::MAX), "16384.0 PiB");
        assert_eq!(Lang::En.time(Duration::from_millis(128)), "0.128 s");
        assert_eq!(Lang::Es.time(Duration::from_millis(59_999)), "59,999 s");
        assert_eq!(Lang::En.time(Duration::from_secs(125)), "2 min 5 s");
        assert_eq!(Lang::En.time(Duration::from_secs(3_700)), "1 h 1 min");
    }
}
