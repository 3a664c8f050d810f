//! A range of the orders of a space, enumerated level by level: the piece that one thread, or one machine, works on.
//!
//! A state has two bits, one in each of two *planes*; the states of one order are neighbours in a 16-bit word.
//!
//! | bits | meaning |
//! |---|---|
//! | neither | unseen |
//! | only that of the level's own plane | current: reached at this depth |
//! | only that of the other plane | next: reached at the depth after |
//! | both | closed |
//!
//! The planes take turns, so what was next becomes current without being touched. To expand a level is to walk through
//! the orders once. Horizontal moves stay in the word and are made for all its states at once. Vertical moves lead to
//! another order (see [`turns`](super::turns)), where one bit is set in the other plane.
//!
//! Where one tile goes one step, a level's states have their blank on the cells of one colour of a chessboard, and the
//! marks fall on the other colour: a mark cannot fall on a current state, so it needs no look at what is there. Where
//! many tiles slide at once it can, and the mark first looks at the level's own plane.
//!
//! A mark outside the range is handed to the caller, who brings it to the shard it belongs to, by [`Shard::mark`],
//! before the next level is expanded.

use std::ops::Range;

use hueco_search::{Budget, Limit};

use super::Space;
use super::turns::Row;
use crate::metric::Metric;

/// The orders `range` of a space, two bits per state.
#[derive(Clone, Debug)]
pub struct Shard {
    range: Range<u64>,
    /// The current plane of the even levels and that of the odd ones.
    planes: [Vec<u16>; 2],
}

/// States to be marked: up to 64 orders one after the other, all with the blank in the same cell (as read).
///
/// Moves that lead far, as those to another shard do, change the first digits of an order and leave the last ones alone:
/// what is side by side goes to what is side by side. So a mark for many states is as cheap to carry as one for a single one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The first order, and the blank's cell in the lowest four bits.
    first: u64,
    /// Which of the orders from the first on: the lowest bit is the first, and set.
    orders: u64,
}

impl Mark {
    /// The orders a mark can hold.
    const ORDERS: usize = 64;

    /// The state with this order and the blank in this cell.
    #[inline]
    pub fn new(order: u64, blank: usize) -> Self {
        Self { first: order << 4 | blank as u64 & 15, orders: 1 }
    }

    /// Those of the orders from `order` on whose bits are set. `None` if none is.
    #[inline]
    fn several(order: u64, blank: usize, orders: u64) -> Option<Self> {
        let gap = orders.trailing_zeros();
        (orders != 0).then(|| Self { orders: orders >> gap, ..Self::new(order + u64::from(gap), blank) })
    }

    /// The mark of the space's goal.
    pub fn goal(space: &Space) -> Self {
        let (order, blank) = space.ranking().split(space.ranking().goal());
        Self::new(order, blank)
    }

    /// From the first order that is marked to the last.
    #[inline]
    pub fn span(self) -> Range<u64> {
        let first = self.first >> 4;
        first..first + u64::from(u64::BITS - self.orders.leading_zeros())
    }

    /// The part before an order, and the rest.
    pub fn split(self, order: u64) -> (Option<Self>, Option<Self>) {
        let before = order.saturating_sub(self.first >> 4);
        let low = if before >= u64::from(u64::BITS) { u64::MAX } else { (1 << before) - 1 };
        let part = |orders: u64| Self::several(self.first >> 4, (self.first & 15) as usize, orders);
        (part(self.orders & low), part(self.orders & !low))
    }

    /// As two numbers, to be sent or kept.
    #[inline]
    pub fn numbers(self) -> [u64; 2] {
        [self.first, self.orders]
    }

    /// From numbers that may be any: `None` if they mark no state, or one that is not of these orders and cells.
    pub fn checked(numbers: [u64; 2], range: &Range<u64>, cells: usize) -> Option<Self> {
        let mark = Self::of_numbers(numbers);
        let (span, blank) = (mark.span(), (mark.first & 15) as usize);
        let is_inside = range.start <= span.start && span.end <= range.end;
        (mark.orders & 1 == 1 && is_inside && blank < cells).then_some(mark)
    }

    /// From numbers of a mark.
    #[inline]
    pub fn of_numbers([first, orders]: [u64; 2]) -> Self {
        Self { first, orders }
    }
}

/// What a shard found in one level.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expanded {
    /// The states of the level.
    pub states: u64,
    /// The ranks of the first of them, at most as many as were asked for.
    pub first: Vec<u64>,
}

/// Receives the states of a level while it is expanded: an order and the blank's cells, one bit each.
pub trait Visitor {
    /// Whether it wants them at all.
    const LISTENS: bool = true;

    /// The states of one order. Orders come in increasing order, those without a state are left out.
    fn visit(&mut self, order: u64, blanks: u16);
}

impl Visitor for () {
    const LISTENS: bool = false;

    #[inline]
    fn visit(&mut self, _: u64, _: u16) {}
}

/// How often limits are looked at, in orders: some milliseconds of work.
const BETWEEN_CHECKS: u64 = 1 << 18;

/// Orders whose words are tested at once for having anything to do.
const AT_ONCE: usize = 8;

/// A segment is dense if more than one in this many of its orders have a state of the level: about where both ways cost
/// the same on 3x4.
const DENSE: usize = 10;
/// Orders counted at a time: as many as a 16-bit sum can hold.
const DENSE_CHUNK: usize = 1 << 14;

/// The vertical moves of a blank in one cell: up to two, and the bits they set.
#[derive(Clone, Copy)]
struct Moves<'a, const N: usize> {
    rows: [Row<'a>; N],
    bits: [u16; N],
}

impl Shard {
    /// All states of these orders unseen.
    ///
    /// # Panics
    ///
    /// If the space has no such orders.
    pub fn new(space: &Space, range: Range<u64>) -> Self {
        assert!(range.start <= range.end && range.end <= space.ranking().orders(), "a range of the space's orders");
        let words = (range.end - range.start) as usize;
        Self { range, planes: [vec![0; words], vec![0; words]] }
    }

    /// The orders.
    pub fn range(&self) -> Range<u64> {
        self.range.clone()
    }

    /// Both planes, to be kept in a file between two levels.
    pub fn planes(&self) -> [&[u16]; 2] {
        [&self.planes[0], &self.planes[1]]
    }

    /// A shard as it was kept. `None` if the planes do not fit the range.
    pub fn from_planes(range: Range<u64>, planes: [Vec<u16>; 2]) -> Option<Self> {
        let words = range.end.checked_sub(range.start)?;
        planes.iter().all(|plane| plane.len() as u64 == words).then_some(Self { range, planes })
    }

    /// Bytes of the planes of this many orders.
    pub fn bytes(orders: u64) -> u64 {
        orders.saturating_mul(4)
    }

    /// Marks states of this shard as reached at `level`, unless they were reached before. Marks for a level come while the
    /// level before is expanded or after it.
    ///
    /// # Panics
    ///
    /// If any of them belongs to another shard.
    pub fn mark(&mut self, mark: Mark, level: u32) {
        let first = ((mark.first >> 4) - self.range.start) as usize;
        let bit = 1 << (mark.first & 15);
        let [own, other] = [level % 2, (level + 1) % 2].map(|plane| plane as usize);
        let mut rest = mark.orders;
        while rest != 0 {
            let at = first + rest.trailing_zeros() as usize;
            rest &= rest - 1;
            self.planes[own][at] |= bit & !self.planes[other][at];
        }
    }

    /// Expands all states of `level`: closes them and marks their neighbours for the level after. Neighbours that belong
    /// to other shards are handed to `send`.
    ///
    /// After an error the shard is half-way through its level and of no further use.
    pub fn expand(
        &mut self,
        space: &Space,
        level: u32,
        keep: usize,
        visitor: &mut impl Visitor,
        send: &mut impl FnMut(Mark),
        budget: &Budget,
    ) -> Result<Expanded, Limit> {
        let [even, odd] = &mut self.planes;
        let (own, other) = if level.is_multiple_of(2) { (&even[..], &mut odd[..]) } else { (&odd[..], &mut even[..]) };
        let mut walk = Walk {
            space,
            start: self.range.start,
            own,
            other,
            keep,
            found: Expanded::default(),
            visitor,
            send,
            current: Vec::new(),
        };
        match (space.metric(), space.ranking().read_shape().rows()) {
            (Metric::Single, 1..=2) => walk.run::<1, false>(budget)?,
            (Metric::Single, _) => walk.run::<2, false>(budget)?,
            (Metric::Multi, 1..=2) => walk.run::<1, true>(budget)?,
            (Metric::Multi, _) => walk.run::<2, true>(budget)?,
        }
        Ok(walk.found)
    }
}

/// A walk through the orders of a shard.
struct Walk<'a, V, S> {
    space: &'a Space,
    start: u64,
    own: &'a [u16],
    other: &'a mut [u16],
    keep: usize,
    found: Expanded,
    visitor: &'a mut V,
    send: &'a mut S,
    /// The states of a segment, while it is worked on.
    current: Vec<u16>,
}

impl<V: Visitor, S: FnMut(Mark)> Walk<'_, V, S> {
    fn run<const N: usize, const MULTI: bool>(&mut self, budget: &Budget) -> Result<(), Limit> {
        let segment = self.space.turns().segment();
        let end = self.start + self.own.len() as u64;
        let (mut here, mut next_check) = (self.start, self.start);
        let mut counted = 0;
        while here < end {
            if here >= next_check {
                budget.count(self.found.states - counted);
                counted = self.found.states;
                budget.check()?;
                next_check = here + BETWEEN_CHECKS;
            }
            let number = here / segment;
            let stop = end.min((number + 1) * segment);
            self.segment::<N, MULTI>(number, here..stop);
            here = stop;
        }
        budget.count(self.found.states - counted);
        Ok(())
    }

    /// The orders `range`, all of segment `number`.
    fn segment<const N: usize, const MULTI: bool>(&mut self, number: u64, range: Range<u64>) {
        let words = (range.start - self.start) as usize..(range.end - self.start) as usize;
        let waiting = |own: &[u16], other: &[u16]| own.iter().zip(other).fold(0, |any, (a, b)| any | a & !b) != 0;
        if !waiting(&self.own[words.clone()], &self.other[words.clone()]) {
            return;
        }
        let first_place = (range.start - number * self.space.turns().segment()) as usize;
        let moves = self.space.moves::<N>(number);
        let whole = words.len() as u64 == self.space.turns().segment();
        let mut at = words.start;
        if !MULTI && whole && self.is_dense(words.clone()) {
            self.dense(words, &moves);
            return;
        }
        while at < words.end {
            let stop = words.end.min(at + AT_ONCE);
            if waiting(&self.own[at..stop], &self.other[at..stop]) {
                for word in at..stop {
                    let current = self.own[word] & !self.other[word];
                    if current != 0 {
                        self.word::<N, MULTI>(word, current, first_place + (word - words.start), &moves);
                    }
                }
            }
            at = stop;
        }
    }

    /// Whether enough orders have a state of the level that it pays to go through all of them once per move.
    fn is_dense(&self, words: Range<usize>) -> bool {
        let busy = |(a, b): (&u16, &u16)| u16::from(a & !b != 0);
        let pairs = self.own[words.clone()].chunks(DENSE_CHUNK).zip(self.other[words.clone()].chunks(DENSE_CHUNK));
        let busy: usize = pairs.map(|(own, other)| own.iter().zip(other).map(busy).sum::<u16>() as usize).sum();
        busy * DENSE > words.len()
    }

    /// A whole segment, move by move instead of state by state: nothing depends on a bit, so no branch is mispredicted,
    /// and where many orders in a row are changed alike the compiler makes it eight orders at a time.
    fn dense<const N: usize>(&mut self, words: Range<usize>, moves: &[Moves<'_, N>; 16]) {
        let mut current = std::mem::take(&mut self.current);
        current.clear();
        current.extend(self.own[words.clone()].iter().zip(&self.other[words.clone()]).map(|(own, other)| own & !other));
        let [first_column, last_column] = self.space.edges;
        for (other, &now) in self.other[words.clone()].iter_mut().zip(&current) {
            *other |= now | (now & !last_column) << 1 | (now & !first_column) >> 1;
        }
        if V::LISTENS || self.found.first.len() < self.keep {
            for (word, &now) in words.clone().zip(&current).filter(|(_, now)| **now != 0) {
                self.visitor.visit(self.start + word as u64, now);
                self.keep_some(word, now);
            }
        }
        self.found.states += current.iter().map(|now| u64::from(now.count_ones())).sum::<u64>();
        let present = current.iter().fold(0, |all, now| all | now);
        for (cell, moves) in moves.iter().enumerate().filter(|(cell, _)| present >> cell & 1 == 1) {
            for (row, &bit) in moves.rows.iter().zip(&moves.bits).filter(|(_, bit)| **bit != 0) {
                self.dense_move(words.start, &current, row, cell, bit.trailing_zeros());
            }
        }
        self.current = current;
    }

    /// One move of all states with their blank in the cell `from`, to the cell `to`.
    fn dense_move(&mut self, first: usize, current: &[u16], row: &Row<'_>, from: usize, to: u32) {
        // Shifts, since of a condition the compiler might make a branch.
        let moved = |now: u16| (now >> from & 1) << to;
        if !row.from().is_empty() {
            let targets = &mut self.other[first..first + current.len()];
            for (word, &source) in targets.iter_mut().zip(row.from()) {
                *word |= moved(current[source as usize]);
            }
            return;
        }
        if row.run() < AT_ONCE {
            for (place, &now) in current.iter().enumerate() {
                let target = (first + place).wrapping_add_signed(row.change(place) as isize);
                match self.other.get_mut(target) {
                    Some(word) => *word |= moved(now),
                    None if moved(now) != 0 => self.hand_over(target, moved(now)),
                    None => {}
                }
            }
            return;
        }
        for (run, current) in current.chunks_exact(row.run()).enumerate() {
            let place = run * row.run();
            let target = (first + place).wrapping_add_signed(row.change(place) as isize);
            let targets = target.checked_add(current.len()).and_then(|end| self.other.get_mut(target..end));
            if let Some(targets) = targets {
                for (word, &now) in targets.iter_mut().zip(current) {
                    *word |= moved(now);
                }
                continue;
            }
            for (chunk, current) in current.chunks(Mark::ORDERS).enumerate() {
                let target = target.wrapping_add(chunk * Mark::ORDERS);
                self.hand_run_over(target, current, from, to);
            }
        }
    }

    /// The same for a few orders one after the other, not all of which lead to this shard.
    #[cold]
    fn hand_run_over(&mut self, target: usize, current: &[u16], from: usize, to: u32) {
        let moved = |now: u16| now >> from & 1;
        let last = target.wrapping_add(current.len() - 1);
        let is_outside = target as isize >= self.other.len() as isize || (last as isize) < 0;
        if !is_outside {
            for (place, &now) in current.iter().enumerate().filter(|(_, now)| moved(**now) != 0) {
                self.set::<false>(target.wrapping_add(place), moved(now) << to);
            }
            return;
        }
        let orders = current.iter().rev().fold(0, |orders, &now| orders << 1 | u64::from(moved(now)));
        let order = self.start.wrapping_add_signed(target as i64);
        if let Some(mark) = Mark::several(order, to as usize, orders) {
            (self.send)(mark);
        }
    }

    /// The states `current` of one order.
    #[inline]
    fn word<const N: usize, const MULTI: bool>(
        &mut self,
        word: usize,
        current: u16,
        place: usize,
        moves: &[Moves<'_, N>; 16],
    ) {
        let beside = self.space.beside::<MULTI>(current);
        let beside = if MULTI { beside & !self.own[word] } else { beside };
        self.other[word] |= current | beside;
        self.visitor.visit(self.start + word as u64, current);
        if self.found.first.len() < self.keep {
            self.keep_some(word, current);
        }
        let mut rest = current;
        while rest != 0 {
            let cell = rest.trailing_zeros() as usize % 16;
            rest &= rest - 1;
            self.found.states += 1;
            for (row, &bit) in moves[cell].rows.iter().zip(&moves[cell].bits) {
                let target = word.wrapping_add_signed(row.change(place) as isize);
                self.set::<MULTI>(target, bit);
                if MULTI && bit != 0 {
                    self.further(cell, target, bit);
                }
            }
        }
    }

    /// Sets one bit, here or elsewhere.
    #[inline]
    fn set<const MULTI: bool>(&mut self, target: usize, bit: u16) {
        match self.other.get_mut(target) {
            Some(word) if MULTI => *word |= bit & !self.own[target],
            Some(word) => *word |= bit,
            None => self.hand_over(target, bit),
        }
    }

    #[cold]
    fn hand_over(&mut self, target: usize, bit: u16) {
        let order = self.start.wrapping_add_signed(target as i64);
        (self.send)(Mark::new(order, bit.trailing_zeros() as usize));
    }

    /// The cells beyond the first that the blank reaches in the same slide.
    #[inline]
    fn further(&mut self, cell: usize, first: usize, bit: u16) {
        let cols = self.space.ranking().read_shape().cols();
        let mut here = bit.trailing_zeros() as usize;
        let down = here > cell;
        let mut order = self.start.wrapping_add_signed(first as i64);
        while let Some(after) = self.space.turns().after(order, here, down) {
            here = if down { here + cols } else { here - cols };
            order = after;
            self.set::<true>(order.wrapping_sub(self.start) as usize, 1 << here);
        }
    }

    fn keep_some(&mut self, word: usize, current: u16) {
        let room = self.keep - self.found.first.len();
        let order = self.start + word as u64;
        let cells = (0..16).filter(|cell| current >> cell & 1 == 1).take(room);
        self.found.first.extend(cells.map(|cell| self.space.ranking().join(order, cell)));
    }
}

impl Space {
    /// The vertical moves of a blank in each cell, for the orders of a segment. Where there are fewer than `N`, the rest
    /// go nowhere and set no bit: a mark more is cheaper than a branch that cannot be predicted.
    fn moves<const N: usize>(&self, number: u64) -> [Moves<'_, N>; 16] {
        let turns = self.turns();
        let cols = self.ranking().read_shape().cols();
        let odd = turns.odd(number);
        let nowhere = turns.nowhere();
        std::array::from_fn(|cell| {
            let down = turns.down(cell, number, odd).map(|row| (row, 1 << (cell + cols)));
            let up = turns.up(cell, number, odd).map(|row| (row, 1 << (cell - cols)));
            let mut moves = Moves { rows: [nowhere; N], bits: [0; N] };
            for (slot, (row, bit)) in down.into_iter().chain(up).enumerate() {
                moves.rows[slot] = row;
                moves.bits[slot] = bit;
            }
            moves
        })
    }

    /// The cells to which blanks in these cells can go within their rows.
    #[inline]
    fn beside<const MULTI: bool>(&self, blanks: u16) -> u16 {
        if MULTI {
            let rows = &self.rows;
            rows.iter().fold(0, |cells, row| if blanks & row == 0 { cells } else { cells | row })
        } else {
            (blanks & !self.edges[1]) << 1 | (blanks & !self.edges[0]) >> 1
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn only_marks_of_states_are_taken_from_numbers() {
        let taken = |order: u64, blank: u64, orders: u64| {
            let numbers = [order << 4 | blank, orders];
            Mark::checked(numbers, &(100..120), 12).map(Mark::numbers) == Some(numbers)
        };
        assert!(taken(100, 0, 1) && taken(119, 11, 1) && taken(100, 3, 0b1011) && taken(100, 0, (1 << 20) - 1));
        // Before the range, after it, beyond its end, no such cell, no state, and not as marks are written.
        assert!(!taken(99, 0, 1) && !taken(120, 0, 1) && !taken(u64::MAX >> 4, 0, 1) && !taken(110, 0, 1 << 10 | 1));
        assert!(!taken(100, 12, 1) && !taken(100, 15, 1) && !taken(100, 0, 0) && !taken(100, 0, 0b110));
    }

    proptest! {
        #[test]
        fn a_mark_that_is_split_marks_the_same(order in 0_u64..1000, blank in 0_usize..16, orders in 1_u64.., at in 0_u64..1100) {
            let marked = |mark: Mark| -> Vec<u64> {
                let [first, orders] = mark.numbers();
                (0..64).filter(|bit| orders >> bit & 1 == 1).map(|bit| (first >> 4) + bit).collect()
            };
            let whole = Mark::several(order, blank, orders).unwrap();
            let (before, after) = whole.split(at);
            let parts: Vec<u64> = [before, after].into_iter().flatten().flat_map(marked).collect();
            prop_assert_eq!(&parts, &marked(whole));
            prop_assert!(before.is_none_or(|mark| mark.span().end <= at.max(order) && mark.span().start == marked(mark)[0]));
            prop_assert!(after.is_none_or(|mark| mark.span().start >= at && mark.span().start == marked(mark)[0]));
            prop_assert!([before, after].into_iter().flatten().all(|mark| mark.numbers()[0] & 15 == blank as u64));
        }
    }
}
