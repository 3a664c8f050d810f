//! A picture on the tiles, in half blocks: each cell of the screen is two points, one above the other.
//!
//! The picture is a formula, a sun over hills, so it is sharp at every size. A point asks for its colour by where it belongs in the
//! solved picture.

use hueco_tiles::Board;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Color;

use super::super::looks::{Colours, Looks};

type Rgb = [f64; 3];

/// Paints the part of the picture that belongs to a tile.
pub(super) fn paint(area: Rect, goal: &Board, tile: u16, looks: Looks, buffer: &mut Buffer) {
    let shape = goal.shape();
    let home = goal.position(tile);
    let (row, col) = (shape.row(home) as f64, shape.col(home) as f64);
    let (rows, cols) = (shape.rows() as f64, shape.cols() as f64);
    let points = f64::from(area.height) * 2.0;
    for y in 0..area.height {
        for x in 0..area.width {
            let across = (col + (f64::from(x) + 0.5) / f64::from(area.width)) / cols;
            let down = |half: f64| (row + (f64::from(y) * 2.0 + half + 0.5) / points) / rows;
            let colour = |half| shown(point(across, down(half)), looks.colours);
            buffer[(area.x + x, area.y + y)].set_symbol("▀").set_fg(colour(0.0)).set_bg(colour(1.0));
        }
    }
}

/// The colour at a place of the picture; both run from 0 to 1.
fn point(x: f64, y: f64) -> Rgb {
    let mix = |a: Rgb, b: Rgb, part: f64| [0, 1, 2].map(|i| a[i] + (b[i] - a[i]) * part.clamp(0.0, 1.0));
    let far = 0.62 + 0.07 * (x * 7.0).sin() + 0.03 * (x * 17.0 + 1.0).cos();
    let near = 0.78 + 0.08 * (x * 5.0 + 2.0).cos() + 0.02 * (x * 23.0).sin();
    if y > near {
        return mix([46.0, 110.0, 62.0], [16.0, 52.0, 38.0], (y - near) * 4.0);
    }
    if y > far {
        return mix([96.0, 142.0, 120.0], [58.0, 104.0, 92.0], (y - far) * 5.0);
    }
    let sky = mix([38.0, 70.0, 140.0], [250.0, 190.0, 130.0], y / 0.62);
    let sun = ((x - 0.7).powi(2) + (y - 0.34).powi(2)).sqrt();
    if sun < 0.11 { [255.0, 236.0, 150.0] } else { mix([255.0, 220.0, 150.0], sky, (sun - 0.11) * 5.0 + 0.3) }
}

fn shown(colour: Rgb, colours: Colours) -> Color {
    let [red, green, blue] = colour.map(|part| part.round().clamp(0.0, 255.0) as u8);
    if colours == Colours::Full {
        return Color::Rgb(red, green, blue);
    }
    Color::Indexed(16 + 36 * nearest(red) + 6 * nearest(green) + nearest(blue))
}

/// The parts of a colour in the cube of 6 by 6 by 6 that a terminal with 256 colours has.
const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];

/// Which level comes nearest to a part of a colour.
fn nearest(part: u8) -> u8 {
    (0..6).min_by_key(|&level| part.abs_diff(LEVELS[usize::from(level)])).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use hueco_tiles::Shape;

    use super::*;

    #[test]
    fn the_parts_of_a_solved_board_are_the_whole_picture() {
        let looks = Looks { colours: Colours::Full, unicode: true };
        let whole = Board::blank_first(Shape::new(1, 2).unwrap());
        let mut one = Buffer::empty(Rect::new(0, 0, 8, 4));
        let mut other = one.clone();
        paint(Rect::new(4, 0, 4, 4), &whole, 1, looks, &mut one);
        paint(Rect::new(0, 0, 4, 4), &whole, 1, looks, &mut other);
        // A tile takes its part along wherever it lies.
        for y in 0..4 {
            for x in 0..4 {
                assert_eq!(one[(x + 4, y)], other[(x, y)]);
            }
        }
        assert_ne!(shown(point(0.7, 0.34), Colours::Many), shown(point(0.1, 0.95), Colours::Many));
    }
    #[test]
    fn colours_are_the_nearest_of_those_that_a_terminal_has() {
        let index = |colour: [u8; 3]| shown(colour.map(f64::from), Colours::Many);
        assert_eq!(index([0, 95, 255]), Color::Indexed(16 + 6 + 5));
        // Halfway between black and the next level, and the darkest sky.
        assert_eq!([index([47, 0, 0]), index([48, 0, 0])], [Color::Indexed(16), Color::Indexed(16 + 36)]);
        assert_eq!(index([109, 110, 137]), Color::Indexed(16 + 36 + 6 + 2));
    }
}
