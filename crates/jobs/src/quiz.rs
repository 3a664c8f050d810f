//! `quiz`: questions about searches that really ran, with their answers: whoever asks them can mark and explain at once. They are about
//! random boards, or about a problem file.

use hueco_show::answer::VERSION;
use hueco_show::quiz::{Asked, Candidate, Question, letter, questions};
use hueco_show::trace::{Domain, StateJson};
use hueco_tiles::Shape;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

use crate::error::{JobError, RequestError};
use crate::events::Events;
use crate::fields::Fields;
use crate::limits::{Allowance, Limits};
use crate::problem::{self, ProblemSource};
use crate::problem_quiz;
use crate::read;
use crate::words::Words;
use crate::write::Bounded;

/// Questions where a request does not say, and at most.
const DEFAULT: u64 = 5;
const MOST: u64 = 100;

/// Questions to ask.
#[derive(Clone, Debug)]
pub struct Quiz {
    /// What they are about.
    pub topic: Topic,
    /// The seed.
    pub seed: u64,
    /// How many.
    pub questions: usize,
}

/// What questions are about.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Topic {
    /// Random boards of a shape.
    Boards(Shape),
    /// A problem file, within limits.
    Problem(ProblemSource, Limits),
}

/// Questions with their answers.
#[derive(Clone, Debug)]
pub struct QuizResult {
    /// What was asked for.
    pub quiz: Quiz,
    /// The questions. A problem file may have fewer than were requested.
    pub questions: Vec<Question>,
}

#[derive(Serialize)]
struct QuizObject<'a> {
    version: u32,
    seed: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<String>,
    /// The title of a problem file.
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<&'a str>,
    questions: Vec<QuestionObject<'a>>,
}

#[derive(Serialize)]
struct QuestionObject<'a> {
    /// `next`: which is examined next. `f`: what is f of the state `of`.
    kind: &'static str,
    algorithm: &'a str,
    heuristic: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rows: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cols: Option<usize>,
    goal: Option<StateJson<'a>>,
    frontier: Vec<Waiting<'a>>,
    of: Option<char>,
    /// What is asked, in words.
    question: String,
    answer: String,
    /// Why that is right, in words.
    because: String,
}

#[derive(Serialize)]
struct Waiting<'a> {
    letter: char,
    board: StateJson<'a>,
    g: u64,
    h: Option<u64>,
}

impl Quiz {
    pub(crate) fn read(fields: &mut Fields, allowed: &Allowance) -> Result<Self, RequestError> {
        let topic = if fields.has(problem::FIELD) {
            Topic::Problem(ProblemSource::read(fields, allowed)?, Limits::read(fields, allowed)?)
        } else {
            Topic::Boards(read::size(fields, allowed)?.unwrap_or(Shape::new(3, 3).expect("3x3 is a shape")))
        };
        Ok(Self {
            topic,
            seed: fields.whole("seed", 0, u64::MAX)?.unwrap_or(0),
            questions: fields.whole("questions", 1, MOST)?.unwrap_or(DEFAULT) as usize,
        })
    }

    /// Makes all questions.
    pub fn run(&self, events: &mut dyn Events) -> Result<QuizResult, JobError> {
        let Self { topic, seed, questions: count } = self;
        let questions = match topic {
            Topic::Boards(size) => {
                let made: Vec<Question> = questions(*size, *seed, *count).collect();
                // Fewer were made only where boards are too small.
                if made.len() == *count { made } else { return Err(JobError::QuizTooSmall(*size)) }
            }
            Topic::Problem(source, limits) => problem_quiz::questions(source, limits, *seed, *count, events)?,
        };
        Ok(QuizResult { quiz: self.clone(), questions })
    }

    /// What a request writes of it.
    fn fields(&self) -> Map<String, Value> {
        let mut map = match &self.topic {
            Topic::Boards(size) => Map::from_iter([("size".to_owned(), size.to_string().into())]),
            Topic::Problem(source, limits) => problem::with_source(source, limits),
        };
        map.insert("seed".to_owned(), self.seed.into());
        map.insert("questions".to_owned(), self.questions.into());
        map
    }
}

impl Serialize for Quiz {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.fields().serialize(serializer)
    }
}

impl QuizResult {
    /// The title of the problem file that the questions are about, if they are about one.
    pub fn problem(&self) -> Option<&str> {
        match &self.questions.first()?.domain {
            Domain::Any { problem } => Some(problem),
            _ => None,
        }
    }

    pub(crate) fn write(&self, out: &mut Bounded, words: &dyn Words) -> Result<(), JobError> {
        let size = match self.quiz.topic {
            Topic::Boards(size) => Some(size),
            Topic::Problem(..) => None,
        };
        out.json(&QuizObject {
            version: VERSION,
            seed: self.quiz.seed,
            size: size.map(|size| size.to_string()),
            problem: self.problem(),
            questions: self.questions.iter().map(|question| object(question, size, words)).collect(),
        })
    }
}

fn object<'a>(question: &'a Question, size: Option<Shape>, words: &dyn Words) -> QuestionObject<'a> {
    let (kind, of) = match question.asked {
        Asked::Next { .. } => ("next", None),
        Asked::Value { of, .. } => ("f", Some(letter(of))),
    };
    QuestionObject {
        kind,
        algorithm: &question.algorithm,
        heuristic: question.heuristic.as_deref(),
        rows: size.map(Shape::rows),
        cols: size.map(Shape::cols),
        goal: question.goal.as_ref().map(|goal| StateJson(goal.view())),
        frontier: question.frontier.iter().enumerate().map(waiting).collect(),
        of,
        question: words.question(question),
        answer: question.answer(),
        because: words.because(question),
    }
}

fn waiting((place, Candidate { state, g, h }): (usize, &Candidate)) -> Waiting<'_> {
    Waiting { letter: letter(place), board: StateJson(state.view()), g: *g, h: *h }
}
