//! Everything in words: lines that are styled and broken to fit, and the keys at the bottom.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget, Wrap};
use std::time::Duration;

use super::super::keys::Named;
use super::super::looks::{Looks, Role};

/// A line of words in one style.
pub(in super::super) fn line(text: impl Into<String>, role: Option<Role>, looks: Looks) -> Line<'static> {
    let text = looks.words(text.into());
    match role {
        Some(role) => Line::styled(text, looks.style(role)),
        None => Line::raw(text),
    }
}

/// A figure with its name before it.
pub(in super::super) fn figure(name: &str, value: String, looks: Looks) -> Line<'static> {
    Line::from(vec![Span::raw(format!("{name}: ")), Span::styled(looks.words(value), looks.style(Role::Figure))])
}

/// Draws lines into an area, broken between words.
pub(in super::super) fn draw(lines: Vec<Line<'_>>, area: Rect, buffer: &mut Buffer) {
    Paragraph::new(lines).wrap(Wrap { trim: false }).render(area, buffer);
}

/// Draws a few words at the end of a row, if nothing is there.
pub(in super::super) fn draw_at_end(words: &str, row: Rect, buffer: &mut Buffer, looks: Looks) {
    let width = Line::raw(words).width() as u16;
    let Some(x) = row.right().checked_sub(width).filter(|&x| x > row.x) else { return };
    // A cell between them stays empty too.
    if (x - 1..row.right()).all(|column| buffer[(column, row.y)].symbol() == " ") {
        draw(vec![line(words, Some(Role::Faint), looks)], Rect { x, width, height: 1, y: row.y }, buffer);
    }
}

/// The rows that lines take in a column of this width.
pub(in super::super) fn rows(lines: &[Line<'_>], width: u16) -> u16 {
    // Drawn on the side and counted: a rule for breaking lines written twice would differ one day.
    let longest = lines.iter().map(Line::width).sum::<usize>();
    let most = u16::try_from(longest / usize::from(width.max(1)) * 2 + lines.len() * 2).unwrap_or(u16::MAX);
    let mut drawn = Buffer::empty(Rect::new(0, 0, width, most.min(200)));
    draw(lines.to_vec(), drawn.area, &mut drawn);
    let is_blank = |row: &u16| (0..width).all(|column| drawn[(column, *row)].symbol() == " ");
    (0..drawn.area.height).rev().find(|row| !is_blank(row)).map_or(0, |row| row + 1)
}

/// A text in one row: what is too long for it is cut, and the cut is shown.
pub(in super::super) fn cut(text: &str, width: u16, looks: Looks) -> String {
    let width = usize::from(width);
    if Line::raw(text).width() <= width {
        return text.to_owned();
    }
    let sign = if looks.unicode { "…" } else { "~" };
    let mut shown: String = text.chars().take(width.saturating_sub(1)).collect();
    while Line::raw(shown.as_str()).width() + 1 > width && shown.pop().is_some() {}
    shown + sign
}

/// The keys, as many as fit on each line.
pub(in super::super) fn keys(keys: &[Named], width: u16, looks: Looks) -> Vec<Line<'static>> {
    const BETWEEN: &str = "  ";
    let mut lines: Vec<(usize, Vec<Span<'static>>)> = Vec::new();
    for (key, meaning) in keys {
        let length = key.chars().count() + 1 + meaning.chars().count();
        let parts = [Span::styled(*key, looks.style(Role::Figure)), Span::raw(format!(" {meaning}"))];
        match lines.last_mut() {
            Some((used, spans)) if *used + BETWEEN.len() + length <= usize::from(width) => {
                *used += BETWEEN.len() + length;
                spans.push(Span::raw(BETWEEN));
                spans.extend(parts);
            }
            _ => lines.push((length, parts.to_vec())),
        }
    }
    lines.into_iter().map(|(_, spans)| Line::from(spans)).collect()
}

/// A time as a stopwatch shows it: `1:05`, `2:00:00`.
pub(in super::super) fn stopwatch(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours == 0 { format!("{minutes}:{seconds:02}") } else { format!("{hours}:{minutes:02}:{seconds:02}") }
}

#[cfg(test)]
mod tests {
    use super::super::super::looks::Colours;
    use super::*;

    #[test]
    fn keys_are_broken_between_one_and_the_next() {
        let looks = Looks { colours: Colours::None, unicode: true };
        let lines = keys(&[("u", "undo"), ("r", "redo"), ("q", "quit")], 14, looks);
        let texts: Vec<String> = lines.iter().map(ToString::to_string).collect();
        assert_eq!(texts, ["u undo  r redo", "q quit"]);
    }

    #[test]
    fn a_long_text_is_cut_with_a_sign() {
        let looks = |unicode| Looks { colours: Colours::None, unicode };
        assert_eq!(cut("from 1 to 2", 11, looks(true)), "from 1 to 2");
        assert_eq!(cut("from 1 to 2", 8, looks(true)), "from 1 …");
        assert_eq!(cut("from 1 to 2", 8, looks(false)), "from 1 ~");
        // Each of these letters takes two columns.
        assert_eq!(cut("漢字漢字", 6, looks(true)), "漢字…");
    }

    #[test]
    fn rows_are_counted_as_they_are_broken() {
        let lines = ["one two three", "", "four"].map(Line::raw);
        assert_eq!([rows(&lines, 20), rows(&lines, 8), rows(&lines, 5)], [3, 4, 5]);
    }

    #[test]
    fn times_are_those_of_a_stopwatch() {
        let shown = |seconds| stopwatch(Duration::from_secs(seconds));
        assert_eq!([shown(0), shown(65), shown(7200)], ["0:00", "1:05", "2:00:00"]);
    }
}
