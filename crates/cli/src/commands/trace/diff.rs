//! `hueco trace diff`: the first event at which two searches part, both lines, and the reason.

use std::path::{Path, PathBuf};

use clap::ArgMatches;
use hueco_say::{Lang, Say, trace as said};
use hueco_show::trace::{Compared, StateJson, Trace, Why, compare};
use serde::Serialize;

use super::{read, show};
use crate::answer::{PROSE_WIDTH, VERSION, wrapped};
use crate::context::{Context, Out};
use crate::failure::Result;
use crate::options;
use crate::status::Status;

pub(super) fn run(matches: &ArgMatches, context: &Context) -> Result<Status> {
    let lang = context.lang;
    let [first, second] = ["first", "second"].map(|name| matches.get_one::<PathBuf>(name).expect("clap requires it"));
    let traces = [read(first, lang)?, read(second, lang)?];
    let compared = compare(&traces[0], &traces[1]);
    let same = compared.difference.is_none() && compared.cut.is_none();
    let mut out = context.out();
    if options::text(matches, "format") == "json" {
        out.json(&object(&compared, &traces, same))?;
    } else {
        text(&compared, &traces, [first, second], &mut out, lang)?;
    }
    out.flush()?;
    Ok(if same { Status::Done } else { Status::Differs })
}

fn text(compared: &Compared, traces: &[Trace; 2], names: [&PathBuf; 2], out: &mut Out, lang: Lang) -> Result<()> {
    if !compared.settings.is_empty() {
        out.line(said::diff_settings(lang))?;
        for unequal in &compared.settings {
            let [a, b] = [&unequal.a, &unequal.b].map(|value| value.escape_debug().to_string());
            out.line(&format!("  {}: {a} | {b}", unequal.setting.say(lang)))?;
        }
    }
    if !compared.passed_over.is_empty() {
        out.line(&said::diff_passed_over(lang, compared.passed_over.join(", ")))?;
    }
    let agreed = compared.agreed;
    let Some(difference) = compared.difference else {
        let same = if compared.cut.is_some() { said::diff_same_until_cut } else { said::diff_same };
        return out.line(&same(lang, agreed));
    };
    out.line(&said::diff_agreed(lang, agreed))?;
    for ((at, trace), name) in [difference.a, difference.b].into_iter().zip(traces).zip(names) {
        let name = short(name);
        out.line(&match at {
            Some(at) => {
                let event = show::line(trace, &trace.events[at], lang);
                let event = event.split_whitespace().collect::<Vec<_>>().join(" ");
                format!("  {}", said::diff_line(lang, name, trace.line_of(at), event))
            }
            None => format!("  {}", said::diff_ended(lang, name)),
        })?;
    }
    out.line(&wrapped(&said::diff_why(lang, difference.why.say(lang)), PROSE_WIDTH))
}

/// A file's name without its folders.
fn short(path: &Path) -> String {
    path.file_name().map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned())
}

#[derive(Serialize)]
struct Object<'t> {
    version: u32,
    same: bool,
    agreed: u64,
    cut: bool,
    settings: Vec<Unlike>,
    passed_over: Vec<&'static str>,
    why: Option<&'static str>,
    first: Option<Step<'t>>,
    second: Option<Step<'t>>,
}

#[derive(Serialize)]
struct Unlike {
    setting: String,
    first: String,
    second: String,
}

#[derive(Serialize)]
struct Step<'t> {
    line: usize,
    number: usize,
    event: &'static str,
    g: Option<u64>,
    h: Option<u64>,
    board: Option<StateJson<'t>>,
}

fn object<'t>(compared: &Compared, traces: &'t [Trace; 2], same: bool) -> Object<'t> {
    let unlike = |unequal: &hueco_show::trace::Unequal| Unlike {
        setting: format!("{:?}", unequal.setting).to_lowercase(),
        first: unequal.a.clone(),
        second: unequal.b.clone(),
    };
    let event = |trace: &'t Trace, at: usize| {
        let event = &trace.events[at];
        Step {
            line: trace.line_of(at),
            number: at + 1,
            event: event.kind.name(),
            g: event.g,
            h: event.h,
            board: trace.state_of(event).map(|state| StateJson(state.view())),
        }
    };
    let difference = compared.difference.as_ref();
    Object {
        version: VERSION,
        same,
        agreed: compared.agreed,
        cut: compared.cut.is_some(),
        settings: compared.settings.iter().map(unlike).collect(),
        passed_over: compared.passed_over.clone(),
        why: difference.map(|difference| name(difference.why)),
        first: difference.and_then(|difference| Some(event(&traces[0], difference.a?))),
        second: difference.and_then(|difference| Some(event(&traces[1], difference.b?))),
    }
}

/// The reason, as a program reads it.
fn name(why: Why) -> &'static str {
    match why {
        Why::Start => "start",
        Why::SuccessorOrder => "successor-order",
        Why::TieBreak { .. } => "tie-break",
        Why::Choice { .. } => "choice",
        Why::Estimate { .. } => "heuristic",
        Why::Cost { .. } => "cost",
        Why::Dropping => "duplicates",
        Why::Reason => "reason",
        Why::Improvement => "improvement",
        Why::Children { way_back: false } => "children",
        Why::Children { way_back: true } => "way-back",
        Why::GoalTest => "goal-test",
        Why::Bound { .. } => "bound",
        Why::Rounds => "rounds",
        Why::Memory => "memory",
        Why::Ends => "ends",
    }
}
