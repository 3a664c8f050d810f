//! Heuristics that a user writes: arithmetic over what can be counted on a board.
//!
//! ```text
//! manhattan + 2*reversals        max(walking, manhattan + conflicts)        (3*misplaced + blank) / 2
//! ```
//! | feature | what it counts |
//! |---|---|
//! | `misplaced` | tiles out of place, the blank not counted |
//! | `manhattan` | steps of all tiles to their places |
//! | `conflicts` | the moves that linear conflicts add to Manhattan distance, two for each tile that must step aside |
//! | `reversals` | neighbours that stand each in the other's place, the blank counted as a piece |
//! | `inversions` | inversion distance: moves that undo all pairs in the wrong order |
//! | `walking` | walking distance |
//! | `blank` | steps of the blank to its goal cell |
//!
//! The names of the heuristics stand for their estimates too: `linear-conflict` is `manhattan + conflicts`,
//! `direct-reversals` is `manhattan + 2*reversals`, `inversion`, `walking-distance` and `blind` (0). Only
//! `misplaced-blank` does not: it could as well mean a difference.
//!
//! There are `+ - * /`, parentheses, `max(…)`, `min(…)`, `abs(…)` and constants with up to nine digits before the point
//! and six after it. Everything is computed in exact fractions ([`fraction`]). *Rounding*: the result is rounded down once, at
//! the end, and what is negative becomes 0. A quotient by zero is 0. No estimate is larger than [`Formula::LARGEST`].
//!
//! *What may be called optimal.* Nobody knows of a formula whether it overestimates, so it counts as inadmissible,
//! unless it is one admissible feature, or a `max` or `min` that can be seen to stay below one. `hueco check` finds out
//! about the others.
//!
//! Features are kept up to date from move to move by the heuristics they come from, as long as their memos fit beside a
//! node (see [`AnyHeuristic`](super::AnyHeuristic)); else they are counted from scratch.

mod fraction;
mod parse;

use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

use hueco_search::{Cost, Quality};

use fraction::Fraction;
pub use parse::{FormulaError, FormulaFault, Wanted};

/// Something that can be counted on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Feature {
    /// Tiles out of place, the blank not counted.
    Misplaced,
    /// Steps of all tiles to their places.
    Manhattan,
    /// The moves that linear conflicts add to Manhattan distance.
    Conflicts,
    /// Neighbours that stand each in the other's place.
    Reversals,
    /// Inversion distance.
    Inversions,
    /// Walking distance.
    Walking,
    /// Steps of the blank to its goal cell.
    Blank,
    /// The heuristic `linear-conflict`.
    LinearConflict,
    /// The heuristic `direct-reversals`.
    DirectReversals,
}

impl Feature {
    /// Every feature with its name.
    pub const ALL: [(&'static str, Self); 9] = [
        ("misplaced", Self::Misplaced),
        ("manhattan", Self::Manhattan),
        ("conflicts", Self::Conflicts),
        ("reversals", Self::Reversals),
        ("inversions", Self::Inversions),
        ("walking", Self::Walking),
        ("blank", Self::Blank),
        ("linear-conflict", Self::LinearConflict),
        ("direct-reversals", Self::DirectReversals),
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].0
    }

    /// What is known of it as an estimate.
    ///
    /// Conflicts are at most linear conflict's estimate, but a move can take two away. Reversals are at most the
    /// misplaced tiles, of which each pair has one at least, but a move can undo two pairs.
    fn quality(self) -> Quality {
        match self {
            Self::DirectReversals => Quality::Inadmissible,
            Self::Conflicts | Self::Reversals => Quality::Admissible,
            _ => Quality::Consistent,
        }
    }
}

/// A constant, in millionths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Number(u64);

const MILLION: u64 = 1_000_000;

impl Display for Number {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0 / MILLION)?;
        match self.0 % MILLION {
            0 => Ok(()),
            fraction => write!(f, ".{}", format!("{fraction:06}").trim_end_matches('0')),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Operator {
    Plus,
    Minus,
    Times,
    Over,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Function {
    Max,
    Min,
    Abs,
}

impl Function {
    const ALL: [(&'static str, Self); 3] = [("max", Self::Max), ("min", Self::Min), ("abs", Self::Abs)];
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Expression {
    Number(Number),
    Feature(Feature),
    Negated(Box<Expression>),
    Joined(Operator, Box<Expression>, Box<Expression>),
    /// Never without an argument; `abs` has one.
    Called(Function, Vec<Expression>),
}

/// What is counted on a board, for a formula that asks for it: the estimates of the heuristics, and the blank's steps.
/// What a formula does not ask for may be anything.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Measures {
    /// Tiles out of place.
    pub misplaced: Cost,
    /// Manhattan distance.
    pub manhattan: Cost,
    /// The heuristic `linear-conflict`.
    pub linear_conflict: Cost,
    /// The heuristic `direct-reversals`.
    pub direct_reversals: Cost,
    /// Inversion distance.
    pub inversion: Cost,
    /// Walking distance.
    pub walking: Cost,
    /// Steps of the blank.
    pub blank: Cost,
}

impl Measures {
    /// The value of a feature.
    pub fn of(&self, feature: Feature) -> i64 {
        let manhattan = i64::from(self.manhattan);
        match feature {
            Feature::Misplaced => self.misplaced.into(),
            Feature::Manhattan => manhattan,
            Feature::Conflicts => i64::from(self.linear_conflict) - manhattan,
            Feature::Reversals => (i64::from(self.direct_reversals) - manhattan) / 2,
            Feature::Inversions => self.inversion.into(),
            Feature::Walking => self.walking.into(),
            Feature::Blank => self.blank.into(),
            Feature::LinearConflict => self.linear_conflict.into(),
            Feature::DirectReversals => self.direct_reversals.into(),
        }
    }
}

/// A heuristic written as a formula.
///
/// ```
/// use hueco_tiles::heuristic::{Formula, Measures};
///
/// let formula: Formula = "(manhattan+blank) / 2".parse()?;
/// assert_eq!(formula.to_string(), "(manhattan + blank) / 2");
/// assert_eq!(formula.estimate(&Measures { manhattan: 6, blank: 1, ..Measures::default() }), 3);
///
/// let error = "manhattan + reversal".parse::<Formula>().unwrap_err();
/// assert_eq!((error.at, error.length), (12, 8));
/// # Ok::<(), hueco_tiles::heuristic::FormulaError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Formula(Expression);

impl FromStr for Formula {
    type Err = FormulaError;

    fn from_str(text: &str) -> Result<Self, FormulaError> {
        parse::parse(text).map(Self)
    }
}

impl Formula {
    /// The largest estimate: more than any puzzle takes that can be searched, and small enough to be added up.
    pub const LARGEST: Cost = 1_000_000;

    /// The most characters of a text, and of the canonical one.
    pub const MAX_LENGTH: usize = 1_000;

    /// The most numbers, features, signs and functions together.
    pub const MAX_PARTS: usize = 200;

    /// The most parentheses and functions inside each other.
    pub const MAX_DEPTH: usize = 32;

    /// The features it asks for, each once.
    pub fn features(&self) -> Vec<Feature> {
        let mut features = Vec::new();
        self.0.features(&mut features);
        features.sort_unstable();
        features.dedup();
        features
    }

    /// What is known of it.
    pub fn quality(&self) -> Quality {
        self.0.quality()
    }

    /// Its value, rounded down, from 0 to [`Formula::LARGEST`].
    pub fn estimate(&self, measures: &Measures) -> Cost {
        self.0.value(measures).floor().clamp(0, Self::LARGEST.into()) as Cost
    }
}

impl Display for Formula {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.0.write(f, 0)
    }
}

impl Expression {
    fn features(&self, found: &mut Vec<Feature>) {
        match self {
            Self::Number(_) => {}
            Self::Feature(feature) => found.push(*feature),
            Self::Negated(inner) => inner.features(found),
            Self::Joined(_, left, right) => {
                left.features(found);
                right.features(found);
            }
            Self::Called(_, arguments) => arguments.iter().for_each(|argument| argument.features(found)),
        }
    }

    fn quality(&self) -> Quality {
        match self {
            Self::Number(Number(0)) => Quality::Consistent,
            Self::Feature(feature) => feature.quality(),
            // Of admissible parts the largest is admissible. The smallest is if one part is.
            Self::Called(Function::Max, parts) => weakest(parts),
            Self::Called(Function::Min, parts) => {
                let strongest = parts.iter().map(Self::quality).max().unwrap_or(Quality::Inadmissible);
                weakest(parts).max(strongest.min(Quality::Admissible))
            }
            _ => Quality::Inadmissible,
        }
    }

    fn value(&self, measures: &Measures) -> Fraction {
        match self {
            Self::Number(number) => Fraction::new(number.0.into(), MILLION.into()),
            Self::Feature(feature) => Fraction::whole(measures.of(*feature)),
            Self::Negated(inner) => inner.value(measures).negated(),
            Self::Joined(operator, left, right) => {
                let (left, right) = (left.value(measures), right.value(measures));
                match operator {
                    Operator::Plus => left.plus(right),
                    Operator::Minus => left.plus(right.negated()),
                    Operator::Times => left.times(right),
                    Operator::Over => left.over(right),
                }
            }
            Self::Called(function, arguments) => {
                let values = arguments.iter().map(|argument| argument.value(measures));
                let value = match function {
                    Function::Max => values.max(),
                    Function::Min => values.min(),
                    Function::Abs => values.map(Fraction::abs).next(),
                };
                value.unwrap_or(Fraction::ZERO)
            }
        }
    }

    /// How tightly it holds together: a sum least, a name or a call most.
    fn tightness(&self) -> u8 {
        match self {
            Self::Joined(Operator::Plus | Operator::Minus, ..) => 0,
            Self::Joined(Operator::Times | Operator::Over, ..) => 1,
            Self::Negated(_) => 2,
            _ => 3,
        }
    }

    /// Writes it, in parentheses if it holds together less tightly than its place needs.
    fn write(&self, f: &mut Formatter<'_>, needed: u8) -> fmt::Result {
        if self.tightness() < needed {
            f.write_str("(")?;
            self.write(f, 0)?;
            return f.write_str(")");
        }
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Feature(feature) => f.write_str(feature.name()),
            Self::Negated(inner) => {
                f.write_str("-")?;
                inner.write(f, 2)
            }
            Self::Joined(operator, left, right) => {
                let own = self.tightness();
                left.write(f, own)?;
                f.write_str(match operator {
                    Operator::Plus => " + ",
                    Operator::Minus => " - ",
                    Operator::Times => " * ",
                    Operator::Over => " / ",
                })?;
                right.write(f, own + 1)
            }
            Self::Called(function, arguments) => {
                f.write_str(Function::ALL[*function as usize].0)?;
                for (index, argument) in arguments.iter().enumerate() {
                    f.write_str(if index == 0 { "(" } else { ", " })?;
                    argument.write(f, 0)?;
                }
                f.write_str(")")
            }
        }
    }
}

fn weakest(parts: &[Expression]) -> Quality {
    parts.iter().map(Expression::quality).min().unwrap_or(Quality::Inadmissible)
}

#[cfg(test)]
mod tests;
