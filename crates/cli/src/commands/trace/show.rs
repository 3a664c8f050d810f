//! `hueco trace show`: one line an event, and at the end what can be counted.
//!
//! ```text
//! event  what      node  from      g  h  f  board
//!     3  created   #1    #0 U      1  3  4  2 8 3 / 1 6 0 / 7 5 4
//! ```

use std::path::PathBuf;

use clap::ArgMatches;
use hueco_say::{Lang, Say, trace as said};
use hueco_search::{EventKind, OwnedEvent, OwnedShown, Reason, Side};
use hueco_show::trace::{Domain, Setting, StateJson, Trace, state_line};
use serde::Serialize;

use super::{method, read};
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
            out.line(&said::trace_more(lang, trace.events.len() - last))?;
        }
        foot(&trace, &mut out, lang)?;
    }
    out.flush()?;
    Ok(Status::Done)
}

fn head(trace: &Trace, out: &mut Out, lang: Lang) -> Result<()> {
    let header = &trace.header;
    let domain = match &header.domain {
        Domain::Tiles { rows, cols } => format!("tiles {rows}x{cols}"),
        Domain::Sums { title, .. } => {
            title.as_ref().map_or_else(|| "sums".to_owned(), |title| format!("sums: {}", title.escape_debug()))
        }
        Domain::Any { problem } => problem.escape_debug().to_string(),
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
    let stated =
        |(setting, value): (Setting, Option<String>)| Some(format!("{} {}", setting.say(lang), value?.escape_debug()));
    let settings: Vec<String> = settings.into_iter().filter_map(stated).collect();
    if !settings.is_empty() {
        out.line(&said::trace_settings(lang, settings.join(", ")))?;
    }
    let state = |state: &OwnedShown| state_line(&header.domain, state.view());
    out.line(&said::trace_start(lang, state(&header.start)))?;
    if let Some(goal) = &header.goal {
        out.line(&said::trace_goal(lang, state(goal)))?;
    }
    out.line("")
}

/// An event in one line, without its number.
pub(super) fn line(trace: &Trace, event: &OwnedEvent, lang: Lang) -> String {
    let what = match &event.kind {
        EventKind::Created => said::trace_created(lang),
        EventKind::Examined => said::trace_examined(lang),
        EventKind::Pruned(_) => said::trace_dropped(lang),
        EventKind::Improved { reopened: false } => said::trace_improved(lang),
        EventKind::Improved { reopened: true } => said::trace_reopened(lang),
        EventKind::Forgotten { .. } => said::trace_forgotten(lang),
        EventKind::Solved { .. } => said::trace_solved(lang),
        EventKind::Deepened { bound } => {
            let layered = trace.header.algorithm.as_deref() == Some("beam");
            return if layered { said::trace_layer(lang, bound) } else { said::trace_bound(lang, bound) };
        }
    };
    let node = event.node.map_or_else(String::new, |node| format!("#{}", trace.number(node)));
    let from = match (event.parent, &event.action) {
        (Some(parent), action) => {
            format!("#{} {}", trace.number(parent), action.as_deref().unwrap_or("").escape_debug())
        }
        (None, _) => String::new(),
    };
    let costs: String = [("g", event.g), ("h", event.h), ("f", event.f())]
        .into_iter()
        .map(|(name, value)| {
            value.map_or_else(String::new, |value| {
                format!("{name} {:<4}", if value >= u32::MAX.into() { "∞".to_owned() } else { value.to_string() })
            })
        })
        .collect();
    let mut remark = match &event.kind {
        EventKind::Pruned(Reason::Duplicate(Some(of))) => said::trace_of_node(lang, trace.number(*of)),
        EventKind::Pruned(reason) => reason.say(lang),
        EventKind::Forgotten { value: Some(value) } => said::trace_value(lang, value),
        EventKind::Forgotten { value: None } => said::trace_nowhere(lang).to_owned(),
        _ => String::new(),
    };
    if trace.side_of(event) == Some(Side::Backward) {
        let apart = if remark.is_empty() { "" } else { ", " };
        remark = format!("{remark}{apart}{}", said::trace_backward(lang));
    }
    let state = trace.state_of(event);
    let state = state.map_or_else(|| "?".to_owned(), |state| state_line(&trace.header.domain, state.view()));
    let remark = if remark.is_empty() { remark } else { format!("  ({remark})") };
    let estimated = trace.nodes().next().is_some_and(|root| trace.node(root).h.is_some());
    let width = if estimated { 18 } else { 6 };
    format!("{what:<10} {node:<6} {from:<10} {costs:<width$}  {state}{remark}")
}

fn foot(trace: &Trace, out: &mut Out, lang: Lang) -> Result<()> {
    let counted = trace.counters();
    let four = [counted.generated, counted.expanded, counted.examined, counted.reopened];
    let [generated, expanded, examined, reopened] = four;
    out.line("")?;
    out.line(&said::trace_counted(lang, generated, expanded, examined, reopened))?;
    let Some(end) = &trace.end else { return Ok(()) };
    if end.cut {
        return out.line(said::trace_cut_here(lang));
    }
    let Some(stats) = end.stats else { return Ok(()) };
    let reported = [stats.generated, stats.expanded, stats.examined, stats.reopened];
    if reported == four {
        return out.line(said::trace_counts_agree(lang));
    }
    let [generated, expanded, examined, reopened] = reported.map(|count| lang.number(count));
    out.line(&said::trace_counts_differ(lang, generated, expanded, examined, reopened))
}

/// An event with everything that could be derived.
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
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<u64>,
    board: Option<StateJson<'a>>,
}

pub(super) fn json(trace: &Trace, at: usize, event: &OwnedEvent) -> String {
    let side = trace.side_of(event).map(|side| match side {
        Side::Forward => "forward",
        Side::Backward => "backward",
    });
    one_line(&Whole {
        version: VERSION,
        number: at + 1,
        event: event.kind.name(),
        id: event.node.map(|node| trace.number(node)),
        parent: event.parent.map(|node| trace.number(node)),
        action: event.action.as_deref(),
        g: event.g,
        h: event.h,
        f: event.f(),
        side,
        reason: if let EventKind::Pruned(reason) = &event.kind { Some(reason.name()) } else { None },
        bound: if let EventKind::Deepened { bound } = event.kind { Some(bound) } else { None },
        value: if let EventKind::Forgotten { value } = event.kind { value } else { None },
        board: trace.state_of(event).map(|state| StateJson(state.view())),
    })
}
