//! The tree as SVG, written by hand: one small file that needs nothing else, light or dark as the reader's screen is.
//!
//! ```text
//!   ┌─────────┐  examined: square corners        ╭─────────╮  in the frontier: round corners
//!   │ #5  e3  │  on the path: a double frame     ╰─────────╯
//!   │ 2 8 3   │  the goal: a star               ⟨ dashed, corners cut: pruned, with the reason ⟩
//!   │ 1 _ 4   │
//!   │ 7 6 5   │  #5 in order of creation, e3 in order of examination
//!   │ g2 h3 f5│
//!   └─────────┘
//! ```
//! Shape and label distinguish nodes; colour only helps.

use std::fmt::Write as _;

use hueco_search::{CellValue, OwnedShown, Reason};

use super::card::{Card, GAP, Grid, LINE, PADDING, Picture, rows_width};
use super::{Mark, Phrase, Placed, Sized, Tree, TreeNode, Words, place};
use crate::trace::Domain;

/// Pixels of a character of the legend, about.
const LETTER: f64 = 6.6;
/// Between rows, around the picture.
const ROWS: f64 = 40.0;
const MARGIN: f64 = 24.0;
/// The legend needs this much, however small the tree.
const NARROWEST: f64 = 620.0;

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
pub fn svg(tree: &Tree, words: &dyn Words) -> String {
    let grid = Grid::new(tree);
    let cards: Vec<Card> = tree.nodes.iter().map(|node| Card::new(node, &grid, words)).collect();
    let sized =
        |(node, card): (&TreeNode, &Card)| Sized { parent: node.parent, width: card.width, height: card.height };
    let boxes: Vec<Sized> = tree.nodes.iter().zip(&cards).map(sized).collect();
    let placed = place(&boxes, GAP, ROWS);
    let right = placed.iter().map(|place| place.x + place.width).fold(0.0, f64::max);
    let bottom = placed.iter().map(Placed::bottom).fold(0.0, f64::max);
    let inner = right.max(NARROWEST);
    let mut drawing = Drawing { out: String::with_capacity(600 * tree.nodes.len() + 8000), grid };
    let top = drawing.head(tree, words, inner, bottom);
    let left = MARGIN + (inner - right) / 2.0;
    let _ = write!(drawing.out, "<g transform=\"translate({} {})\">", px(left), px(top));
    drawing.edges(tree, &placed);
    for ((node, place), card) in tree.nodes.iter().zip(&placed).zip(&cards) {
        drawing.node(node, place, card, words);
    }
    drawing.out.push_str("</g></svg>\n");
    drawing.out
}

struct Drawing<'t> {
    out: String,
    grid: Grid<'t>,
}

impl Drawing<'_> {
    /// Title, legend, the opening of the document. How far down the tree begins.
    fn head(&mut self, tree: &Tree, words: &dyn Words, inner: f64, bottom: f64) -> f64 {
        let (title, lines) = tree.caption(words);
        let mut texts = String::new();
        let mut y = MARGIN + 12.0;
        let _ = write!(texts, "<text class=\"t\" x=\"{}\" y=\"{}\">{}</text>", px(MARGIN), px(y), escaped(&title));
        for line in &lines {
            y += 19.0;
            let _ = write!(texts, "<text class=\"i\" x=\"{}\" y=\"{}\">{}</text>", px(MARGIN), px(y), escaped(line));
        }
        y += 14.0;
        y = legend(&mut texts, tree, words, y, inner);
        let has_headings = tree.nodes.iter().any(|node| node.heading.is_some());
        let top = y + if has_headings { 46.0 } else { 26.0 };
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
            for (node, place) in tree.nodes.iter().zip(placed) {
                let Some(parent) = node.parent else { continue };
                if on_path != (node.on_path && tree.nodes[parent].on_path) {
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

    fn node(&mut self, node: &TreeNode, place: &Placed, card: &Card, words: &dyn Words) {
        let _ = write!(self.out, "<g transform=\"translate({} {})\">", px(place.x), px(place.y));
        let (width, height) = (place.width, place.height);
        frame(&mut self.out, node, width, height);
        if let Some(heading) = node.heading {
            let text = escaped(&words.say(Phrase::Heading(heading)));
            let _ = write!(self.out, "<text class=\"b q\" x=\"{}\" y=\"-12\">{text}</text>", px(width / 2.0));
        }
        if let Some(action) = &node.action {
            let at = px(width / 2.0 + 5.0);
            let _ = write!(self.out, "<text class=\"a\" x=\"{at}\" y=\"-8\">{}</text>", escaped(action));
        }
        let mut y = PADDING - 1.0;
        if !card.above.is_empty() {
            y += LINE;
            self.line(&card.above, width, y - 4.0);
        }
        match (&card.picture, &node.state) {
            (Picture::Grid, Some(OwnedShown::Cells(cells))) => {
                let left = (width - self.grid.width()) / 2.0;
                let _ = write!(self.out, "<g transform=\"translate({} {})\">", px(left), px(y + 1.0));
                self.cells(cells);
                self.out.push_str("</g>");
                y += self.grid.height() + 4.0;
            }
            (Picture::Rows(rows), _) => {
                self.rows(rows, (width - rows_width(rows)) / 2.0, y);
                y += rows.len() as f64 * LINE + 4.0;
            }
            _ => {}
        }
        if !card.below.is_empty() {
            self.line(&card.below, width, y + LINE - 4.0);
        }
        if node.is_goal {
            let _ = write!(self.out, "<use href=\"#star\" x=\"{}\" y=\"1\"/>", px(width - 1.0));
        }
        self.out.push_str("</g>");
    }

    fn line(&mut self, text: &str, width: f64, y: f64) {
        let middle = px(width / 2.0);
        let _ = write!(self.out, "<text class=\"c q\" x=\"{middle}\" y=\"{}\">{}</text>", px(y), escaped(text));
    }

    /// A state that is a text. Its lines begin at the same place, and spaces count: it may be a drawing.
    fn rows(&mut self, rows: &[String], left: f64, top: f64) {
        for (at, row) in rows.iter().enumerate() {
            let (x, y) = (px(left), px(top + (at + 1) as f64 * LINE - 2.0));
            let text = escaped(row);
            let _ = write!(self.out, "<text class=\"c\" xml:space=\"preserve\" x=\"{x}\" y=\"{y}\">{text}</text>");
        }
    }

    fn cells(&mut self, cells: &[CellValue]) {
        let size = self.grid.cell;
        let places = self.grid.places();
        for ((at, cell), &(col, row)) in cells.iter().enumerate().zip(&places) {
            if self.grid.is_shaded(at, cell.number()) {
                let (x, y) = (px(col * size), px(row * size));
                let _ = write!(
                    self.out,
                    "<rect class=\"k\" x=\"{x}\" y=\"{y}\" width=\"{c}\" height=\"{c}\"/>",
                    c = px(size)
                );
            }
        }
        self.out.push_str("<use href=\"#grid\"/>");
        let is_blank = |number: &i32| *number == 0 && matches!(self.grid.domain, Domain::Tiles { .. });
        for (cell, &(col, row)) in cells.iter().zip(&places) {
            let Some(number) = cell.number().filter(|number| !is_blank(number)) else { continue };
            let (x, y) = (px((col + 0.5) * size), px((row + 0.5) * size + 4.3));
            let _ = write!(self.out, "<text class=\"n\" x=\"{x}\" y=\"{y}\">{number}</text>");
        }
    }
}

/// The shape of a box, which says what became of the node.
fn frame(out: &mut String, node: &TreeNode, width: f64, height: f64) {
    let (w, h) = (px(width), px(height));
    if node.on_path {
        let (w, h, r) = (px(width + 7.0), px(height + 7.0), if node.mark == Mark::Frontier { 12 } else { 0 });
        let _ = write!(out, "<rect class=\"o\" x=\"-3.5\" y=\"-3.5\" width=\"{w}\" height=\"{h}\" rx=\"{r}\"/>");
    }
    let _ = match node.mark {
        Mark::Examined => write!(out, "<rect class=\"e\" width=\"{w}\" height=\"{h}\"/>"),
        Mark::Frontier => write!(out, "<rect class=\"f\" width=\"{w}\" height=\"{h}\" rx=\"9\"/>"),
        Mark::More(_) => write!(out, "<rect class=\"m\" width=\"{w}\" height=\"{h}\" rx=\"9\"/>"),
        Mark::Moved => write!(out, "<rect class=\"d\" width=\"{w}\" height=\"{h}\"/>"),
        Mark::Pruned(_) => {
            let (x, y) = (px(width - 8.0), px(height - 8.0));
            write!(out, "<path class=\"d\" d=\"M8 0H{x}L{w} 8V{y}L{x} {h}H8L0 {y}V8z\"/>")
        }
    };
}

/// What the shapes and labels mean, those that the picture has. How far down it goes.
fn legend(out: &mut String, tree: &Tree, words: &dyn Words, top: f64, inner: f64) -> f64 {
    let any = |test: fn(&TreeNode) -> bool| tree.nodes.iter().any(test);
    let bare = |mark: Mark| TreeNode::bare(None, mark);
    let pruned = Mark::Pruned(Reason::Cycle);
    let shapes = [
        (any(|node| node.mark == Mark::Examined), bare(Mark::Examined), Phrase::KeyExamined),
        (any(|node| node.mark == Mark::Frontier), bare(Mark::Frontier), Phrase::KeyFrontier),
        (any(|node| node.on_path), TreeNode { on_path: true, ..bare(Mark::Examined) }, Phrase::KeyPath),
        (any(|node| node.is_goal), TreeNode { is_goal: true, ..bare(Mark::Examined) }, Phrase::KeyGoal),
        (any(|node| matches!(node.mark, Mark::Pruned(_))), bare(pruned), Phrase::KeyPruned),
        (any(|node| node.mark == Mark::Moved), bare(Mark::Moved), Phrase::KeyMoved),
    ];
    let labels = [
        (any(|node| node.id.is_some()), "#4", Phrase::KeyCreated),
        (any(|node| !node.examined.is_empty()), "e3", Phrase::KeyExamination),
        (any(|node| node.h.is_some()), "g h f", Phrase::KeyCosts),
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
