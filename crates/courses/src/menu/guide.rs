//! The three heuristics of the menu: what they measure, and in which order they push the children of a state.
//!
//! | option | title | first | then | then |
//! |---|---|---|---|---|
//! | 2 | `PIEZAS` | larger g | larger board | |
//! | 3 | `SUMAS` | larger h | larger board | |
//! | 4 | `REGRESOS` | larger f = g + h | smaller d | larger board |
//!
//! What is pushed last is examined next, so "larger first" is how a stack climbs towards the smaller. Boards compare as
//! their nine numbers, row by row.

use std::cmp::{Ordering, Reverse};
use std::fmt;

use hueco_search::{Child, Cost, Heuristic, Quality};
use hueco_tiles::heuristic::{Manhattan, Misplaced, direct_reversals};
use hueco_tiles::{Cells, Nibbles, Tiles};

use super::CELLS;

/// A heuristic of the menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Guide {
    /// Option 2: g, the tiles out of place.
    Pieces,
    /// Option 3: h, the sum of distances.
    Sums,
    /// Option 4: f = g + h, and d where f is equal.
    Reversals,
}

impl Guide {
    /// All three, in the order of the menu.
    pub const ALL: [Self; 3] = [Self::Pieces, Self::Sums, Self::Reversals];

    /// Its number in the menu.
    pub fn option(self) -> u64 {
        2 + self as u64
    }

    /// The heuristic of an option.
    pub fn of_option(option: u64) -> Option<Self> {
        Self::ALL.into_iter().find(|guide| guide.option() == option)
    }

    /// Its title in the output file.
    pub fn title(self) -> &'static str {
        match self {
            Self::Pieces => "PIEZAS",
            Self::Sums => "SUMAS",
            Self::Reversals => "REGRESOS",
        }
    }
}

/// What the menu's document measures of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Values {
    /// Tiles out of place, the blank not counted.
    pub g: Cost,
    /// The sum of the tiles' distances to their places, the blank not counted.
    pub h: Cost,
    /// Twice the number of direct reversals; here the blank counts as a piece.
    pub d: Cost,
}

impl Values {
    /// g + h.
    pub fn f(self) -> Cost {
        self.g + self.h
    }
}

/// `g=5 h=6 f=11 d=2`
impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "g={} h={} f={} d={}", self.g, self.h, self.f(), self.d)
    }
}

/// The number in a cell. The goal is `0 1 2 …`, so the search's labels are the numbers.
pub(super) fn number(state: Nibbles, cell: usize) -> u8 {
    state.get(cell) as u8
}

/// Measures states, and orders children, for one heuristic. To the engine its estimate is the first key.
pub(super) struct Measures<'a> {
    tiles: &'a Tiles<Nibbles>,
    misplaced: Misplaced,
    manhattan: Manhattan,
    pub(super) guide: Guide,
}

impl<'a> Measures<'a> {
    pub(super) fn new(tiles: &'a Tiles<Nibbles>, guide: Guide) -> Self {
        let frame = tiles.frame();
        Self { tiles, misplaced: Misplaced::new(frame), manhattan: Manhattan::new(frame), guide }
    }

    pub(super) fn values(&self, state: Nibbles) -> Values {
        let frame = self.tiles.frame();
        Values {
            g: self.misplaced.count(&state),
            h: self.manhattan.distance(&state),
            d: 2 * direct_reversals(&state, frame.shape(), frame.home()),
        }
    }

    /// The lesser is pushed first.
    pub(super) fn order(&self, a: &Child<'_, Tiles<Nibbles>>, b: &Child<'_, Tiles<Nibbles>>) -> Ordering {
        self.key(*a.state, a.h).cmp(&self.key(*b.state, b.h))
    }

    fn key(&self, state: Nibbles, first: Cost) -> (Reverse<Cost>, Cost, Reverse<[u8; CELLS]>) {
        let d = if self.guide == Guide::Reversals { self.values(state).d } else { 0 };
        (Reverse(first), d, Reverse(std::array::from_fn(|cell| number(state, cell))))
    }
}

impl Heuristic<Tiles<Nibbles>> for Measures<'_> {
    type Memo = Cost;

    fn memo(&self, _: &Tiles<Nibbles>, state: &Nibbles) -> Cost {
        let values = self.values(*state);
        match self.guide {
            Guide::Pieces => values.g,
            Guide::Sums => values.h,
            Guide::Reversals => values.f(),
        }
    }

    fn estimate(&self, memo: &Cost, _: Cost) -> Option<Cost> {
        Some(*memo)
    }

    fn quality(&self) -> Quality {
        Quality::Inadmissible
    }
}
