//! Which heuristic: what a user names, as a value.
//!
//! ```text
//! heuristic = part | "max(" part { "," part } ")" | "formula(" formula ")"
//! part      = name | "pattern" [ "(" partition ")" ]
//! ```
//! A text is parsed once, where it enters the program; everything behind works with a [`HeuristicSpec`]. Capitals and spaces
//! between words make no difference. The canonical text ([`Display`]) parses to the same value.

use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

use hueco_search::Quality;
use thiserror::Error;

use super::{Formula, FormulaError, TableTooLarge};
use crate::pattern::{PartitionError, PartitionSpec};
use crate::text::serde_as_text;

/// A heuristic that has a name and needs nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Named {
    /// Always 0.
    Blind,
    /// Tiles out of place.
    Misplaced,
    /// The same, the blank counted as a tile. May overestimate.
    MisplacedBlank,
    /// Manhattan distance.
    Manhattan,
    /// Manhattan distance and two for each pair that stands reversed. May overestimate.
    DirectReversals,
    /// Manhattan distance and linear conflicts.
    LinearConflict,
    /// Inversion distance.
    Inversion,
    /// Walking distance.
    WalkingDistance,
}

impl Named {
    /// Every one with its name.
    pub const ALL: [(&'static str, Self); 8] = [
        ("blind", Self::Blind),
        ("misplaced", Self::Misplaced),
        ("misplaced-blank", Self::MisplacedBlank),
        ("manhattan", Self::Manhattan),
        ("direct-reversals", Self::DirectReversals),
        ("linear-conflict", Self::LinearConflict),
        ("inversion", Self::Inversion),
        ("walking-distance", Self::WalkingDistance),
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].0
    }

    /// The heuristic of a name, capitals or not.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|&(_, named)| named)
    }

    /// What is known of it on every board.
    pub fn quality(self) -> Quality {
        match self {
            Self::MisplacedBlank | Self::DirectReversals => Quality::Inadmissible,
            _ => Quality::Consistent,
        }
    }
}

/// The name of the additive pattern databases.
const PATTERN: &str = "pattern";

/// The names of the heuristics.
pub const HEURISTICS: [&str; Named::ALL.len() + 1] = {
    let mut names = [PATTERN; Named::ALL.len() + 1];
    let mut at = 0;
    while at < Named::ALL.len() {
        names[at] = Named::ALL[at].0;
        at += 1;
    }
    names
};

/// A part of a `max`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// One with a name.
    Named(Named),
    /// Additive pattern databases, as in [`HeuristicSpec::Pattern`].
    Pattern(Option<PartitionSpec>),
}

impl Part {
    fn quality(&self) -> Quality {
        match self {
            Self::Named(named) => named.quality(),
            Self::Pattern(_) => Quality::Admissible,
        }
    }
}

impl From<Named> for Part {
    fn from(named: Named) -> Self {
        Self::Named(named)
    }
}

impl Display for Part {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Named(named) => f.write_str(named.name()),
            Self::Pattern(None) => f.write_str(PATTERN),
            Self::Pattern(Some(partition)) => write!(f, "{PATTERN}({partition})"),
        }
    }
}

/// Which heuristic.
///
/// ```
/// use hueco_tiles::heuristic::{HeuristicSpec, Named};
///
/// let spec: HeuristicSpec = "Max( inversion, walking-distance )".parse()?;
/// assert_eq!(spec, HeuristicSpec::max([Named::Inversion.into(), Named::WalkingDistance.into()])?);
/// assert_eq!(spec.to_string(), "max(inversion,walking-distance)");
/// # Ok::<(), hueco_tiles::heuristic::HeuristicError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum HeuristicSpec {
    /// One with a name.
    Named(Named),
    /// Additive pattern databases of a partition; `None`: of the largest one available.
    Pattern(Option<PartitionSpec>),
    /// The largest of several different ones, at least two; made by [`HeuristicSpec::max`].
    Max(Vec<Part>),
    /// Arithmetic that a user wrote.
    Formula(Formula),
}

impl HeuristicSpec {
    /// The largest of several. Repetitions count once, and the largest of one is that one.
    pub fn max(parts: impl IntoIterator<Item = Part>) -> Result<Self, HeuristicError> {
        let mut different = Vec::new();
        for part in parts {
            add(&mut different, part, 0)?;
        }
        match different.len() {
            0 => Err(HeuristicError::Expected { position: 0, expected: Expected::Name }),
            _ => Ok(Self::of_parts(different)),
        }
    }

    /// `max(walking-distance,linear-conflict)`: the strongest bound that needs no large table.
    pub(crate) fn walking_and_conflict() -> Self {
        Self::Max([Named::WalkingDistance, Named::LinearConflict].map(Part::Named).into())
    }

    fn of_parts(mut parts: Vec<Part>) -> Self {
        match parts.len() {
            1 => parts.remove(0).into(),
            _ => Self::Max(parts),
        }
    }

    /// Whether pattern databases are part of it.
    pub fn has_pattern(&self) -> bool {
        match self {
            Self::Pattern(_) => true,
            Self::Max(parts) => parts.iter().any(|part| matches!(part, Part::Pattern(_))),
            Self::Named(_) | Self::Formula(_) => false,
        }
    }

    /// The partition that its pattern databases name.
    pub fn partition(&self) -> Option<&PartitionSpec> {
        match self {
            Self::Pattern(partition) => partition.as_ref(),
            Self::Max(parts) => parts.iter().find_map(|part| match part {
                Part::Pattern(partition) => partition.as_ref(),
                Part::Named(_) => None,
            }),
            Self::Named(_) | Self::Formula(_) => None,
        }
    }

    /// With this partition for pattern databases that have none yet.
    #[must_use]
    pub fn with_partition(self, partition: &PartitionSpec) -> Self {
        let fill = |old: Option<PartitionSpec>| Some(old.unwrap_or_else(|| partition.clone()));
        match self {
            Self::Pattern(old) => Self::Pattern(fill(old)),
            Self::Max(parts) => {
                let part = |part| match part {
                    Part::Pattern(old) => Part::Pattern(fill(old)),
                    named @ Part::Named(_) => named,
                };
                Self::Max(parts.into_iter().map(part).collect())
            }
            other @ (Self::Named(_) | Self::Formula(_)) => other,
        }
    }

    /// What is known of it on every board: of several parts, the weakest.
    pub fn quality(&self) -> Quality {
        match self {
            Self::Named(named) => named.quality(),
            Self::Pattern(_) => Quality::Admissible,
            Self::Max(parts) => parts.iter().map(Part::quality).min().unwrap_or(Quality::Inadmissible),
            Self::Formula(formula) => formula.quality(),
        }
    }
}

impl From<Named> for HeuristicSpec {
    fn from(named: Named) -> Self {
        Self::Named(named)
    }
}

impl From<Part> for HeuristicSpec {
    fn from(part: Part) -> Self {
        match part {
            Part::Named(named) => Self::Named(named),
            Part::Pattern(partition) => Self::Pattern(partition),
        }
    }
}

impl From<Formula> for HeuristicSpec {
    fn from(formula: Formula) -> Self {
        Self::Formula(formula)
    }
}

impl Display for HeuristicSpec {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Named(named) => f.write_str(named.name()),
            Self::Pattern(partition) => Part::Pattern(partition.clone()).fmt(f),
            Self::Formula(formula) => write!(f, "formula({formula})"),
            Self::Max(parts) => {
                for (at, part) in parts.iter().enumerate() {
                    write!(f, "{}{part}", if at == 0 { "max(" } else { "," })?;
                }
                f.write_str(")")
            }
        }
    }
}

impl FromStr for HeuristicSpec {
    type Err = HeuristicError;

    fn from_str(text: &str) -> Result<Self, HeuristicError> {
        let mut reader = Reader { text, at: 0 };
        let (start, word) = reader.word();
        if word.eq_ignore_ascii_case("formula") && reader.take('(') {
            return reader.formula().map(Self::Formula);
        }
        let spec = if word.eq_ignore_ascii_case("max") {
            reader.expect('(', Expected::Opening)?;
            Self::of_parts(reader.parts()?)
        } else {
            reader.part(start, word)?.into()
        };
        reader.skip_spaces();
        if reader.at < text.len() { Err(reader.error(reader.at, Expected::End)) } else { Ok(spec) }
    }
}

serde_as_text!(HeuristicSpec);

/// Adds a part that is not there yet. A search keeps one set of pattern databases, so a second partition is an error.
fn add(parts: &mut Vec<Part>, part: Part, position: usize) -> Result<(), HeuristicError> {
    if parts.contains(&part) {
        return Ok(());
    }
    let is_pattern = |part: &Part| matches!(part, Part::Pattern(_));
    if is_pattern(&part) && parts.iter().any(is_pattern) {
        return Err(HeuristicError::SecondPartition { position });
    }
    parts.push(part);
    Ok(())
}

/// Why a text is no heuristic, or why a heuristic cannot be used on a board. Positions count characters from 0.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum HeuristicError {
    /// There is no such heuristic.
    #[error(
        "character {}: no heuristic is called {name:?}; known are {} and max(a,b,…)",
        position + 1,
        HEURISTICS.join(", ")
    )]
    Unknown {
        /// Where the name begins.
        position: usize,
        /// The name.
        name: String,
    },
    /// Something else was expected.
    #[error("character {}: expected {expected}", position + 1)]
    Expected {
        /// Where.
        position: usize,
        /// What.
        expected: Expected,
    },
    /// What stands between the parentheses of `pattern(…)` is no partition.
    #[error("character {}: {error}", position + 1)]
    Partition {
        /// Where it begins.
        position: usize,
        /// What is wrong with it.
        error: PartitionError,
    },
    /// Two partitions in one `max`.
    #[error("character {}: only one partition can be used at a time", position + 1)]
    SecondPartition {
        /// Where the second begins.
        position: usize,
    },
    /// The parts of a `max` need more words than the memo has.
    #[error("these heuristics need {needed} words per state, at most {limit} fit; leave one out")]
    TooManyParts {
        /// The words they need.
        needed: usize,
        /// The words there are: [`MEMO_WORDS`](super::MEMO_WORDS).
        limit: usize,
    },
    /// `pattern` needs tables that are not available here.
    #[error("the tables of pattern are not available here; name another heuristic")]
    NoPatterns,
    /// The board is too large for a table.
    #[error(transparent)]
    Table(#[from] TableTooLarge),
    /// What stands between the parentheses of `formula(…)` is no formula.
    #[error("in the formula, {0}")]
    Formula(#[from] FormulaError),
}

/// What was expected in a text that names a heuristic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// The name of a heuristic.
    Name,
    /// The parenthesis after `max`.
    Opening,
    /// A comma, or the closing parenthesis.
    CommaOrClosing,
    /// Nothing more.
    End,
}

impl Display for Expected {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name => write!(f, "one of {}", HEURISTICS.join(", ")),
            Self::Opening => f.write_str("'(' after max"),
            Self::CommaOrClosing => f.write_str("',' or ')'"),
            Self::End => f.write_str("nothing more"),
        }
    }
}

/// Goes through a text; `at` is a byte offset, always at a character's beginning.
struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    /// The parts of a `max`, and its closing parenthesis.
    fn parts(&mut self) -> Result<Vec<Part>, HeuristicError> {
        let mut parts = Vec::new();
        loop {
            let (start, word) = self.word();
            let part = self.part(start, word)?;
            add(&mut parts, part, self.position(start))?;
            if self.take(')') {
                return Ok(parts);
            }
            self.expect(',', Expected::CommaOrClosing)?;
        }
    }

    fn part(&mut self, start: usize, word: &str) -> Result<Part, HeuristicError> {
        if word.is_empty() {
            return Err(self.error(start, Expected::Name));
        }
        if !word.eq_ignore_ascii_case(PATTERN) {
            let unknown = || HeuristicError::Unknown { position: self.position(start), name: word.to_owned() };
            return Named::parse(word).map(Part::Named).ok_or_else(unknown);
        }
        if !self.take('(') {
            return Ok(Part::Pattern(None));
        }
        self.skip_spaces();
        let start = self.at;
        let Some(length) = self.left().find(')') else {
            return Err(self.error(self.text.trim_end().len().max(start), Expected::CommaOrClosing));
        };
        self.at += length + 1;
        let partition = self.text[start..start + length].parse();
        let wrong = |error| HeuristicError::Partition { position: self.position(start), error };
        partition.map(|partition| Part::Pattern(Some(partition))).map_err(wrong)
    }

    /// A formula up to the closing parenthesis, which ends the text.
    fn formula(&mut self) -> Result<Formula, HeuristicError> {
        let Some(inside) = self.left().trim_end().strip_suffix(')') else {
            return Err(self.error(self.text.trim_end().len(), Expected::CommaOrClosing));
        };
        Ok(inside.trim().parse()?)
    }

    fn left(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn skip_spaces(&mut self) {
        self.at += self.left().len() - self.left().trim_start().len();
    }

    /// The next word, which may be empty, and where it begins.
    fn word(&mut self) -> (usize, &'a str) {
        self.skip_spaces();
        let (start, left) = (self.at, self.left());
        let end = left.find(|c: char| c.is_whitespace() || "(),".contains(c)).unwrap_or(left.len());
        self.at += end;
        (start, &left[..end])
    }

    fn take(&mut self, mark: char) -> bool {
        let left = self.left().trim_start();
        let found = left.starts_with(mark);
        if found {
            self.at = self.text.len() - left.len() + mark.len_utf8();
        }
        found
    }

    fn expect(&mut self, mark: char, expected: Expected) -> Result<(), HeuristicError> {
        self.skip_spaces();
        if self.take(mark) { Ok(()) } else { Err(self.error(self.at, expected)) }
    }

    fn error(&self, at: usize, expected: Expected) -> HeuristicError {
        HeuristicError::Expected { position: self.position(at), expected }
    }

    fn position(&self, at: usize) -> usize {
        self.text[..at].chars().count()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn any_partition() -> impl Strategy<Value = PartitionSpec> {
        let tiles = || proptest::collection::vec(0_usize..40, 1..5);
        prop_oneof![
            Just(PartitionSpec::Auto),
            proptest::collection::vec(0_usize..40, 2..5).prop_map(PartitionSpec::Sizes),
            proptest::collection::vec(tiles(), 1..5).prop_map(PartitionSpec::Groups),
        ]
    }

    fn any_part() -> impl Strategy<Value = Part> {
        let named = (0..Named::ALL.len()).prop_map(|at| Part::Named(Named::ALL[at].1));
        prop_oneof![4 => named, 1 => proptest::option::of(any_partition()).prop_map(Part::Pattern)]
    }

    fn any_spec() -> impl Strategy<Value = HeuristicSpec> {
        let formula = "[a-z+*/() ,.0-9-]{0,30}|(3\\*misplaced|abs\\(blank\\)|-manhattan|max\\(walking, 2\\)) [-+/] 1.5";
        let formula = formula.prop_filter_map("a formula", |text| text.parse::<Formula>().ok());
        prop_oneof![
            any_part().prop_map(HeuristicSpec::from),
            proptest::collection::vec(any_part(), 1..6)
                .prop_filter_map("one partition", |parts| HeuristicSpec::max(parts).ok()),
            formula.prop_map(HeuristicSpec::Formula),
        ]
    }

    proptest! {
        #[test]
        fn the_canonical_text_parses_to_the_same(spec in any_spec()) {
            let text = spec.to_string();
            prop_assert_eq!(text.parse(), Ok(spec.clone()), "{}", text);
            let loud = text.to_uppercase().replace(',', " , ").replace('(', " ( ").replace(')', " ) ");
            prop_assert_eq!(loud.parse::<HeuristicSpec>(), Ok(spec), "{}", loud);
        }

        #[test]
        fn any_text_is_parsed_or_refused(text in "\\PC{0,40}") {
            if let Ok(spec) = text.parse::<HeuristicSpec>() {
                prop_assert_eq!(spec.to_string().parse(), Ok(spec));
            }
        }
    }

    #[test]
    fn pattern_databases_take_a_partition() {
        let read = |text: &str| text.parse::<HeuristicSpec>();
        let sizes = PartitionSpec::Sizes(vec![7, 8]);
        assert_eq!(read("pattern"), Ok(HeuristicSpec::Pattern(None)));
        assert_eq!(read("Pattern ( 7 - 8 )"), Ok(HeuristicSpec::Pattern(Some(sizes.clone()))));
        assert_eq!(read("pattern").unwrap().with_partition(&sizes), read("pattern(7-8)").unwrap());
        assert_eq!(read("pattern(auto)").unwrap().with_partition(&sizes), read("pattern(auto)").unwrap());
        let max = read("max(pattern(1,2,5/3,4),inversion,pattern(1,2,5/3,4))").unwrap();
        assert_eq!(max.to_string(), "max(pattern(1,2,5/3,4),inversion)");
        assert_eq!(max.partition(), Some(&PartitionSpec::Groups(vec![vec![1, 2, 5], vec![3, 4]])));
        assert!(max.has_pattern() && !read("manhattan").unwrap().has_pattern());
        assert_eq!(read("max(manhattan,pattern(auto),pattern)"), Err(HeuristicError::SecondPartition { position: 28 }));
        let unknown = |text: &str| PartitionError::Unknown { text: text.to_owned() };
        assert_eq!(read("pattern(7-x)"), Err(HeuristicError::Partition { position: 8, error: unknown("7-x") }));
        assert_eq!(read("pattern( )"), Err(HeuristicError::Partition { position: 9, error: unknown("") }));
        let open = HeuristicError::Expected { position: 11, expected: Expected::CommaOrClosing };
        assert_eq!(read("pattern(7-8 "), Err(open));
    }

    #[test]
    fn the_weakest_part_decides_what_is_known() {
        let quality = |text: &str| text.parse::<HeuristicSpec>().unwrap().quality();
        assert_eq!(quality("max(manhattan,inversion)"), Quality::Consistent);
        assert_eq!(quality("max(manhattan,pattern)"), Quality::Admissible);
        assert_eq!(quality("max(direct-reversals,pattern)"), Quality::Inadmissible);
        assert_eq!(quality("formula(2 * manhattan)"), Quality::Inadmissible);
    }
}
