//! Writing a trace while a search runs.
//!
//! One line an event, written by hand into a buffer: a search on a small board creates a node in some thirty nanoseconds, and a
//! general JSON writer would cost it ten times that. Header and end, which are written once, leave it to `serde_json`.
//!
//! Where the limit on events is reached, the search goes on and its events are counted; the last line says so.

use std::io::{self, Write};
use std::ops::ControlFlow;

use hueco_search::{NodeId, Pruned, Side, Stop, Told, Watch, What};
use hueco_sums::Placement;
use hueco_tiles::Direction;
use serde::Serialize;

use super::header::{Domain, End, Header};

/// The buffer is handed on when it holds this much.
const FULL: usize = 1 << 16;

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
    buffer: Vec<u8>,
    limit: u64,
    recorded: Recorded,
    /// No number of the board has more than one digit.
    digits: bool,
    with_h: bool,
    /// Number placement: the cells' names as JSON texts without their quotes.
    names: Vec<String>,
    failure: Option<io::Error>,
}

impl<W: Write> Recorder<W> {
    /// A trace with this header, of at most `limit` events.
    pub fn new(mut out: W, header: &Header, limit: u64) -> io::Result<Self> {
        serde_json::to_writer(&mut out, header)?;
        out.write_all(b"\n")?;
        let names = match &header.domain {
            Domain::Tiles { .. } => Vec::new(),
            Domain::Sums { cells, .. } => cells.iter().map(|cell| escaped(&cell.name)).collect(),
        };
        Ok(Self {
            out,
            buffer: Vec::with_capacity(2 * FULL),
            limit,
            recorded: Recorded { events: 0, written: 0 },
            digits: header.domain.cells() <= 10,
            with_h: header.has_estimate(),
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

    #[inline]
    fn text(&mut self, text: &str) {
        self.buffer.extend_from_slice(text.as_bytes());
    }

    #[inline]
    fn number(&mut self, number: u64) {
        if number < 10 {
            self.buffer.push(b'0' + number as u8);
        } else if number < 100 {
            self.buffer.extend_from_slice(&[b'0' + (number / 10) as u8, b'0' + (number % 10) as u8]);
        } else {
            self.long_number(number);
        }
    }

    fn long_number(&mut self, mut number: u64) {
        let mut digits = [0; 20];
        let mut at = digits.len();
        while number > 0 {
            at -= 1;
            digits[at] = b'0' + (number % 10) as u8;
            number /= 10;
        }
        self.buffer.extend_from_slice(&digits[at..]);
    }

    /// What kind of event, and the node.
    #[inline]
    fn begin<A>(&mut self, told: &Told<A>) {
        self.text(match told.what {
            What::Created => "{\"event\":\"created\"",
            What::Examined => "{\"event\":\"examined\"",
            What::Pruned(_) => "{\"event\":\"pruned\"",
            What::Improved { .. } => "{\"event\":\"improved\"",
            What::Deepened { .. } => "{\"event\":\"deepened\"",
            What::Solved { .. } => "{\"event\":\"solved\"",
        });
        if let Some(NodeId(id)) = told.id {
            self.text(",\"id\":");
            self.number(id.into());
        }
        if let Some(NodeId(parent)) = told.parent {
            self.text(",\"parent\":");
            self.number(parent.into());
        }
    }

    /// Costs, the side, and what else this kind of event has to say.
    #[inline]
    fn rest<A>(&mut self, told: &Told<A>) {
        if let What::Deepened { bound } = told.what {
            self.text(",\"bound\":");
            self.number(bound.into());
            return;
        }
        self.text(",\"g\":");
        self.number(told.g.into());
        if let (true, Some(h)) = (self.with_h, told.h) {
            self.text(",\"h\":");
            self.number(h.into());
        }
        if told.side == Side::Backward {
            self.text(",\"side\":\"backward\"");
        }
        match told.what {
            What::Pruned(reason) => self.reason(reason),
            What::Improved { reopened: true } => self.text(",\"reopened\":true"),
            What::Solved { expanded: true, .. } => self.text(",\"expanded\":true"),
            _ => {}
        }
    }

    #[inline]
    fn reason(&mut self, reason: Pruned) {
        self.text(match reason {
            Pruned::Duplicate(NodeId(known)) => {
                self.text(",\"reason\":\"duplicate\",\"of\":");
                self.number(known.into());
                return;
            }
            Pruned::Bound(bound) => {
                self.text(",\"reason\":\"bound\",\"bound\":");
                self.number(bound.into());
                return;
            }
            Pruned::Cycle => ",\"reason\":\"cycle\"",
            Pruned::Depth => ",\"reason\":\"depth\"",
            Pruned::DeadEnd => ",\"reason\":\"dead-end\"",
            Pruned::Waiting => ",\"reason\":\"waiting\"",
            Pruned::Width => ",\"reason\":\"width\"",
            Pruned::Worse => ",\"reason\":\"worse\"",
        });
    }

    /// The end of a line. A full buffer is handed on; where that fails, the search is asked to stop.
    #[inline]
    fn end_line(&mut self) -> ControlFlow<Stop> {
        self.text("}\n");
        if self.buffer.len() >= FULL { self.hand_on() } else { ControlFlow::Continue(()) }
    }

    #[cold]
    fn hand_on(&mut self) -> ControlFlow<Stop> {
        let written = self.out.write_all(&self.buffer);
        self.buffer.clear();
        match written {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.failure = Some(error);
                self.limit = 0;
                ControlFlow::Break(Stop)
            }
        }
    }

    fn tiles(&mut self, board: &[u16]) {
        self.text(",\"board\":[");
        if self.digits {
            for &tile in board {
                self.buffer.extend_from_slice(&[b'0' + tile as u8, b',']);
            }
        } else {
            for &tile in board {
                self.number(tile.into());
                self.buffer.push(b',');
            }
        }
        self.close_list();
    }

    /// The last comma becomes the bracket.
    #[inline]
    fn close_list(&mut self) {
        if let Some(last) = self.buffer.last_mut() {
            *last = b']';
        }
    }
}

impl<W: Write> Watch<Direction, [u16]> for Recorder<W> {
    fn told(&mut self, told: Told<Direction>, board: Option<&[u16]>) -> ControlFlow<Stop> {
        if !self.counts() {
            return ControlFlow::Continue(());
        }
        self.begin(&told);
        if let Some(direction) = told.action {
            self.text(match direction {
                Direction::Up => ",\"action\":\"U\"",
                Direction::Left => ",\"action\":\"L\"",
                Direction::Right => ",\"action\":\"R\"",
                Direction::Down => ",\"action\":\"D\"",
            });
        }
        self.rest(&told);
        if let Some(board) = board {
            self.tiles(board);
        }
        self.end_line()
    }
}

impl<W: Write> Watch<Placement, [Option<i64>]> for Recorder<W> {
    fn told(&mut self, told: Told<Placement>, board: Option<&[Option<i64>]>) -> ControlFlow<Stop> {
        if !self.counts() {
            return ControlFlow::Continue(());
        }
        self.begin(&told);
        if let Some(Placement { number, cell }) = told.action {
            let action = format!(",\"action\":\"{}={number}\"", self.names[cell.index()]);
            self.text(&action);
        }
        self.rest(&told);
        if let Some(board) = board {
            self.text(",\"board\":[");
            for value in board {
                let text = value.map_or_else(|| "null,".to_owned(), |value| format!("{value},"));
                self.text(&text);
            }
            self.close_list();
        }
        self.end_line()
    }
}

/// A text as JSON holds it, without the quotes.
fn escaped(text: &str) -> String {
    let quoted = serde_json::to_string(text).unwrap_or_default();
    quoted[1..quoted.len().max(2) - 1].to_owned()
}
