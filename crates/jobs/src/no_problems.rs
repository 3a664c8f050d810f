//! Problem files where the interpreter is left out (without the feature `script`): to ask for one is refused, so the types of
//! requests and results have no values. They stand here under the names of `problem.rs` and its neighbours, and whoever uses
//! those need not know.

use hueco_show::quiz::Question;
use hueco_show::trace::{End, Header};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::error::{JobError, RequestError, RequestFault};
use crate::events::Events;
use crate::fields::Fields;
use crate::limits::{Allowance, Limits};
use crate::write::Bounded;

/// The field that holds the text of a file.
pub(crate) const FIELD: &str = "problem";

/// Types without values: what a request for a problem file would be, and what would come of it.
macro_rules! none {
    ($($request:ident => $result:ident, $about:literal;)+) => {$(
        #[doc = $about]
        #[derive(Clone, Debug, Serialize)]
        pub enum $request {}

        #[doc = $about]
        #[derive(Clone, Debug)]
        pub enum $result {}

        impl $request {
            pub(crate) fn read(_: &mut Fields, _: &Allowance) -> Result<Self, RequestError> {
                Err(RequestFault::NoProblems.of(FIELD))
            }
        }

        impl $result {
            pub(crate) fn write(&self, _: &mut Bounded) -> Result<(), JobError> {
                match *self {}
            }
        }
    )+};
}

none! {
    Problem => ProblemResult, "A search of a problem file.";
    ProblemDescribe => ProblemDescribeResult, "What a problem file offers.";
    ProblemCheck => ProblemCheckResult, "A heuristic of a problem file against the true costs.";
    ProblemCompare => ProblemCompareResult, "Methods, compared on a problem file.";
}

/// The text of a problem file.
#[derive(Clone, Debug)]
pub enum ProblemSource {}

impl ProblemSource {
    pub(crate) fn read(_: &mut Fields, _: &Allowance) -> Result<Self, RequestError> {
        Err(RequestFault::NoProblems.of(FIELD))
    }
}

impl ProblemDescribe {
    /// Runs it.
    pub fn run(&self, _: &mut dyn Events) -> Result<ProblemDescribeResult, JobError> {
        match *self {}
    }
}

impl ProblemCheck {
    /// Runs it.
    pub fn run(&self, _: &mut dyn Events) -> Result<ProblemCheckResult, JobError> {
        match *self {}
    }
}

impl ProblemCompare {
    /// Runs every method.
    pub fn run(&self, _: &mut dyn Events, _: impl FnMut(())) -> Result<ProblemCompareResult, JobError> {
        match *self {}
    }
}

impl Problem {
    /// Runs it.
    pub fn run(&self, _: &mut dyn Events) -> Result<ProblemResult, JobError> {
        match *self {}
    }

    /// Runs it, and hands every event of the search to `sink`.
    pub fn record(&self, _: &mut dyn Events, _: &mut dyn hueco_search::Events) -> Result<ProblemResult, JobError> {
        match *self {}
    }

    /// The first line of its trace.
    pub fn header(&self, _: &mut dyn Events) -> Result<Header, JobError> {
        match *self {}
    }

    pub(crate) fn fields(&self) -> Map<String, Value> {
        match *self {}
    }
}

impl ProblemResult {
    /// The last line of its trace.
    pub fn end(&self) -> End {
        match *self {}
    }
}

pub(crate) fn with_source(source: &ProblemSource, _: &impl Serialize) -> Map<String, Value> {
    match *source {}
}

pub(crate) fn questions(
    source: &ProblemSource,
    _: &Limits,
    _: u64,
    _: usize,
    _: &mut dyn Events,
) -> Result<Vec<Question>, JobError> {
    match *source {}
}
