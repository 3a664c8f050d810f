//! The moves of one state, by its rank.

use std::ops::ControlFlow;

use super::Space;
use crate::board::Direction;
use crate::metric::Metric;
use crate::multi::Slide;

impl Space {
    /// Calls `each` with every move, the order and the blank's cell (as read) it leads to: directions of the board in the
    /// order `ULRD`, shorter slides first. What `each` breaks with comes back.
    #[inline]
    pub fn neighbours<B>(
        &self,
        order: u64,
        blank: usize,
        mut each: impl FnMut(Slide, u64, usize) -> ControlFlow<B>,
    ) -> Option<B> {
        for direction in Direction::ALL {
            let (mut order, mut blank, mut cells) = (order, blank, 0);
            while let Some(after) = self.step(order, blank, self.ranking().turned(direction)) {
                (order, blank) = after;
                cells += 1;
                if let ControlFlow::Break(value) = each(Slide { direction, cells }, order, blank) {
                    return Some(value);
                }
                if self.metric() == Metric::Single {
                    break;
                }
            }
        }
        None
    }

    /// The order and the blank's cell (as read) after a slide, if the board extends that far.
    pub fn after(&self, order: u64, blank: usize, slide: Slide) -> Option<(u64, usize)> {
        let direction = self.ranking().turned(slide.direction);
        (0..slide.cells).try_fold((order, blank), |(order, blank), _| self.step(order, blank, direction))
    }

    /// One step in a direction as read.
    #[inline]
    fn step(&self, order: u64, blank: usize, direction: Direction) -> Option<(u64, usize)> {
        let cols = self.ranking().read_shape().cols();
        match direction {
            Direction::Up => Some((self.turns().after(order, blank, false)?, blank - cols)),
            Direction::Left if self.edges[0] >> blank & 1 == 0 => Some((order, blank - 1)),
            Direction::Right if self.edges[1] >> blank & 1 == 0 => Some((order, blank + 1)),
            Direction::Down => Some((self.turns().after(order, blank, true)?, blank + cols)),
            _ => None,
        }
    }
}
