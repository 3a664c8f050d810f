//! Boards solved within a time: a curve for each method, the time on a logarithmic scale.
//!
//! A curve rises by one for each solved board and ends where nothing more was solved; the line at the top is all boards.

use plotters::prelude::*;

use super::frame::{Axis, Frame};
use super::legend::{self, Marker};
use super::{Canvas, GREY, MARGIN, Point, Style, draw, page};

/// One method.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Curve {
    /// Its name, and what else the legend should say of it.
    pub name: String,
    /// The times of the boards that it solved, in seconds, in any order.
    pub seconds: Vec<f64>,
}

/// The least height of the picture below the names.
const LEAST: u32 = 260;
/// The axis has powers of ten of this, the least time that is distinguished: an axis has whole numbers.
const MICRO: f64 = 1e6;
/// The most markers on a curve: more would hide its steps.
const MARKERS: usize = 12;

/// A curve for each method over `boards` boards, as SVG; `time` writes a time in seconds.
pub fn cactus(style: &Style, curves: &[Curve], boards: usize, time: &dyn Fn(f64) -> String) -> String {
    let names: Vec<String> = curves.iter().map(|curve| curve.name.clone()).collect();
    let needed = legend::height(&names, style.width.max(Style::LEAST) as i32) as u32 + LEAST;
    let style = style.at_least(needed);
    page(&style, |canvas, top| {
        let top = legend::legend(canvas, &names, top);
        contents(canvas, &style, curves, boards, time, top);
    })
}

fn contents(canvas: &Canvas, style: &Style, curves: &[Curve], boards: usize, time: &dyn Fn(f64) -> String, top: i32) {
    let micros = || curves.iter().flat_map(|curve| &curve.seconds).map(|seconds| (seconds * MICRO).max(1.0));
    let least = micros().fold(f64::INFINITY, f64::min);
    let most = micros().fold(1.0, f64::max);
    let (width, height) = canvas.dim_in_pixel();
    let frame = Frame::draw(
        canvas,
        ((MARGIN, top), (width as i32 - MARGIN - 30, height as i32 - MARGIN)),
        (
            Axis::powers_of_ten(if least.is_finite() { least } else { 1.0 }, most),
            Axis::even(0.0, (boards.max(1) as f64) * 1.05),
        ),
        (&style.across, &style.up),
        (&|micros| time(micros / MICRO), &|solved| (style.number)(solved.round().max(0.0) as u64)),
    );
    let all = frame.y(boards as f64);
    draw(canvas, &PathElement::new(vec![(frame.left, all), (frame.right, all)], GREY.stroke_width(1)));
    for (number, curve) in curves.iter().enumerate() {
        steps(canvas, &frame, Marker(number), curve);
    }
}

fn steps(canvas: &Canvas, frame: &Frame, marker: Marker, curve: &Curve) {
    let mut seconds = curve.seconds.clone();
    seconds.sort_by(f64::total_cmp);
    let mut path: Vec<Point> = Vec::new();
    for (solved, seconds) in seconds.iter().enumerate() {
        let x = frame.x((seconds * MICRO).max(1.0));
        path.extend([(x, frame.y(solved as f64)), (x, frame.y(solved as f64 + 1.0))]);
    }
    if path.is_empty() {
        return;
    }
    draw(canvas, &PathElement::new(path.clone(), marker.colour().stroke_width(2)));
    let every = seconds.len().div_ceil(MARKERS);
    for (solved, &at) in path.iter().skip(1).step_by(2).enumerate() {
        if (seconds.len() - 1 - solved).is_multiple_of(every) {
            marker.draw(canvas, at);
        }
    }
}
