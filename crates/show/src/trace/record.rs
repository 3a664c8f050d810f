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

/// The buffer is handed on when it holds this much. Small enough to come from the heap that the last trace left: a larger one is
/// fetched from the system, page by page, for every trace.
const FULL: usize = 1 << 15;

/// The numbers below a hundred, two digits each.
static PAIRS: [u8; 200] = {
    let mut pairs = [0; 200];
    let mut number = 0;
    while number < 100 {
        pairs[2 * number] = b'0' + (number / 10) as u8;
        pairs[2 * number + 1] = b'0' + (number % 10) as u8;
        number += 1;
    }
    pairs
};

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
            buffer: Vec::with_capacity(FULL + FULL / 8),
            limit,
            recorded: Recorded { events: 0, written: 0 },
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

    /// A piece of known length, so that copying it is a store or two and no call.
    #[inline(always)]
    fn put<const N: usize>(&mut self, piece: &[u8; N]) {
        self.buffer.extend_from_slice(piece);
    }

    #[inline(always)]
    fn number(&mut self, number: u32) {
        let pair = |number: u32| [PAIRS[2 * number as usize], PAIRS[2 * number as usize + 1]];
        if number < 10 {
            self.put(&[b'0' + number as u8]);
        } else if number < 100 {
            self.put(&pair(number));
        } else if number < 10_000 {
            let ([a, b], [c, d]) = (pair(number / 100), pair(number % 100));
            if a == b'0' { self.put(&[b, c, d]) } else { self.put(&[a, b, c, d]) }
        } else {
            self.long_number(number);
        }
    }

    #[inline(never)]
    fn long_number(&mut self, mut number: u32) {
        let mut digits = [0; 10];
        let mut at = digits.len();
        while number > 0 {
            at -= 1;
            digits[at] = b'0' + (number % 10) as u8;
            number /= 10;
        }
        self.buffer.extend_from_slice(&digits[at..]);
    }

    /// What kind of event, and the node.
    #[inline(always)]
    fn begin<A>(&mut self, told: &Told<A>) {
        match told.what {
            What::Created => self.put(b"{\"event\":\"created\""),
            What::Examined => self.put(b"{\"event\":\"examined\""),
            What::Pruned(_) => self.put(b"{\"event\":\"pruned\""),
            What::Improved { .. } => self.put(b"{\"event\":\"improved\""),
            What::Deepened { .. } => self.put(b"{\"event\":\"deepened\""),
            What::Solved { .. } => self.put(b"{\"event\":\"solved\""),
        }
        if let Some(NodeId(id)) = told.id {
            self.put(b",\"id\":");
            self.number(id);
        }
        if let Some(NodeId(parent)) = told.parent {
            self.put(b",\"parent\":");
            self.number(parent);
        }
    }

    /// Costs, the side, and what else this kind of event has to say.
    #[inline(always)]
    fn rest<A>(&mut self, told: &Told<A>) {
        if let What::Deepened { bound } = told.what {
            self.put(b",\"bound\":");
            self.number(bound);
            return;
        }
        self.put(b",\"g\":");
        self.number(told.g);
        if let (true, Some(h)) = (self.with_h, told.h) {
            self.put(b",\"h\":");
            self.number(h);
        }
        if told.side == Side::Backward {
            self.put(b",\"side\":\"backward\"");
        }
        match told.what {
            What::Pruned(reason) => self.reason(reason),
            What::Improved { reopened: true } => self.put(b",\"reopened\":true"),
            What::Solved { expanded: true, .. } => self.put(b",\"expanded\":true"),
            _ => {}
        }
    }

    #[inline(always)]
    fn reason(&mut self, reason: Pruned) {
        match reason {
            Pruned::Duplicate(NodeId(known)) => {
                self.put(b",\"reason\":\"duplicate\",\"of\":");
                self.number(known);
            }
            Pruned::Bound(bound) => {
                self.put(b",\"reason\":\"bound\",\"bound\":");
                self.number(bound);
            }
            Pruned::Cycle => self.put(b",\"reason\":\"cycle\""),
            Pruned::Depth => self.put(b",\"reason\":\"depth\""),
            Pruned::DeadEnd => self.put(b",\"reason\":\"dead-end\""),
            Pruned::Waiting => self.put(b",\"reason\":\"waiting\""),
            Pruned::Width => self.put(b",\"reason\":\"width\""),
            Pruned::Worse => self.put(b",\"reason\":\"worse\""),
        }
    }

    /// The end of a line. A full buffer is handed on; where that fails, the search is asked to stop.
    #[inline]
    fn end_line(&mut self) -> ControlFlow<Stop> {
        self.put(b"}\n");
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
        self.put(b",\"board\":[");
        // Nine cells, the usual board of a course: one digit each.
        if let Ok(nine) = <&[u16; 9]>::try_from(board) {
            let mut text = [b','; 18];
            for (place, &tile) in nine.iter().enumerate() {
                text[2 * place] = b'0' + tile as u8;
            }
            self.put(&text);
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
            self.put(&[
                b',',
                b'"',
                b'a',
                b'c',
                b't',
                b'i',
                b'o',
                b'n',
                b'"',
                b':',
                b'"',
                direction.letter() as u8,
                b'"',
            ]);
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
            self.buffer.extend_from_slice(action.as_bytes());
        }
        self.rest(&told);
        if let Some(board) = board {
            self.put(b",\"board\":[");
            for value in board {
                let text = value.map_or_else(|| "null,".to_owned(), |value| format!("{value},"));
                self.buffer.extend_from_slice(text.as_bytes());
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
