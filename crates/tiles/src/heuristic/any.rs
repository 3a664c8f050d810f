//! One type for every heuristic, chosen by name at run time: `manhattan`, `max(inversion, walking-distance)`…
//!
//! A search that is compiled once must hold any heuristic's memo, so the memo here is a few plain words and each part
//! says how many of them it uses. `max` keeps its parts' words side by side. The parts are variants of an enum: what
//! is chosen is the same for a whole search, so the branch is always foretold, and each arm is the part's own code,
//! inlined.
//!
//! A [`Formula`] is the same parts put together otherwise: `formula(manhattan + 2*reversals)`. If their words do not fit,
//! the memo is the formula's value, worked out afresh for each state.

use hueco_search::{Cost, Heuristic, Problem, Quality};
use thiserror::Error;

use super::{
    BlankDistance, DirectReversals, Feature, Formula, FormulaError, Inversion, LinearConflict, Manhattan, Measures,
    Misplaced, MisplacedBlank, TableTooLarge, WalkingDistance,
};
use crate::board::Direction;
use crate::cells::Cells;
use crate::problem::{Frame, Tiles};

/// The name of the additive pattern databases. Their tables are not made here: who has them puts them beside the others.
pub const PATTERN: &str = "pattern";

/// The names of the heuristics.
pub const HEURISTICS: [&str; 9] = [
    "blind",
    "misplaced",
    "misplaced-blank",
    "manhattan",
    "direct-reversals",
    "linear-conflict",
    "inversion",
    "walking-distance",
    PATTERN,
];

/// Words in the memo of an [`AnyHeuristic`].
pub const MEMO_WORDS: usize = 6;

/// Why a text names no heuristic. Positions count characters from 0.
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
    /// The parts of a `max` need more words than the memo has.
    #[error("these heuristics need {needed} words a state, at most {limit} fit; leave one out")]
    TooManyParts {
        /// The words they need.
        needed: usize,
        /// The words there are: [`MEMO_WORDS`].
        limit: usize,
    },
    /// `pattern` needs tables that are not at hand here.
    #[error("the tables of pattern are not at hand here; name another heuristic")]
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

impl std::fmt::Display for Expected {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Name => write!(f, "one of {}", HEURISTICS.join(", ")),
            Self::Opening => f.write_str("'(' after max"),
            Self::CommaOrClosing => f.write_str("',' or ')'"),
            Self::End => f.write_str("nothing more"),
        }
    }
}

/// A heuristic chosen by name, the largest of several, or a formula.
#[derive(Clone, Debug)]
pub struct AnyHeuristic {
    first: Part,
    /// The other parts, each with the word where its memo begins.
    rest: Box<[(usize, Part)]>,
    joined: Joined,
    name: String,
}

/// What is made of the parts.
#[derive(Clone, Debug)]
enum Joined {
    /// The largest.
    Largest,
    /// A formula over their estimates.
    Formula(Box<Formula>),
    /// The same; its value is the memo's first word.
    Afresh(Box<Formula>),
}

/// Stands for "no solution" where the memo is a formula's value.
const NO_SOLUTION: u32 = u32::MAX;

impl AnyHeuristic {
    /// The heuristic that `name` stands for, measured to `target`: by label, the cell where it belongs.
    ///
    /// A name is one of [`HEURISTICS`], `max(a,b,…)` of several, or `formula(…)` with a [`Formula`]. With `pattern` in it
    /// it is an error: see [`AnyHeuristic::beside_patterns`].
    pub fn parse(name: &str, frame: &Frame, target: &[u16]) -> Result<Self, HeuristicError> {
        if let Some(formula) = formula(name)? {
            return Self::of_formula(formula, frame, target);
        }
        if Self::has_patterns(name)? {
            return Err(HeuristicError::NoPatterns);
        }
        Self::beside_patterns(name, frame, target)
    }

    /// Whether `pattern` is part of a name.
    pub fn has_patterns(name: &str) -> Result<bool, HeuristicError> {
        Ok(formula(name)?.is_none() && names(name)?.contains(&PATTERN))
    }

    /// What a name stands for except for `pattern`, which the caller has tables for. The name is the whole one.
    pub fn beside_patterns(name: &str, frame: &Frame, target: &[u16]) -> Result<Self, HeuristicError> {
        let names = names(name)?;
        let name = if names.len() == 1 { names[0].to_owned() } else { format!("max({})", names.join(",")) };
        // No estimate is below zero, so beside another part `blind` has nothing to say and keeps no memo.
        let telling: Vec<&str> = names.iter().filter(|&&name| words_of(name) > 0).copied().collect();
        let needed = telling.iter().map(|&name| words_of(name)).sum();
        if needed > MEMO_WORDS {
            return Err(HeuristicError::TooManyParts { needed, limit: MEMO_WORDS });
        }
        Self::of_parts(&telling, Joined::Largest, name, frame, target)
    }

    /// A formula, measured to `target`.
    pub fn of_formula(formula: Formula, frame: &Frame, target: &[u16]) -> Result<Self, HeuristicError> {
        let mut names: Vec<&str> = formula.features().into_iter().flat_map(parts_of).copied().collect();
        names.sort_unstable();
        names.dedup();
        let name = format!("formula({formula})");
        let fits = names.iter().map(|&name| words_of(name)).sum::<usize>() <= MEMO_WORDS;
        let formula = Box::new(formula);
        let joined = if fits { Joined::Formula(formula) } else { Joined::Afresh(formula) };
        Self::of_parts(&names, joined, name, frame, target)
    }

    fn of_parts(
        names: &[&str],
        joined: Joined,
        name: String,
        frame: &Frame,
        target: &[u16],
    ) -> Result<Self, HeuristicError> {
        let mut words = 0;
        let mut parts = names.iter().map(|name| {
            let at = words;
            words += words_of(name);
            Ok((at, Part::new(name, frame, target)?))
        });
        let first = parts.next().transpose()?.map_or(Part::Blind, |(_, first)| first);
        Ok(Self { first, rest: parts.collect::<Result<_, HeuristicError>>()?, joined, name })
    }

    /// Whether `name` stands for a heuristic, without building its tables.
    pub fn check(name: &str) -> Result<(), HeuristicError> {
        match formula(name)? {
            Some(_) => Ok(()),
            None => names(name).map(|_| ()),
        }
    }

    /// Its name, without spaces or repetitions.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What is known of it: of several parts, the weakest.
    pub fn quality(&self) -> Quality {
        if let Joined::Formula(formula) | Joined::Afresh(formula) = &self.joined {
            return formula.quality();
        }
        self.rest.iter().fold(self.first.quality(), |quality, (_, part)| quality.min(part.quality()))
    }

    /// Bytes of its tables.
    pub fn table_bytes(&self) -> usize {
        self.rest.iter().fold(self.first.bytes(), |bytes, (_, part)| bytes + part.bytes())
    }

    /// A formula's value, worked out from the parts' memos of one state.
    fn afresh<C: Cells>(&self, formula: &Formula, tiles: &Tiles<C>, state: &C) -> Option<Cost> {
        let mut measures = Measures::default();
        for part in std::iter::once(&self.first).chain(self.rest.iter().map(|(_, part)| part)) {
            part.measure(part.estimate::<C>(part.memo(tiles, state), Cost::MAX)?, &mut measures);
        }
        Some(formula.estimate(&measures))
    }

    /// A formula's value, from a memo that holds those of all parts.
    #[inline(never)]
    fn value<C: Cells>(&self, formula: &Formula, memo: &[u32; MEMO_WORDS]) -> Option<Cost> {
        let mut measures = Measures::default();
        self.first.measure(self.first.estimate::<C>(read(memo, 0), Cost::MAX)?, &mut measures);
        for (at, part) in &self.rest {
            part.measure(part.estimate::<C>(read(memo, *at), Cost::MAX)?, &mut measures);
        }
        Some(formula.estimate(&measures))
    }
}

impl<C: Cells> Heuristic<Tiles<C>> for AnyHeuristic {
    type Memo = [u32; MEMO_WORDS];

    fn memo(&self, tiles: &Tiles<C>, state: &C) -> Self::Memo {
        let mut memo = [0; MEMO_WORDS];
        if let Joined::Afresh(formula) = &self.joined {
            memo[0] = self.afresh(formula, tiles, state).unwrap_or(NO_SOLUTION);
            return memo;
        }
        write(&mut memo, 0, self.first.memo(tiles, state));
        for (at, part) in &self.rest {
            write(&mut memo, *at, part.memo(tiles, state));
        }
        memo
    }

    #[inline]
    fn advance(&self, tiles: &Tiles<C>, memo: &Self::Memo, before: &C, direction: Direction) -> Self::Memo {
        if let Joined::Afresh(_) = &self.joined {
            let mut after = before.clone();
            tiles.apply(&mut after, direction);
            return self.memo(tiles, &after);
        }
        // Written anew word by word: to copy the whole and change a word would stall the next read of the whole.
        let mut after = [0; MEMO_WORDS];
        write(&mut after, 0, self.first.advance(tiles, read(memo, 0), before, direction));
        for (at, part) in &self.rest {
            write(&mut after, *at, part.advance(tiles, read(memo, *at), before, direction));
        }
        after
    }

    #[inline]
    fn estimate(&self, memo: &Self::Memo, limit: Cost) -> Option<Cost> {
        match &self.joined {
            Joined::Largest => {}
            Joined::Formula(formula) => return self.value::<C>(formula, memo),
            Joined::Afresh(_) => return (memo[0] != NO_SOLUTION).then_some(memo[0]),
        }
        let mut largest = self.first.estimate::<C>(read(memo, 0), limit)?;
        for (at, part) in &self.rest {
            if largest > limit {
                break;
            }
            largest = largest.max(part.estimate::<C>(read(memo, *at), limit)?);
        }
        Some(largest)
    }

    fn quality(&self) -> Quality {
        self.quality()
    }
}

/// What a part may need of the memo: two words. A part that needs only one passes over the second, which is the next
/// part's.
type Words = (u32, u32);

#[inline]
fn read(memo: &[u32; MEMO_WORDS], at: usize) -> Words {
    (memo[at], memo.get(at + 1).copied().unwrap_or(0))
}

/// Parts are written in order, so the next part mends what this one may have put into its first word.
#[inline]
fn write(memo: &mut [u32; MEMO_WORDS], at: usize, words: Words) {
    memo[at] = words.0;
    if let Some(second) = memo.get_mut(at + 1) {
        *second = words.1;
    }
}

/// One heuristic. The large ones are boxed, so that the enum stays small.
#[derive(Clone, Debug)]
enum Part {
    Blind,
    Misplaced(Misplaced),
    MisplacedBlank(MisplacedBlank),
    Manhattan(Manhattan),
    DirectReversals(Box<DirectReversals>),
    LinearConflict(Box<LinearConflict>),
    Inversion(Box<Inversion>),
    WalkingDistance(Box<WalkingDistance>),
    Blank(BlankDistance),
}

/// The parts that a feature of a formula is told from; `blank` is one that only formulas have.
fn parts_of(feature: Feature) -> &'static [&'static str] {
    match feature {
        Feature::Misplaced => &["misplaced"],
        Feature::Manhattan => &["manhattan"],
        Feature::Conflicts => &["manhattan", "linear-conflict"],
        Feature::Reversals => &["manhattan", "direct-reversals"],
        Feature::Inversions => &["inversion"],
        Feature::Walking => &["walking-distance"],
        Feature::Blank => &["blank"],
        Feature::LinearConflict => &["linear-conflict"],
        Feature::DirectReversals => &["direct-reversals"],
    }
}

/// How many words of memo a heuristic needs.
fn words_of(name: &str) -> usize {
    match name {
        "blind" | PATTERN => 0,
        "inversion" | "walking-distance" => 2,
        _ => 1,
    }
}

impl Part {
    fn new(name: &str, frame: &Frame, target: &[u16]) -> Result<Self, TableTooLarge> {
        Ok(match name {
            "misplaced" => Self::Misplaced(Misplaced::towards(frame, target)),
            "misplaced-blank" => Self::MisplacedBlank(MisplacedBlank::towards(frame, target)),
            "manhattan" => Self::Manhattan(Manhattan::towards(frame, target)),
            "direct-reversals" => Self::DirectReversals(Box::new(DirectReversals::towards(frame, target))),
            "linear-conflict" => Self::LinearConflict(Box::new(LinearConflict::towards(frame, target))),
            "inversion" => Self::Inversion(Box::new(Inversion::towards(frame, target))),
            "walking-distance" => Self::WalkingDistance(Box::new(WalkingDistance::towards(frame, target)?)),
            "blank" => Self::Blank(BlankDistance::towards(frame, target)),
            _ => Self::Blind,
        })
    }

    fn memo<C: Cells>(&self, tiles: &Tiles<C>, state: &C) -> Words {
        match self {
            Self::Blind => (0, 0),
            Self::Misplaced(h) => (h.memo(tiles, state).into(), 0),
            Self::MisplacedBlank(h) => (h.memo(tiles, state).into(), 0),
            Self::Manhattan(h) => (h.memo(tiles, state).into(), 0),
            Self::DirectReversals(h) => (h.memo(tiles, state).into(), 0),
            Self::LinearConflict(h) => (h.memo(tiles, state).into(), 0),
            Self::Inversion(h) => {
                let (rows, cols) = h.memo(tiles, state);
                (rows.into(), cols.into())
            }
            Self::WalkingDistance(h) => h.memo(tiles, state),
            Self::Blank(h) => (h.memo(tiles, state).into(), 0),
        }
    }

    #[inline]
    fn advance<C: Cells>(&self, tiles: &Tiles<C>, words: Words, before: &C, direction: Direction) -> Words {
        match self {
            Self::Blind => (0, 0),
            Self::Misplaced(h) => advance_sum(h, tiles, words, before, direction),
            Self::MisplacedBlank(h) => advance_sum(h, tiles, words, before, direction),
            Self::Manhattan(h) => advance_sum(h, tiles, words, before, direction),
            Self::DirectReversals(h) => advance_sum(&**h, tiles, words, before, direction),
            Self::LinearConflict(h) => advance_sum(&**h, tiles, words, before, direction),
            Self::Inversion(h) => {
                let memo = (super::sum::<C>(words.0), super::sum::<C>(words.1));
                let (rows, cols) = h.advance(tiles, &memo, before, direction);
                (rows.into(), cols.into())
            }
            Self::WalkingDistance(h) => h.advance(tiles, &words, before, direction),
            Self::Blank(h) => advance_sum(h, tiles, words, before, direction),
        }
    }

    #[inline]
    fn estimate<C: Cells>(&self, words: Words, limit: Cost) -> Option<Cost> {
        match self {
            Self::Blind => Some(0),
            Self::Inversion(h) => {
                let memo = (super::sum::<C>(words.0), super::sum::<C>(words.1));
                Heuristic::<Tiles<C>>::estimate(&**h, &memo, limit)
            }
            Self::WalkingDistance(h) => Heuristic::<Tiles<C>>::estimate(&**h, &words, limit),
            // The memo of the others is the estimate itself.
            _ => Some(words.0),
        }
    }

    /// Enters its estimate where a formula looks for it.
    #[inline]
    fn measure(&self, estimate: Cost, measures: &mut Measures) {
        match self {
            Self::Blind | Self::MisplacedBlank(_) => {}
            Self::Misplaced(_) => measures.misplaced = estimate,
            Self::Manhattan(_) => measures.manhattan = estimate,
            Self::DirectReversals(_) => measures.direct_reversals = estimate,
            Self::LinearConflict(_) => measures.linear_conflict = estimate,
            Self::Inversion(_) => measures.inversion = estimate,
            Self::WalkingDistance(_) => measures.walking = estimate,
            Self::Blank(_) => measures.blank = estimate,
        }
    }

    fn quality(&self) -> Quality {
        match self {
            Self::MisplacedBlank(_) | Self::DirectReversals(_) => Quality::Inadmissible,
            _ => Quality::Consistent,
        }
    }

    fn bytes(&self) -> usize {
        match self {
            Self::LinearConflict(h) => h.bytes(),
            Self::WalkingDistance(h) => h.bytes(),
            _ => 0,
        }
    }
}

/// Advances a heuristic whose memo is a sum.
#[inline]
fn advance_sum<C, H>(heuristic: &H, tiles: &Tiles<C>, words: Words, before: &C, direction: Direction) -> Words
where
    C: Cells,
    H: Heuristic<Tiles<C>, Memo = C::Sum>,
{
    (heuristic.advance(tiles, &super::sum::<C>(words.0), before, direction).into(), 0)
}

/// The formula of `formula(…)`; `None` if the text is no such thing.
fn formula(text: &str) -> Result<Option<Formula>, HeuristicError> {
    let Some(inside) = text.trim_start().strip_prefix("formula(") else { return Ok(None) };
    let Some(inside) = inside.trim_end().strip_suffix(')') else {
        let position = text.trim_end().chars().count();
        return Err(HeuristicError::Expected { position, expected: Expected::CommaOrClosing });
    };
    Ok(Some(inside.trim().parse()?))
}

/// The different names in a text, in order: one name, or `max(a,b,…)`.
fn names(text: &str) -> Result<Vec<&'static str>, HeuristicError> {
    let mut reader = Reader { text, at: 0 };
    let (start, word) = reader.word();
    let mut names = Vec::new();
    if word == "max" {
        reader.expect('(', Expected::Opening)?;
        loop {
            let (start, word) = reader.word();
            let name = reader.known(start, word)?;
            if !names.contains(&name) {
                names.push(name);
            }
            if reader.take(')') {
                break;
            }
            reader.expect(',', Expected::CommaOrClosing)?;
        }
    } else {
        names.push(reader.known(start, word)?);
    }
    reader.skip_spaces();
    if reader.at < text.len() { Err(reader.error(reader.at, Expected::End)) } else { Ok(names) }
}

/// Goes through a text; `at` is a byte offset, always at a character's beginning.
struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
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
        self.skip_spaces();
        let found = self.left().starts_with(mark);
        self.at += if found { mark.len_utf8() } else { 0 };
        found
    }

    fn expect(&mut self, mark: char, expected: Expected) -> Result<(), HeuristicError> {
        if self.take(mark) { Ok(()) } else { Err(self.error(self.at, expected)) }
    }

    fn known(&self, start: usize, word: &str) -> Result<&'static str, HeuristicError> {
        if word.is_empty() {
            return Err(self.error(start, Expected::Name));
        }
        let unknown = || HeuristicError::Unknown { position: self.position(start), name: word.to_owned() };
        HEURISTICS.into_iter().find(|&name| name == word).ok_or_else(unknown)
    }

    fn error(&self, at: usize, expected: Expected) -> HeuristicError {
        HeuristicError::Expected { position: self.position(at), expected }
    }

    fn position(&self, at: usize) -> usize {
        self.text[..at].chars().count()
    }
}
