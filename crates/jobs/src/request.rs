//! Everything that can be asked, as one value; and everything that can come back.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use crate::check::{Check, CheckResult};
use crate::compare::{Compare, CompareResult};
use crate::course::{Course, CourseResult};
use crate::error::{JobError, RequestError, RequestFault};
use crate::events::Events;
use crate::fields::{self, Fields};
use crate::limits::Allowance;
use crate::parse::{Parse, ParseResult};
use crate::part::{BOARDS, COURSES, UNUSED_BY_PAGES};
use crate::problem;
use crate::problem_check::{ProblemCheck, ProblemCheckResult};
use crate::problem_compare::{ProblemCompare, ProblemCompareResult};
use crate::problem_describe::{ProblemDescribe, ProblemDescribeResult};
use crate::quiz::{Quiz, QuizResult};
use crate::random::{Random, RandomResult};
use crate::search::{Search, SearchResult};
use crate::solve::Solve;
use crate::sums::{Sums, SumsResult};
use crate::trace::{Trace, TraceResult};
use crate::tree::{Tree, TreeResult};
use crate::verify::{Verify, VerifyResult};
use crate::words::Words;
use crate::workbench::Workbench;
use crate::write::Bounded;

/// Defines both enums and their dispatch, so that a kind cannot be forgotten in one of them. After `problem files:` stand the
/// requests that a kind of the same name becomes where the field `problem` is there. Each kind says whether this
/// program answers it.
macro_rules! kinds {
    ($($name:literal $kind:ident: $request:ident => $result:ident, $here:expr, $about:literal;)+
     problem files:
     $($file_name:literal $file_kind:ident: $file_request:ident => $file_result:ident, $file_about:literal;)+) => {
        /// What can be asked. In JSON, `kind` names the variant and the other fields are the variant's own.
        #[derive(Clone, Debug, Serialize)]
        #[serde(tag = "kind", rename_all = "lowercase")]
        #[non_exhaustive]
        pub enum Request {
            $(#[doc = $about] $kind($request),)+
            $(#[doc = $file_about] #[serde(rename = $file_name)] $file_kind($file_request),)+
        }

        /// What comes back.
        #[derive(Clone, Debug)]
        #[non_exhaustive]
        pub enum Outcome {
            $(#[doc = $about] $kind(Box<$result>),)+
            $(#[doc = $file_about] $file_kind(Box<$file_result>),)+
        }

        /// The name of every kind of request.
        pub const KINDS: &[&str] = &[$($name),+];

        impl Request {
            /// The name of its kind.
            pub fn kind(&self) -> &'static str {
                match self {
                    $(Self::$kind(_) => $name,)+
                    $(Self::$file_kind(_) => $file_name,)+
                }
            }

            fn of_kind(kind: &str, fields: &mut Fields, allowed: &Allowance) -> Result<Self, RequestError> {
                match kind {
                    $($file_name if fields.has(problem::FIELD) => {
                        $file_request::read(fields, allowed).map(Self::$file_kind)
                    })+
                    $($name if $here => $request::read(fields, allowed).map(Self::$kind),)+
                    _ => Err(fields::unknown("kind", kind, KINDS)),
                }
            }
        }

        $(request!($kind: $request);)+
        $(request!($file_kind: $file_request);)+
    };
}

/// What every request has beside its variant.
macro_rules! request {
    ($kind:ident: $request:ident) => {
        impl From<$request> for Request {
            fn from(request: $request) -> Self {
                Self::$kind(request)
            }
        }

        /// Without `kind`, and without limits of a server.
        impl<'de> Deserialize<'de> for $request {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserialize(deserializer, |fields| $request::read(fields, &Allowance::unlimited()))
            }
        }
    };
}

kinds! {
    "parse" Parse: Parse => ParseResult, BOARDS, "A board's text, read.";
    "random" Random: Random => RandomResult, BOARDS, "Random boards.";
    "solve" Solve: Search => SearchResult, true, "A problem to solve.";
    "verify" Verify: Verify => VerifyResult, UNUSED_BY_PAGES, "Moves to replay.";
    "trace" Trace: Trace => TraceResult, true, "A search, event by event.";
    "tree" Tree: Tree => TreeResult, UNUSED_BY_PAGES, "The tree of a search.";
    "compare" Compare: Compare => CompareResult, BOARDS, "Methods, compared.";
    "check" Check: Check => CheckResult, BOARDS, "A heuristic against the true distance.";
    "quiz" Quiz: Quiz => QuizResult, UNUSED_BY_PAGES, "Questions about searches.";
    "sums" Sums: Sums => SumsResult, UNUSED_BY_PAGES, "A number puzzle.";
    "course" Course: Course => CourseResult, COURSES, "A course program.";
    "describe" Describe: ProblemDescribe => ProblemDescribeResult, true, "What a problem file offers.";
    problem files:
    "compare" ProblemCompare: ProblemCompare => ProblemCompareResult, "Methods, compared on a problem file.";
    "check" ProblemCheck: ProblemCheck => ProblemCheckResult, "A heuristic of a problem file against the true costs.";
}

impl From<Solve> for Request {
    fn from(solve: Solve) -> Self {
        Self::Solve(solve.into())
    }
}

impl Request {
    /// Reads a request from JSON: an object with its `kind`. This is the one validation: what can be wrong with a request is
    /// reported here, before anything runs.
    pub fn read(text: &[u8], allowed: &Allowance) -> Result<Self, RequestError> {
        let mut fields = Fields::parse(text)?;
        let request = Self::of_fields(&mut fields, allowed)?;
        fields.finish().map(|()| request)
    }

    /// The same for a request whose kind is known from elsewhere: an address, for example.
    pub fn read_kind(kind: &str, text: &[u8], allowed: &Allowance) -> Result<Self, RequestError> {
        let mut fields = Fields::parse(text)?;
        let request = Self::of_kind(kind, &mut fields, allowed)?;
        fields.finish().map(|()| request)
    }

    /// The same for a request that came as pairs of texts, after the `?` of an address for example: `seed` and `count` are
    /// numbers where they look like one.
    pub fn read_pairs(
        kind: &str,
        pairs: impl IntoIterator<Item = (String, String)>,
        allowed: &Allowance,
    ) -> Result<Self, RequestError> {
        let value = |name: &str, text: String| match text.parse::<u64>() {
            Ok(number) if ["seed", "count"].contains(&name) => Value::from(number),
            _ => Value::String(text),
        };
        let map = pairs.into_iter().map(|(name, text)| (name.clone(), value(&name, text)));
        Self::read_kind(kind, Value::Object(map.collect()).to_string().as_bytes(), allowed)
    }

    fn of_fields(fields: &mut Fields, allowed: &Allowance) -> Result<Self, RequestError> {
        let kind = fields.text("kind")?.ok_or_else(|| fields::missing("kind"))?;
        if !allowed.kinds.contains(&kind.as_str()) {
            return Err(fields::unknown("kind", &kind, allowed.kinds));
        }
        Self::of_kind(&kind, fields, allowed)
    }
}

/// Without limits of a server: see [`Request::read`].
impl<'de> Deserialize<'de> for Request {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserialize(deserializer, |fields| Self::of_fields(fields, &Allowance::unlimited()))
    }
}

/// Any value of JSON by the one validation: all its fields must be known.
fn deserialize<'de, T, D: Deserializer<'de>>(
    deserializer: D,
    read: impl FnOnce(&mut Fields) -> Result<T, RequestError>,
) -> Result<T, D::Error> {
    let value = Value::deserialize(deserializer)?;
    let fields = Fields::of(value).ok_or_else(|| RequestError::from(RequestFault::NotAnObject));
    let read = |mut fields: Fields| {
        let request = read(&mut fields)?;
        fields.finish().map(|()| request)
    };
    fields.and_then(read).map_err(D::Error::custom)
}

/// Runs a request. Progress goes to `events`, which can also end the run; tables come from the workbench and stay there.
pub fn run(request: &Request, workbench: &Workbench, events: &mut dyn Events) -> Result<Outcome, JobError> {
    Ok(match request {
        Request::Parse(parse) if BOARDS => Outcome::Parse(parse.run()?.into()),
        Request::Random(random) if BOARDS => Outcome::Random(random.run().into()),
        Request::Solve(search) => Outcome::Solve(search.run(workbench, events)?.into()),
        Request::Verify(verify) if UNUSED_BY_PAGES => Outcome::Verify(verify.run(workbench, events)?.into()),
        Request::Trace(trace) => Outcome::Trace(trace.run(workbench, events)?.into()),
        Request::Tree(tree) if UNUSED_BY_PAGES => Outcome::Tree(tree.run(workbench, events)?.into()),
        Request::Compare(compare) if BOARDS => Outcome::Compare(compare.run(workbench, events)?.into()),
        Request::Check(check) if BOARDS => Outcome::Check(check.run(events)?.into()),
        Request::Quiz(quiz) if UNUSED_BY_PAGES => Outcome::Quiz(quiz.run(events)?.into()),
        Request::Sums(sums) if UNUSED_BY_PAGES => Outcome::Sums(sums.run(events).into()),
        Request::Course(course) if COURSES => Outcome::Course(course.run(events)?.into()),
        Request::Describe(describe) => Outcome::Describe(describe.run(events)?.into()),
        Request::ProblemCompare(compare) => Outcome::ProblemCompare(compare.run(events, |_| ())?.into()),
        Request::ProblemCheck(check) => Outcome::ProblemCheck(check.run(events)?.into()),
        _ => unreachable!("a request that was not read"),
    })
}

impl Outcome {
    /// The result as one line of JSON, with its sentences and pictures in the reader's words. More than `limit` bytes are an error.
    pub fn json(&self, words: &dyn Words, limit: usize) -> Result<String, JobError> {
        let mut out = Bounded::new(limit);
        match self {
            Self::Parse(result) if BOARDS => result.write(&mut out, words)?,
            Self::Random(result) if BOARDS => result.write(&mut out)?,
            Self::Solve(result) => result.write(&mut out)?,
            Self::Verify(result) if UNUSED_BY_PAGES => result.write(&mut out)?,
            Self::Trace(result) => result.write(&mut out)?,
            Self::Tree(result) if UNUSED_BY_PAGES => result.write(&mut out, words)?,
            Self::Compare(result) if BOARDS => result.write(&mut out, words)?,
            Self::Check(result) if BOARDS => result.write(&mut out, words)?,
            Self::Quiz(result) if UNUSED_BY_PAGES => result.write(&mut out, words)?,
            Self::Sums(result) if UNUSED_BY_PAGES => result.write(&mut out)?,
            Self::Course(result) if COURSES => result.write(&mut out, words)?,
            Self::Describe(result) => result.write(&mut out)?,
            Self::ProblemCompare(result) => result.write(&mut out)?,
            Self::ProblemCheck(result) => result.write(&mut out)?,
            _ => unreachable!("the outcome of a request that was not read"),
        }
        Ok(out.finish())
    }
}
