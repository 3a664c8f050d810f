//! A heuristic against the true distance, in two pictures side by side (one below the other on a narrow page).
//!
//! *Errors*: how many boards are underestimated by how much. What is exact is marked, and what is overestimated, to the
//! left of it, is hollow. *Estimates*: by distance, the mean estimate and the band from the least to the largest; the
//! diagonal is the truth, and a band that crosses it is not admissible.

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

use super::frame::{Axis, Frame};
use super::{
    BLACK, BLUE, Canvas, GREEN, GREY, MARGIN, Point, Style, TEXT, VERMILION, draw, page, shortened, width_of, write,
};

/// The figures.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Accuracy {
    /// Distance less estimate, in increasing order, each with its number of boards.
    pub errors: Vec<(i64, u64)>,
    /// By distance: the least, the mean and the largest estimate.
    pub estimates: Vec<(f64, f64, f64)>,
}

/// Errors that stand together in one column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// The first of them.
    pub first: i64,
    /// The last of them: the same, where there is a column for each.
    pub last: i64,
    /// The boards.
    pub boards: u64,
}

impl Accuracy {
    /// The errors in at most about `most` columns of one width, from the least (or 0) to the largest (or 0). Columns
    /// begin at multiples of their width, so that none holds errors of both signs.
    pub fn columns(&self, most: u32) -> Vec<Column> {
        let least = self.errors.first().map_or(0, |error| error.0).min(0);
        let largest = self.errors.last().map_or(0, |error| error.0).max(0);
        let wide = (largest - least) / i64::from(most.max(1)) + 1;
        let (from, to) = (least.div_euclid(wide), largest.div_euclid(wide));
        let column = |n: i64| Column { first: n * wide, last: n * wide + wide - 1, boards: 0 };
        let mut columns: Vec<Column> = (from..=to).map(column).collect();
        for &(error, boards) in &self.errors {
            let column = &mut columns[(error.div_euclid(wide) - from) as usize];
            column.boards = column.boards.saturating_add(boards);
        }
        columns
    }
}

/// The words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AccuracyWords {
    /// "exact".
    pub exact: String,
    /// "too large".
    pub too_large: String,
    /// "too small".
    pub too_small: String,
    /// The axis of the errors: "distance less estimate".
    pub error: String,
    /// "distance".
    pub distance: String,
    /// "estimate: least, mean, largest".
    pub estimate: String,
    /// "the distance itself", beside the diagonal.
    pub diagonal: String,
}

/// The most columns: more errors share a column.
const COLUMNS: u32 = 64;

/// Errors and estimates, as SVG. `style.up` names the boards that are counted; `style.across` is not used.
pub fn accuracy(style: &Style, words: &AccuracyWords, figures: &Accuracy) -> String {
    page(style, |canvas, top| {
        let (width, height) = canvas.dim_in_pixel();
        let (right, bottom) = (width as i32 - MARGIN, height as i32 - MARGIN);
        if width >= 640 {
            let middle = width as i32 / 2;
            errors(canvas, style, words, figures, ((MARGIN, top), (middle - MARGIN, bottom)));
            estimates(canvas, style, words, figures, ((middle + MARGIN, top), (right, bottom)));
        } else {
            let middle = i32::midpoint(top, bottom);
            errors(canvas, style, words, figures, ((MARGIN, top), (right, middle - MARGIN)));
            estimates(canvas, style, words, figures, ((MARGIN, middle + MARGIN), (right, bottom)));
        }
    })
}

fn errors(
    canvas: &Canvas,
    style: &Style,
    words: &AccuracyWords,
    figures: &Accuracy,
    (corner, opposite): (Point, Point),
) {
    let columns = figures.columns(COLUMNS);
    let (first, last) = (columns[0].first, columns[columns.len() - 1].last);
    let wide = columns[0].last - columns[0].first + 1;
    let highest = columns.iter().map(|column| column.boards).max().unwrap_or(0);
    let number = |value: f64| (style.number)(value.round().max(0.0) as u64);
    let signed = |value: f64| {
        let text = (style.number)(value.abs().round() as u64);
        if value < -0.5 { format!("−{text}") } else { text }
    };
    let top = kinds(canvas, words, corner, first < 0);
    // A column of width 1 stands over its error; a wider one from its first error to its last.
    let half = if wide == 1 { 0.5 } else { 0.0 };
    let frame = Frame::draw(
        canvas,
        ((corner.0, top), opposite),
        (Axis::even(first as f64 - half, (last + 1) as f64 - half), Axis::even(0.0, highest as f64 * 1.02)),
        (&words.error, &style.up),
        (&signed, &number),
    );
    for Column { first, last, boards } in columns.into_iter().filter(|column| column.boards > 0) {
        let (left, right) = (frame.x(first as f64 - half), frame.x((last + 1) as f64 - half));
        let gap = i32::from(right - left > 4);
        let height = frame.y(boards as f64).min(frame.bottom - 1);
        column(canvas, Kind::of(first, wide), (left + gap, height), (right - gap, frame.bottom));
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    TooLarge,
    Exact,
    TooSmall,
}

impl Kind {
    /// A column of several errors that begins at 0 is mostly too small.
    fn of(begin: i64, wide: i64) -> Self {
        match begin {
            ..0 => Self::TooLarge,
            0 if wide == 1 => Self::Exact,
            _ => Self::TooSmall,
        }
    }
}

fn column(canvas: &Canvas, kind: Kind, corner: Point, opposite: Point) {
    match kind {
        Kind::TooSmall => draw(canvas, &Rectangle::new([corner, opposite], BLUE.filled())),
        Kind::Exact => {
            draw(canvas, &Rectangle::new([corner, opposite], GREEN.filled()));
            // A ridge on top distinguishes it without its colour.
            let ridge = [(corner.0, corner.1), (opposite.0, (corner.1 + 3).min(opposite.1))];
            draw(canvas, &Rectangle::new(ridge, BLACK.filled()));
        }
        Kind::TooLarge => {
            draw(canvas, &Rectangle::new([corner, opposite], VERMILION.mix(0.15).filled()));
            draw(canvas, &Rectangle::new([corner, opposite], VERMILION.stroke_width(2)));
        }
    }
}

/// What the columns mean, in one row; the row's end comes back.
fn kinds(canvas: &Canvas, words: &AccuracyWords, corner: Point, some_too_large: bool) -> i32 {
    let mut x = corner.0;
    let kinds = [(Kind::TooLarge, &words.too_large), (Kind::Exact, &words.exact), (Kind::TooSmall, &words.too_small)];
    let middle = corner.1 + TEXT / 2 + 3;
    for (kind, word) in kinds.into_iter().filter(|(kind, _)| some_too_large || *kind != Kind::TooLarge) {
        column(canvas, kind, (x, middle - 6), (x + 12, middle + 6));
        write(canvas, word, (x + 18, middle), TEXT, BLACK, HPos::Left, VPos::Center);
        x += 18 + width_of(word, TEXT) + 16;
    }
    corner.1 + TEXT + 12
}

fn estimates(
    canvas: &Canvas,
    style: &Style,
    words: &AccuracyWords,
    figures: &Accuracy,
    (corner, opposite): (Point, Point),
) {
    let radius = figures.estimates.len().saturating_sub(1).max(1) as f64;
    let largest = figures.estimates.iter().fold(radius, |largest, estimate| largest.max(estimate.2));
    let number = |value: f64| (style.number)(value.round().max(0.0) as u64);
    let middle = corner.1 + TEXT / 2 + 3;
    dashed(canvas, (corner.0, middle), (corner.0 + 30, middle));
    let diagonal = shortened(&words.diagonal, opposite.0 - corner.0 - 38, TEXT);
    write(canvas, &diagonal, (corner.0 + 38, middle), TEXT, BLACK, HPos::Left, VPos::Center);
    let frame = Frame::draw(
        canvas,
        ((corner.0, corner.1 + TEXT + 12), opposite),
        (Axis::even(0.0, radius), Axis::even(0.0, largest)),
        (&words.distance, &words.estimate),
        (&number, &number),
    );
    let points = |pick: fn(&(f64, f64, f64)) -> f64| {
        let by_distance = figures.estimates.iter().enumerate();
        by_distance.map(|(distance, e)| (frame.x(distance as f64), frame.y(pick(e)))).collect::<Vec<_>>()
    };
    let (low, mean, high) = (points(|e| e.0), points(|e| e.1), points(|e| e.2));
    let band: Vec<Point> = low.iter().copied().chain(high.iter().rev().copied()).collect();
    if band.len() > 2 {
        draw(canvas, &Polygon::new(band, BLUE.mix(0.18).filled()));
    }
    for (edge, width) in [(low, 1), (high, 1), (mean, 3)] {
        if edge.len() > 1 {
            draw(canvas, &PathElement::new(edge, BLUE.stroke_width(width)));
        }
    }
    dashed(canvas, (frame.x(0.0), frame.y(0.0)), (frame.x(radius), frame.y(radius)));
}

/// A straight line of dashes.
fn dashed(canvas: &Canvas, from: Point, to: Point) {
    let (dx, dy) = (f64::from(to.0 - from.0), f64::from(to.1 - from.1));
    let dashes = (dx.hypot(dy) / 10.0).ceil().max(1.0);
    let at = |part: f64| (from.0 + (dx * part).round() as i32, from.1 + (dy * part).round() as i32);
    for dash in 0..dashes as u32 {
        let begin = f64::from(dash) / dashes;
        draw(canvas, &PathElement::new(vec![at(begin), at(begin + 0.6 / dashes)], GREY.stroke_width(2)));
    }
}
