//! Boards too large for one beam: a window at a time.
//!
//! 1. **Sweeps.** A window goes over the board, back and forth. In each a narrow beam lowers the sum of the tiles'
//!    distances, as long as every move earns its *price*; the next sweep has a lower price. So the cheap gains come first, all
//!    over the board, and tiles travel in crowds: a blank that carries one tile alone pays up to five moves per step.
//! 2. **Peeling.** Line by line from the edges, a few cells at a time: their tiles, which are near by now, are brought
//!    home by a beam that looks at them most and at all others a little.
//! 3. **The rest**, small by then, by one beam.

use hueco_search::Budget;

use super::beam::{self, End, Options};
use super::geometry::Geometry;
use super::ordering::Convex;
use super::run::AnytimeRun;
use super::window::Window;
use crate::board::{Board, Direction, Shape};
use crate::construct::construct_while;
use crate::construct::rect::{Edge, Rect};
use crate::construct::walk::Walker;

/// Scores are counted in parts of a move.
const UNIT: f64 = 64.0;

/// How much work to put in.
#[derive(Clone, Debug)]
pub(super) struct Effort {
    /// Rows and columns of a window.
    side: usize,
    /// The width of beams in sweeps and in peeling.
    width: usize,
    /// The width of the last beam.
    last_width: usize,
}

impl Effort {
    /// An effort by the width of its beams.
    pub(super) fn new(width: usize) -> Self {
        let side = if width < WIDE { 7 } else { 8 };
        Self { side, width, last_width: (20 * width).max(2_000) }
    }

    /// About how many nodes it will take, for tiles that have this many steps to go in all.
    pub(super) fn nodes(width: usize, distances: u64) -> u64 {
        const FOR_A_STEP: u64 = 18;
        FOR_A_STEP * width as u64 * distances
    }
}

/// One part in this many of the budget is kept for the end.
const RESERVE: f64 = 4.0;
/// Windows of seven by seven cells do with narrow beams; from this width on eight by eight are better.
const WIDE: usize = 200;
/// The power of a distance.
const EXPONENT: f64 = 1.5;
/// What a move has to earn in the first sweep, for the root of the mean distance.
const FIRST_PRICE: f64 = 0.8;
/// The next price, as a part of the one before.
const DISCOUNT: f64 = 0.6;
/// The last sweep has a higher price than this.
const LEAST_PRICE: f64 = 0.07;
/// Cells of a line that are filled at a time.
const GROUP: usize = 4;
/// The rest is finished by one beam when it has at most this many rows and columns.
const SMALL: usize = 8;

/// A board being solved through windows.
pub(super) struct Large<'a, 'b> {
    run: &'a mut AnytimeRun<'b>,
    effort: &'a Effort,
    shape: Shape,
    /// By label: the cell where it belongs.
    home: Vec<usize>,
    /// By cell: the label that belongs there.
    belongs: Vec<usize>,
    /// By distance: what a tile so far from home weighs.
    weight: Vec<i32>,
    walker: Walker,
    rest: Rect,
    /// What is to be left when the rest is constructed, if it comes to that.
    reserve: f64,
}

/// A path from the board `start` (labels by cell) to the one whose labels stand in `home`, with this much effort. `None` where
/// a limit ended it.
pub(super) fn solve(run: &mut AnytimeRun<'_>, effort: &Effort, start: &[u16], home: &[u16]) -> Option<Vec<Direction>> {
    let shape = run.task.board.shape();
    let home: Vec<usize> = home.iter().map(|&cell| cell.into()).collect();
    let mut belongs = vec![0; home.len()];
    for (label, &cell) in home.iter().enumerate() {
        belongs[cell] = label;
    }
    let weight = (0..shape.rows() + shape.cols()).map(|d| ((d as f64).powf(EXPONENT) * UNIT).round() as i32);
    let mut large = Large {
        effort,
        shape,
        home,
        belongs,
        weight: weight.collect(),
        walker: Walker::new(shape, start),
        rest: Rect::whole(shape),
        reserve: run.left() / RESERVE,
        run,
    };
    large.run()?;
    Some(large.walker.into_moves())
}

impl Large<'_, '_> {
    fn run(&mut self) -> Option<()> {
        let mut price = FIRST_PRICE * (self.distances() as f64 / self.home.len() as f64).sqrt();
        let mut sweeps = 0;
        // Tiles travel about half a window in a sweep: on a large board many sweeps of one price pay.
        let worth_while = 6.0 / (self.shape.rows() + self.shape.cols()) as f64;
        while price > LEAST_PRICE && self.in_time() {
            let before = self.distances();
            self.sweep(price, sweeps % 2 == 1)?;
            sweeps += 1;
            let gain = before.saturating_sub(self.distances());
            if (gain as f64) < worth_while * before as f64 {
                price *= DISCOUNT;
            }
        }
        // What the sweeps have gained is not lost if time is short, or a line cannot be filled like this.
        self.peel().or_else(|| self.construct_rest())
    }

    fn peel(&mut self) -> Option<()> {
        while self.rest.rows() > SMALL || self.rest.cols() > SMALL {
            self.in_time().then_some(())?;
            self.peel_line()?;
        }
        self.finish()
    }

    /// Whether it has not come to the part of the budget that is kept for the end.
    fn in_time(&self) -> bool {
        self.run.left() > self.reserve
    }

    /// Ends by construction.
    fn construct_rest(&mut self) -> Option<()> {
        let board = |label: &dyn Fn(usize) -> usize| {
            let numbers: Vec<u64> = (0..self.shape.cells()).map(|cell| label(cell) as u64).collect();
            Board::new(self.shape, &numbers).expect("labels are a permutation")
        };
        let (from, to) = (board(&|cell| self.walker.label(cell)), board(&|cell| self.belongs[cell]));
        let moves = construct_while(&from, &to, &|| self.budget().check().is_ok()).ok()??;
        self.apply(&moves);
        Some(())
    }

    fn budget(&self) -> &Budget {
        &self.run.task.budget
    }

    /// The steps that all tiles have to go.
    fn distances(&self) -> usize {
        (1..self.home.len()).map(|label| self.shape.distance(self.home[label], self.walker.position(label))).sum()
    }

    fn weight_of(&self, label: usize, cell: usize) -> i32 {
        self.weight[self.shape.distance(self.home[label], cell)]
    }

    fn search(&mut self, geometry: &Geometry, ordering: &Convex, window: &Window, options: &Options) -> beam::Outcome {
        let options = Options { max_nodes: self.run.max_nodes(), ..options.clone() };
        self.run.account(|s| beam::search(geometry, ordering, &window.start, &options, &s.task.budget))
    }

    fn apply(&mut self, moves: &[Direction]) {
        for &direction in moves {
            self.walker.slide(direction);
        }
    }

    /// Goes over the rest once, window by window, along rows or along columns.
    fn sweep(&mut self, price: f64, by_columns: bool) -> Option<()> {
        let side = self.effort.side;
        let starts = |from: usize, to: usize| -> Vec<usize> {
            let last = (to + 1).saturating_sub(side).max(from);
            let mut starts: Vec<usize> = (from..last).step_by((side / 2).max(1)).collect();
            starts.push(last);
            starts
        };
        let rows = starts(self.rest.top, self.rest.bottom);
        let cols = starts(self.rest.left, self.rest.right);
        let (outer, inner) = if by_columns { (&cols, &rows) } else { (&rows, &cols) };
        for (at, &first) in outer.iter().enumerate() {
            for step in 0..inner.len() {
                let second = inner[if at % 2 == 0 { step } else { inner.len() - 1 - step }];
                let (top, left) = if by_columns { (second, first) } else { (first, second) };
                let rect = Rect {
                    top,
                    bottom: (top + side - 1).min(self.rest.bottom),
                    left,
                    right: (left + side - 1).min(self.rest.right),
                };
                self.improve(rect, price)?;
            }
        }
        Some(())
    }

    /// Lowers the weights in a window, while every move earns its price.
    fn improve(&mut self, rect: Rect, price: f64) -> Option<()> {
        if !self.in_time() {
            return Some(());
        }
        let cells: Vec<usize> = rect.cells(self.shape).collect();
        self.walker.walk_to(&cells, &[]).then_some(())?;
        let window = Window::new(&self.walker, rect);
        let geometry = window.endless(&self.walker);
        let ordering = window.weighing(self.shape, &self.home, FINE, |label, cell| self.weight_of(label, cell));
        let options = Options {
            width: self.effort.width,
            threads: 1,
            price: (price * UNIT) as i32,
            patience: if price < 0.3 { 60 } else { 24 },
            ..Options::default()
        };
        let outcome = self.search(&geometry, &ordering, &window, &options);
        if let End::Stopped(_) = outcome.end {
            return None;
        }
        self.apply(&outcome.moves);
        Some(())
    }

    /// Fills one edge of the rest, a few cells at a time.
    fn peel_line(&mut self) -> Option<()> {
        let distance = |cell: usize| self.shape.distance(self.walker.position(self.belongs[cell]), cell);
        let edge = self.rest.cheapest_edge(self.shape, self.home[0], distance)?;
        let line = self.rest.line(self.shape, edge, 0);
        let mut first = 0;
        while first < line.len() {
            let left = line.len() - first;
            // The last tile alone would have to pass the one before it.
            let count = if left <= GROUP + 1 { left } else { GROUP };
            self.fill(edge, &line[first..first + count])?;
            first += count;
        }
        self.rest.remove_line(edge);
        Some(())
    }

    /// A window at an edge of the rest, round some cells of its line.
    fn window_at(&self, edge: Edge, cells: &[usize]) -> Rect {
        let side = self.effort.side;
        let (first, last) = (cells[0], cells[cells.len() - 1]);
        // Along the line: the cells and what comes after them, for that is where their neighbours come from.
        let along = |low: usize, high: usize, from: usize, to: usize| {
            let left = low.saturating_sub(1).max(from);
            let right = (left + side - 1).max(high).min(to);
            ((right + 1).saturating_sub(side).max(from).min(low), right)
        };
        let Rect { top, bottom, left, right } = self.rest;
        let across = side - 1;
        match edge {
            Edge::Top | Edge::Bottom => {
                let (left, right) = along(self.shape.col(first), self.shape.col(last), left, right);
                if edge == Edge::Top {
                    Rect { bottom: bottom.min(top + across), top, left, right }
                } else {
                    Rect { top: top.max(bottom.saturating_sub(across)), bottom, left, right }
                }
            }
            Edge::Left | Edge::Right => {
                let (top, bottom) = along(self.shape.row(first), self.shape.row(last), top, bottom);
                if edge == Edge::Left {
                    Rect { right: right.min(left + across), left, top, bottom }
                } else {
                    Rect { left: left.max(right.saturating_sub(across)), right, top, bottom }
                }
            }
        }
    }

    /// Brings the tiles of some cells of a line home and locks them.
    fn fill(&mut self, edge: Edge, cells: &[usize]) -> Option<()> {
        let wanted: Vec<usize> = cells.iter().map(|&cell| self.belongs[cell]).collect();
        let home = |large: &Self, label: &usize| large.walker.position(*label) == large.home[*label];
        if !wanted.iter().all(|label| home(self, label)) {
            let rect = self.window_at(edge, cells);
            self.gather(rect, &wanted)?;
            let with_care = self.with_care(rect, &wanted);
            let moves = match with_care.end {
                End::Goal => with_care.moves,
                End::Stopped(_) => return None,
                _ => self.regardless(rect, &wanted)?,
            };
            self.apply(&moves);
        }
        for &cell in cells {
            self.walker.lock(cell);
        }
        Some(())
    }

    /// A beam that brings the wanted tiles home and considers the others a little. It may miss the goal.
    fn with_care(&mut self, rect: Rect, wanted: &[usize]) -> beam::Outcome {
        let window = Window::new(&self.walker, rect);
        let geometry = window.wanting(&self.walker, &self.home, |label| wanted.contains(&label));
        let ordering = window.weighing(self.shape, &self.home, FINE, |label, cell| {
            let factor = if wanted.contains(&label) { WANTED } else { 1 };
            self.weight_of(label, cell) * factor
        });
        let options = Options { width: self.effort.width, longest: LONGEST_FILL, ..Options::default() };
        self.search(&geometry, &ordering, &window, &options)
    }

    /// The same with all other tiles alike: there are few boards then, and a path is always found.
    fn regardless(&mut self, rect: Rect, wanted: &[usize]) -> Option<Vec<Direction>> {
        let window = Window::distinguishing(&self.walker, rect, wanted);
        let geometry = window.wanting(&self.walker, &self.home, |label| wanted.contains(&label));
        let ordering = window.weighing(self.shape, &self.home, 0, |label, cell| self.weight_of(label, cell));
        let mut width = 1_000;
        loop {
            let options = Options { width, longest: 4 * LONGEST_FILL, ..Options::default() };
            let outcome = self.search(&geometry, &ordering, &window, &options);
            match outcome.end {
                End::Goal => return Some(outcome.moves),
                End::Stopped(_) => return None,
                _ if width > 1_000_000 => return None,
                _ => width *= 10,
            }
        }
    }

    /// Brings the wanted tiles and the blank into a window.
    fn gather(&mut self, rect: Rect, wanted: &[usize]) -> Option<()> {
        let open = |rect: Rect| -> Vec<usize> {
            rect.cells(self.shape).filter(|&cell| !self.walker.is_locked(cell)).collect()
        };
        let cells = open(rect);
        let inside = open(away_from_open_sides(rect, self.rest));
        for _ in 0..32 {
            self.budget().check().ok()?;
            let outside = wanted.iter().find(|&&label| !rect.contains(self.shape, self.walker.position(label)));
            if let Some(&label) = outside {
                self.walker.carry_to_nearest(label, &inside);
                continue;
            }
            let places: Vec<usize> = wanted.iter().map(|&label| self.walker.position(label)).collect();
            if self.walker.walk_to(&cells, &places) {
                return Some(());
            }
            // The blank is walled in by them: it walks through, and what it pushes out is carried back.
            self.walker.walk_to(&cells, &[]).then_some(())?;
        }
        None
    }

    /// Solves the rest by one beam. Where that misses the goal, another line is peeled, and the next has less to do.
    fn finish(&mut self) -> Option<()> {
        loop {
            let cells: Vec<usize> = self.rest.cells(self.shape).collect();
            self.walker.walk_to(&cells, &[]).then_some(())?;
            let window = Window::new(&self.walker, self.rest);
            let geometry = window.wanting(&self.walker, &self.home, |_| true);
            let ordering = window.weighing(self.shape, &self.home, FINE, |label, cell| self.weight_of(label, cell));
            let options = Options {
                width: self.effort.last_width,
                threads: self.run.task.threads,
                patience: LONGEST_FILL,
                ..Options::default()
            };
            let outcome = self.search(&geometry, &ordering, &window, &options);
            match outcome.end {
                End::Goal => {
                    self.apply(&outcome.moves);
                    return Some(());
                }
                End::Stopped(_) => return None,
                _ => self.peel_line()?,
            }
        }
    }
}

/// Two cells in from the sides that a window shares with the rest of the board: what stands there is not pushed out so soon.
fn away_from_open_sides(rect: Rect, rest: Rect) -> Rect {
    let shrunk = Rect {
        top: rect.top + 2 * usize::from(rect.top > rest.top),
        bottom: rect.bottom - 2 * usize::from(rect.bottom < rest.bottom),
        left: rect.left + 2 * usize::from(rect.left > rest.left),
        right: rect.right - 2 * usize::from(rect.right < rest.right),
    };
    if shrunk.top < shrunk.bottom && shrunk.left < shrunk.right { shrunk } else { rect }
}

/// The fine for a reversed pair.
const FINE: i32 = (3.0 * UNIT) as i32;
/// How much more a tile weighs that is to come home now.
const WANTED: i32 = 16;
/// A beam that has not brought its tiles home in this many moves is given up.
const LONGEST_FILL: u32 = 120;
