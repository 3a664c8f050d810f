//! Reading a trace, ours or a student's.
//!
//! Only what cannot be derived is required: a node's number, its g, its board or its action may be missing where the others
//! determine it. What is given twice must agree: an action that does not lead to the board it stands beside, or a board that
//! is not one step from its parent's, is an error with its line and column. Boards of more than [`LARGEST_DERIVED`] cells are
//! not derived, so that a small file cannot make us allocate much. In the domain `any` nothing is derived: only the problem
//! knows what an action does.

use std::collections::HashMap;
use std::io::{self, BufRead, Read};

use hueco_search::{CellValue, EventKind, EventRecord, NodeId, OwnedEvent, OwnedShown, Reason, Side, Stats};
use hueco_tiles::{Direction, Shape};

use super::collect::Building;
use super::fault::{Expected, Fault, TraceError};
use super::fields::Fields;
use super::header::{CellPlace, Domain, End, Header};
use super::{Trace, VERSION};

/// The longest line.
pub const MAX_LINE: usize = 1 << 20;

/// Boards of at most this many cells are derived from an action where they are not given.
const LARGEST_DERIVED: usize = 64;

/// Reads a whole trace. Empty lines are skipped.
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
        // A byte order mark, which some editors put in front.
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
    reading.map(|reading| reading.building.trace).ok_or(TraceError { line: 1, column: 1, fault: Fault::Empty })
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
        "any" => Domain::Any { problem: fields.required("problem", fields.text("problem")?)?.to_owned() },
        other => return Err(fields.error_at("domain", Fault::Domain { found: other.to_owned() })),
    };
    let start = fields.required("start", state(fields, "start", &domain)?)?;
    let goal = state(fields, "goal", &domain)?;
    let text = |field| fields.text(field).map(|text| text.map(str::to_owned));
    let weight = fields.decimal("weight")?;
    Ok(Header {
        goal,
        algorithm: text("algorithm")?,
        heuristic: text("heuristic")?,
        ties: text("ties")?,
        order: text("order")?,
        weight: weight.map(|weight| (weight * 1000.0).round().clamp(0.0, 1e9) as u32),
        width: fields.count("width")?,
        depth: fields.count("depth")?,
        tree: fields.truth("tree")?,
        seed: fields.count("seed")?,
        ..Header::new(domain, start)
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

/// A state of the domain: the right number of cells, and on a sliding puzzle every tile once.
fn state(fields: &Fields<'_>, field: &'static str, domain: &Domain) -> Result<Option<OwnedShown>, TraceError> {
    let state = fields.state(field, domain)?;
    if let Some(OwnedShown::Cells(cells)) = &state {
        let (expected, found) = (domain.cells(), cells.len());
        if expected != found {
            return Err(fields.error_at(field, Fault::Size { field, expected, found }));
        }
        if matches!(domain, Domain::Tiles { .. }) && !is_permutation(cells) {
            return Err(fields.error_at(field, Fault::NotABoard { field }));
        }
    }
    Ok(state)
}

fn is_permutation(cells: &[CellValue]) -> bool {
    let mut seen = vec![false; cells.len()];
    cells.iter().all(|cell| {
        let tile = cell.number().and_then(|number| usize::try_from(number).ok());
        tile.and_then(|tile| seen.get_mut(tile)).is_some_and(|seen| !std::mem::replace(seen, true))
    })
}

/// A trace while it is read.
struct Reading {
    building: Building,
    /// Nodes by state: the latest of each. Made when an event names its node by the state alone.
    by_state: Option<HashMap<(Side, OwnedShown), NodeId>>,
    /// How many nodes were created from each end.
    created: [u64; 2],
}

impl Reading {
    fn new(header: Header) -> Self {
        Self { building: Building::new(header), by_state: None, created: [0; 2] }
    }

    fn trace(&self) -> &Trace {
        &self.building.trace
    }

    fn line(&mut self, fields: &Fields<'_>, line: usize) -> Result<(), TraceError> {
        if self.trace().end.is_some() {
            return Err(fields.error(Fault::AfterEnd));
        }
        let side = match fields.text("side")? {
            None | Some("forward") => Side::Forward,
            Some("backward") => Side::Backward,
            Some(_) => {
                return Err(fields.error_at("side", Fault::Wrong { field: "side", expected: Expected::Side }));
            }
        };
        let event = match fields.required("event", fields.text("event")?)? {
            "created" => return self.created(fields, side, line),
            "examined" => self.known(fields, side, EventKind::Examined)?,
            "solved" => {
                let expanded = fields.truth("expanded")?.unwrap_or(false);
                self.known(fields, side, EventKind::Solved { expanded })?
            }
            "improved" => self.improved(fields, side)?,
            "pruned" => self.pruned(fields, side)?,
            "forgotten" => {
                let value = fields.count("value")?;
                self.known(fields, side, EventKind::Forgotten { value })?
            }
            "deepened" => {
                let bound = fields.required("bound", fields.count("bound")?)?;
                EventRecord::new(EventKind::Deepened { bound })
            }
            "end" => {
                self.building.trace.end = Some(end(fields)?);
                return Ok(());
            }
            other => return Err(fields.error_at("event", Fault::Event { found: other.to_owned() })),
        };
        self.building.push(event, line);
        Ok(())
    }

    fn created(&mut self, fields: &Fields<'_>, side: Side, line: usize) -> Result<(), TraceError> {
        let mut event = self.child(fields, side)?;
        if event.parent.is_none() && event.state.is_none() {
            event.state = match side {
                Side::Forward => Some(self.trace().header.start.clone()),
                Side::Backward => self.trace().header.goal.clone(),
            };
        }
        let numbered = &mut self.created[usize::from(side == Side::Backward)];
        let number = fields.count("id")?.unwrap_or(*numbered);
        *numbered += 1;
        let state = event.state.clone().filter(|_| self.by_state.is_some());
        let node = self.building.create(number, event, line);
        let node = node.ok_or_else(|| fields.error_at("id", Fault::Twice { id: number }))?;
        if let (Some(by_state), Some(state)) = (&mut self.by_state, state) {
            by_state.insert((side, state), node);
        }
        Ok(())
    }

    fn improved(&mut self, fields: &Fields<'_>, side: Side) -> Result<OwnedEvent, TraceError> {
        let kind = EventKind::Improved { reopened: fields.truth("reopened")?.unwrap_or(false) };
        let known = self.known(fields, side, kind)?;
        let EventRecord { parent, action, g, h, .. } = self.child(fields, side)?;
        Ok(EventRecord { parent, action, g, h, ..known })
    }

    fn pruned(&mut self, fields: &Fields<'_>, side: Side) -> Result<OwnedEvent, TraceError> {
        let child = self.child(fields, side)?;
        if child.action.is_none() && child.state.is_none() {
            return Err(fields.error(Fault::Missing { field: "board" }));
        }
        let of = match fields.count("of")? {
            Some(id) => Some(self.node(fields, "of", side, id)?),
            None => None,
        };
        let reason = match fields.text("reason")? {
            Some("duplicate") => Reason::Duplicate(of),
            Some("cycle") => Reason::Cycle,
            Some("bound") => Reason::Bound(fields.count("bound")?),
            Some("depth") => Reason::Depth,
            Some("dead-end") => Reason::DeadEnd,
            Some("waiting") => Reason::Waiting,
            Some("width") => Reason::Width,
            Some("worse") => Reason::Worse,
            other => Reason::Other(other.map(Into::into)),
        };
        Ok(EventRecord { kind: EventKind::Pruned(reason), ..child })
    }

    /// An event about a node that is known by its number or its state.
    fn known(&mut self, fields: &Fields<'_>, side: Side, kind: EventKind<Box<str>>) -> Result<OwnedEvent, TraceError> {
        let state = state(fields, "board", &self.trace().header.domain)?;
        let node = match (fields.count("id")?, &state) {
            (Some(id), _) => self.node(fields, "id", side, id)?,
            (None, Some(state)) => self.node_of_state(fields, side, state)?,
            (None, None) => return Err(fields.error(Fault::Missing { field: "id" })),
        };
        let number = self.trace().number(node);
        let created = self.building.node_mut(node);
        match (&created.state, state) {
            (Some(own), Some(state)) if *own != state => {
                return Err(fields.error_at("board", Fault::NotTheNodes { id: number }));
            }
            (None, state) => created.state = state,
            _ => {}
        }
        let (g, h) = (fields.count("g")?, fields.count("h")?);
        Ok(EventRecord { node: Some(node), g, h, side, ..EventRecord::new(kind) })
    }

    fn node(&self, fields: &Fields<'_>, field: &'static str, side: Side, id: u64) -> Result<NodeId, TraceError> {
        self.building.find(side, id).ok_or_else(|| fields.error_at(field, Fault::NoNode { field, id }))
    }

    fn node_of_state(&mut self, fields: &Fields<'_>, side: Side, state: &OwnedShown) -> Result<NodeId, TraceError> {
        let trace = &self.building.trace;
        let by_state = self.by_state.get_or_insert_with(|| {
            let known = |node| {
                let created = trace.node(node);
                Some(((created.side, created.state.clone()?), node))
            };
            trace.nodes().filter_map(known).collect()
        });
        let node = by_state.get(&(side, state.clone())).copied();
        node.ok_or_else(|| fields.error_at("board", Fault::NoNodeWithBoard))
    }

    /// Parent, action, state and g of a child; what is missing is derived from the others, what is given must agree.
    fn child(&mut self, fields: &Fields<'_>, side: Side) -> Result<OwnedEvent, TraceError> {
        let domain = &self.trace().header.domain;
        let mut event = EventRecord {
            action: fields.text("action")?.map(Into::into),
            g: fields.count("g")?,
            h: fields.count("h")?,
            side,
            state: state(fields, "board", domain)?,
            ..EventRecord::new(EventKind::Created)
        };
        let Some(id) = fields.count("parent")? else {
            if event.action.is_some() && !fields.has("parent") {
                return Err(fields.error(Fault::Missing { field: "parent" }));
            }
            event.g = event.g.or(Some(0));
            return Ok(event);
        };
        let parent = self.node(fields, "parent", side, id)?;
        let before = self.trace().node(parent);
        event.parent = Some(parent);
        event.g = event.g.or(before.g.map(|g| g.saturating_add(1)));
        match &before.state {
            Some(OwnedShown::Cells(cells)) if cells.len() <= LARGEST_DERIVED => {
                complete(fields, domain, cells, &mut event)?;
            }
            Some(OwnedShown::Text(_)) if event.action.is_none() && event.state.is_none() => {
                return Err(fields.error(Fault::Missing { field: "board" }));
            }
            _ => {}
        }
        Ok(event)
    }
}

/// Derives a child's action or its cells from its parent's, and checks that both agree.
fn complete(
    fields: &Fields<'_>,
    domain: &Domain,
    before: &[CellValue],
    event: &mut OwnedEvent,
) -> Result<(), TraceError> {
    match (&event.action, &event.state) {
        (Some(action), given) => {
            let after = after(domain, before, action)
                .ok_or_else(|| fields.error_at("action", Fault::Impossible { action: action.to_string() }))?;
            match given {
                Some(OwnedShown::Cells(given)) if !agrees(domain, &after, given) => {
                    return Err(fields.error_at("board", Fault::OtherBoard));
                }
                Some(_) => {}
                None => event.state = Some(OwnedShown::Cells(after)),
            }
        }
        (None, Some(OwnedShown::Cells(given))) => {
            event.action = step(domain, before, given);
            if event.action.is_none() && matches!(domain, Domain::Tiles { .. }) {
                return Err(fields.error_at("board", Fault::NotAStep));
            }
        }
        (None, _) => return Err(fields.error(Fault::Missing { field: "board" })),
    }
    Ok(())
}

/// The cells after an action.
fn after(domain: &Domain, before: &[CellValue], action: &str) -> Option<Box<[CellValue]>> {
    let mut after: Box<[CellValue]> = before.into();
    match domain {
        Domain::Tiles { rows, cols } => {
            let mut letters = action.chars();
            let direction = Direction::from_letter(letters.next()?).filter(|_| letters.next().is_none())?;
            let blank = before.iter().position(|cell| cell.number() == Some(0))?;
            after.swap(blank, Shape::new(*rows, *cols).ok()?.neighbour(blank, direction)?);
        }
        Domain::Sums { cells, .. } => {
            let (name, number) = action.rsplit_once('=')?;
            let cell = cells.iter().position(|cell| cell.name == name)?;
            after[cell] = CellValue::new(number.parse().ok().filter(|&number| number > i32::MIN)?);
        }
        Domain::Any { .. } => return None,
    }
    Some(after)
}

/// Whether an action can have led to these cells. A search that draws conclusions from a placement fills more of them than
/// the action alone.
fn agrees(domain: &Domain, after: &[CellValue], given: &[CellValue]) -> bool {
    match domain {
        Domain::Sums { .. } => after.iter().zip(given).all(|(after, given)| after.number().is_none() || after == given),
        _ => after == given,
    }
}

/// The action that leads from these cells to those, if one does.
fn step(domain: &Domain, before: &[CellValue], given: &[CellValue]) -> Option<Box<str>> {
    match domain {
        Domain::Tiles { .. } => ["U", "L", "R", "D"]
            .into_iter()
            .find(|letter| after(domain, before, letter).is_some_and(|after| *after == *given))
            .map(Into::into),
        Domain::Sums { cells, .. } => {
            let mut changed = (0..cells.len()).filter(|&cell| before[cell] != given[cell]);
            let cell = changed.next().filter(|_| changed.next().is_none())?;
            Some(format!("{}={}", cells[cell].name, given[cell].number()?).into())
        }
        Domain::Any { .. } => None,
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
        cost: fields.count("cost")?,
        optimal: fields.truth("optimal")?,
        stats,
        events: fields.count("events")?,
        cut: fields.truth("cut")?.unwrap_or(false),
    })
}
