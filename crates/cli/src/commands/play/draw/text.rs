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
    let text = text.into();
    match role {
        Some(role) => Line::styled(text, looks.style(role)),
        None => Line::raw(text),
    }
}

/// A figure with its name before it.
pub(in super::super) fn figure(name: &str, value: String, looks: Looks) -> Line<'static> {
    Line::from(vec![Span::raw(format!("{name}: ")), Span::styled(value, looks.style(Role::Figure))])
}

/// Draws lines into an area, broken between words.
pub(in super::super) fn draw(lines: Vec<Line<'_>>, area: Rect, buffer: &mut Buffer) {
    Paragraph::new(lines).wrap(Wrap { trim: false }).render(area, buffer);
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
    fn times_are_those_of_a_stopwatch() {
        let shown = |seconds| stopwatch(Duration::from_secs(seconds));
        assert_eq!([shown(0), shown(65), shown(7200)], ["0:00", "1:05", "2:00:00"]);
    }
}
