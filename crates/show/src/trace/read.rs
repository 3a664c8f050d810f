//! Reading a trace, ours or a student's.
//!
//! Only what cannot be told from the rest is required: a node's number, its g, its board or its action may be missing where
//! the others say as much. What is given twice must agree: an action that does not make the board it stands beside, or a board
//! that is not one step from its parent's, is an error with its line and column. Boards of more than [`LARGEST_DERIVED`] cells
//! are not derived, so that a small file cannot ask for much memory.

use std::collections::HashMap;
use std::io::{self, BufRead, Read};

use hueco_search::Stats;
use hueco_tiles::{Direction, Shape};

use super::fault::{Expected, Fault, TraceError};
use super::fields::Fields;
use super::header::{CellPlace, Domain, End, Header};
use super::{Contents, Event, Kind, Node, Reason, Root, Trace, VERSION};

/// The longest line.
pub const MAX_LINE: usize = 1 << 20;

/// Boards of at most this many cells are derived from an action where they are not given.
const LARGEST_DERIVED: usize = 64;

/// Reads a whole trace. Empty lines are passed over.
pub fn read(mut reader: impl BufRead) -> Result<Trace, TraceError> {
    let mut line = 0;
    let mut bytes = Vec::new();
    let mut reading: Option<Reading> = None;
    loop {
        bytes.clear();
        line += 1;
        let fail = |fault| TraceError { line, column: 1, fault };
        let taken = (&mut reader).take(MAX_LINE as u64 + 2).read_until(b'\n', &mut bytes);
        if taken.map_err(|error: io::Error| fail(Fault::Read(error.kind())))? == 0 {
            break;
        }
        if bytes.len() > MAX_LINE + 1 {
            return Err(fail(Fault::LineTooLong { limit: MAX_LINE }));
        }
        let text = std::str::from_utf8(&bytes).map_err(|error| {
            let column = String::from_utf8_lossy(&bytes[..error.valid_up_to()]).chars().count() + 1;
            TraceError { line, column, fault: Fault::NotUtf8 }
        })?;
        // A mark that some editors put in front.
        let text = if line == 1 { text.trim_start_matches('\u{feff}') } else { text }.trim_end();
        if text.trim_start().is_empty() {
            continue;
        }
        let fields = Fields::parse(text, line)?;
        match &mut reading {
            None => reading = Some(Reading::new(header(&fields)?)),
            Some(reading) => reading.line(&fields, line)?,
        }
    }
    reading.map(|reading| reading.trace).ok_or(TraceError { line: 1, column: 1, fault: Fault::Empty })
}

fn header(fields: &Fields<'_>) -> Result<Header, TraceError> {
    let version = fields.required("version", fields.count("version")?)?;
    if version != u64::from(VERSION) {
        return Err(fields.error_at("version", Fault::Version { found: version }));
    }
    let domain = match fields.required("domain", fields.text("domain")?)? {
        "tiles" => {
            let [rows, cols] = ["rows", "cols"].map(|field| fields.count(field));
            let (rows, cols) = (fields.required("rows", rows?)?, fields.required("cols", cols?)?);
            let shape = Shape::new(rows as usize, cols as usize)
                .map_err(|_| fields.error_at("rows", Fault::Shape { rows, cols }))?;
            Domain::Tiles { rows: shape.rows(), cols: shape.cols() }
        }
        "sums" => Domain::Sums { title: fields.text("title")?.map(str::to_owned), cells: cells(fields)? },
        other => return Err(fields.error_at("domain", Fault::Domain { found: other.to_owned() })),
    };
    let start = fields.required("start", fields.board("start")?)?;
    check_board(fields, "start", &start, &domain)?;
    let goal = fields.board("goal")?;
    if let Some(goal) = &goal {
        check_board(fields, "goal", goal, &domain)?;
    }
    let text = |field| fields.text(field).map(|text| text.map(str::to_owned));
    let weight = fields.decimal("weight")?;
    Ok(Header {
        goal: goal.map(Into::into),
        algorithm: text("algorithm")?,
        heuristic: text("heuristic")?,
        ties: text("ties")?,
        order: text("order")?,
        weight: weight.map(|weight| (weight * 1000.0).round().clamp(0.0, 1e9) as u32),
        width: fields.count("width")?,
        depth: fields.count("depth")?,
        tree: fields.truth("tree")?,
        seed: fields.count("seed")?,
        ..Header::new(domain, start.into())
    })
}

fn cells(fields: &Fields<'_>) -> Result<Vec<CellPlace>, TraceError> {
    let wrong = || fields.error_at("cells", Fault::Wrong { field: "cells", expected: Expected::Cells });
    let place = |cell: &Fields<'_>| -> Result<CellPlace, TraceError> {
        let number = |field| Ok(cell.count(field)?.and_then(|n| u16::try_from(n).ok()).ok_or_else(wrong)?.into());
        Ok(CellPlace {
            name: cell.text("name")?.ok_or_else(wrong)?.to_owned(),
            row: number("row")?,
            col: number("col")?,
        })
    };
    fields.required("cells", fields.objects("cells")?)?.iter().map(place).collect()
}

/// The right number of cells, and on a sliding puzzle every tile once.
fn check_board(fields: &Fields<'_>, field: &'static str, board: &Contents, domain: &Domain) -> Result<(), TraceError> {
    let (expected, found) = (domain.cells(), board.len());
    if expected != found {
        return Err(fields.error_at(field, Fault::Size { field, expected, found }));
    }
    if let Domain::Tiles { .. } = domain {
        let mut seen = vec![false; expected];
        let mut fresh = |tile: i32| {
            let seen = seen.get_mut(usize::try_from(tile).ok()?)?;
            (!std::mem::replace(seen, true)).then_some(())
        };
        if board.iter().any(|value| value.and_then(&mut fresh).is_none()) {
            return Err(fields.error_at(field, Fault::NotABoard { field }));
        }
    }
    Ok(())
}

/// A trace while it is read.
struct Reading {
    trace: Trace,
    by_id: HashMap<(Root, u64), usize>,
    /// Nodes by board: the latest of each. Made when an event names its node by the board alone.
    by_board: Option<HashMap<(Root, Contents), usize>>,
    /// How many nodes were created from each end.
    created: [u64; 2],
}

/// Where a child comes from and what it is.
struct Child {
    parent: Option<usize>,
    action: Option<Box<str>>,
    board: Option<Contents>,
    g: Option<u64>,
    h: Option<u64>,
}

impl Reading {
    fn new(header: Header) -> Self {
        let trace = Trace { header, nodes: Vec::new(), events: Vec::new(), end: None };
        Self { trace, by_id: HashMap::new(), by_board: None, created: [0; 2] }
    }

    fn line(&mut self, fields: &Fields<'_>, line: usize) -> Result<(), TraceError> {
        if self.trace.end.is_some() {
            return Err(fields.error(Fault::AfterEnd));
        }
        let side = match fields.text("side")? {
            None | Some("forward") => Root::Start,
            Some("backward") => Root::Goal,
            Some(_) => {
                return Err(fields.error_at("side", Fault::Wrong { field: "side", expected: Expected::Side }));
            }
        };
        let event = match fields.required("event", fields.text("event")?)? {
            "created" => self.created(fields, side)?,
            "examined" => self.known(fields, side, Kind::Examined)?,
            "solved" => {
                let expanded = fields.truth("expanded")?.unwrap_or(false);
                self.known(fields, side, Kind::Solved { expanded })?
            }
            "improved" => self.improved(fields, side)?,
            "pruned" => self.pruned(fields, side)?,
            "deepened" => {
                let bound = fields.required("bound", fields.count("bound")?)?;
                Event::bare(Kind::Deepened { bound })
            }
            "end" => {
                self.trace.end = Some(end(fields)?);
                return Ok(());
            }
            other => return Err(fields.error_at("event", Fault::Event { found: other.to_owned() })),
        };
        self.trace.events.push(Event { line, ..event });
        Ok(())
    }

    fn created(&mut self, fields: &Fields<'_>, side: Root) -> Result<Event, TraceError> {
        let mut child = self.child(fields, side)?;
        if child.parent.is_none() && child.board.is_none() {
            child.board = match side {
                Root::Start => Some(self.trace.header.start.clone().into()),
                Root::Goal => self.trace.header.goal.clone().map(Into::into),
            };
        }
        let numbered = &mut self.created[usize::from(side == Root::Goal)];
        let id = fields.count("id")?.unwrap_or(*numbered);
        *numbered += 1;
        let node = self.trace.nodes.len();
        if self.by_id.insert((side, id), node).is_some() {
            return Err(fields.error_at("id", Fault::Twice { id }));
        }
        if let (Some(by_board), Some(board)) = (&mut self.by_board, &child.board) {
            by_board.insert((side, board.clone()), node);
        }
        let Child { parent, action, board, g, h } = child;
        self.trace.nodes.push(Node { id, side, parent, action: action.clone(), g, h, board });
        Ok(Event { node: Some(node), parent, action, g, h, ..Event::bare(Kind::Created) })
    }

    fn improved(&mut self, fields: &Fields<'_>, side: Root) -> Result<Event, TraceError> {
        let kind = Kind::Improved { reopened: fields.truth("reopened")?.unwrap_or(false) };
        let event = self.known(fields, side, kind)?;
        let Child { parent, action, g, h, .. } = self.child(fields, side)?;
        Ok(Event { parent, action, g, h: h.or(event.h), ..event })
    }

    fn pruned(&mut self, fields: &Fields<'_>, side: Root) -> Result<Event, TraceError> {
        let Child { parent, action, board, g, h } = self.child(fields, side)?;
        if action.is_none() && board.is_none() {
            return Err(fields.error(Fault::Missing { field: "board" }));
        }
        let of = match fields.count("of")? {
            Some(id) => Some(self.node(fields, "of", side, id)?),
            None => None,
        };
        let reason = match fields.text("reason")? {
            Some("duplicate") => Reason::Duplicate(of),
            Some("cycle") => Reason::Cycle,
            Some("bound") => Reason::Bound,
            Some("depth") => Reason::Depth,
            Some("dead-end") => Reason::DeadEnd,
            Some("waiting") => Reason::Waiting,
            Some("width") => Reason::Width,
            Some("worse") => Reason::Worse,
            other => Reason::Other(other.map(Into::into)),
        };
        Ok(Event { parent, action, g, h, board, ..Event::bare(Kind::Pruned(reason)) })
    }

    /// An event about a node that is known by its number or its board.
    fn known(&mut self, fields: &Fields<'_>, side: Root, kind: Kind) -> Result<Event, TraceError> {
        let board = self.board(fields)?;
        let index = match (fields.count("id")?, &board) {
            (Some(id), _) => self.node(fields, "id", side, id)?,
            (None, Some(board)) => self.node_of_board(fields, side, board)?,
            (None, None) => return Err(fields.error(Fault::Missing { field: "id" })),
        };
        let node = &mut self.trace.nodes[index];
        match (&node.board, board) {
            (Some(own), Some(board)) if *own != board => {
                let fault = Fault::NotTheNodes { id: node.id };
                return Err(fields.error_at("board", fault));
            }
            (None, board) => node.board = board,
            _ => {}
        }
        let (g, h) = (fields.count("g")?.or(node.g), fields.count("h")?.or(node.h));
        Ok(Event { node: Some(index), g, h, ..Event::bare(kind) })
    }

    fn node(&self, fields: &Fields<'_>, field: &'static str, side: Root, id: u64) -> Result<usize, TraceError> {
        let node = self.by_id.get(&(side, id)).copied();
        node.ok_or_else(|| fields.error_at(field, Fault::NoNode { field, id }))
    }

    fn node_of_board(&mut self, fields: &Fields<'_>, side: Root, board: &Contents) -> Result<usize, TraceError> {
        let nodes = &self.trace.nodes;
        let by_board = self.by_board.get_or_insert_with(|| {
            let known = |(i, node): (usize, &Node)| Some(((node.side, node.board.clone()?), i));
            nodes.iter().enumerate().filter_map(known).collect()
        });
        let node = by_board.get(&(side, board.clone())).copied();
        node.ok_or_else(|| fields.error_at("board", Fault::NoNodeWithBoard))
    }

    fn board(&self, fields: &Fields<'_>) -> Result<Option<Contents>, TraceError> {
        let board = fields.board("board")?;
        if let Some(board) = &board {
            check_board(fields, "board", board, &self.trace.header.domain)?;
        }
        Ok(board)
    }

    /// Parent, action, board and g of a child; what is missing is told from the others, what is given must agree.
    fn child(&mut self, fields: &Fields<'_>, side: Root) -> Result<Child, TraceError> {
        let mut board = self.board(fields)?;
        let mut action: Option<Box<str>> = fields.text("action")?.map(Into::into);
        let h = fields.count("h")?;
        let g = fields.count("g")?;
        let Some(id) = fields.count("parent")? else {
            if action.is_some() && !fields.has("parent") {
                return Err(fields.error(Fault::Missing { field: "parent" }));
            }
            return Ok(Child { parent: None, action, board, g: g.or(Some(0)), h });
        };
        let parent = self.node(fields, "parent", side, id)?;
        let before = &self.trace.nodes[parent];
        let g = g.or(before.g.map(|g| g.saturating_add(1)));
        if let Some(origin) = before.board.as_ref().filter(|board| board.len() <= LARGEST_DERIVED) {
            let domain = &self.trace.header.domain;
            match (&action, &board) {
                (Some(step), given) => {
                    let after = after(domain, origin, step)
                        .ok_or_else(|| fields.error_at("action", Fault::Impossible { action: step.to_string() }))?;
                    // A search that concludes more from a placement has a fuller board than the action alone makes.
                    match given {
                        Some(given) if !agrees(domain, &after, given) => {
                            return Err(fields.error_at("board", Fault::OtherBoard));
                        }
                        Some(_) => {}
                        None => board = Some(after),
                    }
                }
                (None, Some(given)) => {
                    action = step(domain, origin, given);
                    if action.is_none() && matches!(domain, Domain::Tiles { .. }) {
                        return Err(fields.error_at("board", Fault::NotAStep));
                    }
                }
                (None, None) => return Err(fields.error(Fault::Missing { field: "board" })),
            }
        }
        Ok(Child { parent: Some(parent), action, board, g, h })
    }
}

impl Event {
    fn bare(kind: Kind) -> Self {
        Self { kind, line: 0, node: None, parent: None, action: None, g: None, h: None, board: None }
    }
}

/// The board after an action.
fn after(domain: &Domain, board: &Contents, action: &str) -> Option<Contents> {
    let mut after = board.clone();
    match domain {
        Domain::Tiles { rows, cols } => {
            let mut letters = action.chars();
            let direction = Direction::from_letter(letters.next()?).filter(|_| letters.next().is_none())?;
            let blank = board.iter().position(|&value| value == Some(0))?;
            after.swap(blank, Shape::new(*rows, *cols).ok()?.neighbour(blank, direction)?);
        }
        Domain::Sums { cells, .. } => {
            let (name, number) = action.rsplit_once('=')?;
            let cell = cells.iter().position(|cell| cell.name == name)?;
            after[cell] = Some(number.parse().ok()?);
        }
    }
    Some(after)
}

/// Whether a board can be what the action made.
fn agrees(domain: &Domain, after: &Contents, given: &Contents) -> bool {
    match domain {
        Domain::Tiles { .. } => after == given,
        Domain::Sums { .. } => after.iter().zip(given).all(|(after, given)| after.is_none() || after == given),
    }
}

/// The action that leads from one board to the other, if one does.
fn step(domain: &Domain, before: &Contents, given: &Contents) -> Option<Box<str>> {
    match domain {
        Domain::Tiles { .. } => ["U", "L", "R", "D"]
            .into_iter()
            .find(|letter| after(domain, before, letter).is_some_and(|after| after == *given))
            .map(Into::into),
        Domain::Sums { cells, .. } => {
            let mut changed = (0..cells.len()).filter(|&cell| before[cell] != given[cell]);
            let cell = changed.next().filter(|_| changed.next().is_none())?;
            Some(format!("{}={}", cells[cell].name, given[cell]?).into())
        }
    }
}

fn end(fields: &Fields<'_>) -> Result<End, TraceError> {
    let text = |field| fields.text(field).map(|text| text.map(str::to_owned));
    let stats = match fields.object("stats")? {
        None => None,
        Some(stats) => {
            let count = |field| stats.count(field).map(Option::unwrap_or_default);
            Some(Stats {
                generated: count("generated")?,
                expanded: count("expanded")?,
                examined: count("examined")?,
                reopened: count("reopened")?,
                evaluated: count("evaluated")?,
                peak_bytes: count("peak_bytes")?,
            })
        }
    };
    Ok(End {
        outcome: text("outcome")?,
        stopped_by: text("stopped_by")?,
        length: fields.count("length")?,
        optimal: fields.truth("optimal")?,
        stats,
        events: fields.count("events")?,
        cut: fields.truth("cut")?.unwrap_or(false),
    })
}
