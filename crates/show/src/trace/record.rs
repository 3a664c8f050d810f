//! Writing a trace while a search runs.
//!
//! One line an event, written by hand into a buffer (see `line`): a search on a small board creates a node in some twenty
//! nanoseconds, and a general JSON writer would cost it ten times that. Header and end, which are written once, leave it to
//! `serde_json`.
//!
//! Where the limit on events is reached, the search goes on and its events are counted; the last line says so.

use std::io::{self, Write};
use std::ops::ControlFlow;

use hueco_search::{NodeId, Pruned, Side, Stop, Told, Watch, What};
use hueco_sums::Placement;
use hueco_tiles::Direction;
use serde::Serialize;

use super::header::{Domain, End, Header};
use super::line::{EVENT, Line, Piece, piece};

/// Bytes are handed on in multiples of this, from the first on: the kernel takes a third of the time for such pieces of a file
/// that it takes for smaller ones which begin anywhere, since it can keep them in large pages.
const PIECE: usize = 1 << 17;

/// The buffer's size at first: a short trace does not need more.
const SMALL: usize = 1 << 14;

/// Characters of a tile's number and its comma, and of any cell's.
const TILE: usize = 6;
const CELL: usize = 21;

static CREATED: Piece<32> = piece(r#"{"event":"created""#);
static EXAMINED: Piece<32> = piece(r#"{"event":"examined""#);
static PRUNED: Piece<32> = piece(r#"{"event":"pruned""#);
static IMPROVED: Piece<32> = piece(r#"{"event":"improved""#);
static DEEPENED: Piece<32> = piece(r#"{"event":"deepened""#);
static SOLVED: Piece<32> = piece(r#"{"event":"solved""#);
static ID: Piece<8> = piece(r#","id":"#);
static PARENT: Piece<16> = piece(r#","parent":"#);
static G: Piece<8> = piece(r#","g":"#);
static H: Piece<8> = piece(r#","h":"#);
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
static COMMA: Piece<4> = piece(",");
static END: Piece<4> = piece("}\n");
/// By direction.
static MOVES: [Piece<16>; 4] =
    [piece(r#","action":"U""#), piece(r#","action":"L""#), piece(r#","action":"R""#), piece(r#","action":"D""#)];

/// How much of a search a trace holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// Events that happened.
    pub events: u64,
    /// Events in the trace.
    pub written: u64,
}

impl Recorded {
    /// Whether the limit left some out.
    pub fn is_cut(self) -> bool {
        self.written < self.events
    }
}

/// Writes down what it is told.
pub struct Recorder<W> {
    out: W,
    /// Lines that are not handed on yet: the first `filled` bytes. The rest is room.
    buffer: Vec<u8>,
    filled: usize,
    limit: u64,
    recorded: Recorded,
    with_h: bool,
    /// Number placement: the cells' names as JSON texts without their quotes, and the length of the longest.
    names: Vec<String>,
    longest_name: usize,
    failure: Option<io::Error>,
}

impl<W: Write> Recorder<W> {
    /// A trace with this header, of at most `limit` events.
    pub fn new(out: W, header: &Header, limit: u64) -> io::Result<Self> {
        // Not to `out`: `serde_json` writes every quote by itself, and a file would be called a hundred times.
        let mut buffer = serde_json::to_vec(header)?;
        buffer.push(b'\n');
        let filled = buffer.len();
        buffer.resize(filled.max(SMALL), 0);
        let names: Vec<String> = match &header.domain {
            Domain::Tiles { .. } => Vec::new(),
            Domain::Sums { cells, .. } => cells.iter().map(|cell| escaped(&cell.name)).collect(),
        };
        Ok(Self {
            out,
            buffer,
            filled,
            limit,
            recorded: Recorded { events: 0, written: 0 },
            with_h: header.has_estimate(),
            longest_name: names.iter().map(String::len).max().unwrap_or(0),
            names,
            failure: None,
        })
    }

    /// Writes the last line and hands everything on.
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
        let end = End { events: Some(self.recorded.events), cut: self.recorded.is_cut(), ..end };
        self.buffer.truncate(self.filled);
        serde_json::to_writer(&mut self.buffer, &Last { event: "end", end })?;
        self.buffer.push(b'\n');
        self.out.write_all(&self.buffer)?;
        self.out.flush()?;
        Ok((self.out, self.recorded))
    }

    /// Whether this event is still to be written.
    #[inline]
    fn counts(&mut self) -> bool {
        self.recorded.events += 1;
        let within = self.recorded.events <= self.limit;
        self.recorded.written += u64::from(within);
        within
    }

    /// Writes a line of at most this many bytes. Where there is no room for it, the buffer is handed on first; where that
    /// fails, the search is asked to stop.
    #[inline(always)]
    fn line(&mut self, longest: usize, write: impl FnOnce(&mut Line<'_>, &Words<'_>)) -> ControlFlow<Stop> {
        if self.buffer.len() - self.filled < longest {
            self.make_room(longest)?;
        }
        let mut line = Line::new(&mut self.buffer[self.filled..]);
        write(&mut line, &Words { with_h: self.with_h, names: &self.names });
        line.put(&END);
        self.filled += line.len();
        ControlFlow::Continue(())
    }

    /// A buffer that has not grown yet grows; one that has hands its whole pieces on.
    #[cold]
    fn make_room(&mut self, longest: usize) -> ControlFlow<Stop> {
        let whole = self.filled - self.filled % PIECE;
        let written = self.out.write_all(&self.buffer[..whole]);
        self.buffer.copy_within(whole..self.filled, 0);
        self.filled -= whole;
        if self.buffer.len() - self.filled < longest {
            let larger = (2 * self.buffer.len()).clamp(self.filled + longest, PIECE + longest);
            self.buffer.resize(larger, 0);
        }
        match written {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.failure = Some(error);
                self.limit = 0;
                ControlFlow::Break(Stop)
            }
        }
    }
}

/// What a line needs to know of its trace.
struct Words<'r> {
    with_h: bool,
    names: &'r [String],
}

/// What kind of event, and the node.
#[inline(always)]
fn begin<A>(line: &mut Line<'_>, told: &Told<A>) {
    match told.what {
        What::Created => line.put(&CREATED),
        What::Examined => line.put(&EXAMINED),
        What::Pruned(_) => line.put(&PRUNED),
        What::Improved { .. } => line.put(&IMPROVED),
        What::Deepened { .. } => line.put(&DEEPENED),
        What::Solved { .. } => line.put(&SOLVED),
    }
    if let Some(NodeId(id)) = told.id {
        line.put(&ID);
        line.number(id);
    }
    if let Some(NodeId(parent)) = told.parent {
        line.put(&PARENT);
        line.number(parent);
    }
}

/// Costs, the side, and what else this kind of event has to say.
#[inline(always)]
fn rest<A>(line: &mut Line<'_>, told: &Told<A>, with_h: bool) {
    if let What::Deepened { bound } = told.what {
        line.put(&BOUND);
        line.number(bound);
        return;
    }
    line.put(&G);
    line.small(told.g);
    if let (true, Some(h)) = (with_h, told.h) {
        line.put(&H);
        line.small(h);
    }
    if told.side == Side::Backward {
        line.put(&BACKWARD);
    }
    match told.what {
        What::Pruned(reason) => why(line, reason),
        What::Improved { reopened: true } => line.put(&REOPENED),
        What::Solved { expanded: true, .. } => line.put(&EXPANDED),
        _ => {}
    }
}

#[inline(always)]
fn why(line: &mut Line<'_>, reason: Pruned) {
    match reason {
        Pruned::Duplicate(NodeId(known)) => {
            line.put(&DUPLICATE_OF);
            line.number(known);
        }
        Pruned::Bound(bound) => {
            line.put(&OVER_BOUND);
            line.number(bound);
        }
        Pruned::Cycle => line.put(&CYCLE),
        Pruned::Depth => line.put(&DEPTH),
        Pruned::DeadEnd => line.put(&DEAD_END),
        Pruned::Waiting => line.put(&WAITING),
        Pruned::Width => line.put(&WIDTH),
        Pruned::Worse => line.put(&WORSE),
    }
}

/// The board's numbers. Nine cells, the usual board of a course, have one digit each.
#[inline(always)]
fn tiles(line: &mut Line<'_>, board: &[u16]) {
    line.put(&BOARD);
    match <&[u16; 9]>::try_from(board) {
        Ok(nine) => line.nine(nine),
        Err(_) => {
            for &tile in board {
                line.small(tile.into());
                line.put(&COMMA);
            }
        }
    }
    line.replace_last(b']');
}

impl<W: Write> Watch<Direction, [u16]> for Recorder<W> {
    fn told(&mut self, told: Told<Direction>, board: Option<&[u16]>) -> ControlFlow<Stop> {
        if !self.counts() {
            return ControlFlow::Continue(());
        }
        self.line(EVENT + TILE * board.map_or(0, <[u16]>::len), |line, words| {
            begin(line, &told);
            if let Some(direction) = told.action {
                line.put(&MOVES[direction as usize]);
            }
            rest(line, &told, words.with_h);
            if let Some(board) = board {
                tiles(line, board);
            }
        })
    }
}

impl<W: Write> Watch<Placement, [Option<i64>]> for Recorder<W> {
    fn told(&mut self, told: Told<Placement>, board: Option<&[Option<i64>]>) -> ControlFlow<Stop> {
        if !self.counts() {
            return ControlFlow::Continue(());
        }
        let action = self.longest_name + CELL;
        self.line(EVENT + action + CELL * board.map_or(0, <[_]>::len), |line, words| {
            begin(line, &told);
            if let Some(Placement { number, cell }) = told.action {
                line.text(&format!(",\"action\":\"{}={number}\"", words.names[cell.index()]));
            }
            rest(line, &told, words.with_h);
            if let Some(board) = board {
                line.put(&BOARD);
                for value in board {
                    line.text(&value.map_or_else(|| "null,".to_owned(), |value| format!("{value},")));
                }
                line.replace_last(b']');
            }
        })
    }
}

/// A text as JSON holds it, without the quotes.
fn escaped(text: &str) -> String {
    let quoted = serde_json::to_string(text).unwrap_or_default();
    quoted[1..quoted.len().max(2) - 1].to_owned()
}
