//! What a run may use. A request may ask for limits of its own; a server allows each request a maximum, and refuses one that asks
//! for more.

use std::sync::Arc;
use std::time::Duration;

use hueco_search::{Budget, Gauge};
use serde::Serialize;

use crate::error::RequestError;
use crate::events::Events;
use crate::fields::Fields;
use crate::request::KINDS;
use crate::write;

/// The shortest time that can be asked for, in seconds.
const SHORTEST: f64 = 0.001;

/// What a run may use at most. `None` is no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Limits {
    /// Time.
    #[serde(rename = "seconds", serialize_with = "write::seconds", skip_serializing_if = "Option::is_none")]
    pub time: Option<Duration>,
    /// Generated nodes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Bytes of memory.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bytes: Option<u64>,
}

impl Limits {
    /// `seconds`, `nodes` and `bytes`: at most what is allowed, and that where a request does not say.
    pub(crate) fn read(fields: &mut Fields, allowed: &Allowance) -> Result<Self, RequestError> {
        Ok(Self {
            time: read_seconds(fields, "seconds", allowed)?.or(allowed.limits.time),
            nodes: fields.whole("nodes", 1, allowed.nodes())?.or(allowed.limits.nodes),
            bytes: fields.whole("bytes", 1, allowed.limits.bytes.unwrap_or(u64::MAX))?.or(allowed.limits.bytes),
        })
    }

    /// The same as the engine's budget of a search that begins now.
    pub(crate) fn budget(&self, events: &mut dyn Events) -> Budget {
        let gauge = events.begin_search();
        self.gauged(gauge, events)
    }

    /// The same, where the caller reads the gauge too.
    pub(crate) fn gauged(&self, gauge: Option<Arc<Gauge>>, events: &dyn Events) -> Budget {
        let mut budget = Budget::unlimited();
        if let Some(time) = self.time {
            budget = budget.timeout(time);
        }
        if let Some(nodes) = self.nodes {
            budget = budget.max_nodes(nodes);
        }
        if let Some(bytes) = self.bytes {
            budget = budget.max_bytes(bytes);
        }
        if let Some(gauge) = gauge {
            budget = budget.gauge(gauge);
        }
        match events.cancel() {
            Some(cancel) => budget.cancel(cancel),
            None => budget,
        }
    }
}

/// A time in seconds, at most what is allowed.
pub(crate) fn read_seconds(
    fields: &mut Fields,
    name: &str,
    allowed: &Allowance,
) -> Result<Option<Duration>, RequestError> {
    let most = allowed.limits.time.map_or(MOST_SECONDS, |time| time.as_secs_f64());
    Ok(fields.decimal(name, SHORTEST, most)?.map(Duration::from_secs_f64))
}

/// The longest time that can be asked for where nothing limits it: a hundred years.
const MOST_SECONDS: f64 = 100.0 * 365.25 * 86_400.0;

/// Boards of a request where nothing limits them.
const MOST_BOARDS: usize = 1_000_000;

/// What a page may start as a job; other kinds are answered at once.
const JOBS: &[&str] = &["solve", "trace", "tree", "compare", "check", "sums", "course", "quiz"];
/// Random boards of one request of a page; boards and runs of one comparison.
const PAGE_RANDOM_BOARDS: usize = 1000;
const PAGE_BOARDS: usize = 200;
const PAGE_RUNS: usize = 2000;

/// The most that a request may ask for, and the default where it does not ask.
#[derive(Clone, Debug, PartialEq)]
pub struct Allowance {
    /// Cells of a board.
    pub cells: usize,
    /// Limits of a run: the most that can be asked for, and the default.
    pub limits: Limits,
    /// Kinds of requests.
    pub kinds: &'static [&'static str],
    /// Whether problem files are run. They are programs: what of them no limit bounds is at the expense of whoever runs them.
    pub problems: bool,
    /// Random boards of one request.
    pub random_boards: usize,
    /// Boards of one comparison.
    pub boards: usize,
    /// Runs of one comparison.
    pub runs: usize,
    /// Threads of every search; `None`: the request chooses.
    pub threads: Option<usize>,
    /// Bytes of a result, written as JSON.
    pub result_bytes: usize,
}

impl Allowance {
    /// No limit but that on boards, which are held in memory: what a program runs for its own user.
    pub fn unlimited() -> Self {
        Self {
            cells: usize::MAX,
            limits: Limits::default(),
            kinds: KINDS,
            problems: true,
            random_boards: MOST_BOARDS,
            boards: MOST_BOARDS,
            runs: usize::MAX,
            threads: None,
            result_bytes: usize::MAX,
        }
    }

    /// What a page may ask for as a job, with problem files.
    pub fn of_page(cells: usize, limits: Limits, result_bytes: usize) -> Self {
        Self {
            cells,
            limits,
            kinds: JOBS,
            problems: true,
            random_boards: PAGE_RANDOM_BOARDS,
            boards: PAGE_BOARDS,
            runs: PAGE_RUNS,
            threads: Some(1),
            result_bytes,
        }
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.limits.nodes.unwrap_or(u64::MAX)
    }
}

impl Default for Allowance {
    fn default() -> Self {
        Self::unlimited()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::events::JobEvent;

    fn read(text: &str, allowed: &Allowance) -> Result<Limits, RequestError> {
        Limits::read(&mut Fields::parse(text.as_bytes())?, allowed)
    }

    #[test]
    fn a_request_has_at_most_what_is_allowed() {
        let limits = Limits { time: Some(Duration::from_secs(10)), nodes: Some(1000), bytes: Some(1 << 20) };
        let allowed = Allowance::of_page(16, limits, 1 << 16);
        assert_eq!(read("{}", &allowed), Ok(limits));
        let asked = Limits { time: Some(Duration::from_millis(2500)), nodes: Some(7), bytes: Some(9) };
        assert_eq!(read(r#"{"seconds":2.5,"nodes":7,"bytes":9}"#, &allowed), Ok(asked));
        for (field, most) in [("seconds", 10), ("nodes", 1000), ("bytes", 1 << 20)] {
            assert!(read(&format!("{{\"{field}\":{most}}}"), &allowed).is_ok(), "{field}");
            for wrong in [0, most + 1] {
                let error = read(&format!("{{\"{field}\":{wrong}}}"), &allowed).unwrap_err();
                assert_eq!(error.field.as_deref(), Some(field), "{wrong}");
            }
        }
    }

    #[test]
    fn without_a_limit_any_number_and_a_hundred_years_can_be_asked_for() {
        let allowed = Allowance::default();
        assert_eq!(read("{}", &allowed), Ok(Limits::default()));
        let most = format!("{{\"nodes\":{0},\"bytes\":{0},\"seconds\":3155760000}}", u64::MAX);
        let limits =
            Limits { time: Some(Duration::from_secs(3_155_760_000)), nodes: Some(u64::MAX), bytes: Some(u64::MAX) };
        assert_eq!(read(&most, &allowed), Ok(limits));
        assert!(read(r#"{"seconds":3155760001}"#, &allowed).is_err());
    }

    #[test]
    fn a_page_may_ask_for_less_than_a_program() {
        let page = Allowance::of_page(16, Limits::default(), 1 << 16);
        assert_eq!((page.cells, page.limits, page.result_bytes), (16, Limits::default(), 1 << 16));
        assert_eq!((page.kinds, page.threads), (JOBS, Some(1)));
        let all = Allowance::unlimited();
        assert!(page.random_boards < all.random_boards && page.boards < all.boards && page.runs < all.runs);
    }

    /// Hands out a gauge and a flag.
    #[derive(Default)]
    struct Handed(Arc<Gauge>, Arc<AtomicBool>);

    impl Events for Handed {
        fn emit(&mut self, _: JobEvent<'_>) {}

        fn begin_search(&mut self) -> Option<Arc<Gauge>> {
            Some(Arc::clone(&self.0))
        }

        fn cancel(&self) -> Option<Arc<AtomicBool>> {
            Some(Arc::clone(&self.1))
        }
    }

    #[test]
    fn a_budget_has_the_limits_the_gauge_and_the_flag() {
        let limits = Limits { time: Some(Duration::from_secs(3600)), nodes: Some(7), bytes: Some(9) };
        let mut handed = Handed::default();
        let budget = limits.budget(&mut handed);
        assert_eq!((budget.nodes_left(), budget.byte_limit()), (7, 9));
        assert!(budget.time_left() > Some(Duration::from_secs(3000)) && budget.check().is_ok());
        budget.count(5);
        assert_eq!(handed.0.count(), 5);
        handed.1.store(true, std::sync::atomic::Ordering::Relaxed);
        assert_eq!(budget.check(), Err(hueco_search::Limit::Interrupt));
        let budget = Limits::default().budget(&mut ());
        assert_eq!((budget.nodes_left(), budget.byte_limit(), budget.time_left()), (u64::MAX, u64::MAX, None));
    }
}
