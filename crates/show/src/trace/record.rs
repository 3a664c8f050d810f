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
use super::line::{EVENT, Line};

/// The buffer's size. Small enough to come from the heap that the last trace left, and to stay in the nearest cache: a larger
/// one is fetched from the system, page by page, for every trace.
const FULL: usize = 1 << 15;

/// Characters of a tile's number and its comma, and of any cell's.
const TILE: usize = 6;
const CELL: usize = 21;

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
    pub fn new(mut out: W, header: &Header, limit: u64) -> io::Result<Self> {
        // In one piece: `serde_json` writes every quote by itself, and a file would be called a hundred times.
        let mut first = serde_json::to_vec(header)?;
        first.push(b'\n');
        out.write_all(&first)?;
        let names: Vec<String> = match &header.domain {
            Domain::Tiles { .. } => Vec::new(),
            Domain::Sums { cells, .. } => cells.iter().map(|cell| escaped(&cell.name)).collect(),
        };
        Ok(Self {
            out,
            buffer: vec![0; FULL],
            filled: 0,
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
        line.put(b"}\n");
        self.filled += line.len();
        ControlFlow::Continue(())
    }

    #[cold]
    fn make_room(&mut self, longest: usize) -> ControlFlow<Stop> {
        let written = self.out.write_all(&self.buffer[..self.filled]);
        self.filled = 0;
        if self.buffer.len() < longest {
            self.buffer.resize(longest, 0);
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
        What::Created => line.put(b"{\"event\":\"created\""),
        What::Examined => line.put(b"{\"event\":\"examined\""),
        What::Pruned(_) => line.put(b"{\"event\":\"pruned\""),
        What::Improved { .. } => line.put(b"{\"event\":\"improved\""),
        What::Deepened { .. } => line.put(b"{\"event\":\"deepened\""),
        What::Solved { .. } => line.put(b"{\"event\":\"solved\""),
    }
    if let Some(NodeId(id)) = told.id {
        line.put(b",\"id\":");
        line.number(id);
    }
    if let Some(NodeId(parent)) = told.parent {
        line.put(b",\"parent\":");
        line.number(parent);
    }
}

/// Costs, the side, and what else this kind of event has to say.
#[inline(always)]
fn rest<A>(line: &mut Line<'_>, told: &Told<A>, with_h: bool) {
    if let What::Deepened { bound } = told.what {
        line.put(b",\"bound\":");
        line.number(bound);
        return;
    }
    line.put(b",\"g\":");
    line.small(told.g);
    if let (true, Some(h)) = (with_h, told.h) {
        line.put(b",\"h\":");
        line.small(h);
    }
    if told.side == Side::Backward {
        line.put(b",\"side\":\"backward\"");
    }
    match told.what {
        What::Pruned(reason) => why(line, reason),
        What::Improved { reopened: true } => line.put(b",\"reopened\":true"),
        What::Solved { expanded: true, .. } => line.put(b",\"expanded\":true"),
        _ => {}
    }
}

#[inline(always)]
fn why(line: &mut Line<'_>, reason: Pruned) {
    match reason {
        Pruned::Duplicate(NodeId(known)) => {
            line.put(b",\"reason\":\"duplicate\",\"of\":");
            line.number(known);
        }
        Pruned::Bound(bound) => {
            line.put(b",\"reason\":\"bound\",\"bound\":");
            line.number(bound);
        }
        Pruned::Cycle => line.put(b",\"reason\":\"cycle\""),
        Pruned::Depth => line.put(b",\"reason\":\"depth\""),
        Pruned::DeadEnd => line.put(b",\"reason\":\"dead-end\""),
        Pruned::Waiting => line.put(b",\"reason\":\"waiting\""),
        Pruned::Width => line.put(b",\"reason\":\"width\""),
        Pruned::Worse => line.put(b",\"reason\":\"worse\""),
    }
}

/// The board's numbers. Nine cells, the usual board of a course, have one digit each.
#[inline(always)]
fn tiles(line: &mut Line<'_>, board: &[u16]) {
    line.put(b",\"board\":[");
    match <&[u16; 9]>::try_from(board) {
        Ok(nine) => line.nine(nine),
        Err(_) => {
            for &tile in board {
                line.small(tile.into());
                line.put(b",");
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
                match direction {
                    Direction::Up => line.put(b",\"action\":\"U\""),
                    Direction::Left => line.put(b",\"action\":\"L\""),
                    Direction::Right => line.put(b",\"action\":\"R\""),
                    Direction::Down => line.put(b",\"action\":\"D\""),
                }
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
                line.put(b",\"board\":[");
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
