//! Charts as SVG text, for the command, the page and the documents.
//!
//! ```text
//! lines.rs      nodes against the length of the solution, a line for each method, on a logarithmic scale
//! scatter.rs    the same with a marker for each run
//! cactus.rs     boards solved within a time, a curve for each method
//! bars.rs       one board: a bar for each method, on a logarithmic scale
//! accuracy.rs   a heuristic against the true distance: its errors, and its estimates by distance
//! frame.rs      a rectangle with two axes, their ticks and their names
//! legend.rs     markers and names above a chart
//! ```
//! A chart is a pure function of its figures and its words: the same figures give the same text, byte for byte, and no
//! font of the system is looked at. Words come from the caller, in the reader's language ([`Style`]). What is distinguished
//! by colour is distinguished by shape or words too; the colours are those of Okabe and Ito, which most colour-blind people
//! can distinguish.

mod accuracy;
mod bars;
mod cactus;
mod frame;
mod legend;
mod lines;
mod scatter;

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

pub use accuracy::{Accuracy, AccuracyWords, Column, accuracy};
pub use bars::{Bar, bars};
pub use cactus::{Curve, cactus};
pub use lines::{Line, nodes_by_length};
pub use scatter::{Cloud, scatter};

/// How a chart is drawn: its size in pixels, its title, and how numbers are written.
pub struct Style<'a> {
    /// Pixels across, at least [`Style::LEAST`].
    pub width: u32,
    /// Pixels down, at least [`Style::LEAST`].
    pub height: u32,
    /// The title.
    pub title: String,
    /// The name of the axis across.
    pub across: String,
    /// The name of the axis up.
    pub up: String,
    /// How a whole number is written.
    pub number: &'a dyn Fn(u64) -> String,
}

impl Style<'_> {
    /// The least width and height.
    pub const LEAST: u32 = 200;

    /// The same on a page at least this high.
    fn at_least(&self, height: u32) -> Self {
        let Self { width, number, .. } = *self;
        let (title, across, up) = (self.title.clone(), self.across.clone(), self.up.clone());
        Self { width, height: self.height.max(height), title, across, up, number }
    }
}

type Canvas<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// Pixels from the left and from the top.
type Point = (i32, i32);

const BLACK: RGBColor = RGBColor(0x22, 0x22, 0x22);
const GREY: RGBColor = RGBColor(0x66, 0x66, 0x66);
const PALE: RGBColor = RGBColor(0xdd, 0xdd, 0xdd);
const BLUE: RGBColor = RGBColor(0x00, 0x72, 0xb2);
const VERMILION: RGBColor = RGBColor(0xd5, 0x5e, 0x00);
const GREEN: RGBColor = RGBColor(0x00, 0x9e, 0x73);

/// The size of ordinary text and of the title, in pixels.
const TEXT: i32 = 13;
const TITLE: i32 = 17;
const MARGIN: i32 = 12;

/// Drawing into memory cannot fail, and the size of a text is never asked for.
const IN_MEMORY: &str = "a drawing in memory does not fail";

/// Draws a chart: a white page with its title, and what `contents` puts below it.
fn page(style: &Style, contents: impl FnOnce(&Canvas, i32)) -> String {
    let (width, height) = (style.width.max(Style::LEAST), style.height.max(Style::LEAST));
    let mut svg = String::new();
    {
        let canvas = SVGBackend::with_string(&mut svg, (width, height)).into_drawing_area();
        canvas.fill(&WHITE).expect(IN_MEMORY);
        let title = shortened(&style.title, width as i32 - 2 * MARGIN, TITLE);
        write(&canvas, &title, (MARGIN, MARGIN), TITLE, BLACK, HPos::Left, VPos::Top);
        contents(&canvas, MARGIN + TITLE + 10);
        canvas.present().expect(IN_MEMORY);
    }
    named(&svg, &style.title)
}

/// Gives the picture a name that a screen reader can read.
fn named(svg: &str, title: &str) -> String {
    let Some(end) = svg.find('>') else { return svg.to_owned() };
    let escaped = title.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let (head, rest) = svg.split_at(end);
    format!("{head} role=\"img\">\n<title>{escaped}</title{rest}")
}

fn draw<'a, E>(canvas: &Canvas<'a>, element: &E)
where
    for<'b> &'b E: plotters::element::PointCollection<'b, Point>,
    E: plotters::element::Drawable<SVGBackend<'a>>,
{
    canvas.draw(element).expect(IN_MEMORY);
}

fn write(canvas: &Canvas, text: &str, at: Point, size: i32, colour: RGBColor, across: HPos, down: VPos) {
    let style = FontDesc::new(FontFamily::SansSerif, f64::from(size) * SVG_SCALE, FontStyle::Normal);
    draw(canvas, &Text::new(text.to_owned(), at, style.color(&colour).pos(Pos::new(across, down))));
}

/// The same, read from below upwards.
fn write_upwards(canvas: &Canvas, text: &str, at: Point, size: i32) {
    let style = FontDesc::new(FontFamily::SansSerif, f64::from(size) * SVG_SCALE, FontStyle::Normal);
    let style = style.transform(FontTransform::Rotate270).color(&BLACK).pos(Pos::new(HPos::Center, VPos::Top));
    draw(canvas, &Text::new(text.to_owned(), at, style));
}

/// plotters divides sizes of text by this in SVG.
const SVG_SCALE: f64 = 1.24;

/// About how many pixels a text takes: no font is looked at.
fn width_of(text: &str, size: i32) -> i32 {
    (text.chars().count() as f64 * f64::from(size) * 0.56).ceil() as i32
}

/// A text that fits `width`, its middle left out where it is too long.
fn shortened(text: &str, width: i32, size: i32) -> String {
    let letters: Vec<char> = text.chars().collect();
    let fit = (f64::from(width.max(0)) / (f64::from(size) * 0.56)) as usize;
    if letters.len() <= fit {
        return text.to_owned();
    }
    let kept = fit.saturating_sub(1);
    let (head, tail) = (kept.div_ceil(2), kept / 2);
    letters[..head].iter().chain(&['…']).chain(&letters[letters.len() - tail..]).collect()
}
