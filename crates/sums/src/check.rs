//! From an unchecked [`Sketch`] to a legal [`Puzzle`]: names are looked up, lines of the board are spelt out, sums are
//! reduced to one term per cell, and everything that cannot be solved because it makes no sense is refused with its place.
//!
//! The limits keep all arithmetic within `i64` without a check at run time: at most 1,024 cells in a sum, factors and
//! numbers of a million at most, so no sum exceeds 1,024 million million; constants stay far below that.

use std::collections::BTreeMap;

use crate::fault::{At, Counted, Fault, ParseError};
use crate::lex::at_most;
use crate::parse::MAX_CELLS;
use crate::puzzle::{Cell, CellId, NamedRule, Number, Puzzle, Relation, Rule, Sum};
use crate::sketch::{Lines, Pool, Range, Sketch, SketchNamedRule, SketchRule, Term};

/// The largest magnitude of a number in a cell, and of a factor.
pub const LARGEST_NUMBER: i64 = 1_000_000;
/// The most terms in all rules together.
pub const MAX_TERMS: usize = 100_000;

pub(crate) fn check(sketch: &Sketch) -> Result<Puzzle, ParseError> {
    let board = Board::new(sketch)?;
    let numbers = match &sketch.pool {
        Some(pool) => numbers(pool, &board)?,
        None if board.empty() > 0 => return Err(sketch.begin.fault(Fault::NoNumbers)),
        None => Vec::new(),
    };
    let mut rules = Vec::new();
    let mut terms = 0;
    for named in &sketch.rules {
        let before = rules.len();
        board.rules(named, &mut rules)?;
        at_most(rules.len(), crate::parse::MAX_RULES, Counted::Rules, named.at)?;
        terms += rules[before..].iter().map(|named| size(&named.rule)).sum::<usize>();
        at_most(terms, MAX_TERMS, Counted::Terms, named.at)?;
    }
    Ok(Puzzle { title: sketch.title.clone(), cells: board.cells, numbers, rules })
}

fn size(rule: &Rule) -> usize {
    match rule {
        Rule::Compare { sum, .. } => sum.terms.len(),
        Rule::AllEqual(sums) => sums.iter().map(|sum| sum.terms.len()).sum(),
        Rule::AllDifferent(cells) => cells.len(),
    }
}

fn within(value: i64, at: At) -> Result<i64, ParseError> {
    if value.abs() > LARGEST_NUMBER {
        Err(at.fault(Fault::NumberTooLarge { limit: LARGEST_NUMBER }))
    } else {
        Ok(value)
    }
}

/// The numbers of a pool, ascending.
fn numbers(pool: &Pool, board: &Board) -> Result<Vec<Number>, ParseError> {
    let empty = board.empty();
    let mut copies: BTreeMap<i64, u16> = BTreeMap::new();
    for range in &pool.ranges {
        let length = length(range)?;
        at_most(copies.len() + length, MAX_CELLS, Counted::Numbers, range.at)?;
        if range.copies < 1 {
            return Err(range.at.fault(Fault::NoCopies));
        }
        if pool.unlimited && range.copies != 1 {
            return Err(range.at.fault(Fault::CopiesOfDigits));
        }
        at_most(range.copies as usize, MAX_CELLS, Counted::Cells, range.at)?;
        let each = if pool.unlimited { empty as u16 } else { range.copies as u16 };
        for value in range.first..=range.last {
            if copies.insert(value, each).is_some() {
                return Err(range.at.fault(Fault::RepeatedNumber(value)));
            }
        }
    }
    for range in &pool.except {
        length(range)?;
        for value in range.first..=range.last {
            copies.remove(&value).ok_or_else(|| range.at.fault(Fault::NotListed(value)))?;
        }
    }
    if pool.except_fixed {
        for fixed in board.cells.iter().filter_map(|cell| cell.fixed) {
            copies.remove(&fixed);
        }
    }
    let numbers: Vec<Number> = copies.into_iter().map(|(value, copies)| Number { value, copies }).collect();
    let places: usize = numbers.iter().map(|number| number.copies as usize).sum();
    if empty > places {
        return Err(pool.at.fault(Fault::MoreCellsThanNumbers { cells: empty, numbers: places }));
    }
    Ok(numbers)
}

fn length(range: &Range) -> Result<usize, ParseError> {
    let (first, last) = (within(range.first, range.at)?, within(range.last, range.at)?);
    if first > last {
        return Err(range.at.fault(Fault::EmptyRange { first, last }));
    }
    let length = (last - first + 1) as usize;
    at_most(length, MAX_CELLS, Counted::Numbers, range.at)?;
    Ok(length)
}

struct Board {
    cells: Vec<Cell>,
    names: BTreeMap<String, CellId>,
    rows: u32,
    columns: u32,
}

impl Board {
    fn new(sketch: &Sketch) -> Result<Self, ParseError> {
        let mut names: BTreeMap<String, u32> = BTreeMap::new();
        let mut places: BTreeMap<(u32, u32), Cell> = BTreeMap::new();
        for cell in &sketch.cells {
            let place = place_name(cell.row, cell.column);
            let name = cell.name.clone().unwrap_or_else(|| place.clone());
            if name != place && is_place_name(&name) {
                return Err(cell.at.fault(Fault::Reserved(name)));
            }
            if let Some(there) = places.get(&(cell.row, cell.column)) {
                return Err(cell.at.fault(Fault::SamePosition {
                    row: cell.row + 1,
                    column: cell.column + 1,
                    name: there.name.clone(),
                }));
            }
            if let Some(&line) = names.get(&name) {
                return Err(cell.at.fault(Fault::DuplicateName { name, line }));
            }
            let fixed = cell.fixed.map(|value| within(value, cell.at)).transpose()?;
            names.insert(name.clone(), cell.at.line);
            let (row, column) = (cell.row as u16, cell.column as u16);
            places.insert((cell.row, cell.column), Cell { name, row, column, fixed });
        }
        if places.is_empty() {
            return Err(sketch.begin.fault(Fault::NoCells));
        }
        let rows = places.keys().map(|&(row, _)| row + 1).max().unwrap_or(0);
        let columns = places.keys().map(|&(_, column)| column + 1).max().unwrap_or(0);
        let cells: Vec<Cell> = places.into_values().collect();
        let mut names = BTreeMap::new();
        for (i, cell) in cells.iter().enumerate() {
            names.insert(cell.name.clone(), CellId(i as u16));
            names.insert(place_name(cell.row as u32, cell.column as u32), CellId(i as u16));
        }
        Ok(Self { cells, names, rows, columns })
    }

    fn empty(&self) -> usize {
        self.cells.iter().filter(|cell| cell.fixed.is_none()).count()
    }

    fn cell(&self, name: &str, at: At) -> Result<CellId, ParseError> {
        self.names.get(name).copied().ok_or_else(|| at.fault(Fault::UnknownCell(name.to_string())))
    }

    /// Spells out one statement; it can stand for many rules.
    fn rules(&self, named: &SketchNamedRule, rules: &mut Vec<NamedRule>) -> Result<(), ParseError> {
        let mut push = |rule| rules.push(NamedRule { label: named.label.clone(), line: named.at.line, rule });
        match &named.rule {
            SketchRule::Chain { sums, relations } => {
                if sums.iter().flatten().all(|term| term.cell.is_none()) {
                    return Err(named.at.fault(Fault::NoCellInRule));
                }
                let sums: Vec<Sum> = sums.iter().map(|terms| self.sum(terms)).collect::<Result<_, _>>()?;
                chain(sums, relations, named.at)?.into_iter().for_each(push);
            }
            SketchRule::LineSums { lines, relation, targets } => {
                let lines = self.lines(lines)?;
                if targets.len() != 1 && targets.len() != lines.len() {
                    let (lines, targets) = (lines.len(), targets.len());
                    return Err(named.at.fault(Fault::TargetCount { lines, targets }));
                }
                for (i, line) in lines.iter().enumerate() {
                    let target = if targets.len() == 1 { targets[0] } else { targets[i] };
                    push(Rule::Compare { sum: plain_sum(line), relation: *relation, target });
                }
            }
            SketchRule::EqualLines(lines) => {
                push(Rule::AllEqual(self.lines(lines)?.iter().map(|line| plain_sum(line)).collect()));
            }
            SketchRule::DifferentLines(lines) => {
                self.lines(lines)?.into_iter().for_each(|line| push(Rule::AllDifferent(line)));
            }
            SketchRule::DifferentCells(names) => {
                let mut cells: Vec<CellId> = Vec::new();
                for (name, at) in names {
                    let cell = self.cell(name, *at)?;
                    if cells.contains(&cell) {
                        return Err(at.fault(Fault::CellListedTwice(name.clone())));
                    }
                    cells.push(cell);
                }
                push(Rule::AllDifferent(cells));
            }
        }
        Ok(())
    }

    /// Terms reduced to one per cell, in reading order.
    fn sum(&self, terms: &[Term]) -> Result<Sum, ParseError> {
        let mut factors: BTreeMap<CellId, i64> = BTreeMap::new();
        let mut constant = 0;
        for term in terms {
            match &term.cell {
                None => constant += term.factor,
                Some(name) => {
                    let factor = factors.entry(self.cell(name, term.at)?).or_insert(0);
                    *factor = within(*factor + within(term.factor, term.at)?, term.at)?;
                }
            }
        }
        Ok(Sum { terms: factors.into_iter().filter(|&(_, factor)| factor != 0).collect(), constant })
    }

    /// The lines of the board that the words name, each as its cells in reading order.
    fn lines(&self, words: &[(Lines, At)]) -> Result<Vec<Vec<CellId>>, ParseError> {
        let mut lines = Vec::new();
        for &(word, at) in words {
            let before = lines.len();
            match word {
                Lines::Rows => lines.extend(self.group(|cell| cell.row, false)),
                Lines::Columns => lines.extend(self.group(|cell| cell.column, false)),
                Lines::Across => lines.extend(self.group(|cell| cell.row, true)),
                Lines::Down => lines.extend(self.group(|cell| cell.column, true)),
                Lines::Runs => {
                    lines.extend(self.group(|cell| cell.row, true));
                    lines.extend(self.group(|cell| cell.column, true));
                }
                Lines::Diagonals if self.rows != self.columns => {
                    return Err(at.fault(Fault::NotSquare { rows: self.rows, columns: self.columns }));
                }
                Lines::Diagonals => {
                    let last = self.rows as u16 - 1;
                    lines.push(self.picked(|cell| cell.row == cell.column));
                    lines.push(self.picked(|cell| cell.row + cell.column == last));
                }
            }
            lines.retain(|line| !line.is_empty());
            if lines.len() == before {
                return Err(at.fault(Fault::NoSuchLines));
            }
        }
        Ok(lines)
    }

    fn picked(&self, wanted: impl Fn(&Cell) -> bool) -> Vec<CellId> {
        (0..self.cells.len()).filter(|&i| wanted(&self.cells[i])).map(|i| CellId(i as u16)).collect()
    }

    /// Cells grouped by `key`; with `runs`, cut where cells are not neighbours, and single cells left out.
    fn group(&self, key: impl Fn(&Cell) -> u16, runs: bool) -> Vec<Vec<CellId>> {
        let mut groups: BTreeMap<u16, Vec<CellId>> = BTreeMap::new();
        for (i, cell) in self.cells.iter().enumerate() {
            groups.entry(key(cell)).or_default().push(CellId(i as u16));
        }
        let groups = groups.into_values();
        if !runs {
            return groups.collect();
        }
        let place = |id: &CellId| (self.cells[id.index()].row, self.cells[id.index()].column);
        let neighbours = |a: &CellId, b: &CellId| {
            let ((ra, ca), (rb, cb)) = (place(a), place(b));
            ra.abs_diff(rb) + ca.abs_diff(cb) == 1
        };
        groups
            .flat_map(|group| group.chunk_by(neighbours).map(<[CellId]>::to_vec).collect::<Vec<_>>())
            .filter(|run| run.len() > 1)
            .collect()
    }
}

fn place_name(row: u32, column: u32) -> String {
    format!("r{}c{}", row + 1, column + 1)
}

/// Whether a name looks like `r2c3`.
fn is_place_name(name: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    name.strip_prefix('r')
        .and_then(|rest| rest.split_once('c'))
        .is_some_and(|(row, column)| digits(row) && digits(column))
}

fn plain_sum(line: &[CellId]) -> Sum {
    Sum { terms: line.iter().map(|&cell| (cell, 1)).collect(), constant: 0 }
}

/// A chain of relations between neighbours, as rules with a number on the right. Where three sums or more are equal, the
/// common value is one unknown, which prunes better than pairs.
fn chain(sums: Vec<Sum>, relations: &[Relation], at: At) -> Result<Vec<Rule>, ParseError> {
    let all_cells = sums.iter().all(|sum| !sum.terms.is_empty());
    if sums.len() > 2 && all_cells && relations.iter().all(|&relation| relation == Relation::Equal) {
        return Ok(vec![Rule::AllEqual(sums)]);
    }
    let known = sums.iter().find(|sum| sum.terms.is_empty()).map(|sum| sum.constant);
    if let Some(target) = known.filter(|_| relations.iter().all(|&relation| relation == Relation::Equal)) {
        let rule = |sum: Sum| {
            let target = target - sum.constant;
            Rule::Compare { sum: Sum { constant: 0, ..sum }, relation: Relation::Equal, target }
        };
        // The first constant is the target itself; a second one that differs stays, as a rule nothing can keep.
        return Ok(sums.into_iter().filter(|sum| !sum.terms.is_empty() || sum.constant != target).map(rule).collect());
    }
    let mut rules = Vec::new();
    for (pair, &relation) in sums.windows(2).zip(relations) {
        let target = pair[1].constant - pair[0].constant;
        let mut factors: BTreeMap<CellId, i64> = pair[0].terms.iter().copied().collect();
        for &(cell, factor) in &pair[1].terms {
            let merged = factors.entry(cell).or_insert(0);
            *merged = within(*merged - factor, at)?;
        }
        let terms = factors.into_iter().filter(|&(_, factor)| factor != 0).collect();
        rules.push(Rule::Compare { sum: Sum { terms, constant: 0 }, relation, target });
    }
    Ok(rules)
}
