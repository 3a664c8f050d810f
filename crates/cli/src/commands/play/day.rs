//! Days of the calendar: the board of the day has the date as its seed, as on the page.

use std::fmt;
use std::time::{SystemTime, UNIX_EPOCH};

/// A day of the calendar, by Greenwich time: the same board for everyone at the same moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Day {
    year: u64,
    month: u64,
    date: u64,
}

impl Day {
    /// Today.
    pub(super) fn today() -> Self {
        let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
        Self::since_1970(seconds / 86_400)
    }

    /// The day this many days after the first of January 1970.
    ///
    /// Counted from the first of March of the year 0, leap days come last in years, centuries and cycles of 400 years, and the
    /// lengths of months follow one line of slope 153/5.
    fn since_1970(days: u64) -> Self {
        let days = days + 719_468;
        let (cycle, day) = (days / 146_097, days % 146_097);
        let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
        let day = day - (365 * year + year / 4 - year / 100);
        let month = (5 * day + 2) / 153;
        let date = day - (153 * month + 2) / 5 + 1;
        let (month, year) = (if month < 10 { month + 3 } else { month - 9 }, year + cycle * 400);
        Self { year: year + u64::from(month <= 2), month, date }
    }

    /// The date as a number: 20260214.
    pub(super) fn seed(self) -> u64 {
        self.year * 10_000 + self.month * 100 + self.date
    }
}

/// `2026-02-14`
impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.date)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
        for (days, date) in [
            (0, "1970-01-01"),
            (58, "1970-02-28"),
            (59, "1970-03-01"),
            (11_016, "2000-02-29"),
            (11_017, "2000-03-01"),
            (19_782, "2024-02-29"),
            (20_454, "2026-01-01"),
            (20_818, "2026-12-31"),
            (47_540, "2100-02-28"),
            (47_541, "2100-03-01"),
        ] {
            assert_eq!(Day::since_1970(days).to_string(), date);
        }
        assert_eq!(Day::since_1970(20_454).seed(), 20_260_101);
    }

    #[test]
    fn every_day_follows_the_one_before() {
        let mut last = Day::since_1970(0);
        for days in 1..200_000 {
            let day = Day::since_1970(days);
            let next = day.date == last.date + 1 && day.month == last.month && day.year == last.year;
            let first = day.date == 1 && last.date >= 28;
            assert!(day > last && (next || first), "{last} {day}");
            last = day;
        }
    }
}
