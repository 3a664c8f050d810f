//! What a page is sent beside results, as JSON: how far a run is, better solutions as they are found, and why there is no
//! result. The server sends it over HTTP, a page's own worker as messages.

use hueco_search::Cost;
use hueco_show::answer::{VERSION, microseconds, one_line};
use hueco_tiles::Position;
use serde::Serialize;

use crate::error::{JobError, RequestError};
use crate::events::{JobEvent, Progress};
use crate::request::Request;
use crate::search::Search;
use crate::solve::Solve;

/// Better solutions of one run that are sent.
const MOST_BETTER: usize = 256;

/// Better solutions of larger boards are sent without their moves: there may be many, and each may have thousands.
const CELLS_WITH_MOVES: usize = 100;

/// The event `progress`.
#[derive(Serialize)]
struct ProgressData {
    seconds: f64,
    generated: u64,
    best: Option<Cost>,
    lower_bound: Cost,
    /// The part of a table that is built, from 0 to 1.
    building: Option<f64>,
    /// The part of the whole work that is done, from 0 to 1, where that is known.
    done: Option<f64>,
}

impl From<&Progress> for ProgressData {
    fn from(progress: &Progress) -> Self {
        Self {
            seconds: microseconds(progress.elapsed.as_secs_f64()),
            generated: progress.generated,
            best: progress.best,
            lower_bound: progress.lower_bound,
            building: progress.building.map(|table| table.done as f64 / table.entries.max(1) as f64),
            done: progress.done,
        }
    }
}

/// The event `better`.
#[derive(Serialize)]
struct BetterData {
    length: Cost,
    lower_bound: Cost,
    moves: Option<String>,
}

/// Something to send.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message {
    /// How far the run is.
    Progress(String),
    /// A solution that is better than those before.
    Better(String),
}

/// The events of one run, chosen for a page and worded for it.
#[derive(Debug)]
pub struct Feed<'a> {
    /// The request, where better solutions are sent at all.
    search: Option<&'a Search>,
    best: Option<Cost>,
    better: usize,
}

impl<'a> Feed<'a> {
    /// For a run of this request.
    pub fn new(request: &'a Request) -> Self {
        let search = if let Request::Solve(search) = request { Some(search) } else { None };
        Self { search, best: None, better: 0 }
    }

    /// What is sent of an event, if anything.
    pub fn message(&mut self, event: &JobEvent<'_>) -> Option<Message> {
        match event {
            JobEvent::Progress(progress) => Some(Message::Progress(one_line(&ProgressData::from(*progress)))),
            &JobEvent::Better { length, lower_bound, moves } => {
                let search = self.search?;
                if self.best.is_some_and(|best| length >= best) {
                    return None;
                }
                self.best = Some(length);
                self.better += 1;
                let small = |solve: &Solve| solve.board.shape().cells() <= CELLS_WITH_MOVES;
                let moves = match search {
                    Search::Tiles(solve) if small(solve) => moves.map(|moves| solve.moves_of.letters(moves)),
                    _ => None,
                };
                let better = || Message::Better(one_line(&BetterData { length, lower_bound, moves }));
                (self.better <= MOST_BETTER).then(better)
            }
            _ => None,
        }
    }
}

/// The event `alive`, for a quiet second: whether the run waits, for how long, and what its search has generated.
pub fn alive(state: &str, seconds: f64, generated: u64) -> String {
    #[derive(Serialize)]
    struct Alive<'a> {
        state: &'a str,
        seconds: f64,
        generated: u64,
    }
    one_line(&Alive { state, seconds: microseconds(seconds), generated })
}

/// Why there is no result.
///
/// ```text
/// {"version":1,"error":{"code":"bad_board","message":"column 5: …","line":1,"column":5,"field":null}}
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ErrorObject {
    code: &'static str,
    message: String,
    line: Option<usize>,
    column: Option<usize>,
    field: Option<String>,
}

impl ErrorObject {
    /// A code for programs and a sentence for people.
    pub fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), line: None, column: None, field: None }
    }

    /// A request that cannot be run, with its sentence.
    pub fn request(error: &RequestError, message: String) -> Self {
        Self { field: error.field.clone(), ..Self::new(error.code(), message) }.at(error.position())
    }

    /// A run without a result, with its sentence.
    pub fn job(error: &JobError, message: String) -> Self {
        Self { field: error.field().map(str::to_owned), ..Self::new(error.code(), message) }.at(error.position())
    }

    fn at(self, at: Option<Position>) -> Self {
        Self { line: at.map(|at| at.line), column: at.map(|at| at.column), ..self }
    }

    /// As the answer to a request.
    pub fn answer(&self) -> String {
        #[derive(Serialize)]
        struct Object<'a> {
            version: u32,
            error: &'a ErrorObject,
        }
        one_line(&Object { version: VERSION, error: self })
    }
}
