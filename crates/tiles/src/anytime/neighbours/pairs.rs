//! What is around a cell, and what it weighs together with the cell.

use super::classes::{BLANK, CODES, Seen, diagonal, imaged, left_right};
use super::file::Set;
use crate::board::{Direction, Shape};

/// Greater than all codes.
pub(super) const EDGE: u8 = CODES as u8;
/// Room for the codes and the edge: a power of two, so that places are computed by shifts and no index is out of bounds.
const ROOM: usize = 64;

/// The cells around a cell: above, left, right, below, and at the corners above and below, each left and right.
pub(super) const AROUND: usize = 8;

/// The cells there.
pub(super) fn around(shape: Shape, cell: usize) -> [Option<usize>; AROUND] {
    let beside = |to: Direction| shape.neighbour(cell, to);
    let corner = |first: Direction, then: Direction| shape.neighbour(beside(first)?, then);
    let [up, left, right, down] = Direction::ALL;
    let corners = [corner(up, left), corner(up, right), corner(down, left), corner(down, right)];
    let mut around = [None; AROUND];
    around[..4].copy_from_slice(&Direction::ALL.map(beside));
    around[4..].copy_from_slice(&corners);
    around
}

/// What is beside a cell: by direction a code, or [`EDGE`]. In one word: a processor that has just written one byte waits
/// before it reads all of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Around(u64);

impl Around {
    pub(super) const NOTHING: Self = Self(EDGE as u64 * 0x0101_0101_0101_0101);

    #[inline]
    pub(super) fn new(beside: impl Fn(usize) -> u8) -> Self {
        Self((0..AROUND).fold(0, |around, direction| around | u64::from(beside(direction)) << (8 * direction)))
    }

    #[inline]
    pub(super) fn beside(self, direction: usize) -> u8 {
        (self.0 >> (8 * direction)) as u8
    }

    /// As if there were nothing in one direction.
    #[inline]
    pub(super) fn without(self, direction: usize) -> Self {
        let byte = 0xFF << (8 * direction);
        Self(self.0 & !byte | Self::NOTHING.0 & byte)
    }
}

/// The weights of two cells that touch. What is beside a cell is one of the codes, or the edge, which weighs nothing.
#[derive(Clone, Debug)]
pub(super) struct Pairs {
    /// By direction, a cell's code and what is beside it there: by how much it weighs more than with the blank in the cell.
    more: Box<[i16; AROUND * ROOM * ROOM]>,
    /// By direction and what is beside the blank there.
    blank: [i16; AROUND * ROOM],
}

impl Pairs {
    pub(super) fn new(set: &Set, seen: &Seen) -> Option<Self> {
        let across = |left: usize, right: usize| set.weights[seen.beside[left * CODES + right] as usize];
        let down = |above: usize, below: usize| across(imaged(above, diagonal), imaged(below, diagonal));
        let corner = |above: usize, below: usize| set.weights[seen.corner[above * CODES + below] as usize];
        let other_corner = |above: usize, below: usize| corner(imaged(above, left_right), imaged(below, left_right));
        let weight = |direction: usize, own: usize, other: usize| match direction {
            0 => down(other, own),
            1 => across(other, own),
            2 => across(own, other),
            3 => down(own, other),
            4 => corner(other, own),
            5 => other_corner(other, own),
            6 => other_corner(own, other),
            _ => corner(own, other),
        };
        let mut more = vec![0; AROUND * ROOM * ROOM].into_boxed_slice();
        let mut with_blank = [0; AROUND * ROOM];
        for direction in 0..AROUND {
            for other in 0..CODES {
                let blank = weight(direction, BLANK, other);
                with_blank[direction * ROOM + other] = blank;
                for own in 0..CODES {
                    more[(direction * ROOM + own) * ROOM + other] = weight(direction, own, other).checked_sub(blank)?;
                }
            }
        }
        Some(Self { more: more.try_into().ok()?, blank: with_blank })
    }

    /// How much more than the blank a code weighs, with what is around it.
    #[inline]
    pub(super) fn more(&self, own: u8, around: Around) -> i32 {
        let mut sum = 0;
        for direction in 0..AROUND {
            let other = around.beside(direction) as usize % ROOM;
            sum += i32::from(self.more[(direction * ROOM + own as usize % ROOM) * ROOM + other]);
        }
        sum
    }

    /// What the blank weighs with what is in one direction of it.
    #[inline]
    pub(super) fn blank(&self, direction: usize, other: u8) -> i32 {
        i32::from(self.blank[direction % AROUND * ROOM + other as usize % ROOM])
    }
}
