//! `quiz`: questions about searches that really ran, with their answers: a page marks and explains at once.

use hueco_say::{Lang, Say, quiz as said};
use hueco_show::answer::VERSION;
use hueco_show::quiz::{Asked, Candidate, Question, letter, questions};
use hueco_show::trace::StateJson;
use hueco_tiles::Shape;
use serde::Serialize;

use crate::ask::{self, Allowance};
use crate::fault::Fault;
use crate::fields::Fields;
use crate::jobs::{Teller, Work};

/// Questions where a request does not say, and at most.
const USUAL: u64 = 5;
const MOST: u64 = 100;

#[derive(Serialize)]
struct Quiz<'a> {
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

pub(super) fn prepare(fields: &mut Fields, allowed: &Allowance) -> Result<Work, Fault> {
    let lang = fields.lang;
    let size = match ask::size(fields, allowed)? {
        Some(size) => size,
        None => Shape::new(3, 3).map_err(|error| Fault::bad("bad_size", error.say(lang)))?,
    };
    let seed = fields.whole("seed", 0, u64::MAX)?.unwrap_or(0);
    let count = fields.whole("questions", 1, MOST)?.unwrap_or(USUAL) as usize;
    let allowed = allowed.clone();
    Ok(Box::new(move |_: &Teller<'_>| {
        let asked: Vec<Question> = questions(size, seed, count).collect();
        if asked.len() < count {
            return Err(Fault::bad("too_small", said::quiz_too_small(lang, size)).field("size"));
        }
        let questions = asked.iter().map(|question| object(question, size, lang)).collect();
        super::result(&Quiz { version: VERSION, seed, size: size.to_string(), questions }, &allowed, lang)
    }))
}

fn object(question: &Question, size: Shape, lang: Lang) -> QuestionObject<'_> {
    let (kind, of, words) = match question.asked {
        Asked::Next { .. } => ("next", None, said::quiz_which(lang).to_owned()),
        Asked::Value { of, .. } => {
            let heuristic = question.heuristic.as_deref().unwrap_or_default();
            ("f", Some(letter(of)), said::quiz_value(lang, letter(of), heuristic))
        }
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
        question: words,
        answer: question.answer(),
        because: question.because().say(lang),
    }
}

fn waiting((place, Candidate { state, g, h }): (usize, &Candidate)) -> Waiting<'_> {
    Waiting { letter: letter(place), board: StateJson(state.view()), g: *g, h: *h }
}
