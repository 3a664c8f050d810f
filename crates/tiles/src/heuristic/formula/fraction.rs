//! Exact fractions of bounded size: what a formula is computed in.
//!
//! Binary floating point would give `0.29 * 100` as a little less than 29, and the floor of that is 28. Fractions are
//! exact, so the floor is the one of the textbook. They are kept small: a value beyond ±[`LARGEST`] counts as that much,
//! and one finer than 1 / [`FINEST`] is rounded down to a multiple of it. Then no product of two overflows 128 bits.
//! Sums of distances on real boards and constants of a few digits stay far below both bounds.

use std::cmp::Ordering;

/// No value is larger than this, nor smaller than its negative.
pub(super) const LARGEST: i64 = 1 << 31;

/// The largest denominator.
pub(super) const FINEST: i64 = 1 << 31;

/// A fraction in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fraction {
    /// At most [`LARGEST`] times the denominator.
    numerator: i64,
    /// From 1 to [`FINEST`].
    denominator: i64,
}

impl Fraction {
    pub(super) const ZERO: Self = Self::whole(0);

    /// A whole number within ±[`LARGEST`].
    pub(super) const fn whole(number: i64) -> Self {
        Self { numerator: number, denominator: 1 }
    }

    /// `numerator / denominator` within the bounds; the denominator is positive.
    pub(super) fn new(numerator: i128, denominator: i128) -> Self {
        let largest = LARGEST as i128;
        if denominator == 1 {
            return Self::whole(numerator.clamp(-largest, largest) as i64);
        }
        let common = gcd(numerator.unsigned_abs(), denominator.unsigned_abs()) as i128;
        let (numerator, denominator) = (numerator / common, denominator / common);
        let whole = numerator.div_euclid(denominator);
        if whole >= largest || whole < -largest {
            return Self::whole(if whole < 0 { -LARGEST } else { LARGEST });
        }
        if denominator <= FINEST as i128 {
            return Self { numerator: numerator as i64, denominator: denominator as i64 };
        }
        let rest = numerator.rem_euclid(denominator) * FINEST as i128 / denominator;
        Self::new(whole * FINEST as i128 + rest, FINEST as i128)
    }

    fn is_whole(self) -> bool {
        self.denominator == 1
    }

    /// The largest whole number that is not larger.
    pub(super) fn floor(self) -> i64 {
        self.numerator.div_euclid(self.denominator)
    }

    pub(super) fn abs(self) -> Self {
        Self { numerator: self.numerator.abs(), ..self }
    }

    pub(super) fn negated(self) -> Self {
        Self { numerator: -self.numerator, ..self }
    }

    #[inline]
    pub(super) fn plus(self, other: Self) -> Self {
        if self.is_whole() && other.is_whole() {
            return Self::whole((self.numerator + other.numerator).clamp(-LARGEST, LARGEST));
        }
        let (a, b) = (self.wide(), other.wide());
        Self::new(a.0 * b.1 + b.0 * a.1, a.1 * b.1)
    }

    #[inline]
    pub(super) fn times(self, other: Self) -> Self {
        if self.is_whole() && other.is_whole() {
            return Self::whole((self.numerator * other.numerator).clamp(-LARGEST, LARGEST));
        }
        let (a, b) = (self.wide(), other.wide());
        Self::new(a.0 * b.0, a.1 * b.1)
    }

    /// The quotient; by zero it is zero.
    pub(super) fn over(self, other: Self) -> Self {
        let (a, b) = (self.wide(), other.wide());
        match other.numerator.cmp(&0) {
            Ordering::Equal => Self::ZERO,
            Ordering::Greater => Self::new(a.0 * b.1, a.1 * b.0),
            Ordering::Less => Self::new(-(a.0 * b.1), -(a.1 * b.0)),
        }
    }

    fn wide(self) -> (i128, i128) {
        (self.numerator.into(), self.denominator.into())
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Self) -> Ordering {
        let (a, b) = (self.wide(), other.wide());
        (a.0 * b.1).cmp(&(b.0 * a.1))
    }
}

fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.max(1)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn values_stay_within_their_bounds() {
        let large = Fraction::whole(LARGEST);
        assert_eq!(large.times(large), large);
        assert_eq!(large.negated().plus(large.negated()), large.negated());
        let fine = Fraction::new(1, FINEST as i128);
        assert_eq!(fine.times(fine), Fraction::ZERO);
        assert_eq!(fine.negated().times(fine).floor(), -1);
        assert_eq!(Fraction::whole(7).over(Fraction::ZERO), Fraction::ZERO);
        assert_eq!(large.over(fine), large);
        assert_eq!(Fraction::new(29, 100).times(Fraction::whole(100)), Fraction::whole(29));
    }

    fn any_fraction() -> impl Strategy<Value = Fraction> {
        (-LARGEST..=LARGEST, prop_oneof![Just(1), 1..1000_i64, 1..=FINEST])
            .prop_map(|(n, d)| Fraction::new(n.into(), d.into()))
    }

    proptest! {
        #[test]
        fn nothing_overflows(a in any_fraction(), b in any_fraction()) {
            for value in [a.plus(b), a.times(b), a.over(b), a.abs(), a.negated()] {
                prop_assert!((1..=FINEST).contains(&value.denominator));
                prop_assert!(value.abs() <= Fraction::whole(LARGEST));
            }
        }

        #[test]
        fn small_ones_are_exact(n in -1000..1000_i64, d in 1..1000_i64, m in -1000..1000_i64, e in 1..1000_i64) {
            let (a, b) = (Fraction::new(n.into(), d.into()), Fraction::new(m.into(), e.into()));
            prop_assert_eq!(a.plus(b).plus(b.negated()), a);
            prop_assert_eq!(a.cmp(&b), (n * e).cmp(&(m * d)));
            if m != 0 {
                prop_assert_eq!(a.times(b).over(b), a);
            }
            prop_assert_eq!(a.floor(), n.div_euclid(d));
        }
    }
}
