//! A game of tiles on the screen: inputs become moves and wishes, and what there is to see is put together. What it says is in
//! `words.rs`.

mod words;

use std::collections::HashSet;
use std::thread::Scope;
use std::time::Duration;

use hueco_say::{Lang, Say as _, play as said};
use hueco_tiles::{Board, Direction, Shape, parse_goal};
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::day::Day;
use super::draw::layout::{Places, TooSmall};
use super::draw::{board, text};
use super::keys::{self, Input, Key};
use super::looks::{Colours, Looks, Role};
use super::records::{Broken, Keeper, Records, Unfair, Win};
use super::session::{Remark, Session, Wish};
use super::solver::Solver;
use super::terminal::{Next, Table};
use super::tiles::{self, Origin, Tiles};
use crate::context::Context;
use crate::failure::Result;

/// The size of the board of the day.
const DAILY: (usize, usize) = (4, 4);

/// Where boards come from, and how they look.
pub(super) struct Setting {
    /// The goal as it was given; names fit every size.
    pub(super) goal: String,
    pub(super) looks: Looks,
    pub(super) picture: bool,
    pub(super) coaching: bool,
    pub(super) keeper: Option<Keeper>,
}

/// A seed that is being typed.
#[derive(Debug, Default)]
struct Prompt {
    digits: String,
    /// Whether the last input was not taken.
    slipped: bool,
}

impl Prompt {
    /// Adds to the seed what was typed or pasted, if that makes a seed.
    fn add(&mut self, text: &str) {
        let longer = format!("{}{text}", self.digits);
        self.slipped = !longer.bytes().all(|byte| byte.is_ascii_digit()) || longer.parse::<u64>().is_err();
        if !self.slipped {
            self.digits = longer;
        }
    }
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
    /// Boards whose solution the player has seen or found: a game from one of them is no fair one.
    known: HashSet<Board>,
    /// What is wrong with the records, until the first move.
    trouble: Option<String>,
    /// What the game that was won means for the records.
    record: Option<String>,
    prompt: Option<Prompt>,
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
        let (records, trouble) = match setting.keeper.as_ref().map(Keeper::read) {
            Some(Err(error)) => (Records::default(), Some(said::play_not_kept(context.lang, error.say(context.lang)))),
            Some(Ok(records)) => (records, None),
            None => (Records::default(), None),
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
            known: HashSet::new(),
            trouble,
            record: None,
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
        let Some(seed) = origin.seed() else { return };
        let wanted = match origin {
            // The same for everyone.
            Origin::Day(_) => None,
            Origin::Seed(_) | Origin::Given => parse_goal(&self.setting.goal, shape).ok(),
        };
        let goal = wanted.unwrap_or_else(|| {
            if !self.has_ordinary_goal() {
                self.aside = Some(said::play_goal_ordinary(self.lang()).to_owned());
            }
            hueco_tiles::parse::GOALS[0].clone_into(&mut self.setting.goal);
            Board::blank_last(shape)
        });
        let start = tiles::draw(&goal, seed);
        if self.session.helped {
            self.known.insert(self.session.game.state_after(0).clone());
        }
        // What is under way ends, and with it the thread that knows another goal.
        self.solver = solver(self.scope, self.context, goal.clone());
        self.session = Session::new(Tiles { goal }, start, self.session.coaching);
        (self.origin, self.record, self.prompt) = (origin, None, None);
    }

    /// A new game of another size.
    fn resize(&mut self, larger: bool) {
        match tiles::resized(self.shape(), larger) {
            Some(shape) => self.begin(shape, Origin::Seed(tiles::any_seed())),
            None if larger => self.aside = Some(said::play_largest(self.lang()).to_owned()),
            None => self.aside = Some(said::play_smallest(self.lang()).to_owned()),
        }
    }

    fn has_ordinary_goal(&self) -> bool {
        self.session.rules.goal == Board::blank_last(self.shape())
    }

    fn key(&mut self, key: Key, now: Duration) -> Result<Next> {
        if self.places().is_err() {
            return Ok(self.key_unseen(key));
        }
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
            if !self.slide(&[direction], now)? {
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
            Key::Letter('+' | '=') => self.resize(true),
            Key::Letter('-') => self.resize(false),
            Key::Letter('e') => self.prompt = Some(Prompt::default()),
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

    /// A key while the window is too small: nothing moves that cannot be seen.
    fn key_unseen(&mut self, key: Key) -> Next {
        match key {
            Key::Letter('q') => return Next::Quit,
            Key::Letter('-') => self.resize(false),
            _ => {}
        }
        Next::Stay
    }

    fn type_seed(&mut self, key: Key) {
        let Some(prompt) = &mut self.prompt else { return };
        prompt.slipped = false;
        match key {
            Key::Letter(letter) => prompt.add(letter.encode_utf8(&mut [0; 4])),
            Key::Backspace => drop(prompt.digits.pop()),
            Key::Enter => {
                let chosen = prompt.digits.parse().ok();
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
                self.trouble = None;
                has_slid = true;
            }
            // Solved on the way: the tiles behind stay where they are.
            if self.session.remark == Remark::Solved {
                break;
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
        let unfair = self.unfair();
        self.known.insert(self.session.game.state_after(0).clone());
        self.record = unfair.map(|unfair| unfair.say(lang));
        if unfair.is_some() {
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
                self.record = Some(record.to_owned());
            }
            Err(error) => self.record = Some(said::play_not_kept(lang, error.say(lang))),
        }
    }

    /// Why the game that was won does not count.
    fn unfair(&self) -> Option<Unfair> {
        match () {
            () if self.session.helped => Some(Unfair::Helped),
            () if self.origin == Origin::Given => Some(Unfair::Given),
            () if !self.has_ordinary_goal() => Some(Unfair::Goal),
            () if self.known.contains(self.session.game.state_after(0)) => Some(Unfair::Again),
            () => None,
        }
    }

    /// Where things go on the screen.
    fn places(&self) -> std::result::Result<Places, TooSmall> {
        Places::new(self.screen, self.shape(), self.keys(self.screen.width).len() as u16)
    }

    /// Draws all of it into a buffer.
    fn render(&mut self, buffer: &mut Buffer, now: Duration) {
        let looks = self.setting.looks;
        self.screen = buffer.area;
        let mut places = match self.places() {
            Ok(places) => places,
            Err(small) => {
                return text::draw(vec![text::line(self.too_small(small), None, looks)], self.screen, buffer);
            }
        };
        let panel = self.panel(now);
        if panel.news(places.text.width) > places.text.height {
            places = places.without_keys();
        }
        let title = self.title(places.title.width);
        text::draw(vec![text::line(title, Some(Role::Title), looks)], places.title, buffer);
        if places.keys.height == 0 {
            text::draw_at_end(&keys::quit(self.lang()), places.title, buffer, looks);
        }
        let hint = match self.session.remark {
            Remark::Hint(direction) => Some(direction),
            _ => None,
        };
        let (goal, picture) = (&self.session.rules.goal, self.setting.picture);
        let view = board::View { board: self.session.game.state(), goal, hint, picture };
        board::draw(&view, &places, looks, buffer);
        text::draw(panel.fit(places.text.width, places.text.height), places.text, buffer);
        text::draw(self.keys(places.keys.width), places.keys, buffer);
    }
}

impl Table for TilesTable<'_, '_> {
    fn input(&mut self, input: Input, now: Duration) -> Result<Next> {
        match input {
            Input::Key(key) => self.key(key, now),
            Input::Pasted(text) => {
                if let Some(prompt) = &mut self.prompt {
                    prompt.add(text.trim());
                }
                Ok(Next::Stay)
            }
            Input::Click(..) if self.prompt.is_some() => Ok(Next::Stay),
            Input::Click(column, row) => {
                if let Some(cell) = self.places().ok().and_then(|places| places.cell_at(column, row)) {
                    self.aside = None;
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
        if self.prompt.is_some() {
            self.session.hold();
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
