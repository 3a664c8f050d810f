//! The pancake puzzle: a pile of ten, flipped at its top until it is sorted. The gap heuristic counts neighbours in the
//! pile that are not neighbours in size; a flip changes one of these places only.
//!
//! Written once for both builds of our engine (see `observer`), and once for `pathfinding`.

use crate::random::Random;

pub const SIZE: usize = 10;
/// Four bits a pancake, the top lowest; above them the plate, as the largest pancake of all.
const SORTED: u64 = 0x0a98_7654_3210;

/// The pancake at a place, from the top.
fn at(pile: u64, place: usize) -> u32 {
    (pile >> (4 * place)) as u32 & 15
}

/// The pile with its top `count` pancakes turned over.
pub fn flipped(pile: u64, count: usize) -> u64 {
    let nibbles = (pile & 0x0f0f_0f0f_0f0f_0f0f) << 4 | (pile >> 4) & 0x0f0f_0f0f_0f0f_0f0f;
    let top = nibbles.swap_bytes() >> (64 - 4 * count);
    let rest = u64::MAX << (4 * count);
    pile & rest | top & !rest
}

/// The pile's number among all of them. Four bits per pancake say how many smaller ones are still to come; those that
/// came are set to fifteen, which no countdown takes below zero.
#[inline]
pub fn rank(pile: u64) -> usize {
    const ONES: u64 = 0x1111_1111_1111_1111;
    let mut smaller = 0x9876_5432_10_u64;
    let mut rank = 0;
    for place in 0..SIZE {
        let size = 4 * at(pile, place);
        rank = rank * (SIZE - place) + (smaller >> size & 15) as usize;
        smaller = (smaller | 15 << size).wrapping_sub(ONES << size << 4);
    }
    rank
}

fn is_gap(one: u32, other: u32) -> bool {
    one.abs_diff(other) != 1
}

pub fn pack(pile: &[u8; SIZE]) -> u64 {
    pile.iter().rev().fold(SIZE as u64, |packed, &size| packed << 4 | size as u64)
}

/// Random piles.
pub fn piles(count: usize, seed: u64) -> Vec<[u8; SIZE]> {
    let mut random = Random::new(seed);
    (0..count)
        .map(|_| {
            let mut pile: [u8; SIZE] = std::array::from_fn(|size| size as u8);
            random.shuffle(&mut pile);
            pile
        })
        .collect()
}

/// A pile this many random flips away from the sorted one.
pub fn shuffled(flips: usize, seed: u64) -> [u8; SIZE] {
    let mut random = Random::new(seed);
    let mut pile: [u8; SIZE] = std::array::from_fn(|size| size as u8);
    for _ in 0..flips {
        pile[..random.below(SIZE - 1) + 2].reverse();
    }
    pile
}

macro_rules! pancake_for {
    ($module:ident, $engine:ident) => {
        pub mod $module {
            use super::{SIZE, SORTED, at, flipped, is_gap};
            use $engine::{Cost, Heuristic, Problem, Quality, StateNumber};

            pub struct Pancakes(pub u64);

            pub struct Flips {
                next: u8,
                last: u8,
            }

            impl Iterator for Flips {
                type Item = (u8, Cost);

                #[inline]
                fn next(&mut self) -> Option<(u8, Cost)> {
                    self.next += 1 + u8::from(self.next + 1 == self.last);
                    (self.next as usize <= SIZE).then_some((self.next, 1))
                }
            }

            impl Problem for Pancakes {
                type State = u64;
                type Action = u8;
                type Actions = Flips;

                fn start(&self) -> u64 {
                    self.0
                }

                #[inline]
                fn is_goal(&self, pile: &u64) -> bool {
                    *pile == SORTED
                }

                #[inline]
                fn actions(&self, _: &u64, last: Option<u8>) -> Flips {
                    let last = last.unwrap_or(0);
                    Flips { next: 1, last }
                }

                #[inline]
                fn apply(&self, pile: &mut u64, count: u8) {
                    *pile = flipped(*pile, count as usize);
                }

                #[inline]
                fn number(&self, pile: &u64) -> Option<StateNumber> {
                    Some(StateNumber { number: super::rank(*pile), states: (1..=SIZE).product() })
                }
            }

            pub struct Gap;

            impl Heuristic<Pancakes> for Gap {
                type Memo = u8;

                fn memo(&self, _: &Pancakes, pile: &u64) -> u8 {
                    (0..SIZE).map(|place| u8::from(is_gap(at(*pile, place), at(*pile, place + 1)))).sum()
                }

                #[inline]
                fn advance(&self, _: &Pancakes, gaps: &u8, pile: &u64, count: u8) -> u8 {
                    let below = at(*pile, count as usize);
                    let before = is_gap(at(*pile, count as usize - 1), below);
                    gaps - u8::from(before) + u8::from(is_gap(at(*pile, 0), below))
                }

                #[inline]
                fn estimate(&self, gaps: &u8, _: Cost) -> Option<Cost> {
                    Some(*gaps as Cost)
                }

                fn quality(&self) -> Quality {
                    Quality::Consistent
                }
            }
        }
    };
}

pancake_for!(ours, hueco_search);
pancake_for!(bare, hueco_bare);

/// As a user of `pathfinding` writes it.
pub mod peer {
    use super::SIZE;

    #[derive(Clone, PartialEq, Eq, Hash)]
    pub struct Pile(pub [u8; SIZE]);

    impl Pile {
        pub fn successors(&self) -> Vec<(Pile, u32)> {
            (2..=SIZE)
                .map(|count| {
                    let mut pile = self.clone();
                    pile.0[..count].reverse();
                    (pile, 1)
                })
                .collect()
        }

        pub fn gap(&self) -> u32 {
            let inner = self.0.windows(2).filter(|pair| pair[0].abs_diff(pair[1]) != 1).count();
            inner as u32 + u32::from(self.0[SIZE - 1] as usize != SIZE - 1)
        }

        pub fn is_sorted(&self) -> bool {
            self.0.is_sorted()
        }
    }
}
