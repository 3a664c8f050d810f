//! One type for every heuristic, chosen by name at run time: `manhattan`, `max(inversion, walking-distance)`…
//!
//! A search that is compiled once must hold any heuristic's memo, so the memo here is a few plain words and each part says
//! how many of them it uses. `max` keeps its parts' words side by side. The parts are variants of an enum: what is chosen is
//! the same for a whole search, so the branch is always foretold, and each arm is the part's own code, inlined.

use hueco_search::{Cost, Heuristic, Quality};
use thiserror::Error;

use super::{
    DirectReversals, Inversion, LinearConflict, Manhattan, Misplaced, MisplacedBlank, TableTooLarge, WalkingDistance,
};
use crate::board::Direction;
use crate::cells::Cells;
use crate::problem::{Frame, Tiles};

/// The names of the heuristics.
pub const HEURISTICS: [&str; 8] = [
    "blind",
    "misplaced",
    "misplaced-blank",
    "manhattan",
    "direct-reversals",
    "linear-conflict",
    "inversion",
    "walking-distance",
];

/// Words in the memo of an [`AnyHeuristic`].
pub const MEMO_WORDS: usize = 6;

/// Why a text names no heuristic. Positions count characters from 0.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum HeuristicError {
    /// There is no such heuristic.
    #[error("character {}: no heuristic is called {name:?}; known are {} and max(a,b,…)", position + 1, HEURISTICS.join(", "))]
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
    /// The board is too large for a table.
    #[error(transparent)]
    Table(#[from] TableTooLarge),
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

/// A heuristic chosen by name, or the largest of several.
#[derive(Clone, Debug)]
pub struct AnyHeuristic {
    first: Part,
    /// The other parts of a `max`, each with the word where its memo begins.
    rest: Box<[(usize, Part)]>,
    name: String,
}

impl AnyHeuristic {
    /// The heuristic that `name` stands for, measured to `target`: by label, the cell where it belongs.
    pub fn parse(name: &str, frame: &Frame, target: &[u16]) -> Result<Self, HeuristicError> {
        let names = names(name)?;
        let mut parts = Vec::with_capacity(names.len());
        let mut words = 0;
        for &name in &names {
            parts.push((words, name));
            words += words_of(name);
        }
        if words > MEMO_WORDS {
            return Err(HeuristicError::TooManyParts { needed: words, limit: MEMO_WORDS });
        }
        let name = if names.len() == 1 { names[0].to_owned() } else { format!("max({})", names.join(",")) };
        let mut parts = parts.into_iter().map(|(at, name)| Ok((at, Part::new(name, frame, target)?)));
        let (_, first) = parts.next().expect("a text names one heuristic at least")?;
        Ok(Self { first, rest: parts.collect::<Result<_, HeuristicError>>()?, name })
    }

    /// Its name, without spaces or repetitions.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What is known of it: of several parts, the weakest.
    pub fn quality(&self) -> Quality {
        self.rest.iter().fold(self.first.quality(), |quality, (_, part)| quality.min(part.quality()))
    }

    /// Bytes of its tables.
    pub fn table_bytes(&self) -> usize {
        self.rest.iter().fold(self.first.bytes(), |bytes, (_, part)| bytes + part.bytes())
    }
}

impl<C: Cells> Heuristic<Tiles<C>> for AnyHeuristic {
    type Memo = [u32; MEMO_WORDS];

    fn memo(&self, tiles: &Tiles<C>, state: &C) -> Self::Memo {
        let mut memo = [0; MEMO_WORDS];
        self.first.memo(tiles, state, &mut memo);
        for (at, part) in &self.rest {
            part.memo(tiles, state, &mut memo[*at..]);
        }
        memo
    }

    #[inline]
    fn advance(&self, tiles: &Tiles<C>, memo: &Self::Memo, before: &C, direction: Direction) -> Self::Memo {
        let mut memo = *memo;
        self.first.advance(tiles, &mut memo, before, direction);
        for (at, part) in &self.rest {
            part.advance(tiles, &mut memo[*at..], before, direction);
        }
        memo
    }

    #[inline]
    fn estimate(&self, memo: &Self::Memo, limit: Cost) -> Option<Cost> {
        let mut largest = self.first.estimate::<C>(memo, limit)?;
        for (at, part) in &self.rest {
            if largest > limit {
                break;
            }
            largest = largest.max(part.estimate::<C>(&memo[*at..], limit)?);
        }
        Some(largest)
    }

    fn quality(&self) -> Quality {
        self.quality()
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
}

/// How many words of memo a heuristic needs.
fn words_of(name: &str) -> usize {
    match name {
        "blind" => 0,
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
            _ => Self::Blind,
        })
    }

    fn memo<C: Cells>(&self, tiles: &Tiles<C>, state: &C, words: &mut [u32]) {
        match self {
            Self::Blind => {}
            Self::Misplaced(h) => words[0] = h.memo(tiles, state).into(),
            Self::MisplacedBlank(h) => words[0] = h.memo(tiles, state).into(),
            Self::Manhattan(h) => words[0] = h.memo(tiles, state).into(),
            Self::DirectReversals(h) => words[0] = h.memo(tiles, state).into(),
            Self::LinearConflict(h) => words[0] = h.memo(tiles, state).into(),
            Self::Inversion(h) => {
                let (rows, cols) = h.memo(tiles, state);
                (words[0], words[1]) = (rows.into(), cols.into());
            }
            Self::WalkingDistance(h) => (words[0], words[1]) = h.memo(tiles, state),
        }
    }

    #[inline]
    fn advance<C: Cells>(&self, tiles: &Tiles<C>, words: &mut [u32], before: &C, direction: Direction) {
        match self {
            Self::Blind => {}
            Self::Misplaced(h) => words[0] = advance_sum(h, tiles, words[0], before, direction),
            Self::MisplacedBlank(h) => words[0] = advance_sum(h, tiles, words[0], before, direction),
            Self::Manhattan(h) => words[0] = advance_sum(h, tiles, words[0], before, direction),
            Self::DirectReversals(h) => words[0] = advance_sum(&**h, tiles, words[0], before, direction),
            Self::LinearConflict(h) => words[0] = advance_sum(&**h, tiles, words[0], before, direction),
            Self::Inversion(h) => {
                let memo = (super::sum::<C>(words[0]), super::sum::<C>(words[1]));
                let (rows, cols) = h.advance(tiles, &memo, before, direction);
                (words[0], words[1]) = (rows.into(), cols.into());
            }
            Self::WalkingDistance(h) => {
                (words[0], words[1]) = h.advance(tiles, &(words[0], words[1]), before, direction);
            }
        }
    }

    #[inline]
    fn estimate<C: Cells>(&self, words: &[u32], limit: Cost) -> Option<Cost> {
        match self {
            Self::Blind => Some(0),
            Self::Inversion(h) => {
                let memo = (super::sum::<C>(words[0]), super::sum::<C>(words[1]));
                Heuristic::<Tiles<C>>::estimate(&**h, &memo, limit)
            }
            Self::WalkingDistance(h) => Heuristic::<Tiles<C>>::estimate(&**h, &(words[0], words[1]), limit),
            // The memo of the others is the estimate itself.
            _ => Some(words[0]),
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
fn advance_sum<C, H>(heuristic: &H, tiles: &Tiles<C>, word: u32, before: &C, direction: Direction) -> u32
where
    C: Cells,
    H: Heuristic<Tiles<C>, Memo = C::Sum>,
{
    heuristic.advance(tiles, &super::sum::<C>(word), before, direction).into()
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
