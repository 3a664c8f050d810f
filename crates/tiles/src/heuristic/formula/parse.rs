//! From text to a formula: one function for each level of the grammar, and errors that know their place.
//!
//! ```text
//! sum      = product { ("+" | "-") product }
//! product  = signed { ("*" | "/") signed }
//! signed   = { "-" } atom
//! atom     = number | feature | function "(" sum { "," sum } ")" | "(" sum ")"
//! ```
//! A hyphen is a minus sign, except inside the names of heuristics that can mean nothing else, such as
//! `linear-conflict`. Capitals make no difference.

use thiserror::Error;

use super::{Expression, Feature, Formula, Function, MILLION, Number, Operator};

/// The most digits before the point of a constant, and after it.
const DIGITS: (usize, usize) = (9, 6);

/// Other names of features: those of the heuristics.
const ALIASES: [(&str, Feature); 2] = [("inversion", Feature::Inversions), ("walking-distance", Feature::Walking)];

/// The heuristic that is always 0.
const BLIND: &str = "blind";

/// A heuristic's name that could also be a difference of two features.
const AMBIGUOUS: &str = "misplaced-blank";

/// Where and why a text is no formula.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("character {}: {fault}", at + 1)]
pub struct FormulaError {
    /// The text; empty where it is too long to be shown.
    pub text: String,
    /// The first wrong character, from 0; as many as the text has: its end.
    pub at: usize,
    /// How many characters are wrong, at least 1.
    pub length: usize,
    /// What is wrong.
    pub fault: FormulaFault,
}

/// Why a text is no formula.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FormulaFault {
    /// There is no such feature or function.
    #[error("no feature or function is called {name:?}; known are {}", known_names())]
    Unknown {
        /// The name.
        name: String,
    },
    /// `misplaced-blank`: a heuristic, or a difference?
    #[error("write `misplaced - blank` for the difference, `misplaced + min(blank, 1)` for the heuristic")]
    Ambiguous,
    /// A character that no formula has.
    #[error("{found:?} has no meaning here")]
    Character {
        /// The character.
        found: char,
    },
    /// Something else was expected.
    #[error("expected {wanted}")]
    Expected {
        /// What.
        wanted: Wanted,
    },
    /// A constant with too many digits.
    #[error("a constant has at most {whole} digits before the point and {decimals} after it")]
    Digits {
        /// Before the point.
        whole: usize,
        /// After it.
        decimals: usize,
    },
    /// `abs` of several values.
    #[error("abs takes one value")]
    OneArgument,
    /// A division by the constant 0.
    #[error("division by zero")]
    DivisionByZero,
    /// Too many characters.
    #[error("a formula has at most {limit} characters")]
    TooLong {
        /// The most characters.
        limit: usize,
    },
    /// Too many numbers, features, signs and functions.
    #[error("a formula has at most {limit} parts")]
    TooManyParts {
        /// The most parts.
        limit: usize,
    },
    /// Too many parentheses inside each other.
    #[error("at most {limit} parentheses can stand inside each other")]
    TooDeep {
        /// The most.
        limit: usize,
    },
}

/// What was expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// A feature, a number, a function or an opening parenthesis.
    Value,
    /// An operator, or the end.
    Operator,
    /// An operator, or the closing parenthesis.
    Closing,
    /// An operator, a comma or the closing parenthesis.
    CommaOrClosing,
    /// The parenthesis after a function's name.
    Opening,
    /// A digit after the point.
    Digit,
}

impl std::fmt::Display for Wanted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Value => "a feature, a number, max, min, abs or '('",
            Self::Operator => "an operator or nothing more",
            Self::Closing => "an operator or ')'",
            Self::CommaOrClosing => "an operator, ',' or ')'",
            Self::Opening => "'(' after the function",
            Self::Digit => "a digit after the point",
        })
    }
}

/// The names a formula may use, separated by commas.
fn known_names() -> String {
    let features = Feature::ALL.iter().map(|(name, _)| *name);
    features.chain(Function::ALL.iter().map(|(name, _)| *name)).collect::<Vec<_>>().join(", ")
}

pub(super) fn parse(text: &str) -> Result<Expression, FormulaError> {
    let limit = Formula::MAX_LENGTH;
    let too_long =
        || FormulaError { text: String::new(), at: limit, length: 1, fault: FormulaFault::TooLong { limit } };
    let is_too_long = |text: &str| text.chars().nth(limit).is_some();
    if is_too_long(text) {
        return Err(too_long());
    }
    let mut reader = Reader { text: text.chars().collect(), at: 0, parts: 0, depth: 0 };
    let parsed = reader.sum().and_then(|sum| {
        reader.skip_spaces();
        if reader.at == reader.text.len() { Ok(sum) } else { Err(reader.unexpected(Wanted::Operator)) }
    });
    let wrong = |Wrong { at, length, fault }| FormulaError { text: text.to_owned(), at, length, fault };
    let parsed = parsed.map_err(wrong)?;
    // Spaces make the canonical text longer; it must be a formula too.
    if is_too_long(&Formula(parsed.clone()).to_string()) { Err(too_long()) } else { Ok(parsed) }
}

/// An error before it knows its text.
struct Wrong {
    at: usize,
    length: usize,
    fault: FormulaFault,
}

type Read<T> = Result<T, Wrong>;

struct Reader {
    text: Vec<char>,
    at: usize,
    /// How many parts there are so far.
    parts: usize,
    /// How many parentheses are open.
    depth: usize,
}

impl Reader {
    fn sum(&mut self) -> Read<Expression> {
        let mut left = self.product()?;
        loop {
            let operator = match self.peek() {
                Some('+') => Operator::Plus,
                Some('-') => Operator::Minus,
                _ => return Ok(left),
            };
            self.part(1)?;
            self.at += 1;
            left = Expression::Joined(operator, Box::new(left), Box::new(self.product()?));
        }
    }

    fn product(&mut self) -> Read<Expression> {
        let mut left = self.signed()?;
        loop {
            let operator = match self.peek() {
                Some('*') => Operator::Times,
                Some('/') => Operator::Over,
                _ => return Ok(left),
            };
            self.part(1)?;
            self.at += 1;
            self.skip_spaces();
            let start = self.at;
            let right = self.signed()?;
            if operator == Operator::Over && right == Expression::Number(Number(0)) {
                return Err(self.wrong(start, self.at - start, FormulaFault::DivisionByZero));
            }
            left = Expression::Joined(operator, Box::new(left), Box::new(right));
        }
    }

    fn signed(&mut self) -> Read<Expression> {
        let mut signs = 0;
        while self.peek() == Some('-') {
            self.part(1)?;
            self.at += 1;
            signs += 1;
        }
        let atom = self.atom()?;
        Ok((0..signs).fold(atom, |inner, _| Expression::Negated(Box::new(inner))))
    }

    fn atom(&mut self) -> Read<Expression> {
        match self.peek() {
            Some('(') => {
                let inner = self.nested(Self::sum)?;
                self.close(Wanted::Closing)?;
                Ok(inner)
            }
            Some(c) if c.is_ascii_digit() => self.number(),
            Some(c) if c.is_alphabetic() => self.named(),
            _ => Err(self.unexpected(Wanted::Value)),
        }
    }

    /// Goes past an opening parenthesis and reads what is inside.
    fn nested<T>(&mut self, inside: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        let limit = Formula::MAX_DEPTH;
        if self.depth == limit {
            return Err(self.wrong(self.at, 1, FormulaFault::TooDeep { limit }));
        }
        self.depth += 1;
        self.at += 1;
        let read = inside(self);
        self.depth -= 1;
        read
    }

    fn close(&mut self, wanted: Wanted) -> Read<()> {
        if self.peek() != Some(')') {
            return Err(self.unexpected(wanted));
        }
        self.at += 1;
        Ok(())
    }

    fn number(&mut self) -> Read<Expression> {
        let start = self.at;
        let whole = self.digits();
        let mut decimals = 0;
        if self.text.get(self.at) == Some(&'.') {
            self.at += 1;
            decimals = self.digits();
            if decimals == 0 {
                return Err(self.unexpected(Wanted::Digit));
            }
        }
        let (most_whole, most_decimals) = DIGITS;
        if whole > most_whole || decimals > most_decimals {
            let fault = FormulaFault::Digits { whole: most_whole, decimals: most_decimals };
            return Err(self.wrong(start, self.at - start, fault));
        }
        self.part(0)?;
        let digits = self.text[start..self.at].iter().filter_map(|c| c.to_digit(10));
        let number = digits.fold(0, |number, digit| number * 10 + u64::from(digit));
        let scale = (0..decimals).fold(MILLION, |scale, _| scale / 10);
        Ok(Expression::Number(Number(number * scale)))
    }

    fn digits(&mut self) -> usize {
        let count = self.text[self.at..].iter().take_while(|c| c.is_ascii_digit()).count();
        self.at += count;
        count
    }

    fn named(&mut self) -> Read<Expression> {
        let start = self.at;
        let name = self.name();
        self.part(0)?;
        let is = |known: &str| known.eq_ignore_ascii_case(&name);
        if is(AMBIGUOUS) {
            return Err(self.wrong(start, name.len(), FormulaFault::Ambiguous));
        }
        if is(BLIND) {
            return Ok(Expression::Number(Number(0)));
        }
        if let Some(&(_, feature)) = Feature::ALL.iter().chain(&ALIASES).find(|(known, _)| is(known)) {
            return Ok(Expression::Feature(feature));
        }
        let Some(&(_, function)) = Function::ALL.iter().find(|(known, _)| is(known)) else {
            let length = name.chars().count();
            return Err(self.wrong(start, length, FormulaFault::Unknown { name }));
        };
        if self.peek() != Some('(') {
            return Err(self.unexpected(Wanted::Opening));
        }
        let arguments = self.nested(|reader| {
            let mut arguments = vec![reader.sum()?];
            while reader.peek() == Some(',') {
                if function == Function::Abs {
                    return Err(reader.wrong(reader.at, 1, FormulaFault::OneArgument));
                }
                reader.at += 1;
                arguments.push(reader.sum()?);
            }
            Ok(arguments)
        })?;
        self.close(if function == Function::Abs { Wanted::Closing } else { Wanted::CommaOrClosing })?;
        Ok(Expression::Called(function, arguments))
    }

    /// A word, or the name of a heuristic with hyphens in it.
    fn name(&mut self) -> String {
        let rest = &self.text[self.at..];
        let in_word = |c: &char| c.is_alphanumeric() || *c == '_';
        let features = Feature::ALL.iter().chain(&ALIASES).map(|(name, _)| *name);
        for name in features.chain([AMBIGUOUS]).filter(|name| name.contains('-')) {
            let length = name.len();
            let fits = rest.len() >= length && rest.iter().zip(name.chars()).all(|(a, b)| a.eq_ignore_ascii_case(&b));
            if fits && !rest.get(length).is_some_and(in_word) {
                self.at += length;
                return name.to_owned();
            }
        }
        let word: String = rest.iter().copied().take_while(in_word).collect();
        self.at += word.chars().count();
        word
    }

    /// Counts a part of `length` characters that is about to be read, or, if 0, has just been.
    fn part(&mut self, length: usize) -> Read<()> {
        let limit = Formula::MAX_PARTS;
        if self.parts == limit {
            let at = if length == 0 { self.at - 1 } else { self.at };
            return Err(self.wrong(at, 1, FormulaFault::TooManyParts { limit }));
        }
        self.parts += 1;
        Ok(())
    }

    fn skip_spaces(&mut self) {
        self.at += self.text[self.at..].iter().take_while(|c| c.is_whitespace()).count();
    }

    /// The next character that is no space.
    fn peek(&mut self) -> Option<char> {
        self.skip_spaces();
        self.text.get(self.at).copied()
    }

    /// What stands here is not what was wanted.
    fn unexpected(&self, wanted: Wanted) -> Wrong {
        let known = |c: char| c.is_alphanumeric() || "+-*/(),._".contains(c);
        let fault = match self.text.get(self.at) {
            Some(&found) if !known(found) => FormulaFault::Character { found },
            _ => FormulaFault::Expected { wanted },
        };
        self.wrong(self.at, 1, fault)
    }

    #[allow(clippy::unused_self, reason = "reads as what it is: an error of this reader")]
    fn wrong(&self, at: usize, length: usize, fault: FormulaFault) -> Wrong {
        Wrong { at, length: length.max(1), fault }
    }
}
