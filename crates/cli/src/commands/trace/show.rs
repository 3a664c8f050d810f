//! `hueco trace show`: one line an event, and at the end what can be counted.
//!
//! ```text
//! event  what      node  from      g  h  f  board
//!     3  created   #1    #0 U      1  3  4  2 8 3 / 1 6 0 / 7 5 4
//! ```

use std::path::PathBuf;

use clap::ArgMatches;
use hueco_say::{Lang, Say, trace as said};
use hueco_show::trace::{Event, Kind, Reason, Root, Setting, Trace};
use serde::Serialize;

use super::{board, board_or_unknown, method, read};
use crate::answer::{VERSION, one_line};
use crate::context::{Context, Out};
use crate::failure::Result;
use crate::options;
use crate::status::Status;

pub(super) fn run(matches: &ArgMatches, context: &Context) -> Result<Status> {
    let lang = context.lang;
    let trace = read(matches.get_one::<PathBuf>("file").expect("clap requires it"), lang)?;
    let from = *matches.get_one::<u64>("from").expect("it has a default") as usize - 1;
    let count = matches.get_one::<u64>("count").map_or(usize::MAX, |&count| count as usize);
    let first = from.min(trace.events.len());
    let last = first.saturating_add(count).min(trace.events.len());
    let mut out = context.out();
    if options::text(matches, "format") == "json" {
        for (at, event) in trace.events[first..last].iter().enumerate() {
            out.line(&json(&trace, first + at, event))?;
        }
    } else {
        head(&trace, &mut out, lang)?;
        for (at, event) in trace.events[first..last].iter().enumerate() {
            out.line(&format!("{:>6}  {}", first + at + 1, line(&trace, event, lang)))?;
        }
        if last < trace.events.len() {
            out.line(&said::trace_more(lang, lang.number((trace.events.len() - last) as u64)))?;
        }
        foot(&trace, &mut out, lang)?;
    }
    out.flush()?;
    Ok(Status::Done)
}

fn head(trace: &Trace, out: &mut Out, lang: Lang) -> Result<()> {
    let header = &trace.header;
    let domain = match &header.domain {
        hueco_show::trace::Domain::Tiles { rows, cols } => format!("tiles {rows}x{cols}"),
        hueco_show::trace::Domain::Sums { title, .. } => {
            title.as_ref().map_or_else(|| "sums".to_owned(), |title| format!("sums: {}", title.escape_debug()))
        }
    };
    out.line(&said::trace_title(lang, method(header, lang), domain))?;
    let number = |number: Option<u64>| number.map(|number| number.to_string());
    let weight = header.weight.map(|weight| lang.decimal(f64::from(weight) / 1000.0, 3));
    let settings = [
        (Setting::Ties, header.ties.clone()),
        (Setting::Order, header.order.clone()),
        (Setting::Weight, weight),
        (Setting::Width, number(header.width)),
        (Setting::Depth, number(header.depth)),
        (Setting::Seed, number(header.seed)),
    ];
    let told =
        |(setting, value): (Setting, Option<String>)| Some(format!("{} {}", setting.say(lang), value?.escape_debug()));
    let settings: Vec<String> = settings.into_iter().filter_map(told).collect();
    if !settings.is_empty() {
        out.line(&said::trace_settings(lang, settings.join(", ")))?;
    }
    out.line(&said::trace_start(lang, board(&header.domain, &header.start)))?;
    if let Some(goal) = &header.goal {
        out.line(&said::trace_goal(lang, board(&header.domain, goal)))?;
    }
    out.line("")
}

/// An event in one line, without its number.
pub(super) fn line(trace: &Trace, event: &Event, lang: Lang) -> String {
    let what = match &event.kind {
        Kind::Created => said::trace_created(lang),
        Kind::Examined => said::trace_examined(lang),
        Kind::Pruned(_) => said::trace_dropped(lang),
        Kind::Improved { reopened: false } => said::trace_improved(lang),
        Kind::Improved { reopened: true } => said::trace_reopened(lang),
        Kind::Solved { .. } => said::trace_solved(lang),
        Kind::Deepened { bound } => {
            let layered = trace.header.algorithm.as_deref() == Some("beam");
            return if layered { said::trace_layer(lang, bound) } else { said::trace_bound(lang, bound) };
        }
    };
    let node = event.node.map_or_else(String::new, |node| format!("#{}", trace.nodes[node].id));
    let from = match (event.parent, &event.action) {
        (Some(parent), action) => {
            format!("#{} {}", trace.nodes[parent].id, action.as_deref().unwrap_or("").escape_debug())
        }
        (None, _) => String::new(),
    };
    let f = event.g.and_then(|g| Some(g.saturating_add(event.h?)));
    let costs: String = [("g", event.g), ("h", event.h), ("f", f)]
        .into_iter()
        .map(|(name, value)| value.map_or_else(String::new, |value| format!("{name} {value:<4}")))
        .collect();
    let mut remark = match &event.kind {
        Kind::Pruned(Reason::Duplicate(Some(of))) => said::trace_of_node(lang, trace.nodes[*of].id),
        Kind::Pruned(reason) => reason.say(lang),
        _ => String::new(),
    };
    let side = event.node.or(event.parent).map(|node| trace.nodes[node].side);
    if side == Some(Root::Goal) {
        let apart = if remark.is_empty() { "" } else { ", " };
        remark = format!("{remark}{apart}{}", said::trace_backward(lang));
    }
    let board = board_or_unknown(&trace.header.domain, trace.board_of(event));
    let remark = if remark.is_empty() { remark } else { format!("  ({remark})") };
    let estimated = trace.nodes.first().is_some_and(|root| root.h.is_some());
    let width = if estimated { 18 } else { 6 };
    format!("{what:<10} {node:<6} {from:<10} {costs:<width$}  {board}{remark}")
}

fn foot(trace: &Trace, out: &mut Out, lang: Lang) -> Result<()> {
    let counted = trace.counters();
    let four = [counted.generated, counted.expanded, counted.examined, counted.reopened];
    let [generated, expanded, examined, reopened] = four.map(|count| lang.number(count));
    out.line("")?;
    out.line(&said::trace_counted(lang, generated, expanded, examined, reopened))?;
    let Some(end) = &trace.end else { return Ok(()) };
    if end.cut {
        return out.line(said::trace_cut_here(lang));
    }
    let Some(stats) = end.stats else { return Ok(()) };
    let told = [stats.generated, stats.expanded, stats.examined, stats.reopened];
    if told == four {
        return out.line(said::trace_counts_agree(lang));
    }
    let [generated, expanded, examined, reopened] = told.map(|count| lang.number(count));
    out.line(&said::trace_counts_differ(lang, generated, expanded, examined, reopened))
}

/// An event with everything that could be told from the rest.
#[derive(Serialize)]
struct Whole<'a> {
    version: u32,
    number: usize,
    event: &'static str,
    id: Option<u64>,
    parent: Option<u64>,
    action: Option<&'a str>,
    g: Option<u64>,
    h: Option<u64>,
    f: Option<u64>,
    side: Option<&'static str>,
    reason: Option<&'a str>,
    bound: Option<u64>,
    board: Option<&'a [hueco_show::trace::Value]>,
}

pub(super) fn json(trace: &Trace, at: usize, event: &Event) -> String {
    let side = event.node.or(event.parent).map(|node| match trace.nodes[node].side {
        Root::Start => "forward",
        Root::Goal => "backward",
    });
    one_line(&Whole {
        version: VERSION,
        number: at + 1,
        event: event.kind.name(),
        id: event.node.map(|node| trace.nodes[node].id),
        parent: event.parent.map(|node| trace.nodes[node].id),
        action: event.action.as_deref(),
        g: event.g,
        h: event.h,
        f: event.g.and_then(|g| Some(g.saturating_add(event.h?))),
        side,
        reason: if let Kind::Pruned(reason) = &event.kind { Some(reason.name()) } else { None },
        bound: if let Kind::Deepened { bound } = event.kind { Some(bound) } else { None },
        board: trace.board_of(event).map(|board| &**board),
    })
}
