//! Pancakes: flip the top of a stack until it is sorted. With the gap heuristic (Helmert, 2010).

use hueco_search::{Cost, Heuristic, Problem, Quality, Reversible};

/// `N` pancakes, the top one first; sorted is 1, 2, …, N from the top.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pancakes<const N: usize> {
    pub(crate) start: [u8; N],
}

impl<const N: usize> Pancakes<N> {
    pub(crate) fn sorted() -> [u8; N] {
        std::array::from_fn(|at| at as u8 + 1)
    }

    /// The permutation of this number, in some order of all of them.
    pub(crate) fn number(mut number: u64) -> Self {
        let mut start = Self::sorted();
        for at in 1..N {
            start.swap(at, (number % (at as u64 + 1)) as usize);
            number /= at as u64 + 1;
        }
        Self { start }
    }
}

impl<const N: usize> Problem for Pancakes<N> {
    type State = [u8; N];
    /// How many pancakes are flipped.
    type Action = u8;
    type Actions = std::vec::IntoIter<(u8, Cost)>;

    fn start(&self) -> [u8; N] {
        self.start
    }

    fn is_goal(&self, stack: &[u8; N]) -> bool {
        *stack == Self::sorted()
    }

    fn actions(&self, _: &[u8; N], last: Option<u8>) -> Self::Actions {
        let flips: Vec<_> = (2..=N as u8).filter(|&flip| Some(flip) != last).map(|flip| (flip, 1)).collect();
        flips.into_iter()
    }

    fn apply(&self, stack: &mut [u8; N], flip: u8) {
        stack[..flip as usize].reverse();
    }
}

impl<const N: usize> Reversible for Pancakes<N> {
    fn goal(&self) -> [u8; N] {
        Self::sorted()
    }

    fn inverse(&self, flip: u8) -> u8 {
        flip
    }
}

/// Neighbours that are not neighbours when sorted, the plate below included. A flip mends one at most.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gap;

fn gap(upper: u8, lower: u8) -> Cost {
    Cost::from(upper.abs_diff(lower) != 1)
}

impl<const N: usize> Heuristic<Pancakes<N>> for Gap {
    type Memo = Cost;

    fn memo(&self, _: &Pancakes<N>, stack: &[u8; N]) -> Cost {
        let plate = gap(stack[N - 1], N as u8 + 1);
        plate + stack.windows(2).map(|pair| gap(pair[0], pair[1])).sum::<Cost>()
    }

    fn advance(&self, _: &Pancakes<N>, memo: &Cost, before: &[u8; N], flip: u8) -> Cost {
        let below = before.get(flip as usize).copied().unwrap_or(N as u8 + 1);
        memo + gap(before[0], below) - gap(before[flip as usize - 1], below)
    }

    fn estimate(&self, memo: &Cost, _: Cost) -> Option<Cost> {
        Some(*memo)
    }

    fn quality(&self) -> Quality {
        Quality::Consistent
    }
}

/// How many stacks of n pancakes need 0, 1, 2, … flips, for n = 3 to 8 (OEIS A092113).
pub(crate) const LAYERS: [&[usize]; 6] = [
    &[1, 2, 2, 1],
    &[1, 3, 6, 11, 3],
    &[1, 4, 12, 35, 48, 20],
    &[1, 5, 20, 79, 199, 281, 133, 2],
    &[1, 6, 30, 149, 543, 1357, 1903, 1016, 35],
    &[1, 7, 42, 251, 1191, 4281, 10561, 15011, 8520, 455],
];
