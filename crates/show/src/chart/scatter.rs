//! Nodes against the length of the solution: a marker for each run, on a logarithmic scale.
//!
//! A run that a limit stopped has generated at least what is drawn: its marker carries an arrow upwards. At each length the
//! methods stand side by side.

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

use super::frame::{Axis, Frame};
use super::legend::{self, Marker};
use super::{Canvas, GREY, MARGIN, Point, Style, TEXT, draw, page, shortened, write};

/// The runs of one method.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cloud {
    /// Its name, and what else the legend should say of it.
    pub name: String,
    /// The length of the solution and the nodes of each run that ended.
    pub ended: Vec<(f64, f64)>,
    /// The same of each run that a limit stopped.
    pub stopped: Vec<(f64, f64)>,
}

/// The least height of the picture below the names.
const LEAST: u32 = 260;
/// Pixels between the markers of two methods at the same length, at most.
const WIDEST_STEP: f64 = 9.0;
/// How long the arrow of a stopped run is.
const ARROW: i32 = 14;

/// A marker for each run, as SVG. `remark` is a line between the names and the picture; it may be empty.
pub fn scatter(style: &Style, clouds: &[Cloud], remark: &str) -> String {
    let names: Vec<String> = clouds.iter().map(|cloud| cloud.name.clone()).collect();
    let needed = legend::height(&names, style.width.max(Style::LEAST) as i32) as u32 + LEAST;
    let style = style.at_least(needed);
    page(&style, |canvas, top| {
        let mut top = legend::legend(canvas, &names, top);
        if !remark.is_empty() {
            let text = shortened(remark, canvas.dim_in_pixel().0 as i32 - 2 * MARGIN, TEXT);
            write(canvas, &text, (MARGIN, top), TEXT, GREY, HPos::Left, VPos::Top);
            top += TEXT + 10;
        }
        contents(canvas, &style, clouds, top);
    })
}

fn contents(canvas: &Canvas, style: &Style, clouds: &[Cloud], top: i32) {
    let points = || clouds.iter().flat_map(|cloud| cloud.ended.iter().chain(&cloud.stopped));
    let bounds = |values: &mut dyn Iterator<Item = f64>| {
        let fold = |(least, most): (f64, f64), value: f64| (least.min(value), most.max(value));
        let (least, most) = values.fold((f64::INFINITY, 0.0), fold);
        (if least.is_finite() { least } else { 0.0 }, most)
    };
    let (shortest, longest) = bounds(&mut points().map(|point| point.0));
    let (least, most) = bounds(&mut points().map(|point| point.1));
    let (width, height) = canvas.dim_in_pixel();
    let number = |value: f64| (style.number)(value.round().max(0.0) as u64);
    let frame = Frame::draw(
        canvas,
        ((MARGIN, top), (width as i32 - MARGIN - 8, height as i32 - MARGIN)),
        (Axis::even((shortest - 1.0).max(0.0), longest + 1.0), Axis::powers_of_ten(least, most)),
        (&style.across, &style.up),
        (&number, &number),
    );
    // Methods stand side by side, or their markers would hide each other: most have the same lengths.
    let step = (f64::from(frame.x(shortest + 1.0) - frame.x(shortest)) * 0.7 / clouds.len() as f64).min(WIDEST_STEP);
    for (number, cloud) in clouds.iter().enumerate() {
        let marker = Marker(number);
        let aside = ((number as f64 - (clouds.len() - 1) as f64 / 2.0) * step).round() as i32;
        let place = |&(length, nodes): &(f64, f64)| (frame.x(length) + aside, frame.y(nodes));
        cloud.ended.iter().map(place).for_each(|at| marker.draw(canvas, at));
        for at in cloud.stopped.iter().map(place) {
            arrow(canvas, marker, at);
            marker.draw(canvas, at);
        }
    }
}

fn arrow(canvas: &Canvas, marker: Marker, (x, y): Point) {
    let tip = (x, y - ARROW);
    let line = |ends: [Point; 2]| draw(canvas, &PathElement::new(ends.to_vec(), marker.colour().stroke_width(2)));
    line([(x, y), tip]);
    line([(x - 4, tip.1 + 5), tip]);
    line([(x + 4, tip.1 + 5), tip]);
}
