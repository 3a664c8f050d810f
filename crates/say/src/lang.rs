//! Which language to use, and how numbers are written in it.
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

    /// A time that was measured, in the unit that suits it: `12 µs`, `0.35 ms`, `0.128 s`, `2 min 5 s`, `1 h 1 min`.
    pub fn time(self, time: Duration) -> String {
        // Each limit is half a unit below the next form, so that nothing is rounded up to `1000 µs` or `60.000 s`.
        match time.as_nanos() {
            0..99_500 => format!("{} µs", (time.as_nanos() + 500) / 1000),
            99_500..9_995_000 => format!("{} ms", self.decimal(time.as_secs_f64() * 1e3, 2)),
            9_995_000..59_999_500_000 => format!("{} s", self.decimal(time.as_secs_f64(), 3)),
            nanos => {
                let seconds = (nanos + 500_000_000) / 1_000_000_000;
                let (large, small) = if seconds < 3600 {
                    ((seconds / 60, "min"), (seconds % 60, "s"))
                } else {
                    ((seconds / 3600, "h"), (seconds / 60 % 60, "min"))
                };
                let word = |(number, unit)| format!("{number} {unit}");
                if small.0 == 0 { word(large) } else { format!("{} {}", word(large), word(small)) }
            }
        }
    }

    /// A time that was chosen, without decimals that say nothing: `5 s`, not `5.000 s`.
    pub fn limit(self, time: Duration) -> String {
        let is_round = time.subsec_nanos() == 0 && (1..60).contains(&time.as_secs());
        if is_round { format!("{} s", time.as_secs()) } else { self.time(time) }
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
    }

    #[test]
    fn a_time_has_the_unit_that_suits_it() {
        for (nanos, english) in [
            (0, "0 µs"),
            (499, "0 µs"),
            (12_345, "12 µs"),
            (99_499, "99 µs"),
            (99_500, "0.10 ms"),
            (350_000, "0.35 ms"),
            (9_994_999, "9.99 ms"),
            (9_995_000, "0.010 s"),
            (128_000_000, "0.128 s"),
            (5_000_000_000, "5.000 s"),
            (59_999_400_000, "59.999 s"),
            (59_999_500_000, "1 min"),
            (60_000_000_000, "1 min"),
            (125_000_000_000, "2 min 5 s"),
            (3_599_600_000_000, "1 h"),
            (3_700_000_000_000, "1 h 1 min"),
        ] {
            assert_eq!(Lang::En.time(Duration::from_nanos(nanos)), english);
        }
        assert_eq!(Lang::Es.time(Duration::from_micros(350)), "0,35 ms");
        assert_eq!(Lang::Es.time(Duration::from_millis(59_999)), "59,999 s");
        assert!(!Lang::En.time(Duration::MAX).is_empty());
        assert_eq!(Lang::En.limit(Duration::from_secs(5)), "5 s");
        assert_eq!(Lang::Es.limit(Duration::from_millis(1500)), "1,500 s");
        assert_eq!(Lang::En.limit(Duration::ZERO), "0 µs");
        assert_eq!(Lang::En.limit(Duration::from_secs(60)), "1 min");
    }
}
