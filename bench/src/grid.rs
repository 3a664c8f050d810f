//! A grid of 512 x 512 cells, three in ten of them walls, unit costs, four neighbours, Manhattan distance.

use hueco_search::{Cost, Heuristic, Problem, Quality, StateNumber};

use crate::random::Random;

pub const SIDE: i32 = 512;

/// What is open around each cell: a bit for up, left, right, down.
pub struct Walls(Vec<u8>);

impl Walls {
    pub fn new(seed: u64) -> Self {
        let mut random = Random::new(seed);
        let mut walls: Vec<bool> = (0..SIDE * SIDE).map(|_| random.below(10) < 3).collect();
        // Both corners stay open, so that it is not decided there.
        for (row, col) in (0..4).flat_map(|row| (0..4).map(move |col| (row, col))) {
            walls[(row * SIDE + col) as usize] = false;
            walls[((SIDE - 1 - row) * SIDE + SIDE - 1 - col) as usize] = false;
        }
        let free = |(row, col): (i32, i32)| {
            (0..SIDE).contains(&row) && (0..SIDE).contains(&col) && !walls[(row * SIDE + col) as usize]
        };
        let open = |cell| {
            let (row, col) = (cell / SIDE, cell % SIDE);
            let around = [(row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col)];
            around.iter().enumerate().map(|(bit, &to)| u8::from(free(to)) << bit).sum()
        };
        Self((0..SIDE * SIDE).map(open).collect())
    }
}

/// The state is a cell's number, the action 0 to 3 for up, left, right, down.
pub struct Grid<'a>(pub &'a Walls);

const GOAL: u32 = (SIDE * SIDE - 1) as u32;

/// The directions that are open.
pub struct Steps(u8);

impl Iterator for Steps {
    type Item = (u8, Cost);

    #[inline]
    fn next(&mut self) -> Option<(u8, Cost)> {
        let direction = self.0.trailing_zeros() as u8;
        self.0 &= self.0.wrapping_sub(1);
        (direction < 4).then_some((direction, 1))
    }
}

impl Problem for Grid<'_> {
    type State = u32;
    type Action = u8;
    type Actions = Steps;

    fn start(&self) -> u32 {
        0
    }

    #[inline]
    fn is_goal(&self, cell: &u32) -> bool {
        *cell == GOAL
    }

    #[inline]
    fn actions(&self, cell: &u32, last: Option<u8>) -> Steps {
        let back = last.map_or(0, |last| 8 >> last);
        Steps(self.0.0[*cell as usize] & !back)
    }

    #[inline]
    fn apply(&self, cell: &mut u32, direction: u8) {
        *cell = cell.wrapping_add_signed([-SIDE, -1, 1, SIDE][direction as usize & 3]);
    }

    #[inline]
    fn number(&self, cell: &u32) -> Option<StateNumber> {
        Some(StateNumber { number: *cell as usize, states: (SIDE * SIDE) as usize })
    }
}

pub struct Manhattan;

impl Heuristic<Grid<'_>> for Manhattan {
    type Memo = u16;

    fn memo(&self, _: &Grid<'_>, cell: &u32) -> u16 {
        2 * (SIDE as u16 - 1) - (cell / SIDE as u32) as u16 - (cell % SIDE as u32) as u16
    }

    #[inline]
    fn advance(&self, _: &Grid<'_>, distance: &u16, _: &u32, direction: u8) -> u16 {
        if direction >= 2 { distance - 1 } else { distance + 1 }
    }

    #[inline]
    fn estimate(&self, distance: &u16, _: Cost) -> Option<Cost> {
        Some(*distance as Cost)
    }

    fn quality(&self) -> Quality {
        Quality::Consistent
    }
}

/// As a user of `pathfinding` writes it.
pub mod peer {
    use super::{SIDE, Walls};

    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Pos(pub i32, pub i32);

    impl Pos {
        pub fn successors(self, walls: &Walls) -> Vec<(Pos, u32)> {
            let Pos(row, col) = self;
            let open = walls.0[(row * SIDE + col) as usize];
            [Pos(row - 1, col), Pos(row, col - 1), Pos(row, col + 1), Pos(row + 1, col)]
                .into_iter()
                .enumerate()
                .filter(|(bit, _)| open >> bit & 1 == 1)
                .map(|(_, to)| (to, 1))
                .collect()
        }

        pub fn distance(self) -> u32 {
            ((SIDE - 1 - self.0) + (SIDE - 1 - self.1)) as u32
        }

        pub fn is_goal(self) -> bool {
            self == Pos(SIDE - 1, SIDE - 1)
        }
    }
}
