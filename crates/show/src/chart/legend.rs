//! Markers and the names they stand for, above a chart, in as many rows as they need.

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

use super::{BLACK, BLUE, Canvas, GREEN, MARGIN, Point, TEXT, VERMILION, draw, shortened, width_of, write};

/// The colours of Okabe and Ito, the darker ones first; yellow is left out, it is too pale on white.
const COLOURS: [RGBColor; 7] =
    [BLUE, VERMILION, GREEN, RGBColor(0xaa, 0x44, 0x99), BLACK, RGBColor(0xe6, 0x9f, 0x00), RGBColor(0x56, 0xb4, 0xe9)];

/// A row's height.
const ROW: i32 = TEXT + 9;
/// The piece of a line that is shown beside a name.
const SAMPLE: i32 = 34;

/// How the method of a number is drawn: its colour and the shape of its markers. No two of the first 56 are alike.
#[derive(Clone, Copy, Debug)]
pub(super) struct Marker(pub(super) usize);

impl Marker {
    pub(super) fn colour(self) -> RGBColor {
        COLOURS[self.0 % COLOURS.len()]
    }

    /// Draws it around a point.
    pub(super) fn draw(self, canvas: &Canvas, (x, y): Point) {
        let colour = self.colour();
        let filled = ShapeStyle { color: colour.to_rgba(), filled: true, stroke_width: 1 };
        let polygon = |corners: &[Point]| {
            let corners: Vec<Point> = corners.iter().map(|(dx, dy)| (x + dx, y + dy)).collect();
            draw(canvas, &Polygon::new(corners, filled));
        };
        let strokes = |lines: &[[Point; 2]]| {
            for line in lines {
                let ends = line.map(|(dx, dy)| (x + dx, y + dy)).to_vec();
                draw(canvas, &PathElement::new(ends, colour.stroke_width(2)));
            }
        };
        match self.0 % 8 {
            0 => draw(canvas, &Circle::new((x, y), 4, filled)),
            1 => draw(canvas, &Rectangle::new([(x - 4, y - 4), (x + 4, y + 4)], filled)),
            2 => polygon(&[(0, -5), (5, 4), (-5, 4)]),
            3 => polygon(&[(0, -6), (6, 0), (0, 6), (-6, 0)]),
            4 => strokes(&[[(-4, -4), (4, 4)], [(-4, 4), (4, -4)]]),
            5 => strokes(&[[(-5, 0), (5, 0)], [(0, -5), (0, 5)]]),
            6 => polygon(&[(0, 5), (5, -4), (-5, -4)]),
            _ => {
                draw(canvas, &Circle::new((x, y), 4, WHITE.filled()));
                draw(canvas, &Circle::new((x, y), 4, colour.stroke_width(2)));
            }
        }
    }
}

/// Where each name stands, below 0, on a page this wide, in columns as wide as the longest; and where the last row ends.
fn laid_out(names: &[String], width: i32) -> (Vec<(Point, String)>, i32) {
    let room = width - 2 * MARGIN;
    let names: Vec<String> = names.iter().map(|name| shortened(name, room - SAMPLE, TEXT)).collect();
    let widest = names.iter().map(|name| SAMPLE + width_of(name, TEXT) + 18).max().unwrap_or(1);
    let columns = (room / widest).max(1) as usize;
    let rows = names.len().div_ceil(columns) as i32;
    let place = |number: usize| (MARGIN + widest * (number % columns) as i32, ROW * (number / columns) as i32);
    (names.into_iter().enumerate().map(|(number, name)| (place(number), name)).collect(), ROW * rows + 6)
}

/// How high the names are on a page this wide.
pub(super) fn height(names: &[String], width: i32) -> i32 {
    laid_out(names, width).1
}

/// Draws the names of all methods with their markers, from `top` down; where it ends comes back.
pub(super) fn legend(canvas: &Canvas, names: &[String], top: i32) -> i32 {
    let (placed, height) = laid_out(names, canvas.dim_in_pixel().0 as i32);
    for (number, ((x, y), name)) in placed.into_iter().enumerate() {
        let (marker, middle) = (Marker(number), top + y + ROW / 2);
        let ends = vec![(x, middle), (x + SAMPLE - 8, middle)];
        draw(canvas, &PathElement::new(ends, marker.colour().stroke_width(2)));
        marker.draw(canvas, (x + SAMPLE / 2 - 4, middle));
        write(canvas, &name, (x + SAMPLE, middle), TEXT, BLACK, HPos::Left, VPos::Center);
    }
    top + height
}
