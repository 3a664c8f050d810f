//! The tiles. What colours say, lines say too: a tile in its goal cell has a double frame, the tile of a hint a heavy one with an
//! arrow, and the blank has none.

use hueco_tiles::{Board, Direction};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::super::looks::{Looks, Role};
use super::layout::Places;
use super::picture;

/// The corners and lines of a frame: top left, top right, bottom left, bottom right, horizontal, vertical.
type Frame = [&'static str; 6];

const THIN: Frame = ["┌", "┐", "└", "┘", "─", "│"];
const DOUBLE: Frame = ["╔", "╗", "╚", "╝", "═", "║"];
const HEAVY: Frame = ["┏", "┓", "┗", "┛", "━", "┃"];
/// The same in ASCII.
const PLAIN: Frame = ["+", "+", "+", "+", "-", "|"];
const FIRM: Frame = ["#", "#", "#", "#", "=", "#"];
const LOUD: Frame = ["*", "*", "*", "*", "*", "*"];

/// A board and what is to be seen on it.
pub(in super::super) struct View<'a> {
    pub(in super::super) board: &'a Board,
    pub(in super::super) goal: &'a Board,
    /// The move of the blank that a hint suggests.
    pub(in super::super) hint: Option<Direction>,
    /// Parts of a picture in place of numbers alone.
    pub(in super::super) picture: bool,
}

/// Draws a board at its place.
pub(in super::super) fn draw(view: &View<'_>, places: &Places, looks: Looks, buffer: &mut Buffer) {
    let hinted = view.hint.and_then(|direction| view.board.shape().neighbour(view.board.blank(), direction));
    for (cell, &tile) in view.board.tiles().iter().enumerate() {
        let area = places.cell(cell);
        if tile == 0 {
            blank(area, looks, buffer);
            continue;
        }
        let is_home = view.goal.tiles()[cell] == tile;
        let role = match () {
            () if hinted == Some(cell) => Role::Hinted,
            () if is_home => Role::Home,
            () => Role::Tile,
        };
        let text = match view.hint.filter(|_| role == Role::Hinted) {
            // The tile slides where the blank comes from.
            Some(direction) => format!("{tile}{}", looks.arrows()[direction.opposite() as usize]),
            None => tile.to_string(),
        };
        if view.picture && area.height > 1 && role != Role::Hinted {
            picture::paint(area, view.goal, tile, looks, buffer);
            buffer.set_string(area.x, area.y, format!("{tile} "), looks.style(role));
            continue;
        }
        buffer.set_style(area, looks.style(role));
        if area.height > 1 {
            frame(area, frame_of(role, looks), buffer);
        }
        // On one line the mark of a tile in its goal cell stands behind it, where a space would.
        let mark = if area.height == 1 && is_home && hinted != Some(cell) { "'" } else { "" };
        centre(area, &text, mark, buffer);
    }
}

fn frame_of(role: Role, looks: Looks) -> Frame {
    match (role, looks.unicode) {
        (Role::Home, true) => DOUBLE,
        (Role::Hinted, true) => HEAVY,
        (_, true) => THIN,
        (Role::Home, false) => FIRM,
        (Role::Hinted, false) => LOUD,
        (_, false) => PLAIN,
    }
}

fn frame(area: Rect, [top_left, top_right, bottom_left, bottom_right, across, upright]: Frame, buffer: &mut Buffer) {
    let (right, bottom) = (area.right() - 1, area.bottom() - 1);
    for x in area.left()..area.right() {
        for y in [area.y, bottom] {
            buffer[(x, y)].set_symbol(across);
        }
    }
    for y in area.top()..area.bottom() {
        for x in [area.x, right] {
            buffer[(x, y)].set_symbol(upright);
        }
    }
    for (x, y, corner) in [
        (area.x, area.y, top_left),
        (right, area.y, top_right),
        (area.x, bottom, bottom_left),
        (right, bottom, bottom_right),
    ] {
        buffer[(x, y)].set_symbol(corner);
    }
}

fn blank(area: Rect, looks: Looks, buffer: &mut Buffer) {
    if area.height == 1 {
        centre(area, if looks.unicode { "·" } else { "." }, "", buffer);
    }
}

/// A text in the middle of an area, cut where it does not fit.
fn centre(area: Rect, text: &str, mark: &str, buffer: &mut Buffer) {
    let width = (text.chars().count() as u16).min(area.width);
    let x = if area.height == 1 {
        area.x + area.width.saturating_sub(width + 1)
    } else {
        area.x + (area.width - width) / 2
    };
    let y = area.y + area.height / 2;
    let style = buffer[(x, y)].style();
    let (end, _) = buffer.set_stringn(x, y, text, usize::from(area.width), style);
    if end < area.right() {
        buffer.set_stringn(end, y, mark, usize::from(area.right() - end), style);
    }
}

#[cfg(test)]
mod tests {
    use hueco_tiles::parse_board;

    use super::super::super::looks::Colours;
    use super::*;

    fn drawn(board: &str, hint: Option<Direction>, unicode: bool, size: (u16, u16)) -> String {
        let board = parse_board(board, None).unwrap();
        let goal = Board::blank_last(board.shape());
        let screen = Rect::new(0, 0, size.0, size.1);
        let places = Places::new(screen, board.shape(), 2).unwrap();
        let mut buffer = Buffer::empty(screen);
        let view = View { board: &board, goal: &goal, hint, picture: false };
        draw(&view, &places, Looks { colours: Colours::None, unicode }, &mut buffer);
        let row = |y: u16| {
            let line: String = (0..places.board.width).map(|x| buffer[(x, y)].symbol()).collect();
            line.trim_end().to_owned()
        };
        (places.board.top()..places.board.bottom()).map(row).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn without_colours_frames_say_which_tiles_are_home_and_which_one_to_slide() {
        let lines = [
            "╔═════╗╔═════╗╔═════╗",
            "║  1  ║║  2  ║║  3  ║",
            "╚═════╝╚═════╝╚═════╝",
            "╔═════╗       ╔═════╗",
            "║  4  ║       ║  6  ║",
            "╚═════╝       ╚═════╝",
            "╔═════╗┏━━━━━┓┌─────┐",
            "║  7  ║┃ 5↑  ┃│  8  │",
            "╚═════╝┗━━━━━┛└─────┘",
        ];
        assert_eq!(drawn("1 2 3 / 4 0 6 / 7 5 8", Some(Direction::Down), true, (60, 14)), lines.join("\n"));
        let lines = ["#=====#*******", "#  1  #* 3v  *", "#=====#*******", "+-----+", "|  2  |", "+-----+"];
        assert_eq!(drawn("1 3 / 2 0", Some(Direction::Up), false, (60, 12)), lines.join("\n"));
    }

    #[test]
    fn on_a_small_screen_a_tile_is_its_number() {
        let lines = [" 1' 2' 3' 4'", " 5' 6' 7' 8'", " 9'10'11'12'", "13' · 14 15"];
        let board = "1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 0 14 15";
        assert_eq!(drawn(board, None, true, (46, 11)), lines.join("\n"));
    }
}
