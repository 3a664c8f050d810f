//! A game of a problem file on the screen: the state as the file draws it, and its actions as a menu.

use std::sync::Arc;
use std::thread::Scope;
use std::time::Duration;

use hueco_say::{Lang, play as said};
use hueco_script::{ProblemFile, State};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;

use super::coach::Known;
use super::draw::text;
use super::game::Step;
use super::keys::{self, Input, Key};
use super::looks::{Looks, Role};
use super::problem::{self, Choice, Puzzle};
use super::session::{Remark, Session};
use super::solver::Solver;
use super::terminal::{Next, Table};
use super::tiles_table::wish;
use crate::context::Context;
use crate::failure::Result;

/// The widest picture that still has the text beside it, and the gap between them.
const SIDE: u16 = 34;
const GAP: u16 = 2;
/// The rows that a menu has at least.
const LEAST_MENU: u16 = 3;

/// A game of a problem file on the screen.
pub(super) struct ProblemTable<'env> {
    context: &'env Context,
    looks: Looks,
    session: Session<Puzzle>,
    solver: Solver<State, Choice>,
    /// What the screen shows of the state: its picture, and its actions.
    picture: Vec<String>,
    menu: Vec<Step<State, Choice>>,
    /// The widest and the tallest picture so far, in characters: the text beside it stays where it is.
    room: (u16, u16),
    /// The action that Enter takes.
    chosen: usize,
    /// Where the menu was drawn, and the first action that was.
    menu_at: Rect,
    first: usize,
}

impl<'env> ProblemTable<'env> {
    /// A game from the file's start.
    pub(super) fn new<'scope>(
        scope: &'scope Scope<'scope, 'env>,
        context: &'env Context,
        file: Arc<ProblemFile>,
        looks: Looks,
        coaching: bool,
    ) -> Result<Self> {
        let (lang, searched) = (context.lang, Arc::clone(&file));
        let solver = Solver::start(scope, move || problem::search(searched, lang));
        let puzzle = Puzzle::new(file, lang);
        let start = puzzle.start();
        let session = Session::new(puzzle, start, coaching);
        let (picture, menu, menu_at) = (Vec::new(), Vec::new(), Rect::default());
        let mut table =
            Self { context, looks, session, solver, picture, menu, room: (0, 0), chosen: 0, menu_at, first: 0 };
        table.look()?;
        Ok(table)
    }

    fn lang(&self) -> Lang {
        self.context.lang
    }

    /// Reads what the file says of the state.
    fn look(&mut self) -> Result<()> {
        let state = self.session.game.state();
        self.picture = self.session.rules.picture(state)?;
        self.menu = self.session.rules.menu(state)?;
        let width = self.picture.iter().map(|line| line.chars().count()).max().unwrap_or(0);
        let cells = |count: usize| u16::try_from(count).unwrap_or(u16::MAX);
        self.room = (self.room.0.max(cells(width)), self.room.1.max(cells(self.picture.len())));
        self.chosen = 0;
        Ok(())
    }

    fn key(&mut self, key: Key, now: Duration) -> Result<Next> {
        match key {
            Key::Letter('q') => return Ok(Next::Quit),
            Key::Up | Key::Letter('w') => self.chosen = self.chosen.saturating_sub(1),
            Key::Down | Key::Letter('s') => self.chosen = (self.chosen + 1).min(self.menu.len().saturating_sub(1)),
            Key::Enter | Key::Right | Key::Letter('d') => self.take(self.chosen, now)?,
            Key::Left | Key::Letter('a') => self.wish(Key::Undo, now)?,
            Key::Letter(digit @ '1'..='9') => self.take(digit as usize - '1' as usize, now)?,
            other => self.wish(other, now)?,
        }
        Ok(Next::Stay)
    }

    fn wish(&mut self, key: Key, now: Duration) -> Result<()> {
        let Some(wish) = wish(key) else { return Ok(()) };
        self.session.wish(wish, now)?;
        self.look()
    }

    fn take(&mut self, index: usize, now: Duration) -> Result<()> {
        let Some(step) = self.menu.get(index) else { return Ok(()) };
        let choice = step.action.clone();
        self.session.act(&choice, now)?;
        self.look()
    }

    fn text(&self, now: Duration) -> Vec<Line<'static>> {
        let (lang, looks, game) = (self.lang(), self.looks, &self.session.game);
        let mut lines = vec![text::figure(said::play_actions(lang), lang.number(game.done() as u64), looks)];
        if game.cost() as usize != game.done() {
            lines.push(text::figure(said::play_cost(lang), lang.number(game.cost().into()), looks));
        }
        lines.push(text::figure(said::play_time(lang), text::stopwatch(game.clock.elapsed(now)), looks));
        lines.extend(self.coach());
        lines.extend(self.remark(now));
        lines
    }

    fn coach(&self) -> Vec<Line<'static>> {
        let (lang, looks, game) = (self.lang(), self.looks, &self.session.game);
        if !self.session.coaching {
            return vec![text::line(said::play_coach_off(lang), Some(Role::Faint), looks)];
        }
        let (left, remark) = match self.session.coach.of(game.state()) {
            None => ("…".to_owned(), said::play_coach_busy(lang).to_owned()),
            Some(Known::DeadEnd) => ("-".to_owned(), said::play_dead_end(lang).to_owned()),
            Some(Known::Unknown) => ("?".to_owned(), said::play_coach_late(lang).to_owned()),
            Some(Known::Left { cost, optimal: false, .. }) => {
                return vec![text::figure(said::play_left_most(lang), lang.number((*cost).into()), looks)];
            }
            Some(Known::Left { cost, optimal: true, .. }) => {
                let lost = self.session.coach.lost(game);
                let remark = match (game.done(), lost.len()) {
                    (0, _) => said::play_coach_choose(lang).to_owned(),
                    (_, 0) => said::play_coach_clean(lang).to_owned(),
                    (_, times) => said::play_coach_lost(lang, times, lost.iter().map(|(_, extra)| extra).sum::<u32>()),
                };
                (lang.number((*cost).into()), remark)
            }
        };
        vec![text::figure(said::play_left(lang), left, looks), text::line(remark, None, looks)]
    }

    fn remark(&self, now: Duration) -> Vec<Line<'static>> {
        let (lang, looks, game) = (self.lang(), self.looks, &self.session.game);
        let plain = |text: String| vec![text::line(text, Some(Role::Title), looks)];
        match &self.session.remark {
            Remark::Nothing if self.menu.is_empty() => plain(said::play_no_actions(lang).to_owned()),
            Remark::Nothing => Vec::new(),
            Remark::Hint(choice) => plain(said::play_hint_action(lang, &choice.name)),
            Remark::Searching => plain(said::play_searching(lang).to_owned()),
            Remark::Watching { cost, optimal: true } => plain(said::play_watching_optimal(lang, cost)),
            Remark::Watching { cost, optimal: false } => plain(said::play_watching(lang, cost)),
            Remark::DeadEnd => plain(said::play_dead_end(lang).to_owned()),
            Remark::Late => plain(said::play_coach_late(lang).to_owned()),
            Remark::Solved => {
                let time = text::stopwatch(game.clock.elapsed(now));
                vec![
                    text::line(said::play_solved(lang), Some(Role::Good), looks),
                    text::line(said::play_solved_actions(lang, game.done(), time), None, looks),
                    text::line(said::play_solved_again(lang), Some(Role::Title), looks),
                ]
            }
        }
    }

    /// The part of the menu that fits, with the action that Enter takes always on it.
    fn menu(&self, rows: u16) -> (usize, Vec<Line<'static>>) {
        let rows = usize::from(rows.max(1));
        let first = self.chosen.saturating_sub(rows.saturating_sub(1));
        let hinted = match &self.session.remark {
            Remark::Hint(choice) => Some(choice.index),
            _ => None,
        };
        let entry = |(at, step): (usize, &Step<State, Choice>)| {
            let number = if at < 9 { format!("{}", at + 1) } else { " ".to_owned() };
            let cost = if step.cost == 1 { String::new() } else { format!("  ({})", step.cost) };
            let mark = if hinted == Some(at) { "*" } else { " " };
            let arrow = if at == self.chosen { ">" } else { " " };
            let role = (at == self.chosen).then_some(Role::Chosen);
            text::line(format!("{arrow}{mark}{number} {}{cost}", step.action.name), role, self.looks)
        };
        (first, self.menu.iter().enumerate().skip(first).take(rows).map(entry).collect())
    }
}

impl Table for ProblemTable<'_> {
    fn input(&mut self, input: Input, now: Duration) -> Result<Next> {
        match input {
            Input::Key(key) => self.key(key, now),
            Input::Click(column, row) => {
                let at = self.menu_at;
                let is_on_menu = (at.left()..at.right()).contains(&column) && (at.top()..at.bottom()).contains(&row);
                if is_on_menu {
                    self.take(self.first + usize::from(row - at.y), now)?;
                }
                Ok(Next::Stay)
            }
        }
    }

    fn advance(&mut self, now: Duration) -> Result<()> {
        if let Some((from, found)) = self.solver.answer() {
            self.session.found(&from, found?, now);
        }
        let before = self.session.game.done();
        self.session.tick(now)?;
        if self.session.game.done() != before {
            self.look()?;
        }
        self.solver.want(self.session.wanted());
        Ok(())
    }

    fn rest(&self, now: Duration) -> Option<Duration> {
        let due = self.session.rest(now);
        if self.solver.is_busy() { Some(due.unwrap_or(Duration::MAX)) } else { due }
    }

    fn draw(&mut self, frame: &mut Frame<'_>, now: Duration) {
        let (looks, screen) = (self.looks, frame.area());
        let buffer = frame.buffer_mut();
        let arrows = if looks.unicode { "↑↓" } else { "up/down" };
        let keys = text::keys(&keys::of_problem(self.lang(), arrows), screen.width, looks);
        let below = keys.len() as u16;
        let (width, height) = self.room;
        let body = Rect { y: 1, height: screen.height.saturating_sub(below + 2), ..screen };
        let lines = self.text(now);
        let is_beside = width.saturating_add(GAP + SIDE) <= body.width;
        // Beside the picture the text needs as many rows as it has lines; below it the menu comes first.
        let needed =
            if is_beside { height.max(lines.len() as u16 + 4) } else { height.saturating_add(lines.len() as u16 + 2) };
        if screen.width < SIDE / 2 || needed.saturating_add(LEAST_MENU) > body.height {
            let message = text::line(said::play_small_window(self.lang()), None, looks);
            return text::draw(vec![message], screen, buffer);
        }
        let title = format!("hueco · {}", self.session.rules.title());
        text::draw(vec![text::line(title, Some(Role::Title), looks)], Rect { height: 1, y: 0, ..screen }, buffer);
        for (row, line) in self.picture.iter().enumerate() {
            buffer.set_stringn(
                body.x,
                body.y + row as u16,
                line,
                usize::from(body.width),
                ratatui::style::Style::new(),
            );
        }
        let text_at = if is_beside {
            Rect { x: width + GAP, width: body.width - width - GAP, height: needed, ..body }
        } else {
            Rect { y: body.y + height + 1, height: needed - height - 1, ..body }
        };
        text::draw(lines, text_at, buffer);
        self.menu_at = Rect { y: body.y + needed, height: body.height - needed, ..body };
        let (first, menu) = self.menu(self.menu_at.height);
        self.first = first;
        text::draw(menu, self.menu_at, buffer);
        text::draw(keys, Rect { y: screen.height - below, height: below, ..screen }, buffer);
    }
}
