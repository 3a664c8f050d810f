//! A rectangle with two axes: where a value stands, which values get a tick, and how it is all drawn.

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

use super::{BLACK, Canvas, GREY, PALE, Point, TEXT, draw, width_of, write, write_upwards};

/// Values from one end of an axis to the other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Axis {
    from: f64,
    to: f64,
    logarithmic: bool,
}

impl Axis {
    /// Even steps.
    pub(super) fn even(from: f64, to: f64) -> Self {
        Self { from, to: if to > from { to } else { from + 1.0 }, logarithmic: false }
    }

    /// Powers of ten, from the one at or below `least` to the one at or above `most`.
    pub(super) fn powers_of_ten(least: f64, most: f64) -> Self {
        let from = least.max(1.0).log10().floor();
        let to = most.max(1.0).log10().ceil().max(from + 1.0);
        Self { from, to, logarithmic: true }
    }

    /// Where a value stands: 0 at one end, 1 at the other.
    pub(super) fn place(&self, value: f64) -> f64 {
        let value = if self.logarithmic { value.max(1e-9).log10() } else { value };
        ((value - self.from) / (self.to - self.from)).clamp(0.0, 1.0)
    }

    /// At most about `many` whole values that are easy to read.
    pub(super) fn ticks(&self, many: usize) -> Vec<f64> {
        let many = many.max(2) as f64;
        if self.logarithmic {
            let step = ((self.to - self.from) / many).ceil().max(1.0);
            let count = ((self.to - self.from) / step + 1e-9).floor().max(0.0) as u32;
            let powers = (0..=count).map(|n| self.from + f64::from(n) * step);
            return powers.map(|power| 10_f64.powf(power).round()).collect();
        }
        let rough = ((self.to - self.from) / many).max(1.0);
        let magnitude = 10_f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|n| n * magnitude).find(|step| *step >= rough - 1e-9);
        let step = step.unwrap_or(10.0 * magnitude);
        let first = (self.from / step).ceil();
        let last = (self.to / step + 1e-9).floor();
        (0..=(last - first).max(0.0) as u32).map(|n| (first + f64::from(n)) * step).collect()
    }
}

/// A rectangle of the canvas and its axes.
pub(super) struct Frame {
    pub(super) left: i32,
    pub(super) top: i32,
    pub(super) right: i32,
    pub(super) bottom: i32,
    across: Axis,
    up: Axis,
}

/// Between a tick's label and its axis.
const GAP: i32 = 6;

impl Frame {
    /// Draws axes into the rectangle from `corner` to `opposite`, with room for labels left and below.
    pub(super) fn draw(
        canvas: &Canvas,
        (corner, opposite): (Point, Point),
        (across, up): (Axis, Axis),
        (across_name, up_name): (&str, &str),
        (across_label, up_label): (&dyn Fn(f64) -> String, &dyn Fn(f64) -> String),
    ) -> Self {
        let height = opposite.1 - corner.1;
        let rows = up.ticks((height / 45).max(2) as usize);
        let widest = rows.iter().map(|&value| width_of(&up_label(value), TEXT)).max().unwrap_or(0);
        let frame = Self {
            left: corner.0 + TEXT + 2 * GAP + widest,
            top: corner.1 + TEXT / 2,
            right: opposite.0,
            bottom: opposite.1 - 2 * TEXT - 3 * GAP,
            across,
            up,
        };
        for value in rows {
            let y = frame.y(value);
            pale_line(canvas, (frame.left, y), (frame.right, y));
            write(canvas, &up_label(value), (frame.left - GAP, y), TEXT, GREY, HPos::Right, VPos::Center);
        }
        let label_width = width_of(&across_label(across.to), TEXT).max(width_of(&across_label(across.from), TEXT));
        let columns = (frame.right - frame.left) / (label_width + 3 * GAP).max(1);
        for value in across.ticks(columns.max(2) as usize) {
            let x = frame.x(value);
            pale_line(canvas, (x, frame.bottom), (x, frame.bottom + 4));
            let at = (x, frame.bottom + GAP);
            write(canvas, &across_label(value), at, TEXT, GREY, HPos::Center, VPos::Top);
        }
        let axes = [(frame.left, frame.top), (frame.left, frame.bottom), (frame.right, frame.bottom)];
        draw(canvas, &PathElement::new(axes.to_vec(), GREY.stroke_width(1)));
        let middle = i32::midpoint(frame.left, frame.right);
        write(canvas, across_name, (middle, opposite.1), TEXT, BLACK, HPos::Center, VPos::Bottom);
        write_upwards(canvas, up_name, (corner.0, i32::midpoint(frame.top, frame.bottom)), TEXT);
        frame
    }

    /// Pixels from the left.
    pub(super) fn x(&self, value: f64) -> i32 {
        self.left + (self.across.place(value) * f64::from(self.right - self.left)).round() as i32
    }

    /// Pixels from the top.
    pub(super) fn y(&self, value: f64) -> i32 {
        self.bottom - (self.up.place(value) * f64::from(self.bottom - self.top)).round() as i32
    }
}

fn pale_line(canvas: &Canvas, from: Point, to: Point) {
    draw(canvas, &PathElement::new(vec![from, to], PALE.stroke_width(1)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_easy_to_read() {
        assert_eq!(Axis::even(0.0, 31.0).ticks(7), [0.0, 5.0, 10.0, 15.0, 20.0, 25.0, 30.0]);
        assert_eq!(Axis::even(-3.0, 4.0).ticks(100), [-3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0, 4.0]);
        assert_eq!(Axis::even(0.0, 239_500.0).ticks(5), [0.0, 50_000.0, 100_000.0, 150_000.0, 200_000.0]);
        assert_eq!(Axis::powers_of_ten(7.0, 1200.0).ticks(9), [1.0, 10.0, 100.0, 1000.0, 10_000.0]);
        assert_eq!(Axis::powers_of_ten(0.0, 1e12).ticks(4), [1.0, 1e3, 1e6, 1e9, 1e12]);
    }

    #[test]
    fn places_run_from_end_to_end() {
        let axis = Axis::powers_of_ten(1.0, 100.0);
        assert!((axis.place(10.0) - 0.5).abs() < 1e-12);
        assert_eq!((axis.place(0.0), axis.place(1e9)), (0.0, 1.0));
        assert!((Axis::even(5.0, 5.0).place(5.0)).abs() < 1e-12);
    }
}
