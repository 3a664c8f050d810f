//! From text to an unchecked [`Sketch`]: the grammar of puzzle files.
//!
//! ```text
//! cells                       a picture: names, numbers, _ (no name), . (no cell), D=5 (name and number)
//!   .  A  .
//!   B  C  5
//!   .  4  .
//! numbers 1 2 3               each placed at most once; `digits 1-9`: as often as you like
//! row:    B + C + 5 = 9       a label, then a rule
//! column: A + C + 4 = 9
//! ```
//! Every line is one statement; the picture is the only thing that spans lines. `#` starts a comment.
//! `docs/sums-format.md` describes the whole format.

use crate::check::check;
use crate::fault::{At, Counted, Expected, Fault, ParseError};
use crate::lex::{Sign, Token, at_most, is_name, number, tokens, without_comment, words};
use crate::puzzle::Puzzle;
use crate::sketch::{Lines, Pool, Range, Sketch, SketchCell, SketchNamedRule, SketchRule, Term, is_reserved};

/// The longest text that is read.
pub const MAX_BYTES: usize = 1 << 20;
/// The most cells, and the most different numbers.
pub const MAX_CELLS: usize = 1024;
/// The most rows or columns of the picture.
pub const MAX_LINES: usize = 256;
/// The most rules.
pub const MAX_RULES: usize = 10_000;

/// Reads a puzzle.
///
/// ```
/// let puzzle = hueco_sums::parse("cells\n  . A .\n  B C 5\n  . 4 .\nnumbers 1 2 3\nB + C + 5 = 9\nA + C + 4 = 9\n")?;
/// assert_eq!(puzzle.cells().len(), 5);
/// assert_eq!(puzzle.empty_cells().len(), 3);
/// # Ok::<(), hueco_sums::ParseError>(())
/// ```
pub fn parse(text: &str) -> Result<Puzzle, ParseError> {
    check(&sketch(text)?)
}

fn sketch(text: &str) -> Result<Sketch, ParseError> {
    let top = At { line: 1, column: 1 };
    at_most(text.len(), MAX_BYTES, Counted::Bytes, top)?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut reader = Reader {
        sketch: Sketch { title: None, cells: Vec::new(), pool: None, rules: Vec::new(), begin: top },
        picture: None,
        drawn: None,
    };
    let mut begun = false;
    for (i, line) in text.lines().enumerate() {
        let number = i as u32 + 1;
        let statement = without_comment(line);
        if statement.trim().is_empty() {
            if line.trim().is_empty() {
                reader.end_picture()?;
            }
            continue;
        }
        if !begun {
            begun = true;
            let spaces = statement.chars().take_while(|c| c.is_whitespace()).count();
            reader.sketch.begin = At { line: number, column: spaces as u32 + 1 };
        }
        reader.line(statement, number)?;
    }
    reader.end_picture()?;
    if begun { Ok(reader.sketch) } else { Err(top.fault(Fault::Empty)) }
}

struct Reader {
    sketch: Sketch,
    /// Inside a picture: its next row, and where `cells` stands.
    picture: Option<(u32, At)>,
    /// Where the picture began, once there is one.
    drawn: Option<At>,
}

impl Reader {
    fn line(&mut self, text: &str, line: u32) -> Result<(), ParseError> {
        if self.picture.is_some() {
            if self.picture_row(text, line)? {
                return Ok(());
            }
            self.end_picture()?;
        }
        let title = text.trim_start();
        if let Some(rest) = title.strip_prefix("title").map(str::trim_start).and_then(|rest| rest.strip_prefix(':')) {
            self.sketch.title = Some(rest.trim().to_string());
            return Ok(());
        }
        let tokens = tokens(text, line, 1)?;
        let mut words = Words { tokens: &tokens, next: 0, line, end: text.trim_end().chars().count() as u32 + 1 };
        let Some(first) = tokens.first() else { return Ok(()) };
        match first.text.as_str() {
            "cells" => {
                words.skip();
                words.skip_colon();
                words.end()?;
                if let Some(before) = self.drawn {
                    return Err(repeated(first, before));
                }
                self.drawn = Some(first.at);
                self.picture = Some((0, first.at));
                Ok(())
            }
            "cell" => {
                let cell = words.cell()?;
                self.push_cell(cell)
            }
            "numbers" | "digits" => {
                let pool = words.pool()?;
                if let Some(before) = &self.sketch.pool {
                    return Err(repeated(first, before.at));
                }
                self.sketch.pool = Some(pool);
                Ok(())
            }
            _ => {
                let rule = words.named_rule(text)?;
                self.sketch.rules.push(rule);
                at_most(self.sketch.rules.len(), MAX_RULES, Counted::Rules, first.at)
            }
        }
    }

    fn push_cell(&mut self, cell: SketchCell) -> Result<(), ParseError> {
        let at = cell.at;
        self.sketch.cells.push(cell);
        at_most(self.sketch.cells.len(), MAX_CELLS, Counted::Cells, at)
    }

    /// Reads a row of the picture; false where the line is no such row, so that the picture has ended.
    fn picture_row(&mut self, text: &str, line: u32) -> Result<bool, ParseError> {
        let words = words(text, line);
        let is_picture = |word: &str| {
            let (name, value) = word.split_once('=').map_or((word, None), |(name, value)| (name, Some(value)));
            let is_value = value.is_none_or(|value| number(value).is_some());
            (matches!(word, "." | "_") || number(word).is_some() || is_name(name)) && is_value
        };
        if words.iter().any(|(word, _)| !is_picture(word)) || words.first().is_some_and(|(word, _)| is_reserved(word)) {
            return Ok(false);
        }
        let Some((row, _)) = &mut self.picture else { return Ok(false) };
        let this_row = *row;
        *row += 1;
        for (column, (word, at)) in words.into_iter().enumerate() {
            at_most(column.max(this_row as usize) + 1, MAX_LINES, Counted::Lines, at)?;
            if word == "." {
                continue;
            }
            let (name, value) = word.split_once('=').map_or((word, None), |(name, value)| (name, Some(value)));
            let (name, value) = match (name, value) {
                ("_", None) => (None, None),
                (name, None) if is_name(name) => (Some(name), None),
                (value, None) => (None, Some(value)),
                (name, value) => (Some(name), value),
            };
            let fixed = value.and_then(number).transpose().map_err(|fault| at.fault(fault))?;
            let name = name.map(|name| cell_name(name, at)).transpose()?;
            self.push_cell(SketchCell { name, row: this_row, column: column as u32, fixed, at })?;
        }
        Ok(true)
    }

    /// A picture ends at an empty line or at the first line that is no row of it; it has one row at least.
    fn end_picture(&mut self) -> Result<(), ParseError> {
        match self.picture.take() {
            Some((0, at)) => Err(at.fault(Fault::NoCells)),
            _ => Ok(()),
        }
    }
}

fn repeated(first: &Token, before: At) -> ParseError {
    first.at.fault(Fault::RepeatedStatement { word: first.text.clone(), line: before.line })
}

fn cell_name(name: &str, at: At) -> Result<String, ParseError> {
    if is_reserved(name) { Err(at.fault(Fault::Reserved(name.to_string()))) } else { Ok(name.to_string()) }
}

/// The tokens of one line, read from the left.
struct Words<'a> {
    tokens: &'a [Token],
    next: usize,
    line: u32,
    /// The column after the last character.
    end: u32,
}

impl Words<'_> {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.next)
    }

    fn sign(&self) -> Option<&Sign> {
        self.peek().map(|token| &token.sign)
    }

    fn skip(&mut self) {
        self.next += 1;
    }

    fn at(&self) -> At {
        self.peek().map_or(At { line: self.line, column: self.end }, |token| token.at)
    }

    fn take(&mut self, sign: &Sign) -> bool {
        let found = self.sign() == Some(sign);
        self.next += usize::from(found);
        found
    }

    fn skip_colon(&mut self) {
        self.take(&Sign::Colon);
    }

    fn unexpected(&self, expected: Expected) -> ParseError {
        self.at().fault(Fault::Unexpected { expected, found: self.peek().map(|token| token.text.clone()) })
    }

    fn end(&self) -> Result<(), ParseError> {
        if self.peek().is_some() { Err(self.unexpected(Expected::EndOfLine)) } else { Ok(()) }
    }

    /// A number with an optional minus glued to it.
    fn signed(&mut self, expected: Expected) -> Result<i64, ParseError> {
        let minus = matches!(
            (self.sign(), self.tokens.get(self.next + 1)),
            (Some(Sign::Minus), Some(Token { sign: Sign::Number(_), spaced: false, .. }))
        );
        self.next += usize::from(minus);
        match self.sign() {
            Some(&Sign::Number(value)) => {
                self.skip();
                Ok(if minus { -value } else { value })
            }
            _ => Err(self.unexpected(expected)),
        }
    }

    /// `cell NAME at ROW COLUMN [= NUMBER]`
    fn cell(&mut self) -> Result<SketchCell, ParseError> {
        self.skip();
        let at = self.at();
        let name = match self.sign() {
            Some(Sign::Word(name)) => Some(cell_name(name, at)?),
            Some(Sign::Blank) => None,
            _ => return Err(self.unexpected(Expected::CellName)),
        };
        self.skip();
        if self.peek().is_none_or(|token| token.text != "at") {
            return Err(self.unexpected(Expected::At));
        }
        self.skip();
        let row = self.position()?;
        self.take(&Sign::Comma);
        let column = self.position()?;
        let fixed = if self.take(&Sign::Relation(crate::puzzle::Relation::Equal)) {
            Some(self.signed(Expected::Number)?)
        } else {
            None
        };
        self.end()?;
        Ok(SketchCell { name, row, column, fixed, at })
    }

    fn position(&mut self) -> Result<u32, ParseError> {
        match self.sign() {
            Some(&Sign::Number(value)) if value >= 1 => {
                at_most(value as usize, MAX_LINES, Counted::Lines, self.at())?;
                self.skip();
                Ok(value as u32 - 1)
            }
            _ => Err(self.unexpected(Expected::Position)),
        }
    }

    /// `numbers 1-5 7*2 except 3 fixed`
    fn pool(&mut self) -> Result<Pool, ParseError> {
        let at = self.at();
        let unlimited = self.peek().is_some_and(|token| token.text == "digits");
        self.skip();
        self.skip_colon();
        let mut pool = Pool { at, unlimited, ranges: Vec::new(), except: Vec::new(), except_fixed: false };
        let mut leaving_out = false;
        loop {
            match self.peek() {
                None => break,
                Some(token) if token.text == "except" && !leaving_out => {
                    leaving_out = true;
                    self.skip();
                    if self.peek().is_none() {
                        return Err(self.unexpected(Expected::Number));
                    }
                }
                Some(token) if token.text == "fixed" && leaving_out => {
                    pool.except_fixed = true;
                    self.skip();
                }
                Some(_) => {
                    let range = self.range()?;
                    if leaving_out { pool.except.push(range) } else { pool.ranges.push(range) }
                }
            }
            self.take(&Sign::Comma);
        }
        if pool.ranges.is_empty() { Err(self.unexpected(Expected::Number)) } else { Ok(pool) }
    }

    fn range(&mut self) -> Result<Range, ParseError> {
        let at = self.at();
        let first = self.signed(Expected::Number)?;
        // `1-9` and `1 - 9` are ranges; `1 -9` is two numbers.
        let is_range = match (self.peek(), self.tokens.get(self.next + 1)) {
            (Some(minus), Some(after)) if minus.sign == Sign::Minus => !minus.spaced || after.spaced,
            (Some(minus), None) => minus.sign == Sign::Minus,
            _ => false,
        };
        let last = if is_range {
            self.skip();
            self.signed(Expected::Number)?
        } else {
            first
        };
        let copies = if self.take(&Sign::Times) { self.signed(Expected::Number)? } else { 1 };
        Ok(Range { first, last, copies, at })
    }

    /// `[label:] rule`
    fn named_rule(&mut self, text: &str) -> Result<SketchNamedRule, ParseError> {
        let at = self.at();
        let first = self.peek().map(|token| token.text.clone()).unwrap_or_default();
        let keyword = matches!(first.as_str(), "different" | "equal");
        let Some(colon) = self.tokens.iter().position(|token| token.sign == Sign::Colon) else {
            if keyword {
                self.skip();
                return Err(self.at().fault(Fault::ColonMissing(first)));
            }
            return Ok(SketchNamedRule { label: None, at, rule: self.rule()? });
        };
        if colon == 1 && keyword {
            self.next = 2;
            let rule = if first == "different" { self.different()? } else { SketchRule::EqualLines(self.lines()?) };
            self.end()?;
            return Ok(SketchNamedRule { label: None, at, rule });
        }
        if colon == 0 {
            return Err(self.unexpected(Expected::Statement));
        }
        if colon == 1 && is_reserved(&first) {
            return Err(at.fault(Fault::Reserved(first)));
        }
        let label: String = text.chars().take(self.tokens[colon].at.column as usize - 1).collect();
        self.next = colon + 1;
        Ok(SketchNamedRule { label: Some(label.trim().to_string()), at, rule: self.rule()? })
    }

    fn rule(&mut self) -> Result<SketchRule, ParseError> {
        let is_line_word = |token: &Token| Lines::of(&token.text).is_some();
        let rule = if self.peek().is_some_and(is_line_word) { self.line_sums()? } else { self.chain()? };
        self.end()?;
        Ok(rule)
    }

    fn lines(&mut self) -> Result<Vec<(Lines, At)>, ParseError> {
        let mut lines = Vec::new();
        while let Some(line) = self.peek().and_then(|token| Lines::of(&token.text)) {
            lines.push((line, self.at()));
            self.skip();
            self.take(&Sign::Comma);
        }
        if lines.is_empty() { Err(self.unexpected(Expected::Lines)) } else { Ok(lines) }
    }

    fn different(&mut self) -> Result<SketchRule, ParseError> {
        if self.peek().is_some_and(|token| Lines::of(&token.text).is_some()) {
            let lines = self.lines()?;
            return match self.sign() {
                Some(Sign::Word(_)) => Err(self.at().fault(Fault::CellsAndLines)),
                _ => Ok(SketchRule::DifferentLines(lines)),
            };
        }
        let mut cells = Vec::new();
        while let Some(Sign::Word(name)) = self.sign() {
            if Lines::of(name).is_some() {
                return Err(self.at().fault(Fault::CellsAndLines));
            }
            cells.push((name.clone(), self.at()));
            self.skip();
            self.take(&Sign::Comma);
        }
        if cells.is_empty() {
            return Err(self.unexpected(Expected::CellsOrLines));
        }
        Ok(SketchRule::DifferentCells(cells))
    }

    fn line_sums(&mut self) -> Result<SketchRule, ParseError> {
        let lines = self.lines()?;
        let relation = match self.sign() {
            Some(&Sign::Relation(relation)) => relation,
            None => return Err(self.at().fault(Fault::MissingTarget)),
            Some(_) => return Err(self.unexpected(Expected::Relation)),
        };
        self.skip();
        if self.peek().is_none() {
            return Err(self.at().fault(Fault::MissingTarget));
        }
        let mut targets = Vec::new();
        while self.peek().is_some() {
            targets.push(self.signed(Expected::Number)?);
            self.take(&Sign::Comma);
        }
        Ok(SketchRule::LineSums { lines, relation, targets })
    }

    fn chain(&mut self) -> Result<SketchRule, ParseError> {
        let mut sums = vec![self.sum()?];
        let mut relations = Vec::new();
        while let Some(&Sign::Relation(relation)) = self.sign() {
            self.skip();
            if self.peek().is_none() {
                return Err(self.at().fault(Fault::MissingTarget));
            }
            relations.push(relation);
            sums.push(self.sum()?);
        }
        if self.peek().is_some() {
            return Err(self.unexpected(Expected::OperatorOrRelation));
        }
        if relations.is_empty() {
            return Err(self.at().fault(Fault::MissingTarget));
        }
        Ok(SketchRule::Chain { sums, relations })
    }

    fn sum(&mut self) -> Result<Vec<Term>, ParseError> {
        let mut terms = Vec::new();
        let mut negative = self.take(&Sign::Minus);
        if !negative {
            self.take(&Sign::Plus);
        }
        loop {
            let mut term = self.term()?;
            if negative {
                term.factor = -term.factor;
            }
            terms.push(term);
            negative = match self.sign() {
                Some(Sign::Plus) => false,
                Some(Sign::Minus) => true,
                _ => return Ok(terms),
            };
            self.skip();
        }
    }

    /// `A`, `5`, `2*A`, `2A` or `A*2`.
    fn term(&mut self) -> Result<Term, ParseError> {
        let at = self.at();
        let mut term = Term { factor: 1, cell: None, at };
        self.factor(&mut term)?;
        loop {
            let glued = matches!(self.peek(), Some(Token { sign: Sign::Word(_), spaced: false, .. }));
            if self.take(&Sign::Times) || glued {
                self.factor(&mut term)?;
            } else {
                return Ok(term);
            }
        }
    }

    fn factor(&mut self, term: &mut Term) -> Result<(), ParseError> {
        let at = self.at();
        match self.sign() {
            Some(&Sign::Number(value)) => {
                let limit = crate::lex::LARGEST_LITERAL;
                let product = term.factor.checked_mul(value).filter(|product| product.abs() <= limit);
                term.factor = product.ok_or_else(|| at.fault(Fault::NumberTooLarge { limit }))?;
            }
            Some(Sign::Word(_)) if term.cell.is_some() => return Err(at.fault(Fault::ProductOfCells)),
            Some(Sign::Word(name)) => {
                if is_reserved(name) {
                    return Err(self.unexpected(Expected::Term));
                }
                term.at = at;
                term.cell = Some(name.clone());
            }
            _ => return Err(self.unexpected(Expected::Term)),
        }
        self.skip();
        Ok(())
    }
}
