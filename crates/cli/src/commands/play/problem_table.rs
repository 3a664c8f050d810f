//! A game of a problem file on the screen: the state as the file draws it, and its actions as a menu.

use std::sync::Arc;
use std::thread::Scope;
use std::time::Duration;

use hueco_say::{Lang, play as said};
use hueco_script::{ProblemFile, State};
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

use super::coach::Known;
use super::draw::text;
use super::game::Step;
use super::keys::{self, Input, Key};
use super::looks::{Looks, Role};
use super::menu::{self, Row, Window};
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

/// The rows of a game on the screen.
struct Needed {
    /// Whether the text stands beside the picture.
    is_beside: bool,
    /// Of the picture and the text.
    body: u16,
    /// Of the whole screen with the shortest menu, without the keys.
    screen: u16,
}

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
    /// Where the menu was drawn, and what each of its rows has.
    menu_at: Rect,
    rows: Vec<Row>,
    /// The goal, where it is one state.
    goal: Option<String>,
    /// Whether the state is a goal.
    is_goal: bool,
    /// Whether an action of another cost than 1 was seen.
    costs_differ: bool,
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
        let goal = puzzle.goal()?;
        let session = Session::new(puzzle, start, coaching);
        let mut table = Self {
            context,
            looks,
            session,
            solver,
            picture: Vec::new(),
            menu: Vec::new(),
            room: (0, 0),
            chosen: 0,
            menu_at: Rect::default(),
            rows: Vec::new(),
            goal,
            is_goal: false,
            costs_differ: false,
        };
        table.look()?;
        Ok(table)
    }

    fn lang(&self) -> Lang {
        self.context.lang
    }

    /// Reads what the file says of the state. The action that was chosen stays chosen where there is one of its name.
    fn look(&mut self) -> Result<()> {
        self.is_goal = self.session.is_solved()?;
        let state = self.session.game.state();
        self.picture = self.session.rules.picture(state)?;
        let menu = self.session.rules.menu(state)?;
        let name = self.menu.get(self.chosen).map(|step| step.action.name.as_str());
        self.chosen = menu.iter().position(|step| Some(step.action.name.as_str()) == name).unwrap_or(0);
        self.costs_differ |= menu.iter().any(|step| step.cost != 1);
        self.menu = menu;
        let width = self.picture.iter().map(|line| line.chars().count()).max().unwrap_or(0);
        let cells = |count: usize| u16::try_from(count).unwrap_or(u16::MAX);
        self.room = (self.room.0.max(cells(width)), self.room.1.max(cells(self.picture.len())));
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
        self.chosen = index;
        self.session.act(&choice, now)?;
        self.look()
    }

    fn text(&self, now: Duration) -> Vec<Line<'static>> {
        let (lang, looks, game) = (self.lang(), self.looks, &self.session.game);
        let mut lines = vec![text::figure(said::play_actions(lang), lang.number(game.done() as u64), looks)];
        if let Some(goal) = &self.goal {
            lines.insert(0, text::figure(said::play_goal(lang), goal.clone(), looks));
        }
        if self.costs_differ {
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
        if self.is_goal {
            return Vec::new();
        }
        let (left, remark) = match self.session.coach.of(game.state()) {
            None => ("…".to_owned(), said::play_coach_busy(lang).to_owned()),
            Some(Known::DeadEnd) => ("-".to_owned(), self.dead_end().to_owned()),
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
        let name = if self.costs_differ { said::play_left_cost(lang) } else { said::play_left(lang) };
        vec![text::figure(name, left, looks), text::line(remark, None, looks)]
    }

    fn dead_end(&self) -> &'static str {
        match self.session.game.done() {
            0 => said::play_no_solution(self.lang()),
            _ => said::play_dead_end(self.lang()),
        }
    }

    /// How the game that ended compares with the cheapest solution.
    fn optimum(&self) -> Option<Line<'static>> {
        let (lang, game) = (self.lang(), &self.session.game);
        let Some(Known::Left { cost, optimal: true, .. }) = self.session.coach.of(game.state_after(0)) else {
            return None;
        };
        let is_best = game.cost() <= *cost;
        let text = match (is_best, self.costs_differ) {
            (true, false) => said::play_solved_best(lang).to_owned(),
            (true, true) => said::play_solved_cheapest(lang).to_owned(),
            (false, false) => said::play_solved_fewest(lang, *cost as usize),
            (false, true) => said::play_solved_least(lang, lang.number((*cost).into())),
        };
        Some(text::line(text, is_best.then_some(Role::Good), self.looks))
    }

    fn remark(&self, now: Duration) -> Vec<Line<'static>> {
        let (lang, looks, game) = (self.lang(), self.looks, &self.session.game);
        let plain = |text: String| vec![text::line(text, Some(Role::Title), looks)];
        match &self.session.remark {
            Remark::Nothing if self.is_goal && game.done() == 0 => plain(said::play_starts_at_goal(lang).to_owned()),
            Remark::Nothing if self.menu.is_empty() && game.done() == 0 => plain(said::play_no_first(lang).to_owned()),
            Remark::Nothing if self.menu.is_empty() => plain(said::play_no_actions(lang).to_owned()),
            Remark::Nothing => Vec::new(),
            Remark::Hint(choice) => plain(said::play_hint_action(lang, &choice.name)),
            Remark::Searching => plain(said::play_searching(lang).to_owned()),
            Remark::Watching { cost, optimal: true } => plain(said::play_watching_optimal(lang, cost)),
            Remark::Watching { cost, optimal: false } => plain(said::play_watching(lang, cost)),
            Remark::Paused => plain(said::play_paused(lang).to_owned()),
            // The coach says so already.
            Remark::DeadEnd if self.session.coaching => Vec::new(),
            Remark::DeadEnd => plain(self.dead_end().to_owned()),
            Remark::Late => plain(said::play_coach_late(lang).to_owned()),
            Remark::Solved => {
                let time = text::stopwatch(game.clock.elapsed(now));
                let end = [text::line(said::play_solved(lang), Some(Role::Good), looks)];
                // What was watched to its end has no time of the player's.
                let own = text::line(said::play_solved_actions(lang, game.done(), time), None, looks);
                let end = end.into_iter().chain(self.session.is_over().then_some(own));
                let help = self.session.helped.then(|| text::line(said::play_with_help(lang), None, looks));
                let next = text::line(said::play_solved_again(lang), Some(Role::Title), looks);
                end.chain(help).chain(self.optimum()).chain([next]).collect()
            }
        }
    }

    /// The rows that a window of this width needs.
    fn needed(&self, columns: u16, lines: &[Line<'_>]) -> Needed {
        let (width, height) = self.room;
        let is_beside = width.saturating_add(GAP + SIDE) <= columns;
        let text_rows = text::rows(lines, if is_beside { columns - width - GAP } else { columns });
        // Beside the picture the text needs as many rows as it has lines; below it the menu comes first.
        let body = if is_beside { height.max(text_rows + 1) } else { height.saturating_add(text_rows + 2) };
        Needed { is_beside, body, screen: body.saturating_add(menu::LEAST + 1) }
    }

    /// Draws the part of the menu that fits, an action in each row: what is too long for it is cut, so that a click and a row agree.
    fn draw_menu(&mut self, area: Rect, buffer: &mut Buffer) {
        let (lang, looks) = (self.lang(), self.looks);
        let hinted = match &self.session.remark {
            Remark::Hint(choice) => Some(choice.index),
            _ => None,
        };
        let entry = |at: usize| {
            let step = &self.menu[at];
            // A name may begin with a number itself.
            let key = if at < 9 { format!("{})", at + 1) } else { "  ".to_owned() };
            let cost = if step.cost == 1 { String::new() } else { format!("  ({})", step.cost) };
            let mark = if hinted == Some(at) { "*" } else { " " };
            let arrow = if at == self.chosen { ">" } else { " " };
            (format!("{arrow}{mark}{key} {}{cost}", step.action.name), (at == self.chosen).then_some(Role::Chosen))
        };
        let (up, down) = if looks.unicode { ("↑", "↓") } else { ("^", "v") };
        let rows: Vec<Row> = Window::new(self.menu.len(), self.chosen, area.height).rows().collect();
        for (row, y) in rows.iter().zip(area.y..) {
            let (label, role) = match *row {
                Row::Entry(at) => entry(at),
                Row::Above(hidden) => (format!("  {up} {}", said::play_more(lang, hidden)), Some(Role::Faint)),
                Row::Below(hidden) => (format!("  {down} {}", said::play_more(lang, hidden)), Some(Role::Faint)),
            };
            let label = text::cut(&label, area.width, looks);
            text::draw(vec![text::line(label, role, looks)], Rect { y, height: 1, ..area }, buffer);
        }
        (self.menu_at, self.rows) = (area, rows);
    }
}

impl Table for ProblemTable<'_> {
    fn input(&mut self, input: Input, now: Duration) -> Result<Next> {
        match input {
            Input::Key(key) => self.key(key, now),
            Input::Pasted(_) => Ok(Next::Stay),
            Input::Click(column, row) => {
                let at = self.menu_at;
                let is_on_menu = (at.left()..at.right()).contains(&column) && (at.top()..at.bottom()).contains(&row);
                let clicked = if is_on_menu { self.rows.get(usize::from(row - at.y)).copied() } else { None };
                match clicked {
                    Some(Row::Entry(entry)) => self.take(entry, now)?,
                    // Brings the next ones to sight.
                    Some(Row::Above(hidden)) => self.chosen = hidden - 1,
                    Some(Row::Below(hidden)) => self.chosen = self.menu.len() - hidden,
                    None => {}
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
        let arrows = if looks.unicode { "↑↓" } else { said::key_up_down(self.lang()) };
        let mut keys = text::keys(&keys::of_problem(self.lang(), arrows), screen.width, looks);
        let (width, height) = self.room;
        let lines = self.text(now);
        let Needed { is_beside, body: needed, screen: least } = self.needed(screen.width, &lines);
        if screen.height < least.saturating_add(keys.len() as u16 + 1) {
            keys.clear();
        }
        if screen.width < SIDE / 2 || screen.height < least {
            // A wider window may be enough; else one as wide as this that is taller.
            let wide = width.saturating_add(GAP + SIDE).max(screen.width);
            let wider = (wide, self.needed(wide, &lines).screen);
            let narrow = screen.width.max(SIDE / 2);
            let taller = (narrow, self.needed(narrow, &lines).screen);
            let (columns, rows) = if wider.1 <= screen.height { wider } else { taller };
            let message = text::line(said::play_small_window(self.lang(), columns, rows), None, looks);
            self.rows.clear();
            return text::draw(vec![message], screen, buffer);
        }
        let below = keys.len() as u16;
        let body = Rect { y: 1, height: screen.height - 1 - below - u16::from(below > 0), ..screen };
        let title = format!("hueco · {}", self.session.rules.title());
        let top = Rect { height: 1, y: 0, ..screen };
        text::draw(vec![text::line(title, Some(Role::Title), looks)], top, buffer);
        if below == 0 {
            text::draw_at_end(&keys::quit(self.lang()), top, buffer, looks);
        }
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
        self.draw_menu(Rect { y: body.y + needed, height: body.height - needed, ..body }, buffer);
        text::draw(keys, Rect { y: screen.height - below, height: below, ..screen }, buffer);
    }
}
