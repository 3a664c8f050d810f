//! Values on the command line that are more than a word: times, amounts of memory, counts, weights.
//!
//! All arithmetic is exact: `1.5GiB` is 1,610,612,736 bytes and `0.1s` is 100 ms, never a rounded binary fraction.

use std::time::Duration;

use hueco_say::{Lang, Say, experiment, usage};
use hueco_tiles::Order;

/// What was expected instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueError {
    /// A time.
    Duration,
    /// A number of nodes.
    Nodes,
    /// An amount of memory.
    Bytes,
    /// A weight.
    Weight,
    /// Four letters.
    Order,
    /// Seeds.
    Seeds,
    /// A whole number between two others.
    Count {
        /// At least this.
        least: u64,
        /// At most this.
        most: u64,
    },
    /// Understood, but beyond what can be counted.
    TooLarge,
}

impl Say for ValueError {
    fn say(&self, lang: Lang) -> String {
        match *self {
            Self::Duration => usage::duration_expected(lang).to_owned(),
            Self::Nodes => usage::nodes_expected(lang).to_owned(),
            Self::Bytes => usage::bytes_expected(lang).to_owned(),
            Self::Weight => usage::weight_expected(lang).to_owned(),
            Self::Order => usage::order_expected(lang).to_owned(),
            Self::Seeds => experiment::seeds_expected(lang).to_owned(),
            Self::Count { least, most } => {
                // A port or a number of threads is read at a glance; beyond that, groups of digits help.
                let word = |number: u64| if number < 100_000 { number.to_string() } else { lang.number(number) };
                usage::count_expected(lang, word(least), word(most))
            }
            Self::TooLarge => usage::too_large(lang).to_owned(),
        }
    }
}

/// `500ms`, `10s`, `1.5m`, `1h`; a bare number is seconds.
pub fn duration(text: &str) -> Result<Duration, ValueError> {
    const UNITS: [(&str, u64); 5] =
        [("", 1_000_000), ("ms", 1_000), ("s", 1_000_000), ("m", 60_000_000), ("h", 3_600_000_000)];
    let (number, unit) = split_unit(text);
    let (_, micros) = UNITS.into_iter().find(|(name, _)| *name == unit).ok_or(ValueError::Duration)?;
    scaled(number, micros, ValueError::Duration).map(Duration::from_micros)
}

/// Seeds of one list at most.
const MOST_SEEDS: u64 = 10_000;

/// `1..5`, both ends included, or `1,2,9`.
pub(crate) fn seeds(text: &str) -> Result<Vec<u64>, ValueError> {
    let seed = |text: &str| text.trim().parse::<u64>().map_err(|_| ValueError::Seeds);
    let mut seeds = Vec::new();
    for part in text.split(',') {
        let (first, last) = part.split_once("..").unwrap_or((part, part));
        let (first, last) = (seed(first)?, seed(last)?);
        if last.checked_sub(first).is_none_or(|more| more >= MOST_SEEDS) {
            return Err(ValueError::Seeds);
        }
        seeds.extend(first..=last);
    }
    let different: std::collections::BTreeSet<u64> = seeds.iter().copied().collect();
    if different.len() < seeds.len() || seeds.len() as u64 > MOST_SEEDS { Err(ValueError::Seeds) } else { Ok(seeds) }
}

/// `10000`, `10_000`, `10k`, `1.5M`, `2G`.
pub fn nodes(text: &str) -> Result<u64, ValueError> {
    const UNITS: [(&str, u64); 6] =
        [("", 1), ("k", 1_000), ("K", 1_000), ("M", 1_000_000), ("G", 1_000_000_000), ("T", 1_000_000_000_000)];
    let (number, unit) = split_unit(text);
    let (_, factor) = UNITS.into_iter().find(|(name, _)| *name == unit).ok_or(ValueError::Nodes)?;
    scaled(number, factor, ValueError::Nodes)
}

/// `4GiB`, `512MiB`, `2GB`, `1000`.
pub fn bytes(text: &str) -> Result<u64, ValueError> {
    const UNITS: [(&str, u64); 10] = [
        ("", 1),
        ("b", 1),
        ("kib", 1 << 10),
        ("mib", 1 << 20),
        ("gib", 1 << 30),
        ("tib", 1 << 40),
        ("kb", 1_000),
        ("mb", 1_000_000),
        ("gb", 1_000_000_000),
        ("tb", 1_000_000_000_000),
    ];
    let (number, unit) = split_unit(text);
    let (_, factor) = UNITS.into_iter().find(|(name, _)| unit.eq_ignore_ascii_case(name)).ok_or(ValueError::Bytes)?;
    scaled(number, factor, ValueError::Bytes)
}

/// A decimal from 1 to 1000, in thousandths.
pub(crate) fn weight(text: &str) -> Result<u32, ValueError> {
    let (digits, decimals) = decimal(text).ok_or(ValueError::Weight)?;
    let thousandths = 10_u128.pow(3_u32.checked_sub(decimals).ok_or(ValueError::Weight)?) * digits;
    match thousandths {
        1_000..=1_000_000 => Ok(thousandths as u32),
        _ => Err(ValueError::Weight),
    }
}

/// A whole number from `least` to `most`; `_` may group its digits.
pub(crate) fn count(text: &str, least: u64, most: u64) -> Result<u64, ValueError> {
    let wrong = ValueError::Count { least, most };
    let number = scaled(text, 1, wrong).map_err(|_| wrong)?;
    if (least..=most).contains(&number) { Ok(number) } else { Err(wrong) }
}

/// `ULRD` and the like.
pub(crate) fn order(text: &str) -> Result<Order, ValueError> {
    Order::parse(text).ok_or(ValueError::Order)
}

/// The number in front and the unit behind it.
fn split_unit(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| c.is_alphabetic()).unwrap_or(text.len());
    (text[..end].trim_end(), &text[end..])
}

/// A decimal times `factor`, where that is a whole number.
fn scaled(number: &str, factor: u64, wrong: ValueError) -> Result<u64, ValueError> {
    let (digits, decimals) = decimal(number).ok_or(wrong)?;
    let product = digits.checked_mul(factor as u128).ok_or(ValueError::TooLarge)?;
    let divisor = 10_u128.pow(decimals);
    if !product.is_multiple_of(divisor) {
        return Err(wrong);
    }
    u64::try_from(product / divisor).map_err(|_| ValueError::TooLarge)
}

/// The digits without the point, and how many of them stood behind it. At most 30 digits, so that nothing overflows.
fn decimal(text: &str) -> Option<(u128, u32)> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |part: &str| {
        part.starts_with(|c: char| c.is_ascii_digit()) && part.bytes().all(|b| b.is_ascii_digit() || b == b'_')
    };
    if !digits(whole) || !digits(fraction) || fraction.contains('_') {
        return None;
    }
    let fraction = fraction.trim_end_matches('0');
    let all: String = whole.bytes().chain(fraction.bytes()).filter(|&b| b != b'_').map(char::from).collect();
    let all = all.trim_start_matches('0');
    if all.len() > 30 || fraction.len() > 30 {
        return None;
    }
    let number = if all.is_empty() { 0 } else { all.parse().ok()? };
    Some((number, fraction.len() as u32))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn seeds_are_ranges_and_lists() {
        assert_eq!(seeds("1..3"), Ok(vec![1, 2, 3]));
        assert_eq!(seeds("9, 2,5..6"), Ok(vec![9, 2, 5, 6]));
        assert_eq!(seeds("18446744073709551615"), Ok(vec![u64::MAX]));
        let many = format!("0..{MOST_SEEDS}");
        for bad in ["", "x", "1..", "..2", "3..1", "1,1", "1..3,2", "-1", "1..2..3", "0..18446744073709551615", &many] {
            assert_eq!(seeds(bad), Err(ValueError::Seeds), "{bad}");
        }
    }

    #[test]
    fn times() {
        assert_eq!(duration("10"), Ok(Duration::from_secs(10)));
        assert_eq!(duration("10s"), Ok(Duration::from_secs(10)));
        assert_eq!(duration("0.1s"), Ok(Duration::from_millis(100)));
        assert_eq!(duration("1.5 m"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("2h"), Ok(Duration::from_secs(7200)));
        assert_eq!(duration("0"), Ok(Duration::ZERO));
        for bad in ["", "s", "-1s", "1.s", ".5s", "10x", "1e3s", "1 0s", "+1", "ſ", "1ſ", "1 ms s"] {
            assert_eq!(duration(bad), Err(ValueError::Duration), "{bad}");
        }
        assert_eq!(duration("99999999999999999999h"), Err(ValueError::TooLarge));
    }

    #[test]
    fn amounts() {
        assert_eq!(bytes("4GiB"), Ok(4 << 30));
        assert_eq!(bytes("1.5gib"), Ok(3 << 29));
        assert_eq!(bytes("2GB"), Ok(2_000_000_000));
        assert_eq!(bytes("1_000"), Ok(1000));
        assert_eq!(bytes("1.5"), Err(ValueError::Bytes));
        assert_eq!(bytes("4G"), Err(ValueError::Bytes));
        assert_eq!(bytes("99999999TiB"), Err(ValueError::TooLarge));
        assert_eq!(nodes("10k"), Ok(10_000));
        assert_eq!(nodes("1.5M"), Ok(1_500_000));
        assert_eq!(nodes("10m"), Err(ValueError::Nodes));
        assert_eq!(nodes("_1"), Err(ValueError::Nodes));
    }

    #[test]
    fn weights() {
        assert_eq!(weight("1"), Ok(1000));
        assert_eq!(weight("1.5"), Ok(1500));
        assert_eq!(weight("2.125"), Ok(2125));
        assert_eq!(weight("1.5000"), Ok(1500));
        assert_eq!(weight("1000"), Ok(1_000_000));
        for bad in
            ["0.999", "1.0005", "1000.001", "-2", "", "nan", "inf", "1,5", "99999999999999999999999999999999999999"]
        {
            assert_eq!(weight(bad), Err(ValueError::Weight), "{bad}");
        }
    }

    proptest! {
        #[test]
        fn nothing_panics(text in "\\PC*") {
            let _ = (duration(&text), nodes(&text), bytes(&text), weight(&text), order(&text), count(&text, 1, 9));
        }

        #[test]
        fn near_misses_do_not_panic(text in "[0-9_.]{0,40}[ a-zA-Z]{0,4}") {
            let _ = (duration(&text), nodes(&text), bytes(&text), weight(&text), count(&text, 1, 9));
        }

        #[test]
        fn whole_numbers_come_back(n in any::<u64>()) {
            prop_assert_eq!(nodes(&n.to_string()), Ok(n));
            prop_assert_eq!(bytes(&n.to_string()), Ok(n));
            prop_assert_eq!(count(&n.to_string(), 0, u64::MAX), Ok(n));
        }

        #[test]
        fn milliseconds_equal_decimal_seconds(ms in 0_u64..1_000_000_000) {
            let seconds = format!("{}.{:03}s", ms / 1000, ms % 1000);
            prop_assert_eq!(duration(&seconds), Ok(Duration::from_millis(ms)));
            prop_assert_eq!(duration(&format!("{ms}ms")), Ok(Duration::from_millis(ms)));
        }

        #[test]
        fn thousandths_are_exact(t in 1000_u32..=1_000_000) {
            prop_assert_eq!(weight(&format!("{}.{:03}", t / 1000, t % 1000)), Ok(t));
        }
    }
}
