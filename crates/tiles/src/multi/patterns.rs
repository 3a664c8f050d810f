//! A stronger lower bound for slides: pattern databases, the largest of several.
//!
//! Forget all tiles but five, and keep those and the blank exactly. The fewest slides that bring these five and the
//! blank home are a lower bound on the fewest that bring everything home, since every solution does that too. All such
//! states (16·15·14·13·12·11 on a 4x4 board) are measured once, breadth first from the goal.
//!
//! The databases cannot be added up, as those for single moves can: one slide may move tiles of several patterns. So the
//! bound is the largest of them, and of [`SegmentWalking`].
//!
//! *Turns.* Slides alternate (see [`SegmentWalking`]), so after a vertical one only the ways that continue with a
//! horizontal one matter. Each state is measured twice: the fewest slides beginning with a horizontal one, and with a
//! vertical one. Both go into one byte: the smaller in five bits, which one it is, and the difference in two bits. What
//! does not fit is cut down: a smaller bound is still a bound.
//!
//! *Reflection.* On a square board whose goal has its blank on the diagonal, a board and its transpose are equally far
//! from the goal, with the two kinds of slides exchanged: every table answers twice.
//!
//! A state is its own index: four bits for the cell of each tile and of the blank. Two in three of the bytes are never
//! used, but no number has to be computed.

use hueco_search::{Budget, Cost, Heuristic, Limit, Quality};

use super::problem::{MultiTiles, Slide};
use super::walking::{SegmentWalking, WalkingMemo};
use crate::board::{Direction, Shape};
use crate::cells::Cells;
use crate::problem::Frame;

/// Tiles a pattern.
const TILES: usize = 5;
/// Patterns of a board of at most 16 cells.
const PATTERNS: usize = 3;
/// Entries of a table: a nibble for each tile, and the blank's above them.
const ENTRIES: usize = 1 << (4 * (TILES + 1));
const BLANK: u32 = 4 * TILES as u32;

/// The largest of some pattern databases and [`SegmentWalking`], for boards of at most 16 cells.
#[derive(Clone, Debug)]
pub struct SlidePatterns {
    walking: SegmentWalking,
    patterns: Vec<Pattern>,
    /// By label: the pattern it belongs to, and its place in the index.
    member: [Option<(u8, u8)>; 16],
    /// The same for the label's mirror image, if the board may be reflected.
    mirrored: Option<[Option<(u8, u8)>; 16]>,
    shape: Shape,
}

/// The distances of five tiles and the blank.
#[derive(Clone, Debug)]
struct Pattern {
    /// By index: the smaller distance, [`VERTICAL`] if it begins with a vertical slide, and the difference above
    /// [`DIFFERENCE`].
    entries: Box<[u8]>,
}

/// The largest distance in an entry.
const LARGEST: u8 = 31;
/// The bit that shows which distance is the smaller one.
const VERTICAL: u8 = 32;
/// Where the difference of the two stands; it is at most 3.
const DIFFERENCE: u8 = 6;

/// The distance of what is not reached.
const NEVER: u8 = u8::MAX;

impl Pattern {
    /// Measures the tiles that belong in the cells `home`, with the blank's goal cell `blank`.
    fn build(shape: Shape, home: &[u8], blank: u8, budget: &Budget) -> Result<Self, Limit> {
        let goal = home
            .iter()
            .zip(0..)
            .fold(u32::from(blank) << BLANK, |index, (&cell, place)| index | u32::from(cell) << (4 * place));
        // First those that begin with a horizontal slide, then those that begin with a vertical one.
        let mut distances = [vec![NEVER; ENTRIES], vec![NEVER; ENTRIES]];
        let mut level = [vec![goal], vec![goal]];
        for distances in &mut distances {
            distances[goal as usize] = 0;
        }
        let beside = neighbours(shape);
        let mut depth = 0;
        while level.iter().any(|states| !states.is_empty()) {
            budget.check()?;
            depth += 1;
            // Before what is done from here vertically comes a horizontal slide, and the other way round.
            let mut next = [Vec::new(), Vec::new()];
            for (first, directions) in
                [[Direction::Left, Direction::Right], [Direction::Up, Direction::Down]].iter().enumerate()
            {
                for &state in &level[1 - first] {
                    for &direction in directions {
                        for after in slides(beside[direction as usize], home.len(), state) {
                            let distance = &mut distances[first][after as usize];
                            if *distance == NEVER {
                                *distance = depth;
                                next[first].push(after);
                            }
                        }
                    }
                }
            }
            level = next;
        }
        let [horizontal, vertical] = distances;
        let entry = |(&h, &v): (&u8, &u8)| match h.min(v) {
            NEVER => 0,
            least => {
                let which = if v < h { VERTICAL } else { 0 };
                least.min(LARGEST) | which | h.abs_diff(v).min(3) << DIFFERENCE
            }
        };
        Ok(Self { entries: horizontal.iter().zip(&vertical).map(entry).collect() })
    }

    /// The fewest slides, if the last one was vertical (so that a horizontal one follows), horizontal, or there was none.
    #[inline]
    fn slides(&self, index: u32, last_vertical: Option<bool>) -> Cost {
        let entry = self.entries[index as usize % ENTRIES];
        let least_is_vertical = entry & VERTICAL != 0;
        let least_is_closed = last_vertical == Some(least_is_vertical);
        Cost::from(entry & LARGEST) + if least_is_closed { Cost::from(entry >> DIFFERENCE) } else { 0 }
    }
}

/// What a slide adds to a cell.
fn step(shape: Shape, direction: Direction) -> isize {
    match direction {
        Direction::Up => -(shape.cols() as isize),
        Direction::Left => -1,
        Direction::Right => 1,
        Direction::Down => shape.cols() as isize,
    }
}

/// By direction and cell: the cell beside it, or [`OFF`].
type Neighbours = [[u8; 16]; 4];
const OFF: u8 = u8::MAX;

fn neighbours(shape: Shape) -> Neighbours {
    let beside = |direction, cell| if cell < shape.cells() { shape.neighbour(cell, direction) } else { None };
    Direction::ALL.map(|direction| std::array::from_fn(|cell| beside(direction, cell).map_or(OFF, |next| next as u8)))
}

/// The indices after the blank went one cell in a direction, two, and so on to the edge.
fn slides(beside: [u8; 16], tiles: usize, state: u32) -> impl Iterator<Item = u32> {
    let mut state = state;
    std::iter::from_fn(move || {
        let blank = state >> BLANK & 15;
        let next = match beside[blank as usize] {
            OFF => return None,
            next => u32::from(next),
        };
        // Every tile is looked at, without a branch: at most one of them stands there.
        let moved = (0..tiles).fold(0, |moved, place| {
            moved | if state >> (4 * place) & 15 == next { (next ^ blank) << (4 * place) } else { 0 }
        });
        state ^= moved | (next ^ blank) << BLANK;
        Some(state)
    })
}

impl SlidePatterns {
    /// The bytes of its tables at the most, while they are built.
    pub const BYTES: u64 = ((PATTERNS + 2) * ENTRIES) as u64;

    /// Measured to the goal of `frame`; `None` if its board has more than 16 cells. Takes some seconds on 4x4.
    pub fn new(frame: &Frame, walking: SegmentWalking, budget: &Budget) -> Result<Option<Self>, Limit> {
        let shape = frame.shape();
        if shape.cells() > 16 {
            return Ok(None);
        }
        budget.allow_bytes(Self::BYTES)?;
        let home: Vec<u8> = frame.home().iter().map(|&cell| cell as u8).collect();
        let mut member = [None; 16];
        let mut patterns = Vec::new();
        for (pattern, tiles) in home[1..].chunks(TILES).enumerate() {
            for place in 0..tiles.len() {
                member[1 + pattern * TILES + place] = Some((pattern as u8, place as u8));
            }
            patterns.push(Pattern::build(shape, tiles, home[0], budget)?);
        }
        let transposed = |cell: u8| shape.col(cell as usize) * shape.cols() + shape.row(cell as usize);
        let square = shape.rows() == shape.cols();
        let mirrored = (square && transposed(home[0]) == home[0] as usize).then(|| {
            let image = |label: usize| home.iter().position(|&cell| cell as usize == transposed(home[label]));
            std::array::from_fn(|label| home.get(label).and_then(|_| member[image(label).unwrap_or(0)]))
        });
        Ok(Some(Self { walking, patterns, member, mirrored, shape }))
    }

    /// Bytes of the tables.
    pub fn bytes(&self) -> u64 {
        (self.patterns.len() * ENTRIES) as u64 + self.walking.bytes()
    }

    #[inline]
    fn transposed(&self, cell: usize) -> usize {
        self.shape.col(cell) * self.shape.cols() + self.shape.row(cell)
    }
}

/// The indices of the board and of its reflection in each table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PatternMemo {
    walking: WalkingMemo,
    board: [u32; PATTERNS],
    mirror: [u32; PATTERNS],
}

impl<C: Cells> Heuristic<MultiTiles<C>> for SlidePatterns {
    type Memo = PatternMemo;

    fn memo(&self, problem: &MultiTiles<C>, state: &C) -> PatternMemo {
        let blank = state.blank();
        let mut memo = PatternMemo {
            walking: self.walking.memo(problem, state),
            board: [(blank as u32) << BLANK; PATTERNS],
            mirror: [(self.transposed(blank) as u32) << BLANK; PATTERNS],
        };
        for cell in 0..self.shape.cells() {
            let label = state.get(cell);
            if let Some((pattern, place)) = self.member[label] {
                memo.board[pattern as usize] |= (cell as u32) << (4 * place);
            }
            if let Some((pattern, place)) = self.mirrored.and_then(|mirrored| mirrored[label]) {
                memo.mirror[pattern as usize] |= (self.transposed(cell) as u32) << (4 * place);
            }
        }
        memo
    }

    #[inline]
    fn advance(&self, problem: &MultiTiles<C>, memo: &PatternMemo, before: &C, slide: Slide) -> PatternMemo {
        let mut after = PatternMemo { walking: self.walking.advance(problem, &memo.walking, before, slide), ..*memo };
        let step = step(self.shape, slide.direction);
        let first = before.blank();
        let mut blank = first;
        for _ in 0..slide.cells {
            let next = blank.wrapping_add_signed(step);
            let label = before.get(next);
            if let Some((pattern, place)) = self.member[label] {
                after.board[pattern as usize] ^= (next as u32 ^ blank as u32) << (4 * place);
            }
            if let Some((pattern, place)) = self.mirrored.as_ref().and_then(|mirrored| mirrored[label]) {
                let change = self.transposed(next) ^ self.transposed(blank);
                after.mirror[pattern as usize] ^= (change as u32) << (4 * place);
            }
            blank = next;
        }
        let (board, mirror) = (first ^ blank, self.transposed(first) ^ self.transposed(blank));
        after.board.iter_mut().for_each(|index| *index ^= (board as u32) << BLANK);
        after.mirror.iter_mut().for_each(|index| *index ^= (mirror as u32) << BLANK);
        after
    }

    #[inline]
    fn estimate(&self, memo: &PatternMemo, limit: Cost) -> Option<Cost> {
        let mut bound = Heuristic::<MultiTiles<C>>::estimate(&self.walking, &memo.walking, limit)?;
        let last = memo.walking.2;
        for (pattern, &index) in self.patterns.iter().zip(&memo.board) {
            if bound > limit {
                return Some(bound);
            }
            bound = bound.max(pattern.slides(index, last));
        }
        if self.mirrored.is_some() {
            for (pattern, &index) in self.patterns.iter().zip(&memo.mirror) {
                if bound > limit {
                    return Some(bound);
                }
                bound = bound.max(pattern.slides(index, last.map(|vertical| !vertical)));
            }
        }
        Some(bound)
    }

    fn quality(&self) -> Quality {
        Quality::Admissible
    }
}
