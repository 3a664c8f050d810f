//! `quiz`: questions about searches that really ran, with their answers: whoever asks them can mark and explain at once.

use hueco_show::answer::VERSION;
use hueco_show::quiz::{Asked, Candidate, Question, letter, questions};
use hueco_show::trace::StateJson;
use hueco_tiles::Shape;
use serde::Serialize;

use crate::error::{JobError, RequestError};
use crate::fields::Fields;
use crate::limits::Allowance;
use crate::read;
use crate::words::Words;
use crate::write::{self, Bounded};

/// Questions where a request does not say, and at most.
const DEFAULT: u64 = 5;
const MOST: u64 = 100;

/// Questions to ask.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Quiz {
    /// The boards' shape.
    #[serde(serialize_with = "write::display")]
    pub size: Shape,
    /// The seed.
    pub seed: u64,
    /// How many.
    pub questions: usize,
}

/// Questions with their answers.
#[derive(Clone, Debug)]
pub struct QuizResult {
    /// What was asked for.
    pub quiz: Quiz,
    /// The questions.
    pub questions: Vec<Question>,
}

#[derive(Serialize)]
struct QuizObject<'a> {
    version: u32,
    seed: u64,
    size: String,
    questions: Vec<QuestionObject<'a>>,
}

#[derive(Serialize)]
struct QuestionObject<'a> {
    /// `next`: which is examined next. `f`: what is f of the state `of`.
    kind: &'static str,
    algorithm: &'a str,
    heuristic: Option<&'a str>,
    rows: usize,
    cols: usize,
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
        Ok(Self {
            size: read::size(fields, allowed)?.unwrap_or(Shape::new(3, 3).expect("3x3 is a shape")),
            seed: fields.whole("seed", 0, u64::MAX)?.unwrap_or(0),
            questions: fields.whole("questions", 1, MOST)?.unwrap_or(DEFAULT) as usize,
        })
    }

    /// The questions one by one, each made when it is asked for.
    pub fn questions(&self) -> impl Iterator<Item = Result<Question, JobError>> {
        let size = self.size;
        let mut made = questions(size, self.seed, self.questions);
        // The iterator of questions ends early where boards are too small.
        (0..self.questions).map(move |_| made.next().ok_or(JobError::QuizTooSmall(size)))
    }

    /// Makes all questions.
    pub fn run(&self) -> Result<QuizResult, JobError> {
        let questions = self.questions().collect::<Result<Vec<_>, _>>()?;
        Ok(QuizResult { quiz: self.clone(), questions })
    }
}

impl QuizResult {
    pub(crate) fn write(&self, out: &mut Bounded, words: &dyn Words) -> Result<(), JobError> {
        let Quiz { size, seed, .. } = self.quiz;
        let questions = self.questions.iter().map(|question| object(question, size, words)).collect();
        out.json(&QuizObject { version: VERSION, seed, size: size.to_string(), questions })
    }
}

fn object<'a>(question: &'a Question, size: Shape, words: &dyn Words) -> QuestionObject<'a> {
    let (kind, of) = match question.asked {
        Asked::Next { .. } => ("next", None),
        Asked::Value { of, .. } => ("f", Some(letter(of))),
    };
    QuestionObject {
        kind,
        algorithm: &question.algorithm,
        heuristic: question.heuristic.as_deref(),
        rows: size.rows(),
        cols: size.cols(),
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
