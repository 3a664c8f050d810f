//! The text beside a board, in parts. Where there is no room for all of them the least important give way: the news of the moment
//! stays when everything else is gone.

use ratatui::text::Line;

use super::text;

/// How long a part stays as the room shrinks, the longest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in super::super) enum Rank {
    /// What was asked, refused or reached just now.
    News,
    /// More about it.
    Detail,
    /// Moves and time.
    Figures,
    Goal,
    /// How many moves are left.
    Left,
    Coach,
    Trail,
    Records,
    /// An empty line.
    Gap,
}

/// Lines that are shown together or not at all.
#[derive(Clone, Debug)]
pub(in super::super) struct Part {
    rank: Rank,
    lines: Vec<Line<'static>>,
}

/// The parts of a text, from top to bottom.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Panel {
    parts: Vec<Part>,
}

impl Panel {
    /// Adds lines below.
    pub(in super::super) fn add(&mut self, rank: Rank, lines: impl IntoIterator<Item = Line<'static>>) {
        let lines: Vec<_> = lines.into_iter().collect();
        if !lines.is_empty() {
            self.parts.push(Part { rank, lines });
        }
    }

    /// Adds an empty line, unless one is there.
    pub(in super::super) fn gap(&mut self) {
        if self.parts.last().is_some_and(|last| last.rank != Rank::Gap) {
            self.parts.push(Part { rank: Rank::Gap, lines: vec![Line::default()] });
        }
    }

    /// The rows of the news and its details.
    pub(in super::super) fn news(&self, width: u16) -> u16 {
        self.parts.iter().filter(|part| part.rank <= Rank::Detail).map(|part| part.rows(width)).sum()
    }

    /// What fits. The news is there even where it is cut.
    pub(in super::super) fn fit(self, width: u16, height: u16) -> Vec<Line<'static>> {
        let mut order: Vec<usize> = (0..self.parts.len()).collect();
        order.sort_by_key(|&at| self.parts[at].rank);
        let (mut left, mut is_shown) = (height, vec![false; self.parts.len()]);
        for at in order {
            let part = &self.parts[at];
            let rows = part.rows(width);
            if rows <= left || part.rank == Rank::News {
                left = left.saturating_sub(rows);
                is_shown[at] = true;
            }
        }
        let shown = self.parts.into_iter().zip(is_shown).filter(|(_, is_shown)| *is_shown);
        shown.flat_map(|(part, _)| part.lines).collect()
    }
}

impl Part {
    fn rows(&self, width: u16) -> u16 {
        if self.rank == Rank::Gap { 1 } else { text::rows(&self.lines, width) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(height: u16) -> Vec<String> {
        let mut panel = Panel::default();
        panel.add(Rank::Figures, [Line::raw("Moves: 3")]);
        panel.add(Rank::Coach, [Line::raw("Every step led toward the goal.")]);
        panel.gap();
        panel.gap();
        panel.add(Rank::News, [Line::raw("Solved!")]);
        panel.add(Rank::Detail, [Line::raw("No solution is shorter!")]);
        panel.add(Rank::News, [Line::raw("q: quit.")]);
        assert_eq!(panel.news(24), 3);
        panel.fit(24, height).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn the_news_stays_longest_and_everything_in_its_order() {
        let coach = "Every step led toward the goal.";
        assert_eq!(shown(7), ["Moves: 3", coach, "", "Solved!", "No solution is shorter!", "q: quit."]);
        assert_eq!(shown(6), ["Moves: 3", coach, "Solved!", "No solution is shorter!", "q: quit."]);
        assert_eq!(shown(4), ["Moves: 3", "Solved!", "No solution is shorter!", "q: quit."]);
        assert_eq!(shown(2), ["Solved!", "q: quit."]);
        assert_eq!(shown(1), ["Solved!", "q: quit."]);
    }
}
