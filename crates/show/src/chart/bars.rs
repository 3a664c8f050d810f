//! One board: a bar for each method, as long as the power of ten of its nodes.

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

use super::frame::Axis;
use super::{BLACK, BLUE, Canvas, GREY, MARGIN, PALE, Style, TEXT, draw, page, shortened, width_of, write};

/// One method.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// Its name.
    pub name: String,
    /// Its nodes.
    pub value: u64,
    /// What is written behind the bar.
    pub remark: String,
    /// Whether it came to its end: a bar that was cut short is drawn hollow, with an open end.
    pub complete: bool,
}

/// A bar for each method, as SVG. The height grows with the number of bars where they need more.
pub fn bars(style: &Style, bars: &[Bar]) -> String {
    let needed = (bars.len() as u32).saturating_mul(ROW as u32 + 2).saturating_add(110);
    let style = style.at_least(needed);
    page(&style, |canvas, top| contents(canvas, &style, bars, top))
}

/// The least height of a bar with the space around it.
const ROW: i32 = 26;

fn contents(canvas: &Canvas, style: &Style, bars: &[Bar], top: i32) {
    let (width, height) = canvas.dim_in_pixel();
    let (right, bottom) = (width as i32 - MARGIN, height as i32 - MARGIN - 2 * TEXT - 16);
    let widest = |texts: &mut dyn Iterator<Item = &String>| texts.map(|text| width_of(text, TEXT)).max().unwrap_or(0);
    let names = widest(&mut bars.iter().map(|bar| &bar.name)).min(right * 2 / 5);
    let remarks = widest(&mut bars.iter().map(|bar| &bar.remark)).min(right * 2 / 5);
    let (left, end) = (MARGIN + names + 10, right - remarks - 8);
    let axis = Axis::powers_of_ten(1.0, bars.iter().map(|bar| bar.value).max().unwrap_or(1) as f64);
    let x = |value: f64| left + (axis.place(value) * f64::from(end - left)).round() as i32;
    let label = |value: f64| (style.number)(value as u64);
    let widest_label = axis.ticks(2).last().map_or(1, |&value| width_of(&label(value), TEXT) + 16);
    for value in axis.ticks(((end - left) / widest_label).max(2) as usize) {
        draw(canvas, &PathElement::new(vec![(x(value), top), (x(value), bottom)], PALE.stroke_width(1)));
        write(canvas, &label(value), (x(value), bottom + 6), TEXT, GREY, HPos::Center, VPos::Top);
    }
    let row = ((bottom - top) / bars.len().max(1) as i32).clamp(1, 2 * ROW);
    for (number, bar) in bars.iter().enumerate() {
        let middle = top + row * number as i32 + row / 2;
        let half = (row / 3).max(3);
        let tip = x(bar.value.max(1) as f64).max(left + 2);
        let corners = [(left, middle - half), (tip, middle + half)];
        if bar.complete {
            draw(canvas, &Rectangle::new(corners, BLUE.filled()));
        } else {
            let open = vec![(tip, middle - half), (left, middle - half), (left, middle + half), (tip, middle + half)];
            draw(canvas, &PathElement::new(open, BLUE.stroke_width(2)));
        }
        let name = shortened(&bar.name, names, TEXT);
        write(canvas, &name, (left - 8, middle), TEXT, BLACK, HPos::Right, VPos::Center);
        let remark = shortened(&bar.remark, right - tip - 8, TEXT);
        write(canvas, &remark, (tip + 8, middle), TEXT, BLACK, HPos::Left, VPos::Center);
    }
    draw(canvas, &PathElement::new(vec![(left, top), (left, bottom)], GREY.stroke_width(1)));
    let axis_name = (i32::midpoint(left, end), height as i32 - MARGIN);
    write(canvas, &style.up, axis_name, TEXT, BLACK, HPos::Center, VPos::Bottom);
}
