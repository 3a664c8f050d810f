//! What a game of tiles says: the title, the panel beside the board, and the keys.

use std::time::Duration;

use hueco_say::play as said;
use hueco_tiles::Direction;
use ratatui::text::{Line, Span};

use super::super::coach::Known;
use super::super::draw::layout::TooSmall;
use super::super::draw::panel::{Panel, Rank};
use super::super::draw::text;
use super::super::keys;
use super::super::looks::Role;
use super::super::session::Remark;
use super::super::tiles::{self, Origin};
use super::{Prompt, TilesTable};

/// Steps of the trail that are shown.
const TRAIL: usize = 24;

impl TilesTable<'_, '_> {
    /// What is played, and by which program if there is room for that.
    pub(super) fn title(&self, width: u16) -> String {
        let (lang, size) = (self.lang(), self.shape());
        let board = match self.origin {
            Origin::Seed(seed) => said::play_title_seed(lang, size, seed),
            Origin::Day(day) => said::play_title_day(lang, size, day),
            Origin::Given => said::play_title_given(lang, size),
        };
        let whole = format!("hueco · {board}");
        if whole.chars().count() <= usize::from(width) { whole } else { board }
    }

    /// That the window is too small, and what helps.
    pub(super) fn too_small(&self, TooSmall { columns, rows }: TooSmall) -> String {
        match tiles::resized(self.shape(), false) {
            Some(_) => said::play_small_screen(self.lang(), columns, rows),
            None => said::play_small_window(self.lang(), columns, rows),
        }
    }

    /// Everything in words beside the board.
    pub(super) fn panel(&self, now: Duration) -> Panel {
        let (lang, looks, game) = (self.lang(), self.setting.looks, &self.session.game);
        let time = text::stopwatch(game.clock.elapsed(now));
        let mut panel = Panel::default();
        panel.add(
            Rank::Figures,
            [
                text::figure(said::play_moves(lang), lang.number(game.done() as u64), looks),
                text::figure(said::play_time(lang), time, looks),
            ],
        );
        self.coach(&mut panel);
        panel.gap();
        self.news(now, &mut panel);
        panel.gap();
        panel.add(Rank::Records, self.best().into_iter().map(|best| text::line(best, Some(Role::Faint), looks)));
        // The ordinary one can be guessed, where there is no room for it.
        let (rank, goal) = if self.has_ordinary_goal() {
            (Rank::Records, said::play_goal_in_order(lang, self.shape().cells() - 1))
        } else {
            (Rank::Goal, self.session.rules.goal.to_string())
        };
        panel.add(rank, [text::figure(said::play_goal(lang), goal, looks)]);
        panel
    }

    /// What the coach says.
    fn coach(&self, panel: &mut Panel) {
        let (lang, looks, game) = (self.lang(), self.setting.looks, &self.session.game);
        if !self.session.coaching {
            return panel.add(Rank::Coach, [text::line(said::play_coach_off(lang), Some(Role::Faint), looks)]);
        }
        let lost = self.session.coach.lost(game);
        let (figure, remark) = match self.session.coach.of(game.state()) {
            None => {
                (text::figure(said::play_left(lang), "…".to_owned(), looks), said::play_coach_busy(lang).to_owned())
            }
            Some(Known::Unknown | Known::DeadEnd) => {
                (text::figure(said::play_left(lang), "?".to_owned(), looks), said::play_coach_late(lang).to_owned())
            }
            Some(Known::Left { cost, optimal: false, .. }) => {
                let most = text::figure(said::play_left_most(lang), lang.number((*cost).into()), looks);
                (most, said::play_coach_unproven(lang).to_owned())
            }
            Some(Known::Left { cost, optimal: true, .. }) => {
                let remark = match (game.done(), lost.len()) {
                    (0, _) => said::play_coach_begin(lang).to_owned(),
                    (_, 0) => said::play_coach_clean(lang).to_owned(),
                    (_, times) => said::play_coach_lost(lang, times, lost.iter().map(|(_, extra)| extra).sum::<u32>()),
                };
                (text::figure(said::play_left(lang), lang.number((*cost).into()), looks), remark)
            }
        };
        panel.add(Rank::Left, [figure]);
        if !self.starts_solved() {
            panel.add(Rank::Coach, [text::line(remark, None, looks)]);
        }
        panel.add(Rank::Trail, (game.done() > 0).then(|| self.trail(&lost)));
    }

    /// Whether there was nothing to solve, and nothing has been done.
    fn starts_solved(&self) -> bool {
        self.session.game.done() == 0 && *self.session.game.state() == self.session.rules.goal
    }

    /// The last moves, as the tiles went; those that lost ground stand in brackets.
    fn trail(&self, lost: &[(usize, u32)]) -> Line<'static> {
        let (looks, game) = (self.setting.looks, &self.session.game);
        let first = game.done().saturating_sub(TRAIL);
        let step = |at: usize| {
            let arrow = looks.arrows()[game.steps()[at].action.opposite() as usize];
            if lost.iter().any(|(step, _)| *step == at) {
                Span::styled(format!("[{arrow}]"), looks.style(Role::Bad))
            } else {
                Span::raw(arrow)
            }
        };
        let earlier = (first > 0).then(|| Span::raw(if looks.unicode { "…" } else { "..." }));
        Line::from(earlier.into_iter().chain((first..game.done()).map(step)).collect::<Vec<_>>())
    }

    /// What there is to say about the last input.
    fn news(&self, now: Duration, panel: &mut Panel) {
        let (lang, looks) = (self.lang(), self.setting.looks);
        let bold = |text: &str| [text::line(text, Some(Role::Title), looks)];
        if let Some(Prompt { digits, slipped }) = &self.prompt {
            panel.add(Rank::News, bold(&said::play_seed_prompt(lang, digits)));
            return panel.add(Rank::News, slipped.then(|| text::line(said::play_seed_digits(lang), None, looks)));
        }
        if self.session.remark == Remark::Solved {
            self.end(now, panel);
        }
        if let Some(aside) = &self.aside {
            return panel.add(Rank::News, bold(aside));
        }
        match &self.session.remark {
            Remark::Nothing if self.starts_solved() => panel.add(Rank::News, bold(said::play_starts_solved(lang))),
            Remark::Nothing => {
                panel.add(Rank::News, self.trouble.iter().map(|text| text::line(text.clone(), None, looks)));
            }
            Remark::Hint(direction) => panel.add(Rank::News, bold(&self.hint(*direction))),
            Remark::Searching => panel.add(Rank::News, bold(said::play_searching(lang))),
            Remark::Watching { cost, optimal: true } => {
                panel.add(Rank::News, bold(&said::play_watching_optimal(lang, cost)));
            }
            Remark::Watching { cost, optimal: false } => panel.add(Rank::News, bold(&said::play_watching(lang, cost))),
            Remark::Paused => panel.add(Rank::News, bold(said::play_paused(lang))),
            Remark::DeadEnd | Remark::Late => panel.add(Rank::News, bold(said::play_coach_late(lang))),
            Remark::Solved => {}
        }
    }

    /// The end of a game.
    fn end(&self, now: Duration, panel: &mut Panel) {
        let (lang, looks, game) = (self.lang(), self.setting.looks, &self.session.game);
        panel.add(Rank::News, [text::line(said::play_solved(lang), Some(Role::Good), looks)]);
        if self.session.is_over() {
            let time = text::stopwatch(game.clock.elapsed(now));
            let moves = said::play_solved_moves(lang, game.done() as u64, time);
            panel.add(Rank::News, [text::line(moves, None, looks)]);
            panel.add(Rank::Detail, self.record.iter().map(|record| text::line(record.clone(), None, looks)));
        }
        panel.add(Rank::Detail, self.optimum());
        panel.add(Rank::News, [text::line(said::play_solved_next(lang), Some(Role::Title), looks)]);
    }

    /// How the game that ended compares with the shortest solution.
    fn optimum(&self) -> Option<Line<'static>> {
        let (lang, game) = (self.lang(), &self.session.game);
        let Some(Known::Left { cost, optimal: true, .. }) = self.session.coach.of(game.state_after(0)) else {
            return None;
        };
        let is_best = game.done() as u64 <= u64::from(*cost);
        let text =
            if is_best { said::play_solved_best(lang).to_owned() } else { said::play_solved_optimum(lang, cost) };
        Some(text::line(text, is_best.then_some(Role::Good), self.setting.looks))
    }

    fn hint(&self, direction: Direction) -> String {
        let (lang, board) = (self.lang(), self.session.game.state());
        let cell = board.shape().neighbour(board.blank(), direction);
        let tile = cell.map_or(0, |cell| board.tiles()[cell]);
        said::play_hint_tile(lang, tile, self.way(direction.opposite()))
    }

    /// Where a tile slides, in words.
    pub(super) fn way(&self, direction: Direction) -> &'static str {
        let lang = self.lang();
        match direction {
            Direction::Up => said::play_up(lang),
            Direction::Left => said::play_to_left(lang),
            Direction::Right => said::play_to_right(lang),
            Direction::Down => said::play_down(lang),
        }
    }

    fn best(&self) -> Vec<String> {
        let (lang, size) = (self.lang(), self.shape().to_string());
        let time = |milliseconds| text::stopwatch(Duration::from_millis(milliseconds));
        let best = self.records.best(&size);
        let day = match self.origin {
            Origin::Day(day) => self.records.of_day(&day.to_string()),
            Origin::Seed(_) | Origin::Given => None,
        };
        let best = best.map(|best| said::play_best(lang, size, best.moves, time(best.milliseconds)));
        let day = day.map(|day| said::play_best_day(lang, day.moves, time(day.milliseconds)));
        best.into_iter().chain(day).collect()
    }

    pub(super) fn keys(&self, width: u16) -> Vec<Line<'static>> {
        let arrows = if self.setting.looks.unicode { "←↑↓→" } else { said::key_arrows(self.lang()) };
        text::keys(&keys::of_tiles(self.lang(), arrows), width, self.setting.looks)
    }
}
