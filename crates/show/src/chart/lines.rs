//! Nodes against the length of the solution: a line for each method, on a logarithmic scale.
//!
//! A search grows like a power of the length, so a method is close to a straight line, and its slope is what the
//! heuristic is worth.

use plotters::prelude::*;

use super::frame::{Axis, Frame};
use super::legend::{self, Marker};
use super::{Canvas, MARGIN, Style, draw, page};

/// One method.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Its name, and what else the legend should say of it.
    pub name: String,
    /// The length of the solution and the nodes, by increasing length.
    pub points: Vec<(f64, f64)>,
}

/// The least height of the picture below the names.
const LEAST: u32 = 260;

/// A line for each method, as SVG. The height grows where many names need it.
pub fn nodes_by_length(style: &Style, lines: &[Line]) -> String {
    let names: Vec<String> = lines.iter().map(|line| line.name.clone()).collect();
    let needed = legend::height(&names, style.width.max(Style::LEAST) as i32) as u32 + LEAST;
    let style = style.at_least(needed);
    page(&style, |canvas, top| {
        let top = legend::legend(canvas, &names, top);
        contents(canvas, &style, lines, top);
    })
}

fn contents(canvas: &Canvas, style: &Style, lines: &[Line], top: i32) {
    let points = || lines.iter().flat_map(|line| &line.points);
    let bounds = |values: &mut dyn Iterator<Item = f64>| {
        values.fold((f64::INFINITY, 0.0), |(least, most): (f64, f64), value| (least.min(value), most.max(value)))
    };
    let (shortest, longest) = bounds(&mut points().map(|point| point.0));
    let (least, most) = bounds(&mut points().map(|point| point.1));
    let shortest = if shortest.is_finite() { shortest } else { 0.0 };
    let least = if least.is_finite() { least } else { 1.0 };
    let (width, height) = canvas.dim_in_pixel();
    let number = |value: f64| (style.number)(value.round().max(0.0) as u64);
    let frame = Frame::draw(
        canvas,
        ((MARGIN, top), (width as i32 - MARGIN - 8, height as i32 - MARGIN)),
        (Axis::even((shortest - 1.0).max(0.0), longest + 1.0), Axis::powers_of_ten(least, most)),
        (&style.across, &style.up),
        (&number, &number),
    );
    for (number, line) in lines.iter().enumerate() {
        let marker = Marker(number);
        let path: Vec<_> = line.points.iter().map(|&(length, nodes)| (frame.x(length), frame.y(nodes))).collect();
        if path.len() > 1 {
            draw(canvas, &PathElement::new(path.clone(), marker.colour().stroke_width(2)));
        }
        for point in path {
            marker.draw(canvas, point);
        }
    }
}
