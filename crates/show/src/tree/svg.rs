//! The tree as SVG, written by hand: one small file that needs nothing else, light or dark as the reader's screen is.
//!
//! ```text
//!   ┌─────────┐  examined: square corners        ╭─────────╮  waiting: round corners
//!   │ #5  e3  │  on the way: a double frame      ╰─────────╯
//!   │ 2 8 3   │  the goal: a star               ⟨ dashed, corners cut: dropped, with the reason ⟩
//!   │ 1 _ 4   │
//!   │ 7 6 5   │  #5 in order of creation, e3 in order of examination
//!   │ g2 h3 f5│
//!   └─────────┘
//! ```
//! Shape and label tell nodes apart; colour only helps.

use std::fmt::Write as _;

use super::{Mark, Phrase, Placed, Shown, Sized, Tree, Words, place};
use crate::trace::{Domain, Value};

/// Pixels of a character of small text, which is set in a font of equal widths.
const SMALL: f64 = 6.7;
/// Pixels of a character of the legend, about.
const LETTER: f64 = 6.6;
/// Around the contents of a box.
const PADDING: f64 = 6.0;
/// A line of small text.
const LINE: f64 = 14.0;
/// Between boxes, between rows, around the picture.
const GAP: f64 = 14.0;
const ROWS: f64 = 40.0;
const MARGIN: f64 = 24.0;
/// The legend needs this much, however small the tree.
const NARROWEST: f64 = 620.0;
/// Boards of more cells, or on a wider grid, are not drawn: their nodes have labels alone.
const MOST_CELLS: usize = 64;
const WIDEST: u32 = 16;

const STYLE: &str = "\
.bg{fill:#fff}.e,.f,.d,.m,.o{fill:#fff;stroke:#334;stroke-width:1.3}.f{stroke:#668}\
.d{fill:#f6f6f8;stroke:#889;stroke-dasharray:4 3}.m{fill:#f6f6f8;stroke:#889;stroke-dasharray:1.5 3}\
.o{fill:none;stroke:#0a6b3d;stroke-width:2.4}.p{fill:none;stroke:#0a6b3d;stroke-width:3}.w{fill:none;stroke:#99a;stroke-width:1.2}\
.g{fill:none;stroke:#c4c6d0;stroke-width:1}.k{fill:#d9dbe4}.v{fill:#e8eefc}.s{fill:#0a6b3d}\
text{fill:#112;font:12px ui-sans-serif,system-ui,'DejaVu Sans',sans-serif}.c,.n,.a{font-family:ui-monospace,'DejaVu Sans Mono',monospace}\
.c{font-size:11px}.n{font-size:12px;text-anchor:middle}.a{font-size:12px;font-weight:700;fill:#335}.b{font-weight:700}\
.t{font-size:17px;font-weight:700}.i{fill:#556}.q{text-anchor:middle}\
@media(prefers-color-scheme:dark){.bg{fill:#14161c}.e,.f{fill:#1e212b;stroke:#cdd}.f{stroke:#99b}.d,.m{fill:#191b22;stroke:#88a}\
.o,.p{stroke:#5fd39a}.w{stroke:#667}.g{stroke:#3c4050}.k{fill:#3c4050}.v{fill:#27304a}.s{fill:#5fd39a}text{fill:#eef}.a{fill:#bcf}.i{fill:#aab}}";

/// The tree as one SVG document.
pub fn svg(tree: &Tree, words: &impl Words) -> String {
    let grid = Grid::new(tree);
    let labels: Vec<Labels> = tree.nodes.iter().map(|shown| Labels::new(shown, &grid, words)).collect();
    let sized =
        |(shown, labels): (&Shown, &Labels)| Sized { parent: shown.parent, width: labels.width, height: labels.height };
    let boxes: Vec<Sized> = tree.nodes.iter().zip(&labels).map(sized).collect();
    let placed = place(&boxes, GAP, ROWS);
    let right = placed.iter().map(|place| place.x + place.width).fold(0.0, f64::max);
    let bottom = placed.iter().map(Placed::bottom).fold(0.0, f64::max);
    let inner = right.max(NARROWEST);
    let mut picture = Picture { out: String::with_capacity(600 * tree.nodes.len() + 8000), grid };
    let top = picture.head(tree, words, inner, bottom);
    let left = MARGIN + (inner - right) / 2.0;
    let _ = write!(picture.out, "<g transform=\"translate({} {})\">", px(left), px(top));
    picture.edges(tree, &placed);
    for ((shown, place), labels) in tree.nodes.iter().zip(&placed).zip(&labels) {
        picture.node(shown, place, labels, words);
    }
    picture.out.push_str("</g></svg>\n");
    picture.out
}

/// Where the cells of a board stand in a box.
struct Grid<'t> {
    domain: &'t Domain,
    start: &'t [Value],
    cell: f64,
    rows: f64,
    cols: f64,
    drawn: bool,
}

impl<'t> Grid<'t> {
    fn new(tree: &'t Tree) -> Self {
        let domain = &tree.header.domain;
        let (rows, cols) = match domain {
            Domain::Tiles { rows, cols } => (*rows as u32, *cols as u32),
            Domain::Sums { cells, .. } => {
                let most = |of: fn(&crate::trace::CellPlace) -> u32| cells.iter().map(of).max().map_or(1, |n| n + 1);
                (most(|cell| cell.row), most(|cell| cell.col))
            }
        };
        let values =
            tree.nodes.iter().filter_map(|shown| shown.board.as_ref()).flat_map(|board| board.iter().flatten());
        let longest = values.map(|value| value.to_string().len()).max().unwrap_or(1);
        Self {
            domain,
            start: &tree.header.start,
            cell: (7.4 * longest as f64 + 5.0).max(17.0),
            rows: f64::from(rows),
            cols: f64::from(cols),
            drawn: domain.cells() <= MOST_CELLS && rows <= WIDEST && cols <= WIDEST,
        }
    }

    fn width(&self) -> f64 {
        self.cell * self.cols
    }

    fn height(&self) -> f64 {
        self.cell * self.rows
    }
}

/// The texts of a node and the size they need.
struct Labels {
    above: String,
    below: String,
    width: f64,
    height: f64,
    has_board: bool,
}

impl Labels {
    fn new(shown: &Shown, grid: &Grid<'_>, words: &impl Words) -> Self {
        let costs: Vec<String> = [("g", shown.g), ("h", shown.h), ("f", shown.f())]
            .into_iter()
            .filter_map(|(name, value)| Some(format!("{name}{}", value?)))
            .collect();
        let costs = costs.join(" ");
        let examined: Vec<String> = shown.examined.iter().map(|number| format!("e{number}")).collect();
        let above = match (&shown.mark, shown.name()) {
            (_, Some(name)) => format!("{name} {}", examined.join(",")).trim_end().to_owned(),
            (Mark::More(count), None) => words.say(Phrase::More(*count)),
            (_, None) => costs.clone(),
        };
        let below = match &shown.mark {
            Mark::Dropped(reason) => match shown.repeats {
                Some(id) => format!("= #{id}"),
                None => words.say(Phrase::Dropped(reason)),
            },
            Mark::Moved => words.say(Phrase::Moved),
            _ => costs,
        };
        let has_board = grid.drawn && shown.board.is_some();
        let texts = above.chars().count().max(below.chars().count()) as f64 * SMALL;
        let board = if has_board { grid.width() } else { 0.0 };
        let lines = [&above, &below].into_iter().filter(|text| !text.is_empty()).count() as f64;
        let height = lines * LINE + if has_board { grid.height() + 4.0 } else { 0.0 };
        Self { above, below, width: texts.max(board) + 2.0 * PADDING, height: height + 2.0 * PADDING - 2.0, has_board }
    }
}

struct Picture<'t> {
    out: String,
    grid: Grid<'t>,
}

impl Picture<'_> {
    /// Title, legend, the opening of the document. How far down the tree begins.
    fn head(&mut self, tree: &Tree, words: &impl Words, inner: f64, bottom: f64) -> f64 {
        let header = &tree.header;
        let title =
            words.say(Phrase::Title { algorithm: header.algorithm.as_deref(), heuristic: header.heuristic.as_deref() });
        let mut lines = Vec::new();
        if let Some(goal) = header.goal.as_deref().filter(|goal| goal.len() <= MOST_CELLS) {
            lines.push(words.say(Phrase::Goal(&board_text(&header.domain, goal))));
        }
        lines.extend(tree.end.as_ref().map(|end| words.say(Phrase::Outcome(end))).filter(|text| !text.is_empty()));
        let drawn = tree.nodes.iter().filter(|shown| !matches!(shown.mark, Mark::More(_))).count() as u64;
        if drawn < tree.whole {
            lines.push(words.say(Phrase::Drawn { drawn, whole: tree.whole }));
        }
        let mut texts = String::new();
        let mut y = MARGIN + 12.0;
        let _ = write!(texts, "<text class=\"t\" x=\"{}\" y=\"{}\">{}</text>", px(MARGIN), px(y), escaped(&title));
        for line in &lines {
            y += 19.0;
            let _ = write!(texts, "<text class=\"i\" x=\"{}\" y=\"{}\">{}</text>", px(MARGIN), px(y), escaped(line));
        }
        y += 14.0;
        y = legend(&mut texts, tree, words, y, inner);
        let has_heads = tree.nodes.iter().any(|shown| shown.head.is_some());
        let top = y + if has_heads { 46.0 } else { 26.0 };
        let (width, height) = (inner + 2.0 * MARGIN, top + bottom + MARGIN);
        let _ = write!(
            self.out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\" role=\"img\" \
             aria-labelledby=\"tree-title tree-desc\"><title id=\"tree-title\">{}</title><desc id=\"tree-desc\">{}</desc>\
             <style>{STYLE}</style><rect class=\"bg\" width=\"{w}\" height=\"{h}\"/>",
            escaped(&title),
            escaped(&lines.join(" ")),
            w = px(width),
            h = px(height),
        );
        self.grid_pattern();
        self.out.push_str(&texts);
        top
    }

    /// The lines of the board, drawn once and used by every node.
    fn grid_pattern(&mut self) {
        let Grid { cell, rows, cols, .. } = self.grid;
        let mut lines = String::new();
        match self.grid.domain {
            Domain::Tiles { .. } if self.grid.drawn => {
                for row in 0..=rows as u32 {
                    let _ = write!(lines, "M0 {}h{}", px(f64::from(row) * cell), px(cols * cell));
                }
                for col in 0..=cols as u32 {
                    let _ = write!(lines, "M{} 0v{}", px(f64::from(col) * cell), px(rows * cell));
                }
            }
            Domain::Sums { cells, .. } if self.grid.drawn => {
                for place in cells {
                    let (x, y) = (f64::from(place.col) * cell, f64::from(place.row) * cell);
                    let _ = write!(lines, "M{} {}h{c}v{c}h-{c}z", px(x), px(y), c = px(cell));
                }
            }
            _ => {}
        }
        let _ = write!(
            self.out,
            "<defs><path id=\"grid\" class=\"g\" d=\"{lines}\"/>\
             <path id=\"star\" class=\"s\" d=\"M0-7 2-2.2 7-2.2 3 1 4.5 6 0 3-4.5 6-3 1-7-2.2-2-2.2z\"/></defs>"
        );
    }

    fn edges(&mut self, tree: &Tree, placed: &[Placed]) {
        for on_path in [false, true] {
            let _ = write!(self.out, "<path class=\"{}\" d=\"", if on_path { "p" } else { "w" });
            for (shown, place) in tree.nodes.iter().zip(placed) {
                let Some(parent) = shown.parent else { continue };
                if on_path != (shown.on_path && tree.nodes[parent].on_path) {
                    continue;
                }
                let above = &placed[parent];
                let turn = place.y - ROWS + 14.0;
                let (from, to) = (above.middle(), place.middle());
                let _ =
                    write!(self.out, "M{} {}V{}H{}V{}", px(from), px(above.bottom()), px(turn), px(to), px(place.y));
            }
            self.out.push_str("\"/>");
        }
    }

    fn node(&mut self, shown: &Shown, place: &Placed, labels: &Labels, words: &impl Words) {
        let _ = write!(self.out, "<g transform=\"translate({} {})\">", px(place.x), px(place.y));
        let (width, height) = (place.width, place.height);
        frame(&mut self.out, shown, width, height);
        if let Some(head) = shown.head {
            let text = escaped(&words.say(Phrase::Head(head)));
            let _ = write!(self.out, "<text class=\"b q\" x=\"{}\" y=\"-12\">{text}</text>", px(width / 2.0));
        }
        if let Some(action) = &shown.action {
            let at = px(width / 2.0 + 5.0);
            let _ = write!(self.out, "<text class=\"a\" x=\"{at}\" y=\"-6\">{}</text>", escaped(action));
        }
        let mut y = PADDING - 1.0;
        if !labels.above.is_empty() {
            y += LINE;
            self.line(&labels.above, width, y - 4.0);
        }
        if labels.has_board {
            let left = (width - self.grid.width()) / 2.0;
            let board = shown.board.as_deref().unwrap_or_default();
            let _ = write!(self.out, "<g transform=\"translate({} {})\">", px(left), px(y + 1.0));
            self.board(board);
            self.out.push_str("</g>");
            y += self.grid.height() + 4.0;
        }
        if !labels.below.is_empty() {
            self.line(&labels.below, width, y + LINE - 4.0);
        }
        if shown.is_goal {
            let _ = write!(self.out, "<use href=\"#star\" x=\"{}\" y=\"1\"/>", px(width - 1.0));
        }
        self.out.push_str("</g>");
    }

    fn line(&mut self, text: &str, width: f64, y: f64) {
        let middle = px(width / 2.0);
        let _ = write!(self.out, "<text class=\"c q\" x=\"{middle}\" y=\"{}\">{}</text>", px(y), escaped(text));
    }

    fn board(&mut self, board: &[Value]) {
        let cell = self.grid.cell;
        let spots: Vec<(f64, f64)> = match self.grid.domain {
            Domain::Tiles { cols, .. } => (0..board.len()).map(|at| ((at % cols) as f64, (at / cols) as f64)).collect(),
            Domain::Sums { cells, .. } => cells.iter().map(|c| (f64::from(c.col), f64::from(c.row))).collect(),
        };
        // The blank, or what was given from the start, is shaded.
        let tiles = matches!(self.grid.domain, Domain::Tiles { .. });
        for (at, &(col, row)) in spots.iter().enumerate() {
            let shaded = if tiles { board[at] == Some(0) } else { self.grid.start[at].is_some() };
            if shaded {
                let (x, y) = (px(col * cell), px(row * cell));
                let _ = write!(
                    self.out,
                    "<rect class=\"k\" x=\"{x}\" y=\"{y}\" width=\"{c}\" height=\"{c}\"/>",
                    c = px(cell)
                );
            }
        }
        self.out.push_str("<use href=\"#grid\"/>");
        let visible = |at: usize| board[at].filter(|&value| !tiles || value != 0);
        let baseline = |row: f64| px((row + 0.5) * cell + 4.3);
        for (at, &(col, row)) in spots.iter().enumerate() {
            let Some(value) = visible(at) else { continue };
            let (x, y) = (px((col + 0.5) * cell), baseline(row));
            let _ = write!(self.out, "<text class=\"n\" x=\"{x}\" y=\"{y}\">{value}</text>");
        }
    }
}

/// The shape of a box, which says what became of the node.
fn frame(out: &mut String, shown: &Shown, width: f64, height: f64) {
    let (w, h) = (px(width), px(height));
    if shown.on_path {
        let (w, h, r) = (px(width + 7.0), px(height + 7.0), if shown.mark == Mark::Waiting { 12 } else { 0 });
        let _ = write!(out, "<rect class=\"o\" x=\"-3.5\" y=\"-3.5\" width=\"{w}\" height=\"{h}\" rx=\"{r}\"/>");
    }
    let _ = match shown.mark {
        Mark::Examined => write!(out, "<rect class=\"e\" width=\"{w}\" height=\"{h}\"/>"),
        Mark::Waiting => write!(out, "<rect class=\"f\" width=\"{w}\" height=\"{h}\" rx=\"9\"/>"),
        Mark::More(_) => write!(out, "<rect class=\"m\" width=\"{w}\" height=\"{h}\" rx=\"9\"/>"),
        Mark::Moved => write!(out, "<rect class=\"d\" width=\"{w}\" height=\"{h}\"/>"),
        Mark::Dropped(_) => {
            let (x, y) = (px(width - 8.0), px(height - 8.0));
            write!(out, "<path class=\"d\" d=\"M8 0H{x}L{w} 8V{y}L{x} {h}H8L0 {y}V8z\"/>")
        }
    };
}

/// What the shapes and labels mean, those that the picture has. How far down it goes.
fn legend(out: &mut String, tree: &Tree, words: &impl Words, top: f64, inner: f64) -> f64 {
    let any = |test: fn(&Shown) -> bool| tree.nodes.iter().any(test);
    let bare = |mark: Mark| Shown::bare(None, mark);
    let dropped = Mark::Dropped(crate::trace::Reason::Cycle);
    let shapes = [
        (any(|shown| shown.mark == Mark::Examined), bare(Mark::Examined), Phrase::KeyExamined),
        (any(|shown| shown.mark == Mark::Waiting), bare(Mark::Waiting), Phrase::KeyWaiting),
        (any(|shown| shown.on_path), Shown { on_path: true, ..bare(Mark::Examined) }, Phrase::KeyPath),
        (any(|shown| shown.is_goal), Shown { is_goal: true, ..bare(Mark::Examined) }, Phrase::KeyGoal),
        (any(|shown| matches!(shown.mark, Mark::Dropped(_))), bare(dropped), Phrase::KeyDropped),
        (any(|shown| shown.mark == Mark::Moved), bare(Mark::Moved), Phrase::KeyMoved),
    ];
    let has_h = any(|shown| shown.h.is_some());
    let labels = [
        (any(|shown| shown.id.is_some()), "#4", Phrase::KeyCreated),
        (any(|shown| !shown.examined.is_empty()), "e3", Phrase::KeyExamination),
        (has_h, "g h f", Phrase::KeyCosts),
    ];
    let (mut x, mut y) = (MARGIN, top);
    let mut next = |width: f64| {
        if x > MARGIN && x + width > MARGIN + inner {
            (x, y) = (MARGIN, y + 26.0);
        }
        let at = (x, y);
        x += width + 20.0;
        at
    };
    for (_, shape, phrase) in shapes.iter().filter(|(there, ..)| *there) {
        let text = words.say(*phrase);
        let (x, y) = next(36.0 + text.chars().count() as f64 * LETTER);
        let _ = write!(out, "<g transform=\"translate({} {})\">", px(x), px(y));
        frame(out, shape, 28.0, 17.0);
        if shape.is_goal {
            out.push_str("<use href=\"#star\" x=\"27\" y=\"1\"/>");
        }
        let _ = write!(out, "<text x=\"38\" y=\"13\">{}</text></g>", escaped(&text));
    }
    for (_, sample, phrase) in labels.iter().filter(|(there, ..)| *there) {
        let text = words.say(*phrase);
        let wide = sample.len() as f64 * 7.4;
        let (x, y) = next(wide + 8.0 + text.chars().count() as f64 * LETTER);
        let _ = write!(
            out,
            "<g transform=\"translate({} {})\"><text class=\"a\" y=\"13\">{sample}</text><text x=\"{}\" y=\"13\">{}</text></g>",
            px(x),
            px(y),
            px(wide + 8.0),
            escaped(&text)
        );
    }
    y + 20.0
}

/// A board in one line.
pub(super) fn board_text(domain: &Domain, board: &[Value]) -> String {
    let text = |value: &Value| value.map_or_else(|| "_".to_owned(), |value| value.to_string());
    let cols = match domain {
        Domain::Tiles { cols, .. } => *cols,
        Domain::Sums { .. } => board.len(),
    };
    let row = |row: &[Value]| row.iter().map(text).collect::<Vec<_>>().join(" ");
    board.chunks(cols.max(1)).map(row).collect::<Vec<_>>().join(" / ")
}

/// A length without digits that no screen shows.
fn px(length: f64) -> String {
    let text = format!("{length:.1}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

/// Text inside an element. Control characters have no place in XML.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}
