//! A game of tiles on the screen: inputs become moves and wishes, and what there is to see is put together.

use std::thread::Scope;
use std::time::Duration;

use hueco_say::{Lang, Say as _, play as said};
use hueco_tiles::{Board, Direction, Shape, parse_goal};
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::coach::Known;
use super::day::Day;
use super::draw::layout::Places;
use super::draw::{board, text};
use super::keys::{self, Input, Key};
use super::looks::{Colours, Looks, Role};
use super::records::{Broken, Keeper, Records, Win};
use super::session::{Remark, Session, Wish};
use super::solver::Solver;
use super::terminal::{Next, Table};
use super::tiles::{self, Origin, Tiles};
use crate::context::Context;
use crate::failure::Result;

/// The size of the board of the day.
const DAILY: (usize, usize) = (4, 4);
/// Steps of the trail that are shown.
const TRAIL: usize = 24;
/// Digits of a seed that can be typed.
const LONGEST_SEED: usize = 19;

/// Where boards come from, and how they look.
pub(super) struct Setting {
    /// The goal as it was given; names fit every size.
    pub(super) goal: String,
    pub(super) looks: Looks,
    pub(super) picture: bool,
    pub(super) coaching: bool,
    pub(super) keeper: Option<Keeper>,
}

/// A game of tiles on the screen.
pub(super) struct TilesTable<'scope, 'env> {
    scope: &'scope Scope<'scope, 'env>,
    context: &'env Context,
    setting: Setting,
    origin: Origin,
    session: Session<Tiles>,
    solver: Solver<Board, Direction>,
    records: Records,
    /// What came of the last game that was won.
    news: Vec<String>,
    /// The seed that is being typed.
    prompt: Option<String>,
    /// A remark of the table itself.
    aside: Option<String>,
    /// The screen as it was drawn last.
    screen: Rect,
}

impl<'scope, 'env> TilesTable<'scope, 'env> {
    /// A game that begins with this board.
    pub(super) fn new(
        scope: &'scope Scope<'scope, 'env>,
        context: &'env Context,
        setting: Setting,
        goal: Board,
        start: Board,
        origin: Origin,
    ) -> Self {
        let (records, news) = match setting.keeper.as_ref().map(Keeper::read) {
            Some(Err(error)) => (Records::default(), vec![said::play_not_kept(context.lang, error.say(context.lang))]),
            Some(Ok(records)) => (records, Vec::new()),
            None => (Records::default(), Vec::new()),
        };
        let solver = solver(scope, context, goal.clone());
        let session = Session::new(Tiles { goal }, start, setting.coaching);
        Self {
            scope,
            context,
            setting,
            origin,
            session,
            solver,
            records,
            news,
            prompt: None,
            aside: None,
            screen: Rect::default(),
        }
    }

    /// The command that continues an unfinished game.
    pub(super) fn resume(&mut self) -> Result<Option<String>> {
        if self.session.game.done() == 0 || self.session.is_solved()? {
            return Ok(None);
        }
        let goal = if self.setting.goal == hueco_tiles::parse::GOALS[0] {
            String::new()
        } else {
            format!(" --goal \"{}\"", self.setting.goal)
        };
        Ok(Some(format!("hueco play \"{}\"{goal}", self.session.game.state())))
    }

    fn lang(&self) -> Lang {
        self.context.lang
    }

    fn shape(&self) -> Shape {
        self.session.rules.goal.shape()
    }

    /// A new game: the board of an origin, of a size.
    fn begin(&mut self, shape: Shape, origin: Origin) {
        let goal = match parse_goal(&self.setting.goal, shape) {
            Ok(goal) => goal,
            // The goal that was given has another size.
            Err(_) => Board::blank_last(shape),
        };
        let Some(seed) = origin.seed() else { return };
        let start = tiles::draw(&goal, seed);
        // What is under way ends, and with it the thread that knows another goal.
        self.solver = solver(self.scope, self.context, goal.clone());
        self.session = Session::new(Tiles { goal }, start, self.session.coaching);
        (self.origin, self.news) = (origin, Vec::new());
    }

    fn key(&mut self, key: Key, now: Duration) -> Result<Next> {
        if self.prompt.is_some() {
            self.type_seed(key);
            return Ok(Next::Stay);
        }
        self.aside = None;
        // A tile slides in the direction of the arrow: the blank moves the other way.
        let direction = match key {
            Key::Up | Key::Letter('w') => Some(Direction::Down),
            Key::Down | Key::Letter('s') => Some(Direction::Up),
            Key::Left | Key::Letter('a') => Some(Direction::Right),
            Key::Right | Key::Letter('d') => Some(Direction::Left),
            _ => None,
        };
        if let Some(direction) = direction {
            if !self.slide(&[direction], now)? && !self.session.is_solved()? {
                self.aside = Some(said::play_no_slide(self.lang(), self.way(direction.opposite())));
            }
            return Ok(Next::Stay);
        }
        if let Some(wish) = wish(key) {
            self.session.wish(wish, now)?;
            return Ok(Next::Stay);
        }
        match key {
            Key::Letter('q') => return Ok(Next::Quit),
            Key::Letter('n') => self.begin(self.shape(), Origin::Seed(tiles::any_seed())),
            Key::Letter('+' | '=') => self.begin(tiles::resized(self.shape(), true), Origin::Seed(tiles::any_seed())),
            Key::Letter('-') => self.begin(tiles::resized(self.shape(), false), Origin::Seed(tiles::any_seed())),
            Key::Letter('e') => self.prompt = Some(String::new()),
            Key::Letter('t') => {
                if let Ok(shape) = Shape::new(DAILY.0, DAILY.1) {
                    self.begin(shape, Origin::Day(Day::today()));
                }
            }
            Key::Letter('p') => {
                self.setting.picture = !self.setting.picture && has_pictures(self.setting.looks);
                self.aside = (!has_pictures(self.setting.looks)).then(|| said::play_no_picture(self.lang()).to_owned());
            }
            _ => {}
        }
        Ok(Next::Stay)
    }

    fn type_seed(&mut self, key: Key) {
        let Some(seed) = &mut self.prompt else { return };
        match key {
            Key::Letter(digit) if digit.is_ascii_digit() && seed.len() < LONGEST_SEED => seed.push(digit),
            Key::Backspace => drop(seed.pop()),
            Key::Enter => {
                let chosen = seed.parse().ok();
                self.prompt = None;
                if let Some(seed) = chosen {
                    self.begin(self.shape(), Origin::Seed(seed));
                }
            }
            Key::Escape => self.prompt = None,
            _ => {}
        }
    }

    /// Slides tiles, and says whether any did.
    fn slide(&mut self, directions: &[Direction], now: Duration) -> Result<bool> {
        let mut has_slid = false;
        for direction in directions {
            if self.session.act(direction, now)? {
                self.news.clear();
                has_slid = true;
            }
        }
        if self.session.take_win() {
            self.won(now);
        }
        Ok(has_slid)
    }

    /// A game that was won goes into the records.
    fn won(&mut self, now: Duration) {
        let lang = self.lang();
        let (moves, time) = (self.session.game.done() as u64, self.session.game.clock.elapsed(now));
        self.news = vec![said::play_solved_moves(lang, moves, text::stopwatch(time))];
        if self.session.helped {
            self.news.push(said::play_helped(lang).to_owned());
            return;
        }
        let Some(keeper) = &self.setting.keeper else { return };
        let day = match self.origin {
            Origin::Day(day) => Some(day.to_string()),
            Origin::Seed(_) | Origin::Given => None,
        };
        match keeper.add(&self.shape().to_string(), day.as_deref(), Win { moves, time }) {
            Ok((records, broken)) => {
                self.records = records;
                let record = match broken {
                    Broken { moves: true, time: true } => said::play_record_both(lang),
                    Broken { moves: true, .. } => said::play_record_moves(lang),
                    Broken { time: true, .. } => said::play_record_time(lang),
                    Broken { .. } => return,
                };
                self.news.push(record.to_owned());
            }
            Err(error) => self.news.push(said::play_not_kept(lang, error.say(lang))),
        }
    }

    fn title(&self) -> String {
        let (lang, size) = (self.lang(), self.shape());
        let board = match self.origin {
            Origin::Seed(seed) => said::play_title_seed(lang, size, seed),
            Origin::Day(day) => said::play_title_day(lang, size, day),
            Origin::Given => said::play_title_given(lang, size),
        };
        format!("hueco · {board}")
    }

    /// Everything in words beside the board.
    fn text(&self, now: Duration) -> Vec<Line<'static>> {
        let (lang, looks, game) = (self.lang(), self.setting.looks, &self.session.game);
        let time = text::stopwatch(game.clock.elapsed(now));
        let mut lines = vec![
            text::figure(said::play_moves(lang), lang.number(game.done() as u64), looks),
            text::figure(said::play_time(lang), time, looks),
        ];
        lines.extend(self.coach());
        lines.push(Line::default());
        lines.extend(self.remark());
        lines.push(Line::default());
        lines.extend(self.best().into_iter().map(|best| text::line(best, Some(Role::Faint), looks)));
        let goal = &self.session.rules.goal;
        if *goal != Board::blank_last(goal.shape()) {
            lines.push(text::figure(said::play_goal(lang), goal.to_string(), looks));
        }
        lines
    }

    /// What the coach says.
    fn coach(&self) -> Vec<Line<'static>> {
        let (lang, looks, game) = (self.lang(), self.setting.looks, &self.session.game);
        if !self.session.coaching {
            return vec![text::line(said::play_coach_off(lang), Some(Role::Faint), looks)];
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
        let mut lines = vec![figure, text::line(remark, None, looks)];
        if game.done() > 0 {
            lines.push(self.trail(&lost));
        }
        lines
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
        Line::from((first..game.done()).map(step).collect::<Vec<_>>())
    }

    /// What there is to say about the last input.
    fn remark(&self) -> Vec<Line<'static>> {
        let (lang, looks) = (self.lang(), self.setting.looks);
        let plain = |text: String| vec![text::line(text, Some(Role::Title), looks)];
        if let Some(seed) = &self.prompt {
            return plain(said::play_seed_prompt(lang, seed));
        }
        if let Some(aside) = &self.aside {
            return plain(aside.clone());
        }
        let news = self.news.iter().map(|news| text::line(news.clone(), None, looks));
        match &self.session.remark {
            Remark::Nothing => news.collect(),
            Remark::Hint(direction) => plain(self.hint(*direction)),
            Remark::Searching => plain(said::play_searching(lang).to_owned()),
            Remark::Watching { cost, optimal: true } => plain(said::play_watching_optimal(lang, cost)),
            Remark::Watching { cost, optimal: false } => plain(said::play_watching(lang, cost)),
            Remark::DeadEnd | Remark::Late => plain(said::play_coach_late(lang).to_owned()),
            Remark::Solved => {
                let solved = text::line(said::play_solved(lang), Some(Role::Good), looks);
                let next = text::line(said::play_solved_next(lang), Some(Role::Title), looks);
                std::iter::once(solved).chain(news).chain(self.optimum()).chain([next]).collect()
            }
        }
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
    fn way(&self, direction: Direction) -> &'static str {
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

    fn keys(&self, width: u16) -> Vec<Line<'static>> {
        let arrows = if self.setting.looks.unicode { "←↑↓→" } else { "arrows" };
        text::keys(&keys::of_tiles(self.lang(), arrows), width, self.setting.looks)
    }

    /// Draws all of it into a buffer.
    fn render(&mut self, buffer: &mut Buffer, now: Duration) {
        let (lang, looks) = (self.lang(), self.setting.looks);
        self.screen = buffer.area;
        let keys = self.keys(self.screen.width);
        let places = match Places::new(self.screen, self.shape(), keys.len() as u16) {
            Ok(places) => places,
            Err(small) => {
                let message = said::play_small_screen(lang, small.columns, small.rows);
                return text::draw(vec![text::line(message, None, looks)], self.screen, buffer);
            }
        };
        text::draw(vec![text::line(self.title(), Some(Role::Title), looks)], places.title, buffer);
        let hint = match self.session.remark {
            Remark::Hint(direction) => Some(direction),
            _ => None,
        };
        let (goal, picture) = (&self.session.rules.goal, self.setting.picture);
        let view = board::View { board: self.session.game.state(), goal, hint, picture };
        board::draw(&view, &places, looks, buffer);
        text::draw(self.text(now), places.text, buffer);
        text::draw(keys, places.keys, buffer);
    }
}

impl Table for TilesTable<'_, '_> {
    fn input(&mut self, input: Input, now: Duration) -> Result<Next> {
        match input {
            Input::Key(key) => self.key(key, now),
            Input::Click(column, row) => {
                let keys = self.keys(self.screen.width).len() as u16;
                let places = Places::new(self.screen, self.shape(), keys).ok();
                if let Some(cell) = places.and_then(|places| places.cell_at(column, row)) {
                    self.slide(&tiles::toward(self.session.game.state(), cell), now)?;
                }
                Ok(Next::Stay)
            }
        }
    }

    fn advance(&mut self, now: Duration) -> Result<()> {
        if let Some((from, found)) = self.solver.answer() {
            self.session.found(&from, found?, now);
        }
        self.session.tick(now)?;
        self.solver.want(self.session.wanted());
        Ok(())
    }

    fn rest(&self, now: Duration) -> Option<Duration> {
        let due = self.session.rest(now);
        if self.solver.is_busy() { Some(due.unwrap_or(Duration::MAX)) } else { due }
    }

    fn draw(&mut self, frame: &mut Frame<'_>, now: Duration) {
        self.render(frame.buffer_mut(), now);
    }
}

/// The wish that a key is, in every game.
pub(super) fn wish(key: Key) -> Option<Wish> {
    Some(match key {
        Key::Letter('u') | Key::Undo | Key::Backspace => Wish::Undo,
        Key::Letter('r') | Key::Redo => Wish::Redo,
        Key::Letter('b') | Key::Home => Wish::Restart,
        Key::Letter('h') => Wish::Hint,
        Key::Letter('v') => Wish::Watch,
        Key::Letter('c') => Wish::Coach,
        Key::Letter(' ') => Wish::Pause,
        _ => return None,
    })
}

/// Whether pictures can be shown.
pub(super) fn has_pictures(looks: Looks) -> bool {
    looks.unicode && looks.colours >= Colours::Many
}

fn solver<'scope, 'env>(
    scope: &'scope Scope<'scope, 'env>,
    context: &'env Context,
    goal: Board,
) -> Solver<Board, Direction> {
    Solver::start(scope, move || tiles::search(goal, &context.workbench, context.lang))
}
