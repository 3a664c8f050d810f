//! Recording a trace to a file while a search runs.
//!
//! One line per event, written by hand into a buffer (see `line`): a search on a small board creates a node in some twenty
//! nanoseconds, and a general JSON writer would take ten times that. The header and the end are written once, by `serde_json`.
//!
//! Where the limit on events is reached, the search continues and its events are counted; the last line says so.

use std::io::{self, Write};
use std::ops::ControlFlow;

use hueco_search::{CellValue, EventKind, EventView, Events, NodeId, Reason, Shown, Side, Stop};
use serde::Serialize;

use super::header::{Domain, End, Header};
use super::line::{EVENT, Line, Piece, piece};

/// Bytes are written in multiples of this, from the first on: the kernel takes a third of the time for such blocks of a file
/// that it takes for smaller ones which begin anywhere, since it can keep them in large pages.
const BLOCK: usize = 1 << 17;

/// The buffer's size at first: a short trace does not need more.
const SMALL: usize = 1 << 14;

/// The most characters of a cell and its comma, and of one byte of text.
const CELL: usize = 12;
const ESCAPED: usize = 6;

static CREATED: Piece<32> = piece(r#"{"event":"created""#);
static EXAMINED: Piece<32> = piece(r#"{"event":"examined""#);
static PRUNED: Piece<32> = piece(r#"{"event":"pruned""#);
static IMPROVED: Piece<32> = piece(r#"{"event":"improved""#);
static DEEPENED: Piece<32> = piece(r#"{"event":"deepened""#);
static FORGOTTEN: Piece<32> = piece(r#"{"event":"forgotten""#);
static SOLVED: Piece<32> = piece(r#"{"event":"solved""#);
static ID: Piece<8> = piece(r#","id":"#);
static PARENT: Piece<16> = piece(r#","parent":"#);
static G: Piece<8> = piece(r#","g":"#);
static H: Piece<8> = piece(r#","h":"#);
static VALUE: Piece<16> = piece(r#","value":"#);
static BOUND: Piece<16> = piece(r#","bound":"#);
static BACKWARD: Piece<32> = piece(r#","side":"backward""#);
static REOPENED: Piece<16> = piece(r#","reopened":true"#);
static EXPANDED: Piece<16> = piece(r#","expanded":true"#);
static DUPLICATE_OF: Piece<32> = piece(r#","reason":"duplicate","of":"#);
static OVER_BOUND: Piece<32> = piece(r#","reason":"bound","bound":"#);
static CYCLE: Piece<32> = piece(r#","reason":"cycle""#);
static DEPTH: Piece<32> = piece(r#","reason":"depth""#);
static DEAD_END: Piece<32> = piece(r#","reason":"dead-end""#);
static WAITING: Piece<32> = piece(r#","reason":"waiting""#);
static WIDTH: Piece<32> = piece(r#","reason":"width""#);
static WORSE: Piece<32> = piece(r#","reason":"worse""#);
static BOARD: Piece<16> = piece(r#","board":["#);
static BOARD_TEXT: Piece<16> = piece(r#","board":""#);
static ACTION: Piece<16> = piece(r#","action":""#);
static BRACKET: Piece<4> = piece("]");
static NULL: Piece<8> = piece("null,");
static REASON: Piece<16> = piece(r#","reason":""#);
static DUPLICATE: Piece<32> = piece(r#","reason":"duplicate""#);
static BOUND_REASON: Piece<32> = piece(r#","reason":"bound""#);
static END: Piece<4> = piece("}\n");
/// How much of a search a trace holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// Events that happened.
    pub events: u64,
    /// The most that the trace holds.
    limit: u64,
}

impl Recorded {
    pub(super) fn new(limit: u64) -> Self {
        Self { events: 0, limit }
    }

    /// Events in the trace.
    pub fn written(self) -> u64 {
        self.events.min(self.limit)
    }

    /// Whether the limit left some out.
    pub fn is_cut(self) -> bool {
        self.events > self.limit
    }

    /// Counts an event: whether it is within the limit.
    #[inline]
    pub(super) fn count(&mut self) -> bool {
        self.events += 1;
        self.events <= self.limit
    }

    /// The end of a trace that holds this much.
    pub(super) fn counted(self, end: End) -> End {
        End { events: Some(self.events), cut: self.is_cut(), ..end }
    }
}

/// Writes the events of a search to a file, or to whatever else can be written to.
pub struct Recorder<W> {
    out: W,
    /// Lines that are not written yet: the first `filled` bytes. The rest is room.
    buffer: Vec<u8>,
    filled: usize,
    recorded: Recorded,
    style: Style,
    failure: Option<io::Error>,
}

/// What the lines of a trace have in common.
#[derive(Clone, Copy)]
struct Style {
    with_h: bool,
    /// Boards of nine cells hold the digits from 0 to 8: the usual board of a course.
    digits: bool,
}

impl<W: Write> Recorder<W> {
    /// A trace with this header, of at most `limit` events.
    pub fn new(out: W, header: &Header, limit: u64) -> io::Result<Self> {
        // Not to `out`: `serde_json` writes every quote by itself, which would be a hundred calls of the system.
        let mut buffer = serde_json::to_vec(header)?;
        buffer.push(b'\n');
        let filled = buffer.len();
        buffer.resize(filled.max(SMALL), 0);
        let style = Style { with_h: header.has_estimate(), digits: matches!(header.domain, Domain::Tiles { .. }) };
        Ok(Self { out, buffer, filled, recorded: Recorded::new(limit), style, failure: None })
    }

    /// Writes the last line and everything that is still in the buffer.
    pub fn finish(mut self, end: End) -> io::Result<(W, Recorded)> {
        #[derive(Serialize)]
        struct Last {
            event: &'static str,
            #[serde(flatten)]
            end: End,
        }
        if let Some(failure) = self.failure.take() {
            return Err(failure);
        }
        self.buffer.truncate(self.filled);
        serde_json::to_writer(&mut self.buffer, &Last { event: "end", end: self.recorded.counted(end) })?;
        self.buffer.push(b'\n');
        self.out.write_all(&self.buffer)?;
        self.out.flush()?;
        Ok((self.out, self.recorded))
    }

    /// Makes room for a line of this many bytes: a buffer that has not grown yet grows, one that has writes its whole blocks.
    /// Where that fails, the search is asked to stop.
    #[cold]
    fn make_room(&mut self, longest: usize) -> ControlFlow<Stop> {
        let whole = self.filled - self.filled % BLOCK;
        let written = self.out.write_all(&self.buffer[..whole]);
        self.buffer.copy_within(whole..self.filled, 0);
        self.filled -= whole;
        if self.buffer.len() - self.filled < longest {
            let larger = (2 * self.buffer.len()).clamp(self.filled + longest, BLOCK + longest);
            self.buffer.resize(larger, 0);
        }
        match written {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.failure = Some(error);
                self.recorded.limit = 0;
                ControlFlow::Break(Stop)
            }
        }
    }
}

impl<W: Write> Events for Recorder<W> {
    fn on_event(&mut self, event: &EventView<'_>) -> ControlFlow<Stop> {
        if !self.recorded.count() {
            return ControlFlow::Continue(());
        }
        let longest = longest_line(event);
        if self.buffer.len() - self.filled < longest {
            self.make_room(longest)?;
        }
        let mut line = Line::new(&mut self.buffer[self.filled..]);
        write_event(&mut line, event, self.style);
        self.filled += line.len();
        ControlFlow::Continue(())
    }
}

/// The most bytes that the line of an event takes.
#[inline(always)]
fn longest_line(event: &EventView<'_>) -> usize {
    let action = event.action.map_or(0, str::len);
    match (event.state, event.kind) {
        (Some(Shown::Text(_)), _) | (_, EventKind::Pruned(Reason::Other(_))) => longest_text(event),
        (Some(Shown::Cells(cells)), _) => EVENT + ESCAPED * action + CELL * cells.len(),
        (None, _) => EVENT + ESCAPED * action,
    }
}

#[cold]
fn longest_text(event: &EventView<'_>) -> usize {
    let action = event.action.map_or(0, str::len);
    let reason = if let EventKind::Pruned(Reason::Other(Some(name))) = event.kind { name.len() } else { 0 };
    let (cells, text) = match event.state {
        Some(Shown::Cells(cells)) => (cells.len(), 0),
        Some(Shown::Text(text)) => (0, text.len()),
        None => (0, 0),
    };
    EVENT + ESCAPED * (action + reason + text) + CELL * cells
}

#[inline(always)]
fn write_event(line: &mut Line<'_>, event: &EventView<'_>, style: Style) {
    match event.kind {
        EventKind::Created => line.put(&CREATED),
        EventKind::Examined => line.put(&EXAMINED),
        EventKind::Pruned(_) => line.put(&PRUNED),
        EventKind::Improved { .. } => line.put(&IMPROVED),
        EventKind::Deepened { .. } => line.put(&DEEPENED),
        EventKind::Forgotten { .. } => line.put(&FORGOTTEN),
        EventKind::Solved { .. } => line.put(&SOLVED),
    }
    if let Some(NodeId(id)) = event.node {
        line.put(&ID);
        line.number(id);
    }
    if let Some(NodeId(parent)) = event.parent {
        line.put(&PARENT);
        line.number(parent);
    }
    if let Some(action) = event.action {
        line.put(&ACTION);
        line.text(action);
    }
    if let Some(g) = event.g {
        line.put(&G);
        line.wide(g);
    }
    if let (true, Some(h)) = (style.with_h, event.h) {
        line.put(&H);
        line.wide(h);
    }
    if event.side == Side::Backward {
        line.put(&BACKWARD);
    }
    match event.kind {
        EventKind::Pruned(reason) => write_reason(line, reason),
        EventKind::Deepened { bound } => {
            line.put(&BOUND);
            line.wide(bound);
        }
        EventKind::Forgotten { value: Some(value) } => {
            line.put(&VALUE);
            line.wide(value);
        }
        EventKind::Improved { reopened: true } => line.put(&REOPENED),
        EventKind::Solved { expanded: true } => line.put(&EXPANDED),
        _ => {}
    }
    match event.state {
        Some(Shown::Cells(cells)) => write_cells(line, cells, style),
        Some(Shown::Text(text)) => {
            line.put(&BOARD_TEXT);
            line.text(text);
        }
        None => {}
    }
    line.put(&END);
}

#[inline(always)]
fn write_reason(line: &mut Line<'_>, reason: Reason<&str>) {
    match reason {
        Reason::Duplicate(Some(NodeId(known))) => {
            line.put(&DUPLICATE_OF);
            line.number(known);
        }
        Reason::Duplicate(None) => line.put(&DUPLICATE),
        Reason::Bound(Some(bound)) => {
            line.put(&OVER_BOUND);
            line.wide(bound);
        }
        Reason::Bound(None) => line.put(&BOUND_REASON),
        Reason::Cycle => line.put(&CYCLE),
        Reason::Depth => line.put(&DEPTH),
        Reason::DeadEnd => line.put(&DEAD_END),
        Reason::Waiting => line.put(&WAITING),
        Reason::Width => line.put(&WIDTH),
        Reason::Worse => line.put(&WORSE),
        Reason::Other(Some(name)) => {
            line.put(&REASON);
            line.text(name);
        }
        Reason::Other(None) => {}
    }
}

#[inline(always)]
fn write_cells(line: &mut Line<'_>, cells: &[CellValue], style: Style) {
    line.put(&BOARD);
    match (<&[CellValue; 9]>::try_from(cells), style.digits) {
        (Ok(nine), true) => line.nine_digits(nine),
        _ if cells.is_empty() => line.put(&BRACKET),
        _ => {
            for cell in cells {
                match cell.number() {
                    Some(number) => line.cell(number),
                    None => line.put(&NULL),
                }
            }
            line.close_list();
        }
    }
}
