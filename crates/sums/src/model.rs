//! A puzzle made ready for propagation: the empty cells become variables 0, 1, 2… over the numbers in ascending order,
//! fixed numbers move into the targets, and every rule becomes one of four constraints:
//!
//! | constraint | from |
//! |---|---|
//! | `Between`: a sum lies in an interval | `=`, `<`, `<=`, `>`, `>=` (an open end is far away) |
//! | `Not`: a sum is not a number | `!=` |
//! | `Equal`: several sums are equal | `A + B = C + D = …`, `equal: …` |
//! | `Different`: variables all differ | `different: …`, and the numbers themselves when each is placed once |
//!
//! Three things are derived here, once. Sums that follow from others are added (see [`crate::implied`]). Where every number
//! must be placed and some of the equal sums cover every variable once, their common value is the total divided by their
//! count: the magic constant. And where the cells of a sum all differ and count once each, the sets of numbers that add up
//! to the target are listed, if they are few.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::implied::{Plain, implied};
use crate::puzzle::{CellId, Puzzle, Relation, Rule, Sum};

/// Far beyond any sum (see [`crate::check`]), and far from overflow.
pub(crate) const FAR: i64 = 1 << 60;
/// More sets than this for one sum are not listed: looking through them would cost more than it saves.
const MAX_SETS: usize = 512;
/// At most this many steps are spent on listing sets.
const MAX_LISTING: usize = 20_000;

/// With more terms than this, a node takes far longer than reading the clock.
const HEAVY: usize = 2_000;

/// A variable with its factor.
pub(crate) type Term = (u16, i64);

pub(crate) enum Constraint {
    Between {
        terms: Vec<Term>,
        low: i64,
        high: i64,
        /// The variables are pairwise different.
        distinct: bool,
        /// The sets of numbers (as bits) that give the sum, where they are few and numbers are at most 64.
        sets: Option<Rc<Vec<u64>>>,
    },
    Not {
        terms: Vec<Term>,
        target: i64,
    },
    /// Each sum with its constant, and whether its variables are pairwise different.
    Equal(Vec<(Vec<Term>, i64, bool)>),
    Different(Vec<u16>),
}

impl Constraint {
    fn variables(&self) -> BTreeSet<u16> {
        match self {
            Self::Between { terms, .. } | Self::Not { terms, .. } => terms.iter().map(|term| term.0).collect(),
            Self::Equal(sums) => sums.iter().flat_map(|(terms, ..)| terms.iter().map(|term| term.0)).collect(),
            Self::Different(variables) => variables.iter().copied().collect(),
        }
    }
}

pub(crate) struct Model {
    /// By variable: its cell.
    pub(crate) cells: Vec<CellId>,
    /// By number: its value, ascending.
    pub(crate) values: Vec<i64>,
    /// By number: in how many cells at most; `None` where that is no limit at all.
    pub(crate) copies: Vec<Option<u16>>,
    pub(crate) constraints: Vec<Constraint>,
    /// By variable: its constraints, as words of 64 and their bits.
    pub(crate) watching: Vec<Vec<(u32, u64)>>,
    /// By variable: how many constraints it has.
    pub(crate) degrees: Vec<usize>,
    /// By variable: those of its constraints that are `Different`.
    pub(crate) lines: Vec<Vec<u32>>,
    /// Variables, and the numbers they cannot take because a fixed cell that must differ holds them.
    pub(crate) taken: Vec<(Vec<u16>, Vec<u16>)>,
    /// Fixed cells alone break a rule.
    pub(crate) broken: bool,
    /// One node is so much work that the clock is read at each.
    pub(crate) is_heavy: bool,
}

impl Model {
    pub(crate) fn new(puzzle: &Puzzle) -> Self {
        let cells = puzzle.empty_cells();
        let count = cells.len();
        let values: Vec<i64> = puzzle.numbers().iter().map(|number| number.value).collect();
        let mut variable = vec![None; puzzle.cells().len()];
        cells.iter().enumerate().for_each(|(i, cell)| variable[cell.index()] = Some(i as u16));
        let places: usize = puzzle.numbers().iter().map(|number| number.copies as usize).sum();
        let unique = puzzle.numbers().iter().all(|number| number.copies == 1);
        let total = (places == count)
            .then(|| puzzle.numbers().iter().map(|number| number.value * number.copies as i64).sum::<i64>());
        let copies = puzzle.numbers().iter().map(|n| (n.copies > 1 && (n.copies as usize) < count).then_some(n.copies));
        let mut model = Self {
            copies: copies.collect(),
            constraints: Vec::new(),
            watching: vec![Vec::new(); count],
            degrees: vec![0; count],
            lines: vec![Vec::new(); count],
            taken: Vec::new(),
            broken: false,
            is_heavy: false,
            cells,
            values,
        };
        if unique && count > 1 {
            model.push_different((0..count as u16).collect());
        }
        // Numbers with one copy among others with more.
        if !unique {
            for (number, copies) in puzzle.numbers().iter().zip(&mut model.copies) {
                if number.copies == 1 && count > 1 {
                    *copies = Some(1);
                }
            }
        }
        for named in puzzle.rules() {
            if let Rule::AllDifferent(line) = &named.rule {
                let variables = model.different(puzzle, &variable, line);
                if variables.len() > 1 && !unique {
                    model.push_different(variables);
                }
            }
        }
        let mut lists = Lists::default();
        for named in puzzle.rules() {
            match &named.rule {
                Rule::AllDifferent(_) => {}
                Rule::Compare { sum, relation, target } => {
                    let (terms, constant) = split(puzzle, &variable, sum);
                    model.compare(terms, *relation, target - constant, &mut lists);
                }
                Rule::AllEqual(sums) => {
                    let sums: Vec<_> = sums.iter().map(|sum| split(puzzle, &variable, sum)).collect();
                    model.all_equal(sums, total, &mut lists);
                }
            }
        }
        for (members, value) in implied(&model.plain_sums()) {
            model.compare(members.into_iter().map(|v| (v, 1)).collect(), Relation::Equal, value, &mut lists);
        }
        for (i, constraint) in model.constraints.iter().enumerate() {
            let (word, bit) = (i as u32 / 64, 1 << (i % 64));
            for &v in &constraint.variables() {
                model.degrees[v as usize] += 1;
                match model.watching[v as usize].last_mut() {
                    Some((last, bits)) if *last == word => *bits |= bit,
                    _ => model.watching[v as usize].push((word, bit)),
                }
            }
        }
        model.is_heavy = model.degrees.iter().sum::<usize>() > HEAVY;
        model
    }

    /// The variables of a line of different cells; its fixed numbers are taken from them.
    fn different(&mut self, puzzle: &Puzzle, variable: &[Option<u16>], line: &[CellId]) -> Vec<u16> {
        let variables: Vec<u16> = line.iter().filter_map(|cell| variable[cell.index()]).collect();
        let mut fixed: Vec<i64> = line.iter().filter_map(|cell| puzzle.cells()[cell.index()].fixed).collect();
        fixed.sort_unstable();
        self.broken |= fixed.windows(2).any(|pair| pair[0] == pair[1]);
        let number = |value: &i64| self.values.binary_search(value).ok().map(|number| number as u16);
        let numbers: Vec<u16> = fixed.iter().filter_map(number).collect();
        self.taken.push((variables.clone(), numbers));
        variables
    }

    fn push_different(&mut self, variables: Vec<u16>) {
        let id = self.constraints.len() as u32;
        for &v in &variables {
            self.lines[v as usize].push(id);
        }
        self.constraints.push(Constraint::Different(variables));
    }

    /// The exact sums whose variables all count once.
    fn plain_sums(&self) -> Vec<Plain> {
        let plain = |constraint: &Constraint| match constraint {
            Constraint::Between { terms, low, high, .. } if low == high && terms.iter().all(|term| term.1 == 1) => {
                Some((terms.iter().map(|term| term.0).collect(), *low))
            }
            _ => None,
        };
        self.constraints.iter().filter_map(plain).collect()
    }

    fn compare(&mut self, terms: Vec<Term>, relation: Relation, target: i64, lists: &mut Lists) {
        if terms.is_empty() {
            self.broken |= !relation.holds(0, target);
            return;
        }
        let (low, high) = match relation {
            Relation::Equal => (target, target),
            Relation::NotEqual => return self.constraints.push(Constraint::Not { terms, target }),
            Relation::Less => (-FAR, target - 1),
            Relation::AtMost => (-FAR, target),
            Relation::Greater => (target + 1, FAR),
            Relation::AtLeast => (target, FAR),
        };
        let distinct = self.distinct(&terms);
        let unit = terms.iter().all(|term| term.1 == 1);
        let listed = distinct && unit && low == high && terms.len() > 1 && self.values.len() <= 64;
        let sets = if listed { lists.sets(&self.values, terms.len(), target) } else { None };
        self.constraints.push(Constraint::Between { terms, low, high, distinct, sets });
    }

    fn all_equal(&mut self, sums: Vec<(Vec<Term>, i64)>, total: Option<i64>, lists: &mut Lists) {
        let known = sums.iter().find(|(terms, _)| terms.is_empty()).map(|&(_, constant)| constant);
        match known.or_else(|| self.magic_constant(&sums, total)) {
            Some(value) => {
                for (terms, constant) in sums {
                    self.compare(terms, Relation::Equal, value - constant, lists);
                }
            }
            None if self.broken => {}
            None => {
                let sums = sums.into_iter().map(|(terms, constant)| {
                    let distinct = self.distinct(&terms);
                    (terms, constant, distinct)
                });
                let sums = sums.collect();
                self.constraints.push(Constraint::Equal(sums));
            }
        }
    }

    /// The common value of equal sums of which some, taken in order, cover every variable once.
    fn magic_constant(&mut self, sums: &[(Vec<Term>, i64)], total: Option<i64>) -> Option<i64> {
        let mut covered = vec![false; self.cells.len()];
        let (mut count, mut value) = (0, total?);
        for (terms, constant) in sums {
            if terms.iter().all(|&(v, factor)| factor == 1 && !covered[v as usize]) {
                for &(v, _) in terms {
                    covered[v as usize] = true;
                }
                count += 1;
                value += constant;
            }
        }
        if count == 0 || covered.contains(&false) {
            return None;
        }
        self.broken |= value % count != 0;
        (value % count == 0).then_some(value / count)
    }

    /// Whether one line of different variables holds all of these.
    fn distinct(&self, terms: &[Term]) -> bool {
        let Some((first, others)) = terms.split_first() else { return true };
        let holds = |line: &&u32| others.iter().all(|term| self.lines[term.0 as usize].binary_search(line).is_ok());
        self.lines[first.0 as usize].iter().any(|line| holds(&line))
    }
}

/// A sum over variables, and what its fixed cells and its constant add.
fn split(puzzle: &Puzzle, variable: &[Option<u16>], sum: &Sum) -> (Vec<Term>, i64) {
    let mut terms = Vec::new();
    let mut constant = sum.constant;
    for &(cell, factor) in &sum.terms {
        match (variable[cell.index()], puzzle.cells()[cell.index()].fixed) {
            (Some(v), _) => terms.push((v, factor)),
            (None, fixed) => constant += factor * fixed.unwrap_or(0),
        }
    }
    (terms, constant)
}

/// Lists of sets already made, by count and target: the lines of a board often share them.
#[derive(Default)]
struct Lists(BTreeMap<(usize, i64), Option<Rc<Vec<u64>>>>);

impl Lists {
    fn sets(&mut self, values: &[i64], count: usize, target: i64) -> Option<Rc<Vec<u64>>> {
        self.0
            .entry((count, target))
            .or_insert_with(|| {
                let mut listing = Listing { values, sets: Vec::new(), steps: 0 };
                listing.extend(0, 0, count, target).then(|| Rc::new(listing.sets))
            })
            .clone()
    }
}

struct Listing<'a> {
    values: &'a [i64],
    sets: Vec<u64>,
    steps: usize,
}

impl Listing<'_> {
    /// Adds every way to complete `set` with `count` numbers from `from` on; false when there are too many.
    fn extend(&mut self, set: u64, from: usize, count: usize, target: i64) -> bool {
        self.steps += 1;
        if self.steps > MAX_LISTING || self.sets.len() > MAX_SETS {
            return false;
        }
        if count == 0 {
            if target == 0 {
                self.sets.push(set);
            }
            return true;
        }
        let rest = &self.values[from..];
        let smallest: i64 = rest.iter().take(count).sum();
        let largest: i64 = rest.iter().rev().take(count).sum();
        if rest.len() < count || target < smallest || target > largest {
            return true;
        }
        (from..self.values.len()).all(|i| self.extend(set | 1 << i, i + 1, count - 1, target - self.values[i]))
    }
}
