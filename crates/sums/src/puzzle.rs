//! A legal puzzle: cells in their places, the numbers to place, the rules.
//!
//! Cells are numbered from 0 in reading order; the state of a puzzle is the list of their contents in that order. A
//! number comes with the count of its copies: `numbers 1-9` gives one of each, `digits 1-9` as many as there are
//! cells. Rules are linear: a sum of cells times numbers, compared with a number; several sums that must be equal to
//! each other (their common value unknown); cells that must all differ.

use std::fmt;

/// A cell's place in reading order, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CellId(pub u16);

impl CellId {
    /// As an index.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A cell of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Its name; cells without one are called by their place, such as `r2c3`.
    pub name: String,
    /// Its row, from 0.
    pub row: u16,
    /// Its column, from 0.
    pub column: u16,
    /// Its number, where the puzzle gives it.
    pub fixed: Option<i64>,
}

/// A number to place, and in how many cells at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    /// The number.
    pub value: i64,
    /// In at most this many cells.
    pub copies: u16,
}

/// How two values are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// Equal.
    Equal,
    /// Not equal.
    NotEqual,
    /// Less.
    Less,
    /// Less or equal.
    AtMost,
    /// Greater.
    Greater,
    /// Greater or equal.
    AtLeast,
}

impl Relation {
    /// Whether `left` and `right` stand in this relation.
    pub fn holds(self, left: i64, right: i64) -> bool {
        match self {
            Self::Equal => left == right,
            Self::NotEqual => left != right,
            Self::Less => left < right,
            Self::AtMost => left <= right,
            Self::Greater => left > right,
            Self::AtLeast => left >= right,
        }
    }
}

impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Equal => "=",
            Self::NotEqual => "!=",
            Self::Less => "<",
            Self::AtMost => "<=",
            Self::Greater => ">",
            Self::AtLeast => ">=",
        })
    }
}

/// A sum of cells times numbers, each cell once, and a constant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sum {
    /// Cells with their factors, none of them zero.
    pub terms: Vec<(CellId, i64)>,
    /// What is added.
    pub constant: i64,
}

impl Sum {
    /// Its value when every cell holds a number.
    pub fn value(&self, filled: &[i64]) -> i64 {
        self.constant + self.terms.iter().map(|&(cell, factor)| factor * filled[cell.index()]).sum::<i64>()
    }
}

/// A condition on the cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rule {
    /// A sum compared with a number.
    Compare {
        /// The sum.
        sum: Sum,
        /// How.
        relation: Relation,
        /// With what.
        target: i64,
    },
    /// These sums are all equal.
    AllEqual(Vec<Sum>),
    /// These cells are all different.
    AllDifferent(Vec<CellId>),
}

impl Rule {
    /// Whether the rule is kept when every cell holds a number.
    pub fn holds(&self, filled: &[i64]) -> bool {
        match self {
            Self::Compare { sum, relation, target } => relation.holds(sum.value(filled), *target),
            Self::AllEqual(sums) => sums.windows(2).all(|pair| pair[0].value(filled) == pair[1].value(filled)),
            Self::AllDifferent(cells) => {
                let mut values: Vec<i64> = cells.iter().map(|cell| filled[cell.index()]).collect();
                values.sort_unstable();
                values.windows(2).all(|pair| pair[0] != pair[1])
            }
        }
    }
}

/// A rule with what the file says of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedRule {
    /// The words before the colon, if any.
    pub label: Option<String>,
    /// The line of the file.
    pub line: u32,
    /// The rule.
    pub rule: Rule,
}

/// A legal puzzle. Made by [`crate::parse`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    pub(crate) title: Option<String>,
    pub(crate) cells: Vec<Cell>,
    pub(crate) numbers: Vec<Number>,
    pub(crate) rules: Vec<NamedRule>,
}

/// A number placed in a cell: a step of a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Placement {
    /// The number.
    pub number: i64,
    /// The cell.
    pub cell: CellId,
}

/// The contents of the cells in order; `None` is an empty cell.
pub type State = Vec<Option<i64>>;

impl Puzzle {
    /// The title, if the file gives one.
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// The cells, in reading order.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The cells to fill, in reading order.
    pub fn empty_cells(&self) -> Vec<CellId> {
        (0..self.cells.len()).filter(|&i| self.cells[i].fixed.is_none()).map(|i| CellId(i as u16)).collect()
    }

    /// The numbers to place, ascending.
    pub fn numbers(&self) -> &[Number] {
        &self.numbers
    }

    /// The rules, in the order of the file.
    pub fn rules(&self) -> &[NamedRule] {
        &self.rules
    }

    /// The name of a cell.
    pub fn name(&self, cell: CellId) -> &str {
        &self.cells[cell.index()].name
    }

    /// The cell of a name.
    pub fn cell(&self, name: &str) -> Option<CellId> {
        self.cells.iter().position(|cell| cell.name == name).map(|i| CellId(i as u16))
    }

    /// The state before anything is placed.
    pub fn start(&self) -> State {
        self.cells.iter().map(|cell| cell.fixed).collect()
    }

    /// Whether these contents, one for every cell, solve the puzzle: fixed numbers in place, no number used more often
    /// than there are copies, every rule kept.
    pub fn is_solved_by(&self, filled: &[i64]) -> bool {
        if filled.len() != self.cells.len() {
            return false;
        }
        let mut left: Vec<u16> = self.numbers.iter().map(|number| number.copies).collect();
        for (cell, &value) in self.cells.iter().zip(filled) {
            if let Some(fixed) = cell.fixed {
                if fixed != value {
                    return false;
                }
                continue;
            }
            match self.numbers.binary_search_by_key(&value, |number| number.value) {
                Ok(index) if left[index] > 0 => left[index] -= 1,
                _ => return false,
            }
        }
        self.first_broken_rule(filled).is_none()
    }

    /// The first rule that full cells break, if any.
    pub fn first_broken_rule(&self, filled: &[i64]) -> Option<&NamedRule> {
        self.rules.iter().find(|named| !named.rule.holds(filled))
    }

    /// A state as it is listed: empty cells become 0, as in the course, unless 0 is a number of this puzzle.
    pub fn listed(&self, state: &[Option<i64>]) -> State {
        let zero_is_a_number =
            self.numbers.iter().any(|n| n.value == 0) || self.cells.iter().any(|cell| cell.fixed == Some(0));
        if zero_is_a_number { state.to_vec() } else { state.iter().map(|value| Some(value.unwrap_or(0))).collect() }
    }
}
