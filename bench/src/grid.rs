//! A grid of 512 x 512 cells, three in ten of them walls, unit costs, four neighbours, Manhattan distance.

use hueco_search::{Cost, Heuristic, Problem, Quality};

use crate::random::Random;

pub const SIDE: i32 = 512;

pub struct Walls(Vec<bool>);

impl Walls {
    pub fn new(seed: u64) -> Self {
        let mut random = Random::new(seed);
        let mut walls: Vec<bool> = (0..SIDE * SIDE).map(|_| random.below(10) < 3).collect();
        // Both corners stay open, so that it is not decided there.
        for (row, col) in (0..4).flat_map(|row| (0..4).map(move |col| (row, col))) {
            walls[(row * SIDE + col) as usize] = false;
            walls[((SIDE - 1 - row) * SIDE + SIDE - 1 - col) as usize] = false;
        }
        Self(walls)
    }

    fn free(&self, row: i32, col: i32) -> bool {
        (0..SIDE).contains(&row) && (0..SIDE).contains(&col) && !self.0[(row * SIDE + col) as usize]
    }
}

/// The state is a cell's number, the action what to add to it.
pub struct Grid<'a>(pub &'a Walls);

const GOAL: u32 = (SIDE * SIDE - 1) as u32;

pub struct Steps {
    steps: [i16; 4],
    count: usize,
}

impl Iterator for Steps {
    type Item = (i16, Cost);

    #[inline]
    fn next(&mut self) -> Option<(i16, Cost)> {
        self.count = self.count.checked_sub(1)?;
        Some((self.steps[self.count & 3], 1))
    }
}

impl Problem for Grid<'_> {
    type State = u32;
    type Action = i16;
    type Actions = Steps;

    fn start(&self) -> u32 {
        0
    }

    #[inline]
    fn is_goal(&self, cell: &u32) -> bool {
        *cell == GOAL
    }

    #[inline]
    fn actions(&self, cell: &u32, last: Option<i16>) -> Steps {
        let (row, col) = ((*cell / SIDE as u32) as i32, (*cell % SIDE as u32) as i32);
        let mut steps = Steps { steps: [0; 4], count: 0 };
        for (to_row, to_col, step) in
            [(row - 1, col, -SIDE), (row, col - 1, -1), (row, col + 1, 1), (row + 1, col, SIDE)]
        {
            if self.0.free(to_row, to_col) && last != Some(-step as i16) {
                steps.steps[steps.count & 3] = step as i16;
                steps.count += 1;
            }
        }
        steps
    }

    #[inline]
    fn apply(&self, cell: &mut u32, step: i16) {
        *cell = cell.wrapping_add_signed(step as i32);
    }
}

pub struct Manhattan;

impl Heuristic<Grid<'_>> for Manhattan {
    type Memo = u16;

    fn memo(&self, _: &Grid<'_>, cell: &u32) -> u16 {
        2 * (SIDE as u16 - 1) - (cell / SIDE as u32) as u16 - (cell % SIDE as u32) as u16
    }

    #[inline]
    fn advance(&self, _: &Grid<'_>, distance: &u16, _: &u32, step: i16) -> u16 {
        if step > 0 { distance - 1 } else { distance + 1 }
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
            [Pos(row - 1, col), Pos(row, col - 1), Pos(row, col + 1), Pos(row + 1, col)]
                .into_iter()
                .filter(|to| walls.free(to.0, to.1))
                .map(|to| (to, 1))
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
